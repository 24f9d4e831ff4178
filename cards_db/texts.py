"""What cards are called and do, per language. German names are known for few cards; the English name stands in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from cards_db.schema import TextTable
from cards_db.tables import Complain, parse_file, read_table, short_name
from engine.boss_monster.cards import Hero, Lure, Marker
from engine.core.cards import Card
from engine.core.errors import CardDataError
from engine.core.ids import CardId

LANGUAGES = ("en", "de")
BASE_LANGUAGE = "en"
"""Every card has a name in this language."""

Tables = Mapping[CardId, TextTable]


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card is called and does. `name_is_translated` is false where the English name stands in."""

    name: str
    summary: str
    name_is_translated: bool


Texts = Mapping[str, Mapping[CardId, CardText]]
"""By language, then by card."""


def read_texts(home: Path, cards: Mapping[CardId, Card], complain: Complain, *, all_cards: bool = True) -> Texts:
    """The texts of all languages.

    `all_cards` is false when some cards could not be read: then texts may be left over.
    """
    tables = {language: _tables(home, language, cards, complain, all_cards) for language in LANGUAGES}
    english = tables[BASE_LANGUAGE] or {}
    for language, own in tables.items():
        if own is not None:
            file = f"{home.name}/text/{language}.toml"
            for card, key, message in _missing(own, english, cards, language):
                complain(CardDataError(message, file=file, card=card, key=key))
    return MappingProxyType({language: _completed(own or {}, english, cards) for language, own in tables.items()})


def _tables(
    home: Path, language: str, cards: Mapping[CardId, Card], complain: Complain, all_cards: bool
) -> Tables | None:
    """The texts as one file has them; nothing if the file cannot be used."""
    path = home / "text" / f"{language}.toml"
    data = parse_file(path, complain)
    if data is None:
        return None
    found: dict[CardId, TextTable] = {}
    for id_, entry in data.items():
        if id_ not in cards and all_cards:
            complain(CardDataError("there is no such card", file=short_name(path), card=id_))
        table = read_table(entry, TextTable, complain, file=short_name(path), card=id_)
        if table is not None:
            found[CardId(id_)] = table
    return found


def _missing(
    own: Tables, english: Tables, cards: Mapping[CardId, Card], language: str
) -> Iterator[tuple[CardId, str, str]]:
    """What a language still lacks: card, key and reason."""
    for id_, card in cards.items():
        text, base = own.get(id_, TextTable()), english.get(id_, TextTable())
        if language == BASE_LANGUAGE and text.name is None:
            yield id_, "name", "every card needs its English name"
        if text.summary is None and (base.summary is not None or _needs_summary(card)):
            yield id_, "summary", "this card needs a short summary in our own words"


def _needs_summary(card: Card) -> bool:
    """Heroes who only follow their treasure, and markers, have nothing to explain."""
    if isinstance(card, Hero):
        return card.lure is not Lure.TREASURE or bool(card.abilities)
    return not isinstance(card, Marker)


def _completed(own: Tables, english: Tables, cards: Mapping[CardId, Card]) -> Mapping[CardId, CardText]:
    texts: dict[CardId, CardText] = {}
    for id_ in cards:
        text, base = own.get(id_, TextTable()), english.get(id_, TextTable())
        texts[id_] = CardText(text.name or base.name or id_, text.summary or "", text.name is not None)
    return MappingProxyType(texts)
