"""Where everything goes on a screen of any size: boxes in pixels from the top left. Pure, so that a test can check it.

Three shapes are really used: 800x480 (7 inch touch display), 1280x720, and 720x1280 upright. Wide screens have the
town, the verdicts and the buttons at the right, upright ones below the dungeons.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

TOUCH_MM = 12
"""What a finger hits without looking twice."""
INCHES = (5.0, 7.0, 10.1, 13.3, 15.6, 24.0)
"""Screens that are common at tables."""
TOUCH_PX = 64
"""12 mm on a 7 inch screen of 800x480."""
SLOTS = 5
CARD_PIXELS = 33
"""A room card needs room for a sword, a number and two treasures side by side."""

CARD_ROWS = 18
"""And as many pixels upwards: two rows of pictures. Only six dungeons with a banner leave less."""


def touch_px(width: int, height: int, inches: float) -> int:
    """How many pixels 12 mm are on a screen of this diagonal."""
    return math.ceil(TOUCH_MM / 25.4 * math.hypot(width, height) / inches)


def usual_inches(width: int, height: int) -> float:
    """The diagonal of the screen that most likely has this size: the touch displays of the Pi have 7 inches."""
    return 7.0 if (width, height) in ((800, 480), (720, 1280)) else 10.1


def screen_scale(width: int, height: int) -> float:
    """How much larger than on the smallest screen everything is."""
    return min(width / 800, height / 480) if width >= height else min(width / 480, height / 800)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `x`, `y` is its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first pixel behind the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first pixel below the box."""
        return self.y + self.height

    def inset(self, by: int) -> "Box":
        """A smaller box inside."""
        return Box(self.x + by, self.y + by, max(0, self.width - 2 * by), max(0, self.height - 2 * by))

    def top_part(self, height: int) -> "Box":
        """The upper end."""
        return Box(self.x, self.y, self.width, min(height, self.height))

    def below(self, height: int) -> "Box":
        """What is left under the upper end."""
        return Box(self.x, self.y + height, self.width, max(0, self.height - height))

    def left_part(self, width: int) -> "Box":
        """The left end."""
        return Box(self.x, self.y, min(width, self.width), self.height)

    def beside(self, width: int) -> "Box":
        """What is left beside the left end."""
        return Box(self.x + width, self.y, max(0, self.width - width), self.height)

    def overlaps(self, other: "Box") -> bool:
        """Whether two boxes share a pixel."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )  # touching edges are no overlap

    def contains(self, other: "Box") -> bool:
        """Whether the other box lies inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom


@dataclass(frozen=True, slots=True)
class Lane:
    """One dungeon: a heading over entrance, five slots in walk order, and the boss at the right end.

    With few players the cards are tall: `scale` and `pixel` say how much larger their contents may be.
    """

    scale: float
    pixel: int
    frame: Box
    heading: Box
    entrance: Box
    slots: tuple[Box, ...]
    boss: Box


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All places of the table screen. `pixel` is the size of one pixel of our pictures."""

    scale: float
    pixel: int
    gap: int
    menu: Box
    title: Box
    prompt: Box
    banner: Box | None
    dungeons: Box
    lanes: tuple[Lane, ...]
    town: Box
    verdicts: Box
    buttons: tuple[Box, ...]
    """Undo, repeat, pass, next."""
    dialog: Box

    def outer_boxes(self) -> tuple[Box, ...]:
        """The places that lie side by side; none may overlap another."""
        banner = (self.banner,) if self.banner else ()
        lanes = tuple(lane.frame for lane in self.lanes)
        return (self.menu, self.title, self.prompt, *banner, *lanes, self.town, self.verdicts, *self.buttons)


def arrange(
    width: int, height: int, players: int, *, banner: bool = False, town: int = 4, touch: int = TOUCH_PX
) -> Arrangement:
    """The places for this screen, so many dungeons and so many heroes in town; buttons are at least `touch` high."""
    if width >= height:
        return _wide(width, height, max(1, players), banner, town, touch)
    return _upright(width, height, max(1, players), banner, touch)


def _wide(width: int, height: int, players: int, banner: bool, heroes: int, touch: int) -> Arrangement:
    scale = screen_scale(width, height)
    gap = max(4, round(4 * scale))
    inside = Box(0, 0, width, height).inset(gap)
    top = inside.top_part(round(46 * scale))
    title, prompt = top.left_part(round(206 * scale)), top.beside(round(206 * scale) + gap)
    rest = inside.below(top.height + gap)
    strip = None
    if banner:
        strip = rest.top_part(round(24 * scale))
        rest = rest.below(strip.height + gap)
    side_width = max(3 * touch + 2 * gap, round(216 * scale))
    dungeons = rest.left_part(rest.width - side_width - gap)
    side = rest.beside(dungeons.width + gap)
    button_height = max(touch, round(56 * scale))
    pad = side.below(side.height - 2 * button_height - gap)
    panels = side.top_part(pad.y - side.y - gap)
    rows = min(max(heroes, 1), 4 if heroes <= 4 else 3)  # a crowd is drawn without names and needs less
    town = panels.top_part(round((34 + 26 * rows) * scale) + 2)
    menu, *buttons = button_pad(pad, gap)
    return Arrangement(
        scale=scale,
        pixel=max(1, round(2 * scale)),
        gap=gap,
        menu=menu,
        title=title,
        prompt=prompt,
        banner=strip,
        dungeons=dungeons,
        lanes=_lanes(dungeons, players, scale, gap),
        town=town,
        verdicts=panels.below(town.height + gap),
        buttons=tuple(buttons),
        dialog=dungeons.inset(gap),
    )


def _upright(width: int, height: int, players: int, banner: bool, touch: int) -> Arrangement:
    scale = screen_scale(width, height)
    gap = max(4, round(4 * scale))
    inside = Box(0, 0, width, height).inset(gap)
    title = inside.top_part(round(46 * scale))
    rest = inside.below(title.height + gap)
    prompt = rest.top_part(round(42 * scale))
    rest = rest.below(prompt.height + gap)
    strip = None
    if banner:
        strip = rest.top_part(round(34 * scale))
        rest = rest.below(strip.height + gap)
    button_height = max(touch, round(54 * scale))
    pad = rest.below(rest.height - button_height)
    rest = rest.top_part(rest.height - button_height - gap)
    share = 0.7 if players <= 4 else 0.8
    dungeons = rest.top_part(min(round(rest.height * share), players * round(220 * scale)))
    panels = rest.below(dungeons.height + gap)
    town = panels.left_part(round(panels.width * 0.38))
    menu, *buttons = grid(pad, 1, 5, gap)
    return Arrangement(
        scale=scale,
        pixel=max(1, round(2 * scale)),
        gap=gap,
        menu=menu,
        title=title,
        prompt=prompt,
        banner=strip,
        dungeons=dungeons,
        lanes=_lanes(dungeons, players, scale, gap),
        town=town,
        verdicts=panels.beside(town.width + gap),
        buttons=tuple(buttons),
        dialog=dungeons.inset(gap),
    )


def _lanes(area: Box, players: int, scale: float, gap: int) -> tuple[Lane, ...]:
    return tuple(_lane(frame, scale, gap) for frame in grid(area, players, 1, gap))


def _lane(frame: Box, scale: float, gap: int) -> Lane:
    heading = frame.top_part(round(24 * scale))
    row = frame.below(heading.height).inset(max(2, gap // 2))
    entrance = row.left_part(round(row.width * 0.105))
    boss_width = round(row.width * 0.15)
    middle = row.beside(entrance.width + gap)
    slots = grid(middle.left_part(middle.width - boss_width - gap), 1, SLOTS, max(2, gap // 2))
    larger, pixel = 1.3, max(1, round(2 * scale * 1.3))
    if row.height < 135 * scale or slots[0].width < CARD_PIXELS * pixel:
        larger, pixel = 1.0, max(1, round(2 * scale))
    while pixel > 1 and row.height < CARD_ROWS * pixel:
        pixel -= 1
    return Lane(scale * larger, pixel, frame, heading, entrance, slots, row.beside(row.width - boss_width))


def button_pad(area: Box, gap: int) -> tuple[Box, ...]:
    """Five buttons in two rows: the menu and two others above, one and a broad one below."""
    above = grid(area, 2, 3, gap)
    broad = Box(above[4].x, above[4].y, above[5].right - above[4].x, above[4].height)
    return (*above[:4], broad)


def grid(area: Box, rows: int, columns: int, gap: int) -> tuple[Box, ...]:
    """Equal boxes, row by row, with gaps; together exactly as large as the area."""
    xs = [round(area.x + column * (area.width + gap) / columns) for column in range(columns + 1)]
    ys = [round(area.y + row * (area.height + gap) / rows) for row in range(rows + 1)]
    return tuple(
        Box(x, y, next_x - x - gap, next_y - y - gap) for y, next_y in pairwise(ys) for x, next_x in pairwise(xs)
    )


def choice_boxes(area: Box, count: int, gap: int) -> tuple[Box, ...]:
    """Buttons for so many answers: side by side up to three, else in two rows."""
    columns = count if count <= 3 else -(-count // 2)
    rows = -(-count // max(1, columns))
    return grid(area, max(1, rows), max(1, columns), gap)[:count]
