"""What a group likes: language, theme, screen, voice, and who usually plays. Kept in one small file."""

from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

FILE_NAME = "preferences.json"
MOST_COLOURS = 6


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played here: the name as typed, and the favourite colour (with its symbol)."""

    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that stays as it was set."""

    language: str = ""
    theme: str = "dark"
    inches: float = 0.0
    """The diagonal of the screen; 0 is the usual one for its size."""
    animations: bool = True
    voice: bool = True
    roster: tuple[Person, ...] = ()
    """Who played last comes first."""

    def with_people(self, people: tuple[Person, ...]) -> "Preferences":
        """The same, with these people at the top of the roster."""
        names = {person.name for person in people}
        others = tuple(person for person in self.roster if person.name not in names)
        return replace(self, roster=(*people, *others))


def load(folder: Path) -> Preferences:
    """What was set last time; the usual where nothing was, or where the file cannot be read."""
    try:
        return msgspec.json.decode((folder / FILE_NAME).read_bytes(), type=Preferences)
    except (OSError, msgspec.MsgspecError):
        return Preferences()


def save(preferences: Preferences, folder: Path) -> bool:
    """Keep it; says whether that was possible. A table that cannot write forgets, and plays all the same."""
    draft = folder / f"{FILE_NAME}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(preferences)))
        draft.replace(folder / FILE_NAME)
    except OSError:
        return False
    return True
