"""A second opinion: where a sticker is large enough for zxing-cpp, both readers must agree.

A disagreement is an alarm and no vote: the sticker is not believed until both say the same again. The same reader names
foreign symbols on the table.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.decode import Read, fitted
from vision.grid import Doubles, corners_of, modules_px
from vision.levels import Levels
from vision.recognition import Hits
from vision.stickers import MODULES
from vision.stillness import PixelBox, merged
from vision.symbols import zxing_find

_LARGE_PX = 2.6
"""Pixels per module from which on zxing-cpp reads a lying sticker nearly always."""
_AT_ONCE = 2
"""So many parts that had to wait are looked at in one picture."""
_EVERY = 3
"""In every so-manieth picture one lying sticker is checked."""
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two readers read different things at one place (pixels)."""

    ours: str
    theirs: str
    place: Place


@dataclass(frozen=True, slots=True)
class Foreign:
    """A symbol that is none of ours."""

    read: Read


@dataclass(slots=True)
class SecondOpinion:
    """Asks zxing-cpp about one lying sticker per picture, and about parts of the table that changed."""

    codes: frozenset[str]
    disagreements: list[Disagreement] = field(default_factory=list)
    _foreign: list[Foreign] = field(default_factory=list)
    _turn: int = 0
    _postponed: list[PixelBox] = field(default_factory=list)
    """Parts that changed while people waited."""

    def forget(self) -> None:
        """Begin anew."""
        self.disagreements, self._foreign, self._postponed = [], [], []

    def foreign_reads(self) -> list[Read]:
        """The foreign symbols that lie on the table."""
        return [foreign.read for foreign in self._foreign]

    def is_disputed(self, text: str, corners: Doubles) -> bool:
        """Whether the other reader read something else at this sticker's place."""
        if not self.disagreements:
            return False
        middle = corners.mean(axis=0)
        reach = float(np.linalg.norm(corners[0] - corners[1])) / 2
        return any(one.ours == text and math.dist(one.place, middle) < reach for one in self.disagreements)

    def look_everywhere(self, levels: Levels, hits: Hits, codes: Sequence[str]) -> None:
        """Compare both readers over the whole picture."""
        self.forget()
        self._compare(levels, hits, codes)

    def look(
        self, levels: Levels, boxes: Sequence[PixelBox], hits: Hits, codes: Sequence[str], *, later: bool = False
    ) -> None:
        """Compare both readers in parts that changed and came to rest, and at one lying sticker.

        `later` says that people wait: then they are compared at the stickers in those parts, and everywhere else in
        them when there is time.
        """
        for box in boxes:
            self._forget_within(box)
        due = boxes if later else [*boxes, *self._postponed[:_AT_ONCE]]
        self._postponed = merged([*self._postponed, *boxes]) if later else self._postponed[_AT_ONCE:]
        places = corners_of(hits.frames).mean(axis=1) if due else np.zeros((0, 2))
        for box in due:
            if later:
                inside = ((places >= box[:2]) & (places < box[2:])).all(axis=1)
                for number in np.flatnonzero(inside):
                    self._ask_about(levels, hits.where(np.array([number])), codes)
            else:
                self._compare(levels.part(*box), hits, codes)
        self._turn += 1
        if len(hits) and self._turn % _EVERY == 0:
            self._ask_about(levels, hits.where(np.array([self._turn // _EVERY % len(hits)])), codes)

    def _ask_about(self, levels: Levels, hit: Hits, codes: Sequence[str]) -> None:
        module = float(modules_px(hit.frames)[0])
        if module < _LARGE_PX:
            return
        corners = corners_of(hit.frames)[0]
        margin = 3 * module
        left, top = np.floor(corners.min(axis=0) - margin).astype(int)
        right, bottom = np.ceil(corners.max(axis=0) + margin).astype(int)
        ours = codes[hit.number[0]]
        middle = corners.mean(axis=0)
        self.disagreements = [one for one in self.disagreements if math.dist(one.place, middle) > module * MODULES / 2]
        self._compare(levels.part(left, top, right, bottom), hit, codes, only=ours)

    def _forget_within(self, box: PixelBox) -> None:
        left, top, right, bottom = box

        def outside(place: Place) -> bool:
            return not (left <= place[0] <= right and top <= place[1] <= bottom)

        self._foreign = [one for one in self._foreign if outside(one.read.middle)]
        self.disagreements = [one for one in self.disagreements if outside(one.place)]

    def _compare(self, levels: Levels, hits: Hits, codes: Sequence[str], only: str = "") -> None:
        grey = levels.at(1)
        if min(grey.shape) < MODULES:
            return
        places, reach = corners_of(hits.frames).mean(axis=1), 0.5 * MODULES * modules_px(hits.frames)
        for found in zxing_find(np.ascontiguousarray(grey), downscale=only == ""):
            middle = found.middle + levels.origin
            near = np.flatnonzero(np.linalg.norm(places - middle, axis=1) < reach)
            theirs = [codes[hits.number[one]] for one in near]
            if any(text != found.text for text in theirs):
                place = (float(middle[0]), float(middle[1]))
                self.disagreements.append(Disagreement(theirs[0], found.text, place))
            elif found.text not in self.codes and not only:
                self._foreign.append(Foreign(_shifted(fitted(grey, [found])[0], levels.origin)))


def _shifted(read: Read, by: tuple[int, int]) -> Read:
    a, b, c, d = ((x + by[0], y + by[1]) for x, y in read.corners)
    return Read(read.text, (a, b, c, d), read.confidence)
