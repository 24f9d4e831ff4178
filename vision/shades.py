"""Small pictures of the table, and how they differ in what is no light.

Compared are ratios of neighbouring shades, so that a lamp, a flicker or a shadow changes nothing, and how red
everything is. Things have sharp edges, which mirrored lamps lack, and outlines that come and go with them.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.motion import camera_motion

Mask = NDArray[np.bool_]
Shades = NDArray[np.float32]

OCTAVE = 32.0
"""Shades in an octave of light."""
EDGY = 0.12
"""A thing has sharp edges on at least this part of its cells."""
CARD_EDGY, _CRISP = 0.4, 0.3
"""The same of a card that came with a bump, and how large a step is there beside the difference around it. None of 46
new cards had fewer such edges than this, but 25 of 29 other things."""
GONE_BETWEEN, _GONE = 0.2, 0.35
"""How much of what changed along an outline must have been there before and be missing now, if only the outline of what
lies between cards is taken; and how much of a whole one."""
_DARK = 14.0
"""Added to grey levels before ratios are taken: in the dark noise counts little."""
_BLACK = 4.0
"""Added to grey levels before they are divided: what is nearly black tells little about the light."""
_LIGHT_AND_RED = np.array(((0.5, 0.5, 0.0), (0.0, 0.0, 1.0)), np.float32)
"""What is taken of blue, green and red."""
_REDNESS = 1.2
"""How much a difference in colour counts: then it is about as noisy as one in light."""
_COLOURED = 16.0
"""A larger difference in colour is a thing and no light: it must not tinge what lies around it."""
_SHARP = 0.45
"""How much of the least difference is a sharp step: noise has one in twenty-five cells."""
_STEEP = 40.0
"""The strongest outline that counts."""
_RIM = 2
"""So many cells along the edge of a picture show only a part of what lies there."""


@dataclass(slots=True, eq=False)
class Small:
    """A small picture of the table, in shades and, once somebody needs them, in grey levels."""

    shades: Shades
    _levels: Shades | None = None

    @classmethod
    def of(cls, picture: Picture, step: int) -> "Small":
        """A picture from the camera, so many pixels each way in one."""
        levels = _light_and_red(picture, step)
        return cls(_logarithms(levels), levels)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.shades.shape[0], self.shades.shape[1]

    @property
    def levels(self) -> Shades:
        """Grey levels of light and of red."""
        if self._levels is None:
            self._levels = _grey_levels(self.shades)
        return self._levels


def carried(then: Small, now: Small) -> tuple[Small, Mask]:
    """How the table looked before the camera was bumped, as it would look from where the camera hangs now, and what of
    it was in both pictures.

    If the two pictures have too little in common, there is only the new one.
    """
    way = camera_motion(then.shades[..., 0], now.shades[..., 0])
    if way is None:
        return now, np.ones(now.shape, np.bool_)
    size = (now.shape[1], now.shape[0])
    carried = cv2.warpPerspective(then.shades, way, size, borderMode=cv2.BORDER_REPLICATE)
    inner = np.zeros(then.shape, np.uint8)
    inner[_RIM:-_RIM, _RIM:-_RIM] = 1
    return Small(np.asarray(carried, np.float32)), np.asarray(cv2.warpPerspective(inner, way, size)) > 0


def _light_and_red(picture: Picture, step: int) -> Shades:
    """A small picture in grey levels of green and blue light, and of red (rows x columns x 2).

    Skin and wood differ in blue; and a card that is as light as the wood is not as brown. A quarter of all rows is
    enough.
    """
    rows, columns = picture.shape[0] // step, picture.shape[1] // step
    small = picture[step // 8 :: step // 4, : columns * step][: 4 * rows]
    for _ in range(2):  # two by two are averaged many times as fast as any other number
        size = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.ndim == 2:
        small = np.asarray(cv2.merge((small, small, small)))
    colours = cv2.resize(small.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.transform(colours, _LIGHT_AND_RED), np.float32)


def _logarithms(seen: Shades) -> Shades:
    """Grey levels of light and of red as shades: logarithms of light, and of how much more red there is. A lamp only
    adds to the first, and nothing to the second."""
    return np.asarray(cv2.transform(cv2.log(seen + np.float32(_DARK)), _SHADES), np.float32)


_SHADES = (OCTAVE / np.log(2.0) * np.array(((1.0, 0.0), (-_REDNESS, _REDNESS)))).astype(np.float32)
"""From natural logarithms of light and of red to shades."""


def _grey_levels(shades: Shades) -> Shades:
    """The way back: shades as grey levels of light and of red."""
    seen = shades * np.float32(np.log(2) / OCTAVE)
    seen[..., 1] = seen[..., 1] / np.float32(_REDNESS) + seen[..., 0]
    return np.asarray(cv2.exp(seen), np.float32) - np.float32(_DARK)


def relit(then: Small, now: Small) -> tuple[Shades, float]:
    """An old picture in the light of a new one, and how many octaves lighter that is.

    A lamp lightens everything by one factor, but not the logarithm of what is dark or too bright for the camera: else
    the edge of a table would stand out whenever the light changes. A flickering lamp changes row by row.
    """
    one, two = then.levels, now.levels
    some = (two[::3, ::4] + _BLACK) / np.maximum(one[::3, ::4] + _BLACK, _BLACK)
    half = some.shape[1] // 2
    rows = np.partition(np.ascontiguousarray(some.transpose(2, 0, 1)), half, axis=2)[..., half].T
    gain = np.asarray(cv2.resize(rows[:, None].copy(), (1, len(one)), interpolation=cv2.INTER_LINEAR), np.float32)
    lit = one * np.tile(gain.reshape(-1, 1, 2), (1, one.shape[1], 1))
    np.clip(lit, 0, 255, out=lit)
    return _logarithms(lit), float(np.log2(max(usual(rows[:, 0]), 1e-3)))


def usual(numbers: NDArray[np.float32]) -> float:
    """The median, several times as fast as that of numpy for a few numbers."""
    half = numbers.size // 2
    low, high = np.partition(numbers.ravel(), (max(0, half - 1), half))[[max(0, half - 1), half]].tolist()
    return float(high if numbers.size % 2 else (low + high) / 2)


def difference(now: Small, lit: Shades, reach: int) -> Shades:
    """How a picture of the table differs in what is no light from another one in the same light."""
    plain = now.shades - lit
    slow = plain.copy()
    np.clip(slow[..., 1], -_COLOURED, _COLOURED, out=slow[..., 1])
    slow = np.asarray(cv2.blur(slow, (reach, reach), borderType=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray(np.subtract(plain, slow, out=plain))


def _strongest(differs: Shades) -> Shades:
    """How much everything differs in light or in colour."""
    much = np.abs(differs)
    return np.maximum(much[..., 0], much[..., 1])


def spots(differs: Shades, limit: float) -> Mask:
    """Where pictures differ: single pixels are dropped, gaps are closed."""
    found = (_strongest(differs) > limit).view(np.uint8)
    found = np.asarray(cv2.medianBlur(found, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8) > 0


def sharp_edges(differs: Shades, limit: float) -> Mask:
    """Where a difference begins or ends within two cells."""
    return _steps(differs) > _SHARP * limit


def is_crisp(differs: Shades) -> Mask:
    """Where a difference changes within two cells by a good part of what it is: the grain of wood that comes to light
    when a mirrored lamp is elsewhere has sharp edges too, but it is little beside the lamp."""
    much = np.asarray(cv2.blur(_strongest(differs), (5, 5)), np.float32)
    return _steps(differs) > _CRISP * much


def _steps(differs: Shades) -> Shades:
    """How much a difference changes within two cells."""
    return _strongest(np.asarray(differs - cv2.blur(differs, (3, 3)), np.float32))


@dataclass(frozen=True, eq=False)
class Outlines:
    """What became of outlines everywhere between two pictures, worked out once somebody asks."""

    then: Shades
    now: Shades

    @cached_property
    def _change(self) -> tuple[Shades, Shades]:
        """How much stronger they became, and how much they changed at all."""
        before, after = _slopes(self.then), _slopes(self.now)
        had, has, changed = (_steepness(*slopes) for slopes in (before, after, _apart(before, after)))
        return has - had, changed

    def left_behind(self, parts: Mask) -> Mask:
        """Places from which something went away: it had an outline then, and now the table goes on across it.

        An arm that rested in the picture when the table was taken in must not be missed when it leaves.
        """
        if not parts.any():
            return np.zeros_like(parts)
        count, labels = cv2.connectedComponents(parts.astype(np.uint8))
        gone = self.gone(np.asarray(labels), count, np.ones_like(parts), _GONE)
        return np.asarray(gone[_widened(np.asarray(labels))])

    def gone(self, labels: NDArray[np.int32], count: int, seen: Mask, share: float) -> Mask:
        """Which of these parts (by number) had an outline that is no longer there, as far as it is `seen`.

        `share` is how much of what changed must be missing now.
        """
        inside = np.asarray(cv2.erode((labels > 0).astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        rim = np.where(inside | ~seen, 0, _widened(labels))
        at = np.flatnonzero(rim)
        owners = rim.ravel()[at]
        stronger, in_all = (np.bincount(owners, much.ravel()[at], count) for much in self._change)
        gone = np.asarray(stronger < -share * np.maximum(in_all, 1.0))
        gone[0] = False
        return gone


def _widened(labels: NDArray[np.int32]) -> NDArray[np.intp]:
    """These parts and the cells beside them."""
    return np.asarray(cv2.dilate(np.asarray(labels, np.float32), np.ones((3, 3), np.uint8))).astype(np.intp)


def _steepness(across: Shades, down: Shades) -> Shades:
    """How strong an outline is, squared. Cards that came to light under an arm have outlines too: none counts much."""
    return np.asarray(np.minimum(across * across + down * down, _STEEP**2), np.float32)


def _slopes(shades: Shades) -> tuple[Shades, Shades]:
    """How much the light changes across and down."""
    light = np.ascontiguousarray(shades[..., 0])
    across, down = (cv2.Sobel(light, cv2.CV_32F, right, 1 - right, ksize=3) for right in (1, 0))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _apart(one: tuple[Shades, Shades], other: tuple[Shades, Shades]) -> tuple[Shades, Shades]:
    return other[0] - one[0], other[1] - one[1]
