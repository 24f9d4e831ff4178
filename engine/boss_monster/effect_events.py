"""Facts that the words of the cards bring about, besides those that every game knows.

A word that changes something until the end of the round tells so with the `Change` itself; hidden cards are a
`HandTask`, which the players carry out on trust.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.boss_monster.cards import Treasure
from engine.boss_monster.state import Change
from engine.boss_monster.words.meanings import Sort
from engine.core.ids import CopyId, PlayerId


@dataclass(frozen=True, slots=True)
class EffectLost:
    """The rest of a card's effect is lost: what it needs is not there any more."""

    player: PlayerId
    card: CopyId


# -- until the end of the round ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomHolds:
    """Something holds for one room until the end of the round."""

    player: PlayerId
    slot: int
    room: CopyId
    change: Change


@dataclass(frozen=True, slots=True)
class DungeonHolds:
    """Something holds for a player and the whole dungeon until the end of the round."""

    player: PlayerId
    change: Change


@dataclass(frozen=True, slots=True)
class AllHold:
    """Something holds for everybody until the end of the round."""

    change: Change


# -- heroes and score --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeroWillSkip:
    """A hero will pass so many of its next rooms without entering them (FX-16)."""

    hero: CopyId
    number: int


@dataclass(frozen=True, slots=True)
class HeroHeld:
    """A hero waits at its entrance until the next round (FX-44)."""

    hero: CopyId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeadRaised:
    """A dead hero left the score area of this player alive; the souls are lost again (FX-20)."""

    hero: CopyId
    player: PlayerId
    souls: int


@dataclass(frozen=True, slots=True)
class HeroScored:
    """A hero became souls of this player without dying (FX-31, FX-32)."""

    hero: CopyId
    player: PlayerId
    souls: int


@dataclass(frozen=True, slots=True)
class ScoreChanged:
    """A player has more souls or wounds, or fewer (FX-31)."""

    player: PlayerId
    souls: int = 0
    wounds: int = 0


@dataclass(frozen=True, slots=True)
class SpellKept:
    """A spell stays face-up in a score area."""

    player: PlayerId
    spell: CopyId


# -- rooms and bosses --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountersChanged:
    """Counters of +1 damage were laid on a room or taken from it; `left` lie there now."""

    player: PlayerId
    slot: int
    room: CopyId
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class DungeonReversed:
    """The rooms of a dungeon lie in reverse order, for good (FX-24)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RoomBroughtUp:
    """A covered room became the top of its stack; `over` is the room that it covers now (FX-24)."""

    player: PlayerId
    slot: int
    room: CopyId
    over: CopyId


@dataclass(frozen=True, slots=True)
class RoomsBuiltAgain:
    """These rooms count as just built (FX-29)."""

    player: PlayerId
    rooms: tuple[CopyId, ...]


@dataclass(frozen=True, slots=True)
class BuildGoesTo:
    """A player's card of this round goes face-down on a room of another one (FX-25)."""

    player: PlayerId
    other: PlayerId


@dataclass(frozen=True, slots=True)
class BossTreasureGained:
    """A boss has more symbols, for the rest of the game (FX-08)."""

    player: PlayerId
    treasure: tuple[Treasure, ...]


@dataclass(frozen=True, slots=True)
class LevelUpCopied:
    """A player also has the level-up of another boss (FX-29)."""

    player: PlayerId
    boss: CopyId


# -- coins, items, minibosses ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CoinsLaid:
    """Coins from the hoard lie on a room now (BM-COIN-4); `lying` of them in all."""

    player: PlayerId
    slot: int
    room: CopyId
    number: int
    lying: int


@dataclass(frozen=True, slots=True)
class HoardsSwapped:
    """Two players exchanged all their coins; the numbers are what they have now."""

    player: PlayerId
    coins: int
    other: PlayerId
    other_coins: int


@dataclass(frozen=True, slots=True)
class ItemCopied:
    """The boss effect of an item happens for this player; the item stays as it is (FX-29)."""

    player: PlayerId
    item: CopyId


@dataclass(frozen=True, slots=True)
class MinibossReturned:
    """A miniboss went back to the hand of its owner (FX-47)."""

    player: PlayerId
    slot: int
    miniboss: CopyId


@dataclass(frozen=True, slots=True)
class MinibossTaken:
    """A miniboss changed sides: it belongs to a room of this player now, at its old level (FX-47)."""

    player: PlayerId
    slot: int
    miniboss: CopyId
    loser: PlayerId
    level: int


# -- hidden cards ------------------------------------------------------------------------------------------------------


class Deed(Enum):
    """What players do with cards that nobody else sees (FX-35 to FX-40)."""

    DRAW = "draw"
    DRAW_UP_TO = "draw_up_to"
    DRAW_INSTEAD = "draw_instead"
    """A spell instead of the room of the round start, if the player likes."""
    DISCARD = "discard"
    DISCARD_RANDOM = "discard_random"
    """`other` draws the card unseen and discards it (BM-GLOSS-2)."""
    DISCARD_HAND = "discard_hand"
    DISCARD_TOP = "discard_top"
    REDRAW = "redraw"
    TAKE_DISCARDED = "take_discarded"
    TAKE_IT = "take_it"
    """The card that was just discarded or destroyed; `taken` where it is known."""
    STEAL = "steal"
    """After looking at the hand of `other`."""
    STEAL_RANDOM = "steal_random"
    GIVE = "give"
    SHOW = "show"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class HandTask:
    """These players do something with hidden cards, on trust: who, what, how many, of which sort, with whom."""

    players: tuple[PlayerId, ...]
    deed: Deed
    number: int = 1
    sort: Sort = Sort.CARD
    other: PlayerId | None = None
    taken: CopyId | None = None


EffectEvent: TypeAlias = (
    EffectLost
    | RoomHolds
    | DungeonHolds
    | AllHold
    | HeroWillSkip
    | HeroHeld
    | DeadRaised
    | HeroScored
    | ScoreChanged
    | SpellKept
    | CountersChanged
    | DungeonReversed
    | RoomBroughtUp
    | RoomsBuiltAgain
    | BuildGoesTo
    | BossTreasureGained
    | LevelUpCopied
    | CoinsLaid
    | HoardsSwapped
    | ItemCopied
    | MinibossReturned
    | MinibossTaken
    | HandTask
)
