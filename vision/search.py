"""A search of the table, or of a part of it, for every sticker of the list."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.calibration import TableMap
from vision.codebook import WIDTHS
from vision.finders import Finders, faintest, find_finders, finder_rim
from vision.grid import Doubles
from vision.guesses import guessed
from vision.levels import Levels
from vision.partial import PartReader
from vision.plane import Box, Patch, Piece, Plane, lay_plane
from vision.recognition import Hits, Recogniser, belonging, covered, joined, nothing, one_per_place
from vision.squares import squares
from vision.threads import each
from vision.triples import find_triples

_SCALE = 1.0
"""Pixels per module in the plane. Less takes art for finder patterns far more often, more only costs time."""
_ROOMY = 1.9
"""Pixels per module from which on the picture is reduced before it is laid into the plane."""
_COARSE = 1.2
"""Pixels of the picture per pixel of the plane from which on the picture is blurred a little first, where the smallest
stickers that are looked for have modules of one pixel of the plane."""
_MOST_TRIPLES = 600
_HALF_SEEN = 0.5
"""What fits so well to the shared parts and yet to no code may be partly covered."""
_ALIKE = 1.16
"""Stickers whose sizes differ by less than this factor are searched together."""
_SHARP, _SOFT = (0.6, 0.52, 0.55), (0.85, 0.46, 0.48)
"""Blur (modules) of the finder pattern that is looked for and how well it must fit, on average over all turns and in
its own turn; in sharp and in soft pictures."""
_SOFT_FROM = 7
"""The place in the bank of blurs from which on pictures count as soft."""
_FEW = 3
_MANY, _MANY_CLOSE = 5, 2
"""From more parts of the picture than this on it is worth while to make all of it ready for naming."""
_MARGIN_MODULES = 24
"""Parts of the plane overlap by so much that a sticker on an edge lies inside one of them."""
AROUND_MODULES = 34
"""Around a part that changed so much is searched: a sticker of which only a corner lies in it is seen as a whole."""


_ROUNDING = 1.001
Part = tuple[Levels, Plane, Box]
"""A part of a plane, and the part of the picture that shows it."""


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """The table's plane once for each size of sticker, under one map."""

    table: TableMap
    planes: tuple[Plane, ...]

    def slices(self, count: int) -> list[tuple[Plane, Box]]:
        """The planes cut into so many parts of about the same size, or some fewer, which overlap by a sticker."""
        total = sum(plane.size[0] * plane.size[1] for plane in self.planes)
        parts = []
        for plane in self.planes:
            width, height = plane.size
            own = max(1, count * width * height // total)
            rows = max(1, round(math.sqrt(own * height / width)))
            columns = max(1, own // rows)
            margin = int(_MARGIN_MODULES * plane.scale / 2)
            for row in range(rows):
                for column in range(columns):
                    low = (width * column // columns - margin, height * row // rows - margin)
                    high = (width * (column + 1) // columns + margin, height * (row + 1) // rows + margin)
                    parts.append((plane, (max(0, low[0]), max(0, low[1]), min(width, high[0]), min(height, high[1]))))
        return parts

    def cut(
        self,
        levels: Levels,
        boxes_mm: Sequence[tuple[Doubles, Doubles]],
        largest_mm: float = math.inf,
        around: float = AROUND_MODULES,
    ) -> list[Part]:
        """These parts of the table (corners in millimetres), and so many modules around them, in every plane that has
        stickers with modules so small."""
        planes = [plane for plane in self.planes if plane.module_mm * plane.sizes[0] <= largest_mm * _ROUNDING]
        made: list[Part] = []
        for low, high in boxes_mm:
            boxes = [(plane, _box(plane, low, high, around)) for plane in planes]
            boxes = [(plane, box) for plane, box in boxes if _shorter(box) > AROUND_MODULES * plane.scale]
            if boxes:
                shown = np.array([plane.pixels(box) for plane, box in boxes])
                part = levels.part(*shown[:, :2].min(axis=0).tolist(), *shown[:, 2:].max(axis=0).tolist())
                made += [(part, plane, box) for plane, box in boxes]
        return made


def lay_planes(table: TableMap, width: int, height: int, modules_mm: Sequence[float], stretch: float = 1.0) -> Planes:
    """Prepare the search under a map. `stretch` looks for stickers that appear so much larger than they should."""
    edge = _border(width, height)
    mm = table.to_mm(edge)
    low, high = mm.min(axis=0), mm.max(axis=0)
    made = []
    for group in grouped(modules_mm):
        size = math.sqrt(group[0] * group[-1]) * stretch
        module_px = typical_px(table, width, height, size)
        shrink = _shrink(module_px)
        sizes = tuple(one * stretch / size for one in group)
        coarse = module_px / shrink > _COARSE * _SCALE * sizes[0]
        made.append(lay_plane(table.to_px, table.to_mm, low, high, size, _SCALE, shrink, sizes, coarse=coarse))
    return Planes(table, tuple(made))


def grouped(sizes: Sequence[float]) -> list[list[float]]:
    """Sizes of stickers that are near enough to each other to be searched in one plane."""
    groups: list[list[float]] = []
    for size in sorted(sizes):
        if groups and size <= groups[-1][0] * _ALIKE:
            groups[-1].append(size)
        else:
            groups.append([size])
    return groups


def typical_px(table: TableMap, width: int, height: int, module_mm: float) -> float:
    """Pixels per module: the median of nine places spread over the picture."""
    x, y = np.meshgrid(np.array([0.1, 0.5, 0.9]) * width, np.array([0.1, 0.5, 0.9]) * height)
    here = np.column_stack((x.ravel(), y.ravel()))
    middle = table.to_mm(here)
    right, down = (table.to_px(middle + step) - here for step in ((module_mm, 0.0), (0.0, module_mm)))
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    return float(np.sqrt(np.median(area)))


def _shrink(module_px: float) -> int:
    shrink = 1
    while module_px / shrink >= _ROOMY:
        shrink *= 2
    return shrink


def _border(width: int, height: int) -> Doubles:
    along = np.linspace(0.0, 1.0, 9)
    zero, one = np.zeros(9), np.ones(9)
    sides = [(along, zero), (along, one), (zero, along), (one, along)]
    return np.concatenate([np.column_stack((x * width, y * height)) for x, y in sides])


@dataclass(slots=True)
class Search:
    """Finds and names stickers under a map. Learns how blurred the camera's pictures are."""

    recogniser: Recogniser
    blur: int = 4
    """The blur seen lately, as a place in the bank."""
    is_used_to: bool = False
    """Whether any was seen yet."""
    parts: PartReader = field(init=False)

    def __post_init__(self) -> None:
        self.parts = PartReader(self.recogniser.book)

    def everywhere(self, levels: Levels, planes: Planes) -> Hits:
        """Every sticker in the picture. When hardly any is found, the other sort of finder pattern is tried too."""
        soft = self._is_soft()
        parts = [(levels, plane, plane.whole) for plane in planes.planes]
        found = self._in_parts(parts, levels, soft, nothing(), partly=True)
        if np.count_nonzero(found.sure) >= _FEW:
            return found
        more = self._in_parts(parts, levels, not soft, found.where(found.sure), partly=False)
        return self._once(joined([found, more]))

    def within(
        self,
        parts: Sequence[Part],
        known: Hits,
        *,
        closely: Sequence[Part] = (),
        whole: Levels | None = None,
        together: bool = False,
    ) -> Hits:
        """Every sticker in parts of the table, but not the known ones.

        Partly covered ones take longer to find: they are looked for only in what is to be looked at `closely`, as a
        hand that moves leaves parts of stickers to be seen in every picture. `whole` is the picture that all parts come
        from: if there are many, or it is ready (`together`), what was seen in them is named at once, which is quicker.
        """
        soft = self._is_soft()
        many = together or _places(parts) > _MANY
        found = self._in_parts(parts, whole if many else None, soft, known, partly=False)
        if not closely:
            return found
        known = joined([known, found.where(found.sure)])
        many = together or _places(closely) > _MANY_CLOSE
        more = self._in_parts(closely, whole if many else None, soft, known, partly=True)
        return self._once(joined([found, more]))

    def thoroughly(self, parts: Sequence[Part], known: Hits) -> Hits:
        """Every sticker in parts of the table, but not the known ones, also those without finder patterns: this takes
        long."""
        shared = self.recogniser.book.shared_looks[self.blur]
        frames = [(levels, squares(levels, plane, box, shared, known)) for levels, plane, box in parts]
        return self._once(joined([self.recogniser.recognise(levels, some, self.blur) for levels, some in frames]))

    def _in_parts(
        self,
        parts: Sequence[Part],
        whole: Levels | None,
        soft: bool,
        known: Hits,
        *,
        partly: bool,
    ) -> Hits:
        """Search each part; `whole` is the picture they all come from, if that has been made ready."""
        groups: dict[Levels, list[_Sight]] = {}
        for part in parts:
            groups.setdefault(whole or part[0], []).append(_seen_in(*part, known, soft=soft))
        found = [self._named(levels, sights, known, partly=partly) for levels, sights in groups.items()]
        return self._once(joined(found))

    def _named(self, levels: Levels, sights: "Sequence[_Sight]", known: Hits, *, partly: bool) -> Hits:
        """Stickers in what was seen: those with three finder patterns first, then partly covered ones."""
        frames = np.concatenate([sight.frames for sight in sights])
        if len(known) and len(frames):
            frames = frames[~covered(frames, known)]
        found = self.recogniser.recognise(levels, frames, self.blur)
        if not partly:
            return found
        taken = joined([known, found.where(found.sure)])
        guesses = [found.frames[~found.sure & (found.shared > _HALF_SEEN)]]
        guesses += [guessed(levels, sight.plane, sight.finders, taken) for sight in _by_plane(sights)]
        return joined([found, self.parts.read(levels, np.concatenate(guesses))])

    def _is_soft(self) -> bool:
        """Whether finder patterns were seen heavily blurred lately."""
        return self.is_used_to and self.blur >= _SOFT_FROM

    def _once(self, hits: Hits) -> Hits:
        """One place, one card: of several answers for one place the best."""
        if not len(hits):
            return hits
        worth = hits.score + 2.0 * hits.sure
        kept = hits.where(one_per_place(hits.frames, worth.astype(np.float32)))
        sure = kept.blur[kept.sure]
        if len(sure) >= 3:
            self.blur, self.is_used_to = int(np.clip(round(float(np.median(sure))), 0, len(WIDTHS) - 1)), True
        return kept


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """Finder patterns in a part of a plane (places in the whole plane), and frames of those that make up threes."""

    plane: Plane
    finders: Finders
    frames: Doubles


def _by_plane(sights: "Sequence[_Sight]") -> "list[_Sight]":
    """What was seen in several parts of one plane as one."""
    planes = {id(sight.plane): sight.plane for sight in sights}
    return [_joined([sight for sight in sights if sight.plane is plane]) for plane in planes.values()]


def _joined(sights: "Sequence[_Sight]") -> "_Sight":
    if len(sights) == 1:
        return sights[0]
    seen = [sight.finders for sight in sights]
    places, fit, turn = (np.concatenate([getattr(one, name) for one in seen]) for name in ("places", "fit", "turn"))
    return _Sight(sights[0].plane, Finders(places, fit, turn), np.concatenate([sight.frames for sight in sights]))


def _seen_in(levels: Levels, plane: Plane, box: Box, known: Hits, *, soft: bool) -> _Sight:
    """What a part of the plane shows beside the known stickers."""
    blur, least, square = _SOFT if soft else _SHARP
    faint = faintest(levels.at(plane.shrink)) if levels.faint is None else levels.faint
    rim = finder_rim(plane.scale, blur)

    def looked_at(piece: Piece) -> tuple[Patch, Finders]:
        patch = plane.patch(levels, piece, rim)
        return patch, find_finders(patch.picture, plane.scale, blur, least, square, faint)

    pieces = plane.pieces(levels, box)
    # parts of the table are searched in every picture: they are sooner done than told to another thread
    both = each(looked_at, pieces) if box == plane.whole else [looked_at(piece) for piece in pieces]
    patches, seen = [patch for patch, _ in both], [found for _, found in both]
    pixels = np.concatenate([patch.to_px(found.places) for patch, found in zip(patches, seen, strict=True)])
    fit, turn = np.concatenate([found.fit for found in seen]), np.concatenate([found.turn for found in seen])
    if len(known) and len(fit):
        new = ~belonging(pixels, known)
        pixels, fit, turn = pixels[new], fit[new], turn[new]
    finders = Finders(_on_plane(plane, pixels), fit, turn)
    corners = find_triples(finders, plane.scale, _MOST_TRIPLES, plane.sizes)
    return _Sight(plane, finders, plane.frames(corners.places))


def _on_plane(plane: Plane, pixels: Doubles) -> Doubles:
    """Places in the camera's picture as places in the plane."""
    return plane.to_plane(plane.px_to_mm(pixels)) if len(pixels) else pixels


def _places(parts: Sequence[Part]) -> int:
    """In how many parts of the picture these lie."""
    return len({id(levels) for levels, _, _ in parts})


def _shorter(box: Box) -> int:
    return min(box[2] - box[0], box[3] - box[1])


def _box(plane: Plane, low_mm: Doubles, high_mm: Doubles, around: float) -> Box:
    corners = np.array([low_mm, high_mm])
    (left, top), (right, bottom) = plane.to_plane(corners)
    margin = around * plane.scale
    _, _, width, height = plane.whole
    return (
        int(np.clip(left - margin, 0, width)),
        int(np.clip(top - margin, 0, height)),
        int(np.clip(right + margin, 0, width)),
        int(np.clip(bottom + margin, 0, height)),
    )
