"""The journal on disk: every accepted command, written and synced before anything is announced.

One SQLite file holds all games, and the game nights that they belong to. WAL with synchronous=FULL keeps every
acknowledged entry through a power cut, as long as the card does not lie about syncing. The state is never stored: it is
the fold of the commands, so a bug report is the journal itself. Entries are ordered by number; the wall clock is only a
note.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec

from engine.boss_monster.commands import Command
from engine.boss_monster.options import Options
from engine.core.commands import Redo, Undo

Entry = Command | Undo | Redo

_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Entry)}
"""Every command that the game knows: a new one is stored without a word here."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, options TEXT NOT NULL, begun_at TEXT NOT NULL, is_over INTEGER NOT NULL DEFAULT 0,
    own_cards TEXT NOT NULL DEFAULT '', night INTEGER REFERENCES night (id), record TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS night (
    id INTEGER PRIMARY KEY, agreed TEXT NOT NULL, begun_at TEXT NOT NULL, is_over INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS entry (
    game INTEGER NOT NULL REFERENCES game (id), number INTEGER NOT NULL, command TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
_OLDER = {
    1: "ALTER TABLE game ADD COLUMN own_cards TEXT NOT NULL DEFAULT '';",
    2: "ALTER TABLE game ADD COLUMN night INTEGER REFERENCES night (id);"
    "ALTER TABLE game ADD COLUMN record TEXT NOT NULL DEFAULT '';",
}
"""What a file of an older version lacks."""
_VERSION = 3
_PAGES_KB = 128
"""So much of the file SQLite keeps in memory; left alone it would grow with every game, up to 2 MB."""


class StorageTrouble(Exception):
    """The journal cannot be read or written. The message says what to check."""


class StorageDamage(StorageTrouble):
    """The file is no journal any more."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it lies on disk."""

    id: int
    options: Options
    entries: tuple[Entry, ...]
    own_cards: str = ""
    """The owner's card file when the game began: a fact that is learned later must not change what happened."""


@dataclass(frozen=True, slots=True)
class StoredEnd:
    """A finished game as it lies on disk. `record` is its extract; files of older versions have none yet."""

    id: int
    night: int | None
    begun_at: str
    record: str


@dataclass(frozen=True, slots=True)
class StoredNight:
    """A game night as it lies on disk. `agreed` is what the group agreed on last."""

    id: int
    agreed: str
    begun_at: str
    is_over: bool


def encode(entry: Entry) -> str:
    """A command as one line of JSON: `{"do": "FinishBuild", "player": "p1", "slot": 2}`."""
    return msgspec.json.encode({"do": type(entry).__name__, **msgspec.to_builtins(entry)}).decode()


def decode(line: str) -> Entry:
    """The command that a journal line stands for. Raises `StorageTrouble` when it is none."""
    try:
        data = msgspec.json.decode(line, type=dict[str, Any])
        kind = _KINDS[data.pop("do")]
        if unknown := set(data) - set(kind.__dataclass_fields__):
            raise StorageTrouble(f"journal entry has unknown fields {sorted(unknown)}: {line}")
        command: Entry = msgspec.convert(data, kind)
        return command
    except (msgspec.MsgspecError, KeyError) as error:
        raise StorageTrouble(f"journal entry cannot be read: {line} ({error})") from error


class Journal:
    """The open journal. `now` gives the wall-clock note of an entry."""

    def __init__(self, path: Path, now: Callable[[], str]) -> None:
        self.path, self._now = path, now
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None)
            self._open()
        except (sqlite3.Error, OSError) as error:
            raise _trouble(path, error) from error

    def _open(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise StorageTrouble(
                f"{self.path} was written by a newer Lairkeeper: update, or choose another --data folder"
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute(f"PRAGMA cache_size=-{_PAGES_KB}")
        older = "".join(lack for number, lack in _OLDER.items() if 0 < version <= number)
        self._db.executescript(f"BEGIN; {_SCHEMA} {older} PRAGMA user_version={_VERSION}; COMMIT;")

    def begin(self, options: Options, own_cards: str = "", night: int | None = None) -> int:
        """Store a new game with what the owner's card file says at that time; returns its number."""
        text = msgspec.json.encode(options).decode()
        row_of = "INSERT INTO game (options, begun_at, own_cards, night) VALUES (?, ?, ?, ?)"
        with _advising(self.path):
            return self._inserted(row_of, (text, self._now(), own_cards, night))

    def _inserted(self, row_of: str, values: tuple[object, ...]) -> int:
        row = self._db.execute(row_of, values).lastrowid
        assert row is not None
        return row

    def append(self, game: int, number: int, entry: Entry, record: str = "") -> None:
        """Store one entry. When this returns, it is on disk.

        In the same moment the game is marked: with a record it is over, without one it runs (again).
        """
        is_over = int(bool(record))
        mark = "UPDATE game SET is_over = ?, record = ? WHERE id = ? AND (is_over != ? OR record != ?)"
        with _advising(self.path), self._together():
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (game, number, encode(entry), self._now()))
            self._db.execute(mark, (is_over, record, game, is_over, record))

    @contextmanager
    def _together(self) -> Iterator[None]:
        """All of it counts, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def remember(self, game: int, record: str) -> None:
        """Keep the record of a finished game that has none."""
        with _advising(self.path):
            self._db.execute("UPDATE game SET record = ? WHERE id = ? AND is_over", (record, game))

    def unfinished(self) -> StoredGame | None:
        """The newest game that is not over."""
        with _advising(self.path):
            newest = "SELECT id, options, own_cards FROM game WHERE NOT is_over ORDER BY id DESC LIMIT 1"
            row = self._db.execute(newest).fetchone()
            return None if row is None else self._stored(*row)

    def _stored(self, id_: int, options: str, own_cards: str) -> StoredGame:
        rows = self._db.execute("SELECT command FROM entry WHERE game = ? ORDER BY number", (id_,))
        try:
            parsed = msgspec.json.decode(options, type=Options)
        except msgspec.MsgspecError as error:
            raise StorageTrouble(f"{self.path}: game {id_} cannot be read ({error})") from error
        return StoredGame(id_, parsed, tuple(decode(row[0]) for row in rows), own_cards)

    def game(self, id_: int) -> StoredGame | None:
        """One game, whether it is over or not."""
        with _advising(self.path):
            row = self._db.execute("SELECT id, options, own_cards FROM game WHERE id = ?", (id_,)).fetchone()
            return None if row is None else self._stored(*row)

    def finished(self) -> list[StoredEnd]:
        """All games that are over, in the order in which they began."""
        with _advising(self.path):
            rows = self._db.execute("SELECT id, night, begun_at, record FROM game WHERE is_over ORDER BY id")
            return [StoredEnd(*row) for row in rows]

    def notes(self, game: int) -> list[str]:
        """What the clock said at each entry of a game; order never depends on it."""
        with _advising(self.path):
            rows = self._db.execute("SELECT at FROM entry WHERE game = ? ORDER BY number", (game,))
            return [row[0] for row in rows]

    # -- game nights -------------------------------------------------------------------------------------------------

    def begin_night(self, agreed: str) -> int:
        """Store a new game night; returns its number."""
        with _advising(self.path):
            return self._inserted("INSERT INTO night (agreed, begun_at) VALUES (?, ?)", (agreed, self._now()))

    def agree(self, night: int, agreed: str) -> None:
        """The group agrees on something else for the next game of this night."""
        with _advising(self.path):
            self._db.execute("UPDATE night SET agreed = ? WHERE id = ?", (agreed, night))

    def end_night(self, night: int, is_over: bool) -> None:
        """A night is over, or goes on after all."""
        with _advising(self.path):
            self._db.execute("UPDATE night SET is_over = ? WHERE id = ?", (int(is_over), night))

    def nights(self) -> list[StoredNight]:
        """All game nights in their order."""
        with _advising(self.path):
            rows = self._db.execute("SELECT id, agreed, begun_at, is_over FROM night ORDER BY id")
            return [StoredNight(id_, agreed, begun_at, bool(is_over)) for id_, agreed, begun_at, is_over in rows]

    def night_of(self, game: int) -> int | None:
        """The night to which a game belongs."""
        with _advising(self.path):
            row = self._db.execute("SELECT night FROM game WHERE id = ?", (game,)).fetchone()
            return None if row is None or row[0] is None else int(row[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()


@contextmanager
def _advising(path: Path) -> Iterator[None]:
    """Turns database errors into advice."""
    try:
        yield
    except sqlite3.Error as error:
        raise _trouble(path, error) from error


def _trouble(path: Path, error: Exception) -> StorageTrouble:
    text = str(error)
    if "readonly" in text or "read-only" in text or "unable to open" in text or isinstance(error, PermissionError):
        return StorageTrouble(
            f"cannot write {path}: make the folder writable, or choose another one with --data ({text})"
        )
    if "full" in text or "No space" in text:
        return StorageTrouble(f"cannot write {path}: the disk is full, free some space ({text})")
    if "malformed" in text or "not a database" in text:
        return StorageDamage(f"{path} is damaged: move it away to start a new journal ({text})")
    return StorageTrouble(f"cannot use {path}: {text}")


def set_aside(path: Path) -> Path:
    """Give a damaged journal another name, so that a new one can begin and nothing is lost. Raises `OSError`."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return path.rename(aside)
