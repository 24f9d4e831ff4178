"""What really lies on a simulated table, and what the rules make of it: a second, independent reckoning.

It reads the physical cards only and shares no code with the engine's bait, adventure or stacks, so that the two can be
held against each other.
"""

import math
from dataclasses import dataclass

from companion.world import World
from engine.boss_monster.cards import Boss, Hero, Room
from engine.boss_monster.state import Phase, Player, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId
from vision.stickers import Role
from vision.tabletop import Laid, Pose, Seat

_NEAR_MM = 20.0
_ROW_MM = 40.0
_WANTED = {"cleric": "relic", "fighter": "equipment", "mage": "spellbook", "thief": "gold", "explorer": "artifact"}


@dataclass(frozen=True, slots=True)
class Side:
    """One player's real cards. `stacks[0]` is next to the boss; a face-down card is not part of its stack yet."""

    boss: CopyId
    stacks: tuple[tuple[CopyId, ...], ...]
    face_down: int | None
    queue: tuple[CopyId, ...]
    souls: tuple[CopyId, ...]
    wounds: tuple[CopyId, ...]


def side(world: World, boss: CopyId) -> Side:
    """What really lies on one player's side."""
    seat = world.table.seats[world.seat_of(boss)]
    stacks: list[tuple[CopyId, ...]] = []
    face_down = None
    for slot in range(1, 6):
        pile = [laid for laid in world.table.laid if laid.card.role is Role.ROOM and _is_near(laid, seat.slot(slot))]
        face_down = slot if any(not laid.face_up for laid in pile) else face_down
        if open_rooms := tuple(laid.card.copy for laid in pile if laid.face_up):
            stacks.append(open_rooms)
    heroes = [laid for laid in world.table.laid if laid.card.role is Role.HERO]
    queue = sorted(
        (laid for laid in heroes if laid.face_up and _is_left_of(seat, laid)), key=lambda laid: _left_mm(seat, laid)
    )
    return Side(
        boss,
        tuple(stacks),
        face_down,
        tuple(laid.card.copy for laid in queue),
        tuple(laid.card.copy for laid in heroes if not laid.face_up and _right_of(seat, laid)),
        tuple(laid.card.copy for laid in heroes if laid.face_up and _is_below(seat, laid)),
    )


def town(world: World) -> tuple[CopyId, ...]:
    """The heroes that really wait in town, nearest to the deck first."""
    marker = world.table.town
    waiting = [
        laid for laid in world.table.laid if laid.card.role is Role.HERO and abs(laid.pose.y_mm - marker.y_mm) < _ROW_MM
    ]
    return tuple(laid.card.copy for laid in sorted(waiting, key=lambda laid: laid.pose.x_mm))


def lured_to(world: World, hero: CopyId, catalog: Catalog) -> CopyId | None:
    """The boss to which a hero really goes, or None when it stays in town."""
    card = catalog[hero]
    assert isinstance(card, Hero)
    present = [boss for boss in world.bosses if world.table.find(boss)]
    if card.hero_class.value == "fool":
        scores = {boss: -_worth(side(world, boss).souls, catalog, "souls") for boss in present}
    else:
        symbol = _WANTED[card.hero_class.value]
        scores = {boss: _symbols(side(world, boss), symbol, catalog) for boss in present}
        if max(scores.values()) == 0:
            return None
    ranked = sorted(scores, key=lambda boss: scores[boss], reverse=True)
    return None if scores[ranked[0]] == scores[ranked[1]] else ranked[0]


def walk(world: World, boss: CopyId, hero: CopyId, catalog: Catalog) -> tuple[int, CopyId | None]:
    """The damage that a hero really takes in this dungeon, and the room in which it dies, if it does."""
    card = catalog[hero]
    assert isinstance(card, Hero)
    rooms = [stack[-1] for stack in reversed(side(world, boss).stacks)]
    monsters = sum(_room(catalog, room).type.value == "monster" for room in rooms)
    taken = 0
    for room in rooms:
        printed = _room(catalog, room).damage
        taken += printed if isinstance(printed, int) else monsters
        if taken >= card.health:
            return taken, room
    return taken, None


def differences(world: World, state: State, catalog: Catalog) -> list[str]:
    """In what the referee's table differs from the real one."""
    found = []
    for player in state.players:
        if not player.eliminated:
            found += _side_differences(side(world, player.boss), player, state, catalog)
    if {player.boss for player in state.players} != set(world.bosses):
        found.append("bosses")
    if state.phase is not Phase.BAITED and state.town != town(world):
        found.append(f"town {state.town} is {town(world)}")
    return found


def _side_differences(real: Side, player: Player, state: State, catalog: Catalog) -> list[str]:
    found = []
    stacks = tuple(stack.rooms for stack in player.dungeon)
    if stacks != real.stacks:
        found.append(f"{player.name}: rooms {stacks} are {real.stacks}")
    if player.face_down != real.face_down:
        found.append(f"{player.name}: face-down {player.face_down} is {real.face_down}")
    if state.phase not in (Phase.BAITED, Phase.ADVENTURE, Phase.ROUND_END, Phase.OVER):
        if player.entrance != real.queue:
            found.append(f"{player.name}: queue {player.entrance} is {real.queue}")
        if player.souls != _worth(real.souls, catalog, "souls"):
            found.append(f"{player.name}: souls {player.souls} are {_worth(real.souls, catalog, 'souls')}")
        if player.wounds != _worth(real.wounds, catalog, "wounds"):
            found.append(f"{player.name}: wounds {player.wounds} are {_worth(real.wounds, catalog, 'wounds')}")
    elif state.phase is Phase.ADVENTURE and real.queue[len(real.queue) - len(player.entrance) :] != player.entrance:
        found.append(f"{player.name}: queue {player.entrance} is {real.queue}")
    return found


def _symbols(real: Side, symbol: str, catalog: Catalog) -> int:
    boss = catalog[real.boss]
    assert isinstance(boss, Boss)
    symbols = [*boss.treasure, *(treasure for stack in real.stacks for treasure in _room(catalog, stack[-1]).treasure)]
    return sum(treasure.value == symbol for treasure in symbols)


def _worth(heroes: tuple[CopyId, ...], catalog: Catalog, what: str) -> int:
    return sum(int(getattr(catalog[hero], what)) for hero in heroes)


def _room(catalog: Catalog, copy: CopyId) -> Room:
    card = catalog[copy]
    assert isinstance(card, Room)
    return card


def _is_near(laid: Laid, pose: Pose) -> bool:
    return math.hypot(laid.pose.x_mm - pose.x_mm, laid.pose.y_mm - pose.y_mm) < _NEAR_MM


def _own_frame(seat: Seat, laid: Laid) -> tuple[float, float]:
    """How far right of the boss and how far below it a card lies, as its player sees it."""
    angle = math.radians(seat.boss.angle_deg)
    x, y = laid.pose.x_mm - seat.boss.x_mm, laid.pose.y_mm - seat.boss.y_mm
    return x * math.cos(angle) + y * math.sin(angle), -x * math.sin(angle) + y * math.cos(angle)


def _left_mm(seat: Seat, laid: Laid) -> float:
    return -_own_frame(seat, laid)[0]


def _is_left_of(seat: Seat, laid: Laid) -> bool:
    right, down = _own_frame(seat, laid)
    return 40 < -right < 640 and abs(down) < _ROW_MM


def _right_of(seat: Seat, laid: Laid) -> bool:
    right, down = _own_frame(seat, laid)
    return 30 < right < 130 and -150 < down < _ROW_MM


def _is_below(seat: Seat, laid: Laid) -> bool:
    right, down = _own_frame(seat, laid)
    return abs(right) < 40 and 15 < down < 240
