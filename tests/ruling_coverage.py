"""Which test shows which ruling: collected from the tests, shown in docs/rulings.md.

    python -m tests.ruling_coverage --write docs/rulings.md

A test names its rulings in its docstring ("R-048, R-049").
"""

import argparse
import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

from cards_db.rulings import Ruling, load_rulings

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
NOTES = TESTS / "cards" / "rulings.toml"
PAGE = ROOT / "docs" / "rulings.md"
_CITED = re.compile(r"\bR-\d{3}\b")


@cache
def rulings() -> dict[str, Ruling]:
    """Every ruling by its id."""
    return {ruling.id: ruling for ruling in load_rulings()}


@cache
def proofs() -> dict[str, list[str]]:
    """Every ruling that a test names, with the tests that do."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                sentence = node.name.removeprefix("test_").replace("_", " ")
                for ruling in dict.fromkeys(_CITED.findall(ast.get_docstring(node) or "")):
                    found.setdefault(ruling, []).append(f"{path.stem.removeprefix('test_')}: {sentence}")
    return found


def _notes(part: str) -> dict[str, str]:
    notes: dict[str, dict[str, str]] = tomllib.loads(NOTES.read_text(encoding="utf-8"))
    return notes[part]


def outside() -> dict[str, str]:
    """Rulings about what a table companion cannot see, with the reason."""
    return _notes("outside")


def choices() -> dict[str, str]:
    """Rulings that contradict a rule or another edition: what we play instead, and why."""
    return _notes("choice")


def page() -> str:
    """docs/rulings.md as it should be."""
    known, found = rulings(), proofs()
    lines = [
        "# Rulings and their tests",
        "",
        "Made by `python -m tests.ruling_coverage --write docs/rulings.md`; do not edit. The rulings are told in",
        f"our own words. Of {len(known)} rulings {len(set(found) & set(known))} are shown by tests,",
        f"{len(outside())} is about what the table does not show.",
        "",
        "## Where we do not follow a ruling to the letter",
        "",
        "| Ruling | In short | What we play, and why |",
        "|---|---|---|",
        *(f"| {id_} | {known[id_].text['en']} | {why} |" for id_, why in choices().items()),
        "",
        "## Outside what the table shows",
        "",
        "| Ruling | In short | Why |",
        "|---|---|---|",
        *(f"| {id_} | {known[id_].text['en']} | {why} |" for id_, why in outside().items()),
        "",
        "## Shown by tests",
        "",
        "| Ruling | In short | Shown by |",
        "|---|---|---|",
        *(f"| {id_} | {known[id_].text['en']} | {'<br>'.join(sorted(found[id_]))} |" for id_ in known if id_ in found),
    ]
    return "\n".join(lines) + "\n"


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
