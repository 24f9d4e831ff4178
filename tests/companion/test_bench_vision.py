"""The reading benchmark: it counts right, draws what it counted, and runs from end to end."""

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from cards_db.qr import matrix
from companion.bench_negatives import FalseReads, false_reads
from companion.bench_plots import HEIGHT, WIDTH, write_plot
from companion.bench_readers import (
    LISTED,
    OURS,
    PEERS,
    Contender,
    Listing,
    PlainOpenCv,
    PlainZbar,
    PlainZxing,
    contenders,
    open_listing,
    true_map,
)
from companion.bench_recall import TINY, Tally, count, covered, is_read, swept
from companion.bench_report import Curve, Figure, Plot, Report, at_least, at_most, needed, told
from companion.bench_speed import ratio
from companion.bench_tables import PoseErrors, _on_map, _own_pose
from companion.bench_vision import CHAPTERS, Bench, main
from vision.camera_model import CameraSettings, Corners
from vision.decode import Read
from vision.frames import Picture
from vision.scenes import Chart, Scene, chart_scene

LISTING = open_listing()
ZXING = PEERS[0]


@cache
def clear_scene(px_per_module: float = 3.5) -> Scene:
    return chart_scene(Chart(px_per_module, columns=2, rows=1), LISTING.of_size(14.0), matrix, CameraSettings())


def moved(corners: Corners, right: float, down: float) -> Corners:
    one, two, three, four = ((x + right, y + down) for x, y in corners)
    return one, two, three, four


class Dreamer:
    """A reader that reads the same sticker everywhere, whatever the picture shows."""

    name = "dreamer"

    def decode(self, picture: Picture) -> list[Read]:
        return [Read(LISTING.codes[0], ((10, 10), (50, 10), (50, 50), (10, 50)), 1.0)]


DREAMER = Contender(OURS, lambda listing, known: Dreamer())
STAND_IN = Contender(OURS, lambda listing, known: PlainZxing(enlarge=True))
"""Takes our reader's place, so that every chapter runs."""


# --- who takes part -------------------------------------------------------------------------------------------------


def test_2500_codes_are_listed_and_strangers_of_the_family_are_not() -> None:
    assert len(set(LISTING.codes)) == LISTED == 2500
    assert len(LISTING.outside) > 5000
    assert not set(LISTING.codes) & set(LISTING.outside)
    assert LISTING.modules_outside.shape == (len(LISTING.outside), 21, 21)


def test_the_list_tells_true_sizes_unless_a_wrong_one_is_wanted() -> None:
    code = LISTING.of_size(20.0)[0]
    assert LISTING.specs[code].size_mm == 20.0
    assert replace(LISTING, scale=1.1).specs[code].size_mm == pytest.approx(22.0)
    assert {spec.size_mm for spec in LISTING.all_14_mm.specs.values()} == {14.0}


def test_ours_takes_part_first_and_readers_can_be_chosen() -> None:
    assert [one.name for one in contenders()] == [OURS, "zxing-cpp", "zxing-cpp enlarged", "pyzbar", "OpenCV"]
    assert [one.name for one in contenders(["pyzbar"])] == ["pyzbar"]
    with pytest.raises(ValueError, match="no reader nobody; there are: lairkeeper"):
        contenders(["nobody"])


@pytest.mark.parametrize("reader", [PlainZxing(), PlainZxing(enlarge=True), PlainZbar(), PlainOpenCv()])
def test_every_ready_made_reader_reads_a_large_sticker_where_it_lies(
    reader: PlainZxing | PlainZbar | PlainOpenCv,
) -> None:
    scene = clear_scene(8.0)
    reads = reader.decode(scene.picture)
    assert any(is_read(truth, reads) for truth in scene.truths)
    tally = Tally()
    count(tally, reads, scene.free, scene)
    assert (tally.of, tally.wrong) == (2, 0)


# --- counting -------------------------------------------------------------------------------------------------------


def test_a_sticker_counts_as_read_only_where_it_lies() -> None:
    truth = clear_scene().truths[0]
    assert is_read(truth, [Read(truth.code, moved(truth.corners, 3, -4), 1.0)])
    assert not is_read(truth, [Read(truth.code, moved(truth.corners, 300, 0), 1.0)])
    assert not is_read(truth, [Read("LK0000D8PY", truth.corners, 1.0)])


def test_what_is_read_and_is_not_there_is_counted() -> None:
    scene = clear_scene()
    tally = Tally()
    first = scene.truths[0]
    count(tally, [Read(first.code, first.corners, 1.0), *Dreamer().decode(scene.picture)], scene.free, scene)
    assert (tally.read, tally.of, tally.wrong) == (1, 2, 1)


def test_covered_stickers_are_chosen_by_what_can_be_seen() -> None:
    scene = clear_scene()
    half = replace(scene, truths=tuple(replace(truth, visible=0.7) for truth in scene.truths))
    assert len(covered(half, 0.6, 1.0)) == 2
    assert covered(half, 0.8, 1.0) == covered(scene, 0.6, 1.0) == []


def test_a_curve_has_a_point_for_every_step() -> None:
    points = ((0.7, lambda number: clear_scene(0.7)), (3.5, lambda number: clear_scene(3.5)))
    (curve,), wrong = swept([ZXING], LISTING, points, 1, lambda scene: scene.free)
    assert (curve.x, curve.read, curve.of) == ((0.7, 3.5), (0, 2), (2, 2))
    assert wrong == {"zxing-cpp": 0}


def test_pixels_needed_are_read_between_the_points_where_the_curve_stays_above() -> None:
    curve = Curve("one", (1.0, 2.0, 3.0, 4.0), (0, 95, 90, 100), (100,) * 4)
    assert needed(curve, 0.5) == pytest.approx(1 + 50 / 90)
    assert needed(curve, 0.9) == pytest.approx(2.0)
    assert needed(curve, 0.99) == pytest.approx(3.9)
    assert needed(Curve("two", (1.0, 2.0), (9, 9), (10, 10)), 0.99) is None
    assert needed(Curve("three", (1.0, 2.0), (10, 10), (10, 10)), 0.99) == 1.0


def test_times_are_compared_round_by_round() -> None:
    assert ratio([10, 40, 10], [20, 80, 20]) == 0.5


# --- places ---------------------------------------------------------------------------------------------------------


def test_a_right_read_has_no_error_and_a_shifted_one_its_shift() -> None:
    truth = clear_scene().truths[0]
    exact = _own_pose(truth, Read(truth.code, truth.corners, 1.0))
    assert math.hypot(exact.x_mm, exact.y_mm) < 1e-4
    assert abs(exact.angle_deg) < 1e-4
    mm = truth.symbol_mm / 21 / truth.module_px
    off = _own_pose(truth, Read(truth.code, moved(truth.corners, 3, 4), 1.0))
    assert math.hypot(off.x_mm, off.y_mm) == pytest.approx(5 * mm, rel=0.05)


def test_a_map_from_true_corners_has_hardly_any_error() -> None:
    chart = Chart(2.0, columns=3, rows=2)
    scene = chart_scene(chart, LISTING.of_size(14.0), matrix, CameraSettings(tilt_deg=15))
    pairs = [(truth, Read(truth.code, truth.corners, 1.0)) for truth in scene.free]
    errors = _on_map(pairs, scene.picture.shape[1], scene.picture.shape[0]).at(0.95)
    assert errors is not None
    assert errors[0] < 0.05
    assert errors[1] < 0.05
    assert PoseErrors((), ()).at(0.95) is None


# --- false reads ----------------------------------------------------------------------------------------------------


def test_a_reader_that_dreams_is_found_out() -> None:
    found = false_reads([DREAMER, ZXING], LISTING, 30, lambda line: None)
    assert sum(found.shown.values()) == 30
    assert found.ours == {OURS: 1, "zxing-cpp": 0}
    assert found.anything[OURS] == 1
    assert LISTING.codes[0] in found.examples[0]


def test_a_long_count_of_negatives_goes_on_where_it_stopped() -> None:
    kept: list[str] = []
    first = false_reads([DREAMER], LISTING, 30, lambda line: None, keep=lambda found: kept.append(found.as_json()))
    again = FalseReads.from_json(kept[-1])
    assert again == first
    both = false_reads([DREAMER], LISTING, 60, lambda line: None, again)
    assert both == false_reads([DREAMER], LISTING, 60, lambda line: None)
    assert both.pictures == 2


def test_true_stickers_among_negatives_are_no_false_reads() -> None:
    found = false_reads([ZXING], LISTING, 60 * 80, lambda line: None)
    assert found.true > 0
    assert found.true_read["zxing-cpp"] > 0
    assert found.ours == {"zxing-cpp": 0}


# --- figures and plots ----------------------------------------------------------------------------------------------


def test_figures_say_whether_they_reach_their_goal() -> None:
    assert at_most("time", 0.9, 1.0) == Figure("time", "0.90", "at most 1.00", True)
    assert at_least("recall", 0.985, 0.99).verdict == "NOT MET"
    assert at_most("nothing read", None, 0.2).met is False
    assert told("peer", "12 %").verdict == ""


def test_the_report_prints_aligned_lines_and_keeps_what_was_missed() -> None:
    lines: list[str] = []
    report = Report(lines.append)
    report.chapter("Tables")
    report.add([at_least("free stickers", 1.0, 0.99), at_most("cold", 1.5, 1.0)])
    assert lines[1].index("100.0%") + len("100.0%") == lines[2].index("1.50") + len("1.50")
    assert report.missed == ["Tables: cold"]
    assert json.loads(report.as_json())["figures"][1]["met"] is False


def test_a_plot_is_written_as_svg_and_png(tmp_path: Path) -> None:
    curves = (
        Curve("ours & co", (0.5, 1.0, 2.0), (1, 9, 10), (10,) * 3),
        Curve("peer", (0.5, 1.0, 2.0), (0, 0, 9), (10,) * 3),
    )
    svg, png = write_plot(Plot("scale", "Stickers read", "pixels per module", curves), tmp_path / "plots")
    drawn = ElementTree.parse(svg).getroot()
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"ours & co", "peer", "pixels per module", "Stickers read", "90%"} <= set(words)
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 6
    picture = cv2.imread(str(png))
    assert picture is not None
    assert picture.shape == (HEIGHT * 2, WIDTH * 2, 3)
    assert np.ptp(picture) > 200


# --- from end to end ------------------------------------------------------------------------------------------------


def test_every_chapter_runs_and_promises_are_judged() -> None:
    lines: list[str] = []
    report = Report(lines.append)
    quick = replace(TINY, scales=(0.7, 2.5), columns=2, rows=1, negatives=20)
    bench = Bench([STAND_IN, ZXING], quick, report, lambda line: None)
    bench.run([chapter for chapter in CHAPTERS if chapter != "speed"])
    printed = "\n".join(lines)
    for title in ("Pixels per module", "second way", "Covered", "Hardships", "Whole tables", "Places", "False reads"):
        assert title in printed
    assert any(missed.startswith("Whole tables") for missed in report.missed)
    assert {plot.file for plot in report.plots} >= {"scale", "second", "blur-1.5", "jpeg-1.5", "covered-2.3"}


def test_the_command_writes_figures_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    wanted = ["--tiny", "--readers", "zxing-cpp", "--chapters", "scale", "speed"]
    assert main([*wanted, "--out", str(tmp_path), "--json", str(figures)]) == 0
    shown = capsys.readouterr()
    assert "zxing-cpp: needed for 50 / 90 / 99 %" in shown.out
    assert "our reader took no part" in shown.out
    assert "... " in shown.err
    assert (tmp_path / "scale.svg").exists()
    assert json.loads(figures.read_text("utf-8"))["plots"][0]["axis"] == "pixels per module"


def test_a_reader_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--readers", "nobody"])
    assert "there are: lairkeeper, zxing-cpp" in capsys.readouterr().err


def test_our_own_reader_takes_part_through_the_same_door() -> None:
    few = Listing(LISTING.codes[:40], ())
    chart = Chart(2.0, columns=3, rows=2)
    scene = chart_scene(chart, few.of_size(14.0), matrix, CameraSettings())
    reads = contenders([OURS])[0].make(few, true_map(scene)).decode(scene.picture)
    assert sum(is_read(truth, reads) for truth in scene.free) >= 5
