"""Whether steps can be carried out at all: their first choices have a target, and what they cost can be paid."""

from collections.abc import Sequence

from engine.boss_monster.effects import amounts, conditions, pointing
from engine.boss_monster.effects.choices import CHOICES, bound_name, targets
from engine.boss_monster.state import Stack, State, Task
from engine.boss_monster.words.choosing import AskNumber, Either, IfSo, Option
from engine.boss_monster.words.counting import ChosenNumber, MinibossLevel
from engine.boss_monster.words.hoard import CoinsOnto, PayCoins
from engine.boss_monster.words.meanings import Ref
from engine.boss_monster.words.rooms import Deactivate, Destroy, RemoveCounter
from engine.core.cards import Catalog
from engine.core.effects import Step

_LOOKED_AT: tuple[type[Step], ...] = (*CHOICES, AskNumber, Either, IfSo, PayCoins, CoinsOnto)
"""Steps that may turn out to be impossible after a choice."""


def has_targets(state: State, task: Task, steps: Sequence[Step], cards: Catalog) -> bool:
    """Whether the choices at the beginning of these steps can be made, one after the other.

    Of several ways one must be open; whatever else comes first counts as fine.
    """
    if not steps:
        return True
    step, following = steps[0], steps[1:]
    match step:
        case AskNumber():
            return has_targets(state, task, following, cards)
        case Either():
            return any(_is_open(state, task, option, cards) for option in step.options)
        case IfSo():
            visible, hidden = conditions.split(step.if_)
            if not conditions.holds(state, task, visible, cards):
                return has_targets(state, task, step.otherwise, cards)
            return bool(hidden) or has_targets(state, task, step.steps, cards)
        case PayCoins() | CoinsOnto():
            price = amounts.amount(state, task, step.amount, cards) or 0
            return price <= state.player(task.player).coins and has_targets(state, task, following, cards)
        case _ if isinstance(step, CHOICES):
            return bool(leads_on(state, task, step, following, cards))
        case _:
            return True


def _is_open(state: State, task: Task, option: Option, cards: Catalog) -> bool:
    visible, _ = conditions.split(option.if_)
    return conditions.holds(state, task, visible, cards) and is_possible(state, task, option.do, cards)


def leads_on(state: State, task: Task, step: Step, following: Sequence[Step], cards: Catalog) -> tuple[str, ...]:
    """The targets of a choice after which the choices that follow at once have one too, and coins can be paid."""
    legal = targets(state, task, step, cards)
    if not following or not isinstance(following[0], _LOOKED_AT):
        return legal
    name = bound_name(step)
    return tuple(choice for choice in legal if has_targets(state, task.binding(**{name: choice}), following, cards))


def is_possible(state: State, task: Task, steps: Sequence[Step], cards: Catalog) -> bool:
    """Whether these steps have their targets, and what they take can be given."""
    return has_targets(state, task, steps, cards) and can_pay(state, task, steps, cards, choices=False)


def can_pay(state: State, task: Task, steps: Sequence[Step], cards: Catalog, *, choices: bool = True) -> bool:
    """Whether a cost can be paid: rooms, coins and counters must be there; hands are trusted (BM-GLOSS-1).

    What a choice inside the cost decides is not looked at twice: it offers only what can be paid.
    """
    coins = 0
    is_chosen = False
    for place, step in enumerate(steps):
        if isinstance(step, CHOICES):
            if choices and not is_chosen and not has_targets(state, task, steps[place:], cards):
                return False
            is_chosen = True
        elif isinstance(step, PayCoins | CoinsOnto):
            is_open = is_chosen and isinstance(step.amount, ChosenNumber | MinibossLevel)
            coins += 0 if is_open else amounts.amount(state, task, step.amount, cards) or 0
        elif not is_chosen and not _is_there(state, task, step, cards):
            return False
    return coins <= state.player(task.player).coins


def _is_there(state: State, task: Task, step: Step, cards: Catalog) -> bool:
    match step:
        case Destroy() | Deactivate():
            return bool(pointing.rooms(state, task, step.rooms, cards))
        case RemoveCounter():
            stack = _stack(state, task, step.room)
            return stack is not None and stack.counters > 0
        case _:
            return True


def _stack(state: State, task: Task, ref: Ref) -> Stack | None:
    spot = pointing.room(state, task, ref)
    return state.player(spot[0]).dungeon[spot[1] - 1] if spot is not None else None
