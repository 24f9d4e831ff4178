"""The black and white pattern of a sticker code: an ordinary QR code of version 1 at level H, always with one mask.

One mask for all keeps what all stickers share (finders, timing, format) the same on every sticker, which a reader that
knows the list of codes can lean on.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cards_db.codes import ALPHABET, LENGTH, PREFIX
from engine.core.ids import Code

SIZE = 21
"""Modules along an edge, without quiet zone."""
MASK = 2
"""Of the eight masks the one under which turned stickers differ most; upright ones differ alike under all."""

Matrix = NDArray[np.bool_]
"""Rows x columns, True is dark."""

_QR_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_PAIR_BITS = 11
"""QR packs two alphanumeric characters into so many bits."""


@cache
def matrix(code: str) -> Matrix:
    """The 21 x 21 modules of a code; read-only, because everybody gets the same."""
    import segno  # only needed where stickers are drawn or learned

    symbol = segno.make(
        code, error="h", version=1, mode="alphanumeric", mask=MASK, micro=False, boost_error=False, encoding=None
    )
    modules = np.array([list(row) for row in symbol.matrix], dtype=np.bool_)
    modules.setflags(write=False)
    return modules


def matrices(codes: Sequence[Code]) -> Matrix:
    """The modules of many codes at once: codes x 21 x 21.

    Under one mask every module is an exclusive-or of payload bits, so a few dozen patterns give all others.
    """
    blank, patterns = _basis()
    characters = np.frombuffer("".join(codes).encode("ascii"), dtype=np.uint8).reshape(len(codes), LENGTH)
    values = _values()[characters[:, len(PREFIX) :]]
    pairs = values[:, 0::2] * len(_QR_ALPHABET) + values[:, 1::2]
    bits = pairs[:, :, None] >> np.arange(_PAIR_BITS) & 1
    flips = bits.reshape(len(codes), -1).astype(np.float32) @ patterns.astype(np.float32)
    dark = (flips.astype(np.int32) & 1).astype(np.bool_) ^ blank
    return dark.reshape(len(codes), SIZE, SIZE)


@cache
def _basis() -> tuple[Matrix, Matrix]:
    """The pattern of the all-zero payload, and what each single payload bit changes in it."""
    pairs = (LENGTH - len(PREFIX)) // 2
    blank = matrix(PREFIX + "00" * pairs).ravel()
    changes = [
        matrix(PREFIX + "00" * pair + _pair(1 << bit) + "00" * (pairs - 1 - pair)).ravel() ^ blank
        for pair in range(pairs)
        for bit in range(_PAIR_BITS)
    ]
    return blank, np.array(changes)


def _pair(value: int) -> str:
    """The two characters that QR packs into this number."""
    first, second = divmod(value, len(_QR_ALPHABET))
    return _QR_ALPHABET[first] + _QR_ALPHABET[second]


@cache
def _values() -> NDArray[np.int32]:
    """The QR value of each character that may stand in a code, by its ASCII number."""
    table = np.zeros(128, dtype=np.int32)
    for character in ALPHABET:
        table[ord(character)] = _QR_ALPHABET.index(character)
    return table
