"""House rules: one field per ambiguity of the rules file, with its default."""

from dataclasses import dataclass, field
from enum import Enum


class BaitOrder(Enum):
    """D-01: who is baited first."""

    NEWEST_FIRST = "newest_first"
    OLDEST_FIRST = "oldest_first"


@dataclass(frozen=True, slots=True)
class Options:
    """What the group agreed on before the game. Stored with the game, so that a replay gives the same result."""

    names: tuple[str, ...]
    sets: tuple[str, ...] = ("base",)
    bait_order: BaitOrder = field(default=BaitOrder.NEWEST_FIRST)

    @property
    def player_count(self) -> int:
        """The number of players at the start of the game; it never changes (BM-START-2)."""
        return len(self.names)
