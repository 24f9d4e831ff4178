"""Counting the cards: what is there per set and kind, and how much of it has words."""

from dataclasses import dataclass

from cards_db.games import kind_of
from cards_db.loader import GameFiles
from engine.core.cards import Card


@dataclass(frozen=True, slots=True)
class Count:
    """The cards of one kind in one set. German text means: all that is explained in English is explained in German."""

    set: str
    kind: str
    cards: int
    copies: int
    english_texts: int
    german_texts: int
    german_names: int


def census(files: GameFiles) -> list[Count]:
    """One count per set and kind, in the order of the files."""
    groups: dict[tuple[str, str], list[Card]] = {}
    for card_set in files.game.set_ids:
        for card in files.catalog:
            if card.set == card_set:
                groups.setdefault((card_set, kind_of(card.id)), []).append(card)
    return [_count(set_, kind, cards, files) for (set_, kind), cards in groups.items()]


def _count(set_: str, kind: str, cards: list[Card], files: GameFiles) -> Count:
    english, german = files.texts["en"], files.texts["de"]
    return Count(
        set=set_,
        kind=kind,
        cards=len(cards),
        copies=sum(card.copies for card in cards),
        english_texts=sum(english[card.id].name_is_translated for card in cards),
        german_texts=sum(bool(german[card.id].summary) or not english[card.id].summary for card in cards),
        german_names=sum(german[card.id].name_is_translated for card in cards),
    )


def census_lines(counts: list[Count]) -> list[str]:
    """The counts as a table for people."""
    titles = ("set", "kind", "cards", "copies", "English text", "German text", "German names")
    rows = [
        (c.set, c.kind, *map(str, (c.cards, c.copies, c.english_texts, c.german_texts, c.german_names))) for c in counts
    ]
    numbers = [[int(row[column]) for row in rows] for column in range(2, len(titles))]
    rows.append(("all", "", *(str(sum(column)) for column in numbers)))
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(len(titles))]
    return [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (titles, *rows)
    ]
