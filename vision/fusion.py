"""Several pictures of a still table added up: noise averages out, and what one picture cannot show ten can.

Small pictures are added up as a whole. Of large ones only one part at a time is, and the next part after so many
pictures, so that it costs little.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.levels import Levels

_WHOLE_PIXELS = 4_000_000
_COLUMNS, _ROWS = 4, 3
"""Parts of a large picture."""
_ROUNDS = 2
"""So often each of them is added up until something changes: more sums of the same would show the same again."""
_RIPE = (4, 8, 16)
"""After so many pictures the sum is worth a search."""


@dataclass(slots=True)
class FrameStack:
    """The sum of the pictures since something changed."""

    count: int = 0
    _sum: NDArray[np.uint16] = field(default_factory=lambda: np.zeros((0, 0), np.uint16))
    _turn: int = 0
    _parts: int = 0
    """Parts of a large picture that were added up since something changed."""

    def add(self, picture: Picture, *, changed: bool) -> Levels | None:
        """Take in a picture; the mean of all since the last change, whenever it is worth a search."""
        if changed:
            self.count = self._parts = 0
            return None
        if self._parts >= _ROUNDS * _COLUMNS * _ROWS:
            return None
        rows, columns = self._region(picture)
        part = picture[rows, columns]
        grey = part if part.ndim == 2 else np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY))
        if self.count == 0 or self._sum.shape != grey.shape:
            self._sum, self.count = np.zeros(grey.shape, np.uint16), 0
        if self.count >= _RIPE[-1]:
            return None
        np.add(self._sum, grey, out=self._sum)
        self.count += 1
        if self.count not in _RIPE or (self.count < _RIPE[1] and not _is_small(picture)):
            return None
        mean = np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.count), np.uint8)
        if self.count == _RIPE[1] and not _is_small(picture):
            self._turn, self._parts, self.count = self._turn + 1, self._parts + 1, 0
        return Levels(mean, (columns.start, rows.start))

    def _region(self, picture: Picture) -> tuple[slice, slice]:
        height, width = picture.shape[:2]
        if _is_small(picture):
            return slice(0, height), slice(0, width)
        row, column = divmod(self._turn % (_COLUMNS * _ROWS), _COLUMNS)
        return _share(height, row, _ROWS), _share(width, column, _COLUMNS)


def _is_small(picture: Picture) -> bool:
    height, width = picture.shape[:2]
    return bool(height * width <= _WHOLE_PIXELS)


def _share(length: int, place: int, of: int) -> slice:
    """One of several parts of a length; they overlap by a sixteenth and begin where reductions keep in step."""
    begin = max(0, length * place // of - length // 32) // 16 * 16
    return slice(begin, min(length, length * (place + 1) // of + length // 32))


def fused(pictures: "list[Picture]") -> Picture:
    """The mean of pictures of the same still table."""
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(pictures)), np.uint8)
