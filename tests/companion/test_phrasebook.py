"""Every sentence exists in both languages, with the same slots, and none is left over."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from cards_db.loader import load_texts
from companion.lines import Amount, line, part
from companion.phrasebook import LANGUAGES, Phrase, Phrasebook, PhraseError, Phrases, load_phrases
from companion.prompts import WORDED_BY_RULE, question_part
from companion.verdict_lines import WON_BY
from engine.boss_monster.answers import BY_HAND
from engine.boss_monster.bait import UNKNOWN_LURE
from engine.boss_monster.cards import Lure, Treasure
from engine.boss_monster.effects.agenda import NONE
from engine.boss_monster.effects.choices import CHOICES
from engine.boss_monster.effects.on_rooms import DONE
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.words.choosing import Either, May
from engine.boss_monster.words.meanings import Asked
from engine.core.ids import CopyId, PlayerId

ROOT = Path(__file__).parents[2]
FOR_LATER_EYES = {"ask.Q-01", "ask.Q-17", "ask.Q-18"}
"""Questions of rules 4.8 that the players may be asked; their words are ready."""
FOR_ANY_HOST = {"wait_for_table", "unknown_sticker", "todo_show_room"}
"""Notices that a host may give."""
FOR_LATER_ANSWERS = {"choice.ignore"}
PUT_TOGETHER = {"remind.reshuffle_spells"}
"""Keys that no line of code names as a whole."""


@pytest.fixture(scope="module", params=LANGUAGES)
def phrases(request: pytest.FixtureRequest) -> Phrases:
    return load_phrases(str(request.param))


def constants(*folders: str) -> set[str]:
    """Every string in the code, and the fixed beginnings of composed ones."""
    return {word for module in sources(*folders) for word in words_in_literals(module)}


def composed(*folders: str) -> list[re.Pattern[str]]:
    """Keys that the code puts together, such as f"help.{name}_text", as patterns."""
    found = []
    for module in sources(*folders):
        for node in ast.walk(module):
            if isinstance(node, ast.JoinedStr):
                parts = [str(part_.value) if isinstance(part_, ast.Constant) else None for part_ in node.values]
                if sum(len(part_) for part_ in parts if part_) >= 4 and all(
                    part_ is None or re.fullmatch(r"[a-z0-9_.]+", part_) for part_ in parts
                ):
                    found.append(re.compile("".join(r"[a-z0-9_.]+" if p is None else re.escape(p) for p in parts)))
    return found


def slots_of(phrase: Phrase) -> set[tuple[str, str]]:
    texts = [phrase.other, phrase.one or ""]
    return {(name, spec or "") for text in texts for _, name, spec, _ in Formatter().parse(text) if name}


@cache
def sources(*folders: str) -> tuple[ast.Module, ...]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def calls(name: str, *folders: str) -> Iterator[tuple[ast.Call, ast.Module]]:
    """Every call of this name, with the module in which it stands."""
    for module in sources(*folders):
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node, module


def words_in(node: ast.AST, module: ast.Module) -> Iterator[str]:
    """The strings that an expression may stand for: its literals, and those of the names in it."""
    for part_ in ast.walk(node):
        if isinstance(part_, ast.Constant) and isinstance(part_.value, str):
            yield part_.value
        elif isinstance(part_, ast.Name):
            yield from named_words(part_.id, module)


def named_words(name: str, module: ast.Module) -> Iterator[str]:
    """The strings that are given to a name, in this module or as a constant of another one."""
    given = [*ast.walk(module), *(constants_named(name) if name.isupper() else ())]
    for node in given:
        if isinstance(node, ast.Assign) and name in names_in(node):
            yield from words_in_literals(node.value)


@cache
def constants_named(name: str) -> tuple[ast.Assign, ...]:
    given = [node for module in sources("engine") for node in module.body if isinstance(node, ast.Assign)]
    return tuple(node for node in given if name in names_in(node))


def names_in(given: ast.Assign) -> set[str]:
    return {node.id for target in given.targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def words_in_literals(node: ast.AST) -> Iterator[str]:
    for part_ in ast.walk(node):
        if isinstance(part_, ast.Constant) and isinstance(part_.value, str):
            yield part_.value


def engine_reasons() -> set[str]:
    """The reasons with which the engine refuses a command or a set-up."""
    refused = [(call.args[1], module) for call, module in calls("require", "engine")]
    refused += [(call.args[0], module) for call, module in calls("IllegalCommand", "engine") if call.args]
    refused += [(call.args[0], module) for call, module in calls("Refused", "engine") if call.args]
    refused += [(call.args[0], module) for call, module in calls("Problem", "engine") if not is_mere_advice(call)]
    return {word for node, _ in refused for word in words_in_literals(node) if re.fullmatch(r"[a-z_0-9]+", word)}


def is_mere_advice(problem: ast.Call) -> bool:
    return any(keyword.arg == "is_error" for keyword in problem.keywords)


def engine_calls(name: str) -> Iterator[str]:
    """The first argument of every call of this name in the engine and the companion."""
    for call, _ in calls(name, "engine", "companion"):
        if call.args and isinstance(call.args[0], ast.Constant):
            yield str(call.args[0].value)


def engine_questions() -> Iterator[tuple[str, str, set[str]]]:
    """Number, rule and literal answers of every question that the engine asks."""
    for kind in ("Ask", "Question"):
        for call, module in calls(kind, "engine"):
            if any(keyword.arg == "key" for keyword in call.keywords):  # what a card wants to know
                continue
            numbers = {word for word in words_in(call.args[0], module) if re.fullmatch(r"Q-\d\d", word)}
            rules = {
                word for keyword in call.keywords if keyword.arg == "rule" for word in words_in(keyword.value, module)
            }
            answers = {word for word in words_in(call.args[1], module) if re.fullmatch(r"[a-z_]+|\d", word)}
            for number in numbers:
                yield number, next(iter(rules), ""), answers


def card_questions() -> set[str]:
    """The keys of everything that cards may ask: named in the engine, or the choosing word itself."""
    asked = {word for call, module in asking_calls() for word in words_in(call.args[3], module)}
    hidden = {f"holds_none_{word}" for word in hidden_sorts()}
    words = {step.word for step in CHOICES} | {Either.word, May.word} | {what.value for what in Asked}
    return {key for key in asked if re.fullmatch(r"[a-z_]+", key)} | words | hidden


def asking_calls() -> Iterator[tuple[ast.Call, ast.Module]]:
    for module in sources("engine/boss_monster/effects"):
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "agenda.ask" and len(node.args) > 3:
                yield node, module


def hidden_sorts() -> set[str]:
    """The sorts of cards about which hands are asked."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "cards_db").rglob("*.toml")]
    return {sort for text in texts for sort in re.findall(r'is = "holds_none", sort = "([a-z_]+)"', text)}


def card_options() -> set[str]:
    """The names of the ways that cards offer."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "cards_db").rglob("*.toml")]
    return {say for text in texts for say in re.findall(r'say = "([a-z_]+)"', text)}


def test_everything_that_cards_ask_has_a_phrase(phrases: Phrases) -> None:
    keys = card_questions()
    assert {"build_now", "which_hero", "heal_wound", "choose_room", "may", "die", "whose_spell"} <= keys
    assert "holds_none_spell" in keys
    asked = {question_part(Question("Q-15", ("yes",), key=key)).key for key in keys}
    assert asked - phrases.phrases.keys() == set()


def test_every_way_that_a_card_offers_has_a_name(phrases: Phrases) -> None:
    options = card_options() | {NONE, DONE, BY_HAND} | {treasure.value for treasure in Treasure}
    assert "hero_from_town" in options
    assert {f"choice.{option}" for option in options} - phrases.phrases.keys() == set()


def test_a_number_that_a_card_asks_for_is_no_level() -> None:
    question = Question("Q-15", ("0", "2"), key="spells_in_hand", cards=(CopyId("bm.room.den#1"),))
    words, answers = Phrasebook("de", {}).question(question_part(question), question, State(Options(("Anna",))))
    assert answers == ("0", "2")
    assert words == "jemand, wie viele Zauber hast du auf der Hand? (Den will es wissen.)"
    none = Question("Q-15", ("yes", "no"), PlayerId("p1"), key="holds_none_spell")
    state = State(Options(("Anna",)), players=(Player(PlayerId("p1"), "Anna", CopyId("bm.boss.xyzax#1")),))
    words, _ = Phrasebook("de", {}).question(question_part(none), none, state)
    assert words.endswith("Stimmt es, dass Anna keine Zauber auf der Hand hat?")


def test_both_languages_have_the_same_phrases_with_the_same_slots() -> None:
    german, english = (load_phrases(language) for language in LANGUAGES)
    assert german.phrases.keys() == english.phrases.keys()
    assert german.nouns.keys() == english.nouns.keys()
    for key in german.phrases:
        assert slots_of(german.phrases[key]) == slots_of(english.phrases[key]), key


def test_no_phrase_is_left_over(phrases: Phrases) -> None:
    used, patterns = constants("companion", "engine"), composed("companion")
    left_over = {
        key
        for key in phrases.phrases
        if key not in used
        and key.partition(".")[2] not in used | card_options()
        and not key.startswith(("phase_", "rule."))
        and not any(pattern.fullmatch(key) for pattern in patterns)
    }
    fallbacks = {"ask.other", "error.other", "won.other", "deck.other"}
    assert left_over - fallbacks - FOR_LATER_EYES - FOR_ANY_HOST - FOR_LATER_ANSWERS - PUT_TOGETHER == set()


def test_every_reason_of_the_engine_can_be_spoken(phrases: Phrases) -> None:
    reasons = engine_reasons()
    assert {"not_now", "no_coins", "crash_landing_needed", "nothing_to_undo"} <= reasons
    assert {reason for reason in reasons if f"error.{reason}" not in phrases.phrases} == set()


def test_everything_to_do_and_every_notice_has_a_phrase(phrases: Phrases) -> None:
    said = {*engine_calls("Todo"), *engine_calls("Notice")} - {"repeat"}
    assert said - phrases.phrases.keys() == set()


def test_every_question_of_the_engine_has_a_phrase(phrases: Phrases) -> None:
    asked = {number for number, _, _ in engine_questions()}
    assert {"Q-02", "Q-11", "Q-12", "Q-13", "Q-15", "Q-16", "Q-19", "Q-20"} <= asked
    assert {f"ask.{ask}" for ask in asked} - phrases.phrases.keys() == set()


def test_a_question_that_is_asked_for_different_reasons_names_each(phrases: Phrases) -> None:
    reasons = {(number, rule) for number, rule, _ in engine_questions() if number in ("Q-15", "Q-20")}
    assert reasons | {("Q-11", UNKNOWN_LURE)} == WORDED_BY_RULE.keys()
    assert {f"ask.{key}" for key in WORDED_BY_RULE.values()} - phrases.phrases.keys() == set()


def test_every_answer_of_the_engine_has_a_phrase(phrases: Phrases) -> None:
    answers = {answer for _, _, some in engine_questions() for answer in some}
    assert {"yes", "pay", "gone", "1", "tie", "levelup", "reshuffle", "allow", "destroyed"} <= answers
    assert {f"choice.{answer}" for answer in answers} - phrases.phrases.keys() == set()


def test_everything_that_players_do_on_trust_has_a_phrase(phrases: Phrases) -> None:
    reminders = {word for call, module in calls("Reminder", "engine") for word in words_in(call.args[0], module)}
    assert {"draw_room", "redraw_once", "seeded_pile", "intrigue", "reshuffle_rooms", "reshuffle_"} <= reminders
    keys = {f"remind.{key}" for key in reminders - {"reshuffle_"}} | {"remind.reshuffle_spells"}
    assert {key for key in phrases.phrases if key.startswith("remind.")} == keys


def test_every_rule_that_a_build_can_break_has_a_sentence(phrases: Phrases) -> None:
    texts = [(ROOT / "engine/boss_monster" / name).read_text() for name in ("building.py", "interpret.py", "reveal.py")]
    cited = {rule for text in texts for rule in re.findall(r'"(BM-(?:BUILD|MINI)-\d+)"', text)}
    cited -= {"BM-BUILD-15"}  # refuses the command itself
    assert {"BM-BUILD-7", "BM-BUILD-11", "BM-MINI-2", "BM-MINI-4", "BM-MINI-5"} <= cited
    assert {f"rule.{rule}" for rule in cited} - phrases.phrases.keys() == set()


def test_every_rule_that_can_decide_a_game_has_a_sentence_and_a_reason(phrases: Phrases) -> None:
    judging = (ROOT / "engine/boss_monster/judging.py").read_text(encoding="utf-8")
    deciding = set(re.findall(r'"(BM-(?:END|CL|START)-\d+|playsheet-\w+)"', judging)) - {"BM-END-10"}  # goes on
    assert deciding == WON_BY.keys()
    assert {f"won.{rule}" for rule in deciding} - phrases.phrases.keys() == set()
    assert set(WON_BY.values()) - phrases.phrases.keys() == set()


def test_every_fact_that_can_be_corrected_has_a_word(phrases: Phrases) -> None:
    module = ast.parse((ROOT / "engine/boss_monster/corrections.py").read_text(encoding="utf-8"))
    added = [node for node in ast.walk(module) if isinstance(node, ast.List)]
    facts = {word for node in added for word in words_in_literals(node)}
    assert {"souls", "coins", "damage", "town"} <= facts
    assert {f"word.{fact}" for fact in facts} - phrases.phrases.keys() == set()


def test_every_way_to_choose_a_dungeon_has_words(phrases: Phrases) -> None:
    compared = {lure for lure in Lure if lure not in (Lure.TREASURE, Lure.MOST_CARDS, Lure.UNKNOWN)}
    assert {f"lure.{lure.value}" for lure in compared} == {key for key in phrases.phrases if key.startswith("lure.")}


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
