"""What the table should look like, and what the players still have to do about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.boss_monster.sight import Sight, Sighting
from engine.boss_monster.state import State
from engine.boss_monster.switches import WoundLocation
from engine.core.ids import CopyId, PlayerId
from engine.core.observations import Area

SCORE_AREA = WoundLocation.SCORE_AREA


class Where(Enum):
    """Places in which a card belongs."""

    TOWN = "town"
    ENTRANCE = "entrance"
    SLOT = "slot"
    SOULS = "souls"
    WOUNDS = "wounds"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one card belongs."""

    where: Where
    player: PlayerId | None = None
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing that the players should do or show. `key` is a phrase key."""

    key: str
    card: CopyId | None = None
    player: PlayerId | None = None
    slot: int | None = None
    number: int | None = None
    why: str = ""
    """The key of the reason, where something cannot be done."""
    rule: str = ""


NO_TOWN_MARKER = Todo("no_town_marker")
UPSIDE_DOWN = "upside_down"
"""A hint only: the card counts."""


def expected_table(state: State) -> dict[CopyId, Place]:
    """Where every open card belongs that the referee knows about: rooms in play and heroes."""
    places = {hero: Place(Where.TOWN) for hero in state.town}
    for player in state.players:
        places |= {hero: Place(Where.SOULS, player.id) for hero in player.dead}
        places |= {hero: Place(Where.WOUNDS, player.id) for hero in player.survivors}
        places |= {hero: Place(Where.ENTRANCE, player.id) for hero in player.entrance}
        places |= {stack.top: Place(Where.SLOT, player.id, slot) for slot, stack in enumerate(player.dungeon, start=1)}
    return places


def difference(expected: Mapping[CopyId, Place], sight: Sight, state: State) -> tuple[Todo, ...]:
    """The players' to-do list: everything that lies somewhere else than it should.

    After an undo, a power cut or a correction it tells how the table becomes what the referee knows. A card that is
    not seen may lie right.
    """
    todo: list[Todo] = []
    covered = {room for player in state.players for stack in player.dungeon for room in stack.covered}
    bosses = {player.boss: player.id for player in state.players}
    for room in sight.rooms:
        place = expected.get(room.copy)
        if place is not None and place.where is Where.SLOT:
            lies_right = (bosses.get(room.seat) if room.seat else None, room.slot) == (place.player, place.slot)
            if room.seat in bosses and not lies_right:
                todo.append(Todo("todo_put_back", room.copy, place.player, place.slot))
        elif room.seat in bosses and room.slot and room.copy not in covered:
            todo.append(Todo("todo_take_off_table", room.copy))
    return (*todo, *hero_todo(state, sight))


def room_todo(state: State, sight: Sight) -> tuple[Todo, ...]:
    """What effects did to rooms and minibosses and hands have not done yet: turn, slide, take away, move."""
    todo: list[Todo] = []
    bosses = {player.boss: player.id for player in state.living}
    seen = {room.copy: room for room in sight.rooms if room.seat in bosses and room.area is Area.ROW}
    for player in state.living:
        for slot, stack in enumerate(player.dungeon, start=1):
            room = seen.get(stack.top)
            if room is None:
                continue
            place = player.place_of(slot)  # BM-BUILD-23: a face-down card may keep a place open
            if (room.seat, room.slot) != (player.boss, place):
                todo.append(Todo("todo_put_back", room.copy, player.id, place))
            elif stack.deactivated and not room.is_sideways:
                todo.append(Todo("todo_turn_sideways", room.copy, player.id, slot))
            elif stack.used and not _may_be_slid(room):
                todo.append(Todo("todo_slide_down", room.copy, player.id, slot))
            elif room.is_upside_down:  # rules 4.3: it is active, and only told
                todo.append(Todo(UPSIDE_DOWN, room.copy, player.id, slot))
    tucked = {stack.miniboss.copy for player in state.players for stack in player.dungeon if stack.miniboss}
    loose = [card.copy for card in sight.minibosses if card.seat in bosses and card.slot and card.copy not in tucked]
    return (*todo, *(Todo("todo_take_off_table", copy) for copy in (*_leftovers(state, seen), *loose)))


_LOW_MM = 5.0
"""A used room that lies so low needs no further slide: it may have been moved up together with its neighbours."""


def _may_be_slid(room: Sighting) -> bool:
    return room.is_slid or room.seen.spot.drop_mm >= _LOW_MM or room.is_sideways or room.is_slanted


def _leftovers(state: State, seen: Mapping[CopyId, Sighting]) -> list[CopyId]:
    """Destroyed rooms that still lie in a dungeon (BM-GLOSS-13), unless they were built anew and are being revealed."""
    built = {(player.boss, place) for player in state.living for place in player.all_face_down}
    return [copy for copy, room in seen.items() if copy in state.gone and (room.seat, room.slot) not in built]


def hero_todo(state: State, sight: Sight) -> tuple[Todo, ...]:
    """Heroes that do not lie where they belong. A hero that is not seen may lie right: only souls are face-down.

    Without its marker the town is nowhere: then the marker is missing, not a hero that lies somewhere (rules 4.2).
    """
    todo: list[Todo] = []
    for hero, place in expected_table(state).items():
        if place.where is not Where.SLOT:
            todo += _todo_for(hero, place, sight, state)
    return tuple(dict.fromkeys(todo))


def _todo_for(hero: CopyId, place: Place, sight: Sight, state: State) -> list[Todo]:
    seen = sight.hero(hero)
    player = None if place.player is None else state.player(place.player)
    match place.where:
        case Where.TOWN:
            if seen is None or seen.area is Area.TOWN:
                return []
            may_lie_right = seen.area is Area.ELSEWHERE and not sight.shows_town
            return [NO_TOWN_MARKER if may_lie_right else Todo("todo_back_to_town", hero)]
        case Where.ENTRANCE:
            assert player is not None
            is_walking = state.walk is not None and state.walk.hero == hero
            arrived = seen is not None and seen.area is Area.ROW and seen.seat == player.boss
            left_of_rooms = seen is not None and seen.place > len(player.dungeon) + 0.5  # BM-BUILD-24, BM-GLOSS-7
            arrived = arrived and left_of_rooms
            return [] if arrived or is_walking else [Todo("todo_move_to_entrance", hero, player.id)]
        case Where.SOULS:
            return [] if seen is None else [Todo("todo_score_soul", hero, place.player)]
        case Where.WOUNDS:
            assert player is not None
            areas = {Area.WOUNDS, Area.SCORE} if state.options.wound_location is SCORE_AREA else {Area.WOUNDS}  # D-16
            is_there = seen is None or (seen.area in areas and seen.seat == player.boss)
            return [] if is_there else [Todo("todo_score_wound", hero, player.id)]
        case _:
            return []
