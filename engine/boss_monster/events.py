"""Facts: what happened at the table. Screens, voice and lamps live on these."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.boss_monster.cards import Lure, Treasure
from engine.boss_monster.effect_events import EffectEvent
from engine.boss_monster.state import Question
from engine.core.ids import CopyId, PlayerId


@dataclass(frozen=True, slots=True)
class TurnOrderSet:
    """The players in descending XP (BM-GEN-5)."""

    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round; so many heroes are to be revealed (BM-START-1)."""

    round: int
    heroes: int


@dataclass(frozen=True, slots=True)
class HeroArrived:
    """A hero came into town."""

    hero: CopyId


@dataclass(frozen=True, slots=True)
class BuildTurnBegan:
    """A player may build now (BM-BUILD-1)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A player laid a card face-down."""

    player: PlayerId
    slot: int


@dataclass(frozen=True, slots=True)
class BuildDeclined:
    """A player did not build (BM-BUILD-11)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RevealBegan:
    """Everybody has built: turn the cards up (BM-BUILD-15)."""


@dataclass(frozen=True, slots=True)
class RoomBuilt:
    """A room was revealed and now counts. `over` is the room it covers."""

    player: PlayerId
    slot: int
    room: CopyId
    over: CopyId | None = None


@dataclass(frozen=True, slots=True)
class BuildTakenBack:
    """A revealed card did not stay: back to the hand, or discarded."""

    player: PlayerId
    slot: int
    discarded: bool = False


@dataclass(frozen=True, slots=True)
class LeveledUp:
    """Five rooms for the first time (BM-BUILD-18)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RoomTurned:
    """A room is deactivated or active again."""

    player: PlayerId
    slot: int
    room: CopyId
    deactivated: bool


@dataclass(frozen=True, slots=True)
class BuildClosed:
    """All rooms stand; the bait comes next."""


@dataclass(frozen=True, slots=True)
class HeroBaited:
    """Verdict: where a hero goes and why. `player` is None when it stays in town.

    `counts` holds what was compared, one number per living player in turn order; `treasure` what was counted (None
    when the hero compares souls). `rule` decided.
    """

    hero: CopyId
    player: PlayerId | None
    counts: tuple[tuple[PlayerId, int], ...]
    treasure: Treasure | None
    rule: str
    lure: Lure = Lure.TREASURE
    also: Treasure | None = None
    """The second treasure of a hybrid hero, counted together with the first."""
    parts: tuple[tuple[PlayerId, str, int], ...] = ()
    """Which card brings how many symbols to which dungeon; "round" for changes until the end of the round."""


@dataclass(frozen=True, slots=True)
class AdventureTurnBegan:
    """A player with heroes at the entrance becomes active (BM-ADV-1)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RoomEntered:
    """A hero entered a room and took its damage. `total` is the damage so far.

    `printed` is the number on the card, or what it counts; `bonuses` names every card that changes it, and "round" for
    changes until the end of the round (rules 7.6). A deactivated room has neither.
    """

    player: PlayerId
    hero: CopyId
    slot: int
    room: CopyId
    damage: int
    total: int
    health: int
    printed: int = 0
    bonuses: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class HeroDied:
    """Verdict: a hero died; its souls go to the owner of the dungeon (BM-ADV-7 to -9)."""

    player: PlayerId
    hero: CopyId
    room: CopyId
    damage: int
    health: int
    souls: int


@dataclass(frozen=True, slots=True)
class HeroSurvived:
    """Verdict: a hero reached the boss (BM-ADV-10)."""

    player: PlayerId
    hero: CopyId
    damage: int
    health: int
    wounds: int


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """BM-END-2: five wounds or more."""

    player: PlayerId
    wounds: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is judged. `scores` holds souls and wounds per player in turn order."""

    round: int
    scores: tuple[tuple[PlayerId, int, int], ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    """Somebody won; `rule` says by which rule."""

    player: PlayerId
    rule: str
    ranking: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The referee needs an answer."""

    question: Question


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """The players answered."""

    question: Question
    choice: str


@dataclass(frozen=True, slots=True)
class EffectDue:
    """A card's effect is to be carried out now: built, uncovered, or the round ends (BM-BUILD-16, BM-END-14)."""

    player: PlayerId
    card: CopyId


@dataclass(frozen=True, slots=True)
class EffectAnnounced:
    """A player announced a spell or an ability (BM-GEN-9). Without a card it was entered by hand."""

    player: PlayerId
    card: CopyId | None = None


@dataclass(frozen=True, slots=True)
class EffectResolves:
    """The effect of this player takes place now (BM-GEN-10)."""

    player: PlayerId
    card: CopyId | None = None


@dataclass(frozen=True, slots=True)
class SpellCancelled:
    """A spell goes to the discard pile without effect: prevented, or not paid for (FX-41, FX-42)."""

    player: PlayerId
    """Whose spell it was."""
    card: CopyId | None
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class HeroSkipped:
    """A hero passes a room without entering it (FX-16)."""

    player: PlayerId
    hero: CopyId
    slot: int
    room: CopyId


@dataclass(frozen=True, slots=True)
class RoomDestroyed:
    """A room left the dungeon for the discard pile; `uncovered` is the room that works now (BM-GLOSS-6, -13)."""

    player: PlayerId
    slot: int
    room: CopyId
    uncovered: CopyId | None = None


@dataclass(frozen=True, slots=True)
class RoomsSwapped:
    """Two slots changed places."""

    player: PlayerId
    slots: tuple[int, int]
    whole: bool


@dataclass(frozen=True, slots=True)
class RoomUsed:
    """A once-per-round ability was used; the room is slid down (BM-GLOSS-4)."""

    player: PlayerId
    slot: int
    room: CopyId


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """A room's damage is changed until the end of the round."""

    player: PlayerId
    slot: int
    room: CopyId
    amount: int


@dataclass(frozen=True, slots=True)
class TreasureChanged:
    """A dungeon's treasure is changed until the end of the round."""

    player: PlayerId
    treasure: Treasure
    amount: int


@dataclass(frozen=True, slots=True)
class HeroChanged:
    """A hero's damage or health is changed."""

    hero: CopyId
    damage: int = 0
    health: int = 0


@dataclass(frozen=True, slots=True)
class HeroMoved:
    """A hero was sent to town (`player` is None) or to an entrance by an effect."""

    hero: CopyId
    player: PlayerId | None


@dataclass(frozen=True, slots=True)
class HeroKilled:
    """A hero was killed outside the walk; its souls go to this player (BM-ADV-24)."""

    hero: CopyId
    player: PlayerId
    souls: int


@dataclass(frozen=True, slots=True)
class HeroRemoved:
    """A hero left the game without soul or wound."""

    hero: CopyId


@dataclass(frozen=True, slots=True)
class HeroBanned:
    """A hero cannot be lured this round (BM-BAIT-14)."""

    hero: CopyId


@dataclass(frozen=True, slots=True)
class WoundHealed:
    """A wound became a soul (FX-30)."""

    player: PlayerId
    hero: CopyId
    souls: int
    wounds: int


@dataclass(frozen=True, slots=True)
class CoinsChanged:
    """A player's hoard changed; `left` is what it holds now."""

    player: PlayerId
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class MinibossTucked:
    """A paid miniboss belongs to its room, at level 1 (BM-MINI-7)."""

    player: PlayerId
    slot: int
    miniboss: CopyId


@dataclass(frozen=True, slots=True)
class MinibossDiscarded:
    """A miniboss was not paid for, or its room was lost (BM-MINI-6, -12)."""

    player: PlayerId
    miniboss: CopyId


@dataclass(frozen=True, slots=True)
class MinibossLevelled:
    """A miniboss shows another level (BM-MINI-8, -10)."""

    player: PlayerId
    slot: int
    miniboss: CopyId
    level: int


@dataclass(frozen=True, slots=True)
class ItemRevealed:
    """An item came into town."""

    item: CopyId


@dataclass(frozen=True, slots=True)
class ItemTaken:
    """A hero took an item (BM-ITEM-9)."""

    hero: CopyId
    item: CopyId


@dataclass(frozen=True, slots=True)
class ItemOpened:
    """An item lies open in a player's score area (BM-ITEM-11)."""

    player: PlayerId
    item: CopyId


@dataclass(frozen=True, slots=True)
class ItemTurnedDown:
    """An item lies face-down in a player's score area."""

    player: PlayerId
    item: CopyId


@dataclass(frozen=True, slots=True)
class ItemRemoved:
    """An item left the game (BM-COMB-7)."""

    item: CopyId


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something that only the players can do, on trust: draws, discards, shuffles. `key` is a phrase key."""

    key: str
    players: tuple[PlayerId, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class HeroDeckEmpty:
    """The last hero is in town (BM-START-8, BM-CL-11)."""


@dataclass(frozen=True, slots=True)
class FactCorrected:
    """A person set a fact right; `what` names the facts that changed."""

    player: PlayerId | None
    what: tuple[str, ...]


Event: TypeAlias = (
    TurnOrderSet
    | RoundBegan
    | HeroArrived
    | BuildTurnBegan
    | CardPlaced
    | BuildDeclined
    | RevealBegan
    | RoomBuilt
    | BuildTakenBack
    | LeveledUp
    | RoomTurned
    | BuildClosed
    | HeroBaited
    | AdventureTurnBegan
    | RoomEntered
    | HeroDied
    | HeroSurvived
    | PlayerEliminated
    | RoundEnded
    | GameWon
    | QuestionAsked
    | QuestionAnswered
    | FactCorrected
    | EffectDue
    | EffectAnnounced
    | EffectResolves
    | SpellCancelled
    | HeroSkipped
    | RoomDestroyed
    | RoomsSwapped
    | RoomUsed
    | RoomChanged
    | TreasureChanged
    | HeroChanged
    | HeroMoved
    | HeroKilled
    | HeroRemoved
    | HeroBanned
    | WoundHealed
    | CoinsChanged
    | MinibossTucked
    | MinibossDiscarded
    | MinibossLevelled
    | ItemRevealed
    | ItemTaken
    | ItemOpened
    | ItemTurnedDown
    | ItemRemoved
    | Reminder
    | HeroDeckEmpty
    | EffectEvent
)
