"""Counting a dungeon: treasure and damage, from the visible active rooms only."""

from collections import Counter

from engine.boss_monster.cards import Counted, Room, RoomType, Treasure, boss_card, room_card
from engine.boss_monster.state import Player, Stack
from engine.core.cards import Catalog


def active_rooms(player: Player, cards: Catalog) -> list[Room]:
    """The rooms that work, s1 first: top cards that are not deactivated (BM-BUILD-9, BM-GLOSS-5)."""
    return [room_card(cards, stack.top) for stack in player.dungeon if not stack.deactivated]


def treasure_of(player: Player, cards: Catalog) -> dict[Treasure, int]:
    """All treasure symbols of a dungeon: active rooms and the boss (BM-BAIT-3, BM-CARD-6). Every symbol has a key."""
    found = Counter(boss_card(cards, player.boss).treasure)
    for room in active_rooms(player, cards):
        found.update(room.treasure)
    return {treasure: found[treasure] for treasure in Treasure}


def room_damage(player: Player, slot: int, cards: Catalog) -> int:
    """What the room in this slot does to a hero now (BM-ADV-14: nothing when deactivated)."""
    stack = player.dungeon[slot - 1]
    if stack.deactivated:
        return 0
    damage = room_card(cards, stack.top).damage
    if damage is Counted.MONSTER_ROOMS:
        return sum(room.type is RoomType.MONSTER for room in active_rooms(player, cards))
    assert isinstance(damage, int)
    return damage


def dungeon_damage(player: Player, cards: Catalog) -> int:
    """What a hero takes that walks the whole dungeon."""
    return sum(room_damage(player, slot, cards) for slot in range(1, len(player.dungeon) + 1))


def visible_active(dungeon: tuple[Stack, ...]) -> int:
    """How many rooms count for the level-up (BM-BUILD-18, -19, -21)."""
    return sum(not stack.deactivated for stack in dungeon)
