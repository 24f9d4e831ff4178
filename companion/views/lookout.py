"""From what the eye saw to the page of the camera: every card with its words, and where a tap on it leads. Pure."""

from collections.abc import Iterable

from companion.phrasebook import Phrasebook
from companion.views.camera import camera_view
from companion.views.overlay import CardOutline, Tone, overlay
from companion.views.page import Action
from companion.views.watching import Mark, Sight, SizeLight, WatchView, with_chosen
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import CopyId

ROW_PX = 24
"""Cards whose middles are so near in height are read as one row."""


def watch_view(
    sight: Sight | None, chosen: str, state: State | None, todo: Iterable[Todo], cards: Catalog, book: Phrasebook
) -> WatchView:
    """The page of the camera. `chosen` is the card that is told about; without a game nothing can be corrected."""
    title = book.text("watch.title")
    state = state if state is not None and state.players else None
    if sight is None:
        return WatchView(title, None, (), (), book.text("watch.opening"), "", "")
    marks = with_chosen(_marks(sight, state, todo, cards, book), chosen)
    hung = camera_view(sight.glance.reads, sight.specs, book)
    lights = tuple(SizeLight(size.signal.value, size.text) for size in hung.sizes)
    hint = book.text("watch.nothing" if not marks else "watch.hint" if state is not None else "watch.before")
    view = WatchView(title, sight.picture, marks, lights, hung.headline, hung.advice, hint)
    return view if not marks else _with_buttons(view, book)


def _with_buttons(view: WatchView, book: Phrasebook) -> WatchView:
    buttons: list[tuple[str, str, Action]] = [
        ("up", book.text("watch.previous"), "look:-1"),
        ("down", book.text("watch.next"), "look:1"),
    ]
    if view.chosen is not None and view.chosen.action:
        buttons.append(("pencil", book.text("watch.correct"), view.chosen.action))
    return WatchView(
        view.title, view.picture, view.marks, view.lights, view.headline, view.advice, view.hint, tuple(buttons)
    )


def _marks(
    sight: Sight, state: State | None, todo: Iterable[Todo], cards: Catalog, book: Phrasebook
) -> tuple[Mark, ...]:
    glance = sight.glance
    if glance.map is None:
        return ()
    outlines = overlay(glance.seen, glance.map, state, todo, cards, book)
    found = [_mark(outline, sight.picture.shrunk, state, book) for outline in outlines]
    return tuple(sorted(found, key=lambda mark: (mark.middle[1] // ROW_PX, mark.middle[0])))


def _mark(outline: CardOutline, shrunk: float, state: State | None, book: Phrasebook) -> Mark:
    corners = tuple((x / shrunk, y / shrunk) for x, y in outline.corners)
    is_read = outline.copy is not None and outline.tone is not Tone.HIDDEN
    sure = book.text("watch.sure", percent=round(100 * outline.confidence)) if is_read else ""
    if outline.tone is Tone.HIDDEN:
        sure = book.text("watch.remembered")
    place = correct_place(outline.copy, state) if state is not None else ""
    action = f"go:{place}" if place else ""
    return Mark(corners, outline.name, sure, outline.meaning, outline.tone.value, str(outline.copy or ""), action)


def correct_place(copy: CopyId | None, state: State) -> str:
    """The page on which this card is set right; of a card that is in nobody's dungeon, the list of all that can be."""
    if not state.players:
        return ""
    waiting = {*state.town, *(hero for player in state.players for hero in player.entrance)}
    if copy is not None and copy in waiting:
        return f"correct:hero:{copy}"
    for player in state.players:
        for slot, stack in enumerate(player.dungeon, start=1):
            if copy in stack.rooms or (stack.miniboss is not None and stack.miniboss.copy == copy):
                return f"correct:{player.id}:{slot}"
        if copy is not None and copy in (player.boss, *player.survivors, *player.dead, player.open_item):
            return f"correct:{player.id}"
    return "correct"
