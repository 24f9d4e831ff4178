"""Coins, items and minibosses: how those words are carried out (FX-45 to FX-47)."""

from collections.abc import Mapping

from engine.boss_monster import building, items, minibosses
from engine.boss_monster.effect_events import CoinsLaid, HoardsSwapped, MinibossReturned, MinibossTaken
from engine.boss_monster.effects import agenda, holding, pointing, triggers
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.effects.on_damage import is_in_play
from engine.boss_monster.effects.pointing import Spot
from engine.boss_monster.events import Event, ItemOpened, ItemTaken, ItemTurnedDown, MinibossLevelled
from engine.boss_monster.state import Change, Holds, Player, State, Task, Tucked
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
from engine.boss_monster.words.meanings import Ref, Who
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step, Trigger
from engine.core.ids import CopyId, PlayerId

PAY_HOW_MANY, SWITCH_OFF, PROMOTE = "pay_how_many", "switch_off", "promote"
"""What players are asked about coins and minibosses."""


# -- coins -------------------------------------------------------------------------------------------------------------


def _gain_coins(state: State, task: Task, step: GainCoins, cards: Catalog) -> Happening:
    number = holding.number(state, task, step.amount, cards)
    return _gained(state, pointing.players(state, task, step.who, cards), number, cards)


def _gained(state: State, players: tuple[PlayerId, ...], number: int, cards: Catalog) -> Happening:
    """TR-17: who gains coins is heard by the cards that listen."""
    if number <= 0:
        return state, ()
    events: list[Event] = []
    for id_ in players:
        state, told = minibosses.change_coins(state, state.player(id_), number)
        state = triggers.happened(state, Trigger.COINS_GAINED, cards, player=id_)
        events += told
    return state, tuple(events)


def _pay_coins(state: State, task: Task, step: PayCoins, cards: Catalog) -> Happening:
    """A hoard is never negative (BM-COIN-6): who cannot pay loses the effect."""
    number = holding.number(state, task, step.amount, cards)
    player = state.player(task.player)
    receivers = pointing.players(state, task, step.to, cards) if step.to is not None else ()
    if number > player.coins or (step.to is not None and not receivers):
        return holding.lost(state, task)
    if number <= 0:
        return state, ()
    state, paid = minibosses.change_coins(state, player, -number)
    state, gained = _gained(state, receivers[:1], number, cards)
    return state, (*paid, *gained)


def _coins_onto(state: State, task: Task, step: CoinsOnto, cards: Catalog) -> Happening:
    """BM-COIN-4, -5: they leave the hoard and lie on this room until it is covered or destroyed."""
    number = holding.number(state, task, step.amount, cards)
    spot = pointing.room(state, task, Ref.THIS)
    player = state.player(task.player)
    if spot is None or number > player.coins:
        return holding.lost(state, task)
    if number <= 0:
        return state, ()
    state, paid = minibosses.change_coins(state, player, -number)
    stack = holding.stack_at(state, spot)
    stack = replace(stack, coins=stack.coins + number)
    return holding.with_stack(state, spot, stack), (*paid, CoinsLaid(*spot, stack.top, number, stack.coins))


def _swap_hoards(state: State, task: Task, step: SwapHoards, cards: Catalog) -> Happening:
    """Also an empty hoard is exchanged. Nobody gains coins by that (TR-17)."""
    chosen = pointing.players(state, task, Who.CHOSEN, cards)
    if not chosen:
        return holding.lost(state, task)
    player, other = state.player(task.player), state.player(chosen[0])
    state = state.with_player(replace(player, coins=other.coins)).with_player(replace(other, coins=player.coins))
    return state, (HoardsSwapped(player.id, other.coins, other.id, player.coins),)


# -- coins from others -------------------------------------------------------------------------------------------------


def _paid_by_others(state: State, task: Task, step: PaidByOthers, cards: Catalog) -> Happening:
    """FX-46: whoever uses it pays; when the room itself asks, everybody else is asked in turn."""
    spot = pointing.room(state, task, Ref.THIS)
    if spot is None:
        return holding.lost(state, task)
    answer, payer = task.get("answer"), task.get("payer")
    events: tuple[Event, ...] = ()
    if answer is not None and payer is not None:
        state, events = _weaken(state, task, step, spot, PlayerId(payer), int(answer), cards)
    payer = _next_payer(state, task, spot[0], payer)
    if payer is None:
        return agenda.bind(state, payer=None), events
    numbers = map(str, range(state.player(PlayerId(payer)).coins + 1))
    state = agenda.bind(state, payer=payer)
    state, asked = agenda.ask(state, task, step, PAY_HOW_MANY, numbers, player=PlayerId(payer))
    return state, (*events, *asked)


def _weaken(
    state: State, task: Task, step: PaidByOthers, spot: Spot, payer: PlayerId, coins: int, cards: Catalog
) -> Happening:
    if not 0 < coins <= state.player(payer).coins:
        return state, ()
    state, paid = minibosses.change_coins(state, state.player(payer), -coins)
    state, gained = _gained(state, (spot[0],), coins, cards)
    state, weaker = holding.on_rooms(state, (spot,), Change(Holds.DAMAGE, task.card, -coins * step.less))
    return state, (*paid, *gained, *weaker)


def _switched_off_by_others(state: State, task: Task, step: SwitchedOffByOthers, cards: Catalog) -> Happening:
    """FX-46: the first opponent who pays switches the card off until the end of the round."""
    owner = _owner(state, task)
    if owner is None:
        return holding.lost(state, task)
    payer = task.get("payer")
    if task.get("answer") == agenda.YES and payer is not None:
        state, paid = minibosses.change_coins(state, state.player(PlayerId(payer)), -step.coins)
        state, gained = _gained(state, (owner,), step.coins, cards)
        state, off = holding.on_players(state, (owner,), Change(Holds.SWITCHED_OFF, task.card))
        return agenda.bind(state, payer=None), (*paid, *gained, *off)
    payer = _next_payer(state, task, owner, payer, step.coins)
    if payer is None:
        return agenda.bind(state, payer=None), ()
    state = agenda.bind(state, payer=payer)
    return agenda.ask(state, task, step, SWITCH_OFF, (agenda.YES, agenda.NO), player=PlayerId(payer))


def _owner(state: State, task: Task) -> PlayerId | None:
    """Whose card this is: a room or miniboss of a dungeon, or a boss."""
    spot = pointing.spot_of(state, task.card)
    if spot is not None:
        return spot[0]
    bosses = {boss: player.id for player in state.living for boss in (*player.copied, player.boss)}
    return bosses.get(task.card)


def _next_payer(state: State, task: Task, owner: PlayerId, last: str | None, coins: int = 1) -> str | None:
    """Who is asked next: only the one who uses the card, or all others who can pay, in turn order."""
    able = [player.id for player in state.living if player.id != owner and player.coins >= coins]
    if task.player != owner:
        able = [task.player] if task.player in able else []
    order = [player.id for player in state.living]
    after = order.index(PlayerId(last)) if last is not None else -1
    return next((id_ for id_ in able if order.index(id_) > after), None)


# -- items -------------------------------------------------------------------------------------------------------------


def _turn_item(state: State, task: Task, step: TurnItem, cards: Catalog) -> Happening:
    """FX-45: no boss effect happens. Of two open ones the owner keeps one (BM-ITEM-12)."""
    item = task.get("chosen_item")
    for player in state.players:
        if item is not None and player.open_item == item:
            return items.use_item(state, player)
        if item is not None and item in player.closed_items:
            return _opened(state, player, CopyId(item))
    return holding.lost(state, task)


def _opened(state: State, player: Player, item: CopyId) -> Happening:
    """The one that lay open before makes room: the effect says which one is to be open."""
    closed = tuple(other for other in player.closed_items if other != item)
    events: list[Event] = [ItemOpened(player.id, item)]
    if player.open_item is not None:
        closed = (*closed, player.open_item)
        events.append(ItemTurnedDown(player.id, player.open_item))
    return state.with_player(replace(player, open_item=item, closed_items=closed)), tuple(events)


def _attach_item(state: State, task: Task, step: AttachItem, cards: Catalog) -> Happening:
    """FX-45: whatever its class, also a star hero; but nobody carries two (BM-ITEM-3)."""
    item = task.get("chosen_item")
    hero = pointing.hero(state, task, step.hero, cards)
    if item not in state.items or hero is None or not is_in_play(state, hero) or state.mark(hero).item is not None:
        return holding.lost(state, task)
    taken = CopyId(item or "")
    state = replace(state, items=tuple(other for other in state.items if other != taken))
    return state.with_mark(replace(state.mark(hero), item=taken)), (ItemTaken(hero, taken),)


def _take_item(state: State, task: Task, step: TakeItem, cards: Catalog) -> Happening:
    """FX-45: face-down into the score area; its hero effect ends at once."""
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or state.mark(hero).item is None:
        return holding.lost(state, task)
    return items.after_survival(state, state.player(task.player), hero)


# -- minibosses --------------------------------------------------------------------------------------------------------


def _promote_now(state: State, task: Task, step: PromoteNow, cards: Catalog) -> Happening:
    """FX-47: without a coin, but it is the one promotion of this round (BM-MINI-8)."""
    player = state.player(task.player)
    rising = promotable(player)
    chosen = task.get("answer") or (next(iter(rising)) if len(rising) == 1 else None)
    if not rising or (chosen is not None and chosen not in rising):
        return holding.lost(state, task)
    if chosen is None:
        return agenda.ask(state, task, step, PROMOTE, tuple(rising))
    slot = rising[CopyId(chosen)]
    stack = player.dungeon[slot - 1]
    assert stack.miniboss is not None
    raised = replace(stack.miniboss, level=stack.miniboss.level + 1)
    player = replace(player, has_promoted=True, promoted=raised.copy)
    state = state.with_player(building.with_stack(player, slot, replace(stack, miniboss=raised)))
    state = triggers.happened(state, Trigger.MINIBOSS_RAISED, cards, player=player.id, card=raised.copy)
    return state, (MinibossLevelled(player.id, slot, raised.copy, raised.level),)


def promotable(player: Player) -> dict[CopyId, int]:
    """The minibosses of a player that may still rise in this round, with their slots (BM-MINI-8, -11)."""
    if player.has_promoted:
        return {}
    tucked = [(stack.miniboss, slot) for slot, stack in enumerate(player.dungeon, start=1) if not stack.deactivated]
    return {
        miniboss.copy: slot
        for miniboss, slot in tucked
        if miniboss is not None and miniboss.level < minibosses.TOP_LEVEL and not miniboss.spent
    }


def _return_miniboss(state: State, task: Task, step: ReturnMiniboss, cards: Catalog) -> Happening:
    found = _miniboss(state, task)
    if found is None:
        return holding.lost(state, task)
    spot, miniboss = found
    state = holding.with_stack(state, spot, replace(holding.stack_at(state, spot), miniboss=None))
    return state, (MinibossReturned(*spot, miniboss.copy),)


def _take_miniboss(state: State, task: Task, step: TakeMiniboss, cards: Catalog) -> Happening:
    """FX-47: it is built at once under the other room, at its level, where a miniboss may be (BM-MINI-4, -5)."""
    found, there = _miniboss(state, task), pointing.room(state, task, Ref.OTHER)
    if found is None or there is None:
        return holding.lost(state, task)
    spot, miniboss = found
    without = holding.with_stack(state, spot, replace(holding.stack_at(state, spot), miniboss=None))
    if building.why_no_miniboss(without.player(there[0]), there[1], state.options):
        return holding.lost(state, task)
    state = holding.with_stack(without, there, replace(holding.stack_at(without, there), miniboss=miniboss))
    state = triggers.happened(state, Trigger.MINIBOSS_RAISED, cards, player=there[0], card=miniboss.copy)
    return state, (MinibossTaken(*there, miniboss.copy, spot[0], miniboss.level),)


def _miniboss(state: State, task: Task) -> tuple[Spot, Tucked] | None:
    """The miniboss of the chosen room, and where it is."""
    spot = pointing.room(state, task, Ref.CHOSEN)
    miniboss = holding.stack_at(state, spot).miniboss if spot is not None else None
    return (spot, miniboss) if spot is not None and miniboss is not None else None


PERFORMERS: Mapping[type[Step], Performer] = {
    GainCoins: _gain_coins,
    PayCoins: _pay_coins,
    CoinsOnto: _coins_onto,
    SwapHoards: _swap_hoards,
    PaidByOthers: _paid_by_others,
    SwitchedOffByOthers: _switched_off_by_others,
    TurnItem: _turn_item,
    AttachItem: _attach_item,
    TakeItem: _take_item,
    PromoteNow: _promote_now,
    ReturnMiniboss: _return_miniboss,
    TakeMiniboss: _take_miniboss,
}
