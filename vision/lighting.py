"""Light that wanders over a simulated table: shadows of people who lean over it and glare spots of lamps.

Places are parts of the picture's width and height, so that the same light suits every size of picture.
"""

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.threads import ALL, each

_COARSE = 16
"""Light changes slowly over the picture: it is worked out for every sixteenth pixel."""
_TILE_PX = 512
"""A shadow or a glare spot changes only squares of this size into which it reaches."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """One of these squares."""

    top: int
    left: int

    @property
    def there(self) -> tuple[slice, slice]:
        """Its pixels."""
        return slice(self.top, self.top + _TILE_PX), slice(self.left, self.left + _TILE_PX)


_Tiles = tuple[tuple[_Tile, Picture], ...]
"""Parts of a picture, and a level for each of their pixels."""


def _all_tiles(width: int, height: int) -> list[_Tile]:
    return [_Tile(*place) for place in product(range(0, height, _TILE_PX), range(0, width, _TILE_PX))]


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
    shown = np.empty_like(picture)
    rows, columns = picture.shape[:2]
    keeps, adds = dict(_shaded(light.shades, columns, rows)), dict(_glaring(light.glares, columns, rows))

    def shine(tile: _Tile) -> None:
        part: NDArray[Any] = picture[tile.there]
        if (kept := keeps.get(tile)) is not None:
            part = cv2.multiply(part, kept, scale=1 / 255)
        if (added := adds.get(tile)) is not None:
            part = cv2.add(part, added)
        shown[tile.there] = part

    each(shine, _all_tiles(columns, rows), ALL)
    return shown


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
    framed, halves = _framed(picture, rim), (slice(0, rows // 2), slice(rows // 2, None))
    for halved in range(1, 5):
        right, low = round(across / 2**halved), round(down / 2**halved)
        if right or low:
            more = halved % 2  # odd distances shift it by half a pixel, to and fro
            left, top = rim - (right + more) // 2, rim - (low + more) // 2
            one, other = framed[top:, left:], framed[top + low :, left + right :]
            mixed = np.empty_like(framed)
            each(partial(_mix, one[:rows, :columns], other[:rows, :columns], mixed[inside]), halves, ALL)
            framed = _framed(mixed[inside], rim, mixed)
    return framed[inside]


def _mix(one: Picture, other: Picture, mixed: Picture, rows: slice) -> None:
    """Some rows of the mean of two pictures."""
    cv2.addWeighted(one[rows], 0.5, other[rows], 0.5, 0, dst=mixed[rows])


def _framed(picture: Picture, rim: int, frame: Picture | None = None) -> Picture:
    """The picture with a rim like its edge. If it lies in the middle of its frame already, only the rim is drawn."""
    framed = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_REPLICATE, dst=frame)
    return np.asarray(framed, dtype=np.uint8)


@lru_cache(maxsize=2)
def _shaded(shades: tuple[Shade, ...], width: int, height: int) -> _Tiles:
    """How much light is kept in the tiles where it is not all of it, which would be 255."""
    x, y = _places(width, height)
    kept = np.ones((y.shape[0], x.shape[1]), dtype=np.float32)
    for shade in shades:
        away = np.sqrt(_away(shade, x, y, height / width))
        kept *= 1 - shade.dark * np.clip((1 + shade.soft - away) / (2 * shade.soft), 0, 1)
    return _tiles(255 * kept, 255, width, height) if shades else ()


@lru_cache(maxsize=2)
def _glaring(glares: tuple[Glare, ...], width: int, height: int) -> _Tiles:
    """How much glare is added in the tiles where there is any."""
    x, y = _places(width, height)
    added = np.zeros((y.shape[0], x.shape[1]), dtype=np.float32)
    for glare in glares:
        added += glare.bright * np.exp(-_away(glare, x, y, height / width))
    return _tiles(added, 0, width, height) if glares else ()


def _places(width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where light is worked out: a row and a column of places, each from 0 to 1."""
    x = np.linspace(0, 1, max(64, width // _COARSE), dtype=np.float32)
    y = np.linspace(0, 1, max(64, height // _COARSE), dtype=np.float32)
    return x[None, :], y[:, None]


def _away(spot: Glare | Shade, x: NDArray[np.float32], y: NDArray[np.float32], flat: float) -> NDArray[np.float32]:
    """The squared distance from a spot's middle, in its own radii."""
    turn = math.radians(spot.turn_deg)
    right, down = x - spot.x, (y - spot.y) * flat
    along = right * math.cos(turn) + down * math.sin(turn)
    aside = down * math.cos(turn) - right * math.sin(turn)
    return np.asarray((along / spot.wide) ** 2 + (aside / spot.narrow) ** 2, dtype=np.float32)


def _tiles(level: NDArray[np.float32], plain: int, width: int, height: int) -> _Tiles:
    """The tiles of a full-size picture in which the level is not everywhere the plain one, in three equal channels."""
    coarse = np.clip(np.rint(level), 0, 255).astype(np.uint8)
    full = np.asarray(cv2.resize(coarse, (width, height)), dtype=np.uint8)
    tiles = []
    for tile in _all_tiles(width, height):
        part = full[tile.there]
        if (part != plain).any():
            tiles.append((tile, np.asarray(cv2.merge([part] * 3), dtype=np.uint8)))
    return tuple(tiles)
