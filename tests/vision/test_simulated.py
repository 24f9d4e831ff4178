"""The simulated camera: its pictures can be read, repeat for the same seed, and agree with the truth beside them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from threading import Thread

import cv2
import numpy as np
import pytest
import segno
import zxingcpp
from numpy.typing import NDArray

from engine.core.ids import Code, CopyId
from vision import table_picture
from vision.camera_model import CameraModel, CameraSettings
from vision.frames import Picture
from vision.patches import Box, Patch
from vision.simulated import SimulatedSource
from vision.stickers import Role
from vision.table_picture import TablePicture, Thing, changed_cards, joined
from vision.tabletop import PhysicalCard, Pose, Seat, Tabletop, empty_table
from vision.trouble import CameraTrouble

SMALL = CameraSettings(width_px=1600, height_px=900)
TINY = CameraSettings(width_px=480, height_px=270)
BACK = Code("BMBACK")


def pattern(code: Code) -> NDArray[np.bool_]:
    """The modules of a real QR code."""
    symbol = segno.make(code, version=1, error="h", mode="alphanumeric", micro=False, boost_error=False)
    return np.array([list(row) for row in symbol.matrix], dtype=np.bool_)


def room(number: int) -> PhysicalCard:
    """A room with its sticker in the middle of the upper half (rules 5.1)."""
    return PhysicalCard(
        CopyId(f"bm.room.vault_{number}#1"), Role.ROOM, Code(f"BMR{number}"), 16, 0, -18, BACK, "Vault", "2", ("gold",)
    )


def hero(number: int) -> PhysicalCard:
    """A hero with its sticker in the bottom strip (rules 5.3)."""
    return PhysicalCard(
        CopyId(f"bm.hero.lad_{number}#1"), Role.HERO, Code(f"BMH{number}"), 16, 0, 28, BACK, "Lad", "6", ("thief",)
    )


TOWN = PhysicalCard(CopyId("bm.marker.town#1"), Role.TOWN, Code("BMTOWN"), 20, 0, 0)


def little_table() -> Tabletop:
    """A corner of a table: so small that a small picture shows its stickers large enough."""
    table = Tabletop(400, 225, (Seat(Pose(340, 110, 0)),), Pose(30, 110, 0))
    table = (
        table.with_card(TOWN, table.town).with_card(room(1), Pose(90, 110, 2)).with_card(room(2), Pose(170, 105, -88))
    )
    return table.with_card(hero(1), Pose(255, 110, 184)).with_card(hero(2), Pose(340, 112, 0.5), face_up=False)


def ticks() -> Iterator[float]:
    """A clock that ticks a tenth of a second with each look."""
    return (number / 10 for number in count())


def source_of(table: Tabletop, settings: CameraSettings = SMALL) -> SimulatedSource:
    return SimulatedSource(table, pattern, settings, ticks().__next__)


def readings(picture: Picture) -> dict[str, NDArray[np.float64]]:
    """What a ready-made reader reads, with the corners of each symbol in pixels."""
    twice = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    found = zxingcpp.read_barcodes(twice, formats=zxingcpp.barcode_formats_from_str("QRCode"))
    places = {}
    for one in found:
        where = one.position
        corners = (where.top_left, where.top_right, where.bottom_right, where.bottom_left)
        places[one.text] = np.array([(corner.x / 2 - 0.5, corner.y / 2 - 0.5) for corner in corners])
    return places


def test_every_open_sticker_can_be_read() -> None:
    assert set(readings(source_of(little_table()).read().picture)) == {"BMTOWN", "BMR1", "BMR2", "BMH1", BACK}


@pytest.mark.parametrize("tilt", [0.0, 12.0, 30.0])
def test_stickers_are_where_the_truth_says(tilt: float) -> None:
    """The three corners at finder patterns; readers only guess the fourth."""
    source = source_of(little_table(), replace(SMALL, tilt_deg=tilt, roll_deg=2.0))
    seen = readings(source.read().picture)
    for laid in source.table.laid:
        truth = source.sticker_corners_px(laid)
        assert laid.sticker is not None
        assert truth is not None
        error = np.abs(seen[laid.sticker.code] - np.array(truth))[[0, 1, 3]]
        assert error.max() < 1.2


def test_the_whole_table_is_in_view_with_a_margin() -> None:
    for settings in (SMALL, replace(SMALL, tilt_deg=35, roll_deg=-3), replace(SMALL, width_px=1000, height_px=1300)):
        table = little_table()
        matrix = CameraModel(settings).homography(table)
        corners = np.array([[0, 0, 1], [400, 0, 1], [400, 225, 1], [0, 225, 1]]) @ matrix.T
        pixels = corners[:, :2] / corners[:, 2:]
        free = settings.margin * np.array([settings.width_px, settings.height_px]) - 1
        assert (pixels >= free).all()
        assert (pixels <= np.array([settings.width_px, settings.height_px]) - free).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_stickers_of_all_seats_are_inside_the_picture(players: int) -> None:
    table, model = empty_table(players), CameraModel(CameraSettings())
    poses = [pose for seat in table.seats for pose in (seat.boss, seat.slot(5), seat.entrance(5, 5), seat.wound(4))]
    for number, pose in enumerate([*poses, table.town_place(9)]):
        table = table.with_card(hero(number), pose)
    for laid in table.laid:
        corners = model.sticker_corners_px(table, laid)
        assert corners is not None
        assert all(0 <= x < 4608 and 0 <= y < 2592 for x, y in corners)


def test_a_covered_sticker_cannot_be_read() -> None:
    table = little_table().with_card(room(3), Pose(91, 111, 1))
    seen = readings(source_of(table).read().picture)
    assert "BMR3" in seen
    assert "BMR1" not in seen


def test_a_card_pushed_under_another_does_not_hide_it() -> None:
    table = little_table().with_card(room(3), Pose(91, 111, 1), below=True)
    seen = readings(source_of(table).read().picture)
    assert "BMR1" in seen
    assert "BMR3" not in seen


def test_a_face_down_card_shows_only_the_neutral_back() -> None:
    bare = replace(little_table(), laid=())
    seen = readings(source_of(bare.with_card(room(1), Pose(200, 110, 0), face_up=False)).read().picture)
    assert set(seen) == {BACK}


def test_face_down_cards_of_one_deck_look_alike() -> None:
    bare = replace(little_table(), laid=())
    pictures = [
        source_of(bare.with_card(room(number), Pose(200, 110, 0), face_up=False), TINY).read().picture
        for number in (1, 2)
    ]
    assert np.array_equal(pictures[0], pictures[1])


def test_a_face_down_card_without_sticker_shows_no_code_and_has_no_corners() -> None:
    plain = replace(room(1), back=Code(""))
    source = source_of(replace(little_table(), laid=()).with_card(plain, Pose(200, 110, 0), face_up=False))
    assert readings(source.read().picture) == {}
    assert source.sticker_corners_px(source.table.laid[0]) is None


def test_the_same_seed_table_and_number_give_the_same_picture() -> None:
    one, two = source_of(little_table(), TINY), source_of(little_table(), TINY)
    for _ in range(3):
        assert np.array_equal(one.read().picture, two.read().picture)


def test_another_seed_or_number_gives_other_noise() -> None:
    source = source_of(little_table(), TINY)
    first, second = source.read().picture, source.read().picture
    other = source_of(little_table(), replace(TINY, seed=1)).read().picture
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_noise_is_as_strong_as_asked_for() -> None:
    source = source_of(little_table(), replace(SMALL, noise=3.0))
    difference = source.read().picture.astype(np.float64) - source.read().picture
    assert difference.std() / np.sqrt(2) == pytest.approx(3.0, abs=0.15)
    assert abs(difference.mean()) < 0.05


@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_pictures_are_put_where_they_are_wanted(noise: float) -> None:
    settings = replace(SMALL, noise=noise)
    room = np.zeros((settings.height_px, settings.width_px, 3), np.uint8)
    source, free = source_of(little_table(), settings), source_of(little_table(), settings)
    source.room = lambda shape: room.reshape(shape)
    assert np.shares_memory(source.read().picture, room)
    assert np.array_equal(room, free.read().picture)


def test_without_noise_all_pictures_are_alike_but_never_the_same_array() -> None:
    source = source_of(little_table(), replace(TINY, noise=0.0))
    first, second = source.read().picture, source.read().picture
    assert np.array_equal(first, second)
    first[:] = 0
    assert np.array_equal(source.read().picture, second)


@pytest.mark.parametrize("sharpening", [0.0, 0.5])
def test_a_changed_table_looks_as_if_drawn_from_scratch(sharpening: float) -> None:
    settings = replace(SMALL, noise=0.0, sharpening=sharpening)
    table = little_table()
    steps = [
        table.with_card(room(1), Pose(110, 120, 45)),
        table.with_card(room(3), Pose(170, 110, 10), below=True),
        table.without(hero(1).copy),
        table.with_card(TOWN, table.town),
        table.with_card(hero(2), Pose(395, 220, 10)),
        replace(table, laid=tuple(reversed(table.laid))),
        empty_table(2).with_card(room(1), Pose(200, 200, 0)),
    ]
    kept = TablePicture(settings, pattern)
    kept.of(table)
    for step in steps:
        assert np.array_equal(kept.of(step), TablePicture(settings, pattern).of(step))


def test_on_a_crowded_table_only_what_moved_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """More cards than are kept otherwise: each would be thrown away just before it is needed."""
    monkeypatch.setattr(table_picture, "KEPT_PATCHES", 2)
    rendered: list[Thing] = []
    render = TablePicture._render

    def counted(picture: TablePicture, thing: Thing) -> Patch:
        rendered.append(thing)
        return render(picture, thing)

    monkeypatch.setattr(TablePicture, "_render", counted)
    kept, table = TablePicture(TINY, pattern), little_table()
    kept.of(table)
    assert len(rendered) == len(table.laid)
    moved = table.with_card(room(1), Pose(110, 120, 45))
    kept.of(moved)
    assert len(rendered) == len(table.laid) + 1


def test_a_card_put_back_on_top_of_a_pile_is_noticed() -> None:
    pile = little_table().with_card(room(3), Pose(91, 111, 1))
    turned_over = pile.with_card(room(1), Pose(90, 110, 2))
    assert {laid.card for laid in changed_cards(pile.laid, turned_over.laid)} >= {room(1)}
    source = source_of(pile)
    source.read()
    source.table = turned_over
    seen = readings(source.read().picture)
    assert "BMR1" in seen
    assert "BMR3" not in seen


def test_an_arm_that_moves_a_little_is_drawn_at_once_and_what_lies_far_away_by_itself() -> None:
    arm, moved, card = Box(0, 0, 100, 300), Box(0, 40, 100, 340), Box(500, 0, 560, 90)
    assert joined([arm, card, moved]) == [card, Box(0, 0, 100, 340)]
    assert joined([Box(700, 0, 650, 90), card]) == [card], "what lies outside the picture is not drawn"


def test_copies_of_one_card_have_the_same_face() -> None:
    bare = replace(little_table(), laid=())
    one = room(1)
    other = replace(one, copy=CopyId("bm.room.vault_1#2"))
    pictures = [source_of(bare.with_card(card, Pose(200, 110, 0)), TINY).read().picture for card in (one, other)]
    assert np.array_equal(pictures[0], pictures[1])


def test_frames_are_numbered_and_timed() -> None:
    source = source_of(little_table(), TINY)
    frames = [source.read() for _ in range(3)]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert [frame.at_s for frame in frames] == [0.0, 0.1, 0.2]
    assert frames[0].picture.shape == (270, 480, 3)
    assert frames[0].picture.dtype == np.uint8


def test_the_table_may_be_changed_from_another_thread() -> None:
    source = source_of(little_table())
    assert "BMR9" not in readings(source.read().picture)
    player = Thread(target=lambda: setattr(source, "table", source.table.with_card(room(9), Pose(255, 110, 0))))
    player.start()
    player.join()
    assert "BMR9" in readings(source.read().picture)


def test_an_unplugged_camera_gives_trouble_until_it_comes_back() -> None:
    source = source_of(little_table(), TINY)
    source.read()
    source.vanish()
    with pytest.raises(CameraTrouble, match="cable"):
        source.read()
    source.come_back()
    assert source.read().number == 1


def test_a_closed_camera_gives_no_more_pictures() -> None:
    source = source_of(little_table(), TINY)
    source.close()
    with pytest.raises(CameraTrouble, match="closed"):
        source.read()


def test_dim_warm_light_makes_the_picture_darker_and_redder() -> None:
    bright = source_of(little_table(), replace(TINY, light_k=6500)).read().picture.mean(axis=(0, 1))
    dim = source_of(little_table(), replace(TINY, brightness=0.6, light_k=2700)).read().picture.mean(axis=(0, 1))
    assert dim.sum() < 0.75 * bright.sum()
    assert dim[2] / dim[0] > 1.1 * bright[2] / bright[0]


def test_impossible_cameras_are_refused() -> None:
    with pytest.raises(ValueError, match="use 0 to 35"):
        CameraSettings(tilt_deg=50.0)
    with pytest.raises(ValueError, match="use at least"):
        CameraSettings(width_px=10)
    with pytest.raises(ValueError, match=r"use 0 to 0\.4"):
        CameraSettings(margin=0.5)


def test_stickers_of_another_qr_version_are_refused() -> None:
    source = SimulatedSource(little_table(), lambda code: np.zeros((25, 25), dtype=np.bool_), TINY, ticks().__next__)
    with pytest.raises(ValueError, match="version 1"):
        source.read()
