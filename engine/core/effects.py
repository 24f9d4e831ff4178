"""What a card does, as data: abilities made of a trigger and an ordered list of steps from a closed vocabulary.

The words follow section 7 of the rules: triggers TR-01 to TR-18; each step class is one primitive and documents
itself. An unknown word or key is a `CardDataError`, so a card never quietly does less than its file says.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from engine.core.errors import CardDataError


class Trigger(Enum):
    """When an ability speaks up (rules 7.2)."""

    BUILT = "built"
    """TR-01"""
    OTHER_BUILT = "other_built"
    """TR-02"""
    UNCOVERED = "uncovered"
    """TR-03"""
    DESTROYED_BY_OWNER = "destroyed_by_owner"
    """TR-04"""
    DESTROYED_BY_OTHER = "destroyed_by_other"
    """TR-05"""
    OTHER_DESTROYED = "other_destroyed"
    """TR-06"""
    HERO_ENTERS_ROOM = "hero_enters_room"
    """TR-07"""
    HERO_ENTERS_DUNGEON = "hero_enters_dungeon"
    """TR-08"""
    HERO_DIES = "hero_dies"
    """TR-09"""
    HERO_SURVIVES_ROOM = "hero_survives_room"
    """TR-10"""
    HERO_SURVIVES_DUNGEON = "hero_survives_dungeon"
    """TR-11"""
    SPELL_PLAYED = "spell_played"
    """TR-12"""
    DISCARD_FORCED = "discard_forced"
    """TR-13"""
    ROUND_START = "round_start"
    """TR-14"""
    ROUND_END = "round_end"
    """TR-15"""
    LEVEL_UP = "level_up"
    """TR-16"""
    COIN_OR_MINIBOSS = "coin_or_miniboss"
    """TR-17"""
    ACTIVATED = "activated"
    """TR-18"""
    STATIC = "static"
    """Permanent while visible (rules 7.1)."""


class Limit(Enum):
    """How often an ability may be used (rules 7.1)."""

    UNLIMITED = "unlimited"
    ONCE_PER_ROUND = "once_per_round"
    ONCE_PER_GAME = "once_per_game"
    FIRST_TIME_PER_HERO = "first_time_per_hero"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a card does. `do` in the card file names the class."""

    word: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """FX-35: draw cards from a deck."""

    word: ClassVar[str] = "draw"
    deck: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Discard(Step):
    """FX-36: put cards of one's own choice from the hand on the discard pile."""

    word: ClassVar[str] = "discard"
    kind: str = "card"
    count: int = 1


@dataclass(frozen=True, slots=True)
class AddDamage(Step):
    """FX-01, FX-02: rooms in `scope` (this, adjacent, next, last, all) of `type` (any, monster, trap) deal more.

    In a static ability the bonus holds while the card is visible, otherwise until the end of the round.
    """

    word: ClassVar[str] = "add_damage"
    amount: int
    scope: str = "this"
    type: str = "any"


STEPS: Mapping[str, type[Step]] = {step.word: step for step in (Draw, Discard, AddDamage)}


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card: when it speaks up, what it then does in order, how often."""

    when: Trigger
    do: tuple[Step, ...]
    limit: Limit = Limit.UNLIMITED


def parse_step(data: Mapping[str, Any]) -> Step:
    """Turn `{do = "draw", deck = "rooms"}` into a typed step."""
    word = data.get("do")
    kind = STEPS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise CardDataError(f"unknown step {word!r}; known: {', '.join(sorted(STEPS))}", key="do")
    hints = get_type_hints(kind)
    given = {key: value for key, value in data.items() if key != "do"}
    known = {f.name: f for f in fields(kind)}
    for key, value in given.items():
        if key not in known:
            raise CardDataError(f"step {word!r} has no such key; known: {', '.join(known)}", key=key)
        if not _fits(value, hints[key]):
            raise CardDataError(f"step {word!r} wants {hints[key].__name__}, got {value!r}", key=key)
    for name, f in known.items():
        if name not in given and f.default is MISSING:
            raise CardDataError(f"step {word!r} needs this key", key=name)
    return kind(**given)


def _fits(value: object, hint: Any) -> bool:
    if get_origin(hint) is not None:
        return any(_fits(value, part) for part in get_args(hint))
    if hint is int and isinstance(value, bool):
        return False
    return isinstance(value, hint)
