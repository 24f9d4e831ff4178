"""Every value of the house rules about items, minibosses, coins and variants makes its difference (rules 3.2)."""

from contextlib import suppress
from typing import Any

import pytest

from engine.boss_monster.commands import (
    FinishBuild,
    KillHero,
    MoveHero,
    Placed,
    Promote,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    SellRoom,
    UseLevel3,
)
from engine.boss_monster.decks import items_per_round
from engine.boss_monster.events import (
    Event,
    ItemOpened,
    ItemRemoved,
    ItemTaken,
    MinibossDiscarded,
    MinibossLevelled,
    MinibossTucked,
    QuestionAsked,
    Reminder,
)
from engine.boss_monster.rules import new_game
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, boss_id, hero_id, item_id, miniboss_id
from tests.engine.boss_monster.switch_registry import switch

ADA, BEN = PlayerId("p1"), PlayerId("p2")
ITEMS = ("base", "tools_of_hero_kind")
MINIBOSSES = ("rise_of_the_minibosses",)


# -- A-27 item_pick_order ----------------------------------------------------------------------------------------------


def two_items_suit(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    """A universal item and then a thief's item wait; a thief comes to town."""
    table = Table("Ada", "Ben", sets=ITEMS, **switches).item("Cloak", None).item("Dagger").phase(Phase.ROUND_START)
    return table, table.do(RevealHeroes((table.new_hero("Tom"), table.new_hero("Tim", "mage", players=0))))


@switch("item_pick_order", "reveal_order")
def test_a_hero_takes_the_item_that_waits_longest() -> None:
    """A-27, BM-ITEM-8"""
    assert ItemTaken(hero_id("Tom"), item_id("Cloak")) in two_items_suit()[1]


@switch("item_pick_order", "class_first")
def test_a_hero_takes_the_item_of_its_class_where_the_group_plays_so() -> None:
    """A-27, BM-ITEM-8"""
    _, events = two_items_suit(item_pick_order="class_first")
    assert ItemTaken(hero_id("Tom"), item_id("Dagger")) in events


@switch("item_pick_order", "ask")
@pytest.mark.parametrize("choice", ["Cloak", "Dagger"])
def test_the_group_chooses_the_item_where_it_plays_so(choice: str) -> None:
    """A-27, BM-ITEM-8"""
    table, events = two_items_suit(item_pick_order="ask")
    assert not any(isinstance(event, ItemTaken) for event in events)
    assert ItemTaken(hero_id("Tom"), item_id(choice)) in table.do(Answer(item_id(choice)))


# -- A-28 item_reveal_count --------------------------------------------------------------------------------------------


def items_with_one_of_four_out(**switches: Any) -> int:
    table = Table("Ada", "Ben", "Cem", "Dot", sets=ITEMS, **switches).change("Dot", eliminated=True)
    return items_per_round(table.state)


@switch("item_reveal_count", "starting_players")
def test_as_many_items_come_after_somebody_is_out() -> None:
    """A-28, BM-ITEM-18, BM-ITEM-4"""
    assert items_with_one_of_four_out() == 2


@switch("item_reveal_count", "living_players")
def test_fewer_items_come_after_somebody_is_out_where_the_group_plays_so() -> None:
    """A-28, BM-ITEM-18"""
    assert items_with_one_of_four_out(item_reveal_count="living_players") == 1


# -- A-29 item_on_return_to_town ---------------------------------------------------------------------------------------


def returning_hero(**switches: Any) -> tuple[Event, ...]:
    table = Table("Ada", "Ben", sets=ITEMS, **switches).item("Dagger").waiting("Ada", "Tom")
    return table.phase(Phase.BUILD, "Ada").do(MoveHero(hero_id("Tom")))


@switch("item_on_return_to_town", True)
def test_a_hero_that_returns_to_town_takes_a_waiting_item() -> None:
    """A-29, BM-ITEM-19"""
    assert ItemTaken(hero_id("Tom"), item_id("Dagger")) in returning_hero()


@switch("item_on_return_to_town", False)
def test_a_hero_that_returns_to_town_takes_nothing_where_the_group_plays_so() -> None:
    """A-29, BM-ITEM-19"""
    assert not any(isinstance(event, ItemTaken) for event in returning_hero(item_on_return_to_town=False))


# -- A-30 item_kill_outside_dungeon ------------------------------------------------------------------------------------


def killed_in_town(**switches: Any) -> tuple[Event, ...]:
    table = Table("Ada", "Ben", sets=ITEMS, **switches)
    table.hero("Tom", item=table.new_item("Dagger")).phase(Phase.BUILD, "Ada")
    return table.do(KillHero(hero_id("Tom"), BEN))


@switch("item_kill_outside_dungeon", "to_soul_owner")
def test_the_item_of_a_hero_killed_in_town_follows_its_soul() -> None:
    """A-30, BM-ITEM-20"""
    assert ItemOpened(BEN, item_id("Dagger")) in killed_in_town()


@switch("item_kill_outside_dungeon", "discarded")
def test_the_item_of_a_hero_killed_in_town_is_lost_where_the_group_plays_so() -> None:
    """A-30, BM-ITEM-20"""
    assert ItemRemoved(item_id("Dagger")) in killed_in_town(item_kill_outside_dungeon="discarded")


# -- A-31 starting_coins, A-43 coins_enabled ---------------------------------------------------------------------------


def hoard_at_the_start(sets: tuple[str, ...], **switches: Any) -> set[int]:
    table = Table("Ada", "Ben", sets=sets, **switches)
    table.state = new_game(table.state.options)
    table.do(SeatPlayers((boss_id("Ada"), boss_id("Ben"))))
    return {player.coins for player in table.state.players}


@switch("starting_coins", 3)
def test_everybody_starts_with_three_coins() -> None:
    """A-31, BM-COIN-1"""
    assert hoard_at_the_start(MINIBOSSES) == {3}


@switch("starting_coins", 0, 1, 2, 4, 5, 6, 7, 8, 9)
@pytest.mark.parametrize("coins", [0, 1, 2, 4, 5, 6, 7, 8, 9])
def test_everybody_starts_with_as_many_coins_as_the_group_says(coins: int) -> None:
    """A-31, BM-COIN-1"""
    assert hoard_at_the_start(MINIBOSSES, starting_coins=coins) == {coins}


@switch("coins_enabled", "auto")
def test_coins_come_with_the_sets_that_have_minibosses() -> None:
    """A-43, BM-COMB-11"""
    assert hoard_at_the_start(MINIBOSSES) == {3}
    assert hoard_at_the_start(("base", "vault_of_villains")) == {3}
    assert hoard_at_the_start(("base",)) == {0}


@switch("coins_enabled", "on")
def test_coins_are_in_play_wherever_the_group_says_so() -> None:
    """A-43, BM-COMB-11"""
    assert hoard_at_the_start(("base",), coins_enabled="on") == {3}


@switch("coins_enabled", "off")
def test_there_are_no_coins_where_the_group_says_so() -> None:
    """A-43, BM-COMB-11"""
    assert hoard_at_the_start(MINIBOSSES, coins_enabled="off") == {0}


# -- A-32 coin_for_room_discard, A-39 coin_rule_accepts_miniboss -------------------------------------------------------


def sold_a_room(*sets: str, is_miniboss: bool = False, **switches: Any) -> bool:
    table = Table("Ada", "Ben", sets=sets, **switches).phase(Phase.BUILD, "Ada")
    with suppress(IllegalCommand):
        table.do(SellRoom(ADA, is_miniboss))
    return table.player("Ada").coins == 1


@switch("coin_for_room_discard", "auto")
def test_a_room_becomes_a_coin_where_minibosses_are_mixed_with_another_game() -> None:
    """A-32, BM-COIN-7, BM-COMB-9"""
    assert sold_a_room("base", *MINIBOSSES)
    assert not sold_a_room(*MINIBOSSES)


@switch("coin_for_room_discard", "on")
def test_a_room_becomes_a_coin_wherever_the_group_says_so() -> None:
    """A-32, BM-COIN-7"""
    assert sold_a_room(*MINIBOSSES, coin_for_room_discard="on")


@switch("coin_for_room_discard", "off")
def test_a_room_never_becomes_a_coin_where_the_group_says_so() -> None:
    """A-32, BM-COIN-7"""
    assert not sold_a_room("base", *MINIBOSSES, coin_for_room_discard="off")


@switch("coin_rule_accepts_miniboss", False)
def test_a_miniboss_card_is_no_room_for_a_coin() -> None:
    """A-39, BM-COIN-8"""
    assert not sold_a_room("base", *MINIBOSSES, is_miniboss=True)


@switch("coin_rule_accepts_miniboss", True)
def test_a_miniboss_card_becomes_a_coin_where_the_group_plays_so() -> None:
    """A-39, BM-COIN-8"""
    assert sold_a_room("base", *MINIBOSSES, is_miniboss=True, coin_rule_accepts_miniboss=True)


# -- A-33 promotion_step_limit, A-34 promotion_window ------------------------------------------------------------------


def with_miniboss(level: int = 1, active: str = "Ada", **switches: Any) -> Table:
    table = Table("Ada", "Ben", sets=MINIBOSSES, **switches).room("Ada", "a").tucked("Ada", 1, "Imp", level)
    return table.change("Ada", coins=3).phase(Phase.BUILD, active)


@switch("promotion_step_limit", "one_step")
def test_a_miniboss_rises_one_level_in_a_round() -> None:
    """A-33, BM-MINI-8"""
    table = with_miniboss()
    table.do(Promote(ADA, 1))
    with pytest.raises(IllegalCommand, match="promoted_already"):
        table.do(Promote(ADA, 1))


@switch("promotion_step_limit", "one_miniboss_any_steps")
def test_one_miniboss_rises_several_levels_where_the_group_plays_so() -> None:
    """A-33, BM-MINI-8: but no second one"""
    table = with_miniboss(promotion_step_limit="one_miniboss_any_steps").room("Ada", "b").room("Ada", "c")
    table.tucked("Ada", 3, "Ogre")
    assert MinibossLevelled(ADA, 1, miniboss_id("Imp"), 3) in table.do(Promote(ADA, 1), Promote(ADA, 1))
    with pytest.raises(IllegalCommand, match="promoted_already"):
        table.do(Promote(ADA, 3))


@switch("promotion_window", "whole_build_phase")
def test_a_miniboss_is_promoted_at_any_time_before_the_reveal() -> None:
    """A-34, BM-MINI-8"""
    with_miniboss(active="Ben").do(Promote(ADA, 1))
    with pytest.raises(IllegalCommand, match="not_now"):
        with_miniboss().phase(Phase.REVEAL).do(Promote(ADA, 1))


@switch("promotion_window", "own_turn")
def test_a_miniboss_is_promoted_in_the_own_turn_only_where_the_group_plays_so() -> None:
    """A-34, BM-MINI-8"""
    with_miniboss(promotion_window="own_turn").do(Promote(ADA, 1))
    with pytest.raises(IllegalCommand, match="not_your_turn"):
        with_miniboss(active="Ben", promotion_window="own_turn").do(Promote(ADA, 1))


# -- A-35 level3_timing ------------------------------------------------------------------------------------------------


@switch("level3_timing", "spell_windows")
def test_the_third_level_is_used_where_spells_are_allowed() -> None:
    """A-35, BM-MINI-10"""
    with_miniboss(3).do(UseLevel3(ADA, 1))
    for phase in (Phase.ROUND_START, Phase.BAITED, Phase.ROUND_END):
        with pytest.raises(IllegalCommand, match="not_now"):
            with_miniboss(3).phase(phase).do(UseLevel3(ADA, 1))


@switch("level3_timing", "any_time")
def test_the_third_level_is_used_at_any_time_where_the_group_plays_so() -> None:
    """A-35, BM-MINI-10"""
    for phase in (Phase.ROUND_START, Phase.BAITED, Phase.ROUND_END):
        events = with_miniboss(3, level3_timing="any_time").phase(phase).do(UseLevel3(ADA, 1))
        assert events == (MinibossLevelled(ADA, 1, miniboss_id("Imp"), 1),)


# -- A-36 miniboss_per_room, A-37 miniboss_on_deactivated --------------------------------------------------------------


def reveal_miniboss(table: Table) -> tuple[Event, ...]:
    """Ada has placed another miniboss on her room and turns it up."""
    new = table.new_miniboss("Ogre")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    return table.do(RevealRooms((Placed(ADA, 1, new),)))


def asked_rule(events: tuple[Event, ...]) -> str:
    (asked,) = [event for event in events if isinstance(event, QuestionAsked)]
    return asked.question.rule


@switch("miniboss_per_room", "one")
def test_a_second_miniboss_on_a_room_is_not_allowed() -> None:
    """A-36, BM-MINI-5"""
    assert asked_rule(reveal_miniboss(with_miniboss())) == "BM-MINI-5"


@switch("miniboss_per_room", "replace")
def test_a_second_miniboss_replaces_the_first_where_the_group_plays_so() -> None:
    """A-36, BM-MINI-5"""
    table = with_miniboss(miniboss_per_room="replace")
    assert asked_rule(reveal_miniboss(table)) == "BM-MINI-6"
    events = table.do(Answer("pay"))
    assert MinibossDiscarded(ADA, miniboss_id("Imp")) in events
    assert MinibossTucked(ADA, 1, miniboss_id("Ogre")) in events


def sleeping_room(**switches: Any) -> Table:
    table = Table("Ada", "Ben", sets=MINIBOSSES, **switches).room("Ada", "a", deactivated=True)
    return table.change("Ada", coins=1).phase(Phase.BUILD, "Ada")


@switch("miniboss_on_deactivated", False)
def test_a_miniboss_is_not_built_on_a_deactivated_room() -> None:
    """A-37, BM-MINI-5"""
    assert asked_rule(reveal_miniboss(sleeping_room())) == "BM-MINI-5"


@switch("miniboss_on_deactivated", True)
def test_a_miniboss_is_built_on_a_deactivated_room_where_the_group_plays_so() -> None:
    """A-37, BM-MINI-5"""
    assert asked_rule(reveal_miniboss(sleeping_room(miniboss_on_deactivated=True))) == "BM-MINI-6"


# -- A-41 intrigue_scope -----------------------------------------------------------------------------------------------


def who_may_draw(**switches: Any) -> tuple[PlayerId, ...]:
    """Ada has old souls and gained none, Ben gained one, Cem has none at all."""
    table = Table("Ada", "Ben", "Cem", intrigue=True, **switches).change("Ada", souls=2, souls_before=2)
    table.room("Ben", "b", 9).waiting("Ben", "Tom")
    events = table.adventure()
    (reminder,) = [event for event in events if isinstance(event, Reminder)]
    assert reminder.key == "intrigue"
    return reminder.players


@switch("intrigue_scope", "this_round")
def test_whoever_gained_no_soul_in_this_round_may_draw() -> None:
    """A-41, BM-VAR-5, BM-VAR-2"""
    assert who_may_draw() == (ADA, PlayerId("p3"))


@switch("intrigue_scope", "none_at_all")
def test_only_whoever_has_no_soul_at_all_may_draw_where_the_group_plays_so() -> None:
    """A-41, BM-VAR-5"""
    assert who_may_draw(intrigue_scope="none_at_all") == (PlayerId("p3"),)
