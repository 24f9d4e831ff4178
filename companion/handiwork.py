"""Hands that do what the referee says: rooms are taken away, turned and slid, heroes carried, minibosses tucked.

Every event moves the cards that it names, from wherever they really lie. So a table that the referee once read wrongly
stays different from what it believes, and the comparison at the next checkpoint finds it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from companion.world import HEROES, World, nudged
from engine.boss_monster.commands import BuildRoom, Command, RevealRooms
from engine.boss_monster.dungeons_seen import LEVEL_RAISE_MM
from engine.boss_monster.effect_events import (
    DeadRaised,
    DungeonReversed,
    HeroScored,
    MinibossReturned,
    MinibossTaken,
    RoomBroughtUp,
)
from engine.boss_monster.events import (
    BuildTakenBack,
    Event,
    HeroDied,
    HeroKilled,
    HeroMoved,
    HeroRemoved,
    HeroSurvived,
    ItemOpened,
    ItemRemoved,
    ItemTaken,
    ItemTurnedDown,
    MinibossDiscarded,
    MinibossLevelled,
    MinibossTucked,
    RoomBuilt,
    RoomDestroyed,
    RoomsSwapped,
    RoomTurned,
    RoomUsed,
    WoundHealed,
)
from engine.boss_monster.state import Phase, State
from engine.core.ids import CopyId, PlayerId
from vision.stickers import Role
from vision.tabletop import MOST_IN_TOWN, MOST_WOUNDS, PITCH_MM, Laid, PhysicalCard, Pose, Seat, Tabletop

SLIDE_MM = 17.0
"""How far a used room is slid down (BM-GLOSS-4)."""
CARRIED_MM = 28.0
"""How far an item sticks out above the hero that carries it (BM-ITEM-9)."""
_MOST_SLOTS = 8
_NEAR_MM = 28.0
_MOVES_HEROES = (HeroDied, HeroSurvived, HeroKilled, HeroScored, HeroMoved, HeroRemoved, DeadRaised, WoundHealed)
_MOVES_ROOMS = (RoomBuilt, RoomDestroyed, BuildTakenBack, DungeonReversed)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A card that was laid and did not become a room."""

    player: PlayerId
    copy: CopyId
    discarded: bool


class Handiwork:
    """The hands of everybody at the table during one turn. `table` is what they made of it."""

    def __init__(self, world: World, state: State, cards: Mapping[CopyId, PhysicalCard], dice: Random) -> None:
        self.table = world.table
        self.taken_back: list[TakenBack] = []
        self._world, self._state, self._cards, self._dice = world, state, cards, dice

    def carry_out(self, command: Command, events: Iterable[Event]) -> None:
        """Do what a turn of the game asks for, in order."""
        told = tuple(events)
        for event in told:
            if isinstance(event, RoomBuilt):
                self._built(event, shown=isinstance(command, RevealRooms | BuildRoom))
            else:
                self._on_room(event)
                self._on_miniboss(event)
                self._on_hero(event)
                self._on_item(event)
        for player in self._state.living:
            self._close_gaps(self._seat(player.id))
        is_settled = self._state.phase is not Phase.BAITED  # lured heroes are moved when the bait is judged
        if is_settled and any(isinstance(event, _MOVES_HEROES + _MOVES_ROOMS) for event in told):
            self.lay_heroes()

    # -- rooms -------------------------------------------------------------------------------------------------------

    def _on_room(self, event: Event) -> None:
        match event:
            case RoomDestroyed(_, _, room):
                self.table = self.table.without(room)
            case RoomTurned(player, _, room, deactivated):
                self._pose_room(player, room, turn_deg=90.0 if deactivated else 0.0)
            case RoomUsed(player, _, room):
                self._pose_room(player, room, down_mm=SLIDE_MM)
            case RoomsSwapped(player, (one, two), whole):
                self._swap(self._seat(player), one, two, whole=whole)
            case DungeonReversed(player):
                self._reverse(self._seat(player))
            case RoomBroughtUp(player, _, room, over):
                self._on_top(player, room, over)
            case BuildTakenBack(player, slot, discarded):
                self._take_back(player, slot, discarded=discarded)

    def _built(self, event: RoomBuilt, *, shown: bool) -> None:
        """A room that an effect fetched from a pile is laid down; what was shown to the referee lies there already.

        A used room is pushed back when it is covered: slid down it would show that the new one is used.
        """
        if event.over is not None:
            self._pose_room(event.player, event.over)
        if not shown and self.table.find(event.room) is None:
            pose = nudged(self._seat(event.player).slot(event.slot), self._dice)
            self.table = self.table.with_card(self._cards[event.room], pose)

    def _pose_room(self, player: PlayerId, room: CopyId, *, turn_deg: float = 0.0, down_mm: float = 0.0) -> None:
        laid, seat = self.table.find(room), self._seat(player)
        if laid is not None:
            pose = seat.slot(slot_at(seat, laid.pose)).moved(0, down_mm, turn_deg)
            self._push(room, nudged(pose, self._dice))

    def _swap(self, seat: Seat, one: int, two: int, *, whole: bool) -> None:
        """Whole stacks with what belongs to them, or their top cards only."""
        first, second = self._column(seat, one), self._column(seat, two)
        if not whole:
            first, second = self._tops(first), self._tops(second)
        for laid in first:
            self._shift(laid, seat, two - one)
        for laid in second:
            self._shift(laid, seat, one - two)
        if not whole:
            for laid in (*first, *second):
                self._raise(laid.card.copy)

    def _tops(self, column: list[Laid]) -> list[Laid]:
        """The top room with its miniboss."""
        rooms = [laid for laid in column if laid.card.role is Role.ROOM and laid.face_up]
        return [laid for laid in column if laid.card.role is Role.MINIBOSS] + rooms[-1:]

    def _reverse(self, seat: Seat) -> None:
        columns = [self._column(seat, slot) for slot in range(1, _MOST_SLOTS)]
        filled = [column for column in columns if column]
        for slot, column in enumerate(filled, start=1):
            for laid in column:
                self._shift(laid, seat, len(filled) + 1 - 2 * slot)

    def _on_top(self, player: PlayerId, room: CopyId, over: CopyId) -> None:
        """What it covers now is pushed back first, if it was slid or turned."""
        self._pose_room(player, over)
        laid = self.table.find(over)
        if laid is not None:
            self.table = self.table.with_card(self._cards[room], nudged(laid.pose, self._dice))

    def _take_back(self, player: PlayerId, slot: int, *, discarded: bool) -> None:
        column = self._column(self._seat(player), slot)
        hidden = [laid for laid in column if not laid.face_up]
        if column:
            copy = (hidden or column)[-1].card.copy
            self.table = self.table.without(copy)
            self.taken_back.append(TakenBack(player, copy, discarded))

    def _close_gaps(self, seat: Seat) -> None:
        """Rooms move up to the boss; a face-down card keeps its place (BM-GLOSS-14, BM-BUILD-23)."""
        for slot in range(1, _MOST_SLOTS):
            if self._column(seat, slot):
                continue
            further = [other for other in range(slot + 1, _MOST_SLOTS) if self._column(seat, other)]
            for other in further:
                for laid in self._column(seat, other):
                    self._shift(laid, seat, slot - further[0])
            if not further:
                return

    def _column(self, seat: Seat, slot: int) -> list[Laid]:
        """Everything that belongs to a slot, the lowest first."""
        return [
            laid
            for laid in self.table.laid
            if laid.card.role in (Role.ROOM, Role.MINIBOSS) and is_in_slot(seat, laid.pose, slot)
        ]

    def _shift(self, laid: Laid, seat: Seat, slots: int) -> None:
        here, there = seat.slot(0), seat.slot(slots)
        pose = Pose(
            laid.pose.x_mm + there.x_mm - here.x_mm, laid.pose.y_mm + there.y_mm - here.y_mm, laid.pose.angle_deg
        )
        self._push(laid.card.copy, pose)

    # -- minibosses --------------------------------------------------------------------------------------------------

    def _on_miniboss(self, event: Event) -> None:
        match event:
            case MinibossTucked(_, _, miniboss) | MinibossLevelled(_, _, miniboss) | MinibossTaken(_, _, miniboss):
                self._tuck(miniboss)
            case MinibossDiscarded(_, miniboss) | MinibossReturned(_, _, miniboss):
                self.table = self.table.without(miniboss)

    def _tuck(self, miniboss: CopyId) -> None:
        """Under its room, sticking out as far as its level says (rules 4.7)."""
        for player in self._state.living:
            for stack in player.dungeon:
                room = self.table.find(stack.top)
                if stack.miniboss is None or stack.miniboss.copy != miniboss or room is None:
                    continue
                seat = self._seat(player.id)
                pose = seat.slot(slot_at(seat, room.pose)).moved(0, -LEVEL_RAISE_MM[stack.miniboss.level - 1])
                self.table = self.table.with_card(self._cards[miniboss], nudged(pose, self._dice), below=True)

    # -- heroes and items --------------------------------------------------------------------------------------------

    def _on_hero(self, event: Event) -> None:
        match event:
            case HeroDied(player, hero) | HeroKilled(hero, player) | HeroScored(hero, player):
                self._soul(player, hero)
            case WoundHealed(player, hero):
                self._soul(player, hero)
                self._lay_wounds(player)
            case HeroSurvived(player, hero):
                self._lay_wounds(player, hero)
            case HeroRemoved(hero):
                self.table = self.table.without(hero)

    def _soul(self, player: PlayerId, hero: CopyId) -> None:
        seat = self._seat(player)
        souls = [laid for laid in self.table.laid if laid.card.role is Role.HERO and not laid.face_up]
        place = sum(is_among_souls(seat, laid.pose) for laid in souls)
        pose = nudged(seat.soul(place), self._dice)
        self.table = self.table.with_card(self._cards[hero], pose, face_up=False)

    def _lay_wounds(self, player: PlayerId, new: CopyId | None = None) -> None:
        """Each wound under the one before, its strip free (rules 5.3); after the last place the first is covered."""
        seat, order = self._seat(player), self._state.player(player).survivors
        there = [laid for laid in self.table.laid if laid.card.role is Role.HERO and laid.face_up]
        wounds = [laid.card.copy for laid in there if is_below_boss(seat, laid.pose) and laid.card.copy != new]
        wounds.sort(key=lambda hero: order.index(hero) if hero in order else -1)
        places = dict(enumerate([*wounds, *((new,) if new else ())]))
        for place in sorted(places, key=lambda place: (place % MOST_WOUNDS, -place)):
            self._lay(places[place], seat.wound(place % MOST_WOUNDS), below=True)
            self._push_under(places[place])

    def lay_heroes(self) -> None:
        """Heroes in town and at the entrances lie in their order; only cards that have to move are touched."""
        for player in self._state.living:
            rooms = max(len(player.dungeon), *player.all_face_down, 0)
            for place, hero in enumerate(player.entrance):
                self._lay(hero, self._seat(player.id).entrance(place, rooms))
        crowded = len(self._state.town) > MOST_IN_TOWN
        for place, hero in enumerate(self._state.town):
            self._lay(hero, self.table.town_place(place, crowded=crowded), below=crowded and place % 2 == 1)
        deck = tuple(card for card in self.table.decks[HEROES] if self.table.find(card.copy) is None)
        self.table = self.table.with_deck(HEROES, deck)

    def _lay(self, hero: CopyId, pose: Pose, *, below: bool = False) -> None:
        laid = self.table.find(hero)
        if laid is not None and laid.face_up and _off_mm(laid.pose, pose) < 8:
            return
        self.table = self.table.with_card(self._cards[hero], nudged(pose, self._dice), below=below)
        item = self._state.mark(hero).item
        if item is not None:
            self._under_hero(hero, item)

    def _on_item(self, event: Event) -> None:
        match event:
            case ItemTaken(hero, item):
                self._under_hero(hero, item)
            case ItemOpened(player, item):
                self._score_item(player, item, face_up=True)
            case ItemTurnedDown(player, item):
                self._score_item(player, item, face_up=False)
            case ItemRemoved(item):
                self.table = self.table.without(item)

    def _under_hero(self, hero: CopyId, item: CopyId) -> None:
        laid = self.table.find(hero)
        if laid is not None:
            self.table = self.table.with_card(self._cards[item], laid.pose.moved(0, -CARRIED_MM), below=True)

    def _score_item(self, player: PlayerId, item: CopyId, *, face_up: bool) -> None:
        pose = nudged(self._seat(player).item(0), self._dice)
        self.table = self.table.with_card(self._cards[item], pose, face_up=face_up, below=not face_up)

    # -- cards -------------------------------------------------------------------------------------------------------

    def _seat(self, player: PlayerId) -> Seat:
        return self.table.seats[self._world.seat_of(self._state.player(player).boss)]

    def _push(self, copy: CopyId, pose: Pose) -> None:
        self.table = pushed(self.table, copy, pose)

    def _push_under(self, copy: CopyId) -> None:
        laid = self.table.find(copy)
        if laid is not None:
            self.table = self.table.with_card(laid.card, laid.pose, below=True)

    def _raise(self, copy: CopyId) -> None:
        laid = self.table.find(copy)
        if laid is not None and laid.card.role is Role.ROOM:
            self.table = self.table.with_card(laid.card, laid.pose, face_up=laid.face_up)


def pushed(table: Tabletop, copy: CopyId, pose: Pose) -> Tabletop:
    """One card is pushed there without changing what lies above or below it."""
    return replace(
        table, laid=tuple(replace(laid, pose=pose) if laid.card.copy == copy else laid for laid in table.laid)
    )


def slot_at(seat: Seat, pose: Pose) -> int:
    """The slot in which a card lies."""
    return round(-seat.own_frame(pose)[0] / PITCH_MM)


def is_in_slot(seat: Seat, pose: Pose, slot: int) -> bool:
    """Whether a room or a miniboss belongs to a slot, also when it is slid or sticks out."""
    right, down = seat.own_frame(pose)
    return abs(right + slot * PITCH_MM) < _NEAR_MM and -75 < down < 35


def is_among_souls(seat: Seat, pose: Pose) -> bool:
    """Whether a card lies where the souls of a player do."""
    right, down = seat.own_frame(pose)
    return 30 < right < 130 and -150 < down < 40


def is_below_boss(seat: Seat, pose: Pose) -> bool:
    """Whether a card lies where the wounds of a player do."""
    right, down = seat.own_frame(pose)
    return abs(right) < 40 and 15 < down < 240


def _off_mm(one: Pose, other: Pose) -> float:
    return abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm)
