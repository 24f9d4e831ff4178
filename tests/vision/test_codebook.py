"""The list of stickers as the dictionary reader knows it."""

import time
from pathlib import Path

import numpy as np
import pytest

from cards_db.pool import load_pool, pool_codes
from cards_db.qr import matrices
from vision.codebook import SIDE, WIDTHS, Codebook, build_codebook, centred, fixed_modules, format_modules, unit
from vision.codebook_file import kept_codebook

CODES = pool_codes(load_pool())[:600]
BOOK = build_codebook(CODES, matrices(CODES))


def test_all_modules_are_either_shared_or_tell_codes_apart() -> None:
    """QR version 1: 208 data modules, 31 for the format, the rest finders, timing and the dark module."""
    assert len(BOOK.data) == 208
    assert int(format_modules().sum()) == 30
    assert int(fixed_modules().sum()) == 441 - 208 - 30
    shared = BOOK.shared.ravel()
    assert not shared[BOOK.data].any()
    assert int(shared.sum()) == SIDE * SIDE - 208


def test_every_sticker_is_most_like_itself_under_every_blur() -> None:
    for blur, width in enumerate(WIDTHS):
        looks = BOOK.look(width, 1, np.arange(0, 600, 7)).bright
        scores = BOOK.scores(looks, blur)
        assert np.array_equal(scores.argmax(axis=1), np.arange(0, 600, 7)), width
        assert scores.max() == pytest.approx(1.0, abs=1e-3)


def test_brightness_and_contrast_of_the_picture_do_not_matter() -> None:
    looks = BOOK.look(WIDTHS[3], 1, np.arange(5)).bright
    assert np.allclose(BOOK.scores(looks, 3), BOOK.scores(40 + 25 * looks, 3), atol=1e-4)


def test_the_asked_for_score_lies_above_what_two_stickers_share_and_rises_with_the_blur() -> None:
    """A fixed limit would be too low in soft pictures, where all codes look alike."""
    assert (BOOK.least > BOOK.nearest + 0.1).all()
    assert BOOK.least[-1] > BOOK.least[0] + 0.1
    for blur in (0, 4, 7):
        bank = BOOK.bank[blur]
        alike = bank @ bank.T - 2 * np.eye(len(bank))
        assert alike.max() <= BOOK.nearest[blur] + 1e-4


def test_codes_of_our_family_that_are_not_listed_stay_below_the_limit() -> None:
    strangers = pool_codes(load_pool())[600:3600]
    others = build_codebook(strangers, matrices(strangers))
    for blur, width in enumerate(WIDTHS):
        looks = others.look(width).bright[:, BOOK.data]
        seen = unit(centred(looks) @ BOOK.lenses[blur])
        assert (seen @ BOOK.bank[blur].T).max() < BOOK.least[blur], width


def test_the_whole_registry_is_learned_in_about_a_second() -> None:
    codes = pool_codes(load_pool())[:2500]
    dark = matrices(codes)
    started = time.process_time()
    book = build_codebook(codes, dark)
    assert book.bank.shape == (len(WIDTHS), 2500, 208)
    assert book.least.shape == (len(WIDTHS),)
    assert time.process_time() - started < 3.0  # twice that of a slow machine


def test_a_list_without_patterns_is_refused() -> None:
    with pytest.raises(ValueError, match="3 codes need 3 patterns"):
        build_codebook(["A", "B", "C"], np.zeros((2, 21, 21), np.bool_))


def _learned(book: Codebook) -> tuple[list[float], float]:
    return book.nearest.tolist(), float(np.abs(book.bank).sum())


def test_what_was_learned_about_a_list_is_the_same_when_it_comes_from_a_file(tmp_path: Path) -> None:
    dark = matrices(CODES)
    first, again = kept_codebook(CODES, dark, tmp_path), kept_codebook(CODES, dark, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    assert "lenses" in again.__dict__
    assert _learned(first) == _learned(again) == _learned(BOOK)


def test_another_list_never_gets_what_was_learned_about_this_one(tmp_path: Path) -> None:
    dark = matrices(CODES)
    kept_codebook(CODES, dark, tmp_path)
    fewer = kept_codebook(CODES[:500], dark[:500], tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    assert _learned(fewer) == _learned(build_codebook(CODES[:500], dark[:500]))


@pytest.mark.parametrize("harm", ["cut short", "empty", "other file", "one byte", "renamed"])
def test_a_broken_file_is_made_anew_without_a_word(tmp_path: Path, harm: str) -> None:
    dark = matrices(CODES[:60])
    kept_codebook(CODES[:60], dark, tmp_path)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    if harm == "renamed":  # the right name, but what was learned about another list
        kept_codebook(CODES[60:120], matrices(CODES[60:120]), tmp_path)
        (other,) = set(tmp_path.iterdir()) - {path}
        other.replace(path)
    else:
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :]
        path.write_bytes({"cut short": whole[:-900], "empty": b"", "other file": b"card", "one byte": flipped}[harm])
    book = kept_codebook(CODES[:60], dark, tmp_path)
    assert _learned(book) == _learned(build_codebook(CODES[:60], dark))
    assert _learned(kept_codebook(CODES[:60], dark, tmp_path)) == _learned(book)


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("no folder", encoding="utf-8")
    book = kept_codebook(CODES[:60], matrices(CODES[:60]), taken)
    assert book.least.shape == (len(WIDTHS),)


def test_only_the_lists_used_lately_are_kept(tmp_path: Path) -> None:
    for first in range(0, 60, 10):
        kept_codebook(CODES[first : first + 10], matrices(CODES[first : first + 10]), tmp_path)
    assert len(list(tmp_path.iterdir())) == 4
