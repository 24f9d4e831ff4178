"""Cards that nobody has read completely: the referee asks, and never guesses. And the Brothers, who want the best."""

from dataclasses import replace

from engine.boss_monster import seating
from engine.boss_monster.bait import MOST_CARDS, UNKNOWN_LURE, hidden_questions, verdict_for
from engine.boss_monster.cards import Boss, Hero, HeroClass, Lure
from engine.boss_monster.decks import is_in_hero_deck
from engine.boss_monster.options import Options
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import CardId, CopyId, copy_id
from tests.builders import Table

STRANGER = Hero(
    id=CardId("bm.hero.stranger"), set="base", number="", copies=1, hero_class=HeroClass.FOOL, lure=Lure.UNKNOWN,
    health=5, epic=False, souls=1, wounds=1, players=None,
)  # fmt: skip
(HERO,) = STRANGER.copy_ids


def in_town(table: Table, lure: Lure) -> tuple[State, Catalog]:
    """The table with the stranger waiting in town."""
    cards = Catalog({**table.cards, STRANGER.id: replace(STRANGER, lure=lure)}, {})
    return replace(table.state, town=(HERO,)), cards


def test_a_hero_whose_lure_nobody_knows_is_asked_about() -> None:
    """BM-HERO-8"""
    state, cards = in_town(Table("Ada", "Ben").change("Ada", souls=3), Lure.UNKNOWN)
    verdict = verdict_for(state, HERO, cards)
    assert (verdict.player, verdict.rule) == (None, "BM-BAIT-13")
    (question,) = hidden_questions(state, (verdict,), cards)
    assert (question.ask, question.rule, question.cards) == (MOST_CARDS, UNKNOWN_LURE, (HERO,))
    assert question.choices == ("p1", "p2", "tie")


def test_the_best_score_is_souls_minus_wounds() -> None:
    """BM-HERO-8, BM-BAIT-13"""
    table = Table("Ada", "Ben").change("Ada", souls=5, wounds=4).change("Ben", souls=2)
    verdict = verdict_for(*_seen(table))
    assert (verdict.player, verdict.counts) == ("p2", (("p1", 1), ("p2", 2)))


def test_nobody_gets_the_hero_who_wants_the_best_score_on_a_tie() -> None:
    """BM-HERO-8"""
    assert verdict_for(*_seen(Table("Ada", "Ben").change("Ada", souls=2, wounds=2))).player is None


def _seen(table: Table) -> tuple[State, CopyId, Catalog]:
    state, cards = in_town(table, Lure.BEST_SCORE)
    return state, HERO, cards


def test_a_hero_whose_symbol_nobody_knows_is_accepted() -> None:
    """BM-HERO-1"""
    assert is_in_hero_deck(STRANGER, Options(("Ada", "Ben")))
    assert not is_in_hero_deck(replace(STRANGER, players=3), Options(("Ada", "Ben")))


def test_a_boss_whose_xp_nobody_knows_comes_last() -> None:
    """BM-GEN-5"""
    bosses = [
        Boss(id=CardId(f"bm.boss.{name}"), set="base", number="", copies=1, xp=xp, treasure=())
        for name, xp in (("new", None), ("low", 175), ("high", 900))
    ]
    cards = Catalog({boss.id: boss for boss in bosses}, {})
    start = State(Options(("Ada", "Ben", "Cem")))
    state, _ = seating.seat_players(start, tuple(copy_id(boss.id, 1) for boss in bosses), cards)
    assert [player.name for player in state.players] == ["Cem", "Ben", "Ada"]
