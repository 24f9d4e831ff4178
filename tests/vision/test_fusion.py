"""Several noisy pictures of a still table."""

from functools import cache

import numpy as np

from tests.vision.listed import LISTED, book, laid, photo, right, specs
from tests.vision.pictures import straight_down
from vision.calibration import TableMap
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.fusion import FrameStack, fused

SIZE = (640, 480)
CAMERA = straight_down(0.8 * 25 / 16, *SIZE)
STICKERS = laid(7, 5, LISTED)


@cache
def _clean() -> Picture:
    return photo(STICKERS, CAMERA, SIZE, noise=0.0, seed=7)


def _noisy(seed: int) -> Picture:
    grain = np.random.default_rng(seed).standard_normal(_clean().shape, np.float32) * 26
    return np.asarray(np.clip(_clean() + grain, 0, 255), np.uint8)


def _reader() -> DictionaryDecoder:
    return DictionaryDecoder(book(), specs(), table=TableMap(np.asarray(np.linalg.inv(CAMERA)), 0.0, 0))


def test_what_one_picture_cannot_show_sixteen_can() -> None:
    decoder = _reader()
    first = len(right(decoder.decode(_noisy(0)), STICKERS, CAMERA))
    for seed in range(1, 17):
        reads = decoder.decode(_noisy(seed))
    assert first <= 0.6 * len(STICKERS)
    assert len({read.text for read in reads} & {s.text for s in STICKERS}) >= 0.9 * len(STICKERS)
    assert {read.text for read in reads} <= {s.text for s in STICKERS}


def test_the_mean_of_pictures_is_read_like_one_picture() -> None:
    mean = fused([_noisy(seed) for seed in range(16)])
    assert len(right(_reader().decode(mean), STICKERS, CAMERA)) >= 0.95 * len(STICKERS)


def test_a_sum_begins_anew_when_something_changes() -> None:
    stack = FrameStack()
    grey = np.full((100, 120), 40, np.uint8)
    sums = [stack.add(grey, changed=False) for _ in range(4)]
    assert [one is not None for one in sums] == [False, False, False, True]
    assert stack.add(grey, changed=True) is None
    assert stack.count == 0


def test_a_large_picture_is_added_up_part_by_part_until_all_of_it_was() -> None:
    stack = FrameStack()
    picture = np.zeros((2000, 2400, 3), np.uint8)
    seen = np.zeros((2000, 2400), np.bool_)
    for _ in range(12 * 8):
        part = stack.add(picture, changed=False)
        if part is not None:
            (left, top), (width, height) = part.origin, part.size
            assert width * height < 0.2 * seen.size
            seen[top : top + height, left : left + width] = True
    assert seen.all()


def test_a_large_picture_on_which_nothing_changes_is_added_up_twice_and_then_left_alone() -> None:
    stack = FrameStack()
    picture = np.full((1600, 2600), 90, np.uint8)
    assert sum(stack.add(picture, changed=False) is not None for _ in range(300)) == 24
    stack.add(picture, changed=True)
    assert sum(stack.add(picture, changed=False) is not None for _ in range(300)) == 24
