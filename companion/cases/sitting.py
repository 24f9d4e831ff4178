"""A made-up table at which one case is played: players, cards, and commands to the real engine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.cases.cards import ROOM_FIELDS, Box
from companion.cases.fields import CaseError, Record, shown
from companion.cases.reading import Case
from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import (
    BeginAdventure,
    BeginRound,
    Command,
    FinishBuild,
    LureHeroes,
    RevealHeroes,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.events import Event
from engine.boss_monster.options import EXPANSIONS, STAND_ALONE, Options, options_from
from engine.boss_monster.rounds import heroes_expected
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase, Player, Question, Stack, State
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId, PlayerId

CODES = {
    "BASE": "base",
    "NL": "next_level",
    "CL": "crash_landing",
    "THK": "tools_of_hero_kind",
    "RM": "rise_of_the_minibosses",
    "IOD": "implements_of_destruction",
    "VOV": "vault_of_villains",
}
"""The sets as the rules file writes them."""
USUAL = ("base", "crash_landing")
WITH_ITEMS = (*USUAL, "tools_of_hero_kind", "implements_of_destruction")
WITH_MINIBOSSES = (*USUAL, "rise_of_the_minibosses")
EVERYWHERE = ("sets", "crash_landing")
"""Fields that every kind of case may have."""
MOST_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a case."""

    name: str
    xp: int
    treasure: tuple[Treasure, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a case, and the tables at which it was found."""

    answer: dict[str, object]
    sittings: tuple["Sitting", ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened, with the table before and after."""

    event: Event
    before: State
    after: State


class Sitting:
    """One game in the making. The state is set up as the case says; commands then go through the rules."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.box = Box(options.hero_set)
        self.state = State(options)
        self.told: list[Told] = []
        self.unanswered: list[Question] = []
        self.refused: list[tuple[object, IllegalCommand]] = []
        self.people: dict[str, str] = {}
        self.backstage: set[str] = set()
        """Players of whom the case does not speak: they only keep the game running."""
        self.seated = 0
        self._ids: dict[str, PlayerId] = {}

    # -- people ------------------------------------------------------------------------------------------------------

    def sit(self, seats: Iterable[Seat]) -> None:
        """The bosses give the turn order (BM-GEN-5)."""
        people = list(seats)
        bosses = [self.box.boss(seat.name, seat.xp, seat.treasure) for seat in people]
        if len({seat.xp for seat in people}) < len(people):
            self._settle_ties(tuple(bosses))
        else:
            by_xp = sorted(range(len(people)), key=lambda place: -people[place].xp)
            players = [Player(PlayerId(f"p{place + 1}"), people[place].name, bosses[place]) for place in by_xp]
            self.set(players=tuple(players), round=1)
        self._ids = {player.name: player.id for player in self.state.players}
        self.people = {player.id: player.name for player in self.state.players}
        self.seated = len(self.told)

    def _settle_ties(self, bosses: tuple[CopyId, ...]) -> None:
        """Equal XP (BM-GEN-7, A-12): the seats decide; who is first if it is asked, a case does not say: as listed."""
        self.do(SeatPlayers(bosses))
        while self.state.question is not None:
            self.answer(None, usual=self.state.question.choices[0])
        self.set(round=1)

    def player(self, name: str) -> Player:
        """A player by the name of the case."""
        return self.state.player(self._ids[name])

    def id_of(self, name: str) -> PlayerId:
        """A player's id in the engine."""
        return self._ids[name]

    def name_of(self, player: PlayerId | None) -> str | None:
        """A player's name in the case."""
        return None if player is None else self.state.player(player).name

    def change(self, name: str, **facts: object) -> None:
        """Set facts of a player, as the case gives them."""
        self.state = self.state.with_player(replace(self.player(name), **facts))  # type: ignore[arg-type]

    def change_all(self, facts: Mapping[str, Mapping[str, object]]) -> None:
        """Set facts of all players at once."""
        changed = [(player, facts[player.name]) for player in self.state.players]
        players = [replace(player, **new) if new else player for player, new in changed]  # type: ignore[arg-type]
        self.set(players=tuple(players))

    def set(self, **facts: object) -> None:
        """Set facts of the table, as the case gives them."""
        self.state = replace(self.state, **facts)  # type: ignore[arg-type]

    # -- cards -------------------------------------------------------------------------------------------------------

    def name(self, copy: CopyId) -> str:
        """The name of a card in the case."""
        return self.box.names[copy]

    def named(self, copies: Iterable[CopyId]) -> list[str]:
        """The names of cards in the case."""
        return [self.box.names[copy] for copy in copies]

    def dungeon(self, facts: Record, owner: str = "", name: str = "dungeon") -> tuple[Stack, ...]:
        """The rooms of a list in walk order as stacks, s1 first. `under` lists covered rooms from the bottom up."""
        stacks = []
        for place, room in enumerate(facts.records(name), start=1):
            room.only(*ROOM_FIELDS)
            below = []
            for depth, covered in enumerate(room.records("under"), start=1):
                covered.only(*(field for field in ROOM_FIELDS if field not in ("deact", "under")))
                below.append(self.box.room(covered.text("id", f"{owner}w{place}.under{depth}"), covered))
            top = self.box.room(room.text("id", f"{owner}w{place}"), room)
            stacks.append(Stack((*below, top), room.flag("deact")))
        _check_size(stacks, facts, name, self.options)
        return tuple(reversed(stacks))

    def plain_dungeon(self, rooms: int, owner: str = "") -> tuple[Stack, ...]:
        """So many rooms without any text, s1 first."""
        return tuple(Stack((self.box.room(f"{owner}s{slot}"),)) for slot in range(1, rooms + 1))

    # -- the game ----------------------------------------------------------------------------------------------------

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Carry out commands with the real rules. `IllegalCommand` if the game does not allow one."""
        events: list[Event] = []
        for command in commands:
            before = self.state
            step = apply(before, command, self.box.catalog)
            self.state = step.state
            self.told += [Told(event, before, step.state) for event in step.events]
            events += step.events
        return tuple(events)

    def attempt(self, command: Command) -> IllegalCommand | None:
        """Carry out a command, or say why the game does not allow it; then nothing has changed."""
        try:
            self.do(command)
        except IllegalCommand as refused:
            self.refused.append((command, refused))
            return refused
        return None

    def answer(self, choice: str | None, usual: str | None = None) -> None:
        """Answer the pending question. What the case leaves open is named in the result, and goes the usual way."""
        question = self.state.question
        assert question is not None
        if choice not in question.choices:
            self.unanswered.append(question)
            choice = usual
        if choice is None:
            self.set(questions=self.state.questions[1:])
        else:
            self.do(Answer(choice))

    def finish_building(self) -> None:
        """Nobody else builds; the phase is over, or face-down cards wait for the reveal."""
        while self.state.phase is Phase.BUILD:
            assert self.state.active is not None
            self.do(FinishBuild(self.state.active))

    def finish_adventure(self) -> tuple[Event, ...]:
        """All walk on until the round is judged; also those who only have a turn to play something (D-02)."""
        events: list[Event] = []
        while self.state.phase is Phase.ADVENTURE:
            events += self.do(WalkOn())
        return tuple(events)

    def next_build_phase(self, deck: tuple[CopyId, ...]) -> None:
        """Play on, without anything happening, until the build phase of the next round."""
        now = self.state.round
        while (self.state.phase, self.state.round) != (Phase.BUILD, now + 1):
            self._play_on(deck)

    def _play_on(self, deck: tuple[CopyId, ...]) -> None:
        match self.state.phase:
            case Phase.BUILD:
                self.finish_building()
            case Phase.BUILT:
                self.do(LureHeroes())
            case Phase.BAITED:
                self.do(BeginAdventure())
            case Phase.ADVENTURE:
                self.finish_adventure()
            case Phase.ROUND_END:
                self.do(BeginRound())
            case Phase.ROUND_START:
                wanted = heroes_expected(self.state, self.box.catalog)
                fresh = [copy for copy in deck if copy not in self.state.seen_heroes]
                self.do(RevealHeroes(tuple(fresh[:wanted])))
            case _:
                raise CaseError(f"the game is over in round {self.state.round}")


def _check_size(stacks: list[Stack], facts: Record, name: str, options: Options) -> None:
    counted = [stack for stack in stacks if options.deactivated_occupies_slot or not stack.deactivated]
    if len(counted) > 5:
        raise CaseError(f"a dungeon has five slots, not {len(counted)} (BM-BUILD-4)", facts.at(name))


def sitting_for(case: Case, names: Iterable[str], sets: tuple[str, ...] = USUAL, **variants: object) -> Sitting:
    """An empty table for these people, with the sets and house rules of the case."""
    people = tuple(names)
    if not 2 <= len(people) <= MOST_PLAYERS:
        raise CaseError(f"2 to {MOST_PLAYERS} players can play, not {len(people)} (BM-COMB-4)", case.given.path)
    chosen = sets_of(case.given, sets)
    return Sitting(_options(tuple(case.switches.items()), people, chosen, tuple(variants.items())))


def checked_game(case: Case, sitting: Sitting) -> None:
    """Refuse sets that cannot be played together or by so many."""
    if refused := _why_not(sitting.options.sets, sitting.options.hero_set, sitting.options.player_count):
        place = case.given.at("sets" if "sets" in case.given else "crash_landing")
        raise CaseError(f"these sets cannot be played like this: {refused}", place)


@lru_cache(maxsize=512)
def _why_not(sets: tuple[str, ...], hero_set: str, players: int) -> str:
    try:
        new_game(Options(tuple("ABCDEF"[:players]), sets, hero_set=hero_set))
    except IllegalCommand as refused:
        return str(refused)
    return ""


@lru_cache(maxsize=512)
def _options(
    switches: tuple[tuple[str, object], ...],
    names: tuple[str, ...],
    sets: tuple[str, ...],
    variants: tuple[tuple[str, object], ...],
) -> Options:
    return options_from(dict(switches), names=names, sets=sets, **dict(variants))


def sets_of(given: Record, usual: tuple[str, ...] = USUAL) -> tuple[str, ...]:
    """The sets in play: those that the case names, or the usual ones for its kind."""
    sets = usual
    if "sets" in given:
        sets = tuple(_set(word, path) for word, path in given.texts("sets"))
        if not sets:
            raise CaseError("name at least one set", given.at("sets"))
        if len(set(sets)) < len(sets):
            raise CaseError("a set is named twice", given.at("sets"))
    if "crash_landing" in given:
        others = tuple(name for name in sets if name != "crash_landing")
        sets = (*others, "crash_landing") if given.flag("crash_landing") else others
    return sets


def _set(word: str, path: tuple[str, ...]) -> str:
    if word not in CODES and word not in (*STAND_ALONE, *EXPANSIONS):
        raise CaseError(f"{shown(word)} is no set; known: {', '.join(CODES)}", path)
    return CODES.get(word, word)
