"""What is said about hidden cards: who draws, discards, steals, gives or searches how many of which (FX-35 to -40)."""

from companion.lines import Amount, Line, Slot
from engine.boss_monster.effect_events import Deed, HandTask
from engine.boss_monster.words.meanings import Sort

_OF_EITHER_DECK = {Deed.DRAW: "draw_either", Deed.DRAW_UP_TO: "draw_up_to_either"}
"""Cards of any sort are drawn from the deck that the player likes."""


def hand_line(event: HandTask) -> Line:
    """One sentence, in the singular or the plural of those who do it."""
    slots: dict[str, Slot] = {
        "players": event.players,
        "number": len(event.players),
        "cards": Amount(event.sort.value, event.number),
        "other": event.other or "",
        "card": event.taken or "",
    }
    return Line(f"hand.{_deed(event)}", tuple(slots.items()))


def _deed(event: HandTask) -> str:
    if event.sort is Sort.CARD and event.deed in _OF_EITHER_DECK:
        return _OF_EITHER_DECK[event.deed]
    if event.deed is Deed.DISCARD_RANDOM and event.other is None:
        return "discard_random_own"
    if event.deed is Deed.TAKE_IT and event.taken is not None:
        return "take_it_known"
    return event.deed.value
