"""Widgets that paint themselves from plain data: pixel pictures, pixel letters, and text that always fits its box."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.screens.icons import LARGE, rows_of
from companion.screens.lettering import ABOVE, HEIGHT, dot_row, letter_rows
from companion.screens.theme import DARK, PIXELS, Colour
from companion.views.layout import Box
from companion.views.names import fit, wrap

LEADING = 1.2
WHITE = (1.0, 1.0, 1.0, 1.0)
FONTS = Path(__file__).parent / "fonts"
FONT, BOLD_FONT = str(FONTS / "Inter-Regular.otf"), str(FONTS / "Inter-Bold.otf")
LINE = "k"
"""The line around pixel pictures by daylight."""

Ink = Colour | str
"""A colour, or its name in the theme."""


@lru_cache(maxsize=256)
def outlined(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A picture with a dark line around it, one pixel larger on every side. Pictures to be tinted need none."""
    if any("x" in row for row in rows):
        return rows
    wide = len(rows[0]) + 2
    padded = ["." * wide, *(f".{row}." for row in rows), "." * wide]

    def pixel(x: int, y: int) -> str:
        near = ((x + dx, y + dy) for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)))
        touches = any(0 <= a < wide and 0 <= b < len(padded) and padded[b][a] != "." for a, b in near)
        return LINE if padded[y][x] == "." and touches else padded[y][x]

    return tuple("".join(pixel(x, y) for x in range(wide)) for y in range(len(padded)))


@lru_cache(maxsize=512)
def _picture(rows: tuple[str, ...]) -> Texture:
    """A texture of letters-as-colours; unknown letters are white, so that they can be tinted."""
    data = bytearray()
    for row in reversed(rows):  # textures begin at the bottom
        for letter in row:
            if letter == ".":
                data += b"\x00\x00\x00\x00"
            else:
                data += bytes.fromhex(PIXELS.get(letter, "ffffff")) + b"\xff"
    texture = Texture.create(size=(len(rows[0]), len(rows)), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    return texture


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, bold: bool = False) -> float:
    """The width of a text as it is written."""
    return _measuring(size, bold).get_extents(text)[0] if text else 0.0


@lru_cache(maxsize=64)
def _measuring(size: int, bold: bool) -> CoreLabel:
    return CoreLabel(font_size=size, font_name=BOLD_FONT if bold else FONT)


@lru_cache(maxsize=64)
def _text_texture(text: str, size: int, bold: bool) -> Texture:
    label = CoreLabel(text=text, font_size=size, font_name=BOLD_FONT if bold else FONT)
    label.refresh()
    return label.texture


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line of text on the screen, for the tests: what, in which box, where it begins, how wide and high it is."""

    text: str
    box: Box
    x: float
    width: float
    height: float


class Painted(Widget):
    """Something that draws itself whenever its data or its place changes. Boxes are local, from the upper left."""

    data = ObjectProperty(None, allownone=True)
    scale = NumericProperty(1.0)
    pixel = NumericProperty(2)
    theme = ObjectProperty(DARK)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drawn: list[Drawn] = []
        self.icons_at: list[Box] = []
        """Where pictures are, for the tests."""
        self._again = Clock.create_trigger(self._repaint, -1)
        self.bind(data=self._again, pos=self._again, size=self._again)
        self.bind(scale=self._again, pixel=self._again, theme=self._again)
        self._again()

    @property
    def box(self) -> Box:
        """The whole widget."""
        return Box(0, 0, int(self.width), int(self.height))

    def paint(self) -> None:
        """Draw `self.data`; subclasses say how."""

    def _repaint(self, *_) -> None:
        self.canvas.clear()
        self.drawn.clear()
        self.icons_at.clear()
        with self.canvas:
            self.paint()

    def px(self, size: float) -> int:
        """A length for the 800x480 screen, on this screen."""
        return max(1, round(size * self.scale))

    def _use(self, ink: Ink) -> None:
        Color(*(self.theme.rgba(ink) if isinstance(ink, str) else ink))

    def rect(self, box: Box, colour: Ink) -> None:
        """A filled box."""
        self._use(colour)
        Rectangle(pos=(self.x + box.x, self.top - box.bottom), size=(box.width, box.height))

    def frame(self, box: Box, colour: Ink, thick: int) -> None:
        """The edge of a box, with the corner pixels left out as in old games."""
        self.rect(Box(box.x + thick, box.y, box.width - 2 * thick, thick), colour)
        self.rect(Box(box.x + thick, box.bottom - thick, box.width - 2 * thick, thick), colour)
        self.rect(Box(box.x, box.y + thick, thick, box.height - 2 * thick), colour)
        self.rect(Box(box.right - thick, box.y + thick, thick, box.height - 2 * thick), colour)

    def panel(self, box: Box, fill: Ink, edge: Ink, thick: int) -> None:
        """A filled box with an edge."""
        self.rect(box.inset(thick), fill)
        self.frame(box, edge, thick)

    def icon(self, name: str, x: int, y: int, tint: Ink = WHITE, pixel: int | None = None) -> int:
        """A pixel picture; returns its width."""
        pixel = pixel or int(self.pixel)
        side = (12 if name in LARGE else 8) * pixel
        plain = tuple(rows_of(name))
        rows = outlined(plain) if self.theme.outlined else plain
        edge = (len(rows) - len(plain)) // 2 * pixel
        self.icons_at.append(Box(x, y, side, side))
        self._use(tint)
        Rectangle(
            texture=_picture(rows),
            pos=(self.x + x - edge, self.top - y - side - edge),
            size=(side + 2 * edge, side + 2 * edge),
        )
        return side

    def letters(self, text: str, x: int, y: int, colour: Ink = "ink", pixel: int | None = None) -> int:
        """Pixel letters, half a pixel stronger than drawn; returns their width."""
        pixel = pixel or int(self.pixel)
        rows = tuple(row.replace("#", "x") for row in letter_rows(text))
        size = (len(rows[0]) * pixel, HEIGHT * pixel)
        dots = dot_row(text).replace("#", "x")
        above = ABOVE * pixel if dots else 0
        self._use(colour)
        for shift in (0, pixel // 2):
            left, top = self.x + x + shift, self.top - y
            Rectangle(texture=_picture(rows), pos=(left, top - size[1]), size=size)
            if dots:
                Rectangle(texture=_picture((dots,)), pos=(left, top + above - pixel), size=(size[0], pixel))
        self.drawn.append(Drawn(text, Box(x, y - above, size[0], size[1] + above), x, size[0], size[1] + above))
        return size[0]

    def carved(self, title: str, y: int, pixel: int) -> None:
        """A title in large pixel letters; by torchlight it throws a shadow."""
        if not self.theme.outlined:
            self.letters(title, pixel, y + pixel, "shadow", pixel=pixel)
            self.drawn.pop()  # the shadow is no text of its own
        self.letters(title, 0, y, "title", pixel=pixel)

    def write(
        self,
        texts: Sequence[str],
        box: Box,
        sizes: tuple[int, int],
        colour: Ink = "ink",
        *,
        bold: bool = False,
        align: str = "left",
        valign: str = "middle",
    ) -> int:
        """The longest of these texts that fits the box, as large as it fits; returns the height used."""
        if box.width <= 0 or box.height <= 0 or not any(texts):
            return 0
        fitted = fit(texts, box.width, box.height, sizes, lambda text, size: text_width(text, size, bold), LEADING)
        step = fitted.size * LEADING
        used = round(step * len(fitted.lines))
        top = box.y + {"top": 0, "middle": (box.height - used) // 2, "bottom": box.height - used}[valign]
        for number, line in enumerate(fitted.lines):
            self._line(
                line, Box(box.x, round(top + number * step), box.width, int(step)), fitted.size, colour, bold, align
            )
        return used

    def fits(self, texts: Sequence[str], box: Box, size: int) -> bool:
        """Whether one of these texts fits the box in this size without being cut."""
        lines = (wrap(text, box.width, size, text_width, divide=True) for text in texts)
        return any(found is not None and len(found) * size * LEADING <= box.height for found in lines)

    def _line(self, text: str, box: Box, size: int, colour: Ink, bold: bool, align: str) -> None:
        texture = _text_texture(text, size, bold)
        spare = box.width - texture.width
        x = box.x + {"left": 0, "center": spare // 2, "right": spare}[align]
        y = box.y + (box.height - texture.height) // 2
        self._use(colour)
        Rectangle(texture=texture, pos=(self.x + x, self.top - y - texture.height), size=texture.size)
        self.drawn.append(Drawn(text, box, x, texture.width, texture.height))
