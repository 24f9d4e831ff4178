"""The game as one frozen tree: phase, scores and the question we are waiting on."""

from dataclasses import dataclass, replace
from enum import Enum

from engine.boss_monster.cards import Treasure
from engine.boss_monster.options import Options
from engine.core.ids import CopyId, PlayerId


class Phase(Enum):
    """What the table is waiting for. Each phase is closed by one checkpoint of rules 4.9."""

    SETUP = "setup"
    """CP-0: bosses are laid out."""
    ROUND_START = "round_start"
    """CP-1: items and heroes are revealed into town."""
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


class Under(Enum):
    """What became of the room under a face-down card since it was placed (BM-BUILD-23)."""

    AS_PLACED = "as_placed"
    DEACTIVATED = "deactivated"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Tucked:
    """A miniboss under its room, and how far it is slid up (BM-MINI-7 to -10)."""

    copy: CopyId
    level: int = 1
    spent: bool = False
    """Its third ability was used in this round: it rises again from the next one on (BM-MINI-11)."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One slot of a dungeon: room cards from bottom to top (BM-BUILD-9), and what lies on or under the top one."""

    rooms: tuple[CopyId, ...]
    deactivated: bool = False
    used: bool = False
    """Slid down: its once-per-round ability is used (BM-GLOSS-4)."""
    bonus: int = 0
    """Extra damage of the top room until the end of the round."""
    coins: int = 0
    """Coins laid on the top room (BM-COIN-4)."""
    miniboss: Tucked | None = None

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
    under: Under = Under.AS_PLACED
    """What lies under that card by now."""
    entrance: tuple[CopyId, ...] = ()
    """Heroes at the entrance, next to enter first."""
    dead: tuple[CopyId, ...] = ()
    """Heroes that became souls."""
    survivors: tuple[CopyId, ...] = ()
    """Heroes that became wounds."""
    souls: int = 0
    wounds: int = 0
    coins: int = 0
    open_item: CopyId | None = None
    closed_items: tuple[CopyId, ...] = ()
    levelled_up: bool = False
    eliminated: bool = False
    bonus: tuple[tuple[Treasure, int], ...] = ()
    """Extra treasure until the end of the round (FX-09)."""
    souls_before: int = 0
    """Souls at the beginning of the round (BM-VAR-2)."""
    has_promoted: bool = False
    """A miniboss was promoted in this round (BM-MINI-8)."""
    promoted: CopyId | None = None
    """The miniboss that was promoted last."""
    has_sold_room: bool = False
    """A room card was discarded for a coin in this round (BM-COIN-7)."""

    @property
    def net_score(self) -> int:
        """Souls minus wounds."""
        return self.souls - self.wounds

    @property
    def walk(self) -> tuple[Stack, ...]:
        """The dungeon in walk order: entrance first, boss last."""
        return tuple(reversed(self.dungeon))


@dataclass(frozen=True, slots=True)
class HeroMark:
    """What a hero carries besides its card: damage of this round, changed health, an item, a ban on being lured."""

    hero: CopyId
    damage: int = 0
    health: int = 0
    """Added to the printed health (BM-ADV-21)."""
    item: CopyId | None = None
    cannot_be_lured: bool = False


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
    deck: str = ""
    """The deck that ran out, where a question is about one."""


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
    items: tuple[CopyId, ...] = ()
    """Items that wait in town, in the order of their reveal (BM-ITEM-6)."""
    seen_heroes: tuple[CopyId, ...] = ()
    """Every hero in the order of its first appearance: the age of heroes (BM-START-3)."""
    seen_items: tuple[CopyId, ...] = ()
    no_more_items: bool = False
    """The players said that the item deck is used up."""
    removed: tuple[CopyId, ...] = ()
    """Heroes and items that left the game (FX-17, BM-COMB-7)."""
    marks: tuple[HeroMark, ...] = ()
    walk: Walk | None = None
    walked: tuple[PlayerId, ...] = ()
    """Players whose adventure turn is over in this round."""
    announced: tuple[PlayerId, ...] = ()
    """Who has announced a spell or ability that is not resolved yet, in the order of announcing (BM-GEN-9, -10)."""
    questions: tuple[Question, ...] = ()
    """Waiting for an answer, the first one now."""
    built: tuple[tuple[PlayerId, CopyId], ...] = ()
    """Rooms of this reveal whose built effects are still to come."""
    told: tuple[tuple[PlayerId, int, CopyId], ...] = ()
    """What players answered about a slot in this reveal: this card is the one on top (Q-02)."""
    winner: PlayerId | None = None
    ranking: tuple[PlayerId, ...] = ()
    """Five or six players: everybody's place at the end (BM-CL-13)."""

    def player(self, id_: PlayerId) -> Player:
        """The player with this id."""
        return next(player for player in self.players if player.id == id_)

    def with_player(self, changed: Player) -> "State":
        """The same state with one player changed."""
        players = tuple(changed if player.id == changed.id else player for player in self.players)
        return replace(self, players=players)

    def mark(self, hero: CopyId) -> HeroMark:
        """What this hero carries."""
        return next((mark for mark in self.marks if mark.hero == hero), HeroMark(hero))

    def with_mark(self, changed: HeroMark) -> "State":
        """The same state with one hero's mark changed; an empty mark is forgotten."""
        marks = tuple(mark for mark in self.marks if mark.hero != changed.hero)
        return replace(self, marks=marks if changed == HeroMark(changed.hero) else (*marks, changed))

    @property
    def question(self) -> Question | None:
        """The question that the players have to answer now."""
        return self.questions[0] if self.questions else None

    @property
    def living(self) -> tuple[Player, ...]:
        """Players still in the game, in turn order."""
        return tuple(player for player in self.players if not player.eliminated)
