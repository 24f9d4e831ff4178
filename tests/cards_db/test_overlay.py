"""The owner's own file: fills, corrects and adds, is checked like the shipped files, and never changes them."""

from pathlib import Path

import pytest

from cards_db.loader import load_catalog, load_files
from engine.boss_monster.cards import Hero, Lure, Room, Treasure
from engine.core.errors import CardDataError
from engine.core.ids import CardId, CopyId
from tests.cards_db.folders import HERO, ROOM, registry, write_game


def with_own(folder: Path, text: str, **files: str) -> Path:
    """A small game, and the owner's file beside it."""
    write_game(folder, **files)
    own = folder / "own" / "cards.toml"
    own.parent.mkdir()
    own.write_text(text, encoding="utf-8")
    return own


def complaint(folder: Path, own: Path) -> CardDataError:
    with pytest.raises(CardDataError) as caught:
        load_files("test", folder, own)
    return caught.value


def test_without_a_file_everything_is_as_shipped(tmp_path: Path) -> None:
    write_game(tmp_path)
    assert load_catalog("test", tmp_path, tmp_path / "none.toml") == load_catalog("test", tmp_path)


def test_the_owner_fills_what_nobody_knew(tmp_path: Path) -> None:
    own = with_own(
        tmp_path,
        '[[card]]\nid = "bm.hero.ada"\nplayers = 4\n',
        hero=HERO.replace("players = 2", 'players = "unknown"\ndoubt = { health = "a smudge" }'),
    )
    shipped, owned = (load_catalog("test", tmp_path, path).cards[CardId("bm.hero.ada")] for path in (None, own))
    assert isinstance(shipped, Hero)
    assert (shipped.players, shipped.unknown) == (None, ("players",))
    assert isinstance(owned, Hero)
    assert (owned.players, owned.unknown, owned.health) == (4, (), 4)
    assert owned.unsettled == ("health",)


def test_what_the_owner_says_is_no_longer_in_doubt(tmp_path: Path) -> None:
    own = with_own(
        tmp_path,
        '[[card]]\nid = "bm.room.hall"\ntreasure = ["gold", "gold"]\n',
        room=ROOM + 'doubt = { treasure = "one or two", damage = "blurred" }\n',
    )
    room = load_catalog("test", tmp_path, own).cards[CardId("bm.room.hall")]
    assert isinstance(room, Room)
    assert room.treasure == (Treasure.GOLD, Treasure.GOLD)
    assert room.doubts == (("damage", "blurred"),)


def test_a_hybrid_is_judged_as_soon_as_its_treasures_are_known(tmp_path: Path) -> None:
    """BM-HERO-8"""
    own = with_own(
        tmp_path,
        '[[card]]\nid = "bm.hero.ada"\nwants = ["gold", "relic"]\n',
        hero=HERO + 'wants = "unknown"\n',
        english=ENGLISH_WITH_SUMMARY,
        german=GERMAN_WITH_SUMMARY,
    )
    shipped, owned = (load_catalog("test", tmp_path, path).cards[CardId("bm.hero.ada")] for path in (None, own))
    assert isinstance(shipped, Hero)
    assert isinstance(owned, Hero)
    assert (shipped.lure, owned.lure) == (Lure.UNKNOWN, Lure.TREASURE)
    assert owned.wants == (Treasure.GOLD, Treasure.RELIC)


ENGLISH_WITH_SUMMARY = """
["bm.room.hall"]
name = "Hall"
summary = "Nothing happens."
["bm.hero.ada"]
name = "Ada"
summary = "Follows two treasures."
"""
GERMAN_WITH_SUMMARY = """
["bm.room.hall"]
summary = "Nichts geschieht."
["bm.hero.ada"]
summary = "Folgt zwei Schätzen."
"""


def test_the_owner_gives_names(tmp_path: Path) -> None:
    own = with_own(tmp_path, '[text.de."bm.hero.ada"]\nname = "Ada die Diebin"\n')
    german = load_files("test", tmp_path, own).texts["de"]
    assert german[CardId("bm.hero.ada")].name == "Ada die Diebin"
    assert german[CardId("bm.hero.ada")].name_is_translated
    assert german[CardId("bm.room.hall")].summary == "Nichts geschieht."


def test_a_box_may_hold_fewer_copies_than_ours(tmp_path: Path) -> None:
    """The German Big Box has fewer spells of Rise of the Minibosses; the codes of the others stay unused."""
    own = with_own(tmp_path, '[[card]]\nid = "bm.room.hall"\ncopies = 1\n')
    catalog = load_catalog("test", tmp_path, own)
    assert CopyId("bm.room.hall#1") in catalog.code_of
    assert CopyId("bm.room.hall#2") not in catalog.code_of
    assert len(load_catalog("test", tmp_path).codes) == 3


NEW = ROOM.replace("bm.room.hall", "bm.room.attic_own") + "".join(
    f'[text.{language}."bm.room.attic_own"]\nname = "Attic"\nsummary = "X."\n' for language in ("en", "de")
)


def test_the_owner_adds_a_card(tmp_path: Path) -> None:
    own = with_own(tmp_path, NEW)
    lines = registry(*(f"x#{n}" for n in range(10)), "bm.room.attic_own#1", "bm.room.attic_own#2").splitlines()[-2:]
    (own.parent / "stickers.toml").write_text("\n".join(lines), encoding="utf-8")
    files = load_files("test", tmp_path, own)
    assert files.texts["de"][CardId("bm.room.attic_own")].name == "Attic"
    assert len(files.catalog.codes) == 5
    assert "bm.room.attic_own" not in load_catalog("test", tmp_path).cards


BAD = [
    ('[[card]]\nid = "bm.hero.ada"\nplayers = "two"\n', "bm.hero.ada", "players", ""),
    ('[[card]]\nid = "bm.hero.ada"\nplayer = 2\n', "bm.hero.ada", "player", "unknown key"),
    ('[[card]]\nid = "bm.hero.ada"\nclass = "fool"\n', "bm.hero.ada", "lure", "lure of their own"),
    ('[[card]]\nid = "bm.heroes.ada"\n', "bm.heroes.ada", "id", "the id must be"),
    ("[[card]]\nplayers = 2\n", "number 1", "id", "missing"),
    ('[[card]]\nid = "bm.hero.bob"\nplayers = 2\n', "bm.hero.bob", "set", "missing"),
    ('[[card]]\nid = "bm.hero.ada"\n[[card]]\nid = "bm.hero.ada"\n', "bm.hero.ada", "id", "twice"),
    ('[card]\nid = "bm.hero.ada"\n', "", "card", "two brackets"),
    ('[text.de."bm.hero.bob"]\nname = "Bob"\n', "bm.hero.bob", "", "no such card"),
    ('[text.de."bm.hero.ada"]\nnames = "Ada"\n', "bm.hero.ada", "names", "unknown key"),
    ('[text.de]\n"bm.hero.ada" = "Ada"\n', "bm.hero.ada", "", "table of keys"),
    ('[text.fr."bm.hero.ada"]\nname = "Ada"\n', "", "fr", "'fr'; known: en, de"),
    ("text = 1\n", "", "text", "write"),
    ("cards = 1\n", "", "cards", "only"),
    ("[[card\n", "", "", "no valid TOML"),
    (NEW, "bm.room.attic_own#1", "", "assign --overlay"),
    (NEW.replace('name = "Attic"\n', ""), "bm.room.attic_own", "name", "English name"),
]


@pytest.mark.parametrize(("text", "card", "key", "message"), BAD)
def test_a_mistake_in_the_owners_file_names_that_file(
    tmp_path: Path, text: str, card: str, key: str, message: str
) -> None:
    own = with_own(tmp_path, text)
    error = complaint(tmp_path, own)
    assert (error.file, error.card, error.key) == (str(own), card, key)
    assert message in str(error)


def test_a_code_of_the_owner_must_be_free(tmp_path: Path) -> None:
    own = with_own(tmp_path, NEW)
    (own.parent / "stickers.toml").write_text(registry("bm.room.attic_own#1"), encoding="utf-8")
    error = complaint(tmp_path, own)
    assert error.file == str(own.parent / "stickers.toml")
    assert "already on bm.room.hall#1" in str(error)
