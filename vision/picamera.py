"""The Raspberry Pi camera. picamera2 comes with the system, never from a package index, so it is imported late."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from vision.frames import Frame
from vision.trouble import CameraTrouble

WIDTH, HEIGHT = 4608, 2592
"""Camera Module 3 at full size, 14 pictures a second: smaller modes cannot read 16 mm stickers on a whole table."""
_INSTALL = "`sudo apt install python3-picamera2`, and a virtual environment made with --system-site-packages"


class Device(Protocol):
    """The part of `Picamera2` that is used."""

    @property
    def camera_controls(self) -> Mapping[str, Any]: ...
    def create_video_configuration(self, **wishes: Any) -> Any: ...
    def configure(self, configuration: Any) -> None: ...
    def set_controls(self, controls: dict[str, Any]) -> None: ...
    def start(self) -> None: ...
    def capture_array(self, name: str) -> Any: ...
    def close(self) -> None: ...


class PiCamera:
    """Full-size pictures of the Pi camera. Opens it at once; after a loss every read tries to open it again."""

    def __init__(self, clock: Callable[[], float], open_device: Callable[[], Device] | None = None) -> None:
        self._clock = clock
        self._open = open_device or _open_picamera2
        self._count = 0
        self._device: Device | None = self._opened()

    def read(self) -> Frame:
        """The newest picture."""
        if self._device is None:
            self._device = self._opened()
        try:
            picture = self._device.capture_array("main")
        except Exception as error:  # libcamera raises plain RuntimeErrors and timeouts of its own
            self.close()
            raise CameraTrouble(f"the Pi camera gives no pictures ({error}); check its ribbon cable") from error
        self._count += 1
        return Frame(self._count, self._clock(), np.asarray(picture, np.uint8)[..., :3])

    def lock(self) -> None:
        """Hold focus, exposure and colours as they are now."""
        self._control({"AfMode": 0, "AeEnable": False, "AwbEnable": False})  # 0: manual, the lens stays where it is

    def unlock(self) -> None:
        """Let the camera find them by itself again."""
        self._control({"AfMode": 2, "AeEnable": True, "AwbEnable": True})

    def _control(self, wishes: dict[str, Any]) -> None:
        """Ask for what this camera can do; the HQ camera is focused by hand."""
        if self._device is not None:
            self._device.set_controls(
                {name: value for name, value in wishes.items() if name in self._device.camera_controls}
            )

    def close(self) -> None:
        """Let go of the camera."""
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _opened(self) -> Device:
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
            raise CameraTrouble(
                f"no Pi camera ({error}); check the ribbon cable and that no other program uses it"
            ) from error
        return device


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
