"""What is slow to work out about a list of stickers, kept in a file: the next start is quicker.

The file is only ever a shortcut. It carries a fingerprint of the list and of everything that decides about its limits;
one that does not fit, is broken or cannot be read is made anew without a word, and nothing happens if it cannot be
written.
"""

import hashlib
import os
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import codebook
from vision.codebook import WIDTHS, Codebook, Floats, build_codebook

_FORM = 1
"""Counted up whenever the way in which a codebook is worked out changes."""
_KEPT = 4
"""So many lists are remembered: one for each choice of sets that is played in turn."""


def kept_codebook(codes: Sequence[str], dark: NDArray[np.bool_], folder: Path) -> Codebook:
    """The dictionary of these codes, with the help of what an earlier start left in this folder."""
    book = build_codebook(codes, dark)
    mark = fingerprint(book)
    path = folder / f"codebook-{mark[:24]}.npz"
    known = _loaded(path, mark, len(book.data))
    if known is None:
        _save(path, mark, book.lenses, book.nearest)
    else:
        # cached properties live beside the fields; what lies there is not worked out again
        book.__dict__["lenses"], book.__dict__["nearest"] = known
    return book


def fingerprint(book: Codebook) -> str:
    """A mark that changes with the list, its patterns and the rules by which they are compared."""
    rules = (_FORM, WIDTHS, codebook.RING, codebook.NOISE, codebook.DECOYS, codebook.SEED, codebook.ENOUGH_TO_JUDGE)
    made = hashlib.sha256(repr((rules, book.codes)).encode())
    made.update(np.packbits(book.bright > 0.5).tobytes())
    return made.hexdigest()


def _loaded(path: Path, mark: str, modules: int) -> tuple[Floats, Floats] | None:
    """What the file says about this list; None unless all of it is there and makes sense."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            lenses, nearest, belongs = stored["lenses"], stored["nearest"], str(stored["mark"]) == mark
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    fits = lenses.shape == (len(WIDTHS), modules, modules) and nearest.shape == (len(WIDTHS),)
    if not (belongs and fits and lenses.dtype == nearest.dtype == np.float32):
        return None
    sound = np.isfinite(lenses).all() and (nearest > 0).all() and (nearest < 1).all()
    return (lenses, nearest) if sound else None


def _save(path: Path, mark: str, lenses: Floats, nearest: Floats) -> None:
    """Write beside it and put it in place at once, so that nobody ever reads half a file."""
    fresh = path.with_name(f"{path.stem}.{os.getpid()}.new")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with fresh.open("wb") as file:
                np.savez(file, lenses=lenses, nearest=nearest, mark=np.array(mark))
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        kept = sorted(path.parent.glob("codebook-*.npz"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in kept[_KEPT:]:
            old.unlink(missing_ok=True)
