"""The eye in a process of its own: the screen stays smooth, and a reader that crashes or hangs is replaced at once.

A nursery process makes everything ready once and then only waits. Each eye is a fork of it, so that a new one is there
within a few hundredths of a second. Pictures go through shared memory, words come back through a pipe.
"""

import contextlib
import math
import mmap
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
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
from vision.memory import keep_objects, return_large_blocks
from vision.threads import use_threads, used_threads

SHARED_MEMORY = Path("/dev/shm")
_START_S = 60.0
"""So long the nursery may take to make everything ready."""
_PATIENCE, _MOST_S = 5.0, 3.0
"""An eye that takes so many times longer than it lately took hangs, or so many seconds."""
_FORGOTTEN = 0.95
"""So much of how long a picture took still counts in the next one."""


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
    """An eye that lives in another process. `recipe` makes it there: a function of a module, with what it needs.

    With a `spare` a second process is held ready, which replaces an eye that fails in a fraction of a second; without
    it a new program is started then.
    """

    def __init__(
        self, recipe: Callable[[], Eye], *, spare: bool = True, hang_s: float = 0.7, first_s: float = 15.0
    ) -> None:
        self.glance: Glance | None = None
        """What the newest picture showed."""
        self.restarts = 0
        self._recipe, self._spare, self._hang_s, self._first_s = recipe, spare, hang_s, first_s
        self._slowest_s = 0.0
        self._looks = 0
        self._shared: _Shared | None = None
        self._held: Frame | None = None
        self._child: Connection | None = None
        self._pid = 0
        self._open_nursery()

    def room(self, shape: tuple[int, ...]) -> Picture:
        """The memory that both processes see, for a picture of this shape, until the next one."""
        size = math.prod(shape)
        if self._shared is None or self._shared.size < size:
            if self._shared is not None:
                self._shared.close()
            self._shared = _Shared(size)
        return self._shared.picture(shape)

    def hold(self, frame: Frame) -> Frame:
        """The same picture in the memory that both processes see, until the next one: the camera's own copy can go."""
        room = self.room(frame.picture.shape)
        if not np.may_share_memory(room, frame.picture):
            np.copyto(room, frame.picture)
        self._held = Frame(frame.number, frame.at_s, room)
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
            allowed_s = self._allowed_s()
            if not child.poll(allowed_s):
                if self._looks:  # this machine may be slow: the next one is given twice as long
                    self._slowest_s = 2 * min(allowed_s, _MOST_S) / _PATIENCE
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
        if self._looks:  # the first one takes longer than any other
            self._slowest_s = max(time.monotonic() - begun, _FORGOTTEN * self._slowest_s)
        self._looks += 1
        self.glance = answer
        return self.glance.seen

    def close(self) -> None:
        """Let go of both processes and of the shared memory."""
        self._end_child()
        self._control.close()
        try:
            self._nursery.wait(2.0)
        except subprocess.TimeoutExpired:
            self._kill_nursery()
        self._held = None
        if self._shared is not None:
            self._shared.close()
            self._shared = None

    # -- processes ---------------------------------------------------------------------------------------------------

    def _open_nursery(self) -> None:
        """A new program: a fork of one with threads may hang, and `multiprocessing` would start one more beside it."""
        self._control, theirs = multiprocessing.Pipe()
        command = [sys.executable, "-c", _NURSERY, str(theirs.fileno())]
        self._nursery = subprocess.Popen(command, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL)
        theirs.close()
        with contextlib.suppress(OSError):  # it died at once; that is noticed when an eye is asked for
            self._control.send(sys.path)
            self._control.send_bytes(pickle.dumps(self._recipe))

    def _kill_nursery(self) -> None:
        self._nursery.kill()
        self._nursery.wait()

    def _new_child(self) -> Connection:
        """A fork of the nursery; of a new nursery if that one died too."""
        for _ in range(2):
            try:
                self._control.send("another" if self._spare else "yourself")
                if self._control.poll(_START_S):
                    self._pid = self._control.recv()
                    self._child = Connection(recv_handle(self._control))
                    self._looks = 0
                    return self._child
            except (EOFError, OSError):
                pass
            self._kill_nursery()
            self._control.close()
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
        return self._first_s if self._looks == 0 else max(self._hang_s, min(_PATIENCE * self._slowest_s, _MOST_S))


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

    def picture(self, shape: tuple[int, ...]) -> Picture:
        """It as a picture of this shape."""
        return np.frombuffer(self._memory, np.uint8, math.prod(shape)).reshape(shape)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            Path(self.name).unlink()
        with contextlib.suppress(BufferError):
            self._memory.close()


# -- in the other processes --------------------------------------------------------------------------------------------


_NURSERY = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
from multiprocessing.connection import Connection
control = Connection(int(sys.argv[1]))
sys.path[:] = control.recv()
from vision.process import nursery
nursery(control)
"""
"""What the other program does. Ctrl-C is not for it: it ends when ours closes the pipe."""


def nursery(control: Connection) -> None:
    """Make an eye, never look through it, and fork one that does whenever it is asked for; or be that one itself."""
    return_large_blocks()
    threads = used_threads()
    use_threads(1)  # threads do not survive a fork; an eye has its own, and cores are left for the screen
    eye = pickle.loads(control.recv_bytes())()
    keep_objects()  # else the first collection of every fork would make all of this its own
    while True:
        try:
            asked = control.recv()
        except (EOFError, OSError):
            return
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        ours, theirs = multiprocessing.Pipe()
        pid = os.fork() if asked == "another" else os.getpid()
        if pid == 0:
            control.close()
        else:
            control.send(pid)
            send_handle(control, ours.fileno(), os.getppid())
        ours.close()
        if pid in (0, os.getpid()):
            use_threads(threads)
            _serve(theirs, eye)
            if pid == 0:
                os._exit(0)
            return
        theirs.close()


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
