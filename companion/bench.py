"""`make bench`: figures of this machine, printed as ratios to peers in the same run, because machines are noisy."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import bench_engine, settings, wiring, world
from companion.bench_engine import median_ms
from companion.eye_making import make_reader
from companion.rehearsal import SimulatedClock
from companion.wiring import Box
from engine.boss_monster.commands import WalkOn
from engine.boss_monster.options import Options
from vision.decode import Decoder, TableDecoder, ZbarDecoder, ZxingDecoder
from vision.frames import Picture
from vision.overlap import free_stickers
from vision.tabletop import Tabletop


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench", description=__doc__)
    parser.add_argument("--size", type=settings.picture_size, default=(4608, 2592), help="size of the pictures")
    parser.add_argument("--frames", type=int, default=6, help="pictures per figure (default: 6)")
    args = parser.parse_args(arguments)
    box = wiring.open_box()
    print("reading a whole table", flush=True)
    _reading(box, args.size, args.frames)
    print("\nadjudicating", flush=True)
    bench_engine.report(box)
    print("\nkeeping", flush=True)
    _keeping()
    return 0


def laid_table(box: Box) -> Tabletop:
    """Four players with full dungeons and a full town."""
    here = world.set_up(4, 1, box.catalog, box.things)
    table = here.table
    rooms, heroes = list(table.decks[world.ROOMS]), list(table.decks[world.HEROES])
    for seat in table.seats:
        for slot in range(1, 6):
            table = table.with_card(rooms.pop(), seat.slot(slot))
        for place in range(2):
            table = table.with_card(heroes.pop(), seat.entrance(place, 5))
    for place in range(6):
        table = table.with_card(heroes.pop(), table.town_place(place))
    return table


def _reading(box: Box, size: tuple[int, int], frames: int) -> None:
    table = laid_table(box)
    source = wiring.simulated_camera(table, size, 1, SimulatedClock())
    free = {str(laid.card.code) for laid in free_stickers(table, 0.0)}
    pictures = [source.read().picture for _ in range(frames)]
    ours = make_reader(wiring.specs_of(box, ("base",)))
    readers: list[Decoder] = [ZxingDecoder(), ZxingDecoder(enlarge=True), ZbarDecoder(), TableDecoder(), ours]
    peer = None
    print(f"  {size[0]}x{size[1]}, {len(free)} free stickers, ratio to zxing-cpp as it comes")
    for reader in readers:
        found = _recall(reader, pictures, free)
        taken = median_ms(_cycle(reader, pictures), frames)
        peer = peer or taken
        print(f"  {reader.name:20} {taken:8.0f} ms  {taken / peer:6.2f} x   read {found:6.1%}", flush=True)


def _recall(reader: Decoder, pictures: list[Picture], free: set[str]) -> float:
    found = [len(free & {read.text for read in reader.decode(picture)}) for picture in pictures]
    return sum(found) / (len(pictures) * len(free))


def _cycle(reader: Decoder, pictures: list[Picture]) -> Callable[[], object]:
    turn = iter(range(1_000_000))
    return lambda: reader.decode(pictures[next(turn) % len(pictures)])


def _keeping() -> None:
    """One journal entry, synced to disk."""
    with TemporaryDirectory() as folder:
        journal = wiring.open_journal(Path(folder))
        game = journal.begin(Options(settings.NAMES[:4]))
        numbers = iter(range(1_000_000))
        taken = median_ms(lambda: journal.append(game, next(numbers), WalkOn()), 100)
        print(f"  one journal entry, synced                {taken:8.2f} ms")
        journal.close()


if __name__ == "__main__":
    sys.exit(main())
