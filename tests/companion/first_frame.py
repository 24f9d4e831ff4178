"""The very command that opens the table, until its first frame is drawn: how much work is that?

python -m tests.companion.first_frame

Prints one line of JSON: seconds of work of the whole process, from its beginning on, and the screen that is shown.
Loads nothing that the command itself does not load.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import companion.window
from companion.__main__ import main

if TYPE_CHECKING:
    from companion.evening import Evening

open_window = companion.window.open_window


def open_until_drawn(evening: "Evening", home: Path, size: tuple[int, int], fullscreen: bool) -> str:
    """Open the real window and close it after its first frame."""
    from companion.screens.environment import prepare

    prepare(home, size, fullscreen=fullscreen)
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    def drawn(_: float) -> None:
        work_s, app = time.process_time(), App.get_running_app()
        print(json.dumps({"work_s": round(work_s, 2), "screen": type(app.stage.screen).__name__}), flush=True)
        app.stop()

    Window.bind(on_flip=lambda _: Clock.schedule_once(drawn))
    return open_window(evening, home, size, fullscreen)


if __name__ == "__main__":
    companion.window.open_window = open_until_drawn
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(main(["play", "--data", folder]))
