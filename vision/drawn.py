"""Cards and stickers that lie on the table, drawn into the picture: their corners, and the pixels around them."""

import math
from collections.abc import Sequence

import numpy as np

from vision.calibration import Floats, TableMap
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, StickerSpec
from vision.stillness import PixelBox
from vision.tabletop import Pose
from vision.tracker import Sighting

_CORNERS = np.array(((-0.5, 0.5, 0.5, -0.5), (-0.5, -0.5, 0.5, 0.5)))


def outlines(cards: Sequence[Sighting], table: TableMap, around_mm: float) -> list[Floats]:
    """Cards and so much around them, in pixels."""
    size = CARD_WIDTH_MM + 2 * around_mm, CARD_HEIGHT_MM + 2 * around_mm
    return list(drawn([card.pose for card in cards], table, size))


def drawn(poses: Sequence[Pose], table: TableMap, size_mm: tuple[float, float]) -> Floats:
    """The corners of rectangles of one size that lie like this, in pixels (n x 4 x 2)."""
    places = np.array([(pose.x_mm, pose.y_mm, pose.angle_deg) for pose in poses], np.float64).reshape(-1, 3)
    angle = np.radians(places[:, 2:])
    cos, sin = np.cos(angle), np.sin(angle)
    right, down = _CORNERS * np.array(size_mm)[:, None]
    corners = np.stack((right * cos - down * sin, right * sin + down * cos), axis=2) + places[:, None, :2]
    return table.to_px(corners.reshape(-1, 2)).reshape(-1, 4, 2)


def box_around(outline: Floats) -> PixelBox:
    """The pixels around an outline."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return int(left), int(top), math.ceil(right), math.ceil(bottom)


def sticker_on(card: Pose, spec: StickerSpec) -> Pose:
    """Where the sticker of a card lies that lies like this."""
    return card.moved(spec.x_mm, spec.y_mm)
