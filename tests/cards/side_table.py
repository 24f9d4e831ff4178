"""The table of real cards for the smaller sets: coins, items, minibosses and hidden hands as well."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Self

from engine.boss_monster.commands import FinishBuild, Placed, RevealHeroes, RevealRooms
from engine.boss_monster.counts import room_damage
from engine.boss_monster.effect_events import HandTask
from engine.boss_monster.events import Event
from engine.boss_monster.options import PlainValue
from engine.boss_monster.state import Phase, Stack
from tests.cards.table import CardTable

ALL_SETS = ("base", "next_level", "tools_of_hero_kind", "rise_of_the_minibosses", "crash_landing", "promos")

TRAP, TRAP_B, MONSTER, MONSTER_B, SPELLBOOK_TRAP = (
    "unstable_mine",
    "tomb_of_terrors",
    "training_camp",
    "shrooman_aviary",
    "cursed_well",
)
"""Ordinary rooms of two damage that do nothing unless somebody uses them: gold, relic, equipment twice, spellbook."""
BIG_TRAP, BIG_MONSTER, BIGGEST_TRAP = "living_trap", "haunted_cavern", "hypercube"
"""Advanced rooms that do nothing unless somebody uses them: three damage, three, four."""
PAIR_TRAP, PAIR_MONSTER = "pool_of_shadows", "pixie_fountain"
"""Rooms of one damage with two symbols each."""


class SideTable(CardTable):
    """A table of real cards of all sets. Everybody starts without coins."""

    def __init__(self, *, switches: dict[str, PlainValue] | None = None, **bosses: str) -> None:
        super().__init__(sets=ALL_SETS, switches=switches, **bosses)

    # -- the table ---------------------------------------------------------------------------------------------------

    def coins(self, name: str, number: int) -> Self:
        """What a hoard holds."""
        self.change(name, coins=number)
        return self

    def laid(self, name: str, room: str, **facts: object) -> Self:
        """Something lies on a room: coins or counters."""
        self._with_stack(name, room, **facts)
        return self

    def equipped(self, hero: str, item: str) -> Self:
        """A hero carries an item."""
        copy, carried = self.copy(hero, "hero"), self.copy(item, "item")
        self.state = self.state.with_mark(replace(self.state.mark(copy), item=carried))
        return self._seen(item)

    def has_item(self, name: str, item: str, *, face_up: bool = True) -> Self:
        """An item lies in a score area."""
        player, copy = self.player(name), self.copy(item, "item")
        if face_up:
            self.change(name, open_item=copy)
        else:
            self.change(name, closed_items=(*player.closed_items, copy))
        return self._seen(item)

    def item_in_town(self, item: str) -> Self:
        """An item waits for a hero."""
        self.state = replace(self.state, items=(*self.state.items, self.copy(item, "item")))
        return self._seen(item)

    def _seen(self, item: str) -> Self:
        self.state = replace(self.state, seen_items=(*self.state.seen_items, self.copy(item, "item")))
        return self

    # -- playing -----------------------------------------------------------------------------------------------------

    def round_begins(self, *heroes: str) -> tuple[Event, ...]:
        """Phase 1: these heroes are revealed."""
        self.phase(Phase.ROUND_START)
        return self.do(RevealHeroes(tuple(self.copy(hero, "hero") for hero in heroes)))

    def finishes(self, name: str, slot: int) -> None:
        """A player lays a card face-down on this slot; everybody else declines."""
        player = self.id_of(name)
        while self.state.phase is Phase.BUILD and self.state.active is not None:
            self.do(FinishBuild(self.state.active, slot if self.state.active == player else None))

    def builds_miniboss(self, name: str, miniboss: str, on: str) -> tuple[Event, ...]:
        """A player lays a miniboss face-down on a room; everybody else declines; it is revealed and paid for."""
        if self.state.phase is not Phase.BUILD:
            self.building()
        player = self.player(name)
        slot = self._slot(player, on)
        events: tuple[Event, ...] = ()
        while self.state.phase is Phase.BUILD and self.state.active is not None:
            events += self.do(FinishBuild(self.state.active, slot if self.state.active == player.id else None))
        events += self.do(RevealRooms((Placed(player.id, slot, self.copy(miniboss, "miniboss")),)))
        return events + self.answer("pay")

    # -- what the players see ----------------------------------------------------------------------------------------

    def trusted(self, events: Iterable[Event] | None = None) -> list[str]:
        """What players do with hidden cards, such as "Ben discard_random 1 spell"."""
        told = [event for event in (self.log if events is None else events) if isinstance(event, HandTask)]
        return [self._in_words(event) for event in told]

    def _in_words(self, told: HandTask) -> str:
        players = "+".join(self.short(player) for player in told.players)
        other = f" / {self.short(told.other)}" if told.other else ""
        return f"{players} {told.deed.value} {told.number} {told.sort.value}{other}"

    def hoard(self, name: str) -> int:
        """The coins of a player."""
        return self.player(name).coins

    def stack(self, room: str) -> Stack:
        """What lies where this room is on top."""
        copy = self.copy(room, "room")
        return next(stack for player in self.state.players for stack in player.dungeon if stack.top == copy)

    def deals(self, name: str, room: str) -> int:
        """The damage of a room as the screen shows it."""
        player = self.player(name)
        return room_damage(self.state, player, self._slot(player, room), self.catalog)

    def level(self, room: str) -> int:
        """The level of the miniboss under a room; 0 without one."""
        tucked = self.stack(room).miniboss
        return tucked.level if tucked else 0
