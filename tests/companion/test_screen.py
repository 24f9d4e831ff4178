"""The real window, drawn offscreen: every screen in every size and language, whole games by finger, and the keyboard.

Kivy has one window per process, so `tests.companion.window` does the work and this file judges what it found.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import OURS, House, Machine, compile_ours
from companion.screens.environment import inputs
from companion.screens.icons import LARGE, PICTURES, rows_of
from companion.screens.lettering import GLYPHS, HEIGHT, can_letter, dot_row, letter_rows
from companion.screens.theme import PIXELS
from engine.boss_monster.cards import HeroClass, Treasure
from engine.boss_monster.state import Phase

ROOT = Path(__file__).parents[2]
SIZES = [(800, 480), (1280, 720), (720, 1280)]


def in_a_window(*call: str, seconds: float = 300) -> dict[str, Any]:
    """What happened in a window of its own process."""
    found: dict[str, Any] = json.loads(printed("tests.companion.window", *call, seconds=seconds)[-1])
    return found


def printed(module: str, *call: str, seconds: float, home: Path = ROOT, **environment: str) -> list[str]:
    """What a program prints that draws offscreen."""
    done = subprocess.run(
        [sys.executable, "-m", module, *call],
        cwd=home,
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen", **environment},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


# Every scene in every size and both languages


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def scenes(request: pytest.FixtureRequest) -> dict[str, Any]:
    width, height = request.param
    return {**in_a_window("scenes", str(width), str(height)), "asked_size": [width, height]}


def test_the_window_has_the_size_that_was_asked_for(scenes: dict[str, Any]) -> None:
    assert scenes["size"] == scenes["asked_size"]
    assert scenes["colours"] > 20
    assert scenes["shown"] > 60


def test_no_text_leaves_its_box(scenes: dict[str, Any]) -> None:
    assert scenes["too_large"] == []


def test_no_text_lies_on_another(scenes: dict[str, Any]) -> None:
    assert scenes["overlapping"] == []


def test_no_text_lies_on_a_picture(scenes: dict[str, Any]) -> None:
    assert scenes["on_pictures"] == []


def test_no_text_is_cut_off(scenes: dict[str, Any]) -> None:
    assert scenes["cut"] == []


def test_everything_to_tap_is_as_large_as_a_fingertip(scenes: dict[str, Any]) -> None:
    assert scenes["small"] == []


def test_everything_to_tap_answers_a_tap(scenes: dict[str, Any]) -> None:
    assert scenes["deaf"] == []


def test_a_long_press_opens_correct_and_is_no_tap(scenes: dict[str, Any]) -> None:
    assert scenes["held"] == ["go:correct:p2"]


def test_a_tap_on_a_card_in_the_live_picture_corrects_this_card(scenes: dict[str, Any]) -> None:
    assert scenes["touched"] == scenes["meant"]
    assert len(scenes["touched"]) > 25
    assert scenes["touched"][-1] == []


def test_the_hero_walks_or_stands_as_the_group_likes_it(scenes: dict[str, Any]) -> None:
    assert scenes["walked"] > 3
    assert scenes["jumped"] == 2


def test_everything_to_tap_is_reached_with_the_keyboard(scenes: dict[str, Any]) -> None:
    assert scenes["unreachable"] == []


# Whole evenings


@pytest.fixture(scope="module", params=["de", "en"])
def by_touch(request: pytest.FixtureRequest) -> dict[str, Any]:
    return in_a_window("touch", request.param)


def test_a_finger_plays_a_whole_game_of_four_by_touch_alone(by_touch: dict[str, Any]) -> None:
    assert (by_touch["phase"], by_touch["players"], by_touch["screen"]) == ("over", 4, "EndingScreen")


def test_a_tap_is_answered_at_once(by_touch: dict[str, Any]) -> None:
    """Measured as work of the window's thread, so that a busy machine does not count."""
    assert by_touch["p95_work_ms"] < 100


def test_a_long_game_stays_small(by_touch: dict[str, Any]) -> None:
    assert by_touch["memory_mb"] < 350


def test_game_after_game_the_memory_stays_where_it_is() -> None:
    """Without the library that draws, whose own memory goes up and down; docs/screen.md has the figures with it."""
    lines = printed("tests.long_evening", "--games", "5", seconds=300, KIVY_GL_BACKEND="mock")
    second, *_, last = [json.loads(line) for line in lines[1:5]]
    assert last["game"] == 5
    assert last["rss_mb"] - second["rss_mb"] < 2
    for counted in ("objects", "blocks"):
        assert last[counted] < 1.04 * second[counted], counted


@pytest.fixture(scope="module")
def watched() -> dict[str, Any]:
    """A whole game while the real reader reads recorded pictures of twelve million pixels."""
    first, *_ = printed("tests.long_evening", "--games", "1", "--camera", "recorded", seconds=300)
    return dict(json.loads(first))


def test_the_whole_app_with_a_camera_at_full_size_stays_small(watched: dict[str, Any]) -> None:
    """Window, nursery and eye together, while the real reader reads recorded pictures of twelve million pixels."""
    assert watched["app_mb"] < 350


def test_the_screen_stays_smooth_while_the_camera_is_read(watched: dict[str, Any]) -> None:
    """Sixty frames a second leave the window's thread 16 ms for each: reading is done elsewhere, and not waited for.
    Counted as work, so that a busy machine matters little."""
    assert watched["frame_work_ms"] < 1000 / 60 / 2
    assert watched["frames_per_s"] > 20


def test_the_whole_app_on_the_simulated_table_stays_small() -> None:
    """It draws the pictures itself. Without the library that draws the screen, whose 55 MB go up and down."""
    drawn = ("--games", "1", "--camera", "pictures")
    first, *_ = printed("tests.long_evening", *drawn, seconds=300, KIVY_GL_BACKEND="mock")
    assert json.loads(first)["app_mb"] < 350 - 50


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_finger_plays_a_whole_game_with_the_camera_watching(language: str) -> None:
    found = in_a_window("camera", language)
    assert (found["phase"], found["players"], found["screen"]) == ("over", 4, "EndingScreen")
    assert found["memory_mb"] < 350


@pytest.mark.parametrize(
    ("language", "leads", "wins", "kept"),
    [
        ("de", "Anna führt: 1 Sieg.", "Anna gewinnt den Abend: 2 Siege, 2 Spiele.", "Spieleabend: Anna"),
        ("en", "Anna leads with 1 win.", "Anna wins the night: 2 wins in 2 games.", "Game night: Anna"),
    ],
)
def test_a_finger_plays_a_whole_game_night(language: str, leads: str, wins: str, kept: str) -> None:
    """Two games of one round: the winning souls are entered with a long press and taps, like any correction."""
    found = in_a_window("night", language)
    assert found["rounds"] == [1, 1]
    assert found["standings"]["prompt"].endswith(leads)
    assert [found[name]["games"] for name in ("standings", "standings_after_two", "finale")] == [1, 2, 2]
    for name, souls in (("standings", 10), ("finale", 20)):
        (place, winner, most, has_won), (_, other, fewer, _) = found[name]["rows"]
        assert (place, winner, has_won, other) == (1, "Anna", True, "Ben")
        assert most >= souls > fewer
    assert found["finale"]["prompt"] == wins
    assert found["history"]["labels"] == [kept]
    assert found["people"]["labels"] == ["Anna", "Ben"]
    assert found["game"]["labels"] == ["1. Anna", "2. Ben"]
    assert found["game"]["has_code"]
    assert found["start"]["title"] == "Lairkeeper"


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_newcomer_sees_the_first_bait_after_nine_taps(language: str) -> None:
    """A dozen would be many; README.md and docs/screen.md tell how many it takes."""
    found = in_a_window("newcomer", language)
    assert found["screen"] == "BaitScreen"
    assert found["taps"] == 9


def test_the_first_frame_comes_soon(tmp_path: Path) -> None:
    """The real command in a fresh copy, as the set-up leaves it: the very first start, and the second.

    Measured as work of the process, so that a busy machine does not count.
    """
    fresh = House(tmp_path / "fresh")
    for name in (*OURS, "tests"):
        shutil.copytree(ROOT / name, fresh.root / name, ignore=shutil.ignore_patterns("__pycache__"))
    fresh.venv.symlink_to(sys.prefix)
    compile_ours(fresh, Machine())
    for _ in range(2):
        start = json.loads(printed("tests.companion.first_frame", seconds=120, home=fresh.root)[-1])
        assert start["screen"] == "PageScreen"
        assert start["work_s"] < 1.5


def test_keys_stand_for_buttons_places_and_answers() -> None:
    found = in_a_window("keys")
    assert found["pressed"] == ["next", "pass", "undo", "undo", "repeat", "react_1", "react_6", "react_1"]
    assert found["acted"] == ["toggle:language", "go:menu", "back", "answer:take_back", "answer:allow"]
    assert found["redone"] == 1
    assert found["held"] == "go:correct:p1"
    assert found["typed"] == "Ada"
    assert found["closed"]


# Pictures and letters, without a window


def test_every_picture_is_square_and_uses_known_colours() -> None:
    for name in PICTURES:
        rows = rows_of(name)
        assert {len(row) for row in rows} == {len(rows)} == {12 if name in LARGE else 8}, name
        assert set("".join(rows)) <= {*PIXELS, ".", "x"}, name


def test_classes_treasures_and_phases_all_have_a_picture() -> None:
    wanted = {each.value for each in (*HeroClass, *Treasure)} | {f"phase_{phase.value}" for phase in Phase}
    assert wanted | {"soul", "wound", "coin", "next", "pass", "undo", "repeat", "item", "miniboss"} <= PICTURES.keys()


def test_our_letters_are_all_equally_high() -> None:
    assert all(len(glyph) == HEIGHT and len({len(row) for row in glyph}) == 1 for glyph in GLYPHS.values())
    assert can_letter("Rundenstart: Ärger 3/4!")
    assert letter_rows("Ärger") == letter_rows("Arger"), "its dots stand above it"
    assert dot_row("Ärger").startswith(".#.#.")
    assert not dot_row("Boss")
    assert not can_letter("Łódź")
    assert len(letter_rows("Łódź")) == HEIGHT


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
