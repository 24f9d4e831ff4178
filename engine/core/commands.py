"""Commands that every game shares. A command is an order to the game; applying it gives a new state and events."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step that can be taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what the last undo took back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's answer to the pending question: one of its choices."""

    choice: str
