"""The cards of the base box: as many as in the box. And every card of every box has its words and its code."""

from collections import Counter

import pytest

from cards_db.loader import load_files
from cards_db.texts import LANGUAGES
from engine.boss_monster.cards import (
    LURES,
    Boss,
    Counted,
    Hero,
    HeroClass,
    Item,
    Lure,
    Marker,
    MarkerRole,
    Room,
    RoomKind,
    RoomType,
    Spell,
    SpellPhase,
    Treasure,
)
from engine.core.cards import Card
from engine.core.ids import CardId

FILES = load_files()
CARDS = FILES.catalog.cards
BASE = list(FILES.catalog.of_sets(["base"]))
BOSSES = [card for card in BASE if isinstance(card, Boss)]
ROOMS = [card for card in BASE if isinstance(card, Room)]
HEROES = [card for card in BASE if isinstance(card, Hero)]
SPELLS = [card for card in BASE if isinstance(card, Spell)]


def copies(cards: list[Room] | list[Spell] | list[Card]) -> int:
    return sum(card.copies for card in cards)


def test_the_box_holds_155_cards() -> None:
    assert copies(BASE) == 155
    assert (len(BOSSES), len(ROOMS), len(SPELLS), len(HEROES)) == (8, 31, 16, 41)
    assert (copies(ROOMS), copies(SPELLS)) == (75, 31)
    assert all(card.copies == 1 for card in (*BOSSES, *HEROES))


def test_printed_numbers_run_through_the_box() -> None:
    assert sorted(card.number for card in BASE) == [f"BMA{number:03}" for number in range(1, 97)]


@pytest.mark.parametrize(("players", "ordinary", "epic"), [(2, 13, 8), (3, 17, 12), (4, 25, 16)])
def test_the_hero_deck_fits_the_number_of_players(players: int, ordinary: int, epic: int) -> None:
    """BM-HERO-1"""
    deck = [hero for hero in HEROES if hero.players is not None and hero.players <= players]
    assert Counter(hero.epic for hero in deck) == {False: ordinary, True: epic}


def test_classes_and_health_are_spread_evenly() -> None:
    """BM-COMB-10"""
    health: dict[HeroClass, list[int]] = {}
    for hero in HEROES:
        health.setdefault(hero.hero_class, []).append(hero.health)
    assert health.pop(HeroClass.FOOL) == [2]
    assert set(health) == set(LURES) - {HeroClass.EXPLORER}
    assert all(sorted(values) == [4, 4, 6, 6, 8, 8, 11, 11, 13, 13] for values in health.values())


def test_epic_heroes_count_twice() -> None:
    """BM-HERO-6"""
    assert all((hero.souls, hero.wounds) == ((2, 2) if hero.epic else (1, 1)) for hero in HEROES)


def test_only_the_fool_follows_no_treasure() -> None:
    """BM-HERO-8"""
    special = [hero for hero in HEROES if hero.lure is not Lure.TREASURE]
    assert [(hero.id, hero.hero_class, hero.lure) for hero in special] == [
        ("bm.hero.the_fool", HeroClass.FOOL, Lure.FEWEST_SOULS)
    ]


def test_two_bosses_per_treasure_and_no_xp_twice() -> None:
    assert Counter(boss.treasure for boss in BOSSES) == {
        (treasure,): 2 for treasure in Treasure if treasure is not Treasure.ARTIFACT
    }
    assert sorted(boss.rank for boss in BOSSES) == [400, 500, 600, 650, 750, 800, 850, 900]


def test_rooms_are_balanced() -> None:
    advanced = [room for room in ROOMS if room.kind is RoomKind.ADVANCED]
    assert (len(advanced), copies(advanced)) == (8, 16)
    symbols: Counter[Treasure] = Counter()
    for room in ROOMS:
        symbols.update({treasure: room.treasure.count(treasure) * room.copies for treasure in set(room.treasure)})
    assert set(symbols) == set(Treasure) - {Treasure.ARTIFACT}
    assert max(symbols.values()) - min(symbols.values()) <= 2
    assert {room.type for room in ROOMS} == set(RoomType)


def test_known_rooms_are_as_printed() -> None:
    altar = CARDS[CardId("bm.room.dark_altar")]
    assert isinstance(altar, Room)
    assert (altar.number, altar.copies, altar.kind, altar.type, altar.damage, altar.treasure) == (
        "BMA009", 3, RoomKind.ORDINARY, RoomType.TRAP, 1, (Treasure.RELIC, Treasure.RELIC),
    )  # fmt: skip
    ballroom = CARDS[CardId("bm.room.monsters_ballroom")]
    assert isinstance(ballroom, Room)
    assert (ballroom.damage, ballroom.kind) == (Counted.MONSTER_ROOMS, RoomKind.ADVANCED)
    assert [room.id for room in ROOMS if isinstance(room.damage, Counted)] == [ballroom.id]
    hatchery = CARDS[CardId("bm.room.dragon_hatchery")]
    assert isinstance(hatchery, Room)
    assert hatchery.treasure == (Treasure.RELIC, Treasure.EQUIPMENT, Treasure.SPELLBOOK, Treasure.GOLD)


def test_spells_belong_to_phases() -> None:
    """BM-GEN-11"""
    assert Counter(spell.phase for spell in SPELLS) == {
        SpellPhase.BUILD: 4, SpellPhase.ADVENTURE: 8, SpellPhase.BOTH: 4,
    }  # fmt: skip


def test_each_marker_has_one_code() -> None:
    markers = [
        card for card in FILES.catalog.of_sets(["table", "spell_pad", "tools_of_hero_kind"]) if isinstance(card, Marker)
    ]
    assert {marker.role for marker in markers} == set(MarkerRole)
    assert all(marker.copies == 1 for marker in markers)


def test_there_is_a_back_for_every_card_that_lies_face_down() -> None:
    prints = {role: FILES.game.stickers[role.value].prints for role in MarkerRole}
    epic = sum(hero.epic for hero in HEROES)
    assert prints == {
        MarkerRole.TOWN: 1,
        MarkerRole.SPELL_PAD: 1,
        MarkerRole.ROOM_BACK: copies(ROOMS),
        MarkerRole.HERO_BACK: len(HEROES) - epic,
        MarkerRole.EPIC_BACK: epic,
        MarkerRole.ITEM_BACK: sum(card.copies for card in CARDS.values() if isinstance(card, Item)),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES.game.set_ids)
def test_every_card_has_its_words(name: str, language: str) -> None:
    for card in FILES.catalog.of_sets([name]):
        text = FILES.texts[language][card.id]
        assert text.name
        assert text.name.strip() == text.name
        assert bool(text.summary) == bool(FILES.texts["en"][card.id].summary), card.id
        parts = [part for part in (text.hero, text.boss, *text.levels) if part] or [text.summary]
        assert all(len(part) <= 200 for part in parts), card.id
        assert all(part.endswith(".") for part in parts if part), card.id


def test_german_names_are_given_only_where_they_are_known() -> None:
    german = FILES.texts["de"]
    known = {card.id: german[card.id].name for card in BASE if german[card.id].name_is_translated}
    assert known == {
        "bm.boss.xyzax": "Xyzax",
        "bm.boss.cleopatra": "Kleopatra",
        "bm.boss.gorgona": "Gorgona",
        "bm.room.dracolich_lair": "Höhle des Zombiedrachen",
        "bm.room.torture_chamber": "Folterkammer",
    }
    assert german[CardId("bm.room.open_grave")].name == "Open Grave"


def test_heroes_without_ability_have_nothing_to_explain() -> None:
    english = FILES.texts["en"]
    assert [hero.id for hero in HEROES if english[hero.id].summary] == ["bm.hero.the_fool"]


def test_every_physical_card_has_its_own_code() -> None:
    assert len(FILES.catalog.of_sets(["base", "table"]).codes) == 159
    copies_of_all = sum(card.copies for card in FILES.catalog)
    assert len(FILES.catalog.codes) == len(FILES.catalog.code_of) == copies_of_all == 586
