"""`lairkeeper adjudicate`: answer cases in the format of the worked examples with the real rules."""

import argparse
import json
import sys
import textwrap
from pathlib import Path

from companion.cases.fields import CaseError
from companion.cases.kinds import KINDS, answered
from companion.cases.reading import Raw, Unreadable, checked, read_cases, with_place
from companion.cases.reasons import open_questions, why
from engine.core.errors import IllegalCommand

EXAMPLE = """\
A case says what kind it is and which facts are given; house rules may be switched. Cases are YAML documents with ---
between them, a YAML list, or JSON lines. Each is answered by one line of JSON, in the same order:

  $ lairkeeper adjudicate <<END
  kind: bait
  switches: {bait_order: oldest_first}
  given:
    players:
      A: {xp: 800, treasure: {relic: 1}}
      B: {xp: 500, boss: [relic], dungeon: [{t: [relic]}, {t: [gold], deact: true}]}
    town: ["C1:cleric", "C2:cleric", "T1:thief"]
  END
  {"counts": {"A": {"relic": 1, "gold": 0}, ...}, "queues": {"A": [], "B": ["C1", "C2"]}, "town": ["T1"]}

"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command line of `lairkeeper adjudicate`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLE + textwrap.fill(f"Kinds: {', '.join(KINDS)}.", 118)
    parser.add_argument("file", nargs="?", metavar="FILE", help="file with cases (default: standard input)")
    parser.add_argument("--why", action="store_true", help="add the reasons of every answer")


def run(args: argparse.Namespace) -> int:
    """Print one line per case; 2 and nothing but a message if anything is wrong with one of them."""
    try:
        lines = adjudicate(_text(args.file), reasons=args.why)
    except Unreadable as error:
        print(f"lairkeeper adjudicate: {error}", file=sys.stderr)
        return 2
    sys.stdout.write("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines))
    return 0


def _text(file: str | None) -> str:
    try:
        raw = sys.stdin.buffer.read() if file in (None, "-") else Path(file or "").read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable(f"{file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"{file or 'the input'} is no text in UTF-8: byte {error.start}") from error


def adjudicate(source: str, *, reasons: bool = False) -> list[dict[str, object]]:
    """The answers to all cases of a text. `Unreadable` names the place of the first thing that is wrong."""
    return [answer(raw, source, reasons=reasons) for raw in read_cases(source)]


def answer(raw: Raw, source: str, *, reasons: bool = False) -> dict[str, object]:
    """The answer to one case, with its open questions and, if asked for, its reasons."""
    try:
        case = checked(raw)
        result = answered(case)
    except CaseError as error:
        raise with_place(error, raw, source) from error
    except IllegalCommand as refused:
        raise with_place(CaseError(f"the game does not allow this: {refused}", ("given",)), raw, source) from refused
    found = result.answer
    if questions := open_questions(result):
        found = {**found, "question": questions}
    if reasons:
        found = {**found, "why": why(result, KINDS[case.kind].rules)}
    return found
