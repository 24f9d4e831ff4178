"""What happened so far, in words: tap a moment to go back to it, or forward again."""

from companion.lines import Line
from companion.narrator import narrate
from companion.phrasebook import Phrasebook
from companion.views.page import Kind, Page, Section, Tile
from engine.boss_monster.commands import Command
from engine.boss_monster.events import Event
from engine.boss_monster.state import Phase, State
from engine.core.cards import Catalog
from engine.core.history import History, Turn

SHOWN = 30
_ICONS = {phase: f"phase_{phase.value}" for phase in Phase}


def timeline_page(history: History[State, Command, Event], cards: Catalog, book: Phrasebook) -> Page:
    """The newest moment on top; what was undone above it, to be done again."""
    before = (history.first, *(turn.state for turn in history.turns))
    undone = [
        _turn_tile(turn, turn.state, cards, book, f"redo:{count}", is_undone=True)
        for count, turn in enumerate(reversed(history.undone), start=1)
    ]
    done = [
        _turn_tile(turn, before[number], cards, book, f"undo:{len(history.turns) - number}", is_undone=False)
        for number, turn in enumerate(history.turns)
    ]
    sections = []
    if undone:
        sections.append(Section(tuple(reversed(undone[:SHOWN])), book.text("timeline.undone"), Kind.ROWS))
    sections.append(Section(tuple(reversed(done[-SHOWN:])), book.text("timeline.done"), Kind.ROWS))
    text = book.text("timeline.text") if done or undone else book.text("timeline.empty")
    return Page("timeline", book.text("menu.timeline"), tuple(sections) if done or undone else (), text)


def _turn_tile(
    turn: Turn[State, Command, Event],
    before: State,
    cards: Catalog,
    book: Phrasebook,
    action: str,
    *,
    is_undone: bool,
) -> Tile:
    lines = turn_lines(turn, cards)
    words = [book.say(line, turn.state) for line in lines]
    what = words[0] if words else book.text("timeline.step")
    more = " ".join(words[1:3])
    when = book.text("round", round=before.round) if before.round else book.text("before_round")
    note = f"{when}. {more}" if more else when
    return Tile(what, action, note, _ICONS[before.phase], dim=is_undone)


def turn_lines(turn: Turn[State, Command, Event], cards: Catalog) -> list[Line]:
    """What is said about everything that happened in one turn."""
    return [line for event in turn.events for line in narrate(event, turn.state, cards)]
