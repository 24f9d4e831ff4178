"""Cards of both big sets that meet: the awkward combinations, each with the part that is easily got wrong."""

import pytest

from engine.boss_monster.commands import FinishBuild
from engine.boss_monster.events import HeroSkipped, LeveledUp
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, THIEF, CardTable


def test_of_two_who_want_one_discarded_card_the_first_gets_it() -> None:
    """BM-GEN-9: the active player's Imp Temple comes before Torix, and then nothing is left to take."""
    table = CardTable(Ada="gorgona", Ben="torix_uzkali", Cara="belladonna").levelled_up("Ben")
    table.dungeon("Ada", "imp_temple", "torture_chamber").building("Ada")
    table.uses("Ada", "torture_chamber", "Cara", "yes")
    assert not table.offers
    assert table.hands == ["Cara: discard_random 1 room (Ada)", "Ada: take_it 1 card"]


def test_what_the_first_one_leaves_the_second_may_take() -> None:
    table = CardTable(Ada="gorgona", Ben="torix_uzkali", Cara="belladonna").levelled_up("Ben")
    table.dungeon("Ada", "imp_temple", "torture_chamber").building("Ada")
    table.uses("Ada", "torture_chamber", "Cara", "no")
    assert table.asked == "Ben"
    table.answer("yes")
    assert table.hands == ["Cara: discard_random 1 room (Ada)", "Ben: take_it 1 card"]


def test_torix_looks_through_every_hand_that_jeopardy_makes_the_players_discard() -> None:
    """R-063: everybody has drawn again by then."""
    table = CardTable(Ada="gorgona", Ben="torix_uzkali").levelled_up("Ben").building("Ada")
    table.uses("Ada", "jeopardy", "yes", "yes")
    assert table.hands[:3] == ["Ben+Ada: discard_hand 1 card", "Ben+Ada: draw 1 spell", "Ben+Ada: draw 2 room"]
    assert table.hands[3:] == ["Ben: take_it 1 card"] * 2


def test_the_active_player_may_empty_the_hand_before_jeopardy_takes_place() -> None:
    """R-063, BM-GEN-9"""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    table.announces("Ben", "jeopardy")
    table.announces("Ada", "freeze")
    table.resolves()
    assert table.player("Ada").dungeon[0].deactivated
    assert table.hands == []
    table.resolves()
    assert table.hands[0] == "Ada+Ben: discard_hand 1 card"


def test_kobold_strike_also_stops_what_other_cards_would_build() -> None:
    """R-064"""
    table = CardTable().dungeon("Ada", "neanderthal_cave", "fangroot_garden").building("Ada")
    table.uses("Ben", "kobold_strike")
    table.at_entrance("Ada", THIEF).walks_through()
    assert table.score("Ada") == (1, 0)
    assert not table.offers


def test_the_second_room_of_motivation_never_lies_on_a_face_down_room() -> None:
    """R-069, R-015"""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "motivation")
    assert table.cannot_place("Ada", 2, 2)
    table.do(FinishBuild(table.id_of("Ada"), 2, more=(3,)), FinishBuild(table.id_of("Ben")))
    table.reveals(("Ada", 2, "dragon_hatchery"), ("Ada", 3, "dark_laboratory"))
    assert table.rooms("Ada") == ["dark_laboratory", "dragon_hatchery", "golem_factory"]


def test_surprise_gift_uses_up_the_own_build() -> None:
    """R-118"""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "surprise_gift")
    assert table.cannot_place("Ada", 2)


def test_the_receiver_of_a_surprise_gift_still_builds_and_levels_up() -> None:
    """R-118: two face-down cards for one player, and all that comes of them is the receiver's."""
    rooms = ("hatchlings_hoard", "dark_altar", "dragon_hatchery", "dragon_hatchery#2")
    table = CardTable(Ada="gorgona", Ben="belladonna").dungeon("Ben", *rooms).wounds("Ben", EPIC_THIEF).building("Ada")
    table.uses("Ada", "surprise_gift")
    ada, ben = table.id_of("Ada"), table.id_of("Ben")
    table.do(FinishBuild(ada, 3, on=ben), FinishBuild(ben, 5))
    table.reveals(("Ben", 3, "barbarian_hall"), ("Ben", 5, "dragon_hatchery#3"))
    assert [event.player for event in table.seen(LeveledUp)] == [ben]
    assert table.score("Ben") == (2, 0)
    assert table.hands == ["Ben: discard 1 spell"]


def test_a_hero_in_a_room_that_wild_monster_covers_goes_on_unharmed_by_the_new_one() -> None:
    """No source says what becomes of it, which the card's doubt tells: it has been hurt by that place already."""
    table = CardTable().dungeon("Ada", "dragon_hatchery", "dark_altar").at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "wild_monster")
    table.lays("Ada", "golem_factory", over="dragon_hatchery")
    table.walks_through()
    assert table.hits() == [("dragon_hatchery", 0), ("dark_altar", 1)]
    assert "ability" in dict(table.catalog[table.copy("wild_monster")].doubts)


def test_archer_skips_whatever_room_is_the_last_when_it_gets_there() -> None:
    """R-088"""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar", "open_grave").at_entrance("Ada", "archer")
    table.adventure_begins().uses("Ada", "cave_in", "open_grave")
    table.walks_through()
    assert table.hits("archer") == [("golem_factory", 2)]
    assert [table.short(event.room) for event in table.seen(HeroSkipped)] == ["dark_altar"]


def test_antimagic_zone_prevents_nothing_once_it_is_built() -> None:
    """R-086: it works from the hand."""
    table = CardTable().dungeon("Ben", "antimagic_zone", "dark_altar").dungeon("Ada", "golem_factory").building("Ada")
    table.announces("Ada", "freeze", "golem_factory")
    assert table.refuses("Ben", "antimagic_zone")


def test_the_crushinator_feeds_the_recycling_center() -> None:
    """R-071, R-078: the cost of one card is what the other waits for."""
    table = (
        CardTable().dungeon("Ada", "the_crushinator", "recycling_center", "dark_altar", "golem_factory").building("Ada")
    )
    table.uses("Ada", "the_crushinator", "dark_altar", "yes")
    table.uses("Ada", "the_crushinator", "golem_factory", "yes")
    assert table.hands == ["Ada: draw 2 room"] * 2
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("the_crushinator", 2 + 4), ("recycling_center", 3 + 4)]


@pytest.mark.parametrize("spell", ["fear", "another_castle"])
def test_a_hero_that_is_as_good_as_dead_cannot_be_sent_away(spell: str) -> None:
    """BM-ADV-26: being moved out of a room is leaving it."""
    table = CardTable().dungeon("Ada", "beast_menagerie").at_entrance("Ada", THIEF).adventure_begins()
    table.uses("Ada", spell)
    assert table.score("Ada") == (1, 0)
    assert table.town() == [] and table.entrance("Ben") == []


def test_minotaurs_maze_sends_a_hero_back_through_a_room_that_has_grown_meanwhile() -> None:
    """R-067 with Collapsing Bridge: the hero survived the bridge, so the bridge is stronger at the second visit."""
    table = CardTable().dungeon("Ada", "collapsing_bridge", "minotaurs_maze").at_entrance("Ada", GIANT)
    table.walks_through()
    assert table.hits() == [("collapsing_bridge", 1), ("collapsing_bridge", 4), ("minotaurs_maze", 0)]


def test_a_rust_monster_weakens_a_room_for_no_longer_than_the_round() -> None:
    """BM-END-11: what holds until the end of the round is gone in the next one."""
    table = CardTable().dungeon("Ada", "rust_monster_pen").dungeon("Ben", "dark_altar").building("Ada")
    table.uses("Ada", "rust_monster_pen")
    table.walks_through()
    table.next_round(THIEF, CLERIC)
    table.at_entrance("Ben", GIANT).walks_through()
    assert table.hits() == [("dark_altar", 1)]
