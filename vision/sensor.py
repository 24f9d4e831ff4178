"""The simulated camera's sensor and software: rolling light, noise, late sharpening and JPEG.

Noise is drawn once and laid over every picture at another place.
"""

import math
from itertools import pairwise
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
    steps = np.rint(_LIGHT_STEPS * settings.rolling * np.sin(rows)).astype(int)
    changes = [0, *(np.flatnonzero(np.diff(steps)) + 1).tolist(), len(steps)]
    lit = np.empty_like(picture)
    for top, bottom in pairwise(changes):
        cv2.convertScaleAbs(picture[top:bottom], dst=lit[top:bottom], alpha=1 + float(steps[top]) / _LIGHT_STEPS)
    return lit


_LIGHT_STEPS = 150
"""In such parts that light is counted: neighbouring rows share a step."""


def sent(picture: Picture, settings: CameraSettings) -> Picture:
    """What arrives from the camera: sharpened once more, and as a JPEG if it sends one."""
    if settings.sharpening_kind is Sharpening.LATE:
        picture = sharpened(picture, settings.sharpening, Sharpening.FINE)
    if settings.jpeg:
        _, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, settings.jpeg))
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), dtype=np.uint8)
    return picture


_NO_NOISE = 128


class SensorNoise:
    """Normal noise of one strength for pictures of one size. The same seed and number give the same noise."""

    def __init__(self, width_px: int, height_px: int, sigma: float, seed: int) -> None:
        self._size = (height_px, width_px)
        self._sigma = sigma
        self._seed = seed
        self._field: Picture | None = self._noise() if sigma > 0 else None

    def over(self, picture: Picture, number: int) -> Picture:
        """A new picture with the noise of the so-manieth frame on it; white stays white, black stays black."""
        if self._field is None:
            return picture.copy()
        random = np.random.default_rng((self._seed, 31, number))
        top, left = (int(shift) for shift in random.integers(0, _PLAY_PX, 2))
        rows, columns = self._size
        noise = self._field[top : top + rows, left : left + columns]
        sign = -1 if random.integers(2) else 1
        return np.asarray(cv2.addWeighted(picture, 1, noise, sign, -sign * _NO_NOISE), dtype=np.uint8)

    def _noise(self) -> Picture:
        """A field of noise somewhat larger than the picture; `_NO_NOISE` stands for none."""
        random = np.random.default_rng((self._seed, 32))
        rows, columns = self._size[0] + _PLAY_PX, self._size[1] + _PLAY_PX
        own_part = (1 - _SHARED**2) ** 0.5
        channels = []
        shared = self._draw(random, rows, columns, _SHARED)
        for _ in range(3):
            channels.append(cv2.add(shared, self._draw(random, rows, columns, own_part)))
        return np.asarray(np.asarray(cv2.merge(channels), dtype=np.int8).view(np.uint8) ^ _NO_NOISE, dtype=np.uint8)

    def _draw(self, random: np.random.Generator, rows: int, columns: int, part: float) -> NDArray[np.int8]:
        """Random bytes through the quantiles of the normal distribution: as good as drawing it, and much faster."""
        normal = NormalDist(0, self._sigma * part)
        quantiles = [max(-127, min(127, round(normal.inv_cdf((step + 0.5) / 256)))) for step in range(256)]
        dice = random.integers(0, 256, (rows, columns), dtype=np.uint8)
        return np.asarray(cv2.LUT(dice, np.array(quantiles, dtype=np.int8)), dtype=np.int8)
