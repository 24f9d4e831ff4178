"""What the sets bring into a game together (BM-COMB)."""

import pytest

from engine.boss_monster.building import why_not_this
from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import FinishBuild, LureHeroes, Placed, RevealHeroes, RevealRooms
from engine.boss_monster.counts import treasure_of
from engine.boss_monster.decks import items_per_round
from engine.boss_monster.events import HeroBaited, ItemRemoved, ItemTaken, QuestionAsked
from engine.boss_monster.interpret import interpret
from engine.boss_monster.options import EXPANSIONS
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import Camera, Table, hero_id, item_id, miniboss_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")


@pytest.mark.parametrize("sets", [("base",), ("base", *EXPANSIONS), ("rise_of_the_minibosses",)])
def test_expansions_leave_the_core_rules_alone(sets: tuple[str, ...]) -> None:
    """BM-COMB-5: the same bait, the same walk, the same score with every set"""
    table = Table("Ada", "Ben", sets=sets).room("Ada", "a", 4, gold=1).room("Ben", "b", 2, relic=1)
    table.hero("Tom", "thief", 4).hero("Cleo", "cleric", 3).do(LureHeroes())
    assert table.player("Ada").entrance == (hero_id("Tom"),)
    table.adventure()
    assert [(player.souls, player.wounds) for player in table.state.players] == [(1, 0), (0, 1)]


@pytest.mark.parametrize("sets", ["tools_of_hero_kind", "implements_of_destruction"])
def test_both_item_sets_share_one_row_of_items(sets: str) -> None:
    """BM-COMB-6, BM-ITEM-4"""
    assert items_per_round(Table("Ada", "Ben", sets=("base", sets)).state) == 1
    both = ("base", "tools_of_hero_kind", "implements_of_destruction")
    assert items_per_round(Table("Ada", "Ben", sets=both).state) == 1
    assert items_per_round(Table("Ada", "Ben").state) == 0


def test_without_explorers_their_item_is_replaced() -> None:
    """BM-COMB-7, BM-ITEM-17, R-033"""
    table = Table("Ada", "Ben", sets=("base", "implements_of_destruction")).hero("Tom").phase(Phase.ROUND_START)
    map_, knife = table.new_item("Map", "explorer"), table.new_item("Knife")
    heroes = (table.new_hero("h1"), table.new_hero("h2"))
    camera = Camera(table).sees(map_, Area.TOWN, place=1).sees(hero_id("Tom"), Area.TOWN, place=1)
    for place, hero in enumerate(heroes, start=2):
        camera.sees(hero, Area.TOWN, place=place)
    assert [todo.key for todo in interpret(table.state, camera.seen, table.catalog).todo] == ["todo_items"]
    camera.sees(knife, Area.TOWN, place=2)
    assert interpret(table.state, camera.seen, table.catalog).commands == (RevealHeroes(heroes, (map_, knife)),)
    events = table.do(RevealHeroes(heroes, (map_, knife)))
    assert ItemRemoved(map_) in events and ItemTaken(hero_id("Tom"), knife) in events
    assert table.state.removed == (item_id("Map"),)


def test_with_explorers_their_item_waits_for_one() -> None:
    """BM-COMB-7, BM-CL-1"""
    sets = ("base", "crash_landing", "implements_of_destruction")
    table = Table("Ada", "Ben", sets=sets).phase(Phase.ROUND_START)
    compass, explorer = table.new_item("Compass", "explorer"), table.new_hero("Ida", "explorer")
    events = table.do(RevealHeroes((table.new_hero("Tom"), explorer), (compass,)))
    assert ItemTaken(explorer, compass) in events


def test_the_item_deck_may_run_out() -> None:
    """BM-ITEM-4: the players say so once, then the game goes on with what there is"""
    table = Table("Ada", "Ben", sets=("base", "tools_of_hero_kind")).phase(Phase.ROUND_START)
    heroes = (table.new_hero("h1"), table.new_hero("h2"))
    camera = Camera(table).sees(heroes[0], Area.TOWN, place=1).sees(heroes[1], Area.TOWN, place=2)
    (ask,) = interpret(table.state, camera.seen, table.catalog).questions
    assert ask.ask == "Q-20"
    table.do(ask, Answer("continue"))
    assert interpret(table.state, camera.seen, table.catalog).commands == (RevealHeroes(heroes),)


def test_minibosses_come_out_of_the_room_deck() -> None:
    """BM-COMB-8, BM-MINI-2"""
    table = Table("Ada", "Ben", sets=("rise_of_the_minibosses",)).room("Ada", "a").change("Ada", coins=1)
    table.phase(Phase.BUILD, "Ada").do(FinishBuild(ADA, 1), FinishBuild(BEN))
    (asked,) = table.do(RevealRooms((Placed(ADA, 1, table.new_miniboss("Imp")),)))
    assert isinstance(asked, QuestionAsked)
    assert (asked.question.ask, asked.question.cards) == ("Q-12", (miniboss_id("Imp"),))


def test_a_card_that_is_neither_room_nor_miniboss_is_not_revealed() -> None:
    """BM-COMB-8"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    with pytest.raises(IllegalCommand, match="unknown_card"):
        table.do(RevealRooms((Placed(ADA, 1, table.new_hero("Tom")),)))


def test_artifacts_help_to_build_even_without_explorers() -> None:
    """BM-COMB-12"""
    table = Table("Ada", "Ben", sets=("base", "vault_of_villains")).room("Ada", "a", artifact=1).hero("Tom")
    advanced = table.new_room("b", advanced=True, artifact=1)
    assert why_not_this(table.state, table.player("Ada"), 1, advanced, table.catalog) == ""
    assert treasure_of(table.state, table.player("Ada"), table.catalog)[Treasure.ARTIFACT] == 1
    (verdict,) = table.do(LureHeroes())
    assert isinstance(verdict, HeroBaited)
    assert verdict.player is None
