"""The thread that looks at the table."""

import math
import threading
import time
from collections.abc import Callable, Container, Iterator

import numpy as np
import pytest

from engine.core.ids import Code
from engine.core.observations import Area, Drift, SeenCard, Spot, TableSeen, Turned
from vision.decode import Read
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.process import EyeTrouble
from vision.reader import Looker, TableReader
from vision.trouble import CameraTrouble, OutOfFrames


class _NothingToRead:
    """A reader of pictures that finds nothing, or stumbles over marked pictures."""

    name = "nothing"

    def decode(self, picture: Picture) -> list[Read]:
        if picture[0, 0] == 13:
            raise ValueError("bad picture")
        return []


class _Script:
    """A camera that does what a script says: a picture, trouble, or the end."""

    def __init__(self, steps: str) -> None:
        self._steps: Iterator[str] = iter(steps)
        self._number = 0
        self.closed_by: list[str] = []

    def read(self) -> Frame:
        self._number += 1
        step = next(self._steps, "end")
        if step == "x":
            raise CameraTrouble(f"unplugged at {self._number}")
        if step == "!":
            raise OSError("driver went mad")
        if step == "end":
            raise OutOfFrames("over")
        shade = 13 if step == "b" else 0
        return Frame(self._number, self._number * 0.1, np.full((4, 4), shade, np.uint8))

    def close(self) -> None:
        self.closed_by.append(threading.current_thread().name)


def _played(steps: str) -> tuple[list[float], list[str], _Script]:
    seen: list[float] = []
    lost: list[str] = []
    source = _Script(steps)
    reader = TableReader(
        source, Eye(_NothingToRead(), {}), lambda s: seen.append(round(s.at_s, 1)), lost.append, retry_s=0
    )
    reader.start()
    _wait_until(lambda: not reader.is_looking)
    reader.close()
    return seen, lost, source


def _wait_until(done: Callable[[], bool]) -> None:
    ticks = threading.Event()
    for _ in range(1000):
        if done():
            return
        ticks.wait(0.005)
    raise AssertionError("the reader did not come to an end")


def test_every_picture_is_looked_at_until_there_are_no_more() -> None:
    seen, lost, source = _played("...")
    assert seen == [0.1, 0.2, 0.3]
    assert lost == []
    assert source.closed_by == ["table-reader"]


def test_a_camera_that_vanishes_is_reported_once_and_comes_back() -> None:
    seen, lost, _ = _played("..xxx..x.")
    assert seen == [0.1, 0.2, 0.6, 0.7, 0.9]
    assert lost == ["unplugged at 3", "unplugged at 8"]


def test_a_picture_that_breaks_the_eye_names_the_part_and_does_not_stop_it() -> None:
    seen, lost, _ = _played(".bb.")
    assert seen == [0.1, 0.4]
    assert lost == ["eye: ValueError: bad picture"]


def test_a_driver_that_goes_mad_is_only_a_lost_camera() -> None:
    seen, lost, _ = _played(".!.")
    assert seen == [0.1, 0.3]
    assert lost == ["camera: OSError: driver went mad"]


def test_closing_ends_the_reader_promptly_even_while_it_waits_for_a_camera() -> None:
    lost = threading.Event()
    source = _Script("x" * 1000)
    reader = TableReader(source, Eye(_NothingToRead(), {}), _ignore, lambda _: lost.set(), retry_s=60)
    reader.start()
    assert lost.wait(5)
    reader.close()
    assert not reader.is_looking
    assert len(source.closed_by) == 1


def test_a_reader_that_never_began_lets_go_of_the_camera_too() -> None:
    source = _Script("")
    TableReader(source, Eye(_NothingToRead(), {}), _ignore, print).close()
    assert len(source.closed_by) == 1


class _Hanging(_Script):
    """A camera that answers when it is told to."""

    def __init__(self, steps: str) -> None:
        super().__init__(steps)
        self.asked, self.answers = threading.Event(), threading.Event()

    def read(self) -> Frame:
        self.asked.set()
        self.answers.wait(30)
        return super().read()


@pytest.mark.parametrize("late", [".", "x", "!", "b"])
def test_a_camera_that_hangs_is_left_behind_at_once_and_what_it_says_later_is_not_heard(late: str) -> None:
    source = _Hanging(late)
    heard: list[object] = []
    now = [0.0]
    eye = Eye(_NothingToRead(), {})
    reader = TableReader(source, eye, heard.append, heard.append, blinked=heard.append, clock=lambda: now[0])
    reader.start()
    assert source.asked.wait(5)
    now[0] += 1
    begun = time.monotonic()
    reader.close()
    assert time.monotonic() - begun < 0.5
    assert reader.is_looking
    source.answers.set()
    _wait_until(lambda: not reader.is_looking)
    assert heard == []
    assert source.closed_by == ["table-reader"]


def test_a_camera_that_begins_to_hang_just_now_is_left_behind_a_second_later() -> None:
    source = _Hanging("")
    reader = TableReader(source, Eye(_NothingToRead(), {}), _ignore, print)
    reader.start()
    assert source.asked.wait(5)
    begun = time.monotonic()
    reader.close()
    assert 0.5 < time.monotonic() - begun < 2
    source.answers.set()
    _wait_until(lambda: not reader.is_looking)


class _Thinker:
    """An eye that takes its time."""

    def __init__(self) -> None:
        self.is_asked, self.knows = threading.Event(), threading.Event()

    def look(self, frame: Frame) -> TableSeen:
        self.is_asked.set()
        self.knows.wait(30)
        return TableSeen((), at_s=frame.at_s)


def test_while_the_eye_thinks_the_camera_is_not_silent() -> None:
    eye, now = _Thinker(), [0.0]
    reader = TableReader(_Script("."), eye, _ignore, print, clock=lambda: now[0])
    reader.start()
    assert eye.is_asked.wait(5)
    now[0] += 9
    assert reader.silent_s == 0
    eye.knows.set()
    reader.close()


class _Sticky(_Script):
    """A camera that cannot be let go."""

    def __init__(self) -> None:
        super().__init__("")
        self.lets_go = threading.Event()

    def close(self) -> None:
        self.lets_go.wait(30)


def test_a_camera_that_cannot_be_let_go_keeps_nobody_waiting_either() -> None:
    source = _Sticky()
    begun = time.monotonic()
    reader = TableReader(source, Eye(_NothingToRead(), {}), _ignore, print)
    reader.close()
    assert time.monotonic() - begun < 2
    source.lets_go.set()
    _wait_until(lambda: not reader.is_looking)


def _ignore(_: TableSeen) -> None:
    pass


class _Lens(_Script):
    """A camera with automatic focus and exposure."""

    def __init__(self, steps: str) -> None:
        super().__init__(steps)
        self.said: list[str] = []

    def lock(self) -> None:
        self.said.append("lock")

    def adapt(self) -> None:
        self.said.append("adapt")

    def unlock(self) -> None:
        self.said.append("unlock")


class _Told:
    """An eye that is told what it sees, picture by picture."""

    def __init__(self, drifts: list[Drift], *, restless: Container[int] = ()) -> None:
        self._drifts, self._restless = iter(drifts), restless

    def look(self, frame: Frame) -> TableSeen:
        boss = SeenCard(Code("B"), Spot(Area.BOSS, Code("B")), Turned.UPRIGHT, 0, 0, 0)
        settled = frame.number not in self._restless
        return TableSeen((boss,), settled=settled, at_s=frame.at_s, drift=next(self._drifts, Drift.NONE))


def test_focus_and_exposure_are_held_once_the_table_is_read_and_let_go_when_it_is_lost() -> None:
    source = _Lens("." * 60)
    eye = _Told([Drift.NONE] * 20 + [Drift.LOST] * 5)
    reader = TableReader(source, eye, _ignore, print, retry_s=0)
    reader.start()
    _wait_until(lambda: not reader.is_looking)
    assert source.said == ["lock", "unlock", "lock"]


def test_when_a_lamp_was_switched_exposure_adapts_with_the_focus_held_and_is_held_anew_once_nothing_is_told() -> None:
    source = _Lens("." * 90)
    eye = _Told([Drift.NONE] * 20 + [Drift.LIGHT_CHANGED] * 40)
    reader = TableReader(source, eye, _ignore, print, retry_s=0)
    for number in range(90):
        reader._look_once()
        if number < 60:
            assert source.said == (["lock"] if number >= 13 else []) + (["adapt"] if number >= 20 else [])
    assert source.said == ["lock", "adapt", "lock"]


class _Lamp:
    """A camera below a light that changes: its pictures are well lit, unless the exposure is held.

    Held, this camera takes pictures that are lighter by `jump`: some do not keep what they had.
    """

    def __init__(self, light: Callable[[int], float], *, jump: float = 1.0, most: float = math.inf) -> None:
        self._light, self._jump, self._most = light, jump, most
        self._exposure: float | None = None
        self._number = 0
        self.shades: list[float] = []
        self.said: list[tuple[str, int]] = []

    def read(self) -> Frame:
        self._number += 1
        self.shades.append(min(self._light(self._number) * (self._exposure or self._found()), 255))
        return Frame(self._number, self._number * 0.1, np.full((4, 4), self.shades[-1], np.uint8))

    def lock(self) -> None:
        self.said.append(("lock", self._number))
        self._exposure = self._found() * self._jump

    def adapt(self) -> None:
        self.said.append(("adapt", self._number))
        self._exposure = None

    def unlock(self) -> None:
        raise AssertionError("nothing is lost")

    def close(self) -> None:
        pass

    def _found(self) -> float:
        """The exposure that the camera finds by itself, at `most` so long."""
        return min(100 / self._light(self._number), self._most)

    def times(self, what: str) -> list[int]:
        return [number for said, number in self.said if said == what]


def _watched(camera: _Lamp, eye: Looker, pictures: int) -> None:
    reader = TableReader(camera, eye, _ignore, print, retry_s=0)
    for _ in range(pictures):
        reader._look_once()


def test_at_dusk_the_exposure_follows_the_light() -> None:
    camera = _Lamp(lambda number: 2 ** (-number / 2000))
    _watched(camera, _Told([]), 8000)
    assert min(camera.shades) > 100 * 2**-0.5
    assert len(camera.times("adapt")) == 8  # four octaves, and each time nearly half an octave
    waited = [lock - adapt for adapt, lock in zip(camera.times("adapt"), camera.times("lock")[1:], strict=True)]
    assert waited == [14] * 8


def test_what_is_too_dark_for_the_camera_is_held_dark_and_not_chased() -> None:
    camera = _Lamp(lambda number: 1 if number < 1000 else 0.2, most=200)
    _watched(camera, _Told([]), 5000)
    assert camera.said == [("lock", 14), ("adapt", 1013), ("lock", 1027)]
    assert camera.shades[-1] == 40


def test_in_an_even_light_the_exposure_is_held_all_evening() -> None:
    camera = _Lamp(lambda number: 1 + 0.2 * math.sin(number))
    _watched(camera, _Told([]), 3000)
    assert camera.said == [("lock", 14)]


def test_a_shadow_that_passes_and_hands_above_the_table_change_nothing() -> None:
    def light(number: int) -> float:
        return 0.5 if 100 <= number < 113 or 200 <= number < 300 else 1

    camera = _Lamp(light)
    _watched(camera, _Told([], restless=range(200, 300)), 600)
    assert camera.said == [("lock", 14)]


@pytest.mark.parametrize("jump", [0.4, 2.5])
def test_a_camera_whose_picture_changes_when_it_is_held_is_soon_left_to_itself(jump: float) -> None:
    camera = _Lamp(lambda _: 1, jump=jump)
    _watched(camera, _Told([]), 20_000)
    assert len(camera.times("lock")) <= 11
    waited = [lock - adapt for adapt, lock in zip(camera.times("adapt"), camera.times("lock")[1:], strict=False)]
    assert waited == [28 * 2**times for times in range(len(waited))]
    assert sum(shade != 100 for shade in camera.shades) < 200


def test_a_lamp_that_is_switched_again_and_again_is_not_chased() -> None:
    drifts = ([Drift.NONE] * 50 + [Drift.LIGHT_CHANGED] * 10) * 100
    camera = _Lamp(lambda number: 1 + number // 60 % 2)
    _watched(camera, _Told(drifts), len(drifts))
    assert len(camera.times("lock")) <= 3


def test_a_camera_that_was_held_for_long_is_held_again_as_soon_as_at_first() -> None:
    hasty = [Drift.NONE] * 30 + [Drift.LIGHT_CHANGED]
    drifts = [*hasty, *hasty, *hasty, *[Drift.NONE] * 700, Drift.LIGHT_CHANGED]
    camera = _Lamp(lambda _: 1)
    _watched(camera, _Told(drifts), len(drifts) + 20)
    assert camera.times("lock") == [14, 31 + 28, 93 + 56, len(drifts) + 14]


class _Blind:
    """An eye that fails so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def look(self, frame: Frame) -> TableSeen:
        self.left -= 1
        if self.left >= 0:
            raise EyeTrouble("the eye crashed")
        return TableSeen((), at_s=frame.at_s)


@pytest.mark.parametrize(("times", "told"), [(2, []), (3, ["eye: the eye crashed"]), (7, ["eye: the eye crashed"])])
def test_an_eye_that_fails_again_and_again_is_told_once(times: int, told: list[str]) -> None:
    seen: list[float] = []
    lost: list[str] = []
    blinks: list[str] = []
    reader = TableReader(
        _Script("." * 9), _Blind(times), lambda s: seen.append(s.at_s), lost.append, blinked=blinks.append, retry_s=0
    )
    while reader._look_once():
        pass
    assert (lost, len(blinks), len(seen)) == (told, times, 9 - times)


class _Weak:
    """An eye that fails in every second picture."""

    looks = 0

    def look(self, frame: Frame) -> TableSeen:
        self.looks += 1
        if self.looks % 2 == 0:
            raise EyeTrouble("the eye hung")
        return TableSeen((), at_s=frame.at_s)


def test_an_eye_that_fails_now_and_again_is_told_too() -> None:
    lost: list[str] = []
    reader = TableReader(_Script("." * 8), _Weak(), _ignore, lost.append, retry_s=0)
    while reader._look_once():
        pass
    assert lost[:1] == ["eye: the eye hung"]


class _Stubborn(_Lens):
    """A camera that cannot be locked at first."""

    locked_at: tuple[int, ...] = ()

    def lock(self) -> None:
        super().lock()
        self.locked_at += (self._number,)
        if self.said == ["lock"]:
            raise OSError("busy")


def test_a_camera_that_cannot_be_locked_stops_nothing_and_is_tried_again() -> None:
    signs: list[str] = []
    camera = _Stubborn("." * 40)
    reader = TableReader(camera, _Told([]), _ignore, print, blinked=signs.append)
    while reader._look_once():
        pass
    assert camera.locked_at == (14, 28)
    assert signs == ["camera: OSError: busy"]


class _Restless(_Lens):
    """A camera whose driver goes mad once."""

    def read(self) -> Frame:
        frame = super().read()
        if frame.number == 20:
            raise OSError("driver went mad")
        return frame


def test_a_camera_that_came_back_is_locked_anew() -> None:
    camera = _Restless("." * 40)
    reader = TableReader(camera, _Told([]), _ignore, lambda _: None, retry_s=0)
    while reader._look_once():
        pass
    assert camera.said == ["lock", "lock"]
