"""The simulated table seen without pictures: stickers that nothing covers are read at once, everything else is real.

So a whole game with a camera takes seconds: calibration, tracking, layout and host work as always.
"""

import time

import numpy as np

from cards_db.qr import matrix
from companion import wiring, world
from companion.evening import Evening
from companion.host import HostSettings
from companion.scene_table import TruthReader
from vision.camera_model import CameraSettings
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.simulated import SimulatedSource
from vision.tracker import TrackerSettings
from vision.trouble import CameraTrouble

PATIENCE = HostSettings(look_s=0.05, looks=3, ask_after_s=1.5, auto_heroes_s=0.05, auto_queues_s=0.05)
TRACKING = TrackerSettings(frames=3, enough_frames=2, appear_after_s=0.02, gone_after_s=0.04, settle_s=0.02)
SIZE = (2304, 1296)


class QuickSource(SimulatedSource):
    """A camera whose pictures are empty; what they would show is known."""

    def read(self) -> Frame:
        """An empty picture of the right size, at the right time."""
        time.sleep(0.01)
        if self._trouble:
            raise CameraTrouble(self._trouble)
        return Frame(0, time.monotonic(), EMPTY)


EMPTY: Picture = np.zeros((SIZE[1], SIZE[0]), np.uint8)


class QuickEvening(Evening):
    """An evening with the quick camera."""

    def simulated_camera(self, here: world.World) -> SimulatedSource:
        """The quick camera above this table."""
        settings = CameraSettings(width_px=SIZE[0], height_px=SIZE[1], seed=here.seed)
        self.quick = QuickSource(here.table, matrix, settings, time.monotonic)
        self.session.host.settings = PATIENCE
        return self.quick

    def new_eye(self, sets: tuple[str, ...]) -> Eye:
        """An eye that needs no pictures."""
        specs = wiring.specs_of(self._box, sets)
        return Eye(TruthReader(self.quick), specs, tracking=TRACKING)
