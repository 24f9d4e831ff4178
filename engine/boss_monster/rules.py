"""The game: a state and a command give a new state and events. One small function per command."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from engine.boss_monster import adventure, answers, bait, building, corrections, reveal, rounds
from engine.boss_monster.cards import Boss, Hero, boss_card, hero_card
from engine.boss_monster.commands import (
    Ask,
    BeginAdventure,
    BeginRound,
    Command,
    Correct,
    FinishBuild,
    LureHeroes,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    TurnRoom,
    WalkOn,
)
from engine.boss_monster.events import (
    BuildDeclined,
    CardPlaced,
    Event,
    HeroArrived,
    QuestionAsked,
    RoomTurned,
    TurnOrderSet,
)
from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase, Player, Question, State
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.errors import require
from engine.core.history import Step
from engine.core.ids import PlayerId

GameStep: TypeAlias = Step[State, Event]


def new_game(options: Options) -> State:
    """An empty table with the names of the players around it."""
    require(2 <= options.player_count <= 4, "wrong_player_count", "BM-COMB-4")
    return State(options)


def apply(state: State, command: Command, cards: Catalog) -> GameStep:
    """Carry out one command, or raise `IllegalCommand` and change nothing."""
    if not isinstance(command, Answer | Correct):
        require(state.question is None, "answer_first")
    match command:
        case SeatPlayers():
            return _seat_players(state, command, cards)
        case RevealHeroes():
            return _reveal_heroes(state, command, cards)
        case FinishBuild():
            return _finish_build(state, command, cards)
        case RevealRooms():
            return Step(*reveal.reveal_rooms(state, command.rooms, cards))
        case TurnRoom():
            return _turn_room(state, command)
        case LureHeroes():
            return _lure_heroes(state, cards)
        case BeginAdventure():
            return _begin_adventure(state, cards)
        case WalkOn():
            return _walk_on(state, cards)
        case BeginRound():
            require(state.phase is Phase.ROUND_END, "not_now", "CP-8")
            return Step(*rounds.begin_round(state, cards))
        case Ask():
            return _ask(state, command)
        case Answer():
            return Step(*answers.answer(state, command.choice, cards))
        case Correct():
            return Step(*corrections.correct(state, command, cards))
        case _:
            assert_never(command)


def _seat_players(state: State, command: SeatPlayers, cards: Catalog) -> GameStep:
    """CP-0: bosses give the players their turn order (BM-SETUP-3, BM-GEN-5), then first rooms may be placed."""
    require(state.phase is Phase.SETUP, "not_now", "CP-0")
    require(len(set(command.bosses)) == state.options.player_count, "wrong_boss_count", "BM-SETUP-3")
    require(all(copy in cards and isinstance(cards[copy], Boss) for copy in command.bosses), "unknown_card")
    players = [
        Player(PlayerId(f"p{seat}"), name, boss)
        for seat, (name, boss) in enumerate(zip(state.options.names, command.bosses, strict=True), start=1)
    ]
    players.sort(key=lambda player: -boss_card(cards, player.boss).xp)  # BM-GEN-5; equal XP keeps the seating order
    seated = replace(state, players=tuple(players))
    after, events = rounds.begin_build(seated)
    return Step(after, (TurnOrderSet(tuple(player.id for player in players)), *events))


def _reveal_heroes(state: State, command: RevealHeroes, cards: Catalog) -> GameStep:
    """CP-1: new heroes take their places in town, oldest next to the deck (BM-START-1, -3)."""
    require(state.phase is Phase.ROUND_START, "not_now", "CP-1")
    require(all(copy in cards and isinstance(cards[copy], Hero) for copy in command.heroes), "unknown_card")
    require(not set(command.heroes) & set(state.seen_heroes), "hero_seen_before", "BM-START-1")
    require(len(set(command.heroes)) == len(command.heroes), "hero_seen_before", "BM-START-1")
    require(len(command.heroes) == rounds.heroes_expected(state, cards), "wrong_hero_count", "BM-START-1")
    require(
        all(rounds.is_in_hero_deck(hero_card(cards, copy), state) for copy in command.heroes),
        "hero_not_in_deck",
        "BM-HERO-1",
    )
    arrived = replace(state, town=(*state.town, *command.heroes), seen_heroes=(*state.seen_heroes, *command.heroes))
    after, events = rounds.begin_build(arrived)
    return Step(after, (*(HeroArrived(hero) for hero in command.heroes), *events))


def _finish_build(state: State, command: FinishBuild, cards: Catalog) -> GameStep:
    """CP-2: the active player has placed a card or not; the next one is active (BM-BUILD-1, -2, -11)."""
    require(state.phase is Phase.BUILD, "not_now", "CP-2")
    require(command.player == state.active, "not_your_turn", "BM-BUILD-1")
    player = state.player(command.player)
    placed: Event = BuildDeclined(player.id)
    if command.slot is not None:
        # The card lies there already: whether it may stay is judged at the reveal (BM-BUILD-22).
        require(building.is_on_the_table(player, command.slot), "no_such_slot", "BM-BUILD-3")
        placed = CardPlaced(player.id, command.slot)
    state = state.with_player(replace(player, face_down=command.slot))
    after, events = rounds.next_builder(state, cards)
    return Step(after, (placed, *events))


def _turn_room(state: State, command: TurnRoom) -> GameStep:
    """A room was turned by a quarter, or back (BM-GLOSS-5)."""
    require(state.phase not in (Phase.SETUP, Phase.OVER), "not_now", "BM-GLOSS-5")
    player = state.player(command.player)
    require(1 <= command.slot <= len(player.dungeon), "no_such_slot")
    stack = replace(player.dungeon[command.slot - 1], deactivated=command.deactivated)
    turned = RoomTurned(player.id, command.slot, stack.top, command.deactivated)
    return Step(state.with_player(building.with_stack(player, command.slot, stack)), (turned,))


def _lure_heroes(state: State, cards: Catalog) -> GameStep:
    """CP-4: the table as it lies now decides the bait (BM-BAIT)."""
    require(state.phase is Phase.BUILT, "not_now", "CP-4")
    lured, verdicts = bait.lure_all(state, cards)
    return Step(replace(lured, phase=Phase.BAITED), verdicts)


def _begin_adventure(state: State, cards: Catalog) -> GameStep:
    """CP-5: the heroes stand at their entrances; the first one enters, or the round is already over."""
    require(state.phase is Phase.BAITED, "not_now", "CP-5")
    return Step(*adventure.begin_or_end(state, cards))


def _walk_on(state: State, cards: Catalog) -> GameStep:
    """CP-6: the hero goes on to the next room (BM-ADV-3)."""
    require(state.phase is Phase.ADVENTURE and state.walk is not None, "not_now", "CP-6")
    return Step(*adventure.walk_on(state, cards))


def _ask(state: State, command: Ask) -> GameStep:
    """The table is unclear: the question is part of the game from now on (rules 4.8)."""
    require(bool(command.choices), "not_a_choice")
    names_slot = command.player is not None and command.slot is not None
    require(names_slot or command.ask not in answers.ABOUT_A_SLOT, "no_such_slot")
    question = Question(command.ask, command.choices, command.player, command.slot, command.cards, command.rule)
    return Step(replace(state, questions=(question,)), (QuestionAsked(question),))
