"""What the camera saw, for people: traffic lights while it is hung up, and an outline with words for every card."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import wiring, world
from companion.__main__ import main
from companion.bench import laid_table
from companion.overlay_picture import drawn, labels
from companion.phrasebook import Phrasebook
from companion.views.camera import CameraView, Signal, camera_view
from companion.views.overlay import CardOutline, Tone, overlay, touched
from engine.boss_monster.cards import Miniboss, Room
from engine.boss_monster.commands import SeatPlayers
from engine.boss_monster.dungeons_seen import LEVEL_RAISE_MM, is_once_per_round
from engine.boss_monster.expected import UPSIDE_DOWN, Todo
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import State
from engine.core.ids import Code, CopyId
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned, Unread
from vision.calibration import TableMap
from vision.decode import Read
from vision.stickers import Role, StickerSpec
from vision.tabletop import Tabletop

BOX = wiring.open_box()
BOOK = BOX.book("en")
PLAIN = TableMap(np.eye(3), 0.0, 1)
"""A picture with one pixel per millimetre."""


def _read(code: str, edge: float) -> Read:
    return Read(code, ((0, 0), (edge, 0), (edge, edge), (0, edge)), 0.9)


def _hung(px_per_mm: float, language: str = "en") -> CameraView:
    specs = [StickerSpec(Code("B"), Role.BOSS, 20, 0, 0), StickerSpec(Code("I"), Role.ITEM, 14, 0, 0)]
    return camera_view([_read("B", 20 * 21 / 25 * px_per_mm)], specs, Phrasebook(language, {}))


@pytest.mark.parametrize(
    ("px_per_mm", "signal", "advice"),
    [
        (3.0, Signal.GOOD, "All stickers can be read at this height."),
        (1.5, Signal.BORDERLINE, "It works, but a little lower would be safer."),
        (1.0, Signal.TOO_SMALL, "Hang the camera at 56 % of its height, or take a narrower lens or larger stickers."),
    ],
)
def test_the_smallest_sticker_decides_the_traffic_light(px_per_mm: float, signal: Signal, advice: str) -> None:
    view = _hung(px_per_mm)
    assert view.signal is signal
    assert view.advice == advice
    assert [size.size_mm for size in view.sizes] == [14, 20]


def test_every_size_says_how_many_pixels_it_gets() -> None:
    assert [size.text for size in _hung(1.25).sizes] == [
        "Stickers of 14 mm: too small (0.7 pixels per module)",
        "Stickers of 20 mm: good (1.0 pixels per module)",
    ]
    assert _hung(1.25, "de").headline == "Ein Aufkleber gefunden"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("Lay some cards", "too high", "out of focus")), ("de", ("Legt ein paar Karten", "zu hoch", "unscharf"))],
)
def test_without_stickers_people_are_told_to_lay_some_and_what_else_it_may_be(
    language: str, told: tuple[str, ...]
) -> None:
    view = camera_view([_read("foreign", 40)], (), Phrasebook(language, {}))
    assert view.sizes == ()
    assert [part for part in told if part not in view.advice] == []


def _seated() -> tuple[State, Tabletop]:
    here = world.set_up(2, 1, BOX.catalog, BOX.things)
    state = new_game(Options(("Ada", "Ben")))
    return apply(state, SeatPlayers(here.bosses), BOX.catalog).state, here.table


def _card(copy: str, area: Area, seat: CopyId | None = None, place: float = 0.0, hidden: bool = False) -> SeenCard:
    code = BOX.catalog.code_of[CopyId(copy)]
    spot = Spot(area, Code("") if seat is None else BOX.catalog.code_of[seat], place)
    return SeenCard(code, spot, Turned.UPRIGHT, 100, 200, 0, confidence=0.8, hidden=hidden)


def _told(*cards: SeenCard, todo: tuple[Todo, ...] = (), doubles: tuple[SeenCard, ...] = ()) -> list[CardOutline]:
    state, _ = _seated()
    return list(overlay(TableSeen(cards, doubles=doubles), PLAIN, state, todo, BOX.catalog, BOOK))


def test_every_card_says_what_the_engine_makes_of_it() -> None:
    state, _ = _seated()
    player = state.players[0]
    boss = player.boss
    told = _told(
        _card(boss, Area.BOSS, boss),
        _card("bm.room.dark_altar#1", Area.ROW, boss, 2.1),
        _card("bm.hero.the_fool#1", Area.TOWN, place=3.0),
        _card("bm.hero.the_fool#1", Area.WOUNDS, boss),
        _card("bm.hero.the_fool#1", Area.ROW, boss, 1.0),
        _card("bm.back.room#1", Area.ROW, boss, 1.0),
        _card("bm.back.hero#1", Area.SCORE, boss),
        _card("bm.mark.town#1", Area.ELSEWHERE),
        _card("bm.spell.freeze#1", Area.PAD),
        _card("bm.spell.freeze#1", Area.ELSEWHERE),
    )
    name = player.name
    assert [one.meaning for one in told] == [
        f"{name}'s boss",
        f"{name}, slot 2",
        "town, place 3",
        f"{name}'s wound",
        f"at {name}'s entrance",
        f"{name}, slot 1, face-down",
        f"{name}'s soul",
        "marker",
        "shown spell",
        "not in play",
    ]
    assert told[1].name == "Dark Altar"
    assert told[1].confidence == 0.8
    assert told[1].corners == ((68.5, 156), (131.5, 156), (131.5, 244), (68.5, 244))
    assert {one.tone for one in told[:-1]} == {Tone.SURE}
    assert told[-1].tone is Tone.OTHER


def test_only_what_the_engine_counts_is_told_of_a_room_that_lies_low_or_slanted() -> None:
    state, _ = _seated()
    player = state.players[0]
    named = [card.copy_ids[0] for card in BOX.catalog if isinstance(card, Room)]
    once = next(room for room in named if is_once_per_round(room, BOX.catalog))
    rooms = [_card(room, Area.ROW, player.boss, 1.0) for room in (once, once, "bm.room.dark_altar#1")]
    low = [replace(room, spot=replace(room.spot, drop_mm=12.0)) for room in rooms]
    low[1] = replace(low[1], spot=replace(low[1].spot, is_guess=True))
    slanted = replace(rooms[2], turned=Turned.SLANTED)
    assert [(one.meaning, one.tone) for one in _told(*low, slanted)] == [
        (f"{player.name}, slot 1, used", Tone.SURE),
        (f"{player.name}, slot 1", Tone.SURE),
        (f"{player.name}, slot 1", Tone.SURE),
        (f"{player.name}, slot 1, upright or sideways?", Tone.WRONG),
    ]


def test_an_upside_down_room_is_told_but_lies_right() -> None:
    state, _ = _seated()
    player, room = state.players[0], CopyId("bm.room.dark_altar#1")
    (told,) = _told(_card(room, Area.ROW, player.boss, 1.0), todo=(Todo(UPSIDE_DOWN, room, player.id, 1),))
    assert (told.tone, "upside-down" in told.meaning) == (Tone.SURE, True)


def test_a_miniboss_says_its_level() -> None:
    state, _ = _seated()
    player = state.players[0]
    name = next(card for card in BOX.catalog if isinstance(card, Miniboss)).copy_ids[0]
    lying = _card(name, Area.ROW, player.boss, 2.0)
    raised = [
        replace(lying, spot=replace(lying.spot, drop_mm=-up)) for up in (*LEVEL_RAISE_MM, sum(LEVEL_RAISE_MM[:2]) / 2)
    ]
    assert [one.meaning for one in _told(*raised)] == [
        *(f"{player.name}'s miniboss, slot 2, level {level}" for level in (1, 2, 3)),
        f"{player.name}'s miniboss, slot 2",
    ]


def test_cards_that_lie_wrong_twice_or_under_a_hand_look_different() -> None:
    state, _ = _seated()
    boss = state.players[0].boss
    room, hero = "bm.room.dark_altar#1", "bm.hero.the_fool#1"
    told = _told(
        _card(room, Area.ROW, boss, 1.0, hidden=True),
        _card(hero, Area.ROW, boss, 4.0),
        todo=(Todo("todo_back_to_town", CopyId(hero)),),
        doubles=(_card("bm.room.dark_altar#2", Area.ELSEWHERE), _card("bm.room.dark_altar#2", Area.ROW, boss, 3)),
    )
    assert [one.tone for one in told] == [Tone.HIDDEN, Tone.WRONG, Tone.WRONG, Tone.WRONG]
    assert told[1].meaning == "Move The Fool back to town"
    assert told[2].meaning == told[3].meaning == "lies here twice"


def test_a_card_under_a_hand_is_only_remembered_even_if_it_should_lie_elsewhere() -> None:
    state, _ = _seated()
    hero = CopyId("bm.hero.the_fool#1")
    (told,) = _told(
        _card(hero, Area.ROW, state.players[0].boss, 4.0, hidden=True), todo=(Todo("todo_back_to_town", hero),)
    )
    assert (told.tone, told.meaning) == (Tone.HIDDEN, "Move The Fool back to town")


def test_a_place_that_cannot_be_read_is_outlined_too() -> None:
    state, _ = _seated()
    boss = state.players[0].boss
    seen = TableSeen((_card(boss, Area.BOSS, boss),), unread=(Unread(Spot(Area.ROW, BOX.catalog.code_of[boss], 2.0)),))
    told = overlay(seen, PLAIN, state, (), BOX.catalog, BOOK)
    assert (told[-1].meaning, told[-1].tone, told[-1].copy) == ("cannot be read", Tone.WRONG, None)
    assert told[-1].middle == pytest.approx((100 - 132, 200))


def test_a_touch_means_the_nearest_card_around_it() -> None:
    told = _told(_card("bm.room.dark_altar#1", Area.ELSEWHERE))
    hit = touched(told, 110, 230)
    assert hit is not None
    assert hit.copy == "bm.room.dark_altar#1"
    assert touched(told, 300, 300) is None


def test_the_overlay_is_drawn_around_the_cards_of_a_real_picture(tmp_path: Path) -> None:
    table = laid_table(BOX)
    picture = wiring.simulated_camera(table, (1920, 1080), 1, lambda: 0.0).read().picture
    image = tmp_path / "table.png"
    cv2.imwrite(str(image), picture)
    assert main(["read", str(image), "--overlay", str(tmp_path / "out"), "--lang", "en"]) == 0
    shown = cv2.imread(str(tmp_path / "out" / "table.overlay.jpg"))
    assert shown is not None
    assert shown.shape == picture.shape
    green = (np.abs(shown.astype(np.int16) - (200, 200, 200)).max(axis=2) < 60).mean()
    assert green > 0.001


def test_an_overlay_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("in the way")
    assert main(["read", str(tmp_path / "none.png"), "--overlay", str(tmp_path / "out")]) == 2
    assert "no overlay was written" in capsys.readouterr().err


def test_words_are_drawn_with_plain_letters() -> None:
    grey = np.zeros((90, 160), np.uint8)
    outline = CardOutline(((10, 10), (80, 10), (80, 60), (10, 60)), "Höllengrüße", 0.5, "Straße", Tone.SURE)
    shown = drawn(grey, [outline])
    assert shown.shape == (90, 160, 3)
    assert grey.max() == 0
    assert shown.max() > 100


@pytest.mark.parametrize(
    ("name", "tone", "label"),
    [
        ("Dark Altar", Tone.SURE, "Dark Altar 0.97"),
        ("Brandork the Neverwrong", Tone.SURE, "Brandork the Neve.. 0.97"),
        ("Höhle des Zombiedrachens", Tone.WRONG, "Hoehle des Zombie.. 0.97"),
        ("Brandork the Neverwrong", Tone.HIDDEN, "Brandork the Neverwrong"),
    ],
)
def test_a_long_name_is_shortened_and_the_confidence_stays(name: str, tone: Tone, label: str) -> None:
    meaning = "Brandork the Neverwrong waits in town"
    told = labels(CardOutline((), name, 0.97, meaning, tone))
    assert told == (label, "Brandork the Neverwron..")
