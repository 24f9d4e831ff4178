"""Named ways to play: which house rules differ from the defaults, with the row of section 3 that says so."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.boss_monster.options import PlainValue

DEFAULT_PROFILE = "bigbox"

_BIGBOX: Mapping[str, PlainValue] = {}  # the Big Box wins every conflict, so it is the defaults themselves

_PLAYSHEET: Mapping[str, PlainValue] = {
    "bait_order": "oldest_first",  # D-01: first in, first out
    "adventure_turns": "all_players",  # D-02: also without heroes, for spells and abilities
    "hero_reveal_count": "living_players",  # D-03: one for each player in the game
    "end_profile": "playsheet",  # D-04: five wounds may still win
    "end_order": "cleanup_then_check",  # D-05, and with it D-12
    "first_room": "mandatory",  # D-06: everybody places one
    "death_time": "on_damage",  # D-07: when the damage is taken
    "levelup_vs_built_order": "owner_choice",  # D-10: both are named, without an order
    "wound_location": "score_area",  # D-16
    # D-13, D-15 and D-17 agree with the Big Box; D-11 and section 3.2 are not spoken of.
}

_ENGLISH: Mapping[str, PlainValue] = {
    "bait_order": "oldest_first",  # D-01
    "hero_reveal_count": "living_players",  # D-03: the digital version, and the English play-sequence sheet agrees
    "end_order": "cleanup_then_check",  # D-05: cleaning up is described first
    "epic_count_check": "strict_table",  # D-11: 16 for four players
    "setup_discard": "seeded_pile",  # D-15: second English edition
    "wound_location": "score_area",  # D-16
    "priority_resolution": "lifo",  # D-17: newer printings
    # D-13: highest XP stands on one licensed page and in the digital version only; the printed English play-sequence
    # sheet says lowest, so the default stays.
    # D-02, D-04, D-06, D-07 and D-10 agree with the Big Box; became our defaults.
}

PROFILES: Mapping[str, Mapping[str, PlainValue]] = MappingProxyType(
    {"bigbox": _BIGBOX, "playsheet": _PLAYSHEET, "english": _ENGLISH}
)
"""Each profile as plain data for `options_from`."""
