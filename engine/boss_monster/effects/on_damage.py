"""Damage, health and treasure: how those words are carried out (FX-01 to FX-10)."""

from collections.abc import Mapping

from engine.boss_monster import adventure, heroes
from engine.boss_monster.cards import Treasure, boss_card
from engine.boss_monster.effect_events import BossTreasureGained, CountersChanged
from engine.boss_monster.effects import holding, pointing
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.events import Event, HeroChanged, TreasureChanged
from engine.boss_monster.state import Change, Holds, State, Task
from engine.boss_monster.switches import DeathTime
from engine.boss_monster.words.counting import SymbolCount
from engine.boss_monster.words.damage import (
    AddCounter,
    AddDamage,
    AddHealth,
    AddTreasure,
    AllTreasures,
    CopyTreasure,
    DamageHero,
    DamageWaiting,
    DoubleDamage,
    DoubleTreasure,
    HealHero,
    LoseTreasure,
    NoDamage,
    StrengthenEntering,
)
from engine.boss_monster.words.meanings import Ref, Rooms, Who
from engine.boss_monster.words.rooms import RemoveCounter
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId

# -- rooms -------------------------------------------------------------------------------------------------------------


def _add_damage(state: State, task: Task, step: AddDamage, cards: Catalog) -> Happening:
    """More damage until the end of the round. What is counted on each room is counted now, room by room."""
    change = Change(Holds.DAMAGE, task.card, type=step.type, kind=step.kind)
    if not isinstance(step.amount, SymbolCount):
        counted = holding.number(state, task, step.amount, cards)
        return holding.on_meant(state, task, step.rooms, replace(change, amount=counted), cards)
    spots = pointing.rooms(state, task, step.rooms, cards, step.type, step.kind)
    if not spots and step.rooms in holding.ONE_ROOM:
        return holding.lost(state, task)
    events: list[Event] = []
    for spot in spots:
        counted = holding.number(state, task, step.amount, cards, spot)
        state, told = holding.on_rooms(state, (spot,), Change(Holds.DAMAGE, task.card, counted))
        events += told
    return state, tuple(events)


def _double_damage(state: State, task: Task, step: DoubleDamage, cards: Catalog) -> Happening:
    return holding.on_meant(state, task, step.rooms, Change(Holds.DOUBLE_DAMAGE, task.card), cards)


def _no_damage(state: State, task: Task, step: NoDamage, cards: Catalog) -> Happening:
    return holding.on_meant(state, task, step.rooms, Change(Holds.NO_DAMAGE, task.card), cards)


def _add_counter(state: State, task: Task, step: AddCounter, cards: Catalog) -> Happening:
    spot = pointing.room(state, task, step.room)
    return holding.lost(state, task) if spot is None else _count(state, spot, step.amount)


def _remove_counter(state: State, task: Task, step: RemoveCounter, cards: Catalog) -> Happening:
    """A room without counters loses none, and nobody needs to hear of it."""
    spot = pointing.room(state, task, step.room)
    if spot is None or not holding.stack_at(state, spot).counters:
        return state, ()
    return _count(state, spot, -1)


def _count(state: State, spot: pointing.Spot, more: int) -> Happening:
    stack = holding.stack_at(state, spot)
    left = stack.counters + more
    return holding.with_stack(state, spot, replace(stack, counters=left)), (
        CountersChanged(*spot, stack.top, more, left),
    )


# -- heroes ------------------------------------------------------------------------------------------------------------


def _damage_hero(state: State, task: Task, step: DamageHero, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or not is_in_play(state, hero):
        return holding.lost(state, task)
    return hurt(state, hero, cards, damage=holding.number(state, task, step.amount, cards))


def _damage_waiting(state: State, task: Task, step: DamageWaiting, cards: Catalog) -> Happening:
    """Those at the entrance first, the walking one last: where damage kills at once its death moves the queue."""
    walking = state.walk.hero if state.walk is not None else None
    reached = [hero for hero in state.player(task.player).entrance if hero != walking]
    if step.inside and state.walk is not None and state.walk.player == task.player:
        reached.append(state.walk.hero)
    each = holding.number(state, task, step.amount, cards)
    events: list[Event] = []
    for hero in reached:
        state, told = hurt(state, hero, cards, damage=each)
        events += told
    return state, tuple(events)


def _add_health(state: State, task: Task, step: AddHealth, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or not is_in_play(state, hero):
        return holding.lost(state, task)
    return hurt(state, hero, cards, health=holding.number(state, task, step.amount, cards))


def _heal_hero(state: State, task: Task, step: HealHero, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or not is_in_play(state, hero):
        return holding.lost(state, task)
    taken = state.walk.damage if state.walk is not None and state.walk.hero == hero else state.mark(hero).damage
    return hurt(state, hero, cards, damage=-taken)


def hurt(state: State, hero: CopyId, cards: Catalog, *, damage: int = 0, health: int = 0) -> Happening:
    """Damage or health of one hero changes. A walking one carries its damage along (BM-ADV-5, -21).

    Death is tested when it leaves its room, or at once if the group plays so (BM-ADV-7, D-07).
    """
    walk = state.walk if state.walk is not None and state.walk.hero == hero else None
    mark = replace(state.mark(hero), health=state.mark(hero).health + health)
    if walk is None:
        mark = replace(mark, damage=max(0, mark.damage + damage))
    else:
        walk = replace(walk, damage=max(0, walk.damage + damage))
        state = replace(state, walk=walk)
    state = state.with_mark(mark)
    changed = HeroChanged(hero, damage, health)
    at_once = walk is not None and state.options.death_time is DeathTime.ON_DAMAGE
    if not at_once or walk is None or walk.damage < heroes.health_of(state, hero, cards):
        return state, (changed,)
    after, events = adventure.kill_walking(state, cards)
    return after, (changed, *events)


def is_in_play(state: State, hero: CopyId) -> bool:
    """Whether a hero is in town, at an entrance or inside a dungeon."""
    return hero in state.town or pointing.host_of(state, hero) is not None


def _strengthen_entering(state: State, task: Task, step: StrengthenEntering, cards: Catalog) -> Happening:
    """Whoever enters later has more health: this room, or this dungeon. One at the door is about to enter (TR-08)."""
    change = Change(Holds.STRENGTHENS, task.card, step.amount)
    if step.room is not None:
        return holding.on_meant(state, task, Rooms(step.room.value), change, cards)
    players = pointing.players(state, task, step.who or Who.YOU, cards)
    state, events = holding.on_players(state, players, change)
    if state.walk is None or state.walk.player not in players or state.walk.visit:
        return state, events
    state, at_door = hurt(state, state.walk.hero, cards, health=step.amount)
    return state, (*events, *at_door)


# -- treasure ----------------------------------------------------------------------------------------------------------


def _add_treasure(state: State, task: Task, step: AddTreasure, cards: Catalog) -> Happening:
    chosen = task.get("treasure")
    treasure = step.treasure or (Treasure(chosen) if chosen is not None else None)
    if treasure is None:
        return holding.lost(state, task)
    if step.boss:
        return _onto_boss(state, task.player, (treasure,) * step.amount)
    change = Change(Holds.TREASURE, task.card, step.amount, treasure)
    if step.who is None:
        return _in_rooms(state, task, step.rooms, change, cards)
    players = pointing.players(state, task, step.who, cards)
    if not players:
        return holding.lost(state, task)
    state, _ = holding.on_players(state, players, change)
    return state, tuple(TreasureChanged(player, treasure, step.amount) for player in players)


def _in_rooms(state: State, task: Task, which: Rooms, change: Change, cards: Catalog) -> Happening:
    """Each room has more of it; the symbols of a whole dungeon belong to nobody's room (FX-09)."""
    spots = pointing.rooms(state, task, which, cards)
    if not spots and which in holding.ONE_ROOM:
        return holding.lost(state, task)
    return holding.on_rooms(state, spots, change)


def _onto_boss(state: State, id_: PlayerId, treasure: tuple[Treasure, ...]) -> Happening:
    player = state.player(id_)
    state = state.with_player(replace(player, boss_treasure=(*player.boss_treasure, *treasure)))
    return state, (BossTreasureGained(id_, treasure),)


def _double_treasure(state: State, task: Task, step: DoubleTreasure, cards: Catalog) -> Happening:
    """A whole dungeon: also the room that comes to light later; never the boss."""
    return holding.on_meant(state, task, step.rooms, Change(Holds.DOUBLE_TREASURE, task.card), cards)


def _lose_treasure(state: State, task: Task, step: LoseTreasure, cards: Catalog) -> Happening:
    return _on_one(state, task, step.room, Change(Holds.NO_TREASURE, task.card), cards)


def _all_treasures(state: State, task: Task, step: AllTreasures, cards: Catalog) -> Happening:
    return _on_one(state, task, step.room, Change(Holds.ALL_TREASURES, task.card), cards)


def _on_one(state: State, task: Task, ref: Ref, change: Change, cards: Catalog) -> Happening:
    return holding.on_meant(state, task, Rooms(ref.value), change, cards)


def _copy_treasure(state: State, task: Task, step: CopyTreasure, cards: Catalog) -> Happening:
    """Printed symbols, and those that the other boss gained before."""
    chosen = pointing.players(state, task, Who.CHOSEN, cards)
    if not chosen:
        return holding.lost(state, task)
    other = state.player(chosen[0])
    return _onto_boss(state, task.player, (*boss_card(cards, other.boss).treasure, *other.boss_treasure))


PERFORMERS: Mapping[type[Step], Performer] = {
    AddDamage: _add_damage,
    DoubleDamage: _double_damage,
    NoDamage: _no_damage,
    AddCounter: _add_counter,
    RemoveCounter: _remove_counter,
    DamageHero: _damage_hero,
    DamageWaiting: _damage_waiting,
    AddHealth: _add_health,
    StrengthenEntering: _strengthen_entering,
    HealHero: _heal_hero,
    AddTreasure: _add_treasure,
    DoubleTreasure: _double_treasure,
    LoseTreasure: _lose_treasure,
    AllTreasures: _all_treasures,
    CopyTreasure: _copy_treasure,
}
