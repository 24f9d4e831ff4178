"""Millimetres from stickers alone."""

import numpy as np
import pytest

from engine.core.ids import Code
from tests.vision.pictures import Glued, Matrix, photograph, straight_down, tilted, to_pixels
from vision.calibration import Bow, Calibrator, Floats, Square, TableMap, fit_map
from vision.decode import ZxingDecoder
from vision.layout import turn
from vision.tabletop import Pose

WIDTH, HEIGHT = 4608, 2592
SYMBOL_MM = 16 * 21 / 25


def _squares(camera: Matrix, count: int, seed: int = 1, error_px: float = 0.1) -> list[Square]:
    """Stickers scattered over the picture, their corners measured with a small error."""
    rng = np.random.default_rng(seed)
    pixels = rng.uniform((300, 300), (WIDTH - 300, HEIGHT - 300), (count, 2))
    middles = to_pixels(np.asarray(np.linalg.inv(camera)), pixels)
    return [
        _square(camera, Pose(x, y, rng.uniform(-180, 180)), f"C{number}", rng.normal(0, error_px, (4, 2)))
        for number, (x, y) in enumerate(middles)
    ]


def _square(camera: Matrix, pose: Pose, code: str, error: Floats) -> Square:
    corners = to_pixels(camera, Glued(code, pose).symbol_corners_mm) + error
    return Square(Code(code), corners, SYMBOL_MM)


def _worst_mm(table: TableMap, camera: Matrix) -> float:
    """The largest error over the picture, after the best shift and turn (which stickers cannot know)."""
    grid = np.array([(x, y) for x in np.linspace(300, WIDTH - 300, 7) for y in np.linspace(300, HEIGHT - 300, 5)])
    true, found = to_pixels(np.asarray(np.linalg.inv(camera)), grid), table.to_mm(grid)
    left, _, right = np.linalg.svd((found - found.mean(0)).T @ (true - true.mean(0)))
    return float(np.linalg.norm((found - found.mean(0)) @ (left @ right) - (true - true.mean(0)), axis=1).max())


@pytest.mark.parametrize(("tilt", "count", "worst_mm"), [(0, 4, 2.0), (30, 4, 4.0), (30, 10, 1.5), (30, 40, 0.7)])
def test_the_whole_table_is_measured_even_from_a_tilted_camera(tilt: float, count: int, worst_mm: float) -> None:
    """4.6 pixels per millimetre, a metre of table."""
    camera = tilted(4.6, WIDTH, HEIGHT, tilt, spin_deg=20)
    table = fit_map(_squares(camera, count), WIDTH, HEIGHT)
    assert _worst_mm(table, camera) < worst_mm
    assert table.rms_mm < 0.06
    assert table.stickers == count


def test_one_sticker_is_enough_to_begin_under_a_straight_camera() -> None:
    camera = straight_down(4.6, WIDTH, HEIGHT)
    table = fit_map(_squares(camera, 1, error_px=0.05), WIDTH, HEIGHT)
    near = table.to_mm(np.array([(WIDTH / 2, HEIGHT / 2), (WIDTH / 2 + 460, HEIGHT / 2)]))
    assert np.linalg.norm(near[1] - near[0]) == pytest.approx(100, rel=0.03)


def test_a_sticker_of_the_wrong_size_does_not_spoil_the_map() -> None:
    camera = tilted(4.6, WIDTH, HEIGHT, 20)
    squares = _squares(camera, 12)
    liar = Square(Code("liar"), squares[0].corners, SYMBOL_MM * 1.4)
    assert _worst_mm(fit_map([liar, *squares[1:]], WIDTH, HEIGHT), camera) < 2.0


def test_the_pictures_x_axis_stays_the_tables_x_axis() -> None:
    """Rules 4.2: angles run clockwise in the picture, 90 degrees points down."""
    camera = straight_down(4.6, WIDTH, HEIGHT)
    table = fit_map(_squares(camera, 8), WIDTH, HEIGHT)
    for angle in (0.0, 90.0, 180.0, -45.0):
        pose = table.pose(_square(camera, Pose(120, -80, angle), "X", np.zeros((4, 2))).corners)
        assert (pose.x_mm, pose.y_mm) == pytest.approx((120, -80), abs=0.5)
        assert abs(turn(pose.angle_deg - angle)) < 0.2


def test_real_reads_of_a_tilted_table_give_distances_to_a_millimetre() -> None:
    width, height = 1600, 1000
    camera = tilted(4.0, width, height, 30)
    places = [(x, y, 40 * x + y) for x in (-120, -40, 40, 120) for y in (-60, 0, 60)]
    stickers = [Glued(f"B12345{n:02d}", Pose(x, y, a)) for n, (x, y, a) in enumerate(places)]
    picture = photograph(stickers, camera, width, height)
    reads = {read.text: np.array(read.corners) for read in ZxingDecoder(enlarge=True).decode(picture)}
    table = fit_map([Square(Code(t), c, SYMBOL_MM) for t, c in reads.items()], width, height)
    poses = {text: table.pose(corners) for text, corners in reads.items()}
    assert len(poses) == 12
    for one in stickers:
        for other in stickers:
            a, b = poses[one.text], poses[other.text]
            found = np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
            true = np.hypot(one.pose.x_mm - other.pose.x_mm, one.pose.y_mm - other.pose.y_mm)
            assert abs(found - true) < 1.0
            assert abs(turn(a.angle_deg - b.angle_deg - one.pose.angle_deg + other.pose.angle_deg)) < 1.0


def test_the_map_gets_better_with_every_sticker_that_ever_lay_there() -> None:
    camera = tilted(4.6, WIDTH, HEIGHT, 25)
    calibrator = Calibrator(WIDTH, HEIGHT)
    squares = _squares(camera, 24)
    first = calibrator.see(squares[:2])
    assert first is not None
    for start in range(0, 24, 3):
        for _ in range(4):
            calibrator.see(squares[start : start + 3])
    assert calibrator.map is not None
    assert calibrator.map.stickers >= 20
    assert _worst_mm(calibrator.map, camera) < _worst_mm(first, camera)
    assert calibrator.starts == 0


def test_a_still_table_is_not_fitted_again_and_again() -> None:
    calibrator = Calibrator(WIDTH, HEIGHT)
    squares = _squares(straight_down(4.6, WIDTH, HEIGHT), 10)
    maps = [calibrator.see(squares) for _ in range(40)]
    assert len({id(table) for table in maps}) < 15
    assert maps[-1] is maps[-20]


def test_when_the_camera_is_moved_the_map_starts_anew() -> None:
    calibrator = Calibrator(WIDTH, HEIGHT)
    for _ in range(5):
        calibrator.see(_squares(straight_down(4.6, WIDTH, HEIGHT), 10, error_px=0.02))
    poses = [Pose(-200 + 45 * n, 10 * n, 30 * n) for n in range(10)]
    moved = straight_down(3.5, WIDTH, HEIGHT)
    after = [_square(moved, pose, f"C{n}", np.zeros((4, 2))) for n, pose in enumerate(poses)]
    for _ in range(5):
        table = calibrator.see(after)
    assert calibrator.starts == 1
    assert table is not None
    assert _worst_mm(table, moved) < 1.0


def test_two_moved_cards_among_many_are_no_moved_camera() -> None:
    camera = straight_down(4.6, WIDTH, HEIGHT)
    calibrator = Calibrator(WIDTH, HEIGHT)
    squares = _squares(camera, 10, error_px=0.02)
    for _ in range(5):
        calibrator.see(squares)
    other = _squares(camera, 2, seed=9, error_px=0.02)
    for _ in range(20):
        calibrator.see([*other, *squares[2:]])
    assert calibrator.starts == 0


def test_a_camera_that_came_nearer_is_noticed_with_a_single_sticker() -> None:
    calibrator = Calibrator(WIDTH, HEIGHT)
    far, near = straight_down(4.0, WIDTH, HEIGHT), straight_down(5.0, WIDTH, HEIGHT)
    for _ in range(5):
        calibrator.see([_square(far, Pose(0, 0, 0), "C1", np.zeros((4, 2)))])
    for _ in range(15):
        calibrator.see([_square(near, Pose(0, 0, 0), "C1", np.zeros((4, 2)))])
    assert calibrator.starts == 1


def test_nothing_on_the_table_gives_no_map() -> None:
    assert Calibrator(WIDTH, HEIGHT).see([]) is None


def test_a_pose_is_redrawn_on_a_better_map_without_moving_in_the_picture() -> None:
    camera = tilted(4.6, WIDTH, HEIGHT, 20)
    old, new = fit_map(_squares(camera, 2), WIDTH, HEIGHT), fit_map(_squares(camera, 30), WIDTH, HEIGHT)
    corners = _squares(camera, 1, seed=4)[0].corners
    expected, found = new.pose(corners), old.redrawn([old.pose(corners)], new)[0]
    assert (found.x_mm, found.y_mm) == pytest.approx((expected.x_mm, expected.y_mm), abs=0.1)
    assert abs(turn(found.angle_deg - expected.angle_deg)) < 1.0


def test_a_long_evening_with_stickers_in_hundreds_of_places_forgets_the_rarest_ones() -> None:
    """Cards are moved all the time: more places come than are remembered."""
    camera = straight_down(4.6, WIDTH, HEIGHT)
    calibrator = Calibrator(WIDTH, HEIGHT)
    resting = _squares(camera, 8, seed=1)
    for turn_ in range(12):
        moved = _squares(camera, 30, seed=10 + turn_)
        table = calibrator.see([*resting, *moved])
    assert table is not None
    assert _worst_mm(table, camera) < 2.0


@pytest.mark.parametrize(("k1", "k2"), [(0.12, -0.02), (-0.15, 0.0), (-0.2, 0.05)])
def test_what_a_lens_bows_is_straightened_again_to_a_hundredth_of_a_pixel(k1: float, k2: float) -> None:
    bow = Bow(k1, k2, 2304, 1296, 2304)
    x, y = np.meshgrid(np.linspace(0, 4608, 15), np.linspace(0, 2592, 9))
    seen = np.column_stack((x.ravel(), y.ravel()))
    assert np.abs(bow.bowed(bow.straightened(seen)) - seen).max() < 0.01
