"""The table screen: copies a TableView into its widgets, and tells what was tapped or held."""

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.uix.widget import Widget

from companion.screens import panels
from companion.screens.dungeon import BossCard, Entrance, Heading, LaneFrame, RoomCard
from companion.screens.painting import Painted
from companion.screens.panels import StoneButton
from companion.screens.photograph import CutoutBox
from companion.screens.screen import Screen
from companion.screens.taps import Tappable
from companion.views.layout import SLOTS, Arrangement, Box, Lane, arrange, choice_boxes
from companion.views.model import PlayerView, TableView


class LaneGround(Widget):
    """Holds the dungeons, below everything else."""


class LaneWidgets:
    """The widgets of one dungeon. Tapping a number or a card asks why; holding it corrects."""

    def __init__(self, act) -> None:
        self.frame = LaneFrame()
        self.heading = Heading()
        self.entrance = Entrance()
        self.slots = tuple(RoomCard() for _ in range(SLOTS))
        self.boss = BossCard()
        for tap in self.taps():
            tap.bind(on_act=lambda _, action: act(action))

    def all(self) -> tuple[Painted, ...]:
        """From the ground upwards."""
        return (self.frame, *self.taps())

    def taps(self) -> tuple[Tappable, ...]:
        """What can be tapped, in walk order."""
        return (self.heading, self.entrance, *self.slots, self.boss)

    def show(self, player: PlayerView, view: TableView, *, is_low: bool) -> None:
        """Copy one player into the widgets. Rooms are pushed towards the boss at the right end.

        On a low dungeon a finger cannot choose a card: everything leads to the player.
        """
        self.frame.data = player
        self.heading.data = player
        self.entrance.data = player.queue
        free = SLOTS - len(player.rooms)
        for slot, room in zip(self.slots, (*(None,) * free, *player.rooms)[-SLOTS:], strict=True):
            slot.data = room
            is_card = room is not None and not room.empty
            slot.action = f"go:why:{player.id}:{room.slot}" if is_card and not is_low else f"go:why:{player.id}"
            slot.hold = f"go:correct:{player.id}:{room.slot}" if is_card and not is_low else f"go:correct:{player.id}"
        self.boss.data = (player, view.labels.out)
        for tap in (self.heading, self.entrance, self.boss):
            tap.action, tap.hold = f"go:why:{player.id}", f"go:correct:{player.id}"


class TableScreen(Screen):
    """The main view. Events: `on_action(action)`."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lanes: list[LaneWidgets] = []
        self.answers: list[StoneButton] = []
        self._spare_answers: list[StoneButton] = []
        self.ids.question.on_touch_down = self._swallow

    def show(self, view: TableView) -> None:
        """Show this table. Only what changed is drawn anew."""
        self.view = view
        self._make_lanes(len(view.players))
        ids, labels = self.ids, view.labels
        ids.menu.data = ("menu", "")
        ids.title.data = (view.phase, view.round)
        ids.prompt.data = view.prompt
        ids.prompt.action = "enter" if view.can_enter else ""
        ids.banner.data = view.banners
        ids.town.data = (labels.town, labels.town_empty, view.town, view.items)
        ids.verdicts.data = (labels, view.verdicts, view.todo)
        ids.undo.data, ids.repeat.data = ("undo", labels.undo), ("repeat", labels.repeat)
        ids.pass_turn.data, ids.next.data = ("pass", labels.pass_), ("next", labels.next)
        ids.next.golden = view.question is None
        ids.question.data, ids.cutout.data = view.question, view.cutout
        ids.question.tall, ids.question.pictured = view.looks, view.cutout is not None
        self.place()

    def painted(self) -> list[Painted]:
        """Every widget that draws text, for checks."""
        ids = self.ids
        parts = [ids.menu, ids.title, ids.prompt, ids.banner, ids.town, ids.verdicts]
        parts += [ids.undo, ids.repeat, ids.pass_turn, ids.next, ids.question, ids.cutout, *self.answers]
        return parts + [widget for lane in self.lanes for widget in lane.all()]

    def taps(self) -> list[Tappable]:
        """What can be tapped; while a question is open, its answers come first."""
        ids = self.ids
        buttons = [ids.next, ids.pass_turn, ids.undo, ids.repeat, ids.menu, ids.town, ids.verdicts]
        buttons += [ids.prompt] if ids.prompt.action else []
        if self.answers:
            return [*self.answers, *buttons]
        return [*buttons, *(tap for lane in self.lanes for tap in lane.taps())]

    def _make_lanes(self, count: int) -> None:
        while len(self.lanes) < count:
            lane = LaneWidgets(lambda action: self.dispatch("on_action", action))
            self.lanes.append(lane)
            for widget in lane.all():
                self.ids.lanes.add_widget(widget)
        while len(self.lanes) > count:
            for widget in self.lanes.pop().all():
                self.ids.lanes.remove_widget(widget)

    def place(self) -> None:
        """Lay everything out for this size."""
        if self.view is None or self.width < 2:
            return
        view = self.view
        crowd = len(view.town) + len(view.items)
        size = int(self.width), int(self.height)
        plan = arrange(*size, len(view.players), banner=bool(view.banners), town=crowd, touch=int(self.touch))
        self.wall(plan.pixel)
        ids = self.ids
        put = [(ids.menu, plan.menu), (ids.title, plan.title), (ids.prompt, plan.prompt), (ids.town, plan.town)]
        put += list(zip((ids.undo, ids.repeat, ids.pass_turn, ids.next), plan.buttons, strict=True))
        put += [(ids.banner, plan.banner or Box(0, 0, 1, 1)), (ids.question, self._question_place(plan))]
        for widget, box in put:
            self.put(widget, box, plan)
        self._place_picture(plan)
        for widgets, lane, player in zip(self.lanes, plan.lanes, view.players, strict=True):
            widgets.show(player, view, is_low=lane.boss.height < 0.9 * self.touch)
            self.put(widgets.frame, lane.frame, plan)
            self.put(widgets.heading, lane.heading, plan)
            for widget, box in zip((widgets.entrance, *widgets.slots, widgets.boss), _cards(lane), strict=True):
                self.put(widget, box, lane)
        self._place_answers(plan)

    def _place_picture(self, plan: Arrangement) -> None:
        """What the camera sees stands in the question, or below the things to do."""
        verdicts, picture = plan.verdicts, Box(0, 0, 1, 1)
        if self.view.cutout is not None and self.view.question is not None:
            inside = self.ids.question.picture_place()
            picture = Box(plan.dungeons.x + inside.x, plan.dungeons.y + inside.y, inside.width, inside.height)
        elif self.view.cutout is not None:
            verdicts = plan.verdicts.top_part(round(plan.verdicts.height * 0.45))
            picture = plan.verdicts.below(verdicts.height + plan.gap)
        self.put(self.ids.verdicts, verdicts, plan)
        self.put(self.ids.cutout, picture, plan)

    def _question_place(self, plan: Arrangement) -> Box:
        return plan.dungeons if self.view is not None and self.view.question is not None else Box(0, 0, 1, 1)

    def _place_answers(self, plan: Arrangement) -> None:
        """One button per answer, numbered like the keys."""
        question = None if self.view is None else self.view.question
        wanted = () if question is None else question.choices
        self._make_answers(len(wanted))
        local = choice_boxes(self.ids.question.answers(), len(wanted), plan.gap) if wanted else ()
        for number, (answer, choice, box) in enumerate(zip(self.answers, wanted, local, strict=True), start=1):
            answer.action = f"answer:{choice.value}"
            answer.data = (str(number), choice.label)
            self.put(answer, Box(plan.dungeons.x + box.x, plan.dungeons.y + box.y, box.width, box.height), plan)

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
        answer.bind(on_act=lambda _, action: self.dispatch("on_action", action))
        return answer

    def _swallow(self, touch) -> bool:
        """A touch beside the answers does not reach the dungeons below the question."""
        return self.ids.question.data is not None and self.ids.question.collide_point(*touch.pos)


def _cards(lane: Lane) -> tuple[Box, ...]:
    return (lane.entrance, *lane.slots, lane.boss)


for _part in (LaneGround, panels.TitleBox, panels.PromptBox, panels.BannerBox, panels.TownPanel, panels.VerdictPanel):
    Factory.register(_part.__name__, cls=_part)
for _part in (panels.StoneButton, panels.QuestionBox, CutoutBox, TableScreen):
    Factory.register(_part.__name__, cls=_part)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
