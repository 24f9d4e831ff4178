"""The worked examples of the rules, and more of our own, played through the engine the way `adjudicate` does."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.adjudicate import answer
from companion.cases.kinds import KINDS
from companion.cases.reading import Raw, read_cases
from engine.boss_monster.options import SWITCH

HERE = Path(__file__).parent
WORKED = (HERE / "examples.yaml").read_text(encoding="utf-8")
OUR_OWN = (HERE / "more_examples.yaml").read_text(encoding="utf-8")


def cases(source: str) -> list[Any]:
    """Every case of a file as a parameter named after it."""
    return [pytest.param(raw, source, id=data(raw)["ex"]) for raw in read_cases(source)]


def data(raw: Raw) -> dict[str, Any]:
    """A case as it is written."""
    assert isinstance(raw.data, dict)
    return raw.data


def asked(result: dict[str, object], expected: dict[str, object]) -> dict[str, object]:
    """The facts that a case asks about, as they are printed."""
    printed = json.loads(json.dumps(result))
    return {key: printed.get(key, "nothing is said about this") for key in expected}


@pytest.mark.parametrize(("raw", "source"), cases(WORKED))
def test_a_worked_example_of_the_rules_comes_out_as_written(raw: Raw, source: str) -> None:
    expected = data(raw)["expect"]
    assert asked(answer(raw, source), expected) == expected


@pytest.mark.parametrize(("raw", "source"), cases(OUR_OWN))
def test_an_example_of_our_own_comes_out_as_worked_out(raw: Raw, source: str) -> None:
    expected = data(raw)["expect"]
    assert asked(answer(raw, source), expected) == expected


@pytest.mark.parametrize(("raw", "source"), [*cases(WORKED), *cases(OUR_OWN)])
def test_every_answer_has_its_reasons(raw: Raw, source: str) -> None:
    result = answer(raw, source, reasons=True)
    reasons = json.loads(json.dumps(result))["why"]
    assert reasons["rules"]
    assert {key: result[key] for key in result if key != "why"} == answer(raw, source)


def test_all_98_worked_examples_are_there_with_every_kind() -> None:
    found = [data(raw) for raw in read_cases(WORKED)]
    assert [case["ex"] for case in found] == [f"EX-{number:02}" for number in range(1, 99)]
    assert {case["kind"] for case in found} == set(KINDS)


def test_our_own_examples_cite_rules_and_show_every_kind_and_many_house_rules() -> None:
    found = [data(raw) for raw in read_cases(OUR_OWN)]
    assert all(case["rules"] for case in found)
    assert {case["kind"] for case in found} == set(KINDS)
    other = {
        name
        for case in found
        for name, value in case.get("switches", {}).items()
        if SWITCH[name].parsed(value) != SWITCH[name].parsed(SWITCH[name].default)
    }
    assert len(other) >= 25, sorted(other)
