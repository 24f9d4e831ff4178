"""Gauss-Newton: frames shifted, turned and bent until what they show agrees with what should be there.

The template is bent instead of the picture (inverse compositional), so that the equations are solved once. Brightness
and contrast are free. So may blur, tone and ink be: a template that is sharper, softer or thinner than the picture fits
best at a wrong size, a symbol read from it comes out some tenths of a percent too large or too small.
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.codebook import Floats, Indices, Look
from vision.frames import Picture
from vision.grid import Doubles, mapped, sampled

_AFFINE = 6
_PROJECTIVE = 8
_LONGEST_STEP = 0.6
"""Modules by which a corner may move in one step."""
_AT_REST = 0.01
"""A frame that moves by less than this in a step has found its place."""
_EDGE = 10.5
_TURN_AND_SHIFT = np.array(((0, 0, 0), (-1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 0), (0, 0, 1)), np.float32)
"""A turn and two shifts as the six corrections of a frame."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Frames after the fit, what they show (n x places) and how well that agrees (correlation, weighted).

    `sigma` is the standard deviation of the middle in modules, as the misfit tells it.
    """

    frames: Doubles
    values: Floats
    fit: Floats
    sigma: Floats


@dataclass(frozen=True, slots=True)
class Solver:
    """What should be there, and the matrix that turns brightness into corrections (1 or n x corrections x places)."""

    bright: Floats
    weight: Floats
    matrix: Floats
    spread: Floats
    """Variance of the middle for unit noise and unit contrast."""
    corrections: int
    """How many of the matrix' answers are corrections of the frame; contrast is the last one."""
    ideal: Floats
    """What should be there, centred, at unit length and times the weight: its product with a look is a correlation."""
    share: Floats
    """The weights as parts of their total."""
    total: Floats
    shades: Floats
    """What may be added to the template without a sticker looking worse: unit vectors (1 or n x shades x places)."""

    def of(self, chosen: Indices) -> "Solver":
        """The fits to these templates only; what all templates share stays as it is."""
        names = ("bright", "weight", "matrix", "spread", "ideal", "share", "total", "shades")
        parts = {name: getattr(self, name) for name in names}
        return replace(self, **{name: part[chosen] for name, part in parts.items() if len(part) > 1})


def solver(
    look: Look,
    points: Doubles,
    weight: Floats,
    *,
    projective: bool = False,
    any_blur: bool = False,
    stiff: bool = False,
    shaded: bool = False,
) -> Solver:
    """Prepare the fit to these templates (1 or n x places) with these weights (1 or n x places).

    `any_blur` leaves free how blurred and toned the picture is: slower, but the size comes out right. `stiff` frames
    are only shifted and turned: where little of a sticker is seen, its size and shape are known better from the map.
    `shaded` ones lie in a shadow that grows to one side.
    """
    x, y = (points[:, 0].astype(np.float32) / _EDGE, points[:, 1].astype(np.float32) / _EDGE)
    right, down = look.right, look.down
    slopes = [right * x, right * y, right, down * x, down * y, down]
    if projective:
        turned = -(right * x + down * y)
        slopes += [turned * x, turned * y]
    if stiff:
        slopes = [slopes[3] - slopes[1], right, down]
    free = _soft_and_toned(look) if any_blur else []
    if shaded:
        free += [np.broadcast_to(x, right.shape), np.broadcast_to(y, right.shape), look.bright * x, look.bright * y]
    columns = np.stack([*slopes, *free, np.ones_like(right), look.bright], axis=1)
    weighed = columns if (weight == 1).all() else columns * weight[:, None, :]
    normal = (weighed @ columns.transpose(0, 2, 1)).astype(np.float64)
    ridge = 1e-6 * np.trace(normal, axis1=1, axis2=2)[:, None, None] * np.eye(normal.shape[1])
    inverse = np.linalg.inv(normal + ridge)
    matrix = inverse.astype(np.float32) @ weighed
    shift = (1, 2) if stiff else (2, 5)
    spread = np.asarray(sum(inverse[:, one, one] for one in shift) / 2, np.float32)
    if stiff:
        matrix = np.concatenate((_TURN_AND_SHIFT @ matrix[:, :3], matrix[:, 3:]), axis=1)
    total = weight.sum(axis=1, keepdims=True)
    last = columns.shape[1] - 1
    ideal, shades = _at_right_angles(normal, weighed, [last - 1, last, *range(len(slopes), last - 1)])
    corrections = _AFFINE if stiff else len(slopes)
    return Solver(look.bright, weight, matrix, spread, corrections, ideal, weight / total, total[:, 0], shades)


def _at_right_angles(products: Doubles, weighed: Floats, order: list[int]) -> tuple[Floats, Floats]:
    """Of plain brightness, a template and free shades, each but for what those before it can make, at unit length and
    times the weight: the template, and the shades."""
    products = products[:, order][:, :, order]
    size = np.diagonal(products, axis1=1, axis2=2)
    root = np.linalg.cholesky(products + (1e-6 * size + 1e-9)[:, None] * np.eye(len(order)))
    made = np.linalg.inv(root)[:, 1:].astype(np.float32) @ weighed[:, order]
    return made[:, 0], made[:, 1:]


def _soft_and_toned(look: Look) -> list[Floats]:
    """How a look changes with the blur, with the camera's tone curve, and when ink runs.

    Cameras brighten what is neither black nor white. A blurred edge then seems to lie further on the black side, as if
    less ink had been printed, and a symbol that knows nothing of it comes out some tenths of a percent too large.
    """
    return [look.soft, look.bright * (1 - look.bright), np.sqrt(look.right * look.right + look.down * look.down)]


def fitted(
    picture: Picture,
    frames: Doubles,
    points: Doubles,
    to: Solver,
    steps: int,
    *,
    sharp: bool = False,
    values: Floats | None = None,
) -> Fitted:
    """Improve the frames in so many steps; each keeps the best place it saw on its way. Most soon come to rest.

    `values` are what the frames show, if that is known already.
    """
    best = frames.copy()
    best_values = sampled(picture, frames, points, sharp=sharp) if values is None else values.copy()
    best_fit, best_worth = (part.copy() for part in _judged(best_values, to))
    moving, own, current, values = np.arange(len(frames)), to, frames, best_values
    for _ in range(steps):
        change = _corrections(values, own)
        current = _bent(current, change)
        values = sampled(picture, current, points, sharp=sharp)
        fit, worth = _judged(values, own)
        better = worth > best_worth[moving]
        won = moving[better]
        best[won], best_values[won] = current[better], values[better]
        best_fit[won], best_worth[won] = fit[better], worth[better]
        on = np.flatnonzero(np.abs(change).max(axis=1, initial=0.0) >= _AT_REST)
        if not len(on):
            break
        if len(on) <= len(moving) / 2:  # below that, taking them out is quicker than going on with all
            moving, own, current, values = moving[on], own.of(on), current[on], values[on]
    noise = np.sqrt(np.maximum(1 / np.maximum(best_fit, 0.05) ** 2 - 1, 0) * _variance(to))
    return Fitted(best, best_values, best_fit, np.asarray(noise * np.sqrt(to.spread), np.float32))


def agreement(values: Floats, to: Solver) -> Floats:
    """The weighted correlation of looks with what should be there."""
    return _judged(values, to)[0]


def _judged(values: Floats, to: Solver) -> tuple[Floats, Floats]:
    """The weighted correlation of looks with what should be there, and with that under whatever blur suits best."""
    if len(to.ideal) == 1:
        shared = values @ to.ideal[0]
        mean = values @ to.share[0]
        power = (values * values) @ to.share[0] - mean**2
    else:
        shared = np.einsum("ij,ij->i", values, to.ideal)
        mean = np.einsum("ij,ij->i", values, to.share)
        power = np.einsum("ij,ij->i", values * values, to.share) - mean**2
    power = np.maximum(power, 1e-3) * to.total
    fit = np.asarray(shared / np.maximum(np.sqrt(power), 1e-6), np.float32)
    if not to.shades.shape[1]:
        return fit, fit
    shade = (to.shades @ values[:, :, None])[..., 0]
    more = np.einsum("ij,ij->i", shade, shade) / power
    return fit, np.asarray(np.sign(fit) * np.sqrt(fit * fit + more), np.float32)


def _variance(to: Solver) -> Floats:
    total = to.weight.sum(axis=1)
    mean = (to.bright * to.weight).sum(axis=1) / total
    return np.asarray((to.bright**2 * to.weight).sum(axis=1) / total - mean**2, np.float32)


def _corrections(values: Floats, to: Solver) -> Floats:
    """Corrections of the frames in modules at the symbol's edge, none of them too large."""
    found = values @ to.matrix[0].T if len(to.matrix) == 1 else (to.matrix @ values[:, :, None])[..., 0]
    contrast = found[:, -1:]
    change = found[:, : to.corrections] / np.where(np.abs(contrast) < 1e-3, 1e-3, contrast)
    change = np.where(contrast > 0, change, 0.0)
    return np.asarray(np.clip(change, -_LONGEST_STEP, _LONGEST_STEP), np.float32)


def _bent(frames: Doubles, change: Floats) -> Doubles:
    """The frames after undoing the template's own change."""
    bend = np.zeros((len(change), 3, 3))
    bend[:, 0, :2], bend[:, 0, 2] = change[:, 0:2] / _EDGE, change[:, 2]
    bend[:, 1, :2], bend[:, 1, 2] = change[:, 3:5] / _EDGE, change[:, 5]
    if change.shape[1] == _PROJECTIVE:
        bend[:, 2, :2] = change[:, 6:8] / _EDGE**2
    bend += np.eye(3)
    bent = frames @ np.linalg.inv(bend)
    return np.asarray(bent / bent[:, 2:, 2:])


def strayed(before: Doubles, after: Doubles) -> Floats:
    """How far the middles went, in modules of the frames before."""
    middle = np.zeros((1, 2))
    size = np.sqrt(np.abs(np.linalg.det(before[:, :2, :2])))
    away = np.linalg.norm(mapped(after, middle) - mapped(before, middle), axis=2)[:, 0]
    return np.asarray(away / np.maximum(size, 1e-6), np.float32)
