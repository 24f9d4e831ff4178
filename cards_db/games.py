"""What `game.toml` says: title, sets, and where the sticker sits on each kind of card."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from cards_db.schema import KINDS, GameTable, SetTable, TitleTable
from cards_db.tables import Complain, parse_file, read_table, short_name
from engine.boss_monster.cards import Marker, MarkerRole
from engine.core.cards import Card
from engine.core.errors import CardDataError
from engine.core.ids import CardId

STICKER_KINDS = (*(kind for kind in KINDS if kind not in ("mark", "back")), *(role.value for role in MarkerRole))
"""Kinds of cards, and roles of the stickers that are no cards."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """A box of cards, with its title per language."""

    id: str
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StickerPlace:
    """Size of the sticker on one kind of card, and its middle seen from the card's middle (rules section 5)."""

    size_mm: float
    x_mm: float
    y_mm: float
    prints: int = 1
    """How many stickers with the same code are needed: one, or one per card for neutral backs."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the card files say about a game as a whole."""

    id: str
    prefix: str
    titles: Mapping[str, str]
    fewest_players: int
    most_players: int
    sets: tuple[CardSet, ...]
    stickers: Mapping[str, StickerPlace]

    @property
    def set_ids(self) -> tuple[str, ...]:
        """The ids of all sets, in the order of the file."""
        return tuple(card_set.id for card_set in self.sets)

    def sticker_of(self, card: Card) -> StickerPlace:
        """Size and place of this card's sticker."""
        return self.stickers[sticker_kind(card)]


def kind_of(card: CardId) -> str:
    """The middle word of a card id, such as `boss` or `room`."""
    return card.split(".")[1]


def sticker_kind(card: Card) -> str:
    """The kind of sticker that a card carries: its own kind, or the role of a marker."""
    return card.role.value if isinstance(card, Marker) else kind_of(card.id)


def read_game(home: Path, complain: Complain) -> Game | None:
    """The game whose card files are in this folder."""
    path = home / "game.toml"
    data = parse_file(path, complain)
    table = None if data is None else read_table(data, GameTable, complain, file=short_name(path))
    if table is None:
        return None
    for complaint in _bad_stickers(table) + _bad_sets(table.set):
        complain(CardDataError(complaint, file=short_name(path)))
    stickers = {kind: StickerPlace(s.size_mm, s.x_mm, s.y_mm, s.prints) for kind, s in table.sticker.items()}
    return Game(
        id=home.name,
        prefix=table.prefix,
        titles=_titles(table.title),
        fewest_players=table.players.min,
        most_players=table.players.max,
        sets=tuple(CardSet(card_set.id, _titles(card_set.title)) for card_set in table.set),
        stickers=MappingProxyType(stickers),
    )


def _bad_stickers(table: GameTable) -> list[str]:
    """Each kind has exactly one place for its sticker."""
    missing = [kind for kind in STICKER_KINDS if kind not in table.sticker]
    unknown = [kind for kind in table.sticker if kind not in STICKER_KINDS]
    return [f"[sticker.{kind}] is missing" for kind in missing] + [
        f"[sticker.{kind}] is no known kind; known: {', '.join(STICKER_KINDS)}" for kind in unknown
    ]


def _bad_sets(sets: list[SetTable]) -> list[str]:
    ids = [card_set.id for card_set in sets]
    return [f"the set {id_!r} stands here twice" for id_ in sorted({id_ for id_ in ids if ids.count(id_) > 1})]


def _titles(title: TitleTable) -> Mapping[str, str]:
    return MappingProxyType({"en": title.en, "de": title.de})
