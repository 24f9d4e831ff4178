"""The house rules are those of the rules file: same rows, same names, same values, same defaults."""

import re
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from engine.boss_monster.combination import Problem, setup_problems
from engine.boss_monster.options import (
    EXPANSIONS,
    STAND_ALONE,
    SWITCHES,
    BaitOrder,
    CoinForRoomDiscard,
    CoinsEnabled,
    Options,
    PlainValue,
    Switch,
    options_from,
    switch_named,
    written,
)
from engine.boss_monster.profiles import DEFAULT_PROFILE, PROFILES

# Rows of sections 3.1 and 3.2 that have a switch: row, name, default, other values.
TABLE = """
D-01 bait_order newest_first oldest_first
D-02 adventure_turns heroes_only all_players
D-03 hero_reveal_count starting_players living_players
D-04 end_profile bigbox playsheet
D-05 end_order check_then_cleanup cleanup_then_check
D-06 first_room optional mandatory
D-07 death_time on_leaving on_damage
D-10 levelup_vs_built_order levelup_first built_first owner_choice
D-11 epic_count_check by_symbol strict_table
D-13 final_tie lowest_xp highest_xp
D-15 setup_discard choose_two seeded_pile
D-16 wound_location under_boss score_area
D-17 priority_resolution active_then_xp lifo
A-01 all_five_wounds net_score need_ten_souls_else_net
A-04 bait_tie_scope leaders_only any_tie
A-05 cl_tie_rule five_six_only always_with_cl never
A-06 cl_tie_batch_time first_encounter after_unique_lures
A-07 cl_tie_special_heroes stay distribute
A-08 hero_deck_empty_2_4 continue last_round_net
A-10 room_deck_empty reshuffle_discard ask
A-11 town_return_position by_reveal_age as_newest
A-12 xp_tie ask_at_setup seat_order
A-13 redraw_limit once unlimited
A-14 facedown_cover_still_active true false
A-15 illegal_reveal_policy ask return_to_hand discard allow
A-16 spells_after_reveal closed open
A-17 deactivated_occupies_slot true false
A-18 levelup_counts_deactivated false true
A-19 levelup_outside_build immediate next_build_end
A-20 deactivated_breaks_adjacency true false
A-21 destroyed_under_hero move_on enter_uncovered
A-22 late_entrance_hero wait extra_turn
A-23 entrance_is_dungeon ask yes no
A-25 eliminated_entrance_heroes to_town removed
A-26 end_of_round_triggers in_cleanup before_check
A-27 item_pick_order reveal_order class_first ask
A-28 item_reveal_count starting_players living_players
A-29 item_on_return_to_town true false
A-30 item_kill_outside_dungeon to_soul_owner discarded
A-31 starting_coins 3 0 1 2 4 5 6 7 8 9
A-32 coin_for_room_discard auto on off
A-33 promotion_step_limit one_step one_miniboss_any_steps
A-34 promotion_window whole_build_phase own_turn
A-35 level3_timing spell_windows any_time
A-36 miniboss_per_room one replace
A-37 miniboss_on_deactivated false true
A-39 coin_rule_accepts_miniboss false true
A-41 intrigue_scope this_round none_at_all
A-43 coins_enabled auto on off
A-44 lethal_hero_moved dies is_moved
"""
RULES_PER_FAMILY = {
    "COMB": 12, "HERO": 10, "GEN": 16, "CARD": 8, "SETUP": 14, "START": 9, "BUILD": 24, "BAIT": 15, "ADV": 26,
    "END": 16, "GLOSS": 15, "CL": 15, "ITEM": 20, "MINI": 15, "COIN": 8, "VAR": 5,
}  # fmt: skip
NO_SWITCHES = {"names", "sets", "choose_boss", "intrigue", "hard_mode", "hero_set"}
TWO = ("Ada", "Ben")
FIVE = ("Ada", "Ben", "Cem", "Dora", "Eva")


def rows() -> list[list[str]]:
    return [row.split() for row in TABLE.strip().splitlines()]


def test_there_are_fifty_switches_in_the_order_of_the_rules() -> None:
    assert len(SWITCHES) == 50
    assert [[switch.row, switch.name] for switch in SWITCHES] == [row[:2] for row in rows()]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[1])
def test_a_switch_has_the_values_and_the_default_of_its_row(row: list[str]) -> None:
    switch = switch_named(row[1])
    assert written(switch.default) == row[2]
    assert {written(value) for value in switch.values} == set(row[2:])
    assert len(switch.values) == len(row[2:])
    assert switch.value_in(Options(TWO)) == switch.default


def test_every_switch_is_a_field_and_every_other_field_is_known() -> None:
    names = {field.name for field in fields(Options)}
    assert names - NO_SWITCHES == {switch.name for switch in SWITCHES}
    assert names > NO_SWITCHES


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_cites_a_rule_that_exists(switch: Switch) -> None:
    cited = re.fullmatch(r"BM-([A-Z]+)-(\d+)", switch.rule)
    assert cited is not None
    assert 1 <= int(cited[2]) <= RULES_PER_FAMILY[cited[1]]


def test_every_value_of_every_switch_can_be_chosen_and_read_back() -> None:
    for switch in SWITCHES:
        for value in switch.values:
            options = options_from({switch.name: value}, names=TWO)
            assert switch.value_in(options) == value
            others = [other for other in SWITCHES if other is not switch]
            assert all(other.value_in(options) == other.default for other in others)


def test_plain_data_becomes_typed_options() -> None:
    switches = {"bait_order": "oldest_first", "starting_coins": 2, "facedown_cover_still_active": False}
    options = options_from(switches, names=TWO, hard_mode=True)
    assert options == Options(
        TWO, bait_order=BaitOrder.OLDEST_FIRST, starting_coins=2, facedown_cover_still_active=False, hard_mode=True
    )


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ({"bait_ordr": "oldest_first"}, "no switch 'bait_ordr'; the nearest are bait_order"),
        ({"bait_order": "sideways"}, "bait_order cannot be 'sideways'; allowed: newest_first, oldest_first"),
        ({"bait_order": None}, "bait_order cannot be None"),
        ({"bait_order": True}, "bait_order cannot be True"),
        ({"bait_order": ["newest_first"]}, "bait_order cannot be"),
        ({"item_on_return_to_town": "false"}, "item_on_return_to_town cannot be 'false'; allowed: true, false"),
        ({"item_on_return_to_town": 0}, "item_on_return_to_town cannot be 0"),
        ({"starting_coins": 10}, "starting_coins cannot be 10; allowed: 0, 1"),
        ({"starting_coins": "3"}, "starting_coins cannot be '3'"),
        ({"starting_coins": True}, "starting_coins cannot be True"),
        ({"starting_coins": 3.0}, r"starting_coins cannot be 3\.0"),
    ],
)
def test_a_wrong_switch_or_value_is_refused_with_what_is_allowed(switches: Mapping[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        options_from(switches, names=TWO)


@pytest.mark.parametrize(
    ("name", "read", "meant"),
    [
        ("coins_enabled", True, "on"),
        ("coins_enabled", False, "off"),
        ("entrance_is_dungeon", True, "yes"),
        ("entrance_is_dungeon", False, "no"),
    ],
)
def test_the_words_that_yaml_reads_as_truth_are_understood(name: str, read: bool, meant: str) -> None:
    switch = switch_named(name)
    assert switch.value_in(options_from({name: read}, names=TWO)) == meant


@pytest.mark.parametrize("coins", [-1, 10])
def test_nobody_starts_with_fewer_than_no_or_more_than_nine_coins(coins: int) -> None:
    """BM-COIN-1"""
    with pytest.raises(ValueError, match=f"starting_coins is {coins}; allowed: 0 to 9"):
        Options(TWO, starting_coins=coins)


def test_what_the_group_agreed_on_cannot_be_changed_later() -> None:
    options = Options(TWO)
    with pytest.raises(FrozenInstanceError):
        options.starting_coins = 4  # type: ignore[misc]


def test_switches_are_named_never_counted() -> None:
    with pytest.raises(TypeError):
        Options(TWO, ("base",), BaitOrder.OLDEST_FIRST)  # type: ignore[call-arg]


# -- what follows from players and sets --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "is_net"), [(2, False), (4, False), (5, True), (6, True)])
def test_net_scores_decide_with_five_or_six_players(players: int, is_net: bool) -> None:
    """BM-CL-10, BM-CL-12"""
    assert Options(tuple("ABCDEF"[:players])).is_net_scoring is is_net


@pytest.mark.parametrize(
    ("sets", "enabled", "has_coins"),
    [
        ("base crash_landing tools_of_hero_kind", "auto", False),
        ("rise_of_the_minibosses", "auto", True),
        ("base vault_of_villains", "auto", True),
        ("base", "on", True),
        ("rise_of_the_minibosses", "off", False),
    ],
)
def test_coins_come_with_minibosses(sets: str, enabled: str, has_coins: bool) -> None:
    """BM-COMB-11"""
    assert Options(TWO, tuple(sets.split()), coins_enabled=CoinsEnabled(enabled)).has_coins is has_coins


@pytest.mark.parametrize(
    ("sets", "rule", "coins", "has_rule"),
    [
        ("rise_of_the_minibosses", "auto", "auto", False),
        ("rise_of_the_minibosses vault_of_villains", "auto", "auto", False),
        ("base rise_of_the_minibosses", "auto", "auto", True),
        ("next_level vault_of_villains", "auto", "auto", True),
        ("base next_level", "auto", "auto", False),
        ("base next_level", "auto", "on", False),
        ("base rise_of_the_minibosses", "auto", "off", False),
        ("base rise_of_the_minibosses", "off", "auto", False),
        ("rise_of_the_minibosses", "on", "auto", True),
    ],
)
def test_rooms_become_coins_where_minibosses_are_mixed_with_other_games(
    sets: str, rule: str, coins: str, has_rule: bool
) -> None:
    """BM-COIN-7 as row A-32 reads it."""
    options = Options(
        TWO,
        tuple(sets.split()),
        coin_for_room_discard=CoinForRoomDiscard(rule),
        coins_enabled=CoinsEnabled(coins),
    )
    assert options.has_coin_rule is has_rule


@pytest.mark.parametrize("name", [*STAND_ALONE, *EXPANSIONS])
def test_items_and_explorers_come_with_their_sets(name: str) -> None:
    """BM-ITEM-4, BM-CL-1"""
    options = Options(TWO, ("base", name))
    assert options.has_items is (name in ("tools_of_hero_kind", "implements_of_destruction"))
    assert options.has_crash_landing is (name == "crash_landing")


def test_heroes_come_from_the_first_game_unless_the_group_says_otherwise() -> None:
    """BM-COMB-2"""
    sets = ("crash_landing", "next_level", "base")
    assert options_from({}, names=TWO, sets=sets).hero_set == "next_level"
    assert options_from({}, names=TWO, sets=sets, hero_set="base").hero_set == "base"
    assert options_from({}, names=TWO).hero_set == "base"


# -- combinations ------------------------------------------------------------------------------------------------------


def problems(names: tuple[str, ...], sets: str, **switches: PlainValue) -> list[tuple[str, str]]:
    """Keys and rules of everything that stops the set-up."""
    found = setup_problems(options_from(switches, names=names, sets=tuple(sets.split())))
    return [(problem.key, problem.rule) for problem in found if problem.is_error]


def warnings(sets: str, **switches: PlainValue) -> list[tuple[str, str]]:
    """Keys and rules of everything that is only said."""
    found = setup_problems(options_from(switches, names=TWO, sets=tuple(sets.split())))
    return [(problem.key, problem.rule) for problem in found if not problem.is_error]


@pytest.mark.parametrize("game", STAND_ALONE)
def test_each_stand_alone_game_is_fine_alone_and_with_every_expansion(game: str) -> None:
    """BM-COMB-1, BM-COMB-3"""
    assert setup_problems(options_from({}, names=TWO, sets=(game,))) == ()
    assert problems(FIVE, " ".join((game, *EXPANSIONS))) == []


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_an_expansion_cannot_be_played_alone(expansion: str) -> None:
    """BM-COMB-3"""
    assert problems(TWO, expansion) == [("stand_alone_game_needed", "BM-COMB-3")]


def test_five_players_need_crash_landing() -> None:
    """BM-COMB-4"""
    assert problems(FIVE, "base") == [("crash_landing_needed", "BM-COMB-4")]
    assert problems((*FIVE, "Finn"), "base crash_landing") == []
    assert problems(FIVE[:4], "base") == []


@pytest.mark.parametrize("count", [0, 1, 7])
def test_two_to_six_can_play(count: int) -> None:
    """BM-COMB-4"""
    assert problems(tuple("ABCDEFG"[:count]), "base crash_landing") == [("wrong_player_count", "BM-COMB-4")]


def test_heroes_must_come_from_a_game_in_play() -> None:
    """BM-COMB-2"""
    wrong = Problem("hero_set_not_in_play", "BM-COMB-2")
    options = Options(TWO, ("base", "next_level", "crash_landing"), hero_set="next_level")
    assert setup_problems(options) == ()
    assert setup_problems(replace(options, hero_set="rise_of_the_minibosses")) == (wrong,)
    assert setup_problems(replace(options, hero_set="crash_landing")) == (wrong,)


def test_a_blend_of_three_games_is_warned_of_but_not_forbidden() -> None:
    """BM-COMB-2, BM-COMB-10"""
    assert warnings("base next_level") == []
    assert warnings(" ".join(STAND_ALONE)) == [("own_blend", "BM-COMB-10")]
    assert problems(TWO, " ".join(STAND_ALONE)) == []


def test_sets_are_known_and_named_once() -> None:
    """BM-COMB-1"""
    assert problems(TWO, "base moon") == [("unknown_set", "BM-COMB-1")]
    assert problems(TWO, "base base") == [("set_twice", "BM-COMB-1")]


def test_what_makes_little_sense_with_coins_is_said() -> None:
    """BM-MINI-6, BM-COIN-7, BM-COMB-9"""
    assert warnings("rise_of_the_minibosses", coins_enabled="off") == [("minibosses_without_coins", "BM-MINI-6")]
    assert warnings("base", coin_for_room_discard="on") == [("coin_rule_without_coins", "BM-COIN-7")]
    recommended = [("coin_rule_recommended", "BM-COMB-9")]
    assert warnings("base rise_of_the_minibosses", coin_for_room_discard="off") == recommended
    assert warnings("base rise_of_the_minibosses") == []
    without = [("minibosses_without_coins", "BM-MINI-6")]
    assert warnings("base rise_of_the_minibosses", coins_enabled="off") == without


def test_errors_come_before_what_is_only_said() -> None:
    found = setup_problems(Options(FIVE, STAND_ALONE))
    assert [problem.is_error for problem in found] == [True, False]


# -- profiles ----------------------------------------------------------------------------------------------------------


def test_the_big_box_is_the_default_profile_and_changes_nothing() -> None:
    assert DEFAULT_PROFILE == "bigbox"
    assert list(PROFILES) == ["bigbox", "playsheet", "english"]
    assert options_from(PROFILES["bigbox"], names=TWO) == Options(TWO)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_names_only_what_it_changes(profile: str) -> None:
    options = options_from(PROFILES[profile], names=TWO)
    changed = {switch.name for switch in SWITCHES if switch.value_in(options) != switch.default}
    assert changed == PROFILES[profile].keys()


@pytest.mark.parametrize(
    ("profile", "rows_changed"),
    [
        ("playsheet", "D-01 D-02 D-03 D-04 D-05 D-06 D-07 D-10 D-16"),
        ("english", "D-01 D-03 D-05 D-11 D-15 D-16 D-17"),
    ],
)
def test_a_profile_changes_the_rows_on_which_its_source_speaks(profile: str, rows_changed: str) -> None:
    assert sorted(switch_named(name).row for name in PROFILES[profile]) == rows_changed.split()
