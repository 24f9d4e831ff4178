"""A camera that shows recorded pictures over and over: all that a real table needs, without what draws a simulated one.

python -m tests.companion.recorded_camera FOLDER     draws the pictures, in a process that then ends
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from vision.folder import load_picture
from vision.frames import Frame

SIZE = (4608, 2592)
PICTURES = 6
PAUSE_S = 0.1
"""Between two pictures, as a camera needs it too."""


class RecordedCamera:
    """Pictures from files, decoded one by one like those of a webcam."""

    def __init__(self, folder: Path) -> None:
        self._files = cycle(sorted(folder.glob("*.jpg")))
        self._number = 0

    def read(self) -> Frame:
        """The next picture."""
        time.sleep(PAUSE_S)
        self._number += 1
        return Frame(self._number, time.monotonic(), load_picture(next(self._files)))

    def close(self) -> None:
        """There is nothing to let go of."""


def recorded(folder: Path) -> RecordedCamera:
    """A camera above a table for four with full dungeons and a full town."""
    folder.mkdir()
    subprocess.run([sys.executable, "-m", __name__, str(folder)], check=True)
    return RecordedCamera(folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    import cv2

    from companion import wiring
    from companion.bench import laid_table

    source = wiring.simulated_camera(laid_table(wiring.open_box()), SIZE, 1, time.monotonic)
    for number in range(PICTURES):
        cv2.imwrite(str(folder / f"{number}.jpg"), source.read().picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return 0


if __name__ == "__main__":
    sys.exit(main())
