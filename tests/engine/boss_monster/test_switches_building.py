"""Every value of the house rules about set-up and building makes its difference (rules 3.2)."""

from typing import Any

import pytest

from engine.boss_monster.cards import RoomType, Treasure
from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    BeginRound,
    BuildRoom,
    DeckRanOut,
    DestroyRoom,
    FinishBuild,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    UseRoom,
)
from engine.boss_monster.counts import treasure_of
from engine.boss_monster.decks import DrawnRoom, may_redraw
from engine.boss_monster.events import (
    BuildTakenBack,
    Event,
    LeveledUp,
    QuestionAsked,
    Reminder,
    RoomBuilt,
    RoomEntered,
    TurnOrderSet,
)
from engine.boss_monster.rules import new_game
from engine.boss_monster.state import Phase
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.meanings import Rooms
from engine.core.commands import Answer
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, boss_id, room_id
from tests.engine.boss_monster.switch_registry import switch

ADA, BEN = PlayerId("p1"), PlayerId("p2")


# -- A-10 room_deck_empty ----------------------------------------------------------------------------------------------


@switch("room_deck_empty", "reshuffle_discard")
@pytest.mark.parametrize("deck", ["rooms", "spells"])
def test_an_empty_deck_is_made_anew_from_its_discards(deck: str) -> None:
    """A-10, BM-START-9"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    assert table.do(DeckRanOut(deck)) == (Reminder(f"reshuffle_{deck}"),)
    assert table.state.question is None


@switch("room_deck_empty", "ask")
@pytest.mark.parametrize("deck", ["rooms", "spells"])
def test_the_group_is_asked_about_an_empty_deck_where_it_plays_so(deck: str) -> None:
    """A-10, BM-START-9"""
    table = Table("Ada", "Ben", room_deck_empty="ask").phase(Phase.BUILD, "Ada")
    (asked,) = table.do(DeckRanOut(deck))
    assert isinstance(asked, QuestionAsked)
    assert Reminder(f"reshuffle_{deck}") in table.do(Answer("reshuffle"))
    table.do(DeckRanOut(deck))
    assert not any(isinstance(event, Reminder) for event in table.do(Answer("continue")))


# -- A-12 xp_tie -------------------------------------------------------------------------------------------------------


def equal_bosses(names: tuple[str, ...], xps: tuple[int, ...], **switches: Any) -> tuple[Table, list[Event]]:
    table = Table(*names, **switches)
    for name, xp in zip(names, xps, strict=True):
        table.boss(name, xp)
    table.state = new_game(table.state.options)
    events = table.do(SeatPlayers(tuple(boss_id(name) for name in names)))
    return table, [event for event in events if isinstance(event, QuestionAsked | TurnOrderSet)]


@switch("xp_tie", "ask_at_setup")
def test_players_with_equal_xp_say_once_who_goes_first() -> None:
    """A-12, BM-GEN-7"""
    table, (asked,) = equal_bosses(("Ada", "Ben"), (500, 500))
    assert isinstance(asked, QuestionAsked)
    assert (asked.question.ask, asked.question.choices) == ("Q-19", ("p1", "p2"))
    assert TurnOrderSet((BEN, ADA)) in table.do(Answer("p2"))


@switch("xp_tie", "ask_at_setup")
def test_every_group_of_players_with_equal_xp_is_asked_about() -> None:
    """A-12, BM-GEN-7"""
    table, _ = equal_bosses(("Ada", "Ben", "Cem", "Dot"), (500, 300, 500, 300))
    table.do(Answer("p3"))
    assert table.state.question is not None
    assert table.state.question.choices == ("p2", "p4")
    assert TurnOrderSet((PlayerId("p3"), ADA, PlayerId("p4"), BEN)) in table.do(Answer("p4"))


@switch("xp_tie", "seat_order")
def test_the_seats_decide_about_equal_xp_where_the_group_plays_so() -> None:
    """A-12, BM-GEN-7"""
    _, events = equal_bosses(("Ada", "Ben"), (500, 500), xp_tie="seat_order")
    assert events == [TurnOrderSet((ADA, BEN))]


# -- A-13 redraw_limit -------------------------------------------------------------------------------------------------

POOR_HAND = [DrawnRoom(True, (Treasure.GOLD,))] * 4


def redraws(**switches: Any) -> tuple[list[bool], set[str]]:
    table = Table("Ada", "Ben", **switches)
    allowed = [may_redraw(POOR_HAND, times, table.state.options) for times in (0, 1, 2)]
    table.state = new_game(table.state.options)
    events = table.do(SeatPlayers((boss_id("Ada"), boss_id("Ben"))))
    return allowed, {event.key for event in events if isinstance(event, Reminder) and "redraw" in event.key}


@switch("redraw_limit", "once")
def test_a_poor_hand_is_exchanged_once() -> None:
    """A-13, BM-SETUP-8, BM-SETUP-7"""
    assert redraws() == ([True, False, False], {"redraw_once"})


@switch("redraw_limit", "unlimited")
def test_a_poor_hand_is_exchanged_again_and_again_where_the_group_plays_so() -> None:
    """A-13, BM-SETUP-8"""
    assert redraws(redraw_limit="unlimited") == ([True, True, True], {"redraw_unlimited"})


# -- A-14 facedown_cover_still_active ----------------------------------------------------------------------------------


def covered_face_down(**switches: Any) -> Table:
    """Ada has laid a card on her only room; Ben is to build."""
    table = Table("Ada", "Ben", **switches).room("Ada", "den", gold=1).phase(Phase.BUILD, "Ada")
    table.do(FinishBuild(ADA, 1))
    return table


@switch("facedown_cover_still_active", True)
def test_a_room_under_a_face_down_card_works_until_the_reveal() -> None:
    """A-14, BM-BUILD-14"""
    table = covered_face_down()
    assert treasure_of(table.state, table.player("Ada"), table.catalog)[Treasure.GOLD] == 1
    table.do(UseRoom(ADA, 1))
    table.do(DestroyRoom(ADA, 1))
    assert table.tops("Ada") == []


@switch("facedown_cover_still_active", False)
def test_a_room_under_a_face_down_card_is_asleep_where_the_group_plays_so() -> None:
    """A-14, BM-BUILD-14"""
    table = covered_face_down(facedown_cover_still_active=False)
    assert treasure_of(table.state, table.player("Ada"), table.catalog)[Treasure.GOLD] == 0
    for command in (UseRoom(ADA, 1), DestroyRoom(ADA, 1)):
        with pytest.raises(IllegalCommand, match="room_is_covered"):
            table.do(command)


# -- A-15 illegal_reveal_policy ----------------------------------------------------------------------------------------


def illegal_reveal(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    """Ada turns up an advanced room that lies on nothing."""
    table = Table("Ada", "Ben", **switches).phase(Phase.BUILD, "Ada")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    palace = table.new_room("palace", advanced=True, gold=1)
    return table, table.do(RevealRooms((Placed(ADA, 1, palace),)))


@switch("illegal_reveal_policy", "ask")
def test_the_group_is_asked_about_an_illegal_card() -> None:
    """A-15, BM-BUILD-22"""
    table, (asked,) = illegal_reveal()
    assert isinstance(asked, QuestionAsked)
    assert asked.question.rule == "BM-BUILD-7"
    assert table.state.phase is Phase.REVEAL


@switch("illegal_reveal_policy", "return_to_hand")
def test_an_illegal_card_goes_back_to_the_hand_where_the_group_plays_so() -> None:
    """A-15, BM-BUILD-22"""
    table, events = illegal_reveal(illegal_reveal_policy="return_to_hand")
    assert events[0] == BuildTakenBack(ADA, 1, discarded=False)
    assert (table.tops("Ada"), table.state.phase) == ([], Phase.BUILT)


@switch("illegal_reveal_policy", "discard")
def test_an_illegal_card_is_discarded_where_the_group_plays_so() -> None:
    """A-15, BM-BUILD-22"""
    table, events = illegal_reveal(illegal_reveal_policy="discard")
    assert events[0] == BuildTakenBack(ADA, 1, discarded=True)
    assert table.tops("Ada") == []


@switch("illegal_reveal_policy", "allow")
def test_an_illegal_card_stays_where_the_group_plays_so() -> None:
    """A-15, BM-BUILD-22"""
    table, events = illegal_reveal(illegal_reveal_policy="allow")
    assert events[0] == RoomBuilt(ADA, 1, room_id("palace"))
    assert table.tops("Ada") == [room_id("palace")]


# -- A-16 spells_after_reveal ------------------------------------------------------------------------------------------


@switch("spells_after_reveal", "closed")
@pytest.mark.parametrize("phase", [Phase.REVEAL, Phase.BUILT])
def test_nobody_casts_once_the_rooms_are_revealed(phase: Phase) -> None:
    """A-16, BM-GEN-14"""
    with pytest.raises(IllegalCommand) as refused:
        Table("Ada", "Ben").phase(phase).do(Announce(ADA))
    assert (refused.value.reason, refused.value.rule) == ("no_spells_now", "BM-GEN-14")


@switch("spells_after_reveal", "open")
@pytest.mark.parametrize("phase", [Phase.REVEAL, Phase.BUILT])
def test_spells_stay_open_after_the_reveal_where_the_group_plays_so(phase: Phase) -> None:
    """A-16, BM-GEN-14"""
    table = Table("Ada", "Ben", spells_after_reveal="open").phase(phase)
    table.do(Announce(ADA))
    assert [waiting.player for waiting in table.state.announced] == [ADA]


# -- A-17 deactivated_occupies_slot ------------------------------------------------------------------------------------


def sixth_room(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    """Four active rooms and one asleep; Ada places another one at the left end."""
    table = Table("Ada", "Ben", **switches).phase(Phase.BUILD, "Ada")
    for name in "abcde":
        table.room("Ada", name, deactivated=name == "b")
    table.do(FinishBuild(ADA, 6), FinishBuild(BEN))
    return table, table.do(RevealRooms((Placed(ADA, 6, table.new_room("f")),)))


@switch("deactivated_occupies_slot", True)
def test_a_deactivated_room_keeps_its_slot() -> None:
    """A-17, BM-BUILD-21, BM-BUILD-4"""
    _, (asked,) = sixth_room()
    assert isinstance(asked, QuestionAsked)
    assert asked.question.rule == "BM-BUILD-4"


@switch("deactivated_occupies_slot", False)
def test_a_deactivated_room_leaves_room_for_another_where_the_group_plays_so() -> None:
    """A-17, BM-BUILD-21"""
    table, _ = sixth_room(deactivated_occupies_slot=False)
    assert table.tops("Ada")[-1] == room_id("f")


# -- A-18 levelup_counts_deactivated -----------------------------------------------------------------------------------


def fifth_room_with_one_asleep(**switches: Any) -> tuple[Table, bool]:
    table = Table("Ada", "Ben", **switches).phase(Phase.BUILD, "Ada")
    for name in "abcd":
        table.room("Ada", name, deactivated=name == "a")
    table.do(FinishBuild(ADA, 5), FinishBuild(BEN))
    return table, LeveledUp(ADA) in table.do(RevealRooms((Placed(ADA, 5, table.new_room("e")),)))


@switch("levelup_counts_deactivated", False)
def test_a_level_up_waits_for_five_active_rooms_at_the_end_of_a_build_phase() -> None:
    """A-18, BM-BUILD-21: even when nobody places a card in that phase"""
    table, at_once = fifth_room_with_one_asleep()
    assert not at_once
    table.adventure()
    heroes = tuple(table.new_hero(f"h{number}") for number in range(2))
    table.do(BeginRound(), RevealHeroes(heroes))
    assert LeveledUp(ADA) in table.do(FinishBuild(ADA), FinishBuild(BEN))


@switch("levelup_counts_deactivated", True)
def test_a_deactivated_room_counts_for_the_level_up_where_the_group_plays_so() -> None:
    """A-18, BM-BUILD-21"""
    assert fifth_room_with_one_asleep(levelup_counts_deactivated=True)[1]


# -- A-19 levelup_outside_build ----------------------------------------------------------------------------------------


def fifth_room_in_the_adventure(**switches: Any) -> tuple[Table, bool]:
    table = Table("Ada", "Ben", **switches).phase(Phase.BAITED)
    for name in "abcd":
        table.room("Ada", name)
    table.waiting("Ada", "Tom", 9).do(BeginAdventure())
    return table, LeveledUp(ADA) in table.do(BuildRoom(ADA, 5, table.new_room("e")))


@switch("levelup_outside_build", "immediate")
def test_a_fifth_room_levels_up_at_once_in_any_phase() -> None:
    """A-19, BM-BUILD-18"""
    assert fifth_room_in_the_adventure()[1]


@switch("levelup_outside_build", "next_build_end")
def test_a_fifth_room_waits_for_the_next_end_of_a_build_phase_where_the_group_plays_so() -> None:
    """A-19, BM-BUILD-18"""
    table, at_once = fifth_room_in_the_adventure(levelup_outside_build="next_build_end")
    assert not at_once
    table.phase(Phase.BUILD, "Ada")
    assert LeveledUp(ADA) in table.do(FinishBuild(ADA), FinishBuild(BEN))


# -- A-20 deactivated_breaks_adjacency ---------------------------------------------------------------------------------


def across_a_sleeping_room(**switches: Any) -> list[int]:
    boost = (Ability(Trigger.STATIC, (AddDamage(1, Rooms.ADJACENT, RoomType.MONSTER),)),)
    table = Table("Ada", "Ben", **switches).room("Ada", "c", 1).room("Ada", "b", 1, deactivated=True)
    table.room("Ada", "a", 1, abilities=boost).waiting("Ada", "Tom", 9)
    return [event.damage for event in table.adventure() if isinstance(event, RoomEntered)]


@switch("deactivated_breaks_adjacency", True)
def test_a_deactivated_room_separates_its_neighbours() -> None:
    """A-20, BM-GLOSS-5"""
    assert across_a_sleeping_room() == [1, 0, 1]


@switch("deactivated_breaks_adjacency", False)
def test_rooms_are_neighbours_across_a_deactivated_one_where_the_group_plays_so() -> None:
    """A-20, BM-GLOSS-5"""
    assert across_a_sleeping_room(deactivated_breaks_adjacency=False) == [1, 0, 2]
