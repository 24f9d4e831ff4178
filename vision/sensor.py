"""The simulated camera's sensor and software: rolling light, noise, late sharpening and JPEG.

Noise is drawn once, for a tile, and laid over every part of every picture at another place.
"""

import math
from itertools import pairwise, product
from statistics import NormalDist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import CameraSettings, Sharpening
from vision.frames import Picture, Room
from vision.optics import sharpened
from vision.threads import ALL, each

_TILE_PX = 512
"""Noise is laid over squares of this size."""
_PLAY_PX = 192
"""How far the noise can be shifted each way: some 70,000 pictures before one pattern comes back at a place."""
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

    def light(band: tuple[int, int]) -> None:
        top, bottom = band
        cv2.convertScaleAbs(picture[top:bottom], dst=lit[top:bottom], alpha=1 + float(steps[top]) / _LIGHT_STEPS)

    each(light, list(pairwise(changes)), ALL)
    return lit


_LIGHT_STEPS = 150
"""In such parts that light is counted: neighbouring rows share a step."""


def sent(picture: Picture, settings: CameraSettings) -> Picture:
    """What arrives from the camera: sharpened once more, and as a JPEG if it sends one."""
    if settings.sharpening_kind is Sharpening.LATE:
        picture = sharpened(picture, settings.sharpening, Sharpening.FINE)
    if settings.jpeg:
        picture = _through_jpeg(picture, settings.jpeg)
    return picture


def _through_jpeg(picture: Picture, quality: int) -> Picture:
    """Packed and unpacked again, one half in each thread: the blocks of a JPEG know nothing of each other."""
    middle = picture.shape[0] // 2 // _BLOCK_PX * _BLOCK_PX
    arrived = np.empty_like(picture)

    def send(rows: slice) -> None:
        _, data = cv2.imencode(".jpg", picture[rows], (cv2.IMWRITE_JPEG_QUALITY, quality))
        np.copyto(arrived[rows], np.asarray(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), np.uint8))

    each(send, [slice(0, middle), slice(middle, None)] if middle else [slice(None)], ALL)
    return arrived


_BLOCK_PX = 16


_NO_NOISE = 128


class SensorNoise:
    """Normal noise of one strength. The same seed and number give the same noise."""

    def __init__(self, sigma: float, seed: int) -> None:
        self._sigma = sigma
        self._seed = seed
        self._field: Picture | None = self._noise() if sigma > 0 else None

    def over(self, picture: Picture, number: int, room: Room | None = None) -> Picture:
        """A new picture with the noise of the so-manieth frame on it; white stays white, black stays black."""
        noisy = np.empty_like(picture) if room is None else room(picture.shape)
        if self._field is None:
            np.copyto(noisy, picture)
            return noisy
        random = np.random.default_rng((self._seed, 31, number))
        rows, columns = picture.shape[:2]
        tiles = []
        for top, left in product(range(0, rows, _TILE_PX), range(0, columns, _TILE_PX)):
            tile = slice(top, top + _TILE_PX), slice(left, left + _TILE_PX)
            (down, across), sign = random.integers(0, _PLAY_PX, 2).tolist(), -1 if random.integers(2) else 1
            high, wide = picture[tile].shape[:2]
            tiles.append((tile, self._field[down : down + high, across : across + wide], sign))

        def lay(part: tuple[tuple[slice, slice], Picture, int]) -> None:
            tile, noise, sign = part
            cv2.addWeighted(picture[tile], 1, noise, sign, -sign * _NO_NOISE, dst=noisy[tile])

        each(lay, tiles, ALL)
        return noisy

    def _noise(self) -> Picture:
        """A field of noise somewhat larger than a tile; `_NO_NOISE` stands for none."""
        random = np.random.default_rng((self._seed, 32))
        edge = _TILE_PX + _PLAY_PX
        own_part = (1 - _SHARED**2) ** 0.5
        channels = []
        shared = self._draw(random, edge, _SHARED)
        for _ in range(3):
            channels.append(cv2.add(shared, self._draw(random, edge, own_part)))
        return np.asarray(np.asarray(cv2.merge(channels), dtype=np.int8).view(np.uint8) ^ _NO_NOISE, dtype=np.uint8)

    def _draw(self, random: np.random.Generator, edge: int, part: float) -> NDArray[np.int8]:
        """Random bytes through the quantiles of the normal distribution: as good as drawing it, and much faster."""
        normal = NormalDist(0, self._sigma * part)
        quantiles = [max(-127, min(127, round(normal.inv_cdf((step + 0.5) / 256)))) for step in range(256)]
        dice = random.integers(0, 256, (edge, edge), dtype=np.uint8)
        return np.asarray(cv2.LUT(dice, np.array(quantiles, dtype=np.int8)), dtype=np.int8)
