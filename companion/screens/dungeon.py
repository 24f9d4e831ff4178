"""One dungeon on the screen: heading, entrance, five slots in walk order, boss."""

from companion.screens.lettering import width_of
from companion.screens.painting import WHITE, Ink, Painted
from companion.screens.taps import Tappable
from companion.screens.theme import SYMBOLS
from companion.views.layout import Box
from companion.views.model import HeroView, PlayerView, RoomView, WalkView

FADED = (1.0, 1.0, 1.0, 0.35)


class LaneFrame(Painted):
    """The ground of a dungeon. The active player's is framed in the player's colour. `data` is a PlayerView."""

    def paint(self) -> None:
        player: PlayerView | None = self.data
        if player is None:
            return
        thick = int(self.pixel)
        edge = self.theme.player(player.colour) if player.active or player.winner else "stone_edge"
        self.panel(self.box, "stone", edge, thick)


class Heading(Tappable):
    """Name, coins, souls, wounds, treasure as the heroes count it, and the damage of a walk. `data`: PlayerView."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        player: PlayerView | None = self.data
        if player is None:
            return
        pad = self.px(4)
        right = self.width - pad
        is_narrow = self.width < 520 * self.scale and all(count < 10 for _, count in player.treasure)
        wide = 1 if is_narrow else 2
        right = self._number("sword", player.damage, right, wide=2)
        self._bar(right)
        for treasure, count in reversed(player.treasure):
            right = self._number(treasure.value, count, right, wide)
        self._bar(right)
        right = self._number("wound", player.wounds, right, wide)
        right = self._number("soul", player.souls, right, wide=2)
        if player.coins is not None:
            self._bar(right)
            right = self._number("coin", player.coins, right, wide=1 if player.coins < 10 else 2)
        self._name(player, int(right) - pad)

    def _bar(self, x: float) -> None:
        """A line between two groups of numbers."""
        thick = max(1, int(self.pixel) // 2)
        self.rect(Box(int(x) - self.px(1), self.px(6), thick, int(self.height) - self.px(9)), "stone_edge")

    def _number(self, icon: str, number: int, right: float, wide: int) -> float:
        """A picture with its number, in a column as wide as so many digits; returns the column's left edge."""
        pixel = int(self.pixel)
        width = 8 * pixel + pixel + wide * 6 * pixel + self.px(9 if wide == 1 else 6)
        left = int(right - width)
        y = (int(self.height) - 8 * pixel) // 2 + 1
        self.icon(icon, left + self.px(4), y, WHITE if number else FADED)
        ink = "ink" if number else "ink_dim"
        self.letters(str(number), left + self.px(4) + 9 * pixel + 1, y + pixel // 2, ink)
        return left

    def _name(self, player: PlayerView, width: int) -> None:
        pixel = int(self.pixel)
        colour = self.theme.player(player.colour)
        inner = self.box.inset(pixel)
        plate = Box(inner.x, inner.y, width - inner.x, inner.height)
        if player.active or player.winner:
            self.rect(plate, colour)
        ink = "plate_ink" if player.active or player.winner else "ink"
        symbol_ink = "plate_ink" if player.active or player.winner else colour
        y = (int(self.height) - 8 * pixel) // 2 + 1
        x = plate.x + self.px(5)
        x += self.icon(SYMBOLS[player.colour], x, y, symbol_ink) + self.px(6)
        if player.winner:
            x += self.icon("crown", x, y) + self.px(4)
        if player.announced:
            x += self.icon("warning", x, y) + self.px(4)
        self.write(
            (player.name,), Box(x, 0, plate.right - x - self.px(3), int(self.height)), self._sizes(), ink, bold=True
        )

    def _sizes(self) -> tuple[int, int]:
        return self.px(18), self.px(12)


class Entrance(Tappable):
    """Heroes at the entrance, next to enter on top. `data` is a tuple of HeroView."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        heroes: tuple[HeroView, ...] = self.data or ()
        pixel = int(self.pixel)
        side = 12 * pixel
        if not heroes:
            x, y = (int(self.width) - side) // 2, (int(self.height) - side) // 2
            self.icon("door", x, y, (1, 1, 1, 0.55))
            return
        step = side + self.px(3)
        rows = max(1, int(self.height) // step)
        shown = heroes if len(heroes) <= rows else heroes[: rows - 1]
        top = max(0, (int(self.height) - step * min(rows, len(heroes))) // 2)
        for row, hero in enumerate(shown):
            draw_hero(self, hero, self.px(2), top + row * step)
        if len(shown) < len(heroes):
            self.letters(f"+{len(heroes) - len(shown)}", self.px(6), top + len(shown) * step + pixel * 2, "ink")


def draw_hero(paper: Painted, hero: HeroView, x: int, y: int) -> int:
    """Head and health of a hero, item and ban in its corners; epic ones have golden numbers. Returns the width."""
    pixel = int(paper.pixel)
    side = paper.icon(hero.hero_class.value, x, y)
    small = max(1, pixel // 2)
    if hero.item:
        paper.icon("item", x + side - 8 * small, y + side - 8 * small, pixel=small)
    if hero.cannot_be_lured:
        paper.icon("ban", x, y, pixel=small)
    ink = "title" if hero.epic else "ink"
    return side + pixel + paper.letters(str(hero.health), x + side + pixel, y + 3 * pixel, ink)


def _damage_ink(room: RoomView) -> Ink:
    """The damage of a room that is stronger or weaker than printed has another colour."""
    if room.bonus:
        return "life" if room.bonus > 0 else "blood"
    return "ink" if room.damage else "ink_dim"


class RoomCard(Tappable):
    """One slot. `data` is a RoomView, or None for a slot that is still free."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        room: RoomView | None = self.data
        pixel = int(self.pixel)
        if room is None:
            self.frame(self.box, "stone_light", max(1, pixel // 2))
            return
        card = self._stack(len(room.covered))
        if room.empty:
            self._face_down(card, room)
            return
        self._ground(card, room)
        inner = card.inset(pixel + self.px(1))
        feet = inner.below(inner.height - 17 * pixel)
        head = inner.top_part(inner.height - 17 * pixel - 1)
        if room.walker is not None and head.height < 12 * pixel:  # six dungeons: the hero hides the numbers
            self._walker(inner, room.walker)
            return
        self._numbers(feet, room)
        if room.walker is not None:
            self._walker(head, room.walker)
        elif room.pending:
            side = self.icon("back", head.x, head.y, pixel=max(1, min(pixel, head.height // 12)))
            self._name(head.beside(side + self.px(3)), room)
        else:
            self._name(head, room)

    def _stack(self, covered: int) -> Box:
        """Edges of the covered cards behind the card; returns the place of the card on top (BM-BUILD-9)."""
        right, up = int(self.pixel) + self.px(2), int(self.pixel)
        count = min(covered, 2)
        width, height = int(self.width) - count * right, int(self.height) - count * up
        for depth in range(count, 0, -1):
            box = Box(depth * right, (count - depth) * up, width, height)
            self.panel(box, "stone_light", "silver", max(1, int(self.pixel) // 2))
        return Box(0, count * up, width, height)

    def _ground(self, card: Box, room: RoomView) -> None:
        pixel = int(self.pixel)
        fill = "trap" if room.trap else "monster"
        edge = "gold" if room.advanced else "silver_dark"
        if room.deactivated:
            fill, edge = "stone_light", "stone_edge"
        if room.walker is not None:
            edge = "ink"
        self.rect(card, "shadow")
        self.panel(card, fill, edge, pixel)

    def _name(self, head: Box, room: RoomView) -> None:
        least = self.px(12) if self.width >= self.px(80) else self.px(22)  # one line, or two on a narrow card
        if head.height < least or not self.fits(room.names, head, self.px(9)):
            return  # many dungeons: the name can be read on the table
        ink = "ink_dim" if room.deactivated else "ink"
        used = self.write(room.names, head, (self.px(14), self.px(9)), ink, valign="top")
        below = head.below(used + self.px(1))
        if room.covered and below.height >= self.px(12):
            under = (f"+{', '.join(room.covered)}", f"+{room.covered[0]}", f"+{len(room.covered)}")
            self.write(under, below, (self.px(11), self.px(9)), "ink_dim", valign="top")

    def _numbers(self, feet: Box, room: RoomView) -> None:
        """Below the name: the kind of room, its damage, its treasure in two columns."""
        pixel = int(self.pixel)
        tint = FADED if room.deactivated else WHITE
        side = self.icon("trap" if room.trap else "monster", feet.x, feet.y, tint)
        row = feet.y + 9 * pixel
        self.icon("sword", feet.x, row, tint)
        number = str(room.damage)
        self.letters(number, feet.x + side + pixel, row + pixel // 2, _damage_ink(room))
        extras = self._extras(feet, room)
        if room.deactivated:
            self._sleep(feet, row if extras else feet.y, feet.width - 9 * pixel - width_of(number) * pixel - pixel)
            return
        taken = side + pixel + width_of(number) * pixel + pixel
        if len(room.treasure) > 3:  # the second column reaches up beside the extras
            taken = max(taken, extras)
        columns = -(-len(room.treasure) // 2)
        small = next(size for size in range(pixel, 0, -1) if size == 1 or columns * 9 * size <= feet.width - taken)
        for place, treasure in enumerate(room.treasure):
            column, line = divmod(place, 2)
            x, y = feet.right - (column + 1) * 9 * small + small, feet.bottom - (line + 1) * 9 * small + small
            self.icon(treasure.value, x, y, pixel=small)

    def _sleep(self, feet: Box, y: int, width: int) -> None:
        """Turned sideways: it does nothing (BM-GLOSS-5)."""
        pixel = next((size for size in range(int(self.pixel), 0, -1) if width_of("ZZZ") * size <= width), 1)
        self.letters("ZZZ", feet.right - width_of("ZZZ") * pixel, y + pixel // 2, "ink_dim", pixel=pixel)

    def _extras(self, feet: Box, room: RoomView) -> int:
        """Beside the kind of room: its miniboss with its level, its coins, an arrow when it is used, if they fit.

        Returns how much of the width is taken; nothing without extras.
        """
        pixel = int(self.pixel)
        wanted = [("miniboss", str(room.miniboss.level))] if room.miniboss else []
        wanted += [("coin", str(room.coins))] if room.coins else []
        wanted += [("used", "")] if room.used else []
        limit = feet.right if len(room.treasure) < 2 or room.deactivated else feet.right - 9 * pixel
        x = left = feet.x + 9 * pixel
        for icon, number in wanted:
            if x + (8 + width_of(number)) * pixel > limit:
                break
            x += self.icon(icon, x, feet.y)
            if number:
                x += self.letters(number, x, feet.y + pixel // 2, "title")
            x += pixel
        return x - feet.x if x > left else 0

    def _walker(self, head: Box, walk: WalkView) -> None:
        """A hero stands here: its damage against its health, and a bar that fills up."""
        pixel = int(self.pixel)
        side = self.icon(walk.hero.hero_class.value, head.x, head.y)
        ink = "blood" if walk.is_doomed else "ink"
        text = f"{walk.damage}/{walk.hero.health}"
        small = pixel if side + pixel + width_of(text) * pixel <= head.width else max(1, pixel - 1)
        self.letters(text, head.x + side + pixel, head.y + pixel, ink, pixel=small)
        bar = Box(head.x + side + pixel, head.y + 9 * pixel, head.width - side - pixel, 3 * pixel)
        self.rect(bar, "life")
        filled = min(1.0, walk.damage / max(1, walk.hero.health))
        self.rect(bar.left_part(round(bar.width * filled)), "blood")
        spare = head.below(side + self.px(2))
        if spare.height >= self.px(13):
            self.write(walk.hero.names, spare, (self.px(13), self.px(10)), ink, valign="top")

    def _face_down(self, card: Box, room: RoomView) -> None:
        pixel = int(self.pixel)
        self.panel(card, "back", "silver_dark", pixel)
        side = 12 * pixel
        label = self.px(16)
        y = card.y + max(0, (card.height - side - label) // 2)
        self.icon("back", card.x + (card.width - side) // 2, y)
        box = Box(card.x + self.px(3), y + side + 1, card.width - self.px(6), label)
        self.write(room.names, box, (self.px(13), self.px(9)), "ink", align="center")


class BossCard(Tappable):
    """The boss at the right end; a star says that it has levelled up. `data` is (PlayerView, label for "out")."""

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        if self.data is None:
            return
        player, out = self.data
        pixel = int(self.pixel)
        colour = self.theme.player(player.colour)
        self.panel(self.box, "night", colour, pixel)
        inner = self.box.inset(pixel + self.px(3))
        x = inner.x + self.icon("boss", inner.x, inner.y, FADED if player.eliminated else WHITE) + self.px(4)
        for treasure in player.boss_treasure:
            x += self.icon(treasure.value, x, inner.y + 2 * pixel) + pixel
        if player.levelled_up:
            self.icon("star", x, inner.y + 2 * pixel)
        rest = inner.below(12 * pixel + self.px(1))
        foot = self._foot(rest, player, out)
        name = rest.top_part(rest.height - foot)
        if name.height < self.px(10):  # six dungeons on a small screen: the boss lies on the table, too
            return
        self.write(player.boss, name, (self.px(14), self.px(10)), "ink", bold=True, valign="top")

    def _foot(self, rest: Box, player: PlayerView, out: str) -> int:
        """XP, and the items of the score area: bright when one lies open. Returns the height; low cards have none."""
        pixel = int(self.pixel)
        has_items = bool(player.open_item or player.closed_items)
        height = max(self.px(14), 8 * pixel if has_items else 0)
        if rest.height < height + self.px(12):
            return 0
        foot = rest.below(rest.height - height)
        right = foot.right
        if has_items:
            closed = str(player.closed_items) if player.closed_items else ""
            right -= 8 * pixel + (pixel + width_of(closed) * pixel if closed else 0)
            self.icon("item", right, foot.y, WHITE if player.open_item else FADED)
            if closed:
                self.letters(closed, right + 9 * pixel, foot.y + pixel // 2, "ink_dim")
        note = out if player.eliminated else player.xp
        box = Box(foot.x, foot.y, right - foot.x - self.px(2), foot.height)
        self.write((note,), box, (self.px(12), self.px(9)), "ink_dim")
        return height
