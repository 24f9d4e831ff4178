"""Sticker codes: what is one, what never is, and how far apart they look."""

import random
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from cards_db.codes import ALPHABET, LENGTH, SERIALS, code_for, is_well_formed, serial_of
from cards_db.loader import load_catalog
from cards_db.pool import POOL_FILE, closest_pair, load_pool, pick_pool, pool_codes, smallest_distance, written_pool
from cards_db.qr import SIZE, matrices, matrix
from engine.core.errors import CardDataError
from engine.core.ids import Code, CopyId

REGISTRY_HASH = "ba5ecfa82fb1581e"
"""Of all stickers of the base box and the table."""


def test_a_code_tells_its_serial() -> None:
    for serial in (0, 1, 31, 32, 123_456, SERIALS - 1):
        code = code_for(serial)
        assert len(code) == LENGTH
        assert is_well_formed(code)
        assert serial_of(code) == serial


def test_there_is_no_code_outside_the_serials() -> None:
    for serial in (-1, SERIALS):
        with pytest.raises(ValueError, match="serial"):
            code_for(serial)


@pytest.mark.parametrize("text", ["", "LK", "HTTPS://EX", "LK0000D8P", "LK0000D8PYY", "lk0000d8py", "XX0000D8PY"])
def test_foreign_texts_are_no_codes(text: str) -> None:
    assert not is_well_formed(text)


def test_letters_that_look_like_digits_are_no_part_of_a_code() -> None:
    assert not any(is_well_formed(code_for(0).replace("0", letter)) for letter in "ILOU")


def test_a_code_with_one_damaged_character_is_refused() -> None:
    for serial in (0, 7, 99_999):
        code = code_for(serial)
        damaged = [code[:at] + c + code[at + 1 :] for at in range(LENGTH) for c in ALPHABET if c != code[at]]
        assert not any(is_well_formed(text) for text in damaged)


def test_guessed_check_characters_are_nearly_always_refused() -> None:
    dice = random.Random(5)
    guesses = ["LK" + "".join(dice.choices(ALPHABET, k=8)) for _ in range(20_000)]
    assert sum(map(is_well_formed, guesses)) <= 1


def test_a_sticker_is_a_version_1_code_with_three_finders() -> None:
    modules = matrix(code_for(0))
    finder = modules[:7, :7]
    assert modules.shape == (SIZE, SIZE)
    assert finder.sum() == 33
    assert (modules[:7, -7:] == finder).all()
    assert (modules[-7:, :7] == finder).all()


def test_many_patterns_at_once_are_the_same_as_one_by_one() -> None:
    codes = [code_for(serial) for serial in random.Random(3).sample(range(SERIALS), 40)]
    assert (matrices(codes) == np.array([matrix(code) for code in codes])).all()


def test_all_codes_of_the_pool_look_different_however_they_are_turned() -> None:
    grades = load_pool()
    patterns = matrices(pool_codes(grades))
    assert len(patterns) == len(set(pool_codes(grades))) == 4096
    seen = 0
    for grade in grades:
        own = slice(seen, seen + len(grade.serials))
        seen = own.stop
        distances = smallest_distance(patterns[own], patterns[:seen])
        distances[np.arange(len(grade.serials)), np.arange(own.start, own.stop)] = SIZE * SIZE  # a code and itself
        assert distances.min() >= grade.distance >= 70


def test_a_turned_sticker_is_not_mistaken_for_itself() -> None:
    patterns = matrices(pool_codes(load_pool()))
    for turn in (1, 2, 3):
        assert (np.rot90(patterns, turn, axes=(1, 2)) != patterns).sum(axis=(1, 2)).min() >= 70


def test_the_registry_has_room_for_every_box_and_its_smallest_distance_is_known() -> None:
    """2,500 stickers: all sets, both other games, markers and backs. The reader relies on the distance."""
    patterns = matrices(pool_codes(load_pool()))
    assert len(patterns) >= 2500
    assert closest_pair(patterns) == 70


def test_the_closest_pair_is_found_however_it_is_turned() -> None:
    patterns = matrices(pool_codes(load_pool())[:40])
    for turn in (0, 1, 2, 3):
        almost = np.rot90(patterns[7], turn).copy()
        almost[3, 5:12] ^= True
        assert closest_pair(np.concatenate((patterns, almost[None]))) == 7
        assert closest_pair(np.concatenate((almost[None], patterns))) == 7
    plain = smallest_distance(patterns, patterns)
    np.fill_diagonal(plain, SIZE * SIZE)
    assert closest_pair(patterns) == plain.min() >= 80


def test_picking_again_gives_the_beginning_of_the_same_pool() -> None:
    first = load_pool()[0]
    (again,) = pick_pool((first.distance,), serials=10_000)
    assert len(again.serials) > 30
    assert again.serials == first.serials[: len(again.serials)]


def test_the_pool_file_is_what_would_be_written() -> None:
    assert POOL_FILE.read_text("utf-8") == written_pool(load_pool())


def test_a_broken_pool_is_named(tmp_path: Path) -> None:
    file = tmp_path / "pool.toml"
    file.write_text("mask = 7\n", encoding="utf-8")
    with pytest.raises(CardDataError, match=r"pool\.toml.*mask 7"):
        load_pool(file)


def test_stickers_that_were_given_out_never_change() -> None:
    """Printed stickers are on real cards: if this fails, put the registry back as it was."""
    code_of = load_catalog().of_sets(("base", "table")).code_of
    assert code_of[CopyId("bm.boss.draculord#1")] == "LK0000D8PY"
    assert code_of[CopyId("bm.room.dark_altar#1")] == "LK0MTXR6HJ"
    assert code_of[CopyId("bm.hero.the_fool#1")] == "LK03XR9673"
    assert code_of[CopyId("bm.mark.town#1")] == "LK0GTTYCRF"
    lines = sorted(f"{copy}={code}" for copy, code in code_of.items())
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == REGISTRY_HASH


def test_the_stickers_of_the_base_box_come_from_the_widest_grade() -> None:
    widest = {code_for(serial) for serial in load_pool()[0].serials}
    base = load_catalog().of_sets(("base", "table"))
    assert all(Code(code) in widest for code in base.codes)
