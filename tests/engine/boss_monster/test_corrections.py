"""A person may always correct, and nothing half-way."""

import pytest

from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import BeginAdventure, Correct
from engine.boss_monster.counts import treasure_of
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


def test_identity_face_and_treasure_can_be_set_right() -> None:
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b", deactivated=True)
    other = table.new_boss("Cid", 300)
    told = Correct(ADA, boss=other, deactivated=(1,), face_down=3, treasure=((Treasure.GOLD, 2),))
    assert table.do(told) == (FactCorrected(ADA, ("boss", "treasure", "deactivated", "face_down")),)
    ada = table.player("Ada")
    assert (ada.boss, ada.face_down) == (other, 3)
    assert [stack.deactivated for stack in ada.dungeon] == [True, False]
    assert treasure_of(table.state, ada, table.catalog)[Treasure.GOLD] == 2
    table.do(Correct(ADA, face_down=0))
    assert table.player("Ada").face_down is None


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (Correct(ADA, boss=room_id("a")), "unknown_card"),
        (Correct(ADA, boss=CopyId("bm.boss.ben#1")), "card_in_two_places"),
        (Correct(ADA, deactivated=(2,)), "no_such_slot"),
        (Correct(ADA, face_down=4), "no_such_slot"),
        (Correct(face_down=1), "unknown_player"),
    ],
)
def test_impossible_faces_and_identities_are_refused(correction: Correct, reason: str) -> None:
    table = Table("Ada", "Ben").room("Ada", "a")
    with pytest.raises(IllegalCommand, match=reason):
        table.do(correction)
