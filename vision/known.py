"""Stickers that are known to lie on the table, and what became of them from one picture to the next."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.codebook import Bools, Floats, Indices
from vision.grid import Doubles, corners_of, modules_px
from vision.motion import Matrix
from vision.recognition import Hits, covered, joined, moved_by, nothing
from vision.stickers import MODULES

BY_CHANCE, PARTLY_BY_CHANCE = 0.25, 0.42
"""No background looks so much like a sticker, or like what a cover leaves free of one, which tells less."""


@dataclass(frozen=True, slots=True)
class Known:
    """Stickers that lie on the table: where they are, how they are verified, how often they were missed."""

    hits: Hits
    blur: Indices
    """The blur under which each is best seen in the picture as it is."""
    score: Floats
    """How well each was seen there when it was last read."""
    missed: Indices

    def __len__(self) -> int:
        return len(self.missed)

    def where(self, chosen: Bools | Indices) -> "Known":
        """Only the chosen ones."""
        return Known(self.hits.where(chosen), self.blur[chosen], self.score[chosen], self.missed[chosen])

    def together(self, other: "Known") -> "Known":
        """Both in one."""
        return Known(
            joined([self.hits, other.hits]),
            np.concatenate((self.blur, other.blur)),
            np.concatenate((self.score, other.score)),
            np.concatenate((self.missed, other.missed)),
        )


def nothing_known() -> Known:
    """No sticker at all."""
    return Known(nothing(), np.zeros(0, np.intp), np.zeros(0, np.float32), np.zeros(0, np.intp))


def middles(hits: Hits) -> Doubles:
    """Where the middles of stickers are (n x 2 pixels)."""
    return np.asarray(hits.frames[:, :2, 2] / hits.frames[:, 2:, 2])


def overlapping(hits: Hits, others: Hits) -> Bools:
    """Which hits lie where one of the others lies."""
    if not len(hits) or not len(others):
        return np.zeros(len(hits), np.bool_)
    return covered(hits.frames, others)


def same_sticker(hits: Hits, known: Hits) -> Bools:
    """Which hits are the sticker that was known at that place, and not another one."""
    away = np.linalg.norm(middles(hits)[:, None] - middles(known)[None], axis=2)
    near = away < 0.5 * MODULES * modules_px(known.frames)[None]
    return np.asarray((near & (hits.number[:, None] == known.number[None])).any(axis=1))


def way_of(before: Hits, after: Hits, about: Matrix) -> Matrix:
    """How stickers that were read before and after moved in the picture; `about` tells where each of them went."""
    went = middles(moved_by(before, about))
    off = np.abs(went[:, None] - middles(after)[None]).max(axis=2)
    near = off < 0.5 * MODULES * modules_px(before.frames)[:, None]
    first, second = np.nonzero(near & (before.number[:, None] == after.number[None]))
    if len(first) < _AT_LEAST:
        return about
    here, there = corners_of(before.frames[first]), corners_of(after.frames[second])
    way, _ = cv2.findHomography(here.reshape(-1, 2), there.reshape(-1, 2), cv2.RANSAC, _OFF_PX)
    return about if way is None else np.asarray(way, np.float64)


_AT_LEAST, _OFF_PX = 2, 1.5
"""So many stickers tell how all moved, and by how many pixels those may differ that moved together."""


def jumped(before: Hits, after: Hits) -> bool:
    """Whether most stickers lie elsewhere all at once: players move a card or two, so the camera was moved."""
    places = {int(number): place for number, place in zip(before.number, middles(before), strict=True)}
    moved = [
        float(np.abs(places[int(number)] - place).max()) > _JUMP_PX
        for number, place in zip(after.number, middles(after), strict=True)
        if int(number) in places
    ]
    return sum(moved) >= _JUMPERS and sum(moved) > 0.6 * len(moved)


def has_moved(hits: Hits, way: Matrix) -> bool:
    """Whether these stickers moved with all of the picture."""
    return (
        bool(len(hits))
        and float(np.median(np.abs(middles(moved_by(hits, way)) - middles(hits)).max(axis=1))) > _JUMP_PX
    )


_JUMP_PX = 6.0
_JUMPERS = 3


_CLEARLY, _FEW_OF, _SEVERAL = 0.8, 0.25, 5
"""When of so many stickers only such a part is seen with this part of their score, it is the picture."""


def is_blurred(score: Floats, asked: Known) -> bool:
    """Whether next to no sticker is seen as clearly as it was. What is hidden or gone is not seen at all and does not
    count, unless it was still seen in the picture before."""
    part = score / np.maximum(asked.score, BY_CHANCE)
    there = (asked.missed == 0) | (part > BY_CHANCE)
    return bool(np.count_nonzero(there) >= max(_SEVERAL, np.count_nonzero(part > _CLEARLY) / _FEW_OF))
