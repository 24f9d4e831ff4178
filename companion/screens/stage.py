"""The stage: shows the screen that fits the view, knows what has the keyboard, and passes on what is tapped."""

from importlib import import_module

from kivy.uix.floatlayout import FloatLayout

from companion.screens.page import PageScreen
from companion.screens.screen import Screen
from companion.screens.taps import Tappable
from companion.screens.theme import THEMES
from companion.views.adventure import AdventureView
from companion.views.bait import BaitView
from companion.views.ending import EndingView
from companion.views.layout import touch_px, usual_inches
from companion.views.model import TableView
from companion.views.page import Page
from companion.views.watching import WatchView

SCREENS: dict[type, tuple[str, str]] = {
    TableView: ("table", "TableScreen"),
    BaitView: ("bait", "BaitScreen"),
    AdventureView: ("adventure", "AdventureScreen"),
    EndingView: ("ending", "EndingScreen"),
    Page: ("page", "PageScreen"),
    WatchView: ("camera", "CameraScreen"),
}
"""Which screen shows which view: its module here and its class. Each is loaded when it is first shown."""


class Stage(FloatLayout):
    """Holds one screen of each sort; one of them is shown. Events: `on_action(action)`."""

    def __init__(self, **kwargs):
        self.register_event_type("on_action")
        super().__init__(**kwargs)
        self.screen: Screen | None = None
        self.focused: Tappable | None = None
        self._screens: dict[type, Screen] = {}
        self._look = ("dark", 0.0)
        self.bind(size=lambda *_: self._resize())

    def on_action(self, action) -> None:
        """Something was tapped."""

    def present(self, view, theme: str, inches: float) -> None:
        """Show this view; nothing is drawn again when nothing changed."""
        screen = self._screens.get(type(view)) or self._make(type(view))
        if (theme, inches) != self._look:
            self._look = (theme, inches)
            self._resize()
        if screen is not self.screen:
            self._forget_focus()
            self.clear_widgets()
            self.add_widget(screen)
            self.screen = screen
        if screen.view != view:
            was = self._focus_place()
            screen.show(view)
            self._restore_focus(was)

    def move_focus(self, by: int) -> None:
        """The keyboard goes to the next thing that can be tapped."""
        taps = self.screen.taps() if self.screen is not None else []
        if not taps:
            return
        place = taps.index(self.focused) if self.focused in taps else (-1 if by > 0 else 0)
        self._focus(taps[(place + by) % len(taps)])

    def tap_focused(self, *, is_long: bool) -> None:
        """Enter taps what has the keyboard."""
        if self.focused is not None:
            if is_long and self.focused.hold:
                self.focused.act_long()
            else:
                self.focused.act()

    def turn(self, by: int) -> None:
        """Another sheet of a page."""
        if isinstance(self.screen, PageScreen):
            self.screen.turn(by)

    def _make(self, kind: type) -> Screen:
        module, name = SCREENS[kind]
        screen = getattr(import_module(f"companion.screens.{module}"), name)()
        screen.bind(on_action=lambda _, action: self.dispatch("on_action", action))
        self._screens[kind] = screen
        self._dress(screen)
        return screen

    def _resize(self) -> None:
        for screen in self._screens.values():
            self._dress(screen)

    def _dress(self, screen: Screen) -> None:
        theme, inches = self._look
        size = int(self.width), int(self.height)
        screen.theme = THEMES[theme]
        screen.touch = touch_px(*size, inches or usual_inches(*size))

    def _focus(self, tap: Tappable | None) -> None:
        if self.focused is not None:
            self.focused.focused = False
        self.focused = tap
        if tap is not None:
            tap.focused = True

    def _forget_focus(self) -> None:
        self._focus(None)

    def _focus_place(self) -> int | None:
        taps = self.screen.taps() if self.screen is not None else []
        return taps.index(self.focused) if self.focused in taps else None

    def _restore_focus(self, place: int | None) -> None:
        """The keyboard stays where it was, as far as there is something."""
        taps = self.screen.taps() if self.screen is not None else []
        self._focus(taps[min(place, len(taps) - 1)] if place is not None and taps else None)
