"""The course of a round: whose turn it is and what comes next (BM-GEN-3 to -5)."""

from dataclasses import replace

from engine.boss_monster.cards import Hero
from engine.boss_monster.events import BuildClosed, BuildTurnBegan, Event, RevealBegan, RoundBegan
from engine.boss_monster.state import Phase, State
from engine.core.cards import Catalog

Happening = tuple[State, tuple[Event, ...]]


def is_in_hero_deck(hero: Hero, state: State) -> bool:
    """Whether this hero is used with so many players (BM-HERO-1, -2): 0 is a star, always used."""
    return hero.set in state.options.sets and hero.players <= state.options.player_count


def heroes_expected(state: State, cards: Catalog) -> int:
    """How many heroes are revealed this round (BM-START-1, -2; -8 when the deck runs out)."""
    deck = sum(card.copies for card in cards if isinstance(card, Hero) and is_in_hero_deck(card, state))
    return min(state.options.player_count, deck - len(state.seen_heroes))


def begin_round(state: State, cards: Catalog) -> Happening:
    """Phase 1: heroes are to be revealed. With an empty hero deck building begins at once (BM-START-8)."""
    state = replace(state, round=state.round + 1, phase=Phase.ROUND_START, active=None)
    expected = heroes_expected(state, cards)
    began = RoundBegan(state.round, expected)
    if expected:
        return state, (began,)
    after, events = begin_build(state)
    return after, (began, *events)


def begin_build(state: State) -> Happening:
    """Phase 2 (or the first rooms of the set-up): the player with the most XP begins (BM-BUILD-1, BM-SETUP-9)."""
    for player in state.players:
        state = state.with_player(replace(player, face_down=None))
    first = state.living[0].id
    return replace(state, phase=Phase.BUILD, active=first, told=()), (BuildTurnBegan(first),)


def next_builder(state: State, cards: Catalog) -> Happening:
    """The next player may build; after the last one all face-down cards are revealed (BM-BUILD-15)."""
    order = [player.id for player in state.living]
    assert state.active is not None
    later = order[order.index(state.active) + 1 :]
    if later:
        return replace(state, active=later[0]), (BuildTurnBegan(later[0]),)
    if any(player.face_down is not None for player in state.living):
        return replace(state, active=None, phase=Phase.REVEAL), (RevealBegan(),)
    return after_building(state, cards)


def after_building(state: State, cards: Catalog) -> Happening:
    """All rooms stand: the bait comes next, or after the set-up the first round."""
    state = replace(state, active=None, told=())
    if state.round == 0:
        return begin_round(state, cards)
    return replace(state, phase=Phase.BUILT), (BuildClosed(),)
