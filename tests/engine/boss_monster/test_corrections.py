"""A person may always correct, and nothing half-way."""

import pytest

from engine.boss_monster.commands import BeginAdventure, Correct
from engine.boss_monster.events import FactCorrected
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId, PlayerId
from tests.builders import Table, hero_id, room_id

ADA = PlayerId("p1")


def test_souls_and_wounds_are_set_as_told() -> None:
    table = Table("Ada", "Ben")
    assert table.do(Correct(ADA, souls=4, wounds=1)) == (FactCorrected(ADA, ("souls", "wounds")),)
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (4, 1)


def test_a_dungeon_is_set_slot_by_slot_and_keeps_what_is_turned() -> None:
    table = Table("Ada", "Ben").room("Ada", "a", deactivated=True)
    table.new_room("b")
    table.do(Correct(ADA, dungeon=((room_id("b"),), (room_id("a"),))))
    assert [(stack.top, stack.deactivated) for stack in table.player("Ada").dungeon] == [
        (room_id("b"), False),
        (room_id("a"), True),
    ]


def test_a_hero_moved_by_correction_is_known_from_then_on() -> None:
    table = Table("Ada", "Ben").hero("Tom")
    new = table.new_hero("new")
    table.do(Correct(ADA, entrance=(hero_id("Tom"), new), town=()))
    assert table.player("Ada").entrance == (hero_id("Tom"), new)
    assert table.state.town == ()
    assert new in table.state.seen_heroes


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (Correct(ADA), "nothing_to_correct"),
        (Correct(ADA, souls=-1), "negative_number"),
        (Correct(souls=3), "unknown_player"),
        (Correct(PlayerId("p9"), souls=3), "unknown_player"),
        (Correct(ADA, dungeon=((),)), "empty_slot"),
        (Correct(ADA, dungeon=((CopyId("bm.room.nowhere#1"),),)), "unknown_card"),
        (Correct(ADA, dungeon=((hero_id("Tom"),),)), "unknown_card"),
        (Correct(ADA, entrance=(room_id("a"),)), "unknown_card"),
        (Correct(ADA, entrance=(hero_id("Tom"),)), "card_in_two_places"),
        (Correct(ADA, dungeon=((room_id("a"),),) * 6), "no_such_slot"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(correction: Correct, reason: str) -> None:
    table = Table("Ada", "Ben").room("Ada", "a").hero("Tom")
    before = table.state
    with pytest.raises(IllegalCommand, match=reason):
        table.do(correction)
    assert table.state is before


def test_the_walking_hero_cannot_be_corrected_away() -> None:
    table = Table("Ada", "Ben").room("Ada", "a").waiting("Ada", "Tom").phase(Phase.BAITED)
    table.do(BeginAdventure())
    with pytest.raises(IllegalCommand, match="hero_is_walking"):
        table.do(Correct(ADA, entrance=()))
