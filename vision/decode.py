"""Readers of QR stickers behind one protocol, and the reader of whole tables that is made of them.

Pixel coordinates count from the middle of the first pixel, as OpenCV does. Every reader hands out corners fitted to
the picture (`vision.align`); the confidence is how well the picture agrees with the fixed parts of a symbol there.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from vision.align import Floats, agreement, align
from vision.frames import Picture
from vision.stickers import MODULES
from vision.symbols import Found, Tile, around, grey_of, inside, merged, same_symbol, zxing_find

Point = tuple[float, float]
_LARGEST_FOREIGN = 41
"""Modules of the largest foreign symbol whose corners zbar's answer is put in order for (version 6)."""


@dataclass(frozen=True, slots=True)
class Read:
    """One symbol found in a picture.

    `corners` are the outer corners of the symbol (without quiet zone) in pixels, in the symbol's own order: top left,
    top right, bottom right, bottom left. `confidence` runs from 0 to 1.
    """

    text: str
    corners: tuple[Point, Point, Point, Point]
    confidence: float
    score: float | None = None
    """How well the picture agrees with this code of the list (correlation); only from a reader that knows the list."""
    margin: float | None = None
    """How far that is ahead of the second best code."""
    sigma_px: float | None = None
    """Standard deviation of the middle, in pixels."""

    @property
    def middle(self) -> Point:
        """The middle of the symbol in pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def edge_px(self) -> float:
        """The mean edge of the symbol in pixels."""
        return sum(math.dist(self.corners[i - 1], self.corners[i]) for i in range(4)) / 4

    @property
    def angle_deg(self) -> float:
        """The direction of the symbol's right-hand side in the picture, clockwise, in (-180, 180]."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.corners
        angle = math.degrees(math.atan2(y1 + y2 - y0 - y3, x1 + x2 - x0 - x3))
        return 180.0 if angle == -180.0 else angle


class Decoder(Protocol):
    """A reader of pictures."""

    name: str

    def decode(self, picture: Picture) -> list[Read]:
        """Every symbol that can be read in this picture."""
        ...


class DecoderTrouble(Exception):
    """A reader cannot be used on this machine. The message says what to install."""


def fitted(grey: Picture, found: Sequence[Found]) -> list[Read]:
    """Reads with corners fitted to the picture."""
    return [_fitted(grey, one) for one in found]


def _fitted(grey: Picture, one: Found) -> Read:
    best = align(grey, one.corners, one.dimension)
    a, b, c, d = ((float(x), float(y)) for x, y in best.corners)
    return Read(one.text, (a, b, c, d), float(min(1.0, max(0.0, best.fit))))


class ZxingDecoder:
    """zxing-cpp over the whole picture, as it is or enlarged twice."""

    def __init__(self, enlarge: bool = False) -> None:
        self.enlarge = enlarge
        self.name = "zxing-cpp enlarged" if enlarge else "zxing-cpp"

    def decode(self, picture: Picture) -> list[Read]:
        """Every QR symbol that zxing-cpp can read."""
        grey = grey_of(picture)
        factor = 2 if self.enlarge else 1
        return fitted(grey, merged(zxing_find(grey, factor=factor, sharpen=self.enlarge, downscale=True)))


class ZbarDecoder:
    """zbar over the whole picture: slower and weaker than zxing-cpp, good for a second opinion."""

    name = "zbar"

    def __init__(self, load: Callable[[], Any] | None = None) -> None:
        try:
            self._zbar = (load or _import_pyzbar)()
        except (ImportError, OSError) as error:
            raise DecoderTrouble(
                "zbar is not installed: `sudo apt install libzbar0` (Debian 12) or `libzbar0t64` (Debian 13)"
            ) from error

    def decode(self, picture: Picture) -> list[Read]:
        """Every QR symbol that zbar can read."""
        grey = np.ascontiguousarray(grey_of(picture))
        symbols = self._zbar.decode(grey, symbols=[self._zbar.ZBarSymbol.QRCODE])
        ordered = [_in_symbol_order(grey, _text_of(symbol), _hull_of(symbol)) for symbol in symbols]
        return fitted(grey, merged(one for one in ordered if one is not None))


def _import_pyzbar() -> Any:
    from pyzbar import pyzbar

    return pyzbar


def _text_of(symbol: Any) -> str:
    return str(symbol.data.decode("utf-8", "replace"))


def _hull_of(symbol: Any) -> Floats:
    return np.array([(point.x, point.y) for point in symbol.polygon], np.float64)


def _in_symbol_order(grey: Picture, text: str, hull: Floats) -> Found | None:
    """zbar gives a convex hull beginning anywhere; the picture shows which corner has no finder pattern."""
    if not text or hull.shape != (4, 2):
        return None
    edge, after = hull[1] - hull[0], hull[2] - hull[1]
    if edge[0] * after[1] - edge[1] * after[0] < 0:
        hull = hull[::-1]
    turns = [np.roll(hull, turn, axis=0) for turn in range(4)]
    dimensions = range(MODULES, _LARGEST_FOREIGN + 1, 4)
    choices = [Found(text, turned, dimension) for turned in turns for dimension in dimensions]
    return max(choices, key=lambda one: agreement(grey, one.corners, one.dimension))


@dataclass(slots=True)
class _Known:
    """A sticker that was read lately, and for how many pictures it has been missed since."""

    found: Found
    missed: int = 0


class TableDecoder:
    """The reader of whole tables, made for a camera that does not move.

    Every picture is read as it is. Parts that look different from when they were last read enlarged are enlarged
    again, and one more part in turn. Where a known sticker was just missed, the spot is tried harder.
    """

    name = "zxing-cpp table"
    _tile_px = 640
    _overlap_px = 128
    """More than a small sticker's diagonal, so that each lies whole in some tile; large ones need no enlarging."""
    _thumb = 8
    _different = 8
    _different_spots = 3
    _forget_after = 12
    _harder: tuple[tuple[int, bool], ...] = ((2, True), (2, False), (3, True), (3, False))
    """Ways to look harder, the best first: how many times enlarged, and whether sharpened."""

    def __init__(self) -> None:
        self._known: list[_Known] = []
        self._looked: Picture | None = None
        self._turn = 0

    def decode(self, picture: Picture) -> list[Read]:
        """Every QR symbol on the table that can be read."""
        grey = np.ascontiguousarray(grey_of(picture))
        found = zxing_find(grey, downscale=self._looked is None)
        for tile, (factor, sharpen) in self._tiles(grey):
            found += inside(grey, tile, factor, sharpen=sharpen)
        found = merged(found)
        found += self._search_missed(grey, found)
        reads = fitted(grey, found)
        self._remember(found)
        return reads

    def _tiles(self, grey: Picture) -> list[tuple[Tile, tuple[int, bool]]]:
        """The parts to enlarge and how: everything at first, then what changed and one more in turn."""
        height, width = grey.shape
        small = (max(1, width // self._thumb), max(1, height // self._thumb))
        thumb = np.asarray(cv2.resize(grey, small, interpolation=cv2.INTER_AREA), np.uint8)
        if self._looked is None or self._looked.shape != thumb.shape:
            self._looked = thumb
            return [((slice(0, height), slice(0, width)), self._harder[0])]
        places = [(y, x) for y in range(0, height, self._tile_px) for x in range(0, width, self._tile_px)]
        self._turn += 1
        in_turn = places[self._turn % len(places)]
        changed = np.asarray(cv2.absdiff(thumb, self._looked)) > self._different
        chosen = [place for place in places if place == in_turn or self._differs(changed, place)]
        for place in chosen:
            part = self._part(place, self._thumb, 0)
            self._looked[part] = thumb[part]
        if len(chosen) > len(places) // 2:
            return [((slice(0, height), slice(0, width)), self._harder[0])]
        again = self._harder[self._turn // len(places) % len(self._harder)]
        ways = [again if place == in_turn else self._harder[0] for place in chosen]
        return [(self._part(place, 1, self._overlap_px), way) for place, way in zip(chosen, ways, strict=True)]

    def _differs(self, changed: np.ndarray[Any, np.dtype[np.bool_]], place: tuple[int, int]) -> bool:
        return int(np.count_nonzero(changed[self._part(place, self._thumb, 0)])) >= self._different_spots

    def _part(self, place: tuple[int, int], shrink: int, overlap: int) -> Tile:
        y, x = place
        rows = slice(max(0, y - overlap) // shrink, (y + self._tile_px + overlap) // shrink)
        return rows, slice(max(0, x - overlap) // shrink, (x + self._tile_px + overlap) // shrink)

    def _search_missed(self, grey: Picture, found: list[Found]) -> list[Found]:
        """Stickers that were there a moment ago and did not show up now."""
        again: list[Found] = []
        for known in self._known:
            if any(same_symbol(known.found, one) for one in (*found, *again)):
                continue
            spot = around(known.found, grey)
            for factor, sharpen in self._harder if known.missed == 0 else self._harder[:1]:
                here = [one for one in inside(grey, spot, factor, sharpen=sharpen) if one.text == known.found.text]
                if here:
                    again += here[:1]
                    break
        return merged(again)

    def _remember(self, found: list[Found]) -> None:
        for known in self._known:
            known.missed += 1
        lost = [k for k in self._known if k.missed <= self._forget_after]
        self._known = [_Known(one) for one in found]
        self._known += [k for k in lost if not any(same_symbol(k.found, one) for one in found)]
