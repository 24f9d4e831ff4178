"""Phase 3: which dungeon lures which hero, and why (BM-BAIT)."""

from dataclasses import replace

from engine.boss_monster.cards import LURES, Hero, Lure, hero_card
from engine.boss_monster.counts import treasure_of
from engine.boss_monster.events import HeroBaited
from engine.boss_monster.options import BaitOrder
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId


def lure_all(state: State, cards: Catalog) -> tuple[State, tuple[HeroBaited, ...]]:
    """Handle every hero in town; lured heroes join the queues, the others stay in their order (BM-BAIT-6, -9)."""
    verdicts: list[HeroBaited] = []
    for hero in _handling_order(state):
        verdict = verdict_for(state, hero, cards)
        verdicts.append(verdict)
        if verdict.player is not None:
            state = _to_entrance(state, hero, verdict.player)
    return state, tuple(verdicts)


def verdict_for(state: State, hero: CopyId, cards: Catalog) -> HeroBaited:
    """Where one hero goes and why. Nothing changes the counts during the phase (BM-BAIT-12)."""
    card = hero_card(cards, hero)
    counts = _compared(state, card, cards)
    best = min(counts.values()) if card.lure is Lure.FEWEST_SOULS else max(counts.values())
    leaders = [player for player, count in counts.items() if count == best]
    treasure = None if card.lure is Lure.FEWEST_SOULS else LURES[card.hero_class]
    if treasure is not None and best == 0:
        winner, rule = None, "BM-BAIT-7"
    elif len(leaders) > 1:
        winner, rule = None, "BM-BAIT-8" if treasure else "BM-BAIT-13"
    else:
        winner, rule = leaders[0], "BM-BAIT-5" if treasure else "BM-BAIT-13"
    return HeroBaited(hero, winner, tuple(counts.items()), treasure, rule)


def _handling_order(state: State) -> tuple[CopyId, ...]:
    """BM-BAIT-2: newest first, unless the group plays it the other way (D-01)."""
    newest_first = state.options.bait_order is BaitOrder.NEWEST_FIRST
    return tuple(reversed(state.town)) if newest_first else state.town


def _compared(state: State, hero: Hero, cards: Catalog) -> dict[PlayerId, int]:
    """The number per living player that this hero compares (BM-BAIT-3, -10; BM-HERO-8)."""
    if hero.lure is Lure.FEWEST_SOULS:
        return {player.id: player.souls for player in state.living}
    treasure = LURES[hero.hero_class]
    return {player.id: treasure_of(player, cards)[treasure] for player in state.living}


def _to_entrance(state: State, hero: CopyId, owner: PlayerId) -> State:
    """The hero leaves town and stands behind those already waiting (BM-BAIT-6, -11)."""
    player = state.player(owner)
    moved = state.with_player(replace(player, entrance=(*player.entrance, hero)))
    return replace(moved, town=tuple(waiting for waiting in state.town if waiting != hero))
