"""Rooms are turned, destroyed, moved, built and silenced: how those words are carried out (FX-22 to FX-29)."""

from collections.abc import Mapping

from engine.boss_monster import actions, adventure, building, levels
from engine.boss_monster.cards import Hero, Item
from engine.boss_monster.counts import is_working
from engine.boss_monster.effect_events import AllHold, DungeonReversed, RoomBroughtUp, RoomsBuiltAgain
from engine.boss_monster.effects import agenda, holding, pointing, triggers
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.effects.pointing import Spot
from engine.boss_monster.events import Event, MinibossDiscarded, RoomsSwapped, RoomTurned
from engine.boss_monster.state import Change, Holds, Stack, State, Task
from engine.boss_monster.words.meanings import Ref, Rooms
from engine.boss_monster.words.rooms import (
    BringToTop,
    BuiltAgain,
    Deactivate,
    Destroy,
    Rearrange,
    Reverse,
    Silence,
    Swap,
)
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step, Trigger
from engine.core.ids import CopyId, PlayerId

REARRANGE = "rearrange"
"""The question that waits until a dungeon is laid in its new order."""
DONE = "done"


# -- turning and destroying --------------------------------------------------------------------------------------------


def _deactivate(state: State, task: Task, step: Deactivate, cards: Catalog) -> Happening:
    """FX-22: sideways until the end of the round (BM-GLOSS-5)."""
    spots = pointing.rooms(state, task, step.rooms, cards, step.type)
    if not spots and step.rooms in holding.ONE_ROOM:
        return holding.lost(state, task)
    events: list[Event] = []
    for id_, slot in spots:
        player = state.player(id_)
        stack = player.dungeon[slot - 1]
        player = building.turned_below(player, slot)
        state = state.with_player(building.with_stack(player, slot, replace(stack, deactivated=True)))
        events.append(RoomTurned(id_, slot, stack.top, True))
    return state, tuple(events)


def _destroy(state: State, task: Task, step: Destroy, cards: Catalog) -> Happening:
    """FX-23: one after the other; gaps close in between, so the cards are remembered, not their places."""
    meant = [holding.stack_at(state, spot).top for spot in pointing.rooms(state, task, step.rooms, cards)]
    by = None if _is_guest(task, cards) else task.player
    events: list[Event] = []
    for room in meant:
        spot = pointing.spot_of(state, room)
        if spot is None or not is_working(state.player(spot[0]), spot[1], state.options):  # BM-GLOSS-15
            continue
        state, told = actions.destroy(state, state.player(spot[0]), spot[1], cards, by=by, source=task.card)
        events += told
    if not events and step.rooms in holding.ONE_ROOM:
        return holding.lost(state, task)
    return state, tuple(events)


def _is_guest(task: Task, cards: Catalog) -> bool:
    """A hero or its item does it, and no player."""
    return isinstance(cards[task.card], Hero | Item) and task.get("boss_effect") is None


# -- moving ------------------------------------------------------------------------------------------------------------


def _swap(state: State, task: Task, step: Swap, cards: Catalog) -> Happening:
    """FX-24: whole stacks, within one dungeon; a face-down card on one of them goes along."""
    one, two = pointing.room(state, task, Ref.CHOSEN), pointing.room(state, task, Ref.OTHER)
    if one is None or two is None or one[0] != two[0] or one == two:
        return holding.lost(state, task)
    slots = {one[1]: two[1], two[1]: one[1]}
    player = building.swap(state.player(one[0]), one[1], two[1], whole=True)
    state = state.with_player(building.with_covers(replace(player, arranged=True), slots))
    return adventure.follow_room(state, one[0]), (RoomsSwapped(one[0], (one[1], two[1]), True),)


def _reverse(state: State, task: Task, step: Reverse, cards: Catalog) -> Happening:
    """FX-24: the first room becomes the last, for good."""
    players = pointing.players(state, task, step.who, cards)
    if not players:
        return holding.lost(state, task)
    for id_ in players:
        player = state.player(id_)
        number = len(player.dungeon)
        slots = {slot: number + 1 - slot for slot in range(1, number + 1)}
        turned = replace(player, dungeon=player.dungeon[::-1], arranged=True)
        state = state.with_player(building.with_covers(turned, slots))
        state = adventure.follow_room(state, id_)
    return state, tuple(DungeonReversed(id_) for id_ in players)


def _rearrange(state: State, task: Task, step: Rearrange, cards: Catalog) -> Happening:
    """FX-24: the players lay the rooms and say when they are done; the table is read, or corrected by hand."""
    players = pointing.players(state, task, step.who, cards)
    if not players:
        return holding.lost(state, task)
    if task.get("answer") is None:
        return agenda.ask(state, task, step, REARRANGE, (DONE,))
    state = state.with_player(replace(state.player(players[0]), arranged=False))  # hands do it: what lies there counts
    return adventure.follow_room(state, players[0]), ()


def _bring_to_top(state: State, task: Task, step: BringToTop, cards: Catalog) -> Happening:
    """FX-24: what lay on or under the old top is lost as if it were built over (BM-MINI-12, BM-COIN-4)."""
    spot = covering(state, task.get("chosen_room"))
    if spot is None:
        return holding.lost(state, task)
    old = holding.stack_at(state, spot)
    room = CopyId(task.get("chosen_room") or "")
    rooms = (*(other for other in old.rooms if other != room), room)
    state = holding.with_stack(state, spot, Stack(rooms))
    events: list[Event] = [RoomBroughtUp(*spot, room, old.top)]
    if old.miniboss is not None:
        events.append(MinibossDiscarded(spot[0], old.miniboss.copy))
    state = triggers.happened(state, Trigger.UNCOVERED, cards, player=spot[0], room=room)
    return state, tuple(events)


def covering(state: State, room: str | None) -> Spot | None:
    """The stack in which this room lies covered; not under a deactivated one, whose place is blank."""
    for player in state.players:
        for slot, stack in enumerate(player.dungeon, start=1):
            if room in stack.covered and not stack.deactivated:
                return player.id, slot
    return None


# -- text --------------------------------------------------------------------------------------------------------------


def _silence(state: State, task: Task, step: Silence, cards: Catalog) -> Happening:
    """FX-29: printed damage and treasure stay."""
    change = Change(Holds.SILENT, task.card, kind=step.kind)
    if step.rooms is Rooms.ANY_TOP:
        return replace(state, changes=(*state.changes, change)), (AllHold(change),)
    return holding.on_meant(state, task, step.rooms, change, cards)


def _built_again(state: State, task: Task, step: BuiltAgain, cards: Catalog) -> Happening:
    """FX-29: as if just built; with `uncovered` a room that does nothing then is as if just uncovered."""
    spots = pointing.rooms(state, task, step.rooms, cards)
    if not spots:
        return holding.lost(state, task)
    for spot in spots:
        room = holding.stack_at(state, spot).top
        speaks = any(ability.when is Trigger.BUILT for ability in cards[room].abilities)
        if step.uncovered and not speaks:
            state = triggers.happened(state, Trigger.UNCOVERED, cards, player=spot[0], room=room)
        else:
            state = levels.built(state, spot[0], room, cards)
    return state, tuple(_by_owner(state, spots))


def _by_owner(state: State, spots: tuple[Spot, ...]) -> list[Event]:
    rooms: dict[PlayerId, list[CopyId]] = {}
    for spot in spots:
        rooms.setdefault(spot[0], []).append(holding.stack_at(state, spot).top)
    return [RoomsBuiltAgain(id_, tuple(some)) for id_, some in rooms.items()]


PERFORMERS: Mapping[type[Step], Performer] = {
    Deactivate: _deactivate,
    Destroy: _destroy,
    Swap: _swap,
    Rearrange: _rearrange,
    Reverse: _reverse,
    BringToTop: _bring_to_top,
    Silence: _silence,
    BuiltAgain: _built_again,
}
