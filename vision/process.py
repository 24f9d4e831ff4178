"""The eye in a process of its own: the screen stays smooth, and a reader that crashes or hangs is replaced at once.

A nursery process makes everything ready once and then only waits. Each eye is a fork of it, so that a new one is there
within a few hundredths of a second. Pictures go through shared memory, words come back through a pipe.
"""

import contextlib
import mmap
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from pathlib import Path

import numpy as np

from engine.core.observations import TableSeen
from vision.calibration import TableMap
from vision.decode import Read
from vision.eye import Eye, EyeQuality
from vision.frames import Frame, Picture
from vision.threads import use_threads, used_threads

SHARED_MEMORY = Path("/dev/shm")
_START_S = 60.0
"""So long the nursery may take to make everything ready."""
_PATIENCE = 5.0
"""An eye that takes so many times longer than it ever took before hangs."""


class EyeTrouble(Exception):
    """The eye crashed, hung or stumbled, and a new one is at work. The message says what happened."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the eye made of one picture."""

    seen: TableSeen
    reads: tuple[Read, ...] = ()
    map: TableMap | None = None
    """From the pixels of this picture to the table."""
    quality: EyeQuality = field(default_factory=EyeQuality)


class EyeProcess:
    """An eye that lives in another process. `recipe` makes it there: a function of a module, with what it needs."""

    def __init__(self, recipe: Callable[[], Eye], *, hang_s: float = 0.7, first_s: float = 15.0) -> None:
        self.glance: Glance | None = None
        """What the newest picture showed."""
        self.restarts = 0
        self._recipe, self._hang_s, self._first_s = recipe, hang_s, first_s
        self._slowest_s = 0.0
        self._looks = 0
        self._shared: _Shared | None = None
        self._held: Frame | None = None
        self._child: Connection | None = None
        self._pid = 0
        self._open_nursery()

    def hold(self, frame: Frame) -> Frame:
        """The same picture in the memory that both processes see, until the next one: the camera's own copy can go."""
        picture = frame.picture
        if self._shared is None or self._shared.size < picture.nbytes:
            if self._shared is not None:
                self._shared.close()
            self._shared = _Shared(picture.nbytes)
        self._held = Frame(frame.number, frame.at_s, self._shared.write(picture))
        return self._held

    def look(self, frame: Frame) -> TableSeen:
        """The table as this picture and the ones before show it. Raises `EyeTrouble` after it has begun anew."""
        child = self._child or self._new_child()
        if frame is not self._held:
            self.hold(frame)
        assert self._shared is not None
        begun = time.monotonic()
        try:
            child.send((self._shared.name, frame.picture.shape, frame.number, frame.at_s))
            if not child.poll(self._allowed_s()):
                raise EyeTrouble("the eye hung")
            answer = child.recv()
        except (EOFError, OSError) as error:
            self._begin_anew()
            raise EyeTrouble("the eye crashed") from error
        except EyeTrouble:
            self._begin_anew()
            raise
        if isinstance(answer, str):
            self._begin_anew()
            raise EyeTrouble(answer)
        self._slowest_s = max(time.monotonic() - begun, 0.99 * self._slowest_s)
        self._looks += 1
        self.glance = answer
        return self.glance.seen

    def close(self) -> None:
        """Let go of both processes and of the shared memory."""
        self._end_child()
        self._control.close()
        self._nursery.join(2.0)
        if self._nursery.is_alive():
            self._nursery.kill()
        self._held = None
        if self._shared is not None:
            self._shared.close()
            self._shared = None

    # -- processes ---------------------------------------------------------------------------------------------------

    def _open_nursery(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork of a program with threads may hang
        self._control, theirs = context.Pipe()
        self._nursery = context.Process(target=_nursery, args=(theirs, self._recipe), name="eye-nursery", daemon=True)
        self._nursery.start()
        theirs.close()

    def _new_child(self) -> Connection:
        """A fork of the nursery; of a new nursery if that one died too."""
        for _ in range(2):
            try:
                self._control.send("another")
                if self._control.poll(_START_S):
                    self._pid = self._control.recv()
                    self._child = Connection(recv_handle(self._control))
                    self._looks = 0
                    return self._child
            except (EOFError, OSError):
                pass
            self._nursery.kill()
            self._open_nursery()
        raise EyeTrouble("the eye cannot be opened; start the program anew")

    def _begin_anew(self) -> None:
        self._end_child()
        self.restarts += 1
        self._new_child()

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._pid = 0

    def _allowed_s(self) -> float:
        """The first picture of a new eye may take its time: everything in it is new."""
        return self._first_s if self._looks == 0 else max(self._hang_s, _PATIENCE * self._slowest_s)


class _Shared:
    """Memory that two processes see: a file that never reaches a disk where the system has such files."""

    def __init__(self, size: int) -> None:
        folder = str(SHARED_MEMORY) if SHARED_MEMORY.is_dir() else None
        number, self.name = tempfile.mkstemp(prefix="lairkeeper-", dir=folder)
        self.size = size
        try:
            os.ftruncate(number, size)
            self._memory = mmap.mmap(number, size)
        finally:
            os.close(number)

    def write(self, picture: Picture) -> Picture:
        """Put a picture there; gives it as it lies there."""
        room = np.frombuffer(self._memory, np.uint8, picture.size).reshape(picture.shape)
        np.copyto(room, picture)
        return room

    def close(self) -> None:
        with contextlib.suppress(OSError):
            Path(self.name).unlink()
        with contextlib.suppress(BufferError):
            self._memory.close()


# -- in the other processes --------------------------------------------------------------------------------------------


def _nursery(control: Connection, recipe: Callable[[], Eye]) -> None:
    """Make an eye, never look through it, and fork one that does whenever it is asked for."""
    import cv2

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program; we end when it closes the pipe
    cv2.setNumThreads(1)  # threads do not survive a fork; an eye has its own, and cores are left for the screen
    threads = used_threads()
    use_threads(1)
    eye = recipe()
    while True:
        try:
            control.recv()
        except (EOFError, OSError):
            return
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        ours, theirs = multiprocessing.Pipe()
        pid = os.fork()
        if pid == 0:
            control.close()
            ours.close()
            use_threads(threads)
            _serve(theirs, eye)
            os._exit(0)
        theirs.close()
        control.send(pid)
        send_handle(control, ours.fileno(), os.getppid())
        ours.close()


def _serve(pipe: Connection, eye: Eye) -> None:
    """Look at one picture after the other until nobody asks any more."""
    while True:
        try:
            name, shape, number, at_s = pipe.recv()
            picture = np.memmap(name, np.uint8, "r", shape=shape).view(np.ndarray)
            answer: Glance | str
            try:
                seen = eye.look(Frame(number, at_s, picture))
                answer = Glance(seen, eye.last_reads, eye.map, eye.quality)
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            pipe.send(answer)
        except (EOFError, OSError):
            return
