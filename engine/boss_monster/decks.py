"""Which cards a game uses: hero decks, hard mode, redraws (rules 1.3, 1.4; BM-SETUP-7; BM-VAR-3)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.boss_monster.cards import Hero, Treasure
from engine.boss_monster.options import PROMOS, Options
from engine.boss_monster.state import State
from engine.boss_monster.switches import EpicCountCheck, HeroRevealCount, ItemRevealCount, RedrawLimit
from engine.core.cards import Catalog
from engine.core.copying import replace

WEAK_HEALTH = 4
"""BM-VAR-3: hard mode takes ordinary heroes of this health out."""
_ORDINARY = {2: 13, 3: 17, 4: 25}
_EPIC = {2: 8, 3: 12, 4: 16}
_CRASH_LANDING_HEROES = (7, 5)
_WITH_17_EPIC_HEROES = ("next_level", "rise_of_the_minibosses")
_ITEMS = {2: 1, 3: 1, 4: 2, 5: 3, 6: 3}
_REDRAW_FROM = 4


def hero_counts(players: int, hero_set: str) -> tuple[int, int]:
    """How many ordinary and epic heroes the rulebook's table names (BM-HERO-1, BM-CL-2)."""
    if players <= 4:
        return _ORDINARY[players], _EPIC[players]
    extra = 1 if hero_set in _WITH_17_EPIC_HEROES else 0  # BM-HERO-3
    ordinary, epic = _CRASH_LANDING_HEROES
    return _ORDINARY[4] + ordinary, _EPIC[4] + extra + epic


def is_count_right(found: tuple[int, int], options: Options) -> bool:
    """Whether a hero deck fits the table (BM-HERO-3, D-11): the printed symbols may give one epic hero more."""
    ordinary, epic = hero_counts(options.player_count, options.hero_set)
    by_symbol = options.epic_count_check is EpicCountCheck.BY_SYMBOL
    has_star = options.hero_set in _WITH_17_EPIC_HEROES and options.player_count <= 4
    allowed = {epic, epic + 1} if by_symbol and has_star else {epic}
    return found[0] == ordinary and found[1] in allowed


def is_in_hero_deck(hero: Hero, options: Options) -> bool:
    """Whether this hero is used (BM-HERO-1, -2, BM-CL-2, BM-VAR-3)."""
    if options.hard_mode and not hero.epic and hero.health == WEAK_HEALTH:
        return False
    if options.player_count >= 5:
        return hero.set in (options.hero_set, "crash_landing") or _is_promo(hero, options)
    from_set = hero.set == options.hero_set or (hero.set == "crash_landing" and options.has_crash_landing)
    # A symbol that nobody has read yet cannot be judged: the hero is accepted.
    return (from_set or _is_promo(hero, options)) and (hero.players is None or hero.players <= options.player_count)


def _is_promo(hero: Hero, options: Options) -> bool:
    """Promo heroes belong to no set; who lays them in the box plays with them."""
    return hero.set == PROMOS and PROMOS in options.sets


def hero_deck_counts(options: Options, cards: Catalog) -> tuple[int, int]:
    """How many ordinary and epic heroes the printed symbols give, before any variant takes some out (BM-HERO-3)."""
    whole = replace(options, hard_mode=False)
    own = (options.hero_set, "crash_landing") if options.player_count >= 5 else (options.hero_set,)
    used = [card for card in cards if isinstance(card, Hero) and card.set in own and is_in_hero_deck(card, whole)]
    return sum(card.copies for card in used if not card.epic), sum(card.copies for card in used if card.epic)


def hero_deck_size(options: Options, cards: Catalog) -> int:
    """How many heroes the deck holds at the start."""
    return sum(card.copies for card in cards if isinstance(card, Hero) and is_in_hero_deck(card, options))


def heroes_left(state: State, cards: Catalog) -> int:
    """How many heroes are still in the deck."""
    return hero_deck_size(state.options, cards) - len(state.seen_heroes)


def heroes_per_round(state: State) -> int:
    """One hero per player at the start of the game (BM-START-2), unless the group plays D-03 the other way."""
    living = state.options.hero_reveal_count is HeroRevealCount.LIVING_PLAYERS
    return len(state.living) if living else state.options.player_count


def items_per_round(state: State) -> int:
    """How many items are revealed (BM-ITEM-4, -18)."""
    if not state.options.has_items:
        return 0
    living = state.options.item_reveal_count is ItemRevealCount.LIVING_PLAYERS
    return items_for(len(state.living) if living else state.options.player_count)


def items_for(players: int) -> int:
    """BM-ITEM-4: one with two or three players, two with four, three with five or six."""
    return _ITEMS.get(players, 1)


@dataclass(frozen=True, slots=True)
class DeckCourse:
    """How a hero deck runs out: its last round, how many heroes come then, and when the first epic hero comes."""

    last_round: int
    heroes_in_last_round: int
    first_round_with_epic: int | None
    """None if there are no epic heroes."""


def deck_course(players: int, ordinary: int, epic: int) -> DeckCourse:
    """The course of a hero deck with one hero per player and round (BM-START-1, -8, BM-HERO-5)."""
    rounds = (ordinary + epic + players - 1) // players
    last = ordinary + epic - players * max(0, rounds - 1)
    return DeckCourse(rounds, last, ordinary // players + 1 if epic else None)


@dataclass(frozen=True, slots=True)
class DrawnRoom:
    """A room card as it counts for the redraw."""

    advanced: bool
    treasure: tuple[Treasure, ...]


def may_redraw(hand: Iterable[DrawnRoom], redrawn: int, options: Options) -> bool:
    """Four or more advanced rooms, or four or more rooms that share a symbol (BM-SETUP-7, -8)."""
    if redrawn and options.redraw_limit is RedrawLimit.ONCE:
        return False
    rooms = list(hand)
    shared = Counter(symbol for room in rooms for symbol in set(room.treasure))
    advanced = sum(room.advanced for room in rooms)
    return advanced >= _REDRAW_FROM or any(count >= _REDRAW_FROM for count in shared.values())
