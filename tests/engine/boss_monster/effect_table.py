"""A hand-made table on which single words of the cards are carried out, as if a card had said just that.

table = EffectTable("Ada", "Ben").room("Ada", "crypt", 2)
table.carry_out(AddDamage(2), card=room_id("crypt"))
"""

from dataclasses import replace
from typing import TypeVar

from engine.boss_monster import course
from engine.boss_monster.commands import BeginAdventure
from engine.boss_monster.effect_events import EffectLost, HandTask
from engine.boss_monster.events import Event
from engine.boss_monster.state import Phase, Stack, Task
from engine.core.commands import Answer
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId
from tests.builders import Table, room_id

ADA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
_EventT = TypeVar("_EventT", bound=Event)


class EffectTable(Table):
    """A table on which the steps of a card are carried out by the real course of the game."""

    spell: CopyId

    def carry_out(
        self, *steps: Step, player: PlayerId = ADA, card: CopyId | None = None, **bound: str
    ) -> tuple[Event, ...]:
        """These steps of a card happen now, until they are done or somebody is asked. Without a card: of a spell."""
        source = card if card is not None else self.new_spell("trick", "both")
        task = Task(player, source, steps).binding(begun="yes", **bound)
        self.state, events = course.run((replace(self.state, agenda=(task, *self.state.agenda)), ()), self.catalog)
        return events

    def answer(self, choice: str) -> tuple[Event, ...]:
        """The players answer."""
        return self.do(Answer(choice))

    def walking(self, name: str, hero: str, health: int = 9) -> "EffectTable":
        """A hero stands in the first room of this dungeon, after its damage."""
        self.waiting(name, hero, health).phase(Phase.BAITED).do(BeginAdventure())
        assert self.state.walk is not None
        return self

    def stack(self, name: str, slot: int) -> Stack:
        """What lies in a slot."""
        return self.player(name).dungeon[slot - 1]

    @property
    def asked(self) -> tuple[str, tuple[str, ...]]:
        """The key and the choices of the open question."""
        assert self.state.question is not None
        return self.state.question.key, self.state.question.choices


def only(events: tuple[Event, ...], kind: type[_EventT]) -> list[_EventT]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def is_lost(events: tuple[Event, ...]) -> bool:
    """Whether the effect found nothing to happen to."""
    return bool(only(events, EffectLost))


def hands(events: tuple[Event, ...]) -> list[HandTask]:
    """What the players do with hidden cards."""
    return only(events, HandTask)


__all__ = ["ADA", "BEN", "CEM", "EffectTable", "hands", "is_lost", "only", "room_id"]
