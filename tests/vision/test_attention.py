"""Which parts of a picture are worth a close look."""

import math

import numpy as np
from numpy.typing import NDArray

from vision.attention import Attention, Scene
from vision.surroundings import View
from vision.tracker import Tracker


def _view(changed: NDArray[np.bool_]) -> View:
    nothing = np.zeros_like(changed)
    return View(16, 0.4, False, nothing, changed, changed, nothing)


def _scene(*, settled: bool = False) -> Scene:
    return Scene(None, (4608, 2592), (), (), (), -math.inf, settled)


def test_what_changed_is_looked_at_in_four_pictures_and_again_once_the_table_was_settled() -> None:
    attention, changed = Attention({}), np.zeros((162, 288), np.bool_)
    changed[40:50, 100:110] = True
    looks = [bool(attention.look(_view(changed), _scene(), Tracker(), number / 14)[0]) for number in range(6)]
    assert looks == [True] * 4 + [False] * 2
    boxes, everywhere = attention.look(_view(changed), _scene(settled=True), Tracker(), 0.5)
    assert boxes
    assert not everywhere


def test_of_many_parts_only_a_few_are_looked_at_in_one_picture() -> None:
    changed = np.zeros((162, 288), np.bool_)
    changed[40:44, 20:280:20] = changed[40:44, 21:281:20] = changed[40:44, 22:282:20] = True
    boxes, _ = Attention({}).look(_view(changed), _scene(), Tracker(), 0.0)
    assert len(_view(changed).changed_boxes()) > 8
    assert len(boxes) == 8
