"""Figures of a benchmark as aligned lines, each beside what it must reach, and as JSON."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. `met` is None where nothing was promised."""

    name: str
    value: str
    goal: str = ""
    met: bool | None = None

    @property
    def verdict(self) -> str:
        """In one word."""
        return "" if self.met is None else "met" if self.met else "NOT MET"


def at_most(name: str, value: float | None, limit: float, form: str = "{:.2f}") -> Figure:
    """A figure that must not be larger; None is a figure that could not be had, and misses."""
    shown = "none" if value is None else form.format(value)
    return Figure(name, shown, f"at most {form.format(limit)}", value is not None and value <= limit)


def at_least(name: str, value: float | None, limit: float, form: str = "{:.1%}") -> Figure:
    """A figure that must not be smaller."""
    shown = "none" if value is None else form.format(value)
    return Figure(name, shown, f"at least {form.format(limit)}", value is not None and value >= limit)


def told(name: str, value: str) -> Figure:
    """A figure that promises nothing."""
    return Figure(name, value)


def at_share(values: Iterable[float], share: float) -> float:
    """The value that so many of all do not exceed, by the nearest rank; nothing of none. Few hide no large one."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)] if ranked else 0.0


@dataclass(frozen=True, slots=True)
class Curve:
    """How a reader's recall runs: the points, and of how many stickers each share was taken."""

    name: str
    x: tuple[float, ...]
    read: tuple[int, ...]
    of: tuple[int, ...]

    @property
    def share(self) -> tuple[float, ...]:
        """The recall at each point."""
        return tuple(read / of if of else 0.0 for read, of in zip(self.read, self.of, strict=True))


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves of several readers over one axis."""

    file: str
    title: str
    axis: str
    curves: tuple[Curve, ...]


@dataclass(slots=True)
class Report:
    """Everything that one run found out, printed as it comes."""

    say: Callable[[str], None]
    figures: list[tuple[str, Figure]] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    _chapter: str = ""

    def chapter(self, title: str) -> None:
        """Begin a new chapter."""
        self._chapter = title
        self.say(f"\n{title}")

    def add(self, figures: Iterable[Figure]) -> None:
        """Print and keep figures."""
        for figure in figures:
            self.figures.append((self._chapter, figure))
            self.say(f"  {figure.name:58} {figure.value:>22}  {figure.goal:18} {figure.verdict}".rstrip())

    def table(self, plot: Plot) -> None:
        """Print and keep the curves of a sweep, one line per reader."""
        self.plots.append(plot)
        points = plot.curves[0].x if plot.curves else ()
        self.say(f"  {plot.title} ({_range(plot)} stickers a point)")
        self.say(f"    {plot.axis:26} " + " ".join(f"{x:>6g}" for x in points))
        for curve in plot.curves:
            self.say(f"    {curve.name:26} " + " ".join(f"{share:>6.1%}" for share in curve.share))

    @property
    def missed(self) -> list[str]:
        """The promises that were not kept."""
        return [f"{chapter}: {figure.name.strip()}" for chapter, figure in self.figures if figure.met is False]

    def as_json(self) -> str:
        """For other programs."""
        figures = [{"chapter": chapter, **asdict(figure)} for chapter, figure in self.figures]
        return json.dumps({"figures": figures, "plots": [asdict(plot) for plot in self.plots]}, indent=1)


def _range(plot: Plot) -> str:
    counts = [of for curve in plot.curves for of in curve.of]
    low, high = min(counts, default=0), max(counts, default=0)
    return str(low) if low == high else f"{low} to {high}"


def needed(curve: Curve, share: float) -> float | None:
    """From which point on a curve stays above a share, read between the points; None if it never does."""
    lasting: list[float] = []
    for value in reversed(curve.share):
        lasting.append(min(value, lasting[-1]) if lasting else value)
    return _crossing(curve.x, lasting[::-1], share)


def _crossing(x: Sequence[float], y: Sequence[float], share: float) -> float | None:
    for place, value in enumerate(y):
        if value >= share:
            if place == 0:
                return x[0]
            before = y[place - 1]
            return x[place - 1] + (x[place] - x[place - 1]) * (share - before) / (value - before)
    return None
