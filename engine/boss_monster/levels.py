"""Level-ups and built effects: who gets what, in which order (BM-BUILD-16 to -19)."""

from dataclasses import replace

from engine.boss_monster.building import SLOTS
from engine.boss_monster.counts import level_up_rooms
from engine.boss_monster.effects import triggers
from engine.boss_monster.events import Event, LeveledUp, QuestionAsked
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.switches import LevelupVsBuiltOrder
from engine.core.cards import Catalog
from engine.core.effects import Trigger
from engine.core.ids import CopyId, PlayerId

WHICH_FIRST = "Q-15"
LEVEL_UP, BUILT = "levelup", "built"
_OWNER_CHOICE = LevelupVsBuiltOrder.OWNER_CHOICE


def levels_up(player: Player, state: State) -> bool:
    """Five rooms for the first time, once per game and boss (BM-BUILD-18, BM-GLOSS-9)."""
    return not player.levelled_up and level_up_rooms(player.dungeon, state.options) >= SLOTS


def has_effect(card: CopyId, when: Trigger, cards: Catalog) -> bool:
    """Whether the card speaks up at such a moment, as in "when you build this room"."""
    return any(ability.when is when for ability in cards[card].abilities)


def resolve(state: State, cards: Catalog) -> tuple[State, list[Event]]:
    """In turn order each player's level-up and built effects, in the order the group plays (BM-BUILD-16, -17, D-10).

    When the owner is to choose, the rest waits for the answer.
    """
    events: list[Event] = []
    for player in state.living:
        is_built = any(has_effect(room, Trigger.BUILT, cards) for room in _built_by(state, player.id))
        if is_built and levels_up(player, state) and state.options.levelup_vs_built_order is _OWNER_CHOICE:
            question = Question(WHICH_FIRST, (LEVEL_UP, BUILT), player.id, rule="BM-BUILD-17")
            return replace(state, questions=(*state.questions, question)), [*events, QuestionAsked(question)]
        levelup_first = state.options.levelup_vs_built_order is not LevelupVsBuiltOrder.BUILT_FIRST
        state, due = _resolve_one(state, player.id, cards, levelup_first=levelup_first)
        events += due
    return state, events


def resolve_chosen(state: State, player: PlayerId, choice: str, cards: Catalog) -> tuple[State, list[Event]]:
    """The owner said what comes first (D-10)."""
    return _resolve_one(state, player, cards, levelup_first=choice == LEVEL_UP)


def _resolve_one(state: State, id_: PlayerId, cards: Catalog, *, levelup_first: bool) -> tuple[State, list[Event]]:
    rooms = _built_by(state, id_)
    state = replace(state, built=tuple((owner, room) for owner, room in state.built if owner != id_))
    events: list[Event] = []
    if levelup_first:
        state, events = maybe_level_up(state, state.player(id_), cards)
    for room in rooms:
        state = built(state, id_, room, cards)
    if not levelup_first:
        state, events = maybe_level_up(state, state.player(id_), cards)
    return state, events


def _built_by(state: State, id_: PlayerId) -> list[CopyId]:
    return [room for owner, room in state.built if owner == id_]


def built(state: State, player: PlayerId, room: CopyId, cards: Catalog) -> State:
    """A room was built: it speaks up, and then those that listen (TR-01, TR-02)."""
    state = triggers.happened(state, Trigger.BUILT, cards, player=player, room=room)
    return triggers.happened(state, Trigger.OTHER_BUILT, cards, player=player, room=room)


def maybe_level_up(state: State, player: Player, cards: Catalog) -> tuple[State, list[Event]]:
    """One player's level-up, if it is due (TR-16)."""
    if not levels_up(player, state):
        return state, []
    state = state.with_player(replace(player, levelled_up=True))
    listener = triggers.Listener(player.id, player.boss)
    return triggers.of_card(state, listener, Trigger.LEVEL_UP, cards), [LeveledUp(player.id)]


def at_round_end(state: State, cards: Catalog) -> State:
    """TR-15: rooms, their minibosses and levelled-up bosses that speak up at the end of the round (BM-END-14)."""
    for player in state.living:
        state = triggers.happened(state, Trigger.ROUND_END, cards, player=player.id)
    return state
