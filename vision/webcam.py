"""A USB camera through OpenCV."""

import os
import threading
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from vision.frames import Frame, Room
from vision.trouble import CameraTrouble

WIDTH, HEIGHT = 4608, 2592
"""Asked for; a camera that has less gives its largest picture."""
_AUTO_EXPOSURE, _HELD_EXPOSURE = 3.0, 1.0
"""As Video4Linux counts them."""
_UNTOLD = (0.0, -1.0)
"""What OpenCV says for a value that the camera does not tell."""
_MOST_STALE = 4
_BUFFERED_S = 0.004
"""A picture that comes faster than this was waiting in the driver's buffer."""
_HANGS_S = 5
"""A camera that gives no picture for so long hangs; the first one after opening takes longest. Whole seconds only."""


class Device(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def grab(self) -> bool: ...
    def retrieve(self, image: Any = None) -> tuple[bool, Any]: ...
    def get(self, key: int) -> float: ...
    def set(self, key: int, value: float) -> bool: ...
    def release(self) -> None: ...


class Webcam:
    """The newest picture of an OpenCV camera. Opens it at once; after a loss every read tries to open it again.

    A reader that was left behind may still wait for a picture when the next one asks: they take turns.
    """

    def __init__(
        self, number: int, clock: Callable[[], float], open_device: Callable[[int], Device] | None = None
    ) -> None:
        self._number = number
        self._clock = clock
        self._open = open_device or _open_with_opencv
        self.room: Room | None = None
        self._shape: tuple[int, ...] = ()
        self._count = 0
        self._turn = threading.RLock()
        self._device: Device | None = self._opened()

    def read(self) -> Frame:
        """The newest picture."""
        with self._turn:
            if self._device is None:
                self._device = self._opened()
            good, picture = self._newest(self._device)
            if not good or picture is None:
                self._device.release()  # it may hang: the next one to open it switches the automatic on
                self._device = None
                raise CameraTrouble(f"camera {self._number} gives no pictures; check its cable and plug it in again")
            self._count += 1
            self._shape = picture.shape
            return Frame(self._count, self._clock(), np.asarray(picture, np.uint8))

    def lock(self) -> None:
        """Hold focus, exposure and colours as they are now."""
        with self._turn:
            if self._device is not None:
                _hold(self._device)

    def adapt(self) -> None:
        """Let exposure and colours follow the light again; the focus stays as it is."""
        with self._turn:
            if self._device is not None:
                _automatic_light(self._device, on=True)

    def unlock(self) -> None:
        """Let the camera find all of them by itself again."""
        with self._turn:
            if self._device is not None:
                _automatic(self._device, on=True)

    def close(self) -> None:
        """Let go of the camera, and leave it as others expect it: it remembers what it was told."""
        with self._turn:
            if self._device is not None:
                _automatic(self._device, on=True)
                self._device.release()
                self._device = None

    def _opened(self) -> Device:
        device = self._open(self._number)
        if not device.isOpened():
            device.release()
            raise CameraTrouble(f"no camera {self._number}; plug in a USB camera or choose another number")
        _ask_for_largest(device)
        _automatic(device, on=True)
        return device

    def _newest(self, device: Device) -> tuple[bool, Any]:
        """Drivers keep old pictures waiting: throw away those that come at once."""
        for _ in range(_MOST_STALE):
            before = self._clock()
            if not device.grab():
                return False, None
            if self._clock() - before >= _BUFFERED_S:
                break
        return device.retrieve(self.room(self._shape)) if self.room and self._shape else device.retrieve()


def _open_with_opencv(number: int) -> Device:
    import cv2

    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(_HANGS_S))  # 10 seconds without it
    return cv2.VideoCapture(number)


def _automatic(device: Device, *, on: bool) -> None:
    """Let the camera find focus, exposure and colours by itself, or no longer."""
    import cv2

    device.set(cv2.CAP_PROP_AUTOFOCUS, float(on))
    _automatic_light(device, on=on)


def _automatic_light(device: Device, *, on: bool) -> None:
    import cv2

    device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE if on else _HELD_EXPOSURE)
    device.set(cv2.CAP_PROP_AUTO_WB, float(on))


def _hold(device: Device) -> None:
    """Hold what is in force now: without being told, some cameras go back to what was last set by hand."""
    import cv2

    keys = (cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE)
    now = {key: device.get(key) for key in keys}
    _automatic(device, on=False)
    for key, value in now.items():
        if value not in _UNTOLD:
            device.set(key, value)


def _ask_for_largest(device: Device) -> None:
    import cv2

    # motion JPEG: uncompressed pictures of this size do not fit through USB
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    device.set(cv2.CAP_PROP_READ_TIMEOUT_MSEC, 1000 * _HANGS_S)  # GStreamer knows it, Video4Linux does not
