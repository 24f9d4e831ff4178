"""What is told of games that are over: who sat there, how it ended, and what adds up over a night or over years. Pure.

A finished game is its journal; its record is a small extract of it, stored in the same moment as its last entry. Games
are ordered by number, never by clock: a Pi has none.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import msgspec

from companion.story import Tally, first_of, ranking, tally
from companion.views.newgame import Draft
from engine.boss_monster.events import Event, GameWon
from engine.boss_monster.state import State
from engine.core.ids import CardId, CopyId

LONGEST_PAUSE_S = 1800
"""A longer silence between two entries was no thinking: the box was switched off, or somebody set the clock."""
FIRST_YEAR = 2025
"""A clock that shows an earlier year was never set."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """How one person came out of one game."""

    name: str
    place: int
    souls: int
    wounds: int
    boss: CopyId
    baited: int
    """Heroes that went to this dungeon."""

    @property
    def has_won(self) -> bool:
        """Whether this was the winner."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What is remembered of a finished game. Seats are in the order of their places."""

    seats: tuple[SeatRecord, ...]
    rounds: int
    rule: str
    """The rule that decided."""
    sets: tuple[str, ...]
    killed: int
    survived: int
    lethal: dict[CardId, int]
    """How many heroes died in each room."""
    damage: dict[CardId, int]
    """How much damage each room dealt."""


def record_of(state: State, events: Sequence[Event]) -> GameRecord:
    """The record of a game that is over."""
    told: Tally = tally(events)
    won = next((event for event in reversed(events) if isinstance(event, GameWon)), None)
    seats = [
        SeatRecord(player.name, place, player.souls, player.wounds, player.boss, told.lured[player.id])
        for place, player in enumerate(map(state.player, ranking(state)), start=1)
    ]
    return GameRecord(
        seats=tuple(seats),
        rounds=state.round,
        rule=won.rule if won else "",
        sets=state.options.sets,
        killed=told.killed,
        survived=told.survived,
        lethal=dict(told.died),
        damage=dict(told.damage),
    )


def encode_record(record: GameRecord) -> str:
    """A record as one line of JSON."""
    return msgspec.json.encode(record).decode()


def decode_record(line: str) -> GameRecord | None:
    """The record that a line stands for; nothing when it is none."""
    try:
        return msgspec.json.decode(line, type=GameRecord)
    except msgspec.MsgspecError:
        return None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, as it is looked up later."""

    number: int
    night: int | None
    begun_at: str
    minutes: int
    """How long it was played; pauses in which nobody sat there do not count."""
    record: GameRecord


@dataclass(frozen=True, slots=True)
class GameNight:
    """An evening of several games: what is agreed on, and what was played so far, oldest first."""

    number: int
    agreed: Draft
    begun_at: str
    is_over: bool
    games: tuple[FinishedGame, ...]


def minutes_of(notes: Sequence[str]) -> int:
    """How long a game was played, from the clock's notes on its entries; at least a minute."""
    times = [moment for note in notes if (moment := clock_note(note)) is not None]
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    return max(1, round(sum(gap for gap in gaps if 0 < gap <= LONGEST_PAUSE_S) / 60))


def clock_note(note: str) -> datetime | None:
    """A note of the clock, or nothing where there is none."""
    try:
        return datetime.fromisoformat(note)
    except ValueError:
        return None


def shown_clock(note: str) -> datetime | None:
    """When something was, by the clock on the wall; nothing when the clock was never set."""
    moment = clock_note(note)
    return moment.astimezone() if moment is not None and moment.year >= FIRST_YEAR else None


@dataclass(frozen=True, slots=True)
class Standing:
    """One person in the figures of several games."""

    place: int
    """Equal figures share a place."""
    name: str
    games: int
    wins: int
    souls: int
    wounds: int
    baited: int
    places: tuple[int, ...]
    """The place in each game this person played, oldest first."""


def standings(games: Iterable[FinishedGame]) -> tuple[Standing, ...]:
    """Who stands where: most wins, then most souls, then fewest wounds. People are known by their names."""
    seats: dict[str, list[SeatRecord]] = {}
    for game in games:
        for seat in game.record.seats:
            seats.setdefault(seat.name, []).append(seat)
    figures = {name: _worth(played) for name, played in seats.items()}
    order = sorted(seats, key=figures.__getitem__)  # of equals whoever played first comes first
    return tuple(_standing(name, seats[name], figures) for name in order)


def _worth(played: Sequence[SeatRecord]) -> tuple[int, int, int]:
    """Smaller is better."""
    wins, souls = sum(seat.has_won for seat in played), sum(seat.souls for seat in played)
    return -wins, -souls, sum(seat.wounds for seat in played)


def _standing(name: str, played: Sequence[SeatRecord], figures: dict[str, tuple[int, int, int]]) -> Standing:
    return Standing(
        place=1 + sum(other < figures[name] for other in figures.values()),
        name=name,
        games=len(played),
        wins=sum(seat.has_won for seat in played),
        souls=sum(seat.souls for seat in played),
        wounds=sum(seat.wounds for seat in played),
        baited=sum(seat.baited for seat in played),
        places=tuple(seat.place for seat in played),
    )


def leaders(ranked: Sequence[Standing]) -> tuple[str, ...]:
    """Who is ahead; nobody while nobody has won."""
    return tuple(each.name for each in ranked if each.place == 1 and each.wins)


@dataclass(frozen=True, slots=True)
class NightStory:
    """The figures of several games together."""

    killed: int
    survived: int
    lethal: tuple[CardId, int] | None
    hardest: tuple[CardId, int] | None
    baited: tuple[str, int] | None
    """Who lured most heroes."""


def night_story(games: Sequence[FinishedGame]) -> NightStory:
    """What happened over several games, in numbers."""
    died, damage, lured = Counter[CardId](), Counter[CardId](), Counter[str]()
    for game in games:
        died.update(game.record.lethal)
        damage.update(game.record.damage)
        lured.update({seat.name: seat.baited for seat in game.record.seats if seat.baited})
    return NightStory(
        killed=sum(game.record.killed for game in games),
        survived=sum(game.record.survived for game in games),
        lethal=first_of(died),
        hardest=first_of(damage),
        baited=first_of(lured),
    )
