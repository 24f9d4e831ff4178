"""The keyboard as a panel: which key stands for which button, and single keys from a terminal."""

import atexit
import contextlib
import os
import select
import termios
import threading
import tty
from collections.abc import Callable
from typing import Any

from hw.panel import REACT, Button

# Letters as typed, the names a window gives to the other keys, and what a terminal sends for them.
KEYS: dict[str, Button] = {
    **dict.fromkeys(("n", " ", "spacebar", "enter", "numpadenter", "\r", "\n"), Button.NEXT),
    "p": Button.PASS,
    **dict.fromkeys(("u", "backspace", "\x7f", "\x08"), Button.UNDO),
    "r": Button.REPEAT,
    **dict(zip("asdfgh", REACT, strict=True)),
    **{f"f{seat}": button for seat, button in enumerate(REACT, start=1)},
}
HELP_KEYS: dict[Button, str] = {
    Button.NEXT: "n",
    Button.PASS: "p",
    Button.UNDO: "u",
    Button.REPEAT: "r",
    **dict(zip(REACT, "asdfgh", strict=True)),
}


def button_for_key(key: str) -> Button | None:
    """The button a key stands for, whether typed in a window or a terminal."""
    return KEYS.get(key.lower())


class TerminalButtons:
    """Single keys from a terminal, without Enter. Where nobody can type it stays silent and changes nothing."""

    def __init__(self, terminal: int = 0) -> None:
        self._terminal = terminal
        self._settings: list[Any] | None = None
        self._thread: threading.Thread | None = None
        self._wake_read, self._wake_write = -1, -1

    def can_listen(self) -> bool:
        """Whether somebody can type here: a terminal, and we are in its foreground."""
        try:
            return os.isatty(self._terminal) and os.tcgetpgrp(self._terminal) == os.getpgrp()
        except OSError:
            return False

    def listen(
        self,
        pressed: Callable[[Button], None],
        other: Callable[[str], None] | None = None,
        is_typing: Callable[[], bool] = lambda: False,
    ) -> None:
        """Call `pressed` once for every key that stands for a button, and `other` for other keys, until `close`.

        While somebody is typing a word every key goes to `other`.
        """
        self.close()
        if not self.can_listen():
            return
        self._settings = termios.tcgetattr(self._terminal)
        atexit.register(self.close)  # a terminal left without echo is useless to its owner
        tty.setcbreak(self._terminal, termios.TCSADRAIN)
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(
            target=self._read, args=(pressed, other, is_typing, self._wake_read), name="keys", daemon=True
        )
        self._thread.start()

    def _read(
        self,
        pressed: Callable[[Button], None],
        other: Callable[[str], None] | None,
        is_typing: Callable[[], bool],
        wake: int,
    ) -> None:
        with contextlib.suppress(OSError):  # the terminal was closed: no more keys will come
            while True:
                ready, _, _ = select.select([self._terminal, wake], [], [])
                typed = os.read(self._terminal, 64) if wake not in ready else b""
                if not typed:
                    return
                for key in typed_keys(typed):
                    button = None if is_typing() else button_for_key(key)
                    if button is not None:
                        pressed(button)
                    elif other is not None:
                        other(key)

    def close(self) -> None:
        """Give the terminal back as it was."""
        if self._settings is None:
            return
        os.write(self._wake_write, b".")
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=1)
        with contextlib.suppress(termios.error, OSError):  # its window may be gone
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._settings)
        os.close(self._wake_read)
        os.close(self._wake_write)
        self._settings, self._thread = None, None
        atexit.unregister(self.close)


def typed_keys(typed: bytes) -> list[str]:
    """The keys in what a terminal sent; arrow and function keys send a whole sequence, which stands for nothing."""
    return [] if typed.startswith(b"\x1b") and len(typed) > 1 else list(typed.decode(errors="replace"))
