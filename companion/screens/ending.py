"""The scoreboard: copies an EndingView into rows, facts and curves."""

from pathlib import Path

from kivy.factory import Factory
from kivy.graphics import Color, Line
from kivy.lang import Builder

from companion.screens.bait import draw_symbol
from companion.screens.lettering import HEIGHT, width_of
from companion.screens.page import TileButton
from companion.screens.painting import WHITE, Painted
from companion.screens.panels import Titled
from companion.screens.phase import PhaseScreen
from companion.screens.taps import Tappable
from companion.views.ending import EndingView, ScoreRow
from companion.views.layout import Box
from companion.views.phase_layout import PhasePlan, arrange_ending

FAINT = (1.0, 1.0, 1.0, 0.25)


class ScoreBoard(Painted):
    """One row per player: place, name, souls and wounds as pictures and numbers. `data` is an EndingView."""

    def paint(self) -> None:
        view: EndingView | None = self.data
        if view is None:
            return
        high = int(self.height) // max(1, len(view.rows))
        for number, row in enumerate(view.rows):
            self._row(row, view, Box(0, number * high, int(self.width), high - self.px(4)))

    def _row(self, row: ScoreRow, view: EndingView, box: Box) -> None:
        pixel = int(self.pixel)
        shade = self.theme.player(row.colour)
        self.panel(box, "stone", shade if not row.is_out else "stone_edge", 2 * pixel if row.is_winner else pixel)
        inner = box.inset(2 * pixel + self.px(3))
        x = inner.x
        middle = inner.y + (inner.height - 12 * pixel) // 2
        if row.place:
            x += self.letters(f"{row.place}.", x, inner.y + (inner.height - HEIGHT * pixel) // 2, "title") + self.px(6)
        x += draw_symbol(self, row.colour, x, middle) + self.px(6)
        if row.is_winner:
            x += self.icon("crown", x, middle + 2 * pixel) + self.px(4)
        numbers = self._numbers(row, inner)
        pips = self._pips(row, Box(x, inner.y, numbers - x, inner.height))
        self._words(row, view.labels[2], Box(x, inner.y, pips - x - self.px(6), inner.height))

    def _words(self, row: ScoreRow, out: str, box: Box) -> None:
        """Name and boss one below the other; in a low row beside each other, as short as need be."""
        note = out if row.is_out else row.boss
        ink = "ink_dim" if row.is_out else "ink"
        if box.height < self.px(27):
            half = box.width // 2
            self.write((row.name,), box.left_part(half), (self.px(16), self.px(10)), ink, bold=True)
            short = note.partition(",")[0]
            self.write((note, short), box.beside(half + self.px(4)), (self.px(12), self.px(10)), "ink_dim")
            return
        self.write((row.name,), box.top_part(box.height * 3 // 5), (self.px(20), self.px(12)), ink, bold=True)
        self.write((note,), box.below(box.height * 3 // 5), (self.px(14), self.px(10)), "ink_dim", valign="top")

    def _numbers(self, row: ScoreRow, inner: Box) -> int:
        """Souls and wounds with what this round brought; returns the left edge."""
        pixel = int(self.pixel)
        wide = 8 * pixel + 2 * 6 * pixel + self.px(30)
        half = inner.height // 2
        pairs = (("soul", row.souls, row.new_souls), ("wound", row.wounds, row.new_wounds))
        is_low = inner.height < 2 * 9 * pixel
        left = inner.right - (2 * wide if is_low else wide)
        for number, (icon, count, new) in enumerate(pairs):
            x = left + number * wide if is_low else left
            y = inner.y + ((inner.height - 8 * pixel) // 2 if is_low else number * half + (half - 8 * pixel) // 2)
            self.icon(icon, x, y)
            x += 9 * pixel + 1
            x += self.letters(str(count), x, y + pixel // 2) + self.px(4)
            if new:
                self.write((f"+{new}",), Box(x, y - pixel, self.px(26), 10 * pixel), (self.px(14), self.px(9)), "title")
        return left - self.px(6)

    def _pips(self, row: ScoreRow, box: Box) -> int:
        """Places for souls and wounds, or for games won; returns the left edge. Narrow rows have none."""
        most = max((places for _, _, places in row.pips), default=0)
        fitting = min(box.width // (2 * 9 * max(1, most)), box.height // (9 * max(1, len(row.pips))))
        pixel = min(int(self.pixel), fitting)
        if not row.pips or not pixel:
            return box.right
        step = 9 * pixel
        wide = step * most
        left = box.right - wide
        high = box.height // len(row.pips)
        for number, (icon, count, places) in enumerate(row.pips):
            y = box.y + number * high + (high - 8 * pixel) // 2
            for place in range(places):
                self.icon(icon, left + place * step, y, WHITE if place < count else FAINT, pixel)
        return left


class ScoreTap(Tappable):
    """Lies over a row of the scoreboard: a tap says why, a long press corrects. `data` is nothing."""

    def paint(self) -> None:
        self.paint_focus()


class StoryPanel(Titled):
    """What decided, what is to be done, and the souls of everybody round by round. `data` is an EndingView."""

    def paint(self) -> None:
        view: EndingView | None = self.data
        if view is None:
            return
        content = self.titled(view.todo_title if view.todo else view.chart_title)
        if view.todo:
            content = self.things_to_do(view.todo, content, 0.5)
        if view.reason:
            room = content.top_part(min(content.height // 2, self.px(90)))
            used = self.write((view.reason,), room, (self.px(15), self.px(10)), bold=True, valign="top")
            content = content.below(used + self.px(6))
        if content.height > self.px(50) and view.bars:
            self._bars(view, content)
        elif content.height > self.px(50):
            self._chart(view, content)

    def _bars(self, view: EndingView, box: Box) -> None:
        """A group of bars per game, the winner's first and with a crown; of many games those that fit, newest last."""
        pixel = int(self.pixel)
        names = HEIGHT * pixel + self.px(4)
        area = Box(box.x, box.y + 9 * pixel, box.width, box.height - 9 * pixel - names)
        widest = max(len(group.values) for group in view.bars)
        fitting = max(1, area.width // max(10 * pixel, (widest + 1) * self.px(4)))
        shown = view.bars[-fitting:]
        top = max([1, *(value for group in shown for _, value in group.values)])
        wide = min(area.width // len(shown), (widest + 1) * self.px(26))
        bar = max(1, (wide - self.px(5)) // widest)
        self.rect(Box(area.x, area.bottom, area.width, 1), "stone_edge")
        for number, group in enumerate(shown):
            left = area.x + number * wide
            for place, (colour, value) in enumerate(group.values):
                high = max(1, round(area.height * value / top))
                self.rect(Box(left + place * bar, area.bottom - high, max(1, bar - 1), high), self.theme.player(colour))
                if place == 0:
                    self.icon("crown", left + max(0, (bar - 8 * pixel) // 2), area.bottom - high - 9 * pixel)
            self.letters(group.name, left, area.bottom + self.px(4), "ink_dim")

    def _chart(self, view: EndingView, box: Box) -> None:
        """Souls per round, one curve per player, the goal as a line."""
        top = max([view.goal, *(value for curve in view.curves for value in curve.values)])
        count = max((len(curve.values) for curve in view.curves), default=1)
        pixel = int(self.pixel)
        label = width_of(str(top)) * pixel + self.px(4)
        area = Box(box.x + label, box.y + self.px(4), box.width - label - 8 * pixel, box.height - self.px(8))
        for value in (0, view.goal):
            y = area.bottom - round(area.height * value / top)
            self.rect(Box(area.x, y, area.width, 1), "stone_edge" if value == 0 else "title")
            self.letters(str(value), box.x, min(max(box.y, y - 3 * pixel), box.bottom - HEIGHT * pixel), "ink_dim")
        for number, curve in enumerate(view.curves):
            shift = number * max(1, pixel // 2)
            points: list[float] = []
            for place, value in enumerate(curve.values):
                x = area.x + (area.width * place / max(1, count - 1))
                y = area.bottom - area.height * value / top
                points += [self.x + x, self.top - y + shift]
            Color(*self.theme.player(curve.colour))
            Line(points=points, width=max(1.2, pixel * 0.8))


class EndingScreen(PhaseScreen):
    """The scoreboard. Events: `on_action(action)`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.facts: list[TileButton] = []
        self.rows: list[ScoreTap] = []

    def place(self) -> None:
        """Lay everything out for this size."""
        plan, view = self.place_frame(), self.view
        if plan is None:
            return
        ids = self.ids
        ids.menu.data = ("back_arrow" if view.can_go_back else "menu", "")
        ids.menu.action = "back" if view.can_go_back else "go:menu"
        inside = arrange_ending(plan, len(view.rows), len(view.facts))
        self.ids.scores.data = self.ids.story.data = view
        self.put(self.ids.scores, inside.scores, plan)
        self.put(self.ids.story, plan.side, plan)
        self.facts = self.enough(self.facts, len(view.facts), TileButton, self)
        for widget, tile, box in zip(self.facts, view.facts, inside.facts, strict=True):
            widget.data = tile
            self.put(widget, box, plan)
        self._place_rows(inside.scores, plan)

    def _place_rows(self, scores: Box, plan: PhasePlan) -> None:
        """Rows that are too low for a finger, with many players, only show."""
        rows = [row for row in self.view.rows if row.player]
        high = scores.height // max(1, len(rows))
        self.rows = self.enough(self.rows, len(rows) if high >= self.touch else 0, self._new_row, self)
        for number, (widget, row) in enumerate(zip(self.rows, rows, strict=False)):
            widget.action, widget.hold = f"go:why:{row.player}", f"go:correct:{row.player}"
            self.put(widget, Box(scores.x, scores.y + number * high, scores.width, high), plan)

    def _new_row(self) -> ScoreTap:
        row = ScoreTap()
        row.bind(on_act=lambda _, action: self.dispatch("on_action", action))
        return row

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        return [*self.frame_parts(), self.ids.scores, self.ids.story, *self.facts]

    def taps(self) -> list[Tappable]:
        """What can be tapped."""
        return [*self.frame_taps(), *self.rows]


for _part in (ScoreBoard, StoryPanel, EndingScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
