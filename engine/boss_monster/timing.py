"""When spells and abilities may be used, and in which order they resolve (BM-GEN-9 to -14)."""

from engine.boss_monster.cards import Spell, SpellPhase
from engine.boss_monster.state import Phase, State
from engine.boss_monster.switches import PriorityResolution, SpellsAfterReveal
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

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


def why_not_this_spell(state: State, card: CopyId | None, cards: Catalog) -> str:
    """The rule that forbids this spell in this phase, or nothing: its symbol says when it may be played (BM-GEN-11)."""
    spell = cards[card] if card is not None and card in cards else None
    if not isinstance(spell, Spell) or spell.phase in (None, SpellPhase.BOTH):
        return ""
    now = SpellPhase.ADVENTURE if state.phase is Phase.ADVENTURE else SpellPhase.BUILD
    return "" if spell.phase is now else "BM-GEN-11"


def resolution_order(state: State) -> tuple[PlayerId, ...]:
    """In which order the announced effects take place.

    The active player's first, then in descending XP (BM-GEN-9, -10); or last in, first out (D-17).
    """
    if state.options.priority_resolution is PriorityResolution.LIFO:
        return tuple(reversed(state.announced))
    turn = {player.id: place for place, player in enumerate(state.players)}
    return tuple(sorted(state.announced, key=lambda player: (player != state.active, turn[player])))
