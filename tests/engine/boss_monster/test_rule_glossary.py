"""The words of the glossary (BM-GLOSS)."""

import pytest

from engine.boss_monster.cards import RoomType, Treasure
from engine.boss_monster.commands import (
    Announce,
    BuildRoom,
    DestroyRoom,
    FinishBuild,
    Placed,
    RevealRooms,
    SwapRooms,
    TurnRoom,
    UseRoom,
)
from engine.boss_monster.counts import dungeon_damage, room_damage, treasure_of
from engine.boss_monster.events import EffectDue, LeveledUp, RoomDestroyed, RoomUsed
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck, Rooms
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import Camera, Table, boss_id, hero_id, miniboss_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")


def building() -> Table:
    return Table("Ada", "Ben").phase(Phase.BUILD, "Ada")


@pytest.mark.parametrize("phase", [Phase.BUILD, Phase.ADVENTURE])
def test_abilities_are_used_whenever_a_spell_could_be_cast(phase: Phase) -> None:
    """BM-GLOSS-3"""
    table = Table("Ada", "Ben").room("Ada", "a").phase(phase, "Ada")
    table.do(Announce(BEN))
    assert [waiting.player for waiting in table.state.announced] == [BEN]


def test_a_once_per_round_ability_is_used_once_until_the_round_ends() -> None:
    """BM-GLOSS-4, BM-END-12"""
    table = building().room("Ada", "a")
    assert table.do(UseRoom(ADA, 1)) == (RoomUsed(ADA, 1, room_id("a")),)
    with pytest.raises(IllegalCommand) as refused:
        table.do(UseRoom(ADA, 1))
    assert (refused.value.reason, refused.value.rule) == ("used_already", "BM-GLOSS-4")
    table.adventure()
    table.phase(Phase.BUILD, "Ada").do(UseRoom(ADA, 1))


def test_a_deactivated_room_is_nothing_but_an_obstacle() -> None:
    """BM-GLOSS-5, BM-GLOSS-15"""
    table = building()
    low = table.new_room("low", 3, gold=3)
    table.room("Ada", "top", 2, gold=1, over=[low]).room("Ada", "other", 1)
    table.do(TurnRoom(ADA, 1, True))
    ada = table.player("Ada")
    assert table.tops("Ada")[0] == room_id("top"), "a: nothing is uncovered"
    assert dungeon_damage(table.state, ada, table.catalog) == 1, "b: no damage"
    assert treasure_of(table.state, ada, table.catalog)[Treasure.GOLD] == 0, "b: no treasure"
    for command, reason in (
        (BuildRoom(ADA, 1, table.new_room("new")), "build_not_allowed"),
        (DestroyRoom(ADA, 1), "room_is_deactivated"),
        (UseRoom(ADA, 1), "room_is_deactivated"),
    ):
        with pytest.raises(IllegalCommand, match=reason):
            table.do(command)


def test_an_uncovered_room_is_not_built_but_its_uncover_text_works() -> None:
    """BM-GLOSS-6, BM-GLOSS-13, BM-BUILD-10"""
    both = (Ability(Trigger.UNCOVERED, (Draw(Deck.ROOMS),)), Ability(Trigger.BUILT, (Draw(Deck.ROOMS),)))
    table = building()
    low = table.new_room("low", abilities=both)
    plain = table.new_room("plain", abilities=both[1:])
    table.room("Ada", "top", over=[low]).room("Ada", "lid", over=[plain])
    destroyed = RoomDestroyed(ADA, 1, room_id("top"), low)
    assert table.do(DestroyRoom(ADA, 1))[:2] == (destroyed, EffectDue(ADA, low))
    assert table.do(DestroyRoom(ADA, 2)) == (RoomDestroyed(ADA, 2, room_id("lid"), plain),)


def test_the_entrance_is_left_of_the_leftmost_room() -> None:
    """BM-GLOSS-7, BM-BAIT-6"""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b").waiting("Ada", "Tom").waiting("Ada", "Tim")
    camera = Camera(table).sees(hero_id("Tim"), Area.ROW, "Ada", 4).sees(hero_id("Tom"), Area.ROW, "Ada", 3)
    camera.sees(table.new_hero("Inside"), Area.ROW, "Ada", 2)
    assert recognise(camera.seen, table.catalog).queue(boss_id("Ada"), 2) == (hero_id("Tom"), hero_id("Tim"))


def test_a_boss_levels_up_once_even_through_effects() -> None:
    """BM-GLOSS-9, BM-BUILD-18"""
    table = building()
    for name in "abcd":
        table.room("Ada", name)
    assert LeveledUp(ADA) in table.do(BuildRoom(ADA, 5, table.new_room("e")))
    assert LeveledUp(ADA) not in table.do(DestroyRoom(ADA, 5), BuildRoom(ADA, 5, table.new_room("f")))


def test_advanced_in_brackets_means_both_kinds() -> None:
    """BM-GLOSS-10"""
    boost = (Ability(Trigger.STATIC, (AddDamage(1, Rooms.OWN, RoomType.MONSTER),)),)
    table = Table("Ada", "Ben").room("Ada", "plain", 1, abilities=boost).room("Ada", "grand", 1, advanced=True)
    assert [room_damage(table.state, table.player("Ada"), slot, table.catalog) for slot in (1, 2)] == [2, 2]


def test_the_printed_xp_orders_everything_and_never_changes() -> None:
    """BM-GLOSS-12, BM-GEN-5"""
    table = building().room("Ada", "a").room("Ben", "b")
    order = [player.id for player in table.state.players]
    table.do(DestroyRoom(ADA, 1), FinishBuild(ADA), FinishBuild(BEN))
    table.adventure()
    assert [player.id for player in table.state.players] == order


def test_an_empty_slot_closes_and_whole_stacks_move() -> None:
    """BM-GLOSS-14, BM-MINI-14"""
    table = building().room("Ada", "a").room("Ada", "b")
    low = table.new_room("low")
    table.room("Ada", "c", over=[low]).tucked("Ada", 3, "Imp", 2)
    table.do(DestroyRoom(ADA, 2))
    assert table.tops("Ada") == [room_id("a"), room_id("c")]
    moved = table.player("Ada").dungeon[1]
    assert moved.covered == (low,)
    assert moved.miniboss is not None and (moved.miniboss.copy, moved.miniboss.level) == (miniboss_id("Imp"), 2)


def test_only_the_room_on_top_can_be_destroyed() -> None:
    """BM-GLOSS-15"""
    table = building()
    low = table.new_room("low")
    table.room("Ada", "top", over=[low])
    (destroyed,) = table.do(DestroyRoom(ADA, 1))
    assert destroyed == RoomDestroyed(ADA, 1, room_id("top"), low)
    with pytest.raises(IllegalCommand, match="no_such_slot"):
        table.do(DestroyRoom(ADA, 2))


def test_rooms_change_places_alone_or_with_their_stacks() -> None:
    """BM-MINI-14, BM-GLOSS-14"""
    for whole in (True, False):
        table = building()
        low = table.new_room("low")
        table.room("Ada", "a", over=[low]).room("Ada", "b").tucked("Ada", 1, "Imp")
        table.do(SwapRooms(ADA, 1, 2, whole))
        first, second = table.player("Ada").dungeon
        assert (first.top, second.top) == (room_id("b"), room_id("a"))
        assert (second.covered if whole else first.covered) == (low,)
        assert second.miniboss is not None, "a miniboss moves with its room"


def test_a_reveal_on_top_covers_and_a_destruction_uncovers() -> None:
    """BM-BUILD-9, BM-BUILD-10"""
    table = building().room("Ada", "low", gold=2)
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN), RevealRooms((Placed(ADA, 1, table.new_room("top")),)))
    assert treasure_of(table.state, table.player("Ada"), table.catalog)[Treasure.GOLD] == 0
    table.do(DestroyRoom(ADA, 1))
    assert treasure_of(table.state, table.player("Ada"), table.catalog)[Treasure.GOLD] == 2
