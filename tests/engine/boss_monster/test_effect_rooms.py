"""Words about rooms, one by one (FX-22 to FX-29)."""

from dataclasses import replace

import pytest

from engine.boss_monster import building
from engine.boss_monster.cards import RoomKind
from engine.boss_monster.commands import BuildRoom, WalkOn
from engine.boss_monster.effect_events import (
    AllHold,
    BuildGoesTo,
    DungeonReversed,
    ItemCopied,
    LevelUpCopied,
    RoomBroughtUp,
    RoomsBuiltAgain,
)
from engine.boss_monster.effects import on_building, statics
from engine.boss_monster.events import (
    BuildTakenBack,
    MinibossDiscarded,
    RoomBuilt,
    RoomDestroyed,
    RoomsSwapped,
    RoomTurned,
)
from engine.boss_monster.state import Holds, Phase
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck, Freed, Rooms, Sort, Who
from engine.boss_monster.words.rooms import (
    BringToTop,
    BuildElsewhere,
    BuildMore,
    BuildNow,
    BuiltAgain,
    CopyItem,
    CopyLevelUp,
    Deactivate,
    Destroy,
    Frees,
    NoBuild,
    Rearrange,
    Reverse,
    Silence,
    StopBuilding,
    Swap,
)
from engine.boss_monster.words.score import CannotLose
from engine.core.effects import Ability, About, Step, Trigger
from tests.builders import boss_id, miniboss_id, room_id
from tests.engine.boss_monster.effect_table import ADA, BEN, EffectTable, hands, is_lost, only

DRAWS = (Draw(Deck.ROOMS),)


def three_rooms() -> EffectTable:
    """Ada's rooms as heroes meet them: den, pit (a trap), lair. Ben has a web."""
    table = EffectTable("Ada", "Ben")
    table.room("Ada", "lair").room("Ada", "pit", trap=True).room("Ada", "den", advanced=True).room("Ben", "web")
    table.phase(Phase.BUILD, "Ada")
    return table


# -- turning and destroying --------------------------------------------------------------------------------------------


def test_a_chosen_room_is_turned_sideways() -> None:
    """FX-22"""
    table = three_rooms()
    assert table.carry_out(Deactivate(), chosen_room=room_id("web")) == (RoomTurned(BEN, 1, room_id("web"), True),)
    assert table.stack("Ben", 1).deactivated
    assert is_lost(table.carry_out(Deactivate(), chosen_room=room_id("web")))


def test_the_first_room_of_a_type_is_the_first_that_heroes_meet() -> None:
    """FX-22"""
    table = three_rooms()
    assert [event.room for event in only(table.carry_out(Deactivate(Rooms.FIRST)), RoomTurned)] == [room_id("den")]
    table.carry_out(Deactivate(Rooms.FIRST))
    assert [stack.deactivated for stack in table.player("Ada").dungeon] == [False, True, True]


def test_a_face_down_card_remembers_that_its_room_was_turned() -> None:
    """FX-22, BM-BUILD-23"""
    table = three_rooms()
    table.change("Ben", face_down=1)
    table.carry_out(Deactivate(), chosen_room=room_id("web"))
    assert table.player("Ben").turned_under == (1,)


def test_all_other_rooms_are_destroyed_and_the_gaps_close() -> None:
    """FX-23, BM-GLOSS-14"""
    table = three_rooms()
    events = table.carry_out(Destroy(Rooms.OWN_OTHERS), card=room_id("pit"))
    assert [event.room for event in only(events, RoomDestroyed)] == [room_id("lair"), room_id("den")]
    assert table.tops("Ada") == [room_id("pit")]
    assert table.player("Ada").tally.destroyed == 2


def test_a_room_that_is_gone_or_deactivated_cannot_be_destroyed() -> None:
    """FX-23, BM-GLOSS-15"""
    table = three_rooms()
    table.carry_out(Deactivate(), chosen_room=room_id("web"))
    assert is_lost(table.carry_out(Destroy(), chosen_room=room_id("web")))
    assert is_lost(table.carry_out(Destroy(), chosen_room=room_id("ruin")))


def test_a_room_under_a_face_down_card_is_spared_where_it_does_not_work() -> None:
    """FX-23, BM-BUILD-14, BM-GLOSS-15"""
    table = EffectTable("Ada", "Ben", facedown_cover_still_active=False)
    table.room("Ada", "lair").room("Ada", "pit").room("Ada", "den").change("Ada", face_down=1)
    table.phase(Phase.BUILD, "Ben")
    table.carry_out(Destroy(Rooms.OWN_OTHERS), card=room_id("den"))
    assert table.tops("Ada") == [room_id("lair"), room_id("den")]
    assert is_lost(table.carry_out(Destroy(), chosen_room=room_id("lair")))


@pytest.mark.parametrize(
    ("player", "heard"),
    [(ADA, ["room"]), (BEN, ["spell"])],
)
def test_it_matters_who_destroys_a_room(player: str, heard: list[str]) -> None:
    """FX-23, TR-04, TR-05"""
    by_owner = Ability(Trigger.DESTROYED_BY_OWNER, DRAWS)
    by_other = Ability(Trigger.DESTROYED_BY_OTHER, (Draw(Deck.SPELLS),))
    table = EffectTable("Ada", "Ben")
    table.room("Ada", "tomb", abilities=(by_owner, by_other)).phase(Phase.BUILD, "Ada")
    card = room_id("tomb") if player == ADA else None
    events = table.carry_out(Destroy(), chosen_room=room_id("tomb"), player=ADA if player == ADA else BEN, card=card)
    assert [task.sort.value for task in hands(events)] == heard


# -- moving ------------------------------------------------------------------------------------------------------------


def test_two_stacks_change_places_with_the_card_that_lies_on_one_of_them() -> None:
    """FX-24"""
    table = three_rooms()
    table.change("Ada", face_down=1)
    events = table.carry_out(Swap(), chosen_room=room_id("lair"), other_room=room_id("den"))
    assert events == (RoomsSwapped(ADA, (1, 3), True),)
    assert table.tops("Ada") == [room_id("den"), room_id("pit"), room_id("lair")]
    assert table.player("Ada").face_down == 3
    assert table.player("Ada").arranged, "hands have yet to follow"
    assert is_lost(table.carry_out(Swap(), chosen_room=room_id("lair"), other_room=room_id("web")))


def test_a_hero_stays_in_the_room_that_is_swapped() -> None:
    """FX-24"""
    table = three_rooms().walking("Ada", "Tom")
    table.carry_out(Swap(), chosen_room=room_id("den"), other_room=room_id("lair"))
    assert table.state.walk is not None and table.state.walk.slot == 1


def test_a_dungeon_is_reversed() -> None:
    """FX-24"""
    table = three_rooms().walking("Ada", "Tom")
    assert table.carry_out(Reverse(Who.YOU)) == (DungeonReversed(ADA),)
    assert table.player("Ada").arranged, "hands have yet to follow"
    assert table.tops("Ada") == [room_id("den"), room_id("pit"), room_id("lair")]
    assert table.state.walk is not None and table.state.walk.slot == 1
    assert is_lost(table.carry_out(Reverse(Who.CHOSEN)))


def test_a_rearranged_dungeon_is_waited_for() -> None:
    """FX-24"""
    table = three_rooms()
    table.carry_out(Rearrange(), chosen_player=BEN)
    assert table.asked == ("rearrange", ("done",))
    assert not is_lost(table.answer("done"))
    assert is_lost(table.carry_out(Rearrange()))


def test_a_covered_room_comes_to_the_top_and_is_uncovered() -> None:
    """FX-24, TR-03"""
    wakes = (Ability(Trigger.UNCOVERED, DRAWS),)
    table = EffectTable("Ada", "Ben")
    below = (table.new_room("crypt", abilities=wakes), table.new_room("hall"))
    table.room("Ben", "tower", over=below).tucked("Ben", 1, "imp").phase(Phase.BUILD, "Ada")
    events = table.carry_out(BringToTop(), chosen_room=room_id("crypt"))
    assert RoomBroughtUp(BEN, 1, room_id("crypt"), room_id("tower")) in events
    assert MinibossDiscarded(BEN, miniboss_id("imp")) in events
    assert [task.players for task in hands(events)] == [(BEN,)]
    assert table.stack("Ben", 1).rooms == (room_id("hall"), room_id("tower"), room_id("crypt"))
    assert is_lost(table.carry_out(BringToTop(), chosen_room=room_id("crypt")))


# -- text --------------------------------------------------------------------------------------------------------------


def test_a_silenced_room_says_nothing() -> None:
    """FX-29"""
    avenges = (Ability(Trigger.HERO_DIES, DRAWS),)
    table = EffectTable("Ada", "Ben")
    table.room("Ada", "grave", 9, abilities=avenges)
    table.walking("Ada", "Tom", health=4)
    table.carry_out(Silence(), chosen_room=room_id("grave"))
    assert not hands(table.do(WalkOn()))
    assert table.player("Ada").souls == 1


def test_a_whole_dungeon_or_all_rooms_of_a_kind_are_silenced() -> None:
    """FX-29"""
    table = three_rooms()
    table.carry_out(Silence(Rooms.DUNGEON), chosen_player=BEN)
    assert statics.is_silent(table.state, BEN, 1, table.catalog)
    (told,) = table.carry_out(Silence(Rooms.ANY_TOP, RoomKind.ADVANCED))
    assert isinstance(told, AllHold)
    assert [statics.is_silent(table.state, ADA, slot, table.catalog) for slot in (1, 2, 3)] == [False, False, True]
    assert is_lost(table.carry_out(Silence()))


def test_rooms_that_count_as_just_built_speak_up_again() -> None:
    """FX-29, TR-01, TR-02"""
    table = EffectTable("Ada", "Ben")
    table.room("Ada", "den", abilities=(Ability(Trigger.BUILT, DRAWS),)).phase(Phase.BUILD, "Ada")
    likes = Ability(Trigger.OTHER_BUILT, (Draw(Deck.SPELLS),), about=About.OWN)
    table.room("Ada", "zoo", abilities=(likes,))
    events = table.carry_out(BuiltAgain(Rooms.OWN))
    assert RoomsBuiltAgain(ADA, (room_id("den"), room_id("zoo"))) in events
    assert [task.sort for task in hands(events)] == [Sort.ROOM, Sort.SPELL]
    assert is_lost(table.carry_out(BuiltAgain()))


def test_a_room_that_does_nothing_when_built_may_count_as_uncovered() -> None:
    """FX-29, TR-03"""
    table = EffectTable("Ada", "Ben")
    both = (Ability(Trigger.BUILT, DRAWS), Ability(Trigger.UNCOVERED, (Draw(Deck.SPELLS),)))
    table.room("Ada", "den", abilities=both).room("Ada", "map", abilities=both[1:]).phase(Phase.BUILD, "Ada")
    once = table.carry_out(BuiltAgain(uncovered=True), chosen_room=room_id("den"))
    assert [task.sort for task in hands(once)] == [Sort.ROOM]
    other = table.carry_out(BuiltAgain(uncovered=True), chosen_room=room_id("map"))
    assert [task.sort for task in hands(other)] == [Sort.SPELL]


# -- building ----------------------------------------------------------------------------------------------------------


def test_a_room_that_is_laid_at_once_is_built() -> None:
    """FX-25"""
    table = three_rooms()
    cave = table.new_room("cave", abilities=(Ability(Trigger.BUILT, DRAWS),))
    table.carry_out(BuildNow())
    assert table.asked == ("build_now", ("none",))
    events = table.do(BuildRoom(ADA, 2, cave))
    assert only(events, RoomBuilt) == [RoomBuilt(ADA, 2, cave, room_id("pit"))]
    assert len(hands(events)) == 1
    assert table.state.question is None


def test_nobody_has_to_build_at_once() -> None:
    """FX-25"""
    table = three_rooms()
    table.carry_out(BuildNow(), *DRAWS)
    assert len(hands(table.answer("none"))) == 1
    assert len(table.player("Ada").dungeon) == 3


def test_what_stops_all_building_stops_it_for_abilities_too() -> None:
    """FX-26, FX-27"""
    table = three_rooms()
    table.change("Ada", face_down=4).change("Ben", face_down=1, more_face_down=(2,))
    events = table.carry_out(StopBuilding())
    assert only(events, BuildTakenBack) == [
        BuildTakenBack(ADA, 4),
        BuildTakenBack(BEN, 1),
        BuildTakenBack(BEN, 2),
    ]
    assert not table.player("Ada").all_face_down and not table.player("Ben").all_face_down
    assert is_lost(table.carry_out(BuildNow()))
    assert is_lost(table.carry_out(BuildElsewhere(), chosen_player=BEN))


@pytest.mark.parametrize(
    ("step", "holds"),
    [
        (BuildMore(), Holds.BUILD_MORE),
        (NoBuild(), Holds.NO_BUILD),
        (Frees(Freed.NEXT_BUILD), Holds.FREE_BUILD),
    ],
)
def test_how_a_player_builds_is_changed_for_this_round(step: Step, holds: Holds) -> None:
    """FX-25, FX-26, FX-28"""
    table = three_rooms()
    table.carry_out(step)
    assert [change.holds for change in table.player("Ada").changes] == [holds]
    assert building.is_stopped(table.state, table.player("Ada")) is (holds is Holds.NO_BUILD)


def test_a_build_may_go_to_another_player() -> None:
    """FX-25"""
    table = three_rooms()
    assert table.carry_out(BuildElsewhere(), chosen_player=BEN) == (BuildGoesTo(ADA, BEN),)
    assert [change.holds for change in table.player("Ada").changes] == [Holds.BUILD_ELSEWHERE]
    assert [change.holds for change in table.player("Ben").changes] == [Holds.MARKED]
    table.change("Ben", face_down=1)
    assert is_lost(table.carry_out(BuildElsewhere(), chosen_player=ADA, player=BEN))


def test_a_card_that_is_built_at_once_is_of_the_right_sort_and_in_the_right_place() -> None:
    """FX-25"""
    table = three_rooms()
    trap, monster = table.new_room("saw", trap=True, gold=2), table.new_room("orc", advanced=True)
    imp = table.new_miniboss("imp")
    fits = [
        (Sort.ROOM, [trap, monster, imp]),
        (Sort.MONSTER_ROOM, [monster]),
        (Sort.TRAP_ROOM, [trap]),
        (Sort.ADVANCED_ROOM, [monster]),
        (Sort.ADVANCED_MONSTER_ROOM, [monster]),
        (Sort.ADVANCED_TRAP_ROOM, []),
        (Sort.MULTI_TREASURE_ROOM, [trap]),
        (Sort.MINIBOSS, [imp]),
        (Sort.SPELL, []),
    ]
    every = (trap, monster, imp, table.new_spell("zap", "both"))
    for sort, wanted in fits:
        step, ada = BuildNow(sort), table.player("Ada")
        suited = [card for card in every if on_building.suits(step, ada, 1, table.catalog[card])]
        assert suited == wanted, sort
    over = BuildNow(over=True)
    assert [on_building.suits(over, table.player("Ada"), slot, table.catalog[trap]) for slot in (3, 4)] == [True, False]


# -- copying -----------------------------------------------------------------------------------------------------------


def test_a_copied_level_up_happens_at_once_or_holds_from_now_on() -> None:
    """FX-29"""
    once = Ability(Trigger.LEVEL_UP, (Draw(Deck.SPELLS, 3),))
    lasting = Ability(Trigger.OTHER_BUILT, DRAWS, about=About.OWN)
    table = three_rooms()
    table.boss("Ben", abilities=(once, lasting)).change("Ada", levelled_up=True)
    events = table.carry_out(CopyLevelUp(), chosen_player=BEN)
    assert LevelUpCopied(ADA, boss_id("Ben")) in events
    assert [(task.players, task.number) for task in hands(events)] == [((ADA,), 3)]
    again = table.carry_out(BuiltAgain(), chosen_room=room_id("pit"))
    assert [task.players for task in hands(again)] == [(ADA,)]
    assert is_lost(table.carry_out(CopyLevelUp()))


def test_the_boss_effect_of_another_item_happens_and_the_item_stays_as_it_is() -> None:
    """FX-29"""
    table = three_rooms()
    mirror = table.new_item("mirror")
    grail = table.new_item("grail")
    spoken = replace(table.catalog[grail], abilities=(Ability(Trigger.ACTIVATED, (CannotLose(), *DRAWS)),))
    table.cards[spoken.id] = spoken
    table.change("Ben", open_item=grail)
    events = table.carry_out(CopyItem(), card=mirror, chosen_item=grail)
    assert events[0] == ItemCopied(ADA, grail)
    assert [change.holds for change in table.player("Ada").changes] == [Holds.CANNOT_LOSE]
    assert [task.players for task in hands(events)] == [(ADA,)]
    assert table.player("Ben").open_item == grail
    assert is_lost(table.carry_out(CopyItem(), card=mirror))
