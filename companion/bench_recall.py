"""How many stickers each reader reads, under everything that makes it hard, on the same pictures."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cards_db.qr import matrix
from companion.bench_readers import Contender, Listing, true_map
from companion.bench_report import Curve, Plot
from vision.camera_model import CameraSettings
from vision.decode import Read
from vision.sampled import Sampling, sampled_scene
from vision.scenes import Chart, Scene, Truth, chart_scene, hardships

Progress = Callable[[str], None]
SCALES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.25, 2.5, 3.0, 3.5)
_SIZES_MM = (14.0, 16.0, 20.0)
PLAIN = CameraSettings()


@dataclass(frozen=True, slots=True)
class Effort:
    """How long a run may take: pictures per point, per table and per speed figure, and negatives."""

    pictures: int
    tables: int
    negatives: int
    repeats: int
    scales: tuple[float, ...] = SCALES
    columns: int = 6
    rows: int = 4
    sizes: tuple[tuple[int, int], ...] = ((4608, 2592), (4056, 3040), (2304, 1296), (1920, 1080))
    threads: tuple[int, ...] = (1, 2)

    @property
    def is_full(self) -> bool:
        """Whether figures shall mean something; a tiny run only shows that everything runs."""
        return self.columns > 3


TINY = Effort(
    1, 1, 60, 1, scales=(0.7, 2.5), columns=3, rows=2, sizes=((1280, 720),), threads=(1,)
)  # fmt: skip
SHORT = Effort(4, 3, 20_000, 9)
LONG = Effort(20, 8, 1_000_000, 15)


@dataclass(slots=True)
class Tally:
    """What one reader made of the stickers of some pictures."""

    read: int = 0
    of: int = 0
    wrong: int = 0
    """Reads of something that does not lie there."""


def is_read(truth: Truth, reads: Iterable[Read]) -> bool:
    """Whether this sticker was read, and where it lies."""
    x = sum(corner[0] for corner in truth.corners) / 4
    y = sum(corner[1] for corner in truth.corners) / 4
    reach = 0.5 * math.dist(truth.corners[0], truth.corners[2])
    return any(read.text == truth.code and math.dist(read.middle, (x, y)) < reach for read in reads)


def count(tally: Tally, reads: Sequence[Read], wanted: Sequence[Truth], scene: Scene) -> None:
    """Add the reads of one picture. Only what is nowhere in the picture is wrong."""
    tally.of += len(wanted)
    tally.read += sum(is_read(truth, reads) for truth in wanted)
    tally.wrong += sum(1 for read in reads if not any(is_read(truth, (read,)) for truth in scene.truths))


Scenes = Callable[[int], Scene]
"""The n-th picture of a point."""


def covered(scene: Scene, low: float, high: float) -> list[Truth]:
    """The stickers of which a part between these can be seen, with all corners in the picture."""
    height, width = scene.picture.shape[:2]
    part = [truth for truth in scene.truths if low <= truth.visible < high]
    return [truth for truth in part if all(0 <= x < width and 0 <= y < height for x, y in truth.corners)]


def swept(
    who: Sequence[Contender],
    listing: Listing,
    points: Sequence[tuple[float, Scenes]],
    pictures: int,
    wanted: Callable[[Scene], Sequence[Truth]],
) -> tuple[list[Curve], dict[str, int]]:
    """One curve per reader over these points, and how often each read something that is not there."""
    tallies = {one.name: [Tally() for _ in points] for one in who}
    for place, (_, scenes) in enumerate(points):
        for number in range(pictures):
            scene = scenes(number)
            for one in who:
                reads = one.make(listing, true_map(scene)).decode(scene.picture)
                count(tallies[one.name][place], reads, wanted(scene), scene)
    x = tuple(point for point, _ in points)
    curves = [
        Curve(name, x, tuple(t.read for t in found), tuple(t.of for t in found)) for name, found in tallies.items()
    ]
    return curves, {name: sum(tally.wrong for tally in found) for name, found in tallies.items()}


def charts(
    listing: Listing,
    scale: float,
    settings: CameraSettings,
    effort: Effort,
    visible: tuple[float, float] = (1.0, 1.0),
) -> Scenes:
    """Pictures of charts at one scale, with stickers of all sizes in turn."""

    def scene(number: int) -> Scene:
        size = _SIZES_MM[number % len(_SIZES_MM)]
        chart = Chart(scale, size, effort.columns, effort.rows, visible, seed=1000 + number)
        turned = replace(settings, motion_deg=37.0 * number, roll_deg=settings.roll_deg + 5 * (number % 4))
        return chart_scene(chart, listing.of_size(size), matrix, turned)

    return scene


def sampled(listing: Listing, effort: Effort, sampling: Sampling) -> Scenes:
    """Pictures of the second kind."""

    def scene(number: int) -> Scene:
        columns, rows = (8, 6) if effort.is_full else (3, 2)
        spun = replace(sampling, seed=number, spin_deg=53.0 * number, columns=columns, rows=rows)
        return sampled_scene(listing.of_size(14.0), matrix, spun)

    return scene


@dataclass(frozen=True, slots=True)
class Sweep:
    """One series of pictures: a name for its files, a title, an axis and its points."""

    file: str
    title: str
    axis: str
    points: tuple[tuple[float, Scenes], ...]
    wanted: Callable[[Scene], Sequence[Truth]] = lambda scene: scene.free
    """The stickers that count."""

    def run(self, who: Sequence[Contender], listing: Listing, pictures: int) -> tuple[Plot, dict[str, int]]:
        """The curves of all readers."""
        curves, wrong = swept(who, listing, self.points, pictures, self.wanted)
        return Plot(self.file, self.title, self.axis, tuple(curves)), wrong


def scale_sweep(listing: Listing, effort: Effort) -> Sweep:
    """Recall against pixels per module: the one figure that everything hangs on."""
    points = tuple((scale, charts(listing, scale, PLAIN, effort)) for scale in effort.scales)
    return Sweep("scale", "Stickers read, blur 0.7 px, noise 3", "pixels per module", points)


def second_sweep(listing: Listing, effort: Effort) -> Sweep:
    """The same on pictures that were made in another way."""
    scales = tuple(scale for scale in effort.scales if scale <= 2.5)
    points = tuple(
        (
            scale,
            sampled(
                listing,
                effort,
                Sampling(px_per_module=scale, tilt_deg=12, k1=-0.05, bend=0.15, points=32 if scale > 1.5 else 48),
            ),
        )
        for scale in scales
    )
    return Sweep("second", "Second way of making pictures", "pixels per module", points)


_SEVERAL: tuple[tuple[str, str, str, tuple[float, ...], Callable[[float], CameraSettings]], ...] = (
    ("blur", "blur", "blur, sigma in pixels", (0.4, 0.7, 1.0, 1.5, 2.0), lambda x: replace(PLAIN, blur_px=x)),
    ("noise", "noise", "noise, grey levels", (1, 3, 6, 10, 15), lambda x: replace(PLAIN, noise=x)),
    ("tilt", "tilt", "tilt of the camera, degrees", (0, 12, 24, 35), lambda x: replace(PLAIN, tilt_deg=x)),
    ("motion", "motion", "motion, pixels", (0, 2, 4, 6), lambda x: replace(PLAIN, motion_px=x)),
    ("exposure", "exposure", "brightness", (0.2, 0.4, 0.7, 1.0, 1.3, 1.6), lambda x: replace(PLAIN, brightness=x)),
    ("jpeg", "JPEG", "JPEG quality", (20, 40, 60, 80, 95), lambda x: replace(PLAIN, jpeg=int(x))),
)


def sweeps_at(listing: Listing, scale: float, effort: Effort) -> Iterator[Sweep]:
    """Everything that can be made worse step by step, at one scale."""
    for file, title, axis, values, settings in _SEVERAL:
        chosen = values if effort.is_full else values[:1]
        points = tuple((value, charts(listing, scale, settings(value), effort)) for value in chosen)
        yield Sweep(f"{file}-{scale:g}", f"Against {title}, {scale:g} px per module", axis, points)


def covered_sweep(listing: Listing, scale: float, effort: Effort) -> Sweep:
    """Stickers of which only a part can be seen."""
    shares = (0.45, 0.55, 0.65, 0.75, 0.85, 0.95) if effort.is_full else (0.85,)
    points = tuple(
        (share, charts(listing, scale, PLAIN, effort, visible=(share - 0.04, share + 0.04))) for share in shares
    )
    title = f"Covered stickers, {scale:g} px per module"
    return Sweep(f"covered-{scale:g}", title, "visible share", points, lambda scene: covered(scene, 0.0, 1.0))


def hard_tallies(
    who: Sequence[Contender], listing: Listing, scale: float, effort: Effort, progress: Progress
) -> dict[str, dict[str, Tally]]:
    """Each hardship by name: what every reader reads of it at one scale."""
    found: dict[str, dict[str, Tally]] = {}
    for name, settings in hardships(PLAIN).items():
        progress(f"hardship: {name}")
        found[name] = {one.name: Tally() for one in who}
        for number in range(effort.pictures):
            scene = charts(listing, scale, settings, effort)(number)
            for one in who:
                reads = one.make(listing, true_map(scene)).decode(scene.picture)
                count(found[name][one.name], reads, scene.free, scene)
    return found
