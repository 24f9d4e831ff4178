"""Heroes of The Next Level with a text of their own (BM-HERO-8, -9)."""

import pytest

from engine.boss_monster.events import HeroDied, HeroSkipped, HeroSurvived
from tests.cards.table import EPIC_THIEF, THIEF, CardTable

DARK = ["vampire", "barbarian", "witch", "hitman"]


@pytest.mark.parametrize("hero", DARK)
def test_an_opponent_may_discard_a_room_with_the_symbol_of_a_dark_hero_to_strengthen_it(hero: str) -> None:
    """R-089: once per round in all, not once per opponent."""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").dungeon(
        "Ada", "neanderthal_cave", "beast_menagerie"
    )
    table.at_entrance("Ada", hero).adventure_begins()
    table.uses("Ben", hero)
    assert table.hands == ["Ben: discard 1 treasure_room"]
    assert table.refuses("Cara", hero)
    assert table.refuses("Ben", hero)
    table.walks_through()
    assert [event.health for event in table.seen(HeroSurvived)] == [6 + 3]
    assert table.seen(HeroDied) == []


@pytest.mark.parametrize("hero", DARK)
def test_the_owner_of_the_dungeon_cannot_strengthen_a_dark_hero(hero: str) -> None:
    table = CardTable().dungeon("Ada", "dragon_hatchery").at_entrance("Ada", hero).adventure_begins()
    assert table.refuses("Ada", hero)


def test_swordmage_grows_with_every_spell_that_anybody_plays_while_it_is_inside() -> None:
    """R-119: a prevented one does not count, the spell that prevents it does."""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar").at_entrance("Ada", "swordmage").adventure_begins()
    table.uses("Ada", "annihilator")
    table.uses("Ben", "freeze", "dark_altar")
    table.announces("Ada", "giant_size")
    table.announces("Ben", "counterspell")
    table.walks_through()
    assert [event.health for event in table.seen(HeroSurvived)] == [12 + 3 * 2]


def test_swordmage_does_not_grow_at_the_entrance() -> None:
    table = CardTable().dungeon("Ada", "dark_altar").at_entrance("Ada", THIEF, "swordmage").adventure_begins()
    table.uses("Ada", "annihilator")
    table.walks_through()
    assert [event.health for event in table.seen(HeroSurvived) if event.hero == table.copy("swordmage")] == [12]


@pytest.mark.parametrize("spells", [1, 2])
def test_druid_has_one_more_health_for_each_spell_in_the_defenders_hand(spells: int) -> None:
    """R-097: hands are hidden, so the defender says how many. The dungeon deals thirteen damage."""
    table = CardTable().dungeon(
        "Ada", "beast_menagerie", "hatchlings_hoard", "dracolich_lair", "neanderthal_cave", "dark_altar"
    )
    table.at_entrance("Ada", "druid").adventure_begins()
    while not table.offers:
        table.walks_on()
    assert table.asked == "Ada"
    table.answer(str(spells))
    table.walks_through()
    died = [table.short(event.hero) for event in table.seen(HeroDied)]
    assert died == (["druid"] if spells == 1 else [])


def test_archer_skips_the_last_room_whose_symbols_still_count() -> None:
    """R-088: no damage, no text; R-012: a deactivated room is none."""
    table = CardTable(Ada="kazanna", Ben="cerebellus").dungeon("Ada", "golem_factory", "collapsing_bridge")
    table.in_town("archer")
    assert table.lures() == {"archer": "Ada"}
    assert table.symbols("archer")["Ada"] == 2
    table.walks_through()
    assert table.hits("archer") == [("golem_factory", 2)]
    assert [table.short(event.room) for event in table.seen(HeroSkipped)] == ["collapsing_bridge"]


def test_archer_skips_the_last_active_room() -> None:
    """R-088"""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar", "open_grave").deactivated("Ada", "open_grave")
    table.at_entrance("Ada", "archer").walks_through()
    assert [hit for hit in table.hits("archer") if hit[1]] == [("golem_factory", 2)]


@pytest.mark.parametrize(
    ("hero", "rooms"),
    [
        ("swordmage", ("golem_factory", "witchs_kitchen")),
        ("druid", ("open_grave", "witchs_kitchen")),
        ("archer", ("golem_factory", "dizzygas_hallway")),
    ],
)
def test_a_hybrid_hero_follows_the_highest_sum_of_its_two_treasures(hero: str, rooms: tuple[str, ...]) -> None:
    table = CardTable(Ada="kazanna", Ben="doc_scarecrow", Cara="porkus").dungeon("Ada", *rooms).in_town(hero)
    table.lures()
    assert table.symbols(hero)["Ada"] == 2 + (hero in ("swordmage", "druid"))


def test_the_brothers_go_to_the_best_score() -> None:
    table = CardTable().souls("Ada", EPIC_THIEF).wounds("Ada", THIEF).in_town("the_brothers")
    assert table.lures() == {"the_brothers": "Ada"}


def test_the_brothers_stay_in_town_when_the_best_score_is_tied() -> None:
    """R-121"""
    table = CardTable().in_town("the_brothers")
    assert table.lures() == {"the_brothers": ""}


def test_the_fool_of_the_next_level_goes_to_the_player_with_the_fewest_souls() -> None:
    table = CardTable().souls("Ada", THIEF).in_town("the_fool_nl")
    assert table.lures() == {"the_fool_nl": "Ben"}


def test_nobody_has_read_what_the_necromancer_does_so_the_players_are_asked() -> None:
    """Nothing is guessed: sources contradict each other about its second treasure and its text."""
    table = CardTable().dungeon("Ada", "dark_altar").in_town("necromancer")
    assert table.lures() == {"necromancer": ""}
    assert table.offers
    assert "ability" in table.catalog[table.copy("necromancer")].unknown
