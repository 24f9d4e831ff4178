"""What the camera saw, as outlines with words: every card, how sure it is, and what the engine makes of it.

Pure data in pixels of the picture. A screen draws it over the live picture; `companion/overlay_picture.py` draws it
into a file.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np

from companion.narrator import todo_line
from companion.phrasebook import Phrasebook
from engine.boss_monster.cards import Hero, Item, Marker, MarkerRole, Miniboss, Room
from engine.boss_monster.dungeons_seen import is_once_per_round, miniboss_level
from engine.boss_monster.expected import UPSIDE_DOWN, Todo
from engine.boss_monster.sight import Sighting
from engine.boss_monster.state import Player, State
from engine.core.cards import Catalog
from engine.core.ids import Code, CopyId
from engine.core.observations import Area, SeenCard, TableSeen, Turned, Unread
from vision.calibration import TableMap
from vision.layout import Lying, slot_places
from vision.overlap import rectangle
from vision.stickers import CARD_HEIGHT_MM, CARD_WIDTH_MM, Role
from vision.tabletop import Pose

Corner = tuple[float, float]
MARKER_MM = 28.0


class Tone(Enum):
    """How an outline is drawn."""

    SURE = "sure"
    """Read, and where it may lie."""
    HIDDEN = "hidden"
    """Under a hand: remembered."""
    WRONG = "wrong"
    """Lies where it should not, or twice, or cannot be read."""
    OTHER = "other"
    """Read, but not in play."""


@dataclass(frozen=True, slots=True)
class CardOutline:
    """One card in the picture. `copy` is what a touch on it corrects."""

    corners: tuple[Corner, ...]
    name: str
    confidence: float
    meaning: str
    tone: Tone
    copy: CopyId | None = None

    @property
    def middle(self) -> Corner:
        """Where its words go, and where a touch means it."""
        count = len(self.corners)
        return sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count


def overlay(
    seen: TableSeen, table: TableMap, state: State | None, todo: Iterable[Todo], cards: Catalog, book: Phrasebook
) -> tuple[CardOutline, ...]:
    """An outline for everything that was seen, cards first, then backs, doubles and unread places."""
    words = _Words(state, {item.card: item for item in todo if item.card is not None}, cards, book)
    found = [_outline(card, table, words) for card in (*seen.cards, *seen.backs)]
    found += [_outline(card, table, words, twice=True) for card in seen.doubles]
    found += [outline for unread in seen.unread if (outline := _unread(unread, seen, table, words))]
    return tuple(found)


def touched(outlines: Iterable[CardOutline], x: float, y: float) -> CardOutline | None:
    """The card that somebody touched in the picture: the nearest one around that place."""
    near = [one for one in outlines if _is_around(one, x, y)]
    return min(near, key=lambda one: abs(one.middle[0] - x) + abs(one.middle[1] - y)) if near else None


def _is_around(outline: CardOutline, x: float, y: float) -> bool:
    """Whether a place lies inside: to the same side of every edge."""
    corners = (*outline.corners, outline.corners[0])
    sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in pairwise(corners)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


@dataclass(frozen=True, slots=True)
class _Words:
    """What is needed to say something about a card."""

    state: State | None
    todo: Mapping[CopyId, Todo]
    cards: Catalog
    book: Phrasebook

    def say(self, key: str, player: Player | None = None, **slots: str | int) -> str:
        who = {} if player is None else {"player": player.id}
        return self.book.text(f"overlay.{key}", self.state, **who, **slots)

    def owner(self, seen: SeenCard) -> Player | None:
        boss = self.cards.copy_of(seen.spot.seat)
        players = self.state.players if self.state else ()
        return next((player for player in players if player.boss == boss), None)


def _outline(card: SeenCard, table: TableMap, words: _Words, *, twice: bool = False) -> CardOutline:
    copy = words.cards.copy_of(card.code)
    corners = card_corners(card, table, words.cards)
    name = words.book.card(copy) if copy is not None else card.code
    if twice:
        return CardOutline(corners, name, card.confidence, words.say("twice"), Tone.WRONG, copy)
    wrong = None if copy is None else words.todo.get(copy)
    if wrong is not None:
        meaning = words.book.say(todo_line(wrong), words.state)
        lies_wrong = wrong.key != UPSIDE_DOWN and not card.hidden  # under a hand it is only remembered
        tone = Tone.WRONG if lies_wrong else _tone(card, meaning, words)
        return CardOutline(corners, name, card.confidence, meaning, tone, copy)
    meaning = _meaning(card, copy, words)
    return CardOutline(corners, name, card.confidence, meaning, _tone(card, meaning, words), copy)


def _tone(card: SeenCard, meaning: str, words: _Words) -> Tone:
    if card.hidden:
        return Tone.HIDDEN
    if meaning == words.say("elsewhere"):
        return Tone.OTHER
    return Tone.WRONG if _is_unclear(card, words) else Tone.SURE


def _is_unclear(card: SeenCard, words: _Words) -> bool:
    """Whether a room lies neither upright nor sideways, and nobody has said yet what is meant (Q-06)."""
    copy = words.cards.copy_of(card.code)
    if copy is None or card.spot.area is not Area.ROW or card.turned is not Turned.SLANTED:
        return False
    is_said = words.state is not None and ("Q-06", copy) in words.state.explained
    return isinstance(words.cards[copy], Room) and not is_said


def _size_mm(copy: CopyId | None, cards: Catalog) -> tuple[float, float]:
    card = cards[copy] if copy is not None else None
    is_tile = isinstance(card, Marker) and card.role in (MarkerRole.TOWN, MarkerRole.SPELL_PAD)
    return (MARKER_MM, MARKER_MM) if is_tile else (CARD_WIDTH_MM, CARD_HEIGHT_MM)


def _corners(pose: Pose, size_mm: tuple[float, float], table: TableMap) -> tuple[Corner, ...]:
    places = table.to_px(np.array(rectangle(pose, *size_mm)))
    return tuple((float(x), float(y)) for x, y in places)


def _meaning(seen: SeenCard, copy: CopyId | None, words: _Words) -> str:
    """What the engine makes of a card that lies like this."""
    if copy is None:
        return words.say("elsewhere")
    card = words.cards[copy]
    if isinstance(card, Marker) and card.role in (MarkerRole.TOWN, MarkerRole.SPELL_PAD):
        return words.say("marker")
    if seen.spot.area is Area.TOWN:
        return words.say("item_town") if isinstance(card, Item) else words.say("town", place=round(seen.spot.place))
    if seen.spot.area is Area.PAD:
        return words.say("pad")
    player = words.owner(seen)
    if player is None:
        return words.say("elsewhere")
    return _at_seat(Sighting(copy, seen, player.boss), player, words)


def _at_seat(sighting: Sighting, player: Player, words: _Words) -> str:
    card, slot = words.cards[sighting.copy], sighting.slot or 0
    match sighting.area, card:
        case Area.BOSS, _:
            return words.say("boss", player)
        case Area.WOUNDS, _:
            return words.say("wound", player)
        case Area.SCORE, Marker():
            return words.say("soul", player)
        case Area.SCORE, _:
            return words.say("score", player)
        case Area.ROW, Marker():
            return words.say("face_down", player, slot=slot)
        case Area.ROW, Miniboss():
            level = miniboss_level(-sighting.seen.spot.drop_mm)
            if level is None:
                return words.say("miniboss", player, slot=slot)
            return words.say("miniboss_level", player, slot=slot, level=level)
        case Area.ROW, Hero() if slot and slot <= len(player.dungeon):
            return words.say("in_room", player, slot=slot)
        case Area.ROW, Hero() | Item():
            return words.say("waits", player)
        case Area.ROW, Room() if slot:
            return _room(sighting, player, slot, words)
        case _:
            return words.say("elsewhere")


def _room(sighting: Sighting, player: Player, slot: int, words: _Words) -> str:
    below = {room for stack in player.dungeon for room in stack.covered}
    if sighting.copy in below:
        return words.say("covered", player, slot=slot)
    if sighting.is_sideways:
        return words.say("sideways", player, slot=slot)
    if _is_unclear(sighting.seen, words):
        return words.say("slanted", player, slot=slot)
    is_known = any(stack.used for stack in player.dungeon if stack.top == sighting.copy)
    is_used = is_known or (sighting.is_surely_slid and is_once_per_round(sighting.copy, words.cards))
    return words.say("slid" if is_used else "slot", player, slot=slot)


def _unread(unread: Unread, seen: TableSeen, table: TableMap, words: _Words) -> CardOutline | None:
    """The place of a slot in which something lies that nobody can read."""
    corners = slot_corners(unread.spot.seat, round(unread.spot.place), seen, table)
    if corners is None:
        return None
    return CardOutline(corners, "?", 0.0, words.say("unread"), Tone.HIDDEN if unread.by_hand else Tone.WRONG)


def slot_corners(boss: Code, slot: int, seen: TableSeen, table: TableMap) -> tuple[Corner, ...] | None:
    """Where a card of this slot lies, or would lie; nothing while the boss is not seen."""
    bosses = [
        Lying(card.code, Role.BOSS, Pose(card.x_mm, card.y_mm, card.angle_deg))
        for card in seen.cards
        if card.code == boss
    ]
    pose = next((pose for spot, pose in slot_places(bosses) if round(spot.place) == slot), None)
    return None if pose is None else _corners(pose, (CARD_WIDTH_MM, CARD_HEIGHT_MM), table)


def card_corners(card: SeenCard, table: TableMap, cards: Catalog) -> tuple[Corner, ...]:
    """Where a card lies that was seen."""
    return _corners(Pose(card.x_mm, card.y_mm, card.angle_deg), _size_mm(cards.copy_of(card.code), cards), table)
