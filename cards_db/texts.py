"""What cards are called and do, per language. German names are known for few cards; the English name stands in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cards_db.overlay import Overlay
from cards_db.schema import TextTable
from cards_db.tables import Complain, parse_file, read_table, short_name
from engine.boss_monster.cards import Hero, Item, Lure, Marker, Miniboss
from engine.core.cards import Card
from engine.core.errors import CardDataError
from engine.core.ids import CardId

LANGUAGES = ("en", "de")
BASE_LANGUAGE = "en"
"""Every card has a name in this language."""
_PARTS = {"en": ("For the hero", "For the boss", "Level"), "de": ("Für den Helden", "Für den Boss", "Stufe")}

Tables = Mapping[CardId, TextTable]


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card is called and does. `name_is_translated` is false where the English name stands in.

    `summary` holds everything; items also have their two effects by themselves, minibosses their three levels.
    """

    name: str
    summary: str
    name_is_translated: bool
    hero: str = ""
    boss: str = ""
    levels: tuple[str, ...] = ()


Texts = Mapping[str, Mapping[CardId, CardText]]
"""By language, then by card."""


def read_texts(
    home: Path,
    cards: Mapping[CardId, Card],
    complain: Complain,
    *,
    all_cards: bool = True,
    overlay: Overlay | None = None,
) -> Texts:
    """The texts of all languages.

    `all_cards` is false when some cards could not be read: then texts may be left over.
    """
    for language in overlay.texts if overlay else ():
        if overlay and language not in LANGUAGES:
            message = f"there are no card texts in {language!r}; known: {', '.join(LANGUAGES)}"
            complain(CardDataError(message, file=overlay.file, key=language))
    tables = {language: _tables(home, language, cards, complain, all_cards, overlay) for language in LANGUAGES}
    english = tables[BASE_LANGUAGE] or {}
    for language, own in tables.items():
        for card, key, message in _missing(own, english, cards, language) if own is not None else ():
            file = overlay.file if overlay and card in overlay.cards else f"{home.name}/{_place(home, language)}"
            complain(CardDataError(message, file=file, card=card, key=key))
    return MappingProxyType(
        {language: _completed(own or {}, english, cards, language) for language, own in tables.items()}
    )


def _place(home: Path, language: str) -> str:
    """A language is one file, or a folder of files."""
    return f"text/{language}" if (home / "text" / language).is_dir() else f"text/{language}.toml"


def _tables(
    home: Path,
    language: str,
    cards: Mapping[CardId, Card],
    complain: Complain,
    all_cards: bool,
    overlay: Overlay | None,
) -> Tables | None:
    """The texts of one language, with the owner's on top; nothing if a file cannot be used."""
    place = home / _place(home, language)
    sources: dict[str, tuple[str, Any]] = {}
    for path in sorted(place.rglob("*.toml")) if place.is_dir() else [place]:
        data = parse_file(path, complain)
        if data is None:
            return None
        for id_, entry in data.items():
            if id_ in sources:
                complain(CardDataError("this card has its words twice", file=short_name(path), card=id_))
            sources[id_] = (short_name(path), entry)
    for id_, own in (overlay.texts_in(language) if overlay else {}).items():
        shipped = sources[id_][1] if id_ in sources else {}
        sources[id_] = (overlay.file if overlay else "", {**shipped, **own} if isinstance(own, dict) else own)
    return dict(_checked(sources, cards, complain, all_cards))


def _checked(
    sources: Mapping[str, tuple[str, Any]], cards: Mapping[CardId, Card], complain: Complain, all_cards: bool
) -> Iterator[tuple[CardId, TextTable]]:
    for id_, (file, entry) in sources.items():
        if id_ not in cards and all_cards:
            complain(CardDataError("there is no such card", file=file, card=id_))
        table = read_table(entry, TextTable, complain, file=file, card=id_)
        if table is not None:
            yield CardId(id_), table


def _missing(
    own: Tables, english: Tables, cards: Mapping[CardId, Card], language: str
) -> Iterator[tuple[CardId, str, str]]:
    """What a language still lacks or has too much: card, key and reason."""
    for id_, card in cards.items():
        text, base = own.get(id_, TextTable()), english.get(id_, TextTable())
        if language == BASE_LANGUAGE and text.name is None:
            yield id_, "name", "every card needs its English name"
        needed = _needed(card)
        for key in ("summary", "hero", "boss", "levels"):
            is_given = getattr(text, key) is not None
            if not is_given and (key in needed or getattr(base, key) is not None):
                yield id_, key, "this card needs a short summary in our own words"
            if is_given and key not in _allowed(card):
                yield id_, key, f"a card of this kind says what it does as {' and '.join(_allowed(card))}"


def _needed(card: Card) -> tuple[str, ...]:
    """Heroes who only follow their treasure, and markers, have nothing to explain; nor what nobody has read yet."""
    if "ability" in card.unknown or isinstance(card, Marker):
        return ()
    if isinstance(card, Hero) and card.lure in (Lure.TREASURE, Lure.UNKNOWN) and not (card.abilities or card.wants):
        return ()
    return _allowed(card)


def _allowed(card: Card) -> tuple[str, ...]:
    if isinstance(card, Item):
        return "hero", "boss"
    return ("levels",) if isinstance(card, Miniboss) else ("summary",)


def _completed(own: Tables, english: Tables, cards: Mapping[CardId, Card], language: str) -> Mapping[CardId, CardText]:
    texts: dict[CardId, CardText] = {}
    for id_ in cards:
        text, base = own.get(id_, TextTable()), english.get(id_, TextTable())
        texts[id_] = CardText(
            name=text.name or base.name or id_,
            summary=_summary(text, language),
            name_is_translated=text.name is not None,
            hero=text.hero or "",
            boss=text.boss or "",
            levels=tuple(text.levels or ()),
        )
    return MappingProxyType(texts)


def _summary(text: TextTable, language: str) -> str:
    """All that a card does, in one piece."""
    hero, boss, level = _PARTS[language]
    if text.hero and text.boss:
        return f"{hero}: {text.hero} {boss}: {text.boss}"
    if text.levels:
        return " ".join(f"{level} {number}: {does}" for number, does in enumerate(text.levels, start=1))
    return text.summary or ""
