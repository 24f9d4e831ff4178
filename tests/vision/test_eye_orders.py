"""What the eye has its reader look at."""

from dataclasses import replace

import numpy as np
import pytest

from engine.core.ids import Code
from tests.vision.pictures import Glued, to_pixels
from tests.vision.watched import BOSS, CAMERA, HEIGHT, SPECS, TABLE, WIDTH, Watchful, assert_attended, fixed, watch
from vision.eye import Eye
from vision.stickers import Role
from vision.tabletop import Pose
from vision.tracker import QUICK, Outlook


def test_the_reader_is_told_to_look_closely_where_it_missed_a_sticker() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    assert not decoder.orders.closely
    decoder.unread = "ROOM0001"
    watch(eye, TABLE, 2, start=12)
    assert_attended(decoder, "ROOM0001", CAMERA)


def test_where_another_card_lies_now_no_sticker_is_looked_for() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    hero, room = (Glued(text, Pose(-70, -60, 0), on_card=True) for text in ("HERO0001", "ROOM0002"))
    watch(eye, (*TABLE[:2], hero), 12)
    watch(eye, (*TABLE[:2], room), 2, start=12)
    assert [track.outlook for track in eye._tracker._tracks if track.code == hero.text] == [Outlook.TAKEN]
    assert eye._tracker.missing(13 * 0.15, 9.0) == ()
    assert [card.code for card in eye._tracker.astray(13 * 0.15, 0.0)] == [hero.text], "but elsewhere"


_BESIDE, _IN_A_ROW = Pose(150, -60, 0), BOSS.moved(-132, 0).moved(0, -18)


@pytest.mark.parametrize(("turned", "is_sought"), [(None, True), (_BESIDE, False), (_IN_A_ROW, True)])
def test_a_hero_that_was_turned_over_is_not_sought_beside_its_place(turned: Pose | None, is_sought: bool) -> None:
    """What lies face-down in a row was built, and is no hero."""
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    hero = Glued("HERO0001", Pose(-70, -60, 0), on_card=True)
    back = next(glued for glued in TABLE if SPECS[Code(glued.text)].role is Role.BACK)
    watch(eye, (*TABLE[:2], hero), 12)
    looked_at = []
    for number in range(12, 16):
        watch(eye, (*TABLE[:2], *([replace(back, pose=turned)] if turned else [])), 1, start=number)
        looked_at += [right - left for left, _, right, _ in decoder.orders.closely]
    card_px = to_pixels(CAMERA, np.array([(0, 0), (63, 0)]))[1, 0] - to_pixels(CAMERA, np.array([(0, 0)]))[0, 0]
    assert any(width > 3 * card_px for width in looked_at) is is_sought


def test_the_reader_hurries_while_people_wait_and_neither_before_nor_after() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE[:-1], 12)
    assert not decoder.orders.hurry
    hurries, settled = [], False
    for number in range(12, 20):
        settled = watch(eye, TABLE, 1, start=number).settled
        hurries.append(decoder.orders.hurry)
    assert settled
    assert hurries[2]
    assert not hurries[-1]


def test_after_a_bump_a_missed_card_is_looked_for_where_the_others_moved_to() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 20)
    decoder.unread = "ROOM0001"
    bumped = np.array([[1, 0, -60], [0, 1, 30], [0, 0, 1]]) @ CAMERA
    watch(eye, TABLE, 2, start=20, camera=bumped)
    assert_attended(decoder, "ROOM0001", bumped)


def test_a_card_that_left_its_place_is_looked_for_beside_it() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    room = next(sticker for sticker in TABLE if sticker.text == "ROOM0001")
    pushed = replace(room, pose=room.pose.moved(-60, 120))
    table = tuple(pushed if sticker is room else sticker for sticker in TABLE)
    decoder.unread = "ROOM0001"
    decoder.vanished = [(Code("ROOM0001"), to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0])]
    watch(eye, table, 2, start=12)
    x, y = to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0]
    around = [box for box in decoder.orders.closely if box[0] < x - 150 and x + 150 < box[2] and box[1] < y < box[3]]
    assert around, decoder.orders.closely


def test_a_card_that_is_nowhere_when_the_table_is_settled_is_sought_everywhere_for_a_while() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    room = next(sticker for sticker in TABLE if sticker.text == "ROOM0001")
    without = tuple(sticker for sticker in TABLE if sticker is not room)
    decoder.vanished = [(Code("ROOM0001"), to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0])]
    sought = []
    for number in range(12, 36):
        settled = watch(eye, without, 1, start=number).settled
        sought.append((settled, decoder.orders.everywhere))
    assert (False, True) not in sought[1:], "others are waited for, and closely looked at, first"
    assert sum(seeks for _, seeks in sought) >= 5
    assert sought[-1] == (True, False)


def test_after_a_bump_what_came_meanwhile_is_looked_at_closely_until_it_is_read() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    before = tuple(glued for glued in TABLE if glued.text != "ROOM0002")
    late = Glued("ROOM0002", Pose(-70, -60, 0), on_card=True)
    watch(eye, before, 12)
    eye._surroundings.forget()
    decoder.unread = late.text
    x, y = to_pixels(CAMERA, np.array([(late.pose.x_mm, late.pose.y_mm)]))[0]
    looks = []
    for number in range(8):
        watch(eye, (*before, late), 1, start=12 + number)
        boxes = decoder.orders.closely
        looks.append(any(left < x < right and top < y < bottom for left, top, right, bottom in boxes))
    assert looks[2:4] == [True] * 2
    assert not looks[0], "while the camera still shook"


def test_after_a_bump_that_shows_another_table_the_whole_picture_is_looked_at_closely_once() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    understood = eye._surroundings._understood
    assert understood is not None
    eye._surroundings._understood = replace(understood, shades=np.flip(understood.shades, axis=(0, 1)), _levels=None)
    eye._surroundings.forget()
    attended = []
    for number in range(8):
        watch(eye, TABLE, 1, start=12 + number)
        attended.append(list(decoder.orders.closely))
    assert attended.count([(0, 0, WIDTH, HEIGHT)]) == 1
    assert attended.count([]) == 7


def test_a_card_that_was_only_glimpsed_is_looked_at_closely() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    without = tuple(glued for glued in TABLE if glued.text != "ROOM0001")
    watch(eye, without, 12)
    watch(eye, TABLE, 1, start=12)
    decoder.unread = "ROOM0001"
    watch(eye, TABLE, 2, start=13)
    place = next(sticker.pose for sticker in TABLE if sticker.text == "ROOM0001")
    x, y = to_pixels(CAMERA, np.array([(place.x_mm, place.y_mm)]))[0]
    assert any(left < x < right and top < y < bottom for left, top, right, bottom in decoder.orders.closely)


def test_what_stays_unread_is_looked_at_closely_for_a_while_and_later_now_and_then() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    strange = Glued("ROOM0002", Pose(-70, -60, 0), on_card=True)
    fixed(eye, TABLE[:2], 12, 0)
    decoder.unread = "ROOM0002"
    attended: list[bool] = []
    fixed(eye, (*TABLE[:2], strange), 140, 12, lambda: attended.append(bool(decoder.orders.closely)))
    assert eye._things
    assert all(attended[4:60])
    assert 2 <= sum(attended[-30:]) <= 5


def test_a_card_that_is_sought_may_lie_between_others_that_are_read() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    fixed(eye, TABLE, 12, 0)
    hero = next(sticker for sticker in TABLE if sticker.text == "HERO0001")
    room = next(sticker for sticker in TABLE if sticker.text == "ROOM0002")
    # the room was laid on its boss's far side, and the hero half over it; the hero is read, the room is not
    there = Pose(40, -110, 0)
    table = tuple(glued for glued in TABLE if glued not in (hero, room))
    table += (Glued("ROOM0002", there, 16.0, on_card=True), Glued("HERO0001", there.moved(0, 24), 16.0, on_card=True))
    decoder.unread = "ROOM0002"
    decoder.vanished = [
        (Code(gone.text), to_pixels(CAMERA, np.array([(gone.pose.x_mm, gone.pose.y_mm)]))[0]) for gone in (hero, room)
    ]
    x, y = to_pixels(CAMERA, np.array([(there.x_mm, there.y_mm)]))[0]
    looks: list[bool] = []

    def note() -> None:
        looks.append(any(left < x < right and top < y < bottom for left, top, right, bottom in decoder.orders.closely))

    fixed(eye, table, 12, 12, note)
    assert sum(looks) >= 4


def test_nobody_seeks_a_spell_that_is_taken_from_the_table() -> None:
    specs = {**SPECS, Code("ROOM0001"): replace(SPECS[Code("ROOM0001")], role=Role.SPELL)}
    decoder = Watchful()
    eye = Eye(decoder, specs, tracking=QUICK)
    watch(eye, TABLE, 12)
    watch(eye, tuple(glued for glued in TABLE if glued.text != "ROOM0001"), 6, start=12)
    assert [card.code for card in eye._tracker.astray(0.15 * 18, 9.0)] == ["ROOM0001"]
    assert eye._attention.astray(eye._tracker, 0.15 * 18, 9.0) == []
