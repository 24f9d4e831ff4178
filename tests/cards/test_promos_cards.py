"""Promo cards: what each room, spell and hero does."""

from dataclasses import replace

import pytest

from engine.boss_monster.commands import BeginRound, FinishBuild, Placed, RevealHeroes, RevealRooms
from engine.boss_monster.events import GameWon, LeveledUp
from engine.boss_monster.state import Phase
from engine.core.ids import PlayerId
from tests.cards.side_table import (
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, CLERIC_6, EPIC_THIEF, FIGHTER, GIANT, MAGE, THIEF, THIEF_6

FOUR = (TRAP, TRAP_B, MONSTER, SPELLBOOK_TRAP)
"""Four rooms: the next one is the fifth."""
ROUND_OF = (Phase.ROUND_END, Phase.ROUND_START)


def builds_unknown(table: SideTable, room: str) -> None:
    """Ada builds a room of which nobody knows whether it is advanced: the group is asked, and allows it."""
    table.builds("Ada", room)
    table.answer("allow")


def ends_the_round(table: SideTable) -> None:
    """Nobody walks any more; the round is judged and tidied up."""
    table.walks_through()
    assert table.state.phase in ROUND_OF


def test_elder_portal_starts_with_two_counters_and_trades_them_for_an_opponents_spell() -> None:
    table = SideTable().at_entrance("Ada", GIANT)
    builds_unknown(table, "elder_portal")
    assert table.deals("Ada", "elder_portal") == 2
    table.adventure_begins()
    assert table.trusted(table.uses("Ada", "elder_portal")) == ["Ben discard 1 spell"]
    assert table.stack("elder_portal").counters == 1
    assert table.refuses("Ada", "elder_portal") == "used_already"


def test_elder_portal_without_counters_does_nothing() -> None:
    table = SideTable().dungeon("Ada", "elder_portal").building("Ada")
    assert table.refuses("Ada", "elder_portal") == "condition_not_met"


def test_hydras_mire_grows_once_per_round_and_is_destroyed_with_four_counters() -> None:
    table = SideTable().dungeon("Ada", "hydras_mire", TRAP).laid("Ada", "hydras_mire", counters=2)
    table.at_entrance("Ada", THIEF_6, EPIC_THIEF)
    ends_the_round(table)
    assert table.stack("hydras_mire").counters == 3
    table.do(BeginRound())
    table.at_entrance("Ada", CLERIC_6)
    ends_the_round(table)
    assert table.rooms("Ada") == [TRAP]


def test_spellslime_incubator_gets_a_counter_for_the_first_own_spell_of_a_round() -> None:
    table = SideTable().dungeon("Ada", "spellslime_incubator").building("Ada")
    table.uses("Ada", "rebirth", "Ben")
    table.uses("Ada", "rebirth#2", "Ben")
    assert table.deals("Ada", "spellslime_incubator") == 1
    table = SideTable().dungeon("Ada", "spellslime_incubator").building("Ada")
    table.uses("Ben", "windfall")
    assert table.deals("Ada", "spellslime_incubator") == 0


def test_clock_tower_starts_with_four_counters_and_loses_one_each_round() -> None:
    table = SideTable()
    builds_unknown(table, "clock_tower")
    assert table.deals("Ada", "clock_tower") == 4
    ends_the_round(table)
    assert table.deals("Ada", "clock_tower") == 3


def test_ghoulyard_doubles_its_damage_to_epic_heroes_after_all_additions() -> None:
    table = SideTable().dungeon("Ada", "ghoulyard").laid("Ada", "ghoulyard", counters=1)
    table.at_entrance("Ada", EPIC_THIEF, THIEF).walks_through()
    assert table.hits(EPIC_THIEF) == [("ghoulyard", (2 + 1) * 2)]
    assert table.hits(THIEF) == [("ghoulyard", 2 + 1)]


def test_bone_crank_deactivates_any_room_when_it_is_built() -> None:
    table = SideTable().dungeon("Ada", TRAP).dungeon("Ben", MONSTER)
    builds_unknown(table, "bone_crank")
    assert table.offers == sorted(["bone_crank", TRAP, MONSTER])
    table.answer(MONSTER)
    assert table.stack(MONSTER).deactivated


def test_bone_crank_can_put_off_the_level_up_of_an_opponent() -> None:
    table = SideTable(Ada="mirrax", Ben="jarin").dungeon("Ben", *FOUR).dungeon("Ada", BIG_TRAP)
    table.building()
    ada, ben = table.id_of("Ada"), table.id_of("Ben")
    both_build(table, ada, ben)
    table.answer("allow")
    table.answer(MONSTER)
    assert table.seen(LeveledUp) == []
    ends_the_round(table)
    table.building().do(FinishBuild(ada), FinishBuild(ben))
    assert [event.player for event in table.seen(LeveledUp)] == [ben], "once all five work again"


def test_a_room_that_is_turned_before_its_built_effect_does_it_at_the_end_of_the_round() -> None:
    """R-013: Ada's crank comes first, by XP; Ben's room speaks up when it is upright again."""
    table = SideTable(Ada="mirrax", Ben="jarin").dungeon("Ben", TRAP).dungeon("Ada", BIG_TRAP)
    table.building()
    ada, ben = table.id_of("Ada"), table.id_of("Ben")
    table.do(FinishBuild(ada, 2), FinishBuild(ben, 2))
    rooms = (Placed(ada, 2, table.copy("bone_crank")), Placed(ben, 2, table.copy("sorcerobe_school")))
    table.do(RevealRooms(rooms))
    table.answer("allow")
    table.answer("sorcerobe_school")
    assert "Ben draw 1 spell" not in table.trusted()
    ends_the_round(table)
    assert "Ben draw 1 spell" in table.trusted()


def both_build(table: SideTable, ada: PlayerId, ben: PlayerId) -> None:
    """Ada builds the crank, Ben his fifth room, in the same reveal."""
    table.do(FinishBuild(ada, 2), FinishBuild(ben, 5))
    table.do(RevealRooms((Placed(ada, 2, table.copy("bone_crank")), Placed(ben, 5, table.copy(MONSTER_B)))))


def test_trash_compactor_deals_no_damage_any_more_once_a_hero_survived_it() -> None:
    table = SideTable().dungeon("Ada", "trash_compactor", MONSTER).at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.walks_on()
    table.uses("Ada", "pay_to_win", "trash_compactor")
    table.walks_through()
    assert table.hits()[0] == ("trash_compactor", 3)
    assert table.hits(THIEF)[0] == ("trash_compactor", 0), "nothing can raise it"


def test_shark_tank_deals_two_more_damage_to_a_hero_that_lost_half_of_its_health() -> None:
    table = SideTable().dungeon("Ada", TRAP, "shark_tank").at_entrance("Ada", THIEF, THIEF_6)
    table.walks_through()
    assert table.hits(THIEF) == [(TRAP, 2), ("shark_tank", 4)]
    assert table.hits(THIEF_6) == [(TRAP, 2), ("shark_tank", 2)]


@pytest.mark.parametrize("full", [False, True])
def test_tpk_stays_in_the_score_area_and_is_worth_two_souls_with_a_dead_hero_of_each_class(full: bool) -> None:
    heroes = (CLERIC, FIGHTER, MAGE, THIEF_6) if full else (CLERIC, FIGHTER, MAGE)
    table = SideTable().souls("Ada", *heroes).dungeon("Ada", BIGGEST_TRAP).building("Ada")
    table.change("Ada", souls=7)
    table.uses("Ada", "tpk")
    assert [table.short(spell) for spell in table.player("Ada").kept] == ["tpk"]
    events = table.at_entrance("Ada", "boden_the_pantless" if FIGHTER not in heroes else "samurai_tom").walks_through()
    assert not any(isinstance(event, GameWon) for event in events)
    table.phase(Phase.ROUND_END).do(BeginRound())
    events = table.at_entrance("Ada", "jarek_squire_to_the_lion_knights").walks_through()
    assert any(isinstance(event, GameWon) for event in events) is full


def test_fireball_throws_a_die_for_a_hero_inside_and_for_another_spell_one_for_those_outside() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", GIANT, THIEF_6, CLERIC).adventure_begins()
    events = table.uses("Ada", "fireball", "5", "yes", "3")
    assert table.walker() == (GIANT, TRAP, 2 + 5)
    assert {table.short(mark.hero): mark.damage for mark in table.state.marks} == {THIEF_6: 3, CLERIC: 3}
    assert "Ada discard 1 spell" in table.trusted(events)


def test_fireball_without_another_spell_reaches_only_the_hero_inside() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", GIANT, THIEF_6).adventure_begins()
    table.uses("Ada", "fireball", "1", "no")
    assert table.walker() == (GIANT, TRAP, 2 + 1)
    assert table.state.marks == ()


def test_fireball_does_not_reach_other_dungeons() -> None:
    table = SideTable().dungeon("Ben", TRAP, MONSTER).at_entrance("Ben", GIANT).adventure_begins()
    assert table.refuses("Ada", "fireball") == "no_target"


def test_agent_of_evil_moves_a_hero_from_town_to_an_opponents_entrance() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="belladonna").in_town(THIEF, CLERIC).building("Ada")
    table.announces("Ada", "agent_of_evil")
    assert table.offers == sorted([THIEF, CLERIC])
    table.answer(CLERIC)
    assert table.offers == ["Ben", "Cleo"]
    table.answer("Cleo")
    table.resolves()
    assert (table.town(), table.entrance("Cleo")) == ([THIEF], [CLERIC])


def test_the_demigod_goes_to_the_player_with_the_fewest_wounds_and_stays_in_town_on_a_tie() -> None:
    table = SideTable().wounds("Ada", THIEF).in_town("demigod")
    assert table.lures() == {"demigod": "Ben"}
    table = SideTable().in_town("demigod")
    assert table.lures() == {"demigod": ""}


def test_monster_rooms_deal_one_damage_less_to_the_monster_hunter_and_to_nobody_else() -> None:
    table = SideTable().dungeon("Ada", MONSTER, TRAP).at_entrance("Ada", "monster_hunter", GIANT)
    table.walks_through()
    assert table.hits("monster_hunter") == [(MONSTER, 1), (TRAP, 2)]
    assert table.hits() == [(MONSTER, 2), (TRAP, 2)]


def test_the_trap_master_ignores_the_texts_of_the_rooms_while_inside() -> None:
    table = SideTable().dungeon("Ada", "power_leech", MONSTER, TRAP).at_entrance("Ada", "trap_master", GIANT)
    table.adventure_begins()
    assert table.refuses("Ada", TRAP) == "room_is_silent"
    table.walks_through()
    assert table.hits("trap_master") == [("power_leech", 1), (MONSTER, 2), (TRAP, 2)]
    assert table.hits() == [("power_leech", 1), (MONSTER, 4), (TRAP, 2)]


def test_everybody_may_draw_up_to_three_cards_when_the_princess_arrives() -> None:
    table = SideTable()
    table.phase(Phase.ROUND_START)
    table.state = replace(table.state, options=replace(table.state.options, hero_set="promos"))
    events = table.do(RevealHeroes((table.copy("the_princess"), table.copy("demigod"))))
    assert table.trusted(events) == ["Ada+Ben draw_up_to 3 card"]
