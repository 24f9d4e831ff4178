"""The mess of a simulated table: every kind can be switched repeats for the same seed, and shows."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.core.ids import Code, CopyId
from tests.vision.listed import LISTED
from vision.camera_model import CameraModel, CameraSettings
from vision.card_texture import Patterns
from vision.covers import visible_share
from vision.frames import Picture
from vision.lighting import Glare, Light, Shade, lit, shaken
from vision.mess import NUDGE_DEG, NUDGE_MM, Mess, MessKind, Shot, parse_kinds
from vision.simulated import SimulatedSource
from vision.stickers import Role
from vision.tabletop import CoverKind, Laid, PhysicalCard, Pose, Tabletop, empty_table

CAMERA = CameraSettings(width_px=960, height_px=540, seed=4)


def _patterns() -> Patterns:
    from cards_db.qr import matrix

    return matrix


def _card(number: int, role: Role = Role.ROOM) -> PhysicalCard:
    y = 28.0 if role is Role.HERO else -18.0
    return PhysicalCard(
        CopyId(f"bm.card.{number}#1"), role, LISTED[number], 16, 0, y, LISTED[200], "Den", "2", ("gold",)
    )


@cache
def tidy() -> Tabletop:
    """Two bosses with three rooms each, one of them built over another, and two heroes in town."""
    table = empty_table(2)
    for seat_number, seat in enumerate(table.seats):
        table = table.with_card(_card(10 * seat_number, Role.BOSS), seat.boss)
        for slot in (1, 2, 3, 3):
            table = table.with_card(_card(len(table.laid) + 40), seat.slot(slot))
    for place in (0, 1):
        table = table.with_card(_card(90 + place, Role.HERO), table.town_place(place))
    return table


@pytest.mark.parametrize("seed", range(40))
def test_heroes_and_items_of_a_crowded_town_can_be_read_however_they_are_bumped(seed: int) -> None:
    """Three fifths of a sticker are enough."""
    table = empty_table(6)
    for place in range(14):
        hero = _card(90 + place, Role.HERO)
        table = table.with_card(hero, table.town_place(place, crowded=True), below=place % 2 == 1)
    for place in range(6):
        item = replace(_card(120 + place, Role.ITEM), size_mm=14.0, sticker_x_mm=22.0, sticker_y_mm=-35.0)
        table = table.with_card(item, table.item_place(place), below=True)
    bumped = Mess(frozenset({MessKind.NUDGES}), seed).laid(table, turn=3)
    assert [laid for laid in bumped.laid if visible_share(bumped, laid) < 0.6] == []


def photo(mess: Mess, turn: int = 1) -> Picture:
    """What the camera sees of the table after this mess was made."""
    source = SimulatedSource(tidy(), _patterns(), mess.camera(CAMERA, turn), lambda: 0.0)
    shot = _shown(mess, turn)
    source.table, source.light = shot.table, shot.light
    source.shake = (shot.shake[0] * CAMERA.width_px, shot.shake[1])
    return source.read().picture


def _shown(mess: Mess, turn: int) -> Shot:
    hero = tidy().laid[-1]
    table = mess.laid(tidy(), turn, (hero, tidy().seats[0].slot(2)))
    bare = replace(tidy(), laid=tidy().laid[:-3])
    film = [shot for shot in mess.film(bare, table, "here") if shot.has_hands or shot.shake[0] > 0]
    return film[len(film) // 2] if film else Shot(table, mess.light("here"))


@pytest.mark.parametrize("kind", MessKind, ids=lambda kind: kind.value)
def test_every_kind_of_mess_shows_in_the_picture_and_repeats(kind: MessKind) -> None:
    mess = Mess(frozenset({kind}), seed=6)
    messy = photo(mess)
    assert np.array_equal(messy, photo(mess))
    plain = photo(Mess())
    different = np.abs(messy.astype(np.int16) - plain).max(axis=2) > 8
    assert float(different.mean()) > 0.0001


def test_without_mess_table_camera_and_light_stay_as_they_are() -> None:
    mess = Mess()
    assert not mess
    assert mess.laid(tidy(), 3) == tidy()
    assert mess.camera(CAMERA, 3) == CAMERA
    assert not mess.light("any")
    assert mess.film(tidy(), replace(tidy(), laid=()), "any") == []


def test_nudged_cards_lie_up_to_eight_millimetres_and_six_degrees_off() -> None:
    mess = Mess(frozenset({MessKind.NUDGES}), seed=2)
    off = [
        (
            math.hypot(one.pose.x_mm - two.pose.x_mm, one.pose.y_mm - two.pose.y_mm),
            two.pose.angle_deg - one.pose.angle_deg,
        )
        for turn in range(20)
        for one, two in zip(tidy().laid, mess.laid(tidy(), turn).laid, strict=True)
    ]
    assert max(away for away, _ in off) <= NUDGE_MM
    assert max(away for away, _ in off) > 0.9 * NUDGE_MM
    assert max(abs(turned) for _, turned in off) <= NUDGE_DEG


def test_some_cards_are_bumped_again_from_round_to_round_and_most_stay() -> None:
    mess = Mess(frozenset({MessKind.NUDGES}), seed=2)
    first, later = mess.laid(tidy(), 1).laid, mess.laid(tidy(), 6).laid
    same = sum(one == two for one, two in zip(first, later, strict=True))
    assert 0 < same < len(first)


def test_only_rooms_built_over_others_lie_crooked() -> None:
    messy = Mess(frozenset({MessKind.STACKS}), seed=2).laid(tidy(), 1)
    moved = [one.card.copy for one, two in zip(tidy().laid, messy.laid, strict=True) if one != two]
    assert len(moved) == len(tidy().seats)


def test_a_walking_hero_lies_on_the_lower_half_of_its_room() -> None:
    mess = Mess(frozenset({MessKind.HERO_ON_ROOM}))
    hero, room = tidy().laid[-1], tidy().seats[0].slot(2)
    laid = mess.laid(tidy(), 1, (hero, room)).find(hero.card.copy)
    assert laid is not None
    assert 25 < laid.pose.y_mm - room.y_mm < 50


def test_a_film_begins_with_the_old_table_and_every_hand_is_gone_at_its_end_or_rests() -> None:
    mess = Mess(frozenset({MessKind.HANDS}), seed=5)
    bare = replace(tidy(), laid=tidy().laid[:-1])
    film = mess.film(bare, tidy(), "reveal")
    assert all(shot.has_hands for shot in film)
    assert film[0].table.laid == bare.laid
    assert film[-1].table.laid == tidy().laid
    kinds = {cover.kind for seat in (0, 1) for cover in mess._arm(tidy(), seat, Pose(300, 300, 0), 0)}
    assert kinds == {CoverKind.HAND, CoverKind.SLEEVE}


def test_coins_and_dice_keep_off_the_stickers() -> None:
    messy = Mess(frozenset({MessKind.CLUTTER}), seed=1).laid(tidy(), 1)
    assert {cover.kind for cover in messy.covers} == {CoverKind.COIN, CoverKind.DIE}
    assert messy.laid == tidy().laid


def test_a_bumped_camera_sees_the_table_elsewhere() -> None:
    mess = Mess(frozenset({MessKind.BUMP}), seed=1)
    first, second = (CameraModel(mess.camera(CAMERA, turn)).homography(tidy()) for turn in (1, 2))
    corner = np.array([100.0, 100.0, 1.0])
    one, two = ((matrix @ corner)[:2] / (matrix @ corner)[2] for matrix in (first, second))
    assert float(np.linalg.norm(one - two)) > 2.0


def test_shadows_take_light_and_lamps_add_it() -> None:
    grey = np.full((90, 160, 3), 120, np.uint8)
    shown = lit(grey, Light((Glare(0.2, 0.5),), (Shade(0.8, 0.5, 0.1, 0.1),)))
    assert shown[45, 32, 0] > 200
    assert shown[45, 128, 0] < 70
    assert abs(int(shown[45, 80, 0]) - 120) <= 1
    assert lit(grey, Light()) is grey


def test_kinds_are_named_on_the_command_line() -> None:
    assert parse_kinds("all") == frozenset(MessKind)
    assert parse_kinds("hands, jpeg") == {MessKind.HANDS, MessKind.JPEG}
    with pytest.raises(ValueError, match="no such mess: storm; there are: all, hands"):
        parse_kinds("storm,hands")


def test_a_marred_sticker_belongs_to_one_card_not_to_all_with_the_same_back() -> None:
    from vision.camera_model import Printing
    from vision.card_texture import texture

    back = [Laid(_card(number), Pose(0, 0, 0), face_up=False) for number in range(40)]
    marred = Printing(scratched=0.4, thumbed=0.4)
    looks = {texture(laid, _patterns(), 3.0, marred, 1).tobytes() for laid in back}
    assert len(looks) > 10
    assert all(laid.card.back == Code(LISTED[200]) for laid in back)


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 135.0])
def test_a_knock_smears_along_its_direction_and_takes_no_light(angle: float) -> None:
    picture = np.zeros((80, 120, 3), np.uint8)
    picture[38:42, 58:62] = 240
    smeared = shaken(picture, 12.0, angle).astype(float)[..., 0]
    assert smeared.sum() == pytest.approx(picture[..., 0].sum(), rel=0.1)
    rows, columns = np.indices(smeared.shape)
    middle = [float((where * smeared).sum() / smeared.sum()) for where in (columns, rows)]
    assert middle == pytest.approx([59.5, 39.5], abs=1.5)
    along = (columns - middle[0]) * np.cos(np.radians(angle)) + (rows - middle[1]) * np.sin(np.radians(angle))
    across = (rows - middle[1]) * np.cos(np.radians(angle)) - (columns - middle[0]) * np.sin(np.radians(angle))
    wide, narrow = (float(np.sqrt((way**2 * smeared).sum() / smeared.sum())) for way in (along, across))
    assert 2.8 < wide < 4.5, "as far as a point of an even motion over twelve pixels"
    assert narrow < 1.8
