"""Rise of the Minibosses: what the bosses do from their level-up on, one test or more for each."""

import pytest

from engine.boss_monster.commands import Promote
from engine.boss_monster.events import MinibossLevelled
from engine.core.errors import IllegalCommand
from tests.cards.side_table import BIGGEST_TRAP, MONSTER, MONSTER_B, SPELLBOOK_TRAP, TRAP, SideTable
from tests.cards.table import CLERIC, GIANT, THIEF


def test_gregore_gains_a_coin_for_the_first_hero_of_a_round_that_dies() -> None:
    table = SideTable(Ada="gregore", Ben="robobo").levelled_up("Ada").dungeon("Ada", BIGGEST_TRAP)
    table.at_entrance("Ada", THIEF, CLERIC)
    table.walks_through()
    assert table.score("Ada") == (2, 0)
    assert table.hoard("Ada") == 1


def test_gregore_gains_nothing_before_his_level_up_or_for_other_dungeons() -> None:
    table = SideTable(Ada="gregore", Ben="robobo").dungeon("Ada", BIGGEST_TRAP).at_entrance("Ada", THIEF)
    table.walks_through()
    assert table.hoard("Ada") == 0
    table = SideTable(Ada="gregore", Ben="robobo").levelled_up("Ada").dungeon("Ben", BIGGEST_TRAP)
    table.at_entrance("Ben", THIEF).walks_through()
    assert table.hoard("Ada") == 0


def test_calabeza_promotes_for_a_monster_room_card_instead_of_a_coin() -> None:
    table = SideTable(Ada="calabeza", Ben="lamia").levelled_up("Ada").dungeon("Ada", MONSTER)
    table.tucked_under("Ada", MONSTER, "spike").building("Ben")
    events = table.uses("Ada", "calabeza")
    assert table.trusted(events) == ["Ada discard 1 monster_room"]
    assert [event.level for event in events if isinstance(event, MinibossLevelled)] == [2]
    assert table.level(MONSTER) == 2
    with pytest.raises(IllegalCommand, match="promoted_already"):  # it was the promotion of this round
        table.coins("Ada", 3).do(Promote(table.id_of("Ada"), 1))
    assert table.refuses("Ada", "calabeza") == "used_already"


def test_calabeza_works_in_the_build_phase_only() -> None:
    table = SideTable(Ada="calabeza", Ben="lamia").levelled_up("Ada").dungeon("Ada", MONSTER)
    table.tucked_under("Ada", MONSTER, "spike").at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "calabeza") == "no_spells_now"


def test_belladonna_pays_two_coins_once_per_round_and_an_opponent_loses_a_random_spell() -> None:
    table = SideTable(Ada="belladonna_rm", Ben="robobo", Cleo="seducia").levelled_up("Ada").coins("Ada", 4)
    table.building("Ada").announces("Ada", "belladonna_rm")
    assert table.offers == ["Ben", "Cleo"]
    assert table.trusted(table.answer("Cleo")) == ["Cleo discard_random 1 spell / Ada"]
    assert table.hoard("Ada") == 2
    assert table.refuses("Ada", "belladonna_rm") == "used_already"


def test_belladonna_needs_two_coins() -> None:
    table = SideTable(Ada="belladonna_rm", Ben="robobo").levelled_up("Ada").coins("Ada", 1).building("Ada")
    assert table.refuses("Ada", "belladonna_rm") == "cannot_pay"


@pytest.mark.parametrize(("boss", "paid", "free"), [("lamia", MONSTER, TRAP), ("dr_deadly", TRAP, MONSTER)])
def test_a_boss_gains_a_coin_for_every_room_of_its_type(boss: str, paid: str, free: str) -> None:
    table = SideTable(Ada=boss, Ben="belladonna").levelled_up("Ada").dungeon("Ada", SPELLBOOK_TRAP)
    table.builds("Ada", paid)
    assert table.hoard("Ada") == 1
    table.builds("Ada", free)
    assert table.hoard("Ada") == 1
    table.builds("Ben", paid + "#2")
    assert table.hoard("Ada") == 1


def test_king_croaks_minibosses_start_at_level_2() -> None:
    table = SideTable(Ada="king_croak_rm", Ben="robobo").levelled_up("Ada").coins("Ada", 1).dungeon("Ada", MONSTER)
    table.builds_miniboss("Ada", "spike", on=MONSTER)
    assert table.level(MONSTER) == 2


def test_other_bosses_minibosses_start_at_level_1() -> None:
    table = SideTable(Ada="king_croak_rm", Ben="robobo").levelled_up("Ada").coins("Ben", 1).dungeon("Ben", MONSTER)
    table.builds_miniboss("Ben", "spike", on=MONSTER)  # one coin at the reveal
    assert table.level(MONSTER) == 1
    assert table.hoard("Ben") == 0


def test_ravenus_pays_two_coins_and_a_monster_room_deals_double_damage() -> None:
    table = SideTable(Ada="ravenus", Ben="robobo").levelled_up("Ada").coins("Ada", 4)
    table.dungeon("Ada", MONSTER, TRAP).dungeon("Ben", MONSTER_B).at_entrance("Ada", GIANT).building("Ada")
    table.announces("Ada", "ravenus")
    assert table.offers == sorted([MONSTER, MONSTER_B])
    table.answer(MONSTER)
    assert table.hoard("Ada") == 2
    assert table.refuses("Ada", "ravenus") == "used_already"
    table.walks_through()
    assert table.hits() == [(MONSTER, 4), (TRAP, 2)]


def test_baron_hex_gains_a_coin_for_each_of_his_own_spells_that_takes_place() -> None:
    table = SideTable(Ada="baron_hex", Ben="robobo").levelled_up("Ada").building("Ada")
    table.uses("Ada", "rebirth", "Ben")
    table.uses("Ada", "rebirth#2", "Ben")
    assert table.hoard("Ada") == 2
    table.uses("Ben", "zoning_board")
    assert table.hoard("Ada") == 2


def test_oculus_draws_a_spell_when_a_hero_dies_in_a_room_with_a_miniboss() -> None:
    table = SideTable(Ada="oculus", Ben="robobo").levelled_up("Ada").dungeon("Ada", BIGGEST_TRAP, TRAP)
    table.tucked_under("Ada", BIGGEST_TRAP, "jinx").at_entrance("Ada", THIEF)
    assert table.trusted(table.walks_through()) == ["Ada draw 1 spell"]


def test_oculus_hears_of_every_dungeon() -> None:
    table = SideTable(Ada="oculus", Ben="robobo").levelled_up("Ada").dungeon("Ben", BIGGEST_TRAP)
    table.tucked_under("Ben", BIGGEST_TRAP, "jinx").at_entrance("Ben", THIEF)
    assert table.trusted(table.walks_through()) == ["Ada draw 1 spell"]


def test_oculus_draws_nothing_for_a_room_without_a_miniboss() -> None:
    table = SideTable(Ada="oculus", Ben="robobo").levelled_up("Ada").dungeon("Ada", BIGGEST_TRAP, TRAP)
    table.tucked_under("Ada", TRAP, "jinx").at_entrance("Ada", THIEF)
    assert table.trusted(table.walks_through()) == []


def test_kazanna_pays_two_coins_once_per_round_to_draw_a_spell() -> None:
    table = SideTable(Ada="kazanna_rm", Ben="robobo").levelled_up("Ada").coins("Ada", 5).building("Ada")
    assert table.trusted(table.uses("Ada", "kazanna_rm")) == ["Ada draw 1 spell"]
    assert table.hoard("Ada") == 3
    assert table.refuses("Ada", "kazanna_rm") == "used_already"


def test_scotts_trap_rooms_deal_one_more_damage() -> None:
    table = SideTable(Ada="scott", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP, MONSTER)
    table.dungeon("Ben", SPELLBOOK_TRAP).at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [(TRAP, 3), (MONSTER, 2)]
    assert table.deals("Ben", SPELLBOOK_TRAP) == 2


def test_kirax_pays_two_coins_for_a_symbol_of_any_class_in_any_dungeon() -> None:
    table = SideTable(Ada="kirax", Ben="robobo").levelled_up("Ada").coins("Ada", 4).building("Ada")
    table.announces("Ada", "kirax")
    assert table.offers == ["Ada", "Ben"]
    table.answer("Ben")
    assert table.offers == ["artifact", "equipment", "gold", "relic", "spellbook"]
    table.answer("relic")
    assert table.hoard("Ada") == 2
    assert table.refuses("Ada", "kirax") == "used_already"
    assert table.in_town(CLERIC).lures() == {CLERIC: "Ben"}
    assert table.symbols(CLERIC) == {"Ada": 0, "Ben": 1}


def test_an_opponent_gives_scott_a_coin_to_switch_him_off_until_the_end_of_the_round() -> None:
    table = SideTable(Ada="scott", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP).coins("Ben", 1).building("Ada")
    assert table.refuses("Ada", "scott") == "not_yours"
    table.uses("Ben", "scott", "yes")
    assert (table.hoard("Ada"), table.hoard("Ben"), table.deals("Ada", TRAP)) == (1, 0, 2)
    assert table.coins("Ben", 1).refuses("Ben", "scott") == "used_already"
