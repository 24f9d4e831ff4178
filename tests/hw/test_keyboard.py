"""Keys as buttons, in a window and in a terminal."""

import os
import pty
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hw.keyboard import HELP_KEYS, TerminalButtons, button_for_key, typed_keys
from hw.panel import Button


@pytest.mark.parametrize(
    ("key", "button"),
    [
        *[(key, Button.NEXT) for key in ("n", "N", " ", "spacebar", "enter", "\r", "\n", "numpadenter")],
        ("p", Button.PASS),
        *[(key, Button.UNDO) for key in ("u", "backspace", "\x7f", "\x08")],
        ("r", Button.REPEAT),
        ("x", None),
        ("", None),
    ],
)
def test_keys_stand_for_buttons(key: str, button: Button | None) -> None:
    assert button_for_key(key) is button


def test_every_button_has_a_key_to_show() -> None:
    assert {button_for_key(key) for key in HELP_KEYS.values()} == set(Button) == set(HELP_KEYS)


def test_arrow_keys_stand_for_nothing() -> None:
    assert typed_keys(b"\x1b[A") == []
    assert [button_for_key(key) for key in typed_keys("nüp".encode())] == [Button.NEXT, None, Button.PASS]


def until(is_true: Callable[[], bool]) -> None:
    """Wait for another thread, but not for long."""
    end = time.monotonic() + 5
    while not is_true() and time.monotonic() < end:
        time.sleep(0.005)
    assert is_true()


class OwnTerminal(TerminalButtons):
    """A terminal made for the test; the foreground belongs to whoever started the tests."""

    def can_listen(self) -> bool:
        return os.isatty(self._terminal)


def test_single_keys_of_a_terminal_are_told_without_enter() -> None:
    typist, terminal = pty.openpty()
    told: list[Button] = []
    buttons = OwnTerminal(terminal)
    buttons.listen(told.append)
    os.write(typist, b"nxpu")
    until(lambda: len(told) == 3)
    os.write(typist, b"r")
    until(lambda: len(told) == 4)
    buttons.close()
    assert told == [Button.NEXT, Button.PASS, Button.UNDO, Button.REPEAT]


def test_the_terminal_is_given_back_as_it_was() -> None:
    _typist, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    buttons = OwnTerminal(terminal)
    buttons.listen(lambda _: None)
    assert termios.tcgetattr(terminal) != before
    buttons.close()
    buttons.close()
    assert termios.tcgetattr(terminal) == before


def test_a_terminal_that_vanishes_ends_the_keys_quietly() -> None:
    typist, terminal = pty.openpty()
    buttons = OwnTerminal(terminal)
    buttons.listen(lambda _: None)
    os.close(typist)
    buttons.close()


def test_without_a_terminal_nothing_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "piped"
    file.write_text("nnn")
    told: list[Button] = []
    with file.open() as piped:
        buttons = TerminalButtons(piped.fileno())
        assert not buttons.can_listen()
        buttons.listen(told.append)
        buttons.close()
        assert piped.read() == "nnn"
    assert told == []


PROGRAM = """
import fcntl, termios, time
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from hw.keyboard import TerminalButtons
told = []
buttons = TerminalButtons()
buttons.listen(told.append)
print("ready", flush=True)
while len(told) < 2:
    time.sleep(0.01)
buttons.close()
print([button.value for button in told], flush=True)
"""


def test_a_program_that_owns_its_terminal_hears_its_keys() -> None:
    typist, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, stdin=terminal, stdout=subprocess.PIPE, start_new_session=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        os.write(typist, b"pn")
        assert running.stdout.readline() == b"['pass', 'next']\n"
    assert running.returncode == 0
    assert termios.tcgetattr(terminal) == before
