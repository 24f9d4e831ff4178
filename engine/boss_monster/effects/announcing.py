"""Spells and abilities that players use: declared with targets and costs, prevented, resolved in order (BM-GEN-9, -10).

The active player's abilities take place at once. Spells, and what others use, wait until everybody had the chance to
prevent them or to come first; then `ResolveAnnounced` carries out the next one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.boss_monster import items, timing
from engine.boss_monster.cards import Item, Miniboss, Room, Spell
from engine.boss_monster.effects import agenda, triggers
from engine.boss_monster.effects.inner import ChooseSpell, Declare, MarkUsed, PayForSpell, ResetMiniboss, Tell
from engine.boss_monster.effects.pointing import spot_of
from engine.boss_monster.events import (
    CoinsChanged,
    EffectAnnounced,
    EffectResolves,
    Event,
    MinibossLevelled,
    RoomUsed,
    SpellCancelled,
)
from engine.boss_monster.state import Announced, Change, Holds, State, Task
from engine.boss_monster.words.choosing import (
    AskNumber,
    ChooseCovered,
    ChooseHero,
    ChooseItem,
    ChooseNumber,
    ChoosePlayer,
    ChooseRoom,
    ChooseTreasure,
)
from engine.boss_monster.words.magic import Cancel, SpellsCost
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Ability, Limit, Step, Trigger, Window
from engine.core.errors import require
from engine.core.ids import CopyId, PlayerId

Happening = agenda.Happening
_CHOICES = (
    ChooseRoom,
    ChooseCovered,
    ChooseHero,
    ChoosePlayer,
    ChooseTreasure,
    ChooseItem,
    ChooseNumber,
    AskNumber,
)


# -- declaring ---------------------------------------------------------------------------------------------------------


def announce(state: State, player: PlayerId, card: CopyId | None, ability: int | None, cards: Catalog) -> Happening:
    """A player uses a card: targets are chosen, costs are paid, then it waits for its turn or takes place."""
    if card is None or card not in cards or not cards[card].abilities:
        closed = timing.why_no_spells(state) or timing.why_not_this_spell(state, card, cards)
        require(not closed, "no_spells_now", closed)
        waiting = Announced(player, card)
        return replace(state, announced=(*state.announced, waiting)), (EffectAnnounced(player, card),)
    number = timing.usable(state, player, card, ability, cards)
    text = cards[card].abilities[number]
    task = _declaring(state, player, card, number, text, cards)
    return agenda.afterwards(state, (task,)), ()


def _declaring(state: State, player: PlayerId, card: CopyId, number: int, text: Ability, cards: Catalog) -> Task:
    """Choices first, then the cost, then the rest: so a room that is destroyed as the cost is still known."""
    choices: list[Step] = []
    for step in text.do:
        if not isinstance(step, _CHOICES):
            break
        choices.append(step)
    rest = text.do[len(choices) :]
    used = (MarkUsed(number, text.limit),) if text.limit is not Limit.UNLIMITED else ()
    answers = (ChooseSpell(),) if text.window is Window.REACTION else ()
    if isinstance(cards[card], Miniboss) and number == timing.LEVEL_3:
        rest = (*rest, ResetMiniboss())
    steps = (*answers, *choices, Tell(), *text.cost, *used, Declare(rest))
    bound = {"begun": "yes"}
    if isinstance(cards[card], Item):
        bound["boss_effect"] = "1"
    if (spot := spot_of(state, card)) is not None:
        bound["event_room"] = state.player(spot[0]).dungeon[spot[1] - 1].top
    if state.walk is not None and bound.get("event_room") == state.walk.room and not state.walk.has_left:
        bound["event_hero"] = state.walk.hero
    return Task(player, card, steps, ability=number).binding(**bound)


def _tell(state: State, task: Task, step: Tell, cards: Catalog) -> Happening:
    return state, (EffectAnnounced(task.player, task.card),)


def _declare(state: State, task: Task, step: Declare, cards: Catalog) -> Happening:
    """Everything is chosen and paid. The active player's abilities and preventions happen at once (BM-GEN-9)."""
    text = cards[task.card].abilities[task.ability]
    events: list[Event] = []
    if isinstance(cards[task.card], Item):
        state, more = _turn_down(state, task)
        events += more
    at_once = text.window is Window.REACTION or (
        task.player == state.active and not isinstance(cards[task.card], Spell)
    )
    if at_once:
        if isinstance(cards[task.card], Spell):  # a prevention is a spell too
            state, more = _take_place(state, Announced(task.player, task.card), cards)
            events += more
        return agenda.then(state, step.rest), tuple(events)
    waiting = Announced(task.player, task.card, replace(task, steps=step.rest).binding(answer=None))
    return replace(state, announced=(*state.announced, waiting)), tuple(events)


def _turn_down(state: State, task: Task) -> Happening:
    """BM-ITEM-14: the item whose boss effect is used is turned face-down."""
    owner = next((player for player in state.players if player.open_item == task.card), None)
    return items.use_item(state, owner) if owner is not None else (state, ())


# -- resolving ---------------------------------------------------------------------------------------------------------


def resolve_next(state: State, cards: Catalog) -> Happening:
    """The next announced effect takes place (BM-GEN-10). Who listens to spells is heard first."""
    require(bool(state.announced), "nothing_announced", "BM-GEN-9")
    next_ = timing.resolution_order(state)[0]
    state = replace(state, announced=_without(state.announced, next_))
    if next_.card is None or not isinstance(cards[next_.card], Spell):
        state = agenda.afterwards(state, (next_.task,)) if next_.task else state
        return state, (EffectResolves(next_.player, next_.card),)
    if (coins := _price(state, next_.player)) and next_.task is not None:
        pay = replace(next_.task, steps=(PayForSpell(coins), *next_.task.steps))
        return agenda.afterwards(state, (pay,)), ()
    return _take_place(state, next_, cards)


def _take_place(state: State, announced: Announced, cards: Catalog) -> Happening:
    """A spell takes place; a cancelled one never comes here, so nobody hears of it (TR-12)."""
    player = state.player(announced.player)
    assert announced.card is not None
    tally = replace(player.tally, spells=(*player.tally.spells, announced.card))
    state = state.with_player(replace(player, tally=tally, spells_in_hand=None))
    state = triggers.happened(state, Trigger.SPELL_PLAYED, cards, player=player.id, card=announced.card)
    state = agenda.afterwards(state, (announced.task,)) if announced.task else state
    return state, (EffectResolves(player.id, announced.card),)


def _without(announced: tuple[Announced, ...], gone: Announced) -> tuple[Announced, ...]:
    """The last equal one waits no longer."""
    waiting = list(reversed(announced))
    waiting.remove(gone)
    return tuple(reversed(waiting))


def _price(state: State, player: PlayerId) -> int:
    return sum(change.amount for change in state.player(player).changes if change.holds is Holds.SPELLS_COST)


def _pay_for_spell(state: State, task: Task, step: PayForSpell, cards: Catalog) -> Happening:
    """The player pays, or the spell is lost."""
    player = state.player(task.player)
    if player.coins >= step.coins and task.get("answer") is None:
        return agenda.ask(state, task, step, "pay_for_spell", (agenda.YES, agenda.NO))
    if task.get("answer") != agenda.YES:
        return agenda.stop(state), (SpellCancelled(task.player, task.card),)
    paid = replace(player, coins=player.coins - step.coins)
    announced = Announced(task.player, task.card, state.agenda[0])
    state = agenda.stop(state.with_player(paid))
    after, events = _take_place(state, announced, cards)
    return after, (CoinsChanged(player.id, -step.coins, paid.coins), *events)


# -- preventing --------------------------------------------------------------------------------------------------------


def waiting_spells(state: State, player: PlayerId, cards: Catalog) -> tuple[Announced, ...]:
    """Spells of opponents that wait and may be prevented; items are none (BM-GLOSS-11, BM-ITEM-15)."""
    return tuple(
        announced
        for announced in state.announced
        if announced.player != player and (announced.card is None or isinstance(cards[announced.card], Spell))
    )


def prevent(state: State, player: PlayerId, whose: PlayerId, cards: Catalog) -> Happening:
    """Entered by hand: the last spell of this player has no effect. At once, so nobody prevents that (BM-GLOSS-11)."""
    found = [waiting for waiting in waiting_spells(state, player, cards) if waiting.player == whose]
    require(bool(found), "nothing_announced", "BM-GLOSS-11")
    state = replace(state, announced=_without(state.announced, found[-1]))
    return state, (EffectAnnounced(player), EffectResolves(player), SpellCancelled(whose, found[-1].card, player))


def _choose_spell(state: State, task: Task, step: ChooseSpell, cards: Catalog) -> Happening:
    """Which player's spell is answered; a single one needs no question."""
    players = tuple(dict.fromkeys(waiting.player for waiting in waiting_spells(state, task.player, cards)))
    if not players:
        return agenda.stop(state), ()
    chosen = task.get("answer") or (players[0] if len(players) == 1 else None)
    if chosen is None:
        return agenda.ask(state, task, step, "whose_spell", players)
    return agenda.bind(state, chosen_player=chosen), ()


def _cancel(state: State, task: Task, step: Cancel, cards: Catalog) -> Happening:
    """FX-41: the last spell of the chosen player is gone."""
    whose = task.get("chosen_player")
    found = [waiting for waiting in waiting_spells(state, task.player, cards) if waiting.player == whose]
    if not found:
        return state, ()
    state = replace(state, announced=_without(state.announced, found[-1]))
    return state, (SpellCancelled(found[-1].player, found[-1].card, task.player),)


def _spells_cost(state: State, task: Task, step: SpellsCost, cards: Catalog) -> Happening:
    """FX-42: from now on the chosen player pays for each spell, also for the one that waits."""
    whose = task.get("chosen_player")
    if whose is None:
        return state, ()
    player = state.player(PlayerId(whose))
    change = Change(Holds.SPELLS_COST, task.card, step.coins)
    return state.with_player(replace(player, changes=(*player.changes, change))), ()


# -- limits ------------------------------------------------------------------------------------------------------------


def _mark_used(state: State, task: Task, step: MarkUsed, cards: Catalog) -> Happening:
    """A limited ability is used; a room is slid down to show it (BM-GLOSS-4)."""
    event_hero = task.get("event_hero")
    hero = CopyId(event_hero) if step.limit is Limit.FIRST_TIME_PER_HERO and event_hero is not None else None
    key = agenda.use_key(task.card, step.ability, hero)
    if step.limit is Limit.ONCE_PER_GAME:
        return replace(state, used_up=(*state.used_up, key)), ()
    state = replace(state, uses=(*state.uses, key))
    spot = spot_of(state, task.card)
    if step.limit is not Limit.ONCE_PER_ROUND or spot is None or not isinstance(cards[task.card], Room):
        return state, ()
    player, slot = state.player(spot[0]), spot[1]
    if player.dungeon[slot - 1].used:
        return state, ()
    stack = replace(player.dungeon[slot - 1], used=True)
    dungeon = (*player.dungeon[: slot - 1], stack, *player.dungeon[slot:])
    return state.with_player(replace(player, dungeon=dungeon)), (RoomUsed(player.id, slot, stack.top),)


def _reset_miniboss(state: State, task: Task, step: ResetMiniboss, cards: Catalog) -> Happening:
    """BM-MINI-10, -11: it shows its first level and rises again from the next round on."""
    spot = spot_of(state, task.card)
    if spot is None:
        return state, ()
    player, slot = state.player(spot[0]), spot[1]
    stack = player.dungeon[slot - 1]
    assert stack.miniboss is not None
    tucked = replace(stack.miniboss, level=1, spent=True)
    dungeon = (*player.dungeon[: slot - 1], replace(stack, miniboss=tucked), *player.dungeon[slot:])
    state = state.with_player(replace(player, dungeon=dungeon))
    return state, (MinibossLevelled(player.id, slot, tucked.copy, 1),)


PERFORMERS: Mapping[type[Step], Callable[[State, Task, Any, Catalog], Happening]] = {
    Tell: _tell,
    Declare: _declare,
    MarkUsed: _mark_used,
    ChooseSpell: _choose_spell,
    PayForSpell: _pay_for_spell,
    ResetMiniboss: _reset_miniboss,
    Cancel: _cancel,
    SpellsCost: _spells_cost,
}
