"""Stickers of which only a part is seen: another card lies over an edge or a corner.

A guess says where a sticker may lie. It is shifted and turned until the parts that all stickers share fit, under the
straight cover that explains them best (`vision.hidden`); then only the modules on the free side are compared with the
list (`vision.part_book`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.codebook import WIDTHS, Codebook, Floats, Indices, Look, unit
from vision.fitting import Solver, fitted, solver
from vision.frames import Picture
from vision.grid import Doubles, modules_px, places, sampled, shrunk
from vision.hidden import ROUGHLY, STRAIGHT, covers, free_side, further, likeliest
from vision.levels import Levels, shrink_for
from vision.part_book import Answer, PartBook
from vision.recognition import Hits, moved, nothing, unshrunk
from vision.stickers import MODULES

LEAST_FREE = 0.515
"""Share of modules that must be free of a cover. It comes out about 0.06 lower than what can be seen."""
_ROUGH_SHARED, _SOON_SHARED, _LEAST_SHARED = 0.5, 0.58, 0.72
"""How well the free shared parts must fit: before a guess is shifted and turned, then under the cover that was thought
of first, and in the end under the cover that suits best."""
_LEAST_LIKELY = 0.28
"""Score of the best code, hidden modules counted as grey, below which a guess is not worth the effort."""
_OBVIOUS = 0.55
"""The same, from which on that code is certainly the best."""
_LEAST_CLEAR = 0.1
"""How well the free side must agree with the best code, if another round or the careful comparison shall be worth
while. True stickers reach 0.5."""
_HOPEFUL = 12.0
"""How certain an answer must be to be worth looking at it under other blurs and covers."""
_DEEPER = 3
_UNKNOWN = -1
_STEPS = 4
_ROUNDS = 2
"""So often a code is chosen, the frame fitted to it and the cover found anew."""
_MOST_ROUGH, _MOST = 240, 80
_SHARPER = 2
"""So many steps sharper than in a reduced picture a sticker may be in the picture as it is."""
_PER_PLACE, _NEARLY = 4, 0.6
"""So many guesses for one place are compared carefully, if nearly as likely: half a sticker can look right when seen
the wrong way round."""


@dataclass(frozen=True, slots=True)
class _Rough:
    """What all stickers share: where, how it looks under every blur, and what straight covers leave of it."""

    places: Doubles
    looks: Floats
    free: Floats
    to: Solver
    """The fits to what each of the rough covers leaves."""


@dataclass(slots=True)
class PartReader:
    """Reads stickers of which at least three fifths are free."""

    book: Codebook
    parts: PartBook = field(init=False)
    _rough: "_Rough | None" = None

    def __post_init__(self) -> None:
        self.parts = PartBook(self.book)

    def read(self, levels: Levels, frames: Doubles) -> Hits:
        """What lies partly free in these frames; only what can be believed is told."""
        if not len(frames):
            return nothing()
        shrink = shrink_for(float(np.median(modules_px(frames))))
        picture = levels.at(shrink)
        small = shrunk(moved(frames, levels.origin, -1), shrink)
        hits = self._named(picture, *self._promising(picture, small))
        whole = moved(unshrunk(hits.frames, shrink), levels.origin, 1)
        return replace(hits, frames=whole, sigma_px=(hits.sigma_px * modules_px(whole)).astype(np.float32))

    def verified(self, levels: Levels, hits: Hits, blur: Indices) -> Floats:
        """How well stickers that were read in parts are still seen: each one's score for its own code, as far as the
        same cover leaves it free."""
        values = sampled(levels.picture, hits.frames, places(1), sharp=True)
        return self.parts.scores(values, hits.number, hits.cover, blur)

    def raw_view(self, levels: Levels, hits: Hits) -> tuple[Indices, Floats]:
        """The blur under which each of them is best seen in the picture as it is, and how well it is seen."""
        values = sampled(levels.picture, hits.frames, places(1), sharp=True)
        sharper = _SHARPER if shrink_for(float(np.median(modules_px(hits.frames)))) > 1 else 0
        blurs = np.maximum(hits.blur - np.arange(sharper + 1)[:, None], 0)
        scores = np.array([self.parts.scores(values, hits.number, hits.cover, blur) for blur in blurs])
        best = scores.argmax(axis=0)
        here = np.arange(len(hits))
        return blurs[best, here], np.asarray(scores[best, here], np.float32)

    def _promising(self, picture: Picture, frames: Doubles) -> tuple[Doubles, Floats, Indices]:
        """The guesses whose free parts look like any sticker, shifted and turned to fit: what they show, their covers.

        The map tells sizes and angles better than a single finder pattern does, so nothing is stretched here.
        """
        rough = self._rough_looks()
        cover, fit, gain = likeliest(sampled(picture, frames, rough.places), rough.looks[3:4], rough.free[ROUGHLY])
        good = np.argsort(-gain)[:_MOST_ROUGH]
        good = good[fit[good] > _ROUGH_SHARED]
        now = fitted(picture, frames[good], rough.places, rough.to.of(cover[good]), _STEPS)
        hopeful = now.fit > _SOON_SHARED
        frames = now.frames[hopeful]
        cover, fit, gain = likeliest(now.values[hopeful], rough.looks[1:7:2], rough.free)
        good = np.flatnonzero(fit > _LEAST_SHARED)
        good = good[_each_once(frames[good], gain[good])][:_MOST]
        return frames[good], sampled(picture, frames[good], places(1), sharp=True), cover[good]

    def _rough_looks(self) -> "_Rough":
        """The shared parts and the fits to them under every rough cover, prepared once."""
        if self._rough is None:
            shared = self.book.shared.ravel()
            look, free = self.book.shared_look(WIDTHS[3]), covers().free[: STRAIGHT + 1, shared]
            seen = Look(*(part[:, shared] for part in (look.bright, look.right, look.down, look.soft)))
            to = solver(seen, places(1)[shared], free[ROUGHLY], stiff=True)
            self._rough = _Rough(places(1)[shared], self.book.shared_looks[:, shared], free, to)
        return self._rough

    def _named(self, picture: Picture, frames: Doubles, values: Floats, cover: Indices) -> Hits:
        """The codes in frames under covers, fitted to them and judged again; sizes are those of the picture given."""
        blur = self._blurs(values, cover)
        number, likely = self._likely(values, cover, blur)
        good = _best_of_place(frames, likely)
        if not len(good):
            return nothing()
        frames, values, cover, blur = frames[good], values[good], cover[good], blur[good]
        number = np.where(likely[good] > _OBVIOUS, number[good], _UNKNOWN)
        for _ in range(_ROUNDS):
            look = self.book.own_look(self._numbers(values, cover, blur, number), blur)
            to = solver(look, places(1), covers().free[cover], stiff=True, shaded=True, any_blur=True)
            now = fitted(picture, frames, places(1), to, _STEPS, sharp=True)
            side = free_side(now.values, look.bright)
            clear = np.flatnonzero(side.clear >= _LEAST_CLEAR)
            if not len(clear):
                return nothing()
            frames, values, side = now.frames[clear], now.values[clear], side.where(clear)
            cover = side.covers[:, 0]
            blur, number = self._blurs(values, cover), np.full(len(cover), _UNKNOWN)
        worth_while = np.flatnonzero(side.share >= LEAST_FREE)
        answers = [self._answer(values[one], side.covers[one].tolist(), int(blur[one])) for one in worth_while]
        sure = np.array([answer.sure for answer in answers], np.bool_)
        chosen = worth_while[sure]
        return self._placed(picture, frames[chosen], cover[chosen], [one for one in answers if one.sure])

    def _numbers(self, values: Floats, cover: Indices, blur: Indices, known: Indices) -> Indices:
        """The best code of each look under its cover and blur, but for those that are known."""
        number, unknown = known.copy(), np.flatnonzero(known == _UNKNOWN)
        number[unknown] = [one.number for one in self.parts.each_best(values[unknown], cover[unknown], blur[unknown])]
        return number

    def _answer(self, values: Floats, likely: Sequence[int], blur: int) -> Answer:
        """What a look under the likeliest of some covers shows, under the blur and the cover that make it surest."""
        cover, *others = likely
        best = self.parts.best(values, cover, blur)
        if best.certain < _HOPEFUL or best.sure:
            return best
        near = [blur + step for step in (-1, 1) if 0 <= blur + step < len(WIDTHS)]
        best = max(best, *(self.parts.best(values, cover, other) for other in near), key=lambda one: one.certain)
        deeper = [self.parts.best(values, hides, best.blur) for hides in {*further(cover, _DEEPER), *others}]
        return max(best, *deeper, key=lambda one: one.certain)

    def _placed(self, picture: Picture, frames: Doubles, cover: Indices, answers: Sequence[Answer]) -> Hits:
        """Believed answers with their frames: now that the code is known, its size and shape are measured too.

        A map that is off by some percent is only noticed, and healed, if stickers tell their own size.
        """
        if not answers:
            return nothing()
        number = np.array([answer.number for answer in answers], np.intp)
        blur = np.array([answer.blur for answer in answers], np.intp)
        to = solver(self.book.own_look(number, blur), places(1), covers().free[cover], shaded=True, any_blur=True)
        now = fitted(picture, frames, places(1), to, _STEPS, sharp=True)
        score = np.array([answer.score for answer in answers], np.float32)
        lead = np.array([answer.lead for answer in answers], np.float32)
        sure = np.ones(len(answers), np.bool_)
        return Hits(now.frames, number, score, lead, now.fit, blur, now.sigma, sure, np.asarray(cover, np.intp))

    def _likely(self, values: Floats, cover: Indices, blur: Indices) -> tuple[Indices, Floats]:
        """The likeliest code for the free data modules and about its score; what is hidden counts as grey."""
        number, likely = np.zeros(len(values), np.intp), np.zeros(len(values), np.float32)
        data, free = values[:, self.book.data], covers().free[cover][:, self.book.data]
        seen = (data - (data * free).sum(axis=1, keepdims=True) / free.sum(axis=1, keepdims=True)) * free
        for width in np.unique(blur):
            these = np.flatnonzero(blur == width)
            scores = unit(seen[these] @ self.book.lenses[width]) @ self.book.bank[width].T
            number[these], likely[these] = scores.argmax(axis=1), scores.max(axis=1)
        return number, likely

    def _blurs(self, values: Floats, cover: Indices) -> Indices:
        """The blur that the free shared parts of each look show."""
        looks = self.book.shared_looks
        free = covers().free[cover] * self.book.shared.ravel()
        count = free.sum(axis=1, keepdims=True)
        seen = (values - (values * free).sum(axis=1, keepdims=True) / count) * free
        power = free @ (looks * looks).T - (free @ looks.T) ** 2 / count
        return np.asarray((seen @ looks.T / np.sqrt(np.maximum(power, 1e-6))).argmax(axis=1), np.intp)


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
    """For each place the likeliest guess, and a few others that are nearly as likely."""
    middle = frames[:, :2, 2] / frames[:, 2:, 2]
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    near = apart < 0.5 * MODULES * modules_px(frames)[:, None]
    top = np.where(near, likely[None], 0.0).max(axis=1, initial=_LEAST_LIKELY / _NEARLY)
    kept: list[int] = []
    for one in np.argsort(-likely):
        if likely[one] > _NEARLY * top[one] and np.count_nonzero(near[one, kept]) < _PER_PLACE:
            kept.append(int(one))
    return np.array(kept, np.intp)
