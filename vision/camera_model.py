"""The simulated camera: its settings, where it hangs and what it therefore sees where.

A pinhole camera hangs above the table, leans towards the far side by its tilt and is turned a little by its roll. The
picture is cropped so that the whole table is in view with a margin. Pixel coordinates are those of OpenCV: the middle
of the first pixel is (0, 0).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.decode import Point
from vision.overlap import Outline, rectangle
from vision.stickers import MODULES, STICKER_MODULES
from vision.tabletop import Laid, Tabletop

Matrix = NDArray[np.float64]
Corners = tuple[Point, Point, Point, Point]

_BEND_STEPS = 12
FOCAL_WIDTHS = 0.77
"""Focal length in picture widths: a field of view of 66 degrees, as the usual Pi camera has."""
MOST_TILT_DEG = 35.0


class Sharpening(Enum):
    """How the camera's software overdraws edges."""

    FINE = "fine"
    """A narrow dark and light line along each edge, before the noise."""
    WIDE = "wide"
    """Broad halos, as cheap webcams have them."""
    EDGES = "edges"
    """The direct neighbours of a pixel are taken away from it: crisp, and full of little steps."""
    LATE = "late"
    """As fine, but after the noise, which it makes stronger."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How the stickers came out of the printer, and what they were printed on."""

    gain_mm: float = 0.0
    """How far black ink runs outwards on every side; a few hundredths are usual."""
    glossy: float = 0.0
    """The share of stickers that shine: each of them shows one soft reflection of a lamp."""
    glare: float = 150.0
    """How bright that reflection is, in grey levels added."""
    paper_grey: float = 236.0
    ink_grey: float = 30.0
    scratched: float = 0.0
    """The share of stickers across which something scratched: one bright line down to the paper."""
    thumbed: float = 0.0
    """The share of stickers with a greasy thumb print, under which black and white come closer together."""
    sleeved: float = 0.0
    """The share of cards in plastic sleeves: each mirrors a window as a broad band across the whole card."""


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
    px_per_mm: float = 0.0
    """Pixels per millimetre in the middle of the table; 0 brings the whole table into the picture."""
    view_mm: float = 0.0
    """The camera hangs high enough to see at least so much of the table, even if the picture shows less of it."""
    k1: float = 0.0
    """Lens distortion as OpenCV counts it; negative bends straight lines outwards."""
    k2: float = 0.0
    motion_px: float = 0.0
    """How far everything moved while the shutter was open."""
    motion_deg: float = 0.0
    """The direction of that motion in the picture."""
    shift_px: tuple[float, float] = (0.0, 0.0)
    """How far the picture slid since the camera was hung up, because somebody bumped into it."""
    sharpening_kind: Sharpening = Sharpening.FINE
    rolling: float = 0.0
    """How much the light of a flickering lamp wanders along the rows; 0.1 is a tenth brighter and darker."""
    rolling_rows: float = 500.0
    """Rows from one bright stripe to the next."""
    jpeg: int = 0
    """Quality of the JPEG that a webcam sends; 0 is none."""
    printing: Printing = field(default_factory=Printing)
    seed: int = 0

    def __post_init__(self) -> None:
        if self.width_px < 64 or self.height_px < 64:
            raise ValueError(f"a picture of {self.width_px} x {self.height_px} px is too small: use at least 64 x 64")
        if not 0 <= self.tilt_deg <= MOST_TILT_DEG:
            raise ValueError(f"a tilt of {self.tilt_deg} degrees is out of reach: use 0 to {MOST_TILT_DEG:g}")
        if not 0 <= self.margin < 0.4:
            raise ValueError(f"a margin of {self.margin} leaves no table: use 0 to 0.4")
        if not 0 <= self.jpeg <= 100:
            raise ValueError(f"a JPEG quality of {self.jpeg} does not exist: use 1 to 100, or 0 for none")
        if abs(self.k1) > 0.5 or abs(self.k2) > 0.5:
            raise ValueError(f"a lens with {self.k1} and {self.k2} folds the picture over: use -0.5 to 0.5")


@dataclass(frozen=True, slots=True)
class Distortion:
    """What a real lens does to the picture of a pinhole: points move along the line from the picture's middle."""

    k1: float
    k2: float
    focal_px: float
    middle: Point

    def __bool__(self) -> bool:
        return self.k1 != 0 or self.k2 != 0

    def bent(self, points: Matrix) -> Matrix:
        """Where points of the pinhole's picture (n rows of x and y) really appear."""
        unit = (points - self.middle) / self.focal_px
        return np.asarray(unit * self._factor(unit) * self.focal_px + self.middle, dtype=np.float64)

    def straight(self, points: Matrix) -> Matrix:
        """Where points of the real picture would have appeared to a pinhole."""
        seen = (points - self.middle) / self.focal_px
        unit = seen.copy()
        for _ in range(_BEND_STEPS):
            unit = seen / self._factor(unit)
        return np.asarray(unit * self.focal_px + self.middle, dtype=np.float64)

    def _factor(self, unit: Matrix) -> Matrix:
        square = np.asarray((unit**2).sum(axis=-1, keepdims=True))
        return np.asarray(1 + square * (self.k1 + self.k2 * square))


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
        middle = (low + high) / 2
        if self.settings.px_per_mm > 0:
            place = (table.width_mm / 2, table.height_mm / 2)
            scale, middle = self.settings.px_per_mm / scale_at(view, place), project(view, (place,))[0]
        shift = (picture - 1) / 2 - scale * middle + self.settings.shift_px
        crop = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]])
        matrix = crop @ view
        return np.asarray(matrix / matrix[2, 2], dtype=np.float64)

    def sticker_corners_px(self, table: Tabletop, laid: Laid) -> Corners | None:
        """Where the symbol of the sticker that looks up must appear, in the order in which a `Read` names corners."""
        sticker = laid.sticker
        if sticker is None:
            return None
        symbol = sticker.size_mm * MODULES / STICKER_MODULES
        return self.bent_corners(corners_px(self.homography(table), rectangle(sticker.pose, symbol, symbol)))

    @property
    def distortion(self) -> Distortion:
        """What the lens does to straight lines."""
        picture = self.settings
        middle = ((picture.width_px - 1) / 2, (picture.height_px - 1) / 2)
        return Distortion(picture.k1, picture.k2, FOCAL_WIDTHS * picture.width_px, middle)

    def bent_corners(self, corners: Corners) -> Corners:
        """Corners of the pinhole's picture as the lens shows them."""
        lens = self.distortion
        if not lens:
            return corners
        one, two, three, four = ((float(x), float(y)) for x, y in lens.bent(np.array(corners)))
        return one, two, three, four

    def _view(self, table: Tabletop) -> Matrix:
        """From millimetres to an uncropped picture: the table turned, tilted and seen through the pinhole."""
        picture = self.settings
        across = max(table.width_mm, table.height_mm * picture.width_px / picture.height_px, picture.view_mm)
        distance = FOCAL_WIDTHS * across
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


def scale_at(matrix: Matrix, place: Point) -> float:
    """Pixels per millimetre at this place: the root of how much an area grows."""
    x, y = place
    step = 0.01
    left, right, up, down = project(matrix, ((x - step, y), (x + step, y), (x, y - step), (x, y + step)))
    across, along = (right - left) / (2 * step), (down - up) / (2 * step)
    return math.sqrt(abs(float(across[0] * along[1] - across[1] * along[0])))


def largest_scale(matrix: Matrix, table: Tabletop) -> float:
    """Pixels per millimetre where the picture is largest."""
    corners = ((0.0, 0.0), (table.width_mm, 0.0), (table.width_mm, table.height_mm), (0.0, table.height_mm))
    steps = ((1.0, 0.0), (0.0, 1.0))
    return max(
        float(np.linalg.norm(np.subtract(*project(matrix, ((x + dx, y + dy), (x, y))))))
        for x, y in corners
        for dx, dy in steps
    )
