"""Tell Kivy how we want it before it wakes up. Call `prepare` before importing anything else of `companion.screens`.

Kivy reads its environment and settings on import; left alone it writes into the home folder, parses our command line,
shows red dots for the mouse and quits on escape.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from vision.memory import return_large_blocks

DEFAULT_SIZE = (1280, 720)
STYLE = "style.kv"


def prepare(
    home: Path,
    size: tuple[int, int] = DEFAULT_SIZE,
    *,
    fullscreen: bool = False,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Settle Kivy's folder, window and input. `home` is where Kivy keeps its own files; it may be lost at any time."""
    return_large_blocks(larger_than=64 * 1024, kept=128 * 1024)  # pictures of text come and go
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ["KIVY_NO_ENV_CONFIG"] = "1"
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    home = _writable(home)
    os.environ["KIVY_HOME"] = str(home)
    os.environ["KIVY_DATA_DIR"] = str(_bare_data(home / "data"))
    # where no graphics chip draws: without threads of its own the drawing library needs far less memory
    os.environ.setdefault("LP_NUM_THREADS", "0")
    os.environ["KIVY_IMAGE"] = "sdl2"  # all others would be loaded too, and we have no picture files
    logging.getLogger("kivy").setLevel(logging.ERROR)  # a fresh folder is no news to anybody
    from kivy.config import Config

    for section, option, value in _settings(size, fullscreen):
        Config.set(section, option, value)
    for option in Config.options("input"):
        Config.remove_option("input", option)
    for option, value in inputs(os.environ if environment is None else environment, sys.platform).items():
        Config.set("input", option, value)
    logging.getLogger("kivy").setLevel(logging.WARNING)


def inputs(environment: Mapping[str, str], platform: str) -> dict[str, str]:
    """Kivy's input providers. Under a desktop SDL delivers touches; a second provider would double them."""
    chosen = {"mouse": "mouse,disable_multitouch"}
    has_desktop = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    is_drawn_nowhere = environment.get("SDL_VIDEODRIVER") in ("offscreen", "dummy")
    if platform.startswith("linux") and not has_desktop and not is_drawn_nowhere:
        chosen["mtdev_%(name)s"] = "probesysfs,provider=mtdev"
    return chosen


def _settings(size: tuple[int, int], fullscreen: bool) -> tuple[tuple[str, str, str], ...]:
    width, height = size
    return (
        ("graphics", "width", str(width)),
        ("graphics", "height", str(height)),
        ("graphics", "fullscreen", "auto" if fullscreen else "0"),
        ("graphics", "multisamples", "0"),
        ("graphics", "minimum_width", "480"),
        ("graphics", "minimum_height", "320"),
        ("kivy", "exit_on_escape", "0"),
        ("kivy", "log_level", "warning"),
        ("kivy", "desktop", "1"),
    )


def _bare_data(folder: Path) -> Path:
    """Kivy's data without the looks of its buttons and labels: we paint all ourselves, and reading them takes long."""
    kivy = find_spec("kivy")
    assert kivy is not None and kivy.origin is not None, "Kivy is one of the locked packages"
    folder.mkdir(exist_ok=True)
    for part in (Path(kivy.origin).parent / "data").iterdir():
        link = folder / part.name
        if part.name == STYLE:
            link.write_text("# Nothing: see companion/screens/environment.py.\n", encoding="utf-8")
        elif not link.is_symlink() or link.readlink() != part:
            _link(link, part)
    return folder


def _link(link: Path, target: Path) -> None:
    """Put a link in place of whatever is there; two windows may begin at once."""
    new = link.with_name(f"{link.name}.{os.getpid()}")
    new.symlink_to(target)
    new.replace(link)


def _writable(home: Path) -> Path:
    """Kivy insists on writing into its folder: a read-only one is replaced by a temporary one."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="lairkeeper-kivy-"))
