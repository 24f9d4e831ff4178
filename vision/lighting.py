"""Light that wanders over a simulated table: shadows of people who lean over it and glare spots of lamps.

Places are parts of the picture's width and height, so that the same light suits every size of picture.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.optics import motion_kernel

_COARSE = 16
"""Light changes slowly over the picture: it is worked out for every sixteenth pixel."""


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored by the table or by varnish: a soft bright spot. Sizes in parts of the picture's width."""

    x: float
    y: float
    wide: float = 0.06
    narrow: float = 0.03
    turn_deg: float = 0.0
    bright: float = 110.0
    """In grey levels added in the middle."""


@dataclass(frozen=True, slots=True)
class Shade:
    """The shadow of somebody between lamp and table: dark inside, with a soft rim."""

    x: float
    y: float
    wide: float = 0.22
    narrow: float = 0.16
    turn_deg: float = 0.0
    dark: float = 0.5
    """How much of the light is taken away in the middle."""
    soft: float = 0.3
    """How much of the radius the rim takes."""


@dataclass(frozen=True, slots=True)
class Light:
    """What people and lamps do to the light at one moment."""

    glares: tuple[Glare, ...] = ()
    shades: tuple[Shade, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.glares or self.shades)


PLAIN = Light()


def lit(picture: Picture, light: Light) -> Picture:
    """The picture in this light."""
    if not light:
        return picture
    keeps, adds = _maps(light, picture.shape[1], picture.shape[0])
    return np.asarray(cv2.add(cv2.multiply(picture, keeps, scale=1 / 255), adds), dtype=np.uint8)


def shaken(picture: Picture, length_px: float, angle_deg: float) -> Picture:
    """The picture of a camera or table that was knocked while the shutter was open."""
    if length_px <= 0:
        return picture
    return np.asarray(cv2.filter2D(picture, -1, motion_kernel(length_px, angle_deg), borderType=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=2)
def _maps(light: Light, width: int, height: int) -> tuple[Picture, Picture]:
    """How much light is kept everywhere (255 is all of it), and how much glare is added."""
    x = np.linspace(0, 1, max(64, width // _COARSE), dtype=np.float32)[None, :]
    y = np.linspace(0, 1, max(64, height // _COARSE), dtype=np.float32)[:, None]
    flat = height / width
    kept = np.ones((y.shape[0], x.shape[1]), dtype=np.float32)
    added = np.zeros_like(kept)
    for shade in light.shades:
        away = np.sqrt(_away(shade, x, y, flat))
        kept *= 1 - shade.dark * np.clip((1 + shade.soft - away) / (2 * shade.soft), 0, 1)
    for glare in light.glares:
        added += glare.bright * np.exp(-_away(glare, x, y, flat))
    return _full(255 * kept, width, height), _full(added, width, height)


def _away(spot: Glare | Shade, x: NDArray[np.float32], y: NDArray[np.float32], flat: float) -> NDArray[np.float32]:
    """The squared distance from a spot's middle, in its own radii."""
    turn = math.radians(spot.turn_deg)
    right, down = x - spot.x, (y - spot.y) * flat
    along = right * math.cos(turn) + down * math.sin(turn)
    aside = down * math.cos(turn) - right * math.sin(turn)
    return np.asarray((along / spot.wide) ** 2 + (aside / spot.narrow) ** 2, dtype=np.float32)


def _full(level: NDArray[np.float32], width: int, height: int) -> Picture:
    whole = cv2.resize(np.clip(np.rint(level), 0, 255).astype(np.uint8), (width, height))
    return np.asarray(cv2.merge([whole] * 3), dtype=np.uint8)
