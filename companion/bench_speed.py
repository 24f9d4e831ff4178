"""Milliseconds per picture: every reader in turn on the same picture, in a process of its own with so many threads.

Ratios within one round are what counts: machines are noisy, but all readers hear the same noise.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

import cv2

from cards_db.qr import matrix
from companion.bench_readers import OURS, Contender, Listing, contenders, open_listing
from companion.bench_recall import Effort
from companion.bench_tables import table_settings
from vision.decode import Decoder
from vision.scenes import Scene, crowded_table, reaching, sequence

_WARM = 4
"""Pictures of the still table before the steady state is measured."""


@dataclass(frozen=True, slots=True)
class Times:
    """Median milliseconds of a reader at one size: first look, still table, table with a moving hand."""

    reader: str
    width: int
    height: int
    threads: int
    cold: float
    still: float
    hand: float
    worst: float
    """The slowest picture of the steady state."""


def measure(
    who: Sequence[Contender], listing: Listing, size: tuple[int, int], threads: int, repeats: int, stickers: int = 40
) -> list[Times]:
    """Times of all readers at one size."""
    cv2.setNumThreads(threads)
    settings = replace(table_settings(size, 1), tilt_deg=8.0)
    table = crowded_table(5, listing.of_size(14.0), overlapping=0.0, count=stickers)
    still = list(sequence((table,) * (_WARM + repeats), matrix, settings))
    hand = list(sequence(reaching(table, repeats + 1), matrix, settings))
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
    known = still[0].homography
    cold: dict[str, list[float]] = {one.name: [] for one in who}
    for number in range(repeats):
        for one in who:
            reader = one.make(listing, known)
            cold[one.name].append(_ms(reader, still[number]))
    steady = {one.name: one.make(listing, known) for one in who}
    films = {"still": still, "hand": hand}
    taken = {(kind, one.name): list[float]() for kind in films for one in who}
    for kind, film in films.items():
        for place, scene in enumerate(film):
            for name, reader in steady.items():
                if name != OURS and place >= _WARM + 3:
                    continue  # without memory every picture is the same to them
                spent = _ms(reader, scene)
                if kind == "hand" or place >= _WARM:
                    taken[kind, name].append(spent)
    height, width = still[0].picture.shape[:2]
    return [
        Times(
            one.name,
            width,
            height,
            threads,
            statistics.median(cold[one.name]),
            statistics.median(taken["still", one.name]),
            statistics.median(taken["hand", one.name]),
            max(taken["still", one.name] + taken["hand", one.name]),
        )
        for one in who
    ]


def _ms(reader: Decoder, scene: Scene) -> float:
    start = time.perf_counter()
    reader.decode(scene.picture)
    return (time.perf_counter() - start) * 1000


def measured_apart(names: Sequence[str], effort: Effort, threads: int, progress: Callable[[str], None]) -> list[Times]:
    """The same in a new process, in which no library has ever used more threads than these."""
    times = []
    for width, height in effort.sizes:
        progress(f"speed: {width}x{height}, {threads} thread{'s' if threads > 1 else ''}")
        command = [sys.executable, "-m", "companion.bench_speed", "--size", f"{width}x{height}"]
        command += ["--threads", str(threads), "--repeats", str(effort.repeats), "--readers", *names]
        limits = {name: str(threads) for name in ("OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")}
        environment = {**os.environ, **limits, "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        times += [Times(**entry) for entry in json.loads(done.stdout)]
    return times


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one size in this process and print JSON."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_speed", description=__doc__)
    parser.add_argument("--size", default="4608x2592", help="of the pictures (%(default)s)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5, help="pictures per figure (%(default)s)")
    parser.add_argument("--readers", nargs="*", default=[])
    args = parser.parse_args(arguments)
    width, height = (int(number) for number in args.size.split("x"))
    times = measure(contenders(args.readers), open_listing(), (width, height), args.threads, args.repeats)
    print(json.dumps([asdict(entry) for entry in times]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
