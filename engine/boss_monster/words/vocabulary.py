"""All words at once: what the card files may say."""

from inspect import getmembers, isclass
from types import ModuleType

from engine.boss_monster.words import (
    choosing,
    conditions,
    counting,
    damage,
    hands,
    heroes,
    hoard,
    magic,
    rooms,
    score,
)
from engine.core.effects import Condition, Count, Step, Vocabulary

_SHELVES: tuple[ModuleType, ...] = (
    choosing,
    damage,
    heroes,
    rooms,
    score,
    hands,
    magic,
    hoard,
    conditions,
    counting,
)


def _words_of(shelf: ModuleType) -> list[type[Step] | type[Condition] | type[Count]]:
    kinds = [kind for _, kind in getmembers(shelf, isclass) if kind.__module__ == shelf.__name__]
    return [kind for kind in kinds if issubclass(kind, Step | Condition | Count)]


VOCABULARY = Vocabulary.of(word for shelf in _SHELVES for word in _words_of(shelf))
"""Every step, condition and count that a card of Boss Monster may use."""
