"""Things that can be tapped, held, and reached with the keyboard."""

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.screens.painting import Painted

HOLD_S = 0.6
"""A press this long asks for corrections."""


class Tappable(ButtonBehavior, Painted):
    """Something with an action. Events: `on_act(action)` for taps and long presses alike."""

    action = ObjectProperty("", allownone=True)
    hold = ObjectProperty("", allownone=True)
    focused = BooleanProperty(False)

    def __init__(self, **kwargs):
        self.register_event_type("on_act")
        super().__init__(**kwargs)
        self.bind(state=self._again, focused=self._again)
        self._holding = None
        self._was_held = False

    def on_act(self, action) -> None:
        """Somebody tapped or held it."""

    def act(self) -> None:
        """As if tapped."""
        if self.action:
            self.dispatch("on_act", self.action)

    def act_long(self) -> None:
        """As if held."""
        if self.hold:
            self.dispatch("on_act", self.hold)

    def on_touch_down(self, touch) -> bool:
        """Only things with a meaning take a touch."""
        if not (self.action or self.hold) or not self.collide_point(*touch.pos):
            return False
        return super().on_touch_down(touch)

    def on_press(self) -> None:
        """A finger is down: it may become a long press."""
        self._was_held = False
        if self.hold:
            self._holding = Clock.schedule_once(self._held, HOLD_S)

    def on_release(self) -> None:
        """The finger is up again."""
        self._let_go()
        if not self._was_held:
            self.act()

    def on_touch_up(self, touch) -> bool:
        """A finger that slid away means nothing."""
        if touch.grab_current is self:
            self._let_go()
        return super().on_touch_up(touch)

    def _held(self, _seconds: float) -> None:
        self._holding = None
        self._was_held = True
        self.act_long()

    def _let_go(self) -> None:
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None

    def paint_focus(self) -> None:
        """The frame that shows where the keyboard is."""
        if self.focused:
            thick = max(2, int(self.pixel))
            self.frame(self.box, "title", thick)
            self.frame(self.box.inset(thick), "night", max(1, thick // 2))
