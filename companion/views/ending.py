"""The end of a round and of the game: scoreboard, deciding rule, places, and the story in pictures. Pure."""

from dataclasses import dataclass

from companion.game import GameHistory, events_of
from companion.phrasebook import Phrasebook
from companion.story import Statistics, ranking, statistics
from companion.views.page import Tile
from companion.views.table import Colours, colour_of
from engine.boss_monster.state import Phase, Player, State
from engine.core.cards import Catalog
from engine.core.ids import copy_id

GOAL, LIMIT = 10, 5
"""BM-GEN-2: ten souls win, five wounds lose."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player on the scoreboard."""

    place: int
    name: str
    colour: int
    boss: str
    souls: int
    wounds: int
    new_souls: int
    new_wounds: int
    is_out: bool
    is_winner: bool
    player: str = ""
    """Whose score a tap explains and a long press corrects."""
    pips: tuple[tuple[str, int, int], ...] = ()
    """Rows of small pictures: which, how many, of how many."""


@dataclass(frozen=True, slots=True)
class Bars:
    """One game of a night: what everybody who sat there reached, as colour and number, winner first."""

    name: str
    values: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Souls of one player round by round."""

    name: str
    colour: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndingView:
    """Everything on the scoreboard."""

    language: str
    title: str
    round: str
    prompt: str
    rows: tuple[ScoreRow, ...]
    goal: int
    reason: str
    """The rule that decided the game, or what was said last."""
    chart_title: str
    curves: tuple[Curve, ...]
    facts: tuple[Tile, ...]
    todo_title: str
    todo: tuple[str, ...]
    buttons: tuple[tuple[str, str, str], ...]
    labels: tuple[str, str, str]
    """Souls, wounds, out."""
    banners: tuple[str, ...] = ()
    bars: tuple[Bars, ...] = ()
    """Instead of the curves: a group of bars per game."""
    can_go_back: bool = False
    """A page that was opened from elsewhere: the way back stands in the place of the menu."""


def ending_view(
    state: State,
    history: GameHistory,
    cards: Catalog,
    book: Phrasebook,
    colours: Colours,
    prompt: str,
    todo: tuple[str, ...],
    reason: str,
    banners: tuple[str, ...] = (),
    *,
    in_night: bool = False,
) -> EndingView:
    """The scoreboard after a round, and the finale. `in_night` says that the game belongs to a night that goes on."""
    story = statistics(events_of(history), state)
    is_over = state.phase is Phase.OVER
    return EndingView(
        language=book.language,
        title=book.text("phase_over" if is_over else "phase_round_end"),
        round=book.text("round", round=state.round),
        prompt=prompt,
        rows=_rows(state, story, book, colours),
        goal=GOAL,
        reason=reason,
        chart_title=book.text("ending.chart"),
        curves=_curves(state, story, colours),
        facts=_facts(state, story, cards, book, colours),
        todo_title=book.text("todo"),
        todo=todo,
        buttons=_buttons(book, is_over=is_over, in_night=in_night),
        labels=(book.many("soul"), book.many("wound"), book.text("out")),
        banners=banners,
    )


def _buttons(book: Phrasebook, *, is_over: bool, in_night: bool) -> tuple[tuple[str, str, str], ...]:
    undo = ("undo", book.text("button_undo"), "button:undo")
    if not is_over:
        repeat = ("repeat", book.text("button_repeat"), "button:repeat")
        table = ("phase_built", book.text("entry.table"), "peek")
        return (undo, repeat, table, ("next", book.text("button_next"), "button:next"))
    share = ("sticker", book.text("ending.share"), "go:share")
    if in_night:
        night = ("crown", book.text("night.standings"), "go:night")
        return (undo, share, night, ("players", book.text("night.rematch"), "night:rematch"))
    start = ("home", book.text("ending.start"), "go:start")
    return (undo, share, start, ("players", book.text("ending.again"), "go:new"))


def _rows(state: State, story: Statistics, book: Phrasebook, colours: Colours) -> tuple[ScoreRow, ...]:
    before = {id_: scores[-2] if len(scores) > 1 else (0, 0) for id_, scores in story.scores}
    places = ranking(state) if state.phase is Phase.OVER else tuple(player.id for player in state.players)
    return tuple(
        _row(state.player(id_), place, before[id_], state, book, colours) for place, id_ in enumerate(places, start=1)
    )


def _row(
    player: Player, place: int, before: tuple[int, int], state: State, book: Phrasebook, colours: Colours
) -> ScoreRow:
    return ScoreRow(
        place=place if state.phase is Phase.OVER else 0,
        name=player.name,
        colour=colour_of(state, player.id, colours),
        boss=book.card(player.boss),
        souls=player.souls,
        wounds=player.wounds,
        new_souls=max(0, player.souls - before[0]),
        new_wounds=max(0, player.wounds - before[1]),
        is_out=player.eliminated,
        is_winner=player.id == state.winner,
        player=player.id,
        pips=(("soul", player.souls, GOAL), ("wound", player.wounds, LIMIT)),
    )


def _curves(state: State, story: Statistics, colours: Colours) -> tuple[Curve, ...]:
    return tuple(
        Curve(state.player(id_).name, colour_of(state, id_, colours), (0, *(souls for souls, _ in scores)))
        for id_, scores in story.scores
    )


def _facts(state: State, story: Statistics, cards: Catalog, book: Phrasebook, colours: Colours) -> tuple[Tile, ...]:
    facts = [Tile(book.text("ending.killed"), number=str(story.killed), icon="soul")]
    facts.append(Tile(book.text("ending.survived"), number=str(story.survived), icon="wound"))
    if story.lethal is not None:
        room, count = story.lethal
        facts.append(
            Tile(book.text("ending.lethal"), note=book.card(copy_id(room, 1)), number=str(count), icon="skull")
        )
    if story.baited is not None:
        id_, count = story.baited
        colour = colour_of(state, id_, colours)
        facts.append(Tile(book.text("ending.baited"), note=state.player(id_).name, number=str(count), colour=colour))
    if story.hardest is not None:
        room, count = story.hardest
        facts.append(
            Tile(book.text("ending.hardest"), note=book.card(copy_id(room, 1)), number=str(count), icon="sword")
        )
    return tuple(facts)
