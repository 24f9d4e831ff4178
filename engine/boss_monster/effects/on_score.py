"""Souls, wounds, who may win and who may play spells: how those words are carried out (FX-30 to FX-34, FX-42)."""

from collections.abc import Mapping

from engine.boss_monster import heroes
from engine.boss_monster.cards import hero_card
from engine.boss_monster.effect_events import ScoreChanged, SpellKept
from engine.boss_monster.effects import agenda, holding, pointing
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.effects.on_heroes import out_of_score, scored
from engine.boss_monster.events import Event
from engine.boss_monster.state import Change, Holds, Player, State, Task
from engine.boss_monster.words.magic import NoSpells
from engine.boss_monster.words.meanings import Rank, Who
from engine.boss_monster.words.score import (
    AddSouls,
    CannotLose,
    CannotWin,
    ExtraWound,
    HealWound,
    KeepInScore,
    TakeSouls,
)
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step
from engine.core.ids import CopyId

HEAL_WOUND = "heal_wound"
"""The question which of several wounds is healed."""


def _heal_wound(state: State, task: Task, step: HealWound, cards: Catalog) -> Happening:
    """FX-30: the player chooses among the wounds; a single one needs no question."""
    player = state.player(task.player)
    wounds = healable(player, step.rank, cards)
    chosen = task.get("answer") or (wounds[0] if len(wounds) == 1 else None)
    if not wounds or (chosen is not None and chosen not in wounds):
        return holding.lost(state, task)
    if chosen is None:
        return agenda.ask(state, task, step, HEAL_WOUND, wounds)
    return heroes.heal(state, player, CopyId(chosen), cards)


def healable(player: Player, rank: Rank, cards: Catalog) -> tuple[CopyId, ...]:
    """The wounds of a player that may be healed."""
    if rank is Rank.ANY:
        return player.survivors
    return tuple(hero for hero in player.survivors if hero_card(cards, hero).epic is (rank is Rank.EPIC))


def _add_souls(state: State, task: Task, step: AddSouls, cards: Catalog) -> Happening:
    events: list[Event] = []
    for id_ in pointing.players(state, task, step.who, cards):
        player = state.player(id_)
        changed = replace(player, souls=max(0, player.souls + step.amount))
        state = state.with_player(changed)
        events.append(ScoreChanged(id_, changed.souls - player.souls))
    return state, tuple(events)


def _take_souls(state: State, task: Task, step: TakeSouls, cards: Catalog) -> Happening:
    """FX-31: the hero leaves the other score area, with the souls or wounds that it counted there."""
    hero = pointing.hero(state, task, step.hero, cards)
    loser = next((player for player in state.players if hero in (*player.dead, *player.survivors)), None)
    if hero is None or loser is None or loser.id == task.player:
        return holding.lost(state, task)
    state, lost = out_of_score(state, loser, hero, cards)
    state, events = scored(state, task.player, hero, cards)
    return state, (lost, *events)


def _extra_wound(state: State, task: Task, step: ExtraWound, cards: Catalog) -> Happening:
    return _for_players(state, task, step.who, Change(Holds.WOUNDS, task.card, step.amount), cards)


def _cannot_lose(state: State, task: Task, step: CannotLose, cards: Catalog) -> Happening:
    return _for_players(state, task, step.who, Change(Holds.CANNOT_LOSE, task.card), cards)


def _cannot_win(state: State, task: Task, step: CannotWin, cards: Catalog) -> Happening:
    return _for_players(state, task, step.who, Change(Holds.CANNOT_WIN, task.card), cards)


def _no_spells(state: State, task: Task, step: NoSpells, cards: Catalog) -> Happening:
    return _for_players(state, task, step.who, Change(Holds.NO_SPELLS, task.card), cards)


def _for_players(state: State, task: Task, who: Who, change: Change, cards: Catalog) -> Happening:
    players = pointing.players(state, task, who, cards)
    return holding.on_players(state, players, change) if players else holding.lost(state, task)


def _keep_in_score(state: State, task: Task, step: KeepInScore, cards: Catalog) -> Happening:
    player = state.player(task.player)
    return state.with_player(replace(player, kept=(*player.kept, task.card))), (SpellKept(player.id, task.card),)


PERFORMERS: Mapping[type[Step], Performer] = {
    HealWound: _heal_wound,
    AddSouls: _add_souls,
    TakeSouls: _take_souls,
    ExtraWound: _extra_wound,
    CannotLose: _cannot_lose,
    CannotWin: _cannot_win,
    KeepInScore: _keep_in_score,
    NoSpells: _no_spells,
}
