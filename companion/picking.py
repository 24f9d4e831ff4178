"""Cards that were tapped so far, until they make something that the game can be told."""

from dataclasses import replace

from companion.views import entry
from engine.boss_monster.cards import Item
from engine.boss_monster.commands import Command
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import CopyId

VERBS = ("pick", "unpick", "slot", "filter", "no_items")
"""What is tapped while cards are picked."""


class Picking:
    """What a finger has picked on the pages on which one says what lies on the table."""

    def __init__(self) -> None:
        self.picks = entry.Picks()

    def forget(self) -> None:
        """Another moment of the game: what was picked means nothing any more."""
        self.picks = entry.Picks()

    def has_items(self, cards: Catalog) -> bool:
        """Whether an item was picked."""
        return entry.picked_items(self.picks, cards) > 0

    def pick(self, verb: str, rest: str, state: State, cards: Catalog) -> Command | None:
        """One tap more: what can be told to the game now, or nothing yet."""
        picks = self.picks
        if verb == "filter":
            self.picks = replace(picks, filter=rest)
            return None
        if verb == "slot":
            self.picks = replace(picks, slots=(*picks.slots, int(rest)))
            return None
        if verb == "unpick" and not picks.cards:
            self.picks = replace(picks, slots=picks.slots[:-1])
            return None
        self.picks = _changed(picks, verb, rest, cards)
        told = entry.entered(state, self.picks, cards)
        if told is not None:
            self.forget()
        return told


def _changed(picks: entry.Picks, verb: str, rest: str, cards: Catalog) -> entry.Picks:
    """One card more or less, or no more items; that is the first thing that is taken back."""
    if verb == "no_items":
        return replace(picks, ends_items=True)
    if verb == "unpick" and picks.ends_items and isinstance(cards[picks.cards[-1]], Item):
        return replace(picks, ends_items=False)
    picked = (*picks.cards, CopyId(rest)) if verb == "pick" else picks.cards[:-1]
    return entry.Picks(picked, slots=picks.slots, ends_items=picks.ends_items)
