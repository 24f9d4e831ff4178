"""Reads per frame -> what lies still on the table. Presence, not pulses; pure, the clock is an argument.

A card counts when it was seen in most frames for a while (rules 4.3); it stays until it has been missed for a while.
A card at a new place is at first a second card with the same code: when the new place is sure, the old one goes.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
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
    vanish_after_s: float = 1.0
    """A sticker that is missed where the picture plainly shows something else is gone after this time already."""
    settle_s: float = 0.6
    settle_frames: int = 0
    """Nothing may have stirred in so many pictures either: slow cameras get no shorter look."""
    same_place_mm: float = 4.0
    same_angle_deg: float = 4.0
    two_places_mm: float = 20.0
    averaged: int = 25
    """Over so many frames the pose of a lying card is averaged."""
    patience_s: float = 3.0
    """A sticker that cannot be made sure for so long no longer keeps the table unsettled."""
    flaps: int = 3
    """A sticker that came and went so often without moving no longer keeps the table unsettled."""


QUICK = TrackerSettings(
    frames=4,
    enough_frames=3,
    appear_after_s=0.14,
    gone_after_s=2.5,
    vanish_after_s=0.2,
    settle_s=0.14,
    settle_frames=2,
)
"""For a reader without false reads, together with an eye for hands and unread things: the times of rules 4.3 are start
values. What appears is believed after three pictures in a row, at fourteen pictures a second."""


_STAYS_S = 60.0
"""So long a boss or a marker is believed that is not read at its place: nobody takes it away, but a lamp may glare on
it for a round, also after a bump, and without it nobody knows whose its cards are."""
_LATELY_S = 6.0
"""So long it is remembered what was let go."""
_RESTED = 5
"""A card that has lain for long is averaged anew in every so-manieth picture only."""


class Outlook(Enum):
    """What the picture shows at the place of a sticker that was not read."""

    PLAIN = "plain"
    """The same as before: the sticker is only hard to read."""
    CHANGED = "changed"
    """Something else, in plain sight."""
    TAKEN = "taken"
    """Another card that was read: nothing of this one is left to be seen there."""
    HIDDEN = "hidden"
    """A hand: nothing can be said about what is below (rules 4.1)."""
    UNKNOWN = "unknown"
    """A picture that cannot be compared with an earlier one, because the camera was bumped."""


_LEFT = (Outlook.CHANGED, Outlook.TAKEN, Outlook.UNKNOWN)
"""How the place of a card looks that may have left it."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card in one frame. `alike` marks neutral stickers, of which many may lie on the table."""

    code: Code
    pose: Pose
    alike: bool = False
    confidence: float = 1.0
    sigma_mm: float = 0.0
    """How uncertain the place is, and in degrees the angle: standard deviations."""
    sigma_deg: float = 0.0
    hidden: bool = False
    seen_s: float = 0.0
    """When it was last seen, or hidden by a hand."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What lies still: each individual card once, neutral stickers one by one, codes in two places at once."""

    cards: tuple[Sighting, ...] = ()
    alike: tuple[Sighting, ...] = ()
    twice: tuple[Code, ...] = ()
    settled: bool = False
    doubles: tuple[Sighting, ...] = ()
    """Every place of the codes that lie in two places."""


@dataclass(slots=True, eq=False)
class _Track:
    """One sticker at one place."""

    code: Code
    alike: bool
    since_s: float
    last_s: float
    seen: deque[bool]
    poses: deque[Pose]
    pose: Pose
    confidence: float = 1.0
    sigma_mm: float = 0.0
    sure: bool = False
    sure_at_s: float = 0.0
    flaps: int = 0
    outlook: Outlook = Outlook.PLAIN
    count: int = 0
    spread: tuple[float, float] = (0.0, 0.0)
    read_s: float = 0.0
    """When it was last read."""
    elsewhere: bool = False
    """Whether the same card was read at another place since then."""

    def see(self, sighting: Sighting, now_s: float) -> None:
        if self.sure and self.missed_in_a_row >= 3:
            self.flaps += 1
        self.seen.append(True)
        self.last_s = self.read_s = now_s
        self.poses.append(sighting.pose)
        self.count += 1
        if self.count < _RESTED or self.count % _RESTED == 0:
            self.average()
        self.confidence, self.sigma_mm = sighting.confidence, sighting.sigma_mm
        self.outlook, self.elsewhere = Outlook.PLAIN, False

    def average(self) -> None:
        """Where the card lies by all that was seen of it, and how exactly that is known."""
        self.pose = average(self.poses)
        self.spread = spread(self.poses, self.pose)

    def miss(self, outlook: Outlook, now_s: float) -> None:
        """Not read in this picture. Under a hand that is no news, and the time does not run (rules 4.3)."""
        self.outlook = outlook
        if outlook is Outlook.HIDDEN and self.sure:
            self.last_s = now_s
        else:
            self.seen.append(False)

    def sighting(self) -> Sighting:
        """This track as it is told to others."""
        off_mm, off_deg = self.spread
        hidden = self.outlook is Outlook.HIDDEN
        sigma_mm = max(off_mm, self.sigma_mm)
        return Sighting(self.code, self.pose, self.alike, self.confidence, sigma_mm, off_deg, hidden)

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
    angle = first + _median([turn(pose.angle_deg - first) for pose in poses])
    return Pose(_median([pose.x_mm for pose in poses]), _median([pose.y_mm for pose in poses]), turn(angle))


def _median(numbers: list[float]) -> float:
    """The same as that of `statistics`, which takes several times as long for a few numbers."""
    numbers.sort()
    half = len(numbers) // 2
    return numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) / 2


def spread(poses: Sequence[Pose], middle: Pose) -> tuple[float, float]:
    """How far single poses of a lying card are from their middle: standard deviations in millimetres and degrees."""
    if len(poses) < 2:
        return 0.0, 0.0
    off = sum(distance_mm(pose, middle) ** 2 for pose in poses) / 2
    turned = sum(turn(pose.angle_deg - middle.angle_deg) ** 2 for pose in poses)
    return math.sqrt(off / len(poses)), math.sqrt(turned / len(poses))


def _pairs(before: Iterable[Sighting], now: Iterable[Sighting]) -> list[tuple[Pose, Pose]]:
    """Where the same cards lay before and lie now."""
    places = {card.code: card.pose for card in before if not card.alike}
    return [(places[card.code], card.pose) for card in now if not card.alike and card.code in places]


def are_adrift(before: Iterable[Sighting], now: Iterable[Sighting]) -> bool:
    """Whether most cards are seen elsewhere all at once: hands move a card or two, a bump moves all."""
    pairs = _pairs(before, now)
    off = sum(distance_mm(old, new) > _AGREE_MM for old, new in pairs)
    return off >= _TELLING and off > len(pairs) / 2


def moved_together(before: Iterable[Sighting], now: Iterable[Sighting]) -> Callable[[Pose], Pose] | None:
    """How a map was turned and shifted under cards that did not move; None when too few of them tell."""
    pairs = _pairs(before, now)
    if len(pairs) < _TELLING:
        return None
    first = turn(pairs[0][1].angle_deg - pairs[0][0].angle_deg)
    by_deg = first + median(turn(new.angle_deg - old.angle_deg - first) for old, new in pairs)
    cos, sin = math.cos(math.radians(by_deg)), math.sin(math.radians(by_deg))

    def turned(pose: Pose) -> tuple[float, float]:
        return pose.x_mm * cos - pose.y_mm * sin, pose.x_mm * sin + pose.y_mm * cos

    off = [(new.x_mm - turned(old)[0], new.y_mm - turned(old)[1]) for old, new in pairs]
    right, down = median(x for x, _ in off), median(y for _, y in off)

    def change(pose: Pose) -> Pose:
        x, y = turned(pose)
        return Pose(x + right, y + down, turn(pose.angle_deg + by_deg))

    agree = sum(distance_mm(change(old), new) <= _AGREE_MM for old, new in pairs)
    return change if agree >= max(_TELLING, len(pairs) / 2) else None


_TELLING, _AGREE_MM = 3, 3.0
"""So many cards must have moved together, to within so much: single ones are moved by hands."""


def distance_mm(one: Pose, other: Pose) -> float:
    """How far two poses are apart."""
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


@dataclass(slots=True)
class Tracker:
    """The memory between frames."""

    settings: TrackerSettings = field(default_factory=TrackerSettings)
    stays: frozenset[Code] = frozenset()
    """What lies where it is for a whole game: bosses and markers."""
    _tracks: list[_Track] = field(default_factory=list)
    _stirred_s: float | None = None
    _quiet_frames: int = 0
    _gone: list[tuple[_Track, float]] = field(default_factory=list)
    """What was let go lately, and when."""
    _lying: tuple[Sighting, ...] | None = None
    """What is sure, once somebody asked for it since the newest picture."""

    def look(
        self,
        sightings: Iterable[Sighting],
        now_s: float,
        outlook: Callable[[Sighting], Outlook] | None = None,
        *,
        restless: bool = False,
        awaiting: bool = False,
    ) -> Presence:
        """Take in one frame and say what lies still.

        `outlook` tells what the picture shows where a sticker was not read. `restless` keeps the table unsettled for
        some pictures more; while something is `awaiting` a look it is only not settled yet.
        """
        if self._stirred_s is None:
            self._stirred_s = now_s
        self._match(list(sightings), now_s, outlook or _plain)
        self._make_sure(now_s)
        self._let_go(now_s)
        self._follow_moves()
        self._lying = None
        self._quiet_frames += 1
        if restless or any(self._is_going(track) for track in self._tracks):
            self._stirred_s, self._quiet_frames = now_s, 0
        return self._presence(now_s, awaiting=awaiting)

    @property
    def lying(self) -> tuple[Sighting, ...]:
        """Everything that is sure, whether it lies there twice or not."""
        if self._lying is None:
            self._lying = tuple(track.sighting() for track in self._tracks if track.sure)
        return self._lying

    @property
    def unseen(self) -> tuple[Sighting, ...]:
        """What is sure and is not seen any more, whatever is in the way; a single picture may be bad."""
        return tuple(
            track.sighting()
            for track in self._tracks
            if track.sure and (track.outlook is Outlook.HIDDEN or track.missed_in_a_row > 1)
        )

    def missing(self, now_s: float, within_s: float) -> tuple[Sighting, ...]:
        """What is sure and in nobody's way, but was not read in the newest picture, here or elsewhere, for no longer
        than this."""
        return tuple(
            track.sighting()
            for track in self._tracks
            if track.sure
            and not (track.seen[-1] or track.elsewhere)
            and track.outlook not in (Outlook.HIDDEN, Outlook.TAKEN)
            and now_s - track.last_s <= within_s
        )

    @property
    def faltering(self) -> tuple[Sighting, ...]:
        """What was glimpsed lately and is not sure yet, but was not read in the newest picture."""
        return tuple(track.sighting() for track in self._tracks if not track.sure and not track.seen[-1])

    def astray(self, now_s: float, within_s: float) -> tuple[Sighting, ...]:
        """Cards that are plainly not where they were, or were let go not longer ago than this, and that nobody sees
        elsewhere."""
        found = {track.code for track in self._tracks if track.seen[-1]}
        left = [track for track in self._tracks if track.sure and track.outlook in _LEFT]
        left += [track for track, at_s in self._gone if now_s - at_s <= within_s]
        return tuple(track.sighting() for track in left if not track.alike and track.code not in found)

    def redraw(self, change: Callable[[Sequence[Pose]], Sequence[Pose]]) -> None:
        """The map of the table got better: every remembered pose is drawn anew. No card has moved."""
        self._lying = None
        drawn = iter(change([pose for track in self._tracks for pose in (track.pose, *track.poses)]))
        for track in self._tracks:
            track.pose = next(drawn)
            track.poses = deque(islice(drawn, len(track.poses)), maxlen=track.poses.maxlen)

    def _match(self, sightings: list[Sighting], now_s: float, outlook: Callable[[Sighting], Outlook]) -> None:
        """Give every sighting to the nearest track of the same code, or begin a new one."""
        known, read = _by_code(self._tracks), {sighting.code for sighting in sightings}
        pairs = [
            (distance_mm(sighting.pose, track.pose), number, track)
            for number, sighting in enumerate(sightings)
            for track in known.get(sighting.code, ())
            if self._same_place(track.pose, sighting.pose)
        ]
        taken: set[int] = set()
        matched: set[int] = set()
        for _, number, track in sorted(pairs, key=lambda pair: pair[0]):
            if number not in taken and id(track) not in matched:
                taken.add(number)
                matched.add(id(track))
                track.see(sightings[number], now_s)
        for track in self._tracks:
            if id(track) not in matched:
                track.miss(outlook(Sighting(track.code, track.pose, track.alike, seen_s=track.last_s)), now_s)
                track.elsewhere |= not track.alike and track.code in read
        self._tracks += [self._begun(s, now_s) for number, s in enumerate(sightings) if number not in taken]

    def _begun(self, sighting: Sighting, now_s: float) -> _Track:
        seen = deque([True], maxlen=self.settings.frames)
        poses = deque([sighting.pose], maxlen=self.settings.averaged)
        sure_of, sigma = sighting.confidence, sighting.sigma_mm
        track = _Track(sighting.code, sighting.alike, now_s, now_s, seen, poses, sighting.pose, sure_of, sigma)
        track.read_s = now_s
        return track

    def _same_place(self, one: Pose, other: Pose) -> bool:
        near = distance_mm(one, other) <= self.settings.same_place_mm
        return near and abs(turn(one.angle_deg - other.angle_deg)) <= self.settings.same_angle_deg

    def _make_sure(self, now_s: float) -> None:
        for track in self._tracks:
            lasted = now_s - track.since_s >= self.settings.appear_after_s - 1e-6
            if not track.sure and lasted and track.hits >= self.settings.enough_frames:
                track.sure, track.sure_at_s = True, now_s

    def _let_go(self, now_s: float) -> None:
        """Forget what has been missed for long enough: sure cards late, mere glimpses soon."""
        gone = [track for track in self._tracks if self._is_gone(track, now_s)]
        if gone:
            self._tracks = [track for track in self._tracks if track not in gone]
        self._gone = [(track, at_s) for track, at_s in self._gone if now_s - at_s <= _LATELY_S]
        self._gone += [(track, now_s) for track in gone if track.sure]

    def _is_gone(self, track: _Track, now_s: float) -> bool:
        if not track.sure:
            return track.missed_in_a_row >= 3
        if track.outlook is Outlook.HIDDEN:
            return False
        after_s = self._patience_s(track)
        long = now_s - track.last_s >= after_s - 1e-6
        return long and len(track.seen) - track.hits >= self.settings.enough_frames

    def _patience_s(self, track: _Track) -> float:
        """For how long a card is believed that is not read at its place."""
        if track.code in self.stays:
            return _STAYS_S
        settings = self.settings
        may_lie_there = track.outlook is Outlook.PLAIN and not track.elsewhere
        return settings.gone_after_s if may_lie_there else settings.vanish_after_s

    def _follow_moves(self) -> None:
        """A card that is sure at a new place has left its old one, unless it still is seen there, far away."""
        several = [tracks for tracks in _by_code(self._tracks).values() if len(tracks) > 1]
        left = {id(one) for tracks in several for one in tracks if any(self._replaces(two, one) for two in tracks)}
        if left:
            self._tracks = [track for track in self._tracks if id(track) not in left]

    def _replaces(self, new: _Track, old: _Track) -> bool:
        if not (new.sure and old.sure) or new.sure_at_s <= old.sure_at_s:
            return False
        near = distance_mm(new.pose, old.pose) <= self.settings.two_places_mm
        if new.alike:  # two cards so near to each other would not both be seen: this one was nudged
            return near and new.since_s > old.last_s  # under a hand its time does not run
        if old.outlook is not Outlook.PLAIN:  # nobody sees it there any more, and here it is
            return True
        return near or len(old.seen) - old.hits >= self.settings.enough_frames

    def _is_coming(self, track: _Track, now_s: float) -> bool:
        """Whether this track is on its way to appear. It is waited for, but it lies still: to believe it is no unrest.

        Slow pictures must not make a table look settled: patience is counted in frames too.
        """
        patient = now_s - track.since_s <= self.settings.patience_s or len(track.seen) < self.settings.frames
        return not track.sure and patient

    def _is_going(self, track: _Track) -> bool:
        """Whether this track is on its way to move or to vanish."""
        if not track.sure or track.outlook is Outlook.HIDDEN:
            return False
        if track.code in self.stays:
            return False
        enough = 3 if track.outlook is Outlook.PLAIN else 1
        return track.missed_in_a_row >= enough and track.flaps < self.settings.flaps

    def _presence(self, now_s: float, *, awaiting: bool) -> Presence:
        sure = _without_left_places([track for track in self._tracks if track.sure])
        codes: dict[Code, int] = {}
        for track in sure:
            if not track.alike:
                codes[track.code] = codes.get(track.code, 0) + 1
        quiet_s = now_s - (now_s if self._stirred_s is None else self._stirred_s)
        quiet = quiet_s >= self.settings.settle_s - 1e-6 and self._quiet_frames >= self.settings.settle_frames
        return Presence(
            cards=tuple(track.sighting() for track in sure if not track.alike and codes[track.code] == 1),
            alike=tuple(track.sighting() for track in sure if track.alike),
            twice=tuple(sorted(code for code, count in codes.items() if count > 1)),
            settled=quiet and not awaiting and not any(self._is_coming(track, now_s) for track in self._tracks),
            doubles=tuple(track.sighting() for track in sure if not track.alike and codes[track.code] > 1),
        )


def _by_code(tracks: Iterable[_Track]) -> dict[Code, list[_Track]]:
    """The tracks of each code."""
    found: dict[Code, list[_Track]] = {}
    for track in tracks:
        found.setdefault(track.code, []).append(track)
    return found


def _without_left_places(tracks: list[_Track]) -> list[_Track]:
    """Of a card in two places only the one counts at which it was read last. Read in both at once it is there twice."""
    newest: dict[Code, float] = {}
    for track in tracks:
        newest[track.code] = max(track.read_s, newest.get(track.code, -math.inf))
    return [track for track in tracks if track.alike or track.read_s == newest[track.code]]


def _plain(_: Sighting) -> Outlook:
    return Outlook.PLAIN
