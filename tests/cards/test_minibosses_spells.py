"""Rise of the Minibosses: what each spell does."""

import pytest

from engine.boss_monster.commands import BuildRoom, FinishBuild
from engine.boss_monster.events import SpellCancelled
from engine.core.errors import IllegalCommand
from tests.cards.side_table import (
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    PAIR_MONSTER,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, FIGHTER, GIANT, MAGE, THIEF


def test_windfall_gives_three_coins_to_an_empty_hoard() -> None:
    table = SideTable().building("Ada")
    table.uses("Ada", "windfall")
    assert table.hoard("Ada") == 3
    assert table.refuses("Ada", "windfall#2") == "condition_not_met"


def test_internship_discards_three_cards_and_a_miniboss_among_them_may_be_built() -> None:
    table = SideTable().coins("Ada", 1).dungeon("Ada", TRAP).building("Ada")
    events = table.uses("Ada", "internship")
    assert [task for task in table.trusted(events) if "discard_top" in task] == ["Ada discard_top 3 room"]
    with pytest.raises(IllegalCommand, match="build_not_allowed"):
        table.do(BuildRoom(table.id_of("Ada"), 2, table.copy(MONSTER)))
    table.do(BuildRoom(table.id_of("Ada"), 1, table.copy("spike")))
    assert (table.level(TRAP), table.hoard("Ada")) == (1, 0)
    table.do(FinishBuild(table.id_of("Ada"), 2))  # the build of the round is still there


def test_spirit_dragon_gives_a_room_one_symbol_of_each_class_instead_of_its_own() -> None:
    table = SideTable(Ada="imperiatrix", Ben="klonos").dungeon("Ada", "pixie_fountain").dungeon("Ben", TRAP)
    table.in_town(CLERIC, MAGE, THIEF).building("Ada").announces("Ada", "spirit_dragon")
    assert table.offers == sorted([PAIR_MONSTER, TRAP])
    table.answer(PAIR_MONSTER)
    table.resolves()
    table.lures()
    assert [table.symbols(hero)["Ada"] for hero in (CLERIC, MAGE, THIEF)] == [1, 1, 1]


def test_spirit_dragon_counts_for_an_advanced_room_of_the_same_phase() -> None:
    table = SideTable().dungeon("Ada", TRAP).building("Ada")
    table.uses("Ada", "spirit_dragon")
    table.builds("Ada", "foyer_elemental", over=TRAP)
    assert (table.offers, table.rooms("Ada")) == ([], ["foyer_elemental"])


def test_sabotage_silences_a_room() -> None:
    table = SideTable().dungeon("Ben", "power_leech", MONSTER).at_entrance("Ben", GIANT).building("Ada")
    table.uses("Ada", "sabotage", "power_leech")
    table.walks_through()
    assert table.hits() == [("power_leech", 1), (MONSTER, 2)]


def test_sabotage_deactivates_a_room_of_an_opponent_with_fewer_minibosses() -> None:
    table = SideTable().dungeon("Ada", TRAP).tucked_under("Ada", TRAP, "spike").dungeon("Ben", MONSTER).building("Ada")
    table.uses("Ada", "sabotage", MONSTER, "deactivate_room")
    assert table.stack(MONSTER).deactivated


def test_rage_adds_the_level_of_a_miniboss_and_may_double_for_the_only_one() -> None:
    for answer, damage in (("yes", (2 + 2) * 2), ("no", 2 + 2)):
        table = SideTable().dungeon("Ada", TRAP, MONSTER).tucked_under("Ada", TRAP, "paddywhack", 2).building("Ada")
        table.uses("Ada", "rage", answer)
        assert table.deals("Ada", TRAP) == damage


def test_rage_does_not_double_when_there_are_several_minibosses() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER, TRAP_B).tucked_under("Ada", TRAP, "paddywhack", 3)
    table.tucked_under("Ada", TRAP_B, "jinx").building("Ada").announces("Ada", "rage")
    assert table.offers == sorted([TRAP, TRAP_B])
    table.answer(TRAP)
    table.resolves()
    assert table.offers == []
    assert table.deals("Ada", TRAP) == 2 + 3


@pytest.mark.parametrize(
    ("option", "prompt"),
    [("discard_monster_rooms", "Ada discard 2 monster_room"), ("discard_miniboss", "Ada discard 1 miniboss")],
)
def test_ambush_kills_a_hero_in_the_dungeon_for_two_monster_rooms_or_a_miniboss(option: str, prompt: str) -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.announces("Ada", "ambush")
    assert table.offers == ["discard_miniboss", "discard_monster_rooms"]
    events = table.answer(option) + table.resolves()
    assert table.trusted(events) == [prompt]
    assert table.score("Ada") == (2, 0)


def test_rebirth_lets_any_player_redraw_the_whole_hand() -> None:
    table = SideTable().building("Ada")
    table.announces("Ada", "rebirth")
    assert table.offers == ["Ada", "Ben"]
    table.answer("Ada")
    assert [task.split()[:2] for task in table.trusted(table.resolves())] == [["Ada", "redraw"]]


def test_smash_deals_two_damage_in_the_own_dungeon_or_four_in_a_room_with_a_miniboss() -> None:
    for option, damage in (("hero_in_dungeon", 2 + 2), ("hero_with_miniboss", 2 + 4)):
        table = SideTable().dungeon("Ada", TRAP, MONSTER).tucked_under("Ada", TRAP, "jinx").at_entrance("Ada", GIANT)
        table.adventure_begins().announces("Ada", "smash")
        table.resolves()
        assert table.offers == ["hero_in_dungeon", "hero_with_miniboss"]
        table.answer(option)
        assert table.walker() == (GIANT, TRAP, damage)


def test_smash_reaches_rooms_with_minibosses_in_other_dungeons() -> None:
    table = SideTable().dungeon("Ben", TRAP, MONSTER).tucked_under("Ben", TRAP, "jinx").at_entrance("Ben", GIANT)
    table.adventure_begins().uses("Ada", "smash")  # the other way is not open
    assert table.walker() == (GIANT, TRAP, 2 + 4)


def test_pay_to_win_adds_one_damage_and_one_for_each_coin() -> None:
    table = SideTable().coins("Ada", 2).dungeon("Ada", TRAP).dungeon("Ben", MONSTER).building("Ada")
    table.announces("Ada", "pay_to_win")
    assert table.offers == sorted([TRAP, MONSTER])
    table.answer(TRAP)
    assert table.offers == ["0", "1", "2"]
    table.answer("2")
    table.resolves()
    assert (table.deals("Ada", TRAP), table.hoard("Ada")) == (2 + 3, 0)


def test_zoning_board_lets_an_advanced_room_be_built_on_any_room() -> None:
    table = SideTable().dungeon("Ada", TRAP).building("Ada")
    table.uses("Ada", "zoning_board")
    table.builds("Ada", "foyer_elemental", over=TRAP)
    assert table.state.question is None
    assert table.rooms("Ada") == ["foyer_elemental"]


def test_respawn_lets_all_own_rooms_do_what_they_do_when_built() -> None:
    table = SideTable().dungeon("Ada", "delvers_quarry", TRAP, "trophy_room").dungeon("Ben", "trophy_room#2")
    table.building("Ada")
    events = table.uses("Ada", "respawn")
    assert table.trusted(events) == ["Ada draw 1 room"]
    assert (table.hoard("Ada"), table.hoard("Ben")) == (1, 0)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_short_circuit_makes_an_opponent_pay_for_each_spell_of_the_round(answer: str) -> None:
    table = SideTable().coins("Ben", 2).dungeon("Ada", TRAP).building("Ada")
    assert table.refuses("Ada", "short_circuit") == "nothing_announced"
    table.announces("Ben", "pay_to_win", "0")
    table.announces("Ada", "short_circuit")
    table.resolves()
    assert (table.asked, table.offers) == ("Ben", ["no", "yes"])
    events = table.answer(answer)
    cancelled = [event for event in events if isinstance(event, SpellCancelled)]
    assert (len(cancelled), table.hoard("Ben"), table.deals("Ada", TRAP)) == (
        (0, 1, 3) if answer == "yes" else (1, 2, 2)
    )
    table.announces("Ben", "rebirth", "Ada")
    table.resolves()
    assert table.asked == "Ben", "the next spell of the round costs a coin too"


def test_short_circuit_cancels_the_spell_of_a_player_without_coins() -> None:
    table = SideTable().dungeon("Ada", TRAP).building("Ada")
    table.announces("Ben", "rebirth", "Ada")
    table.announces("Ada", "short_circuit")
    assert any(isinstance(event, SpellCancelled) for event in table.resolves())


def test_traitor_buys_a_miniboss_of_an_opponent_at_its_level_and_builds_no_room() -> None:
    table = SideTable().coins("Ada", 3).dungeon("Ada", TRAP, SPELLBOOK_TRAP, TRAP_B).tucked_under("Ada", TRAP, "jinx")
    table.dungeon("Ben", MONSTER, MONSTER_B, PAIR_MONSTER).tucked_under("Ben", MONSTER, "spike", 2).building("Ada")
    table.uses("Ada", "traitor")  # only one room is neither with nor next to a miniboss
    assert (table.hoard("Ada"), table.hoard("Ben")) == (1, 2)
    assert (table.level(TRAP_B), table.level(MONSTER)) == (2, 0)
    assert table.cannot_place("Ada", 4), "no room is built in this round"


def test_traitor_is_too_expensive_for_an_empty_hoard() -> None:
    table = SideTable().coins("Ada", 1).dungeon("Ada", TRAP).dungeon("Ben", MONSTER)
    table.tucked_under("Ben", MONSTER, "spike", 2).building("Ada")
    assert table.refuses("Ada", "traitor") == "no_target"


def test_armor_up_gives_one_health_and_two_more_for_each_coin() -> None:
    table = SideTable().coins("Ben", 2).dungeon("Ada", BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF).in_town(FIGHTER)
    table.adventure_begins().announces("Ben", "armor_up")
    assert table.offers == sorted([THIEF, FIGHTER])
    table.answer(THIEF)
    table.answer("1")
    table.resolves()
    assert table.hoard("Ben") == 1
    table.walks_through()
    assert table.score("Ada") == (0, 1), "4 + 3 health against six damage"


def test_ambush_does_not_reach_other_dungeons() -> None:
    table = SideTable().dungeon("Ben", TRAP, MONSTER).at_entrance("Ben", GIANT).adventure_begins()
    assert table.refuses("Ada", "ambush") == "no_target"


def test_the_coins_for_armor_may_stay_in_the_hoard() -> None:
    table = SideTable().coins("Ben", 1).dungeon("Ada", BIGGEST_TRAP).at_entrance("Ada", THIEF).adventure_begins()
    table.uses("Ben", "armor_up", "0")
    assert table.state.mark(table.copy(THIEF)).health == 1


def test_nobody_can_know_yet_what_heist_does() -> None:
    assert "ability" in SideTable().catalog[SideTable().copy("heist")].unknown
