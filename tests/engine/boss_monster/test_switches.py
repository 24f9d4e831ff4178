"""Every value of every house rule makes the difference that section 3 of the rules says: sources that contradict."""

from typing import Any

import pytest

from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    ChangeHero,
    FinishBuild,
    LureHeroes,
    Placed,
    ResolveAnnounced,
    RevealRooms,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.decks import heroes_per_round, is_count_right
from engine.boss_monster.events import (
    AdventureTurnBegan,
    EffectDue,
    EffectResolves,
    Event,
    GameWon,
    HeroDied,
    LeveledUp,
    PlayerEliminated,
    QuestionAsked,
    Reminder,
)
from engine.boss_monster.expected import hero_todo
from engine.boss_monster.options import SWITCH, SWITCHES, Switch
from engine.boss_monster.rounds import heroes_expected
from engine.boss_monster.rules import new_game
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck
from engine.core.commands import Answer
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import Camera, Table, boss_id, hero_id, room_id
from tests.engine.boss_monster import test_switches_building, test_switches_heroes, test_switches_sets
from tests.engine.boss_monster.switch_registry import SHOWN, switch

ADA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
PARTS = (test_switches_building, test_switches_heroes, test_switches_sets)


# -- completeness ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", SWITCHES, ids=lambda one: one.name)
def test_every_value_of_a_house_rule_is_shown_by_a_test(one: Switch) -> None:
    assert PARTS, "the parts are imported, so that their tests are registered"
    shown = {value for name, value, _ in SHOWN if name == one.name}
    assert [value for value in one.values if value not in shown] == []
    assert shown <= set(one.values)


def test_every_registered_test_names_a_house_rule_with_its_row_and_rule() -> None:
    for name, _, test in SHOWN:
        cited = test.__doc__ or ""
        assert SWITCH[name].row in cited and SWITCH[name].rule in cited, test.__name__


# -- D-01 bait_order ---------------------------------------------------------------------------------------------------


def queue_of_two(**switches: Any) -> tuple[str, ...]:
    table = Table("Ada", "Ben", **switches).room("Ada", "a", gold=1).hero("Old").hero("New")
    table.do(LureHeroes())
    return table.player("Ada").entrance


@switch("bait_order", "newest_first")
def test_the_newest_hero_is_baited_first_and_so_enters_first() -> None:
    """D-01, BM-BAIT-2"""
    assert queue_of_two() == (hero_id("New"), hero_id("Old"))


@switch("bait_order", "oldest_first")
def test_the_oldest_hero_is_baited_first_where_the_group_plays_so() -> None:
    """D-01, BM-BAIT-2"""
    assert queue_of_two(bait_order="oldest_first") == (hero_id("Old"), hero_id("New"))


# -- D-02 adventure_turns ----------------------------------------------------------------------------------------------


def adventure_turns(**switches: Any) -> list[PlayerId]:
    table = Table("Ada", "Ben", "Cem", **switches).room("Ben", "b", 9).waiting("Ben", "Tom")
    return [event.player for event in table.adventure() if isinstance(event, AdventureTurnBegan)]


@switch("adventure_turns", "heroes_only")
def test_only_players_with_heroes_have_an_adventure_turn() -> None:
    """D-02, BM-ADV-1"""
    assert adventure_turns() == [BEN]


@switch("adventure_turns", "all_players")
def test_everybody_has_an_adventure_turn_where_the_group_plays_so() -> None:
    """D-02, BM-ADV-1, BM-GEN-8"""
    assert adventure_turns(adventure_turns="all_players") == [ADA, BEN, CEM]


# -- D-03 hero_reveal_count --------------------------------------------------------------------------------------------


def heroes_with_one_out(**switches: Any) -> int:
    table = Table("Ada", "Ben", "Cem", **switches).change("Cem", eliminated=True)
    for number in range(9):
        table.new_hero(f"h{number}")
    assert heroes_per_round(table.state) == heroes_expected(table.state, table.catalog)
    return heroes_expected(table.state, table.catalog)


@switch("hero_reveal_count", "starting_players")
def test_as_many_heroes_come_after_somebody_is_out() -> None:
    """D-03, BM-START-2, BM-END-4"""
    assert heroes_with_one_out() == 3


@switch("hero_reveal_count", "living_players")
def test_fewer_heroes_come_after_somebody_is_out_where_the_group_plays_so() -> None:
    """D-03, BM-START-2"""
    assert heroes_with_one_out(hero_reveal_count="living_players") == 2


# -- D-04 end_profile --------------------------------------------------------------------------------------------------


def rich_but_wounded(**switches: Any) -> tuple[Event, ...]:
    table = Table("Ada", "Ben", **switches).change("Ada", souls=14, wounds=5).change("Ben", souls=10, wounds=2)
    return table.adventure()


@switch("end_profile", "bigbox")
def test_five_wounds_are_out_before_anybody_compares() -> None:
    """D-04, BM-END-2, BM-END-5"""
    events = rich_but_wounded()
    assert PlayerEliminated(ADA, 5) in events
    assert GameWon(BEN, "BM-END-5") in events


@switch("end_profile", "playsheet")
def test_five_wounds_may_still_win_when_everybody_meets_a_condition() -> None:
    """D-04, BM-END-2 as the play-sequence sheet reads it"""
    events = rich_but_wounded(end_profile="playsheet")
    assert not any(isinstance(event, PlayerEliminated) for event in events)
    assert GameWon(ADA, "playsheet-iii") in events


# -- D-05 end_order ----------------------------------------------------------------------------------------------------


def won_with_a_room_asleep(**switches: Any) -> bool:
    """Whether the room still lies sideways after the game was won."""
    table = Table("Ada", "Ben", **switches).room("Ada", "a", deactivated=True).change("Ada", souls=10)
    table.adventure()
    assert table.state.phase is Phase.OVER
    return table.player("Ada").dungeon[0].deactivated


@switch("end_order", "check_then_cleanup")
def test_the_end_is_checked_before_the_table_is_tidied() -> None:
    """D-05, BM-END-11"""
    assert won_with_a_room_asleep()


@switch("end_order", "cleanup_then_check")
def test_the_table_is_tidied_before_the_check_where_the_group_plays_so() -> None:
    """D-05, BM-END-11"""
    assert not won_with_a_room_asleep(end_order="cleanup_then_check")


# -- D-06 first_room ---------------------------------------------------------------------------------------------------


def seated(*names: str, **switches: Any) -> Table:
    """The set-up is over, first rooms may be placed."""
    table = Table(*names, **switches)
    table.state = new_game(table.state.options)
    for number in range(3):
        table.new_hero(f"h{number}")
    table.do(SeatPlayers(tuple(boss_id(name) for name in names)))
    return table


@switch("first_room", "optional")
def test_the_first_room_may_be_left_out() -> None:
    """D-06, BM-SETUP-9"""
    table = seated("Ada", "Ben")
    table.do(FinishBuild(ADA), FinishBuild(BEN))
    assert table.state.phase is Phase.ROUND_START


@switch("first_room", "mandatory")
def test_everybody_places_a_first_room_where_the_group_plays_so() -> None:
    """D-06, BM-SETUP-9"""
    table = seated("Ada", "Ben", first_room="mandatory")
    with pytest.raises(IllegalCommand, match="first_room_mandatory"):
        table.do(FinishBuild(ADA))
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN, 1))
    assert table.state.phase is Phase.REVEAL


# -- D-07 death_time ---------------------------------------------------------------------------------------------------


def hit_hard(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    table = Table("Ada", "Ben", **switches).room("Ada", "a", 5).waiting("Ada", "Tom", 4).phase(Phase.BAITED)
    return table, table.do(BeginAdventure())


@switch("death_time", "on_leaving")
def test_a_hero_with_lethal_damage_lives_until_it_leaves_the_room() -> None:
    """D-07, BM-ADV-7: there is time to give it more health"""
    table, events = hit_hard()
    assert not any(isinstance(event, HeroDied) for event in events)
    table.do(ChangeHero(hero_id("Tom"), health=2), WalkOn())
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (0, 1)


@switch("death_time", "on_damage")
def test_a_hero_dies_at_once_where_the_group_plays_so() -> None:
    """D-07, BM-ADV-7"""
    table, events = hit_hard(death_time="on_damage")
    assert any(isinstance(event, HeroDied) for event in events)
    assert table.player("Ada").souls == 1


@switch("death_time", "on_damage")
def test_damage_of_a_spell_kills_at_once_too_where_the_group_plays_so() -> None:
    """D-07, BM-ADV-7"""
    table = Table("Ada", "Ben", death_time="on_damage").room("Ada", "a", 1).waiting("Ada", "Tom", 4)
    table.phase(Phase.BAITED).do(BeginAdventure(), ChangeHero(hero_id("Tom"), damage=3))
    assert table.player("Ada").souls == 1


# -- D-10 levelup_vs_built_order ---------------------------------------------------------------------------------------

DRAWS = (Ability(Trigger.BUILT, (Draw(Deck.ROOMS),)),)


def fifth_room_with_effect(**switches: Any) -> tuple[Table, tuple[Event, ...]]:
    table = Table("Ada", "Ben", **switches).phase(Phase.BUILD, "Ada")
    for name in "abcd":
        table.room("Ada", name)
    table.do(FinishBuild(ADA, 5), FinishBuild(BEN, 1))
    mine, other = table.new_room("e", abilities=DRAWS), table.new_room("z", abilities=DRAWS)
    events = table.do(RevealRooms((Placed(ADA, 5, mine), Placed(BEN, 1, other))))
    return table, tuple(event for event in events if isinstance(event, LeveledUp | EffectDue | QuestionAsked))


@switch("levelup_vs_built_order", "levelup_first")
def test_a_boss_levels_up_before_the_built_effect() -> None:
    """D-10, BM-BUILD-17, BM-BUILD-16: and all of that before the next player's effects"""
    _, events = fifth_room_with_effect()
    assert events == (LeveledUp(ADA), EffectDue(ADA, room_id("e")), EffectDue(BEN, room_id("z")))


@switch("levelup_vs_built_order", "built_first")
def test_the_built_effect_comes_first_where_the_group_plays_so() -> None:
    """D-10, BM-BUILD-17"""
    _, events = fifth_room_with_effect(levelup_vs_built_order="built_first")
    assert events == (EffectDue(ADA, room_id("e")), LeveledUp(ADA), EffectDue(BEN, room_id("z")))


@switch("levelup_vs_built_order", "owner_choice")
@pytest.mark.parametrize("choice", ["levelup", "built"])
def test_the_owner_chooses_the_order_where_the_group_plays_so(choice: str) -> None:
    """D-10, BM-BUILD-17"""
    table, (asked,) = fifth_room_with_effect(levelup_vs_built_order="owner_choice")
    assert isinstance(asked, QuestionAsked)
    assert asked.question.choices == ("levelup", "built")
    events = [event for event in table.do(Answer(choice)) if isinstance(event, LeveledUp | EffectDue)]
    own: list[Event] = [LeveledUp(ADA), EffectDue(ADA, room_id("e"))]
    assert events == [*(own if choice == "levelup" else reversed(own)), EffectDue(BEN, room_id("z"))]
    assert table.state.phase is Phase.BUILT


# -- D-11 epic_count_check ---------------------------------------------------------------------------------------------


def deck_with_17_epic_heroes(**switches: Any) -> bool:
    """Whether the table is asked to count the hero deck of The Next Level again."""
    names = ("Ada", "Ben", "Cem", "Dot")
    table = Table(*names, sets=("next_level",), **switches)
    for number in range(42):
        epic = number >= 25
        table.new_hero(f"h{number}", epic=epic, players=0 if number in (24, 41) else 4, set_="next_level")
    table.state = new_game(table.state.options)
    return Reminder("check_hero_deck") in table.do(SeatPlayers(tuple(boss_id(name) for name in names)))


@switch("epic_count_check", "by_symbol")
def test_the_printed_symbols_may_give_one_epic_hero_more() -> None:
    """D-11, BM-HERO-3"""
    assert not deck_with_17_epic_heroes()
    options = Table("Ada", "Ben", sets=("next_level",)).state.options
    assert [is_count_right((13, epic), options) for epic in (7, 8, 9, 10)] == [False, True, True, False]


@switch("epic_count_check", "strict_table")
def test_the_table_of_the_rulebook_is_strict_where_the_group_plays_so() -> None:
    """D-11, BM-HERO-3, BM-HERO-1"""
    assert deck_with_17_epic_heroes(epic_count_check="strict_table")
    options = Table("Ada", "Ben", sets=("next_level",), epic_count_check="strict_table").state.options
    assert [is_count_right((13, epic), options) for epic in (7, 8, 9)] == [False, True, False]


# -- D-13 final_tie ----------------------------------------------------------------------------------------------------


def winner_of_a_tie(**switches: Any) -> PlayerId:
    table = Table("Ada", "Ben", "Cem", **switches)
    table.change("Ada", souls=11, wounds=3).change("Ben", souls=10, wounds=2)
    (won,) = [event for event in table.adventure() if isinstance(event, GameWon)]
    assert won.rule == "BM-END-9"
    return won.player


@switch("final_tie", "lowest_xp")
def test_the_lowest_xp_wins_a_final_tie() -> None:
    """D-13, BM-END-9"""
    assert winner_of_a_tie() == BEN


@switch("final_tie", "highest_xp")
def test_the_highest_xp_wins_a_final_tie_where_the_group_plays_so() -> None:
    """D-13, BM-END-9"""
    assert winner_of_a_tie(final_tie="highest_xp") == ADA


# -- D-15 setup_discard ------------------------------------------------------------------------------------------------


def said_at_setup(**switches: Any) -> set[str]:
    table = Table("Ada", "Ben", **switches)
    table.state = new_game(table.state.options)
    events = table.do(SeatPlayers((boss_id("Ada"), boss_id("Ben"))))
    return {event.key for event in events if isinstance(event, Reminder)}


@switch("setup_discard", "choose_two")
def test_everybody_is_told_to_discard_two_cards() -> None:
    """D-15, BM-SETUP-6"""
    said = said_at_setup()
    assert "discard_two" in said and "seeded_pile" not in said


@switch("setup_discard", "seeded_pile")
def test_the_discard_pile_is_seeded_where_the_group_plays_so() -> None:
    """D-15, BM-SETUP-6, BM-VAR-4"""
    said = said_at_setup(setup_discard="seeded_pile")
    assert "seeded_pile" in said and "discard_two" not in said


# -- D-16 wound_location -----------------------------------------------------------------------------------------------


def survivor_in_score_area(**switches: Any) -> list[str]:
    """What is to be done about a survivor that was laid right of the boss."""
    table = Table("Ada", "Ben", **switches).waiting("Ada", "Tom")
    table.adventure()
    seen = Camera(table).sees(hero_id("Tom"), Area.SCORE, "Ada").seen
    return [todo.key for todo in hero_todo(table.state, recognise(seen, table.catalog))]


@switch("wound_location", "under_boss")
def test_a_survivor_belongs_under_the_boss() -> None:
    """D-16, BM-ADV-11"""
    assert survivor_in_score_area() == ["todo_score_wound"]


@switch("wound_location", "score_area")
def test_a_survivor_may_lie_in_the_score_area_where_the_group_plays_so() -> None:
    """D-16, BM-ADV-11"""
    assert survivor_in_score_area(wound_location="score_area") == []


# -- D-17 priority_resolution ------------------------------------------------------------------------------------------


def resolved(**switches: Any) -> list[PlayerId]:
    table = Table("Ada", "Ben", "Cem", **switches).phase(Phase.BUILD, "Ben")
    table.do(Announce(CEM), Announce(BEN), Announce(ADA))
    events = table.do(ResolveAnnounced(), ResolveAnnounced(), ResolveAnnounced())
    return [event.player for event in events if isinstance(event, EffectResolves)]


@switch("priority_resolution", "active_then_xp")
def test_the_active_player_goes_first_then_descending_xp() -> None:
    """D-17, BM-GEN-10, BM-GEN-9"""
    assert resolved() == [BEN, ADA, CEM]


@switch("priority_resolution", "lifo")
def test_the_last_announced_effect_goes_first_where_the_group_plays_so() -> None:
    """D-17, BM-GEN-10"""
    assert resolved(priority_resolution="lifo") == [ADA, BEN, CEM]
