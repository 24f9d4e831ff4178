"""The whole table searched in slices, one after the other, so that nothing stays undiscovered."""

from functools import partial

from vision.levels import Levels
from vision.plane import Box, Plane
from vision.search import Part, Planes
from vision.stillness import SPOT, LastLooks, Stirred

_QUARTERS, _QUARTER_EVERY, _QUARTER_AT_LATEST = 4, 11, 33
"""Partly covered stickers are looked for too in larger parts, so many of them, one in every so-manieth picture: of the
effort of a search most is the same for small parts and large ones. A part waits while something stirs in it, but not
for longer than this: a hand leaves parts of many stickers to be seen."""
_SLICE_AT_LATEST = 6
"""Beside what changed a slice is searched in every so-manieth picture."""


class Slices:
    """Whose turn it is. Slices that look as they did when they were searched are left out."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._slices: list[tuple[Plane, Box, Box]] = []
        self._quarters: list[tuple[Plane, Box, Box]] = []
        self._looks = LastLooks()
        self.turn = 0
        """So many slices had their turn."""
        self._since_slice = self._quarter = self._since_quarter = 0

    @property
    def newest(self) -> int:
        """The slice that had its turn last."""
        return self.turn % len(self._slices)

    def lay(self, planes: Planes) -> None:
        """Cut new planes into slices."""
        self._slices, self._quarters = (
            [(*part, part[0].pixels(part[1])) for part in planes.slices(count)] for count in (self._count, _QUARTERS)
        )
        self._looks.forget()

    def forget(self) -> None:
        """Every slice is to be searched again."""
        self._looks.forget()

    def forget_newest(self) -> None:
        """The slice that had its turn last is to be searched again."""
        self._looks.forget(self.newest)

    def keep(self, levels: Levels) -> None:
        """The whole table was searched just now."""
        for place, (plane, _, pixels) in enumerate(self._slices):
            self._looks.keep(place, levels.reduced_part(plane.shrink, *pixels))

    def __len__(self) -> int:
        return len(self._slices)

    def next(self, levels: Levels, stirred: Stirred) -> list[Part]:
        """The slice whose turn it is, unless it looks as it did when it was searched, but for what stirs in it.

        While something else is to be searched, slices have their turn more seldom.
        """
        self._since_slice += 1
        if stirred.ripe.any() and self._since_slice < _SLICE_AT_LATEST:
            return []
        self.turn, self._since_slice = self.turn + 1, 0
        place = self.newest
        plane, box, pixels = self._slices[place]
        part = levels.part(*pixels)
        now = part.at(plane.shrink)
        step = (SPOT[0] * plane.shrink, SPOT[1] * plane.shrink)
        stirs = partial(stirred.changed_cells, part.origin, step) if stirred.changed.any() else None
        if not self._looks.differs(place, now, stirs):
            return []
        self._looks.keep(place, now)
        return [(part, plane, box)]

    def next_quarter(self, levels: Levels, stirred: Stirred, *, at_once: bool = False) -> list[Part]:
        """Now and then a larger part, in which partly covered stickers are looked for too. One may be wanted
        `at_once`."""
        self._since_quarter += 1
        if self._since_quarter < _QUARTER_EVERY and not at_once:
            return []
        plane, box, pixels = self._quarters[self._quarter % len(self._quarters)]
        if stirred.changed_within(pixels) and self._since_quarter < _QUARTER_AT_LATEST:
            return []
        self._quarter, self._since_quarter = self._quarter + 1, 0
        return [(levels.part(*pixels), plane, box)]
