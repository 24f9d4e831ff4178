"""All stickers that can lie on the table, as the camera would see them: the dictionary of the dictionary reader.

A reader that knows the list need not find every module right; it asks which of the known patterns lies there. The
patterns are kept in a bank of blurs, because lens, pixels and sampling smear each module into its neighbours.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from vision.stickers import MODULES

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Indices = NDArray[np.intp]

RING = 1
"""Modules of the quiet zone that are looked at on each side."""
SIDE = MODULES + 2 * RING
WIDTHS = (0.28, 0.40, 0.52, 0.64, 0.78, 0.92, 1.08, 1.26)
"""The blurs of the bank: standard deviations in modules."""
_WHITE_AROUND = 4
"""The paper is taken as white so far beyond the symbol; what lies further off weighs nothing."""
_FINDER = 8
"""Modules of a finder pattern with its white line."""

NOISE = 0.01
"""Power of noise per module against which shades are weighed; the contrast of black and white is 1."""
DECOYS = 1024
SEED = 21
ENOUGH_TO_JUDGE = 16
"""Codes from which on modules that are alike in all of them are taken for a habit of the family."""
_ABOVE_NEAREST = 0.3
_AHEAD = 0.12


@cache
def smear(width: float, samples: int = 1) -> tuple[Floats, Floats, Floats]:
    """How much of each module a blurred look at a place takes in, how that changes with the place, and how that does.

    Rows are the places (so many per module, ring included), columns the modules with the white around them.
    """
    places = (np.arange(SIDE * samples) + 0.5) / samples - RING
    edges = np.arange(-_WHITE_AROUND, MODULES + _WHITE_AROUND + 1)
    away = (edges[None, :] - places[:, None]) / width
    steps = 0.5 * (1 + np.vectorize(math.erf)(away / math.sqrt(2)))
    bells = np.exp(-0.5 * away**2) / (math.sqrt(2 * math.pi) * width)
    taken = (np.diff(steps, axis=1), -np.diff(bells, axis=1), -np.diff(bells * away / width, axis=1))
    take, change, bend = (part.astype(np.float32) for part in taken)
    return take, change, bend


def fixed_modules() -> Bools:
    """Finder patterns with their white lines, timing and the one dark module: alike on every symbol (21 x 21)."""
    fixed = np.zeros((MODULES, MODULES), np.bool_)
    fixed[:_FINDER, :_FINDER] = fixed[:_FINDER, -_FINDER:] = fixed[-_FINDER:, :_FINDER] = True
    fixed[6, :] = fixed[:, 6] = True
    fixed[MODULES - _FINDER, _FINDER] = True
    return fixed


def format_modules() -> Bools:
    """Where a symbol says its level and mask (21 x 21)."""
    place = np.zeros((MODULES, MODULES), np.bool_)
    place[8, :9] = place[:9, 8] = place[8, -8:] = place[-8:, 8] = True
    return place & ~fixed_modules()


@dataclass(frozen=True, slots=True)
class Look:
    """Patterns as a blurred look sees them: brightness, and how it changes to the right and downwards (n x places).

    `soft` is how it changes when the blur grows.
    """

    bright: Floats
    right: Floats
    down: Floats
    soft: Floats


@dataclass(frozen=True, eq=False)
class Codebook:
    """The list of codes with their patterns (n x 21 x 21, 1 is white)."""

    codes: tuple[str, ...]
    bright: Floats

    @cached_property
    def data(self) -> Indices:
        """The modules that tell codes apart, numbered as in a look with one sample per module."""
        inner = ~(fixed_modules() | format_modules())
        return np.flatnonzero(np.pad(inner, RING))

    @cached_property
    def shared(self) -> Bools:
        """Which modules of a look (23 x 23, ring included) are the same on all stickers of the list."""
        alike = np.all(self.bright == self.bright[:1], axis=0) if len(self.codes) > 1 else fixed_modules()
        return np.pad((alike & ~_data_square()) | fixed_modules(), RING, constant_values=True)

    @cached_property
    def lenses(self) -> Floats:
        """Per blur the matrix (modules x modules) that takes out of a look what all codes have in common.

        Blurred patterns resemble each other in their coarse shades. Taking those out as far as noise allows brings the
        codes apart again, and lamps, shadows and art that bleeds in count for less.
        """
        both = np.concatenate((self.bright, self.decoys))
        return np.stack([whitening(self._data_look(both, width)) for width in WIDTHS])

    @cached_property
    def decoys(self) -> Floats:
        """Made-up patterns of the same family, none of them in the list: what unlisted stickers would look like."""
        dice = np.random.default_rng(SEED).integers(0, 2, (DECOYS, MODULES, MODULES)).astype(np.float32)
        alike = np.all(self.bright == self.bright[:1], axis=0) & (len(self.codes) >= ENOUGH_TO_JUDGE)
        return np.where(alike | ~_data_square(), self.bright[:1], dice)

    @cached_property
    def bank(self) -> Floats:
        """Data modules of every code under every blur, through the lens, at unit length (blurs x codes x modules)."""
        return np.stack(
            [unit(self._data_look(self.bright, w) @ lens) for w, lens in zip(WIDTHS, self.lenses, strict=True)]
        )

    def data_looks(self, blur: int) -> tuple[Floats, Floats]:
        """The data modules of the list and of the decoys under one blur; worked out once."""
        made = self._plain.get(blur)
        if made is None:
            made = self._data_look(self.bright, WIDTHS[blur]), self._data_look(self.decoys, WIDTHS[blur])
            self._plain[blur] = made
        return made

    def common(self, blur: int) -> NDArray[np.float64]:
        """How data modules go together under one blur (modules x modules), in the list and beyond; worked out once."""
        made = self._common.get(blur)
        if made is None:
            both = np.concatenate(self.data_looks(blur))
            made = self._common[blur] = (both.T @ both / len(both)).astype(np.float64)
        return made

    @cached_property
    def _common(self) -> dict[int, NDArray[np.float64]]:
        return {}

    @cached_property
    def _plain(self) -> dict[int, tuple[Floats, Floats]]:
        return {}

    def _data_look(self, bright: Floats, width: float) -> Floats:
        """The data modules of patterns under one blur, zero mean: one matrix product for all."""
        take, _, _ = smear(width)
        inner = take[:, _WHITE_AROUND:-_WHITE_AROUND]
        share = np.einsum("ia,jb->ijab", inner, inner, optimize=True).reshape(SIDE * SIDE, -1)[self.data]
        paper = 1.0 - share.sum(axis=1)
        return centred(bright.reshape(len(bright), -1) @ share.T + paper)

    @cached_property
    def nearest(self) -> Floats:
        """Per blur: how alike two different stickers of the family can look (correlation), in the list or outside."""
        return np.array([self._nearest(blur) for blur in range(len(WIDTHS))], np.float32)

    def _nearest(self, blur: int) -> float:
        outside = unit(self._data_look(self.decoys, WIDTHS[blur]) @ self.lenses[blur]) @ self.bank[blur].T
        return max(_largest_off_diagonal(self.bank[blur]), float(outside.max()))

    @cached_property
    def least(self) -> Floats:
        """Per blur: the correlation a read must reach. It lies above what two stickers of the list have in common."""
        return np.asarray(self.nearest + _ABOVE_NEAREST * (1 - self.nearest), np.float32)

    @cached_property
    def least_margin(self) -> Floats:
        """Per blur: how far a read must be ahead of the second best code."""
        return np.asarray(_AHEAD * (1 - self.nearest), np.float32)

    def scores(self, values: Floats, blur: int) -> Floats:
        """How well looks (n x 529, one sample per module) agree with every code under one blur (n x codes)."""
        seen = unit(centred(values[:, self.data]) @ self.lenses[blur])
        return np.asarray(seen @ self.bank[blur].T)

    @cached_property
    def shared_looks(self) -> Floats:
        """What all stickers share, under every blur (blurs x 529); the rest is grey."""
        return np.stack([self._shared_look(width, 1).bright[0] for width in WIDTHS])

    def look(self, width: float, samples: int = 1, chosen: Indices | None = None) -> Look:
        """The patterns of chosen codes (all, if none are chosen) under one blur."""
        bright = self.bright if chosen is None else self.bright[chosen]
        return _looked_at(bright, width, samples)

    def own_look(self, number: Indices, blur: Indices, samples: int = 1) -> Look:
        """Codes by their places in the list, each under its own blur of the bank."""
        bright, right, down, soft = (np.empty((len(number), (SIDE * samples) ** 2), np.float32) for _ in range(4))
        for width in np.unique(blur):
            these = blur == width
            look = self.look(WIDTHS[width], samples, number[these])
            bright[these], right[these], down[these], soft[these] = look.bright, look.right, look.down, look.soft
        return Look(bright, right, down, soft)

    def shared_look(self, width: float, samples: int = 1) -> Look:
        """What all stickers of the list share under one blur; modules that differ are grey."""
        return self._shared_look(width, samples)

    def _shared_look(self, width: float, samples: int) -> Look:
        return _looked_at(self._mean, width, samples)

    @cached_property
    def _mean(self) -> Floats:
        return np.asarray(np.mean(self.bright, axis=0, keepdims=True, dtype=np.float32))


def build_codebook(codes: Sequence[str], dark: NDArray[np.bool_]) -> Codebook:
    """The dictionary of these codes; `dark` are their modules (codes x 21 x 21, True is dark)."""
    if dark.shape != (len(codes), MODULES, MODULES) or not codes:
        raise ValueError(f"{len(codes)} codes need {len(codes)} patterns of {MODULES} x {MODULES}, not {dark.shape}")
    return Codebook(tuple(codes), 1.0 - dark.astype(np.float32))


def centred(vectors: Floats) -> Floats:
    """Vectors (along the last axis) with zero mean."""
    return np.asarray(vectors - vectors.mean(axis=-1, keepdims=True), np.float32)


def unit(vectors: Floats) -> Floats:
    """Vectors (along the last axis) at unit length: the products of centred ones are correlations."""
    length = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
    return np.asarray(vectors / np.maximum(length, 1e-6)[..., None], np.float32)


def whitening(looks: Floats) -> Floats:
    """The matrix that takes out of looks (n x modules) what they have in common, as far as noise allows."""
    power, axes = np.linalg.eigh((looks.T @ looks / len(looks)).astype(np.float64))
    return np.asarray((axes / np.sqrt(np.maximum(power, 0.0) + NOISE)) @ axes.T, np.float32)


def _data_square() -> Bools:
    return ~(fixed_modules() | format_modules())


def _looked_at(bright: Floats, width: float, samples: int) -> Look:
    whole = smear(width, samples)
    take, change, bend = (part[:, _WHITE_AROUND:-_WHITE_AROUND] for part in whole)
    paper = whole[0].sum(axis=1)
    ink = bright - 1.0  # the paper around a symbol is white: only where it is not anything changes
    rows = take @ ink
    shape = (len(bright), -1)
    looks = (
        rows @ take.T + paper[:, None] * paper,
        rows @ change.T,
        change @ ink @ take.T,
        rows @ bend.T + bend @ ink @ take.T,
    )
    bright, right, down, soft = (np.asarray(look.reshape(shape), np.float32) for look in looks)
    return Look(bright, right, down, soft)


def _largest_off_diagonal(bank: Floats, rows: int = 512) -> float:
    """The correlation of the two most similar patterns; 0 for a list of one."""
    best = 0.0
    for start in range(0, len(bank), rows):
        alike = bank[start : start + rows] @ bank[start:].T
        np.fill_diagonal(alike, -1.0)
        best = max(best, float(alike.max(initial=-1.0)))
    return best
