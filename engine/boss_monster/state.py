"""The game as one frozen tree: phase, scores and the question we are waiting on."""

from dataclasses import dataclass, replace
from enum import Enum

from engine.boss_monster.options import Options
from engine.core.ids import CopyId, PlayerId


class Phase(Enum):
    """What the table is waiting for. Each phase is closed by one checkpoint of rules 4.9."""

    SETUP = "setup"
    """CP-0: bosses are laid out."""
    ROUND_START = "round_start"
    """CP-1: heroes are revealed into town."""
    BUILD = "build"
    """CP-2: the active player may place one card face-down."""
    REVEAL = "reveal"
    """CP-3: all face-down cards are turned up."""
    BUILT = "built"
    """CP-4: last look at the table before the bait."""
    BAITED = "baited"
    """CP-5: lured heroes are moved to their entrances."""
    ADVENTURE = "adventure"
    """CP-6: heroes walk, one room at a time."""
    ROUND_END = "round_end"
    """CP-8: the round is judged; the table is tidied."""
    OVER = "over"
    """A winner is named."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One slot of a dungeon: room cards from bottom to top (BM-BUILD-9)."""

    rooms: tuple[CopyId, ...]
    deactivated: bool = False

    @property
    def top(self) -> CopyId:
        """The room in play."""
        return self.rooms[-1]

    @property
    def covered(self) -> tuple[CopyId, ...]:
        """The rooms below, bottom first, without function."""
        return self.rooms[:-1]


@dataclass(frozen=True, slots=True)
class Player:
    """One player's side of the table. `dungeon[0]` is slot s1, next to the boss."""

    id: PlayerId
    name: str
    boss: CopyId
    dungeon: tuple[Stack, ...] = ()
    face_down: int | None = None
    """Slot of this round's face-down card (1 is s1), if one was placed."""
    entrance: tuple[CopyId, ...] = ()
    """Heroes at the entrance, next to enter first."""
    dead: tuple[CopyId, ...] = ()
    """Heroes that became souls."""
    survivors: tuple[CopyId, ...] = ()
    """Heroes that became wounds."""
    souls: int = 0
    wounds: int = 0
    levelled_up: bool = False
    eliminated: bool = False

    @property
    def net_score(self) -> int:
        """Souls minus wounds."""
        return self.souls - self.wounds

    @property
    def walk(self) -> tuple[Stack, ...]:
        """The dungeon in walk order: entrance first, boss last."""
        return tuple(reversed(self.dungeon))


@dataclass(frozen=True, slots=True)
class Walk:
    """A hero on its way through a dungeon. `slot` is the room it stands in (1 is s1)."""

    player: PlayerId
    hero: CopyId
    slot: int
    damage: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the players (rules 4.8). `ask` is the number, `choices` what may be answered."""

    ask: str
    choices: tuple[str, ...]
    player: PlayerId | None = None
    slot: int | None = None
    cards: tuple[CopyId, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the referee knows about the game."""

    options: Options
    phase: Phase = Phase.SETUP
    round: int = 0
    """0 is the set-up with the first rooms, 1 the first round."""
    players: tuple[Player, ...] = ()
    """In turn order: descending XP (BM-GEN-5)."""
    active: PlayerId | None = None
    town: tuple[CopyId, ...] = ()
    """Oldest first."""
    seen_heroes: tuple[CopyId, ...] = ()
    """Every hero in the order of its first appearance: the age of heroes (BM-START-3)."""
    walk: Walk | None = None
    walked: tuple[PlayerId, ...] = ()
    """Players whose adventure turn is over in this round."""
    questions: tuple[Question, ...] = ()
    """Waiting for an answer, the first one now."""
    told: tuple[tuple[PlayerId, int, CopyId], ...] = ()
    """What players answered about a slot in this reveal: this card is the one on top (Q-02)."""
    winner: PlayerId | None = None

    @property
    def question(self) -> Question | None:
        """The question that the players have to answer now."""
        return self.questions[0] if self.questions else None

    def player(self, id_: PlayerId) -> Player:
        """The player with this id."""
        return next(player for player in self.players if player.id == id_)

    def with_player(self, changed: Player) -> "State":
        """The same state with one player changed."""
        players = tuple(changed if player.id == changed.id else player for player in self.players)
        return replace(self, players=players)

    @property
    def living(self) -> tuple[Player, ...]:
        """Players still in the game, in turn order."""
        return tuple(player for player in self.players if not player.eliminated)
