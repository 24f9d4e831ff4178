"""The first look through an unknown camera: the stickers themselves tell how it hangs.

A ready-made reader reads what it can; its reads give a first map. Where stickers are too small for it, the dictionary
reader looks for itself at several scales without a map. Then the map is made better from its own finds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibration import Square, TableMap, fit_map
from vision.grid import Doubles, corners_of
from vision.levels import Levels
from vision.recognition import Hits, nothing
from vision.search import Planes, Search, lay_planes
from vision.stickers import Role, StickerSpec
from vision.symbols import zxing_find

_ENOUGH = 6
"""Stickers from which on a first map is good enough to go on with."""
_ROUNDS = 4
_BLIND_PX = (1.0, 1.25, 0.8, 1.55, 1.95, 2.4, 3.0, 3.75, 4.7, 5.9, 7.3, 9.1, 11.4, 14.2, 0.65)
"""Pixels per module at which a search without a map is tried, the likeliest first."""
SpecOf = Callable[[str], StickerSpec | None]


@dataclass(frozen=True, slots=True)
class FirstLook:
    """A first map, and what was found on the way; no map when nothing was found."""

    table: TableMap | None
    hits: Hits


def squares_of(hits: Hits, codes: Sequence[str], spec_of: SpecOf) -> list[Square]:
    """Sure hits as squares for the calibration."""
    corners = corners_of(hits.frames)
    texts = [codes[number] for number in hits.number]
    specs = [spec_of(text) for text in texts]
    return [
        _square(spec, corner)
        for corner, spec, sure in zip(corners, specs, hits.sure, strict=True)
        if sure and spec is not None
    ]


def _square(spec: StickerSpec, corners: Doubles) -> Square:
    return Square(spec.code, corners, spec.symbol_mm, spec.role is Role.BACK)


def first_look(search: Search, levels: Levels, spec_of: SpecOf, modules_mm: Sequence[float]) -> FirstLook:
    """Find a first map without any help, and refine it while that finds more stickers."""
    width, height = levels.size
    squares = _ready_made(levels, spec_of)
    if len(squares) < _ENOUGH:
        blind = squares_of(_blind(search, levels), search.recogniser.book.codes, spec_of)
        squares = blind if len(blind) > len(squares) else squares
    if not squares:
        return FirstLook(None, nothing())
    return refined(search, levels, fit_map(squares, width, height), spec_of, modules_mm)


def refined(search: Search, levels: Levels, table: TableMap, spec_of: SpecOf, modules_mm: Sequence[float]) -> FirstLook:
    """Search, fit, and search again as long as that finds more."""
    width, height = levels.size
    best: Hits = nothing()
    best_table = table
    for _ in range(_ROUNDS):
        hits = search.everywhere(levels, lay_planes(table, width, height, modules_mm))
        squares = squares_of(hits, search.recogniser.book.codes, spec_of)
        if np.count_nonzero(hits.sure) <= np.count_nonzero(best.sure):
            break
        best, best_table = hits, fit_map(squares, width, height) if squares else table
        table = best_table
    return FirstLook(best_table if best.sure.any() else None, best)


def _ready_made(levels: Levels, spec_of: SpecOf) -> list[Square]:
    """Stickers of the list that zxing-cpp reads, as the picture is."""
    squares = []
    for found in zxing_find(levels.at(1), downscale=True):
        spec = spec_of(found.text)
        if spec is not None:
            squares.append(_square(spec, found.corners))
    return squares


def _blind(search: Search, levels: Levels) -> Hits:
    """Search without a map, as if the camera hung straight above: at several scales until enough is found."""
    width, height = levels.size
    best = nothing()
    for module_px in _BLIND_PX:
        if min(width, height) < 30 * module_px:
            continue
        hits = search.everywhere(levels, blind_planes(width, height, module_px))
        if np.count_nonzero(hits.sure) > np.count_nonzero(best.sure):
            best = hits
        if np.count_nonzero(best.sure) >= _ENOUGH:
            break
    return best


def blind_planes(width: int, height: int, module_px: float) -> Planes:
    """A plane that is the picture itself, with modules of this size."""
    flat = TableMap(np.diag([1.0, 1.0, 1.0]), 0.0, 0)
    return lay_planes(flat, width, height, (module_px,))
