"""One picture in, the table in words out: decode, calibrate, track, lay out."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

import numpy as np

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, TableSeen
from vision.calibration import Calibrator, Floats, Square, TableMap
from vision.decode import Decoder, Read
from vision.frames import Frame
from vision.layout import Lying, Zones, card_pose, read_layout
from vision.opinions import Disagreement, SecondOpinion
from vision.stickers import MODULES, Role, StickerSpec
from vision.tracker import Presence, Sighting, Tracker, TrackerSettings

LEAST_MODULE_PX = 0.75
"""Below this our reader begins to miss stickers, and a missing one must never be taken for none."""


@dataclass(frozen=True, slots=True)
class EyeQuality:
    """How well the table is seen at the moment, for people who set up a camera."""

    stickers: int = 0
    rms_mm: float = 0.0
    fitted_from: int = 0
    smallest_module_px: float = 0.0
    median_module_px: float = 0.0
    camera_moved: int = 0
    """How often the camera was found moved since the start."""
    disagreements: tuple[Disagreement, ...] = ()
    """Stickers that two readers read differently: nobody is believed until they agree."""


@runtime_checkable
class Surveyor(Protocol):
    """A reader that finds out for itself how the camera hangs."""

    calibrator: Calibrator | None


@runtime_checkable
class Disputant(Protocol):
    """A reader that asks for a second opinion."""

    opinions: SecondOpinion


@dataclass(slots=True)
class _Persisting:
    """Texts that stay in the picture, whatever they say."""

    frames: int
    enough: int
    _seen: dict[str, deque[bool]] = field(default_factory=dict)

    def look(self, texts: Iterable[str]) -> tuple[str, ...]:
        now = set(texts)
        for text in now - self._seen.keys():
            self._seen[text] = deque(maxlen=self.frames)
        for text, seen in self._seen.items():
            seen.append(text in now)
        self._seen = {text: seen for text, seen in self._seen.items() if any(seen)}
        return tuple(sorted(text for text, seen in self._seen.items() if sum(seen) >= self.enough))


class Eye:
    """Everything between a picture and `TableSeen`. Keeps what it learned about camera and table between pictures."""

    def __init__(
        self,
        decoder: Decoder,
        specs: Mapping[Code, StickerSpec],
        *,
        zones: Zones | None = None,
        tracking: TrackerSettings | None = None,
    ) -> None:
        settings = tracking or TrackerSettings()
        self.last_reads: tuple[Read, ...] = ()
        """What was read in the newest picture, stickers and foreign symbols alike."""
        self.map: TableMap | None = None
        self._decoder = decoder
        self._specs = dict(specs)
        self._zones = zones or Zones()
        self._tracker = Tracker(settings)
        self._foreign = _Persisting(settings.frames, settings.enough_frames)
        self._calibrator: Calibrator | None = None
        self._starts = 0
        self._seats: dict[Code, Code] = {}

    def look(self, frame: Frame) -> TableSeen:
        """The table as this picture and the ones before show it."""
        reads = self._decoder.decode(frame.picture)
        self.last_reads = tuple(reads)
        ours = [read for read in reads if read.text in self._specs]
        self._calibrate(ours, frame.picture.shape[1], frame.picture.shape[0])
        presence = self._tracker.look(self._sightings(ours), frame.at_s)
        foreign = self._foreign.look(read.text for read in reads if read.text not in self._specs)
        return replace(self._in_words(presence, foreign, frame.at_s), legible=self._is_legible(ours))

    def _is_legible(self, ours: Sequence[Read]) -> bool:
        """Whether the smallest sticker of the game could be read where the picture is smallest."""
        if not ours or not self._specs:
            return True
        smallest_mm = min(spec.symbol_mm for spec in self._specs.values()) / MODULES
        px_per_mm = min(read.edge_px / self._specs[Code(read.text)].symbol_mm for read in ours)
        return px_per_mm * smallest_mm >= LEAST_MODULE_PX

    @property
    def quality(self) -> EyeQuality:
        """How well the newest picture could be read and measured."""
        modules = sorted(read.edge_px / MODULES for read in self.last_reads if read.text in self._specs)
        moved = self._calibrator.starts if self._calibrator else 0
        disputes = self._decoder.opinions.disagreements if isinstance(self._decoder, Disputant) else ()
        if not modules:
            return EyeQuality(camera_moved=moved, disagreements=tuple(disputes))
        rms, fitted_from = (self.map.rms_mm, self.map.stickers) if self.map else (0.0, 0)
        return EyeQuality(
            len(modules), rms, fitted_from, modules[0], modules[len(modules) // 2], moved, tuple(disputes)
        )

    def _calibrate(self, ours: Sequence[Read], width: int, height: int) -> None:
        """Better the map. What lies still is redrawn on it, unless the camera itself was moved."""
        if isinstance(self._decoder, Surveyor) and self._decoder.calibrator is not None:
            self._take_over(self._decoder.calibrator)
            return
        calibrator = self._calibrator
        if calibrator is None or (calibrator.width, calibrator.height) != (width, height):
            calibrator = self._calibrator = Calibrator(width, height)
        starts, old = calibrator.starts, self.map
        self.map = calibrator.see([self._square(read) for read in ours])
        if calibrator.starts == starts:
            self._redraw(old)

    def _take_over(self, calibrator: Calibrator) -> None:
        """The reader measures for itself: its map is ours."""
        same = self._calibrator is calibrator and self._starts == calibrator.starts
        self._calibrator, self._starts = calibrator, calibrator.starts
        old, self.map = self.map, calibrator.map
        if same:
            self._redraw(old)

    def _redraw(self, old: TableMap | None) -> None:
        new = self.map
        if old is not None and new is not None and new is not old:
            self._tracker.redraw(lambda pose: old.redrawn(pose, new))

    def _square(self, read: Read) -> Square:
        spec = self._specs[Code(read.text)]
        return Square(spec.code, _corners(read), spec.symbol_mm, spec.role is Role.BACK)

    def _sightings(self, ours: Sequence[Read]) -> list[Sighting]:
        """The cards that carry these stickers, where they lie now."""
        table = self.map
        if table is None:
            return []
        found = []
        for read in ours:
            spec = self._specs[Code(read.text)]
            pose = card_pose(table.pose(_corners(read)), spec.x_mm, spec.y_mm)
            found.append(Sighting(spec.code, pose, spec.role is Role.BACK))
        return found

    def _in_words(self, presence: Presence, foreign: tuple[str, ...], at_s: float) -> TableSeen:
        lying = [Lying(s.code, self._specs[s.code].role, s.pose) for s in (*presence.cards, *presence.alike)]
        seen = read_layout(lying, self._zones, self._seats)
        cards, backs = seen[: len(presence.cards)], seen[len(presence.cards) :]
        self._remember_seats(cards)
        return TableSeen(cards, backs, presence.twice, foreign, presence.settled, at_s)

    def _remember_seats(self, cards: Iterable[SeenCard]) -> None:
        for card in cards:
            if card.spot.area is not Area.ELSEWHERE:
                self._seats[card.code] = card.spot.seat


def _corners(read: Read) -> Floats:
    return np.array(read.corners, np.float64)
