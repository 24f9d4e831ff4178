"""The simulated camera's sensor and software: rolling light, noise, late sharpening and JPEG.

Noise is drawn once and laid over every picture at another place.
"""

import math
from statistics import NormalDist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import CameraSettings, Sharpening
from vision.frames import Picture
from vision.optics import sharpened

_PLAY_PX = 192
"""How far the noise can be shifted each way: some 70,000 pictures before one pattern comes back."""
_SHARED = 0.8
"""How much of the noise hits all three colours alike; what is left (0.6, so that squares add up) is coloured."""


def flickering(picture: Picture, settings: CameraSettings, number: int) -> Picture:
    """The picture in the light of a lamp that flickers while the sensor is read out row by row."""
    if settings.rolling <= 0:
        return picture
    start = np.random.default_rng((settings.seed, 33, number)).uniform(0, 2 * math.pi)
    rows = np.arange(picture.shape[0]) * (2 * math.pi / settings.rolling_rows) + start
    light = np.rint(_LIGHT_ONE * (1 + settings.rolling * np.sin(rows))).clip(0, 255).astype(np.uint8)
    stripes = cv2.repeat(light[:, None], 1, picture.shape[1])
    return np.asarray(cv2.multiply(picture, cv2.merge([stripes] * 3), scale=1 / _LIGHT_ONE), dtype=np.uint8)


_LIGHT_ONE = 150
"""The step in which that light is counted: 255 steps reach to 1.7 times."""


def sent(picture: Picture, settings: CameraSettings) -> Picture:
    """What arrives from the camera: sharpened once more, and as a JPEG if it sends one."""
    if settings.sharpening_kind is Sharpening.LATE:
        picture = sharpened(picture, settings.sharpening, Sharpening.FINE)
    if settings.jpeg:
        _, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, settings.jpeg))
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), dtype=np.uint8)
    return picture


class SensorNoise:
    """Normal noise of one strength for pictures of one size. The same seed and number give the same noise."""

    def __init__(self, width_px: int, height_px: int, sigma: float, seed: int) -> None:
        self._size = (height_px, width_px)
        self._sigma = sigma
        self._seed = seed
        self._field: NDArray[np.int8] | None = self._noise() if sigma > 0 else None

    def over(self, picture: Picture, number: int) -> Picture:
        """A new picture with the noise of the so-manieth frame on it; white stays white, black stays black."""
        if self._field is None:
            return picture.copy()
        random = np.random.default_rng((self._seed, 31, number))
        top, left = (int(shift) for shift in random.integers(0, _PLAY_PX, 2))
        rows, columns = self._size
        noise = self._field[top : top + rows, left : left + columns]
        mix = cv2.subtract if random.integers(2) else cv2.add
        return np.asarray(mix(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)

    def _noise(self) -> NDArray[np.int8]:
        """A field of noise somewhat larger than the picture."""
        random = np.random.default_rng((self._seed, 32))
        rows, columns = self._size[0] + _PLAY_PX, self._size[1] + _PLAY_PX
        own_part = (1 - _SHARED**2) ** 0.5
        channels = []
        shared = self._draw(random, rows, columns, _SHARED)
        for _ in range(3):
            channels.append(cv2.add(shared, self._draw(random, rows, columns, own_part)))
        return np.asarray(cv2.merge(channels), dtype=np.int8)

    def _draw(self, random: np.random.Generator, rows: int, columns: int, part: float) -> NDArray[np.int8]:
        """Random bytes through the quantiles of the normal distribution: as good as drawing it, and much faster."""
        normal = NormalDist(0, self._sigma * part)
        quantiles = [max(-127, min(127, round(normal.inv_cdf((step + 0.5) / 256)))) for step in range(256)]
        dice = random.integers(0, 256, (rows, columns), dtype=np.uint8)
        return np.asarray(cv2.LUT(dice, np.array(quantiles, dtype=np.int8)), dtype=np.int8)
