"""Whole tables, places in millimetres, calibration and wrong settings: what the game needs from a reader."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_db.qr import matrix
from companion.bench_readers import Contender, Listing, flat_map, true_map
from companion.bench_recall import PLAIN, Effort, Progress, Tally, charts, count, covered, is_read
from vision.calibration import Calibrator, Square
from vision.camera_model import CameraSettings
from vision.decode import Decoder, Read
from vision.scenes import Chart, Scene, Truth, chart_table, crowded_table, photographed, reaching, sequence
from vision.tabletop import Pose, Tabletop

Doubles = NDArray[np.float64]
BENT = replace(PLAIN, k1=-0.12, k2=0.02)


def table_settings(size: tuple[int, int], number: int) -> CameraSettings:
    """A camera above a whole table: tilts from 0 to 30 degrees in turn, light and noise as they come."""
    tilts = (0.0, 12.0, 24.0, 6.0, 30.0, 18.0, 3.0, 27.0)
    return replace(
        PLAIN, width_px=size[0], height_px=size[1], tilt_deg=tilts[number % len(tilts)], roll_deg=2.0 * number,
        sharpening=(0.0, 0.4)[number % 2], seed=number,
    )  # fmt: skip


def table_scenes(listing: Listing, size: tuple[int, int], effort: Effort) -> Iterator[Scene]:
    """Tables with 40 stickers of 14 mm; over every third one a hand reaches."""
    for number in range(effort.tables):
        table = crowded_table(number, listing.of_size(14.0), count=40 if effort.is_full else 16)
        if number % 3 == 2:
            table = reaching(table, 5, number)[2]
        yield photographed(table, matrix, table_settings(size, number))


_FRESH = 7000
"""Tables from this number on are for measuring only; limits of the reader were chosen on tables 5000 to 5015."""
_COVERED_TABLES = 14


def covered_tables(listing: Listing, size: tuple[int, int], effort: Effort) -> Iterator[Scene]:
    """Tables on which every second card lies on part of another one's sticker: ten such stickers each and more."""
    for number in range(_FRESH, _FRESH + (_COVERED_TABLES if effort.is_full else 1)):
        table = crowded_table(number, listing.of_size(14.0), count=40 if effort.is_full else 16, overlapping=0.5)
        if number % 3 == 2:
            table = reaching(table, 5, number)[2]
        yield photographed(table, matrix, replace(table_settings(size, number % 8), seed=number))


def covered_tally(one: Contender, listing: Listing, size: tuple[int, int], effort: Effort) -> Tally:
    """What a reader reads of the stickers on such tables of which 60 to 99 % can be seen."""
    found = Tally()
    for scene in covered_tables(listing, size, effort):
        reads = one.make(listing, true_map(scene)).decode(scene.picture)
        count(found, reads, covered(scene, 0.6, 1.0), scene)
    return found


@dataclass(slots=True)
class TableTally:
    """What a reader made of whole tables: stickers that nothing covers, and those of which 60 to 99 % can be seen."""

    free: Tally = field(default_factory=Tally)
    covered: Tally = field(default_factory=Tally)
    unknown: Tally = field(default_factory=Tally)
    """The free ones again, for a reader that knew nothing about the camera."""


def table_tallies(
    who: Sequence[Contender], listing: Listing, size: tuple[int, int], effort: Effort
) -> dict[str, TableTally]:
    """Every reader on the same tables."""
    found = {one.name: TableTally() for one in who}
    for scene in table_scenes(listing, size, effort):
        part = covered(scene, 0.6, 1.0)
        for one in who:
            reads = one.make(listing, true_map(scene)).decode(scene.picture)
            count(found[one.name].free, reads, scene.free, scene)
            found[one.name].covered.of += len(part)
            found[one.name].covered.read += sum(is_read(truth, reads) for truth in part)
            count(found[one.name].unknown, one.make(listing, None).decode(scene.picture), scene.free, scene)
    return found


@dataclass(frozen=True, slots=True)
class PoseErrors:
    """How far reads are off, in millimetres and degrees."""

    mm: tuple[float, ...]
    degrees: tuple[float, ...]
    stretch: tuple[float, ...] = ()
    """By how much the whole map is too large, one figure per map."""

    def at(self, share: float) -> tuple[float, float] | None:
        """The errors that so many stay below."""
        if not self.mm:
            return None
        return float(np.quantile(self.mm, share)), float(np.quantile(self.degrees, share))


def pose_errors(one: Contender, listing: Listing, scale: float, effort: Effort) -> PoseErrors:
    """How exactly a reader says where a sticker is, through a bent lens: against the picture's own truth."""
    mm: list[float] = []
    degrees: list[float] = []
    for number in range(effort.pictures):
        scene = charts(listing, scale, BENT, effort)(number)
        reads = one.make(listing, true_map(scene)).decode(scene.picture)
        for truth, read in _pairs(scene.free, reads):
            pose = _own_pose(truth, read)
            mm.append(math.hypot(pose.x_mm, pose.y_mm))
            degrees.append(abs(pose.angle_deg))
    return PoseErrors(tuple(mm), tuple(degrees))


def calibrated_errors(
    one: Contender, listing: Listing, stickers: tuple[int, int], scale: float, effort: Effort
) -> PoseErrors:
    """The same in millimetres on the table, on a map that was fitted from a table of a few stickers only."""
    mm: list[float] = []
    degrees: list[float] = []
    stretch: list[float] = []
    for number in range(effort.pictures):
        chart = Chart(scale, 14.0, *stickers, seed=500 + number)
        width, height = round(1000 * chart.px_per_mm), round(562 * chart.px_per_mm)
        table = _spread(chart_table(chart, listing.of_size(14.0)))
        settings = replace(BENT, width_px=width, height_px=height, px_per_mm=chart.px_per_mm, seed=number)
        scene = photographed(table, matrix, settings)
        reads = one.make(listing, true_map(scene)).decode(scene.picture)
        errors = _on_map(list(_pairs(scene.free, reads)), width, height)
        mm += errors.mm
        degrees += errors.degrees
        stretch += errors.stretch
    return PoseErrors(tuple(mm), tuple(degrees), tuple(stretch))


def _spread(table: Tabletop) -> Tabletop:
    """The same cards, spread over a whole table."""
    across, down = 960 / table.width_mm, 530 / table.height_mm
    laid = tuple(
        replace(one, pose=Pose(one.pose.x_mm * across + 20, one.pose.y_mm * down + 16, one.pose.angle_deg))
        for one in table.laid
    )
    return replace(table, width_mm=1000.0, height_mm=562.0, laid=laid)


def _on_map(pairs: Sequence[tuple[Truth, Read]], width: int, height: int) -> PoseErrors:
    """Errors on the map that these stickers give, after turning and shifting it onto the table."""
    calibrator = Calibrator(width, height)
    squares = [Square(truth.code, np.array(read.corners), truth.symbol_mm) for truth, read in pairs]
    table = calibrator.see(squares) if squares else None
    if table is None or len(pairs) < 3:
        return PoseErrors((), ())
    poses = [table.pose(square.corners) for square in squares]
    here = np.array([(pose.x_mm, pose.y_mm) for pose in poses])
    there = np.array([(truth.pose.x_mm, truth.pose.y_mm) for truth, _ in pairs])
    turn, moved = _rigid(here, there)
    mm = np.linalg.norm(moved - there, axis=1)
    turned = [pose.angle_deg + turn - truth.pose.angle_deg for pose, (truth, _) in zip(poses, pairs, strict=True)]
    wide = [float(np.sqrt(((places - places.mean(axis=0)) ** 2).sum())) for places in (here, there)]
    degrees = tuple(abs(_wrapped(angle)) for angle in turned)
    return PoseErrors(tuple(float(error) for error in mm), degrees, (wide[0] / wide[1] - 1,))


def _rigid(here: Doubles, there: Doubles) -> tuple[float, Doubles]:
    """The best turn and shift from one set of places to another: its angle, and the places after it."""
    left, right = here - here.mean(axis=0), there - there.mean(axis=0)
    cross = float((left[:, 0] * right[:, 1] - left[:, 1] * right[:, 0]).sum())
    angle = math.atan2(cross, float((left * right).sum()))
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return math.degrees(angle), np.asarray(left @ turn.T + there.mean(axis=0))


def _wrapped(angle: float) -> float:
    return (angle + 180) % 360 - 180


def _pairs(truths: Sequence[Truth], reads: Sequence[Read]) -> Iterator[tuple[Truth, Read]]:
    for truth in truths:
        found = [read for read in reads if is_read(truth, (read,))]
        if found:
            yield truth, found[0]


def _own_pose(truth: Truth, read: Read) -> Pose:
    """A read in the sticker's own millimetres: zero everywhere if it is right."""
    half = truth.symbol_mm / 2
    flat = np.array([(-half, -half), (half, -half), (half, half), (-half, half)], dtype=np.float32)
    back = cv2.getPerspectiveTransform(np.array(truth.corners, dtype=np.float32), flat)
    points = cv2.perspectiveTransform(np.array([read.corners], dtype=np.float64), back)[0]
    right, down = points[1] + points[2] - points[0] - points[3], points[2] + points[3] - points[0] - points[1]
    angle = math.degrees(math.atan2(right[1] - down[0], right[0] + down[1]))
    return Pose(float(points[:, 0].mean()), float(points[:, 1].mean()), angle)


def healed(one: Contender, listing: Listing, wrong: float, effort: Effort, progress: Progress) -> list[float]:
    """Recall picture by picture while the reader believes that everything is so many times as large as it is.

    Both ways to be wrong: the sticker size in the settings, and a camera that was lifted after it was calibrated.
    """
    table = crowded_table(77, listing.of_size(14.0), overlapping=0.0, count=40 if effort.is_full else 8)
    settings = replace(PLAIN, width_px=2304, height_px=1296, tilt_deg=8)
    film = list(sequence((table,) * 6, matrix, settings))
    progress(f"scale off by {wrong - 1:+.0%}: wrong sticker size, then lifted camera")
    mistold = one.make(replace(listing, scale=wrong), None)
    lifted = one.make(listing, flat_map(film[0].homography @ np.diag((wrong, wrong, 1.0))))
    return [min(_recall(mistold, scene), _recall(lifted, scene)) for scene in film]


def _recall(reader: Decoder, scene: Scene) -> float:
    reads = reader.decode(scene.picture)
    return sum(is_read(truth, reads) for truth in scene.free) / len(scene.free)


def fused(one: Contender, listing: Listing, frames: Sequence[int], effort: Effort) -> dict[int, Tally]:
    """Recall of a still table at 0.8 px per module and noise 10 after so many pictures of it."""
    found = {number: Tally() for number in frames}
    settings = replace(PLAIN, noise=10.0)
    for number in range(max(1, effort.pictures // 2)):
        chart = Chart(0.8, 14.0, effort.columns, effort.rows, seed=1500 + number)
        width, height = chart.size_px
        exact = replace(settings, width_px=width, height_px=height, px_per_mm=chart.px_per_mm, view_mm=1000.0)
        film = sequence((chart_table(chart, listing.of_size(14.0)),) * max(frames), matrix, exact)
        reader: Decoder | None = None
        for taken, scene in enumerate(film, start=1):
            reader = reader or one.make(listing, true_map(scene))
            reads = reader.decode(scene.picture)
            if taken in found:
                count(found[taken], reads, scene.free, scene)
    return found
