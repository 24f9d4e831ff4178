"""Where a room or a miniboss may be built, and what becomes of the dungeon when it is."""

from collections.abc import Mapping

from engine.boss_monster.cards import Miniboss, Room, RoomKind, RoomType, room_card
from engine.boss_monster.counts import treasure_in
from engine.boss_monster.effects import pointing, statics
from engine.boss_monster.layout import neighbour
from engine.boss_monster.options import Options
from engine.boss_monster.state import Holds, Player, Stack, State, Tucked
from engine.boss_monster.switches import MinibossPerRoom
from engine.boss_monster.words.meanings import Barred, Freed, Ref
from engine.boss_monster.words.rooms import Bars, Frees
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Trigger
from engine.core.ids import CopyId

SLOTS = 5
"""BM-BUILD-4"""
FORBIDDEN = "FX-26"
"""A card in play, or an effect of this round, forbids to build here."""


def why_not_here(player: Player, slot: int, options: Options) -> str:
    """The rule that forbids any card in this slot, or nothing (the card is still face-down)."""
    rooms = len(player.dungeon)
    if slot < 1 or slot > rooms + 1:
        return "BM-BUILD-3"
    if slot == rooms + 1 and occupied_slots(player, options) + len(player.gone_under) >= SLOTS:
        return "BM-BUILD-4"
    if slot <= rooms and player.dungeon[slot - 1].deactivated:
        return "BM-BUILD-20"
    return ""


def occupied_slots(player: Player, options: Options) -> int:
    """How many of the five slots are taken; a deactivated room keeps its slot (BM-BUILD-21, A-17)."""
    return sum(options.deactivated_occupies_slot or not stack.deactivated for stack in player.dungeon)


def why_not_this(state: State, player: Player, slot: int, copy: CopyId, cards: Catalog) -> str:
    """The rule that forbids this card at this place, or nothing."""
    if is_stopped(state, player):
        return FORBIDDEN
    options, place, slot = state.options, slot, player.slot_at(slot)
    is_gone = place in player.gone_under
    if isinstance(cards[copy], Miniboss):
        return "BM-MINI-2" if is_gone else why_no_miniboss(player, slot, options)
    card = room_card(cards, copy)
    is_ordinary = card.kind is RoomKind.ORDINARY
    below = covered_by(player, place)
    if is_gone or (place in player.turned_under and below is not None and below.deactivated):
        return "" if is_ordinary else "BM-BUILD-7"  # BM-BUILD-23: the card was there first
    forbidden = why_not_here(player, slot, options) or _why_barred(state, player, slot, card, cards)
    if forbidden or is_ordinary:  # BM-BUILD-6: fits everywhere
        return forbidden
    if slot > len(player.dungeon):  # BM-BUILD-7: an advanced room never stands alone
        return "BM-BUILD-7"
    shared = set(treasure_in(state, player, slot, cards)) & set(card.treasure)
    return "" if shared or _is_free(state, player, slot, card, cards) else "BM-BUILD-7"


def is_stopped(state: State, player: Player) -> bool:
    """Whether an effect keeps this player from building in this round (FX-26)."""
    return any(change.holds is Holds.NO_BUILD for change in (*state.changes, *player.changes))


def _why_barred(state: State, player: Player, slot: int, card: Room, cards: Catalog) -> str:
    """FX-26: a room in play that lets no advanced room on itself, or no monster room beside itself."""
    beside = [neighbour(player, slot, step, state.options) for step in (-1, 1)]
    for task, _, step in statics.at_work(state, cards, Bars, of=player.id):
        spot = pointing.room(state, task, Ref.THIS)
        if spot is None or not isinstance(step, Bars):
            continue
        covers = step.what is Barred.ADVANCED_ON_THIS and card.kind is RoomKind.ADVANCED and spot[1] == slot
        crowds = step.what is Barred.MONSTER_BESIDE_THIS and card.type is RoomType.MONSTER and spot[1] in beside
        if covers or crowds:
            return FORBIDDEN
    return ""


def _is_free(state: State, player: Player, slot: int, card: Room, cards: Catalog) -> bool:
    """FX-28: an advanced room without a shared treasure is allowed by itself, by the room below, or by an effect."""
    if any(change.holds is Holds.FREE_BUILD for change in player.changes):
        return True
    own = [step for ability in card.abilities if ability.when is Trigger.STATIC for step in ability.do]
    if any(isinstance(step, Frees) and step.what is Freed.THIS_ON_ANY for step in own):
        return True
    return any(
        isinstance(step, Frees)
        and step.what is Freed.ANY_ON_THIS
        and pointing.room(state, task, Ref.THIS) == (player.id, slot)
        for task, _, step in statics.at_work(state, cards, Frees, of=player.id)
    )


def why_no_miniboss(player: Player, slot: int, options: Options) -> str:
    """The rule that forbids a miniboss on the room in this slot, or nothing (BM-MINI-2 to -5)."""
    if not 1 <= slot <= len(player.dungeon):
        return "BM-MINI-2"
    stack = player.dungeon[slot - 1]
    if stack.deactivated and not options.miniboss_on_deactivated:
        return "BM-MINI-5"
    if stack.miniboss and options.miniboss_per_room is MinibossPerRoom.ONE:
        return "BM-MINI-5"
    beside = [player.dungeon[near - 1] for near in (slot - 1, slot + 1) if 1 <= near <= len(player.dungeon)]
    return "BM-MINI-4" if any(other.miniboss for other in beside) else ""


def legal_slots(state: State, player: Player, copy: CopyId, cards: Catalog) -> tuple[int, ...]:
    """Every slot in which this card may be built."""
    slots = range(1, player.places + 2)
    return tuple(slot for slot in slots if not why_not_this(state, player, slot, copy, cards))


def is_on_the_table(player: Player, slot: int) -> bool:
    """Whether a card can lie there at all: on a room, or at the left end, legal or not."""
    return 1 <= slot <= player.places + 1


def build(player: Player, slot: int, room: CopyId) -> Player:
    """The dungeon with this room on top of what lies at a place, or in a new slot at its left end (BM-BUILD-3, -5).

    What lay on or under a covered room is lost: its miniboss, its coins, its bonuses (BM-MINI-12, BM-COIN-4).
    """
    is_gone, slot = slot in player.gone_under, player.slot_at(slot)
    if is_gone:  # BM-BUILD-23: it kept the place open
        return replace(player, dungeon=(*player.dungeon[: slot - 1], Stack((room,)), *player.dungeon[slot - 1 :]))
    if slot > len(player.dungeon):
        return replace(player, dungeon=(*player.dungeon, Stack((room,))))
    return with_stack(player, slot, Stack((*player.dungeon[slot - 1].rooms, room)))


def not_gone(state: State, room: CopyId) -> State:
    """A destroyed room that somebody took from the discard pile is in play again."""
    return replace(state, gone=tuple(lost for lost in state.gone if lost != room)) if room in state.gone else state


def tuck(player: Player, slot: int, miniboss: CopyId, level: int = 1) -> Player:
    """The dungeon with a miniboss under the room of a slot, at level 1 unless a card says otherwise (BM-MINI-7)."""
    return with_stack(player, slot, replace(player.dungeon[slot - 1], miniboss=Tucked(miniboss, level)))


def with_stack(player: Player, slot: int, stack: Stack) -> Player:
    """The dungeon with one slot changed."""
    return replace(player, dungeon=(*player.dungeon[: slot - 1], stack, *player.dungeon[slot:]))


def remove_top(player: Player, slot: int) -> Player:
    """The dungeon without the top room of a slot: the room below is uncovered, or the gap closes (BM-GLOSS-13, -14).

    Whole stacks move with their minibosses; the miniboss and the coins of the lost room go with it. Face-down cards
    move along; one that lay on the lost room stays where it is and keeps the place open (BM-BUILD-23).
    """
    rest = player.dungeon[slot - 1].rooms[:-1]
    if rest:
        return with_stack(player, slot, Stack(rest))
    place = player.place_of(slot)
    lost = replace(player, dungeon=player.dungeon[: slot - 1] + player.dungeon[slot:])
    if place in player.all_face_down:
        return replace(lost, gone_under=(*player.gone_under, place))
    return _closed_up(lost, place)


def _closed_up(player: Player, place: int) -> Player:
    """Nothing lies at this place any more: the face-down cards left of it move up with the stacks below them."""

    def moved(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other - (other > place) for other in places)

    face_down = None if player.face_down is None else player.face_down - (player.face_down > place)
    return replace(
        player,
        face_down=face_down,
        more_face_down=moved(player.more_face_down),
        gone_under=moved(player.gone_under),
        turned_under=moved(player.turned_under),
    )


def covered_by(player: Player, slot: int) -> Stack | None:
    """What a card at this place covers, if anything."""
    number = player.slot_at(slot)
    is_there = number <= len(player.dungeon) and slot not in player.gone_under
    return player.dungeon[number - 1] if is_there else None


def without_face_down(player: Player, slot: int | None = None) -> Player:
    """The player's own card lies face-down no more, or a new one at this place."""
    cleared = player if player.face_down is None else turned_up(player, player.face_down)
    return replace(cleared, face_down=slot)


def turned_up(player: Player, slot: int) -> Player:
    """The face-down card of this place is one no more; others are."""

    def others(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other for other in places if other != slot)

    return replace(
        player,
        face_down=None if player.face_down == slot else player.face_down,
        more_face_down=others(player.more_face_down),
        gone_under=others(player.gone_under),
        turned_under=others(player.turned_under),
    )


def taken_back(player: Player, slot: int) -> Player:
    """The face-down card of this place is taken away: what it kept open closes (BM-GLOSS-14)."""
    without = turned_up(player, slot)
    return _closed_up(without, slot) if closes(player, slot) else without


def closes(player: Player, slot: int) -> bool:
    """Whether nothing is left at this place when its face-down card is taken away: all beyond it move up."""
    return slot in player.gone_under or slot > player.places


def turned_below(player: Player, slot: int) -> Player:
    """The room of this slot was deactivated: a face-down card on it was there first (BM-BUILD-23)."""
    place = player.place_of(slot)
    if place not in player.all_face_down or place in player.turned_under:
        return player
    return replace(player, turned_under=(*player.turned_under, place))


def swap(player: Player, one: int, two: int, *, whole: bool) -> Player:
    """Two slots change places: whole stacks, or their top cards only (Q-09, BM-MINI-14)."""
    first, second = player.dungeon[one - 1], player.dungeon[two - 1]
    if not whole:
        first, second = (  # what lies on or under a room goes with it
            replace(first, rooms=(*second.covered, first.top)),
            replace(second, rooms=(*first.covered, second.top)),
        )
    return with_stack(with_stack(player, one, second), two, first)


def with_covers(player: Player, moved: Mapping[int, int]) -> Player:
    """Face-down cards move with the stacks on which they lie."""
    places = {player.place_of(one): player.place_of(two) for one, two in moved.items()}
    face_down = None if player.face_down is None else places.get(player.face_down, player.face_down)
    more = tuple(places.get(place, place) for place in player.more_face_down)
    turned = tuple(places.get(place, place) for place in player.turned_under)
    return replace(player, face_down=face_down, more_face_down=more, turned_under=turned)


def slot_of(player: Player, room: CopyId) -> int | None:
    """The slot in which this room is in play."""
    return next((slot for slot, stack in enumerate(player.dungeon, start=1) if stack.top == room), None)
