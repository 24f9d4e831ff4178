"""Rehearsals without pictures: every free sticker is read at once, all the rest is as always. Whole games in seconds.

python -m tests.companion.quick_rehearsal --games 50 --sets base,next_level --players 4
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np

from cards_db.qr import matrix
from companion import wiring, world
from companion.actors import Actors
from companion.game import RunningGame
from companion.host import QUICK, Host, News
from companion.rehearsal import Rehearsal, SimulatedClock, Stuck, Tally
from companion.scene_table import TruthReader
from companion.wiring import Box
from engine.boss_monster.options import Options, options_from
from tests.companion.quick_camera import SIZE, TRACKING, QuickSource
from vision.camera_model import CameraSettings
from vision.eye import Eye
from vision.frames import Frame, Picture

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn")
LARGE = (3456, 1944)
"""A table of five or six, or with turned seats, is larger: its stickers would be too small in the usual pictures."""


class TickingSource(QuickSource):
    """Pictures that are empty, taken when the simulated clock says so."""

    def read(self) -> Frame:
        """An empty picture at the right time."""
        return Frame(0, self._clock(), _empty(self.settings.width_px, self.settings.height_px))


@cache
def _empty(width: int, height: int) -> Picture:
    return np.zeros((height, width), np.uint8)


def _ignore(_: object) -> None:
    pass


@cache
def box() -> Box:
    """The cards, read once."""
    return wiring.open_box()


def agreed(players: int, sets: tuple[str, ...]) -> Options:
    """What the players agreed on."""
    return options_from({}, names=NAMES[:players], sets=sets, hero_set=sets[0])


def new_rehearsal(
    players: int, seed: int, sets: tuple[str, ...], eager: float = 0.3, *, askew: bool = False
) -> Rehearsal:
    """A rehearsal that lives in memory."""
    options = agreed(players, sets)
    here = world.set_up(players, seed, box().catalog, box().things, options=options, askew=askew)
    return made(wiring.begin_game(box(), options, None), here, eager)


def made(
    game: RunningGame,
    here: world.World,
    eager: float,
    tell: Callable[[list[News]], None] = _ignore,
    keep: Callable[[world.World], None] = _ignore,
    note: Callable[[Tally], None] = _ignore,
    tally: Tally | None = None,
    camera: CameraSettings | None = None,
) -> Rehearsal:
    """A rehearsal of this game on this table."""
    clock = SimulatedClock()
    width, height = LARGE if here.turns or len(here.table.seats) > 4 else SIZE
    settings = camera or CameraSettings(width_px=width, height_px=height, seed=here.seed)
    source = TickingSource(here.table, matrix, settings, clock)
    eye = Eye(TruthReader(source), wiring.specs_of(box(), game.state.options.sets), tracking=TRACKING)
    actors = Actors(box().catalog, box().things, eager)
    return Rehearsal(Host(game, QUICK), actors, here, source, eye, clock, tell, keep, note, tally)


def rehearsed(
    players: int, seed: int, sets: tuple[str, ...], rounds: int, eager: float = 0.3, *, askew: bool = False
) -> Tally:
    """The figures of one rehearsal."""
    return new_rehearsal(players, seed, sets, eager, askew=askew).run(rounds)


def main() -> int:
    """Rehearse many games and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--eager", type=float, default=0.3)
    parser.add_argument("--sets", default="base")
    parser.add_argument("--askew", action="store_true")
    args = parser.parse_args()
    total, failed = Counter[str](), 0
    for seed in range(args.seed, args.seed + args.games):
        players, begun = args.players or 2 + seed % (5 if "crash_landing" in args.sets else 3), time.perf_counter()
        rehearsal = new_rehearsal(players, seed, tuple(args.sets.split(",")), args.eager, askew=args.askew)
        try:
            tally = rehearsal.run(args.rounds)
        except (Stuck, AssertionError, KeyError, IndexError) as error:
            failed += 1
            state = rehearsal.host.state
            todo = getattr(error, "todo", ())
            print(
                f"seed {seed}: {type(error).__name__} {error} {todo} {state.phase} {state.question} {state.announced}"
            )
            if not isinstance(error, Stuck):
                raise
            continue
        for name in ("checkpoints", "right", "asked", "wrong", "verdicts", "verdicts_right", "verdicts_wrong"):
            total[name] += getattr(tally, name)
        for name in ("verdicts_not_reckoned", "spells", "abilities"):
            total[name] += getattr(tally, name)
        print(f"seed {seed}, {players} players: {time.perf_counter() - begun:.1f} s", *tally.complaints, sep="\n  ")
    print(dict(total), f"stuck {failed}")
    return 1 if failed or total["wrong"] or total["verdicts_wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
