"""Buttons, lamps and voice without hardware, remembering what happened. For tests, and for playing on a laptop."""

from collections.abc import Callable

from hw.panel import Button, LampPattern, Utterance

SEATS = 6


class FakeButtons:
    """Buttons that are pressed by calling `press`."""

    def __init__(self) -> None:
        self._pressed: Callable[[Button], None] | None = None

    def listen(self, pressed: Callable[[Button], None]) -> None:
        """Call `pressed` once for every press from now on, until `close`."""
        self._pressed = pressed

    def press(self, button: Button) -> None:
        """A finger on a button."""
        if self._pressed is not None:
            self._pressed(button)

    def close(self) -> None:
        """Let go of the buttons."""
        self._pressed = None


class FakeLamps:
    """Lamps whose light can be asked for, and all that was ever shown in order."""

    def __init__(self, wired: int = SEATS) -> None:
        self.patterns = [LampPattern.OFF] * wired
        self.shown: list[tuple[int, LampPattern]] = []
        self._closed = False

    def show(self, lamp: int, pattern: LampPattern) -> None:
        """Let one lamp shine; a lamp that is not wired stays dark."""
        if self._closed or not 0 <= lamp < len(self.patterns):
            return
        self.patterns[lamp] = pattern
        self.shown.append((lamp, pattern))

    def close(self) -> None:
        """All dark."""
        self.patterns = [LampPattern.OFF] * len(self.patterns)
        self._closed = True


class FakeVoice:
    """A voice that writes down every line it was given."""

    def __init__(self) -> None:
        self.said: list[Utterance] = []
        self.hushed = 0
        self._closed = False

    def say(self, utterance: Utterance) -> None:
        """Remember a line. After `close` nothing is said."""
        if not self._closed:
            self.said.append(utterance)

    def hush(self) -> None:
        """Remember that the lines before were forgotten."""
        self.hushed += 1

    def texts(self) -> list[str]:
        """The words alone."""
        return [utterance.text for utterance in self.said]

    def close(self) -> None:
        """Stop listening."""
        self._closed = True
