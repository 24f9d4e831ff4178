"""Rise of the Minibosses: rooms that are about hands, coins and the discard pile."""

import pytest

from engine.boss_monster.commands import DestroyRoom
from tests.cards.side_table import (
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    PAIR_MONSTER,
    PAIR_TRAP,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, GIANT, THIEF, THIEF_6


def test_spectral_bomb_is_destroyed_and_an_opponent_loses_a_random_spell() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="seducia").dungeon("Ada", "spectral_bomb", TRAP)
    table.building("Ada").announces("Ada", "spectral_bomb")
    assert table.offers == ["Ben", "Cleo"]
    assert table.trusted(table.answer("Ben")) == ["Ben discard_random 1 spell / Ada"]
    assert table.rooms("Ada") == [TRAP]


def test_monster_academy_pays_two_coins_for_each_miniboss_that_is_shown() -> None:
    table = SideTable().dungeon("Ada", TRAP)
    table.builds("Ada", "monster_academy")
    table.answer("2")
    assert table.hoard("Ada") == 4


def test_monster_academy_pays_when_it_is_uncovered_too() -> None:
    table = SideTable().dungeon("Ada", "unstable_mine over monster_academy").building("Ada")
    table.uses("Ada", TRAP, "1")
    assert table.hoard("Ada") == 3 + 2


def test_ancient_guardtower_chooses_an_opponent_and_buys_a_random_spell_later_in_the_round() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="seducia").coins("Ada", 2).dungeon("Ada", TRAP)
    table.at_entrance("Ada", GIANT)
    table.builds("Ada", "ancient_guardtower")
    assert table.offers == ["Ben", "Cleo"]
    table.answer("Cleo")
    assert table.hoard("Ada") == 2
    table.adventure_begins()
    assert table.trusted(table.uses("Ada", "ancient_guardtower")) == ["Ada steal_random 1 spell / Cleo"]
    assert (table.hoard("Ada"), table.hoard("Cleo"), table.hoard("Ben")) == (1, 1, 0)
    assert table.refuses("Ada", "ancient_guardtower") == "used_already"


def test_ancient_guardtower_sells_nothing_in_later_rounds() -> None:
    table = SideTable().coins("Ada", 2).dungeon("Ada", "ancient_guardtower").at_entrance("Ada", GIANT)
    assert table.adventure_begins().refuses("Ada", "ancient_guardtower") == "no_target"


@pytest.mark.parametrize("phase", ["build", "adventure"])
def test_tomb_of_terrors_is_discarded_from_the_hand_for_a_card_of_the_discard_pile(phase: str) -> None:
    table = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", GIANT)
    table = table.building("Ada") if phase == "build" else table.adventure_begins()
    assert "Ada take_discarded 1 card" in table.trusted(table.uses("Ada", TRAP_B))


def test_tomb_of_terrors_on_the_table_is_not_in_the_hand() -> None:
    table = SideTable().dungeon("Ada", TRAP_B).building("Ada")
    assert table.refuses("Ada", TRAP_B) == "not_in_hand"


def test_imp_hoard_may_take_the_first_card_of_a_round_that_an_opponent_discards() -> None:
    table = SideTable().dungeon("Ada", "imp_hoard").dungeon("Ben", PAIR_TRAP).building("Ben")
    table.announces("Ben", PAIR_TRAP)
    assert table.asked == "Ada"
    assert table.offers == ["no", "yes"]
    assert "Ada take_it 1 card" in table.trusted(table.answer("yes"))


def test_imp_hoard_does_not_care_for_its_owners_own_discards() -> None:
    table = SideTable().dungeon("Ada", "imp_hoard", PAIR_TRAP).building("Ada")
    table.uses("Ada", PAIR_TRAP)
    assert table.offers == []
    assert table.hoard("Ada") == 2


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_vampire_lab_may_heal_a_wound_for_a_miniboss_card(answer: str) -> None:
    table = SideTable().dungeon("Ada", TRAP).wounds("Ada", THIEF)
    table.builds("Ada", "vampire_lab")
    assert table.offers == ["no", "yes"]
    table.answer(answer)
    assert table.score("Ada") == ((1, 0) if answer == "yes" else (0, 1))
    assert ("Ada discard 1 miniboss" in table.trusted()) is (answer == "yes")


def test_vampire_lab_heals_an_epic_wound_when_it_is_uncovered() -> None:
    table = SideTable().dungeon("Ada", "unstable_mine over vampire_lab").wounds("Ada", "hya_legendary_shinobi")
    table.building("Ada").uses("Ada", TRAP, "yes")  # ordinary or epic
    assert table.score("Ada") == (2, 0)


def test_haunted_cavern_holds_a_hero_at_the_entrance_for_a_coin() -> None:
    table = SideTable().coins("Ada", 2).dungeon("Ada", "haunted_cavern").at_entrance("Ada", GIANT, THIEF, CLERIC)
    table.adventure_begins()
    table.announces("Ada", "haunted_cavern")
    assert table.offers == sorted([THIEF, CLERIC])
    table.answer(THIEF)
    assert table.hoard("Ada") == 1
    table.walks_through()
    assert table.entrance("Ada") == [THIEF]
    assert table.score("Ada")[1] == 3, "the other two were not held"
    assert table.refuses("Ada", "haunted_cavern") == "no_spells_now"


@pytest.mark.parametrize(
    ("room", "prompt"), [("minion_clinic", "Ada take_discarded 2 card"), ("crystal_ballroom", "Ada draw 2 spell")]
)
def test_up_to_three_coins_are_laid_on_it_for_a_card_each_and_one_damage_less_each(room: str, prompt: str) -> None:
    below = TRAP_B if room == "minion_clinic" else SPELLBOOK_TRAP
    table = SideTable().coins("Ada", 5).dungeon("Ada", below)
    table.builds("Ada", room, over=below)
    assert table.offers == ["0", "1", "2", "3"]
    assert prompt in table.trusted(table.answer("2"))
    assert table.hoard("Ada") == 3
    assert table.stack(room).coins == 2
    assert table.deals("Ada", room) == 1
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [(room, 1)]


@pytest.mark.parametrize("room", ["minion_clinic", "crystal_ballroom"])
def test_nobody_lays_more_coins_than_the_hoard_holds(room: str) -> None:
    below = TRAP_B if room == "minion_clinic" else SPELLBOOK_TRAP
    table = SideTable().coins("Ada", 1).dungeon("Ada", below)
    table.builds("Ada", room, over=below)
    assert table.offers == ["0", "1"]


@pytest.mark.parametrize("below", ["minion_clinic", "crystal_ballroom"])
def test_coins_on_a_covered_room_are_lost(below: str) -> None:
    table = SideTable().dungeon("Ada", below).laid("Ada", below, coins=2)
    table.builds("Ada", MONSTER, over=below)
    assert table.stack(MONSTER).coins == 0


def test_robbers_vault_swaps_the_whole_hoard_with_another_player_even_an_empty_one() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="seducia").coins("Ben", 4).dungeon("Ada", TRAP_B)
    table.builds("Ada", "robbers_vault", over=TRAP_B)
    assert table.offers == ["Ben", "Cleo"]
    table.answer("Ben")
    assert (table.hoard("Ada"), table.hoard("Ben")) == (4, 0)


def test_goblin_market_pays_two_coins_for_each_room_that_is_built_next_to_it() -> None:
    table = SideTable().dungeon("Ada", "goblin_market", TRAP)
    table.builds("Ada", MONSTER)
    assert table.hoard("Ada") == 2
    table.builds("Ada", TRAP_B)
    assert table.hoard("Ada") == 2, "that one is two rooms away"
    table.builds("Ada", SPELLBOOK_TRAP, over=TRAP)
    assert table.hoard("Ada") == 4


def test_mysterious_portal_may_turn_a_miniboss_card_into_a_spell() -> None:
    table = SideTable()
    table.builds("Ada", "mysterious_portal")
    assert table.offers == ["no", "yes"]
    assert table.trusted(table.answer("yes")) == ["Ada discard 1 miniboss", "Ada draw 1 spell"]


def test_mysterious_portal_asks_again_when_it_is_uncovered() -> None:
    table = SideTable().dungeon("Ada", "unstable_mine over mysterious_portal").building("Ada")
    table.uses("Ada", TRAP, "yes")
    assert table.trusted() == ["Ada discard 1 miniboss", "Ada draw 1 spell"]


def test_alchemists_lab_pays_two_coins_for_the_first_spell_of_a_round() -> None:
    table = SideTable().dungeon("Ada", "alchemists_lab").building("Ada")
    table.uses("Ada", "rebirth", "Ben")
    table.uses("Ada", "rebirth#2", "Ben")
    assert table.hoard("Ada") == 2
    table = SideTable().dungeon("Ada", "alchemists_lab").building("Ada")
    table.uses("Ben", "rebirth", "Ada")
    assert table.hoard("Ada") == 0, "the spell of an opponent"


def test_black_market_pays_a_coin_for_a_spell_when_any_room_is_destroyed() -> None:
    table = SideTable().coins("Ada", 2).dungeon("Ada", "black_market").dungeon("Ben", TRAP, "unstable_mine#2")
    table.building("Ben").announces("Ben", TRAP)
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    assert table.trusted(table.answer("yes")) == ["Ada draw 1 spell"]
    assert table.hoard("Ada") == 1
    table.uses("Ben", "unstable_mine#2")
    assert table.offers == [], "once per round"


def test_black_market_needs_a_coin() -> None:
    table = SideTable().dungeon("Ada", "black_market", TRAP).building("Ada")
    table.do(DestroyRoom(table.id_of("Ada"), 1))
    assert table.offers == []


def test_mind_thresher_may_give_up_the_soul_of_a_hero_that_died_there_for_two_spells() -> None:
    table = SideTable().dungeon("Ada", "mind_thresher", TRAP).at_entrance("Ada", "the_fool", THIEF)
    table.walks_through()
    assert table.offers == ["no", "yes"]
    assert table.score("Ada") == (1, 0)
    assert table.trusted(table.answer("yes")) == ["Ada draw 2 spell"]
    assert table.score("Ada") == (0, 0)
    assert [table.short(hero) for hero in table.state.removed] == ["the_fool"]


@pytest.mark.parametrize("answer", ["draw_spell", "gain_coins"])
def test_cursed_well_is_discarded_from_the_hand_for_a_spell_or_two_coins(answer: str) -> None:
    table = SideTable().dungeon("Ada", TRAP).building("Ada")
    table.announces("Ada", SPELLBOOK_TRAP)
    assert table.offers == ["draw_spell", "gain_coins"]
    events = table.answer(answer)
    assert table.hoard("Ada") == (2 if answer == "gain_coins" else 0)
    assert ("Ada draw 1 spell" in table.trusted(events)) is (answer == "draw_spell")


def test_loot_box_draws_two_spells_for_two_coins() -> None:
    table = SideTable().coins("Ada", 2)
    table.builds("Ada", "loot_box")
    assert table.trusted(table.answer("yes")) == ["Ada draw 2 spell"]
    assert table.hoard("Ada") == 0


def test_loot_box_asks_nobody_who_cannot_pay() -> None:
    table = SideTable().coins("Ada", 1)
    table.builds("Ada", "loot_box")
    assert table.offers == []


def test_delvers_quarry_draws_a_room_when_it_is_built_or_uncovered() -> None:
    table = SideTable()
    assert table.trusted(table.builds("Ada", "delvers_quarry")) == ["Ada draw 1 room"]
    table = SideTable().dungeon("Ada", "unstable_mine over delvers_quarry").building("Ada")
    assert table.trusted(table.uses("Ada", TRAP)) == ["Ada draw 1 room"]


def test_garbage_chute_pays_two_coins_for_the_first_room_of_a_round_that_is_destroyed() -> None:
    table = SideTable().dungeon("Ada", "garbage_chute").dungeon("Ben", TRAP, "unstable_mine#2").building("Ben")
    table.uses("Ben", TRAP)
    assert table.hoard("Ada") == 2
    table.uses("Ben", "unstable_mine#2")
    assert table.hoard("Ada") == 2


def test_unstable_mine_is_destroyed_for_three_coins() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).building("Ada")
    table.uses("Ada", TRAP)
    assert (table.hoard("Ada"), table.rooms("Ada")) == (3, [MONSTER])


def test_a_mine_that_another_effect_destroys_pays_nothing() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).building("Ada")
    table.do(DestroyRoom(table.id_of("Ada"), 2))
    assert (table.hoard("Ada"), table.rooms("Ada")) == (0, [MONSTER])


def test_personnel_office_gains_a_coin_when_an_opponent_builds_a_miniboss() -> None:
    table = SideTable().dungeon("Ada", "personnel_office").dungeon("Ben", MONSTER).coins("Ben", 1)
    table.builds_miniboss("Ben", "spike", on=MONSTER)
    assert table.hoard("Ada") == 1


def test_personnel_office_gains_nothing_for_its_owners_minibosses() -> None:
    table = SideTable().dungeon("Ada", "personnel_office", MONSTER).coins("Ada", 1)
    table.builds_miniboss("Ada", "spike", on=MONSTER)
    assert table.hoard("Ada") == 0


@pytest.mark.parametrize("uncovered", [False, True])
def test_trophy_room_pays_a_coin_for_each_room_with_several_treasures(uncovered: bool) -> None:
    table = SideTable().dungeon("Ada", PAIR_TRAP, MONSTER, PAIR_MONSTER)
    if uncovered:
        table.dungeon("Ada", "unstable_mine over trophy_room", PAIR_TRAP, MONSTER, PAIR_MONSTER).building("Ada")
        table.uses("Ada", TRAP)
    else:
        table.builds("Ada", "trophy_room")
    assert table.hoard("Ada") == (3 + 3 if uncovered else 3)


def test_lightning_rod_pays_three_coins_for_the_first_hero_that_dies_there() -> None:
    table = SideTable().dungeon("Ada", BIG_TRAP, "lightning_rod").at_entrance("Ada", THIEF, CLERIC)
    table.walks_through()
    assert table.score("Ada") == (2, 0)
    assert table.hoard("Ada") == 3


def test_lightning_rod_pays_nothing_for_heroes_that_die_elsewhere() -> None:
    table = SideTable().dungeon("Ada", BIGGEST_TRAP, "lightning_rod").at_entrance("Ada", THIEF)
    table.walks_through()
    assert (table.score("Ada"), table.hoard("Ada")) == ((1, 0), 0)


def test_pixie_fountain_is_destroyed_for_a_coin_for_each_wound() -> None:
    table = SideTable().dungeon("Ada", PAIR_MONSTER).wounds("Ada", THIEF, "hya_legendary_shinobi").building("Ada")
    table.uses("Ada", PAIR_MONSTER)
    assert (table.hoard("Ada"), table.rooms("Ada")) == (3, [])


def test_the_keystone_is_destroyed_for_a_coin_for_each_room_that_is_left() -> None:
    table = SideTable().dungeon("Ada", TRAP, "the_keystone", MONSTER, "the_keystone#2").building("Ada")
    table.uses("Ada", "the_keystone")
    assert table.hoard("Ada") == 3
    table.deactivated("Ada", MONSTER).uses("Ada", "the_keystone#2")  # it does not count as a room
    assert table.hoard("Ada") == 3 + 1


def test_pool_of_shadows_turns_a_spell_into_two_coins_once_per_round() -> None:
    table = SideTable().dungeon("Ada", PAIR_TRAP).building("Ada")
    assert table.trusted(table.uses("Ada", PAIR_TRAP)) == ["Ada discard 1 spell"]
    assert table.hoard("Ada") == 2
    assert table.refuses("Ada", PAIR_TRAP) == "used_already"


@pytest.mark.parametrize("answer", ["coin_onto_room", "destroy_room"])
def test_the_dreadmill_takes_a_coin_each_round_or_is_destroyed(answer: str) -> None:
    table = SideTable().coins("Ada", 1).dungeon("Ada", "the_dreadmill", TRAP)
    table.round_begins(THIEF, THIEF_6)
    assert table.offers == ["coin_onto_room", "destroy_room"]
    table.answer(answer)
    if answer == "destroy_room":
        assert (table.rooms("Ada"), table.hoard("Ada")) == ([TRAP], 1)
    else:
        assert (table.hoard("Ada"), table.stack("the_dreadmill").coins) == (0, 1)
        assert table.deals("Ada", "the_dreadmill") == 3


def test_the_dreadmill_is_destroyed_without_a_coin() -> None:
    table = SideTable().dungeon("Ada", "the_dreadmill", TRAP)
    table.round_begins(THIEF, THIEF_6)
    assert table.rooms("Ada") == [TRAP]


def test_a_foyer_elemental_pays_two_coins_for_the_first_hero_that_survives_it() -> None:
    table = SideTable().dungeon("Ada", "foyer_elemental").at_entrance("Ada", GIANT, THIEF_6)
    table.walks_through()
    assert table.score("Ada")[0] == 0
    assert table.hoard("Ada") == 2
