"""Who takes part in the reading benchmark: our reader and the ready-made ones, each as it comes, and the list of codes.

The ready-made readers are called here without anything around them, so that nobody is slowed down by our own care
about corners. All get the same grey pictures.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from cards_db.codes import SERIALS, code_for
from cards_db.pool import load_pool, pool_codes
from cards_db.qr import Matrix as Modules
from cards_db.qr import matrices
from engine.core.ids import Code
from vision.calibration import Square, TableMap, fit_map
from vision.camera_model import Matrix
from vision.decode import Decoder, Point, Read
from vision.frames import Picture
from vision.scenes import Scene
from vision.stickers import Role, StickerSpec
from vision.symbols import enlarged

if TYPE_CHECKING:
    from vision.codebook import Codebook

LISTED = 2500
"""So many codes a reader must tell apart: all sets, both other games, markers and backs."""
SIZES_MM = (14.0, 14.0, 16.0, 20.0)
"""Stickers of these sizes, in turn."""
OURS = "lairkeeper"
_ENOUGH = 4
"""Stickers from which on a lens can be told."""


@dataclass(frozen=True)
class Listing:
    """The codes that may lie on a test table, and codes of our own family that may not."""

    codes: tuple[Code, ...]
    outside: tuple[Code, ...]
    sizes: tuple[float, ...] = SIZES_MM
    scale: float = 1.0
    """Stickers are said to be so many times as large as they are: a wrong setting."""

    @cached_property
    def specs(self) -> Mapping[Code, StickerSpec]:
        """What a reader is told about each code."""
        return {
            code: StickerSpec(code, Role.ROOM, self.scale * self.sizes[place % len(self.sizes)], 0.0, -18.0)
            for place, code in enumerate(self.codes)
        }

    def of_size(self, size_mm: float) -> tuple[Code, ...]:
        """The codes on stickers of this true size."""
        return tuple(code for place, code in enumerate(self.codes) if self.sizes[place % len(self.sizes)] == size_mm)

    @property
    def all_14_mm(self) -> "Listing":
        """The same codes, all on stickers of one size."""
        return replace(self, sizes=(14.0,))

    @cached_property
    def modules(self) -> Modules:
        """The patterns of the listed codes."""
        return matrices(self.codes)

    @cached_property
    def modules_outside(self) -> Modules:
        """The patterns of the codes that are not listed."""
        return matrices(self.outside)


def open_listing(listed: int = LISTED, strangers: int = 4000) -> Listing:
    """The pool's first codes are listed. The rest of the pool is not, nor are codes that nobody ever picked.

    Codes that nobody picked are nearer to listed ones than the pool's own distance: they are the hardest strangers.
    """
    pool = pool_codes(load_pool())
    random = np.random.default_rng(81)
    wild = (code_for(int(serial)) for serial in random.choice(SERIALS, strangers, replace=False))
    picked = set(pool)
    return Listing(pool[:listed], (*pool[listed:], *(code for code in wild if code not in picked)))


MakeReader = Callable[[Listing, TableMap | None], Decoder]
"""A new reader. The map is that of a calibrated camera, for readers that use such knowledge; None: none is had."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A reader that takes part."""

    name: str
    make: MakeReader


class PlainZxing:
    """zxing-cpp as anybody would call it, on the picture as it is or twice as large."""

    def __init__(self, enlarge: bool = False) -> None:
        self.name = "zxing-cpp enlarged" if enlarge else "zxing-cpp"
        self._factor = 2 if enlarge else 1

    def decode(self, picture: Picture) -> list[Read]:
        """Every QR code that it finds."""
        import zxingcpp

        image = enlarged(picture, self._factor) if self._factor > 1 else picture
        found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
        return [self._read(symbol) for symbol in found if symbol.valid and symbol.text]

    def _read(self, symbol: Any) -> Read:
        place = symbol.position
        corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        points = [((p.x / self._factor) - 0.5, (p.y / self._factor) - 0.5) for p in corners]
        return Read(symbol.text, _four(points), 1.0)


class PlainZbar:
    """pyzbar as anybody would call it."""

    name = "pyzbar"

    def decode(self, picture: Picture) -> list[Read]:
        """Every QR code that it finds; its corners are in no order."""
        from pyzbar import pyzbar

        found = pyzbar.decode(picture, symbols=[pyzbar.ZBarSymbol.QRCODE])
        places = [(symbol.data.decode("utf-8", "replace"), _box(symbol.rect)) for symbol in found]
        return [Read(text, corners, 1.0) for text, corners in places if text]


class PlainOpenCv:
    """OpenCV's own detector."""

    name = "OpenCV"

    def __init__(self) -> None:
        self._detector = cv2.QRCodeDetector()

    def decode(self, picture: Picture) -> list[Read]:
        """Every QR code that it finds."""
        try:
            _, texts, points, _ = self._detector.detectAndDecodeMulti(picture)
        except cv2.error:  # it trips over some pictures; that is its own miss
            return []
        if points is None:
            return []
        squares = np.asarray(points, dtype=np.float64).reshape(-1, 4, 2).tolist()
        return [Read(text, _four(square), 1.0) for text, square in zip(texts, squares, strict=False) if text]


def _four(points: Sequence[Sequence[float]]) -> tuple[Point, Point, Point, Point]:
    one, two, three, four = ((float(x), float(y)) for x, y in points)
    return one, two, three, four


def _box(rect: Any) -> tuple[Point, Point, Point, Point]:
    left, top, right, low = rect.left, rect.top, rect.left + rect.width, rect.top + rect.height
    return _four(((left, top), (right, top), (right, low), (left, low)))


PEERS: tuple[Contender, ...] = (
    Contender("zxing-cpp", lambda listing, known: PlainZxing()),
    Contender("zxing-cpp enlarged", lambda listing, known: PlainZxing(enlarge=True)),
    Contender("pyzbar", lambda listing, known: PlainZbar()),
    Contender("OpenCV", lambda listing, known: PlainOpenCv()),
)


def flat_map(homography: Matrix) -> TableMap:
    """A camera that is known exactly and bends no lines."""
    return TableMap(np.asarray(np.linalg.inv(homography)), 0.0, 0)


def true_map(scene: Scene) -> TableMap:
    """The map of a camera that was calibrated well before this picture, its lens included."""
    if not scene.bent or len(scene.truths) < _ENOUGH:
        return flat_map(scene.homography)
    height, width = scene.picture.shape[:2]
    squares = [Square(truth.code, np.array(truth.corners), truth.symbol_mm) for truth in scene.truths]
    return fit_map(squares, width, height)


def _dictionary(listing: Listing, known: TableMap | None) -> Decoder:
    """Our own reader, with or without knowledge of the camera."""
    from vision.dictionary import DictionaryDecoder

    return DictionaryDecoder(_book(listing.codes), listing.specs, table=known)


@cache
def _book(codes: tuple[Code, ...]) -> "Codebook":
    from vision.codebook import build_codebook

    return build_codebook(codes, matrices(codes))


ALL: tuple[Contender, ...] = (Contender(OURS, _dictionary), *PEERS)


def contenders(names: Sequence[str] = ()) -> list[Contender]:
    """Those who take part, ours first; all, or those named."""
    unknown = set(names) - {one.name for one in ALL}
    if unknown:
        raise ValueError(f"no reader {', '.join(sorted(unknown))}; there are: {', '.join(one.name for one in ALL)}")
    return [one for one in ALL if not names or one.name in names]
