"""The common reveal: face-down cards become rooms, or a question (BM-BUILD-15, -16, -22)."""

from dataclasses import replace

from engine.boss_monster import building, rounds
from engine.boss_monster.cards import Room
from engine.boss_monster.commands import Placed
from engine.boss_monster.counts import visible_active
from engine.boss_monster.events import BuildTakenBack, Event, LeveledUp, QuestionAsked, RoomBuilt
from engine.boss_monster.state import Phase, Player, Question, State
from engine.core.cards import Catalog
from engine.core.errors import require
from engine.core.ids import CopyId

ILLEGAL_BUILD = "Q-14"
KEEP_OR_NOT = ("take_back", "discard", "allow")


def reveal_rooms(state: State, rooms: tuple[Placed, ...], cards: Catalog) -> rounds.Happening:
    """CP-3: every face-down card is named. Legal rooms are built at once; each illegal one becomes a question."""
    require(state.phase is Phase.REVEAL, "not_now", "CP-3")
    waiting = {(player.id, player.face_down) for player in state.living if player.face_down is not None}
    require({(placed.player, placed.slot) for placed in rooms} == waiting, "not_all_revealed", "BM-BUILD-15")
    in_play = {room for player in state.players for stack in player.dungeon for room in stack.rooms}
    for placed in rooms:
        require(placed.room in cards and isinstance(cards[placed.room], Room), "unknown_card")
        require(placed.room not in in_play, "room_already_built")
    events: list[Event] = []
    for player in state.living:  # BM-BUILD-16: in turn order
        for placed in rooms:
            if placed.player == player.id:
                state, event = _build_or_ask(state, placed, cards)
                events.append(event)
    after, more = maybe_finish(state, cards)
    return after, (*events, *more)


def _build_or_ask(state: State, placed: Placed, cards: Catalog) -> tuple[State, Event]:
    """Build a legal room; put the rule and the choice before the players otherwise (BM-BUILD-22)."""
    player = state.player(placed.player)
    broken = building.why_not_this(player, placed.slot, placed.room, cards)
    if not broken:
        return build(state, player, placed.slot, placed.room)
    question = Question(ILLEGAL_BUILD, KEEP_OR_NOT, player.id, placed.slot, (placed.room,), broken)
    return replace(state, questions=(*state.questions, question)), QuestionAsked(question)


def build(state: State, player: Player, slot: int, room: CopyId) -> tuple[State, RoomBuilt]:
    """The room is built and counts from now on."""
    over = player.dungeon[slot - 1].top if slot <= len(player.dungeon) else None
    built = replace(building.build(player, slot, room), face_down=None)
    return state.with_player(built), RoomBuilt(player.id, slot, room, over)


def take_back(state: State, player: Player, slot: int, *, discarded: bool) -> tuple[State, BuildTakenBack]:
    """The face-down card does not become a room."""
    return state.with_player(replace(player, face_down=None)), BuildTakenBack(player.id, slot, discarded)


def maybe_finish(state: State, cards: Catalog) -> rounds.Happening:
    """When no card is face-down and no question is open: level-ups in turn order, then the phase is closed."""
    if state.questions or any(player.face_down is not None for player in state.living):
        return state, ()
    events: list[Event] = []
    for player in state.living:
        if not player.levelled_up and visible_active(player.dungeon) >= building.SLOTS:  # BM-BUILD-18
            state = state.with_player(replace(player, levelled_up=True))
            events.append(LeveledUp(player.id))
    after, more = rounds.after_building(state, cards)
    return after, (*events, *more)
