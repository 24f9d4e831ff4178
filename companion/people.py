"""What people press, tap and choose. It may come from any thread and is done in the one that decides."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.desk import Desk
from companion.session import Session
from companion.views.page import Action
from engine.boss_monster.answers import offered
from engine.boss_monster.commands import Command
from engine.boss_monster.state import Phase
from hw.panel import Button

if TYPE_CHECKING:  # only a simulated table has one
    from companion.demo import Demo


class People(ABC):
    """The half of an evening that listens to people; whoever takes part in it says how a game begins again."""

    session: Session
    desk: Desk
    demo: "Demo | None"
    has_window: bool
    """Whether somebody can tap: then a button to react opens what can be used."""

    def __init__(self) -> None:
        self._doings: SimpleQueue[Callable[[], None]] = SimpleQueue()

    @abstractmethod
    def begin_again(self) -> None:
        """Somebody pressed *next* at the end of a game."""

    def later(self, doing: Callable[[], None]) -> None:
        """Do this at the next beat; may be called from any thread."""
        self._doings.put(doing)

    def do_what_was_asked(self) -> None:
        """One thing after the other, in the order in which they came."""
        while not self._doings.empty():
            self._doings.get_nowait()()

    def press(self, button: Button) -> None:
        """Somebody pressed a real button or its key."""
        self.later(lambda: self._pressed(button))

    def act(self, action: Action) -> None:
        """Somebody tapped something on the screen."""
        self.later(lambda: self._acted(action))

    def choose(self, choice: str) -> None:
        """Somebody answered."""
        self.later(lambda: self._chosen(choice))

    def choose_number(self, number: int) -> None:
        """Somebody answered by number, from 1."""
        self.later(lambda: self._numbered(number))

    def order(self, command: Command) -> None:
        """Somebody uses a card."""
        self.later(lambda: self._ordered(command))

    def toggle_language(self) -> None:
        """The other language, at once."""
        self.later(lambda: self.desk.act("toggle:language"))

    def redo(self) -> None:
        """Do again what was undone."""
        self.later(lambda: self.session.redo())

    def _acted(self, action: Action) -> None:
        if isinstance(action, str) and action.startswith("button:"):
            self._take_over(Button(action.partition(":")[2]))
        elif isinstance(action, str) and action.startswith("answer:") and self.demo is not None:
            self.demo.is_playing = False
        self.desk.act(action)

    def _take_over(self, button: Button) -> None:
        if self.demo is not None and self.demo.take_over(button):
            self.session.standing = []
            self.session.touched()

    def _pressed(self, button: Button) -> None:
        self._take_over(button)
        if button.seat is not None and self.has_window:
            self.desk.react(button.seat)
            return
        if button is Button.NEXT and self.session.host.state.phase is Phase.OVER:
            self.begin_again()
        else:
            self.desk.press(button)

    def _ordered(self, command: Command) -> None:
        if self.demo is not None:
            self.demo.is_playing = False
        self.session.order(command)

    def _numbered(self, number: int) -> None:
        question = self.session.host.state.question
        choices = offered(question) if question is not None else ()
        if 1 <= number <= len(choices):
            self._chosen(choices[number - 1])

    def _chosen(self, choice: str) -> None:
        if self.demo is not None:
            self.demo.is_playing = False
        self.session.choose(choice)
