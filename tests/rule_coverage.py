"""Which test proves which rule: collected from the tests, shown in docs/rules.md.

    python -m tests.rule_coverage --write docs/rules.md

A test names its rules in its docstring ("BM-BUILD-6, -7" and "BM-ADV-3 to -10" are understood), a worked example in
its list of rules.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
GAME = TESTS / "engine" / "boss_monster"
RULES = GAME / "rules.toml"
PAGE = ROOT / "docs" / "rules.md"
_CITED = re.compile(r"BM-([A-Z]+)-(\d+)((?:(?:, | and | to )-\d+)*)")
_MORE = re.compile(r"(, | and | to )-(\d+)")

Proofs = dict[str, set[str]]
"""Rule -> the tests that name it."""


@cache
def statements() -> dict[str, str]:
    """Every rule with its one line, in the order of the rules."""
    return {f"{family}-{number}": line for family, rules in _families().items() for number, line in rules.items()}


def titles() -> dict[str, str]:
    """The families of rules with their headings."""
    return {family: table["title"] for family, table in _tables().items()}


def on_trust() -> set[str]:
    """Rules about hidden cards."""
    return set(tomllib.loads(RULES.read_text(encoding="utf-8"))["on_trust"])


def _tables() -> dict[str, dict[str, str]]:
    data = tomllib.loads(RULES.read_text(encoding="utf-8"))
    return {family: table for family, table in data.items() if isinstance(table, dict)}


def _families() -> dict[str, dict[str, str]]:
    return {
        family: {number: line for number, line in table.items() if number != "title"}
        for family, table in _tables().items()
    }


def rules_in(text: str) -> Iterator[str]:
    """The rules that a text cites."""
    for family, first, more in _CITED.findall(text):
        last = int(first)
        yield f"BM-{family}-{last}"
        for how, number in _MORE.findall(more):
            following = range(last + 1, int(number) + 1) if how == " to " else [int(number)]
            yield from (f"BM-{family}-{each}" for each in following)
            last = int(number)


@cache
def proofs() -> Proofs:
    """Every rule that is cited, with the tests and examples that cite it."""
    found: Proofs = {}
    for name, rule in (*_from_docstrings(), *_from_examples()):
        found.setdefault(rule, set()).add(name)
    return found


def _from_docstrings() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in rules_in(ast.get_docstring(node) or ""):
                    yield f"{path.stem.removeprefix('test_')}: {_sentence(node.name)}", rule


def _sentence(name: str) -> str:
    return name.removeprefix("test_").replace("_", " ")


def _from_examples() -> Iterator[tuple[str, str]]:
    for path in sorted(GAME.glob("*examples.yaml")):
        for example in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            if isinstance(example, dict):
                for rule in example.get("rules", ()):
                    yield str(example.get("ex", path.stem)), str(rule)


def page() -> str:
    """docs/rules.md as it should be."""
    known, found, trust = statements(), proofs(), on_trust()
    lines = [
        "# Rules and their tests",
        "",
        "Made by `python -m tests.rule_coverage --write docs/rules.md`; do not edit. The statements are our own short",
        "words, not those of a rulebook. EX numbers are worked examples in `tests/engine/boss_monster`; the others are",
        "tests, by file. Rules about hidden cards are on trust: the referee reminds and believes the players.",
    ]
    for family, title in titles().items():
        lines += ["", f"## {title} ({family})", "", "| Rule | In short | Shown by |", "|---|---|---|"]
        for rule in (rule for rule in known if rule.rpartition("-")[0] == family):
            shown = "<br>".join(_tests_of(found.get(rule, set())))
            if rule in trust:
                shown = f"on trust<br>{shown}" if shown else "on trust"
            lines.append(f"| {rule} | {known[rule]} | {shown} |")
    return "\n".join(lines) + "\n"


def _tests_of(names: set[str]) -> list[str]:
    """Tests by name, then all examples in one line."""
    examples = sorted((name for name in names if ": " not in name), key=_natural)
    tests = sorted(name for name in names if ": " in name)
    return [*tests, *([", ".join(examples)] if examples else [])]


def _natural(name: str) -> list[object]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def main() -> int:
    """Write the page, or show it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FILE", help="where the page goes; without it, it is shown")
    args = parser.parse_args()
    if args.write is None:
        print(page(), end="")
    else:
        args.write.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
