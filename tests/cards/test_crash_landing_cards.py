"""Crash Landing: what each boss, room and spell does."""

import pytest

from engine.boss_monster.commands import DestroyRoom
from engine.boss_monster.events import RoomDestroyed
from tests.cards.side_table import (
    BIG_MONSTER,
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    PAIR_TRAP,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, THIEF, THIEF_6

EXPLORER = "crash_dodgers"
FOUR = (TRAP, TRAP_B, MONSTER, SPELLBOOK_TRAP)
"""Four rooms: the next one is the fifth."""


# -- bosses ------------------------------------------------------------------------------------------------------------


def test_imperiatrixs_rooms_deal_one_more_damage_for_each_artifact_on_them() -> None:
    table = SideTable(Ada="imperiatrix", Ben="robobo").levelled_up("Ada").dungeon("Ada", "frostman_lander", TRAP)
    table.dungeon("Ben", "frostman_lander#2").at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("frostman_lander", 3), (TRAP, 2)]
    assert table.deals("Ben", "frostman_lander#2") == 2


def test_imperiatrix_counts_symbols_that_are_added_for_the_round() -> None:
    table = SideTable(Ada="imperiatrix", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP).building("Ada")
    table.uses("Ada", "meteorite")
    assert table.deals("Ada", TRAP) == 3


def test_klonos_has_the_lasting_level_up_of_another_boss_from_now_on() -> None:
    table = SideTable(Ada="klonos", Ben="scythe", Cleo="lamia").dungeon("Ada", *FOUR)
    table.builds("Ada", MONSTER_B)
    assert table.offers == ["Ben", "Cleo"]
    table.answer("Ben")
    assert table.deals("Ada", SPELLBOOK_TRAP) == 2 + 3, "his last room is Scythe's last room"
    table.change("Ben", eliminated=True)
    assert table.deals("Ada", SPELLBOOK_TRAP) == 2 + 3


def test_klonos_copies_a_level_up_that_happens_once() -> None:
    table = SideTable(Ada="klonos", Ben="the_brothers_wise").dungeon("Ada", *FOUR)
    table.builds("Ada", MONSTER_B)
    assert table.trusted() == ["Ada search 1 spell"]


def test_klonos_uses_an_ability_of_another_boss_too() -> None:
    table = SideTable(Ada="klonos", Ben="kazanna_rm").coins("Ada", 2).dungeon("Ada", *FOUR)
    table.builds("Ada", MONSTER_B)
    assert table.trusted(table.building("Ada").uses("Ada", "kazanna_rm")) == ["Ada draw 1 spell"]
    assert table.hoard("Ada") == 0


def test_mando_may_uncover_one_covered_room_in_each_opponents_dungeon() -> None:
    table = SideTable(Ada="mando", Ben="gorgona", Cleo="robobo").dungeon("Ada", *FOUR)
    table.dungeon("Ben", "living_trap over endless_gallery over delvers_quarry", PAIR_TRAP)
    table.dungeon("Cleo", "haunted_cavern over crash_site").builds("Ada", MONSTER_B)
    assert table.asked == "Ada"
    assert table.offers == sorted(["endless_gallery", "delvers_quarry", "none"])
    table.answer("delvers_quarry")
    assert table.rooms("Ben") == ["delvers_quarry", PAIR_TRAP]
    table.answer("none")
    assert table.rooms("Cleo") == [BIG_MONSTER]
    assert table.trusted() == ["Ben draw 1 room"], "it was uncovered"


# -- rooms -------------------------------------------------------------------------------------------------------------


def test_alien_excavator_may_bring_a_covered_room_of_its_owner_to_the_top() -> None:
    for answer, rooms in (("delvers_quarry", ["delvers_quarry"]), ("none", [BIG_TRAP])):
        table = SideTable().dungeon("Ada", "living_trap over delvers_quarry").dungeon("Ben", f"{MONSTER} over {TRAP_B}")
        table.builds("Ada", "alien_excavator")
        assert table.offers == ["delvers_quarry", "none"]
        table.answer(answer)
        assert table.rooms("Ada") == ["alien_excavator", *rooms]


def test_alien_ooze_is_stronger_beside_another_room_with_an_artifact() -> None:
    table = SideTable(Ada="imperiatrix", Ben="robobo").dungeon("Ada", "alien_ooze", TRAP)
    assert table.deals("Ada", "alien_ooze") == 1, "the boss and the room itself do not count"
    table.dungeon("Ada", "alien_ooze", "frostman_lander")
    assert table.deals("Ada", "alien_ooze") == 2
    assert table.deactivated("Ada", "frostman_lander").deals("Ada", "alien_ooze") == 1


def test_decoy_garden_has_two_artifacts_more_in_the_round_in_which_it_is_built() -> None:
    table = SideTable(Ada="gorgona", Ben="klonos").dungeon("Ben", "frostman_lander").in_town(EXPLORER)
    table.builds("Ada", "decoy_garden")
    assert table.lures() == {EXPLORER: "Ada"}
    assert table.symbols(EXPLORER) == {"Ada": 3, "Ben": 2}
    table = SideTable(Ada="gorgona", Ben="klonos").dungeon("Ben", "frostman_lander").dungeon("Ada", "decoy_garden")
    assert table.in_town(EXPLORER).lures() == {EXPLORER: "Ben"}


def test_frostman_lander_is_discarded_from_the_hand_to_deactivate_an_advanced_room() -> None:
    table = SideTable().dungeon("Ada", BIG_TRAP, TRAP).dungeon("Ben", BIG_MONSTER, MONSTER).building("Ada")
    table.announces("Ada", "frostman_lander")
    assert table.offers == sorted([BIG_TRAP, BIG_MONSTER])
    table.answer(BIG_MONSTER)
    assert table.stack(BIG_MONSTER).deactivated


def test_invasion_swarm_strengthens_both_neighbours() -> None:
    table = SideTable().dungeon("Ada", MONSTER, TRAP, "invasion_swarm", MONSTER_B).at_entrance("Ada", GIANT)
    table.walks_through()
    assert table.hits() == [(MONSTER, 2), (TRAP, 3), ("invasion_swarm", 0), (MONSTER_B, 3)]


def test_reactor_core_strengthens_the_advanced_rooms_of_its_owner() -> None:
    table = SideTable().dungeon("Ada", BIG_TRAP, MONSTER, "reactor_core").dungeon("Ben", BIGGEST_TRAP)
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [(BIG_TRAP, 4), (MONSTER, 2), ("reactor_core", 2)]
    assert table.deals("Ben", BIGGEST_TRAP) == 4


@pytest.mark.parametrize(("other", "drawn"), [(BIG_TRAP, ["Ada draw 2 spell"]), (TRAP, [])])
def test_digicron_library_draws_two_spells_beside_another_advanced_room(other: str, drawn: list[str]) -> None:
    table = SideTable().dungeon("Ada", "frostman_lander", other)
    assert table.trusted(table.builds("Ada", "digicron_library", over="frostman_lander")) == drawn


def test_hypercube_may_be_built_on_any_room() -> None:
    table = SideTable().dungeon("Ada", TRAP)
    table.builds("Ada", BIGGEST_TRAP, over=TRAP)
    assert (table.state.question, table.rooms("Ada")) == (None, [BIGGEST_TRAP])
    table = SideTable().dungeon("Ada", TRAP)
    table.builds("Ada", "the_omega_42", over=TRAP)
    assert table.state.question is not None, "other advanced rooms need a common treasure"


def test_the_omega_42_lets_a_room_do_once_what_it_does_when_built_or_uncovered() -> None:
    table = SideTable().dungeon("Ada", "the_omega_42", "crash_site", "delvers_quarry", TRAP)
    table.dungeon("Ben", "trophy_room").building("Ada")
    table.announces("Ada", "the_omega_42")
    assert table.offers == ["crash_site", "delvers_quarry"]
    events = table.answer("delvers_quarry")
    assert table.trusted(events) == ["Ada discard 1 advanced_room", "Ada draw 1 room"]
    assert table.refuses("Ada", "the_omega_42") == "used_already"


def test_the_omega_42_reaches_an_effect_of_being_uncovered() -> None:
    table = SideTable().dungeon("Ada", "the_omega_42", "crash_site").building("Ada")
    table.uses("Ada", "the_omega_42")
    assert table.trusted() == ["Ada discard 1 advanced_room", "Ada take_discarded 1 advanced_room"]


def uncovered(room: str, *others: str) -> SideTable:
    """Ada destroys the mine that lay over a room."""
    table = SideTable().dungeon("Ada", f"{TRAP} over {room}", *others).building("Ada")
    table.announces("Ada", TRAP)
    return table


def test_crash_site_takes_an_advanced_room_from_the_discard_pile_when_it_is_uncovered() -> None:
    assert uncovered("crash_site").trusted() == ["Ada take_discarded 1 advanced_room"]
    table = SideTable()
    assert table.trusted(table.builds("Ada", "crash_site")) == []  # uncovering is not building


def test_caged_gundarf_deals_double_damage_in_the_round_in_which_it_is_uncovered() -> None:
    table = uncovered("caged_gundarf").at_entrance("Ada", GIANT)
    table.walks_through()
    assert table.hits() == [("caged_gundarf", 2)]
    table = SideTable()
    table.builds("Ada", "caged_gundarf")
    assert table.deals("Ada", "caged_gundarf") == 1


def test_celestial_map_draws_a_spell_and_is_destroyed_which_uncovers_the_next_room() -> None:
    table = uncovered("celestial_map over crash_site", MONSTER)
    assert table.trusted() == ["Ada draw 1 spell", "Ada take_discarded 1 advanced_room"]
    assert table.rooms("Ada") == ["crash_site", MONSTER]
    assert [table.short(event.room) for event in table.seen(RoomDestroyed)] == [TRAP, "celestial_map"]


def test_two_celestial_maps_chain() -> None:
    table = uncovered("celestial_map over celestial_map#2", MONSTER)
    assert table.trusted() == ["Ada draw 1 spell", "Ada draw 1 spell"]
    assert table.rooms("Ada") == [MONSTER]  # the gap closes


def test_darkling_lair_deals_three_damage_to_a_hero_in_or_before_the_dungeon() -> None:
    table = SideTable().dungeon("Ada", f"{TRAP} over darkling_lair", MONSTER).at_entrance("Ada", GIANT, THIEF)
    table.at_entrance("Ben", CLERIC).adventure_begins().walks_to(MONSTER)
    table.announces("Ada", TRAP)
    assert table.offers == sorted([GIANT, THIEF])
    table.answer(GIANT)
    assert table.walker() == (GIANT, MONSTER, 2 + 2 + 3)


# -- spells ------------------------------------------------------------------------------------------------------------


def test_finish_him_kills_a_hero_with_at_most_two_health_left() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", THIEF, THIEF_6)
    table.adventure_begins().uses("Ben", "finish_him")
    assert table.score("Ada")[0] == 1
    assert table.walker()[0] == THIEF_6


def test_finish_him_scores_a_survivor_of_another_dungeon_for_the_player_with_the_fewest_souls() -> None:
    table = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", THIEF, GIANT).souls("Ada", CLERIC)
    table.adventure_begins().walks_on()
    assert table.score("Ada") == (1, 1)
    table.uses("Ben", "finish_him")
    assert table.score("Ada") == (1, 0)
    assert table.score("Ben") == (1, 0)


def test_finish_him_scores_nothing_for_a_player_who_has_as_many_souls() -> None:
    table = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", THIEF, GIANT).adventure_begins()
    table.walks_on()
    assert table.refuses("Ben", "finish_him") == "no_target"


def test_essence_transfer_adds_the_players_wounds_to_the_health_of_a_hero_in_an_opponents_dungeon() -> None:
    table = SideTable().dungeon("Ada", BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF).wounds("Ben", EPIC_THIEF, CLERIC)
    table.adventure_begins().uses("Ben", "essence_transfer")
    table.walks_through()
    assert table.score("Ada") == (0, 1), "4 + 3 health against six damage"


def test_essence_transfer_does_not_reach_the_own_dungeon_or_an_entrance() -> None:
    table = (
        SideTable().dungeon("Ada", TRAP).at_entrance("Ada", THIEF).at_entrance("Ben", CLERIC).wounds("Ada", EPIC_THIEF)
    )
    assert table.adventure_begins().refuses("Ada", "essence_transfer") == "no_target"


def test_healing_tank_heals_an_ordinary_wound_of_a_player_who_lured_nobody() -> None:
    table = SideTable().dungeon("Ben", TRAP).at_entrance("Ben", GIANT).wounds("Ada", THIEF, EPIC_THIEF)
    table.adventure_begins().uses("Ada", "healing_tank")
    assert table.score("Ada") == (1, 2)


def test_healing_tank_does_nothing_for_a_player_who_lured_a_hero() -> None:
    table = SideTable().dungeon("Ada", TRAP).in_town(THIEF_6).wounds("Ada", THIEF)
    assert table.lures() == {THIEF_6: "Ada"}
    assert table.adventure_begins().refuses("Ada", "healing_tank") == "condition_not_met"


def test_meteorite_gives_any_room_an_artifact_for_the_round() -> None:
    table = SideTable().dungeon("Ada", TRAP).dungeon("Ben", MONSTER).in_town(EXPLORER).building("Ada")
    table.announces("Ada", "meteorite")
    assert table.offers == sorted([TRAP, MONSTER])
    table.answer(MONSTER)
    table.resolves()
    assert table.lures() == {EXPLORER: "Ben"}


def test_not_dead_yet_damages_every_hero_in_and_before_the_dungeon_by_the_wounds() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", GIANT, CLERIC).wounds("Ada", EPIC_THIEF, THIEF)
    table.at_entrance("Ben", THIEF_6).adventure_begins().uses("Ada", "not_dead_yet")
    assert table.walker() == (GIANT, TRAP, 2 + 3)
    damage = {table.short(mark.hero): mark.damage for mark in table.state.marks}
    assert damage.get(CLERIC) == 3
    assert THIEF_6 not in damage


def test_a_celestial_map_that_is_itself_destroyed_draws_nothing() -> None:
    table = SideTable().dungeon("Ada", "celestial_map", TRAP).building("Ada")
    table.do(DestroyRoom(table.id_of("Ada"), 2))
    assert table.trusted() == []
