"""The adventure: one hero on its way through one dungeon, large, with what it still has before it. Pure."""

from dataclasses import dataclass

from companion.phrasebook import Phrasebook
from companion.views.model import HeroView, PlayerView, TableView, VerdictLine
from companion.views.page import Tile
from companion.views.table import Colours, colour_of
from engine.boss_monster.counts import room_damage
from engine.boss_monster.heroes import health_of
from engine.boss_monster.state import State, Walk
from engine.boss_monster.timing import resolution_order, why_no_spells
from engine.core.cards import Catalog


@dataclass(frozen=True, slots=True)
class AdventureView:
    """Everything on the adventure screen."""

    language: str
    title: str
    round: str
    prompt: str
    player: PlayerView | None
    """Whose dungeon it is, with its rooms in walk order."""
    hero: HeroView | None
    damage: int
    health: int
    forecast: str
    """How the walk ends if nobody plays anything."""
    will_die: bool
    queue: tuple[HeroView, ...]
    announced: tuple[str, ...]
    """Effects that wait, in the order in which they take place (BM-GEN-10)."""
    verdicts: tuple[VerdictLine, ...]
    todo: tuple[str, ...]
    reacts: tuple[Tile, ...]
    """One button per player: "I want to react"."""
    buttons: tuple[tuple[str, str, str], ...]
    labels: tuple[str, str, str, str]
    """Titles: hero, verdicts, things to do, reactions."""
    banners: tuple[str, ...] = ()
    animated: bool = True
    hold: str = ""
    """A long press on the hero corrects it."""


def adventure_view(
    state: State, table: TableView, cards: Catalog, book: Phrasebook, colours: Colours, *, animated: bool
) -> AdventureView:
    """The walk as it stands; `table` is the whole table as it is shown at the same time."""
    walk = state.walk
    owner = walk.player if walk is not None else state.active
    player = next((each for each in table.players if each.id == owner), None)
    ending, will_die = forecast(state, walk, cards, book) if walk is not None else ("", False)
    has_window = not why_no_spells(state)
    reacts = tuple(
        Tile(each.name, f"go:react:{each.id}", colour=colour_of(state, each.id, colours))
        for each in state.living
        if has_window
    )
    waiting = tuple(book.text("adventure.announced", state, player=each.player) for each in resolution_order(state))
    return AdventureView(
        language=book.language,
        title=table.phase,
        round=table.round,
        prompt=book.text("adventure.resolve") if state.announced else table.prompt,
        player=player,
        hero=table.walk.hero if table.walk is not None else None,
        damage=walk.damage if walk is not None else 0,
        health=health_of(state, walk.hero, cards) if walk is not None else 0,
        forecast=ending,
        will_die=will_die,
        queue=player.queue if player is not None else (),
        announced=waiting,
        verdicts=table.verdicts,
        todo=table.todo,
        reacts=reacts,
        buttons=(
            ("undo", book.text("button_undo"), "button:undo"),
            ("phase_built", book.text("entry.table"), "peek"),
            ("pass", book.text("button_pass"), "button:pass"),
            ("next", book.text("button_next"), "button:next"),
        ),
        labels=(book.text("adventure.queue"), table.labels.verdicts, table.labels.todo, book.text("adventure.react")),
        banners=table.banners,
        animated=animated,
        hold=f"go:correct:hero:{walk.hero}" if walk is not None else "",
    )


def forecast(state: State, walk: Walk, cards: Catalog, book: Phrasebook) -> tuple[str, bool]:
    """Where the hero dies if nobody plays anything, or with how much health it reaches the boss (BM-ADV-7, -11)."""
    player = state.player(walk.player)
    health, total = health_of(state, walk.hero, cards), walk.damage
    slot = walk.slot
    while total < health and slot > 1:
        slot -= 1
        total += room_damage(state, player, slot, cards, hero=walk.hero)
    if total >= health:
        room = player.dungeon[slot - 1].top
        return book.text("adventure.will_die", card=room, total=total, health=health), True
    return book.text("adventure.will_survive", total=total, health=health), False
