"""Why a case was answered so: everything that happened, as plain data and as sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from companion.cases.sitting import Result, Sitting, Told
from companion.narrator import narrate
from companion.phrasebook import Phrasebook, Phrases, load_phrases
from engine.boss_monster.events import (
    BuildTurnBegan,
    Event,
    QuestionAnswered,
    QuestionAsked,
    Reminder,
    RoomEntered,
    RoundBegan,
    TurnOrderSet,
)
from engine.boss_monster.state import Question
from engine.core.ids import CardId, card_of

_NO_REASON = (TurnOrderSet, BuildTurnBegan, RoundBegan, Reminder, QuestionAnswered)
"""The ordinary course of a round decides nothing."""


@dataclass(frozen=True, slots=True)
class Named:
    """The words of a made-up card."""

    name: str
    summary: str = ""


def why(result: Result, rules: tuple[str, ...]) -> dict[str, object]:
    """The rules that speak of such a case, what happened in it, and what the rules forbade."""
    reasons = [reason for sitting in result.sittings for reason in _reasons(sitting)]
    named = [str(reason["rule"]) for reason in reasons if reason.get("rule")]
    refused = [
        {"what": _plain(sitting, command), "reason": refusal.reason, "rule": refusal.rule}
        for sitting in result.sittings
        for command, refusal in sitting.refused
    ]
    return {"rules": list(dict.fromkeys((*named, *rules))), "reasons": reasons, "refused": refused}


def open_questions(result: Result) -> list[dict[str, object]]:
    """What the case leaves open and the players would be asked."""
    return [_question(sitting, asked) for sitting in result.sittings for asked in sitting.unanswered]


def _question(sitting: Sitting, asked: Question) -> dict[str, object]:
    choices = [_plain(sitting, choice) for choice in asked.choices]
    return {"ask": asked.ask, "about": [_plain(sitting, card) for card in asked.cards], "choices": choices}


def _reasons(sitting: Sitting) -> Iterator[dict[str, object]]:
    book = Phrasebook("en", _texts(sitting), _phrases())
    for told in sitting.told[sitting.seated :]:
        behind = sitting.people.get(getattr(told.event, "player", None) or "") in sitting.backstage
        if not behind and not isinstance(told.event, _NO_REASON):
            yield {**_fact(sitting, told), **_numbers(sitting, told), **_words(sitting, told, book)}


def _fact(sitting: Sitting, told: Told) -> dict[str, object]:
    """An event with the names of the case: what happened, to whom, and by which rule."""
    event: Event = told.event
    if isinstance(event, QuestionAsked):
        return {"what": "question_asked", **_question(sitting, event.question), "rule": event.question.rule}
    return {"what": _snake(type(event).__name__), **_plain_fields(sitting, event)}


def _numbers(sitting: Sitting, told: Told) -> dict[str, object]:
    """How the damage of a room came about: printed, and what every card adds (rules 7.6)."""
    if not isinstance(told.event, RoomEntered):
        return {}
    modifiers = {_plain(sitting, card): plus for card, plus in told.event.bonuses}
    return {"printed": told.event.printed, "modifiers": modifiers}


def _words(sitting: Sitting, told: Told, book: Phrasebook) -> dict[str, object]:
    lines = narrate(told.event, told.after, sitting.box.catalog)
    says = " ".join(book.say(line, told.after) for line in lines)
    because = " ".join(filter(None, (book.why(line, told.after) for line in lines)))
    return {key: words for key, words in (("says", says), ("because", because)) if words}


def _texts(sitting: Sitting) -> dict[CardId, Named]:
    return {card_of(copy): Named(name) for copy, name in sitting.box.names.items()}


@cache
def _phrases() -> Phrases:
    return load_phrases("en")


def _plain(sitting: Sitting, value: Any) -> Any:
    """Ids become the names of the case, counts per player a mapping."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return sitting.box.names.get(value, sitting.people.get(value, value))  # type: ignore[call-overload]
    if isinstance(value, tuple):
        if value and all(isinstance(each, tuple) and len(each) == 2 for each in value):
            return {_plain(sitting, key): _plain(sitting, each) for key, each in value}
        return [_plain(sitting, each) for each in value]
    if is_dataclass(value):
        return {"what": _snake(type(value).__name__), **_plain_fields(sitting, value)}
    return value


def _plain_fields(sitting: Sitting, value: Any) -> dict[str, object]:
    return {field.name: _plain(sitting, getattr(value, field.name)) for field in fields(value)}


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
