"""What must be true for an ability, an option or a step."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.words.meanings import Rank, Ref, Sort, Who
from engine.core.effects import Condition


@dataclass(frozen=True, slots=True)
class RoomIs(Condition):
    """A room is of this type and kind; `adjacent` to this one; `last`: next to the boss; `miniboss`: it has one."""

    word: ClassVar[str] = "room"
    room: Ref = Ref.EVENT
    type: RoomType | None = None
    kind: RoomKind | None = None
    adjacent: bool = False
    last: bool = False
    multi_treasure: bool = False
    miniboss: bool = False


@dataclass(frozen=True, slots=True)
class HeroIs(Condition):
    """A hero is ordinary or epic, carries an item, has at most so much health left, or lost half of it already.

    `inside`: it walks through a dungeon; the entrance does not count.
    """

    word: ClassVar[str] = "hero"
    hero: Ref = Ref.EVENT
    rank: Rank = Rank.ANY
    has_item: bool = False
    most_left: int | None = None
    lost_half: bool = False
    inside: bool = False


@dataclass(frozen=True, slots=True)
class HeroInside(Condition):
    """A hero stands in this room."""

    word: ClassVar[str] = "hero_inside"
    room: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class DestroyedBy(Condition):
    """It was this player who destroyed the room: by the effect of a card, or as a cost."""

    word: ClassVar[str] = "destroyed_by"
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class Discarded(Condition):
    """What was just discarded may be a card of this sort; hands are hidden, so only a known other sort rules it out."""

    word: ClassVar[str] = "discarded"
    sort: Sort


@dataclass(frozen=True, slots=True)
class HasRooms(Condition):
    """A player has so many active rooms of a sort; `other` leaves this room out."""

    word: ClassVar[str] = "has_rooms"
    least: int = 1
    most: int | None = None
    who: Who = Who.YOU
    type: RoomType | None = None
    kind: RoomKind | None = None
    treasure: Treasure | None = None
    other: bool = False


@dataclass(frozen=True, slots=True)
class FewerRooms(Condition):
    """You have fewer rooms than some opponent."""

    word: ClassVar[str] = "fewer_rooms"


@dataclass(frozen=True, slots=True)
class HasWounds(Condition):
    """A player has at least so many wounds."""

    word: ClassVar[str] = "has_wounds"
    least: int
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class FewestSouls(Condition):
    """You have fewer souls than every other player."""

    word: ClassVar[str] = "fewest_souls"


@dataclass(frozen=True, slots=True)
class OpponentGained(Condition):
    """Some opponent gained at least so many souls more than you in this round."""

    word: ClassVar[str] = "opponent_gained"
    more: int


@dataclass(frozen=True, slots=True)
class NobodyEntered(Condition):
    """No hero entered this room in this round."""

    word: ClassVar[str] = "nobody_entered"


@dataclass(frozen=True, slots=True)
class HeroesLured(Condition):
    """So many heroes were lured to a dungeon in this round's bait."""

    word: ClassVar[str] = "heroes_lured"
    least: int = 0
    most: int | None = None
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class HeroesEntered(Condition):
    """At least so many heroes entered a player's dungeon in this round."""

    word: ClassVar[str] = "heroes_entered"
    least: int
    who: Who = Who.CHOSEN


@dataclass(frozen=True, slots=True)
class RoomsDestroyed(Condition):
    """At least so many of your rooms were destroyed in this round."""

    word: ClassVar[str] = "rooms_destroyed"
    least: int


@dataclass(frozen=True, slots=True)
class HeroAtEntrance(Condition):
    """A hero waits at a player's entrance."""

    word: ClassVar[str] = "hero_at_entrance"
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class HasCoins(Condition):
    """A player's hoard holds so many coins."""

    word: ClassVar[str] = "has_coins"
    least: int = 0
    most: int | None = None
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class OnlyMiniboss(Condition):
    """The miniboss of the chosen room is your only one."""

    word: ClassVar[str] = "only_miniboss"


@dataclass(frozen=True, slots=True)
class MoreMinibosses(Condition):
    """You have more minibosses than the owner of the chosen room."""

    word: ClassVar[str] = "more_minibosses"


@dataclass(frozen=True, slots=True)
class Counters(Condition):
    """This room has at least so many counters."""

    word: ClassVar[str] = "counters"
    least: int


@dataclass(frozen=True, slots=True)
class HoldsNone(Condition):
    """You hold no card of this sort; hidden, so you are asked."""

    word: ClassVar[str] = "holds_none"
    sort: Sort


@dataclass(frozen=True, slots=True)
class OneOfEachClass(Condition):
    """Among your souls is a dead hero of each of the four classes."""

    word: ClassVar[str] = "one_of_each_class"


@dataclass(frozen=True, slots=True)
class OwnAdventure(Condition):
    """It is your part of the adventure phase."""

    word: ClassVar[str] = "own_adventure"
