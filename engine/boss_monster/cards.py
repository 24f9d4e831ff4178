"""The kinds of cards of Boss Monster (BM-CARD-1 to -8)."""

from dataclasses import dataclass
from enum import Enum

from engine.core.cards import Card, Catalog
from engine.core.ids import CopyId


class Treasure(Enum):
    """A treasure symbol (BM-CARD-3)."""

    RELIC = "relic"
    EQUIPMENT = "equipment"
    SPELLBOOK = "spellbook"
    GOLD = "gold"
    ARTIFACT = "artifact"


class HeroClass(Enum):
    """What a hero is, and so what lures it. FOOL stands for heroes with a "?" treasure (BM-HERO-8)."""

    CLERIC = "cleric"
    FIGHTER = "fighter"
    MAGE = "mage"
    THIEF = "thief"
    EXPLORER = "explorer"
    FOOL = "fool"


LURES: dict[HeroClass, Treasure] = {
    HeroClass.CLERIC: Treasure.RELIC,
    HeroClass.FIGHTER: Treasure.EQUIPMENT,
    HeroClass.MAGE: Treasure.SPELLBOOK,
    HeroClass.THIEF: Treasure.GOLD,
    HeroClass.EXPLORER: Treasure.ARTIFACT,
}
"""BM-CARD-3: each treasure lures exactly one class."""


class Lure(Enum):
    """How a hero chooses its dungeon (BM-HERO-8)."""

    TREASURE = "treasure"
    """Most symbols of the treasures it wants; hybrid heroes want the sum of two."""
    FEWEST_SOULS = "fewest_souls"
    MOST_SOULS = "most_souls"
    FEWEST_WOUNDS = "fewest_wounds"
    MOST_WOUNDS = "most_wounds"
    BEST_SCORE = "best_score"
    """Highest souls minus wounds."""
    MOST_CARDS = "most_cards"
    """Most cards in hand: hidden, so the players are asked."""
    UNKNOWN = "unknown"
    """Nobody has read it from the card yet: the players are asked."""


class LevelUp(Enum):
    """How long a level-up lasts (rules 7.4)."""

    ONCE = "once"
    """It happens once, at the level-up."""
    LASTING = "lasting"
    """It stays with the boss for the rest of the game."""


class RoomKind(Enum):
    """BM-CARD-1"""

    ORDINARY = "ordinary"
    ADVANCED = "advanced"


class RoomType(Enum):
    """BM-CARD-1"""

    MONSTER = "monster"
    TRAP = "trap"


class Counted(Enum):
    """A room damage that is counted instead of printed (FX-03)."""

    MONSTER_ROOMS = "monster_rooms"


class SpellPhase(Enum):
    """When a spell may be played (BM-GEN-11)."""

    BUILD = "build"
    ADVENTURE = "adventure"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Boss(Card):
    """A boss: fixes the turn order and adds its treasure to the dungeon (BM-CARD-4 to -6)."""

    xp: int | None
    treasure: tuple[Treasure, ...]
    level_up: LevelUp | None = LevelUp.ONCE

    @property
    def rank(self) -> int:
        """What orders the players (BM-GEN-5). A boss whose XP nobody has read yet comes last."""
        return self.xp or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Room(Card):
    """A room of a dungeon. `treasure` lists every symbol, a double one twice."""

    kind: RoomKind | None
    type: RoomType
    damage: int | Counted
    treasure: tuple[Treasure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero(Card):
    """A hero. `players` is the printed player-count symbol; 0 is a star: used at every count."""

    hero_class: HeroClass
    lure: Lure
    wants: tuple[Treasure, ...] = ()
    """The treasures of a hybrid hero; other heroes want that of their class."""
    health: int
    epic: bool
    souls: int
    wounds: int
    players: int | None

    @property
    def is_star(self) -> bool:
        """Star heroes are used at every player count and never carry an item (BM-HERO-2, -10)."""
        return self.players == 0

    @property
    def treasures(self) -> tuple[Treasure, ...]:
        """What is counted for a hero that follows treasure (BM-CARD-3)."""
        return self.wants or (LURES[self.hero_class],)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Card):
    """An item that heroes carry (BM-ITEM-1). Without a class it is universal."""

    hero_class: HeroClass | None
    health: int = 0
    """What its hero effect adds to the health of the hero that carries it (FX-07)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miniboss(Card):
    """A miniboss: belongs to a room, is no room (BM-MINI-1). Its n-th ability is that of level n."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Card):
    """A spell; hidden in a hand until it is played."""

    phase: SpellPhase | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(Card):
    """A sticker that is no card: the town marker, or the neutral back of face-down cards (rules 5.7)."""

    role: "MarkerRole"


class MarkerRole(Enum):
    """What a marker stands for."""

    TOWN = "town"
    ROOM_BACK = "room_back"
    HERO_BACK = "hero_back"
    EPIC_BACK = "epic_back"
    ITEM_BACK = "item_back"
    SPELL_PAD = "spell_pad"


def boss_card(cards: Catalog, copy: CopyId) -> Boss:
    """The boss printed on this copy."""
    card = cards[copy]
    assert isinstance(card, Boss)
    return card


def room_card(cards: Catalog, copy: CopyId) -> Room:
    """The room printed on this copy."""
    card = cards[copy]
    assert isinstance(card, Room)
    return card


def item_card(cards: Catalog, copy: CopyId) -> Item:
    """The item printed on this copy."""
    card = cards[copy]
    assert isinstance(card, Item)
    return card


def miniboss_card(cards: Catalog, copy: CopyId) -> Miniboss:
    """The miniboss printed on this copy."""
    card = cards[copy]
    assert isinstance(card, Miniboss)
    return card


def hero_card(cards: Catalog, copy: CopyId) -> Hero:
    """The hero printed on this copy."""
    card = cards[copy]
    assert isinstance(card, Hero)
    return card
