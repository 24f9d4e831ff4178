"""A running game: the history in memory and its journal on disk, always in step.

An entry is stored before it counts. When storing fails the game goes on in memory, the trouble is told, and what is
unsaved is stored as soon as the disk takes it again.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from companion.chronicle import encode_record, record_of
from companion.journal import Entry, StorageTrouble, StoredGame
from engine.boss_monster.commands import Command
from engine.boss_monster.events import Event
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase, State
from engine.core.cards import Catalog
from engine.core.commands import Undo
from engine.core.errors import IllegalCommand
from engine.core.history import History, Step, Turn, advance, replay

GameHistory: TypeAlias = History[State, Command, Event]
GameTurn: TypeAlias = Turn[State, Command, Event]


def events_of(history: GameHistory) -> list[Event]:
    """Everything that happened and was not undone."""
    return [event for turn in history.turns for event in turn.events]


def is_over(history: GameHistory) -> bool:
    """Whether somebody has won."""
    return history.state.phase is Phase.OVER


class JournalPort(Protocol):
    """Where entries are stored."""

    def append(self, game: int, number: int, entry: Entry, record: str = "") -> None:
        """Store one entry, and the record of a game that is over with it; raises `StorageTrouble`."""
        ...


@dataclass(frozen=True, slots=True)
class Happened:
    """What came of an entry: the turn that was added, or taken back."""

    turn: GameTurn
    was_undone: bool = False


class RunningGame:
    """The game that is being played."""

    def __init__(self, cards: Catalog, options: Options, journal: JournalPort | None = None, number: int = 0) -> None:
        self.cards = cards
        self.history: GameHistory = History(new_game(options))
        self.storage_trouble = ""
        self._journal, self._game = journal, number
        self._entries = 0
        self._unsaved: list[tuple[int, Entry, str]] = []

    @classmethod
    def resumed(cls, cards: Catalog, stored: StoredGame, journal: JournalPort) -> "RunningGame":
        """The stored game as it stood after its last entry. Raises `StorageTrouble` when it cannot be replayed."""
        game = cls(cards, stored.options, journal, stored.id)
        try:
            game.history = replay(game.history.first, stored.entries, game._apply)
        except IllegalCommand as error:
            raise StorageTrouble(f"the stored game cannot be replayed with these cards ({error})") from error
        game._entries = len(stored.entries)
        return game

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.history.state

    @property
    def entries(self) -> int:
        """How many entries the journal of this game holds."""
        return self._entries

    def carry_out(self, entry: Entry) -> Happened:
        """Check, store, then let an entry count. Raises `IllegalCommand` and changes nothing when it does not fit."""
        before = self.history
        after = advance(before, entry, self._apply)
        self._store(entry, encode_record(record_of(after.state, events_of(after))) if is_over(after) else "")
        self.history = after
        if isinstance(entry, Undo):
            return Happened(before.turns[-1], was_undone=True)
        return Happened(after.turns[-1])

    def _apply(self, state: State, command: Command) -> Step[State, Event]:
        return apply(state, command, self.cards)

    @property
    def number(self) -> int:
        """Its number in the journal; 0 for a game that is not kept."""
        return self._game

    def _store(self, entry: Entry, record: str) -> None:
        number = self._entries
        self._entries += 1
        if self._journal is None:
            return
        self._unsaved.append((number, entry, record))
        self.save()

    def save(self) -> None:
        """Store what the disk did not take yet."""
        if self._journal is None or not self._unsaved:
            return
        try:
            while self._unsaved:
                self._journal.append(self._game, *self._unsaved[0])
                self._unsaved.pop(0)
            self.storage_trouble = ""
        except StorageTrouble as trouble:
            self.storage_trouble = str(trouble)
