"""Phase 3: who lures whom, and why."""

from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import ChangeTreasure, LureHeroes
from engine.boss_monster.events import HeroBaited
from engine.boss_monster.options import BaitOrder
from engine.boss_monster.state import Phase
from engine.core.ids import PlayerId
from tests.builders import Table, hero_id, room_id


def lure(table: Table) -> dict[str, str | None]:
    """Hero name -> player name or None."""
    events = [event for event in table.do(LureHeroes()) if isinstance(event, HeroBaited)]
    names = {player.id: player.name for player in table.state.players}
    return {event.hero: names[event.player] if event.player else None for event in events}


def test_the_dungeon_with_most_treasure_lures_the_hero_and_says_why() -> None:
    """BM-BAIT-3, BM-BAIT-5, BM-CARD-6: rooms and boss count."""
    table = Table("Ada", "Ben").boss("Ada", gold=1).room("Ada", "den", gold=1).room("Ben", "pit", gold=1)
    (verdict,) = table.hero("Tom").do(LureHeroes())
    assert isinstance(verdict, HeroBaited)
    assert table.player("Ada").entrance == (hero_id("Tom"),)
    assert table.state.town == ()
    assert verdict.counts == (("p1", 2), ("p2", 1))
    assert verdict.rule == "BM-BAIT-5"
    assert table.state.phase is Phase.BAITED


def test_a_tie_of_the_leaders_keeps_the_hero_in_town() -> None:
    """BM-BAIT-8"""
    table = Table("Ada", "Ben", "Cem").room("Ada", "a", gold=2).room("Ben", "b", gold=1).room("Cem", "c", gold=2)
    (verdict,) = table.hero("Tom").do(LureHeroes())
    assert isinstance(verdict, HeroBaited)
    assert (verdict.player, verdict.rule) == (None, "BM-BAIT-8")
    assert table.state.town == (hero_id("Tom"),)


def test_a_tie_below_the_leader_does_not_matter() -> None:
    """BM-BAIT-8, leaders only"""
    table = Table("Ada", "Ben", "Cem").room("Ada", "a", gold=1).room("Ben", "b", gold=3).room("Cem", "c", gold=1)
    assert lure(table.hero("Tom")) == {hero_id("Tom"): "Ben"}


def test_nobody_lures_with_zero_symbols() -> None:
    """BM-BAIT-7"""
    table = Table("Ada", "Ben").room("Ada", "a", relic=2)
    (verdict,) = table.hero("Tom").do(LureHeroes())
    assert isinstance(verdict, HeroBaited)
    assert (verdict.player, verdict.rule) == (None, "BM-BAIT-7")


def test_covered_and_deactivated_rooms_do_not_count() -> None:
    """BM-BUILD-9, BM-BAIT-4, BM-GLOSS-5"""
    table = Table("Ada", "Ben")
    below = table.new_room("below", gold=2)
    table.room("Ada", "top", relic=1, over=[below]).room("Ada", "asleep", gold=3, deactivated=True)
    assert lure(table.room("Ben", "b", gold=1).hero("Tom")) == {hero_id("Tom"): "Ben"}


def test_the_newest_hero_stands_nearest_to_the_dungeon() -> None:
    """BM-BAIT-2, BM-BAIT-6"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=1).hero("Old").hero("Mid").hero("New")
    table.do(LureHeroes())
    assert table.player("Ada").entrance == (hero_id("New"), hero_id("Mid"), hero_id("Old"))


def test_oldest_first_is_a_house_rule() -> None:
    """BM-BAIT-2 with D-01"""
    table = Table("Ada", "Ben", order=BaitOrder.OLDEST_FIRST).room("Ada", "a", gold=1).hero("Old").hero("New")
    table.do(LureHeroes())
    assert table.player("Ada").entrance == (hero_id("Old"), hero_id("New"))


def test_a_hero_left_at_the_entrance_stays_in_front() -> None:
    """BM-BAIT-11"""
    table = Table("Ada", "Ben").room("Ada", "a", gold=1).waiting("Ada", "Left").hero("New")
    table.do(LureHeroes())
    assert table.player("Ada").entrance == (hero_id("Left"), hero_id("New"))


def test_the_fool_goes_to_the_fewest_souls_and_a_tie_stays() -> None:
    """BM-HERO-8, BM-BAIT-13"""
    table = Table("Ada", "Ben", "Cem").room("Ada", "a", gold=4).change("Ada", souls=5).change("Ben", souls=2)
    assert lure(table.change("Cem", souls=3).hero("Fool", "fool", 2)) == {hero_id("Fool"): "Ben"}
    tied = Table("Ada", "Ben").change("Ada", souls=2).change("Ben", souls=2).hero("Fool", "fool", 2)
    assert lure(tied) == {hero_id("Fool"): None}


def test_eliminated_players_never_lure() -> None:
    """BM-BAIT-10"""
    table = Table("Ada", "Ben", "Cem").boss("Ada", gold=5).change("Ada", eliminated=True)
    table.room("Ben", "b", gold=1).hero("Tom")
    assert lure(table) == {hero_id("Tom"): "Ben"}
    assert room_id("b") == table.player("Ben").dungeon[0].top


def test_a_verdict_names_the_cards_behind_every_count() -> None:
    """BM-BAIT-3: boss, rooms and effects, each with its share; covered rooms have none."""
    table = Table("Ada", "Ben").boss("Ada", gold=1)
    table.room("Ada", "top", gold=2, over=[table.new_room("below", gold=1)]).room("Ben", "b", gold=1, relic=1)
    table.do(ChangeTreasure(PlayerId("p2"), Treasure.GOLD, 1))
    (verdict,) = table.hero("Tom").do(LureHeroes())
    assert isinstance(verdict, HeroBaited)
    assert verdict.parts == (
        ("p1", "bm.boss.ada#1", 1),
        ("p1", room_id("top"), 2),
        ("p2", room_id("b"), 1),
        ("p2", "round", 1),
    )
    assert dict(verdict.counts) == {"p1": 3, "p2": 2}
