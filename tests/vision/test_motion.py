"""How everything moved in the picture when the camera was bumped."""

import math

import cv2
import numpy as np
import pytest

from vision.motion import Matrix, Shades, camera_motion, in_pixels

ROWS, COLUMNS = 162, 288


def _table(seed: int) -> Shades:
    """Grained wood with some cards on it, as a small picture in logarithms."""
    dice = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(dice.normal(0, 30, (ROWS, COLUMNS)).astype(np.float32), (0, 0), 3, sigmaY=1)
    for x, y in dice.integers((10, 10), (COLUMNS - 20, ROWS - 24), (12, 2)):
        grain[y : y + 14, x : x + 10] = dice.normal(0, 20, (14, 10))
    return np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7), np.float32)


def _bump(right: float, down: float, turn_deg: float, lean: float = 0.0) -> Matrix:
    """The camera is pushed, turned about the picture's middle, and leans a little."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    middle = np.array(((1, 0, COLUMNS / 2), (0, 1, ROWS / 2), (0, 0, 1.0)))
    turned = np.array(((cos, -sin, right), (sin, cos, down), (lean, 0, 1.0)))
    return np.asarray(middle @ turned @ np.linalg.inv(middle))


def _seen(table: Shades, way: Matrix, seed: int) -> Shades:
    """The table after a bump, with the noise of another picture."""
    moved = cv2.warpPerspective(table, way, (COLUMNS, ROWS), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved + np.random.default_rng(seed).normal(0, 0.8, (ROWS, COLUMNS)), np.float32)


def _worst(found: Matrix | None, way: Matrix) -> float:
    """How far off a corner of the table comes out, in pixels of the small pictures."""
    assert found is not None
    corners = np.array([[(20.0, 20.0), (COLUMNS - 20, 20), (COLUMNS - 20, ROWS - 20), (20, ROWS - 20)]])
    one, other = (cv2.perspectiveTransform(corners, matrix) for matrix in (found, way))
    return float(np.abs(one - other).max())


@pytest.mark.parametrize(
    ("right", "down", "turn", "lean"), [(0, 0, 0, 0), (3.4, -1.8, 0.5, 0), (-2, 2.5, -0.9, 1e-4), (9.3, 6.1, 0.2, 0)]
)
def test_a_bump_is_told_from_two_pictures(right: float, down: float, turn: float, lean: float) -> None:
    way, table = _bump(right, down, turn, lean), _table(1)
    assert _worst(camera_motion(_seen(table, np.eye(3), 2), _seen(table, way, 3)), way) < 0.4


def test_cards_that_were_moved_meanwhile_and_another_light_do_not_matter() -> None:
    way, table = _bump(3.4, -1.8, 0.5), _table(1)
    now = _seen(table, way, 3)
    now[30:60, 40:120] = np.random.default_rng(9).normal(0, 20, (30, 80))
    now[90:110, 150:230] += 25
    now += np.linspace(-32, 16, COLUMNS, dtype=np.float32)
    assert _worst(camera_motion(_seen(table, np.eye(3), 2), now), way) < 0.4


def test_another_table_is_no_bump() -> None:
    assert camera_motion(_table(1), _table(2)) is None


def test_a_tiny_picture_tells_nothing() -> None:
    assert camera_motion(_table(1)[:20, :20], _table(1)[:20, :20]) is None


def test_the_same_way_in_pixels_of_the_camera() -> None:
    way = np.array(((1, 0, 2.0), (0, 1, -1.5), (0, 0, 1)))
    assert in_pixels(way, 16) @ (100, 50, 1) == pytest.approx((132, 26, 1))
    turned = in_pixels(_bump(0, 0, 90), 16)
    middle = ((COLUMNS / 2 + 0.5) * 16 - 0.5, (ROWS / 2 + 0.5) * 16 - 0.5, 1)
    assert turned @ middle == pytest.approx(middle), "what a small picture is turned about, the large one is too"
