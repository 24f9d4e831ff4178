"""What holds in every game, not only in the examples (rules section 8)."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import decode, encode
from engine.boss_monster.bait import verdict_for
from engine.boss_monster.cards import LURES, Hero, Item, Lure, Room, hero_card
from engine.boss_monster.commands import Correct, LureHeroes
from engine.boss_monster.events import (
    Event,
    FactCorrected,
    GameWon,
    HeroBaited,
    LeveledUp,
    MinibossDiscarded,
    PlayerEliminated,
    QuestionAnswered,
    RoomDestroyed,
)
from engine.boss_monster.interpret import interpret
from engine.boss_monster.judging import judge
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, State
from engine.core.commands import Redo, Undo
from engine.core.history import History, advance, replay
from engine.core.ids import CopyId
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned
from tests.builders import ROOM_BACK, Camera, Table, hero_id
from tests.random_play import Game, check_game, play

GAMES = 100
NAMES = ("Ada", "Ben", "Cem", "Dot", "Eva", "Fay")
QUICK = settings(max_examples=60, deadline=None, derandomize=True)
counts = st.integers(0, 4)
classes = st.sampled_from([kind.value for kind in LURES])


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_a_random_game_breaks_nothing(seed: int) -> None:
    """Heroes are conserved, bosses level up once, undo of everything is the beginning, a replay is the same game.

    `python -m tests.random_play --games 1 --seed N` plays one of them again.
    """
    game = play(seed)
    check_losses(game)
    check_winner(game)
    if seed % 4 == 0:
        check_journal(game)
    check_game(game)


def check_losses(game: Game) -> None:
    """A stack never loses a room, nor a room its miniboss, without an event that says so."""
    before: State = game.history.first
    for turn in game.history.turns:
        if not isinstance(turn.command, Correct):
            allowed = set(_named_losses(turn.events, before))
            missing = _in_dungeons(before) - _in_dungeons(turn.state)
            assert missing <= allowed, (turn.command, missing)
        before = turn.state


def _in_dungeons(state: State) -> set[CopyId]:
    stacks = [stack for player in state.players for stack in player.dungeon]
    minibosses = {stack.miniboss.copy for stack in stacks if stack.miniboss}
    return minibosses | {room for stack in stacks for room in stack.rooms}


def _named_losses(events: tuple[Event, ...], before: State) -> Iterator[CopyId]:
    for event in events:
        match event:
            case RoomDestroyed(_, _, room):
                yield room
            case MinibossDiscarded(_, miniboss):
                yield miniboss
            case QuestionAnswered(question, "returned"):
                yield from question.cards
            case PlayerEliminated(player):
                yield from (room for stack in before.player(player).dungeon for room in stack.rooms)
                yield from (stack.miniboss.copy for stack in before.player(player).dungeon if stack.miniboss)


def check_winner(game: Game) -> None:
    """BM-END-7: nobody with ten souls and fewer than five wounds has a better net score than the winner."""
    won = [event for turn in game.history.turns for event in turn.events if isinstance(event, GameWon)]
    if won and won[-1].rule in ("BM-END-7", "BM-END-6"):
        winner = game.state.player(won[-1].player)
        rich = [player for player in game.state.players if player.souls >= 10 and player.wounds < 5]
        assert all(winner.net_score >= player.net_score for player in rich)


def check_journal(game: Game) -> None:
    """What is written to disk and read again leads to the same game, step by step."""
    lines = [encode(turn.command) for turn in game.history.turns]
    again = replay(game.history.first, [decode(line) for line in lines], lambda state, do: apply(state, do, game.cards))  # type: ignore[arg-type]
    assert [turn.state for turn in again.turns] == [turn.state for turn in game.history.turns]
    assert [turn.events for turn in again.turns] == [turn.events for turn in game.history.turns]


@given(seed=st.integers(1, GAMES), cut=st.integers(1, 40), backs=st.integers(1, 40))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_undo_and_redo_lead_back_to_the_same_state(seed: int, cut: int, backs: int) -> None:
    """Any number of steps may be taken back and done again."""
    game = play(seed)
    turns = game.history.turns[:cut]
    history: History[State, Any, Event] = History(game.history.first, turns)
    steps = min(backs, len(turns))
    for _ in range(steps):
        history = advance(history, Undo(), lambda state, do: apply(state, do, game.cards))
    assert history.state == (turns[-steps - 1].state if steps < len(turns) else game.history.first)
    for _ in range(steps):
        history = advance(history, Redo(), lambda state, do: apply(state, do, game.cards))
    assert history.turns == turns


# -- bait --------------------------------------------------------------------------------------------------------------


@st.composite
def baits(draw: st.DrawFn) -> Table:
    """Two to six dungeons with any treasure, and any heroes in town."""
    players = draw(st.integers(2, 6))
    sets = ("base", "crash_landing")
    table = Table(*NAMES[:players], sets=sets, bait_order=draw(st.sampled_from(["newest_first", "oldest_first"])))
    for name in NAMES[:players]:
        symbols: Any = {treasure.value: draw(counts) for treasure in LURES.values()}
        table.room(name, f"room{name}", **symbols)
    for number, kind in enumerate(draw(st.lists(classes, max_size=9))):
        table.hero(f"h{number}", kind)
    return table


@given(table=baits())
@QUICK
def test_no_hero_goes_where_less_treasure_lies(table: Table) -> None:
    """BM-BAIT-5, BM-CL-3: whoever lures has the highest count, above zero"""
    for event in table.do(LureHeroes()):
        if isinstance(event, HeroBaited) and event.player is not None:
            found = dict(event.counts)
            assert found[event.player] == max(found.values()) > 0


@given(table=baits())
@QUICK
def test_the_bait_loses_and_invents_no_hero(table: Table) -> None:
    """BM-BAIT-6, BM-BAIT-9: everybody is in town or at one entrance, the town keeps its order"""
    before = table.state.town
    table.do(LureHeroes())
    queues = [hero for player in table.state.players for hero in player.entrance]
    assert Counter((*table.state.town, *queues)) == Counter(before)
    assert table.state.town == tuple(hero for hero in before if hero in table.state.town)


@given(table=baits(), hidden=st.lists(st.tuples(counts, classes), max_size=5))
@QUICK
def test_a_verdict_does_not_depend_on_cards_that_nobody_sees(table: Table, hidden: list[tuple[int, str]]) -> None:
    """BM-BAIT-12, BM-SETUP-13: other hands and other decks, the same verdicts"""
    known = [verdict_for(table.state, hero, table.catalog) for hero in table.state.town]
    for number, (gold, kind) in enumerate(hidden):
        table.new_room(f"hand{number}", 5, gold=gold)
        table.new_hero(f"deck{number}", kind, epic=True)
        table.new_spell(f"spell{number}", "both")
    assert [verdict_for(table.state, hero, table.catalog) for hero in table.state.town] == known


# -- judging -----------------------------------------------------------------------------------------------------------


@given(scores=st.lists(st.tuples(st.integers(0, 14), st.integers(0, 7)), min_size=2, max_size=6), tie=st.booleans())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_judgement_is_one_that_the_rules_know(scores: list[tuple[int, int]], tie: bool) -> None:
    """BM-END-2, BM-END-5 to -9, BM-CL-10 to -14"""
    names = NAMES[: len(scores)]
    table = Table(*names, sets=("base", "crash_landing"), final_tie="highest_xp" if tie else "lowest_xp")
    for name, (souls, wounds) in zip(names, scores, strict=True):
        table.change(name, souls=souls, wounds=wounds)
    verdict = judge(table.state.players, table.catalog, table.state.options)
    assert all(table.state.player(id_).wounds >= 5 for id_ in verdict.eliminated)
    nets = {player.id: player.net_score for player in table.state.players}
    if table.state.options.is_net_scoring:
        assert verdict.eliminated == ()
        assert [nets[id_] for id_ in verdict.ranking] == sorted(nets.values(), reverse=True)[: len(verdict.ranking)]
    elif verdict.winner is not None and len(verdict.eliminated) < len(scores) - 1:
        rich = [player for player in table.state.players if player.souls >= 10 and player.wounds < 5]
        compared = rich or list(table.state.players)
        assert all(nets[verdict.winner] >= player.net_score for player in compared)


# -- seeing ------------------------------------------------------------------------------------------------------------


def photographed(phase: Phase) -> tuple[Table, TableSeen]:
    """A table in this phase with all kinds of cards on it, some of them where they do not belong."""
    table = Table("Ada", "Ben", sets=("base", "tools_of_hero_kind", "rise_of_the_minibosses"))
    low = table.new_room("low")
    table.room("Ada", "a", over=[low]).room("Ada", "b", deactivated=True).room("Ben", "c").tucked("Ada", 1, "Imp", 2)
    table.hero("Tom").hero("Tim").waiting("Ben", "Kim").item("Ring")
    table.change("Ada", face_down=3 if phase is Phase.REVEAL else None)
    table.phase(phase, "Ada" if phase in (Phase.BUILD, Phase.ADVENTURE) else None)
    camera = Camera(table).sees_boss(CopyId("bm.boss.ada#1"), 100, 500).sees_boss(CopyId("bm.boss.ben#1"), 900, 500)
    camera.sees(low, Area.ROW, "Ada", 1).sees(CopyId("bm.room.b#1"), Area.ROW, "Ada", 2)
    for number, place in enumerate((3.0, 3.1, 1.0)):
        camera.sees(table.new_room(f"new{number}"), Area.ROW, "Ada" if place > 1 else "Ben", place)
    camera.sees(hero_id("Tim"), Area.ROW, "Ben", 2).sees(hero_id("Tom"), Area.TOWN, place=1)
    camera.sees(table.new_hero("n1"), Area.TOWN, place=2).sees(table.new_hero("n2"), Area.TOWN, place=3)
    camera.sees(table.new_item("Gem"), Area.TOWN, place=2).sees(ROOM_BACK, Area.ROW, "Ben", 2)
    camera.sees(CopyId("bm.miniboss.imp#1"), Area.ROW, "Ada", 1, drop_mm=-70)
    camera.sees(ROOM_BACK, Area.ROW, "Ada", 3).sees(ROOM_BACK, Area.SCORE, "Ada")
    return table, camera.seen


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.SETUP])
@given(dice=st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_the_order_of_observations_does_not_matter(phase: Phase, dice: random.Random) -> None:
    """Rules 4.9: one checkpoint is one look at the table"""
    table, seen = photographed(phase)
    cards, backs = list(seen.cards), list(seen.backs)
    dice.shuffle(cards)
    dice.shuffle(backs)
    shuffled = TableSeen(tuple(cards), tuple(backs), seen.twice)
    assert interpret(table.state, shuffled, table.catalog) == interpret(table.state, seen, table.catalog)


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.SETUP])
@given(kinds=st.lists(st.sampled_from(["room", "spell", "hero", "item", "miniboss"]), min_size=1, max_size=6))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_what_lies_elsewhere_means_nothing(phase: Phase, kinds: list[str]) -> None:
    """BM-GEN-15, BM-SETUP-13: hands laid down, discard pile, box"""
    table, seen = photographed(phase)
    before = interpret(table.state, seen, table.catalog)
    extra: list[SeenCard] = []
    for number, kind in enumerate(kinds):
        make: Any = getattr(table, f"new_{kind}")
        copy = make(f"away{number}", "both") if kind == "spell" else make(f"away{number}")
        extra.append(SeenCard(table.catalog.code_of[copy], Spot(Area.ELSEWHERE), Turned.UPRIGHT, 0.0, 0.0, 0.0))
    more = TableSeen((*extra, *seen.cards), seen.backs, seen.twice)
    if phase is Phase.ROUND_START:  # more heroes in the deck are more heroes to come
        assert [type(command) for command in interpret(table.state, more, table.catalog).commands] == [
            type(command) for command in before.commands
        ]
    else:
        assert interpret(table.state, more, table.catalog) == before


# -- what was played ---------------------------------------------------------------------------------------------------


def test_the_cards_of_random_games_are_of_every_kind() -> None:
    """Otherwise the games above would prove little."""
    seen: Counter[type[Any]] = Counter()
    lures: set[Lure] = set()
    level_ups = corrections = 0
    for seed in range(1, 31):
        game = play(seed)
        for turn in game.history.turns:
            level_ups += sum(isinstance(event, LeveledUp) for event in turn.events)
            corrections += sum(isinstance(event, FactCorrected) for event in turn.events)
        seen.update(type(game.cards[copy]) for copy in (*game.state.seen_heroes, *game.state.seen_items))
        lures |= {hero_card(game.cards, hero).lure for hero in game.state.seen_heroes}
        seen.update(type(game.cards[stack.top]) for player in game.state.players for stack in player.dungeon)
    assert {Hero, Item, Room} <= seen.keys()
    assert {Lure.TREASURE, Lure.FEWEST_SOULS, Lure.MOST_CARDS} <= lures
    assert level_ups and corrections
