"""Which hardware is there? Each search gives the part, or the reason why there is none."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hw.panel import Buttons, Lamps, PanelTrouble
from vision.trouble import CameraTrouble

if TYPE_CHECKING:  # loads numpy
    from vision.frames import FrameSource

CAMERAS = ("auto", "simulated", "picamera", "webcam")


def find_camera(wish: str, clock: Callable[[], float], devices: Path = Path("/dev")) -> "FrameSource | CameraTrouble":
    """The camera that was asked for: one of `CAMERAS`, or a folder of pictures or a video file.

    "auto" takes the Pi's own camera, else a USB camera. An explicit wish that fails is never replaced by another.
    """
    try:
        match wish:
            case "simulated":
                return CameraTrouble("the simulated table was asked for")
            case "picamera":
                return _pi_camera(clock)
            case "webcam":
                return _webcam(clock)
            case "auto":
                return _any_camera(clock, devices)
            case _:
                from vision.folder import PictureFolder

                return PictureFolder(Path(wish), clock)
    except CameraTrouble as trouble:
        return trouble


def _any_camera(clock: Callable[[], float], devices: Path) -> "FrameSource":
    """The Pi's own camera, else a USB camera; the devices of the system are asked first, they answer at once."""
    if any(devices.glob("media*")):
        try:
            return _pi_camera(clock)
        except CameraTrouble as trouble:
            if not any(devices.glob("video*")):
                raise trouble
    if any(devices.glob("video*")):
        return _webcam(clock)
    raise CameraTrouble("no camera is plugged in")


def _pi_camera(clock: Callable[[], float]) -> "FrameSource":
    from vision.picamera import PiCamera

    return PiCamera(clock)


def _webcam(clock: Callable[[], float]) -> "FrameSource":
    from vision.webcam import Webcam

    return Webcam(0, clock)


def find_panel() -> tuple[Buttons, Lamps] | PanelTrouble:
    """The buttons and lamps on the pins of a Pi."""
    from hw.gpio import GpioButtons, GpioLamps, pin_factory

    try:
        factory = pin_factory()
        return GpioButtons(factory=factory), GpioLamps(factory=factory)
    except PanelTrouble as trouble:
        return trouble


def why_no_screen(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> str:
    """The reason why no window can be opened, or nothing when one can be tried."""
    known = os.environ if environment is None else environment
    if platform != "linux" or any(known.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return ""
    return "neither DISPLAY nor WAYLAND_DISPLAY is set"
