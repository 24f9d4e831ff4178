"""Known stickers from one picture to the next: how they moved together, and whether a picture shows them clearly."""

from dataclasses import replace

import numpy as np

from vision.known import BY_CHANCE, Known, is_blurred, way_of
from vision.recognition import Hits, moved_by, nothing

SHIFT = np.array([[1, 0, 30.0], [0, 1, -18.0], [0, 0, 1]])


def _stickers(count: int, module_px: float = 4.0) -> Hits:
    """So many stickers, each with its own code, scattered over the picture."""
    frames = np.tile(np.diag((module_px, module_px, 1.0)), (count, 1, 1))
    frames[:, 0, 2], frames[:, 1, 2] = 200 + 170 * np.arange(count), 300 + 90 * (np.arange(count) % 3)
    few, none = np.ones(count, np.float32), np.zeros(count, np.intp)
    return replace(nothing(), frames=frames, number=np.arange(count), cover=none, blur=none, sigma_px=few, score=few)


def test_stickers_that_moved_together_tell_the_way_of_all() -> None:
    """Large ones may be further off than was thought."""
    before = _stickers(5)
    about = np.array([[1, 0, 2.0], [0, 1, 1.0], [0, 0, 1]])
    found = way_of(before, moved_by(before, SHIFT), about)
    assert np.allclose(found / found[2, 2], SHIFT, atol=1e-3)


def test_a_single_sticker_tells_no_way() -> None:
    before, about = _stickers(1), np.eye(3)
    assert way_of(before, moved_by(before, SHIFT), about) is about
    assert way_of(before, moved_by(before, 9 * SHIFT), about) is about, "nor does one that is elsewhere"


def _known(scores: list[float], missed: list[int]) -> Known:
    count = len(scores)
    return Known(_stickers(count), np.zeros(count, np.intp), np.array(scores, np.float32), np.array(missed))


def test_a_picture_is_blurred_when_next_to_no_sticker_is_seen_clearly() -> None:
    known = _known([0.9] * 8, [0] * 8)
    assert is_blurred(np.full(8, 0.4, np.float32), known)
    assert not is_blurred(np.array([0.9] * 4 + [0.0] * 4, np.float32), known), "a hand hides half of them"


def test_stickers_that_have_long_been_gone_make_no_picture_blurred() -> None:
    known = _known([0.9] * 8, [9] * 8)
    assert not is_blurred(np.full(8, 0.4 * BY_CHANCE, np.float32), known)
    assert is_blurred(np.full(8, 0.5, np.float32), known), "but those that are seen badly do"
