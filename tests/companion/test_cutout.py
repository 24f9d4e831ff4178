"""A question about an unclear table shows what the camera sees of its place; without a camera nothing changes."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import wiring
from companion.desk import Desk
from companion.evening import Evening
from companion.lookout import DETAIL_PX, Lookout, detail_of
from companion.scene_table import scene_sight
from companion.scenes import SceneHouse, before_the_bait, scene_desk
from companion.views.cutout import Doubt, cutout, doubts, outlines, region_around, where_unclear
from companion.views.model import TableView
from companion.views.page import Page
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import Question, State
from engine.core.ids import CopyId
from engine.core.observations import TableSeen
from tests.companion.quick_camera import SIZE, QuickEvening
from tests.companion.test_desk import tap
from tests.companion.test_lookout import Peephole
from tests.companion.test_play import arguments
from vision.process import Glance
from vision.trouble import CameraTrouble

BOX = wiring.open_box()
CARDS = BOX.catalog


def asking(state: State, *choices: str, slot: int | None = 2, cards: tuple[CopyId, ...] = ()) -> State:
    """The referee asks Cem about a place."""
    ask = Question("Q-03", choices or ("yes", "no"), state.players[2].id, slot, cards)
    return replace(state, questions=(ask,))


def shown(desk: Desk) -> TableView:
    view = desk.view()
    assert isinstance(view, TableView)
    return view


def test_a_question_about_a_slot_outlines_the_slot_where_the_room_lies() -> None:
    state = before_the_bait()
    room = state.players[2].dungeon[1].top
    glance = scene_sight(state, BOX).glance
    ((_, card),) = outlines([Doubt((room,))], glance, state, CARDS)
    ((_, slot),) = outlines([Doubt((), state.players[2].id, 2)], glance, state, CARDS)
    assert np.abs(np.array(card) - np.array(slot)).max() < 3, "pixels of the camera"


def test_a_card_that_nobody_can_read_is_found_by_its_slot() -> None:
    state = before_the_bait()
    room = state.players[2].dungeon[1].top
    glance = scene_sight(state, BOX, unread=(room,)).glance
    assert outlines([Doubt((room,))], glance, state, CARDS) == ()
    assert len(outlines([Doubt((room,), state.players[2].id, 2)], glance, state, CARDS)) == 1


def test_which_of_two_outlines_both() -> None:
    state = before_the_bait()
    one, two = state.players[0].dungeon[0].top, state.players[0].dungeon[1].top
    asked = doubts(asking(state, one, two, slot=None), ())
    found = outlines(asked, scene_sight(state, BOX).glance, state, CARDS)
    assert {copy for copy, _ in found} == {one, two}


def test_a_sticker_that_lies_twice_is_outlined_at_both_places() -> None:
    state = before_the_bait()
    glance = scene_sight(state, BOX).glance
    first, second, *others = glance.seen.cards
    twin = replace(second, code=first.code)
    copy = CARDS.copy_of(first.code)
    assert copy is not None
    seen = replace(glance.seen, cards=tuple(others), twice=(first.code,), doubles=(first, twin))
    found = outlines(doubts(state, [Todo("sticker_twice", copy)]), replace(glance, seen=seen), state, CARDS)
    assert [each for each, _ in found] == [copy, copy]
    assert len({corners for _, corners in found}) == 2


def test_ordinary_things_to_do_are_no_questions() -> None:
    state = before_the_bait()
    assert doubts(state, [Todo("todo_score_soul", state.town[0], state.players[0].id)]) == ()
    assert where_unclear(state, (), CARDS) is None


def test_without_a_map_or_a_boss_nothing_is_outlined() -> None:
    state = asking(before_the_bait())
    assert outlines(doubts(state, ()), Glance(TableSeen(())), state, CARDS) == ()
    glance = scene_sight(before_the_bait(), BOX).glance
    nobody = replace(glance, seen=TableSeen(()))
    assert outlines(doubts(state, ()), nobody, state, CARDS) == ()


def test_the_part_that_is_shown_surrounds_the_place_and_stays_in_the_picture() -> None:
    place = ((900.0, 500.0), (960.0, 500.0), (960.0, 590.0), (900.0, 590.0))
    left, top, right, bottom = region_around([place], 2304, 1296) or (0, 0, 0, 0)
    assert left < 880 and right > 980 and top < 480 and bottom > 610
    assert (right - left) == pytest.approx(2 * (bottom - top), abs=2)
    corner = ((2290.0, 1280.0), (2350.0, 1280.0), (2350.0, 1370.0), (2290.0, 1370.0))
    left, top, right, bottom = region_around([corner], 2304, 1296) or (0, 0, 0, 0)
    assert (right, bottom) == (2304, 1296)
    assert left >= 0 and top >= 0
    outside = ((-90.0, 500.0), (-30.0, 500.0), (-30.0, 590.0), (-90.0, 590.0))
    assert region_around([outside], 2304, 1296) is None
    assert region_around([], 2304, 1296) is None
    whole = ((0.0, 0.0), (2304.0, 0.0), (2304.0, 1296.0), (0.0, 1296.0))
    assert region_around([whole], 2304, 1296) == (0, 0, 2304, 1296)


def test_the_part_is_cut_from_the_sharp_picture_and_not_from_the_small_one() -> None:
    picture = np.zeros((2592, 4608), np.uint8)
    picture[1000:1300, 2000:2600] = 255
    detail = detail_of(picture, Glance(TableSeen(())), 3, lambda glance, width, height: (2000, 1000, 2600, 1300))
    assert detail is not None
    assert (detail.picture.width, detail.picture.height, detail.picture.shrunk) == (600, 300, 1.0)
    assert set(detail.picture.pixels) == {255}
    wide = detail_of(picture, Glance(TableSeen(())), 3, lambda glance, width, height: (0, 0, width, height))
    assert wide is not None
    assert wide.picture.width == DETAIL_PX
    assert detail_of(picture, Glance(TableSeen(())), 3, lambda glance, width, height: None) is None


def test_the_lookout_brings_the_part_that_somebody_wants() -> None:
    lookout = Lookout(lambda: 0.0)
    sight = lookout.look(Peephole(), lambda: (), lambda glance, width, height: (10, 20, 110, 70))
    assert sight is not None and sight.detail is not None
    assert (sight.detail.left, sight.detail.top, sight.detail.picture.width) == (10, 20, 100)


def test_the_outline_lies_on_the_card_in_the_part_that_is_shown() -> None:
    desk = scene_desk("question_seen", BOX, "en")
    cut = shown(desk).cutout
    assert cut is not None
    named = [mark for mark in cut.marks if mark.name]
    assert [mark.name for mark in named] == ["Liger's Den"]
    x, y = named[0].middle
    assert abs(x - cut.picture.width / 2) < cut.picture.width * 0.3
    assert abs(y - cut.picture.height / 2) < cut.picture.height * 0.3
    for mark in cut.marks:
        assert all(0 <= x <= cut.picture.width and 0 <= y <= cut.picture.height for x, y in mark.corners)


def test_there_is_room_for_the_picture_before_it_comes_so_that_no_answer_moves() -> None:
    desk = scene_desk("question_seen", BOX, "en")
    house = desk.house
    assert isinstance(house, SceneHouse)
    seen = house.sight()
    assert seen is not None and seen.detail is None, "nobody wanted a part of it yet"
    assert shown(desk).looks
    assert shown(desk).cutout is None


def test_a_question_about_nothing_on_the_table_needs_no_room() -> None:
    state = before_the_bait()
    assert doubts(asking(state, slot=None), ()) == ()


def test_what_cannot_be_read_is_shown_beside_the_things_to_do() -> None:
    view = shown(scene_desk("unclear", BOX, "en"))
    assert view.question is None
    assert view.cutout is not None
    assert [mark.name for mark in view.cutout.marks] == [""]


def test_a_question_with_many_answers_shows_its_cards_too() -> None:
    desk = scene_desk("answers_seen", BOX, "en")
    page = desk.view()
    assert isinstance(page, Page)
    assert page.looks and page.cutout is not None
    offered = {tile.label for tile in page.tiles() if str(tile.action).startswith("answer:")}
    assert len(offered) > 4
    assert {mark.name for mark in page.cutout.marks} == offered
    desk.session.host.by_touch = True
    desk.session.touched()
    page = desk.view()
    assert isinstance(page, Page)
    assert not page.looks and page.cutout is None


@pytest.mark.parametrize("change", ["by_touch", "camera_lost", "never_looked"])
def test_without_a_camera_that_looks_nothing_changes(change: str) -> None:
    desk = scene_desk("question_seen", BOX, "en")
    host = desk.session.host
    if change == "by_touch":
        host.by_touch = True
    elif change == "camera_lost":
        host.camera_trouble = "no picture"
    else:
        host.seen = None
    assert shown(desk).cutout is None
    assert not shown(desk).looks
    assert shown(desk).question is not None
    assert cutout(None, host.state, (), CARDS, BOX.book("en")) is None


def wait_for(evening: Evening, is_there: Callable[[TableView], bool]) -> TableView:
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        evening.tick()
        view = evening.desk.view()
        if isinstance(view, TableView) and is_there(view):
            return view
        time.sleep(0.02)
    raise AssertionError(evening.desk.view())


def test_a_question_in_a_running_game_shows_the_live_picture_and_follows_it(tmp_path: Path) -> None:
    nobody = CameraTrouble("no camera is plugged in")
    evening = QuickEvening(arguments("--data", str(tmp_path), "--lang", "en"), BOX, nobody, at_start=True)
    try:
        tap(evening, "guided")
        tap(evening, "button:next")
        wait_for(evening, lambda view: bool(evening.session.host.state.players))
        game = evening.session.host.game
        state = game.state
        ask = Question("Q-03", ("yes", "no"), state.players[0].id, 1)
        last = game.history.turns[-1]
        asked = replace(last, state=replace(state, questions=(ask,)))
        game.history = replace(game.history, turns=(*game.history.turns[:-1], asked))
        evening.session.touched()
        view = wait_for(evening, lambda view: view.cutout is not None)
        assert view.question is not None and view.cutout is not None
        assert view.cutout.picture.width < SIZE[0] / 2, "a part of the table"
        before = view.cutout.picture.number
        wait_for(evening, lambda view: view.cutout is not None and view.cutout.picture.number > before)
    finally:
        evening.close()
