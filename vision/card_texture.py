"""Cards as flat images for the renderer: art, sticker and rounded edge at any resolution, properly anti-aliased."""

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Code
from vision.camera_model import Printing
from vision.card_art import card_back, card_face, marker_face
from vision.frames import Picture
from vision.stickers import MODULES, QUIET_MODULES, STICKER_MODULES
from vision.tabletop import MARKERS, Laid, Pose

Patterns = Callable[[Code], NDArray[np.bool_]]
"""The modules of a code, 21 x 21, true is dark."""
Field = NDArray[np.float32]

CORNER_MM = 3.0
_EDGE_MM = 0.4
_EDGE_GREY = 208.0
_PLAIN = Printing()
_CELLS = 16
"""Into so many parts a module is cut where ink runs."""


def texture(laid: Laid, patterns: Patterns, px_per_mm: float, printing: Printing = _PLAIN, seed: int = 0) -> Picture:
    """A laid card as blue-green-red-alpha, colours multiplied by alpha, at least so many pixels to the millimetre."""
    width_mm, height_mm = laid.size_mm
    step = math.ceil(px_per_mm * 4) / 4
    columns, rows = round(width_mm * step), round(height_mm * step)
    art = _printed(laid)
    how = cv2.INTER_AREA if columns < 0.7 * art.shape[1] else cv2.INTER_LINEAR
    face = np.asarray(cv2.resize(art, (columns, rows), interpolation=how), dtype=np.uint8)
    _glue_sticker(face, laid, patterns, printing, seed)
    if printing.sleeved > 0:
        _mirror_window(face, laid, printing, seed)
    cut = _cut(columns, rows, width_mm, height_mm)
    shaped = cv2.add(cv2.multiply(face, cut.keeps, scale=1 / 255), cut.adds)
    return np.asarray(cv2.merge((*cv2.split(shaped), cut.alpha)), dtype=np.uint8)


def sticker_image(pattern: NDArray[np.bool_], printing: Printing = _PLAIN, size_mm: float = 1.0) -> Field:
    """The grey levels of a sticker with its quiet zone: one value per module, or finer where ink runs."""
    if pattern.shape != (MODULES, MODULES):
        raise ValueError(f"a sticker has {MODULES} x {MODULES} modules, not {pattern.shape}: use QR version 1")
    dark = np.pad(pattern.astype(np.float32), QUIET_MODULES)
    if printing.gain_mm > 0:
        dark = np.kron(dark, np.ones((_CELLS, _CELLS), dtype=np.float32))
        run = round(printing.gain_mm / size_mm * STICKER_MODULES * _CELLS)
        dark = np.asarray(cv2.dilate(dark, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * run + 1, 2 * run + 1))))
    return np.asarray(printing.paper_grey + (printing.ink_grey - printing.paper_grey) * dark, dtype=np.float32)


def _printed(laid: Laid) -> Picture:
    """What is printed on the side that looks up."""
    if laid.card.role in MARKERS:
        return marker_face(laid.size_mm[0])
    return card_face(laid.card) if laid.face_up else card_back(laid.card.role)


def _glue_sticker(face: Picture, laid: Laid, patterns: Patterns, printing: Printing, seed: int) -> None:
    """Put the sticker on the card: every pixel gets the mean of the modules that it covers."""
    flat = Laid(laid.card, Pose(0, 0, 0), laid.face_up).sticker
    if flat is None:
        return
    width_mm, height_mm = laid.size_mm
    image = sticker_image(patterns(flat.code), printing, flat.size_mm)
    across = _shares(face.shape[1], width_mm, flat.pose.x_mm + width_mm / 2, flat.size_mm, len(image))
    down = _shares(face.shape[0], height_mm, flat.pose.y_mm + height_mm / 2, flat.size_mm, len(image))
    columns, rows = np.flatnonzero(across.any(axis=1)), np.flatnonzero(down.any(axis=1))
    across, down = across[columns], down[rows]
    part = face[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cover = down.sum(axis=1)[:, None] * across.sum(axis=1)[None, :]
    grey = down @ image @ across.T
    part[:] = np.rint(part * (1 - cover)[:, :, None] + grey[:, :, None]).astype(np.uint8)
    _mar(part, laid, printing, seed)
    shine = _reflection(flat.code, part.shape[0], part.shape[1], printing, seed)
    if shine is not None:
        part[:] = cv2.add(part, cv2.merge([np.rint(shine * cover).astype(np.uint8)] * 3))


def _mar(part: Picture, laid: Laid, printing: Printing, seed: int) -> None:
    """What happens to a sticker in use: a scratch down to the paper, a greasy thumb. The same sticker stays marred."""
    rows, columns = part.shape[:2]
    random = np.random.default_rng((seed, 43, zlib.crc32(f"{laid.card.copy} {laid.face_up}".encode())))
    scratched, thumbed = random.random(2)
    ends = random.uniform(0.05, 0.95, 4) * (columns, rows, columns, rows)
    x0, y0, radius, turn = random.uniform((0.2, 0.2, 0.3, 0), (0.8, 0.8, 0.45, math.pi))
    if thumbed < printing.thumbed:
        x = (np.arange(columns, dtype=np.float32) + 0.5)[None, :] / columns - x0
        y = (np.arange(rows, dtype=np.float32) + 0.5)[:, None] / rows - y0
        ridges = 0.75 + 0.25 * np.sin((x * math.cos(turn) + y * math.sin(turn)) * 90)
        grease = _GREASE * ridges * np.clip(1.6 - np.hypot(x, y * 0.7) / radius, 0, 1)
        part[:] = np.rint(part + (_GREASE_GREY - part) * grease[:, :, None]).astype(np.uint8)
    if scratched < printing.scratched:
        first, last = ((round(x), round(y)) for x, y in (ends[:2], ends[2:]))
        cv2.line(part, first, last, (_SCRATCH_GREY,) * 3, max(1, round(columns * _SCRATCH_PART)), cv2.LINE_AA)


_GREASE = 0.6
_GREASE_GREY = 150.0
_SCRATCH_GREY = 214
_SCRATCH_PART = 0.045
"""How wide a scratch is, in parts of the sticker's edge: about one module."""


def _mirror_window(face: Picture, laid: Laid, printing: Printing, seed: int) -> None:
    """A card in a sleeve mirrors a window: a broad soft band across it, elsewhere after every move."""
    place = (round(laid.pose.x_mm), round(laid.pose.y_mm))
    random = np.random.default_rng((seed, 47, zlib.crc32(f"{laid.card.copy} {place}".encode())))
    if random.random() >= printing.sleeved:
        return
    rows, columns = face.shape[:2]
    turn, middle = random.uniform(-0.6, 0.6), random.uniform(-0.5, 0.5)
    x = np.linspace(-0.5, 0.5, columns, dtype=np.float32)[None, :] * (columns / rows)
    y = np.linspace(-0.5, 0.5, rows, dtype=np.float32)[:, None]
    away = (y * math.cos(turn) + x * math.sin(turn) - middle) / random.uniform(0.06, 0.14)
    band = random.uniform(35, 90) / (1 + away**4)
    face[:] = cv2.add(face, cv2.merge([np.rint(band).astype(np.uint8)] * 3))


def _reflection(code: Code, rows: int, columns: int, printing: Printing, seed: int) -> Field | None:
    """The lamp that a glossy sticker mirrors: one soft spot, always the same on the same sticker. None on matt ones."""
    random = np.random.default_rng((seed, 41, zlib.crc32(code.encode())))
    if random.random() >= printing.glossy:
        return None
    x0, y0 = random.uniform(0.1, 0.9, 2)
    wide, narrow = random.uniform(0.12, 0.3), random.uniform(0.06, 0.15)
    turn = random.uniform(0, math.pi)
    x = (np.arange(columns, dtype=np.float32) + 0.5)[None, :] / columns - x0
    y = (np.arange(rows, dtype=np.float32) + 0.5)[:, None] / rows - y0
    along, aside = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    return np.asarray(printing.glare * np.exp(-((along / wide) ** 2) - (aside / narrow) ** 2), dtype=np.float32)


def _shares(pixels: int, length_mm: float, middle_mm: float, size_mm: float, cells: int) -> Field:
    """How much of each pixel (rows) each module or finer cell (columns) takes along one side of the card."""
    edges = np.linspace(0, length_mm, pixels + 1)
    modules = middle_mm + (np.arange(cells + 1) / cells - 0.5) * size_mm
    low = np.maximum(edges[:-1, None], modules[None, :-1])
    high = np.minimum(edges[1:, None], modules[None, 1:])
    return np.asarray(np.clip(high - low, 0, None) * (pixels / length_mm), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Cut:
    """The shape of a card: its opacity, and how its pale paper edge changes what is printed."""

    alpha: Picture
    keeps: Picture
    adds: Picture


@lru_cache(maxsize=32)
def _cut(columns: int, rows: int, width_mm: float, height_mm: float) -> _Cut:
    """The shape of cards at one resolution."""
    inside = _inside_mm(columns, rows, width_mm, height_mm)
    edge = np.clip(1 - inside / _EDGE_MM, 0, 1) * 0.7
    alpha = np.clip(inside * (columns / width_mm) + 0.5, 0, 1)
    levels = (255 * alpha, 255 * alpha * (1 - edge), _EDGE_GREY * alpha * edge)
    opaque, keeps, adds = (np.rint(level).astype(np.uint8) for level in levels)
    return _Cut(opaque, np.dstack((keeps,) * 3), np.dstack((adds,) * 3))


def _inside_mm(columns: int, rows: int, width_mm: float, height_mm: float) -> Field:
    """How far inside the card's rounded outline each pixel lies; negative outside."""
    x = np.abs((np.arange(columns, dtype=np.float32) + 0.5) * (width_mm / columns) - width_mm / 2)[None, :]
    y = np.abs((np.arange(rows, dtype=np.float32) + 0.5) * (height_mm / rows) - height_mm / 2)[:, None]
    beyond_x, beyond_y = x - (width_mm / 2 - CORNER_MM), y - (height_mm / 2 - CORNER_MM)
    corner = np.hypot(np.maximum(beyond_x, 0), np.maximum(beyond_y, 0))
    return np.asarray(CORNER_MM - corner - np.minimum(np.maximum(beyond_x, beyond_y), 0), dtype=np.float32)
