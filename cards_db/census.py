"""Counting the cards: what is there per set and kind, how much of it has words, and what nobody knows yet."""

from collections import Counter
from collections.abc import Iterator, Mapping
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
    unknown: Mapping[str, int]
    """By key: on how many cards nobody has read it yet."""
    doubtful: Mapping[str, int]
    """By key: on how many cards its value may be wrong."""


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
        unknown=dict(Counter(key for card in cards for key in card.unknown)),
        doubtful=dict(Counter(key for card in cards for key, _ in card.doubts)),
    )


def census_lines(counts: list[Count]) -> list[str]:
    """The counts as a table for people, then what is unknown or in doubt."""
    titles = ("set", "kind", "cards", "copies", "English text", "German text", "German names", "unknown", "doubtful")
    rows = [(c.set, c.kind, *map(str, _numbers(c))) for c in counts]
    sums = [sum(column) for column in zip(*map(_numbers, counts), strict=True)] if counts else [0] * (len(titles) - 2)
    rows.append(("all", "", *map(str, sums)))
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(len(titles))]
    table = [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (titles, *rows)
    ]
    return [*table, *_open_lines(counts)]


def _numbers(count: Count) -> tuple[int, ...]:
    texts = (count.english_texts, count.german_texts, count.german_names)
    return (count.cards, count.copies, *texts, sum(count.unknown.values()), sum(count.doubtful.values()))


def _open_lines(counts: list[Count]) -> Iterator[str]:
    """What an owner of the real cards could look up."""
    for word in ("unknown", "doubtful"):
        for count in counts:
            keys = ", ".join(f"{key} {cards}" for key, cards in getattr(count, word).items())
            if keys:
                yield f"{word}: {count.set} {count.kind}: {keys}"
