"""Numbers that cards count at the table (FX-03 and every "for each"). Hands are hidden: their owners are asked."""

from collections.abc import Iterable

from engine.boss_monster import counts
from engine.boss_monster.cards import hero_card
from engine.boss_monster.effects import agenda, pointing
from engine.boss_monster.effects.pointing import Spot
from engine.boss_monster.state import Holds, Player, Stack, State, Task
from engine.boss_monster.words.counting import (
    ChosenNumber,
    CoinsOnRoom,
    LuredCount,
    MinibossLevel,
    PrintedHealth,
    RoomCount,
    SpellsInHand,
    SymbolCount,
    WoundCount,
)
from engine.boss_monster.words.meanings import Ref, Who
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Amount, Step
from engine.core.ids import PlayerId

MOST_SPELLS = 12
"""More spells than anybody holds."""
HAND = "spells_in_hand"
"""The key of the question for a number of spells."""


def amount(state: State, task: Task, value: Amount, cards: Catalog, target: Spot | None = None) -> int | None:
    """The number that a word means now; None when a player has to tell a hidden one first.

    `target` is the room whose damage or coins are meant, for words that count its symbols.
    """
    match value:
        case int():
            return value
        case RoomCount():
            return value.times * sum(
                _rooms(state, task, player, value, cards) for player in _meant(state, task, value.who, cards)
            )
        case WoundCount():
            return value.times * sum(wounds(player) for player in _meant(state, task, value.who, cards))
        case LuredCount():
            return value.times * sum(player.tally.lured for player in _meant(state, task, value.who, cards))
        case SpellsInHand():
            hands = [player.spells_in_hand for player in _meant(state, task, value.who, cards)]
            return None if None in hands else value.times * sum(hand or 0 for hand in hands)
        case CoinsOnRoom():
            stack = _stack(state, pointing.room(state, task, Ref.THIS))
            return value.times * (stack.coins if stack else 0)
        case SymbolCount():
            return value.times * _symbols(state, task, value, cards, target)
        case MinibossLevel():
            stack = _stack(state, pointing.room(state, task, value.room))
            return value.times * (stack.miniboss.level if stack and stack.miniboss else 0)
        case ChosenNumber():
            return value.times * int(task.get("number") or 0) + value.plus
        case PrintedHealth():
            hero = pointing.hero(state, task, value.hero, cards)
            return value.times * (hero_card(cards, hero).health if hero is not None else 0)
        case _:
            raise AssertionError(f"nobody counts {value.word!r}")


def wounds(player: Player) -> int:
    """A player's wounds, with those that last until the round is judged (FX-33)."""
    return player.wounds + sum(change.amount for change in player.changes if change.holds is Holds.WOUNDS)


def _meant(state: State, task: Task, who: Who, cards: Catalog) -> list[Player]:
    return [state.player(player) for player in pointing.players(state, task, who, cards)]


def _rooms(state: State, task: Task, player: Player, value: RoomCount, cards: Catalog) -> int:
    here = pointing.room(state, task, Ref.THIS) if value.other else None
    return counts.number_of_rooms(
        state,
        player,
        cards,
        type_=value.type,
        kind=value.kind,
        treasure=value.treasure,
        multi_treasure=value.multi_treasure,
        without=here[1] if here is not None and here[0] == player.id else None,
    )


def _symbols(state: State, task: Task, value: SymbolCount, cards: Catalog, target: Spot | None) -> int:
    """The symbols of the room that is meant: the target, the chosen one, or this one."""
    spot = target or pointing.room(state, task, Ref.CHOSEN) or pointing.room(state, task, Ref.THIS)
    if spot is None:
        return 0
    shown = counts.treasure_in(state, state.player(spot[0]), spot[1], cards)
    return sum(value.treasure in (None, symbol) for symbol in shown)


def _stack(state: State, spot: Spot | None) -> Stack | None:
    return state.player(spot[0]).dungeon[spot[1] - 1] if spot is not None else None


# -- hidden hands ------------------------------------------------------------------------------------------------------


def untold(state: State, task: Task, value: Amount, cards: Catalog) -> PlayerId | None:
    """The player who has to tell the number of spells in hand before this can be counted."""
    if not isinstance(value, SpellsInHand):
        return None
    players = _meant(state, task, value.who, cards)
    return next((player.id for player in players if player.spells_in_hand is None), None)


def untold_by(state: State, words: Iterable[tuple[Task, Amount]], cards: Catalog) -> tuple[PlayerId, ...]:
    """All players whose hands such numbers depend on and who did not tell yet, each once."""
    found = (untold(state, task, value, cards) for task, value in words)
    return tuple(dict.fromkeys(player for player in found if player is not None))


def told(state: State, player: PlayerId, number: int) -> State:
    """A player told how many spells are in hand."""
    return state.with_player(replace(state.player(player), spells_in_hand=number))


def ask(state: State, task: Task, step: Step, player: PlayerId) -> agenda.Happening:
    """The running step waits until this player tells the number of spells in hand; `told` then remembers the answer."""
    return agenda.ask(state, task, step, HAND, tuple(map(str, range(MOST_SPELLS + 1))), player=player)
