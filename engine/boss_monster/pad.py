"""The spell pad: which card was laid there, who may have played it, and why it cannot be played now (rules 4.6)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engine.boss_monster import timing
from engine.boss_monster.answers import WHO_PLAYS
from engine.boss_monster.cards import Spell
from engine.boss_monster.commands import Announce, Ask
from engine.boss_monster.effects.agenda import CHOICE, NONE
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.effects import Trigger
from engine.core.ids import CopyId, PlayerId


@dataclass(frozen=True, slots=True)
class PadReading:
    """What newly shown cards mean: a use by the one player who may, a question who it was, or why it cannot be."""

    uses: tuple[Announce | Ask, ...] = ()
    todo: tuple[Todo, ...] = ()


def read_pad(state: State, shown: Iterable[CopyId], cards: Catalog, dealt_with: Collection[CopyId] = ()) -> PadReading:
    """The cards on the pad that nobody has dealt with yet (BM-GEN-9). One that stays lying is not played twice."""
    uses: list[Announce | Ask] = []
    todo: list[Todo] = []
    for copy in shown:
        if copy in dealt_with:
            continue
        able = tuple(player.id for player in state.living if _why_not(state, player.id, copy, cards) is None)
        if len(able) == 1:
            uses.append(Announce(able[0], copy))
        elif able:
            uses.append(Ask(CHOICE, (*able, NONE), cards=(copy,), key=WHO_PLAYS))
        else:
            todo.append(_refused(state, copy, cards))
    return PadReading(tuple(uses), tuple(todo))


def _refused(state: State, copy: CopyId, cards: Catalog) -> Todo:
    """The reason that holds for the active player, or else for the first one."""
    asker = state.active or next((player.id for player in state.living), None)
    refused = _why_not(state, asker, copy, cards) if asker is not None else timing.Refused("not_now")
    assert refused is not None
    return Todo("todo_cannot_play", copy, why=refused.key, rule=refused.rule)


def _why_not(state: State, player: PlayerId, copy: CopyId, cards: Catalog) -> timing.Refused | None:
    """Why this player cannot use the shown card now, or nothing if one of its abilities may be used."""
    closed = timing.why_no_spells(state) or timing.why_not_this_spell(state, copy, cards)
    if closed:
        return timing.Refused("no_spells_now", closed)
    if isinstance(cards[copy], Spell) and not cards[copy].abilities:
        return None  # its words are not known: it is announced, and the players carry it out
    uses = (Trigger.ACTIVATED, Trigger.PLAYED)
    numbers = [number for number, text in enumerate(cards[copy].abilities) if text.when in uses]
    refusals = [timing.why_not(state, player, copy, number, cards) for number in numbers]
    if not refusals:
        return timing.Refused("nothing_to_use", "BM-GLOSS-3")
    return None if None in refusals else refusals[0]
