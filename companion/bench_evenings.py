"""Twenty whole games on tables with every kind of mess at once, full-size pictures, two to six players, all boxes.

It takes hours. `python -m companion.bench_evenings --log FILE` writes a line per finished game into a file and leaves
out what stands there already; `--part 1/2` and `--part 2/2` share the games between two cores, each with its own file.
"""

import argparse
import dataclasses
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


def played(path: Path) -> list[Evening]:
    """The games that stand in a file."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Evening) for line in path.read_bytes().splitlines() if line.strip()]


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
    return Evening(number, rehearsal.tally, stuck, round(time.monotonic() - begun, 1))


def together(evenings: Sequence[Evening]) -> tuple[Tally, int]:
    """All games as one, and how many of them got stuck."""
    total = Tally()
    for evening in evenings:
        for field in dataclasses.fields(Tally):
            setattr(total, field.name, getattr(total, field.name) + getattr(evening.tally, field.name))
    return total, sum(evening.stuck for evening in evenings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing and print the sum; 1 when a promise is not kept."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_evenings", description=__doc__)
    parser.add_argument("--log", type=Path, required=True, nargs="+", help="the first is written, all are counted")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="only every N-th game, from the K-th on")
    parser.add_argument("--games", type=int, default=len(EVENINGS), help="only the first so many (default: 20)")
    args = parser.parse_args(arguments)
    first, every = (int(number) for number in args.part.split("/"))
    keep_large_blocks()
    use_threads(1)  # what it takes is the time of one core
    report = Report(lambda line: print(line, flush=True))
    done = {evening.number for path in args.log for evening in played(path)}
    for number in range(first - 1, min(args.games, len(EVENINGS)), every):
        if number in done:
            continue
        evening, course = play(number), EVENINGS[number]
        with args.log[0].open("ab") as log:
            log.write(msgspec.json.encode(evening) + b"\n")
        tally = evening.tally
        figures = {"players": course.players, "boxes": len(course.sets), "seconds": evening.seconds}
        figures |= {name: getattr(tally, name) for name in ("rounds", "checkpoints", "right", "asked", "wrong")}
        report.say(json.dumps({"game": number, **figures, "complaints": tally.complaints[:5]}))
    everything = [evening for path in args.log for evening in played(path)]
    report.chapter(f"{len(everything)} games with every kind of mess")
    total, stuck = together(everything)
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
