"""The table screen: copies a TableView into its widgets, and tells which button or answer was touched."""

from pathlib import Path

from kivy.factory import Factory
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens import palette, panels
from companion.screens.dungeon import BossCard, Entrance, Heading, LaneFrame, RoomCard
from companion.screens.painting import Painted
from companion.screens.panels import StoneButton
from companion.views.layout import SLOTS, Arrangement, Box, Lane, arrange, choice_boxes
from companion.views.model import PlayerView, TableView


class LaneGround(Widget):
    """Holds the dungeons, below everything else."""


class LaneWidgets:
    """The widgets of one dungeon."""

    def __init__(self) -> None:
        self.frame = LaneFrame()
        self.heading = Heading()
        self.entrance = Entrance()
        self.slots = tuple(RoomCard() for _ in range(SLOTS))
        self.boss = BossCard()

    def all(self) -> tuple[Painted, ...]:
        """From the ground upwards."""
        return (self.frame, self.heading, self.entrance, *self.slots, self.boss)

    def show(self, player: PlayerView, view: TableView) -> None:
        """Copy one player into the widgets. Rooms are pushed towards the boss at the right end."""
        self.frame.data = player
        self.heading.data = player
        self.entrance.data = player.queue
        free = SLOTS - len(player.rooms)
        for slot, room in zip(self.slots, (*(None,) * free, *player.rooms)[-SLOTS:], strict=True):
            slot.data = room
        self.boss.data = (player, view.labels.out)


class TableScreen(FloatLayout):
    """The main view. Events: `on_button(name)`, `on_choice(value)`."""

    def __init__(self, **kwargs):
        self.register_event_type("on_button")
        self.register_event_type("on_choice")
        super().__init__(**kwargs)
        self.view: TableView | None = None
        self.lanes: list[LaneWidgets] = []
        self.answers: list[StoneButton] = []
        self._spare_answers: list[StoneButton] = []
        self._wall_size = (0.0, 0.0, 0)
        self._wall = _wall_texture()
        self.bind(size=lambda *_: self._place())
        self.ids.question.on_touch_down = self._swallow

    def on_button(self, name: str) -> None:
        """A button was touched."""

    def on_choice(self, value: str) -> None:
        """An answer was touched."""

    def show(self, view: TableView) -> None:
        """Show this table. Only what changed is drawn anew."""
        self.view = view
        self._make_lanes(len(view.players))
        ids, labels = self.ids, view.labels
        ids.title.data = (view.phase, view.round)
        ids.prompt.data = view.prompt
        ids.banner.data = view.banners
        ids.town.data = (labels.town, labels.town_empty, view.town, view.items)
        ids.verdicts.data = (labels, view.verdicts, view.todo)
        ids.undo.data, ids.repeat.data = ("undo", labels.undo), ("repeat", labels.repeat)
        ids.pass_turn.data, ids.next.data = ("pass", labels.pass_), ("next", labels.next)
        ids.next.golden = view.question is None
        for lane, player in zip(self.lanes, view.players, strict=True):
            lane.show(player, view)
        ids.question.data = view.question
        self._place()

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        ids = self.ids
        parts = [ids.title, ids.prompt, ids.banner, ids.town, ids.verdicts]
        parts += [ids.undo, ids.repeat, ids.pass_turn, ids.next, ids.question, *self.answers]
        return parts + [widget for lane in self.lanes for widget in lane.all()]

    def _make_lanes(self, count: int) -> None:
        while len(self.lanes) < count:
            lane = LaneWidgets()
            self.lanes.append(lane)
            for widget in lane.all():
                self.ids.lanes.add_widget(widget)
        while len(self.lanes) > count:
            for widget in self.lanes.pop().all():
                self.ids.lanes.remove_widget(widget)

    def _place(self) -> None:
        if self.view is None:
            return
        view = self.view
        size = int(self.width), int(self.height)
        plan = arrange(*size, len(view.players), banner=bool(view.banners), town=len(view.town) + len(view.items))
        self._draw_wall(plan)
        ids = self.ids
        put = [(ids.title, plan.title), (ids.prompt, plan.prompt), (ids.town, plan.town), (ids.verdicts, plan.verdicts)]
        put += list(zip((ids.undo, ids.repeat, ids.pass_turn, ids.next), plan.buttons, strict=True))
        put += [(ids.banner, plan.banner or Box(0, 0, 1, 1)), (ids.question, self._question_place(plan))]
        for widget, box in put:
            self._put(widget, box, plan.scale, plan.pixel)
        for widgets, lane in zip(self.lanes, plan.lanes, strict=True):
            self._put(widgets.frame, lane.frame, plan.scale, plan.pixel)
            self._put(widgets.heading, lane.heading, plan.scale, plan.pixel)
            for widget, box in zip((widgets.entrance, *widgets.slots, widgets.boss), _cards(lane), strict=True):
                self._put(widget, box, lane.scale, lane.pixel)
        self._place_answers(plan)

    def _question_place(self, plan: Arrangement) -> Box:
        return plan.dungeons if self.view is not None and self.view.question is not None else Box(0, 0, 1, 1)

    def _place_answers(self, plan: Arrangement) -> None:
        """One button per answer, numbered like the keys."""
        question = None if self.view is None else self.view.question
        wanted = () if question is None else question.choices
        self._make_answers(len(wanted))
        local = choice_boxes(self.ids.question.answers(), len(wanted), plan.gap) if wanted else ()
        for number, (answer, choice, box) in enumerate(zip(self.answers, wanted, local, strict=True), start=1):
            answer.value = choice.value
            answer.data = (str(number), choice.label)
            place = Box(plan.dungeons.x + box.x, plan.dungeons.y + box.y, box.width, box.height)
            self._put(answer, place, plan.scale, plan.pixel)

    def _make_answers(self, count: int) -> None:
        """Take answer buttons out of the box, or put them back: they are kept for the next question."""
        while len(self.answers) < count:
            answer = self._spare_answers.pop() if self._spare_answers else self._new_answer()
            self.add_widget(answer)
            self.answers.append(answer)
        while len(self.answers) > count:
            answer = self.answers.pop()
            self.remove_widget(answer)
            self._spare_answers.append(answer)

    def _new_answer(self) -> StoneButton:
        answer = StoneButton(golden=True)
        answer.bind(on_release=lambda button: self.dispatch("on_choice", button.value))
        return answer

    def _swallow(self, touch) -> bool:
        """A touch beside the answers does not reach the dungeons below the question."""
        return self.ids.question.data is not None and self.ids.question.collide_point(*touch.pos)

    def _put(self, widget: Painted, box: Box, scale: float, pixel: int) -> None:
        widget.size_hint = (None, None)
        widget.scale, widget.pixel = scale, pixel
        widget.size = (box.width, box.height)
        widget.pos = (box.x, self.height - box.bottom)

    def _draw_wall(self, plan: Arrangement) -> None:
        if self._wall_size == (self.width, self.height, plan.pixel):
            return
        self._wall_size = (self.width, self.height, plan.pixel)
        brick = 32 * plan.pixel, 16 * plan.pixel
        columns, rows = self.width / brick[0], self.height / brick[1]
        self.canvas.before.clear()
        with self.canvas.before:
            Color(1, 1, 1, 1)
            coords = (0, 0, columns, 0, columns, rows, 0, rows)
            Rectangle(texture=self._wall, pos=(0, 0), size=self.size, tex_coords=coords)


def _cards(lane: Lane) -> tuple[Box, ...]:
    return (lane.entrance, *lane.slots, lane.boss)


def _wall_texture() -> Texture:
    """The dungeon wall: bricks of 16 by 8 pixels, every second row shifted."""
    data = bytearray()
    for y in range(16):
        for x in range(32):
            across, up = (x + 8 * (y // 8)) % 16, y % 8
            shade = palette.SHADOW if across == 0 or up == 0 else palette.STONE
            lit = 5 if up == 7 or across == 1 else (across * 7 + up * 13 + (x // 16) * 5) % 4
            data += bytes(min(255, round(part * 255) + lit) for part in shade[:3]) + b"\xff"
    texture = Texture.create(size=(32, 16), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    texture.wrap = "repeat"
    return texture


for _part in (LaneGround, panels.TitleBox, panels.PromptBox, panels.BannerBox, panels.TownPanel, panels.VerdictPanel):
    Factory.register(_part.__name__, cls=_part)
for _part in (panels.StoneButton, panels.QuestionBox, TableScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
