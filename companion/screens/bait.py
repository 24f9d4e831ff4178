"""The bait screen: copies a BaitView into a list of heroes and a list of moves."""

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder

from companion.screens.lettering import HEIGHT, width_of
from companion.screens.painting import Painted
from companion.screens.panels import Titled
from companion.screens.phase import NOWHERE, PhaseScreen
from companion.screens.taps import Tappable
from companion.screens.theme import SYMBOLS
from companion.views.bait import BaitRow, BaitView, CountView, MoveView
from companion.views.layout import Box, grid
from companion.views.phase_layout import arrange_rows

MAIN_SHARE = 0.75
"""Of an upright screen: so that a whole town of heroes is seen at once."""


def draw_symbol(paper: Painted, colour: int, x: int, y: int, *, faded: bool = False) -> int:
    """A player's plate with its symbol; returns its side."""
    pixel = int(paper.pixel)
    side = 12 * pixel
    shade = paper.theme.player(colour)
    paper.rect(Box(x, y, side, side), (*shade[:3], 0.45) if faded else shade)
    paper.icon(SYMBOLS[colour], x + 2 * pixel, y + 2 * pixel, "plate_ink")
    return side


class BaitRowCard(Tappable):
    """One hero that was baited: what each dungeon counts, and where it goes. `data` is (BaitRow, BaitView)."""

    def paint(self) -> None:
        if self.data is None:
            return
        row, view = self.data
        self._row(row, view, self.box)
        self.paint_focus()

    def _row(self, row: BaitRow, view: BaitView, box: Box) -> None:
        pixel = int(self.pixel)
        edge = "stone_edge" if row.goes_to is None else self.theme.player(row.goes_to)
        self.panel(box, "stone", edge, pixel)
        inner = box.inset(pixel + self.px(4))
        side = 12 * pixel
        top = inner.y + max(0, (inner.height - side - 9 * pixel) // 2)
        self.icon(row.hero.hero_class.value, inner.x, top)
        self.icon("health", inner.x, top + side + pixel)
        self.letters(
            str(row.hero.health),
            inner.x + 9 * pixel,
            top + side + pixel + pixel // 2,
            "title" if row.hero.epic else "ink",
        )
        end = self._goal(row, view, inner)
        left = self._counts(row, Box(inner.x, inner.y, end - inner.x, inner.height))
        words = Box(inner.x + 21 * pixel, inner.y, left - inner.x - 24 * pixel, inner.height)
        self.write(row.hero.names, words.top_part(self.px(22)), (self.px(16), self.px(12)), bold=True)
        rest = words.below(self.px(22))
        self.write((row.why or row.text, row.text), rest, (self.px(14), self.px(10)), "ink_dim", valign="top")

    def _goal(self, row: BaitRow, view: BaitView, inner: Box) -> int:
        """Where the hero goes, at the right end; returns the left edge."""
        pixel = int(self.pixel)
        wide = max(self.px(64), 14 * pixel)
        box = Box(inner.right - wide, inner.y, wide, inner.height)
        side = 12 * pixel
        if row.goes_to is not None:
            y = box.y + (box.height - side) // 2
            self.icon("next", box.x + self.px(4), y + 2 * pixel, "title")
            draw_symbol(self, row.goes_to, box.right - side, y)
        else:
            word = view.tie if row.is_tie else view.stays
            self.write(
                (word,), box, (self.px(14), self.px(10)), "title" if row.is_tie else "ink_dim", bold=True, align="right"
            )
        return box.x - self.px(4)

    def _counts(self, row: BaitRow, box: Box) -> int:
        """What each dungeon counts, the most marked; returns the left edge."""
        pixel = int(self.pixel)
        if not row.counts:
            return box.right
        cell = 12 * pixel + self.px(8)
        left = box.right - cell * len(row.counts)
        symbols = row.symbols[:2]
        x = left - 10 * pixel * len(symbols) - self.px(4)
        for number, symbol in enumerate(symbols):
            self.icon(symbol, x + number * 9 * pixel, box.y + (box.height - 8 * pixel) // 2)
        for number, count in enumerate(row.counts):
            self._count(count, Box(left + number * cell, box.y, cell, box.height))
        return x

    def _count(self, count: CountView, box: Box) -> None:
        pixel = int(self.pixel)
        side = 12 * pixel
        top = box.y + max(0, (box.height - side - HEIGHT * pixel - 2 * pixel) // 2)
        draw_symbol(self, count.colour, box.x, top, faded=not count.is_best)
        text = str(count.count)
        x = box.x + (side - width_of(text) * pixel) // 2
        self.letters(text, x, top + side + 2 * pixel, "title" if count.is_best else "ink_dim")


class MoveList(Titled):
    """The cards to be moved; they tick themselves off. `data` is a BaitView."""

    def paint(self) -> None:
        view: BaitView | None = self.data
        if view is None:
            return
        content = self.titled(
            view.moves_title, f"{sum(move.is_done for move in view.moves)}/{len(view.moves)}" if view.moves else ""
        )
        if not view.moves:
            self.write(
                (view.moves_note,), content.top_part(self.px(40)), (self.px(15), self.px(11)), "ink_dim", valign="top"
            )
            return
        high = min(self.px(44), content.height // len(view.moves))
        columns = 1
        if high < self.px(24) or (content.width > 1.6 * content.height and len(view.moves) > 2):
            columns = 2
            high = min(self.px(44), content.height // -(-len(view.moves) // 2))
        rows = -(-len(view.moves) // columns)
        area = content.top_part(rows * high)
        for move, box in zip(view.moves, grid(area, rows, columns, self.px(3)), strict=False):
            self._move(move, box)

    def _move(self, move: MoveView, box: Box) -> None:
        pixel = int(self.pixel)
        side = 8 * pixel
        y = box.y + (box.height - side) // 2
        self.icon("check" if move.is_done else "todo", box.x, y, "life" if move.is_done else (1, 1, 1, 1))
        words = box.beside(side + self.px(6))
        self.write((move.text,), words, (self.px(14), self.px(9)), "ink_dim" if move.is_done else "ink")


class BaitScreen(PhaseScreen):
    """Hero by hero. Events: `on_action(action)`."""

    main_share = MAIN_SHARE

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sheet = 0
        self.cards: list[BaitRowCard] = []

    def show(self, view: BaitView) -> None:
        """Show this bait; a new one begins at its first hero."""
        if self.view is None or self.view.rows != view.rows:
            self.sheet = 0
        super().show(view)

    def turn(self) -> None:
        """The next heroes."""
        self.sheet += 1
        self.place()

    def place(self) -> None:
        """Lay everything out for this size."""
        plan = self.place_frame()
        if plan is None:
            return
        rows = arrange_rows(plan, int(self.touch), len(self.view.rows))
        self.sheet %= rows.sheets
        shown = self.view.rows[self.sheet * len(rows.boxes) :][: len(rows.boxes)]
        self.cards = self.enough(self.cards, len(shown), self._new_card, self)
        for card, row, box in zip(self.cards, shown, rows.boxes, strict=False):
            card.data, card.action, card.hold = (row, self.view), row.action, row.hold
            self.put(card, box, plan)
        turner = self.ids.turner
        turner.data = ("down", f"{self.sheet + 1}/{rows.sheets}") if rows.turner else None
        turner.action = "turn" if rows.turner else ""
        self.put(turner, rows.turner or NOWHERE, plan)
        self.ids.moves.data = self.view
        self.put(self.ids.moves, plan.side, plan)

    def _new_card(self) -> BaitRowCard:
        card = BaitRowCard()
        card.bind(on_act=lambda _, action: self.dispatch("on_action", action))
        return card

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        return [*self.frame_parts(), *self.cards, self.ids.turner, self.ids.moves]

    def taps(self) -> list[Tappable]:
        """What can be tapped."""
        turner = [self.ids.turner] if self.ids.turner.action else []
        return [*self.frame_taps(), *turner, *self.cards]


for _part in (BaitRowCard, MoveList, BaitScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
