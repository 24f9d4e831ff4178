"""What the eye must know about stickers: their size, and where they sit on which sort of card."""

from dataclasses import dataclass
from enum import Enum

from engine.core.ids import Code

MODULES = 21
"""QR version 1."""
QUIET_MODULES = 2
"""White border on each side. Two modules were enough for every reader; larger modules beat a larger margin."""
STICKER_MODULES = MODULES + 2 * QUIET_MODULES
CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0


class Role(Enum):
    """What the table geometry needs to know about a card."""

    BOSS = "boss"
    ROOM = "room"
    HERO = "hero"
    SPELL = "spell"
    ITEM = "item"
    MINIBOSS = "miniboss"
    BACK = "back"
    """A neutral sticker on the back of face-down cards; many alike may lie on the table."""
    TOWN = "town"
    """The marker beside the hero deck; its right-hand side points along the town row."""
    PAD = "pad"
    """The marker of the pad on which spells are shown before they are discarded."""


@dataclass(frozen=True, slots=True)
class StickerSpec:
    """One sticker code: what sort of card carries it, and where.

    `size_mm` is the edge of the whole sticker with its quiet zone. `x_mm`, `y_mm` is the sticker's middle seen from
    the card's middle, x to the right, y downwards (rules section 5). Stickers are glued upright.
    """

    code: Code
    role: Role
    size_mm: float
    x_mm: float
    y_mm: float

    @property
    def symbol_mm(self) -> float:
        """The edge of the black-and-white symbol without its quiet zone."""
        return self.size_mm * MODULES / STICKER_MODULES
