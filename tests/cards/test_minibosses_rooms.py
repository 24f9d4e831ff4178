"""Rise of the Minibosses: rooms that are about damage, heroes, treasure and other rooms."""

import pytest

from engine.boss_monster.events import HeroDied
from tests.cards.side_table import (
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    PAIR_MONSTER,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, GIANT, MAGE, THIEF, THIEF_6


def test_minotaur_catacombs_is_destroyed_and_the_hero_in_it_starts_again() -> None:
    table = SideTable().dungeon("Ada", TRAP, "minotaur_catacombs", MONSTER).at_entrance("Ada", GIANT)
    table.adventure_begins().walks_to("minotaur_catacombs")
    table.uses("Ada", "minotaur_catacombs")
    assert table.walker() == (GIANT, TRAP, 2 + 1 + 2)
    table.walks_through()
    assert table.hits() == [(TRAP, 2), ("minotaur_catacombs", 1), (TRAP, 2), (MONSTER, 2)]


def test_minotaur_catacombs_needs_a_hero_in_it() -> None:
    table = SideTable().dungeon("Ada", TRAP, "minotaur_catacombs").at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "minotaur_catacombs") == "no_target"


def test_power_leech_strengthens_the_monster_room_on_its_right_by_two() -> None:
    table = SideTable().dungeon("Ada", MONSTER, "power_leech", MONSTER_B).at_entrance("Ada", GIANT)
    table.walks_through()
    assert table.hits() == [(MONSTER, 2), ("power_leech", 1), (MONSTER_B, 4)]
    table = SideTable().dungeon("Ada", "power_leech", TRAP).at_entrance("Ada", GIANT)
    table.walks_through()
    assert table.hits() == [("power_leech", 1), (TRAP, 2)]


def test_no_monster_room_is_built_next_to_a_fetid_beast() -> None:
    table = SideTable().dungeon("Ada", "fetid_beast", TRAP)
    table.builds("Ada", MONSTER)
    assert table.offers == ["allow", "discard", "take_back"]
    table = SideTable().dungeon("Ada", "fetid_beast", TRAP)
    table.builds("Ada", TRAP_B)
    assert table.rooms("Ada") == [TRAP_B, "fetid_beast", TRAP]


def test_a_fetid_beast_itself_may_be_built_next_to_monster_rooms() -> None:
    table = SideTable().dungeon("Ada", MONSTER)
    table.builds("Ada", "fetid_beast")
    assert table.rooms("Ada") == ["fetid_beast", MONSTER]


def test_training_camp_doubles_a_monster_room_of_its_owner_for_a_miniboss_card() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER, MONSTER_B).dungeon("Ben", "fetid_beast")
    table.at_entrance("Ada", GIANT).building("Ada").announces("Ada", MONSTER)
    assert table.offers == sorted([MONSTER, MONSTER_B])
    assert table.trusted(table.answer(MONSTER_B)) == ["Ada discard 1 miniboss"]
    assert table.refuses("Ada", MONSTER) == "used_already"
    table.walks_through()
    assert table.hits() == [(TRAP, 2), (MONSTER, 2), (MONSTER_B, 4)]


def test_shrooman_aviary_is_discarded_from_the_hand_to_give_any_hero_three_health() -> None:
    table = SideTable().dungeon("Ada", BIGGEST_TRAP).at_entrance("Ada", THIEF).at_entrance("Ben", CLERIC).in_town(MAGE)
    table.adventure_begins()
    table.announces("Ben", MONSTER_B)
    assert table.offers == sorted([THIEF, CLERIC, MAGE])
    table.answer(THIEF)
    table.resolves()
    assert table.state.mark(table.copy(THIEF)).health == 3
    table.walks_through()
    assert table.score("Ada") == (0, 1), "seven health against four damage"


@pytest.mark.parametrize("uncovered", [False, True])
def test_dragons_nest_strengthens_other_monster_rooms_by_their_symbols(uncovered: bool) -> None:
    if uncovered:
        table = SideTable().dungeon("Ada", "unstable_mine over dragons_nest", PAIR_MONSTER, TRAP_B)
        table.building("Ada").uses("Ada", TRAP)
    else:
        table = SideTable().dungeon("Ada", MONSTER, PAIR_MONSTER, TRAP_B)
        table.builds("Ada", "dragons_nest", over=MONSTER)
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("dragons_nest", 4), (PAIR_MONSTER, 1 + 2), (TRAP_B, 2)]


def test_doppelganger_hive_counts_the_heroes_lured_this_round() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo").dungeon("Ada", "doppelganger_hive", TRAP).in_town(THIEF, THIEF_6)
    table.at_entrance("Ada", GIANT)
    assert table.lures() == {THIEF: "Ada", THIEF_6: "Ada"}
    table.walks_through()
    assert table.hits() == [("doppelganger_hive", 2 + 2), (TRAP, 2)], "the waiting giant was not lured"


@pytest.mark.parametrize(("coins", "refused"), [(2, ""), (0, "cannot_pay")])
def test_sawtooth_pendulum_kills_a_weak_hero_in_it_for_a_coin(coins: int, refused: str) -> None:
    table = SideTable().coins("Ada", coins).dungeon("Ada", "sawtooth_pendulum", TRAP).at_entrance("Ada", THIEF, CLERIC)
    table.adventure_begins()  # four health, two damage: two are left
    if refused:
        assert table.refuses("Ada", "sawtooth_pendulum") == refused
        return
    events = table.uses("Ada", "sawtooth_pendulum")
    assert [table.short(event.hero) for event in events if isinstance(event, HeroDied)] == [THIEF]
    assert (table.score("Ada"), table.hoard("Ada")) == ((1, 0), 1)
    assert table.walker()[:2] == (CLERIC, "sawtooth_pendulum")
    assert table.refuses("Ada", "sawtooth_pendulum") == "used_already"


def test_sawtooth_pendulum_does_not_reach_strong_heroes_or_other_rooms() -> None:
    table = SideTable().coins("Ada", 1).dungeon("Ada", "sawtooth_pendulum", TRAP).at_entrance("Ada", THIEF_6)
    assert table.adventure_begins().refuses("Ada", "sawtooth_pendulum") == "no_target"
    table.walks_on()
    assert table.walker() == (THIEF_6, TRAP, 4)
    assert table.refuses("Ada", "sawtooth_pendulum") == "no_target"


def test_the_catapult_deactivates_a_room_of_an_opponent_for_a_miniboss_card() -> None:
    table = SideTable().dungeon("Ada", "the_catapult", MONSTER).dungeon("Ben", TRAP, MONSTER_B).building("Ada")
    table.announces("Ada", "the_catapult")
    assert table.offers == sorted([TRAP, MONSTER_B])
    assert table.trusted(table.answer(TRAP)) == ["Ada discard 1 miniboss"]
    assert table.stack(TRAP).deactivated
    assert table.refuses("Ada", "the_catapult") == "used_already"


def test_endless_gallery_is_destroyed_for_a_symbol_in_any_dungeon() -> None:
    table = SideTable().dungeon("Ada", "endless_gallery").in_town(CLERIC).building("Ada")
    table.uses("Ada", "endless_gallery", "Ben", "relic")
    assert table.rooms("Ada") == []
    assert table.lures() == {CLERIC: "Ben"}
    assert table.symbols(CLERIC) == {"Ada": 0, "Ben": 1}


def test_living_trap_destroys_a_monster_room_to_kill_the_hero_in_it_as_often_as_it_can() -> None:
    table = SideTable().dungeon("Ada", "living_trap", MONSTER, PAIR_MONSTER, TRAP).dungeon("Ben", MONSTER_B)
    table.at_entrance("Ada", GIANT, "the_fool").adventure_begins()
    table.announces("Ada", "living_trap")
    assert table.offers == sorted([MONSTER, PAIR_MONSTER])
    table.answer(MONSTER)
    assert table.rooms("Ada") == ["living_trap", PAIR_MONSTER, TRAP]
    assert table.score("Ada") == (2, 0)
    assert table.walker()[:2] == ("the_fool", "living_trap")
    table.uses("Ada", "living_trap")
    assert table.rooms("Ada") == ["living_trap", TRAP]
    assert table.score("Ada") == (3, 0)


def test_living_trap_needs_a_monster_room_of_its_owner() -> None:
    table = SideTable().dungeon("Ada", "living_trap", TRAP).dungeon("Ben", MONSTER).at_entrance("Ada", GIANT)
    assert table.adventure_begins().refuses("Ada", "living_trap") in ("cannot_pay", "no_target")


def test_efreets_chamber_is_weaker_for_a_spell_or_stronger_without_one() -> None:
    for option, damage, prompt in (
        ("draw_spell_weaken_room", 0, "Ada draw 1 spell"),
        ("discard_spell_strengthen_room", 4, "Ada discard 1 spell"),
    ):
        table = SideTable().dungeon("Ada", TRAP, "efreets_chamber").at_entrance("Ada", GIANT, THIEF)
        table.adventure_begins().announces("Ada", "efreets_chamber")
        assert table.offers == ["discard_spell_strengthen_room", "draw_spell_weaken_room"]
        assert prompt in table.trusted(table.answer(option))
        assert table.refuses("Ada", "efreets_chamber") == "used_already"
        table.walks_on()
        assert table.hits() == [(TRAP, 2), ("efreets_chamber", damage)]


def test_efreets_chamber_needs_a_hero_at_the_entrance() -> None:
    table = SideTable().dungeon("Ada", TRAP, "efreets_chamber").at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "efreets_chamber") == "condition_not_met"  # a hero inside is not there


def test_magipede_deals_one_more_damage_for_each_spell_in_its_owners_hand() -> None:
    table = SideTable().dungeon("Ada", "magipede").at_entrance("Ada", GIANT)
    table.change("Ada", spells_in_hand=3)
    table.walks_through()
    assert table.hits() == [("magipede", 2 + 3)]


def test_magipedes_owner_is_asked_how_many_spells_the_hidden_hand_holds() -> None:
    table = SideTable().dungeon("Ada", "magipede").at_entrance("Ada", GIANT).adventure_begins()
    assert table.asked == "Ada"
    table.answer("2")
    assert table.hits() == [("magipede", 4)]


def test_paywall_is_weakened_by_the_coins_that_others_give_its_owner() -> None:
    table = SideTable().coins("Ben", 3).dungeon("Ada", TRAP, "paywall").at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "paywall") == "not_yours"
    table.uses("Ben", "paywall", "2")
    assert (table.hoard("Ada"), table.hoard("Ben")) == (2, 1)
    table.walks_on()
    assert table.hits() == [(TRAP, 2), ("paywall", 2)]
