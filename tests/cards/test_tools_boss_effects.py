"""Tools of Hero-Kind: the boss effect of each item (BM-ITEM-14, -15), the rooms and the spell."""

import pytest

from engine.boss_monster.events import PlayerEliminated, SpellCancelled
from tests.cards.side_table import (
    BIG_MONSTER,
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    PAIR_MONSTER,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, EPIC_THIEF, FIGHTER, GIANT, MAGE, THIEF, THIEF_6


def having(item: str) -> SideTable:
    """Ada has an open item."""
    return SideTable().has_item("Ada", item)


def three_having(item: str) -> SideTable:
    """Ada has an open item, and two opponents."""
    return SideTable(Ada="gorgona", Ben="robobo", Cleo="belladonna").has_item("Ada", item)


def test_a_used_item_lies_face_down_and_works_once() -> None:
    table = having("necronomicon").building("Ada")
    table.uses("Ada", "necronomicon")
    assert table.player("Ada").closed_items == (table.copy("necronomicon"),)
    assert table.refuses("Ada", "necronomicon") == "no_open_item"


@pytest.mark.parametrize("used", [False, True])
def test_extra_life_keeps_its_owner_in_the_game(used: bool) -> None:
    table = (
        having("extra_life").dungeon("Ada", TRAP).at_entrance("Ada", GIANT).wounds("Ada", THIEF, THIEF_6, CLERIC, MAGE)
    )
    table.adventure_begins()
    if used:
        table.uses("Ada", "extra_life")
    events = table.walks_through()
    assert table.score("Ada")[1] >= 5
    assert any(isinstance(event, PlayerEliminated) for event in events) is not used


@pytest.mark.parametrize(
    ("item", "prompt"),
    [
        ("holy_hand_grenade", "Ben+Cleo discard_random 1 room / Ada"),
        ("necronomicon", "Ada draw 1 spell"),
        ("bag_of_holding", "Ada take_discarded 1 multi_treasure_room"),
    ],
)
def test_a_boss_effect_on_hidden_cards(item: str, prompt: str) -> None:
    table = three_having(item).building("Ada")
    assert table.trusted(table.uses("Ada", item)) == [prompt]


def test_antimagic_lizard_takes_a_random_spell_from_a_chosen_opponent() -> None:
    table = three_having("antimagic_lizard").building("Ada")
    table.announces("Ada", "antimagic_lizard")
    assert table.offers == ["Ben", "Cleo"]
    assert table.trusted(table.answer("Cleo")) == ["Cleo discard_random 1 spell / Ada"]


def test_inquisitors_robes_destroy_an_advanced_room_anywhere() -> None:
    table = (
        having("inquisitors_robes").dungeon("Ada", BIG_TRAP, TRAP).dungeon("Ben", BIG_MONSTER, MONSTER).building("Ada")
    )
    table.announces("Ada", "inquisitors_robes")
    assert table.offers == sorted([BIG_TRAP, BIG_MONSTER])
    table.answer(BIG_MONSTER)
    assert table.rooms("Ben") == [MONSTER]


def test_staff_of_healing_heals_an_ordinary_wound() -> None:
    table = having("staff_of_healing").wounds("Ada", THIEF, EPIC_THIEF).building("Ada")
    table.uses("Ada", "staff_of_healing")
    assert table.score("Ada") == (1, 2)


def test_goblin_suit_strengthens_the_ordinary_monster_rooms_of_its_owner() -> None:
    table = having("goblin_suit").dungeon("Ada", MONSTER, BIG_MONSTER, TRAP).dungeon("Ben", MONSTER_B).building("Ada")
    table.uses("Ada", "goblin_suit")
    assert [table.deals("Ada", room) for room in (MONSTER, BIG_MONSTER, TRAP)] == [3, 3, 2]
    assert table.deals("Ben", MONSTER_B) == 2


def test_claws_of_the_berserker_add_the_monster_rooms_of_the_user_to_any_hero() -> None:
    table = having("claws_of_the_berserker").dungeon("Ada", MONSTER, PAIR_MONSTER, TRAP).dungeon("Ben", BIGGEST_TRAP)
    table.at_entrance("Ben", THIEF).in_town(MAGE).adventure_begins().announces("Ada", "claws_of_the_berserker")
    assert table.offers == sorted([THIEF, MAGE])
    table.answer(THIEF)
    table.resolves()
    table.walks_through()
    assert table.score("Ben") == (0, 1), "4 + 2 health against four damage"


def test_oversized_sword_gives_a_hero_in_any_dungeon_five_health() -> None:
    table = having("oversized_sword").dungeon("Ben", BIGGEST_TRAP, BIG_TRAP).at_entrance("Ben", THIEF, MAGE)
    table.adventure_begins().uses("Ada", "oversized_sword")
    assert table.state.mark(table.copy(THIEF)).health == 5
    assert table.state.mark(table.copy(MAGE)).health == 0  # not the one at the entrance


def test_vorpal_blade_kills_a_hero_that_lost_half_of_its_health() -> None:
    table = having("vorpal_blade").dungeon("Ben", TRAP, MONSTER).at_entrance("Ben", THIEF).adventure_begins()
    table.uses("Ada", "vorpal_blade")
    assert table.score("Ben") == (1, 0)
    table = having("vorpal_blade").dungeon("Ben", TRAP, MONSTER).at_entrance("Ben", THIEF_6).adventure_begins()
    assert table.refuses("Ada", "vorpal_blade") == "no_target"


@pytest.mark.parametrize(
    ("item", "offers"),
    [
        ("ice_rod", [TRAP_B, MONSTER_B]),
        ("ten_foot_pole", [TRAP, TRAP_B]),
        ("pet_monster", [MONSTER, MONSTER_B]),
    ],
)
def test_an_item_deactivates_a_room(item: str, offers: list[str]) -> None:
    table = having(item).dungeon("Ada", TRAP, MONSTER).dungeon("Ben", TRAP_B, MONSTER_B).building("Ada")
    table.announces("Ada", item)
    assert table.offers == sorted(offers)
    table.answer(offers[-1])
    assert table.stack(offers[-1]).deactivated


def test_magic_mirror_copies_the_boss_effect_of_any_face_up_item() -> None:
    table = having("magic_mirror").has_item("Ben", "necronomicon").has_item("Ben", "the_bomb", face_up=False)
    table.in_town(FIGHTER).equipped(FIGHTER, "goblin_suit").item_in_town("extra_life").building("Ada")
    table.announces("Ada", "magic_mirror")
    assert table.offers == ["extra_life", "goblin_suit", "necronomicon"]
    assert table.trusted(table.answer("necronomicon")) == ["Ada draw 1 spell"]
    assert table.player("Ben").open_item == table.copy("necronomicon"), "it stays as it is"
    assert table.player("Ada").open_item is None


def test_cheat_code_silences_one_room_until_the_end_of_the_round() -> None:
    table = having("cheat_code").dungeon("Ben", "power_leech", MONSTER).at_entrance("Ben", GIANT).building("Ada")
    table.announces("Ada", "cheat_code")
    assert table.offers == sorted(["power_leech", MONSTER])
    table.answer("power_leech")
    table.walks_through()
    assert table.hits() == [("power_leech", 1), (MONSTER, 2)]


def test_the_bomb_destroys_an_own_room_and_deals_five_damage_to_the_hero_in_it() -> None:
    table = having("the_bomb").dungeon("Ada", TRAP, MONSTER, TRAP_B).at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "the_bomb")
    assert table.rooms("Ada") == [MONSTER, TRAP_B]
    assert table.walker() == (GIANT, MONSTER, 2 + 5 + 2)  # it leaves at once and goes on


def test_the_bomb_kills_a_hero_in_the_room_that_it_destroys() -> None:
    table = having("the_bomb").dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", THIEF_6, GIANT).adventure_begins()
    table.uses("Ada", "the_bomb")
    assert table.score("Ada") == (1, 0)


def test_boots_of_jumping_let_a_hero_skip_its_next_room() -> None:
    table = having("boots_of_jumping").dungeon("Ben", TRAP, MONSTER, TRAP_B).at_entrance("Ben", GIANT)
    table.adventure_begins().uses("Ada", "boots_of_jumping")
    table.walks_through()
    assert table.hits() == [(TRAP, 2), (TRAP_B, 2)]


def test_star_of_invulnerability_removes_a_hero_that_survived_the_own_dungeon_in_this_round() -> None:
    table = (
        having("star_of_invulnerability").dungeon("Ada", TRAP).at_entrance("Ada", THIEF_6, GIANT).wounds("Ada", CLERIC)
    )
    table.adventure_begins().walks_on()
    assert table.score("Ada") == (0, 2)
    table.uses("Ada", "star_of_invulnerability")
    assert table.score("Ada") == (0, 1), "the wound of an earlier round stays"
    assert [table.short(hero) for hero in table.state.removed] == [THIEF_6]


def test_star_of_invulnerability_does_not_reach_the_survivors_of_others() -> None:
    table = (
        SideTable().has_item("Ben", "star_of_invulnerability").dungeon("Ada", TRAP).at_entrance("Ada", THIEF_6, GIANT)
    )
    table.adventure_begins().walks_on()
    assert table.score("Ada") == (0, 1)
    assert table.refuses("Ben", "star_of_invulnerability") == "no_target"


def test_ring_of_invisibility_cancels_a_spell_in_its_owners_part_of_the_adventure() -> None:
    table = having("ring_of_invisibility").dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "ring_of_invisibility") == "nothing_announced"
    table.announces("Ben", "pay_to_win", TRAP)
    events = table.announces("Ada", "ring_of_invisibility")
    assert [table.short(event.card or "") for event in events if isinstance(event, SpellCancelled)] == ["pay_to_win"]


def test_ring_of_invisibility_is_of_no_use_in_other_parts_of_the_adventure() -> None:
    table = having("ring_of_invisibility").dungeon("Ben", TRAP, MONSTER).at_entrance("Ben", GIANT).adventure_begins()
    table.announces("Ben", "pay_to_win", TRAP)
    assert table.refuses("Ada", "ring_of_invisibility") == "condition_not_met"


def test_a_boss_effect_cannot_be_cancelled() -> None:
    table = having("necronomicon").dungeon("Ben", TRAP).tucked_under("Ben", TRAP, "mageseeker", 2).building("Ben")
    table.announces("Ada", "necronomicon")
    assert table.refuses("Ben", "mageseeker") == "nothing_announced"


# -- rooms and spells --------------------------------------------------------------------------------------------------


def test_burial_mound_turns_an_own_item_face_up_for_two_room_cards() -> None:
    table = SideTable().has_item("Ada", "ice_rod", face_up=False).has_item("Ada", "the_bomb", face_up=False)
    table.has_item("Ben", "pet_monster", face_up=False).dungeon("Ada", "burial_mound").building("Ada")
    table.announces("Ada", "burial_mound")
    assert table.offers == ["ice_rod", "the_bomb"]
    assert table.trusted(table.answer("ice_rod")) == ["Ada discard 2 room"]
    assert table.player("Ada").open_item == table.copy("ice_rod")
    assert table.refuses("Ada", "burial_mound") == "used_already"


def test_orcish_smithy_gives_an_item_in_town_to_any_hero_in_town_without_one() -> None:
    table = SideTable().item_in_town("ice_rod").item_in_town("the_bomb").in_town(CLERIC, "demigod", FIGHTER)
    table.equipped(FIGHTER, "goblin_suit").dungeon("Ada", "orcish_smithy").building("Ada")
    table.announces("Ada", "orcish_smithy")
    assert table.offers == ["ice_rod", "the_bomb"]
    table.answer("ice_rod")
    assert table.offers == sorted([CLERIC, "demigod"]), "a star hero too, but nobody who has an item"
    table.answer("demigod")
    assert table.state.mark(table.copy("demigod")).item == table.copy("ice_rod")
    assert table.refuses("Ada", "orcish_smithy") == "used_already"


def test_orcish_smithy_works_in_the_build_phase_only() -> None:
    table = (
        SideTable().item_in_town("ice_rod").in_town(CLERIC).dungeon("Ada", "orcish_smithy").at_entrance("Ada", GIANT)
    )
    assert table.adventure_begins().refuses("Ada", "orcish_smithy") == "no_spells_now"


def test_artificers_workbench_turns_an_own_item_face_down_for_a_spell() -> None:
    table = having("the_bomb").has_item("Ben", "ice_rod").dungeon("Ada", "artificers_workbench").building("Ada")
    assert table.trusted(table.uses("Ada", "artificers_workbench")) == ["Ada draw 1 spell"]
    assert table.player("Ada").closed_items == (table.copy("the_bomb"),)
    assert table.refuses("Ada", "artificers_workbench") == "used_already"


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_magnetic_ceiling_may_take_the_item_of_an_entering_hero_before_the_damage(answer: str) -> None:
    table = SideTable().dungeon("Ada", "magnetic_ceiling", TRAP).at_entrance("Ada", FIGHTER)
    table.equipped(FIGHTER, "oversized_sword").adventure_begins()
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer(answer)
    table.walks_through()
    if answer == "yes":
        assert table.score("Ada") == (1, 0)
        assert table.player("Ada").closed_items == (table.copy("oversized_sword"),)
    else:
        assert table.score("Ada") == (0, 1)


def test_magnetic_ceiling_takes_one_item_per_round() -> None:
    table = SideTable().dungeon("Ada", "magnetic_ceiling").at_entrance("Ada", FIGHTER, MAGE)
    table.equipped(FIGHTER, "goblin_suit").equipped(MAGE, "necronomicon").adventure_begins()
    table.answer("yes")
    table.walks_on()
    assert table.walker()[0] == MAGE
    assert table.offers == []


def test_magnetic_ceiling_does_not_ask_about_heroes_without_an_item() -> None:
    table = SideTable().dungeon("Ada", "magnetic_ceiling", TRAP).at_entrance("Ada", FIGHTER).adventure_begins()
    assert table.offers == []


def test_excavation_turns_any_item_of_a_score_area_over_without_its_boss_effect() -> None:
    table = having("necronomicon").has_item("Ben", "ice_rod", face_up=False).item_in_town("extra_life").building("Ada")
    table.announces("Ada", "excavation")
    assert table.offers == ["ice_rod", "necronomicon"]
    table.answer("ice_rod")
    table.resolves()
    assert table.player("Ben").open_item == table.copy("ice_rod")
    assert table.trusted(table.uses("Ada", "excavation#2", "necronomicon")) == []
    assert table.player("Ada").closed_items == (table.copy("necronomicon"),)


def test_burial_mound_needs_a_face_down_item_of_its_owner() -> None:
    table = having("ice_rod").has_item("Ben", "the_bomb", face_up=False).dungeon("Ada", "burial_mound").building("Ada")
    assert table.refuses("Ada", "burial_mound") == "no_target"
