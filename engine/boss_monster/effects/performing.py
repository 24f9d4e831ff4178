"""Every word of the cards, and who carries it out."""

from collections.abc import Mapping

from engine.boss_monster.effects import (
    amounts,
    announcing,
    on_building,
    on_choosing,
    on_damage,
    on_hands,
    on_heroes,
    on_hoard,
    on_rooms,
    on_score,
)
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.state import State, Task
from engine.boss_monster.words.damage import IgnoreDamage
from engine.boss_monster.words.heroes import ReturnsInstead, Skips
from engine.boss_monster.words.hoard import MinibossStarts
from engine.boss_monster.words.rooms import Bars, SilenceHeroes
from engine.core.cards import Catalog
from engine.core.effects import Step
from engine.core.ids import PlayerId

PERFORMERS: Mapping[type[Step], Performer] = {
    **on_choosing.PERFORMERS,
    **on_damage.PERFORMERS,
    **on_heroes.PERFORMERS,
    **on_rooms.PERFORMERS,
    **on_building.PERFORMERS,
    **on_score.PERFORMERS,
    **on_hands.PERFORMERS,
    **on_hoard.PERFORMERS,
    **announcing.PERFORMERS,
}

STATIC_ONLY: frozenset[type[Step]] = frozenset(
    {IgnoreDamage, Skips, ReturnsInstead, Bars, SilenceHeroes, MinibossStarts}
)
"""Words that never happen: they hold while their card is visible (rules 7.1)."""


def perform(state: State, task: Task, step: Step, cards: Catalog) -> Happening:
    """Carry out the next step of the running task, which is already taken off the agenda.

    A number that depends on a hidden hand is asked for first: its owner tells it, and then the step goes on.
    """
    player = _untold(state, task, step, cards)
    if player is not None and (answer := task.get("answer")) is not None:
        state, task = amounts.told(state, player, int(answer)), task.binding(answer=None)
        player = _untold(state, task, step, cards)
    if player is not None:
        return amounts.ask(state, task, step, player)
    return PERFORMERS[type(step)](state, task, step, cards)


def _untold(state: State, task: Task, step: Step, cards: Catalog) -> PlayerId | None:
    """Whose number of spells this step needs and nobody knows."""
    value = getattr(step, "amount", None) or getattr(step, "number", None) or getattr(step, "times", None)
    return amounts.untold(state, task, value, cards) if value is not None else None
