"""The most complex table is as complex as it says, and a round of it is played to its end."""

from cards_db.loader import load_catalog
from companion.bench_worst import play_round, played, worst_table
from engine.boss_monster.commands import WalkOn
from engine.boss_monster.state import Phase
from engine.core.effects import Trigger

CARDS = load_catalog()


def test_every_dungeon_is_full_every_boss_levelled_up_and_every_hero_carries_something() -> None:
    table = worst_table(CARDS)
    assert [len(player.dungeon) for player in table.players] == [5] * 4
    assert all(player.levelled_up and len(player.entrance) == 2 for player in table.players)
    assert all(table.mark(hero).item for player in table.players for hero in player.entrance)
    assert sum(stack.miniboss is not None for player in table.players for stack in player.dungeon) == 10
    rooms = [stack.top for player in table.players for stack in player.dungeon]
    static = [room for room in rooms if Trigger.STATIC in CARDS.said(room).moments]
    assert len(set(rooms)) == 20 and len(static) >= 14


def test_a_round_of_it_takes_its_course() -> None:
    table = worst_table(CARDS)
    commands = play_round(table, CARDS)
    assert sum(isinstance(command, WalkOn) for command in commands) > 40
    assert played(table, commands, CARDS).phase in (Phase.ROUND_END, Phase.OVER)
