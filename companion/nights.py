"""The game nights of a table, and everything that was played there before, kept in the journal of its games.

Nothing here raises: what cannot be read or written is told by `trouble`, and the rest goes on.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from companion.chronicle import (
    FinishedGame,
    GameNight,
    GameRecord,
    decode_record,
    encode_record,
    minutes_of,
    record_of,
)
from companion.game import RunningGame, events_of, is_over
from companion.journal import Journal, StorageTrouble, StoredEnd, StoredGame, StoredNight
from companion.views.newgame import Draft
from engine.boss_monster.combination import setup_problems

_Answer = TypeVar("_Answer")


class Nights:
    """Nights and history. `journal` gives the journal of the table, `replay` lets a stored game stand again."""

    def __init__(
        self, journal: Callable[[], Journal | None], replay: Callable[[StoredGame, Journal], RunningGame]
    ) -> None:
        self._journal, self._replay = journal, replay
        self.trouble = ""
        """Why something could not be read or written the last time."""
        self._known: dict[tuple[int, str], tuple[GameRecord, int]] = {}
        """Records that were read once: record and minutes by game and stored line."""
        self._unreadable: set[int] = set()
        """Games that have no record and cannot be replayed."""

    # -- nights ------------------------------------------------------------------------------------------------------

    def running(self) -> GameNight | None:
        """The night that goes on."""
        return next((night for night in self.all_nights() if not night.is_over), None)

    def all_nights(self) -> tuple[GameNight, ...]:
        """All nights, the newest first; one that cannot be read any more is left out, and told."""
        games = self.finished()
        found = [night for each in self._read(Journal.nights) or [] if (night := self._night(each, games))]
        return tuple(reversed(found))

    def night(self, number: int) -> GameNight | None:
        """One of them."""
        return next((night for night in self.all_nights() if night.number == number), None)

    def _night(self, stored: StoredNight, games: Iterable[FinishedGame]) -> GameNight | None:
        try:
            agreed = msgspec.json.decode(stored.agreed, type=Draft)
            setup_problems(agreed.options)  # rules that nobody knows any more are refused here
        except (msgspec.MsgspecError, ValueError, KeyError) as error:
            self.trouble = f"night {stored.id}: {error}"
            return None
        own = tuple(sorted((game for game in games if game.night == stored.id), key=lambda game: game.number))
        return GameNight(stored.id, agreed, stored.begun_at, stored.is_over, own)

    def begin(self, draft: Draft) -> int | None:
        """A new night as agreed; nothing when it cannot be kept."""
        text = _encoded(draft)
        return self._write(lambda journal: journal.begin_night(text))

    def agree(self, number: int, draft: Draft) -> None:
        """From now on this is agreed on."""
        text = _encoded(draft)
        self._write(lambda journal: journal.agree(number, text))

    def end(self, number: int) -> None:
        """A night is over."""
        self._write(lambda journal: journal.end_night(number, is_over=True))

    def go_on(self, number: int) -> None:
        """A night is not over after all."""
        self._write(lambda journal: journal.end_night(number, is_over=False))

    def night_of(self, game: int) -> int | None:
        """The night to which a running or finished game belongs."""
        return self._read(lambda journal: journal.night_of(game)) if game else None

    # -- games -------------------------------------------------------------------------------------------------------

    def finished(self) -> tuple[FinishedGame, ...]:
        """All games that are over, the newest first; one that cannot be read any more is left out, and told."""
        found = [game for each in self._read(Journal.finished) or [] if (game := self._finished(each))]
        return tuple(reversed(found))

    def game(self, number: int) -> FinishedGame | None:
        """One of them."""
        return next((game for game in self.finished() if game.number == number), None)

    def _finished(self, stored: StoredEnd) -> FinishedGame | None:
        key = (stored.id, stored.record)
        if key not in self._known:
            record = decode_record(stored.record) or self._derived(stored.id)
            if record is None:
                return None
            notes = self._read(lambda journal: journal.notes(stored.id)) or []
            self._known[key] = (record, minutes_of([stored.begun_at, *notes]))
        record, minutes = self._known[key]
        return FinishedGame(stored.id, stored.night, stored.begun_at, minutes, record)

    def _derived(self, number: int) -> GameRecord | None:
        """The record of a game that was stored without one: played once more from its journal, and kept."""
        game = None if number in self._unreadable else self.replayed(number)
        if game is None or not is_over(game.history):
            self._unreadable.add(number)
            return None
        record = record_of(game.state, events_of(game.history))
        text = encode_record(record)
        self._write(lambda journal: journal.remember(number, text))
        return record

    def replayed(self, number: int) -> RunningGame | None:
        """A stored game exactly as it stood; nothing when it cannot be replayed, and `trouble` says why."""
        journal = self._journal()
        try:
            stored = journal.game(number) if journal is not None else None
            return None if journal is None or stored is None else self._replay(stored, journal)
        except StorageTrouble as trouble:
            self.trouble = str(trouble)
            return None

    def _read(self, what: Callable[[Journal], _Answer]) -> _Answer | None:
        """Ask the journal; what cannot be read is told."""
        journal = self._journal()
        try:
            return None if journal is None else what(journal)
        except StorageTrouble as trouble:
            self.trouble = str(trouble)
            return None

    def _write(self, what: Callable[[Journal], _Answer]) -> _Answer | None:
        """Change the journal; what could not be written is told."""
        journal = self._journal()
        if journal is None:
            return None
        try:
            answer = what(journal)
        except StorageTrouble as trouble:
            self.trouble = str(trouble)
            return None
        self.trouble = ""
        return answer


def _encoded(draft: Draft) -> str:
    return msgspec.json.encode(draft).decode()
