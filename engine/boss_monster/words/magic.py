"""Spells and their prevention (FX-41, FX-42)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.words.meanings import Who
from engine.core.effects import Step


@dataclass(frozen=True, slots=True)
class Cancel(Step):
    """FX-41: a spell that waits for its turn goes to the discard pile without effect (BM-GLOSS-11).

    It works at once, whoever is active.
    """

    word: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class NoSpells(Step):
    """FX-42: a player may not play spells; static: as long as this hero is in or at the entrance of the dungeon."""

    word: ClassVar[str] = "no_spells"
    who: Who = Who.OWNER


@dataclass(frozen=True, slots=True)
class SpellsCost(Step):
    """FX-42: the player whose spell waits pays one coin for it and for each later one of this round, or it is lost."""

    word: ClassVar[str] = "spells_cost"
    coins: int = 1
