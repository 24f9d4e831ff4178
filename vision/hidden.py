"""What another card hides of a sticker: everything beyond a straight line across it.

Of a set of such lines the one is chosen under which what should be seen agrees best with what is seen.
"""

import math
from functools import cache

import numpy as np

from vision.codebook import RING, SIDE, Floats, Indices
from vision.grid import places
from vision.stickers import MODULES

_DIRECTIONS = 16
_FREE = (0.55, 0.62, 0.7, 0.78, 0.86, 0.93, 1.0)
"""How much of the symbol a cover leaves free."""
_LINE = 0.4
"""Modules on the free side of the line that are left out too: the line itself is blurred."""
_GOOD_FIT = 0.97
"""Beyond such a fit only more modules count."""

ROUGHLY = np.array([*(len(_FREE) - 1) * np.repeat(np.arange(0, _DIRECTIONS, 2), 3), (len(_FREE) - 1) * _DIRECTIONS])
ROUGHLY[:-1] += np.tile((0, 2, 4), _DIRECTIONS // 2)
"""Half of the directions and half of the depths, and no cover at all: enough for a first guess."""


@cache
def covers() -> Floats:
    """All covers: for each the modules of a look that stay free (n x 529)."""
    x, y = places(1)[:, 0], places(1)[:, 1]
    inside = symbol_modules()
    masks = []
    for direction in range(_DIRECTIONS):
        angle = 2 * math.pi * direction / _DIRECTIONS
        depth = x * math.cos(angle) + y * math.sin(angle)
        masks += [depth <= np.quantile(depth[inside], part) - _LINE for part in _FREE[:-1]]
    masks.append(np.ones(SIDE * SIDE, np.bool_))
    return np.array(masks, np.float32)


@cache
def symbol_modules() -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Which modules of a look belong to the symbol and not to the ring around it."""
    return np.pad(np.ones((MODULES, MODULES), np.bool_), RING).ravel()


def likeliest(values: Floats, looks: Floats, weight: Floats) -> tuple[Indices, Floats, Floats]:
    """Of many covers (weights of modules) the one that explains each look best, how well the free part fits (a
    correlation), and how much more likely that is than chance (a logarithm).

    What should be seen is given under several blurs, either once for all looks or for each of them.
    """
    total = weight.sum(axis=1)
    best = np.full((len(values), len(weight)), -1.0, np.float32)
    mean = values @ weight.T / total
    power = (values * values) @ weight.T / total - mean**2
    for look in looks:
        ideal_mean = look @ weight.T / total
        ideal_power = (look * look) @ weight.T / total - ideal_mean**2
        joint = (values * look) @ weight.T / total - mean * ideal_mean
        fit = joint / np.sqrt(np.maximum(power, 1.0) * np.maximum(ideal_power, 1e-6))
        np.maximum(best, fit.astype(np.float32), out=best)
    gain = -total * np.log(np.maximum(1 - np.clip(best, 0, _GOOD_FIT) ** 2, 1e-3))
    chosen = np.asarray(gain.argmax(axis=1), np.intp)
    here = np.arange(len(values))
    return chosen, best[here, chosen], np.asarray(gain[here, chosen], np.float32)
