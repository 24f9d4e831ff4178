"""A bumped camera: known stickers are followed to where they went with all of the picture."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from tests.vision.listed import LISTED, laid, photo, reader, right
from tests.vision.pictures import Glued, Matrix, straight_down
from vision.decode import Read
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.levels import Levels
from vision.orders import Orders
from vision.recognition import Hits
from vision.search import Part, Planes, Search
from vision.stillness import Stillness

SIZE = (900, 600)
CAMERA = straight_down(1.4 * 25 / 16, *SIZE)
STICKERS = laid(8, 5, LISTED)


def _grained(picture: Picture, seed: int) -> Picture:
    """A picture on which the camera's own noise is another one each time."""
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def _bumped_table(stickers: list[Glued], bump: Matrix, *, knocked_px: tuple[int, int] = (1, 1)) -> Picture:
    """A table with some grain, seen by a camera that was bumped, and perhaps still trembles."""
    still = photo(stickers, CAMERA, SIZE, noise=0.0, seed=2)
    moved = cv2.warpPerspective(still, bump, SIZE, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.blur(moved, knocked_px), np.uint8)


BUMP = np.array([[0.99995, -0.01, 19.0], [0.01, 0.99995, -17.0], [0, 0, 1.0]])


def _followed(decoder: DictionaryDecoder, pictures: list[Picture]) -> tuple[list[Read], int]:
    """What is read in the last of these pictures, and how often the whole table had to be searched."""
    searches, everywhere = 0, Search.everywhere

    def counted(search: Search, levels: Levels, planes: Planes) -> Hits:
        nonlocal searches
        searches += 1
        return everywhere(search, levels, planes)

    with patch.object(Search, "everywhere", counted):
        reads = [decoder.decode(_grained(picture, number)) for number, picture in enumerate(pictures)]
    return reads[-1], searches


def _looked_at(decoder: DictionaryDecoder, pictures: list[Picture]) -> tuple[list[Read], list[Part]]:
    """What is read in the last of these pictures, and what was searched in all of them."""
    asked: list[Part] = []
    within = Search.within

    def spied(search: Search, parts: Sequence[Part], known: Hits, *, closely: Sequence[Part] = (), **how: Any) -> Hits:
        asked.extend((*parts, *closely))
        return within(search, parts, known, closely=closely, **how)

    with patch.object(Search, "within", spied):
        reads = [decoder.decode(_grained(picture, 50 + number)) for number, picture in enumerate(pictures)]
    return reads[-1], asked


def test_after_a_bump_known_stickers_are_followed_and_nothing_is_searched() -> None:
    decoder = reader()
    _followed(decoder, [_bumped_table(STICKERS, np.eye(3))] * 6)
    assert decoder.calibrator is not None
    starts = decoder.calibrator.starts
    reads, searches = _followed(decoder, [_bumped_table(STICKERS, BUMP)])
    assert searches == 0
    assert len(right(reads, STICKERS, BUMP @ CAMERA)) == len(STICKERS)
    assert decoder.calibrator.starts == starts + 1, "the map begins anew"
    decoder.attend(Orders(hurry=True))
    _, looks = _looked_at(decoder, [_bumped_table(STICKERS, BUMP)])
    assert looks == [], "nothing changed but the camera"


def _dim(picture: Picture) -> Picture:
    return np.asarray(picture * 0.12 + 6, np.uint8)


def test_in_dim_light_a_bump_changes_little_of_the_picture_and_all_is_followed() -> None:
    decoder = reader()
    _followed(decoder, [_dim(_bumped_table(STICKERS, np.eye(3)))] * 6)
    bumped = _dim(_bumped_table(STICKERS, BUMP))
    changed = Stillness.look(copy.deepcopy(decoder._stillness), _grained(bumped, 9)).changed.mean()
    assert 0 < changed < 0.3
    reads, searches = _followed(decoder, [bumped])
    assert searches == 0
    assert len(right(reads, STICKERS, BUMP @ CAMERA)) > len(STICKERS) / 2


def test_what_was_found_before_a_bump_was_noticed_stays_where_it_was_found() -> None:
    decoder = reader()
    _followed(decoder, [_bumped_table(STICKERS, np.eye(3))] * 6)
    bumped = _bumped_table(STICKERS, BUMP)
    other = reader()
    _followed(other, [bumped] * 6)
    is_found = np.isin(decoder._known.hits.number, other._known.hits.number[:5])
    found = other._known.where(np.arange(len(other._known)) < 5)
    decoder._known = found.together(decoder._known.where(~is_found))
    reads, searches = _followed(decoder, [bumped])
    assert searches == 0
    assert len(right(reads, STICKERS, BUMP @ CAMERA)) == len(STICKERS) == len(reads)


def test_while_the_camera_trembles_nothing_is_searched_and_then_all_is_there_again() -> None:
    decoder = reader()
    _followed(decoder, [_bumped_table(STICKERS, np.eye(3))] * 6)
    trembling = [_bumped_table(STICKERS, BUMP, knocked_px=way) for way in ((13, 1), (1, 11), (15, 1), (1, 13))]
    reads, searches = _followed(decoder, trembling)
    assert searches == 0
    assert len(reads) < len(STICKERS) / 2
    reads, searches = _followed(decoder, [_bumped_table(STICKERS, BUMP)] * 3)
    assert searches == 0
    assert len(right(reads, STICKERS, BUMP @ CAMERA)) == len(STICKERS)


def test_a_sticker_that_a_hand_hid_during_a_bump_is_known_where_it_went() -> None:
    decoder = reader()
    _followed(decoder, [_bumped_table(STICKERS, np.eye(3))] * 6)
    bumped = _bumped_table(STICKERS, BUMP)
    x, y = (int(at) for at in (BUMP @ CAMERA @ (STICKERS[11].pose.x_mm, STICKERS[11].pose.y_mm, 1.0))[:2])
    hidden = bumped.copy()
    hidden[y - 30 : y + 30, x - 30 : x + 30] = 90
    for _ in range(4):
        reads, _ = _followed(decoder, [hidden])
        assert STICKERS[11].text not in {read.text for read in reads}, "known is not seen"
    assert len(right(reads, STICKERS, BUMP @ CAMERA)) == len(STICKERS) - 1
    (lost,) = decoder._known.where(decoder._known.missed > 0).hits.frames
    assert np.abs(lost[:2, 2] - (x, y)).max() < 2
    reads, searches = _followed(decoder, [bumped] * 3)
    assert searches == 0
    assert len(right(reads, STICKERS, BUMP @ CAMERA)) == len(STICKERS)


def test_a_sticker_carried_off_while_the_table_was_knocked_is_told_in_one_place_only() -> None:
    decoder = reader()
    _followed(decoder, [_bumped_table(STICKERS[:30], np.eye(3))] * 6)
    carried = [*STICKERS[1:30], replace(STICKERS[0], pose=STICKERS[35].pose)]
    knocked = [_bumped_table(carried, np.eye(3), knocked_px=way) for way in ((13, 1), (1, 11))]
    still = _bumped_table(carried, np.eye(3))
    for number, picture in enumerate((*knocked, still, still, knocked[0], still, still, still)):
        texts = [read.text for read in decoder.decode(_grained(picture, number))]
        assert texts.count(STICKERS[0].text) <= 1
    assert sorted(texts) == sorted(sticker.text for sticker in carried)
