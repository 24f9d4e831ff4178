"""What is to be carried out, in order. Steps change the agenda only through these functions.

The first task is the running one; its next step is taken off before it is performed. A step that needs an answer puts
itself back and asks; when the answer is there it is performed again and finds it bound as `answer`.
"""

from collections.abc import Iterable
from typing import TypeAlias

from engine.boss_monster.events import Event, QuestionAsked
from engine.boss_monster.state import Question, State, Task
from engine.core.copying import replace
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId

Happening: TypeAlias = tuple[State, tuple[Event, ...]]

CHOICE = "Q-15"
"""The number of every question that a card asks (rules 4.8)."""
YES, NO, NONE = "yes", "no", "none"


def ask(
    state: State, task: Task, step: Step, key: str, choices: Iterable[str], *, player: PlayerId | None = None
) -> Happening:
    """The running step waits for an answer: it is put back and will be performed again with `answer` bound."""
    running = replace(state.agenda[0], steps=(step, *state.agenda[0].steps))
    asked = player or PlayerId(task.get("chooser") or task.player)
    question = Question(CHOICE, tuple(choices), asked, cards=(task.card,) if task.card else (), key=key, of_task=True)
    state = replace(state, agenda=(running, *state.agenda[1:]), questions=(*state.questions, question))
    return state, (QuestionAsked(question),)


def bind(state: State, **names: str | None) -> State:
    """The running task knows these names from now on."""
    return replace(state, agenda=(state.agenda[0].binding(**names), *state.agenda[1:]))


def then(state: State, steps: Iterable[Step]) -> State:
    """These steps come next in the running task, before the rest of it."""
    running = state.agenda[0]
    return replace(state, agenda=(replace(running, steps=(*steps, *running.steps)), *state.agenda[1:]))


def stop(state: State) -> State:
    """The rest of the running task is lost: it has no target, or the player declined."""
    return replace(state, agenda=(replace(state.agenda[0], steps=()), *state.agenda[1:]))


def before(state: State, tasks: Iterable[Task]) -> State:
    """These tasks come first; the running one goes on after them."""
    return replace(state, agenda=(*tasks, *state.agenda))


def afterwards(state: State, tasks: Iterable[Task]) -> State:
    """These tasks come when the running one is done: what it brought about, in the order it did."""
    return replace(state, due=(*state.due, *tasks))


def flow(state: State, moment: str, **bound: str) -> State:
    """The next moment of the round comes when everything before it is done."""
    return afterwards(state, (Task(PlayerId(""), bound=tuple(bound.items()), flow=moment),))


def answered(state: State, choice: str) -> State:
    """The players answered the running step."""
    return bind(state, answer=choice)


def use_key(card: CopyId, ability: int, hero: CopyId | None = None) -> str:
    """How the use of a limited ability is remembered."""
    return f"{card}/{ability}" + (f"/{hero}" if hero else "")
