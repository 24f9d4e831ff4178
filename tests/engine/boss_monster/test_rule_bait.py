"""The finer points of the bait, for all player counts (BM-BAIT, BM-CL-3 to -9)."""

from itertools import permutations
from typing import Any

import pytest

from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import BanHero, ChangeTreasure, LureHeroes
from engine.boss_monster.events import HeroBaited, QuestionAsked
from engine.boss_monster.options import BaitOrder
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.ids import PlayerId
from tests.builders import Table, hero_id, miniboss_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
FIVE = ("Ada", "Ben", "Cem", "Dot", "Eva")
SIX_SETS = ("base", "crash_landing")


def verdicts(table: Table) -> dict[str, tuple[PlayerId | None, str]]:
    events = table.do(LureHeroes())
    return {event.hero: (event.player, event.rule) for event in events if isinstance(event, HeroBaited)}


def test_effects_of_this_round_count_and_items_minibosses_do_not() -> None:
    """BM-BAIT-3, BM-BAIT-4"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=1).room("Ben", "b", gold=1).tucked("Ben", 1, "Imp")
    table.change("Ben", open_item=table.new_item("Gem")).hero("Tom").phase(Phase.BUILT)
    table.do(ChangeTreasure(ADA, Treasure.GOLD, 1))
    assert miniboss_id("Imp") in table.catalog
    assert verdicts(table) == {hero_id("Tom"): (ADA, "BM-BAIT-5")}


def test_those_left_in_town_stay_in_the_order_of_their_age() -> None:
    """BM-BAIT-9"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=1)
    table.hero("M1", "mage").hero("Tom").hero("M2", "mage").do(LureHeroes())
    assert table.state.town == (hero_id("M1"), hero_id("M2"))


def test_the_order_of_handling_changes_queues_but_no_dungeon() -> None:
    """BM-BAIT-12"""
    for order in permutations(["thief", "mage", "cleric"]):
        found = set()
        for bait_order in BaitOrder:
            table = Table("Ada", "Ben", order=bait_order).room("Ada", "a", gold=1, relic=2)
            table.room("Ben", "b", spellbook=1, relic=1)
            for kind in order:
                table.hero(kind, kind)
            found.add(tuple(sorted((hero, owner) for hero, (owner, _) in verdicts(table).items())))
        assert len(found) == 1


def test_a_hero_that_cannot_be_lured_stays_this_round() -> None:
    """BM-BAIT-14"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=5).hero("Tom").phase(Phase.BUILD, "Ada")
    table.do(BanHero(hero_id("Tom")))
    assert verdicts(table.phase(Phase.BUILT)) == {hero_id("Tom"): (None, "BM-BAIT-14")}
    table.adventure()
    assert verdicts(table.phase(Phase.BUILT)) == {hero_id("Tom"): (ADA, "BM-BAIT-5")}


def test_every_hero_in_town_is_handled_before_the_adventure() -> None:
    """BM-BAIT-15"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=1).hero("Tom").hero("M", "mage").hero("C", "cleric")
    assert set(verdicts(table)) == {hero_id("Tom"), hero_id("M"), hero_id("C")}
    assert table.state.phase is Phase.BAITED


@pytest.mark.parametrize(
    ("lure", "winner"),
    [("fewest_souls", "Ada"), ("most_souls", "Cem"), ("fewest_wounds", "Cem"), ("most_wounds", "Ada")],
)
def test_a_hero_with_a_question_mark_compares_what_its_card_says(lure: str, winner: str) -> None:
    """BM-BAIT-13, BM-HERO-8"""
    table = Table("Ada", "Ben", "Cem").change("Ada", souls=1, wounds=3).change("Ben", souls=2, wounds=2)
    table.change("Cem", souls=3, wounds=1).hero("Odd", "fool", lure=lure)
    assert verdicts(table) == {hero_id("Odd"): (table.player(winner).id, "BM-BAIT-13")}


def test_a_hybrid_hero_counts_two_treasures_together() -> None:
    """BM-HERO-8, BM-BAIT-13"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=2).room("Ben", "b", gold=1, relic=2)
    assert verdicts(table.hero("Odd", wants=("gold", "relic"))) == {hero_id("Odd"): (BEN, "BM-BAIT-13")}


@pytest.mark.parametrize(("answer", "queue"), [("p2", 1), ("tie", 0)])
def test_the_players_say_who_holds_most_cards(answer: str, queue: int) -> None:
    """BM-HERO-8: hands are hidden"""
    table = Table("Ada", "Ben").hero("Odd", "fool", lure="most_cards")
    asked = [event for event in table.do(LureHeroes()) if isinstance(event, QuestionAsked)]
    assert asked[0].question.choices == ("p1", "p2", "tie")
    table.do(Answer(answer))
    assert len(table.player("Ben").entrance) == queue


# -- Crash Landing -----------------------------------------------------------------------------------------------------


def tied(kind: str, treasure: str, heroes: int) -> Table:
    """Five players; Ada, Cem and Eva are tied for this treasure."""
    table = Table(*FIVE, sets=SIX_SETS)
    symbols: Any = {treasure: 1}
    for name in ("Ada", "Cem", "Eva"):
        table.room(name, f"r{name}", **symbols)
    for number in range(heroes):
        table.hero(f"h{number}", kind)
    return table


@pytest.mark.parametrize(("kind", "treasure"), [("explorer", "artifact"), ("thief", "gold"), ("cleric", "relic")])
def test_tied_dungeons_share_the_heroes_of_any_class_oldest_to_highest_xp(kind: str, treasure: str) -> None:
    """BM-CL-3, BM-CL-4, BM-CL-6"""
    table = tied(kind, treasure, 3)
    table.do(LureHeroes())
    assert [table.player(name).entrance for name in ("Ada", "Cem", "Eva")] == [
        (hero_id("h0"),),
        (hero_id("h1"),),
        (hero_id("h2"),),
    ]


def test_sharing_repeats_while_there_are_enough_heroes() -> None:
    """BM-CL-5"""
    table = tied("thief", "gold", 8)
    rules = [rule for _, rule in verdicts(table).values()]
    assert rules.count("BM-CL-4") == 6
    assert table.player("Cem").entrance == (hero_id("h1"), hero_id("h4"))
    assert table.state.town == (hero_id("h6"), hero_id("h7"))


def test_no_symbol_is_no_tie() -> None:
    """BM-CL-6, BM-BAIT-7"""
    table = tied("mage", "gold", 5)
    assert {rule for _, rule in verdicts(table).values()} == {"BM-BAIT-7"}


def test_only_the_leaders_share() -> None:
    """BM-CL-7"""
    table = tied("thief", "gold", 3).room("Ben", "more", gold=2)
    assert {owner for owner, _ in verdicts(table).values()} == {BEN}
