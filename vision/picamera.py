"""The Raspberry Pi camera. picamera2 comes with the system, never from a package index, so it is imported late."""

import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from vision.frames import Frame
from vision.trouble import CameraTrouble

WIDTH, HEIGHT = 4608, 2592
"""Camera Module 3 at full size, 14 pictures a second: smaller modes cannot read 16 mm stickers on a whole table."""
_FIRST_S, _NEXT_S = 5.0, 1.5
"""So long the first picture after opening may take, and every other one: a camera that takes longer hangs."""
_CLOSING_S = 1.0
"""A camera that hangs may not even close: after this time it is left to do so by itself."""
_INSTALL = "`sudo apt install python3-picamera2`, and a virtual environment made with --system-site-packages"


class Device(Protocol):
    """The part of `Picamera2` that is used."""

    @property
    def camera_controls(self) -> Mapping[str, Any]: ...
    def create_video_configuration(self, **wishes: Any) -> Any: ...
    def configure(self, configuration: Any) -> None: ...
    def set_controls(self, controls: dict[str, Any]) -> None: ...
    def start(self) -> None: ...
    def capture_array(self, name: str, *, wait: bool) -> Any: ...
    def wait(self, job: Any, timeout: float) -> Any: ...
    def cancel_all_and_flush(self) -> None: ...
    def close(self) -> None: ...


class PiCamera:
    """Full-size pictures of the Pi camera. Opens it at once; after a loss every read tries to open it again.

    A reader that was left behind may still wait for a picture when the next one asks: they take turns.
    """

    def __init__(self, clock: Callable[[], float], open_device: Callable[[], Device] | None = None) -> None:
        self._clock = clock
        self._open = open_device or _open_picamera2
        self._count = 0
        self._turn = threading.RLock()
        self._closing: threading.Thread | None = None
        self._patience_s = _FIRST_S
        self._device: Device | None = self._opened()

    def read(self) -> Frame:
        """The newest picture."""
        with self._turn:
            if self._device is None:
                self._device = self._opened()
            try:
                job = self._device.capture_array("main", wait=False)
                picture = self._device.wait(job, timeout=self._patience_s)
            except Exception as error:  # libcamera raises plain RuntimeErrors and timeouts of its own
                self.close()
                reason = str(error) or "it does not answer"
                raise CameraTrouble(f"the Pi camera gives no pictures ({reason}); check its ribbon cable") from error
            self._patience_s = _NEXT_S
            self._count += 1
            return Frame(self._count, self._clock(), np.asarray(picture, np.uint8)[..., :3])

    def lock(self) -> None:
        """Hold focus, exposure and colours as they are now."""
        self._control({"AfMode": 0, "AeEnable": False, "AwbEnable": False})  # 0: manual, the lens stays where it is

    def adapt(self) -> None:
        """Let exposure and colours follow the light again; the focus stays as it is."""
        self._control({"AeEnable": True, "AwbEnable": True})

    def unlock(self) -> None:
        """Let the camera find all of them by itself again."""
        self._control({"AfMode": 2, "AeEnable": True, "AwbEnable": True})

    def _control(self, wishes: dict[str, Any]) -> None:
        """Ask for what this camera can do; the HQ camera is focused by hand."""
        with self._turn:
            if self._device is not None:
                able = self._device.camera_controls
                self._device.set_controls({name: value for name, value in wishes.items() if name in able})

    def close(self) -> None:
        """Let go of the camera."""
        with self._turn:
            device, self._device = self._device, None
            if device is not None:
                self._let_go(device)

    def _let_go(self, device: Device) -> None:
        """Close it. Nobody waits long for a camera that hangs, and it is not opened again before it is closed."""
        self._closing = threading.Thread(target=_close, args=(device,), name="closing-camera", daemon=True)
        self._closing.start()
        self._closing.join(_CLOSING_S)

    def _opened(self) -> Device:
        if self._closing is not None and self._closing.is_alive():
            raise CameraTrouble("the Pi camera hangs; check its ribbon cable, or switch the Pi off and on again")
        self._patience_s = _FIRST_S
        device: Device | None = None
        try:
            device = self._open()
            # picamera2 calls blue-green-red bytes "RGB888"
            wishes = {"main": {"size": (WIDTH, HEIGHT), "format": "RGB888"}, "buffer_count": 2, "queue": False}
            device.configure(device.create_video_configuration(**wishes))
            if "AfMode" in device.camera_controls:  # the HQ camera is focused by hand
                device.set_controls({"AfMode": 2})  # continuous
            device.start()
        except CameraTrouble:
            raise
        except Exception as error:  # IndexError without a camera, RuntimeError when another program has it
            if device is not None:
                self._let_go(device)
            raise CameraTrouble(
                f"no Pi camera ({error}); check the ribbon cable and that no other program uses it"
            ) from error
        return device


def _close(device: Device) -> None:
    """What a broken camera raises here hides no other trouble."""
    with contextlib.suppress(Exception):
        device.cancel_all_and_flush()  # else it may wait for a picture that never comes
    with contextlib.suppress(Exception):
        device.close()


def load_picamera2(load: Callable[[], Callable[[], Device]]) -> Device:
    """The first Pi camera; `load` imports its driver."""
    try:
        driver = load()
    except Exception as error:  # a wrong numpy makes this import fail with a ValueError
        raise CameraTrouble(f"picamera2 cannot be used ({error}): {_INSTALL}") from error
    return driver()


def _open_picamera2() -> Device:
    def load() -> Callable[[], Device]:
        from picamera2 import Picamera2

        driver: Callable[[], Device] = Picamera2
        return driver

    return load_picamera2(load)
