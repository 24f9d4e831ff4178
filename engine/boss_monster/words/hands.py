"""Hidden cards: the players do it, on trust (FX-35 to FX-40, FX-21)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.words.meanings import Deck, Sort, Who
from engine.core.effects import Amount, Step


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """FX-35: draw cards from a deck; `up_to` leaves the number to the player."""

    word: ClassVar[str] = "draw"
    deck: Deck
    number: Amount = 1
    who: Who = Who.YOU
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class Discard(Step):
    """FX-36, -37: put cards from the hand on the discard pile: of one's own choice, or at `random` (BM-GLOSS-1, -2).

    As a cost the owner must have them.
    """

    word: ClassVar[str] = "discard"
    sort: Sort = Sort.CARD
    number: Amount = 1
    who: Who = Who.YOU
    random: bool = False


@dataclass(frozen=True, slots=True)
class DiscardHand(Step):
    """FX-36: discard all cards of the hand."""

    word: ClassVar[str] = "discard_hand"
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class Redraw(Step):
    """FX-35, -36: discard the hand and draw as many rooms and spells as before."""

    word: ClassVar[str] = "redraw"
    who: Who = Who.CHOSEN


@dataclass(frozen=True, slots=True)
class TakeDiscarded(Step):
    """FX-38: take cards of a sort from the discard pile."""

    word: ClassVar[str] = "take_discarded"
    sort: Sort = Sort.CARD
    number: Amount = 1


@dataclass(frozen=True, slots=True)
class TakeIt(Step):
    """FX-38: take the card that was just discarded or destroyed into the hand."""

    word: ClassVar[str] = "take_it"


@dataclass(frozen=True, slots=True)
class Steal(Step):
    """FX-39: take a card from the chosen player's hand: at `random`, or after looking at it."""

    word: ClassVar[str] = "steal"
    sort: Sort = Sort.CARD
    random: bool = False


@dataclass(frozen=True, slots=True)
class Give(Step):
    """FX-39: give a card from your hand to the chosen player."""

    word: ClassVar[str] = "give"
    sort: Sort = Sort.CARD


@dataclass(frozen=True, slots=True)
class Show(Step):
    """FX-39: show a card from your hand; it stays there."""

    word: ClassVar[str] = "show"
    sort: Sort


@dataclass(frozen=True, slots=True)
class Search(Step):
    """FX-40: search a deck (or the discard pile) for a card of a sort and take it; the deck is shuffled."""

    word: ClassVar[str] = "search"
    sort: Sort


@dataclass(frozen=True, slots=True)
class DrawInstead(Step):
    """FX-35: at the draw of the round start you may draw a spell instead of the room."""

    word: ClassVar[str] = "draw_instead"


@dataclass(frozen=True, slots=True)
class DiscardTop(Step):
    """FX-40: the top cards of the room deck go to the discard pile."""

    word: ClassVar[str] = "discard_top"
    number: int
