"""`lairkeeper rules`: the house rules in words; and how they are chosen on the command line of every game."""

import argparse
import json
import shutil
import sys
import textwrap
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TypeGuard

from companion import settings
from companion.phrasebook import Phrasebook, load_phrases
from engine.boss_monster.combination import setup_problems
from engine.boss_monster.options import SWITCHES, Options, PlainValue, Switch, options_from, switch_named, written
from engine.boss_monster.profiles import DEFAULT_PROFILE, PROFILES

VARIANTS = ("choose_boss", "intrigue", "hard_mode")
"""BM-VAR-1 to -3, named like their fields."""
_INDENT = " " * 6


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One house rule as a screen or a list shows it."""

    name: str
    row: str
    rule: str
    value: PlainValue
    default: PlainValue
    values: tuple[PlainValue, ...]
    question: str
    sentence: str
    """What the chosen value means at the table."""

    @property
    def is_default(self) -> bool:
        """Whether the group plays it as everybody does who says nothing."""
        return self.value == self.default


def rule_words(language: str) -> Phrasebook:
    """The sentences about house rules in a language."""
    return Phrasebook(language, {}, load_phrases(f"rules_{language}"))


def effect(switch: Switch, value: PlainValue, book: Phrasebook) -> str:
    """What a value of a house rule means at the table, in one sentence."""
    if _is_number(value):
        return book.text(f"{switch.name}.count", coins=value)
    return book.text(f"{switch.name}.{written(value)}")


def _is_number(value: PlainValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def rule_lines(options: Options, book: Phrasebook) -> tuple[RuleLine, ...]:
    """All house rules of a game, in the order of the rules file."""
    return tuple(_rule_line(switch, switch.value_in(options), book) for switch in SWITCHES)


def _rule_line(switch: Switch, value: PlainValue, book: Phrasebook) -> RuleLine:
    question, sentence = book.text(f"{switch.name}.about"), effect(switch, value, book)
    return RuleLine(switch.name, switch.row, switch.rule, value, switch.default, switch.values, question, sentence)


# -- choosing ----------------------------------------------------------------------------------------------------------


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options with which a game chooses its house rules."""
    parser.add_argument(
        "--profile",
        choices=tuple(PROFILES),
        default=DEFAULT_PROFILE,
        help="named set of house rules (default: %(default)s)",
    )
    parser.add_argument(
        "--rule",
        dest="rules",
        type=chosen_rule,
        action="append",
        default=[],
        metavar="SWITCH=VALUE",
        help="one house rule on top of the profile; may be repeated, `lairkeeper rules --all` lists them",
    )
    parser.add_argument(
        "--variant",
        dest="variants",
        choices=VARIANTS,
        action="append",
        default=[],
        help="play a variant; may be repeated",
    )


def chosen_rule(text: str) -> tuple[str, PlainValue]:
    """Read a house rule such as bait_order=oldest_first."""
    name, is_given, value = text.partition("=")
    if not is_given:
        raise argparse.ArgumentTypeError(f"{text!r}: write it like bait_order=oldest_first")
    try:
        switch = switch_named(name)
        plain: PlainValue = next((known for known in switch.values if written(known) == value), value)
        switch.parsed(plain)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name, plain


def chosen_options(args: argparse.Namespace, names: tuple[str, ...], sets: tuple[str, ...] = ("base",)) -> Options:
    """The options of a new game: the profile, then the single rules, later ones over earlier ones."""
    variants = dict.fromkeys(args.variants, True)
    return options_from({**PROFILES[args.profile], **dict(args.rules)}, names=names, sets=sets, **variants)


def keeps_other_rules(args: argparse.Namespace, running: Options) -> bool:
    """Whether somebody asks for house rules that a resumed game does not have: it keeps its own."""
    is_asked = bool(args.rules or args.variants or args.profile != DEFAULT_PROFILE)
    return is_asked and _agreed(chosen_options(args, running.names, running.sets)) != _agreed(running)


def fingerprint(args: argparse.Namespace) -> str:
    """A short name of the chosen house rules for a file; empty when everything is as usual."""
    agreed, usual = _agreed(chosen_options(args, ())), _agreed(Options(()))
    return "" if agreed == usual else f"-rules{zlib.crc32(json.dumps(agreed).encode()):08x}"


def _agreed(options: Options) -> dict[str, PlainValue]:
    """House rules and variants without names and sets."""
    switches = {switch.name: switch.value_in(options) for switch in SWITCHES}
    return {**switches, **{name: getattr(options, name) for name in VARIANTS}}


def tell_problems(options: Options, language: str) -> bool:
    """Say what speaks against a game before it begins; true when it cannot begin."""
    book, problems = rule_words(language), setup_problems(options)
    for problem in problems:
        print(f"lairkeeper: {book.text(f'problem.{problem.key}')} ({problem.rule})", file=sys.stderr)
    return any(problem.is_error for problem in problems)


# -- the command -------------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said on the command line."""
    add_options(parser)
    parser.add_argument("--all", action="store_true", help="list every value with what it means")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the list")
    settings.add_language(parser)


def run(args: argparse.Namespace) -> int:
    """List the house rules as they would be played."""
    options, book = chosen_options(args, ()), rule_words(args.lang)
    if args.json:
        print(json.dumps(_as_data(args.profile, options, book), ensure_ascii=False))
    else:
        width = max(60, min(shutil.get_terminal_size((100, 24)).columns, 120))
        for line in _listing(args, options, book):
            print(textwrap.fill(line, width, subsequent_indent=_INDENT) if len(line) > width else line)
    return 0


def _as_data(profile: str, options: Options, book: Phrasebook) -> dict[str, object]:
    switches = [{**asdict(line), "is_default": line.is_default} for line in rule_lines(options, book)]
    variants = [
        {"name": name, "is_on": getattr(options, name), "sentence": book.text(f"variant.{name}")} for name in VARIANTS
    ]
    return {"profile": profile, "switches": switches, "variants": variants}


def _listing(args: argparse.Namespace, options: Options, book: Phrasebook) -> Iterator[str]:
    yield f"{book.text('title')}. {book.text(f'profile.{args.profile}')} (* = {book.text('mark_default')})"
    for switch, line in zip(SWITCHES, rule_lines(options, book), strict=True):
        yield ""
        yield f"{line.row:<5} {line.name:<29} {_marked(switch, line.value):<26} {line.rule}"
        yield _INDENT + line.sentence
        if args.all:
            yield from _others(switch, line, book)
    yield ""
    yield book.text("variants")
    for name in VARIANTS:
        yield f"{'x' if getattr(options, name) else '-':<5} {name:<13} {book.text(f'variant.{name}')}"


def _others(switch: Switch, line: RuleLine, book: Phrasebook) -> Iterator[str]:
    """The values that could be chosen instead; numbers speak for themselves."""
    if _is_number(line.value):
        yield f"{_INDENT}- {switch.allowed}"
        return
    for value in switch.values:
        if value != line.value:
            yield f"{_INDENT}- {_marked(switch, value)}: {effect(switch, value, book)}"


def _marked(switch: Switch, value: PlainValue) -> str:
    return f"{written(value)} *" if value == switch.default else written(value)
