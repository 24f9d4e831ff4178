"""Where pictures come from: folders, clips, USB cameras and the Pi camera."""

import os
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.core.observations import TableSeen
from vision.folder import PictureFolder
from vision.frames import Frame
from vision.picamera import PiCamera
from vision.reader import TableReader
from vision.trouble import CameraTrouble, OutOfFrames
from vision.webcam import Webcam


def _ticking(step: float = 1.0) -> Callable[[], float]:
    time = [0.0]

    def clock() -> float:
        time[0] += step
        return time[0]

    return clock


def _picture(path: Path, shade: int) -> None:
    cv2.imwrite(str(path), np.full((20, 30, 3), shade, np.uint8))


def test_a_folder_gives_its_pictures_in_order_and_then_ends(tmp_path: Path) -> None:
    for name, shade in (("02.png", 20), ("01.png", 10), ("10.jpg", 100)):
        _picture(tmp_path / name, shade)
    (tmp_path / "notes.txt").write_text("no picture")
    folder = PictureFolder(tmp_path, _ticking())
    frames = [folder.read() for _ in range(3)]
    assert [round(float(frame.picture.mean()), -1) for frame in frames] == [10, 20, 100]
    assert [(frame.number, frame.at_s) for frame in frames] == [(1, 1.0), (2, 2.0), (3, 3.0)]
    with pytest.raises(OutOfFrames):
        folder.read()
    folder.close()


def test_a_missing_or_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(CameraTrouble, match="no such folder"):
        PictureFolder(tmp_path / "nowhere", _ticking())
    with pytest.raises(CameraTrouble, match="no pictures in"):
        PictureFolder(tmp_path, _ticking())


def test_a_broken_picture_is_named_and_the_next_one_comes(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"this is no picture")
    (tmp_path / "2.png").write_bytes(b"")
    _picture(tmp_path / "3.png", 50)
    folder = PictureFolder(tmp_path, _ticking())
    for name in ("1.png", "2.png"):
        with pytest.raises(CameraTrouble, match=name):
            folder.read()
    assert folder.read().picture.shape == (20, 30, 3)


def _clip(folder: Path) -> Path:
    """Two pictures, a dark one and a bright one."""
    path = folder / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in (40, 200):
        writer.write(np.full((48, 64, 3), shade, np.uint8))
    writer.release()
    return path


def test_a_clip_gives_its_frames(tmp_path: Path) -> None:
    path = _clip(tmp_path)
    clip = PictureFolder(path, _ticking())
    assert clip.read().picture.shape == (48, 64, 3)
    clip.read()
    with pytest.raises(OutOfFrames):
        clip.read()
    clip.close()


def test_a_file_that_is_no_clip_says_so(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"no clip")
    with pytest.raises(CameraTrouble, match="not a video"):
        PictureFolder(path, _ticking())


class _UsbCamera:
    """A camera on a cable that can be pulled. Takes `wait_s` for a fresh picture, none for those waiting."""

    def __init__(self, plugged: list[bool], waiting: int = 0) -> None:
        self._plugged, self._waiting, self._shown = plugged, waiting, 0
        self.wishes: dict[int, float] = {}
        self.told: dict[int, float] = {}
        self.log: list[Any] = []
        self.now_s = 0.0

    def clock(self) -> float:
        return self.now_s

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._plugged[0]

    def grab(self) -> bool:
        self._shown += 1
        if self._shown > self._waiting:
            self.now_s += 0.07
        return self._plugged[0]

    def retrieve(self, image: Any = None) -> tuple[bool, Any]:
        picture = np.empty((4, 6, 3), np.uint8) if image is None else image
        picture[:] = self._shown
        return self._plugged[0], picture

    def get(self, key: int) -> float:
        self.log.append(("get", key))
        return self.told.get(key, -1)

    def set(self, key: int, value: float) -> bool:
        self.log.append((key, value))
        self.wishes[key] = value
        return True

    def release(self) -> None:
        self.log.append("released")


def test_no_usb_camera_says_what_to_do() -> None:
    with pytest.raises(CameraTrouble, match="no camera 3"):
        Webcam(3, _ticking(), lambda _: _UsbCamera([False]))


def test_a_usb_camera_is_asked_for_its_largest_picture() -> None:
    camera = _UsbCamera([True])
    frame = Webcam(0, camera.clock, lambda _: camera).read()
    assert (frame.number, frame.picture.shape) == (1, (4, 6, 3))
    assert camera.wishes[cv2.CAP_PROP_FRAME_WIDTH] == 4608


def test_a_usb_camera_puts_its_pictures_where_it_is_told_to() -> None:
    camera = _UsbCamera([True])
    webcam = Webcam(0, camera.clock, lambda _: camera)
    place = np.zeros((4, 6, 3), np.uint8)
    webcam.room = lambda shape: place[: shape[0], : shape[1]]
    webcam.read()  # tells how large they are
    assert np.shares_memory(webcam.read().picture, place)
    assert place.any()


def test_opencv_writes_into_the_place_it_is_given(tmp_path: Path) -> None:
    """What `Webcam` counts on, with a clip in place of a camera."""
    path = _clip(tmp_path)
    clip = cv2.VideoCapture(str(path))
    place = np.zeros((48, 64, 3), np.uint8)
    assert clip.grab()
    good, picture = clip.retrieve(place)
    clip.release()
    assert good
    assert np.shares_memory(picture, place)
    assert abs(float(place.mean()) - 40) < 5


def test_pictures_that_waited_in_the_driver_are_thrown_away() -> None:
    camera = _UsbCamera([True], waiting=2)
    assert Webcam(0, camera.clock, lambda _: camera).read().picture[0, 0, 0] == 3


def test_a_pulled_usb_camera_is_trouble_until_it_is_plugged_in_again() -> None:
    plugged = [True]
    webcam = Webcam(0, _ticking(), lambda _: _UsbCamera(plugged))
    webcam.read()
    plugged[0] = False
    for _ in range(2):
        with pytest.raises(CameraTrouble):
            webcam.read()
    plugged[0] = True
    assert webcam.read().number == 2


class _RibbonCamera:
    """A Pi camera on a ribbon cable."""

    def __init__(self, plugged: list[bool], controls: Mapping[str, Any]) -> None:
        self._plugged = plugged
        self.camera_controls = controls
        self.log: list[Any] = []

    def create_video_configuration(self, **wishes: Any) -> Any:
        return wishes

    def configure(self, configuration: Any) -> None:
        self.log.append(configuration["main"]["size"])

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.log.append(controls)

    def start(self) -> None:
        if not self._plugged[0]:
            raise RuntimeError("camera front-end has timed out")

    def capture_array(self, name: str, *, wait: bool) -> Any:
        assert (name, wait) == ("main", False)
        return "job"

    def wait(self, job: Any, timeout: float) -> Any:
        assert job == "job"
        if not self._plugged[0]:
            raise RuntimeError("timeout")
        return np.zeros((4, 6, 4), np.uint8)

    def cancel_all_and_flush(self) -> None:
        pass

    def close(self) -> None:
        self.log.append("closed")


def test_the_pi_camera_gives_full_size_pictures_in_focus() -> None:
    device = _RibbonCamera([True], {"AfMode": (0, 2, 0)})
    camera = PiCamera(_ticking(), lambda: device)
    assert camera.read().picture.shape == (4, 6, 3)
    assert device.log == [(4608, 2592), {"AfMode": 2}]


def test_a_pi_camera_without_autofocus_is_not_asked_to_focus() -> None:
    device = _RibbonCamera([True], {})
    PiCamera(_ticking(), lambda: device)
    assert device.log == [(4608, 2592)]


def test_a_loose_ribbon_is_trouble_until_it_is_pushed_in() -> None:
    plugged = [True]
    camera = PiCamera(_ticking(), lambda: _RibbonCamera(plugged, {}))
    plugged[0] = False
    for _ in range(2):
        with pytest.raises(CameraTrouble, match="ribbon"):
            camera.read()
    plugged[0] = True
    assert camera.read().number == 1


def test_a_pi_camera_that_does_not_start_is_closed_again() -> None:
    device = _RibbonCamera([False], {})
    with pytest.raises(CameraTrouble, match="ribbon"):
        PiCamera(_ticking(), lambda: device)
    assert device.log[-1] == "closed"


class _HangingCamera(_RibbonCamera):
    """A Pi camera that gives so many pictures and then none, however long one waits."""

    def __init__(self, pictures: int, *, closes: threading.Event | None = None) -> None:
        super().__init__([True], {})
        self._pictures, self._closes = pictures, closes
        self.waited_s: list[float] = []

    def wait(self, job: Any, timeout: float) -> Any:
        self.waited_s.append(timeout)
        self._pictures -= 1
        if self._pictures < 0:
            raise TimeoutError
        return super().wait(job, timeout)

    def cancel_all_and_flush(self) -> None:
        self.log.append("cancelled")

    def close(self) -> None:
        if self._closes is not None:
            self._closes.wait(30)
        super().close()
        raise RuntimeError("failed to stop")


@pytest.mark.filterwarnings("error")
def test_a_pi_camera_that_hangs_is_trouble_and_is_opened_anew_by_the_next_read() -> None:
    first, second = _HangingCamera(2), _HangingCamera(1)
    devices = iter([first, second])
    camera = PiCamera(_ticking(), lambda: next(devices))
    camera.read()
    camera.read()
    with pytest.raises(CameraTrouble, match="it does not answer"):
        camera.read()
    assert first.log[-2:] == ["cancelled", "closed"]
    assert camera.read().number == 3
    assert (first.waited_s, second.waited_s) == ([5, 1.5, 1.5], [5])  # the first picture may take longer


def test_a_pi_camera_that_cannot_even_be_closed_is_left_alone_until_it_is() -> None:
    closes = threading.Event()
    devices = iter([_HangingCamera(0, closes=closes), _HangingCamera(1)])
    camera = PiCamera(_ticking(), lambda: next(devices))
    begun = time.monotonic()
    with pytest.raises(CameraTrouble, match="it does not answer"):
        camera.read()
    assert time.monotonic() - begun < 3
    with pytest.raises(CameraTrouble, match="hangs"):
        camera.read()
    closes.set()
    _wait_for("closing-camera")
    assert camera.read().number == 1


def _wait_for(name: str) -> None:
    """Until the threads of this name are done."""
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join(5)


class _SlowCamera(_RibbonCamera):
    """A Pi camera whose picture comes when it is told to."""

    def __init__(self) -> None:
        super().__init__([True], {})
        self.asked, self.comes = threading.Event(), threading.Event()

    def wait(self, job: Any, timeout: float) -> Any:
        self.asked.set()
        self.comes.wait(30)
        assert "closed" not in self.log
        return super().wait(job, timeout)


def test_a_pi_camera_is_not_closed_while_somebody_else_waits_for_a_picture() -> None:
    device = _SlowCamera()
    camera = PiCamera(_ticking(), lambda: device)
    pictures: list[int] = []
    waits = threading.Thread(target=lambda: pictures.append(camera.read().number), daemon=True)
    waits.start()
    assert device.asked.wait(5)
    closes = threading.Thread(target=camera.close, daemon=True)
    closes.start()
    closes.join(0.05)
    assert closes.is_alive()
    device.comes.set()
    waits.join(5)
    closes.join(5)
    assert (pictures, device.log[-1]) == ([1], "closed")


def test_without_picamera2_the_message_names_the_package() -> None:
    with pytest.raises(CameraTrouble, match="sudo apt install python3-picamera2"):
        PiCamera(_ticking(), _without_picamera2)


def _without_picamera2() -> Any:
    from vision.picamera import load_picamera2

    def missing() -> Any:
        raise ModuleNotFoundError("No module named 'picamera2'")

    return load_picamera2(missing)


def test_the_pi_camera_holds_focus_and_exposure_and_lets_go() -> None:
    able = {"AfMode": (0, 2, 0), "AeEnable": (False, True, True), "AwbEnable": (False, True, True)}
    device = _RibbonCamera([True], able)
    camera = PiCamera(_ticking(), lambda: device)
    camera.lock()
    camera.adapt()
    camera.unlock()
    assert device.log[-3:] == [
        {"AfMode": 0, "AeEnable": False, "AwbEnable": False},
        {"AeEnable": True, "AwbEnable": True},
        {"AfMode": 2, "AeEnable": True, "AwbEnable": True},
    ]


_FREE = [(cv2.CAP_PROP_AUTOFOCUS, 1), (cv2.CAP_PROP_AUTO_EXPOSURE, 3), (cv2.CAP_PROP_AUTO_WB, 1)]
_BY_HAND = [(cv2.CAP_PROP_AUTOFOCUS, 0), (cv2.CAP_PROP_AUTO_EXPOSURE, 1), (cv2.CAP_PROP_AUTO_WB, 0)]


def test_a_usb_camera_holds_focus_and_exposure_and_lets_go() -> None:
    camera = _UsbCamera([True])
    webcam = Webcam(0, camera.clock, lambda _: camera)
    webcam.lock()
    assert camera.log[-3:] == _BY_HAND
    webcam.adapt()
    assert camera.log[-3:] == [_BY_HAND[-1], *_FREE[1:]]  # nothing about the focus
    webcam.unlock()
    assert camera.log[-3:] == _FREE
    webcam.close()
    webcam.lock()
    assert camera.log[-1] == "released"


def test_a_usb_camera_holds_the_values_of_this_moment_as_far_as_it_tells_them() -> None:
    camera = _UsbCamera([True])
    webcam = Webcam(0, camera.clock, lambda _: camera)
    camera.told = {cv2.CAP_PROP_EXPOSURE: 156, cv2.CAP_PROP_FOCUS: 0, cv2.CAP_PROP_WB_TEMPERATURE: 4100}
    webcam.lock()
    asked = [("get", cv2.CAP_PROP_FOCUS), ("get", cv2.CAP_PROP_EXPOSURE), ("get", cv2.CAP_PROP_WB_TEMPERATURE)]
    assert camera.log[-8:] == [
        *asked,
        *_BY_HAND,
        (cv2.CAP_PROP_EXPOSURE, 156),
        (cv2.CAP_PROP_WB_TEMPERATURE, 4100),
    ]


def test_a_usb_camera_is_automatic_when_it_is_opened_and_when_it_is_let_go() -> None:
    camera = _UsbCamera([True])
    webcam = Webcam(0, camera.clock, lambda _: camera)
    assert camera.log[-3:] == _FREE
    webcam.lock()
    webcam.close()
    assert camera.log[-4:] == [*_FREE, "released"]


def test_a_usb_camera_that_hangs_is_waited_for_five_seconds_instead_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", raising=False)
    with pytest.raises(CameraTrouble):
        Webcam(99, _ticking())
    assert os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] == "5"
    camera = _UsbCamera([True])
    Webcam(0, camera.clock, lambda _: camera)
    assert camera.wishes[cv2.CAP_PROP_READ_TIMEOUT_MSEC] == 5000


def test_a_usb_camera_is_not_let_go_while_somebody_else_waits_for_a_picture() -> None:
    camera = _SlowUsbCamera([True])
    webcam = Webcam(0, _ticking(), lambda _: camera)
    waits = threading.Thread(target=webcam.read, daemon=True)
    waits.start()
    assert camera.asked.wait(5)
    closes = threading.Thread(target=webcam.close, daemon=True)
    closes.start()
    closes.join(0.05)
    assert "released" not in camera.log
    camera.comes.set()
    waits.join(5)
    closes.join(5)
    assert camera.log[-1] == "released"


class _SlowUsbCamera(_UsbCamera):
    """A USB camera whose picture comes when it is told to."""

    def __init__(self, plugged: list[bool]) -> None:
        super().__init__(plugged)
        self.asked, self.comes = threading.Event(), threading.Event()

    def grab(self) -> bool:
        self.asked.set()
        self.comes.wait(30)
        assert "released" not in self.log
        return super().grab()


class _BareTable:
    """An eye that sees a table without cards."""

    def look(self, frame: Frame) -> TableSeen:
        return TableSeen((), at_s=frame.at_s)


def _join(reader: TableReader) -> None:
    until = time.monotonic() + 5
    while reader.is_looking:
        assert time.monotonic() < until
        time.sleep(0.005)


def test_the_next_reader_waits_for_the_one_that_was_left_behind_with_the_camera() -> None:
    hanging, again = _SlowUsbCamera([True]), _UsbCamera([True])
    devices = iter([hanging, again])
    webcam = Webcam(0, _ticking(), lambda _: next(devices))
    heard: list[str] = []
    seen = threading.Event()
    first = TableReader(webcam, _BareTable(), lambda _: heard.append("first"), heard.append, clock=_ticking())
    first.start()
    assert hanging.asked.wait(5)
    first.close()  # by its clock the camera has been silent for seconds
    assert first.is_looking
    second = TableReader(webcam, _BareTable(), lambda _: seen.set(), heard.append, pause_s=0.01)
    second.start()
    assert not seen.wait(0.05)
    hanging.comes.set()
    _join(first)
    seen.clear()
    assert seen.wait(5)
    second.close()
    assert (heard, hanging.log[-1], again.log[-1]) == ([], "released", "released")
