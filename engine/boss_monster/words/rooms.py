"""Rooms: turning, destroying, moving, building, silencing (FX-22 to FX-29)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.cards import RoomKind, RoomType
from engine.boss_monster.words.meanings import Barred, Freed, Ref, Rooms, Sort, Source, Who
from engine.core.effects import Step


@dataclass(frozen=True, slots=True)
class Deactivate(Step):
    """FX-22: these rooms are turned sideways until the end of the round (BM-GLOSS-5)."""

    word: ClassVar[str] = "deactivate"
    rooms: Rooms = Rooms.CHOSEN
    type: RoomType | None = None


@dataclass(frozen=True, slots=True)
class Destroy(Step):
    """FX-23: these rooms are destroyed (BM-GLOSS-13 to -15). As a cost it is their owner who destroys them."""

    word: ClassVar[str] = "destroy"
    rooms: Rooms = Rooms.CHOSEN


@dataclass(frozen=True, slots=True)
class Swap(Step):
    """FX-24: the chosen and the other room change places, with their whole stacks."""

    word: ClassVar[str] = "swap"


@dataclass(frozen=True, slots=True)
class Rearrange(Step):
    """FX-24: the rooms of a dungeon are laid in any order; the camera reads it, or the players enter it."""

    word: ClassVar[str] = "rearrange"
    who: Who = Who.CHOSEN


@dataclass(frozen=True, slots=True)
class Reverse(Step):
    """FX-24: the order of a dungeon is reversed, for good."""

    word: ClassVar[str] = "reverse"
    who: Who = Who.OWNER


@dataclass(frozen=True, slots=True)
class BringToTop(Step):
    """FX-24: the chosen covered room becomes the top of its stack, which uncovers it."""

    word: ClassVar[str] = "bring_to_top"


@dataclass(frozen=True, slots=True)
class BuildNow(Step):
    """FX-25: a card is built at once, face-up. `over` says that it must cover a room; `anywhere` that it fits all.

    The player lays it, the camera reads it; or the player declines.
    """

    word: ClassVar[str] = "build_now"
    sort: Sort = Sort.ROOM
    source: Source = Source.HAND
    over: bool = False
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class BuildMore(Step):
    """FX-25: one more card may be placed face-down in this round, on another room than the first."""

    word: ClassVar[str] = "build_more"


@dataclass(frozen=True, slots=True)
class BuildElsewhere(Step):
    """FX-25: your build of this round goes face-down on a room of the chosen player, who gets all that comes of it."""

    word: ClassVar[str] = "build_elsewhere"


@dataclass(frozen=True, slots=True)
class Bars(Step):
    """FX-26: what may not be built here; only in a static ability."""

    word: ClassVar[str] = "bars"
    what: Barred


@dataclass(frozen=True, slots=True)
class StopBuilding(Step):
    """FX-26, -27: face-down cards go back to their owners, and nothing is built any more in this round."""

    word: ClassVar[str] = "stop_building"


@dataclass(frozen=True, slots=True)
class NoBuild(Step):
    """FX-26, -44: a player builds no room in this round."""

    word: ClassVar[str] = "no_build"
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class Frees(Step):
    """FX-28: a restriction on building that does not count."""

    word: ClassVar[str] = "frees"
    what: Freed


@dataclass(frozen=True, slots=True)
class Silence(Step):
    """FX-29: rooms have no ability text; static: as long as this hero is there. Printed damage and treasure stay."""

    word: ClassVar[str] = "silence"
    rooms: Rooms = Rooms.CHOSEN
    kind: RoomKind | None = None


@dataclass(frozen=True, slots=True)
class SilenceHeroes(Step):
    """FX-29: heroes in or at the entrance of your dungeon have no ability text; static."""

    word: ClassVar[str] = "silence_heroes"


@dataclass(frozen=True, slots=True)
class BuiltAgain(Step):
    """FX-29: rooms count as just built; with `uncovered` one that does nothing then counts as just uncovered."""

    word: ClassVar[str] = "built_again"
    rooms: Rooms = Rooms.CHOSEN
    uncovered: bool = False


@dataclass(frozen=True, slots=True)
class CopyLevelUp(Step):
    """FX-29: you also have the level-up of the chosen player's boss, from now on."""

    word: ClassVar[str] = "copy_level_up"


@dataclass(frozen=True, slots=True)
class CopyItem(Step):
    """FX-29: the boss effect of the chosen item happens for you; the item stays as it is."""

    word: ClassVar[str] = "copy_item"


@dataclass(frozen=True, slots=True)
class RemoveCounter(Step):
    """A counter of +1 damage is taken from this room, if it has one."""

    word: ClassVar[str] = "remove_counter"
    room: Ref = Ref.THIS
