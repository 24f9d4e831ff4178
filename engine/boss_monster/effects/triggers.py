"""Who speaks up when something happens (rules 7.2): the abilities of all cards in play that listen become tasks."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.boss_monster.counts import PERMANENT_LEVELS, is_working
from engine.boss_monster.effects import agenda, conditions
from engine.boss_monster.effects.inner import MarkUsed
from engine.boss_monster.effects.statics import is_silent, silences_heroes
from engine.boss_monster.state import Player, State, Task
from engine.boss_monster.words.choosing import IfSo, May
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Ability, About, Limit, Step, Trigger
from engine.core.ids import CopyId, PlayerId


@dataclass(frozen=True, slots=True)
class Listener:
    """A card in play that may speak up. `room` is where it is, for rooms and minibosses; `hero` whose text it is."""

    player: PlayerId
    card: CopyId
    room: CopyId | None = None
    hero: CopyId | None = None
    levels: int | None = None
    """So many of its abilities show, for a miniboss."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something happened: to whom, where, to which hero, with which card."""

    when: Trigger
    player: PlayerId | None = None
    room: CopyId | None = None
    hero: CopyId | None = None
    card: CopyId | None = None
    by: PlayerId | None = None
    """Who made it happen, where that is not the same."""


def happened(
    state: State,
    when: Trigger,
    cards: Catalog,
    *,
    player: PlayerId | None = None,
    room: CopyId | None = None,
    hero: CopyId | None = None,
    card: CopyId | None = None,
    by: PlayerId | None = None,
    **bound: str | None,
) -> State:
    """Something happened: every card that listens is carried out afterwards, in turn order, the active player first.

    What else the cards may speak of is bound under its name: `event_sort`, `uncovered_room`.
    """
    occasion = Occasion(when, player, room, hero, card, by)
    tasks = [
        made
        for listener in listeners(state, when, cards)
        for number, ability in heard(listener, occasion, cards)
        if is_awake(state, listener, cards)
        and (made := task_for(state, listener, number, ability, occasion, cards, **bound)) is not None
    ]
    return agenda.afterwards(state, tasks) if tasks else state


def of_card(state: State, listener: Listener, when: Trigger, cards: Catalog, *, unsure: bool = False) -> State:
    """One card speaks up by itself: a room that was just destroyed, a boss that levels up, a room built again.

    `unsure`: only the players know whether it does, so they are asked.
    """
    occasion = Occasion(when, listener.player, listener.room or listener.card, listener.hero)
    tasks = []
    for number, ability in enumerate(cards[listener.card].abilities):
        asked = replace(ability, may=True) if unsure else ability
        if ability.when is when and (made := task_for(state, listener, number, asked, occasion, cards)):
            tasks.append(made)
    return agenda.afterwards(state, tasks) if tasks else state


# -- who listens -------------------------------------------------------------------------------------------------------


def listeners(state: State, when: Trigger, cards: Catalog) -> Iterator[Listener]:
    """All cards in play that speak up at such a moment, of the active player first, in turn order (BM-GEN-9, -10)."""
    for player in sorted(state.living, key=lambda player: player.id != state.active):
        for boss in (player.boss, *player.copied) if player.levelled_up else ():
            if when in cards.said(boss).moments:
                yield Listener(player.id, boss)
        for stack in player.dungeon:
            room, tucked = stack.rooms[-1], stack.miniboss
            if when in cards.said(room).moments:
                yield Listener(player.id, room, room)
            if tucked is not None and when in cards.said(tucked.copy).moments:
                yield Listener(player.id, tucked.copy, room, levels=min(tucked.level, PERMANENT_LEVELS))
        yield from _guests(state, player, when, cards)


def _guests(state: State, player: Player, when: Trigger, cards: Catalog) -> Iterator[Listener]:
    """Heroes in or before this dungeon, and what they carry; the owner of the dungeon makes their choices."""
    for hero in player.entrance:  # the walking one is still the first of them
        if when in cards.said(hero).moments:
            yield Listener(player.id, hero, hero=hero)
        item = state.mark(hero).item
        if item is not None and when in cards.said(item).moments:
            yield Listener(player.id, item, hero=hero)


def is_awake(state: State, listener: Listener, cards: Catalog) -> bool:
    """Deactivated, covered and silent cards do not speak up (BM-GLOSS-5, FX-29)."""
    if listener.hero is not None:
        return not silences_heroes(state, state.player(listener.player), cards)
    if listener.room is None:
        return True
    player = state.player(listener.player)
    slot = next(number for number, stack in enumerate(player.dungeon, start=1) if stack.top == listener.room)
    return is_working(player, slot, state.options) and not is_silent(state, player.id, slot, cards)


# -- what is heard -----------------------------------------------------------------------------------------------------


def heard(listener: Listener, occasion: Occasion, cards: Catalog) -> Iterator[tuple[int, Ability]]:
    """The abilities of a card that this occasion concerns, with their numbers."""
    for number, ability in enumerate(cards[listener.card].abilities[: listener.levels]):
        if ability.when is occasion.when and _concerns(listener, ability, occasion):
            yield number, ability


_ABOUT_ANOTHER = {Trigger.OTHER_BUILT, Trigger.OTHER_DESTROYED}
_IN_A_ROOM = {Trigger.HERO_ENTERS_ROOM, Trigger.HERO_DIES, Trigger.HERO_SURVIVES_ROOM, Trigger.BUILT, Trigger.UNCOVERED}


def _concerns(listener: Listener, ability: Ability, occasion: Occasion) -> bool:
    own = listener.player == occasion.player
    if occasion.when is Trigger.DISCARD_FORCED and ability.about is About.OWN:
        return occasion.by == listener.player and not own  # TR-13: your effect makes an opponent discard
    if occasion.when in _ABOUT_ANOTHER and listener.room is not None and occasion.room == listener.room:
        return False
    match ability.about:
        case About.OWN:
            return own
        case About.OPPONENTS:
            return occasion.player is not None and not own
        case About.ANY:
            return True
        case About.THIS:
            if listener.hero is not None:
                return occasion.hero == listener.hero
            if listener.room is not None and occasion.when in _IN_A_ROOM:
                return occasion.room == listener.room
            return own


# -- what is done ------------------------------------------------------------------------------------------------------


def task_for(
    state: State,
    listener: Listener,
    number: int,
    ability: Ability,
    occasion: Occasion,
    cards: Catalog,
    **bound: str | None,
) -> Task | None:
    """The ability as a task, unless its limit is reached or its conditions do not hold."""
    if is_used(state, listener, number, ability, occasion.hero):
        return None
    task = Task(listener.player, listener.card, ability=number).binding(
        event_room=occasion.room,
        event_hero=occasion.hero,
        event_card=occasion.card,
        event_player=occasion.player,
        event_by=occasion.by,
        **bound,
        owner=occasion.player if occasion.hero is not None else None,
    )
    visible, hidden = conditions.split(ability.if_)
    if not conditions.holds(state, task, visible, cards):
        return None
    steps: tuple[Step, ...] = (*ability.cost, *mark(ability, number), *ability.do)
    if ability.may:
        steps = (May(steps),)
    if hidden:
        steps = (IfSo(hidden, steps),)
    return Task(task.player, task.card, steps, task.bound, number)


def mark(ability: Ability, number: int) -> tuple[Step, ...]:
    """The step that remembers the use of a limited ability."""
    return () if ability.limit is Limit.UNLIMITED else (MarkUsed(number, ability.limit),)


def is_used(state: State, listener: Listener, number: int, ability: Ability, hero: CopyId | None = None) -> bool:
    """Whether the limit of an ability is reached. A room that lies slid down was used, whoever slid it (BM-GLOSS-4)."""
    match ability.limit:
        case Limit.UNLIMITED:
            return False
        case Limit.ONCE_PER_GAME:
            return agenda.use_key(listener.card, number) in state.used_up
        case Limit.FIRST_TIME_PER_HERO:
            return agenda.use_key(listener.card, number, hero) in state.uses
        case Limit.ONCE_PER_ROUND:
            return agenda.use_key(listener.card, number) in state.uses or _is_slid(state, listener)


def _is_slid(state: State, listener: Listener) -> bool:
    if listener.room != listener.card:
        return False
    player = state.player(listener.player)
    return any(stack.used for stack in player.dungeon if stack.top == listener.card)
