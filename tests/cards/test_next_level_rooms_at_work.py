"""Rooms of The Next Level that work as they lie there, and those that only have symbols."""

import pytest

from tests.cards.table import CLERIC, FIGHTER, GIANT, MAGE, THIEF, CardTable


def walked(*rooms: str) -> list[tuple[str, int]]:
    """What a hero with twenty health takes in each room of Ada's dungeon."""
    table = CardTable().dungeon("Ada", *rooms).at_entrance("Ada", GIANT)
    table.walks_through()
    return table.hits()


def test_goblin_nursery_strengthens_a_monster_room_directly_on_its_left() -> None:
    assert walked("neanderthal_cave", "goblin_nursery", "golem_factory") == [
        ("neanderthal_cave", 3 + 2),
        ("goblin_nursery", 1),
        ("golem_factory", 2),
    ]
    assert walked("dark_altar", "goblin_nursery") == [("dark_altar", 1), ("goblin_nursery", 1)]


def test_goblin_mess_hall_strengthens_all_other_monster_rooms() -> None:
    assert walked("dragon_hatchery", "dark_altar", "goblin_mess_hall", "golem_factory") == [
        ("dragon_hatchery", 1),
        ("dark_altar", 1),
        ("goblin_mess_hall", 3),
        ("golem_factory", 3),
    ]


@pytest.mark.parametrize("spells", [0, 2])
def test_elemental_generator_deals_one_more_for_each_spell_in_its_owners_hand(spells: int) -> None:
    """R-098: hands are hidden, so its owner says how many."""
    table = CardTable().dungeon("Ada", "elemental_generator").at_entrance("Ada", GIANT).adventure_begins()
    assert table.asked == "Ada"
    table.answer(str(spells))
    assert table.hits() == [("elemental_generator", 3 + spells)]


def test_elemental_generator_counts_a_spell_that_is_played_inside_and_not_any_more_for_the_next_hero() -> None:
    """R-098"""
    table = CardTable().dungeon("Ada", "elemental_generator").at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.answer("2")
    table.uses("Ada", "giant_size")
    assert table.walker() == (GIANT, "elemental_generator", 5)
    table.walks_on()
    assert table.asked == "Ada"
    table.answer("1")
    assert table.hits(THIEF) == [("elemental_generator", 3 + 1 + 3)]


@pytest.mark.parametrize("hero", [CLERIC, FIGHTER, MAGE, THIEF])
def test_hatchlings_hoard_lures_every_class_and_fits_on_any_of_their_symbols(hero: str) -> None:
    """R-102"""
    room = {CLERIC: "open_grave", FIGHTER: "golem_factory", MAGE: "witchs_kitchen", THIEF: "dizzygas_hallway"}[hero]
    table = CardTable(Ada="cerebellus", Ben="seducia").dungeon("Ada", room).in_town(hero)
    table.builds("Ada", "hatchlings_hoard", over=room)
    assert not table.offers
    assert table.rooms("Ada") == ["hatchlings_hoard"]
    assert table.lures() == {hero: "Ada"}
