"""Coins and variants (BM-COIN, BM-VAR)."""

import pytest

from engine.boss_monster.cards import hero_card
from engine.boss_monster.commands import (
    BeginRound,
    BuildRoom,
    ChangeCoins,
    DestroyRoom,
    HealWound,
    Promote,
    SeatPlayers,
    SellRoom,
)
from engine.boss_monster.decks import hero_deck_size, is_in_hero_deck
from engine.boss_monster.events import CoinsChanged, Reminder
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, boss_id, hero_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
MIXED = ("base", "rise_of_the_minibosses")


def building(coins: int = 1) -> Table:
    return Table("Ada", "Ben", sets=MIXED).room("Ada", "a").change("Ada", coins=coins).phase(Phase.BUILD, "Ada")


def test_rooms_give_and_take_coins() -> None:
    """BM-COIN-2, BM-COIN-3"""
    table = building()
    assert table.do(ChangeCoins(ADA, 2)) == (CoinsChanged(ADA, 2, 3),)
    assert table.do(ChangeCoins(ADA, -3)) == (CoinsChanged(ADA, -3, 0),)


@pytest.mark.parametrize("lost", ["covered", "destroyed"])
def test_coins_on_a_room_are_lost_with_it(lost: str) -> None:
    """BM-COIN-4"""
    table = building(3)
    table.do(ChangeCoins(ADA, 2, slot=1))
    assert (table.player("Ada").coins, table.player("Ada").dungeon[0].coins) == (1, 2)
    table.do(BuildRoom(ADA, 1, table.new_room("new")) if lost == "covered" else DestroyRoom(ADA, 1))
    assert table.player("Ada").coins == 1
    assert sum(stack.coins for stack in table.player("Ada").dungeon) == 0


def test_coins_on_a_room_pay_for_nothing_else() -> None:
    """BM-COIN-5, BM-COIN-6"""
    table = building(1).tucked("Ada", 1, "Imp")
    table.do(ChangeCoins(ADA, 1, slot=1))
    with pytest.raises(IllegalCommand) as refused:
        table.do(Promote(ADA, 1))
    assert refused.value.rule == "BM-COIN-6"
    table.do(ChangeCoins(ADA, -1, slot=1), Promote(ADA, 1))
    assert table.player("Ada").coins == 0


def test_a_hoard_is_never_below_zero() -> None:
    """BM-COIN-6"""
    table = building(1)
    for command in (ChangeCoins(ADA, -2), ChangeCoins(ADA, 2, slot=1), ChangeCoins(ADA, -1, slot=1)):
        with pytest.raises(IllegalCommand, match="no_coins"):
            table.do(command)


def test_a_room_card_is_sold_once_per_round_in_the_own_turn() -> None:
    """BM-COIN-7, BM-COIN-8"""
    table = building(0)
    assert table.do(SellRoom(ADA)) == (CoinsChanged(ADA, 1, 1),)
    with pytest.raises(IllegalCommand, match="sold_already"):
        table.do(SellRoom(ADA))
    with pytest.raises(IllegalCommand, match="not_your_turn"):
        table.do(SellRoom(BEN))
    with pytest.raises(IllegalCommand, match="not_a_room"):
        table.do(SellRoom(BEN, is_miniboss=True))
    table.adventure()
    table.new_hero("more")
    table.do(BeginRound())
    table.phase(Phase.BUILD, "Ada").do(SellRoom(ADA))
    assert table.player("Ada").coins == 2


def test_no_room_is_sold_while_first_rooms_are_placed() -> None:
    """BM-COIN-7"""
    table = Table("Ada", "Ben", sets=MIXED)
    table.state = new_game(table.state.options)
    table.do(SeatPlayers((boss_id("Ada"), boss_id("Ben"))))
    with pytest.raises(IllegalCommand, match="not_your_turn"):
        table.do(SellRoom(ADA))


# -- variants ----------------------------------------------------------------------------------------------------------


def test_whoever_chooses_between_two_bosses_is_told_to() -> None:
    """BM-VAR-1"""
    table = Table("Ada", "Ben")
    for choose in (False, True):
        step = apply(
            new_game(Options(("Ada", "Ben"), choose_boss=choose)),
            SeatPlayers((boss_id("Ada"), boss_id("Ben"))),
            table.catalog,
        )
        assert (Reminder("choose_boss") in step.events) is choose


def test_without_intrigue_nobody_draws_for_having_no_souls() -> None:
    """BM-VAR-2"""
    assert not any(isinstance(event, Reminder) for event in Table("Ada", "Ben").adventure())
    assert Reminder("intrigue", (ADA, BEN)) in Table("Ada", "Ben", intrigue=True).adventure()


def test_a_healed_wound_is_a_gained_soul_and_a_finished_game_no_round() -> None:
    """BM-VAR-5"""
    table = Table("Ada", "Ben", intrigue=True).phase(Phase.BUILD, "Ada")
    tom = table.new_hero("Tom")
    table.change("Ada", survivors=(tom,), wounds=1).do(HealWound(ADA, hero_id("Tom")))
    assert Reminder("intrigue", (BEN,)) in table.adventure()
    won = Table("Ada", "Ben", intrigue=True).change("Ada", souls=10).adventure()
    assert not any(isinstance(event, Reminder) for event in won)


def test_hard_mode_leaves_out_the_weakest_ordinary_heroes() -> None:
    """BM-VAR-3"""
    for hard, left in ((False, 3), (True, 2)):
        table = Table("Ada", "Ben", hard_mode=hard)
        weak = table.new_hero("weak", health=4)
        table.new_hero("strong", health=6)
        table.new_hero("epic", health=4, epic=True)
        assert hero_deck_size(table.state.options, table.catalog) == left
        assert is_in_hero_deck(hero_card(table.catalog, weak), table.state.options) is not hard
