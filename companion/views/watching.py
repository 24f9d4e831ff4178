"""What the page of the camera shows: the live picture, an outline per card, and a traffic light per sticker size.

Pure data without heavy imports; `companion/views/lookout.py` makes it from what the eye saw.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from companion.views.layout import Box, grid, screen_scale
from companion.views.page import Action

if TYPE_CHECKING:  # loads OpenCV
    from vision.process import Glance
    from vision.stickers import StickerSpec

Corner = tuple[float, float]
Region = tuple[int, int, int, int]
"""A part of the camera's picture in its pixels: left, top, right, bottom."""


class Where(Protocol):
    """Finds the part of a picture that is worth looking at."""

    def __call__(self, glance: "Glance", width: int, height: int) -> Region | None:
        """The part of a picture of this size, by what the eye made of it; nothing where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class LivePicture:
    """A small picture of the table. `number` grows with every one; only it is compared."""

    number: int
    width: int = field(compare=False)
    height: int = field(compare=False)
    shrunk: float = field(compare=False)
    """So many pixels of the camera are one pixel here."""
    pixels: bytes = field(compare=False, repr=False)
    """Red, green, blue; the upper row first."""


@dataclass(frozen=True, slots=True)
class Detail:
    """A part of the table, as sharp as the camera saw it. `left` and `top` are pixels of the camera."""

    picture: LivePicture
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Sight:
    """One moment as the camera saw it, with everything that was made of it."""

    picture: LivePicture
    glance: "Glance"
    specs: "tuple[StickerSpec, ...]"
    """The stickers of the boxes in play."""
    detail: Detail | None = None
    """The part that somebody wanted to look at."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A card in the live picture, in its pixels. `action` corrects it; nothing where there is nothing to correct."""

    corners: tuple[Corner, ...]
    name: str
    sure: str
    meaning: str
    tone: str
    card: str = ""
    action: Action = ""
    chosen: bool = False

    @property
    def middle(self) -> Corner:
        """Where a touch means it."""
        count = len(self.corners)
        return sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count

    def is_around(self, x: float, y: float) -> bool:
        """Whether a place lies inside: to the same side of every edge."""
        edges = pairwise((*self.corners, self.corners[0]))
        sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in edges]
        return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


@dataclass(frozen=True, slots=True)
class Cutout:
    """The part of the live picture that a question is about, with the place outlined."""

    picture: LivePicture
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class SizeLight:
    """The traffic light of one sticker size: "good", "borderline" or "too_small", in words with its pixels."""

    signal: str
    text: str


@dataclass(frozen=True, slots=True)
class WatchView:
    """Everything on the page of the camera."""

    title: str
    picture: LivePicture | None
    marks: tuple[Mark, ...]
    lights: tuple[SizeLight, ...]
    headline: str
    """How many stickers were found; without a picture, why there is none."""
    advice: str
    hint: str
    """What is said where no card is chosen."""
    buttons: tuple[tuple[str, str, Action], ...] = ()

    @property
    def chosen(self) -> Mark | None:
        """The card that is told about."""
        return next((mark for mark in self.marks if mark.chosen), None)


def gone_view(title: str, told: str, advice: str) -> WatchView:
    """The page while there is no picture: what is wrong, and what helps."""
    return WatchView(title, None, (), (), told, advice, "")


def touched_mark(marks: Iterable[Mark], x: float, y: float, reach: float = 0.0) -> Mark | None:
    """The card under a finger: the one around that place, else the nearest within reach."""

    def far(mark: Mark) -> float:
        return float(((mark.middle[0] - x) ** 2 + (mark.middle[1] - y) ** 2) ** 0.5)

    known = tuple(marks)
    near = [mark for mark in known if mark.is_around(x, y)] or [mark for mark in known if far(mark) <= reach]
    return min(near, key=far, default=None)


def next_card(marks: Iterable[Mark], chosen: str, by: int) -> str:
    """The card before or after the chosen one, row by row as the picture shows them."""
    cards = list(dict.fromkeys(mark.card for mark in marks if mark.card))
    if not cards:
        return ""
    place = cards.index(chosen) if chosen in cards else (-1 if by > 0 else 0)
    return cards[(place + by) % len(cards)]


def with_chosen(marks: Iterable[Mark], card: str) -> tuple[Mark, ...]:
    """The same marks, with this card chosen."""
    return tuple(replace(mark, chosen=bool(card) and mark.card == card) for mark in marks)


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """All places of the page of the camera."""

    scale: float
    pixel: int
    back: Box
    title: Box
    picture: Box
    lights: Box
    card: Box
    buttons: tuple[Box, ...]

    def outer_boxes(self) -> tuple[Box, ...]:
        """The places that lie side by side; none may overlap another."""
        return (self.back, self.title, self.picture, self.lights, self.card, *self.buttons)


def arrange_watch(width: int, height: int, touch: int, buttons: int) -> WatchPlan:
    """The places for this screen: words beside the picture, on upright screens below it."""
    scale = screen_scale(width, height)
    gap = max(4, round(5 * scale))
    inside = Box(0, 0, width, height).inset(gap)
    bar = max(touch, round(46 * scale))
    head, body = inside.top_part(bar), inside.below(bar + gap)
    back, title = head.left_part(bar), head.beside(bar + gap)
    row = body.below(body.height - bar) if buttons else Box(body.x, body.bottom, body.width, 0)
    body = body.top_part(body.height - bar - gap) if buttons else body
    if height > width:
        picture = body.top_part(min(round(body.width * 9 / 16), round(body.height * 0.6)))
        words = body.below(picture.height + gap)
    else:
        picture = body.left_part(body.width - max(round(216 * scale), round(body.width * 0.27)) - gap)
        words = body.beside(picture.width + gap)
    lights = words.top_part(round(words.height * 0.6))
    places = grid(row, 1, buttons, gap) if buttons else ()
    pixel = max(1, round(2 * scale))
    return WatchPlan(scale, pixel, back, title, picture, lights, words.below(lights.height + gap), tuple(places))
