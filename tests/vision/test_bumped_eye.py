"""What the eye believes while table and camera are knocked, and after it."""

import numpy as np
import pytest

from engine.core.ids import Code
from tests.vision.pictures import to_pixels
from tests.vision.watched import CAMERA, SPECS, TABLE, Watchful, by_code, watch
from vision.decode import TableDecoder
from vision.eye import Eye
from vision.tracker import QUICK


def test_when_the_camera_is_bumped_no_card_goes_and_none_is_there_twice() -> None:
    """Cards on their faces are all alike: they cannot be known again by their codes, but by those around them."""
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    before = watch(eye, TABLE, 20)
    assert len(before.backs) == 2
    bumped = np.array([[np.cos(0.03), -np.sin(0.03), 70.0], [np.sin(0.03), np.cos(0.03), -44.0], [0, 0, 1]]) @ CAMERA
    for number in range(12):
        seen = watch(eye, TABLE, 1, start=20 + number, camera=bumped)
        assert {card.code for card in seen.cards} == {card.code for card in before.cards}
        assert len(seen.backs) == 2
        assert not seen.twice
        assert eye._tracker.missing(0.15 * (20 + number), 9.0) == ()
    assert eye.quality.camera_moved == 1


@pytest.mark.parametrize("px", [(24, 10), (0, -40), (-60, 30)])
def test_before_the_map_begins_anew_cards_move_along_already(px: tuple[float, float]) -> None:
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    watch(eye, TABLE, 20)
    starts = eye._calibrator.starts if eye._calibrator else 0
    eye._calibrate = lambda ours, width, height: None  # type: ignore[method-assign]
    bumped = np.array([[1, 0, px[0]], [0, 1, px[1]], [0, 0, 1]]) @ CAMERA
    for number in range(8):
        seen = watch(eye, TABLE, 1, start=20 + number, camera=bumped)
        assert len(seen.backs) == 2
        assert eye._tracker.missing(0.15 * (20 + number), 9.0) == ()
    assert eye._calibrator is not None
    assert eye._calibrator.starts == starts


def test_after_a_bump_it_is_still_known_where_rooms_were_laid() -> None:
    eye = Eye(TableDecoder(), SPECS)
    watch(eye, TABLE, 12)
    bumped = np.array([[np.cos(0.03), -np.sin(0.03), 70.0], [np.sin(0.03), np.cos(0.03), -44.0], [0, 0, 1]]) @ CAMERA
    seen = watch(eye, TABLE, 12, start=12, camera=bumped)
    assert eye.quality.camera_moved == 1
    rest, room = eye._slides._rest[Code("ROOM0001")].pose, by_code(seen)["ROOM0001"]
    assert (rest.x_mm, rest.y_mm) == pytest.approx((room.x_mm, room.y_mm), abs=1.5)


def test_a_card_taken_away_while_the_camera_was_bumped_is_gone_soon() -> None:
    """There is no earlier picture to compare with; but it was read before, and now it is not."""
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 20)
    eye._surroundings.forget()
    decoder.unread = "ROOM0002"
    seen = watch(eye, TABLE, 6, start=20)
    assert "ROOM0002" not in by_code(seen)
    assert "ROOM0001" in by_code(seen)


def test_when_many_stickers_cannot_be_read_after_a_bump_none_is_given_up_at_once() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 20)
    eye._surroundings.forget()
    decoder.unread = " ".join(glued.text for glued in TABLE[2:])
    seen = watch(eye, TABLE, 6, start=20)
    assert {"ROOM0002", "HERO0001", "TOWN0001"} <= by_code(seen).keys()
    assert not seen.settled


def test_when_many_stickers_are_missed_after_a_bump_bare_places_do_not_say_that_they_went() -> None:
    """They may lie elsewhere in the picture, and nobody has told yet where."""
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 20)
    unread = [glued for glued in TABLE if glued.text in ("ROOM0001", "ROOM0002", "HERO0001")]
    decoder.unread = " ".join(glued.text for glued in unread)
    decoder.vanished = [
        (Code(glued.text), to_pixels(CAMERA, np.array([(glued.pose.x_mm, glued.pose.y_mm)]))[0]) for glued in unread
    ]
    eye._surroundings.forget()
    seen = watch(eye, TABLE, 10, start=20)
    assert {"ROOM0001", "ROOM0002", "HERO0001"} <= by_code(seen).keys()
    assert not seen.settled
    seen = watch(eye, TABLE, 20, start=30)
    assert not {"ROOM0001", "ROOM0002", "HERO0001"} & by_code(seen).keys(), "but nobody waits for them for ever"
    assert seen.settled
