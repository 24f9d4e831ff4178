"""Rooms that were slid down, told from rooms that were only bumped (rules 4.2, 4.3).

From one picture nobody can tell: cards lie up to a centimetre off anyway. But where a card was laid is remembered. A
room that moves towards its owner by a thumb's width from there was slid; one that lies low since it was laid was not.
Only rooms that lay on the table before the camera looked for the first time are judged by the line of their row.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, Turned
from vision.layout import turn

LEAST_SLIDE_MM = 8.5
"""Less is a bump. Players are told to slide by 10 to 15 mm (rules 5, laying rule 3)."""
_LEAST_LOW_MM = 1.0
"""A slid card does not lie above the line of its row."""
_NOT_SLID_MM = 6.0
"""What is told at most about a room that was not slid: less than the 0.08 card heights of rules 4.3."""
_ANEW_MM = 30.0
_ANEW_DEG = 30.0


@dataclass(frozen=True, slots=True)
class _Rest:
    """Where a room was laid."""

    seat: Code
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(slots=True)
class Slides:
    """The memory of where rooms were laid."""

    _rest: dict[Code, _Rest] = field(default_factory=dict)
    _seats: set[Code] = field(default_factory=set)
    """Seats whose rows were seen before: what appears there now was laid just now."""

    def look(self, cards: Iterable[SeenCard], *, settled: bool) -> tuple[SeenCard, ...]:
        """The same cards; rooms that were not slid down no longer look as if."""
        given = tuple(cards)
        angles = {card.code: card.angle_deg for card in given if card.spot.area is Area.BOSS}
        judged = tuple(self._judged(card, angles.get(card.spot.seat)) for card in given)
        if settled:
            for card in given:
                self._lay(card)
            self._seats |= angles.keys()
        return judged

    def forget(self) -> None:
        """The camera was moved: places measured before mean nothing any more."""
        self._rest.clear()
        self._seats.clear()

    def _judged(self, card: SeenCard, boss_deg: float | None) -> SeenCard:
        if card.spot.area is not Area.ROW or boss_deg is None or card.turned not in _UPRIGHT:
            return card
        rest = self._rest.get(card.code)
        if rest is None and card.spot.seat not in self._seats:
            return card  # it lay there before us: only the line of the row can tell
        moved = 0.0 if rest is None or _is_anew(card, rest) else _down_mm(card, rest, boss_deg)
        if moved >= LEAST_SLIDE_MM and card.spot.drop_mm >= _LEAST_LOW_MM:
            return replace(card, spot=replace(card.spot, drop_mm=moved))
        return replace(card, spot=replace(card.spot, drop_mm=min(card.spot.drop_mm, _NOT_SLID_MM)))

    def _lay(self, card: SeenCard) -> None:
        """Remember where a room was laid, and that it was laid anew elsewhere."""
        if card.spot.area is not Area.ROW or card.turned not in _UPRIGHT:
            return
        rest = self._rest.get(card.code)
        if rest is None or rest.seat != card.spot.seat or _is_anew(card, rest):
            low = max(0.0, card.spot.drop_mm) if rest is None and card.spot.seat not in self._seats else 0.0
            if low < LEAST_SLIDE_MM:
                self._rest[card.code] = _Rest(card.spot.seat, card.x_mm, card.y_mm, card.angle_deg)


_UPRIGHT = (Turned.UPRIGHT, Turned.UPSIDE_DOWN)


def _is_anew(card: SeenCard, rest: _Rest) -> bool:
    far = math.hypot(card.x_mm - rest.x_mm, card.y_mm - rest.y_mm) > _ANEW_MM
    return far or abs(turn(card.angle_deg - rest.angle_deg)) > _ANEW_DEG


def _down_mm(card: SeenCard, rest: _Rest, boss_deg: float) -> float:
    """How far a card moved towards its owner."""
    angle = math.radians(boss_deg)
    return (card.y_mm - rest.y_mm) * math.cos(angle) - (card.x_mm - rest.x_mm) * math.sin(angle)
