"""Phase 4: heroes walk, one room at a time (BM-ADV). The pause between two steps is the window for spells.

What cards do on the way comes in between: each function does one thing and leaves the next moment to the course of the
round, which waits until every effect is carried out. A moment that belongs to a visit of a room is void once the hero
is somewhere else.
"""

from engine.boss_monster import building, heroes
from engine.boss_monster.cards import hero_card
from engine.boss_monster.counts import damage_parts, damage_words
from engine.boss_monster.effects import agenda, amounts, statics, triggers
from engine.boss_monster.events import AdventureTurnBegan, Event, HeroDied, HeroSkipped, HeroSurvived, RoomEntered
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import Change, Holds, Phase, Player, State, Task, Walk
from engine.boss_monster.switches import (
    AdventureTurns,
    DeathTime,
    DestroyedUnderHero,
    LateEntranceHero,
    LethalHeroMoved,
)
from engine.boss_monster.words.choosing import AskNumber
from engine.boss_monster.words.meanings import Asked
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Trigger
from engine.core.ids import CopyId, PlayerId

NEXT_HERO, LEAVE, GO_ON = "next_hero", "leave", "go_on"
HURT, ROOM_GONE, ROUND_OVER = "hurt", "room_gone", "round_over"
"""The moments of the walk that wait for effects."""


def begin_or_end(state: State, cards: Catalog) -> Happening:
    """The first player with heroes at the entrance begins (BM-ADV-1); without heroes the round is judged at once."""
    return _next_turn(replace(state, phase=Phase.ADVENTURE, active=None, walked=()), cards)


def walk_on(state: State, cards: Catalog) -> Happening:
    """CP-6: the walking hero goes on; when nobody walks any more, the round is judged (CP-7)."""
    if state.walk is None:  # D-02: a turn without heroes, only to use spells and abilities
        return next_hero(state, cards)
    return _later(state, LEAVE), ()


# -- the walk ----------------------------------------------------------------------------------------------------------


def leave_room(state: State, task: Task, cards: Catalog) -> Happening:
    """A hero leaves its room: it dies there, or survives it and goes on (BM-ADV-3 to -10)."""
    walk = _visiting(state, task)
    if walk is None:
        return state, ()
    if untold := amounts.untold_by(state, statics.health_words(state, walk.hero, cards), cards):
        return _after_asking(state, untold, walk, LEAVE), ()
    if walk.damage >= heroes.health_of(state, walk.hero, cards):  # BM-ADV-7
        return _die(state, walk, cards)
    state = replace(state, walk=replace(walk, has_left=True))
    if not _is_deactivated(state, walk):  # BM-ADV-14
        state = statics.after_surviving(state, walk.hero, cards)
        state = triggers.happened(
            state, Trigger.HERO_SURVIVES_ROOM, cards, player=walk.player, room=walk.room, hero=walk.hero
        )
    return _later(state, GO_ON), ()


def _after_asking(state: State, players: tuple[PlayerId, ...], walk: Walk, moment: str) -> State:
    """Hidden hands matter now: their owners say how many spells they hold, then this moment comes again."""
    ask = (AskNumber(Asked.SPELLS_IN_HAND),)
    state = agenda.afterwards(state, [Task(player, walk.hero, ask).binding(begun="yes") for player in players])
    return _later(state, moment)


def _is_deactivated(state: State, walk: Walk) -> bool:
    dungeon = state.player(walk.player).dungeon
    return walk.slot <= len(dungeon) and dungeon[walk.slot - 1].deactivated


def go_on(state: State, task: Task, cards: Catalog) -> Happening:
    """The hero enters the next room that it does not skip, or reaches the boss behind the last one (BM-ADV-10)."""
    walk = _visiting(state, task)
    if walk is None:
        return state, ()
    if not walk.visit:  # the dungeon may have changed while the hero stood at its door
        walk = replace(walk, slot=len(state.player(walk.player).dungeon) + 1)
    events: list[Event] = []
    slot = walk.slot - 1
    while slot >= 1 and (left := statics.skips_left(state, walk, slot, cards)) is not None:  # FX-16
        events.append(HeroSkipped(walk.player, walk.hero, slot, state.player(walk.player).dungeon[slot - 1].top))
        state = state.with_mark(replace(state.mark(walk.hero), skips=left))
        slot -= 1
    after, more = _enter(state, walk, slot, cards) if slot >= 1 else _reach_boss(state, walk, cards)
    return after, (*events, *more)


def back_to(state: State, slot: int, cards: Catalog) -> Happening:
    """The walking hero is sent to this room and enters it, with its damage (FX-13, FX-15)."""
    assert state.walk is not None
    return _enter(state, state.walk, slot, cards)


def _enter(state: State, walk: Walk, slot: int, cards: Catalog) -> Happening:
    """A hero enters a room: first the room's effect, then its damage (BM-ADV-4, -5)."""
    player = state.player(walk.player)
    stack = player.dungeon[slot - 1]
    walk = Walk(walk.player, walk.hero, slot, walk.damage, walk.visit + 1, room=stack.top)
    state = replace(state, walk=walk)
    if not stack.deactivated:  # BM-ADV-14
        state = replace(state, entered=(*state.entered, stack.top))
        state = _strengthened(state, walk.hero, stack.changes)
        state = triggers.happened(
            state, Trigger.HERO_ENTERS_ROOM, cards, player=walk.player, room=stack.top, hero=walk.hero
        )
    return _later(state, HURT), ()


def hurt(state: State, task: Task, cards: Catalog) -> Happening:
    """The room deals its damage, if the hero is still there (BM-ADV-5, rules 7.6)."""
    walk = _visiting(state, task)
    if walk is None or walk.has_left:
        return state, ()
    player = state.player(walk.player)
    found = damage_words(state, player, cards, walk.hero)
    if untold := statics.hands_in_damage(state, player, walk.slot, cards, found):
        return _after_asking(state, untold, walk, HURT), ()
    printed, bonuses = damage_parts(state, player, walk.slot, cards, walk.hero, found)
    damage = printed + sum(amount for _, amount in bonuses)
    total = walk.damage + damage
    health = heroes.health_of(state, walk.hero, cards)
    entered = RoomEntered(player.id, walk.hero, walk.slot, walk.room, damage, total, health, printed, bonuses)
    walk = replace(walk, damage=total)
    state = replace(state, walk=walk)
    if state.options.death_time is DeathTime.ON_DAMAGE and total >= health:  # D-07
        return _then(_die(state, walk, cards), (entered,))
    return state, (entered,)


def _strengthened(state: State, hero: CopyId, changes: tuple[Change, ...]) -> State:
    """FX-07: whoever enters has more health until the end of the round."""
    more = sum(change.amount for change in changes if change.holds is Holds.STRENGTHENS)
    if not more:
        return state
    mark = state.mark(hero)
    return state.with_mark(replace(mark, health=mark.health + more))


def _die(state: State, walk: Walk, cards: Catalog) -> Happening:
    """The hero dies in its room (BM-ADV-7 to -9), unless an item sends it to town instead."""
    if statics.returns_instead(state, walk.hero, cards):
        return _saved(state, walk, cards)
    health = heroes.health_of(state, walk.hero, cards)
    died = HeroDied(walk.player, walk.hero, walk.room, walk.damage, health, hero_card(cards, walk.hero).souls)
    state = triggers.happened(
        state, Trigger.HERO_DIES, cards, player=walk.player, room=_still(state, walk), hero=walk.hero
    )
    state, events = heroes.becomes_soul(replace(state, walk=None), walk.hero, walk.player, cards)
    return agenda.flow(state, NEXT_HERO), (died, *events)


def _still(state: State, walk: Walk) -> CopyId | None:
    """The room around the hero, if it is still there: a destroyed one speaks no more."""
    dungeon = state.player(walk.player).dungeon
    is_there = walk.slot <= len(dungeon) and dungeon[walk.slot - 1].top == walk.room
    return walk.room if is_there else None


def _saved(state: State, walk: Walk, cards: Catalog) -> Happening:
    """The hero goes to town instead of dying; the defender keeps the item."""
    state = replace(state, walk=None)
    state, taken = heroes.leaves_item(state, walk.hero, walk.player)
    state, moved = heroes.to_town(state, walk.hero, cards)
    return agenda.flow(state, NEXT_HERO), (*taken, *moved)


def _reach_boss(state: State, walk: Walk, cards: Catalog) -> Happening:
    """BM-ADV-10: the hero survived and inflicts its wounds."""
    health = heroes.health_of(state, walk.hero, cards)
    survived = HeroSurvived(walk.player, walk.hero, walk.damage, health, hero_card(cards, walk.hero).wounds)
    state = triggers.happened(state, Trigger.HERO_SURVIVES_DUNGEON, cards, player=walk.player, hero=walk.hero)
    player = state.player(walk.player)
    tally = replace(player.tally, survived=(*player.tally.survived, walk.hero))
    state = state.with_player(replace(player, tally=tally))
    state, events = heroes.becomes_wound(replace(state, walk=None), walk.hero, walk.player, cards)
    return agenda.flow(state, NEXT_HERO), (survived, *events)


def _enter_dungeon(state: State, player: Player, hero: CopyId, cards: Catalog) -> Happening:
    """The hero next to the leftmost room goes in; without rooms it is at the boss at once (BM-ADV-2, -3, -12).

    A hero that was sent back keeps the damage of this round (BM-ADV-17).
    """
    walk = Walk(player.id, hero, len(player.dungeon) + 1, state.mark(hero).damage, has_left=True)
    state = replace(state, walk=walk, walks=state.walks + 1).with_mark(replace(state.mark(hero), damage=0))
    queue = (hero, *(other for other in player.entrance if other != hero))
    tally = replace(player.tally, entered=player.tally.entered + 1)
    state = state.with_player(replace(player, entrance=queue, tally=tally))
    state = _strengthened(state, hero, player.changes)
    state = triggers.happened(state, Trigger.HERO_ENTERS_DUNGEON, cards, player=player.id, hero=hero)
    return _later(state, GO_ON), ()


def _later(state: State, moment: str, **bound: str) -> State:
    """A moment of this visit comes when everything before it is done."""
    return agenda.flow(state, moment, visit=_visit(state), **bound)


def _visiting(state: State, task: Task) -> Walk | None:
    """The walk, if the hero is still on the visit that this moment belongs to."""
    return state.walk if task.get("visit") == _visit(state) else None


def _visit(state: State) -> str:
    """Which visit of which walk this is: what waits for one hero never befalls the next."""
    return f"{state.walks}.{state.walk.visit}" if state.walk is not None else ""


# -- whose turn --------------------------------------------------------------------------------------------------------


def next_hero(state: State, cards: Catalog) -> Happening:
    """The next hero of the same queue, or the next player's turn (BM-ADV-2, -13)."""
    if state.walk is not None or state.active is None:
        return state, ()
    player = state.player(state.active)
    hero = _first_in_line(state, player)
    if hero is not None:
        return _enter_dungeon(state, player, hero, cards)
    return _next_turn(replace(state, walked=(*state.walked, player.id)), cards)


def _first_in_line(state: State, player: Player) -> CopyId | None:
    """Who goes in next: nobody into a dungeon that an effect closed; held heroes wait (FX-44)."""
    if any(change.holds is Holds.CLOSED for change in player.changes):
        return None
    return next((hero for hero in player.entrance if not state.mark(hero).held), None)


def _next_turn(state: State, cards: Catalog) -> Happening:
    """BM-ADV-1: the next player in turn order with heroes at the entrance; without one the phase is over.

    A player whose moment has passed without heroes has no turn left (BM-ADV-19).
    """
    everybody = state.options.adventure_turns is AdventureTurns.ALL_PLAYERS
    for player in state.living:
        if player.id in state.walked:
            continue
        hero = _first_in_line(state, player)
        if hero is not None:
            after, events = _enter_dungeon(replace(state, active=player.id), player, hero, cards)
            return after, (AdventureTurnBegan(player.id), *events)
        if everybody:
            return replace(state, active=player.id, walk=None), (AdventureTurnBegan(player.id),)
        state = replace(state, walked=(*state.walked, player.id))
    return agenda.flow(replace(state, active=None, walk=None, walked=()), ROUND_OVER), ()


# -- what effects do to a walking hero ---------------------------------------------------------------------------------


def room_destroyed(state: State, player: PlayerId, slot: int, *, gap: bool) -> State:
    """A room of the active dungeon was destroyed: the hero meets the dungeon as it is now (BM-ADV-15, -16).

    Called after the dungeon has changed; `gap` says that the slot closed. The rest of the effect that destroyed it
    still finds the hero; then it leaves.
    """
    walk = state.walk
    if walk is None or walk.player != player or slot > walk.slot:
        return state
    if slot < walk.slot:
        return replace(state, walk=replace(walk, slot=walk.slot - 1) if gap else walk)
    if walk.has_left:
        return state
    state = replace(state, walk=replace(walk, has_left=True))
    return _later(state, ROOM_GONE, uncovered="" if gap else "yes")


def room_gone(state: State, task: Task, cards: Catalog) -> Happening:
    """The hero leaves the destroyed room at once: it dies there or goes on (BM-ADV-15, A-21)."""
    walk = _visiting(state, task)
    if walk is None:
        return state, ()
    if walk.damage >= heroes.health_of(state, walk.hero, cards):
        return _die(state, walk, cards)
    enters_uncovered = state.options.destroyed_under_hero is DestroyedUnderHero.ENTER_UNCOVERED
    if enters_uncovered and task.get("uncovered"):
        return _enter(state, walk, walk.slot, cards)
    return go_on(state, task, cards)


def rooms_swapped(state: State, player: PlayerId, one: int, two: int) -> State:
    """A hero that stands in a swapped room stays in it."""
    walk = state.walk
    if walk is None or walk.player != player or walk.slot not in (one, two):
        return state
    return replace(state, walk=replace(walk, slot=two if walk.slot == one else one))


def follow_room(state: State, player: PlayerId) -> State:
    """After a dungeon was rearranged a walking hero stays in the room in which it stands."""
    walk = state.walk
    slot = building.slot_of(state.player(player), walk.room) if walk is not None and walk.player == player else None
    return replace(state, walk=replace(walk, slot=slot)) if walk is not None and slot is not None else state


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
    return agenda.flow(state, NEXT_HERO), events


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
    assert state.walk is not None
    return _die(state, state.walk, cards)


def remove_walking(state: State, cards: Catalog) -> Happening:
    """The walking hero leaves the game (FX-17)."""
    walk = state.walk
    assert walk is not None
    state, events = heroes.remove(replace(state, walk=None), walk.hero)
    return agenda.flow(state, NEXT_HERO), events


def _then(happening: Happening, before: tuple[Event, ...]) -> Happening:
    state, events = happening
    return state, (*before, *events)
