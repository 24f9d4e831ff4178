"""Numbers that are counted at the table (FX-03 and every "for each")."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.words.meanings import Ref, Who
from engine.core.effects import Count


@dataclass(frozen=True, slots=True)
class RoomCount(Count):
    """How many active rooms a dungeon has; `other` leaves this room out."""

    word: ClassVar[str] = "rooms"
    who: Who = Who.YOU
    type: RoomType | None = None
    kind: RoomKind | None = None
    treasure: Treasure | None = None
    multi_treasure: bool = False
    other: bool = False
    times: int = 1


@dataclass(frozen=True, slots=True)
class WoundCount(Count):
    """How many wounds a player has."""

    word: ClassVar[str] = "wounds"
    who: Who = Who.YOU
    times: int = 1


@dataclass(frozen=True, slots=True)
class CoinsOnRoom(Count):
    """How many coins lie on this room."""

    word: ClassVar[str] = "coins_on_room"
    times: int = 1


@dataclass(frozen=True, slots=True)
class SymbolCount(Count):
    """How many treasure symbols the room has whose damage or coins are meant; all, or those of one treasure."""

    word: ClassVar[str] = "symbols"
    treasure: Treasure | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class SpellsInHand(Count):
    """How many spells a player holds; hidden, so the player is asked when it matters."""

    word: ClassVar[str] = "spells_in_hand"
    who: Who = Who.YOU
    times: int = 1


@dataclass(frozen=True, slots=True)
class LuredCount(Count):
    """How many heroes were lured to a dungeon in this round's bait."""

    word: ClassVar[str] = "lured"
    who: Who = Who.YOU
    times: int = 1


@dataclass(frozen=True, slots=True)
class MinibossLevel(Count):
    """The level of the miniboss in the chosen room."""

    word: ClassVar[str] = "miniboss_level"
    room: Ref = Ref.CHOSEN
    times: int = 1


@dataclass(frozen=True, slots=True)
class ChosenNumber(Count):
    """The number that was chosen, asked for or paid before."""

    word: ClassVar[str] = "number"
    times: int = 1
    plus: int = 0


@dataclass(frozen=True, slots=True)
class PrintedHealth(Count):
    """The printed health of a hero that was named before."""

    word: ClassVar[str] = "printed_health"
    hero: Ref = Ref.OTHER
    times: int = 1
