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
    if keeps is not None:
        picture = np.asarray(cv2.multiply(picture, keeps, scale=1 / 255), dtype=np.uint8)
    return picture if adds is None else np.asarray(cv2.add(picture, adds), dtype=np.uint8)


def shaken(picture: Picture, length_px: float, angle_deg: float) -> Picture:
    """The picture of a camera or table that was knocked while the shutter was open: a mean of sixteen moments.

    Four times the picture is mixed with itself, at half the distance each time; whole pixels are exact enough. What
    lies at its edge goes on outside.
    """
    if length_px <= 0:
        return picture
    across, down = (length_px * part(math.radians(angle_deg)) for part in (math.cos, math.sin))
    rows, columns = picture.shape[:2]
    rim = math.ceil(length_px / 2) + 1
    inside = slice(rim, rim + rows), slice(rim, rim + columns)
    framed = _framed(picture, rim)
    for halved in range(1, 5):
        right, low = round(across / 2**halved), round(down / 2**halved)
        if right or low:
            more = halved % 2  # odd distances shift it by half a pixel, to and fro
            left, top = rim - (right + more) // 2, rim - (low + more) // 2
            one, other = framed[top:, left:], framed[top + low :, left + right :]
            mixed = np.empty_like(framed)
            cv2.addWeighted(one[:rows, :columns], 0.5, other[:rows, :columns], 0.5, 0, dst=mixed[inside])
            framed = _framed(mixed[inside], rim, mixed)
    return framed[inside]


def _framed(picture: Picture, rim: int, frame: Picture | None = None) -> Picture:
    """The picture with a rim like its edge. If it lies in the middle of its frame already, only the rim is drawn."""
    framed = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_REPLICATE, dst=frame)
    return np.asarray(framed, dtype=np.uint8)


@lru_cache(maxsize=2)
def _maps(light: Light, width: int, height: int) -> tuple[Picture | None, Picture | None]:
    """How much light is kept everywhere (255 is all of it), and how much glare is added; None where it is no matter."""
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
    keeps = _full(255 * kept, width, height) if light.shades else None
    return keeps, _full(added, width, height) if light.glares else None


def _away(spot: Glare | Shade, x: NDArray[np.float32], y: NDArray[np.float32], flat: float) -> NDArray[np.float32]:
    """The squared distance from a spot's middle, in its own radii."""
    turn = math.radians(spot.turn_deg)
    right, down = x - spot.x, (y - spot.y) * flat
    along = right * math.cos(turn) + down * math.sin(turn)
    aside = down * math.cos(turn) - right * math.sin(turn)
    return np.asarray((along / spot.wide) ** 2 + (aside / spot.narrow) ** 2, dtype=np.float32)


def _full(level: NDArray[np.float32], width: int, height: int) -> Picture:
    coarse = np.clip(np.rint(level), 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(cv2.merge([coarse] * 3), (width, height)), dtype=np.uint8)
