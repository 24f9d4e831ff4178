"""Card files to cards: `[[card]]` tables become the frozen cards of the engine."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cards_db.games import Game, kind_of
from cards_db.schema import (
    KINDS,
    AbilityTable,
    BossTable,
    CardTable,
    CountTable,
    HeroTable,
    MarkerTable,
    RoomTable,
    SpellTable,
)
from cards_db.tables import Complain, parse_file, read_table, short_name
from engine.boss_monster.cards import Boss, Hero, HeroClass, Lure, Marker, Room, Spell
from engine.core.cards import Card
from engine.core.effects import Ability, Step, parse_step
from engine.core.errors import CardDataError
from engine.core.ids import CardId


def read_cards(home: Path, game: Game, complain: Complain) -> dict[CardId, Card]:
    """All cards of a game. The file in which a card stands is for people only; its id says what it is."""
    cards: dict[CardId, Card] = {}
    paths = sorted((home / "cards").glob("*.toml"))
    if not paths:
        complain(CardDataError("there are no card files in this folder", file=f"{home.name}/cards"))
    for path in paths:
        for card in _cards_of(path, game, complain):
            if card.id in cards:
                complain(CardDataError("this id is used twice", file=short_name(path), card=card.id, key="id"))
            cards[card.id] = card
    return cards


def _cards_of(path: Path, game: Game, complain: Complain) -> Iterator[Card]:
    """The usable cards of one file."""
    data = parse_file(path, complain) or {}
    file = short_name(path)
    for key in data:
        if key != "card":
            complain(CardDataError("a card file holds [[card]] tables only", file=file, key=key))
    tables = data.get("card", [])
    if not isinstance(tables, list):
        complain(CardDataError("write [[card]], with two brackets", file=file, key="card"))
        return
    for number, table in enumerate(tables, start=1):
        card = _card(table, number, game, complain, file)
        if card is not None:
            yield card


def _card(data: Any, number: int, game: Game, complain: Complain, file: str) -> Card | None:
    """One card, or complaints and nothing."""
    id_ = data.get("id") if isinstance(data, dict) else None
    if not isinstance(id_, str) or not _is_card_id(id_, game):
        shape = f"{game.prefix}.<kind>.<name_in_snake_case>, kind one of {', '.join(KINDS)}"
        label = id_ if isinstance(id_, str) else f"number {number}"
        complain(CardDataError(f"the id must be {shape}", file=file, card=label, key="id"))
        return None
    table = read_table(data, KINDS[kind_of(CardId(id_))], complain, file=file, card=id_)
    if table is None:
        return None
    for key, message in _contradictions(table, game):
        complain(CardDataError(message, file=file, card=id_, key=key))
    return _built(table, tuple(_abilities(table, complain, file)))


def _is_card_id(text: str, game: Game) -> bool:
    found = re.fullmatch(r"([a-z]+)\.([a-z]+)\.[a-z0-9]+(?:_[a-z0-9]+)*", text)
    return found is not None and found[1] == game.prefix and found[2] in KINDS


def _contradictions(table: CardTable, game: Game) -> Iterator[tuple[str, str]]:
    """Keys that do not fit together."""
    if table.set not in game.set_ids:
        yield "set", f"game.toml has no set {table.set!r}; known: {', '.join(game.set_ids)}"
    if isinstance(table, HeroTable) and (table.hero_class is HeroClass.FOOL) == (table.lure is Lure.TREASURE):
        # BM-HERO-8: a "?" hero has no treasure to follow, every other hero has one.
        yield "lure", "heroes of class fool need a lure of their own, and only they have one"
    if isinstance(table, MarkerTable) and table.copies != 1:
        yield "copies", "a marker is one code; how often it is printed stands in game.toml as `prints`"


def _abilities(table: CardTable, complain: Complain, file: str) -> Iterator[Ability]:
    """What the card does, in printed order."""
    for data in table.ability:
        ability = read_table(data, AbilityTable, complain, file=file, card=table.id)
        if ability is None:
            continue
        if not ability.do:
            complain(CardDataError("an ability does at least one thing", file=file, card=table.id, key="do"))
        yield Ability(ability.when, tuple(_steps(ability, complain, file, table.id)), ability.limit)


def _steps(ability: AbilityTable, complain: Complain, file: str, card: str) -> Iterator[Step]:
    for data in ability.do:
        try:
            yield parse_step(data)
        except CardDataError as error:
            message = str(error).removeprefix(f"key {error.key}: ")
            complain(CardDataError(message, file=file, card=card, key=error.key))


def _built(table: CardTable, abilities: tuple[Ability, ...]) -> Card:
    """The engine's card. `number` is empty while nobody has read it from the card."""
    id_, number = CardId(table.id), table.number or ""
    match table:
        case BossTable():
            return Boss(
                id=id_, set=table.set, number=number, copies=table.copies, abilities=abilities,
                xp=table.xp, treasure=tuple(table.treasure),
            )  # fmt: skip
        case RoomTable():
            damage = table.damage.count if isinstance(table.damage, CountTable) else table.damage
            return Room(
                id=id_, set=table.set, number=number, copies=table.copies, abilities=abilities,
                kind=table.kind, type=table.type, damage=damage, treasure=tuple(table.treasure),
            )  # fmt: skip
        case HeroTable():
            return Hero(
                id=id_, set=table.set, number=number, copies=table.copies, abilities=abilities,
                hero_class=table.hero_class, lure=table.lure, health=table.health, epic=table.epic,
                souls=table.souls, wounds=table.wounds, players=table.players,
            )  # fmt: skip
        case SpellTable():
            return Spell(
                id=id_, set=table.set, number=number, copies=table.copies, abilities=abilities, phase=table.phase,
            )  # fmt: skip
        case MarkerTable():
            return Marker(
                id=id_, set=table.set, number=number, copies=table.copies, abilities=abilities, role=table.role,
            )  # fmt: skip
        case _:
            raise AssertionError(f"no kind of card is built from {type(table).__name__}")
