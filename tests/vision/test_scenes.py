"""Scenes for measuring readers: seeded, true to their own truth, and as hard as they say."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
import segno
import zxingcpp
from numpy.typing import NDArray

from engine.core.ids import Code
from vision.camera_model import CameraModel, CameraSettings, Printing, Sharpening
from vision.covers import visible_share
from vision.frames import Picture
from vision.negatives import Look, NegativeKind, any_look, lay_out, negatives
from vision.optics import motion_kernel
from vision.sampled import Sampling, sampled_scene
from vision.scenes import (
    Chart,
    Scene,
    bench_card,
    chart_scene,
    chart_table,
    crowded_table,
    hardships,
    photographed,
    reaching,
    sequence,
)
from vision.simulated import SimulatedSource
from vision.table_picture import TablePicture
from vision.tabletop import Cover, CoverKind, Pose, Tabletop

CODES = tuple(Code(f"LKTEST{number:04d}") for number in range(60))
QUIET = CameraSettings(noise=0.0, gradient=0.0, vignette=0.0)
SMALL = Chart(3.0, columns=2, rows=1)


def pattern(code: Code) -> NDArray[np.bool_]:
    """The modules of a real QR code."""
    symbol = segno.make(code, version=1, error="h", mode="alphanumeric", mask=2, micro=False, boost_error=False)
    return np.array([list(row) for row in symbol.matrix], dtype=np.bool_)


def scene_of(chart: Chart = SMALL, settings: CameraSettings = QUIET) -> Scene:
    return chart_scene(chart, CODES, pattern, settings)


def alone(code: Code = CODES[0], size_mm: float = 20.0) -> Tabletop:
    """One card in the middle of a small table, its sticker upright at (40, 40)."""
    card = bench_card(code, size_mm)
    return Tabletop(80, 80, (), Pose(0, 0, 0)).with_card(card, Pose(40, 40 - card.sticker_y_mm, 0))


def close_up(table: Tabletop | None = None, settings: CameraSettings = QUIET) -> Picture:
    """The sticker of that card, 20 mm of the table in 240 pixels, without noise unless asked for."""
    near = replace(settings, width_px=240, height_px=240, px_per_mm=12.0, tilt_deg=0.0, roll_deg=0.0)
    return photographed(table or alone(), pattern, near).picture


def worst_corner(scene: Scene) -> float:
    """How far a ready-made reader's corners are from the truth, at the three corners that have finder patterns."""
    found = {symbol.text: symbol.position for symbol in zxingcpp.read_barcodes(scene.picture)}
    worst = 0.0
    assert scene.truths
    for truth in scene.truths:
        place = found[truth.code]
        for point, corner in zip((place.top_left, place.top_right, place.bottom_left), (0, 1, 3), strict=True):
            worst = max(worst, math.dist((point.x - 0.5, point.y - 0.5), truth.corners[corner]))
    return worst


def texts(picture: Picture) -> set[str]:
    return {symbol.text for symbol in zxingcpp.read_barcodes(picture)}


# --- charts ---------------------------------------------------------------------------------------------------------


def test_the_same_chart_gives_the_same_picture_and_another_seed_another_one() -> None:
    chart = Chart(1.0, columns=2, rows=2)
    one, again = (scene_of(chart, CameraSettings()) for _ in range(2))
    other = scene_of(replace(chart, seed=1), CameraSettings())
    assert np.array_equal(one.picture, again.picture)
    assert one.truths == again.truths
    assert {truth.code for truth in one.truths} != {truth.code for truth in other.truths}


@pytest.mark.parametrize("scale", [0.5, 1.37, 3.0])
@pytest.mark.parametrize("size", [14.0, 20.0])
def test_a_module_has_exactly_as_many_pixels_as_asked_for(scale: float, size: float) -> None:
    table = chart_table(Chart(scale, size, columns=2, rows=1), CODES)
    settings = replace(QUIET, width_px=400, height_px=300, tilt_deg=0.0, px_per_mm=Chart(scale, size).px_per_mm)
    corners = np.array([CameraModel(settings).sticker_corners_px(table, laid) for laid in table.laid])
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    assert edges / 21 == pytest.approx(scale, rel=1e-6)


def test_a_tilted_camera_keeps_the_scale_in_the_middle_of_the_table() -> None:
    scene = scene_of(Chart(2.0, columns=3, rows=1), replace(QUIET, tilt_deg=35.0))
    assert [truth.module_px for truth in scene.truths] == pytest.approx([2.0] * 3, rel=0.02)


def test_every_sticker_of_a_chart_is_free_and_readable() -> None:
    scene = scene_of(Chart(3.0, columns=3, rows=2), CameraSettings())
    assert len(scene.free) == 6
    assert texts(scene.picture) == {truth.code for truth in scene.truths}


@pytest.mark.parametrize("k1", [0.0, -0.25, 0.15])
def test_the_truth_of_a_chart_is_where_the_picture_shows_it(k1: float) -> None:
    assert worst_corner(scene_of(Chart(3.5, columns=3, rows=1), replace(QUIET, tilt_deg=20.0, k1=k1))) < 1.3


def test_a_sticker_that_the_edge_of_the_picture_cuts_is_visible_in_part() -> None:
    table = alone()
    narrow = replace(QUIET, width_px=100, height_px=300, px_per_mm=10.0, tilt_deg=0.0, roll_deg=0.0)
    (truth,) = photographed(table, pattern, narrow).truths
    assert truth.visible == pytest.approx(100 / 168, abs=0.03)
    far = replace(table, laid=(replace(table.laid[0], pose=Pose(75, 40, 0)),))
    assert photographed(far, pattern, narrow).truths == ()


# --- each hardship does what it says --------------------------------------------------------------------------------


def test_every_hardship_changes_the_picture_and_each_in_its_own_way() -> None:
    pictures = {name: close_up(settings=settings) for name, settings in hardships(CameraSettings()).items()}
    plain = pictures.pop("nothing special")
    assert len(pictures) == 10
    assert not any(np.array_equal(plain, picture) for picture in pictures.values())
    assert len({picture.tobytes() for picture in pictures.values()}) == 10


def test_running_ink_makes_a_sticker_darker_and_never_lighter() -> None:
    plain, run = close_up(), close_up(settings=replace(QUIET, printing=Printing(gain_mm=0.12)))
    assert run.mean() < plain.mean() - 15
    assert (run.astype(int) - plain).max() <= 1


def test_pale_print_has_less_contrast() -> None:
    pale = close_up(settings=replace(QUIET, printing=Printing(paper_grey=200, ink_grey=82)))
    assert np.ptp(pale[30:-30, 30:-30]) < 0.7 * np.ptp(close_up()[30:-30, 30:-30])


def test_glossy_stickers_mirror_a_lamp_and_matt_ones_do_not() -> None:
    matt, shiny = (close_up(settings=replace(QUIET, printing=Printing(glossy=share))) for share in (0.0, 1.0))
    lighter = shiny.astype(int) - matt
    assert lighter.min() >= -1
    assert lighter.max() > 90
    assert 0.02 < (lighter > 40).mean() < 0.5
    assert np.array_equal(matt, close_up())


def test_rolling_light_wanders_along_the_rows_from_picture_to_picture() -> None:
    settings = replace(QUIET, width_px=240, height_px=240, rolling=0.2, rolling_rows=60)
    source = SimulatedSource(alone(), pattern, settings, lambda: 0.0)
    still = SimulatedSource(alone(), pattern, replace(settings, rolling=0.0), lambda: 0.0).read().picture
    first, second = source.read().picture, source.read().picture
    light = first.mean(axis=(1, 2)) / still.mean(axis=(1, 2))
    assert light.max() > 1.1
    assert light.min() < 0.9
    assert np.abs(light[:-60] - light[60:]).mean() < 0.03
    assert not np.array_equal(first, second)


def test_motion_smears_along_its_own_direction_only() -> None:
    plain = close_up().astype(float)
    moved = close_up(settings=replace(QUIET, motion_px=8.0, motion_deg=0.0)).astype(float)
    along, across = (np.diff(moved, axis=axis).std() / np.diff(plain, axis=axis).std() for axis in (1, 0))
    assert along < 0.6
    assert along < across - 0.2


@pytest.mark.parametrize(("length", "angle"), [(1.0, 0.0), (4.0, 30.0), (7.5, 90.0)])
def test_the_way_of_a_moving_point_is_as_long_as_asked_for(length: float, angle: float) -> None:
    kernel = motion_kernel(length, angle)
    x, y = np.meshgrid(*(np.arange(side) - side // 2 for side in kernel.shape[::-1]))
    turn = math.radians(angle)
    along = x * math.cos(turn) + y * math.sin(turn)
    assert kernel.sum() == pytest.approx(1.0, abs=1e-5)
    assert (kernel * along).sum() == pytest.approx(0.0, abs=0.02)
    assert (kernel * along**2).sum() == pytest.approx(length**2 / 12, abs=0.35)


def test_every_kind_of_sharpening_overdraws_edges() -> None:
    plain = close_up()
    sharp = [close_up(settings=replace(QUIET, sharpening=0.7, sharpening_kind=kind)) for kind in Sharpening]
    assert all(picture.std() > plain.std() + 1 for picture in sharp)


def test_late_sharpening_makes_noise_stronger_and_early_sharpening_does_not() -> None:
    noisy = replace(QUIET, noise=4.0)
    blank = Tabletop(80, 80, (), Pose(0, 0, 0))
    grain = {
        kind: np.diff(close_up(blank, replace(noisy, sharpening=0.8, sharpening_kind=kind)).astype(float)).std()
        for kind in (Sharpening.FINE, Sharpening.LATE)
    }
    assert grain[Sharpening.LATE] > 1.3 * grain[Sharpening.FINE]


def test_a_worse_jpeg_is_further_from_the_truth() -> None:
    plain = close_up().astype(float)
    far = [np.abs(close_up(settings=replace(QUIET, jpeg=quality)) - plain).mean() for quality in (95, 50, 15)]
    assert 0 < far[0] < far[1] < far[2]


def test_exposure_darkens_and_burns_out() -> None:
    dark, right, bright = (close_up(settings=replace(QUIET, brightness=light)) for light in (0.25, 1.0, 1.6))
    assert dark.max() < 70
    assert (right == 255).mean() < 0.01
    assert (bright == 255).mean() > 0.25


def test_a_bent_lens_moves_points_along_the_radius_and_back() -> None:
    lens = CameraModel(replace(QUIET, k1=-0.2, k2=0.05)).distortion
    points = np.array([(2303.5, 1295.5), (100.0, 50.0), (4000.0, 2000.0)])
    bent = lens.bent(points)
    assert bent[0] == pytest.approx(points[0])
    assert math.dist(bent[1], lens.middle) < math.dist(points[1], lens.middle) - 50
    assert np.abs(lens.straight(bent) - points).max() < 1e-3


def test_settings_that_make_no_picture_are_refused() -> None:
    with pytest.raises(ValueError, match="JPEG"):
        CameraSettings(jpeg=101)
    with pytest.raises(ValueError, match="folds"):
        CameraSettings(k1=-0.9)


# --- covered stickers -----------------------------------------------------------------------------------------------


def test_a_free_sticker_is_visible_altogether() -> None:
    table = alone()
    assert visible_share(table, table.laid[0]) == 1.0


def test_half_a_sticker_under_another_card_is_half_visible() -> None:
    above = bench_card(CODES[1], 14.0)
    table = alone().with_card(above, Pose(40 + 31.5, 40, 0))
    assert visible_share(table, table.laid[0]) == pytest.approx(0.5, abs=0.02)
    under = alone().with_card(above, Pose(40 + 31.5, 40, 0), below=True)
    assert visible_share(under, under.laid[1]) == 1.0


def test_a_turned_sticker_knows_what_covers_it() -> None:
    table = alone()
    card = table.laid[0].card
    turned = Pose(40, 40, 90).moved(0, -card.sticker_y_mm)
    table = replace(table.with_card(card, turned), covers=(Cover(CoverKind.SLIP, Pose(40 + 17, 40, 0)),))
    assert visible_share(table, table.laid[0]) == pytest.approx(0.5, abs=0.02)


def test_slips_leave_as_much_as_the_chart_wants() -> None:
    chart = Chart(2.0, columns=4, rows=3, visible=(0.6, 0.8))
    table = chart_table(chart, CODES)
    shares = [visible_share(table, laid) for laid in table.laid]
    assert all(0.58 <= share <= 0.82 for share in shares)


def test_what_covers_a_sticker_is_in_the_picture() -> None:
    hidden = replace(alone(), covers=(Cover(CoverKind.SLIP, Pose(40, 40, 0)),))
    assert close_up(hidden)[100:140, 80:160].std() < 3
    assert close_up()[100:140, 80:160].std() > 40


def test_a_hand_hides_what_is_below_it_and_nothing_else() -> None:
    table = chart_table(Chart(3.0, columns=3, rows=1), CODES)
    target = table.laid[1].sticker
    assert target is not None
    held = replace(table, covers=(Cover(CoverKind.HAND, Pose(target.pose.x_mm, target.pose.y_mm, 0)),))
    shares = [visible_share(held, laid) for laid in held.laid]
    assert shares[1] == 0.0
    assert shares[0] == shares[2] == 1.0
    settings = replace(QUIET, width_px=1000, height_px=330)
    before, after = (photographed(one, pattern, settings).picture.astype(int) for one in (table, held))
    assert np.abs(after - before)[:, :150].max() == 0
    assert np.abs(after - before)[:, 450:550].mean() > 20


def test_a_hand_that_moves_is_drawn_as_if_from_scratch() -> None:
    table = chart_table(Chart(1.0, columns=2, rows=2), CODES)
    settings = replace(QUIET, width_px=400, height_px=400, motion_px=3.0, k1=-0.1)
    kept = TablePicture(settings, pattern)
    for step in [*reaching(table, 3), table]:
        assert np.array_equal(kept.of(step), TablePicture(settings, pattern).of(step))


def test_a_hand_reaches_in_and_goes_back() -> None:
    film = reaching(Tabletop(1000, 562, (), Pose(0, 0, 0)), 9)
    heights = [table.covers[0].pose.y_mm for table in film]
    assert heights[0] > 450
    assert min(heights) == heights[4] < 350
    assert heights[-1] > 450


def test_a_crowded_table_has_free_and_partly_covered_stickers() -> None:
    table = crowded_table(3, CODES)
    shares = [visible_share(table, laid) for laid in table.laid]
    assert len(shares) == 40
    assert sum(share == 1 for share in shares) >= 24
    assert sum(0.5 <= share < 1 for share in shares) >= 3
    assert table == crowded_table(3, CODES)


def test_a_film_shows_each_table_with_noise_of_its_own() -> None:
    table = alone()
    settings = replace(QUIET, width_px=200, height_px=200, noise=3.0)
    scenes = list(sequence((table, table, table.without(table.laid[0].card.copy)), pattern, settings))
    assert not np.array_equal(scenes[0].picture, scenes[1].picture)
    assert [len(scene.truths) for scene in scenes] == [1, 1, 0]


# --- the second way -------------------------------------------------------------------------------------------------


def sampled(**changes: float) -> Scene:
    base = Sampling(px_per_module=3.5, columns=3, rows=1, points=24)
    return sampled_scene(CODES, pattern, replace(base, **changes))  # type: ignore[arg-type]


def test_the_second_way_repeats_itself_and_knows_its_stickers() -> None:
    one, again = sampled(), sampled()
    assert np.array_equal(one.picture, again.picture)
    assert texts(one.picture) == {truth.code for truth in one.truths}
    assert [truth.module_px for truth in one.truths] == pytest.approx([3.5] * 3, rel=1e-6)


@pytest.mark.parametrize("k1", [0.0, -0.2])
def test_the_truth_of_the_second_way_is_where_its_picture_shows_it(k1: float) -> None:
    assert worst_corner(sampled(k1=k1, tilt_deg=15.0, spin_deg=20.0)) < 1.3


def test_the_truth_of_the_second_way_is_in_millimetres() -> None:
    scene = sampled(tilt_deg=25.0, spin_deg=70.0)
    for truth in scene.truths:
        place = scene.homography @ (truth.pose.x_mm, truth.pose.y_mm, 1.0)
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = truth.corners
        crossing = np.linalg.solve([[x2 - x0, x1 - x3], [y2 - y0, y1 - y3]], [x1 - x0, y1 - y0])
        middle = (x0 + crossing[0] * (x2 - x0), y0 + crossing[0] * (y2 - y0))
        assert math.dist(place[:2] / place[2], middle) < 1e-6
        assert truth.symbol_mm == pytest.approx(14.0 * 21 / 25)


def test_both_ways_agree_on_what_a_sticker_looks_like() -> None:
    """Dark modules are dark and light ones light, in both: else one of the two would measure something else."""
    for scene in (sampled(), scene_of(Chart(3.5, columns=3, rows=1))):
        for truth in scene.truths:
            square = np.array([(0, 0), (21, 0), (21, 21), (0, 21)], dtype=np.float32)
            warp = cv2.getPerspectiveTransform(np.array(truth.corners, dtype=np.float32), square * 8 - 0.5)
            flat = np.asarray(cv2.warpPerspective(scene.picture, warp, (168, 168)), dtype=np.float64)
            grey = flat.reshape(21, 8, 21, 8)[:, 2:6, :, 2:6].mean(axis=(1, 3))
            dark = pattern(truth.code)
            assert np.corrcoef(grey.ravel(), ~dark.ravel())[0, 1] > 0.93


def test_motion_blur_noise_and_bend_change_the_second_kind_of_picture() -> None:
    plain = sampled(noise=0.0, shot=0.0)
    for change in ({"motion_px": 5.0}, {"blur_px": 1.5}, {"bend": 0.6}, {"exposure": 0.4}):
        other = sampled(noise=0.0, shot=0.0, **change)
        assert np.abs(other.picture.astype(int) - plain.picture).mean() > 1


# --- negatives ------------------------------------------------------------------------------------------------------


def test_negatives_are_of_all_kinds_and_repeat_themselves() -> None:
    modules = np.stack([pattern(code) for code in CODES])
    look = Look(px_per_module=3.0, columns=8, rows=6, seed=4)
    one, again = (negatives(look, CODES, modules) for _ in range(2))
    assert np.array_equal(one.picture, again.picture)
    assert sum(one.counts.values()) == 48
    assert all(one.counts[kind] > 0 for kind in NegativeKind)
    found = texts(one.picture)
    assert len(found) > 5
    assert found <= one.texts


def test_no_true_sticker_lies_where_its_picture_would_be_mirrored_twice() -> None:
    listed = (CODES, np.stack([pattern(code) for code in CODES]))
    places = [place for seed in range(40) for place in lay_out(seed, 8, 6, listed, listed).true]
    assert {place // 8 for place in places} == set(range(6))
    assert {place % 8 for place in places} == set(range(8))
    corners = {row * 8 + column for row in (0, 1, 4, 5) for column in (0, 1, 6, 7)}
    assert not corners & set(places)


def test_every_blur_and_scale_comes_up_among_the_looks() -> None:
    looks = [any_look(seed) for seed in range(60)]
    assert {look.blur_px for look in looks} == {0.0, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0}
    assert min(look.px_per_module for look in looks) < 0.8
    assert max(look.px_per_module for look in looks) > 2.5
    assert max(look.noise for look in looks) >= 10
