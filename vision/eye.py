"""One picture in, the table in words out: decode, calibrate, watch for hands, track, lay out."""

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

import numpy as np

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, TableSeen, Unread
from vision.arms import Cards
from vision.attention import AROUND_MM, Attention, Attentive, Scene
from vision.calibration import Calibrator, Floats, Square, TableMap
from vision.decode import Decoder, Read
from vision.drawn import box_around, drawn, outlines, sticker_on
from vision.drift import DriftWatch
from vision.frames import Frame
from vision.layout import ORIGINS, Lying, Zones, card_pose, entrance_places, read_layout, seat_places, slot_places
from vision.opinions import Disagreement, SecondOpinion
from vision.slides import Slides
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, MODULES, Role, StickerSpec
from vision.stillness import PixelBox
from vision.surroundings import Surroundings, View
from vision.tabletop import Pose
from vision.tracker import (
    Outlook,
    Presence,
    Sighting,
    Tracker,
    TrackerSettings,
    are_adrift,
    moved_together,
)
from vision.whereabouts import Found, Whereabouts

LEAST_MODULE_PX = 0.75
"""Below this our reader begins to miss stickers, and a missing one must never be taken for none."""

_PATIENCE_S = 2.0
"""So long a hand that rests on the table, or a thing that nobody can read, keeps the table unsettled."""
_CALM = 3
"""In so many pictures in a row nothing may keep the table unsettled before the patience begins anew."""
_UNMOVED = 0.2
"""Millimetres and degrees."""
_EVERYWHERE = 6
"""Nobody lays down so many unreadable things at once: the camera was bumped a little, or the light is another one."""
_SEEN_OFTEN = 2
"""More often than this it does not count that a thing was seen."""
_STILL_THERE = 0.2
"""A thing is still there while so much of its place is new."""


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


@dataclass(frozen=True, slots=True, eq=False)
class _Suspect:
    """Something new that nobody can read (its outline in pixels), and how often more it was seen than a gap."""

    outline: Floats
    times: int


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """The places of cards that lie like this."""

    lying: list[Lying]
    seen: tuple[SeenCard, ...]
    outside: tuple[Code, ...]


def _is_unmoved(before: Sequence[Lying], now: Sequence[Lying]) -> bool:
    """Whether the same cards lie so exactly as before that nothing can be said about them anew."""
    return len(before) == len(now) and all(
        one.code == two.code
        and one.hidden == two.hidden
        and abs(one.pose.x_mm - two.pose.x_mm) + abs(one.pose.y_mm - two.pose.y_mm) < _UNMOVED
        and abs(one.pose.angle_deg - two.pose.angle_deg) < _UNMOVED
        for one, two in zip(before, now, strict=True)
    )


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
        # asked once: to look a protocol up takes longer than many an answer
        self._attentive = decoder if isinstance(decoder, Attentive) else None
        self._surveyor = decoder if isinstance(decoder, Surveyor) else None
        self._specs = dict(specs)
        self._smallest_mm = min((spec.symbol_mm for spec in self._specs.values()), default=0.0)
        self._zones = zones or Zones()
        self._tracker = Tracker(settings, frozenset(code for code, spec in specs.items() if spec.role in ORIGINS))
        self._foreign = _Persisting(settings.frames, settings.enough_frames)
        self._calibrator: Calibrator | None = None
        self._starts = 0
        self._seats: dict[Code, Code] = {}
        self._surroundings = Surroundings()
        minibosses = frozenset(code for code, spec in self._specs.items() if spec.role is Role.MINIBOSS)
        self._slides = Slides(minibosses, self._zones.raises_mm)
        self._drift = DriftWatch()
        self._laid_out: _LaidOut | None = None
        self._size = (0, 0)
        self._waiting_s: float | None = None
        self._doubtful: tuple[_Suspect, ...] = ()
        self._things: tuple[Floats, ...] = ()
        """Outlines of things that stayed unread (pixels)."""
        self._attention = Attention(self._specs)
        self._whereabouts = Whereabouts(self._specs)
        self._is_settled = False
        """Whether the table was settled in the picture before."""
        self._calm = 0
        self._newest: Sequence[Sighting] = ()
        """What was read in the newest picture."""

    def look(self, frame: Frame) -> TableSeen:
        """The table as this picture and the ones before show it."""
        view = self._surroundings.look(frame.picture, self._mm_per_px(frame), self._cards)
        self._direct(view, frame.at_s)
        reads = self._decoder.decode(frame.picture)
        if self._attentive is not None and self._attentive.is_blurred:
            self._surroundings.distrust()
        self.last_reads = tuple(reads)
        ours = [read for read in reads if read.text in self._specs]
        starts = self._calibrator.starts if self._calibrator else 0
        self._calibrate(ours, frame.picture.shape[1], frame.picture.shape[0])
        self._size = (int(frame.picture.shape[1]), int(frame.picture.shape[0]))
        corners = np.array([read.corners for read in ours], np.float64).reshape(-1, 4, 2)
        edges_px = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
        sightings = self._sightings(ours, corners, edges_px)
        self._newest = sightings
        anew = self._calibrator is not None and self._calibrator.starts != starts
        if anew or are_adrift(self._tracker.lying, sightings):
            is_moored = self._moor(sightings)
            if anew and not is_moored:
                self._slides.forget()
        self._whereabouts.look(view, sightings, frame.at_s)
        things = self._unexplained(view, sightings)
        restless = self._is_restless(view, things, frame.at_s)
        found = self._found(sightings)

        def outlook(missed: Sighting) -> Outlook:
            return Outlook.PLAIN if found is None else self._whereabouts.outlook(missed, view, found)

        presence = self._tracker.look(
            sightings, frame.at_s, outlook, restless=restless, awaiting=self._attention.awaits
        )
        if found is not None:
            self._whereabouts.notice(view, found)
        self._keep_things(view, things, sightings, settled=presence.settled)
        self._is_settled = presence.settled
        foreign = self._foreign.look(read.text for read in reads if read.text not in self._specs)
        starts = self._calibrator.starts if self._calibrator else 0
        drift = self._drift.look(view, starts, len(sightings), frame.at_s, settled=presence.settled)
        seen = self._in_words(presence, foreign, frame.at_s, view)
        return replace(seen, legible=self._is_legible(ours, edges_px), drift=drift)

    # -- what is no sticker ------------------------------------------------------------------------------------------

    def _mm_per_px(self, frame: Frame) -> float:
        """How much of the table a pixel in the picture's middle shows; before there is a map, a metre in all."""
        height, width = (int(length) for length in frame.picture.shape[:2])
        if self.map is None:
            return 1000.0 / width
        one, two = self.map.to_mm(np.array([(width / 2, height / 2), (width / 2 + 10, height / 2)]))
        across, down = float(two[0] - one[0]) / 10, float(two[1] - one[1]) / 10
        return math.hypot(across, down)

    def _unexplained(self, view: View, sightings: Sequence[Sighting]) -> tuple[Floats, ...]:
        """Things that came since the table was understood, where no card lies. A card that went left bare table there:
        if there is something else, it is such a thing."""
        table = self.map
        if table is None or not view.new.any():
            self._doubtful = ()
            return ()
        explained = outlines((*sightings, *self._tracker.lying), table, AROUND_MM)
        found, gaps = view.things_and_gaps(explained)
        # in noise a thing comes and goes at the limit: once suspected it stays until it is explained or gone, or until
        # it has looked like a gap as often as like a thing
        suspects = [_Suspect(thing, self._times(thing) + 1) for thing in found]
        for old in self._doubtful:
            middle = old.outline.mean(axis=0)
            times = old.times - any(_is_in(middle, gap) for gap in gaps)
            is_there = times > 0 and view.share_new(old.outline) >= _STILL_THERE
            if is_there and not any(_is_in(middle, other) for other in (*explained, *found)):
                suspects.append(_Suspect(old.outline, times))
        self._doubtful = tuple(suspects)
        if len(self._doubtful) >= _EVERYWHERE:
            self._surroundings.forget()
            self._doubtful = ()
        return self._suspects

    @property
    def _suspects(self) -> tuple[Floats, ...]:
        return tuple(suspect.outline for suspect in self._doubtful)

    def _times(self, thing: Floats) -> int:
        """How often more a thing was seen there than a gap."""
        middle = thing.mean(axis=0)
        known = (suspect.times for suspect in self._doubtful if _is_in(middle, suspect.outline))
        return min(_SEEN_OFTEN, max(known, default=0))

    def _direct(self, view: View, now_s: float) -> None:
        """Tell the reader where to look closely in the next picture."""
        if self._attentive is not None:
            scene = Scene(
                self.map,
                self._size,
                self._newest,
                self._suspects,
                self._things,
                self._whereabouts.bumped_s,
                self._is_settled,
                self._whereabouts.understood,
                self._built,
                self._entrances,
            )
            self._attentive.attend(self._attention.look(view, scene, self._tracker, now_s))

    def _built(self, cards: Sequence[Sighting]) -> int:
        """How many of these cards lie in rows."""
        lying, new = ([self._lying(card) for card in some] for some in (self._tracker.lying, cards))
        seen = read_layout(new, self._zones, self._seats, among=lying)
        return sum(card.spot.area is Area.ROW for card in seen)

    def _entrances(self) -> list[PixelBox]:
        """Where heroes wait before the dungeons (pixels), as far as that is in the picture."""
        table = self.map
        if table is None:
            return []
        places = entrance_places([self._lying(card) for card in self._tracker.lying], self._zones)
        boxes = [box_around(np.clip(drawn([pose], table, size)[0], 0, self._size)) for pose, size in places]
        return [box for box in boxes if box[0] < box[2] and box[1] < box[3]]

    def _cards(self) -> Cards:
        """What the picture before and those before it tell about cards."""
        table = self.map
        if table is None:
            return Cards()
        seen = {card.code for card in self._newest if not card.alike}
        pushed = [card for card in self._whereabouts.understood if card.code in seen]
        read = [read.middle for read in self.last_reads if read.text in self._specs]
        places = [self._sticker(card) for card in self._tracker.unseen]
        return Cards(
            outlines((*self._newest, *pushed), table, 0.0),
            np.array(read, np.float64).reshape(-1, 2),
            table.to_px(np.array([(place.x_mm, place.y_mm) for place in places], np.float64).reshape(-1, 2)),
        )

    def _is_restless(self, view: View, things: Sequence[Floats], now_s: float) -> bool:
        """Whether hands are at work, or something new lies there that may still be read or was not yet searched."""
        behind = self._attentive is not None and self._attentive.is_behind
        calm = not things and not view.hidden.any() and not behind
        self._calm = self._calm + 1 if calm else 0
        if view.moving or view.jolted:
            self._waiting_s = now_s
            return True
        if calm:
            if self._calm >= _CALM:  # in noise something may be seen in one picture and not in the next
                self._waiting_s = None
            return False
        if self._waiting_s is None:
            self._waiting_s = now_s
        return now_s - self._waiting_s < _PATIENCE_S

    def _found(self, sightings: Sequence[Sighting]) -> Found | None:
        """What the newest picture shows of the cards, once there is a map."""
        if self.map is None:
            return None
        cards = [(card, self._sticker(card)) for card in sightings]
        vanished = self._attentive.vanished if self._attentive is not None else ()
        return Found(self.map, cards, len(self._tracker.lying), vanished)

    def _sticker(self, card: Sighting) -> Pose:
        return sticker_on(card.pose, self._specs[card.code])

    def _keep_things(
        self, view: View, things: tuple[Floats, ...], sightings: Sequence[Sighting], *, settled: bool
    ) -> None:
        """A settled table is understood; what could not be read is remembered until it goes or is read."""
        table = self.map
        if self._things and table is not None:
            middles = np.array([(card.pose.x_mm, card.pose.y_mm) for card in sightings], np.float64)
            read = table.to_px(middles.reshape(-1, 2))
            self._things = tuple(
                thing
                for thing in self._things
                if not view.is_changed(thing.mean(axis=0, keepdims=True)) and not any(_is_in(at, thing) for at in read)
            )
        if settled:
            self._things = (*self._things, *things)
            lying = self._tracker.lying
            self._whereabouts.understand(lying)
            rests = any(card.hidden for card in lying)
            self._surroundings.understand(view, unread=bool(things), under_hands=not rests)

    def _unread(self, lying: Sequence[Lying], view: View) -> tuple[Unread, ...]:
        """Slots in which something lies, or is hidden by a hand, that cannot be read."""
        table = self.map
        if table is None or not (self._things or view.hidden.any()):
            return ()
        found = []
        cards = [card for card in lying if card.role in (Role.ROOM, Role.BACK)]
        slots = slot_places(lying, self._zones)
        places = table.to_px(np.array([(pose.x_mm, pose.y_mm) for _, pose in slots]))
        for (spot, pose), place in zip(slots, places, strict=True):
            if any(_is_in(place, thing) for thing in self._things):
                found.append(Unread(spot))
            elif view.is_hidden(place[None]) and not any(_lies_at(card.pose, pose) for card in cards):
                found.append(Unread(spot, by_hand=True))
        return tuple(found)

    def _is_legible(self, ours: Sequence[Read], edges_px: Floats) -> bool:
        """Whether the smallest sticker of the game could be read where the picture is smallest."""
        if not ours or not self._specs:
            return True
        px_per_mm = edges_px / np.array([self._specs[Code(read.text)].symbol_mm for read in ours])
        return float(px_per_mm.min()) * self._smallest_mm / MODULES >= LEAST_MODULE_PX

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
        if self._surveyor is not None and self._surveyor.calibrator is not None:
            self._take_over(self._surveyor.calibrator)
            return
        calibrator = self._calibrator
        if calibrator is None or (calibrator.width, calibrator.height) != (width, height):
            calibrator = self._calibrator = Calibrator(width, height)
        starts, old = calibrator.starts, self.map
        self.map = calibrator.see([self._square(read) for read in ours])
        if calibrator.starts == starts:
            self._redraw(old)
        else:
            self._start_anew()

    def _start_anew(self) -> None:
        """The camera was moved: what was remembered in pixels or millimetres means nothing any more."""
        self._surroundings.forget()
        self._laid_out = None
        self._things, self._doubtful = (), ()
        self._whereabouts.forget()

    def _moor(self, sightings: Sequence[Sighting]) -> bool:
        """The camera was bumped, or the map is new: what is remembered moves with the cards that are seen, if enough
        of them tell how."""
        change = moved_together(self._tracker.lying, sightings)
        if change is not None:
            for memory in (self._tracker, self._slides):
                memory.redraw(lambda poses: [change(pose) for pose in poses])
            self._whereabouts.moor(change)
        return change is not None

    def _take_over(self, calibrator: Calibrator) -> None:
        """The reader measures for itself: its map is ours."""
        same = self._calibrator is calibrator and self._starts == calibrator.starts
        self._calibrator, self._starts = calibrator, calibrator.starts
        old, self.map = self.map, calibrator.map
        if same:
            self._redraw(old)
        else:
            self._start_anew()

    def _redraw(self, old: TableMap | None) -> None:
        new = self.map
        if old is not None and new is not None and new is not old:
            for memory in (self._tracker, self._slides):
                memory.redraw(lambda poses: old.redrawn(poses, new))

    def _square(self, read: Read) -> Square:
        spec = self._specs[Code(read.text)]
        return Square(spec.code, _corners(read), spec.symbol_mm, spec.role is Role.BACK)

    def _sightings(self, ours: Sequence[Read], corners: Floats, edges_px: Floats) -> list[Sighting]:
        """The cards that carry these stickers with these corners and edges (pixels), where they lie now."""
        table = self.map
        if table is None:
            return []
        found = []
        for read, place, edge_px in zip(ours, table.poses(corners), edges_px.tolist(), strict=True):
            spec = self._specs[Code(read.text)]
            pose = card_pose(place, spec.x_mm, spec.y_mm)
            sigma = (read.sigma_px or 0.0) * spec.symbol_mm / max(1.0, edge_px)
            found.append(Sighting(spec.code, pose, spec.role is Role.BACK, read.confidence, sigma))
        return found

    def _in_words(self, presence: Presence, foreign: tuple[str, ...], at_s: float, view: View) -> TableSeen:
        lying = [self._lying(sighting) for sighting in (*presence.cards, *presence.alike)]
        twice = [self._lying(sighting) for sighting in presence.doubles]
        if self._laid_out is None or not _is_unmoved(self._laid_out.lying, lying):
            self._laid_out = _LaidOut(lying, read_layout(lying, self._zones, self._seats), self._outside(lying))
        seen = self._laid_out.seen
        cards, backs = seen[: len(presence.cards)], seen[len(presence.cards) :]
        cards = self._slides.look(cards, settled=presence.settled)
        self._remember_seats(cards)
        self._attention.notice(cards)
        if presence.settled:
            self._whereabouts.found(card.code for card in cards if card.spot.area is Area.ROW)
        return TableSeen(
            cards,
            backs,
            presence.twice,
            foreign,
            presence.settled,
            at_s,
            doubles=read_layout([*lying, *twice], self._zones, self._seats)[len(lying) :] if twice else (),
            unread=self._unread(lying, view),
            left=tuple(sorted(set(self._whereabouts.left).difference(card.code for card in lying))),
            outside=self._laid_out.outside,
        )

    def _outside(self, lying: Sequence[Lying]) -> tuple[Code, ...]:
        """Seats of which something would not be in the picture: rooms, the entrance, souls or wounds."""
        table = self.map
        if table is None:
            return ()
        needed = seat_places(lying, self._zones)
        if not needed:
            return ()
        places = drawn([pose for _, pose in needed], table, (CARD_WIDTH_MM, CARD_HEIGHT_MM))
        cut = np.flatnonzero(((places < 0) | (places > np.array(self._size))).any(axis=(1, 2)))
        return tuple(dict.fromkeys(needed[int(number)][0] for number in cut))

    def _lying(self, card: Sighting) -> Lying:
        role = self._specs[card.code].role
        return Lying(card.code, role, card.pose, card.sigma_mm, card.sigma_deg, card.confidence, card.hidden)

    def _remember_seats(self, cards: Iterable[SeenCard]) -> None:
        for card in cards:
            if card.spot.area is not Area.ELSEWHERE:
                self._seats[card.code] = card.spot.seat


def _lies_at(one: Pose, other: Pose) -> bool:
    return abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) < 30


def _is_in(place: Floats, outline: Floats) -> bool:
    """Whether a place lies in the box of an outline."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    return bool(np.all(place >= low) and np.all(place <= high))


def _corners(read: Read) -> Floats:
    return np.array(read.corners, np.float64)
