"""Counting a dungeon: damage and treasure now, and which card brings how much of it (rules 7.6, BM-BAIT-3)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from engine.boss_monster.cards import (
    Counted,
    Hero,
    Item,
    RoomKind,
    RoomType,
    Treasure,
    boss_card,
    room_card,
)
from engine.boss_monster.effects import amounts, pointing, statics
from engine.boss_monster.effects.pointing import Spot, Static
from engine.boss_monster.layout import (
    PERMANENT_LEVELS,
    active_slots,
    is_working,
    level_up_rooms,
    neighbour,
    shown,
    working_slots,
)
from engine.boss_monster.state import Change, Holds, Player, State
from engine.boss_monster.words.damage import (
    AddDamage,
    AddTreasure,
    DoubleDamage,
    DoubleTreasure,
    IgnoreDamage,
    NoDamage,
)
from engine.boss_monster.words.meanings import Ref, Rooms
from engine.core.cards import Catalog
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId

__all__ = [
    "PERMANENT_LEVELS",
    "ROUND",
    "Symbols",
    "active_slots",
    "all_symbols",
    "damage_parts",
    "damage_words",
    "dungeon_damage",
    "is_working",
    "level_up_rooms",
    "neighbour",
    "number_of_rooms",
    "printed_damage",
    "room_damage",
    "shown",
    "symbol_parts",
    "symbols_of",
    "treasure_in",
    "treasure_of",
]

ROUND = "round"
"""The source of what people entered by hand until the end of the round."""
Part: TypeAlias = tuple[str, int]
"""A card, or `ROUND`, and how much it adds."""
Symbols: TypeAlias = tuple[tuple[str, Treasure, int], ...]
"""Which card brings how many symbols of which treasure. Their sum is the count."""

_DAMAGE: tuple[type[Step], ...] = (AddDamage, DoubleDamage, NoDamage, IgnoreDamage)
_TREASURE: tuple[type[Step], ...] = (AddTreasure, DoubleTreasure)
_CLASSES = tuple(treasure for treasure in Treasure if treasure is not Treasure.ARTIFACT)


# -- rooms -------------------------------------------------------------------------------------------------------------


def number_of_rooms(
    state: State,
    player: Player,
    cards: Catalog,
    *,
    type_: RoomType | None = None,
    kind: RoomKind | None = None,
    treasure: Treasure | None = None,
    multi_treasure: bool = False,
    without: int | None = None,
) -> int:
    """How many working rooms of a sort a dungeon has; `without` is a slot that is left out."""
    number = 0
    found = tuple(statics.at_work(state, cards, *_TREASURE, of=player.id)) if treasure or multi_treasure else ()
    for slot in working_slots(player, state.options):
        card = room_card(cards, player.dungeon[slot - 1].top)
        if slot == without or type_ not in (None, card.type) or kind not in (None, card.kind):
            continue
        symbols = treasure_in(state, player, slot, cards, found) if treasure or multi_treasure else ()
        number += (treasure is None or treasure in symbols) and (not multi_treasure or len(symbols) > 1)
    return number


# -- damage ------------------------------------------------------------------------------------------------------------


def room_damage(state: State, player: Player, slot: int, cards: Catalog, hero: CopyId | None = None) -> int:
    """What the room in this slot does now, to this hero if one is given (rules 7.6)."""
    printed, parts = damage_parts(state, player, slot, cards, hero)
    return printed + sum(amount for _, amount in parts)


def dungeon_damage(state: State, player: Player, cards: Catalog, hero: CopyId | None = None) -> int:
    """What a hero takes that walks the whole dungeon."""
    found = damage_words(state, player, cards, hero)
    total = 0
    for slot in range(1, len(player.dungeon) + 1):
        printed, parts = _damage(state, player, slot, cards, hero, found)
        total += printed + sum(amount for _, amount in parts)
    return total


def damage_words(state: State, player: Player, cards: Catalog, hero: CopyId | None) -> tuple[Static, ...]:
    """Every word at work that changes the damage of this dungeon's rooms, to this hero if one is given."""
    return tuple(statics.at_work(state, cards, *_DAMAGE, of=player.id, hero=hero))


def damage_parts(
    state: State,
    player: Player,
    slot: int,
    cards: Catalog,
    hero: CopyId | None = None,
    found: Iterable[Static] | None = None,
) -> tuple[int, tuple[Part, ...]]:
    """Why a room deals what it deals: the printed number, and every change with the card that makes it."""
    words = damage_words(state, player, cards, hero) if found is None else found
    return _damage(state, player, slot, cards, hero, words)


def printed_damage(state: State, player: Player, slot: int, cards: Catalog) -> int:
    """The number on the card, or what it counts (FX-03)."""
    damage = room_card(cards, player.dungeon[slot - 1].top).damage
    if damage is Counted.MONSTER_ROOMS:
        return number_of_rooms(state, player, cards, type_=RoomType.MONSTER)
    assert isinstance(damage, int)
    return damage


def _damage(
    state: State, player: Player, slot: int, cards: Catalog, hero: CopyId | None, found: Iterable[Static]
) -> tuple[int, tuple[Part, ...]]:
    """Additions first, then doubling, then what takes all damage away (rules 7.6; never below 0: BM-ADV-22)."""
    if not is_working(player, slot, state.options):  # BM-ADV-14
        return 0, ()
    spot = (player.id, slot)
    reaching = [static for static in found if _reaches(state, static, spot, cards, hero)]
    changes = _changes(state, player, slot, cards)
    printed = printed_damage(state, player, slot, cards)
    parts = _floored(printed, [*_added(state, reaching, spot, cards), *_added_until_end(player, slot, changes)])
    total = printed + sum(amount for _, amount in parts)
    for source in (*_sources(reaching, DoubleDamage), *_holding(changes, Holds.DOUBLE_DAMAGE)):
        parts.append((source, total))
        total *= 2
    ends = (*_sources(reaching, NoDamage), *_holding(changes, Holds.NO_DAMAGE), *_sources(reaching, IgnoreDamage))
    if ends and total:
        parts.append((ends[0], -total))
    return printed, tuple((source, amount) for source, amount in parts if amount)


def _reaches(state: State, static: Static, spot: Spot, cards: Catalog, hero: CopyId | None) -> bool:
    """Whether a static ability is about the room at this spot; texts of heroes only for the hero itself."""
    task, source, step = static
    type_, kind = getattr(step, "type", None), getattr(step, "kind", None)
    if task.player != spot[0] or not pointing.fits(state.player(spot[0]), spot[1], cards, type_, kind):
        return False
    is_guest = isinstance(cards[source], Hero | Item)
    if is_guest and (hero is None or pointing.hero(state, task, Ref.THIS, cards) != hero):
        return False
    if isinstance(step, IgnoreDamage):
        return _is_ignored(state, step, spot, cards)
    return spot in pointing.rooms(state, task, getattr(step, "rooms", Rooms.DUNGEON), cards, type_, kind)


def _is_ignored(state: State, step: IgnoreDamage, spot: Spot, cards: Catalog) -> bool:
    """FX-06: a type, a kind, or the first so many active rooms on the way."""
    player = state.player(spot[0])
    first = step.first is None or spot[1] in working_slots(player, state.options)[-step.first :]
    return first and pointing.fits(player, spot[1], cards, step.type, step.kind)


def _added(state: State, reaching: Iterable[Static], spot: Spot, cards: Catalog) -> Iterator[Part]:
    """FX-01; a hand that nobody told counts as empty."""
    for task, source, step in reaching:
        if isinstance(step, AddDamage):
            yield source, amounts.amount(state, task, step.amount, cards, spot) or 0


def _added_until_end(player: Player, slot: int, changes: Iterable[Change]) -> Iterator[Part]:
    """What people entered, counters on the room, and effects of this round (FX-02, FX-05)."""
    stack = player.dungeon[slot - 1]
    yield ROUND, stack.bonus
    yield stack.top, stack.counters
    for change in changes:
        if change.holds is Holds.DAMAGE:
            yield change.source or ROUND, change.amount


def _floored(printed: int, parts: Iterable[Part]) -> list[Part]:
    """BM-ADV-22: never below 0. What would go further takes no more than is there."""
    kept = [part for part in parts if part[1]]
    over = printed + sum(amount for _, amount in kept)
    for place in reversed(range(len(kept))):
        source, amount = kept[place]
        if over < 0 and amount < 0:
            back = min(-over, -amount)
            kept[place] = source, amount + back
            over += back
    return kept


def _changes(state: State, player: Player, slot: int, cards: Catalog) -> list[Change]:
    """What effects changed about this room until the end of the round: itself, its dungeon, everybody's."""
    stack = player.dungeon[slot - 1]
    wide = (*player.changes, *state.changes)
    return [*stack.changes, *(change for change in wide if statics.concerns(change, stack.top, cards))]


def _sources(found: Iterable[Static], kind: type[Step]) -> list[str]:
    return [source for _, source, step in found if isinstance(step, kind)]


def _holding(changes: Iterable[Change], holds: Holds) -> list[str]:
    return [change.source or ROUND for change in changes if change.holds is holds]


# -- treasure ----------------------------------------------------------------------------------------------------------


def treasure_of(state: State, player: Player, cards: Catalog) -> dict[Treasure, int]:
    """All treasure symbols: active rooms, boss and changes (BM-BAIT-3, BM-CARD-6). Every symbol has a key."""
    return total_of(symbols_of(state, player, cards))


def total_of(symbols: Symbols) -> dict[Treasure, int]:
    """The symbols of a dungeon by treasure."""
    total = dict.fromkeys(Treasure, 0)
    for _, treasure, number in symbols:
        total[treasure] += number
    return total


def symbol_parts(player: Player, wanted: tuple[Treasure, ...], symbols: Symbols) -> Iterator[tuple[PlayerId, str, int]]:
    """Which card of a dungeon brings how many of these symbols, or takes them away."""
    parts: dict[str, int] = {}
    for source, treasure, number in symbols:
        if treasure in wanted:
            parts[source] = parts.get(source, 0) + number
    for source, number in parts.items():
        if number:
            yield player.id, source, number


def all_symbols(state: State, cards: Catalog) -> dict[PlayerId, Symbols]:
    """The symbols of every player still in the game, counted once (BM-BAIT-12)."""
    found = tuple(statics.at_work(state, cards, *_TREASURE))
    return {player.id: symbols_of(state, player, cards, found) for player in state.living}


def symbols_of(state: State, player: Player, cards: Catalog, found: Sequence[Static] | None = None) -> Symbols:
    """Every symbol of a dungeon with the card that brings it: boss, rooms, the dungeon as a whole."""
    if found is None:
        found = tuple(statics.at_work(state, cards, *_TREASURE))
    parts = _Parts()
    for treasure in (*boss_card(cards, player.boss).treasure, *player.boss_treasure):
        parts.add(player.boss, treasure, 1)
    for slot in working_slots(player, state.options):
        parts.found += _in_room(state, player, slot, cards, found).found
    for source, treasure, number in _of_dungeon(state, player, cards, found):
        parts.add(source, treasure, number)
    return tuple(parts.found)


def treasure_in(
    state: State, player: Player, slot: int, cards: Catalog, found: Iterable[Static] | None = None
) -> tuple[Treasure, ...]:
    """The symbols that the room in this slot has now; none if it does not work. `found` are the words at work there."""
    if not is_working(player, slot, state.options):
        return ()
    printed = room_card(cards, player.dungeon[slot - 1].top).treasure
    words = statics.at_work(state, cards, *_TREASURE, of=player.id) if found is None else found
    parts = _in_room(state, player, slot, cards, words)
    order = dict.fromkeys((*printed, *Treasure))
    return printed if len(parts.found) == len(printed) else tuple(t for t in order for _ in range(parts.total(t)))


class _Parts:
    """Symbols in the order in which cards bring and take them; never fewer than none."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Treasure, int]] = []

    def total(self, treasure: Treasure) -> int:
        return sum(number for _, symbol, number in self.found if symbol is treasure)

    def add(self, source: str, treasure: Treasure, number: int) -> None:
        number = max(number, -self.total(treasure))
        if number:
            self.found.append((source, treasure, number))

    def change(self, change: Change, classes: Iterable[Treasure]) -> None:
        """One effect of this round on one room (FX-09, FX-10)."""
        source = change.source or ROUND
        for treasure in Treasure:
            here = self.total(treasure)
            match change.holds:
                case Holds.TREASURE if change.treasure is treasure:
                    self.add(source, treasure, change.amount)
                case Holds.DOUBLE_TREASURE:
                    self.add(source, treasure, here)
                case Holds.NO_TREASURE:
                    self.add(source, treasure, -here)
                case Holds.ALL_TREASURES:
                    self.add(source, treasure, (treasure in classes) - here)


def _in_room(state: State, player: Player, slot: int, cards: Catalog, found: Iterable[Static]) -> _Parts:
    """Printed symbols, then static abilities, then effects: of the room in the order they came, of the dungeon last."""
    parts, stack, spot = _Parts(), player.dungeon[slot - 1], (player.id, slot)
    for treasure in room_card(cards, stack.top).treasure:
        parts.add(stack.top, treasure, 1)
    reaching = [static for static in found if _in_rooms(static) and _reaches(state, static, spot, cards, None)]
    for source in _sources(reaching, DoubleTreasure):  # of what is printed
        parts.change(Change(Holds.DOUBLE_TREASURE, CopyId(source)), ())
    for _, source, step in reaching:
        if isinstance(step, AddTreasure) and step.treasure is not None:
            parts.add(source, step.treasure, step.amount)
    classes = Treasure if state.options.has_crash_landing else _CLASSES
    for change in stack.changes:
        parts.change(change, classes)
    for change in (*player.changes, *state.changes):
        if change.holds is not Holds.TREASURE and statics.concerns(change, stack.top, cards):
            parts.change(change, classes)
    return parts


def _in_rooms(static: Static) -> bool:
    step = static[2]
    return not (isinstance(step, AddTreasure) and (step.boss or step.who is not None))


def _of_dungeon(
    state: State, player: Player, cards: Catalog, found: Iterable[Static]
) -> Iterator[tuple[str, Treasure, int]]:
    """Symbols that belong to no room: static ones, effects of this round, and what people entered."""
    for task, source, step in found:
        if not isinstance(step, AddTreasure) or step.treasure is None or _in_rooms((task, source, step)):
            continue
        owners = (task.player,) if step.who is None else pointing.players(state, task, step.who, cards)
        if player.id in owners:
            yield source, step.treasure, step.amount
    for change in (*player.changes, *state.changes):
        if change.holds is Holds.TREASURE and change.treasure is not None:
            yield change.source or ROUND, change.treasure, change.amount
    for treasure, number in player.bonus:
        yield ROUND, treasure, number
