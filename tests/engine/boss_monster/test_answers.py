"""What follows from the players' answers (rules 4.8)."""

from engine.boss_monster.commands import Ask
from engine.boss_monster.events import BuildTakenBack, CardPlaced, RoomTurned
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.ids import PlayerId
from tests.builders import Table, room_id

ADA = PlayerId("p1")


def asked(table: Table, ask: str, *choices: str, slot: int | None = 1, cards: tuple[str, ...] = ("den",)) -> Table:
    table.do(Ask(ask, choices, ADA, slot, tuple(room_id(card) for card in cards)))
    return table


def test_a_vanished_room_was_covered_by_a_face_down_card() -> None:
    """Q-03 yes: the build turn is over."""
    table = asked(Table("Ada", "Ben").room("Ada", "den").phase(Phase.BUILD, "Ada"), "Q-03", "yes", "no", "wait")
    assert CardPlaced(ADA, 1) in table.do(Answer("yes"))
    assert (table.player("Ada").face_down, table.state.active) == (1, "p2")


def test_a_vanished_room_that_is_gone_leads_to_the_next_question() -> None:
    """Q-03 no, then Q-04 destroyed"""
    table = asked(Table("Ada", "Ben").room("Ada", "den").phase(Phase.BUILD, "Ada"), "Q-03", "yes", "no", "wait")
    table.do(Answer("no"))
    assert table.state.question is not None
    assert table.state.question.ask == "Q-04"
    table.do(Answer("destroyed"))
    assert table.player("Ada").dungeon == ()
    assert table.state.active == ADA


def test_a_room_that_was_only_hidden_stays() -> None:
    """Q-04 covered"""
    table = asked(Table("Ada", "Ben").room("Ada", "den"), "Q-04", "destroyed", "covered", "returned", "moved")
    table.do(Answer("covered"))
    assert table.player("Ada").dungeon[0].top == room_id("den")


def test_an_effect_makes_a_room_active_again() -> None:
    """Q-05"""
    table = asked(Table("Ada", "Ben").room("Ada", "den", deactivated=True), "Q-05", "yes", "no")
    assert RoomTurned(ADA, 1, room_id("den"), deactivated=False) in table.do(Answer("yes"))
    assert not table.player("Ada").dungeon[0].deactivated


def test_the_players_say_how_a_slanted_room_lies() -> None:
    """Q-06: only what changes is an event."""
    for deactivated in (False, True):
        for choice in ("yes", "no"):
            table = asked(Table("Ada", "Ben").room("Ada", "den", deactivated=deactivated), "Q-06", "yes", "no")
            turned = [event for event in table.do(Answer(choice)) if isinstance(event, RoomTurned)]
            is_now = choice == "yes"
            assert table.player("Ada").dungeon[0].deactivated == is_now
            assert turned == ([RoomTurned(ADA, 1, room_id("den"), is_now)] if is_now != deactivated else [])


def test_a_slanted_room_that_was_corrected_away_meanwhile_is_nothing_to_answer_about() -> None:
    """Q-06"""
    table = asked(Table("Ada", "Ben").room("Ada", "den"), "Q-06", "yes", "no")
    table.change("Ada", dungeon=())
    assert not [event for event in table.do(Answer("yes")) if isinstance(event, RoomTurned)]


def test_a_face_down_card_was_taken_back_or_discarded() -> None:
    """Q-07"""
    for choice in ("taken_back", "discarded"):
        table = Table("Ada", "Ben").room("Ada", "den").change("Ada", face_down=1).phase(Phase.REVEAL)
        events = asked(table, "Q-07", "taken_back", "discarded", "face_down").do(Answer(choice))
        assert BuildTakenBack(ADA, 1, choice == "discarded") in events
        assert table.state.phase is Phase.BUILT


def test_a_card_that_is_still_face_down_is_waited_for() -> None:
    """Q-07 face_down"""
    table = Table("Ada", "Ben").room("Ada", "den").change("Ada", face_down=1).phase(Phase.REVEAL)
    asked(table, "Q-07", "taken_back", "discarded", "face_down").do(Answer("face_down"))
    assert (table.state.phase, table.player("Ada").face_down) == (Phase.REVEAL, 1)


def test_swapped_rooms_take_their_stacks_with_them_or_not() -> None:
    """Q-09"""
    for choice, bottoms in (("stack", ["low_b", "low_a"]), ("top", ["low_a", "low_b"])):
        table = Table("Ada", "Ben").room("Ada", "a", over=[room_id("low_a")]).room("Ada", "b", over=[room_id("low_b")])
        asked(table, "Q-09", "stack", "top", "wait", cards=("a", "b")).do(Answer(choice))
        dungeon = table.player("Ada").dungeon
        assert [stack.top for stack in dungeon] == [room_id("b"), room_id("a")]
        assert [stack.rooms[0] for stack in dungeon] == [room_id(name) for name in bottoms]


def test_the_computed_queues_hold() -> None:
    """Q-10 yes"""
    table = Table("Ada", "Ben").room("Ada", "den").waiting("Ada", "Tom").phase(Phase.BAITED)
    asked(table, "Q-10", "yes", "wait", slot=None).do(Answer("yes"))
    assert table.state.phase is Phase.ADVENTURE
