"""The benchmark of messy tables, and what it promises about hands and about a camera that comes and goes."""

import importlib
import threading
import time

import pytest

from companion import wiring
from companion.bench_mess import Course, Outcome, figures, main, measured, ready_made
from companion.bench_occlusions import occluded, settled_table
from companion.bench_report import at_share
from companion.inbox import CameraLost, Inbox, TableSaw
from companion.rehearsal import Tally
from companion.rehearse import mess_figures
from companion.world import set_up
from vision.decode import Decoder, TableDecoder, ZbarDecoder
from vision.eye import Eye
from vision.frames import Frame
from vision.mess import Mess
from vision.reader import TableReader
from vision.trouble import OutOfFrames

SMALL = Course(players=2, rounds=1, size=(1920, 1080), seed=3)
BOX = wiring.open_box()


def test_hands_over_a_settled_table_drop_no_card_and_move_none() -> None:
    found = occluded(settled_table(BOX, 2, 3, "read"), 25, seed=3)
    assert found.stickers > 10
    assert not found.complaints
    assert (found.times, found.dropped, found.moved, found.states, found.questions) == (25, 0, 0, 0, 0)


def test_the_figures_stand_beside_what_was_promised() -> None:
    tally = Tally(checkpoints=20, right=19, asked=1, questions=1, rounds=2, waits_ms=[214, 429, 700], looks_ms=[9, 12])
    found = {figure.name.strip(): figure for figure in figures(Outcome(tally, False, 5.0, {"zbar": 50.0}))}
    assert found["settled tables right without a question"].verdict == "NOT MET"
    assert found["wrong without asking"].verdict == "met"
    assert found["questions per round"].value == "0.50"
    assert found["wait from hand gone to verdict, 95 % (ms)"].value == "700", "few waits hide no long one"
    assert found["of zbar"].value == "0.10"


def test_a_share_of_values_is_told_by_the_nearest_rank() -> None:
    assert [at_share(range(1, 21), share) for share in (0, 0.05, 0.5, 0.95, 1)] == [1, 1, 10, 19, 20]
    assert at_share((700, 214, 429), 0.95) == 700
    assert at_share((214, 429), 0.5) == 214
    assert at_share((), 0.95) == 0
    found = mess_figures(Tally(waits_ms=[700, 214, 429], looks_ms=[12, 9]))
    assert (found["wait_ms_p95"], found["look_ms_p95"]) == (700, 12)


def test_a_reader_that_is_not_installed_is_told() -> None:
    def missing() -> Decoder:
        return ZbarDecoder(lambda: importlib.import_module("no_zbar_here"))

    peers = ready_made(missing)
    assert (list(peers), peers["zbar"]) == (["zxing-cpp", "zbar"], None)
    found = {figure.name.strip(): figure.value for figure in figures(Outcome(Tally(), False, 5.0, {"zbar": None}))}
    assert found["of zbar"] == "not installed"


def test_one_kind_of_mess_is_measured_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--size", "1920x1080", "--rounds", "1", "--mess", "warm", "--occlusions", "0"]) == 0
    shown = capsys.readouterr().out
    assert "\nwarm\n" in shown
    assert "NOT MET" not in shown
    assert "of zxing-cpp" in shown


def test_a_kind_of_mess_that_does_not_exist_is_refused_with_the_list_of_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--mess", "snow"])
    told = capsys.readouterr().err
    assert "no such mess: snow" in told
    assert "hero-on-room" in told


def test_without_mess_every_table_is_right_at_once() -> None:
    outcome = measured(BOX, SMALL, Mess())
    assert outcome.tally.right == outcome.tally.checkpoints
    assert not outcome.stuck
    assert max(outcome.tally.waits_ms) < 500
    assert min(outcome.tally.waits_ms) > 0, "a verdict that a press gives at once is no wait"


def test_a_camera_that_goes_and_comes_back_is_noticed_in_time_and_changes_nothing() -> None:
    """Noticed within two seconds, back within five; here with small pictures and a few times."""
    here = set_up(2, 1, BOX.catalog, BOX.things)
    source = wiring.simulated_camera(here.table, (640, 360), 1, time.monotonic)
    inbox = Inbox()
    reader = TableReader(
        source,
        Eye(TableDecoder(), {}),
        lambda seen: inbox.put(TableSaw(seen)),
        lambda reason: inbox.put(CameraLost(reason)),
        retry_s=0.2,
    )
    reader.start()
    for _ in range(3):
        assert _waited_for(inbox, TableSaw) < 5
        source.vanish()
        assert _waited_for(inbox, CameraLost) < 2
        source.come_back()
    reader.close()


def test_a_camera_whose_driver_hangs_is_silent_and_that_can_be_told() -> None:
    source = _Hanging()
    reader = TableReader(source, Eye(TableDecoder(), {}), _ignore, _ignore)
    reader.start()
    threading.Event().wait(0.15)
    assert reader.silent_s > 0.1
    source.close()
    reader.close()


def _ignore(_: object) -> None:
    pass


class _Hanging:
    """A camera whose driver does not answer until it is let go."""

    def __init__(self) -> None:
        self._gone = threading.Event()

    def read(self) -> Frame:
        self._gone.wait(30)
        raise OutOfFrames("let go")

    def close(self) -> None:
        self._gone.set()


def _waited_for(inbox: Inbox, kind: type) -> float:
    begun = time.monotonic()
    while time.monotonic() - begun < 20:
        if any(isinstance(message, kind) for message in inbox.take_all()):
            return time.monotonic() - begun
        threading.Event().wait(0.01)
    raise AssertionError(f"no {kind.__name__} came")
