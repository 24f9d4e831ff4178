"""Cases from a text: YAML documents, a YAML list, or JSON lines; and the line on which a fact stands."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from companion.cases.fields import CaseError, Path, Record, record
from engine.boss_monster.options import switch_named

try:
    from yaml import CSafeLoader as _Safe
except ImportError:  # PyYAML without its fast half
    from yaml import SafeLoader as _Safe  # type: ignore[assignment]

KEYS = ("ex", "kind", "rules", "switches", "given", "expect")


@dataclass(frozen=True, slots=True)
class Case:
    """One question to the engine: what kind it is, the house rules, and the facts. `expect` is never looked at."""

    number: int
    kind: str
    ex: str
    switches: dict[str, object]
    given: Record


@dataclass(frozen=True, slots=True)
class Raw:
    """A case as it was written, with the line on which it begins."""

    number: int
    line: int
    data: object


class Unreadable(CaseError):
    """A text or a case in it cannot be used. The message names the place."""


class _Loader(_Safe):
    """Plain YAML in which no key is written twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """The mapping; a second key of the same name would hide the first."""
        keys: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in keys and key.value != "<<":
                raise yaml.MarkedYAMLError(problem=f"{key.value!r} is there twice", problem_mark=key.start_mark)
            keys.add(key.value if isinstance(key, yaml.ScalarNode) else "")
        return super().construct_mapping(node, deep)


def read_cases(source: str) -> list[Raw]:
    """All cases of a text, in order. `Unreadable` if there are none or if it is neither YAML nor JSON."""
    found = list(_json_lines(source) if _is_json_lines(source) else _yaml(source))
    if not found:
        raise Unreadable("there is no case in the input; a case has `kind` and `given`")
    return found


def checked(raw: Raw) -> Case:
    """A case whose outer shape is right."""
    outer = record(raw.data, ())
    outer.only(*KEYS)
    kind = outer.text("kind")
    ex = outer.text("ex", "") if "ex" in outer else ""
    outer.texts("rules")
    return Case(raw.number, kind, ex, _switches(outer), outer.record("given"))


def _switches(outer: Record) -> dict[str, object]:
    """House rules by name; wrong names and values are refused with their place."""
    if "switches" not in outer:
        return {}
    chosen = outer.record("switches")
    for name, value in chosen.data.items():
        try:
            switch_named(name).parsed(value)
        except ValueError as error:
            raise CaseError(str(error), chosen.at(name)) from error
    return dict(chosen.data)


def _is_json_lines(source: str) -> bool:
    """Whether the first line alone is a JSON object."""
    first = next((line for line in source.splitlines() if line.strip()), "")
    try:
        return isinstance(json.loads(first), dict)
    except ValueError:
        return False


def _json_lines(source: str) -> Iterator[Raw]:
    number = 0
    for line, words in enumerate(source.splitlines(), start=1):
        if words.strip():
            number += 1
            try:
                yield Raw(number, line, json.loads(words, object_pairs_hook=_no_key_twice))
            except json.JSONDecodeError as error:
                place = f"case {number}, line {line}, column {error.colno}"
                raise Unreadable(f"{place}: this is no JSON: {error.msg}") from error
            except (ValueError, RecursionError) as error:
                raise Unreadable(f"case {number}, line {line}: {error}") from error


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def _yaml(source: str) -> Iterator[Raw]:
    """YAML is a superset of JSON, so a JSON list of cases comes this way too. Empty documents are no cases."""
    number = 0
    for line, data in _documents(source):
        if data is None:
            continue
        for entry in data if isinstance(data, list) else [data]:
            number += 1
            yield Raw(number, line, entry)


def _documents(source: str) -> Iterator[tuple[int, Any]]:
    loader: Any = None
    try:
        loader = _Loader(source)
        while loader.check_node():
            node = loader.get_node()
            yield node.start_mark.line + 1, loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise Unreadable(f"{place}this is not right: {error.problem}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable(f"this is no YAML: {' '.join(str(error).split())}") from error
    finally:
        if loader is not None:
            loader.dispose()


# -- places ------------------------------------------------------------------------------------------------------------


def with_place(error: CaseError, raw: Raw, source: str) -> Unreadable:
    """The same error with the number of the case, its name, and the line of the fact."""
    ex = raw.data.get("ex") if isinstance(raw.data, dict) else None
    name = f" ({ex})" if isinstance(ex, str) else ""
    line = raw.line if _is_json_lines(source) else _line_of(source, raw.number, error.path) or raw.line
    return Unreadable(f"case {raw.number}{name}, line {line}: {error}")


def _line_of(source: str, number: int, path: Path) -> int | None:
    """The line on which a fact of the n-th case stands, or that of the last part of the path that is there."""
    nodes: list[Any] = []
    for document in yaml.compose_all(source, Loader=_Safe):
        empty = isinstance(document, yaml.ScalarNode) and document.tag.endswith(":null")
        if document is not None and not empty:
            nodes += document.value if isinstance(document, yaml.SequenceNode) else [document]
    if number > len(nodes):
        return None
    node = nodes[number - 1]
    line = int(node.start_mark.line) + 1
    for part in path:
        found = _inside(node, part)
        if found is None:
            break
        line, node = found
    return line


def _inside(node: Any, part: str) -> tuple[int, Any] | None:
    """The line and the value of `field` or `field[3]` in a mapping."""
    name, _, place = part.partition("[")
    if not isinstance(node, yaml.MappingNode):
        return None
    pair = next((pair for pair in node.value if pair[0].value in (part, name)), None)
    if pair is None:
        return None
    key, value = pair
    index = place.rstrip("]")
    if index.isdigit() and isinstance(value, yaml.SequenceNode) and int(index) < len(value.value):
        value = value.value[int(index)]
        return int(value.start_mark.line) + 1, value
    return int(key.start_mark.line) + 1, value
