"""Every kind of case, and what answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.cases import ending, gear, luring, minions, places, preparing, rooms, stacks, walking
from companion.cases.fields import CaseError, near, shown
from companion.cases.reading import Case
from companion.cases.sitting import Result


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of case is played, and the rules that it is about."""

    play: Callable[[Case], Result]
    rules: tuple[str, ...]


KINDS: Mapping[str, Kind] = {
    "bait": Kind(luring.bait, ("BM-BAIT-2", "BM-BAIT-3", "BM-BAIT-5")),
    "adventure": Kind(walking.adventure, ("BM-ADV-3", "BM-ADV-5", "BM-ADV-7", "BM-ADV-10")),
    "adventure_rounds": Kind(walking.adventure_rounds, ("BM-ADV-17", "BM-ADV-20", "BM-END-13")),
    "adventure_order": Kind(walking.adventure_order, ("BM-ADV-1", "BM-GEN-5")),
    "priority": Kind(rooms.priority, ("BM-GEN-9", "BM-GEN-10")),
    "build": Kind(rooms.build, ("BM-BUILD-3", "BM-BUILD-6", "BM-BUILD-7")),
    "levelup": Kind(rooms.levelup, ("BM-BUILD-18", "BM-BUILD-19")),
    "reveal_order": Kind(rooms.reveal_order, ("BM-BUILD-16", "BM-BUILD-17")),
    "stack": Kind(stacks.stack, ("BM-BUILD-9", "BM-BUILD-15", "BM-GLOSS-6")),
    "end": Kind(ending.end, ("BM-END-2", "BM-END-10")),
    "deck_rounds": Kind(preparing.deck_rounds, ("BM-START-1", "BM-START-8")),
    "item_count": Kind(preparing.item_count, ("BM-ITEM-4",)),
    "items": Kind(gear.items, ("BM-ITEM-5", "BM-ITEM-6", "BM-ITEM-7")),
    "item_score": Kind(gear.item_score, ("BM-ITEM-11", "BM-ITEM-12", "BM-ITEM-13")),
    "miniboss_place": Kind(minions.miniboss_place, ("BM-MINI-4", "BM-MINI-5")),
    "miniboss_reveal": Kind(minions.miniboss_reveal, ("BM-MINI-6", "BM-MINI-7")),
    "miniboss_life": Kind(minions.miniboss_life, ("BM-MINI-8", "BM-MINI-10", "BM-MINI-11")),
    "room_lost": Kind(rooms.room_lost, ("BM-MINI-12", "BM-COIN-4")),
    "gap_minibosses": Kind(minions.gap_minibosses, ("BM-GLOSS-14", "BM-MINI-14")),
    "coin_rule": Kind(minions.coin_rule, ("BM-COIN-7", "BM-COIN-8")),
    "hero_counts": Kind(preparing.hero_counts, ("BM-HERO-1", "BM-CL-2")),
    "redraw": Kind(preparing.redraw, ("BM-SETUP-7", "BM-SETUP-8")),
    "hard_mode": Kind(preparing.hard_mode, ("BM-VAR-3",)),
    "intrigue": Kind(ending.intrigue, ("BM-VAR-2", "BM-VAR-5")),
    "geometry": Kind(places.geometry, ("BM-BUILD-3", "BM-GLOSS-4", "BM-GLOSS-5")),
    "queue_geometry": Kind(places.queue_geometry, ("BM-BAIT-6", "BM-ADV-2")),
    "score_trace": Kind(ending.score_trace, ("BM-ADV-25", "BM-END-2")),
}


def answered(case: Case) -> Result:
    """Play one case."""
    if case.kind not in KINDS:
        raise CaseError(f"there is no kind {shown(case.kind)}; known: {near(case.kind, tuple(KINDS))}", ("kind",))
    return KINDS[case.kind].play(case)
