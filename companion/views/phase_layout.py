"""Where everything goes on the screens of a phase: bait, adventure, end of the round. Pure."""

from dataclasses import dataclass

from companion.views.layout import SLOTS, Box, button_pad, grid, screen_scale

MAIN_SHARE = 0.62
"""How much of an upright screen belongs to the main part."""
LEAST_ROW, MOST_ROW = 62, 120
"""A hero that was baited, for the 800x480 screen: a head, two lines, the counts."""


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """Head, main part, side part and buttons; on upright screens the side part is below."""

    scale: float
    pixel: int
    gap: int
    menu: Box
    title: Box
    prompt: Box
    banner: Box | None
    main: Box
    side: Box
    buttons: tuple[Box, ...]

    def outer_boxes(self) -> tuple[Box, ...]:
        """The places that lie side by side; none may overlap another."""
        banner = (self.banner,) if self.banner else ()
        return (self.menu, self.title, self.prompt, *banner, self.main, self.side, *self.buttons)


def arrange_phase(width: int, height: int, touch: int, *, banner: bool, main_share: float = MAIN_SHARE) -> PhasePlan:
    """The places for this screen."""
    scale = screen_scale(width, height)
    gap = max(4, round(4 * scale))
    inside = Box(0, 0, width, height).inset(gap)
    is_upright = height > width
    head = inside.top_part(round(46 * scale))
    rest = inside.below(head.height + gap)
    if is_upright:
        title, prompt = head, rest.top_part(round(42 * scale))
        rest = rest.below(prompt.height + gap)
    else:
        title, prompt = head.left_part(round(206 * scale)), head.beside(round(206 * scale) + gap)
    strip = None
    if banner:
        strip = rest.top_part(round((34 if is_upright else 24) * scale))
        rest = rest.below(strip.height + gap)
    button_height = max(touch, round(56 * scale))
    if is_upright:
        pad = rest.below(rest.height - button_height)
        rest = rest.top_part(rest.height - button_height - gap)
        main = rest.top_part(round(rest.height * main_share))
        side = rest.below(main.height + gap)
        menu, *places = grid(pad, 1, 5, gap)
    else:
        side_width = max(3 * touch + 2 * gap, round(216 * scale))
        main = rest.left_part(rest.width - side_width - gap)
        column = rest.beside(main.width + gap)
        pad = column.below(column.height - 2 * button_height - gap)
        side = column.top_part(pad.y - column.y - gap)
        menu, *places = button_pad(pad, gap)
    return PhasePlan(scale, max(1, round(2 * scale)), gap, menu, title, prompt, strip, main, side, tuple(places))


@dataclass(frozen=True, slots=True)
class RowPlan:
    """The main part of the bait: as many heroes as are seen at once, and a button for the others."""

    boxes: tuple[Box, ...]
    turner: Box | None
    sheets: int


def arrange_rows(plan: PhasePlan, touch: int, rows: int) -> RowPlan:
    """Inside the main part of a phase screen."""
    main, turner = plan.main, None
    fitting = max(1, (main.height + plan.gap) // (max(touch, round(LEAST_ROW * plan.scale)) + plan.gap))
    if rows > fitting:
        turner = main.beside(main.width - touch)
        main = main.left_part(main.width - touch - plan.gap)
    shown = min(fitting, max(1, rows))
    high = min(round(MOST_ROW * plan.scale), (main.height + plan.gap) // shown - plan.gap)
    boxes = tuple(Box(main.x, main.y + number * (high + plan.gap), main.width, high) for number in range(shown))
    return RowPlan(boxes, turner, -(-max(1, rows) // shown))


@dataclass(frozen=True, slots=True)
class WalkPlan:
    """The main part of the adventure: the hero, the dungeon, and a button per player."""

    hero: Box
    slots: tuple[Box, ...]
    boss: Box
    reacts: tuple[Box, ...]
    scale: float
    pixel: int


def arrange_walk(plan: PhasePlan, touch: int, reacts: int) -> WalkPlan:
    """Inside the main part of a phase screen."""
    main, gap = plan.main, plan.gap
    columns = reacts if reacts <= 4 or main.width >= reacts * 2 * touch else -(-reacts // 2)
    rows = -(-reacts // columns) if reacts else 0
    foot = rows * touch + max(0, rows - 1) * gap
    react_area = main.below(main.height - foot)
    above = main.top_part(main.height - foot - (gap if foot else 0))
    hero = above.top_part(min(round(112 * plan.scale), above.height // 2))
    lane = above.below(hero.height + gap)
    lane = lane.top_part(min(lane.height, round(250 * plan.scale)))
    cards = grid(lane, 1, SLOTS + 1, max(2, gap // 2))
    is_tall = lane.height > 150 * plan.scale
    larger = 1.25 if is_tall and cards[0].width > 100 * plan.scale else 1.0
    pixel = max(1, round((3 if is_tall else 2) * plan.scale))
    places = grid(react_area, rows, columns, gap)[:reacts] if reacts else ()
    return WalkPlan(hero, cards[:SLOTS], cards[SLOTS], places, plan.scale * larger, pixel)


@dataclass(frozen=True, slots=True)
class EndPlan:
    """The main part of the scoreboard: the players, and below them the facts of the game."""

    scores: Box
    facts: tuple[Box, ...]


def arrange_ending(plan: PhasePlan, players: int, facts: int) -> EndPlan:
    """Inside the main part of a phase screen."""
    main, gap = plan.main, plan.gap
    columns = 3 if main.width > 540 * plan.scale else 2
    rows = -(-facts // columns) if facts else 0
    fact_height = round(46 * plan.scale)
    foot = rows * (fact_height + gap)
    scores = main.top_part(min(main.height - foot, players * round(130 * plan.scale)))
    boxes: list[Box] = []
    for row in range(rows):
        line = Box(main.x, scores.bottom + gap + row * (fact_height + gap), main.width, fact_height)
        boxes += grid(line, 1, min(columns, facts - row * columns), gap)  # the last line is shared by fewer
    return EndPlan(scores, tuple(boxes))
