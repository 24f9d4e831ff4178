"""What the lens, the camera's own sharpening and the lamp above the table do to a simulated picture."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera_model import CameraSettings
from vision.frames import Picture

GAIN_ONE = 150
"""The step in which light is counted: 255 steps reach to 1.7 times."""
DAYLIGHT_K = 5500.0
_COARSE = 8
"""Light changes slowly over the picture: it is worked out for every eighth pixel."""
_SHARPENING_PX = 1.2


@dataclass(frozen=True, slots=True)
class Lens:
    """The blur of the lens and the sharpening that the camera does about it."""

    blur_px: float
    sharpening: float

    @property
    def reach(self) -> int:
        """How many pixels away a pixel still has influence."""
        return _radius(self.blur_px) + (_radius(_SHARPENING_PX) if self.sharpening > 0 else 0)

    def blurred(self, picture: Picture) -> Picture:
        """The picture behind the lens."""
        seen = _gaussian(picture, self.blur_px)
        if self.sharpening > 0:
            soft = _gaussian(seen, _SHARPENING_PX)
            seen = np.asarray(cv2.addWeighted(seen, 1 + self.sharpening, soft, -self.sharpening, 0), dtype=np.uint8)
        return seen


def _radius(sigma: float) -> int:
    """The reach of a blur that leaves nothing worth counting outside."""
    return math.ceil(3 * sigma)


def _gaussian(picture: Picture, sigma: float) -> Picture:
    """The picture, blurred."""
    if sigma <= 0:
        return picture
    edge = 2 * _radius(sigma) + 1
    blurred = cv2.GaussianBlur(picture, (edge, edge), sigma, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(blurred, dtype=np.uint8)


def light_gains(settings: CameraSettings) -> Picture:
    """The light at every pixel for blue, green and red, in steps of 1 / `GAIN_ONE`."""
    rows, columns = settings.height_px, settings.width_px
    y = np.linspace(-1, 1, rows // _COARSE, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, columns // _COARSE, dtype=np.float32)[None, :]
    far = math.hypot(rows, columns)
    radius = (x * (columns / far)) ** 2 + (y * (rows / far)) ** 2
    lamp = np.random.default_rng((settings.seed, 11)).uniform(0, 2 * math.pi)
    side = (math.cos(lamp) * x + math.sin(lamp) * y) / 2
    light = settings.brightness * (1 - settings.vignette * radius**1.5) * (1 + settings.gradient * (side - 0.25))
    steps = np.clip(light[:, :, None] * (_tints(settings.light_k) * GAIN_ONE), 0, 255)
    return np.asarray(cv2.resize(np.rint(steps).astype(np.uint8), (columns, rows)), dtype=np.uint8)


def _tints(light_k: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """How strong blue, green and red are in light of this temperature, after the camera's white balance."""
    # The white balance takes away most of the tint; what is left is told linearly in the inverse temperature.
    warmth = (1e6 / light_k - 1e6 / DAYLIGHT_K) * 0.0008
    return np.array([1 - warmth, 1.0, 1 + warmth], dtype=np.float32)
