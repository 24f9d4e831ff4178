"""Souls, wounds and the end of the round (FX-30 to FX-34)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.words.meanings import Rank, Ref, Who
from engine.core.effects import Step


@dataclass(frozen=True, slots=True)
class HealWound(Step):
    """FX-30: one of your wounds becomes souls; you choose which, ordinary or epic as `rank` allows."""

    word: ClassVar[str] = "heal_wound"
    rank: Rank = Rank.ANY


@dataclass(frozen=True, slots=True)
class AddSouls(Step):
    """FX-31: a player has more souls, or fewer; static: as long as the conditions hold."""

    word: ClassVar[str] = "add_souls"
    amount: int
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class TakeSouls(Step):
    """FX-31: a dead hero or a wound of another score area, or a survivor of this round, becomes your souls."""

    word: ClassVar[str] = "take_souls"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class ExtraWound(Step):
    """FX-33: a player has so many wounds more until the end of the round, also when it is judged."""

    word: ClassVar[str] = "extra_wound"
    amount: int = 1
    who: Who = Who.OWNER


@dataclass(frozen=True, slots=True)
class CannotLose(Step):
    """FX-34: a player cannot be eliminated by wounds in this round."""

    word: ClassVar[str] = "cannot_lose"
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class CannotWin(Step):
    """FX-34: a player cannot win by souls in this round."""

    word: ClassVar[str] = "cannot_win"
    who: Who = Who.CHOSEN


@dataclass(frozen=True, slots=True)
class KeepInScore(Step):
    """This card stays face-up in your score area, and its static abilities hold there."""

    word: ClassVar[str] = "keep_in_score"
