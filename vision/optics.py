"""What the lens, the camera's own sharpening and the lamp above the table do to a simulated picture."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera_model import CameraSettings, Sharpening
from vision.frames import Picture

_GAIN_ONE = 150
"""The step in which light is counted: 255 steps reach to 1.7 times."""
DAYLIGHT_K = 5500.0
_COARSE = 8
"""Light changes slowly over the picture: it is worked out for every eighth pixel."""
_SHARPENING_PX = 1.2
_WIDE_PX = 3.0


@dataclass(frozen=True, slots=True)
class Lens:
    """The blur of the lens and of motion, and the sharpening that the camera does about it."""

    blur_px: float
    sharpening: float
    kind: Sharpening = Sharpening.FINE
    motion_px: float = 0.0
    motion_deg: float = 0.0

    @property
    def reach(self) -> int:
        """How many pixels away a pixel still has influence."""
        smear = math.ceil(self.motion_px / 2) + 1 if self.motion_px > 0 else 0
        return _radius(self.blur_px) + smear + (_RADIUS[self.kind] if self.sharpening > 0 else 0)

    def blurred(self, picture: Picture) -> Picture:
        """The picture behind the lens."""
        seen = _smeared(_gaussian(picture, self.blur_px), self.motion_px, self.motion_deg)
        return seen if self.kind is Sharpening.LATE else sharpened(seen, self.sharpening, self.kind)


def sharpened(picture: Picture, amount: float, kind: Sharpening) -> Picture:
    """The picture with overdrawn edges."""
    if amount <= 0:
        return picture
    if kind is Sharpening.EDGES:
        cross = np.array([[0, -1, 0], [-1, 4, -1], [0, -1, 0]], dtype=np.float32) * (amount / 2)
        cross[1, 1] += 1
        return np.asarray(cv2.filter2D(picture, -1, cross, borderType=cv2.BORDER_REPLICATE), dtype=np.uint8)
    soft = _gaussian(picture, _WIDE_PX if kind is Sharpening.WIDE else _SHARPENING_PX)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), dtype=np.uint8)


def _smeared(picture: Picture, length: float, angle_deg: float) -> Picture:
    """The picture while it moves along a straight line."""
    if length <= 0:
        return picture
    return np.asarray(cv2.filter2D(picture, -1, motion_kernel(length, angle_deg), borderType=cv2.BORDER_REPLICATE))


def motion_kernel(length: float, angle_deg: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """The way of a point that moves evenly along a line of so many pixels, shared out among the pixels it passes."""
    reach = math.ceil(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    ahead = np.linspace(-length / 2, length / 2, 16 * reach + 1)
    x, y = (reach + ahead * part(math.radians(angle_deg)) for part in (math.cos, math.sin))
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    right, low = x - left, y - top
    for down, across, share in (
        (0, 0, (1 - low) * (1 - right)), (0, 1, (1 - low) * right), (1, 0, low * (1 - right)), (1, 1, low * right),
    ):  # fmt: skip
        np.add.at(kernel, (top + down, left + across), share.astype(np.float32))
    kernel /= kernel.sum()
    return kernel


def _radius(sigma: float) -> int:
    """The reach of a blur that leaves nothing worth counting outside."""
    return math.ceil(3 * sigma)


_RADIUS = {
    Sharpening.FINE: _radius(_SHARPENING_PX),
    Sharpening.WIDE: _radius(_WIDE_PX),
    Sharpening.EDGES: 1,
    Sharpening.LATE: 0,
}
"""How far each kind of sharpening reaches."""


def _gaussian(picture: Picture, sigma: float) -> Picture:
    """The picture, blurred."""
    if sigma <= 0:
        return picture
    edge = 2 * _radius(sigma) + 1
    blurred = cv2.GaussianBlur(picture, (edge, edge), sigma, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(blurred, dtype=np.uint8)


class Lamp:
    """The light above the table: what every pixel gets of it for blue, green and red."""

    def __init__(self, settings: CameraSettings) -> None:
        rows, columns = settings.height_px, settings.width_px
        y, x = _knots(rows)[:, None], _knots(columns)[None, :]
        far = math.hypot(rows, columns)
        radius = (x * (columns / far)) ** 2 + (y * (rows / far)) ** 2
        lamp = np.random.default_rng((settings.seed, 11)).uniform(0, 2 * math.pi)
        side = (math.cos(lamp) * x + math.sin(lamp) * y) / 2
        light = settings.brightness * (1 - settings.vignette * radius**1.5) * (1 + settings.gradient * (side - 0.25))
        steps = np.clip(light[:, :, None] * (_tints(settings.light_k) * _GAIN_ONE), 0, 255)
        self._gains = np.rint(steps).astype(np.uint8)

    def shining_on(self, picture: Picture, left: int, top: int) -> Picture:
        """A part of the picture, whose first pixel is this one, in this light."""
        rows, columns = picture.shape[:2]
        places = np.array([[1, 0, left], [0, 1, top]]) / _COARSE
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        gains = cv2.warpAffine(self._gains, places, (columns, rows), flags=how, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.multiply(picture, gains, scale=1 / _GAIN_ONE), dtype=np.uint8)


def _knots(pixels: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Every eighth pixel of a row or column, and one beyond its end, told from -1 to 1."""
    places = np.arange(0, pixels + _COARSE, _COARSE)
    return np.asarray(2 * places / (pixels - 1) - 1, dtype=np.float32)


def _tints(light_k: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """How strong blue, green and red are in light of this temperature, after the camera's white balance."""
    # The white balance takes away most of the tint; what is left is told linearly in the inverse temperature.
    warmth = (1e6 / light_k - 1e6 / DAYLIGHT_K) * 0.0008
    return np.array([1 - warmth, 1.0, 1 + warmth], dtype=np.float32)
