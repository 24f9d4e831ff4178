"""Stickers without finder patterns: told from their whole squares, and nothing is invented."""

import cv2
import numpy as np
import pytest

from tests.vision.listed import LISTED, OUTSIDE, laid, photo, reader
from tests.vision.pictures import Glued, straight_down, to_pixels
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.orders import Orders
from vision.stickers import STICKER_MODULES

SIZE = (900, 600)
CAMERA = straight_down(1.4 * 25 / 16, *SIZE)
STICKERS = laid(8, 5, LISTED)


def _scratched(picture: Picture, sticker: Glued, finders: int) -> Picture:
    """So many of its finder patterns are rubbed off to the paper."""
    picture = picture.copy()
    module = sticker.size_mm / STICKER_MODULES
    for x, y in ((-7, -7), (7, -7), (-7, 7))[:finders]:
        place = sticker.pose.moved(x * module, y * module)
        (middle,) = to_pixels(CAMERA, np.array([(place.x_mm, place.y_mm)]))
        cv2.circle(picture, (round(middle[0]), round(middle[1])), 4, (205,), -1, cv2.LINE_AA)
    return picture


def _box(sticker: Glued) -> tuple[int, int, int, int]:
    ((x, y),) = to_pixels(CAMERA, np.array([(sticker.pose.x_mm, sticker.pose.y_mm)])).round().astype(int).tolist()
    return x - 60, y - 60, x + 60, y + 60


def _read_with(sticker: Glued, *, thoroughly: bool, finders: int = 3) -> set[str]:
    """What is read when this sticker, scratched, comes to others."""
    decoder = reader()
    for _ in range(6):
        decoder.decode(photo(STICKERS[:20], CAMERA, SIZE, seed=2))
    return _seen(
        decoder,
        _scratched(photo([*STICKERS[:20], sticker], CAMERA, SIZE, seed=2), sticker, finders),
        sticker,
        thoroughly,
    )


def _seen(decoder: DictionaryDecoder, picture: Picture, sticker: Glued, thoroughly: bool) -> set[str]:
    texts: set[str] = set()
    for _ in range(4):
        decoder.attend(Orders((_box(sticker),), (_box(sticker),) if thoroughly else ()))
        texts |= {read.text for read in decoder.decode(picture)}
    return texts


@pytest.mark.parametrize("place", range(24, 32))
def test_a_sticker_whose_finder_patterns_are_scratched_is_read_in_a_thorough_look(place: int) -> None:
    sticker = STICKERS[place]
    assert sticker.text not in _read_with(sticker, thoroughly=False)
    assert sticker.text in _read_with(sticker, thoroughly=True)


def test_a_thorough_look_reads_what_is_there_and_nothing_else() -> None:
    sticker = STICKERS[30]
    others = {other.text for other in STICKERS[:20]}
    assert _read_with(sticker, thoroughly=True) == {*others, sticker.text}
    for text in OUTSIDE[:6]:
        stranger = Glued(text, sticker.pose, sticker.size_mm)
        assert _read_with(stranger, thoroughly=True) == others


def test_a_scratched_sticker_that_noise_hides_in_every_picture_is_read_in_their_sum() -> None:
    sticker, dice = STICKERS[26], np.random.default_rng(4)
    decoder = reader()
    for _ in range(6):
        decoder.decode(photo(STICKERS[:20], CAMERA, SIZE, seed=2))
    clean = _scratched(photo([*STICKERS[:20], sticker], CAMERA, SIZE, seed=2), sticker, 3)
    left, top, right, bottom = _box(sticker)
    read_in = []
    for number in range(1, 13):
        noisy = clean.copy()
        part = noisy[top:bottom, left:right].astype(float) / 12
        noisy[top:bottom, left:right] = np.clip(part + dice.normal(0, 4, part.shape), 0, 255).astype(np.uint8)
        decoder.attend(Orders((_box(sticker),), (_box(sticker),)))
        if any(read.text == sticker.text for read in decoder.decode(noisy)):
            read_in.append(number)
    assert read_in
    assert read_in[0] == 4, "in no picture by itself"


def test_a_part_that_is_smaller_than_a_sticker_shows_none() -> None:
    decoder = reader()
    picture = photo(STICKERS[:20], CAMERA, SIZE, seed=2)
    for _ in range(3):
        decoder.attend(Orders(thoroughly=((0, 0, 4, 4),)))
        read = {one.text for one in decoder.decode(picture)}
    assert read == {sticker.text for sticker in STICKERS[:20]}
