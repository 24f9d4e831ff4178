"""The list of stickers as the dictionary reader knows it."""

import time

import numpy as np
import pytest

from cards_db.pool import load_pool, pool_codes
from cards_db.qr import matrices
from vision.codebook import SIDE, WIDTHS, build_codebook, centred, fixed_modules, format_modules, unit

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
