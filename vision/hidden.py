"""What another card hides of a sticker: everything beyond a straight line across it.

Of a set of such lines the one is chosen under which what should be seen agrees best with what is seen.
"""

import math
from functools import cache

import numpy as np

from vision.codebook import RING, SIDE, Floats, Indices
from vision.grid import places
from vision.stickers import MODULES

_DIRECTIONS = 24
_FREE = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.86, 0.92, 0.97)
"""How much of the symbol a cover leaves free."""
_LINE = 0.4
"""Modules on the free side of the line that are left out too: the line itself is blurred."""
_SURPRISE = 3.0
"""So much, at most, speaks against a single module; the contrast of black and white is 1."""
_LEAST_NOISE, _ANYTHING = 0.06, 0.45
"""Spread of brightness of a module that is seen, at least, and of one that is hidden."""
_GOOD_FIT = 0.97
"""Beyond such a fit only more modules count."""

ROUGHLY = np.array(
    [*(direction * len(_FREE) + depth for direction in range(0, _DIRECTIONS, 3) for depth in (1, 4, 7)), -1], np.intp
) % (_DIRECTIONS * len(_FREE) + 1)
"""A third of the directions and some of the depths, and no cover at all: enough for a first guess."""


@cache
def covers() -> Floats:
    """All covers: for each the modules of a look that stay free (n x 529)."""
    x, y = places(1)[:, 0], places(1)[:, 1]
    inside = symbol_modules()
    masks = []
    for direction in range(_DIRECTIONS):
        angle = 2 * math.pi * direction / _DIRECTIONS
        depth = x * math.cos(angle) + y * math.sin(angle)
        masks += [depth <= np.quantile(depth[inside], part) - _LINE for part in _FREE]
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


def free_side(values: Floats, bright: Floats, cover: Indices) -> Indices:
    """The cover that explains each look best once it is known what should be seen, beginning with a likely cover.

    Every module speaks for being seen or for being hidden; on the free side of the line they speak for being seen.
    """
    for _ in range(2):
        evidence = _evidence(values, bright, covers()[cover])
        cover = np.asarray((evidence @ covers().T).argmax(axis=1), np.intp)
    return cover


def _evidence(values: Floats, bright: Floats, free: Floats) -> Floats:
    """How much each module of each look speaks for being seen: a logarithm."""
    count = free.sum(axis=1, keepdims=True)
    ideal = bright - (bright * free).sum(axis=1, keepdims=True) / count
    seen = values - (values * free).sum(axis=1, keepdims=True) / count
    slope = (seen * ideal * free).sum(axis=1, keepdims=True) / (ideal * ideal * free).sum(axis=1, keepdims=True)
    off = seen / np.maximum(slope, 1e-3) - ideal
    noise = np.maximum(np.sqrt((off * off * free).sum(axis=1, keepdims=True) / count), _LEAST_NOISE)
    speaks = np.log(_ANYTHING / noise) + 0.5 * (off / _ANYTHING) ** 2 - 0.5 * (off / noise) ** 2
    return np.asarray(np.maximum(speaks, -_SURPRISE), np.float32)


def further(cover: int, steps: int) -> int:
    """A cover from the same side that hides so many steps more; the same if there is none."""
    if cover == len(covers()) - 1:
        return cover
    return max(cover - steps, cover // len(_FREE) * len(_FREE))
