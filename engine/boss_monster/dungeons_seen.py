"""Every dungeon as it lies, held against the memory of it, slot by slot (rules 4.3, 4.4, 4.7).

What the table shows clearly counts, what is unclear is asked about, and what hands have yet to do is told.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise

from engine.boss_monster import building
from engine.boss_monster.answers import WHAT_HAPPENED
from engine.boss_monster.commands import Ask, Command, SwapRooms, TurnRoom, UseRoom
from engine.boss_monster.corrections import MOVED
from engine.boss_monster.expected import Todo, room_todo
from engine.boss_monster.reveal import ILLEGAL_BUILD, KEEP_OR_NOT
from engine.boss_monster.sight import Sight, Sighting
from engine.boss_monster.state import Player, Stack, State
from engine.core.cards import Catalog
from engine.core.effects import Limit
from engine.core.ids import CopyId
from engine.core.observations import Area

LEVEL_RAISE_MM = (24.0, 48.0, 72.0)
"""How far a miniboss of level 1, 2, 3 sticks out: start values, to be measured on the real cards (rules 4.7). A third
of a step is as much as a card is bumped."""


def check_dungeon(state: State, player: Player, sight: Sight, cards: Catalog) -> Iterable[Command | Ask | Todo]:
    """What the table shows of one dungeon, questions about it, and what is to be done there."""
    for slot, stack in enumerate(player.dungeon, start=1):
        yield from _check_slot(state, player, slot, stack, sight, cards)
    yield from _slanted_rooms(state, player, sight)
    yield from _extra_rooms(state, player, sight)
    yield from loose_cards(state, player, sight)
    yield from _out_of_place(state, player, sight)


def _check_slot(
    state: State, player: Player, slot: int, stack: Stack, sight: Sight, cards: Catalog
) -> Iterable[Command | Ask | Todo]:
    """Compare one slot with memory (rules 4.3, 4.4)."""
    here = {room.copy: room for room in sight.rooms_in(player.boss, slot)}
    top = here.get(stack.top)
    if top is None:
        yield from _missing_top(state, player, slot, sight)
    elif top.is_sideways and not stack.deactivated:
        yield TurnRoom(player.id, slot, deactivated=True)
    elif not top.is_sideways and not top.is_slanted and stack.deactivated:
        yield Ask("Q-05", ("yes", "no"), player.id, slot, (stack.top,))
    elif top.is_surely_slid and not stack.used and not stack.deactivated and is_once_per_round(stack.top, cards):
        yield UseRoom(player.id, slot)
    yield from _check_miniboss(player, slot, stack, sight)


def _slanted_rooms(state: State, player: Player, sight: Sight) -> Iterable[Ask]:
    """Rooms in play that lie neither upright nor sideways: the players say once what is meant (rules 4.3, Q-06)."""
    for slot, stack in enumerate(player.dungeon, start=1):
        is_slanted = any(room.is_slanted for room in sight.rooms_in(player.boss, slot) if room.copy == stack.top)
        if is_slanted and ("Q-06", stack.top) not in state.explained:
            yield Ask("Q-06", ("yes", "no"), player.id, slot, (stack.top,))


def is_once_per_round(room: CopyId, cards: Catalog) -> bool:
    """Only such a room means something when it is slid down (BM-GLOSS-4); any other is just laid crookedly."""
    return any(ability.limit is Limit.ONCE_PER_ROUND for ability in cards[room].abilities)


def _check_miniboss(player: Player, slot: int, stack: Stack, sight: Sight) -> Iterable[Ask]:
    """A miniboss shows the level that memory has, or the players are asked (rules 4.7, Q-13)."""
    if stack.miniboss is None:
        return
    seen = [card for card in sight.minibosses_in(player.boss, slot) if card.copy == stack.miniboss.copy]
    if not seen:
        return
    raised = -seen[0].seen.spot.drop_mm
    room = next((room for room in sight.rooms_in(player.boss, slot) if room.copy == stack.top and room.is_slid), None)
    readings = [raised] if room is None else [raised, raised + room.seen.spot.drop_mm]  # left in place, or slid along
    if stack.miniboss.level not in [miniboss_level(reading) for reading in readings]:
        yield Ask("Q-13", ("1", "2", "3", "gone"), player.id, slot, (stack.miniboss.copy,))


def tucked_minibosses(state: State) -> set[CopyId]:
    """The minibosses that memory has under rooms."""
    return {stack.miniboss.copy for player in state.players for stack in player.dungeon if stack.miniboss}


def miniboss_level(raised_mm: float) -> int | None:
    """The level that a miniboss shows, from how far it sticks out above its slot; None between two (rules 4.7)."""
    off = [abs(raise_mm - raised_mm) for raise_mm in LEVEL_RAISE_MM]
    gaps = [two - one for one, two in pairwise(LEVEL_RAISE_MM)]
    nearest = off.index(min(off))
    return nearest + 1 if off[nearest] <= min(gaps) / 3 else None


def _missing_top(state: State, player: Player, slot: int, sight: Sight) -> Iterable[Ask | Todo]:
    """The room in play is not seen in its slot: what is there instead? (rules 4.4)"""
    stack, place = player.dungeon[slot - 1], player.place_of(slot)
    here = {room.copy for room in sight.rooms_in(player.boss, place)}
    gap, is_explained = closed_gap(state, player, sight), _is_explained(state, stack.top)
    is_hidden = place in _hidden(player, sight)
    if here & set(stack.covered) or slot == gap:  # a lower room shows, or others moved up: the top one left
        yield what_happened(player, slot)
    elif gap is not None and slot > gap:  # it moved up with them
        return
    elif others := [other.top for other in player.dungeon if other.top in here]:
        if not player.arranged and not is_explained and not _is_in_order(player, sight):
            yield Ask("Q-09", ("stack", "top", "wait"), player.id, slot, (stack.top, others[0]))
    elif (_is_moved(state, stack.top) and not is_hidden) or _lies_in_row(player, stack.top, sight):
        yield Todo("todo_put_back", stack.top, player.id, place)
    else:
        yield Todo("cannot_see", stack.top, player.id, place)
        if _went(state, player, stack.top, sight) and not is_hidden and not is_explained:
            yield what_happened(player, slot)


def what_happened(player: Player, slot: int) -> Ask:
    """The room of this slot is not there any more (Q-04)."""
    return Ask("Q-04", WHAT_HAPPENED, player.id, slot, (player.dungeon[slot - 1].top,))


def _is_explained(state: State, room: CopyId) -> bool:
    """Whether the players said in this round that a room is still there (Q-04)."""
    return ("Q-04", room) in state.explained


def _is_moved(state: State, room: CopyId) -> bool:
    """Whether they said that it was moved: it counts where memory has it, so it is to be put back or corrected."""
    return (MOVED, room) in state.explained


def _went(state: State, player: Player, room: CopyId, sight: Sight) -> bool:
    """Whether a room was seen to go, or lies elsewhere."""
    return room in sight.left or _lies_elsewhere(state, player, room, sight)


def _lies_elsewhere(state: State, player: Player, room: CopyId, sight: Sight) -> bool:
    """Whether a room is seen outside all rows; in another row it is asked about there (Q-08). Without its boss every
    room is."""
    rows = {living.boss for living in state.living}
    apart = [one for one in sight.rooms if one.copy == room and not (one.area is Area.ROW and one.seat in rows)]
    return bool(apart) and any(boss.copy == player.boss for boss in sight.bosses)


def _lies_in_row(player: Player, room: CopyId, sight: Sight) -> bool:
    return any(one.seat == player.boss and one.area is Area.ROW for one in sight.rooms if one.copy == room)


def _hidden(player: Player, sight: Sight) -> tuple[int, ...]:
    """The slots of a dungeon of which something hides the room: a hero, a card's back, or what cannot be read."""
    heroes = sight.in_room(player.boss, len(player.dungeon)).values()
    return (*heroes, *sight.unread_slots(player.boss), *sight.back_slots(player.boss))


def closed_gap(state: State, player: Player, sight: Sight) -> int | None:
    """The first slot whose room is not seen while all rooms left of it lie nearer to the boss, in their order: somebody
    took it away and closed the gap (BM-GLOSS-14), unless the players said that it lies there."""
    lying = _lying(player, sight)
    missing: list[int] = []
    moved = 0
    gap = None
    for slot, stack in enumerate(player.dungeon, start=1):
        if stack.top not in lying:
            if not _is_explained(state, stack.top):
                missing.append(slot)
            continue
        nearer = slot - lying[stack.top]
        if not moved <= nearer <= moved + len(missing):
            return None
        if nearer > moved:
            gap = gap or missing[0]
        moved, missing = nearer, []
    return gap


def misplaced(state: State, player: Player, sight: Sight) -> tuple[Ask, ...]:
    """Questions about rooms that lie in each other's slots, where it matters how they came there (Q-09)."""
    here = [room for slot in range(1, len(player.dungeon) + 1) for room in _wrong_slot(state, player, slot, sight)]
    return tuple(ask for ask in here if isinstance(ask, Ask) and ask.ask == "Q-09")


def _wrong_slot(state: State, player: Player, slot: int, sight: Sight) -> Iterable[Ask | Todo]:
    top = player.dungeon[slot - 1].top
    is_there = any(room.copy == top for room in sight.rooms_in(player.boss, player.place_of(slot)))
    return () if is_there else _missing_top(state, player, slot, sight)


def carried_off(state: State, player: Player, sight: Sight) -> int | None:
    """The first slot whose room in play is seen somewhere else than in its row, whatever lies in the slot now, unless
    the players said that it is there."""
    for slot, stack in enumerate(player.dungeon, start=1):
        if _lies_elsewhere(state, player, stack.top, sight) and not _is_explained(state, stack.top):
            return slot
    return None


def _moved_up(state: State, player: Player, sight: Sight) -> set[CopyId]:
    """Rooms that lie nearer to the boss because a gap was closed."""
    gap = closed_gap(state, player, sight)
    return set() if gap is None else {stack.top for stack in player.dungeon[gap:]}


def _lying(player: Player, sight: Sight) -> dict[CopyId, int]:
    """The rooms in play that are seen in their own dungeon, and in which slot each lies: places that face-down cards
    keep open do not count (BM-BUILD-23)."""
    tops = {stack.top for stack in player.dungeon}
    return {
        room.copy: player.slot_at(room.slot)
        for room in sight.rooms
        if room.seat == player.boss and room.slot and room.copy in tops
    }


def _is_in_order(player: Player, sight: Sight) -> bool:
    """Whether all rooms that are seen lie in their order, none nearer to the boss than it should: then they are only to
    be pushed up, and none changed places."""
    lying = _lying(player, sight)
    slots = [(slot, lying[stack.top]) for slot, stack in enumerate(player.dungeon, start=1) if stack.top in lying]
    in_order = all(left < right for (_, left), (_, right) in pairwise(slots))
    return in_order and all(lies >= slot for slot, lies in slots)


def exchanges(player: Player, sight: Sight) -> list[SwapRooms]:
    """Rooms that changed places: the table is right. Only if a stack has more cards than one it matters how, and where
    an effect or a person at the screen arranged them, hands have yet to follow."""
    lying = _lying(player, sight)
    alone = {
        slot: stack.top
        for slot, stack in enumerate(player.dungeon, start=1)
        if len(stack.rooms) == 1 and stack.miniboss is None
    }
    return [
        SwapRooms(player.id, one, two, seen=True)
        for one, two in combinations(alone, 2)
        if not player.arranged and (lying.get(alone[one]), lying.get(alone[two])) == (two, one)
    ]


def _extra_rooms(state: State, player: Player, sight: Sight) -> Iterable[Ask]:
    """Rooms that lie in a dungeon without having been built there."""
    yield from strangers(state, player, sight)
    for room in unexpected_rooms(state, player, sight):
        if room.copy not in state.gone:  # then it is to be taken away
            yield uninvited(player, room, "BM-BUILD-2")


def strangers(state: State, player: Player, sight: Sight) -> Iterable[Ask]:
    """Rooms of other dungeons that lie in this one: moved there, or misread (Q-08). Into a full dungeon none moves."""
    is_full = building.occupied_slots(player, state.options) >= building.SLOTS
    for room in _open_rooms(player, sight):
        if room.copy in _rooms_of_others(state, player):
            assert room.slot is not None
            fits = room.slot <= len(player.dungeon) or not is_full
            choices = ("yes", "misread", "wait") if fits else ("misread", "wait")
            yield Ask("Q-08", choices, player.id, player.slot_at(room.slot), (room.copy,))


def _rooms_of_others(state: State, player: Player) -> set[CopyId]:
    return {room for other in state.players if other.id != player.id for stack in other.dungeon for room in stack.rooms}


def loose_cards(state: State, player: Player, sight: Sight) -> Iterable[Todo]:
    """Cards in a row that nobody can count: face-down where none was placed, or between two slots."""
    take_back = building.is_stopped(state, player)  # FX-27: nobody shows it
    for slot in sight.back_slots(player.boss):
        if slot > player.places + 1:
            yield Todo("todo_clear_row", player=player.id)
        elif slot not in player.all_face_down:
            yield Todo("todo_take_back" if take_back else "todo_turn_up", player=player.id, slot=slot)
    yield from between_slots(state, player, sight)


def between_slots(state: State, player: Player, sight: Sight) -> Iterable[Todo]:
    """Cards that were laid into a row so that nobody can say into which slot: backs, and rooms that are new there."""
    known = {*state.gone, *(room for stack in player.dungeon for room in stack.rooms)}
    lying = (*(room for room in sight.rooms if room.copy not in known), *sight.room_backs)
    for card in lying:
        if card.seat == player.boss and card.area is Area.ROW and card.slot is None:
            is_near = card.place < player.places + 2
            near = Todo("todo_push_up", player=player.id, slot=max(1, round(card.place)))
            yield near if is_near else Todo("todo_clear_row", player=player.id)


def _out_of_place(state: State, player: Player, sight: Sight) -> Iterable[Todo]:
    """Cards that memory has below others, but that lie open in another slot or elsewhere: covered rooms, minibosses.
    Where a gap was closed all of them moved, and that is asked about first."""
    if closed_gap(state, player, sight) is not None:
        return
    for slot, stack in enumerate(player.dungeon, start=1):
        below = [room for room in sight.rooms if room.copy in stack.covered and not _is_near(room, player, slot)]
        for room in below:
            if room.seat == player.boss or _lies_elsewhere(state, player, room.copy, sight):
                yield Todo("todo_put_back", room.copy, player.id, slot)
        tucked = stack.miniboss.copy if stack.miniboss else None
        for card in sight.minibosses:
            if card.copy == tucked and card.slot is not None and not _is_near(card, player, slot):
                yield Todo("todo_put_back", card.copy, player.id, slot)


def _is_near(card: Sighting, player: Player, slot: int) -> bool:
    """Whether a card lies in this slot, or beside it in the same row."""
    return card.seat == player.boss and card.slot in (None, slot)


def untidy_rooms(state: State, sight: Sight) -> tuple[Todo, ...]:
    """After the bait: rooms that lie sideways though nothing deactivated them, or whose lower card shows. The dungeons
    are frozen then (rules 4.9): it is told, and a person enters what an effect did."""
    todo: list[Todo] = []
    for player in state.living:
        for slot, stack in enumerate(player.dungeon, start=1):
            here = {room.copy: room for room in sight.rooms_in(player.boss, slot)}
            if stack.top in here and here[stack.top].is_sideways and not stack.deactivated:
                todo.append(Todo("todo_turn_upright", stack.top, player.id, slot))
            if here.keys() & set(stack.covered) and all(room.copy != stack.top for room in sight.rooms):
                todo.append(Todo("todo_put_back", stack.top, player.id, slot))
    return tuple(todo)


def uninvited(player: Player, room: Sighting, rule: str) -> Ask:
    """A room lies open in a dungeon in which nobody placed it: the group decides (Q-14)."""
    slot = min(room.slot or 1, len(player.dungeon) + 1)
    return Ask(ILLEGAL_BUILD, KEEP_OR_NOT, player.id, slot, (room.copy,), rule)


def unexpected_rooms(state: State, player: Player, sight: Sight) -> list[Sighting]:
    """Open rooms in a player's row that no dungeon has in memory."""
    others = _rooms_of_others(state, player)
    return [room for room in _open_rooms(player, sight) if room.copy not in others]


def _open_rooms(player: Player, sight: Sight) -> list[Sighting]:
    """Open rooms in a player's row that memory does not have there."""
    known = {room for stack in player.dungeon for room in stack.rooms}
    return [room for room in sight.rooms if room.seat == player.boss and room.slot and room.copy not in known]


def effects_todo(state: State, sight: Sight) -> tuple[Todo, ...]:
    """What effects did and hands have not done yet. Rooms that moved up because a gap was closed are where they are."""
    moved_up = {room for player in state.living for room in _moved_up(state, player, sight)}
    return tuple(item for item in room_todo(state, sight) if item.key != "todo_put_back" or item.card not in moved_up)
