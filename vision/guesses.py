"""Where a partly covered sticker may lie: guesses from one or two finder patterns that belong to no sticker yet.

The map tells how large a sticker is, so two finder patterns leave few ways to lie. One alone leaves only its turn, and
that is seen in a closer look at its square.
"""

import math
from functools import cache

import cv2
import numpy as np

from vision.codebook import Bools, Floats
from vision.finders import Finders, bulls_eye
from vision.frames import Picture
from vision.grid import Doubles, modules_px
from vision.levels import Levels, shrink_for
from vision.plane import Plane
from vision.recognition import Hits
from vision.stickers import MODULES
from vision.triples import find_pairs, find_singles

_PAIR_FIT = 0.54
_MOST_PAIRS = 400
_SINGLE_FIT = 0.53
_MOST_SINGLES = 100
_CLOSE_FIT = 0.5
"""How well a lone finder pattern must fit in the closer look."""
_ANGLES, _FEW_ANGLES = 18, 6
_REACH = 4.5
"""How far from its middle a finder pattern is looked at, in modules: the white line around it is seen too."""
_BLUR = 0.5
"""Modules by which the square that is compared is blurred."""


def guessed(levels: Levels, plane: Plane, finders: Finders, taken: Hits) -> Doubles:
    """Frames for which one or two finder patterns are seen that belong to no sticker found so far."""
    if not len(finders.fit):
        return np.zeros((0, 3, 3))
    free = finders.fit > _PAIR_FIT
    if len(taken):
        free[free] = ~_within(plane, finders.places[free], taken)
    ways = [find_pairs(finders, free, plane.scale, _MOST_PAIRS, size) for size in plane.sizes]
    alone, turns = _lone(levels, plane, finders, free & (finders.fit > _SINGLE_FIT))
    ways += [find_singles(alone, turns, plane.scale, size) for size in plane.sizes]
    return plane.frames(np.concatenate([way.places for way in ways]))


def _within(plane: Plane, places: Doubles, taken: Hits) -> Bools:
    """Which of the finder patterns belong to stickers that were found."""
    middles = taken.frames[:, :2, 2] / taken.frames[:, 2:, 2]
    apart = plane.to_px(plane.to_mm(places))[:, None] - middles[None]
    reach = 0.65 * MODULES * modules_px(taken.frames)
    return np.asarray((np.einsum("ijk,ijk->ij", apart, apart) < reach[None] ** 2).any(axis=1))


def _lone(levels: Levels, plane: Plane, finders: Finders, free: Bools) -> tuple[Finders, Doubles]:
    """Finder patterns that stand a closer look, the best ones if there are many, and how their squares are turned."""
    places = finders.places[free]
    if not len(places):
        return Finders(places, np.zeros(0, np.float32)), np.zeros(0)
    here, across = _seen_from(plane, places)
    module = float(np.sqrt(np.median(np.abs(np.linalg.det(across))))) * plane.scale
    shrink = shrink_for(module)
    picture = levels.at(shrink)
    here, across = (here - levels.origin + 0.5) / shrink - 0.5, across * (plane.scale / shrink)
    fit = _turned(picture, here, across, _FEW_ANGLES, 1).max(axis=1)
    best = np.argsort(-fit)[:_MOST_SINGLES]
    fits = _turned(picture, here[best], across[best], _ANGLES, 2)
    good = fits.max(axis=1) > _CLOSE_FIT
    turns = fits[good].argmax(axis=1) * (math.pi / 2 / _ANGLES)
    return Finders(places[best[good]], fits[good].max(axis=1)), turns


def _seen_from(plane: Plane, places: Doubles) -> tuple[Doubles, Doubles]:
    """Where places of the plane are in the picture, and how a step in the plane goes there (n x 2 x 2)."""
    here, right, down = (plane.to_px(plane.to_mm(places + step)) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return here, np.stack((right - here, down - here), axis=2)


def _turned(picture: Picture, here: Doubles, across: Doubles, angles: int, samples: int) -> Floats:
    """How well a finder pattern fits at these places in each of so many turns (places x angles)."""
    points, ideal = _square(angles, samples)
    x, y = (across @ points + here[:, :, None]).astype(np.float32).transpose(1, 0, 2)
    seen = np.asarray(
        cv2.remap(
            picture, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.float32,
    ).reshape(len(here), angles, -1)
    spread = seen.std(axis=2) * math.sqrt(seen.shape[2])
    return np.asarray(seen @ ideal / np.maximum(spread, 1.0), np.float32)


@cache
def _square(angles: int, samples: int) -> tuple[Doubles, Floats]:
    """The places that a look at a finder pattern samples in each turn (2 x all), in modules, and what it should see."""
    count = round(2 * _REACH * samples)
    along = (np.arange(count) + 0.5) / samples - _REACH
    x, y = (part.ravel() for part in np.meshgrid(along, along))
    turn = np.arange(angles)[:, None] * (math.pi / 2 / angles)
    cos, sin = np.cos(turn), np.sin(turn)
    points = np.stack(((cos * x - sin * y).ravel(), (sin * x + cos * y).ravel()))
    fine = 10
    edge = (np.arange(round(2 * (_REACH + 2) * fine)) + 0.5) / fine - _REACH - 2
    wide, high = np.meshgrid(edge, edge)
    soft = cv2.GaussianBlur(bulls_eye(np.maximum(np.abs(wide), np.abs(high))), (0, 0), _BLUR * fine)
    rows, columns = (np.rint((part + _REACH + 2) * fine - 0.5).astype(int) for part in (y, x))
    ideal = soft[rows, columns] - soft[rows, columns].mean()
    return points, np.asarray(ideal / np.linalg.norm(ideal), np.float32)
