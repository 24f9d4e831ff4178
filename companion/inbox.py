"""The one queue. Camera, buttons, timers and touch only put messages here; one thread empties it and decides."""

from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from engine.boss_monster.commands import Command
from engine.core.commands import Redo, Undo
from engine.core.observations import TableSeen
from hw.panel import Button


@dataclass(frozen=True, slots=True)
class TableSaw:
    """The camera looked at the table."""

    seen: TableSeen


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No pictures at the moment; `reason` says what to check."""

    reason: str


@dataclass(frozen=True, slots=True)
class CameraSees:
    """The camera is back, but what it sees means nothing yet: people only look through it."""


@dataclass(frozen=True, slots=True)
class EyeBlinked:
    """The eye crashed or hung, and a new one is at work already; `reason` says what happened."""

    reason: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button, its key or its place on the screen."""

    button: Button


@dataclass(frozen=True, slots=True)
class Chosen:
    """A player picked an answer to the pending question."""

    choice: str


@dataclass(frozen=True, slots=True)
class Ordered:
    """A person gives a command directly: a correction, an undo, a redo."""

    command: Command | Undo | Redo


Message: TypeAlias = TableSaw | CameraLost | CameraSees | EyeBlinked | Pressed | Chosen | Ordered


class Inbox:
    """Messages in the order in which they came. Any thread may put, one takes."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Message] = SimpleQueue()

    def put(self, message: Message) -> None:
        """Add a message; never waits."""
        self._queue.put(message)

    def take_all(self) -> list[Message]:
        """Everything that has come; never waits."""
        messages: list[Message] = []
        while True:
            try:
                messages.append(self._queue.get_nowait())
            except Empty:
                return messages
