"""The course of a game: set-up, rounds, whose turn it is."""

import pytest

from engine.boss_monster.commands import Ask, FinishBuild, RevealHeroes, SeatPlayers
from engine.boss_monster.events import BuildTurnBegan, HeroArrived, Reminder, RoundBegan, TurnOrderSet
from engine.boss_monster.options import Options
from engine.boss_monster.rounds import heroes_expected
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId, PlayerId
from tests.builders import Table, hero_id, room_id


def boss_id(name: str) -> CopyId:
    return CopyId(f"bm.boss.{name.lower()}#1")


def test_bosses_give_the_turn_order_by_descending_xp() -> None:
    """BM-SETUP-3, BM-GEN-5"""
    table = Table("Ada", "Ben", "Cem").boss("Ada", 400).boss("Ben", 900).boss("Cem", 650)
    step = apply(
        new_game(Options(("Ada", "Ben", "Cem"))), SeatPlayers(tuple(map(boss_id, ["Ada", "Ben", "Cem"]))), table.catalog
    )
    assert [player.name for player in step.state.players] == ["Ben", "Cem", "Ada"]
    events = tuple(event for event in step.events if not isinstance(event, Reminder))
    assert events == (
        TurnOrderSet((PlayerId("p2"), PlayerId("p3"), PlayerId("p1"))),
        BuildTurnBegan(PlayerId("p2")),
    )
    assert (step.state.phase, step.state.round) == (Phase.BUILD, 0)


@pytest.mark.parametrize("bosses", [["Ada"], ["Ada", "Ada"], []])
def test_every_player_needs_a_boss_of_its_own(bosses: list[str]) -> None:
    """BM-SETUP-3"""
    table = Table("Ada", "Ben")
    with pytest.raises(IllegalCommand, match="wrong_boss_count"):
        apply(new_game(Options(("Ada", "Ben"))), SeatPlayers(tuple(map(boss_id, bosses))), table.catalog)


def test_first_rooms_may_be_declined_and_round_one_begins() -> None:
    """BM-SETUP-9, -10, BM-START-1"""
    table = Table("Ada", "Ben")
    for name in ("t1", "t2", "t3"):
        table.new_hero(name)
    step = apply(new_game(Options(("Ada", "Ben"))), SeatPlayers((boss_id("Ada"), boss_id("Ben"))), table.catalog)
    table.state = step.state
    events = table.do(FinishBuild(PlayerId("p1")), FinishBuild(PlayerId("p2")))
    assert events[-1] == RoundBegan(1, 2)
    assert table.state.phase is Phase.ROUND_START


def test_new_heroes_stand_behind_those_who_wait() -> None:
    """BM-START-1, -3"""
    table = Table("Ada", "Ben").hero("Old").phase(Phase.ROUND_START)
    one, two = table.new_hero("one"), table.new_hero("two")
    events = table.do(RevealHeroes((one, two)))
    assert table.state.town == (hero_id("Old"), one, two)
    assert events[:2] == (HeroArrived(one), HeroArrived(two))
    assert events[-1] == BuildTurnBegan(PlayerId("p1"))


def test_the_number_of_heroes_is_the_number_of_players_at_the_start() -> None:
    """BM-START-2, -8"""
    table = Table("Ada", "Ben", "Cem").change("Cem", eliminated=True).phase(Phase.ROUND_START)
    heroes = [table.new_hero(f"h{number}") for number in range(4)]
    assert heroes_expected(table.state, table.catalog) == 3
    table.do(RevealHeroes(tuple(heroes[:3])))
    assert heroes_expected(table.state, table.catalog) == 1


def test_wrong_or_known_heroes_are_refused_and_change_nothing() -> None:
    """BM-START-1"""
    table = Table("Ada", "Ben").hero("Old").phase(Phase.ROUND_START)
    new, other = table.new_hero("new"), table.new_hero("other")
    room = table.new_room("den")
    before = table.state
    for heroes, reason in [
        ((new,), "wrong_hero_count"),
        ((hero_id("Old"), new), "hero_seen_before"),
        ((new, new), "hero_seen_before"),
        ((new, room), "unknown_card"),
        ((other, hero_id("nobody")), "unknown_card"),
    ]:
        with pytest.raises(IllegalCommand, match=reason):
            table.do(RevealHeroes(heroes))
    assert table.state is before


def test_two_to_four_players_can_play() -> None:
    """BM-COMB-4: five and six need another set"""
    for names, reason in (
        ("A", "wrong_player_count"),
        ("ABCDE", "crash_landing_needed"),
        ("ABCDEFG", "wrong_player_count"),
    ):
        with pytest.raises(IllegalCommand, match=reason):
            new_game(Options(tuple(names)))
    assert new_game(Options(tuple("ABCDEF"), ("base", "crash_landing"))).options.is_net_scoring


def test_while_a_question_is_open_the_game_waits() -> None:
    """Rules 4.8: if nobody answers, the app waits"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada").room("Ada", "den")
    table.do(Ask("Q-03", ("yes", "no", "wait"), PlayerId("p1"), 1, (room_id("den"),)))
    with pytest.raises(IllegalCommand, match="answer_first"):
        table.do(FinishBuild(PlayerId("p1")))
    with pytest.raises(IllegalCommand, match="not_a_choice"):
        table.do(Answer("perhaps"))
    table.do(Answer("wait"))
    table.do(FinishBuild(PlayerId("p1")))
    with pytest.raises(IllegalCommand, match="no_question"):
        table.do(Answer("yes"))
