"""What the spells of the base game do: each test is one spell, its targets and what follows."""

import pytest

from engine.boss_monster.commands import FinishBuild, WalkOn
from engine.boss_monster.events import BuildTakenBack, HeroDied, HeroSurvived, SpellCancelled
from engine.boss_monster.state import Phase
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, THIEF, THIEF_6, CardTable


def walking(*rooms: str, hero: str = GIANT) -> CardTable:
    """A hero stands in the first room of Ada's dungeon."""
    return CardTable().dungeon("Ada", *rooms).at_entrance("Ada", hero).adventure_begins()


@pytest.mark.parametrize(
    ("spell", "room", "other"),
    [("annihilator", "dark_altar", "golem_factory"), ("giant_size", "golem_factory", "dark_altar")],
)
def test_annihilator_and_giant_size_add_three_damage_to_a_room_of_their_type(spell: str, room: str, other: str) -> None:
    table = walking("dragon_hatchery", room, other).dungeon("Ben", room + "#2")
    table.announces("Ada", spell)
    assert set(table.offers) == {room, room + "#2"} | ({"dragon_hatchery"} if spell == "giant_size" else set())
    table.answer(room)
    table.resolves()
    table.walks_through()
    printed = {"dark_altar": 1, "golem_factory": 2}
    assert table.hits()[1:] == [(room, printed[room] + 3), (other, printed[other])]


def test_assassin_saves_a_hero_in_an_opponents_dungeon_before_it_leaves_the_room() -> None:
    """R-041, R-002: health may have fallen below zero inside."""
    table = walking("neanderthal_cave", "golem_factory", hero=THIEF).walks_to("golem_factory")
    assert table.walker() == (THIEF, "golem_factory", 5)
    table.uses("Ben", "assassin")
    table.walks_on()
    assert [event.health for event in table.seen(HeroSurvived)] == [4 + 3]
    assert table.score("Ada") == (0, 1)


def test_assassin_cannot_be_aimed_at_a_hero_in_ones_own_dungeon_or_at_an_entrance() -> None:
    """R-018"""
    table = walking("golem_factory", hero=GIANT).at_entrance("Ada", THIEF).at_entrance("Ben", CLERIC)
    assert table.refuses("Ada", "assassin") == "no_target"


def test_cave_in_destroys_an_own_room_and_the_hero_inside() -> None:
    """R-045: only an active room; R-008: the room below does nothing to the hero and hears of no death."""
    table = CardTable().dungeon("Ada", "dark_altar over golem_factory", "open_grave", "witchs_kitchen")
    table.dungeon("Ben", "haunted_library")
    table.deactivated("Ada", "witchs_kitchen").at_entrance("Ada", GIANT).adventure_begins()
    table.announces("Ada", "cave_in")
    assert table.offers == ["dark_altar", "open_grave"]
    table.answer("dark_altar")
    table.settle()
    assert table.rooms("Ada") == ["golem_factory", "open_grave", "witchs_kitchen"]
    assert table.score("Ada") == (2, 0)
    assert table.hands == []


def test_cave_in_can_bring_down_an_empty_room() -> None:
    """R-009: the gap closes, and the hero meets the dungeon as it is."""
    table = walking("dragon_hatchery", "golem_factory", "open_grave")
    table.uses("Ada", "cave_in", "golem_factory")
    table.walks_through()
    assert table.hits() == [("dragon_hatchery", 0), ("open_grave", 2)]


def test_counterspell_prevents_the_spell_that_waits() -> None:
    """R-006: also by somebody who is not active, and at once."""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    assert table.refuses("Ben", "counterspell") == "nothing_announced"
    table.announces("Ada", "freeze")
    table.announces("Ben", "counterspell")
    assert [(event.by, table.short(event.card or "")) for event in table.seen(SpellCancelled)] == [
        (table.id_of("Ben"), "freeze")
    ]
    assert not table.state.announced
    assert not table.player("Ada").dungeon[0].deactivated


def test_a_counterspell_cannot_be_prevented_itself() -> None:
    """R-051 tells the English way; here the German rulebook holds (BM-GLOSS-11)."""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    table.announces("Ada", "freeze")
    table.announces("Ben", "counterspell")
    assert table.refuses("Ada", "counterspell#2") == "nothing_announced"


def test_exhaustion_deals_as_much_damage_as_the_dungeon_has_rooms() -> None:
    table = CardTable().dungeon("Ada", "dragon_hatchery", "dark_altar", "golem_factory", "open_grave")
    table.deactivated("Ada", "open_grave").at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.uses("Ada", "exhaustion")
    assert table.walker() == (GIANT, "dragon_hatchery", 3)


def test_fear_sends_a_hero_of_any_dungeon_back_to_town() -> None:
    """R-057, R-018: neither a scored hero nor one at the entrance can be hit."""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar").at_entrance("Ada", GIANT, THIEF)
    table.souls("Ada", CLERIC).adventure_begins()
    table.announces("Ben", "fear")
    assert not table.offers or table.offers == [GIANT]
    table.answers_if_asked(GIANT)
    table.settle()
    assert table.town() == [GIANT]
    assert table.walker()[0] == THIEF


def test_freeze_takes_a_room_of_any_dungeon_out_of_the_round() -> None:
    """R-012"""
    table = walking("dragon_hatchery", "neanderthal_cave", "golem_factory").dungeon("Ben", "open_grave")
    table.announces("Ben", "freeze")
    assert table.offers == ["dragon_hatchery", "golem_factory", "neanderthal_cave", "open_grave"]
    table.answer("neanderthal_cave")
    table.settle()
    table.walks_through()
    assert ("neanderthal_cave", 3) not in table.hits()
    assert sum(damage for _, damage in table.hits()) == 2


def test_freeze_can_delay_a_level_up() -> None:
    """R-013, R-058: it comes with the next end of a build phase in which all five rooms work (A-18)."""
    rooms = ("dragon_hatchery", "dragon_hatchery#2", "goblin_armory", "goblin_armory#2")
    table = CardTable().dungeon("Ada", *rooms).building("Ada")
    table.uses("Ben", "freeze", "goblin_armory")
    table.builds("Ada", "dragon_hatchery#3")
    assert not table.player("Ada").levelled_up
    table.walks_through()
    table.next_round(THIEF, CLERIC)
    table.nobody_builds()
    assert table.player("Ada").levelled_up
    assert table.offers == sorted([THIEF, CLERIC])


def test_jeopardy_makes_everybody_discard_the_hand_and_draw_a_spell_and_two_rooms() -> None:
    """R-063: a face-down room is safe."""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    table.do(FinishBuild(table.id_of("Ada"), 2))
    table.uses("Ben", "jeopardy")
    assert table.hands == ["Ada+Ben: discard_hand 1 card", "Ada+Ben: draw 1 spell", "Ada+Ben: draw 2 room"]
    assert table.player("Ada").face_down == 2


def test_kobold_strike_takes_back_what_lies_face_down_and_stops_all_building() -> None:
    """R-064"""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    table.do(FinishBuild(table.id_of("Ada"), 2))
    table.uses("Ben", "kobold_strike")
    assert [(event.player, event.slot) for event in table.seen(BuildTakenBack)] == [(table.id_of("Ada"), 2)]
    assert table.cannot_place("Ben", 1)
    table.do(FinishBuild(table.id_of("Ben")))
    assert table.state.phase is Phase.BUILT
    assert table.rooms("Ada") == ["golem_factory"]


def test_motivation_allows_a_second_room_for_a_player_with_fewer_rooms_than_some_opponent() -> None:
    """R-069: placed together with the first one, on another place."""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "motivation")
    table.do(FinishBuild(table.id_of("Ada"), 2, more=(1,)), FinishBuild(table.id_of("Ben")))
    table.reveals(("Ada", 2, "dragon_hatchery"), ("Ada", 1, "witchs_kitchen"))
    assert table.rooms("Ada") == ["dragon_hatchery", "witchs_kitchen"]


def test_motivation_is_not_for_the_player_with_the_most_rooms_and_without_it_one_room_is_all() -> None:
    """R-015"""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar").building("Ada")
    assert table.refuses("Ada", "motivation") == "condition_not_met"
    assert table.cannot_place("Ada", 2, 1)


def test_princess_in_peril_brings_a_hero_of_the_town_to_ones_entrance() -> None:
    table = CardTable().in_town(THIEF, EPIC_THIEF).building("Ada")
    table.announces("Ada", "princess_in_peril")
    assert table.offers == sorted([THIEF, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    table.resolves()
    assert table.entrance("Ada") == [EPIC_THIEF]


def test_princess_in_peril_is_lost_when_the_hero_is_taken_first() -> None:
    """R-070, R-007: the active player comes first, and a target is not changed."""
    table = CardTable().in_town(THIEF, CLERIC).building("Ada")
    table.announces("Ben", "princess_in_peril", THIEF)
    table.announces("Ada", "princess_in_peril#2", THIEF)
    table.settle()
    assert table.entrance("Ada") == [THIEF]
    assert table.entrance("Ben") == []
    assert table.town() == [CLERIC]


def test_soul_harvest_removes_a_soul_of_ones_own_from_the_game_for_two_spells() -> None:
    """R-074"""
    table = CardTable().souls("Ada", THIEF, EPIC_THIEF).souls("Ben", CLERIC).building("Ada")
    table.announces("Ada", "soul_harvest")
    assert table.offers == sorted([THIEF, EPIC_THIEF])
    table.answer(THIEF)
    table.resolves()
    assert table.score("Ada") == (2, 0)
    assert table.copy(THIEF) in table.state.removed
    assert table.hands == ["Ada: draw 2 spell"]


def test_teleportation_sends_a_hero_back_to_the_first_room_with_its_damage() -> None:
    """R-077: from any room; it walks on from there in the same round."""
    table = walking("golem_factory", "dark_altar", "open_grave").walks_to("open_grave")
    table.uses("Ada", "teleportation")
    assert table.walker() == (GIANT, "golem_factory", 5 + 2)
    table.walks_through()
    rooms = ["golem_factory", "dark_altar", "open_grave"]
    assert [room for room, _ in table.hits()] == rooms * 2


@pytest.mark.parametrize("spell", ["exhaustion", "teleportation"])
def test_they_reach_only_into_ones_own_dungeon(spell: str) -> None:
    table = walking("golem_factory").dungeon("Ben", "dark_altar")
    assert table.refuses("Ben", spell) == "no_target"


def test_trepidation_keeps_all_heroes_out_of_the_dungeon_of_a_leader() -> None:
    """R-081: they are lured, but do not enter."""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar").souls("Ben", EPIC_THIEF)
    table.at_entrance("Ada", GIANT).at_entrance("Ben", THIEF).adventure_begins()
    table.uses("Ada", "trepidation")
    table.walks_through()
    assert table.hits(GIANT) == [("golem_factory", 2)]
    assert table.hits(THIEF) == []
    assert table.entrance("Ben") == [THIEF]


def test_trepidation_needs_a_lead_of_two_souls() -> None:
    table = (
        CardTable().dungeon("Ada", "golem_factory").souls("Ben", THIEF_6).at_entrance("Ada", GIANT).adventure_begins()
    )
    assert table.refuses("Ada", "trepidation") == "no_target"


def test_zombie_attack_returns_a_dead_hero_of_an_opponent_with_two_more_health() -> None:
    """R-084: the two stay with the hero wherever it goes in this round."""
    table = CardTable().dungeon("Ben", "neanderthal_cave", "golem_factory").souls("Ben", THIEF).souls("Ada", CLERIC)
    table.building("Ada").uses("Ada", "zombie_attack")
    assert table.entrance("Ben") == [THIEF]
    assert table.score("Ben") == (0, 0)
    table.walks_through()
    assert [event.health for event in table.seen(HeroSurvived)] == [6]
    assert table.seen(HeroDied) == []


def test_a_spell_is_played_only_in_the_phase_that_it_shows() -> None:
    """BM-GEN-11"""
    table = CardTable().dungeon("Ada", "golem_factory").at_entrance("Ada", GIANT).in_town(THIEF).adventure_begins()
    assert table.refuses("Ada", "princess_in_peril")
    table.walks_through()
    with pytest.raises(Exception, match="not_now"):
        table.do(WalkOn())
