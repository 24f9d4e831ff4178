"""A table as a physical thing: cards with place, angle and face, decks and hands. The truth behind a simulated picture.

All places are in millimetres on the table, x to the right and y downwards as the camera sees it. An angle is the
direction of a card's right-hand side, clockwise (rules 4.2). A table is a value: every change makes a new one.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.core.ids import Code, CopyId
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, Role

PITCH_MM = 66.0
"""From one room to the next."""
CROWDED_PITCH_MM = 44.0
"""From one hero to the next where many wait: cards overlap, stickers stay free."""
STRIP_MM = 27.0
"""How far each wound sticks out under the one above: the hero's sticker and 3 mm."""
MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a card lies and how it is turned."""

    x_mm: float
    y_mm: float
    angle_deg: float

    def moved(self, right_mm: float, down_mm: float, turn_deg: float = 0.0) -> "Pose":
        """A pose relative to this one: so far to its own right and downwards."""
        angle = math.radians(self.angle_deg)
        return Pose(
            self.x_mm + right_mm * math.cos(angle) - down_mm * math.sin(angle),
            self.y_mm + right_mm * math.sin(angle) + down_mm * math.cos(angle),
            self.angle_deg + turn_deg,
        )


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """A printed card with its stickers. `back` is the code of the neutral sticker on its back, if it has one."""

    copy: CopyId
    role: Role
    code: Code
    size_mm: float
    sticker_x_mm: float
    sticker_y_mm: float
    back: Code = Code("")
    title: str = ""
    number: str = ""
    """Printed number: damage, health or XP."""
    symbols: tuple[str, ...] = ()
    """Printed treasure symbols or the hero's class."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table."""

    card: PhysicalCard
    pose: Pose
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's side of the table, given by the place of the boss card."""

    boss: Pose

    def slot(self, number: int) -> Pose:
        """The middle of slot s1 to s5."""
        return self.boss.moved(-number * PITCH_MM, 0)

    def entrance(self, place: int, rooms: int) -> Pose:
        """The place of the n-th waiting hero (0 is next to enter), left of so many rooms."""
        return self.boss.moved(-(rooms + 1) * PITCH_MM - place * CROWDED_PITCH_MM, 0)

    def wound(self, place: int) -> Pose:
        """The place of the n-th wound (from 0), each further towards the player."""
        return self.boss.moved(0, (place + 1) * STRIP_MM)

    def soul(self, place: int) -> Pose:
        """The place of the n-th soul (from 0), right of the boss and shifted upwards."""
        return self.boss.moved(PITCH_MM + 4, -6.0 * place)


@dataclass(frozen=True, slots=True)
class Tabletop:
    """Everything on and around the table. `laid` runs from the lowest to the topmost card."""

    width_mm: float
    height_mm: float
    seats: tuple[Seat, ...]
    town: Pose
    """The town marker; the town row runs to its right."""
    laid: tuple[Laid, ...] = ()
    decks: Mapping[str, tuple[PhysicalCard, ...]] = field(default_factory=dict)
    """Face-down piles beside the view, top card last."""
    hands: tuple[tuple[PhysicalCard, ...], ...] = ()
    """One hand per seat, hidden."""

    def town_place(self, place: int, crowded: bool = False) -> Pose:
        """The place of the n-th hero in town (0 is the oldest, next to the deck)."""
        return self.town.moved(PITCH_MM * 1.2 + place * (CROWDED_PITCH_MM if crowded else PITCH_MM), 0)

    def find(self, copy: CopyId) -> Laid | None:
        """This card, if it lies on the table."""
        return next((laid for laid in self.laid if laid.card.copy == copy), None)

    def with_card(self, card: PhysicalCard, pose: Pose, *, face_up: bool = True, below: bool = False) -> "Tabletop":
        """The table with this card laid (or moved) there: on top of everything, or pushed under everything."""
        rest = tuple(laid for laid in self.laid if laid.card.copy != card.copy)
        new = Laid(card, pose, face_up)
        return replace(self, laid=(new, *rest) if below else (*rest, new))

    def without(self, copy: CopyId) -> "Tabletop":
        """The table after this card was taken away."""
        return replace(self, laid=tuple(laid for laid in self.laid if laid.card.copy != copy))

    def with_deck(self, name: str, cards: tuple[PhysicalCard, ...]) -> "Tabletop":
        """The table with one deck changed."""
        return replace(self, decks={**self.decks, name: cards})

    def with_hand(self, seat: int, cards: tuple[PhysicalCard, ...]) -> "Tabletop":
        """The table with one hand changed."""
        return replace(self, hands=tuple(cards if index == seat else hand for index, hand in enumerate(self.hands)))


_ROW_LEFT_MM = 5.5 * PITCH_MM + 4 * CROWDED_PITCH_MM
_ROW_RIGHT_MM = 2 * PITCH_MM
_ROW_WIDTH_MM = _ROW_LEFT_MM + _ROW_RIGHT_MM
_ROW_FROM_MIDDLE_MM = 150.0
_EDGE_MM = 235.0
"""From the middle of a row to the table's edge: five wounds and a margin."""


def empty_table(players: int) -> Tabletop:
    """A table with seats around it and a place for the town in the middle; nothing laid yet.

    Up to four players sit at the two long sides, the fifth and sixth at the ends.
    """
    if not 2 <= players <= MOST_SEATS:
        raise ValueError(f"a table has 2 to {MOST_SEATS} seats, not {players}")
    near = 1 if players == 2 else 2
    far = 1 if players <= 3 else 2
    ends = max(0, players - 4)
    columns = max(near, far)
    inner_width = columns * (_ROW_WIDTH_MM + 20)
    end_depth = _EDGE_MM + CARD_HEIGHT_MM / 2 + 30
    width = inner_width + 2 * end_depth * (ends > 0)
    height = max(2 * (_ROW_FROM_MIDDLE_MM + _EDGE_MM), (_ROW_WIDTH_MM + 40) * (ends > 0))
    mid_x, mid_y = width / 2, height / 2
    seats = [_long_side(mid_x, mid_y, index, near, far_side=False) for index in range(near)]
    seats += [_long_side(mid_x, mid_y, index, far, far_side=True) for index in range(far)]
    shift = (_ROW_LEFT_MM - _ROW_RIGHT_MM) / 2
    if ends >= 1:
        seats.append(Seat(Pose(_EDGE_MM, mid_y + shift, 90.0)))
    if ends >= 2:
        seats.append(Seat(Pose(width - _EDGE_MM, mid_y - shift, 270.0)))
    town = Pose(mid_x - inner_width / 2 + CARD_WIDTH_MM, mid_y, 0.0)
    return Tabletop(width, height, tuple(seats), town, hands=((),) * players)


def _long_side(mid_x: float, mid_y: float, index: int, count: int, *, far_side: bool) -> Seat:
    """The seat of the n-th of so many players at one long side."""
    column_middle = (index - (count - 1) / 2) * (_ROW_WIDTH_MM + 20)
    shift = (_ROW_LEFT_MM - _ROW_RIGHT_MM) / 2
    if far_side:
        return Seat(Pose(mid_x - column_middle - shift, mid_y - _ROW_FROM_MIDDLE_MM, 180.0))
    return Seat(Pose(mid_x + column_middle + shift, mid_y + _ROW_FROM_MIDDLE_MM, 0.0))
