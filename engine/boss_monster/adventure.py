"""Phase 4: heroes walk, one room at a time (BM-ADV). Printed damage; the spell window is the pause between steps."""

from dataclasses import replace

from engine.boss_monster.cards import hero_card
from engine.boss_monster.counts import room_damage
from engine.boss_monster.events import AdventureTurnBegan, Event, HeroDied, HeroSurvived, RoomEntered
from engine.boss_monster.judging import end_round
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import Phase, Player, State, Walk
from engine.core.cards import Catalog


def begin_or_end(state: State, cards: Catalog) -> Happening:
    """The first player with heroes at the entrance begins (BM-ADV-1); without heroes the round is judged at once."""
    return _until_round_end(*_next_turn(replace(state, phase=Phase.ADVENTURE, active=None, walked=()), cards), cards)


def walk_on(state: State, cards: Catalog) -> Happening:
    """CP-6: the walking hero goes on; when nobody walks any more, the round is judged (CP-7)."""
    return _until_round_end(*_leave_room(state, cards), cards)


def _until_round_end(state: State, events: tuple[Event, ...], cards: Catalog) -> Happening:
    if state.walk is not None:
        return state, events
    after, more = end_round(state, cards)
    return after, (*events, *more)


def _leave_room(state: State, cards: Catalog) -> Happening:
    """A hero leaves its room: it dies there, enters the next, or reaches the boss (BM-ADV-3 to -10)."""
    walk = state.walk
    assert walk is not None
    player = state.player(walk.player)
    hero = hero_card(cards, walk.hero)
    if walk.damage >= hero.health:  # BM-ADV-7: judged when it would leave the room
        room = player.dungeon[walk.slot - 1].top
        died = HeroDied(player.id, walk.hero, room, walk.damage, hero.health, hero.souls)
        scored = replace(player, dead=(*player.dead, walk.hero), souls=player.souls + hero.souls)
        return _next_hero(_done(state, scored), (died,), cards)
    if walk.slot > 1:
        return _enter(state, player, walk.slot - 1, walk.damage, cards)
    return _reach_boss(state, player, walk, cards)


def _reach_boss(state: State, player: Player, walk: Walk, cards: Catalog) -> Happening:
    """BM-ADV-10: the hero survived and inflicts its wounds."""
    hero = hero_card(cards, walk.hero)
    survived = HeroSurvived(player.id, walk.hero, walk.damage, hero.health, hero.wounds)
    scored = replace(player, survivors=(*player.survivors, walk.hero), wounds=player.wounds + hero.wounds)
    return _next_hero(_done(state, scored), (survived,), cards)


def _done(state: State, player: Player) -> State:
    """The first hero of the queue is dealt with."""
    return replace(state.with_player(replace(player, entrance=player.entrance[1:])), walk=None)


def _next_hero(state: State, events: tuple[Event, ...], cards: Catalog) -> Happening:
    """The next hero of the same queue, or the next player's turn (BM-ADV-2, -13)."""
    assert state.active is not None
    player = state.player(state.active)
    if player.entrance:
        after, more = _enter_dungeon(state, player, cards)
    else:
        after, more = _next_turn(replace(state, walked=(*state.walked, player.id)), cards)
    return after, (*events, *more)


def _next_turn(state: State, cards: Catalog) -> Happening:
    """BM-ADV-1: the next player in turn order with heroes at the entrance; without one the phase is over."""
    for player in state.living:
        if player.entrance and player.id not in state.walked:
            after, events = _enter_dungeon(replace(state, active=player.id), player, cards)
            return after, (AdventureTurnBegan(player.id), *events)
    return replace(state, active=None, walked=()), ()


def _enter_dungeon(state: State, player: Player, cards: Catalog) -> Happening:
    """The hero next to the leftmost room goes in; without rooms it is at the boss at once (BM-ADV-2, -3, -12)."""
    if not player.dungeon:
        return _reach_boss(state, player, Walk(player.id, player.entrance[0], 0, 0), cards)
    return _enter(state, player, len(player.dungeon), 0, cards)


def _enter(state: State, player: Player, slot: int, taken: int, cards: Catalog) -> Happening:
    """A hero enters a room and takes its damage (BM-ADV-4, -5)."""
    hero = player.entrance[0]
    damage = room_damage(player, slot, cards)
    total = taken + damage
    room = player.dungeon[slot - 1].top
    entered = RoomEntered(player.id, hero, slot, room, damage, total, hero_card(cards, hero).health)
    return replace(state, walk=Walk(player.id, hero, slot, total)), (entered,)
