"""Stickers of which only a part is seen: another card lies over an edge or a corner.

A guess says where a sticker may lie. It is shifted and turned until the parts that all stickers share fit, under the
straight cover that explains them best (`vision.hidden`); then only the modules on the free side are compared with the
list. With fewer modules codes look more alike, so the score that is asked for is worked out anew for each cover.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from vision.codebook import NOISE, WIDTHS, Codebook, Floats, Indices, Look, unit
from vision.fitting import Fitted, fitted, solver
from vision.frames import Picture
from vision.grid import Doubles, modules_px, places, sampled, shrunk
from vision.hidden import ROUGHLY, STRAIGHT, covers, free_share, free_side, further, likeliest, symbol_modules
from vision.levels import Levels, shrink_for
from vision.recognition import Hits, joined, moved, nothing, one_per_place, unshrunk

LEAST_FREE = 0.515
"""Share of modules that must be free of a cover. It comes out a little lower than what can be seen."""
_ROUGH_SHARED = 0.5
_LEAST_SHARED = 0.72
_LEAST_CLEAR = 0.1
"""How well the free side must agree with the best code, if the careful comparison shall be worth while."""
_LEAST_LIKELY = 0.25
"""Score of the best code, hidden modules counted as grey, below which a guess is not worth the effort."""
_CHANCE = 14.5
"""Logarithm of so many pairs of stickers: of them the two most alike make the limit."""
_ABOVE_NEAREST = 0.3
_CERTAIN = 22.0
_DEEPER = (0, 1, 2, 3)
_AHEAD = 0.18
_KEPT = 160
_RIVALS = 16
_MOST_ROUGH = 160
_MOST = 80
_NEARLY = 0.6
_ROUNDS = 2
_PER_PLACE = 4
"""So many guesses for one place are compared carefully: half a sticker can look right the wrong way round."""
_ANY_BRIGHTNESS = 100.0
"""Power of the brightness, which is unknown, against which nothing can be told from it."""
_AGREES = 0.25
_BY_CHANCE = 0.35


@dataclass(frozen=True, slots=True)
class _Part:
    """How looks are compared as far as a cover leaves them to be seen, under one blur."""

    free: Indices
    """The free ones among the data modules."""
    metric: Floats
    """The matrix that takes out what all codes have in common; with it the product of two looks is a score."""
    worth: float
    least: float
    ahead: float


@dataclass(slots=True)
class PartReader:
    """Reads stickers of which at least three fifths are free."""

    book: Codebook
    _parts: "OrderedDict[tuple[int, int], _Part]" = field(init=False)

    def __post_init__(self) -> None:
        self._parts = _parts_of(self.book)

    def read(self, levels: Levels, frames: Doubles) -> Hits:
        """What lies partly free in these frames; only what can be believed is told."""
        if not len(frames):
            return nothing()
        shrink = shrink_for(float(np.median(modules_px(frames))))
        picture = levels.at(shrink)
        small = shrunk(moved(frames, levels.origin, -1), shrink)
        import vision.grid as G
        G.CUBIC=True
        hits = self._named(picture, *self._promising(picture, small))
        G.CUBIC=False
        whole = moved(unshrunk(hits.frames, shrink), levels.origin, 1)
        return replace(hits, frames=whole, sigma_px=(hits.sigma_px * modules_px(whole)).astype(np.float32))

    def _promising(self, picture: Picture, frames: Doubles) -> tuple[Doubles, Floats, Indices]:
        """The guesses whose free parts look like any sticker, shifted and turned to fit: what they show, their covers.

        The map tells sizes and angles better than a single finder pattern does, so nothing is stretched here.
        """
        shared = self.book.shared.ravel()
        seen = sampled(picture, frames, places(1)[shared])
        cover, fit, gain = likeliest(seen, self.book.shared_looks[3:4, shared], covers().free[ROUGHLY][:, shared])
        good = np.argsort(-gain)[:_MOST_ROUGH]
        good = good[fit[good] > _ROUGH_SHARED]
        weight = covers().free[ROUGHLY[cover[good]]] * shared
        now = fitted(
            picture, frames[good], places(1), solver(self.book.shared_look(WIDTHS[3]), places(1), weight, stiff=True), 4
        )
        cover, fit, gain = likeliest(now.values[:, shared], self.book.shared_looks[1:7:2, shared], covers().free[: STRAIGHT + 1, shared])
        good = np.flatnonzero(fit > _LEAST_SHARED)
        good = good[_each_once(now.frames[good], gain[good])][:_MOST]
        return now.frames[good], now.values[good], cover[good]

    def _named(self, picture: Picture, frames: Doubles, values: Floats, cover: Indices) -> Hits:
        """The codes in frames under covers, fitted to them and judged again; sizes are those of the picture given."""
        if not len(frames):
            return nothing()
        blur = self._blurs(values, cover)
        good = _best_of_place(frames, self._likely(values, cover, blur))
        if not len(good):
            return nothing()
        cover, blur = cover[good], blur[good]
        frames, values = frames[good], values[good]
        for _ in range(_ROUNDS):
            look = self.book.own_look(self._numbers(values, cover, blur), blur)
            now = self._fitted_to(picture, frames, look, cover)
            frames, values = now.frames, now.values
            cover, clear = free_side(values, look.bright)
            blur = self._blurs(values, cover)
        believed = [
            self._believed(now, one, int(cover[one])) for one in range(len(cover)) if clear[one] >= _LEAST_CLEAR
        ]
        return joined([hit for hit in believed if len(hit)])

    def _numbers(self, values: Floats, cover: Indices, blur: Indices) -> Indices:
        """The best code of each look under its cover and blur."""
        looks = zip(values, cover.tolist(), blur.tolist(), strict=True)
        return np.array([self._best(seen, hides, width)[0] for seen, hides, width in looks], np.intp)

    def _believed(self, now: Fitted, one: int, cover: int) -> Hits:
        """What one of the fitted frames shows, if that is beyond doubt."""
        values = now.values[one : one + 1]
        blur = int(self._blurs(values, np.array([cover]))[0])
        seen = [(*self._best(values[0], cover, b),b) for b in range(max(blur-1,0),min(blur+2,8))]
        blur = max(seen, key=lambda one: one[3])[-1]
        seen = [self._best(values[0], hides, blur) for hides in further(cover, 3)]
        number, score, lead, certain, enough = max(seen, key=lambda one: one[3])
        if not enough or certain < _CERTAIN or free_share(cover) < LEAST_FREE:
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
        return fitted(picture, frames, places(1), solver(look, places(1), covers().free[cover], shaded=True, stiff=True, any_blur=True), 4)

    def _likely(self, values: Floats, cover: Indices, blur: Indices) -> Floats:
        """About the score of the likeliest code for the free data modules; what is hidden counts as grey."""
        likely = np.zeros(len(values), np.float32)
        data, free = values[:, self.book.data], covers().free[cover][:, self.book.data]
        seen = (data - (data * free).sum(axis=1, keepdims=True) / free.sum(axis=1, keepdims=True)) * free
        for width in np.unique(blur):
            these = np.flatnonzero(blur == width)
            likely[these] = (unit(seen[these] @ self.book.lenses[width]) @ self.book.bank[width].T).max(axis=1)
        return likely

    def _blurs(self, values: Floats, cover: Indices) -> Indices:
        """The blur that the free shared parts of each look show."""
        looks = self.book.shared_looks
        free = covers().free[cover] * self.book.shared.ravel()
        count = free.sum(axis=1, keepdims=True)
        seen = (values - (values * free).sum(axis=1, keepdims=True) / count) * free
        power = free @ (looks * looks).T - (free @ looks.T) ** 2 / count
        return np.asarray((seen @ looks.T / np.sqrt(np.maximum(power, 1e-6))).argmax(axis=1), np.intp)

    def _seen_share(self, values: Floats, number: int, blur: int, cover: int) -> float:
        """How much of the symbol looks as this code says; chance agreement is taken off."""
        look = self.book.look(WIDTHS[blur], 1, np.array([number])).bright[0]
        free = covers().free[cover] > 0
        slope, base = np.polyfit(look[free], values[0][free], 1)
        agrees = np.abs((values[0] - base) / max(float(slope), 1e-3) - look) < _AGREES
        share = float(np.mean(agrees[symbol_modules()]))
        return (share - _BY_CHANCE) / (1 - _BY_CHANCE)

    def _best(self, values: Floats, cover: int, blur: int) -> tuple[int, float, float, float, bool]:
        """Best code, score, lead .. of one look under a cover and a blur."""
        part = self._part(cover, blur)
        listed = self.book.data_looks(blur)[0]
        seen = values[self.book.data[part.free]]
        seen = seen - seen.mean()
        turned = np.zeros(listed.shape[1], np.float32)
        turned[part.free] = part.metric @ seen
        alike = listed @ turned
        rivals = np.argpartition(-alike, min(_RIVALS, len(alike) - 1))[:_RIVALS]
        looks = listed[rivals][:, part.free]
        power = np.einsum("ij,ij->i", looks @ part.metric, looks) * float(seen @ turned[part.free])
        scores = alike[rivals] / np.sqrt(np.maximum(power, 1e-6))
        order = np.argsort(-scores)
        first = float(scores[order[0]])
        lead = first - (float(scores[order[1]]) if len(order) > 1 else 0.0)
        certain = -(part.worth - 1) / 2 * math.log(max(1 - first * abs(first), 1e-6))
        return int(rivals[order[0]]), first, lead, certain, first >= part.least and lead >= part.ahead

    def _part(self, cover: int, blur: int) -> _Part:
        made = self._parts.get((cover, blur))
        if made is None:
            made = self._parts[cover, blur] = self._make(cover, blur)
            while len(self._parts) > _KEPT:
                self._parts.popitem(last=False)
        self._parts.move_to_end((cover, blur))
        return made

    def _make(self, cover: int, blur: int) -> _Part:
        free = np.flatnonzero(covers().free[cover][self.book.data])
        common = self.book.common(blur)[np.ix_(free, free)]
        metric = np.linalg.inv(common + NOISE * np.eye(len(free)) + _ANY_BRIGHTNESS * _shades(self.book.data[free]))
        # so many modules would tell as much if each were independent of the others
        once, twice = NOISE * float(np.trace(metric)), NOISE**2 * float(np.sum(metric * metric))
        worth = (len(free) - 3 - once) ** 2 / (len(free) - 3 - 2 * once + twice)
        nearest = math.sqrt(1 - math.exp(-2 * _CHANCE / max(worth - 1, 1.0)))
        least = nearest + _ABOVE_NEAREST * (1 - nearest)
        return _Part(free, metric.astype(np.float32), worth, least, _AHEAD * (1 - nearest))


@cache
def _parts_of(book: Codebook) -> "OrderedDict[tuple[int, int], _Part]":
    """What was worked out about parts of this list, for all readers of it."""
    return OrderedDict()


def _shades(modules: Indices) -> Doubles:
    """Light that changes evenly across these modules, as products of each two of them."""
    shades = np.column_stack((np.ones(len(modules)), places(1)[modules] / 10))
    return np.asarray(shades @ shades.T)


def _each_once(frames: Doubles, worth: Floats) -> Indices:
    """Of the guesses that mean the same sticker lying the same way only the best, in falling order of worth."""
    order = np.argsort(-worth, kind="stable")
    middle = frames[:, :2, 2] / frames[:, 2:, 2]
    ahead = 7 * frames[:, :2, 0]
    where = np.concatenate((middle, middle + ahead), axis=1)
    near = np.abs(where[:, None] - where[None]).max(axis=2) < 1.5 * modules_px(frames)[:, None]
    free, kept = np.ones(len(frames), np.bool_), []
    for one in order:
        if free[one]:
            kept.append(int(one))
            free &= ~near[one]
    return np.array(kept, np.intp)


def _best_of_place(frames: Doubles, likely: Floats) -> Indices:
    """For each place the likeliest guess, and others that are nearly as likely."""
    left, kept = np.flatnonzero(likely > _LEAST_LIKELY), []
    for _ in range(_PER_PLACE):
        best = left[one_per_place(frames[left], likely[left])]
        kept.append(best)
        left = np.setdiff1d(left, best)
        left = left[[not_far(frames[one], likely[one], frames[kept[0]], likely[kept[0]]) for one in left]] if len(left) else left
    return np.concatenate(kept)


def not_far(frame, one, frames, best):
    mid=frame[:2,2]/frame[2,2]; mids=frames[:,:2,2]/frames[:,2:,2]
    k=np.linalg.norm(mids-mid,axis=1).argmin()
    return one>_NEARLY*best[k]
