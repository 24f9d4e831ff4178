"""The page screen: copies a Page into tiles, sheet by sheet, and tells what was tapped."""

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.screens.icons import LARGE, is_tinted
from companion.screens.lettering import HEIGHT, can_letter, width_of
from companion.screens.painting import WHITE, Painted, text_width
from companion.screens.panels import StoneButton
from companion.screens.photograph import CutoutBox
from companion.screens.screen import Screen
from companion.screens.taps import Tappable
from companion.screens.theme import SYMBOLS
from companion.views.layout import Box
from companion.views.names import wrap
from companion.views.page import Page, Tile
from companion.views.page_layout import LEADING as LINE
from companion.views.page_layout import PagePlan, arrange_page, label_size, note_size

NOWHERE = Box(0, 0, 1, 1)


def widest(text: str, size: int) -> float:
    """The width of a text, bold or not."""
    return max(text_width(text, size, True), text_width(text, size, False))


class PageTiles(Widget):
    """Holds the tiles of the sheet that is shown."""


class PageTitle(Painted):
    """The title in pixel letters. `data` is a text."""

    def paint(self) -> None:
        title = self.data or ""
        pixel = int(self.pixel)
        large = next((size for size in (pixel + 1, pixel) if width_of(title) * size <= self.width), 0)
        if not large or not can_letter(title):
            self.write((title,), self.box, (self.px(22), self.px(13)), "title", bold=True)
            return
        top = (int(self.height) - HEIGHT * large) // 2
        self.carved(title, top, large)


class PageText(Painted):
    """The sentence of the page. `data` is a text."""

    def paint(self) -> None:
        if self.data:
            self.panel(self.box, "night", "gold_edge", int(self.pixel))
            inner = self.box.inset(int(self.pixel) + self.px(4))
            self.write((self.data,), inner, (self.px(21), self.px(12)))


class PageHeading(Painted):
    """The title of a section. `data` is a text."""

    def paint(self) -> None:
        title = self.data or ""
        if title and can_letter(title) and width_of(title) * int(self.pixel) <= self.width:
            self.letters(title, 0, int(self.height) - HEIGHT * int(self.pixel) - 1, "title")
        else:
            self.write((title,), self.box, (self.px(16), self.px(12)), "title", bold=True)


class CodePicture(Painted):
    """A code for a telephone: dark on light in every theme. `data` are rows of "#" and "."."""

    def paint(self) -> None:
        rows = self.data or ()
        if not rows or self.width < 2:
            return
        self.rect(self.box, (1, 1, 1, 1))
        module = int(self.width) // (len(rows) + 8)
        edge = (int(self.width) - module * len(rows)) // 2
        for y, row in enumerate(rows):
            x = 0
            while x < len(row):
                run = len(row[x:]) - len(row[x:].lstrip("#"))
                if run:
                    self.rect(Box(edge + x * module, edge + y * module, run * module, module), (0, 0, 0, 1))
                x += max(1, run)


class TileButton(Tappable):
    """A tile. `data` is a Tile; `words` says how much larger than usual it is written, `stands` that its picture
    is above them."""

    words = NumericProperty(1.0)
    stands = BooleanProperty(False)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bind(words=self._again, stands=self._again)

    def paint(self) -> None:
        tile: Tile | None = self.data
        if tile is None or self.width < 2:
            return
        self._ground(tile)
        pixel = int(self.pixel)
        inner = self.box.inset(pixel + self.px(4))
        if self.stands:
            self._standing(tile, inner)
            self.paint_focus()
            return
        left = inner.x + self._left(tile, inner)
        right = inner.right - self._right(tile, inner)
        self._words(tile, Box(left, inner.y, right - left, inner.height))
        self.paint_focus()

    def _standing(self, tile: Tile, inner: Box) -> None:
        side = 12 if tile.icon in LARGE else 8
        words = self._high(tile, inner.width)
        pixel = int(self.pixel)
        pixel = max(2 * pixel, min((inner.height - words - self.px(8)) // side, (4 if side == 8 else 3) * pixel))
        top = inner.y + max(0, inner.height - side * pixel - words) // 2
        self.icon(tile.icon, inner.x + (inner.width - side * pixel) // 2, top, self._tint(tile), pixel=pixel)
        self._words(tile, Box(inner.x, top + side * pixel, inner.width, words), align="center")

    def _high(self, tile: Tile, width: int) -> int:
        """The height of the words over the whole width, with some air around them."""
        words = self._height(tile.label, width, self._big) + (
            self._height(tile.note, width, self._small) if tile.note else 0
        )
        return words + self.px(14)

    @property
    def _big(self) -> int:
        return label_size(self.scale * self.words)

    @property
    def _small(self) -> int:
        return note_size(self.scale * self.words)

    def _ground(self, tile: Tile) -> None:
        pixel = int(self.pixel)
        if not tile.action:
            self.panel(self.box, "stone", "stone", max(1, pixel // 2))
            return
        down = self.state == "down"
        fill = "gold" if tile.golden else "stone_light"
        light, dark = ("ink", "gold_edge") if tile.golden else ("stone_edge", "shadow")
        self.rect(self.box.inset(pixel), fill)
        self.frame(self.box, "title" if tile.chosen else "shadow", pixel)
        edge = self.box.inset(pixel)
        self.rect(edge.top_part(pixel), dark if down else light)
        self.rect(edge.below(edge.height - pixel), light if down else dark)

    def _ink(self, tile: Tile) -> str:
        if tile.action and tile.golden:
            return "gold_ink"
        return "ink_dim" if tile.dim else "ink"

    def _left(self, tile: Tile, inner: Box) -> int:
        pixel, x = int(self.pixel), 0
        if tile.colour is not None:
            side = 12 * pixel
            is_alone = not (tile.label or tile.note or tile.icon)
            start = (inner.width - side) // 2 if is_alone and not tile.chosen else 0
            plate = Box(inner.x + start, inner.y + (inner.height - side) // 2, side, side)
            self.rect(plate, self.theme.player(tile.colour))
            self.icon(SYMBOLS[tile.colour], plate.x + 2 * pixel, plate.y + 2 * pixel, "plate_ink")
            x += side + self.px(6)
        if tile.icon:
            large = self._icon_pixel(tile)
            side = (12 if tile.icon in LARGE else 8) * large
            y = inner.y + (inner.height - side) // 2
            is_alone = not (tile.label or tile.note or tile.number)
            start = (inner.width - side) // 2 if is_alone else x
            self.icon(tile.icon, inner.x + start, y, self._tint(tile), pixel=large)
            x += max(side, 12 * pixel) + self.px(8)
        return x

    def _icon_pixel(self, tile: Tile) -> int:
        """Small pictures are a little larger beside words, and grow with tall tiles that show nothing else."""
        pixel = int(self.pixel)
        if tile.icon in LARGE:
            return pixel
        is_tall = int(self.height) >= self.px(86) and int(self.width) >= self.px(150) and not tile.icons
        return pixel * 2 if is_tall and tile.action else pixel + 1

    def _tint(self, tile: Tile):
        return self._ink(tile) if is_tinted(tile.icon) else WHITE

    def _right(self, tile: Tile, inner: Box) -> int:
        pixel, x = int(self.pixel), inner.right
        if tile.chosen:
            x -= 8 * pixel
            self.icon("check", x, inner.y + (inner.height - 8 * pixel) // 2, self._ink(tile))
            x -= pixel
        if tile.number:
            x -= width_of(tile.number) * pixel + self.px(3)
            self.letters(tile.number, x, inner.y + (inner.height - HEIGHT * pixel) // 2, self._ink(tile))
            x -= self.px(5)
        x -= self.px(4) if tile.icons else 0
        for icon in reversed(tile.icons):
            x -= 9 * pixel
            self.icon(icon, x, inner.y + (inner.height - 8 * pixel) // 2)
        return inner.right - x + (self.px(4) if tile.icons else 0)

    def _words(self, tile: Tile, box: Box, align: str = "left") -> None:
        ink, big, small = self._ink(tile), self._big, self._small
        has_more = tile.note or tile.icon or tile.number or tile.icons or tile.colour is not None
        if not tile.note:
            bold = bool(tile.action or tile.number)
            align = "center" if tile.action and not has_more else align
            self.write((tile.label,), box, (big, self.px(11)), ink, bold=bold, align=align)
            return
        if not tile.label:
            self.write((tile.note,), box, (small, self.px(10)), ink)
            return
        note_high = self._height(tile.note, box.width, small)
        label_high = min(self._height(tile.label, box.width, big), max(round(big * LINE), box.height - note_high))
        top = box.y + max(0, (box.height - label_high - note_high) // 2)
        name = Box(box.x, top, box.width, label_high)
        self.write((tile.label,), name, (big, self.px(11)), ink, bold=True, align=align)
        rest = Box(box.x, top + label_high, box.width, box.bottom - top - label_high)
        dim = ink if tile.golden else "ink_dim"
        self.write((tile.note,), rest, (small, self.px(10)), dim, align=align, valign="top")

    def _height(self, text: str, width: int, size: int) -> int:
        lines = wrap(text, width, size, text_width, divide=True)
        return round(len(lines or (text,)) * size * LINE) + 1


class PageScreen(Screen):
    """Menus, lists, forms. Events: `on_action(action)`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sheet = 0
        self._plan: PagePlan | None = None
        self._tiles: list[TileButton] = []
        self._headings: list[PageHeading] = []
        self._footer: list[TileButton] = []

    def show(self, view: Page) -> None:
        """Show this page; another page begins at its first sheet."""
        if self.view is None or self.view.name != view.name:
            self.sheet = 0
        self.view = view
        self.place()

    def turn(self, by: int) -> None:
        """Another sheet."""
        if self._plan is not None:
            self.sheet = (self.sheet + by) % len(self._plan.sheets)
            self.place()

    def act(self, action) -> None:
        """Pass on what was tapped."""
        self.dispatch("on_action", action)

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        ids = self.ids
        fixed = [ids.title, ids.text, ids.cutout, ids.back, ids.before, ids.after]
        return [*fixed, *self._headings, *self._tiles, *self._footer]

    def taps(self) -> list[Tappable]:
        """What can be tapped, in reading order."""
        ids = self.ids
        found = [ids.back, *self._tiles, ids.before, ids.after, *self._footer]
        return [tap for tap in found if tap.action and tap.width > 1]

    def place(self) -> None:
        """Lay everything out for this size."""
        if self.view is None or self.width < 2:
            return
        page, ids = self.view, self.ids
        plan = arrange_page(page, int(self.width), int(self.height), self.touch, widest)
        self._plan = plan
        self.sheet = min(self.sheet, len(plan.sheets) - 1)
        self.wall(plan.pixel)
        ids.title.data, ids.text.data, ids.picture.data = page.title, page.text, page.picture
        self.put(ids.title, plan.title, plan)
        self.put(ids.text, plan.text if page.text else NOWHERE, plan)
        self.put(ids.picture, plan.picture or NOWHERE, plan)
        ids.cutout.data = page.cutout if plan.cutout else None
        self.put(ids.cutout, plan.cutout or NOWHERE, plan)
        self._show_tile(ids.back, Tile("", "back", icon="back_arrow"), plan.back or NOWHERE, plan)
        if plan.back is None:
            ids.back.action = ""
        turns = plan.turns or (NOWHERE, NOWHERE)
        number = f"{self.sheet + 1}/{len(plan.sheets)}"
        for widget, icon, label, box in zip((ids.before, ids.after), ("up", "down"), ("", number), turns, strict=True):
            widget.data = (icon, label) if plan.turns else None
            widget.action = "turn" if plan.turns else ""
            self.put(widget, box, plan)
        self._show_sheet(plan)

    def _show_sheet(self, plan: PagePlan) -> None:
        sheet = plan.sheets[self.sheet]
        self._tiles = self.enough(self._tiles, len(sheet.tiles), self._new_tile, self.ids.tiles)
        for widget, placed in zip(self._tiles, sheet.tiles, strict=True):
            widget.words, widget.stands = plan.words, placed.stands
            self._show_tile(widget, placed.tile, placed.box, plan)
        self._headings = self.enough(self._headings, len(sheet.titles), PageHeading, self.ids.tiles)
        for widget, placed in zip(self._headings, sheet.titles, strict=True):
            widget.data = placed.text
            self.put(widget, placed.box, plan)
        self._footer = self.enough(self._footer, len(plan.footer), self._new_tile, self.ids.tiles)
        for widget, placed in zip(self._footer, plan.footer, strict=True):
            widget.words, widget.stands = 1.0, False
            self._show_tile(widget, placed.tile, placed.box, plan)

    def _new_tile(self) -> TileButton:
        tile = TileButton()
        tile.bind(on_act=lambda _, action: self.act(action))
        return tile

    def _show_tile(self, widget: TileButton, tile: Tile, box: Box, plan: PagePlan) -> None:
        widget.data, widget.action, widget.hold = tile, tile.action, tile.hold
        self.put(widget, box, plan)


for _part in (PageTiles, PageTitle, PageText, PageHeading, CodePicture, CutoutBox, StoneButton, TileButton, PageScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
