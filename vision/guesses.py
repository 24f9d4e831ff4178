"""Where a partly covered sticker may lie: guesses from one or two finder patterns that belong to no sticker yet.

The map tells how large a sticker is, so two finder patterns leave few ways to lie. One alone leaves only its turn, and
that is seen in a closer look at its square.
"""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.codebook import Floats
from vision.finders import Finders, bulls_eye
from vision.frames import Picture
from vision.grid import Doubles
from vision.levels import Levels, shrink_for
from vision.plane import Plane
from vision.recognition import Hits, belonging
from vision.triples import find_pairs, find_singles

_PAIR_FIT = 0.54
_MOST_PAIRS = 400
_MOST_LOOKED_AT, _MOST_SINGLES = 400, 100
"""So many finder patterns are looked at closely, and so many of them make guesses of their own."""
_SOON_FIT, _SOON_SMALL_FIT = 0.46, 0.43
"""How well a finder pattern must fit at the first, coarse closer look, where modules are large, and else."""
_CLOSE_FIT, _SMALL_FIT = 0.5, 0.45
"""How well a lone finder pattern must fit in the closer look, and how well if modules are small."""
_QUARTER = math.pi / 2
_FEW_TURNS, _TURNS, _STEPS = 9, 18, 2
"""Turns within a quarter that are tried at first, then, and how many of these to each side of the best."""
_LARGE_PX, _SMALL_PX = 1.8, 1.2
"""Pixels per module from which on a finder pattern shows about how it is turned and what it is, and below which the
turn of a lone square is seen so badly that others around it are tried too."""
_AROUND = (-0.12, 0.0, 0.12)
"""Those others, in radians."""
_REACH = 4.5
"""How far from its middle a finder pattern is looked at, in modules: the white line around it is seen too."""
_BLUR = 0.5
"""Modules by which the square that is compared is blurred."""


def guessed(levels: Levels, plane: Plane, finders: Finders, taken: Hits) -> Doubles:
    """Frames for which one or two finder patterns are seen that belong to no sticker found so far."""
    free = finders.where(finders.fit > _PAIR_FIT)
    here, across = _seen_from(plane, free.places)
    if len(taken) and len(here):
        new = ~belonging(here, taken)
        free, here, across = free.where(new), here[new], across[new]
    if not len(here):
        return np.zeros((0, 3, 3))
    view = _View.of(levels, here, across * plane.scale)
    likely, about = _coarse_look(view, free)
    together = free.where(likely > _SOON_FIT) if view.is_large else free
    ways = [find_pairs(together, plane.scale, _MOST_PAIRS, size) for size in plane.sizes]
    alone, turns = _lone(view, free, likely, about)
    ways += [find_singles(alone, turns, plane.scale, size) for size in plane.sizes]
    return plane.frames(np.concatenate([way.places for way in ways]))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """Places of the plane in a picture that is reduced as far as it can be, and how modules go there (n x 2 x 2)."""

    picture: Picture
    here: Doubles
    across: Doubles
    module: float
    """Pixels per module of the camera's picture."""

    @property
    def is_large(self) -> bool:
        """Whether modules are so large that a finder pattern is seen for what it is."""
        return self.module > _LARGE_PX

    @classmethod
    def of(cls, levels: Levels, here: Doubles, across: Doubles) -> "_View":
        module = float(np.sqrt(np.median(np.abs(np.linalg.det(across)))))
        shrink = shrink_for(module)
        return cls(levels.at(shrink), (here - levels.origin + 0.5) / shrink - 0.5, across / shrink, module)


def _coarse_look(view: _View, finders: Finders) -> tuple[Floats, Doubles]:
    """How well finder patterns fit when they are looked at more closely, and in which turn; only the best if there are
    many."""
    looked_at = np.argsort(-finders.fit)[:_MOST_LOOKED_AT]
    here, across = view.here[looked_at], view.across[looked_at]
    step = _QUARTER / _FEW_TURNS
    if view.is_large:
        turns = _on_table(finders.turn[looked_at], across)[:, None] + np.arange(-1, 2) * step
    else:
        turns = np.broadcast_to(np.arange(_FEW_TURNS) * step, (len(here), _FEW_TURNS))
    seen = _turned(view.picture, here, across, turns, 1)
    fit, turn = np.zeros(len(view.here), np.float32), np.zeros(len(view.here))
    fit[looked_at], turn[looked_at] = seen.max(axis=1), turns[np.arange(len(here)), seen.argmax(axis=1)]
    return fit, turn


def _on_table(turns: Floats, across: Doubles) -> Doubles:
    """Turns of squares in the picture as turns on the table: both sides of a square have their say."""
    cos, sin = np.cos(turns), np.sin(turns)
    sides = np.linalg.inv(across) @ np.stack((np.stack((cos, -sin), axis=1), np.stack((sin, cos), axis=1)), axis=1)
    return np.asarray(np.arctan2(sides[:, 1, 0] - sides[:, 0, 1], sides[:, 0, 0] + sides[:, 1, 1]))


def _lone(view: _View, finders: Finders, likely: Floats, about: Doubles) -> tuple[Finders, Doubles]:
    """Finder patterns that stand a closer look, the best ones if there are many, and how their squares are turned."""
    best = np.argsort(-likely)[:_MOST_SINGLES]
    best = best[likely[best] > (_SOON_FIT if view.is_large else _SOON_SMALL_FIT)]
    steps = about[best, None] + np.arange(-_STEPS, _STEPS + 1) * (_QUARTER / _TURNS)
    fine = _turned(view.picture, view.here[best], view.across[best], steps, 2)
    small = view.module < _SMALL_PX
    good = fine.max(axis=1) > (_SMALL_FIT if small else _CLOSE_FIT)
    turns = np.take_along_axis(steps, fine.argmax(axis=1)[:, None], axis=1)[good, 0]
    around = _AROUND if small else (0.0,)
    chosen = np.repeat(best[good], len(around))
    return finders.where(chosen), np.repeat(turns, len(around)) + np.tile(around, len(turns))


def _seen_from(plane: Plane, places: Doubles) -> tuple[Doubles, Doubles]:
    """Where places of the plane are in the picture, and how a step in the plane goes there (n x 2 x 2)."""
    here, right, down = (plane.to_px(plane.to_mm(places + step)) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return here, np.stack((right - here, down - here), axis=2)


def _turned(picture: Picture, here: Doubles, across: Doubles, turns: Doubles, samples: int) -> Floats:
    """How well a finder pattern fits at these places in each of these turns (places x turns, radians)."""
    if not len(here):
        return np.zeros(turns.shape, np.float32)
    points, ideal = _square(samples)
    cos, sin = np.cos(turns), np.sin(turns)
    turn = np.stack((np.stack((cos, -sin), axis=-1), np.stack((sin, cos), axis=-1)), axis=-2)
    ways = (across[:, None] @ turn).astype(np.float32)  # places x turns x 2 x 2
    each = np.repeat(here.astype(np.float32), turns.shape[1], axis=0)
    x, y = (ways[:, :, axis].reshape(-1, 2) @ points + each[:, axis, None] for axis in (0, 1))
    seen = np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
    power = np.einsum("ij,ij->i", seen, seen) - (seen @ np.ones(seen.shape[1], np.float32)) ** 2 / seen.shape[1]
    return np.asarray(seen @ ideal / np.sqrt(np.maximum(power, 1.0)), np.float32).reshape(len(here), -1)


@cache
def _square(samples: int) -> tuple[Floats, Floats]:
    """The places that a look at a finder pattern samples (2 x n), in modules, and what it should see there."""
    along = (np.arange(round(2 * _REACH * samples)) + 0.5) / samples - _REACH
    x, y = (part.ravel() for part in np.meshgrid(along, along))
    fine = 10
    edge = (np.arange(round(2 * (_REACH + 2) * fine)) + 0.5) / fine - _REACH - 2
    wide, high = np.meshgrid(edge, edge)
    soft = cv2.GaussianBlur(bulls_eye(np.maximum(np.abs(wide), np.abs(high))), (0, 0), _BLUR * fine)
    rows, columns = (np.rint((part + _REACH + 2) * fine - 0.5).astype(int) for part in (y, x))
    ideal = soft[rows, columns] - soft[rows, columns].mean()
    return np.stack((x, y)).astype(np.float32), np.asarray(ideal / np.linalg.norm(ideal), np.float32)
