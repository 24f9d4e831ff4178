"""What a picture shows beside stickers: hands that hide cards, things that cannot be read, and the light.

A small picture of the table is compared with the one before and with the last table that was understood. Compared are
ratios of neighbouring shades, so that a lamp, a flicker or a shadow changes nothing, and how red everything is. What
differs and reaches in from the picture's edge is an arm, and what moves is moving: both hide what lies below (rules
4.1, 4.3). What differs, lies still and carries no sticker that was read is a thing nobody can name yet.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.motion import camera_motion
from vision.stillness import PixelBox, large_parts

Mask = NDArray[np.bool_]
Shades = NDArray[np.float32]
Points = NDArray[np.float64]

HAND_MM2 = 2500.0
"""The smallest moving or reaching thing that is taken for a hand: a few fingers."""
THING_MM2 = 1500.0
"""The smallest thing that may be a card without a readable sticker: more than coins, less than half a card."""
_DARK = 14.0
"""Added to grey levels before ratios are taken: in the dark noise counts little."""
_OCTAVE = 32.0
_LIMIT = 5.0
"""How much a spot must differ: five parts of 32 of an octave are a ninth of its light."""
_NEIGHBOURS_MM = 140.0
"""Light that changes more slowly than over this distance is light, no thing."""
_ARM_MM = 70.0
"""Edges so near to each other belong to one arm."""
_LONG_MM = 600.0
"""Nothing that is laid down in one piece is so long, not even a whole dungeon: it is an arm, wherever it ends."""
_BESIDE_MM = 60.0
"""Nobody lays cards so near to the picture's edge: they are wider."""
_MADE_OF_CARDS = 0.5
"""What lies still and is cards for so much of it is no arm."""
_SHOWN = 3
"""Nothing lies over so many stickers that are read, if none is missed around them."""
_WHOLE = 0.35
"""When so much of the picture differs, the camera or the lamp changed and not the table."""
_LEAST_CELLS = 8
"""A picture of fewer cells than this shows no table."""
_STILL_AFTER_JOLT = 2
_STEEP = 40.0
_GONE, _GONE_BETWEEN = 0.35, 0.2
"""How much of what changed along an outline must have been there before and be missing now; and how much if only the
outline of what lies between cards is taken."""
_CLOSELY = 0.1
"""Not more than this part of a picture is looked at closely."""
_SHARP = 0.45
"""How much of the least difference is a sharp step: noise has one in twenty-five cells."""
_EDGY = 0.12
"""A thing has sharp edges on at least this part of its cells."""
CARD_EDGY, _CRISP = 0.4, 0.3
"""The same of a card that came with a bump, and how large a step is there beside the difference around it. Of 60 new
cards one had fewer such edges than this, of 28 other things all but four."""
_SEAM_MM = 30.0
"""Seams of the table are narrower than this, and seen where they were not when the camera was bumped."""
_STRIP_MM, _STRIP_MM2 = 16.0, 1100.0
"""How wide and how large at least is what is seen of a card that is pushed under another one."""


_NOWHERE: Points = np.zeros((0, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """What is known about the cards on the table, in pixels."""

    outlines: Sequence[Points] = ()
    """Of those that were read lately, and of where they lay before: no arm is made of these."""
    read: Points = field(default_factory=_NOWHERE.copy)
    """The stickers that were read lately."""
    unread: Points = field(default_factory=_NOWHERE.copy)
    """The places of stickers that should be there and are not seen."""


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
    outlines: "_Outlines | None" = None
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
        for outline in explained:
            cells = np.rint((outline - self.step_px // 2) / self.step_px).astype(np.int32)
            cv2.fillPoly(free, [cells], (0,))
        rest = np.asarray(cv2.morphologyEx(free * self.new, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
        edges = np.bincount(np.asarray(labels)[self.sharp], minlength=count)
        least = THING_MM2 / (self.step_px * self.mm_per_px) ** 2
        areas = np.asarray(stats)[:, 4]
        chosen = (areas >= least) & (edges >= _EDGY * areas)
        chosen &= ~_is_beside(np.asarray(stats, np.int32), self.new.shape, self.step_px * self.mm_per_px)
        chosen[0] = False
        gone = np.zeros_like(chosen)
        if chosen.any() and self.outlines is not None:  # an arm that went leaves parts of its place between cards
            gone = self.outlines.gone(np.asarray(labels), count, free > 0, _GONE_BETWEEN)
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
        changed = changed & ~_filled_in(explained, self.step_px, changed.shape)
        changed = large_parts(changed, least_mm2 / (self.step_px * self.mm_per_px) ** 2)
        solid = cv2.erode(changed.astype(np.uint8), np.ones((2, 2), np.uint8))  # no mere rims of what is explained
        wide = cv2.dilate(solid, np.ones((6, 6), np.uint8), anchor=(2, 2))  # two cells more on every side
        _, _, stats, _ = cv2.connectedComponentsWithStats(wide)
        parts = np.asarray(stats)[1:]
        parts = parts[np.argsort(parts[:, 2] * parts[:, 3], kind="stable")]
        parts = parts[np.cumsum(parts[:, 2] * parts[:, 3]) <= _CLOSELY * self.changed.size]
        corners = np.column_stack((parts[:, :2], parts[:, :2] + parts[:, 2:4])) * self.step_px
        return [(int(left), int(top), int(right), int(bottom)) for left, top, right, bottom in corners]

    def cards_among(self, came: Mask, sharp: Mask, explained: Iterable[Points], edgy: float = _EDGY) -> Mask:
        """What of something that came, with these sharp edges, may be cards beside those with these outlines (pixels).
        Light that changed beside them has no sharp edges, or on a smaller part of its cells than `edgy`."""
        around = round(_SEAM_MM / (self.step_px * self.mm_per_px)) | 1
        near = np.asarray(cv2.blur(sharp.astype(np.float32), (around, around))) >= _EDGY
        rest = came & near & ~self.hidden & ~_filled_in(explained, self.step_px, came.shape)
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

    _understood: "_Small | None" = None
    _earlier: "_Small | None" = None
    """How it looked before something was there that nobody could read."""
    _before: "_Small | None" = None
    _still: int | None = None
    """After a jolt: how many pictures in a row nothing moved."""
    _just_now: "tuple[_Small, _Small] | None" = None
    """What was understood, and earlier, until the newest picture ended a jolt."""
    _noise: float = 1.0

    def look(self, picture: Picture, mm_per_px: float, cards: Callable[[], Cards] = Cards) -> View:
        """Take in a picture. The first one is understood as it is. `cards` is asked where something may be an arm."""
        step = 16 if picture.shape[1] >= 3000 else 8
        if min(picture.shape[:2]) < _LEAST_CELLS * step:
            nothing = np.zeros((1, 1), np.bool_)
            return View(step, mm_per_px, False, nothing, nothing, nothing, nothing)
        small, self._just_now = _Small.of(picture, step), None
        if self._understood is None or self._before is None or self._understood.shape != small.shape:
            self._understood = self._earlier = self._before = small
            nothing = np.zeros(small.shape, np.bool_)
            return View(step, mm_per_px, False, nothing, nothing, nothing, nothing)
        reach = max(3, round(_NEIGHBOURS_MM / (mm_per_px * step)) | 1)
        cell_mm2 = (step * mm_per_px) ** 2
        stirred = _difference(small, _relit(self._before, small)[0], reach)
        self._noise += 0.2 * (float(np.median(np.abs(stirred[::4, ::4]), axis=(0, 1)).max()) - self._noise)
        limit = _LIMIT + 3 * self._noise
        understood, lighter = _relit(self._understood, small)
        differs = _difference(small, understood, reach)
        self._before = small
        moves = large_parts(_spots(stirred, limit), HAND_MM2 / cell_mm2)
        other = _spots(differs, limit)
        if self._still is not None or float(other.mean()) > _WHOLE:
            return self._jolted(step, mm_per_px, moves, lighter, reach)
        outlines = _Outlines.between(understood, small.shades) if other.any() else None
        # while something moves, an arm may hide outlines, and in a bump they are elsewhere
        left = outlines.left_behind(large_parts(other, THING_MM2 / cell_mm2)) if outlines and not moves.any() else None
        if left is not None and left.any():
            then = self._understood.shades
            self._understood = _Small(np.where(left[..., None], then + differs, then))
            other, differs = other & ~left, np.where(left[..., None], 0, differs).astype(np.float32)
        new = other
        if other.any() and self._earlier is not None and self._earlier is not self._understood:
            before = _spots(_difference(small, _relit(self._earlier, small)[0], reach), limit)
            # what came to light under an arm may look like the arm, but not like the table before it
            other = other | (_arms(other & ~before, step * mm_per_px) & before)
            new = other & before
        moving, edges = bool(moves.any()), _edges(differs, limit)
        hidden = _hiding(new, moves, edges, step, mm_per_px, cards)
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
            self._earlier, both = _carried(self._understood, self._before)
            since = np.ones_like(moves)
            if self._earlier is not self._before:
                lit, _ = _relit(self._earlier, self._before)
                differs, limit = _difference(self._before, lit, reach), _LIMIT + 3 * self._noise
                edges = _edges(differs, limit) & _is_crisp(differs)
                came = _spots(differs, limit) & both
                since = _card_like(came, edges, step * mm_per_px)
                since &= ~_Outlines.between(lit, self._before.shades).left_behind(since)
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
            lighter = np.array((view.lighter * _OCTAVE, 0.0), np.float32)
            there = self._understood.shades + lighter
            self._understood = _Small(np.where(view.hidden[..., None], there, self._before.shades))


@dataclass(slots=True, eq=False)
class _Small:
    """A small picture of the table, in shades and, once somebody needs them, in grey levels."""

    shades: Shades
    _levels: Shades | None = None

    @classmethod
    def of(cls, picture: Picture, step: int) -> "_Small":
        """A picture from the camera, so many pixels each way in one."""
        levels = _light_and_red(picture, step)
        return cls(_logarithms(levels), levels)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.shades.shape[0], self.shades.shape[1]

    @property
    def levels(self) -> Shades:
        """Grey levels of light and of red."""
        if self._levels is None:
            self._levels = _grey_levels(self.shades)
        return self._levels


def _carried(then: _Small, now: _Small) -> tuple[_Small, Mask]:
    """How the table looked before the camera was bumped, as it would look from where the camera hangs now, and what of
    it was in both pictures.

    If the two pictures have too little in common, there is only the new one.
    """
    way = camera_motion(then.shades[..., 0], now.shades[..., 0])
    if way is None:
        return now, np.ones(now.shape, np.bool_)
    size = (now.shape[1], now.shape[0])
    carried = cv2.warpPerspective(then.shades, way, size, borderMode=cv2.BORDER_REPLICATE)
    inner = np.zeros(then.shape, np.uint8)
    inner[_RIM:-_RIM, _RIM:-_RIM] = 1
    return _Small(np.asarray(carried, np.float32)), np.asarray(cv2.warpPerspective(inner, way, size)) > 0


_RIM = 2
"""So many cells along the edge of a picture show only a part of what lies there."""


def _light_and_red(picture: Picture, step: int) -> Shades:
    """A small picture in grey levels of green and blue light, and of red (rows x columns x 2).

    Skin and wood differ in blue; and a card that is as light as the wood is not as brown. A quarter of all rows is
    enough.
    """
    rows, columns = picture.shape[0] // step, picture.shape[1] // step
    small = picture[step // 8 :: step // 4, : columns * step][: 4 * rows]
    for _ in range(2):  # two by two are averaged many times as fast as any other number
        size = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.ndim == 2:
        small = np.asarray(cv2.merge((small, small, small)))
    colours = cv2.resize(small.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.transform(colours, _LIGHT_AND_RED), np.float32)


def _logarithms(seen: Shades) -> Shades:
    """Grey levels of light and of red as shades: logarithms of light, and of how much more red there is. A lamp only
    adds to the first, and nothing to the second."""
    shades = np.asarray(cv2.log(seen + np.float32(_DARK)), np.float32)
    shades *= _OCTAVE / np.log(np.float32(2))
    shades[..., 1] -= shades[..., 0]
    shades[..., 1] *= _REDNESS
    return shades


def _grey_levels(shades: Shades) -> Shades:
    """The way back: shades as grey levels of light and of red."""
    seen = shades * np.float32(np.log(2) / _OCTAVE)
    seen[..., 1] = seen[..., 1] / np.float32(_REDNESS) + seen[..., 0]
    return np.asarray(cv2.exp(seen), np.float32) - np.float32(_DARK)


def _relit(then: _Small, now: _Small) -> tuple[Shades, float]:
    """An old picture in the light of a new one, and how many octaves lighter that is.

    A lamp lightens everything by one factor, but not the logarithm of what is dark or too bright for the camera: else
    the edge of a table would stand out whenever the light changes. A flickering lamp changes row by row.
    """
    one, two = then.levels, now.levels
    some = np.sort((two[::3, ::4] + _BLACK) / np.maximum(one[::3, ::4] + _BLACK, _BLACK), axis=1)
    rows = some[:, some.shape[1] // 2]
    gain = np.asarray(cv2.resize(rows[:, None], (1, len(one)), interpolation=cv2.INTER_LINEAR), np.float32)
    lit = one * np.tile(gain.reshape(-1, 1, 2), (1, one.shape[1], 1))
    np.clip(lit, 0, 255, out=lit)
    return _logarithms(lit), float(np.log2(max(float(np.median(rows[:, 0])), 1e-3)))


_BLACK = 4.0
"""Added to grey levels before they are divided: what is nearly black tells little about the light."""
_LIGHT_AND_RED = np.array(((0.5, 0.5, 0.0), (0.0, 0.0, 1.0)), np.float32)
"""What is taken of blue, green and red."""
_REDNESS = 1.2
"""How much a difference in colour counts: then it is about as noisy as one in light."""


_COLOURED = 16.0
"""A larger difference in colour is a thing and no light: it must not tinge what lies around it."""


def _difference(now: _Small, lit: Shades, reach: int) -> Shades:
    """How a picture of the table differs in what is no light from another one in the same light."""
    plain = now.shades - lit
    slow = plain.copy()
    np.clip(slow[..., 1], -_COLOURED, _COLOURED, out=slow[..., 1])
    slow = np.asarray(cv2.blur(slow, (reach, reach), borderType=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray(np.subtract(plain, slow, out=plain))


def _strongest(difference: Shades) -> Shades:
    """How much everything differs in light or in colour."""
    much = np.abs(difference)
    return np.maximum(much[..., 0], much[..., 1])


def _spots(difference: Shades, limit: float) -> Mask:
    """Where pictures differ: single pixels are dropped, gaps are closed."""
    found = (_strongest(difference) > limit).view(np.uint8)
    found = np.asarray(cv2.medianBlur(found, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8) > 0


@dataclass(frozen=True, slots=True, eq=False)
class _Outlines:
    """How much stronger outlines became everywhere between two pictures, and how much they changed at all."""

    stronger: Shades
    changed: Shades

    @classmethod
    def between(cls, then: Shades, now: Shades) -> "_Outlines":
        before, after = _slopes(then), _slopes(now)
        had, has, changed = (_steepness(*slopes) for slopes in (before, after, _apart(before, after)))
        return cls(has - had, changed)

    def left_behind(self, parts: Mask) -> Mask:
        """Places from which something went away: it had an outline then, and now the table goes on across it.

        An arm that rested in the picture when the table was taken in must not be missed when it leaves.
        """
        if not parts.any():
            return np.zeros_like(parts)
        count, labels = cv2.connectedComponents(parts.astype(np.uint8))
        gone = self.gone(np.asarray(labels), count, np.ones_like(parts), _GONE)
        return np.asarray(gone[_widened(np.asarray(labels))])

    def gone(self, labels: NDArray[np.int32], count: int, seen: Mask, share: float) -> Mask:
        """Which of these parts (by number) had an outline that is no longer there, as far as it is `seen`.

        `share` is how much of what changed must be missing now.
        """
        inside = np.asarray(cv2.erode((labels > 0).astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        rim = np.where(inside | ~seen, 0, _widened(labels))
        at = np.flatnonzero(rim)
        owners = rim.ravel()[at]
        stronger, in_all = (np.bincount(owners, much.ravel()[at], count) for much in (self.stronger, self.changed))
        gone = np.asarray(stronger < -share * np.maximum(in_all, 1.0))
        gone[0] = False
        return gone


def _widened(labels: NDArray[np.int32]) -> NDArray[np.intp]:
    """These parts and the cells beside them."""
    return np.asarray(cv2.dilate(np.asarray(labels, np.float32), np.ones((3, 3), np.uint8))).astype(np.intp)


def _steepness(across: Shades, down: Shades) -> Shades:
    """How strong an outline is, squared. Cards that came to light under an arm have outlines too: none counts much."""
    return np.asarray(np.minimum(across * across + down * down, _STEEP**2), np.float32)


def _slopes(shades: Shades) -> tuple[Shades, Shades]:
    """How much the light changes across and down."""
    light = np.ascontiguousarray(shades[..., 0])
    across, down = (cv2.Sobel(light, cv2.CV_32F, right, 1 - right, ksize=3) for right in (1, 0))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _apart(one: tuple[Shades, Shades], other: tuple[Shades, Shades]) -> tuple[Shades, Shades]:
    return other[0] - one[0], other[1] - one[1]


def _edges(difference: Shades, limit: float) -> Mask:
    """Where a difference begins or ends within two cells."""
    return _strongest(np.asarray(difference - cv2.blur(difference, (3, 3)), np.float32)) > _SHARP * limit


def _is_crisp(difference: Shades) -> Mask:
    """Where a difference changes within two cells by a good part of what it is: the grain of wood that comes to light
    when a mirrored lamp is elsewhere has sharp edges too, but it is little beside the lamp."""
    much = np.asarray(cv2.blur(_strongest(difference), (5, 5)), np.float32)
    return _strongest(np.asarray(difference - cv2.blur(difference, (3, 3)), np.float32)) > _CRISP * much


def _card_like(
    mask: Mask,
    edges: Mask,
    cell_mm: float,
    narrow_mm: float = _SEAM_MM,
    least_mm2: float = THING_MM2,
    edgy: float = _EDGY,
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


def _filled_in(outlines: Iterable[Points], step: int, shape: tuple[int, ...]) -> Mask:
    """The cells within these outlines (pixels)."""
    inside = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillPoly(inside, [np.rint((outline - step // 2) / step).astype(np.int32)], (1,))
    return inside > 0


def _hiding(other: Mask, moves: Mask, edges: Mask, step: int, mm_per_px: float, cards: Callable[[], Cards]) -> Mask:
    """What is hidden: parts that reach in from the picture's edge, are long or move, and a little around them.

    A whole row of heroes that was pushed along is long too, but it is made of cards. A mirrored lamp has no sharp
    edges. Where an arm was that has left, cards are read and none is missed. And whoever rests at the picture's edge
    hides nothing as long as none is missed there.
    """
    if not other.any() and not moves.any():
        return other
    _, labels, stats, _ = cv2.connectedComponentsWithStats((other | moves).astype(np.uint8))
    parts, area = np.asarray(labels), np.asarray(stats)[:, 4]
    cell_mm = step * mm_per_px
    wide = max(3, round(_ARM_MM / cell_mm))
    moving = area >= HAND_MM2 / cell_mm**2
    moving &= np.bincount(parts[moves], minlength=len(area)) > 0
    moving[0] = False
    chosen = _is_reaching(np.asarray(stats, np.int32), other.shape, cell_mm) | moving
    sharp = np.bincount(parts[edges], minlength=len(area))
    chosen &= moving | (sharp >= _EDGY * area)
    if (chosen & ~moving).any():
        known = cards()
        of_cards = np.bincount(parts[_filled_in(known.outlines, step, other.shape)], minlength=len(area))
        chosen &= moving | (of_cards < _MADE_OF_CARDS * area)
        beside = _is_beside(np.asarray(stats, np.int32), other.shape, cell_mm)
        for number in np.flatnonzero(chosen & ~moving):
            arm = _filled((parts == number).astype(np.uint8), wide)
            read, unread = (_inside(places, arm, step) for places in (known.read, known.unread))
            chosen[number] = unread > 0 or (read < _SHOWN and not beside[number])
    return _filled(chosen[parts].astype(np.uint8), wide)


def _arms(mask: Mask, cell_mm: float) -> Mask:
    """The parts that may be an arm, whatever is seen of it, and a little around them."""
    if not mask.any():
        return mask
    wide = max(3, round(_ARM_MM / cell_mm))
    joined = np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8)))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    chosen = _is_reaching(np.asarray(stats, np.int32), mask.shape, cell_mm)
    return _filled(chosen[np.asarray(labels)].astype(np.uint8), wide)


def _is_reaching(parts: NDArray[np.int32], shape: tuple[int, ...], cell_mm: float) -> Mask:
    """Which parts (left, top, width, height, area) are large and long, or reach in from the picture's edge."""
    left, top, width, height, area = parts.T
    rows, columns = shape
    edge = (left <= 2) | (top <= 2) | (left + width >= columns - 2) | (top + height >= rows - 2)
    long = np.hypot(width, height) >= _LONG_MM / cell_mm
    chosen = np.asarray((edge | long) & (area >= HAND_MM2 / cell_mm**2))
    chosen[0] = False
    return chosen


def _is_beside(parts: NDArray[np.int32], shape: tuple[int, ...], cell_mm: float) -> Mask:
    """Which parts (left, top, width, height, area) lie along the picture's edge, where no whole card has room."""
    left, top, width, height, _ = parts.T
    rows, columns = shape
    far = round(_BESIDE_MM / cell_mm)
    within = (left + width <= far) | (top + height <= far) | (left >= columns - far) | (top >= rows - far)
    return np.asarray(within)


def _inside(places: Points, mask: Mask, step: int) -> int:
    """How many of these places (pixels) lie in a mask."""
    rows, columns = mask.shape
    cells = np.clip(places // step, 0, (columns - 1, rows - 1)).astype(np.intp)
    return int(np.count_nonzero(mask[cells[:, 1], cells[:, 0]]))


def _filled(outlines: NDArray[np.uint8], wide: int) -> Mask:
    """Arms without their holes: a sleeve of one colour differs from the table only along its edges."""
    joined = cv2.morphologyEx(outlines, cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hidden = np.zeros_like(outlines)
    for contour in contours:
        cv2.fillPoly(hidden, [cv2.convexHull(contour)], (1,))
    return np.asarray(cv2.dilate(hidden, np.ones((5, 5), np.uint8)), np.uint8) > 0
