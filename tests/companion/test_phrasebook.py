"""Every sentence exists in both languages, with the same slots, and none is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from cards_db.loader import load_texts
from companion.lines import Amount, line, part
from companion.phrasebook import LANGUAGES, Phrase, Phrasebook, PhraseError, Phrases, load_phrases
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, State
from engine.core.ids import CopyId, PlayerId

ROOT = Path(__file__).parents[2]
FOR_LATER_EYES = {"ask.Q-01", "ask.Q-06", "ask.Q-17", "ask.Q-18"}
"""Questions of rules 4.8 that the players may be asked; their words are ready."""
FOR_ANY_HOST = {"wait_for_table", "unknown_sticker", "todo_show_room"}
"""Notices that a host may give."""
FOR_LATER_ANSWERS = {"choice.continue", "choice.ignore"}


@pytest.fixture(scope="module", params=LANGUAGES)
def phrases(request: pytest.FixtureRequest) -> Phrases:
    return load_phrases(str(request.param))


def constants(*folders: str) -> set[str]:
    """Every string in the code, and the fixed beginnings of composed ones."""
    found: set[str] = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
    return found


def slots_of(phrase: Phrase) -> set[tuple[str, str]]:
    texts = [phrase.other, phrase.one or ""]
    return {(name, spec or "") for text in texts for _, name, spec, _ in Formatter().parse(text) if name}


def engine_reasons() -> Iterator[str]:
    """The reasons with which the engine refuses a command."""
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require":
                reason = node.args[1]
                if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
                    yield reason.value


def engine_calls(name: str) -> Iterator[str]:
    """The first argument of every call of this name in the engine and the companion."""
    for folder in ("engine", "companion"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
                if is_call and isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                    yield str(node.args[0].value)


def test_both_languages_have_the_same_phrases_with_the_same_slots() -> None:
    german, english = (load_phrases(language) for language in LANGUAGES)
    assert german.phrases.keys() == english.phrases.keys()
    assert german.nouns.keys() == english.nouns.keys()
    for key in german.phrases:
        assert slots_of(german.phrases[key]) == slots_of(english.phrases[key]), key


def test_no_phrase_is_left_over(phrases: Phrases) -> None:
    used = constants("companion", "engine")
    left_over = {
        key
        for key in phrases.phrases
        if key not in used and key.partition(".")[2] not in used and not key.startswith(("phase_", "rule."))
    }
    fallbacks = {"ask.other", "error.other"}
    assert left_over - fallbacks - FOR_LATER_EYES - FOR_ANY_HOST - FOR_LATER_ANSWERS == set()


def test_every_reason_of_the_engine_can_be_spoken(phrases: Phrases) -> None:
    missing = {reason for reason in engine_reasons() if f"error.{reason}" not in phrases.phrases}
    assert not missing


def test_everything_to_do_and_every_notice_has_a_phrase(phrases: Phrases) -> None:
    said = {*engine_calls("Todo"), *engine_calls("Notice")} - {"repeat"}
    assert said - phrases.phrases.keys() == set()


def test_every_question_of_the_engine_has_a_phrase(phrases: Phrases) -> None:
    asked = {*engine_calls("Ask"), *engine_calls("Question")}
    assert {f"ask.{ask}" for ask in asked} - phrases.phrases.keys() == set()


def test_every_rule_that_a_build_can_break_has_a_sentence(phrases: Phrases) -> None:
    sources = [ROOT / "engine" / "boss_monster" / name for name in ("building.py", "interpret.py", "reveal.py")]
    cited = {rule for path in sources for rule in re.findall(r'"(BM-BUILD-\d+)"', path.read_text(encoding="utf-8"))}
    cited -= {"BM-BUILD-15"}  # refuses the command itself
    assert {f"rule.{rule}" for rule in cited} - phrases.phrases.keys() == set()


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("de", 0, "keine Wunde"),
        ("de", 1, "1 Wunde"),
        ("de", 2, "2 Wunden"),
        ("en", 1, "1 wound"),
        ("en", 3, "3 wounds"),
    ],
)
def test_one_wound_is_not_called_wounds(language: str, count: int, said: str) -> None:
    book = Phrasebook(language, {})
    assert book.words(Amount("wound", count), "amount", None) == said


def test_one_hero_is_revealed_with_other_words_than_four() -> None:
    book = Phrasebook("de", {})
    assert book.text("round_began", round=2, heroes=1) == "Runde 2 beginnt. Deckt einen Helden auf."
    assert book.text("round_began", round=2, heroes=4) == "Runde 2 beginnt. Deckt 4 Helden auf."


def test_an_unknown_refusal_is_named() -> None:
    assert Phrasebook("en", {}).refusal("moon_is_full") == "That is not possible (moon_is_full)."


def test_an_unknown_rule_is_named() -> None:
    book = Phrasebook("de", {})
    assert book.say(line("answered", question=part("rule.BM-X-1", rule="BM-X-1"), answer=part("choice.yes"))) == (
        "Das widerspricht der Regel BM-X-1. Antwort: Ja."
    )


def test_answers_may_be_cards_or_players() -> None:
    state = State(Options(("Anna",)), players=(Player(PlayerId("p1"), "Anna", CopyId("bm.boss.xyzax#1")),))
    book = Phrasebook("en", load_texts("en"))
    assert book.choice("bm.room.dark_altar#2", state) == "Dark Altar"
    assert book.choice("p1", state) == "Anna"
    assert book.choice("yes", state) == "Yes"


def test_a_card_without_text_is_named_after_its_id() -> None:
    assert Phrasebook("en", {}).card(CopyId("bm.room.secret_hall#1")) == "Secret Hall"


def test_a_player_name_stays_as_typed() -> None:
    state = State(Options(("iX",)), players=(Player(PlayerId("p1"), "iX", CopyId("bm.boss.xyzax#1")),))
    assert Phrasebook("en", {}).text("build_turn", state, player=PlayerId("p1")) == "iX may build now."


def test_a_missing_phrase_or_slot_says_which(tmp_path: Path) -> None:
    book = Phrasebook("en", {})
    with pytest.raises(PhraseError, match="no phrase 'no_such_key'"):
        book.text("no_such_key")
    with pytest.raises(PhraseError, match="'reason' is not filled"):
        book.text("camera_lost")
    with pytest.raises(PhraseError, match="cannot be said as 'amount'"):
        book.text("hero_arrived", who="x", health=3)
    with pytest.raises(PhraseError, match="known: de, en"):
        load_phrases("tlh")


def test_a_broken_phrase_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "de.toml").write_text("[line\n", encoding="utf-8")
    with pytest.raises(PhraseError, match=r"de\.toml"):
        load_phrases("de", tmp_path)
    (tmp_path / "de.toml").write_text('[line]\nx = { by = "n", uno = "1" }\n', encoding="utf-8")
    with pytest.raises(PhraseError, match=r"line\.x"):
        load_phrases("de", tmp_path)
    (tmp_path / "de.toml").write_text('[line]\nx = "1"\n[label]\nx = "2"\n', encoding="utf-8")
    with pytest.raises(PhraseError, match="twice"):
        load_phrases("de", tmp_path)
