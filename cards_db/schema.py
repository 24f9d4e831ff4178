"""What may stand in the card files: one struct per table, one field per key.

The structs are the list of allowed keys; `README.md` explains them to people and a test keeps the two together.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engine.boss_monster.cards import Counted, HeroClass, Lure, MarkerRole, RoomKind, RoomType, SpellPhase, Treasure
from engine.core.effects import Limit, Trigger

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]
Word = Annotated[str, Meta(min_length=1)]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$")]
PlayerSymbol = Annotated[int, Meta(ge=0, le=6)]
Millimetres = Annotated[float, Meta(gt=0)]


class AbilityTable(msgspec.Struct, forbid_unknown_fields=True):
    """`[[card.ability]]`: when a card speaks up and what it then does, in printed order."""

    when: Trigger
    do: list[dict[str, Any]]
    limit: Limit = Limit.UNLIMITED


class CardTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`[[card]]`: what every kind of card has. `number` is left out while nobody has read it from the card."""

    id: Word
    set: Name
    copies: Positive
    number: Word | None = None
    ability: list[dict[str, Any]] = []


class BossTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A boss, `bm.boss.*` (BM-CARD-4 to -6)."""

    xp: Positive
    treasure: list[Treasure]


class CountTable(msgspec.Struct, forbid_unknown_fields=True):
    """`damage = { count = "monster_rooms" }`: a damage that is counted at the table (FX-03)."""

    count: Counted


class RoomTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A room, `bm.room.*` (BM-CARD-1)."""

    kind: RoomKind
    type: RoomType
    damage: NotNegative | CountTable
    treasure: list[Treasure]


class HeroTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A hero, `bm.hero.*` (BM-CARD-7)."""

    hero_class: HeroClass = msgspec.field(name="class")
    lure: Lure = Lure.TREASURE
    health: Positive
    epic: bool
    souls: NotNegative
    wounds: NotNegative
    players: PlayerSymbol


class SpellTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A spell, `bm.spell.*` (BM-GEN-11)."""

    phase: SpellPhase


class MarkerTable(CardTable, forbid_unknown_fields=True, kw_only=True):
    """A sticker that is no card, `bm.mark.*` and `bm.back.*` (rules 5.7)."""

    role: MarkerRole


KINDS: Mapping[str, type[CardTable]] = {
    "boss": BossTable,
    "room": RoomTable,
    "hero": HeroTable,
    "spell": SpellTable,
    "mark": MarkerTable,
    "back": MarkerTable,
}
"""The middle word of a card id says what kind of card it is."""


class TextTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a card says in one language. A name that nobody has read from a card of that language is left out."""

    name: Word | None = None
    summary: Word | None = None


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
