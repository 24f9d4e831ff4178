"""The bait: hero by hero, what each dungeon counts, where the hero goes and why, and the moves that follow. Pure."""

from dataclasses import dataclass

from companion.game import GameHistory
from companion.phrasebook import Phrasebook
from companion.prompts import todo_line
from companion.verdict_lines import bait_line
from companion.views.model import HeroView
from companion.views.table import Colours, colour_of, hero_view, is_tie
from engine.boss_monster.cards import Lure
from engine.boss_monster.events import HeroBaited
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import State
from engine.core.cards import Catalog

_COUNTED = {
    Lure.FEWEST_SOULS: "soul",
    Lure.MOST_SOULS: "soul",
    Lure.FEWEST_WOUNDS: "wound",
    Lure.MOST_WOUNDS: "wound",
    Lure.BEST_SCORE: "crown",
}


@dataclass(frozen=True, slots=True)
class CountView:
    """What one dungeon has to offer."""

    name: str
    colour: int
    count: int
    is_best: bool


@dataclass(frozen=True, slots=True)
class BaitRow:
    """One hero: what it looks for, what the dungeons count, and where it goes."""

    hero: HeroView
    symbols: tuple[str, ...]
    """Pictures of what is counted."""
    counts: tuple[CountView, ...]
    goes_to: int | None
    """The colour of the player; nothing when it stays in town."""
    is_tie: bool
    text: str
    why: str
    action: str = ""
    """A tap shows what was counted."""
    hold: str = ""
    """A long press corrects this hero."""


@dataclass(frozen=True, slots=True)
class MoveView:
    """One card to be moved on the table."""

    text: str
    colour: int
    is_done: bool


@dataclass(frozen=True, slots=True)
class BaitView:
    """Everything on the bait screen."""

    language: str
    title: str
    round: str
    prompt: str
    rows: tuple[BaitRow, ...]
    moves_title: str
    moves: tuple[MoveView, ...]
    moves_note: str
    stays: str
    """What is said of a hero that goes nowhere."""
    tie: str
    buttons: tuple[tuple[str, str, str], ...]
    """Picture, label and action of each button; the last one is the one to press."""
    banners: tuple[str, ...] = ()


def latest_bait(history: GameHistory) -> tuple[HeroBaited, ...]:
    """The verdicts of the newest bait."""
    for turn in reversed(history.turns):
        found = tuple(event for event in turn.events if isinstance(event, HeroBaited))
        if found:
            return found
    return ()


def bait_view(
    state: State,
    verdicts: tuple[HeroBaited, ...],
    todo: tuple[Todo, ...],
    cards: Catalog,
    book: Phrasebook,
    colours: Colours,
    prompt: str,
    *,
    is_watched: bool,
    banners: tuple[str, ...] = (),
) -> BaitView:
    """The bait as it was decided. With a camera the moves tick themselves off as they are seen."""
    open_moves = {each.card for each in todo if each.key == "todo_move_to_entrance"}
    moves = tuple(
        MoveView(
            book.say(todo_line(Todo("todo_move_to_entrance", hero, player.id)), state),
            colour_of(state, player.id, colours),
            is_watched and hero not in open_moves,
        )
        for player in state.living
        for hero in player.entrance
    )
    return BaitView(
        language=book.language,
        title=book.text("phase_baited"),
        round=book.text("round", round=state.round),
        prompt=prompt,
        rows=tuple(_row(verdict, state, cards, book, colours) for verdict in verdicts),
        moves_title=book.text("bait.moves"),
        moves=moves,
        moves_note="" if moves else book.text("bait.no_moves"),
        stays=book.text("bait.stays"),
        tie=book.text("bait.tie"),
        buttons=(
            ("undo", book.text("button_undo"), "button:undo"),
            ("repeat", book.text("button_repeat"), "button:repeat"),
            ("phase_built", book.text("entry.table"), "peek"),
            ("next", book.text("button_next"), "button:next"),
        ),
        banners=banners,
    )


def _row(verdict: HeroBaited, state: State, cards: Catalog, book: Phrasebook, colours: Colours) -> BaitRow:
    line = bait_line(verdict, cards)
    fewest = verdict.lure in (Lure.FEWEST_SOULS, Lure.FEWEST_WOUNDS)
    counts = [count for _, count in verdict.counts]
    best = (min(counts) if fewest else max(counts)) if counts else 0
    is_compared = verdict.lure in _COUNTED or verdict.treasure is not None
    shown = tuple(
        CountView(
            state.player(id_).name, colour_of(state, id_, colours), count, count == best and (fewest or count > 0)
        )
        for id_, count in verdict.counts
    )
    symbols = tuple(each.value for each in (verdict.treasure, verdict.also) if each)
    return BaitRow(
        hero=hero_view(verdict.hero, state, cards, book),
        symbols=symbols or ((_COUNTED[verdict.lure],) if verdict.lure in _COUNTED else ()),
        counts=shown if is_compared else (),
        goes_to=None if verdict.player is None else colour_of(state, verdict.player, colours),
        is_tie=is_tie(verdict),
        text=book.say(line, state),
        why=book.why(line, state),
        action=f"go:why:{verdict.player or 'town'}",
        hold=f"go:correct:hero:{verdict.hero}",
    )
