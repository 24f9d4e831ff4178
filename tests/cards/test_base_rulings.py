"""General rulings, shown with real cards."""

from dataclasses import replace

import pytest

from engine.boss_monster.commands import BeginRound, RevealHeroes, SeatPlayers, SellRoom, WalkOn
from engine.boss_monster.events import AdventureTurnBegan, GameWon, HeroSurvived, LeveledUp, RoundBegan
from engine.boss_monster.options import PlainValue
from engine.boss_monster.rules import new_game
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from tests.cards.table import CLERIC, CLERIC_6, EPIC_THIEF, GIANT, MAGE, THIEF, CardTable


def test_after_the_reveal_nobody_uses_anything_and_built_effects_follow_in_turn_order() -> None:
    """R-003: with a question open or not, spells and abilities are over for this build phase."""
    table = CardTable().dungeon("Ada", "witchs_kitchen").dungeon("Ben", "dark_altar")
    table.builds_all(Ada="dark_laboratory", Ben="monstrous_monument")
    assert table.hands == ["Ada: draw 2 spell", "Ada: discard 1 spell", "Ben: take_discarded 1 monster_room"]
    assert table.state.phase is Phase.BUILT
    assert table.refuses("Ada", "witchs_kitchen") == "no_spells_now"
    assert table.refuses("Ben", "freeze") == "no_spells_now"


def test_the_level_up_of_one_player_comes_before_the_built_effect_of_the_next() -> None:
    """R-003, BM-BUILD-17"""
    rooms = ("hatchlings_hoard", "hatchlings_hoard#2", "dragon_hatchery", "dragon_hatchery#2")
    table = CardTable(Ada="kazanna", Ben="robobo").dungeon("Ada", *rooms)
    table.builds_all(Ada="dark_laboratory", Ben="monstrous_monument")
    assert len(table.seen(LeveledUp)) == 1
    assert table.hands == [
        "Ada: discard_hand 1 card",
        "Ada: draw 3 spell",
        "Ada: draw 2 spell",
        "Ada: discard 1 spell",
        "Ben: take_discarded 1 monster_room",
    ]


def test_a_room_is_first_used_in_the_adventure_of_the_round_in_which_it_was_built() -> None:
    """R-004"""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    assert table.refuses("Ada", "witchs_kitchen")
    table.builds("Ada", "witchs_kitchen")
    assert table.refuses("Ada", "witchs_kitchen")
    table.at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "witchs_kitchen")
    assert table.hands == ["Ada: discard 1 monster_room", "Ada: draw 1 spell"]


def test_players_without_heroes_have_their_part_of_the_adventure_where_the_group_plays_so() -> None:
    """R-005 (D-02): otherwise they act in the turns of the others."""
    table = CardTable(switches={"adventure_turns": "all_players"}, Ada="gorgona", Ben="robobo")
    table.dungeon("Ben", "witchs_kitchen").adventure_begins()
    table.do(WalkOn())
    assert [table.short(event.player) for event in table.seen(AdventureTurnBegan)] == ["Ada", "Ben"]
    table.uses("Ben", "witchs_kitchen")
    assert table.hands == ["Ben: discard 1 monster_room", "Ben: draw 1 spell"]


def test_a_hero_sent_to_another_entrance_goes_to_the_end_of_the_queue_there() -> None:
    """R-019, BM-ADV-19"""
    table = CardTable().dungeon("Ada", "dark_altar").dungeon("Ben", "golem_factory")
    table.at_entrance("Ada", GIANT).at_entrance("Ben", THIEF, CLERIC).adventure_begins()
    table.uses("Ada", "another_castle")
    table.walks_through()
    assert [table.short(event.hero) for event in table.seen(HeroSurvived)] == [THIEF, CLERIC, GIANT]


def test_a_hero_that_returns_to_town_is_the_newest_where_the_group_plays_so() -> None:
    """R-020: by default it takes its place by age (BM-ADV-20)."""

    def town_after(**switches: PlainValue) -> list[str]:
        table = CardTable(switches=switches, Ada="gorgona", Ben="robobo").dungeon("Ada", "dark_altar")
        table.at_entrance("Ada", GIANT).in_town(THIEF, CLERIC).adventure_begins()
        table.uses("Ben", "fear")
        return table.town()

    assert town_after() == [GIANT, THIEF, CLERIC]
    assert town_after(town_return_position="as_newest") == [THIEF, CLERIC, GIANT]


def test_damage_of_a_hero_that_was_sent_away_is_gone_in_the_next_round() -> None:
    """R-021"""
    table = CardTable().dungeon("Ada", "neanderthal_cave").dungeon("Ben", "dark_altar").at_entrance("Ada", EPIC_THIEF)
    table.adventure_begins().uses("Ben", "fear")
    table.walks_through()
    table.next_round(THIEF, CLERIC)
    assert EPIC_THIEF in table.town()
    assert table.state.mark(table.copy(EPIC_THIEF)).damage == 0


def test_a_room_effect_comes_before_the_damage_and_nothing_in_between() -> None:
    """R-001: Minotaur's Maze sends the hero away before it could hurt it."""
    table = CardTable().dungeon("Ada", "dark_altar", "minotaurs_maze").at_entrance("Ada", GIANT).adventure_begins()
    table.walks_on()
    assert table.walker() == (GIANT, "dark_altar", 2)
    assert table.hits() == [("dark_altar", 1), ("dark_altar", 1)]


# -- the end, and five players -----------------------------------------------------------------------------------------


def five_players() -> CardTable:
    """Two bosses with relics, two with equipment, one with spellbooks."""
    return CardTable(
        sets=("base", "crash_landing"),
        Ada="draculord",
        Ben="xyzax",
        Cara="king_croak",
        Dora="robobo",
        Emil="cerebellus",
    )


def test_if_all_players_meet_an_end_condition_souls_minus_wounds_decide_and_then_the_lowest_xp() -> None:
    """R-028"""
    better = CardTable()
    better.change("Ada", souls=11, wounds=1)
    better.change("Ben", souls=12, wounds=1)
    better.walks_through()
    tied = CardTable()
    tied.change("Ada", souls=11, wounds=1)
    tied.change("Ben", souls=10)
    tied.walks_through()
    assert [(event.player, event.rule) for event in better.seen(GameWon)] == [(better.id_of("Ben"), "BM-END-7")]
    assert [(event.player, event.rule) for event in tied.seen(GameWon)] == [(tied.id_of("Ben"), "BM-END-9")]


def test_an_eliminated_player_takes_all_cards_along_but_as_many_heroes_come_as_before() -> None:
    """R-029"""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").dungeon("Cara", "dark_altar", "golem_factory")
    table.change("Cara", wounds=5)
    table.walks_through()
    assert table.player("Cara").eliminated
    assert table.rooms("Cara") == []
    table.next_round(THIEF, CLERIC, MAGE)
    assert [event.heroes for event in table.seen(RoundBegan)] == [3]


def test_five_players_share_tied_heroes_the_oldest_for_the_highest_xp() -> None:
    """R-026"""
    table = five_players().in_town(CLERIC, CLERIC_6)
    assert table.lures() == {CLERIC: "Ada", CLERIC_6: "Ben"}
    alone = five_players().in_town(CLERIC)
    assert alone.lures() == {CLERIC: ""}


def test_of_five_players_nobody_is_out_and_souls_minus_wounds_decide() -> None:
    """R-027"""
    table = five_players()
    table.change("Ada", souls=10, wounds=7)
    table.change("Ben", souls=5, wounds=1)
    table.walks_through()
    assert [event.player for event in table.seen(GameWon)] == [table.id_of("Ben")]
    assert not any(player.eliminated for player in table.state.players)


# -- items and coins ---------------------------------------------------------------------------------------------------


def test_one_item_comes_before_the_heroes_of_two_players_and_waits_for_one_whom_it_suits() -> None:
    """R-030: a star hero takes none, and a hero has one at most."""
    table = CardTable(sets=("next_level", "tools_of_hero_kind"), Ada="killa", Ben="shellda")
    table.phase(Phase.ROUND_END)
    heroes = (table.copy("hitman"), table.copy("black_leaf"))
    two = RevealHeroes(heroes, (table.copy("ten_foot_pole"), table.copy("the_bomb")))
    table.do(BeginRound())
    with pytest.raises(IllegalCommand, match="wrong_item_count"):
        table.do(two)
    table.do(replace(two, items=two.items[:1]))
    assert table.state.mark(table.copy("hitman")).item is None
    assert table.state.mark(table.copy("black_leaf")).item == two.items[0]


def test_everybody_starts_with_three_coins_and_may_sell_a_room_once_per_round_where_sets_are_mixed() -> None:
    """R-039"""
    table = CardTable(sets=("base", "rise_of_the_minibosses"), Ada="gorgona", Ben="robobo")
    table.state = new_game(table.state.options)
    table.do(SeatPlayers((table.copy("gorgona"), table.copy("robobo"))))
    assert [player.coins for player in table.state.players] == [3, 3]
    table.state = replace(table.state, round=1)
    table.building("Ada").do(SellRoom(table.id_of("Ada")))
    assert table.player("Ada").coins == 4
    with pytest.raises(IllegalCommand):
        table.do(SellRoom(table.id_of("Ada")))
