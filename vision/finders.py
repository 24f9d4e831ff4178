"""Finder patterns: the three bull's eyes of a sticker, found with one matched filter in the plane of the table."""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codebook import Floats, Indices
from vision.frames import Picture
from vision.grid import Doubles

REACH_MODULES = 4.3
"""How much of a finder pattern and the white around it the filter looks at."""
LEAST = 0.52
"""How well a spot must fit to count as a possible finder pattern."""
_SPREAD_MODULES = 3.3
"""How far around a spot brightness must vary as much as a finder pattern's does."""
_RANGE = 0.08
"""A finder pattern's spread of brightness, in parts of the brightness range of the whole picture, at least."""
MOST = 6000


@dataclass(frozen=True, slots=True)
class Finders:
    """Possible finder patterns: places in plane pixels (n x 2) and how well they fit (correlation)."""

    places: Doubles
    fit: Floats


@cache
def finder_filter(scale: float, blur: float) -> Floats:
    """The finder pattern at so many pixels per module, averaged over all turns and blurred (modules).

    Scaled so that its answer, divided by the spread of brightness, is a correlation.
    """
    radius = math.ceil(REACH_MODULES * scale - 0.5)
    fine = 9
    edge = (2 * radius + 1) * fine
    along = ((np.arange(edge) + 0.5) / fine - radius - 0.5) / scale
    x, y = np.meshgrid(along, along)
    total = np.zeros((edge, edge))
    for angle in np.linspace(0, math.pi / 2, 24, endpoint=False):
        c, s = math.cos(angle), math.sin(angle)
        total += bulls_eye(np.maximum(np.abs(c * x + s * y), np.abs(c * y - s * x)))
    soft = cv2.GaussianBlur(total, (0, 0), max(blur * scale * fine, 0.5))
    disk = (np.hypot(x, y) <= REACH_MODULES + 0.3).astype(np.float64)
    small, inside = (
        cv2.resize(one, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA) for one in (soft, disk)
    )
    small = (small - np.sum(small * inside) / inside.sum()) * inside
    return np.asarray(small / (np.linalg.norm(small) * math.sqrt(inside.sum())), np.float32)


def finder_rim(scale: float, blur: float) -> int:
    """So many pixels along each edge of a picture no finder pattern is looked for."""
    return len(finder_filter(scale, blur)) // 2 + 1


def bulls_eye(away: Doubles) -> Doubles:
    """White (1) or black (0) at this distance from the middle, counted in modules along the sides."""
    return np.where((away < 1.5) | ((away >= 2.5) & (away < 3.5)), 0.0, 1.0)


def find_finders(
    plane: Picture, scale: float, blur: float, least: float = LEAST, faint: float | None = None
) -> Finders:
    """The possible finder patterns in a picture of the table's plane; what varies less than `faint` is none."""
    kernel = finder_filter(scale, blur)
    window = kernel.shape
    if min(plane.shape) < window[0]:
        return Finders(np.zeros((0, 2)), np.zeros(0, np.float32))
    bright = plane.astype(np.float32)  # OpenCV filters floats several times as fast as bytes
    answer = np.asarray(cv2.filter2D(bright, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
    radius = round(_SPREAD_MODULES * scale)
    faint = faintest(plane) if faint is None else faint
    rows, columns = _summits(answer, least * faint, finder_rim(scale, blur))
    fit = answer[rows, columns] / _spread(plane, rows, columns, radius, faint)
    chosen = np.flatnonzero(fit > least)
    if len(chosen) > MOST:
        chosen = chosen[np.argpartition(-fit[chosen], MOST)[:MOST]]
    rows, columns, fit = rows[chosen], columns[chosen], fit[chosen]
    here = answer[rows, columns]
    x = columns + _top(answer[rows, columns - 1], here, answer[rows, columns + 1])
    y = rows + _top(answer[rows - 1, columns], here, answer[rows + 1, columns])
    return Finders(np.column_stack((x, y)).astype(np.float64), fit.astype(np.float32))


_FAINT = 4.0
"""Spread of brightness below which nothing is seen."""


def faintest(plane: Picture) -> float:
    """The spread of brightness from which on something can be a finder pattern in this light."""
    some = np.sort(plane[::16, ::16].ravel())
    darkest, brightest = some[len(some) // 50], some[-1 - len(some) // 50]
    return max(_FAINT, _RANGE * (float(brightest) - float(darkest)))


def _summits(answer: Floats, least: float, border: int) -> tuple[Indices, Indices]:
    """Rows and columns where the answer is larger than all around it."""
    inner = answer[border:-border, border:-border]
    top = np.asarray(cv2.dilate(answer, _NEIGHBOURS))[border:-border, border:-border]
    found = np.flatnonzero((inner >= top) & (inner >= np.float32(least)))
    rows, columns = np.divmod(found, inner.shape[1])
    return rows + border, columns + border


def _spread(plane: Picture, rows: Indices, columns: Indices, radius: int, faint: float) -> Floats:
    """The standard deviation of brightness around these places."""
    sums, squares = cv2.integral2(plane, sdepth=cv2.CV_32S, sqdepth=cv2.CV_64F)
    top, bottom, left, right = rows - radius, rows + radius + 1, columns - radius, columns + radius + 1
    count = (2 * radius + 1) ** 2

    def mean(table: NDArray[np.float64]) -> NDArray[np.float64]:
        whole = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
        return np.asarray(whole / count, np.float64)

    variance = mean(np.asarray(squares)) - mean(np.asarray(sums)) ** 2
    return np.asarray(np.sqrt(np.maximum(variance, faint * faint)), np.float32)


_NEIGHBOURS = np.ones((3, 3), np.uint8)


def _top(before: Floats, here: Floats, after: Floats) -> Floats:
    """Where between three neighbours the top of a parabola lies, seen from the middle one."""
    bend = np.minimum(before + after - 2 * here, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float32)
