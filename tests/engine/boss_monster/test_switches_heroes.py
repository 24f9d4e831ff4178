"""Every value of the house rules about bait, adventure and round end makes its difference (rules 3.2)."""

from typing import Any

import pytest

from engine.boss_monster.commands import (
    BeginAdventure,
    BeginRound,
    DestroyRoom,
    KillHero,
    LureHeroes,
    MoveHero,
    RevealHeroes,
    WalkOn,
)
from engine.boss_monster.effect_events import HandTask
from engine.boss_monster.events import (
    AdventureTurnBegan,
    EffectDue,
    Event,
    GameWon,
    HeroBaited,
    HeroKilled,
    HeroRemoved,
    QuestionAsked,
    RoundEnded,
)
from engine.boss_monster.state import Phase
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck
from engine.core.commands import Answer
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, hero_id, room_id
from tests.engine.boss_monster.switch_registry import switch

ADA, BEN = PlayerId("p1"), PlayerId("p2")
FIVE = ("Ada", "Ben", "Cem", "Dot", "Eva")
WITH_CRASH_LANDING = ("base", "crash_landing")


def verdicts(table: Table) -> list[tuple[PlayerId | None, str]]:
    return [(event.player, event.rule) for event in table.do(LureHeroes()) if isinstance(event, HeroBaited)]


# -- A-01 all_five_wounds ----------------------------------------------------------------------------------------------


def everybody_wounded(**switches: Any) -> PlayerId:
    table = Table("Ada", "Ben", **switches).change("Ada", souls=9, wounds=5).change("Ben", souls=10, wounds=7)
    (won,) = [event for event in table.adventure() if isinstance(event, GameWon)]
    assert won.rule == "BM-END-8"
    return won.player


@switch("all_five_wounds", "net_score")
def test_ten_souls_do_not_matter_when_everybody_has_five_wounds() -> None:
    """A-01, BM-END-8"""
    assert everybody_wounded() == ADA


@switch("all_five_wounds", "need_ten_souls_else_net")
def test_only_those_with_ten_souls_compare_where_the_group_plays_so() -> None:
    """A-01, BM-END-8"""
    assert everybody_wounded(all_five_wounds="need_ten_souls_else_net") == BEN


# -- A-04 bait_tie_scope -----------------------------------------------------------------------------------------------


def tie_below_the_leader(**switches: Any) -> list[tuple[PlayerId | None, str]]:
    table = Table("Ada", "Ben", "Cem", **switches)
    return verdicts(table.room("Ada", "a", gold=1).room("Ben", "b", gold=3).room("Cem", "c", gold=1).hero("Tom"))


@switch("bait_tie_scope", "leaders_only")
def test_only_a_tie_of_the_leaders_keeps_a_hero_in_town() -> None:
    """A-04, BM-BAIT-8"""
    assert tie_below_the_leader() == [(BEN, "BM-BAIT-5")]


@switch("bait_tie_scope", "any_tie")
def test_any_tie_keeps_a_hero_in_town_where_the_group_plays_so() -> None:
    """A-04, BM-BAIT-8"""
    assert tie_below_the_leader(bait_tie_scope="any_tie") == [(None, "BM-BAIT-8")]


# -- A-05 cl_tie_rule --------------------------------------------------------------------------------------------------


def two_thieves_for_two(*names: str, **switches: Any) -> list[str]:
    """The rules by which two thieves are judged when two dungeons are tied."""
    table = Table(*names, sets=WITH_CRASH_LANDING, **switches)
    table.room("Ada", "a", gold=1).room("Ben", "b", gold=1).hero("One").hero("Two")
    return [rule for _, rule in verdicts(table)]


@switch("cl_tie_rule", "five_six_only")
def test_tied_dungeons_share_heroes_only_among_five_or_six() -> None:
    """A-05, BM-CL-9, BM-CL-3"""
    assert two_thieves_for_two(*FIVE) == ["BM-CL-4", "BM-CL-4"]
    assert two_thieves_for_two("Ada", "Ben") == ["BM-BAIT-8", "BM-BAIT-8"]


@switch("cl_tie_rule", "always_with_cl")
def test_tied_dungeons_share_heroes_at_any_count_where_the_group_plays_so() -> None:
    """A-05, BM-CL-9"""
    assert two_thieves_for_two("Ada", "Ben", cl_tie_rule="always_with_cl") == ["BM-CL-4", "BM-CL-4"]


@switch("cl_tie_rule", "never")
def test_tied_dungeons_never_share_heroes_where_the_group_plays_so() -> None:
    """A-05, BM-CL-9"""
    assert two_thieves_for_two(*FIVE, cl_tie_rule="never") == ["BM-BAIT-8", "BM-BAIT-8"]


# -- A-06 cl_tie_batch_time --------------------------------------------------------------------------------------------


def shared_and_unique(**switches: Any) -> tuple[str, ...]:
    """Ada's queue: a cleric that only she lures, and one of two thieves that are shared out."""
    table = Table(*FIVE, sets=WITH_CRASH_LANDING, **switches)
    table.room("Ada", "a", gold=1, relic=1).room("Ben", "b", gold=1)
    table.hero("Cleric", "cleric").hero("Thief1").hero("Thief2").do(LureHeroes())
    return table.player("Ada").entrance


@switch("cl_tie_batch_time", "first_encounter")
def test_a_tied_class_is_shared_out_when_its_first_hero_comes_up() -> None:
    """A-06, BM-CL-8"""
    assert shared_and_unique() == (hero_id("Thief1"), hero_id("Cleric"))


@switch("cl_tie_batch_time", "after_unique_lures")
def test_tied_classes_are_shared_out_last_where_the_group_plays_so() -> None:
    """A-06, BM-CL-8"""
    queue = shared_and_unique(cl_tie_batch_time="after_unique_lures")
    assert queue == (hero_id("Cleric"), hero_id("Thief1"))


# -- A-07 cl_tie_special_heroes ----------------------------------------------------------------------------------------


def two_fools_for_two(**switches: Any) -> list[tuple[PlayerId | None, str]]:
    table = Table(*FIVE, sets=WITH_CRASH_LANDING, **switches).hero("Fool1", "fool").hero("Fool2", "fool")
    for name in FIVE[2:]:
        table.change(name, souls=3)
    return verdicts(table)


@switch("cl_tie_special_heroes", "stay")
def test_heroes_with_a_lure_of_their_own_are_not_shared_out() -> None:
    """A-07, BM-CL-7"""
    assert two_fools_for_two() == [(None, "BM-BAIT-13"), (None, "BM-BAIT-13")]


@switch("cl_tie_special_heroes", "distribute")
def test_heroes_with_a_lure_of_their_own_are_shared_out_where_the_group_plays_so() -> None:
    """A-07, BM-CL-7"""
    assert two_fools_for_two(cl_tie_special_heroes="distribute") == [(ADA, "BM-CL-4"), (BEN, "BM-CL-4")]


# -- A-08 hero_deck_empty_2_4 ------------------------------------------------------------------------------------------


def round_with_the_last_heroes(**switches: Any) -> list[tuple[PlayerId, str]]:
    table = Table("Ada", "Ben", **switches).change("Ada", souls=4).change("Ben", souls=3).phase(Phase.ROUND_START)
    table.do(RevealHeroes((table.new_hero("One"), table.new_hero("Two"))))
    return [(event.player, event.rule) for event in table.adventure() if isinstance(event, GameWon)]


@switch("hero_deck_empty_2_4", "continue")
def test_an_empty_hero_deck_does_not_end_the_game() -> None:
    """A-08, BM-START-8"""
    assert round_with_the_last_heroes() == []


def test_a_group_without_any_hero_left_plays_on_or_scores() -> None:
    """A-08, BM-START-8: asked in every round in which nobody can come any more"""
    for choice, winners in (("continue", []), ("final_scoring", [GameWon(ADA, "BM-START-8")])):
        table = Table("Ada", "Ben").change("Ada", souls=4, wounds=1).change("Ben", souls=3, wounds=1)
        table.adventure()
        table.do(BeginRound())
        assert table.state.question is not None
        assert table.state.question.choices == ("continue", "final_scoring")
        events = table.do(Answer(choice))
        assert [event for event in events if isinstance(event, GameWon)] == winners
        assert table.state.phase is (Phase.OVER if winners else Phase.BUILD)


@switch("hero_deck_empty_2_4", "last_round_net")
def test_the_net_score_decides_after_the_last_heroes_where_the_group_plays_so() -> None:
    """A-08, BM-START-8"""
    assert round_with_the_last_heroes(hero_deck_empty_2_4="last_round_net") == [(ADA, "BM-START-8")]


@switch("hero_deck_empty_2_4", "last_round_net")
def test_whoever_has_won_anyway_has_won_in_the_last_round_too() -> None:
    """A-08, BM-START-8, BM-END-6"""
    table = Table("Ada", "Ben", hero_deck_empty_2_4="last_round_net").change("Ada", souls=10, wounds=4)
    won = [event for event in table.change("Ben", souls=9).adventure() if isinstance(event, GameWon)]
    assert won == [GameWon(ADA, "BM-END-6")]


# -- A-11 town_return_position -----------------------------------------------------------------------------------------


def sent_back_to_town(**switches: Any) -> tuple[str, ...]:
    table = Table("Ada", "Ben", **switches).waiting("Ada", "Old").hero("New").phase(Phase.BUILD, "Ada")
    table.do(MoveHero(hero_id("Old")))
    return table.state.town


@switch("town_return_position", "by_reveal_age")
def test_a_hero_returns_to_town_by_its_age() -> None:
    """A-11, BM-ADV-20"""
    assert sent_back_to_town() == (hero_id("Old"), hero_id("New"))


@switch("town_return_position", "as_newest")
def test_a_hero_returns_to_town_as_the_newest_where_the_group_plays_so() -> None:
    """A-11, BM-ADV-20"""
    assert sent_back_to_town(town_return_position="as_newest") == (hero_id("New"), hero_id("Old"))


# -- A-21 destroyed_under_hero -----------------------------------------------------------------------------------------


def floor_gives_way(**switches: Any) -> tuple[int, int]:
    """Souls and wounds after the room around a hero is destroyed and a deadly one comes to light."""
    table = Table("Ada", "Ben", **switches)
    below = table.new_room("below", 5)
    table.room("Ada", "top", 1, over=[below]).waiting("Ada", "Tom", 4).phase(Phase.BAITED)
    table.do(BeginAdventure(), DestroyRoom(ADA, 1))
    while table.state.phase is Phase.ADVENTURE:
        table.do(WalkOn())
    return table.player("Ada").souls, table.player("Ada").wounds


@switch("destroyed_under_hero", "move_on")
def test_a_hero_moves_on_when_its_room_is_destroyed() -> None:
    """A-21, BM-ADV-15"""
    assert floor_gives_way() == (0, 1)


@switch("destroyed_under_hero", "enter_uncovered")
def test_a_hero_enters_the_uncovered_room_where_the_group_plays_so() -> None:
    """A-21, BM-ADV-15"""
    assert floor_gives_way(destroyed_under_hero="enter_uncovered") == (1, 0)


# -- A-22 late_entrance_hero -------------------------------------------------------------------------------------------


def sent_to_somebody_who_is_done(**switches: Any) -> tuple[Table, list[PlayerId]]:
    table = Table("Ada", "Ben", **switches).room("Ada", "a", 9).room("Ben", "b", 1)
    table.waiting("Ada", "One").waiting("Ben", "Two").phase(Phase.BAITED)
    events = table.do(BeginAdventure(), WalkOn(), MoveHero(hero_id("Two"), ADA))
    while table.state.phase is Phase.ADVENTURE:
        events += table.do(WalkOn())
    return table, [event.player for event in events if isinstance(event, AdventureTurnBegan)]


@switch("late_entrance_hero", "wait")
def test_a_hero_that_comes_too_late_waits_for_the_next_round() -> None:
    """A-22, BM-ADV-19"""
    table, turns = sent_to_somebody_who_is_done()
    assert turns == [ADA, BEN]
    assert table.player("Ada").entrance == (hero_id("Two"),)


@switch("late_entrance_hero", "extra_turn")
def test_a_hero_that_comes_too_late_gives_an_extra_turn_where_the_group_plays_so() -> None:
    """A-22, BM-ADV-19"""
    table, turns = sent_to_somebody_who_is_done(late_entrance_hero="extra_turn")
    assert turns == [ADA, BEN, ADA]
    assert table.player("Ada").souls == 2


# -- A-23 entrance_is_dungeon ------------------------------------------------------------------------------------------


def kill_at_the_entrance(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    table = Table("Ada", "Ben", **switches).waiting("Ada", "Tom").phase(Phase.BUILD, "Ada")
    return table, table.do(KillHero(hero_id("Tom")))


@switch("entrance_is_dungeon", "ask")
@pytest.mark.parametrize(("choice", "souls"), [("yes", 1), ("no", 0)])
def test_the_group_is_asked_whether_the_entrance_is_part_of_the_dungeon(choice: str, souls: int) -> None:
    """A-23, BM-ADV-24"""
    table, (asked,) = kill_at_the_entrance()
    assert isinstance(asked, QuestionAsked)
    table.do(Answer(choice))
    assert table.player("Ada").souls == souls


@switch("entrance_is_dungeon", "yes")
def test_a_hero_at_the_entrance_is_killed_as_in_the_dungeon_where_the_group_plays_so() -> None:
    """A-23, BM-ADV-24"""
    assert kill_at_the_entrance(entrance_is_dungeon="yes")[1] == (HeroKilled(hero_id("Tom"), ADA, 1),)


@switch("entrance_is_dungeon", "no")
def test_a_hero_at_the_entrance_is_safe_where_the_group_plays_so() -> None:
    """A-23, BM-ADV-24"""
    with pytest.raises(IllegalCommand, match="not_in_dungeon"):
        kill_at_the_entrance(entrance_is_dungeon="no")


# -- A-25 eliminated_entrance_heroes -----------------------------------------------------------------------------------


def waiting_for_somebody_who_is_out(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    table = Table("Ada", "Ben", "Cem", **switches).change("Ada", wounds=5).room("Ben", "b", 1)
    table.waiting("Ben", "Old").hero("New").phase(Phase.BAITED)
    return table, table.do(BeginAdventure(), MoveHero(hero_id("Old"), ADA))


@switch("eliminated_entrance_heroes", "to_town")
def test_heroes_that_wait_for_somebody_who_is_out_go_back_to_town_by_age() -> None:
    """A-25, BM-END-15"""
    table, _ = waiting_for_somebody_who_is_out()
    assert table.state.town == (hero_id("Old"), hero_id("New"))


@switch("eliminated_entrance_heroes", "removed")
def test_heroes_that_wait_for_somebody_who_is_out_leave_the_game_where_the_group_plays_so() -> None:
    """A-25, BM-END-15"""
    table, events = waiting_for_somebody_who_is_out(eliminated_entrance_heroes="removed")
    assert HeroRemoved(hero_id("Old")) in events
    assert (table.state.town, table.state.removed) == ((hero_id("New"),), (hero_id("Old"),))


# -- A-26 end_of_round_triggers ----------------------------------------------------------------------------------------


def end_of_a_round(souls: int, **switches: Any) -> list[type[Event]]:
    draws = (Ability(Trigger.ROUND_END, (Draw(Deck.ROOMS),)),)
    table = Table("Ada", "Ben", **switches).room("Ben", "b", abilities=draws).change("Ada", souls=souls)
    events = table.adventure()
    assert all(event == EffectDue(BEN, room_id("b")) for event in events if isinstance(event, EffectDue))
    assert any(isinstance(event, HandTask) for event in events) is any(isinstance(event, EffectDue) for event in events)
    return [type(event) for event in events if not isinstance(event, HandTask)]


@switch("end_of_round_triggers", "in_cleanup")
def test_texts_about_the_end_of_the_round_come_with_the_preparation() -> None:
    """A-26, BM-END-14: and not at all when the game is over"""
    assert end_of_a_round(souls=0) == [RoundEnded, EffectDue]
    assert end_of_a_round(souls=10) == [RoundEnded, GameWon]


@switch("end_of_round_triggers", "before_check")
def test_texts_about_the_end_of_the_round_come_before_the_check_where_the_group_plays_so() -> None:
    """A-26, BM-END-14"""
    assert end_of_a_round(souls=0, end_of_round_triggers="before_check") == [EffectDue, RoundEnded]
    assert end_of_a_round(souls=10, end_of_round_triggers="before_check") == [EffectDue, RoundEnded, GameWon]


# -- A-44 lethal_hero_moved --------------------------------------------------------------------------------------------


def dying_hero_sent_to_town(**switches: Any) -> Table:
    table = Table("Ada", "Ben", **switches).room("Ada", "a", 5).waiting("Ada", "Tom", 4).phase(Phase.BAITED)
    table.do(BeginAdventure(), MoveHero(hero_id("Tom")))
    return table


@switch("lethal_hero_moved", "dies")
def test_a_hero_with_lethal_damage_dies_instead_of_being_moved() -> None:
    """A-44, BM-ADV-26"""
    table = dying_hero_sent_to_town()
    assert (table.player("Ada").souls, table.state.town) == (1, ())


@switch("lethal_hero_moved", "is_moved")
def test_a_hero_with_lethal_damage_is_moved_where_the_group_plays_so() -> None:
    """A-44, BM-ADV-26"""
    table = dying_hero_sent_to_town(lethal_hero_moved="is_moved")
    assert (table.player("Ada").souls, table.state.town) == (0, (hero_id("Tom"),))
