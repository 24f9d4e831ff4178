"""When spells and abilities may be used, and in which order they resolve (BM-GEN-9 to -14)."""

from engine.boss_monster.state import Phase, State
from engine.boss_monster.switches import PriorityResolution, SpellsAfterReveal
from engine.core.ids import PlayerId

_FORBIDDEN = {
    Phase.SETUP: "BM-SETUP-12",
    Phase.ROUND_START: "BM-START-5",
    Phase.BAITED: "BM-BAIT-1",
    Phase.ROUND_END: "BM-END-1",
    Phase.OVER: "BM-END-16",
}


def why_no_spells(state: State) -> str:
    """The rule that forbids spells and activatable abilities now, or nothing (BM-GEN-13, -14)."""
    if state.round == 0:
        return "BM-SETUP-12"
    if state.phase in (Phase.REVEAL, Phase.BUILT):
        return "" if state.options.spells_after_reveal is SpellsAfterReveal.OPEN else "BM-GEN-14"
    return _FORBIDDEN.get(state.phase, "")


def resolution_order(state: State) -> tuple[PlayerId, ...]:
    """In which order the announced effects take place.

    The active player's first, then in descending XP (BM-GEN-9, -10); or last in, first out (D-17).
    """
    if state.options.priority_resolution is PriorityResolution.LIFO:
        return tuple(reversed(state.announced))
    turn = {player.id: place for place, player in enumerate(state.players)}
    return tuple(sorted(state.announced, key=lambda player: (player != state.active, turn[player])))
