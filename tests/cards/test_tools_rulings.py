"""Clarifications about items, shown with real cards."""

import pytest

from engine.boss_monster.commands import RevealHeroes
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from tests.cards.side_table import BIGGEST_TRAP, SideTable
from tests.cards.table import CLERIC, FIGHTER, MAGE, THIEF, THIEF_6


def reveal(table: SideTable, heroes: tuple[str, ...], items: tuple[str, ...]) -> None:
    """Phase 1: items, then heroes."""
    table.phase(Phase.ROUND_START)
    copies = tuple(table.copy(hero, "hero") for hero in heroes)
    table.do(RevealHeroes(copies, tuple(table.copy(item, "item") for item in items)))


def test_items_come_before_the_heroes_and_wait_in_town_for_one_that_they_suit() -> None:
    table = SideTable()
    reveal(table, (CLERIC, THIEF), ("ice_rod",))  # one item with two players, no mage in town
    assert [table.short(item) for item in table.state.items] == ["ice_rod"]
    table = SideTable()
    reveal(table, (CLERIC, MAGE), ("ice_rod",))
    assert table.state.mark(table.copy(MAGE)).item == table.copy("ice_rod")


def test_a_hero_carries_one_item_and_a_star_hero_none() -> None:
    table = SideTable().in_town("the_fool_rm", FIGHTER).equipped(FIGHTER, "goblin_suit")
    reveal(table, (CLERIC, THIEF), ("oversized_sword",))
    assert [table.short(item) for item in table.state.items] == ["oversized_sword"]
    table = SideTable().in_town("the_fool_rm")
    reveal(table, (CLERIC, THIEF), ("pet_monster",))
    assert table.state.mark(table.copy("the_fool_rm")).item is None
    assert table.state.mark(table.copy(CLERIC)).item == table.copy("pet_monster")


def test_two_items_come_with_four_players() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="belladonna", Dora="cleopatra")
    reveal(table, (CLERIC, THIEF, MAGE, FIGHTER), ("ice_rod", "goblin_suit"))
    assert table.state.mark(table.copy(MAGE)).item == table.copy("ice_rod")
    assert table.state.mark(table.copy(FIGHTER)).item == table.copy("goblin_suit")
    with pytest.raises(IllegalCommand, match="wrong_item_count"):
        reveal(SideTable(), (CLERIC, THIEF), ("ice_rod", "goblin_suit"))


def test_of_two_face_up_items_the_owner_keeps_one() -> None:
    table = SideTable().has_item("Ada", "necronomicon").dungeon("Ada", BIGGEST_TRAP).at_entrance("Ada", THIEF, THIEF_6)
    table.equipped(THIEF, "pet_monster").walks_through()
    assert table.offers == ["necronomicon", "pet_monster"]
    table.answer("pet_monster")
    assert table.player("Ada").open_item == table.copy("pet_monster")
    assert table.player("Ada").closed_items == (table.copy("necronomicon"),)
