"""Words about coins, items and minibosses, one by one (FX-45 to FX-47)."""

from dataclasses import replace

from engine.boss_monster.counts import room_damage
from engine.boss_monster.effect_events import CoinsLaid, HoardsSwapped, MinibossReturned, MinibossTaken
from engine.boss_monster.events import CoinsChanged, ItemOpened, ItemTaken, ItemTurnedDown, MinibossLevelled
from engine.boss_monster.state import Holds, Phase, Tucked
from engine.boss_monster.words.counting import ChosenNumber, MinibossLevel
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.hoard import (
    AttachItem,
    CoinsOnto,
    GainCoins,
    PaidByOthers,
    PayCoins,
    PromoteNow,
    ReturnMiniboss,
    SwapHoards,
    SwitchedOffByOthers,
    TakeItem,
    TakeMiniboss,
    TurnItem,
)
from engine.boss_monster.words.meanings import Deck, Who
from engine.core.effects import Ability, About, Limit, Trigger
from tests.builders import boss_id, hero_id, item_id, miniboss_id, room_id
from tests.engine.boss_monster.effect_table import ADA, BEN, CEM, EffectTable, hands, is_lost, only

TOM = hero_id("Tom")


def coins(table: EffectTable) -> list[int]:
    return [player.coins for player in table.state.players]


def hoards(*numbers: int) -> EffectTable:
    """Ada, Ben and Cem with so many coins; Ada has a room of four damage."""
    table = EffectTable("Ada", "Ben", "Cem", sets=("rise_of_the_minibosses",))
    table.room("Ada", "gate", 4).phase(Phase.BUILD, "Ada")
    for name, number in zip(("Ada", "Ben", "Cem"), numbers, strict=True):
        table.change(name, coins=number)
    return table


# -- coins -------------------------------------------------------------------------------------------------------------


def test_coins_are_gained_and_heard_of() -> None:
    """FX-46, TR-17"""
    one_more = Ability(Trigger.COINS_GAINED, (GainCoins(1),), Limit.ONCE_PER_ROUND, About.OWN)
    table = hoards(0, 0, 0)
    table.tucked("Ada", 1, "imp", 1, one_more)
    events = table.carry_out(GainCoins(2))
    assert [event.left for event in only(events, CoinsChanged)] == [2, 3]
    table.carry_out(GainCoins(1, Who.EVERYONE))
    assert coins(table) == [4, 1, 1]
    assert table.carry_out(GainCoins(0)) == ()


def test_coins_are_paid_to_the_supply_or_to_another_player() -> None:
    """FX-46, BM-COIN-6"""
    table = hoards(5, 0, 0)
    table.carry_out(PayCoins(2))
    table.carry_out(PayCoins(ChosenNumber(), Who.CHOSEN), number="3", chosen_player=BEN)
    assert coins(table) == [0, 3, 0]
    assert table.carry_out(PayCoins(ChosenNumber()), number="0") == ()
    assert is_lost(table.carry_out(PayCoins(1), Draw(Deck.ROOMS)))
    assert is_lost(table.carry_out(PayCoins(1, Who.CHOSEN), player=BEN))


def test_the_owner_of_a_miniboss_is_paid_for_each_level() -> None:
    """FX-46, FX-47"""
    table = hoards(2, 0, 0)
    table.room("Ben", "web").tucked("Ben", 1, "imp", 2)
    table.carry_out(PayCoins(MinibossLevel(), Who.OWNER), chosen_room=room_id("web"))
    assert coins(table) == [0, 2, 0]


def test_coins_lie_on_a_room() -> None:
    """FX-46, BM-COIN-4"""
    table = hoards(3, 0, 0)
    step = CoinsOnto(2)
    assert only(table.carry_out(step, card=room_id("gate")), CoinsLaid) == [CoinsLaid(ADA, 1, room_id("gate"), 2, 2)]
    assert (table.stack("Ada", 1).coins, table.player("Ada").coins) == (2, 1)
    assert is_lost(table.carry_out(step, card=room_id("gate")))
    assert table.carry_out(CoinsOnto(ChosenNumber()), card=room_id("gate")) == ()
    assert is_lost(table.carry_out(CoinsOnto(), card=table.new_room("ruin")))


def test_two_players_exchange_all_coins_and_nobody_gains_any() -> None:
    """FX-46"""
    table = hoards(0, 4, 1)
    table.room("Cem", "bank", abilities=(Ability(Trigger.COINS_GAINED, (GainCoins(1),), about=About.ANY),))
    assert table.carry_out(SwapHoards(), chosen_player=BEN) == (HoardsSwapped(ADA, 4, BEN, 0),)
    assert coins(table) == [4, 0, 1]
    assert is_lost(table.carry_out(SwapHoards()))


# -- coins from others -------------------------------------------------------------------------------------------------


def test_each_other_player_may_pay_to_weaken_a_room() -> None:
    """FX-46"""
    table = hoards(1, 3, 2)
    table.carry_out(PaidByOthers(), Draw(Deck.ROOMS), card=room_id("gate"))
    assert table.asked == ("pay_how_many", ("0", "1", "2", "3"))
    table.answer("2")
    assert table.state.question is not None and table.state.question.player == CEM
    events = table.answer("1")
    assert coins(table) == [4, 1, 1]
    assert room_damage(table.state, table.player("Ada"), 1, table.catalog) == 1
    assert len(hands(events)) == 1


def test_whoever_uses_the_gate_of_another_player_pays_alone() -> None:
    """FX-46"""
    table = hoards(0, 3, 2)
    table.carry_out(PaidByOthers(less=2), card=room_id("gate"), player=CEM)
    assert table.asked == ("pay_how_many", ("0", "1", "2"))
    table.answer("1")
    assert coins(table) == [1, 3, 1]
    assert table.state.question is None
    assert room_damage(table.state, table.player("Ada"), 1, table.catalog) == 2


def test_without_coins_nobody_is_asked() -> None:
    table = hoards(2, 0, 0)
    assert table.carry_out(PaidByOthers(), card=room_id("gate")) == ()
    assert table.carry_out(SwitchedOffByOthers(), card=boss_id("Ada")) == ()
    table.new_room("ruin")
    assert is_lost(table.carry_out(PaidByOthers(), card=room_id("ruin")))
    assert is_lost(table.carry_out(SwitchedOffByOthers(), card=room_id("ruin")))


def test_an_opponent_pays_to_switch_a_card_off() -> None:
    """FX-46"""
    table = hoards(0, 1, 1)
    table.carry_out(SwitchedOffByOthers(), card=boss_id("Ada"))
    assert table.asked == ("switch_off", ("yes", "no"))
    table.answer("no")
    table.answer("yes")
    assert coins(table) == [1, 1, 0]
    (off,) = table.player("Ada").changes
    assert (off.holds, off.source) == (Holds.SWITCHED_OFF, boss_id("Ada"))


def test_everybody_may_decline_to_pay() -> None:
    table = hoards(0, 1, 1)
    table.carry_out(SwitchedOffByOthers(), card=boss_id("Ada"))
    table.answer("no")
    table.answer("no")
    table.carry_out(PaidByOthers(), card=room_id("gate"))
    table.answer("0")
    table.answer("0")
    assert table.player("Ada").changes == table.stack("Ada", 1).changes == ()
    assert coins(table) == [0, 1, 1]
    assert table.state.question is None


def test_a_room_is_switched_off_by_the_player_who_uses_it() -> None:
    """FX-46"""
    table = hoards(0, 1, 3)
    table.carry_out(SwitchedOffByOthers(2), card=room_id("gate"), player=CEM)
    table.answer("yes")
    assert coins(table) == [2, 1, 1]
    assert [change.source for change in table.player("Ada").changes] == [room_id("gate")]


# -- items -------------------------------------------------------------------------------------------------------------


def test_an_item_is_turned_over_without_its_effect() -> None:
    """FX-45"""
    table = hoards(0, 0, 0)
    sword, shield = table.new_item("sword"), table.new_item("shield")
    table.change("Ben", open_item=sword, closed_items=(shield,))
    events = table.carry_out(TurnItem(), chosen_item=shield)
    assert events == (ItemOpened(BEN, shield), ItemTurnedDown(BEN, sword))
    assert (table.player("Ben").open_item, table.player("Ben").closed_items) == (shield, (sword,))
    assert table.carry_out(TurnItem(), chosen_item=shield) == (ItemTurnedDown(BEN, shield),)
    assert table.player("Ben").open_item is None
    table.carry_out(TurnItem(), chosen_item=sword)
    assert table.player("Ben").open_item == sword
    assert is_lost(table.carry_out(TurnItem(), chosen_item=table.new_item("lost")))


def test_an_item_goes_to_any_hero_without_one() -> None:
    """FX-45, BM-ITEM-3"""
    table = hoards(0, 0, 0)
    table.item("staff", "mage").item("rod", "mage").hero("Tom", "thief", players=0)
    events = table.carry_out(AttachItem(), chosen_item=item_id("staff"), chosen_hero=TOM)
    assert events == (ItemTaken(TOM, item_id("staff")),)
    assert table.state.items == (item_id("rod"),)
    assert table.state.mark(TOM).item == item_id("staff")
    assert is_lost(table.carry_out(AttachItem(), chosen_item=item_id("rod"), chosen_hero=TOM))
    assert is_lost(table.carry_out(AttachItem(), chosen_item=item_id("staff"), chosen_hero=TOM))


def test_the_item_of_a_hero_is_taken_face_down() -> None:
    """FX-45"""
    table = hoards(0, 0, 0)
    table.waiting("Ada", "Tom", item=table.new_item("sword"))
    assert table.carry_out(TakeItem(), event_hero=TOM) == (ItemTurnedDown(ADA, item_id("sword")),)
    assert table.player("Ada").closed_items == (item_id("sword"),)
    assert table.state.mark(TOM).item is None
    assert is_lost(table.carry_out(TakeItem(), event_hero=TOM))


# -- minibosses --------------------------------------------------------------------------------------------------------


def minibosses() -> EffectTable:
    """Ada has two rooms with minibosses of level 1 and 3 and a free one between; Ben one of level 2."""
    table = hoards(0, 0, 0)
    table.room("Ada", "hall").room("Ada", "tower").room("Ada", "moat").room("Ben", "web")
    table.tucked("Ada", 1, "imp").tucked("Ada", 3, "ogre", 3).tucked("Ben", 1, "ghoul", 2)
    return table


def test_a_miniboss_rises_without_a_coin_and_others_hear_of_it() -> None:
    """FX-47, BM-MINI-8, TR-17"""
    table = minibosses()
    table.room("Cem", "office", abilities=(Ability(Trigger.MINIBOSS_RAISED, (GainCoins(1),), about=About.OPPONENTS),))
    events = table.carry_out(PromoteNow())
    assert only(events, MinibossLevelled) == [MinibossLevelled(ADA, 1, miniboss_id("imp"), 2)]
    assert coins(table) == [0, 0, 1]
    assert is_lost(table.carry_out(PromoteNow()))


def test_the_player_chooses_which_miniboss_rises() -> None:
    """FX-47"""
    table = minibosses()
    table.tucked("Ada", 4, "bat", 2)
    table.carry_out(PromoteNow())
    assert table.asked == ("promote", (miniboss_id("imp"), miniboss_id("bat")))
    table.answer(miniboss_id("bat"))
    assert table.stack("Ada", 4).miniboss == Tucked(miniboss_id("bat"), 3)


def test_a_miniboss_that_was_used_up_does_not_rise_in_the_same_round() -> None:
    """FX-47, BM-MINI-11"""
    table = hoards(0, 0, 0)
    table.tucked("Ada", 1, "imp")
    stack = table.stack("Ada", 1)
    assert stack.miniboss is not None
    table.change("Ada", dungeon=(replace(stack, miniboss=replace(stack.miniboss, spent=True)),))
    assert is_lost(table.carry_out(PromoteNow()))


def test_a_miniboss_goes_back_to_the_hand_of_its_owner() -> None:
    """FX-47"""
    table = minibosses()
    events = table.carry_out(ReturnMiniboss(), chosen_room=room_id("web"))
    assert events == (MinibossReturned(BEN, 1, miniboss_id("ghoul")),)
    assert table.stack("Ben", 1).miniboss is None
    assert is_lost(table.carry_out(ReturnMiniboss(), chosen_room=room_id("web")))


def test_a_miniboss_changes_sides_at_its_level() -> None:
    """FX-47"""
    table = hoards(0, 0, 0)
    table.room("Ben", "web").tucked("Ben", 1, "ghoul", 2)
    events = table.carry_out(TakeMiniboss(), chosen_room=room_id("web"), other_room=room_id("gate"))
    assert events == (MinibossTaken(ADA, 1, miniboss_id("ghoul"), BEN, 2),)
    assert table.stack("Ada", 1).miniboss == Tucked(miniboss_id("ghoul"), 2)
    assert table.stack("Ben", 1).miniboss is None


def test_two_minibosses_never_become_neighbours_by_that() -> None:
    """FX-47, BM-MINI-4"""
    table = minibosses()
    assert is_lost(table.carry_out(TakeMiniboss(), chosen_room=room_id("web"), other_room=room_id("hall")))
    assert table.stack("Ben", 1).miniboss is not None
    assert is_lost(table.carry_out(TakeMiniboss(), chosen_room=room_id("web")))
