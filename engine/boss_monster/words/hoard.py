"""Items, coins and minibosses (FX-45 to FX-47)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.words.meanings import Ref, Who
from engine.core.effects import Amount, Step


@dataclass(frozen=True, slots=True)
class GainCoins(Step):
    """FX-46: a player gains coins from the supply."""

    word: ClassVar[str] = "gain_coins"
    amount: Amount
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class PayCoins(Step):
    """FX-46: you pay coins, to the supply or to another player."""

    word: ClassVar[str] = "pay_coins"
    amount: Amount
    to: Who | None = None


@dataclass(frozen=True, slots=True)
class CoinsOnto(Step):
    """FX-46: coins from your hoard are laid on this room (BM-COIN-4)."""

    word: ClassVar[str] = "coins_onto"
    amount: Amount = 1


@dataclass(frozen=True, slots=True)
class SwapHoards(Step):
    """FX-46: you and the chosen player exchange all coins."""

    word: ClassVar[str] = "swap_hoards"


@dataclass(frozen=True, slots=True)
class PaidByOthers(Step):
    """FX-46: any other player may pay you coins: each takes so much from this room's damage until the round ends."""

    word: ClassVar[str] = "paid_by_others"
    less: int = 1


@dataclass(frozen=True, slots=True)
class SwitchedOffByOthers(Step):
    """FX-46: any opponent may pay you coins to switch this card's static abilities off until the end of the round."""

    word: ClassVar[str] = "switched_off_by_others"
    coins: int = 1


@dataclass(frozen=True, slots=True)
class TurnItem(Step):
    """FX-45: the chosen item is turned over, without its boss effect."""

    word: ClassVar[str] = "turn_item"


@dataclass(frozen=True, slots=True)
class AttachItem(Step):
    """FX-45: the chosen item from town goes to the chosen hero, whatever its class."""

    word: ClassVar[str] = "attach_item"
    hero: Ref = Ref.CHOSEN


@dataclass(frozen=True, slots=True)
class TakeItem(Step):
    """FX-45: the item of a hero goes face-down to your score area; its hero effect ends."""

    word: ClassVar[str] = "take_item"
    hero: Ref = Ref.EVENT


@dataclass(frozen=True, slots=True)
class MinibossStarts(Step):
    """FX-47: minibosses that you build start at this level; static."""

    word: ClassVar[str] = "miniboss_starts"
    level: int


@dataclass(frozen=True, slots=True)
class PromoteNow(Step):
    """FX-47: one of your minibosses rises one level; it is the promotion of this round (BM-MINI-8)."""

    word: ClassVar[str] = "promote_now"


@dataclass(frozen=True, slots=True)
class ReturnMiniboss(Step):
    """FX-47: the miniboss of the chosen room goes back to its owner's hand."""

    word: ClassVar[str] = "return_miniboss"


@dataclass(frozen=True, slots=True)
class TakeMiniboss(Step):
    """FX-47: the miniboss of the chosen room moves under the other room, at its level; it is yours from now on."""

    word: ClassVar[str] = "take_miniboss"
