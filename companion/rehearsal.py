"""A rehearsal: simulated players play a game by moving the cards of the simulated table, and the referee watches.

Every picture is rendered and read like a real one. At each checkpoint the referee's table is held against the real one,
and every verdict against an independent reckoning.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion import truth
from companion.actors import Actors
from companion.host import Host, News, Notice
from companion.inbox import Chosen, Pressed, TableSaw
from companion.staging import Stage
from companion.world import World
from engine.boss_monster.events import Event, HeroBaited, HeroDied, HeroSurvived, QuestionAsked
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import Phase, State
from engine.core.cards import Catalog
from hw.panel import Button
from vision.eye import Eye
from vision.mess import Mess
from vision.simulated import SimulatedSource

FRAMES_PER_S = 14.0
"""As the Pi camera gives them at full size."""
_MOST_FRAMES = 120
"""A checkpoint that needs more pictures than this is stuck."""
_MOST_ATTEMPTS = 4


class Stuck(Exception):
    """The referee does not get past a checkpoint, whatever the players do."""

    def __init__(self, todo: tuple[Todo, ...]) -> None:
        super().__init__("the referee does not get past this checkpoint")
        self.todo = todo


@dataclass(slots=True)
class Tally:
    """What a rehearsal counts. `asked` are checkpoints at which the referee wanted help; `wrong` ones at which it was
    wrong without asking."""

    checkpoints: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    verdicts: int = 0
    verdicts_wrong: int = 0
    entries: int = 0
    """How many journal entries are counted in."""
    questions: int = 0
    """How often the players were asked something, or had to touch the table again."""
    rounds: int = 0
    waits_ms: list[float] = field(default_factory=list)
    """Simulated time from the last hand leaving the picture to the verdict, checkpoint by checkpoint."""
    looks_ms: list[float] = field(default_factory=list)
    """Real time of reading in those waits, picture by picture."""
    complaints: list[str] = field(default_factory=list)


class SimulatedClock:
    """Time that passes only when a picture is taken."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        """The time of the next picture."""
        return self.now_s

    def tick(self) -> None:
        """One picture later."""
        self.now_s += 1 / FRAMES_PER_S


class Rehearsal:
    """Players, table, camera and referee in one room, one step after the other."""

    def __init__(
        self,
        host: Host,
        actors: Actors,
        world: World,
        source: SimulatedSource,
        eye: Eye,
        clock: SimulatedClock,
        tell: Callable[[list[News]], None],
        keep: Callable[[World], None],
        note: Callable[[Tally], None],
        tally: Tally | None = None,
        mess: Mess | None = None,
    ) -> None:
        self.host, self.world, self.tally = host, world, tally or Tally()
        self._note = note
        self._actors, self.source, self.eye, self._clock = actors, source, eye, clock
        self._stage = Stage(source, mess or Mess())
        self._tell, self._keep = tell, keep
        self._needed_help = False

    def run(self, rounds: int) -> Tally:
        """Play until so many rounds are over or somebody has won."""
        self._catch_up()
        while not self._is_finished(rounds):
            self._checkpoint()
        return self.tally

    def _catch_up(self) -> None:
        """Count what was stored but not yet counted when the rehearsal was killed."""
        missed = self.host.game.entries - self.tally.entries
        if missed and self.host.state.question is None:
            turns = self.host.game.history.turns[-missed:]
            self._judge([News(event, turn.state) for turn in turns for event in turn.events])
            self._count()

    def _is_finished(self, rounds: int) -> bool:
        state = self.host.state
        return state.phase is Phase.OVER or (state.phase is Phase.ROUND_END and state.round >= rounds)

    def _checkpoint(self) -> None:
        """Hands do what is due, somebody presses the button, the referee looks until it is satisfied."""
        self._needed_help = self.host.state.question is not None
        before = _position(self.host.state)
        self._change(self._actors.move(self.world, self.host.state))
        begun_s = self._clock.now_s
        for attempt in range(_MOST_ATTEMPTS):
            if _position(self.host.state) != before:  # it closed by itself while hands were still at work
                break
            self._handle([Pressed(Button.NEXT)])
            self._watch()
            if _position(self.host.state) != before:
                break
            self._ask()
            self._change(self._actors.straighten(self.world, attempt))
        else:
            raise Stuck(self.host.todo)
        if not self._needed_help and self._clock.now_s > begun_s:
            self.tally.waits_ms.append(round(1000 * (self._clock.now_s - begun_s)))
        self._count()

    def _watch(self) -> None:
        """Pictures are taken until the press has led to something."""
        for _ in range(_MOST_FRAMES):
            if question := self.host.state.question:
                self._handle([Chosen(self._actors.answer(self.world, self.host.state, question))])
            elif not self.host.is_closing:
                return
            else:
                self._look()

    def _handle(self, messages: list[Pressed | TableSaw | Chosen]) -> None:
        for message in messages:
            news = self.host.handle(message, self._clock.now_s)
            self._judge(news)
            self._tell(news)

    def _look(self) -> None:
        """One picture."""
        self._clock.tick()
        frame = self.source.read()
        begun = time.perf_counter()
        seen = self.eye.look(frame)
        self.tally.looks_ms.append(round(1000 * (time.perf_counter() - begun), 1))
        self._handle([TableSaw(seen)])

    def _change(self, world: World) -> None:
        if world is not self.world:
            self.world = world
            self._keep(world)
        self._stage.show(self.world, self.host.state, self._look)

    def _ask(self) -> None:
        """The players had to do something about what the referee could not make out."""
        self._needed_help = True
        self.tally.questions += 1

    # -- counting ----------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        """Hold the referee's table against the real one."""
        tally = self.tally
        tally.checkpoints += 1
        found = truth.differences(self.world, self.host.state, self.host.game.cards)
        if self._needed_help:
            tally.asked += 1
        elif found:
            tally.wrong += 1
            tally.complaints += found
        else:
            tally.right += 1
        tally.entries, tally.rounds = self.host.game.entries, self.host.state.round
        self._note(tally)

    def _judge(self, news: list[News]) -> None:
        """Hold every verdict against the independent reckoning."""
        for item in news:
            if (isinstance(item.what, Notice) and item.what.is_error) or isinstance(item.what, QuestionAsked):
                self._ask()
            if isinstance(item.what, HeroBaited | HeroDied | HeroSurvived):
                self.tally.verdicts += 1
                if not is_true(item.what, item.state, self.world, self.host.game.cards):
                    self.tally.verdicts_wrong += 1
                    self.tally.complaints.append(f"verdict: {item.what}")


def _position(state: State) -> tuple[object, ...]:
    """Where in the game the table is: changes when a checkpoint is closed."""
    return state.round, state.phase, state.active, state.walk


def is_true(verdict: Event, state: State, world: World, cards: Catalog) -> bool:
    """Whether a verdict is what the real cards say."""
    match verdict:
        case HeroBaited(hero, player):
            boss = None if player is None else state.player(player).boss
            return truth.lured_to(world, hero, cards) == boss
        case HeroDied(player, hero, room, damage):
            return truth.walk(world, state.player(player).boss, hero, cards) == (damage, room)
        case HeroSurvived(player, hero, damage):
            return truth.walk(world, state.player(player).boss, hero, cards) == (damage, None)
        case _:
            return True
