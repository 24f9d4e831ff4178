"""The simulated table: physical cards in, camera pictures out, with the truth beside it."""

from collections.abc import Callable

from vision.camera_model import CameraModel, CameraSettings, Corners, Matrix
from vision.card_texture import Patterns
from vision.frames import Frame, Room
from vision.lighting import PLAIN, Light, lit, shaken
from vision.sensor import SensorNoise, flickering, sent
from vision.table_picture import TablePicture
from vision.tabletop import Laid, Tabletop
from vision.trouble import CameraTrouble


class SimulatedSource:
    """A camera above a table that exists only as a value.

    `table`, `light` and `shake` may be replaced at any time, also from another thread: the next picture shows the new
    ones. The same seed, table, light and frame number give the same picture. One thread reads.
    """

    def __init__(
        self, table: Tabletop, patterns: Patterns, settings: CameraSettings, clock: Callable[[], float]
    ) -> None:
        self.table = table
        self.light: Light = PLAIN
        self.shake = (0.0, 0.0)
        """Pixels and direction in which the camera is shaken while it takes the next picture."""
        self.room: Room | None = None
        """Where the pictures are put; None: each in a place of its own."""
        self._clock = clock
        self._patterns = patterns
        self._hang(settings)
        self._number = 0
        self._trouble = ""

    def read(self) -> Frame:
        """A picture of the table as it lies now."""
        if self._trouble:
            raise CameraTrouble(self._trouble)
        number, self._number = self._number, self._number + 1
        seen = lit(shaken(self._picture.of(self.table), *self.shake), self.light)
        seen = flickering(seen, self.settings, number)
        return Frame(number, self._clock(), sent(self._noise.over(seen, number, self.room), self.settings))

    def rehang(self, settings: CameraSettings) -> None:
        """Somebody bumped the camera, or the lamp was switched: from now on pictures are taken like this."""
        if settings != self.settings:
            self._hang(settings)

    def _hang(self, settings: CameraSettings) -> None:
        self.settings = settings
        self._model = CameraModel(settings)
        self._picture = TablePicture(settings, self._patterns)
        self._noise = SensorNoise(settings.noise, settings.seed)

    def close(self) -> None:
        """Put the camera away for good."""
        self._trouble = "The simulated camera was closed. Open a new one."

    def vanish(self) -> None:
        """Pull the camera's plug: no more pictures until it comes back."""
        self._trouble = "The simulated camera is unplugged. Check its cable and plug it in again."

    def come_back(self) -> None:
        """Plug the camera in again."""
        self._trouble = ""

    def homography(self) -> Matrix:
        """The truth: from millimetres on the table to pixels."""
        return self._model.homography(self.table)

    def sticker_corners_px(self, laid: Laid) -> Corners | None:
        """The truth: where the symbol of a card's sticker is in the picture."""
        return self._model.sticker_corners_px(self.table, laid)
