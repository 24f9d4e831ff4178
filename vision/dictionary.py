"""The dictionary reader: it knows every sticker that can lie on the table and asks which of them it sees.

The first picture tells how the camera hangs (`vision.firstlook`). From then on known stickers are verified where they
lie, changed parts are searched once they come to rest, and the whole table is searched in slices, so that nothing stays
undiscovered.
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from engine.core.ids import Code
from vision.calibration import Calibrator, TableMap, fit_map, stretch_of
from vision.codebook import Codebook
from vision.decode import Read
from vision.firstlook import first_look, refined, squares_of
from vision.frames import Picture
from vision.fusion import FrameStack, PartSums
from vision.grid import Doubles, corners_of
from vision.known import (
    Known,
    has_moved,
    jumped,
    middles,
    nothing_known,
    overlapping,
    same_sticker,
    way_of,
)
from vision.levels import Collage, Levels
from vision.motion import Matrix
from vision.opinions import SecondOpinion
from vision.orders import Orders
from vision.recognition import Hits, Recogniser, joined, moved_by, nothing
from vision.search import AROUND_MODULES, Part, Planes, Search, lay_planes
from vision.slices import Slices
from vision.stickers import STICKER_MODULES, Role, StickerSpec
from vision.stillness import PixelBox, Stillness, Stirred, merged
from vision.verifying import Verifier, knowing, surely

_FORGET_AFTER = 60
"""A known sticker that was not seen in so many pictures is no longer looked for at its place."""
_DOUBT = 12
"""After so many searches that found next to nothing, what was known is given up."""
_STRETCHES = (1.1, 0.9, 1.22, 0.81)
"""How much larger or smaller than expected stickers are looked for when hardly any is found."""
_LEARN_EVERY, _LEARN_AT_LATEST = 4, 28
"""In so many pictures there is at most one better map, and not even that while people wait for something else."""
_NEWS_EVERY = 28
_SIZE_OFF, _TELLING = 0.04, 3
"""When so many stickers are larger or smaller than the map has it, by this part and more, the map is wrong."""
_STILL_IN_DOUBT = 2
"""So many pictures in a row must show next to nothing before stickers of other sizes are looked for: that takes long,
and a picture may be blurred."""
_MUCH_CHANGED = 0.3
"""How much of a picture changes at least when the camera is bumped in good light."""
_ROUNDS = 3
"""So often known stickers are looked for where they should be after a bump."""
_BLIND = 8
"""In so many pictures in a row nothing may be read where everything went, before the whole table is searched."""
_MAP_OFF = 0.01
"""A map that changed by this part gets new planes; smaller changes do not matter for finding."""


class DictionaryDecoder:
    """Reads the stickers of one list. Made for a camera that does not move; notices when it does."""

    name = "dictionary"

    def __init__(
        self, book: Codebook, specs: Mapping[Code, StickerSpec], *, table: TableMap | None = None, slices: int = 14
    ) -> None:
        self.book = book
        self.calibrator: Calibrator | None = None
        self.opinions = SecondOpinion(frozenset(book.codes))
        self._specs = dict(specs)
        roles = [self._specs[Code(text)].role if text in self._specs else Role.BACK for text in book.codes]
        self._alike = np.array([role is Role.BACK for role in roles], np.bool_)
        """Which codes are on many cards."""
        self._stays = np.array([role in _FURNITURE for role in roles], np.bool_)
        """Which codes lie where they are for a whole game."""
        played = {spec.size_mm / STICKER_MODULES for spec in self._specs.values() if spec.role not in _FURNITURE}
        self._largest_played_mm = max(played, default=math.inf)
        """How large the modules are on what hands lay down in play."""
        self._modules_mm = tuple(sorted({spec.size_mm / STICKER_MODULES for spec in self._specs.values()}))
        self._search = Search(Recogniser(book))
        self._verifier = Verifier(self._search, self._alike)
        self._given = table
        self._planes: Planes | None = None
        self._laid_for: TableMap | None = None
        """The newest map for which the planes are good enough."""
        self._size = (0, 0)
        self._stillness = Stillness()
        self._orders = Orders()
        self._unanswered: list[tuple[PixelBox, int]] = []
        """Parts that are new and in which no sticker was read, and how often they were looked at again."""
        self.is_behind = False
        """Whether something in the newest picture changed that is still to be searched."""
        self._stack = FrameStack()
        self._sums = PartSums()
        self._known = nothing_known()
        self._slices = Slices(slices)
        self._pictures = 0
        self._furnishing = _SET_UP
        """For so many pictures yet everything that changes may be a boss or a marker that is laid down."""
        self._furniture: set[int] = set()
        """Bosses and markers that were found where something had changed."""
        self._doubts = 0
        self._anchor: Picture | None = None
        """A small picture from when the known stickers were seen where they are known to be."""
        self._unfollowed = 0
        """In so many pictures in a row known stickers were told to have moved, but could not be read."""
        self._told: tuple[Hits, list[Read]] = (nothing(), [])
        """What was read last: on a still table it is the same in picture after picture."""
        self._news = True
        self._unlearned = 0

    @property
    def table(self) -> TableMap | None:
        """The newest map from pixels to millimetres."""
        return self.calibrator.map if self.calibrator and self.calibrator.map else self._given

    @property
    def vanished(self) -> Sequence[tuple[Code, Doubles]]:
        """Stickers of which nothing is left where they were in the newest picture: code and place (pixels)."""
        return self._verifier.vanished

    @property
    def is_blurred(self) -> bool:
        """Whether the newest picture was taken while the table was knocked."""
        return self._verifier.is_blurred

    @property
    def blur(self) -> int:
        """How blurred the pictures are, as a place in the bank of blurs."""
        return self._search.blur

    def decode(self, picture: Picture) -> list[Read]:
        """Every sticker of the list that can be read, and foreign symbols that were noticed."""
        levels = Levels(picture)
        if self._calibrator_for(levels.size).map is None and self._given is None:
            seen = self._first_look(levels)
        else:
            seen = self._watch(levels)
        self._learn(seen)
        return [*self._reads(seen), *self.opinions.foreign_reads()]

    def read_whole(self, picture: Picture) -> list[Read]:
        """One picture on its own under the map there is, as if nothing were known about the table."""
        levels = Levels(picture)
        table = self.table
        if table is None:
            return self._reads(surely(first_look(self._search, levels, self._spec, self._modules_mm).hits))
        return self._reads(surely(self._search.everywhere(levels, self._planes_for(table, levels.size))))

    def attend(self, orders: Orders) -> None:
        """Take in what to do with the next picture."""
        self._orders = orders
        if orders.settled:
            self._stillness.settle()

    def forget(self) -> None:
        """Forget what lies on the table; the map stays."""
        self._known = nothing_known()
        self._unanswered = []
        self._stillness.forget()
        self._slices.forget()
        self._sums.forget()
        self._stack.forget()
        self.opinions.forget()

    # -- first look --------------------------------------------------------------------------------------------------

    def _first_look(self, levels: Levels) -> Hits:
        """Nothing is known yet: map and stickers from one picture."""
        found = first_look(self._search, levels, self._spec, self._modules_mm)
        hits = surely(found.hits)
        self._stillness.forget()
        self._stillness.look(levels.picture)
        self.opinions.look_everywhere(levels, hits, self.book.codes)
        self._known = knowing(self._search, levels, hits)
        return hits

    def _calibrator_for(self, size: tuple[int, int]) -> Calibrator:
        if self.calibrator is None or size != self._size:
            self.calibrator = Calibrator(*size)
            self._size, self._planes = size, None
            self.forget()
        return self.calibrator

    def _planes_for(self, table: TableMap, size: tuple[int, int]) -> Planes:
        planes = self._planes
        if planes is not None and self._size == size and self._laid_for is table:
            return planes
        if planes is None or self._size != size or _differ(planes.table, table, size) > _MAP_OFF:
            self._size = size
            planes = self._planes = lay_planes(table, *size, self._modules_mm)
            self._slices.lay(planes)
        self._laid_for = table
        return planes

    # -- steady state ------------------------------------------------------------------------------------------------

    def _watch(self, levels: Levels) -> Hits:
        """Verify what is known, search what changed and one slice more."""
        table = self.table
        assert table is not None
        self._pictures += 1
        stirred = self._stillness.look(levels.picture)
        self.is_behind = stirred.waits
        seen, lost = self._verifier.verified(levels, stirred, self._known, self._pictures)
        if self.is_blurred:  # what cannot be read in it looks the same when the table lies still again
            self._stillness.unsettle()
            self.is_behind = True
        way = self._way_since_seen() if len(lost) >= _TELLING and len(lost) > len(seen) else None
        if self._is_in_doubt(seen, lost, stirred, way):
            self._stack.forget()
            self._sums.forget()
            hits = self._followed(levels, seen, lost, way)
            if hits is None or (stirred.is_at_rest and not len(hits)):
                hits = self._search_again(levels)
            if self.is_blurred:
                self._slices.forget()
            return hits
        if len(seen) > len(lost):
            self._anchor, self._unfollowed = self._stillness.newest, 0
        boxes = stirred.boxes()
        missed = lost.hits.where(self._stays[lost.hits.number])
        found = self._searched(levels, table, stirred, boxes, seen.hits, missed)
        found = self._with_fused(levels, stirred, seen.hits, found)
        if self.is_blurred:
            self._slices.forget_newest()
        self._news = self._news or self._pictures % _NEWS_EVERY == 0 or len(found) > 0
        furniture = set(found.number[self._stays[found.number]].tolist())
        self._furnishing = max(0, self._furnishing - 1) if furniture <= self._furniture else _SET_UP
        self._furniture |= furniture
        if len(found):
            seen = seen.where(~overlapping(seen.hits, found)).together(knowing(self._search, levels, found))
            lost = lost.where(~overlapping(lost.hits, found))
        self._known = seen.together(lost.where(lost.missed <= _FORGET_AFTER)) if len(lost) else seen
        self.opinions.look(levels, boxes, seen.hits, self.book.codes, later=self._orders.hurry)
        return seen.hits

    def _way_since_seen(self) -> Matrix | None:
        """How everything moved in the picture since the known stickers were seen, if that can be told."""
        return None if self._anchor is None else self._stillness.moved_since(self._anchor)

    def _is_in_doubt(self, seen: Known, lost: Known, stirred: Stirred, way: Matrix | None) -> bool:
        """Whether so much is wrong at once that the camera rather than the cards must have moved.

        In dim light a bump changes little of a picture, but it moves all of it.
        """
        much = float(stirred.changed.mean()) > _MUCH_CHANGED or (way is not None and has_moved(lost.hits, way))
        empty = not len(seen) and bool(stirred.ripe.mean() > 0.5)
        return (len(lost) >= _TELLING and len(lost) > len(seen) and much) or empty

    def _followed(self, levels: Levels, seen: Known, lost: Known, way: Matrix | None) -> Hits | None:
        """The camera was bumped: known stickers are read where they went with all of the picture, and nothing has to be
        searched. None if that cannot be told; nothing if the picture is too bad to be read.
        """
        if way is None or len(lost) < _TELLING or self._unfollowed >= _BLIND:
            return None
        hits = nothing()
        for _ in range(_ROUNDS):  # from those that were read it is told better where the others are
            left = lost.where(~np.isin(lost.hits.number, hits.number) | self._alike[lost.hits.number])
            there = moved_by(left.hits, way)
            found = surely(self._search.recogniser.recognise(levels, there.frames, raw=True))
            found = found.where(same_sticker(found, there))
            hits = joined([hits, found.where(~overlapping(found, hits))])
            if len(hits) < _TELLING or len(hits) == len(lost):
                break
            way = way_of(lost.hits, hits, way)
        # some may have been found before it was told that the camera was bumped
        everything = joined([hits, seen.hits.where(~overlapping(seen.hits, hits))])
        if len(hits) < _TELLING or len(everything) < (len(seen) + len(lost)) // 2:
            self._unfollowed += 1
            return nothing()
        unfound = lost.where(~overlapping(moved_by(lost.hits, way), everything) & (lost.missed <= _FORGET_AFTER))
        gone = Known(moved_by(unfound.hits, way), unfound.blur, unfound.score, np.maximum(unfound.missed, 1))
        if self.calibrator is not None and jumped(lost.hits, hits):
            self.calibrator.start_anew()
            self.calibrator.see(squares_of(everything, self.book.codes, self._spec))
        self._known = knowing(self._search, levels, everything).together(gone)
        self._stillness.accept()
        self._anchor, self._unfollowed, self._doubts, self._news = self._stillness.newest, 0, 0, True
        return everything

    def _search_again(self, levels: Levels) -> Hits:
        """A whole search; when it finds little, at other scales and in the end without any map."""
        table, size = self.table, levels.size
        assert table is not None
        self._news = True
        before = len(self._known)
        hits = self._searched_whole(levels, self._planes_for(table, size))
        if len(hits) < max(2, before // 2) and self._doubts % 8 == _STILL_IN_DOUBT:
            hits = self._other_scales(levels, table, hits)
        else:
            hits = self._at_their_size(levels, table, hits)
        self._doubts = 0 if len(hits) >= max(2, before // 2) else self._doubts + 1
        is_elsewhere = jumped(self._known.hits, hits)
        if self.calibrator is not None and is_elsewhere:
            self.calibrator.start_anew()
            self.calibrator.see(squares_of(hits, self.book.codes, self._spec))
        if len(hits) or self._doubts > _DOUBT:
            self._known = knowing(self._search, levels, hits).together(
                nothing_known() if is_elsewhere else self._unfound(hits)
            )
            self._anchor = self._stillness.newest
        if not self._doubts:  # all that changed was searched, also what did not lie still yet
            self._stillness.accept()
        return hits

    def _unfound(self, hits: Hits) -> Known:
        """Known stickers that a whole search found nowhere: is something left of each?"""
        known = self._known
        moved = np.isin(known.hits.number, hits.number) & ~self._alike[known.hits.number]
        lost = known.where(~overlapping(known.hits, hits) & ~moved & (known.missed < _FORGET_AFTER))
        return Known(lost.hits, lost.blur, lost.score, lost.missed + 1)

    def _at_their_size(self, levels: Levels, table: TableMap, hits: Hits) -> Hits:
        """What was found, or what is found under a better map if stickers say that all is larger or smaller on it.

        A sticker size in the settings that is wrong or a camera that was lifted leaves some stickers unfound.
        """
        squares = squares_of(hits, self.book.codes, self._spec)
        stretch = stretch_of(table, squares) if len(squares) >= _TELLING else 1.0
        if self.calibrator is None or abs(stretch - 1) < _SIZE_OFF:
            return hits
        more = self._searched_whole(levels, self._planes_for(table.stretched(1 / stretch), levels.size))
        if len(more) < len(hits):
            return hits
        self.calibrator.start_anew()
        self.calibrator.see(squares_of(more, self.book.codes, self._spec))
        return more

    def _other_scales(self, levels: Levels, table: TableMap, hits: Hits) -> Hits:
        for stretch in _STRETCHES:
            there = surely(self._search.everywhere(levels, lay_planes(table, *levels.size, self._modules_mm, stretch)))
            hits = there if len(there) > len(hits) else hits
        if len(hits) < 2:
            found = first_look(self._search, levels, self._spec, self._modules_mm)
            return surely(found.hits) if len(surely(found.hits)) >= len(hits) else hits
        squares = squares_of(hits, self.book.codes, self._spec)
        better = refined(self._search, levels, fit_map(squares, *levels.size), self._spec, self._modules_mm)
        return surely(better.hits) if len(surely(better.hits)) >= len(hits) else hits

    def _searched(
        self,
        levels: Levels,
        table: TableMap,
        stirred: Stirred,
        boxes: Sequence[PixelBox],
        known: Hits,
        missed: Hits,
    ) -> Hits:
        """What a search of the changed parts (`boxes`) and of one slice finds.

        What is looked at closely takes the slice's turn. `missed` is what lies there for a whole game and is not seen.
        """
        width, height = levels.size
        planes = self._planes_for(table, levels.size)
        much = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) / (width * height)
        if much > _MOST and len(known) < _TELLING:
            return self._searched_whole(levels, planes)
        again = [box for box, _ in self._unanswered if _shared(box, self._orders.closely) < _MOSTLY]
        attended = [] if self.is_blurred else merged([*self._orders.closely, *again])
        close = self._sums.add(levels.picture, attended, stirred.moves_within)
        cut = partial(self._cut, planes, planes.table.to_mm(middles(missed)))
        parts = [box for box in boxes if _shared(box, close.boxes) < _MOSTLY]
        closely = cut(levels, close.large, around=_AROUND_CLOSE)
        slices = [] if attended or self._orders.hurry else self._slices.next(levels, stirred)
        quarters = (
            [] if self._orders.hurry else self._slices.next_quarter(levels, stirred, at_once=self._orders.everywhere)
        )
        found = nothing()
        if parts or close.many or closely or slices or quarters:
            near = slices + cut(levels, parts, furnishing=self._furnishing > 0)
            near += cut(levels, close.many, around=_AROUND_CLOSE)
            found = surely(self._search.within(near, known, closely=quarters + closely, whole=levels))
        for looks in close.apart():
            taken, whole = joined([known, found]), Collage([mean for _, mean, _ in looks])
            plainly, covered_too = (
                [
                    part
                    for box, mean, effort in looks
                    if effort == wanted
                    for part in cut(mean, [box], around=_AROUND_CLOSE)
                ]
                for wanted in (False, True)
            )
            more = surely(self._search.within(plainly, taken, closely=covered_too, whole=whole, together=True))
            found = joined([found, more]) if len(more) else found
        if self._orders.thoroughly and not self.is_blurred:
            pieces = [
                piece
                for box in self._orders.thoroughly
                for piece in cut(self._sums.mean_of(box) or levels, [box], around=_AROUND_CLOSE)
            ]
            more = surely(self._search.thoroughly(pieces, joined([known, found])))
            found = joined([found, more]) if len(more) else found
        if not self.is_blurred:
            self._ask_again(stirred, joined([known, found]))
        return found

    def _ask_again(self, stirred: Stirred, known: Hits) -> None:
        """What is new in this picture and no sticker was read there is looked at in some pictures more: a clear sticker
        may be missed once, and nobody else may notice that a card lies there."""
        asked = [(box, times + 1) for box, times in self._unanswered if times < _ASK_AGAIN - 1]
        asked += [(box, 0) for box in stirred.new_boxes()]
        places = middles(known)
        self._unanswered = [
            (box, times)
            for box, times in asked
            if not ((places >= box[:2]) & (places < box[2:])).all(axis=1).any() and not stirred.moves_within(box)
        ]

    def _cut(
        self,
        planes: Planes,
        missed_mm: Doubles,
        levels: Levels,
        boxes: Sequence[PixelBox],
        *,
        furnishing: bool = False,
        around: float = AROUND_MODULES,
    ) -> list[Part]:
        """These parts of the picture on the table: for stickers of what hands lay down in play, and for larger ones
        only while the table is set up and around the places where some are missed."""
        made = []
        for low, high in _in_mm(planes.table, boxes):
            is_near = ((missed_mm > low - _MOVED_MM) & (missed_mm < high + _MOVED_MM)).all(axis=1).any()
            largest_mm = math.inf if furnishing or is_near else self._largest_played_mm
            made += planes.cut(levels, [(low, high)], largest_mm, around)
        return made

    def _searched_whole(self, levels: Levels, planes: Planes) -> Hits:
        """What a search of the whole table finds."""
        self._slices.keep(levels)
        return surely(self._search.everywhere(levels, planes))

    def _with_fused(self, levels: Levels, stirred: Stirred, known: Hits, found: Hits) -> Hits:
        """What was found, and what the sum of the last pictures shows beyond that."""
        later = self._orders.hurry or not stirred.is_at_rest
        summed = self._stack.add(levels.picture, stirred.changed_within, later=later)
        planes = self._planes
        if summed is None or planes is None:
            return found
        mean, closely = summed
        left, top = mean.origin
        box = (left, top, left + mean.size[0], top + mean.size[1])
        there = planes.cut(mean, _in_mm(planes.table, [box]))
        known = joined([known, found])
        more = surely(self._search.within([] if closely else there, known, closely=there if closely else []))
        return joined([found, more]) if len(more) else found

    # -- results -----------------------------------------------------------------------------------------------------

    def _learn(self, seen: Hits) -> None:
        """Better the map from what was seen: when something new was seen, but not in every picture."""
        self._unlearned += 1
        due = self._unlearned >= (_LEARN_AT_LATEST if self._orders.hurry else _LEARN_EVERY) or self.table is None
        if self.calibrator is not None and len(seen) and self._news and due:
            self.calibrator.see(squares_of(seen, self.book.codes, self._spec))
            self._news, self._unlearned = False, 0

    def _spec(self, text: str) -> StickerSpec | None:
        return self._specs.get(Code(text))

    def _reads(self, hits: Hits) -> list[Read]:
        disputed = bool(self.opinions.disagreements)
        if hits is self._told[0] and not disputed:
            return list(self._told[1])
        reads = []
        places = corners_of(hits.frames)
        figures = zip(
            hits.number.tolist(), hits.score.tolist(), hits.margin.tolist(), hits.sigma_px.tolist(), strict=True
        )
        for corners, (number, score, margin, sigma), points in zip(places, figures, places.tolist(), strict=True):
            text = self.book.codes[number]
            if self.opinions.is_disputed(text, corners):
                continue
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
            square = ((ax, ay), (bx, by), (cx, cy), (dx, dy))
            reads.append(Read(text, square, _confidence(score), score, margin, sigma))
        if not disputed:
            self._told = (hits, reads)
        return list(reads)


_FURNITURE = (Role.BOSS, Role.TOWN, Role.PAD)
_SET_UP = 80
"""After a boss or a marker was found, more of them may be laid down in so many pictures; later slices find them."""


def _confidence(score: float) -> float:
    return max(0.0, min(1.0, score))


def _differ(one: TableMap, other: TableMap, size: tuple[int, int]) -> float:
    """How much two maps differ, as a part of the picture's width."""
    if one is other:
        return 0.0
    width, height = size
    grid = np.array([(x * width, y * height) for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)], np.float64)
    here, there = one.to_mm(grid), other.to_mm(grid)
    spans = [np.linalg.norm(points - points[4], axis=1)[[0, 2, 6, 8, 1, 7]] for points in (here, there)]
    return float(np.abs(spans[0] / spans[1] - 1).max())


def _shared(box: PixelBox, others: Sequence[PixelBox]) -> float:
    """How much of a box lies in the others, which do not overlap."""
    left, top, right, bottom = box
    inside = sum(
        max(0, min(right, far) - max(left, near)) * max(0, min(bottom, low) - max(top, high))
        for near, high, far, low in others
    )
    return inside / max(1, (right - left) * (bottom - top))


_AROUND_CLOSE = 18.0
"""So many modules around parts that are looked at closely are searched: they are told with what lies beside them."""
_ASK_AGAIN = 2
"""So often what is new is looked at again if no sticker was read there."""
_MOST = 0.5
"""When such a part of the picture changed it is searched whole if next to nothing is known."""
_MOVED_MM = 80.0
"""A boss or a marker that is missed is looked for so far around its place; elsewhere slices find it."""
_MOSTLY = 0.7
"""A part of which so much is looked at closely need not be searched beside that."""


_GRID = np.array([(x, y) for y in (0.0, 0.5, 1.0) for x in (0.0, 0.5, 1.0)])


def _in_mm(table: TableMap, boxes: Sequence[PixelBox]) -> list[tuple[Doubles, Doubles]]:
    """Parts of the picture as parts of the table."""
    if not boxes:
        return []
    edges = np.array(boxes, np.float64)[:, None]
    grids = edges[..., :2] + _GRID * (edges[..., 2:] - edges[..., :2])
    points = table.to_mm(grids.reshape(-1, 2)).reshape(grids.shape)
    return list(zip(points.min(axis=1), points.max(axis=1), strict=True))
