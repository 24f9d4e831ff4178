"""Things on and above the table as patches of the picture: cards, hands and slips, each with its shadow."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import Distortion, Matrix, Printing, project
from vision.card_texture import Patterns, texture
from vision.covers import cover_outlines, marked_outlines
from vision.frames import Picture
from vision.overlap import Outline, card_outline, rectangle
from vision.tabletop import Cover, CoverKind, Laid, Pose

OVERSAMPLING = 2
"""Cards are drawn at twice the picture's resolution and averaged down, as a lens and its pixels do."""
SHADOW_MM = (1.0, 1.7)
"""Where the lamp throws a card's shadow."""
SHADOW_SOFT_MM = 1.6
SHADOW_DARK = 0.45
HAND_SHADOW_MM = (9.0, 15.0)
"""A hand is held higher, so its shadow lies further away and is softer."""
HAND_SHADOW_SOFT_MM = 8.0
HAND_SOFT_MM = 0.6
"""A hand is out of focus by so much."""
_REACH_MM = 2 * SHADOW_SOFT_MM + max(SHADOW_MM) + 1
_KNOT = 8
"""A bent lens is worked out for every eighth pixel and interpolated between: that is exact to a thousandth pixel."""
Places = NDArray[np.float32]
_TONES = {
    CoverKind.HAND: (150.0, 172.0, 214.0),
    CoverKind.SLIP: (206.0, 222.0, 226.0),
    CoverKind.SLEEVE: (124.0, 66.0, 58.0),
    CoverKind.COIN: (70.0, 168.0, 206.0),
    CoverKind.DIE: (226.0, 230.0, 232.0),
}
"""Blue, green, red of everything that may lie or be held above the cards."""
_STRIPE_MM = 7.0
"""The cloth of a sleeve is striped along the arm."""
_MARKED = 0.6
"""How much darker what is drawn on a cover is."""
_FRACTION = 4
"""Bits after the point that OpenCV draws outlines with."""


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

    def around(self, other: "Box") -> "Box":
        """The smallest one that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def area(self) -> int:
        """How many pixels it has."""
        return (self.right - self.left) * (self.bottom - self.top) if self else 0

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
    """In one channel: 255 where all that lies below is seen."""

    def over(self, below: Picture, part: Box) -> None:
        """Lay a part of it over the same part of the picture."""
        there = part.within(self.box)
        shown = cv2.multiply(below, cv2.merge([self.keeps[there]] * 3), scale=1 / 255)
        cv2.add(shown, self.adds[there], dst=below)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How the camera sees the table: a pinhole's homography and what the lens does to straight lines."""

    homography: Matrix
    lens: Distortion

    def pixels(self, points: Outline) -> Matrix:
        """Points of the table in the picture."""
        seen = project(self.homography, points)
        return self.lens.bent(seen) if self.lens else seen


def card_patch(laid: Laid, view: View, whole: Box, patterns: Patterns, printing: Printing, seed: int) -> Patch:
    """Draw one card and its shadow as seen by the camera."""
    width_mm, height_mm = laid.size_mm
    reach = rectangle(laid.pose, width_mm + 2 * _REACH_MM, height_mm + 2 * _REACH_MM)
    box = _around(view.pixels(reach)).meet(whole)
    if not box:
        return _nothing(box)
    scale = _scale_at(view, laid.pose)
    card = _seen_from_above(texture(laid, patterns, scale * OVERSAMPLING, printing, seed), laid, view, box)
    lit = 1 - _shadow(laid, view, box, scale)
    keeps = (255 - card[:, :, 3]) * lit
    return Patch(box, np.ascontiguousarray(card[:, :, :3]), np.rint(keeps).astype(np.uint8))


def cover_patch(cover: Cover, view: View, whole: Box) -> Patch:
    """Draw a hand, a sleeve or a thing that lies about, rounder in the middle, and the shadow that it throws."""
    shapes = cover_outlines(cover)
    points = [view.pixels(shape) for shape in shapes]
    scale = _scale_at(view, cover.pose)
    hand = cover.kind in (CoverKind.HAND, CoverKind.SLEEVE)
    far_mm, soft_mm = (HAND_SHADOW_MM, HAND_SHADOW_SOFT_MM) if hand else (SHADOW_MM, SHADOW_SOFT_MM)
    box = _around(np.concatenate(points)).grown(math.ceil((max(far_mm) + 2 * soft_mm) * scale)).meet(whole)
    if not box:
        return _nothing(box)
    solid = _filled(points, box)
    shadow = _soft(_filled([view.pixels(_shifted(shape, far_mm)) for shape in shapes], box), soft_mm * scale / 2)
    seen = _soft(solid, HAND_SOFT_MM * scale) if hand else solid
    keeps = _times(~seen, _darkened(shadow, SHADOW_DARK))
    light = _times(seen, _darkened(_drawn_on(cover, view, box), _MARKED))
    if hand:
        light = _times(light, _roundness(solid, scale))
    adds = cv2.merge([cv2.convertScaleAbs(light, alpha=tone / 255) for tone in _TONES[cover.kind]])
    return Patch(box, np.asarray(adds, np.uint8), keeps)


def _roundness(solid: Picture, scale: float) -> Picture:
    """How much light each point of a hand throws back, of 255: fingers and arms are round."""
    deep = cv2.distanceTransform(cv2.threshold(solid, 127, 255, cv2.THRESH_BINARY)[1], cv2.DIST_L2, 3)
    np.minimum(deep, 9 * scale, out=deep)
    cv2.sqrt(deep, dst=deep)
    return np.asarray(cv2.convertScaleAbs(deep, alpha=255 * 0.45 / math.sqrt(9 * scale), beta=255 * 0.55), np.uint8)


def _drawn_on(cover: Cover, view: View, box: Box) -> Picture:
    """What is drawn on a cover: pips, a ring, the stripes of cloth."""
    if cover.kind is CoverKind.SLEEVE:
        stripes = np.arange(-70.0, 70.0, 2 * _STRIPE_MM)
        shapes = [rectangle(cover.pose.moved(x, 506), _STRIPE_MM, 900) for x in stripes.tolist()]
    else:
        shapes = list(marked_outlines(cover))
    return _filled([view.pixels(shape) for shape in shapes], box)


def _darkened(where: Picture, share: float) -> Picture:
    """How much light is left, of 255, where so much of it is taken away."""
    return np.asarray(cv2.convertScaleAbs(where, alpha=-share, beta=255), np.uint8)


def _times(one: Picture, other: Picture) -> Picture:
    """How much is left of what is left, of 255."""
    return np.asarray(cv2.multiply(one, other, scale=1 / 255), np.uint8)


def _nothing(box: Box) -> Patch:
    nothing = np.zeros((0, 0, 3), dtype=np.uint8)
    return Patch(box, nothing, nothing[:, :, 0])


def _shifted(outline: Outline, by_mm: tuple[float, float]) -> Outline:
    return tuple((x + by_mm[0], y + by_mm[1]) for x, y in outline)


def _filled(shapes: Iterable[Matrix], box: Box) -> Picture:
    """Where any of these shapes is, in one part of the picture."""
    mask = np.zeros((box.bottom - box.top, box.right - box.left), dtype=np.uint8)
    for points in shapes:
        places = np.rint((points - (box.left, box.top)) * (1 << _FRACTION)).astype(np.int32)
        cv2.fillConvexPoly(mask, places, 255, cv2.LINE_AA, _FRACTION)
    return mask


def _soft(mask: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.3, sigma)), dtype=np.uint8)


def _seen_from_above(flat: Picture, laid: Laid, view: View, box: Box) -> Picture:
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
    large = (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING)
    from_card = view.homography @ on_table @ on_card
    if view.lens:
        places = _places_on(from_card, view.lens, fine, large)
        seen = cv2.remap(flat, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    else:
        seen = cv2.warpPerspective(flat, fine @ from_card, large, flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _places_on(to_picture: Matrix, lens: Distortion, fine: Matrix, size: tuple[int, int]) -> tuple[Places, Places]:
    """For every pixel of an enlarged part of the picture: the place on the flat thing that a bent lens shows there."""
    columns, rows = (math.ceil(length / _KNOT) + 1 for length in size)
    x, y = np.meshgrid(np.arange(columns) * _KNOT, np.arange(rows) * _KNOT)
    pixels = project(
        np.asarray(np.linalg.inv(fine), dtype=np.float64),
        tuple(zip(x.ravel().tolist(), y.ravel().tolist(), strict=True)),
    )
    straight = np.column_stack((lens.straight(pixels), np.ones(len(pixels)))) @ np.linalg.inv(to_picture).T
    knots = (straight[:, :2] / straight[:, 2:]).reshape(rows, columns, 2).astype(np.float32)
    between = np.array([[1 / _KNOT, 0, 0], [0, 1 / _KNOT, 0]])
    places = cv2.warpAffine(knots, between, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    x_on, y_on = (np.asarray(part, dtype=np.float32) for part in cv2.split(places))
    return x_on, y_on


def bent_picture(picture: Picture, lens: Distortion) -> Picture:
    """A pinhole's picture through a bent lens; for surfaces without fine detail."""
    size = (picture.shape[1], picture.shape[0])
    places = _places_on(np.eye(3), lens, np.eye(3), size)
    return np.asarray(cv2.remap(picture, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _shadow(laid: Laid, view: View, box: Box, scale: float) -> NDArray[np.float32]:
    """How dark the card's soft shadow is, 0 to 1. The lamp hangs still, so shadows do not turn with the cards."""
    shade = _filled([view.pixels(_shifted(card_outline(laid), SHADOW_MM))], box)
    soft = _soft(shade, SHADOW_SOFT_MM * scale / 2)
    return np.asarray(soft.astype(np.float32) * (SHADOW_DARK / 255), dtype=np.float32)


def _scale_at(view: View, place: Pose) -> float:
    """Pixels per millimetre at this place, in the direction in which it is largest."""
    x, y = place.x_mm, place.y_mm
    here, right, down = view.pixels(((x, y), (x + 1, y), (x, y + 1)))
    return float(max(np.linalg.norm(right - here), np.linalg.norm(down - here)))


def _around(points: Iterable[NDArray[np.float64]]) -> Box:
    """The smallest rectangle of pixels around these points."""
    places = np.array(list(points))
    (left, top), (right, bottom) = np.floor(places.min(axis=0)), np.ceil(places.max(axis=0)) + 1
    return Box(int(left), int(top), int(right), int(bottom))
