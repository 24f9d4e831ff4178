"""Where the reader is to look closely: at what hands changed, what was missed or glimpsed, and what a bump brought.

A close look finds dim, scratched and half-covered stickers, but it takes time, and people wait meanwhile.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, runtime_checkable

import numpy as np

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard
from vision.calibration import Floats, TableMap
from vision.drawn import box_around, drawn, outlines, sticker_on
from vision.layout import ORIGINS
from vision.orders import Orders
from vision.shades import CARD_EDGY, Mask
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, Role, StickerSpec
from vision.stillness import PixelBox
from vision.surroundings import View
from vision.tracker import Sighting, Tracker, distance_mm

AROUND_MM = 7.0
"""A card explains what changed so far around it: its shadow, and where it lay a moment ago."""
_SAME_PLACE_MM = 3.0
_RIM_MM = 3.0
"""What came with a bump may lie under a read card, and then little more than its sticker is seen."""
_CLOSE_LOOKS = 4
"""So many pictures after hands have left are looked through closely where they changed something."""
_PLAIN_LOOKS = 2
"""Later nobody looks at mere strips."""
_READ_AT_ONCE, _AWAITED_LOOKS = 1, 3
"""Most cards are read in the first of these pictures. In those after it one that is sought is looked for between cards
that are read too, and so many of them it is waited for."""
_LINGERING = 16
"""So many pictures what changed and may hold more than was read is looked at."""
_PATIENT_LOOKS, _NOW_AND_THEN = 40, 10
"""So many pictures what could not be read is looked at all the time, and from then on in every so-manieth picture."""
_MISSED_S, _FEW = 0.5, 12
"""So long the reader looks closely where it missed stickers, if these are not many."""
_MOST_BOXES = 8
"""More parts of one picture than this are not looked at closely."""
_FEW_BUMPED, _BUMP_LOOKS = 6, 2
"""So many parts that came or went with a bump are looked at, those nearest to cards, in so many pictures."""
_BUMP_PATIENCE = 5
"""What may be a card where none was read and none lay before is looked at in so many pictures, and waited for."""
_SINCE_BUMP_S = 4.0
"""So long after a bump it is remembered what came or went meanwhile."""
_BESIDE_S, _SOUGHT_S, _HERO_S = 0.3, 1.5, 6.0
"""So long a card that left its place is looked for beside it, then everywhere, and a hero closely at the entrances."""
_HURRY = 10
"""So many pictures people wait before the search for what nobody missed goes on."""
_BREATH = 8
"""While hands are at work that search goes on in every so-manieth picture: any of the others may be the last one."""
_PARTLY_MM = 45.0
"""From the part of a card that was seen to have come to its sticker, at the most."""
_TILE_PX, _TILE_RIM_PX = 256, 48
"""How large a part is that is looked through thoroughly in one picture, and how much of it in two."""
_UNMISSED = (Role.SPELL, Role.ITEM, *ORIGINS)
"""Spells are discarded, and items go with heroes, who may hide them: nobody asks where they are. Bosses and markers lie
where they are for a whole game: one that a lamp glares on is nowhere else."""
_BESIDE_MM = (3.3 * CARD_WIDTH_MM, 1.4 * CARD_HEIGHT_MM)


@runtime_checkable
class Attentive(Protocol):
    """A reader that can be told where to look closely, and that tells what it no longer sees."""

    vanished: Sequence[tuple[Code, Floats]]
    """Stickers of which nothing is left where they were in the newest picture: code and place (pixels)."""
    is_behind: bool
    """Whether something in the newest picture changed that it has still to search."""
    is_blurred: bool
    """Whether the newest picture was taken while somebody knocked at table or camera."""

    def attend(self, orders: Orders) -> None:
        """Take in what to do with the next picture."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What is known of the table from the pictures before."""

    table: TableMap | None
    size: tuple[int, int]
    newest: Sequence[Sighting]
    """What was read in the picture before."""
    suspects: Sequence[Floats]
    """Outlines of what keeps people waiting because nobody could read it yet (pixels)."""
    things: Sequence[Floats]
    """Outlines of what stayed unread (pixels)."""
    bumped_s: float
    """When the camera shook for the last time."""
    settled: bool
    understood: Sequence[Sighting] = ()
    """What lay on the table when it was last understood."""
    built: Callable[[Sequence[Sighting]], int] = lambda cards: 0
    """How many of these cards lie in rows: they came from somebody's hand."""
    entrances: Callable[[], Sequence[PixelBox]] = lambda: ()
    """Where heroes wait before the dungeons, whether somebody does."""

    def turned(self) -> int:
        """So many cards were read face-down where none lay so then, and were not built: on a pile only the uppermost
        can be read."""
        lay = [card.pose for card in self.understood if card.alike]
        new = [
            card
            for card in self.newest
            if card.alike and all(distance_mm(card.pose, pose) > _SAME_PLACE_MM for pose in lay)
        ]
        return len(new) - self.built(new) if new else 0

    def read_lately(self, which: Callable[[Sighting], bool]) -> list[Floats]:
        """Outlines of these of the cards that were read in the picture before, and of a little around them (pixels)."""
        cards = [card for card in self.newest if which(card)]
        return [] if self.table is None else outlines(cards, self.table, AROUND_MM)

    def cards(self) -> list[Floats]:
        """Outlines of the cards that were read in the picture before, and of those that lay there when the table was
        last understood (pixels)."""
        return [] if self.table is None else outlines((*self.newest, *self.understood), self.table, _RIM_MM)


@dataclass(slots=True)
class Attention:
    """Decides picture by picture which parts are worth a close look."""

    specs: Mapping[Code, StickerSpec]
    _close_looks: int = 0
    """In so many pictures in a row what hands changed was looked at."""
    _unread_looks: int = 0
    """In so many pictures since something changed was looked at what could not be read then."""
    _where: list[PixelBox] = field(default_factory=list)
    """Where a card that is sought may lie."""
    _open: list[tuple[PixelBox, int]] = field(default_factory=list)
    """What was looked at closely after hands had left, and how many stickers were read there."""
    _bumped: Mask | None = None
    """What came or went while the camera was bumped."""
    _sharp: Mask = field(default_factory=lambda: np.zeros((1, 1), np.bool_))
    """Where it has sharp edges."""
    _bump_looks: int = 0
    awaits: bool = False
    """Whether a card that nobody could read yet may lie there: it came with a bump, or it is sought."""
    _seek: list[PixelBox] = field(default_factory=list)
    """Where a card may lie that is sought, or that nobody could read: one piece of it is looked through thoroughly."""
    _thorough_looks: int = 0
    _shown: set[Code] = field(default_factory=set)
    """What lies on the spell pad, or lay there last."""
    _awaited: int = 0
    """In so many pictures in a row nothing moved and the table was not settled yet."""
    _moving: int = 0
    """In so many pictures in a row something moved."""
    _stickers: list[Floats] | None = None
    """Outlines of the stickers that were read in the picture before (pixels), once somebody asked for them."""

    def look(self, view: View, scene: Scene, tracker: Tracker, now_s: float) -> Orders:
        """What the reader is to do with the next picture.

        When hands have left, there lies what is hard to read. Looked at are also the places where a sticker was just
        missed in plain sight or only glimpsed, and those beside places that cards have just left. If such a card is
        still nowhere when the table is settled, it is sought everywhere, and a hero closely where heroes go.
        """
        self._stickers = None
        resting = not view.moving and not view.jolted and view.changed.any()
        before = 0 if scene.settled else self._close_looks
        self._close_looks = before + 1 if resting else 0
        turned = cache(scene.turned)
        astray = [] if view.moving else self.astray(tracker, now_s, _SOUGHT_S, turned)
        self.awaits, self._seek = False, []
        boxes = self._since_bump(view, scene, now_s) + self._changed(view, scene, sought=bool(astray))
        if scene.table is not None and not view.moving:
            missed = (*tracker.missing(now_s, _MISSED_S), *tracker.faltering)
            places = [self._around(card, scene.table, scene.size) for card in missed]
            left = self.astray(tracker, now_s, _BESIDE_S, turned)
            places += [_beside(card, scene.table, scene.size) for card in left]
            inside = [box for box in places if box[0] < box[2] and box[1] < box[3]]
            boxes += inside if len(inside) <= _FEW else []
        everywhere = scene.settled and bool(astray)
        entrances = list(scene.entrances()) if scene.settled and self._misses_hero(view, tracker, now_s, turned) else []
        closely = [*boxes[: max(0, _MOST_BOXES - len(entrances))], *entrances]
        thoroughly = self._next_piece([*self._seek, *entrances])
        hurry = self._is_awaited(view, scene)
        return Orders(tuple(closely), thoroughly, everywhere, hurry, scene.settled)

    def _misses_hero(self, view: View, tracker: Tracker, now_s: float, turned: Callable[[], int]) -> bool:
        """Whether a hero that left its place is still nowhere: the referee cannot go on without it."""
        astray = [] if view.moving else self.astray(tracker, now_s, _HERO_S, turned)
        return any(self.specs[card.code].role is Role.HERO for card in astray)

    def notice(self, cards: Iterable[SeenCard]) -> None:
        """Take in where cards lie."""
        for card in cards:
            if card.spot.area is Area.PAD:
                self._shown.add(card.code)
            else:
                self._shown.discard(card.code)

    def astray(
        self, tracker: Tracker, now_s: float, within_s: float, turned: Callable[[], int] = lambda: 0
    ) -> list[Sighting]:
        """Cards that left their places and are seen nowhere. What lay on the spell pad is done with, and if as many
        cards were `turned` over meanwhile, it is these: heroes that died lie on their faces."""
        gone = tracker.astray(now_s, within_s)
        left = [card for card in gone if card.code not in self._shown and self.specs[card.code].role not in _UNMISSED]
        return left if left and len(left) > turned() else []

    def _is_awaited(self, view: View, scene: Scene) -> bool:
        """Whether people wait for a table on which nobody moves anything any more, or hardly any more."""
        if view.moving:
            self._awaited, self._moving = 0, self._moving + 1
            return self._moving % _BREATH != 0
        self._awaited, self._moving = 0 if scene.settled else self._awaited + 1, 0
        return 0 < self._awaited <= _HURRY

    def _since_bump(self, view: View, scene: Scene, now_s: float) -> list[PixelBox]:
        """After a bump everything lies elsewhere, and what came meanwhile may be hard to read: where it may lie."""
        if view.since_bump is not None:
            self._bumped, self._sharp, self._bump_looks = view.since_bump, view.sharp, 0
            if self._bumped.all():
                self._bumped = None
                return [(0, 0, *scene.size)]
        if self._bumped is None or now_s - scene.bumped_s > _SINCE_BUMP_S:
            self._bumped = None
            return []
        self._bump_looks = 0 if view.moving else self._bump_looks + 1
        if view.moving:
            return []
        if self._bump_looks > _BUMP_PATIENCE:  # only what an arm hides has not been looked at yet
            self._bumped = self._bumped & view.hidden
            return []
        come = view.cards_among(self._bumped, self._sharp, scene.cards(), CARD_EDGY)
        self.awaits = bool(come.any())
        if self._bump_looks > _BUMP_LOOKS:
            self._bumped = self._bumped & (view.hidden | come)
            return view.boxes(come)
        boxes = view.boxes(view.cards_among(self._bumped, self._sharp, self._explained(scene)))
        stickers = np.array([outline.mean(axis=0) for outline in self._stickers_lately(scene)]).reshape(-1, 2)
        return sorted(boxes, key=lambda box: _nearest(box, stickers))[:_FEW_BUMPED]

    def _changed(self, view: View, scene: Scene, *, sought: bool) -> list[PixelBox]:
        """Where something is to be looked at closely because it changed, or because nobody could read it yet.

        Cards that were read in the picture before need no closer look. But a card that is `sought` may lie between
        them, hidden but for its sticker; if it is still nowhere when the table is settled, it is there, or beside that:
        in glare or in the dark only a part of a card is seen to have come. Only on face-down cards nobody lays anything
        that can be read.
        """
        if view.moving or view.jolted:
            self._where, self._open = [], []
        if self._close_looks == 0:
            self._unread_looks += 1
            patient = self._unread_looks <= _PATIENT_LOOKS or self._unread_looks % _NOW_AND_THEN == 0
            unread = [box_around(thing) for thing in scene.things] if patient else []
            around = round(_PARTLY_MM / view.mm_per_px)
            places = [_grown(box, around, scene.size) for box in self._where if sought]
            self._seek = places or unread
            return [*places, *unread, *self._still_open(scene, self._unread_looks)]
        self._unread_looks = 0
        if sought and self._close_looks > _READ_AT_ONCE:
            face_down = scene.read_lately(lambda card: card.alike)
            self._where = view.changed_boxes((*self._stickers_lately(scene), *face_down))
            self.awaits |= bool(self._where) and self._close_looks <= _AWAITED_LOOKS
            if _CLOSE_LOOKS < self._close_looks <= _HURRY:
                return []  # it is not waited for any more: once the table is settled there is time for it
            if self._close_looks > _HURRY:
                self._seek = self._where
            return list(self._where)
        if self._close_looks <= _CLOSE_LOOKS:
            boxes = view.changed_boxes(self._explained(scene), strips=self._close_looks <= _PLAIN_LOOKS)
            self._open = [(box, self._read_in(box, scene)) for box in boxes]
            return boxes
        suspects = [box_around(thing) for thing in scene.suspects]
        self._seek = suspects
        return [*suspects, *self._still_open(scene, self._close_looks)]

    def _next_piece(self, boxes: Sequence[PixelBox]) -> tuple[PixelBox, ...]:
        """One piece after the other, to be looked through thoroughly."""
        tiles = [tile for box in boxes for tile in _tiles(box)]
        if not tiles:
            return ()
        self._thorough_looks += 1
        return (tiles[self._thorough_looks % len(tiles)],)

    def _still_open(self, scene: Scene, looks: int) -> list[PixelBox]:
        """What was looked at closely after hands had left, if nothing more was read there and not too many looks were
        in vain: a scratched sticker in the dark takes long, and nobody waits for it."""
        return [box for box, read in self._open if looks <= _LINGERING and self._read_in(box, scene) <= read]

    def _read_in(self, box: PixelBox, scene: Scene) -> int:
        """How many stickers were read in this part in the picture before."""
        stickers = np.array([outline.mean(axis=0) for outline in self._stickers_lately(scene)]).reshape(-1, 2)
        return int(np.count_nonzero(((stickers >= box[:2]) & (stickers < box[2:])).all(axis=1)))

    def _explained(self, scene: Scene) -> list[Floats]:
        """What need not be looked at because it was read in the picture before (pixels). Of items only the stickers:
        they are pushed under each other until hardly more than those is seen of them."""
        flat = scene.read_lately(lambda card: self.specs[card.code].role is not Role.ITEM)
        return [*flat, *self._stickers_lately(scene)]

    def _stickers_lately(self, scene: Scene) -> list[Floats]:
        """Outlines of the stickers that were read in the picture before (pixels)."""
        if scene.table is None:
            return []
        if self._stickers is None:
            largest = max((self.specs[card.code].size_mm for card in scene.newest), default=0.0)
            stickers = [sticker_on(card.pose, self.specs[card.code]) for card in scene.newest]
            self._stickers = list(drawn(stickers, scene.table, (largest, largest)))
        return self._stickers

    def _around(self, card: Sighting, table: TableMap, size: tuple[int, int]) -> PixelBox:
        """The pixels around the place of a card's sticker."""
        spec = self.specs[card.code]
        edge = 2 * spec.size_mm
        return box_around(np.clip(drawn([sticker_on(card.pose, spec)], table, (edge, edge))[0], 0, size))


def _tiles(box: PixelBox) -> list[PixelBox]:
    """A part in pieces that are looked through soon; they overlap by a sticker."""
    left, top, right, bottom = box
    return [
        (x, y, min(right, x + _TILE_PX), min(bottom, y + _TILE_PX))
        for y in range(top, max(top + 1, bottom - _TILE_RIM_PX), _TILE_PX - _TILE_RIM_PX)
        for x in range(left, max(left + 1, right - _TILE_RIM_PX), _TILE_PX - _TILE_RIM_PX)
    ]


def _grown(box: PixelBox, around: int, size: tuple[int, int]) -> PixelBox:
    """A part and so many pixels around it."""
    left, top, right, bottom = box
    return max(0, left - around), max(0, top - around), min(size[0], right + around), min(size[1], bottom + around)


def _beside(card: Sighting, table: TableMap, size: tuple[int, int]) -> PixelBox:
    """The pixels around a card's place and the places next to it: rows of cards are pushed along by one."""
    return box_around(np.clip(drawn([card.pose], table, _BESIDE_MM)[0], 0, size))


def _nearest(box: PixelBox, places: Floats) -> float:
    """How far from the nearest of these places the middle of a part lies (pixels): cards lie in rows."""
    middle = np.array(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    return float(np.hypot(*(places - middle).T).min(initial=math.inf))
