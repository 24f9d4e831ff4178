"""The dictionary reader: stickers far below what ready-made readers need, and nothing that is not there."""

import math

import cv2
import numpy as np
import pytest
import segno

from tests.vision.listed import LISTED, OUTSIDE, book, covered, laid, photo, reader, right, specs
from tests.vision.pictures import Glued, finish, straight_down, tilted, to_pixels
from vision.calibration import TableMap
from vision.decode import ZxingDecoder
from vision.dictionary import DictionaryDecoder
from vision.levels import Levels
from vision.search import lay_planes
from vision.tabletop import Pose

SIZE = (960, 640)


def _scale(px_per_module: float) -> float:
    """Pixels per millimetre at which a 16 mm sticker gets so many pixels per module."""
    return px_per_module * 25 / 16


def test_at_one_pixel_per_module_a_tilted_table_is_read_without_knowing_the_camera() -> None:
    camera = tilted(_scale(1.0), *SIZE, 20, 5)
    stickers = laid(8, 6, LISTED)
    picture = photo(stickers, camera, SIZE)
    assert ZxingDecoder().decode(picture) == []
    decoder = reader()
    reads = decoder.decode(picture)
    assert right(reads, stickers, camera) == {sticker.text for sticker in stickers}
    assert len(reads) == len(stickers)
    assert decoder.table is not None
    assert decoder.table.rms_mm < 0.3


def test_a_known_camera_is_enough_for_three_quarters_of_a_pixel_per_module() -> None:
    camera = tilted(_scale(0.75), *SIZE, 15)
    stickers = laid(10, 7, LISTED)
    table = TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0)
    reads = DictionaryDecoder(book(), specs(), table=table).decode(photo(stickers, camera, SIZE))
    assert len(right(reads, stickers, camera)) >= 0.97 * len(stickers)
    assert {read.text for read in reads} <= {sticker.text for sticker in stickers}


@pytest.mark.parametrize("wrong", [0.9, 1.1, 1.12])
def test_a_map_that_is_off_in_scale_is_put_right_in_the_first_picture(wrong: float) -> None:
    size = (1200, 800)
    camera = tilted(_scale(1.3), *size, 8)
    stickers = laid(9, 6, LISTED)
    lifted = TableMap(np.asarray(np.linalg.inv(camera @ np.diag((wrong, wrong, 1.0)))), 0.0, 0)
    decoder = DictionaryDecoder(book(), specs(), table=lifted)
    reads = decoder.decode(photo(stickers, camera, size))
    assert right(reads, stickers, camera) == {sticker.text for sticker in stickers}
    assert decoder.table is not None
    sides = [decoder.table.to_mm(np.array(read.corners)) for read in reads]
    widths = [float(np.linalg.norm(side[1] - side[0])) for side in sides]
    assert np.median(widths) == pytest.approx(16 * 21 / 25, rel=0.01)


@pytest.mark.parametrize("scale", [1.3, 2.6, 6.0])
def test_stickers_of_both_sizes_are_read_with_their_places(scale: float) -> None:
    camera = straight_down(_scale(scale), *SIZE)
    count = {1.3: (7, 4), 2.6: (3, 2), 6.0: (1, 1)}[scale]
    stickers = laid(*count, LISTED, large=True)
    reads = reader().decode(photo(stickers, camera, SIZE))
    assert right(reads, stickers, camera) == {sticker.text for sticker in stickers}
    for read in reads:
        truth = next(to_pixels(camera, s.symbol_corners_mm) for s in stickers if s.text == read.text)
        assert math.dist(read.middle, truth.mean(axis=0)) < 0.15
        assert read.score is not None and read.margin is not None and read.sigma_px is not None
        assert read.score > 0.6 and read.margin > 0.1 and 0 < read.sigma_px < 0.2


@pytest.mark.parametrize(("scale", "blur", "noise"), [(1.5, 1.5, 3), (1.0, 1.0, 3), (1.0, 0.4, 10), (1.6, 0.6, 3)])
def test_soft_and_noisy_pictures_are_read(scale: float, blur: float, noise: float) -> None:
    camera = straight_down(_scale(scale), *SIZE)
    stickers = laid(6, 4, LISTED)
    reads = reader().decode(photo(stickers, camera, SIZE, blur=blur, noise=noise))
    assert len(right(reads, stickers, camera)) >= 23


@pytest.mark.parametrize("blur", [0.4, 0.9, 1.6])
def test_stickers_that_are_not_listed_are_never_taken_for_listed_ones(blur: float) -> None:
    """Codes of our own family are the likeliest mistake."""
    camera = straight_down(_scale(1.3), *SIZE)
    stickers = [*laid(3, 1, LISTED), *_moved_down(laid(8, 4, OUTSIDE))]
    reads = reader().decode(photo(stickers, camera, SIZE, blur=blur))
    assert {read.text for read in reads} & set(LISTED) <= set(LISTED[:8])


def test_foreign_codes_art_and_noise_hold_no_sticker() -> None:
    rng = np.random.default_rng(3)
    decoder = reader()
    foreign = segno.make("HI THERE", error="h", micro=False, version=1)
    rows = np.array([[235.0 - 215 * bit for bit in row] for row in foreign.matrix_iter(border=2)], np.float32)
    tiled = np.tile(cv2.resize(rows, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST), (8, 12))
    pictures = [
        finish(tiled.astype(np.float32), blur=0.7, noise=3, rng=rng),
        photo([], straight_down(2, *SIZE), SIZE),
        rng.integers(0, 255, (400, 600)).astype(np.uint8),
        np.full((300, 400, 3), 255, np.uint8),
        np.zeros((40, 30), np.uint8),
    ]
    for picture in pictures:
        assert {read.text for read in decoder.decode(picture)} <= {"HI THERE"}


@pytest.mark.parametrize("free", [0.66, 0.8])
def test_a_sticker_half_under_another_card_is_read_as_long_as_enough_is_free(free: float) -> None:
    camera = straight_down(_scale(2.3), *SIZE)
    stickers = laid(4, 3, LISTED)
    picture = photo(stickers, camera, SIZE, blur=0.0, noise=0.0)
    for sticker in stickers:
        covered(picture, to_pixels(camera, sticker.symbol_corners_mm), free)
    picture = finish(picture.astype(np.float32), blur=0.7, noise=3, rng=np.random.default_rng(1))
    table = TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0)
    reads = DictionaryDecoder(book(), specs(), table=table).decode(picture)
    assert len(right(reads, stickers, camera)) >= 10
    assert {read.text for read in reads} <= {sticker.text for sticker in stickers}


def test_a_sticker_of_which_hardly_anything_is_seen_is_left_alone() -> None:
    camera = straight_down(_scale(2.3), *SIZE)
    stickers = laid(4, 3, LISTED)
    picture = photo(stickers, camera, SIZE)
    for sticker in stickers:
        covered(picture, to_pixels(camera, sticker.symbol_corners_mm), 0.35)
    table = TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0)
    assert DictionaryDecoder(book(), specs(), table=table).decode(picture) == []


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_map_that_is_off_by_a_tenth_is_noticed_and_healed(wrong: float) -> None:
    camera = straight_down(_scale(1.2), *SIZE)
    stickers = laid(6, 4, LISTED)
    table = TableMap(np.diag([wrong, wrong, 1.0]) @ np.linalg.inv(camera), 0.0, 0)
    decoder = DictionaryDecoder(book(), specs(), table=table)
    picture = photo(stickers, camera, SIZE)
    for _ in range(8):
        reads = decoder.decode(picture)
    assert len(right(reads, stickers, camera)) == 24
    assert decoder.table is not None
    edge = decoder.table.to_mm(np.array([(400.0, 300.0), (400.0 + 100 * _scale(1.2), 300.0)]))
    assert float(np.linalg.norm(edge[1] - edge[0])) == pytest.approx(100, rel=0.01)


def test_a_bent_picture_is_straightened_from_the_stickers_alone() -> None:
    """Poses agree with the table although the lens bows lines by 20 pixels at the edge."""
    camera = straight_down(_scale(1.5), *SIZE)
    stickers = laid(8, 5, LISTED)
    straight = photo(stickers, camera, SIZE, blur=0.0, noise=0.0)
    x, y = np.meshgrid(np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32))
    away = ((x - 480) ** 2 + (y - 320) ** 2) / 480**2
    stretch = (1 + 0.05 * away).astype(np.float32)
    bent = cv2.remap(straight, 480 + (x - 480) * stretch, 320 + (y - 320) * stretch, cv2.INTER_LINEAR)
    decoder = reader()
    for seed in range(5):
        noisy = finish(np.asarray(bent, np.float32), blur=0.5, noise=2, rng=np.random.default_rng(seed))
        reads = decoder.decode(noisy)
    table = decoder.table
    assert table is not None and len(reads) >= 38
    assert table.bow.k1 == pytest.approx(0.05, abs=0.015)
    poses = {read.text: table.pose(np.array(read.corners)) for read in reads}
    seen = np.array([(poses[s.text].x_mm, poses[s.text].y_mm) for s in stickers if s.text in poses])
    true = np.array([(s.pose.x_mm, s.pose.y_mm) for s in stickers if s.text in poses])
    left, _, right_ = np.linalg.svd((seen - seen.mean(0)).T @ (true - true.mean(0)))
    off = (seen - seen.mean(0)) @ (left @ right_) - (true - true.mean(0))
    assert np.quantile(np.linalg.norm(off, axis=1), 0.95) < 0.4


def _moved_down(stickers: list[Glued]) -> list[Glued]:
    return [Glued(s.text, Pose(s.pose.x_mm, s.pose.y_mm + 40, s.pose.angle_deg), s.size_mm) for s in stickers]


@pytest.mark.parametrize("angle", [0, 20, 35])
def test_a_table_seen_from_far_aside_is_cut_into_pieces_with_one_size_of_modules_each(angle: float) -> None:
    width, height = 2000, 1500
    camera = tilted(_scale(1.0), width, height, angle)
    planes = lay_planes(TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0), width, height, (14 / 25,))
    (plane,) = planes.planes
    for (left, top, far, low), stretch in plane.pieces(Levels(np.zeros((height, width), np.uint8)), plane.whole):
        corners = np.array([(x, y, x, y) for x in (left, far) for y in (top, low)], np.float64)
        for seen in plane.stretches(corners):
            assert seen == pytest.approx(stretch, rel=0.2)


@pytest.mark.parametrize(
    ("module_px", "sizes", "coarse"), [(2.3, (14,), False), (2.5, (14,), True), (2.3, (13, 15), True)]
)
def test_fine_detail_is_blurred_where_the_smallest_stickers_would_flicker(
    module_px: float, sizes: tuple[float, ...], coarse: bool
) -> None:
    camera = straight_down(module_px * 25 / 14, 900, 600)
    table = TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0)
    (plane,) = lay_planes(table, 900, 600, [size / 25 for size in sizes]).planes
    assert plane.coarse is coarse
