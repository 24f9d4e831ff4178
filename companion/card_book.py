"""`lairkeeper cards`: list, search and show the cards; fill in and add what the owner reads from the real ones."""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from cards_db.coverage import handling
from cards_db.editing import Value, changed, parsed, store, with_text
from cards_db.games import kind_of
from cards_db.loader import GameFiles, load_files
from cards_db.overlay import FILE_NAME
from cards_db.rulings import Ruling, load_rulings, rulings_about
from cards_db.schema import KINDS
from companion import settings
from companion.card_words import explain, word_book
from companion.phrasebook import LANGUAGES, Phrasebook, load_phrases
from engine.boss_monster.cards import Boss, Hero, Item, Marker, Miniboss, Room, Spell
from engine.core.cards import Card
from engine.core.errors import CardDataError
from engine.core.ids import CardId

GAME = "boss_monster"
_OWN = "_own"
_NAMES = ("name", "summary", "hero", "boss")
"""Keys that are words about a card, given per language: `name.de=...`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command understands."""
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--lang", choices=LANGUAGES, default=settings.default_language(), help="(default: %(default)s)")
    where.add_argument(
        "--overlay", type=Path, default=settings.data_folder() / FILE_NAME, metavar="FILE", help="your own card file"
    )
    tools = parser.add_subparsers(dest="tool", metavar="list|search|show|edit|new")
    parser.set_defaults(tool="list", set=None, kind=None, open=False, **vars(where.parse_args([])))
    list_ = tools.add_parser("list", parents=[where], help="all cards, or those of a set, of a kind, or left open")
    list_.add_argument("--set", help="only this set, such as next_level")
    list_.add_argument(
        "--kind", choices=[kind for kind in KINDS if kind not in ("mark", "back")], help="only this kind"
    )
    list_.add_argument("--open", action="store_true", help="only cards with unknown or doubtful fields")
    search = tools.add_parser("search", parents=[where], help="cards whose name, number or summary holds these words")
    search.add_argument("words", nargs="+")
    show = tools.add_parser("show", parents=[where], help="one card: numbers, summary, what the referee does, rulings")
    show.add_argument("card", nargs="+", help="id, printed number or name")
    edit = tools.add_parser(
        "edit", parents=[where], help="write what you read from the real card: players=2 name.de=..."
    )
    edit.add_argument("card", help="id, printed number or name")
    edit.add_argument("changes", nargs="+", metavar="KEY=VALUE")
    new = tools.add_parser(
        "new", parents=[where], help="add a card of your own, such as a promo: new room 'Dark Hall' ..."
    )
    new.add_argument("kind", choices=[kind for kind in KINDS if kind not in ("mark", "back")])
    new.add_argument("name")
    new.add_argument("changes", nargs="*", metavar="KEY=VALUE")


def run(args: argparse.Namespace) -> int:
    """Carry the command out; 0 for success, 1 for a bad result, 2 for wrong use."""
    try:
        files = load_files(GAME, overlay=args.overlay)
        match args.tool:
            case "list":
                return _print_list(list(_wanted(files, args)), files, args.lang)
            case "search":
                return _print_list(_found(files, " ".join(args.words)), files, args.lang)
            case "show":
                return _show(files, " ".join(args.card), args.lang)
            case "edit":
                return _edit(files, args)
            case _:
                return _new(files, args)
    except (CardDataError, OSError) as error:
        print(f"lairkeeper cards: {error}", file=sys.stderr)
        return 1


# -- lists -------------------------------------------------------------------------------------------------------------


def _wanted(files: GameFiles, args: argparse.Namespace) -> Iterator[Card]:
    if args.set is not None and args.set not in files.game.set_ids:
        raise CardDataError(f"there is no set {args.set!r}; known: {', '.join(files.game.set_ids)}")
    for card in files.catalog:
        if isinstance(card, Marker) or args.set not in (None, card.set) or args.kind not in (None, kind_of(card.id)):
            continue
        if not args.open or card.unsettled:
            yield card


def _found(files: GameFiles, words: str) -> list[Card]:
    """Cards that hold all words, those whose name does first."""
    wanted = words.casefold().split()
    hits: list[tuple[bool, Card]] = []
    for card in files.catalog:
        names = " ".join(texts[card.id].name for texts in files.texts.values()).casefold()
        summaries = " ".join(texts[card.id].summary for texts in files.texts.values()).casefold()
        everything = f"{names} {summaries} {card.number.casefold()} {card.id}"
        if not isinstance(card, Marker) and all(word in everything for word in wanted):
            hits.append((not all(word in names for word in wanted), card))
    return [card for _, card in sorted(hits, key=lambda hit: hit[0])]


def _print_list(cards: Sequence[Card], files: GameFiles, language: str) -> int:
    book = _book(language)
    rows = [_row(card, files, language, book) for card in cards]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(5)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print(book.text("listed", cards=len(cards)))
    if any(not files.texts[language][card.id].name_is_translated for card in cards):
        print(book.text("mark"))
    return 0 if cards else 1


def _row(card: Card, files: GameFiles, language: str, book: Phrasebook) -> tuple[str, ...]:
    kind = handling(card, files.texts["en"][card.id])
    open_ = book.text("open", fields=", ".join(card.unsettled)) if card.unsettled else ""
    return (
        card.number or "-",
        _name(card, files, language),
        book.text(f"kind.{kind_of(card.id)}"),
        card.set,
        (f"{book.text(f'handling.{kind.value}')}{f'; {open_}' if open_ else ''}"),
    )


def _name(card: Card, files: GameFiles, language: str) -> str:
    text = files.texts[language][card.id]
    return text.name if text.name_is_translated else f"{text.name} *"


# -- one card ----------------------------------------------------------------------------------------------------------


def _one(files: GameFiles, words: str) -> Card:
    """The card that is meant: by id, by number, by its whole name, or the only one found."""
    if CardId(words) in files.catalog.cards:
        return files.catalog.cards[CardId(words)]
    plain = words.casefold()
    exact = [
        card
        for card in files.catalog
        if plain in (card.number.casefold(), *(texts[card.id].name.casefold() for texts in files.texts.values()))
    ]
    found = exact or _found(files, words)
    if len(found) == 1:
        return found[0]
    if not found:
        raise CardDataError(f"no card fits {words!r}; `lairkeeper cards search {words.split()[0]}` looks everywhere")
    names = ", ".join(f"{card.id} ({card.set})" for card in found[:8])
    raise CardDataError(f"{len(found)} cards fit {words!r}; name one of them: {names}")


def _show(files: GameFiles, words: str, language: str) -> int:
    card = _one(files, words)
    book, text = _book(language), files.texts[language][card.id]
    print(f"{_name(card, files, language)}   {card.number}   {card.id}")
    print(f"{book.text(f'kind.{kind_of(card.id)}')}, {card.set}, {book.text('copies', copies=card.copies)}")
    for line in _numbers(card, book):
        print(line)
    for other in LANGUAGES:
        summary = files.texts[other][card.id].summary
        if summary:
            _paragraph(f"[{other}] {summary}")
    _print_doings(card, text.name, language, book)
    for field in card.unknown:
        print(book.text("unknown", field=field, id=card.id))
    for field, reason in card.doubts:
        _paragraph(book.text("doubt", field=field, reason=reason))
    _print_rulings(rulings_about(card.id, load_rulings(GAME)), language, book)
    return 0


def _print_doings(card: Card, name: str, language: str, book: Phrasebook) -> None:
    """What the engine does, step by step."""
    print()
    if not card.abilities:
        print(book.text("no_ability" if "ability" not in card.unknown else "unknown_ability", name=name))
        return
    print(book.text("does"))
    words = word_book(language)
    for number, ability in enumerate(card.abilities, start=1):
        level = f"{book.text('level', level=number)} " if isinstance(card, Miniboss) else ""
        first, *rest = explain(ability, words)
        print(f"  {level}{first}")
        for line in rest:
            print(f"    {line}")


def _print_rulings(rulings: Sequence[Ruling], language: str, book: Phrasebook) -> None:
    if rulings:
        print(f"\n{book.text('rulings')}")
    for ruling in rulings:
        _paragraph(f"{ruling.id} ({book.text(f'source.{ruling.source.value}')}) {ruling.text[language]}")


def _numbers(card: Card, book: Phrasebook) -> Iterator[str]:
    """The printed numbers."""
    match card:
        case Boss():
            yield book.text("number.boss", xp=card.xp or "?", treasure=_symbols(card.treasure, book))
        case Room():
            kind = card.kind.value if card.kind else "unknown"
            damage = card.damage if isinstance(card.damage, int) else "*"
            yield book.text(
                "number.room",
                kind=book.text(f"kind.{kind}"),
                type=book.text(f"kind.{card.type.value}"),
                damage=damage,
                treasure=_symbols(card.treasure, book),
            )
        case Hero():
            players = "?" if card.players is None else book.text("star") if card.is_star else str(card.players)
            yield book.text(
                "number.hero",
                kind=book.text("kind.epic" if card.epic else "kind.ordinary"),
                hero_class=book.text(f"class.{card.hero_class.value}"),
                health=card.health,
                souls=card.souls,
                wounds=card.wounds,
                players=players,
            )
        case Spell():
            yield book.text("number.spell", phase=book.text(f"phase.{card.phase.value if card.phase else 'unknown'}"))
        case Item():
            wearer = card.hero_class.value if card.hero_class else "universal"
            yield book.text("number.item", hero_class=book.text(f"class.{wearer}"))


def _symbols(treasure: Sequence[object], book: Phrasebook) -> str:
    names = [book.text(f"treasure.{getattr(symbol, 'value', symbol)}") for symbol in treasure]
    return ", ".join(names) or book.text("treasure.none")


def _paragraph(text: str) -> None:
    width = min(100, shutil.get_terminal_size().columns)
    print(textwrap.fill(text, width, subsequent_indent="    "))


def _book(language: str) -> Phrasebook:
    return Phrasebook(language, {}, load_phrases(f"cards_{language}"))


# -- the owner's file --------------------------------------------------------------------------------------------------


def _edit(files: GameFiles, args: argparse.Namespace) -> int:
    card = _one(files, args.card)
    text = _file_text(args.overlay)
    facts, words = _sorted_changes(args.changes)
    if facts:
        text = changed(text, card.id, facts)
    for language, values in words.items():
        text = with_text(text, card.id, language, values)
    store(args.overlay, text, GAME)
    print(_book(args.lang).text("stored", id=card.id, file=str(args.overlay)))
    return _show(load_files(GAME, overlay=args.overlay), card.id, args.lang)


def _new(files: GameFiles, args: argparse.Namespace) -> int:
    plain = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in args.name.casefold())
    name = "_".join(part for part in plain.split("_") if part).removesuffix(_OWN)
    id_ = CardId(f"{files.game.prefix}.{args.kind}.{name}{_OWN}")
    if id_ in files.catalog.cards:
        raise CardDataError(f"you have that card already; `lairkeeper cards edit {id_}` changes it")
    facts, words = _sorted_changes(args.changes)
    facts = {"set": "promos", "copies": 1, **_usual(args.kind), **facts}
    text = changed(_file_text(args.overlay), id_, facts)
    said = {key: value for language in LANGUAGES for key, value in words.get(language, {}).items() if key != "name"}
    for language in LANGUAGES:  # what is said in one language only stands in for the other
        given = {**({"name": args.name} if language == "en" else {}), **said, **words.get(language, {})}
        if given:
            text = with_text(text, id_, language, given)
    store(args.overlay, text, GAME)
    _give_codes(args.overlay)
    print(_book(args.lang).text("stored", id=id_, file=str(args.overlay)))
    return _show(load_files(GAME, overlay=args.overlay), id_, args.lang)


def _give_codes(overlay: Path) -> None:
    """New copies need stickers."""
    from cards_db.__main__ import assign  # the pool needs numpy

    assign(GAME, None, overlay)


def _usual(kind: str) -> dict[str, Value]:
    """What a new card is until the owner says otherwise; what nobody can guess stays unknown."""
    usual: dict[str, dict[str, Value]] = {
        "boss": {"xp": "unknown", "treasure": [], "level_up": "unknown"},
        "room": {"kind": "ordinary", "type": "monster", "damage": 1, "treasure": []},
        "spell": {"phase": "unknown"},
        "item": {"class": "universal"},
    }
    return usual.get(kind, {})


def _sorted_changes(changes: Sequence[str]) -> tuple[dict[str, Value], dict[str, dict[str, Value]]]:
    """Facts, and words by language: `xp=700`, `name.de=Kleopatra`."""
    facts: dict[str, Value] = {}
    words: dict[str, dict[str, Value]] = {}
    for change in changes:
        key, sign, value = change.partition("=")
        if not sign or not key:
            raise CardDataError(f"write KEY=VALUE, not {change!r}; for example players=2 or name.de=Kleopatra")
        name, dot, language = key.partition(".")
        if dot and name in _NAMES and language in LANGUAGES:
            words.setdefault(language, {})[name] = value
        else:
            facts[key] = parsed(value)
    return facts, words


def _file_text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""
