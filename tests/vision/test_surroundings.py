"""Hands, things that cannot be read, and light: what a picture shows beside stickers."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arms import Cards, hiding
from vision.frames import Picture
from vision.shades import Small, carried, is_crisp, sharp_edges
from vision.surroundings import Surroundings, View

WIDTH, HEIGHT = 1280, 720
MM_PER_PX = 1000 / WIDTH


def wood(seed: int = 0) -> Picture:
    """A brown table with grain and a little noise."""
    rng = np.random.default_rng(3)
    grain = cv2.resize(rng.normal(120, 14, (45, 20)).astype(np.float32), (WIDTH, HEIGHT))
    noise = np.random.default_rng(seed).normal(0, 3, (HEIGHT, WIDTH, 3))
    return np.clip(np.asarray(grain)[:, :, None] * (0.7, 1.0, 1.35) + noise, 0, 255).astype(np.uint8)


def card(picture: Picture, x: int, y: int) -> Picture:
    """With a card of 63 x 88 mm, its middle there."""
    drawn = picture.copy()
    half = (round(31.5 / MM_PER_PX), round(44 / MM_PER_PX))
    art = np.random.default_rng(x).integers(10, 90, (12, 9, 3)).astype(np.uint8)
    size = (2 * half[0], 2 * half[1])
    drawn[y - half[1] : y + half[1], x - half[0] : x + half[0]] = cv2.resize(art, size, interpolation=cv2.INTER_NEAREST)
    return drawn


def arm(picture: Picture, x: int, top: int) -> Picture:
    """With an arm that reaches in from the near side."""
    drawn = picture.copy()
    cv2.rectangle(drawn, (x - 50, top), (x + 50, HEIGHT), (150, 172, 214), -1)
    return drawn


def still(surroundings: Surroundings, picture: Picture, frames: int = 6) -> View:
    for _ in range(frames):
        view = surroundings.look(picture, MM_PER_PX)
    return view


def around(x: int, y: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array([(x + dx, y + dy) for dx in (-8, 0, 8) for dy in (-8, 0, 8)], np.float64)


def test_a_table_on_which_nothing_happens_hides_and_changes_nothing() -> None:
    surroundings = Surroundings()
    for seed in range(8):
        view = surroundings.look(wood(seed), MM_PER_PX)
    assert not view.moving
    assert not view.hidden.any()
    assert view.things([]) == ()


def test_an_arm_that_does_not_reach_the_edge_of_the_picture_still_hides_what_is_below_it() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    across = wood()
    cv2.line(across, (150, 120), (1100, 600), (150, 172, 214), 80)
    view = still(surroundings, across)
    assert not view.moving
    assert view.is_hidden(around(625, 360))


def test_an_arm_hides_what_is_below_it_while_it_moves_and_while_it_rests() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    view = surroundings.look(arm(wood(1), 600, 300), MM_PER_PX)
    assert view.moving
    assert view.is_hidden(around(600, 400))
    view = still(surroundings, arm(wood(2), 600, 300), 20)
    assert not view.moving
    assert view.is_hidden(around(600, 400))
    assert not view.is_hidden(around(200, 200))
    assert view.things([]) == (), "an arm is no thing that was laid down"


def test_a_card_that_was_laid_is_no_hand_but_something_new_until_it_is_read() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    laid = card(wood(1), 400, 300)
    view = still(surroundings, laid)
    assert not view.hidden.any()
    assert view.is_changed(around(400, 300))
    (thing,) = view.things([])
    assert np.allclose(thing.mean(axis=0), (400, 300), atol=16)
    outline = np.array([(340, 220), (460, 220), (460, 380), (340, 380)], np.float64)
    assert view.things([outline]) == (), "a card that was read explains it"
    surroundings.understand(view)
    assert still(surroundings, laid).things([]) == ()


def test_what_changed_is_told_in_rectangles_and_whole_sides_of_the_table_are_left_out() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    view = still(surroundings, card(card(wood(), 400, 360), 800, 300), 2)
    (left, top, right, bottom), other = sorted(view.changed_boxes())
    assert left <= 400 - 40 < 400 + 40 <= right
    assert top <= 360 - 56 < 360 + 56 <= bottom
    assert other[0] <= 800 - 40 < 800 + 40 <= other[2]
    everywhere = View(8, MM_PER_PX, False, *(np.ones((90, 160), np.bool_),) * 4)
    assert everywhere.changed_boxes() == []


def test_what_changed_where_a_card_was_read_needs_no_closer_look() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    view = still(surroundings, card(card(wood(1), 300, 250), 800, 400), 3)
    assert len(view.changed_boxes()) == 2
    outline = np.array([(300.0 + dx, 250.0 + dy) for dx, dy in _CORNERS])
    ((left, top, right, bottom),) = view.changed_boxes([outline])
    assert abs((left + right) / 2 - 800) <= 8
    assert abs((top + bottom) / 2 - 400) <= 8


def test_strips_too_small_for_a_card_under_another_can_be_left_out() -> None:
    changed, nothing = np.zeros((2, 162, 288), np.bool_)
    changed[40:43, 60:65] = changed[80:84, 200:208] = True
    view = View(16, 0.4, False, nothing, changed, changed, nothing)
    assert len(view.changed_boxes()) == 2
    ((left, top, right, bottom),) = view.changed_boxes(strips=False)
    assert left < 16 * 204 < right
    assert top < 16 * 82 < bottom


def test_light_that_changed_with_a_bump_is_no_card_and_a_strip_of_one_under_another_is() -> None:
    """The light may lie on the card, too. What an arm hides nobody can tell."""
    came, rim, hidden, nothing = np.zeros((4, 162, 288), np.bool_)
    came[20:60, 20:60] = came[100:114, 200:210] = came[100:114, 100:110] = came[60:100, 180:260] = True
    for column in (100, 200, 209):
        rim[100:114, column] = True
    hidden[90:120, 90:120] = True
    view = View(16, 0.4, False, hidden, nothing, nothing, nothing)
    other = np.array([(16 * x, 16 * y) for x, y in ((190, 95), (205, 95), (205, 120), (190, 120))], np.float64)
    cards = view.cards_among(came, rim, [other])
    rows, columns = np.nonzero(cards)
    assert rows.min() >= 98
    assert {207, 208, 209} <= set(columns.tolist()) <= set(range(205, 212))


def test_the_grain_of_wood_under_a_lamp_that_is_mirrored_elsewhere_is_no_print_of_a_card() -> None:
    """Both have edges, but the lamp was much brighter than the grain."""
    grain = np.zeros((162, 288, 2), np.float32)
    grain[::2] = 9.0
    lamp = np.zeros_like(grain)
    lamp[40:80, 40:80] = 30.0
    assert sharp_edges(grain + lamp, 8.0)[50:70, 50:70].all()
    assert not is_crisp(grain + lamp)[50:70, 50:70].any()
    assert is_crisp(grain)[50:70, 50:70].all()
    assert is_crisp(lamp)[40, 45:75].all(), "but things have outlines"


def test_under_a_resting_arm_the_table_is_remembered_as_it_was() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    view = still(surroundings, arm(wood(1), 600, 300))
    surroundings.understand(view)
    view = still(surroundings, card(wood(2), 600, 450))
    assert view.is_changed(around(600, 450)), "a card came while the arm lay there"


@pytest.mark.parametrize("light", [0.6, 0.8, 1.3])
def test_a_switched_lamp_is_light_and_no_thing(light: float) -> None:
    surroundings = Surroundings()
    table = card(wood(), 400, 300)
    still(surroundings, table)
    view = still(surroundings, np.clip(table * light, 0, 255).astype(np.uint8))
    assert view.lighter == pytest.approx(np.log2((102 * light + 14) / 116), abs=0.1)
    assert view.things([]) == ()
    assert not view.hidden.any()


def test_a_flickering_lamp_and_a_soft_shadow_are_no_things() -> None:
    surroundings = Surroundings()
    table = card(wood(), 400, 300)
    still(surroundings, table)
    rows = 1 + 0.15 * np.sin(np.arange(HEIGHT) / 40)[:, None, None]
    shade = np.clip(1 - 0.4 * np.exp(-(((np.arange(WIDTH) - 900) / 260.0) ** 2)), 0, 1)[None, :, None]
    view = still(surroundings, np.clip(table * rows * shade, 0, 255).astype(np.uint8))
    assert view.things([]) == ()
    assert not view.hidden.any()


def test_a_camera_that_sees_another_table_is_jolted() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    squares = np.random.default_rng(9).integers(0, 255, (36, 64, 3)).astype(np.uint8)
    other = np.asarray(cv2.resize(squares, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST), np.uint8)
    assert surroundings.look(other, MM_PER_PX).jolted
    assert surroundings.look(other, MM_PER_PX).jolted
    view = still(surroundings, other)
    assert not view.jolted
    assert view.things([]) == ()


def test_after_a_bump_the_first_picture_without_hands_is_the_one_to_begin_with() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    surroundings.forget()
    for top in (500, 400, 300, 400, 500):
        assert surroundings.look(arm(wood(), 600, top), MM_PER_PX).jolted
    view = still(surroundings, wood(), 6)
    assert not view.jolted
    assert not view.hidden.any()


def test_an_arm_that_rested_for_long_and_goes_leaves_nothing_new_behind() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    view = still(surroundings, arm(wood(1), 600, 300))
    surroundings.understand(view, under_hands=True)
    assert not still(surroundings, arm(wood(2), 600, 300)).hidden.any()
    view = still(surroundings, wood(3))
    assert not view.hidden.any()
    assert view.things([]) == ()


def test_a_coin_is_too_small_to_be_a_card() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    coin = wood(1)
    cv2.circle(coin, (700, 300), round(11 / MM_PER_PX), (40, 160, 200), -1)
    assert still(surroundings, coin).things([]) == ()


def test_a_picture_too_small_for_a_table_says_nothing() -> None:
    view = Surroundings().look(np.zeros((4, 4, 3), np.uint8), 1.0)
    assert not view.moving
    assert view.things([]) == ()


def test_an_arm_that_rested_from_the_first_picture_on_is_not_missed_when_it_leaves() -> None:
    surroundings = Surroundings()
    still(surroundings, arm(card(wood(), 600, 250), 600, 330))
    view = surroundings.look(card(wood(1), 600, 250), MM_PER_PX)
    assert view.moving, "it just went away"
    view = surroundings.look(card(wood(2), 600, 250), MM_PER_PX)
    assert not view.moving
    assert not view.hidden.any(), "the table goes on where the arm lay"
    assert view.things([]) == ()


def test_something_unread_that_is_taken_away_leaves_nothing_new() -> None:
    surroundings = Surroundings()
    still(surroundings, card(wood(), 400, 300))
    assert still(surroundings, wood(1), 2).things([]) == ()


def test_a_card_laid_where_an_arm_rested_is_still_something_new() -> None:
    surroundings = Surroundings()
    still(surroundings, arm(wood(), 600, 330))
    view = still(surroundings, card(wood(1), 300, 250), 3)
    (thing,) = view.things([])
    assert np.allclose(thing.mean(axis=0), (300, 250), atol=16)


@pytest.mark.parametrize(
    "places", [((560, 200), (650, 420), (540, 620)), ((520, 150), (670, 150), (520, 560), (670, 560))]
)
def test_a_sleeve_that_lay_on_cards_leaves_nothing_new_between_them(places: tuple[tuple[int, int], ...]) -> None:
    """The cards that come to light have outlines of their own; what lies between them is the table."""

    def cards(seed: int) -> Picture:
        picture = wood(seed)
        for x, y in places:
            picture = card(picture, x, y)
        return picture

    outlines = [np.array([(x + dx, y + dy) for dx, dy in _CORNERS]) for x, y in places]
    surroundings = Surroundings()
    covered = cards(0)
    cv2.rectangle(covered, (550, 120), (650, 660), (150, 172, 214), -1)
    still(surroundings, covered)
    view = still(surroundings, cards(1), 3)
    assert view.things(outlines) == ()
    (thing,) = still(surroundings, card(cards(4), 900, 300), 3).things(outlines)
    assert np.allclose(thing.mean(axis=0), (900, 300), atol=16)


_CORNERS = ((-55.0, -70.0), (55.0, -70.0), (55.0, 70.0), (-55.0, 70.0))


def test_a_long_row_of_cards_that_was_pushed_along_is_no_arm() -> None:
    def row(shift: int, seed: int) -> Picture:
        picture = wood(seed)
        for number in range(11):
            picture = card(picture, 150 + shift + 90 * number, 330)
        return picture

    def outlines() -> list[NDArray[np.float64]]:
        corners = ((-40, -56), (40, -56), (40, 56), (-40, 56))
        return [np.array([(x + dx, 330.0 + dy) for dx, dy in corners]) for x in range(185, 1100, 90)]

    def seen(cards: Cards) -> View:
        surroundings = Surroundings()
        still(surroundings, row(0, 1))
        for seed in (2, 3, 4):
            view = surroundings.look(row(35, seed), MM_PER_PX, lambda: cards)
        return view

    assert seen(Cards()).hidden.any(), "nobody has read them"
    view = seen(Cards(outlines()))
    assert not view.hidden.any()
    assert view.changed.any()


def test_an_arm_over_cards_that_has_left_is_seen_by_the_stickers_that_are_read_again() -> None:
    """It rested there when the table was taken in, so that the cards are what is new now."""
    nothing, new = np.zeros((2, HEIGHT // 8, WIDTH // 8), np.bool_)
    new[3:, 69:81] = True

    def seen(cards: Cards) -> bool:
        return bool(hiding(new, nothing, new, 8, MM_PER_PX, lambda: cards).any())

    stickers = np.array([(600.0, 120.0), (600, 290), (600, 460)])
    assert seen(Cards())
    assert seen(Cards(read=stickers[:2]))
    assert not seen(Cards(read=stickers))
    assert not seen(Cards(read=stickers, unread=np.array([(1100.0, 400.0)])))
    assert seen(Cards(read=stickers, unread=np.array([(600.0, 630.0)]))), "one of them is still hidden"


def test_a_mirrored_lamp_at_the_edge_of_the_picture_is_no_arm() -> None:
    nothing, new = np.zeros((2, HEIGHT // 8, WIDTH // 8), np.bool_)
    new[40:, 69:81] = True
    assert hiding(new, nothing, new, 8, MM_PER_PX, Cards).any()
    assert not hiding(new, nothing, nothing, 8, MM_PER_PX, Cards).any(), "nothing sharp is there"
    assert hiding(new, new, nothing, 8, MM_PER_PX, Cards).any(), "but what moves is a hand"


def test_whoever_rests_at_the_edge_of_the_picture_hides_nothing_while_nothing_is_missed_there() -> None:
    """No whole card has room there."""
    new, nothing = np.zeros((2, 90, 160), np.bool_)
    new[82:90, 40:60] = True
    assert not hiding(new, nothing, new, 8, MM_PER_PX, Cards).any()
    missed = Cards(unread=np.array([(400.0, 690.0)]))
    assert hiding(new, nothing, new, 8, MM_PER_PX, lambda: missed).any()
    assert hiding(new, new, new, 8, MM_PER_PX, Cards).any(), "it moves"
    view = View(8, MM_PER_PX, False, nothing, new, new, new)
    assert view.things([]) == ()
    new[78:82, 40:60] = True
    assert len(view.things([])) == 1
    assert hiding(new, nothing, new, 8, MM_PER_PX, Cards).any()


def test_an_arm_that_rested_when_a_bumped_camera_came_to_rest_leaves_nothing_new() -> None:
    surroundings = Surroundings()
    still(surroundings, card(wood(1), 300, 300))

    def bumped(picture: Picture) -> Picture:
        turned = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 0.4, 1.0)
        turned[:, 2] += (9, -6)
        return np.asarray(cv2.warpAffine(picture, turned, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    surroundings.forget()
    laid = card(card(wood(2), 300, 300), 900, 500)
    laid[:24] = 30  # what came into the picture at its edge was never seen before
    looks = [surroundings.look(bumped(arm(laid, 600, 200)), MM_PER_PX) for _ in range(4)]
    (since,) = (view.since_bump for view in looks if view.since_bump is not None)
    assert since[500 // 8, 900 // 8], "the card that came meanwhile"
    assert since[300 // 8, 600 // 8], "the arm"
    assert not since[:4].any()
    assert not since[300 // 8, 300 // 8 - 3 : 300 // 8 + 4].any(), "the card that lay there before"
    view = still(surroundings, bumped(laid), 3)
    assert not view.hidden.any()
    assert not view.new[240 // 8 : 640 // 8, 560 // 8 : 640 // 8].any()


def test_what_a_bump_brought_into_the_picture_and_what_went_meanwhile_are_no_cards() -> None:
    """The dark floor beside the table was not in the picture, and a card was taken away."""

    def seen(seed: int, *places: tuple[int, int], bumped: int = 0) -> Picture:
        wide = np.asarray(cv2.copyMakeBorder(wood(seed), 0, 0, 160, 0, cv2.BORDER_REPLICATE), np.uint8)
        wide[:, :144] = 15
        for x, y in places:
            wide = card(wide, x + 160, y)
        return np.ascontiguousarray(wide[:, 160 - bumped : 160 - bumped + WIDTH])

    surroundings = Surroundings()
    still(surroundings, seen(1, (300, 300), (700, 200), (1000, 500)))
    surroundings.forget()
    after = seen(2, (300, 300), (1000, 500), (600, 550), bumped=96)
    looks = [surroundings.look(after, MM_PER_PX) for _ in range(4)]
    (since,) = (view.since_bump for view in looks if view.since_bump is not None)
    columns = np.flatnonzero(since.any(axis=0))
    assert columns.min() >= (600 + 96 - 48) // 8
    assert columns.max() <= (600 + 96 + 48) // 8


def test_only_what_was_in_the_picture_before_a_bump_is_compared_with_it() -> None:
    then, now = (Small.of(card(wood(), x, 300), 8) for x in (400, 480))
    shifted = np.roll(then.shades, 10, axis=1)
    _, both = carried(then, Small(shifted))
    assert not both[:, :11].any()
    assert both[4:-4, 14:-4].all()
    _, none = carried(Small(np.zeros_like(then.shades)), now)
    assert none.all(), "nobody knows how the picture moved"


def test_a_card_as_light_as_the_table_is_noticed_by_its_colour() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    laid = wood(1)
    part = laid[250:360, 400:480].astype(np.float32)
    laid[250:360, 400:480] = np.clip(part[..., 1:2] * (0.85, 0.85, 0.6), 0, 255).astype(np.uint8)
    view = still(surroundings, laid, 3)
    assert len(view.things([])) == 1
    warm = np.clip(wood(2) * (0.8, 0.92, 1.0), 0, 255).astype(np.uint8)
    assert not still(Surroundings(), warm).new.any()
    lamps = Surroundings()
    still(lamps, wood())
    assert not still(lamps, warm, 3).things([]), "a warmer lamp is no thing"


def test_a_jolt_does_not_end_with_a_picture_of_a_knocked_table() -> None:
    surroundings = Surroundings()
    still(surroundings, wood())
    before = surroundings._understood
    surroundings.forget()
    for _ in range(3):
        still(surroundings, wood(1), 2)
        surroundings.distrust()
        assert surroundings._understood is before
    assert still(surroundings, wood(2), 2).jolted
    assert surroundings._understood is not before
    assert not surroundings.look(wood(3), MM_PER_PX).jolted


@pytest.mark.parametrize("swing", [(6, 8), (4, 12), (0, -14), (0, 14)])
def test_a_camera_that_swings_and_comes_back_leaves_nothing_behind(swing: tuple[int, int]) -> None:
    """The edge of the table is elsewhere for a moment, as if it had been taken away."""

    def table(seed: int) -> Picture:
        picture = card(card(np.asarray(cv2.blur(wood(seed), (5, 5)), np.uint8), 560, 200), 650, 420)
        picture[620:] = 8
        return picture

    surroundings = Surroundings()
    still(surroundings, table(0))
    way = np.array([[1, 0, swing[0]], [0, 1, swing[1]]], np.float32)
    swung = cv2.warpAffine(table(1), way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    assert surroundings.look(np.asarray(swung, np.uint8), MM_PER_PX).moving
    view = still(surroundings, table(2), 2)
    assert not view.changed.any()
    assert not view.hidden.any()


def test_the_edge_of_a_table_does_not_stand_out_when_the_light_changes() -> None:
    """What is dark stays dark, whatever the lamp does."""

    def table(seed: int, light: float) -> Picture:
        picture = wood(seed).astype(np.float32)
        picture[600:] = 5 + np.random.default_rng(seed).normal(0, 1, picture[600:].shape)
        return np.asarray(np.clip(picture * light, 0, 255), np.uint8)

    surroundings = Surroundings()
    still(surroundings, table(0, 1.0))
    for seed, light in ((1, 0.55), (2, 0.8), (3, 1.4)):
        view = surroundings.look(table(seed, light), MM_PER_PX)
        assert not view.changed.any(), light
        assert view.lighter == pytest.approx(np.log2(light), abs=0.1)
