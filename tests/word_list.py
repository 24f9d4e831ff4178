"""The words of the cards for `cards_db/README.md`: from the classes themselves, each with an example from a real card.

python -m tests.word_list --write
"""

import argparse
import ast
import inspect
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

from cards_db.editing import written
from engine.boss_monster.words import meanings
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.effects import Ability, About, Limit, Trigger, Window

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "cards_db" / "README.md"
CARDS = ROOT / "cards_db" / "boss_monster" / "cards"
HEADING = "## The words"
FAMILIES = (
    ("Steps", "do", VOCABULARY.steps),
    ("Conditions", "is", VOCABULARY.conditions),
    ("Counts", "count", VOCABULARY.counts),
)


def word_list() -> str:
    """The chapter with every trigger, word and value."""
    parts = [
        HEADING,
        "",
        "Written by `python -m tests.word_list --write` from the classes in `engine/core/effects.py` and",
        "`engine/boss_monster/words/`; the examples are those of shipped cards. A value in brackets is the usual one.",
        "",
    ]
    parts += _values("Triggers", "when", Trigger)
    for title, sign, words in FAMILIES:
        parts += [f"### {title}", "", "| Word | Keys | Meaning | Example |", "|---|---|---|---|"]
        parts += [_row(word, kind, sign) for word, kind in words.items()]
        parts.append("")
    parts += ["### Values", "", "| Kind | Value | Meaning |", "|---|---|---|"]
    for kind in (About, Window, Limit, *_kinds()):
        notes = _notes(kind)
        parts += [f"| {kind.__name__} | `{member.value}` | {notes.get(member.name, '')} |" for member in kind]
    return "\n".join([*parts, ""])


def _values(title: str, key: str, kind: type[Enum]) -> list[str]:
    notes = _notes(kind)
    rows = [f"| `{member.value}` | {notes.get(member.name, '')} |" for member in kind]
    return [f"### {title}", "", f"| `{key}` | Meaning |", "|---|---|", *rows, ""]


def _kinds() -> Iterator[type[Enum]]:
    for _, kind in inspect.getmembers(meanings, inspect.isclass):
        if issubclass(kind, Enum) and kind.__module__ == meanings.__name__:
            yield kind


def _row(word: str, kind: type, sign: str) -> str:
    hints = get_type_hints(kind)
    keys = [_key(field, hints[field.name]) for field in fields(kind)]
    text = " ".join((inspect.getdoc(kind) or "").split())
    return f"| `{word}` | {', '.join(keys) or '-'} | {text} | `{example(sign, word)}` |"


def _key(field: Any, hint: Any) -> str:
    name = f"`{field.name.rstrip('_')}`"
    parts = [part for part in (get_args(hint) or (hint,)) if part is not NoneType]
    kinds = [part.__name__ for part in parts if isinstance(part, type) and issubclass(part, Enum)]
    shown = f"{name} {kinds[0]}" if kinds else name
    if field.default is MISSING:
        return shown
    default = field.default.value if isinstance(field.default, Enum) else field.default
    return shown if default in (None, (), False) else f"{shown} ({default})"


def example(sign: str, word: str) -> str:
    """The shortest use of a word in the shipped cards."""
    uses = [written(table) for table in _tables() if table.get(sign) == word]
    return min(uses, key=lambda use: (len(use), use), default="")


def _tables() -> Iterator[dict[str, Any]]:
    for path in sorted(CARDS.rglob("*.toml")):
        yield from _inside(tomllib.loads(path.read_text("utf-8")).get("card", []))


def _inside(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _inside(part)
    elif isinstance(value, list):
        for part in value:
            yield from _inside(part)


def _notes(kind: type[Enum]) -> dict[str, str]:
    """The notes under the members of an enumeration."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for member, note in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(member, ast.Assign) and isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant):
            name = member.targets[0]
            assert isinstance(name, ast.Name)
            found[name.id] = " ".join(str(note.value.value).split())
    return found


def ability_keys() -> list[str]:
    """The keys of `[[card.ability]]`."""
    return [field.name.rstrip("_") for field in fields(Ability)]


def renewed(page: str) -> str:
    """The page with the chapter written anew; it ends at the next heading of the same rank."""
    before, _, rest = page.partition(HEADING)
    _, mark, after = rest.partition("\n## ")
    return before + word_list() + (mark + after if mark else "")


def main() -> int:
    """Print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(word_list())
    return 0


if __name__ == "__main__":
    sys.exit(main())
