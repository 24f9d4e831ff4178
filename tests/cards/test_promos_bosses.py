"""Promo cards: what each boss does."""

import pytest

from engine.boss_monster.commands import Correct
from engine.boss_monster.effect_events import BossTreasureGained
from engine.boss_monster.events import GameWon
from tests.cards.side_table import (
    BIG_MONSTER,
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, EPIC_THIEF, FIGHTER, GIANT, MAGE, THIEF

FOUR = (TRAP, TRAP_B, MONSTER, SPELLBOOK_TRAP)
"""Four rooms: the next one is the fifth."""


def test_mirrax_also_has_the_symbol_of_another_boss() -> None:
    table = SideTable(Ada="mirrax", Ben="robobo", Cleo="belladonna").dungeon("Ada", *FOUR)
    table.builds("Ada", MONSTER_B)
    assert table.offers == ["Ben", "Cleo"]
    table.answer("Ben")
    table.in_town(FIGHTER).lures()
    assert table.symbols(FIGHTER)["Ada"] == 2 + 1


def test_kirax_has_all_four_symbols_from_her_level_up_on() -> None:
    table = SideTable(Ada="kirax_promo", Ben="robobo").dungeon("Ada", *FOUR)
    events = table.builds("Ada", MONSTER_B)
    gained = [symbol.value for event in events if isinstance(event, BossTreasureGained) for symbol in event.treasure]
    assert sorted(gained) == ["equipment", "relic", "spellbook"]
    table.in_town(CLERIC, FIGHTER, MAGE, THIEF).lures()
    assert [table.symbols(hero)["Ada"] for hero in (CLERIC, FIGHTER, MAGE, THIEF)] == [2, 3, 2, 2]


def test_hellcow_rearranges_the_rooms_of_any_dungeon() -> None:
    table = SideTable(Ada="hellcow", Ben="robobo").dungeon("Ada", *FOUR).dungeon("Ben", BIG_TRAP, BIG_MONSTER)
    table.builds("Ada", MONSTER_B)
    assert table.offers == ["Ada", "Ben"]
    table.answer("Ben")
    assert table.offers == ["done"], "the players lay the rooms, and the table is read"
    order = ((table.copy(BIG_TRAP),), (table.copy(BIG_MONSTER),))
    table.do(Correct(table.id_of("Ben"), dungeon=order))
    table.answer("done")
    assert table.rooms("Ben") == [BIG_MONSTER, BIG_TRAP]


def test_the_brothers_wise_search_the_deck_for_a_spell() -> None:
    table = SideTable(Ada="the_brothers_wise", Ben="robobo").dungeon("Ada", *FOUR)
    assert table.trusted(table.builds("Ada", MONSTER_B)) == ["Ada search 1 spell"]


def test_kawnee_takes_an_ordinary_hero_from_an_opponents_score_area() -> None:
    table = SideTable(Ada="kawnee", Ben="robobo").dungeon("Ada", *FOUR).souls("Ben", THIEF, EPIC_THIEF)
    table.wounds("Ben", CLERIC).souls("Ada", MAGE).builds("Ada", MONSTER_B)
    assert table.offers == sorted([THIEF, CLERIC]), "ordinary ones, dead or not"
    table.answer(THIEF)
    assert (table.score("Ada"), table.score("Ben")) == ((2, 0), (2, 1))


def test_kawnee_may_take_a_wound_and_has_a_soul() -> None:
    table = SideTable(Ada="kawnee", Ben="robobo").dungeon("Ada", *FOUR).wounds("Ben", CLERIC, MAGE)
    table.builds("Ada", MONSTER_B)
    table.answer(CLERIC)
    assert (table.score("Ada"), table.score("Ben")) == ((1, 0), (0, 1))


def test_scythes_last_room_deals_three_more_damage() -> None:
    table = SideTable(Ada="scythe", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP, MONSTER)
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [(TRAP, 2), (MONSTER, 5)]


@pytest.mark.parametrize(("risen", "souls", "wins"), [(False, 8, False), (True, 7, False), (True, 8, True)])
def test_jarin_has_a_soul_more_when_the_round_is_judged(risen: bool, souls: int, wins: bool) -> None:
    table = SideTable(Ada="jarin", Ben="robobo").dungeon("Ada", BIGGEST_TRAP)
    table.change("Ada", souls=souls)
    if risen:
        table.levelled_up("Ada")
    events = table.at_entrance("Ada", THIEF).walks_through()
    assert any(isinstance(event, GameWon) for event in events) is wins


def test_elicons_rooms_count_double_in_the_round_of_her_level_up() -> None:
    table = SideTable(Ada="elicon", Ben="robobo").dungeon("Ada", *FOUR)
    table.builds("Ada", MONSTER_B)
    table.in_town(THIEF, FIGHTER).lures()
    assert table.symbols(THIEF)["Ada"] == 1 + 2, "the boss counts once"
    assert table.symbols(FIGHTER)["Ada"] == 4


def test_chase_puts_a_counter_on_a_room_for_an_advanced_room_card() -> None:
    table = SideTable(Ada="chase", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP, MONSTER).building("Ada")
    table.announces("Ada", "chase")
    assert table.offers == sorted([TRAP, MONSTER])
    assert table.trusted(table.answer(TRAP)) == ["Ada discard 1 advanced_room"]
    assert table.deals("Ada", TRAP) == 3
    assert table.refuses("Ada", "chase") == "used_already"


def test_a_counter_is_lost_with_its_room() -> None:
    table = SideTable().dungeon("Ada", TRAP).laid("Ada", TRAP, counters=2)
    assert table.deals("Ada", TRAP) == 4
    table.builds("Ada", MONSTER, over=TRAP)
    assert table.deals("Ada", MONSTER) == 2


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_greg_may_put_a_counter_on_each_monster_room_that_he_builds(answer: str) -> None:
    table = SideTable(Ada="greg", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP)
    table.builds("Ada", MONSTER)
    assert table.offers == ["no", "yes"]
    table.answer(answer)
    assert table.deals("Ada", MONSTER) == (3 if answer == "yes" else 2)
    table.builds("Ada", TRAP_B)
    assert table.offers == []
    table.builds("Ben", MONSTER_B)
    assert table.offers == []


def test_explodo_destroys_a_room_and_the_hero_in_it_takes_the_throw_of_a_die() -> None:
    table = SideTable(Ada="explodo", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP, MONSTER, TRAP_B)
    table.at_entrance("Ada", GIANT).adventure_begins().announces("Ada", "explodo")
    assert table.offers == ["1", "2", "3", "4", "5", "6"]
    table.answer("4")
    assert table.rooms("Ada") == [MONSTER, TRAP_B]
    assert table.walker() == (GIANT, MONSTER, 2 + 4 + 2)
    assert table.refuses("Ada", "explodo") == "used_already"
