"""General rulings about heroes, items, minibosses and what lies on rooms, shown with real cards."""

import pytest

from engine.boss_monster.commands import (
    BeginRound,
    DestroyRoom,
    Placed,
    Promote,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    TurnRoom,
)
from engine.boss_monster.events import MinibossDiscarded, Reminder
from engine.boss_monster.rules import new_game
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from tests.cards.side_table import BIG_MONSTER, MONSTER, MONSTER_B, TRAP, TRAP_B, SideTable
from tests.cards.table import CLERIC, FIGHTER_6, GIANT, THIEF, CardTable

BASE = "dragon_hatchery"
"""It has every treasure, so that every advanced room fits on it."""


@pytest.mark.parametrize("fate", ["destroyed", "covered", "deactivated"])
def test_coins_and_counters_are_lost_with_the_room_they_lie_on(fate: str) -> None:
    """R-011: the guide adds deactivated rooms; the rulebook does not, so there they stay (BM-COIN-4)."""
    table = SideTable().dungeon("Ada", TRAP, f"{BASE} over {TRAP_B}")
    table.laid("Ada", BASE, coins=2, counters=3).coins("Ada", 1)
    if fate == "covered":
        table.builds("Ada", BIG_MONSTER, over=BASE)
        assert table.rooms("Ada") == [TRAP, BIG_MONSTER]
    else:
        ada = table.id_of("Ada")
        table.building().do(DestroyRoom(ada, 1) if fate == "destroyed" else TurnRoom(ada, 1, True))
    stack = table.player("Ada").dungeon[0]
    lies = (2, 3) if fate == "deactivated" else (0, 0)
    assert (stack.coins, stack.counters, table.hoard("Ada")) == (*lies, 1)


@pytest.mark.parametrize(("order", "first"), [("newest_first", CLERIC), ("oldest_first", THIEF)])
def test_the_newest_or_the_oldest_hero_is_lured_first_as_the_group_plays(order: str, first: str) -> None:
    """R-025 (D-01): whoever is lured first stands first at the entrance."""
    table = CardTable(switches={"bait_order": order}).dungeon("Ada", "dark_altar", "hatchlings_hoard")
    table.in_town(THIEF, CLERIC).lures()
    assert table.entrance("Ada")[0] == first


@pytest.mark.parametrize(("way", "said"), [("choose_two", "discard_two"), ("seeded_pile", "seeded_pile")])
def test_the_players_are_told_how_the_discard_pile_begins(way: str, said: str) -> None:
    """R-024 (D-15): what lies in the pile is theirs to see to."""
    table = CardTable(switches={"setup_discard": way})
    table.state = new_game(table.state.options)
    events = table.do(SeatPlayers((table.copy("gorgona"), table.copy("robobo"))))
    told = {event.key for event in events if isinstance(event, Reminder)}
    assert told & {"discard_two", "seeded_pile"} == {said}


# -- items -------------------------------------------------------------------------------------------------------------


def test_the_item_of_a_killed_hero_lies_open_and_of_two_only_one_stays_so() -> None:
    """R-031: the owner chooses which of them (BM-ITEM-12)."""
    table = SideTable().dungeon("Ada", "neanderthal_cave", BIG_MONSTER, TRAP).has_item("Ada", "vorpal_blade")
    table.at_entrance("Ada", THIEF).equipped(THIEF, "necronomicon").walks_through()
    assert table.player("Ada").dead == (table.copy(THIEF),)
    assert table.offers == ["necronomicon", "vorpal_blade"]
    table.answer("necronomicon")
    ada = table.player("Ada")
    assert (ada.open_item, ada.closed_items) == (table.copy("necronomicon"), (table.copy("vorpal_blade"),))


def test_the_item_of_a_survivor_lies_face_down_at_once() -> None:
    """R-031"""
    table = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", FIGHTER_6).equipped(FIGHTER_6, "holy_hand_grenade")
    table.walks_through()
    while table.state.question is not None:
        table.answer(table.offers[0])
    assert (table.player("Ada").open_item, table.player("Ada").wounds) == (None, 1)
    assert table.player("Ada").closed_items == (table.copy("holy_hand_grenade"),)


def test_the_boss_effect_of_an_item_waits_like_a_spell_and_is_none() -> None:
    """R-032: it cannot be prevented, and who listens to spells does not hear it."""
    table = SideTable().dungeon("Ada", TRAP, "hall_of_mirrors").at_entrance("Ada", GIANT)
    table.has_item("Ben", "extra_life").adventure_begins()
    table.announces("Ben", "extra_life")
    assert table.state.announced
    assert table.refuses("Ada", "counterspell") == "nothing_announced"
    table.settle()
    assert table.trusted() == []


# -- minibosses --------------------------------------------------------------------------------------------------------


def two_traps() -> SideTable:
    """Ada with four rooms and three coins; a miniboss is under the first."""
    table = SideTable().dungeon("Ada", MONSTER_B, MONSTER, TRAP_B, TRAP).coins("Ada", 3)
    return table.tucked_under("Ada", TRAP, "spike")


def test_a_miniboss_is_built_instead_of_a_room_for_a_coin_and_never_beside_another() -> None:
    """R-034: treasure does not matter."""
    table = two_traps()
    table.builds_miniboss("Ada", "jinx", on=MONSTER)
    assert (table.level(MONSTER), table.hoard("Ada"), len(table.rooms("Ada"))) == (1, 2, 4)
    beside = two_traps().building()
    beside.finishes("Ada", 2)
    beside.do(RevealRooms((Placed(beside.id_of("Ada"), 2, beside.copy("jinx")),)))
    assert beside.level(TRAP_B) == 0 and beside.hoard("Ada") == 3
    assert beside.state.question is not None and beside.state.question.rule == "BM-MINI-4"


def test_a_miniboss_that_is_not_paid_for_is_discarded() -> None:
    """R-034"""
    table = two_traps().coins("Ada", 0).building()
    table.finishes("Ada", 3)
    table.do(RevealRooms((Placed(table.id_of("Ada"), 3, table.copy("jinx")),)))
    assert table.level(MONSTER) == 0
    assert [event.miniboss for event in table.seen(MinibossDiscarded)] == [table.copy("jinx")]


def test_one_promotion_per_round_before_the_reveal_and_level_three_begins_again() -> None:
    """R-035"""
    table = two_traps().building()
    promote = Promote(table.id_of("Ada"), 1)
    table.do(promote)
    assert (table.level(TRAP), table.hoard("Ada")) == (2, 2)
    with pytest.raises(IllegalCommand):
        table.do(promote)
    table.nobody_builds()
    with pytest.raises(IllegalCommand):
        table.do(promote)


def test_a_miniboss_is_not_promoted_in_the_round_in_which_it_was_built() -> None:
    """R-035: after the reveal nobody promotes, and before it the miniboss is not there."""
    table = two_traps()
    table.builds_miniboss("Ada", "jinx", on=MONSTER)
    with pytest.raises(IllegalCommand):
        table.do(Promote(table.id_of("Ada"), 3))
    table.phase(Phase.ROUND_END)
    table.do(BeginRound(), RevealHeroes((table.copy(THIEF), table.copy(CLERIC))), Promote(table.id_of("Ada"), 3))
    assert table.level(MONSTER) == 2


def test_a_covered_room_loses_its_miniboss() -> None:
    """R-036: the rulebook holds (BM-MINI-12), not the guide."""
    table = SideTable().dungeon("Ada", BASE, TRAP_B, TRAP).tucked_under("Ada", TRAP, "spike")
    table.tucked_under("Ada", BASE, "jinx").builds("Ada", BIG_MONSTER, over=BASE)
    assert (table.level(BIG_MONSTER), table.level(TRAP)) == (0, 1)
    assert [event.miniboss for event in table.seen(MinibossDiscarded)] == [table.copy("jinx")]


def test_a_destroyed_room_loses_its_miniboss_also_with_a_room_below() -> None:
    """R-037: the rulebooks hold (BM-MINI-12), not the guide."""
    table = SideTable().dungeon("Ada", TRAP_B, f"{MONSTER} over {TRAP}").tucked_under("Ada", MONSTER, "jinx").building()
    table.do(DestroyRoom(table.id_of("Ada"), 1))
    assert table.level(TRAP) == 0
    assert [event.miniboss for event in table.seen(MinibossDiscarded)] == [table.copy("jinx")]


def test_minibosses_whose_rooms_slide_together_stay() -> None:
    """R-038"""
    table = SideTable().dungeon("Ada", MONSTER, TRAP_B, TRAP).building()
    table.tucked_under("Ada", TRAP, "spike").tucked_under("Ada", MONSTER, "jinx")
    table.do(DestroyRoom(table.id_of("Ada"), 2))
    assert (table.rooms("Ada"), table.level(TRAP), table.level(MONSTER)) == ([MONSTER, TRAP], 1, 1)


def test_a_deactivated_room_takes_its_miniboss_with_it() -> None:
    """R-038"""
    table = SideTable().dungeon("Ada", MONSTER, TRAP).tucked_under("Ada", TRAP, "spike", level=2)
    strong = table.deals("Ada", TRAP)
    assert strong > 2
    table.building().do(TurnRoom(table.id_of("Ada"), 1, True))
    assert (table.deals("Ada", TRAP), table.deals("Ada", MONSTER)) == (0, 2)
