"""`lairkeeper adjudicate`: cases in, one line of JSON each; anything wrong is named with its place."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.adjudicate import adjudicate

BAIT = """\
kind: bait
given:
  players:
    P1: {xp: 800, treasure: {relic: 1}}
    P2: {xp: 500, boss: [relic], dungeon: [{t: [relic]}]}
  town: ["C1:cleric", "T1:thief"]
"""
ANSWER = {
    "counts": {"P1": {"relic": 1, "gold": 0}, "P2": {"relic": 2, "gold": 0}},
    "queues": {"P1": [], "P2": ["C1"]},
    "town": ["T1"],
}
JSON_LINE = json.dumps({"kind": "end", "given": {"players": {"A": {"xp": 2, "souls": 10, "wounds": 0},
                                                             "B": {"xp": 1, "souls": 0, "wounds": 0}}}})  # fmt: skip


def ask(tmp_path: Path, text: str, *options: str) -> int:
    """Call the command with a file."""
    file = tmp_path / "cases"
    file.write_text(text, encoding="utf-8")
    return main(["adjudicate", str(file), *options])


def printed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The printed lines."""
    out = capsys.readouterr()
    assert out.err == ""
    return [json.loads(line) for line in out.out.splitlines()]


# -- what goes in ------------------------------------------------------------------------------------------------------


def test_a_case_is_answered_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(tmp_path, BAIT) == 0
    assert printed(capsys) == [ANSWER]


def test_yaml_documents_are_answered_in_their_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = BAIT.replace("C1:cleric", "C9:cleric")
    assert ask(tmp_path, f"---\n{BAIT}---\n{other}---\n{BAIT}...\n") == 0
    assert [line["queues"]["P2"] for line in printed(capsys)] == [["C1"], ["C9"], ["C1"]]


def test_a_list_of_cases_and_json_lines_are_understood_too() -> None:
    listed = "- " + BAIT.replace("\n", "\n  ")
    assert adjudicate(listed) == [ANSWER]
    lines = adjudicate(f"{JSON_LINE}\n\n{JSON_LINE}\n")
    assert [line["winner"] for line in lines] == ["A", "A"]
    assert adjudicate(f"[{JSON_LINE},\n {JSON_LINE}]") == lines


def test_what_is_expected_is_never_looked_at() -> None:
    assert adjudicate(BAIT + "expect: {queues: {P1: [C1]}, nonsense: 3}\n") == [ANSWER]


def test_cases_come_from_standard_input_without_a_file() -> None:
    command = [sys.executable, "-m", "companion", "adjudicate"]
    done = subprocess.run(command, input=BAIT, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [ANSWER]


def test_many_cases_are_answered_in_one_call() -> None:
    lines = [JSON_LINE.replace('"xp": 2', f'"xp": {xp}') for xp in range(2, 402)]
    assert [line["winner"] for line in adjudicate("\n".join(lines))] == ["A"] * 400


# -- what comes out ----------------------------------------------------------------------------------------------------


def test_the_reasons_hold_counts_rule_and_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(tmp_path, BAIT, "--why") == 0
    why = printed(capsys)[0]["why"]
    cleric = next(reason for reason in why["reasons"] if reason["hero"] == "C1")
    assert (cleric["what"], cleric["player"], cleric["rule"]) == ("hero_baited", "P2", "BM-BAIT-5")
    assert cleric["counts"] == {"P1": 1, "P2": 2}
    assert "P2" in cleric["says"] and "C1" in cleric["says"]
    assert {"BM-BAIT-5", "BM-BAIT-7"} <= set(why["rules"])


def test_the_reasons_of_a_damage_name_the_cards_that_changed_it() -> None:
    case = """
kind: adventure
given:
  dungeon: [{id: X, dmg: 2, type: monster}, {id: G, dmg: 1, type: monster, adj_monster_plus: 1}]
  before: [{do: room_damage, room: X, amount: 2}]
  queue: [{id: H1, hp: 9}]
"""
    reasons = adjudicate(case, reasons=True)[0]["why"]["reasons"]  # type: ignore[index]
    entered = [reason for reason in reasons if reason["what"] == "room_entered"]
    assert [(reason["room"], reason["printed"], reason["damage"]) for reason in entered] == [("X", 2, 5), ("G", 1, 1)]
    assert entered[0]["modifiers"] == {"G": 1, "round": 2}


def test_what_the_rules_forbid_is_named_in_the_reasons() -> None:
    case = """
kind: adventure
given: {dungeon: [{id: A, dmg: 1, deact: true}], before: [{do: destroy, room: A}], queue: []}
"""
    result = adjudicate(case, reasons=True)[0]
    assert result["slots"] == {"s1": "A"}
    assert [refused["rule"] for refused in result["why"]["refused"]] == ["BM-GLOSS-15"]  # type: ignore[index]


def test_a_question_that_the_case_leaves_open_is_named() -> None:
    tied = BAIT.replace("xp: 500", "xp: 800")
    assert adjudicate(tied)[0]["question"] == [{"ask": "Q-19", "about": [], "choices": ["P1", "P2"]}]
    hands = BAIT.replace("T1:thief", "T1:most_cards")
    asked = adjudicate(hands)[0]
    assert asked["town"] == ["T1"]
    assert asked["question"] == [{"ask": "Q-11", "about": ["T1"], "choices": ["P1", "P2", "tie"]}]


def test_an_open_choice_between_items_goes_to_the_one_revealed_first_and_is_named() -> None:
    case = """
kind: items
switches: {item_pick_order: ask}
given: {town: [], waiting_items: ["I1:thief"], reveal_items: ["I2:universal"], reveal_heroes: ["T1:thief"]}
"""
    result = adjudicate(case)[0]
    assert result["attached"] == {"T1": "I1"}
    assert result["question"] == [{"ask": "Q-15", "about": ["T1", "I1", "I2"], "choices": ["I1", "I2"]}]


# -- what is wrong -----------------------------------------------------------------------------------------------------

TWO = "players: {P1: {xp: 1}, P2: {xp: 2}}"
WALK = "dungeon: [{id: A, dmg: 1}], queue: [{id: H, hp: 2}]"
WRONG = {
    "no input": ("", "no case"),
    "only comments": ("# nothing\n", "no case"),
    "no mapping": ("hello", "case 1, line 1"),
    "no kind": ("given: {}", "kind: this field is missing"),
    "unknown kind": ("kind: bate\ngiven: {}", "known: bait"),
    "unknown field outside": (f"{BAIT}givn: 1\n", "givn: there is no such field"),
    "no facts": ("kind: bait", "given: this field is missing"),
    "unknown field in the facts": (BAIT + "  colour: red\n", "line 7: given.colour"),
    "unknown field of a player": (BAIT.replace("xp: 800", "xp: 800, exp: 1"), "line 4: given.players.P1.exp"),
    "no XP": (BAIT.replace("xp: 800, ", ""), "given.players.P1.xp: this field is missing"),
    "a negative number": (BAIT.replace("relic: 1}", "relic: -1}"), "line 4: given.players.P1.treasure.relic"),
    "a word for a number": (BAIT.replace("xp: 800", "xp: many"), "given.players.P1.xp: must be a whole number"),
    "a truth for a number": (BAIT.replace("xp: 800", "xp: yes"), "given.players.P1.xp: must be a whole number"),
    "a broken number": (BAIT.replace("xp: 800", "xp: 8.5"), "given.players.P1.xp: must be a whole number"),
    "unknown treasure": (BAIT.replace("{relic: 1}", "{relik: 1}"), "given.players.P1.treasure.relik"),
    "unknown symbol": (BAIT.replace("boss: [relic]", "boss: [jewel]"), "given.players.P2.boss[0]"),
    "treasure and dungeon": (BAIT.replace("boss: [relic]", "treasure: {}"), "give either"),
    "unknown class": (BAIT.replace("T1:thief", "T1:ninja"), "given.town[1]: 'ninja' is no class"),
    "a hero without a class": (BAIT.replace("T1:thief", "T1"), "given.town[1]: write it like T1:thief"),
    "a hero twice": (BAIT.replace("T1:thief", "C1:thief"), "given.town[1]: the hero 'C1' is there twice"),
    "one player": ("kind: bait\ngiven: {players: {P1: {xp: 1}}, town: []}", "2 to 6 players"),
    "five players without Crash Landing": (
        "kind: end\ngiven: {crash_landing: false, players: {"
        + ", ".join(f"P{n}: {{xp: {n}, souls: 0, wounds: 0}}" for n in range(5))
        + "}}",
        "BM-COMB-4",
    ),
    "unknown switch": (f"switches: {{bait_ordr: x}}\n{BAIT}", "line 1: switches.bait_ordr"),
    "unknown value of a switch": (f"switches: {{bait_order: random}}\n{BAIT}", "allowed: newest_first, oldest_first"),
    "a number for a truth": (f"switches: {{miniboss_on_deactivated: 1}}\n{BAIT}", "switches.miniboss_on_deactivated"),
    "an unknown hero": (BAIT + "  not_lurable: [X]\n", "given.not_lurable[0]: no hero 'X'"),
    "a player twice": (BAIT.replace("P2:", "P1:"), "line 5, column 5"),
    "broken YAML": ("kind: bait\ngiven: {players: [\n", "line 3"),
    "broken JSON": (f'{JSON_LINE}\n{{"kind": "end",\n', "case 2, line 2"),
    "a key twice in JSON": (
        f'{JSON_LINE}\n{{"kind": "end", "kind": "end"}}\n',
        "case 2, line 2: 'kind' is there twice",
    ),
    "six rooms": ("kind: adventure\ngiven: {dungeon: [{}, {}, {}, {}, {}, {}], queue: []}", "BM-BUILD-4"),
    "a room twice": ("kind: adventure\ngiven: {dungeon: [{id: A}, {id: A}], queue: []}", "given.dungeon[1]"),
    "a hero without health": ("kind: adventure\ngiven: {dungeon: [], queue: [{id: H}]}", "given.queue[0].hp"),
    "an unknown room in an event": (
        f"kind: adventure\ngiven: {{{WALK}, events: [{{hero: H, in_room: A, do: destroy, room: Z}}]}}",
        "given.events[0].room: there is no 'Z'; known: A",
    ),
    "an unknown effect": (
        f"kind: adventure\ngiven: {{{WALK}, events: [{{hero: H, in_room: A, do: explode}}]}}",
        "given.events[0].do: cannot be 'explode'",
    ),
    "an effect without a hero": (f"kind: adventure\ngiven: {{{WALK}, events: [{{do: destroy, room: A}}]}}", "hero"),
    "an unknown set": ("kind: coin_rule\ngiven: {sets: [XXL], coins: 0, steps: []}", "given.sets[0]"),
    "only an expansion": ("kind: coin_rule\ngiven: {sets: [VOV], coins: 0, steps: []}", "BM-COMB-3"),
    "an unknown step": ("kind: coin_rule\ngiven: {coins: 0, steps: [steal]}", "given.steps[0]"),
    "an unknown player": ("kind: priority\ngiven: {xp: {A: 1, B: 2}, active: C, announced: []}", "given.active"),
    "rounds that go back": (
        "kind: miniboss_life\ngiven: {coins: 1, steps: [{round: 2, do: promote}, {round: 1, do: promote}]}",
        "given.steps[1].round",
    ),
    "a slot without a room": ("kind: miniboss_place\ngiven: {rooms: 2, minibosses: [3]}", "no room in slot 3"),
    "too many players": ("kind: hero_counts\ngiven: {cases: [{players: 7, set: BASE}]}", "given.cases[0].players"),
    "heroes of an expansion": ("kind: hero_counts\ngiven: {cases: [{players: 2, set: THK}]}", "given.cases[0].set"),
    "an item twice": ('kind: items\ngiven: {reveal_items: ["I1:mage", "I1:mage"]}', "given.reveal_items[1]"),
    "an empty step": ("kind: score_trace\ngiven: {souls: 0, wounds: 0, steps: [{}]}", "given.steps[0]"),
    "a card without a place": (
        "kind: geometry\ngiven: {boss: {x: 0, y: 0, angle: 0}, cards: {a: {x: 1}}}",
        "cards.a.y",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_something_wrong_is_named_with_its_place(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, place = WRONG[what]
    assert ask(tmp_path, text) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert place in out.err
    assert out.err.count("\n") == 1 and out.err.startswith("lairkeeper adjudicate: ")


def test_nothing_is_printed_when_a_later_case_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(tmp_path, f"ex: EX-1\n{BAIT}---\nex: EX-2\n{BAIT.replace('xp: 800', 'xp: -1')}") == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert "case 2 (EX-2), line 13: given.players.P1.xp: must be at least 0, not -1" in out.err


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjudicate", str(tmp_path / "nowhere.yaml")]) == 2
    assert "nowhere.yaml" in capsys.readouterr().err


def test_a_file_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"kind: \xff\xfe")
    assert main(["adjudicate", str(file)]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_the_help_shows_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["adjudicate", "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert "kind: bait" in text and "score_trace" in text
