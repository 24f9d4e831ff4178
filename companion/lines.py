"""Lines: what is to be said, as a phrase and the ids and numbers that fill it. The words are in the phrasebook."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.boss_monster.cards import HeroClass, hero_card
from engine.core.cards import Catalog
from engine.core.ids import CopyId
from hw.panel import Urgency


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of something: `Amount("relic", 3)` is read as "3 relics"."""

    noun: str
    count: int


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence that has a phrase of its own."""

    key: str
    slots: tuple[tuple[str, "Slot"], ...] = ()


Slot: TypeAlias = int | str | Amount | Part | tuple["Slot", ...]
"""What a phrase is filled with: ids and numbers, or parts made of them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say. A newer line with the same topic replaces one that still waits to be spoken."""

    key: str
    slots: tuple[tuple[str, Slot], ...] = ()
    urgency: Urgency = Urgency.NORMAL
    topic: str = ""
    verdict: bool = False
    spoken: bool = True
    why: Part | None = None
    """The reason in numbers, for the screen."""


def part(key: str, **slots: Slot) -> Part:
    """A piece of a sentence."""
    return Part(key, tuple(slots.items()))


def line(key: str, *, topic: str = "", urgent: bool = False, spoken: bool = True, **slots: Slot) -> Line:
    """A sentence that is no verdict: a notice, a prompt, something to do."""
    return Line(key, tuple(slots.items()), Urgency.URGENT if urgent else Urgency.NORMAL, topic, spoken=spoken)


def verdict(key: str, why: Part | None = None, *, urgent: bool = False, **slots: Slot) -> Line:
    """A sentence that stays on the screen, with its reason."""
    urgency = Urgency.URGENT if urgent else Urgency.NORMAL
    return Line(key, tuple(slots.items()), urgency, verdict=True, why=why)


def hero_part(hero: CopyId, cards: Catalog) -> Part:
    """A hero as one speaks of it: class and name; fools have no class worth naming."""
    kind = hero_card(cards, hero).hero_class
    if kind is HeroClass.FOOL:
        return part("hero_plain", hero=hero)
    return part("hero", kind=kind.value, hero=hero)
