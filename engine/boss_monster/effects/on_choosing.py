"""Choices of the cards: only what is legal is offered, a single possibility is taken without asking (FX-43)."""

from collections.abc import Mapping, Sequence

from engine.boss_monster.effects import agenda, amounts, conditions, holding, pointing
from engine.boss_monster.effects.agenda import NO, NONE, YES, Happening
from engine.boss_monster.effects.choices import CHOICES, bound_name, targets
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.effects.possible import can_pay, has_targets, is_possible, leads_on
from engine.boss_monster.state import Change, Holds, State, Task
from engine.boss_monster.words.choosing import (
    AskNumber,
    ChooseHero,
    Each,
    Either,
    IfSo,
    MarkPlayer,
    May,
    Option,
)
from engine.boss_monster.words.conditions import HoldsNone
from engine.boss_monster.words.meanings import Asked
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step
from engine.core.ids import PlayerId

__all__ = ["PERFORMERS", "can_pay", "has_targets", "targets"]

CHOOSER = "chooser"
"""The name under which a task knows who makes its choices, where that is not the owner of the card."""


def _chooser(task: Task) -> PlayerId | None:
    named = task.get(CHOOSER)
    return PlayerId(named) if named is not None else None


def _ask(state: State, task: Task, step: Step, key: str, choices: Sequence[str]) -> Happening:
    return agenda.ask(state, task, step, key, choices, player=_chooser(task))


# -- targets -----------------------------------------------------------------------------------------------------------


def _choose(state: State, task: Task, step: Step, cards: Catalog) -> Happening:
    """A target is chosen: among those that leave a target for the choices right after it."""
    legal = leads_on(state, task, step, state.agenda[0].steps, cards)
    answer, is_optional = task.get("answer"), bool(getattr(step, "optional", False))
    if is_optional and (not legal or answer == NONE):
        return agenda.stop(state), ()
    if not legal:
        return holding.lost(state, task)
    if answer is None and len(legal) == 1 and not is_optional:
        answer = legal[0]
    if answer not in legal:
        return _ask(state, task, step, step.word, (*legal, NONE) if is_optional else legal)
    name = bound_name(step)
    where = {f"{name}_place": pointing.whereabouts(state, answer)} if isinstance(step, ChooseHero) else {}
    return agenda.bind(state, **{name: answer, **where}), ()


def _ask_number(state: State, task: Task, step: AskNumber, cards: Catalog) -> Happening:
    """A number that only the players know. What somebody told about the own hand is remembered."""
    answer = task.get("answer")
    if step.what is Asked.SPELLS_IN_HAND:
        known = state.player(task.player).spells_in_hand
        answer = answer if known is None else str(known)
    legal = targets(state, task, step, cards)
    if answer not in legal:
        return _ask(state, task, step, step.what.value, legal)
    if step.what is Asked.SPELLS_IN_HAND:
        state = amounts.told(state, task.player, int(answer))
    return agenda.bind(state, number=answer), ()


def _mark_player(state: State, task: Task, step: MarkPlayer, cards: Catalog) -> Happening:
    """This card remembers the chosen player until the end of the round."""
    chosen = task.get("chosen_player")
    if chosen is None:
        return holding.lost(state, task)
    player = state.player(PlayerId(chosen))
    marked = replace(player, changes=(*player.changes, Change(Holds.MARKED, task.card)))
    return state.with_player(marked), ()


# -- ways --------------------------------------------------------------------------------------------------------------


def _either(state: State, task: Task, step: Either, cards: Catalog) -> Happening:
    """One of the options that are possible now."""
    options = {option.say: option for option in step.options if _is_open(state, task, option, cards)}
    answer = task.get("answer")
    if not options:
        return holding.lost(state, task)
    if answer is None and len(options) == 1:
        answer = next(iter(options))
    if answer not in options:
        return _ask(state, task, step, step.word, tuple(options))
    chosen = options[answer]
    hidden = conditions.hidden(chosen.if_)
    return agenda.then(state, (IfSo(hidden, chosen.do),) if hidden else chosen.do), ()


def _is_open(state: State, task: Task, option: Option, cards: Catalog) -> bool:
    visible, _ = conditions.split(option.if_)
    return conditions.holds(state, task, visible, cards) and is_possible(state, task, option.do, cards)


def _may(state: State, task: Task, step: May, cards: Catalog) -> Happening:
    """Yes or no; without a question where it could not be done anyway."""
    if not is_possible(state, task, step.steps, cards):
        return state, ()
    match task.get("answer"):
        case "yes":
            return agenda.then(state, step.steps), ()
        case "no":
            return state, ()
        case _:
            return _ask(state, task, step, step.word, (YES, NO))


def _if_so(state: State, task: Task, step: IfSo, cards: Catalog) -> Happening:
    """What the table shows is looked up; about a hidden hand its owner is asked."""
    visible, hidden = conditions.split(step.if_)
    if not conditions.holds(state, task, visible, cards):
        return agenda.then(state, step.otherwise), ()
    if hidden:
        answer = task.get("answer")
        if answer not in (YES, NO):
            return _ask(state, task, step, _about_hand(hidden[0]), (YES, NO))
        state = agenda.bind(state, **{conditions.HOLDS_NONE: answer})
        return agenda.then(state, step.steps if answer == YES else step.otherwise), ()
    return agenda.then(state, step.steps), ()


def _about_hand(condition: object) -> str:
    assert isinstance(condition, HoldsNone)
    return f"{conditions.HOLDS_NONE}_{condition.sort.value}"


def _each(state: State, task: Task, step: Each, cards: Catalog) -> Happening:
    """A task for each player, in turn order: what one of them declines or cannot do ends only that one's part."""
    players = pointing.players(state, task, step.who, cards)
    own = task.binding(answer=None)
    tasks = [
        Task(task.player, task.card, step.steps, own.bound, task.ability).binding(
            chosen_player=player, chooser=player if step.they_choose else task.get(CHOOSER), begun=YES
        )
        for player in players
    ]
    return agenda.before(state, tasks), ()


PERFORMERS: Mapping[type[Step], Performer] = {
    **dict.fromkeys(CHOICES, _choose),
    AskNumber: _ask_number,
    MarkPlayer: _mark_player,
    Either: _either,
    May: _may,
    IfSo: _if_so,
    Each: _each,
}
"""How the words of words/choosing.py are carried out."""
