"""The bare table: wooden boards on a dark floor, made from seeded noise."""

import math
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import Matrix, largest_scale
from vision.frames import Picture
from vision.patches import View, bent_picture
from vision.tabletop import Tabletop

BOARD_MM = 118.0
FINEST_PX_PER_MM = 4.0
Field = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BareTable:
    """A picture of few colours: one byte for each pixel says which."""

    tones: Picture
    colours: Picture

    @property
    def shape(self) -> tuple[int, int, int]:
        """That of the picture in colours."""
        rows, columns = self.tones.shape
        return rows, columns, 3

    def part(self, rows: slice, columns: slice) -> Picture:
        """A part of it in colours."""
        return np.asarray(cv2.LUT(cv2.merge([self.tones[rows, columns]] * 3), self.colours), np.uint8)


def bare_table(table: Tabletop, view: View, width_px: int, height_px: int, seed: int) -> BareTable:
    """The picture of this table with nothing on it, before lens and light."""
    scale = min(FINEST_PX_PER_MM, largest_scale(view.homography, table))
    boards = _boards(round(table.width_mm * scale), round(table.height_mm * scale), scale, seed)
    from_boards = view.homography @ np.diag((1 / scale, 1 / scale, 1.0))
    tones = _floor(table, view.homography, width_px, height_px, seed)
    size, how = (width_px, height_px), cv2.INTER_LINEAR
    cv2.warpPerspective(boards, from_boards, size, dst=tones, flags=how, borderMode=cv2.BORDER_TRANSPARENT)
    return BareTable(bent_picture(tones, view.lens) if view.lens else tones, _colours())


def _boards(columns: int, rows: int, scale: float, seed: int) -> Picture:
    """Boards along the table's length, each with its own tone and grain, and a darker rim."""
    random = np.random.default_rng((seed, 21))
    picture = np.empty((rows, columns), dtype=np.uint8)
    count = max(1, round(rows / (BOARD_MM * scale)))
    edges = np.linspace(0, rows, count + 1).round().astype(int)
    for top, bottom in pairwise(edges):
        tone = _grain(columns, bottom - top, scale, random) + random.normal(0, 0.05)
        _darken_joints(tone, scale)
        picture[top:bottom] = _wood(tone)
    _round_rim(picture, scale)
    return picture


def _wood(tone: Field) -> Picture:
    """The numbers of the colours of wood, 0 dark to 1 light."""
    return np.rint(_DARKEST + np.clip(tone, 0, 1) * (255 - _DARKEST)).astype(np.uint8)


def _grain(columns: int, rows: int, scale: float, random: np.random.Generator) -> Field:
    """The grain of one board, 0 dark to 1 light: bent year rings, fine pores and slow changes of tone."""
    bend = _noise(columns, rows, 330 * scale, 42 * scale, random)
    height = np.linspace(0, rows / scale, rows, dtype=np.float32)[:, None]
    rings = np.sin(height * (2 * math.pi / random.uniform(7, 13)) + 9 * bend + random.uniform(0, 6))
    fine = _noise(columns, rows, 60 * scale, 0.9 * scale, random)
    pores = np.maximum(_noise(columns, rows, 7 * scale, 0.4 * scale, random) - 0.9, 0)
    slow = _noise(columns, rows, 240 * scale, 60 * scale, random)
    return np.asarray(0.52 + 0.05 * rings + 0.055 * fine - 0.12 * pores + 0.05 * slow, dtype=np.float32)


def _noise(columns: int, rows: int, step_x: float, step_y: float, random: np.random.Generator) -> Field:
    """Smooth noise whose features are so many pixels long and high."""
    size = (max(2, math.ceil(columns / step_x) + 2), max(2, math.ceil(rows / step_y) + 2))
    coarse = random.standard_normal((size[1], size[0]), dtype=np.float32)
    return np.asarray(cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _darken_joints(tone: Field, scale: float) -> None:
    """A thin shadow where two boards meet."""
    for step in range(max(1, round(1.2 * scale))):
        shade = 0.22 * (1 - step / (1.2 * scale))
        tone[step] -= shade
        tone[-1 - step] -= shade / 2


def _round_rim(picture: Picture, scale: float) -> None:
    """The edge of the table: a light line and a darker bevel outside of it."""
    bevel = max(1, round(3 * scale))
    rows, columns = picture.shape
    for part in (picture[:bevel], picture[-bevel:], picture[:, :bevel], picture[:, -bevel:]):
        part[:] = np.maximum(_DARKEST, part - 0.2 * (255 - _DARKEST)).astype(np.uint8)
    inner = (bevel, bevel), (columns - bevel, rows - bevel)
    light = int(_wood(np.array(0.77, np.float32)))
    cv2.rectangle(picture, *inner, light, max(1, round(0.5 * scale)), cv2.LINE_AA)


_DARKEST = 64
"""The first colour of wood: those below it are the floor's."""


def _colours() -> Picture:
    """The greys of the floor, then wood from dark to light, blue-green-red."""
    stops = np.array([[12, 24, 38], [38, 68, 104], [78, 120, 164], [118, 166, 206], [160, 200, 228]], dtype=np.float64)
    steps = np.linspace(0, len(stops) - 1, 256 - _DARKEST)
    wood = np.column_stack([np.interp(steps, np.arange(len(stops)), stops[:, channel]) for channel in range(3)])
    floor = np.arange(_DARKEST)[:, None] * np.array([1.05, 1.0, 0.98])
    return np.asarray(np.rint(np.vstack((floor, wood)))[None], np.uint8)


def _floor(table: Tabletop, homography: Matrix, width_px: int, height_px: int, seed: int) -> Picture:
    """The floor far below: dark, out of focus, with the table's shadow on it."""
    random = np.random.default_rng((seed, 22))
    tone = _noise(width_px // 8, height_px // 8, 24, 24, random) * 3 + 46
    shade = np.ones_like(tone)
    outline = np.array([[0, 0], [table.width_mm, 0], [table.width_mm, table.height_mm], [0, table.height_mm]])
    points = cv2.perspectiveTransform(outline[None].astype(np.float64), homography)[0] / 8
    cv2.fillConvexPoly(shade, np.rint(points).astype(np.int32), 0.45)
    tone *= cv2.GaussianBlur(shade, (0, 0), max(1.0, width_px / 8 * 0.012))
    coarse = np.clip(np.rint(tone), 0, _DARKEST - 1).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, (width_px, height_px), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
