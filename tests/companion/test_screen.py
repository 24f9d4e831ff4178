"""The real window, drawn offscreen: first frame, touches, keys, and text that stays in its box.

Kivy has one window per process, so each size is probed in a process of its own: this file is also its script.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.screens.environment import inputs, prepare
from companion.screens.icons import LARGE, SMALL, rows_of
from companion.screens.lettering import GLYPHS, HEIGHT, can_letter, letter_rows
from companion.screens.palette import INK, INK_DARK, INK_DIM, NIGHT, PIXELS, PLAYERS, STONE, Colour

ROOT = Path(__file__).parents[2]
SIZES = [(800, 480), (1280, 720), (720, 1280)]


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def probe(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What happened in a real window of this size."""
    width, height = request.param
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    command = [sys.executable, "-m", "tests.companion.test_screen", str(width), str(height)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {**found, "asked_size": [width, height]}


def test_the_window_has_the_size_that_was_asked_for(probe: dict[str, Any]) -> None:
    assert probe["size"] == probe["asked_size"]


def test_the_first_frame_is_no_empty_wall(probe: dict[str, Any]) -> None:
    assert probe["colours"] > 20


def test_a_tap_on_each_button_is_passed_on(probe: dict[str, Any]) -> None:
    assert probe["tapped"] == ["next", "pass", "undo", "repeat"]


def test_keys_stand_for_the_buttons(probe: dict[str, Any]) -> None:
    assert probe["keys"] == ["next", "next", "next", "pass", "undo", "undo", "repeat", "language", "redo"]


def test_an_answer_can_be_tapped_and_typed(probe: dict[str, Any]) -> None:
    assert probe["chosen"] == ["discard", "take_back"]


def test_a_tap_beside_the_answers_does_nothing(probe: dict[str, Any]) -> None:
    assert probe["beside"] == []


def test_answers_are_large_enough_for_fingers(probe: dict[str, Any]) -> None:
    assert min(side for size in probe["answer_sizes"] for side in size) >= 64


def test_no_text_leaves_its_box(probe: dict[str, Any]) -> None:
    assert probe["too_large"] == []


def test_no_text_lies_on_another(probe: dict[str, Any]) -> None:
    assert probe["overlapping"] == []


def test_nothing_is_cut_off_in_an_ordinary_game(probe: dict[str, Any]) -> None:
    assert probe["cut"] == []


def test_an_unchanged_view_is_not_drawn_again(probe: dict[str, Any]) -> None:
    assert probe["drawn_again"] == 0


def test_escape_closes_the_window(probe: dict[str, Any]) -> None:
    assert probe["closed_by_key"]


# Pictures and colours, without a window


def test_every_picture_is_square_and_uses_known_colours() -> None:
    for name in (*SMALL, *LARGE):
        rows = rows_of(name)
        assert {len(row) for row in rows} == {len(rows)} == {12 if name in LARGE else 8}, name
        assert set("".join(rows)) <= {*PIXELS, ".", "x"}, name


def test_our_letters_are_all_equally_high() -> None:
    assert all(len(glyph) == HEIGHT and len({len(row) for row in glyph}) == 1 for glyph in GLYPHS.values())
    assert can_letter("Rundenstart: Ärger 3/4!")
    assert not can_letter("Łódź")
    assert len(letter_rows("Łódź")) == HEIGHT


def test_text_can_be_read_on_its_ground() -> None:
    for ground in (NIGHT, STONE):
        assert contrast(INK, ground) >= 4.5
        assert contrast(INK_DIM, ground) >= 4.5
    for plate in PLAYERS:
        assert contrast(INK_DARK, plate) >= 4.5


def contrast(one: Colour, two: Colour) -> float:
    """The contrast of two colours as web pages measure it: 1 to 21."""

    def luminance(colour: Colour) -> float:
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("environment", "reads_touches_itself"),
    [
        ({"DISPLAY": ":0"}, False),
        ({"WAYLAND_DISPLAY": "w"}, False),
        ({"SDL_VIDEODRIVER": "offscreen"}, False),
        ({}, True),
    ],
)
def test_touches_are_read_once_only(environment: dict[str, str], reads_touches_itself: bool) -> None:
    chosen = inputs(environment, "linux")
    assert chosen["mouse"] == "mouse,disable_multitouch"
    assert any("mtdev" in value for value in chosen.values()) is reads_touches_itself


# The script


def crowded(view: Any) -> Any:
    """The same table with more of everything than fits."""
    long = "Kerberos Dirtbeard von und zu Hohenstein-Unterwalden"
    first, *others = view.players
    hero = view.town[0]
    crowd = replace(first, name=long, queue=(hero,) * 7, souls=19, wounds=14)
    todo = tuple(f"{long} an den Eingang von {long} legen" for _ in range(9))
    banners = (f"Kein Kamerabild: {long} {long} {long}", "Kein Lautsprecher: Ich schreibe nur.")
    return replace(
        view, players=(crowd, *others), town=(hero,) * 30, todo=todo, banners=banners, prompt=f"{long} {long}"
    )


class Probe:
    """Drives one window step by step, a few frames apart, and notes what happens."""

    def __init__(self, size: tuple[int, int]) -> None:
        from cards_db.loader import load_files
        from companion.phrasebook import Phrasebook
        from companion.screenshots import question_scene, walking_scene

        files = load_files()
        books = [Phrasebook(language, files.texts[language]) for language in ("de", "en")]
        self.walking = [walking_scene(files.catalog, book) for book in books]
        self.asking = [question_scene(files.catalog, book) for book in books]
        self.size, self.view, self.pressed, self.chosen = size, self.walking[0], list[str](), list[str]()
        self.app: Any = None
        self.found: dict[str, Any] = {"too_large": [], "overlapping": [], "cut": []}

    def run(self) -> dict[str, Any]:
        from kivy.clock import Clock

        from companion.screens.app import LairkeeperApp

        self.app = LairkeeperApp(
            lambda: self.view,
            lambda _: None,
            lambda button: self.pressed.append(button.value),
            self.chosen.append,
            on_language=lambda: self.pressed.append("language"),
            on_redo=lambda: self.pressed.append("redo"),
            ticks_per_s=200,
        )
        script = self.script()

        def step(_: float) -> None:
            if next(script, None) is None:
                self.app.stop()

        Clock.schedule_interval(step, 0)
        self.app.run()
        return self.found

    def script(self) -> Iterator[int]:
        """Each `yield` waits for a frame."""
        yield from range(1, 7)
        table = self.app.table
        self.found["size"] = [int(table.width), int(table.height)]
        self.found["colours"] = self.count_colours()
        yield from self.check_all_views()
        yield from self.show(self.walking[0])
        for name in ("next", "pass_turn", "undo", "repeat"):
            self.tap(*table.ids[name].center)
            yield 1
        self.found["tapped"], self.pressed[:] = list(self.pressed), []
        for number, letter in (
            (110, "n"),
            (32, " "),
            (13, "\r"),
            (112, "p"),
            (117, "u"),
            (8, ""),
            (114, "r"),
            (108, "l"),
            (121, "y"),
        ):
            self.key(number, letter)
        self.found["keys"], self.pressed[:] = list(self.pressed), []
        yield from self.answer_question()
        yield from self.count_redraws()
        self.found["closed_by_key"] = False
        self.app.bind(on_stop=lambda _: self.found.update(closed_by_key=True))
        self.key(27, "")

    def check_all_views(self) -> Iterator[int]:
        for view in (*self.walking, *self.asking):
            yield from self.show(view)
            self.check(cut=True)
        for view in (crowded(self.asking[0]), crowded(self.walking[1])):
            yield from self.show(view)
            self.check(cut=False)

    def show(self, view: Any) -> Iterator[int]:
        self.view = view
        while self.app.table.view is not view:
            yield 1
        yield from range(1, 4)

    def check(self, *, cut: bool) -> None:
        from companion.views.layout import Box

        for widget in self.app.table.painted():
            if widget.width <= 1:
                continue
            places: list[tuple[str, Box]] = []
            for drawn in widget.drawn:
                where = f"{type(widget).__name__}: {drawn.text}"
                inside = widget.box.contains(drawn.box) and drawn.width <= drawn.box.width + 1
                if not inside or drawn.height > drawn.box.height + 2:
                    self.found["too_large"].append(where)
                if cut and drawn.text.endswith("…"):
                    self.found["cut"].append(where)
                place = Box(int(drawn.x), drawn.box.y, int(drawn.width), drawn.box.height)
                self.found["overlapping"] += [f"{where} / {text}" for text, box in places if box.overlaps(place)]
                places.append((drawn.text, place))

    def answer_question(self) -> Iterator[int]:
        yield from self.show(self.asking[0])
        table = self.app.table
        self.found["answer_sizes"] = [[int(side) for side in answer.size] for answer in table.answers]
        question = table.ids.question
        self.tap(question.x + 3, question.y + 3)
        yield 1
        self.found["beside"] = [*self.pressed, *self.chosen]
        self.tap(*table.answers[1].center)
        yield 1
        self.key(49, "1")
        self.key(57, "9")
        self.found["chosen"] = list(self.chosen)

    def count_redraws(self) -> Iterator[int]:
        yield from self.show(self.walking[0])
        painted: list[Any] = []
        for widget in self.app.table.painted():
            widget.bind(data=lambda *_: painted.append(1))
        self.view = replace(self.walking[0])  # equal, but not the same
        yield from range(1, 12)
        self.found["drawn_again"] = len(painted)

    def count_colours(self) -> int:
        pixels = self.app.table.export_as_image().texture.pixels
        return len({pixels[place : place + 3] for place in range(0, len(pixels), 4 * 97)})

    def tap(self, x: float, y: float) -> None:
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()

    def key(self, number: int, letter: str) -> None:
        from kivy.core.window import Window

        Window.dispatch("on_key_down", number, 0, letter, [])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kivy_home:
        wanted = (int(sys.argv[1]), int(sys.argv[2]))
        prepare(Path(kivy_home), wanted)
        print(json.dumps(Probe(wanted).run()))
