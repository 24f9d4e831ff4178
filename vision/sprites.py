"""Little pixel pictures, drawn by us: the icons printed on cards, a hero's figure and seeded monsters."""

import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Colour = tuple[int, int, int]
"""Blue, green, red."""
Mask = NDArray[np.bool_]

INK: Colour = (24, 20, 22)
WHITE: Colour = (232, 236, 238)

_ICONS: dict[str, tuple[Colour, tuple[str, ...]]] = {
    "relic": ((214, 214, 120), ("..###..", "..#.#..", "..###..", "#######", "..###..", "..###..", "..###..")),
    "equipment": ((96, 104, 214), (".....##", "....###", "...###.", "#.###..", ".###...", ".###...", "#..#...")),
    "spellbook": ((214, 120, 96), ("#######", "#.....#", "#.###.#", "#..#..#", "#.###.#", "#.....#", "#######")),
    "gold": ((72, 190, 232), ("..###..", "...#...", "..###..", ".#####.", "###.###", "#######", ".#####.")),
    "artifact": ((120, 200, 110), ("...#...", "..###..", ".##.##.", "##...##", ".##.##.", "..###..", "...#...")),
    "fool": ((190, 130, 200), (".#####.", "##...##", "....##.", "...##..", "...##..", ".......", "...##..")),
}
_SAME_ICON = {"cleric": "relic", "fighter": "equipment", "mage": "spellbook", "thief": "gold", "explorer": "artifact"}
"""A hero's class shows the treasure that lures it (BM-CARD-3)."""

_FIGURE = (
    "....hhhh....",
    "...hhhhhh...",
    "...hssssh...",
    "...sksskss..",
    "...ssssss..w",
    "....ssss..ww",
    "..tttttttsw.",
    ".tttttttts..",
    ".st.tttt.w..",
    ".s..bbbb....",
    "....tttt....",
    "....l..l....",
    "....l..l....",
    "...kk..kk...",
)
"""Hair, skin, tunic, belt, legs, weapon and black."""


def icon(name: str) -> tuple[Colour, Mask]:
    """The icon of a treasure or class, and its colour. A name without icon shows the question mark."""
    colour, rows = _ICONS.get(_SAME_ICON.get(name, name), _ICONS["fool"])
    return colour, _mask(rows, "#")


def enlarged(picture: Picture, zoom: int) -> Picture:
    """The same picture with fat pixels."""
    return np.repeat(np.repeat(picture, zoom, axis=0), zoom, axis=1)


def paint(picture: Picture, mask: Mask, colour: Colour, left: int, top: int, zoom: int = 1) -> None:
    """Paint the set pixels of a mask, cut off at the picture's edge."""
    big = np.repeat(np.repeat(mask, zoom, axis=0), zoom, axis=1)
    rows = min(big.shape[0], picture.shape[0] - top)
    columns = min(big.shape[1], picture.shape[1] - left)
    picture[top : top + rows, left : left + columns][big[:rows, :columns]] = colour


def paint_outlined(picture: Picture, mask: Mask, colour: Colour, left: int, top: int, zoom: int = 1) -> None:
    """Paint a mask with a dark line around it."""
    padded = np.pad(mask, 1)
    around = padded.copy()
    for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
        around |= np.roll(padded, step, axis=axis)
    paint(picture, around, INK, max(0, left - zoom), max(0, top - zoom), zoom)
    paint(picture, mask, colour, left, top, zoom)


def paint_monster(picture: Picture, random: np.random.Generator, colour: Colour, size: int, zoom: int) -> None:
    """A monster of its own in the middle of the picture: one random half and its mirror image, with eyes."""
    half = _random_half(random, size)
    mask = np.hstack((half, half[:, ::-1]))
    left = (picture.shape[1] - mask.shape[1] * zoom) // 2
    top = picture.shape[0] - (size + 1) * zoom
    paint_outlined(picture, mask, colour, left, top, zoom)
    lit = mask.copy()
    lit[:, size // 2 :] = False
    lit[1:] &= ~mask[:-1]
    paint(picture, lit, _lighter(colour), left, top, zoom)
    _paint_eyes(picture, random, left + mask.shape[1] * zoom // 2, top + zoom * (size // 3), zoom)


def paint_figure(picture: Picture, random: np.random.Generator, tunic: Colour, zoom: int) -> None:
    """A hero with seeded hair and skin in the middle of the picture."""
    skins: tuple[Colour, ...] = ((150, 186, 232), (96, 140, 198), (58, 90, 140))
    hairs: tuple[Colour, ...] = ((40, 60, 96), (60, 160, 220), (28, 26, 30), (70, 90, 200), (200, 200, 206))
    skin, hair = skins[random.integers(len(skins))], hairs[random.integers(len(hairs))]
    colours = {"h": hair, "s": skin, "t": tunic, "b": (40, 70, 110), "l": (90, 70, 60), "w": WHITE, "k": INK}
    left = (picture.shape[1] - len(_FIGURE[0]) * zoom) // 2
    top = picture.shape[0] - (len(_FIGURE) + 1) * zoom
    paint_outlined(picture, ~_mask(_FIGURE, "."), INK, left, top, zoom)
    for letter, colour in colours.items():
        paint(picture, _mask(_FIGURE, letter), colour, left, top, zoom)


def _mask(rows: tuple[str, ...], letter: str) -> Mask:
    """Where a drawing has this letter."""
    return np.array([[sign == letter for sign in row] for row in rows], dtype=np.bool_)


def _random_half(random: np.random.Generator, size: int) -> Mask:
    """The left half of a body: dense near the middle line, ragged outside, without loose pixels."""
    rows, columns = np.mgrid[0:size, 0 : size // 2]
    away = np.hypot((rows - size * 0.5) / (size * 0.52), (columns - size / 2 + 0.5) / (size * 0.5))
    chosen = random.random((size, size // 2)) > away * 0.85
    padded = np.pad(chosen, 1, mode="edge").astype(np.int64)
    neighbours = sum(np.roll(padded, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
    return np.asarray(np.asarray(neighbours)[1:-1, 1:-1] >= 5 - chosen.astype(np.int64), dtype=np.bool_)


def _paint_eyes(picture: Picture, random: np.random.Generator, middle: int, top: int, zoom: int) -> None:
    """Two eyes that glow."""
    apart = int(random.integers(1, 3)) * zoom
    glow: Colour = ((90, 240, 250), (80, 90, 250), (240, 240, 240))[int(random.integers(3))]
    eye = np.ones((2, 1), dtype=np.bool_)
    for left in (middle - apart - zoom, middle + apart):
        paint(picture, np.ones((2, 2), dtype=np.bool_), INK, left - zoom // 2, top, zoom)
        paint(picture, eye, glow, left, top, zoom)


def _lighter(colour: Colour) -> Colour:
    """The lit side of a colour."""
    blue, green, red = (min(255, round(part * 1.35 + 18)) for part in colour)
    return blue, green, red
