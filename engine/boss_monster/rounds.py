"""The course of a round: whose turn it is and what comes next (BM-GEN-3 to -5)."""

from engine.boss_monster import building, decks, levels
from engine.boss_monster.effects import agenda, triggers
from engine.boss_monster.events import (
    BuildClosed,
    BuildTurnBegan,
    Event,
    HeroDeckEmpty,
    QuestionAsked,
    Reminder,
    RevealBegan,
    RoundBegan,
)
from engine.boss_monster.state import Phase, Question, Stack, State
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Trigger

Happening = tuple[State, tuple[Event, ...]]

DECK_EMPTY, FINAL_SCORING = "Q-20", "final_scoring"
BUILDING_OVER = "building_over"
"""The moment after level-ups and built effects."""


def heroes_expected(state: State, cards: Catalog) -> int:
    """How many heroes are revealed this round (BM-START-1, -2; -8 when the deck runs out)."""
    return max(0, min(decks.heroes_per_round(state), decks.heroes_left(state, cards)))


def begin_round(state: State, cards: Catalog) -> Happening:
    """Phase 1: items and heroes are to be revealed. With an empty hero deck building begins at once (BM-START-8)."""
    state = replace(state, round=state.round + 1, phase=Phase.ROUND_START, active=None)
    for player in state.living:
        fresh = replace(player, souls_before=player.souls, has_promoted=False, has_sold_room=False)
        state = state.with_player(replace(fresh, dungeon=tuple(_rested(stack) for stack in player.dungeon)))
    expected = heroes_expected(state, cards)
    began = RoundBegan(state.round, expected)
    if expected or decks.items_per_round(state):
        return state, (began,)
    after, events = begin_build(state, cards)
    asked = _nobody_comes_any_more(after)
    if asked is None:
        return after, (began, HeroDeckEmpty(), *events)
    after = replace(after, questions=(*after.questions, asked))
    return after, (began, HeroDeckEmpty(), *events, QuestionAsked(asked))


def _nobody_comes_any_more(state: State) -> Question | None:
    """Without any hero left the group says whether it plays on or scores (Q-20, A-08)."""
    if state.options.is_net_scoring or state.town or any(player.entrance for player in state.living):
        return None
    return Question(DECK_EMPTY, ("continue", FINAL_SCORING), rule="BM-START-8")


def _rested(stack: Stack) -> Stack:
    """Its miniboss can rise again (BM-MINI-11)."""
    return stack if stack.miniboss is None else replace(stack, miniboss=replace(stack.miniboss, spent=False))


def begin_build(state: State, cards: Catalog) -> Happening:
    """Phase 2 (or the first rooms of the set-up): the player with the most XP begins (BM-BUILD-1, BM-SETUP-9)."""
    for player in state.players:
        state = state.with_player(building.without_face_down(player))
    first = state.living[0].id
    state = replace(state, phase=Phase.BUILD, active=first, told=(), explained=())
    if not state.round:
        return state, (BuildTurnBegan(first),)
    for player in state.living:
        state = triggers.happened(state, Trigger.ROUND_START, cards, player=player.id)  # TR-14
    draw = Reminder("draw_room", tuple(player.id for player in state.living))  # BM-START-4
    return state, (draw, BuildTurnBegan(first))


def next_builder(state: State, cards: Catalog) -> Happening:
    """The next player may build; after the last one all face-down cards are revealed (BM-BUILD-15)."""
    order = [player.id for player in state.living]
    assert state.active is not None
    later = order[order.index(state.active) + 1 :]
    if later:
        return replace(state, active=later[0]), (BuildTurnBegan(later[0]),)
    if any(player.all_face_down for player in state.living):
        return replace(state, active=None, phase=Phase.REVEAL), (RevealBegan(),)
    # a level-up may have waited for this moment
    return agenda.flow(levels.resolve(replace(state, active=None)), BUILDING_OVER), ()


def after_building(state: State, cards: Catalog) -> Happening:
    """All rooms stand: the bait comes next, or after the set-up the first round."""
    state = replace(state, active=None, told=())
    if state.round == 0:
        return begin_round(state, cards)
    return replace(state, phase=Phase.BUILT), (BuildClosed(),)
