"""Twenty whole games on tables with every kind of mess at once, full-size pictures, two to six players, all boxes.

It takes hours. `python -m companion.bench_evenings --log FILE` writes a line per finished game into a file and leaves
out what stands there already; `--part 1/2` and `--part 2/2` share the games between two cores, each with its own file.
Each line knows the reader it was played with, and games with another one are played again. `--told` plays nothing and
prints the sum of what stands there.
"""

import argparse
import dataclasses
import hashlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion import wiring
from companion.bench_mess import Course, computing_ms, new_rehearsal, peer_ms, rehearsal_figures
from companion.bench_report import Report, at_most, told
from companion.rehearsal import Stuck, Tally
from vision.decode import ZxingDecoder
from vision.memory import keep_large_blocks, keep_objects
from vision.mess import Mess, MessKind
from vision.threads import use_threads

ROUNDS = 8
IDLE_PEER_MS = 33.0
"""What zxing-cpp takes for one such picture on a core that does nothing else. Two games at once slow each other down,
and machines differ from hour to hour: how many such pictures our computing is worth tells more."""
_EVERY = 20
"""The time of every so-manieth picture is kept: that is enough for a median."""
_LARGE = ("base", "crash_landing")
BOXES = (
    ("base", "next_level", "crash_landing", "tools_of_hero_kind", "rise_of_the_minibosses", "promos"),
    ("base", "crash_landing", "tools_of_hero_kind"),
    ("next_level", "crash_landing", "rise_of_the_minibosses"),
    _LARGE,
)
"""Five and six players need Crash Landing (BM-COMB-4), so all of these have it."""
EVENINGS = tuple(
    Course(2 + number % 5, ROUNDS, seed=100 + number, sets=BOXES[number // 5], askew=number % 2 == 1)
    for number in range(20)
)


class Evening(msgspec.Struct, frozen=True):
    """What came of one game."""

    number: int
    tally: Tally
    stuck: bool
    seconds: float
    reader: str = ""
    """The fingerprint of the code that watched."""


def fingerprint(folder: Path = Path(__file__).parents[1] / "vision") -> str:
    """Of the code that reads tables."""
    files = sorted(folder.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def played(path: Path) -> list[Evening]:
    """The games that stand in a file."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Evening) for line in path.read_bytes().splitlines() if line.strip()]


def largest_first(evenings: int) -> list[int]:
    """The first so many games, those with the most players first: there most can go wrong."""
    return sorted(range(min(evenings, len(EVENINGS))), key=lambda number: (-EVENINGS[number].players, number))


READER = fingerprint()
"""Of the code that was loaded: what is written into its files later does not watch these games."""


def play(number: int) -> Evening:
    """One of the games."""
    course = EVENINGS[number]
    mess = Mess(frozenset(MessKind), course.seed)
    rehearsal, _ = new_rehearsal(wiring.open_box(), course, mess, ZxingDecoder())
    keep_objects()  # as the process that reads in play does
    begun, stuck = time.monotonic(), False
    try:
        rehearsal.run(course.rounds)
    except Stuck:
        stuck = True
    tally = dataclasses.replace(rehearsal.tally, looks_ms=rehearsal.tally.looks_ms[::_EVERY])
    return Evening(number, tally, stuck, round(time.monotonic() - begun, 1), READER)


def together(evenings: Sequence[Evening]) -> tuple[Tally, int]:
    """All games as one, and how many of them got stuck."""
    total = Tally()
    for evening in evenings:
        for field in dataclasses.fields(Tally):
            setattr(total, field.name, getattr(total, field.name) + getattr(evening.tally, field.name))
    return total, sum(evening.stuck for evening in evenings)


def _play_missing(logs: Sequence[Path], part: str, games: int, report: Report) -> None:
    """Play the games of this part that no log has for this reader, and write them into the first one."""
    first, every = (int(number) for number in part.split("/"))
    keep_large_blocks()
    use_threads(1)  # what it takes is the time of one core
    done = {evening.number for path in logs for evening in played(path) if evening.reader == READER}
    for number in largest_first(games)[first - 1 :: every]:
        if number in done:
            continue
        evening, course = play(number), EVENINGS[number]
        with logs[0].open("ab") as log:
            log.write(msgspec.json.encode(evening) + b"\n")
        tally = evening.tally
        figures = {"players": course.players, "boxes": len(course.sets), "seconds": evening.seconds}
        figures |= {name: getattr(tally, name) for name in ("rounds", "checkpoints", "right", "asked", "wrong")}
        figures |= {"computing_ms": computing_ms(tally), "peer_ms": peer_ms(tally)}
        report.say(json.dumps({"game": number, **figures, "complaints": tally.complaints[:5]}))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing and print the sum; 1 when a promise is not kept."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_evenings", description=__doc__)
    parser.add_argument("--log", type=Path, required=True, nargs="+", help="the first is written, all are counted")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="only every N-th game, from the K-th on")
    parser.add_argument("--games", type=int, default=len(EVENINGS), help="only the first so many (default: 20)")
    parser.add_argument(
        "--told", action="store_true", help="play nothing: tell what stands there, whichever reader it was"
    )
    args = parser.parse_args(arguments)
    report = Report(lambda line: print(line, flush=True))
    if not args.told:
        _play_missing(args.log, args.part, args.games, report)
    evenings = [evening for path in args.log for evening in played(path) if args.told or evening.reader == READER]
    report.chapter(f"{len(evenings)} games with every kind of mess")
    report.say(f"read by {', '.join(sorted({evening.reader for evening in evenings}))}; the reader here is {READER}")
    total, stuck = together(evenings)
    report.add(rehearsal_figures(total, stuck))
    pictures = computing_ms(total) / max(peer_ms(total), 1)
    report.add(
        [
            at_most("computing in a wait, 95 %, on a machine that does nothing else (ms)", computing_ms(total), 249),
            told("zxing-cpp for one picture in the same games, median (ms)", f"{peer_ms(total):.0f}"),
            told("computing in a wait, 95 %, in such pictures", f"{pictures:.2f}"),
            told("computing in a wait, 95 %, as it would be on an idle core (ms)", f"{pictures * IDLE_PEER_MS:.0f}"),
        ]
    )
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
