"""Where the tiles of a page go on a screen of any size, and which of them are on the next sheet. Pure."""

from dataclasses import dataclass, field, replace

from companion.views.layout import Box, grid, screen_scale
from companion.views.names import Measure, wrap
from companion.views.page import Kind, Page, Section, Tile

LEADING = 1.25
FEW = 12
"""So few tiles share the last line among them."""
LARGER = (1.15, 1.3, 1.45, 1.6)
"""How much larger the words may be where a page has room for it."""
PICTURE = 12
"""The pixels of a picture, upwards and across; many have eight only."""
LETTER = 6
"""So many pixels is a letter of a title wide, at most."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile and its place; `stands` says that its picture is above its words."""

    tile: Tile
    box: Box
    stands: bool = False


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
    """All places of a page. `turns` are the buttons for the sheet before and the next one, when there are several.

    `words` says how large the words in the tiles are: the more room a page has, the further away it is read.
    """

    scale: float
    pixel: int
    words: float
    gap: int
    back: Box | None
    title: Box
    text: Box
    picture: Box | None
    cutout: Box | None
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


@dataclass(frozen=True, slots=True)
class _Setting:
    """What all tiles of a page share: its measures, and how large its words are."""

    scale: float
    gap: int
    touch: int
    measure: Measure
    words: float = 1.0

    def label_lines(self, tile: Tile, room: int) -> int:
        """How many lines the name of a tile has."""
        return len(wrap(tile.label, room, label_size(self.scale * self.words), self.measure, divide=True) or "?")

    def words_height(self, tile: Tile, room: int) -> int:
        """How high name and note of a tile are."""
        small = note_size(self.scale * self.words)
        note = len(wrap(tile.note, room, small, self.measure, divide=True) or "?") if tile.note else 0
        label = self.label_lines(tile, room) if tile.label else 0
        return round((label * label_size(self.scale * self.words) + note * small) * LEADING)

    def reads_well(self, placed: PlacedTile) -> bool:
        """Whether larger words divide none of a tile, and do not break its name into more lines."""
        tile = placed.tile
        room = text_room(tile, placed.box.width, self.scale)
        if placed.stands:
            room = placed.box.width - round(16 * self.scale)
        small, big = note_size(self.scale * self.words), label_size(self.scale * self.words)
        whole = all(
            wrap(text, room, size, self.measure) is not None for text, size in ((tile.label, big), (tile.note, small))
        )
        return whole and self.label_lines(tile, room) <= replace(self, words=1.0).label_lines(tile, room)

    def can_stand(self, placed: PlacedTile) -> bool:
        """Whether the picture of a tile can stand above its words: where it is tall and has nothing else."""
        tile, box = placed.tile, placed.box
        is_plain = tile.action and tile.icon and tile.label and not (tile.icons or tile.number or tile.chosen)
        if not is_plain or tile.colour is not None or box.height < 0.55 * box.width:
            return False
        words = self.words_height(tile, box.width - round(16 * self.scale))
        return box.height >= words + 2 * PICTURE * max(1, round(2 * self.scale)) + round(40 * self.scale)


def _stood(sheet: Sheet, setting: _Setting) -> Sheet:
    """All pictures of a row stand above their words, or none."""
    lying = {placed.box.y for placed in sheet.tiles if not setting.can_stand(placed)}
    return replace(sheet, tiles=tuple(replace(each, stands=each.box.y not in lying) for each in sheet.tiles))


def arrange_page(page: Page, width: int, height: int, touch: int, measure: Measure) -> PagePlan:
    """The places for this screen. `touch` is the least height of what can be tapped."""
    scale = screen_scale(width, height)
    gap = max(4, round(5 * scale))
    setting = _Setting(scale, gap, touch, measure)
    pixel = max(1, round(2 * scale))
    inside = Box(0, 0, width, height).inset(gap)
    is_upright = height > width
    bar = max(touch, round(46 * scale))
    head = inside.top_part(bar)
    back = head.left_part(bar) if page.can_go_back else None
    title = head.beside(bar + gap) if back else head
    text, body = Box(0, 0, 0, 0), inside.below(bar + gap)
    if page.text and is_upright:
        text = body.top_part(_text_height(page.text, body.width, setting))
        body = body.below(text.height + gap)
    elif page.text:
        wide = round(LETTER * (pixel + 1) * len(page.title) + 2 * gap)
        rest, title = title, title.left_part(min(max(wide, title.width // 5), title.width // 2))
        text = rest.beside(title.width + gap)
    footer: tuple[PlacedTile, ...] = ()
    if page.footer:
        foot = max(touch, round(56 * scale))
        row = body.below(body.height - foot)
        body = body.top_part(body.height - foot - gap)
        footer = tuple(
            PlacedTile(tile, box) for tile, box in zip(page.footer, grid(row, 1, len(page.footer), gap), strict=True)
        )
    picture, body = _picture_place(page, body, is_upright, gap)
    cutout, body = _cutout_place(page, body, setting, is_upright=is_upright)
    words, sheets, turns = _sheets(page, body, setting, is_upright=is_upright)
    return PagePlan(scale, pixel, words, gap, back, title, text, picture, cutout, sheets, turns, footer)


def _text_height(text: str, width: int, setting: _Setting) -> int:
    """On upright screens a sentence has as many lines as it needs, three at most."""
    size = label_size(setting.scale)
    lines = wrap(text, width - round(24 * setting.scale), size, setting.measure, divide=True) or (text,)
    return max(round(44 * setting.scale), round(min(len(lines), 3) * size * LEADING + 14 * setting.scale))


def _sheets(
    page: Page, body: Box, setting: _Setting, *, is_upright: bool
) -> tuple[float, tuple[Sheet, ...], tuple[Box, Box] | None]:
    """How large the words are, the sheets, and the buttons that turn them: one sheet if all tiles have room there."""
    fitting: list[tuple[float, Sheet]] = []
    for words in (1.0, *LARGER):
        larger = replace(setting, words=words)
        filled = _fill(page, body, larger)
        if len(filled) > 1:
            break
        sheet = _stood(_stretched(filled[0], body, setting), larger)
        if words == 1.0 or all(map(larger.reads_well, sheet.tiles)):
            fitting.append((words, sheet))
    if fitting:  # pictures that stand are worth more than the largest words
        words, sheet = max(fitting, key=lambda found: (sum(each.stands for each in found[1].tiles), found[0]))
        return words, (sheet,), None
    touch, gap = setting.touch, setting.gap
    if is_upright:
        strip, rest = body.below(body.height - touch), body.top_part(body.height - touch - gap)
        before, after = grid(strip, 1, 2, gap)
    else:
        strip, rest = body.beside(body.width - touch), body.left_part(body.width - touch - gap)
        before, after = grid(strip, 2, 1, gap)
    *full, last = _fill(page, rest, setting)
    if not full:  # fewer columns sometimes need less room
        return 1.0, (_widened(last, rest, body),), None
    return 1.0, (*(_stretched(sheet, rest, setting) for sheet in full), last), (before, after)


def _widened(sheet: Sheet, narrow: Box, wide: Box) -> Sheet:
    """The same columns over the whole width."""

    def widened(box: Box) -> Box:
        left, right = (round((x - narrow.x) * wide.width / narrow.width) for x in (box.x, box.right))
        return Box(wide.x + left, box.y, right - left, box.height)

    return Sheet(
        tuple(PlacedTile(each.tile, widened(each.box)) for each in sheet.tiles),
        tuple(PlacedTitle(each.text, widened(each.box)) for each in sheet.titles),
    )


def _picture_place(page: Page, body: Box, is_upright: bool, gap: int) -> tuple[Box | None, Box]:
    if not page.picture:
        return None, body
    side = min(body.width, round(body.height * 0.55)) if is_upright else min(body.height, round(body.width * 0.6))
    if is_upright:
        return Box(body.x + (body.width - side) // 2, body.y, side, side), body.below(side + gap)
    return Box(body.x, body.y, side, side), body.beside(side + gap)


def _cutout_place(page: Page, body: Box, setting: _Setting, *, is_upright: bool) -> tuple[Box | None, Box]:
    """What the camera sees stands above or beside the answers, unless these would need more sheets then."""
    if not page.looks:
        return None, body
    if is_upright:
        place = body.top_part(body.width // 2)
        rest = body.below(place.height + setting.gap)
    else:
        place = body.left_part(round(body.width * 0.4))
        rest = body.beside(place.width + setting.gap)
    has_room = len(_fill(page, rest, setting)) <= len(_fill(page, body, setting))
    return (place, rest) if has_room else (None, body)


def _fill(page: Page, body: Box, setting: _Setting) -> tuple[Sheet, ...]:
    gap = setting.gap
    flow = _Flow(body, gap)
    for section in page.sections:
        columns = _columns(section, body.width, setting)
        rows = [section.tiles[at : at + columns] for at in range(0, len(section.tiles), columns)]
        if section.title:
            heading = round(20 * setting.scale)
            first = _row_height(rows[0], body.width, columns, setting) if rows else 0
            if not flow.has_room(heading + gap + first):
                flow.turn()
            flow.titles.append(PlacedTitle(section.title, flow.line(heading)))
        for row in rows:
            wide = len(row) if _shares_last_line(section) else columns
            high = _row_height(row, body.width, wide, setting)
            if not flow.has_room(high):
                flow.turn()
            boxes = grid(flow.line(min(high, body.height)), 1, wide, gap)
            flow.tiles += [PlacedTile(tile, box) for tile, box in zip(row, boxes, strict=False)]
    return flow.sheets()


def _shares_last_line(section: Section) -> bool:
    return section.kind is Kind.KEYS or (section.kind is Kind.GRID and len(section.tiles) <= FEW)


def _stretched(sheet: Sheet, body: Box, setting: _Setting) -> Sheet:
    """What can be tapped grows into the room that is left, the lowest rows first, so that a page fills the screen."""
    rows = {placed.box.y: placed.box.height for placed in sheet.tiles if placed.tile.action}
    bottom = max((placed.box.bottom for placed in sheet.tiles), default=body.bottom)
    level = min(_level(list(rows.values()), body.bottom - bottom), (body.height - setting.gap) // 2)
    growth = {y: max(0, level - high) for y, high in rows.items()}

    def grown(box: Box, *, taller: bool) -> Box:
        above = sum(more for y, more in growth.items() if y < box.y)
        return Box(box.x, box.y + above, box.width, box.height + (growth[box.y] if taller else 0))

    tiles = tuple(PlacedTile(each.tile, grown(each.box, taller=each.box.y in rows)) for each in sheet.tiles)
    return Sheet(tiles, tuple(PlacedTitle(each.text, grown(each.box, taller=False)) for each in sheet.titles))


def _level(heights: list[int], room: int) -> int:
    """How high all that are lower may become when they share this room."""
    for lowest in range(len(heights), 0, -1):
        lower = sorted(heights)[:lowest]
        level = (sum(lower) + max(0, room)) // lowest
        if level >= lower[-1]:
            return level
    return 0


def _columns(section: Section, width: int, setting: _Setting) -> int:
    scale, touch, gap = setting.scale, setting.touch, setting.gap
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
    rows = -(-count // fitting)  # four tiles stand two by two, not three and one
    return -(-count // rows)


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


def _row_height(row: tuple[Tile, ...], width: int, columns: int, setting: _Setting) -> int:
    cell = (width + setting.gap) // columns - setting.gap
    return max(_tile_height(tile, text_room(tile, cell, setting.scale), setting) for tile in row)


def _tile_height(tile: Tile, room: int, setting: _Setting) -> int:
    least = setting.touch if tile.action else round(26 * setting.scale)
    return max(least, setting.words_height(tile, room) + round(12 * setting.scale))
