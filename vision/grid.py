"""Looks at stickers in a picture: many at once, each through its own frame.

A frame is a 3 x 3 matrix from modules (seen from the symbol's middle) to pixels. Pixel coordinates count from the
middle of the first pixel, as OpenCV does.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codebook import SIDE, Floats
from vision.frames import Picture
from vision.stickers import MODULES

Doubles = NDArray[np.float64]
HALF = MODULES / 2
CORNERS = np.array([(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)])
"""The outer corners of a symbol in modules: top left, top right, bottom right, bottom left."""
_MOST_ROWS = 16_000
"""OpenCV looks up at most 32,766 rows at once."""


@cache
def places(samples: int) -> Doubles:
    """Where a look samples a sticker with its ring, in modules from the middle (n x 2), so many per module."""
    along = (np.arange(SIDE * samples) + 0.5) / samples - SIDE / 2
    x, y = np.meshgrid(along, along)
    return np.column_stack((x.ravel(), y.ravel()))


def mapped(frames: Doubles, points: Doubles) -> Doubles:
    """The same points (n x 2) through every frame: frames x n x 2."""
    seen = points @ frames[:, :, :2].transpose(0, 2, 1) + frames[:, None, :, 2]
    return np.asarray(seen[..., :2] / seen[..., 2:])


def sampled(picture: Picture, frames: Doubles, points: Doubles, *, sharp: bool = False) -> Floats:
    """The brightness at these points through every frame: frames x n. Beyond the edge the picture goes on.

    A `sharp` look takes in four pixels each way instead of two: slower, but it blurs less where pixels are large.
    """
    ahead = np.ones((3, len(points)), np.float32)
    ahead[:2] = points.T
    seen = (frames.reshape(-1, 3).astype(np.float32) @ ahead).reshape(-1, 3, len(points))
    x, y = seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2]
    how = cv2.INTER_CUBIC if sharp else cv2.INTER_LINEAR
    starts = range(0, len(x), _MOST_ROWS)
    parts = [_looked_up(picture, x[at : at + _MOST_ROWS], y[at : at + _MOST_ROWS], how) for at in starts]
    return np.concatenate(parts) if len(parts) > 1 else parts[0] if parts else np.zeros((0, len(points)), np.float32)


def _looked_up(picture: Picture, x: Floats, y: Floats, how: int) -> Floats:
    values = np.asarray(cv2.remap(picture, x, y, how, borderMode=cv2.BORDER_REPLICATE), np.float32)
    return values @ _GREY if values.ndim == 3 else values


_GREY = np.array([0.114, 0.587, 0.299], np.float32)


def frames_through(corners: Doubles) -> Doubles:
    """The frames that put the symbol's corners there (n x 4 x 2 pixels)."""
    count = len(corners)
    x, y = CORNERS[:, 0], CORNERS[:, 1]
    left = np.zeros((count, 8, 8))
    left[:, 0:4, 0], left[:, 0:4, 1], left[:, 0:4, 2] = x, y, 1
    left[:, 4:8, 3], left[:, 4:8, 4], left[:, 4:8, 5] = x, y, 1
    left[:, 0:4, 6], left[:, 0:4, 7] = -x * corners[..., 0], -y * corners[..., 0]
    left[:, 4:8, 6], left[:, 4:8, 7] = -x * corners[..., 1], -y * corners[..., 1]
    right = np.concatenate((corners[..., 0], corners[..., 1]), axis=1)
    solved = np.linalg.solve(left, right[..., None])[..., 0]
    return np.concatenate((solved, np.ones((count, 1))), axis=1).reshape(-1, 3, 3)


def corners_of(frames: Doubles) -> Doubles:
    """The outer corners of the symbols in pixels: n x 4 x 2."""
    return mapped(frames, CORNERS)


def modules_px(frames: Doubles) -> Doubles:
    """The size of a module in pixels, per frame."""
    corners = corners_of(frames)
    sides = corners - corners[:, (3, 0, 1, 2)]
    return np.asarray(np.sqrt(np.einsum("ijk,ijk->ij", sides, sides)).sum(axis=1) / (4 * MODULES))


def shrunk(frames: Doubles, factor: float) -> Doubles:
    """The frames in a picture that was reduced by averaging so many pixels each way."""
    small = np.array([[1 / factor, 0, 0.5 / factor - 0.5], [0, 1 / factor, 0.5 / factor - 0.5], [0, 0, 1]])
    return np.asarray(small @ frames)
