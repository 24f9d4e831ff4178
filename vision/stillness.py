"""Where the picture changes: a thumbnail of it, compared with the one before and with the one last searched."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.motion import Matrix, camera_motion, in_pixels

Bools = NDArray[np.bool_]
PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom; right and bottom are the first ones outside."""
_CELL, _CELL_ROWS = 8, 4
"""Thumbnail pixels across and down a cell; they are twice as high as wide."""
_SPOTS = 3
"""Thumbnail pixels that must differ before a cell counts as changed."""
_FAINT = 5.0
_WAIT = 3
"""What never comes to rest is searched after so many pictures all the same."""


@dataclass(frozen=True, slots=True)
class Stirred:
    """Cells that changed since they were searched, and that are worth a search now."""

    ripe: Bools
    changed: Bools
    moving: Bools
    """What differs from the picture before."""
    cell_px: int
    news: Bools | None = None
    """The ripe cells that differ from the table as it lay when it was last settled."""

    @property
    def waits(self) -> bool:
        """Whether something larger than noise changed that is not worth a search yet."""
        return bool(large_parts(self.changed & ~self.ripe, _SPECK).any())

    @property
    def is_at_rest(self) -> bool:
        """Whether so little differs from the picture before that neither camera nor table was bumped meanwhile."""
        return float(self.moving.mean()) < _BUMPED

    def changed_at(self, places: NDArray[np.float64]) -> Bools:
        """Whether the picture changed at these places (n x 2 pixels) or right beside them."""
        if not self.changed.any():
            return np.zeros(len(places), np.bool_)
        near = _beside(self.changed)
        cells = np.clip(places // self.cell_px, 0, (near.shape[1] - 1, near.shape[0] - 1)).astype(np.intp)
        return np.asarray(near[cells[:, 1], cells[:, 0]])

    def changed_within(self, box: PixelBox) -> bool:
        """Whether the picture changed anywhere in this part."""
        left, top, right, bottom = (max(0, edge) // self.cell_px for edge in box)
        return bool(self.changed[top : bottom + 1, left : right + 1].any())

    def moves_within(self, box: PixelBox) -> bool:
        """Whether something larger than noise moved in this part since the picture before."""
        left, top, right, bottom = (max(0, edge) // self.cell_px for edge in box)
        return bool(large_parts(np.ascontiguousarray(self.moving[top : bottom + 1, left : right + 1]), _SPECK).any())

    def changed_cells(self, origin: tuple[int, int], step_px: tuple[int, int], shape: tuple[int, int]) -> Bools:
        """Whether the picture changed in each of so many cells (rows, columns) of another size, or right beside."""
        near = _beside(self.changed)
        rows, columns = (
            np.minimum((begin + (np.arange(count) + 0.5) * step) // self.cell_px, most - 1).astype(np.intp)
            for begin, step, count, most in zip(origin[::-1], step_px[::-1], shape, near.shape, strict=True)
        )
        return np.asarray(near[rows[:, None], columns])

    def boxes(self) -> list[PixelBox]:
        """The ripe cells as few rectangles of pixels: left, top, right, bottom."""
        return self._in_pixels(_few(self.ripe))

    def new_boxes(self) -> list[PixelBox]:
        """The same for what is new since the table was last settled."""
        return [] if self.news is None else self._in_pixels(_few(self.news))

    def _in_pixels(self, boxes: Sequence[PixelBox]) -> list[PixelBox]:
        size = self.cell_px
        return [(left * size, top * size, right * size, bottom * size) for left, top, right, bottom in boxes]


_BUMPED = 0.01
"""How much of a picture differs from the one before, at least, when somebody bumps into camera or table."""


def _beside(cells: Bools) -> Bools:
    """These cells and their neighbours."""
    return np.asarray(np.asarray(cv2.dilate(cells.view(np.uint8), np.ones((3, 3), np.uint8))) > 0)


def _at_rest(changed: Bools, moving: Bools, waited: Bools) -> Bools:
    """The changed cells but for those that hang together with a moving one: a hand, or what it is still laying down.

    What has waited too long is taken all the same, with all that hangs together with it.
    """
    if not changed.any():
        return changed
    _, labels = cv2.connectedComponents(changed.view(np.uint8))
    parts = np.asarray(labels)
    moved = np.zeros(int(parts.max()) + 1, np.bool_)
    moved[parts[_beside(moving) & changed]] = True
    moved[parts[waited & changed]] = False
    return np.asarray(changed & ~moved[parts])


def _apart_from(mask: Bools, others: Bools) -> Bools:
    """Only the parts of a mask that hang together with none of the others: in the middle of an even card that was laid
    down nothing but the light seems to be another one, and at its rim more."""
    if not mask.any():
        return mask
    _, labels = cv2.connectedComponents(mask.view(np.uint8))
    parts = np.asarray(labels)
    apart = np.ones(int(parts.max()) + 1, np.bool_)
    apart[parts[_beside(others)]] = apart[0] = False
    return np.asarray(apart[parts])


def large_parts(mask: Bools, least: float) -> Bools:
    """Only the parts that hang together and are at least so large."""
    count = np.count_nonzero(mask)
    if not count:
        return mask
    if count < least:
        return np.zeros_like(mask)
    parts, labels = cv2.connectedComponents(mask.view(np.uint8))  # its figures would take as long again
    keep = np.bincount(np.asarray(labels)[mask], minlength=parts) >= least
    keep[0] = False
    return np.asarray(keep[np.asarray(labels)])


_FLECK = 3
"""Cells that hang together and differ from the picture before; fewer are noise, nothing that moves."""
_SPECK = 4
"""Cells that hang together; fewer are noise along the edges of cards. Whatever is laid down is larger, and slices are
compared finely enough to find the rest."""


def _few(ripe: Bools) -> list[PixelBox]:
    """Rectangles that hold all ripe cells; parted wherever two smaller ones are searched sooner than one large one."""
    rows, columns = np.flatnonzero(ripe.any(axis=1)), np.flatnonzero(ripe.any(axis=0))
    if not len(rows):
        return []
    left, top, right, bottom = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    inside = ripe[top:bottom, left:right]
    gains = [_best_cut(inside), _best_cut(inside.T)]
    if max(gain for gain, _ in gains) <= _ONE_MORE:
        return [(left, top, right, bottom)]
    first, second = np.zeros_like(ripe), np.zeros_like(ripe)
    if gains[0] >= gains[1]:
        cut = left + gains[0][1]
        first[:, :cut], second[:, cut:] = ripe[:, :cut], ripe[:, cut:]
    else:
        cut = top + gains[1][1]
        first[:cut], second[cut:] = ripe[:cut], ripe[cut:]
    return _few(first) + _few(second)


def _best_cut(ripe: Bools) -> tuple[float, int]:
    """Between which columns a rectangle is parted best, and how many cells need not be searched then."""
    height, width = ripe.shape
    if width < 2:
        return -1.0, 0
    areas = np.zeros(width - 1)
    for cells in (ripe, ripe[:, ::-1]):
        held = np.logical_or.accumulate(cells, axis=1)[:, :-1]
        high = height - held.argmax(axis=0) - held[::-1].argmax(axis=0)
        # the outermost columns hold something; the rectangle ends at the last column that does
        last = np.maximum.accumulate(np.where(cells.any(axis=0), np.arange(1, width + 1), 0))[:-1]
        area = (last + _BESIDE) * (high + _BESIDE)
        areas += area if cells is ripe else area[::-1]
    gain = (width + _BESIDE) * (height + _BESIDE) - areas
    best = int(gain.argmax())
    return float(gain[best]), best + 1


_BESIDE = 2
"""Cells by which a search reaches beyond a rectangle, both sides together."""
_ONE_MORE = 150
"""A rectangle more takes as long as so many cells more."""


def merged(boxes: Sequence[PixelBox]) -> list[PixelBox]:
    """Fewer rectangles that hold all of these: two become one wherever that is searched sooner."""
    made = np.array(boxes, np.int64).reshape(-1, 4)
    while len(made) > 1:
        one, other = np.tril_indices(len(made), -1)
        low = np.minimum(made[one, :2], made[other, :2])
        high = np.maximum(made[one, 2:], made[other, 2:])
        areas = np.prod(made[:, 2:] - made[:, :2], axis=1)
        gain = areas[one] + areas[other] + _ONE_MORE_PX - np.prod(high - low, axis=1)
        best = int(gain.argmax())
        if gain[best] <= 0:
            break
        both = np.concatenate((low[best], high[best]))
        made = np.vstack((np.delete(made, (one[best], other[best]), axis=0), both))
    return [(left, top, right, bottom) for left, top, right, bottom in made.tolist()]


_ONE_MORE_PX = 120_000
"""To look closely at a rectangle more takes as long as so many pixels more."""


@dataclass(slots=True)
class Stillness:
    """Remembers how each part of the picture looked when it was last searched."""

    _searched: "_Thumb | None" = None
    _before: "_Thumb | None" = None
    _waits: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    _noise: float = 2.0
    _lay: "_Thumb | None" = None
    """The table when it was last settled."""
    _settled: "tuple[Bools, NDArray[np.uint8]] | None" = None
    """What was taken for searched in the newest picture, and how it looked before."""
    _step: int = 8
    """Pixels of the camera's picture across a pixel of the small one; down there are twice as many."""

    def look(self, picture: Picture) -> Stirred:
        """Take in a picture. Everything is ripe in the first one."""
        step = self._step = 8 if picture.shape[1] >= 3000 else 4
        thumb = _Thumb.of(_thumb(picture, step))
        rows, columns = thumb.picture.shape
        cells = (-(-rows // _CELL_ROWS), -(-columns // _CELL))
        if self._searched is None or self._before is None or self._searched.picture.shape != (rows, columns):
            self._searched, self._before = _Thumb(thumb.picture.copy(), thumb.usual), thumb
            self._waits = np.zeros(cells, np.int32)
            everything = np.ones(cells, np.bool_)
            return Stirred(everything, everything, everything, step * _CELL)
        now = np.asarray(cv2.absdiff(thumb.picture, _relit(self._before, thumb)[0]), np.uint8)
        self._noise += 0.2 * (float(np.median(now[::4, ::4])) - self._noise)
        limit = int(_FAINT + 4.0 * self._noise)
        moving = _cells(now > limit, cells)
        searched, flicker = _relit(self._searched, thumb)
        differs = _cells(np.asarray(cv2.absdiff(thumb.picture, searched)) > limit, cells)
        changed = _without_shadows(differs, thumb.picture, searched, limit)
        self._waits = np.where(changed, self._waits + 1, 0)
        ripe = _at_rest(changed, large_parts(moving, _FLECK), self._waits > _WAIT)
        self._before = thumb
        news = self._since_it_lay(thumb, limit, ripe) if ripe.any() else ripe
        # where only the light is another one it is remembered, or the rest of a shadow would stand out against it
        known = ripe | _apart_from(differs, changed)
        self._keep(thumb.picture if flicker is None else _lit(thumb.picture, np.reciprocal(flicker)), known)
        return Stirred(large_parts(ripe, _SPECK), changed, moving, step * _CELL, large_parts(news, _SPECK))

    def _since_it_lay(self, thumb: "_Thumb", limit: int, ripe: Bools) -> Bools:
        """The ripe cells that differ from the table as it lay when it was last settled."""
        if self._lay is None:
            return np.zeros(self._waits.shape, np.bool_)
        lay = _relit(self._lay, thumb)[0]
        differs = _cells(np.asarray(cv2.absdiff(thumb.picture, lay)) > limit, self._waits.shape) & ripe
        return _without_shadows(differs, thumb.picture, lay, limit)

    @property
    def newest(self) -> Picture | None:
        """The newest picture, small."""
        return None if self._before is None else self._before.picture

    def moved_since(self, then: Picture) -> Matrix | None:
        """How everything moved in the picture since it looked like that (pixels, 3 x 3), if that can be told."""
        now = self.newest
        if now is None or now.shape != then.shape:
            return None
        way = camera_motion(_square(then), _square(now))
        return None if way is None else in_pixels(way, 2 * self._step)

    def settle(self) -> None:
        """The table was settled in the newest picture: from now on only what differs from it is new."""
        self._lay = self._before

    def accept(self) -> None:
        """Nothing in the newest picture is to be searched: only the camera was moved."""
        if self._before is not None:
            self._searched, self._settled = _Thumb(self._before.picture.copy(), self._before.usual), None
            self._waits[:] = 0
            self._lay = None

    def forget(self) -> None:
        """Begin anew: everything counts as changed."""
        self._searched = self._settled = self._lay = None

    def unsettle(self) -> None:
        """The newest picture was too bad to be searched: what was ripe in it is still to be searched."""
        if self._settled is not None and self._searched is not None:
            mask, before = self._settled
            searched = self._searched.picture
            searched[mask] = before
            self._searched, self._settled = _Thumb.of(searched), None

    def _keep(self, picture: Picture, known: Bools) -> None:
        """What is known looks like this from now on, because it is going to be searched. The picture is in the light of
        the one that was searched: what is remembered of a row must be in one light."""
        self._settled = None
        if known.any() and self._searched is not None:
            rows, columns = picture.shape
            mask = np.repeat(np.repeat(known, _CELL_ROWS, axis=0), _CELL, axis=1)[:rows, :columns]
            searched = self._searched.picture
            self._settled = mask, searched[mask]
            searched[mask] = picture[mask]
            self._searched = _Thumb.of(searched)
            self._waits[known] = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Thumb:
    """A small picture, and the usual brightness of each of its rows."""

    picture: Picture
    usual: NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture) -> "_Thumb":
        return cls(picture, _usual(picture))


def _thumb(picture: Picture, step: int) -> Picture:
    """A small picture of the green light: of some rows always two, and four pixels of each, averaged into one."""
    columns, rows = picture.shape[1] // step, (picture.shape[0] - step // 2 - 1) // step // 2 + 1
    some = picture[step // 2 :: step, : columns * step][: 2 * rows]
    if len(some) < 2 * rows:
        some = np.concatenate((some, some[-1:]))
    green = np.asarray(cv2.extractChannel(some, 1)) if picture.ndim == 3 else some
    # two by two are averaged many times as fast as any other number; straight drawing averages two more
    half = cv2.resize(green, (columns * step // 2, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(half, (columns, rows), interpolation=cv2.INTER_LINEAR), np.uint8)


def _square(thumb: Picture) -> NDArray[np.float32]:
    """A small picture as wide as high in each of its pixels, in logarithms."""
    half = cv2.resize(thumb, (thumb.shape[1] // 2, thumb.shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(_OCTAVE * np.log2(np.asarray(half, np.float32) + _DARK), np.float32)


_OCTAVE, _DARK = 32.0, 14.0
"""How much twice the light counts for, and what is added to grey levels so that in the dark noise counts little."""


def _flicker(now: _Thumb, then: _Thumb) -> NDArray[np.float32] | None:
    """How much lighter each row became, if it was the lamp: a hand darkens some rows, a lamp most of them."""
    gain = np.asarray(cv2.blur(now.usual / then.usual, (1, 5)), np.float32)
    return gain if 2 * np.count_nonzero(np.abs(gain - 1) > _FLICKER) > len(gain) else None


def _lit(picture: Picture, gain: NDArray[np.float32]) -> Picture:
    """The picture in another light."""
    return np.asarray(cv2.multiply(picture, np.repeat(gain, picture.shape[1], axis=1), dtype=cv2.CV_8U), np.uint8)


def _relit(then: _Thumb, now: _Thumb) -> tuple[Picture, NDArray[np.float32] | None]:
    """A thumbnail in the light of a newer one, and by how much each of its rows became lighter if the lamp flickers."""
    flicker = _flicker(now, then)
    return (then.picture if flicker is None else _lit(then.picture, flicker)), flicker


def _reshaded(now: Picture, then: Picture) -> Picture:
    """How much two thumbnails differ if the light changed softly: a shadow that comes or goes darkens what lies there
    evenly, and a card does not."""
    light, before = (cv2.blur(np.asarray(one, np.float32) + 4.0, _SOFTLY) for one in (now, then))
    return np.asarray(
        cv2.absdiff(now, cv2.multiply(then, np.asarray(light / before, np.float32), dtype=cv2.CV_8U)), np.uint8
    )


def _without_shadows(differs: Bools, now: Picture, then: Picture, limit: int) -> Bools:
    """The cells that differ, and not by soft shadows alone."""
    return differs & _beside(_cells(_reshaded(now, then) > limit, differs.shape)) if differs.any() else differs


_SOFTLY = (33, 17)
"""Width and height of what a shadow darkens evenly, in pixels of a thumbnail: more than a card."""


def _usual(thumb: Picture) -> NDArray[np.float32]:
    """The usual brightness of each row, by some of its pixels."""
    some = np.sort(thumb[:, :: max(1, thumb.shape[1] // 32)], axis=1)
    return np.asarray(some[:, some.shape[1] // 2, None] + np.float32(1.0), np.float32)


_FLICKER = 0.02


def _cells(spots: Bools, cells: tuple[int, int]) -> Bools:
    """Which cells hold enough spots."""
    rows, columns = cells
    padded = np.zeros((rows * _CELL_ROWS, columns * _CELL), np.uint8)
    padded[: spots.shape[0], : spots.shape[1]] = spots
    share = np.asarray(cv2.resize(padded * np.uint8(192), (columns, rows), interpolation=cv2.INTER_AREA))
    return share >= 192 * _SPOTS // (_CELL * _CELL_ROWS)


SPOT = (4, 8)
"""Width and height of what `LastLooks` compares at once, in pixels of the part it is shown."""


@dataclass(slots=True)
class LastLooks:
    """How parts of the picture looked when they were last searched; finer than a thumbnail shows.

    Where nothing differs by more than noise, another search would find the same again. Every second row is enough.
    """

    _looks: dict[int, Picture] = field(default_factory=dict)

    def differs(self, part: int, now: Picture, elsewhere: Callable[[tuple[int, int]], Bools] | None = None) -> bool:
        """Whether a part looks different anywhere, or was never searched.

        `elsewhere` tells which spots, of so many rows and columns, are searched anyway: they do not count. A spot is
        `SPOT` pixels wide and high.
        """
        before = self._looks.get(part)
        some = now[::2]
        if before is None or before.shape != some.shape:
            return True
        rows, columns = some.shape[0] // 4, some.shape[1] // 4
        if not rows or not columns:
            return True
        apart = _spotted(np.asarray(cv2.absdiff(before, some)), rows, columns)
        if apart.max() <= _noticed(apart):
            return False
        # seldom: was it the light, or something that is searched anyway?
        one, other = _Thumb.of(some), _Thumb.of(before)
        apart = _spotted(np.asarray(cv2.absdiff(some, _relit(other, one)[0]), np.uint8), rows, columns)
        if elsewhere is not None:
            apart[elsewhere((rows, columns))] = 0
        return bool(apart.max() > _noticed(apart))

    def keep(self, part: int, now: Picture) -> None:
        """This part was searched just now."""
        self._looks[part] = now[::2].copy()

    def forget(self, part: int | None = None) -> None:
        """Begin anew: everything, or one part, counts as different."""
        if part is None:
            self._looks.clear()
        else:
            self._looks.pop(part, None)


def _spotted(apart: Picture, rows: int, columns: int) -> Picture:
    """How much each spot differs: the mean of four by four."""
    half = cv2.resize(apart[: 4 * rows, : 4 * columns], (2 * columns, 2 * rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(half, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def _noticed(apart: Picture) -> float:
    """How much a spot must differ to be noticed."""
    return _BARELY + _ABOVE_NOISE * float(np.median(apart[::2, ::2]))


_BARELY, _ABOVE_NOISE = 3.0, 2.5
"""A spot differs when it changed by so many times what is usual in this picture, and a little more."""
