"""What all screens share: the wall behind them, the theme, finger-sized places, and a list of what can be tapped."""

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screens.painting import Painted
from companion.screens.taps import Tappable
from companion.screens.theme import DARK, Theme, colour
from companion.views.layout import TOUCH_PX, Box


class Screen(FloatLayout):
    """A screen: `show(view)` copies a view into its widgets. Events: `on_action(action)`."""

    theme = ObjectProperty(DARK)
    touch = NumericProperty(TOUCH_PX)

    def __init__(self, **kwargs):
        self.register_event_type("on_action")
        super().__init__(**kwargs)
        self.view = None
        self._wall_key = None
        self._spare: dict[object, list] = {}
        self._walls: dict[str, Texture] = {}
        self.bind(size=lambda *_: self.place(), theme=lambda *_: self.place(), touch=lambda *_: self.place())

    def on_action(self, action) -> None:
        """Something was tapped."""

    def show(self, view) -> None:
        """Copy a view into the widgets."""
        self.view = view
        self.place()

    def place(self) -> None:
        """Lay everything out for this size; screens say how."""

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        return []

    def taps(self) -> list[Tappable]:
        """What can be tapped, in reading order."""
        return []

    def put(self, widget: Painted, box: Box, plan) -> None:
        """Give a widget its place; `plan` knows the scale."""
        widget.size_hint = (None, None)
        widget.theme = self.theme
        widget.scale, widget.pixel = plan.scale, plan.pixel
        widget.size = (box.width, box.height)
        widget.pos = (box.x, self.height - box.bottom)

    def enough(self, widgets: list, count: int, make, parent) -> list:
        """So many widgets of a sort; those that are not needed now wait for the next view."""
        spare = self._spare.setdefault(make, [])
        while len(widgets) < count:
            widgets.append(spare.pop() if spare else make())
            parent.add_widget(widgets[-1])
        while len(widgets) > count:
            spare.append(widgets.pop())
            parent.remove_widget(spare[-1])
        return widgets

    def wall(self, pixel: int) -> None:
        """Bricks behind everything."""
        if self._wall_key == (self.width, self.height, pixel, self.theme.name):
            return
        self._wall_key = (self.width, self.height, pixel, self.theme.name)
        texture = self._walls.setdefault(self.theme.name, wall_texture(self.theme))
        columns, rows = self.width / (32 * pixel), self.height / (16 * pixel)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(1, 1, 1, 1)
            coords = (0, 0, columns, 0, columns, rows, 0, rows)
            Rectangle(texture=texture, pos=(0, 0), size=self.size, tex_coords=coords)


def wall_texture(theme: Theme) -> Texture:
    """The dungeon wall: bricks of 16 by 8 pixels, every second row shifted."""
    data = bytearray()
    names = (theme.stone, theme.night) if theme.outlined else (theme.shadow, theme.stone)
    joint, brick = map(colour, names)
    for y in range(16):
        for x in range(32):
            across, up = (x + 8 * (y // 8)) % 16, y % 8
            shade = joint if across == 0 or up == 0 else brick
            lit = 5 if up == 7 or across == 1 else (across * 7 + up * 13 + (x // 16) * 5) % 4
            data += bytes(min(255, round(part * 255) + lit) for part in shade[:3]) + b"\xff"
    texture = Texture.create(size=(32, 16), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    texture.wrap = "repeat"
    return texture
