"""Picture <-> table in millimetres, fitted from the stickers themselves.

Every sticker is a square of known edge in one plane. Their sides and diagonals fix the way from pixels to millimetres
up to a shift and a turn, and how the lens bows straight lines; the picture's middle is the origin and its x axis stays
the table's x axis (rules 4.2).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Code
from vision.tabletop import Pose

Floats = NDArray[np.float64]

_SIGMA_MM = 0.1
"""How exactly a side of a sticker is measured in one good picture."""
_PRIORS = np.array([np.inf, 0.15, 0.4, 0.35, 0.35, 0.05, 0.01])
"""Spread of scale, shear, log aspect, perspective and the lens' bow before anything is seen. With one or two stickers
they decide what the stickers cannot tell; with many they weigh nothing."""
_STEPS = 20
_NEARBY = 1e-6
"""How far values are changed to see what that changes."""


@dataclass(frozen=True, slots=True)
class Square:
    """One sticker in one picture: the corners of its symbol in pixels (4 x 2) and its true edge."""

    code: Code
    corners: Floats
    symbol_mm: float
    alike: bool = False
    """One of many with the same code: its place says nothing about a camera that moved."""

    @property
    def middle(self) -> Floats:
        """The middle of the symbol in pixels."""
        return np.asarray(self.corners.mean(axis=0))


@dataclass(frozen=True, slots=True)
class Bow:
    """How a lens bows straight lines: a point at r half picture widths from the middle is seen too near (or too far).

    Straight is seen times `1 + k1 r^2 + k2 r^4`, measured from the middle.
    """

    k1: float = 0.0
    k2: float = 0.0
    x: float = 0.0
    y: float = 0.0
    half_width: float = 1.0

    def __bool__(self) -> bool:
        return self.k1 != 0.0 or self.k2 != 0.0

    def straightened(self, points: Floats) -> Floats:
        """Where these points (pixels) would be without the bow."""
        away = points - (self.x, self.y)
        return np.asarray(away * self._stretch(away) + (self.x, self.y))

    def bowed(self, points: Floats) -> Floats:
        """Where straight points are seen: the way back."""
        straight = points - (self.x, self.y)
        away = np.einsum("...i,...i->...", straight, straight) / self.half_width**2
        return np.asarray(straight * np.interp(away, *_way_back(self.k1, self.k2))[..., None] + (self.x, self.y))

    def _stretch(self, away: Floats) -> Floats:
        square = np.einsum("...i,...i->...", away, away)[..., None] / self.half_width**2
        square = np.minimum(square, _FARTHEST**2)
        return np.asarray(np.maximum(1 + square * (self.k1 + self.k2 * square), _LEAST_STRETCH))


@lru_cache(maxsize=4)
def _way_back(k1: float, k2: float) -> tuple[Floats, Floats]:
    """How much nearer points are seen than they are, for squared distances from the middle that are: by Newton's
    method. Beyond the farthest one it is the same everywhere."""
    outermost = max(1 + k1 * _FARTHEST**2 + k2 * _FARTHEST**4, _LEAST_STRETCH) * _FARTHEST
    away = np.linspace(0, outermost**2, _BOW_PLACES)
    nearer = np.ones_like(away)
    for _ in range(_BOW_STEPS):
        square = np.minimum(nearer * nearer * away, _FARTHEST**2)
        once, twice = k1 * square, k2 * square * square
        stretch = np.maximum(1 + once + twice, _LEAST_STRETCH)
        nearer -= (nearer * stretch - 1) / np.maximum(stretch + 2 * once + 4 * twice, _LEAST_STRETCH)
    return away, nearer


_BOW_STEPS, _BOW_PLACES = 4, 2000
_LEAST_STRETCH = 0.2
_FARTHEST = 1.6
"""Half picture widths beyond which nothing is seen and nothing is believed."""


@dataclass(frozen=True, slots=True, eq=False)
class TableMap:
    """The way from pixels to millimetres on the table. `rms_mm` is how well the stickers' sides agree with it."""

    matrix: Floats
    rms_mm: float
    stickers: int
    bow: Bow = Bow()
    _back: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_back", np.asarray(np.linalg.inv(self.matrix)))

    def to_mm(self, points: Floats) -> Floats:
        """Points of the picture as points of the table."""
        return _mapped(self.matrix, self.bow.straightened(points) if self.bow else points)

    def to_px(self, points: Floats) -> Floats:
        """Points of the table as points of the picture."""
        straight = _mapped(self._back, points)
        return self.bow.bowed(straight) if self.bow else straight

    def stretched(self, factor: float) -> "TableMap":
        """The same map with everything on the table so many times as large."""
        return replace(self, matrix=np.diag((factor, factor, 1.0)) @ self.matrix)

    def pose(self, corners: Floats) -> Pose:
        """Middle and direction of a sticker with these corners."""
        return self.poses(corners[None])[0]

    def poses(self, corners: Floats) -> list[Pose]:
        """Middles and directions of stickers with these corners (n x 4 x 2)."""
        sides = self.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2)
        top_left, top_right, bottom_right, bottom_left = (sides[:, corner] for corner in range(4))
        right = top_right + bottom_right - top_left - bottom_left
        down = bottom_left + bottom_right - top_left - top_right
        # the downward side turned back by a quarter points right too: both together halve the error
        angles = np.degrees(np.arctan2(right[:, 1] - down[:, 0], right[:, 0] + down[:, 1]))
        return [Pose(x, y, angle) for (x, y), angle in zip(sides.mean(axis=1).tolist(), angles.tolist(), strict=True)]

    def redrawn(self, poses: Sequence[Pose], new: "TableMap") -> list[Pose]:
        """Poses on this map as they read on a newer one of the same picture."""
        ahead = [pose.moved(10.0, 0.0) for pose in poses]
        points = new.to_mm(self.to_px(np.array([(pose.x_mm, pose.y_mm) for pose in (*poses, *ahead)])))
        here, there = points[: len(poses)], points[len(poses) :]
        angles = np.degrees(np.arctan2(there[:, 1] - here[:, 1], there[:, 0] - here[:, 0]))
        return [Pose(x, y, angle) for (x, y), angle in zip(here.tolist(), angles.tolist(), strict=True)]


def _mapped(matrix: Floats, points: Floats) -> Floats:
    if points.size == 0:  # OpenCV answers None
        return np.zeros((0, 2))
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), matrix)[0])


def fit_map(squares: Sequence[Square], width: int, height: int) -> TableMap:
    """The map on which these stickers come out as squares of their true size, outliers counting little."""
    corners = np.array([square.corners for square in squares])
    edges = np.array([square.symbol_mm for square in squares])
    unit = (corners - (width / 2, height / 2)) / width
    true = np.column_stack([edges] * 4 + [edges * math.sqrt(2)] * 2).ravel()
    raw = np.linalg.norm(unit - np.roll(unit, 1, axis=1), axis=2).mean(axis=1)
    values = np.array([math.log(float(np.median(edges / raw))), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    values = _descend(values, unit, true, _huber)
    values = _descend(values, unit, true, _strict)
    error = _lengths(values[None], unit)[0] - true
    near = np.abs(error) <= 3 * max(float(np.median(np.abs(error))) * 1.5, 1e-6)
    normal = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, width]]) / width
    bow = Bow(float(values[5]), float(values[6]), width / 2, height / 2, width / 2)
    return TableMap(_matrix(values) @ normal, float(np.sqrt(np.mean(error[near] ** 2))), len(squares), bow)


def stretch_of(table: TableMap, squares: Sequence[Square]) -> float:
    """How many times as large as they are most stickers come out on a map."""
    return float(np.median(_stretches(table, squares).mean(axis=1)))


def _stretches(table: TableMap, squares: Sequence[Square]) -> Floats:
    """How many times as large as it is each side of each sticker comes out on a map (n x 4)."""
    corners = np.array([square.corners for square in squares])
    flat = table.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    sides = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2)
    return np.asarray(sides / np.array([square.symbol_mm for square in squares])[:, None])


def _huber(error: Floats) -> Floats:
    """Far from the answer: large errors count less."""
    return np.minimum(1.0, 2.0 / np.maximum(np.abs(error), 1e-9))


def _strict(error: Floats) -> Floats:
    """Near the answer: a card held above the table or a sticker of a wrong size counts nothing."""
    return np.asarray(1 / (1 + (error / 4.0) ** 2) ** 2)


def _descend(values: Floats, unit: Floats, true: Floats, weigh: Callable[[Floats], Floats]) -> Floats:
    """Gauss-Newton with robust weights and a little damping."""
    nearby = np.concatenate((np.zeros((1, len(values))), np.eye(len(values)) * _NEARBY))
    for _ in range(_STEPS):
        lengths, *beside = _lengths(values + nearby, unit)
        error = (lengths - true) / _SIGMA_MM
        weight = weigh(error)
        slope = (np.array(beside) - lengths).T / (_NEARBY * _SIGMA_MM)
        normal = slope.T @ (weight[:, None] * slope) + np.diag(1 / _PRIORS**2)
        pull = slope.T @ (weight * error) + values / _PRIORS**2
        change = np.linalg.solve(normal + 1e-9 * np.diag(np.diag(normal)), -pull)
        values = values + np.clip(change, -0.5, 0.5)
        if float(np.abs(change).max()) < 1e-6:
            break
    return values


def _matrix(values: Floats) -> Floats:
    scale, shear, aspect, x, y = values[:5].tolist()
    size = math.exp(scale)
    return np.array([[size, size * shear, 0], [0, size * math.exp(aspect), 0], [x, y, 1.0]])


def _lengths(values: Floats, unit: Floats) -> Floats:
    """Four sides and two diagonals of every sticker in millimetres, for each of several sets of values."""
    scale, shear, aspect, x, y, k1, k2 = values.T[:, :, None, None]
    square = 4 * np.sum(unit**2, axis=-1)
    bow = 1 + square * (k1 + k2 * square)
    right, down = unit[..., 0] * bow, unit[..., 1] * bow
    size = np.exp(scale) / np.maximum(1 + x * right + y * down, 0.05)
    right, down = size * (right + shear * down), size * np.exp(aspect) * down
    one, other = [0, 1, 2, 3, 0, 1], [1, 2, 3, 0, 2, 3]
    lengths = np.hypot(right[..., one] - right[..., other], down[..., one] - down[..., other])
    return np.asarray(lengths.reshape(len(values), -1))


@dataclass(slots=True)
class _Place:
    """A sticker that lay still: its mean corners over so many pictures."""

    square: Square
    count: int = 1

    def add(self, corners: Floats) -> None:
        self.count += 1
        share = 1.0 / min(self.count, 30)
        old = self.square
        self.square = Square(old.code, old.corners * (1 - share) + corners * share, old.symbol_mm, old.alike)


@dataclass(slots=True)
class Calibrator:
    """Keeps the map while the game goes on. The camera is fixed, so every place a sticker ever lay in helps."""

    width: int
    height: int
    map: TableMap | None = None
    starts: int = 0
    """How often it began anew because the camera was moved."""
    _places: list[_Place] = field(default_factory=list)
    _rest: dict[Code, Floats] = field(default_factory=dict)
    _known: int = 0
    _doubts: int = 0

    _STILL_PX = 2.0
    _MOVED_PX = 8.0
    _SOLID = 3
    _MOST_PLACES = 200
    _MOST_DOUBTS = 10
    _DOUBT = 0.04

    def see(self, squares: Sequence[Square]) -> TableMap | None:
        """Take in the stickers of one picture; the map, or None while no sticker was seen."""
        if self._camera_moved(squares) or self._disagrees(squares):
            self.start_anew()
        for square in squares:
            self._take_in(square)
        used = self._used()
        known = sum(min(place.count, 10) for place in used)
        if used and (self.map is None or known > 1.15 * self._known):
            self.map = fit_map([place.square for place in used], self.width, self.height)
            self._known = known
        return self.map

    def start_anew(self) -> None:
        """Forget everything: the camera was moved."""
        self._places, self._rest, self.map = [], {}, None
        self._known = self._doubts = 0
        self.starts += 1

    def _camera_moved(self, squares: Sequence[Square]) -> bool:
        """Players move a card or two; when most of them jump together, the camera was moved."""
        both = [square for square in squares if square.code in self._rest]
        jumped = [s for s in both if float(np.linalg.norm(s.middle - self._rest[s.code])) > self._MOVED_PX]
        return len(jumped) >= 3 and len(jumped) > 0.6 * len(both)

    def _disagrees(self, squares: Sequence[Square]) -> bool:
        """Few stickers cannot show a jump, but sizes that stay wrong do: camera higher, lower or tilted."""
        if self.map is None or not squares:
            return False
        wrong = np.abs(_stretches(self.map, squares) - 1).mean(axis=1)
        self._doubts = self._doubts + 1 if float(np.median(wrong)) > self._DOUBT else 0
        return self._doubts > self._MOST_DOUBTS

    def _take_in(self, square: Square) -> None:
        for place in self._places:
            near = place.square.code == square.code
            if near and float(np.linalg.norm(place.square.middle - square.middle)) < self._STILL_PX:
                place.add(square.corners)
                if place.count >= self._SOLID and not square.alike:
                    self._rest[square.code] = place.square.middle
                return
        if len(self._places) >= self._MOST_PLACES:
            rarest = min(range(len(self._places)), key=lambda index: self._places[index].count)
            del self._places[rarest]  # by its number: places hold arrays, which cannot be compared as a whole
        self._places.append(_Place(square))

    def _used(self) -> list[_Place]:
        """Stickers that lay still for a moment; in the first pictures all there are."""
        solid = [place for place in self._places if place.count >= self._SOLID]
        return solid if len(solid) >= 3 else self._places
