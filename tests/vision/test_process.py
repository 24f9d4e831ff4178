"""The eye in its own process: a picture that kills, hangs or trips it costs the players a blink and nothing else."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.core.ids import Code
from engine.core.observations import TableSeen
from vision.decode import Read
from vision.eye import Eye
from vision.frames import Frame, Picture, Room
from vision.process import SHARED_MEMORY, EyeProcess, EyeTrouble
from vision.reader import TableReader
from vision.stickers import Role, StickerSpec
from vision.trouble import OutOfFrames

SLOW, CRASH, HANG, STUMBLE, FINE = 12, 13, 14, 15, 16
BOSS = Code("BOSS0001")


class Fragile:
    """A reader whose fate is decided by the first grey level of a picture."""

    name = "fragile"

    def decode(self, picture: Picture) -> list[Read]:
        match int(picture[0, 0]):
            case 12:
                time.sleep(0.8)
            case 13:
                os.kill(os.getpid(), signal.SIGSEGV)
            case 14:
                time.sleep(60)
            case 15:
                raise ValueError("bad picture")
        return [Read(BOSS, ((10, 10), (52, 10), (52, 52), (10, 52)), 1.0)]


def fragile_eye() -> Eye:
    return Eye(Fragile(), {BOSS: StickerSpec(BOSS, Role.BOSS, 20.0, 5.0, -18.0)})


def frame(kind: int, number: int = 0) -> Frame:
    return Frame(number, 0.1 * number, np.full((120, 160), kind, np.uint8))


@pytest.fixture(params=[True, False], ids=["spare", "alone"])
def eye(request: pytest.FixtureRequest) -> Iterator[EyeProcess]:
    process = EyeProcess(fragile_eye, spare=request.param, hang_s=0.3)
    yield process
    process.close()


def test_pictures_are_read_in_the_other_process(eye: EyeProcess) -> None:
    for number in range(12):
        seen = eye.look(frame(FINE, number))
    assert [card.code for card in seen.cards] == [BOSS]
    assert eye.glance is not None
    assert [read.text for read in eye.glance.reads] == [BOSS]
    assert eye.glance.quality.stickers == 1
    assert eye.restarts == 0


@pytest.mark.parametrize("spare", [True, False])
def test_a_spare_is_held_ready_if_one_is_wanted(spare: bool) -> None:
    eye = EyeProcess(fragile_eye, spare=spare)
    eye.look(frame(FINE))
    assert (eye._pid != eye._nursery.pid) == spare
    eye.close()


def test_a_picture_is_kept_once_for_both_processes(eye: EyeProcess) -> None:
    taken = frame(FINE, 7)
    held = eye.hold(taken)
    assert (held.number, held.at_s) == (taken.number, taken.at_s)
    assert np.array_equal(held.picture, taken.picture)
    taken.picture[:] = CRASH  # the camera's own copy does not matter any more
    assert isinstance(eye.look(held), TableSeen)
    again = eye.hold(frame(FINE, 8))
    assert np.shares_memory(held.picture, again.picture)


class _Endless:
    """A camera that never stops; one with a `room` puts its pictures there."""

    def __init__(self) -> None:
        self.number = 0

    def read(self) -> Frame:
        self.number += 1
        return frame(FINE + self.number % 200, self.number)

    def close(self) -> None:
        pass


class _Thrifty(_Endless):
    def __init__(self) -> None:
        super().__init__()
        self.room: Room | None = None

    def read(self) -> Frame:
        fresh = super().read()
        assert self.room is not None
        room = self.room(fresh.picture.shape)
        room[:] = fresh.picture
        return Frame(fresh.number, fresh.at_s, room)


@pytest.mark.parametrize("camera", [_Endless, _Thrifty])
def test_something_is_made_of_a_picture_before_the_next_one_comes(eye: EyeProcess, camera: type[_Endless]) -> None:
    reader = TableReader(camera(), eye, post=lambda _: None, lost=lambda _: None)
    assert reader.glimpse(lambda frame, _: frame.picture.copy()) is None
    reader._look_once()
    reader._look_once()
    made = reader.glimpse(lambda frame, _: None)
    assert np.array_equal(made, frame(FINE + 1).picture)
    assert eye.glance is not None
    reader._look_once()
    assert reader.glimpse(lambda frame, glance: 1 / 0) is None


def test_a_picture_that_cannot_be_shown_stops_nothing(eye: EyeProcess) -> None:
    signs: list[str] = []
    reader = TableReader(_Endless(), eye, post=lambda _: None, lost=lambda _: None, blinked=signs.append)
    reader.glimpse(lambda frame, glance: 1 / 0)
    assert reader._look_once()
    assert signs == ["picture: ZeroDivisionError: division by zero"]
    assert reader._look_once()
    assert len(signs) == 1


def test_a_camera_that_can_puts_its_pictures_where_both_processes_see_them(eye: EyeProcess) -> None:
    camera = _Thrifty()
    reader = TableReader(camera, eye, post=lambda _: None, lost=lambda _: None)
    places = []
    for _ in range(2):
        reader.glimpse(lambda frame, _: places.append(frame.picture))
        reader._look_once()
    assert camera.room is not None
    assert all(np.shares_memory(place, camera.room(place.shape)) for place in places)


@pytest.mark.parametrize(("kind", "what"), [(CRASH, "crashed"), (HANG, "hung"), (STUMBLE, "ValueError: bad picture")])
def test_an_eye_that_fails_is_replaced_within_a_second_if_there_is_a_spare(
    eye: EyeProcess, kind: int, what: str
) -> None:
    eye.look(frame(FINE))
    for restart in (1, 2, 3):
        allowed_s = eye._allowed_s() if kind == HANG else 0.3  # a busy machine is given more time before it "hangs"
        begun = time.monotonic()
        with pytest.raises(EyeTrouble, match=what):
            eye.look(frame(kind))
        assert isinstance(eye.look(frame(FINE)), TableSeen)
        assert time.monotonic() - begun < allowed_s + (0.7 if eye._spare else 60.0)
        assert eye.restarts == restart


def test_a_slow_first_look_does_not_make_it_wait_longer_for_an_eye_that_hangs() -> None:
    eye = EyeProcess(fragile_eye, hang_s=0.3)
    eye.look(frame(SLOW))
    eye.look(frame(FINE))
    begun = time.monotonic()
    with pytest.raises(EyeTrouble, match="hung"):
        eye.look(frame(HANG))
    assert time.monotonic() - begun < 1.0
    eye.close()


def test_an_eye_that_was_slow_is_waited_for_longer_but_not_for_long() -> None:
    """A small computer is busy now and then; replacing its eye would only make it slower."""
    eye = EyeProcess(fragile_eye, hang_s=1.0)
    eye.look(frame(FINE))
    eye.look(frame(SLOW))
    assert eye._allowed_s() == pytest.approx(3.0)
    for _ in range(80):
        eye.look(frame(FINE))
    assert eye._allowed_s() == pytest.approx(1.0)
    eye.close()


def test_on_a_slow_machine_an_eye_that_seems_to_hang_is_given_longer_the_next_time() -> None:
    """Or it would never see more than its first picture."""
    eye = EyeProcess(fragile_eye, hang_s=0.3)
    eye.look(frame(FINE))
    fails = 0
    for _ in range(8):
        try:
            eye.look(frame(SLOW))
        except EyeTrouble:
            fails += 1
    assert fails <= 3
    assert eye._looks >= 3
    eye.close()


def test_even_a_nursery_that_dies_is_replaced(eye: EyeProcess) -> None:
    eye.look(frame(FINE))
    os.kill(eye._nursery.pid, signal.SIGKILL)
    eye._nursery.wait()
    with pytest.raises(EyeTrouble):
        eye.look(frame(CRASH))
    assert isinstance(eye.look(frame(FINE)), TableSeen)


def test_closing_leaves_no_process_and_no_memory_behind() -> None:
    eye = EyeProcess(fragile_eye)
    eye.look(frame(FINE))
    pid, nursery = eye._pid, eye._nursery
    assert eye._shared is not None
    name = eye._shared.name
    eye.close()
    assert nursery.poll() is not None
    assert not Path(name).exists()
    assert SHARED_MEMORY.is_dir() == name.startswith(str(SHARED_MEMORY))
    _wait_until(lambda: not _is_running(pid))


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _wait_until(done: Callable[[], bool]) -> None:
    ticks = threading.Event()
    for _ in range(1000):
        if done():
            return
        ticks.wait(0.01)
    raise AssertionError("it did not come to an end")


class _Film:
    """A camera that shows these pictures."""

    def __init__(self, *kinds: int) -> None:
        self._kinds = iter(enumerate(kinds))

    def read(self) -> Frame:
        number, kind = next(self._kinds, (0, 0))
        if not kind:
            raise OutOfFrames("over")
        return frame(kind, number)

    def close(self) -> None:
        pass


def test_players_see_a_small_sign_and_the_camera_is_not_lost() -> None:
    seen: list[TableSeen] = []
    lost: list[str] = []
    blinks: list[str] = []
    film = _Film(FINE, CRASH, FINE, HANG, FINE, FINE)
    reader = TableReader(film, EyeProcess(fragile_eye, hang_s=0.3), seen.append, lost.append, blinked=blinks.append)
    reader.start()
    _wait_until(lambda: not reader.is_looking)
    assert len(seen) == 4
    assert lost == []
    assert blinks == ["the eye crashed", "the eye hung"]
