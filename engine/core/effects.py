"""What a card does, as data: abilities of a trigger, conditions, a cost and ordered steps from a closed vocabulary.

This module knows the shape of the language (rules 7.1) and how it is read; the words themselves belong to a game. Each
word is one small frozen class whose fields are its keys, so the class is its own documentation. An unknown word or key
is a `CardDataError`: a card never quietly does less than its file says.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, NamedTuple, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from engine.core.errors import CardDataError


class Trigger(Enum):
    """When an ability speaks up (rules 7.2)."""

    BUILT = "built"
    """TR-01: this room is built."""
    OTHER_BUILT = "other_built"
    """TR-02: another room is built."""
    UNCOVERED = "uncovered"
    """TR-03: this room becomes the top of its stack without being built."""
    DESTROYED_BY_OWNER = "destroyed_by_owner"
    """TR-04: its owner destroys this room."""
    DESTROYED_BY_OTHER = "destroyed_by_other"
    """TR-05: another card destroys this room."""
    OTHER_DESTROYED = "other_destroyed"
    """TR-06: another room is destroyed."""
    HERO_ENTERS_ROOM = "hero_enters_room"
    """TR-07: a hero enters this room; on a hero or an item: it enters a room."""
    HERO_ENTERS_DUNGEON = "hero_enters_dungeon"
    """TR-08: a hero is about to enter its first room."""
    HERO_DIES = "hero_dies"
    """TR-09: a hero dies in this room, or in another one."""
    HERO_SURVIVES_ROOM = "hero_survives_room"
    """TR-10: a hero leaves this room alive; on a hero or an item: it leaves a room alive."""
    HERO_SURVIVES_DUNGEON = "hero_survives_dungeon"
    """TR-11: a hero reaches the boss."""
    SPELL_PLAYED = "spell_played"
    """TR-12: a spell takes place; a cancelled one does not count."""
    DISCARD_FORCED = "discard_forced"
    """TR-13: somebody discards, as `about` says."""
    ROUND_START = "round_start"
    """TR-14: the round begins, at the draw."""
    ROUND_END = "round_end"
    """TR-15: the round ends."""
    LEVEL_UP = "level_up"
    """TR-16: the boss levels up. Every other ability of a boss holds from then on, for the rest of the game."""
    COINS_GAINED = "coins_gained"
    """TR-17: a player gains coins."""
    MINIBOSS_RAISED = "miniboss_raised"
    """TR-17: a miniboss is built or promoted."""
    ACTIVATED = "activated"
    """TR-18: its owner uses it; on an item this is the boss effect, on the third level of a miniboss too."""
    PLAYED = "played"
    """A spell is played (rules 7.5)."""
    HERO_ARRIVES = "hero_arrives"
    """This hero is revealed into town."""
    CARD_TAKEN = "card_taken"
    """You take a card from the discard pile."""
    STATIC = "static"
    """Permanent while visible (rules 7.1)."""


class Limit(Enum):
    """How often an ability may be used (rules 7.1)."""

    UNLIMITED = "unlimited"
    ONCE_PER_ROUND = "once_per_round"
    ONCE_PER_GAME = "once_per_game"
    FIRST_TIME_PER_HERO = "first_time_per_hero"


class About(Enum):
    """Whose doing an ability listens to, where its trigger leaves that open."""

    THIS = "this"
    """What happens to this card, in this room, or to this hero."""
    OWN = "own"
    """What its owner does, or what happens in the owner's dungeon."""
    OPPONENTS = "opponents"
    """What an opponent does, or what happens in an opponent's dungeon."""
    ANY = "any"


class Window(Enum):
    """When an activated ability may be used (BM-GEN-11, BM-GLOSS-3)."""

    BUILD = "build"
    ADVENTURE = "adventure"
    BOTH = "both"
    REACTION = "reaction"
    """Only while a spell that it answers waits for its turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a card does. `do` in the card file names the class."""

    word: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that must be true. `is` in the card file names the class."""

    word: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is counted at the table. `count` in the card file names the class."""

    word: ClassVar[str] = ""


Amount: TypeAlias = int | Count
"""A number on the card, or one that is counted when it is needed."""


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card: when it speaks up, under which conditions, at what cost, what it then does in order."""

    when: Trigger
    do: tuple[Step, ...]
    limit: Limit = Limit.UNLIMITED
    about: About = About.THIS
    if_: tuple[Condition, ...] = ()
    cost: tuple[Step, ...] = ()
    may: bool = False
    """The owner decides whether it happens."""
    window: Window = Window.BOTH
    from_hand: bool = False
    """It is used by discarding this card from the hand."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words of a game, by what they stand for."""

    steps: Mapping[str, type[Step]]
    conditions: Mapping[str, type[Condition]]
    counts: Mapping[str, type[Count]]

    @classmethod
    def of(cls, words: Iterable[type[Step] | type[Condition] | type[Count]]) -> "Vocabulary":
        """The vocabulary of these classes."""
        found: dict[type, dict[str, Any]] = {Step: {}, Condition: {}, Count: {}}
        for kind in words:
            family = next(family for family in found if issubclass(kind, family))
            assert kind.word and kind.word not in found[family], f"the word {kind.word!r} is used twice"
            found[family][kind.word] = kind
        return cls(found[Step], found[Condition], found[Count])

    def family(self, family: type) -> Mapping[str, type]:
        """The words for steps, conditions or counts."""
        if family is Step:
            return self.steps
        return self.conditions if family is Condition else self.counts


def steps_in(ability: Ability) -> Iterator[Step]:
    """Every step of an ability, also those inside others."""
    for step in (*ability.cost, *ability.do):
        yield from _steps_within(step)


def _steps_within(word: Any) -> Iterator[Step]:
    if isinstance(word, Step):
        yield word
    for field in fields(word):
        value = getattr(word, field.name)
        for part in value if isinstance(value, tuple) else ():
            if is_dataclass(part):
                yield from _steps_within(part)


def parse_ability(data: Mapping[str, Any], words: Vocabulary) -> Ability:
    """Turn an `[[card.ability]]` table into an ability, or complain about the key that does not fit."""
    ability: Ability = _record(data, Ability, words, "an ability")
    if not ability.do:
        raise CardDataError("an ability does at least one thing", key="do")
    return ability


def parse_step(data: Mapping[str, Any], words: Vocabulary) -> Step:
    """Turn `{do = "draw", deck = "rooms"}` into a typed step."""
    return cast(Step, _word(data, Step, words))


_SIGNS: Mapping[type, str] = {Step: "do", Condition: "is", Count: "count"}


def _word(data: Any, family: type, words: Vocabulary) -> Any:
    """A step, condition or count by its name."""
    sign = _SIGNS[family]
    known = words.family(family)
    name = data.get(sign) if isinstance(data, Mapping) else None
    kind = known.get(name) if isinstance(name, str) else None
    if kind is None:
        shown = name if isinstance(data, Mapping) else data
        raise CardDataError(f"unknown {family.__name__.lower()} {shown!r}; known: {', '.join(sorted(known))}", key=sign)
    rest = {key: value for key, value in data.items() if key != sign}
    return _record(rest, kind, words, f"{family.__name__.lower()} {name!r}")


def _record(data: Any, kind: type, words: Vocabulary, label: str) -> Any:
    """A table of keys, each with a value of its field's type."""
    if not isinstance(data, Mapping):
        raise CardDataError(f"{label} is a table of keys, got {data!r}")
    known = _keys_of(kind)
    for key in data:
        if key not in known:
            raise CardDataError(f"{label} has no such key; known: {', '.join(known) or 'none'}", key=key)
    for key, (_, _, is_needed) in known.items():
        if is_needed and key not in data:
            raise CardDataError(f"{label} needs this key", key=key)
    return kind(**{known[key].field: _value(value, known[key].hint, words, key) for key, value in data.items()})


class _Key(NamedTuple):
    """A key of a word: the field that takes its value, of which type, and whether it may be left out."""

    field: str
    hint: Any
    is_needed: bool


@cache
def _keys_of(kind: type) -> Mapping[str, _Key]:
    """The keys of a word, as its fields tell them. Worked out once: hundreds of cards use the same words."""
    hints = get_type_hints(kind)
    return {
        field.name.rstrip("_"): _Key(field.name, hints[field.name], field.default is MISSING) for field in fields(kind)
    }


def _value(value: Any, hint: Any, words: Vocabulary, key: str) -> Any:
    """One value as its field wants it."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _one_of(value, [part for part in get_args(hint) if part is not NoneType], words, key)
    if origin is tuple:
        if not isinstance(value, list):
            raise CardDataError(f"this must be a list, got {value!r}", key=key)
        return tuple(_value(part, get_args(hint)[0], words, key) for part in value)
    if hint in _SIGNS:
        return _word(value, hint, words)
    if is_dataclass(hint):
        return _record(value, cast(type, hint), words, key)
    if isinstance(hint, type) and issubclass(hint, Enum):
        known = {member.value: member for member in hint}
        if not isinstance(value, str) or value not in known:
            raise CardDataError(f"{value!r} is not possible; known: {', '.join(map(str, known))}", key=key)
        return known[value]
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise CardDataError(f"this must be {hint.__name__}, got {value!r}", key=key)
    return value


def _one_of(value: Any, kinds: list[Any], words: Vocabulary, key: str) -> Any:
    """The first type that fits: a table is a count, everything else a plain value."""
    for kind in kinds:
        if (kind is Count) == isinstance(value, Mapping) or len(kinds) == 1:
            return _value(value, kind, words, key)
    raise CardDataError(f"{value!r} is not possible here", key=key)
