"""What must be true for an ability, an option or a step: asked of the table as it is now."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from engine.boss_monster import counts
from engine.boss_monster.cards import LURES, Hero, Miniboss, Room, RoomKind, RoomType, Spell, Treasure, hero_card
from engine.boss_monster.effects import amounts, pointing, statics
from engine.boss_monster.effects.pointing import Spot
from engine.boss_monster.layout import hero_in, is_inside, neighbour, waiting_at, working_slots
from engine.boss_monster.state import Phase, Player, Stack, State, Task
from engine.boss_monster.words.conditions import (
    Counters,
    DestroyedBy,
    Discarded,
    FewerRooms,
    FewestSouls,
    HasCoins,
    HasRooms,
    HasWounds,
    HeroAtEntrance,
    HeroesEntered,
    HeroesLured,
    HeroInside,
    HeroIs,
    HoldsNone,
    MoreMinibosses,
    NobodyEntered,
    OneOfEachClass,
    OnlyMiniboss,
    OpponentGained,
    OwnAdventure,
    RoomIs,
    RoomsDestroyed,
)
from engine.boss_monster.words.meanings import Rank, Ref, Sort, Who
from engine.core.cards import Card, Catalog
from engine.core.effects import Condition
from engine.core.ids import CopyId

Test: TypeAlias = Callable[[State, Task, Any, Catalog], bool]
HOLDS_NONE = "holds_none"
"""The name under which the answer about a hidden hand is bound: yes, the player holds none."""


def holds(state: State, task: Task, conditions: Iterable[Condition], cards: Catalog) -> bool:
    """Whether all of these are true now."""
    return all(TESTS[type(condition)](state, task, condition, cards) for condition in conditions)


def split(conditions: Iterable[Condition]) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """Conditions that the table shows, and those about hidden hands: their players are asked."""
    found = tuple(conditions)
    return tuple(one for one in found if not isinstance(one, HoldsNone)), hidden(found)


def hidden(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """The conditions about hidden hands."""
    return tuple(condition for condition in conditions if isinstance(condition, HoldsNone))


# -- rooms -------------------------------------------------------------------------------------------------------------


def _room_is(state: State, task: Task, what: RoomIs, cards: Catalog) -> bool:
    copy = _room_named(state, task, what.room)
    card = cards[copy] if copy is not None and copy in cards else None
    if not isinstance(card, Room) or what.type not in (None, card.type) or what.kind not in (None, card.kind):
        return False
    spot = pointing.spot_of(state, copy)
    if what.multi_treasure and len(_symbols(state, spot, card, cards)) < 2:
        return False
    if what.miniboss and _miniboss_at(state, spot) is None:
        return False
    if what.last and (spot is None or not _is_last(state, spot)):
        return False
    return not what.adjacent or _is_beside(state, pointing.room(state, task, Ref.THIS), spot)


def _room_named(state: State, task: Task, ref: Ref) -> CopyId | None:
    """The card of a room, also of one that was just destroyed or discarded."""
    if ref is Ref.THIS:
        spot = pointing.room(state, task, ref)
        return _stack(state, spot).top if spot is not None else task.card
    name = task.get(f"{ref.value}_room") or (task.get("event_card") if ref is Ref.EVENT else None)
    return CopyId(name) if name is not None else None


def _symbols(state: State, spot: Spot | None, card: Room, cards: Catalog) -> tuple[Treasure, ...]:
    return card.treasure if spot is None else counts.treasure_in(state, state.player(spot[0]), spot[1], cards)


def _is_last(state: State, spot: Spot) -> bool:
    return working_slots(state.player(spot[0]), state.options)[:1] == [spot[1]]


def _is_beside(state: State, here: Spot | None, there: Spot | None) -> bool:
    if here is None or there is None or here[0] != there[0]:
        return False
    player = state.player(here[0])
    return there[1] in (neighbour(player, here[1], step, state.options) for step in (-1, 1))


def _stack(state: State, spot: Spot) -> Stack:
    return state.player(spot[0]).dungeon[spot[1] - 1]


def _hero_inside(state: State, task: Task, what: HeroInside, cards: Catalog) -> bool:
    spot = pointing.room(state, task, what.room)
    return spot is not None and hero_in(state, state.player(spot[0]), spot[1]) is not None


def _has_rooms(state: State, task: Task, what: HasRooms, cards: Catalog) -> bool:
    here = pointing.room(state, task, Ref.THIS) if what.other else None
    return any(
        _between(what.least, _number_of_rooms(state, player, what, here, cards), what.most)
        for player in _players(state, task, what.who, cards)
    )


def _number_of_rooms(state: State, player: Player, what: HasRooms, here: Spot | None, cards: Catalog) -> int:
    return counts.number_of_rooms(
        state,
        player,
        cards,
        type_=what.type,
        kind=what.kind,
        treasure=what.treasure,
        without=here[1] if here is not None and here[0] == player.id else None,
    )


def _fewer_rooms(state: State, task: Task, what: FewerRooms, cards: Catalog) -> bool:
    own = len(working_slots(state.player(task.player), state.options))
    return any(len(working_slots(other, state.options)) > own for other in _opponents(state, task))


def _nobody_entered(state: State, task: Task, what: NobodyEntered, cards: Catalog) -> bool:
    return _room_named(state, task, Ref.THIS) not in state.entered


def _rooms_destroyed(state: State, task: Task, what: RoomsDestroyed, cards: Catalog) -> bool:
    return state.player(task.player).tally.destroyed >= what.least


def _destroyed_by(state: State, task: Task, what: DestroyedBy, cards: Catalog) -> bool:
    return task.get("event_by") in pointing.players(state, task, what.who, cards)


def _counters(state: State, task: Task, what: Counters, cards: Catalog) -> bool:
    spot = pointing.room(state, task, Ref.THIS)
    return spot is not None and _stack(state, spot).counters >= what.least


# -- heroes ------------------------------------------------------------------------------------------------------------


def _hero_is(state: State, task: Task, what: HeroIs, cards: Catalog) -> bool:
    hero = pointing.hero(state, task, what.hero, cards)
    if hero is None:
        return False
    if what.has_item and state.mark(hero).item is None:
        return False
    if what.inside and not is_inside(state, hero):
        return False
    return is_such(state, hero, cards, rank=what.rank, most_left=what.most_left, lost_half=what.lost_half)


def is_such(state: State, hero: CopyId, cards: Catalog, *, rank: Rank, most_left: int | None, lost_half: bool) -> bool:
    """Whether a hero is of this rank, has at most so much health left, and lost half of it (rounded up)."""
    card = hero_card(cards, hero)
    if rank is not Rank.ANY and card.epic is not (rank is Rank.EPIC):
        return False
    if most_left is None and not lost_half:
        return True
    health, damage = statics.health(state, hero, cards), statics.damage_of(state, hero)
    return (most_left is None or health - damage <= most_left) and (not lost_half or 2 * damage >= health)


def _heroes_lured(state: State, task: Task, what: HeroesLured, cards: Catalog) -> bool:
    players = _players(state, task, what.who, cards)
    return any(_between(what.least, player.tally.lured, what.most) for player in players)


def _heroes_entered(state: State, task: Task, what: HeroesEntered, cards: Catalog) -> bool:
    return any(player.tally.entered >= what.least for player in _players(state, task, what.who, cards))


def _hero_at_entrance(state: State, task: Task, what: HeroAtEntrance, cards: Catalog) -> bool:
    return any(waiting_at(state, player) for player in _players(state, task, what.who, cards))


# -- score -------------------------------------------------------------------------------------------------------------


def _has_wounds(state: State, task: Task, what: HasWounds, cards: Catalog) -> bool:
    return any(amounts.wounds(player) >= what.least for player in _players(state, task, what.who, cards))


def _fewest_souls(state: State, task: Task, what: FewestSouls, cards: Catalog) -> bool:
    own = statics.souls(state, state.player(task.player), cards)
    return all(statics.souls(state, other, cards) > own for other in _opponents(state, task))


def _opponent_gained(state: State, task: Task, what: OpponentGained, cards: Catalog) -> bool:
    own = _gained(state.player(task.player))
    return any(_gained(other) >= own + what.more for other in _opponents(state, task))


def _gained(player: Player) -> int:
    return player.souls - player.souls_before


def _one_of_each_class(state: State, task: Task, what: OneOfEachClass, cards: Catalog) -> bool:
    dead = [hero_card(cards, hero) for hero in state.player(task.player).dead]
    return {treasure for card in dead for treasure in _classes(card)} >= set(Treasure) - {Treasure.ARTIFACT}


def _classes(hero: Hero) -> tuple[Treasure, ...]:
    """What a hero is, by the treasure of its class; a hybrid is both, a fool none."""
    return hero.wants or ((LURES[hero.hero_class],) if hero.hero_class in LURES else ())


# -- coins, minibosses, turns ------------------------------------------------------------------------------------------


def _has_coins(state: State, task: Task, what: HasCoins, cards: Catalog) -> bool:
    return any(_between(what.least, player.coins, what.most) for player in _players(state, task, what.who, cards))


def _only_miniboss(state: State, task: Task, what: OnlyMiniboss, cards: Catalog) -> bool:
    spot = pointing.room(state, task, Ref.CHOSEN)
    is_own = spot is not None and spot[0] == task.player and _miniboss_at(state, spot) is not None
    return is_own and _minibosses(state.player(task.player)) == 1


def _more_minibosses(state: State, task: Task, what: MoreMinibosses, cards: Catalog) -> bool:
    spot = pointing.room(state, task, Ref.CHOSEN)
    if spot is None:
        return False
    return _minibosses(state.player(task.player)) > _minibosses(state.player(spot[0]))


def _minibosses(player: Player) -> int:
    return sum(stack.miniboss is not None for stack in player.dungeon)


def _miniboss_at(state: State, spot: Spot | None) -> CopyId | None:
    tucked = _stack(state, spot).miniboss if spot is not None else None
    return tucked.copy if tucked is not None else None


def _own_adventure(state: State, task: Task, what: OwnAdventure, cards: Catalog) -> bool:
    return state.phase is Phase.ADVENTURE and state.active == task.player


# -- hidden cards ------------------------------------------------------------------------------------------------------


def _holds_none(state: State, task: Task, what: HoldsNone, cards: Catalog) -> bool:
    return task.get(HOLDS_NONE) == "yes"


def _discarded(state: State, task: Task, what: Discarded, cards: Catalog) -> bool:
    """A card that was seen is of this sort or not; otherwise only another known sort rules it out."""
    name, sort = task.get("event_card"), task.get("event_sort")
    if name is not None and CopyId(name) in cards:
        return is_sort(cards[CopyId(name)], what.sort)
    return sort is None or may_be(Sort(sort), what.sort)


_SORTS: Mapping[Sort, tuple[RoomType | None, RoomKind | None]] = {
    Sort.ROOM: (None, None),
    Sort.TREASURE_ROOM: (None, None),
    Sort.MULTI_TREASURE_ROOM: (None, None),
    Sort.MONSTER_ROOM: (RoomType.MONSTER, None),
    Sort.TRAP_ROOM: (RoomType.TRAP, None),
    Sort.ADVANCED_ROOM: (None, RoomKind.ADVANCED),
    Sort.ADVANCED_MONSTER_ROOM: (RoomType.MONSTER, RoomKind.ADVANCED),
    Sort.ADVANCED_TRAP_ROOM: (RoomType.TRAP, RoomKind.ADVANCED),
}
"""Type and kind of the rooms of a sort."""


def is_sort(card: Card, sort: Sort) -> bool:
    """Whether a card is of this sort, as far as the card itself tells."""
    if sort in _SORTS:
        type_, kind = _SORTS[sort]
        if not isinstance(card, Room) or type_ not in (None, card.type) or kind not in (None, card.kind):
            return False
        return sort is not Sort.MULTI_TREASURE_ROOM or len(card.treasure) > 1
    kinds = {Sort.SPELL: Spell, Sort.PLAYED_SPELL: Spell, Sort.MINIBOSS: Miniboss}
    return isinstance(card, kinds.get(sort, Card))


def may_be(said: Sort, sort: Sort) -> bool:
    """Whether a hidden card of the sort that was said may be of the other sort."""
    if Sort.CARD in (said, sort):
        return True
    if said in _SORTS and sort in _SORTS:
        return all(None in pair or pair[0] is pair[1] for pair in zip(_SORTS[said], _SORTS[sort], strict=True))
    return said not in _SORTS and sort not in _SORTS and (said is Sort.MINIBOSS) is (sort is Sort.MINIBOSS)


# -- all of them -------------------------------------------------------------------------------------------------------


def _players(state: State, task: Task, who: Who, cards: Catalog) -> list[Player]:
    return [state.player(player) for player in pointing.players(state, task, who, cards)]


def _opponents(state: State, task: Task) -> list[Player]:
    return [player for player in state.living if player.id != task.player]


def _between(least: int, number: int, most: int | None) -> bool:
    return least <= number and (most is None or number <= most)


TESTS: Mapping[type[Condition], Test] = {
    Counters: _counters,
    DestroyedBy: _destroyed_by,
    Discarded: _discarded,
    FewerRooms: _fewer_rooms,
    FewestSouls: _fewest_souls,
    HasCoins: _has_coins,
    HasRooms: _has_rooms,
    HasWounds: _has_wounds,
    HeroAtEntrance: _hero_at_entrance,
    HeroInside: _hero_inside,
    HeroIs: _hero_is,
    HeroesEntered: _heroes_entered,
    HeroesLured: _heroes_lured,
    HoldsNone: _holds_none,
    MoreMinibosses: _more_minibosses,
    NobodyEntered: _nobody_entered,
    OneOfEachClass: _one_of_each_class,
    OnlyMiniboss: _only_miniboss,
    OpponentGained: _opponent_gained,
    OwnAdventure: _own_adventure,
    RoomIs: _room_is,
    RoomsDestroyed: _rooms_destroyed,
}
"""How each condition is asked."""
