"""Counting a dungeon: treasure and damage, from the visible active rooms only."""

from collections.abc import Iterator

from engine.boss_monster.cards import Counted, Room, RoomType, Treasure, boss_card, miniboss_card, room_card
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, Stack, Under
from engine.core.cards import Catalog
from engine.core.effects import Ability, AddDamage, Trigger
from engine.core.ids import CopyId, PlayerId

PERMANENT_LEVELS = 2
"""BM-MINI-9: the third ability of a miniboss is used, not permanent."""


def active_slots(player: Player) -> list[int]:
    """The slots whose top room works, s1 first (BM-BUILD-9, BM-GLOSS-5)."""
    return [slot for slot, stack in enumerate(player.dungeon, start=1) if not stack.deactivated]


def is_working(player: Player, slot: int, options: Options | None = None) -> bool:
    """Whether the top room of a slot works. A room under a face-down card does until the reveal (BM-BUILD-14, A-14)."""
    is_covered = player.face_down == slot and player.under is not Under.GONE
    hidden = is_covered and options is not None and not options.facedown_cover_still_active
    return not player.dungeon[slot - 1].deactivated and not hidden


def active_rooms(player: Player, cards: Catalog, options: Options | None = None) -> list[Room]:
    """The rooms that work, s1 first."""
    slots = [slot for slot in active_slots(player) if is_working(player, slot, options)]
    return [room_card(cards, player.dungeon[slot - 1].top) for slot in slots]


def treasure_of(player: Player, cards: Catalog, options: Options | None = None) -> dict[Treasure, int]:
    """All treasure symbols: active rooms, boss and bonuses (BM-BAIT-3, BM-CARD-6). Every symbol has a key."""
    shown = list(boss_card(cards, player.boss).treasure)
    for room in active_rooms(player, cards, options):
        shown += room.treasure
    bonus = dict(player.bonus)
    return {treasure: max(0, shown.count(treasure) + bonus.get(treasure, 0)) for treasure in Treasure}


def symbol_parts(player: Player, wanted: tuple[Treasure, ...], cards: Catalog) -> Iterator[tuple[PlayerId, str, int]]:
    """Which card of a dungeon brings how many of these symbols; "round" for changes until the end of the round."""
    if not wanted:
        return
    sources = [(player.boss, boss_card(cards, player.boss).treasure)]
    for slot in active_slots(player):
        top = player.dungeon[slot - 1].top
        sources.append((top, room_card(cards, top).treasure))
    for card, symbols in sources:
        if number := sum(symbol in wanted for symbol in symbols):
            yield player.id, card, number
    if number := sum(amount for treasure, amount in player.bonus if treasure in wanted):
        yield player.id, "round", number


def room_damage(player: Player, slot: int, cards: Catalog, options: Options | None = None) -> int:
    """What the room in this slot does to a hero now: printed or counted, plus bonuses, never below 0 (rules 7.6)."""
    stack = player.dungeon[slot - 1]
    if stack.deactivated:  # BM-ADV-14
        return 0
    bonuses = sum(amount for _, amount in damage_bonuses(player, slot, cards, options))
    return max(0, printed_damage(player, slot, cards) + bonuses)  # BM-ADV-22


def damage_parts(
    player: Player, slot: int, cards: Catalog, options: Options | None = None
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Why a room deals what it deals: the printed number, and every bonus with its source."""
    if player.dungeon[slot - 1].deactivated:
        return 0, ()
    return printed_damage(player, slot, cards), tuple(damage_bonuses(player, slot, cards, options))


def printed_damage(player: Player, slot: int, cards: Catalog) -> int:
    """The number on the card, or what it counts (FX-03)."""
    damage = room_card(cards, player.dungeon[slot - 1].top).damage
    if damage is Counted.MONSTER_ROOMS:
        return sum(room.type is RoomType.MONSTER for room in active_rooms(player, cards))
    assert isinstance(damage, int)
    return damage


def damage_bonuses(
    player: Player, slot: int, cards: Catalog, options: Options | None = None
) -> Iterator[tuple[str, int]]:
    """Every bonus of a room with its source: a card, or "round" for bonuses until the end of the round."""
    target = room_card(cards, player.dungeon[slot - 1].top)
    for giver in active_slots(player):
        for copy, abilities in shown(player.dungeon[giver - 1], cards):
            for step in _static_bonuses(abilities):
                fits = step.type in ("any", target.type.value)
                if fits and slot in _scope(player, giver, step.scope, options):
                    yield copy, step.amount
    if player.dungeon[slot - 1].bonus:
        yield "round", player.dungeon[slot - 1].bonus


def shown(stack: Stack, cards: Catalog) -> Iterator[tuple[CopyId, tuple[Ability, ...]]]:
    """The abilities of a room: its own, and the first two levels of its miniboss once they show (BM-MINI-7, -9)."""
    yield stack.top, room_card(cards, stack.top).abilities
    if stack.miniboss is not None:
        permanent = min(stack.miniboss.level, PERMANENT_LEVELS)
        yield stack.miniboss.copy, miniboss_card(cards, stack.miniboss.copy).abilities[:permanent]


def _static_bonuses(abilities: tuple[Ability, ...]) -> list[AddDamage]:
    steps = [step for ability in abilities if ability.when is Trigger.STATIC for step in ability.do]
    return [step for step in steps if isinstance(step, AddDamage)]


def _scope(player: Player, giver: int, scope: str, options: Options | None) -> set[int]:
    """The slots that a room's bonus reaches. Heroes walk towards s1, so the next room has the lower number."""
    match scope:
        case "this":
            return {giver}
        case "adjacent":
            return {slot for slot in (neighbour(player, giver, step, options) for step in (-1, 1)) if slot}
        case "next":
            return {neighbour(player, giver, -1, options) or 0}
        case "last":
            return {1}
        case _:
            return set(active_slots(player))


def neighbour(player: Player, slot: int, step: int, options: Options | None = None) -> int | None:
    """The active room next to a slot; a deactivated one is a blank space between (BM-GLOSS-5 f, A-20)."""
    jumps = options is not None and not options.deactivated_breaks_adjacency
    found = slot + step
    while jumps and 1 <= found <= len(player.dungeon) and player.dungeon[found - 1].deactivated:
        found += step
    is_there = 1 <= found <= len(player.dungeon) and not player.dungeon[found - 1].deactivated
    return found if is_there else None


def dungeon_damage(player: Player, cards: Catalog, options: Options | None = None) -> int:
    """What a hero takes that walks the whole dungeon."""
    return sum(room_damage(player, slot, cards, options) for slot in range(1, len(player.dungeon) + 1))


def level_up_rooms(dungeon: tuple[Stack, ...], options: Options) -> int:
    """How many rooms count for the level-up (BM-BUILD-18, -19, -21)."""
    return sum(options.levelup_counts_deactivated or not stack.deactivated for stack in dungeon)
