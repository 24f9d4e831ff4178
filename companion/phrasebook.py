"""Words for lines: one book per language, filled from `phrases/<language>.toml` and the names of the cards.

A phrase is a sentence with slots. `{slot:kind}` says how an id or a number becomes words:

    {x}           as it is; a part becomes its own phrase
    {x:player}    the name of a player          {x:players}   several names, joined by "and"
    {x:card}      the name of a card            {x:word}      an entry of [word]
    {x:amount}    "3 relics", "no damage"       {x:many}      the bare plural, "relics"
    {x:list}      several parts, with commas    {x:stops}     several parts, with full stops

A phrase that depends on a number is a table: `{ by = "heroes", one = "...", other = "..." }`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Protocol

from companion.lines import Amount, Line, Part, Slot
from engine.boss_monster.answers import offered
from engine.boss_monster.state import Question, State
from engine.core.errors import LairkeeperError
from engine.core.ids import CardId, CopyId, card_of

LANGUAGES = ("de", "en")
PHRASES = Path(__file__).parent / "phrases"
FLAT = ("line", "notice", "label")
"""Tables whose keys stand alone; keys of other tables begin with the table: `ask.Q-03`."""


class PhraseError(LairkeeperError):
    """A phrase file cannot be used, or a phrase is missing. Names the language and the key."""


class Named(Protocol):
    """The words of a card, as `cards_db` loads them."""

    @property
    def name(self) -> str:
        """The name as it is printed or spoken."""
        ...

    @property
    def summary(self) -> str:
        """What the card does, in our own words; empty where nobody has read it."""
        ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or one per number: `by` names the slot that is counted."""

    other: str
    one: str | None = None
    by: str = ""

    def for_slots(self, slots: Mapping[str, Slot]) -> str:
        """The sentence that fits the number."""
        return self.one if self.one is not None and slots.get(self.by) == 1 else self.other


@dataclass(frozen=True, slots=True)
class Noun:
    """Something that is counted."""

    one: str
    other: str
    zero: str = ""
    bare: str = ""

    def counted(self, count: int) -> str:
        """The number with its noun."""
        if count == 0 and self.zero:
            return self.zero
        return f"{count} {self.one if count == 1 else self.other}"


@dataclass(frozen=True, slots=True)
class Phrases:
    """All phrases of one language."""

    language: str
    phrases: Mapping[str, Phrase]
    nouns: Mapping[str, Noun]


def load_phrases(language: str, folder: Path = PHRASES) -> Phrases:
    """Read the phrase file of a language, and those for card effects and screens that belong to it."""
    phrases: dict[str, Phrase] = {}
    nouns: dict[str, Noun] = {}
    more = [folder / f"{name}_{language}.toml" for name in ("effects", "screen")]
    for path in (folder / f"{language}.toml", *(file for file in more if file.exists())):
        for table, entries in _tables(path, language).items():
            for name, value in entries.items():
                _learn(phrases, nouns, table, name, value, path)
    return Phrases(language, phrases, nouns)


def _tables(path: Path, language: str) -> dict[str, dict[str, Any]]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PhraseError(f"no phrases for language {language!r}; known: {', '.join(LANGUAGES)}") from None
    except tomllib.TOMLDecodeError as error:
        raise PhraseError(f"{path.name}: {error}") from error


def _learn(phrases: dict[str, Phrase], nouns: dict[str, Noun], table: str, name: str, value: Any, path: Path) -> None:
    """One entry of a phrase file."""
    try:
        if table == "noun":
            nouns[name] = Noun(**value)
            return
        key = name if table in FLAT else f"{table}.{name}"
        if key in phrases:
            raise PhraseError(f"{path.name}: phrase {key!r} is there twice")
        phrases[key] = Phrase(value) if isinstance(value, str) else Phrase(**value)
    except TypeError as error:
        raise PhraseError(f"{path.name}: {table}.{name}: {error}") from error


class Phrasebook:
    """Says lines in one language."""

    def __init__(self, language: str, texts: Mapping[CardId, Named], phrases: Phrases | None = None) -> None:
        self.language = language
        self._texts = texts
        self._phrases = phrases or load_phrases(language)

    def say(self, line: Line, state: State | None = None) -> str:
        """The sentence of a line."""
        return self._render(line.key, dict(line.slots), state)

    def why(self, line: Line, state: State | None = None) -> str:
        """The reason of a verdict in numbers, or nothing."""
        return _sentence(self._render(line.why.key, dict(line.why.slots), state)) if line.why else ""

    def text(self, key: str, state: State | None = None, **slots: Slot) -> str:
        """A label or notice. Ids of players become names when the state is given."""
        return self._render(key, slots, state)

    def knows(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self._phrases.phrases

    def slots_of(self, key: str) -> frozenset[str]:
        """The slots that a phrase mentions."""
        phrase = self._phrases.phrases.get(key)
        if phrase is None:
            raise PhraseError(f"{self.language}: no phrase {key!r}")
        return frozenset(name for _, name, _, _ in Formatter().parse(phrase.other) if name)

    def refusal(self, reason: str) -> str:
        """Why the game does not allow something; unknown reasons are named."""
        return self._render(f"error.{reason}", {"reason": reason}, None)

    def choice(self, choice: str, state: State | None = None) -> str:
        """An answer that can be picked: a phrase, or the name of a card or player."""
        if f"choice.{choice}" in self._phrases.phrases:
            return self._render(f"choice.{choice}", {}, state)
        return self.card(CopyId(choice)) if "#" in choice else self._player(choice, state)

    def question(self, part: Part, question: Question, state: State) -> tuple[str, tuple[str, ...]]:
        """A question and its choices in words."""
        words = self._render(part.key, dict(part.slots), state)
        return words, tuple(self._answer(question, choice, state) for choice in offered(question))

    def _answer(self, question: Question, choice: str, state: State) -> str:
        """Numbers that a card asks for are just that; elsewhere "2" is a level."""
        return choice if question.key and choice.isdigit() else self.choice(choice, state)

    def card(self, copy: CopyId) -> str:
        """The name of a card; a card without text is named after its id."""
        text = self._texts.get(card_of(copy))
        return text.name if text else card_of(copy).rpartition(".")[2].replace("_", " ").title()

    def summary(self, copy: CopyId) -> str:
        """What a card does, in one or two sentences; nothing where nobody has read it."""
        text = self._texts.get(card_of(copy))
        return text.summary if text else ""

    def many(self, noun: str) -> str:
        """The bare plural of something that is counted: "relics"."""
        return self.words(noun, "many", None)

    def heading(self, noun: str) -> str:
        """The same as a title: "Relics"."""
        plural = self.many(noun)
        return plural[:1].upper() + plural[1:]

    def _render(self, key: str, slots: Mapping[str, Slot], state: State | None) -> str:
        phrase = self._phrases.phrases.get(key)
        if phrase is None:
            return self._fallback(key, slots, state)
        return _Filler(self, state).vformat(phrase.for_slots(slots), (), slots)

    def _fallback(self, key: str, slots: Mapping[str, Slot], state: State | None) -> str:
        """A family such as `error` has a phrase for members that nobody thought of; answers may be names."""
        family, _, member = key.partition(".")
        if family == "choice":
            return self.choice(member, state)
        if f"{family}.other" in self._phrases.phrases:
            return self._render(f"{family}.other", slots, state)
        if family == "word":
            return member
        raise PhraseError(f"{self.language}: no phrase {key!r}")

    def _player(self, id_: str, state: State | None) -> str:
        if not id_:
            return self._render("someone", {}, None)
        players = state.players if state else ()
        return next((player.name for player in players if player.id == id_), id_)

    def words(self, value: Slot, kind: str, state: State | None) -> str:
        """One slot in words; see the kinds at the top of this file."""
        match kind, value:
            case "player", str():
                return self._player(value, state)
            case "players", tuple():
                return self._joined([self.words(each, "player", state) for each in value])
            case "card", str():
                return self.card(CopyId(value)) if value else self._render("some_card", {}, None)
            case "word", str():
                return self._render(f"word.{value}", {}, state)
            case "amount", Amount():
                return self._noun(value.noun).counted(value.count)
            case "many", str():
                noun = self._noun(value)
                return noun.bare or noun.other
            case "list", tuple():
                return ", ".join(self.words(each, "", state) for each in value)
            case "stops", tuple():
                return ". ".join(self.words(each, "", state) for each in value)
            case "", Part():
                return self._render(value.key, dict(value.slots), state)
            case "", str() | int():
                return str(value)
        raise PhraseError(f"{self.language}: {value!r} cannot be said as {kind or 'plain text'!r}")

    def _noun(self, noun: str) -> Noun:
        try:
            return self._phrases.nouns[noun]
        except KeyError:
            raise PhraseError(f"{self.language}: no noun {noun!r}") from None

    def _joined(self, names: Iterable[str]) -> str:
        *first, last = names
        if not first:
            return last
        return self._render("and", {"first": ", ".join(first), "last": last}, None)


class _Filler(Formatter):
    """Fills the slots of a phrase in one language."""

    def __init__(self, book: Phrasebook, state: State | None) -> None:
        self._book, self._state = book, state

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        if key not in kwargs:
            raise PhraseError(f"{self._book.language}: the slot {key!r} is not filled; given: {', '.join(kwargs)}")
        return kwargs[key]

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._book.words(value, format_spec, self._state)


def _sentence(words: str) -> str:
    """Begin with a capital letter. Not for lines that begin with a name: those stay as typed."""
    return words[:1].upper() + words[1:]
