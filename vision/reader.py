"""The thread that looks: newest picture, eye, message. It owns the camera and nobody else touches it."""

import math
import threading
import time
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Protocol

from engine.core.observations import Drift, TableSeen
from vision.eye import Eye
from vision.frames import Frame, FrameSource, Lockable, Picture, Thrifty
from vision.process import EyeProcess, EyeTrouble, Glance
from vision.trouble import EYE_FAILS, CameraTrouble, OutOfFrames


class Looker(Protocol):
    """An eye, here or in another process."""

    def look(self, frame: Frame) -> TableSeen:
        """The table as this picture and the ones before show it."""
        ...


_LOCK_AFTER = 14
"""After so many pictures of a settled table focus and exposure are held."""
_OCTAVES = 0.45
"""A picture that is lighter or darker by a third shows that the light is another one."""
_HELD_WELL = 600
"""What was held for so many pictures of a settled table was held well."""
_BLINKS, _WELL = 3, 14
"""An eye that failed so many times, and never read so many pictures in between, does not come back by itself: people
are told."""


_SILENT_S = 1.0
"""Nobody who closes the reader waits longer than this for a camera that does not answer."""


Take = Callable[[Frame, Glance], Any]
"""Makes something of a picture, in the reader's thread and before the next picture comes."""


def _no_sign(_: str) -> None:
    pass


class _Held(Enum):
    """What of a camera is held."""

    NOTHING = auto()
    FOCUS = auto()
    ALL = auto()


class _Grip:
    """Holds focus and exposure once the table is read; lets go when the light is another one or the table is lost.

    Who had to let go soon waits longer before it holds again, twice as long every time: a lamp that is switched again
    and again is not chased, nor a camera whose picture changes because it is held.
    """

    def __init__(self, camera: Lockable) -> None:
        self._camera = camera
        self._held = _Held.NOTHING
        self._shade = 0.0
        self._calm = self._kept = self._other = 0
        self._wait = _LOCK_AFTER

    def forget(self) -> None:
        """The camera was gone: it comes back as new."""
        self._held, self._calm = _Held.NOTHING, 0

    def look(self, picture: Picture, seen: TableSeen) -> None:
        """Do what the newest picture calls for."""
        is_calm = seen.settled and bool(seen.cards) and seen.drift is Drift.NONE
        self._calm = self._calm + 1 if is_calm else 0
        if self._held is _Held.ALL and is_calm:
            self._compare(_shade(picture))
        if seen.drift is Drift.LOST and self._held is not _Held.NOTHING:
            self._camera.unlock()
            self._let_go(_Held.NOTHING)
        elif self._held is _Held.ALL and (seen.drift is Drift.LIGHT_CHANGED or self._other >= _LOCK_AFTER):
            self._camera.adapt()
            self._let_go(_Held.FOCUS)
        elif self._held is not _Held.ALL and self._calm >= self._wait:
            self._calm = 0  # where it fails it is tried again later
            self._camera.lock()
            self._held, self._shade, self._kept, self._other = _Held.ALL, _shade(picture), 0, 0

    def _compare(self, shade: float) -> None:
        """Count the pictures of a settled table since it is held, and the last ones that show another light."""
        self._kept += 1
        self._other = self._other + 1 if abs(math.log2(shade / self._shade)) > _OCTAVES else 0

    def _let_go(self, left: _Held) -> None:
        if self._held is _Held.ALL:
            self._wait = _LOCK_AFTER if self._kept >= _HELD_WELL else 2 * self._wait
        self._held, self._calm = left, 0


def _shade(picture: Picture) -> float:
    """How light a picture is, from a few of its points."""
    return max(float(picture[::64, ::64].mean()), 1.0)


class TableReader:
    """Looks at the table until it is closed. A camera that vanishes is reported once and waited for.

    `post`, `lost` and `blinked` are called from the reader's own thread; they should only put messages into an inbox.
    `blinked` tells that an eye crashed or hung and that a new one is at work already.
    """

    def __init__(
        self,
        source: FrameSource,
        eye: Looker,
        post: Callable[[TableSeen], None],
        lost: Callable[[str], None],
        *,
        blinked: Callable[[str], None] = _no_sign,
        retry_s: float = 1.0,
        pause_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._eye = eye
        self._post = post
        self._lost = lost
        self._blinked = blinked
        self._retry_s = retry_s
        self._pause_s = pause_s
        self._clock = clock
        self._stop = threading.Event()
        self._reported = ""
        self._grip = _Grip(source) if isinstance(source, Lockable) else None
        self._blinks = self._well = 0
        self._asked_s: float | None = None
        self._take: Take | None = None
        self._glimpse: Any = None
        if isinstance(source, Thrifty) and isinstance(eye, EyeProcess):
            source.room = eye.room
        self._thread = threading.Thread(target=self._run, name="table-reader", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    @property
    def silent_s(self) -> float:
        """How long the camera has not answered; a camera that hangs raises nothing."""
        since = self._asked_s
        return 0.0 if since is None else self._clock() - since

    def glimpse(self, take: Take | None) -> Any:
        """What was made of a picture since the last call, or None; asks for the same of a newer one, if for anything.

        Pictures are large and the next one takes the place of the last, so none is kept.
        """
        made, self._glimpse = self._glimpse, None
        self._take = take
        return made

    @property
    def is_looking(self) -> bool:
        """False once the pictures are used up or the reader was closed."""
        return self._thread.is_alive()

    def close(self, patience_s: float = 5.0) -> None:
        """Stop and let go of the camera. A camera that hangs is left behind: its thread ends when it answers."""
        self._stop.set()
        if self._thread.ident is None:
            self._thread.start()  # it looks at nothing any more and lets go
        until = time.monotonic() + patience_s
        while self._thread.is_alive() and self.silent_s < _SILENT_S and time.monotonic() < until:
            self._thread.join(0.02)

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and self._look_once():
                pass
        finally:
            self._let_go()

    def _let_go(self) -> None:
        self._asked_s = self._clock()
        try:
            self._source.close()
        finally:
            self._asked_s = None
            if isinstance(self._eye, EyeProcess):
                self._eye.close()

    def _look_once(self) -> bool:
        """One picture; False when there will be no more."""
        try:
            frame = self._picture()
        except OutOfFrames:
            return False
        if frame is not None and not self._stop.is_set():  # of a reader left behind nobody wants to know any more
            self._look_at(frame)
        return True

    def _picture(self) -> Frame | None:
        """The newest picture, or nothing and the reason is told."""
        self._asked_s = self._clock()
        try:
            return self._source.read()
        except OutOfFrames:
            raise
        except CameraTrouble as trouble:
            reason = str(trouble)
        except Exception as error:  # a driver may raise anything; the game must go on by touch
            reason = f"camera: {type(error).__name__}: {error}"
        finally:
            self._asked_s = None
        if self._grip is not None:
            self._grip.forget()
        self._report("camera", reason)
        self._stop.wait(self._retry_s)
        return None

    def _look_at(self, frame: Frame) -> None:
        """Read this picture and tell what it shows."""
        try:
            if isinstance(self._eye, EyeProcess):
                frame = self._eye.hold(frame)  # pictures are large: one copy is enough
            seen = self._eye.look(frame)
        except EyeTrouble as trouble:
            self._blinked(str(trouble))
            self._blinks, self._well = self._blinks + 1, 0
            if self._blinks >= _BLINKS:
                self._report("eye", f"{EYE_FAILS}{trouble}")
                self._stop.wait(self._retry_s)
            return
        except Exception as error:  # one broken part must not stop the rest, and its name belongs in the message
            self._report("eye", f"{EYE_FAILS}{type(error).__name__}: {error}")
            self._stop.wait(min(self._retry_s, 0.1))
            return
        self._well += 1
        if self._well >= _WELL:
            self._blinks = 0
        self._reported = ""
        self._show(frame, seen)
        self._hold(frame, seen)
        self._post(seen)
        self._stop.wait(self._pause_s)

    def _show(self, frame: Frame, seen: TableSeen) -> None:
        """Make what somebody wants of this picture."""
        take, self._take = self._take, None
        if take is None:
            return
        eye = self._eye
        if isinstance(eye, Eye):
            glance = Glance(seen, eye.last_reads, eye.map, eye.quality)
        else:
            glance = (eye.glance if isinstance(eye, EyeProcess) else None) or Glance(seen)
        try:
            self._glimpse = take(frame, glance)
        except Exception as error:  # it is only a picture for people
            self._blinked(f"picture: {type(error).__name__}: {error}")

    def _hold(self, frame: Frame, seen: TableSeen) -> None:
        """Hold focus and exposure, or let go of them."""
        if self._grip is None:
            return
        try:
            self._grip.look(frame.picture, seen)
        except Exception as error:  # pictures come all the same; it is tried again later
            self._blinked(f"camera: {type(error).__name__}: {error}")

    def _report(self, part: str, reason: str) -> None:
        """Say once per outage what is wrong, unless nobody wants to know any more."""
        if self._reported != part and not self._stop.is_set():
            self._reported = part
            self._lost(reason)
