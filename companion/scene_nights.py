"""Evenings that were played before, for pictures and checks: two game nights and a single game, in memory."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from companion.chronicle import GameRecord, SeatRecord, encode_record
from companion.journal import Journal
from companion.preferences import Person
from companion.views.newgame import Draft
from engine.boss_monster.commands import WalkOn
from engine.core.ids import CardId, CopyId

BOSSES = {"Anna": "draculord", "Ben": "cleopatra", "Cem": "king_croak", "Dora": "cerebellus", "Emil": "gorgona"}
EARLIER = (
    ("Ben 10/2/7", "Anna 8/3/6", "Cem 5/5/5"),
    ("Ben 11/1/8", "Cem 9/2/6", "Anna 4/5/4"),
)
SINGLE = ("Dora 10/0/6", "Emil 7/4/5")
TONIGHT = (
    ("Anna 10/1/8", "Cem 8/2/6", "Dora 6/3/6", "Ben 3/5/4"),
    ("Cem 11/3/8", "Anna 9/2/7", "Ben 7/2/5", "Dora 2/5/3"),
    ("Anna 12/2/9", "Dora 8/4/6", "Cem 7/1/6", "Ben 6/4/5"),
)
"""Games, winner first: souls, wounds, and heroes that were lured."""
ROOMS = (CardId("bm.room.succubus_spa"), CardId("bm.room.dragon_hatchery"), CardId("bm.room.monsters_ballroom"))


CROWD = tuple(
    tuple(f"{name} {10 - 2 * place}/{place}/{9 - place}" for place, name in enumerate(names.split()))
    for names in (
        *("Kunigunde-Mar Bartholomäus Cem Dora Emil Fina",) * 9,
        "Bartholomäus Gustav-Adolf Henriette Ida",
        "Gustav-Adolf Ida Jo Kunigunde-Mar",
    )
)


class _Clock:
    """A clock on which everything takes nine minutes."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 13, 19, 4, tzinfo=UTC)

    def __call__(self) -> str:
        self._now += timedelta(minutes=9)
        return self._now.isoformat(timespec="seconds")


def crowded_journal() -> Journal:
    """A night of many games in which more people played than a screen has room for; kept nowhere."""
    journal = Journal(Path(":memory:"), _Clock())
    _night(journal, CROWD)
    return journal


def played_journal() -> Journal:
    """A night that is over, a single game, and a night that goes on; kept nowhere."""
    journal = Journal(Path(":memory:"), _Clock())
    journal.end_night(_night(journal, EARLIER), is_over=True)
    _play(journal, SINGLE, None)
    _night(journal, TONIGHT)
    return journal


def _night(journal: Journal, games: tuple[tuple[str, ...], ...]) -> int:
    names = [seat.partition(" ")[0] for seat in games[0]]
    draft = Draft(_people(sorted(names)))
    night = journal.begin_night(msgspec.json.encode(draft).decode())
    for game in games:
        _play(journal, game, night)
    return night


def _people(names: Iterable[str]) -> tuple[Person, ...]:
    known = [*BOSSES]
    return tuple(Person(name, known.index(name) if name in known else 5) for name in names)


def _play(journal: Journal, seats: tuple[str, ...], night: int | None) -> None:
    record = _record(seats)
    names = tuple(seat.name for seat in record.seats)
    game = journal.begin(Draft(_people(names)).options, night=night)
    for number in range(3):
        journal.append(game, number, WalkOn(), encode_record(record) if number == 2 else "")


def _record(seats: tuple[str, ...]) -> GameRecord:
    told = []
    for place, seat in enumerate(seats, start=1):
        name, figures = seat.split()
        souls, wounds, lured = map(int, figures.split("/"))
        told.append(SeatRecord(name, place, souls, wounds, CopyId(f"bm.boss.{BOSSES.get(name, 'robobo')}#1"), lured))
    killed, survived = sum(seat.souls for seat in told) - 3, sum(seat.wounds for seat in told)
    lethal = dict(zip(ROOMS, (killed // 2, killed // 3, killed // 5), strict=True))
    damage = {room: 5 * deaths + 3 for room, deaths in lethal.items()}
    return GameRecord(tuple(told), 7, "BM-END-6", ("base",), killed, survived, lethal, damage)
