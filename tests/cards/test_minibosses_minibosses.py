"""Rise of the Minibosses: each miniboss at each of its three levels (BM-MINI-7 to -11)."""

import pytest

from engine.boss_monster.commands import BuildRoom
from engine.boss_monster.effect_events import MinibossReturned
from engine.boss_monster.events import LeveledUp, SpellCancelled
from tests.cards.side_table import (
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    PAIR_MONSTER,
    PAIR_TRAP,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, FIGHTER, GIANT, MAGE, THIEF, THIEF_6

TWO, THREE = 1, 2
"""The numbers of the abilities of levels 2 and 3."""


def with_miniboss(miniboss: str, level: int, room: str = TRAP, *others: str) -> SideTable:
    """Ada's first room has a miniboss at a level."""
    return SideTable().dungeon("Ada", room, *others).tucked_under("Ada", room, miniboss, level)


# -- level 1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("miniboss", ["spike", "icicle_man", "brassknuckle"])
def test_its_room_deals_one_more_damage_at_every_level(miniboss: str) -> None:
    for level in (1, 2, 3):
        assert with_miniboss(miniboss, level).deals("Ada", TRAP) == 3


@pytest.mark.parametrize(
    ("miniboss", "hero"), [("kid_croak", FIGHTER), ("draculad", CLERIC), ("cerebella", MAGE), ("paddywhack", THIEF)]
)
def test_its_room_has_one_symbol_more(miniboss: str, hero: str) -> None:
    table = SideTable(Ada="imperiatrix", Ben="klonos").dungeon("Ada", "frostman_lander").in_town(hero)
    assert table.lures() == {hero: ""}
    table = (
        SideTable(Ada="imperiatrix", Ben="klonos")
        .dungeon("Ada", "frostman_lander")
        .tucked_under("Ada", "frostman_lander", miniboss)
    )
    assert table.in_town(hero).lures() == {hero: "Ada"}
    assert table.symbols(hero)["Ada"] == 1


def test_a_deactivated_room_silences_its_miniboss() -> None:
    table = SideTable(Ada="imperiatrix", Ben="klonos").dungeon("Ada", "frostman_lander")
    table.tucked_under("Ada", "frostman_lander", "kid_croak").deactivated("Ada", "frostman_lander").in_town(FIGHTER)
    assert table.lures() == {FIGHTER: ""}


def test_any_room_may_be_built_over_rockys_room() -> None:
    table = with_miniboss("rocky", 1)
    table.builds("Ada", "foyer_elemental", over=TRAP)
    assert table.rooms("Ada") == ["foyer_elemental"]
    assert table.level("foyer_elemental") == 0, "the covered room lost its miniboss"
    table = SideTable().dungeon("Ada", TRAP)
    table.builds("Ada", "foyer_elemental", over=TRAP)
    assert table.state.question is not None, "an advanced room without a common treasure"


def test_mageseekers_room_deals_one_more_damage_for_each_of_its_symbols() -> None:
    assert with_miniboss("mageseeker", 1).deals("Ada", TRAP) == 2 + 1
    assert with_miniboss("mageseeker", 1, PAIR_TRAP).deals("Ada", PAIR_TRAP) == 1 + 2


def test_jinx_draws_a_room_and_discards_one_when_a_round_begins() -> None:
    table = with_miniboss("jinx", 1)
    events = table.round_begins(THIEF, THIEF_6)
    assert table.trusted(events) == ["Ada draw 1 room", "Ada discard 1 room"]


# -- level 2 -----------------------------------------------------------------------------------------------------------


def test_spike_2_deals_two_damage_to_the_hero_in_its_room_for_a_card_once_per_round() -> None:
    table = with_miniboss("spike", 2, TRAP, MONSTER).at_entrance("Ada", GIANT).adventure_begins()
    assert table.trusted(table.uses("Ada", "spike")) == ["Ada discard 1 card"]
    assert table.walker() == (GIANT, TRAP, 3 + 2)
    assert table.refuses("Ada", "spike", TWO) == "used_already"
    assert table.refuses("Ada", "spike", THREE) == "not_level_3"


def test_spike_1_cannot_do_what_level_2_can() -> None:
    table = with_miniboss("spike", 1, TRAP, MONSTER).at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "spike") == "level_too_low"


def test_kid_croak_2_swaps_two_rooms_of_any_dungeon_in_the_build_phase() -> None:
    table = with_miniboss("kid_croak", 2).dungeon("Ben", MONSTER, MONSTER_B, TRAP_B).building("Ada")
    table.announces("Ada", "kid_croak")
    assert table.offers == sorted([MONSTER, MONSTER_B, TRAP_B]), "a single room has no partner"
    table.answer(MONSTER)
    assert table.offers == sorted([MONSTER_B, TRAP_B])
    table.answer(TRAP_B)
    assert table.rooms("Ben") == [TRAP_B, MONSTER_B, MONSTER]
    assert table.refuses("Ada", "kid_croak", TWO) == "used_already"
    table.at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "kid_croak", TWO) == "no_spells_now"


def test_draculad_2_sends_a_hero_from_its_owners_dungeon_to_town() -> None:
    table = with_miniboss("draculad", 2, TRAP, MONSTER).at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.uses("Ada", "draculad")
    assert table.town() == [GIANT]
    assert table.walker()[0] == THIEF
    assert table.refuses("Ada", "draculad", TWO) == "used_already"


def test_draculad_2_does_not_reach_other_dungeons() -> None:
    table = with_miniboss("draculad", 2).dungeon("Ben", MONSTER).at_entrance("Ben", GIANT).adventure_begins()
    assert table.refuses("Ada", "draculad", TWO) == "no_target"


def test_rocky_2_builds_another_room_again_when_a_hero_dies_in_his() -> None:
    table = with_miniboss("rocky", 2, BIGGEST_TRAP, "delvers_quarry", TRAP).at_entrance("Ada", THIEF)
    table.dungeon("Ben", MONSTER)
    table.walks_through()
    assert table.offers == sorted(["delvers_quarry", TRAP])
    assert table.trusted(table.answer("delvers_quarry")) == ["Ada draw 1 room"]


def test_cerebella_2_may_draw_a_spell_when_a_hero_dies_in_her_room() -> None:
    table = with_miniboss("cerebella", 2, BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF)
    table.walks_through()
    assert table.offers == ["no", "yes"]
    assert table.trusted(table.answer("yes")) == ["Ada draw 1 spell"]


def test_paddywhack_2_adds_a_coin_to_the_first_gain_of_a_round() -> None:
    table = with_miniboss("paddywhack", 2, MONSTER, TRAP, "unstable_mine#2").building("Ada")
    table.uses("Ada", TRAP)
    assert table.hoard("Ada") == 3 + 1
    table.uses("Ada", "unstable_mine#2")
    assert table.hoard("Ada") == 3 + 1 + 3


def test_paddywhack_2_does_not_hear_of_other_hoards() -> None:
    table = with_miniboss("paddywhack", 2, MONSTER).dungeon("Ben", TRAP).building("Ben")
    table.uses("Ben", TRAP)
    assert (table.hoard("Ada"), table.hoard("Ben")) == (0, 3)


def test_icicle_man_2_takes_the_texts_of_the_heroes_in_the_dungeon() -> None:
    table = with_miniboss("icicle_man", 2, MONSTER, MONSTER_B).at_entrance("Ada", "monster_hunter")
    table.walks_through()
    assert table.hits("monster_hunter") == [(MONSTER, 3), (MONSTER_B, 2)]
    table = with_miniboss("icicle_man", 1, MONSTER, MONSTER_B).at_entrance("Ada", "monster_hunter")
    table.walks_through()
    assert table.hits("monster_hunter") == [(MONSTER, 2), (MONSTER_B, 1)]


def test_mageseeker_2_discards_a_spell_to_cancel_the_spell_of_an_opponent() -> None:
    table = with_miniboss("mageseeker", 2).building("Ada")
    assert table.refuses("Ada", "mageseeker") == "nothing_announced"
    table.announces("Ben", "rebirth", "Ada")
    events = table.announces("Ada", "mageseeker")  # at once, whoever is active
    assert table.trusted(events) == ["Ada discard 1 spell"]
    assert [table.short(event.card or "") for event in events if isinstance(event, SpellCancelled)] == ["rebirth"]
    assert table.state.announced == ()
    table.announces("Ben", "rebirth#2", "Ada")
    assert table.refuses("Ada", "mageseeker") == "used_already"


def test_brassknuckle_2_draws_a_room_and_may_build_it_when_a_hero_dies_there() -> None:
    table = with_miniboss("brassknuckle", 2, BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF)
    events = table.walks_through()
    assert table.trusted(events) == ["Ada draw 1 room"]
    assert table.state.question is not None, "the room may be built at once"
    table.do(BuildRoom(table.id_of("Ada"), 3, table.copy(MONSTER)))
    assert table.rooms("Ada") == [MONSTER, BIGGEST_TRAP, TRAP]


def test_a_room_of_brassknuckle_may_be_the_fifth_and_levels_up_in_the_adventure() -> None:
    table = SideTable(Ada="scythe", Ben="robobo").dungeon("Ada", BIGGEST_TRAP, TRAP, TRAP_B, MONSTER)
    table.tucked_under("Ada", BIGGEST_TRAP, "brassknuckle", 2).at_entrance("Ada", THIEF).walks_through()
    table.do(BuildRoom(table.id_of("Ada"), 5, table.copy(MONSTER_B)))
    assert len(table.seen(LeveledUp)) == 1
    assert table.deals("Ada", MONSTER) == 2 + 3


def test_brassknuckle_draws_for_the_first_dead_hero_of_a_round_only() -> None:
    table = with_miniboss("brassknuckle", 2, BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF, CLERIC)
    table.walks_through()
    table.answer("none")
    assert table.trusted(table.walks_through()) == []
    assert table.score("Ada") == (2, 0)


def test_brassknuckles_room_may_stay_in_the_hand() -> None:
    table = with_miniboss("brassknuckle", 2, BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF)
    table.walks_through()
    table.answer("none")
    assert table.rooms("Ada") == [BIGGEST_TRAP, TRAP]


def test_jinx_2_doubles_the_printed_symbols_of_the_room() -> None:
    for level, gold in ((1, 1 + 1 + 1), (2, 1 + 2 + 1)):
        table = SideTable().dungeon("Ada", TRAP, "endless_gallery").tucked_under("Ada", TRAP, "jinx", level)
        table.in_town(THIEF).lures()
        assert table.symbols(THIEF)["Ada"] == gold


# -- level 3 -----------------------------------------------------------------------------------------------------------


def test_spike_3_returns_any_miniboss_to_the_hand_and_shows_level_1_again() -> None:
    table = with_miniboss("spike", 3).dungeon("Ben", MONSTER, MONSTER_B).tucked_under("Ben", MONSTER, "jinx", 2)
    table.building("Ada")
    table.announces("Ada", "spike", ability=THREE)
    assert table.offers == sorted([TRAP, MONSTER])
    events = table.answer(MONSTER)
    assert [table.short(event.miniboss) for event in events if isinstance(event, MinibossReturned)] == ["jinx"]
    assert (table.level(MONSTER), table.level(TRAP)) == (0, 1)
    assert table.refuses("Ada", "spike", THREE) == "not_level_3"


@pytest.mark.parametrize(("option", "damage"), [("more_damage", 3), ("less_damage", 1)])
def test_kid_croak_3_changes_all_monster_rooms_of_a_dungeon(option: str, damage: int) -> None:
    table = with_miniboss("kid_croak", 3, MONSTER).dungeon("Ben", MONSTER_B, TRAP).building("Ada")
    table.announces("Ada", "kid_croak", ability=THREE)
    assert table.offers == ["Ada", "Ben"]
    table.answer("Ben")
    assert table.offers == ["less_damage", "more_damage"]
    table.answer(option)
    assert (table.deals("Ben", MONSTER_B), table.deals("Ben", TRAP), table.deals("Ada", MONSTER)) == (damage, 2, 2)
    assert table.level(MONSTER) == 1


def test_draculad_3_looks_at_a_hand_and_takes_a_card() -> None:
    table = with_miniboss("draculad", 3).building("Ada")
    events = table.uses("Ada", "draculad", ability=THREE)
    assert table.trusted(events) == ["Ada steal 1 card / Ben"]
    assert table.level(TRAP) == 1


def test_rocky_3_gives_a_hero_in_any_dungeon_five_health() -> None:
    table = with_miniboss("rocky", 3).dungeon("Ben", BIGGEST_TRAP, BIG_TRAP).at_entrance("Ben", THIEF)
    table.adventure_begins().uses("Ada", "rocky", ability=THREE)
    assert table.state.mark(table.copy(THIEF)).health == 5
    table.walks_through()
    assert table.score("Ben") == (0, 1), "nine health against seven damage"
    assert table.level(TRAP) == 1


def test_cerebella_3_silences_a_whole_dungeon() -> None:
    table = with_miniboss("cerebella", 3).dungeon("Ben", "power_leech", MONSTER).at_entrance("Ben", GIANT)
    table.adventure_begins().announces("Ada", "cerebella", ability=THREE)
    assert table.offers == ["Ada", "Ben"]
    table.answer("Ben")
    table.resolves()
    table.walks_through()
    assert table.hits() == [("power_leech", 1), (MONSTER, 2)]


def test_paddywhack_3_kills_the_hero_in_its_room() -> None:
    table = with_miniboss("paddywhack", 3, TRAP, MONSTER).at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.uses("Ada", "paddywhack", ability=THREE)
    assert table.score("Ada") == (2, 0)
    assert table.level(TRAP) == 1


def test_icicle_man_3_deactivates_a_room_of_any_dungeon() -> None:
    table = with_miniboss("icicle_man", 3).dungeon("Ben", MONSTER).building("Ada")
    table.announces("Ada", "icicle_man", ability=THREE)
    assert table.offers == sorted([TRAP, MONSTER])
    table.answer(MONSTER)
    assert table.stack(MONSTER).deactivated
    assert table.level(TRAP) == 1


def test_mageseeker_3_lets_heroes_skip_the_first_room_of_a_dungeon() -> None:
    table = with_miniboss("mageseeker", 3).dungeon("Ben", MONSTER, SPELLBOOK_TRAP).building("Ada")
    table.uses("Ada", "mageseeker", "Ben", ability=THREE)
    table.at_entrance("Ben", GIANT).walks_through()
    assert table.hits() == [(SPELLBOOK_TRAP, 2)]
    assert table.level(TRAP) == 1


def test_brassknuckle_3_doubles_the_damage_of_its_room() -> None:
    table = with_miniboss("brassknuckle", 3).building("Ada")
    table.uses("Ada", "brassknuckle", ability=THREE)
    assert table.deals("Ada", TRAP) == (2 + 1) * 2
    assert table.level(TRAP) == 1


def test_jinx_3_moves_a_hero_from_town_to_its_owners_entrance() -> None:
    table = with_miniboss("jinx", 3).in_town(CLERIC, MAGE).building("Ada")
    table.announces("Ada", "jinx", ability=THREE)
    assert table.offers == sorted([CLERIC, MAGE])
    table.answer(MAGE)
    assert (table.entrance("Ada"), table.town()) == ([MAGE], [CLERIC])
    assert table.level(TRAP) == 1


def test_a_destroyed_room_takes_its_miniboss_along() -> None:
    table = with_miniboss("spike", 2, TRAP, PAIR_MONSTER).building("Ada")
    table.uses("Ada", TRAP)
    assert all(stack.miniboss is None for stack in table.player("Ada").dungeon)
