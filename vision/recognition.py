"""Which sticker is it? Frames in, codes out: fit to what all stickers share, compare with the list, fit again."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.codebook import WIDTHS, Codebook, Floats, Indices, Look, centred, unit
from vision.fitting import Fitted, Solver, fitted, solver
from vision.grid import Doubles, modules_px, places, sampled, shrunk
from vision.levels import Levels, shrink_for
from vision.stickers import MODULES

Bools = NDArray[np.bool_]
_SHARED_STEPS = 2
_OWN_STEPS = 2
_CLOSE_STEPS = 8
_LIKELY = 0.9
"""A look worth a closer one: its score reaches this part of what two stickers of the list have in common."""
_CLOSE_PX = 4.0
"""Pixels per module from which on a sticker shows perspective of its own, whatever the map says."""
_SHARPER = 3
"""So many steps sharper than in a reduced picture a sticker may be in the picture as it is."""
_RIVALS = 8
"""So many codes are compared in the end; the others are too far off."""
WHOLE = -1
"""The cover of a sticker that was read as a whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """What lies in so many frames. `number` is the place in the list; `sure` says whether it may be believed."""

    frames: Doubles
    number: Indices
    score: Floats
    margin: Floats
    shared: Floats
    blur: Indices
    sigma_px: Floats
    sure: Bools
    cover: Indices
    """Under which cover (`vision.hidden`) a sticker was read in parts; `WHOLE` if it was not."""

    def __len__(self) -> int:
        return len(self.frames)

    def where(self, chosen: NDArray[np.bool_] | Indices) -> "Hits":
        """Only the chosen ones."""
        return Hits(
            self.frames[chosen],
            self.number[chosen],
            self.score[chosen],
            self.margin[chosen],
            self.shared[chosen],
            self.blur[chosen],
            self.sigma_px[chosen],
            self.sure[chosen],
            self.cover[chosen],
        )


@dataclass(slots=True)
class Recogniser:
    """Knows the list, prepares its fits once and tells what lies in frames."""

    book: Codebook
    least_shared: float = 0.45
    _solvers: dict[int, Solver] = field(default_factory=dict)

    def recognise(self, levels: Levels, frames: Doubles, blur: int | None = None, *, raw: bool = False) -> Hits:
        """Compare what lies in these frames (modules to pixels) with the list.

        `raw` looks at the picture as it is: less exact for large stickers, but nothing has to be reduced for it.
        """
        if not len(frames):
            return nothing()
        shrink = 1 if raw else shrink_for(float(np.median(modules_px(frames))))
        picture = levels.picture if raw else levels.at(shrink)
        small = shrunk(moved(frames, levels.origin, -1), shrink)
        guess = 4 if blur is None else blur
        first = self._promising(picture, small, guess)
        good = one_per_place(first.frames, first.fit)
        if not len(good):
            return nothing()
        frames, values = first.frames[good], first.values[good]
        width = self._widths(values)
        likely, rivals = self._rivals(values, width)
        if not len(likely):
            return nothing()
        width, frames = width[likely], frames[likely]
        own = fitted(picture, frames, places(1), self._own_solver(rivals[:, 0], width), _OWN_STEPS)
        if float(np.median(modules_px(frames))) * shrink > _CLOSE_PX:
            to = self._own_solver(rivals[:, 0], width, samples=2, projective=True)
            near = fitted(picture, own.frames, places(2), to, _CLOSE_STEPS)
            own = Fitted(near.frames, sampled(picture, near.frames, places(1)), near.fit, near.sigma)
        return self._judged(own, rivals, width, shrink, levels.origin)

    def verified(self, levels: Levels, hits: Hits, blur: Indices) -> Floats:
        """How well stickers are still seen where they were: each one's score for its own code under its own blur."""
        score = np.full(len(hits), -1.0, np.float32)
        values = centred(sampled(levels.picture, hits.frames, places(1)[self.book.data]))
        for width in np.unique(blur):
            these = np.flatnonzero(blur == width)
            seen = unit(values[these] @ self.book.lenses[width])
            score[these] = np.einsum("ij,ij->i", seen, self.book.bank[width][hits.number[these]])
        return score

    def refitted(self, levels: Levels, hits: Hits, blur: Indices) -> Hits:
        """Stickers that are seen but look different than before, fitted anew where they lie: they may have been nudged,
        or a shadow fell on them."""
        now = fitted(levels.picture, hits.frames, places(1), self._own_solver(hits.number, blur), _OWN_STEPS)
        sigma = (now.sigma * modules_px(now.frames)).astype(np.float32)
        return replace(hits, frames=now.frames, sigma_px=sigma)

    def raw_view(self, levels: Levels, hits: Hits) -> tuple[Indices, Floats]:
        """The blur under which each sticker is best seen in the picture as it is, and how well it is seen.

        It was found in a picture that may have been reduced, where it is more blurred and never much less.
        """
        values = centred(sampled(levels.picture, hits.frames, places(1)[self.book.data]))
        first, last = max(0, int(hits.blur.min()) - _SHARPER), min(len(WIDTHS), int(hits.blur.max()) + 2)
        gains, scores = [], []
        for blur in range(first, last):
            score = np.einsum("ij,ij->i", unit(values @ self.book.lenses[blur]), self.book.bank[blur][hits.number])
            scores.append(score)
            gains.append((score - self.book.nearest[blur]) / (1 - self.book.nearest[blur]))
        best = np.asarray(np.argmax(gains, axis=0), np.intp)
        return best + first, np.asarray(scores, np.float32)[best, np.arange(len(hits))]

    def _promising(self, picture: NDArray[np.uint8], frames: Doubles, blur: int) -> Fitted:
        """The frames that look like any sticker, fitted to what all stickers share; most are dropped on the way."""
        to, seen = self._shared_solver(blur), places(1)[self.book.shared.ravel()]
        values = None
        for steps, least in ((1, 0.75 * self.least_shared), (_SHARED_STEPS, self.least_shared)):
            now = fitted(picture, frames, seen, to, steps, values=values)
            good = now.fit > least
            frames, values = now.frames[good], now.values[good]
        return Fitted(frames, sampled(picture, frames, places(1)), now.fit[good], now.sigma[good])

    def _judged(self, own: Fitted, rivals: Indices, width: Indices, shrink: int, origin: tuple[int, int]) -> Hits:
        """The last word on fitted frames: best code and lead among the rivals, under the blur that fits best."""
        number, width, score, margin = self._compare(own.values, rivals, width)
        shared = self._shared_fit(own.values)[np.arange(len(width)), width]
        sure = (score >= self.book.least[width]) & (margin >= self.book.least_margin[width])
        sure &= shared > self.least_shared
        whole = moved(unshrunk(own.frames, shrink), origin, 1)
        sigma = (own.sigma * modules_px(whole)).astype(np.float32)
        return Hits(whole, number, score, margin, shared, width, sigma, sure, np.full(len(sure), WHOLE, np.intp))

    def _rivals(self, values: Floats, width: Indices) -> tuple[Indices, Indices]:
        """Looks that may be stickers of the list, and for each the codes that come nearest, the best first."""
        most = min(_RIVALS, len(self.book.codes))
        likely, rivals = [], []
        for blur in np.unique(width):
            these = np.flatnonzero(width == blur)
            scores = self.book.scores(values[these], int(blur))
            good = scores.max(axis=1) > self.book.nearest[blur] * _LIKELY
            scores = scores[good]
            best = np.argpartition(scores, scores.shape[1] - most, axis=1)[:, -most:]
            order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1)
            likely.append(these[good])
            rivals.append(np.take_along_axis(best, order, axis=1))
        return np.concatenate(likely), np.concatenate(rivals)

    def _compare(self, values: Floats, rivals: Indices, around: Indices) -> tuple[Indices, Indices, Floats, Floats]:
        """Best rival and blur (near the expected one) for each look, with score and lead."""
        rows = np.arange(len(values))
        data = centred(values[:, self.book.data])
        number, width = rivals[:, 0].copy(), around.copy()
        score, margin = np.full(len(values), -1.0, np.float32), np.zeros(len(values), np.float32)
        gained = np.full(len(values), -np.inf, np.float32)
        for blur in range(len(WIDTHS)):
            these = rows[np.abs(around - blur) <= 1]
            if not len(these):
                continue
            seen = unit(data[these] @ self.book.lenses[blur])
            scores = np.einsum("ij,ikj->ik", seen, self.book.bank[blur][rivals[these]])
            best = scores.argmax(axis=1)
            top = scores[np.arange(len(these)), best]
            scores[np.arange(len(these)), best] = -1.0
            lead = top - scores.max(axis=1) if scores.shape[1] > 1 else top
            # a wider blur makes all codes alike: what counts is how far a score rises above that
            gain = (top - self.book.nearest[blur]) / (1 - self.book.nearest[blur])
            better = gain > gained[these]
            chosen = these[better]
            number[chosen], width[chosen] = rivals[chosen, best[better]], blur
            score[chosen], margin[chosen], gained[chosen] = top[better], lead[better], gain[better]
        return number, width, score, margin

    def _widths(self, values: Floats) -> Indices:
        """The blur that each look shows in the parts that all stickers share."""
        return np.asarray(self._shared_fit(values).argmax(axis=1), np.intp)

    def _shared_fit(self, values: Floats) -> Floats:
        mask = self.book.shared.ravel()
        looks = self.book.shared_looks[:, mask]
        looks = looks - looks.mean(axis=1, keepdims=True)
        seen = values[:, mask]
        seen = seen - seen.mean(axis=1, keepdims=True)
        length = np.linalg.norm(seen, axis=1)[:, None] * np.linalg.norm(looks, axis=1)[None, :]
        return np.asarray(seen @ looks.T / np.maximum(length, 1e-3), np.float32)

    def _shared_solver(self, blur: int) -> Solver:
        made = self._solvers.get(blur)
        if made is None:
            look, shared = self.book.shared_look(WIDTHS[blur]), self.book.shared.ravel()
            seen = Look(*(part[:, shared] for part in (look.bright, look.right, look.down, look.soft)))
            weight = np.ones((1, np.count_nonzero(shared)), np.float32)
            made = self._solvers[blur] = solver(seen, places(1)[shared], weight)
        return made

    def _own_solver(self, number: Indices, width: Indices, *, samples: int = 1, projective: bool = False) -> Solver:
        """The fit to the sticker itself, for each at its own blur."""
        look = self.book.own_look(number, width, samples)
        weight = np.ones((1, look.bright.shape[1]), np.float32)
        return solver(look, places(samples), weight, projective=projective, any_blur=True)


def nothing() -> Hits:
    """No sticker at all."""
    few, none = np.zeros(0, np.float32), np.zeros(0, np.intp)
    return Hits(np.zeros((0, 3, 3)), none, few, few, few, none, few, np.zeros(0, np.bool_), none)


def joined(hits: "list[Hits]") -> Hits:
    """All of them in one."""
    some = [one for one in hits if len(one)]
    if len(some) < 2:
        return some[0] if some else nothing()
    return Hits(*(np.concatenate([getattr(one, name) for one in some]) for name in Hits.__slots__))


def belonging(pixels: Doubles, known: Hits) -> Bools:
    """Which finder patterns at these places of the picture belong to known stickers."""
    return _near(pixels, known, 0.65)


def covered(frames: Doubles, known: Hits) -> Bools:
    """Which frames lie where a known sticker lies."""
    return _near(frames[:, :2, 2] / frames[:, 2:, 2], known, 0.5)


def _near(pixels: Doubles, known: Hits, edges: float) -> Bools:
    """Which places are within so many edges of a symbol from the middle of a known sticker."""
    middles = known.frames[:, :2, 2] / known.frames[:, 2:, 2]
    right, down = (pixels[:, axis, None] - middles[None, :, axis] for axis in (0, 1))
    reach = edges * MODULES * modules_px(known.frames)
    return np.asarray((right * right + down * down < reach * reach).any(axis=1))


def moved(frames: Doubles, by: tuple[int, int], sign: int) -> Doubles:
    """The frames in a picture that begins elsewhere."""
    shift = np.array([[1, 0, sign * by[0]], [0, 1, sign * by[1]], [0, 0, 1.0]])
    return np.asarray(shift @ frames)


def moved_by(hits: Hits, way: Doubles) -> Hits:
    """The same stickers after everything in the picture moved that way (3 x 3)."""
    frames = way @ hits.frames
    return replace(hits, frames=frames / frames[:, 2:, 2:])


def unshrunk(frames: Doubles, shrink: int) -> Doubles:
    """Frames of a reduced picture in pixels of the whole one."""
    large = np.array([[shrink, 0, (shrink - 1) / 2], [0, shrink, (shrink - 1) / 2], [0, 0, 1.0]])
    whole = large @ frames
    return np.asarray(whole / whole[:, 2:, 2:])


def one_per_place(frames: Doubles, worth: Floats) -> Indices:
    """Of the frames that overlap only the best; numbers in falling order of worth."""
    order = np.argsort(-worth, kind="stable")
    middles = frames[:, :2, 2] / frames[:, 2:, 2]
    right, down = (middles[:, axis, None] - middles[None, :, axis] for axis in (0, 1))
    near = right * right + down * down < (0.5 * MODULES * modules_px(frames)[:, None]) ** 2
    free = np.ones(len(frames), np.bool_)
    kept = []
    for one in order:
        if free[one]:
            kept.append(int(one))
            free &= ~near[one]
    return np.array(kept, np.intp)
