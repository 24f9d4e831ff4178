"""A bumped camera and a switched lamp: noticed, healed or told."""

import numpy as np

from engine.core.observations import Drift
from vision.drift import DriftWatch
from vision.surroundings import View


def view(lighter: float = 0.0) -> View:
    nothing = np.zeros((2, 2), np.bool_)
    return View(8, 0.5, False, nothing, nothing, nothing, nothing, lighter)


def quiet(watch: DriftWatch, cards: int = 30) -> None:
    assert watch.look(view(), 0, cards, 0.0, settled=True) is Drift.NONE


def test_a_bumped_camera_that_finds_everything_again_is_told_for_a_moment() -> None:
    watch = DriftWatch()
    quiet(watch)
    assert watch.look(view(), 1, 4, 1.0, settled=False) is Drift.NONE
    assert watch.look(view(), 1, 29, 1.5, settled=True) is Drift.CAMERA_MOVED
    assert watch.look(view(), 1, 30, 3.0, settled=True) is Drift.CAMERA_MOVED
    assert watch.look(view(), 1, 30, 9.0, settled=True) is Drift.NONE


def test_a_switched_lamp_that_changes_nothing_is_told_for_a_moment() -> None:
    watch = DriftWatch()
    quiet(watch)
    assert watch.look(view(-0.9), 0, 30, 1.0, settled=True) is Drift.LIGHT_CHANGED
    assert watch.look(view(), 0, 30, 8.0, settled=True) is Drift.NONE


def test_a_flicker_is_nothing() -> None:
    watch = DriftWatch()
    quiet(watch)
    assert watch.look(view(0.2), 0, 30, 1.0, settled=True) is Drift.NONE


def test_cards_that_are_not_found_again_are_a_case_for_people_until_they_are() -> None:
    watch = DriftWatch()
    quiet(watch)
    watch.look(view(-1.5), 0, 5, 1.0, settled=False)
    assert watch.look(view(-1.5), 0, 5, 4.0, settled=True) is Drift.NONE
    assert watch.look(view(-1.5), 0, 5, 7.0, settled=True) is Drift.LOST
    assert watch.look(view(-1.5), 0, 5, 60.0, settled=True) is Drift.LOST
    assert watch.look(view(), 0, 30, 61.0, settled=True) is Drift.LIGHT_CHANGED
    assert watch.look(view(), 0, 30, 70.0, settled=True) is Drift.NONE


def test_a_camera_that_looks_elsewhere_all_at_once_is_told() -> None:
    """It was knocked over, and shows nothing that could tell how it moved."""
    watch = DriftWatch()
    quiet(watch)
    for number in range(20):
        told = watch.look(view(), 0, 2, 1.0 + number / 4, settled=True)
        assert told is Drift.NONE
    assert watch.look(view(), 0, 2, 6.5, settled=True) is Drift.LOST
    assert watch.look(view(), 0, 2, 60.0, settled=True) is Drift.LOST
    assert watch.look(view(), 0, 29, 61.0, settled=True) is Drift.CAMERA_MOVED


def test_what_is_left_is_the_table_after_a_while() -> None:
    """Another game was begun: nobody looks for the cards of the last one for ever."""
    watch = DriftWatch()
    quiet(watch)
    for number in range(500):
        told = watch.look(view(), 0, 4, 1.0 + number / 4, settled=True)
    assert told is Drift.NONE
    assert watch.look(view(), 1, 4, 130.0, settled=True) is Drift.CAMERA_MOVED, "a bump is told again"


def test_cards_that_are_taken_away_one_after_the_other_are_no_trouble() -> None:
    watch = DriftWatch()
    for number, cards in enumerate((30, 20, 12, 6, 3, 0, 0, 0)):
        for quarter in range(40):
            assert watch.look(view(), 0, cards, 10 * number + quarter / 4, settled=True) is Drift.NONE


def test_a_table_that_is_knocked_while_hands_are_at_work_is_not_lost() -> None:
    watch = DriftWatch()
    quiet(watch)
    watch.look(view(-0.9), 0, 28, 1.0, settled=False)
    for number in range(40):  # most cards are read all the time, but nothing ever settles
        assert watch.look(view(), 0, 28, 1.0 + number / 4, settled=False) is Drift.NONE
    assert watch.look(view(), 0, 5, 11.5, settled=False) is Drift.NONE, "one bad picture"
    assert watch.look(view(), 0, 30, 12.0, settled=True) is Drift.LIGHT_CHANGED
