"""Minibosses and coins (BM-MINI, BM-COIN)."""

from engine.boss_monster import building, timing
from engine.boss_monster.counts import is_working
from engine.boss_monster.effects import statics, triggers
from engine.boss_monster.events import (
    CoinsChanged,
    Event,
    MinibossDiscarded,
    MinibossLevelled,
    MinibossTucked,
    QuestionAsked,
)
from engine.boss_monster.state import Phase, Player, Question, Stack, State
from engine.boss_monster.switches import Level3Timing, PromotionStepLimit, PromotionWindow
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Trigger
from engine.core.errors import require
from engine.core.ids import CopyId

PAY_OR_DISCARD = "Q-12"
TOP_LEVEL = 3

Happening = tuple[State, tuple[Event, ...]]


def reveal(state: State, player: Player, slot: int, miniboss: CopyId) -> Happening:
    """A miniboss was turned up: pay one coin or discard it (BM-MINI-6). Without a coin there is no choice."""
    player = building.turned_up(player, slot)
    state = state.with_player(player)
    if player.coins == 0:  # BM-COIN-6
        return state, (MinibossDiscarded(player.id, miniboss),)
    question = Question(PAY_OR_DISCARD, ("pay", "discard"), player.id, slot, (miniboss,), "BM-MINI-6")
    return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)


def pay_or_discard(state: State, player: Player, slot: int, miniboss: CopyId, choice: str, cards: Catalog) -> Happening:
    """The owner's answer (Q-12)."""
    if choice != "pay":
        return state, (MinibossDiscarded(player.id, miniboss),)
    state, paid = change_coins(state, player, -1)
    old = state.player(player.id).dungeon[slot - 1].miniboss
    lost = (MinibossDiscarded(player.id, old.copy),) if old else ()
    tucked = building.tuck(state.player(player.id), slot, miniboss, statics.miniboss_start(state, player.id, cards))
    state = triggers.happened(
        state.with_player(tucked), Trigger.MINIBOSS_RAISED, cards, player=player.id, card=miniboss
    )
    return state, (*paid, *lost, MinibossTucked(player.id, slot, miniboss))


def promote(state: State, player: Player, slot: int, cards: Catalog) -> Happening:
    """One coin, one level up, once per round; not in the round of its level-3 use (BM-MINI-8, -11, A-33, A-34)."""
    require(state.phase is Phase.BUILD and state.round > 0, "not_now", "BM-MINI-8")
    own_turn = state.options.promotion_window is PromotionWindow.OWN_TURN
    require(not own_turn or state.active == player.id, "not_your_turn", "BM-MINI-8")
    stack = _stack_with_miniboss(player, slot)
    assert stack.miniboss is not None
    repeats = state.options.promotion_step_limit is PromotionStepLimit.ONE_MINIBOSS_ANY_STEPS
    require(
        not player.has_promoted or (repeats and player.promoted == stack.miniboss.copy), "promoted_already", "BM-MINI-8"
    )
    require(not stack.miniboss.spent, "promoted_already", "BM-MINI-11")
    require(stack.miniboss.level < TOP_LEVEL, "top_level", "BM-MINI-8")
    require(player.coins > 0, "no_coins", "BM-COIN-6")
    state, paid = change_coins(state, player, -1)
    level = stack.miniboss.level + 1
    promoted = replace(state.player(player.id), has_promoted=True, promoted=stack.miniboss.copy)
    raised = building.with_stack(promoted, slot, replace(stack, miniboss=replace(stack.miniboss, level=level)))
    state = triggers.happened(
        state.with_player(raised), Trigger.MINIBOSS_RAISED, cards, player=player.id, card=stack.miniboss.copy
    )
    return state, (*paid, MinibossLevelled(player.id, slot, stack.miniboss.copy, level))


def use_level_3(state: State, player: Player, slot: int) -> Happening:
    """The level-3 ability is used; the miniboss goes back to level 1 (BM-MINI-10, -11, A-35)."""
    closed = timing.why_no_spells(state)
    anytime = state.options.level3_timing is Level3Timing.ANY_TIME
    require(anytime or not closed, "not_now", closed)
    stack = _stack_with_miniboss(player, slot)
    assert stack.miniboss is not None
    require(stack.miniboss.level == TOP_LEVEL and not stack.deactivated, "not_level_3", "BM-MINI-10")
    require(is_working(player, slot, state.options), "not_level_3", "BM-BUILD-14")
    reset = building.with_stack(player, slot, replace(stack, miniboss=replace(stack.miniboss, level=1, spent=True)))
    return state.with_player(reset), (MinibossLevelled(player.id, slot, stack.miniboss.copy, 1),)


def sell_room(state: State, player: Player, *, is_miniboss: bool) -> Happening:
    """House rule: once per round a room card from the hand for one coin (BM-COIN-7, -8)."""
    require(state.options.has_coin_rule, "no_coin_rule", "BM-COIN-7")
    require(not is_miniboss or state.options.coin_rule_accepts_miniboss, "not_a_room", "BM-COIN-8")
    require(not player.has_sold_room, "sold_already", "BM-COIN-7")
    own_turn = state.phase is Phase.BUILD and state.round > 0 and state.active == player.id
    require(own_turn, "not_your_turn", "BM-COIN-7")
    state, events = change_coins(state, player, 1)
    return state.with_player(replace(state.player(player.id), has_sold_room=True)), events


def change_coins(state: State, player: Player, amount: int) -> Happening:
    """A hoard is never negative (BM-COIN-6)."""
    require(player.coins + amount >= 0, "no_coins", "BM-COIN-6")
    left = player.coins + amount
    return state.with_player(replace(player, coins=left)), (CoinsChanged(player.id, amount, left),)


def _stack_with_miniboss(player: Player, slot: int) -> Stack:
    require(1 <= slot <= len(player.dungeon), "no_such_slot")
    require(player.dungeon[slot - 1].miniboss is not None, "no_miniboss_here")
    return player.dungeon[slot - 1]
