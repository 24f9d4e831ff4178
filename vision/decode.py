"""Readers of QR stickers behind one protocol."""

from dataclasses import dataclass
from typing import Protocol

from vision.frames import Picture

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Read:
    """One symbol found in a picture.

    `corners` are the outer corners of the symbol (without quiet zone) in pixels, in the symbol's own order: top left,
    top right, bottom right, bottom left. `confidence` runs from 0 to 1.
    """

    text: str
    corners: tuple[Point, Point, Point, Point]
    confidence: float


class Decoder(Protocol):
    """A reader of pictures."""

    name: str

    def decode(self, picture: Picture) -> list[Read]:
        """Every symbol that can be read in this picture."""
        ...
