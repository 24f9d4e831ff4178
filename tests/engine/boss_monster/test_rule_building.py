"""The finer points of building (BM-BUILD)."""

import pytest

from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import (
    Announce,
    BuildRoom,
    ChangeTreasure,
    DestroyRoom,
    FinishBuild,
    LureHeroes,
    Placed,
    ResolveAnnounced,
    RevealRooms,
    TurnRoom,
    UseRoom,
)
from engine.boss_monster.events import LeveledUp, QuestionAsked, RoomBuilt
from engine.boss_monster.expected import hero_todo
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId, PlayerId
from engine.core.observations import Area
from tests.builders import Camera, Table, hero_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")


def building(rooms: str) -> Table:
    """Ada has these rooms and builds."""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    for name in rooms:
        table.room("Ada", name, gold=1)
    return table


def test_abilities_and_spells_may_be_used_before_and_after_the_own_build() -> None:
    """BM-BUILD-12"""
    table = building("a")
    table.do(UseRoom(ADA, 1), Announce(BEN), ResolveAnnounced(), FinishBuild(ADA, 1))
    table.do(ChangeTreasure(ADA, Treasure.GOLD, 1), Announce(ADA), FinishBuild(BEN))
    assert table.state.phase is Phase.REVEAL


def test_a_declined_build_is_final() -> None:
    """BM-BUILD-11"""
    table = building("a")
    table.do(FinishBuild(ADA))
    with pytest.raises(IllegalCommand, match="not_your_turn"):
        table.do(FinishBuild(ADA, 1))


def test_nothing_is_laid_on_a_face_down_card() -> None:
    """BM-BUILD-14"""
    table = building("a")
    table.do(FinishBuild(ADA, 1))
    with pytest.raises(IllegalCommand) as refused:
        table.do(BuildRoom(ADA, 1, table.new_room("b")))
    assert refused.value.rule == "BM-BUILD-14"


def test_building_over_a_room_does_not_level_up() -> None:
    """BM-BUILD-19"""
    table = building("abcd")
    table.do(FinishBuild(ADA, 4), FinishBuild(BEN))
    assert LeveledUp(ADA) not in table.do(RevealRooms((Placed(ADA, 4, table.new_room("e")),)))


def reveal_after(table: Table, card: CopyId, slot: int) -> str:
    """The rule that a revealed card breaks, or nothing."""
    events = table.do(FinishBuild(BEN), RevealRooms((Placed(ADA, slot, card),)))
    asked = [event for event in events if isinstance(event, QuestionAsked)]
    return asked[0].question.rule if asked else ""


def test_an_ordinary_room_keeps_the_place_of_the_room_destroyed_below_it() -> None:
    """BM-BUILD-23"""
    table = building("abc")
    table.do(FinishBuild(ADA, 2), DestroyRoom(ADA, 2))
    assert reveal_after(table, table.new_room("new"), 2) == ""
    assert table.tops("Ada") == [room_id("a"), room_id("new"), room_id("c")]
    assert table.player("Ada").dungeon[1].covered == ()


def test_an_advanced_room_needs_a_match_below_it_at_the_reveal() -> None:
    """BM-BUILD-23, BM-BUILD-22"""
    table = building("abc")
    table.do(FinishBuild(ADA, 2), DestroyRoom(ADA, 2))
    assert reveal_after(table, table.new_room("new", advanced=True, gold=1), 2) == "BM-BUILD-7"
    table = building("b")
    table.change("Ada", dungeon=()).room("Ada", "top", relic=1, over=[room_id("b")])
    table.do(FinishBuild(ADA, 1), DestroyRoom(ADA, 1))
    assert reveal_after(table, table.new_room("new", advanced=True, gold=1), 1) == "", "the uncovered room matches"


def test_a_room_deactivated_after_the_placement_does_not_stop_an_ordinary_one() -> None:
    """BM-BUILD-23, BM-BUILD-20: but before the placement it does"""
    table = building("ab")
    table.do(FinishBuild(ADA, 2), TurnRoom(ADA, 2, True))
    assert reveal_after(table, table.new_room("new"), 2) == ""
    table = building("ab")
    table.do(TurnRoom(ADA, 2, True), FinishBuild(ADA, 2))
    assert reveal_after(table, table.new_room("new"), 2) == "BM-BUILD-20"
    table = building("ab")
    table.do(FinishBuild(ADA, 2), TurnRoom(ADA, 2, True))
    assert reveal_after(table, table.new_room("new", advanced=True, gold=1), 2) == "BM-BUILD-7"


def test_a_face_down_card_moves_with_the_rooms_when_a_gap_closes() -> None:
    """BM-BUILD-23, BM-GLOSS-14"""
    table = building("abc")
    table.do(FinishBuild(ADA, 4), DestroyRoom(ADA, 1))
    assert table.player("Ada").face_down == 3
    assert RoomBuilt(ADA, 3, table.new_room("new")) in table.do(
        FinishBuild(BEN), RevealRooms((Placed(ADA, 3, room_id("new")),))
    )
    assert table.tops("Ada") == [room_id("b"), room_id("c"), room_id("new")]


def test_waiting_heroes_make_place_for_a_new_room() -> None:
    """BM-BUILD-24, BM-GLOSS-7"""
    table = building("a").waiting("Ada", "Tom")
    table.do(FinishBuild(ADA, 2), FinishBuild(BEN))
    camera = Camera(table).sees(hero_id("Tom"), Area.ROW, "Ada", 2)
    sight = recognise(camera.seen, table.catalog)
    assert hero_todo(table.state, sight) == ()
    table.do(RevealRooms((Placed(ADA, 2, table.new_room("b")),)))
    assert [todo.key for todo in hero_todo(table.state, sight)] == ["todo_move_to_entrance"]
    further = recognise(Camera(table).sees(hero_id("Tom"), Area.ROW, "Ada", 3).seen, table.catalog)
    assert hero_todo(table.state, further) == ()


def test_a_face_down_card_lures_nobody() -> None:
    """BM-BUILD-13, BM-BAIT-4"""
    table = building("").hero("Tom")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN), RevealRooms((Placed(ADA, 1, table.new_room("b", gold=1)),)))
    table.do(LureHeroes())
    assert table.player("Ada").entrance == (hero_id("Tom"),)
