"""Which sticker is it? Frames in, codes out: fit to what all stickers share, compare with the list, fit again."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.codebook import SIDE, WIDTHS, Codebook, Floats, Indices
from vision.fitting import Fitted, Solver, fitted, solver
from vision.grid import Doubles, modules_px, places, shrunk
from vision.levels import Levels, shrink_for

Bools = NDArray[np.bool_]
_SHARED_STEPS = 4
_OWN_STEPS = 4
_FINE = 2
"""Samples per module and direction in the last fit."""


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

    def __len__(self) -> int:
        return len(self.frames)

    def where(self, chosen: NDArray[np.bool_] | Indices) -> "Hits":
        """Only the chosen ones."""
        return Hits(*(getattr(self, name)[chosen] for name in self.__slots__))


@dataclass(slots=True)
class Recogniser:
    """Knows the list, prepares its fits once and tells what lies in frames."""

    book: Codebook
    least_shared: float = 0.45
    _solvers: dict[int, Solver] = field(default_factory=dict)

    def recognise(self, levels: Levels, frames: Doubles, blur: int | None = None, *, settle: bool = True) -> Hits:
        """Compare what lies in these frames (modules to pixels) with the list."""
        if not len(frames):
            return nothing()
        shrink = shrink_for(float(np.median(modules_px(frames))))
        picture, small = levels.at(shrink), shrunk(frames, shrink)
        guess = 4 if blur is None else blur
        first = fitted(picture, small, places(1), self._shared_solver(guess), _SHARED_STEPS)
        good = np.flatnonzero(first.fit > self.least_shared)
        good = good[one_per_place(first.frames[good], first.fit[good])]
        if not len(good):
            return nothing()
        frames, values = first.frames[good], first.values[good]
        number, width, _, _ = self._compare(values, self._widths(values))
        own = fitted(picture, frames, places(_FINE), self._own_solver(number, width), _OWN_STEPS)
        return self._judged(picture, own, width, shrink)

    def _judged(self, picture: NDArray[np.uint8], own: Fitted, width: Indices, shrink: int) -> Hits:
        values = _per_module(own.values)
        number, width, score, margin = self._compare(values, width)
        shared = self._shared_fit(values)
        fit = shared[np.arange(len(values)), np.clip(width, 0, len(WIDTHS) - 1)]
        sure = (score >= self.book.least[width]) & (margin >= self.book.least_margin[width])
        sure &= fit > self.least_shared
        whole = unshrunk(own.frames, shrink)
        sigma = own.sigma * modules_px(whole)
        return Hits(whole, number, score, margin, fit, width, sigma.astype(np.float32), sure)

    def _compare(self, values: Floats, around: Indices) -> tuple[Indices, Indices, Floats, Floats]:
        """Best code and blur (near the expected one) for each look, with score and lead."""
        count = len(values)
        number, width = np.zeros(count, np.intp), np.asarray(around.copy(), np.intp)
        score, margin = np.full(count, -1.0, np.float32), np.zeros(count, np.float32)
        for blur in range(len(WIDTHS)):
            near = np.flatnonzero(np.abs(around - blur) <= 1)
            if not len(near):
                continue
            scores = self.book.scores(values[near], blur)
            best = scores.argmax(axis=1)
            top = scores[np.arange(len(near)), best]
            scores[np.arange(len(near)), best] = -1.0
            lead = top - scores.max(axis=1) if scores.shape[1] > 1 else top
            # a wider blur makes all codes alike: what counts is how far a score rises above that
            gain = (top - self.book.nearest[blur]) / (1 - self.book.nearest[blur])
            before = (score[near] - self.book.nearest[width[near]]) / (1 - self.book.nearest[width[near]])
            better = near[(gain > before) | (score[near] < -0.5)]
            kept = np.searchsorted(near, better)
            number[better], width[better] = best[kept], blur
            score[better], margin[better] = top[kept], lead[kept]
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
            weight = self.book.shared.reshape(1, -1).astype(np.float32)
            made = self._solvers[blur] = solver(self.book.shared_look(WIDTHS[blur]), places(1), weight)
        return made

    def _own_solver(self, number: Indices, width: Indices) -> Solver:
        """The fit to the sticker itself, for each at its own blur."""
        looks = [self.book.look(WIDTHS[blur], _FINE, number[one : one + 1]) for one, blur in enumerate(width)]
        bright, right, down = (np.concatenate([getattr(look, name) for look in looks]) for name in _PARTS)
        weight = np.ones((1, bright.shape[1]), np.float32)
        return solver(type(looks[0])(bright, right, down), places(_FINE), weight)


_PARTS = ("bright", "right", "down")


def nothing() -> Hits:
    """No sticker at all."""
    few, none = np.zeros(0, np.float32), np.zeros(0, np.intp)
    return Hits(np.zeros((0, 3, 3)), none, few, few, few, none, few, np.zeros(0, np.bool_))


def unshrunk(frames: Doubles, shrink: int) -> Doubles:
    """Frames of a reduced picture in pixels of the whole one."""
    large = np.array([[shrink, 0, (shrink - 1) / 2], [0, shrink, (shrink - 1) / 2], [0, 0, 1.0]])
    whole = large @ frames
    return np.asarray(whole / whole[:, 2:, 2:])


def one_per_place(frames: Doubles, worth: Floats) -> Indices:
    """Of the frames that overlap only the best; numbers in falling order of worth."""
    order = np.argsort(-worth, kind="stable")
    middles = frames[:, :2, 2] / frames[:, 2:, 2]
    reach = 0.5 * 21 * modules_px(frames)
    kept: list[int] = []
    for one in order:
        if not kept or float(np.min(np.linalg.norm(middles[kept] - middles[one], axis=1) / reach[kept])) > 1.0:
            kept.append(int(one))
    return np.array(kept, np.intp)


def _per_module(values: Floats) -> Floats:
    """Fine looks as looks with one sample per module."""
    return values.reshape(-1, SIDE, _FINE, SIDE, _FINE).mean(axis=(2, 4)).reshape(len(values), -1)
