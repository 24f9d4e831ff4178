"""The printed faces and backs of cards: our own art in the style of old dungeon games, the same for every copy.

Art is drawn on a coarse grid of half millimetres, so that it looks like pixels of an old screen; titles and numbers
are written on top in a finer resolution.
"""

import zlib
from collections.abc import Callable

import cv2
import numpy as np

from engine.core.ids import card_of
from vision.frames import Picture
from vision.sprites import INK, WHITE, Colour, enlarged, icon, paint, paint_figure, paint_monster, paint_outlined
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, Role
from vision.tabletop import PhysicalCard

ART_PX_PER_MM = 8
_GRID = 2
"""Art pixels per millimetre."""
_COLUMNS = round(CARD_WIDTH_MM * _GRID)
_ROWS = round(CARD_HEIGHT_MM * _GRID)
_WINDOW = (slice(22, 108), slice(8, 118))
"""The picture on a card: rows and columns of the grid."""
_TEXT_BOX = (slice(111, 142), slice(8, 118))
_PAPER: Colour = (196, 220, 230)

_FRAMES: dict[Role, tuple[Colour, ...]] = {
    Role.BOSS: ((92, 40, 84), (60, 36, 100), (96, 50, 60)),
    Role.ROOM: ((104, 96, 88), (92, 84, 104), (84, 104, 98)),
    Role.HERO: ((132, 110, 52), (70, 120, 84), (60, 104, 140)),
    Role.SPELL: ((140, 60, 130), (150, 84, 70), (70, 60, 150)),
}
_BODIES: tuple[Colour, ...] = (
    (72, 160, 84), (80, 84, 196), (180, 110, 84), (64, 150, 214), (168, 84, 160), (150, 160, 84), (190, 190, 196),
)  # fmt: skip


def card_face(card: PhysicalCard) -> Picture:
    """The printed front of a card, without its sticker. Copies of one design look alike."""
    random = np.random.default_rng(zlib.crc32((card_of(card.copy) or card.copy).encode()))
    frames = _FRAMES.get(card.role, _FRAMES[Role.ROOM])
    frame = frames[int(random.integers(len(frames)))]
    grid = _empty_frame(frame)
    grid[_WINDOW] = _scene(card.role, random)
    if card.role is not Role.HERO:
        _fill_text_box(grid, random)
    _print_symbols(grid, card)
    picture = enlarged(grid, ART_PX_PER_MM // _GRID)
    _write(picture, card.title, left_mm=6, base_mm=8.1, height_mm=3.6, most_mm=51, colour=WHITE)
    _write(picture, card.number, left_mm=5, base_mm=82, height_mm=5.6, most_mm=13, colour=INK, centred_mm=13)
    return picture


def card_back(role: Role) -> Picture:
    """The printed back: the same on every card of a deck, so that it gives nothing away (rules 5.7)."""
    colour = {Role.HERO: (110, 96, 40), Role.BOSS: (80, 30, 76)}.get(role, (54, 46, 92))
    grid = np.full((_ROWS, _COLUMNS, 3), INK, dtype=np.uint8)
    wall = grid[8:-8, 8:-8]
    wall[:] = _bricks(wall.shape[0], wall.shape[1], colour)
    gate = np.zeros((40, 32), dtype=np.bool_)
    gate[8:, :] = True
    gate[4:8, 3:-3] = True
    gate[1:4, 8:-8] = True
    paint_outlined(grid, gate, (150, 160, 168), 47, 92)
    paint(grid, gate[:36, :24], (20, 14, 16), 51, 97)
    for bar in range(4):
        grid[97:132, 54 + 6 * bar : 56 + 6 * bar] = (120, 126, 132)
    for top, left in ((14, 14), (14, -28), (-28, 14), (-28, -28)):
        paint_outlined(grid, icon("artifact")[1], (96, 190, 220), left % _COLUMNS, top % _ROWS, 2)
    return enlarged(grid, ART_PX_PER_MM // _GRID)


def marker_face(size_mm: float) -> Picture:
    """The tile of the town marker: a wall with a red roof line, to be covered by its sticker but for the rim."""
    cells = max(4, round(size_mm * _GRID))
    grid = _bricks(cells, cells, (120, 132, 144))
    grid[:5] = (60, 70, 170)
    grid[5:7] = INK
    grid[:, -4:] = (60, 70, 170)
    return enlarged(grid, ART_PX_PER_MM // _GRID)


def _empty_frame(colour: Colour) -> Picture:
    """A card's frame: black rim, coloured stone with light and dark edges, a title bar."""
    grid = np.full((_ROWS, _COLUMNS, 3), INK, dtype=np.uint8)
    stone = grid[4:-4, 4:-4]
    stone[:] = colour
    stone[::6, ::5] = [part * 3 // 4 for part in colour]
    stone[:2] = stone[:, :2] = [min(255, part * 5 // 4) for part in colour]
    stone[-2:] = stone[:, -2:] = [part * 2 // 3 for part in colour]
    grid[7:20, 8:118] = [part // 3 for part in colour]
    return grid


def _scene(role: Role, random: np.random.Generator) -> Picture:
    """The picture in the window: fat pixels of a millimetre."""
    rows, columns = (_WINDOW[0].stop - _WINDOW[0].start) // 2, (_WINDOW[1].stop - _WINDOW[1].start) // 2
    painter = _PAINTERS.get(role, _paint_room)
    canvas = np.zeros((rows, columns, 3), dtype=np.uint8)
    painter(canvas, random)
    return enlarged(canvas, 2)


def _paint_room(canvas: Picture, random: np.random.Generator) -> None:
    """A vault with torches and whatever lives in it."""
    stones: tuple[Colour, ...] = ((96, 84, 76), (76, 92, 84), (84, 76, 104), (70, 84, 108))
    canvas[:] = _bricks(canvas.shape[0], canvas.shape[1], stones[int(random.integers(len(stones)))])
    tiles = np.indices((9, canvas.shape[1])).sum(axis=0) // 2 % 2
    canvas[-9:] = np.where(tiles[:, :, None] == 1, np.uint8(66), np.uint8(88))
    for left in (6, canvas.shape[1] - 9):
        canvas[14:24, left + 1] = (40, 60, 90)
        canvas[9:14, left : left + 3] = (40, 140, 240)
        canvas[10:13, left + 1] = (150, 240, 250)
    body = _BODIES[int(random.integers(len(_BODIES)))]
    paint_monster(canvas, random, body, size=12, zoom=2)


def _paint_lair(canvas: Picture, random: np.random.Generator) -> None:
    """A boss that fills its throne room."""
    glow = np.linspace(0.4, 1.5, canvas.shape[0])[:, None, None]
    tint = np.array(_BODIES[int(random.integers(len(_BODIES)))]) * 0.45
    canvas[:] = np.clip(glow * tint, 0, 255).astype(np.uint8)
    canvas[::4] = canvas[::4] // 2
    for left in (2, 12, canvas.shape[1] - 16, canvas.shape[1] - 6):
        canvas[4:, left : left + 4] = (70, 62, 70)
        canvas[4:, left] = (110, 104, 112)
    body = _BODIES[int(random.integers(len(_BODIES)))]
    paint_monster(canvas, random, body, size=18, zoom=2)


def _paint_road(canvas: Picture, random: np.random.Generator) -> None:
    """A hero on the way: sky, hills and grass."""
    skies: tuple[Colour, ...] = ((226, 180, 120), (150, 170, 230), (200, 150, 150))
    canvas[:] = skies[int(random.integers(len(skies)))]
    across = np.arange(canvas.shape[1])
    hills = (27 + 4 * np.sin(across / 7 + random.uniform(0, 6)) + 2 * np.sin(across / 3)).astype(int)
    ground = np.arange(canvas.shape[0])[:, None] > hills[None, :]
    canvas[ground] = (84, 150, 92)
    canvas[-8:] = (64, 120, 70)
    canvas[-8::3, 1::4] = (90, 170, 104)
    paint_figure(canvas, random, _BODIES[int(random.integers(len(_BODIES)))], zoom=2)


def _paint_magic(canvas: Picture, random: np.random.Generator) -> None:
    """A burst of rays around a rune."""
    rows, columns = np.indices(canvas.shape[:2])
    angle = np.arctan2(rows - canvas.shape[0] / 2, columns - canvas.shape[1] / 2)
    away = np.hypot(rows - canvas.shape[0] / 2, columns - canvas.shape[1] / 2)
    rays = np.sin(angle * int(random.integers(5, 10)) + away / 6) > 0
    colour = np.array(_BODIES[int(random.integers(len(_BODIES)))])
    canvas[:] = (colour // 3).astype(np.uint8)
    canvas[rays] = (colour * 2 // 3).astype(np.uint8)
    canvas[(away.astype(int) % 9 == 0) | (away < 8)] = np.minimum(colour + 50, 255).astype(np.uint8)
    paint_monster(canvas, random, WHITE, size=10, zoom=2)


_PAINTERS: dict[Role, Callable[[Picture, np.random.Generator], None]] = {
    Role.BOSS: _paint_lair,
    Role.ROOM: _paint_room,
    Role.HERO: _paint_road,
    Role.SPELL: _paint_magic,
}


def _bricks(rows: int, columns: int, colour: Colour) -> Picture:
    """A wall: courses of bricks, each second one shifted."""
    wall = np.full((rows, columns, 3), colour, dtype=np.uint8)
    down, across = np.indices((rows, columns))
    course = down // 5
    shifted = across + 5 * (course % 2)
    darker = (course * 7 + shifted // 10 * 3) % 5 == 0
    wall[darker] = [part * 5 // 6 for part in colour]
    wall[(down % 5 == 0) | (shifted % 10 == 0)] = [part // 2 for part in colour]
    return wall


def _fill_text_box(grid: Picture, random: np.random.Generator) -> None:
    """A box of paper with lines of unreadable words."""
    box = grid[_TEXT_BOX]
    box[:] = _PAPER
    for top in (5, 12, 19)[: int(random.integers(2, 4))]:
        left = 5
        while left < 92:
            width = int(random.integers(4, 15))
            box[top : top + 3, left : min(left + width, 104)] = (96, 104, 112)
            left += width + 3


def _print_symbols(grid: Picture, card: PhysicalCard) -> None:
    """The number's shield on the left, the treasure or class icons on the right of the bottom strip."""
    shield = np.ones((24, 30), dtype=np.bool_)
    shield[-2:, :3] = shield[-2:, -3:] = False
    if card.number:
        paint_outlined(grid, shield, _PAPER, 8, 146)
    for place, name in enumerate(card.symbols[:4]):
        colour, mask = icon(name)
        left = 118 - 19 * (place + 1)
        grid[145:168, left - 1 : left + 17] = INK
        paint(grid, mask, colour, left + 1, 149, 2)


def _write(
    picture: Picture,
    text: str,
    *,
    left_mm: float,
    base_mm: float,
    height_mm: float,
    most_mm: float,
    colour: Colour,
    centred_mm: float = 0.0,
) -> None:
    """Write a line, made smaller if it is too long; centred in a width if one is given."""
    font, weight = cv2.FONT_HERSHEY_DUPLEX, 2
    (width, height), _ = cv2.getTextSize(text, font, 1.0, weight)
    if not width:
        return
    scale = min(height_mm * ART_PX_PER_MM / max(1, height), most_mm * ART_PX_PER_MM / width)
    space = max(0.0, centred_mm * ART_PX_PER_MM - width * scale) / 2
    origin = (round(left_mm * ART_PX_PER_MM + space), round(base_mm * ART_PX_PER_MM))
    cv2.putText(picture, text, origin, font, scale, colour, weight, cv2.LINE_AA)
