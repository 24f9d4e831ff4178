"""How much of the cards the engine knows: what it computes, prompts and asks for, and what is left to the players."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import Enum

from cards_db.loader import GameFiles
from cards_db.texts import CardText
from engine.boss_monster.cards import Counted, Hero, Item, Marker, Miniboss, Room
from engine.boss_monster.words import choosing, hands, heroes, rooms, score
from engine.core.cards import Card
from engine.core.effects import Ability, Step, Trigger, steps_in

_LEVELS = 3
_DECIDED = (choosing.IfSo, choosing.Each, choosing.MarkPlayer)
"""Words among the choices that ask nobody."""
_ASK_TOO = (rooms.BuildNow, rooms.Rearrange, heroes.HeroFromDeck, score.HealWound)


class Handling(Enum):
    """How the engine handles a card (rules 7.1)."""

    COMPUTED = "computed"
    """From what lies on the table (E), or there is nothing to do."""
    PROMPTED = "prompted"
    """Hidden cards: the players are told what to do and trusted (P)."""
    ASKED = "asked"
    """A player decides (C)."""
    UNKNOWN = "unknown"
    """Nobody has read its ability from the card yet."""
    MANUAL = "manual"
    """It does something that the engine has no words for: the players enter it by hand."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The cards of one set by how they are handled."""

    set: str
    cards: int
    copies: int
    computed: int
    prompted: int
    asked: int
    manual: int
    unknown: int
    """Cards whose ability is unknown."""
    unknown_fields: int


def coverage(files: GameFiles) -> list[Coverage]:
    """One line per set, markers left out."""
    found = []
    for set_ in files.game.set_ids:
        cards = [card for card in files.catalog if card.set == set_ and not isinstance(card, Marker)]
        kinds = [handling(card, files.texts["en"][card.id]) for card in cards]
        found.append(
            Coverage(
                set_,
                len(cards),
                sum(card.copies for card in cards),
                computed=kinds.count(Handling.COMPUTED),
                prompted=kinds.count(Handling.PROMPTED),
                asked=kinds.count(Handling.ASKED),
                manual=kinds.count(Handling.MANUAL),
                unknown=kinds.count(Handling.UNKNOWN),
                unknown_fields=sum(len(card.unknown) for card in cards),
            )
        )
    return found


def coverage_lines(rows: list[Coverage]) -> list[str]:
    """The coverage as a table for people."""
    titles = [field.name.replace("_", " ") for field in fields(Coverage)]
    numbers = [[getattr(row, field.name) for field in fields(Coverage)] for row in rows]
    sums = ["all", *(sum(column) for column in list(zip(*numbers, strict=True))[1:])] if rows else []
    table = [titles, *([str(cell) for cell in row] for row in [*numbers, sums])]
    widths = [max(len(row[column]) for row in table if row) for column in range(len(titles))]
    return [
        "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in table if row)
    ]


def handling(card: Card, text: CardText) -> Handling:
    """How one card is handled; where several ways meet, the one that needs the players most."""
    if "ability" in card.unknown:
        return Handling.UNKNOWN
    if is_manual(card, text):
        return Handling.MANUAL
    steps = list(all_steps(card.abilities))
    chosen = any(ability.may or ability.when is Trigger.ACTIVATED for ability in card.abilities)
    if chosen or any(_asks(step) for step in steps):
        return Handling.ASKED
    if any(type(step).__module__ == hands.__name__ for step in steps):
        return Handling.PROMPTED
    return Handling.COMPUTED


def is_manual(card: Card, text: CardText) -> bool:
    """Whether the card says more than its data does."""
    if isinstance(card, Item):
        boss = any(ability.when is Trigger.ACTIVATED for ability in card.abilities)
        hero = card.health or any(ability.when is not Trigger.ACTIVATED for ability in card.abilities)
        return not (boss and hero)
    if isinstance(card, Miniboss):
        return len(card.abilities) != _LEVELS
    if isinstance(card, Hero | Marker) or (isinstance(card, Room) and isinstance(card.damage, Counted)):
        return False
    return bool(text.summary) and not card.abilities and not card.no_ability


def all_steps(abilities: Iterable[Ability]) -> Iterator[Step]:
    """Every step of these abilities, also those inside others."""
    for ability in abilities:
        yield from steps_in(ability)


def _asks(step: Step) -> bool:
    return (type(step).__module__ == choosing.__name__ and not isinstance(step, _DECIDED)) or isinstance(step, _ASK_TOO)
