"""How well the camera sees the stickers, as a traffic light per sticker size, for people who hang it up. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from companion.phrasebook import Phrasebook
from vision.decode import Read
from vision.stickers import STICKER_MODULES, StickerSpec

GOOD_PX = 1.0
"""Pixels per module from which on every sticker is read under everything that was measured (docs/reading.md)."""
LEAST_PX = 0.75
"""Below this stickers begin to be missed, and the table is refused."""


class Signal(Enum):
    """The colours of a traffic light."""

    GOOD = "good"
    BORDERLINE = "borderline"
    TOO_SMALL = "too_small"


@dataclass(frozen=True, slots=True)
class SizeSignal:
    """One size of sticker at the place where the picture shows it smallest."""

    size_mm: float
    px_per_module: float
    signal: Signal
    text: str


@dataclass(frozen=True, slots=True)
class CameraView:
    """Everything that the picture of a camera being hung up is drawn with."""

    sizes: tuple[SizeSignal, ...]
    headline: str
    advice: str

    @property
    def signal(self) -> Signal:
        """The worst light decides."""
        order = (Signal.TOO_SMALL, Signal.BORDERLINE)
        return next((one for one in order if any(size.signal is one for size in self.sizes)), Signal.GOOD)


def signal_for(px_per_module: float) -> Signal:
    """The light for so many pixels per module."""
    if px_per_module >= GOOD_PX:
        return Signal.GOOD
    return Signal.BORDERLINE if px_per_module >= LEAST_PX else Signal.TOO_SMALL


def camera_view(reads: Iterable[Read], specs: Iterable[StickerSpec], book: Phrasebook) -> CameraView:
    """What to show while somebody hangs the camera. `specs` are the stickers of the sets in play."""
    known = {str(spec.code): spec for spec in specs}
    ours = [read for read in reads if read.text in known]
    if not ours:
        return CameraView((), book.text("camera.found", number=0), book.text("camera.no_stickers"))
    px_per_mm = min(read.edge_px / known[read.text].symbol_mm for read in ours)
    sizes = tuple(_size(size, px_per_mm, book) for size in sorted({spec.size_mm for spec in known.values()}))
    return CameraView(sizes, book.text("camera.found", number=len(ours)), _advice(sizes, book))


def _size(size_mm: float, px_per_mm: float, book: Phrasebook) -> SizeSignal:
    px = px_per_mm * size_mm / STICKER_MODULES
    signal = signal_for(px)
    return SizeSignal(size_mm, px, signal, book.text(f"camera.{signal.value}", size=f"{size_mm:g}", pixels=f"{px:.1f}"))


def _advice(sizes: tuple[SizeSignal, ...], book: Phrasebook) -> str:
    """How much lower the camera must hang: pixels grow as the height shrinks."""
    smallest = min(size.px_per_module for size in sizes)
    match signal_for(smallest):
        case Signal.GOOD:
            return book.text("camera.fine")
        case Signal.BORDERLINE:
            return book.text("camera.tight")
        case Signal.TOO_SMALL:
            return book.text("camera.lower", percent=int(100 * smallest / GOOD_PX))
