"""Arms over the table: what reaches in from the picture's edge, is long or moves hides what lies below (rules 4.1)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.shades import EDGY, Mask

Points = NDArray[np.float64]

HAND_MM2 = 2500.0
"""The smallest moving or reaching thing that is taken for a hand: a few fingers."""
_ARM_MM = 70.0
"""Edges so near to each other belong to one arm."""
_LONG_MM = 600.0
"""Nothing that is laid down in one piece is so long, not even a whole dungeon: it is an arm, wherever it ends."""
_BESIDE_MM = 60.0
"""Nobody lays cards so near to the picture's edge: they are wider."""
_MADE_OF_CARDS = 0.5
"""What lies still and is cards for so much of it is no arm."""
_SHOWN = 3
"""Nothing lies over so many stickers that are read, if none is missed around them."""
_NOWHERE: Points = np.zeros((0, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """What is known about the cards on the table, in pixels."""

    outlines: Sequence[Points] = ()
    """Of those that were read lately, and of where they lay before: no arm is made of these."""
    read: Points = field(default_factory=_NOWHERE.copy)
    """The stickers that were read lately."""
    unread: Points = field(default_factory=_NOWHERE.copy)
    """The places of stickers that should be there and are not seen."""


def hiding(other: Mask, moves: Mask, edges: Mask, step: int, mm_per_px: float, cards: Callable[[], Cards]) -> Mask:
    """What is hidden: parts that reach in from the picture's edge, are long or move, and a little around them.

    A whole row of heroes that was pushed along is long too, but it is made of cards. A mirrored lamp has no sharp
    edges. Where an arm was that has left, cards are read and none is missed. And whoever rests at the picture's edge
    hides nothing as long as none is missed there.
    """
    if not other.any() and not moves.any():
        return other
    _, labels, stats, _ = cv2.connectedComponentsWithStats((other | moves).astype(np.uint8))
    parts, area = np.asarray(labels), np.asarray(stats)[:, 4]
    cell_mm = step * mm_per_px
    wide = max(3, round(_ARM_MM / cell_mm))
    moving = area >= HAND_MM2 / cell_mm**2
    moving &= np.bincount(parts[moves], minlength=len(area)) > 0
    moving[0] = False
    chosen = _is_reaching(np.asarray(stats, np.int32), other.shape, cell_mm) | moving
    sharp = np.bincount(parts[edges], minlength=len(area))
    chosen &= moving | (sharp >= EDGY * area)
    if (chosen & ~moving).any():
        known = cards()
        of_cards = np.bincount(parts[filled_in(known.outlines, step, other.shape)], minlength=len(area))
        chosen &= moving | (of_cards < _MADE_OF_CARDS * area)
        beside = is_beside(np.asarray(stats, np.int32), other.shape, cell_mm)
        for number in np.flatnonzero(chosen & ~moving):
            arm = _filled((parts == number).astype(np.uint8), wide)
            read, unread = (_inside(places, arm, step) for places in (known.read, known.unread))
            chosen[number] = unread > 0 or (read < _SHOWN and not beside[number])
    return _filled(chosen[parts].astype(np.uint8), wide)


def arms(mask: Mask, cell_mm: float) -> Mask:
    """The parts that may be an arm, whatever is seen of it, and a little around them."""
    if not mask.any():
        return mask
    wide = max(3, round(_ARM_MM / cell_mm))
    joined = np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8)))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    chosen = _is_reaching(np.asarray(stats, np.int32), mask.shape, cell_mm)
    return _filled(chosen[np.asarray(labels)].astype(np.uint8), wide)


def _is_reaching(parts: NDArray[np.int32], shape: tuple[int, ...], cell_mm: float) -> Mask:
    """Which parts (left, top, width, height, area) are large and long, or reach in from the picture's edge."""
    left, top, width, height, area = parts.T
    rows, columns = shape
    edge = (left <= 2) | (top <= 2) | (left + width >= columns - 2) | (top + height >= rows - 2)
    long = np.hypot(width, height) >= _LONG_MM / cell_mm
    chosen = np.asarray((edge | long) & (area >= HAND_MM2 / cell_mm**2))
    chosen[0] = False
    return chosen


def is_beside(parts: NDArray[np.int32], shape: tuple[int, ...], cell_mm: float) -> Mask:
    """Which parts (left, top, width, height, area) lie along the picture's edge, where no whole card has room."""
    left, top, width, height, _ = parts.T
    rows, columns = shape
    far = round(_BESIDE_MM / cell_mm)
    within = (left + width <= far) | (top + height <= far) | (left >= columns - far) | (top >= rows - far)
    return np.asarray(within)


def _inside(places: Points, mask: Mask, step: int) -> int:
    """How many of these places (pixels) lie in a mask."""
    rows, columns = mask.shape
    cells = np.clip(places // step, 0, (columns - 1, rows - 1)).astype(np.intp)
    return int(np.count_nonzero(mask[cells[:, 1], cells[:, 0]]))


def _filled(outlines: NDArray[np.uint8], wide: int) -> Mask:
    """Arms without their holes: a sleeve of one colour differs from the table only along its edges."""
    if not outlines.any():
        return outlines > 0
    joined = cv2.morphologyEx(outlines, cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hidden = np.zeros_like(outlines)
    for contour in contours:
        cv2.fillPoly(hidden, [cv2.convexHull(contour)], (1,))
    return np.asarray(cv2.dilate(hidden, np.ones((5, 5), np.uint8)), np.uint8) > 0


def filled_in(outlines: Iterable[Points], step: int, shape: tuple[int, ...]) -> Mask:
    """The cells within these outlines (pixels)."""
    inside = np.zeros(shape, np.uint8)
    for cells in in_cells(outlines, step):
        cv2.fillPoly(inside, [cells], (1,))
    return inside > 0


def in_cells(outlines: Iterable[Points], step: int) -> NDArray[np.int32]:
    """Outlines of four corners each (pixels), in cells."""
    corners = np.array(list(outlines)).reshape(-1, 4, 2)
    return np.rint((corners - step // 2) / step).astype(np.int32)
