"""Milliseconds per picture: every reader in turn on the same picture, in a process of its own.

Our reader shares its work between as many threads as are asked for; ready-made readers use one each, whatever is asked
for, and OpenCV's functions do too, as in the app. Ratios within one round are what counts: machines are noisy, but all
readers hear the same noise.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import cycle
from typing import Protocol, runtime_checkable

from cards_db.qr import matrix
from companion.bench_readers import Contender, Listing, contenders, open_listing, true_map
from companion.bench_recall import Effort
from companion.bench_tables import table_settings
from vision.decode import Decoder, Read
from vision.frames import Picture
from vision.scenes import Scene, crowded_table, reaching, sequence
from vision.threads import use_threads

Rounds = Sequence[float]
_WARM = 4
"""Pictures of the still table before the steady state is measured."""


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of a reader at one size, round by round: first look, still table, table with a moving hand.

    `threads` is between how many our reader shared its work. `cold_cpu` is the processor time of all of them together.
    """

    reader: str
    width: int
    height: int
    threads: int
    cold: Rounds
    still: Rounds
    hand: Rounds
    cold_cpu: Rounds

    @property
    def line(self) -> str:
        """The medians."""
        return " / ".join(f"{statistics.median(rounds):.1f}" for rounds in (self.cold, self.still, self.hand))


def ratio(ours: Rounds, theirs: Rounds) -> float:
    """Our time in parts of theirs: the median over rounds, because within a round the machine is the same for both."""
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


def measure(
    who: Sequence[Contender], listing: Listing, size: tuple[int, int], threads: int, repeats: int, stickers: int = 40
) -> list[Times]:
    """Times of all readers at one size."""
    use_threads(threads)
    settings = replace(table_settings(size, 1), tilt_deg=8.0)
    table = crowded_table(5, listing.of_size(14.0), overlapping=0.0, count=stickers)
    still = list(sequence((table,) * (_WARM + repeats + 1), matrix, settings))
    hand = list(sequence(reaching(table, repeats), matrix, settings))
    return _alternately(who, listing, still, hand, repeats, threads)


def _alternately(
    who: Sequence[Contender],
    listing: Listing,
    still: Sequence[Scene],
    hand: Sequence[Scene],
    repeats: int,
    threads: int,
) -> list[Times]:
    """One reader after the other on each picture, so that all have the same weather."""
    known = true_map(still[0])
    readers = {one.name: one.make(listing, known) for one in who}
    cold = {name: list[tuple[float, float]]() for name in readers}
    for scene, names in zip(still[: repeats + 1], _orders(readers), strict=False):
        for name in names:
            _forget(readers[name])
            cold[name].append(_taken(readers[name], scene))
    for scene in still[:_WARM]:
        for reader in readers.values():
            if isinstance(reader, Remembering):
                reader.decode(scene.picture)
    taken = {kind: _rounds(readers, film) for kind, film in (("still", still[_WARM : _WARM + repeats]), ("hand", hand))}
    height, width = still[0].picture.shape[:2]
    # The first round of all is thrown away: libraries load and tables are made in it.
    made = []
    for name in readers:
        clock, processor = zip(*cold[name][1:], strict=True)
        made.append(Times(name, width, height, threads, clock, taken["still"][name], taken["hand"][name], processor))
    return made


def _rounds(readers: Mapping[str, Decoder], film: Sequence[Scene]) -> dict[str, list[float]]:
    taken = {name: list[float]() for name in readers}
    for scene, names in zip(film, _orders(readers), strict=False):
        for name in names:
            taken[name].append(_taken(readers[name], scene)[0])
    return taken


def _orders(names: Iterable[str]) -> Iterator[list[str]]:
    """Forwards and backwards in turn: whoever is first finds neither picture nor program in the processor's cache."""
    forwards = list(names)
    return cycle((forwards, forwards[::-1]))


@runtime_checkable
class Remembering(Protocol):
    """A reader that keeps something from picture to picture."""

    def decode(self, picture: Picture) -> list[Read]:
        """Read a picture."""
        ...

    def forget(self) -> None:
        """Forget what lies on the table."""
        ...


def _forget(reader: Decoder) -> None:
    """Make a reader as cold as on its first picture; what it knows about the camera stays."""
    if isinstance(reader, Remembering):
        reader.forget()


def _taken(reader: Decoder, scene: Scene) -> tuple[float, float]:
    """Milliseconds by the clock, and of all processors together."""
    clock, processor = time.perf_counter(), time.process_time()
    reader.decode(scene.picture)
    return (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000


def measured_apart(names: Sequence[str], effort: Effort, threads: int, progress: Callable[[str], None]) -> list[Times]:
    """The same in a new process, in which no library has ever used threads of its own."""
    times = []
    for width, height in effort.sizes:
        progress(f"speed: {width}x{height}, {threads} thread{'s' if threads > 1 else ''}")
        command = [sys.executable, "-m", "companion.bench_speed", "--size", f"{width}x{height}"]
        command += ["--threads", str(threads), "--repeats", str(effort.repeats), "--readers", *names]
        limits = ("OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM", "OPENBLAS_NUM_THREADS")
        environment = {**os.environ, **dict.fromkeys(limits, "1")}
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        times += [Times(**entry) for entry in json.loads(done.stdout)]
    return times


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one size in this process and print JSON."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_speed", description=__doc__)
    parser.add_argument("--size", default="4608x2592", help="of the pictures (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="for our reader, two at most (%(default)s)")
    parser.add_argument("--repeats", type=int, default=5, help="pictures per figure (%(default)s)")
    parser.add_argument("--readers", nargs="*", default=[])
    parser.add_argument("--sizes", action="store_true", help="the list has stickers of several sizes, not only 14 mm")
    args = parser.parse_args(arguments)
    width, height = (int(number) for number in args.size.split("x"))
    listing = open_listing() if args.sizes else open_listing().all_14_mm
    times = measure(contenders(args.readers), listing, (width, height), args.threads, args.repeats)
    print(json.dumps([asdict(entry) for entry in times]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
