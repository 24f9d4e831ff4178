"""Clarifications: all of them there, each about cards that exist, and in both languages."""

from collections import Counter
from pathlib import Path

import pytest

from cards_db.loader import load_catalog
from cards_db.rulings import load_rulings, rulings_about
from cards_db.schema import RulingSource
from engine.core.errors import CardDataError
from engine.core.ids import CardId
from tests.cards_db.folders import write_game

RULINGS = load_rulings()
RULING = """
[[ruling]]
id = "R-001"
topic = "card"
cards = ["bm.room.hall"]
source = "fan"
en = "Only upwards."
de = "Nur aufwärts."
"""


def test_all_rulings_are_there() -> None:
    assert [ruling.id for ruling in RULINGS] == [f"R-{number:03}" for number in range(1, 125)]
    assert Counter(ruling.source for ruling in RULINGS) == {RulingSource.OFFICIAL: 114, RulingSource.FAN: 10}


def test_each_ruling_is_one_short_line_in_both_languages() -> None:
    for ruling in RULINGS:
        assert set(ruling.text) == {"en", "de"}
        assert all(text.endswith(".") and "\n" not in text and len(text) <= 220 for text in ruling.text.values())


def test_a_ruling_about_cards_belongs_to_their_set() -> None:
    cards = load_catalog().cards
    for ruling in RULINGS:
        assert bool(ruling.cards) == (ruling.topic == "card")
        assert all(cards[card].set == ruling.set for card in ruling.cards)


def test_rulings_are_found_by_card() -> None:
    assert [ruling.id for ruling in rulings_about(CardId("bm.hero.witch"), RULINGS)] == ["R-089"]
    assert [ruling.id for ruling in rulings_about(CardId("bm.boss.kazanna_rm"), RULINGS)] == []


def test_where_editions_contradict_each_other_it_is_said() -> None:
    """D-15, D-01, and what becomes of a miniboss"""
    assert [ruling.id for ruling in RULINGS if ruling.disputed] == ["R-024", "R-025", "R-036", "R-037"]


BAD = [
    (RULING.replace("bm.room.hall", "bm.room.cellar"), "cards", "there is no card bm.room.cellar"),
    (RULING + RULING, "id", "twice"),
    (RULING.replace("R-001", "1"), "id", "regex"),
    (RULING.replace("fan", "rumour"), "source", "known: official, fan"),
    (RULING.replace("de =", "fr ="), "fr", "unknown key"),
    (RULING + 'set = "bass"\n', "set", "no set 'bass'"),
    ("x = 1\n", "x", "only"),
]


@pytest.mark.parametrize(("text", "key", "message"), BAD)
def test_a_bad_ruling_is_named(tmp_path: Path, text: str, key: str, message: str) -> None:
    (write_game(tmp_path) / "rulings.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CardDataError, match=message) as caught:
        load_rulings("test", tmp_path)
    assert (caught.value.file, caught.value.key) == ("test/rulings.toml", key)


def test_a_game_may_have_no_rulings(tmp_path: Path) -> None:
    write_game(tmp_path)
    assert load_rulings("test", tmp_path) == ()
