"""Engine figures: bait resolutions a second, whole rounds, replay of a long game, size of a state. No pictures."""

import pickle
import statistics
import time
from collections.abc import Callable
from functools import partial

from companion import settings
from companion.bench_worst import play_round, played, worst_table
from companion.journal import Entry, decode, encode
from companion.wiring import Box
from companion.world import HEROES, ROOMS, set_up
from engine.boss_monster import rounds, timing
from engine.boss_monster.bait import lure_all
from engine.boss_monster.building import legal_slots
from engine.boss_monster.commands import (
    BeginAdventure,
    BeginRound,
    Command,
    Correct,
    FinishBuild,
    LureHeroes,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.events import Event
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase, Player, Stack, State
from engine.core.commands import Answer
from engine.core.history import History, Step, advance, replay
from engine.core.ids import CopyId, PlayerId

LONG_GAME = 15
SHORT_GAME = 6
"""Rounds of a long evening."""


def median_ms(work: Callable[[], object], times: int) -> float:
    """The median time of a piece of work, after one run to warm up."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def cpu_ms(work: Callable[[], object], times: int) -> float:
    """The median processor time of a piece of work: what else the machine does, does not count."""
    work()
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)
    return statistics.median(taken)


def mid_game(box: Box, players: int) -> State:
    """Full dungeons, eight heroes in town, just before the bait."""
    names = settings.NAMES[:players]
    here = set_up(min(players, 4), 1, box.catalog, box.things)
    rooms = [card.copy for card in here.table.decks[ROOMS]]
    bosses = sorted(copy for copy in box.things if copy.startswith("bm.boss."))[:players]
    made = tuple(
        Player(PlayerId(f"p{seat}"), name, boss, tuple(Stack((rooms.pop(),)) for _ in range(5)))
        for seat, (name, boss) in enumerate(zip(names, bosses, strict=True), start=1)
    )
    heroes: tuple[CopyId, ...] = tuple(card.copy for card in here.table.decks[HEROES][-8:])
    sets = ("base", "crash_landing") if players > 4 else ("base",)
    return State(Options(names, sets), Phase.BUILT, 3, made, town=heroes, seen_heroes=heroes)


class LongGame:
    """A game of many rounds, played by the simplest legal players: build where it fits, never use an effect."""

    def __init__(self, box: Box, players: int = 4) -> None:
        self.box = box
        sets = ("base", "crash_landing") if players > 4 else ("base",)
        world = set_up(players, 5, box.catalog, box.things, sets)
        self.rooms = [card.copy for card in world.table.decks[ROOMS]]
        self.heroes = [card.copy for card in world.table.decks[HEROES]]
        self.options = Options(settings.NAMES[:players], sets)
        self.history: History[State, Command, Event] = History(new_game(self.options))
        self.do(SeatPlayers(world.bosses))

    def do(self, command: Command) -> None:
        """Carry out one command."""
        self.history = advance(self.history, command, self.apply)

    def apply(self, state: State, command: Command) -> Step[State, Event]:
        """The engine, without anybody around it."""
        return apply(state, command, self.box.catalog)

    def play(self, most: int) -> "LongGame":
        """Go on until so many rounds are over. Scores are kept low so that nobody wins early."""
        while self.history.state.round < most and self.history.state.phase is not Phase.OVER:
            self.step()
        return self

    def step(self) -> None:
        """Close the next checkpoint."""
        state = self.history.state
        if state.question is not None:
            self.do(Answer(state.question.choices[-1]))
            return
        match state.phase:
            case Phase.BUILD:
                assert state.active is not None
                self.do(FinishBuild(state.active, self._slot(state.player(state.active))))
            case Phase.REVEAL:
                waiting = [player for player in state.living if player.face_down]
                self.do(RevealRooms(tuple(self._placed(player) for player in waiting)))
            case Phase.ROUND_START:
                number = rounds.heroes_expected(state, self.box.catalog)
                self.do(RevealHeroes(tuple(self.heroes.pop() for _ in range(number))))
            case Phase.BUILT:
                for player in state.living:
                    self.do(Correct(player.id, souls=0, wounds=0))
                self.do(LureHeroes())
            case Phase.BAITED:
                self.do(BeginAdventure())
            case Phase.ADVENTURE:
                for player in state.living:
                    if player.wounds:
                        self.do(Correct(player.id, wounds=0))
                self.do(WalkOn())
            case _:
                self.do(BeginRound())

    def _slot(self, player: Player) -> int | None:
        if not self.rooms:
            return None
        legal = legal_slots(self.history.state, player, self.rooms[-1], self.box.catalog)
        return legal[-1] if legal else None

    def _placed(self, player: Player) -> Placed:
        assert player.face_down is not None
        legal = [
            room
            for room in self.rooms
            if player.face_down in legal_slots(self.history.state, player, room, self.box.catalog)
        ]
        self.rooms.remove(legal[-1])
        return Placed(player.id, player.face_down, legal[-1])


def report(box: Box) -> None:
    """Print the engine's figures."""
    four, six = mid_game(box, 4), mid_game(box, 6)
    bait = cpu_ms(lambda: lure_all(four, box.catalog), 60)
    print(f"  bait of 8 heroes among 4 full dungeons   {bait:8.3f} ms  ({8000 / bait:,.0f} heroes a second)")
    for players, state in ((4, four), (6, six)):
        taken = cpu_ms(lambda state=state: _phases(state, box), 40)  # type: ignore[misc]
        print(f"  bait, adventure and round end, {players} players {taken:8.3f} ms")
    _report_worst(box)
    for players in (4, 6):
        game = LongGame(box, players).play(LONG_GAME if players == 4 else SHORT_GAME)
        commands: list[Entry] = [turn.command for turn in game.history.turns]
        again = cpu_ms(partial(_replayed, commands, game), 5)
        played = game.history.state.round
        print(f"  a whole round, all phases, {players} players     {again / played:8.3f} ms")
        if players == 4:
            stored = [encode(command) for command in commands]
            opened = cpu_ms(lambda: _replayed([decode(line) for line in stored], game), 5)  # noqa: B023 - called here
            print(
                f"  replay of {played} rounds, {len(commands)} commands      {again:8.1f} ms, as stored {opened:.1f} ms"
            )
    print(f"  size of a state                          {len(pickle.dumps(game.history.state)):8,} bytes pickled")


def _report_worst(box: Box) -> None:
    """The most complex table: a whole round of it, and what everybody may do in the middle of it."""
    first = worst_table(box.catalog)
    commands = play_round(first, box.catalog)
    taken = cpu_ms(lambda: played(first, commands, box.catalog), 20)
    print(f"  the same on the most complex table       {taken:8.3f} ms  ({len(commands)} commands; goal: under 20 ms)")
    middle = played(first, commands[: len(commands) // 2], box.catalog)
    uses = cpu_ms(lambda: timing.possible(middle, box.catalog), 20)
    hand = cpu_ms(lambda: timing.from_hand(middle, middle.players[0].id, box.catalog), 20)
    print(f"  what may be used there, and from a hand  {uses:8.3f} ms, {hand:.3f} ms")


def _replayed(entries: list[Entry], game: LongGame) -> History[State, Command, Event]:
    return replay(game.history.first, entries, game.apply)


def _phases(state: State, box: Box) -> None:
    now = apply(state, LureHeroes(), box.catalog).state
    now = apply(now, BeginAdventure(), box.catalog).state
    while now.phase is Phase.ADVENTURE:
        now = apply(now, WalkOn(), box.catalog).state
