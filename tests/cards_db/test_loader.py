"""What stops the load: every mistake is named with its file, card and key."""

import re
from pathlib import Path

import pytest

from cards_db.codes import code_for
from cards_db.loader import load_catalog, load_files, load_game, load_texts, read_files
from engine.boss_monster.cards import Hero, Room, RoomType
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Discard, Draw
from engine.boss_monster.words.meanings import Deck, Rooms, Sort
from engine.core.effects import Ability, Limit, Trigger
from engine.core.errors import CardDataError
from engine.core.ids import CardId, CopyId
from tests.cards_db.folders import ENGLISH, GAME, GERMAN, HERO, ROOM, registry, write_game


def complaint(folder: Path) -> CardDataError:
    """The complaint that stops the load."""
    with pytest.raises(CardDataError) as caught:
        load_files("test", folder)
    return caught.value


def test_a_sound_folder_becomes_a_catalog(tmp_path: Path) -> None:
    write_game(tmp_path)
    catalog = load_catalog("test", tmp_path)
    assert set(catalog.cards) == {"bm.room.hall", "bm.hero.ada"}
    assert catalog.copy_of(code_for(1)) == "bm.room.hall#2"
    assert catalog[CopyId("bm.room.hall#2")].number == ""
    assert load_game("test", tmp_path).sticker_of(catalog.cards[CardId("bm.room.hall")]).size_mm == 16


def test_a_missing_german_name_falls_back_to_english(tmp_path: Path) -> None:
    write_game(tmp_path)
    text = load_texts("de", "test", tmp_path)[CardId("bm.room.hall")]
    assert (text.name, text.summary, text.name_is_translated) == ("Hall", "Nichts geschieht.", False)
    assert load_texts("en", "test", tmp_path)[CardId("bm.room.hall")].name_is_translated


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    write_game(tmp_path)
    with pytest.raises(CardDataError, match="'fr'; known: en, de"):
        load_texts("fr", "test", tmp_path)


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CardDataError, match="no game 'chess'"):
        load_catalog("chess", tmp_path)


def test_abilities_are_read_in_printed_order(tmp_path: Path) -> None:
    ability = """
[[card.ability]]
when = "built"
do = [{ do = "draw", deck = "rooms", number = 2 }, { do = "discard", sort = "room" }]
limit = "once_per_round"
[[card.ability]]
when = "static"
do = [{ do = "add_damage", amount = 1, rooms = "adjacent", type = "monster" }]
"""
    write_game(tmp_path, room=ROOM + ability)
    card = load_catalog("test", tmp_path).cards[CardId("bm.room.hall")]
    assert isinstance(card, Room)
    assert card.abilities == (
        Ability(Trigger.BUILT, (Draw(Deck.ROOMS, 2), Discard(Sort.ROOM)), Limit.ONCE_PER_ROUND),
        Ability(Trigger.STATIC, (AddDamage(1, Rooms.ADJACENT, RoomType.MONSTER),)),
    )


BAD_ROOMS = [
    ("damage = 1", "damage = 1\ncolour = 3", "colour", "unknown key; known: .*damage"),
    ("damage = 1", "", "damage", "missing"),
    ("damage = 1", 'damage = "much"', "damage", "int"),
    ("damage = 1", "damage = -1", "damage", ">= 0"),
    ("damage = 1", "damage = true", "damage", "bool"),
    ("damage = 1", 'damage = { count = "goblins" }', "damage", "known: monster_rooms"),
    ("damage = 1", 'damage = { counts = "goblins" }', "damage", "counts"),
    ('["gold"]', '["silver"]', "treasure", "known: relic, equipment, spellbook, gold, artifact"),
    ('["gold"]', '"gold"', "treasure", "array"),
    ('"trap"', '"tarp"', "type", "known: monster, trap"),
    ("copies = 2", "copies = 0", "copies", ">= 1"),
    ('set = "base"', 'set = "bass"', "set", "no set 'bass'; known: base"),
    ("damage = 1", 'damage = 1\nability = "draw"', "ability", "array"),
]


@pytest.mark.parametrize(("old", "new", "key", "message"), BAD_ROOMS)
def test_a_bad_value_names_file_card_and_key(tmp_path: Path, old: str, new: str, key: str, message: str) -> None:
    write_game(tmp_path, room=ROOM.replace(old, new))
    error = complaint(tmp_path)
    assert (error.file, error.card, error.key) == ("test/cards/rooms.toml", "bm.room.hall", key)
    assert re.search(message, str(error))


def test_what_nobody_has_read_is_none_and_listed(tmp_path: Path) -> None:
    room = ROOM.replace('"ordinary"', '"unknown"') + 'number = "unknown"\nability = "unknown"\n'
    write_game(tmp_path, room=room, hero=HERO.replace("players = 2", 'players = "unknown"'))
    cards = load_catalog("test", tmp_path).cards
    hall, ada = cards[CardId("bm.room.hall")], cards[CardId("bm.hero.ada")]
    assert isinstance(hall, Room)
    assert (hall.kind, hall.number, hall.abilities) == (None, "", ())
    assert hall.unknown == hall.unsettled == ("kind", "number", "ability")
    assert isinstance(ada, Hero)
    assert (ada.players, ada.unknown, ada.is_star) == (None, ("players",), False)


def test_a_card_that_nobody_has_read_needs_no_summary(tmp_path: Path) -> None:
    english, german = ENGLISH.replace('summary = "Nothing happens."\n', ""), ""
    write_game(tmp_path, room=ROOM + 'ability = "unknown"\n', english=english, german=german)
    assert load_texts("de", "test", tmp_path)[CardId("bm.room.hall")].summary == ""


def test_a_star_is_written_as_a_word(tmp_path: Path) -> None:
    """BM-HERO-2"""
    write_game(tmp_path, hero=HERO.replace("players = 2", 'players = "star"'))
    hero = load_catalog("test", tmp_path).cards[CardId("bm.hero.ada")]
    assert isinstance(hero, Hero)
    assert hero.is_star


BAD_HEROES = [
    ("players = 2", 'players = "moon"', "players", "known: star, unknown"),
    ("players = 2", "players = 0", "players", ">= 2"),
    ("health = 4", 'health = "unknown"', "health", "int"),
    ("players = 2", 'players = 2\ndoubt = { xp = "blurred" }', "doubt", "no key 'xp' to doubt"),
    ("players = 2", 'players = 2\ndoubt = "blurred"', "doubt", "object"),
    ("players = 2", 'players = 2\nwants = ["gold"]', "wants", "two different treasures"),
    ("players = 2", 'players = 2\nwants = ["gold", "gold"]', "wants", "two different treasures"),
]


@pytest.mark.parametrize(("old", "new", "key", "message"), BAD_HEROES)
def test_a_bad_hero_names_the_key(tmp_path: Path, old: str, new: str, key: str, message: str) -> None:
    write_game(tmp_path, hero=HERO.replace(old, new))
    error = complaint(tmp_path)
    assert (error.file, error.card, error.key) == ("test/cards/heroes.toml", "bm.hero.ada", key)
    assert message in str(error)


ITEM = """
[[card]]
id = "bm.item.lamp"
set = "base"
copies = 1
class = "universal"
"""
MINIBOSS = """
[[card]]
id = "bm.miniboss.rat"
set = "base"
copies = 1
"""
BAD_KINDS = [
    (ITEM.replace("universal", "fool"), "", "class", "known: cleric, fighter, mage, thief, explorer, universal"),
    (ITEM.replace("universal", "unknown"), "", "class", "known"),
    (ITEM, 'hero = "Sees."', "boss", "summary"),
    (ITEM, 'hero = "Sees."\nboss = "Sees."\nsummary = "Sees."', "summary", "as hero and boss"),
    (MINIBOSS, 'summary = "Bites."', "summary", "as levels"),
    (MINIBOSS, "", "levels", "summary"),
    (MINIBOSS, 'levels = ["Bites.", "Bites."]', "levels", ">= 3"),
]


@pytest.mark.parametrize(("card", "words", "key", "message"), BAD_KINDS)
def test_items_and_minibosses_say_what_they_do_in_parts(
    tmp_path: Path, card: str, words: str, key: str, message: str
) -> None:
    id_ = "bm.item.lamp" if "item" in card else "bm.miniboss.rat"
    entry = f'["{id_}"]\n{words}\n'
    home = write_game(tmp_path, english=ENGLISH + entry + 'name = "X"\n', german=GERMAN + entry)
    (home / "cards" / "more").mkdir()
    (home / "cards" / "more" / "things.toml").write_text(card, encoding="utf-8")
    error = complaint(tmp_path)
    assert (error.card, error.key) == (id_, key)
    assert message in str(error)


def test_a_language_may_be_a_folder_of_files(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    (home / "text" / "de").mkdir()
    (home / "text" / "de.toml").rename(home / "text" / "de" / "rooms.toml")
    assert load_texts("de", "test", tmp_path)[CardId("bm.room.hall")].summary == "Nichts geschieht."
    (home / "text" / "de" / "again.toml").write_text(GERMAN, encoding="utf-8")
    error = complaint(tmp_path)
    assert (error.file, error.card) == ("test/text/de/rooms.toml", "bm.room.hall")
    assert "twice" in str(error)


BAD_ABILITIES = [
    ('when = "built"\ndo = [{ do = "dance" }]', "do", "unknown step 'dance'; known: add_counter, add_damage"),
    ('when = "built"\ndo = [{ do = "draw" }]', "deck", "needs this key"),
    ('when = "built"\ndo = [{ do = "draw", deck = "rooms", speed = 1 }]', "speed", "no such key"),
    ('when = "built"\ndo = [{ do = "draw", deck = 7 }]', "deck", "7 is not possible; known: rooms, spells, either"),
    ('when = "built"\ndo = []', "do", "at least one"),
    ('when = "sometimes"\ndo = [{ do = "draw", deck = "rooms" }]', "when", "known: built"),
    ('do = [{ do = "draw", deck = "rooms" }]', "when", "needs this key"),
    ('when = "built"\ndo = [{ do = "draw", deck = "rooms" }]\nlimit = "twice"', "limit", "known: unlimited"),
    ('when = "built"\ndo = [{ do = "draw", deck = "rooms" }]\ncost = 1', "cost", "must be a list"),
]


@pytest.mark.parametrize(("ability", "key", "message"), BAD_ABILITIES)
def test_a_bad_ability_names_the_card_and_the_key(tmp_path: Path, ability: str, key: str, message: str) -> None:
    write_game(tmp_path, room=ROOM + "[[card.ability]]\n" + ability)
    error = complaint(tmp_path)
    assert (error.file, error.card, error.key) == ("test/cards/rooms.toml", "bm.room.hall", key)
    assert message in str(error)


@pytest.mark.parametrize("bad", ["bm.rooms.hall", "xx.room.hall", "bm.room.Hall", "bm.room.", "room.hall", ""])
def test_a_wrong_id_is_refused(tmp_path: Path, bad: str) -> None:
    write_game(tmp_path, room=ROOM.replace("bm.room.hall", bad))
    error = complaint(tmp_path)
    assert (error.file, error.card, error.key) == ("test/cards/rooms.toml", bad, "id")


def test_an_id_is_used_once(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    (home / "cards" / "more.toml").write_text(ROOM, encoding="utf-8")
    error = complaint(tmp_path)
    assert (error.card, error.key) == ("bm.room.hall", "id")
    assert "twice" in str(error)


@pytest.mark.parametrize(
    "hero",
    [HERO.replace('"thief"', '"fool"'), HERO.replace('"thief"', '"thief"\nlure = "fewest_souls"')],
)
def test_only_fools_choose_without_treasure_and_all_of_them(tmp_path: Path, hero: str) -> None:
    """BM-HERO-8"""
    write_game(tmp_path, hero=hero)
    assert complaint(tmp_path).key == "lure"


@pytest.mark.parametrize("text", ["[[card]\n", "card = 1\n", 'title = "x"\n', "card = [1]\n"])
def test_a_file_that_is_no_card_file_is_named(tmp_path: Path, text: str) -> None:
    write_game(tmp_path, room=text)
    assert complaint(tmp_path).file == "test/cards/rooms.toml"


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    (home / "cards" / "rooms.toml").write_bytes(b"\xff\xfe\x00")
    assert complaint(tmp_path).file == "test/cards/rooms.toml"


@pytest.mark.parametrize("name", ["text/en.toml", "text/de.toml", "stickers.toml"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    home = write_game(tmp_path)
    (home / name).unlink()
    assert complaint(tmp_path).file == f"test/{name}"


BAD_TEXTS = [
    (ENGLISH.replace('name = "Hall"\n', ""), GERMAN, "en", "bm.room.hall", "name"),
    (ENGLISH.replace('summary = "Nothing happens."\n', ""), GERMAN, "en", "bm.room.hall", "summary"),
    (ENGLISH, "", "de", "bm.room.hall", "summary"),
    (ENGLISH, GERMAN.replace("summary", "sumary"), "de", "bm.room.hall", "sumary"),
    (ENGLISH, GERMAN.replace('"Nichts geschieht."', '""'), "de", "bm.room.hall", "summary"),
    (ENGLISH + '["bm.room.cellar"]\nname = "Cellar"\n', GERMAN, "en", "bm.room.cellar", ""),
    ("x = 1", GERMAN, "en", "x", ""),
]


@pytest.mark.parametrize(("english", "german", "language", "card", "key"), BAD_TEXTS)
def test_missing_and_stray_words_are_named(
    tmp_path: Path, english: str, german: str, language: str, card: str, key: str
) -> None:
    write_game(tmp_path, english=english, german=german)
    error = complaint(tmp_path)
    assert (error.file, error.card, error.key) == (f"test/text/{language}.toml", card, key)


BAD_REGISTRIES = [
    (registry("bm.room.hall#1", "bm.hero.ada#1"), "bm.room.hall#2", "no sticker code"),
    (registry("bm.room.hall#1", "bm.room.hall#2", "bm.hero.ada#1", "bm.room.hall#3"), "bm.room.hall#3", "no such copy"),
    (f'"bm.room.hall#1" = "{code_for(0)}"\n"bm.room.hall#2" = "{code_for(0)}"', "bm.room.hall#2", "already on"),
    ('"bm.room.hall#1" = "LK00000000"', "bm.room.hall#1", "is no sticker code"),
    ('"bm.room.hall#1" = 5', "bm.room.hall#1", "is no sticker code"),
]


@pytest.mark.parametrize(("text", "copy", "message"), BAD_REGISTRIES)
def test_every_copy_has_exactly_one_code_of_its_own(tmp_path: Path, text: str, copy: str, message: str) -> None:
    home = write_game(tmp_path)
    (home / "stickers.toml").write_text(text, encoding="utf-8")
    error = complaint(tmp_path)
    assert (error.file, error.card) == ("test/stickers.toml", copy)
    assert message in str(error)


BAD_GAMES = [
    (GAME.replace("players", "player"), "unknown key"),
    (GAME.replace('"bm"', "5"), "str"),
    (GAME + '[[set]]\nid = "base"\ntitle = { en = "A", de = "B" }\n', "twice"),
    (GAME + "[sticker.coin]\nsize_mm = 5\nx_mm = 0\ny_mm = 0\n", "no known kind"),
    (GAME.replace("[[set]]", "[[set"), "no valid TOML"),
]


@pytest.mark.parametrize(("game", "message"), BAD_GAMES)
def test_a_bad_game_file_is_named(tmp_path: Path, game: str, message: str) -> None:
    write_game(tmp_path, game=game)
    error = complaint(tmp_path)
    assert error.file == "test/game.toml"
    assert message in str(error)


def test_all_complaints_come_at_once_and_one_mistake_gives_one(tmp_path: Path) -> None:
    """A broken card leaves words and stickers over; nobody needs to hear of those."""
    write_game(tmp_path, room=ROOM.replace("damage = 1", "damage = -1\ncolour = 3"), hero=HERO.replace("4", '"4"'))
    complaints: list[CardDataError] = []
    read_files("test", tmp_path, complaints.append)
    assert [(error.card, error.key) for error in complaints] == [
        ("bm.hero.ada", "health"),
        ("bm.room.hall", "colour"),
        ("bm.room.hall", "damage"),
    ]
