"""Phase 2: placing, revealing, stacking, levelling up."""

import pytest

from engine.boss_monster.building import legal_slots, remove_top, why_not_this
from engine.boss_monster.commands import FinishBuild, Placed, RevealRooms
from engine.boss_monster.events import (
    BuildClosed,
    BuildDeclined,
    BuildTakenBack,
    BuildTurnBegan,
    CardPlaced,
    LeveledUp,
    QuestionAsked,
    RevealBegan,
    RoomBuilt,
)
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")


def building(*names: str) -> Table:
    return Table(*names).phase(Phase.BUILD, names[0])


def test_advanced_rooms_need_a_shared_treasure_below() -> None:
    """BM-BUILD-6, -7, -8 (EX-45)"""
    table = Table("Ada", "Ben").room("Ada", "C", equipment=1).room("Ada", "B", advanced=True, relic=1)
    table.room("Ada", "A", gold=1)
    advanced = table.new_room("X", advanced=True, relic=1, gold=1)
    ordinary = table.new_room("Y", spellbook=1)
    ada = table.player("Ada")
    assert legal_slots(table.state, ada, advanced, table.catalog) == (2, 3)
    assert why_not_this(table.state, ada, 1, advanced, table.catalog) == "BM-BUILD-7"
    assert why_not_this(table.state, ada, 4, advanced, table.catalog) == "BM-BUILD-7"
    assert legal_slots(table.state, ada, ordinary, table.catalog) == (1, 2, 3, 4)


def test_five_slots_and_nothing_on_a_deactivated_room() -> None:
    """BM-BUILD-4, -20, -21 (EX-46)"""
    table = Table("Ada", "Ben")
    for name in "EDCBA":
        table.room("Ada", name, gold=1, deactivated=name == "B")
    ordinary, advanced = table.new_room("Y", relic=1), table.new_room("X", advanced=True, gold=1)
    ada = table.player("Ada")
    assert why_not_this(table.state, ada, 6, ordinary, table.catalog) == "BM-BUILD-4"
    assert why_not_this(table.state, ada, 4, ordinary, table.catalog) == "BM-BUILD-20"
    assert why_not_this(table.state, ada, 4, advanced, table.catalog) == "BM-BUILD-20"
    assert why_not_this(table.state, ada, 1, advanced, table.catalog) == ""
    assert why_not_this(table.state, ada, 7, ordinary, table.catalog) == "BM-BUILD-3"


def test_players_build_in_turn_order_then_all_reveal() -> None:
    """BM-BUILD-1, -2, -11, -15"""
    table = building("Ada", "Ben", "Cem")
    first = table.do(FinishBuild(ADA, 1))
    assert first == (CardPlaced(ADA, 1), BuildTurnBegan(BEN))
    assert table.do(FinishBuild(BEN))[0] == BuildDeclined(BEN)
    assert RevealBegan() in table.do(FinishBuild(PlayerId("p3"), 1))
    assert table.state.phase is Phase.REVEAL


def test_a_face_down_card_counts_only_after_the_reveal() -> None:
    """BM-BUILD-13, -15"""
    table = building("Ada", "Ben")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    assert table.player("Ada").dungeon == ()
    den = table.new_room("den", gold=1)
    events = table.do(RevealRooms((Placed(ADA, 1, den),)))
    assert events == (RoomBuilt(ADA, 1, den), BuildClosed())
    assert table.player("Ada").dungeon[0].rooms == (den,)
    assert table.player("Ada").face_down is None


def test_a_room_built_on_another_covers_it() -> None:
    """BM-BUILD-5, -9"""
    table = building("Ada", "Ben").room("Ada", "old", gold=1)
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    new = table.new_room("new", advanced=True, gold=1)
    assert RoomBuilt(ADA, 1, new, room_id("old")) in table.do(RevealRooms((Placed(ADA, 1, new),)))
    assert table.player("Ada").dungeon[0].covered == (room_id("old"),)


def test_nobody_builds_out_of_turn_or_in_a_hole() -> None:
    """BM-BUILD-1, -3"""
    table = building("Ada", "Ben")
    with pytest.raises(IllegalCommand, match="not_your_turn"):
        table.do(FinishBuild(BEN, 1))
    with pytest.raises(IllegalCommand, match="no_such_slot"):
        table.do(FinishBuild(ADA, 3))


def test_all_face_down_cards_must_be_revealed_at_once() -> None:
    """BM-BUILD-15"""
    table = building("Ada", "Ben")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN, 1))
    with pytest.raises(IllegalCommand, match="not_all_revealed"):
        table.do(RevealRooms((Placed(ADA, 1, table.new_room("den")),)))


@pytest.mark.parametrize(("choice", "rooms"), [("allow", 1), ("take_back", 0), ("discard", 0)])
def test_an_illegal_reveal_becomes_a_question(choice: str, rooms: int) -> None:
    """BM-BUILD-22, Q-14"""
    table = building("Ada", "Ben")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    palace = table.new_room("palace", advanced=True, gold=1)
    (asked,) = table.do(RevealRooms((Placed(ADA, 1, palace),)))
    assert isinstance(asked, QuestionAsked)
    assert (asked.question.ask, asked.question.rule) == ("Q-14", "BM-BUILD-7")
    events = table.do(Answer(choice))
    assert len(table.player("Ada").dungeon) == rooms
    assert any(isinstance(event, BuildTakenBack) for event in events) is (rooms == 0)
    assert table.state.phase is Phase.BUILT
    assert table.state.question is None


def test_two_illegal_reveals_are_asked_one_after_the_other() -> None:
    """BM-BUILD-22, BM-BUILD-16"""
    table = building("Ada", "Ben")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN, 1))
    one, two = table.new_room("one", advanced=True, gold=1), table.new_room("two", advanced=True, gold=1)
    table.do(RevealRooms((Placed(BEN, 1, two), Placed(ADA, 1, one))))
    assert table.state.question is not None
    assert table.state.question.player == ADA
    table.do(Answer("allow"))
    assert table.state.question.player == BEN
    table.do(Answer("take_back"))
    assert table.state.phase is Phase.BUILT


def test_the_fifth_room_levels_up_once_per_game() -> None:
    """BM-BUILD-18, -19, BM-GLOSS-9"""
    table = building("Ada", "Ben")
    for name in "abcd":
        table.room("Ada", name)
    table.do(FinishBuild(ADA, 5), FinishBuild(BEN))
    assert LeveledUp(ADA) in table.do(RevealRooms((Placed(ADA, 5, table.new_room("e")),)))
    table.change("Ada", dungeon=table.player("Ada").dungeon[:4]).phase(Phase.BUILD, "Ada")
    table.do(FinishBuild(ADA, 5), FinishBuild(BEN))
    assert LeveledUp(ADA) not in table.do(RevealRooms((Placed(ADA, 5, table.new_room("f")),)))


def test_a_deactivated_room_does_not_count_for_the_level_up() -> None:
    """BM-BUILD-21 (EX-48)"""
    table = building("Ada", "Ben").room("Ada", "a", deactivated=True)
    for name in "bcd":
        table.room("Ada", name)
    table.do(FinishBuild(ADA, 5), FinishBuild(BEN))
    assert LeveledUp(ADA) not in table.do(RevealRooms((Placed(ADA, 5, table.new_room("e")),)))


def test_without_any_placed_card_the_reveal_is_skipped() -> None:
    """BM-BUILD-11"""
    table = building("Ada", "Ben")
    assert BuildClosed() in table.do(FinishBuild(ADA), FinishBuild(BEN))


def test_a_destroyed_room_uncovers_the_one_below_or_closes_the_gap() -> None:
    """BM-GLOSS-13, -14 (EX-31, EX-32)"""
    table = Table("Ada", "Ben").room("Ada", "C").room("Ada", "B", over=[room_id("D")]).room("Ada", "A")
    uncovered = remove_top(table.player("Ada"), 2)
    assert [stack.top for stack in uncovered.dungeon] == [room_id("C"), room_id("D"), room_id("A")]
    closed = remove_top(uncovered, 2)
    assert [stack.top for stack in closed.dungeon] == [room_id("C"), room_id("A")]
