"""What became of a card whose sticker is not read: hidden by a hand, under another card, gone, or only hard to read."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.core.ids import Code
from vision.calibration import Floats, TableMap
from vision.drawn import sticker_on
from vision.shades import Mask
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, StickerSpec
from vision.surroundings import View
from vision.tabletop import Pose
from vision.tracker import Outlook, Sighting, distance_mm

_MISSED_AT_ONCE = 0.25
"""Hands take a few cards away while somebody bumps into the camera, not such a part of all."""
_SHAKEN_S = 2.0
"""So long after a bump a bare place says nothing if many cards are missed at once: they may be looked for elsewhere."""
_SAME_PLACE_MM = 4.0
_TOWARDS_CORNERS = 0.35
"""How far from a sticker's middle it is looked at, in parts of its size."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a picture shows of the cards."""

    table: TableMap
    cards: Sequence[tuple[Sighting, Pose]]
    """Those that were read, each with its sticker."""
    lying: int
    """How many are believed to lie there."""
    vanished: Sequence[tuple[Code, Floats]] = ()
    """Stickers of which the reader sees nothing any more: code and place (pixels)."""

    @property
    def is_bad(self) -> bool:
        """Whether so many stickers are missed at once that the picture must be hard to read."""
        return self.lying - len(self.cards) > max(2, _MISSED_AT_ONCE * self.lying)


@dataclass(slots=True)
class Whereabouts:
    """The memory of what was seen to come and to go since the table was last understood."""

    specs: Mapping[Code, StickerSpec]
    understood: tuple[Sighting, ...] = ()
    """What lay on the table when it was last understood."""
    bumped_s: float = -math.inf
    """The newest picture in which the camera shook, or that came right after it."""
    _at_s: float = -math.inf
    """When the newest picture was taken."""
    _absent: dict[Code, Pose] = field(default_factory=dict)
    """Cards that were seen to have left these places, until they are read again."""
    left: dict[Code, Pose] = field(default_factory=dict)
    """Cards that went away in plain sight and where they had lain, until they lie there again or in a row."""
    _noticed: dict[Code, Pose] = field(default_factory=dict)
    """Cards that came since then, where they were seen to differ from the bare table."""
    _gone: Mask | None = None
    """Where something went away since then."""

    def look(self, view: View, sightings: Sequence[Sighting], at_s: float) -> None:
        """Take in a picture."""
        self._at_s = at_s
        for card in sightings:
            self._absent.pop(card.code, None)
            if card.code in self.left and distance_mm(self.left[card.code], card.pose) < _SAME_PLACE_MM:
                del self.left[card.code]
        if view.jolted:
            self.bumped_s, self._gone = at_s, None
            self._noticed.clear()
        elif view.left is not None:
            if self._gone is None or self._gone.shape != view.left.shape:
                self._gone = view.left
            self._gone = self._gone | view.left

    def understand(self, lying: tuple[Sighting, ...]) -> None:
        """The table is understood, with these cards on it."""
        self.understood, self._gone = lying, None
        self._noticed.clear()

    def moor(self, change: Callable[[Pose], Pose]) -> None:
        """The camera was bumped: what is remembered moves with the cards that are seen."""
        self.understood = tuple(replace(card, pose=change(card.pose)) for card in self.understood)
        self.left = {code: change(pose) for code, pose in self.left.items()}

    def forget(self) -> None:
        """The camera was moved: places mean nothing any more."""
        self._absent.clear()
        self.left.clear()
        self._gone = None

    def found(self, codes: Iterable[Code]) -> None:
        """These cards have their place in a row again."""
        for code in codes:
            self.left.pop(code, None)

    def notice(self, view: View, found: Found) -> None:
        """Remember which new cards can be told from the bare table."""
        if not view.changed.any():
            return
        old = {(card.code, round(card.pose.x_mm), round(card.pose.y_mm)) for card in self.understood}
        for card, sticker in found.cards:
            is_old = (card.code, round(card.pose.x_mm), round(card.pose.y_mm)) in old  # most are, and soon told
            if is_old or card.alike or not self._is_new(card):
                continue
            if view.is_changed(_sampled(sticker, self._half_mm(card), found.table)):
                self._noticed[card.code] = card.pose

    def outlook(self, missed: Sighting, view: View, found: Found) -> Outlook:
        """What the picture shows where this card's sticker should be."""
        size_mm = self.specs[missed.code].size_mm
        sticker = sticker_on(missed.pose, self.specs[missed.code])
        if view.jolted and view.moving:
            return Outlook.HIDDEN  # while the camera shakes nothing can be said
        if any(distance_mm(other, sticker) < size_mm / 2 for _, other in found.cards):
            return Outlook.TAKEN  # another sticker lies there
        if any(covers(other.pose, sticker, size_mm) and self._is_new(other) for other, _ in found.cards):
            return Outlook.TAKEN  # another card was laid over it, or it was turned
        half = self._half_mm(missed)
        places = _sampled(sticker, half, found.table)
        if view.is_hidden(places):
            return Outlook.HIDDEN
        if self._at_s - self.bumped_s < _SHAKEN_S and found.is_bad:
            return Outlook.PLAIN  # it may lie elsewhere in the picture, with many others
        went = _has_vanished(missed.code, places[0], half, found) or self._went_away(missed, places, view)
        if view.is_changed(places) or went or self._was_noticed(missed):
            self._absent[missed.code] = missed.pose
        elif not self._is_absent(missed):
            # the picture is compared with the first one after a bump: it tells nothing about what was there before
            is_new = missed.seen_s <= self.bumped_s and not found.is_bad
            return Outlook.UNKNOWN if is_new else Outlook.PLAIN
        if view.moving or view.hidden.any():
            return Outlook.HIDDEN  # a finger may look like no part of its hand: nothing is in plain sight
        if not missed.alike and self._is_another(missed, view, found.table):
            self.left[missed.code] = missed.pose
        return Outlook.CHANGED

    def _half_mm(self, card: Sighting) -> float:
        return self.specs[card.code].size_mm * _TOWARDS_CORNERS

    def _was_noticed(self, missed: Sighting) -> bool:
        """Whether this card was seen to have come, at a place that looks now as it did before."""
        came = self._noticed.get(missed.code)
        return came is not None and distance_mm(came, missed.pose) < _SAME_PLACE_MM

    def _is_absent(self, missed: Sighting) -> bool:
        """Whether it was seen before, while hands were in the picture, that this card has left its place."""
        left = self._absent.get(missed.code)
        return left is not None and distance_mm(left, missed.pose) < _SAME_PLACE_MM

    def _is_new(self, card: Sighting) -> bool:
        """Whether a card lay elsewhere, or nowhere, when the table was last understood."""
        return not any(
            old.code == card.code and distance_mm(old.pose, card.pose) < _SAME_PLACE_MM for old in self.understood
        )

    def _is_another(self, missed: Sighting, view: View, table: TableMap) -> bool:
        """Whether there is another picture where the whole card was: light that falls on it changes less of it. After a
        bump nobody can tell."""
        if self._at_s - self.bumped_s < _SHAKEN_S:
            return False
        other = view.changed
        if self._gone is not None and self._gone.shape == other.shape:
            other = other | self._gone
        return view.is_mostly(other, _inside(missed.pose, table))

    def _went_away(self, missed: Sighting, places: Floats, view: View) -> bool:
        """Whether something went away there, and the card was seen there when the table was last understood."""
        if self._gone is None or self._gone.shape != view.changed.shape or not view.is_mostly(self._gone, places):
            return False
        return any(
            old.code == missed.code and not old.hidden and distance_mm(old.pose, missed.pose) < _SAME_PLACE_MM
            for old in self.understood
        )


def _has_vanished(code: Code, place: Floats, half_mm: float, found: Found) -> bool:
    """Whether the reader sees nothing of this sticker any more where it was."""
    to_mm = found.table.to_mm
    there = [to_mm(np.array([at]))[0] - to_mm(place[None])[0] for name, at in found.vanished if name == code]
    return any(math.hypot(*off) < half_mm for off in there)


def _sampled(sticker: Pose, half_mm: float, table: TableMap) -> Floats:
    """The middle of a sticker and places towards its corners, in pixels."""
    around = ((0.0, 0.0), (-half_mm, -half_mm), (half_mm, -half_mm), (half_mm, half_mm), (-half_mm, half_mm))
    points = [sticker.moved(x, y) for x, y in around]
    return table.to_px(np.array([(point.x_mm, point.y_mm) for point in points]))


def _inside(card: Pose, table: TableMap) -> Floats:
    """Places all over a card, in pixels."""
    points = [card.moved(x * CARD_WIDTH_MM, y * CARD_HEIGHT_MM) for x in _ACROSS for y in _ACROSS]
    return table.to_px(np.array([(point.x_mm, point.y_mm) for point in points]))


_ACROSS = (-0.4, -0.2, 0.0, 0.2, 0.4)


def covers(card: Pose, sticker: Pose, size_mm: float) -> bool:
    """Whether a card that lies like this hides a whole sticker."""
    angle = math.radians(card.angle_deg)
    x, y = sticker.x_mm - card.x_mm, sticker.y_mm - card.y_mm
    right, down = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
    return abs(right) < (CARD_WIDTH_MM - size_mm) / 2 and abs(down) < (CARD_HEIGHT_MM - size_mm) / 2
