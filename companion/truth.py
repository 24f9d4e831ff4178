"""What really lies on a simulated table, read from the physical cards only, and in what the referee's table differs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from companion.world import World
from engine.boss_monster.state import Phase, Player, Question, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId
from vision.stickers import Role
from vision.tabletop import CROWDED_DROP_MM, PITCH_MM, Laid, Seat

Score: TypeAlias = tuple[int, int]
"""Souls and wounds."""
NO_SCORES: Mapping[PlayerId, Score] = MappingProxyType({})
_IN_ROWS = (Role.ROOM, Role.MINIBOSS)
_MOST_SLOTS = 8
_NEAR_MM = 20.0
_ROW_MM = 40.0
_TOWN_MM = 16 * PITCH_MM
_TOWN_DOWN_MM = CROWDED_DROP_MM + 10.0
_SLID_MM = 9.0
_LEVEL_MM = 24.0


@dataclass(frozen=True, slots=True)
class Side:
    """One player's real cards. `stacks[0]` is next to the boss; a face-down card is not part of its stack yet."""

    boss: CopyId
    stacks: tuple[tuple[CopyId, ...], ...]
    face_down: tuple[int, ...]
    queue: tuple[CopyId, ...]
    souls: tuple[CopyId, ...]
    wounds: tuple[CopyId, ...]
    sideways: tuple[int, ...]
    """The stacks whose top room is turned by a quarter, counted from 1."""
    slid: tuple[int, ...]
    minibosses: tuple[tuple[int, CopyId, int], ...]
    """Under which stack which one lies, and the level that it shows."""


def is_forbidden(world: World, state: State, question: Question) -> bool:
    """Whether a question is about a card that really lies where the rules do not allow it (Q-14).

    Somebody may use up the room below after having chosen what to build on it.
    """
    if question.ask != "Q-14" or question.player is None:
        return False
    real = side(world, state.player(question.player).boss)
    lying = {*(stack[-1] for stack in real.stacks), *(miniboss for _, miniboss, _ in real.minibosses)}
    return not lying.isdisjoint(question.cards)


def side(world: World, boss: CopyId) -> Side:
    """What really lies on one player's side."""
    seat = world.table.seats[world.seat_of(boss)]
    stacks: list[tuple[Laid, ...]] = []
    face_down: list[int] = []
    minibosses: list[tuple[int, CopyId, int]] = []
    for slot in range(1, _MOST_SLOTS):
        pile = [laid for laid in world.table.laid if laid.card.role in _IN_ROWS and _is_near(seat, laid, slot)]
        face_down += [slot for laid in pile if not laid.face_up]
        if open_rooms := tuple(laid for laid in pile if laid.face_up and laid.card.role is Role.ROOM):
            stacks.append(open_rooms)
        tucked = [laid for laid in pile if laid.face_up and laid.card.role is Role.MINIBOSS]
        minibosses += [(len(stacks), laid.card.copy, _level(seat, laid)) for laid in tucked]
    heroes = [laid for laid in world.table.laid if laid.card.role is Role.HERO]
    queue = sorted(
        (laid for laid in heroes if laid.face_up and _is_left_of(seat, laid)), key=lambda laid: _left_mm(seat, laid)
    )
    tops = [stack[-1] for stack in stacks]
    return Side(
        boss,
        tuple(tuple(laid.card.copy for laid in stack) for stack in stacks),
        tuple(face_down),
        tuple(laid.card.copy for laid in queue),
        tuple(laid.card.copy for laid in heroes if not laid.face_up and _right_of(seat, laid)),
        tuple(laid.card.copy for laid in heroes if laid.face_up and _is_below(seat, laid)),
        tuple(slot for slot, laid in enumerate(tops, start=1) if _is_sideways(seat, laid)),
        tuple(slot for slot, laid in enumerate(tops, start=1) if _own_frame(seat, laid)[1] > _SLID_MM),
        tuple(minibosses),
    )


def town(world: World) -> tuple[CopyId, ...]:
    """The heroes that really wait in town, nearest to the deck first."""
    marker = world.table.town
    heroes = [laid for laid in world.table.laid if laid.card.role is Role.HERO]
    waiting = [
        laid
        for laid in heroes
        if 0 < laid.pose.x_mm - marker.x_mm < _TOWN_MM and abs(laid.pose.y_mm - marker.y_mm) < _TOWN_DOWN_MM
    ]
    return tuple(laid.card.copy for laid in sorted(waiting, key=lambda laid: laid.pose.x_mm))


def differences(
    world: World, state: State, catalog: Catalog, scored: Mapping[PlayerId, Score] = NO_SCORES
) -> list[str]:
    """In what the referee's table differs from the real one. `scored` is what cards gave without a hero card."""
    found = []
    for player in state.players:
        if not player.eliminated:
            found += _side_differences(side(world, player.boss), player, state)
            found += _score_differences(side(world, player.boss), player, catalog, scored.get(player.id, (0, 0)))
    if {player.boss for player in state.players} != set(world.bosses):
        found.append("bosses")
    if state.phase is not Phase.BAITED and state.town != town(world):
        found.append(f"town {state.town} is {town(world)}")
    return found


def _side_differences(real: Side, player: Player, state: State) -> list[str]:
    stacks = tuple(stack.rooms for stack in player.dungeon)
    minibosses = tuple(
        (slot, stack.miniboss.copy, stack.miniboss.level)
        for slot, stack in enumerate(player.dungeon, start=1)
        if stack.miniboss is not None
    )
    pairs: list[tuple[str, object, object]] = [
        ("rooms", stacks, real.stacks),
        ("face-down", tuple(sorted(player.all_face_down)), real.face_down),
    ]
    if state.question is None:  # a miniboss may lie on its room while its owner is asked for the coin
        pairs.append(("minibosses", minibosses, real.minibosses))
    if state.phase is not Phase.BAITED:
        pairs.append(("queue", player.entrance, real.queue))
    if state.phase not in (Phase.ROUND_END, Phase.OVER):  # they are turned and slid back when the table is tidied
        down = enumerate(player.dungeon, start=1)
        pairs.append(("sideways", tuple(slot for slot, stack in down if stack.deactivated), real.sideways))
        down = enumerate(player.dungeon, start=1)
        used = tuple(slot for slot, stack in down if stack.used and not stack.deactivated)
        pairs.append(("slid", used, tuple(slot for slot in real.slid if slot not in real.sideways)))
    return [f"{player.name}: {what} {known} is {lies}" for what, known, lies in pairs if known != lies]


def _score_differences(real: Side, player: Player, catalog: Catalog, scored: Score) -> list[str]:
    souls, wounds = worth(real.souls, catalog, "souls") + scored[0], worth(real.wounds, catalog, "wounds") + scored[1]
    if (player.souls, player.wounds) == (souls, wounds):
        return []
    return [f"{player.name}: souls and wounds {player.souls}, {player.wounds} are {souls}, {wounds}"]


def worth(heroes: tuple[CopyId, ...], catalog: Catalog, what: str) -> int:
    """The souls or wounds that are printed on some heroes."""
    return sum(int(getattr(catalog[hero], what)) for hero in heroes)


def _level(seat: Seat, laid: Laid) -> int:
    raised = -_own_frame(seat, laid)[1]
    return min((1, 2, 3), key=lambda level: abs(_LEVEL_MM * level - raised)) if raised > _LEVEL_MM / 2 else 0


def _is_sideways(seat: Seat, laid: Laid) -> bool:
    return 45 < (laid.pose.angle_deg - seat.boss.angle_deg) % 180 < 135


def _is_near(seat: Seat, laid: Laid, slot: int) -> bool:
    right, down = _own_frame(seat, laid)
    return abs(right + slot * PITCH_MM) < _NEAR_MM and -_ROW_MM * 2 < down < _ROW_MM


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
