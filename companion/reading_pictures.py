"""`python -m companion.reading_pictures`: the pictures of docs/reading.md, made from the simulated table."""

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import wiring
from companion.bench import laid_table
from companion.eye_making import make_reader
from companion.rehearsal import SimulatedClock
from vision.codebook import WIDTHS, Codebook
from vision.decode import Read
from vision.finders import find_finders
from vision.frames import Picture
from vision.levels import Levels
from vision.search import lay_planes

FOLDER = Path("docs/reading")
_SIZES = ((4608, 2592), (2304, 1296), (1920, 1080))
_EDGE = 220


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures into the folder given, or into docs/reading."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    folder = Path(given[0]) if given else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    box = wiring.open_box()
    table = laid_table(box)
    pictures = [wiring.simulated_camera(table, size, 1, SimulatedClock()).read().picture for size in _SIZES]
    reader = make_reader(box.specs)
    reads = reader.decode(pictures[-1])
    cv2.imwrite(str(folder / "sizes.png"), _one_sticker(pictures, reads[0]))
    found = reader.table
    if found is not None:
        modules = tuple(sorted({spec.size_mm / 25 for spec in box.specs.values()}))
        plane = lay_planes(found, *_SIZES[-1], modules).planes[0]
        flat = plane.of(Levels(pictures[-1]), plane.whole)
        outlines = [plane.to_plane(found.to_mm(np.array(read.corners))) for read in reads]
        cv2.imwrite(str(folder / "plane.png"), _searched(flat, outlines))
    cv2.imwrite(str(folder / "limits.png"), _limits(reader.book))
    print(f"{len(reads)} stickers read at {_SIZES[-1][0]} x {_SIZES[-1][1]}; pictures in {folder}")
    return 0


def _one_sticker(pictures: Sequence[Picture], read: Read) -> Picture:
    """The same sticker as three cameras see it, enlarged without smoothing."""
    width = pictures[-1].shape[1]
    panels = []
    for picture in pictures:
        zoom = picture.shape[1] / width
        x, y = (part * zoom for part in read.middle)
        half = 0.75 * read.edge_px * zoom
        part = picture[max(0, int(y - half)) : int(y + half) + 1, max(0, int(x - half)) : int(x + half) + 1]
        panels.append(cv2.resize(part, (_EDGE, _EDGE), interpolation=cv2.INTER_NEAREST))
    return np.asarray(np.hstack(panels), np.uint8)


def _searched(flat: Picture, outlines: Sequence[NDArray[np.float64]]) -> Picture:
    """A part of the table's plane: possible finder patterns as dots, stickers that were read as squares."""
    drawn = np.asarray(cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR), np.uint8)
    zoom = 2
    drawn = np.asarray(cv2.resize(drawn, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR), np.uint8)
    for x, y in find_finders(flat, 1.0, 0.6).places:
        cv2.circle(drawn, (round(zoom * x), round(zoom * y)), 3, (0, 140, 255), -1)
    for outline in outlines:
        cv2.polylines(drawn, [np.rint(outline * zoom).astype(np.int32)], True, (80, 200, 60), 2)
    middle = np.mean([outline.mean(axis=0) for outline in outlines], axis=0) * zoom if outlines else np.zeros(2)
    left, top = (max(0, int(part) - reach) for part, reach in zip(middle, (360, 200), strict=True))
    return drawn[top : top + 400, left : left + 720]


def _limits(book: Codebook) -> Picture:
    """Against the blur: how alike two stickers can look (lower line), and the score that is asked for (upper line)."""
    width, height = 480, 260
    drawn = np.full((height, width, 3), 255, np.uint8)
    x = np.linspace(50, width - 20, len(WIDTHS))
    for values, colour in ((book.nearest, (0, 120, 255)), (book.least, (80, 160, 40))):
        points = np.column_stack((x, height - 40 - values * (height - 70)))
        cv2.polylines(drawn, [np.rint(points).astype(np.int32)], False, colour, 2, cv2.LINE_AA)
    for at, sigma in zip(x, WIDTHS, strict=True):
        cv2.putText(drawn, f"{sigma:.2f}", (int(at) - 14, height - 18), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (60, 60, 60), 1)
    for score in (0.0, 0.5, 1.0):
        y = int(height - 40 - score * (height - 70))
        cv2.line(drawn, (44, y), (width - 10, y), (225, 225, 225), 1)
        cv2.putText(drawn, f"{score:.1f}", (12, y + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (60, 60, 60), 1)
    cv2.putText(drawn, "blur (modules)", (180, height - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (60, 60, 60), 1)
    return drawn


if __name__ == "__main__":
    sys.exit(main())
