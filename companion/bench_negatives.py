"""Reading what is not there: pictures full of things that are none of our stickers.

A million take a while. `python -m companion.bench_negatives --count 1000000 --log FILE` tells how far it is, keeps its
count in a file and goes on from there when it is called again.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.bench_readers import OURS, Contender, Listing, contenders, flat_map, open_listing
from companion.bench_recall import LONG, Progress
from engine.core.ids import Code
from vision.decode import Decoder, Read
from vision.frames import Picture
from vision.negatives import NegativeKind, Negatives, Sheet, any_look, lay_out, photograph

PEERS_SEE = 20_000
"""Ready-made readers are slow and promise nothing: so many are enough for them."""
_LOOKS = 4
"""So many pictures are taken of each sheet of negatives, each in another light, blur, size and tilt."""
_DOUBTFUL_EVERY = 20
"""On every so-manieth sheet no true sticker lies, and our reader is left to its doubts: it then searches at all scales,
with the map and without. The other pictures it searches once, as it does in play."""
_KEEP_EVERY = 10


@dataclass(slots=True)
class FalseReads:
    """How many negatives were shown, by kind, and what each reader read that is not written there."""

    shown: Counter[NegativeKind] = field(default_factory=Counter)
    ours: Counter[str] = field(default_factory=Counter)
    """Reads of a listed code that does not lie there, by reader."""
    anything: Counter[str] = field(default_factory=Counter)
    """Reads of a text that is nowhere in the picture, by reader."""
    shown_to: Counter[str] = field(default_factory=Counter)
    """How many negatives each reader was shown."""
    examples: list[str] = field(default_factory=list)
    pictures: int = 0
    true: int = 0
    """True stickers that lay among the negatives."""
    true_read: Counter[str] = field(default_factory=Counter)
    """How many of them each reader read: who reads nothing at all is no witness."""

    def as_json(self) -> str:
        """All of it, to go on another time."""
        counts = {name: dict(getattr(self, name)) for name in ("ours", "anything", "shown_to", "true_read")}
        shown = {kind.name: number for kind, number in self.shown.items()}
        rest = {"shown": shown, "examples": self.examples, "pictures": self.pictures, "true": self.true}
        return json.dumps({**counts, **rest}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> "FalseReads":
        """What was counted so far."""
        kept = json.loads(text)
        counts = {name: Counter(kept[name]) for name in ("ours", "anything", "shown_to", "true_read")}
        shown = Counter({NegativeKind[name]: number for name, number in kept["shown"].items()})
        return cls(shown=shown, examples=kept["examples"], pictures=kept["pictures"], true=kept["true"], **counts)


def false_reads(
    who: Sequence[Contender],
    listing: Listing,
    wanted: int,
    progress: Progress,
    found: FalseReads | None = None,
    keep: Callable[[FalseReads], None] = lambda found: None,
) -> FalseReads:
    """Show so many negatives to all readers, under every blur, tilt and noise; go on from what was `found` before."""
    found = found or FalseReads()
    codes = listing.of_size(14.0)
    true = (codes, listing.modules[np.flatnonzero(np.isin(listing.codes, codes))])
    size = (24, 16) if wanted > 1000 else (6, 5)
    sheet: Sheet | None = None
    while sum(found.shown.values()) < wanted:
        number, turn = divmod(found.pictures, _LOOKS)
        doubtful = number % _DOUBTFUL_EVERY == 0
        if sheet is None or turn == 0:
            strangers = (listing.outside, listing.modules_outside)
            sheet = lay_out(number, *size, strangers, None if doubtful else true)
        look = any_look(found.pictures, *size)
        scene = photograph(sheet, look)
        for one in who:
            if one.name == OURS or found.shown_to[one.name] < PEERS_SEE:
                reader = one.make(listing, flat_map(scene.homography))
                _count(found, one.name, scene, _reads(reader, scene.picture, doubtful), listing, str(look))
        found.shown.update(scene.counts)
        found.true += len(scene.stickers)
        found.pictures += 1
        if found.pictures % _KEEP_EVERY == 0:
            progress(f"negatives: {sum(found.shown.values()):,} of {wanted:,}, false {found.ours.total()}")
            keep(found)
    keep(found)
    return found


def _reads(reader: Decoder, picture: Picture, doubtful: bool) -> list[Read]:
    """What a reader reads: ours with one search under its map, unless it shall doubt that."""
    from vision.dictionary import DictionaryDecoder

    if isinstance(reader, DictionaryDecoder) and not doubtful:
        return reader.read_whole(picture)
    return reader.decode(picture)


def _count(found: FalseReads, name: str, scene: Negatives, reads: Sequence[Read], listing: Listing, look: str) -> None:
    """What one reader made of one picture."""
    right = [read for read in reads if scene.is_there(read.text, *read.middle)]
    wrong = [read.text for read in reads if read not in right and Code(read.text) in listing.specs]
    found.shown_to[name] += sum(scene.counts.values())
    found.true_read[name] += len(right)
    found.ours[name] += len(wrong)
    found.anything[name] += sum(read.text not in scene.texts for read in reads)
    found.examples += [f"{name}: {text} in {look}" for text in wrong]


def main(arguments: Sequence[str] | None = None) -> int:
    """Show negatives to our reader until so many were seen; 1 if any was read."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_negatives", description=__doc__)
    parser.add_argument("--count", type=int, default=LONG.negatives, help="negatives in all (default: a million)")
    parser.add_argument("--log", type=Path, default=None, help="keep the count in this file and go on from it")
    args = parser.parse_args(arguments)
    log: Path | None = args.log
    before = FalseReads.from_json(log.read_text(encoding="utf-8")) if log and log.exists() else None

    def keep(found: FalseReads) -> None:
        if log:
            log.write_text(found.as_json(), encoding="utf-8")

    found = false_reads(
        contenders([OURS]), open_listing(), args.count, lambda line: print(line, flush=True), before, keep
    )
    for kind, number in found.shown.items():
        print(f"{kind.value:40} {number:>10,}")
    print(f"read as ours and not there: {found.ours[OURS]} of {found.shown_to[OURS]:,}")
    print(f"true stickers among them read: {found.true_read[OURS]:,} of {found.true:,}")
    for example in found.examples[:10]:
        print(example)
    return 1 if found.ours[OURS] else 0


if __name__ == "__main__":
    sys.exit(main())
