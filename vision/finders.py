"""Finder patterns: the three bull's eyes of a sticker, found with one matched filter in the plane of the table."""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.codebook import Bools, Floats, Indices
from vision.frames import Picture
from vision.grid import Doubles

REACH_MODULES = 4.3
"""How much of a finder pattern and the white around it the filter looks at."""
LEAST = 0.52
"""How well a spot must fit to count as a possible finder pattern, whatever its turn."""
SQUARE = 0.55
"""How well it must fit when its turn may be chosen: art seldom does."""
_SPREAD_MODULES = 3.3
"""How far around a spot brightness must vary as much as a finder pattern's does."""
_RANGE = 0.08
"""A finder pattern's spread of brightness, in parts of the brightness range of the whole picture, at least."""
MOST = 6000


@dataclass(frozen=True, slots=True)
class Finders:
    """Possible finder patterns: places in plane pixels (n x 2), how well they fit (correlation), and about how their
    squares are turned (radians, within a quarter turn)."""

    places: Doubles
    fit: Floats
    turn: Floats

    def where(self, chosen: Bools | Indices) -> "Finders":
        """Only the chosen ones."""
        return Finders(self.places[chosen], self.fit[chosen], self.turn[chosen])


@cache
def finder_filter(scale: float, blur: float) -> Floats:
    """The finder pattern at so many pixels per module, averaged over all turns and blurred (modules).

    Scaled so that its answer, divided by the spread of brightness, is a correlation.
    """
    mean, inside = (_reduced(one) for one in (_turned(scale, blur)[0].mean(axis=0), _disk(scale)))
    small = (mean - np.sum(mean * inside) / inside.sum()) * inside
    return np.asarray(small / (np.linalg.norm(small) * math.sqrt(inside.sum())), np.float32)


@cache
def _sparse_filter(scale: float, blur: float) -> Floats:
    """The same without its weak pixels, which hardly matter: filtering takes as long as there are pixels in it."""
    whole = finder_filter(scale, blur)
    along = np.arange(len(whole)) - len(whole) // 2
    inside = np.minimum(np.hypot(along[:, None], along) / (_INSIDE_MODULES * scale), 1.0)
    strong = np.abs(whole) >= _WEAK * np.abs(whole).max() * inside
    few = np.where(strong, whole - whole[strong].mean(), 0.0)
    return np.asarray(few * (np.linalg.norm(whole) / np.linalg.norm(few)), np.float32)


_WEAK, _INSIDE_MODULES = 0.17, 3.0
"""Pixels of the filter below this part of the strongest one are left out at first; further inside weaker ones count."""
_AT_FIRST = 0.85
"""How well a spot must fit the filter without them, in parts of what it must reach in the end."""


@dataclass(frozen=True, slots=True)
class _Axes:
    """What a finder pattern can look like around its summit: turned in any way, and shifted by a part of a pixel.

    A turned square is the mean of all turns and, for the most part, two patterns with four arms each.
    """

    square: Indices
    """Where the pixels that are looked at lie, seen from the summit: rows and columns (n x 2)."""
    some: Indices
    """The same for every second one of those that count for the spread of brightness."""
    beside: Floats
    """The share of each pixel in that spread. This and all that follow have one value per pixel of the square."""
    weight: Floats
    """How much of each pixel lies inside, as a root."""
    level: Floats
    """Plain brightness, at unit length and at right angles to the others, as they are to each other."""
    axes: Floats
    """The mean of all turns, the patterns with four arms, shifts to the right and down (5 x n)."""
    filter: Floats
    """The filter itself."""
    wider: Indices
    """Where the pixels of a square lie that is larger by one pixel to each side (m x 2)."""
    moved: Floats
    """The filter on that square, and moved to the left, up, to the right and down by a pixel (m x 5)."""


@cache
def _finder_axes(scale: float, blur: float) -> _Axes:
    turned, angles = _turned(scale, blur)
    mean = turned.mean(axis=0)
    arms = [np.tensordot(wave(4 * angles), turned, 1) for wave in (np.cos, np.sin)]
    down, right = np.gradient(mean)
    inside = _reduced(_disk(scale))
    weight = np.sqrt(inside).ravel()
    made = [weight / np.linalg.norm(weight)]
    for pattern in (mean, *arms, right, down):
        rest = _reduced(pattern).ravel() * weight
        for axis in made:
            rest = rest - axis * (axis @ rest)
        made.append(rest / np.linalg.norm(rest))
    level, *axes = (np.asarray(axis, np.float32) for axis in made)
    reach, near = len(inside) // 2, round(_SPREAD_MODULES * scale)
    beside = np.pad(np.full((2 * near + 1, 2 * near + 1), (2 * near + 1) ** -2.0, np.float32), reach - near).ravel()
    whole = finder_filter(scale, blur)
    steps = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1))
    moved = [np.pad(whole, ((down, 2 - down), (right, 2 - right))).ravel() for down, right in steps]
    return _Axes(
        _pixels(reach), _pixels(near)[1::2], beside, weight.astype(np.float32), level, np.stack(axes), whole.ravel(),
        _pixels(reach + 1), np.stack(moved, axis=1),
    )  # fmt: skip


def _pixels(reach: int) -> Indices:
    """The pixels of a square, seen from its middle: rows and columns (n x 2)."""
    along = np.arange(-reach, reach + 1)
    return np.stack(np.meshgrid(along, along, indexing="ij"), axis=-1).reshape(-1, 2)


def _turned(scale: float, blur: float) -> tuple[Doubles, Doubles]:
    """The blurred finder pattern, drawn large, turned by several angles within a quarter turn; and those angles."""
    x, y = _points(scale)
    angles = np.linspace(0, math.pi / 2, 24, endpoint=False)
    drawn = []
    for angle in angles:
        c, s = math.cos(angle), math.sin(angle)
        one = bulls_eye(np.maximum(np.abs(c * x + s * y), np.abs(c * y - s * x)))
        drawn.append(np.asarray(cv2.GaussianBlur(one, (0, 0), max(blur * scale * _FINE, 0.5)), np.float64))
    return np.stack(drawn), angles


_FINE = 9
"""Points along a pixel's side at which patterns are drawn."""


def _points(scale: float) -> tuple[Doubles, Doubles]:
    """Where the points of a large drawing lie, in modules from its middle."""
    radius = math.ceil(REACH_MODULES * scale - 0.5)
    along = ((np.arange((2 * radius + 1) * _FINE) + 0.5) / _FINE - radius - 0.5) / scale
    x, y = np.meshgrid(along, along)
    return x, y


def _disk(scale: float) -> Doubles:
    return (np.hypot(*_points(scale)) <= REACH_MODULES + 0.3).astype(np.float64)


def _reduced(drawn: Doubles) -> Doubles:
    """A large drawing as pixels show it."""
    return np.asarray(cv2.resize(drawn, None, fx=1 / _FINE, fy=1 / _FINE, interpolation=cv2.INTER_AREA), np.float64)


def finder_rim(scale: float, blur: float) -> int:
    """So many pixels along each edge of a picture no finder pattern is looked for."""
    return len(finder_filter(scale, blur)) // 2 + 1


def bulls_eye(away: Doubles) -> Doubles:
    """White (1) or black (0) at this distance from the middle, counted in modules along the sides."""
    return np.where((away < 1.5) | ((away >= 2.5) & (away < 3.5)), 0.0, 1.0)


def find_finders(
    plane: Picture, scale: float, blur: float, least: float = LEAST, square: float = SQUARE, faint: float | None = None
) -> Finders:
    """The possible finder patterns in a picture of the table's plane; what varies less than `faint` is none.

    They must fit the mean of all turns at `least` so well, and `square` so well to one of them.
    """
    kernel, rim = _sparse_filter(scale, blur), finder_rim(scale, blur)
    if min(plane.shape) <= 2 * rim:
        return Finders(np.zeros((0, 2)), np.zeros(0, np.float32), np.zeros(0, np.float32))
    bright = plane.astype(np.float32)  # OpenCV filters floats several times as fast as bytes
    answer = np.asarray(cv2.filter2D(bright, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
    faint = faintest(plane) if faint is None else faint
    summits = _summits(answer, _AT_FIRST * least * faint, rim)
    known = _finder_axes(scale, blur)
    summits, fit, turn = _squares(bright, answer, summits, known, least, square, faint)
    if len(fit) > MOST:
        chosen = np.argpartition(-fit, MOST)[:MOST]
        summits, fit, turn = summits[chosen], fit[chosen], turn[chosen]
    return Finders(_tops(bright, summits, known), fit, turn)


def _squares(
    bright: Floats, answer: Floats, summits: Indices, known: _Axes, least: float, square: float, faint: float
) -> tuple[Indices, Floats, Floats]:
    """The summits that fit the whole filter, and of which enough may be a finder pattern turned in one way, and how."""
    about = _spread(_around(bright, summits, known.some), _evenly(len(known.some)), faint)
    summits = summits[answer.take(summits) > _AT_FIRST * least * about]
    around = _around(bright, summits, known.square)
    fit = around @ known.filter / _spread(around, known.beside, faint)
    good = np.flatnonzero(fit > least)
    seen = around[good] * known.weight
    found = seen @ known.axes.T
    power = np.einsum("ij,ij->i", seen, seen) - (seen @ known.level) ** 2
    square_enough = np.einsum("ij,ij->i", found, found) > square * square * np.maximum(power, 1.0)
    good, found = good[square_enough], found[square_enough]
    return summits[good], fit[good], np.arctan2(found[:, 2], found[:, 1]) / 4


@cache
def _evenly(count: int) -> Floats:
    return np.full(count, 1 / count, np.float32)


def _spread(around: Floats, share: Floats, faint: float) -> Floats:
    """How much brightness varies at these pixels (n x pixels), each counted by its share; `faint` at least."""
    mean = around @ share
    return np.asarray(np.sqrt(np.maximum((around * around) @ share - mean * mean, np.float32(faint * faint))))


def _around(bright: Floats, summits: Indices, pixels: Indices) -> Floats:
    """The brightness of these pixels, seen from each of the summits (n x pixels)."""
    return np.asarray(bright.take(summits[:, None] + pixels @ (bright.shape[1], 1)))


_FAINT = 4.0
"""Spread of brightness below which nothing is seen."""


def faintest(plane: Picture) -> float:
    """The spread of brightness from which on something can be a finder pattern in this light."""
    some = plane[::16, ::16].ravel()
    low, high = len(some) // 50, len(some) - 1 - len(some) // 50
    darkest, brightest = np.partition(some, (low, high))[[low, high]]
    return max(_FAINT, _RANGE * (float(brightest) - float(darkest)))


def _summits(answer: Floats, least: float, rim: int) -> Indices:
    """The places (counted row by row) where the answer is larger than all around it, but for those along the edge."""
    high = answer >= np.asarray(cv2.dilate(answer, _NEIGHBOURS))
    high &= answer >= np.float32(least)
    high[:rim] = high[-rim:] = False
    high[:, :rim] = high[:, -rim:] = False
    return np.flatnonzero(high)


_NEIGHBOURS = np.ones((7, 7), np.uint8)
"""Two finder patterns are never as near to each other as this reaches."""


def _tops(bright: Floats, summits: Indices, known: _Axes) -> Doubles:
    """Where between the pixels around each summit the whole filter answers most: x and y."""
    answers = _around(bright, summits, known.wider) @ known.moved
    here, before, after = answers[:, :1], answers[:, 1:3], answers[:, 3:]
    bend = np.minimum(before + after - 2 * here, -1e-6)  # the top of the parabola through three neighbours
    y, x = np.divmod(summits, bright.shape[1])
    return np.asarray(np.column_stack((x, y)) + np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float64)
