"""Level-ups and built effects: who gets what, in which order (BM-BUILD-16 to -19)."""

from dataclasses import replace

from engine.boss_monster.building import SLOTS
from engine.boss_monster.counts import active_slots, level_up_rooms, shown
from engine.boss_monster.events import EffectDue, Event, LeveledUp, QuestionAsked
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
        is_built = bool(_built_effects(state, player.id, cards))
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
    built = _built_effects(state, id_, cards)
    state = replace(state, built=tuple((owner, room) for owner, room in state.built if owner != id_))
    state, levelled = maybe_level_up(state, state.player(id_))
    return state, [*levelled, *built] if levelup_first else [*built, *levelled]


def _built_effects(state: State, id_: PlayerId, cards: Catalog) -> list[Event]:
    rooms = [room for owner, room in state.built if owner == id_ and has_effect(room, Trigger.BUILT, cards)]
    return [EffectDue(id_, room) for room in rooms]


def maybe_level_up(state: State, player: Player) -> tuple[State, list[Event]]:
    """One player's level-up, if it is due."""
    if not levels_up(player, state):
        return state, []
    return state.with_player(replace(player, levelled_up=True)), [LeveledUp(player.id)]


def at_round_end(state: State, cards: Catalog) -> list[Event]:
    """TR-15: rooms, their minibosses and levelled-up bosses that speak up at the end of the round (BM-END-14)."""
    due: list[Event] = []
    for player in state.living:
        speakers = [(player.boss, cards[player.boss].abilities)] if player.levelled_up else []
        for slot in active_slots(player):
            speakers += shown(player.dungeon[slot - 1], cards)
        for card, abilities in speakers:
            if any(ability.when is Trigger.ROUND_END for ability in abilities):
                due.append(EffectDue(player.id, card))
    return due
