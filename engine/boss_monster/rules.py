"""The game: a state and a command give a new state and events. One small function per command."""

from typing import TypeAlias

from engine.boss_monster import (
    actions,
    adventure,
    answers,
    bait,
    building,
    corrections,
    course,
    decks,
    items,
    reveal,
    rounds,
)
from engine.boss_monster.cards import Hero, Item, hero_card, item_card
from engine.boss_monster.combination import setup_problems
from engine.boss_monster.commands import (
    Ask,
    BeginAdventure,
    BeginRound,
    BuildRoom,
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
from engine.boss_monster.effects import triggers
from engine.boss_monster.events import (
    BuildDeclined,
    CardPlaced,
    Event,
    HeroArrived,
    HeroDeckEmpty,
    ItemRevealed,
    QuestionAsked,
    RoomTurned,
)
from engine.boss_monster.options import Options
from engine.boss_monster.seating import seat_players
from engine.boss_monster.state import Holds, Phase, Player, Question, State
from engine.boss_monster.switches import FirstRoom
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.copying import replace
from engine.core.effects import Trigger
from engine.core.errors import require
from engine.core.history import Step

GameStep: TypeAlias = Step[State, Event]


def new_game(options: Options) -> State:
    """An empty table with the names of the players around it."""
    for problem in setup_problems(options):
        require(not problem.is_error, problem.key, problem.rule)
    return State(options)


def apply(state: State, command: Command, cards: Catalog) -> GameStep:
    """Carry out one command and all that follows from it, or raise `IllegalCommand` and change nothing."""
    step = _apply(state, command, cards)
    return Step(*course.run((step.state, step.events), cards))


def _apply(state: State, command: Command, cards: Catalog) -> GameStep:
    if isinstance(command, BuildRoom) and answers.waits_for_room(state, command):
        return Step(*answers.built_now(state, command, cards))
    if not isinstance(command, Answer | Correct):
        require(state.question is None, "answer_first")
    match command:
        case SeatPlayers():
            require(state.phase is Phase.SETUP, "not_now", "CP-0")
            return Step(*seat_players(state, command.bosses, cards))
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
            require(state.phase is Phase.BAITED, "not_now", "CP-5")
            return Step(*adventure.begin_or_end(state, cards))
        case WalkOn():
            require(state.phase is Phase.ADVENTURE, "not_now", "CP-6")
            _nothing_waits(state)
            return Step(*adventure.walk_on(state, cards))
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
            return Step(*actions.act(state, command, cards))


def _reveal_heroes(state: State, command: RevealHeroes, cards: Catalog) -> GameStep:
    """CP-1: items first, then new heroes take their places, oldest next to the deck (BM-START-1, -3, -6)."""
    require(state.phase is Phase.ROUND_START, "not_now", "CP-1")
    _check_heroes(state, command, cards)
    _check_items(state, command, cards)
    events: list[Event] = [ItemRevealed(item) for item in command.items]
    state, taken = items.reveal_items(state, command.items, cards)
    events += taken
    for hero in command.heroes:
        state = replace(state, town=(*state.town, hero), seen_heroes=(*state.seen_heroes, hero))
        state, taken = items.hero_appears(state, hero, cards)
        events += (HeroArrived(hero), *taken)
    if command.heroes and decks.heroes_left(state, cards) <= 0:
        events.append(HeroDeckEmpty())  # BM-START-8, BM-CL-11
    for hero in command.heroes:
        listener = triggers.Listener(state.living[0].id, hero, hero=hero)
        state = triggers.of_card(state, listener, Trigger.HERO_ARRIVES, cards)
    after, more = rounds.begin_build(state, cards)
    return Step(after, (*events, *more))


def _check_heroes(state: State, command: RevealHeroes, cards: Catalog) -> None:
    require(all(copy in cards and isinstance(cards[copy], Hero) for copy in command.heroes), "unknown_card")
    require(not set(command.heroes) & set(state.seen_heroes), "hero_seen_before", "BM-START-1")
    require(len(set(command.heroes)) == len(command.heroes), "hero_seen_before", "BM-START-1")
    require(len(command.heroes) == rounds.heroes_expected(state, cards), "wrong_hero_count", "BM-START-1")
    in_deck = all(decks.is_in_hero_deck(hero_card(cards, copy), state.options) for copy in command.heroes)
    require(in_deck, "hero_not_in_deck", "BM-HERO-1")


def _check_items(state: State, command: RevealHeroes, cards: Catalog) -> None:
    """Items that are of no use are replaced, so they do not count (BM-COMB-7). A used-up item deck is on trust."""
    require(all(copy in cards and isinstance(cards[copy], Item) for copy in command.items), "unknown_card")
    fresh = len(set(command.items)) == len(command.items) and not set(command.items) & set(state.seen_items)
    require(fresh, "item_seen_before", "BM-ITEM-4")
    useful = [copy for copy in command.items if not items.is_useless(item_card(cards, copy), state)]
    require(len(useful) <= decks.items_per_round(state), "wrong_item_count", "BM-ITEM-4")


def _finish_build(state: State, command: FinishBuild, cards: Catalog) -> GameStep:
    """CP-2: the active player has placed a card or not; the next one is active (BM-BUILD-1, -2, -11)."""
    require(state.phase is Phase.BUILD, "not_now", "CP-2")
    require(command.player == state.active, "not_your_turn", "BM-BUILD-1")
    _nothing_waits(state)
    player = state.player(command.player)
    if command.on is not None:
        return _finish_elsewhere(state, command, cards)
    events: list[Event] = [BuildDeclined(player.id)]
    if command.slot is not None:
        # The card lies there already: whether it may stay is judged at the reveal (BM-BUILD-22).
        require(building.is_on_the_table(player, command.slot), "no_such_slot", "BM-BUILD-3")
        require(not building.is_stopped(state, player), "building_stopped", building.FORBIDDEN)
        holds = [change.holds for change in player.changes]
        spent = Holds.BUILD_ELSEWHERE in holds and Holds.BUILD_MORE not in holds
        require(not spent, "build_elsewhere", "BM-BUILD-2")
        events = [CardPlaced(player.id, command.slot)]
    else:
        mandatory = state.round == 0 and state.options.first_room is FirstRoom.MANDATORY
        require(not mandatory, "first_room_mandatory", "BM-SETUP-9")  # D-06
    player = building.without_face_down(player, command.slot)
    player = _with_more(player, command)
    events += [CardPlaced(player.id, slot) for slot in command.more]
    after, more = rounds.next_builder(state.with_player(player), cards)
    return Step(after, (*events, *more))


def _nothing_waits(state: State) -> None:
    """A card that was declared takes place before the game goes on (BM-GEN-9). What was entered by hand may wait."""
    require(not any(waiting.task for waiting in state.announced), "resolve_first", "BM-GEN-9")


def _with_more(player: Player, command: FinishBuild) -> Player:
    """Further face-down cards, as many as effects allow, each on another place (FX-25)."""
    allowed = sum(change.holds is Holds.BUILD_MORE for change in player.changes)
    require(len(command.more) <= allowed, "one_card_only", "BM-BUILD-2")
    places = (*player.all_face_down, *command.more)
    require(len(set(places)) == len(places), "not_on_a_face_down_card", "BM-BUILD-14")
    for slot in command.more:
        # A second new room lies left of the first one (BM-BUILD-3).
        new = sum(other > player.places for other in places)
        require(1 <= slot <= player.places + new, "no_such_slot", "BM-BUILD-3")
    return replace(player, more_face_down=(*player.more_face_down, *command.more))


def _finish_elsewhere(state: State, command: FinishBuild, cards: Catalog) -> GameStep:
    """FX-25: the card lies on another player's room and belongs to that dungeon from now on."""
    player = state.player(command.player)
    require(command.slot is not None and command.on is not None, "no_such_slot", "BM-BUILD-3")
    assert command.slot is not None and command.on is not None
    host = actions.living_player(state, command.on)
    gifts = {change.source for change in player.changes if change.holds is Holds.BUILD_ELSEWHERE}
    marked = {change.source for change in host.changes if change.holds is Holds.MARKED}
    require(bool(gifts & marked), "one_card_only", "BM-BUILD-2")
    require(host.id != player.id and building.covered_by(host, command.slot) is not None, "no_such_slot", "BM-BUILD-3")
    require(command.slot not in host.all_face_down, "not_on_a_face_down_card", "BM-BUILD-14")
    state = state.with_player(replace(host, more_face_down=(*host.more_face_down, command.slot)))
    state = state.with_player(building.without_face_down(state.player(player.id)))
    after, more = rounds.next_builder(state, cards)
    return Step(after, (CardPlaced(host.id, command.slot), *more))


def _turn_room(state: State, command: TurnRoom) -> GameStep:
    """A room was turned by a quarter, or back (BM-GLOSS-5)."""
    require(state.phase not in (Phase.SETUP, Phase.OVER), "not_now", "BM-GLOSS-5")
    player = actions.living_player(state, command.player)
    require(1 <= command.slot <= len(player.dungeon), "no_such_slot")
    was_deactivated = player.dungeon[command.slot - 1].deactivated
    stack = replace(player.dungeon[command.slot - 1], deactivated=command.deactivated)
    turned = RoomTurned(player.id, command.slot, stack.top, command.deactivated)
    if command.deactivated and not was_deactivated:
        player = building.turned_below(player, command.slot)
    return Step(state.with_player(building.with_stack(player, command.slot, stack)), (turned,))


def _lure_heroes(state: State, cards: Catalog) -> GameStep:
    """CP-4: the table as it lies now decides the bait (BM-BAIT). Announced effects are over (BM-BAIT-1)."""
    require(state.phase is Phase.BUILT, "not_now", "CP-4")
    _nothing_waits(state)
    lured, verdicts = bait.lure_all(replace(state, announced=()), cards)
    for player in lured.players:
        lured = lured.with_player(replace(player, arranged=False))
    for verdict in verdicts:
        if verdict.player is not None:
            player = lured.player(verdict.player)
            lured = lured.with_player(replace(player, tally=replace(player.tally, lured=player.tally.lured + 1)))
    asked = bait.hidden_questions(lured, verdicts, cards)
    events: tuple[Event, ...] = (*verdicts, *(QuestionAsked(question) for question in asked))
    return Step(replace(lured, phase=Phase.BAITED, questions=(*lured.questions, *asked)), events)


def _ask(state: State, command: Ask) -> GameStep:
    """The table is unclear: the question is part of the game from now on (rules 4.8)."""
    require(bool(command.choices), "not_a_choice")
    names_slot = command.player is not None and command.slot is not None
    require(names_slot or command.ask not in answers.ABOUT_A_SLOT, "no_such_slot")
    known = {None, *(player.id for player in state.players)}
    require(command.player in known, "unknown_player")
    question = Question(
        command.ask, command.choices, command.player, command.slot, command.cards, command.rule, key=command.key
    )
    return Step(replace(state, questions=(question,)), (QuestionAsked(question),))
