"""Simulated players: they look at what the table is waiting for and move the physical cards accordingly.

Each move is a function of the world and the referee's state alone, with dice drawn from the seed and the moment. So a
rehearsal that is killed and started again goes on exactly as it would have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from companion import truth
from companion.game import GameTurn
from companion.handiwork import Handiwork, pushed
from companion.hands import Hands
from companion.table_players import TablePlayers
from companion.world import HEROES, ITEMS, NOTHING, PILE, ROOMS, SPELLS, World, after, nudged
from engine.boss_monster import decks, rounds, timing
from engine.boss_monster.answers import BUILD_NOW, WHO_PLAYS
from engine.boss_monster.cards import item_card
from engine.boss_monster.commands import Announce, Ask, BuildRoom, Command, Promote
from engine.boss_monster.effects.agenda import NONE
from engine.boss_monster.events import EffectAnnounced, Event
from engine.boss_monster.items import is_useless
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, Player, Question, State
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId
from vision.stickers import Role
from vision.tabletop import MARKERS, MOST_IN_TOWN, PhysicalCard, Tabletop

EAGER = 0.3
"""How likely somebody uses what could be used in a pause."""
_PROMOTES = 0.2
_MOST_ANNOUNCED = 3
"""While so many effects wait nobody announces another: some cards may be used again and again for nothing."""
_PAD_MM = 130.0
_GAME_QUESTIONS = frozenset({"Q-11", "Q-12", "Q-15", "Q-16", "Q-19", "Q-20"})
"""Questions that the rules leave to the players; all others doubt the table."""


def moment(state: State) -> str:
    """A name for what the table is waiting for now."""
    return f"{state.round}.{state.phase.value}.{state.active or ''}"


def is_doubt(question: Question) -> bool:
    """Whether the referee asks because it cannot make out the table; what cards and rules ask is part of the game."""
    return not question.of_task and question.ask not in _GAME_QUESTIONS


class Actors:
    """Everybody at the simulated table."""

    def __init__(self, catalog: Catalog, cards: Mapping[CopyId, PhysicalCard], eager: float = EAGER) -> None:
        self._catalog, self._cards, self._eager = catalog, cards, eager

    # -- what the referee said ---------------------------------------------------------------------------------------

    def follow(self, world: World, turns: Sequence[GameTurn]) -> World:
        """Do what the turns since the last time ask for: draw, discard, move cards."""
        if world.followed > len(turns):  # somebody took a turn back; the table shows what is to be moved
            return replace(world, followed=len(turns))
        while world.followed < len(turns):
            world = self._follow(world, turns[world.followed])
        return world

    def _follow(self, world: World, turn: GameTurn) -> World:
        number, state = world.followed, turn.state
        world = replace(world, followed=number + 1, shown=NOTHING if _is_read(world, turn) else world.shown)
        if not state.players:
            return world
        dice = Random(f"{world.seed}.turn.{number}")
        hands = self._hands(world, state, dice)
        shown = [copy for copy in hands.pile if _is_on_pad(world.table, copy)]  # not discarded before it took place
        hands.pile = [copy for copy in hands.pile if copy not in shown]
        hands.follow(turn.events, state)
        hands.pile += shown
        work = Handiwork(world, state, self._cards, dice)
        work.carry_out(turn.command, turn.events)
        for back in work.taken_back:
            (hands.pile if back.discarded else hands.held[back.player]).append(back.copy)
        table = _without_resolved(work.table, world.shown, state)
        return self._with_hands(replace(world, table=table), state, hands)

    # -- what is due -------------------------------------------------------------------------------------------------

    def move(self, world: World, state: State) -> World:
        """The world after hands did what is due now; the same world when nothing is due."""
        now = moment(state)
        if world.done == now or state.question is not None:
            return world
        dice = Random(f"{world.seed}.{now}")
        match state.phase:
            case Phase.BUILD:
                return replace(self._place(world, state, dice), done=now)
            case Phase.REVEAL:
                table = self._turn_up(world, dice)
            case Phase.ROUND_START:
                table = self._reveal(world, state, dice)
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
            if laid.card.role not in MARKERS:
                table = pushed(table, laid.card.copy, nudged(laid.pose, dice))
        return after(world, table, world.done)

    # -- spells and abilities ----------------------------------------------------------------------------------------

    def use(self, world: World, state: State) -> tuple[World, Command | None]:
        """What somebody wants to use in this pause: a card shown on the spell pad, or a command for the referee."""
        if world.considered == world.followed or timing.why_no_spells(state) or not state.players:
            return world, None
        if len(state.announced) >= _MOST_ANNOUNCED:
            return world, None
        dice = Random(f"{world.seed}.use.{world.followed}")
        players = self._players(world, state, dice)
        if state.phase is Phase.BUILD and dice.random() < _PROMOTES and (promoted := self._promote(state, dice)):
            return world, promoted
        command = players.use(state)
        if not isinstance(command, Announce) or command.card is None or command.ability is None:
            return world, command
        if not timing.is_from_hand(command.card, command.ability, self._catalog):
            return world, command
        lying = sum(
            laid.card.role not in MARKERS and _is_on_pad(world.table, laid.card.copy) for laid in world.table.laid
        )
        table = world.table.with_card(self._cards[command.card], nudged(world.table.pad_place(lying), dice))
        return replace(world, table=table, considered=world.followed, shown=command.card), None

    def _promote(self, state: State, dice: Random) -> Promote | None:
        """A miniboss rises, where its owner may and can pay (BM-MINI-8)."""
        places = [
            Promote(player.id, slot)
            for player in state.living
            for slot, stack in enumerate(player.dungeon, start=1)
            if stack.miniboss is not None
        ]
        legal = [promote for promote in places if self._is_legal(state, promote)]
        return dice.choice(legal) if legal else None

    def _is_legal(self, state: State, command: Command) -> bool:
        try:
            apply(state, command, self._catalog)
        except IllegalCommand:
            return False
        return True

    # -- answers -----------------------------------------------------------------------------------------------------

    def reply(self, world: World, state: State, question: Question) -> tuple[World, str | None]:
        """The answer to a question. Where a room on the table is the answer it is laid, and nothing is said."""
        if question.key != BUILD_NOW or question.player is None:
            return world, self.answer(world, state, question)
        now = f"now.{world.followed}"
        if world.done == now:
            return world, None if self._lies_loose(world, state, question) else NONE
        dice = Random(f"{world.seed}.{now}")
        players = self._players(world, state, dice)
        command = players.answer(state, question)
        if not isinstance(command, BuildRoom) or command.room in state.gone or not self._is_legal(state, command):
            return world, NONE
        seat = world.table.seats[world.seat_of(state.player(command.player).boss)]
        table = world.table.with_card(self._cards[command.room], nudged(seat.slot(command.slot), dice))
        world = self._with_hands(replace(world, table=table, done=now), state, players.hands)
        return world, None

    def _lies_loose(self, world: World, state: State, question: Question) -> bool:
        """Whether a room lies on the table that the referee has not read yet."""
        assert question.player is not None
        known = {room for player in state.players for stack in player.dungeon for room in stack.rooms}
        known |= {stack.miniboss.copy for player in state.players for stack in player.dungeon if stack.miniboss}
        loose = [laid for laid in world.table.laid if laid.card.role in (Role.ROOM, Role.MINIBOSS) and laid.face_up]
        return any(laid.card.copy not in known and not _is_on_pad(world.table, laid.card.copy) for laid in loose)

    def answer(self, world: World, state: State, question: Question) -> str:
        """The honest answer to a question of the referee or of a card."""
        if is_doubt(question):
            return self._settle(world, state, question)
        dice = Random(f"{world.seed}.answer.{world.followed}")
        if question.key == WHO_PLAYS:
            return self._who_holds(world, state, question.cards[0])
        if question.ask == "Q-11":
            return self._largest_hand(world, state, question)
        if question.ask == "Q-20":
            return "continue" if "continue" in question.choices else question.choices[0]
        given = self._players(world, state, dice).answer(state, question)
        return given.choice if isinstance(given, Answer) else NONE

    def _settle(self, world: World, state: State, question: Question) -> str:
        """What really lies on the table."""
        if question.ask == "Q-02" and question.player is not None and question.slot is not None:
            return truth.side(world, state.player(question.player).boss).stacks[question.slot - 1][-1]
        if question.ask == "Q-03" and question.player is not None:
            is_there = question.slot in truth.side(world, state.player(question.player).boss).face_down
            return "yes" if is_there else "wait"
        if question.ask == "Q-13" and question.player is not None and question.slot is not None:
            tucked = state.player(question.player).dungeon[question.slot - 1].miniboss
            return str(tucked.level) if tucked is not None and world.table.find(tucked.copy) else "gone"
        if question.ask == "Q-06" and question.player is not None:
            return "yes" if question.slot in truth.side(world, state.player(question.player).boss).sideways else "no"
        honest = {"Q-04": "covered", "Q-05": "no", "Q-07": "face_down", "Q-08": "misread", "Q-14": "take_back"}
        return honest.get(question.ask, "wait")

    def _who_holds(self, world: World, state: State, card: CopyId) -> str:
        hands = world.table.hands
        holders = (p.id for p in state.living if card in [held.copy for held in hands[world.seat_of(p.boss)]])
        return next(holders, NONE)

    def _largest_hand(self, world: World, state: State, question: Question) -> str:
        """Who has the most cards is lured to; the players count honestly."""
        sizes = {str(p.id): len(world.table.hands[world.seat_of(p.boss)]) for p in state.living}
        most = max(sizes.values())
        largest = [choice for choice in question.choices if sizes.get(choice) == most]
        return largest[0] if len(largest) == 1 else question.choices[-1]

    # -- hidden cards ------------------------------------------------------------------------------------------------

    def _players(self, world: World, state: State, dice: Random) -> TablePlayers:
        """Everybody with their hands. The first room is laid by all (BM-SETUP-9)."""
        declines = 0.0 if state.round == 0 else 0.06
        hands = self._hands(world, state, dice)
        return TablePlayers(dice, self._catalog, hands, declines, self._eager)

    def _hands(self, world: World, state: State, dice: Random) -> Hands:
        table = world.table
        held = {p.id: [card.copy for card in table.hands[world.seat_of(p.boss)]] for p in state.players}
        rooms, spells, pile = ([card.copy for card in table.decks[name]] for name in (ROOMS, SPELLS, PILE))
        return Hands(dice, self._catalog, rooms, spells, pile, held)

    def _with_hands(self, world: World, state: State, hands: Hands) -> World:
        table = world.table
        for name, deck in ((ROOMS, hands.rooms), (SPELLS, hands.spells), (PILE, hands.pile)):
            table = table.with_deck(name, tuple(self._cards[copy] for copy in deck))
        for player in state.players:
            held = tuple(self._cards[copy] for copy in hands.held[player.id])
            table = table.with_hand(world.seat_of(player.boss), held)
        return replace(world, table=table)

    # -- building ----------------------------------------------------------------------------------------------------

    def _place(self, world: World, state: State, dice: Random) -> World:
        """The active player chooses cards and lays them face-down, or declines."""
        players = self._players(world, state, dice)
        players.build(state)
        table = world.table
        for (host, slot), copy in (players.placed or {}).items():
            boss = state.player(host).boss
            seat = table.seats[world.seat_of(boss)]
            table = table.with_card(self._cards[copy], nudged(seat.slot(slot), dice), face_up=False)
            table = self._make_way(table, world, state.player(host), slot, dice)
        return self._with_hands(replace(world, table=table), state, players.hands)

    def _make_way(self, table: Tabletop, world: World, player: Player, slot: int, dice: Random) -> Tabletop:
        """Heroes that still wait at the entrance move aside for a new room."""
        if slot <= len(player.dungeon):
            return table
        seat = table.seats[world.seat_of(player.boss)]
        for place, hero in enumerate(player.entrance):
            table = table.with_card(self._cards[hero], nudged(seat.entrance(place, slot), dice))
        return table

    def _turn_up(self, world: World, dice: Random) -> Tabletop:
        """All face-down rooms are turned up at the same time (BM-BUILD-15)."""
        table = world.table
        for laid in world.table.laid:
            if laid.card.role in (Role.ROOM, Role.MINIBOSS) and not laid.face_up:
                table = table.with_card(laid.card, nudged(laid.pose, dice))
        return table

    # -- heroes ------------------------------------------------------------------------------------------------------

    def _reveal(self, world: World, state: State, dice: Random) -> Tabletop:
        """Items, then one hero per player come into town (BM-START-1, -6)."""
        table = self._reveal_items(world.table, state, dice)
        waiting = list(truth.town(world))
        deck = table.decks[HEROES]
        new = list(reversed(deck[len(deck) - rounds.heroes_expected(state, self._catalog) :]))
        table = table.with_deck(HEROES, deck[: len(deck) - len(new)])
        crowded = len(waiting) + len(new) > MOST_IN_TOWN
        for place, card in enumerate([*(self._cards[hero] for hero in waiting), *new]):
            pose = table.town_place(place, crowded=crowded)
            laid = table.find(card.copy)
            if laid is None or abs(laid.pose.x_mm - pose.x_mm) + abs(laid.pose.y_mm - pose.y_mm) >= 8:
                table = table.with_card(card, nudged(pose, dice), below=crowded and place % 2 == 1)
        return table

    def _reveal_items(self, table: Tabletop, state: State, dice: Random) -> Tabletop:
        """As many as the rules say; those that nobody can carry do not count (BM-ITEM-4, BM-COMB-7)."""
        missing, deck = decks.items_per_round(state), list(table.decks.get(ITEMS, ()))
        for place, item in enumerate(state.items):  # those before it may have been taken
            laid, pose = table.find(item), table.item_place(place)
            if laid is not None and abs(laid.pose.x_mm - pose.x_mm) + abs(laid.pose.y_mm - pose.y_mm) >= 8:
                table = pushed(table, item, nudged(pose, dice))
        places = count(len(state.items))
        while missing and deck:
            card = deck.pop()
            table = table.with_card(card, nudged(table.item_place(next(places)), dice), below=True)
            missing -= not is_useless(item_card(self._catalog, card.copy), state)
        return table.with_deck(ITEMS, tuple(deck))

    def _move_heroes(self, world: World, state: State, dice: Random) -> Tabletop:
        """Lured heroes go to their entrances, the others move up (BM-BAIT-6, -9)."""
        work = Handiwork(world, state, self._cards, dice)
        work.lay_heroes()
        return work.table

    def _tidy(self, world: World, state: State, dice: Random) -> Tabletop:
        """Rooms are turned upright and slid back; eliminated players' cards leave the table (BM-END-3, -12, -13)."""
        table = world.table
        for player in state.players:
            seat = table.seats[world.seat_of(player.boss)]
            real = truth.side(world, player.boss)
            for slot in sorted({*real.sideways, *real.slid}):
                for room in real.stacks[slot - 1][-1:]:
                    table = pushed(table, room, nudged(seat.slot(slot), dice))
            if player.eliminated:
                table = self._clear(world, table, player)
        return table

    def _clear(self, world: World, table: Tabletop, player: Player) -> Tabletop:
        real = truth.side(world, player.boss)
        rooms = [room for stack in real.stacks for room in stack]
        minibosses = [copy for _, copy, _ in real.minibosses]
        items = [copy for copy in (player.open_item, *player.closed_items) if copy is not None]
        for copy in (player.boss, *rooms, *minibosses, *items, *player.dead, *player.survivors):
            table = table.without(copy)
        return table


def _is_read(world: World, turn: GameTurn) -> bool:
    """Whether the referee took notice of the card on the spell pad."""
    asked = isinstance(turn.command, Ask) and turn.command.key == WHO_PLAYS and world.shown in turn.command.cards
    return asked or any(_announces(event, world.shown) for event in turn.events) or _is_declared(world.shown, turn)


def _announces(event: Event, card: CopyId) -> bool:
    return isinstance(event, EffectAnnounced) and event.card == card


def _is_declared(card: CopyId, turn: GameTurn) -> bool:
    """Its targets are still being chosen."""
    return isinstance(turn.command, Announce) and turn.command.card == card


def _is_on_pad(table: Tabletop, copy: CopyId) -> bool:
    laid = table.find(copy)
    return laid is not None and abs(laid.pose.x_mm - table.pad.x_mm) + abs(laid.pose.y_mm - table.pad.y_mm) < _PAD_MM


def _without_resolved(table: Tabletop, shown: CopyId, state: State) -> Tabletop:
    """Cards on the spell pad whose effect is over go to the discard pile."""
    if state.question is not None:
        return table
    waiting = {announced.card for announced in state.announced}
    for laid in table.laid:
        copy = laid.card.copy
        if laid.card.role not in MARKERS and copy != shown and copy not in waiting and _is_on_pad(table, copy):
            table = table.without(copy)
    return table
