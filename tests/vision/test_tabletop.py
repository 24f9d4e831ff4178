"""The table as a physical thing: everybody has a place, nothing hides a sticker, nobody's cards look like another's."""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from engine.core.ids import Code, CopyId
from vision.overlap import card_outline, free_stickers, on_table, overlaps, rectangle, sticker_outline
from vision.stickers import CARD_HEIGHT_MM, Role
from vision.tabletop import (
    MOST_TURNED_DEG,
    PITCH_MM,
    Laid,
    PhysicalCard,
    Pose,
    Seat,
    Tabletop,
    empty_table,
    turned_seats,
)

EVERY_PLAYER_COUNT = [2, 3, 4, 5, 6]
STICKER_PLACES = {
    Role.BOSS: (20.0, 5.0, -18.0),
    Role.ROOM: (16.0, 0.0, -18.0),
    Role.HERO: (16.0, 0.0, 28.0),
    Role.ITEM: (14.0, 22.0, -35.0),
    Role.MINIBOSS: (14.0, 0.0, -35.0),
    Role.SPELL: (16.0, 0.0, 0.0),
}
"""Size and place of the sticker on each kind of card (rules 5.1 to 5.6)."""


def fresh_cards() -> Callable[[Role], PhysicalCard]:
    """A box of cards that never runs out."""
    numbers = count(1)

    def card(role: Role) -> PhysicalCard:
        number = next(numbers)
        return PhysicalCard(CopyId(f"bm.test#{number}"), role, Code(f"T{number}"), *STICKER_PLACES[role])

    return card


def with_dungeon(table: Tabletop, seat: Seat, card: Callable[[Role], PhysicalCard], waiting: int = 6) -> Tabletop:
    """A seat late in the game: five rooms, a queue of heroes, wounds and ten souls."""
    table = table.with_card(card(Role.BOSS), seat.boss)
    for number in range(1, 6):
        table = table.with_card(card(Role.ROOM), seat.slot(number))
    for place in range(waiting):
        table = table.with_card(card(Role.HERO), seat.entrance(place, rooms=5))
    for place in range(5 if len(table.seats) <= 4 else 7):
        table = table.with_card(card(Role.HERO), seat.wound(place), below=True)
    for place in range(10):
        table = table.with_card(card(Role.HERO), seat.soul(place), face_up=False)
    table = table.with_card(card(Role.ITEM), seat.item(0))
    return table.with_card(card(Role.MINIBOSS), seat.slot(5).moved(0, -54), below=True)


def full_table(players: int, *, crowded: bool = False, waiting: int = 6, turns: tuple[float, ...] = ()) -> Tabletop:
    """Everything that may lie on the table at once."""
    card, table = fresh_cards(), empty_table(players, turns)
    for seat in table.seats:
        table = with_dungeon(table, seat, card, waiting)
    for place in range(12 if crowded else 10):
        table = table.with_card(card(Role.HERO), table.town_place(place, crowded), below=crowded and place % 2 == 1)
    for place in range(4):
        table = table.with_card(card(Role.ITEM), table.item_place(place), below=True)
    return table.with_card(card(Role.SPELL), table.pad_place(0)).with_card(card(Role.SPELL), table.pad_place(1))


def frame_of(seat: Seat, laid: Laid) -> tuple[float, float]:
    """How far right and down a card lies, as this seat's owner sees it (rules 4.2)."""
    here = seat.boss
    dx, dy = laid.pose.x_mm - here.x_mm, laid.pose.y_mm - here.y_mm
    right = here.moved(1, 0)
    ux, uy = right.x_mm - here.x_mm, right.y_mm - here.y_mm
    return dx * ux + dy * uy, -dx * uy + dy * ux


@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("players", EVERY_PLAYER_COUNT)
def test_a_late_game_still_fits_on_the_table(players: int, crowded: bool) -> None:
    table = full_table(players, crowded=crowded)
    assert [laid for laid in table.laid if not on_table(table, card_outline(laid))] == []


@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("players", EVERY_PLAYER_COUNT)
def test_every_open_card_of_a_late_game_shows_its_sticker(players: int, crowded: bool) -> None:
    table = full_table(players, crowded=crowded)
    free = free_stickers(table, rim_mm=3.0)
    assert [laid for laid in table.laid if laid.face_up and laid not in free] == []


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", EVERY_PLAYER_COUNT)
def test_where_nobody_sits_straight_everything_still_fits_and_shows(players: int, seed: int) -> None:
    turns = turned_seats(players, Random(seed))
    table = full_table(players, turns=turns)
    assert [round(seat.boss.angle_deg % 90 % 89.99, 1) for seat in table.seats] != [0.0] * players
    assert [laid for laid in table.laid if not on_table(table, card_outline(laid))] == []
    free = free_stickers(table, rim_mm=3.0)
    assert [laid for laid in table.laid if laid.face_up and laid not in free] == []


@pytest.mark.parametrize("players", EVERY_PLAYER_COUNT)
def test_a_table_is_no_larger_than_one_picture_can_show(players: int) -> None:
    """At 4608 x 2592 a module of the 16 mm stickers keeps one and a half pixels, and the smallest of 14 mm more than
    the 0.85 at which 99 % are read; seats that are turned take some room."""
    for turns, least in ((), 1.5), ((MOST_TURNED_DEG[players],) * players, 1.35):
        table = empty_table(players, turns)
        px_per_mm = 0.96 * min(4608 / table.width_mm, 2592 / table.height_mm)
        assert px_per_mm * 16 / 25 > least
        assert px_per_mm * 14 / 25 > 1.15


@pytest.mark.parametrize("players", EVERY_PLAYER_COUNT)
def test_only_the_topmost_soul_of_a_pile_shows_its_back(players: int) -> None:
    card, table = fresh_cards(), empty_table(players)
    backs = [PhysicalCard(CopyId(f"soul#{n}"), Role.HERO, Code(f"S{n}"), 16, 0, 28, Code("BACK")) for n in range(4)]
    table = table.with_card(card(Role.BOSS), table.seats[0].boss)
    for place, back in enumerate(backs):
        table = table.with_card(back, table.seats[0].soul(place), face_up=False)
    assert [laid.card for laid in free_stickers(table) if not laid.face_up] == [backs[-1]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_lies_in_the_zones_of_another_player(players: int) -> None:
    """Rules 4.2: rows of up to four waiting heroes, score areas and wounds stay apart. Where players also sit at the
    ends of the table a score area reaches over the next row; `test_layout` tells whose the cards are then."""
    empty, card = empty_table(players), fresh_cards()
    for owner in empty.seats:
        laid_there = with_dungeon(empty, owner, card, waiting=4).laid
        for other in empty.seats:
            claimed = [laid for laid in laid_there if other is not owner and _in_a_zone(*frame_of(other, laid))]
            assert claimed == []


def _in_a_zone(u: float, v: float) -> bool:
    """Row with entrance, score area or wounds of a seat."""
    in_row = abs(v) <= 0.6 * CARD_HEIGHT_MM and -9 * PITCH_MM <= u <= 4 * PITCH_MM
    return in_row or (abs(u) <= 0.6 * PITCH_MM and 0 <= v <= 2.5 * CARD_HEIGHT_MM)


@pytest.mark.parametrize("players", EVERY_PLAYER_COUNT)
def test_heroes_in_town_are_no_part_of_any_dungeon(players: int) -> None:
    table = empty_table(players)
    card = fresh_cards()
    for place in range(10):
        hero = Laid(card(Role.HERO), table.town_place(place))
        assert not any(_in_a_zone(*frame_of(seat, hero)) for seat in table.seats)


def test_waiting_heroes_queue_up_away_from_the_rooms() -> None:
    """Rules 4.2: the queue is sorted by the distance from the boss."""
    seat = empty_table(2).seats[1]
    card = fresh_cards()
    distances = [-frame_of(seat, Laid(card(Role.HERO), seat.entrance(place, rooms=3)))[0] for place in range(6)]
    assert distances == sorted(distances)
    assert distances[0] > 3.5 * PITCH_MM


def test_wounds_stay_in_the_wound_zone_even_of_a_long_game() -> None:
    for players in EVERY_PLAYER_COUNT:
        seat = empty_table(players).seats[0]
        lowest = frame_of(seat, Laid(fresh_cards()(Role.HERO), seat.wound(6)))[1]
        assert 0.2 * CARD_HEIGHT_MM <= lowest <= 2.5 * CARD_HEIGHT_MM


@pytest.mark.parametrize("players", [1, 7])
def test_a_table_has_two_to_six_seats(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        empty_table(players)


def test_a_moved_card_lies_on_top_and_only_once() -> None:
    card, table = fresh_cards(), empty_table(2)
    first, second = card(Role.ROOM), card(Role.ROOM)
    table = table.with_card(first, Pose(100, 100, 0)).with_card(second, Pose(100, 100, 0))
    table = table.with_card(first, Pose(120, 100, 0))
    assert [laid.card for laid in table.laid] == [second, first]
    assert table.without(first.copy).find(first.copy) is None


def test_a_wound_is_pushed_under_everything() -> None:
    card, table = fresh_cards(), empty_table(2)
    boss, hero = card(Role.BOSS), card(Role.HERO)
    table = table.with_card(boss, table.seats[0].boss).with_card(hero, table.seats[0].wound(0), below=True)
    assert [laid.card for laid in table.laid] == [hero, boss]


def test_hands_and_decks_change_without_touching_the_table() -> None:
    card, table = fresh_cards(), empty_table(3)
    room = card(Role.ROOM)
    table = table.with_deck("rooms", (room,)).with_hand(1, (room,))
    assert table.decks["rooms"] == (room,)
    assert table.hands == ((), (room,), ())
    assert table.laid == ()


def test_a_card_turned_sideways_covers_only_the_edge_of_its_neighbour() -> None:
    """Rules section 5: 9.5 mm of the neighbour, 14 mm away from its sticker."""
    card = fresh_cards()
    upright = Laid(card(Role.ROOM), Pose(0, 0, 0))
    sideways = Laid(card(Role.ROOM), Pose(PITCH_MM, 0, 90))
    assert overlaps(card_outline(upright), card_outline(sideways))
    wide, wider = sticker_outline(upright, rim_mm=13.9), sticker_outline(upright, rim_mm=14.1)
    assert wide is not None
    assert wider is not None
    assert not overlaps(wide, card_outline(sideways))
    assert overlaps(wider, card_outline(sideways))


def test_cards_that_only_touch_do_not_cover_each_other() -> None:
    assert not overlaps(rectangle(Pose(0, 0, 0), 63, 88), rectangle(Pose(63, 0, 0), 63, 88))
    assert overlaps(rectangle(Pose(0, 0, 0), 63, 88), rectangle(Pose(62, 0, 30), 63, 88))
