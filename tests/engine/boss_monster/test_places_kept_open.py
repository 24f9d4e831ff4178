"""Rooms are destroyed while face-down cards lie in their row: what they keep open, and what moves up (BM-BUILD-23)."""

import pytest

from engine.boss_monster import building
from engine.boss_monster.commands import (
    Ask,
    BuildRoom,
    Correct,
    DestroyRoom,
    Placed,
    RevealRooms,
    SwapRooms,
    TurnRoom,
)
from engine.boss_monster.expected import Todo
from engine.boss_monster.interpret import Reading
from engine.boss_monster.state import Phase, Tucked
from engine.boss_monster.words.rooms import BuildNow
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import Camera, miniboss_id, read, room_id, row
from tests.engine.boss_monster.effect_table import EffectTable

ADA = PlayerId("p1")


def rooms(names: str) -> EffectTable:
    """A table at which Ada has rooms with these names, the first one next to her boss."""
    table = EffectTable("Ada", "Ben")
    for name in names:
        table.room("Ada", name)
    return table


def kept(names: str, place: int, **facts: object) -> EffectTable:
    """The same in the reveal, with a card of somebody else at a place whose room was destroyed then (FX-25)."""
    table = rooms(names)
    table.phase(Phase.REVEAL).change("Ada", more_face_down=(place,), **facts).do(DestroyRoom(ADA, place))
    return table


def test_face_down_cards_move_up_with_the_stacks_below_them() -> None:
    table = rooms("abc").phase(Phase.REVEAL).change("Ada", face_down=2, more_face_down=(3, 4), turned_under=(3,))
    table.do(DestroyRoom(ADA, 1))
    player = table.player("Ada")
    assert (player.face_down, player.more_face_down, player.turned_under) == (1, (2, 3), (2,))


@pytest.mark.parametrize("own", [True, False])
def test_a_card_keeps_the_place_of_its_room_open_until_it_is_revealed(own: bool) -> None:
    """The player's own card, or one that somebody else laid there (FX-25)."""
    table = rooms("abc").phase(Phase.REVEAL)
    table.change("Ada", **({"face_down": 2} if own else {"more_face_down": (2,)}))
    table.do(DestroyRoom(ADA, 2))
    new = table.new_room("new")
    camera = Camera(table)
    for place, room in ((1, room_id("a")), (2, new), (3, room_id("c"))):
        camera.sees(room, Area.ROW, "Ada", place)
    reading = read(table, camera)
    assert reading == Reading((RevealRooms((Placed(ADA, 2, new),)),))
    table.do(*reading.commands)
    assert table.tops("Ada") == [room_id("a"), new, room_id("c")]
    assert table.player("Ada").gone_under == ()


def test_two_cards_of_one_row_are_revealed_where_they_lie() -> None:
    table = rooms("abcd").phase(Phase.REVEAL).change("Ada", face_down=4, more_face_down=(2,))
    table.do(DestroyRoom(ADA, 2))
    new, over = table.new_room("new"), table.new_room("over")
    camera = row(table, "a").sees(new, Area.ROW, "Ada", 2).sees(room_id("c"), Area.ROW, "Ada", 3)
    table.do(*read(table, camera.sees(over, Area.ROW, "Ada", 4)).commands)
    stacks = [stack.rooms for stack in table.player("Ada").dungeon]
    assert stacks == [(room_id("a"),), (new,), (room_id("c"),), (room_id("d"), over)]


def test_a_card_that_is_taken_back_closes_the_place_that_it_kept_open() -> None:
    table = rooms("abc").phase(Phase.REVEAL).change("Ada", face_down=4, more_face_down=(2,))
    table.do(DestroyRoom(ADA, 2), Ask("Q-07", ("taken_back", "discarded"), ADA, 2, (room_id("a"),)))
    table.do(Answer("taken_back"))
    assert table.player("Ada").all_face_down == (3,)


def test_a_room_beyond_it_is_put_back_where_it_lay() -> None:
    table = rooms("abcd").phase(Phase.REVEAL).change("Ada", face_down=2)
    table.do(DestroyRoom(ADA, 2))
    camera = row(table, "a").sees(table.new_room("new"), Area.ROW, "Ada", 2)
    camera.sees(room_id("c"), Area.ROW, "Ada", 3).sees(room_id("d"), Area.ROW, "Ada", 4.45)
    assert read(table, camera).todo == (Todo("todo_put_back", room_id("d"), ADA, 4),)


def test_rooms_beyond_it_that_changed_places_changed_places() -> None:
    table = rooms("abcd").phase(Phase.REVEAL).change("Ada", face_down=2)
    table.do(DestroyRoom(ADA, 2))
    camera = row(table, "a").sees(table.new_room("new"), Area.ROW, "Ada", 2)
    camera.sees(room_id("d"), Area.ROW, "Ada", 3).sees(room_id("c"), Area.ROW, "Ada", 4)
    assert read(table, camera).commands == (SwapRooms(ADA, 2, 3, seen=True),)


def test_a_person_may_say_that_nothing_lies_face_down() -> None:
    table = rooms("abc").phase(Phase.REVEAL).change("Ada", face_down=4, more_face_down=(2,))
    table.do(DestroyRoom(ADA, 2), Correct(ADA, face_down=0))
    assert (table.player("Ada").all_face_down, table.player("Ada").gone_under) == ((), ())


def test_a_miniboss_comes_under_the_room_on_which_it_lay() -> None:
    """BM-MINI-6: it is paid for after another card of the row was revealed."""
    table = kept("abcd", 2, face_down=4, coins=1)
    mini, new = table.new_miniboss("mini"), table.new_room("new")
    table.do(RevealRooms((Placed(ADA, 4, mini), Placed(ADA, 2, new))), Answer("pay"))
    assert [stack.top for stack in table.player("Ada").dungeon] == [room_id("a"), new, room_id("c"), room_id("d")]
    assert [stack.miniboss for stack in table.player("Ada").dungeon] == [None, None, None, Tucked(mini, 1)]


def test_a_miniboss_may_be_paid_for_before_another_card_of_the_row_is_decided_about() -> None:
    """BM-MINI-6, Q-14: place 2 is still kept open then."""
    table = kept("abcd", 2, face_down=4, coins=1)
    mini, new = table.new_miniboss("mini"), table.new_room("new", advanced=True)
    table.do(RevealRooms((Placed(ADA, 4, mini), Placed(ADA, 2, new))), Answer("pay"), Answer("take_back"))
    assert table.tops("Ada") == [room_id(name) for name in "acd"]
    assert [stack.miniboss for stack in table.player("Ada").dungeon] == [None, None, Tucked(mini, 1)]


def test_a_place_that_is_kept_open_is_one_of_the_five() -> None:
    """BM-BUILD-4"""
    table = kept("abcde", 2)
    new = table.new_room("new")
    assert building.why_not_this(table.state, table.player("Ada"), 6, new, table.catalog) == "BM-BUILD-4"
    assert building.why_not_this(table.state, table.player("Ada"), 2, new, table.catalog) == ""
    assert building.legal_slots(table.state, table.player("Ada"), new, table.catalog) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(("names", "left"), [("abcd", "ad"), ("abc", "a")])
def test_a_room_that_vanished_is_told_by_its_place(names: str, left: str) -> None:
    """Q-03, Q-04: c lies at place 3, and is the second stack."""
    table = kept(names, 2).phase(Phase.BUILD, "Ada")
    camera = row(table, "a").sees_bosses()
    if "d" in names:
        camera.sees(room_id("d"), Area.ROW, "Ada", 4)
    (asked,) = read(table, camera).questions
    assert (asked.ask, asked.slot, asked.cards) == ("Q-03", 3, (room_id("c"),))
    table.do(asked, Answer("no"), Answer("destroyed"))
    assert table.tops("Ada") == [room_id(name) for name in left]


def test_of_two_illegal_cards_the_second_moves_up_when_the_first_is_taken_back() -> None:
    """Q-14, BM-BUILD-7, -22"""
    for choice, expected in (("take_back", [("a",), ("c",), ("d",)]), ("allow", [("a",), ("c",), ("d", "y")])):
        table = kept("abcd", 2, face_down=4)
        new = [table.new_room(name, advanced=True, gold=1) for name in "xy"]
        table.do(RevealRooms((Placed(ADA, 2, new[0]), Placed(ADA, 4, new[1]))))
        asked = {question.cards[0]: question for question in table.state.questions}
        assert {card: question.slot for card, question in asked.items()} == {new[0]: 2, new[1]: 4}
        answers = {new[0]: "take_back", new[1]: choice}
        while table.state.question is not None:
            table.do(Answer(answers[table.state.question.cards[0]]))
        stacks = [stack.rooms for stack in table.player("Ada").dungeon]
        assert stacks == [tuple(map(room_id, names)) for names in expected]
        assert table.player("Ada").all_face_down == ()


def test_of_two_new_cards_the_outer_one_moves_up_when_the_inner_one_is_taken_back() -> None:
    """BM-BUILD-3"""
    table = rooms("a").phase(Phase.REVEAL).change("Ada", face_down=2, more_face_down=(3,))
    table.do(Ask("Q-07", ("taken_back", "discarded"), ADA, 2, (room_id("a"),)), Answer("taken_back"))
    assert table.player("Ada").all_face_down == (2,)


def test_a_card_that_is_built_at_once_is_counted_by_its_place() -> None:
    """FX-25"""
    table = kept("abcd", 2, coins=1)
    table.carry_out(BuildNow(over=True))
    table.do(BuildRoom(ADA, 4, table.new_room("new")))
    assert [stack.top for stack in table.player("Ada").dungeon][-1] == room_id("new")
    table.carry_out(BuildNow())
    mini = table.new_miniboss("mini")
    with pytest.raises(IllegalCommand):
        table.do(BuildRoom(ADA, 2, mini))
    table.do(BuildRoom(ADA, 3, mini))
    assert [stack.miniboss for stack in table.player("Ada").dungeon] == [None, Tucked(miniboss_id("mini"), 1), None]


def test_who_corrects_the_dungeon_says_where_everything_lies() -> None:
    table = kept("abc", 2)
    table.do(Correct(ADA, dungeon=((room_id("a"),), (room_id("b"),), (room_id("c"),))))
    new = table.new_room("new")
    table.do(RevealRooms((Placed(ADA, 2, new),)))
    assert [stack.rooms for stack in table.player("Ada").dungeon][1] == (room_id("b"), new)
    table = rooms("abc")
    table.phase(Phase.REVEAL).change("Ada", face_down=3)
    table.do(TurnRoom(ADA, 3, deactivated=True), Correct(ADA, dungeon=((room_id("a"),),)))
    table.do(RevealRooms((Placed(ADA, 3, table.new_room("new")),)))
    assert table.state.question is not None
    assert table.state.question.ask == "Q-14"


def test_a_destroyed_room_that_still_lies_there_was_not_revealed() -> None:
    """The card lay there before."""
    table = kept("abc", 2)
    camera = row(table, "abc")
    reading = read(table, camera)
    assert (reading.commands, reading.todo[0].key) == ((), "todo_show_slot")


def test_a_face_down_card_goes_along_when_somebody_exchanges_rooms_at_the_screen() -> None:
    """FX-24; what the table shows is read anew."""
    for seen in (False, True):
        table = rooms("abc").phase(Phase.BUILD, "Ben").change("Ada", face_down=2)
        table.do(SwapRooms(ADA, 2, 3, seen=seen))
        assert table.player("Ada").face_down == (2 if seen else 3)
