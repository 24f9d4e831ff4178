"""What the engine does with a card, step by step, in words: made from the card's data, so it says what is done."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from companion.lines import Part, Slot
from companion.phrasebook import Phrasebook, load_phrases
from engine.boss_monster.words.choosing import Either, Option
from engine.core.effects import Ability, About, Condition, Count, Limit, Step, Window

_INDENT = "   "
_NESTED = ("steps", "otherwise", "options")
_LABELLED = ("souls_to", "to", "who")
"""Keys whose value alone would not say what it is for."""


def word_book(language: str) -> Phrasebook:
    """The words of the cards in a language."""
    return Phrasebook(language, {}, load_phrases(f"words_{language}"))


def explain(ability: Ability, book: Phrasebook) -> list[str]:
    """One ability: when it speaks up, at what cost, and every step."""
    lines = [f"{', '.join(_heading(ability, book))}:"]
    if ability.if_:
        lines.append(book.text("part.if", what=tuple(_part(condition, book) for condition in ability.if_)))
    lines += [book.text("part.cost", what=line) for step in ability.cost for line in _step(step, book)]
    for number, step in enumerate(ability.do, start=1):
        first, *rest = _step(step, book)
        lines += [book.text("part.step", number=number, what=first), *(_INDENT + line for line in rest)]
    return lines


def costs(ability: Ability, book: Phrasebook) -> tuple[str, ...]:
    """What using an ability costs, step by step."""
    return tuple(line.strip() for step in ability.cost for line in _step(step, book))


def _heading(ability: Ability, book: Phrasebook) -> Iterator[str]:
    yield book.text(f"when.{ability.when.value}")
    if ability.about is not About.THIS:
        yield book.text(f"about.{ability.about.value}")
    if ability.window is not Window.BOTH:
        yield book.text(f"window.{ability.window.value}")
    if ability.limit is not Limit.UNLIMITED:
        yield book.text(f"limit.{ability.limit.value}")
    if ability.from_hand:
        yield book.text("part.from_hand")
    if ability.may:
        yield book.text("part.may")


def _step(step: Step, book: Phrasebook) -> list[str]:
    """A step in words, with the steps inside it indented below."""
    lines = [_said("step", step, book)]
    if isinstance(step, Either):
        return lines + [_INDENT + line for option in step.options for line in _option(option, book)]
    for name in ("steps", "otherwise"):
        inner: tuple[Step, ...] = getattr(step, name, ())
        for line in (line for one in inner for line in _step(one, book)):
            lines.append(_INDENT + (book.text("part.otherwise", what=line) if name == "otherwise" else line))
    return lines


def _option(option: Option, book: Phrasebook) -> list[str]:
    first, *rest = [line for step in option.do for line in _step(step, book)]
    lines = [book.text("part.option", what=first), *(_INDENT + line for line in rest)]
    if option.if_:
        lines.insert(0, book.text("part.if", what=tuple(_part(condition, book) for condition in option.if_)))
    return lines


def _said(family: str, word: Step | Condition | Count, book: Phrasebook) -> str:
    """The phrase of a word; keys that it does not mention stand behind it in brackets, if they say something."""
    key = f"{family}.{word.word}"
    slots = {field.name.rstrip("_"): _value(getattr(word, field.name), book) for field in fields(word)}
    if "treasure" in slots and getattr(word, "treasure", None) is None and family == "step":
        slots["treasure"] = book.text("Treasure.chosen")
    if word.word.startswith("add_") and isinstance(amount := slots.get("amount"), int):
        slots["amount"] = f"{amount:+d}"
    mentioned = book.slots_of(key)
    extra = tuple(_extras(word, mentioned, book))
    said = book.text(key, None, **{name: value for name, value in slots.items() if name in mentioned})
    return book.text("part.extra", what=said, extra=extra) if extra else said


def _extras(word: Any, mentioned: frozenset[str], book: Phrasebook) -> Iterator[Part]:
    """Keys whose value is not the usual one and that the phrase leaves out."""
    for field in fields(word):
        name, value = field.name.rstrip("_"), getattr(word, field.name)
        is_usual = field.default is not MISSING and value == field.default
        if name in mentioned or field.name in _NESTED or is_usual or value is None or name in ("keep", "say"):
            continue
        if isinstance(value, Enum) and name not in _LABELLED:
            yield Part(f"{type(value).__name__}.{value.value}")
        else:
            yield Part(f"flag.{name}", (("value", _value(value, book)),))


def _value(value: Any, book: Phrasebook) -> Slot:
    """A value in words."""
    if isinstance(value, Enum):
        return _enum(value, book)
    if isinstance(value, Count):
        return _said("count", value, book)
    if isinstance(value, tuple):
        return tuple(_part(one, book) for one in value if isinstance(one, Condition))
    if isinstance(value, bool) or value is None:
        return ""
    return value if isinstance(value, int | str) else str(value)


def _enum(value: Enum, book: Phrasebook) -> str:
    key = f"{type(value).__name__}.{value.value}"
    return book.text(key) if book.knows(key) else ""


def _part(condition: Condition, book: Phrasebook) -> str:
    return _said("is", condition, book)
