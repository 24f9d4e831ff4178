"""Counting a dungeon: treasure and damage, from the visible active rooms only."""

from collections import Counter
from collections.abc import Iterator

from engine.boss_monster.cards import Counted, Room, RoomType, Treasure, boss_card, room_card
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, Stack
from engine.core.cards import Catalog
from engine.core.effects import AddDamage, Trigger


def active_slots(player: Player) -> list[int]:
    """The slots whose top room works, s1 first (BM-BUILD-9, BM-GLOSS-5)."""
    return [slot for slot, stack in enumerate(player.dungeon, start=1) if not stack.deactivated]


def active_rooms(player: Player, cards: Catalog, options: Options | None = None) -> list[Room]:
    """The rooms that work, s1 first. A room under a face-down card works until the reveal (A-14)."""
    hidden = None if options is None or options.facedown_cover_still_active else player.face_down
    return [room_card(cards, player.dungeon[slot - 1].top) for slot in active_slots(player) if slot != hidden]


def treasure_of(player: Player, cards: Catalog, options: Options | None = None) -> dict[Treasure, int]:
    """All treasure symbols: active rooms, boss and bonuses (BM-BAIT-3, BM-CARD-6). Every symbol has a key."""
    found = Counter(boss_card(cards, player.boss).treasure)
    for room in active_rooms(player, cards, options):
        found.update(room.treasure)
    found.update(dict(player.bonus))
    return {treasure: max(0, found[treasure]) for treasure in Treasure}


def room_damage(player: Player, slot: int, cards: Catalog, options: Options | None = None) -> int:
    """What the room in this slot does to a hero now: printed or counted, plus bonuses, never below 0 (rules 7.6)."""
    stack = player.dungeon[slot - 1]
    if stack.deactivated:  # BM-ADV-14
        return 0
    bonuses = sum(amount for _, amount in damage_bonuses(player, slot, cards, options))
    return max(0, printed_damage(player, slot, cards) + bonuses)  # BM-ADV-22


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
        copy = player.dungeon[giver - 1].top
        for step in _static_bonuses(room_card(cards, copy)):
            fits = step.type in ("any", target.type.value)
            if fits and slot in _scope(player, giver, step.scope, options):
                yield copy, step.amount
    if player.dungeon[slot - 1].bonus:
        yield "round", player.dungeon[slot - 1].bonus


def _static_bonuses(room: Room) -> list[AddDamage]:
    steps = [step for ability in room.abilities if ability.when is Trigger.STATIC for step in ability.do]
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
