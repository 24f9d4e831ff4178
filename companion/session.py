"""A running evening: everything that happens goes through the inbox, in one thread, and comes out as view and words."""

from collections.abc import Callable

from companion.announcer import Announcer
from companion.host import Host, News, Notice, camera_notice
from companion.inbox import Chosen, Inbox, Ordered, Pressed
from companion.narrator import next_step, todo_line
from companion.phrasebook import Phrasebook
from companion.views.model import Hint
from companion.views.table import TableView, VerdictLine, table_view
from engine.boss_monster.commands import Command
from engine.boss_monster.state import State
from engine.core.commands import Redo
from hw.panel import Button, LampPattern, Lamps

_SHOWN_VERDICTS = 8
_SIGN_S = 6.0
"""How long a passing sign stays."""
_SIGNS = (
    "eye_blinked",
    "camera_back",
    "drift_camera_moved",
    "drift_light_changed",
    "table_moving",
    "foreign_sticker",
    "sticker_twice",
    "counts_unseen",
)
"""Notices that are also shown for a moment: whoever does not hear the voice reads them."""


class Session:
    """Host, announcer, lamps and the standing notices, around one inbox. `now` is a clock that never jumps."""

    def __init__(
        self, host: Host, announcer: Announcer, inbox: Inbox, now: Callable[[], float], lamps: Lamps | None = None
    ) -> None:
        self.host, self.announcer, self.inbox = host, announcer, inbox
        self.standing: list[Notice] = []
        """Notices that stay on the screen: what is missing, what is simulated."""
        self._now, self._lamps = now, lamps
        self._lit: dict[int, LampPattern] = {}
        self._view: TableView | None = None
        self._signs: list[tuple[Notice, float]] = []
        """Passing signs, and when each was told."""
        self.colours: tuple[int, ...] = ()
        """The colour of each seat."""
        self.is_guided = False
        """Newcomers play: every phase is explained."""
        self.refused = ""
        """Why the game did not allow what was tapped last."""
        self.version = 0
        """Grows with everything that may change a view."""

    def tick(self) -> None:
        """Empty the inbox."""
        self._take_down()
        for message in self.inbox.take_all():
            before = self._seen_state()
            news = self.host.handle(message, self._now())
            if news or before != self._seen_state():
                self.tell(news)

    def _seen_state(self) -> tuple[object, ...]:
        """What a view depends on. Most pictures of the table change none of it."""
        host = self.host
        return (id(host.game.history), host.todo, host.camera_trouble, host.drift, host.game.storage_trouble)

    def tell(self, news: list[News]) -> None:
        """Announce what happened and let the lamps follow."""
        self.announcer.tell(news)
        for item in news:
            if isinstance(item.what, Notice):
                self._put_up(item.what, item.state)
        self.touched()
        self._light()

    def _put_up(self, notice: Notice, state: State) -> None:
        """Show a notice, if it is one to be shown."""
        if notice.key.startswith(("error.", "refused_by_rule")):
            self.refused = self.announcer.book.text(notice.key, state, **notice.slots)
        elif notice.key in _SIGNS:
            others = [(other, told_s) for other, told_s in self._signs if other != notice]
            self._signs = [*others, (notice, self._now())]

    def _take_down(self) -> None:
        """Signs that have been there long enough go."""
        fresh = [(notice, told_s) for notice, told_s in self._signs if self._now() - told_s < _SIGN_S]
        if fresh != self._signs:
            self._signs = fresh
            self.touched()

    def touched(self) -> None:
        """Something changed: whoever shows it looks again."""
        self.version += 1
        self._view = None

    def forget_refusal(self) -> None:
        """Something else is tapped: the last refusal is old."""
        if self.refused:
            self.refused = ""
            self.touched()

    def notice(self, *notices: Notice) -> None:
        """Tell something that is no event of the game."""
        self.tell([News(notice, self.host.state) for notice in notices])

    def press(self, button: Button) -> None:
        """A button, from wherever."""
        self.inbox.put(Pressed(button))

    def choose(self, choice: str) -> None:
        """An answer, from wherever."""
        self.inbox.put(Chosen(choice))

    def order(self, command: Command) -> None:
        """A command from wherever: a card that somebody uses, a correction."""
        self.inbox.put(Ordered(command))

    def redo(self) -> None:
        """Do again what was undone."""
        self.inbox.put(Ordered(Redo()))

    def speak(self, book: Phrasebook) -> None:
        """Change the language; everything on the screen follows."""
        self.announcer.book = book
        self.touched()

    def view(self) -> TableView:
        """What the screen shows now."""
        if self._view is None:
            self._view = self._make_view()
        return self._view

    def _make_view(self) -> TableView:
        state, cards, book = self.host.state, self.host.game.cards, self.announcer.book
        verdicts = [
            VerdictLine(book.say(said.line, said.state), book.why(said.line, said.state))
            for said in self.announcer.verdicts
        ][-_SHOWN_VERDICTS:]
        return table_view(
            state,
            cards,
            book,
            book.say(next_step(state, cards), state),
            verdicts,
            todo=[book.say(todo_line(todo), state) for todo in self.host.todo],
            banners=self._all_banners(),
            colours=self.colours,
        )

    def _all_banners(self) -> list[str]:
        """What warns comes before what only helps."""
        shown = [*self._told(), *map(self._words, self._banners()), *map(self._sign, self._passing())]
        return sorted(shown, key=lambda banner: isinstance(banner, Hint))

    def _told(self) -> list[str]:
        """What the person at the screen should read first: why something did not work, and what newcomers wonder."""
        guide = [Hint(self.announcer.book.text(f"guide.{self.host.state.phase.value}"))] if self.is_guided else []
        return [*([self.refused] if self.refused else []), *guide]

    def _banners(self) -> list[Notice]:
        """Trouble first, then what is merely good to know."""
        trouble = []
        if self.host.camera_trouble:
            trouble.append(camera_notice(self.host.camera_trouble))
        if self.host.needs_help:
            trouble.append(Notice("drift_lost", is_error=True))
        if self.host.game.storage_trouble:
            trouble.append(Notice("storage_lost", {"reason": self.host.game.storage_trouble}))
        return [*trouble, *self.standing]

    def _passing(self) -> list[Notice]:
        """Signs that pass. While nothing is seen, nobody is told that all is well."""
        is_blind = bool(self.host.camera_trouble) or self.host.needs_help
        return [notice for notice, _ in self._signs if notice.is_error or not is_blind]

    def _words(self, notice: Notice) -> str:
        return self.announcer.book.text(notice.key, self.host.state, **notice.slots)

    def _sign(self, notice: Notice) -> str:
        return self._words(notice) if notice.is_error else Hint(self._words(notice))

    def _light(self) -> None:
        """One lamp per seat: blinking where somebody is asked, on for the active player."""
        if self._lamps is None:
            return
        state = self.host.state
        asked = state.question.player if state.question else None
        for player in state.players:
            seat = int(player.id[1:]) - 1
            active = LampPattern.ON if player.id == state.active else LampPattern.OFF
            pattern = LampPattern.BLINK if player.id == asked else active
            if self._lit.get(seat) is not pattern:
                self._lit[seat] = pattern
                self._lamps.show(seat, pattern)
