"""Where the picture changes: a thumbnail of it, compared with the one before and with the one last searched."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Bools = NDArray[np.bool_]
_CELL = 8
"""Thumbnail pixels along the side of a cell."""
_SPOTS = 3
"""Thumbnail pixels that must differ before a cell counts as changed."""
_FAINT = 5.0
_WAIT = 3
"""A cell that never comes to rest is searched after so many pictures all the same."""


@dataclass(frozen=True, slots=True)
class Stirred:
    """Cells that changed since they were searched, and that are worth a search now."""

    ripe: Bools
    changed: Bools
    cell_px: int

    def changed_at(self, places: NDArray[np.float64]) -> Bools:
        """Whether the picture changed at these places (n x 2 pixels) or right beside them."""
        near = np.asarray(cv2.dilate(self.changed.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        cells = np.clip(places // self.cell_px, 0, (near.shape[1] - 1, near.shape[0] - 1)).astype(np.intp)
        return np.asarray(near[cells[:, 1], cells[:, 0]])

    def boxes(self) -> list[tuple[int, int, int, int]]:
        """The ripe cells as rectangles of pixels: left, top, right, bottom."""
        if not self.ripe.any():
            return []
        near = np.asarray(cv2.dilate(self.ripe.astype(np.uint8), np.ones((3, 3), np.uint8)))
        _, _, stats, _ = cv2.connectedComponentsWithStats(near)
        size = self.cell_px
        return [
            (int(x) * size, int(y) * size, int(x + w) * size, int(y + h) * size)
            for x, y, w, h, _ in np.asarray(stats)[1:]
        ]


@dataclass(slots=True)
class Stillness:
    """Remembers how each part of the picture looked when it was last searched."""

    _searched: Picture | None = None
    _before: Picture | None = None
    _waits: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    _noise: float = 2.0

    def look(self, picture: Picture) -> Stirred:
        """Take in a picture. Everything is ripe in the first one."""
        step = 8 if picture.shape[1] >= 3000 else 4
        thumb = _thumb(picture, step)
        cells = (-(-thumb.shape[0] // _CELL), -(-thumb.shape[1] // _CELL))
        if self._searched is None or self._before is None or self._searched.shape != thumb.shape:
            self._searched, self._before = thumb.copy(), thumb
            self._waits = np.zeros(cells, np.int32)
            everything = np.ones(cells, np.bool_)
            return Stirred(everything, everything, step * _CELL)
        now = np.asarray(cv2.absdiff(thumb, self._before))
        self._noise += 0.2 * (float(np.median(now[::4, ::4])) - self._noise)
        limit = int(_FAINT + 4.0 * self._noise)
        moving = _cells(now > limit, cells)
        changed = _cells(np.asarray(cv2.absdiff(thumb, self._searched)) > limit, cells)
        self._waits = np.where(changed, self._waits + 1, 0)
        ripe = changed & (~moving | (self._waits > _WAIT))
        self._before = thumb
        self._settle(thumb, ripe)
        return Stirred(ripe, changed, step * _CELL)

    def forget(self) -> None:
        """Begin anew: everything counts as changed."""
        self._searched = None

    def _settle(self, thumb: Picture, ripe: Bools) -> None:
        """What is ripe is going to be searched now."""
        if ripe.any() and self._searched is not None:
            rows, columns = thumb.shape
            mask = np.repeat(np.repeat(ripe, _CELL, axis=0), _CELL, axis=1)[:rows, :columns]
            self._searched[mask] = thumb[mask]
            self._waits[ripe] = 0


def _thumb(picture: Picture, step: int) -> Picture:
    """A small picture of the green light: some rows, four pixels of each row averaged into one."""
    columns = picture.shape[1] // step
    rows = picture[step // 2 :: step, : columns * step]
    green = np.asarray(cv2.extractChannel(rows, 1)) if picture.ndim == 3 else rows
    # straight drawing takes two pixels for each of its own, two of those are averaged
    half = cv2.resize(green, (2 * columns, len(rows)), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(half, (columns, len(rows)), interpolation=cv2.INTER_AREA), np.uint8)


def _cells(spots: Bools, cells: tuple[int, int]) -> Bools:
    """Which cells hold enough spots."""
    rows, columns = cells
    padded = np.zeros((rows * _CELL, columns * _CELL), np.uint8)
    padded[: spots.shape[0], : spots.shape[1]] = spots
    share = np.asarray(cv2.resize(padded * np.uint8(192), (columns, rows), interpolation=cv2.INTER_AREA))
    return share >= 192 * _SPOTS // _CELL**2
