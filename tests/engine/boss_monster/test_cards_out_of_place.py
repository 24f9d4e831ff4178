"""Cards that nobody can count: between slots, face-down, in wrong places, for others (rules 4.1 to 4.4)."""

from dataclasses import replace

import pytest

from engine.boss_monster.commands import (
    DestroyRoom,
    FinishBuild,
    LureHeroes,
    RevealRooms,
    SwapRooms,
)
from engine.boss_monster.expected import Todo
from engine.boss_monster.interpret import Reading
from engine.boss_monster.state import Change, Holds, Phase
from engine.core.commands import Answer
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import ROOM_BACK, Camera, Table, keys, miniboss_id, read, room_id, row

ADA, BEN = PlayerId("p1"), PlayerId("p2")


def rooms(names: str) -> Table:
    """A table at which Ada has rooms with these names, the first one next to her boss."""
    table = Table("Ada", "Ben")
    for name in names:
        table.room("Ada", name)
    return table


class TestLooseCards:
    """A card in a row that nobody can count stops the referee: it is never overlooked (rules 4.1, 4.2)."""

    @pytest.mark.parametrize("place", [1, 2])
    def test_a_face_down_card_that_was_seen_too_late_is_to_be_turned_up(self, place: int) -> None:
        """BM-BUILD-11: left of the rooms or on one of them, before the bait."""
        table = rooms("a")
        camera = Camera(table).sees(ROOM_BACK, Area.ROW, "Ada", place)
        if place == 2:
            camera.sees_dungeons()
        reading = read(table, camera)
        assert (reading.commands, reading.questions) == ((), ())
        assert reading.todo[0] == Todo("todo_turn_up", player=ADA, slot=place)

    def test_once_it_is_turned_up_the_group_decides(self) -> None:
        """Q-14"""
        table = rooms("a")
        camera = Camera(table).sees_dungeons().sees(table.new_room("late"), Area.ROW, "Ada", 2)
        assert [ask.ask for ask in read(table, camera).questions] == ["Q-14"]

    @pytest.mark.parametrize("face_down", [None, 3])
    def test_a_second_face_down_card_is_turned_up_in_the_reveal_too(self, face_down: int | None) -> None:
        """BM-BUILD-11, -15: of somebody who had declined, and beside a card that was turned up."""
        table = rooms("ab")
        new = table.new_room("new")
        table.phase(Phase.REVEAL).change("Ada", face_down=face_down)
        camera = Camera(table).sees_dungeons()
        if face_down:
            camera.sees(new, Area.ROW, "Ada", face_down)
        assert isinstance(read(table, camera).commands[0], RevealRooms), "without it all is clear"
        reading = read(table, camera.sees(ROOM_BACK, Area.ROW, "Ada", 1))
        assert reading == Reading(todo=(Todo("todo_turn_up", player=ADA, slot=1),))

    @pytest.mark.parametrize(("place", "near"), [(2.42, 2), (1.56, 2), (0.6, 1), (2.6, 3)])
    @pytest.mark.parametrize("phase", [Phase.BUILD, Phase.REVEAL, Phase.BUILT])
    def test_a_card_between_two_slots_is_to_be_pushed_up(self, phase: Phase, place: float, near: int) -> None:
        """Rules 4.2: it lies in no slot, and is neither a declined build nor nothing."""
        for is_open in (True, False):
            table = rooms("a").phase(phase, "Ada" if phase is Phase.BUILD else None)
            card = table.new_room("new") if is_open else ROOM_BACK
            camera = Camera(table).sees_bosses().sees_dungeons()
            assert read(table, camera).commands, "without it all is clear"
            reading = read(table, camera.sees(card, Area.ROW, "Ada", place))
            assert reading == Reading(todo=(Todo("todo_push_up", player=ADA, slot=near),))

    def test_what_lies_far_left_of_a_dungeon_is_to_be_taken_away(self) -> None:
        """A deck in line with a row looks like a face-down card of it."""
        for place in (5.0, 6.45):
            table = rooms("a")
            reading = read(table, Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", place))
            assert reading == Reading(todo=(Todo("todo_clear_row", player=ADA),))

    def test_after_building_was_stopped_a_face_down_card_goes_back_unseen(self) -> None:
        """FX-27"""
        table = rooms("a")
        table.state = replace(table.state, changes=(Change(Holds.NO_BUILD, room_id("a")),))
        reading = read(table, Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", 2))
        assert reading == Reading(todo=(Todo("todo_take_back", player=ADA, slot=2),))

    def test_a_destroyed_room_between_two_slots_is_to_be_taken_away(self) -> None:
        """BM-GLOSS-13"""
        table = rooms("ab")
        table.do(DestroyRoom(ADA, 2))
        camera = Camera(table).sees_dungeons().sees(room_id("b"), Area.ROW, "Ada", 2.42)
        reading = read(table, camera)
        assert (reading.commands, keys(reading)) == ((), ["todo_take_off_table"])

    def test_a_card_that_others_may_lay_later_stops_nobody(self) -> None:
        """BM-BUILD-2: it is Ada's turn."""
        table = rooms("a").phase(Phase.BUILD, "Ada")
        camera = Camera(table).sees_bosses().sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ben", 1.45)
        assert read(table, camera).commands == (FinishBuild(ADA),)


class TestSlotsOfMovedRooms:
    """What is laid is counted by slots, so rooms that lie elsewhere than memory has them come first (rules 4.4)."""

    def test_nothing_is_built_beside_rooms_that_are_to_be_put_back(self) -> None:
        """Q-04 was answered with covered, and the others still lie nearer to the boss."""
        table = rooms("abc").phase(Phase.BUILD, "Ada")
        camera = row(table, "ac").sees(ROOM_BACK, Area.ROW, "Ada", 3)
        (asked,) = read(table, camera).questions
        table.do(asked, Answer("covered"))
        reading = read(table, camera)
        assert reading == Reading(todo=(Todo("todo_put_back", room_id("c"), ADA, 3),))

    def test_a_room_pushed_out_of_its_slot_is_put_back_before_something_is_built(self) -> None:
        table = rooms("abc").phase(Phase.BUILD, "Ada")
        camera = row(table, "ab").sees(room_id("c"), Area.ROW, "Ada", 2.62).sees(ROOM_BACK, Area.ROW, "Ada", 4)
        reading = read(table, camera)
        assert (reading.commands, keys(reading)) == ((), ["todo_put_back"])

    @pytest.mark.parametrize("phase", [Phase.BUILD, Phase.REVEAL])
    def test_rooms_that_changed_places_change_places_before_something_is_built_on_them(self, phase: Phase) -> None:
        table = rooms("abc").phase(phase, "Ada" if phase is Phase.BUILD else None)
        camera = row(table, "bac").sees_bosses()
        if phase is Phase.BUILD:
            camera.sees(ROOM_BACK, Area.ROW, "Ada", 4)
        reading = read(table, camera)
        assert reading.commands == (SwapRooms(ADA, 1, 2, seen=True),)
        table.do(*reading.commands)
        expected = FinishBuild(ADA, 4) if phase is Phase.BUILD else RevealRooms(())
        assert read(table, camera).commands == (expected,)

    def test_rooms_that_changed_places_below_a_new_card_are_asked_about(self) -> None:
        """Q-09: one of them is covered already."""
        table = rooms("abc").phase(Phase.BUILD, "Ada")
        camera = Camera(table).sees(room_id("b"), Area.ROW, "Ada", 1).sees(room_id("c"), Area.ROW, "Ada", 3)
        camera.sees(ROOM_BACK, Area.ROW, "Ada", 2)
        reading = read(table, camera)
        assert (reading.commands, [ask.ask for ask in reading.questions]) == ((), ["Q-09"])
        table.do(reading.questions[0], Answer("stack"))
        assert read(table, camera).commands == (FinishBuild(ADA, 2),)
        assert table.tops("Ada") == [room_id(name) for name in "bac"]

    def test_in_the_reveal_rooms_are_put_back_first(self) -> None:
        table = rooms("ab").phase(Phase.REVEAL).change("Ada", face_down=3)
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).sees(room_id("b"), Area.ROW, "Ada", 3)
        camera.sees(table.new_room("new"), Area.ROW, "Ada", 3)
        reading = read(table, camera)
        assert (reading.commands, keys(reading)) == ((), ["todo_put_back"])

    def test_a_room_that_lies_on_a_pile_is_asked_about_although_a_card_lies_in_its_slot(self) -> None:
        """Q-04"""
        table = rooms("ab").phase(Phase.BUILD, "Ada")
        camera = Camera(table).sees_bosses().sees(room_id("a"), Area.ROW, "Ada", 1)
        camera.sees(room_id("b"), Area.ELSEWHERE).sees(ROOM_BACK, Area.ROW, "Ada", 2)
        reading = read(table, camera)
        assert (reading.commands, [(ask.ask, ask.slot) for ask in reading.questions]) == ((), [("Q-04", 2)])
        table.do(reading.questions[0], Answer("destroyed"))
        assert read(table, camera).commands == (FinishBuild(ADA, 2),)

    @pytest.mark.parametrize(("area", "place"), [(Area.ROW, 1), (Area.ELSEWHERE, 0)])
    def test_a_covered_room_that_lies_elsewhere_is_to_be_put_back(self, area: Area, place: int) -> None:
        """Rules 4.4: the memory of stacks and the table disagree."""
        table = rooms("a")
        low = table.new_room("low")
        table.room("Ada", "top", over=[low])
        camera = Camera(table).sees_bosses().sees_dungeons()
        assert read(table, camera).commands == (LureHeroes(),)
        assert read(table, camera.sees(low, Area.ROW, "Ada", 2)).commands == (LureHeroes(),), "it shows below its room"
        camera = Camera(table).sees_bosses().sees_dungeons().sees(low, area, "Ada" if place else "", place)
        reading = read(table, camera)
        assert reading == Reading(todo=(Todo("todo_put_back", low, ADA, 2),))

    def test_minibosses_that_moved_up_with_their_rooms_are_not_to_be_put_back(self) -> None:
        """Q-04 is asked first."""
        table = rooms("abc").tucked("Ada", 3, "mini")
        camera = row(table, "ac").sees(miniboss_id("mini"), Area.ROW, "Ada", 2, drop_mm=-24)
        reading = read(table, camera)
        assert ([ask.ask for ask in reading.questions], reading.todo) == (["Q-04"], ())

    @pytest.mark.parametrize(("owner", "place"), [("Ada", 2), ("Ben", 1)])
    def test_a_miniboss_under_another_room_is_to_be_put_back(self, owner: str, place: int) -> None:
        """Rules 4.7: it belongs to the room in slot 1."""
        table = rooms("ab").tucked("Ada", 1, "mini")
        mini = table.player("Ada").dungeon[0].miniboss
        assert mini is not None
        there = Camera(table).sees_dungeons().sees(mini.copy, Area.ROW, "Ada", 1, drop_mm=-24)
        assert read(table, there).commands == (LureHeroes(),)
        moved = Camera(table).sees_dungeons().sees(mini.copy, Area.ROW, owner, place, drop_mm=-24)
        assert read(table, moved) == Reading(todo=(Todo("todo_put_back", mini.copy, ADA, 1),))


class TestGifts:
    """FX-25: a card for another player's room; nothing that may be one is taken for declining."""

    def giving(self) -> Table:
        table = Table("Ada", "Ben").room("Ada", "a").room("Ben", "x").room("Ben", "y").phase(Phase.BUILD, "Ada")
        table.change("Ada", changes=(Change(Holds.BUILD_ELSEWHERE, room_id("a")),))
        return table.change("Ben", changes=(Change(Holds.MARKED, room_id("a")),))

    def test_between_two_slots_it_is_to_be_pushed_up(self) -> None:
        table = self.giving()
        camera = Camera(table).sees_bosses().sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ben", 1.45)
        assert read(table, camera) == Reading(todo=(Todo("todo_push_up", player=BEN, slot=1),))

    def test_without_the_boss_of_that_row_nobody_declined(self) -> None:
        table = self.giving()
        camera = Camera(table).sees_boss(table.player("Ada").boss, 0, 0).sees_dungeons()
        assert read(table, camera) == Reading(todo=(Todo("cannot_see", table.player("Ben").boss, BEN),))

    def test_a_room_that_is_not_seen_there_may_lie_below_it(self) -> None:
        table = self.giving()
        camera = Camera(table).sees_bosses().sees(room_id("a"), Area.ROW, "Ada", 1)
        camera.sees(room_id("y"), Area.ROW, "Ben", 2)
        assert read(table, camera) == Reading(todo=(Todo("todo_show_slot", player=BEN, slot=1),))

    def test_where_that_row_was_closed_up_it_is_asked_about_first(self) -> None:
        """Q-04"""
        table = self.giving().room("Ben", "z")
        camera = Camera(table).sees_bosses().sees(room_id("a"), Area.ROW, "Ada", 1)
        camera.sees(room_id("y"), Area.ROW, "Ben", 1).sees(ROOM_BACK, Area.ROW, "Ben", 2)
        reading = read(table, camera)
        assert (reading.commands, [(ask.ask, ask.player) for ask in reading.questions]) == ((), [("Q-04", BEN)])
