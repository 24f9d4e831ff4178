"""Building out of turn, forbidding and freeing it, and copied texts: how those words are carried out (FX-25 to -29)."""

from collections.abc import Mapping

from engine.boss_monster import building
from engine.boss_monster.cards import Miniboss, Room, RoomKind, RoomType
from engine.boss_monster.effect_events import AllHold, BuildGoesTo, ItemCopied, LevelUpCopied
from engine.boss_monster.effects import agenda, holding, pointing, triggers
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.effects.inner import ChooseSpell
from engine.boss_monster.events import BuildTakenBack, Event
from engine.boss_monster.state import Change, Holds, Player, State, Task
from engine.boss_monster.words.meanings import Freed, Sort, Who
from engine.boss_monster.words.rooms import (
    BuildElsewhere,
    BuildMore,
    BuildNow,
    CopyItem,
    CopyLevelUp,
    Frees,
    NoBuild,
    StopBuilding,
)
from engine.core.cards import Card, Catalog
from engine.core.copying import replace
from engine.core.effects import Ability, Step, Trigger, Window
from engine.core.ids import CopyId

BUILD_NOW = "build_now"
"""The question that waits for a card that is built at once; it is answered by building, or declined."""


# -- building ----------------------------------------------------------------------------------------------------------


def _build_now(state: State, task: Task, step: BuildNow, cards: Catalog) -> Happening:
    """FX-25: the player lays the card on the table, or declines. What stops all building stops this too (FX-26)."""
    if building.is_stopped(state, state.player(task.player)):
        return holding.lost(state, task)
    if task.get("answer") is None:
        return agenda.ask(state, task, step, BUILD_NOW, (agenda.NONE,))
    return state, ()


def suits(step: BuildNow, player: Player, slot: int, card: Card) -> bool:
    """Whether a card and its place are what the step allows; the rules of building come on top."""
    covers = building.covered_by(player, slot) is not None
    return is_sort(card, step.sort) and (covers or not step.over)


def is_sort(card: Card, sort: Sort) -> bool:
    """Whether a card is of a sort that is built."""
    if sort is Sort.MINIBOSS or isinstance(card, Miniboss):
        return isinstance(card, Miniboss) and sort in (Sort.MINIBOSS, Sort.CARD, Sort.ROOM)
    if not isinstance(card, Room) or sort in (Sort.SPELL, Sort.PLAYED_SPELL):
        return False
    kind = RoomKind.ADVANCED if "advanced" in sort.value else card.kind
    type_ = RoomType.MONSTER if "monster" in sort.value else RoomType.TRAP if "trap" in sort.value else card.type
    symbols = 2 if sort is Sort.MULTI_TREASURE_ROOM else 0
    return card.kind is kind and card.type is type_ and len(card.treasure) >= symbols


def _build_more(state: State, task: Task, step: BuildMore, cards: Catalog) -> Happening:
    return holding.on_players(state, (task.player,), Change(Holds.BUILD_MORE, task.card))


def _build_elsewhere(state: State, task: Task, step: BuildElsewhere, cards: Catalog) -> Happening:
    """FX-25: uses up the own build, so it is too late once a card lies face-down. The receiver is marked."""
    chosen = pointing.players(state, task, Who.CHOSEN, cards)
    player = state.player(task.player)
    if not chosen or player.all_face_down or building.is_stopped(state, player):
        return holding.lost(state, task)
    state, _ = holding.on_players(state, (player.id,), Change(Holds.BUILD_ELSEWHERE, task.card))
    state, _ = holding.on_players(state, chosen[:1], Change(Holds.MARKED, task.card))
    return state, (BuildGoesTo(player.id, chosen[0]),)


def _stop_building(state: State, task: Task, step: StopBuilding, cards: Catalog) -> Happening:
    """FX-27: face-down cards go back to the hands; nobody builds any more in this round, by no card."""
    change = Change(Holds.NO_BUILD, task.card)
    events: list[Event] = [AllHold(change)]
    for player in state.living:
        events += [BuildTakenBack(player.id, slot) for slot in player.all_face_down]
        for place in sorted(player.all_face_down, reverse=True):
            player = building.taken_back(player, place)
        state = state.with_player(player)
    return replace(state, changes=(*state.changes, change)), tuple(events)


def _no_build(state: State, task: Task, step: NoBuild, cards: Catalog) -> Happening:
    players = pointing.players(state, task, step.who, cards)
    return holding.on_players(state, players, Change(Holds.NO_BUILD, task.card))


def _frees(state: State, task: Task, step: Frees, cards: Catalog) -> Happening:
    """FX-28: only the next build can be freed by an effect; what frees one room is permanent on that room."""
    if step.what is not Freed.NEXT_BUILD:
        return holding.lost(state, task)
    return holding.on_players(state, (task.player,), Change(Holds.FREE_BUILD, task.card))


# -- copying -----------------------------------------------------------------------------------------------------------


def _copy_level_up(state: State, task: Task, step: CopyLevelUp, cards: Catalog) -> Happening:
    """FX-29: lasting abilities hold from now on; what happens once at the level-up happens now, for the copier."""
    chosen = pointing.players(state, task, Who.CHOSEN, cards)
    if not chosen:
        return holding.lost(state, task)
    boss, player = state.player(chosen[0]).boss, state.player(task.player)
    state = state.with_player(replace(player, copied=(*player.copied, boss)))
    state = triggers.of_card(state, triggers.Listener(player.id, boss), Trigger.LEVEL_UP, cards)
    return state, (LevelUpCopied(player.id, boss),)


def _copy_item(state: State, task: Task, step: CopyItem, cards: Catalog) -> Happening:
    """FX-29: the steps of the item's boss effect come next; they speak of that item and of this player."""
    named = task.get("chosen_item")
    if named is None or CopyId(named) not in cards:
        return holding.lost(state, task)
    item = CopyId(named)
    tasks = [
        Task(task.player, item, _boss_effect(ability), ability=number).binding(boss_effect="1", begun="yes")
        for number, ability in enumerate(cards[item].abilities)
        if ability.when is Trigger.ACTIVATED
    ]
    return agenda.afterwards(state, tasks), (ItemCopied(task.player, item),)


def _boss_effect(ability: Ability) -> tuple[Step, ...]:
    """All that the boss effect of an item does; one that answers a spell looks for that spell first."""
    answers = (ChooseSpell(),) if ability.window is Window.REACTION else ()
    return (*answers, *ability.cost, *ability.do)


PERFORMERS: Mapping[type[Step], Performer] = {
    BuildNow: _build_now,
    BuildMore: _build_more,
    BuildElsewhere: _build_elsewhere,
    StopBuilding: _stop_building,
    NoBuild: _no_build,
    Frees: _frees,
    CopyLevelUp: _copy_level_up,
    CopyItem: _copy_item,
}
