"""Heroes are killed, moved, held and fetched: how those words are carried out (FX-11 to FX-21)."""

from collections.abc import Mapping

from engine.boss_monster import adventure, decks, heroes
from engine.boss_monster.cards import Hero, hero_card
from engine.boss_monster.counts import neighbour
from engine.boss_monster.effect_events import DeadRaised, HeroHeld, HeroScored, HeroWillSkip, ScoreChanged
from engine.boss_monster.effects import agenda, holding, pointing, triggers
from engine.boss_monster.effects.agenda import Happening
from engine.boss_monster.effects.holding import Performer
from engine.boss_monster.effects.on_damage import is_in_play
from engine.boss_monster.events import Event, HeroBanned, HeroRemoved
from engine.boss_monster.state import Change, Holds, Player, State, Task
from engine.boss_monster.words.heroes import (
    BackOneRoom,
    BanHero,
    HeroFromDeck,
    HoldHero,
    HoldHeroes,
    Kill,
    RaiseDead,
    RemoveHero,
    SkipFirstRoom,
    SkipRooms,
    ToEntrance,
    ToFirstRoom,
    ToTown,
)
from engine.boss_monster.words.meanings import Ref, Who
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Step, Trigger
from engine.core.ids import CopyId, PlayerId

WHICH_HERO = "which_hero"
"""The question after a search in the hidden hero deck."""


def is_walking(state: State, hero: CopyId | None) -> bool:
    """Whether this hero is inside a dungeon."""
    return state.walk is not None and state.walk.hero == hero


# -- death -------------------------------------------------------------------------------------------------------------


def _kill(state: State, task: Task, step: Kill, cards: Catalog) -> Happening:
    """Inside it dies in its room; outside the souls go to the host, to whom the card names, or to its player."""
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or not is_in_play(state, hero):
        return holding.lost(state, task)
    named = pointing.players(state, task, step.souls_to, cards) if step.souls_to is not Who.OWNER else ()
    if is_walking(state, hero) and (not named or named[0] == pointing.host_of(state, hero)):
        return adventure.kill_walking(state, cards)
    host = pointing.host_of(state, hero)
    owner = named[0] if named else host or task.player  # BM-ADV-24
    was_walking = is_walking(state, hero)
    state = triggers.happened(state, Trigger.HERO_DIES, cards, player=owner, hero=hero)
    state = replace(state, walk=None) if was_walking else state
    state, events = heroes.kill(state, hero, owner, cards, outside=host is None)
    return (agenda.flow(state, adventure.NEXT_HERO) if was_walking else state), events


def _remove_hero(state: State, task: Task, step: RemoveHero, cards: Catalog) -> Happening:
    """A hero leaves the game; a scored one takes its souls or wounds along (FX-17)."""
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None:
        return holding.lost(state, task)
    if is_walking(state, hero):
        return adventure.remove_walking(state, cards)
    if is_in_play(state, hero):
        return heroes.remove(state, hero)
    scorer = next((player for player in state.players if hero in (*player.dead, *player.survivors)), None)
    if scorer is None:
        return holding.lost(state, task)
    state, changed = out_of_score(state, scorer, hero, cards)
    return replace(state, removed=(*state.removed, hero)), (HeroRemoved(hero), changed)


def out_of_score(state: State, player: Player, hero: CopyId, cards: Catalog) -> tuple[State, ScoreChanged]:
    """A hero leaves a score area, with the souls or the wounds that it counted."""
    card = hero_card(cards, hero)
    if hero in player.dead:
        left = replace(
            player, dead=tuple(other for other in player.dead if other != hero), souls=max(0, player.souls - card.souls)
        )
    else:
        left = replace(
            player,
            survivors=tuple(other for other in player.survivors if other != hero),
            wounds=max(0, player.wounds - card.wounds),
        )
    changed = ScoreChanged(player.id, left.souls - player.souls, left.wounds - player.wounds)
    return state.with_player(left), changed


def _raise_dead(state: State, task: Task, step: RaiseDead, cards: Catalog) -> Happening:
    """FX-20: back to the entrance of whoever scored it; it walks in this round if that player's turn is to come."""
    hero = pointing.hero(state, task, step.hero, cards)
    scorer = next((player for player in state.living if hero in player.dead), None)
    if hero is None or scorer is None:
        return holding.lost(state, task)
    state, changed = out_of_score(state, scorer, hero, cards)
    after, events = adventure.move_hero(state, hero, scorer.id, cards)
    return after, (DeadRaised(hero, scorer.id, -changed.souls), *events)


# -- ways --------------------------------------------------------------------------------------------------------------


def _to_town(state: State, task: Task, step: ToTown, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or pointing.host_of(state, hero) is None or _has_moved(state, task, step.hero, hero):
        return holding.lost(state, task)
    return adventure.move_hero(state, hero, None, cards)


def _to_entrance(state: State, task: Task, step: ToEntrance, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    owner = next(iter(pointing.players(state, task, step.who, cards)), None)
    if hero is None or owner is None or not is_in_play(state, hero) or _has_moved(state, task, step.hero, hero):
        return holding.lost(state, task)
    return adventure.move_hero(state, hero, owner, cards)


def _has_moved(state: State, task: Task, ref: Ref, hero: CopyId) -> bool:
    """Whether the hero is not where it was chosen: somebody came first, and a target is not changed (BM-GEN-9)."""
    chosen_at = task.get(f"{ref.value}_hero_place")
    return chosen_at is not None and chosen_at != pointing.whereabouts(state, hero)


def _to_first_room(state: State, task: Task, step: ToFirstRoom, cards: Catalog) -> Happening:
    """FX-13: the leftmost room, as it lies now. In a dungeon without rooms there is none to go back to."""
    hero = pointing.hero(state, task, step.hero, cards)
    if not is_walking(state, hero) or state.walk is None:
        return holding.lost(state, task)
    first = len(state.player(state.walk.player).dungeon)
    return adventure.back_to(state, first, cards) if first else (state, ())


def _back_one_room(state: State, task: Task, step: BackOneRoom, cards: Catalog) -> Happening:
    """FX-15: the room that sends it back does no damage this time; without a left neighbour nothing happens."""
    walk = state.walk
    if walk is None or walk.has_left or task.get("event_hero") not in (None, walk.hero):
        return state, ()
    left = neighbour(state.player(walk.player), walk.slot, 1, state.options)
    return adventure.back_to(state, left, cards) if left is not None else (state, ())


def _skip_rooms(state: State, task: Task, step: SkipRooms, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or not is_in_play(state, hero):
        return holding.lost(state, task)
    mark = state.mark(hero)
    return state.with_mark(replace(mark, skips=mark.skips + step.number)), (HeroWillSkip(hero, step.number),)


def _skip_first_room(state: State, task: Task, step: SkipFirstRoom, cards: Catalog) -> Happening:
    return _for_players(state, task, step.who, Change(Holds.SKIP_FIRST, task.card), cards)


def _hold_heroes(state: State, task: Task, step: HoldHeroes, cards: Catalog) -> Happening:
    return _for_players(state, task, step.who, Change(Holds.CLOSED, task.card), cards)


def _for_players(state: State, task: Task, who: Who, change: Change, cards: Catalog) -> Happening:
    players = pointing.players(state, task, who, cards)
    return holding.on_players(state, players, change) if players else holding.lost(state, task)


def _hold_hero(state: State, task: Task, step: HoldHero, cards: Catalog) -> Happening:
    """FX-44: only a hero that still waits can be held; inside it is too late."""
    hero = pointing.hero(state, task, step.hero, cards)
    host = pointing.host_of(state, hero)
    if hero is None or host is None or is_walking(state, hero):
        return holding.lost(state, task)
    return state.with_mark(replace(state.mark(hero), held=True)), (HeroHeld(hero, host),)


def _ban_hero(state: State, task: Task, step: BanHero, cards: Catalog) -> Happening:
    hero = pointing.hero(state, task, step.hero, cards)
    if hero is None or hero not in state.town:
        return holding.lost(state, task)
    return state.with_mark(replace(state.mark(hero), cannot_be_lured=True)), (HeroBanned(hero),)


# -- from the deck -----------------------------------------------------------------------------------------------------


def _hero_from_deck(state: State, task: Task, step: HeroFromDeck, cards: Catalog) -> Happening:
    """The deck is hidden: the players search it and say which hero they lay down, or that they take none."""
    answer = task.get("answer")
    hidden = in_deck(state, cards)
    if answer == agenda.NONE:
        return agenda.stop(state), ()
    if not hidden or (answer is not None and answer not in hidden):
        return holding.lost(state, task)
    if answer is None:
        return agenda.ask(state, task, step, WHICH_HERO, (*hidden, agenda.NONE))
    hero = CopyId(answer)
    state = replace(state, seen_heroes=(*state.seen_heroes, hero))
    if step.scored:
        return scored(state, task.player, hero, cards)
    return adventure.move_hero(state, hero, task.player, cards)


def in_deck(state: State, cards: Catalog) -> tuple[CopyId, ...]:
    """The heroes that nobody has seen yet: ordinary ones first, as the decks lie (BM-HERO-5)."""
    used = [card for card in cards if isinstance(card, Hero) and decks.is_in_hero_deck(card, state.options)]
    used.sort(key=lambda card: card.epic)
    return tuple(copy for card in used for copy in card.copy_ids if copy not in state.seen_heroes)


def scored(state: State, id_: PlayerId, hero: CopyId, cards: Catalog) -> Happening:
    """A hero is laid face-down into a score area without dying: it counts its souls (FX-31, FX-32)."""
    player, souls = state.player(id_), hero_card(cards, hero).souls
    state = state.with_player(replace(player, dead=(*player.dead, hero), souls=player.souls + souls))
    events: tuple[Event, ...] = (HeroScored(hero, id_, souls),)
    return state, events


PERFORMERS: Mapping[type[Step], Performer] = {
    Kill: _kill,
    ToTown: _to_town,
    ToEntrance: _to_entrance,
    ToFirstRoom: _to_first_room,
    BackOneRoom: _back_one_room,
    SkipRooms: _skip_rooms,
    SkipFirstRoom: _skip_first_room,
    RemoveHero: _remove_hero,
    BanHero: _ban_hero,
    HeroFromDeck: _hero_from_deck,
    RaiseDead: _raise_dead,
    HoldHeroes: _hold_heroes,
    HoldHero: _hold_hero,
}
