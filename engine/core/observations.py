"""What the camera may say. The engine owns these words; `vision` speaks them.

A `TableSeen` is a photograph in words: which sticker lies where, as far as it could be read. It never says that a
card is gone: a missing sticker can be covered, face-down, in a hand or outside the picture (rules 4.1).
"""

from dataclasses import dataclass
from enum import Enum

from engine.core.ids import Code


class Area(Enum):
    """The part of the table in which a card lies, seen from the nearest boss or marker (rules 4.2)."""

    BOSS = "boss"
    """A boss card: the origin of its player's frame."""
    ROW = "row"
    """Left of a boss: rooms, walking heroes and the entrance. `place` counts slots from the boss."""
    WOUNDS = "wounds"
    """Pushed under a boss."""
    SCORE = "score"
    """Right of a boss: souls and items."""
    TOWN = "town"
    """The row beside the hero deck. `place` counts card widths from the town marker."""
    PAD = "pad"
    """The spell pad: spells that are shown as they are played (rules 4.6)."""
    ELSEWHERE = "elsewhere"


class Turned(Enum):
    """How a card lies, relative to its player's boss or to the town marker (rules 4.3)."""

    UPRIGHT = "upright"
    SIDEWAYS = "sideways"
    UPSIDE_DOWN = "upside_down"
    SLANTED = "slanted"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the words of the table.

    `seat` is the code of the boss whose frame is meant (empty for town and elsewhere). `place` is a distance: in ROW
    the number of slot pitches from the boss (1.0 is the middle of s1), in TOWN the number of pitches from the marker.
    `drop_mm` is how far the card lies towards its owner, off the line through the row.
    """

    area: Area
    seat: Code = Code("")
    place: float = 0.0
    drop_mm: float = 0.0
    is_guess: bool = False
    """Nobody saw the card being laid: all that lies there may be bumped, so that `drop_mm` proves nothing."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One sticker lying still on the table. `x_mm`, `y_mm` are the card's centre, `angle_deg` as in rules 4.2."""

    code: Code
    spot: Spot
    turned: Turned
    x_mm: float
    y_mm: float
    angle_deg: float
    sigma_mm: float = 0.0
    """How uncertain the centre is, and in degrees the angle: standard deviations; 0 where nobody measured it."""
    sigma_deg: float = 0.0
    confidence: float = 1.0
    """How sure the reader is of the sticker, 0 to 1."""
    hidden: bool = False
    """A hand is over it at the moment: it is remembered, not seen."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A place in a row where something lies, or is hidden by a hand, that cannot be read (rules 4.1)."""

    spot: Spot
    by_hand: bool = False


class Drift(Enum):
    """What happened to camera or light."""

    NONE = "none"
    CAMERA_MOVED = "camera_moved"
    """Somebody bumped the camera; everything was found again."""
    LIGHT_CHANGED = "light_changed"
    """A lamp was switched; everything is still read."""
    LOST = "lost"
    """Since then many cards are not read any more: people must look after the camera or the lamp."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The table as the camera sees it now.

    `cards` holds each individual sticker once, `backs` the neutral stickers of face-down cards, `twice` the codes that
    lie in two places at once (they are not in `cards`), `foreign` texts that are no stickers of ours. `settled` is
    true when nothing has moved for the settling time.
    """

    cards: tuple[SeenCard, ...]
    backs: tuple[SeenCard, ...] = ()
    twice: tuple[Code, ...] = ()
    foreign: tuple[str, ...] = ()
    settled: bool = True
    at_s: float = 0.0
    legible: bool = True
    """False when the camera hangs so high that small stickers cannot be read: what is not seen then means nothing."""
    doubles: tuple[SeenCard, ...] = ()
    """Every place at which a sticker of `twice` lies."""
    unread: tuple[Unread, ...] = ()
    """Places of rows where a new card may lie that nobody can read."""
    drift: Drift = Drift.NONE
    left: tuple[Code, ...] = ()
    """Cards that were seen to go away and are nowhere now. Any other that is not seen may only be hard to read."""
    outside: tuple[Code, ...] = ()
    """Seats of which a part lies out of the picture: the table is too large for it, or the camera was moved."""
