"""Reading what is not there: pictures full of things that are none of our stickers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.bench_readers import OURS, Contender, Listing, flat_map
from companion.bench_recall import Effort, Progress
from vision.negatives import NegativeKind, any_look, negatives

PEERS_SEE = 20_000
"""Ready-made readers are slow and promise nothing: so many are enough for them."""


@dataclass(slots=True)
class FalseReads:
    """How many negatives were shown, by kind, and what each reader read that is not written there."""

    shown: Counter[NegativeKind] = field(default_factory=Counter)
    ours: Counter[str] = field(default_factory=Counter)
    """Reads of a listed code, by reader: none of them lies in any of these pictures."""
    anything: Counter[str] = field(default_factory=Counter)
    """Reads of a text that is nowhere in the picture, by reader."""
    shown_to: Counter[str] = field(default_factory=Counter)
    """How many negatives each reader was shown."""
    examples: list[str] = field(default_factory=list)


def false_reads(who: Sequence[Contender], listing: Listing, effort: Effort, progress: Progress) -> FalseReads:
    """Show so many negatives to all readers, under every blur, tilt and noise."""
    found = FalseReads()
    listed = set(listing.codes)
    columns, rows = (24, 16) if effort.negatives > 1000 else (6, 5)
    seed = 0
    while sum(found.shown.values()) < effort.negatives:
        look = any_look(seed, columns, rows)
        scene = negatives(look, listing.outside, listing.modules_outside)
        found.shown.update(scene.counts)
        for one in who:
            if one.name != OURS and found.shown_to[one.name] >= PEERS_SEE:
                continue
            found.shown_to[one.name] += sum(scene.counts.values())
            texts = [read.text for read in one.make(listing, flat_map(scene.homography)).decode(scene.picture)]
            found.ours[one.name] += sum(text in listed for text in texts)
            found.anything[one.name] += sum(text not in scene.texts for text in texts)
            found.examples += [f"{one.name}: {text} in {look}" for text in texts if text in listed]
        seed += 1
        if seed % 10 == 0:
            progress(f"negatives: {sum(found.shown.values()):,} of {effort.negatives:,}")
    return found
