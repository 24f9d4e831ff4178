"""The simulated table in a live session: it plays by itself until a person takes over.

After that the person presses the buttons, and the simulated hands only move the cards that are due.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.actors import Actors
from companion.host import Host
from companion.world import NOTHING, World
from engine.boss_monster.commands import Command
from engine.boss_monster.state import Phase, Question
from hw.panel import Button

if TYPE_CHECKING:  # loads OpenCV
    from vision.simulated import SimulatedSource

PACE_S = 1.5
"""How long the table rests between two moves, so that people can follow."""


class Demo:
    """Simulated hands. `press`, `choose` and `order` put messages into the inbox like anybody else."""

    def __init__(
        self,
        host: Host,
        actors: Actors,
        world: World,
        source: "SimulatedSource",
        keep: Callable[[World], None],
        press: Callable[[Button], None],
        choose: Callable[[str], None],
        order: Callable[[Command], None],
        pace_s: float = PACE_S,
    ) -> None:
        self.is_playing = True
        self.is_guide = False
        """A newcomer decides: the hands only lay out what no player has to decide."""
        self.host = host
        self.source = source
        """The camera above the table."""
        self._actors, self._keep = actors, keep
        self._press, self._choose, self._order, self._pace_s = press, choose, order, pace_s
        self._considered = -1
        self._due_s = 0.0
        self.world = world

    def tick(self, now_s: float) -> None:
        """Do the next thing when it is due: move cards, answer, or press the button."""
        self._follow()
        state = self.host.state
        if self.is_guide and state.phase is Phase.ROUND_START and state.question is None and now_s >= self._due_s:
            self._due_s = now_s + self._pace_s
            self.move()
        if not self.is_playing or now_s < self._due_s or self.host.is_closing or state.phase is Phase.OVER:
            return
        self._due_s = now_s + self._pace_s
        if state.question is not None:
            self._answer(state.question)
        elif self.world.shown or self._use():  # the referee reads the spell pad, or carries out what was ordered
            return
        elif state.announced or not self.move():
            self._press(Button.NEXT)

    def _follow(self) -> None:
        """The hands do what the referee said: draw, discard, move cards."""
        world = self._actors.follow(self.world, self.host.game.history.turns)
        if world is not self.world:
            self._lay(world)

    def _answer(self, question: Question) -> None:
        world, choice = self._actors.reply(self.world, self.host.state, question)
        if world is not self.world:
            self._lay(world)
        if choice is not None:
            self._choose(choice)

    def _use(self) -> bool:
        """Somebody uses a spell or an ability, at most one in each pause. Says whether there was something."""
        if self._considered == self.world.followed:
            return False
        self._considered = self.world.followed
        world, command = self._actors.use(self.world, self.host.state)
        if world is not self.world:
            self._lay(world)
        elif command is not None:
            self._order(command)
        return world.shown != NOTHING or command is not None

    def move(self) -> bool:
        """Let the hands do what is due now. Says whether there was something."""
        world = self._actors.move(self.world, self.host.state)
        if world is self.world:
            return False
        self._lay(world)
        return True

    def _lay(self, world: World) -> None:
        self._keep(world)
        self.change(world)

    def change(self, world: World) -> None:
        """Another world lies on the table."""
        self.world = world
        self.source.table = world.table

    def take_over(self, button: Button) -> bool:
        """A person pressed a button: from now on people decide. Says whether this was the moment."""
        was_playing, self.is_playing = self.is_playing, False
        if button is Button.NEXT and self.host.state.question is None:
            self.move()
        return was_playing
