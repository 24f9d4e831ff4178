"""Phase 4: heroes walk, one room at a time (BM-ADV). The pause between two steps is the window for spells."""

from dataclasses import replace

from engine.boss_monster import building, heroes
from engine.boss_monster.cards import hero_card, room_card
from engine.boss_monster.counts import damage_parts, room_damage
from engine.boss_monster.events import (
    AdventureTurnBegan,
    EffectDue,
    Event,
    HeroDied,
    HeroSurvived,
    RoomChanged,
    RoomEntered,
)
from engine.boss_monster.judging import end_round
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import Phase, Player, State, Walk
from engine.boss_monster.switches import (
    AdventureTurns,
    DeathTime,
    DestroyedUnderHero,
    LateEntranceHero,
    LethalHeroMoved,
)
from engine.core.cards import Catalog
from engine.core.effects import AddDamage, Trigger
from engine.core.ids import CopyId, PlayerId


def begin_or_end(state: State, cards: Catalog) -> Happening:
    """The first player with heroes at the entrance begins (BM-ADV-1); without heroes the round is judged at once."""
    return until_round_end(_next_turn(replace(state, phase=Phase.ADVENTURE, active=None, walked=()), cards), cards)


def walk_on(state: State, cards: Catalog) -> Happening:
    """CP-6: the walking hero goes on; when nobody walks any more, the round is judged (CP-7)."""
    if state.walk is None:  # D-02: a turn without heroes, only to use spells and abilities
        return until_round_end(_next_hero(state, cards), cards)
    return until_round_end(_leave_room(state, state.walk.slot - 1, cards), cards)


def until_round_end(happening: Happening, cards: Catalog) -> Happening:
    """The round is judged when nobody is active any more. A question is answered first."""
    state, events = happening
    if state.phase is not Phase.ADVENTURE or state.active is not None or state.questions:
        return state, events
    after, more = end_round(state, cards)
    return after, (*events, *more)


# -- the walk ----------------------------------------------------------------------------------------------------------


def _leave_room(state: State, next_slot: int, cards: Catalog) -> Happening:
    """A hero leaves its room: it dies there, enters the next, or reaches the boss (BM-ADV-3 to -10)."""
    walk = state.walk
    assert walk is not None
    if walk.damage >= heroes.health_of(state, walk.hero, cards):  # BM-ADV-7
        return _die(state, state.player(walk.player).dungeon[walk.slot - 1].top, cards)
    state, events = _react(state, walk, Trigger.HERO_SURVIVES_ROOM, cards)
    return _then(_go_to(state, next_slot, cards), events)


def _go_to(state: State, slot: int, cards: Catalog) -> Happening:
    """The next room, or the boss behind the last one."""
    walk = state.walk
    assert walk is not None
    return _enter(state, walk, slot, cards) if slot >= 1 else _reach_boss(state, walk, cards)


def _react(state: State, walk: Walk, when: Trigger, cards: Catalog) -> Happening:
    """What the room around a hero does by itself (TR-07, -09, -10); a deactivated one does nothing (BM-ADV-14).

    More damage of its own is added at once, everything else is due now.
    """
    player = state.player(walk.player)
    stack = player.dungeon[walk.slot - 1]
    abilities = () if stack.deactivated else room_card(cards, stack.top).abilities
    steps = [step for ability in abilities if ability.when is when for step in ability.do]
    own = [step for step in steps if isinstance(step, AddDamage) and step.scope == "this"]
    due: tuple[Event, ...] = (EffectDue(player.id, stack.top),) if len(own) < len(steps) else ()
    amount = sum(step.amount for step in own)
    if not amount:
        return state, due
    changed = building.with_stack(player, walk.slot, replace(stack, bonus=stack.bonus + amount))
    return state.with_player(changed), (RoomChanged(player.id, walk.slot, stack.top, amount), *due)


def _die(state: State, room: CopyId, cards: Catalog) -> Happening:
    """The hero dies in this room (BM-ADV-7 to -9)."""
    walk = state.walk
    assert walk is not None
    dungeon = state.player(walk.player).dungeon
    still_there = walk.slot <= len(dungeon) and dungeon[walk.slot - 1].top == room
    state, avenged = _react(state, walk, Trigger.HERO_DIES, cards) if still_there else (state, ())
    health = heroes.health_of(state, walk.hero, cards)
    died = HeroDied(walk.player, walk.hero, room, walk.damage, health, hero_card(cards, walk.hero).souls)
    state, events = heroes.becomes_soul(replace(state, walk=None), walk.hero, walk.player, cards)
    return _then(_next_hero(state, cards), (died, *events, *avenged))


def _reach_boss(state: State, walk: Walk, cards: Catalog) -> Happening:
    """BM-ADV-10: the hero survived and inflicts its wounds."""
    health = heroes.health_of(state, walk.hero, cards)
    survived = HeroSurvived(walk.player, walk.hero, walk.damage, health, hero_card(cards, walk.hero).wounds)
    state, events = heroes.becomes_wound(replace(state, walk=None), walk.hero, walk.player, cards)
    return _then(_next_hero(state, cards), (survived, *events))


def _enter(state: State, walk: Walk, slot: int, cards: Catalog) -> Happening:
    """A hero enters a room: first the room's effect, then its damage (BM-ADV-4, -5)."""
    state, before = _react(state, replace(walk, slot=slot), Trigger.HERO_ENTERS_ROOM, cards)
    player = state.player(walk.player)
    damage = room_damage(player, slot, cards, state.options)
    total = walk.damage + damage
    room = player.dungeon[slot - 1].top
    health = heroes.health_of(state, walk.hero, cards)
    printed, bonuses = damage_parts(player, slot, cards, state.options)
    entered = RoomEntered(player.id, walk.hero, slot, room, damage, total, health, printed, bonuses)
    state = replace(state, walk=Walk(player.id, walk.hero, slot, total))
    if state.options.death_time is DeathTime.ON_DAMAGE and total >= health:  # D-07
        return _then(_die(state, room, cards), (*before, entered))
    return state, (*before, entered)


def _enter_dungeon(state: State, player: Player, cards: Catalog) -> Happening:
    """The hero next to the leftmost room goes in; without rooms it is at the boss at once (BM-ADV-2, -3, -12).

    A hero that was sent back keeps the damage of this round (BM-ADV-17).
    """
    hero = player.entrance[0]
    walk = Walk(player.id, hero, len(player.dungeon) + 1, state.mark(hero).damage)
    state = replace(state, walk=walk).with_mark(replace(state.mark(hero), damage=0))
    return _go_to(state, len(player.dungeon), cards)


# -- whose turn --------------------------------------------------------------------------------------------------------


def _next_hero(state: State, cards: Catalog) -> Happening:
    """The next hero of the same queue, or the next player's turn (BM-ADV-2, -13)."""
    assert state.active is not None
    player = state.player(state.active)
    if player.entrance:
        return _enter_dungeon(state, player, cards)
    return _next_turn(replace(state, walked=(*state.walked, player.id)), cards)


def _next_turn(state: State, cards: Catalog) -> Happening:
    """BM-ADV-1: the next player in turn order with heroes at the entrance; without one the phase is over.

    A player whose moment has passed without heroes has no turn left (BM-ADV-19).
    """
    everybody = state.options.adventure_turns is AdventureTurns.ALL_PLAYERS
    for player in state.living:
        if player.id in state.walked:
            continue
        if player.entrance:
            after, events = _enter_dungeon(replace(state, active=player.id), player, cards)
            return after, (AdventureTurnBegan(player.id), *events)
        if everybody:
            return replace(state, active=player.id, walk=None), (AdventureTurnBegan(player.id),)
        state = replace(state, walked=(*state.walked, player.id))
    return replace(state, active=None, walk=None, walked=()), ()


# -- what effects do to a walking hero ---------------------------------------------------------------------------------


def room_destroyed(state: State, player: PlayerId, slot: int, lost: CopyId, *, gap: bool, cards: Catalog) -> Happening:
    """A room of the active dungeon was destroyed: the hero meets the dungeon as it is now (BM-ADV-15, -16).

    Called after the dungeon has changed; `gap` says that the slot closed.
    """
    walk = state.walk
    if walk is None or walk.player != player or slot > walk.slot:
        return state, ()
    if slot < walk.slot:
        return replace(state, walk=replace(walk, slot=walk.slot - 1) if gap else walk), ()
    if walk.damage >= heroes.health_of(state, walk.hero, cards):  # it leaves the room at once
        return until_round_end(_die(state, lost, cards), cards)
    enters_uncovered = state.options.destroyed_under_hero is DestroyedUnderHero.ENTER_UNCOVERED and not gap
    return until_round_end(_go_to(state, slot if enters_uncovered else slot - 1, cards), cards)


def rooms_swapped(state: State, player: PlayerId, one: int, two: int) -> State:
    """A hero that stands in a swapped room stays in it."""
    walk = state.walk
    if walk is None or walk.player != player or walk.slot not in (one, two):
        return state
    return replace(state, walk=replace(walk, slot=two if walk.slot == one else one))


def move_hero(state: State, hero: CopyId, owner: PlayerId | None, cards: Catalog) -> Happening:
    """An effect sends a hero to town or to an entrance (BM-ADV-17 to -20, -26)."""
    walk = state.walk if state.walk and state.walk.hero == hero else None
    if walk is None:
        return _send(state, hero, owner, cards)
    is_lethal = walk.damage >= heroes.health_of(state, hero, cards)
    if is_lethal and state.options.lethal_hero_moved is LethalHeroMoved.DIES:  # BM-ADV-26
        return kill_walking(state, cards)
    state = replace(state, walk=None).with_mark(replace(state.mark(hero), damage=walk.damage))
    state, events = _send(state, hero, owner, cards)
    return until_round_end(_then(_next_hero(state, cards), events), cards)


def _send(state: State, hero: CopyId, owner: PlayerId | None, cards: Catalog) -> Happening:
    if owner is None:
        return heroes.to_town(state, hero, cards)
    state, events = heroes.to_entrance(state, hero, owner, first=owner == state.active)  # BM-ADV-18
    is_late = state.phase is Phase.ADVENTURE and owner in state.walked
    if is_late and state.options.late_entrance_hero is LateEntranceHero.EXTRA_TURN:
        state = replace(state, walked=tuple(other for other in state.walked if other != owner))
    return state, events


def kill_walking(state: State, cards: Catalog) -> Happening:
    """The walking hero is killed in its room (FX-11): souls for the owner of the dungeon (BM-ADV-24)."""
    walk = state.walk
    assert walk is not None
    return until_round_end(_die(state, state.player(walk.player).dungeon[walk.slot - 1].top, cards), cards)


def remove_walking(state: State, cards: Catalog) -> Happening:
    """The walking hero leaves the game (FX-17)."""
    walk = state.walk
    assert walk is not None
    state, events = heroes.remove(replace(state, walk=None), walk.hero)
    return until_round_end(_then(_next_hero(state, cards), events), cards)


def _then(happening: Happening, before: tuple[Event, ...]) -> Happening:
    state, events = happening
    return state, (*before, *events)
