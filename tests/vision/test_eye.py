"""From picture to `TableSeen`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, TableSeen, Turned
from tests.vision.pictures import Glued, photograph, tilted, to_pixels
from vision.arms import Cards
from vision.decode import Read, TableDecoder, ZxingDecoder
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.stickers import Role, StickerSpec
from vision.stillness import PixelBox
from vision.surroundings import Surroundings, View
from vision.tabletop import Pose
from vision.tracker import QUICK, Outlook
from vision.whereabouts import covers

WIDTH, HEIGHT = 1500, 900
CAMERA = tilted(3.0, WIDTH, HEIGHT, 15)
SPECS = {
    Code(code): StickerSpec(Code(code), role, size, x, y)
    for code, role, size, x, y in (
        ("BOSS0001", Role.BOSS, 20.0, 5.0, -18.0),
        ("ROOM0001", Role.ROOM, 16.0, 0.0, -18.0),
        ("ROOM0002", Role.ROOM, 16.0, 0.0, -18.0),
        ("HERO0001", Role.HERO, 16.0, 0.0, 30.0),
        ("BACK0001", Role.BACK, 16.0, 0.0, 0.0),
        ("TOWN0001", Role.TOWN, 20.0, 0.0, 0.0),
    )
}
BOSS = Pose(120, 60, 3)


def _glued(code: str, card: Pose) -> Glued:
    spec = SPECS[Code(code)]
    return Glued(code, card.moved(spec.x_mm, spec.y_mm), spec.size_mm)


TABLE = (
    _glued("BOSS0001", BOSS),
    _glued("ROOM0001", BOSS.moved(-66, 0)),
    _glued("ROOM0002", BOSS.moved(-132, 0, 90)),
    _glued("BACK0001", BOSS.moved(-198, 0)),
    _glued("BACK0001", BOSS.moved(70, -6)),
    _glued("TOWN0001", Pose(-150, -90, 0)),
    _glued("HERO0001", Pose(-70, -90, 0)),
)


def _watch(
    eye: Eye,
    stickers: tuple[Glued, ...],
    frames: int = 7,
    start: int = 0,
    camera: NDArray[np.float64] = CAMERA,
) -> TableSeen:
    pictures: list[Picture] = [photograph(stickers, camera, WIDTH, HEIGHT, seed=seed) for seed in (1, 2)]
    for number in range(start, start + frames):
        seen = eye.look(Frame(number, number * 0.15, pictures[number % 2]))
    return seen


def _by_code(seen: TableSeen) -> dict[str, SeenCard]:
    return {card.code: card for card in seen.cards}


def test_a_tilted_picture_becomes_a_dungeon_a_town_and_souls() -> None:
    eye = Eye(TableDecoder(), SPECS)
    seen = _watch(eye, TABLE, 12)
    cards = _by_code(seen)
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
    assert _watch(eye, (*TABLE[:2], foreign), 2).foreign == ()
    seen = _watch(eye, (*TABLE[:2], foreign), 5, start=2)
    assert seen.foreign == ("HI THERE",)
    assert set(_by_code(seen)) == {"BOSS0001", "ROOM0001"}
    assert _watch(eye, TABLE[:2], 7, start=7).foreign == ()


def test_the_same_sticker_twice_is_an_alarm_and_no_card() -> None:
    eye = Eye(ZxingDecoder(enlarge=True), SPECS)
    copy = _glued("ROOM0001", BOSS.moved(-198, 0))
    seen = _watch(eye, (*TABLE[:2], copy))
    assert seen.twice == ("ROOM0001",)
    assert set(_by_code(seen)) == {"BOSS0001"}


def test_an_empty_table_is_an_empty_sight() -> None:
    eye = Eye(TableDecoder(), SPECS)
    seen = _watch(eye, (), 6)
    assert (seen.cards, seen.backs, seen.twice, seen.foreign) == ((), (), (), ())
    assert seen.settled
    assert eye.quality.stickers == 0


def test_a_room_that_is_built_appears_and_the_table_settles_again() -> None:
    eye = Eye(TableDecoder(), SPECS)
    _watch(eye, TABLE[:2], 10)
    built = (*TABLE[:2], _glued("ROOM0002", BOSS.moved(-132, 0)))
    assert "ROOM0002" not in _by_code(_watch(eye, built, 3, start=10))
    seen = _watch(eye, built, 7, start=13)
    assert _by_code(seen)["ROOM0002"].spot.place == pytest.approx(2, abs=0.05)
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


class _Watchful:
    """A reader that can be kept from reading stickers that lie there, and that remembers where it was to look."""

    name = "watchful"

    def __init__(self) -> None:
        self._reader = TableDecoder()
        self.unread = ""
        self.vanished: Sequence[tuple[Code, NDArray[np.float64]]] = ()
        self.is_behind = self.is_blurred = False
        self.attended: Sequence[PixelBox] = ()
        self.seeks = self.hurries = False

    def attend(
        self,
        boxes: Sequence[PixelBox],
        *,
        everywhere: bool = False,
        hurry: bool = False,
        settled: bool = False,
        thoroughly: Sequence[PixelBox] = (),
    ) -> None:
        self.attended, self.seeks, self.hurries = boxes, everywhere, hurry

    def decode(self, picture: Picture) -> list[Read]:
        return [read for read in self._reader.decode(picture) if read.text not in self.unread.split()]


def test_a_sticker_of_which_nothing_is_left_is_gone_soon_and_one_that_is_hard_to_read_stays() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    decoder.unread = "ROOM0001"
    assert "ROOM0001" in _by_code(_watch(eye, TABLE, 6, start=12))
    place = next(sticker.pose for sticker in TABLE if sticker.text == "ROOM0001")
    decoder.vanished = [(Code("ROOM0001"), to_pixels(CAMERA, np.array([(place.x_mm, place.y_mm)]))[0])]
    assert "ROOM0001" not in _by_code(_watch(eye, TABLE, 3, start=18))


def test_the_reader_is_told_to_look_closely_where_it_missed_a_sticker() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    assert not decoder.attended
    decoder.unread = "ROOM0001"
    _watch(eye, TABLE, 2, start=12)
    _assert_attended(decoder, "ROOM0001", CAMERA)


def test_where_another_card_lies_now_no_sticker_is_looked_for() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    hero, room = (Glued(text, Pose(-70, -60, 0), on_card=True) for text in ("HERO0001", "ROOM0002"))
    _watch(eye, (*TABLE[:2], hero), 12)
    _watch(eye, (*TABLE[:2], room), 2, start=12)
    assert [track.outlook for track in eye._tracker._tracks if track.code == hero.text] == [Outlook.TAKEN]
    assert eye._tracker.missing(13 * 0.15, 9.0) == ()
    assert [card.code for card in eye._tracker.astray(13 * 0.15, 0.0)] == [hero.text], "but elsewhere"


@pytest.mark.parametrize("turned", [False, True])
def test_a_hero_that_was_turned_over_is_not_sought_beside_its_place(turned: bool) -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    hero = Glued("HERO0001", Pose(-70, -60, 0), on_card=True)
    back = next(replace(glued, pose=Pose(150, -60, 0)) for glued in TABLE if SPECS[Code(glued.text)].role is Role.BACK)
    _watch(eye, (*TABLE[:2], hero), 12)
    looked_at = []
    for number in range(12, 16):
        _watch(eye, (*TABLE[:2], *([back] if turned else [])), 1, start=number)
        looked_at += [right - left for left, _, right, _ in decoder.attended]
    card_px = to_pixels(CAMERA, np.array([(0, 0), (63, 0)]))[1, 0] - to_pixels(CAMERA, np.array([(0, 0)]))[0, 0]
    assert any(width > 3 * card_px for width in looked_at) is not turned


def test_the_reader_hurries_while_people_wait_and_neither_before_nor_after() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE[:-1], 12)
    assert not decoder.hurries
    hurries, settled = [], False
    for number in range(12, 20):
        settled = _watch(eye, TABLE, 1, start=number).settled
        hurries.append(decoder.hurries)
    assert settled
    assert hurries[2]
    assert not hurries[-1]


def _assert_attended(decoder: _Watchful, code: str, camera: NDArray[np.float64]) -> None:
    """The reader was told to look around this sticker, and nowhere else."""
    place = next(sticker.pose for sticker in TABLE if sticker.text == code)
    x, y = to_pixels(camera, np.array([(place.x_mm, place.y_mm)]))[0]
    ((left, top, right, bottom),) = decoder.attended
    assert left + 20 < x < right - 20
    assert top + 20 < y < bottom - 20


def test_when_the_camera_is_bumped_no_card_goes_and_none_is_there_twice() -> None:
    """Cards on their faces are all alike: they cannot be known again by their codes, but by those around them."""
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    before = _watch(eye, TABLE, 20)
    assert len(before.backs) == 2
    bumped = np.array([[np.cos(0.03), -np.sin(0.03), 70.0], [np.sin(0.03), np.cos(0.03), -44.0], [0, 0, 1]]) @ CAMERA
    for number in range(12):
        seen = _watch(eye, TABLE, 1, start=20 + number, camera=bumped)
        assert {card.code for card in seen.cards} == {card.code for card in before.cards}
        assert len(seen.backs) == 2
        assert not seen.twice
        assert eye._tracker.missing(0.15 * (20 + number), 9.0) == ()
    assert eye.quality.camera_moved == 1


@pytest.mark.parametrize("px", [(24, 10), (0, -40), (-60, 30)])
def test_before_the_map_begins_anew_cards_move_along_already(px: tuple[float, float]) -> None:
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    _watch(eye, TABLE, 20)
    starts = eye._calibrator.starts if eye._calibrator else 0
    eye._calibrate = lambda ours, width, height: None  # type: ignore[method-assign]
    bumped = np.array([[1, 0, px[0]], [0, 1, px[1]], [0, 0, 1]]) @ CAMERA
    for number in range(8):
        seen = _watch(eye, TABLE, 1, start=20 + number, camera=bumped)
        assert len(seen.backs) == 2
        assert eye._tracker.missing(0.15 * (20 + number), 9.0) == ()
    assert eye._calibrator is not None
    assert eye._calibrator.starts == starts


def test_after_a_bump_it_is_still_known_where_rooms_were_laid() -> None:
    eye = Eye(TableDecoder(), SPECS)
    _watch(eye, TABLE, 12)
    bumped = np.array([[np.cos(0.03), -np.sin(0.03), 70.0], [np.sin(0.03), np.cos(0.03), -44.0], [0, 0, 1]]) @ CAMERA
    seen = _watch(eye, TABLE, 12, start=12, camera=bumped)
    assert eye.quality.camera_moved == 1
    rest, room = eye._slides._rest[Code("ROOM0001")].pose, _by_code(seen)["ROOM0001"]
    assert (rest.x_mm, rest.y_mm) == pytest.approx((room.x_mm, room.y_mm), abs=1.5)


def test_after_a_bump_a_missed_card_is_looked_for_where_the_others_moved_to() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 20)
    decoder.unread = "ROOM0001"
    bumped = np.array([[1, 0, -60], [0, 1, 30], [0, 0, 1]]) @ CAMERA
    _watch(eye, TABLE, 2, start=20, camera=bumped)
    _assert_attended(decoder, "ROOM0001", bumped)


def test_a_card_that_left_its_place_is_looked_for_beside_it() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    room = next(sticker for sticker in TABLE if sticker.text == "ROOM0001")
    pushed = replace(room, pose=room.pose.moved(-60, 120))
    table = tuple(pushed if sticker is room else sticker for sticker in TABLE)
    decoder.unread = "ROOM0001"
    decoder.vanished = [(Code("ROOM0001"), to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0])]
    _watch(eye, table, 2, start=12)
    x, y = to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0]
    around = [box for box in decoder.attended if box[0] < x - 150 and x + 150 < box[2] and box[1] < y < box[3]]
    assert around, decoder.attended


def test_a_card_that_is_nowhere_when_the_table_is_settled_is_sought_everywhere_for_a_while() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    room = next(sticker for sticker in TABLE if sticker.text == "ROOM0001")
    without = tuple(sticker for sticker in TABLE if sticker is not room)
    decoder.vanished = [(Code("ROOM0001"), to_pixels(CAMERA, np.array([(room.pose.x_mm, room.pose.y_mm)]))[0])]
    sought = []
    for number in range(12, 36):
        settled = _watch(eye, without, 1, start=number).settled
        sought.append((settled, decoder.seeks))
    assert (False, True) not in sought[1:], "others are waited for, and closely looked at, first"
    assert sum(seeks for _, seeks in sought) >= 5
    assert sought[-1] == (True, False)


def test_after_a_bump_what_came_meanwhile_is_looked_at_closely_until_it_is_read() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    before = tuple(glued for glued in TABLE if glued.text != "ROOM0002")
    late = Glued("ROOM0002", Pose(-70, -60, 0), on_card=True)
    _watch(eye, before, 12)
    eye._surroundings.forget()
    decoder.unread = late.text
    x, y = to_pixels(CAMERA, np.array([(late.pose.x_mm, late.pose.y_mm)]))[0]
    looks = []
    for number in range(8):
        _watch(eye, (*before, late), 1, start=12 + number)
        boxes = decoder.attended
        looks.append(any(left < x < right and top < y < bottom for left, top, right, bottom in boxes))
    assert looks[2:4] == [True] * 2
    assert not looks[0], "while the camera still shook"


def test_after_a_bump_that_shows_another_table_the_whole_picture_is_looked_at_closely_once() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    understood = eye._surroundings._understood
    assert understood is not None
    eye._surroundings._understood = replace(understood, shades=np.flip(understood.shades, axis=(0, 1)), _levels=None)
    eye._surroundings.forget()
    attended = []
    for number in range(8):
        _watch(eye, TABLE, 1, start=12 + number)
        attended.append(list(decoder.attended))
    assert attended.count([(0, 0, WIDTH, HEIGHT)]) == 1
    assert attended.count([]) == 7


def test_what_lies_where_a_card_was_keeps_the_table_unsettled_until_it_is_read() -> None:
    decoder = _Watchful()
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
    assert decoder.attended, "it is looked at closely as long as it keeps people waiting"
    decoder.unread = ""
    seen = watch(room, 30, 4)
    assert seen.settled
    assert set(_by_code(seen)) == {"BOSS0001", "ROOM0001", "ROOM0002"}


def test_no_arm_is_made_of_cards_that_were_pushed_along_nor_of_the_places_they_came_from() -> None:
    eye = Eye(TableDecoder(), SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    hero = next(sticker for sticker in TABLE if sticker.text == "HERO0001")
    pushed = replace(hero, pose=hero.pose.moved(66, 0))
    _watch(eye, tuple(pushed if sticker is hero else sticker for sticker in TABLE), 1, start=12)
    at = [outline.mean(axis=0) for outline in eye._cards().outlines]
    for sticker in (*TABLE, pushed):
        spec = SPECS[Code(sticker.text)]
        card = sticker.pose.moved(-spec.x_mm, -spec.y_mm)
        (place,) = to_pixels(CAMERA, np.array([(card.x_mm, card.y_mm)]))
        assert min(np.linalg.norm(place - other) for other in at) < 12, sticker
    _watch(eye, tuple(sticker for sticker in TABLE if sticker is not hero), 1, start=13)
    assert len(eye._cards().outlines) < len(at) - 1, "nobody knows what lies where a card went that is not seen"


def test_where_something_may_be_an_arm_the_eye_tells_which_stickers_it_reads_and_which_it_misses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
    decoder.unread = "ROOM0001"
    _watch(eye, TABLE, 3, start=12)
    told: list[Cards] = []
    look = Surroundings.look

    def spied(
        surroundings: Surroundings, picture: Picture, mm_per_px: float, cards: Callable[[], Cards] = Cards
    ) -> View:
        told.append(cards())
        return look(surroundings, picture, mm_per_px, cards)

    monkeypatch.setattr(Surroundings, "look", spied)
    _watch(eye, TABLE, 1, start=15)
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


def test_a_card_taken_away_while_the_camera_was_bumped_is_gone_soon() -> None:
    """There is no earlier picture to compare with; but it was read before, and now it is not."""
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 20)
    eye._surroundings.forget()
    decoder.unread = "ROOM0002"
    seen = _watch(eye, TABLE, 6, start=20)
    assert "ROOM0002" not in _by_code(seen)
    assert "ROOM0001" in _by_code(seen)


def test_when_many_stickers_cannot_be_read_after_a_bump_none_is_given_up_at_once() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 20)
    eye._surroundings.forget()
    decoder.unread = " ".join(glued.text for glued in TABLE[2:])
    seen = _watch(eye, TABLE, 6, start=20)
    assert {"ROOM0002", "HERO0001", "TOWN0001"} <= _by_code(seen).keys()
    assert not seen.settled


def test_when_many_stickers_are_missed_after_a_bump_bare_places_do_not_say_that_they_went() -> None:
    """They may lie elsewhere in the picture, and nobody has told yet where."""
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 20)
    unread = [glued for glued in TABLE if glued.text in ("ROOM0001", "ROOM0002", "HERO0001")]
    decoder.unread = " ".join(glued.text for glued in unread)
    decoder.vanished = [
        (Code(glued.text), to_pixels(CAMERA, np.array([(glued.pose.x_mm, glued.pose.y_mm)]))[0]) for glued in unread
    ]
    eye._surroundings.forget()
    seen = _watch(eye, TABLE, 10, start=20)
    assert {"ROOM0001", "ROOM0002", "HERO0001"} <= _by_code(seen).keys()
    assert not seen.settled
    seen = _watch(eye, TABLE, 20, start=30)
    assert not {"ROOM0001", "ROOM0002", "HERO0001"} & _by_code(seen).keys(), "but nobody waits for them for ever"
    assert seen.settled


def test_what_looks_like_a_gap_as_often_as_like_a_thing_keeps_nobody_waiting() -> None:
    eye = Eye(TableDecoder(), SPECS)
    _watch(eye, TABLE, 2)
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
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    without = tuple(glued for glued in TABLE if glued.text != "ROOM0001")
    assert _watch(eye, without, 12).settled
    decoder.is_behind = True
    card = replace(next(glued for glued in TABLE if glued.text == "ROOM0001"), on_card=True)
    assert "ROOM0001" in _by_code(_watch(eye, (*without, card), 4, start=12))
    assert "ROOM0001" not in _by_code(_watch(eye, without, 4, start=16))


def test_the_table_is_not_settled_while_the_reader_has_still_to_search_what_changed() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    assert _watch(eye, TABLE, 12).settled
    decoder.is_behind = True
    assert not _watch(eye, TABLE, 4, start=12).settled
    decoder.is_behind = False
    assert _watch(eye, TABLE, 4, start=16).settled
    decoder.is_behind = True
    assert _watch(eye, TABLE, 20, start=20).settled, "but people do not wait for it for ever"


def test_a_card_that_was_only_glimpsed_is_looked_at_closely() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    without = tuple(glued for glued in TABLE if glued.text != "ROOM0001")
    _watch(eye, without, 12)
    _watch(eye, TABLE, 1, start=12)
    decoder.unread = "ROOM0001"
    _watch(eye, TABLE, 2, start=13)
    place = next(sticker.pose for sticker in TABLE if sticker.text == "ROOM0001")
    x, y = to_pixels(CAMERA, np.array([(place.x_mm, place.y_mm)]))[0]
    assert any(left < x < right and top < y < bottom for left, top, right, bottom in decoder.attended)


def _fixed(
    eye: Eye, table: tuple[Glued, ...], frames: int, start: int, look: Callable[[], None] = lambda: None
) -> None:
    """The same picture again and again: cards are drawn, too."""
    picture = photograph(table, CAMERA, WIDTH, HEIGHT)
    for number in range(start, start + frames):
        eye.look(Frame(number, number / 14, picture))
        look()


def test_what_stays_unread_is_looked_at_closely_for_a_while_and_later_now_and_then() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    strange = Glued("ROOM0002", Pose(-70, -60, 0), on_card=True)
    _fixed(eye, TABLE[:2], 12, 0)
    decoder.unread = "ROOM0002"
    attended: list[bool] = []
    _fixed(eye, (*TABLE[:2], strange), 140, 12, lambda: attended.append(bool(decoder.attended)))
    assert eye._things
    assert all(attended[4:60])
    assert 2 <= sum(attended[-30:]) <= 5


def test_a_card_that_is_sought_may_lie_between_others_that_are_read() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _fixed(eye, TABLE, 12, 0)
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
        looks.append(any(left < x < right and top < y < bottom for left, top, right, bottom in decoder.attended))

    _fixed(eye, table, 12, 12, note)
    assert sum(looks) >= 4


def test_nobody_seeks_a_spell_that_is_taken_from_the_table() -> None:
    specs = {**SPECS, Code("ROOM0001"): replace(SPECS[Code("ROOM0001")], role=Role.SPELL)}
    decoder = _Watchful()
    eye = Eye(decoder, specs, tracking=QUICK)
    _watch(eye, TABLE, 12)
    _watch(eye, tuple(glued for glued in TABLE if glued.text != "ROOM0001"), 6, start=12)
    assert [card.code for card in eye._tracker.astray(0.15 * 18, 9.0)] == ["ROOM0001"]
    assert eye._attention.astray(eye._tracker, 0.15 * 18, 9.0) == []


def test_a_card_that_was_seen_to_leave_while_hands_were_there_is_not_believed_when_they_are_gone() -> None:
    decoder = _Watchful()
    eye = Eye(decoder, SPECS, tracking=QUICK)
    _watch(eye, TABLE, 12)
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
    _watch(eye, TABLE, 1, start=12)
    assert outlook(calm) is Outlook.PLAIN, "it was read again"
