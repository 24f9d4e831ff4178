"""Pictures of stickers that are on a list, with the list's reader: shared by the tests of the dictionary reader."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_db.pool import load_pool, pool_codes
from cards_db.qr import matrices, matrix
from engine.core.ids import Code
from tests.vision.pictures import Glued, Matrix, finish, to_pixels
from vision.codebook import Codebook, build_codebook
from vision.decode import Read
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.stickers import Role, StickerSpec
from vision.tabletop import Pose

LISTED = pool_codes(load_pool())[:300]
OUTSIDE = pool_codes(load_pool())[300:700]
_SUPER = 12
"""Times as many pixels as the picture has: an edge then lies within a twenty-fourth of a pixel of where it should."""


@cache
def book() -> Codebook:
    """The list of the tests."""
    return build_codebook(LISTED, matrices(LISTED))


def specs(size_mm: float = 16.0, large_mm: float = 20.0) -> dict[Code, StickerSpec]:
    """Every fifth sticker is large."""
    sizes = [large_mm if place % 5 == 0 else size_mm for place in range(len(LISTED))]
    return {code: StickerSpec(code, Role.ROOM, size, 0.0, 0.0) for code, size in zip(LISTED, sizes, strict=True)}


def reader() -> DictionaryDecoder:
    """A reader that knows the list and nothing about the camera."""
    return DictionaryDecoder(book(), specs())


def laid(columns: int, rows: int, codes: Sequence[Code], *, large: bool = False) -> list[Glued]:
    """Stickers in rows, each turned its own way."""
    sizes = specs()
    chosen = [code for code in codes if code not in sizes or large or sizes[code].size_mm == 16.0]
    places = [(column, row) for row in range(rows) for column in range(columns)]
    return [
        Glued(
            code,
            Pose((column - (columns - 1) / 2) * 40, (row - (rows - 1) / 2) * 40, 47.0 * number),
            sizes[code].size_mm if code in sizes else 16.0,
        )
        for number, (code, (column, row)) in enumerate(zip(chosen, places, strict=False))
    ]


def photo(
    stickers: Sequence[Glued],
    camera: Matrix,
    size: tuple[int, int],
    *,
    blur: float = 0.7,
    noise: float = 3.0,
    seed: int = 1,
) -> Picture:
    """The grey picture of stickers of ours on art, blurred and noisy."""
    width, height = size
    rng = np.random.default_rng((seed, 5))
    art = rng.uniform(30, 220, (height // 9 + 2, width // 9 + 2)).astype(np.float32)
    picture = np.asarray(cv2.resize(art, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    for sticker in stickers:
        _glue(picture, camera, sticker)
    return finish(picture, blur=blur, noise=noise, rng=rng)


def covered(picture: Picture, corners: Matrix, share: float) -> None:
    """Lay something grey over the right-hand part of a sticker, so that so much of it stays free."""
    top_left, top_right, bottom_right, bottom_left = corners
    out = 0.5
    edge = [top_left + (top_right - top_left) * share, bottom_left + (bottom_right - bottom_left) * share]
    far = [bottom_right + (bottom_right - bottom_left) * out, top_right + (top_right - top_left) * out]
    down = bottom_left - top_left
    outline = np.array([edge[0] - out * down, edge[1] + out * down, far[0] + out * down, far[1] - out * down])
    cv2.fillConvexPoly(picture, np.rint(outline).astype(np.int32), 90)


def right(reads: Sequence[Read], stickers: Sequence[Glued], camera: Matrix) -> set[str]:
    """The stickers that were read where they lie."""
    truth = {sticker.text: to_pixels(camera, sticker.symbol_corners_mm) for sticker in stickers}
    return {
        read.text
        for read in reads
        if read.text in truth and float(np.abs(np.array(read.corners) - truth[read.text]).max()) < 1.0
    }


def _glue(picture: NDArray[np.float32], camera: Matrix, sticker: Glued) -> None:
    modules = np.pad(np.where(matrix(sticker.text), 20.0, 235.0), 2, constant_values=235.0).astype(np.float32)
    half = sticker.size_mm / 2
    corners = [sticker.pose.moved(x, y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
    pixels = to_pixels(camera, np.array([(corner.x_mm, corner.y_mm) for corner in corners]))
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 3, picture.shape[::-1])
    if np.any(high <= low):
        return
    columns, rows = (high - low).tolist()
    source = (np.array([(0, 0), (25, 0), (25, 25), (0, 25)]) - 0.5).astype(np.float32)
    target = ((pixels - low + 0.5) * _SUPER - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    size = (columns * _SUPER, rows * _SUPER)
    ink, cover = (
        cv2.resize(
            cv2.warpPerspective(part, warp, size, flags=cv2.INTER_NEAREST),
            (columns, rows),
            interpolation=cv2.INTER_AREA,
        )
        for part in (modules, np.ones_like(modules))
    )
    place = (slice(low[1], high[1]), slice(low[0], high[0]))
    picture[place] = picture[place] * (1 - np.asarray(cover)) + np.asarray(ink)
