"""Damage, health and treasure (FX-01 to FX-10).

In a static ability these hold while the card is visible, otherwise until the end of the round.
"""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.words.meanings import Ref, Rooms, Who
from engine.core.effects import Amount, Step


@dataclass(frozen=True, slots=True)
class AddDamage(Step):
    """FX-01, -02, -05: these rooms deal more damage, or less."""

    word: ClassVar[str] = "add_damage"
    amount: Amount
    rooms: Rooms = Rooms.THIS
    type: RoomType | None = None
    kind: RoomKind | None = None


@dataclass(frozen=True, slots=True)
class DoubleDamage(Step):
    """FX-02: these rooms deal twice their damage; additions come first."""

    word: ClassVar[str] = "double_damage"
    rooms: Rooms = Rooms.THIS


@dataclass(frozen=True, slots=True)
class NoDamage(Step):
    """FX-02: these rooms deal no damage, and nothing can raise it."""

    word: ClassVar[str] = "no_damage"
    rooms: Rooms = Rooms.THIS


@dataclass(frozen=True, slots=True)
class AddCounter(Step):
    """A counter of +1 damage on a room, for as long as the room stays visible."""

    word: ClassVar[str] = "add_counter"
    amount: int = 1
    room: Ref = Ref.THIS


@dataclass(frozen=True, slots=True)
class DamageHero(Step):
    """FX-04: a hero takes damage now; death is still tested when it leaves its room (BM-ADV-7)."""

    word: ClassVar[str] = "damage_hero"
    amount: Amount
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class DamageWaiting(Step):
    """FX-04: every hero at your entrance takes damage; with `inside` also those in your dungeon."""

    word: ClassVar[str] = "damage_waiting"
    amount: Amount
    inside: bool = False


@dataclass(frozen=True, slots=True)
class IgnoreDamage(Step):
    """FX-06: this hero takes no damage from rooms of a type and kind, or from the first so many active rooms."""

    word: ClassVar[str] = "ignore_damage"
    type: RoomType | None = None
    kind: RoomKind | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class AddHealth(Step):
    """FX-07: a hero has more health, or less."""

    word: ClassVar[str] = "add_health"
    amount: Amount
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class StrengthenEntering(Step):
    """FX-07: each hero that enters has more health until the end of the round: a room, or a player's dungeon."""

    word: ClassVar[str] = "strengthen_entering"
    amount: int
    room: Ref | None = None
    who: Who | None = None


@dataclass(frozen=True, slots=True)
class HealHero(Step):
    """FX-07: all damage of a hero is gone."""

    word: ClassVar[str] = "heal_hero"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class AddTreasure(Step):
    """FX-08, -09: more of a treasure in these rooms; without `treasure` the chosen one.

    With `who` it belongs to that player's dungeon as a whole; with `boss` to the boss, for the rest of the game.
    """

    word: ClassVar[str] = "add_treasure"
    treasure: Treasure | None = None
    amount: int = 1
    rooms: Rooms = Rooms.THIS
    who: Who | None = None
    boss: bool = False


@dataclass(frozen=True, slots=True)
class DoubleTreasure(Step):
    """FX-09: the symbols of these rooms count double; not those of the boss."""

    word: ClassVar[str] = "double_treasure"
    rooms: Rooms = Rooms.OWN


@dataclass(frozen=True, slots=True)
class LoseTreasure(Step):
    """FX-10: a room has no treasure; what is added later counts again."""

    word: ClassVar[str] = "lose_treasure"
    room: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class AllTreasures(Step):
    """FX-09, -10: a room has one symbol of each class instead of its own."""

    word: ClassVar[str] = "all_treasures"
    room: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class CopyTreasure(Step):
    """FX-08: your boss also has the treasure of the chosen player's boss, for the rest of the game."""

    word: ClassVar[str] = "copy_treasure"
