"""Rooms of The Next Level that speak up by themselves: deaths, builds, spells, the end of the round."""

import pytest

from engine.boss_monster.events import HeroDied
from engine.boss_monster.state import Phase
from tests.cards.table import EPIC_THIEF, GIANT, THIEF, THIEF_6, CardTable, death_in

SECOND_THIEF = "lance_uppercut_treasure_hunter"


@pytest.mark.parametrize(
    ("room", "told"),
    [
        ("madmans_manor", ["Ada: take_discarded 1 spell"]),
        ("wraiths_throne", ["Ben: discard 1 spell"]),
        ("spawn_point", ["Ada: draw 2 room"]),
        ("brainsucker_queen", ["Ada: draw 2 spell", "Ada: discard 1 spell"]),
    ],
)
def test_a_hero_that_dies_in_the_room_brings_its_owner_something_once_per_round(room: str, told: list[str]) -> None:
    table = death_in(room, THIEF, SECOND_THIEF)
    assert len(table.seen(HeroDied)) == 2
    assert table.hands == told


def test_fangroot_garden_lets_its_owner_build_at_once_when_a_hero_dies_in_it_once_per_round() -> None:
    table = death_in("fangroot_garden", THIEF, SECOND_THIEF)
    table.lays("Ada", "barbarian_hall", over="neanderthal_cave")
    assert table.rooms("Ada") == ["barbarian_hall", "fangroot_garden"]
    assert table.hands == ["Ada: discard 1 spell"]
    table.walks_through()
    assert len(table.seen(HeroDied)) == 2
    assert not table.offers


def test_fangroot_garden_can_bring_the_fifth_room_in_the_middle_of_the_adventure() -> None:
    """R-014, A-19: the first time five visible rooms exist, at once."""
    table = CardTable(Ada="kazanna", Ben="robobo")
    table.dungeon("Ada", "dragon_hatchery", "dragon_hatchery#2", "neanderthal_cave", "fangroot_garden")
    table.at_entrance("Ada", THIEF).walks_through()
    table.lays("Ada", "dragon_hatchery#3")
    assert table.player("Ada").levelled_up
    assert table.hands == ["Ada: discard_hand 1 card", "Ada: draw 3 spell"]


@pytest.mark.parametrize("hero", [THIEF, GIANT])
def test_bom_boy_factory_is_destroyed_after_a_hero_dies_in_it_or_survives_it(hero: str) -> None:
    table = (
        CardTable().dungeon("Ada", "neanderthal_cave", "bom_boy_factory over golem_factory").at_entrance("Ada", hero)
    )
    table.walks_through()
    assert table.rooms("Ada") == ["neanderthal_cave", "golem_factory"]


def test_collapsing_bridge_grows_after_every_hero_that_survives_it() -> None:
    """R-093 tells of a correction to once per round; the German edition has no limit, which the card's doubt says."""
    table = CardTable().dungeon("Ada", "collapsing_bridge").at_entrance("Ada", GIANT, EPIC_THIEF, THIEF_6)
    table.walks_through()
    assert table.hits(GIANT) + table.hits(EPIC_THIEF) + table.hits(THIEF_6) == [
        ("collapsing_bridge", 1),
        ("collapsing_bridge", 4),
        ("collapsing_bridge", 7),
    ]
    assert "ability" in dict(table.catalog[table.copy("collapsing_bridge")].doubts)


# -- built and uncovered -----------------------------------------------------------------------------------------------


def test_incubus_gym_makes_each_opponent_discard_a_room() -> None:
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").dungeon("Ada", "dark_altar")
    table.builds("Ada", "incubus_gym", over="dark_altar")
    assert table.hands == ["Ben+Cara: discard 1 room"]


def test_barbarian_hall_makes_its_owner_discard_a_spell() -> None:
    """R-090"""
    table = CardTable()
    table.builds("Ada", "barbarian_hall")
    assert not table.offers
    assert table.hands == ["Ada: discard 1 spell"]


@pytest.mark.parametrize(("holds_none", "told"), [("yes", ["Ada: draw 1 spell"]), ("no", [])])
def test_genie_lounge_draws_a_spell_for_a_player_who_holds_none(holds_none: str, told: list[str]) -> None:
    table = CardTable()
    table.builds("Ada", "genie_lounge")
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer(holds_none)
    assert table.hands == told


def test_megaworm_burrow_destroys_an_advanced_room_of_any_dungeon() -> None:
    table = CardTable().dungeon("Ada", "goblin_armory").dungeon("Ben", "beast_menagerie over open_grave", "dark_altar")
    table.builds("Ada", "megaworm_burrow", over="goblin_armory")
    assert table.offers == ["beast_menagerie", "megaworm_burrow"]
    table.answer("beast_menagerie")
    assert table.rooms("Ben") == ["open_grave", "dark_altar"]


def coming(how: str, room: str, *others: str) -> CardTable:
    """Ada's room has just been built at the left end, or has come to light there because a Dark Altar is gone."""
    if how == "built":
        table = CardTable().dungeon("Ada", *others).dungeon("Ben", "haunted_hall")
        table.builds("Ada", room)
        return table
    table = (
        CardTable().dungeon("Ada", f"dark_altar over {room}", *others).dungeon("Ben", "haunted_hall").building("Ada")
    )
    table.uses("Ada", "dark_altar")
    return table


BOTH_WAYS = pytest.mark.parametrize("how", ["built", "uncovered"])
"""BM-GLOSS-6: some rooms do the same when they are built and when they come to light."""


@BOTH_WAYS
def test_arcane_crypt_may_take_a_spell_from_the_discard_pile(how: str) -> None:
    table = coming(how, "arcane_crypt", "open_grave")
    assert table.offers == ["no", "yes"]
    table.answer("yes")
    assert "Ada: take_discarded 1 spell" in table.hands


@BOTH_WAYS
def test_sorcerobe_school_draws_a_spell(how: str) -> None:
    assert "Ada: draw 1 spell" in coming(how, "sorcerobe_school", "open_grave").hands


@BOTH_WAYS
def test_shrooman_cave_strengthens_another_monster_room_of_its_owner(how: str) -> None:
    """R-115: not itself, and no trap room."""
    table = coming(how, "shrooman_cave", "golem_factory", "neanderthal_cave", "open_grave")
    assert table.offers == ["golem_factory", "neanderthal_cave"]
    table.answer("golem_factory")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("shrooman_cave", 1), ("golem_factory", 5), ("neanderthal_cave", 3), ("open_grave", 2)]


@BOTH_WAYS
def test_spiked_pit_is_stronger_in_that_round(how: str) -> None:
    table = coming(how, "spiked_pit", "open_grave")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("spiked_pit", 1 + 3), ("open_grave", 2)]


@pytest.mark.parametrize("room", ["dark_laboratory", "barbarian_hall", "specters_sanctum"])
def test_a_room_that_comes_to_light_is_not_built(room: str) -> None:
    """R-008"""
    table = coming("uncovered", room, "open_grave")
    assert not table.offers
    assert table.hands == ["Ada: take_discarded 1 card"]


# -- cards, spells, the end of the round -------------------------------------------------------------------------------


def test_imp_temple_may_take_the_card_that_its_owner_makes_an_opponent_discard_once_per_round() -> None:
    table = CardTable().dungeon("Ada", "imp_temple", "torture_chamber", "torture_chamber#2").building("Ada")
    table.uses("Ada", "torture_chamber", "yes")
    table.uses("Ada", "torture_chamber#2")
    assert not table.offers
    assert table.hands.count("Ben: discard_random 1 room (Ada)") == 2
    assert table.hands.count("Ada: take_it 1 card") == 1


def test_imp_temple_is_not_for_what_its_owner_discards_or_what_an_opponent_discards_by_itself() -> None:
    table = CardTable().dungeon("Ada", "imp_temple", "observatory").dungeon("Ben", "observatory#2").building("Ada")
    table.uses("Ada", "observatory")
    table.uses("Ben", "observatory#2")
    assert not table.offers
    assert not [told for told in table.hands if "take_it" in told]


def test_dragon_graveyard_draws_a_room_when_its_owner_takes_a_card_from_the_discard_pile_once_per_round() -> None:
    table = CardTable().dungeon("Ada", "dragon_graveyard", "dark_altar", "dark_altar#2").building("Ada")
    table.uses("Ada", "dark_altar")
    table.uses("Ada", "dark_altar#2")
    assert table.hands.count("Ada: take_discarded 1 card") == 2
    assert table.hands.count("Ada: draw 1 room") == 1


def test_inner_sanctum_may_draw_a_room_at_the_end_of_a_round_in_which_nobody_entered_it() -> None:
    table = CardTable().dungeon("Ada", "beast_menagerie", "inner_sanctum").at_entrance("Ada", THIEF)
    table.walks_through()
    assert table.offers == ["no", "yes"]
    table.answer("yes")
    assert table.hands == ["Ada: draw 1 room"]
    entered = CardTable().dungeon("Ada", "inner_sanctum").at_entrance("Ada", THIEF)
    entered.walks_through()
    assert not entered.offers
    assert entered.state.phase is Phase.ROUND_END


def test_spellslime_pit_grows_with_every_spell_that_its_owner_plays() -> None:
    """R-116: a prevented one does not count, nor that of an opponent."""
    table = CardTable().dungeon("Ada", "dragon_hatchery", "spellslime_pit", "open_grave").at_entrance("Ada", GIANT)
    table.adventure_begins()
    table.uses("Ada", "giant_size", "dragon_hatchery")
    table.uses("Ada", "annihilator")
    table.uses("Ben", "freeze", "dragon_hatchery")
    table.announces("Ada", "giant_size#2")
    table.announces("Ben", "counterspell")
    table.walks_through()
    assert dict(table.hits())["spellslime_pit"] == 2 + 2


def test_hall_of_mirrors_draws_a_spell_when_an_opponent_plays_one_once_per_round() -> None:
    """R-101: a prevented one does not count."""
    table = CardTable().dungeon("Ada", "hall_of_mirrors", "golem_factory").building("Ada")
    table.uses("Ada", "freeze", "golem_factory")
    table.announces("Ben", "freeze#2")
    table.announces("Ada", "counterspell")
    assert "Ada: draw 1 spell" not in table.hands
    table.uses("Ben", "jeopardy")
    table.uses("Ben", "jeopardy#2")
    assert table.hands.count("Ada: draw 1 spell") == 1


def test_blockpile_puzzle_must_destroy_a_room_of_its_owner_at_the_end_of_each_round() -> None:
    """R-092: also itself."""
    table = CardTable().dungeon("Ada", "blockpile_puzzle over open_grave", "golem_factory").dungeon("Ben", "dark_altar")
    table.walks_through()
    assert (table.asked, table.offers) == ("Ada", ["blockpile_puzzle", "golem_factory"])
    table.answer("blockpile_puzzle")
    assert table.rooms("Ada") == ["open_grave", "golem_factory"]
    assert table.state.phase is Phase.ROUND_END


def test_cursed_tomb_makes_each_opponent_discard_two_rooms_when_another_card_destroys_it() -> None:
    table = CardTable().dungeon("Ada", "blockpile_puzzle", "cursed_tomb")
    table.walks_through()
    table.answer("cursed_tomb")
    assert table.hands == ["Ben: discard 2 room"]


def test_a_chain_of_blockpile_puzzle_cursed_tomb_and_eclipse_at_the_end_of_the_round() -> None:
    """The puzzle destroys the tomb, the tomb speaks, and Eclipse strengthens what comes to light."""
    table = CardTable(Ada="eclipse", Ben="robobo").levelled_up("Ada")
    table.dungeon("Ada", "blockpile_puzzle", "cursed_tomb over sorcerobe_school")
    table.walks_through()
    table.answer("cursed_tomb")
    assert table.rooms("Ada") == ["blockpile_puzzle", "sorcerobe_school"]
    assert sorted(table.hands) == ["Ada: draw 1 spell", "Ben: discard 2 room"]
