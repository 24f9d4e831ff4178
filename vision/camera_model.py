"""The simulated camera: its settings, where it hangs and what it therefore sees where.

A pinhole camera hangs above the table, leans towards the far side by its tilt and is turned a little by its roll. The
picture is cropped so that the whole table is in view with a margin. Pixel coordinates are those of OpenCV: the middle
of the first pixel is (0, 0).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decode import Point
from vision.overlap import Outline, rectangle
from vision.stickers import MODULES, STICKER_MODULES
from vision.tabletop import Laid, Tabletop

Matrix = NDArray[np.float64]
Corners = tuple[Point, Point, Point, Point]

FOCAL_WIDTHS = 0.77
"""Focal length in picture widths: a field of view of 66 degrees, as the usual Pi camera has."""
MOST_TILT_DEG = 35.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSettings:
    """How the camera hangs, how sharp it is and in which light the table stands."""

    width_px: int = 4608
    height_px: int = 2592
    tilt_deg: float = 6.0
    roll_deg: float = 0.8
    margin: float = 0.02
    """Part of the picture that stays free on each side of the table."""
    blur_px: float = 0.7
    """Sigma of the lens blur."""
    sharpening: float = 0.0
    """How much the camera's own software overdraws edges; 0.5 is plenty."""
    noise: float = 3.0
    """Sigma of the sensor noise, in grey levels."""
    brightness: float = 1.0
    light_k: float = 4600.0
    """Colour temperature: 2700 is a warm bulb, 5500 daylight, 6500 a cold screen."""
    gradient: float = 0.10
    """How much darker the side away from the lamp is."""
    vignette: float = 0.12
    """How much darker the corners are."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.width_px < 64 or self.height_px < 64:
            raise ValueError(f"a picture of {self.width_px} x {self.height_px} px is too small: use at least 64 x 64")
        if not 0 <= self.tilt_deg <= MOST_TILT_DEG:
            raise ValueError(f"a tilt of {self.tilt_deg} degrees is out of reach: use 0 to {MOST_TILT_DEG:g}")
        if not 0 <= self.margin < 0.4:
            raise ValueError(f"a margin of {self.margin} leaves no table: use 0 to 0.4")


@dataclass(frozen=True, slots=True)
class CameraModel:
    """The geometry of the camera above a table: the truth that calibrations are measured against."""

    settings: CameraSettings

    def homography(self, table: Tabletop) -> Matrix:
        """The 3x3 matrix from millimetres on this table to pixels in the picture."""
        view = self._view(table)
        corners = project(view, ((0, 0), (table.width_mm, 0), (table.width_mm, table.height_mm), (0, table.height_mm)))
        low, high = corners.min(axis=0), corners.max(axis=0)
        picture = np.array([self.settings.width_px, self.settings.height_px], dtype=np.float64)
        scale = float(np.min(picture * (1 - 2 * self.settings.margin) / (high - low)))
        shift = (picture - 1) / 2 - scale * (low + high) / 2
        crop = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]])
        matrix = crop @ view
        return np.asarray(matrix / matrix[2, 2], dtype=np.float64)

    def sticker_corners_px(self, table: Tabletop, laid: Laid) -> Corners | None:
        """Where the symbol of the sticker that looks up must appear, in the order in which a `Read` names corners."""
        sticker = laid.sticker
        if sticker is None:
            return None
        symbol = sticker.size_mm * MODULES / STICKER_MODULES
        return corners_px(self.homography(table), rectangle(sticker.pose, symbol, symbol))

    def _view(self, table: Tabletop) -> Matrix:
        """From millimetres to an uncropped picture: the table turned, tilted and seen through the pinhole."""
        picture = self.settings
        distance = FOCAL_WIDTHS * max(table.width_mm, table.height_mm * picture.width_px / picture.height_px)
        tilt, roll = math.radians(picture.tilt_deg), math.radians(picture.roll_deg)
        middle = np.array([[1, 0, -table.width_mm / 2], [0, 1, -table.height_mm / 2], [0, 0, 1]])
        turned = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
        # The far side (small y) lies further from the lens by the sine of the tilt.
        seen = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / distance, 1]])
        return np.asarray(seen @ turned @ middle, dtype=np.float64)


def project(matrix: Matrix, points: Sequence[Point]) -> Matrix:
    """Many points through a homography: n rows of x and y."""
    places = np.array([(x, y, 1.0) for x, y in points], dtype=np.float64) @ matrix.T
    return np.asarray(places[:, :2] / places[:, 2:], dtype=np.float64)


def corners_px(matrix: Matrix, outline: Outline) -> Corners:
    """The four corners of something on the table, in the picture."""
    one, two, three, four = ((float(x), float(y)) for x, y in project(matrix, outline))
    return one, two, three, four


def largest_scale(matrix: Matrix, table: Tabletop) -> float:
    """Pixels per millimetre where the picture is largest."""
    corners = ((0.0, 0.0), (table.width_mm, 0.0), (table.width_mm, table.height_mm), (0.0, table.height_mm))
    steps = ((1.0, 0.0), (0.0, 1.0))
    return max(
        float(np.linalg.norm(np.subtract(*project(matrix, ((x + dx, y + dy), (x, y))))))
        for x, y in corners
        for dx, dy in steps
    )
