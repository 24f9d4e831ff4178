"""Cards that nobody would print: made-up cards with random abilities of the whole vocabulary, played at random.

    python -m tests.wild_cards --games 500 --seed 1

Whatever a card file says in known words, the engine refuses a command or carries it out: it never breaks, never runs
in a circle and never loses a card.
"""

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from engine.boss_monster import timing
from engine.boss_monster.cards import Boss, Miniboss, Room, Spell, SpellPhase
from engine.boss_monster.commands import Announce, BuildRoom, Command, ResolveAnnounced, SeatPlayers
from engine.boss_monster.effects.performing import STATIC_ONLY
from engine.boss_monster.options import Options
from engine.boss_monster.rules import new_game
from engine.boss_monster.state import Phase
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.cards import Card, Catalog
from engine.core.commands import Answer
from engine.core.effects import Ability, Condition, Count, Step, Trigger
from engine.core.history import History
from engine.core.ids import CardId, Code
from tests.random_play import Game, box, go_on, random_effect, random_options, unused

MOST_ROUNDS = 8
MOST_COMMANDS = 500
NUMBERS = (0, 1, 1, 2, 3, 7, -1)
SPELLS = 25


class Wild:
    """Random words, deep enough to hold each other."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def ability(self, when: Trigger | None = None) -> Ability:
        """Any ability that a card file may hold."""
        when = when or self.dice.choice(list(Trigger))
        made: Ability = self._record(Ability, 0, when is Trigger.STATIC)
        return replace(made, when=when, do=made.do or (self.word(Step, 1, static=when is Trigger.STATIC),))

    def word(self, family: type, depth: int, *, static: bool) -> Any:
        """Any step, condition or count. Words that only hold never happen: the card files may not say so."""
        kinds = list(VOCABULARY.family(family).values())
        if family is Step and not static:
            kinds = [kind for kind in kinds if kind not in STATIC_ONLY]
        return self._record(self.dice.choice(kinds), depth + 1, static)

    def _record(self, kind: type, depth: int, static: bool) -> Any:
        hints = get_type_hints(kind)
        given = [field.name for field in fields(kind) if field.default is MISSING or self.dice.random() < 0.4]
        return kind(**{name: self._value(hints[name], depth, static) for name in given})

    def _value(self, hint: Any, depth: int, static: bool) -> Any:
        origin = get_origin(hint)
        if origin in (Union, UnionType):
            return self._value(self.dice.choice(get_args(hint)), depth, static)
        if origin is tuple:
            most = 3 if depth < 2 else 1 if depth < 4 else 0
            return tuple(self._value(get_args(hint)[0], depth, static) for _ in range(self.dice.randint(0, most)))
        if hint in (Step, Condition, Count):
            return self.word(hint, depth, static=static and hint is Step)
        if is_dataclass(hint):
            return self._record(cast(type, hint), depth, static)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self.dice.choice(list(hint))
        if hint is bool:
            return self.dice.random() < 0.5
        if hint is str:
            return f"way_{self.dice.randint(1, 9)}"
        return None if hint is NoneType else self.dice.choice(NUMBERS)


def wild_catalog(options: Options, dice: random.Random) -> Catalog:
    """The boxes of a game in which every card does something odd."""
    wild = Wild(dice)
    cards: dict[CardId, Card] = {}
    for set_ in options.sets:
        for card in box(set_):
            number = 3 if isinstance(card, Miniboss) else dice.choice([0, 1, 1, 2])
            abilities = tuple(wild.ability(_moment(card, dice)) for _ in range(number))
            cards[card.id] = replace(card, abilities=abilities)
    for number in range(SPELLS):
        id_ = CardId(f"bm.spell.wild_{number}")
        text = (wild.ability(Trigger.PLAYED),)
        phase = dice.choice(list(SpellPhase))
        cards[id_] = Spell(id=id_, set=options.sets[0], number="", copies=2, phase=phase, abilities=text)
    return Catalog(cards, {Code(copy.upper()): copy for card in cards.values() for copy in card.copy_ids})


def _moment(card: Card, dice: random.Random) -> Trigger | None:
    """Bosses mostly when they level up; otherwise at any moment, often for ever or used."""
    if isinstance(card, Boss) and dice.random() < 0.5:
        return Trigger.LEVEL_UP
    return dice.choice([None, None, Trigger.STATIC, Trigger.ACTIVATED])


def play(seed: int) -> Game:
    """A part of a game with such cards; stops after so many commands."""
    dice = random.Random(seed)
    options = random_options(dice)
    cards = wild_catalog(options, dice)
    game = Game(dice, options, cards, History(new_game(options)), souls_lie_there=False)
    bosses = [copy for card in cards if isinstance(card, Boss) for copy in card.copy_ids]
    while game.state.phase is not Phase.OVER and game.state.round <= MOST_ROUNDS and game.commands < MOST_COMMANDS:
        if game.state.question is not None:
            _answer(game)
        elif game.state.phase is Phase.SETUP:
            game.order(SeatPlayers(tuple(dice.sample(bosses, options.player_count))))
        elif (use := _use(game)) is not None:
            game.order(use)
        elif game.state.announced:
            assert game.order(ResolveAnnounced()), "what waits takes place"
        elif dice.random() < 0.05:
            game.order(random_effect(game))
        else:
            go_on(game)
    return game


def _answer(game: Game) -> None:
    question = game.state.question
    assert question is not None
    if question.key == "build_now" and question.player is not None and game.dice.random() < 0.7:
        rooms = unused(game, Room, Miniboss)
        slot = game.dice.randint(1, 6)
        if game.order(BuildRoom(question.player, slot, game.dice.choice(rooms))):
            return
    assert question.choices, f"{question} has no answer"
    assert game.order(Answer(game.dice.choice(question.choices))), f"{question} takes its own answers"


def _use(game: Game) -> Command | None:
    """Somebody uses what may be used: it must work then."""
    if game.dice.random() > 0.3:
        return None
    player = game.dice.choice(game.state.living)
    uses = [use for use in timing.possible(game.state, game.cards) if use.player == player.id]
    uses += timing.from_hand(game.state, player.id, game.cards)
    if not uses:
        return None
    use = game.dice.choice(uses)
    return Announce(use.player, use.card, use.ability)


def main() -> int:
    """Play many games and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    started, total = time.perf_counter(), Counter[str]()
    for seed in range(args.seed, args.seed + args.games):
        try:
            game = play(seed)
        except Exception:
            print(f"seed {seed}", file=sys.stderr, flush=True)
            raise
        total["commands"] += game.commands
        total["rounds"] += game.state.round
        total += game.refused
    print(f"{args.games} games from seed {args.seed}: 0 exceptions, 0 broken invariants")
    print(
        ", ".join(f"{name} {count}" for name, count in total.most_common(8)), f"{time.perf_counter() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
