"""The journal on disk: every accepted command, written and synced before anything is announced.

One SQLite file holds all games. WAL with synchronous=FULL keeps every acknowledged entry through a power cut, as long
as the card does not lie about syncing. The state is never stored: it is the fold of the commands, so a bug report is
the journal itself. Entries are ordered by number; the wall clock is only a note.
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
    own_cards TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS entry (
    game INTEGER NOT NULL REFERENCES game (id), number INTEGER NOT NULL, command TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
_VERSION = 2


class StorageTrouble(Exception):
    """The journal cannot be read or written. The message says what to check."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it lies on disk."""

    id: int
    options: Options
    entries: tuple[Entry, ...]
    own_cards: str = ""
    """The owner's card file when the game began: a fact that is learned later must not change what happened."""


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
            raise StorageTrouble(_advice(path, error)) from error

    def _open(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise StorageTrouble(
                f"{self.path} was written by a newer Lairkeeper: update, or choose another --data folder"
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        older = "ALTER TABLE game ADD COLUMN own_cards TEXT NOT NULL DEFAULT '';" if version == 1 else ""
        self._db.executescript(f"BEGIN; {_SCHEMA} {older} PRAGMA user_version={_VERSION}; COMMIT;")

    def begin(self, options: Options, own_cards: str = "") -> int:
        """Store a new game with what the owner's card file says at that time; returns its number."""
        text = msgspec.json.encode(options).decode()
        row_of = "INSERT INTO game (options, begun_at, own_cards) VALUES (?, ?, ?)"
        with _advising(self.path):
            row = self._db.execute(row_of, (text, self._now(), own_cards))
            assert row.lastrowid is not None
            return row.lastrowid

    def append(self, game: int, number: int, entry: Entry) -> None:
        """Store one entry. When this returns, it is on disk."""
        with _advising(self.path):
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (game, number, encode(entry), self._now()))

    def finish(self, game: int, is_over: bool) -> None:
        """Mark a game as over (or, after an undo, as running again)."""
        with _advising(self.path):
            self._db.execute("UPDATE game SET is_over = ? WHERE id = ?", (int(is_over), game))

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

    def close(self) -> None:
        """Close the file."""
        self._db.close()


@contextmanager
def _advising(path: Path) -> Iterator[None]:
    """Turns database errors into advice."""
    try:
        yield
    except sqlite3.Error as error:
        raise StorageTrouble(_advice(path, error)) from error


def _advice(path: Path, error: Exception) -> str:
    text = str(error)
    if "readonly" in text or "read-only" in text or "unable to open" in text or isinstance(error, PermissionError):
        return f"cannot write {path}: make the folder writable, or choose another one with --data ({text})"
    if "full" in text or "No space" in text:
        return f"cannot write {path}: the disk is full, free some space ({text})"
    if "malformed" in text or "not a database" in text:
        return f"{path} is damaged: move it away to start a new journal ({text})"
    return f"cannot use {path}: {text}"
