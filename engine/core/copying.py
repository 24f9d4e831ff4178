"""A frozen record with some fields changed: what `dataclasses.replace` does, in a quarter of the time.

A state has dozens of fields and a round changes it a thousand times, so this is a good part of what the engine does.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

__all__ = ["replace"]

_RecordT = TypeVar("_RecordT")
_Setters: TypeAlias = Mapping[str, Callable[[Any, Any], None]]

if TYPE_CHECKING:  # types are checked as they are for the one of the standard library
    from dataclasses import replace
else:
    import dataclasses

    def replace(record: _RecordT, /, **facts: Any) -> _RecordT:
        """The same record with these fields changed."""
        plan = _plan(type(record))
        if plan is None:
            return dataclasses.replace(record, **facts)
        copied, setters = plan
        made = copied(record)
        for name, value in facts.items():
            setters[name](made, value)
        return made

    @cache
    def _plan(kind: type) -> tuple[Callable[[Any], Any], _Setters] | None:
        """How to copy such a record, and how to fill the slots of the copy.

        Nothing for a record that checks or completes itself, or has no slots: that is left to the library.
        """
        names = [field.name for field in dataclasses.fields(kind)]
        setters = {name: getattr(getattr(kind, name, None), "__set__", None) for name in names}
        if hasattr(kind, "__post_init__") or None in setters.values():
            return None
        return _copier(kind, setters), setters

    def _copier(kind: type, setters: _Setters) -> Callable[[Any], Any]:
        """A function that copies slot by slot, written out as the library writes out constructors."""
        lines = [
            "def copied(record):",
            "    made = new(kind)",
            *(f"    set_{name}(made, record.{name})" for name in setters),
            "    return made",
        ]
        known = {"new": object.__new__, "kind": kind, **{f"set_{name}": setter for name, setter in setters.items()}}
        exec("\n".join(lines), known)
        return known["copied"]
