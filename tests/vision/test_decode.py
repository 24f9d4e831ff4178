"""Readers of stickers: what they must find, and what they must leave alone."""

import math

import cv2
import numpy as np
import pytest
import segno

from tests.vision.pictures import Glued, finish, modules_of, photograph, straight_down, tilted, to_pixels
from vision.align import align
from vision.decode import Decoder, DecoderTrouble, Read, TableDecoder, ZbarDecoder, ZxingDecoder
from vision.frames import Picture
from vision.tabletop import Pose

SIZE = 500
CAMERA = straight_down(4.6, SIZE, SIZE)
"""2.9 pixels per module for a 16 mm sticker."""


def _worst_corner(read: Read, sticker: Glued) -> float:
    return float(np.abs(np.array(read.corners) - to_pixels(CAMERA, sticker.symbol_corners_mm)).max())


@pytest.mark.parametrize("decoder", [ZxingDecoder(enlarge=False), ZxingDecoder(enlarge=True), TableDecoder()])
def test_a_sticker_is_read_at_every_angle_with_its_corners_in_its_own_order(decoder: Decoder) -> None:
    for angle in range(-180, 180, 15):
        sticker = Glued("B1234501", Pose(3.3, -2.1, angle))
        (read,) = decoder.decode(photograph([sticker], CAMERA, SIZE, SIZE))
        assert read.text == "B1234501"
        assert _worst_corner(read, sticker) < 0.3, angle
        assert abs(math.remainder(read.angle_deg - angle, 360)) < 0.4
        assert read.confidence > 0.9


def test_zbar_gives_the_same_corners_in_the_symbols_order() -> None:
    decoder = ZbarDecoder()
    camera = straight_down(8, SIZE, SIZE)
    for angle in (0, 44, 46, 90, 135, 200, 315):
        sticker = Glued("B1234501", Pose(1.3, 2.1, angle))
        (read,) = decoder.decode(photograph([sticker], camera, SIZE, SIZE))
        truth = to_pixels(camera, sticker.symbol_corners_mm)
        assert np.abs(np.array(read.corners) - truth).max() < 0.5, angle


def test_without_the_zbar_library_the_message_names_the_package() -> None:
    def missing() -> object:
        raise ImportError("Unable to find zbar shared library")

    with pytest.raises(DecoderTrouble, match=r"apt install libzbar0.*libzbar0t64"):
        ZbarDecoder(missing)


def test_small_stickers_are_found_by_the_table_reader_from_the_first_picture_on() -> None:
    """2.1 pixels per module: a 16 mm sticker on a wide table."""
    camera = tilted(2.1 * 25 / 16, 1200, 900, 15)
    places = [(-130 + 65 * column, -90 + 60 * row) for column in range(5) for row in range(4)]
    stickers = [Glued(f"B12345{n:02d}", Pose(x, y, 37.0 * n), on_card=True) for n, (x, y) in enumerate(places)]
    decoder = TableDecoder()
    for seed in range(3):
        reads = decoder.decode(photograph(stickers, camera, 1200, 900, seed=seed))
        assert sorted(read.text for read in reads) == sorted(sticker.text for sticker in stickers)


def test_a_card_laid_later_is_found_in_the_next_picture() -> None:
    camera = straight_down(2.0 * 25 / 16, 1400, 700)
    first = Glued("B1234501", Pose(-150, 0, 10))
    later = Glued("B1234502", Pose(150, 60, 190), on_card=True)
    decoder = TableDecoder()
    for seed in range(2):
        decoder.decode(photograph([first], camera, 1400, 700, seed=seed))
    reads = decoder.decode(photograph([first, later], camera, 1400, 700, seed=1))
    assert {read.text for read in reads} == {"B1234501", "B1234502"}


def test_the_same_sticker_in_two_places_stays_two_reads() -> None:
    twins = [Glued("B1234501", Pose(-25, 0, 0)), Glued("B1234501", Pose(25, 5, 90))]
    reads = TableDecoder().decode(photograph(twins, CAMERA, SIZE, SIZE))
    assert [read.text for read in reads] == ["B1234501", "B1234501"]
    assert math.dist(reads[0].middle, reads[1].middle) > 100


def test_an_empty_table_has_no_stickers() -> None:
    decoder = TableDecoder()
    assert decoder.decode(photograph([], CAMERA, SIZE, SIZE)) == []
    assert decoder.decode(np.zeros((40, 30), np.uint8)) == []
    assert decoder.decode(np.full((300, 400, 3), 255, np.uint8)) == []


def test_a_damaged_sticker_is_not_read_as_anything() -> None:
    sticker = Glued("B1234501", Pose(0, 0, 0))
    picture = photograph([sticker], CAMERA, SIZE, SIZE)
    middle = picture[232:300, 232:300]
    middle[:] = np.random.default_rng(5).integers(0, 255, middle.shape)
    assert TableDecoder().decode(picture) == []
    assert ZxingDecoder(enlarge=True).decode(picture) == []


def test_micro_codes_and_codes_of_other_sizes_do_not_disturb() -> None:
    micro = np.array([[255 * (1 - bit) for bit in row] for row in segno.make_micro("1234").matrix_iter(border=4)])
    assert ZxingDecoder().decode(_drawn(micro.astype(np.uint8), 6)) == []
    large = segno.make("HTTPS://EXAMPLE.ORG/A/RATHER/LONG/ADDRESS", error="m", micro=False)
    rows = np.array([[255 * (1 - bit) for bit in row] for row in large.matrix_iter(border=4)], np.uint8)
    (read,) = ZxingDecoder().decode(_drawn(rows, 5))
    assert read.text.startswith("HTTPS://EXAMPLE.ORG")
    assert read.confidence > 0.9


def test_colour_and_grey_pictures_give_the_same() -> None:
    grey = photograph([Glued("B1234501", Pose(0, 0, 20))], CAMERA, SIZE, SIZE)
    colour = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    (one,), (other,) = TableDecoder().decode(grey), TableDecoder().decode(colour)
    assert one.text == other.text
    assert math.dist(one.middle, other.middle) < 0.1


def test_fitting_brings_rough_corners_to_a_small_part_of_a_pixel() -> None:
    sticker = Glued("B1234501", Pose(4.2, -1.7, 33))
    picture = photograph([sticker], CAMERA, SIZE, SIZE)
    truth = to_pixels(CAMERA, sticker.symbol_corners_mm)
    rough = truth + np.array([(1.5, -1.0), (-1.2, 0.8), (1.0, 1.4), (0.5, -1.5)])
    better = align(picture, rough, 21)
    assert np.abs(better.corners - truth).max() < 0.2
    assert better.fit > 0.95


def test_fitting_leaves_corners_alone_where_there_is_no_sticker() -> None:
    corners = np.array([(100, 100), (160, 100), (160, 160), (100, 160)], np.float64)
    result = align(photograph([], CAMERA, SIZE, SIZE), corners, 21)
    assert np.array_equal(result.corners, corners)
    assert result.fit <= 0.6


def _drawn(modules: Picture, scale: int) -> Picture:
    large = np.kron(modules, np.ones((scale, scale))).astype(np.float32)
    return finish(large, blur=0.7, noise=2, rng=np.random.default_rng(1))


def test_one_pixel_per_module_as_in_the_printed_files_is_enough() -> None:
    (read,) = TableDecoder().decode(modules_of("B1234501"))
    assert read.text == "B1234501"
