"""Card files to cards: `[[card]]` tables become the frozen cards of the engine."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cards_db.games import Game, kind_of
from cards_db.overlay import Overlay, merged
from cards_db.schema import (
    KINDS,
    BossTable,
    CardTable,
    CountTable,
    HeroTable,
    ItemClass,
    ItemTable,
    MarkerTable,
    MinibossTable,
    RoomTable,
    SpellTable,
)
from cards_db.tables import Complain, parse_file, read_table, short_name, unknown_keys
from engine.boss_monster.cards import Boss, Hero, HeroClass, Item, Lure, Marker, Miniboss, Room, Spell
from engine.boss_monster.effects.performing import STATIC_ONLY
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.cards import Card
from engine.core.effects import Ability, Trigger, parse_ability, steps_in
from engine.core.errors import CardDataError
from engine.core.ids import CardId


@dataclass(frozen=True, slots=True)
class _Source:
    """A `[[card]]` table as it was found, and the file to name when it is wrong."""

    file: str
    data: Mapping[str, Any]


def read_cards(home: Path, game: Game, complain: Complain, overlay: Overlay | None = None) -> dict[CardId, Card]:
    """All cards of a game, set by set. The file in which a card stands is for people only; its id says what it is."""
    sources = _shipped(home, game, complain)
    for id_, own in (overlay.cards if overlay else {}).items():
        if overlay and _has_good_id(own, game, complain, overlay.file, id_):
            shipped = sources.get(CardId(id_))
            sources[CardId(id_)] = _Source(overlay.file, merged(shipped.data, own) if shipped else own)
    cards = [card for card in (_card(source, game, complain) for source in sources.values()) if card is not None]
    place = {name: number for number, name in enumerate(game.set_ids)}
    return {card.id: card for card in sorted(cards, key=lambda card: place.get(card.set, len(place)))}


def _shipped(home: Path, game: Game, complain: Complain) -> dict[CardId, _Source]:
    """The tables of all card files, by card."""
    found: dict[CardId, _Source] = {}
    paths = sorted((home / "cards").rglob("*.toml"))
    if not paths:
        complain(CardDataError("there are no card files in this folder", file=f"{home.name}/cards"))
    for path in paths:
        file = short_name(path)
        for number, data in enumerate(_tables_of(path, complain), start=1):
            if not _has_good_id(data, game, complain, file, f"number {number}"):
                continue
            if data["id"] in found:
                complain(CardDataError("this id is used twice", file=file, card=data["id"], key="id"))
            found[CardId(data["id"])] = _Source(file, data)
    return found


def _tables_of(path: Path, complain: Complain) -> list[Any]:
    """The `[[card]]` tables of one file."""
    data = parse_file(path, complain) or {}
    for key in data:
        if key != "card":
            complain(CardDataError("a card file holds [[card]] tables only", file=short_name(path), key=key))
    tables = data.get("card", [])
    if isinstance(tables, list):
        return tables
    complain(CardDataError("write [[card]], with two brackets", file=short_name(path), key="card"))
    return []


def _has_good_id(data: Any, game: Game, complain: Complain, file: str, label: str) -> bool:
    """Without an id nobody knows what kind of card a table means to be."""
    id_ = data.get("id") if isinstance(data, dict) else None
    if isinstance(id_, str) and _is_card_id(id_, game):
        return True
    shape = f"{game.prefix}.<kind>.<name_in_snake_case>, kind one of {', '.join(KINDS)}"
    complain(CardDataError(f"the id must be {shape}", file=file, card=id_ if isinstance(id_, str) else label, key="id"))
    return False


def _card(source: _Source, game: Game, complain: Complain) -> Card | None:
    """One card, or complaints and nothing."""
    data, file = dict(source.data), source.file
    kind = KINDS[kind_of(data["id"])]
    table = read_table(data, kind, complain, file=file, card=data["id"])
    if table is None:
        return None
    for key, message in _contradictions(table, game, data):
        complain(CardDataError(message, file=file, card=table.id, key=key))
    return _built(table, tuple(_abilities(table, complain, file)), unknown_keys(data, kind))


def _is_card_id(text: str, game: Game) -> bool:
    found = re.fullmatch(r"([a-z]+)\.([a-z]+)\.[a-z0-9]+(?:_[a-z0-9]+)*", text)
    return found is not None and found[1] == game.prefix and found[2] in KINDS


def _contradictions(table: CardTable, game: Game, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Keys that do not fit together."""
    if table.set not in game.set_ids:
        yield "set", f"game.toml has no set {table.set!r}; known: {', '.join(game.set_ids)}"
    for key in table.doubt:
        if key not in data and key != "ability":
            yield "doubt", f"there is no key {key!r} to doubt"
    if table.no_ability and table.ability != []:
        yield "no_ability", "this card has abilities, or nobody knows them"
    if isinstance(table, HeroTable):
        yield from _odd_lures(table)
    if isinstance(table, MarkerTable) and table.copies != 1:
        yield "copies", "a marker is one code; how often it is printed stands in game.toml as `prints`"


def _odd_lures(hero: HeroTable) -> Iterator[tuple[str, str]]:
    """BM-HERO-8: a "?" hero has no treasure to follow, every other hero has one; hybrids follow two."""
    if (hero.hero_class is HeroClass.FOOL) == (hero.lure is Lure.TREASURE):
        yield "lure", "heroes of class fool need a lure of their own, and only they have one"
    if hero.wants and (len(set(hero.wants)) < 2 or hero.lure is not Lure.TREASURE):
        yield "wants", "only a hybrid hero needs this: two different treasures, and no other lure"


def _abilities(table: CardTable, complain: Complain, file: str) -> Iterator[Ability]:
    """What the card does, in printed order."""
    for data in table.ability or ():
        try:
            ability = parse_ability(data, VOCABULARY)
            _require_moment(ability)
            yield ability
        except CardDataError as error:
            message = str(error).removeprefix(f"key {error.key}: ")
            complain(CardDataError(message, file=file, card=table.id, key=error.key))


def _require_moment(ability: Ability) -> None:
    """Words that hold while their card is visible never happen: elsewhere they would do nothing, quietly."""
    held = [step.word for step in steps_in(ability) if type(step) in STATIC_ONLY]
    if held and ability.when is not Trigger.STATIC:
        raise CardDataError(f'{held[0]!r} holds while its card is visible: write when = "static"', key="when")


def _built(table: CardTable, abilities: tuple[Ability, ...], unknown: tuple[str, ...]) -> Card:
    """The engine's card. `number` is empty while nobody has read it from the card."""
    common: dict[str, Any] = {
        "id": CardId(table.id),
        "set": table.set,
        "number": table.number or "",
        "copies": table.copies,
        "abilities": abilities,
        "no_ability": table.no_ability,
        "unknown": unknown,
        "doubts": tuple(table.doubt.items()),
    }
    match table:
        case BossTable():
            return Boss(**common, xp=table.xp, treasure=tuple(table.treasure), level_up=table.level_up)
        case RoomTable():
            damage = table.damage.count if isinstance(table.damage, CountTable) else table.damage
            return Room(**common, kind=table.kind, type=table.type, damage=damage, treasure=tuple(table.treasure))
        case HeroTable():
            return _hero(table, common)
        case SpellTable():
            return Spell(**common, phase=table.phase)
        case ItemTable():
            return Item(**common, hero_class=_carrier(table.item_class), health=table.health)
        case MinibossTable():
            return Miniboss(**common)
        case MarkerTable():
            return Marker(**common, role=table.role)
        case _:
            raise AssertionError(f"no kind of card is built from {type(table).__name__}")


def _hero(table: HeroTable, common: dict[str, Any]) -> Hero:
    """A hero. A hybrid whose two treasures nobody has read yet has an unknown lure: the players are asked."""
    lure = Lure.UNKNOWN if table.lure is None or table.wants is None else table.lure
    return Hero(
        **common,
        hero_class=table.hero_class,
        lure=lure,
        wants=tuple(table.wants or ()),
        health=table.health,
        epic=table.epic,
        souls=table.souls,
        wounds=table.wounds,
        players=0 if table.players == "star" else table.players,
    )


def _carrier(kind: ItemClass) -> HeroClass | None:
    return None if kind is ItemClass.UNIVERSAL else HeroClass(kind.value)
