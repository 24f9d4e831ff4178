"""Which parts of a picture changed, came to rest and are worth a search."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frames import Picture
from vision.stillness import LastLooks, Stillness, Stirred, merged

HEIGHT, WIDTH = 512, 768
CELL = 32


def _table(seed: int) -> Picture:
    """A quiet table with the noise of one picture."""
    noise = np.random.default_rng(seed).normal(0, 3, (HEIGHT, WIDTH))
    return np.asarray(np.clip(120 + noise, 0, 255), np.uint8)


def _with_card(picture: Picture, left: int, top: int, edge: int = 64) -> Picture:
    changed = picture.copy()
    changed[top : top + edge, left : left + edge] = 220
    return changed


def _looked(stillness: Stillness, pictures: list[Picture]) -> list[Stirred]:
    return [stillness.look(picture) for picture in pictures]


def test_a_table_on_which_nothing_happens_is_not_searched_again() -> None:
    seen = _looked(Stillness(), [_table(seed) for seed in range(12)])
    assert seen[0].ripe.all()
    assert not any(one.changed.any() for one in seen[1:])


def test_a_card_is_worth_a_search_as_soon_as_it_lies_still() -> None:
    before = [_table(seed) for seed in range(3)]
    after = [_with_card(_table(seed), 320, 192) for seed in range(10, 13)]
    seen = _looked(Stillness(), before + after)
    assert not seen[3].ripe.any()
    assert seen[4].ripe[6:8, 10:12].all()
    (box,) = seen[4].boxes()
    assert box[0] <= 320
    assert box[1] <= 192
    assert box[2] >= 384
    assert box[3] >= 256
    assert not seen[5].changed.any()


def test_what_hangs_together_with_a_moving_hand_waits_but_not_for_ever() -> None:
    """A card under a hand that moves on it is searched after a few pictures all the same."""
    stillness = Stillness()
    _looked(stillness, [_table(seed) for seed in range(3)])
    ripe = []
    for step in range(6):
        with_card = _with_card(_table(20 + step), 320, 192, 96)
        ripe.append(stillness.look(_with_card(with_card, 400 + 24 * (step % 2), 250, 64)).ripe[6, 10])
    assert not any(ripe[:3])
    assert any(ripe[3:])


def _flickering(picture: Picture, phase: float) -> Picture:
    """The picture under a lamp that makes rows lighter and darker by a quarter."""
    light = 1 + 0.25 * np.sin(np.arange(HEIGHT) / 40 + phase)
    return np.asarray(np.clip(picture * light[:, None], 0, 255), np.uint8)


def test_what_was_searched_under_a_flickering_lamp_is_not_searched_again() -> None:
    """A part is searched under one light and its neighbours were under another: both are remembered as one table."""
    glare = np.exp(-(((np.arange(WIDTH) - 300) / 120) ** 2))

    def table(seed: int) -> Picture:
        return np.asarray(np.clip(_table(seed) * (0.5 + glare / 2), 0, 255), np.uint8)

    stillness = Stillness()
    _looked(stillness, [_flickering(table(seed), 0.9 * seed) for seed in range(6)])
    laid = []
    for seed in range(6, 20):
        picture = table(seed)
        picture[192:288, 320:416] += 60
        laid.append(_flickering(picture, 0.9 * seed))
    seen = _looked(stillness, laid)
    assert seen[1].ripe[6:9, 10:13].all()
    assert not any(one.ripe.any() for one in seen[4:])


@pytest.mark.parametrize("share", [0.002, 0.02, 0.2])
def test_the_rectangles_to_search_hold_everything_that_changed(share: float) -> None:
    random = np.random.default_rng(7)
    for _ in range(40):
        ripe = random.random((41, 72)) < share
        held = np.zeros_like(ripe)
        for left, top, right, bottom in Stirred(ripe, ripe, ripe, 1).boxes():
            held[top:bottom, left:right] = True
        assert (held | ~ripe).all()


def test_two_cards_far_apart_are_searched_without_the_table_between_them() -> None:
    ripe = np.zeros((41, 72), np.bool_)
    ripe[2:4, 3:5] = ripe[36:38, 60:63] = True
    assert sorted(Stirred(ripe, ripe, ripe, 64).boxes()) == [(192, 128, 320, 256), (3840, 2304, 4032, 2432)]


def test_a_sticker_changed_for_another_is_noticed_even_in_little_light() -> None:
    looks = LastLooks()
    assert looks.differs(0, _table(1)), "never searched"
    looks.keep(0, _table(1))
    assert not any(looks.differs(0, _table(seed)) for seed in range(2, 12))
    modules = np.random.default_rng(3).integers(0, 2, (21, 21)).repeat(2, axis=0).repeat(2, axis=1)
    dim = _table(30)
    dim[100:142, 200:242] += (24 * modules).astype(np.uint8)
    assert looks.differs(0, dim)
    assert looks.differs(1, _table(2)), "another part"


def test_where_only_a_hand_passed_nothing_has_changed() -> None:
    stillness = Stillness()
    _looked(stillness, [_table(seed) for seed in range(3)])
    passing = [_with_card(_table(20 + step), 100 + 60 * step, 192, 160) for step in range(4)]
    after = _looked(stillness, [*passing, *(_table(seed) for seed in range(30, 36))])
    assert not after[-1].changed.any()


def _in_flicker(picture: Picture, number: int) -> Picture:
    rows = 1 + 0.18 * np.sin(np.arange(HEIGHT) / 16 + 2.1 * number)
    return np.asarray(np.clip(picture * rows[:, None], 0, 255), np.uint8)


def test_a_sticker_changed_for_another_is_noticed_in_flickering_light_and_the_flicker_is_not() -> None:
    def bright_card_on_a_dark_table(seed: int) -> Picture:
        picture = _table(seed) // 3
        picture[60:300, 300:460] += 120
        return picture

    looks = LastLooks()
    looks.keep(0, _in_flicker(bright_card_on_a_dark_table(1), 1))
    assert not any(looks.differs(0, _in_flicker(bright_card_on_a_dark_table(seed), seed)) for seed in range(2, 12))
    modules = np.random.default_rng(3).integers(0, 2, (21, 21)).repeat(2, axis=0).repeat(2, axis=1)
    other = bright_card_on_a_dark_table(30)
    other[100:142, 320:362] += (40 * modules).astype(np.uint8)
    assert looks.differs(0, _in_flicker(other, 30))


def test_a_card_laid_in_flickering_light_is_noticed_at_once() -> None:
    stillness = Stillness()
    before = _looked(stillness, [_in_flicker(_table(seed), seed) for seed in range(20)])
    assert not any(one.ripe.any() for one in before[10:]), "flicker alone changes nothing"
    after = _looked(stillness, [_in_flicker(_with_card(_table(seed), 320, 192, 96), seed) for seed in range(30, 33)])
    assert after[1].ripe[6:9, 10:13].all()


def test_single_cells_are_left_to_the_slices_and_larger_ones_are_searched() -> None:
    rng = np.random.default_rng(4)
    blotches = rng.integers(60, 180, (40, 60)).astype(np.uint8)
    before = np.asarray(cv2.resize(blotches, (1280, 800), interpolation=cv2.INTER_NEAREST), np.uint8)
    stillness = Stillness()
    for _ in range(4):
        stillness.look(before)
    after = before.copy()
    after[100:130, 100:130] = 255 - after[100:130, 100:130]
    assert not any(stillness.look(after).boxes() for _ in range(6))
    after = after.copy()
    after[400:560, 600:760] = 255 - after[400:560, 600:760]
    boxes = [box for _ in range(6) for box in stillness.look(after).boxes()]
    assert len(boxes) == 1
    assert boxes[0][0] <= 600 and boxes[0][2] >= 760


def test_rectangles_that_are_searched_sooner_as_one_are_merged() -> None:
    near = [(0, 0, 200, 200), (300, 100, 500, 300), (350, 0, 420, 90)]
    assert merged(near) == [(0, 0, 500, 300)]
    far = [(0, 0, 200, 200), (4000, 2000, 4200, 2200)]
    assert sorted(merged(far)) == far
    assert len(merged([*near, *far])) == 2
    assert merged([]) == []


def test_what_changed_waits_for_its_search_while_it_moves() -> None:
    stillness, picture = Stillness(), np.full((720, 1280), 100, np.uint8)
    stillness.look(picture)
    moved = picture.copy()
    moved[200:360, 400:600] = 160
    first = stillness.look(moved)
    assert first.waits
    assert first.moves_within((380, 180, 700, 400))
    assert not first.moves_within((800, 180, 1200, 400))
    second = stillness.look(moved)
    assert not second.waits
    assert second.ripe.any()
    assert not second.moves_within((380, 180, 700, 400))


def _laid_down() -> tuple[Stillness, Picture]:
    """A table that was watched bare, and right after a card came to lie on it; and its picture."""
    stillness, picture = Stillness(), np.full((720, 1280), 100, np.uint8)
    stillness.look(picture)
    laid = picture.copy()
    laid[200:360, 400:600] = 160
    stillness.look(laid)
    return stillness, laid


def test_a_fleck_of_noise_does_not_keep_what_was_laid_down_from_being_searched() -> None:
    stillness, laid = _laid_down()
    laid[210:220, 420:430] = 120
    assert stillness.look(laid).ripe[200 // 32, 400 // 32 :].any()


def test_what_was_ripe_in_a_bad_picture_is_ripe_again_in_the_next() -> None:
    stillness, laid = _laid_down()
    ripe = stillness.look(laid).ripe
    assert ripe.any()
    stillness.unsettle()
    assert np.array_equal(stillness.look(laid).ripe, ripe)
    assert not stillness.look(laid).ripe.any()


def test_a_soft_shadow_changes_nothing_and_a_card_in_it_does() -> None:
    """People lean over the table: what lies there is darker, and otherwise the same."""
    dice = np.random.default_rng(5)
    wood = np.asarray(cv2.GaussianBlur(dice.normal(0, 40, (HEIGHT, WIDTH)), (0, 0), 3), np.float64) + 150
    shade = 1 - 0.4 * np.exp(-(((np.arange(WIDTH) - 380) / 160) ** 2))

    def seen(table: NDArray[np.float64], seed: int) -> Picture:
        noise = np.random.default_rng(seed).normal(0, 2, (HEIGHT, WIDTH))
        return np.asarray(np.clip(table + noise, 0, 255), np.uint8)

    stillness = Stillness()
    for number in range(4):
        stillness.look(seen(wood, number))
    for number in range(4, 8):
        assert not stillness.look(seen(wood * shade, number)).ripe.any()
    card = wood * shade
    card[200:288, 350:413] = cv2.resize(dice.uniform(20, 220, (11, 8)), (63, 88), interpolation=cv2.INTER_NEAREST)
    ripe = [stillness.look(seen(card, number)).ripe for number in range(8, 11)]
    assert [mask[6:9, 11:13].all() for mask in ripe] == [False, True, False]


def test_new_is_what_differs_from_the_settled_table_and_not_where_a_hand_rested() -> None:
    stillness, arm = Stillness(), _with_card(_table(0), 448, 64, 128)
    _looked(stillness, [_table(seed) for seed in range(4)])
    stillness.settle()
    _looked(stillness, [arm] * 6)
    seen = _looked(stillness, [_with_card(_table(seed), 96, 192) for seed in range(4, 7)])
    (ripe,) = (one for one in seen if one.ripe.any())
    assert ripe.ripe[2:6, 14:18].any(), "the arm left"
    ((left, top, right, bottom),) = ripe.new_boxes()
    assert left <= 96 < 160 <= right < 448
    assert top <= 192 < 256 <= bottom


def test_a_shadow_that_leaves_under_a_flickering_lamp_is_not_searched_either() -> None:
    """It is remembered as light: else parts of it would stand out against others, picture after picture."""
    dice = np.random.default_rng(5)
    wood = np.asarray(cv2.GaussianBlur(dice.normal(0, 40, (HEIGHT, WIDTH)), (0, 0), 3), np.float64) + 120
    across, down = (np.arange(WIDTH) - 200) / 320, (np.arange(HEIGHT) - 150) / 260
    shade = 1 - 0.4 * np.exp(-(across[None] ** 2) - down[:, None] ** 2)
    stillness = Stillness()

    def ripe(table: NDArray[np.float64], seed: int) -> int:
        noise = np.random.default_rng(seed).normal(0, 2, (HEIGHT, WIDTH))
        lit = _flickering(np.asarray(np.clip(table + noise, 0, 255), np.uint8), 0.9 * seed)
        return int(stillness.look(lit).ripe.sum())

    for seed in range(4):
        ripe(wood * shade, seed)
    assert sum(ripe(wood, seed) for seed in range(4, 12)) < 20, "some flecks of noise, of 384 cells in each picture"
