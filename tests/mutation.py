"""Would anybody notice? Takes effects off the cards, one after the other, and runs the tests of the cards.

    python -m tests.mutation [--set base] [--kind ability] [--jobs 2]

First every ability as a whole (each level of a miniboss, each side of an item): what is removed without a test that
fails goes unnoticed. Then, reported apart, every part of an ability: a step, a cost, a condition, a limit, and each key
of its words ("detail"). The card files stay as they are: only the catalog in memory changes, and only tests that ever
looked at the card are run.
"""

import argparse
import importlib
import inspect
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from cards_db.loader import load_catalog
from engine.core.cards import Card, Catalog, Said
from engine.core.effects import Ability, About, Condition, Count, Limit, Step, Trigger
from engine.core.ids import CardId, CopyId
from tests.cards import table

STRICT = ("base", "next_level")
"""Sets in which nothing may go unnoticed."""
MOST_UNNOTICED = 0.02
"""The share of all abilities that may go unnoticed over all sets."""
WHOLE = ("ability", "effect")
"""Kinds that take away everything that an ability does."""
KINDS = (*WHOLE, "step", "cost", "condition", "limit", "detail")
PATIENCE_S = 5.0
"""A test that takes longer than this runs in a circle: it noticed."""
GONE = Ability(Trigger.STATIC, ())
"""What is left of an ability: it keeps its number, because levels and sides are counted."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A card with something taken off."""

    card: Card
    kind: str
    ability: int
    what: str
    abilities: tuple[Ability, ...]

    @property
    def line(self) -> str:
        """Where it is and what is missing."""
        return f"{self.card.set:24} {self.card.id:40} ability {self.ability + 1}: without {self.what}"


def mutants(card: Card) -> Iterator[Mutant]:
    """Everything that can be taken off a card, the whole abilities first."""
    for number, ability in enumerate(card.abilities):
        for kind, what, changed in _less(ability):
            abilities = (*card.abilities[:number], changed, *card.abilities[number + 1 :])
            yield Mutant(card, kind, number, what, abilities)


def _less(ability: Ability) -> Iterator[tuple[str, str, Ability]]:
    yield "ability", f"all of it ({ability.when.value})", GONE
    yield "effect", "what it does", replace(ability, do=())
    if len(ability.do) > 1 or _inner(ability.do):
        for what, steps in _without_one(ability.do):
            yield "step", what, replace(ability, do=steps)
    for what, steps in _without_one(ability.cost):
        yield "cost", what, replace(ability, cost=steps)
    for what, conditions in _without_one(ability.if_):
        yield "condition", what, replace(ability, if_=conditions)
    if ability.about in (About.OWN, About.OPPONENTS):
        yield "detail", "about", replace(ability, about=About.ANY)
    for name in ("may", "window"):
        if getattr(ability, name) != getattr(GONE, name):
            yield "detail", name, _with(ability, name, getattr(GONE, name))
    for place in ("do", "cost", "if_"):
        for what, words in _plainer(getattr(ability, place)):
            yield "detail", what, _with(ability, place, words)
    if ability.limit is not Limit.UNLIMITED:
        yield "limit", ability.limit.value, replace(ability, limit=Limit.UNLIMITED)


def _with(part: Any, name: str, value: object) -> Any:
    return replace(part, **{name: value})


def _inner(parts: Sequence[Any]) -> bool:
    """Whether words hold further words."""
    return any(isinstance(getattr(part, each.name), tuple) for part in parts for each in fields(part))


def _without_one(parts: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The same words without one of them, at any depth."""
    for place, part in enumerate(parts):
        before, after = parts[:place], parts[place + 1 :]
        yield _name(part), (*before, *after)
        for name, inner in _tuples(part):
            for what, fewer in _without_one(inner):
                yield f"{_name(part)} / {what}", (*before, replace(part, **{name: fewer}), *after)


def _plainer(parts: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The same words, one of them with a key left out, at any depth."""
    for place, part in enumerate(parts):
        before, after = parts[:place], parts[place + 1 :]
        for what, plainer in _plain(part):
            yield f"{_name(part)} / {what}", (*before, plainer, *after)


def _plain(part: Any) -> Iterator[tuple[str, Any]]:
    for each in fields(part):
        value = getattr(part, each.name)
        if isinstance(value, tuple) and all(map(is_dataclass, value)):
            for what, words in _plainer(value):
                yield what, replace(part, **{each.name: words})
        elif isinstance(value, Count):
            for what, words in _plainer((value,)):
                yield what, replace(part, **{each.name: words[0]})
        elif each.default is not MISSING and value != each.default:
            yield each.name, replace(part, **{each.name: each.default})


def _tuples(part: Any) -> list[tuple[str, tuple[Any, ...]]]:
    values = [(each.name, getattr(part, each.name)) for each in fields(part)]
    return [(name, value) for name, value in values if isinstance(value, tuple) and all(map(is_dataclass, value))]


def _name(part: Any) -> str:
    return part.word if isinstance(part, Step | Condition | Count) else getattr(part, "say", type(part).__name__)


# -- the tests ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Trial:
    """One test of the cards, how to run it, and which cards it ever looked at."""

    name: str
    run: Callable[[], object]
    source: str
    seconds: float = 0.0
    touched: set[CardId] = field(default_factory=set)


class Watched(Catalog):
    """The real cards; remembers which of them somebody looked at."""

    looked_at: ClassVar[set[CardId]] = set()

    def __getitem__(self, copy: CopyId) -> Card:
        card = super().__getitem__(copy)
        self.looked_at.add(card.id)
        return card

    def said(self, copy: CopyId) -> Said:
        self.looked_at.add(self[copy].id)
        return super().said(copy)

    def __iter__(self) -> Iterator[Card]:
        for card in super().__iter__():
            self.looked_at.add(card.id)
            yield card


def trials() -> list[Trial]:
    """Every test of tests/cards, each case by itself."""
    found = []
    for path in sorted(Path(table.__file__).parent.glob("test_*.py")):
        module = importlib.import_module(f"tests.cards.{path.stem}")
        for name, test in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_") and test.__module__ == module.__name__:
                found += _cases(f"{path.stem}.{name}", test)
    return found


def _cases(name: str, test: Callable[..., object]) -> list[Trial]:
    """One trial for each set of parameters."""
    cases: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            cases = [{**case, **values} for case in cases for values in _values(*mark.args[:2])]
    source = inspect.getsource(test)
    return [
        Trial(f"{name}{list(case.values()) or ''}", lambda case=case: test(**case), source + repr(case))  # type: ignore[misc]
        for case in cases
    ]


def _values(names: str | Sequence[str], rows: Sequence[Any]) -> Iterator[dict[str, Any]]:
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    for row in rows:
        values = getattr(row, "values", row) if not isinstance(row, dict) else row
        yield dict(zip(keys, [values] if len(keys) == 1 else values, strict=True))


def play_with(catalog: Catalog) -> None:
    """All tests of the cards use these cards from now on."""
    table.every_card = lambda: catalog  # type: ignore[assignment]


def record(tests: Sequence[Trial], catalog: Catalog) -> None:
    """Run every test once with the real cards: all pass, and it is known which cards each of them looks at."""
    watched = Watched(catalog.cards, catalog.codes)
    play_with(watched)
    for test in tests:
        Watched.looked_at = set()
        started = time.perf_counter()
        test.run()
        test.seconds = time.perf_counter() - started
        test.touched = set(Watched.looked_at)


class _TooLong(BaseException):
    """A test runs in a circle."""


def _give_up(*_: object) -> None:
    raise _TooLong


def notices(test: Trial) -> bool:
    """Whether a test fails now, or does not come to its end."""
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        test.run()
    except KeyboardInterrupt:
        raise
    except BaseException:  # what pytest raises is no Exception
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return False


def witnesses(card: CardId, tests: Sequence[Trial]) -> list[Trial]:
    """The tests that may notice: those that name the card first, then quick before slow."""
    short = card.rpartition(".")[2]
    found = [test for test in tests if card in test.touched or short in test.source]
    return sorted(found, key=lambda test: (short not in test.source, test.seconds))


# -- the run -----------------------------------------------------------------------------------------------------------


def noticed_by(mutant: Mutant, tests: Sequence[Trial], catalog: Catalog) -> str | None:
    """The first test that fails without this part of a card."""
    changed = replace(mutant.card, abilities=mutant.abilities)
    play_with(Catalog({**catalog.cards, changed.id: changed}, catalog.codes))
    return next((test.name for test in witnesses(changed.id, tests) if notices(test)), None)


Verdict = tuple[str, str, str, str | None]
"""Set, kind, what is missing where, and the test that noticed."""


def run(cards: Sequence[CardId], kinds: Sequence[str]) -> list[Verdict]:
    """Take everything off these cards, one after the other."""
    signal.signal(signal.SIGALRM, _give_up)
    catalog, tests = load_catalog(), trials()
    record(tests, catalog)
    return [
        (mutant.card.set, mutant.kind, mutant.line, noticed_by(mutant, tests, catalog))
        for card in cards
        for mutant in mutants(catalog.cards[card])
        if mutant.kind in kinds
    ]


def run_all(cards: Sequence[CardId], kinds: Sequence[str], jobs: int) -> list[Verdict]:
    """The same, shared out among processes."""
    if jobs == 1:
        return run(cards, kinds)
    shares = [(list(cards[start::jobs]), kinds) for start in range(jobs)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return [verdict for verdicts in pool.starmap(run, shares) for verdict in verdicts]


def report(verdicts: Sequence[Verdict]) -> bool:
    """Print what went unnoticed; whether the goals are met."""
    for _, _, line, by in sorted(verdicts):
        if by is None:
            print(f"  unnoticed: {line}")
    tried = Counter((kind, set_) for set_, kind, _, _ in verdicts)
    lost = Counter((kind, set_) for set_, kind, _, by in verdicts if by is None)
    goals = []
    for kind in [kind for kind in KINDS if any(other == kind for other, _ in tried)]:
        sets = sorted(set_ for other, set_ in tried if other == kind)
        all_lost, all_tried = (sum(count[kind, set_] for set_ in sets) for count in (lost, tried))
        print(f"{kind}: {all_lost} of {all_tried} removed unnoticed")
        for set_ in sets:
            print(f"  {set_:28}{lost[kind, set_]:4} of {tried[kind, set_]}")
        is_strict = not any(lost[kind, set_] for set_ in STRICT)
        goals.append(kind not in WHOLE or (is_strict and all_lost <= MOST_UNNOTICED * all_tried))
    return all(goals)


def main() -> int:
    """Take effects off cards and say what nobody noticed; 1 if it was too much."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", help="only this set (all)")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind (all)")
    parser.add_argument("--card", help="only cards with this in their id")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    args = parser.parse_args()
    started = time.perf_counter()
    cards = [card for card in load_catalog() if card.abilities and (not args.set or card.set in args.set)]
    names = [card.id for card in cards if not args.card or args.card in card.id]
    verdicts = run_all(names, args.kind or KINDS, args.jobs)
    is_well = report(verdicts)
    print(f"{len(verdicts)} mutants in {time.perf_counter() - started:.0f} s")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
