"""Random play with the engine alone: whole games, every rule and switch at random, invariants after each step.

    python -m tests.random_play --games 2000 --seed 1

The cards are made up, but each set has as many of each kind as its box (rules 1.1). Players play legally most of the
time; effects hit at random; what the engine refuses must change nothing.
"""

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.boss_monster import building, rounds
from engine.boss_monster.cards import (
    Boss,
    Counted,
    Hero,
    HeroClass,
    Item,
    Lure,
    Miniboss,
    Room,
    RoomKind,
    RoomType,
    Treasure,
)
from engine.boss_monster.combination import setup_problems
from engine.boss_monster.commands import (
    Announce,
    BanHero,
    BeginAdventure,
    BeginRound,
    BuildRoom,
    ChangeCoins,
    ChangeHero,
    ChangeRoom,
    ChangeTreasure,
    Command,
    Correct,
    DeckRanOut,
    DestroyRoom,
    FinishBuild,
    HealWound,
    KillHero,
    LureHeroes,
    MoveHero,
    Placed,
    Promote,
    RemoveHero,
    ResolveAnnounced,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    SellRoom,
    SwapRooms,
    TurnRoom,
    UseItem,
    UseLevel3,
    UseRoom,
    WalkOn,
)
from engine.boss_monster.decks import is_in_hero_deck, items_per_round
from engine.boss_monster.events import Event, GameWon, HeroBaited, LeveledUp
from engine.boss_monster.options import EXPANSIONS, STAND_ALONE, SWITCHES, Options, options_from
from engine.boss_monster.rules import apply, new_game
from engine.boss_monster.state import Phase, Player, State
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck, Rooms
from engine.core.cards import Card, Catalog
from engine.core.commands import Answer, Redo, Undo
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.history import History, Step, advance
from engine.core.ids import CardId, Code, CopyId, PlayerId

MOST_ROUNDS = 40
DAMAGES: list[int | Counted] = [0, 1, 1, 2, 2, 3, Counted.MONSTER_ROOMS]
CLASSES = (HeroClass.CLERIC, HeroClass.FIGHTER, HeroClass.MAGE, HeroClass.THIEF)
BOX = {  # bosses, rooms, minibosses, ordinary heroes, epic heroes, items
    "base": (8, 75, 0, 25, 16, 0),
    "next_level": (12, 75, 0, 25, 17, 0),
    "crash_landing": (3, 23, 0, 7, 5, 0),
    "tools_of_hero_kind": (0, 4, 0, 0, 0, 20),
    "rise_of_the_minibosses": (12, 72, 10, 25, 17, 0),
    "implements_of_destruction": (5, 0, 0, 0, 0, 24),
    "vault_of_villains": (5, 35, 15, 0, 0, 0),
}


@cache
def box(set_: str) -> tuple[Card, ...]:
    """All cards of one set."""
    dice = random.Random(set_)
    bosses, rooms, minibosses, ordinary, epic, items = BOX[set_]
    common: dict[str, Any] = {"set": set_, "number": "", "copies": 1}

    def name(kind: str, number: int) -> CardId:
        return CardId(f"bm.{kind}.{set_}_{number}")

    made: list[Card] = [
        Boss(
            id=name("boss", n),
            xp=dice.choice(range(300, 1000, 25)),
            treasure=(dice.choice(list(Treasure)[:4]),),
            **common,
        )
        for n in range(bosses)
    ]
    made += [_room(name("room", n), dice, common) for n in range(rooms)]
    made += [Miniboss(id=name("miniboss", n), **common) for n in range(minibosses)]
    made += [_hero(name("hero", n), n, dice, common, epic=n >= ordinary) for n in range(ordinary + epic)]
    made += [Item(id=name("item", n), hero_class=dice.choice([None, *HeroClass]), **common) for n in range(items)]
    return tuple(made)


def _room(id_: CardId, dice: random.Random, common: dict[str, Any]) -> Room:
    abilities = dice.choice(
        [
            (),
            (),
            (Ability(Trigger.STATIC, (AddDamage(1, dice.choice(list(Rooms)[:9]), RoomType.MONSTER),)),),
            (Ability(Trigger.HERO_SURVIVES_ROOM, (AddDamage(2),)),),
            (Ability(Trigger.BUILT, (Draw(Deck.ROOMS),)),),
        ]
    )
    return Room(
        id=id_,
        kind=dice.choice([RoomKind.ORDINARY, RoomKind.ORDINARY, RoomKind.ADVANCED]),
        type=dice.choice(list(RoomType)),
        damage=dice.choice(DAMAGES),
        treasure=tuple(dice.choices(list(Treasure)[:4], k=dice.choice([1, 1, 1, 2]))),
        abilities=abilities,
        **common,
    )


def _hero(id_: CardId, number: int, dice: random.Random, common: dict[str, Any], *, epic: bool) -> Hero:
    kind = HeroClass.EXPLORER if common["set"] == "crash_landing" else CLASSES[number % 4]
    lure = dice.choice([Lure.TREASURE] * 9 + [lure for lure in Lure if lure is not Lure.TREASURE])
    wants = tuple(dice.sample(list(Treasure)[:4], 2)) if lure is Lure.TREASURE and dice.random() < 0.1 else ()
    worth = 2 if epic else 1
    return Hero(
        id=id_,
        hero_class=kind if lure is Lure.TREASURE else HeroClass.FOOL,
        lure=lure,
        wants=wants,
        health=dice.choice([11, 13] if epic else [4, 6, 8]),
        epic=epic,
        souls=worth,
        wounds=worth,
        players=dice.choice([0, 2, 2, 3, 4]) if common["set"] != "base" else dice.choice([2, 2, 3, 4]),
        **common,
    )


def random_options(dice: random.Random) -> Options:
    """Any legal mix of sets, players and switches."""
    while True:
        players = dice.randint(2, 6)
        sets = dice.sample(STAND_ALONE, dice.choice([1, 1, 2]))
        sets += [set_ for set_ in EXPANSIONS if dice.random() < 0.4]
        switches = {switch.name: dice.choice(switch.values) for switch in SWITCHES if dice.random() < 0.5}
        flags = {name: dice.random() < 0.3 for name in ("choose_boss", "intrigue", "hard_mode")}
        options = options_from(switches, names=tuple("ABCDEF"[:players]), sets=tuple(sets), hero_set=sets[0], **flags)
        if not any(problem.is_error for problem in setup_problems(options)):
            return options


@dataclass
class Game:
    """One random game with its history."""

    dice: random.Random
    options: Options
    cards: Catalog
    history: History[State, Command, Event]
    events: list[Event] = field(default_factory=list)
    commands: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    souls_lie_there: bool = True
    """Every soul and wound is a hero in a score area: no effect gives souls that stand on no card."""

    @property
    def state(self) -> State:
        return self.history.state

    def order(self, command: Command | Undo | Redo) -> bool:
        """Give a command; a refusal must leave the state as it was."""
        before = self.state
        try:
            self.history = advance(self.history, command, lambda state, order: apply(state, order, self.cards))
        except IllegalCommand as error:
            assert self.state is before
            self.refused[error.reason] += 1
            return False
        self.commands += 1
        if not isinstance(command, Undo | Redo):
            self.events += self.history.turns[-1].events
            check_step(before, self.history.turns[-1].state, self.history.turns[-1].events, command)
        check(self.state, self.cards, souls_lie_there=self.souls_lie_there)
        return True


def catalog_of(options: Options) -> Catalog:
    cards = {card.id: card for set_ in options.sets for card in box(set_)}
    return Catalog(cards, {Code(copy.upper()): copy for card in cards.values() for copy in card.copy_ids})


def play(seed: int) -> Game:
    """A whole random game."""
    dice = random.Random(seed)
    options = random_options(dice)
    cards = catalog_of(options)
    game = Game(dice, options, cards, History(new_game(options)))
    while game.state.phase is not Phase.OVER and game.state.round <= MOST_ROUNDS:
        if game.state.question:
            game.order(Answer(dice.choice(game.state.question.choices)))
        elif game.state.phase is Phase.SETUP:
            game.order(SeatPlayers(tuple(dice.sample(_all(game, Boss), options.player_count))))
        elif dice.random() < 0.25:
            game.order(random_effect(game))
        elif dice.random() < 0.02:
            game.order(Undo()) and dice.random() < 0.5 and game.order(Redo())
        else:
            go_on(game)
    return game


def go_on(game: Game) -> None:
    """Close the checkpoint that the game is waiting for."""
    state, dice = game.state, game.dice
    match state.phase:
        case Phase.BUILD:
            _finish_build(game)
        case Phase.REVEAL:
            taken: set[CopyId] = set()
            placed = tuple(_placed(game, player, taken) for player in state.living if player.face_down)
            game.order(RevealRooms(placed))
        case Phase.ROUND_START:
            game.order(_reveal_heroes(game))
        case Phase.BUILT:
            game.order(LureHeroes())
        case Phase.BAITED:
            game.order(BeginAdventure())
        case Phase.ADVENTURE:
            game.order(WalkOn())
        case Phase.ROUND_END:
            game.order(BeginRound())
        case _:
            raise AssertionError(f"nothing to do in {state.phase} ({dice})")


def _finish_build(game: Game) -> None:
    player = game.state.player(PlayerId(str(game.state.active)))
    slot = game.dice.choice([None, *range(1, len(player.dungeon) + 2)])
    if not game.order(FinishBuild(player.id, slot)):
        game.order(FinishBuild(player.id, 1))


def unused(game: Game, *kinds: type[Card]) -> list[CopyId]:
    used = {room for player in game.state.players for stack in player.dungeon for room in stack.rooms}
    used |= {stack.miniboss.copy for player in game.state.players for stack in player.dungeon if stack.miniboss}
    return [copy for card in game.cards if isinstance(card, kinds) for copy in card.copy_ids if copy not in used]


def _placed(game: Game, player: Player, taken: set[CopyId]) -> Placed:
    """Mostly a legal card, sometimes not."""
    assert player.face_down is not None
    cards = [copy for copy in unused(game, Room, Miniboss) if copy not in taken]
    game.dice.shuffle(cards)
    legal = (
        copy for copy in cards[:40] if not building.why_not_this(game.state, player, player.face_down, copy, game.cards)
    )
    chosen = cards[0] if game.dice.random() < 0.1 else next(legal, cards[0])
    taken.add(chosen)
    return Placed(player.id, player.face_down, chosen)


def _reveal_heroes(game: Game) -> Command:
    state, dice = game.state, game.dice
    deck = [copy for copy in _all(game, Hero) if copy not in state.seen_heroes]
    deck = [copy for copy in deck if is_in_hero_deck(_hero_of(game, copy), game.options)]
    dice.shuffle(deck)
    deck.sort(key=lambda copy: _hero_of(game, copy).epic)
    items = [copy for copy in _all(game, Item) if copy not in state.seen_items]
    dice.shuffle(items)
    return RevealHeroes(
        tuple(deck[: rounds.heroes_expected(state, game.cards)]), tuple(items[: items_per_round(state)])
    )


def _all(game: Game, kind: type[Card]) -> list[CopyId]:
    return [copy for card in game.cards if isinstance(card, kind) for copy in card.copy_ids]


def _hero_of(game: Game, copy: CopyId) -> Hero:
    card = game.cards[copy]
    assert isinstance(card, Hero)
    return card


def random_effect(game: Game) -> Command:
    """Anything that a spell, an ability or a person might do."""
    state, dice = game.state, game.dice
    player = dice.choice(state.players)
    slot, other = dice.randint(1, 5), dice.randint(1, 5)
    in_play = [*state.town, *(hero for owner in state.players for hero in owner.entrance)]
    hero = dice.choice(in_play or [CopyId("bm.hero.nobody#1")])
    rooms = unused(game, Room)
    return dice.choice(
        [
            Announce(player.id),
            ResolveAnnounced(),
            DestroyRoom(player.id, slot),
            SwapRooms(player.id, slot, other, dice.random() < 0.5),
            BuildRoom(player.id, slot, dice.choice(rooms)),
            UseRoom(player.id, slot),
            ChangeRoom(player.id, slot, dice.randint(-3, 3)),
            ChangeTreasure(player.id, dice.choice(list(Treasure)), dice.randint(-2, 2)),
            ChangeHero(hero, dice.randint(0, 3), dice.randint(-1, 2)),
            MoveHero(hero, dice.choice([None, *(owner.id for owner in state.players)])),
            KillHero(hero, dice.choice([None, player.id])),
            RemoveHero(hero) if dice.random() < 0.2 else BanHero(hero),
            HealWound(player.id, dice.choice(player.survivors or (hero,))),
            ChangeCoins(player.id, dice.randint(-2, 2), dice.choice([None, slot])),
            SellRoom(player.id, dice.random() < 0.3),
            Promote(player.id, slot),
            UseLevel3(player.id, slot),
            UseItem(player.id),
            DeckRanOut("rooms"),
            TurnRoom(player.id, slot, dice.random() < 0.7),
            Correct(player.id, coins=dice.randint(0, 5)),
        ]
    )


# -- invariants --------------------------------------------------------------------------------------------------------


def check(state: State, cards: Catalog, *, souls_lie_there: bool = True) -> None:
    """What must hold in every state (rules section 8)."""
    heroes = [*state.town, *(hero for hero in state.removed if isinstance(cards[hero], Hero))]
    for player in state.players:
        heroes += [*player.entrance, *player.dead, *player.survivors]
        assert player.coins >= 0
        assert player.souls >= 0
        assert player.wounds >= 0
        if souls_lie_there:
            assert player.souls == sum(_worth(cards, hero, "souls") for hero in player.dead)
        assert player.wounds == sum(_worth(cards, hero, "wounds") for hero in player.survivors)
        assert all(stack.rooms for stack in player.dungeon)
    assert sorted(heroes) == sorted(state.seen_heroes), "every hero is in exactly one place"
    rooms = [room for player in state.players for stack in player.dungeon for room in stack.rooms]
    assert len(rooms) == len(set(rooms)), "no room lies twice"
    items = [*state.items, *(mark.item for mark in state.marks if mark.item)]
    for player in state.players:
        items += [*player.closed_items, *([player.open_item] if player.open_item else [])]
    assert len(items) == len(set(items)), "no item lies twice"
    if state.walk is not None:
        assert state.player(state.walk.player).entrance[0] == state.walk.hero
        between = state.walk.has_left and bool(state.questions)  # an effect asks while the hero is on its way
        assert between or 1 <= state.walk.slot <= len(state.player(state.walk.player).dungeon)


def check_step(before: State, after: State, events: tuple[Event, ...], command: Command) -> None:
    """What must hold from one state to the next."""
    for event in events:
        if isinstance(event, HeroBaited) and event.player and event.lure is Lure.TREASURE:
            counts = dict(event.counts)
            assert counts[event.player] == max(counts.values()), "no dungeon with fewer symbols lures"
    if not isinstance(command, Correct) and len(before.players) == len(after.players):
        lost = sum(len(stack.rooms) for player in before.players for stack in player.dungeon) - sum(
            len(stack.rooms) for player in after.players for stack in player.dungeon
        )
        assert lost <= 0 or events, "a stack never loses a card silently"


def _worth(cards: Catalog, hero: CopyId, what: str) -> int:
    return int(getattr(cards[hero], what))


def check_game(game: Game) -> None:
    """What must hold at the end."""
    first = Counter(event.player for event in _lasting_events(game) if isinstance(event, LeveledUp))
    assert all(count == 1 for count in first.values()), "a boss levels up once"
    replayed: History[State, Command, Event] = History(game.history.first)
    for turn in game.history.turns:
        step: Step[State, Event] = apply(replayed.state, turn.command, game.cards)
        assert (step.state, step.events) == (turn.state, turn.events), "the journal gives the same game"
        replayed = advance(replayed, turn.command, lambda state, order: apply(state, order, game.cards))
    while game.history.turns:
        game.history = advance(game.history, Undo(), lambda state, order: apply(state, order, game.cards))
    assert game.state == new_game(game.options), "undo of everything is the beginning"


def _lasting_events(game: Game) -> list[Event]:
    return [event for turn in game.history.turns for event in turn.events]


def main() -> int:
    """Play many games and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    started, ends, rounds_played, commands = time.perf_counter(), Counter[str](), 0, 0
    for seed in range(args.seed, args.seed + args.games):
        try:
            game = play(seed)
            won = [event for event in game.events if isinstance(event, GameWon)]
            ends[won[-1].rule if won and game.state.phase is Phase.OVER else "ran dry"] += 1
            rounds_played += game.state.round
            commands += game.commands
            check_game(game)
        except Exception:
            print(f"seed {seed}", file=sys.stderr, flush=True)
            raise
        if (seed - args.seed + 1) % 100 == 0:
            print(f"\r{seed - args.seed + 1} games", end="", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - started
    print(
        f"\n{args.games} games from seed {args.seed}: {commands} commands, {rounds_played / args.games:.1f} rounds each"
    )
    print(", ".join(f"{rule} {count}" for rule, count in ends.most_common()))
    print(f"0 exceptions, 0 broken invariants, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
