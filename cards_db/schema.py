"""What may stand in the card files: one struct per table, one field per key.

The structs are the list of allowed keys; `README.md` explains them to people and a test keeps the two together.
A field that may be None is one whose value may be the word `"unknown"`: nobody has read it from the real card yet.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.boss_monster.cards import (
    Counted,
    HeroClass,
    LevelUp,
    Lure,
    MarkerRole,
    RoomKind,
    RoomType,
    SpellPhase,
    Treasure,
)

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]
Word = Annotated[str, Meta(min_length=1)]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$")]
PlayerSymbol = Annotated[int, Meta(ge=2, le=6)]
RulingId = Annotated[str, Meta(pattern=r"^R-[0-9]{3,}$")]
Millimetres = Annotated[float, Meta(gt=0)]


class CardTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`[[card]]`: what every kind of card has. `doubt` says why the value of another key may be wrong."""

    id: Word
    set: Name
    copies: Positive
    number: Word | None = None
    ability: list[dict[str, Any]] | None = []
    no_ability: bool = False
    doubt: dict[str, Word] = {}


class BossTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A boss, `bm.boss.*` (BM-CARD-4 to -6)."""

    xp: Positive | None
    treasure: list[Treasure]
    level_up: LevelUp | None


class CountTable(msgspec.Struct, forbid_unknown_fields=True):
    """`damage = { count = "monster_rooms" }`: a damage that is counted at the table (FX-03)."""

    count: Counted


class RoomTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A room, `bm.room.*` (BM-CARD-1)."""

    kind: RoomKind | None
    type: RoomType
    damage: NotNegative | CountTable
    treasure: list[Treasure]


class HeroTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A hero, `bm.hero.*` (BM-CARD-7)."""

    hero_class: HeroClass = msgspec.field(name="class")
    lure: Lure | None = Lure.TREASURE
    wants: list[Treasure] | None = []
    health: Positive
    epic: bool
    souls: NotNegative
    wounds: NotNegative
    players: PlayerSymbol | Literal["star"] | None


class SpellTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A spell, `bm.spell.*` (BM-GEN-11)."""

    phase: SpellPhase | None


class ItemClass(Enum):
    """Who can carry an item; a universal one fits everybody (BM-ITEM-2)."""

    CLERIC = "cleric"
    FIGHTER = "fighter"
    MAGE = "mage"
    THIEF = "thief"
    EXPLORER = "explorer"
    UNIVERSAL = "universal"


class ItemTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """An item, `bm.item.*` (BM-ITEM-1)."""

    item_class: ItemClass = msgspec.field(name="class")
    health: int = 0


class MinibossTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A miniboss, `bm.miniboss.*` (BM-MINI-1)."""


class MarkerTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A sticker that is no card, `bm.mark.*` and `bm.back.*` (rules 5.7)."""

    role: MarkerRole


KINDS: Mapping[str, type[CardTable]] = {
    "boss": BossTable,
    "room": RoomTable,
    "hero": HeroTable,
    "spell": SpellTable,
    "item": ItemTable,
    "miniboss": MinibossTable,
    "mark": MarkerTable,
    "back": MarkerTable,
}
"""The middle word of a card id says what kind of card it is."""


class TextTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a card says in one language. A name that nobody has read from a card of that language is left out.

    Items say what they do for the `hero` and what for the `boss`, minibosses what each of their three levels does.
    """

    name: Word | None = None
    summary: Word | None = None
    hero: Word | None = None
    boss: Word | None = None
    levels: Annotated[list[Word], Meta(min_length=3, max_length=3)] | None = None


class TitleTable(msgspec.Struct, forbid_unknown_fields=True):
    """A title in both languages."""

    en: Word
    de: Word


class PlayersTable(msgspec.Struct, forbid_unknown_fields=True):
    """How many may play."""

    min: Positive
    max: Positive


class SetTable(msgspec.Struct, forbid_unknown_fields=True):
    """`[[set]]`: a box of cards."""

    id: Name
    title: TitleTable


class StickerTable(msgspec.Struct, forbid_unknown_fields=True):
    """`[sticker.room]`: size and place of the sticker on one kind of card (rules section 5)."""

    size_mm: Millimetres
    x_mm: float
    y_mm: float
    prints: Positive = 1


class GameTable(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of `game.toml`."""

    prefix: Name
    title: TitleTable
    players: PlayersTable
    set: list[SetTable]
    sticker: dict[str, StickerTable]


class RulingSource(Enum):
    """Who says so: the publisher (rulebooks, Advanced Rules Guide) or players (the unofficial guide)."""

    OFFICIAL = "official"
    FAN = "fan"


class RulingTable(msgspec.Struct, forbid_unknown_fields=True):
    """`[[ruling]]`: one line about how cards work, in our own words."""

    id: RulingId
    topic: Name
    source: RulingSource
    en: Word
    de: Word
    cards: list[Word] = []
    set: Name | None = None
    disputed: bool = False
