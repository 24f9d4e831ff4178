"""The simulated table in a live session: it plays by itself until a person takes over.

After that the person presses the buttons, and the simulated hands only move the cards that are due.
"""

from collections.abc import Callable

from companion.actors import Actors
from companion.host import Host
from companion.world import World
from engine.boss_monster.state import Phase
from hw.panel import Button
from vision.simulated import SimulatedSource

PACE_S = 1.5
"""How long the table rests between two moves, so that people can follow."""


class Demo:
    """Simulated hands. `press` and `choose` put messages into the inbox like anybody else."""

    def __init__(
        self,
        host: Host,
        actors: Actors,
        world: World,
        source: SimulatedSource,
        keep: Callable[[World], None],
        press: Callable[[Button], None],
        choose: Callable[[str], None],
        pace_s: float = PACE_S,
    ) -> None:
        self.is_playing = True
        self.is_guide = False
        """A newcomer decides: the hands only lay out what no player has to decide."""
        self.host = host
        self._actors, self._source, self._keep = actors, source, keep
        self._press, self._choose, self._pace_s = press, choose, pace_s
        self._due_s = 0.0
        self.world = world

    def tick(self, now_s: float) -> None:
        """Do the next thing when it is due: move cards, answer, or press the button."""
        state = self.host.state
        if self.is_guide and state.phase is Phase.ROUND_START and state.question is None and now_s >= self._due_s:
            self._due_s = now_s + self._pace_s
            self.move()
        if not self.is_playing or now_s < self._due_s or self.host.is_closing or state.phase is Phase.OVER:
            return
        self._due_s = now_s + self._pace_s
        if state.question is not None:
            self._choose(self._actors.answer(self.world, state, state.question))
        elif not self.move():
            self._press(Button.NEXT)

    def move(self) -> bool:
        """Let the hands do what is due now. Says whether there was something."""
        world = self._actors.move(self.world, self.host.state)
        if world is self.world:
            return False
        self._keep(world)
        self.change(world)
        return True

    def change(self, world: World) -> None:
        """Another world lies on the table."""
        self.world = world
        self._source.table = world.table

    def take_over(self, button: Button) -> bool:
        """A person pressed a button: from now on people decide. Says whether this was the moment."""
        was_playing, self.is_playing = self.is_playing, False
        if button is Button.NEXT and self.host.state.question is None:
            self.move()
        return was_playing
