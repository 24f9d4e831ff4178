"""What a picture shows beside stickers: hands that hide cards, things that cannot be read, and the light.

A small picture of the table is compared with the one before and with the last table that was understood. Compared are
ratios of neighbouring shades, so that a lamp, a flicker or a shadow changes nothing, and how red everything is. What
differs and reaches in from the picture's edge is an arm, and what moves is moving: both hide what lies below (rules
4.1, 4.3). What differs, lies still and carries no sticker that was read is a thing nobody can name yet.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arms import HAND_MM2, Cards, Points, arms, filled_in, hiding, in_cells, is_beside
from vision.frames import Picture
from vision.shades import (
    EDGY,
    GONE_BETWEEN,
    OCTAVE,
    Mask,
    Outlines,
    Small,
    carried,
    difference,
    is_crisp,
    relit,
    sharp_edges,
    spots,
    usual,
)
from vision.stillness import PixelBox, large_parts

THING_MM2 = 1500.0
"""The smallest thing that may be a card without a readable sticker: more than coins, less than half a card."""
_LIMIT = 5.0
"""How much a spot must differ: five parts of 32 of an octave are a ninth of its light."""
_NEIGHBOURS_MM = 140.0
"""Light that changes more slowly than over this distance is light, no thing."""
_WHOLE = 0.35
"""When so much of the picture differs, the camera or the lamp changed and not the table."""
_LEAST_CELLS = 8
"""A picture of fewer cells than this shows no table."""
_STILL_AFTER_JOLT = 2
_CLOSELY = 0.1
"""Not more than this part of a picture is looked at closely."""
_SEAM_MM = 30.0
"""Seams of the table are narrower than this, and seen where they were not when the camera was bumped."""
_STRIP_MM, _STRIP_MM2 = 16.0, 1100.0
"""How wide and how large at least is what is seen of a card that is pushed under another one."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What can be seen of the table in one picture."""

    step_px: int
    mm_per_px: float
    moving: bool
    """Something as large as a hand moves."""
    hidden: Mask
    changed: Mask
    """What differs from the last understood table and is not hidden."""
    new: Mask
    """What of that also differs from the table before: somebody who takes an arm away brings nothing new."""
    sharp: Mask
    """Where it differs with a sharp edge, as things do and glare does not; after a bump where `since_bump` does."""
    lighter: float = 0.0
    """How much lighter it became since then, in octaves."""
    jolted: bool = False
    """The whole picture is another one: the camera was moved, or it sees another table."""
    outlines: Outlines | None = None
    """Where something differs: which outlines came and which went."""
    left: Mask | None = None
    """Where something went away that was there when the table was last understood."""
    since_bump: Mask | None = None
    """In the picture in which a bumped camera has come to rest: what differs sharply from the table before the bump,
    or everything if that cannot be told."""

    def is_hidden(self, places: Points) -> bool:
        """Whether a hand hides one of these places (pixels)."""
        return self._any(self.hidden, places)

    def is_changed(self, places: Points) -> bool:
        """Whether the picture changed in plain sight at most of these places."""
        return self.is_mostly(self.changed, places)

    def is_mostly(self, mask: Mask, places: Points) -> bool:
        """Whether most of these places lie in a mask."""
        rows, columns = self._cells(places)
        return bool(mask[rows, columns].mean() > 0.5) if len(places) else False

    def _any(self, mask: Mask, places: Points) -> bool:
        rows, columns = self._cells(places)
        return bool(mask[rows, columns].any())

    def _cells(self, places: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        height, width = self.hidden.shape
        cells = np.rint((places - self.step_px // 2) / self.step_px)
        inside = np.clip(cells, 0, (width - 1, height - 1)).astype(np.intp)
        return inside[:, 1], inside[:, 0]

    def things(self, explained: Iterable[Points]) -> tuple[Points, ...]:
        """What changed and cannot be explained by cards with these outlines (pixels): the outlines of the rest."""
        return self.things_and_gaps(explained)[0]

    def things_and_gaps(self, explained: Iterable[Points]) -> tuple[tuple[Points, ...], tuple[Points, ...]]:
        """The same, and the outlines of what looks as if something had gone from there."""
        if not self.new.any():
            return (), ()
        free = np.ones(self.new.shape, np.uint8)
        for cells in in_cells(explained, self.step_px):
            cv2.fillPoly(free, [cells], (0,))
        rest = np.asarray(cv2.morphologyEx(free * self.new, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
        edges = np.bincount(np.asarray(labels)[self.sharp], minlength=count)
        least = THING_MM2 / (self.step_px * self.mm_per_px) ** 2
        areas = np.asarray(stats)[:, 4]
        chosen = (areas >= least) & (edges >= EDGY * areas)
        chosen &= ~is_beside(np.asarray(stats, np.int32), self.new.shape, self.step_px * self.mm_per_px)
        chosen[0] = False
        gone = np.zeros_like(chosen)
        if chosen.any() and self.outlines is not None:  # an arm that went leaves parts of its place between cards
            gone = self.outlines.gone(np.asarray(labels), count, free > 0, GONE_BETWEEN)
        things, gaps = (
            tuple(self._box(np.asarray(stats)[number]) for number in np.flatnonzero(chosen & which))
            for which in (~gone, gone)
        )
        return things, gaps

    def changed_boxes(self, explained: Iterable[Points] = (), *, strips: bool = True) -> list[PixelBox]:
        """Rectangles of pixels around what changed in plain sight: left, top, right, bottom. The smallest first, as
        far as they are a small part of the picture. What lies within these outlines (pixels) is left out, and without
        `strips` what is smaller than what is seen of a card under another one."""
        return self.boxes(self.changed, explained, 0.0 if strips else _STRIP_MM2)

    def boxes(self, changed: Mask, explained: Iterable[Points] = (), least_mm2: float = 0.0) -> list[PixelBox]:
        """The same for anything that changed."""
        changed = changed & ~filled_in(explained, self.step_px, changed.shape)
        changed = large_parts(changed, least_mm2 / (self.step_px * self.mm_per_px) ** 2)
        solid = cv2.erode(changed.astype(np.uint8), np.ones((2, 2), np.uint8))  # no mere rims of what is explained
        wide = cv2.dilate(solid, np.ones((6, 6), np.uint8), anchor=(2, 2))  # two cells more on every side
        _, _, stats, _ = cv2.connectedComponentsWithStats(wide)
        parts = np.asarray(stats)[1:]
        parts = parts[np.argsort(parts[:, 2] * parts[:, 3], kind="stable")]
        parts = parts[np.cumsum(parts[:, 2] * parts[:, 3]) <= _CLOSELY * self.changed.size]
        corners = np.column_stack((parts[:, :2], parts[:, :2] + parts[:, 2:4])) * self.step_px
        return [(int(left), int(top), int(right), int(bottom)) for left, top, right, bottom in corners]

    def cards_among(self, came: Mask, sharp: Mask, explained: Iterable[Points], edgy: float = EDGY) -> Mask:
        """What of something that came, with these sharp edges, may be cards beside those with these outlines (pixels).
        Light that changed beside them has no sharp edges, or on a smaller part of its cells than `edgy`."""
        around = round(_SEAM_MM / (self.step_px * self.mm_per_px)) | 1
        near = np.asarray(cv2.blur(sharp.astype(np.float32), (around, around))) >= EDGY
        rest = came & near & ~self.hidden & ~filled_in(explained, self.step_px, came.shape)
        return _card_like(rest, sharp, self.step_px * self.mm_per_px, _STRIP_MM, _STRIP_MM2, edgy)

    def share_new(self, outline: Points) -> float:
        """How much of the box around an outline (pixels) is new."""
        rows, columns = self._cells(np.array([outline.min(axis=0), outline.max(axis=0)]))
        part = self.new[rows[0] : rows[1] + 1, columns[0] : columns[1] + 1]
        return float(part.mean())

    def _box(self, part: NDArray[np.int32]) -> Points:
        left, top, width, height = (float(number) * self.step_px for number in part[:4])
        corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
        return np.array(corners)


@dataclass(slots=True)
class Surroundings:
    """The memory of how the table looked when it was last understood."""

    _understood: Small | None = None
    _earlier: Small | None = None
    """How it looked before something was there that nobody could read."""
    _before: Small | None = None
    _still: int | None = None
    """After a jolt: how many pictures in a row nothing moved."""
    _just_now: tuple[Small, Small] | None = None
    """What was understood, and earlier, until the newest picture ended a jolt."""
    _noise: float = 1.0

    def look(self, picture: Picture, mm_per_px: float, cards: Callable[[], Cards] = Cards) -> View:
        """Take in a picture. The first one is understood as it is. `cards` is asked where something may be an arm."""
        step = 16 if picture.shape[1] >= 3000 else 8
        if min(picture.shape[:2]) < _LEAST_CELLS * step:
            nothing = np.zeros((1, 1), np.bool_)
            return View(step, mm_per_px, False, nothing, nothing, nothing, nothing)
        small, self._just_now = Small.of(picture, step), None
        if self._understood is None or self._before is None or self._understood.shape != small.shape:
            self._understood = self._earlier = self._before = small
            nothing = np.zeros(small.shape, np.bool_)
            return View(step, mm_per_px, False, nothing, nothing, nothing, nothing)
        reach = max(3, round(_NEIGHBOURS_MM / (mm_per_px * step)) | 1)
        cell_mm2 = (step * mm_per_px) ** 2
        understood, lighter = relit(self._understood, small)
        differs = difference(small, understood, reach)
        is_same = self._before is self._understood  # as long as nothing happens
        stirred = differs if is_same else difference(small, relit(self._before, small)[0], reach)
        much = np.abs(stirred[::4, ::4])
        self._noise += 0.2 * (max(usual(much[..., 0]), usual(much[..., 1])) - self._noise)
        limit = _LIMIT + 3 * self._noise
        self._before = small
        other = spots(differs, limit)
        moves = large_parts(other if is_same else spots(stirred, limit), HAND_MM2 / cell_mm2)
        if self._still is not None or float(other.mean()) > _WHOLE:
            return self._jolted(step, mm_per_px, moves, lighter, reach)
        outlines = Outlines(understood, small.shades) if other.any() else None
        # while something moves, an arm may hide outlines, and in a bump they are elsewhere
        left = outlines.left_behind(large_parts(other, THING_MM2 / cell_mm2)) if outlines and not moves.any() else None
        if left is not None and left.any():
            then = self._understood.shades
            self._understood = Small(np.where(left[..., None], then + differs, then))
            other, differs = other & ~left, np.where(left[..., None], 0, differs).astype(np.float32)
        new = other
        if other.any() and self._earlier is not None and self._earlier is not self._understood:
            before = spots(difference(small, relit(self._earlier, small)[0], reach), limit)
            # what came to light under an arm may look like the arm, but not like the table before it
            other = other | (arms(other & ~before, step * mm_per_px) & before)
            new = other & before
        moving, edges = bool(moves.any()), sharp_edges(differs, limit)
        hidden = hiding(new, moves, edges, step, mm_per_px, cards)
        shown = (other & ~hidden, new & ~hidden, edges)
        return View(step, mm_per_px, moving, hidden, *shown, lighter, outlines=outlines, left=left)

    def _jolted(self, step: int, mm_per_px: float, moves: Mask, lighter: float, reach: int) -> View:
        """Everything is elsewhere: wait until nothing moves in the picture that we begin with.

        An arm may rest in it. So that it is not missed when it leaves, what was understood before is carried over.
        """
        self._still = 0 if self._still is None or moves.any() else self._still + 1
        nothing, since, edges = np.zeros_like(moves), None, np.zeros_like(moves)
        if self._still >= _STILL_AFTER_JOLT and self._understood is not None and self._before is not None:
            self._just_now = (self._understood, self._understood if self._earlier is None else self._earlier)
            self._earlier, both = carried(self._understood, self._before)
            since = np.ones_like(moves)
            if self._earlier is not self._before:
                lit, _ = relit(self._earlier, self._before)
                differs, limit = difference(self._before, lit, reach), _LIMIT + 3 * self._noise
                edges = sharp_edges(differs, limit) & is_crisp(differs)
                came = spots(differs, limit) & both
                since = _card_like(came, edges, step * mm_per_px)
                since &= ~Outlines(lit, self._before.shades).left_behind(since)
            self._understood, self._still = self._before, None
        masks = (moves, nothing, nothing, edges)
        return View(step, mm_per_px, bool(moves.any()), *masks, lighter, jolted=True, since_bump=since)

    def forget(self) -> None:
        """Begin anew with the first picture in which nobody moves: the camera was moved."""
        self._still = 0

    def distrust(self) -> None:
        """The newest picture was taken while somebody knocked at the table: a jolt does not end with it."""
        if self._just_now is not None:
            self._understood, self._earlier = self._just_now
            self._just_now, self._still = None, 0
        elif self._still is not None:
            self._still = 0

    def understand(self, view: View, *, unread: bool = False, under_hands: bool = False) -> None:
        """Everything that is not hidden is as it should be: from now on only changes count.

        `unread` says that something new is among it, so that the table before is remembered too. `under_hands` takes
        in what looked like a resting arm as well: it lies there for good.
        """
        if self._understood is None or self._before is None or self._still is not None:
            return
        if unread or (under_hands and view.hidden.any()):
            self._earlier = self._understood
        if under_hands or not view.hidden.any():
            self._understood = self._before
        else:
            # the light of the new picture is brought to that of the old one, which stays under the hands
            lighter = np.array((view.lighter * OCTAVE, 0.0), np.float32)
            there = self._understood.shades + lighter
            self._understood = Small(np.where(view.hidden[..., None], there, self._before.shades))


def _card_like(
    mask: Mask,
    edges: Mask,
    cell_mm: float,
    narrow_mm: float = _SEAM_MM,
    least_mm2: float = THING_MM2,
    edgy: float = EDGY,
) -> Mask:
    """Only the parts that are nowhere as narrow as this, and with sharp edges, which mirrored lamps lack."""
    wide = max(3, round(narrow_mm / cell_mm) | 1)
    solid = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((wide, wide), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    parts, area = np.asarray(labels), np.asarray(stats)[:, 4]
    chosen = np.bincount(parts[edges], minlength=len(area)) >= edgy * area
    chosen &= area >= least_mm2 / cell_mm**2
    chosen[0] = False
    return np.asarray(chosen[parts])
