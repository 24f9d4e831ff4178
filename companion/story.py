"""The story of a game in numbers: souls per round, the deadliest room, the best bait. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.boss_monster.events import Event, GameWon, HeroBaited, HeroDied, HeroSurvived, RoomEntered, RoundEnded
from engine.boss_monster.state import State
from engine.core.ids import CardId, PlayerId, card_of


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is told at the end of an evening."""

    rounds: tuple[int, ...]
    scores: tuple[tuple[PlayerId, tuple[tuple[int, int], ...]], ...]
    """Souls and wounds of each player after each of these rounds."""
    lethal: tuple[CardId, int] | None
    """The room in which most heroes died."""
    baited: tuple[PlayerId, int] | None
    """Who lured most heroes."""
    hardest: tuple[CardId, int] | None
    """The room that dealt most damage in all."""
    killed: int
    survived: int
    winner: PlayerId | None
    rule: str
    """The rule that decided the game."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted in a game."""

    died: Counter[CardId]
    """Heroes that died, by room."""
    lured: Counter[PlayerId]
    """Heroes that were lured, by player."""
    damage: Counter[CardId]
    """Damage dealt, by room."""
    killed: int
    survived: int


def tally(events: Iterable[Event]) -> Tally:
    """Count what happened."""
    told = list(events)
    damage: Counter[CardId] = Counter()
    for event in told:
        if isinstance(event, RoomEntered):
            damage[card_of(event.room)] += event.damage
    died = Counter(card_of(event.room) for event in told if isinstance(event, HeroDied))
    return Tally(
        died=died,
        lured=Counter(event.player for event in told if isinstance(event, HeroBaited) and event.player is not None),
        damage=damage,
        killed=sum(died.values()),
        survived=sum(isinstance(event, HeroSurvived) for event in told),
    )


def statistics(events: Iterable[Event], state: State) -> Statistics:
    """The numbers of a game from everything that happened."""
    told = list(events)
    ended = {event.round: event for event in told if isinstance(event, RoundEnded)}
    by_round = {
        number: {player: (souls, wounds) for player, souls, wounds in end.scores} for number, end in ended.items()
    }
    counted = tally(told)
    won = next((event for event in reversed(told) if isinstance(event, GameWon)), None)
    return Statistics(
        rounds=tuple(by_round),
        scores=tuple(
            (player.id, tuple(scores.get(player.id, (player.souls, player.wounds)) for scores in by_round.values()))
            for player in state.players
        ),
        lethal=first_of(counted.died),
        baited=first_of(counted.lured),
        hardest=first_of(counted.damage),
        killed=counted.killed,
        survived=counted.survived,
        winner=state.winner,
        rule=won.rule if won else "",
    )


_Counted = TypeVar("_Counted")


def first_of(counted: Mapping[_Counted, int]) -> tuple[_Counted, int] | None:
    """The most frequent; of equals the one that came first."""
    return max(counted.items(), key=lambda pair: pair[1]) if counted else None


def ranking(state: State) -> tuple[PlayerId, ...]:
    """The order in which the players stand: as judged, else the winner, then those still in, by souls minus wounds."""
    if state.ranking:
        return state.ranking
    turn = {player.id: place for place, player in enumerate(state.players)}
    order = sorted(
        state.players,
        key=lambda player: (
            player.id != state.winner,
            player.eliminated,
            -player.souls if not state.options.is_net_scoring else -player.net_score,
            player.wounds,
            -turn[player.id],
        ),
    )
    return tuple(player.id for player in order)
