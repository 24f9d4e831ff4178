"""Phase 3: which dungeon lures which hero, and why (BM-BAIT, BM-CL-3 to -9)."""

from collections.abc import Mapping

from engine.boss_monster.cards import Hero, Lure, hero_card
from engine.boss_monster.counts import Symbols, all_symbols, symbol_parts
from engine.boss_monster.effects.amounts import wounds
from engine.boss_monster.effects.statics import souls
from engine.boss_monster.events import HeroBaited
from engine.boss_monster.state import Question, State
from engine.boss_monster.switches import BaitOrder, BaitTieScope, ClTieBatchTime, ClTieRule, ClTieSpecialHeroes
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.ids import CopyId, PlayerId

MOST_CARDS = "Q-11"
"""Where does the hero go?"""
UNKNOWN_LURE = "BM-BAIT-13"
"""The rule that the question cites for a hero whose own lure is not known."""
HIDDEN = (Lure.MOST_CARDS, Lure.UNKNOWN)
"""Hands are hidden, and some cards nobody has read yet."""
Baited = tuple[State, tuple[HeroBaited, ...]]
Hoards = Mapping[PlayerId, Symbols]


def lure_all(state: State, cards: Catalog) -> Baited:
    """Handle every hero in town; lured heroes join the queues, the others stay in their order (BM-BAIT-6, -9)."""
    verdicts: list[HeroBaited] = []
    order = handling_order(state)
    # BM-BAIT-12: nothing changes the counts during the phase, so each dungeon is counted once.
    hoards = all_symbols(state, cards)
    late = state.options.cl_tie_batch_time is ClTieBatchTime.AFTER_UNIQUE_LURES
    for shares_ties in (False, True) if late and splits_ties(state) else (True,):
        for hero in order:
            if hero not in state.town or any(verdict.hero == hero for verdict in verdicts):
                continue
            verdict = verdict_for(state, hero, cards, hoards)
            tied = tied_for(state, verdict, cards)
            if not tied:
                state = _settle(state, verdict, verdicts)
            elif shares_ties:
                state = _share(state, hero, tied, cards, verdicts, hoards)
    return state, tuple(verdicts)


def handling_order(state: State) -> tuple[CopyId, ...]:
    """BM-BAIT-2: newest first, unless the group plays it the other way (D-01)."""
    newest_first = state.options.bait_order is BaitOrder.NEWEST_FIRST
    return tuple(reversed(state.town)) if newest_first else state.town


def verdict_for(state: State, hero: CopyId, cards: Catalog, hoards: Hoards | None = None) -> HeroBaited:
    """Where one hero goes and why. `hoards` are the dungeons' treasures, if they are counted already."""
    card = hero_card(cards, hero)
    hoards = hoards or all_symbols(state, cards)
    counts = compared(state, card, hoards, cards)
    winner, rule = _winner(state, hero, card, counts)
    treasures = card.treasures if card.lure is Lure.TREASURE else ()
    return HeroBaited(
        hero,
        winner,
        tuple(counts.items()),
        treasures[0] if treasures else None,
        rule,
        card.lure,
        treasures[1] if len(treasures) > 1 else None,
        tuple(part for player in state.living for part in symbol_parts(player, treasures, hoards[player.id])),
    )


def compared(state: State, hero: Hero, hoards: Hoards, cards: Catalog) -> dict[PlayerId, int]:
    """The number per living player that this hero compares (BM-BAIT-3, -10; BM-HERO-8)."""
    if hero.lure is Lure.TREASURE:
        wanted = hero.treasures
        return {id_: sum(number for _, symbol, number in hoards[id_] if symbol in wanted) for id_ in hoards}
    if hero.lure in (Lure.MOST_SOULS, Lure.FEWEST_SOULS):
        return {player.id: souls(state, player, cards) for player in state.living}
    if hero.lure in (Lure.MOST_WOUNDS, Lure.FEWEST_WOUNDS):
        return {player.id: wounds(player) for player in state.living}
    if hero.lure is Lure.BEST_SCORE:
        return {player.id: souls(state, player, cards) - wounds(player) for player in state.living}
    return {player.id: 0 for player in state.living}  # hands are hidden


def _winner(state: State, hero: CopyId, card: Hero, counts: dict[PlayerId, int]) -> tuple[PlayerId | None, str]:
    if state.mark(hero).cannot_be_lured:
        return None, "BM-BAIT-14"
    special = card.lure is not Lure.TREASURE or bool(card.wants)
    if card.lure in HIDDEN:  # the players say who it is
        return None, "BM-BAIT-13"
    best = _leaders(counts, fewest=card.lure in (Lure.FEWEST_SOULS, Lure.FEWEST_WOUNDS))
    if card.lure is Lure.TREASURE and counts[best[0]] == 0:
        return None, "BM-BAIT-7"
    if len(best) > 1 or (not special and _any_tie(state, counts)):
        return None, "BM-BAIT-13" if special else "BM-BAIT-8"
    return best[0], "BM-BAIT-13" if special else "BM-BAIT-5"


def _leaders(counts: dict[PlayerId, int], *, fewest: bool) -> list[PlayerId]:
    best = min(counts.values()) if fewest else max(counts.values())
    return [player for player, count in counts.items() if count == best]


def _any_tie(state: State, counts: dict[PlayerId, int]) -> bool:
    """A-04: some read the rule so that any tie keeps the hero in town; zero symbols are no tie (BM-CL-6)."""
    if state.options.bait_tie_scope is BaitTieScope.LEADERS_ONLY:
        return False
    shown = [count for count in counts.values() if count > 0]
    return len(shown) != len(set(shown))


def splits_ties(state: State) -> bool:
    """Whether tied dungeons share the heroes of a class (BM-CL-3, -9, A-05)."""
    match state.options.cl_tie_rule:
        case ClTieRule.FIVE_SIX_ONLY:
            return state.options.is_net_scoring
        case ClTieRule.ALWAYS_WITH_CL:
            return state.options.has_crash_landing
        case _:
            return False


def tied_for(state: State, verdict: HeroBaited, cards: Catalog) -> list[PlayerId]:
    """The dungeons that share the heroes of this hero's class, highest XP first; none when there is no such tie."""
    card = hero_card(cards, verdict.hero)
    special = card.lure is not Lure.TREASURE or bool(card.wants)
    if card.lure in HIDDEN:
        return []
    if special and state.options.cl_tie_special_heroes is ClTieSpecialHeroes.STAY:  # BM-CL-7
        return []
    ties = {"BM-BAIT-8", "BM-BAIT-13"} if special else {"BM-BAIT-8"}
    if not splits_ties(state) or verdict.player is not None or verdict.rule not in ties:
        return []
    fewest = card.lure in (Lure.FEWEST_SOULS, Lure.FEWEST_WOUNDS)
    leaders = _leaders(dict(verdict.counts), fewest=fewest)
    return leaders if len(leaders) > 1 else []  # state.living is in turn order


def _share(
    state: State,
    hero: CopyId,
    tied: list[PlayerId],
    cards: Catalog,
    verdicts: list[HeroBaited],
    hoards: Hoards,
) -> State:
    """All waiting heroes of the class are dealt out, oldest first, highest XP first (BM-CL-3 to -5, -8)."""
    alike = [other for other in state.town if _is_alike(state, hero, other, cards)]
    while len(alike) >= len(tied):
        for owner in tied:
            verdict = replace(verdict_for(state, alike[0], cards, hoards), player=owner, rule="BM-CL-4")
            state = _settle(state, verdict, verdicts)
            alike.pop(0)
    for left in alike:
        verdicts.append(replace(verdict_for(state, left, cards, hoards), rule="BM-CL-5"))
    return state


def _is_alike(state: State, hero: CopyId, other: CopyId, cards: Catalog) -> bool:
    one, two = hero_card(cards, hero), hero_card(cards, other)
    same = (one.lure, one.treasures if one.lure is Lure.TREASURE else ()) == (
        two.lure,
        two.treasures if two.lure is Lure.TREASURE else (),
    )
    return same and bool(one.wants) == bool(two.wants) and not state.mark(other).cannot_be_lured


def _settle(state: State, verdict: HeroBaited, verdicts: list[HeroBaited]) -> State:
    verdicts.append(verdict)
    return state if verdict.player is None else to_entrance(state, verdict.hero, verdict.player)


def to_entrance(state: State, hero: CopyId, owner: PlayerId) -> State:
    """The hero leaves town and stands behind those already waiting (BM-BAIT-6, -11)."""
    player = state.player(owner)
    moved = state.with_player(replace(player, entrance=(*player.entrance, hero)))
    return replace(moved, town=tuple(waiting for waiting in state.town if waiting != hero))


def hidden_questions(state: State, verdicts: tuple[HeroBaited, ...], cards: Catalog) -> tuple[Question, ...]:
    """Heroes that look for the most cards in hand, or for what nobody has read from their card yet: the players say
    who it is (BM-HERO-8)."""
    seekers = [v for v in verdicts if v.lure in HIDDEN and v.rule != "BM-BAIT-14"]
    choices = (*(player.id for player in state.living), "tie")
    rules = {Lure.MOST_CARDS: "BM-HERO-8", Lure.UNKNOWN: UNKNOWN_LURE}
    return tuple(Question(MOST_CARDS, choices, cards=(v.hero,), rule=rules[v.lure]) for v in seekers)
