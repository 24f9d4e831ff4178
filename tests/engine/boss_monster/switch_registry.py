"""Which test shows what a value of a house rule does. A value without a test turns `test_switches` red."""

from collections.abc import Callable
from typing import TypeVar

from engine.boss_monster.options import PlainValue

Test = TypeVar("Test", bound=Callable[..., None])
SHOWN: list[tuple[str, PlainValue, Callable[..., None]]] = []


def switch(name: str, *values: PlainValue) -> Callable[[Test], Test]:
    """This test shows what the switch does at these values."""

    def register(test: Test) -> Test:
        SHOWN.extend((name, value, test) for value in values)
        return test

    return register
