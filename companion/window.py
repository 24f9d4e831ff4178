"""The table in a window."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.evening import Evening


def open_window(evening: "Evening", home: Path, size: tuple[int, int], fullscreen: bool) -> str:
    """Show the table until the window is closed. Gives the reason when no window can be opened."""
    from companion.screens.environment import prepare

    prepare(home, size, fullscreen=fullscreen)
    from kivy.core.window import Window

    if Window is None:
        return "no window can be opened here"
    from companion.screens.app import LairkeeperApp

    evening.has_window = True
    LairkeeperApp(evening.desk, evening.tick, evening.act, evening.press, evening.redo).run()
    return ""
