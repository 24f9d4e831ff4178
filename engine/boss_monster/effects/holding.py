"""What the words share when they are carried out: changes until the end of the round, and targets that are gone.

A change lies on one room, on a player or on everybody. On a player it also reaches rooms that are built or uncovered
later in the round; on a room it ends when that room is covered or destroyed.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from engine.boss_monster import building
from engine.boss_monster.effect_events import DungeonHolds, EffectLost, RoomHolds
from engine.boss_monster.effects import agenda, pointing
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.amounts import amount
from engine.boss_monster.effects.pointing import Spot
from engine.boss_monster.events import Event, RoomChanged
from engine.boss_monster.state import Change, Holds, Stack, State, Task
from engine.boss_monster.words.meanings import Rooms
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Amount
from engine.core.ids import CopyId, PlayerId

Performer: TypeAlias = Callable[[State, Task, Any, Catalog], Happening]
"""Carries out one step: the running task without it is already on the agenda."""

ONE_ROOM = (Rooms.THIS, Rooms.CHOSEN, Rooms.OTHER, Rooms.EVENT, Rooms.UNCOVERED)
"""Words that name exactly one room: without it the effect is lost."""
WHOLE_DUNGEON = (Rooms.OWN, Rooms.DUNGEON)
"""Words that name a dungeon: its later rooms are meant too."""


def lost(state: State, task: Task) -> Happening:
    """What the step needs is gone: the rest of the effect is lost (rules 7.1)."""
    return agenda.stop(state), (EffectLost(task.player, task.card),)


def number(state: State, task: Task, value: Amount, cards: Catalog, target: Spot | None = None) -> int:
    """The number that a word means now. Hidden ones were asked for before the step is carried out."""
    found = amount(state, task, value, cards, target)
    assert found is not None, f"nobody told the number for {value!r}"
    return found


def stack_at(state: State, spot: Spot) -> Stack:
    """What lies in a slot."""
    return state.player(spot[0]).dungeon[spot[1] - 1]


def with_stack(state: State, spot: Spot, stack: Stack) -> State:
    """The same table with one slot changed."""
    return state.with_player(building.with_stack(state.player(spot[0]), spot[1], stack))


def on_rooms(state: State, spots: Iterable[Spot], change: Change) -> Happening:
    """Something holds for each of these rooms from now on."""
    events: list[Event] = []
    for spot in spots:
        stack = stack_at(state, spot)
        state = with_stack(state, spot, replace(stack, changes=(*stack.changes, change)))
        events.append(_told(spot, stack.top, change))
    return state, tuple(events)


def _told(spot: Spot, room: CopyId, change: Change) -> Event:
    """More or less damage has words of its own, the same as when it is entered by hand."""
    if change.holds is Holds.DAMAGE:
        return RoomChanged(*spot, room, change.amount)
    return RoomHolds(*spot, room, change)


def on_players(state: State, players: Iterable[PlayerId], change: Change) -> Happening:
    """Something holds for these players and their dungeons from now on."""
    events: list[Event] = []
    for id_ in players:
        player = state.player(id_)
        state = state.with_player(replace(player, changes=(*player.changes, change)))
        events.append(DungeonHolds(id_, change))
    return state, tuple(events)


def on_meant(state: State, task: Task, which: Rooms, change: Change, cards: Catalog) -> Happening:
    """Something holds for the rooms that a word means: for the whole dungeon, or for each of them."""
    if which in WHOLE_DUNGEON:
        home = pointing.home_of(state, task, which, cards)
        return lost(state, task) if home is None else on_players(state, (home,), change)
    spots = pointing.rooms(state, task, which, cards, change.type, change.kind)
    if not spots and which in ONE_ROOM:
        return lost(state, task)
    return on_rooms(state, spots, replace(change, type=None, kind=None))
