"""The camera goes and comes back a hundred times in the middle of a game. Time is the camera's own."""

import inspect
import math
import threading
import time
from collections.abc import Callable
from random import Random

import numpy as np

from companion import wiring
from companion.bench_occlusions import Film, Room, settled_table
from companion.host import Host
from companion.inbox import CameraLost, Inbox, Message, TableSaw
from companion.rehearsal import SimulatedClock
from companion.watch import CAMERA_SILENT_S, Watch
from engine.core.observations import TableSeen
from vision.frames import Frame
from vision.reader import TableReader
from vision.trouble import CameraTrouble, OutOfFrames

TIMES = 100
RETRY_S: float = inspect.signature(TableReader).parameters["retry_s"].default
BEAT_S = 0.1
"""So often the evening looks whether the camera still answers."""


class _LooseCable:
    """A camera that gives a few pictures and is gone for a while: it says so, or it does not answer at all."""

    def __init__(self, film: Film, clock: SimulatedClock, beat: Callable[[], None]) -> None:
        self._film, self._clock, self._beat = film, clock, beat
        self._dice = Random(8)
        self._pictures = 10
        self._back_s = -math.inf
        self._failed = False
        self.gone_s: list[float] = []
        self.back_s: list[float] = []

    def read(self) -> Frame:
        if self._failed:  # the reader waited before it asked again
            self._clock.now_s += RETRY_S
            self._failed = False
        if self._clock.now_s < self._back_s:
            self._fail()
        if self._pictures == 0:
            self._go()
        self._pictures -= 1
        self._clock.tick()
        return self._film.read()

    def close(self) -> None:
        pass

    def _go(self) -> None:
        if len(self.gone_s) == TIMES:
            raise OutOfFrames("played out")
        hangs = len(self.gone_s) % 3 == 2
        self._pictures = self._dice.randint(4, 6)
        self._back_s = self._clock.now_s + self._dice.uniform(2.2 if hangs else 0.1, 7.0)
        self.gone_s.append(self._clock.now_s)
        self.back_s.append(self._back_s)
        if not hangs:
            self._fail()
        while self._clock.now_s < self._back_s:
            self._clock.now_s += BEAT_S
            self._beat()

    def _fail(self) -> None:
        self._failed = True
        raise CameraTrouble("Check the cable.")


class _Witness:
    """Hands every message to the referee, and notes when it was lost and when it saw the whole table again."""

    def __init__(self, host: Host, clock: SimulatedClock, cards: int) -> None:
        self._host, self._clock, self._cards = host, clock, cards
        self.lost_s: list[float] = []
        self.whole_s: list[float] = []
        self._waits = False
        self.told: list[object] = []
        self.least = cards

    def hear(self, message: Message) -> None:
        was_lost = bool(self._host.camera_trouble)
        self.told += [news.what for news in self._host.handle(message, self._clock.now_s)]
        if isinstance(message, CameraLost) and not was_lost:
            self.lost_s.append(self._clock.now_s)
            self._waits = True
        if isinstance(message, TableSaw):
            self.least = min(self.least, len(message.seen.cards))
            if self._waits and message.seen.settled and len(message.seen.cards) == self._cards:
                self.whole_s.append(self._clock.now_s)
                self._waits = False


def _settled() -> tuple[Room, int]:
    room = settled_table(wiring.open_box(), 2, 1, "known")
    assert room.host.seen is not None
    return room, len(room.host.seen.cards)


def test_a_camera_gone_and_back_a_hundred_times_is_noticed_in_two_seconds_back_in_five_and_changes_nothing() -> None:
    room, cards = _settled()
    before = room.host.state
    witness = _Witness(room.host, room.clock, cards)

    def beat() -> None:
        if reader.silent_s > CAMERA_SILENT_S:
            witness.hear(CameraLost("It does not answer."))

    cable = _LooseCable(room.film, room.clock, beat)
    reader = TableReader(
        cable,
        room.eye,
        lambda seen: witness.hear(TableSaw(seen)),
        lambda reason: witness.hear(CameraLost(reason)),
        retry_s=0,
        clock=room.clock,
    )
    reader.start()
    while reader.is_looking:
        threading.Event().wait(0.01)
    reader.close()
    assert [len(cable.gone_s), len(witness.lost_s), len(witness.whole_s)] == [TIMES] * 3
    assert max(lost - gone for gone, lost in zip(cable.gone_s, witness.lost_s, strict=True)) <= 2
    assert max(whole - back for back, whole in zip(cable.back_s, witness.whole_s, strict=True)) <= 5
    assert witness.least == cards > 5
    assert room.host.state == before


class _Hanging:
    """A camera that can be told to hang in the middle of a picture."""

    def __init__(self) -> None:
        self.answers, self.is_asked_in_vain = threading.Event(), threading.Event()
        self.answers.set()

    def read(self) -> Frame:
        time.sleep(0.001)
        if not self.answers.is_set():
            self.is_asked_in_vain.set()
            self.answers.wait(30)
            self.is_asked_in_vain.clear()
        return Frame(1, 0.0, np.zeros((4, 4), np.uint8))

    def close(self) -> None:
        pass


class _BareTable:
    """An eye that sees a table without cards."""

    def look(self, frame: Frame) -> TableSeen:
        return TableSeen((), at_s=frame.at_s)


def test_a_camera_that_hangs_is_noticed_by_the_watch_in_two_seconds_and_seen_again_when_it_is_back() -> None:
    inbox, clock, camera = Inbox(), SimulatedClock(), _Hanging()
    watch = Watch(inbox, lambda _: _BareTable(), clock)
    assert not watch.is_hanging
    watch.open(camera, ())
    _wait_until(lambda: _sees(inbox))
    for _ in range(3):
        camera.answers.clear()
        assert camera.is_asked_in_vain.wait(5)
        gone_s = clock.now_s
        while not watch.is_hanging:
            clock.now_s += BEAT_S
            assert clock.now_s - gone_s <= 2
        assert clock.now_s - gone_s > 1  # nobody is hasty
        inbox.take_all()
        camera.answers.set()
        _wait_until(lambda: _sees(inbox))
        clock.now_s += 0.1
        assert not watch.is_hanging
    camera.answers.clear()
    assert camera.is_asked_in_vain.wait(5)
    clock.now_s += 2
    assert watch.is_hanging
    begun = time.monotonic()
    watch.close()
    assert time.monotonic() - begun < 0.5
    assert not watch.is_hanging
    camera.answers.set()


def _sees(inbox: Inbox) -> bool:
    return any(isinstance(message, TableSaw) for message in inbox.take_all())


def _wait_until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not done():
        assert time.monotonic() < until
        threading.Event().wait(0.005)
