"""Stickers of which only a part is seen: another card lies over an edge or a corner.

A cover is taken as everything beyond a straight line across the sticker. Of a set of such lines the one is chosen under
which the parts that all stickers share fit best; then only the modules on the free side are compared with the list.
With fewer modules codes look more alike, so the score that is asked for is worked out anew for each cover.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from vision.codebook import RING, SIDE, WIDTHS, Codebook, Floats, Indices, Look, centred, unit, whitening
from vision.fitting import Fitted, Solver, fitted, solver
from vision.frames import Picture
from vision.grid import Doubles, modules_px, places, sampled, shrunk
from vision.levels import Levels, shrink_for
from vision.recognition import Hits, joined, moved, nothing, one_per_place, unshrunk
from vision.stickers import MODULES

_DIRECTIONS = 16
_FREE = (0.55, 0.62, 0.7, 0.78, 0.86, 0.93, 1.0)
"""How much of the symbol a cover leaves free."""
LEAST_SEEN = 0.45
"""Share of modules that must look right beyond chance. It comes out a tenth lower than what is really free."""
_LEAST_SHARED = 0.78
_ROUGHLY_SHARED, _SOON_SHARED = 0.56, 0.62
"""The same before the fit, and after its first step: what fits worse than this never came to fit well."""
_LEAST_WHOLE = 0.8
"""Correlation of all free modules with the best code, below which the careful comparison is not worth while."""
_LEAST_PLAIN = 0.5
"""Plain correlation with the best code of the list below which a guess is not worth the effort of a careful look."""
_ABOVE_NEAREST = 0.38
_AHEAD = 0.18
_KEPT = 48
_SAMPLE = 200
_MOST = 40
_MOST_GUESSES = 200
"""So many guesses are fitted at most: several of them are about the same sticker."""

_ROUGHLY = np.array([*(len(_FREE) - 1) * np.repeat(np.arange(0, _DIRECTIONS, 2), 3), (len(_FREE) - 1) * _DIRECTIONS])
_ROUGHLY[:-1] += np.tile((0, 2, 4), _DIRECTIONS // 2)
"""Half of the directions and half of the depths, and no cover at all: enough for a first guess."""


@cache
def covers() -> tuple[Floats, Floats]:
    """All covers: for each the modules of a look that stay free (n x 529), and the free part of the symbol."""
    x, y = places(1)[:, 0], places(1)[:, 1]
    inside = np.pad(np.ones((MODULES, MODULES), np.bool_), RING).ravel()
    masks, free = [], []
    for direction in range(_DIRECTIONS):
        angle = 2 * math.pi * direction / _DIRECTIONS
        depth = x * math.cos(angle) + y * math.sin(angle)
        for part in _FREE[:-1]:
            edge = np.quantile(depth[inside], part)
            masks.append(depth <= edge - 0.4)  # the line itself is blurred
            free.append(part)
    masks.append(np.ones(SIDE * SIDE, np.bool_))
    free.append(1.0)
    return np.array(masks, np.float32), np.array(free, np.float32)


@dataclass(frozen=True, slots=True)
class _PartBook:
    """The list as far as a cover leaves it to be seen, under one blur."""

    data: Indices
    lens: Floats
    bank: Floats
    least: float
    ahead: float


@dataclass(slots=True)
class PartReader:
    """Reads stickers of which at least three fifths are free."""

    book: Codebook
    _books: "OrderedDict[tuple[int, int], _PartBook]" = field(init=False)
    _powers: dict[tuple[int, int], Floats] = field(default_factory=dict)
    _solvers: Solver | None = None

    def __post_init__(self) -> None:
        self._books = _books_of(self.book)

    def read(self, levels: Levels, frames: Doubles) -> Hits:
        """What lies partly free in these frames; only what can be believed is told."""
        if not len(frames):
            return nothing()
        shrink = shrink_for(float(np.median(modules_px(frames))))
        picture = levels.at(shrink)
        small = shrunk(moved(frames, levels.origin, -1), shrink)
        cover, fit = self._rough_covers(sampled(picture, small, self._shared_places()))
        good = np.argsort(-fit)[:_MOST_GUESSES]
        good = good[fit[good] > _ROUGHLY_SHARED]
        now = self._aligned(picture, small[good], cover[good])
        cover, fit = self._covers(now.values)
        good = np.flatnonzero(fit > _LEAST_SHARED)
        if not len(good):
            return nothing()
        good = good[one_per_place(now.frames[good], fit[good])][:_MOST]
        hits = self._named(picture, now.frames[good], sampled(picture, now.frames[good], places(1)), cover[good])
        whole = moved(unshrunk(hits.frames, shrink), levels.origin, 1)
        return replace(hits, frames=whole, sigma_px=(hits.sigma_px * modules_px(whole)).astype(np.float32))

    def _covers(self, values: Floats) -> tuple[Indices, Floats]:
        """The likeliest cover of each look at the shared modules, and how well what is free of them fits."""
        shared = self.book.shared.ravel()
        return _likeliest(values, self.book.shared_looks[1:7:2, shared], covers()[0][:, shared])

    def _rough_covers(self, values: Floats) -> tuple[Indices, Floats]:
        """The same for many guesses: fewer covers and one blur."""
        shared = self.book.shared.ravel()
        chosen, fit = _likeliest(values, self.book.shared_looks[3:4, shared], covers()[0][_ROUGHLY][:, shared])
        return _ROUGHLY[chosen], fit

    def _aligned(self, picture: Picture, frames: Doubles, cover: Indices) -> Fitted:
        """Fit to the shared parts on the free side; what fits badly after the first step is dropped."""
        for steps in (1, 3):
            now = fitted(picture, frames, self._shared_places(), self._shared_solvers().of(cover), steps)
            good = now.fit > _SOON_SHARED
            frames, cover = now.frames[good], cover[good]
        return Fitted(frames, now.values[good], now.fit[good], now.sigma[good])

    def _shared_places(self) -> Doubles:
        """Where modules lie that are the same on all stickers."""
        return places(1)[self.book.shared.ravel()]

    def _shared_solvers(self) -> Solver:
        """The fits to the shared parts under every cover, prepared once."""
        if self._solvers is None:
            shared = self.book.shared.ravel()
            look = self.book.shared_look(WIDTHS[3])
            seen = Look(*(part[:, shared] for part in (look.bright, look.right, look.down, look.soft)))
            self._solvers = solver(seen, self._shared_places(), covers()[0][:, shared])
        return self._solvers

    def _named(self, picture: Picture, frames: Doubles, values: Floats, cover: Indices) -> Hits:
        """The codes in frames under covers, fitted to them and judged again; sizes are those of the picture given."""
        blur = self._blurs(values, cover)
        number, plain = self._plainly(values, cover, blur)
        good = plain >= _LEAST_PLAIN
        number, blur = number[good], blur[good]
        if not len(number):
            return nothing()
        look = self.book.own_look(number, blur)
        now = self._fitted_to(picture, frames[good], look, cover[good])
        cover = _likeliest(now.values, look.bright[None], covers()[0])[0]
        now = self._fitted_to(picture, now.frames, look, cover)
        believed = [
            self._believed(now, one, int(cover[one])) for one in range(len(cover)) if now.fit[one] >= _LEAST_WHOLE
        ]
        return joined([hit for hit in believed if len(hit)])

    def _believed(self, now: Fitted, one: int, cover: int) -> Hits:
        """What one of the fitted frames shows, if that is beyond doubt."""
        values = now.values[one : one + 1]
        number, score, lead, blur = self._best(values, cover)
        part = self._part(cover, blur)
        if score < part.least or lead < part.ahead or self._seen_share(values, number, blur, cover) < LEAST_SEEN:
            return nothing()
        return Hits(
            now.frames[one : one + 1],
            np.array([number], np.intp),
            np.array([score], np.float32),
            np.array([lead], np.float32),
            now.fit[one : one + 1],
            np.array([blur], np.intp),
            now.sigma[one : one + 1],
            np.ones(1, np.bool_),
        )

    def _fitted_to(self, picture: Picture, frames: Doubles, look: Look, cover: Indices) -> Fitted:
        return fitted(picture, frames, places(1), solver(look, places(1), covers()[0][cover]), 4)

    def _plainly(self, values: Floats, cover: Indices, blur: Indices) -> tuple[Indices, Floats]:
        """The best code for the free data modules, compared in the simplest way, and its correlation."""
        number, plain = np.zeros(len(values), np.intp), np.zeros(len(values), np.float32)
        data = values[:, self.book.data]
        free = covers()[0][cover][:, self.book.data]
        count = free.sum(axis=1, keepdims=True)
        seen = (data - (data * free).sum(axis=1, keepdims=True) / count) * free
        seen = unit(np.asarray(seen, np.float32))
        for width in np.unique(blur):
            these = np.flatnonzero(blur == width)
            lengths = np.stack([self._lengths(int(one), int(width)) for one in cover[these]])
            scores = seen[these] @ self.book.data_looks(int(width))[0].T / lengths
            number[these] = scores.argmax(axis=1)
            plain[these] = scores.max(axis=1)
        return number, plain

    def _lengths(self, cover: int, blur: int) -> Floats:
        """How strongly every code of the list varies in the data modules that a cover leaves free; worked out once."""
        made = self._powers.get((cover, blur))
        if made is None:
            free = covers()[0][cover][self.book.data]
            mean = self.book.data_looks(blur)[0] @ free
            power = self.book.squared_looks(blur) @ free - mean**2 / free.sum()
            made = self._powers[cover, blur] = np.sqrt(np.maximum(power, 1e-6))
        return made

    def _blurs(self, values: Floats, cover: Indices) -> Indices:
        """The blur that the free shared parts of each look show."""
        looks = self.book.shared_looks
        free = covers()[0][cover] * self.book.shared.ravel()
        count = free.sum(axis=1, keepdims=True)
        seen = (values - (values * free).sum(axis=1, keepdims=True) / count) * free
        power = free @ (looks * looks).T - (free @ looks.T) ** 2 / count
        return np.asarray((seen @ looks.T / np.sqrt(np.maximum(power, 1e-6))).argmax(axis=1), np.intp)

    def _seen_share(self, values: Floats, number: int, blur: int, cover: int) -> float:
        """How much of the symbol looks as this code says; chance agreement is taken off."""
        look = self.book.look(WIDTHS[blur], 1, np.array([number])).bright[0]
        free = covers()[0][cover] > 0
        slope, base = np.polyfit(look[free], values[0][free], 1)
        agrees = np.abs((values[0] - base) / max(float(slope), 1e-3) - look) < _AGREES
        inside = np.pad(np.ones((MODULES, MODULES), np.bool_), RING).ravel()
        share = float(np.mean(agrees[inside]))
        return (share - _BY_CHANCE) / (1 - _BY_CHANCE)

    def _best(self, values: Floats, cover: int) -> tuple[int, float, float, int]:
        """Best code, score, lead and blur of one look under a cover."""
        blur = int(self._blurs(values, np.array([cover]))[0])
        part = self._part(cover, blur)
        scores = unit(centred(values[:, part.data]) @ part.lens)[0] @ part.bank.T
        first, second = np.argpartition(-scores, 1)[:2] if len(scores) > 1 else (0, 0)
        if scores[second] > scores[first]:
            first, second = second, first
        lead = float(scores[first] - scores[second]) if len(scores) > 1 else float(scores[first])
        return int(first), float(scores[first]), lead, blur

    def _part(self, cover: int, blur: int) -> _PartBook:
        made = self._books.get((cover, blur))
        if made is None:
            made = self._books[cover, blur] = self._make(cover, blur)
            while len(self._books) > _KEPT:
                self._books.popitem(last=False)
        self._books.move_to_end((cover, blur))
        return made

    def _make(self, cover: int, blur: int) -> _PartBook:
        free = covers()[0][cover][self.book.data] > 0
        listed, decoys = self.book.data_looks(blur)
        listed, decoys = centred(listed[:, free]), centred(decoys[::3, free])
        lens = whitening(np.concatenate((listed, decoys)))
        bank, others = unit(listed @ lens), unit(decoys @ lens)
        some = bank[:: max(1, len(bank) // _SAMPLE)]
        among = some @ bank.T
        among[among > 0.999] = -1.0
        nearest = max(float((others @ bank.T).max()), float(among.max()))
        least = nearest + _ABOVE_NEAREST * (1 - nearest)
        return _PartBook(self.book.data[free], lens, bank, least, _AHEAD * (1 - nearest))


@cache
def _books_of(book: Codebook) -> "OrderedDict[tuple[int, int], _PartBook]":
    """What was worked out about parts of this list, for all readers of it."""
    return OrderedDict()


def _likeliest(values: Floats, looks: Floats, weight: Floats) -> tuple[Indices, Floats]:
    """Of many covers (weights of modules) the one that explains each look best, and how well the free part fits.

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
    # the likelihood of the free part; beyond a very good fit only more modules count
    gain = -total * np.log(np.maximum(1 - np.clip(best, 0, 0.97) ** 2, 1e-3))
    chosen = np.asarray(gain.argmax(axis=1), np.intp)
    return chosen, best[np.arange(len(values)), chosen]


_AGREES = 0.25
_BY_CHANCE = 0.35
