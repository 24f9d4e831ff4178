"""A second way to make pictures of stickers, which shares nothing with the simulated table but the codes.

There is no drawing here. The scene is a formula: for any point of the table it says how much light comes from there.
A pixel is the mean of that formula over points spread by its own square, the lens, and motion, traced back through lens
and perspective. Light is counted linearly, as a sensor does; shot noise, colour mosaic and gamma follow. A reader that
leans on a quirk of the other renderer fails here.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Code
from vision.camera_model import Corners, Matrix
from vision.card_texture import Patterns
from vision.frames import Picture
from vision.scenes import Scene, Truth, inside_share
from vision.stickers import MODULES, QUIET_MODULES, STICKER_MODULES
from vision.tabletop import Pose

Floats = NDArray[np.float32]
_PAPER, _INK = 0.78, 0.04
"""How much light paper and ink throw back."""
_ART = 512
"""Edge of the printed surroundings, in cells of a third of a module."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """What the second kind of picture shows, and how. Lengths on the table are counted in modules inside here."""

    px_per_module: float
    size_mm: float = 14.0
    """Of the stickers with their quiet zone, for the truth in millimetres."""
    columns: int = 8
    rows: int = 6
    pitch: float = 38.0
    tilt_deg: float = 0.0
    spin_deg: float = 0.0
    blur_px: float = 0.7
    out_of_focus: float = 0.5
    """How much of the blur is the even disc of a lens out of focus; the rest is bell-shaped."""
    motion_px: float = 0.0
    motion_deg: float = 0.0
    bend: float = 0.0
    """How far the middle of a sticker's edge is bent aside, in modules: paper glued over a curve."""
    k1: float = 0.0
    exposure: float = 1.0
    shot: float = 0.0004
    """Variance of the light per unit of light: grains of light."""
    noise: float = 0.004
    """Noise of the sensor itself, in units of full light."""
    mosaic: bool = True
    points: int = 48
    """Points of the scene per pixel."""
    seed: int = 0

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of a picture that holds all stickers."""
        edge = self.pitch * self.px_per_module
        return max(64, round((self.columns + 1) * edge)), max(64, round((self.rows + 1) * edge))


def sampled_scene(codes: Sequence[Code], patterns: Patterns, sampling: Sampling) -> Scene:
    """A picture with as many of these codes as it has places; the table's origin is the middle of the picture."""
    random = np.random.default_rng((sampling.seed, 61))
    count = sampling.columns * sampling.rows
    chosen = [codes[place] for place in random.choice(len(codes), count, replace=False)]
    dark = np.stack([patterns(code) for code in chosen])
    turns = random.uniform(-math.pi, math.pi, count).astype(np.float32)
    shifts = random.uniform(-3, 3, (count, 2)).astype(np.float32)
    matrix = _camera(sampling)
    light = _pixels(sampling, np.asarray(np.linalg.inv(matrix)), dark, turns, shifts, _printed(random))
    truths = (
        _truth(code, place, float(turns[place]), shifts[place], sampling, matrix) for place, code in enumerate(chosen)
    )
    within = tuple(truth for truth in truths if truth.visible > 0)
    module_mm = sampling.size_mm / STICKER_MODULES
    in_mm = np.asarray(matrix @ np.diag((1 / module_mm, 1 / module_mm, 1.0)))
    return Scene(_developed(light, sampling, random), within, in_mm, sampling.k1 != 0)


def _camera(sampling: Sampling) -> Matrix:
    """From modules on the table (its middle is the origin) to pixels; the scale in the middle is exact."""
    width, height = sampling.size_px
    tilt, spin = math.radians(sampling.tilt_deg), math.radians(sampling.spin_deg)
    distance = 3.0 * max(width, height) / sampling.px_per_module / 2
    turn = np.array([[math.cos(spin), -math.sin(spin), 0], [math.sin(spin), math.cos(spin), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt) / distance, 1]])
    scale = sampling.px_per_module / math.sqrt(math.cos(tilt))
    lens = np.array([[scale, 0, (width - 1) / 2], [0, scale, (height - 1) / 2], [0, 0, 1.0]])
    return np.asarray(lens @ lean @ turn, dtype=np.float64)


def _printed(random: np.random.Generator) -> Floats:
    """Busy print around the stickers: blotches of several sizes, bars and lines, in three colours."""
    art = np.zeros((_ART, _ART, 3), dtype=np.float32)
    for cells, strength in ((8, 0.3), (32, 0.2), (128, 0.15), (512, 0.05)):
        coarse = random.uniform(0, strength, (cells, cells, 3)).astype(np.float32)
        art += np.repeat(np.repeat(coarse, _ART // cells, axis=0), _ART // cells, axis=1)
    for _ in range(240):
        row, column = random.integers(0, _ART, 2)
        high, wide = random.integers(2, 40, 2)
        art[row : row + high, column : column + wide] = random.uniform(0.02, 0.75, 3)
    for _ in range(60):
        row = int(random.integers(0, _ART))
        art[row : row + 2, ::3] = random.uniform(0, 0.7)
    return np.clip(art, 0.01, 0.85)


def _pixels(
    sampling: Sampling, back: Matrix, dark: NDArray[np.bool_], turns: Floats, shifts: Floats, art: Floats
) -> Floats:
    """The light in every pixel: the scene's formula at many points, the same spread of points for each pixel."""
    width, height = sampling.size_px
    light = np.zeros((height, width, 3), dtype=np.float32)
    dark = np.pad(dark, ((0, 0), (QUIET_MODULES,) * 2, (QUIET_MODULES,) * 2))
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    for right, down in _spread(sampling):
        light += _light_at(sampling, *_traced(x + right, y + down, sampling, back), dark, turns, shifts, art)
    light /= sampling.points
    return light


def _spread(sampling: Sampling) -> list[tuple[float, float]]:
    """Points around the middle of a pixel: its square, then the lens, then motion. Evenly scattered, never random."""
    steps = [(np.arange(1, sampling.points + 1) * share) % 1 for share in _irrational(6)]
    square = np.stack((steps[0] - 0.5, steps[1] - 0.5), axis=1)
    bell = np.sqrt(-2 * np.log(np.maximum(steps[2], 1e-6))) * sampling.blur_px
    disc = np.sqrt(steps[2]) * (2 * sampling.blur_px)  # a disc of radius 2 has the same spread as a bell of sigma 1
    reach = np.where(steps[4] < sampling.out_of_focus, disc, bell)
    angle = 2 * math.pi * steps[3]
    way = (steps[5] - 0.5) * sampling.motion_px
    heading = math.radians(sampling.motion_deg)
    points = square + np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1)
    points += way[:, None] * np.array((math.cos(heading), math.sin(heading)))
    points -= points.mean(axis=0)
    return [(float(right), float(down)) for right, down in points]


def _irrational(count: int) -> list[float]:
    """Steps that scatter evenly in so many directions at once (the generalised golden ratio)."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (count + 1))
    return [root ** -(power + 1) for power in range(count)]


def _traced(x: Floats, y: Floats, sampling: Sampling, back: Matrix) -> tuple[Floats, Floats]:
    """The point of the table that appears at these pixels."""
    if sampling.k1:
        width, height = sampling.size_px
        middle_x, middle_y, unit = (width - 1) / 2, (height - 1) / 2, 0.77 * width
        square = ((x - middle_x) ** 2 + (y - middle_y) ** 2) / unit**2
        grown = 1 + sampling.k1 * square  # here the lens is given the other way round: from the picture outwards
        x = np.asarray(middle_x + (x - middle_x) * grown, dtype=np.float32)
        y = np.asarray(middle_y + (y - middle_y) * grown, dtype=np.float32)
    rows = back.astype(np.float32)
    depth = rows[2, 0] * x + rows[2, 1] * y + rows[2, 2]
    return (
        (rows[0, 0] * x + rows[0, 1] * y + rows[0, 2]) / depth,
        (rows[1, 0] * x + rows[1, 1] * y + rows[1, 2]) / depth,
    )


def _light_at(
    sampling: Sampling,
    u: Floats,
    v: Floats,
    dark: NDArray[np.bool_],
    turns: Floats,
    shifts: Floats,
    art: Floats,
) -> Floats:
    """The scene itself: which sticker a point belongs to, which module, and else what is printed there."""
    column = np.clip(np.floor(u / sampling.pitch + sampling.columns / 2), 0, sampling.columns - 1).astype(np.intp)
    row = np.clip(np.floor(v / sampling.pitch + sampling.rows / 2), 0, sampling.rows - 1).astype(np.intp)
    place = row * sampling.columns + column
    away_u = u - (column + 0.5 - sampling.columns / 2) * sampling.pitch - shifts[place, 0]
    away_v = v - (row + 0.5 - sampling.rows / 2) * sampling.pitch - shifts[place, 1]
    cos, sin = np.cos(turns)[place], np.sin(turns)[place]
    across, down = away_u * cos + away_v * sin, away_v * cos - away_u * sin
    down = down - sampling.bend * (1 - (2 * across / STICKER_MODULES) ** 2)
    on = (np.abs(across) < STICKER_MODULES / 2) & (np.abs(down) < STICKER_MODULES / 2)
    i = np.clip((down + STICKER_MODULES / 2).astype(np.intp), 0, STICKER_MODULES - 1)
    j = np.clip((across + STICKER_MODULES / 2).astype(np.intp), 0, STICKER_MODULES - 1)
    ink = dark[place, i, j]
    around = art[(3 * v).astype(np.intp) % _ART, (3 * u).astype(np.intp) % _ART]
    paper = np.where(ink, np.float32(_INK), np.float32(_PAPER))[:, :, None]
    return np.asarray(np.where(on[:, :, None], paper, around), dtype=np.float32)


def _developed(light: Floats, sampling: Sampling, random: np.random.Generator) -> Picture:
    """What the sensor makes of the light: noise, colour mosaic, gamma, grey."""
    lit = light * (np.array([0.82, 1.0, 0.9], dtype=np.float32) * sampling.exposure)
    spread = np.sqrt(sampling.noise**2 + sampling.shot * np.maximum(lit, 0))
    lit = np.clip(lit + spread * random.standard_normal(lit.shape, dtype=np.float32), 0, 1)
    levels = np.rint(np.where(lit <= 0.0031308, 12.92 * lit, 1.055 * lit ** (1 / 2.4) - 0.055) * 255).astype(np.uint8)
    if sampling.mosaic:
        raw = levels[:, :, 1].copy()
        raw[0::2, 0::2] = levels[0::2, 0::2, 2]
        raw[1::2, 1::2] = levels[1::2, 1::2, 0]
        levels = np.asarray(cv2.cvtColor(raw, cv2.COLOR_BayerBG2BGR), dtype=np.uint8)
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _truth(code: Code, place: int, turn: float, shift: Floats, sampling: Sampling, matrix: Matrix) -> Truth:
    """Where a sticker is. A bent sticker's middle is shifted with the bend; its corners stay."""
    row, column = divmod(place, sampling.columns)
    x = (column + 0.5 - sampling.columns / 2) * sampling.pitch + float(shift[0])
    y = (row + 0.5 - sampling.rows / 2) * sampling.pitch + float(shift[1])
    pose = Pose(x, y, math.degrees(turn))
    half = MODULES / 2
    flat = [pose.moved(*corner) for corner in ((-half, -half), (half, -half), (half, half), (-half, half))]
    points = np.array([(corner.x_mm, corner.y_mm, 1.0) for corner in flat]) @ matrix.T
    module_mm = sampling.size_mm / STICKER_MODULES
    in_mm = Pose(pose.x_mm * module_mm, pose.y_mm * module_mm, pose.angle_deg)
    corners = _in_picture(points[:, :2] / points[:, 2:], sampling)
    return Truth(code, corners, inside_share(corners, sampling.size_px), in_mm, MODULES * module_mm)


def _in_picture(points: Matrix, sampling: Sampling) -> Corners:
    """Points of the pinhole's picture where this lens shows them: the inverse of `_traced`, step by step."""
    width, height = sampling.size_px
    middle = np.array(((width - 1) / 2, (height - 1) / 2))
    seen = points - middle
    bent = seen.copy()
    for _ in range(20):
        square = (bent**2).sum(axis=1, keepdims=True) / (0.77 * width) ** 2
        bent = seen / (1 + sampling.k1 * square)
    one, two, three, four = ((float(x), float(y)) for x, y in bent + middle)
    return one, two, three, four
