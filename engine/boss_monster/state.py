"""The game as one frozen tree: phase, scores and the question we are waiting on."""

from dataclasses import dataclass
from enum import Enum

from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.options import Options
from engine.core.copying import replace
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId

_NO_CARD = CopyId("")


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


class Holds(Enum):
    """What a change means. Room changes end when the room is covered or destroyed; all end with the round."""

    DAMAGE = "damage"
    """So much more damage, or less (FX-02, FX-05)."""
    DOUBLE_DAMAGE = "double_damage"
    NO_DAMAGE = "no_damage"
    TREASURE = "treasure"
    """So many more symbols of a treasure (FX-09)."""
    DOUBLE_TREASURE = "double_treasure"
    NO_TREASURE = "no_treasure"
    ALL_TREASURES = "all_treasures"
    SILENT = "silent"
    """No ability text (FX-29)."""
    STRENGTHENS = "strengthens"
    """Heroes that enter have so much more health (FX-07)."""
    SKIP_FIRST = "skip_first"
    """Heroes that enter the dungeon skip its first room (FX-16)."""
    CLOSED = "closed"
    """No hero enters the dungeon (FX-44)."""
    NO_BUILD = "no_build"
    """The player builds nothing (FX-26)."""
    FREE_BUILD = "free_build"
    """An advanced room may be built on any room (FX-28)."""
    BUILD_MORE = "build_more"
    """One more card may be placed face-down (FX-25)."""
    BUILD_ELSEWHERE = "build_elsewhere"
    """The player's card goes on a room of the player whom the same source marks (FX-25)."""
    NO_SPELLS = "no_spells"
    SPELLS_COST = "spells_cost"
    """Each spell of the player costs so many coins (FX-42)."""
    CANNOT_LOSE = "cannot_lose"
    CANNOT_WIN = "cannot_win"
    WOUNDS = "wounds"
    """So many more wounds until the round is judged (FX-33)."""
    MARKED = "marked"
    """The source remembers this player."""
    SWITCHED_OFF = "switched_off"
    """The static abilities of the source do not work (FX-46)."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that an effect changed until the end of the round: on a room, on a player's dungeon, on all."""

    holds: Holds
    source: CopyId
    amount: int = 0
    treasure: Treasure | None = None
    type: RoomType | None = None
    """Only rooms of this type."""
    kind: RoomKind | None = None
    """Only rooms of this kind."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is to be carried out: the rest of a card's steps, or the next moment of the round (`flow`).

    `bound` holds what the steps speak of: `chosen_room`, `event_hero`, `chosen_player`, `number` and so on.
    """

    player: PlayerId
    card: CopyId = _NO_CARD
    steps: tuple[Step, ...] = ()
    bound: tuple[tuple[str, str], ...] = ()
    ability: int = 0
    flow: str = ""

    def get(self, name: str) -> str | None:
        """What a name stands for here."""
        for key, value in self.bound:
            if key == name:
                return value
        return None

    def binding(self, **names: str | None) -> "Task":
        """The same task with names bound, or forgotten where nothing is given."""
        bound = {**dict(self.bound), **names}
        return replace(self, bound=tuple((name, value) for name, value in bound.items() if value is not None))


@dataclass(frozen=True, slots=True)
class Announced:
    """A spell or ability that waits for its turn (BM-GEN-9). Without a card it was entered by hand."""

    player: PlayerId
    card: CopyId | None = None
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What happened to one player in this round, for cards that ask."""

    lured: int = 0
    """Heroes lured in the bait."""
    destroyed: int = 0
    """Rooms destroyed."""
    entered: int = 0
    """Heroes that entered the dungeon."""
    survived: tuple[CopyId, ...] = ()
    """Heroes that survived the dungeon."""
    spells: tuple[CopyId, ...] = ()
    """Spells that took place."""


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
    changes: tuple[Change, ...] = ()
    """What effects changed about the top room until the end of the round."""
    counters: int = 0
    """Counters of +1 damage, for as long as the room is visible."""

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
    changes: tuple[Change, ...] = ()
    """What effects changed about the whole dungeon or the player until the end of the round."""
    more_face_down: tuple[int, ...] = ()
    """Slots of further face-down cards that effects allowed in this round (FX-25)."""
    gone_under: tuple[int, ...] = ()
    """Places of face-down cards whose rooms were destroyed since: they keep these places open (BM-BUILD-23)."""
    turned_under: tuple[int, ...] = ()
    """Places of face-down cards whose rooms were deactivated since (BM-BUILD-23)."""
    boss_treasure: tuple[Treasure, ...] = ()
    """Symbols that the boss has besides the printed ones, for the rest of the game."""
    copied: tuple[CopyId, ...] = ()
    """Bosses whose level-up this player has too (FX-29)."""
    kept: tuple[CopyId, ...] = ()
    """Spells that stay face-up in the score area."""
    spells_in_hand: int | None = None
    """As the player said last; forgotten when it may have changed."""
    arranged: bool = False
    """An effect or a person at the screen arranged the rooms since the last bait: where they lie otherwise, hands have
    yet to follow."""
    tally: Tally = Tally()

    @property
    def all_face_down(self) -> tuple[int, ...]:
        """The slots of all face-down cards of this dungeon."""
        return (*((self.face_down,) if self.face_down is not None else ()), *self.more_face_down)

    @property
    def places(self) -> int:
        """How many places of the row are taken: one for every stack, and those that are kept open."""
        return len(self.dungeon) + len(self.gone_under)

    def place_of(self, slot: int) -> int:
        """Where in the row this stack lies, counted from the boss: beyond every place that is kept open before it."""
        place = slot
        for kept in sorted(self.gone_under):
            place += kept <= place
        return place

    def slot_at(self, place: int) -> int:
        """The stack that lies at a place of the row; at a place that is kept open, the one that would be next."""
        return place - sum(kept < place for kept in self.gone_under)

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
    skips: int = 0
    """So many of the next rooms are skipped (FX-16)."""
    held: bool = False
    """It does not enter a dungeon in this round (FX-44)."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A hero on its way through a dungeon. `slot` is the room it stands in (1 is s1)."""

    player: PlayerId
    hero: CopyId
    slot: int
    damage: int
    visit: int = 0
    """Counts the rooms it entered, also those twice: what waits for one visit is void after it."""
    has_left: bool = False
    """It is between this room and the next."""
    room: CopyId = _NO_CARD
    """The room it stands in, also when that was destroyed around it."""


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
    key: str = ""
    """What a card's effect wants to know: the key of a phrase."""
    of_task: bool = False
    """The answer goes to the task that is being carried out."""


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
    walks: int = 0
    """How often a hero went into a dungeon: what waits for one walk is void in the next."""
    walked: tuple[PlayerId, ...] = ()
    """Players whose adventure turn is over in this round."""
    announced: tuple[Announced, ...] = ()
    """Spells and abilities that are not resolved yet, in the order of announcing (BM-GEN-9, -10)."""
    agenda: tuple[Task, ...] = ()
    """What is to be carried out, the first one now."""
    due: tuple[Task, ...] = ()
    """What the first one brought about: carried out when it is done."""
    uses: tuple[str, ...] = ()
    """Limited abilities used in this round: card, number of the ability, and the hero where each hero counts."""
    used_up: tuple[str, ...] = ()
    """Abilities used that work once per game."""
    entered: tuple[CopyId, ...] = ()
    """Rooms that heroes entered in this round."""
    changes: tuple[Change, ...] = ()
    """What effects changed for everybody until the end of the round."""
    questions: tuple[Question, ...] = ()
    """Waiting for an answer, the first one now."""
    built: tuple[tuple[PlayerId, CopyId], ...] = ()
    """Rooms of this reveal whose built effects are still to come."""
    gone: tuple[CopyId, ...] = ()
    """Rooms that were destroyed: one that still lies in a dungeon is to be taken away, nobody built it."""
    told: tuple[tuple[PlayerId, int, CopyId], ...] = ()
    """What players answered about a slot in this reveal: this card is the one on top (Q-02)."""
    explained: tuple[tuple[str, CopyId], ...] = ()
    """Questions that players answered about a room in this round, with that room: it lies there though it is not seen
    (Q-04), or how it lies (Q-06)."""
    winner: PlayerId | None = None
    ranking: tuple[PlayerId, ...] = ()
    """Five or six players: everybody's place at the end (BM-CL-13)."""

    def player(self, id_: PlayerId) -> Player:
        """The player with this id."""
        for player in self.players:
            if player.id == id_:
                return player
        raise LookupError(f"there is no player {id_!r}")

    def with_player(self, changed: Player) -> "State":
        """The same state with one player changed."""
        players = tuple(changed if player.id == changed.id else player for player in self.players)
        return replace(self, players=players)

    def mark(self, hero: CopyId) -> HeroMark:
        """What this hero carries."""
        for mark in self.marks:
            if mark.hero == hero:
                return mark
        return HeroMark(hero)

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
