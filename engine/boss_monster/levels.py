"""Level-ups and built effects: who gets what, in which order (BM-BUILD-16 to -19)."""

from engine.boss_monster.building import SLOTS
from engine.boss_monster.counts import level_up_rooms
from engine.boss_monster.effects import agenda, triggers
from engine.boss_monster.events import LeveledUp, QuestionAsked
from engine.boss_monster.state import Player, Question, State, Task
from engine.boss_monster.switches import LevelupVsBuiltOrder
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Trigger
from engine.core.ids import CopyId, PlayerId

WHICH_FIRST = "Q-15"
LEVEL_UP, BUILT = "levelup", "built"
"""The two things between which the owner may choose; also the moments at which they happen."""
PLAYER_BUILT = "player_built"

Happening = agenda.Happening


def levels_up(player: Player, state: State) -> bool:
    """Five rooms for the first time, once per game and boss (BM-BUILD-18, BM-GLOSS-9)."""
    return not player.levelled_up and level_up_rooms(player.dungeon, state.options) >= SLOTS


def has_effect(card: CopyId, when: Trigger, cards: Catalog) -> bool:
    """Whether the card speaks up at such a moment, as in "when you build this room"."""
    return any(ability.when is when for ability in cards[card].abilities)


def resolve(state: State) -> State:
    """In turn order each player's level-up and built effects (BM-BUILD-16): one player after the other."""
    for player in state.living:
        state = agenda.flow(state, PLAYER_BUILT, player=player.id)
    return state


def player_built(state: State, task: Task, cards: Catalog) -> Happening:
    """One player's level-up and built effects, in the order the group plays or the owner says (BM-BUILD-17, D-10)."""
    id_ = PlayerId(task.get("player") or "")
    player = next((player for player in state.living if player.id == id_), None)
    if player is None:
        return state, ()
    is_built = any(has_effect(room, Trigger.BUILT, cards) for room in _built_by(state, id_))
    order = state.options.levelup_vs_built_order
    if is_built and levels_up(player, state) and order is LevelupVsBuiltOrder.OWNER_CHOICE:
        question = Question(WHICH_FIRST, (LEVEL_UP, BUILT), id_, rule="BM-BUILD-17")
        return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)
    return resolve_chosen(state, id_, BUILT if order is LevelupVsBuiltOrder.BUILT_FIRST else LEVEL_UP), ()


def resolve_chosen(state: State, player: PlayerId, first: str) -> State:
    """What comes first is fixed: the level-up or the built effects (D-10)."""
    rooms = _built_by(state, player)
    state = replace(state, built=tuple((owner, room) for owner, room in state.built if owner != player))
    if first == LEVEL_UP:
        state = agenda.flow(state, LEVEL_UP, player=player)
    for room in rooms:
        state = agenda.flow(state, BUILT, player=player, room=room)
    return state if first == LEVEL_UP else agenda.flow(state, LEVEL_UP, player=player)


def _built_by(state: State, id_: PlayerId) -> list[CopyId]:
    return [room for owner, room in state.built if owner == id_]


def level_up(state: State, task: Task, cards: Catalog) -> Happening:
    """The moment of one player's level-up."""
    player = next((player for player in state.living if player.id == task.get("player")), None)
    return maybe_level_up(state, player, cards) if player is not None else (state, ())


def room_built(state: State, task: Task, cards: Catalog) -> Happening:
    """The moment of one room's built effects, if it still stands (BM-BUILD-16). A deactivated one does them later."""
    player, room = PlayerId(task.get("player") or ""), CopyId(task.get("room") or "")
    stack = next((stack for stack in state.player(player).dungeon if stack.top == room), None)
    if stack is None:
        return state, ()
    if stack.deactivated and has_effect(room, Trigger.BUILT, cards):
        return replace(state, built=(*state.built, (player, room))), ()
    return built(state, player, room, cards), ()


def built_late(state: State, cards: Catalog) -> State:
    """Rooms that were deactivated when their built effects were due do them at the end of the round (BM-BUILD-16)."""
    late, state = state.built, replace(state, built=())
    for player, room in late:
        if any(other.id == player and any(stack.top == room for stack in other.dungeon) for other in state.living):
            state = built(state, player, room, cards)
    return state


def built(state: State, player: PlayerId, room: CopyId, cards: Catalog) -> State:
    """A room was built: it speaks up, and then those that listen (TR-01, TR-02)."""
    state = triggers.happened(state, Trigger.BUILT, cards, player=player, room=room)
    return triggers.happened(state, Trigger.OTHER_BUILT, cards, player=player, room=room)


def maybe_level_up(state: State, player: Player, cards: Catalog) -> Happening:
    """One player's level-up, if it is due (TR-16)."""
    if not levels_up(player, state):
        return state, ()
    state = state.with_player(replace(player, levelled_up=True))
    listener = triggers.Listener(player.id, player.boss)
    return triggers.of_card(state, listener, Trigger.LEVEL_UP, cards), (LeveledUp(player.id),)


def at_round_end(state: State, cards: Catalog) -> State:
    """TR-15: rooms, their minibosses and levelled-up bosses that speak up at the end of the round (BM-END-14)."""
    for player in state.living:
        state = triggers.happened(state, Trigger.ROUND_END, cards, player=player.id)
    return state
