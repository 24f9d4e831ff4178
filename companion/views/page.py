"""A page: titles, things to read and things to tap. Menus, lists and questions of every kind are pages."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from engine.boss_monster.commands import Command
from engine.core.commands import Redo, Undo

if TYPE_CHECKING:
    from companion.views.watching import Cutout

Action: TypeAlias = str | Command | Undo | Redo
"""What a tap means: a place to go to ("go:cards"), something to do ("begin"), or a command to the game itself."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One thing on a page. Without an action it is only to be read."""

    label: str
    action: Action = ""
    note: str = ""
    icon: str = ""
    number: str = ""
    """A large number at the right."""
    icons: tuple[str, ...] = ()
    """Small pictures at the right: treasure, marks."""
    colour: int | None = None
    """The player it is about."""
    chosen: bool = False
    golden: bool = False
    """The thing to tap next."""
    dim: bool = False
    hold: Action = ""
    """What a long press means."""


class Kind(Enum):
    """How the tiles of a section stand."""

    GRID = "grid"
    """As many beside each other as are easily read."""
    ROWS = "rows"
    """One below the other, over the whole width."""
    KEYS = "keys"
    """Small ones: letters, numbers, steps."""
    STEPS = "steps"
    """A number, less, more: three beside each other on every screen."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tiles that belong together."""

    tiles: tuple[Tile, ...]
    title: str = ""
    kind: Kind = Kind.GRID


@dataclass(frozen=True, slots=True)
class Page:
    """Everything on one page. `name` says which one it is; what does not fit is on its next sheets."""

    name: str
    title: str
    sections: tuple[Section, ...]
    text: str = ""
    footer: tuple[Tile, ...] = ()
    can_go_back: bool = True
    picture: tuple[str, ...] = ()
    """A code for a telephone: rows of "#" and "."."""
    looks: bool = False
    """There is room for what the camera sees of the place that is asked about."""
    cutout: "Cutout | None" = None
    types: bool = False
    """Letters of the keyboard are text here, no buttons."""

    def tiles(self) -> tuple[Tile, ...]:
        """Everything that can be tapped, in reading order."""
        found = [tile for section in self.sections for tile in section.tiles if tile.action]
        return (*found, *(tile for tile in self.footer if tile.action))
