"""Symbols as a ready-made reader gives them: text and rough corners. The raw material of `vision.decode`."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.align import Floats
from vision.frames import Picture

Tile = tuple[slice, slice]
"""A part of a picture: rows and columns."""


@dataclass(frozen=True, slots=True)
class Found:
    """A symbol as a ready-made reader gives it: rough corners, and how many modules it has along a side."""

    text: str
    corners: Floats
    dimension: int

    @property
    def middle(self) -> Floats:
        """The middle of the symbol in pixels."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def edge_px(self) -> float:
        """The mean edge of the symbol in pixels."""
        return float(np.mean(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1)))


def grey_of(picture: Picture) -> Picture:
    """The picture without colours."""
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def enlarged(grey: Picture, factor: int, *, sharpen: bool = True) -> Picture:
    """The picture made larger for readers that need whole pixels per module; sharpening undoes some of the lens.

    Cubic and sharpened reads stickers down to 1.7 pixels per module where plain linear enlarging stops at 2.1.
    """
    if sharpen:
        soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
        grey = np.asarray(cv2.addWeighted(grey, 2.0, soft, -1.0, 0.0), np.uint8)
    return np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)


def zxing_find(grey: Picture, *, factor: int = 1, sharpen: bool = False, downscale: bool = False) -> list[Found]:
    """What zxing-cpp finds in a grey picture, after enlarging it so many times."""
    import zxingcpp

    image = enlarged(grey, factor, sharpen=sharpen) if factor > 1 or sharpen else grey
    symbols = zxingcpp.read_barcodes(
        image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode), try_downscale=downscale, try_invert=False
    )
    found = (_zxing_symbol(symbol, factor) for symbol in symbols)
    return [one for one in found if one is not None]


def _zxing_symbol(symbol: Any, factor: int) -> Found | None:
    version = str(symbol.extra.get("Version", ""))
    if not symbol.valid or not symbol.text or not version.isdigit():  # Micro QR has versions M1 to M4
        return None
    place = symbol.position
    corners = [(p.x, p.y) for p in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)]
    # zxing counts from the edge of the first pixel, we from its middle
    return Found(symbol.text, np.array(corners, np.float64) / factor - 0.5, 17 + 4 * int(version))


def merged(found: Iterable[Found]) -> list[Found]:
    """Each symbol once: the same text at the same place is one; different texts never are."""
    kept: list[Found] = []
    for one in found:
        if not any(same_symbol(one, other) for other in kept):
            kept.append(one)
    return kept


def same_symbol(one: Found, other: Found) -> bool:
    """Whether two reads mean the same piece of paper."""
    if one.text != other.text:
        return False
    reach = 0.5 * max(one.edge_px, other.edge_px)
    return math.dist(one.middle, other.middle) < reach


def around(found: Found, grey: Picture) -> Tile:
    """The part of the picture in which a known sticker lies."""
    margin = 0.3 * found.edge_px + 4
    low = np.maximum(np.floor(found.corners.min(axis=0) - margin), 0).astype(int)
    high = np.maximum(np.ceil(found.corners.max(axis=0) + margin).astype(int) + 1, low + 1)
    return slice(low[1], min(high[1], grey.shape[0])), slice(low[0], min(high[0], grey.shape[1]))


def inside(grey: Picture, tile: Tile, factor: int, *, sharpen: bool) -> list[Found]:
    """What an enlarged part of the picture shows, in coordinates of the whole."""
    part = grey[tile]
    if part.size == 0:
        return []
    origin = np.array((tile[1].start, tile[0].start), np.float64)
    return [
        Found(one.text, one.corners + origin, one.dimension)
        for one in zxing_find(np.ascontiguousarray(part), factor=factor, sharpen=sharpen)
    ]
