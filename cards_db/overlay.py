"""The owner's own file: it fills what the shipped card files leave open, corrects them, and adds cards and names.

Shipped files stay as they are. The codes of added copies stand beside it, in a file like the shipped registry.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cards_db.tables import Complain, parse_file
from engine.core.errors import CardDataError

FILE_NAME = "cards.toml"
"""How the file is called in the owner's data folder."""
STICKERS = "stickers.toml"

Tables = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Overlay:
    """What an owner's file says, not yet checked: cards by id, and texts by language, then by card."""

    file: str
    cards: Tables
    texts: Mapping[str, Tables]
    stickers: Path

    def texts_in(self, language: str) -> Tables:
        """The owner's words in a language."""
        return self.texts.get(language, {})

    def changes(self, card: str, key: str) -> bool:
        """Whether the owner says something about this key of a card."""
        return key in self.cards.get(card, {})


def read_overlay(path: Path | None, complain: Complain) -> Overlay | None:
    """The owner's file; nothing if there is none or it cannot be read."""
    if path is None or not path.exists():
        return None
    data = parse_file(path, complain, str(path))
    if data is None:
        return None
    for key in data:
        if key not in ("card", "text"):
            complain(
                CardDataError("this file holds [[card]] tables and [text.de] tables only", file=str(path), key=key)
            )
    return Overlay(
        str(path),
        _cards(data.get("card", []), str(path), complain),
        _texts(data.get("text", {}), str(path), complain),
        path.with_name(STICKERS),
    )


def merged(shipped: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A shipped card with the owner's keys on top. What the owner says is no longer in doubt."""
    doubt = {key: why for key, why in shipped.get("doubt", {}).items() if key not in own}
    return {**shipped, "doubt": doubt, **own}


def _cards(tables: Any, file: str, complain: Complain) -> Tables:
    if not isinstance(tables, list):
        complain(CardDataError("write [[card]], with two brackets", file=file, key="card"))
        return {}
    found: dict[str, Mapping[str, Any]] = {}
    for number, table in enumerate(tables, start=1):
        id_ = table.get("id") if isinstance(table, dict) else None
        if not isinstance(id_, str):
            complain(CardDataError("the id is missing", file=file, card=f"number {number}", key="id"))
        elif id_ in found:
            complain(CardDataError("this id is used twice", file=file, card=id_, key="id"))
        else:
            found[id_] = table
    return found


def _texts(tables: Any, file: str, complain: Complain) -> Mapping[str, Tables]:
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        complain(CardDataError('write [text.de."bm.room.dark_altar"]', file=file, key="text"))
        return {}
    return tables
