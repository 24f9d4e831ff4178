"""Which parts of a picture are worth a close look."""

import math
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.ids import Code
from vision.attention import Attention, Scene, _grown, _tiles
from vision.calibration import TableMap
from vision.stickers import Role, StickerSpec
from vision.surroundings import View
from vision.tabletop import Pose
from vision.tracker import QUICK, Outlook, Sighting, Tracker


def _view(changed: NDArray[np.bool_], *, moving: bool = False) -> View:
    nothing = np.zeros_like(changed)
    return View(16, 0.4, moving, nothing, changed, changed, nothing)


def _scene(*, settled: bool = False) -> Scene:
    return Scene(None, (4608, 2592), (), (), (), -math.inf, settled)


def _hurries(attention: Attention, view: View, scene: Scene) -> bool:
    return attention.look(view, scene, Tracker(), 0.0).hurry


def test_what_changed_is_looked_at_for_a_while_and_again_once_the_table_was_settled() -> None:
    attention, changed = Attention({}), np.zeros((162, 288), np.bool_)
    changed[40:50, 100:110] = True
    looks = [bool(attention.look(_view(changed), _scene(), Tracker(), number / 14).closely) for number in range(20)]
    assert looks == [True] * 16 + [False] * 4
    orders = attention.look(_view(changed), _scene(settled=True), Tracker(), 0.5)
    assert orders.closely
    assert not orders.everywhere


def test_what_may_hold_more_than_was_read_is_looked_at_after_the_table_was_settled_too() -> None:
    """Until something more is read there, or hands come again."""
    changed, nothing = np.zeros((2, 162, 288), np.bool_)
    changed[75:88, 137:150] = True
    code = Code("ITEM")
    table = TableMap(np.array(((0.4, 0, -0.4 * 2304), (0, 0.4, -0.4 * 1296), (0, 0, 1.0))), 0.0, 0)
    bare, read = (
        Scene(table, (4608, 2592), cards, (), (), -math.inf, True) for cards in ([], [Sighting(code, Pose(0, 0, 0))])
    )
    specs = {code: StickerSpec(code, Role.ITEM, 14.0, 0.0, 0.0)}

    def looks(scene: Scene, moving: int = 99) -> list[bool]:
        attention = Attention(specs)
        attention.look(_view(changed), bare, Tracker(), 0.0)
        views = [_view(nothing, moving=number == moving) for number in range(20)]
        return [bool(attention.look(view, scene, Tracker(), 0.1).closely) for view in views]

    assert looks(bare) == [True] * 16 + [False] * 4
    assert looks(bare, moving=3) == [True] * 3 + [False] * 17
    assert looks(read) == [False] * 20


def test_of_many_parts_only_a_few_are_looked_at_in_one_picture() -> None:
    changed = np.zeros((162, 288), np.bool_)
    changed[40:44, 20:280:20] = changed[40:44, 21:281:20] = changed[40:44, 22:282:20] = True
    boxes = Attention({}).look(_view(changed), _scene(), Tracker(), 0.0).closely
    assert len(_view(changed).changed_boxes()) > 8
    assert len(boxes) == 8


def test_what_came_with_a_bump_is_looked_at_twice_and_later_only_where_an_arm_hid_it() -> None:
    """A place that a card has left."""
    came, hidden, rim, nothing = np.zeros((4, 162, 288), np.bool_)
    for rows, columns in ((slice(40, 50), slice(60, 67)), (slice(100, 110), slice(200, 207))):
        came[rows, columns] = rim[rows, columns.start] = rim[rows, columns.stop - 1] = True
    hidden[95:120, 195:220] = True

    def view(*, moving: bool, since: NDArray[np.bool_] | None = None) -> View:
        return View(16, 0.4, moving, nothing if moving else hidden, nothing, nothing, rim, since_bump=since)

    lay = [
        Sighting(Code("ROOM"), Pose(0.4 * (16 * x - 2304), 0.4 * (16 * y - 1296), 0)) for x, y in ((63, 45), (203, 105))
    ]
    table = TableMap(np.array(((0.4, 0, -0.4 * 2304), (0, 0.4, -0.4 * 1296), (0, 0, 1.0))), 0.0, 0)
    attention, scene = Attention({}), Scene(table, (4608, 2592), (), (), (), 0.0, False, lay)
    looks = [attention.look(view(moving=False, since=came), scene, Tracker(), 0.0).closely]
    looks += [attention.look(view(moving=moving), scene, Tracker(), 0.1).closely for moving in (False, False, True)]
    hidden[:] = False
    looks += [attention.look(view(moving=False), scene, Tracker(), 0.2).closely for _ in range(3)]
    assert [len(boxes) for boxes in looks] == [1, 1, 0, 0, 1, 1, 0]
    assert looks[0][0][0] < 3000 < looks[-2][0][0]


def test_what_came_with_a_bump_and_may_be_a_card_is_looked_at_for_longer_and_waited_for() -> None:
    """Where a card lay before there is bare table now, and light has no sharp edges, or few where there is a grain."""
    came, nothing, grain, printed = np.zeros((4, 162, 288), np.bool_)
    came[75:88, 139:149] = grain[75:88:4, 139:149] = printed[75:88:2, 139:149] = True
    code = Code("ROOM")
    specs = {code: StickerSpec(code, Role.ROOM, 16.0, 0.0, 0.0)}
    table = TableMap(np.array(((0.4, 0, -0.4 * 2304), (0, 0.4, -0.4 * 1296), (0, 0, 1.0))), 0.0, 0)
    lay = Sighting(code, Pose(0, 0, 0))
    for before, sharp, pictures in (((), printed, 5), ((lay,), printed, 2), ((), grain, 2), ((), nothing, 0)):
        scene, attention = Scene(table, (4608, 2592), (), (), (), 0.0, False, before), Attention(specs)
        looks = []
        for number in range(12):
            since = came if number == 0 else None
            view = View(16, 0.4, False, nothing, nothing, nothing, sharp, since_bump=since)
            looks.append((bool(attention.look(view, scene, Tracker(), number / 14).closely), attention.awaits))
        assert looks == [(number < pictures, number < pictures > 2) for number in range(12)]


def test_a_card_that_is_still_sought_may_lie_beside_what_was_seen_to_have_come() -> None:
    assert _grown((900, 40, 1000, 200), 110, (1050, 2592)) == (790, 0, 1050, 310)


def test_people_wait_when_nothing_moves_any_more_and_the_table_is_not_settled() -> None:
    attention, table = Attention({}), np.zeros((162, 288), np.bool_)
    assert _hurries(attention, _view(table), _scene())
    assert not _hurries(attention, _view(table), _scene(settled=True))


def test_while_hands_are_at_work_any_picture_may_be_the_last_but_the_search_goes_on_now_and_then() -> None:
    attention, table = Attention({}), np.zeros((162, 288), np.bool_)
    awaited = [_hurries(attention, _view(table, moving=True), _scene()) for _ in range(16)]
    assert awaited == [*[True] * 7, False] * 2
    assert _hurries(attention, _view(table), _scene())
    assert _hurries(attention, _view(table, moving=True), _scene())


def test_a_table_that_does_not_settle_is_soon_searched_as_a_whole_again() -> None:
    attention, table = Attention({}), np.zeros((162, 288), np.bool_)
    assert [_hurries(attention, _view(table), _scene()) for _ in range(14)] == [True] * 10 + [False] * 4


def test_a_card_that_is_sought_does_not_lie_on_one_that_lies_face_down() -> None:
    """It may lie on one that lies face-up, or under it."""
    code, sought = Code("ROOM"), Code("HERO")
    specs = {name: StickerSpec(name, role, 16.0, 0.0, 0.0) for name, role in ((code, Role.ROOM), (sought, Role.HERO))}
    changed = np.zeros((162, 288), np.bool_)
    changed[75:88, 137:150] = True
    for alike in (False, True):
        tracker = Tracker(QUICK)
        for number in range(12):
            tracker.look([Sighting(sought, Pose(300, 0, 0))], number / 14)
        table = TableMap(np.array(((0.4, 0, -0.4 * 2304), (0, 0.4, -0.4 * 1296), (0, 0, 1.0))), 0.0, 0)
        lying = Sighting(code, Pose(0, 0, 0), alike)
        scene = Scene(table, (4608, 2592), [lying], (), (), -math.inf, False)
        attention = Attention(specs)
        for number in range(12, 15):
            tracker.look([lying], number / 14, lambda _: Outlook.CHANGED)
            boxes = attention.look(_view(changed), scene, tracker, number / 14).closely
        there = [box for box in boxes if box[0] < 2304 < box[2] and box[1] < 1296 + 60 < box[3]]
        assert bool(there) is not alike


def test_a_card_that_left_its_place_is_waited_for_while_something_changed_that_may_be_it() -> None:
    """It may lie on a card that was read, whose outline explains what changed."""
    code, sought = Code("ROOM"), Code("HERO")
    specs = {name: StickerSpec(name, role, 16.0, 0.0, 0.0) for name, role in ((code, Role.ROOM), (sought, Role.HERO))}
    changed, nothing = np.zeros((2, 162, 288), np.bool_)
    changed[75:88, 137:150] = True
    table = TableMap(np.array(((0.4, 0, -0.4 * 2304), (0, 0.4, -0.4 * 1296), (0, 0, 1.0))), 0.0, 0)
    lying = Sighting(code, Pose(0, 0, 0))
    scene = Scene(table, (4608, 2592), [lying], (), (), -math.inf, False)
    for seen, awaited in ((changed, [False, True, True, *[False] * 9]), (nothing, [False] * 12)):
        tracker, attention = Tracker(QUICK), Attention(specs)
        for number in range(12):
            tracker.look([Sighting(sought, Pose(300, 0, 0))], number / 14)
        waits, looks, close = [], [], []
        for number in range(12, 24):
            tracker.look([lying], number / 14, lambda _: Outlook.CHANGED)
            orders = attention.look(_view(seen), scene, tracker, number / 14)
            waits.append(attention.awaits)
            looks.append(len(orders.thoroughly))
            close.append(any(box[0] <= 2304 < box[2] for box in orders.closely))
        assert waits == awaited
        there = any(awaited)
        assert close == [False, *[there] * 3, *[False] * 6, *[there] * 2], "when it is waited for, or nobody waits"
        patient = [0] * 10 + ([1, 1] if any(awaited) else [0, 0])
        assert looks == patient, "perhaps it has no finder patterns any more, but people wait"
        settled = attention.look(_view(nothing), replace(scene, settled=True), tracker, 24 / 14)
        assert bool(settled.thoroughly) is any(awaited), "once the table is settled nobody does"


def test_what_nobody_can_read_is_looked_through_thoroughly_once_four_close_looks_were_in_vain() -> None:
    changed, nothing = np.zeros((2, 162, 288), np.bool_)
    changed[40:50, 60:67] = True
    thing = np.array(((960.0, 640.0), (1072.0, 640.0), (1072.0, 800.0), (960.0, 800.0)))
    attention, box = Attention({}), (960, 640, 1072, 800)
    unread = replace(_scene(), suspects=[thing])
    looks = [attention.look(_view(changed), unread, Tracker(), number / 14).thoroughly for number in range(6)]
    assert looks == [(), (), (), (), (box,), (box,)]
    settled = attention.look(_view(nothing), replace(_scene(settled=True), things=[thing]), Tracker(), 0.5)
    assert settled.thoroughly == (box,), "nor is it given up when the table is settled"


def test_large_parts_are_looked_through_piece_by_piece() -> None:
    """What lies across an edge is whole in one of them."""
    pieces = _tiles((100, 50, 700, 400))
    assert [piece[:2] for piece in pieces] == [(x, y) for y in (50, 258) for x in (100, 308, 516)]
    assert pieces[-1] == (516, 258, 700, 400)
    assert _tiles((0, 0, 30, 20)) == [(0, 0, 30, 20)]


def test_between_items_that_were_read_another_one_is_looked_for_and_between_rooms_none() -> None:
    """Items are pushed under each other; what two rooms cover is no card."""
    changed = np.zeros((162, 288), np.bool_)
    changed[78:86, 136:152] = True
    table = TableMap(np.array(((0.4, 0, -0.4 * 2304), (0, 0.4, -0.4 * 1296), (0, 0, 1.0))), 0.0, 0)
    looked_at = {}
    for role in (Role.ITEM, Role.ROOM):
        codes = [Code(f"{role.value} {number}") for number in range(2)]
        specs = {code: StickerSpec(code, role, 14.0, 22.0, -35.0) for code in codes}
        lying = [Sighting(code, Pose(40 * side, 0, 0)) for code, side in zip(codes, (-1, 1), strict=True)]
        scene = Scene(table, (4608, 2592), lying, (), (), -math.inf, False)
        boxes = Attention(specs).look(_view(changed), scene, Tracker(QUICK), 0.0).closely
        looked_at[role] = bool(boxes)
    assert looked_at == {Role.ITEM: True, Role.ROOM: False}


def test_nobody_seeks_a_spell_or_an_item_that_left_its_place_nor_a_boss_that_is_not_seen() -> None:
    """A boss lies where it is for a whole game, and a lamp may glare on it for a round."""
    sought = {}
    for role in (Role.HERO, Role.ITEM, Role.SPELL, Role.BOSS, Role.TOWN, Role.PAD):
        code, tracker = Code(role.value), Tracker(QUICK)
        for number in range(12):
            tracker.look([Sighting(code, Pose(0, 0, 0))], number / 14)
        tracker.look([], 1.0, lambda _: Outlook.CHANGED)
        attention = Attention({code: StickerSpec(code, role, 16.0, 0.0, 0.0)})
        sought[role] = [card.code for card in attention.astray(tracker, 1.0, 1.5)]
    assert {role: codes for role, codes in sought.items() if codes} == {Role.HERO: [Code("hero")]}


@pytest.mark.parametrize(("role", "pictures"), [(Role.HERO, 84), (Role.ROOM, 0)])
def test_a_hero_that_is_nowhere_is_looked_for_where_heroes_wait_once_the_table_is_settled(
    role: Role, pictures: int
) -> None:
    """For six seconds: the referee cannot go on without it. It may have no finder patterns any more."""
    code, tracker = Code("CARD"), Tracker(QUICK)
    for number in range(12):
        tracker.look([Sighting(code, Pose(0, 0, 0))], number / 14)
    tracker.look([], 1.0, lambda _: Outlook.CHANGED)
    for number in range(1, 4):
        tracker.look([], 1.0 + number / 14, lambda _: Outlook.CHANGED)
    attention = Attention({code: StickerSpec(code, role, 16.0, 0.0, 0.0)})
    entrances = [(100, 100, 400, 400), (1000, 100, 1300, 400)]
    nothing, scene = np.zeros((162, 288), np.bool_), replace(_scene(settled=True), entrances=lambda: entrances)
    waiting = attention.look(_view(nothing), replace(scene, settled=False), tracker, 1.2)
    assert not waiting.closely
    looks = []
    for number in range(112):
        now_s = 1.25 + number / 14
        tracker.look([], now_s)
        looks.append(attention.look(_view(nothing), scene, tracker, now_s))
    assert sum(look.closely == (*entrances,) for look in looks) == pytest.approx(pictures, abs=4)
    pieces = {look.thoroughly for look in looks if look.thoroughly}
    assert pieces == ({(tile,) for box in entrances for tile in _tiles(box)} if pictures else set())
    moving = attention.look(_view(nothing, moving=True), scene, tracker, 1.3)
    assert not moving.closely


def test_a_card_that_was_turned_over_onto_a_pile_of_others_counts() -> None:
    pile, more = (Sighting(Code("BACK"), Pose(x, 0, 0), alike=True) for x in (100, 104))
    hero = Sighting(Code("HERO"), Pose(300, 0, 0))

    def turned(*cards: Sighting) -> int:
        return Scene(None, (4608, 2592), cards, (), (), 0.0, False, [pile, hero]).turned()

    assert [turned(pile), turned(more), turned(pile, more), turned(hero)] == [0, 1, 1, 0]


def test_a_card_that_was_built_face_down_was_not_turned_over() -> None:
    built, pile = (Sighting(Code("BACK"), Pose(x, 0, 0), alike=True) for x in (100, 300))
    scene = Scene(None, (4608, 2592), [built, pile], (), (), 0.0, False, built=lambda cards: cards.count(built))
    assert scene.turned() == 1


def test_as_many_cards_as_were_turned_over_are_not_sought() -> None:
    tracker, codes = Tracker(QUICK), (Code("one"), Code("two"))
    heroes = [Sighting(code, Pose(80 * number, 0, 0)) for number, code in enumerate(codes)]
    for number in range(12):
        tracker.look(heroes, number / 14)
    tracker.look([], 1.0, lambda _: Outlook.CHANGED)
    attention = Attention({code: StickerSpec(code, Role.HERO, 16.0, 0.0, 0.0) for code in codes})
    counts = [partial(int, number) for number in range(4)]
    sought = [[card.code for card in attention.astray(tracker, 1.0, 1.5, turned)] for turned in counts]
    assert sought == [[*codes], [*codes], [], []], "nobody knows which of two it was"
