"""Where cards lie in the words of the table (rules 4.2, 4.3, examples EX-89 to EX-92)."""

from collections.abc import Iterable
from random import Random

import pytest

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, Turned
from vision.layout import (
    Lying,
    Zones,
    card_pose,
    entrance_places,
    read_layout,
    row_pitch,
    row_turn,
    slot_places,
    turned,
)
from vision.stickers import Role
from vision.tabletop import Pose, empty_table, turned_seats

PLAIN = Zones(refit_rows=False)
SLID_MM = 0.08 * 88
RAISED = (18.0, 36.0, 54.0)


def _lying(role: Role, code: str, x: float, y: float, angle: float = 0.0) -> Lying:
    return Lying(Code(code), role, Pose(x, y, angle))


def _laid(*cards: Lying, zones: Zones = PLAIN) -> dict[str, SeenCard]:
    return {card.code: card for card in read_layout(cards, zones)}


def _is_room(card: SeenCard, slot: int, lies: Turned, *, slid: bool) -> bool:
    in_slot = card.spot.area is Area.ROW and abs(card.spot.place - slot) <= 0.35
    return in_slot and card.turned is lies and (SLID_MM <= card.spot.drop_mm <= 0.35 * 88) is slid


@pytest.mark.parametrize("zones", [PLAIN, Zones()])
def test_three_rooms_in_front_of_their_owner(zones: Zones) -> None:
    """EX-89."""
    seen = _laid(
        _lying(Role.BOSS, "boss", 1000, 500),
        _lying(Role.ROOM, "a", 934, 502, 1),
        _lying(Role.ROOM, "b", 866, 499, 92),
        _lying(Role.ROOM, "c", 803, 514, -3),
        zones=zones,
    )
    assert _is_room(seen["a"], 1, Turned.UPRIGHT, slid=False)
    assert _is_room(seen["b"], 2, Turned.SIDEWAYS, slid=False)
    assert _is_room(seen["c"], 3, Turned.UPRIGHT, slid=True)
    assert seen["a"].spot.seat == "boss"


@pytest.mark.parametrize("zones", [PLAIN, Zones()])
def test_the_dungeon_of_the_player_opposite_grows_to_the_right(zones: Zones) -> None:
    """EX-90."""
    seen = _laid(
        _lying(Role.BOSS, "boss", 400, 200, 180),
        _lying(Role.ROOM, "a", 466, 200, 180),
        _lying(Role.ROOM, "b", 531, 187, 178),
        _lying(Role.ROOM, "c", 598, 201, 270),
        zones=zones,
    )
    assert _is_room(seen["a"], 1, Turned.UPRIGHT, slid=False)
    assert _is_room(seen["b"], 2, Turned.UPRIGHT, slid=True)
    assert _is_room(seen["c"], 3, Turned.SIDEWAYS, slid=False)


@pytest.mark.parametrize("zones", [PLAIN, Zones()])
def test_a_player_at_the_left_edge(zones: Zones) -> None:
    """EX-91."""
    seen = _laid(
        _lying(Role.BOSS, "boss", 150, 700, 90),
        _lying(Role.ROOM, "a", 150, 634, 90),
        _lying(Role.ROOM, "b", 149, 568, 0),
        zones=zones,
    )
    assert _is_room(seen["a"], 1, Turned.UPRIGHT, slid=False)
    assert _is_room(seen["b"], 2, Turned.SIDEWAYS, slid=False)


def test_waiting_heroes_stand_in_the_order_of_their_distance() -> None:
    """EX-92."""
    seen = _laid(
        _lying(Role.BOSS, "boss", 1000, 500),
        *(_lying(Role.ROOM, f"r{n}", 1000 - 66 * n, 500) for n in range(1, 5)),
        _lying(Role.HERO, "H1", 540, 498),
        _lying(Role.HERO, "H2", 668, 503),
        _lying(Role.HERO, "H3", 605, 500),
    )
    heroes = [card for card in seen.values() if card.code.startswith("H")]
    assert all(card.spot.area is Area.ROW and card.spot.place > 4.5 for card in heroes)
    assert [card.code for card in sorted(heroes, key=lambda card: card.spot.place)] == ["H2", "H3", "H1"]


def test_a_face_down_card_at_the_end_of_a_bumped_row_is_in_it() -> None:
    """The boss is turned by 6 degrees, the first room lies 10 mm up: the others may as well have been slid down."""
    rooms = [_lying(Role.ROOM, f"r{n}", 299 + x, -293 + y, 180) for n, x, y in ((1, 72, 10), (2, 132, -1), (3, 196, 1))]
    back = _lying(Role.BACK, "back", 568, -299, 173)
    seen = _laid(_lying(Role.BOSS, "boss", 299, -293, -174), *rooms, back, zones=Zones())
    assert seen["back"].spot.area is Area.ROW
    assert round(seen["back"].spot.place) == 4


def test_a_hero_beyond_the_end_of_a_bumped_row_waits_there() -> None:
    """The boss is turned by 6 degrees, and five bumped rooms tell that it is."""
    places = ((71, 11), (131, -12), (195, 3), (269, 8), (328, 1))
    rooms = [_lying(Role.ROOM, f"r{n}", 301 + x, -276 + y, 180) for n, (x, y) in enumerate(places, 1)]
    hero = _lying(Role.HERO, "hero", 698, -280, 177)
    seen = _laid(_lying(Role.BOSS, "boss", 301, -276, -173.8), *rooms, hero, zones=Zones())
    assert seen["hero"].spot.area is Area.ROW
    assert 5.5 < seen["hero"].spot.place < 6.5


def test_a_hero_above_another_waits_there_however_all_of_them_are_bumped() -> None:
    """The boss 8 mm up and turned by 6 degrees, its rooms 8 mm down, the second hero 8 mm up."""
    rooms = [_lying(Role.ROOM, f"r{n}", 1000 - 66 * n, 508) for n in range(1, 5)]
    heroes = [_lying(Role.HERO, "low", 600, 500), _lying(Role.HERO, "high", 594, 456)]
    seen = _laid(_lying(Role.BOSS, "boss", 1000, 492, -6), *rooms, *heroes, zones=Zones())
    assert [seen[name].spot.area for name in ("low", "high")] == [Area.ROW] * 2


@pytest.mark.parametrize(
    ("angle", "expected"),
    [
        (0, Turned.UPRIGHT),
        (-25, Turned.UPRIGHT),
        (26, Turned.SLANTED),
        (65, Turned.SIDEWAYS),
        (-115, Turned.SIDEWAYS),
        (270, Turned.SIDEWAYS),
        (116, Turned.SLANTED),
        (155, Turned.UPSIDE_DOWN),
        (-180, Turned.UPSIDE_DOWN),
        (360, Turned.UPRIGHT),
    ],
)
def test_how_a_card_lies_follows_its_angle(angle: float, expected: Turned) -> None:
    assert turned(angle, PLAIN) is expected


def test_heroes_under_a_boss_are_wounds_and_backs_beside_it_are_souls() -> None:
    seat = Pose(500, 300, 180)
    wound, soul = seat.moved(0, 27), seat.moved(70, -12)
    seen = _laid(
        Lying(Code("boss"), Role.BOSS, seat),
        Lying(Code("hero"), Role.HERO, wound),
        Lying(Code("back"), Role.BACK, soul),
        Lying(Code("up"), Role.HERO, soul),
    )
    assert (seen["hero"].spot.area, seen["hero"].spot.seat) == (Area.WOUNDS, "boss")
    assert seen["hero"].turned is Turned.UPRIGHT
    assert seen["back"].spot.area is Area.SCORE
    assert seen["up"].spot.area is Area.ELSEWHERE


def test_a_face_down_card_in_a_slot_is_in_the_row() -> None:
    seen = _laid(_lying(Role.BOSS, "boss", 0, 0), _lying(Role.BACK, "back", -132, 3))
    assert seen["back"].spot.area is Area.ROW
    assert seen["back"].spot.place == pytest.approx(2.0)


def test_the_town_lies_beside_its_marker_oldest_nearest() -> None:
    marker = Pose(100, 400, -10)
    heroes = [Lying(Code(f"h{n}"), Role.HERO, marker.moved(80 + 66 * n, 5)) for n in range(3)]
    behind = Lying(Code("behind"), Role.HERO, marker.moved(-80, 0))
    room = Lying(Code("room"), Role.ROOM, marker.moved(80, 0))
    seen = _laid(Lying(Code("town"), Role.TOWN, marker), *heroes, behind, room)
    assert [seen[f"h{n}"].spot.area for n in range(3)] == [Area.TOWN] * 3
    assert seen["h0"].spot.place < seen["h1"].spot.place < seen["h2"].spot.place
    assert seen["h0"].spot.seat == ""
    assert seen["behind"].spot.area is Area.ELSEWHERE
    assert seen["room"].spot.area is Area.ELSEWHERE
    assert seen["town"].spot.area is Area.ELSEWHERE


def test_without_a_boss_everything_is_elsewhere() -> None:
    seen = _laid(_lying(Role.ROOM, "room", 10, 10), _lying(Role.SPELL, "spell", 0, 0, 90))
    assert {card.spot.area for card in seen.values()} == {Area.ELSEWHERE}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("askew", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_seat_of_a_table_reads_its_own_cards(players: int, askew: bool, seed: int) -> None:
    """Every card is bumped; a face-down room lies on each room."""
    dice = Random(seed)
    table = empty_table(players, turned_seats(players, dice) if askew else ())
    cards = [Lying(Code("town"), Role.TOWN, table.town)]

    def lay(owner: str, what: str, role: Role, poses: Iterable[Pose]) -> None:
        for number, pose in enumerate(poses):
            bumped = pose.moved(dice.uniform(-5, 5), dice.uniform(-5, 5), dice.uniform(-5, 5))
            cards.append(Lying(Code(f"{owner} {what} {number}"), role, bumped))

    for number, seat in enumerate(table.seats):
        owner, slots = f"b{number}", [seat.slot(k) for k in range(1, 6)]
        cards.append(Lying(Code(owner), Role.BOSS, seat.boss))
        lay(owner, "room", Role.ROOM, slots)
        lay(owner, "back", Role.BACK, slots)
        lay(
            owner,
            "imp",
            Role.MINIBOSS,
            (slot.moved(0, -raised) for slot, raised in zip(slots[::2], RAISED, strict=True)),
        )
        lay(owner, "wait", Role.HERO, (seat.entrance(k, 5) for k in range(4)))
        lay(owner, "hurt", Role.HERO, (seat.wound(k) for k in range(5)))
        lay(owner, "soul", Role.BACK, (seat.soul(k) for k in range(10)))
        lay(owner, "item", Role.ITEM, (seat.item(0),))
    crowded = seed % 2 == 1
    lay("t", "town", Role.HERO, (table.town_place(k, crowded) for k in range(14 if crowded else 10)))
    lay("t", "tool", Role.ITEM, (table.item_place(k) for k in range(4)))
    areas = {"hurt": Area.WOUNDS, "soul": Area.SCORE, "item": Area.SCORE, "town": Area.TOWN, "tool": Area.TOWN}
    for card in read_layout(cards):
        parts = card.code.split()
        if len(parts) == 3:
            assert card.spot.area is areas.get(parts[1], Area.ROW), card
            assert card.spot.seat == ("" if parts[0] == "t" else parts[0]), card
            assert card.turned is Turned.UPRIGHT


def test_a_card_between_two_dungeons_stays_with_the_one_it_belonged_to() -> None:
    cards = [
        _lying(Role.BOSS, "near", 300, 30),
        _lying(Role.BOSS, "far", 300, -28),
        _lying(Role.ROOM, "room", 234, 0),
    ]
    (room,) = [c for c in read_layout(cards, PLAIN) if c.code == "room"]
    assert room.spot.seat == "far"
    (room,) = [c for c in read_layout(cards, PLAIN, {Code("room"): Code("near")}) if c.code == "room"]
    assert room.spot.seat == "near"


def test_a_crooked_boss_card_does_not_make_rooms_look_slid() -> None:
    """Rules 4.2: the row's direction is fitted to boss and rooms."""
    rooms = [_lying(Role.ROOM, f"r{n}", 1000 - 66 * n, 500) for n in range(1, 5)]
    slid = _lying(Role.ROOM, "slid", 1000 - 66 * 5, 513)
    seen = _laid(_lying(Role.BOSS, "boss", 1000, 500, 2.5), *rooms, slid, zones=Zones())
    assert all(abs(seen[f"r{n}"].spot.drop_mm) < 2 for n in range(1, 5))
    assert seen["slid"].spot.drop_mm == pytest.approx(13, abs=2)


@pytest.mark.parametrize("crooked", [-7.0, -4.0, 3.0, 6.0, 7.0])
def test_a_bumped_boss_card_loses_none_of_its_five_rooms(crooked: float) -> None:
    rooms = [_lying(Role.ROOM, f"r{n}", 1000 - 66 * n, 500, 3) for n in range(1, 6)]
    seen = _laid(_lying(Role.BOSS, "boss", 1000, 500, crooked), *rooms, zones=Zones())
    assert all(_is_room(seen[f"r{n}"], n, Turned.UPRIGHT, slid=False) for n in range(1, 6))


@pytest.mark.parametrize("raised", [18.0, 36.0, 54.0])
def test_a_miniboss_sticks_out_above_its_room(raised: float) -> None:
    """Rules 4.7: measured from the player's frame."""
    seat = Pose(400, 300, 180)
    rooms = [Lying(Code(f"r{n}"), Role.ROOM, seat.moved(-66 * n, 0)) for n in (1, 2)]
    seen = _laid(
        Lying(Code("boss"), Role.BOSS, seat), *rooms, Lying(Code("imp"), Role.MINIBOSS, seat.moved(-132, -raised))
    )
    assert (seen["imp"].spot.area, seen["imp"].spot.seat) == (Area.ROW, "boss")
    assert seen["imp"].spot.place == pytest.approx(2)
    assert seen["imp"].spot.drop_mm == pytest.approx(-raised)


def test_items_lie_in_their_own_row_of_the_town_under_heroes_and_in_score_areas() -> None:
    """Rules 4.2, BM-ITEM-4 to -11"""
    boss, marker = Pose(1000, 900, 0), Pose(100, 200, 0)
    items = {"waits": marker.moved(150, 100), "carried": boss.moved(-330, 20), "won": boss.moved(80, 10)}
    seen = _laid(
        Lying(Code("boss"), Role.BOSS, boss),
        Lying(Code("town"), Role.TOWN, marker),
        *(Lying(Code(name), Role.ITEM, pose) for name, pose in items.items()),
    )
    assert [seen[name].spot.area for name in items] == [Area.TOWN, Area.ROW, Area.SCORE]


def test_spells_are_shown_beside_the_marker_of_their_pad() -> None:
    """Rules 4.6, laying rule 10"""
    pad = Pose(300, 300, 45)
    seen = _laid(
        Lying(Code("pad"), Role.PAD, pad),
        Lying(Code("shown"), Role.SPELL, pad.moved(70, 5)),
        Lying(Code("discarded"), Role.SPELL, pad.moved(200, 0)),
        Lying(Code("hero"), Role.HERO, pad.moved(60, 0)),
    )
    assert [seen[name].spot.area for name in ("shown", "discarded", "hero")] == [
        Area.PAD,
        Area.ELSEWHERE,
        Area.ELSEWHERE,
    ]


def test_every_seat_knows_where_its_five_slots_are() -> None:
    boss = Pose(500, 300, 90)
    places = slot_places([Lying(Code("boss"), Role.BOSS, boss)])
    assert [round(spot.place) for spot, _ in places] == [1, 2, 3, 4, 5]
    assert places[1][1].y_mm == pytest.approx(300 - 132)


@pytest.mark.parametrize("rooms", [0, 2, 5])
def test_the_stickers_of_six_waiting_heroes_lie_where_entrances_are_looked_at(rooms: int) -> None:
    for number, seat in enumerate(empty_table(4).seats):
        cards = [Lying(Code("boss"), Role.BOSS, seat.boss)]
        cards += [Lying(Code(f"room{slot}"), Role.ROOM, seat.slot(slot)) for slot in range(1, rooms + 1)]
        ((middle, (width, height)),) = entrance_places(cards)
        for place in range(6):
            sticker = seat.entrance(place, rooms).moved(0, 28)
            along = (sticker.x_mm - middle.x_mm) * (1, -1)[number // 2]
            down = (sticker.y_mm - middle.y_mm) * (1, -1)[number // 2]
            assert abs(along) <= width / 2 - 8, "the whole sticker"
            assert abs(down) <= height / 2 - 8


def test_two_rooms_both_slid_do_not_turn_the_row() -> None:
    assert abs(row_turn([(66, 12), (132, 12)])) < 1.0


def test_rooms_laid_with_gaps_still_count_from_one_to_five() -> None:
    pitch = row_pitch([71.5 * n for n in range(1, 6)], Zones())
    assert pitch == pytest.approx(71.5, abs=0.5)
    assert row_pitch([66, 133, 197], Zones()) == pytest.approx(66)


def test_the_cards_middle_follows_from_its_sticker() -> None:
    """Rules section 5.1: a room's sticker is glued 18 mm above the middle."""
    sticker = Pose(100, 100, 90)
    card = card_pose(sticker, 0, -18)
    assert (card.x_mm, card.y_mm, card.angle_deg) == pytest.approx((82, 100, 90))


def test_a_room_from_the_hand_lies_on_the_pad_unless_a_dungeon_claims_it() -> None:
    """Some rooms are discarded for their effect; a dungeon that reaches close to the pad keeps its rooms."""
    pad = Pose(300, 300, 0)
    boss = Pose(700, 300, 0)
    shown = read_layout(
        [
            Lying(Code("pad"), Role.PAD, pad),
            Lying(Code("boss"), Role.BOSS, boss),
            Lying(Code("built"), Role.ROOM, boss.moved(-5 * 66.0, 0)),
            Lying(Code("used"), Role.ROOM, pad.moved(-60, 0)),
            Lying(Code("item"), Role.ITEM, pad.moved(-60, 70)),
        ]
    )
    areas = {card.code: card.spot.area for card in shown}
    assert (areas[Code("built")], areas[Code("used")]) == (Area.ROW, Area.PAD)
