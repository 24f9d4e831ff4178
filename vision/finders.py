"""Finder patterns: the three bull's eyes of a sticker, found with one matched filter in the plane of the table."""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.codebook import Floats
from vision.frames import Picture
from vision.grid import Doubles

REACH_MODULES = 4.3
"""How much of a finder pattern and the white around it the filter looks at."""
LEAST = 0.5
"""Correlation from which on a spot counts as a possible finder pattern."""
MOST = 6000


@dataclass(frozen=True, slots=True)
class Finders:
    """Possible finder patterns: places in plane pixels (n x 2) and how well they fit (correlation)."""

    places: Doubles
    fit: Floats


@cache
def finder_filter(scale: float, blur: float) -> Floats:
    """The finder pattern at so many pixels per module, averaged over all turns and blurred (modules).

    Scaled so that its answer, divided by the spread of brightness, is a correlation.
    """
    radius = math.ceil(REACH_MODULES * scale - 0.5)
    fine = 9
    edge = (2 * radius + 1) * fine
    along = ((np.arange(edge) + 0.5) / fine - radius - 0.5) / scale
    x, y = np.meshgrid(along, along)
    total = np.zeros((edge, edge))
    for angle in np.linspace(0, math.pi / 2, 24, endpoint=False):
        c, s = math.cos(angle), math.sin(angle)
        total += _bulls_eye(np.maximum(np.abs(c * x + s * y), np.abs(c * y - s * x)))
    soft = cv2.GaussianBlur(total, (0, 0), max(blur * scale * fine, 0.5))
    disk = (np.hypot(x, y) <= REACH_MODULES + 0.3).astype(np.float64)
    small, inside = (cv2.resize(one, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA) for one in (soft, disk))
    small = (small - np.sum(small * inside) / inside.sum()) * inside
    return np.asarray(small / (np.linalg.norm(small) * math.sqrt(inside.sum())), np.float32)


def _bulls_eye(away: Doubles) -> Doubles:
    """White (1) or black (0) at this distance from the middle, counted in modules along the sides."""
    return np.where((away < 1.5) | ((away >= 2.5) & (away < 3.5)), 0.0, 1.0)


def find_finders(plane: Picture, scale: float, blur: float, least: float = LEAST) -> Finders:
    """The possible finder patterns in a picture of the table's plane."""
    kernel = finder_filter(scale, blur)
    window = kernel.shape
    if min(plane.shape) < window[0]:
        return Finders(np.zeros((0, 2)), np.zeros(0, np.float32))
    bright = plane.astype(np.float32)
    answer = np.asarray(cv2.filter2D(bright, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE))
    mean = np.asarray(cv2.blur(bright, window, borderType=cv2.BORDER_REPLICATE))
    square = np.asarray(cv2.blur(cv2.multiply(bright, bright), window, borderType=cv2.BORDER_REPLICATE))
    variance = cv2.subtract(square, cv2.multiply(mean, mean))
    spread = np.asarray(cv2.sqrt(cv2.max(variance, _FAINT)))
    return _peaks(np.asarray(cv2.divide(answer, spread)), least)


_FAINT = 9.0
"""Variance of brightness below which nothing is seen."""


def _peaks(fit: Floats, least: float) -> Finders:
    """Local maxima, to a part of a pixel."""
    top = np.asarray(cv2.dilate(fit, _NEIGHBOURS))
    rows, columns = np.nonzero((fit >= top) & (fit > least))
    inner = (rows > 0) & (columns > 0) & (rows < fit.shape[0] - 1) & (columns < fit.shape[1] - 1)
    rows, columns = rows[inner], columns[inner]
    if len(rows) > MOST:
        best = np.argpartition(-fit[rows, columns], MOST)[:MOST]
        rows, columns = rows[best], columns[best]
    here = fit[rows, columns]
    right, left = fit[rows, columns + 1], fit[rows, columns - 1]
    below, above = fit[rows + 1, columns], fit[rows - 1, columns]
    x = columns + _summit(left, here, right)
    y = rows + _summit(above, here, below)
    return Finders(np.column_stack((x, y)).astype(np.float64), here)


_NEIGHBOURS = np.ones((3, 3), np.uint8)


def _summit(before: Floats, here: Floats, after: Floats) -> Floats:
    """Where between three neighbours the top of a parabola lies, seen from the middle one."""
    bend = np.minimum(before + after - 2 * here, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float32)
