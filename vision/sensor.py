"""The noise of the simulated camera's sensor: drawn once, laid over every picture at another place."""

from statistics import NormalDist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

_PLAY_PX = 192
"""How far the noise can be shifted each way: some 70,000 pictures before one pattern comes back."""
_SHARED = 0.8
"""How much of the noise hits all three colours alike; what is left (0.6, so that squares add up) is coloured."""


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
