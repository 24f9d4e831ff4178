"""The adventure screen: the hero walks from room to room, and its damage ticks up."""

from dataclasses import replace
from pathlib import Path

from kivy.animation import Animation
from kivy.factory import Factory
from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.screens.bait import draw_symbol
from companion.screens.dungeon import RoomCard, draw_hero
from companion.screens.lettering import HEIGHT, width_of
from companion.screens.page import TileButton
from companion.screens.painting import Painted
from companion.screens.phase import NOWHERE, PhaseScreen
from companion.screens.taps import Tappable
from companion.views.adventure import AdventureView
from companion.views.layout import SLOTS, Box
from companion.views.model import Labels
from companion.views.phase_layout import PhasePlan, WalkPlan, arrange_walk

STEP_S = 0.45
"""How long a hero takes from one room to the next; the next tap does not wait for it."""


class HeroPanel(Tappable):
    """The hero, its damage against its health, and how the walk will end. `data` is an AdventureView."""

    damage = NumericProperty(0)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bind(damage=self._again)

    def paint(self) -> None:
        self._draw()
        self.paint_focus()

    def _draw(self) -> None:
        view: AdventureView | None = self.data
        if view is None:
            return
        pixel = int(self.pixel)
        edge = "stone_edge" if view.player is None else self.theme.player(view.player.colour)
        self.panel(self.box, "stone", edge, pixel)
        inner = self.box.inset(pixel + self.px(5))
        if view.hero is None:
            self._nobody(view, inner)
            return
        large = pixel * 2 if inner.height >= 24 * pixel else pixel
        side = 12 * large
        self.icon(view.hero.hero_class.value, inner.x, inner.y, pixel=large)
        words = inner.beside(side + self.px(8))
        right = self._numbers(view, words, large)
        name = words.left_part(right - words.x - self.px(6))
        self.write(view.hero.names, name.top_part(self.px(26)), (self.px(20), self.px(13)), bold=True)
        bar = Box(words.x, inner.y + self.px(28), words.width, self.px(14))
        self._bar(view, bar)
        ink = "blood" if not view.will_die else "life"
        queue = self._queue(
            view, Box(words.x, bar.bottom + self.px(4), words.width, inner.bottom - bar.bottom - self.px(4))
        )
        ending = Box(
            words.x, bar.bottom + self.px(3), queue - words.x - self.px(6), inner.bottom - bar.bottom - self.px(3)
        )
        self.write((view.forecast,), ending, (self.px(16), self.px(11)), ink)

    def _nobody(self, view: AdventureView, inner: Box) -> None:
        """Before the first step, or a turn without heroes."""
        x = inner.x
        if view.player is not None:
            x += draw_symbol(self, view.player.colour, inner.x, inner.y) + self.px(8)
            self.write(
                (view.player.name,),
                Box(x, inner.y, inner.right - x, self.px(26)),
                (self.px(20), self.px(13)),
                bold=True,
            )
        rest = inner.below(self.px(32))
        if view.queue:
            self._queue(view, rest)

    def _numbers(self, view: AdventureView, box: Box, large: int) -> int:
        """Damage and health in large letters; returns their left edge."""
        text = f"{round(self.damage)}/{view.health}"
        size = max(1, min(large, self.px(25) // HEIGHT))
        x = box.right - width_of(text) * size
        self.letters(text, x, box.y + (self.px(26) - HEIGHT * size) // 2, "ink", pixel=size)
        return x

    def _bar(self, view: AdventureView, box: Box) -> None:
        """The health that is left, shrinking with every room."""
        self.rect(box, "shadow")
        inside = box.inset(max(1, int(self.pixel) // 2))
        share = min(1.0, self.damage / view.health) if view.health else 1.0
        hurt = round(inside.width * share)
        self.rect(inside.left_part(hurt), self.theme.rgba("blood"))
        self.rect(inside.beside(hurt), self.theme.rgba("life"))

    def _queue(self, view: AdventureView, box: Box) -> int:
        """Who comes next, at the right; returns the left edge."""
        pixel = int(self.pixel)
        if not view.queue or box.height < 12 * pixel:
            return box.right
        wide = 12 * pixel + 14 * pixel
        fitting = max(1, min(len(view.queue), (box.width // 2) // wide))
        x = box.right - fitting * wide
        left = x
        for hero in view.queue[:fitting]:
            draw_hero(self, hero, x, box.y + (box.height - 12 * pixel) // 2)
            x += wide
        return left


class WalkerFigure(Painted):
    """The hero on its way. `data` is the name of its picture."""

    def paint(self) -> None:
        if self.data:
            side = int(self.width) // 12
            self.icon(self.data, 0, 0, pixel=max(1, side))


class AdventureScreen(PhaseScreen):
    """One dungeon in large. Events: `on_action(action)`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rooms = [RoomCard() for _ in range(SLOTS)]
        for room in self.rooms:
            room.bind(on_act=lambda _, action: self.dispatch("on_action", action))
            self.add_widget(room)
        self.reacts: list[TileButton] = []
        self._walk: tuple[object, int | None] = (None, None)
        walker = self.ids.walker
        self.remove_widget(walker)
        self.add_widget(walker)  # above the rooms

    def place(self) -> None:
        """Lay everything out for this size."""
        plan, view, ids = self.place_frame(), self.view, self.ids
        if plan is None:
            return
        walk = arrange_walk(plan, int(self.touch), len(view.reacts))
        ids.hero.data, ids.hero.hold = view, view.hold
        ids.hero.action = f"go:why:{view.player.id}" if view.player is not None else ""
        self.put(ids.hero, walk.hero, plan)
        ids.verdicts.data = (_titles(view), view.verdicts, (*view.announced, *view.todo))
        self.put(ids.verdicts, plan.side, plan)
        self._place_rooms(walk, plan)
        self.reacts = self.enough(self.reacts, len(view.reacts), self._new_react, self)
        for button, tile, box in zip(self.reacts, view.reacts, walk.reacts, strict=True):
            button.data, button.action = tile, tile.action
            self.put(button, box, plan)
        self._step(walk)

    def _new_react(self) -> TileButton:
        button = TileButton()
        button.bind(on_act=lambda _, action: self.dispatch("on_action", action))
        return button

    def _place_rooms(self, walk: WalkPlan, plan: PhasePlan) -> None:
        player, ids = self.view.player, self.ids
        rooms = player.rooms if player is not None else ()
        free = SLOTS - len(rooms)
        for card, room, box in zip(self.rooms, (*(None,) * free, *rooms)[-SLOTS:], walk.slots, strict=True):
            card.data = replace(room, walker=None) if room is not None else None
            card.action = f"go:why:{player.id}:{room.slot}" if room is not None and not room.empty else ""
            card.hold = card.action.replace("why", "correct")
            self.put(card, box, walk)
        ids.boss.data = (player, "") if player is not None else None
        ids.boss.action = f"go:why:{player.id}" if player is not None else ""
        ids.boss.hold = ids.boss.action.replace("why", "correct")
        self.put(ids.boss, walk.boss if player is not None else NOWHERE, plan)

    def _step(self, walk: WalkPlan) -> None:
        """Let the hero walk to where it is now; without animations it simply stands there."""
        view, ids = self.view, self.ids
        here = self._place_of_hero(walk)
        Animation.cancel_all(ids.walker)
        Animation.cancel_all(ids.hero)
        if here is None:
            ids.walker.data, self._walk = None, (None, None)
            ids.hero.damage = view.damage
            self.put(ids.walker, NOWHERE, walk)
            return
        hero, slot = view.hero, next(room.slot for room in view.player.rooms if room.walker is not None)
        was_hero, was_slot = self._walk
        self._walk = (hero.names, slot)
        ids.walker.data = hero.hero_class.value
        target = (here.x, self.height - here.bottom)
        if not view.animated or was_hero != hero.names or was_slot == slot:
            self.put(ids.walker, here, walk)
            ids.hero.damage = view.damage
            return
        start = tuple(ids.walker.pos)
        self.put(ids.walker, here, walk)
        ids.walker.pos = start
        Animation(pos=target, duration=STEP_S, t="out_quad").start(ids.walker)
        Animation(damage=view.damage, duration=STEP_S).start(ids.hero)

    def _place_of_hero(self, walk: WalkPlan) -> Box | None:
        """In the upper part of its room."""
        player = self.view.player
        rooms = player.rooms if player is not None else ()
        free = SLOTS - len(rooms)
        for number, room in enumerate(rooms):
            if room.walker is not None:
                card = walk.slots[free + number]
                between = card.height - 18 * walk.pixel - round(40 * walk.scale)
                side = 12 * max(1, min(2 * walk.pixel, between // 12, card.width // 14))
                top = card.y + round(38 * walk.scale) + max(0, (between - side) // 2)
                return Box(card.x + (card.width - side) // 2, top, side, side)
        return None

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        ids = self.ids
        return [*self.frame_parts(), ids.hero, ids.verdicts, ids.boss, *self.rooms, *self.reacts]

    def taps(self) -> list[Tappable]:
        """What can be tapped: the buttons, the reactions, then the rooms."""
        rooms = [room for room in self.rooms if room.action]
        about = [part for part in (self.ids.hero, self.ids.boss) if part.action]
        return [*self.frame_taps(), *self.reacts, self.ids.verdicts, *rooms, *about]


def _titles(view: AdventureView) -> Labels:
    """The titles of the side part."""
    _, verdicts, todo, _ = view.labels
    return _Titles(verdicts, todo)


class _Titles:
    """Just the words that the panel of verdicts needs."""

    def __init__(self, verdicts: str, todo: str) -> None:
        self.verdicts, self.todo, self.verdicts_empty = verdicts, todo, ""


for _part in (HeroPanel, WalkerFigure, AdventureScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
