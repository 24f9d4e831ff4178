"""`python -m cards_db`: checking and assigning, and the words of the README."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from cards_db.__main__ import main
from cards_db.codes import code_for
from cards_db.loader import load_catalog
from cards_db.pool import load_pool, pool_codes
from cards_db.schema import KINDS, CardTable, GameTable, RulingTable, StickerTable, TextTable
from engine.core.ids import CopyId
from tests import word_list
from tests.cards_db.folders import HERO, ROOM, registry, write_game

README = (Path(__file__).parents[2] / "cards_db" / "README.md").read_text("utf-8")


EXAMPLES = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)


def keys(table: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(table)]


def chapter(title: str) -> str:
    """The part of the README under a heading."""
    found = re.search(rf"^(#+) {re.escape(title)}$(.*?)(?=^#|\Z)", README, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the README has no chapter {title!r}"
    return found[2]


def explained(text: str) -> set[str]:
    """The words in the first column of the tables."""
    rows = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return {word for row in rows for word in re.findall(r"`(\w+)`", row)}


def test_the_shipped_cards_have_no_complaints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^base +room +31 +75 +31 +31 +2 +0 +1$", printed, re.MULTILINE)
    assert re.search(r"^next_level +hero +42 +42 +42 +42 +6 +34 +2$", printed, re.MULTILINE)
    assert "unknown: next_level hero: players 32, wants 1, ability 1\n" in printed
    assert "124 rulings: 114 official, 10 fan\n" in printed
    assert "4096 sticker codes, any two differ in at least 70 modules" in printed
    assert printed.endswith("no complaints\n")


def test_the_check_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["complaints"] == []
    assert report["codes"]["smallest_distance"] == 70
    assert report["codes"]["smallest_distance_given"] >= 76
    assert {"set": "base", "kind": "hero", "cards": 41, "copies": 41}.items() <= report["counts"][1].items()
    heroes = next(count for count in report["counts"] if (count["set"], count["kind"]) == ("next_level", "hero"))
    assert heroes["unknown"] == {"players": 32, "wants": 1, "ability": 1}
    assert report["rulings"] == {"official": 114, "fan": 10}


def test_the_check_prints_every_complaint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, room=ROOM.replace("copies = 2", "copies = 0"), hero=HERO.replace("epic", "epik"))
    assert main(["check", "--game", "test", "--folder", str(tmp_path), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [(found["card"], found["key"]) for found in report["complaints"]] == [
        ("bm.hero.ada", "epik"),
        ("bm.hero.ada", "epic"),
        ("bm.room.hall", "copies"),
    ]
    assert main(["check", "--game", "test", "--folder", str(tmp_path)]) == 1
    assert "3 complaints" in capsys.readouterr().out


def test_a_code_that_nobody_picked_is_a_complaint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = write_game(tmp_path)
    lines = registry("bm.room.hall#1", "bm.room.hall#2") + f'"bm.hero.ada#1" = "{code_for(2)}"\n'
    (home / "stickers.toml").write_text(lines, encoding="utf-8")
    assert main(["check", "--game", "test", "--folder", str(tmp_path)]) == 1
    assert f"bm.hero.ada#1: {code_for(2)} is not from the pool" in capsys.readouterr().out


def test_assigning_adds_codes_and_changes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = write_game(tmp_path)
    codes = pool_codes(load_pool())
    (home / "stickers.toml").write_text(f'"bm.room.hall#2" = "{codes[1]}"\n', encoding="utf-8")
    assign = ["assign", "--game", "test", "--folder", str(tmp_path)]
    assert main(assign) == 0
    assert load_catalog("test", tmp_path).code_of == {
        "bm.hero.ada#1": codes[0],
        "bm.room.hall#1": codes[2],
        "bm.room.hall#2": codes[1],
    }
    text = (home / "stickers.toml").read_text("utf-8")
    assert main(assign) == 0
    assert (home / "stickers.toml").read_text("utf-8") == text
    assert "0 codes assigned" in capsys.readouterr().out


def test_a_new_game_gets_no_code_of_another_game(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    (tmp_path / "other").mkdir()
    codes = pool_codes(load_pool())
    (tmp_path / "other" / "stickers.toml").write_text(f'"xx.card.y#1" = "{codes[0]}"\n', encoding="utf-8")
    (home / "stickers.toml").unlink()
    assert main(["assign", "--game", "test", "--folder", str(tmp_path)]) == 0
    assert set(load_catalog("test", tmp_path).codes) == set(codes[1:4])


def test_nothing_is_assigned_while_a_card_is_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = write_game(tmp_path, room=ROOM.replace("copies = 2", "copies = 0"))
    before = (home / "stickers.toml").read_text("utf-8")
    assert main(["assign", "--game", "test", "--folder", str(tmp_path)]) == 1
    assert "copies" in capsys.readouterr().err
    assert (home / "stickers.toml").read_text("utf-8") == before


def test_an_unknown_game_is_a_clear_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--game", "chess"]) == 1
    assert "no game 'chess'" in capsys.readouterr().err


def test_loading_cards_needs_neither_numpy_nor_segno() -> None:
    program = "import sys, cards_db.loader as l; l.load_files(); sys.exit(bool({'numpy', 'segno'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_readme_explains_every_key_of_a_kind(kind: str) -> None:
    title = "mark and back" if kind in ("mark", "back") else kind
    own = [key for key in keys(KINDS[kind]) if key not in keys(CardTable)]
    assert explained(chapter(title)) == set(own)


def test_the_readme_explains_every_other_key() -> None:
    assert explained(chapter("Keys of every card")) == set(keys(CardTable))
    assert explained(chapter("Abilities")) == set(word_list.ability_keys())
    assert explained(chapter("Texts")) == set(keys(TextTable))
    assert explained(chapter("game.toml")) == set(keys(GameTable))
    assert explained(chapter("Rulings")) == set(keys(RulingTable))
    assert all(f"`{key}`" in chapter("game.toml") for key in keys(StickerTable))


def test_the_readme_explains_every_word_as_the_code_has_it() -> None:
    assert word_list.renewed(README) == README, "run python -m tests.word_list --write"


@pytest.mark.parametrize(("sign", "words"), [(sign, words) for _, sign, words in word_list.FAMILIES])
def test_every_word_is_used_by_a_card(sign: str, words: dict[str, type]) -> None:
    assert [word for word in words if not word_list.example(sign, word)] == []


def test_the_example_of_the_readme_is_a_sound_card(tmp_path: Path) -> None:
    card, text, _ = EXAMPLES
    home = write_game(tmp_path, room=card, english=text + '["bm.hero.ada"]\nname = "Ada"\n', german="")
    german = text.replace("When you build", "Wenn du").replace('name = "Creaking Hall"\n', "")
    (home / "text" / "de.toml").write_text(german, encoding="utf-8")
    (home / "stickers.toml").unlink()
    assert main(["assign", "--game", "test", "--folder", str(tmp_path)]) == 0
    assert main(["check", "--game", "test", "--folder", str(tmp_path)]) == 0


def test_the_owners_example_of_the_readme_fits_the_shipped_cards(tmp_path: Path) -> None:
    own = tmp_path / "cards.toml"
    own.write_text(EXAMPLES[2], encoding="utf-8")
    assert main(["check", "--overlay", str(own)]) == 0


def test_the_readme_names_every_key_that_may_be_unknown() -> None:
    optional = {
        field.encode_name
        for kind in KINDS.values()
        for field in msgspec.structs.fields(kind)
        if type(None) in get_args(field.type)
    }
    assert set(re.findall(r"`(\w+)`", chapter("What nobody knows"))) - {"unknown", "doubt"} == optional


def test_a_missing_file_of_the_owner_is_a_complaint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--overlay", str(tmp_path / "cards.toml")]) == 1
    assert f"{tmp_path / 'cards.toml'}" in capsys.readouterr().out


def test_the_owners_new_cards_get_codes_from_the_end_of_the_pool(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    shipped = (home / "stickers.toml").read_text("utf-8")
    own = tmp_path / "own" / "cards.toml"
    own.parent.mkdir()
    text = ROOM.replace("bm.room.hall", "bm.room.attic_own").replace("copies = 2", "copies = 3")
    words = "".join(f'[text.{language}."bm.room.attic_own"]\nsummary = "X."\n' for language in ("en", "de"))
    own.write_text(text + words.replace("[text.de", '[text.en."bm.room.hall"]\nname = "Long Hall"\n[text.de'), "utf-8")
    own.write_text(own.read_text("utf-8").replace('summary = "X."', 'name = "Attic"\nsummary = "X."', 1), "utf-8")
    arguments = ["--game", "test", "--folder", str(tmp_path), "--overlay", str(own)]
    assert main(["check", *arguments]) == 1
    assert main(["assign", *arguments]) == 0
    assert main(["check", *arguments]) == 0
    assert (home / "stickers.toml").read_text("utf-8") == shipped
    codes = pool_codes(load_pool())
    code_of = load_catalog("test", tmp_path, own).code_of
    assert [code_of[CopyId(f"bm.room.attic_own#{number}")] for number in (1, 2, 3)] == list(reversed(codes[-3:]))
    assert main(["assign", *arguments]) == 0
    assert load_catalog("test", tmp_path, own).code_of == code_of
