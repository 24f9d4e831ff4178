"""What the desk may ask of the evening around it."""

from typing import Protocol

from companion.night_desk import NightHouse
from companion.preferences import Preferences
from companion.views.menus import Start
from companion.views.newgame import Draft
from companion.views.watching import Sight, Where
from engine.core.cards import Catalog


class House(NightHouse, Protocol):
    """What a whole evening can do besides the game that is being played."""

    @property
    def has_camera(self) -> bool:
        """Whether a real camera hangs above the table."""
        ...

    @property
    def can_look(self) -> bool:
        """Whether there is a camera to look through, real or simulated."""
        ...

    def open_eyes(self, sets: tuple[str, ...], *, ahead: bool) -> None:
        """Let people look through the camera, also ahead to a game that they agree on."""
        ...

    def sight(self, where: Where | None = None) -> Sight | None:
        """What the camera sees now, and the part of it that is wanted; nothing before its eyes are open."""
        ...

    def start_info(self) -> Start:
        """What the start page tells."""
        ...

    def resume(self) -> None:
        """Go on with the interrupted game."""
        ...

    def begin(self, draft: Draft, *, in_night: bool) -> None:
        """Begin a new game as agreed; in a night it is the next one, or the first of a new night."""
        ...

    def begin_guided(self) -> None:
        """Begin a first evening on the simulated table."""
        ...

    def prefer(self, preferences: Preferences) -> None:
        """Keep what the group likes, and let it count at once."""
        ...

    @property
    def catalog(self) -> Catalog:
        """All cards as the owner knows them now."""
        ...

    def learn(self, card: str, key: str, value: str) -> str:
        """The owner read a fact from a real card; says what became of it."""
        ...

    def set_titles(self) -> dict[str, str]:
        """The titles of all boxes in the language that is spoken."""
        ...

    def sticker_sets(self) -> tuple[tuple[str, str, int, bool], ...]:
        """The boxes for which stickers can be made: id, title, number, chosen."""
        ...

    def choose_stickers(self, set_: str) -> None:
        """Take a box into the sheet, or leave it out."""
        ...

    def write_stickers(self) -> str:
        """Begin to write the sheet; what is said meanwhile."""
        ...

    def share_code(self) -> tuple[str, ...]:
        """The finished game as a code for BG Stats."""
        ...

    def export(self) -> str:
        """Write the finished game as CSV and JSON; where they lie, or why that failed."""
        ...
