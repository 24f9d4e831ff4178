"""TOML in, checked structs out. Every complaint names file, card and key."""

import tomllib
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from engine.core.errors import CardDataError

Complain = Callable[[CardDataError], None]
"""What to do with a complaint: stop at once, or note it and read on."""

UNKNOWN = "unknown"
"""Stands in a card file for what nobody has read from the real card yet."""

Table = TypeVar("Table", bound=msgspec.Struct)


def stop(complaint: CardDataError) -> None:
    """The complaint ends the reading."""
    raise complaint


def short_name(path: Path) -> str:
    """`boss_monster/cards/base/rooms.toml`: enough to find a file."""
    folders = [place for place, name in enumerate(path.parts) if name in ("cards", "text")]
    return "/".join(path.parts[max(0, folders[-1] - 1) :] if folders else path.parts[-2:])


def parse_file(path: Path, complain: Complain, file: str = "") -> dict[str, Any] | None:
    """The content of a TOML file, or a complaint and nothing."""
    file = file or short_name(path)
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        complain(CardDataError("this file is missing", file=file))
    except (OSError, UnicodeDecodeError) as error:
        complain(CardDataError(f"this file cannot be read: {error}", file=file))
    except tomllib.TOMLDecodeError as error:
        complain(CardDataError(f"this is no valid TOML: {error}", file=file))
    return None


def read_table(data: Any, kind: type[Table], complain: Complain, *, file: str, card: str = "") -> Table | None:
    """Turn parsed TOML into a struct. Complains about every bad key by itself and then gives nothing.

    The word "unknown" becomes None where the struct allows it; TOML itself has no such value.
    """
    if not isinstance(data, dict):
        complain(CardDataError(f"this must be a table of keys, got {data!r}", file=file, card=card))
        return None
    nobody_knows = set(unknown_keys(data, kind))
    data = {key: None if key in nobody_knows else value for key, value in data.items()}
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError:
        for key, message in _complaints(data, kind):
            complain(CardDataError(message, file=file, card=card, key=key))
        return None


def unknown_keys(data: dict[str, Any], kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys of this table whose value is the word "unknown", and may be."""
    if UNKNOWN not in data.values():
        return ()
    optional = _optional_keys(kind)
    return tuple(key for key, value in data.items() if value == UNKNOWN and key in optional)


@cache
def _optional_keys(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The keys that may be unknown."""
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind) if NoneType in get_args(field.type))


def _complaints(data: dict[str, Any], kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """What is wrong with this table: key and reason."""
    known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key in data:
        if key not in known:
            yield key, f"unknown key; known: {', '.join(known)}"
    for key, field in known.items():
        if key in data:
            try:
                msgspec.convert(data[key], field.type)
            except msgspec.ValidationError as error:
                yield key, f"{error}{_known_words(field.type)}"
        elif field.required:
            yield key, "this key is missing"


def _known_words(hint: Any) -> str:
    """The words that a key allows, to be added to a complaint."""
    words = list(dict.fromkeys(_words(hint)))
    if words and NoneType in get_args(hint) and UNKNOWN not in words:
        words.append(UNKNOWN)
    return f"; known: {', '.join(words)}" if words else ""


def _words(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from map(str, get_args(hint))
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from (str(member.value) for member in hint)
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        for field in msgspec.structs.fields(hint):
            yield from _words(field.type)
    else:
        for part in get_args(hint):
            yield from _words(part)
