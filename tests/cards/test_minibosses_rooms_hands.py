"""Rise of the Minibosses: rooms that are about hands and the discard pile."""

import pytest

from engine.boss_monster.commands import DestroyRoom
from tests.cards.side_table import (
    PAIR_TRAP,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, GIANT, THIEF


def test_spectral_bomb_is_destroyed_and_an_opponent_loses_a_random_spell() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="seducia").dungeon("Ada", "spectral_bomb", TRAP)
    table.building("Ada").announces("Ada", "spectral_bomb")
    assert table.offers == ["Ben", "Cleo"]
    assert table.trusted(table.answer("Ben")) == ["Ben discard_random 1 spell / Ada"]
    assert table.rooms("Ada") == [TRAP]


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


def test_ancient_guardtower_needs_a_coin() -> None:
    table = SideTable().at_entrance("Ada", GIANT)
    table.builds("Ada", "ancient_guardtower")
    assert table.adventure_begins().refuses("Ada", "ancient_guardtower") == "condition_not_met"


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
    table.uses("Ben", "rebirth", "Ben")
    assert table.offers == [], "once per round"


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
    events = table.building("Ada").uses("Ada", TRAP, "yes")  # ordinary or epic
    assert table.trusted(events) == ["Ada discard 1 miniboss"]
    assert table.score("Ada") == (2, 0)


def test_vampire_lab_asks_nobody_without_a_wound() -> None:
    table = SideTable()
    table.builds("Ada", "vampire_lab")
    assert table.offers == []
    table.dungeon("Ada", "unstable_mine over vampire_lab").building("Ada").announces("Ada", TRAP)
    assert table.offers == []


def test_haunted_cavern_holds_a_hero_at_the_entrance_for_a_coin() -> None:
    table = SideTable().coins("Ada", 2).dungeon("Ada", "haunted_cavern").at_entrance("Ada", GIANT, THIEF, CLERIC)
    table.at_entrance("Ben", "the_fool")
    table.adventure_begins()
    table.announces("Ada", "haunted_cavern")
    assert table.offers == sorted([THIEF, CLERIC])
    table.answer(THIEF)
    assert table.hoard("Ada") == 1
    assert table.refuses("Ada", "haunted_cavern") == "used_already"
    table.walks_through()
    assert table.entrance("Ada") == [THIEF]
    assert table.score("Ada")[1] == 3, "the other two were not held"


def test_mysterious_portal_may_turn_a_miniboss_card_into_a_spell() -> None:
    table = SideTable()
    table.builds("Ada", "mysterious_portal")
    assert table.offers == ["no", "yes"]
    assert table.trusted(table.answer("yes")) == ["Ada discard 1 miniboss", "Ada draw 1 spell"]


def test_mysterious_portal_asks_again_when_it_is_uncovered() -> None:
    table = SideTable().dungeon("Ada", "unstable_mine over mysterious_portal").building("Ada")
    table.uses("Ada", TRAP, "yes")
    assert table.trusted() == ["Ada discard 1 miniboss", "Ada draw 1 spell"]


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
    table.coins("Ada", 1).dungeon("Ada", "black_market", TRAP).do(DestroyRoom(table.id_of("Ada"), 1))
    assert table.offers == ["no", "yes"], "a room of the own dungeon counts too"


def test_mind_thresher_may_give_up_the_soul_of_a_hero_that_died_there_for_two_spells() -> None:
    table = SideTable().dungeon("Ada", "mind_thresher", TRAP).at_entrance("Ada", "the_fool", THIEF)
    table.walks_through()
    assert table.offers == ["no", "yes"]
    assert table.score("Ada") == (1, 0)
    assert table.trusted(table.answer("yes")) == ["Ada draw 2 spell"]
    assert table.score("Ada") == (0, 0)
    assert [table.short(hero) for hero in table.state.removed] == ["the_fool"]
    table.at_entrance("Ada", "the_fool_rm")
    table.walks_through()
    assert table.offers == [], "once per round"


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
