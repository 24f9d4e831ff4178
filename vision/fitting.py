"""Gauss-Newton: frames shifted, turned and bent until what they show agrees with what should be there.

The template is bent instead of the picture (inverse compositional), so that the equations are solved once. Brightness
and contrast are free. So may blur, tone and ink be: a template that is sharper, softer or thinner than the picture fits
best at a wrong size, a symbol read from it comes out some tenths of a percent too large or too small.
"""

from dataclasses import dataclass

import numpy as np

from vision.codebook import Floats, Indices, Look
from vision.frames import Picture
from vision.grid import Doubles, mapped, sampled

_AFFINE = 6
_PROJECTIVE = 8
_LONGEST_STEP = 0.6
"""Modules by which a corner may move in one step."""
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
        picked = (
            part[chosen] if len(part) > 1 else part
            for part in (self.bright, self.weight, self.matrix, self.spread, self.ideal, self.share, self.total)
        )
        bright, weight, matrix, spread, ideal, share, total = picked
        return Solver(bright, weight, matrix, spread, self.corrections, ideal, share, total, self.shades)


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
    columns = np.broadcast_arrays(columns, weight[:, None, :])[0]
    weighed = columns * weight[:, None, :]
    normal = (weighed @ columns.transpose(0, 2, 1)).astype(np.float64)
    ridge = 1e-6 * np.trace(normal, axis1=1, axis2=2)[:, None, None] * np.eye(normal.shape[1])
    inverse = np.linalg.inv(normal + ridge)
    matrix = inverse.astype(np.float32) @ weighed
    shift = (1, 2) if stiff else (2, 5)
    spread = np.asarray(sum(inverse[:, one, one] for one in shift) / 2, np.float32)
    if stiff:
        matrix = np.concatenate((_TURN_AND_SHIFT @ matrix[:, :3], matrix[:, 3:]), axis=1)
    total = weight.sum(axis=1, keepdims=True)
    ideal = look.bright - (look.bright * weight).sum(axis=1, keepdims=True) / total
    length = np.sqrt((ideal * ideal * weight).sum(axis=1, keepdims=True))
    made = np.asarray(ideal * weight / np.maximum(length, 1e-6), np.float32)
    shades = _shades(look.bright, free, weight)
    corrections = _AFFINE if stiff else len(slopes)
    return Solver(look.bright, weight, matrix, spread, corrections, made, weight / total, total[:, 0], shades)


def _soft_and_toned(look: Look) -> list[Floats]:
    """How a look changes with the blur, with the camera's tone curve, and when ink runs.

    Cameras brighten what is neither black nor white. A blurred edge then seems to lie further on the black side, as if
    less ink had been printed, and a symbol that knows nothing of it comes out some tenths of a percent too large.
    """
    return [look.soft, look.bright * (1 - look.bright), np.hypot(look.right, look.down)]


def _shades(bright: Floats, free: list[Floats], weight: Floats) -> Floats:
    """The part of each free shade that neither brightness nor contrast can make, times the weight."""
    total = weight.sum(axis=1, keepdims=True)

    def level(values: Floats) -> Floats:
        return np.asarray(values - (values * weight).sum(axis=1, keepdims=True) / total)

    ideal = level(bright)
    made: list[Floats] = []
    for shade in free:
        rest = level(shade)
        share = (rest * ideal * weight).sum(axis=1) / (ideal * ideal * weight).sum(axis=1)
        rest = rest - share[:, None] * ideal
        for other in made:  # of what two shades have in common only one may make a look better
            rest = rest - (rest * other).sum(axis=1, keepdims=True) * other / np.maximum(weight, 1e-6)
        length = np.sqrt((rest * rest * weight).sum(axis=1, keepdims=True))
        made.append(rest * weight / np.maximum(length, 1e-6))
    return np.stack(made, axis=1) if made else np.zeros((1, 0, bright.shape[1]), np.float32)


def fitted(
    picture: Picture, frames: Doubles, points: Doubles, to: Solver, steps: int, *, sharp: bool = False
) -> Fitted:
    """Improve the frames in so many steps; each keeps the best place it saw on its way."""
    best, best_values = frames, sampled(picture, frames, points, sharp=sharp)
    best_fit, best_worth = _judged(best_values, to)
    current, values = best, best_values
    for _ in range(steps):
        change = _corrections(values, to)
        current = _bent(current, change)
        values = sampled(picture, current, points, sharp=sharp)
        fit, worth = _judged(values, to)
        better = worth > best_worth
        best = np.where(better[:, None, None], current, best)
        best_values = np.where(better[:, None], values, best_values)
        best_fit, best_worth = np.where(better, fit, best_fit), np.where(better, worth, best_worth)
        if float(np.abs(change).max(initial=0.0)) < 0.01:
            break
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
    shade = np.einsum("ijk,ik->ij", np.broadcast_to(to.shades, (len(values), *to.shades.shape[1:])), values)
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
