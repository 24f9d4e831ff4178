"""What the companion may expect of buttons, lamps and voice."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class PanelTrouble(Exception):
    """A button, lamp or loudspeaker cannot be used. The message says what to check."""


class Button(Enum):
    """The buttons of the table; each also has a key."""

    NEXT = "next"
    PASS = "pass"
    UNDO = "undo"
    REPEAT = "repeat"
    REACT_1 = "react_1"
    REACT_2 = "react_2"
    REACT_3 = "react_3"
    REACT_4 = "react_4"
    REACT_5 = "react_5"
    REACT_6 = "react_6"
    """One per seat: this player wants to react."""

    @property
    def seat(self) -> int | None:
        """The seat whose button this is, counted from 0; nothing for the buttons of everybody."""
        return int(self.value[-1]) - 1 if self.value.startswith("react") else None


REACT = (Button.REACT_1, Button.REACT_2, Button.REACT_3, Button.REACT_4, Button.REACT_5, Button.REACT_6)
"""By seat."""


class LampPattern(Enum):
    """How a lamp shines."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


class Urgency(Enum):
    """Urgent lines are spoken first."""

    NORMAL = 0
    URGENT = 1


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something to be said aloud. A newer line with the same `topic` replaces one that still waits."""

    text: str
    language: str
    urgency: Urgency = Urgency.NORMAL
    topic: str = ""


class Buttons(Protocol):
    """A set of buttons. The callback only puts a message into an inbox; it may come from any thread."""

    def listen(self, pressed: Callable[[Button], None]) -> None:
        """Call `pressed` once for every press from now on, until `close`."""
        ...

    def close(self) -> None:
        """Let go of the hardware."""
        ...


class Lamps(Protocol):
    """One lamp per player, counted from 0."""

    def show(self, lamp: int, pattern: LampPattern) -> None:
        """Let one lamp shine; a lamp that is not wired stays dark."""
        ...

    def close(self) -> None:
        """All dark, hardware free."""
        ...


class Voice(Protocol):
    """Something that speaks without holding anybody up."""

    def say(self, utterance: Utterance) -> None:
        """Queue a line; returns at once. After `close` nothing is said."""
        ...

    def hush(self) -> None:
        """Forget the lines that still wait: the game has gone another way. The line being spoken is finished."""
        ...

    def close(self) -> None:
        """Stop speaking."""
        ...
