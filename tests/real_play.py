"""Random legal play with the real cards: whole evenings with hands, spells, abilities, items, minibosses and choices.

    python -m tests.real_play --games 5000 --seed 1 --jobs 2

Every set mix and two to six players; invariants after each step. Prints how long games last and what they bring.
"""

import argparse
import multiprocessing
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from cards_db.loader import load_catalog
from companion.hands import Hands
from companion.table_players import TablePlayers, bosses_for
from engine.boss_monster import rounds
from engine.boss_monster.cards import Hero, Item
from engine.boss_monster.combination import setup_problems
from engine.boss_monster.commands import (
    BeginAdventure,
    BeginRound,
    BuildRoom,
    Command,
    LureHeroes,
    Promote,
    ResolveAnnounced,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.decks import is_in_hero_deck, items_per_round
from engine.boss_monster.effect_events import EffectLost
from engine.boss_monster.events import BuildTakenBack, EffectDue, EffectResolves, Event, QuestionAsked
from engine.boss_monster.options import EXPANSIONS, STAND_ALONE, Options, options_from
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase, State
from engine.core.cards import Card, Catalog
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId
from tests.random_play import check, check_step

MOST_ROUNDS = 40
MOST_COMMANDS = 6000
EMPTY = ("implements_of_destruction", "vault_of_villains")
"""Sets whose cards nobody has entered yet."""


@cache
def all_cards() -> Catalog:
    """Every real card."""
    return load_catalog()


def set_mixes() -> list[tuple[str, ...]]:
    """Every legal choice of sets whose cards are known, with promos and without."""
    mixes = []
    alone = [set_ for set_ in STAND_ALONE if set_ not in EMPTY]
    more = [set_ for set_ in EXPANSIONS if set_ not in EMPTY]
    for basis in ([one] for one in alone):
        mixes.append(tuple(basis))
    mixes += [(one, two) for one in alone for two in alone if one != two]
    return [mix + tuple(extra) for mix in mixes for extra in _subsets(more)]


def _subsets(items: list[str]) -> list[list[str]]:
    if not items:
        return [[]]
    rest = _subsets(items[1:])
    return rest + [[items[0], *some] for some in rest]


@dataclass
class Evening:
    """One game from its first moment."""

    dice: random.Random
    options: Options
    cards: Catalog
    players: TablePlayers
    state: State
    commands: int = 0
    last_use: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    """What the engine took for each command, in processor time."""

    def order(self, command: Command) -> bool:
        """Give a command; a refusal must leave everything as it was."""
        before, started = self.state, time.process_time()
        try:
            step = apply(before, command, self.cards)
        except IllegalCommand as error:
            self.tally[f"refused {error.reason}"] += 1
            return False
        self.seconds.append(time.process_time() - started)
        self.commands += 1
        self.state = step.state
        self._follow(step.events)
        check_step(before, self.state, step.events, command)
        check(self.state, self.cards)
        return True

    def _follow(self, events: tuple[Event, ...]) -> None:
        self.players.hands.follow(events, self.state)
        for event in events:
            if isinstance(event, BuildTakenBack) and self.state.phase is Phase.BUILD:
                self.players.taken_back()
            elif isinstance(event, EffectDue | EffectResolves):
                self.tally["effects"] += 1
                if event.card is not None:
                    self.used[event.card.partition("#")[0]] += 1
            elif isinstance(event, EffectLost):
                self.tally["lost"] += 1
            elif isinstance(event, QuestionAsked):
                self.tally["questions"] += 1


def begin(seed: int) -> Evening:
    """A table made ready."""
    dice = random.Random(seed)
    mixes = set_mixes()
    while True:
        sets = mixes[seed % len(mixes)] + (("promos",) if dice.random() < 0.3 else ())
        names = tuple("ABCDEF"[: dice.randint(2, 6)])
        options = options_from({}, names=names, sets=sets, hero_set=sets[0])
        if not any(problem.is_error for problem in setup_problems(options)):
            break
    cards = all_cards().of_sets((*sets, "table"))
    players = TablePlayers(dice, cards, Hands(dice, cards), eager=dice.choice([0.1, 0.3, 0.6]))
    evening = Evening(dice, options, cards, players, new_game(options))
    evening.order(SeatPlayers(bosses_for(cards, options.player_count, dice)))
    while evening.state.question is not None:
        evening.order(Answer(dice.choice(evening.state.question.choices)))
    players.hands.deal(player.id for player in evening.state.players)
    return evening


def play(seed: int) -> Evening:
    """A whole evening."""
    evening = begin(seed)
    while evening.state.phase is not Phase.OVER and evening.state.round <= MOST_ROUNDS:
        assert evening.commands < MOST_COMMANDS, "the game does not get on"
        _step(evening)
    return evening


def _step(evening: Evening) -> None:
    state, players, dice = evening.state, evening.players, evening.dice
    if state.question is not None:
        command = players.answer(state, state.question)
        done = evening.order(command)
        assert done or isinstance(command, BuildRoom), f"{state.question} refuses {command}"
        if not done:
            evening.order(Answer("none"))
    elif state.announced and dice.random() < 0.7:
        assert evening.order(ResolveAnnounced())
    elif (use := players.use(state)) is not None:
        assert evening.order(use), f"{use} was offered"
    elif state.announced:
        assert evening.order(ResolveAnnounced())
    elif state.phase is Phase.BUILD and dice.random() < 0.2 and _promote(evening):
        return
    else:
        command = _next(evening)
        assert evening.order(command), f"stuck in {state.phase}: {command} {evening.tally}"


def _promote(evening: Evening) -> bool:
    player = evening.dice.choice(evening.state.living)
    tucked = [slot for slot, stack in enumerate(player.dungeon, 1) if stack.miniboss]
    return bool(tucked) and evening.order(Promote(player.id, evening.dice.choice(tucked)))


def _next(evening: Evening) -> Command:
    """Close the checkpoint that the table is waiting for."""
    state = evening.state
    match state.phase:
        case Phase.BUILD:
            return evening.players.build(state)
        case Phase.REVEAL:
            return RevealRooms(evening.players.reveal(state))
        case Phase.ROUND_START:
            return _reveal_heroes(evening)
        case Phase.BUILT:
            return LureHeroes()
        case Phase.BAITED:
            return BeginAdventure()
        case Phase.ADVENTURE:
            return WalkOn()
        case _:
            return BeginRound()


def _reveal_heroes(evening: Evening) -> Command:
    state, dice = evening.state, evening.dice
    deck = [copy for copy in _all(evening, Hero) if copy not in state.seen_heroes]
    deck = [copy for copy in deck if is_in_hero_deck(_hero_of(evening, copy), evening.options)]
    dice.shuffle(deck)
    deck.sort(key=lambda copy: _hero_of(evening, copy).epic)
    items = [copy for copy in _all(evening, Item) if copy not in state.seen_items]
    dice.shuffle(items)
    expected = rounds.heroes_expected(state, evening.cards)
    return RevealHeroes(tuple(deck[:expected]), tuple(items[: items_per_round(state)]))


def _all(evening: Evening, kind: type[Card]) -> list[CopyId]:
    return [copy for card in evening.cards if isinstance(card, kind) for copy in card.copy_ids]


def _hero_of(evening: Evening, copy: CopyId) -> Hero:
    card = evening.cards[copy]
    assert isinstance(card, Hero)
    return card


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of an evening."""

    seed: int
    rounds: int
    souls: float
    """Per round and player."""
    slowest_s: float
    tally: Counter[str]
    used: Counter[str]


def played(seed: int) -> Played:
    """Play a whole evening; a mistake is named with its seed."""
    try:
        evening = play(seed)
    except Exception:
        print(f"\nseed {seed}", file=sys.stderr, flush=True)
        raise
    state = evening.state
    evening.tally["commands"] += evening.commands
    evening.tally["over" if state.phase is Phase.OVER else "ran dry"] += 1
    scored = sum(player.souls for player in state.players)
    souls = scored / state.round / len(state.players)
    return Played(seed, state.round, souls, max(evening.seconds), evening.tally, evening.used)


def many(seeds: range, jobs: int) -> Iterator[Played]:
    """Many evenings, shared out among processes."""
    if jobs == 1:
        yield from map(played, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(played, seeds, chunksize=10)


def main() -> int:
    """Play many evenings and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    args = parser.parse_args()
    started = time.perf_counter()
    evenings: list[Played] = []
    for evening in many(range(args.seed, args.seed + args.games), args.jobs):
        evenings.append(evening)
        if len(evenings) % 20 == 0:
            print(f"\r{len(evenings)} games", end="", file=sys.stderr, flush=True)
    report(evenings)
    print(f"{args.games} games from seed {args.seed} in {time.perf_counter() - started:.0f} s")
    return 0


def report(evenings: Sequence[Played]) -> None:
    """Print how long games last and what they bring. Whoever gets here met no exception and no broken invariant."""
    total: Counter[str] = sum((evening.tally for evening in evenings), Counter())
    used: Counter[str] = sum((evening.used for evening in evenings), Counter())
    lengths = [evening.rounds for evening in evenings]
    able = {card.id for card in all_cards() if card.abilities}
    print(f"\n{len(evenings)} games: 0 exceptions, 0 broken invariants")
    print(f"rounds per game: mean {statistics.mean(lengths):.1f}, {min(lengths)} to {max(lengths)}")
    print(f"souls per round and player: mean {statistics.mean(evening.souls for evening in evenings):.2f}")
    print(f"slowest command: {max(evening.slowest_s for evening in evenings) * 1000:.1f} ms of processor time")
    if endless := [evening.seed for evening in evenings if evening.tally["ran dry"]]:
        print(f"without an end after {MOST_ROUNDS} rounds: seeds {endless}")
    print(", ".join(f"{name} {count}" for name, count in total.most_common()))
    print(f"{len(used)} of {len(able)} cards with abilities spoke up as tasks; the others work by themselves")


if __name__ == "__main__":
    sys.exit(main())
