"""Simulated players: they look at what the table is waiting for and move the physical cards accordingly.

Each move is a function of the world and the referee's state alone, with dice drawn from the seed and the moment. So a
rehearsal that is killed and started again goes on exactly as it would have.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion import truth
from companion.world import HEROES, ROOMS, World, after, nudged
from engine.boss_monster.cards import Room, RoomKind
from engine.boss_monster.state import Phase, Player, Question, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId
from vision.stickers import Role
from vision.tabletop import PhysicalCard, Pose, Tabletop

_DECLINES = 0.08
_CROWD = 7


def moment(state: State) -> str:
    """A name for what the table is waiting for now."""
    return f"{state.round}.{state.phase.value}.{state.active or ''}"


class Actors:
    """Everybody at the simulated table."""

    def __init__(self, catalog: Catalog, cards: Mapping[CopyId, PhysicalCard]) -> None:
        self._catalog, self._cards = catalog, cards

    def move(self, world: World, state: State) -> World:
        """The world after hands did what is due now; the same world when nothing is due."""
        now = moment(state)
        if world.done == now:
            return world
        dice = Random(f"{world.seed}.{now}")
        match state.phase:
            case Phase.BUILD:
                table = self._place(world, state, dice)
            case Phase.REVEAL:
                table = self._turn_up(world, dice)
            case Phase.ROUND_START:
                table = self._reveal_heroes(world, state, dice)
            case Phase.BAITED:
                table = self._move_heroes(world, state, dice)
            case Phase.ROUND_END:
                table = self._tidy(world, state, dice)
            case _:
                return world
        return after(world, table, now)

    def straighten(self, world: World, attempt: int) -> World:
        """Somebody pushes all cards of the table a little, because the referee cannot see one."""
        dice = Random(f"{world.seed}.{world.done}.{attempt}")
        table = world.table
        for laid in world.table.laid:
            if laid.card.role is not Role.TOWN:
                table = _swap_pose(table, laid.card.copy, nudged(laid.pose, dice))
        return after(world, table, world.done)

    def answer(self, world: World, state: State, question: Question) -> str:
        """The honest answer to a question of the referee."""
        if question.ask == "Q-02" and question.player is not None and question.slot is not None:
            return truth.side(world, state.player(question.player).boss).stacks[question.slot - 1][-1]
        if question.ask == "Q-03" and question.player is not None:
            is_there = truth.side(world, state.player(question.player).boss).face_down == question.slot
            return "yes" if is_there else "wait"
        honest = {"Q-04": "covered", "Q-05": "no", "Q-07": "face_down", "Q-08": "misread", "Q-14": "allow"}
        return honest.get(question.ask, "wait")

    # -- building ----------------------------------------------------------------------------------------------------

    def _place(self, world: World, state: State, dice: Random) -> Tabletop:
        """The active player chooses a room and lays it face-down, or declines."""
        assert state.active is not None
        boss = state.player(state.active).boss
        seat = world.seat_of(boss)
        choices = self._choices(world, boss, world.table.hands[seat])
        if not choices or dice.random() < _DECLINES:
            return world.table
        copy, slot = dice.choice(choices)
        card = self._cards[copy]
        table = world.table.with_card(card, nudged(world.table.seats[seat].slot(slot), dice), face_up=False)
        return table.with_hand(seat, tuple(held for held in table.hands[seat] if held.copy != copy))

    def _choices(self, world: World, boss: CopyId, hand: tuple[PhysicalCard, ...]) -> list[tuple[CopyId, int]]:
        """What may be built where; a growing dungeon is preferred to a rebuilt one."""
        stacks = truth.side(world, boss).stacks
        grow, cover = [], []
        for card in sorted(hand, key=lambda held: held.copy):
            room = self._catalog[card.copy]
            if not isinstance(room, Room):
                continue
            is_advanced = room.kind is RoomKind.ADVANCED
            if not is_advanced and len(stacks) < 5:
                grow.append((card.copy, len(stacks) + 1))
            for slot, stack in enumerate(stacks, start=1):
                below = self._catalog[stack[-1]]
                assert isinstance(below, Room)
                is_better = is_advanced and set(below.treasure) & set(room.treasure)
                if is_better or (not is_advanced and len(stacks) == 5):
                    cover.append((card.copy, slot))
        return grow + cover

    def _turn_up(self, world: World, dice: Random) -> Tabletop:
        """All face-down rooms are turned up at the same time (BM-BUILD-15)."""
        table = world.table
        for laid in world.table.laid:
            if laid.card.role is Role.ROOM and not laid.face_up:
                table = table.with_card(laid.card, nudged(laid.pose, dice))
        return table

    # -- heroes ------------------------------------------------------------------------------------------------------

    def _reveal_heroes(self, world: World, state: State, dice: Random) -> Tabletop:
        """Everybody draws a room; one hero per player comes into town (BM-START-1, -4)."""
        table = world.table
        for player in state.living:
            if deck := table.decks[ROOMS]:
                seat = world.seat_of(player.boss)
                table = table.with_deck(ROOMS, deck[:-1]).with_hand(seat, (*table.hands[seat], deck[-1]))
        waiting = list(truth.town(world))
        deck = table.decks[HEROES]
        new = list(reversed(deck[-state.options.player_count :]))
        table = table.with_deck(HEROES, deck[: len(deck) - len(new)])
        return self._lay_town(table, [*waiting, *(card.copy for card in new)], dice)

    def _move_heroes(self, world: World, state: State, dice: Random) -> Tabletop:
        """Lured heroes go to their entrances, the others move up (BM-BAIT-6, -9)."""
        table = world.table
        for player in state.living:
            table = self._lay_queue(table, world.seat_of(player.boss), player, dice)
        return self._lay_town(table, list(state.town), dice)

    def _tidy(self, world: World, state: State, dice: Random) -> Tabletop:
        """Souls and wounds are laid where they belong; eliminated players' cards leave the table (BM-END-3)."""
        table = world.table
        for player in state.players:
            seat = world.table.seats[world.seat_of(player.boss)]
            for place, hero in enumerate(player.dead):
                if (laid := table.find(hero)) and laid.face_up:
                    table = table.with_card(laid.card, nudged(seat.soul(place), dice), face_up=False)
            already = set(truth.side(world, player.boss).wounds)
            for place, hero in enumerate(player.survivors):
                if hero not in already:
                    table = table.with_card(self._cards[hero], nudged(seat.wound(place), dice), below=True)
            if player.eliminated:
                table = self._clear(world, table, player)
        return self._lay_town(table, list(state.town), dice)

    def _clear(self, world: World, table: Tabletop, player: Player) -> Tabletop:
        real = truth.side(world, player.boss)
        rooms = [room for stack in real.stacks for room in stack]
        for copy in (player.boss, *rooms, *player.dead, *player.survivors):
            table = table.without(copy)
        return table

    def _lay_town(self, table: Tabletop, heroes: list[CopyId], dice: Random) -> Tabletop:
        """Only cards that have to move are touched."""
        for place, hero in enumerate(heroes):
            pose = table.town_place(place, crowded=len(heroes) > _CROWD)
            table = self._lay(table, hero, pose, dice)
        return table

    def _lay_queue(self, table: Tabletop, seat: int, player: Player, dice: Random) -> Tabletop:
        for place, hero in enumerate(player.entrance):
            pose = table.seats[seat].entrance(place, len(player.dungeon))
            table = self._lay(table, hero, pose, dice)
        return table

    def _lay(self, table: Tabletop, hero: CopyId, pose: Pose, dice: Random) -> Tabletop:
        laid = table.find(hero)
        off_mm = 99.0 if laid is None else abs(laid.pose.x_mm - pose.x_mm) + abs(laid.pose.y_mm - pose.y_mm)
        return table if off_mm < 8 else table.with_card(self._cards[hero], nudged(pose, dice))


def _swap_pose(table: Tabletop, copy: CopyId, pose: Pose) -> Tabletop:
    """Push one card without changing what lies above or below it."""
    laid = tuple(replace(card, pose=pose) if card.card.copy == copy else card for card in table.laid)
    return replace(table, laid=laid)
