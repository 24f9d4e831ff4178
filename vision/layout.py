"""Poses -> places in the words of the table: each card seen from its boss or from the town marker (rules 4.2, 4.3).

Pure geometry. No playmat and no fixed zones: a player's side is wherever the boss card lies, at any angle.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, Spot, Turned
from vision.stickers import CARD_HEIGHT_MM, Role
from vision.tabletop import PITCH_MM, Pose


@dataclass(frozen=True, slots=True)
class Zones:
    """Limits of the zones. Start values of rules 4.2 and 4.3; heights in card heights H, widths in pitches p."""

    pitch_mm: float = PITCH_MM
    height_mm: float = CARD_HEIGHT_MM
    nearest_slot: float = 0.5
    farthest_slot: float = 6.5
    """One more than the five slots, so that a sixth room is seen and can be spoken about."""
    farthest_hero: float = 12.0
    row_room: float = 0.55
    """More than in rules 4.2, a start value: where the boss is bumped, the end of its row is off by centimetres."""
    row_hero: float = 0.60
    entrance: float = 0.90
    """Heroes wait beyond the end of a row, and may lie above each other: however they, boss and rooms are bumped, they
    wait there. More than in rules 4.2, too."""
    wounds_aside: float = 0.60
    wounds_from: float = 0.20
    wounds_to: float = 2.5
    score_from: float = 0.5
    score_to: float = 4.0
    score_off: float = 1.25
    miniboss_up: float = 1.0
    miniboss_down: float = 0.25
    """Rules 4.2: a miniboss sticks out above its room, never far below it."""
    items_off: float = 1.7
    """Items wait in a second row beside the heroes, at either side (rules 4.2)."""
    pad_reach: float = 1.2
    """How far from the spell pad's marker a spell may lie."""
    town_from: float = 0.3
    town_to: float = 16.0
    upright_deg: float = 25.0
    sideways_deg: float = 25.0
    """Either side of a quarter turn."""
    refit_rows: bool = True
    """Measure `drop` from the line through boss and rooms instead of the boss card's own direction."""
    pitch_range: tuple[float, float] = (62.0, 74.0)
    raises_mm: tuple[float, ...] = (24.0, 48.0, 72.0)
    """How far a miniboss sticks out at each level (rules 4.7)."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card lying on the table: what its sticker says, what sort of card it is, and the pose of its middle."""

    code: Code
    role: Role
    pose: Pose
    sigma_mm: float = 0.0
    sigma_deg: float = 0.0
    confidence: float = 1.0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Frame:
    """The table as one player sees it, or as the town marker shows it."""

    seat: Code
    pose: Pose
    pitch_mm: float
    role: Role = Role.BOSS
    _cos: float = field(init=False)
    _sin: float = field(init=False)

    def __post_init__(self) -> None:
        angle = math.radians(self.pose.angle_deg)
        object.__setattr__(self, "_cos", math.cos(angle))
        object.__setattr__(self, "_sin", math.sin(angle))

    def place(self, pose: Pose) -> tuple[float, float]:
        """u to the right and v towards the owner (rules 4.2)."""
        x, y = pose.x_mm - self.pose.x_mm, pose.y_mm - self.pose.y_mm
        return x * self._cos + y * self._sin, y * self._cos - x * self._sin


@dataclass(frozen=True, slots=True)
class _Claim:
    """A frame's claim to a card. The smallest `off` wins: the distance from the zone's axis in parts of its width."""

    off: float
    spot: Spot
    turned: Turned


def turn(angle_deg: float) -> float:
    """An angle in (-180, 180]."""
    return 180.0 - (180.0 - angle_deg) % 360.0


def turned(relative_deg: float, zones: Zones) -> Turned:
    """How a card lies that is turned so far against its boss (rules 4.3)."""
    size = abs(turn(relative_deg))
    if size <= zones.upright_deg:
        return Turned.UPRIGHT
    if size >= 180.0 - zones.upright_deg:
        return Turned.UPSIDE_DOWN
    if abs(size - 90.0) <= zones.sideways_deg:
        return Turned.SIDEWAYS
    return Turned.SLANTED


def read_layout(
    cards: Iterable[Lying],
    zones: Zones | None = None,
    before: Mapping[Code, Code] | None = None,
    among: Sequence[Lying] = (),
) -> tuple[SeenCard, ...]:
    """Say of every card where it lies. `before` tells to which seat a card belonged ("" is the town); `among` are cards
    that are known to lie there too."""
    limits, seats = zones or Zones(), before or {}
    lying = list(cards)
    frames = [(frame, _Reach.of(frame, limits)) for frame in _frames_of((*among, *lying), limits)]
    return tuple(_placed(card, frames, limits, seats.get(card.code)) for card in lying)


ORIGINS = (Role.BOSS, Role.TOWN, Role.PAD)
_SHOWN = (Role.SPELL, Role.ROOM, Role.MINIBOSS, Role.ITEM)
_UPRIGHT = (Role.BACK, Role.HERO, Role.ITEM)
"""Cards that nobody turns; rooms and their minibosses are deactivated by a quarter turn."""
_ASKEW = 0.6
"""Added to a claim to such a card that lies otherwise."""
_CARRIED = 1.0
"""Added to a row's claim to an item: the hero that carries it tells where it is, so every other claim comes first."""
_LAST = 3.0
"""Added to a claim that gives way to all others."""


def slot_places(cards: Iterable[Lying], zones: Zones | None = None) -> tuple[tuple[Spot, Pose], ...]:
    """Where the middles of all slots are, whether something lies there or not: one more per seat than rooms fit."""
    limits, lying = zones or Zones(), list(cards)
    frames = [frame for frame in _frames_of(lying, limits) if frame.role is Role.BOSS]
    return tuple(
        (Spot(Area.ROW, frame.seat, float(slot)), frame.pose.moved(-slot * frame.pitch_mm, 0))
        for frame in frames
        for slot in range(1, 6)
    )


def seat_places(cards: Iterable[Lying], zones: Zones | None = None) -> tuple[tuple[Code, Pose], ...]:
    """What a seat needs of the table: five rooms and a waiting hero, souls and wounds, whether something lies there."""
    limits, lying = zones or Zones(), list(cards)
    frames = [frame for frame in _frames_of(lying, limits) if frame.role is Role.BOSS]
    return tuple(
        (frame.seat, pose)
        for frame in frames
        for pose in (
            *(frame.pose.moved(-slot * frame.pitch_mm, 0) for slot in range(-1, _FIRST_HERO + 1)),
            frame.pose.moved(0, limits.height_mm),
        )
    )


_QUEUE = (2.5, 1.5)
"""Where stickers of waiting heroes may lie beyond the last room: so many pitches, pair beside pair, and so many card
heights."""
_BELOW = 0.3
"""So many card heights below the middle of a hero its sticker is glued."""


def entrance_places(cards: Iterable[Lying], zones: Zones | None = None) -> tuple[tuple[Pose, tuple[float, float]], ...]:
    """Where the stickers of waiting heroes lie in each row, whether somebody waits there: middle, width and height."""
    limits, lying = zones or Zones(), list(cards)
    built = [card.pose for card in lying if card.role in (Role.ROOM, Role.BACK)]
    frames = [frame for frame in _frames_of(lying, limits) if frame.role is Role.BOSS]
    along, height = _QUEUE
    return tuple(
        (
            frame.pose.moved(
                -(_last_slot(frame, built, limits) + 0.5 + along / 2) * frame.pitch_mm, _BELOW * limits.height_mm
            ),
            (along * frame.pitch_mm, height * limits.height_mm),
        )
        for frame in frames
    )


def _last_slot(frame: _Frame, built: Iterable[Pose], zones: Zones) -> int:
    """The slot of the last room in this row; 0 if there is none."""
    return max((round(along / frame.pitch_mm) for along, _ in _row_of(frame, built, zones)), default=0)


def _placed(card: Lying, frames: "Sequence[tuple[_Frame, _Reach]]", zones: Zones, before: Code | None) -> SeenCard:
    if card.role is Role.BOSS:
        return _seen(card, Spot(Area.BOSS, card.code), Turned.UPRIGHT)
    claims = [claim for frame, reach in frames for claim in _claims(card, frame, reach, zones)]
    if not claims:
        return _seen(card, Spot(Area.ELSEWHERE), turned(card.pose.angle_deg, zones))
    # rules 4.2: of two frames that claim a card about equally, the one it belonged to keeps it
    best = min(claims, key=lambda claim: claim.off - (_LOYALTY if claim.spot.seat == before else 0.0))
    return _seen(card, best.spot, best.turned)


_LOYALTY = 0.15
_ROUNDED_MM = 1e-6
_FIRST_HERO = 6
"""Where the first hero waits before five rooms, in pitches from the boss."""


def _seen(card: Lying, spot: Spot, lies: Turned) -> SeenCard:
    return SeenCard(
        card.code,
        spot,
        lies,
        card.pose.x_mm,
        card.pose.y_mm,
        turn(card.pose.angle_deg),
        card.sigma_mm,
        card.sigma_deg,
        card.confidence,
        card.hidden,
    )


@dataclass(frozen=True, slots=True)
class _Reach:
    """How far the zones of a frame reach to the left and right, up and down: most cards lie farther away."""

    left_mm: float
    right_mm: float
    up_mm: float
    down_mm: float

    @classmethod
    def of(cls, frame: _Frame, zones: Zones) -> "_Reach":
        height, pitch = zones.height_mm, frame.pitch_mm
        if frame.role is Role.TOWN:
            aside = height * max(zones.items_off, zones.row_hero)
            return cls(pitch * zones.town_from, pitch * zones.town_to, -aside, aside)
        if frame.role is Role.PAD:
            around = height * zones.pad_reach
            return cls(-around, around, -around, around)
        rows = max(zones.row_room, zones.row_hero, zones.entrance, zones.miniboss_up, zones.miniboss_down)
        aside = height * max(rows, zones.score_off)
        left = pitch * max(zones.farthest_slot, zones.farthest_hero, zones.wounds_aside)
        right = pitch * max(zones.score_to, zones.wounds_aside, -zones.nearest_slot)
        return cls(-left, right, -aside, max(aside, height * zones.wounds_to))


def _claims(card: Lying, frame: _Frame, reach: _Reach, zones: Zones) -> list[_Claim]:
    """The zones of one frame in which this card lies. A longer way to the boss counts a little against the claim.

    Where players sit round a corner the rows of one cross the score area of the other (rules 4.2): what is always laid
    upright then belongs to the frame in which it is.
    """
    u, v = frame.place(card.pose)
    if not reach.up_mm - _ROUNDED_MM <= v <= reach.down_mm + _ROUNDED_MM:
        return []
    if not reach.left_mm - _ROUNDED_MM <= u <= reach.right_mm + _ROUNDED_MM:
        return []
    if frame.role is Role.TOWN:
        found = _town_zones(card.role, u / frame.pitch_mm, v, zones)
    elif frame.role is Role.PAD:
        found = _pad_zones(card.role, u, v, zones)
    else:
        found = _seat_zones(card.role, frame, u, v, zones)
    if not found:
        return []
    lies = turned(card.pose.angle_deg - frame.pose.angle_deg, zones)
    askew = _ASKEW if card.role in _UPRIGHT and lies is not Turned.UPRIGHT else 0.0
    return [_Claim(off + askew, spot, lies) for off, spot in found]


def _town_zones(role: Role, place: float, v: float, zones: Zones) -> list[tuple[float, Spot]]:
    width = (zones.items_off if role is Role.ITEM else zones.row_hero) * zones.height_mm
    inside = abs(v) <= width and zones.town_from <= place <= zones.town_to
    if role not in (Role.HERO, Role.ITEM) or not inside:
        return []
    return [(abs(v) / width + 0.02 * place, Spot(Area.TOWN, place=place, drop_mm=v))]


def _pad_zones(role: Role, u: float, v: float, zones: Zones) -> list[tuple[float, Spot]]:
    """Spells and other cards from the hand are shown beside the pad's marker (rules 4.6, laying rule 10).

    A dungeon, a town or a score area that also claims such a card has it: its claim is always smaller.
    """
    off = math.hypot(u, v) / (zones.pad_reach * zones.height_mm)
    is_shown = role in _SHOWN and off <= 1
    return [(off + _LAST, Spot(Area.PAD, place=u / zones.pitch_mm, drop_mm=v))] if is_shown else []


def _seat_zones(role: Role, frame: _Frame, u: float, v: float, zones: Zones) -> list[tuple[float, Spot]]:
    place = -u / frame.pitch_mm
    zoned = (_in_row(role, place, v, zones), _in_wounds(role, place, v, zones), _in_score(role, place, v, zones))
    areas = (Area.ROW, Area.WOUNDS, Area.SCORE)
    return [(off, Spot(area, frame.seat, place, v)) for off, area in zip(zoned, areas, strict=True) if off is not None]


def _in_row(role: Role, place: float, v: float, zones: Zones) -> float | None:
    """Rooms and backs, heroes and what they carry, minibosses above their rooms (rules 4.2)."""
    height = zones.height_mm
    if role is Role.MINIBOSS:
        up, down = zones.miniboss_up * height, zones.miniboss_down * height
        middle, half = (down - up) / 2, (down + up) / 2
        inside = abs(v - middle) <= half and zones.nearest_slot <= place <= zones.farthest_slot
        return abs(v - middle) / half + 0.02 * place if inside else None
    room = role in (Role.ROOM, Role.BACK)
    if not room and role not in (Role.HERO, Role.ITEM):
        return None
    row = (zones.row_room if room else zones.row_hero) * height
    reach = row if room else zones.entrance * height
    farthest = zones.farthest_slot if room else zones.farthest_hero
    inside = abs(v) <= reach and zones.nearest_slot <= place <= farthest
    carried = _CARRIED if role is Role.ITEM else 0.0
    return abs(v) / row + 0.02 * place + carried if inside else None


def _in_wounds(role: Role, place: float, v: float, zones: Zones) -> float | None:
    inside = abs(place) <= zones.wounds_aside
    inside = inside and zones.wounds_from * zones.height_mm <= v <= zones.wounds_to * zones.height_mm
    return abs(place) / zones.wounds_aside if inside and role is Role.HERO else None


def _in_score(role: Role, place: float, v: float, zones: Zones) -> float | None:
    """Souls are face-down, items lie open or face-down (rules 4.2)."""
    score = zones.score_off * zones.height_mm
    inside = zones.score_from < -place <= zones.score_to and abs(v) <= score
    return abs(v) / score - 0.02 * place if inside and role in (Role.BACK, Role.ITEM) else None


def _frames_of(lying: Iterable[Lying], zones: Zones) -> tuple[_Frame, ...]:
    """The frames of all players, of the town and of the spell pad."""
    origins = tuple((card.code, card.role, card.pose) for card in lying if card.role in ORIGINS)
    return _fitted_frames(origins, tuple(card.pose for card in lying if card.role is Role.ROOM), zones)


@lru_cache(maxsize=4)
def _fitted_frames(
    origins: tuple[tuple[Code, Role, Pose], ...], rooms: tuple[Pose, ...], zones: Zones
) -> tuple[_Frame, ...]:
    return tuple(_fitted_frame(*origin, rooms, zones) for origin in origins)


def _fitted_frame(code: Code, role: Role, pose: Pose, rooms: Sequence[Pose], zones: Zones) -> _Frame:
    """A player's frame with the direction and the pitch that the rooms show."""
    frame = _Frame(code if role is Role.BOSS else Code(""), pose, zones.pitch_mm, role)
    if role is not Role.BOSS:
        return frame
    row = _row_of(frame, rooms, zones)
    for _ in range(2):  # a crooked boss loses far rooms at first: the nearer ones bring them back
        if zones.refit_rows and len(row) >= 2:
            angle = frame.pose.angle_deg + row_turn(row, frame.pose.angle_deg - pose.angle_deg)
            frame = replace(frame, pose=Pose(pose.x_mm, pose.y_mm, angle))
            row = _row_of(frame, rooms, zones)
    return replace(frame, pitch_mm=row_pitch([along for along, _ in row], zones))


def _row_of(frame: _Frame, rooms: Iterable[Pose], zones: Zones) -> list[tuple[float, float]]:
    """Distance from the boss and drop of the rooms that lie in this row."""
    return [
        (-u, v)
        for u, v in map(frame.place, rooms)
        if abs(v) <= zones.row_room * zones.height_mm
        and zones.nearest_slot <= -u / zones.pitch_mm <= zones.farthest_slot
    ]


_CROOKED_SIGMA_DEG = 1.5
_CROOKED_COST, _CROOKED_TAIL_DEG = 6.0, 6.0
"""A boss card that was bumped is turned by several degrees: rare, and then one angle is as good as another."""
_MOST_CROOKED_DEG = 9.0
_LAID_SIGMA_MM = 2.0
_SLID_COST = 4.0
_ASTRAY_COST = 9.0
_TURNS_DEG = np.arange(-90, 91) / 10


def row_turn(row: Sequence[tuple[float, float]], already_deg: float = 0.0) -> float:
    """How many degrees the line through boss and rooms is turned against the boss card (rules 4.2).

    `row` holds distance from the boss and drop of each room, measured in a frame that is `already_deg` away from the
    boss card. The boss card's own direction is the starting belief; a room that was slid down is an ordinary sight and
    costs little, one pushed up costs more.
    """
    whole = _TURNS_DEG + already_deg
    straight, bumped = (whole / _CROOKED_SIGMA_DEG) ** 2, _CROOKED_COST + (whole / _CROOKED_TAIL_DEG) ** 2
    cost = np.where(np.abs(whole) <= _MOST_CROOKED_DEG, np.minimum(straight, bumped), np.inf)
    along, drop = np.array(row, np.float64).T[:, :, None]
    off = (drop + np.tan(np.radians(_TURNS_DEG)) * along) / _LAID_SIGMA_MM
    cost = cost + np.minimum(off * off, np.where(off > 0, _SLID_COST, _ASTRAY_COST)).sum(axis=0)
    best = np.flatnonzero(cost <= cost.min() + 1e-9)
    return float(_TURNS_DEG[best[np.argmin(np.abs(_TURNS_DEG[best]))]])


def row_pitch(along_mm: Sequence[float], zones: Zones) -> float:
    """The distance from room to room in one dungeon: the pitch on whose multiples the rooms lie best."""
    if len(along_mm) < 2:
        return zones.pitch_mm
    low, high = zones.pitch_range
    usual = zones.pitch_mm
    pitches = np.append(low + 0.5 * np.arange(int((high - low) / 0.5) + 1), usual)[:, None]
    along = np.array(along_mm)
    off = np.abs(along - np.maximum(1, np.rint(along / pitches)) * pitches)
    misfits = (np.minimum(off / _LAID_SIGMA_MM, 3.0) ** 2).sum(axis=1) + ((pitches[:, 0] - usual) / 2.0) ** 2
    best = int(misfits[:-1].argmin())
    return float(pitches[best, 0]) if misfits[best] < misfits[-1] - 1.0 else usual


def card_pose(sticker: Pose, x_mm: float, y_mm: float) -> Pose:
    """The pose of a card whose sticker, glued so far from the card's middle, has this pose."""
    return sticker.moved(-x_mm, -y_mm)
