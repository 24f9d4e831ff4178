"""The hidden cards of simulated players: hands, decks and the discard pile, as people would handle them.

The referee never sees any of this. It says what to draw and to discard, and these players do it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from engine.boss_monster.cards import Miniboss, Room, RoomKind, RoomType, Spell
from engine.boss_monster.effect_events import Deed, HandTask, MinibossReturned, SpellKept
from engine.boss_monster.events import (
    EffectAnnounced,
    Event,
    MinibossDiscarded,
    Reminder,
    RoomDestroyed,
)
from engine.boss_monster.state import State
from engine.boss_monster.words.meanings import Sort
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

_ROOM_SORTS = {
    Sort.MONSTER_ROOM: (RoomType.MONSTER, None),
    Sort.TRAP_ROOM: (RoomType.TRAP, None),
    Sort.ADVANCED_ROOM: (None, RoomKind.ADVANCED),
    Sort.ADVANCED_MONSTER_ROOM: (RoomType.MONSTER, RoomKind.ADVANCED),
    Sort.ADVANCED_TRAP_ROOM: (RoomType.TRAP, RoomKind.ADVANCED),
}


@dataclass(slots=True)
class Hands:
    """All hidden cards of one game."""

    dice: Random
    cards: Catalog
    rooms: list[CopyId] = field(default_factory=list)
    """The room deck, with minibosses; the top card is the last one."""
    spells: list[CopyId] = field(default_factory=list)
    pile: list[CopyId] = field(default_factory=list)
    """The discard pile of rooms, minibosses and spells (BM-GEN-15)."""
    held: dict[PlayerId, list[CopyId]] = field(default_factory=dict)

    def deal(self, players: Iterable[PlayerId]) -> None:
        """Shuffle the decks; five rooms and two spells each, of which two are discarded (BM-SETUP-5, -6)."""
        self.rooms = self._shuffled(Room, Miniboss)
        self.spells = self._shuffled(Spell)
        for player in players:
            self.held[player] = []
            self.draw(player, 5, spells=False)
            self.draw(player, 2, spells=True)
            self.discard(player, Sort.CARD, 2)

    def draw(self, player: PlayerId, number: int, *, spells: bool) -> None:
        """Draw from a deck; an empty one is made of the discard pile (BM-START-9)."""
        for _ in range(number):
            deck = self.spells if spells else self.rooms
            if not deck:
                deck += [copy for copy in self.pile if isinstance(self.cards[copy], Spell) == spells]
                self.pile = [copy for copy in self.pile if copy not in deck]
                self.dice.shuffle(deck)
            if deck:
                self.held[player].append(deck.pop())

    def discard(self, player: PlayerId, sort: Sort, number: int) -> None:
        """Put cards of a sort on the discard pile, as many as there are."""
        for _ in range(number):
            fitting = self.of_sort(self.held[player], sort)
            if not fitting:
                return
            copy = self.dice.choice(fitting)
            self.held[player].remove(copy)
            self.pile.append(copy)

    def of_sort(self, copies: Iterable[CopyId], sort: Sort) -> list[CopyId]:
        """The cards of this sort among some."""
        return [copy for copy in copies if self._is(copy, sort)]

    def count(self, player: PlayerId, sort: Sort) -> int:
        """How many cards of a sort a player holds."""
        return len(self.of_sort(self.held[player], sort))

    def play(self, player: PlayerId, copy: CopyId) -> None:
        """A card leaves the hand for the table."""
        if copy in self.held[player]:
            self.held[player].remove(copy)

    def follow(self, events: Iterable[Event], state: State) -> None:
        """Do what the referee says, and keep track of what left the table."""
        for event in events:
            match event:
                case Reminder("draw_room", players):
                    for player in players:
                        self.draw(player, 1, spells=False)
                case HandTask():
                    for player in event.players:
                        self._do(player, event)
                case RoomDestroyed(_, _, room):
                    self.pile.append(room)
                case MinibossDiscarded(_, miniboss):
                    self.pile.append(miniboss)
                case MinibossReturned(player, _, miniboss):
                    self.held[player].append(miniboss)
                case EffectAnnounced(player, card) if card is not None and card in self.held[player]:
                    self.held[player].remove(card)
                    self.pile.append(card)
                case SpellKept(_, spell) if spell in self.pile:
                    self.pile.remove(spell)

    # -- hidden deeds ------------------------------------------------------------------------------------------------

    def _do(self, player: PlayerId, task: HandTask) -> None:
        match task.deed:
            case Deed.DRAW | Deed.DRAW_UP_TO:
                self.draw(player, task.number, spells=self._wants_spells(task.sort))
            case Deed.DRAW_INSTEAD:
                self._draw_instead(player)
            case Deed.DISCARD | Deed.DISCARD_RANDOM:
                self.discard(player, task.sort, task.number)
            case Deed.DISCARD_HAND:
                self.discard(player, Sort.CARD, len(self.held[player]))
            case Deed.DISCARD_TOP:
                self.pile += [self.rooms.pop() for _ in range(min(task.number, len(self.rooms)))]
            case Deed.REDRAW:
                self._redraw(player)
            case Deed.TAKE_DISCARDED | Deed.TAKE_IT | Deed.SEARCH:
                self._take(player, task)
            case Deed.STEAL | Deed.STEAL_RANDOM | Deed.GIVE:
                self._pass_on(player, task)
            case Deed.SHOW:
                pass

    def _wants_spells(self, sort: Sort) -> bool:
        return sort is Sort.SPELL or (sort is Sort.CARD and self.dice.random() < 0.5)

    def _draw_instead(self, player: PlayerId) -> None:
        """The room of the round start goes back for a spell, if the player likes."""
        drawn = [copy for copy in self.held[player][-1:] if not isinstance(self.cards[copy], Spell)]
        if drawn and self.spells and self.dice.random() < 0.5:
            self.held[player].remove(drawn[0])
            self.rooms.append(drawn[0])
            self.draw(player, 1, spells=True)

    def _redraw(self, player: PlayerId) -> None:
        spells = self.count(player, Sort.SPELL)
        rooms = len(self.held[player]) - spells
        self.discard(player, Sort.CARD, len(self.held[player]))
        self.draw(player, spells, spells=True)
        self.draw(player, rooms, spells=False)

    def _take(self, player: PlayerId, task: HandTask) -> None:
        """From the discard pile, or from the decks for a search."""
        for _ in range(task.number):
            places = [self.pile, self.rooms, self.spells] if task.deed is Deed.SEARCH else [self.pile]
            wanted = [task.taken] if task.taken is not None else self.of_sort((c for p in places for c in p), task.sort)
            place = next((place for place in places if wanted and wanted[-1] in place), None)
            if place is None:
                return
            place.remove(wanted[-1])
            self.held[player].append(wanted[-1])

    def _pass_on(self, player: PlayerId, task: HandTask) -> None:
        """One card changes hands."""
        if task.other is None:
            return
        giver, taker = (player, task.other) if task.deed is Deed.GIVE else (task.other, player)
        fitting = self.of_sort(self.held[giver], task.sort)
        if fitting:
            copy = self.dice.choice(fitting)
            self.held[giver].remove(copy)
            self.held[taker].append(copy)

    # -- sorts -------------------------------------------------------------------------------------------------------

    def _is(self, copy: CopyId, sort: Sort) -> bool:
        card = self.cards[copy]
        match sort:
            case Sort.CARD:
                return True
            case Sort.SPELL | Sort.PLAYED_SPELL:
                return isinstance(card, Spell)
            case Sort.MINIBOSS:
                return isinstance(card, Miniboss)
        if not isinstance(card, Room):
            return False
        if sort is Sort.MULTI_TREASURE_ROOM:
            return len(card.treasure) > 1
        type_, kind = _ROOM_SORTS.get(sort, (None, None))
        return type_ in (None, card.type) and kind in (None, card.kind)

    def _shuffled(self, *kinds: type) -> list[CopyId]:
        copies = sorted(copy for card in self.cards if isinstance(card, kinds) for copy in card.copy_ids)
        self.dice.shuffle(copies)
        return copies
