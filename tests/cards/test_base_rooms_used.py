"""Rooms of the base game that their owner uses: what they cost, what they give, how often (TR-18)."""

import pytest

from engine.boss_monster.events import HeroDied, SpellCancelled
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, MAGE, THIEF, THIEF_6, CardTable


def test_dark_altar_is_destroyed_for_a_card_of_the_discard_pile() -> None:
    table = CardTable().dungeon("Ada", "dark_altar over open_grave", "golem_factory").building("Ada")
    table.uses("Ada", "dark_altar")
    assert table.rooms("Ada") == ["open_grave", "golem_factory"]
    assert table.hands == ["Ada: take_discarded 1 card"]


def test_dark_altar_fetches_a_counterspell_against_the_spell_that_waits() -> None:
    """R-052, R-006"""
    table = CardTable().dungeon("Ada", "dark_altar", "golem_factory").building("Ada")
    table.announces("Ben", "freeze", "golem_factory")
    table.announces("Ada", "dark_altar")
    table.announces("Ada", "counterspell")
    assert [table.short(event.card or "") for event in table.seen(SpellCancelled)] == ["freeze"]
    assert not table.player("Ada").dungeon[0].deactivated


def test_dracolich_lair_changes_two_rooms_of_the_hand_for_one_of_the_discard_pile_once_per_round() -> None:
    """R-055: both discards are the cost."""
    table = CardTable().dungeon("Ada", "dracolich_lair").building("Ada")
    table.uses("Ada", "dracolich_lair")
    assert table.hands == ["Ada: discard 2 room", "Ada: take_discarded 1 room"]
    assert table.player("Ada").dungeon[0].used
    assert table.refuses("Ada", "dracolich_lair")


def test_witchs_kitchen_changes_a_monster_room_for_a_spell_in_either_phase_once_per_round() -> None:
    """R-083"""
    table = CardTable().dungeon("Ada", "witchs_kitchen").building("Ada")
    table.uses("Ada", "witchs_kitchen")
    assert table.hands == ["Ada: discard 1 monster_room", "Ada: draw 1 spell"]
    table.at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "witchs_kitchen")
    later = CardTable().dungeon("Ada", "witchs_kitchen").at_entrance("Ada", GIANT).adventure_begins()
    later.uses("Ada", "witchs_kitchen")
    assert later.hands == table.hands


def test_all_seeing_eye_discards_a_spell_to_prevent_that_of_an_opponent_at_once() -> None:
    """R-040, R-006: it works out of turn, and nobody can prevent it."""
    table = CardTable().dungeon("Ben", "all_seeing_eye").dungeon("Ada", "golem_factory").building("Ada")
    assert table.refuses("Ben", "all_seeing_eye") == "nothing_announced"
    table.announces("Ada", "freeze", "all_seeing_eye")
    table.announces("Ben", "all_seeing_eye")
    assert [event.by for event in table.seen(SpellCancelled)] == [table.id_of("Ben")]
    assert table.hands == ["Ben: discard 1 spell"]
    assert not table.state.announced
    assert not table.player("Ben").dungeon[0].deactivated
    table.announces("Ada", "freeze#2", "golem_factory")
    assert table.refuses("Ben", "all_seeing_eye")


def test_all_seeing_eye_sees_nothing_while_its_text_is_silenced() -> None:
    """R-040"""
    table = CardTable().dungeon("Ben", "all_seeing_eye").dungeon("Ada", "golem_factory").building("Ada")
    table.uses("Ada", "meddling_kids", "all_seeing_eye")
    table.announces("Ada", "freeze", "golem_factory")
    assert table.refuses("Ben", "all_seeing_eye")


def test_ligers_den_draws_a_spell_when_its_owner_plays_one_once_per_round() -> None:
    table = CardTable().dungeon("Ada", "ligers_den", "golem_factory").building("Ada")
    table.uses("Ada", "freeze", "golem_factory")
    assert table.hands == ["Ada: draw 1 spell"]
    table.uses("Ada", "jeopardy")
    assert table.hands.count("Ada: draw 1 spell") == 1


def test_ligers_den_hears_neither_prevented_spells_nor_those_of_opponents() -> None:
    """R-065"""
    table = CardTable().dungeon("Ada", "ligers_den", "golem_factory").building("Ada")
    table.announces("Ada", "freeze", "golem_factory")
    table.announces("Ben", "counterspell")
    table.uses("Ben", "freeze#2", "golem_factory")
    assert "Ada: draw 1 spell" not in table.hands


def test_bottomless_pit_takes_the_hero_inside_with_it() -> None:
    """R-043: the room that comes to light below does not hear of the death."""
    table = CardTable().dungeon("Ada", "bottomless_pit over golem_factory", "open_grave").at_entrance("Ada", EPIC_THIEF)
    table.adventure_begins()
    table.uses("Ada", "bottomless_pit")
    assert table.score("Ada") == (2, 0)
    assert table.rooms("Ada") == ["golem_factory", "open_grave"]
    assert table.hands == []


def test_bottomless_pit_needs_a_hero_inside() -> None:
    """R-043: its owner comes first once the hero is inside; one room earlier it cannot be used."""
    table = CardTable().dungeon("Ada", "open_grave", "bottomless_pit").at_entrance("Ada", EPIC_THIEF)
    table.adventure_begins()
    assert table.refuses("Ada", "bottomless_pit") == "no_target"
    table.walks_on()
    table.announces("Ada", "bottomless_pit")
    assert table.score("Ada") == (2, 0)


def test_boulder_ramp_trades_other_rooms_for_five_damage_each_to_the_hero_inside() -> None:
    """R-044: as often as there are rooms to pay with, and the next hero starts afresh."""
    table = CardTable().dungeon("Ada", "boulder_ramp", "dark_altar", "golem_factory").dungeon("Ben", "open_grave")
    table.at_entrance("Ada", EPIC_THIEF, THIEF).adventure_begins()
    table.announces("Ada", "boulder_ramp")
    assert table.offers == ["dark_altar", "golem_factory"]
    table.answer("dark_altar")
    assert table.walker() == (EPIC_THIEF, "boulder_ramp", 1 + 5)
    table.announces("Ada", "boulder_ramp")
    table.answers_if_asked("golem_factory")
    assert table.walker() == (EPIC_THIEF, "boulder_ramp", 11)
    assert table.rooms("Ada") == ["boulder_ramp"]
    assert table.refuses("Ada", "boulder_ramp") == "cannot_pay"
    table.walks_on()
    assert [table.short(event.hero) for event in table.seen(HeroDied)] == [EPIC_THIEF]
    assert table.walker() == (THIEF, "boulder_ramp", 1)


def test_boulder_ramp_needs_a_hero_inside() -> None:
    table = CardTable().dungeon("Ada", "dark_altar", "boulder_ramp").at_entrance("Ada", THIEF).adventure_begins()
    assert table.refuses("Ada", "boulder_ramp") == "no_target"


def test_jackpot_stash_doubles_the_symbols_of_the_rooms_but_not_of_the_boss() -> None:
    """R-062: also those of the room that comes to light below it."""
    table = CardTable().dungeon("Ada", "jackpot_stash over dizzygas_hallway", "zombie_prison").in_town(THIEF, CLERIC)
    table.building("Ada").uses("Ada", "jackpot_stash")
    table.lures()
    assert table.symbols(THIEF)["Ada"] == 1 + 2 * 1
    assert table.symbols(CLERIC)["Ada"] == 2 * 1


def test_jackpot_stash_doubles_the_symbols_of_a_room_that_is_built_in_the_same_round_too() -> None:
    """R-062"""
    table = CardTable().dungeon("Ada", "jackpot_stash", "zombie_prison").in_town(MAGE)
    table.building("Ada").uses("Ada", "jackpot_stash")
    table.builds("Ada", "haunted_library")
    table.lures()
    assert table.symbols(MAGE)["Ada"] == 2 * 2


def test_recycling_center_may_draw_two_rooms_for_every_other_room_that_is_destroyed() -> None:
    """R-071: also for one that is destroyed as a cost, and without limit."""
    table = CardTable().dungeon("Ada", "recycling_center", "dark_altar", "dark_altar#2").building("Ada")
    for altar in ("dark_altar", "dark_altar#2"):
        table.uses("Ada", altar)
        table.answers_if_asked("yes")
    assert table.hands.count("Ada: draw 2 room") == 2


def test_recycling_center_draws_for_a_room_that_a_spell_destroys() -> None:
    """R-071"""
    table = CardTable().dungeon("Ada", "recycling_center", "golem_factory").at_entrance("Ada", GIANT)
    table.adventure_begins().uses("Ada", "cave_in", "golem_factory", "yes")
    assert table.hands == ["Ada: draw 2 room"]


def test_the_crushinator_trades_a_room_for_two_damage_in_all_rooms_as_often_as_it_likes() -> None:
    """R-078: also in a room that comes to light, and the bonus outlasts the Crushinator itself."""
    table = CardTable().dungeon(
        "Ada", "dragon_hatchery", "the_crushinator", "dark_altar over golem_factory", "open_grave"
    )
    table.dungeon("Ben", "witchs_kitchen").building("Ada").announces("Ada", "the_crushinator")
    assert table.offers == ["dark_altar", "dragon_hatchery", "open_grave"]
    table.answer("dark_altar")
    table.uses("Ada", "the_crushinator", "open_grave")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("dragon_hatchery", 4), ("the_crushinator", 2 + 4), ("golem_factory", 2 + 4)]


def test_the_crushinators_bonus_stays_when_it_is_destroyed() -> None:
    """R-078"""
    table = CardTable().dungeon("Ada", "dragon_hatchery", "the_crushinator over dark_altar", "open_grave")
    table.at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "the_crushinator", "open_grave")
    table.uses("Ada", "cave_in", "the_crushinator")
    table.walks_through()
    assert table.hits() == [("dragon_hatchery", 0), ("dark_altar", 3)]


def test_torture_chamber_is_destroyed_to_make_an_opponent_discard_a_random_room() -> None:
    """R-080, R-023: hands are hidden, so the players know whether there is one."""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").dungeon("Ada", "torture_chamber").building("Ada")
    table.announces("Ada", "torture_chamber")
    assert table.offers == ["Ben", "Cara"]
    table.answer("Cara")
    assert table.rooms("Ada") == []
    assert table.hands == ["Cara: discard_random 1 room (Ada)"]


def test_zombie_prison_sends_a_dead_hero_back_to_the_entrance_of_the_one_who_scored_it() -> None:
    """R-085"""
    table = (
        CardTable().dungeon("Ada", "zombie_prison", "dark_altar").souls("Ben", THIEF, EPIC_THIEF).souls("Ada", THIEF_6)
    )
    table.building("Ada").announces("Ada", "zombie_prison")
    assert table.offers == sorted([THIEF, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    assert table.entrance("Ben") == [EPIC_THIEF]
    assert table.score("Ben") == (1, 0)
    assert table.rooms("Ada") == ["dark_altar"]


@pytest.mark.parametrize(("user", "walks"), [("Ada", True), ("Ben", False)])
def test_a_raised_hero_walks_in_the_same_round_only_if_that_player_is_not_done_yet(user: str, walks: bool) -> None:
    """R-085, BM-ADV-19"""
    other = "Ben" if user == "Ada" else "Ada"
    table = CardTable().dungeon(user, "zombie_prison", "dark_altar").dungeon(other, "golem_factory")
    table.souls(other, THIEF).at_entrance(user, GIANT).adventure_begins()
    table.announces(user, "zombie_prison")
    table.answers_if_asked(THIEF)
    table.settle()
    table.walks_through()
    assert (table.hits(THIEF) != []) == walks
    assert (table.entrance(other) == [THIEF]) != walks


def test_a_room_that_is_destroyed_by_another_card_does_not_give_what_its_own_text_gives() -> None:
    """R-010"""
    table = CardTable().dungeon("Ada", "dark_altar", "golem_factory").at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "cave_in", "dark_altar")
    assert table.rooms("Ada") == ["golem_factory"]
    assert table.hands == []
    assert table.score("Ada") == (2, 0)
