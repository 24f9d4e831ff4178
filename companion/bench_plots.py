"""Line plots for the documents, as SVG and PNG, from one small list of strokes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from companion.bench_report import Curve, Plot

WIDTH, HEIGHT = 760, 420
_LEFT, _TOP, _RIGHT, _BOTTOM = 62, 46, 184, 54
_COLOURS = ("#c2410c", "#1d4ed8", "#0f766e", "#7e22ce", "#57534e", "#a16207")
_INK, _FAINT, _PAPER = "#1c1917", "#e7e5e4", "#ffffff"
_FINE = 2
"""PNG pictures are so many times finer."""
_SHADES = 96
"""Colours of a PNG picture, soft edges included."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a curve."""

    x: float
    y: float
    colour: str
    radius: float = 3.0


@dataclass(frozen=True, slots=True)
class Label:
    """Words; `anchor` is start, middle or end of them."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    size: int = 13
    colour: str = _INK


Mark = Stroke | Dot | Label


def write_plot(plot: Plot, folder: Path) -> list[Path]:
    """Write both files of a plot."""
    folder.mkdir(parents=True, exist_ok=True)
    marks = draw(plot)
    svg, png = folder / f"{plot.file}.svg", folder / f"{plot.file}.png"
    svg.write_text(as_svg(marks, plot.title), encoding="utf-8")
    _write_png(marks, png)
    return [svg, png]


def draw(plot: Plot) -> list[Mark]:
    """The plot as marks: grid, axes, curves and their names."""
    xs = sorted({x for curve in plot.curves for x in curve.x})
    low, high = (xs[0], xs[-1]) if xs else (0.0, 1.0)
    marks: list[Mark] = [Label(_LEFT, 26, plot.title, size=16)]
    for share in (0.0, 0.25, 0.5, 0.75, 0.9, 1.0):
        y = _down(share)
        marks.append(Stroke(((_LEFT, y), (WIDTH - _RIGHT, y)), _FAINT))
        marks.append(Label(_LEFT - 8, y + 4, f"{share:.0%}", "end", 12))
    for x in _ticks(xs):
        place = _across(x, low, high)
        marks.append(Stroke(((place, _down(0)), (place, _down(0) + 5)), _INK))
        marks.append(Label(place, HEIGHT - _BOTTOM + 20, f"{x:g}", "middle", 12))
    marks.append(Stroke(((_LEFT, _down(1)), (_LEFT, _down(0)), (WIDTH - _RIGHT, _down(0))), _INK))
    marks.append(Label((_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - 12, plot.axis, "middle"))
    for place, curve in reversed(list(enumerate(plot.curves))):  # the first one lies on top
        marks += _curve(curve, _COLOURS[place % len(_COLOURS)], low, high, place)
    return marks


def as_svg(marks: Sequence[Mark], title: str) -> str:
    """The marks as an SVG document."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>'
    )
    return "\n".join((head, *(_svg(mark) for mark in marks), "</svg>\n"))


def _svg(mark: Mark) -> str:
    match mark:
        case Stroke(points, colour, width):
            way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return (
                f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width}" '
                'stroke-linejoin="round"/>'
            )
        case Dot(x, y, colour, radius):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'
        case Label(x, y, text, anchor, size, colour):
            return (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
                f"{escape(text)}</text>"
            )


def _write_png(marks: Sequence[Mark], file: Path) -> None:
    """The same as a picture of dots."""
    from PIL import Image, ImageDraw, ImageFont  # comes with the sheets to print; only needed here

    image = Image.new("RGB", (WIDTH * _FINE * 2, HEIGHT * _FINE * 2), _PAPER)
    pen, zoom = ImageDraw.Draw(image), _FINE * 2
    for mark in marks:
        match mark:
            case Stroke(points, colour, width):
                way = [(x * zoom, y * zoom) for x, y in points]
                pen.line(way, fill=colour, width=max(1, round(width * zoom)), joint="curve")
            case Dot(x, y, colour, radius):
                box = [(x - radius) * zoom, (y - radius) * zoom, (x + radius) * zoom, (y + radius) * zoom]
                pen.ellipse(box, fill=colour)
            case Label(x, y, text, anchor, size, colour):
                side = {"start": "ls", "middle": "ms", "end": "rs"}[anchor]
                font = ImageFont.load_default(size=size * zoom)
                pen.text((x * zoom, y * zoom), text, fill=colour, font=font, anchor=side)
    small = image.resize((WIDTH * _FINE, HEIGHT * _FINE), Image.Resampling.LANCZOS)
    small.quantize(_SHADES).save(file, optimize=True)


def _curve(curve: Curve, colour: str, low: float, high: float, place: int) -> list[Mark]:
    """A line with its points, and its name beside the plot."""
    points = tuple((_across(x, low, high), _down(y)) for x, y in zip(curve.x, curve.share, strict=True))
    y = _TOP + 14 + 22 * place
    left = WIDTH - _RIGHT + 16
    name: list[Mark] = [Stroke(((left, y - 4), (left + 20, y - 4)), colour, 3), Label(left + 28, y, curve.name)]
    return [Stroke(points, colour, 2.4 if place == 0 else 1.6), *(Dot(x, at, colour) for x, at in points), *name]


def _ticks(xs: Sequence[float]) -> list[float]:
    """Values to write along the axis: all, or so many that they do not touch."""
    shown: list[float] = []
    for x in xs:
        if not shown or (x - shown[-1]) >= (xs[-1] - xs[0]) / 15:
            shown.append(x)
    return shown


def _across(x: float, low: float, high: float) -> float:
    return _LEFT + (x - low) / ((high - low) or 1) * (WIDTH - _LEFT - _RIGHT)


def _down(share: float) -> float:
    return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)
