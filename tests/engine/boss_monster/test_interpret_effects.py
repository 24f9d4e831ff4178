"""What effects allow at the table, and what they leave for hands to do (FX-22 to FX-25, rules 4.9)."""

from dataclasses import replace

from engine.boss_monster.commands import FinishBuild, RevealRooms
from engine.boss_monster.interpret import interpret
from engine.boss_monster.state import Change, Holds, Phase
from engine.core.ids import CopyId, PlayerId
from engine.core.observations import Area
from tests.builders import ROOM_BACK, Camera, Table


def allowed(table: Table, name: str, *holds: Holds, source: str = "bm.spell.gift#1") -> Table:
    """Something that an effect of this round allows a player."""
    changes = tuple(Change(hold, CopyId(source)) for hold in holds)
    return table.change(name, changes=(*table.player(name).changes, *changes))


def test_two_face_down_cards_are_read_where_an_effect_allows_them() -> None:
    """FX-25"""
    table = Table("Ada", "Ben").room("Ada", "den", 1).phase(Phase.BUILD, "Ada")
    camera = Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", 2).sees(ROOM_BACK, Area.ROW, "Ada", 3)
    assert [todo.key for todo in interpret(table.state, camera.seen, table.catalog).todo] == ["todo_one_card"]
    allowed(table, "Ada", Holds.BUILD_MORE)
    reading = interpret(table.state, camera.seen, table.catalog)
    assert reading.commands == (FinishBuild(PlayerId("p1"), 2, (3,)),)
    assert len(table.do(*reading.commands)) > 0


def test_a_second_new_room_without_its_neighbour_leaves_a_gap() -> None:
    table = allowed(Table("Ada", "Ben").room("Ada", "den", 1).phase(Phase.BUILD, "Ada"), "Ada", Holds.BUILD_MORE)
    camera = Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", 2).sees(ROOM_BACK, Area.ROW, "Ada", 4)
    reading = interpret(table.state, camera.seen, table.catalog)
    assert (reading.commands, reading.todo[0].key, reading.todo[0].slot) == ((), "todo_close_gap", 4)


def test_a_card_on_the_room_of_the_one_who_gets_the_gift_belongs_to_that_dungeon() -> None:
    """FX-25: a gift is laid face-down on another player's room."""
    table = Table("Ada", "Ben").room("Ada", "den", 1).room("Ben", "cave", 1).phase(Phase.BUILD, "Ada")
    allowed(allowed(table, "Ada", Holds.BUILD_ELSEWHERE), "Ben", Holds.MARKED)
    camera = Camera(table).sees(table.tops("Ada")[0], Area.ROW, "Ada", 1).sees(ROOM_BACK, Area.ROW, "Ben", 1)
    reading = interpret(table.state, camera.seen, table.catalog)
    assert reading.commands == (FinishBuild(PlayerId("p1"), 1, on=PlayerId("p2")),)
    table.do(*reading.commands)
    assert table.player("Ben").all_face_down == (1,)
    declined = interpret(table.state, camera.sees_bosses().seen, table.catalog)
    assert declined.commands == (FinishBuild(PlayerId("p2")),), "the gift is not Ben's own card"


def test_all_face_down_cards_of_a_dungeon_are_read_at_the_reveal() -> None:
    table = Table("Ada", "Ben").room("Ada", "den", 1)
    new = [table.new_room(name) for name in ("one", "two")]
    table.change("Ada", face_down=2, more_face_down=(3,)).phase(Phase.REVEAL)
    camera = Camera(table).sees_dungeons()
    for slot, room in enumerate(new, start=2):
        camera.sees(room, Area.ROW, "Ada", slot)
    (command,) = interpret(table.state, camera.seen, table.catalog).commands
    assert isinstance(command, RevealRooms)
    placed = {(card.slot, card.room) for card in command.rooms}
    assert placed == {(2, new[0]), (3, new[1])}


def test_hands_are_told_to_slide_turn_and_take_away_what_effects_did() -> None:
    table = Table("Ada", "Ben").room("Ada", "used", 1).room("Ada", "asleep", 1)
    lost = table.new_room("lost")
    ada = table.player("Ada")
    first, second = ada.dungeon
    table.change("Ada", dungeon=(replace(first, used=True), replace(second, deactivated=True)))
    table.state = replace(table.state, gone=(lost,), walk=None)
    table.phase(Phase.ADVENTURE, "Ada")
    camera = Camera(table).sees(lost, Area.ROW, "Ben", 1)
    for slot, room in enumerate(table.tops("Ada"), start=1):
        camera.sees(room, Area.ROW, "Ada", slot)
    todo = {(item.key, item.card) for item in interpret(table.state, camera.seen, table.catalog).todo}
    assert todo == {
        ("todo_slide_down", first.top),
        ("todo_turn_sideways", second.top),
        ("todo_take_off_table", lost),
    }


def test_a_room_that_an_effect_moved_is_to_be_moved_on_the_table() -> None:
    table = Table("Ada", "Ben").room("Ada", "one", 1).room("Ada", "two", 1).phase(Phase.ADVENTURE, "Ada")
    one, two = table.tops("Ada")
    camera = Camera(table).sees(one, Area.ROW, "Ada", 2).sees(two, Area.ROW, "Ada", 1)
    todo = {(item.key, item.card, item.slot) for item in interpret(table.state, camera.seen, table.catalog).todo}
    assert todo == {("todo_put_back", one, 1), ("todo_put_back", two, 2)}


def test_a_face_down_card_keeps_the_place_of_the_room_that_was_destroyed_under_it() -> None:
    """BM-BUILD-23: the rooms left of it stay where they lie until the reveal."""
    table = Table("Ada", "Ben").room("Ada", "one", 1).room("Ada", "three", 1).phase(Phase.ADVENTURE, "Ada")
    table.change("Ada", face_down=2, gone_under=(2,))
    one, three = table.tops("Ada")
    camera = Camera(table).sees(one, Area.ROW, "Ada", 1).sees(three, Area.ROW, "Ada", 3)
    assert interpret(table.state, camera.seen, table.catalog).todo == ()
