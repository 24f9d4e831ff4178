"""Stickers to print: every physical card once, readable, at its true size."""

import base64
import json
import re
import zlib
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp

from cards_db.loader import load_files
from cards_db.qr import matrix
from companion.__main__ import main
from companion.sticker_sheet import LABEL_MM, placed_stickers, sheet_pdf
from companion.stickers import (
    SETS,
    UnknownSet,
    physical_cards,
    sticker_specs,
    stickers_of,
    write_stickers,
)
from engine.core.ids import Code, CopyId
from vision.stickers import QUIET_MODULES, STICKER_MODULES, Role

FILES = load_files()
CATALOG, GAME, TEXTS = FILES.catalog, FILES.game, FILES.texts["en"]
FIRST_OF_NEXT_LEVEL = "LKK4WHRYQR"
REGISTRY_HASH = "ce5b0fc4cdd6be27"
"""Of the stickers of all boxes."""
ADDED = {CopyId("bm.back.item#1"): Code("LKPTH3RB2J")}
"""Given out after that."""
BASE = stickers_of(CATALOG, GAME, TEXTS, ("base",))
ALL = stickers_of(CATALOG, GAME, TEXTS, ("base", "table"))


def silent(line: str) -> None:
    """Nobody listens to the progress."""


def texts_of(pdf: bytes) -> str:
    """All drawing orders of a PDF, unpacked."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\n?endstream", pdf, re.DOTALL)
    return "\n".join(
        zlib.decompress(base64.a85decode(b"<~" + s.strip(), adobe=True)).decode("latin-1") for s in streams
    )


def test_every_picture_is_read_as_its_code(tmp_path: Path) -> None:
    stickers = write_stickers(CATALOG, GAME, TEXTS, ("base", "table"), tmp_path, None, silent)
    assert len(stickers) == 159
    for sticker in stickers:
        picture = cv2.imread(str(tmp_path / sticker.png), cv2.IMREAD_UNCHANGED)
        assert picture is not None
        assert picture.shape == (STICKER_MODULES, STICKER_MODULES)
        assert set(np.unique(picture)) == {0, 255}
        assert (picture[:QUIET_MODULES] == 255).all()
        large = cv2.resize(picture, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
        assert [read.text for read in zxingcpp.read_barcodes(large)] == [sticker.code]


def test_the_base_box_has_155_stickers_each_on_its_own_copy(tmp_path: Path) -> None:
    write_stickers(CATALOG, GAME, TEXTS, ("base",), tmp_path / "new" / "folder", None, silent)
    manifest = json.loads((tmp_path / "new" / "folder" / "manifest.json").read_text("utf-8"))
    assert len(manifest) == len({row["code"] for row in manifest}) == 155
    assert {f"{row['card']}#{row['copy']}" for row in manifest} == set(CATALOG.of_sets(["base"]).code_of)
    assert {row["png"] for row in manifest} == {path.name for path in (tmp_path / "new" / "folder").glob("*.png")}
    altar = next(row for row in manifest if row["card"] == "bm.room.dark_altar" and row["copy"] == 2)
    code = CATALOG.code_of[CopyId("bm.room.dark_altar#2")]
    assert altar == {
        "code": code, "card": "bm.room.dark_altar", "copy": 2, "kind": "room", "name": "Dark Altar",
        "size_mm": 16.0, "quiet_modules": 2, "png": f"{code}.png",
    }  # fmt: skip


def test_the_sheet_holds_every_sticker_as_often_as_it_is_needed() -> None:
    places = placed_stickers(ALL)
    assert len(places) == 155 + 1 + 75 + 25 + 16
    corners = {(place.page, place.x_mm, place.y_mm) for place in places}
    assert len(corners) == len(places)
    for place in places:
        assert 0 < place.x_mm < 210 - place.sticker.size_mm
        assert 0 < place.y_mm < 297 - place.sticker.size_mm - LABEL_MM


def test_the_sheet_prints_in_true_size_with_names(tmp_path: Path) -> None:
    pdf = sheet_pdf(ALL, matrix, silent)
    pages = placed_stickers(ALL)[-1].page + 1
    assert pages > 1
    assert len(re.findall(rb"/Type /Page\b", pdf)) == pages
    assert re.search(rb"/PrintScaling\s*/None", pdf)
    drawn = texts_of(pdf)
    for sticker in ALL:
        assert f"{sticker.code})" in drawn
    assert "(Dark Altar)" in drawn
    assert f"(2/3  {CATALOG.code_of[CopyId('bm.room.dark_altar#2')]})" in drawn


def test_each_symbol_of_the_sheet_is_one_path_of_the_right_size() -> None:
    """Separate shapes leave hairlines between the modules when they are printed."""
    drawn = texts_of(sheet_pdf(BASE[:1], matrix, silent))
    (symbol,) = re.findall(r"q\n([\d.]+) 0 0 -[\d.]+ [\d.]+ [\d.]+ cm\nn (.*?)\sf\*?\nQ", drawn, re.DOTALL)
    assert float(symbol[0]) == pytest.approx(20 / 25 * 72 / 25.4, abs=1e-4)
    modules = np.zeros((21, 21), dtype=bool)
    for x, y, width, height in re.findall(r"(\d+) (\d+) (\d+) (\d+) re", symbol[1]):
        modules[int(y) : int(y) + int(height), int(x) : int(x) + int(width)] = True
    assert (modules == matrix(BASE[0].code)).all()


def test_the_same_stickers_give_the_same_sheet() -> None:
    assert sheet_pdf(BASE, matrix, silent) == sheet_pdf(BASE, matrix, silent)


def test_the_eye_knows_every_code() -> None:
    specs = sticker_specs(CATALOG, GAME)
    assert set(specs) == set(CATALOG.codes)
    hero = specs[CATALOG.code_of[CopyId("bm.hero.the_fool#1")]]
    assert (hero.role, hero.size_mm, hero.x_mm, hero.y_mm) == (Role.HERO, 16, 0, 28)
    boss = specs[CATALOG.code_of[CopyId("bm.boss.xyzax#1")]]
    assert (boss.role, boss.size_mm, boss.x_mm, boss.y_mm) == (Role.BOSS, 20, 5, -18)
    assert specs[CATALOG.code_of[CopyId("bm.back.epic#1")]].role is Role.BACK
    item = specs[CATALOG.code_of[CopyId("bm.item.extra_life#1")]]
    assert (item.role, item.size_mm, item.x_mm) == (Role.ITEM, 14, 22)
    miniboss = specs[CATALOG.code_of[CopyId("bm.miniboss.spike#1")]]
    assert (miniboss.role, miniboss.size_mm, miniboss.x_mm) == (Role.MINIBOSS, 14, 0)


def test_a_sticker_in_a_strip_keeps_its_distance_from_the_card_that_ends_there() -> None:
    """Rules 5.4, 5.5: the top strip shows about a quarter of the card"""
    for copy in ("bm.item.extra_life#1", "bm.miniboss.spike#1"):
        spec = sticker_specs(CATALOG, GAME)[CATALOG.code_of[CopyId(copy)]]
        assert spec.y_mm + spec.size_mm / 2 + 3 <= -88 / 2 + 20


def test_backs_are_printed_for_every_card_of_the_chosen_boxes() -> None:
    """Rules 5.7: rooms and minibosses come from one deck"""
    chosen = stickers_of(CATALOG, GAME, TEXTS, ("next_level", "rise_of_the_minibosses", "table"))
    prints = {sticker.card: sticker.prints for sticker in chosen if sticker.kind.endswith("_back")}
    assert prints == {"bm.back.room": 75 + 72 + 10, "bm.back.hero": 50, "bm.back.epic": 34}
    alone = {sticker.card: sticker.prints for sticker in stickers_of(CATALOG, GAME, TEXTS, ("table",))}
    assert alone == {
        "bm.mark.town": 1,
        "bm.back.room": 75,
        "bm.back.hero": 25,
        "bm.back.epic": 16,
    }


def test_every_set_can_be_chosen_and_the_help_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert GAME.set_ids == SETS
    assert len(stickers_of(CATALOG, GAME, TEXTS, SETS)) == 586
    with pytest.raises(SystemExit):
        main(["stickers", "--help"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in SETS)


def test_stickers_of_other_boxes_never_change() -> None:
    """Printed stickers are on real cards: if this fails, put the registry back as it was."""
    assert CATALOG.code_of[CopyId("bm.boss.doc_scarecrow#1")] == FIRST_OF_NEXT_LEVEL
    assert {copy: CATALOG.code_of[copy] for copy in ADDED} == ADDED
    lines = sorted(f"{copy}={code}" for copy, code in CATALOG.code_of.items() if copy not in ADDED)
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == REGISTRY_HASH


def test_the_owners_cards_have_stickers_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cards.toml").write_text('[text.de."bm.boss.xyzax"]\nname = "Xyzax der Erste"\n', encoding="utf-8")
    arguments = ["--sets", "base", "--png", str(tmp_path / "png"), "--lang", "de", "--data", str(tmp_path)]
    assert main(["stickers", *arguments]) == 0
    assert "Xyzax der Erste" in (tmp_path / "png" / "manifest.json").read_text("utf-8")
    (tmp_path / "cards.toml").write_text("[[card", encoding="utf-8")
    assert main(["stickers", *arguments]) == 1
    assert f"{tmp_path / 'cards.toml'}" in capsys.readouterr().err


def test_stickers_stay_inside_their_cards() -> None:
    for spec in sticker_specs(CATALOG, GAME).values():
        assert abs(spec.x_mm) + spec.size_mm / 2 <= 63 / 2
        assert abs(spec.y_mm) + spec.size_mm / 2 <= 88 / 2


def test_physical_cards_show_what_is_printed_on_them() -> None:
    things = physical_cards(CATALOG, GAME, TEXTS)
    assert len(things) == 586 - 4
    assert things[CopyId("bm.boss.banseer_bivan#1")].number == "?"
    assert things[CopyId("bm.item.oversized_sword#1")].symbols == ("fighter",)
    assert things[CopyId("bm.miniboss.spike#1")].back == CATALOG.code_of[CopyId("bm.back.room#1")]
    assert things[CopyId("bm.item.the_bomb#1")].back == CATALOG.code_of[CopyId("bm.back.item#1")]
    altar = things[CopyId("bm.room.dark_altar#1")]
    assert (altar.title, altar.number, altar.symbols, altar.role) == ("Dark Altar", "1", ("relic", "relic"), Role.ROOM)
    assert things[CopyId("bm.room.monsters_ballroom#1")].number == "*"
    assert things[CopyId("bm.boss.xyzax#1")].number == "750"
    fool = things[CopyId("bm.hero.the_fool#1")]
    assert (fool.number, fool.symbols) == ("2", ("fool",))
    assert things[CopyId("bm.mark.town#1")].role is Role.TOWN
    assert all(thing.role is not Role.BACK for thing in things.values())


def test_backs_tell_the_sort_of_card_and_no_more() -> None:
    """Rules 5.7"""
    things = physical_cards(CATALOG, GAME, TEXTS)
    code_of = CATALOG.code_of
    backs = {copy: thing.back for copy, thing in things.items()}
    assert backs[CopyId("bm.room.dark_altar#1")] == code_of[CopyId("bm.back.room#1")]
    assert backs[CopyId("bm.hero.the_fool#1")] == code_of[CopyId("bm.back.hero#1")]
    assert backs[CopyId("bm.hero.lord_van_ette#1")] == code_of[CopyId("bm.back.epic#1")]
    assert (
        backs[CopyId("bm.spell.freeze#1")] == backs[CopyId("bm.boss.xyzax#1")] == backs[CopyId("bm.mark.town#1")] == ""
    )
    assert {thing.back for thing in physical_cards(CATALOG, GAME, TEXTS, backs=False).values()} == {Code("")}


def test_the_command_writes_pictures_and_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    png, pdf = tmp_path / "png", tmp_path / "sheet.pdf"
    assert main(["stickers", "--sets", "base", "--png", str(png), "--pdf", str(pdf), "--lang", "de"]) == 0
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    assert printed.out.startswith("155 codes")
    assert "drawing page 1" in printed.err
    assert len(list(png.iterdir())) == 156
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "Höhle des Zombiedrachen" in (png / "manifest.json").read_text("utf-8")


def test_an_unknown_set_is_refused_with_the_known_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownSet, match="bass"):
        stickers_of(CATALOG, GAME, TEXTS, ("bass",))
    assert main(["stickers", "--sets", "base,bass", "--png", str(tmp_path / "png")]) == 2
    assert (
        "there is no set bass; known sets: base, next_level, crash_landing, tools_of_hero_kind"
        in capsys.readouterr().err
    )
    assert not (tmp_path / "png").exists()


@pytest.mark.parametrize("arguments", [[], ["--png", "x", "--sets", " , "]])
def test_the_command_wants_to_know_what_and_where(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stickers", *arguments]) == 2
    assert "lairkeeper stickers: " in capsys.readouterr().err


def test_nothing_is_written_when_one_place_is_closed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    png, pdf = tmp_path / "png" / "deep", tmp_path / "file" / "sheet.pdf"
    assert main(["stickers", "--png", str(png), "--pdf", str(pdf)]) == 1
    error = capsys.readouterr().err
    assert "nothing was written" in error
    assert "sheet.pdf" in error or "file" in error
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_in_the_place_of_the_sheet_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sheet.pdf").mkdir()
    assert main(["stickers", "--sets", "table", "--pdf", str(tmp_path / "sheet.pdf")]) == 1
    assert "folder of this name" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]
