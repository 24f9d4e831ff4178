"""The list as far as a cover leaves it to be seen: which code agrees best with part of a sticker, and how surely.

With fewer modules, and with more blur, codes look more alike. How alike two of them can be by chance follows from how
many independent modules the free part is worth; the score that is asked for lies above that, and a score counts by how
seldom chance would reach it.
"""

import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from vision.codebook import NOISE, Codebook, Floats, Indices
from vision.grid import Doubles, places
from vision.hidden import covers

CERTAIN = 22.0
"""Chance, logarithmic, that an answer must beat. Looks at strangers pass 9 once in 140, then e times less per 1.2."""
_CHANCE = 14.5
"""Logarithm of so many pairs of stickers: of them the two most alike make the limit."""
_ABOVE_NEAREST = 0.3
_AHEAD = 0.18
_RIVALS = 16
"""So many codes are compared in the end; the others are too far off."""
_KEPT = 160
_ANY_LIGHT = 100.0
"""Power of brightness and of slopes of it, which are unknown, against which nothing can be told from them."""
_LIGHTS = 3
"""So many ways light may change across a sticker: evenly, to the right, and downwards."""


@dataclass(frozen=True, slots=True)
class Part:
    """How looks are compared as far as a cover leaves them to be seen, under one blur."""

    free: Indices
    """The free ones among the data modules."""
    metric: Floats
    """The matrix that takes out what all codes have in common; with it the product of two looks is a score."""
    worth: float
    """So many independent modules would tell as much."""
    least: float
    ahead: float
    """The score that is asked for, and the lead."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The best code for a look, its score and lead, and the blur under which it is seen.

    `certain` is the logarithm of how seldom chance reaches such a score.
    """

    number: int
    score: float
    lead: float
    blur: int
    certain: float
    sure: bool


@dataclass(slots=True)
class PartBook:
    """Compares looks with the list under covers; what that needs is worked out once per cover and blur."""

    book: Codebook
    _parts: "OrderedDict[tuple[int, int], Part]" = field(init=False)

    def __post_init__(self) -> None:
        self._parts = _parts_of(self.book)

    def best(self, values: Floats, cover: int, blur: int) -> Answer:
        """The best code of one look under a cover and a blur."""
        return self._best(values[None], [cover], blur)[0]

    def each_best(self, values: Floats, covers_: Indices, blurs: Indices) -> list[Answer]:
        """The best code of each look (n x places) under its cover and blur. Those of one blur share a walk through the
        list."""
        answers: dict[int, Answer] = {}
        for blur in np.unique(blurs).tolist():
            these = np.flatnonzero(blurs == blur)
            found = self._best(values[these], covers_[these].tolist(), blur)
            answers.update(zip(these.tolist(), found, strict=True))
        return [answers[one] for one in range(len(values))]

    def _best(self, values: Floats, covers_: Sequence[int], blur: int) -> list[Answer]:
        """The best code of each look under its cover and one blur."""
        listed = self.book.data_looks(blur)[0]
        parts = [self.part(cover, blur) for cover in covers_]
        turned, power = np.zeros((len(parts), listed.shape[1]), np.float32), []
        for row, part, look in zip(turned, parts, values, strict=True):
            seen = look[self.book.data[part.free]]
            seen = seen - seen.mean()
            row[part.free] = part.metric @ seen
            power.append(float(seen @ row[part.free]))
        alike = turned @ listed.T
        return [_judged(*one, listed, blur) for one in zip(parts, alike, power, strict=True)]

    def scores(self, values: Floats, numbers: Indices, covers_: Indices, blurs: Indices) -> Floats:
        """How well each look (n x places) agrees with one code under its cover and blur."""
        found = np.zeros(len(values), np.float32)
        for one, (look, number, cover, blur) in enumerate(zip(values, numbers, covers_, blurs, strict=True)):
            part = self.part(int(cover), int(blur))
            ideal = self.book.data_looks(int(blur))[0][number, part.free]
            seen = look[self.book.data[part.free]]
            turned = part.metric @ (seen - seen.mean())
            power = float((seen - seen.mean()) @ turned) * float(ideal @ part.metric @ ideal)
            found[one] = float(turned @ ideal) / math.sqrt(max(power, 1e-6))
        return found

    def part(self, cover: int, blur: int) -> Part:
        """What a cover leaves of the list under a blur."""
        made = self._parts.get((cover, blur))
        if made is None:
            made = self._parts[cover, blur] = self._make(cover, blur)
            while len(self._parts) > _KEPT:
                self._parts.popitem(last=False)
        self._parts.move_to_end((cover, blur))
        return made

    def _make(self, cover: int, blur: int) -> Part:
        free = np.flatnonzero(covers().free[cover][self.book.data])
        common = self.book.common(blur)[np.ix_(free, free)]
        metric = np.linalg.inv(common + NOISE * np.eye(len(free)) + _ANY_LIGHT * _shades(self.book.data[free]))
        # the squares of what the metric leaves of the codes: chance correlates by one over the root of this
        once, twice = NOISE * float(np.trace(metric)), NOISE**2 * float(np.sum(metric * metric))
        worth = (len(free) - _LIGHTS - once) ** 2 / (len(free) - _LIGHTS - 2 * once + twice)
        nearest = math.sqrt(1 - math.exp(-2 * _CHANCE / max(worth - 1, 1.0)))
        least = nearest + _ABOVE_NEAREST * (1 - nearest)
        return Part(free, metric.astype(np.float32), worth, least, _AHEAD * (1 - nearest))


@cache
def _parts_of(book: Codebook) -> "OrderedDict[tuple[int, int], Part]":
    """What was worked out about parts of this list, for all readers of it."""
    return OrderedDict()


def _shades(modules: Indices) -> Doubles:
    """Light that changes evenly across these modules, as products of each two of them."""
    shades = np.column_stack((np.ones(len(modules)), places(1)[modules] / 10))
    return np.asarray(shades @ shades.T)


def _judged(part: Part, alike: Floats, power: float, listed: Floats, blur: int) -> Answer:
    """The best code of one look: how `alike` it is to each code is known, but not yet how much that means."""
    rivals = np.argpartition(-alike, min(_RIVALS, len(alike)) - 1)[:_RIVALS]
    looks = listed[rivals][:, part.free]
    powers = np.einsum("ij,ij->i", looks @ part.metric, looks) * power
    scores = alike[rivals] / np.sqrt(np.maximum(powers, 1e-6))
    order = np.argsort(-scores)
    score = float(scores[order[0]])
    lead = score - (float(scores[order[1]]) if len(order) > 1 else 0.0)
    certain = -(part.worth - 1) / 2 * math.log(max(1 - score * abs(score), 1e-6))
    sure = certain >= CERTAIN and score >= part.least and lead >= part.ahead
    return Answer(int(rivals[order[0]]), score, lead, blur, certain, sure)
