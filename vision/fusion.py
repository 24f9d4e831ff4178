"""Several pictures of a still table added up: noise averages out, and what one picture cannot show ten can.

Small pictures are added up as a whole. Of large ones only one part at a time is, and the next part after so many
pictures, so that it costs little. Parts that are looked at closely in picture after picture are added up beside that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.levels import Levels
from vision.stillness import PixelBox

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
        grey = _grey(part)
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


_WORTH = (1, 2, 3, 4, 6, 8, 12, 16)
"""After so many pictures the sum of a part is worth a search."""
_AROUND_PX = 96
"""So much around a part is added up too: a sticker of which only a corner lies in it is seen as a whole."""
_KEPT = 4
"""So many pictures a sum is kept although nobody looked at its part."""
_MOST_GAIN, _BRIGHT, _SOME = 6.0, 250.0, 8
"""How much brighter a sum is made, and which grey level its bright parts get then, by every so-manieth pixel."""
_FAINT = 4.0
"""In a part that was made bright so much spread of brightness may be a finder pattern, whatever glares elsewhere."""
_FEW = 2
"""More new parts than this are searched together in the picture as it is, which is sooner done."""
_LARGE = 1_500_000
"""Parts of more pixels than this are not added up."""


@dataclass(slots=True, eq=False)
class _PartSum:
    """The sum of one part of the pictures, and of a little around it."""

    part: PixelBox
    box: PixelBox
    total: NDArray[np.uint16]
    count: int = 0
    unused: int = 0

    def add(self, picture: Picture) -> None:
        left, top, right, bottom = self.box
        np.add(self.total, _grey(picture[top:bottom, left:right]), out=self.total)
        self.count += 1

    def holds(self, box: PixelBox) -> bool:
        """Whether this part lies in it, but for a little."""
        near = _AROUND_PX // 2
        left, top, right, bottom = self.part
        return left - near <= box[0] and top - near <= box[1] and box[2] <= right + near and box[3] <= bottom + near

    def mean(self) -> Levels:
        """The mean, made as bright as it can be: a dim sticker shows more shades than a picture can tell apart."""
        some = self.total[::_SOME, ::_SOME].ravel()
        brightest = float(np.partition(some, len(some) * 99 // 100)[len(some) * 99 // 100]) / self.count
        gain = min(_MOST_GAIN, max(1.0, _BRIGHT / max(brightest, 1.0)))
        picture = cv2.convertScaleAbs(self.total, alpha=gain / self.count)
        return Levels(np.asarray(picture, np.uint8), self.box[:2], _FAINT)


@dataclass(slots=True)
class PartSums:
    """Parts that are looked at closely in one picture after the other: what is too faint in one shows in their sum."""

    _sums: list[_PartSum] = field(default_factory=list)

    def add(
        self, picture: Picture, boxes: Sequence[PixelBox], moves: Callable[[PixelBox], bool]
    ) -> tuple[list[PixelBox], list[tuple[PixelBox, Levels]]]:
        """Take in a picture in which these parts are looked at closely.

        Told are the parts that are to be searched in the picture itself, because they are large or many, and those that
        are better searched in the mean of this picture and the ones before. A part in neither list has been searched
        in a mean that hardly changes any more. Where something `moves` the sum begins anew.
        """
        self._sums = [one for one in self._sums if one.unused <= _KEPT and not moves(one.box)]
        alone = [box for box in boxes if _pixels(box) > _LARGE]
        looked_at = [(box, self._sum_for(picture, box)) for box in boxes if _pixels(box) <= _LARGE]
        for one in self._sums:
            one.unused += 1
        fresh = set[int]()
        for _, one in looked_at:
            one.unused = 0
            if id(one) not in fresh and one.count < _WORTH[-1]:
                one.add(picture)
                fresh.add(id(one))
        first = [box for box, one in looked_at if one.count == 1]
        alone += first if len(first) > _FEW else []
        worth = _WORTH[1:] if len(first) > _FEW else _WORTH
        means = {id(one): one.mean() for _, one in looked_at if id(one) in fresh and one.count in worth}
        return alone, [(box, means[id(one)]) for box, one in looked_at if id(one) in means]

    def forget(self) -> None:
        """Begin anew."""
        self._sums.clear()

    def _sum_for(self, picture: Picture, box: PixelBox) -> _PartSum:
        """The sum that holds this part; a new one begins where reductions keep in step."""
        for one in self._sums:
            if one.holds(box):
                return one
        height, width = picture.shape[:2]
        left, top = (max(0, edge - _AROUND_PX) // 16 * 16 for edge in box[:2])
        right, bottom = min(width, box[2] + _AROUND_PX), min(height, box[3] + _AROUND_PX)
        self._sums.append(_PartSum(box, (left, top, right, bottom), np.zeros((bottom - top, right - left), np.uint16)))
        return self._sums[-1]


def _pixels(box: PixelBox) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _grey(picture: Picture) -> Picture:
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


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
