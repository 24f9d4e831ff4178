"""Places on the screen, without a screen: nothing overlaps, everything is finger-sized, and numbers can be read."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from companion import preferences, wiring
from companion.preferences import Person, Preferences
from companion.scenes import SCENES, scene_view
from companion.shelf import Kind, Shelf
from companion.views.layout import Box, arrange, touch_px, usual_inches
from companion.views.page import Kind as Sort
from companion.views.page import Page, Section, Tile
from companion.views.page_layout import arrange_page, label_size, text_room
from companion.views.phase_layout import arrange_ending, arrange_phase, arrange_walk
from companion.views.watching import WatchView, arrange_watch
from engine.boss_monster.options import Options

SIZES = [(800, 480), (1280, 720), (720, 1280), (1024, 600), (1920, 1080)]
ARM_MM = 1000
SHARP_ARC_MIN = 5.0
"""What a good eye tells apart: a letter of five minutes of arc."""


def measure(text: str, size: int) -> float:
    """A font without its file: half as wide as high."""
    return 0.55 * size * len(text)


def apart(boxes: list[Box]) -> bool:
    return not any(one.overlaps(two) for at, one in enumerate(boxes) for two in boxes[:at])


def test_twelve_millimetres_are_as_many_pixels_as_the_screen_has_there() -> None:
    assert touch_px(800, 480, 7.0) == 63
    assert touch_px(720, 1280, 7.0) == 100
    assert touch_px(1280, 720, usual_inches(1280, 720)) == 69


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("banner", [False, True])
def test_the_parts_of_a_phase_lie_side_by_side(size: tuple[int, int], banner: bool) -> None:
    touch = touch_px(*size, usual_inches(*size))
    plan = arrange_phase(*size, touch, banner=banner)
    assert apart(list(plan.outer_boxes()))
    assert all(Box(0, 0, *size).contains(box) for box in plan.outer_boxes())
    assert all(min(box.width, box.height) >= touch for box in (plan.menu, *plan.buttons))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("buttons", [0, 2, 4])
def test_the_picture_of_the_camera_takes_most_of_its_page(size: tuple[int, int], buttons: int) -> None:
    touch = touch_px(*size, usual_inches(*size))
    plan = arrange_watch(*size, touch, buttons)
    assert apart(list(plan.outer_boxes()))
    assert all(Box(0, 0, *size).contains(box) for box in plan.outer_boxes())
    assert all(min(box.width, box.height) >= touch for box in (plan.back, *plan.buttons))
    assert plan.picture.width * plan.picture.height >= 0.28 * size[0] * size[1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 7))
def test_every_player_has_a_button_to_react(size: tuple[int, int], players: int) -> None:
    touch = touch_px(*size, usual_inches(*size))
    plan = arrange_phase(*size, touch, banner=False)
    walk = arrange_walk(plan, touch, players)
    boxes = [walk.hero, *walk.slots, walk.boss, *walk.reacts]
    assert len(walk.reacts) == players
    assert apart(boxes)
    assert all(plan.main.contains(box) for box in boxes)
    assert all(box.height >= touch for box in walk.reacts)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_scoreboard_has_room_for_everybody(size: tuple[int, int], players: int) -> None:
    plan = arrange_phase(*size, touch_px(*size, usual_inches(*size)), banner=True)
    inside = arrange_ending(plan, players, 5)
    assert apart([inside.scores, *inside.facts])
    assert all(plan.main.contains(box) for box in (inside.scores, *inside.facts))
    assert inside.scores.height / players >= 30 * plan.scale


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 3, 8, 40])
@pytest.mark.parametrize("sort", Sort)
def test_tiles_never_overlap_and_none_is_lost_between_sheets(size: tuple[int, int], count: int, sort: Sort) -> None:
    touch = touch_px(*size, usual_inches(*size))
    tiles = tuple(Tile(f"Room {n}", f"pick:{n}", "does something" if n % 2 else "") for n in range(count))
    page = Page("many", "Many", (Section(tiles, "Rooms", sort),), "Which one?", (Tile("Done", "done"),))
    plan = arrange_page(page, *size, touch, measure)
    shown = [placed.tile for sheet in plan.sheets for placed in sheet.tiles]
    assert shown == list(tiles)
    assert (plan.turns is not None) is (len(plan.sheets) > 1)
    for sheet in plan.sheets:
        fixed = [plan.title, plan.text, *(plan.turns or ()), *(each.box for each in plan.footer)]
        boxes = [*(each.box for each in sheet.tiles), *(each.box for each in sheet.titles), *fixed]
        assert apart([box for box in boxes if box.width])
        assert all(min(each.box.width, each.box.height) >= touch for each in sheet.tiles)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_numbers_and_prompts_can_be_read_from_one_metre(size: tuple[int, int]) -> None:
    """Twice as high as a good eye needs for numbers and titles, and never below that for sentences."""
    plan = arrange(*size, 4)
    mm_per_px = 25.4 * usual_inches(*size) / math.hypot(*size)
    sharp_mm = ARM_MM * math.tan(math.radians(SHARP_ARC_MIN / 60))
    assert 7 * plan.pixel * mm_per_px >= 1.7 * sharp_mm, "pixel letters of souls, wounds, damage"
    assert 0.72 * 21 * plan.scale * mm_per_px >= 1.7 * sharp_mm, "the prompt"
    assert 0.72 * 13 * plan.scale * mm_per_px >= sharp_mm, "the longest prompt"


@pytest.mark.parametrize("size", SIZES)
def test_a_short_page_is_written_larger_and_fills_the_screen(size: tuple[int, int]) -> None:
    touch = touch_px(*size, usual_inches(*size))
    tiles = tuple(Tile(f"Way {n}", f"go:{n}", icon="home") for n in range(8))
    plan = arrange_page(Page("short", "Short", (Section(tiles),)), *size, touch, measure)
    assert plan.words > 1.3
    (sheet,) = plan.sheets
    assert max(placed.box.bottom for placed in sheet.tiles) >= 0.97 * size[1] - plan.gap
    long = tuple(Tile(f"Way {n} to somewhere else altogether", f"go:{n}") for n in range(40))
    assert arrange_page(Page("long", "Long", (Section(long),)), *size, touch, measure).words == 1.0


def test_larger_words_neither_divide_a_word_nor_break_a_name() -> None:
    touch = touch_px(800, 480, 7.0)
    narrow = tuple(Tile("Einstellungs", f"go:{n}") for n in range(4))
    plan = arrange_page(Page("words", "Words", (Section(narrow),)), 800, 480, touch, measure)
    assert 1.0 < plan.words < 1.6
    for placed in plan.sheets[0].tiles:
        room = text_room(placed.tile, placed.box.width, plan.scale)
        assert measure(placed.tile.label, label_size(plan.scale * plan.words)) <= room


def test_all_pictures_of_a_row_stand_above_their_words_or_none() -> None:
    touch = touch_px(800, 480, 7.0)
    plain = tuple(Tile(f"Way {n}", f"go:{n}", icon="home") for n in range(4))
    plan = arrange_page(Page("row", "Row", (Section(plain),)), 800, 480, touch, measure)
    assert all(placed.stands for placed in plan.sheets[0].tiles)
    mixed = (*plain[:3], Tile("Hero", "go:3", icon="home", number="6"))
    plan = arrange_page(Page("row", "Row", (Section(mixed),)), 800, 480, touch, measure)
    assert not any(placed.stands for placed in plan.sheets[0].tiles)


@pytest.mark.parametrize("size", SIZES)
def test_the_picture_of_a_question_never_costs_a_sheet(size: tuple[int, int]) -> None:
    touch = touch_px(*size, usual_inches(*size))
    for count in (5, 9, 16, 30):
        tiles = tuple(Tile(f"Room {n}", f"answer:{n}", colour=n % 4) for n in range(count))
        page = Page("question:1", "Question", (Section(tiles),), "Which one?", (Tile("Undo", "button:undo"),))
        plain = arrange_page(page, *size, touch, measure)
        seen = arrange_page(replace(page, looks=True), *size, touch, measure)
        assert plain.cutout is None
        assert len(seen.sheets) == len(plain.sheets)
        assert seen.cutout is not None or count > 5, "there is room beside a few answers"
        if seen.cutout is not None:
            boxes = [placed.box for placed in (*seen.sheets[0].tiles, *seen.footer)]
            assert apart([seen.cutout, seen.title, seen.text, *boxes])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("facts", range(1, 7))
def test_the_facts_of_a_game_leave_no_hole(size: tuple[int, int], facts: int) -> None:
    plan = arrange_phase(*size, touch_px(*size, usual_inches(*size)), banner=False)
    boxes = arrange_ending(plan, 4, facts).facts
    assert len(boxes) == facts
    for y in {box.y for box in boxes}:
        line = [box for box in boxes if box.y == y]
        assert (line[0].x, line[-1].right) == (plan.main.x, plan.main.right)


# What is kept between evenings


def test_what_a_group_likes_is_kept_and_a_broken_file_is_forgotten(tmp_path: Path) -> None:
    liked = Preferences(theme="bright", roster=(Person("Ada", 2),)).with_people((Person("Ben", 1), Person("Ada", 0)))
    assert [person.name for person in liked.roster] == ["Ben", "Ada"]
    assert preferences.save(liked, tmp_path)
    assert preferences.load(tmp_path) == liked
    (tmp_path / preferences.FILE_NAME).write_text("{broken")
    assert preferences.load(tmp_path) == Preferences()


def test_a_folder_that_cannot_be_written_only_forgets(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert not preferences.save(Preferences(), blocked)


def test_a_game_in_which_nothing_happened_does_not_wait_to_be_resumed(tmp_path: Path) -> None:
    shelf = Shelf(wiring.open_box(), tmp_path)
    shelf.begin(Kind.TABLE, Options(("Anna", "Ben")), None)
    assert shelf.waiting() is None
    shelf.close()


def test_every_scene_is_the_same_in_both_languages_but_for_the_words() -> None:
    box = wiring.open_box()
    for name in SCENES:
        german, english = scene_view(name, box, "de"), scene_view(name, box, "en")
        assert type(german) is type(english)
        if isinstance(german, Page) and isinstance(english, Page) and name != "rooms":
            assert {str(tile.action) for tile in german.tiles()} == {str(tile.action) for tile in english.tiles()}, name
        if isinstance(german, WatchView) and isinstance(english, WatchView):
            assert [mark.action for mark in german.marks] == [mark.action for mark in english.marks]
