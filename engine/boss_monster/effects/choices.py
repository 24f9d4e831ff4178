"""What may be chosen now, for each word that chooses: copies, players, treasures or numbers as plain words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from engine.boss_monster import building, counts
from engine.boss_monster.cards import Miniboss, Room, Treasure, room_card
from engine.boss_monster.effects import amounts, conditions, pointing, statics
from engine.boss_monster.layout import hero_in, is_inside, waiting_at, working_slots
from engine.boss_monster.state import Player, Stack, State, Task
from engine.boss_monster.words.choosing import (
    AskNumber,
    ChooseCovered,
    ChooseHero,
    ChooseItem,
    ChooseNumber,
    ChoosePlayer,
    ChooseRoom,
    ChooseTreasure,
)
from engine.boss_monster.words.meanings import Asked, ItemPlace, Place, Ref
from engine.core.cards import Catalog
from engine.core.effects import Step, Trigger
from engine.core.ids import CopyId

Finder: TypeAlias = Callable[[State, Task, Any, Catalog], tuple[str, ...]]
DIE = 6


def targets(state: State, task: Task, step: Step, cards: Catalog) -> tuple[str, ...]:
    """Everything that may be chosen for this step now, in the order of the table."""
    return _FINDERS[type(step)](state, task, step, cards)


def bound_name(step: Step) -> str:
    """The name under which later steps find what was chosen."""
    match step:
        case ChooseRoom():
            return f"{step.keep.value}_room"
        case ChooseHero():
            return f"{step.keep.value}_hero"
        case _:
            return _NAMES[type(step)]


_NAMES: Mapping[type[Step], str] = {
    ChooseCovered: "chosen_room",
    ChoosePlayer: "chosen_player",
    ChooseTreasure: "treasure",
    ChooseItem: "chosen_item",
    ChooseNumber: "number",
    AskNumber: "number",
}


# -- rooms -------------------------------------------------------------------------------------------------------------


def _rooms(state: State, task: Task, step: ChooseRoom, cards: Catalog) -> tuple[str, ...]:
    """Rooms that work (BM-GLOSS-5, BM-BUILD-14)."""
    before = pointing.room(state, task, Ref.CHOSEN)
    first = pointing.room(state, task, Ref.THIS) if step.keep is Ref.CHOSEN else None
    taken = {before, first} if step.other else set()
    found: list[str] = []
    for player in pointing.whose(state, task, step.of):
        if step.same_dungeon and (before is None or before[0] != player.id):
            continue
        for slot in reversed(working_slots(player, state.options)):  # as heroes meet them
            if (player.id, slot) not in taken and _is_wanted(state, player, slot, step, cards):
                found.append(player.dungeon[slot - 1].top)
    return tuple(found)


def _is_wanted(state: State, player: Player, slot: int, step: ChooseRoom, cards: Catalog) -> bool:
    stack = player.dungeon[slot - 1]
    if not pointing.fits(player, slot, cards, step.type, step.kind):
        return False
    if step.multi_treasure and len(counts.treasure_in(state, player, slot, cards)) < 2:
        return False
    if step.miniboss and stack.miniboss is None:
        return False
    if step.fits_miniboss and building.why_no_miniboss(player, slot, state.options):
        return False
    if step.has_built and not _has_built(stack, cards):
        return False
    return not step.with_hero or hero_in(state, player, slot) is not None


def _has_built(stack: Stack, cards: Catalog) -> bool:
    moments = (Trigger.BUILT, Trigger.UNCOVERED)
    return any(ability.when in moments for ability in room_card(cards, stack.top).abilities)


def _covered(state: State, task: Task, step: ChooseCovered, cards: Catalog) -> tuple[str, ...]:
    """Nothing is moved in a stack that lies sideways."""
    return tuple(
        room
        for player in pointing.whose(state, task, step.of)
        for slot in reversed(working_slots(player, state.options))
        for room in reversed(player.dungeon[slot - 1].covered)
    )


# -- heroes ------------------------------------------------------------------------------------------------------------


def _heroes(state: State, task: Task, step: ChooseHero, cards: Catalog) -> tuple[str, ...]:
    return tuple(
        hero
        for hero in dict.fromkeys(_at(state, task, step, step.place))
        if not (step.no_item and state.mark(hero).item is not None)
        and conditions.is_such(state, hero, cards, rank=step.rank, most_left=step.most_left, lost_half=step.lost_half)
    )


def _at(state: State, task: Task, step: ChooseHero, place: Place) -> Iterator[CopyId]:
    """The heroes at a place, as far as they are with the right players; those in town are with nobody."""
    players = pointing.whose(state, task, step.of)
    match place:
        case Place.TOWN:
            yield from state.town
        case Place.ENTRANCE:
            yield from (hero for player in players for hero in waiting_at(state, player))
        case Place.DUNGEON:
            yield from _inside(state, players)
        case Place.DUNGEON_OR_ENTRANCE:
            yield from _inside(state, players)
            yield from _at(state, task, step, Place.ENTRANCE)
        case Place.IN_PLAY:
            yield from state.town
            yield from _at(state, task, step, Place.DUNGEON_OR_ENTRANCE)
        case Place.THIS_ROOM | Place.CHOSEN_ROOM | Place.MINIBOSS_ROOM:
            yield from _in_rooms(state, task, place, players)
        case Place.DEAD:
            yield from (hero for player in players for hero in player.dead)
        case Place.WOUNDS:
            yield from (hero for player in players for hero in player.survivors)
        case Place.SCORED:
            yield from (hero for player in players for hero in (*player.dead, *player.survivors))
        case Place.SURVIVED:
            yield from (hero for player in players for hero in player.tally.survived if hero in player.survivors)


def _inside(state: State, players: tuple[Player, ...]) -> Iterator[CopyId]:
    walk = state.walk
    if walk is not None and is_inside(state, walk.hero) and any(player.id == walk.player for player in players):
        yield walk.hero


def _in_rooms(state: State, task: Task, place: Place, players: tuple[Player, ...]) -> Iterator[CopyId]:
    """The hero in one room, or in any room with a miniboss."""
    here = pointing.room(state, task, Ref.THIS if place is Place.THIS_ROOM else Ref.CHOSEN)
    for player in players:
        for slot, stack in enumerate(player.dungeon, start=1):
            meant = stack.miniboss is not None if place is Place.MINIBOSS_ROOM else (player.id, slot) == here
            hero = hero_in(state, player, slot) if meant else None
            if hero is not None:
                yield hero


# -- players, treasures, items, numbers --------------------------------------------------------------------------------


def _players(state: State, task: Task, step: ChoosePlayer, cards: Catalog) -> tuple[str, ...]:
    """Players for whom every condition holds, each asked as the chosen one."""
    own = statics.souls(state, state.player(task.player), cards) if step.leads_by else 0
    visible, _ = conditions.split(step.if_)
    return tuple(
        player.id
        for player in pointing.whose(state, task, step.of)
        if (not step.leads_by or statics.souls(state, player, cards) >= own + step.leads_by)
        and conditions.holds(state, task.binding(chosen_player=player.id), visible, cards)
    )


def _treasures(state: State, task: Task, step: ChooseTreasure, cards: Catalog) -> tuple[str, ...]:
    """BM-CL-1: artifacts only where explorers are in play."""
    known = (each for each in Treasure if each is not Treasure.ARTIFACT or state.options.has_crash_landing)
    return tuple(treasure.value for treasure in known)


def _items(state: State, task: Task, step: ChooseItem, cards: Catalog) -> tuple[str, ...]:
    """Items at a place; never the one that asks."""
    players = pointing.whose(state, task, step.of)
    opened = [player.open_item for player in players if player.open_item is not None]
    closed = [item for player in players for item in player.closed_items]
    carried = [mark.item for mark in state.marks if mark.item is not None]
    found = {
        ItemPlace.TOWN: list(state.items),
        ItemPlace.OPEN: opened,
        ItemPlace.CLOSED: closed,
        ItemPlace.SCORED: [*opened, *closed],
        ItemPlace.FACE_UP: [*opened, *state.items, *carried],
    }[step.place]
    return tuple(item for item in found if item != task.card)


def _numbers(state: State, task: Task, step: ChooseNumber, cards: Catalog) -> tuple[str, ...]:
    most = min(step.most, state.player(task.player).coins) if step.coins else step.most
    return tuple(map(str, range(step.least, most + 1)))


def _told_numbers(state: State, task: Task, step: AskNumber, cards: Catalog) -> tuple[str, ...]:
    match step.what:
        case Asked.DIE:
            numbers = range(1, DIE + 1)
        case Asked.SPELLS_IN_HAND:
            numbers = range(amounts.MOST_SPELLS + 1)
        case Asked.SHOWN_DAMAGE:
            numbers = range(_most_damage(cards) + 1)
        case Asked.SHOWN_MINIBOSSES:
            numbers = range(sum(isinstance(card, Miniboss) for card in cards) + 1)
    return tuple(map(str, numbers))


def _most_damage(cards: Catalog) -> int:
    """The highest number that is printed on a room."""
    return max((card.damage for card in cards if isinstance(card, Room) and isinstance(card.damage, int)), default=0)


CHOICES: tuple[type[Step], ...] = (
    ChooseRoom,
    ChooseCovered,
    ChooseHero,
    ChoosePlayer,
    ChooseTreasure,
    ChooseItem,
    ChooseNumber,
)
"""Words that choose something that the table shows."""
_FINDERS: Mapping[type[Step], Finder] = {
    ChooseRoom: _rooms,
    ChooseCovered: _covered,
    ChooseHero: _heroes,
    ChoosePlayer: _players,
    ChooseTreasure: _treasures,
    ChooseItem: _items,
    ChooseNumber: _numbers,
    AskNumber: _told_numbers,
}
