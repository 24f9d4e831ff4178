"""Steps that no card file names: the engine puts them between those of the cards."""

from dataclasses import dataclass

from engine.core.effects import Limit, Step


@dataclass(frozen=True, slots=True)
class MarkUsed(Step):
    """A limited ability is used now; a room with a limit per round is slid down (BM-GLOSS-4)."""

    ability: int
    limit: Limit


@dataclass(frozen=True, slots=True)
class Tell(Step):
    """Targets are chosen: the player says aloud what is used, before anything is paid (BM-GEN-9)."""


@dataclass(frozen=True, slots=True)
class Declare(Step):
    """Targets are chosen and costs are paid: what is left waits for its turn (BM-GEN-9, -10)."""

    rest: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ChooseSpell(Step):
    """Which waiting spell of an opponent is meant; its player is the chosen one from now on."""


@dataclass(frozen=True, slots=True)
class PayForSpell(Step):
    """The player pays for the spell that is about to take place, or it is lost (FX-42)."""

    coins: int


@dataclass(frozen=True, slots=True)
class ResetMiniboss(Step):
    """After its third ability a miniboss shows its first level again (BM-MINI-10)."""
