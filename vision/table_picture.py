"""The picture of a table before the sensor adds its noise, kept up to date card by card.

A table that differs from the last one by a few cards is drawn anew only where those cards lie or lay. The result is the
same, to the last grey level, as that of a table drawn from scratch.
"""

import math
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import CameraModel, CameraSettings, Matrix, project
from vision.card_texture import Patterns, texture
from vision.frames import Picture
from vision.optics import GAIN_ONE, Lens, light_gains
from vision.overlap import Outline, card_outline, rectangle
from vision.tabletop import Laid, Pose, Tabletop
from vision.wood import bare_table

OVERSAMPLING = 2
"""Cards are drawn at twice the picture's resolution and averaged down, as a lens and its pixels do."""
SHADOW_MM = (1.0, 1.7)
"""Where the lamp throws a card's shadow."""
SHADOW_SOFT_MM = 1.6
SHADOW_DARK = 0.45
_REACH_MM = 2 * SHADOW_SOFT_MM + max(SHADOW_MM) + 1
KEPT_PATCHES = 160


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of pixels; right and bottom are the first ones outside."""

    left: int
    top: int
    right: int
    bottom: int

    def __bool__(self) -> bool:
        return self.left < self.right and self.top < self.bottom

    def meet(self, other: "Box") -> "Box":
        """What both have in common."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, pixels: int) -> "Box":
        """This rectangle with a border around it."""
        return Box(self.left - pixels, self.top - pixels, self.right + pixels, self.bottom + pixels)

    def within(self, origin: "Box | None" = None) -> tuple[slice, slice]:
        """Rows and columns of this rectangle in the picture, or in a part of it."""
        left, top = (origin.left, origin.top) if origin else (0, 0)
        return slice(self.top - top, self.bottom - top), slice(self.left - left, self.right - left)


@dataclass(frozen=True, slots=True)
class Patch:
    """A card as it appears in the picture: what it adds, and how much of everything below it shows through."""

    box: Box
    adds: Picture
    keeps: Picture


class TablePicture:
    """The sharp, noise-free picture of the newest table."""

    def __init__(self, settings: CameraSettings, patterns: Patterns) -> None:
        self._settings = settings
        self._patterns = patterns
        self._whole = Box(0, 0, settings.width_px, settings.height_px)
        self._patches: OrderedDict[Laid, Patch] = OrderedDict()
        self._gains = light_gains(settings)
        self._lens = Lens(settings.blur_px, settings.sharpening)
        self._size_mm: tuple[float, float] | None = None
        self._laid: tuple[Laid, ...] = ()
        self._homography: Matrix = np.eye(3)
        empty = np.zeros((settings.height_px, settings.width_px, 3), dtype=np.uint8)
        self._bare: Picture = empty
        self._drawn: Picture = empty
        self._clean: Picture = empty

    def of(self, table: Tabletop) -> Picture:
        """The picture of this table. It is the drawing's own canvas: copy it before you paint on it."""
        size_mm = (table.width_mm, table.height_mm)
        if self._size_mm != size_mm:
            self._start(table)
            boxes = [self._whole]
        elif self._laid is table.laid:
            boxes = []
        else:
            boxes = [self._patch(laid).box for laid in changed_cards(self._laid, table.laid)]
        self._laid = table.laid
        for box in boxes:
            self._draw(box)
        for box in boxes:
            self._develop(box)
        self._size_mm = size_mm
        return self._clean

    def _start(self, table: Tabletop) -> None:
        """Make the bare table, and forget every card of another one. It counts only when all cards are drawn."""
        settings = self._settings
        self._size_mm = None
        self._patches.clear()
        self._homography = CameraModel(settings).homography(table)
        self._bare = bare_table(table, self._homography, settings.width_px, settings.height_px, settings.seed)
        self._drawn = self._bare.copy()
        self._clean = np.empty_like(self._bare)

    def _draw(self, box: Box) -> None:
        """Lay all cards again, from the lowest to the topmost, in one part of the picture."""
        if not box:
            return
        self._drawn[box.within()] = self._bare[box.within()]
        for laid in self._laid:
            patch = self._patch(laid)
            part = patch.box.meet(box)
            if not part:
                continue
            here, there = self._drawn[part.within()], part.within(patch.box)
            shown = cv2.multiply(here, patch.keeps[there], scale=1 / 255)
            self._drawn[part.within()] = cv2.add(shown, patch.adds[there])

    def _develop(self, box: Box) -> None:
        """Let lens and light work on one part of the picture and the pixels that it bleeds into."""
        if not box:
            return
        reach = self._lens.reach
        target = box.grown(reach).meet(self._whole)
        source = target.grown(reach).meet(self._whole)
        seen = self._lens.blurred(self._drawn[source.within()])[target.within(source)]
        self._clean[target.within()] = cv2.multiply(seen, self._gains[target.within()], scale=1 / GAIN_ONE)

    def _patch(self, laid: Laid) -> Patch:
        """This card as it appears in the picture, drawn once."""
        patch = self._patches.get(laid)
        if patch is None:
            patch = self._patches[laid] = _render(laid, self._homography, self._whole, self._patterns)
        self._patches.move_to_end(laid)
        while len(self._patches) > max(KEPT_PATCHES, len(self._laid)):
            self._patches.popitem(last=False)
        return patch


def changed_cards(before: tuple[Laid, ...], after: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """The cards that came, went, moved or changed their place in the pile; at the least those that matter."""
    stayed = set(before) & set(after)
    old, new = [laid for laid in before if laid in stayed], [laid for laid in after if laid in stayed]
    shorter = min(len(old), len(new))
    head = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    most_tail = shorter - head
    tail = next((index for index in range(most_tail) if old[-1 - index] != new[-1 - index]), most_tail)
    shuffled = old[head : len(old) - tail] + new[head : len(new) - tail]
    changed = [laid for laid in (*before, *after) if laid not in stayed]
    return tuple(dict.fromkeys(changed + shuffled))


def _render(laid: Laid, homography: Matrix, whole: Box, patterns: Patterns) -> Patch:
    """Draw one card and its shadow as seen by the camera."""
    width_mm, height_mm = laid.size_mm
    reach = rectangle(laid.pose, width_mm + 2 * _REACH_MM, height_mm + 2 * _REACH_MM)
    box = _around(project(homography, reach)).meet(whole)
    if not box:
        nothing = np.zeros((0, 0, 3), dtype=np.uint8)
        return Patch(box, nothing, nothing)
    scale = _scale_at(homography, laid.pose)
    card = _seen_from_above(texture(laid, patterns, scale * OVERSAMPLING), laid, homography, box)
    lit = 1 - _shadow(laid, homography, box, scale)
    keeps = (255 - card[:, :, 3]) * lit
    return Patch(box, np.ascontiguousarray(card[:, :, :3]), cv2.merge([np.rint(keeps).astype(np.uint8)] * 3))


def _seen_from_above(flat: Picture, laid: Laid, homography: Matrix, box: Box) -> Picture:
    """Bring a card's texture into one part of the picture: finer than the picture, then averaged."""
    rows, columns = flat.shape[:2]
    width_mm, height_mm = laid.size_mm
    angle = math.radians(laid.pose.angle_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    on_card = np.array(
        [
            [width_mm / columns, 0, 0.5 * width_mm / columns - width_mm / 2],
            [0, height_mm / rows, 0.5 * height_mm / rows - height_mm / 2],
            [0, 0, 1],
        ]
    )
    on_table = np.array([[cos, -sin, laid.pose.x_mm], [sin, cos, laid.pose.y_mm], [0, 0, 1]])
    fine = np.array(
        [
            [OVERSAMPLING, 0, (0.5 - box.left) * OVERSAMPLING - 0.5],
            [0, OVERSAMPLING, (0.5 - box.top) * OVERSAMPLING - 0.5],
            [0, 0, 1],
        ]
    )
    size = (box.right - box.left, box.bottom - box.top)
    matrix = fine @ homography @ on_table @ on_card
    seen = cv2.warpPerspective(flat, matrix, (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _shadow(laid: Laid, homography: Matrix, box: Box, scale: float) -> NDArray[np.float32]:
    """How dark the card's soft shadow is, 0 to 1. The lamp hangs still, so shadows do not turn with the cards."""
    outline: Outline = tuple((x + SHADOW_MM[0], y + SHADOW_MM[1]) for x, y in card_outline(laid))
    points = (project(homography, outline) - (box.left, box.top)) * 16
    shade = np.zeros((box.bottom - box.top, box.right - box.left), dtype=np.uint8)
    cv2.fillConvexPoly(shade, np.rint(points).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shade, (0, 0), max(0.3, SHADOW_SOFT_MM * scale / 2))
    return np.asarray(soft.astype(np.float32) * (SHADOW_DARK / 255), dtype=np.float32)


def _scale_at(homography: Matrix, place: Pose) -> float:
    """Pixels per millimetre at this place, in the direction in which it is largest."""
    x, y = place.x_mm, place.y_mm
    here, right, down = project(homography, ((x, y), (x + 1, y), (x, y + 1)))
    return float(max(np.linalg.norm(right - here), np.linalg.norm(down - here)))


def _around(points: Iterable[NDArray[np.float64]]) -> Box:
    """The smallest rectangle of pixels around these points."""
    places = np.array(list(points))
    (left, top), (right, bottom) = np.floor(places.min(axis=0)), np.ceil(places.max(axis=0)) + 1
    return Box(int(left), int(top), int(right), int(bottom))
