"""Hidden cards: who does what with them is said aloud, and the players do it on trust (FX-35 to FX-40).

The referee never sees a hand. All it remembers is how many spells a player said to hold; that number goes along with
what surely happens to it and is forgotten when it may be wrong.
"""

from collections.abc import Iterable, Mapping

from engine.boss_monster.effect_events import Deed, HandTask
from engine.boss_monster.effects import holding, pointing, triggers
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.state import State, Task
from engine.boss_monster.words.choosing import May
from engine.boss_monster.words.hands import (
    Discard,
    DiscardHand,
    DiscardTop,
    Draw,
    DrawInstead,
    Give,
    Redraw,
    Search,
    Show,
    Steal,
    TakeDiscarded,
    TakeIt,
)
from engine.boss_monster.words.meanings import Deck, Sort, Who
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step, Trigger
from engine.core.ids import CopyId, PlayerId

_DRAWN = {Deck.ROOMS: Sort.ROOM, Deck.SPELLS: Sort.SPELL, Deck.EITHER: Sort.CARD}
_SPELLS = (Sort.SPELL, Sort.PLAYED_SPELL)
_MAYBE_SPELLS = (Sort.CARD, *_SPELLS)


# -- drawing and discarding --------------------------------------------------------------------------------------------


def _draw(state: State, task: Task, step: Draw, cards: Catalog) -> Happening:
    players = pointing.players(state, task, step.who, cards)
    number = holding.number(state, task, step.number, cards)
    if not players or number <= 0:
        return state, ()
    sort = _DRAWN[step.deck]
    state = _hands_change(state, players, sort, number, sure=not step.up_to and sort is not Sort.CARD)
    return state, (HandTask(players, Deed.DRAW_UP_TO if step.up_to else Deed.DRAW, number, sort),)


def _discard(state: State, task: Task, step: Discard, cards: Catalog) -> Happening:
    """Cards that listen to discards hear of each player who discards, and who made it happen (TR-13)."""
    players = pointing.players(state, task, step.who, cards)
    number = holding.number(state, task, step.number, cards)
    if number <= 0:
        return state, ()
    if not players:
        return holding.lost(state, task)
    state = _hands_change(state, players, step.sort, -number, sure=step.sort is not Sort.CARD)
    deed = Deed.DISCARD_RANDOM if step.random else Deed.DISCARD
    drawn_by = task.player if step.random and task.player not in players else None  # BM-GLOSS-2
    told = HandTask(players, deed, number, step.sort, drawn_by)
    return _discarded(state, task, players, step.sort, cards, number), (told,)


def _discard_hand(state: State, task: Task, step: DiscardHand, cards: Catalog) -> Happening:
    players = pointing.players(state, task, step.who, cards)
    if not players:
        return holding.lost(state, task)
    for id_ in players:
        state = _with_spells(state, id_, 0)
    return _discarded(state, task, players, Sort.CARD, cards), (HandTask(players, Deed.DISCARD_HAND),)


def _redraw(state: State, task: Task, step: Redraw, cards: Catalog) -> Happening:
    """As many rooms and spells as before: the number of spells stays the same."""
    players = pointing.players(state, task, step.who, cards)
    if not players:
        return holding.lost(state, task)
    return _discarded(state, task, players, Sort.CARD, cards), (HandTask(players, Deed.REDRAW),)


def _discarded(
    state: State, task: Task, players: Iterable[PlayerId], sort: Sort, cards: Catalog, number: int | None = None
) -> State:
    """Who listens to discards hears of each player; of a whole hand nobody knows the number."""
    known = None if number is None else str(number)
    for id_ in players:
        state = triggers.happened(
            state,
            Trigger.DISCARD_FORCED,
            cards,
            player=id_,
            by=task.player,
            event_sort=sort.value,
            event_number=known,
        )
    return state


def _discard_top(state: State, task: Task, step: DiscardTop, cards: Catalog) -> Happening:
    return state, (HandTask((task.player,), Deed.DISCARD_TOP, step.number, Sort.ROOM),)


def _draw_instead(state: State, task: Task, step: DrawInstead, cards: Catalog) -> Happening:
    state = _with_spells(state, task.player, None)
    return state, (HandTask((task.player,), Deed.DRAW_INSTEAD, 1, Sort.SPELL),)


# -- the discard pile and the decks ------------------------------------------------------------------------------------


def _take_discarded(state: State, task: Task, step: TakeDiscarded, cards: Catalog) -> Happening:
    number = holding.number(state, task, step.number, cards)
    if number <= 0:
        return state, ()
    state = _hands_change(state, (task.player,), step.sort, number, sure=False)
    return _taken(state, task, cards), (HandTask((task.player,), Deed.TAKE_DISCARDED, number, step.sort),)


def _take_it(state: State, task: Task, step: TakeIt, cards: Catalog) -> Happening:
    """The card of the moment; a discarded one is hidden, a destroyed room is known."""
    known = task.get("event_card")
    card = CopyId(known) if known is not None and CopyId(known) in cards else None
    state = _hands_change(state, (task.player,), Sort.ROOM if card else Sort.CARD, 1, sure=False)
    if card is not None or task.get("event_number") == "1":
        state = _without_claims(state, task)
    return _taken(state, task, cards), (HandTask((task.player,), Deed.TAKE_IT, taken=card),)


_MOMENT = ("event_card", "event_room", "event_player", "event_by", "event_sort")


def _without_claims(state: State, task: Task) -> State:
    """A single card has one taker, the first who wants it (BM-GEN-9, -10): what others meant to do with it is void."""

    def is_claim(other: Task) -> bool:
        return takes_it(other.steps) and all(other.get(name) == task.get(name) for name in _MOMENT)

    waiting = (other for other in state.agenda[1:] if not is_claim(other))
    due = tuple(other for other in state.due if not is_claim(other))
    return replace(state, agenda=(state.agenda[0], *waiting), due=due)


def takes_it(steps: Iterable[Step]) -> bool:
    """Whether these steps take the card of the moment, if their owner likes."""
    return any(isinstance(step, TakeIt) or (isinstance(step, May) and takes_it(step.steps)) for step in steps)


def _taken(state: State, task: Task, cards: Catalog) -> State:
    return triggers.happened(state, Trigger.CARD_TAKEN, cards, player=task.player)


def _search(state: State, task: Task, step: Search, cards: Catalog) -> Happening:
    state = _hands_change(state, (task.player,), step.sort, 1, sure=False)
    return state, (HandTask((task.player,), Deed.SEARCH, 1, step.sort),)


# -- between two hands -------------------------------------------------------------------------------------------------


def _steal(state: State, task: Task, step: Steal, cards: Catalog) -> Happening:
    return _between(state, task, Deed.STEAL_RANDOM if step.random else Deed.STEAL, step.sort, cards)


def _give(state: State, task: Task, step: Give, cards: Catalog) -> Happening:
    return _between(state, task, Deed.GIVE, step.sort, cards)


def _between(state: State, task: Task, deed: Deed, sort: Sort, cards: Catalog) -> Happening:
    """A card changes hands with the chosen player, who may have none of that sort."""
    chosen = pointing.players(state, task, Who.CHOSEN, cards)
    if not chosen:
        return holding.lost(state, task)
    state = _hands_change(state, (task.player, chosen[0]), sort, 1, sure=False)
    return state, (HandTask((task.player,), deed, 1, sort, chosen[0]),)


def _show(state: State, task: Task, step: Show, cards: Catalog) -> Happening:
    return state, (HandTask((task.player,), Deed.SHOW, 1, step.sort),)


# -- what is known of a hand -------------------------------------------------------------------------------------------


def _hands_change(state: State, players: Iterable[PlayerId], sort: Sort, more: int, *, sure: bool) -> State:
    """The number of spells that a player told goes along where it surely changes so; otherwise it is forgotten."""
    if sort not in _MAYBE_SPELLS:
        return state
    for id_ in players:
        told = state.player(id_).spells_in_hand
        state = _with_spells(state, id_, max(0, told + more) if sure and told is not None else None)
    return state


def _with_spells(state: State, id_: PlayerId, number: int | None) -> State:
    return state.with_player(replace(state.player(id_), spells_in_hand=number))


PERFORMERS: Mapping[type[Step], Performer] = {
    Draw: _draw,
    Discard: _discard,
    DiscardHand: _discard_hand,
    Redraw: _redraw,
    TakeDiscarded: _take_discarded,
    TakeIt: _take_it,
    Steal: _steal,
    Give: _give,
    Show: _show,
    Search: _search,
    DrawInstead: _draw_instead,
    DiscardTop: _discard_top,
}
