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

import numpy as np

from vision.frames import Frame, Room

SIZE = (4608, 2592)
PICTURES = 4
PAUSE_S = 0.1
"""Between two pictures, as a camera needs it too."""


class RecordedCamera:
    """Pictures from files, written by the system to where they are wanted, as a camera's driver does it."""

    def __init__(self, folder: Path) -> None:
        self.room: Room | None = None
        self._files = cycle(sorted(folder.glob("*.raw")))
        self._number = 0

    def read(self) -> Frame:
        """The next picture."""
        time.sleep(PAUSE_S)
        self._number += 1
        shape = (SIZE[1], SIZE[0], 3)
        picture = self.room(shape) if self.room is not None else np.empty(shape, np.uint8)
        with next(self._files).open("rb", buffering=0) as file:
            file.readinto(picture.data.cast("B"))
        return Frame(self._number, time.monotonic(), picture)

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
    from companion import wiring
    from companion.bench import laid_table

    source = wiring.simulated_camera(laid_table(wiring.open_box()), SIZE, 1, time.monotonic)
    for number in range(PICTURES):
        source.read().picture.tofile(folder / f"{number}.raw")
    return 0


if __name__ == "__main__":
    sys.exit(main())
