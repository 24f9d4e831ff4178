"""The course of the game: what is due is carried out, one step after the other, until somebody has to answer."""

from collections.abc import Callable, Mapping

from engine.boss_monster import adventure, judging, levels, rounds
from engine.boss_monster.effect_events import EffectLost
from engine.boss_monster.effects import agenda
from engine.boss_monster.effects.performing import perform
from engine.boss_monster.events import EffectDue
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import State, Task
from engine.core.cards import Catalog
from engine.core.copying import replace

Moment = Callable[[State, Task, Catalog], Happening]

MOMENTS: Mapping[str, Moment] = {
    adventure.NEXT_HERO: lambda state, _, cards: adventure.next_hero(state, cards),
    adventure.LEAVE: adventure.leave_room,
    adventure.GO_ON: adventure.go_on,
    adventure.HURT: adventure.hurt,
    adventure.ROOM_GONE: adventure.room_gone,
    adventure.ROUND_OVER: lambda state, _, cards: judging.end_round(state, cards),
    judging.JUDGE: lambda state, _, cards: judging.judge_round(state, cards),
    judging.TIDY: lambda state, _, cards: judging.tidy_up(state, cards),
    levels.PLAYER_BUILT: levels.player_built,
    levels.LEVEL_UP: levels.level_up,
    levels.BUILT: levels.room_built,
    rounds.BUILDING_OVER: lambda state, _, cards: rounds.after_building(state, cards),
}
"""The moments of a round that wait for everything before them."""

MOST_STEPS = 2000
"""More than any command sets off with the cards of all boxes: after so many steps cards run in a circle."""


def run(happening: Happening, cards: Catalog) -> Happening:
    """Carry out what is due. Ends when nothing is left, or with a question; then the answer goes on from there."""
    state, before = happening
    events = list(before)
    steps = 0
    while not state.questions and (state.agenda or state.due):
        steps += 1
        if steps > MOST_STEPS:
            state, lost = _calmed(state)
            events += lost
        state, more = _next(state, cards)
        events += more
    return state, tuple(events)


def _calmed(state: State) -> Happening:
    """Cards that set each other off for ever are stopped: what they still wanted is lost, the round goes on."""
    tasks = (*state.agenda, *state.due)
    events = tuple(EffectLost(task.player, task.card) for task in tasks if not task.flow)
    kept = replace(
        state,
        agenda=tuple(task for task in state.agenda if task.flow),
        due=tuple(task for task in state.due if task.flow),
    )
    return kept, events


def _next(state: State, cards: Catalog) -> Happening:
    if state.due and not _is_begun(state):  # nothing runs: what is due comes first
        first, *rest = (*state.due, *state.agenda)
        if first.flow:
            return _moment(replace(state, agenda=tuple(rest), due=()), first, cards)
        state = replace(state, agenda=(first, *rest), due=())
    if not state.agenda or not state.agenda[0].steps:
        return _done(state, cards)
    task = state.agenda[0]
    if task.get("begun") is None:
        state = agenda.bind(state, begun="yes")
        return state, (EffectDue(task.player, task.card),)
    step = task.steps[0]
    rest_of_it = replace(task, steps=task.steps[1:]).binding(answer=None)
    return perform(replace(state, agenda=(rest_of_it, *state.agenda[1:])), task, step, cards)


def _is_begun(state: State) -> bool:
    """Whether the first task is running: what it brings about waits until it is done."""
    return bool(state.agenda) and state.agenda[0].get("begun") is not None


def _done(state: State, cards: Catalog) -> Happening:
    """The first task is done: what it brought about comes next. Or a moment of the round has come."""
    task, rest = (state.agenda[0], state.agenda[1:]) if state.agenda else (None, ())
    state = replace(state, agenda=(*state.due, *rest), due=())
    return _moment(state, task, cards) if task is not None and task.flow else (state, ())


def _moment(state: State, task: Task, cards: Catalog) -> Happening:
    """A moment of the round; what it brings about comes before everything that waits, also before a running task."""
    state, events = MOMENTS[task.flow](state, task, cards)
    if state.due and _is_begun(state):
        state = replace(state, agenda=(*state.due, *state.agenda), due=())
    return state, events
