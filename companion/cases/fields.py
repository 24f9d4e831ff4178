"""The facts of a case, taken one by one. Whatever does not fit is a `CaseError` that names its place."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from engine.core.errors import LairkeeperError

Path = tuple[str, ...]
MOST = 1_000_000
"""No number on a table is larger."""


class CaseError(LairkeeperError):
    """A case cannot be used. `path` leads to the fact that is wrong."""

    def __init__(self, message: str, path: Path = ()) -> None:
        self.message, self.path = message, path
        super().__init__(f"{'.'.join(path)}: {message}" if path else message)


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def near(name: str, known: Collection[str]) -> str:
    """The known names, or those that somebody may have meant."""
    close = get_close_matches(name, list(known), n=3) if len(known) > 12 else []
    return ", ".join(close or known)


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping inside a case. Its methods take facts out of it and check them."""

    data: Mapping[str, object]
    path: Path

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def at(self, name: str) -> Path:
        """Where a fact of this record stands."""
        return (*self.path, name)

    def only(self, *known: str) -> None:
        """Refuse facts that nobody knows."""
        for name in self.data:
            if name not in known:
                raise CaseError(f"there is no such field here; known: {near(name, known)}", self.at(name))

    def need(self, name: str) -> object:
        """A fact that must be there."""
        if name not in self.data:
            raise CaseError("this field is missing", self.at(name))
        return self.data[name]

    def whole(self, name: str, default: int | None = None, *, least: int = 0, most: int = MOST) -> int:
        """A whole number."""
        if default is not None and name not in self.data:
            return default
        return whole(self.need(name), self.at(name), least=least, most=most)

    def number(self, name: str, default: float | None = None) -> float:
        """A length or an angle."""
        if default is not None and name not in self.data:
            return default
        value = self.need(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
            raise CaseError(f"must be a number, not {shown(value)}", self.at(name))
        return float(value)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self.data.get(name, default)
        if not isinstance(value, bool):
            raise CaseError(f"must be true or false, not {shown(value)}", self.at(name))
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A name."""
        if default is not None and name not in self.data:
            return default
        return text(self.need(name), self.at(name))

    def maybe(self, name: str) -> str | None:
        """A name, or nothing."""
        return None if self.data.get(name) is None else self.text(name)

    def choice(self, name: str, known: Collection[str], default: str | None = None) -> str:
        """One of several words."""
        value = self.text(name, default)
        if value not in known:
            raise CaseError(f"cannot be {shown(value)}; known: {near(value, known)}", self.at(name))
        return value

    def listed(self, name: str, *, needed: bool = False) -> list[tuple[object, Path]]:
        """The entries of a list, each with its place; without the fact an empty list."""
        if not needed and name not in self.data:
            return []
        value = self.need(name)
        if not isinstance(value, list):
            raise CaseError(f"must be a list, not {shown(value)}", self.at(name))
        return [(entry, (*self.path, f"{name}[{place}]")) for place, entry in enumerate(value)]

    def texts(self, name: str, *, needed: bool = False) -> list[tuple[str, Path]]:
        """A list of names."""
        return [(text(entry, path), path) for entry, path in self.listed(name, needed=needed)]

    def wholes(self, name: str, *, least: int = 0, most: int = MOST, needed: bool = True) -> list[int]:
        """A list of whole numbers."""
        return [whole(entry, path, least=least, most=most) for entry, path in self.listed(name, needed=needed)]

    def record(self, name: str) -> "Record":
        """A mapping that must be there."""
        return record(self.need(name), self.at(name))

    def records(self, name: str, *, needed: bool = False) -> list["Record"]:
        """A list of mappings."""
        return [record(entry, path) for entry, path in self.listed(name, needed=needed)]

    def entries(self, name: str) -> Iterator[tuple[str, "Record"]]:
        """A mapping of names to mappings."""
        inner = self.record(name)
        for key in inner.data:
            yield key, inner.record(key)


def record(value: object, path: Path) -> Record:
    """A mapping whose keys are words."""
    if not isinstance(value, dict):
        raise CaseError(f"must be a mapping of fields, not {shown(value)}", path)
    for key in value:
        if not isinstance(key, str) or not key:
            raise CaseError(f"names must be text; write {shown(key)} in quotes", path)
    return Record(value, path)


def whole(value: object, path: Path, *, least: int = 0, most: int = MOST) -> int:
    """A whole number in its limits."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise CaseError(f"must be a whole number, not {shown(value)}", path)
    if not least <= value <= most:
        limit = f"at least {least}" if value < least else f"at most {most}"
        raise CaseError(f"must be {limit}, not {value}", path)
    return value


def text(value: object, path: Path) -> str:
    """A word that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise CaseError(f"must be a name, not {shown(value)}", path)
    return value


def once(names: Iterable[tuple[str, Path]]) -> None:
    """Refuse a name that is there twice."""
    seen: set[str] = set()
    for name, path in names:
        if name in seen:
            raise CaseError(f"{shown(name)} is there twice", path)
        seen.add(name)
