"""Heroes: killing, moving, holding (FX-11 to FX-21)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.words.meanings import Ref, Skipped, Who
from engine.core.effects import Step


@dataclass(frozen=True, slots=True)
class Kill(Step):
    """FX-11: a hero dies; its souls go to the owner of its dungeon, or to `souls_to` (BM-ADV-24)."""

    word: ClassVar[str] = "kill"
    hero: Ref = Ref.CHOSEN
    souls_to: Who = Who.OWNER


@dataclass(frozen=True, slots=True)
class ToTown(Step):
    """FX-12: a hero goes back to town."""

    word: ClassVar[str] = "to_town"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class ToEntrance(Step):
    """FX-13, -14, -19: a hero goes to a player's entrance and keeps its damage of this round."""

    word: ClassVar[str] = "to_entrance"
    who: Who = Who.YOU
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class ToFirstRoom(Step):
    """FX-13: a walking hero goes back to the first room of its dungeon, with its damage, and walks on from there."""

    word: ClassVar[str] = "to_first_room"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class BackOneRoom(Step):
    """FX-15: the entering hero goes back to the room on the left; nothing happens without an active one there."""

    word: ClassVar[str] = "back_one_room"


@dataclass(frozen=True, slots=True)
class SkipRooms(Step):
    """FX-16: a walking hero skips its next rooms: it neither enters nor survives them."""

    word: ClassVar[str] = "skip_rooms"
    number: int = 1
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class Skips(Step):
    """FX-16: this hero skips rooms by its nature; only in a static ability."""

    word: ClassVar[str] = "skips"
    which: Skipped


@dataclass(frozen=True, slots=True)
class SkipFirstRoom(Step):
    """FX-16: heroes that enter the chosen player's dungeon skip its first room, until the end of the round."""

    word: ClassVar[str] = "skip_first_room"
    who: Who = Who.CHOSEN


@dataclass(frozen=True, slots=True)
class RemoveHero(Step):
    """FX-17: a hero leaves the game, from wherever it is; souls and wounds of a scored one go with it."""

    word: ClassVar[str] = "remove_hero"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class BanHero(Step):
    """FX-18: a hero in town cannot be lured in this round."""

    word: ClassVar[str] = "ban_hero"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class HeroFromDeck(Step):
    """FX-19, -32, -40: a hero is searched in the hero decks and laid at your entrance, or `scored` as souls.

    The deck is hidden: the players say which hero it is.
    """

    word: ClassVar[str] = "hero_from_deck"
    scored: bool = False


@dataclass(frozen=True, slots=True)
class RaiseDead(Step):
    """FX-20: a dead hero returns to the entrance of the player who scored it; the souls are lost again."""

    word: ClassVar[str] = "raise_dead"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class HoldHeroes(Step):
    """FX-44: no hero enters this player's dungeon for the rest of the round: they wait at the entrance."""

    word: ClassVar[str] = "hold_heroes"
    who: Who = Who.CHOSEN


@dataclass(frozen=True, slots=True)
class HoldHero(Step):
    """FX-44: a hero at the entrance does not enter until the next round."""

    word: ClassVar[str] = "hold_hero"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class ReturnsInstead(Step):
    """FX-12: when this hero would die it goes back to town instead, and its item to the defender; static."""

    word: ClassVar[str] = "returns_instead"
