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
_MOST_LOOKED_AT, _MOST_SINGLES = 160, 100
"""So many finder patterns are looked at closely, and so many of them make guesses."""
_CLOSE_FIT, _SMALL_FIT = 0.5, 0.45
"""How well a lone finder pattern must fit in the closer look, and how well if modules are small."""
_QUARTER = math.pi / 2
_FEW_TURNS, _TURNS, _STEPS = 9, 18, 2
"""Turns within a quarter that are tried at first, then, and how many of these to each side of the best."""
_SMALL_PX = 1.2
"""Pixels per module below which the turn of a lone square is seen so badly that others around it are tried too."""
_AROUND = (-0.12, 0.0, 0.12)
"""Those others, in radians."""
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
    places = _best(finders, free)
    if not len(places):
        return Finders(places, np.zeros(0, np.float32)), np.zeros(0)
    here, across = _seen_from(plane, places)
    module = float(np.sqrt(np.median(np.abs(np.linalg.det(across))))) * plane.scale
    shrink = shrink_for(module)
    picture = levels.at(shrink)
    here, across = (here - levels.origin + 0.5) / shrink - 0.5, across * (plane.scale / shrink)
    coarse = _turned(picture, here, across, np.arange(_FEW_TURNS, dtype=np.float64) * (_QUARTER / _FEW_TURNS), 1)
    best = np.argsort(-coarse.max(axis=1))[:_MOST_SINGLES]
    about = coarse[best].argmax(axis=1).astype(np.float64) * (_QUARTER / _FEW_TURNS)
    steps = about[:, None] + np.arange(-_STEPS, _STEPS + 1) * (_QUARTER / _TURNS)
    fine = _turned(picture, here[best], across[best], steps, 2)
    good = fine.max(axis=1) > (_SMALL_FIT if module < _SMALL_PX else _CLOSE_FIT)
    turns = np.take_along_axis(steps, fine.argmax(axis=1)[:, None], axis=1)[good, 0]
    around = _AROUND if module < _SMALL_PX else (0.0,)
    chosen, fit = np.repeat(best[good], len(around)), np.repeat(fine[good].max(axis=1), len(around))
    return Finders(places[chosen], fit), np.repeat(turns, len(around)) + np.tile(around, len(turns))


def _best(finders: Finders, free: Bools) -> Doubles:
    """Where the free finder patterns are that fit best, if there are many."""
    fit = finders.fit[free]
    chosen = np.argsort(-fit)[:_MOST_LOOKED_AT] if len(fit) > _MOST_LOOKED_AT else slice(None)
    return np.asarray(finders.places[free][chosen])


def _seen_from(plane: Plane, places: Doubles) -> tuple[Doubles, Doubles]:
    """Where places of the plane are in the picture, and how a step in the plane goes there (n x 2 x 2)."""
    here, right, down = (plane.to_px(plane.to_mm(places + step)) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return here, np.stack((right - here, down - here), axis=2)


def _turned(picture: Picture, here: Doubles, across: Doubles, turns: Doubles, samples: int) -> Floats:
    """How well a finder pattern fits at these places in each of these turns (turns or places x turns, radians)."""
    points, ideal = _square(samples)
    cos, sin = np.cos(turns), np.sin(turns)
    turn = np.stack((np.stack((cos, -sin), axis=-1), np.stack((sin, cos), axis=-1)), axis=-2)
    ways = across[:, None] @ turn  # places x turns x 2 x 2
    spots = ways.astype(np.float32) @ points + here[:, None, :, None].astype(np.float32)
    x, y = (np.ascontiguousarray(spots[:, :, axis].reshape(len(here), -1)) for axis in (0, 1))
    seen = np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
    seen = seen.reshape(-1, points.shape[1])
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
