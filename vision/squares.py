"""Stickers without finder patterns, scratched or glared over: their whole squares, told from what all stickers share.

Every turn is tried everywhere, which takes long; so this is for small parts of the picture in which a card is sought,
or lies and cannot be read.
"""

import math
from functools import lru_cache

import cv2
import numpy as np

from vision.codebook import SIDE, Floats
from vision.frames import Picture
from vision.grid import Doubles
from vision.levels import Levels
from vision.plane import Box, Plane
from vision.recognition import Hits, belonging

_TURNS = 15
"""So many turns within a quarter are tried: three degrees off are half a module at a sticker's corners."""
_LEAST_FIT = 0.3
_MOST_PLACES, _PER_PLACE = 10, 3
"""So many places, and turns at each of them, are compared with the list."""
_AROUND, _FAINT = 1.0, 2.0
"""How far around a spot brightness is evened out, in stickers, and how many grey levels count as no difference."""
_FINDERS = np.array(((-7.0, -7.0), (7.0, -7.0), (-7.0, 7.0)))
"""Where finder patterns are, in modules from a sticker's middle."""


def squares(levels: Levels, plane: Plane, box: Box, shared: Floats, taken: Hits) -> Doubles:
    """Frames in a part of the plane in which something is as a whole like what all stickers share (`shared`)."""
    seen = plane.of(levels, box)
    found = [np.zeros((0, 3, 2))]
    for size in plane.sizes:
        module = plane.scale * size
        side = round(SIDE * module)
        if min(seen.shape) <= side:
            continue
        middles, turns = _likeliest(_evened(seen, side), _symmetric(shared.tobytes(), side), side)
        middles += box[:2]
        if len(taken) and len(middles):
            new = ~belonging(plane.to_px(plane.to_mm(middles)), taken)
            middles, turns = middles[new], turns[new]
        found.append(_finders(middles, turns, module))
    return plane.frames(np.concatenate(found))


def _evened(picture: Picture, side: int) -> Floats:
    """The picture everywhere as bright and as rich in contrast as anywhere else."""
    wide = round(_AROUND * side) | 1
    seen = picture.astype(np.float32)
    plain = seen - np.asarray(cv2.blur(seen, (wide, wide)), np.float32)
    much = np.sqrt(np.asarray(cv2.blur(plain * plain, (wide, wide)), np.float32))
    return np.asarray(plain / (much + _FAINT), np.float32)


@lru_cache(maxsize=8)
def _symmetric(shared: bytes, side: int) -> Floats:
    """What stickers share whichever way they are turned by quarters: a bright square with dark corners in it."""
    look = np.frombuffer(shared, np.float32).reshape(SIDE, SIDE)
    mean = np.asarray(sum(np.rot90(look, quarter) for quarter in range(4)), np.float32) / 4
    return np.asarray(cv2.resize(mean, (side, side), interpolation=cv2.INTER_LINEAR), np.float32)


def _likeliest(seen: Floats, look: Floats, side: int) -> tuple[Doubles, Doubles]:
    """Where the look is found best, and in which turns within a quarter (radians)."""
    rows, columns = seen.shape
    fits, places, turns = [], [], []
    for step in range(_TURNS):
        turn = step * 90.0 / _TURNS
        there = cv2.getRotationMatrix2D((columns / 2, rows / 2), turn, 1.0)
        back = cv2.invertAffineTransform(there)
        turned = cv2.warpAffine(seen, there, (columns, rows), borderMode=cv2.BORDER_REFLECT)
        fit = np.asarray(cv2.matchTemplate(turned, look, cv2.TM_CCOEFF_NORMED), np.float32)
        around = max(3, side // 3 | 1)
        best = (fit == cv2.dilate(fit, np.ones((around, around), np.uint8))) & (fit > _LEAST_FIT)
        y, x = np.nonzero(best)
        middles = np.column_stack((x, y)) + (side - 1) / 2
        fits.append(fit[y, x])
        places.append(middles @ back[:, :2].T + back[:, 2])
        turns.append(np.full(len(x), math.radians(turn)))
    fit, place, turn_of = np.concatenate(fits), np.concatenate(places), np.concatenate(turns)
    chosen = _some_per_place(place, fit, side / 2)
    return place[chosen], turn_of[chosen]


def _some_per_place(places: Doubles, fit: Floats, apart: float) -> list[int]:
    """The best of all, and of those at one place some."""
    kept: list[list[int]] = []
    for one in np.argsort(-fit).tolist():
        near = next((those for those in kept if np.hypot(*(places[those[0]] - places[one])) < apart), None)
        if near is None and len(kept) < _MOST_PLACES:
            kept.append([one])
        elif near is not None and len(near) < _PER_PLACE:
            near.append(one)
    return [one for those in kept for one in those]


def _finders(middles: Doubles, turns: Doubles, module: float) -> Doubles:
    """Where finder patterns would be at these places, in each of four quarters (n x 3 x 2)."""
    angles = (turns[:, None] + np.arange(4) * (math.pi / 2)).ravel()
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = (_FINDERS * module).T
    around = np.stack((x * cos - y * sin, x * sin + y * cos), axis=2)
    return np.asarray(np.repeat(middles, 4, axis=0)[:, None] + around)
