"""Where heroes go when something happens to them: souls, wounds, town, entrances (BM-ADV-9 to -24, FX-11 to -20)."""

from engine.boss_monster import items
from engine.boss_monster.cards import hero_card, item_card
from engine.boss_monster.effects import statics
from engine.boss_monster.events import Event, HeroKilled, HeroMoved, HeroRemoved, ItemRemoved, WoundHealed
from engine.boss_monster.state import HeroMark, Player, State
from engine.boss_monster.switches import TownReturnPosition
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.ids import CopyId, PlayerId

Happening = tuple[State, tuple[Event, ...]]


def health_of(state: State, hero: CopyId, cards: Catalog) -> int:
    """The current health: printed, plus changes, plus the item as long as it is carried (BM-ADV-21, BM-ITEM-10)."""
    mark = state.mark(hero)
    item = item_card(cards, mark.item).health if mark.item is not None else 0
    return hero_card(cards, hero).health + mark.health + item + statics.extra_health(state, hero, cards)


def in_order_of_age(state: State, heroes: tuple[CopyId, ...]) -> tuple[CopyId, ...]:
    """Heroes in the order of their first appearance, oldest first (BM-START-3, BM-ADV-20)."""
    return tuple(sorted(heroes, key=state.seen_heroes.index))


def without_hero(state: State, hero: CopyId) -> State:
    """The hero is neither in town nor at an entrance any more."""
    state = replace(state, town=tuple(other for other in state.town if other != hero))
    for player in state.players:
        if hero in player.entrance:
            state = state.with_player(replace(player, entrance=tuple(h for h in player.entrance if h != hero)))
    return state


def becomes_soul(state: State, hero: CopyId, owner: PlayerId, cards: Catalog, *, outside: bool = False) -> Happening:
    """The hero is dead; souls and item go to this player (BM-ADV-9, BM-ITEM-11)."""
    state = without_hero(state, hero)
    player = state.player(owner)
    player = replace(player, dead=(*player.dead, hero), souls=player.souls + hero_card(cards, hero).souls)
    state = state.with_player(player)
    state, events = (items.killed_outside if outside else items.after_death)(state, player, hero)
    return state.with_mark(HeroMark(hero)), events


def becomes_wound(state: State, hero: CopyId, owner: PlayerId, cards: Catalog) -> Happening:
    """The hero survived the dungeon; it inflicts its wounds (BM-ADV-10, BM-ITEM-13)."""
    state = without_hero(state, hero)
    player = state.player(owner)
    wounds = player.wounds + hero_card(cards, hero).wounds
    player = replace(player, survivors=(*player.survivors, hero), wounds=wounds)
    state, events = items.after_survival(state.with_player(player), player, hero)
    return state.with_mark(HeroMark(hero)), events


def to_town(state: State, hero: CopyId, cards: Catalog, *, by_age: bool = False) -> Happening:
    """The hero goes back to town and may be lured again next time (BM-ADV-20, BM-ITEM-19, BM-END-15)."""
    state = without_hero(state, hero)
    if by_age or state.options.town_return_position is TownReturnPosition.BY_REVEAL_AGE:
        state = replace(state, town=in_order_of_age(state, (*state.town, hero)))
    else:
        state = replace(state, town=(*state.town, hero))
    events: tuple[Event, ...] = ()
    if state.options.item_on_return_to_town:
        state, events = items.hero_appears(state, hero, cards)
    return state, (HeroMoved(hero, None), *events)


def to_entrance(state: State, hero: CopyId, owner: PlayerId, *, first: bool) -> Happening:
    """The hero stands at this entrance: before all who wait, or behind them (BM-ADV-18, -19)."""
    state = without_hero(state, hero)
    player = state.player(owner)
    inside = 1 if state.walk is not None and state.walk.player == owner else 0  # a walking hero does not wait
    place = inside if first else len(player.entrance)
    queue = (*player.entrance[:place], hero, *player.entrance[place:])
    return state.with_player(replace(player, entrance=queue)), (HeroMoved(hero, owner),)


def leaves_item(state: State, hero: CopyId, owner: PlayerId) -> Happening:
    """A hero that goes on without its item leaves it to this player (BM-ITEM-11)."""
    return items.after_death(state, state.player(owner), hero)


def kill(state: State, hero: CopyId, owner: PlayerId, cards: Catalog, *, outside: bool) -> Happening:
    """The hero is killed outright (BM-ADV-24)."""
    killed = HeroKilled(hero, owner, hero_card(cards, hero).souls)
    state, events = becomes_soul(state, hero, owner, cards, outside=outside)
    return state, (killed, *events)


def remove(state: State, hero: CopyId) -> Happening:
    """The hero leaves the game, with its item (FX-17, BM-ITEM-20)."""
    item = state.mark(hero).item
    gone = (hero,) if item is None else (hero, item)
    state = without_hero(state, hero).with_mark(HeroMark(hero))
    state = replace(state, removed=(*state.removed, *gone))
    return state, (HeroRemoved(hero), *((ItemRemoved(item),) if item else ()))


def heal(state: State, player: Player, hero: CopyId, cards: Catalog) -> Happening:
    """A wound is turned over and becomes souls (FX-30)."""
    card = hero_card(cards, hero)
    healed = replace(
        player,
        survivors=tuple(other for other in player.survivors if other != hero),
        dead=(*player.dead, hero),
        souls=player.souls + card.souls,
        wounds=max(0, player.wounds - card.wounds),
    )
    return state.with_player(healed), (WoundHealed(player.id, hero, card.souls, card.wounds),)
