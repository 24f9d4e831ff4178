"""Level-ups and built effects: who gets what, in which order (BM-BUILD-16 to -19)."""

from dataclasses import replace

from engine.boss_monster.building import SLOTS
from engine.boss_monster.cards import Room
from engine.boss_monster.counts import level_up_rooms
from engine.boss_monster.events import EffectDue, Event, LeveledUp, QuestionAsked
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.switches import LevelupVsBuiltOrder
from engine.core.cards import Catalog
from engine.core.effects import Trigger
from engine.core.ids import CopyId, PlayerId

WHICH_FIRST = "Q-15"
LEVEL_UP, BUILT = "levelup", "built"


def levels_up(player: Player, state: State) -> bool:
    """Five rooms for the first time, once per game and boss (BM-BUILD-18, BM-GLOSS-9)."""
    return not player.levelled_up and level_up_rooms(player.dungeon, state.options) >= SLOTS


def has_built_effect(room: CopyId, cards: Catalog) -> bool:
    """Whether the card says "when you build this room"."""
    card = cards[room]
    return isinstance(card, Room) and any(ability.when is Trigger.BUILT for ability in card.abilities)


def resolve(state: State, built: tuple[tuple[PlayerId, CopyId], ...], cards: Catalog) -> tuple[State, list[Event]]:
    """In turn order each player's level-up and built effects, in the order the group plays (BM-BUILD-16, -17, D-10)."""
    events: list[Event] = []
    for player in state.living:
        due: list[Event] = [EffectDue(player.id, room) for owner, room in built if owner == player.id]
        if levels_up(player, state):
            state = state.with_player(replace(player, levelled_up=True))
            state, due = _ordered(state, player.id, due)
        events += due
    return state, events


def _ordered(state: State, player: PlayerId, built: list[Event]) -> tuple[State, list[Event]]:
    levelled: list[Event] = [LeveledUp(player)]
    match state.options.levelup_vs_built_order:
        case LevelupVsBuiltOrder.BUILT_FIRST:
            return state, built + levelled
        case LevelupVsBuiltOrder.OWNER_CHOICE if built:
            question = Question(WHICH_FIRST, (LEVEL_UP, BUILT), player, rule="BM-BUILD-17")
            asked = replace(state, questions=(*state.questions, question))
            return asked, [*levelled, *built, QuestionAsked(question)]
        case _:
            return state, levelled + built


def maybe_level_up(state: State, player: Player) -> tuple[State, list[Event]]:
    """One player's level-up, if it is due."""
    if not levels_up(player, state):
        return state, []
    return state.with_player(replace(player, levelled_up=True)), [LeveledUp(player.id)]
