"""The live picture of the table with outlines over it."""

from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture

from companion.screens.painting import WHITE, Painted, text_width
from companion.screens.theme import DARK
from companion.views.layout import Box
from companion.views.watching import Cutout, LivePicture, Mark

TONES = {"sure": "life", "hidden": "title", "wrong": "blood", "other": "ink_dim"}
"""Inks of the dark theme: a photograph is dark in every theme."""


class Photograph(Painted):
    """Something that shows a live picture."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        self._number = 0

    def photograph(self, picture: LivePicture, marks: tuple[Mark, ...], *, thick: float = 0.8) -> None:
        """Draw the picture as large as it fits, the outlines, and the names that find room."""
        shown = self.shown(picture)
        self._use(WHITE)
        place = (self.x + shown.x, self.top - shown.bottom)
        Rectangle(texture=self._developed(picture), pos=place, size=(shown.width, shown.height))
        zoom = shown.width / picture.width
        for mark in sorted(marks, key=lambda mark: mark.chosen):
            self._outline(mark, shown, zoom, thick)
        self._names(marks, shown, zoom)

    def shown(self, picture: LivePicture) -> Box:
        """The picture as large as it fits, in the middle."""
        inner = self.box.inset(int(self.pixel))
        zoom = min(inner.width / picture.width, inner.height / picture.height)
        width, height = int(picture.width * zoom), int(picture.height * zoom)
        return Box(inner.x + (inner.width - width) // 2, inner.y + (inner.height - height) // 2, width, height)

    def _developed(self, picture: LivePicture) -> Texture:
        size = (picture.width, picture.height)
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
            self._number = 0
        if self._number != picture.number:
            self._texture.blit_buffer(picture.pixels, colorfmt="rgb", bufferfmt="ubyte")
            self._number = picture.number
        return self._texture

    def _outline(self, mark: Mark, shown: Box, zoom: float, thick: float) -> None:
        points = [
            part for x, y in mark.corners for part in (self.x + shown.x + x * zoom, self.top - shown.y - y * zoom)
        ]
        Color(*DARK.rgba("ink" if mark.chosen else TONES[mark.tone]))
        Line(points=points, close=True, width=self.scale * (2.0 if mark.chosen else thick))

    def _names(self, marks: tuple[Mark, ...], shown: Box, zoom: float) -> None:
        """Names stand in their cards where they can be read and cover no other; the rest is told beside."""
        size, taken = self.px(9), []
        for mark in marks:
            if not mark.name:
                continue
            wide, (x, y) = text_width(mark.name, size) + 2, mark.middle
            left, top = round(shown.x + x * zoom - wide / 2), round(shown.y + y * zoom - size)
            box = Box(left, top, int(wide) + 2, 2 * size)
            room = zoom * (max(x for x, _ in mark.corners) - min(x for x, _ in mark.corners))
            if wide <= room and shown.contains(box) and not any(box.overlaps(other) for other in taken):
                taken.append(box)
                self.rect(box, DARK.rgba("night"))
                self.write((mark.name,), box, (size, size), DARK.rgba(TONES[mark.tone]), align="center")


class CutoutBox(Photograph):
    """What the camera sees of the place that is asked about. `data` is a Cutout."""

    def paint(self) -> None:
        cut: Cutout | None = self.data
        if cut is None or self.width < 2:
            return
        self.panel(self.box, "night", "stone_edge", int(self.pixel))
        self.photograph(cut.picture, cut.marks, thick=1.8)
