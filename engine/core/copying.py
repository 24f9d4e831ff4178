"""A frozen record with some fields changed: what `dataclasses.replace` does, in a third of the time.

A state has thirty fields and a round changes it a thousand times, so this is a good part of what the engine does.
"""

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["replace"]

_RecordT = TypeVar("_RecordT")

if TYPE_CHECKING:  # types are checked as they are for the one of the standard library
    from dataclasses import replace
else:
    import dataclasses

    def replace(record: _RecordT, /, **facts: Any) -> _RecordT:
        """The same record with these fields changed."""
        kind = type(record)
        plan = _plan(kind)
        if plan is None:
            return dataclasses.replace(record, **facts)
        places, values_of, setters = plan
        values = list(values_of(record))
        for name, value in facts.items():
            values[places[name]] = value
        made = object.__new__(kind)
        for set_field, value in zip(setters, values, strict=True):
            set_field(made, value)
        return made

    @cache
    def _plan(kind: type) -> tuple[dict[str, int], Any, tuple[Any, ...]] | None:
        """Where each field stands, how to get all of them at once, and how to fill the slots of a new record.

        Nothing for a record that checks or completes itself, or has no two slots: that is left to the library.
        """
        names = [field.name for field in dataclasses.fields(kind)]
        setters = tuple(getattr(getattr(kind, name, None), "__set__", None) for name in names)
        if hasattr(kind, "__post_init__") or None in setters or len(names) < 2:
            return None
        return {name: place for place, name in enumerate(names)}, attrgetter(*names), setters
