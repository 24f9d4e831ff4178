"""Poses -> places in the words of the table: each card seen from its boss or from the town marker (rules 4.2, 4.3).

Pure geometry. No playmat and no fixed zones: a player's side is wherever the boss card lies, at any angle.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

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
    row_room: float = 0.40
    row_hero: float = 0.60
    wounds_aside: float = 0.60
    wounds_from: float = 0.20
    wounds_to: float = 2.5
    score_from: float = 0.5
    score_to: float = 4.0
    score_off: float = 1.25
    town_from: float = 0.3
    town_to: float = 16.0
    upright_deg: float = 25.0
    sideways_deg: float = 25.0
    """Either side of a quarter turn."""
    refit_rows: bool = True
    """Measure `drop` from the line through boss and rooms instead of the boss card's own direction."""
    pitch_range: tuple[float, float] = (62.0, 74.0)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card lying on the table: what its sticker says, what sort of card it is, and the pose of its middle."""

    code: Code
    role: Role
    pose: Pose


@dataclass(frozen=True, slots=True)
class _Frame:
    """The table as one player sees it, or as the town marker shows it."""

    seat: Code
    pose: Pose
    pitch_mm: float
    town: bool = False

    def seen(self, pose: Pose) -> tuple[float, float, float]:
        """u to the right, v towards the owner, and the turn relative to the frame's card (rules 4.2)."""
        angle = math.radians(self.pose.angle_deg)
        x, y = pose.x_mm - self.pose.x_mm, pose.y_mm - self.pose.y_mm
        u = x * math.cos(angle) + y * math.sin(angle)
        return u, y * math.cos(angle) - x * math.sin(angle), turn(pose.angle_deg - self.pose.angle_deg)


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
    cards: Iterable[Lying], zones: Zones | None = None, before: Mapping[Code, Code] | None = None
) -> tuple[SeenCard, ...]:
    """Say of every card where it lies. `before` tells to which seat a card belonged ("" is the town)."""
    limits, seats = zones or Zones(), before or {}
    lying = list(cards)
    frames = [_fitted_frame(card, lying, limits) for card in lying if card.role in (Role.BOSS, Role.TOWN)]
    return tuple(_placed(card, frames, limits, seats.get(card.code)) for card in lying)


def _placed(card: Lying, frames: Sequence[_Frame], zones: Zones, before: Code | None) -> SeenCard:
    if card.role is Role.BOSS:
        return _seen(card, Spot(Area.BOSS, card.code), Turned.UPRIGHT)
    claims = [claim for frame in frames for claim in _claims(card, frame, zones)]
    if not claims:
        return _seen(card, Spot(Area.ELSEWHERE), turned(card.pose.angle_deg, zones))
    # rules 4.2: of two frames that claim a card about equally, the one it belonged to keeps it
    best = min(claims, key=lambda claim: claim.off - (_LOYALTY if claim.spot.seat == before else 0.0))
    return _seen(card, best.spot, best.turned)


_LOYALTY = 0.15


def _seen(card: Lying, spot: Spot, lies: Turned) -> SeenCard:
    return SeenCard(card.code, spot, lies, card.pose.x_mm, card.pose.y_mm, turn(card.pose.angle_deg))


def _claims(card: Lying, frame: _Frame, zones: Zones) -> list[_Claim]:
    """The zones of one frame in which this card lies. A longer way to the boss counts a little against the claim."""
    u, v, relative = frame.seen(card.pose)
    lies = turned(relative, zones)
    if frame.town:
        return [_Claim(off, spot, lies) for off, spot in _town_zones(card.role, u / frame.pitch_mm, v, zones)]
    return [_Claim(off, spot, lies) for off, spot in _seat_zones(card.role, frame, u, v, zones)]


def _town_zones(role: Role, place: float, v: float, zones: Zones) -> list[tuple[float, Spot]]:
    width = zones.row_hero * zones.height_mm
    if role is not Role.HERO or abs(v) > width or not zones.town_from <= place <= zones.town_to:
        return []
    return [(abs(v) / width + 0.02 * place, Spot(Area.TOWN, place=place, drop_mm=v))]


def _seat_zones(role: Role, frame: _Frame, u: float, v: float, zones: Zones) -> list[tuple[float, Spot]]:
    found: list[tuple[float, Spot]] = []
    place, height = -u / frame.pitch_mm, zones.height_mm
    room = role in (Role.ROOM, Role.BACK)
    row = (zones.row_room if room else zones.row_hero) * height
    farthest = zones.farthest_slot if room else zones.farthest_hero
    if (room or role is Role.HERO) and abs(v) <= row and zones.nearest_slot <= place <= farthest:
        found.append((abs(v) / row + 0.02 * place, Spot(Area.ROW, frame.seat, place, v)))
    in_wounds = abs(place) <= zones.wounds_aside and zones.wounds_from * height <= v <= zones.wounds_to * height
    if role is Role.HERO and in_wounds:
        found.append((abs(place) / zones.wounds_aside, Spot(Area.WOUNDS, frame.seat, place, v)))
    score = zones.score_off * height
    if role is Role.BACK and zones.score_from < -place <= zones.score_to and abs(v) <= score:
        found.append((abs(v) / score - 0.02 * place, Spot(Area.SCORE, frame.seat, place, v)))
    return found


def _fitted_frame(card: Lying, lying: Sequence[Lying], zones: Zones) -> _Frame:
    """A player's frame with the direction and the pitch that the rooms show."""
    town = card.role is Role.TOWN
    frame = _Frame(Code("") if town else card.code, card.pose, zones.pitch_mm, town)
    if town:
        return frame
    rooms = [frame.seen(other.pose)[:2] for other in lying if other.role is Role.ROOM]
    row = [
        (-u, v)
        for u, v in rooms
        if abs(v) <= zones.row_room * zones.height_mm
        and zones.nearest_slot <= -u / zones.pitch_mm <= zones.farthest_slot
    ]
    if zones.refit_rows and len(row) >= 2:
        angle = card.pose.angle_deg + row_turn(row)
        frame = replace(frame, pose=Pose(card.pose.x_mm, card.pose.y_mm, angle))
    return replace(frame, pitch_mm=row_pitch([along for along, _ in row], zones))


_CROOKED_SIGMA_DEG = 1.5
_LAID_SIGMA_MM = 2.0
_SLID_COST = 4.0
_ASTRAY_COST = 9.0


def row_turn(row: Sequence[tuple[float, float]]) -> float:
    """How many degrees the line through boss and rooms is turned against the boss card (rules 4.2).

    `row` holds distance from the boss and drop of each room. The boss card's own direction is the starting belief; a
    room that was slid down is an ordinary sight and costs little, one pushed up costs more.
    """

    def misfit(degrees: float) -> float:
        slope = math.tan(math.radians(degrees))
        cost = (degrees / _CROOKED_SIGMA_DEG) ** 2
        for along, v in row:
            off = (v + slope * along) / _LAID_SIGMA_MM
            cost += min(off * off, _SLID_COST if off > 0 else _ASTRAY_COST)
        return cost

    return min((step / 10 for step in range(-60, 61)), key=misfit)


def row_pitch(along_mm: Sequence[float], zones: Zones) -> float:
    """The distance from room to room in one dungeon: the pitch on whose multiples the rooms lie best."""
    if len(along_mm) < 2:
        return zones.pitch_mm
    low, high = zones.pitch_range
    choices = [low + 0.5 * step for step in range(int((high - low) / 0.5) + 1)]

    def misfit(pitch: float) -> float:
        off = [along - max(1, round(along / pitch)) * pitch for along in along_mm]
        return sum(min(abs(one) / _LAID_SIGMA_MM, 3.0) ** 2 for one in off) + ((pitch - zones.pitch_mm) / 2.0) ** 2

    best = min(choices, key=misfit)
    return best if misfit(best) < misfit(zones.pitch_mm) - 1.0 else zones.pitch_mm


def card_pose(sticker: Pose, x_mm: float, y_mm: float) -> Pose:
    """The pose of a card whose sticker, glued so far from the card's middle, has this pose."""
    return sticker.moved(-x_mm, -y_mm)
