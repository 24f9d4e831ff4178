"""A camera that was bumped and a lamp that was switched: noticed, healed by itself, or told when it does not heal."""

from dataclasses import dataclass

from engine.core.observations import Drift
from vision.surroundings import View

_LIGHT_OCTAVES = 0.45
"""A lamp that makes the table lighter or darker by a third."""
_HEALED = 0.7
"""So much of what lay there must be found again."""
_TOLD_S = 5.0
"""How long it is told what happened."""
_PATIENCE_S = 5.0
"""After this time what is still missing does not come back by itself."""
_GIVEN_UP_S = 120.0
"""After this time nobody looks for it any more: another game began."""
_GONE, _FEW = 0.3, 5
"""If no more than this is left of what lay there, and it was more than a few cards, nobody took all that away."""


@dataclass(slots=True)
class DriftWatch:
    """Compares what is read now with what was read before something happened."""

    _starts: int = 0
    _cards: int = 0
    """How many cards were read when all was well."""
    _happened: Drift = Drift.NONE
    _since_s: float = 0.0
    """When it happened, or when most cards were read for the last time since."""
    _told: Drift = Drift.NONE
    _told_s: float = 0.0

    def look(self, view: View, starts: int, read: int, now_s: float, *, settled: bool) -> Drift:
        """What happened to the camera or the light, for as long as it matters. `read` cards are read now."""
        moved = starts > self._starts
        self._starts = starts
        if moved or abs(view.lighter) > _LIGHT_OCTAVES:
            if self._happened is Drift.NONE:
                self._since_s = now_s
            self._happened = (
                Drift.CAMERA_MOVED if moved or self._happened is Drift.CAMERA_MOVED else Drift.LIGHT_CHANGED
            )
        if self._happened is not Drift.NONE:
            self._judge(read, now_s, settled=settled)
        elif settled and self._cards > _FEW and read < _GONE * self._cards:  # it may look elsewhere now
            self._happened, self._since_s = Drift.CAMERA_MOVED, now_s
        elif settled:
            self._cards = read
        if self._told is not Drift.LOST and now_s - self._told_s > _TOLD_S:
            self._told = Drift.NONE
        return self._told

    def _judge(self, read: int, now_s: float, *, settled: bool) -> None:
        """Healed when most cards are read again; lost when they are not for a while."""
        if settled and read >= _HEALED * self._cards:
            self._told, self._told_s, self._cards = self._happened, now_s, read
            self._happened = Drift.NONE
        elif read >= _HEALED * self._cards:
            self._since_s = now_s  # nothing is lost, but hands are at work
        elif now_s - self._since_s > _GIVEN_UP_S and settled:  # so this is the table now
            self._happened, self._told, self._cards = Drift.NONE, Drift.NONE, read
        elif now_s - self._since_s > _PATIENCE_S:
            self._told, self._told_s = Drift.LOST, now_s
