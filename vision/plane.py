"""The table's plane as a picture of its own: every sticker of one size has the same size there."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import cv2
import numpy as np

from vision.codebook import Floats, Indices
from vision.frames import Picture
from vision.grid import CORNERS, Doubles, frames_through
from vision.levels import Levels, softened

_NODE = 16
"""The way from plane to picture is worked out for every so many pixels and drawn straight between."""
_MOST_PIXELS = 30_000_000
_PIECE = 1200
"""Pixels along a side of a patch, about."""
_SMALL = 300
"""A part with shorter sides than this is never cut: modules hardly vary in it."""
_VARY = 0.07
"""How much the size of modules may vary within a patch, as a part."""
_MOST_KEPT = 40
"""So many parts of a plane are kept as they were cut."""
_VARY_MOST = 1.2
"""It may vary so much in a picture from far aside; what varies more lies beyond the table."""
_RIGHT, _DOWN = np.array((1.0, 0.0)), np.array((0.0, 1.0))
Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of the plane; right and bottom are the first pixels outside."""
Piece = tuple[Box, Doubles]
"""A part of a reduced picture, and by how much it is stretched along rows and columns."""
_NO_SECOND_MAP: Any = None
"""Both coordinates lie in the first map; OpenCV takes that, its type hints do not."""
ToPixels = Callable[[Doubles], Doubles]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece of the camera's picture, stretched along rows and columns until modules measure what they should.

    That is as good as a piece of the plane for finding what looks alike from all sides, and takes a tenth of the time.
    """

    picture: Picture
    begin: Doubles
    """Where in the camera's picture its first pixel begins (x, y)."""
    step: Doubles
    """Pixels of the camera's picture per pixel of this one, along rows and columns."""

    def to_px(self, places: Doubles) -> Doubles:
        """Places in the patch as places in the camera's picture."""
        return np.asarray((places + 0.5) * self.step + self.begin - 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Where each pixel of the plane comes from. `scale` is pixels per module, `shrink` the picture's reduction."""

    to_px: ToPixels
    px_to_mm: ToPixels
    module_mm: float
    scale: float
    shrink: int
    origin_mm: Doubles
    size: tuple[int, int]
    nodes: Floats
    """For every sixteenth pixel of the plane its place in the reduced picture."""
    sizes: tuple[float, ...] = (1.0,)
    """How large the stickers looked for are, in parts of the size the plane is laid for."""
    coarse: bool = False
    """Whether the plane has so many fewer pixels than the reduced picture that fine detail would flicker."""
    _cut: dict[tuple[tuple[int, int], tuple[int, ...], Box], list[Piece]] = field(default_factory=dict)
    """How parts of the plane that are searched again and again are cut into pieces."""

    @property
    def whole(self) -> Box:
        """All of it."""
        return 0, 0, *self.size

    def of(self, levels: Levels, box: Box) -> Picture:
        """A part of the plane, taken from the picture or a part of it."""
        left, top, right, bottom = box
        across, down = left // _NODE, top // _NODE
        nodes = self.nodes[down : -(-bottom // _NODE) + 2, across : -(-right // _NODE) + 2]
        if levels.origin != (0, 0):
            nodes = nodes - (np.array(levels.origin, np.float32) / self.shrink).astype(np.float32)
        size = (nodes.shape[1] * _NODE, nodes.shape[0] * _NODE)
        fine = np.asarray(cv2.resize(nodes, size, interpolation=cv2.INTER_LINEAR))
        row, column = top - down * _NODE + _NODE, left - across * _NODE + _NODE  # the first node lies one further out
        fine = fine[row : row + bottom - top, column : column + right - left]
        picture = levels.at(self.shrink)
        picture = softened(picture) if self.coarse else picture
        return np.asarray(cv2.remap(picture, fine, _NO_SECOND_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def pieces(self, levels: Levels, box: Box) -> list[Piece]:
        """A part of the plane as pieces of the reduced picture, small enough to have one size of modules each."""
        shape = levels.at(self.shrink).shape
        made = self._cut.get((levels.origin, shape, box))
        if made is None:
            if len(self._cut) >= _MOST_KEPT:
                self._cut.clear()
            made = self._cut[levels.origin, shape, box] = self._pieces(shape, levels.origin, box)
        return made

    def _pieces(self, shape: tuple[int, ...], origin: tuple[int, int], box: Box) -> list[Piece]:
        x, y = (edge // self.shrink for edge in origin)
        left, top, right, bottom = (edge // self.shrink for edge in self.pixels(box))
        left, right = (min(max(edge - x, 0), shape[1]) for edge in (left, right))
        top, bottom = (min(max(edge - y, 0), shape[0]) for edge in (top, bottom))
        across, down = self._cuts(np.array((left + x, top + y)), np.array((right + x, bottom + y)))
        across, down = [edge - x for edge in across], [edge - y for edge in down]
        boxes = [(column, row, far, low) for row, low in pairwise(down) for column, far in pairwise(across)]
        stretches = self.stretches(np.add(boxes, (x, y, x, y), dtype=np.float64))
        return list(zip(boxes, stretches, strict=True))

    def patch(self, levels: Levels, piece: Piece, rim: int) -> Patch:
        """A piece of the picture, stretched. Patches overlap by a `rim`, in which nothing can be found."""
        (left, top, right, bottom), stretch = piece
        wide, high = (math.ceil((rim + 1) / one) for one in stretch)
        left, top = max(0, left - wide), max(0, top - high)
        part = levels.at(self.shrink)[top : bottom + high, left : right + wide]
        if self.coarse:
            part = softened(part)
        seen = (part.shape[1], part.shape[0])
        size = (max(1, round(seen[0] * stretch[0])), max(1, round(seen[1] * stretch[1])))
        small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        begin = np.array((left, top)) * self.shrink + levels.origin
        return Patch(small, begin.astype(np.float64), np.array((seen[0] / size[0], seen[1] / size[1])) * self.shrink)

    def _cuts(self, low: Indices, high: Indices) -> tuple[list[int], list[int]]:
        """Where a part of the reduced picture is cut into patches, along rows and columns."""
        if (high - low).max() <= _SMALL:
            return [int(low[0]), int(high[0])], [int(low[1]), int(high[1])]
        along = np.linspace(low.astype(np.float64), high, 3)
        grid = np.stack(np.meshgrid(*along.T, indexing="ij"), axis=-1).reshape(-1, 2)
        seen = np.log(self.stretches(np.tile(grid, 2))).reshape(3, 3, 2)
        vary = [float(np.ptp(seen, axis=axis).max()) for axis in (0, 1)]
        pieces = [
            max(
                1, round((end - begin) / _PIECE), math.ceil(min(much, _VARY_MOST) / _VARY) if math.isfinite(much) else 1
            )
            for begin, end, much in zip(low, high, vary, strict=True)
        ]
        across, down = (
            [int(begin + (end - begin) * piece // count) for piece in range(count + 1)]
            for begin, end, count in zip(low, high, pieces, strict=True)
        )
        return across, down

    def stretches(self, boxes: Doubles) -> Doubles:
        """Pixels of the plane per pixel of the reduced picture, along rows and columns, in the middles of boxes."""
        middles = (boxes[:, :2] + boxes[:, 2:]) * (self.shrink / 2)
        points = np.concatenate((middles, middles + _RIGHT, middles + _DOWN))
        here, beside, below = self.to_plane(self.px_to_mm(points)).reshape(3, -1, 2)
        lengths = np.linalg.norm((beside - here, below - here), axis=2)
        return np.asarray(lengths.T * self.shrink)

    def pixels(self, box: Box) -> Box:
        """The part of the camera's picture that this part of the plane comes from."""
        left, top, right, bottom = (edge // _NODE for edge in box)
        nodes = self.nodes[top : bottom + 3, left : right + 3]
        (x, y), (far_x, far_y) = nodes.min(axis=(0, 1)), nodes.max(axis=(0, 1))
        return (
            int(x * self.shrink),
            int(y * self.shrink),
            int((far_x + 2) * self.shrink),
            int((far_y + 2) * self.shrink),
        )

    def to_mm(self, places: Doubles) -> Doubles:
        """Places in the plane in millimetres."""
        return np.asarray(places * (self.module_mm / self.scale) + self.origin_mm)

    def to_plane(self, points_mm: Doubles) -> Doubles:
        """Millimetres as places in the plane."""
        return np.asarray((points_mm - self.origin_mm) * (self.scale / self.module_mm))

    def frames(self, corners: Doubles) -> Doubles:
        """Frames (modules to picture pixels) of stickers with these finder patterns (n x 3 x 2 plane pixels)."""
        if not len(corners):
            return np.zeros((0, 3, 3))
        corner, right, below = corners[:, 0], corners[:, 1], corners[:, 2]
        middle = (right + below) / 2
        across, down = (right - corner) / 14.0, (below - corner) / 14.0
        square = middle[:, None] + CORNERS[:, :1] * across[:, None] + CORNERS[:, 1:] * down[:, None]
        pixels = self.to_px(self.to_mm(square).reshape(-1, 2)).reshape(-1, 4, 2)
        return frames_through(pixels)


def lay_plane(
    to_px: ToPixels,
    px_to_mm: ToPixels,
    low_mm: Doubles,
    high_mm: Doubles,
    module_mm: float,
    scale: float,
    shrink: int,
    sizes: tuple[float, ...] = (1.0,),
    *,
    coarse: bool = False,
) -> Plane:
    """The plane between two corners in millimetres, at so many pixels per module, for a picture reduced so far."""
    step = module_mm / scale
    columns, rows = (int(n) for n in np.maximum(np.ceil((high_mm - low_mm) / step), 1))
    if columns * rows > _MOST_PIXELS:
        raise ValueError(f"a plane of {columns} x {rows} pixels is too large: the table's map is wrong")
    across, down = -(-columns // _NODE), -(-rows // _NODE)
    x = (np.arange(-1, across + 1) + 0.5) * _NODE - 0.5
    y = (np.arange(-1, down + 1) + 0.5) * _NODE - 0.5
    nodes = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2) * step + low_mm
    pixels = ((to_px(nodes) + 0.5) / shrink - 0.5).reshape(down + 2, across + 2, 2).astype(np.float32)
    return Plane(to_px, px_to_mm, module_mm, scale, shrink, low_mm, (columns, rows), pixels, sizes, coarse)
