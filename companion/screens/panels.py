"""The parts around the dungeons: title, prompt, banner, town, verdicts, buttons and the question."""

from kivy.properties import BooleanProperty

from companion.screens.dungeon import draw_hero
from companion.screens.icons import LARGE, is_tinted
from companion.screens.lettering import HEIGHT, can_letter, width_of
from companion.screens.painting import LEADING, WHITE, Ink, Painted, text_width
from companion.screens.taps import Tappable
from companion.screens.theme import SYMBOLS
from companion.views.layout import Box
from companion.views.model import HeroView, Hint, VerdictLine
from companion.views.names import wrap


class TitleBox(Painted):
    """Phase in large pixel letters, round below. `data` is (phase, round)."""

    def paint(self) -> None:
        phase, round_ = self.data or ("", "")
        pixel = int(self.pixel)
        large = next((size for size in (pixel + 1, pixel) if width_of(phase) * size <= self.width), 0)
        if not large or not can_letter(phase + round_):
            self.write(
                (phase,), self.box.top_part(int(self.height * 0.6)), (self.px(22), self.px(12)), "title", bold=True
            )
            self.write((round_,), self.box.below(int(self.height * 0.6)), (self.px(14), self.px(10)))
            return
        top = max(0, (int(self.height) - HEIGHT * (large + pixel) - self.px(6)) // 2)
        self.carved(phase, top, large)
        self.letters(round_, 0, top + HEIGHT * large + self.px(6), "ink_dim")


class PromptBox(Tappable):
    """What to do next. `data` is a sentence."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        pixel = int(self.pixel)
        self.panel(self.box, "night", "gold_edge", pixel)
        inner = self.box.inset(pixel + self.px(3))
        side = 8 * pixel
        self.icon("next", inner.x + self.px(2), inner.y + (inner.height - side) // 2, "title")
        self.write((self.data or "",), inner.beside(side + self.px(8)), (self.px(21), self.px(13)), bold=True)


class BannerBox(Painted):
    """What is missing at the moment, or a hint. `data` is a tuple of sentences; two have room, the rest are counted."""

    def paint(self) -> None:
        banners: tuple[str, ...] = self.data or ()
        if not banners or self.height < 2:
            return
        pixel = int(self.pixel)
        helps = all(isinstance(banner, Hint) for banner in banners)
        self.panel(self.box, "night" if helps else "warning", "gold_edge" if helps else "gold", max(1, pixel // 2))
        inner = self.box.inset(pixel)
        x = inner.x + self.px(3)
        x += self.icon("torch" if helps else "warning", x, inner.y + (inner.height - 8 * pixel) // 2) + self.px(6)
        text = "  ·  ".join(banners)
        short = banners[0] + (f" (+{len(banners) - 1})" if len(banners) > 1 else "")
        self.write((text, short), Box(x, inner.y, inner.right - x, inner.height), (self.px(15), self.px(11)))


class Titled(Tappable):
    """A stone panel with a title in pixel letters."""

    def titled(self, title: str, count: str = "") -> Box:
        """Draw panel and title; returns the place for the content."""
        pixel = int(self.pixel)
        self.panel(self.box, "stone", "stone_edge", pixel)
        inner = self.box.inset(pixel + self.px(4))
        self.heading(title, inner)
        if count:
            self.letters(count, inner.right - width_of(count) * pixel, inner.y, "ink_dim")
        return inner.below(HEIGHT * pixel + self.px(6))

    def heading(self, title: str, inner: Box) -> None:
        """A title at the top of a box."""
        pixel = int(self.pixel)
        if can_letter(title):
            self.letters(title, inner.x, inner.y, "title")
        else:
            self.write((title,), inner.top_part(HEIGHT * pixel + 2), (self.px(15), self.px(11)), "title", bold=True)

    def things_to_do(self, todo: tuple[str, ...], content: Box, share: float) -> Box:
        """What has to be done, as much as fits into this share of the place; returns the place below."""
        pixel = int(self.pixel)
        side = 8 * pixel
        limit = content.y + round(content.height * share)
        for number, text in enumerate(todo):
            used = self.text_height(text, content.width - side - self.px(6), self.px(13))
            if content.y + used > limit and number:
                self.letters(f"+{len(todo) - number}", content.x, content.y, "title")
                return content.below(HEIGHT * pixel + self.px(8))
            self.icon("todo", content.x, content.y + max(0, (round(self.px(13) * LEADING) - side) // 2))
            box = content.beside(side + self.px(6)).top_part(max(used, side))
            self.write((text,), box, (self.px(13), self.px(11)), valign="top")
            content = content.below(max(used, side) + self.px(5))
        return content.below(self.px(4))

    def text_height(self, text: str, width: int, size: int) -> int:
        """How high a text of this size is."""
        lines = wrap(text, width, size, text_width)
        return round(len(lines or (text,)) * size * LEADING) + 1


class TownPanel(Titled):
    """Heroes in town, oldest first, then the items that wait. `data` is (title, empty text, heroes, items)."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        if self.data is None:
            return
        title, empty, heroes, items = self.data
        content = self.titled(title, str(len(heroes)) if heroes else "")
        pixel = int(self.pixel)
        step = 12 * pixel + self.px(2)
        if not heroes and not items:
            self.write((empty,), content.top_part(step), (self.px(14), self.px(11)), "ink_dim")
            return
        rows = max(1, content.height // step)
        if len(heroes) + len(items) <= rows:
            for row, hero in enumerate(heroes):
                self._row(hero, Box(content.x, content.y + row * step, content.width, step))
            for row, item in enumerate(items, start=len(heroes)):
                self._item_row(item, Box(content.x, content.y + row * step, content.width, step))
        else:
            self._crowd(heroes, len(items), content, rows, step)

    def _row(self, hero: HeroView, box: Box) -> None:
        pixel = int(self.pixel)
        side = self.icon(hero.hero_class.value, box.x, box.y)
        number = str(hero.health)
        ink = "title" if hero.epic else "ink"
        right = box.right - width_of("10") * pixel
        self.letters(number, right, box.y + 3 * pixel, ink)
        marks = ["health", *(["item"] if hero.item else []), *(["ban"] if hero.cannot_be_lured else [])]
        for mark in marks:
            right -= 8 * pixel + pixel
            self.icon(mark, right, box.y + 2 * pixel)
        right = self._preview(hero, right, box.y + 2 * pixel)
        name = Box(box.x + side + self.px(5), box.y, right - box.x - side - self.px(8), 12 * pixel)
        self.write(hero.names, name, (self.px(15), self.px(12)), ink)

    def _preview(self, hero: HeroView, right: int, y: int) -> int:
        """The symbol of the player to whom the hero would go now, or a sign for a tie; returns the left edge."""
        pixel = int(self.pixel)
        if hero.lured_by is not None:
            right -= 11 * pixel
            self.icon(SYMBOLS[hero.lured_by], right, y, self.theme.player(hero.lured_by))
        elif hero.is_tied:
            right -= 9 * pixel
            self.letters("=", right, y + pixel // 2, "ink_dim")
        return right

    def _item_row(self, item: str, box: Box) -> None:
        """An item that waits for a hero (BM-ITEM-6)."""
        pixel = int(self.pixel)
        side = self.icon("item", box.x + 2 * pixel, box.y + 2 * pixel) + 4 * pixel
        name = Box(box.x + side + self.px(5), box.y, box.width - side - self.px(8), 12 * pixel)
        self.write((item,), name, (self.px(15), self.px(11)), "ink_dim")

    def _crowd(self, heroes: tuple[HeroView, ...], items: int, content: Box, rows: int, step: int) -> None:
        """Too many for names: heads and health only, column by column; waiting items are counted at the end."""
        pixel = int(self.pixel)
        wide = 12 * pixel + pixel + 11 * pixel + self.px(6)
        columns = max(1, content.width // wide)
        room = rows * columns
        if items:
            room -= 1
            line, column = divmod(room, columns)
            x, y = content.x + column * wide, content.y + line * step
            self.letters(str(items), x + self.icon("item", x, y + 2 * pixel) + 2 * pixel, y + 3 * pixel)
        shown = heroes if len(heroes) <= room else heroes[: room - 1]
        for number, hero in enumerate(shown):
            line, column = divmod(number, columns)
            draw_hero(self, hero, content.x + column * wide, content.y + line * step)
        if len(shown) < len(heroes):
            line, column = divmod(len(shown), columns)
            self.letters(f"+{len(heroes) - len(shown)}", content.x + column * wide, content.y + line * step + 3 * pixel)


class VerdictPanel(Titled):
    """Things to do, then the last verdicts with their reasons. `data` is (labels, verdicts, todo)."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        if self.data is None:
            return
        labels, verdicts, todo = self.data
        content = self.titled(labels.todo if todo else labels.verdicts)
        if todo:
            content = self.things_to_do(todo, content, 0.75)
            if content.height < self.px(50):
                return
            self.heading(labels.verdicts, content)
            content = content.below(HEIGHT * int(self.pixel) + self.px(6))
        if not verdicts:
            self.write((labels.verdicts_empty,), content.top_part(self.px(20)), (self.px(14), self.px(11)), "ink_dim")
        for number, verdict in enumerate(verdicts):
            content = self._verdict(verdict, content, "ink" if number == 0 else "ink_dim")
            if content.height < self.px(14):
                return

    def _verdict(self, verdict: VerdictLine, content: Box, ink: Ink) -> Box:
        """One verdict, if it fits as a whole; returns the place below it."""
        is_wide = content.width > self.px(260)
        size, small = self.px(15 if is_wide else 13), self.px(12 if is_wide else 11)
        used = self.text_height(verdict.text, content.width, size)
        if used > content.height:
            return content.top_part(0)
        self.write((verdict.text,), content.top_part(used), (size, size), ink, valign="top")
        content = content.below(used)
        why = self.text_height(verdict.why, content.width, small)
        if verdict.why and why <= content.height and self.scale > 1.2:
            self.write((verdict.why,), content.top_part(why), (small, small), "ink_dim", valign="top")
            content = content.below(why)
        return content.below(self.px(6))


class StoneButton(Tappable):
    """A button hewn from stone. `data` is (icon or key, label); `golden` is the one to press next."""

    golden = BooleanProperty(False)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bind(golden=self._again)

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        if self.data is None:
            return
        icon, label = self.data
        pixel = int(self.pixel)
        down = self.state == "down"
        fill = "gold" if self.golden else "stone_light"
        ink = "gold_ink" if self.golden else "ink"
        light = "ink" if self.golden else "stone_edge"
        dark = "gold_edge" if self.golden else "shadow"
        self.rect(self.box.inset(pixel), fill)
        self.frame(self.box, "shadow", pixel)
        edge = self.box.inset(pixel)
        self.rect(edge.top_part(pixel), dark if down else light)
        self.rect(edge.below(edge.height - pixel), light if down else dark)
        inner = edge.inset(pixel + self.px(2))
        spare = inner.height - 8 * pixel - round(2 * self.px(18) * LEADING)
        if label and spare > 0 and not icon.isdigit():  # picture and word stay together in the middle of a tall button
            inner = Box(inner.x, inner.y + spare // 2, inner.width, inner.height - 2 * (spare // 2))
        if icon.isdigit():  # the key that gives this answer
            self.letters(icon, inner.x + pixel, inner.y, "gold_edge" if self.golden else "title")
        elif icon:
            side = (12 if icon in LARGE else 8) * pixel
            y = self.px(2) if label and icon not in LARGE else (0 if label else (inner.height - side) // 2)
            self.icon(icon, inner.x + (inner.width - side) // 2, inner.y + y, ink if is_tinted(icon) else WHITE)
            inner = inner.below(side + self.px(3))
        self.write((label,), inner, (self.px(18), self.px(9)), ink, bold=True, align="center")


class QuestionBox(Painted):
    """The ground of the question. `data` is a QuestionView; the answers are buttons on top of it.

    A `tall` one has room for what the camera sees; `pictured` says that it is there. So no answer moves away from
    under a finger when the picture comes.
    """

    tall = BooleanProperty(False)
    pictured = BooleanProperty(False)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bind(tall=self._again, pictured=self._again)

    def paint(self) -> None:
        if self.data is None:
            return
        pixel = int(self.pixel)
        self.rect(self.box, "veil")
        panel = self.question_panel()
        edge = "gold" if self.data.colour is None else self.theme.player(self.data.colour)
        self.rect(Box(panel.x + pixel, panel.y + 2 * pixel, panel.width, panel.height), "shadow")
        self.panel(panel, "stone", edge, 2 * pixel)
        largest = self.px(20) if self.pictured else self.px(24)
        self.write((self.data.text,), self._words(), (largest, self.px(14)), bold=True)

    def question_panel(self) -> Box:
        """The panel in the middle."""
        high = max(self.px(220), self._answer_height() + self.px(110))
        height = min(int(self.height), high + self.px(170) if self.tall else high)
        width = min(int(self.width), self.px(560))
        return Box((int(self.width) - width) // 2, (int(self.height) - height) // 2, width, height)

    def inside(self) -> Box:
        """The place inside the panel."""
        return self.question_panel().inset(2 * int(self.pixel) + self.px(10))

    def _above(self) -> Box:
        """The place above the answers."""
        inner = self.inside()
        return inner.top_part(inner.height - self._answer_height() - self.px(8))

    def _words(self) -> Box:
        above = self._above()
        return above.top_part(min(self.px(64), above.height // 3)) if self.pictured else above

    def picture_place(self) -> Box:
        """The place of what the camera sees."""
        return self._above().below(self._words().height + self.px(6))

    def answers(self) -> Box:
        """The place of the answers."""
        inner = self.inside()
        return inner.below(inner.height - self._answer_height())

    def _answer_height(self) -> int:
        rows = 1 if self.data is None or len(self.data.choices) <= 3 else 2
        return rows * max(64, self.px(64)) + (rows - 1) * self.px(6)
