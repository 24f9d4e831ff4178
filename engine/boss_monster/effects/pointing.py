"""What the words of a card point at, at this moment."""

from engine.boss_monster.cards import Hero, Item, Miniboss, RoomKind, RoomType, room_card
from engine.boss_monster.layout import is_working, neighbour, working_slots
from engine.boss_monster.state import Holds, Player, State, Task
from engine.boss_monster.words.meanings import Ref, Rooms, Who, Whose
from engine.core.cards import Catalog
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId

Spot = tuple[PlayerId, int]
"""A player and a slot of the dungeon (1 is s1)."""
Static = tuple[Task, CopyId, Step]
"""A static ability at work: who has it, as its steps see it; the card it is printed on; one thing that it says."""


def spot_of(state: State, room: str | None) -> Spot | None:
    """Where a room is in play, or where the room of this miniboss is."""
    for player in state.players:
        for slot, stack in enumerate(player.dungeon, start=1):
            if stack.rooms[-1] == room or (stack.miniboss is not None and stack.miniboss.copy == room):
                return player.id, slot
    return None


def room(state: State, task: Task, ref: Ref) -> Spot | None:
    """The room that a word means, if it is still in play."""
    return spot_of(state, task.card if ref is Ref.THIS else task.get(f"{ref.value}_room"))


def hero(state: State, task: Task, ref: Ref, cards: Catalog) -> CopyId | None:
    """The hero that a word means: this one is the hero itself, or the one that carries this item."""
    if ref is not Ref.THIS:
        name = task.get(f"{ref.value}_hero")
        return CopyId(name) if name is not None else None
    if isinstance(cards[task.card], Hero):
        return task.card
    return next((mark.hero for mark in state.marks if mark.item == task.card), None) or _bound_hero(task)


def _bound_hero(task: Task) -> CopyId | None:
    """An item that left its hero still speaks of the hero of the moment."""
    name = task.get("event_hero")
    return CopyId(name) if name is not None else None


def host_of(state: State, hero: CopyId | None) -> PlayerId | None:
    """In whose dungeon or at whose entrance a hero is."""
    if state.walk is not None and state.walk.hero == hero:
        return state.walk.player
    return next((player.id for player in state.players if hero in player.entrance), None)


def whereabouts(state: State, hero: str | None) -> str:
    """Where a hero is, as far as it matters for a target that was chosen before: in town, with a player, or away."""
    if hero in state.town:
        return "town"
    return host_of(state, CopyId(hero) if hero is not None else None) or "away"


def owner(state: State, task: Task, cards: Catalog) -> PlayerId | None:
    """The owner of the dungeon that the moment is about."""
    if (named := task.get("owner")) is not None:
        return PlayerId(named)
    if isinstance(cards[task.card], Hero | Item) and (found := host_of(state, hero(state, task, Ref.THIS, cards))):
        return found
    for name in ("event_hero", "chosen_hero"):
        bound = task.get(name)
        if bound is not None and (found := host_of(state, CopyId(bound))):
            return found
    for name in ("event_room", "chosen_room"):
        if (spot := spot_of(state, task.get(name))) is not None:
            return spot[0]
    return None


def players(state: State, task: Task, who: Who, cards: Catalog) -> tuple[PlayerId, ...]:
    """The players that a word means, in turn order, as far as they are still in the game."""
    everyone = [player.id for player in state.living]
    match who:
        case Who.YOU:
            meant = [task.player]
        case Who.CHOSEN:
            meant = [PlayerId(task.get("chosen_player") or "")]
        case Who.OPPONENTS:
            meant = [id_ for id_ in everyone if id_ != task.player]
        case Who.EVERYONE:
            meant = everyone
        case Who.OWNER:
            meant = [owner(state, task, cards) or PlayerId("")]
        case Who.OTHERS:
            meant = [id_ for id_ in everyone if id_ != owner(state, task, cards)]
    return tuple(id_ for id_ in everyone if id_ in meant)


def whose(state: State, task: Task, of: Whose) -> tuple[Player, ...]:
    """The players whose cards may be chosen, in turn order, as far as they are still in the game."""
    match of:
        case Whose.OWN:
            return tuple(player for player in state.living if player.id == task.player)
        case Whose.OPPONENTS:
            return tuple(player for player in state.living if player.id != task.player)
        case Whose.CHOSEN:
            return tuple(player for player in state.living if player.id == task.get("chosen_player"))
        case Whose.MARKED:
            return tuple(player for player in state.living if _is_marked(player, task))
        case Whose.ANY:
            return state.living


def _is_marked(player: Player, task: Task) -> bool:
    return any(change.holds is Holds.MARKED and change.source == task.card for change in player.changes)


def rooms(
    state: State,
    task: Task,
    which: Rooms,
    cards: Catalog,
    type_: RoomType | None = None,
    kind: RoomKind | None = None,
) -> tuple[Spot, ...]:
    """The active rooms that a word means now."""
    found = []
    for owner_, slot in _meant(state, task, which, cards):
        player = state.player(owner_)
        if is_working(player, slot, state.options) and fits(player, slot, cards, type_, kind):
            found.append((owner_, slot))
    return tuple(found[:1]) if which is Rooms.FIRST else tuple(found)


def fits(player: Player, slot: int, cards: Catalog, type_: RoomType | None, kind: RoomKind | None) -> bool:
    """Whether the room in a slot is active and of this type and kind."""
    stack = player.dungeon[slot - 1]
    card = room_card(cards, stack.top)
    return not stack.deactivated and type_ in (None, card.type) and kind in (None, card.kind)


def _meant(state: State, task: Task, which: Rooms, cards: Catalog) -> list[Spot]:
    match which:
        case Rooms.THIS | Rooms.CHOSEN | Rooms.OTHER | Rooms.EVENT | Rooms.UNCOVERED:
            spot = room(state, task, Ref(which.value))
            return [spot] if spot else []
        case Rooms.ADJACENT | Rooms.LEFT | Rooms.RIGHT:
            return _beside(state, room(state, task, Ref.THIS), which)
        case Rooms.ANY_TOP:
            return [(player.id, slot) for player in state.living for slot in working_slots(player, state.options)]
    home = home_of(state, task, which, cards)
    if home is None:
        return []
    slots = [(home, slot) for slot in working_slots(state.player(home), state.options)]
    if which is Rooms.FIRST:
        return slots[::-1]
    if which is Rooms.LAST:
        return slots[:1]
    if which is Rooms.OWN_OTHERS:
        here = room(state, task, Ref.THIS)
        return [spot for spot in slots if spot != here]
    return slots


def home_of(state: State, task: Task, which: Rooms, cards: Catalog) -> PlayerId | None:
    """Whose dungeon is meant as a whole. Heroes and items speak of the dungeon that they walk through."""
    is_guest = isinstance(cards[task.card], Hero | Item) and task.get("boss_effect") is None
    if is_guest:
        return owner(state, task, cards)
    if which is Rooms.DUNGEON:
        named = task.get("chosen_player")
        return PlayerId(named) if named is not None else None
    if isinstance(cards[task.card], Miniboss) and (spot := room(state, task, Ref.THIS)):
        return spot[0]
    return task.player


def _beside(state: State, here: Spot | None, which: Rooms) -> list[Spot]:
    """Heroes walk towards s1, so the room on the right has the lower number."""
    if here is None:
        return []
    steps = {Rooms.ADJACENT: (1, -1), Rooms.LEFT: (1,), Rooms.RIGHT: (-1,)}[which]
    player = state.player(here[0])
    slots = [neighbour(player, here[1], step, state.options) for step in steps]
    return [(here[0], slot) for slot in slots if slot is not None]
