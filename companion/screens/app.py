"""The window. A timer lets the host decide, then the newest view is shown; touches and keys are only passed on.

Call `companion.screens.environment.prepare` before importing this module.
"""

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.screens.table import TableScreen
from companion.views.model import TableView
from hw.keyboard import button_for_key
from hw.panel import Button

TICKS_PER_S = 20

NAMED_KEYS = {8: "backspace", 13: "enter", 27: "escape", 32: "spacebar", 271: "numpadenter", 292: "f11"}
"""Kivy's numbers of keys that are no letters."""


class LairkeeperApp(App):
    """One window that shows the table and passes on what people press."""

    def __init__(
        self,
        view_source: Callable[[], TableView],
        on_tick: Callable[[float], None],
        on_button: Callable[[Button], None],
        on_choice: Callable[[str], None],
        *,
        on_language: Callable[[], None] | None = None,
        on_redo: Callable[[], None] | None = None,
        title: str = "Lairkeeper",
        ticks_per_s: float = TICKS_PER_S,
    ) -> None:
        super().__init__()
        self.title = title
        self.table: TableScreen | None = None
        self._view_source, self._tick, self._ticks_per_s = view_source, on_tick, ticks_per_s
        self._pressed, self._chosen = on_button, on_choice
        self._language, self._redo = on_language, on_redo

    def build(self) -> TableScreen:
        """The table screen with the first view already in it."""
        self.table = TableScreen()
        self.table.bind(on_button=lambda _, name: self._pressed(Button(name)))
        self.table.bind(on_choice=lambda _, value: self._chosen(value))
        self.table.show(self._view_source())
        Window.bind(on_key_down=self._key_down)
        Clock.schedule_interval(self._on_timer, 1 / self._ticks_per_s)
        return self.table

    def on_stop(self) -> None:
        """The window closes; keys mean nothing any more."""
        Window.unbind(on_key_down=self._key_down)

    def _on_timer(self, seconds: float) -> None:
        self._tick(seconds)
        view = self._view_source()
        if self.table is not None and view != self.table.view:
            self.table.show(view)

    def _key_down(self, _window, number: int, _scancode, letter: str | None, _modifiers) -> bool:
        key = NAMED_KEYS.get(number) or (letter or "").lower()
        button = button_for_key(key)
        if button is not None:
            self._pressed(button)
        elif key.isdigit():
            self._choose(int(key))
        elif key == "l" and self._language is not None:
            self._language()
        elif key == "y" and self._redo is not None:
            self._redo()
        elif key == "f11":
            Window.toggle_fullscreen()
        elif key in ("q", "escape"):
            self.stop()
        else:
            return False
        return True

    def _choose(self, number: int) -> None:
        """Keys 1 to 9 answer the question on the screen."""
        question = None if self.table is None or self.table.view is None else self.table.view.question
        if question is not None and 1 <= number <= len(question.choices):
            self._chosen(question.choices[number - 1].value)
