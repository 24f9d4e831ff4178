"""Stickers of which only a part is seen: another card lies over an edge or a corner.

A cover is taken as everything beyond a straight line across the sticker. Of a set of such lines the one is chosen under
which the parts that all stickers share fit best; then only the modules on the free side are compared with the list.
With fewer modules codes look more alike, so the score that is asked for is worked out anew for each cover.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from vision.codebook import RING, SIDE, WIDTHS, Codebook, Floats, Indices, centred, unit, whitening
from vision.fitting import Fitted, fitted, solver
from vision.frames import Picture
from vision.grid import Doubles, modules_px, places, sampled, shrunk
from vision.levels import Levels, shrink_for
from vision.recognition import Hits, moved, nothing, one_per_place, unshrunk
from vision.stickers import MODULES

_DIRECTIONS = 16
_FREE = (0.55, 0.62, 0.7, 0.78, 0.86, 0.93, 1.0)
"""How much of the symbol a cover leaves free."""
LEAST_SEEN = 0.45
"""Share of modules that must look right beyond chance. It comes out a tenth lower than what is really free."""
_LEAST_SHARED = 0.62
_ABOVE_NEAREST = 0.38
_AHEAD = 0.18
_KEPT = 48
_SAMPLE = 400
_MOST = 60


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
    _books: OrderedDict[tuple[int, int], _PartBook] = field(default_factory=OrderedDict)

    def read(self, levels: Levels, frames: Doubles) -> Hits:
        """What lies partly free in these frames; only what can be believed is told."""
        if not len(frames):
            return nothing()
        shrink = shrink_for(float(np.median(modules_px(frames))))
        picture = levels.at(shrink)
        small = shrunk(moved(frames, levels.origin, -1), shrink)
        cover, fit = self._covers(sampled(picture, small, places(1)))
        good = np.argsort(-fit)[: 3 * _MOST]
        good = good[fit[good] > 0.75 * _LEAST_SHARED]
        if not len(good):
            return nothing()
        now = self._aligned(picture, small[good], cover[good])
        cover, fit = self._covers(now.values)
        good = np.flatnonzero(fit > _LEAST_SHARED)
        good = good[one_per_place(now.frames[good], fit[good])][:_MOST]
        hits = [self._named(picture, now.frames[one : one + 1], int(cover[one]), shrink, levels.origin) for one in good]
        hits = [hit for hit in hits if len(hit)]
        return Hits(*(np.concatenate([getattr(h, n) for h in hits]) for n in Hits.__slots__)) if hits else nothing()

    def _covers(self, values: Floats) -> tuple[Indices, Floats]:
        """The likeliest cover of each look, judged by what all stickers share, and how well the free part fits."""
        return _likeliest(values, self.book.shared_looks[1:7:2], covers()[0] * self.book.shared.reshape(1, -1))

    def _aligned(self, picture: Picture, frames: Doubles, cover: Indices) -> Fitted:
        """Fit to the shared parts on the free side."""
        masks, _ = covers()
        weight = masks[cover] * self.book.shared.reshape(1, -1)
        return fitted(picture, frames, places(1), solver(self.book.shared_look(WIDTHS[3]), places(1), weight), 4)

    def _named(self, picture: Picture, frame: Doubles, cover: int, shrink: int, origin: tuple[int, int]) -> Hits:
        """The code in one frame under one cover, fitted to it and judged again."""
        number, _, _, blur = self._best(sampled(picture, frame, places(1)), cover)
        now = self._fitted_to(picture, frame, number, blur, cover)
        cover = self._cover_of(now.values, number, blur)
        now = self._fitted_to(picture, now.frames, number, blur, cover)
        number, score, lead, blur = self._best(now.values, cover)
        part = self._part(cover, blur)
        if score < part.least or lead < part.ahead or self._seen_share(now.values, number, blur, cover) < LEAST_SEEN:
            return nothing()
        whole = moved(unshrunk(now.frames, shrink), origin, 1)
        return Hits(
            whole,
            np.array([number], np.intp),
            np.array([score], np.float32),
            np.array([lead], np.float32),
            now.fit,
            np.array([blur], np.intp),
            (now.sigma * modules_px(whole)).astype(np.float32),
            np.ones(1, np.bool_),
        )

    def _fitted_to(self, picture: Picture, frame: Doubles, number: int, blur: int, cover: int) -> Fitted:
        look = self.book.look(WIDTHS[blur], 1, np.array([number]))
        return fitted(picture, frame, places(1), solver(look, places(1), covers()[0][cover : cover + 1]), 4)

    def _cover_of(self, values: Floats, number: int, blur: int) -> int:
        """The likeliest cover when the sticker's own pattern is believed."""
        look = self.book.look(WIDTHS[blur], 1, np.array([number])).bright[0]
        return int(_likeliest(values, look[None], covers()[0])[0][0])

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
        masks, _ = covers()
        seen = self.book.shared.ravel() & (masks[cover] > 0)
        looks = self.book.shared_looks[:, seen]
        fits = unit(centred(looks)) @ unit(centred(values[:, seen]))[0]
        blur = int(np.argmax(fits))
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
        listed, decoys = centred(listed[:, free]), centred(decoys[:, free])
        lens = whitening(np.concatenate((listed, decoys)))
        bank, others = unit(listed @ lens), unit(decoys @ lens)
        some = bank[:: max(1, len(bank) // _SAMPLE)]
        among = some @ bank.T
        among[among > 0.999] = -1.0
        nearest = max(float((others @ bank.T).max()), float(among.max()))
        least = nearest + _ABOVE_NEAREST * (1 - nearest)
        return _PartBook(self.book.data[free], lens, bank, least, _AHEAD * (1 - nearest))


def _likeliest(values: Floats, looks: Floats, weight: Floats) -> tuple[Indices, Floats]:
    """Of many covers (weights of modules) the one that explains each look best, and how well the free part fits."""
    total = weight.sum(axis=1)
    best = np.full((len(values), len(weight)), -1.0, np.float32)
    mean = values @ weight.T / total
    power = (values * values) @ weight.T / total - mean**2
    for look in looks:
        ideal_mean = weight @ look / total
        ideal_power = weight @ (look * look) / total - ideal_mean**2
        joint = (values * look) @ weight.T / total - mean * ideal_mean
        fit = joint / np.sqrt(np.maximum(power, 1.0) * np.maximum(ideal_power, 1e-6))
        np.maximum(best, fit.astype(np.float32), out=best)
    # the likelihood of the free part; beyond a very good fit only more modules count
    gain = -total * np.log(np.maximum(1 - np.clip(best, 0, 0.97) ** 2, 1e-3))
    chosen = np.asarray(gain.argmax(axis=1), np.intp)
    return chosen, best[np.arange(len(values)), chosen]


_AGREES = 0.25
_BY_CHANCE = 0.35
