"""Several noisy pictures of a still table."""

from functools import cache

import numpy as np

from tests.vision.listed import LISTED, book, laid, photo, right, specs
from tests.vision.pictures import straight_down
from vision.calibration import TableMap
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.fusion import Close, FrameStack, PartSums, _bright, fused
from vision.levels import Collage, Levels
from vision.orders import Orders
from vision.stillness import PixelBox

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


def _still(_: PixelBox) -> bool:
    return False


def _stirred(_: PixelBox) -> bool:
    return True


def test_a_sum_begins_anew_when_something_changes() -> None:
    stack = FrameStack()
    grey = np.full((100, 120), 40, np.uint8)
    sums = [stack.add(grey, _still) for _ in range(4)]
    assert [one is not None for one in sums] == [False, False, False, True]
    assert stack.add(grey, _stirred) is None
    assert stack.count == 0


def test_a_large_picture_is_added_up_part_by_part_until_all_of_it_was() -> None:
    stack = FrameStack()
    picture = np.zeros((2000, 2400, 3), np.uint8)
    seen = np.zeros((2000, 2400), np.bool_)
    for _ in range(6 + 12 * 12):
        summed = stack.add(picture, _still)
        if summed is not None:
            part, _ = summed
            (left, top), (width, height) = part.origin, part.size
            assert width * height < 0.2 * seen.size
            seen[top : top + height, left : left + width] = True
    assert seen.all()


def test_a_large_picture_on_which_nothing_changes_is_added_up_twice_and_then_left_alone() -> None:
    stack = FrameStack()
    picture = np.full((1600, 2600), 90, np.uint8)
    assert sum(stack.add(picture, _still) is not None for _ in range(300)) == 24
    stack.add(picture, _stirred)
    assert sum(stack.add(picture, _still) is not None for _ in range(300)) == 24


def test_of_a_large_picture_the_part_that_changed_last_is_added_up_first_and_as_soon_as_it_rests() -> None:
    stack, picture, corner = FrameStack(), np.full((1600, 2600), 90, np.uint8), (2500, 1500)

    def stirs(box: PixelBox) -> bool:
        return box[0] <= corner[0] < box[2] and box[1] <= corner[1] < box[3]

    for _ in range(20):
        stack.add(picture, _still)
    stack.add(picture, stirs)
    means = [stack.add(picture, _still) for _ in range(20)]
    ends = [tuple(np.add(mean[0].origin, mean[0].size)) for mean in means if mean is not None]
    assert (2600, 1600) in ends, "it need not wait for the other ten parts"


def test_a_large_picture_is_not_added_up_while_there_is_no_time_for_it() -> None:
    stack, picture = FrameStack(), np.full((1600, 2600), 90, np.uint8)
    assert not any(stack.add(picture, _still, later=True) for _ in range(20))
    sums = [stack.add(picture, _still) for _ in range(4)]
    assert sums[-1] is not None, "it has rested meanwhile"
    assert sums[:-1] == [None] * 3


def test_covered_stickers_are_sought_in_the_second_longer_sum_of_a_part() -> None:
    stack, picture = FrameStack(), np.full((1600, 2600), 90, np.uint8)
    sums = [summed for summed in (stack.add(picture, _still) for _ in range(200)) if summed is not None]
    assert [closely for _, closely in sums].count(True) == 12
    assert [closely for _, closely in sums].count(False) == 12


def test_a_dim_corner_beside_a_lamp_is_made_as_bright_as_all_else() -> None:
    total = np.full((160, 320), 20 * 4, np.uint16)
    total[:, :160] = 240 * 4
    bright = _bright(total, 4)
    assert bright[80, 40] == 240
    assert 90 <= bright[80, 300] <= 120, "six times as bright, at the most"


PART = (320, 160, 480, 320)
"""A part of a picture that is looked at closely."""


def _watched(sums: PartSums, part: PixelBox, frames: int) -> list[float]:
    """The brightness of the means that are worth a search, picture by picture; 0 where there is none."""
    means = []
    for number in range(frames):
        picture = np.full((600, 800), 40 + 10 * (number % 2), np.uint8)
        summed = sums.add(picture, [part], _still).summed
        means.append(float(summed[0][1].picture.mean()) if summed else 0.0)
    return means


def test_a_part_that_is_looked_at_closely_is_added_up_until_more_pictures_would_show_the_same() -> None:
    means = _watched(PartSums(), PART, 24)
    assert [number + 1 for number, mean in enumerate(means) if mean] == [1, 2, 4, 6, 8, 12, 16]
    assert means[1] == means[15] == round(250 / 1.3), "the mean of both kinds of pictures, made bright"


def test_covered_stickers_are_sought_whenever_a_sum_holds_twice_as_many_pictures_as_before() -> None:
    sums, picture = PartSums(), np.full((600, 800), 40, np.uint8)
    looks = [sums.add(picture, [PART], _still).summed for _ in range(16)]
    covered = [number for number, summed in enumerate(looks, 1) for _, _, covered_too in summed if covered_too]
    assert covered == [2, 4, 8, 16], "not in the first picture: most are read in it"


def test_what_lies_around_a_part_is_seen_too_and_its_place_is_known() -> None:
    picture = np.zeros((600, 800), np.uint8)
    picture[290:310, 500:520] = 30
    ((box, mean, _),) = PartSums().add(picture, [PART], _still).summed
    assert box == PART
    left, top = mean.origin
    rows, columns = np.nonzero(mean.picture)
    assert (columns.min() + left, columns.max() + left + 1) == (500, 520)
    assert (rows.min() + top, rows.max() + top + 1) == (290, 310)


def test_a_smaller_part_goes_on_with_the_sum_that_holds_it() -> None:
    sums = PartSums()
    _watched(sums, PART, 3)
    ((_, mean, _),) = sums.add(np.full((600, 800), 80, np.uint8), [(360, 200, 420, 260)], _still).summed
    assert mean.picture.mean() == round(250 / 1.3)
    assert sums._sums[0].count == 4
    assert len(sums._sums) == 1


def test_whoever_asks_for_the_mean_of_a_part_gets_it_once_it_shows_more_than_a_picture() -> None:
    sums, inside = PartSums(), (360, 200, 420, 260)
    _watched(sums, PART, 3)
    assert sums.mean_of(inside) is None
    _watched(sums, PART, 1)
    mean = sums.mean_of(inside)
    assert mean is not None
    assert mean.origin == sums._sums[0].box[:2]
    assert sums.mean_of((0, 0, 60, 60)) is None


def test_where_something_moves_the_sum_begins_anew() -> None:
    sums = PartSums()
    _watched(sums, PART, 6)
    summed = sums.add(np.full((600, 800), 90, np.uint8), [PART], _stirred).summed
    assert summed[0][1].picture.mean() == round(250 / 1.3)
    assert sums._sums[0].count == 1


def test_a_part_that_nobody_looks_at_any_more_is_forgotten() -> None:
    sums = PartSums()
    _watched(sums, PART, 2)
    for _ in range(6):
        sums.add(np.zeros((600, 800), np.uint8), [], _still)
    assert not sums._sums


def test_large_parts_and_many_new_ones_are_searched_in_the_picture_itself() -> None:
    picture = np.full((2000, 3000), 40, np.uint8)
    large = (0, 0, 2000, 1500)
    assert PartSums().add(picture, [large], _still) == Close([large], [], [])
    sums, many = PartSums(), [(x, 100, x + 100, 200) for x in (100, 600, 1100)]
    assert sums.add(picture, many, _still) == Close([], many, [])
    close = sums.add(picture, many, _still)
    assert not close.many
    assert [box for box, _, _ in close.summed] == close.boxes == many


def test_means_that_overlap_are_not_laid_into_one_picture() -> None:
    picture = np.full((1000, 2000), 40, np.uint8)
    parts = [(200, 200, 300, 300), (400, 200, 500, 300), (1500, 600, 1600, 700)]
    sums = PartSums()
    sums.add(picture, parts, _still)
    close = sums.add(picture, parts, _still)
    assert [[box for box, _, _ in group] for group in close.apart()] == [[parts[0], parts[2]], [parts[1]]]


def test_a_collage_shows_each_part_where_it_was_at_every_size() -> None:
    dice = np.random.default_rng(1)
    whole = np.asarray(dice.integers(0, 255, (320, 480)), np.uint8)
    parts = [Levels(whole).part(32, 48, 132, 148), Levels(whole).part(256, 160, 400, 300)]
    collage = Collage(parts)
    for shrink in (1, 2, 4):
        seen, made = Levels(whole).at(shrink), collage.at(shrink)
        for part in parts:
            left, top = (edge // shrink for edge in part.origin)
            right, bottom = (left + part.size[0] // shrink, top + part.size[1] // shrink)
            assert np.array_equal(made[top:bottom, left:right], seen[top:bottom, left:right])
        assert not made[: 48 // shrink].any(), "between the parts there is nothing"


def test_a_dim_noisy_sticker_beside_a_glaring_lamp_is_read_in_the_sum_of_a_few_pictures() -> None:
    """By the range of the whole picture its contrast is too faint to be anything."""
    size = (1100, 800)
    camera = straight_down(1.3 * 25 / 16, *size)
    decoder = DictionaryDecoder(book(), specs(), table=TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0))
    target = STICKERS[17]
    lit = photo(STICKERS, camera, size, noise=0.0, seed=7).astype(np.float32)
    x, y = (int(at) for at in (camera @ (target.pose.x_mm, target.pose.y_mm, 1.0))[:2])
    lit[y - 40 : y + 40, x - 40 : x + 40] *= 0.1

    def picture(seed: int) -> Picture:
        grain = np.random.default_rng(seed).standard_normal(lit.shape, np.float32) * 3
        return np.asarray(np.clip(lit + grain, 0, 255), np.uint8)

    texts = []
    for seed in range(9):
        decoder.attend(Orders(((x - 30, y - 30, x + 30, y + 30),) if seed else ()))
        texts.append({read.text for read in decoder.decode(picture(seed))})
    assert target.text not in texts[0]
    assert target.text in texts[-1]
    assert texts[-1] <= {sticker.text for sticker in STICKERS}
