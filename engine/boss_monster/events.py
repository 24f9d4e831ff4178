"""Facts: what happened at the table. Screens, voice and lamps live on these."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.boss_monster.cards import Treasure
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


@dataclass(frozen=True, slots=True)
class AdventureTurnBegan:
    """A player with heroes at the entrance becomes active (BM-ADV-1)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RoomEntered:
    """A hero entered a room and took its damage. `total` is the damage so far."""

    player: PlayerId
    hero: CopyId
    slot: int
    room: CopyId
    damage: int
    total: int
    health: int


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
)
