"""Where exactly a symbol lies: its corners, fitted to the parts that all symbols share.

Ready-made readers give corners to a pixel or worse. The finder patterns, the timing line and the quiet zone are known
beforehand, so a few Gauss-Newton steps against them give the place to a small part of a pixel. The template is the
same for all symbols of one size, so its derivatives are computed once (inverse compositional alignment).
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Floats = NDArray[np.float64]

_SAMPLES = 2
"""Samples per module and direction."""
_BLUR_PX = 0.85
"""How far lens, pixels and sampling smear an edge (standard deviation)."""
_BLUR_STEPS = (0.12, 0.17, 0.24, 0.34, 0.48, 0.68)
"""The smears, in modules, for which a template is kept."""
_STEPS = 8
_ENOUGH_MODULES = 0.002
_FARTHEST_MODULES = 2.5
"""A fit that runs away further than this from the reader's corners has latched on to something else."""
_WORST_FIT = 0.6


@dataclass(frozen=True, slots=True)
class Template:
    """What every symbol of one size looks like where that is known, and how it changes when shifted or bent.

    `points` are places in modules from the symbol's middle, `solve` turns brightness errors into a correction of the
    six affine numbers.
    """

    dimension: int
    points: Floats
    bright: Floats
    solve: Floats


@cache
def template(dimension: int, blur_modules: float) -> Template:
    """The known parts of a symbol with so many modules along each side, smeared so far."""
    ideal, known = _ideal(dimension)
    fine = 10  # the samples at a quarter and three quarters of a module then fall on middles of cells
    smooth = cv2.GaussianBlur(
        np.kron(ideal, np.ones((fine, fine))), (0, 0), blur_modules * fine, borderType=cv2.BORDER_REPLICATE
    )
    slope_y, slope_x = np.gradient(smooth, 1.0 / fine)
    rows, columns = np.nonzero(known)
    offsets = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    x = (columns[:, None, None] + offsets[None, None, :] + np.zeros((1, _SAMPLES, 1))).ravel()
    y = (rows[:, None, None] + offsets[None, :, None] + np.zeros((1, 1, _SAMPLES))).ravel()
    index = ((y * fine).astype(int), (x * fine).astype(int))
    middle = ideal.shape[0] / 2
    points = np.column_stack((x - middle, y - middle))
    bright = smooth[index]
    return Template(dimension, points, bright, _solver(points, bright, slope_x[index], slope_y[index]))


def _ideal(dimension: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Brightness (0 black, 1 white, 0.5 unknown) with one module of quiet zone, and which modules are known."""
    ideal = np.full((dimension + 2, dimension + 2), 0.5)
    known = np.zeros(ideal.shape, bool)
    ideal[6 + 1, 1:-1] = ideal[1:-1, 6 + 1] = (np.arange(dimension) % 2).astype(float)  # timing
    known[6 + 1, 1:-1] = known[1:-1, 6 + 1] = True
    for edge in (ideal[0], ideal[-1], ideal[:, 0], ideal[:, -1]):
        edge[:] = 1.0
    for edge in (known[0], known[-1], known[:, 0], known[:, -1]):
        edge[:] = True
    finder = np.ones((9, 9))
    finder[1:8, 1:8] = 0.0
    finder[2:7, 2:7] = 1.0
    finder[3:6, 3:6] = 0.0
    for row, column in ((0, 0), (0, dimension - 7), (dimension - 7, 0)):
        ideal[row : row + 9, column : column + 9] = finder
        known[row : row + 9, column : column + 9] = True
    return ideal, known


def _solver(points: Floats, bright: Floats, slope_x: Floats, slope_y: Floats) -> Floats:
    """The matrix that turns brightness errors into affine corrections; brightness and contrast are free."""
    x, y = points[:, 0], points[:, 1]
    steepest = np.column_stack((slope_x * x, slope_x * y, slope_x, slope_y * x, slope_y * y, slope_y))
    everything = np.column_stack((steepest, np.ones(len(x)), bright))
    return np.asarray(np.linalg.pinv(everything)[:6])


@dataclass(frozen=True, slots=True)
class Aligned:
    """Better corners, and how well the picture agrees with the known parts there (correlation, at most 1)."""

    corners: Floats
    fit: float


def align(grey: Picture, corners: Floats, dimension: int) -> Aligned:
    """Fit the corners (4 x 2, pixels, in the symbol's order) to the picture; unchanged where nothing fits."""
    half = dimension / 2
    window, origin = _window(grey, corners, dimension)
    if window.size == 0:
        return Aligned(corners, 0.0)
    frame = _parallelogram(corners - origin, half)
    frame, fit = _fit(window, frame, _template_for(corners, dimension))
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    fitted = square @ frame[:, :2].T + frame[:, 2] + origin
    strayed = float(np.abs(fitted - corners).max()) > _FARTHEST_MODULES * module_px(corners, dimension)
    if fit < _WORST_FIT or strayed:
        return Aligned(corners, max(0.0, min(fit, _WORST_FIT)))
    return Aligned(fitted, fit)


def _fit(window: NDArray[np.float32], frame: Floats, shared: Template) -> tuple[Floats, float]:
    """The best frame found on the way down, and its correlation."""
    best, best_fit, small = frame, -1.0, False
    for _ in range(_STEPS):
        contrast, error, fit = _compare(_sampled(window, frame, shared.points), shared.bright)
        if fit > best_fit:
            best, best_fit = frame, fit
        if small or contrast <= 0:
            break
        change = shared.solve @ error
        small = float(np.abs(change).max()) < _ENOUGH_MODULES
        frame = _composed(frame, change)
    return best, best_fit


def agreement(grey: Picture, corners: Floats, dimension: int) -> float:
    """How well the picture shows the known parts of a symbol between these corners (correlation, -1 to 1)."""
    shared = _template_for(corners, dimension)
    window, origin = _window(grey, corners, dimension)
    if window.size == 0:
        return 0.0
    frame = _parallelogram(corners - origin, dimension / 2)
    return _compare(_sampled(window, frame, shared.points), shared.bright)[2]


def module_px(corners: Floats, dimension: int) -> float:
    """The mean edge of one module in pixels."""
    return float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))) / dimension


def _template_for(corners: Floats, dimension: int) -> Template:
    wanted = _BLUR_PX / max(module_px(corners, dimension), 0.1)
    return template(dimension, min(_BLUR_STEPS, key=lambda step: abs(np.log(step / wanted))))


def _parallelogram(corners: Floats, half: float) -> Floats:
    """The affine frame (2 x 3) nearest to four corners: modules from the middle to pixels."""
    right = (corners[1] + corners[2] - corners[0] - corners[3]) / (4 * half)
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / (4 * half)
    return np.column_stack((right, down, corners.mean(axis=0)))


def _window(grey: Picture, corners: Floats, dimension: int) -> tuple[NDArray[np.float32], Floats]:
    """The part of the picture around a symbol, and where it begins."""
    margin = 3 + 4 * float(np.abs(corners - np.roll(corners, 1, axis=0)).max()) / dimension
    low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    high = np.ceil(corners.max(axis=0) + margin).astype(int) + 1
    part = grey[low[1] : max(low[1], high[1]), low[0] : max(low[0], high[0])]
    return part.astype(np.float32), low.astype(np.float64)


def _sampled(window: NDArray[np.float32], frame: Floats, points: Floats) -> Floats:
    places = (frame[:, :2] @ points.T + frame[:, 2:]).astype(np.float32)
    values = cv2.remap(window, places[0], places[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float64).ravel()


def _compare(values: Floats, bright: Floats) -> tuple[float, Floats, float]:
    """Contrast, error in units of the contrast, and correlation."""
    centred = values - values.mean()
    ideal = bright - bright.mean()
    power = float(ideal @ ideal)
    shared = float(centred @ ideal)
    contrast = shared / power
    length = float(np.sqrt(power * float(centred @ centred)))
    if contrast <= 0 or length <= 0:
        return 0.0, centred, 0.0
    return contrast, centred / contrast - ideal, shared / length


def _composed(frame: Floats, change: Floats) -> Floats:
    """The frame after undoing the template's own change (inverse compositional step)."""
    bend = np.array([[1 + change[0], change[1], change[2]], [change[3], 1 + change[4], change[5]], [0, 0, 1.0]])
    whole = np.vstack((frame, (0, 0, 1.0)))
    return np.asarray((whole @ np.linalg.inv(bend))[:2])
