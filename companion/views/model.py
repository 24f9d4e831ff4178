"""What a screen shows, as frozen data: the table, its players, rooms and heroes. Words, numbers and symbols only."""

from dataclasses import dataclass

from companion.views.watching import Cutout
from engine.boss_monster.cards import HeroClass, Treasure
from engine.core.ids import PlayerId


class Hint(str):
    """A banner that helps and does not warn."""


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A verdict with its reason."""

    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class HeroView:
    """A hero in town or at an entrance. `names` begins with the full name; the others are shorter."""

    names: tuple[str, ...]
    hero_class: HeroClass
    health: int
    """As it is now: printed and changed (BM-ADV-21)."""
    epic: bool = False
    damage: int = 0
    """Damage of this round, of a hero that was sent back (BM-ADV-17)."""
    item: str = ""
    """The item that it carries (BM-ITEM-9)."""
    cannot_be_lured: bool = False
    """BM-BAIT-14"""
    lured_by: int | None = None
    """The colour of the player to whom it would go if the bait came now."""
    is_tied: bool = False
    """Nobody would get it, because several lure it equally."""


@dataclass(frozen=True, slots=True)
class WalkView:
    """A hero in a room: the damage so far against its health."""

    hero: HeroView
    player: PlayerId
    slot: int
    damage: int

    @property
    def is_doomed(self) -> bool:
        """Whether the hero dies when it leaves the room (BM-ADV-7)."""
        return self.damage >= self.hero.health


@dataclass(frozen=True, slots=True)
class MinibossView:
    """A miniboss under its room (BM-MINI-7)."""

    name: str
    level: int


@dataclass(frozen=True, slots=True)
class RoomView:
    """One slot of a dungeon. A slot that holds only a face-down card has no damage and no treasure yet."""

    slot: int
    names: tuple[str, ...]
    damage: int = 0
    """What a hero takes here now."""
    bonus: int = 0
    """How much of it is not printed on the card; below zero when the room is weakened."""
    treasure: tuple[Treasure, ...] = ()
    advanced: bool = False
    trap: bool = False
    covered: tuple[str, ...] = ()
    """Names of the rooms below, top first."""
    deactivated: bool = False
    pending: bool = False
    """A face-down card lies here (on top)."""
    empty: bool = False
    """Nothing but the face-down card."""
    used: bool = False
    """Slid down: used in this round (BM-GLOSS-4)."""
    miniboss: MinibossView | None = None
    coins: int = 0
    """Coins on the room (BM-COIN-4)."""
    walker: WalkView | None = None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player's side of the table. `rooms` in walk order: entrance first, the room next to the boss last."""

    id: PlayerId
    name: str
    colour: int
    boss: tuple[str, ...]
    xp: str
    boss_treasure: tuple[Treasure, ...]
    souls: int
    wounds: int
    damage: int
    treasure: tuple[tuple[Treasure, int], ...]
    rooms: tuple[RoomView, ...]
    queue: tuple[HeroView, ...]
    active: bool = False
    eliminated: bool = False
    levelled_up: bool = False
    winner: bool = False
    coins: int | None = None
    """The hoard; nothing in games without coins (BM-COIN-1)."""
    open_item: str = ""
    """The item that lies face-up in the score area (BM-ITEM-11)."""
    closed_items: int = 0
    announced: bool = False
    """Has announced a spell or an ability that is not resolved yet (BM-GEN-9)."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """An answer: what is sent back, and what is written on the button."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The pending question."""

    text: str
    choices: tuple[ChoiceView, ...]
    colour: int | None = None
    """The colour of the player who is asked."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed words of the screen."""

    town: str
    town_empty: str
    verdicts: str
    verdicts_empty: str
    todo: str
    entrance: str
    face_down: str
    open: str
    used: str
    cannot_be_lured: str
    out: str
    souls: str
    wounds: str
    damage: str
    health: str
    coins: str
    items: str
    treasure: tuple[tuple[Treasure, str], ...]
    next: str
    pass_: str
    undo: str
    repeat: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the main screen."""

    language: str
    phase: str
    round: str
    prompt: str
    players: tuple[PlayerView, ...]
    town: tuple[HeroView, ...]
    items: tuple[str, ...]
    """Items that wait in town, in the order of their reveal (BM-ITEM-6)."""
    verdicts: tuple[VerdictLine, ...]
    """Newest first."""
    todo: tuple[str, ...]
    banners: tuple[str, ...]
    question: QuestionView | None
    walk: WalkView | None
    labels: Labels
    can_enter: bool = False
    """Whether it can be said on the screen now what lies on the table."""
    looks: bool = False
    """The camera looks at what is asked about: there is room for its picture before it comes."""
    cutout: Cutout | None = None
    """What the camera sees of the place that the question, or the first thing to do, is about."""
