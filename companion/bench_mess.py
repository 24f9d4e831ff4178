"""`make bench-table`: rehearsals on messy tables, one kind of mess at a time and all together, held against the truth.

For each: settled tables right, asked and wrong; questions per round; the wait from the last hand leaving the picture to
the verdict; and the time that a picture of the lying table takes, beside ready-made readers on the same pictures.
"""

import argparse
import contextlib
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion import bench_occlusions, house_rules, settings, wiring, world
from companion.actors import Actors
from companion.bench_report import Figure, Report, at_least, at_most, at_share, told
from companion.host import QUICK, Host
from companion.rehearsal import Rehearsal, SimulatedClock, Stuck, Tally
from companion.rehearse import mess_kinds
from companion.wiring import Box
from engine.boss_monster.options import Options, options_from
from vision.decode import Decoder, DecoderTrouble, ZbarDecoder, ZxingDecoder
from vision.memory import keep_large_blocks, keep_objects
from vision.mess import Mess, MessKind
from vision.threads import use_threads

_STILL_FRAMES = 8


@dataclass(frozen=True, slots=True)
class Course:
    """What is rehearsed: players, rounds, size of the pictures, seed, boxes, and whether everybody sits straight."""

    players: int = 2
    rounds: int = 2
    size: tuple[int, int] = (4608, 2592)
    seed: int = 1
    sets: tuple[str, ...] = ("base",)
    askew: bool = False

    @property
    def options(self) -> Options:
        """What the simulated players agreed on."""
        return options_from({}, names=settings.NAMES[: self.players], sets=self.sets)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one rehearsal on a messy table."""

    tally: Tally
    stuck: bool
    ours_ms: float
    peers_ms: dict[str, float | None]
    """What other readers take; None of one that is not installed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a table was wrong without a question."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_mess", description=__doc__)
    parser.add_argument("--size", type=settings.picture_size, default=(4608, 2592), help="size of the pictures")
    parser.add_argument("--players", type=int, choices=(2, 3, 4, 5, 6), default=2)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    settings.add_boxes(parser)
    parser.add_argument("--askew", action="store_true", help="every seat is turned a little")
    parser.add_argument(
        "--mess", type=mess_kinds, default=None, metavar="KIND,...", help="only these, each alone (default: every one)"
    )
    parser.add_argument("--occlusions", type=int, default=200, help="hands laid over a settled table (default: 200)")
    args = parser.parse_args(arguments)
    course = Course(args.players, args.rounds, args.size, args.seed, args.sets, args.askew)
    if house_rules.tell_problems(course.options, settings.default_language()):
        return 2
    keep_large_blocks()
    use_threads(1)  # what it takes is the time of one core
    box = wiring.open_box()
    report = Report(lambda line: print(line, flush=True))
    width, height = course.size
    report.say(f"{width}x{height}, {course.players} players, {course.rounds} rounds, seed {course.seed}")
    for mess in _messes(args.mess, course.seed):
        kinds = ", ".join(sorted(kind.value for kind in mess.kinds)) or "no mess"
        report.chapter(kinds if len(mess.kinds) < len(MessKind) else "all of it")
        report.add(figures(measured(box, course, mess)))
    if args.occlusions:
        report.chapter(f"{args.occlusions} times arms over a settled table")
        room = bench_occlusions.settled_table(box, course.players, course.seed, "read", course.size)
        report.add(bench_occlusions.figures(bench_occlusions.measured([room], args.occlusions, course.seed, report)))
    for miss in report.missed:
        report.say(f"NOT MET  {miss}")
    return 1 if report.missed else 0


def _messes(chosen: frozenset[MessKind] | None, seed: int) -> list[Mess]:
    if chosen:
        return [Mess(frozenset({kind}), seed) for kind in MessKind if kind in chosen]
    return [Mess(), *(Mess(frozenset({kind}), seed) for kind in MessKind), Mess(frozenset(MessKind), seed)]


def measured(box: Box, course: Course, mess: Mess) -> Outcome:
    """Rehearse on a table with this mess, then look at what lies there for a while."""
    rehearsal, clock = new_rehearsal(box, course, mess)
    keep_objects()  # as the process that reads in play does
    stuck = False
    try:
        rehearsal.run(course.rounds)
    except Stuck:
        stuck = True
    ours, peers = _still(rehearsal, clock)
    return Outcome(rehearsal.tally, stuck, ours, peers)


def new_rehearsal(
    box: Box, course: Course, mess: Mess, peer: Decoder | None = None
) -> tuple[Rehearsal, SimulatedClock]:
    """A rehearsal that lives in memory. Another reader may tell how fast the machine is."""
    clock = SimulatedClock()
    here = world.set_up(
        course.players, course.seed, box.catalog, box.things, options=course.options, askew=course.askew
    )
    game = wiring.begin_game(box, course.options, None)
    source = wiring.simulated_camera(here.table, course.size, course.seed, clock)
    eye = wiring.new_eye(box, game.state.options.sets)
    actors = Actors(box.catalog, box.things)
    rehearsal = Rehearsal(
        Host(game, QUICK), actors, here, source, eye, clock, _ignore, _ignore, _ignore, Tally(), mess, peer
    )
    return rehearsal, clock


def _ignore(_: object) -> None:
    pass


def _still(rehearsal: Rehearsal, clock: SimulatedClock) -> tuple[float, dict[str, float | None]]:
    """Milliseconds per picture of a table on which nothing moves: ours, and those of others on the same pictures."""
    source, eye = rehearsal.source, rehearsal.eye
    peers = ready_made()
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    for number in range(_STILL_FRAMES):
        clock.tick()
        frame = source.read()
        ours.append(_timed(partial(eye.look, frame)))
        if number >= _STILL_FRAMES - 2:  # they remember nothing: two pictures tell as much as eight
            for name, peer in peers.items():
                if peer is not None:
                    theirs[name].append(_timed(partial(peer.decode, frame.picture)))
    return statistics.median(ours), {
        name: statistics.median(times) if times else None for name, times in theirs.items()
    }


def ready_made(zbar: Callable[[], Decoder] = ZbarDecoder) -> dict[str, Decoder | None]:
    """The readers of others; None for zbar where it is not installed."""
    zxing = ZxingDecoder()
    peers: dict[str, Decoder | None] = {zxing.name: zxing, ZbarDecoder.name: None}
    with contextlib.suppress(DecoderTrouble):
        peers[ZbarDecoder.name] = zbar()
    return peers


def _timed(work: Callable[[], object]) -> float:
    """Processor time: what else the machine does costs nothing here."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def figures(outcome: Outcome) -> list[Figure]:
    """The outcome beside what was promised."""
    ratios = [_ratio(name, outcome.ours_ms, ms) for name, ms in outcome.peers_ms.items()]
    lying = told("a picture of the lying table (ms)", f"{outcome.ours_ms:.1f}")
    return [*rehearsal_figures(outcome.tally, outcome.stuck), lying, *ratios]


def _ratio(name: str, ours_ms: float, ms: float | None) -> Figure:
    return told(f"  of {name}", "not installed" if ms is None else f"{ours_ms / ms:.2f}")


def rehearsal_figures(tally: Tally, stuck: int) -> list[Figure]:
    """What was counted in rehearsals, so many of which got stuck, beside what was promised."""
    share = tally.right / tally.checkpoints if tally.checkpoints else 0.0
    return [
        at_least("settled tables right without a question", share, 0.999),
        told("settled tables", str(tally.checkpoints)),
        told("asked", str(tally.asked)),
        at_most("wrong without asking", tally.wrong + tally.verdicts_wrong + stuck, 0, "{:.0f}"),
        at_most("questions per round", tally.questions / max(1, tally.rounds), 1.0),
        told("wait from hand gone to verdict, median (ms)", f"{at_share(tally.waits_ms, 0.5):.0f}"),
        at_most("wait from hand gone to verdict, 95 % (ms)", at_share(tally.waits_ms, 0.95), 499, "{:.0f}"),
        told("of which computing, median (ms)", f"{at_share(tally.computing_ms, 0.5):.0f}"),
        told("of which computing, 95 % (ms)", f"{computing_ms(tally):.0f}"),
        told("computing of one picture, median (ms)", f"{at_share(tally.looks_ms, 0.5):.0f}"),
    ]


def computing_ms(tally: Tally) -> float:
    """The computing in a wait, 95 of 100."""
    return at_share(tally.computing_ms, 0.95)


def peer_ms(tally: Tally) -> float:
    """What another reader takes for one picture, in the median."""
    return at_share(tally.peer_ms, 0.5)


if __name__ == "__main__":
    sys.exit(main())
