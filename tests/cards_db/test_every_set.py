"""The other boxes: as many cards as the rulebooks count, and what is unknown about them is known to be so."""

from collections import Counter

import pytest

from cards_db.loader import load_files
from engine.boss_monster.cards import (
    Boss,
    Hero,
    HeroClass,
    Item,
    LevelUp,
    Lure,
    Marker,
    Miniboss,
    Room,
    RoomKind,
    Spell,
    Treasure,
)
from engine.boss_monster.decks import hero_deck_size
from engine.boss_monster.options import EXPANSIONS, STAND_ALONE, Options
from engine.core.cards import Card
from engine.core.ids import CardId

FILES = load_files()
CATALOG = FILES.catalog
CARDS = CATALOG.cards

BOXES: dict[str, tuple[int, int, int, int, int, int, int]] = {
    # bosses, rooms, minibosses, spells, ordinary heroes, epic heroes, items: physical cards
    "base": (8, 75, 0, 31, 25, 16, 0),
    "next_level": (12, 75, 0, 31, 25, 17, 0),
    "crash_landing": (3, 23, 0, 7, 7, 5, 0),
    "tools_of_hero_kind": (0, 4, 0, 2, 0, 0, 20),
    "rise_of_the_minibosses": (12, 72, 10, 30, 25, 17, 0),
    "implements_of_destruction": (1, 0, 0, 0, 0, 0, 0),
    "vault_of_villains": (0, 0, 0, 0, 0, 0, 0),
    "promos": (11, 8, 0, 4, 0, 4, 0),
}
"""Rise of the Minibosses has 30 spells in English and 26 in German."""


def heroes_of(name: str) -> list[Hero]:
    return [card for card in CATALOG.of_sets([name]) if isinstance(card, Hero)]


def copies(name: str, kind: type[Card]) -> int:
    return sum(card.copies for card in CATALOG.of_sets([name]) if isinstance(card, kind))


@pytest.mark.parametrize("name", BOXES)
def test_a_box_holds_as_many_cards_as_the_rulebooks_say(name: str) -> None:
    bosses, rooms, minibosses, spells, ordinary, epic, items = BOXES[name]
    assert copies(name, Boss) == bosses
    assert copies(name, Room) == rooms
    assert copies(name, Miniboss) == minibosses
    assert copies(name, Spell) == spells
    assert copies(name, Item) == items
    assert Counter(hero.epic for hero in heroes_of(name)) == Counter({False: ordinary, True: epic})


def test_the_sets_are_those_that_the_rules_know() -> None:
    assert set(FILES.game.set_ids) == {*STAND_ALONE, *EXPANSIONS, "promos", "table", "spell_pad"}
    assert set(FILES.game.set_ids) == {*BOXES, "table", "spell_pad"}


@pytest.mark.parametrize(
    ("name", "prefix", "numbers"),
    [
        ("next_level", "TNL", range(1, 115)),
        ("crash_landing", "CRL", range(1, 34)),
        ("tools_of_hero_kind", "THK", range(1, 26)),
        ("rise_of_the_minibosses", "RMB", range(1, 122)),
    ],
)
def test_printed_numbers_run_through_each_box(name: str, prefix: str, numbers: range) -> None:
    cards = [card for card in CATALOG.of_sets([name]) if not isinstance(card, Marker)]
    assert sorted(card.number for card in cards) == [f"{prefix}{n:03}" for n in numbers]


@pytest.mark.parametrize("name", ["next_level", "rise_of_the_minibosses"])
def test_classes_and_health_are_spread_evenly(name: str) -> None:
    """BM-COMB-10"""
    plain = [hero for hero in heroes_of(name) if not hero.is_star]
    health: dict[HeroClass, list[int]] = {}
    for hero in plain:
        health.setdefault(hero.hero_class, []).append(hero.health)
    assert len(health) == 4
    assert all(sorted(values) == [4, 4, 6, 6, 8, 11, 11, 13] for values in health.values())
    assert all(hero.players is None and "players" in hero.unknown for hero in plain)


@pytest.mark.parametrize("name", ["next_level", "rise_of_the_minibosses"])
def test_ten_star_heroes_are_used_at_every_player_count(name: str) -> None:
    """BM-HERO-2"""
    stars = [hero for hero in heroes_of(name) if hero.is_star]
    assert len(stars) == 10
    assert Counter(hero.health for hero in stars) == {2: 1, 6: 4, 12: 4, 20: 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hero_whose_symbol_nobody_has_read_is_accepted_at_every_count(players: int) -> None:
    """BM-HERO-1"""
    names = tuple("abcd"[:players])
    options = Options(names, sets=("next_level",), hero_set="next_level")
    assert hero_deck_size(options, CATALOG) == 42
    base = Options(names)
    assert hero_deck_size(base, CATALOG) == {2: 21, 3: 29, 4: 41}[players]


def test_heroes_of_crash_landing_wait_for_five_players() -> None:
    """BM-CL-2"""
    assert {hero.players for hero in heroes_of("crash_landing")} == {5}
    sets = ("base", "crash_landing")
    assert hero_deck_size(Options(tuple("abcd"), sets=sets), CATALOG) == 41
    assert hero_deck_size(Options(tuple("abcde"), sets=sets), CATALOG) == 41 + 12


def test_epic_heroes_count_twice() -> None:
    """BM-HERO-6"""
    heroes = [card for card in CATALOG if isinstance(card, Hero)]
    assert all((hero.souls, hero.wounds) == ((2, 2) if hero.epic else (1, 1)) for hero in heroes)


def test_heroes_with_a_lure_of_their_own() -> None:
    """BM-HERO-8"""
    special = {card.id: card.lure for card in CATALOG if isinstance(card, Hero) and card.lure is not Lure.TREASURE}
    assert special == {
        "bm.hero.the_fool": Lure.FEWEST_SOULS,
        "bm.hero.the_fool_nl": Lure.FEWEST_SOULS,
        "bm.hero.the_fool_rm": Lure.FEWEST_SOULS,
        "bm.hero.the_brothers": Lure.BEST_SCORE,
        "bm.hero.demigod": Lure.FEWEST_WOUNDS,
        "bm.hero.the_princess": Lure.MOST_CARDS,
        "bm.hero.the_prince": Lure.UNKNOWN,
        "bm.hero.the_king": Lure.UNKNOWN,
        "bm.hero.the_progenitors": Lure.UNKNOWN,
        "bm.hero.necromancer": Lure.UNKNOWN,
        "bm.hero.warlock": Lure.UNKNOWN,
        "bm.hero.tax_collector": Lure.UNKNOWN,
    }


def test_hybrid_heroes_want_two_treasures() -> None:
    """BM-HERO-8"""
    hybrids = {card.id: card.wants for card in CATALOG if isinstance(card, Hero) and card.wants}
    relic, equipment, spellbook, gold = list(Treasure)[:4]
    assert hybrids == {
        "bm.hero.swordmage": (equipment, spellbook),
        "bm.hero.druid": (relic, spellbook),
        "bm.hero.archer": (equipment, gold),
        "bm.hero.paladin": (relic, equipment),
        "bm.hero.relic_hunter": (spellbook, gold),
        "bm.hero.monster_hunter": (relic, equipment),
        "bm.hero.trap_master": (spellbook, gold),
    }


def test_cards_that_share_a_name_keep_ids_of_their_own() -> None:
    english = FILES.texts["en"]
    shared = Counter((type(card), english[card.id].name) for card in CATALOG)
    twice = {card.id for card in CATALOG if shared[type(card), english[card.id].name] > 1}
    assert twice == {
        "bm.boss.king_croak", "bm.boss.king_croak_rm",
        "bm.boss.belladonna", "bm.boss.belladonna_rm",
        "bm.boss.kazanna", "bm.boss.kazanna_rm",
        "bm.boss.kirax", "bm.boss.kirax_promo",
        "bm.hero.the_fool", "bm.hero.the_fool_nl", "bm.hero.the_fool_rm",
    }  # fmt: skip


def test_known_cards_are_as_printed() -> None:
    hoard = CARDS[CardId("bm.room.hatchlings_hoard")]
    assert isinstance(hoard, Room)
    assert (hoard.copies, hoard.kind, hoard.damage) == (3, RoomKind.ADVANCED, 2)
    assert hoard.treasure == tuple(Treasure)[:4]
    temple = CARDS[CardId("bm.room.imp_temple")]
    assert isinstance(temple, Room)
    assert temple.treasure == (Treasure.RELIC, Treasure.RELIC)
    sword = CARDS[CardId("bm.item.oversized_sword")]
    assert isinstance(sword, Item)
    assert (sword.hero_class, sword.health) == (HeroClass.FIGHTER, 5)
    boots = CARDS[CardId("bm.item.boots_of_jumping")]
    assert isinstance(boots, Item)
    assert (boots.hero_class, boots.health) == (None, 0)


def test_items_fit_four_of_each_class_and_four_fit_everybody() -> None:
    """BM-ITEM-2"""
    items = [card for card in CATALOG if isinstance(card, Item)]
    classes = (HeroClass.CLERIC, HeroClass.FIGHTER, HeroClass.MAGE, HeroClass.THIEF, None)
    assert Counter(item.hero_class for item in items) == dict.fromkeys(classes, 4)


def test_items_say_two_things_and_minibosses_three() -> None:
    for texts in FILES.texts.values():
        for card in CATALOG:
            text = texts[card.id]
            assert bool(text.hero and text.boss) == isinstance(card, Item)
            assert len(text.levels) == (3 if isinstance(card, Miniboss) else 0)
            assert all(part in text.summary for part in (text.hero, text.boss, *text.levels))


def test_level_ups_that_last_say_so() -> None:
    """Rules 7.4"""
    for card in CATALOG:
        if isinstance(card, Boss) and card.id not in ("bm.boss.klonos", "bm.boss.banseer_bivan"):
            lasts = FILES.texts["en"][card.id].summary.startswith("Level up, for the rest of the game")
            assert card.level_up is (LevelUp.LASTING if lasts else LevelUp.ONCE)


def test_what_is_not_known_is_none_and_never_a_guess() -> None:
    bivan = CARDS[CardId("bm.boss.banseer_bivan")]
    assert isinstance(bivan, Boss)
    assert (bivan.xp, bivan.level_up, bivan.number, bivan.rank) == (None, None, "", 0)
    assert bivan.unknown == ("number", "xp", "level_up", "ability")
    fireball = CARDS[CardId("bm.spell.fireball")]
    assert isinstance(fireball, Spell)
    assert fireball.phase is None
    rooms = [card for card in CATALOG.of_sets(["promos"]) if isinstance(card, Room)]
    assert {room.kind for room in rooms} == {None}


def test_a_doubtful_value_stays_with_its_reason() -> None:
    ravenus = CARDS[CardId("bm.boss.ravenus")]
    assert isinstance(ravenus, Boss)
    assert ravenus.xp == 760
    assert ravenus.unsettled == ("xp", "ability")
    academy = CARDS[CardId("bm.room.monster_academy")]
    assert isinstance(academy, Room)
    assert academy.treasure == (Treasure.RELIC,)
    assert [key for key, _ in academy.doubts] == ["treasure"]


def test_german_names_are_given_only_where_they_are_known() -> None:
    german = FILES.texts["de"]
    known = {card.id: german[card.id].name for card in CATALOG if german[card.id].name_is_translated}
    others = {
        id_: name
        for id_, name in known.items()
        if CARDS[id_].set not in ("base", "table", "spell_pad") and not isinstance(CARDS[id_], Marker)
    }
    assert others == {
        "bm.boss.doc_scarecrow": "Dr. Vogelscheuche",
        "bm.boss.killa": "Killa",
        "bm.boss.smoake": "Schmauch",
        "bm.boss.nicolius": "Nicolius",
        "bm.room.hall_of_mirrors": "Spiegelhalle",
        "bm.hero.elfstar": "Elfenstern",
        "bm.hero.solemn_caine_pilgrim_of_pain": "Solemn Caine, Pilger des Schmerzes",
        "bm.hero.hookshot_joe": "Hakenschuss-Joe",
        "bm.hero.megan_the_missile_mage": "Megan, die Geschossmagierin",
        "bm.hero.colgar_fugitive_prince": "Colgar, der Prinz auf der Flucht",
        "bm.hero.tyrone_pharaoh_ascendant": "Tyrone, herrschender Pharao",
    }
