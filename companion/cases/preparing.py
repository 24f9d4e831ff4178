"""Cases about the set-up: hero decks, items per round, redraws, hard mode (rules 1.4, BM-SETUP, BM-VAR-3)."""

from collections.abc import Iterator

from companion.cases.cards import treasures
from companion.cases.fields import Record, once
from companion.cases.reading import Case
from companion.cases.sitting import CODES, EVERYWHERE, WITH_ITEMS, Result, Seat, sitting_for
from engine.boss_monster import decks
from engine.boss_monster.cards import hero_card
from engine.boss_monster.options import STAND_ALONE

HERO_SETS = tuple(code for code, name in CODES.items() if name in STAND_ALONE)


def _players(facts: Record) -> int:
    return facts.whole("players", least=2, most=6)


def _seats(count: int) -> Iterator[Seat]:
    return (Seat(name, 1000 - place) for place, name in enumerate(_people(count)))


def _people(count: int) -> tuple[str, ...]:
    return tuple(f"player {number}" for number in range(1, count + 1))


def deck_rounds(case: Case) -> Result:
    """When a hero deck runs out (BM-START-8, BM-CL-11)."""
    case.given.only("cases", *EVERYWHERE)
    courses = []
    for facts in case.given.records("cases", needed=True):
        facts.only("players", "ordinary", "epic")
        ordinary, epic = facts.whole("ordinary", most=999), facts.whole("epic", most=999)
        courses.append(decks.deck_course(_players(facts), ordinary, epic))
    return Result(
        {
            "last_round": [course.last_round for course in courses],
            "heroes_in_last_round": [course.heroes_in_last_round for course in courses],
            "first_round_with_epic": [course.first_round_with_epic for course in courses],
        }
    )


def item_count(case: Case) -> Result:
    """How many items are revealed per round (BM-ITEM-4)."""
    case.given.only("players", *EVERYWHERE)
    counts = case.given.wholes("players", least=2, most=6)
    sittings = [sitting_for(case, _people(count), WITH_ITEMS) for count in counts]
    for sitting, count in zip(sittings, counts, strict=True):
        sitting.sit(_seats(count))
    return Result({"items": [decks.items_per_round(sitting.state) for sitting in sittings]}, tuple(sittings))


def hero_counts(case: Case) -> Result:
    """How many ordinary and epic heroes the deck holds (BM-HERO-1)."""
    case.given.only("cases", *EVERYWHERE)
    counts = []
    for facts in case.given.records("cases", needed=True):
        facts.only("players", "set")
        hero_set = CODES[facts.choice("set", HERO_SETS)]
        counts.append(list(decks.hero_counts(_players(facts), hero_set)))
    return Result({"counts": counts})


def redraw(case: Case) -> Result:
    """Whether a first hand may be exchanged (BM-SETUP-7, -8). `redrawn` says how often it was exchanged before."""
    given = case.given
    given.only("hands", "redrawn", *EVERYWHERE)
    sitting = sitting_for(case, _people(2))
    before = given.whole("redrawn", 0, most=99)
    allowed = []
    for entry, path in given.listed("hands", needed=True):
        hand = [_drawn(facts) for facts in Record({"hand": entry}, path[:-1]).records("hand", needed=True)]
        allowed.append(decks.may_redraw(hand, before, sitting.options))
    return Result({"allowed": allowed})


def _drawn(facts: Record) -> decks.DrawnRoom:
    facts.only("a", "t")
    return decks.DrawnRoom(facts.flag("a"), treasures(facts, "t"))


def hard_mode(case: Case) -> Result:
    """Which heroes stay in the deck in hard mode (BM-VAR-3)."""
    given = case.given
    given.only("heroes", *EVERYWHERE)
    sitting = sitting_for(case, _people(2), hard_mode=True)
    kept = []
    heroes = given.records("heroes", needed=True)
    once((facts.text("id"), facts.at("id")) for facts in heroes)
    for facts in heroes:
        facts.only("id", "hp", "epic")
        hero = sitting.box.hero(facts.text("id"), health=facts.whole("hp", least=1), epic=facts.flag("epic"))
        if decks.is_in_hero_deck(hero_card(sitting.box.catalog, hero), sitting.options):
            kept.append(facts.text("id"))
    return Result({"kept": kept}, (sitting,))
