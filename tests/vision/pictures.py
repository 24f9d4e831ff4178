"""Small pictures of stickers with known truth: rendered with supersampling, then blurred and made noisy.

Pixel coordinates count from the middle of the first pixel, as OpenCV does.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.frames import Picture
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, MODULES, QUIET_MODULES, STICKER_MODULES
from vision.tabletop import Pose

Matrix = NDArray[np.float64]
_SUPER = 4


@dataclass(frozen=True, slots=True)
class Glued:
    """A sticker on the table: what it says, where its middle is and how large it is."""

    text: str
    pose: Pose
    size_mm: float = 16.0
    on_card: bool = False

    @property
    def symbol_corners_mm(self) -> Matrix:
        """The outer corners of the symbol in its own order."""
        half = self.size_mm * MODULES / STICKER_MODULES / 2
        return _square(self.pose, half)


def _square(pose: Pose, half: float) -> Matrix:
    corners = [pose.moved(x, y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
    return np.array([(corner.x_mm, corner.y_mm) for corner in corners])


def modules_of(text: str) -> Picture:
    """The sticker with its quiet zone, one pixel per module."""
    qr = segno.make(text, error="h", micro=False, boost_error=False)
    rows = [[255 * (1 - bit) for bit in row] for row in qr.matrix_iter(border=QUIET_MODULES)]
    return np.array(rows, np.uint8)


def straight_down(px_per_mm: float, width: int, height: int) -> Matrix:
    """A camera exactly above the middle of the table: millimetres to pixels."""
    return np.array([[px_per_mm, 0, width / 2], [0, px_per_mm, height / 2], [0, 0, 1.0]])


def tilted(px_per_mm: float, width: int, height: int, tilt_deg: float, spin_deg: float = 0.0) -> Matrix:
    """A camera tilted about the picture's x axis (after the table was spun), focal length 0.77 picture widths."""
    focal = 0.77 * width
    tilt, spin = math.radians(tilt_deg), math.radians(spin_deg)
    distance = focal / px_per_mm
    turn = np.array([[math.cos(spin), -math.sin(spin), 0], [math.sin(spin), math.cos(spin), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt), distance]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    return np.asarray(lens @ lean @ turn, np.float64)


def to_pixels(camera: Matrix, points_mm: Matrix) -> Matrix:
    """Where points of the table appear in the picture."""
    return np.asarray(cv2.perspectiveTransform(points_mm.reshape(1, -1, 2).astype(np.float64), camera)[0])


def modules_px(camera: Matrix, sticker: Glued) -> float:
    """The mean size of one module in pixels."""
    corners = to_pixels(camera, sticker.symbol_corners_mm)
    return float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)) / MODULES)


def photograph(
    stickers: Iterable[Glued],
    camera: Matrix,
    width: int,
    height: int,
    *,
    blur: float = 0.7,
    noise: float = 3.0,
    seed: int = 1,
) -> Picture:
    """The grey picture of these stickers, all of them uncovered, on a table with a little grain."""
    rng = np.random.default_rng(seed)
    grain = rng.normal(110, 12, (height // 16 + 2, width // 16 + 2)).astype(np.float32)
    picture = np.asarray(cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    glued = list(stickers)
    for sticker in glued:
        if sticker.on_card:
            _paste(picture, camera, _art(rng), _rectangle(sticker.pose, CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2))
    for sticker in glued:
        _paste(picture, camera, modules_of(sticker.text), _square(sticker.pose, sticker.size_mm / 2))
    return finish(picture, blur=blur, noise=noise, rng=rng)


def finish(picture: NDArray[np.float32], *, blur: float, noise: float, rng: np.random.Generator) -> Picture:
    """What lens and sensor do to a picture."""
    if blur > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    if noise > 0:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * noise
    return np.clip(picture, 0, 255).astype(np.uint8)


def _rectangle(pose: Pose, half_x: float, half_y: float) -> Matrix:
    signs: Sequence[tuple[float, float]] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = [pose.moved(x * half_x, y * half_y) for x, y in signs]
    return np.array([(corner.x_mm, corner.y_mm) for corner in corners])


def _art(rng: np.random.Generator) -> Picture:
    """Busy card art: coarse and fine blotches."""
    coarse = cv2.resize(rng.uniform(20, 235, (8, 6)).astype(np.float32), (63, 88), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.normal(0, 30, (44, 31)).astype(np.float32), (63, 88), interpolation=cv2.INTER_LINEAR)
    return np.clip(np.asarray(coarse) + np.asarray(fine), 0, 255).astype(np.uint8)


def _paste(picture: NDArray[np.float32], camera: Matrix, patch: Picture, corners_mm: Matrix) -> None:
    """Draw a flat thing into the picture, each pixel the mean of what it covers."""
    corners = to_pixels(camera, corners_mm)
    low = np.floor(corners.min(axis=0)).astype(int) - 2
    high = np.ceil(corners.max(axis=0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, (picture.shape[1], picture.shape[0]))
    if np.any(high <= low):
        return
    columns, rows = (high - low).tolist()
    source = np.array([(0, 0), (patch.shape[1], 0), (patch.shape[1], patch.shape[0]), (0, patch.shape[0])]) - 0.5
    target = (corners - low + 0.5) * _SUPER - 0.5
    warp = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    size = (columns * _SUPER, rows * _SUPER)
    ink = cv2.warpPerspective(patch.astype(np.float32), warp, size, flags=cv2.INTER_NEAREST)
    cover = cv2.warpPerspective(np.ones(patch.shape, np.float32), warp, size, flags=cv2.INTER_NEAREST)
    ink = cv2.resize(ink, (columns, rows), interpolation=cv2.INTER_AREA)
    cover = cv2.resize(cover, (columns, rows), interpolation=cv2.INTER_AREA)
    place = (slice(low[1], high[1]), slice(low[0], high[0]))
    picture[place] = picture[place] * (1 - cover) + ink
