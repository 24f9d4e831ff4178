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
from vision.levels import Levels, halved
from vision.stillness import PixelBox

_WHOLE_PIXELS = 4_000_000
_COLUMNS, _ROWS = 4, 3
"""Parts of a large picture."""
_LONG = (4, 8)
"""So many pictures of a part are added up at first, and then once more: further sums would show the same again."""
_REST = 6
"""A part in which nothing changed in so many pictures is worth it: people wait for what changed less long ago."""
_RIPE = (4, 8, 16)
"""After so many pictures the sum of a whole small picture is worth a search."""


@dataclass(slots=True)
class FrameStack:
    """The sum of the pictures since something changed; of large ones part by part, what changed last comes first."""

    count: int = 0
    _sum: NDArray[np.uint16] = field(default_factory=lambda: np.zeros((0, 0), np.uint16))
    _parts: list["_Resting"] = field(default_factory=list)
    _now: "_Resting | None" = None
    """The part that is being added up."""

    def add(
        self, picture: Picture, stirs: Callable[[PixelBox], bool], *, later: bool = False
    ) -> tuple[Levels, bool] | None:
        """Take in a picture; the mean of all since the last change, whenever it is worth a search, and whether covered
        stickers are worth the effort too. `later` says that there is no time for it now."""
        if _is_small(picture):
            mean = self._add_whole(picture, changed=stirs(_whole(picture)))
            return None if mean is None else (mean, False)
        if not self._parts or self._parts[-1].box[2:] != _whole(picture)[2:]:
            self._parts, self._now = [_Resting(box) for box in _tiles(picture)], None
        for part in self._parts:
            part.watch(stirs=stirs(part.box))
        if later:
            self._now = None
            return None
        now = self._now
        if now is None or now.rested < _REST:
            waiting = [part for part in self._parts if part.sums < len(_LONG) and part.rested >= _REST]
            now = self._now = min(waiting, key=lambda part: (part.rested, part.sums), default=None)
            self.count = 0
        if now is None:
            return None
        self._take(_cut(picture, now.box))
        if self.count < _LONG[now.sums]:
            return None
        now.sums += 1
        self._now = None
        return Levels(_bright(self._sum, self.count), now.box[:2], _FAINT), now.sums == len(_LONG)

    def forget(self) -> None:
        """Begin anew: the camera was moved, and sums must not hold pictures from before."""
        self.count, self._parts, self._now = 0, [], None

    def _add_whole(self, picture: Picture, *, changed: bool) -> Levels | None:
        if changed:
            self.count = 0
            return None
        if self.count >= _RIPE[-1]:
            return None
        self._take(picture)
        return Levels(np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.count))) if self.count in _RIPE else None

    def _take(self, part: Picture) -> None:
        grey = _grey(part)
        if self.count == 0 or self._sum.shape != grey.shape:
            self._sum, self.count = np.zeros(grey.shape, np.uint16), 0
        np.add(self._sum, grey, out=self._sum)
        self.count += 1


@dataclass(slots=True, eq=False)
class _Resting:
    """A part of a large picture: for how many pictures nothing changed in it, and how often it was added up since."""

    box: PixelBox
    rested: int = 0
    sums: int = 0

    def watch(self, *, stirs: bool) -> None:
        self.rested = 0 if stirs else self.rested + 1
        self.sums = 0 if stirs else self.sums


def _tiles(picture: Picture) -> list[PixelBox]:
    """A picture cut into parts that overlap by a sixteenth and begin where reductions keep in step."""
    height, width = picture.shape[:2]
    across = [_share(width, column, _COLUMNS) for column in range(_COLUMNS)]
    down = [_share(height, row, _ROWS) for row in range(_ROWS)]
    return [(left, top, right, bottom) for top, bottom in down for left, right in across]


def _share(length: int, place: int, of: int) -> tuple[int, int]:
    begin = max(0, length * place // of - length // 32) // 16 * 16
    return begin, min(length, length * (place + 1) // of + length // 32)


def _whole(picture: Picture) -> PixelBox:
    return 0, 0, picture.shape[1], picture.shape[0]


def _cut(picture: Picture, box: PixelBox) -> Picture:
    left, top, right, bottom = box
    return picture[top:bottom, left:right]


_WORTH = (1, 2, 4, 6, 8, 12, 16)
"""After so many pictures the sum of a part is worth a search."""
_WORTH_EFFORT = (2, 4, 8, 16)
"""After so many it is worth a search for covered stickers too."""
_AROUND_PX = 96
"""So much around a part is added up too: a sticker of which only a corner lies in it is seen as a whole."""
_KEPT = 4
"""So many pictures a sum is kept although nobody looked at its part."""
_MOST_GAIN, _BRIGHT, _NEAR_PX = 6.0, 250.0, 16
"""How much brighter a mean is made, which grey level its bright places get then, and in which steps that may vary."""
_FAINT = 4.0
"""In a part that was made bright so much spread of brightness may be a finder pattern, whatever glares elsewhere."""
_FEW = 2
"""More new parts than this are searched together in the picture as it is, which is sooner done."""
_MANY = 4
"""The mean of so many pictures shows more than any of them."""
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
        np.add(self.total, _grey(_cut(picture, self.box)), out=self.total)
        self.count += 1

    def holds(self, box: PixelBox) -> bool:
        """Whether this part lies in it, but for a little."""
        near = _AROUND_PX // 2
        left, top, right, bottom = self.part
        return left - near <= box[0] and top - near <= box[1] and box[2] <= right + near and box[3] <= bottom + near

    def mean(self) -> Levels:
        return Levels(_bright(self.total, self.count), self.box[:2], _FAINT)


@dataclass(frozen=True, slots=True)
class Close:
    """How parts of a picture are to be looked at closely."""

    large: list[PixelBox]
    """In the picture as it is, for covered stickers too."""
    many: list[PixelBox]
    """In the picture as it is: new ones, so many of them that this is sooner done."""
    summed: list[tuple[PixelBox, Levels, bool]]
    """In the mean of this picture and the ones before, and whether covered stickers are worth the effort: most are read
    in the first picture, and then not every sum shows more of them than the one before."""

    def apart(self) -> list[list[tuple[PixelBox, Levels, bool]]]:
        """The means in as few groups as can be in which none overlaps another: a seam must not cut a sticker."""
        groups: list[list[tuple[PixelBox, Levels, bool]]] = []
        for look in self.summed:
            free = (group for group in groups if not any(_overlap(look[1], mean) for _, mean, _ in group))
            group = next(free, None)
            if group is None:
                groups.append([look])
            else:
                group.append(look)
        return groups

    @property
    def boxes(self) -> list[PixelBox]:
        """All parts that are searched now."""
        return [*self.large, *self.many, *(box for box, _, _ in self.summed)]


@dataclass(slots=True)
class PartSums:
    """Parts that are looked at closely in one picture after the other: what is too faint in one shows in their sum."""

    _sums: list[_PartSum] = field(default_factory=list)

    def add(self, picture: Picture, boxes: Sequence[PixelBox], moves: Callable[[PixelBox], bool]) -> "Close":
        """Take in a picture in which these parts are looked at closely, and say how.

        A part that is nowhere has been searched in a mean that hardly changes any more. Where something `moves` the sum
        begins anew.
        """
        self._sums = [one for one in self._sums if one.unused <= _KEPT and not moves(one.box)]
        large = [box for box in boxes if _pixels(box) > _LARGE]
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
        worth = _WORTH[1:] if len(first) > _FEW else _WORTH
        means = {id(one): one.mean() for _, one in looked_at if id(one) in fresh and one.count in worth}
        summed = [(box, means[id(one)], one.count in _WORTH_EFFORT) for box, one in looked_at if id(one) in means]
        return Close(large, first if len(first) > _FEW else [], summed)

    def mean_of(self, box: PixelBox) -> Levels | None:
        """The mean of the pictures in which this part was looked at closely, if there are enough of them."""
        return next((one.mean() for one in self._sums if one.count >= _MANY and one.holds(box)), None)

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


def _overlap(one: Levels, other: Levels) -> bool:
    """Whether two different parts of a picture share some of it."""
    return one is not other and all(
        one.origin[axis] < other.origin[axis] + other.size[axis]
        and other.origin[axis] < one.origin[axis] + one.size[axis]
        for axis in (0, 1)
    )


def _pixels(box: PixelBox) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _grey(picture: Picture) -> Picture:
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _bright(total: NDArray[np.uint16], count: int) -> Picture:
    """The mean, everywhere as bright as it can be: a dim sticker shows more shades than a picture can tell apart, and
    a lamp that glares elsewhere must not keep it dim."""
    size = (max(1, total.shape[1] // _NEAR_PX), max(1, total.shape[0] // _NEAR_PX))
    # two by two are averaged many times as fast as any other number
    part = halved(halved(total))
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.float32) / count
    wide = np.ones((5, 5), np.uint8)
    bright = cv2.blur(np.asarray(cv2.dilate(small, wide)), (5, 5), borderType=cv2.BORDER_REPLICATE)
    gain = np.clip(_BRIGHT / np.maximum(_ABOVE_MEAN * np.asarray(bright), 1.0), 1.0, _MOST_GAIN).astype(np.float32)
    whole = cv2.resize(gain, (total.shape[1], total.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(total, whole, scale=1 / count, dtype=cv2.CV_8U), np.uint8)


_ABOVE_MEAN = 1.3
"""How much brighter single pixels are than the mean of those around them."""


def _is_small(picture: Picture) -> bool:
    height, width = picture.shape[:2]
    return bool(height * width <= _WHOLE_PIXELS)


def fused(pictures: "list[Picture]") -> Picture:
    """The mean of pictures of the same still table."""
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(pictures)), np.uint8)
