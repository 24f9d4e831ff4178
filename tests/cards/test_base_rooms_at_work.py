"""Rooms of the base game that change damage and treasure as they lie there: heroes feel it on their walk."""

import pytest

from tests.cards.table import CLERIC, FIGHTER, GIANT, MAGE, THIEF, CardTable


def walked(*rooms: str, deactivated: str = "") -> list[tuple[str, int]]:
    """What a hero with twenty health takes in each room of Ada's dungeon."""
    table = CardTable().dungeon("Ada", *rooms).at_entrance("Ada", GIANT)
    if deactivated:
        table.deactivated("Ada", deactivated)
    table.walks_through()
    return table.hits()


def test_goblin_armory_strengthens_the_monster_rooms_on_both_sides_and_nothing_else() -> None:
    """R-059"""
    assert walked("dragon_hatchery", "goblin_armory", "neanderthal_cave", "dragon_hatchery#2") == [
        ("dragon_hatchery", 1),
        ("goblin_armory", 1),
        ("neanderthal_cave", 4),
        ("dragon_hatchery#2", 0),
    ]
    assert walked("dark_altar", "goblin_armory", "open_grave") == [
        ("dark_altar", 1),
        ("goblin_armory", 1),
        ("open_grave", 2),
    ]


def test_two_goblin_armories_strengthen_each_other_and_what_lies_between() -> None:
    assert walked("goblin_armory", "dragon_hatchery", "goblin_armory#2", "goblin_armory#3") == [
        ("goblin_armory", 1),
        ("dragon_hatchery", 2),
        ("goblin_armory#2", 2),
        ("goblin_armory#3", 2),
    ]


def test_dizzygas_hallway_strengthens_a_trap_room_directly_on_its_right() -> None:
    """R-054"""
    assert walked("dark_altar", "dizzygas_hallway", "open_grave", "dark_altar#2") == [
        ("dark_altar", 1),
        ("dizzygas_hallway", 1),
        ("open_grave", 4),
        ("dark_altar#2", 1),
    ]
    assert walked("dizzygas_hallway", "neanderthal_cave") == [("dizzygas_hallway", 1), ("neanderthal_cave", 3)]


def test_dizzygas_hallway_does_not_reach_over_a_deactivated_room() -> None:
    """R-012, R-054"""
    hits = dict(walked("dizzygas_hallway", "open_grave", "dark_altar", deactivated="open_grave"))
    assert hits["dark_altar"] == 1
    assert hits.get("open_grave", 0) == 0


def test_monsters_ballroom_deals_as_much_as_there_are_active_monster_rooms() -> None:
    """R-068: itself included; deactivated rooms are none (R-012)."""
    rooms = ("monsters_ballroom", "dragon_hatchery", "dark_altar", "goblin_armory")
    assert walked(*rooms)[0] == ("monsters_ballroom", 3)
    assert walked(*rooms, deactivated="dragon_hatchery")[0] == ("monsters_ballroom", 2)


def test_monsters_ballroom_counts_anew_when_a_room_vanishes_ahead_of_the_hero() -> None:
    """R-068"""
    table = CardTable().dungeon("Ada", "dark_altar", "dragon_hatchery", "monsters_ballroom").at_entrance("Ada", GIANT)
    table.adventure_begins()
    table.uses("Ada", "cave_in", "dragon_hatchery")
    table.walks_through()
    assert table.hits() == [("dark_altar", 1), ("monsters_ballroom", 1)]


@pytest.mark.parametrize("hero", [CLERIC, FIGHTER, MAGE, THIEF])
def test_dragon_hatchery_lures_every_class(hero: str) -> None:
    """R-056"""
    table = CardTable(Ada="cerebellus", Ben="seducia").dungeon("Ada", "dragon_hatchery").in_town(hero)
    assert table.lures() == {hero: "Ada"}


def test_dragon_hatchery_keeps_its_symbols_when_a_card_silences_it() -> None:
    """R-056: symbols are no text."""
    table = CardTable().dungeon("Ben", "dragon_hatchery").in_town(CLERIC).building()
    table.uses("Ada", "meddling_kids")
    assert table.lures() == {CLERIC: "Ben"}
