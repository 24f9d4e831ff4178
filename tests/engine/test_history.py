"""Undo, redo and replay."""

import pytest

from engine.core.commands import Redo, Undo
from engine.core.errors import IllegalCommand, require
from engine.core.history import History, Step, advance, replay

Entry = int | Undo | Redo


def add(state: int, command: int) -> Step[int, str]:
    """A toy game: numbers are added, negative ones are illegal."""
    require(command >= 0, "negative")
    return Step(state + command, (f"+{command}",))


def test_undo_of_everything_is_the_beginning() -> None:
    history = replay(0, [1, 2, 3], add)
    assert history.state == 6
    for _ in range(3):
        history = advance(history, Undo(), add)
    assert history.state == 0
    with pytest.raises(IllegalCommand, match="nothing_to_undo"):
        advance(history, Undo(), add)


def test_redo_brings_back_what_undo_took() -> None:
    entries: list[Entry] = [1, 2, Undo(), Undo(), Redo()]
    history: History[int, int, str] = replay(0, entries, add)
    assert history.state == 1
    assert advance(history, Redo(), add).state == 3


def test_a_new_command_forgets_what_was_undone() -> None:
    entries: list[Entry] = [1, 2, Undo(), 5]
    history: History[int, int, str] = replay(0, entries, add)
    assert history.state == 6
    with pytest.raises(IllegalCommand, match="nothing_to_redo"):
        advance(history, Redo(), add)


def test_an_illegal_command_changes_nothing() -> None:
    history: History[int, int, str] = replay(0, [4], add)
    with pytest.raises(IllegalCommand):
        advance(history, -1, add)
    assert history.state == 4
