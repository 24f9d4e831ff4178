"""Clarifications of rules and cards by the publisher and by players, in our own words: `rulings.toml`."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from cards_db.games import Game
from cards_db.loader import home_of, load_files
from cards_db.schema import RulingSource, RulingTable
from cards_db.tables import Complain, parse_file, read_table, short_name, stop
from engine.core.errors import CardDataError
from engine.core.ids import CardId

FILE_NAME = "rulings.toml"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One clarification. Without cards it holds in general; `disputed` means that editions contradict each other."""

    id: str
    topic: str
    source: RulingSource
    text: Mapping[str, str]
    """By language."""
    cards: tuple[CardId, ...] = ()
    set: str | None = None
    disputed: bool = False


def load_rulings(game: str = "boss_monster", folder: Path | None = None) -> tuple[Ruling, ...]:
    """All rulings of a game. Raises `CardDataError` at the first thing that is wrong."""
    files = load_files(game, folder)
    return read_rulings(home_of(game, folder), files.game, files.catalog.cards, stop)


def rulings_about(card: CardId, rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """What was said about one card."""
    return tuple(ruling for ruling in rulings if card in ruling.cards)


def read_rulings(home: Path, game: Game, cards: Container[CardId], complain: Complain) -> tuple[Ruling, ...]:
    """The rulings in this folder; a game may have none."""
    path = home / FILE_NAME
    data = (parse_file(path, complain) or {}) if path.exists() else {}
    for key in data:
        if key != "ruling":
            complain(CardDataError("this file holds [[ruling]] tables only", file=short_name(path), key=key))
    found: dict[str, Ruling] = {}
    for number, entry in enumerate(data.get("ruling", []), start=1):
        label = entry.get("id", f"number {number}") if isinstance(entry, dict) else f"number {number}"
        table = read_table(entry, RulingTable, complain, file=short_name(path), card=label)
        if table is None:
            continue
        for key, message in _mistakes(table, game, cards, found):
            complain(CardDataError(message, file=short_name(path), card=table.id, key=key))
        found[table.id] = _ruling(table)
    return tuple(found.values())


def _mistakes(
    table: RulingTable, game: Game, cards: Container[CardId], found: Container[str]
) -> Iterator[tuple[str, str]]:
    if table.id in found:
        yield "id", "this id is used twice"
    if table.set is not None and table.set not in game.set_ids:
        yield "set", f"game.toml has no set {table.set!r}; known: {', '.join(game.set_ids)}"
    for card in table.cards:
        if card not in cards:
            yield "cards", f"there is no card {card}"


def _ruling(table: RulingTable) -> Ruling:
    return Ruling(
        id=table.id,
        topic=table.topic,
        source=table.source,
        text=MappingProxyType({"en": table.en, "de": table.de}),
        cards=tuple(CardId(card) for card in table.cards),
        set=table.set,
        disputed=table.disputed,
    )
