"""Readers and eyes for a list of stickers. The process of the eye begins here, so nothing of the game is loaded."""

from collections.abc import Callable, Mapping
from pathlib import Path

from cards_db.qr import matrices
from engine.core.ids import Code
from vision.codebook import build_codebook
from vision.codebook_file import kept_codebook
from vision.dictionary import DictionaryDecoder
from vision.eye import Eye
from vision.stickers import StickerSpec
from vision.tracker import QUICK


def make_eye(specs: Mapping[Code, StickerSpec], kept: Path | None = None) -> Eye:
    """The reader of whole tables, for these stickers."""
    return Eye(make_reader(specs, kept), specs, tracking=QUICK)


def make_reader(specs: Mapping[Code, StickerSpec], kept: Path | None = None) -> DictionaryDecoder:
    """The reader that knows these stickers and no others."""
    return make_readers(specs, kept)()


def make_readers(specs: Mapping[Code, StickerSpec], kept: Path | None = None) -> Callable[[], DictionaryDecoder]:
    """As many such readers as are wanted; the list is learned only once.

    What it works out about the list is kept in a folder for the next time, if one is given.
    """
    codes = sorted(specs)
    dark = matrices(codes)
    book = build_codebook(codes, dark) if kept is None else kept_codebook(codes, dark, kept)
    return lambda: DictionaryDecoder(book, specs)
