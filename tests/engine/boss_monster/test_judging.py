"""Phase 5: who is out, who wins (worked examples EX-51 to EX-62)."""

import pytest

from engine.boss_monster.commands import BeginAdventure, BeginRound, WalkOn
from engine.boss_monster.events import GameWon, PlayerEliminated
from engine.boss_monster.judging import judge
from engine.boss_monster.state import Phase
from tests.builders import Table, hero_id

CASES = {
    "EX-51 ten souls win": ([(800, 10, 2), (500, 7, 4)], [], "p1", "BM-END-6"),
    "EX-52 five wounds lose whatever the souls": ([(800, 12, 5), (500, 3, 0)], ["p1"], "p2", "BM-END-5"),
    "EX-53 both have ten, the net score decides": ([(800, 11, 3), (500, 10, 1)], [], "p2", "BM-END-7"),
    "EX-54 equal net, lowest XP": ([(700, 11, 3), (500, 10, 2)], [], "p2", "BM-END-9"),
    "EX-55 all wounded, the net score decides": ([(800, 9, 5), (500, 8, 6)], [], "p1", "BM-END-8"),
    "EX-56 all wounded and tied": ([(900, 8, 5), (650, 9, 6), (300, 6, 5)], [], "p2", "BM-END-9"),
    "EX-57 only one qualifies": ([(900, 10, 5), (650, 10, 4), (300, 8, 0)], ["p1"], "p2", "BM-END-6"),
    "EX-58 one out, the others go on": ([(900, 6, 6), (650, 9, 4), (300, 8, 0)], ["p1"], None, "BM-END-10"),
    "EX-59 two out in one round": ([(900, 9, 5), (650, 11, 7), (300, 2, 4)], ["p1", "p2"], "p3", "BM-END-5"),
    "EX-60 the better net score without ten souls does not take part": (
        [(900, 12, 5), (750, 10, 3), (600, 11, 4), (450, 9, 0)],
        ["p1"],
        "p3",
        "BM-END-9",
    ),
    "EX-61 nobody qualifies": ([(900, 9, 4), (750, 9, 0), (600, 0, 4), (450, 5, 1)], [], None, "BM-END-10"),
    "EX-62 five wounds beat a better score": ([(800, 10, 2), (500, 14, 5)], ["p2"], "p1", "BM-END-5"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_round_is_judged(case: str) -> None:
    players, eliminated, winner, rule = CASES[case]
    names = ["Ada", "Ben", "Cem", "Dot"][: len(players)]
    table = Table(*names)
    for name, (xp, souls, wounds) in zip(names, players, strict=True):
        table.boss(name, xp).change(name, souls=souls, wounds=wounds)
    verdict = judge(table.state.players, table.catalog, table.state.options)
    assert (list(verdict.eliminated), verdict.winner, verdict.rule) == (eliminated, winner, rule)


def test_an_eliminated_player_leaves_and_waiting_heroes_return_by_age() -> None:
    """BM-END-3, BM-END-15, BM-END-4"""
    table = Table("Ada", "Ben", "Cem").hero("Old").waiting("Ada", "Mid").hero("New").room("Ada", "a", 0)
    table.change("Ada", wounds=5).phase(Phase.BAITED)
    events = table.do(BeginAdventure())
    while table.state.phase is Phase.ADVENTURE:
        events += table.do(WalkOn())
    assert any(isinstance(event, PlayerEliminated) for event in events)
    assert table.player("Ada").eliminated
    assert table.player("Ada").dungeon == ()
    assert table.state.town == (hero_id("Old"), hero_id("New"))
    assert table.state.phase is Phase.ROUND_END


def test_deactivated_rooms_are_active_again_in_the_next_round() -> None:
    """BM-END-12"""
    table = Table("Ada", "Ben").room("Ada", "a", deactivated=True).phase(Phase.BAITED)
    table.do(BeginAdventure(), BeginRound())
    assert not table.player("Ada").dungeon[0].deactivated
    assert table.state.round == 2


def test_a_winner_ends_the_game() -> None:
    """BM-END-16"""
    table = Table("Ada", "Ben").change("Ada", souls=10).phase(Phase.BAITED)
    assert GameWon(table.player("Ada").id, "BM-END-6") in table.do(BeginAdventure())
    assert (table.state.phase, table.state.winner) == (Phase.OVER, "p1")
