"""`lairkeeper play` on machines without camera, screen, buttons or loudspeaker, and with a broken one."""

import argparse
import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import devices, wiring
from companion.evening import Evening
from companion.play import add_arguments
from engine.boss_monster.events import TurnOrderSet
from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase, State
from hw.panel import Button
from vision.frames import FrameSource
from vision.simulated import SimulatedSource
from vision.trouble import CameraTrouble

COMMAND = [sys.executable, "-m", "companion", "play"]


def environment(**more: str) -> dict[str, str]:
    """No screen, whatever the machine has."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return {**{name: value for name, value in os.environ.items() if name not in hidden}, "LC_ALL": "C.UTF-8", **more}


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(["--players", "2", "--seed", "3", "--lang", "en", *given])


@pytest.fixture(scope="module")
def box() -> wiring.Box:
    return wiring.open_box()


class Table:
    """An evening whose loop is driven by the test."""

    def __init__(self, box: wiring.Box, folder: Path, *given: str, camera: FrameSource | None = None) -> None:
        nobody = CameraTrouble("no camera is plugged in")
        self.evening = Evening(arguments("--data", str(folder), *given), box, camera or nobody)

    def state(self) -> State:
        return self.evening.session.host.state

    def wait_for(self, phase: Phase, seconds: float = 60) -> None:
        limit = time.monotonic() + seconds
        while self.state().phase is not phase:
            assert time.monotonic() < limit, f"still in {self.state().phase}"
            self.evening.tick()
            time.sleep(0.01)


def test_without_any_hardware_the_table_plays_by_itself_and_says_what_is_missing(tmp_path: Path) -> None:
    call = [*COMMAND, "--players", "2", "--seed", "3", "--rounds", "1", "--lang", "en", "--data", str(tmp_path)]
    done = subprocess.run(call, capture_output=True, text=True, env=environment(), check=True, stdin=subprocess.DEVNULL)
    for sentence in (
        "No camera found: you play on the simulated table.",
        "No buttons on this machine: use the keyboard.",
        "No screen (neither DISPLAY nor WAYLAND_DISPLAY is set): you play in the terminal.",
        "Turn order by XP:",
        "Round 1 is over.",
    ):
        assert sentence in done.stdout


def test_a_person_takes_over_and_the_hands_move_only_when_asked(box: wiring.Box, tmp_path: Path) -> None:
    table = Table(box, tmp_path)
    try:
        table.evening.press(Button.NEXT)
        table.wait_for(Phase.BUILD)
        assert table.evening.demo is not None
        assert not table.evening.demo.is_playing
        for _ in range(200):
            table.evening.tick()
            time.sleep(0.01)
        assert table.state().phase is Phase.BUILD, "nobody pressed, nothing moves"
        first = table.state().active
        table.evening.press(Button.NEXT)
        limit = time.monotonic() + 30
        while table.state().active == first and time.monotonic() < limit:
            table.evening.tick()
            time.sleep(0.01)
        assert table.state().active != first
    finally:
        table.evening.close()


def test_a_switched_off_game_is_resumed_at_the_same_step(box: wiring.Box, tmp_path: Path) -> None:
    table = Table(box, tmp_path)
    table.wait_for(Phase.BUILD)
    before = table.state()
    table.evening.close()
    again = Table(box, tmp_path)
    try:
        assert again.state() == before
        assert isinstance(again.evening.session.host.game.history.turns[0].events[0], TurnOrderSet)
    finally:
        again.evening.close()
    fresh = Table(box, tmp_path, "--new")
    assert fresh.state().phase is Phase.SETUP
    fresh.evening.close()


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(
    box: wiring.Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    table = Table(box, blocked)
    try:
        table.wait_for(Phase.BUILD)
        assert "The game is not being saved" in capsys.readouterr().out
        assert any("not being saved" in banner for banner in table.evening.session.view().banners)
    finally:
        table.evening.close()


def test_a_camera_that_vanishes_harms_nothing(box: wiring.Box, tmp_path: Path) -> None:
    table = Table(box, tmp_path)
    try:
        table.wait_for(Phase.BUILD)
        assert table.evening.demo is not None
        table.evening.demo.is_playing = False
        source: SimulatedSource = table.evening.demo.source
        before = table.state()
        source.vanish()
        limit = time.monotonic() + 10
        while not table.evening.session.host.camera_trouble and time.monotonic() < limit:
            table.evening.tick()
        assert any("unplugged" in banner for banner in table.evening.session.view().banners)
        source.come_back()
        while table.evening.session.host.camera_trouble and time.monotonic() < limit + 10:
            table.evening.tick()
        assert table.evening.session.host.camera_trouble == ""
        assert table.state() == before
    finally:
        table.evening.close()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--camera", "/no/such/folder"], "no such folder or video"),
        (["--names", "Ada"], "two to six different names"),
        (["--players", "5"], "need Crash Landing"),
        (["--players", "6", "--sets", "crash_landing"], "Expansions need"),
        (["--names", "Ada,Ben", "--players", "3"], "2 names for 3 players"),
        (["--size", "huge"], "is no picture size"),
    ],
)
def test_wrong_use_is_explained(given: list[str], message: str, tmp_path: Path) -> None:
    call = [*COMMAND, "--data", str(tmp_path), *given]
    done = subprocess.run(call, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_card_file_is_named_with_card_and_key(tmp_path: Path) -> None:
    """The database is copied and broken; the companion refuses to start and says where."""
    root = Path(__file__).parent.parent.parent
    for package in ("engine", "cards_db", "vision", "hw", "companion"):
        shutil.copytree(root / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    rooms = tmp_path / "cards_db/boss_monster/cards/base/rooms.toml"
    rooms.write_text(rooms.read_text(encoding="utf-8").replace("damage = 1", 'damage = "lots"', 1), encoding="utf-8")
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=environment(), cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    for word in ("rooms.toml", "bm.room.", "damage"):
        assert word in done.stderr


def test_keys_answer_in_a_real_terminal(tmp_path: Path) -> None:
    """l changes the language, q ends the evening; the terminal is given back."""
    master, slave = pty.openpty()
    call = [*COMMAND, "--terminal", "--players", "2", "--seed", "3", "--lang", "en", "--data", str(tmp_path)]
    child = subprocess.Popen(
        call,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(),
        start_new_session=False,
        preexec_fn=lambda: _own_terminal(slave),
    )
    os.close(slave)
    try:
        seen = _read_until(master, "may build now")
        assert "you play in the terminal" in seen
        os.write(master, b"lt")
        assert "Stadt:" in _read_until(master, "Stadt:")
        os.write(master, b"q")
        assert child.wait(timeout=30) == 0
    finally:
        child.kill()
        os.close(master)


def _own_terminal(slave: int) -> None:
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


def _read_until(master: int, words: str, seconds: float = 60) -> str:
    text, limit = "", time.monotonic() + seconds
    while words not in text and time.monotonic() < limit:
        ready, _, _ = select.select([master], [], [], 0.5)
        if ready:
            text += os.read(master, 4096).decode(errors="replace")
    assert words in text
    return text


def test_an_explicit_camera_is_never_replaced_by_another(tmp_path: Path) -> None:
    missing = devices.find_camera("webcam", time.monotonic)
    assert isinstance(missing, CameraTrouble)
    empty = devices.find_camera("auto", time.monotonic, devices=tmp_path)
    assert isinstance(empty, CameraTrouble)
    assert "no camera" in str(empty)


def test_a_screen_is_recognised_by_its_environment() -> None:
    assert devices.why_no_screen({}, "linux")
    assert not devices.why_no_screen({"DISPLAY": ":0"}, "linux")
    assert not devices.why_no_screen({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert not devices.why_no_screen({}, "darwin")


def test_simulated_pictures_are_as_large_as_the_table_needs() -> None:
    four, six = ("Ada", "Ben", "Cem", "Dora"), ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay")
    base, more = ("base",), ("base", "crash_landing")
    wanted = [
        wiring.simulated_size(Options(names, sets=sets))[0] for names, sets in ((four, base), (four, more), (six, more))
    ]
    assert wanted == sorted(set(wanted)), "more boxes have smaller stickers, and more people a larger table"
    assert wanted[0] >= 1920
