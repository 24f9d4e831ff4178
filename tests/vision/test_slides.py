"""Slid down, bumped, turned: told apart by where a room was laid (rules 4.2, 4.3)."""

import math
from dataclasses import replace
from random import Random

import pytest

from engine.boss_monster.dungeons_seen import LEVEL_RAISE_MM, miniboss_level
from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, Spot, Turned
from vision.layout import Lying, Zones, read_layout
from vision.slides import Slides
from vision.stickers import Role
from vision.tabletop import Pose

SLID_MM = 0.08 * 88
BOSS = Pose(1000, 500, 0)
_BOSS_OFF = 4**2 + (66 * math.radians(3.5)) ** 2
ONE_ROOM = _BOSS_OFF / (_BOSS_OFF + 5**2)
"""How much one room is believed beside its boss: bosses are bumped and turned, rooms are bumped."""


def row(*offsets: tuple[float, float], boss: Pose = BOSS) -> tuple[SeenCard, ...]:
    """A boss and rooms that lie so far right and down of the middles of their slots."""
    rooms = [
        Lying(Code(f"r{slot}"), Role.ROOM, boss.moved(-66 * slot + right, down))
        for slot, (right, down) in enumerate(offsets, start=1)
    ]
    return read_layout([Lying(Code("boss"), Role.BOSS, boss), *rooms])


def slid(cards: tuple[SeenCard, ...]) -> list[str]:
    return [card.code for card in cards if card.spot.area is Area.ROW and card.spot.drop_mm >= SLID_MM]


def test_a_room_that_is_slid_by_a_thumb_is_slid_and_comes_back() -> None:
    slides = Slides()
    slides.look(row((0, 0), (0, 0)), settled=True)
    assert slid(slides.look(row((0, 0), (0, 12)), settled=True)) == ["r2"]
    assert slid(slides.look(row((0, 0), (0, 12)), settled=True)) == ["r2"]
    assert slid(slides.look(row((0, 0), (0, 1)), settled=True)) == []


def test_a_room_laid_low_was_not_slid() -> None:
    """It was built a moment ago, a little crooked."""
    slides = Slides()
    slides.look(row((0, 0)), settled=True)
    assert slid(row((0, 0), (3, 9))) == ["r2"], "the line of the row alone would be wrong"
    assert slid(slides.look(row((0, 0), (3, 9)), settled=True)) == []
    assert slid(slides.look(row((0, 0), (3, 20)), settled=True)) == ["r2"]


@pytest.mark.parametrize("bumped", [(5.0, 6.0), (-8.0, 0.0), (0.0, -8.0), (2.0, 7.5)])
def test_a_bumped_room_was_not_slid(bumped: tuple[float, float]) -> None:
    slides = Slides()
    slides.look(row((0, 0), (0, 0), (0, 0)), settled=True)
    assert slid(slides.look(row((0, 0), bumped, (0, 0)), settled=True)) == []


@pytest.mark.parametrize("mm", [9.0, 20.0, 28.0])
def test_a_seat_that_is_pulled_nearer_as_a_whole_slides_no_room(mm: float) -> None:
    """Its rooms lie a little below or above the line of their row, as always."""
    slides = Slides()
    offsets = ((0, -2), (0, 2), (0, 0), (0, 3))
    slides.look(row(*offsets), settled=True)
    nearer = Pose(BOSS.x_mm, BOSS.y_mm + mm, BOSS.angle_deg)
    for _ in range(2):
        assert slid(slides.look(row(*offsets, boss=nearer), settled=True)) == []
    low = ((0, -2), (0, 2), (0, 12), (0, 3))
    assert slid(slides.look(row(*low, boss=nearer), settled=True)) == ["r3"], "and there it may be slid"


def test_a_boss_that_is_pushed_away_slides_no_room() -> None:
    slides = Slides()
    slides.look(row((0, 0), (0, 0), (0, 0)), settled=True)
    away = Pose(BOSS.x_mm, BOSS.y_mm - 12, BOSS.angle_deg)
    assert slid(slides.look(row((0, 12), (0, 12), (0, 12), boss=away), settled=True)) == []


def test_a_room_that_is_bumped_again_and_again_was_not_slid() -> None:
    slides = Slides()
    for low in (0, 5, 10, 14):
        assert slid(slides.look(row((0, 0), (0, low), (0, 0)), settled=True)) == []


def test_a_room_that_was_laid_low_and_tidied_can_be_slid() -> None:
    slides = Slides()
    slides.look(row((0, 0)), settled=True)
    for low in (9, 0):
        assert slid(slides.look(row((0, 0), (0, low)), settled=True)) == []
    assert slid(slides.look(row((0, 0), (0, 13)), settled=True)) == ["r2"]


def test_a_room_that_is_turned_upright_again_was_laid_anew() -> None:
    slides = Slides()
    upright = row((0, 0), (0, 0))
    turned = tuple(replace(card, turned=Turned.SIDEWAYS) if card.code == "r2" else card for card in upright)
    slides.look(upright, settled=True)
    slides.look(turned, settled=True)
    assert slid(slides.look(row((0, 0), (0, 10)), settled=True)) == []


def guessed(cards: tuple[SeenCard, ...]) -> list[str]:
    return [card.code for card in cards if card.spot.is_guess]


def test_what_lay_there_before_the_camera_looked_is_judged_by_the_line_of_its_row_as_a_guess() -> None:
    """After a power cut, or when the reader was replaced, the table is the same."""
    slides = Slides()
    for _ in range(3):
        cards = slides.look(row((0, 0), (0, 0), (0, 13)), settled=True)
        assert slid(cards) == guessed(cards) == ["r3"]


@pytest.mark.parametrize("boss", [BOSS, Pose(400, 200, 180), Pose(600, 600, 90)])
def test_a_room_that_was_slid_before_the_camera_looked_is_known_once_it_is_slid_back(boss: Pose) -> None:
    slides = Slides()
    low, back = row((0, 0), (0, 0), (0, 13), boss=boss), row((0, 0), (0, 0), (0, 1), boss=boss)
    looks = [slides.look(cards, settled=True) for cards in (low, low, back, back, low)]
    assert [slid(cards) for cards in looks] == [["r3"], ["r3"], [], [], ["r3"]]
    assert ["r3" in guessed(cards) for cards in looks] == [True, True, False, False, False]


def test_a_room_that_lay_there_before_the_camera_looked_is_surely_slid_when_it_is_slid_then() -> None:
    slides = Slides()
    slides.look(row((0, 0), (0, 0)), settled=True)
    cards = slides.look(row((0, 0), (0, 12)), settled=True)
    assert (slid(cards), guessed(cards)) == (["r2"], [])


def test_a_room_that_lay_a_little_low_before_the_camera_looked_was_bumped() -> None:
    slides = Slides()
    for _ in range(2):
        assert slid(slides.look(row((0, 0), (0, 0), (0, 8)), settled=True)) == []


def test_what_is_built_while_the_camera_looks_is_no_guess() -> None:
    slides = Slides()
    slides.look(row((0, 0)), settled=True)
    for _ in range(2):
        assert guessed(slides.look(row((0, 0), (0, 9)), settled=True)) == []


def test_of_rows_that_were_bumped_before_the_camera_looked_nothing_is_surely_slid() -> None:
    """By up to 8 mm and 6 degrees, boss and rooms: a fifth of the rooms seem to lie low, and none of them was slid."""
    dice = Random(2)
    seem_low = 0
    for _ in range(100):
        boss = Pose(BOSS.x_mm, BOSS.y_mm + dice.uniform(-8, 8), dice.uniform(-6, 6))
        lying = [Lying(Code("boss"), Role.BOSS, boss)]
        lying += [
            Lying(Code(f"r{slot}"), Role.ROOM, BOSS.moved(-66 * slot, dice.uniform(-8, 8))) for slot in range(1, 4)
        ]
        slides = Slides()
        for _ in range(2):
            cards = slides.look(read_layout(lying), settled=True)
            seem_low += len(slid(cards))
            assert set(slid(cards)) <= set(guessed(cards))
    assert seem_low > 20, "or this would prove nothing"


def test_a_room_moved_to_another_slot_was_laid_anew() -> None:
    slides = Slides()
    slides.look(row((0, 0), (0, 0)), settled=True)
    moved = row((0, 0), (-66, 8))
    assert slid(slides.look(moved, settled=True)) == []
    assert slid(slides.look(moved, settled=True)) == []


def test_the_player_opposite_slides_the_other_way() -> None:
    far = Pose(400, 200, 180)
    slides = Slides()
    slides.look(row((0, 0), (0, 0), boss=far), settled=True)
    assert slid(slides.look(row((0, 12), (0, 0), boss=far), settled=True)) == ["r1"]


def test_after_a_bumped_camera_places_are_learned_anew() -> None:
    slides = Slides()
    slides.look(row((0, 0), (0, 0)), settled=True)
    slides.forget()
    shifted = Pose(1012, 512, 0)
    assert slid(slides.look(row((0, 0), (0, 0), boss=shifted), settled=True)) == []


def test_when_the_map_is_another_one_places_are_drawn_anew() -> None:
    slides = Slides(frozenset({Code("mini")}))
    slides.look(raised(-20, -8), settled=True)
    slides.redraw(lambda poses: [Pose(pose.x_mm + 40, pose.y_mm + 12, pose.angle_deg) for pose in poses])
    there = Pose(BOSS.x_mm + 40, BOSS.y_mm + 12, 0)
    assert drop_of(slides.look(raised(-24, -8, boss=there), settled=True), "mini") == pytest.approx(-22 + 8 * ONE_ROOM)
    assert slid(slides.look(raised(-24, 5, boss=there), settled=True)) == ["r1"], "it lay higher, also on the new map"
    slides.redraw(lambda poses: poses)
    Slides().redraw(lambda poses: [poses[0]])


def raised(up: float, low: float = 0.0, boss: Pose = BOSS) -> tuple[SeenCard, ...]:
    """A boss, a room that lies so low, and a miniboss under it that seems to lie so far up."""
    place = boss.moved(-66, 0)
    return read_layout(
        [
            Lying(Code("boss"), Role.BOSS, boss),
            Lying(Code("r1"), Role.ROOM, place.moved(0, low)),
            Lying(Code("mini"), Role.MINIBOSS, place.moved(0, up)),
        ]
    )


def drop_of(cards: tuple[SeenCard, ...], code: str) -> float:
    return next(card.spot.drop_mm for card in cards if card.code == code)


def test_a_miniboss_that_is_bumped_to_and_fro_lies_on_average_where_it_was_laid() -> None:
    slides = Slides(frozenset({Code("mini")}))
    told = [drop_of(slides.look(raised(up), settled=True), "mini") for up in (-17, -17, -17.5, -27, -27, -25)]
    assert told == pytest.approx([-17, -17, -17, -22, -22, -23])
    assert drop_of(slides.look(raised(-31), settled=False), "mini") == pytest.approx(-25)
    assert drop_of(slides.look(raised(-25), settled=True), "mini") == pytest.approx(-23), "nothing was settled there"


@pytest.mark.parametrize("boss", [BOSS, Pose(400, 200, 180), Pose(300, 900, 95)])
def test_a_miniboss_that_is_raised_shows_its_new_level_at_once(boss: Pose) -> None:
    slides = Slides(frozenset({Code("mini")}))
    for up in (-20, -28, -24, -21):
        slides.look(raised(up, boss=boss), settled=True)
    for up in (-41, -48, -72, -24):
        assert drop_of(slides.look(raised(up, boss=boss), settled=True), "mini") == pytest.approx(up, abs=4)


@pytest.mark.parametrize(
    ("seems", "told"), [(-24, -24), (-14, -18), (-21, -24), (-35, -31), (-37, -41), (-60.5, -64.5)]
)
def test_some_of_what_a_miniboss_is_off_may_be_a_bump_of_its_boss(seems: float, told: float) -> None:
    slides = Slides(frozenset({Code("mini")}), Zones().raises_mm)
    assert drop_of(slides.look(raised(seems), settled=True), "mini") == pytest.approx(told)


def _level_mm(boss: Pose, *down: float) -> float:
    """How high a miniboss is told to lie that lies 24 mm above the first of some rooms, which lie that low."""
    cards = [Lying(Code("boss"), Role.BOSS, boss), Lying(Code("mini"), Role.MINIBOSS, BOSS.moved(-66, -24))]
    cards += [Lying(Code(f"r{slot}"), Role.ROOM, BOSS.moved(-66 * slot, low)) for slot, low in enumerate(down, start=1)]
    slides = Slides(frozenset({Code("mini")}))
    slides.look(row(*((0, 0),) * len(down)), settled=True)
    return -drop_of(slides.look(read_layout(cards, Zones(refit_rows=False)), settled=True), "mini")


def test_rooms_tell_how_much_higher_or_lower_a_row_seems_to_lie_because_its_boss_was_bumped() -> None:
    """And how much a crooked boss tilts it. Those that were slid do not."""
    assert _level_mm(BOSS, 0, 0, 0) == pytest.approx(24)
    assert _level_mm(BOSS) == pytest.approx(24)
    assert _level_mm(BOSS, 12, 0) == pytest.approx(24), "the first one was slid"
    for bumped, seems in ((BOSS.moved(0, -8), 16), (BOSS.moved(0, 0, 6), 24 + 66 * math.sin(math.radians(6)))):
        alone, told = _level_mm(bumped), [_level_mm(bumped, *(0,) * count) for count in range(1, 6)]
        off = [abs(level - 24) for level in told]
        assert alone == pytest.approx(seems, abs=1) or alone == pytest.approx(48 - seems, abs=1)
        assert off[0] == pytest.approx((1 - ONE_ROOM) * abs(alone - 24), abs=0.1)
        assert max(off) < 0.5 * abs(alone - 24)
    assert 24 < _level_mm(BOSS, 5, 5, 5) < 29, "they may have been bumped themselves"


@pytest.mark.parametrize(("stacked_mm", "stacked_deg", "most"), [(0, 0, 7), (6, 8, 15)])
def test_of_a_row_in_which_all_cards_are_bumped_hardly_any_new_miniboss_must_be_asked_about(
    stacked_mm: float, stacked_deg: float, most: int
) -> None:
    """By up to 8 mm and 6 degrees each, and rooms over others by more; beside the boss alone it would be one in
    thirteen."""
    dice = Random(1)

    def bumped(pose: Pose, by_mm: float = 8, by_deg: float = 6) -> Pose:
        away, angle = by_mm * math.sqrt(dice.random()), dice.uniform(0, 360)
        moved = Pose(pose.x_mm, pose.y_mm, angle).moved(away, 0)
        return replace(moved, angle_deg=pose.angle_deg + dice.uniform(-by_deg, by_deg))

    unclear = 0
    for _ in range(1000):
        count, level = dice.randint(1, 5), dice.randint(1, 3)
        place = BOSS.moved(-66 * dice.randint(1, count), -LEVEL_RAISE_MM[level - 1])
        slides = Slides(frozenset({Code("mini")}), Zones().raises_mm)
        slides.look(row(*((0, 0),) * count), settled=True)
        lying = [Lying(Code("boss"), Role.BOSS, bumped(BOSS)), Lying(Code("mini"), Role.MINIBOSS, bumped(place))]
        rooms = [bumped(bumped(BOSS.moved(-66 * slot, 0)), stacked_mm, stacked_deg) for slot in range(1, count + 1)]
        lying += [Lying(Code(f"r{slot}"), Role.ROOM, pose) for slot, pose in enumerate(rooms, start=1)]
        unclear += miniboss_level(-drop_of(slides.look(read_layout(lying), settled=True), "mini")) != level
    assert unclear <= most


def test_both_sides_mean_the_same_heights() -> None:
    assert Zones().raises_mm == LEVEL_RAISE_MM


def test_sideways_rooms_and_cards_elsewhere_are_left_alone() -> None:
    slides = Slides()
    lying = SeenCard(Code("x"), Spot(Area.ELSEWHERE, drop_mm=40), Turned.UPRIGHT, 0, 0, 0)
    turned = SeenCard(Code("y"), Spot(Area.ROW, Code("boss"), 2, 9), Turned.SIDEWAYS, 0, 0, 90)
    assert slides.look((lying, turned), settled=True) == (lying, turned)
