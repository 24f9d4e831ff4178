"""A rehearsal: simulated players play a game by moving the cards of the simulated table, and the referee watches.

Every picture is rendered and read like a real one. At each checkpoint the referee's table is held against the real one,
and every verdict against an independent reckoning.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion import truth
from companion.actors import Actors, is_doubt
from companion.host import Host, News, Notice, Undone
from companion.inbox import Chosen, Ordered, Pressed, TableSaw
from companion.reckoning import Reckoning
from companion.staging import Stage
from companion.world import World
from engine.boss_monster.cards import Spell
from engine.boss_monster.commands import (
    BeginAdventure,
    BeginRound,
    FinishBuild,
    LureHeroes,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.events import (
    EffectAnnounced,
    EffectDue,
    Event,
    HeroBaited,
    HeroDied,
    HeroSurvived,
    QuestionAsked,
)
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import Phase, Question, State
from hw.panel import Button
from vision.decode import Decoder
from vision.eye import Eye
from vision.frames import Picture
from vision.mess import Mess
from vision.simulated import SimulatedSource

FRAMES_PER_S = 14.0
"""As the Pi camera gives them at full size."""
_MOST_FRAMES = 120
"""A checkpoint that needs more pictures than this is stuck."""
_MOST_ATTEMPTS = 4
_MOST_USES = 200
"""So many cards are never used in one pause: the table goes in circles."""


CLOSES = (
    SeatPlayers,
    RevealHeroes,
    FinishBuild,
    RevealRooms,
    LureHeroes,
    BeginAdventure,
    WalkOn,
    BeginRound,
)
"""The commands that close a checkpoint (rules 4.9)."""


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
    verdicts_right: int = 0
    verdicts_wrong: int = 0
    verdicts_not_reckoned: int = 0
    """Verdicts that depend on more than the independent reckoning knows."""
    spells: int = 0
    abilities: int = 0
    """Used by players, or carried out because their moment had come."""
    entries: int = 0
    """How many journal entries are counted in."""
    questions: int = 0
    """How often the players were asked something, or had to touch the table again."""
    rounds: int = 0
    waits_ms: list[float] = field(default_factory=list)
    """Simulated time from the last hand leaving the picture to the verdict, checkpoint by checkpoint."""
    looks_ms: list[float] = field(default_factory=list)
    """Real time of reading, picture by picture."""
    computing_ms: list[float] = field(default_factory=list)
    """Time of the processor for reading and adjudicating in each of those waits."""
    peer_ms: list[float] = field(default_factory=list)
    """The same for another reader, for one picture at the end of each of those waits: how fast the machine is."""
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
        peer: Decoder | None = None,
    ) -> None:
        self._peer = peer
        self.host, self.world, self.tally = host, world, tally or Tally()
        self._note = note
        self._actors, self.source, self.eye, self._clock = actors, source, eye, clock
        self._stage = Stage(source, mess or Mess())
        self._tell, self._keep = tell, keep
        self._needed_help = False
        self._hands_gone_s = 0.0
        self._spent_s = 0.0
        """Time of the processor since the hands are gone."""
        self._picture: Picture | None = None
        """The newest picture."""
        self._awaited: tuple[object, ...] | None = None
        """The position at which a verdict is waited for."""
        self._reckoning = Reckoning(host.game.cards)

    def run(self, rounds: int) -> Tally:
        """Play until so many rounds are over or somebody has won."""
        self._catch_up()
        while not self._is_finished(rounds):
            self._checkpoint()
        return self.tally

    def _catch_up(self) -> None:
        """Count what was stored but not yet counted when the rehearsal was killed."""
        turns = self.host.game.history.turns
        counted = len(turns) - (self.host.game.entries - self.tally.entries)
        for turn in turns[:counted]:
            self._hear(turn.events)
        self._judge([News(event, turn.state) for turn in turns[counted:] for event in turn.events])
        self._change(self._actors.follow(self.world, turns))
        if any(isinstance(turn.command, CLOSES) for turn in turns[counted:]):
            self._watch()
            self._count()

    def _is_finished(self, rounds: int) -> bool:
        state = self.host.state
        return state.phase is Phase.OVER or (state.phase is Phase.ROUND_END and state.round >= rounds)

    def _checkpoint(self) -> None:
        """Hands do what is due, somebody presses the button, the referee looks until it is satisfied."""
        self._needed_help = self._is_in_doubt()
        self._play_cards()
        if self.host.state.phase is Phase.OVER:  # a card decided the game
            self._count()
            return
        before = _position(self.host.state)
        moved = self._actors.move(self.world, self.host.state)
        passes = self.host.state.phase is Phase.BUILD and moved.table.laid == self.world.table.laid
        self._change(moved)
        self._awaited = before
        for attempt in range(_MOST_ATTEMPTS):
            if _position(self.host.state) != before:  # it closed by itself while hands were still at work
                break
            entries = self.host.game.entries
            self._handle([Pressed(Button.PASS if passes else Button.NEXT)])
            self._watch()
            if _position(self.host.state) != before:
                break
            if self.host.game.entries > entries and not self._needed_help:  # a question of the game was answered
                continue
            self._ask()
            self._change(self._actors.straighten(self.world, attempt))
        else:
            raise Stuck(self.host.todo)
        self._count()

    def _play_cards(self) -> None:
        """Spells and abilities, until nobody wants to use one and all that was announced took place."""
        for _ in range(_MOST_USES):
            question = self.host.state.question
            if question is not None:
                self._answer(question)
                continue
            if self.world.shown:
                self._show()
                continue
            world, command = self._actors.use(self.world, self.host.state)
            if world is not self.world:
                self._wait_for_pad(world)
                self._change(world)
            elif command is not None:
                self._handle([Ordered(command)])
            elif self.host.state.announced:
                self._handle([Pressed(Button.NEXT)])
            else:
                return
        raise Stuck(self.host.todo)

    def _wait_for_pad(self, world: World) -> None:
        """A card that comes back to the spell pad must have been seen leaving it."""
        for _ in range(_MOST_FRAMES):
            if not self.host.remembers(world.shown):
                return
            self._look()

    def _show(self) -> None:
        """Somebody laid a card on the spell pad: the referee looks until it has read it."""
        for attempt in range(_MOST_ATTEMPTS):
            for _ in range(_MOST_FRAMES):
                if not self.world.shown:
                    return
                self._look()
            self._ask()
            self._change(self._actors.straighten(self.world, attempt))
        raise Stuck(self.host.todo)

    def _answer(self, question: Question) -> None:
        """Somebody answers, or lays the room that is the answer and lets the referee see it."""
        world, choice = self._actors.reply(self.world, self.host.state, question)
        if world is not self.world:
            self._change(world)
        if choice is not None:
            self._handle([Chosen(choice)])
        else:
            self._look()

    def _is_in_doubt(self) -> bool:
        question = self.host.state.question
        return question is not None and self._cannot_read(question, self.host.state)

    def _cannot_read(self, question: Question, state: State) -> bool:
        """Whether the referee asks because it cannot make out the table, and not about what really lies there."""
        return is_doubt(question) and not truth.is_forbidden(self.world, state, question)

    def _watch(self) -> None:
        """Pictures are taken until the press has led to something."""
        for _ in range(_MOST_FRAMES):
            if question := self.host.state.question:
                self._answer(question)
            elif not self.host.is_closing:
                return
            else:
                self._look()

    def _handle(self, messages: list[Pressed | TableSaw | Chosen | Ordered]) -> None:
        for message in messages:
            begun = time.process_time()
            news = self.host.handle(message, self._clock.now_s)
            self._spent_s += time.process_time() - begun
            self._judge(news)
            self._time(message)
            self._tell(news)
            followed = self._actors.follow(self.world, self.host.game.history.turns)
            if followed is not self.world:
                self._change(followed)

    def _time(self, message: Pressed | TableSaw | Chosen | Ordered) -> None:
        """How long people waited for this verdict, if it came from the table: a press or an answer needs no look."""
        if self._awaited is None or _position(self.host.state) == self._awaited:
            return
        self._awaited = None
        if isinstance(message, TableSaw) and not self._needed_help:
            self.tally.waits_ms.append(round(1000 * (self._clock.now_s - self._hands_gone_s)))
            self.tally.computing_ms.append(round(1000 * self._spent_s))
            if self._peer is not None and self._picture is not None:
                begun = time.process_time()
                self._peer.decode(self._picture)
                self.tally.peer_ms.append(round(1000 * (time.process_time() - begun), 1))

    def _look(self) -> None:
        """One picture."""
        self._clock.tick()
        frame = self.source.read()
        self._picture = frame.picture
        begun, worked = time.perf_counter(), time.process_time()
        seen = self.eye.look(frame)
        self.tally.looks_ms.append(round(1000 * (time.perf_counter() - begun), 1))
        self._spent_s += time.process_time() - worked
        self._handle([TableSaw(seen)])

    def _change(self, world: World) -> None:
        is_new = world is not self.world
        if is_new:
            self.world = world
            self._keep(world)
        before_s = self._clock.now_s
        self._stage.show(self.world, self.host.state, self._look)
        if is_new or self._clock.now_s > before_s:  # somebody's hands were at work
            self._hands_gone_s, self._spent_s = self._clock.now_s, 0.0

    def _ask(self, told: str = "") -> None:
        """The players had to do something about what the referee could not make out, or `told` them."""
        self._needed_help = True
        self.tally.questions += 1
        self.tally.complaints.append(f"asked: {self._doubt(told)}")

    def _doubt(self, told: str) -> str:
        """Where the game is, and what the referee could not make out."""
        state, question = self.host.state, self.host.state.question
        doubts = [" ".join(filter(None, (todo.key, todo.card))) for todo in self.host.todo]
        if told:
            doubts.append(told)
        if question is not None:
            doubts.append(" ".join((question.ask, *question.cards)))
        return f"round {state.round}, {state.phase.value}: {', '.join(doubts)}"

    # -- counting ----------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        """Hold the referee's table against the real one."""
        tally = self.tally
        tally.checkpoints += 1
        scored = self._reckoning.ledger.scored
        found = truth.differences(self.world, self.host.state, self.host.game.cards, scored)
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
            what = item.what
            if isinstance(what, Notice) and what.is_error:
                self._ask(" ".join((what.key, *map(str, what.slots.values()))))
            if isinstance(what, QuestionAsked) and self._cannot_read(what.question, item.state):
                self._ask()
            if isinstance(what, HeroBaited | HeroDied | HeroSurvived):
                self._weigh(what, item.state)
            if not isinstance(what, Notice | Undone):
                self._hear((what,))
                self._count_use(what)

    def _hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self._reckoning.ledger.hear(event)

    def _weigh(self, verdict: HeroBaited | HeroDied | HeroSurvived, state: State) -> None:
        self.tally.verdicts += 1
        match self._reckoning.is_true(verdict, state, self.world):
            case True:
                self.tally.verdicts_right += 1
            case False:
                self.tally.verdicts_wrong += 1
                self.tally.complaints.append(f"verdict: {verdict}")
            case None:
                self.tally.verdicts_not_reckoned += 1

    def _count_use(self, event: Event) -> None:
        match event:
            case EffectAnnounced(_, card) if card is not None and isinstance(self.host.game.cards[card], Spell):
                self.tally.spells += 1
            case EffectAnnounced() | EffectDue():
                self.tally.abilities += 1


def _position(state: State) -> tuple[object, ...]:
    """Where in the game the table is: changes when a checkpoint is closed."""
    return state.round, state.phase, state.active, state.walk
