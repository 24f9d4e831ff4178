"""Which sets go together and for how many players (BM-COMB). Errors stop the set-up, the others are only said."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.boss_monster.options import EXPANSIONS, MINIBOSS_SETS, PROMOS, STAND_ALONE, Options


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about the chosen game that is wrong, or worth a second thought. `key` is a phrase key."""

    key: str
    rule: str
    is_error: bool = True


def setup_problems(options: Options) -> tuple[Problem, ...]:
    """All that speaks against these options, errors first."""
    found = [*_about_players(options), *_about_sets(options), *_about_coins(options)]
    return tuple(sorted(found, key=lambda problem: not problem.is_error))


def _about_players(options: Options) -> Iterator[Problem]:
    if not 2 <= options.player_count <= 6:
        yield Problem("wrong_player_count", "BM-COMB-4")
    elif options.is_net_scoring and not options.has_crash_landing:
        yield Problem("crash_landing_needed", "BM-COMB-4")


def _about_sets(options: Options) -> Iterator[Problem]:
    games = {name for name in options.sets if name in STAND_ALONE}
    if set(options.sets) - {*STAND_ALONE, *EXPANSIONS, PROMOS}:
        yield Problem("unknown_set", "BM-COMB-1")
    if len(set(options.sets)) < len(options.sets):
        yield Problem("set_twice", "BM-COMB-1")
    if not games:
        yield Problem("stand_alone_game_needed", "BM-COMB-3")
    elif options.hero_set not in games:
        yield Problem("hero_set_not_in_play", "BM-COMB-2")
    if len(games) > 2:  # a blend of one's own is warned of, never forbidden (BM-COMB-10)
        yield Problem("own_blend", "BM-COMB-10", is_error=False)


def _about_coins(options: Options) -> Iterator[Problem]:
    has_minibosses = not MINIBOSS_SETS.isdisjoint(options.sets)
    if has_minibosses and not options.has_coins:
        yield Problem("minibosses_without_coins", "BM-MINI-6", is_error=False)
    if options.has_coin_rule and not options.has_coins:
        yield Problem("coin_rule_without_coins", "BM-COIN-7", is_error=False)
    is_combined = "rise_of_the_minibosses" in options.sets and len(options.sets) > 1
    if is_combined and options.has_coins and not options.has_coin_rule:
        yield Problem("coin_rule_recommended", "BM-COMB-9", is_error=False)
