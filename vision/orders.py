"""What a reader is told about the next picture."""

from dataclasses import dataclass

from vision.stillness import PixelBox


@dataclass(frozen=True, slots=True)
class Orders:
    """Where to look beside what is known and what changed, and whether somebody waits for it."""

    closely: tuple[PixelBox, ...] = ()
    """What lies there may be hard to read."""
    thoroughly: tuple[PixelBox, ...] = ()
    """A card may lie there whose sticker has no finder patterns any more."""
    everywhere: bool = False
    """Nobody knows where: the whole table, a part of it in every picture."""
    hurry: bool = False
    """Nothing else is to be looked at: people wait."""
    settled: bool = False
    """Whether the table was settled in the picture before."""
