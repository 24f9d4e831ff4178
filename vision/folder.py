"""Pictures from a folder or a clip: for tests, and for work without a camera."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.frames import Frame, Picture
from vision.trouble import CameraTrouble, OutOfFrames

_PICTURES = {".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp"}


def load_picture(path: Path) -> Picture:
    """One picture from a file."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise CameraTrouble(f"cannot open picture {path}: {error.strerror or error}") from error
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise CameraTrouble(f"{path} is not a picture that can be read; use PNG or JPEG")
    return np.asarray(picture, np.uint8)


class PictureFolder:
    """The pictures of a folder in the order of their names, or the frames of a video file, each once."""

    def __init__(self, path: Path | str, clock: Callable[[], float]) -> None:
        self._path = Path(path)
        self._clock = clock
        self._number = 0
        if not self._path.exists():
            raise CameraTrouble(f"no such folder or video: {self._path}")
        self._video: cv2.VideoCapture | None = None
        self._files: Iterator[Path] = iter(())
        if self._path.is_dir():
            self._files = iter(self._pictures())
        else:
            self._video = self._opened()

    def read(self) -> Frame:
        """The next picture; `OutOfFrames` after the last."""
        picture = self._next_frame() if self._video is not None else self._next_file()
        self._number += 1
        return Frame(self._number, self._clock(), picture)

    def close(self) -> None:
        """Let go of the file."""
        if self._video is not None:
            self._video.release()

    def _pictures(self) -> list[Path]:
        files = sorted(file for file in self._path.iterdir() if file.suffix.lower() in _PICTURES)
        if not files:
            raise CameraTrouble(f"no pictures in {self._path}; put PNG or JPEG files there")
        return files

    def _opened(self) -> cv2.VideoCapture:
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            raise CameraTrouble(f"{self._path} is not a video that can be played")
        return video

    def _next_file(self) -> Picture:
        file = next(self._files, None)
        if file is None:
            raise OutOfFrames(str(self._path))
        return load_picture(file)

    def _next_frame(self) -> Picture:
        assert self._video is not None
        good, picture = self._video.read()
        if good:
            return np.asarray(picture, np.uint8)
        if self._number == 0:
            raise CameraTrouble(f"{self._path} is not a video that can be played")
        raise OutOfFrames(str(self._path))
