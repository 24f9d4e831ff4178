"""What a question is about, in the camera's picture: the place outlined, and the part of the picture around it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.phrasebook import Phrasebook
from companion.views.overlay import Tone, card_corners, slot_corners
from companion.views.watching import Corner, Cutout, Mark, Region, Sight, Where
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId
from vision.process import Glance

UNCLEAR = ("sticker_twice", "cannot_see", "todo_show_slot")
"""Things to do because the table cannot be read: they are shown like questions."""
SHAPE = 2.0
"""So much wider than high is the part that is shown."""
AROUND = 0.6
"""So much of the table is shown around the place, measured by the place itself."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is unclear: certain cards, and maybe a slot of a dungeon."""

    cards: tuple[CopyId, ...]
    player: PlayerId | None = None
    slot: int | None = None


def doubts(state: State, todo: Iterable[Todo]) -> tuple[Doubt, ...]:
    """What the referee asks about now, or cannot read."""
    question = state.question
    if question is not None:
        named = (*question.cards, *(CopyId(choice) for choice in question.choices if "#" in choice))
        return (Doubt(named, question.player, question.slot),) if named or question.slot is not None else ()
    return tuple(
        Doubt((item.card,) if item.card is not None else (), item.player, item.slot)
        for item in todo
        if item.key in UNCLEAR
    )


def outlines(
    asked: Iterable[Doubt], glance: Glance, state: State, cards: Catalog
) -> tuple[tuple[CopyId | None, tuple[Corner, ...]], ...]:
    """Everything that is unclear and can be found in the picture: its card, if it is one, and its corners."""
    if glance.map is None:
        return ()
    found: list[tuple[CopyId | None, tuple[Corner, ...]]] = []
    for doubt in asked:
        for card in (*glance.seen.cards, *glance.seen.doubles):
            copy = cards.copy_of(card.code)
            if copy is not None and copy in doubt.cards:
                found.append((copy, card_corners(card, glance.map, cards)))
        place = _slot_place(doubt, glance, state, cards)
        if place is not None:
            found.append((None, place))
    return tuple(dict.fromkeys(found))


def _slot_place(doubt: Doubt, glance: Glance, state: State, cards: Catalog) -> tuple[Corner, ...] | None:
    if doubt.player is None or doubt.slot is None or glance.map is None:
        return None
    boss = state.player(doubt.player).boss
    code = next((card.code for card in glance.seen.cards if cards.copy_of(card.code) == boss), None)
    return None if code is None else slot_corners(code, doubt.slot, glance.seen, glance.map)


def region_around(places: Sequence[Sequence[Corner]], width: int, height: int) -> Region | None:
    """The part of the picture to show: all places with some of the table around them, as wide as a question is."""
    xs = [min(max(x, 0.0), width) for place in places for x, _ in place]
    ys = [min(max(y, 0.0), height) for place in places for _, y in place]
    if not xs or max(xs) - min(xs) < 1 or max(ys) - min(ys) < 1:
        return None
    wide, high = (1 + 2 * AROUND) * (max(xs) - min(xs)), (1 + 2 * AROUND) * (max(ys) - min(ys))
    wide, high = min(width, max(wide, high * SHAPE)), min(height, max(high, wide / SHAPE))
    left, right = _within((min(xs) + max(xs)) / 2, wide, width)
    top, bottom = _within((min(ys) + max(ys)) / 2, high, height)
    return left, top, right, bottom


def _within(middle: float, size: float, limit: int) -> tuple[int, int]:
    """A stretch of this size around the middle that stays inside."""
    first = round(min(max(0.0, middle - size / 2), limit - size))
    return first, min(limit, first + round(size))


def where_unclear(state: State, todo: Iterable[Todo], cards: Catalog) -> Where | None:
    """How to find the part of the picture that is asked about; nothing when nothing is unclear."""
    asked = doubts(state, todo)

    def find(glance: Glance, width: int, height: int) -> Region | None:
        places = [corners for _, corners in outlines(asked, glance, state, cards)]
        return region_around(places, width, height)

    return find if asked else None


def cutout(sight: Sight | None, state: State, todo: Iterable[Todo], cards: Catalog, book: Phrasebook) -> Cutout | None:
    """The part of the live picture that is asked about, with every place outlined."""
    if sight is None or sight.detail is None:
        return None
    detail = sight.detail
    picture = detail.picture
    marks = []
    for copy, corners in outlines(doubts(state, todo), sight.glance, state, cards):
        inside = tuple(
            (
                min(max(0.0, (x - detail.left) / picture.shrunk), picture.width),
                min(max(0.0, (y - detail.top) / picture.shrunk), picture.height),
            )
            for x, y in corners
        )
        name = book.card(copy) if copy is not None else ""
        marks.append(Mark(inside, name, "", "", Tone.WRONG.value, str(copy or "")))
    return Cutout(picture, tuple(marks)) if marks else None
