"""Reads per frame -> what lies still on the table. Presence, not pulses; pure, the clock is an argument.

A card counts when it was seen in most frames for a while (rules 4.3); it stays until it has been missed for a while.
A card at a new place is at first a second card with the same code: when the new place is sure, the old one goes.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from engine.core.ids import Code
from vision.layout import turn
from vision.tabletop import Pose


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """How long things must last before they count (rules 4.3)."""

    frames: int = 7
    enough_frames: int = 5
    appear_after_s: float = 0.6
    gone_after_s: float = 1.0
    settle_s: float = 0.6
    same_place_mm: float = 4.0
    same_angle_deg: float = 4.0
    two_places_mm: float = 20.0
    averaged: int = 25
    """Over so many frames the pose of a lying card is averaged."""
    patience_s: float = 3.0
    """A sticker that cannot be made sure for so long no longer keeps the table unsettled."""
    flaps: int = 3
    """A sticker that came and went so often without moving no longer keeps the table unsettled."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card in one frame. `alike` marks neutral stickers, of which many may lie on the table."""

    code: Code
    pose: Pose
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """What lies still: each individual card once, neutral stickers one by one, codes in two places at once."""

    cards: tuple[Sighting, ...] = ()
    alike: tuple[Sighting, ...] = ()
    twice: tuple[Code, ...] = ()
    settled: bool = False


@dataclass(slots=True)
class _Track:
    """One sticker at one place."""

    code: Code
    alike: bool
    since_s: float
    last_s: float
    seen: deque[bool]
    poses: deque[Pose]
    pose: Pose
    sure: bool = False
    sure_at_s: float = 0.0
    flaps: int = 0

    def see(self, pose: Pose, now_s: float) -> None:
        if self.sure and self.missed_in_a_row >= 3:
            self.flaps += 1
        self.seen.append(True)
        self.last_s = now_s
        self.poses.append(pose)
        self.pose = average(self.poses)

    def miss(self) -> None:
        self.seen.append(False)

    @property
    def hits(self) -> int:
        return sum(self.seen)

    @property
    def missed_in_a_row(self) -> int:
        count = 0
        for seen in reversed(self.seen):
            if seen:
                break
            count += 1
        return count


def average(poses: Sequence[Pose]) -> Pose:
    """The middle of several poses of a lying card; single bad ones do not matter."""
    first = poses[0].angle_deg
    angle = first + median(turn(pose.angle_deg - first) for pose in poses)
    return Pose(median(pose.x_mm for pose in poses), median(pose.y_mm for pose in poses), turn(angle))


def distance_mm(one: Pose, other: Pose) -> float:
    """How far two poses are apart."""
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


@dataclass(slots=True)
class Tracker:
    """The memory between frames."""

    settings: TrackerSettings = field(default_factory=TrackerSettings)
    _tracks: list[_Track] = field(default_factory=list)
    _stirred_s: float | None = None

    def look(self, sightings: Iterable[Sighting], now_s: float) -> Presence:
        """Take in one frame and say what lies still."""
        if self._stirred_s is None:
            self._stirred_s = now_s
        self._match(list(sightings), now_s)
        changed = self._make_sure(now_s)
        changed = self._let_go(now_s) or changed
        changed = self._follow_moves() or changed
        if changed or any(self._stirs(track, now_s) for track in self._tracks):
            self._stirred_s = now_s
        return self._presence(now_s)

    def redraw(self, change: Callable[[Pose], Pose]) -> None:
        """The map of the table got better: every remembered pose is drawn anew. No card has moved."""
        for track in self._tracks:
            track.poses = deque((change(pose) for pose in track.poses), maxlen=track.poses.maxlen)
            track.pose = average(track.poses)

    def _match(self, sightings: list[Sighting], now_s: float) -> None:
        """Give every sighting to the nearest track of the same code, or begin a new one."""
        pairs = [
            (distance_mm(sighting.pose, track.pose), number, track)
            for number, sighting in enumerate(sightings)
            for track in self._tracks
            if track.code == sighting.code and self._same_place(track.pose, sighting.pose)
        ]
        taken: set[int] = set()
        matched: set[int] = set()
        for _, number, track in sorted(pairs, key=lambda pair: pair[0]):
            if number not in taken and id(track) not in matched:
                taken.add(number)
                matched.add(id(track))
                track.see(sightings[number].pose, now_s)
        for track in self._tracks:
            if id(track) not in matched:
                track.miss()
        self._tracks += [self._begun(s, now_s) for number, s in enumerate(sightings) if number not in taken]

    def _begun(self, sighting: Sighting, now_s: float) -> _Track:
        seen = deque([True], maxlen=self.settings.frames)
        poses = deque([sighting.pose], maxlen=self.settings.averaged)
        return _Track(sighting.code, sighting.alike, now_s, now_s, seen, poses, sighting.pose)

    def _same_place(self, one: Pose, other: Pose) -> bool:
        near = distance_mm(one, other) <= self.settings.same_place_mm
        return near and abs(turn(one.angle_deg - other.angle_deg)) <= self.settings.same_angle_deg

    def _make_sure(self, now_s: float) -> bool:
        changed = False
        for track in self._tracks:
            lasted = now_s - track.since_s >= self.settings.appear_after_s - 1e-6
            if not track.sure and lasted and track.hits >= self.settings.enough_frames:
                track.sure, track.sure_at_s, changed = True, now_s, True
        return changed

    def _let_go(self, now_s: float) -> bool:
        """Forget what has been missed for long enough: sure cards late, mere glimpses soon."""
        gone = [track for track in self._tracks if self._is_gone(track, now_s)]
        self._tracks = [track for track in self._tracks if not any(track is one for one in gone)]
        return any(track.sure for track in gone)

    def _is_gone(self, track: _Track, now_s: float) -> bool:
        if not track.sure:
            return track.missed_in_a_row >= 3
        long = now_s - track.last_s >= self.settings.gone_after_s - 1e-6
        return long and len(track.seen) - track.hits >= self.settings.enough_frames

    def _follow_moves(self) -> bool:
        """A card that is sure at a new place has left its old one, unless it still is seen there, far away."""
        left = [track for track in self._tracks if any(self._replaces(other, track) for other in self._tracks)]
        self._tracks = [track for track in self._tracks if not any(track is one for one in left)]
        return bool(left)

    def _replaces(self, new: _Track, old: _Track) -> bool:
        if not (new.sure and old.sure) or new.alike or new.code != old.code or new.sure_at_s <= old.sure_at_s:
            return False
        near = distance_mm(new.pose, old.pose) <= self.settings.two_places_mm
        return near or len(old.seen) - old.hits >= self.settings.enough_frames

    def _stirs(self, track: _Track, now_s: float) -> bool:
        """Whether this track is on its way to appear, to move or to vanish."""
        if not track.sure:
            # Slow pictures must not make a table look settled: patience is counted in frames too.
            return now_s - track.since_s <= self.settings.patience_s or len(track.seen) < self.settings.frames
        return track.missed_in_a_row >= 3 and track.flaps < self.settings.flaps

    def _presence(self, now_s: float) -> Presence:
        sure = [track for track in self._tracks if track.sure]
        codes: dict[Code, int] = {}
        for track in sure:
            if not track.alike:
                codes[track.code] = codes.get(track.code, 0) + 1
        quiet = now_s - (now_s if self._stirred_s is None else self._stirred_s)
        return Presence(
            cards=tuple(Sighting(t.code, t.pose) for t in sure if not t.alike and codes[t.code] == 1),
            alike=tuple(Sighting(t.code, t.pose, True) for t in sure if t.alike),
            twice=tuple(sorted(code for code, count in codes.items() if count > 1)),
            settled=quiet >= self.settings.settle_s - 1e-6,
        )
