"""From picture to `TableSeen`."""

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.ids import Code
from engine.core.observations import Area, TableSeen, Turned
from tests.vision.pictures import Glued, photograph, to_pixels
from tests.vision.watched import BOSS, CAMERA, HEIGHT, SPECS, TABLE, WIDTH, Watchful, by_code, glued, watch
from vision.arms import Cards
from vision.decode import Read, TableDecoder, ZxingDecoder
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.surroundings import Surroundings, View
from vision.tabletop import Pose
from vision.tracker import QUICK, Outlook, Sighting
from vision.whereabouts import covers


def test_a_tilted_picture_becomes_a_dungeon_a_town_and_souls() -> None:
    eye = Eye(TableDecoder(), SPECS)
    seen = watch(eye, TABLE, 12)
    cards = by_code(seen)
    assert cards["BOSS0001"].spot.area is Area.BOSS
    assert cards["BOSS0001"].spot.seat == "BOSS0001"
    assert (cards["ROOM0001"].spot.area, cards["ROOM0001"].turned) == (Area.ROW, Turned.UPRIGHT)
    assert cards["ROOM0001"].spot.place == pytest.approx(1, abs=0.05)
    assert abs(cards["ROOM0001"].spot.drop_mm) < 2
    assert cards["ROOM0002"].spot.place == pytest.approx(2, abs=0.05)
    assert cards["ROOM0002"].turned is Turned.SIDEWAYS
    assert cards["HERO0001"].spot.area is Area.TOWN
    assert sorted(back.spot.area.value for back in seen.backs) == ["row", "score"]
    assert seen.settled
    assert seen.at_s == pytest.approx(11 * 0.15)
    assert eye.quality.rms_mm < 0.3
    assert eye.quality.stickers == 7
    assert 1.5 < eye.quality.smallest_module_px < 2.5
    assert len(eye.last_reads) == 7


def test_foreign_codes_are_named_once_they_stay_and_never_become_cards() -> None:
    eye = Eye(ZxingDecoder(enlarge=True), SPECS)
    foreign = Glued("HI THERE", Pose(-150, 60, 20))
    assert watch(eye, (*TABLE[:2], foreign), 2).foreign == ()
    seen = watch(eye, (*TABLE[:2], foreign), 5, start=2)
    assert seen.foreign == ("HI THERE",)
    assert set(by_code(seen)) == {"BOSS0001", "ROOM0001"}
    assert watch(eye, TABLE[:2], 7, start=7).foreign == ()


def test_the_same_sticker_twice_is_an_alarm_and_no_card() -> None:
    eye = Eye(ZxingDecoder(enlarge=True), SPECS)
    copy = glued("ROOM0001", BOSS.moved(-198, 0))
    seen = watch(eye, (*TABLE[:2], copy))
    assert seen.twice == ("ROOM0001",)
    assert set(by_code(seen)) == {"BOSS0001"}


def test_an_empty_table_is_an_empty_sight() -> None:
    eye = Eye(TableDecoder(), SPECS)
    seen = watch(eye, (), 6)
    assert (seen.cards, seen.backs, seen.twice, seen.foreign) == ((), (), (), ())
    assert seen.settled
    assert eye.quality.stickers == 0


def test_a_room_that_is_built_appears_and_the_table_settles_again() -> None:
    eye = Eye(TableDecoder(), SPECS)
    watch(eye, TABLE[:2], 10)
    built = (*TABLE[:2], glued("ROOM0002", BOSS.moved(-132, 0)))
    assert "ROOM0002" not in by_code(watch(eye, built, 3, start=10))
    seen = watch(eye, built, 7, start=13)
    assert by_code(seen)["ROOM0002"].spot.place == pytest.approx(2, abs=0.05)
    assert seen.settled


class _Scripted:
    """A reader that is told what it reads."""

    name = "scripted"

    def __init__(self, edge_px: float) -> None:
        self._edge_px = edge_px

    def decode(self, picture: Picture) -> list[Read]:
        """One boss sticker of this size."""
        x, edge = 100.0, self._edge_px
        return [Read("BOSS0001", ((x, x), (x + edge, x), (x + edge, x + edge), (x, x + edge)), 1.0)]


@pytest.mark.parametrize(("module_px", "legible"), [(1.5, True), (0.97, True), (0.9, False), (0.6, False)])
def test_a_camera_so_high_that_small_stickers_drown_says_so(module_px: float, legible: bool) -> None:
    """The boss sticker is 20 mm: a 16 mm one has four fifths of its pixels, and those must suffice too."""
    picture = photograph(TABLE[:1], CAMERA, WIDTH, HEIGHT, seed=1)
    eye = Eye(_Scripted(21 * module_px), SPECS)
    assert eye.look(Frame(0, 0.0, picture)).legible is legible


@pytest.mark.parametrize(
    ("sticker", "hidden"),
    [(Pose(500, 500, 0), True), (Pose(500, 530, 0), True), (Pose(500, 545, 0), False), (Pose(530, 500, 0), False)],
)
def test_a_card_hides_a_sticker_that_lies_wholly_below_it(sticker: Pose, hidden: bool) -> None:
    assert covers(Pose(500, 500, 0), sticker, 14.0) is hidden
    turned = Pose(500, 500, 90)
    aside = Pose(500 - (sticker.y_mm - 500), 500 + (sticker.x_mm - 500), 0)
    assert covers(turned, aside, 14.0) is hidden


def test_a_sticker_of_which_nothing_is_left_is_gone_soon_and_one_that_is_hard_to_read_stays() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    decoder.unread = "ROOM0001"
    assert "ROOM0001" in by_code(watch(eye, TABLE, 6, start=12))
    place = next(sticker.pose for sticker in TABLE if sticker.text == "ROOM0001")
    decoder.vanished = [(Code("ROOM0001"), to_pixels(CAMERA, np.array([(place.x_mm, place.y_mm)]))[0])]
    assert "ROOM0001" not in by_code(watch(eye, TABLE, 3, start=18))


def test_what_lies_where_a_card_was_keeps_the_table_unsettled_until_it_is_read() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    hero, room = (
        Glued("HERO0001", Pose(-70, -60, 0), on_card=True),
        Glued("ROOM0002", Pose(-70, -60, 180), on_card=True),
    )

    def watch(sticker: Glued, start: int, frames: int) -> TableSeen:
        picture = photograph((*TABLE[:2], sticker), CAMERA, WIDTH, HEIGHT)
        for number in range(start, start + frames):
            seen = eye.look(Frame(number, number / 14, picture))
        return seen

    assert watch(hero, 0, 12).settled
    decoder.unread = "ROOM0002"
    for number in range(12, 30):
        assert not watch(room, number, 1).settled
    assert decoder.orders.closely, "it is looked at closely as long as it keeps people waiting"
    decoder.unread = ""
    seen = watch(room, 30, 4)
    assert seen.settled
    assert set(by_code(seen)) == {"BOSS0001", "ROOM0001", "ROOM0002"}


def test_no_arm_is_made_of_cards_that_were_pushed_along_nor_of_the_places_they_came_from() -> None:
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    hero = next(sticker for sticker in TABLE if sticker.text == "HERO0001")
    pushed = replace(hero, pose=hero.pose.moved(66, 0))
    watch(eye, tuple(pushed if sticker is hero else sticker for sticker in TABLE), 1, start=12)
    at = [outline.mean(axis=0) for outline in eye._cards().outlines]
    for sticker in (*TABLE, pushed):
        spec = SPECS[Code(sticker.text)]
        card = sticker.pose.moved(-spec.x_mm, -spec.y_mm)
        (place,) = to_pixels(CAMERA, np.array([(card.x_mm, card.y_mm)]))
        assert min(np.linalg.norm(place - other) for other in at) < 12, sticker
    watch(eye, tuple(sticker for sticker in TABLE if sticker is not hero), 1, start=13)
    assert len(eye._cards().outlines) < len(at) - 1, "nobody knows what lies where a card went that is not seen"


def test_where_something_may_be_an_arm_the_eye_tells_which_stickers_it_reads_and_which_it_misses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    decoder.unread = "ROOM0001"
    watch(eye, TABLE, 3, start=12)
    told: list[Cards] = []
    look = Surroundings.look

    def spied(
        surroundings: Surroundings, picture: Picture, mm_per_px: float, cards: Callable[[], Cards] = Cards
    ) -> View:
        told.append(cards())
        return look(surroundings, picture, mm_per_px, cards)

    monkeypatch.setattr(Surroundings, "look", spied)
    watch(eye, TABLE, 1, start=15)
    (cards,) = told
    assert len(cards.read) == len(TABLE) - 1
    place = next(sticker.pose for sticker in TABLE if sticker.text == "ROOM0001")
    assert np.allclose(cards.unread, to_pixels(CAMERA, np.array([(place.x_mm, place.y_mm)])), atol=3)


def test_something_that_flickers_uses_up_the_patience_like_something_that_stays() -> None:
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    nothing, something = np.zeros((2, 20, 20), np.bool_)
    something = ~nothing

    def restless(number: int, hidden: NDArray[np.bool_]) -> bool:
        return eye._is_restless(View(8, 0.5, False, hidden, nothing, nothing, nothing), (), number / 14)

    first = [restless(number, nothing if number % 3 == 2 else something) for number in range(40)]
    assert first[1] and first[24], "it may be a hand"
    assert not any(first[30:]), "it stays, so it is none"
    assert not any(restless(number, nothing) for number in range(40, 44))
    assert restless(44, something), "after some calm it is a new one"


def test_what_looks_like_a_gap_as_often_as_like_a_thing_keeps_nobody_waiting() -> None:
    eye = Eye(TableDecoder(), SPECS)
    watch(eye, TABLE, 2)
    place = np.array(((10.0, 10.0), (90.0, 10.0), (90.0, 130.0), (10.0, 130.0)))
    nothing, everything = np.zeros((60, 80), np.bool_), np.ones((60, 80), np.bool_)
    view = View(8, 0.5, False, nothing, everything, everything, nothing)

    def suspected(verdicts: str) -> list[int]:
        answers = {"t": ((place,), ()), "g": ((), (place,)), ".": ((), ())}
        eye._doubtful = ()
        told = []
        for verdict in verdicts:
            with patch.object(View, "things_and_gaps", lambda *_, verdict=verdict: answers[verdict]):
                told.append(len(eye._unexplained(view, ())))
        return told

    assert suspected("t...") == [1, 1, 1, 1], "in noise a thing comes and goes"
    assert suspected("tg") == [1, 0]
    assert suspected("tttttgg.") == [1] * 7 + [1]
    assert suspected("tttttggg") == [1] * 7 + [0], "what was seen often needs more than one look to be a gap"
    assert suspected("gg") == [0, 0]


def test_a_card_that_came_and_went_before_the_table_was_understood_is_gone_soon() -> None:
    """Its place looks as it did before it came: then it is not hard to read, it is gone."""
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    without = tuple(glued for glued in TABLE if glued.text != "ROOM0001")
    assert watch(eye, without, 12).settled
    decoder.is_behind = True
    card = replace(next(glued for glued in TABLE if glued.text == "ROOM0001"), on_card=True)
    assert "ROOM0001" in by_code(watch(eye, (*without, card), 4, start=12))
    assert "ROOM0001" not in by_code(watch(eye, without, 4, start=16))


def test_the_table_is_not_settled_while_the_reader_has_still_to_search_what_changed() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    assert watch(eye, TABLE, 12).settled
    decoder.is_behind = True
    assert not watch(eye, TABLE, 4, start=12).settled
    decoder.is_behind = False
    assert watch(eye, TABLE, 4, start=16).settled
    decoder.is_behind = True
    assert watch(eye, TABLE, 20, start=20).settled, "but people do not wait for it for ever"


def test_a_card_that_was_seen_to_leave_while_hands_were_there_is_not_believed_when_they_are_gone() -> None:
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    room = next(sticker for sticker in TABLE if sticker.text == "ROOM0001")
    place = to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0]
    nothing = np.zeros((56, 93), np.bool_)
    (missed,) = (card for card in eye._tracker.lying if card.code == "ROOM0001")
    hand = View(16, 0.3, True, nothing, nothing, nothing, nothing)
    calm = View(16, 0.3, False, nothing, nothing, nothing, nothing)

    def outlook(view: View) -> Outlook:
        found = eye._found(())
        assert found is not None
        return eye._whereabouts.outlook(missed, view, found)

    assert outlook(calm) is Outlook.PLAIN
    decoder.vanished = [(Code("ROOM0001"), place)]
    assert outlook(hand) is Outlook.HIDDEN
    decoder.vanished = ()  # the reader has forgotten it meanwhile
    assert outlook(calm) is Outlook.CHANGED
    watch(eye, TABLE, 1, start=12)
    assert outlook(calm) is Outlook.PLAIN, "it was read again"


def test_a_card_that_was_taken_away_is_told_and_one_that_is_only_hard_to_read_is_not() -> None:
    """Rules 4.1: a missing sticker is no proof. A lamp that glares on it changes only a part of its card."""
    decoder = Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    without = tuple(glued for glued in TABLE if glued.text != "ROOM0001")
    card = replace(next(glued for glued in TABLE if glued.text == "ROOM0001"), on_card=True)
    full, bare = (photograph(lying, CAMERA, WIDTH, HEIGHT) for lying in ((*without, card), without))
    ((x, y),) = to_pixels(CAMERA, np.array([(card.pose.x_mm, card.pose.y_mm)])).astype(int)
    glare = full.copy()
    glare[y - 30 : y + 30, x - 30 : x + 30] = 255
    number = 0

    def left(picture: Picture, frames: int) -> tuple[tuple[Code, ...], bool]:
        nonlocal number
        for _ in range(frames):
            number += 1
            seen = eye.look(Frame(number, number / 14, picture))
        return seen.left, "ROOM0001" in by_code(seen)

    assert left(full, 12) == ((), True)
    assert left(glare, 60) == ((), False)
    assert left(full, 12) == ((), True)
    assert left(bare, 12) == (("ROOM0001",), False)
    assert left(full, 12) == ((), True), "and here it is again"
    decoder.unread = "ROOM0001"
    assert left(full, 60) == ((), False)


def test_right_after_a_bump_nobody_can_tell_whether_a_card_was_taken_away() -> None:
    eye = Eye(Watchful(), SPECS, tracking=QUICK)
    watch(eye, TABLE, 12)
    (missed,) = (card for card in eye._tracker.lying if card.code == "ROOM0001")
    nothing = np.zeros((56, 93), np.bool_)
    another = View(16, 0.3, False, nothing, ~nothing, ~nothing, nothing)
    found = eye._found([card for card in eye._newest if card.code != "ROOM0001"])
    assert found is not None
    where = eye._whereabouts
    for since_s, left in ((1.0, set()), (3.0, {"ROOM0001"})):
        where.bumped_s = where._at_s - since_s
        assert where.outlook(missed, another, found) is Outlook.CHANGED
        assert set(where.left) == left


def test_a_card_that_left_and_is_read_on_a_pile_has_still_left_when_it_is_covered_there() -> None:
    where = Eye(Watchful(), SPECS, tracking=QUICK)._whereabouts
    code, pose = Code("ROOM0001"), Pose(100, 100, 0)
    nothing = np.zeros((4, 4), np.bool_)
    calm = View(16, 0.3, False, nothing, nothing, nothing, nothing)
    where.left[code] = pose
    where.look(calm, [Sighting(code, Pose(400, 300, 0))], 1.0)
    assert code in where.left
    where.moor(lambda pose: pose.moved(10, 0))
    where.look(calm, [Sighting(code, Pose(111, 100, 0))], 2.0)
    assert code not in where.left, "it lies there again"
    where.left[code] = pose
    where.found([code])
    assert code not in where.left, "it lies in a row"
