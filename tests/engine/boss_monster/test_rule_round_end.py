"""Judging and tidying, for both ways of scoring (BM-END, BM-CL-10 to -15)."""

import pytest

from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import (
    BeginAdventure,
    BeginRound,
    ChangeRoom,
    ChangeTreasure,
    MoveHero,
    RevealHeroes,
    TurnRoom,
    UseRoom,
)
from engine.boss_monster.events import EffectDue, GameWon, HeroDeckEmpty, PlayerEliminated, RoundEnded
from engine.boss_monster.expected import expected_table
from engine.boss_monster.judging import judge
from engine.boss_monster.options import Options
from engine.boss_monster.rounds import heroes_expected
from engine.boss_monster.state import Phase
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck
from engine.core.effects import Ability, Trigger
from engine.core.ids import PlayerId
from tests.builders import Table, boss_id, hero_id, room_id

ADA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
FIVE = ("Ada", "Ben", "Cem", "Dot", "Eva")
WITH_CRASH_LANDING = ("base", "crash_landing")


def scored(*scores: tuple[int, int], names: tuple[str, ...] = FIVE) -> Table:
    table = Table(*names[: len(scores)], sets=WITH_CRASH_LANDING)
    for name, (souls, wounds) in zip(names, scores, strict=False):
        table.change(name, souls=souls, wounds=wounds)
    return table


def test_only_those_with_ten_souls_compare() -> None:
    """BM-END-7: a better net score without ten souls does not help"""
    table = scored((10, 4), (11, 4), (9, 0))
    assert GameWon(BEN, "BM-END-7") in table.adventure()


def test_equal_xp_follows_the_order_of_the_set_up_in_a_final_tie() -> None:
    """BM-GEN-7, BM-END-9: whoever acts later counts as lower"""
    table = scored((10, 2), (10, 2)).boss("Ada", 500).boss("Ben", 500)
    assert GameWon(BEN, "BM-END-9") in table.adventure()
    table = scored((1, 0), (1, 0), (10, 0), (1, 0), (1, 0)).boss("Ada", 500).boss("Ben", 500)
    (won,) = [event for event in table.adventure() if isinstance(event, GameWon)]
    assert won.ranking.index(BEN) < won.ranking.index(ADA)


def test_the_game_goes_on_without_a_winner() -> None:
    """BM-END-10"""
    table = scored((9, 4), (9, 4))
    for number in range(3):
        table.new_hero(f"h{number}")
    table.adventure()
    assert (table.state.phase, table.state.winner) == (Phase.ROUND_END, None)
    table.do(BeginRound())
    assert (table.state.phase, table.state.round) == (Phase.ROUND_START, 2)


def test_all_cards_of_whoever_is_out_leave_the_table() -> None:
    """BM-END-3, BM-END-2"""
    table = scored((12, 5), (1, 1), (2, 2)).room("Ada", "a").room("Ben", "b")
    assert PlayerEliminated(ADA, 5) in table.adventure()
    assert room_id("a") not in expected_table(table.state)
    assert [player.id for player in table.state.living] == [BEN, CEM]


def test_effects_of_the_round_end_with_it() -> None:
    """BM-END-11, BM-END-12"""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b").phase(Phase.BUILD, "Ada")
    table.do(ChangeRoom(ADA, 1, 2), UseRoom(ADA, 1), TurnRoom(ADA, 2, True), ChangeTreasure(ADA, Treasure.GOLD, 3))
    table.adventure()
    ada = table.player("Ada")
    assert ada.bonus == ()
    assert [(stack.bonus, stack.used, stack.deactivated) for stack in ada.dungeon] == [(0, False, False)] * 2


def test_a_levelled_up_boss_speaks_up_at_the_end_of_every_round() -> None:
    """BM-END-14: bosses and rooms by XP, deactivated rooms and bosses without level-up not"""
    draws = (Ability(Trigger.ROUND_END, (Draw(Deck.SPELLS),)),)
    table = Table("Ada", "Ben", "Cem").boss("Ben", abilities=draws).boss("Cem", abilities=draws)
    table.change("Ben", levelled_up=True).room("Ada", "asleep", abilities=draws, deactivated=True)
    table.room("Ada", "awake", abilities=draws)
    due = [event for event in table.adventure() if isinstance(event, EffectDue)]
    assert due == [EffectDue(ADA, room_id("awake")), EffectDue(BEN, boss_id("Ben"))]


def test_a_hero_that_returns_from_somebody_who_is_out_takes_a_waiting_item() -> None:
    """BM-END-15, BM-ITEM-19"""
    table = Table("Ada", "Ben", "Cem", sets=("base", "tools_of_hero_kind")).change("Ada", wounds=5)
    table.room("Ben", "b", 1).waiting("Ben", "Tom", 9).item("Dagger").phase(Phase.BAITED)
    table.do(BeginAdventure(), MoveHero(hero_id("Tom"), ADA))
    assert table.state.town == (hero_id("Tom"),)
    assert table.state.mark(hero_id("Tom")).item is not None


def test_the_winner_is_named_with_scores_and_rule() -> None:
    """BM-END-16"""
    table = scored((10, 2), (3, 1))
    events = table.adventure()
    assert events == (RoundEnded(1, ((ADA, 10, 2), (BEN, 3, 1))), GameWon(ADA, "BM-END-6"))
    assert (table.state.winner, table.player("Ada").net_score) == (ADA, 8)


# -- five and six players ----------------------------------------------------------------------------------------------


def test_nobody_is_out_and_five_wounds_may_win() -> None:
    """BM-CL-10, BM-CL-12, BM-CL-15"""
    table = scored((20, 9), (10, 0), (9, 0), (8, 5), (0, 9))
    events = table.adventure()
    assert not any(isinstance(event, PlayerEliminated) for event in events)
    assert GameWon(ADA, "BM-CL-12", (ADA, BEN, CEM, PlayerId("p4"), PlayerId("p5"))) in events


@pytest.mark.parametrize("heroes_left", [0, 1])
def test_the_last_hero_of_the_deck_makes_it_the_last_round(heroes_left: int) -> None:
    """BM-CL-11, BM-CL-14: ten souls are not needed, scores may be negative"""
    table = scored((0, 3), (0, 1), (0, 2), (0, 4), (0, 4)).phase(Phase.ROUND_START)
    heroes = tuple(table.new_hero(f"h{number}") for number in range(5))
    for number in range(heroes_left):
        table.new_hero(f"left{number}")
    events = table.do(RevealHeroes(heroes))
    assert (HeroDeckEmpty() in events) is (heroes_left == 0)
    table.adventure()
    assert table.state.winner == (BEN if heroes_left == 0 else None)


def test_ten_souls_of_anybody_end_the_game() -> None:
    """BM-CL-11, BM-CL-14"""
    table = scored((10, 9), (5, 0), (4, 0), (3, 0), (2, 0))
    table.adventure()
    assert (table.state.phase, table.state.winner) == (Phase.OVER, BEN)


def test_lower_xp_is_placed_higher_all_the_way_down() -> None:
    """BM-CL-13"""
    table = scored((10, 0), (2, 0), (2, 0), (1, 0), (1, 0))
    table.adventure()
    assert table.state.ranking == ("p1", "p3", "p2", "p5", "p4")


def test_the_table_is_tidied_with_five_players_too() -> None:
    """BM-CL-15"""
    table = scored(*[(0, 0)] * 5).room("Ada", "a", deactivated=True)
    table.new_hero("more")
    table.adventure()
    assert not table.player("Ada").dungeon[0].deactivated
    assert table.state.phase is Phase.ROUND_END


def test_the_way_of_scoring_is_fixed_by_the_players_at_the_start() -> None:
    """BM-CL-10, BM-START-2"""
    table = scored(*[(0, 6)] * 5)
    for number in range(9):
        table.new_hero(f"h{number}")
    verdict = judge(table.state.players[:4], table.catalog, table.state.options)
    assert verdict.eliminated == ()
    assert heroes_expected(table.state, table.catalog) == 5
    assert Options(FIVE, WITH_CRASH_LANDING).is_net_scoring
