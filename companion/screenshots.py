"""Pictures of every screen: `make screenshots`, or `python -m companion.screenshots FOLDER`.

Each picture is a real window drawn offscreen, one process per size; a few scenes are also shown by daylight.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion import wiring
from companion.phrasebook import LANGUAGES
from companion.scenes import SCENES, scene_view

SIZES = ((800, 480), (1280, 720), (720, 1280))
FRAMES_TO_SETTLE = 4
"""Kivy draws a frame before it knows the size of the window."""
BY_DAYLIGHT = ("table", "bait", "adventure", "victory", "start", "new")
SHOWN_IN_DOCS = (
    "table_en_1280x720.png",
    "start_en_800x480.png",
    "new_en_800x480.png",
    "touch_room_en_800x480.png",
    "bait_en_800x480.png",
    "adventure_en_800x480.png",
    "victory_en_800x480.png",
    "why_player_en_800x480.png",
    "table_bright_de_800x480.png",
    "table_de_720x1280.png",
    "night_en_800x480.png",
    "finale_de_800x480.png",
    "history_en_800x480.png",
    "question_seen_en_800x480.png",
)
"""Pictures that the documents show."""


def file_name(scene: str, language: str, size: tuple[int, int], theme: str = "dark") -> str:
    """The name of a picture."""
    light = "" if theme == "dark" else f"_{theme}"
    return f"{scene}{light}_{language}_{size[0]}x{size[1]}.png"


def shots(scenes: Sequence[str], languages: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Scene, language and theme of every picture of one size."""
    for scene in scenes:
        for language in languages:
            yield scene, language, "dark"
        if scene in BY_DAYLIGHT:
            yield scene, languages[0], "bright"


def take_pictures(folder: Path, size: tuple[int, int], wanted: Sequence[tuple[str, str, str]]) -> None:
    """Draw the scenes in a real window offscreen and store the pictures. Once per process: Kivy has one window."""
    from companion.screens.environment import prepare

    with tempfile.TemporaryDirectory() as home:
        prepare(Path(home), size)
        from kivy.app import App
        from kivy.clock import Clock

        from companion.screens.stage import Stage

        stage, box = Stage(), wiring.open_box()  # type: ignore[no-untyped-call]

        def script() -> Iterator[int]:
            yield from range(FRAMES_TO_SETTLE)
            for scene, language, theme in wanted:
                stage.present(scene_view(scene, box, language), theme, 0.0)
                yield from range(FRAMES_TO_SETTLE)
                stage.export_to_png(str(folder / file_name(scene, language, size, theme)))

        class Gallery(App):  # type: ignore[misc]
            """A window that shows one scene after the other."""

            def build(self) -> Stage:
                """The stage on which they are shown."""
                return stage

        gallery, steps = Gallery(), script()
        Clock.schedule_interval(lambda _: gallery.stop() if next(steps, None) is None else None, 0)
        gallery.run()


def main(arguments: list[str] | None = None) -> int:
    """Take all pictures, each size in its own process."""
    parser = argparse.ArgumentParser(prog="python -m companion.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scene", action="append", choices=SCENES, help="only this scene; may be repeated")
    parser.add_argument("--lang", action="append", choices=LANGUAGES, help="only this language; may be repeated")
    parser.add_argument("--docs", type=Path, metavar="FOLDER", help="copy the pictures of the documents here")
    parser.add_argument("--only", help="one size: width,height (used for the single processes)")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    scenes, languages = chosen.scene or SCENES, chosen.lang or LANGUAGES
    if chosen.only:
        width, height = map(int, chosen.only.split(","))
        take_pictures(chosen.folder.resolve(), (width, height), list(shots(scenes, languages)))
        return 0
    for size in SIZES:
        _in_own_process(chosen.folder, size, scenes, languages)
    for name in SHOWN_IN_DOCS if chosen.docs else ():
        shutil.copyfile(chosen.folder / name, chosen.docs / name)
    return 0


def _in_own_process(folder: Path, size: tuple[int, int], scenes: Sequence[str], languages: Sequence[str]) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    command = [sys.executable, "-m", "companion.screenshots", str(folder), "--only", f"{size[0]},{size[1]}"]
    for scene in scenes:
        command += ["--scene", scene]
    for language in languages:
        command += ["--lang", language]
    subprocess.run(command, env=environment, check=True)
    print(folder, f"{size[0]}x{size[1]}", len(list(shots(scenes, languages))), "pictures")


if __name__ == "__main__":
    sys.exit(main())
