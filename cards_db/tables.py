"""TOML in, checked structs out. Every complaint names file, card and key."""

import tomllib
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from engine.core.errors import CardDataError

Complain = Callable[[CardDataError], None]
"""What to do with a complaint: stop at once, or note it and read on."""

Table = TypeVar("Table", bound=msgspec.Struct)


def stop(complaint: CardDataError) -> None:
    """The complaint ends the reading."""
    raise complaint


def short_name(path: Path) -> str:
    """`boss_monster/cards/rooms.toml`: enough to find a file."""
    return "/".join(path.parts[-3:] if path.parent.name in ("cards", "text") else path.parts[-2:])


def parse_file(path: Path, complain: Complain) -> dict[str, Any] | None:
    """The content of a TOML file, or a complaint and nothing."""
    file = short_name(path)
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
    """Turn parsed TOML into a struct. Complains about every bad key by itself and then gives nothing."""
    if not isinstance(data, dict):
        complain(CardDataError(f"this must be a table of keys, got {data!r}", file=file, card=card))
        return None
    complaints = list(_complaints(data, kind))
    for key, message in complaints:
        complain(CardDataError(message, file=file, card=card, key=key))
    return None if complaints else msgspec.convert(data, kind)


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
    """The words that an enumeration allows, to be added to a complaint."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"; known: {', '.join(str(member.value) for member in hint)}"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return "".join(_known_words(field.type) for field in msgspec.structs.fields(hint))
    return "".join(dict.fromkeys(_known_words(part) for part in get_args(hint)))
