"""A table as a physical thing: cards with place, angle and face, decks and hands. The truth behind a simulated picture.

All places are in millimetres on the table, x to the right and y downwards as the camera sees it. An angle is the
direction of a card's right-hand side, clockwise (rules 4.2). A table is a value: every change makes a new one.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random

from engine.core.ids import Code, CopyId
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, Role

PITCH_MM = 66.0
"""From one room to the next."""
CROWDED_PITCH_MM = 44.0
"""From one hero to the next where many wait in town."""
CROWDED_DROP_MM = 40.0
"""How far every second one of them is pushed down, under its neighbours: however they are bumped, every sticker stays
free, and all of them stay in the town row (rules 4.2)."""
STRIP_MM = 29.0
"""How far a hero sticks out under the card above it: 24 mm to its sticker's upper edge and 5 mm more (rules 5.3)."""
PAIR_PITCH_MM = 52.0
"""From one pair of waiting heroes to the next."""
PAIR_LIFT_MM = 36.0
"""The second of two waiting heroes is laid so far above the first: however both are bumped, its sticker stays free."""
PAIR_STEP_MM = 6.0
"""How far the second hero of a pair lies further from the rooms, so that the queue keeps its order (rules 4.2)."""
ITEM_PITCH_MM = 32.0
"""From one waiting item to the next: however both are bumped, the strip with the sticker stays free."""
SOUL_STEP_MM = 4.0
BACK_STICKER_MM = 16.0
BACK_STICKER_Y_MM = -18.0
"""The neutral sticker on a back has the same place on every card (rules 5.7)."""
MARKER_RIM_MM = 4.0
"""The town marker is a tile: its sticker and this much around it."""
MARKERS = (Role.TOWN, Role.PAD)
"""Tiles that are no cards."""
MOST_SEATS = 6
MOST_IN_TOWN = 10
"""So many heroes wait in town side by side; more lie crowded."""
MOST_WOUNDS = 7
"""So many wounds can be seen under a boss (rules 4.2)."""


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

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the thing that lies there: a card, or the smaller town marker."""
        if self.card.role in MARKERS:
            return (self.card.size_mm + 2 * MARKER_RIM_MM,) * 2
        return CARD_WIDTH_MM, CARD_HEIGHT_MM

    @property
    def sticker(self) -> "Sticker | None":
        """The sticker that looks up, if there is one."""
        card = self.card
        if self.face_up:
            return Sticker(card.code, card.size_mm, self.pose.moved(card.sticker_x_mm, card.sticker_y_mm))
        if card.back:
            return Sticker(card.back, BACK_STICKER_MM, self.pose.moved(0, BACK_STICKER_Y_MM))
        return None


@dataclass(frozen=True, slots=True)
class Sticker:
    """The one sticker of a laid card that looks up: what it says, its size and the place of its middle."""

    code: Code
    size_mm: float
    pose: Pose


class CoverKind(Enum):
    """What may come between the camera and the cards."""

    HAND = "hand"
    """A hand with its forearm; its fingers point upwards, away from its player."""
    SLIP = "slip"
    """A slip of paper, as large as two stickers."""
    SLEEVE = "sleeve"
    """The wide cloth sleeve of an arm; its pose is that of the hand that it belongs to."""
    COIN = "coin"
    """A coin of the hoard (rules 5.8)."""
    DIE = "die"
    """A die that lies about."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Something held above the table. The pose of a hand is that of its palm."""

    kind: CoverKind
    pose: Pose


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's side of the table, given by the place of the boss card."""

    boss: Pose

    def slot(self, number: int) -> Pose:
        """The middle of slot s1 to s5."""
        return self.boss.moved(-number * PITCH_MM, 0)

    def entrance(self, place: int, rooms: int) -> Pose:
        """The place of the n-th waiting hero (0 is next to enter), left of so many rooms.

        Heroes wait in pairs, so that a queue of six stays on the table. The second of a pair is laid on the first,
        shifted upwards: lay them in the order of the queue and every sticker stays free.
        """
        pair, second = divmod(place, 2)
        left = (rooms + 1) * PITCH_MM + pair * PAIR_PITCH_MM + second * PAIR_STEP_MM
        return self.boss.moved(-left, -second * PAIR_LIFT_MM)

    def wound(self, place: int) -> Pose:
        """The place of the n-th wound (from 0), each further towards the player."""
        return self.boss.moved(0, (place + 1) * STRIP_MM)

    def soul(self, place: int) -> Pose:
        """The place of the n-th soul (from 0), right of the boss and shifted upwards."""
        return self.boss.moved(PITCH_MM + 4, -SOUL_STEP_MM * place)

    def item(self, place: int) -> Pose:
        """The place of the n-th item (from 0) in the score area, nearer to the player than the souls."""
        return self.boss.moved(PITCH_MM + 4, CARD_HEIGHT_MM + 4 + SOUL_STEP_MM * place)

    def own_frame(self, pose: Pose) -> tuple[float, float]:
        """How far right of the boss and how far towards the player a pose is, as the player sees it (rules 4.2)."""
        angle = math.radians(self.boss.angle_deg)
        x, y = pose.x_mm - self.boss.x_mm, pose.y_mm - self.boss.y_mm
        return x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)


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
    covers: tuple[Cover, ...] = ()
    """What is held above all cards at the moment."""

    def town_place(self, place: int, crowded: bool = False) -> Pose:
        """The place of the n-th hero in town (0 is the oldest, next to the deck).

        Where many wait, every second one is to lie under all others: only its lower end with the sticker shows.
        """
        if not crowded:
            return self.town.moved(PITCH_MM * 1.2 + place * PITCH_MM, 0)
        drop = CROWDED_DROP_MM if len(self.seats) > 2 else 0.0  # two players sit so near that there is no room for it
        return self.town.moved(PITCH_MM * 1.2 + place * CROWDED_PITCH_MM, place % 2 * drop)

    def item_place(self, place: int) -> Pose:
        """The place of the n-th item that waits in town (from 0): behind all heroes that find room there.

        Each is pushed under the one before, so that its right-hand strip with the sticker stays free (rules 5.4).
        """
        return self.town_place(MOST_IN_TOWN).moved(ITEM_PITCH_MM * place, 0)

    @property
    def pad(self) -> Pose:
        """The marker of the spell pad: in the near left corner, where no dungeon reaches."""
        return Pose(_PAD_MM[0], self.height_mm - _PAD_MM[1], 0.0)

    def pad_place(self, place: int) -> Pose:
        """Where the n-th card on the spell pad lies (from 0): right of the marker, then left of it, then on those."""
        return self.pad.moved((1 - 2 * (place % 2)) * (_CARD_ROOM_MM + 18) + 3 * (place // 2), 0)

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


_CARD_ROOM_MM = CARD_WIDTH_MM / 2
_PAD_MM = (100.0, 70.0)
_MOST_WAITING = 6
_ROW_LEFT_MM = 6 * PITCH_MM + (_MOST_WAITING - 1) // 2 * PAIR_PITCH_MM + PAIR_STEP_MM + _CARD_ROOM_MM
"""From the boss to the far edge of the last of six heroes who wait before five rooms."""
_ROW_RIGHT_MM = PITCH_MM + 4 + _CARD_ROOM_MM
_ROW_MIDDLE_MM = (_ROW_LEFT_MM - _ROW_RIGHT_MM) / 2
"""How far left of the boss the middle of everything in a row is."""
_ROW_INWARD_MM = CARD_HEIGHT_MM / 2 + 54.0
"""From the middle of a row to the far edge of a miniboss of the third level, which sticks out furthest."""
_COLUMN_MM = 720.0
"""From one boss to the next at the same side: four waiting heroes stay out of the next score area (rules 4.2)."""
_TOWN_MM = 1.2 * PITCH_MM + (MOST_IN_TOWN - 1) * PITCH_MM + _CARD_ROOM_MM
_DUEL_ROW_MM = 150.0
_ROW_MM = 180.0
"""From the town row to a dungeon row: more than both zones of 0.6 card heights (rules 4.2). Two players sit closer:
their picture is limited by its height, that of more players by its width."""
_DUEL_WIDTH_MM = 1040.0
_MARGIN_MM = 16.0
_GAP_MM = 12.0
_MOST_OPPOSITE = 4
_WIDE = 16 / 9
MOST_TURNED_DEG = {2: 15.0, 3: 10.0, 4: 10.0, 5: 5.0, 6: 5.0}
"""How far seats may be turned, so that a table of so many players still fits one picture."""


def turned_seats(players: int, dice: Random) -> tuple[float, ...]:
    """Nobody sits quite straight: by how many degrees each seat is turned."""
    most = MOST_TURNED_DEG[players]
    return tuple(round(dice.uniform(-most, most), 1) for _ in range(players))


def empty_table(players: int, turns: Sequence[float] = ()) -> Tabletop:
    """A table with its seats and a place for the town in the middle; nothing laid yet.

    Up to four players sit at the two long sides, the first half of them (and the odd one) at the near side. A fifth
    and a sixth sit at the ends: three dungeons side by side would be too wide for one picture. `turns` says by how
    many degrees each seat is turned from that; the table is then so much larger that nothing comes into the way.
    """
    if not 2 <= players <= MOST_SEATS:
        raise ValueError(f"a table has 2 to {MOST_SEATS} seats, not {players}")
    turns = tuple(turns) or (0.0,) * players
    swing = (_ROW_LEFT_MM + _ROW_RIGHT_MM) / 2 * math.sin(math.radians(max(abs(turn) for turn in turns)))
    bare = _two_sides(players, swing) if players <= _MOST_OPPOSITE else _all_sides(players, swing)
    seats = tuple(_turned(seat, turn) for seat, turn in zip(bare.seats, turns, strict=True))
    return replace(bare, seats=seats, hands=((),) * players)


def _turned(seat: Seat, turn_deg: float) -> Seat:
    """A seat turned about the middle of its row."""
    return Seat(seat.boss.moved(-_ROW_MIDDLE_MM, 0, turn_deg).moved(_ROW_MIDDLE_MM, 0))


def _edge_mm(players: int) -> float:
    """From the middle of a row to the table's edge: room for the wounds of a game of so many players.

    Five wounds end the game for a player; with five or six players nobody is eliminated (rules 0.3), so more may lie.
    """
    wounds = 5 if players <= _MOST_OPPOSITE else MOST_WOUNDS
    return wounds * STRIP_MM + CARD_HEIGHT_MM / 2 + _MARGIN_MM


def _two_sides(players: int, swing_mm: float) -> Tabletop:
    """Seats at the two long sides; the ends of turned rows swing so far out of line."""
    far = players // 2
    near = players - far
    row = (_DUEL_ROW_MM if players == 2 else _ROW_MM) + swing_mm
    width = (_DUEL_WIDTH_MM if players == 2 else near * (_COLUMN_MM + swing_mm)) + 2 * swing_mm
    height = 2 * (row + _edge_mm(players) + swing_mm)
    middle = Pose(width / 2, height / 2, 0.0)
    column = _COLUMN_MM + swing_mm
    seats = _long_side(middle, row, near, column) + _long_side(middle.moved(0, 0, 180.0), row, far, column)
    return Tabletop(width, height, tuple(seats), middle.moved(-_TOWN_MM / 2, 0))


def _long_side(middle: Pose, row_mm: float, count: int, column_mm: float) -> list[Seat]:
    """The seats at one long side, from left to right as those players see it."""
    columns = [(index - (count - 1) / 2) * column_mm for index in range(count)]
    return [Seat(middle.moved(column + _ROW_MIDDLE_MM, row_mm)) for column in columns]


def _all_sides(players: int, swing_mm: float) -> Tabletop:
    """Two seats at each long side and one at each end, like a pinwheel: every row ends where the next one begins."""
    edge = _edge_mm(players) + swing_mm
    inward = edge + _ROW_INWARD_MM + swing_mm + _GAP_MM
    end_mm = _MARGIN_MM + _ROW_LEFT_MM + swing_mm
    near_mm = end_mm + _ROW_RIGHT_MM + _ROW_INWARD_MM + 2 * swing_mm + _GAP_MM
    height = near_mm + edge
    column = _COLUMN_MM + swing_mm
    first_mm = inward + _ROW_RIGHT_MM + swing_mm
    width = max(height * _WIDE, first_mm + column + _ROW_LEFT_MM + swing_mm + _MARGIN_MM)
    middle = Pose(width / 2, height / 2, 0.0)
    near = [Pose(width - first_mm - column, near_mm, 0.0), Pose(width - first_mm, near_mm, 0.0)]
    half = [*near, Pose(edge, end_mm, 90.0)]
    seats = [Seat(pose) for pose in (*half, *(_across(pose, middle) for pose in half))]
    return Tabletop(width, height, tuple(seats[:players]), Pose(inward + _GAP_MM, middle.y_mm, 0.0))


def _across(pose: Pose, middle: Pose) -> Pose:
    """The same place at the other side of the table."""
    return Pose(2 * middle.x_mm - pose.x_mm, 2 * middle.y_mm - pose.y_mm, pose.angle_deg + 180.0)
