"""Seeded pictures with their truth, for measuring readers: charts of stickers at an exact scale, and whole tables.

The pictures come from the simulated table; `vision.sampled` makes such pictures in a second, independent way.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np

from engine.core.ids import Code, CopyId
from vision.camera_model import CameraModel, CameraSettings, Corners, Matrix, Printing, Sharpening
from vision.card_texture import Patterns
from vision.covers import visible_share
from vision.frames import Picture
from vision.simulated import SimulatedSource
from vision.stickers import MODULES, STICKER_MODULES, Role
from vision.tabletop import Cover, CoverKind, Laid, PhysicalCard, Pose, Tabletop

PITCH_MM = 92.0
"""From one card of a chart to the next: however they are turned, no card reaches another one's sticker."""
TABLE_MM = (1000.0, 562.5)
"""What one camera sees of a table at 16:9."""
_ROLES = (Role.ROOM, Role.HERO, Role.SPELL, Role.BOSS)
_STICKER_Y_MM = {Role.ROOM: -18.0, Role.HERO: 28.0, Role.SPELL: -12.0, Role.BOSS: -18.0}


@dataclass(frozen=True, slots=True)
class Truth:
    """One sticker of a scene: what it says, where its symbol appears, and how much of it can be seen."""

    code: Code
    corners: Corners
    visible: float
    pose: Pose
    """Of the sticker's middle, in millimetres on the table."""
    symbol_mm: float

    @property
    def module_px(self) -> float:
        """The size of one module in the picture: the root of its area."""
        x, y = (np.array([corner[axis] for corner in self.corners]) for axis in (0, 1))
        area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
        return math.sqrt(area) / MODULES


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A grey picture, every sticker in it, and the pinhole's way from millimetres to pixels."""

    picture: Picture
    truths: tuple[Truth, ...]
    homography: Matrix
    bent: bool = False
    """Whether the lens bends straight lines, so that the homography alone does not tell the truth."""

    @property
    def free(self) -> tuple[Truth, ...]:
        """The stickers that nothing covers."""
        return tuple(truth for truth in self.truths if truth.visible >= 1)


@dataclass(frozen=True, slots=True)
class Chart:
    """Cards side by side, each turned by chance, with stickers of one size at an exact scale."""

    px_per_module: float
    size_mm: float = 14.0
    columns: int = 6
    rows: int = 4
    visible: tuple[float, float] = (1.0, 1.0)
    """How much of each sticker may be seen; the rest lies under slips of paper."""
    seed: int = 0

    @property
    def px_per_mm(self) -> float:
        """The scale that gives a module so many pixels."""
        return self.px_per_module * STICKER_MODULES / self.size_mm

    @property
    def size_px(self) -> tuple[int, int]:
        """A picture in which all cards are."""
        edge = PITCH_MM * self.px_per_mm
        return max(64, round(self.columns * edge)), max(64, round(self.rows * edge))


def hardships(settings: CameraSettings) -> dict[str, CameraSettings]:
    """What a table may suffer, one thing at a time and all together, on top of these settings."""
    hard = {
        "nothing special": settings,
        "fine sharpening": replace(settings, sharpening=0.7),
        "wide sharpening": replace(settings, sharpening=0.8, sharpening_kind=Sharpening.WIDE),
        "edge sharpening": replace(settings, sharpening=0.6, sharpening_kind=Sharpening.EDGES),
        "late sharpening": replace(settings, sharpening=0.7, sharpening_kind=Sharpening.LATE),
        "rolling light": replace(settings, rolling=0.25, rolling_rows=180),
        "ink runs": replace(settings, printing=Printing(gain_mm=0.1)),
        "pale print": replace(settings, printing=Printing(paper_grey=200, ink_grey=82)),
        "glossy stickers": replace(settings, printing=Printing(glossy=1.0, glare=120)),
        "bent lens": replace(settings, k1=-0.18, k2=0.04),
    }
    everything = replace(
        settings, sharpening=0.5, sharpening_kind=Sharpening.LATE, rolling=0.12, rolling_rows=260, jpeg=75,
        printing=Printing(gain_mm=0.05, glossy=0.3, glare=80, paper_grey=215, ink_grey=50), k1=-0.1, k2=0.02,
    )  # fmt: skip
    return {**hard, "all of it, milder": everything}


def photographed(table: Tabletop, patterns: Patterns, settings: CameraSettings, number: int = 0) -> Scene:
    """The picture of a table with its truth. Stickers of which nothing can be seen are left out."""
    return next(sequence((table,), patterns, settings, number))


def sequence(
    tables: Sequence[Tabletop], patterns: Patterns, settings: CameraSettings, number: int = 0
) -> Iterator[Scene]:
    """A film: one picture of each of these tables, by one camera."""
    source = SimulatedSource(tables[0], patterns, settings, lambda: 0.0)
    for _ in range(number):
        source.read()
    for table in tables:
        source.table = table
        picture = np.asarray(cv2.cvtColor(source.read().picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        bent = bool(CameraModel(settings).distortion)
        yield Scene(picture, truths_of(table, settings), source.homography(), bent)


def truths_of(table: Tabletop, settings: CameraSettings) -> tuple[Truth, ...]:
    """Every sticker of which something can be seen. What the edge of the picture cuts off is not visible."""
    model = CameraModel(settings)
    size = (settings.width_px, settings.height_px)
    found = []
    for laid in table.laid:
        corners, sticker = model.sticker_corners_px(table, laid), laid.sticker
        if corners is None or sticker is None:
            continue
        visible = inside_share(corners, size) * visible_share(table, laid)
        if visible > 0:
            symbol = sticker.size_mm * MODULES / STICKER_MODULES
            found.append(Truth(sticker.code, corners, visible, sticker.pose, symbol))
    return tuple(found)


def inside_share(corners: Corners, size_px: tuple[int, int]) -> float:
    """How much of a symbol with these corners lies within the picture."""
    width, height = size_px
    if all(0 <= x <= width - 1 and 0 <= y <= height - 1 for x, y in corners):
        return 1.0
    along = (np.arange(MODULES) + 0.5) / MODULES
    one, two, three, four = (np.array(corner) for corner in corners)
    down, across = along[:, None, None], along[None, :, None]
    points = (one * (1 - across) + two * across) * (1 - down) + (four * (1 - across) + three * across) * down
    x, y = points[..., 0], points[..., 1]
    return float(((x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)).mean())


def bench_card(code: Code, size_mm: float, role: Role = Role.ROOM) -> PhysicalCard:
    """A card that exists only on test tables."""
    copy = CopyId(f"bench.{role.value}.{code.lower()}#1")
    title, symbols = code[2:6], ("gold", "relic", "equipment")[: 1 + sum(map(ord, code)) % 3]
    return PhysicalCard(copy, role, code, size_mm, 0.0, _STICKER_Y_MM[role], Code(""), title, "3", symbols)


def chart_table(chart: Chart, codes: Sequence[Code]) -> Tabletop:
    """The cards of a chart: as many of these codes as it has places, chosen by its seed."""
    dice = Random(f"chart {chart.seed}")
    chosen = dice.sample(list(codes), chart.columns * chart.rows)
    table = Tabletop(chart.columns * PITCH_MM, chart.rows * PITCH_MM, (), Pose(0, 0, 0))
    for place, code in enumerate(chosen):
        row, column = divmod(place, chart.columns)
        pose = Pose((column + 0.5) * PITCH_MM, (row + 0.5) * PITCH_MM, dice.uniform(-180, 180))
        card = bench_card(code, chart.size_mm, dice.choice(_ROLES))
        table = table.with_card(card, pose.moved(0, -card.sticker_y_mm))  # the sticker is in the middle of its place
    if chart.visible != (1.0, 1.0):
        table = replace(table, covers=tuple(_slip_on(laid, chart, dice) for laid in table.laid))
    return table


def chart_scene(chart: Chart, codes: Sequence[Code], patterns: Patterns, settings: CameraSettings) -> Scene:
    """The picture of a chart. The size of the picture and its scale follow from the chart."""
    width, height = chart.size_px
    exact = replace(settings, width_px=width, height_px=height, px_per_mm=chart.px_per_mm, view_mm=TABLE_MM[0])
    return photographed(chart_table(chart, codes), patterns, replace(exact, seed=chart.seed))


def _slip_on(laid: Laid, chart: Chart, dice: Random) -> Cover:
    """A slip of paper that leaves as much of a sticker free as the chart wants, from any side."""
    alone = Tabletop(0, 0, (), Pose(0, 0, 0), laid=(laid,))

    def slip(pose: Pose) -> Cover:
        return Cover(CoverKind.SLIP, pose)

    def shows(pose: Pose) -> float:
        return visible_share(replace(alone, covers=(slip(pose),)), laid)

    return slip(_leaving(laid, dice.uniform(*chart.visible), shows, dice))


def _leaving(laid: Laid, wanted: float, shows: Callable[[Pose], float], dice: Random) -> Pose:
    """Where to lay something, coming from any side, so that just so much of a sticker stays visible."""
    sticker = laid.sticker
    assert sticker is not None, "every card of a test table has a sticker"
    side, turn = dice.uniform(0, 2 * math.pi), dice.uniform(-180, 180)
    near, far = 0.0, 80.0
    for _ in range(12):
        away = (near + far) / 2
        x, y = sticker.pose.x_mm + away * math.cos(side), sticker.pose.y_mm + away * math.sin(side)
        pose = Pose(x, y, turn)
        if shows(pose) < wanted:
            near = away
        else:
            far = away
    return pose


def crowded_table(
    seed: int, codes: Sequence[Code], size_mm: float = 14.0, count: int = 40, overlapping: float = 0.2
) -> Tabletop:
    """A table as players leave it: cards anywhere and turned anyhow, some on part of another one's sticker."""
    dice = Random(f"table {seed}")
    width, height = TABLE_MM
    columns = 8
    rows = math.ceil(count / columns)
    places = [(column, row) for row in range(rows) for column in range(columns)][:count]
    dice.shuffle(places)
    table = Tabletop(width, height, (), Pose(0, 0, 0))
    for (column, row), code in zip(places, dice.sample(list(codes), count), strict=True):
        card = bench_card(code, size_mm, dice.choice(_ROLES))
        if table.laid and dice.random() < overlapping:
            pose = _onto(table.laid[-1], card, dice)
        else:
            x, y = (column + 0.5) * (width - 40) / columns + 20, (row + 0.5) * (height - 40) / rows + 20
            turn = dice.choice((0, 90, 180, 270)) + dice.gauss(0, 12)
            pose = Pose(x + dice.uniform(-26, 26), y + dice.uniform(-22, 22), turn)
        pose = Pose(min(max(pose.x_mm, 50), width - 50), min(max(pose.y_mm, 50), height - 50), pose.angle_deg)
        table = table.with_card(card, pose)
    return table


def _onto(laid: Laid, card: PhysicalCard, dice: Random) -> Pose:
    """A place for a card on which it covers a part of another one's sticker."""
    alone = Tabletop(0, 0, (), Pose(0, 0, 0), laid=(laid,))
    return _leaving(laid, dice.uniform(0.5, 1.0), lambda pose: visible_share(alone.with_card(card, pose), laid), dice)


def reaching(table: Tabletop, frames: int, seed: int = 0) -> list[Tabletop]:
    """A film of tables over which a hand reaches in from the near side and goes back."""
    dice = Random(f"hand {seed}")
    aim = dice.uniform(0.3, 0.7) * table.width_mm
    films = []
    for frame in range(frames):
        ahead = math.sin(math.pi * (frame + 1) / (frames + 1))
        pose = Pose(aim + 60 * ahead, table.height_mm * (1.05 - 0.5 * ahead), 12 - 20 * ahead)
        films.append(replace(table, covers=(Cover(CoverKind.HAND, pose),)))
    return films
