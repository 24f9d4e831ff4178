"""`lairkeeper rehearse`: a whole game on the simulated table, watched through real pictures and held against the truth.

A rehearsal that was killed goes on from its last announced step when it is started again with the same numbers.
"""

import argparse
import json
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from statistics import median

import msgspec

from companion import house_rules, settings, wiring, world
from companion.actors import Actors
from companion.announcer import Announcer
from companion.bench_report import at_share
from companion.game import RunningGame
from companion.host import QUICK, Host, News, Notice
from companion.journal import Journal, StorageTrouble
from companion.narrator import todo_line
from companion.rehearsal import Rehearsal, SimulatedClock, Stuck, Tally
from companion.wiring import Box
from engine.boss_monster.options import Options
from engine.core.errors import CardDataError
from vision.memory import keep_large_blocks
from vision.mess import Mess, MessKind, parse_kinds
from vision.threads import use_threads

TALLY = "tally.json"
FULL_SIZE = (4608, 2592)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4, 5, 6), default=4, help="players at the table (default: 4)"
    )
    parser.add_argument("--rounds", type=_positive, default=6, help="stop after so many rounds (default: 6)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same game (default: 1)")
    parser.add_argument(
        "--size", type=settings.picture_size, default=FULL_SIZE, help="size of the pictures (default: 4608x2592)"
    )
    parser.add_argument(
        "--mess",
        type=mess_kinds,
        default=frozenset(),
        metavar="KIND,...",
        help=f"make a mess of the table: all, or some of {', '.join(kind.value for kind in MessKind)}",
    )
    settings.add_boxes(parser)
    parser.add_argument("--askew", action="store_true", help="nobody sits straight: every seat is turned a little")
    parser.add_argument("--fresh", action="store_true", help="forget an interrupted rehearsal with the same numbers")
    parser.add_argument("--quiet", action="store_true", help="print no transcript, only the last line")
    house_rules.add_options(parser)
    settings.add_language(parser)
    settings.add_data(parser)


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: at least 1")
    return int(text)


def mess_kinds(text: str) -> frozenset[MessKind]:
    """Read kinds of mess such as hands,glare."""
    try:
        return parse_kinds(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def run(args: argparse.Namespace) -> int:
    """Rehearse and report; 0 when nothing was wrong, 1 when something was, 2 when it cannot be done."""
    if house_rules.tell_problems(agreed_options(args), args.lang):
        return 2
    folder = (args.data or settings.data_folder()) / "rehearsals" / _name(args)
    try:
        if args.fresh and folder.exists():
            shutil.rmtree(folder)
        box = wiring.open_box(wiring.own_cards(args.data))
        journal = wiring.open_journal(folder)
    except (CardDataError, StorageTrouble, OSError) as error:
        print(f"lairkeeper: {error}", file=sys.stderr)
        return 2
    started = time.monotonic()
    keep_large_blocks()
    use_threads(1)  # what it takes is the time of one core
    try:
        tally = _rehearse(args, box, journal, folder)
    except Stuck as stuck:
        book = box.book(args.lang)
        reasons = "; ".join(book.say(todo_line(todo)) for todo in stuck.todo) or "?"
        print(f"lairkeeper: {stuck}: {reasons}", file=sys.stderr)
        return 1
    finally:
        journal.close()
    for complaint in tally.complaints:
        print(f"  {complaint}", file=sys.stderr)
    print(json.dumps({**_figures(tally, Mess(args.mess)), "seconds": round(time.monotonic() - started, 1)}), flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return 1 if tally.wrong or tally.verdicts_wrong else 0


def _name(args: argparse.Namespace) -> str:
    width, height = args.size
    mess = "".join(f"-{name}" for name in sorted(kind.value for kind in args.mess))
    mess += "".join(f"-{name}" for name in args.sets if args.sets != ("base",)) + ("-askew" if args.askew else "")
    return f"{args.players}p-{args.rounds}r-seed{args.seed}-{width}x{height}{house_rules.fingerprint(args)}{mess}"


def agreed_options(args: argparse.Namespace) -> Options:
    """What the simulated players agreed on."""
    return house_rules.chosen_options(args, settings.NAMES[: args.players], args.sets)


def _figures(tally: Tally, mess: Mess) -> dict[str, float]:
    figures = asdict(tally)
    for name in ("complaints", "entries", "questions", "rounds", "waits_ms", "looks_ms", "computing_ms", "peer_ms"):
        del figures[name]
    return {**figures, **mess_figures(tally)} if mess else figures


def mess_figures(tally: Tally) -> dict[str, float]:
    """What a messy table cost the players: questions, waiting, computing."""
    waits, looks = tally.waits_ms, tally.looks_ms
    return {
        "questions_per_round": round(tally.questions / max(1, tally.rounds), 2),
        "wait_ms_median": median(waits) if waits else 0.0,
        "wait_ms_p95": at_share(waits, 0.95),
        "computing_ms_median": median(tally.computing_ms) if tally.computing_ms else 0.0,
        "look_ms_median": median(looks) if looks else 0.0,
        "look_ms_p95": at_share(looks, 0.95),
    }


def _rehearse(args: argparse.Namespace, box: Box, journal: Journal, folder: Path) -> Tally:
    clock = SimulatedClock()
    game, here, tally = _resumed(box, journal, folder) or _begun(args, box, journal, folder)
    source = wiring.simulated_camera(here.table, args.size, args.seed, clock)
    announcer = Announcer(box.catalog, box.book(args.lang), _writer(args.quiet))
    progress = _Progress(args.rounds, sys.stderr.isatty() and not args.quiet)

    def tell(news: list[News]) -> None:
        announcer.tell(news)
        progress.show(rehearsal)

    rehearsal = Rehearsal(
        Host(game, QUICK),
        Actors(box.catalog, box.things),
        here,
        source,
        wiring.new_eye(box, game.state.options.sets),
        clock,
        tell,
        keep=lambda now: world.save(now, folder / wiring.WORLD),
        note=lambda now: _save_tally(now, folder),
        tally=tally,
        mess=Mess(args.mess, args.seed),
    )
    if game.entries:
        announcer.tell([News(Notice("resumed", {"round": game.state.round}), game.state)])
    return rehearsal.run(args.rounds)


def _begun(args: argparse.Namespace, box: Box, journal: Journal, folder: Path) -> "_Start":
    """A table made ready. The table comes first: a game without a table could not be resumed."""
    options = agreed_options(args)
    here = world.set_up(args.players, args.seed, box.catalog, box.things, options=options, askew=args.askew)
    world.save(here, folder / wiring.WORLD)
    _save_tally(Tally(), folder)
    return wiring.begin_game(box, agreed_options(args), journal), here, Tally()


def _resumed(box: Box, journal: Journal, folder: Path) -> "_Start | None":
    """The interrupted rehearsal, if its table is still there."""
    if not (folder / wiring.WORLD).exists() or not (folder / TALLY).exists():
        return None
    game = wiring.resume_game(box, journal)
    if game is None:
        return None
    tally = msgspec.json.decode((folder / TALLY).read_bytes(), type=Tally)
    return game, world.load(folder / wiring.WORLD, box.things), tally


_Start = tuple[RunningGame, world.World, Tally]


def _save_tally(tally: Tally, folder: Path) -> None:
    fresh = folder / f"{TALLY}.new"
    fresh.write_bytes(msgspec.json.encode(tally))
    fresh.replace(folder / TALLY)


def _writer(quiet: bool) -> Callable[[str], None]:
    def write(text: str) -> None:
        if not quiet:
            print(text, flush=True)

    return write


class _Progress:
    """One line on a terminal that says how far the rehearsal is."""

    def __init__(self, rounds: int, is_shown: bool) -> None:
        self._rounds, self._is_shown = rounds, is_shown

    def show(self, rehearsal: Rehearsal) -> None:
        """Write the line over itself."""
        if self._is_shown:
            state, tally = rehearsal.host.state, rehearsal.tally
            line = f"round {state.round}/{self._rounds}  {state.phase.value:<12} checkpoint {tally.checkpoints}"
            print(f"\r{line:<60}\r", end="", file=sys.stderr, flush=True)
