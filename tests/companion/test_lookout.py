"""Looking through the camera: a small picture now and then, every card with its words, and where a tap leads."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import wiring
from companion.evening import TIDY_EVERY_S, Evening
from companion.lookout import EVERY_S, UNUSED_S, Lookout, live_picture
from companion.scenes import before_the_bait, scene_desk
from companion.views.lookout import correct_place
from companion.views.page import Page
from companion.views.watching import Mark, WatchView, next_card, touched_mark
from engine.boss_monster.options import Options
from engine.boss_monster.state import State
from engine.core.ids import CopyId
from engine.core.observations import TableSeen
from tests.companion.quick_camera import SIZE, QuickEvening
from tests.companion.test_desk import tap
from tests.companion.test_play import arguments
from vision.decode import Read
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.process import Glance
from vision.reader import Take
from vision.trouble import CameraTrouble

BOX = wiring.open_box()


class Peephole:
    """A reader that makes at once what it is asked for."""

    def __init__(self) -> None:
        self.asked = 0
        self.is_left_alone = False

    def glimpse(self, take: Take | None) -> Any:
        self.is_left_alone = take is None
        if take is None:
            return None
        self.asked += 1
        return take(Frame(self.asked, 0.0, np.zeros((1080, 1920, 3), np.uint8)), Glance(TableSeen(())))


class PaperCamera:
    """A real camera above an empty table. While it is unplugged it gives no pictures."""

    def __init__(self) -> None:
        self.is_open = True
        self.is_plugged = True

    def read(self) -> Frame:
        self.is_open = True
        time.sleep(0.01)
        if not self.is_plugged:
            raise CameraTrouble("check its cable")
        return Frame(0, time.monotonic(), np.full((720, 1280), 200, np.uint8))

    def close(self) -> None:
        self.is_open = False


class NothingToRead:
    """A decoder above an empty table."""

    name = "nothing"

    def decode(self, picture: Picture) -> list[Read]:
        return []


class PaperEvening(Evening):
    """An evening whose camera sees no stickers."""

    def new_eye(self, sets: tuple[str, ...]) -> Eye:
        return Eye(NothingToRead(), wiring.specs_of(self._box, sets))


class BothEvening(QuickEvening):
    """An evening with a real camera, and a simulated table for newcomers."""

    def new_eye(self, sets: tuple[str, ...]) -> Eye:
        if self._watch.source is not self._camera:
            return super().new_eye(sets)
        return Eye(NothingToRead(), wiring.specs_of(self._box, sets))


def paper_evening(folder: Path, kind: type[Evening] = PaperEvening) -> tuple[Evening, PaperCamera]:
    camera = PaperCamera()
    return kind(arguments("--data", str(folder), "--lang", "en"), BOX, camera, at_start=True), camera


def new_evening(folder: Path) -> QuickEvening:
    nobody = CameraTrouble("no camera is plugged in")
    return QuickEvening(arguments("--data", str(folder), "--lang", "en"), BOX, nobody, at_start=True)


def wait_for(evening: Evening, is_there: Callable[[WatchView], bool]) -> WatchView:
    """Look until the page of the camera shows this."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        evening.tick()
        view = evening.desk.view()
        assert isinstance(view, WatchView)
        if is_there(view):
            return view
        time.sleep(0.02)
    raise AssertionError(evening.desk.view())


@pytest.fixture
def guided(tmp_path: Path) -> Iterator[QuickEvening]:
    evening = new_evening(tmp_path)
    tap(evening, "guided")
    yield evening
    evening.close()


def test_at_most_two_pictures_a_second_are_made_for_people() -> None:
    now = [0.0]
    lookout, reader = Lookout(lambda: now[0]), Peephole()
    numbers = set()
    for step in range(40):
        now[0] = step / 10
        sight = lookout.look(reader, lambda: ())
        assert sight is not None
        numbers.add(sight.picture.number)
    assert len(numbers) == reader.asked == 4 / EVERY_S
    lookout.forget()
    fresh = lookout.look(reader, lambda: ())
    assert fresh is not None
    assert fresh.picture.number == 9


def test_pictures_that_nobody_looks_at_are_let_go() -> None:
    now = [0.0]
    lookout, reader = Lookout(lambda: now[0]), Peephole()
    lookout.rest(reader)
    assert not reader.is_left_alone, "nobody has looked yet"
    first = lookout.look(reader, lambda: ())
    now[0] = UNUSED_S
    assert lookout.look(reader, lambda: ()) is not first
    now[0] = 2 * UNUSED_S
    lookout.rest(reader)
    assert not reader.is_left_alone, "it was looked at a moment ago"
    now[0] += 0.1
    lookout.rest(reader)
    assert reader.is_left_alone
    assert lookout._sight is None
    assert lookout.look(reader, lambda: ()) is not None


def test_now_and_then_free_memory_goes_back(guided: QuickEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    returned: list[str] = []
    monkeypatch.setattr("companion.evening.return_free_pages", lambda: returned.append("pages"))
    monkeypatch.setattr(guided._watch, "tidy", lambda: returned.append("pictures"))
    now = guided._tidied_s
    for step in (0.0, 0.5, 1.0, 1.5, 2.0):
        guided._tidy(now + step * TIDY_EVERY_S)
    assert returned == ["pictures", "pages"] * 2


def test_a_picture_is_made_small_and_keeps_its_colours() -> None:
    blue = np.zeros((540, 3840, 3), np.uint8)
    blue[..., 0] = 255
    small = live_picture(blue, 1)
    assert (small.width, small.height, small.shrunk) == (960, 135, 4.0)
    assert small.pixels[:3] == b"\x00\x00\xff"
    grey = live_picture(np.full((30, 40), 7, np.uint8), 2)
    assert grey.pixels == b"\x07" * 30 * 40 * 3


def test_every_card_leads_to_the_page_that_corrects_it() -> None:
    state = before_the_bait()
    anna, ben = state.players[:2]
    state = state.with_player(replace(ben, survivors=(CopyId("bm.hero.the_fool#2"),)))
    assert correct_place(state.town[0], state) == f"correct:hero:{state.town[0]}"
    assert correct_place(anna.dungeon[0].rooms[0], state) == "correct:p1:1"
    assert correct_place(ben.dungeon[3].top, state) == "correct:p2:4"
    assert correct_place(ben.boss, state) == "correct:p2"
    assert correct_place(CopyId("bm.hero.the_fool#2"), state) == "correct:p2"
    assert correct_place(CopyId("bm.mark.town#1"), state) == "correct"
    assert correct_place(None, state) == "correct"
    assert correct_place(anna.boss, State(Options(("Ada", "Ben")))) == ""


def test_every_page_that_a_card_of_the_picture_leads_to_can_be_opened() -> None:
    desk = scene_desk("camera", BOX, "en")
    view = desk.view()
    assert isinstance(view, WatchView)
    assert {mark.tone for mark in view.marks} == {"sure"}
    for mark in view.marks:
        desk.act(mark.action)
        assert isinstance(desk.view(), Page), mark
        desk.act("back")
        assert isinstance(desk.view(), WatchView)


def test_the_keyboard_goes_from_card_to_card_and_corrects_the_chosen_one() -> None:
    desk = scene_desk("camera", BOX, "en")
    met, known = [], set()
    for _ in range(40):
        desk.act("look:1")
        view = desk.view()
        assert isinstance(view, WatchView) and view.chosen is not None
        met.append(view.chosen.card)
        known = {mark.card for mark in view.marks}
    assert set(met) == known
    desk.act("look:-1")
    view = desk.view()
    assert isinstance(view, WatchView) and view.chosen is not None
    assert view.chosen.card == met[-2]
    assert view.buttons[-1][2] == view.chosen.action


def test_a_finger_beside_a_small_card_still_means_it() -> None:
    marks = [Mark(((x, 0), (x + 10, 0), (x + 10, 14), (x, 14)), "", "", "", "sure", f"card {x}") for x in (0, 40)]
    assert touched_mark(marks, 42, 3) is marks[1]
    assert touched_mark(marks, 32, 7, reach=20) is marks[1]
    assert touched_mark(marks, 32, 7) is None
    assert next_card((), "gone", 1) == ""
    assert next_card(marks, "gone", 1) == "card 0"
    assert next_card(marks, "card 0", -1) == "card 40"


def test_during_a_game_the_camera_shows_the_cards_it_reads(guided: QuickEvening) -> None:
    tap(guided, "go:menu")
    view = guided.desk.view()
    assert isinstance(view, Page)
    assert "go:camera" in [tile.action for tile in view.tiles()]
    tap(guided, "go:camera")
    view = wait_for(guided, lambda view: len(view.marks) >= 3)
    assert view.picture is not None
    assert view.picture.shrunk == SIZE[0] / 960
    assert view.lights
    before = view.picture.number
    wait_for(guided, lambda view: view.picture is not None and view.picture.number > before + 1)
    tap(guided, "back")
    assert isinstance(guided.desk.view(), Page)


def test_without_any_camera_nobody_is_led_to_one(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    for place in ("menu", "new"):
        evening.desk.places = ["start", place]
        tap(evening, "unknown")
        view = evening.desk.view()
        assert isinstance(view, Page)
        assert "go:camera" not in [tile.action for tile in view.tiles()]
    evening.close()


def test_before_a_game_people_look_through_the_camera_and_nothing_is_counted_yet(tmp_path: Path) -> None:
    evening, camera = paper_evening(tmp_path)
    tap(evening, "go:new", "go:camera")
    assert isinstance(evening.desk.view(), WatchView)
    view = wait_for(evening, lambda view: view.picture is not None)
    assert (view.marks, view.buttons, view.headline) == ((), (), "0 stickers found")
    assert evening.session.host.seen is None
    tap(evening, "back", "new:begin")
    limit = time.monotonic() + 60
    while evening.session.host.seen is None and time.monotonic() < limit:
        evening.tick()
        time.sleep(0.02)
    assert evening.session.host.seen is not None
    evening.close()
    assert not camera.is_open


# -- a camera that is gone ---------------------------------------------------------------------------------------------

GONE = "No camera picture: check its cable"


@pytest.mark.parametrize("is_played", [False, True])
def test_without_pictures_the_page_says_what_is_wrong_instead_of_showing_an_old_one(
    tmp_path: Path, is_played: bool
) -> None:
    evening, camera = paper_evening(tmp_path)
    tap(evening, *(("go:new", "new:begin") if is_played else ("go:new",)), "go:camera")
    before = wait_for(evening, lambda view: view.picture is not None)
    camera.is_plugged = False
    view = wait_for(evening, lambda view: view.picture is None)
    assert (view.headline, view.lights, view.marks, view.buttons) == (GONE, (), (), ())
    assert view.advice.startswith("Plug it in again.")
    assert evening.sight() is None
    camera.is_plugged = True
    view = wait_for(evening, lambda view: view.picture is not None)
    assert view.picture is not None and before.picture is not None
    assert view.picture.number > before.picture.number
    assert view.headline == "0 stickers found"
    assert "The camera sees again." in evening.session.view().banners
    evening.close()


def test_a_camera_that_never_gave_a_picture_is_not_waited_for_in_silence(tmp_path: Path) -> None:
    evening, camera = paper_evening(tmp_path)
    camera.is_plugged = False
    tap(evening, "go:new", "go:camera")
    assert wait_for(evening, lambda view: bool(view.advice)).headline == GONE
    camera.is_plugged = True
    wait_for(evening, lambda view: view.picture is not None)
    assert evening.session.host.camera_trouble == ""
    evening.close()


def test_pictures_that_nobody_can_read_are_no_matter_of_the_cable() -> None:
    desk = scene_desk("camera", BOX, "de")
    desk.session.host.camera_trouble = "eye: the eye hung"
    desk.session.touched()
    view = desk.view()
    assert isinstance(view, WatchView)
    assert (view.picture, view.advice, view.marks) == (None, "", ())
    assert view.headline.startswith("Ich kann die Kamerabilder nicht lesen.")


def test_what_was_seen_before_the_camera_was_gone_is_not_shown_when_it_is_back() -> None:
    lookout, reader = Lookout(lambda: 0.0), Peephole()
    assert lookout.look(reader, lambda: ()) is not None
    lookout.drop(reader)
    assert reader.is_left_alone
    assert lookout._sight is None


# -- before a game -----------------------------------------------------------------------------------------------------


def test_before_a_game_a_tap_tells_the_name_and_nothing_is_corrected() -> None:
    desk = scene_desk("camera", BOX, "en")
    desk.act("look:")
    view = desk.view()
    assert isinstance(view, WatchView)
    assert view.hint == "Tap a card to correct it."
    desk.places = ["new", "camera"]
    desk.act("look:")
    view = desk.view()
    assert isinstance(view, WatchView)
    assert view.hint == "Tap a card to read its name."
    assert {mark.action for mark in view.marks} == {""}
    desk.act(f"look:{view.marks[0].card}")
    view = desk.view()
    assert isinstance(view, WatchView) and view.chosen is not None
    assert view.chosen.name
    assert [icon for icon, *_ in view.buttons] == ["up", "down"]


def test_another_box_that_is_agreed_on_is_looked_for_at_once(tmp_path: Path) -> None:
    evening, _ = paper_evening(tmp_path)
    tap(evening, "go:new", "go:camera")
    first = evening._watch._reader
    tap(evening, "back", "go:camera")
    assert evening._watch._reader is first, "nothing changed, and nobody waits again"
    tap(evening, "back", "go:sets", "set:crash_landing", "back", "go:camera")
    assert evening._watch.sets == ("base", "crash_landing")
    view = wait_for(evening, lambda view: view.picture is not None)
    assert view.headline == "0 stickers found"
    assert evening.session.host.seen is None
    evening.close()


def test_whoever_looked_ahead_and_begins_no_game_is_not_refereed(tmp_path: Path) -> None:
    evening, _ = paper_evening(tmp_path)
    tap(evening, "go:new", "go:camera")
    wait_for(evening, lambda view: view.picture is not None)
    tap(evening, "back", "back")
    limit = time.monotonic() + 0.5
    while time.monotonic() < limit:
        evening.tick()
        time.sleep(0.02)
    assert evening.session.host.seen is None
    evening.close()


@pytest.mark.parametrize("way_back", [("back", "back"), ("go:start",)])
def test_whoever_looked_ahead_and_goes_back_finds_the_game_watched_with_its_own_boxes(
    tmp_path: Path, way_back: tuple[str, ...]
) -> None:
    evening, _ = paper_evening(tmp_path)
    tap(evening, "go:new", "new:begin", "go:new", "go:sets", "set:crash_landing", "back", "go:camera")
    watch = evening._watch
    assert (watch.sets, watch.is_preview) == (("base", "crash_landing"), True)
    tap(evening, *way_back)
    assert (watch.sets, watch.is_preview) == (("base",), False)
    assert_watched(evening)
    evening.close()


def test_a_button_in_the_middle_of_looking_ahead_leads_back_to_a_watched_game(tmp_path: Path) -> None:
    evening, _ = paper_evening(tmp_path)
    tap(evening, "go:new", "new:begin", "go:new", "go:sets", "set:crash_landing", "back", "go:camera")
    evening.desk.places = []
    evening.tick()
    assert (evening._watch.sets, evening._watch.is_preview) == (("base",), False)
    assert_watched(evening)
    evening.close()


def test_with_the_same_boxes_the_running_game_is_watched_all_the_time(tmp_path: Path) -> None:
    evening, _ = paper_evening(tmp_path)
    tap(evening, "go:new", "new:begin")
    reader = evening._watch._reader
    tap(evening, "go:new", "go:camera")
    assert (evening._watch._reader, evening._watch.is_preview) == (reader, False)
    evening.close()


def test_after_a_first_evening_the_real_camera_is_hung_up_and_the_simulated_table_is_watched_again(
    tmp_path: Path,
) -> None:
    evening, camera = paper_evening(tmp_path, BothEvening)
    tap(evening, "guided", "go:camera")
    simulated = SIZE[0] / 960
    assert shrunk(wait_for(evening, lambda view: len(view.marks) >= 3)) == simulated
    demo = evening.demo
    tap(evening, "go:start", "go:new", "go:camera")
    view = wait_for(evening, lambda view: view.picture is not None)
    assert (shrunk(view), view.headline) == (1280 / 960, "0 stickers found")
    tap(evening, "back", "back")
    assert demo is not None
    assert (evening.demo, evening._watch.source) == (demo, demo.source), "the same hands move what is seen"
    assert_watched(evening)
    assert not camera.is_open
    tap(evening, "go:camera")
    assert shrunk(wait_for(evening, lambda view: len(view.marks) >= 3)) == simulated
    evening.close()


def test_a_real_camera_that_is_gone_is_no_trouble_of_the_simulated_table(tmp_path: Path) -> None:
    evening, camera = paper_evening(tmp_path, BothEvening)
    camera.is_plugged = False
    tap(evening, "guided", "go:start", "go:new", "go:camera")
    assert wait_for(evening, lambda view: bool(view.advice)).headline == GONE
    tap(evening, "back", "back")
    assert_watched(evening)
    assert not any("camera" in banner.lower() for banner in evening.session.view().banners)
    evening.close()


def shrunk(view: WatchView) -> float:
    assert view.picture is not None
    return view.picture.shrunk


def assert_watched(evening: Evening) -> None:
    """What the camera sees counts for the game."""
    evening.tick()
    host = evening.session.host
    host.seen, limit = None, time.monotonic() + 60
    while host.seen is None and time.monotonic() < limit:
        evening.tick()
        time.sleep(0.02)
    assert host.seen is not None
