"""What the bosses of the base game do when they level up (TR-16): each test is one boss."""

import pytest

from engine.boss_monster.events import HeroKilled, LeveledUp, RoomDestroyed
from tests.cards.table import EPIC_THIEF, FOUR_ROOMS, THIEF, CardTable


def three(boss: str) -> CardTable:
    """Ada with this boss, against Ben and Cara."""
    return CardTable(Ada=boss, Ben="nicolius", Cara="belladonna")


def test_draculord_looks_through_the_hand_of_an_opponent_and_takes_a_card() -> None:
    table = three("draculord")
    table.levels_up("Ada")
    assert (table.asked, table.offers) == ("Ada", ["Ben", "Cara"])
    table.answer("Cara")
    assert table.hands == ["Ada: steal 1 card (Cara)"]


def test_xyzax_takes_two_cards_from_the_discard_pile() -> None:
    table = three("xyzax")
    table.levels_up("Ada")
    assert table.hands == ["Ada: take_discarded 2 card"]


@pytest.mark.parametrize(
    ("boss", "sort", "found", "other"),
    [
        ("king_croak", "advanced_monster_room", "beast_menagerie", "recycling_center"),
        ("cleopatra", "advanced_trap_room", "recycling_center", "beast_menagerie"),
    ],
)
def test_king_croak_and_cleopatra_search_an_advanced_room_and_build_it_over_a_matching_one(
    boss: str, sort: str, found: str, other: str
) -> None:
    table = three(boss)
    table.levels_up("Ada")
    assert table.offers == ["no", "yes"]
    table.answer("yes")
    assert table.hands == [f"Ada: search 1 {sort}"]
    assert table.cannot_lay("Ada", "neanderthal_cave", over="dragon_hatchery")
    assert table.cannot_lay("Ada", other, over="dragon_hatchery")
    assert table.cannot_lay("Ada", found)
    table.lays("Ada", found, over="dragon_hatchery")
    assert table.rooms("Ada") == ["dragon_hatchery#3", *FOUR_ROOMS[:2], found, "dragon_hatchery#2"]


@pytest.mark.parametrize("boss", ["king_croak", "cleopatra"])
def test_king_croak_and_cleopatra_may_leave_it_and_may_keep_the_card_in_hand(boss: str) -> None:
    """R-048, R-049"""
    table = three(boss)
    table.levels_up("Ada")
    table.answer("yes")
    table.declines()
    assert table.rooms("Ada") == ["dragon_hatchery#3", *FOUR_ROOMS]
    other = three(boss)
    other.levels_up("Ada")
    other.answer("no")
    assert other.hands == []


def test_robobo_makes_each_opponent_destroy_a_room_of_their_own() -> None:
    """R-072: each must, and a room gives nothing for being destroyed so: the Dark Altar of Ben stays without gain."""
    table = three("robobo").dungeon("Ben", "dark_altar", "golem_factory").dungeon("Cara", "dark_laboratory")
    table.levels_up("Ada")
    assert (table.asked, table.offers) == ("Ben", ["dark_altar", "golem_factory"])
    table.answer("dark_altar")
    if table.asked:
        table.answer("dark_laboratory")
    assert table.rooms("Ben") == ["golem_factory"]
    assert table.rooms("Cara") == []
    assert len(table.seen(RoomDestroyed)) == 2
    assert table.hands == []


def test_cerebellus_may_draw_three_spells_and_then_discards_one() -> None:
    """R-047: any spell of the hand may be the one."""
    table = three("cerebellus")
    table.levels_up("Ada")
    assert table.offers == ["no", "yes"]
    table.answer("yes")
    assert table.hands == ["Ada: draw 3 spell", "Ada: discard 1 spell"]


def test_seducia_fetches_a_hero_from_town_to_her_entrance() -> None:
    table = three("seducia").in_town(THIEF, EPIC_THIEF)
    table.levels_up("Ada")
    table.answer("yes")
    assert table.offers == ["hero_from_deck", "hero_from_town"]
    table.answer("hero_from_town")
    assert table.offers == sorted([THIEF, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    assert table.entrance("Ada") == [EPIC_THIEF]
    assert table.town() == [THIEF]


def test_seducia_fetches_a_hero_from_the_hero_decks() -> None:
    """R-073: with nobody in town only the decks are left."""
    table = three("seducia")
    table.levels_up("Ada")
    table.answer("yes")
    table.answer(THIEF)
    assert table.entrance("Ada") == [THIEF]


def test_gorgona_kills_a_hero_in_town_and_has_its_souls() -> None:
    """R-060: an epic hero may be taken."""
    table = three("gorgona").in_town(THIEF, EPIC_THIEF)
    table.levels_up("Ada")
    assert table.offers == sorted([THIEF, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    assert table.score("Ada") == (2, 0)
    assert table.town() == [THIEF]
    assert [event.player for event in table.seen(HeroKilled)] == [table.id_of("Ada")]


def test_gorgona_gets_nothing_while_the_town_is_empty() -> None:
    """R-060"""
    table = three("gorgona")
    table.levels_up("Ada")
    assert len(table.seen(LeveledUp)) == 1
    assert not table.offers
    table.in_town(THIEF)
    assert table.score("Ada") == (0, 0)


def test_a_level_up_happens_once_per_game() -> None:
    """R-014"""
    table = three("gorgona").in_town(THIEF, EPIC_THIEF).levelled_up("Ada")
    table.levels_up("Ada")
    assert table.seen(LeveledUp) == []
    assert table.town() == [THIEF, EPIC_THIEF]
