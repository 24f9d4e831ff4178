"""How a dungeon lies on the table: which rooms work, which are neighbours, which abilities show."""

from collections.abc import Iterator

from engine.boss_monster.cards import miniboss_card, room_card
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, Stack, State
from engine.core.cards import Catalog
from engine.core.effects import Ability
from engine.core.ids import CopyId

PERMANENT_LEVELS = 2
"""BM-MINI-9: the third ability of a miniboss is used, not permanent."""


def active_slots(player: Player) -> list[int]:
    """The slots whose top room works, s1 first (BM-BUILD-9, BM-GLOSS-5)."""
    return [slot for slot, stack in enumerate(player.dungeon, start=1) if not stack.deactivated]


def is_working(player: Player, slot: int, options: Options | None = None) -> bool:
    """Whether the top room of a slot works. A room under a face-down card does until the reveal (BM-BUILD-14, A-14)."""
    if player.dungeon[slot - 1].deactivated:
        return False
    if options is None or options.facedown_cover_still_active:
        return True
    return player.place_of(slot) not in player.all_face_down


def working_slots(player: Player, options: Options) -> list[int]:
    """The slots whose top room works in this group's game, s1 first."""
    return [slot for slot in range(1, len(player.dungeon) + 1) if is_working(player, slot, options)]


def neighbour(player: Player, slot: int, step: int, options: Options | None = None) -> int | None:
    """The active room next to a slot; a deactivated one is a blank space between (BM-GLOSS-5 f, A-20)."""
    jumps = options is not None and not options.deactivated_breaks_adjacency
    found = slot + step
    while jumps and 1 <= found <= len(player.dungeon) and player.dungeon[found - 1].deactivated:
        found += step
    is_there = 1 <= found <= len(player.dungeon) and not player.dungeon[found - 1].deactivated
    return found if is_there else None


def level_up_rooms(dungeon: tuple[Stack, ...], options: Options) -> int:
    """How many rooms count for the level-up (BM-BUILD-18, -19, -21)."""
    return sum(options.levelup_counts_deactivated or not stack.deactivated for stack in dungeon)


def shown(stack: Stack, cards: Catalog) -> Iterator[tuple[CopyId, tuple[Ability, ...]]]:
    """The abilities of a room: its own, and the first two levels of its miniboss once they show (BM-MINI-7, -9)."""
    yield stack.top, room_card(cards, stack.top).abilities
    if stack.miniboss is not None:
        permanent = min(stack.miniboss.level, PERMANENT_LEVELS)
        yield stack.miniboss.copy, miniboss_card(cards, stack.miniboss.copy).abilities[:permanent]


def is_inside(state: State, hero: CopyId | None) -> bool:
    """Whether a hero walks through a dungeon; at the entrance and at its door it is not inside yet."""
    walk = state.walk
    if walk is None or walk.hero != hero:
        return False
    return walk.visit > 0 or walk.slot <= len(state.player(walk.player).dungeon)


def hero_in(state: State, player: Player, slot: int) -> CopyId | None:
    """The hero that stands in the room of this slot."""
    walk = state.walk
    is_there = walk is not None and (walk.player, walk.slot) == (player.id, slot) and not walk.has_left
    return walk.hero if walk is not None and is_there else None


def waiting_at(state: State, player: Player) -> tuple[CopyId, ...]:
    """The heroes at a player's entrance; one that walks waits no more."""
    walker = state.walk.hero if state.walk is not None else None
    return tuple(hero for hero in player.entrance if hero != walker)
