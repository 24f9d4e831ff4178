"""The journal is the game: a list of turns. Undo drops the last, redo brings it back, both are ordinary entries."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.commands import Redo, Undo
from engine.core.copying import replace
from engine.core.errors import require

State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Event]):
    """What a command led to."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn(Generic[State, Command, Event]):
    """One accepted command with what came of it."""

    command: Command
    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class History(Generic[State, Command, Event]):
    """All that happened, and what was undone and could be done again."""

    first: State
    turns: tuple[Turn[State, Command, Event], ...] = ()
    undone: tuple[Turn[State, Command, Event], ...] = ()

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.turns[-1].state if self.turns else self.first


def advance(
    history: History[State, Command, Event],
    command: Command | Undo | Redo,
    apply: Callable[[State, Command], Step[State, Event]],
) -> History[State, Command, Event]:
    """Apply one command, or take one back. Raises `IllegalCommand` and changes nothing when it does not fit."""
    if isinstance(command, Undo):
        require(bool(history.turns), "nothing_to_undo")
        return replace(history, turns=history.turns[:-1], undone=(*history.undone, history.turns[-1]))
    if isinstance(command, Redo):
        require(bool(history.undone), "nothing_to_redo")
        return replace(history, turns=(*history.turns, history.undone[-1]), undone=history.undone[:-1])
    step = apply(history.state, command)
    return replace(history, turns=(*history.turns, Turn(command, step.state, step.events)), undone=())


def replay(
    first: State,
    commands: Iterable[Command | Undo | Redo],
    apply: Callable[[State, Command], Step[State, Event]],
) -> History[State, Command, Event]:
    """The history that these commands lead to: how a stored game is opened again."""
    history: History[State, Command, Event] = History(first)
    for command in commands:
        history = advance(history, command, apply)
    return history
