"""Rooms that were slid down and minibosses that were raised, told from those that were only bumped (rules 4.2 to 4.7).

From one picture nobody can tell: cards lie up to a centimetre off anyway. But where a card was laid is remembered. A
room that moves towards its owner by a thumb's width from there, at one go and not together with its boss, was slid; one
that lies low since it was laid, was bumped again and again, or moved with its whole seat was not.
Of rooms that lay on the table before the camera looked for the first time, as after a power cut, nobody knows where
they were laid: the line of their row tells, but only as a guess, until such a room is moved up or down by a thumb's
width.

How far a miniboss sticks out tells its level. It is bumped, and so is its owner's boss, beside which all then seems to
lie higher or lower: rooms that were not slid tell how much. On average a card that is bumped to and fro lies where it
was laid.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

from engine.core.ids import Code
from engine.core.observations import Area, SeenCard, Turned
from vision.layout import turn
from vision.tabletop import Pose

LEAST_SLIDE_MM = 8.5
"""Less is a bump. Players are told to slide by 10 to 15 mm (rules 5, laying rule 3)."""
_LEAST_LOW_MM = 1.0
"""A slid card does not lie above the line of its row."""
_NOT_SLID_MM = 6.0
"""What is told at most about a room that was not slid: less than the 0.08 card heights of rules 4.3."""
_RAISED_MM = 12.0
"""A miniboss that moved up or down by this shows another level: half of what lies between two (rules 4.7)."""
_BUMPED_BOSS_MM = 4.0
"""So much higher or lower a miniboss may seem to lie because its boss was bumped."""
_BOSS_MM, _BOSS_DEG, _ROOM_MM = 4.0, 3.5, 5.0
"""How far bosses and rooms lie off the line of their row, and how far a boss is turned: standard deviations."""
_BUMPED_MM = 2.0
"""A miniboss that moved by this was bumped, and lies at another place than before."""
_ANEW_MM = 30.0
_ANEW_DEG = 30.0


@dataclass(frozen=True, slots=True)
class _Rest:
    """Where a room was laid, or a place at which a miniboss lay, and how low that seemed to be."""

    seat: Code
    pose: Pose
    boss: Pose
    """Where the boss of that seat lay meanwhile: a whole seat may be moved, and no room is slid by that."""
    drop_mm: float = 0.0
    is_guess: bool = False
    """It lay there before anybody looked, and low: it may have been slid already."""


@dataclass(slots=True)
class Slides:
    """The memory of where rooms and minibosses were laid."""

    minibosses: frozenset[Code] = frozenset()
    raises_mm: tuple[float, ...] = ()
    """How far a miniboss sticks out at each level."""
    _rest: dict[Code, _Rest] = field(default_factory=dict)
    _raised: dict[Code, list[_Rest]] = field(default_factory=dict)
    """The places at which a miniboss lay since it was raised for the last time."""
    _seats: set[Code] = field(default_factory=set)
    """Seats whose rows were seen before: what appears there now was laid just now."""

    def look(self, cards: Iterable[SeenCard], *, settled: bool) -> tuple[SeenCard, ...]:
        """The same cards; rooms that were not slid down no longer look as if, and minibosses not as if raised."""
        given = tuple(cards)
        bosses = {card.code: _pose(card) for card in given if card.spot.area is Area.BOSS}
        judged = tuple(self._judged(card, bosses.get(card.spot.seat)) for card in given)
        if self.minibosses and any(card.code in self.minibosses for card in given):
            given = self._levelled(given, judged)
            judged = tuple(
                self._judged(card, bosses.get(card.spot.seat)) if card.code in self.minibosses else done
                for card, done in zip(given, judged, strict=True)
            )
        if settled:
            for card in given:
                self._lay(card, bosses.get(card.spot.seat))
            self._seats |= bosses.keys()
        return judged

    def forget(self) -> None:
        """The camera was moved: places measured before mean nothing any more."""
        self._rest.clear()
        self._raised.clear()
        self._seats.clear()

    def redraw(self, change: Callable[[Sequence[Pose]], Sequence[Pose]]) -> None:
        """The map of the table is another one: every remembered place is drawn anew. No card has moved."""
        rests = [*self._rest.values(), *(rest for places in self._raised.values() for rest in places)]
        if not rests:
            return
        drawn = iter(change([pose for rest in rests for pose in (rest.pose, rest.boss)]))
        self._rest = {code: replace(rest, pose=next(drawn), boss=next(drawn)) for code, rest in self._rest.items()}
        self._raised = {
            code: [replace(rest, pose=next(drawn), boss=next(drawn)) for rest in places]
            for code, places in self._raised.items()
        }

    def _judged(self, card: SeenCard, boss: Pose | None) -> SeenCard:
        if card.spot.area is not Area.ROW or boss is None or card.turned not in _UPRIGHT:
            return card
        if card.code in self.minibosses:
            raised = -fmean(rest.drop_mm for rest in self._places(card, boss))
            return replace(card, spot=replace(card.spot, drop_mm=-self._forgiven(raised)))
        rest = self._rest.get(card.code)
        if self._is_guess(card, rest, boss):
            return replace(card, spot=replace(card.spot, is_guess=True))
        moved = 0.0 if rest is None or _is_anew(card, rest) else _down_mm(card, rest, boss)
        if moved >= LEAST_SLIDE_MM and card.spot.drop_mm >= _LEAST_LOW_MM:
            return replace(card, spot=replace(card.spot, drop_mm=moved))
        return replace(card, spot=replace(card.spot, drop_mm=min(card.spot.drop_mm, _NOT_SLID_MM)))

    def _levelled(self, cards: Sequence[SeenCard], judged: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
        """The same cards; minibosses lie as high as they do above the line of their row. Where the boss is bumped or
        crooked, all of the row seems to lie higher or lower: rooms that were not slid tell how much."""
        bosses = {card.code: card for card in cards if card.spot.area is Area.BOSS}
        rooms = [
            card
            for card, done in zip(cards, judged, strict=True)
            if card.spot.area is Area.ROW
            and card.code not in self.minibosses
            and card.turned in _UPRIGHT
            and done.spot.drop_mm <= _NOT_SLID_MM
        ]
        return tuple(
            _above_line(card, bosses[card.spot.seat], rooms)
            if card.code in self.minibosses and card.spot.area is Area.ROW and card.spot.seat in bosses
            else card
            for card in cards
        )

    def _forgiven(self, raised_mm: float) -> float:
        """How far a miniboss sticks out, if some of what it seems to be off was a bump of the boss."""
        level = min(self.raises_mm, key=lambda raise_mm: abs(raise_mm - raised_mm), default=raised_mm)
        off = raised_mm - level
        return level + math.copysign(max(0.0, abs(off) - _BUMPED_BOSS_MM), off)

    def _places(self, card: SeenCard, boss: Pose) -> list[_Rest]:
        """Where a miniboss lay since it was raised for the last time, and where it lies now."""
        here = _Rest(card.spot.seat, _pose(card), boss, card.spot.drop_mm)
        before = self._raised.get(card.code, [])
        if not before or before[-1].seat != card.spot.seat or _is_anew(card, before[-1]):
            return [here]
        moved = fmean(_down_mm(card, rest, boss) for rest in before)
        if abs(moved) >= _RAISED_MM:
            return [here]
        last = before[-1].pose
        is_new = math.hypot(card.x_mm - last.x_mm, card.y_mm - last.y_mm) >= _BUMPED_MM
        return [*before, here] if is_new else before

    def _is_guess(self, card: SeenCard, rest: _Rest | None, boss: Pose) -> bool:
        """Whether a room lies where it lay when the camera looked for the first time, low already."""
        if rest is None:
            return self._lay_low(card)
        is_there = rest.seat == card.spot.seat and not _is_anew(card, rest)
        return rest.is_guess and is_there and abs(_down_mm(card, rest, boss)) < LEAST_SLIDE_MM

    def _lay_low(self, card: SeenCard) -> bool:
        """Whether a room that nobody saw before lay there before us, as low as if it was slid."""
        return card.spot.seat not in self._seats and card.spot.drop_mm >= LEAST_SLIDE_MM

    def _lay(self, card: SeenCard, boss: Pose | None) -> None:
        """Remember where a card was laid, that it was laid anew elsewhere, and where a bump left it."""
        if card.spot.area is not Area.ROW or boss is None:
            return
        if card.turned not in _UPRIGHT:  # whoever turns it upright again lays it anew
            self._rest.pop(card.code, None)
            return
        if card.code in self.minibosses:
            self._raised[card.code] = self._places(card, boss)
            return
        rest = self._rest.get(card.code)
        here = _Rest(card.spot.seat, _pose(card), boss)
        if rest is None:
            self._rest[card.code] = replace(here, is_guess=self._lay_low(card))
        elif rest.seat != card.spot.seat or _is_anew(card, rest):
            self._rest[card.code] = here
        elif not self._is_guess(card, rest, boss) and _down_mm(card, rest, boss) < LEAST_SLIDE_MM:
            self._rest[card.code] = here  # bumped, or slid back


def _above_line(miniboss: SeenCard, boss: SeenCard, rooms: Iterable[SeenCard]) -> SeenCard:
    """The miniboss, as high as it lies above the line that boss and rooms most likely lie on.

    Least squares: every card was bumped off that line, and the boss tells its direction too, but not exactly.
    """
    seen = [_seen_from(boss, room) for room in rooms if room.spot.seat == miniboss.spot.seat]
    here = (_ROOM_MM / _BOSS_MM) ** 2 + len(seen)
    turned = (_ROOM_MM / math.radians(_BOSS_DEG)) ** 2 + sum(along * along for along, _ in seen)
    both = sum(along for along, _ in seen)
    low, tilted = sum(drop for _, drop in seen), sum(along * drop for along, drop in seen)
    whole = here * turned - both * both
    offset, slope = (low * turned - tilted * both) / whole, (tilted * here - low * both) / whole
    along, drop = _seen_from(boss, miniboss)
    return replace(miniboss, spot=replace(miniboss.spot, drop_mm=drop - offset - slope * along))


def _seen_from(boss: SeenCard, card: SeenCard) -> tuple[float, float]:
    """How far along the boss' row a card lies, and how far towards its owner."""
    angle = math.radians(boss.angle_deg)
    x, y = card.x_mm - boss.x_mm, card.y_mm - boss.y_mm
    return -x * math.cos(angle) - y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)


_UPRIGHT = (Turned.UPRIGHT, Turned.UPSIDE_DOWN)


def _pose(card: SeenCard) -> Pose:
    return Pose(card.x_mm, card.y_mm, card.angle_deg)


def _is_anew(card: SeenCard, rest: _Rest) -> bool:
    far = math.hypot(card.x_mm - rest.pose.x_mm, card.y_mm - rest.pose.y_mm) > _ANEW_MM
    return far or abs(turn(card.angle_deg - rest.pose.angle_deg)) > _ANEW_DEG


def _down_mm(card: SeenCard, rest: _Rest, boss: Pose) -> float:
    """How far a card moved towards its owner, on the table and beside its boss: what only one of them tells was a bump
    of the boss, or of the whole seat."""
    angle = math.radians(boss.angle_deg)

    def down(x_mm: float, y_mm: float) -> float:
        return y_mm * math.cos(angle) - x_mm * math.sin(angle)

    alone = down(card.x_mm - rest.pose.x_mm, card.y_mm - rest.pose.y_mm)
    beside = alone - down(boss.x_mm - rest.boss.x_mm, boss.y_mm - rest.boss.y_mm)
    return sorted((alone, beside, 0.0))[1]
