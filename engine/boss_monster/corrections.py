"""A person may always correct: facts are set as told, logged like everything else."""

from engine.boss_monster.building import SLOTS
from engine.boss_monster.cards import Boss, Hero, Room
from engine.boss_monster.commands import Correct
from engine.boss_monster.events import FactCorrected
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import Phase, Player, Stack, State
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.errors import require
from engine.core.ids import CopyId

MOVED = "moved"
"""The answer to Q-04 that ends when the room is put back, or when somebody corrects the dungeon."""


def correct(state: State, command: Correct, cards: Catalog) -> Happening:
    """Set every fact that the command names; all or nothing."""
    require(state.phase is not Phase.SETUP, "not_now")
    _check(command, cards)
    changed: list[str] = []
    if command.player is not None:
        require(any(player.id == command.player for player in state.players), "unknown_player")
        player, changed = _corrected_player(state.player(command.player), command)
        state = state.with_player(player)
    if command.dungeon is not None:
        state = replace(state, explained=tuple(said for said in state.explained if said[0] != MOVED))
    if command.town is not None:
        state, changed = replace(state, town=command.town), [*changed, "town"]
    if command.damage is not None:
        require(state.walk is not None, "nobody_walks")
        assert state.walk is not None
        state, changed = replace(state, walk=replace(state.walk, damage=command.damage)), [*changed, "damage"]
    require(bool(changed), "nothing_to_correct")
    require(_each_card_once(state), "card_in_two_places")
    require(state.walk is None or _still_walking(state), "hero_is_walking")
    if state.walk is not None and not state.walk.has_left:  # the hero stands in whatever room lies there now
        room = state.player(state.walk.player).dungeon[state.walk.slot - 1].top
        state = replace(state, walk=replace(state.walk, room=room))
    heroes = {hero for player in state.players for hero in player.entrance} | set(state.town)
    new = tuple(hero for hero in sorted(heroes) if hero not in state.seen_heroes)
    state = replace(state, seen_heroes=(*state.seen_heroes, *new))
    return state, (FactCorrected(command.player, tuple(changed)),)


def _check(command: Correct, cards: Catalog) -> None:
    """Only real cards, sensible numbers, and a dungeon of at most five slots."""
    for number in (command.souls, command.wounds, command.coins, command.damage):
        require(number is None or number >= 0, "negative_number")
    own = ("souls", "wounds", "dungeon", "entrance", "coins", "boss", "deactivated", "face_down", "treasure")
    require(command.player is not None or all(getattr(command, fact) is None for fact in own), "unknown_player")
    require(command.boss is None or (command.boss in cards and isinstance(cards[command.boss], Boss)), "unknown_card")
    for hero in (*(command.entrance or ()), *(command.town or ())):
        require(hero in cards and isinstance(cards[hero], Hero), "unknown_card")
    for stack in command.dungeon or ():
        require(bool(stack), "empty_slot")
        require(all(room in cards and isinstance(cards[room], Room) for room in stack), "unknown_card")
    require(len(command.dungeon or ()) <= SLOTS, "no_such_slot", "BM-BUILD-4")


def _corrected_player(player: Player, command: Correct) -> tuple[Player, list[str]]:
    changed: list[str] = []
    if command.souls is not None:
        player, changed = replace(player, souls=command.souls), [*changed, "souls"]
    if command.wounds is not None:
        player, changed = replace(player, wounds=command.wounds), [*changed, "wounds"]
    if command.dungeon is not None:
        known = {stack.top: stack for stack in player.dungeon}
        dungeon = tuple(replace(known.get(rooms[-1], Stack(rooms)), rooms=rooms) for rooms in command.dungeon)
        player = replace(player, dungeon=dungeon, arranged=True, gone_under=(), turned_under=())
        changed = [*changed, "dungeon"]
    if command.coins is not None:
        player, changed = replace(player, coins=command.coins), [*changed, "coins"]
    if command.entrance is not None:
        player, changed = replace(player, entrance=command.entrance), [*changed, "entrance"]
    if command.boss is not None:
        player, changed = replace(player, boss=command.boss), [*changed, "boss"]
    if command.treasure is not None:
        player, changed = replace(player, bonus=command.treasure), [*changed, "treasure"]
    return _corrected_faces(player, command, changed)


def _corrected_faces(player: Player, command: Correct, changed: list[str]) -> tuple[Player, list[str]]:
    """Which rooms lie sideways, and where a card lies face-down."""
    if command.deactivated is not None:
        require(all(1 <= slot <= len(player.dungeon) for slot in command.deactivated), "no_such_slot")
        dungeon = tuple(
            replace(stack, deactivated=slot in command.deactivated)
            for slot, stack in enumerate(player.dungeon, start=1)
        )
        player, changed = replace(player, dungeon=dungeon), [*changed, "deactivated"]
    if command.face_down is not None:
        require(0 <= command.face_down <= len(player.dungeon) + 1, "no_such_slot")
        none = replace(player, more_face_down=(), gone_under=(), turned_under=())
        player, changed = replace(none, face_down=command.face_down or None), [*changed, "face_down"]
    return player, changed


def _each_card_once(state: State) -> bool:
    """No card in two places."""
    places: list[CopyId] = [*state.town]
    for player in state.players:
        places.append(player.boss)
        places += player.entrance
        places += [room for stack in player.dungeon for room in stack.rooms]
    return len(places) == len(set(places))


def _still_walking(state: State) -> bool:
    """The walking hero is still first in its queue, and its room still there."""
    walk = state.walk
    assert walk is not None
    player = state.player(walk.player)
    return player.entrance[:1] == (walk.hero,) and (walk.has_left or walk.slot <= len(player.dungeon))
