"""What another card hides of a sticker: everything beyond a straight line across it.

Of a set of such lines the one is chosen under which what should be seen agrees best with what is seen.
"""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.codebook import RING, SIDE, Bools, Floats, Indices
from vision.grid import Doubles, places
from vision.stickers import MODULES

_DIRECTIONS = 24
_FREE = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.86, 0.92, 0.97)
"""How much of the symbol a cover leaves free."""
_LINE = 0.4
"""Modules on the free side of the line that are left out too: the line itself is blurred."""
_WINDOW = 5
"""Modules each way that are compared together."""
_BY_CHANCE = 0.4
"""What speaks for a module that looks right by chance, and somewhat more."""
_LEAST_POWER = 0.005
_TOGETHER = 4.0
"""So many neighbouring modules count as one when covers are weighed against each other: all speak about the same."""
_ALTERNATIVES = 6
"""So many covers are told for each look: the corner of a card and its edge are often about as likely."""
_GOOD_FIT = 0.97
"""Beyond such a fit only more modules count."""

_CORNER_TURNS = 12
_CORNER_DEPTHS = (-8.0, -5.5, -3.0, -0.5, 2.0, 4.5, 7.0)
"""Where the edges of a card's corner lie on a sticker, in modules from its middle."""
_CORNER_FREE = (0.5, 0.96)

STRAIGHT = _DIRECTIONS * len(_FREE)
"""So many covers have a straight edge; then comes no cover at all, then corners of cards."""
ROUGHLY = np.array(
    [*(direction * len(_FREE) + depth for direction in range(0, _DIRECTIONS, 3) for depth in (1, 4, 7)), STRAIGHT]
)
"""A third of the directions and some of the depths, and no cover at all: enough for a first guess."""


@dataclass(frozen=True, slots=True)
class Covers:
    """All covers: the modules of a look that each leaves free (n x 529), and one from the same side that hides more."""

    free: Floats
    deeper: Indices


@cache
def covers() -> Covers:
    """Straight edges from all sides, no cover at all, and corners of cards."""
    x, y = places(1)[:, 0], places(1)[:, 1]
    inside = symbol_modules()
    masks = []
    for direction in range(_DIRECTIONS):
        angle = 2 * math.pi * direction / _DIRECTIONS
        depth = x * math.cos(angle) + y * math.sin(angle)
        masks += [depth <= np.quantile(depth[inside], part) - _LINE for part in _FREE]
    masks.append(np.ones(SIDE * SIDE, np.bool_))
    deeper = np.array([max(one - 1, one // len(_FREE) * len(_FREE)) for one in range(STRAIGHT)] + [STRAIGHT], np.intp)
    corners, below = _corners(x, y, inside)
    return Covers(np.concatenate((np.array(masks, np.float32), corners)), np.concatenate((deeper, below + len(deeper))))


def _corners(x: Doubles, y: Doubles, inside: Bools) -> tuple[Floats, Indices]:
    """Corners of cards that hide a corner of a sticker or a bite of its side, and for each a corner further in."""
    numbers: dict[tuple[int, int, int], int] = {}
    masks: list[Bools] = []
    low, high = _CORNER_FREE
    for turn in range(_CORNER_TURNS):
        angle = 2 * math.pi * turn / _CORNER_TURNS
        along, beside = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
        for one, first in enumerate(_CORNER_DEPTHS):
            for two, second in enumerate(_CORNER_DEPTHS):
                mask = (along <= first - _LINE) | (beside <= second - _LINE)
                if low <= mask[inside].mean() <= high:
                    numbers[turn, one, two] = len(masks)
                    masks.append(mask)
    below = [numbers.get((turn, one - 1, two - 1), own) for (turn, one, two), own in numbers.items()]
    return np.array(masks, np.float32), np.array(below, np.intp)


@cache
def symbol_modules() -> Bools:
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


@dataclass(frozen=True, slots=True)
class Sides:
    """What is free of each of several looks: the covers that explain it, the best first (n x several)."""

    covers: Indices
    clear: Floats
    """How well the free side of the best one agrees with what should be seen."""
    share: Floats
    """How much of the symbol is free, as all covers have it, each counted as far as it is likely."""

    def where(self, chosen: Indices) -> "Sides":
        """Only the chosen looks."""
        return Sides(self.covers[chosen], self.clear[chosen], self.share[chosen])


def free_side(values: Floats, bright: Floats) -> Sides:
    """The covers that explain each look once it is known what should be seen, and how well the free side agrees.

    Every module speaks for being seen or for being hidden; on the free side of the line they speak for being seen. A
    card throws a shadow on what lies below it, so brightness and contrast are only compared within a few modules.
    """
    speaks = _evidence(values, bright) @ covers().free.T
    order = np.argsort(-speaks, axis=1)[:, :_ALTERNATIVES]
    best = speaks[np.arange(len(values)), order[:, 0]]
    likely = np.exp((speaks - best[:, None]) / _TOGETHER)
    share = likely @ _shares() / likely.sum(axis=1)
    clear = best / covers().free[order[:, 0]].sum(axis=1)
    return Sides(np.asarray(order, np.intp), clear, np.asarray(share, np.float32))


def _evidence(values: Floats, bright: Floats) -> Floats:
    """How much each module of each look speaks for being seen."""
    mean, ideal_mean = _around(values), _around(bright)
    power, ideal_power = _around(values * values) - mean**2, _around(bright * bright) - ideal_mean**2
    joint = _around(values * bright) - mean * ideal_mean
    alike = joint / np.sqrt(np.maximum(power, 1.0) * np.maximum(ideal_power, _LEAST_POWER))
    alike = np.clip(alike, 0.0, _GOOD_FIT)
    return np.asarray(-0.5 * np.log(1 - alike * alike) - _BY_CHANCE, np.float32)


def _around(looks: Floats) -> Floats:
    """The mean of each module and its neighbours."""
    count = len(looks)
    tall = looks.reshape(count, SIDE, SIDE).transpose(1, 2, 0).reshape(SIDE, -1)
    tall = np.asarray(cv2.blur(tall, (1, _WINDOW), borderType=cv2.BORDER_REPLICATE))
    wide = tall.reshape(SIDE, SIDE, count).transpose(1, 0, 2).reshape(SIDE, -1)
    wide = np.asarray(cv2.blur(wide, (1, _WINDOW), borderType=cv2.BORDER_REPLICATE))
    return np.asarray(wide.reshape(SIDE, SIDE, count).transpose(2, 1, 0).reshape(count, -1), np.float32)


def further(cover: int, steps: int) -> list[int]:
    """A cover, and up to so many from the same side that hide more."""
    found = [cover]
    for _ in range(steps):
        found.append(int(covers().deeper[found[-1]]))
    return sorted(set(found))


def free_share(cover: int) -> float:
    """How much of a symbol a cover leaves free."""
    return float(_shares()[cover])


@cache
def _shares() -> Floats:
    """How much of a symbol each cover leaves free."""
    return np.asarray(covers().free[:, symbol_modules()].mean(axis=1), np.float32)
