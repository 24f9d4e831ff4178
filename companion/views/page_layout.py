"""Where the tiles of a page go on a screen of any size, and which of them are on the next sheet. Pure."""

from dataclasses import dataclass, field

from companion.views.layout import Box, grid, screen_scale
from companion.views.names import Measure, wrap
from companion.views.page import Kind, Page, Section, Tile

LEADING = 1.25
FEW = 8
"""So few tiles share the last line among them."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile and its place."""

    tile: Tile
    box: Box


@dataclass(frozen=True, slots=True)
class PlacedTitle:
    """The title of a section and its place."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is seen at once."""

    tiles: tuple[PlacedTile, ...] = ()
    titles: tuple[PlacedTitle, ...] = ()


@dataclass(frozen=True, slots=True)
class PagePlan:
    """All places of a page. `turns` are the buttons for the sheet before and the next one, when there are several."""

    scale: float
    pixel: int
    gap: int
    back: Box | None
    title: Box
    text: Box
    picture: Box | None
    sheets: tuple[Sheet, ...]
    turns: tuple[Box, Box] | None
    footer: tuple[PlacedTile, ...]


@dataclass(slots=True)
class _Flow:
    """Rows of tiles, filled from the top; a new sheet begins when one is full."""

    area: Box
    gap: int
    y: int = 0
    done: list[Sheet] = field(default_factory=list)
    tiles: list[PlacedTile] = field(default_factory=list)
    titles: list[PlacedTitle] = field(default_factory=list)

    def has_room(self, height: int) -> bool:
        return self.y + height <= self.area.height or not (self.tiles or self.titles)

    def turn(self) -> None:
        self.done.append(Sheet(tuple(self.tiles), tuple(self.titles)))
        self.tiles, self.titles, self.y = [], [], 0

    def line(self, height: int) -> Box:
        box = Box(self.area.x, self.area.y + self.y, self.area.width, height)
        self.y += height + self.gap
        return box

    def sheets(self) -> tuple[Sheet, ...]:
        self.turn()
        return tuple(self.done)


def arrange_page(page: Page, width: int, height: int, touch: int, measure: Measure) -> PagePlan:
    """The places for this screen. `touch` is the least height of what can be tapped."""
    scale = screen_scale(width, height)
    gap = max(4, round(5 * scale))
    inside = Box(0, 0, width, height).inset(gap)
    is_upright = height > width
    bar = max(touch, round(46 * scale))
    head = inside.top_part(bar)
    back = head.left_part(bar) if page.can_go_back else None
    rest_of_head = head.beside(bar + gap) if back else head
    body = inside.below(bar + gap)
    title, text = rest_of_head, Box(0, 0, 0, 0)
    if page.text and is_upright:
        text = body.top_part(round(44 * scale))
        body = body.below(text.height + gap)
    elif page.text:
        title = rest_of_head.left_part(round(rest_of_head.width * 0.36))
        text = rest_of_head.beside(title.width + gap)
    footer: tuple[PlacedTile, ...] = ()
    if page.footer:
        foot = max(touch, round(56 * scale))
        row = body.below(body.height - foot)
        body = body.top_part(body.height - foot - gap)
        footer = tuple(
            PlacedTile(tile, box) for tile, box in zip(page.footer, grid(row, 1, len(page.footer), gap), strict=True)
        )
    picture, body = _picture_place(page, body, is_upright, gap)
    sheets, turns = _fill(page, body, scale, gap, touch, measure), None
    if len(sheets) == 1:
        sheets = (_stretched(sheets[0], body, round(1.8 * touch)),)
    else:
        strip = Box(body.right - touch, body.y, touch, body.height)
        body = body.left_part(body.width - touch - gap)
        sheets = _fill(page, body, scale, gap, touch, measure)
    if len(sheets) > 1:  # fewer columns sometimes need less room
        turns = (strip.top_part(max(touch, strip.height // 2 - gap)), strip.below(strip.height // 2))
    pixel = max(1, round(2 * scale))
    return PagePlan(scale, pixel, gap, back, title, text, picture, sheets, turns, footer)


def _picture_place(page: Page, body: Box, is_upright: bool, gap: int) -> tuple[Box | None, Box]:
    if not page.picture:
        return None, body
    side = min(body.width, round(body.height * 0.55)) if is_upright else min(body.height, round(body.width * 0.6))
    if is_upright:
        return Box(body.x + (body.width - side) // 2, body.y, side, side), body.below(side + gap)
    return Box(body.x, body.y, side, side), body.beside(side + gap)


def _fill(page: Page, body: Box, scale: float, gap: int, touch: int, measure: Measure) -> tuple[Sheet, ...]:
    flow = _Flow(body, gap)
    for section in page.sections:
        columns = _columns(section, body.width, scale, touch, gap)
        rows = [section.tiles[at : at + columns] for at in range(0, len(section.tiles), columns)]
        if section.title:
            heading = round(20 * scale)
            first = _row_height(section, rows[0], body.width, columns, scale, touch, measure, gap) if rows else 0
            if not flow.has_room(heading + gap + first):
                flow.turn()
            flow.titles.append(PlacedTitle(section.title, flow.line(heading)))
        for row in rows:
            high = _row_height(section, row, body.width, columns, scale, touch, measure, gap)
            if not flow.has_room(high):
                flow.turn()
            wide = len(row) if section.kind is Kind.GRID and len(section.tiles) <= FEW else columns
            boxes = grid(flow.line(min(high, body.height)), 1, wide, gap)
            flow.tiles += [PlacedTile(tile, box) for tile, box in zip(row, boxes, strict=False)]
    return flow.sheets()


def _stretched(sheet: Sheet, body: Box, most: int) -> Sheet:
    """What can be tapped grows into the room that is left, so that a short page fills the screen."""
    rows = sorted({placed.box.y for placed in sheet.tiles if placed.tile.action})
    bottom = max((placed.box.bottom for placed in sheet.tiles), default=body.bottom)
    if not rows or bottom >= body.bottom:
        return sheet
    more = min(most, (body.bottom - bottom) // len(rows))

    def grown(box: Box, *, taller: bool) -> Box:
        above = sum(y < box.y for y in rows)
        return Box(box.x, box.y + above * more, box.width, box.height + (more if taller else 0))

    tiles = tuple(PlacedTile(each.tile, grown(each.box, taller=each.box.y in rows)) for each in sheet.tiles)
    return Sheet(tiles, tuple(PlacedTitle(each.text, grown(each.box, taller=False)) for each in sheet.titles))


def _columns(section: Section, width: int, scale: float, touch: int, gap: int) -> int:
    match section.kind:
        case Kind.ROWS:
            return 1
        case Kind.STEPS:
            return 3
        case Kind.KEYS:
            least = max(touch, round(58 * scale))
        case Kind.GRID:
            least = max(2 * touch, round(180 * scale))
    fitting = max(1, (width + gap) // (least + gap))
    count = max(1, len(section.tiles))
    if section.kind is Kind.GRID and count > fitting:  # four tiles stand two by two, not three and one
        rows = -(-count // fitting)
        return -(-count // rows)
    return min(fitting, count) if section.kind is Kind.GRID else fitting


def text_room(tile: Tile, width: int, scale: float) -> int:
    """How wide the words of a tile may be: its pictures stand beside them."""
    pixel = max(1, round(2 * scale))
    used = round(16 * scale)
    used += (16 * pixel + round(8 * scale)) if tile.icon else 0
    used += (12 * pixel + round(6 * scale)) if tile.colour is not None else 0
    used += 9 * pixel * len(tile.icons) + (round(8 * scale) if tile.icons else 0)
    used += (6 * pixel * len(tile.number) + round(8 * scale)) if tile.number else 0
    used += (9 * pixel) if tile.chosen else 0
    return max(round(40 * scale), width - used)


def label_size(scale: float) -> int:
    """The size of what a tile is called."""
    return round(18 * scale)


def note_size(scale: float) -> int:
    """The size of what is said about it."""
    return round(14 * scale)


def _row_height(
    section: Section,
    row: tuple[Tile, ...],
    width: int,
    columns: int,
    scale: float,
    touch: int,
    measure: Measure,
    gap: int,
) -> int:
    cell = (width + gap) // columns - gap
    return max(_tile_height(tile, text_room(tile, cell, scale), scale, touch, measure) for tile in row)


def _tile_height(tile: Tile, room: int, scale: float, touch: int, measure: Measure) -> int:
    label = _lines(tile.label, room, label_size(scale), measure) * label_size(scale)
    note = _lines(tile.note, room, note_size(scale), measure) * note_size(scale) if tile.note else 0
    least = touch if tile.action else round(26 * scale)
    return max(least, round((label + note) * LEADING) + round(12 * scale))


def _lines(text: str, room: int, size: int, measure: Measure) -> int:
    return len(wrap(text, room, size, measure, divide=True) or (text,)) if text else 0
