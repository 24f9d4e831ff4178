"""The window. A timer lets the host decide, then the newest view is shown; touches and keys are only passed on.

Call `companion.screens.environment.prepare` before importing this module.
"""

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.desk import Desk
from companion.screens.stage import Stage
from companion.views.page import Action, Page
from hw.keyboard import button_for_key
from hw.panel import Button

TICKS_PER_S = 20

NAMED_KEYS = {
    8: "backspace",
    9: "tab",
    13: "enter",
    27: "escape",
    32: "spacebar",
    271: "numpadenter",
    273: "up",
    274: "down",
    275: "right",
    276: "left",
    280: "pageup",
    281: "pagedown",
    **{281 + number: f"f{number}" for number in range(1, 13)},
}
"""Kivy's numbers of keys that are no letters."""
STEPS = {"tab": 1, "right": 1, "down": 1, "left": -1, "up": -1}


class LairkeeperApp(App):
    """One window that shows what the desk says and passes on what people tap and press."""

    def __init__(
        self,
        desk: Desk,
        on_tick: Callable[[], None],
        on_action: Callable[[Action], None],
        on_button: Callable[[Button], None],
        on_redo: Callable[[], None],
        *,
        title: str = "Lairkeeper",
        ticks_per_s: float = TICKS_PER_S,
    ) -> None:
        super().__init__()
        self.title = title
        self.stage: Stage | None = None
        self._desk, self._tick, self._ticks_per_s = desk, on_tick, ticks_per_s
        self._acted, self._pressed, self._redo = on_action, on_button, on_redo

    def build(self) -> Stage:
        """The stage with the first view already on it."""
        self.stage = Stage()
        self.stage.bind(on_action=lambda _, action: self._act(action))
        self._show()
        Window.bind(on_key_down=self._key_down)
        Clock.schedule_interval(lambda _: self.beat(), 1 / self._ticks_per_s)
        return self.stage

    def open_settings(self, *_) -> bool:
        """F1 is a player's button; on other pages it must not open the settings of Kivy."""
        return True

    def on_stop(self) -> None:
        """The window closes; keys mean nothing any more."""
        Window.unbind(on_key_down=self._key_down)

    def beat(self) -> None:
        """Let the host decide, then show what came of it."""
        self._tick()
        self._show()

    def _show(self) -> None:
        if self.stage is not None:
            liked = self._desk.preferences
            self.stage.present(self._desk.view(), liked.theme, self._desk.inches)

    def _act(self, action: Action) -> None:
        """A tap is answered in the same frame."""
        self._acted(action)
        self.beat()

    def _press(self, button: Button) -> None:
        self._pressed(button)
        self.beat()

    def _key_down(self, _window, number: int, _scancode, letter: str | None, modifiers) -> bool:
        key = NAMED_KEYS.get(number) or (letter or "").lower()
        view = self._desk.view()
        if self._moves_focus(key, modifiers):
            return True
        if isinstance(view, Page) and view.types and self._types(key, letter):
            return True
        if key == "escape":
            self._act("back" if self._desk.places else "go:menu")
        elif key == "q":
            self.stop()
        elif key == "l":
            self._act("toggle:language")
        elif key == "y":
            self._redo()
            self.beat()
        elif key == "f11":
            Window.toggle_fullscreen()
        elif key.isdigit():
            self._choose(int(key))
        elif (button := button_for_key(key)) is not None and not self._desk.places:
            self._press(button)
        else:
            return False
        return True

    def _moves_focus(self, key: str, modifiers) -> bool:
        """Tab and arrows walk over everything that can be tapped; enter taps it, with shift it is held."""
        stage = self.stage
        if stage is None:
            return False
        if key in STEPS:
            stage.move_focus(-STEPS[key] if "shift" in (modifiers or ()) else STEPS[key])
            return True
        if key in ("pageup", "pagedown"):
            stage.turn(1 if key == "pagedown" else -1)
            return True
        if key in ("enter", "numpadenter", "spacebar") and stage.focused is not None:
            stage.tap_focused(is_long="shift" in (modifiers or ()))
            return True
        return False

    def _types(self, key: str, letter: str | None) -> bool:
        if key == "backspace":
            self._act("type:erase")
        elif key == "enter":
            done = next((tile.action for tile in self._desk.view().footer if tile.action), None)
            if done is not None:
                self._act(done)
        elif letter and len(letter) == 1 and (letter.isalpha() or letter in " -"):
            self._act(f"type:{letter}")
        else:
            return False
        return True

    def _choose(self, number: int) -> None:
        """Keys 1 to 9 answer the question on the screen."""
        question = getattr(self._desk.view(), "question", None)
        if question is not None and 1 <= number <= len(question.choices):
            self._act(f"answer:{question.choices[number - 1].value}")
