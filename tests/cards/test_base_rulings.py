"""General rulings, shown with real cards."""

from engine.boss_monster.commands import WalkOn
from engine.boss_monster.events import AdventureTurnBegan, HeroSurvived, LeveledUp, RoomBuilt
from engine.boss_monster.options import PlainValue
from engine.boss_monster.state import Phase
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, THIEF, CardTable


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
    assert table.seen(RoomBuilt) == []
