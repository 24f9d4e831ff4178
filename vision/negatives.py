"""Pictures full of things that are not our stickers: whatever is read from them as one of ours is a false read.

A few true stickers may lie among them, as on any table: then a reader is sure of its map and looks as it does in play.
"""

import math
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Code
from vision.camera_model import Matrix
from vision.card_art import card_back, card_face
from vision.frames import Picture
from vision.optics import motion_kernel
from vision.scenes import bench_card
from vision.stickers import MODULES, QUIET_MODULES, STICKER_MODULES, Role

CELL_MODULES = 36
"""From one thing to the next, in modules of our stickers."""
_FLAT = 4
"""Pixels per module before the camera looks."""
_CELL = CELL_MODULES * _FLAT
_MODULE_MM = 14.0 / STICKER_MODULES
_TRUE_STICKERS = 6
"""So many lie among the negatives of a picture."""
_FOREIGN = 400
"""So many foreign codes are made; they come back turned, scaled and blurred otherwise."""


class NegativeKind(Enum):
    """What may be taken for a sticker and is none."""

    FOREIGN = "foreign QR codes"
    MICRO = "Micro QR codes"
    UNLISTED = "unlisted codes of our own family"
    SCRAMBLED = "our finders with chance inside"
    BARE = "bare cards"
    ART = "art in any size"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture of negatives is taken."""

    px_per_module: float = 1.2
    tilt_deg: float = 0.0
    blur_px: float = 0.7
    motion_px: float = 0.0
    noise: float = 3.0
    sharpening: float = 0.0
    light: float = 1.0
    columns: int = 24
    rows: int = 16
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Negatives side by side before a camera looks: the flat picture, how many of which kind, and what is written."""

    flat: Picture
    columns: int
    rows: int
    counts: dict[NegativeKind, int]
    texts: frozenset[str]
    true: dict[int, str]
    """The true stickers among them: at which place of the sheet, and what they say."""


@dataclass(frozen=True, slots=True, eq=False)
class Negatives:
    """A grey picture, how many things of which kind are in it, and every text that is really written there."""

    picture: Picture
    counts: dict[NegativeKind, int]
    texts: frozenset[str]
    homography: Matrix
    """From millimetres to pixels, if all were stickers of 14 mm."""
    stickers: tuple[tuple[str, tuple[float, float]], ...] = ()
    """The true stickers among the negatives: what they say, and the pixel at about their middle."""
    reach_px: float = 0.0
    """How far from there a read of it may be."""

    def is_there(self, text: str, x: float, y: float) -> bool:
        """Whether a true sticker with this text lies at this pixel."""
        return any(text == said and math.dist(place, (x, y)) < self.reach_px for said, place in self.stickers)


def any_look(seed: int, columns: int = 24, rows: int = 16) -> Look:
    """A look by chance: every blur, tilt and noise comes up."""
    random = np.random.default_rng((seed, 71))
    return Look(
        px_per_module=float(random.choice((0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 2.6))),
        tilt_deg=float(random.uniform(0, 35)),
        blur_px=float(random.choice((0.0, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0))),
        motion_px=float(random.choice((0, 0, 0, 3, 5))),
        noise=float(random.choice((1, 3, 6, 10, 15))),
        sharpening=float(random.choice((0, 0, 0.6, 1.2))),
        light=float(random.uniform(0.4, 1.3)),
        columns=columns,
        rows=rows,
        seed=seed,
    )


def negatives(look: Look, unlisted: Sequence[Code], modules: NDArray[np.bool_]) -> Negatives:
    """A picture of negatives. `modules` are the patterns of the unlisted codes."""
    return photograph(lay_out(look.seed, look.columns, look.rows, (unlisted, modules)), look)


Patterned = tuple[Sequence[Code], NDArray[np.bool_]]
"""Codes and their patterns."""


def lay_out(seed: int, columns: int, rows: int, unlisted: Patterned, listed: Patterned | None = None) -> Sheet:
    """So many negatives chosen by chance; a few `listed` stickers lie among them."""
    random = np.random.default_rng((seed, 72))
    flat = np.empty((rows * _CELL, columns * _CELL), dtype=np.uint8)
    counts: dict[NegativeKind, int] = dict.fromkeys(NegativeKind, 0)
    texts: set[str] = set()
    true = {} if listed is None else _true_places(seed, columns, rows, len(listed[0]))
    for place in range(rows * columns):
        if listed is not None and place in true:
            cell, text = _glued(listed[1][true[place]], 1.0, random), str(listed[0][true[place]])
        else:
            kind = tuple(NegativeKind)[int(random.integers(len(NegativeKind)))]
            cell, text = _cell(kind, random, *unlisted)
            counts[kind] += 1
        row, column = divmod(place, columns)
        flat[row * _CELL : (row + 1) * _CELL, column * _CELL : (column + 1) * _CELL] = cell
        texts |= {text} - {""}
    said = {place: str(listed[0][number]) for place, number in true.items()} if listed else {}
    return Sheet(flat, columns, rows, counts, frozenset(texts), said)


def _true_places(seed: int, columns: int, rows: int, listed: int) -> dict[int, int]:
    """Which places of a sheet hold which of so many listed stickers.

    None lies near a corner: beyond the sheet pictures show it mirrored, and what is mirrored twice is a true sticker
    again, at a place where nobody knows of it.
    """
    random, places = np.random.default_rng((seed, 74)), columns * rows
    chosen = random.choice(places, min(_TRUE_STICKERS, places // 6), replace=False).tolist()
    numbers = random.choice(listed, len(chosen), replace=False).tolist()
    return {
        place: number
        for place, number in zip(chosen, numbers, strict=True)
        if not _is_near(place // columns, rows) or not _is_near(place % columns, columns)
    }


def _is_near(line: int, lines: int) -> bool:
    """Whether a row or column of a sheet is one of the outermost two."""
    return min(line, lines - 1 - line) < 2


def photograph(sheet: Sheet, look: Look) -> Negatives:
    """What a camera makes of a sheet."""
    random = np.random.default_rng((look.seed, 75))
    matrix = _camera(look)
    to_mm = np.diag((_FLAT / _MODULE_MM, _FLAT / _MODULE_MM, 1.0))
    stickers = tuple((text, _middle(matrix, place, sheet.columns)) for place, text in sheet.true.items())
    reach = 0.6 * MODULES * look.px_per_module
    picture = _taken(sheet.flat, matrix, look, random)
    return Negatives(picture, sheet.counts, sheet.texts, np.asarray(matrix @ to_mm), stickers, reach)


def _middle(matrix: Matrix, place: int, columns: int) -> tuple[float, float]:
    """The pixel at which the middle of a cell appears."""
    row, column = divmod(place, columns)
    x, y, depth = matrix @ ((column + 0.5) * _CELL, (row + 0.5) * _CELL, 1.0)
    return float(x / depth), float(y / depth)


def _cell(
    kind: NegativeKind, random: np.random.Generator, unlisted: Sequence[Code], modules: NDArray[np.bool_]
) -> tuple[Picture, str]:
    """One negative and what is written there."""
    if kind is NegativeKind.NOISE:
        return _noise(random), ""
    if kind is NegativeKind.ART:
        return _art(random, float(np.exp(random.uniform(math.log(0.3), math.log(3))))), ""
    if kind is NegativeKind.BARE:
        return _art(random, 1.0), ""
    if kind is NegativeKind.SCRAMBLED:
        return _glued(_scrambled(modules, random), 1.0, random), ""
    if kind is NegativeKind.UNLISTED:
        chosen = int(random.integers(len(unlisted)))
        return _glued(modules[chosen], 1.0, random), str(unlisted[chosen])
    text, pattern = _foreign(kind is NegativeKind.MICRO)[int(random.integers(_FOREIGN))]
    fits = MODULES / len(pattern)  # as large as our stickers, or as large as fits with modules as large as ours
    return _glued(pattern, min(1.2, fits) if random.random() < 0.6 else min(1.2, 26 / len(pattern)), random), text


def _glued(pattern: NDArray[np.bool_], module: float, random: np.random.Generator) -> Picture:
    """A symbol on white paper on some art, turned by chance; `module` is its size in modules of ours."""
    cell = _art(random, 1.0)
    paper = np.pad(~pattern, QUIET_MODULES, constant_values=True)
    symbol = np.kron(paper, np.ones((8, 8))).astype(np.float32) * 206 + 30
    scale, turn, half = module * _FLAT / 8, random.uniform(0, 2 * math.pi), len(symbol) / 2
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    x, y = _CELL / 2 + random.uniform(-6, 6, 2)
    warp = np.array([[cos, -sin, x - cos * half + sin * half], [sin, cos, y - sin * half - cos * half]])
    if scale < 1:
        symbol = np.asarray(cv2.GaussianBlur(symbol, (0, 0), 0.4 / scale), dtype=np.float32)
    ink = cv2.warpAffine(symbol, warp, (_CELL, _CELL))
    cover = cv2.warpAffine(np.ones_like(symbol), warp, (_CELL, _CELL))
    return np.asarray(np.rint(cell * (1 - cover) + ink * np.minimum(cover, 1)).clip(0, 255), dtype=np.uint8)


def _scrambled(modules: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.bool_]:
    """Everything that all our stickers share, and nonsense for the rest."""
    pattern = random.random((MODULES, MODULES)) < 0.5
    shared = (modules[:64] == modules[0]).all(axis=0)
    pattern[shared] = modules[0][shared]
    return np.asarray(pattern, dtype=np.bool_)


def _noise(random: np.random.Generator) -> Picture:
    """Chance in black and white or grey, in grains of any size."""
    grain = int(random.choice((1, 2, 4, 4, 8, 12)))
    count = -(-_CELL // grain)
    if random.random() < 0.5:
        coarse = random.integers(0, 256, (count, count)).astype(np.uint8)
    else:
        coarse = np.where(random.random((count, count)) < 0.5, np.uint8(30), np.uint8(236))
    return np.ascontiguousarray(np.repeat(np.repeat(coarse, grain, axis=0), grain, axis=1)[:_CELL, :_CELL])


def _art(random: np.random.Generator, zoom: float) -> Picture:
    """A piece of some card, turned by chance."""
    faces = _faces()
    face = faces[int(random.integers(len(faces)))]
    turn = random.uniform(0, 2 * math.pi)
    cos, sin = zoom * math.cos(turn), zoom * math.sin(turn)
    x, y = random.uniform(0.15, 0.85, 2) * (face.shape[1], face.shape[0])
    warp = np.array([[cos, -sin, _CELL / 2 - cos * x + sin * y], [sin, cos, _CELL / 2 - sin * x - cos * y]])
    return np.asarray(cv2.warpAffine(face, warp, (_CELL, _CELL), borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


@cache
def _faces() -> tuple[Picture, ...]:
    """Grey cards at the scale of the flat picture."""
    roles = (Role.ROOM, Role.HERO, Role.SPELL, Role.BOSS)
    cards = [card_face(bench_card(Code(f"LKART{number}"), 14, roles[number % 4])) for number in range(24)]
    cards += [card_back(role) for role in roles]
    edge = round(63 / _MODULE_MM * _FLAT)
    small = (cv2.resize(card, (edge, round(edge * 88 / 63)), interpolation=cv2.INTER_AREA) for card in cards)
    return tuple(np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), dtype=np.uint8) for card in small)


@cache
def _foreign(micro: bool) -> tuple[tuple[str, NDArray[np.bool_]], ...]:
    """Codes of other people: all versions to 6, all levels and masks, addresses, numbers and words."""
    import segno  # only needed where codes are drawn

    random = np.random.default_rng((73, int(micro)))
    made: list[tuple[str, NDArray[np.bool_]]] = []
    while len(made) < _FOREIGN:
        text = _words(random, 3 if micro else int(random.integers(4, 50)))
        try:
            level, mask = None if micro else "lmqh"[int(random.integers(4))], int(random.integers(4 if micro else 8))
            symbol = segno.make(text, micro=micro, error=level, mask=mask)
        except segno.DataOverflowError:
            continue
        if micro or len(symbol.matrix) <= MODULES + 20:
            made.append((text, np.array([list(row) for row in symbol.matrix], dtype=np.bool_)))
    return tuple(made)


def _words(random: np.random.Generator, length: int) -> str:
    """A text such as foreign codes have it."""
    makers: tuple[Callable[[], str], ...] = (
        lambda: "".join(random.choice(list(string.digits), length)),
        lambda: "".join(random.choice(list(string.ascii_uppercase + string.digits), length)),
        lambda: "https://example.org/" + "".join(random.choice(list(string.ascii_lowercase), length)),
    )
    return makers[int(random.integers(1 if length < 4 else len(makers)))]()


def _camera(look: Look) -> Matrix:
    """From the flat picture to pixels."""
    width, height = look.columns * CELL_MODULES, look.rows * CELL_MODULES
    tilt, distance = math.radians(look.tilt_deg), 1.6 * max(width, height)
    scale = look.px_per_module / math.sqrt(math.cos(tilt))
    middle = np.array([[1 / _FLAT, 0, -width / 2], [0, 1 / _FLAT, -height / 2], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / distance, 1]])
    columns, rows = _size_px(look)
    lens = np.array([[scale, 0, (columns - 1) / 2], [0, scale, (rows - 1) / 2], [0, 0, 1]])
    return np.asarray(lens @ lean @ middle, dtype=np.float64)


def _size_px(look: Look) -> tuple[int, int]:
    edge = CELL_MODULES * look.px_per_module
    return round(look.columns * edge), round(look.rows * edge)


def _taken(flat: Picture, matrix: Matrix, look: Look, random: np.random.Generator) -> Picture:
    """What the camera makes of a flat picture."""
    columns, rows = _size_px(look)
    shrunk = _FLAT / (2 * look.px_per_module)
    if shrunk > 1:
        flat = np.asarray(cv2.GaussianBlur(flat, (0, 0), 0.4 * shrunk), dtype=np.uint8)
    fine = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]]) @ matrix
    large = cv2.warpPerspective(flat, fine, (2 * columns, 2 * rows), borderMode=cv2.BORDER_REFLECT)
    seen = np.asarray(cv2.resize(large, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)
    if look.blur_px > 0:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), look.blur_px), dtype=np.float32)
    if look.motion_px > 0:
        seen = np.asarray(cv2.filter2D(seen, -1, motion_kernel(look.motion_px, random.uniform(0, 180))), np.float32)
    seen = seen * look.light + random.standard_normal(seen.shape, dtype=np.float32) * look.noise
    if look.sharpening > 0:
        seen = seen + look.sharpening * (seen - np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.2), dtype=np.float32))
    return np.rint(seen).clip(0, 255).astype(np.uint8)
