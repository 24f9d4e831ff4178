"""The pool of sticker codes: picked once, far apart from each other, and never changed.

Two stickers are far apart when many of their 441 modules differ, however one of them is turned. The pool comes in
grades: the codes of the first grade are the furthest apart and are given out first, so that the stickers of one box
differ from each other more than the pool as a whole does.
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cards_db.codes import CHECK_CHARACTERS, PREFIX, SERIALS, code_for, serial_of
from cards_db.qr import MASK, Matrix, matrices
from engine.core.errors import CardDataError
from engine.core.ids import Code

POOL_FILE = Path(__file__).parent / "pool.toml"
DISTANCES = (80, 78, 76, 74, 72, 70)
"""Modules by which codes of each grade differ at least. Distances are even, because the QR code's own are."""
POOL_SIZE = 4096

_TURNS = 4
_BATCH = 2000
_BLOCK = 1024
_PER_LINE = 22
_HEADER = f"""\
# Serials of the sticker codes, picked once by `python -m cards_db pool`. Printed stickers depend on them: never change.
# A code differs from every code of its own and of earlier grades in at least `distance` modules, however it is turned.
mask = {MASK}
"""

Signs = NDArray[np.float32]
"""Modules as +1 and -1: the product of two patterns then counts the modules in which they agree."""


@dataclass(frozen=True, slots=True)
class Grade:
    """Codes that differ from each other, and from all codes of earlier grades, in at least `distance` modules."""

    distance: int
    serials: tuple[int, ...]


def load_pool(file: Path = POOL_FILE) -> tuple[Grade, ...]:
    """The pool as it was picked."""
    try:
        data = tomllib.loads(file.read_text("utf-8"))
        if data["mask"] != MASK:
            raise ValueError(f"it was picked for mask {data['mask']}, stickers use {MASK}")
        grades = tuple(Grade(grade["distance"], _parse(grade["serials"])) for grade in data["grade"])
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValueError) as error:
        raise CardDataError(
            f"the pool of sticker codes cannot be read ({error}); restore the file", file=file.name
        ) from error
    return grades


def pool_codes(grades: tuple[Grade, ...]) -> tuple[Code, ...]:
    """All codes in the order in which they are given out."""
    return tuple(code_for(serial) for grade in grades for serial in grade.serials)


def pick_pool(
    distances: tuple[int, ...] = DISTANCES,
    size: int = POOL_SIZE,
    serials: int = SERIALS,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[Grade, ...]:
    """Pick a pool: per grade go through the serials in ascending order and keep what is far from all that was kept."""
    patterns = matrices([code_for(serial) for serial in range(serials)])
    kept: list[int] = []
    grades: list[Grade] = []
    for distance in distances:
        before = len(kept)
        for start in range(0, serials, _BATCH):
            kept += [start + place for place in _far_ones(patterns[start : start + _BATCH], patterns[kept], distance)]
            if len(kept) >= size:
                break
        del kept[size:]
        grades.append(Grade(distance, tuple(kept[before:])))
        progress(f"distance {distance}: {len(kept) - before} codes, {len(kept)} of {size}")
    return tuple(grades)


def smallest_distance(left: Matrix, right: Matrix) -> NDArray[np.int32]:
    """For each pattern of `left` and each of `right`: the modules that differ, under the turn in which fewest do."""
    agreement = np.full((len(left), len(right)), -left[0].size, dtype=np.float32)
    for turned in _turned(left):
        np.maximum(agreement, turned @ _signs(right).T, out=agreement)
    return np.asarray((left[0].size - agreement) / 2, dtype=np.int32)


def closest_pair(patterns: Matrix) -> int:
    """The modules in which the two most similar of these patterns differ, however one of them is turned.

    A pattern counts as a neighbour of itself turned, too: a sticker must not be taken for itself upside down.
    """
    count, edge, signs = len(patterns), int(patterns[0].size), _signs(patterns)
    most = -edge
    for turn, turned in enumerate(islice(_turned(patterns), _TURNS - 1)):  # three quarter turns are one, seen back
        for start in range(0, count, _BLOCK):
            agreement = turned[start : start + _BLOCK] @ signs[0 if turn == 1 else start :].T
            if turn == 0:
                rows = np.arange(len(agreement))
                agreement[rows, rows] = -edge  # a code and itself
            most = max(most, int(agreement.max()))
    return (edge - most) // 2


def written_pool(grades: tuple[Grade, ...]) -> str:
    """The pool as the text of its file."""
    return _HEADER + "".join(
        f'\n[[grade]]\ndistance = {grade.distance}\nserials = """\n{_lines(grade.serials)}\n"""\n' for grade in grades
    )


def _far_ones(batch: Matrix, kept: Matrix, distance: int) -> Iterator[int]:
    """The places in this batch whose codes are far from all kept ones and from each other, in order."""
    candidates = np.flatnonzero(_own_turns_differ(batch, distance))
    if len(kept):
        upright = _signs(batch[candidates]) @ _signs(kept).T  # weeds out nearly all, at a quarter of the effort
        candidates = candidates[upright.max(axis=1) <= batch[0].size - 2 * distance]
    if len(kept) and len(candidates):
        candidates = candidates[smallest_distance(batch[candidates], kept).min(axis=1) >= distance]
    if not len(candidates):
        return
    among = smallest_distance(batch[candidates], batch[candidates])
    chosen: list[int] = []
    for place, candidate in enumerate(candidates):
        if (among[place, chosen] >= distance).all():
            chosen.append(place)
            yield int(candidate)


def _own_turns_differ(batch: Matrix, distance: int) -> NDArray[np.bool_]:
    """Which patterns cannot be mistaken for themselves turned."""
    differ = [(np.rot90(batch, turn, axes=(1, 2)) != batch).sum(axis=(1, 2)) for turn in range(1, _TURNS)]
    return np.asarray(np.min(differ, axis=0) >= distance)


def _turned(patterns: Matrix) -> Iterator[Signs]:
    for turn in range(_TURNS):
        yield _signs(np.rot90(patterns, turn, axes=(1, 2)))


def _signs(patterns: Matrix) -> Signs:
    return patterns.reshape(len(patterns), -1).astype(np.float32) * 2 - 1


def _parse(text: str) -> tuple[int, ...]:
    return tuple(serial_of(Code(PREFIX + word + "0" * CHECK_CHARACTERS)) for word in text.split())


def _lines(serials: tuple[int, ...]) -> str:
    words = [code_for(serial)[len(PREFIX) : -CHECK_CHARACTERS] for serial in serials]
    return "\n".join(" ".join(words[at : at + _PER_LINE]) for at in range(0, len(words), _PER_LINE))
