"""Rooms of the base game that speak up by themselves: a hero dies or enters, something is built, the round begins."""

import pytest

from engine.boss_monster.commands import BeginRound, FinishBuild, RevealHeroes
from engine.boss_monster.events import HeroDied, WoundHealed
from engine.boss_monster.state import Phase
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, THIEF, THIEF_6, CardTable, death_in

SECOND_THIEF = "lance_uppercut_treasure_hunter"


@pytest.mark.parametrize(
    ("room", "told"),
    [
        ("open_grave", "Ada: take_discarded 1 room"),
        ("golem_factory", "Ada: draw 1 room"),
    ],
)
def test_a_hero_that_dies_in_the_room_brings_its_owner_a_card_once_per_round(room: str, told: str) -> None:
    table = death_in(room, THIEF, SECOND_THIEF)
    assert len(table.seen(HeroDied)) == 2
    assert table.hands == [told]


def test_a_hero_that_dies_in_another_room_brings_nothing() -> None:
    table = CardTable().dungeon("Ada", "golem_factory", "neanderthal_cave").at_entrance("Ada", THIEF)
    table.walks_through()
    assert table.score("Ada") == (1, 0)
    assert table.hands == []


def test_brainsucker_hive_may_draw_a_spell_when_a_hero_dies_in_it_once_per_round() -> None:
    table = death_in("brainsucker_hive", THIEF, SECOND_THIEF)
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer("yes")
    table.walks_through()
    assert len(table.seen(HeroDied)) == 2
    assert not table.offers
    assert table.hands == ["Ada: draw 1 spell"]


@pytest.mark.parametrize("kind", ["room", "spell"])
def test_succubus_spa_steals_a_random_card_of_the_kind_that_its_owner_names_once_per_round(kind: str) -> None:
    """R-076"""
    table = death_in(
        "succubus_spa", THIEF, SECOND_THIEF, table=CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna")
    )
    assert table.offers == ["Ben", "Cara"]
    table.answer("Cara")
    assert table.offers == ["room_card", "spell_card"]
    table.answer(f"{kind}_card")
    assert table.hands == [f"Ada: steal_random 1 {kind} (Cara)"]
    table.walks_through()
    assert len(table.seen(HeroDied)) == 2
    assert not table.offers


def test_vampire_bordello_may_heal_a_wound_also_an_epic_one_once_per_round() -> None:
    """R-022, R-082: an epic wound may be healed although there is an ordinary one."""
    table = CardTable().dungeon("Ada", "neanderthal_cave", "vampire_bordello")
    table.at_entrance("Ada", THIEF, SECOND_THIEF).wounds("Ada", THIEF_6, EPIC_THIEF)
    table.walks_through()
    table.answer("yes")
    assert table.offers == sorted([THIEF_6, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    assert len(table.seen(WoundHealed)) == 1
    assert table.score("Ada") == (1 + 2, 1)
    table.walks_through()
    assert table.score("Ada") == (2 + 2, 1)
    assert not table.offers


# -- on entering -------------------------------------------------------------------------------------------------------


def test_minotaurs_maze_sends_each_hero_back_one_room_once() -> None:
    """R-067: the room on the left is entered twice, and so does the next hero."""
    table = CardTable().dungeon("Ada", "neanderthal_cave", "minotaurs_maze", "dark_altar")
    table.at_entrance("Ada", GIANT, EPIC_THIEF)
    table.walks_through()
    path = [("neanderthal_cave", 3), ("neanderthal_cave", 3), ("minotaurs_maze", 0), ("dark_altar", 1)]
    assert table.hits(GIANT) == path
    assert table.hits(EPIC_THIEF) == path


def test_minotaurs_maze_does_nothing_without_an_active_room_on_its_left() -> None:
    """R-067"""
    first = CardTable().dungeon("Ada", "minotaurs_maze", "dark_altar").at_entrance("Ada", GIANT)
    first.walks_through()
    assert first.hits() == [("minotaurs_maze", 0), ("dark_altar", 1)]
    beside = CardTable().dungeon("Ada", "neanderthal_cave", "minotaurs_maze", "dark_altar")
    beside.deactivated("Ada", "neanderthal_cave").at_entrance("Ada", GIANT)
    beside.walks_through()
    assert [room for room, damage in beside.hits() if damage or room == "minotaurs_maze"] == [
        "minotaurs_maze",
        "dark_altar",
    ]


# -- when they are built -----------------------------------------------------------------------------------------------


def test_specters_sanctum_takes_a_random_spell_from_an_opponent() -> None:
    """R-075: it is lost if nobody holds one; hands are hidden, so the players know."""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna")
    table.builds("Ada", "specters_sanctum")
    assert (table.asked, table.offers) == ("Ada", ["Ben", "Cara"])
    table.answer("Ben")
    assert table.hands == ["Ben: discard_random 1 spell (Ada)"]


def test_dark_laboratory_draws_two_spells_and_discards_one() -> None:
    """R-053: any spell of the hand may be the one."""
    table = CardTable()
    table.builds("Ada", "dark_laboratory")
    assert table.hands == ["Ada: draw 2 spell", "Ada: discard 1 spell"]


def test_monstrous_monument_takes_a_monster_room_from_the_discard_pile() -> None:
    table = CardTable()
    table.builds("Ada", "monstrous_monument")
    assert table.hands == ["Ada: take_discarded 1 monster_room"]


def test_mimic_vault_must_bring_an_ordinary_hero_from_town() -> None:
    """R-066: it must be done, and only ordinary heroes may be chosen."""
    table = CardTable().in_town(EPIC_THIEF, THIEF, CLERIC)
    table.builds("Ada", "mimic_vault")
    assert table.offers == sorted([THIEF, CLERIC])
    table.answer(CLERIC)
    assert table.entrance("Ada") == [CLERIC]
    assert table.town() == [EPIC_THIEF, THIEF]


def test_centipede_tunnel_may_swap_two_rooms_of_one_dungeon_with_all_that_lies_below() -> None:
    """R-016, R-046"""
    rooms = ("golem_factory over open_grave", "neanderthal_cave", "witchs_kitchen")
    table = CardTable().dungeon("Ada", "dark_altar").dungeon("Ben", *rooms)
    table.builds("Ada", "centipede_tunnel")
    table.answer("yes")
    assert table.offers == ["centipede_tunnel", "dark_altar", "golem_factory", "neanderthal_cave", "witchs_kitchen"]
    table.answer("golem_factory")
    assert table.offers == ["neanderthal_cave", "witchs_kitchen"]
    table.answer("witchs_kitchen")
    assert table.rooms("Ben") == ["witchs_kitchen", "neanderthal_cave", "golem_factory"]
    assert [table.short(room) for room in table.player("Ben").walk[2].covered] == ["open_grave"]


def test_construction_zone_may_build_one_more_room_at_once_even_over_itself() -> None:
    """R-050: an advanced room may go over the Construction Zone."""
    table = CardTable().dungeon("Ada", "dark_altar")
    table.builds("Ada", "construction_zone")
    table.lays("Ada", "beast_menagerie", over="construction_zone")
    assert table.rooms("Ada") == ["beast_menagerie", "dark_altar"]
    other = CardTable().dungeon("Ada", "dark_altar")
    other.builds("Ada", "construction_zone")
    other.lays("Ada", "dark_laboratory")
    assert other.rooms("Ada") == ["dark_laboratory", "construction_zone", "dark_altar"]
    assert other.hands == ["Ada: draw 2 spell", "Ada: discard 1 spell"]


def test_construction_zone_can_be_left_alone() -> None:
    table = CardTable().dungeon("Ada", "dark_altar")
    table.builds("Ada", "construction_zone")
    assert table.offers
    table.declines()
    assert table.rooms("Ada") == ["construction_zone", "dark_altar"]
    assert table.state.phase is Phase.BUILT


def test_neanderthal_cave_bears_no_advanced_room_but_any_ordinary_one() -> None:
    table = CardTable().dungeon("Ada", "neanderthal_cave")
    table.builds("Ada", "beast_menagerie", over="neanderthal_cave")
    assert table.offers == ["allow", "discard", "take_back"]
    other = CardTable().dungeon("Ada", "neanderthal_cave")
    other.builds("Ada", "dragon_hatchery", over="neanderthal_cave")
    assert other.rooms("Ada") == ["dragon_hatchery"]
    assert not other.offers


# -- when another room is built, and at the round start ----------------------------------------------------------------


def test_beast_menagerie_draws_a_room_when_its_owner_builds_another_monster_room() -> None:
    table = CardTable().dungeon("Ada", "beast_menagerie")
    table.builds("Ada", "dragon_hatchery")
    assert table.hands == ["Ada: draw 1 room"]


def test_beast_menagerie_draws_once_per_round() -> None:
    table = CardTable().dungeon("Ada", "beast_menagerie").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "motivation")
    table.do(FinishBuild(table.id_of("Ada"), 2, more=(3,)), FinishBuild(table.id_of("Ben")))
    table.reveals(("Ada", 2, "dragon_hatchery"), ("Ada", 3, "dragon_hatchery#2"))
    assert table.rooms("Ada") == ["dragon_hatchery#2", "dragon_hatchery", "beast_menagerie"]
    assert table.hands == ["Ada: draw 1 room"]


def test_beast_menagerie_is_silent_about_itself_about_traps_and_when_it_is_covered() -> None:
    """R-042"""
    itself = CardTable().dungeon("Ada", "goblin_armory")
    itself.builds("Ada", "beast_menagerie", over="goblin_armory")
    trap = CardTable().dungeon("Ada", "beast_menagerie")
    trap.builds("Ada", "dark_altar")
    covered = CardTable().dungeon("Ada", "beast_menagerie")
    covered.builds("Ada", "dragon_hatchery", over="beast_menagerie")
    assert (itself.hands, trap.hands, covered.hands) == ([], [], [])


def test_haunted_library_may_draw_a_spell_instead_of_the_room_of_the_round_start() -> None:
    """R-061, BM-START-5"""
    table = CardTable().dungeon("Ada", "haunted_library")
    table.phase(Phase.ROUND_END).do(BeginRound())
    table.do(RevealHeroes((table.copy(THIEF), table.copy(CLERIC))))
    assert table.hands == ["Ada: draw_instead 1 spell"]
