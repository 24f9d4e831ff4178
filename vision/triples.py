"""Three finder patterns at right angles: where a sticker may lie, and how it is turned."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.finders import Finders
from vision.grid import Doubles

LEG_MODULES = 14.0
"""From the middle of one finder pattern to the next."""
_LEG_OFF = 0.10
_CORNER_OFF = 0.15
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


def legs(places: Doubles, least: float, reach: float) -> tuple[Indices, Indices]:
    """All pairs (both ways) whose distance lies between two lengths. Points are hashed into cells."""
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
    apart = places[first] - places[second]
    square = np.einsum("ij,ij->i", apart, apart)
    right = (square >= least * least) & (square <= reach * reach)
    return first[right], second[right]


def spread(begin: Indices, end: Indices) -> tuple[Indices, Indices]:
    """Every number of every range, beside the number of its range."""
    count = end - begin
    owner = np.repeat(np.arange(len(begin)), count)
    start = np.repeat(np.cumsum(count) - count, count)
    return owner, np.arange(int(count.sum())) - start + np.repeat(begin, count)


def find_triples(finders: Finders, scale: float, most: int, sizes: tuple[float, ...] = (1.0,)) -> Corners:
    """The right isosceles triangles with legs of 14 modules, the best first.

    `scale` is pixels per module; stickers may be larger or smaller than that by the factors `sizes`.
    """
    places = finders.places
    if len(places) < 3:
        return Corners(np.zeros((0, 3, 2)), np.zeros(0), np.zeros((0, 3), np.intp))
    leg = LEG_MODULES * scale
    corner, arm = legs(places, leg * min(sizes) * (1 - _LEG_OFF), leg * max(sizes) * (1 + _LEG_OFF))
    order = np.argsort(corner, kind="stable")
    corner, arm = corner[order], arm[order]
    begin, end = np.searchsorted(corner, corner, "left"), np.searchsorted(corner, corner, "right")
    one, other = spread(begin, end)
    to_right, to_below = places[arm[one]] - places[corner[one]], places[arm[other]] - places[corner[one]]
    turned = np.column_stack((-to_right[:, 1], to_right[:, 0]))
    off = np.linalg.norm(to_below - turned, axis=1) / leg
    near = off < _CORNER_OFF
    members = np.column_stack((corner[one], arm[one], arm[other]))[near]
    fit = finders.fit[members]
    worth = fit.sum(axis=1) + fit.min(axis=1) - 2.0 * off[near]
    best = np.argsort(-worth)[:most]
    return Corners(places[members[best]], worth[best].astype(np.float64), members[best])


def find_pairs(finders: Finders, scale: float, most: int, size: float = 1.0) -> Corners:
    """Where two finder patterns are seen and a third may be covered: every way in which the two can belong together.

    Two along a side leave four ways to lie, two across the diagonal leave two.
    """
    places, fit, leg = finders.places, finders.fit, LEG_MODULES * scale * size
    one, other = legs(places, leg * (1 - _PAIR_OFF), leg * (1 + _PAIR_OFF))
    along = places[other] - places[one]
    side = np.column_stack((-along[:, 1], along[:, 0]))
    first, second = places[one], places[other]
    ways = [
        np.stack((first, second, first + side), axis=1),  # top left and top right
        np.stack((first, first - side, second), axis=1),  # top left and bottom left
    ]
    worth = [fit[one] + fit[other]] * 2
    cross, across = legs(places, leg * (1 - _PAIR_OFF) * _DIAGONAL, leg * (1 + _PAIR_OFF) * _DIAGONAL)
    middle, half = (places[cross] + places[across]) / 2, (places[across] - places[cross]) / 2
    corner = middle + np.column_stack((half[:, 1], -half[:, 0]))
    ways.append(np.stack((corner, places[across], places[cross]), axis=1))
    worth.append(fit[cross] + fit[across])
    together, value = np.concatenate(ways), np.concatenate(worth)
    best = np.argsort(-value)[:most]
    return Corners(together[best], value[best].astype(np.float64), np.full((len(best), 3), -1, np.intp))


_PAIR_OFF = 0.06
_DIAGONAL = 2**0.5


def find_singles(finders: Finders, turns: Doubles, scale: float, size: float = 1.0) -> Corners:
    """Where only one finder pattern is seen: it may be any of the three, in each of the four ways its square can lie.

    `turns` are the directions (radians) of the squares.
    """
    places, leg = finders.places, LEG_MODULES * scale * size
    ways = []
    for quarter in range(4):
        turn = turns + quarter * np.pi / 2
        right = leg * np.column_stack((np.cos(turn), np.sin(turn)))
        down = np.column_stack((-right[:, 1], right[:, 0]))
        for corner in (places, places - right, places - down):
            ways.append(np.stack((corner, corner + right, corner + down), axis=1))
    together = np.concatenate(ways)
    return Corners(together, np.tile(finders.fit, 12).astype(np.float64), np.full((len(together), 3), -1, np.intp))
