"""Changed records are as new ones are: nothing is shared, nothing is forgotten, nothing is unchecked."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase, State
from engine.core.copying import replace


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that looks at itself."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("upside down")


@dataclass(frozen=True, slots=True)
class Single:
    """A record of one field."""

    only: int


@dataclass(frozen=True)
class Loose:
    """A record without slots."""

    one: int
    two: int = 2


def test_only_what_is_named_changes_and_the_old_record_stays() -> None:
    old = State(Options(("Ada", "Ben")))
    new = replace(old, phase=Phase.BUILD, round=3)
    assert (new.phase, new.round, old.phase, old.round) == (Phase.BUILD, 3, Phase.SETUP, 0)
    assert new == State(old.options, Phase.BUILD, 3)
    assert hash(new) == hash(State(old.options, Phase.BUILD, 3))


def test_the_new_record_is_frozen_too() -> None:
    new = replace(State(Options(("Ada", "Ben"))), round=1)
    with pytest.raises(FrozenInstanceError):
        new.round = 2  # type: ignore[misc]


def test_a_record_that_checks_itself_does_so_again() -> None:
    assert replace(Checked(1, 2), high=5) == Checked(1, 5)
    with pytest.raises(ValueError, match="upside down"):
        replace(Checked(1, 2), low=3)


def test_records_with_one_field_or_without_slots_are_changed_as_well() -> None:
    assert (replace(Single(1), only=2), replace(Loose(1), one=3)) == (Single(2), Loose(3))


@pytest.mark.parametrize("record", [State(Options(("Ada", "Ben"))), Checked(1, 2), Single(1)])
def test_a_field_that_is_not_there_is_a_mistake(record: State | Checked | Single) -> None:
    with pytest.raises((TypeError, KeyError)):
        replace(record, colour="red")  # type: ignore[call-arg]
