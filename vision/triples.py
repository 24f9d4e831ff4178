"""Three finder patterns at right angles: where a sticker may lie, and how it is turned."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.finders import Finders
from vision.grid import Doubles

LEG_MODULES = 14.0
"""From the middle of one finder pattern to the next."""
_LEG_OFF = 0.10
_CORNER_OFF = 0.17
"""How far the third finder pattern may lie from where it should, in parts of a leg."""
Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Corners:
    """Possible stickers: the finder patterns at top left, top right and bottom left (n x 3 x 2, plane pixels)."""

    places: Doubles
    worth: NDArray[np.float64]
    """How good the three look together, for the order in which they are tried."""
    members: Indices
    """Which finder patterns they are (n x 3); -1 is a guessed one."""


def legs(places: Doubles, length: float, off: float) -> tuple[Indices, Indices]:
    """All pairs (both ways) whose distance is this length, give or take a part of it. Points are hashed into cells."""
    reach = length * (1 + off)
    cells = np.floor(places / reach).astype(np.int64) + 1
    columns = int(cells[:, 0].max(initial=0)) + 3
    keys = cells[:, 1] * columns + cells[:, 0]
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    firsts, seconds = [], []
    for row in (-1, 0, 1):
        # the three cells of a row follow each other, so one range holds them all
        begin = np.searchsorted(ordered, keys + row * columns - 1, "left")
        end = np.searchsorted(ordered, keys + row * columns + 1, "right")
        one, other = spread(begin, end)
        firsts.append(one)
        seconds.append(order[other])
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    away = np.linalg.norm(places[first] - places[second], axis=1)
    right = np.abs(away - length) <= off * length
    return first[right], second[right]


def spread(begin: Indices, end: Indices) -> tuple[Indices, Indices]:
    """Every number of every range, beside the number of its range."""
    count = end - begin
    owner = np.repeat(np.arange(len(begin)), count)
    start = np.repeat(np.cumsum(count) - count, count)
    return owner, np.arange(int(count.sum())) - start + np.repeat(begin, count)


def find_triples(finders: Finders, scale: float, most: int) -> Corners:
    """The right isosceles triangles with legs of 14 modules, the best first."""
    places = finders.places
    corner, arm = legs(places, LEG_MODULES * scale, _LEG_OFF)
    order = np.argsort(corner, kind="stable")
    corner, arm = corner[order], arm[order]
    begin, end = np.searchsorted(corner, corner, "left"), np.searchsorted(corner, corner, "right")
    one, other = spread(begin, end)
    to_right, to_below = places[arm[one]] - places[corner[one]], places[arm[other]] - places[corner[one]]
    turned = np.column_stack((-to_right[:, 1], to_right[:, 0]))
    off = np.linalg.norm(to_below - turned, axis=1) / (LEG_MODULES * scale)
    near = off < _CORNER_OFF
    members = np.column_stack((corner[one], arm[one], arm[other]))[near]
    fit = finders.fit[members]
    worth = fit.sum(axis=1) + fit.min(axis=1) - 2.0 * off[near]
    best = np.argsort(-worth)[:most]
    return Corners(places[members[best]], worth[best].astype(np.float64), members[best])
