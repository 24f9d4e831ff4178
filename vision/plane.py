"""The table's plane as a picture of its own: every sticker of one size has the same size there."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.codebook import Floats
from vision.frames import Picture
from vision.grid import CORNERS, Doubles, frames_through

_NODE = 16
"""The way from plane to picture is worked out for every so many pixels and drawn straight between."""
_MOST_PIXELS = 30_000_000
Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of the plane; right and bottom are the first pixels outside."""
ToPixels = Callable[[Doubles], Doubles]


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Where each pixel of the plane comes from. `scale` is pixels per module, `shrink` the picture's reduction."""

    to_px: ToPixels
    module_mm: float
    scale: float
    shrink: int
    origin_mm: Doubles
    x: Floats
    y: Floats

    @property
    def whole(self) -> Box:
        """All of it."""
        return 0, 0, self.x.shape[1], self.x.shape[0]

    def of(self, picture: Picture, box: Box) -> Picture:
        """A part of the plane, taken from the reduced picture."""
        left, top, right, bottom = box
        x, y = self.x[top:bottom, left:right], self.y[top:bottom, left:right]
        return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def to_mm(self, places: Doubles) -> Doubles:
        """Places in the plane in millimetres."""
        return np.asarray(places * (self.module_mm / self.scale) + self.origin_mm)

    def to_plane(self, points_mm: Doubles) -> Doubles:
        """Millimetres as places in the plane."""
        return np.asarray((points_mm - self.origin_mm) * (self.scale / self.module_mm))

    def frames(self, corners: Doubles) -> Doubles:
        """Frames (modules to picture pixels) of stickers with these finder patterns (n x 3 x 2 plane pixels)."""
        corner, right, below = corners[:, 0], corners[:, 1], corners[:, 2]
        middle = (right + below) / 2
        across, down = (right - corner) / 14.0, (below - corner) / 14.0
        square = middle[:, None] + CORNERS[:, :1] * across[:, None] + CORNERS[:, 1:] * down[:, None]
        pixels = self.to_px(self.to_mm(square).reshape(-1, 2)).reshape(-1, 4, 2)
        return frames_through(pixels)


def lay_plane(
    to_px: ToPixels, low_mm: Doubles, high_mm: Doubles, module_mm: float, scale: float, shrink: int
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
    size = ((across + 2) * _NODE, (down + 2) * _NODE)
    fine = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR))
    fine = fine[_NODE : _NODE + rows, _NODE : _NODE + columns]
    maps = [np.ascontiguousarray(fine[..., axis]) for axis in (0, 1)]
    return Plane(to_px, module_mm, scale, shrink, low_mm, maps[0], maps[1])
