"""What comes between camera and cards: the outlines of hands and slips, and how much of a sticker stays visible."""

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.overlap import Outline, card_outline, rectangle
from vision.stickers import MODULES, STICKER_MODULES
from vision.tabletop import Cover, CoverKind, Laid, Pose, Sticker, Tabletop

SLIP_MM = (34.0, 22.0)
DIE_MM = 16.0
COIN_MM = 22.0
_FINGERS: tuple[tuple[float, float, float, float, float], ...] = (
    (-27.0, -30.0, -34.0, -80.0, 8.0),
    (-9.0, -36.0, -11.0, -98.0, 8.5),
    (9.0, -36.0, 11.0, -94.0, 8.5),
    (26.0, -30.0, 32.0, -76.0, 7.5),
    (-34.0, 12.0, -66.0, -26.0, 9.5),
)
"""From knuckle to tip and half the width, seen from the palm's middle in millimetres."""
_FOREARM_MM = (26.0, 900.0)
"""Half its width, and how far it reaches towards its player."""
_GRID = 4
"""Points per module and direction at which a sticker is looked at."""


def cover_outlines(cover: Cover) -> tuple[Outline, ...]:
    """The shapes that a cover consists of, in millimetres on the table."""
    match cover.kind:
        case CoverKind.SLIP:
            return (rectangle(cover.pose, *SLIP_MM),)
        case CoverKind.DIE:
            return (rectangle(cover.pose, DIE_MM, DIE_MM),)
        case CoverKind.COIN:
            return (_placed(_disc(COIN_MM / 2), cover.pose),)
        case CoverKind.SLEEVE:
            return (_placed(_SLEEVE, cover.pose),)
        case CoverKind.HAND:
            return tuple(_placed(shape, cover.pose) for shape in _hand())


def marked_outlines(cover: Cover) -> tuple[Outline, ...]:
    """The dark parts of what is drawn on a cover: the pips of a die, the ring of a coin."""
    if cover.kind is CoverKind.DIE:
        corners = ((-4.0, -4.0), (4.0, -4.0), (0.0, 0.0), (-4.0, 4.0), (4.0, 4.0))
        return tuple(_placed(_disc(1.5, *corner), cover.pose) for corner in corners)
    return (_placed(_disc(COIN_MM * 0.3), cover.pose),) if cover.kind is CoverKind.COIN else ()


def visible_share(table: Tabletop, laid: Laid) -> float:
    """How much of a card's symbol nothing covers, 0 to 1; 0 for a card that shows no sticker."""
    sticker = laid.sticker
    if sticker is None:
        return 0.0
    shows = np.full((MODULES * _GRID,) * 2, 255, dtype=np.uint8)
    for outline in _above(table, laid):
        cv2.fillPoly(shows, [_seen_from(sticker, outline)], (0,), cv2.LINE_8, _SHIFT)
    return float(np.count_nonzero(shows)) / shows.size


_SHIFT = 6
"""Bits after the point that OpenCV draws with."""


def _above(table: Tabletop, laid: Laid) -> list[Outline]:
    """The outlines of everything that lies above a card."""
    place = table.laid.index(laid)
    held = [outline for cover in table.covers for outline in cover_outlines(cover)]
    return [card_outline(above) for above in table.laid[place + 1 :]] + held


def _seen_from(sticker: Sticker, outline: Outline) -> NDArray[np.int32]:
    """An outline in the points of a symbol's grid, ready to be drawn."""
    symbol = sticker.size_mm * MODULES / STICKER_MODULES
    angle = math.radians(sticker.pose.angle_deg)
    away = np.array(outline) - (sticker.pose.x_mm, sticker.pose.y_mm)
    x = away[:, 0] * math.cos(angle) + away[:, 1] * math.sin(angle)
    y = away[:, 1] * math.cos(angle) - away[:, 0] * math.sin(angle)
    points = (np.stack((x, y), axis=1) / symbol + 0.5) * (MODULES * _GRID) - 0.5
    return np.rint(np.clip(points, -1e4, 1e4) * (1 << _SHIFT)).astype(np.int32)


_SLEEVE: Outline = ((-38.0, 62.0), (38.0, 62.0), (70.0, 950.0), (-70.0, 950.0))
"""From the wrist towards the player."""


@cache
def _disc(radius: float, x: float = 0.0, y: float = 0.0) -> Outline:
    turns = np.linspace(0, 2 * math.pi, 25)[:-1]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


@cache
def _hand() -> tuple[Outline, ...]:
    """Forearm, palm, fingers and thumb, each convex."""
    half, length = _FOREARM_MM
    forearm = ((-half * 0.8, 20.0), (half * 0.8, 20.0), (half * 1.3, length), (-half * 1.3, length))
    palm = tuple((38 * math.cos(turn), 46 * math.sin(turn)) for turn in np.linspace(0, 2 * math.pi, 28)[:-1])
    return (forearm, palm, *(_capsule(*finger) for finger in _FINGERS))


def _capsule(x0: float, y0: float, x1: float, y1: float, half: float) -> Outline:
    """A finger: a line as thick as this with a round end."""
    along = math.atan2(y1 - y0, x1 - x0)
    tip = [along + turn for turn in np.linspace(-math.pi / 2, math.pi / 2, 9)]
    base = [along + turn for turn in (math.pi / 2, -math.pi / 2)]
    ends = [(x1, y1, turn) for turn in tip] + [(x0, y0, turn) for turn in base]
    return tuple((x + half * math.cos(turn), y + half * math.sin(turn)) for x, y, turn in ends)


def _placed(shape: Outline, pose: Pose) -> Outline:
    places = (pose.moved(x, y) for x, y in shape)
    return tuple((place.x_mm, place.y_mm) for place in places)
