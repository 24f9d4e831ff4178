"""Clarifications about minibosses and coins, shown with real cards."""

import pytest

from engine.boss_monster.commands import FinishBuild, Placed, Promote, RevealRooms, SellRoom
from engine.boss_monster.events import MinibossDiscarded
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from tests.cards.side_table import MONSTER, TRAP, TRAP_B, SideTable


def placed(table: SideTable, slot: int, miniboss: str) -> None:
    """Ada's face-down card is turned up: it is a miniboss."""
    table.building("Ada").do(FinishBuild(table.id_of("Ada"), slot), FinishBuild(table.id_of("Ben")))
    table.do(RevealRooms((Placed(table.id_of("Ada"), slot, table.copy(miniboss, "miniboss")),)))


def test_a_miniboss_without_a_coin_is_discarded() -> None:
    table = SideTable().dungeon("Ada", TRAP)
    placed(table, 1, "spike")
    assert [table.short(event.miniboss) for event in table.seen(MinibossDiscarded)] == ["spike"]
    assert table.level(TRAP) == 0


def test_a_miniboss_is_not_built_next_to_another_one() -> None:
    table = SideTable().coins("Ada", 3).dungeon("Ada", TRAP, MONSTER, TRAP_B).tucked_under("Ada", TRAP, "jinx")
    placed(table, 2, "spike")
    assert table.offers == ["allow", "discard", "take_back"]
    table = SideTable().coins("Ada", 3).dungeon("Ada", TRAP, MONSTER, TRAP_B).tucked_under("Ada", TRAP, "jinx")
    placed(table, 1, "spike")
    table.answer("pay")
    assert (table.level(TRAP_B), table.hoard("Ada")) == (1, 2)


def test_one_miniboss_is_promoted_per_round_for_a_coin_before_the_reveal() -> None:
    table = SideTable().coins("Ada", 3).dungeon("Ada", TRAP, MONSTER, TRAP_B).tucked_under("Ada", TRAP, "jinx")
    table.tucked_under("Ada", TRAP_B, "spike").building("Ada")
    table.do(Promote(table.id_of("Ada"), 1))
    assert (table.level(TRAP_B), table.hoard("Ada")) == (2, 2)
    for slot in (1, 3):
        with pytest.raises(IllegalCommand, match="promoted_already"):
            table.do(Promote(table.id_of("Ada"), slot))
    table.phase(Phase.REVEAL)
    with pytest.raises(IllegalCommand, match="not_now"):
        table.do(Promote(table.id_of("Ada"), 3))


def test_rooms_with_minibosses_that_slide_together_stay_legal() -> None:
    table = SideTable().dungeon("Ada", MONSTER, TRAP, TRAP_B).tucked_under("Ada", MONSTER, "jinx")
    table.tucked_under("Ada", TRAP_B, "spike").building("Ada")
    table.uses("Ada", TRAP)
    assert (table.rooms("Ada"), table.level(MONSTER), table.level(TRAP_B)) == ([MONSTER, TRAP_B], 1, 1)


def test_everybody_starts_with_three_coins_and_may_sell_a_room_card_where_sets_are_mixed() -> None:
    table = SideTable().building("Ada")
    assert table.state.options.starting_coins == 3
    table.do(SellRoom(table.id_of("Ada")))
    assert table.hoard("Ada") == 1
    with pytest.raises(IllegalCommand, match="sold_already"):
        table.do(SellRoom(table.id_of("Ada")))
