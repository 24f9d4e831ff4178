"""Changing the owner's file without disturbing what else stands in it: comments and order stay.

A change is checked like the shipped files before anything is written; a file that was good stays good.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cards_db.loader import read_files
from engine.core.errors import CardDataError

Value = str | int | bool | list[Any] | dict[str, Any]


def changed(text: str, card: str, values: Mapping[str, Value]) -> str:
    """The file with these keys of a card, in the table of the card or in a new one at the end."""
    block = _block(text, lambda body: f'id = "{card}"' in body, "[[card]]")
    if block is None:
        lines = ["[[card]]", f'id = "{card}"', *(f"{key} = {written(value)}" for key, value in values.items())]
        return _joined(text, lines)
    return _with_keys(text, block, values)


def with_text(text: str, card: str, language: str, values: Mapping[str, Value]) -> str:
    """The file with these words about a card in a language."""
    head = f'[text.{language}."{card}"]'
    block = _block(text, lambda body: True, head)
    if block is None:
        return _joined(text, [head, *(f"{key} = {written(value)}" for key, value in values.items())])
    return _with_keys(text, block, values)


def written(value: Value) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case list():
            return f"[{', '.join(written(part) for part in value)}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {written(part)}' for key, part in value.items())} }}"


def parsed(text: str) -> Value:
    """A value as a person types it: `2`, `true`, `["gold"]`, or a word without quotes."""
    try:
        found: Value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return found


def store(path: Path, text: str, game: str, folder: Path | None = None) -> None:
    """Write the owner's file if it is good: nothing is wrong in it that was not wrong before.

    Raises `CardDataError` otherwise and leaves everything as it is. Whoever reads sees the old file or the new one.
    """
    before = _complaints(path, game, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    try:
        for complaint in _complaints(fresh, game, folder):
            if str(complaint).replace(str(fresh), str(path)) not in {str(known) for known in before}:
                raise CardDataError(str(complaint).replace(str(fresh), path.name))
        with fresh.open("r+b") as file:
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _complaints(path: Path, game: str, folder: Path | None) -> Sequence[CardDataError]:
    """All that is wrong, except for stickers that new cards do not have yet."""
    found: list[CardDataError] = []
    read_files(game, folder, found.append, path)
    return [complaint for complaint in found if "has no sticker code" not in str(complaint)]


# -- text --------------------------------------------------------------------------------------------------------------


def _joined(text: str, lines: Sequence[str]) -> str:
    start = text.rstrip("\n")
    return (start + "\n\n" if start else "") + "\n".join(lines) + "\n"


def _block(text: str, wanted: Any, head: str) -> tuple[int, int] | None:
    """Where the table with this heading begins and ends, in lines; of several the one whose lines are wanted."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line) and _is_table(line)]
    for place, start in enumerate(starts):
        if lines[start].strip() != head:
            continue
        end = starts[place + 1] if place + 1 < len(starts) else len(lines)
        if wanted("\n".join(lines[start:end])):
            return start, end
    return None


def _is_table(line: str) -> bool:
    """A heading, not the continuation of a list."""
    return re.fullmatch(r"\s*\[\[?[A-Za-z0-9_.\"'-]+\]\]?\s*(#.*)?", line) is not None


def _with_keys(text: str, block: tuple[int, int], values: Mapping[str, Value]) -> str:
    lines = text.splitlines()
    start, end = block
    body = lines[start:end]
    for key, value in values.items():
        line = f"{key} = {written(value)}"
        at = next((n for n, old in enumerate(body) if re.match(rf"\s*{re.escape(key)}\s*=", old)), None)
        if at is None:
            last = max(n for n, old in enumerate(body) if old.strip())
            body.insert(last + 1, line)
        else:
            body[at : _value_end(body, at)] = [line]
    return "\n".join([*lines[:start], *body, *lines[end:]]) + "\n"


def _value_end(body: Sequence[str], at: int) -> int:
    """The line after a value that may go over several lines."""
    for end in range(at + 1, len(body) + 1):
        try:
            tomllib.loads("\n".join(body[at:end]))
        except tomllib.TOMLDecodeError:
            continue
        return end
    return at + 1
