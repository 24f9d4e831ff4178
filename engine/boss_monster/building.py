"""Where a room may be built, and what becomes of the dungeon when it is."""

from dataclasses import replace

from engine.boss_monster.cards import RoomKind, room_card
from engine.boss_monster.state import Player, Stack
from engine.core.cards import Catalog
from engine.core.ids import CopyId

SLOTS = 5
"""BM-BUILD-4"""


def why_not_here(player: Player, slot: int) -> str:
    """The rule that forbids any card in this slot, or nothing (the card is still face-down)."""
    rooms = len(player.dungeon)
    if slot < 1 or slot > rooms + 1:
        return "BM-BUILD-3"
    if slot > SLOTS:
        return "BM-BUILD-4"
    if slot <= rooms and player.dungeon[slot - 1].deactivated:
        return "BM-BUILD-20"
    return ""


def why_not_this(player: Player, slot: int, room: CopyId, cards: Catalog) -> str:
    """The rule that forbids this room in this slot, or nothing."""
    forbidden = why_not_here(player, slot)
    if forbidden or room_card(cards, room).kind is RoomKind.ORDINARY:  # BM-BUILD-6: fits everywhere
        return forbidden
    if slot > len(player.dungeon):  # BM-BUILD-7: an advanced room never stands alone
        return "BM-BUILD-7"
    below = room_card(cards, player.dungeon[slot - 1].top)
    shared = set(below.treasure) & set(room_card(cards, room).treasure)
    return "" if shared else "BM-BUILD-7"


def legal_slots(player: Player, room: CopyId, cards: Catalog) -> tuple[int, ...]:
    """Every slot in which this room may be built."""
    slots = range(1, len(player.dungeon) + 2)
    return tuple(slot for slot in slots if not why_not_this(player, slot, room, cards))


def build(player: Player, slot: int, room: CopyId) -> Player:
    """The dungeon with this room on top of the slot, or in a new slot at its left end (BM-BUILD-3, -5)."""
    if slot > len(player.dungeon):
        return replace(player, dungeon=(*player.dungeon, Stack((room,))))
    stack = player.dungeon[slot - 1]
    return with_stack(player, slot, replace(stack, rooms=(*stack.rooms, room)))


def with_stack(player: Player, slot: int, stack: Stack) -> Player:
    """The dungeon with one slot changed."""
    return replace(player, dungeon=(*player.dungeon[: slot - 1], stack, *player.dungeon[slot:]))


def remove_top(player: Player, slot: int) -> Player:
    """The dungeon without the top room of a slot: the room below is uncovered, or the gap closes (BM-GLOSS-13, -14)."""
    rest = player.dungeon[slot - 1].rooms[:-1]
    if rest:
        return with_stack(player, slot, Stack(rest))
    return replace(player, dungeon=player.dungeon[: slot - 1] + player.dungeon[slot:])


def is_on_the_table(player: Player, slot: int) -> bool:
    """Whether a card can lie there at all: on a room, or at the left end, legal or not."""
    return 1 <= slot <= len(player.dungeon) + 1
