"""Covered stickers: where they may lie, what hides them, and how sure a read of the rest can be."""

import math

import cv2
import numpy as np
import pytest

from tests.vision.listed import LISTED, book, laid, photo
from tests.vision.pictures import Matrix, straight_down, tilted, to_pixels
from vision.calibration import TableMap
from vision.codebook import WIDTHS, Codebook, Floats
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.grid import places
from vision.hidden import STRAIGHT, covers, free_share, free_side, further, symbol_modules
from vision.part_book import CERTAIN, PartBook
from vision.stickers import STICKER_MODULES, Role, StickerSpec

SIZE = (960, 640)


def looks(numbers: list[int], blur: int = 3) -> Floats:
    """What the camera sees of whole stickers: grey values of each module."""
    return np.asarray(40 + 180 * book().look(WIDTHS[blur], 1, np.array(numbers)).bright, np.float32)


def beyond(values: Floats, depth: float, angle: float, grey: float = 70.0) -> Floats:
    """The same looks with a card laid over everything beyond a line."""
    x, y = places(1)[:, 0], places(1)[:, 1]
    hidden = x * math.cos(angle) + y * math.sin(angle) > depth
    noise = np.random.default_rng(5).normal(0, 6, values.shape)
    return np.asarray(np.where(hidden, grey + 4 * noise, values + noise), np.float32)


# --- covers ---------------------------------------------------------------------------------------------------------


def test_a_cover_hides_between_nothing_and_half_of_a_sticker() -> None:
    shares = [free_share(cover) for cover in range(len(covers().free))]
    assert shares[STRAIGHT] == 1.0
    assert min(shares) > 0.4


def test_a_deeper_cover_hides_more_on_the_same_side() -> None:
    free = covers().free
    for cover in (5, 47, STRAIGHT + 30):
        *_, deepest = sorted(further(cover, 2), key=free_share, reverse=True)
        assert free_share(deepest) < free_share(cover)
        assert np.all(free[deepest] <= free[cover])
    assert further(STRAIGHT, 3) == [STRAIGHT]


@pytest.mark.parametrize("depth", [1.0, 3.0, 6.0])
@pytest.mark.parametrize("angle", [0.3, 2.0, 4.4])
def test_the_edge_of_a_covering_card_is_found_module_by_module(depth: float, angle: float) -> None:
    whole = looks([3])
    seen = beyond(whole, depth, angle)
    truth = np.mean((seen == beyond(whole, 99.0, 0.0))[0][symbol_modules()])
    side = free_side(seen, book().look(WIDTHS[3], 1, np.array([3])).bright)
    assert free_share(int(side.covers[0, 0])) == pytest.approx(float(truth), abs=0.1)
    assert side.share[0] == pytest.approx(float(truth), abs=0.08)
    assert side.clear[0] > 0.3


def test_a_shadow_beside_the_covering_card_hides_nothing() -> None:
    bright = book().look(WIDTHS[3], 1, np.array([3])).bright
    shade = np.clip(1.0 - 0.06 * (places(1)[:, 0] + 4), 0.4, 1.0).astype(np.float32)
    side = free_side(looks([3]) * shade, bright)
    assert free_share(int(side.covers[0, 0])) > 0.9
    assert side.share[0] > 0.9


# --- how sure -------------------------------------------------------------------------------------------------------


def test_the_part_that_is_seen_names_its_sticker() -> None:
    parts = PartBook(book())
    for number in (3, 77, 240):
        answer = parts.best(beyond(looks([number]), 3.0, 0.0)[0], 4, 3)
        assert (answer.number, answer.sure) == (number, True)
        assert answer.certain > CERTAIN


def test_many_looks_under_several_covers_and_blurs_are_named_as_each_alone() -> None:
    parts = PartBook(book())
    numbers, hides, blurs = [3, 77, 240, 9, 12], np.array([4, 33, 4, STRAIGHT, 118]), np.array([3, 2, 3, 4, 2])
    seen = beyond(looks(numbers), 3.0, 0.0)
    together = parts.each_best(seen, hides, blurs)
    alone = [parts.best(*one) for one in zip(seen, hides.tolist(), blurs.tolist(), strict=True)]
    assert [answer.number for answer in together] == [answer.number for answer in alone]
    assert [answer.blur for answer in together] == blurs.tolist()
    assert [answer.score for answer in together] == pytest.approx([answer.score for answer in alone], abs=1e-4)


def test_a_stranger_of_the_family_is_nobody_however_much_of_it_is_seen() -> None:
    parts = PartBook(book())
    dice = np.random.default_rng(8)
    for cover in (0, 33, 118, STRAIGHT):
        for blur in (0, 4, 7):
            strange = book().decoys[dice.integers(len(book().decoys), size=12)]
            bare = Codebook(tuple(map(str, range(12))), strange).look(WIDTHS[blur]).bright
            assert not any(parts.best(40 + 180 * seen, cover, blur).sure for seen in bare)


def test_fewer_modules_and_more_blur_ask_for_a_better_score() -> None:
    parts = PartBook(book())
    little, much = (parts.part(cover, 3) for cover in (0, STRAIGHT))
    soft = parts.part(STRAIGHT, 7)
    assert little.least > much.least
    assert soft.least > much.least
    assert little.worth < much.worth


# --- from a picture -------------------------------------------------------------------------------------------------


def with_card_over(picture: Picture, outline: Matrix) -> None:
    """Lay a dark card over a part of the picture."""
    cv2.fillConvexPoly(picture, np.rint(outline).astype(np.int32), (60,))


def over_corner(corners: Matrix, corner: int, share: float) -> Matrix:
    """The outline of a card over one corner of a sticker; so much of the two sides is hidden."""
    here, before, after = corners[corner], corners[corner - 1], corners[(corner + 1) % 4]
    one, two = here + share * (before - here), here + share * (after - here)
    out = here - corners.mean(axis=0)
    return np.array([2 * one - two, 2 * one - two + out, 2 * two - one + out, 2 * two - one])


def reader_under(camera: Matrix) -> DictionaryDecoder:
    specs = {code: StickerSpec(code, Role.ROOM, 16.0, 0.0, 0.0) for code in LISTED}
    return DictionaryDecoder(book(), specs, table=TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0))


@pytest.mark.parametrize("corner", [0, 1, 2, 3])
def test_a_sticker_with_one_corner_under_a_card_is_read_where_it_lies(corner: int) -> None:
    camera = tilted(1.6 * STICKER_MODULES / 16.0, *SIZE, 12)
    stickers = laid(5, 3, LISTED)
    picture = photo(stickers, camera, SIZE)
    corners = {sticker.text: to_pixels(camera, sticker.symbol_corners_mm) for sticker in stickers}
    for sticker in stickers[::2]:
        with_card_over(picture, over_corner(corners[sticker.text], corner, 0.55))
    reads = reader_under(camera).decode(picture)
    assert {read.text for read in reads} == set(corners)
    assert max(math.dist(read.middle, corners[read.text].mean(axis=0)) for read in reads) < 0.5


def test_a_sticker_of_which_half_is_hidden_is_left_alone() -> None:
    camera = straight_down(2.0 * STICKER_MODULES / 16.0, *SIZE)
    stickers = laid(4, 3, LISTED)
    picture = photo(stickers, camera, SIZE)
    one, two, three, four = to_pixels(camera, stickers[0].symbol_corners_mm)
    with_card_over(picture, np.array([(one + two) / 2, 2 * two - one, 2 * three - four, (three + four) / 2]))
    reads = {read.text for read in reader_under(camera).decode(picture)}
    assert reads == {sticker.text for sticker in stickers[1:]}
