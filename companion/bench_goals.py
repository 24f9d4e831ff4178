"""What the reading benchmark must reach: curves, counts and times as figures beside their goals."""

from collections.abc import Mapping, Sequence

from companion.bench_readers import OURS
from companion.bench_recall import Tally
from companion.bench_report import Figure, Plot, at_least, at_most, needed, told
from companion.bench_speed import Times, ratio


def share(tally: Tally) -> float:
    """The part that was read."""
    return tally.read / tally.of if tally.of else 0.0


def none_wrong(name: str, number: int, ours: bool) -> Figure:
    """Reads of what is not there: we promise none."""
    return at_most(name, number, 0, "{:.0f}") if ours else told(name, str(number))


def pixels_needed(plot: Plot) -> list[Figure]:
    """Pixels per module for 50, 90 and 99 % of the stickers, and our share of what others need."""
    figures = []
    most: dict[str, float | None] = {}
    for curve in plot.curves:
        found = [needed(curve, share) for share in (0.5, 0.9, 0.99)]
        most[curve.name] = found[2]
        words = " / ".join("never" if value is None else f"{value:.2f}" for value in found)
        figures.append(told(f"{curve.name}: needed for 50 / 90 / 99 %", words))
    if OURS in most:
        last = max(x for curve in plot.curves for x in curve.x)
        for peer, limit in (("zxing-cpp", 0.40), ("zxing-cpp enlarged", 0.55)):
            if peer in most:
                figures.append(at_most(f"99 %: ours in parts of {peer}", _part(most[OURS], most[peer], last), limit))
    return figures


def _part(ours: float | None, other: float | None, last: float) -> float | None:
    """Our part of what another needs; one who never gets there is taken to need no more than the last point."""
    return None if ours is None else ours / (last if other is None else other)


_PROMISED: Mapping[float, tuple[float, Mapping[str, tuple[float, float]]]] = {
    1.0: (0.97, {"blur": (0.4, 1.0), "noise": (0, 10), "tilt": (0, 35)}),
    1.5: (0.99, {"blur": (0.4, 1.5), "noise": (0, 10), "tilt": (0, 35), "motion": (0, 4)}),
    2.5: (0.99, {"blur": (0.4, 1.5), "noise": (0, 10), "tilt": (0, 35), "motion": (0, 4)}),
}
"""By scale: the recall promised, and between which values of what."""


def worst_recall(plot: Plot, scale: float) -> list[Figure]:
    """Our worst point among those for which something is promised."""
    goal, ranges = _PROMISED[scale]
    what = plot.file.split("-")[0]
    if what not in ranges:
        return []
    low, high = ranges[what]
    figures = []
    for curve in plot.curves:
        if curve.name == OURS:
            worst = min(share for x, share in zip(curve.x, curve.share, strict=True) if low <= x <= high)
            figures.append(at_least(f"worst for {what} {low:g} to {high:g}", worst, goal))
    return figures


def speed_figures(times: Sequence[Times]) -> list[Figure]:
    """Milliseconds of every reader, and ours in parts of others' times."""
    figures = []
    by_name = {(entry.width, entry.height, entry.reader): entry for entry in times}
    for entry in times:
        figures.append(told(f"{entry.width}x{entry.height} {entry.reader}: cold / still / hand", entry.line))
        zxing, zbar = (by_name.get((entry.width, entry.height, name)) for name in ("zxing-cpp", "pyzbar"))
        if entry.reader == OURS and zxing and zbar:
            figures += _ratios(entry, zxing, zbar, promised=entry.width == 4608)
    return figures


def _ratios(ours: Times, zxing: Times, zbar: Times, *, promised: bool) -> list[Figure]:
    """Our times in parts of others' in the same run. The processor time of the cold search is only told."""
    own = f"our {ours.threads} thread{'s' if ours.threads > 1 else ''}"
    cold = f"cold, {own}, of plain zxing-cpp (it uses 1)"
    ratios = (
        (cold, ratio(ours.cold, zxing.cold), 1.0),
        (f"cold, {own}, of pyzbar (it uses 1)", ratio(ours.cold, zbar.cold), 0.10),
        ("still table, of zxing-cpp", ratio(ours.still, zxing.still), 0.12),
        ("moving hand, of zxing-cpp", ratio(ours.hand, zxing.hand), 0.20),
    )
    figures = [
        at_most(f"  {name}", value, limit) if promised else told(f"  {name}", f"{value:.2f}")
        for name, value, limit in ratios
    ]
    processor = f"  {cold}, processor time"
    return [*figures, told(processor, f"{ratio(ours.cold_cpu, zxing.cold_cpu):.2f}")]
