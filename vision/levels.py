"""One picture at several sizes, each made when somebody asks for it."""

from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

_Number = TypeVar("_Number", np.uint8, np.uint16)


class Levels:
    """A picture, grey, and reduced by whole factors (1, 2, 4 ...). Colour is taken out where fewest pixels are."""

    def __init__(self, picture: Picture, origin: tuple[int, int] = (0, 0), faint: float | None = None) -> None:
        self.picture = picture
        self.origin = origin
        """Where in the camera's picture this one begins, when it is only a part."""
        self.faint = faint
        """The spread of brightness from which on something can be a finder pattern; None: by the range of the light."""
        self._made: dict[int, Picture] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture."""
        return self.picture.shape[1], self.picture.shape[0]

    def part(self, left: int, top: int, right: int, bottom: int) -> "Levels":
        """A part, given in pixels of the camera's picture; it begins at a pixel that every reduction keeps."""
        x, y = self.origin
        left, top = max(0, left - x) // _ALIGNED * _ALIGNED, max(0, top - y) // _ALIGNED * _ALIGNED
        left, top = (
            min(left, (self.size[0] - 2) // _ALIGNED * _ALIGNED),
            min(top, (self.size[1] - 2) // _ALIGNED * _ALIGNED),
        )
        inside = self.picture[top : max(top + 2, bottom - y), left : max(left + 2, right - x)]
        return Levels(inside, (self.origin[0] + left, self.origin[1] + top), self.faint)

    def reduced_part(self, shrink: int, left: int, top: int, right: int, bottom: int) -> Picture:
        """The same as `part(...).at(shrink)`, of a whole picture that has been reduced so far."""
        inside = self.part(left, top, right, bottom)
        rows, columns = (length // shrink for length in inside.picture.shape[:2])
        left, top = (edge // shrink for edge in inside.origin)
        part = self.at(shrink)[top : top + rows, left : left + columns]
        return part if shrink > 1 else part.copy()  # the camera may write its next picture over this one

    def at(self, shrink: int) -> Picture:
        """The grey picture, so many pixels each way averaged into one."""
        made = self._made.get(shrink)
        if made is None:
            made = self._made[shrink] = self._make(shrink)
        return made

    def _make(self, shrink: int) -> Picture:
        if shrink == 1:
            return np.ascontiguousarray(_grey(self.picture))
        if shrink == 2 and 1 not in self._made:
            return _grey(halved(self.picture))
        return halved(self.at(shrink // 2))


class Collage(Levels):
    """Parts of one picture that were made ready apart from each other, each in its place; between them all is black.

    What was seen in all of them can so be named together, which is sooner done.
    """

    def __init__(self, parts: Sequence[Levels]) -> None:
        width, height = (max(part.origin[axis] + part.size[axis] for part in parts) for axis in (0, 1))
        self._parts, self._size = tuple(parts), (width, height)
        super().__init__(np.zeros((0, 0), np.uint8))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as far as there are parts."""
        return self._size

    def _make(self, shrink: int) -> Picture:
        made = np.zeros((self._size[1] // shrink + 1, self._size[0] // shrink + 1), np.uint8)
        for part in self._parts:
            left, top = (edge // shrink for edge in part.origin)
            seen = part.at(shrink)
            made[top : top + seen.shape[0], left : left + seen.shape[1]] = seen
        return made


_ALIGNED = 16


def _grey(picture: Picture) -> Picture:
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def halved(picture: NDArray[_Number]) -> NDArray[_Number]:
    """A picture with half as many pixels each way, if there are enough of them."""
    rows, columns = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
    if min(rows, columns) < 2:
        return picture
    small = cv2.resize(picture[:rows, :columns], (columns // 2, rows // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(small, picture.dtype)


def softened(picture: Picture) -> Picture:
    """The picture a little blurred, so that it can be sampled at fewer places than it has pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


def shrink_for(module_px: float) -> int:
    """How far a picture with modules of this size can be reduced and still be read as well as it is."""
    shrink = 1
    while module_px / shrink >= _ROOMY_PX:
        shrink *= 2
    return shrink


_ROOMY_PX = 2.2
