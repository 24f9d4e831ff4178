"""The camera screen: the live picture with outlines to tap, traffic lights, and the words about one card."""

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder

from companion.screens.page import PageTitle, TileButton
from companion.screens.painting import Painted
from companion.screens.panels import StoneButton
from companion.screens.photograph import Photograph
from companion.screens.screen import Screen
from companion.screens.taps import Tappable
from companion.views.layout import Box
from companion.views.page import Tile
from companion.views.watching import WatchView, arrange_watch, touched_mark

SIGNALS = {"good": ("life", "check"), "borderline": ("title", "warning"), "too_small": ("blood", "ban")}
FINGER_PX = 24
"""So near to a small card a finger still means it, on the smallest screen."""


class LiveTable(Photograph, Tappable):
    """The picture. `data` is a WatchView; a tap on a card dispatches what corrects it, or that it is chosen."""

    def act(self) -> None:
        """The finger is up: which card was meant?"""
        touch = self.last_touch
        if touch is not None and self.data is not None and self.data.picture is not None:
            self.tap(touch.x - self.x, self.top - touch.y)

    def tap(self, x: float, y: float) -> None:
        """As if tapped at a place inside, from the upper left."""
        shown = self.shown(self.data.picture)
        zoom = shown.width / self.data.picture.width
        mark = touched_mark(self.data.marks, (x - shown.x) / zoom, (y - shown.y) / zoom, self.px(FINGER_PX) / zoom)
        if mark is not None and (mark.action or mark.card):
            self.dispatch("on_act", mark.action or f"look:{mark.card}")

    def paint(self) -> None:
        view: WatchView | None = self.data
        if view is None or self.width < 2:
            return
        self.panel(self.box, "night", "stone_edge", int(self.pixel))
        if view.picture is None:
            self._tell_why(view)
        else:
            self.photograph(view.picture, view.marks)

    def _tell_why(self, view: WatchView) -> None:
        """There is no picture: why, and below it what helps."""
        inner, sizes = self.box.inset(self.px(16)), (self.px(20), self.px(13))
        if not view.advice:
            self.write((view.headline,), inner, sizes, "ink_dim", align="center")
            return
        half = inner.height // 2 - self.px(4)
        self.write((view.headline,), inner.top_part(half), sizes, "title", align="center", valign="bottom")
        self.write((view.advice,), inner.below(inner.height - half), sizes, align="center", valign="top")


class SizeLights(Painted):
    """How many stickers were found and how well each size is seen. `data` is a WatchView."""

    def paint(self) -> None:
        view: WatchView | None = self.data
        if view is None or view.picture is None or self.width < 2:
            return
        pixel = int(self.pixel)
        self.panel(self.box, "stone", "stone_edge", pixel)
        inner = self.box.inset(pixel + self.px(4))
        rows = len(view.lights) + 2
        step = inner.height // rows
        self.write((view.headline,), inner.top_part(step), (self.px(20), self.px(11)), "title", bold=True)
        for number, light in enumerate(view.lights, start=1):
            row = Box(inner.x, inner.y + number * step, inner.width, step)
            ink, icon = SIGNALS[light.signal]
            self.icon(icon, row.x, row.y + (row.height - 8 * pixel) // 2, ink)
            self.write((light.text,), row.beside(8 * pixel + self.px(6)), (self.px(17), self.px(9)), ink)
        self.write((view.advice,), inner.below((rows - 1) * step), (self.px(17), self.px(9)), "ink_dim")


class SeenWords(Painted):
    """The card that is told about: name, how sure, and what the engine makes of it. `data` is a WatchView."""

    def paint(self) -> None:
        view: WatchView | None = self.data
        if view is None or view.picture is None or self.width < 2:
            return
        pixel = int(self.pixel)
        self.panel(self.box, "night", "gold_edge", pixel)
        inner = self.box.inset(pixel + self.px(4))
        mark = view.chosen
        if mark is None:
            self.write((view.hint,), inner, (self.px(15), self.px(11)), "ink_dim")
            return
        step = inner.height // 3
        self.write((mark.name,), inner.top_part(step), (self.px(22), self.px(10)), "title", bold=True)
        self.write((mark.meaning,), inner.below(step).top_part(step), (self.px(18), self.px(9)))
        self.write((mark.sure,), inner.below(2 * step), (self.px(17), self.px(9)), "ink_dim")


class CameraScreen(Screen):
    """What the camera sees. Events: `on_action(action)`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._buttons: list[StoneButton] = []

    def place(self) -> None:
        """Lay everything out for this size."""
        view, ids = self.view, self.ids
        if view is None or self.width < 2:
            return
        plan = arrange_watch(int(self.width), int(self.height), int(self.touch), len(view.buttons))
        self.wall(plan.pixel)
        ids.title.data = view.title
        ids.back.data, ids.back.action = Tile("", "back", icon="back_arrow"), "back"
        for widget, box in ((ids.title, plan.title), (ids.back, plan.back)):
            self.put(widget, box, plan)
        for widget, box in ((ids.picture, plan.picture), (ids.lights, plan.lights), (ids.card, plan.card)):
            widget.data = view
            self.put(widget, box, plan)
        self._buttons = self.enough(self._buttons, len(view.buttons), self._new_button, self)
        for button, (icon, label, action), box in zip(self._buttons, view.buttons, plan.buttons, strict=True):
            button.data, button.action = (icon, label), action
            button.golden = icon == "pencil"
            self.put(button, box, plan)

    def _new_button(self) -> StoneButton:
        button = StoneButton()
        button.bind(on_act=lambda _, action: self.dispatch("on_action", action))
        return button

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        ids = self.ids
        return [ids.title, ids.back, ids.picture, ids.lights, ids.card, *self._buttons]

    def taps(self) -> list[Tappable]:
        """What the keyboard reaches; cards in the picture are reached one after the other with the buttons."""
        return [*self._buttons, self.ids.back]


for _part in (PageTitle, TileButton, LiveTable, SizeLights, SeenWords, CameraScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
