"""Photographs of other people's codes, taken with real cameras: nothing on them is ours, so nothing may be read."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from cards_db.pool import load_pool, pool_codes
from cards_db.qr import matrices, matrix
from vision.codebook import Codebook, build_codebook
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.stickers import Role, StickerSpec

FOLDER = Path(__file__).parents[1] / "data" / "photographs"
PHOTOGRAPHS = sorted([*FOLDER.glob("*.jpg"), *FOLDER.glob("*.png")])
LISTED = pool_codes(load_pool())[:2500]


@cache
def book() -> Codebook:
    """As many stickers as there can be: the more there are, the likelier one resembles something else."""
    return build_codebook(LISTED, matrices(LISTED))


def reader() -> DictionaryDecoder:
    return DictionaryDecoder(book(), {code: StickerSpec(code, Role.ROOM, 14.0, 0.0, 0.0) for code in LISTED})


def photograph(path: Path, scale: float = 1.0) -> Picture:
    grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert grey is not None, f"{path} cannot be read: fetch the whole repository"
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", PHOTOGRAPHS, ids=named)
def test_nothing_of_ours_is_read_from_a_photograph_of_other_codes(path: Path) -> None:
    for scale in (1.0, 0.6, 0.35):
        reads = reader().decode(photograph(path, scale))
        assert not {read.text for read in reads} & set(LISTED)


def test_the_codes_on_the_photographs_are_real_ones_and_are_named_as_foreign() -> None:
    paths = [path for path in PHOTOGRAPHS if "qrcode" in path.name]
    texts = [[read.text for read in reader().decode(photograph(path))] for path in paths]
    assert len(paths) == 5
    assert sum(bool(found) for found in texts) >= 4


@pytest.mark.parametrize("path", [path for path in PHOTOGRAPHS if "qrcode" in path.name], ids=named)
def test_our_sticker_is_read_beside_a_foreign_code(path: Path) -> None:
    picture = photograph(path)
    modules = np.pad(np.where(matrix(LISTED[7]), 40, 220).astype(np.uint8), 2, constant_values=220)
    sticker = np.asarray(cv2.resize(modules, (64, 64), interpolation=cv2.INTER_AREA), np.uint8)
    picture[170:234, 4:68] = cv2.GaussianBlur(sticker, (0, 0), 0.8)
    assert {read.text for read in reader().decode(picture)} & set(LISTED) == {LISTED[7]}
