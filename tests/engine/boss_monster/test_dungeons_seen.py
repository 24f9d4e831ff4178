"""Every dungeon as it lies, held against memory before the bait (rules 4.3, 4.4; CP-4)."""

from dataclasses import replace

import pytest

from engine.boss_monster.commands import (
    Ask,
    BeginAdventure,
    Command,
    Correct,
    DestroyRoom,
    FinishBuild,
    LureHeroes,
    Placed,
    RevealHeroes,
    RevealRooms,
    SwapRooms,
    TurnRoom,
    UseRoom,
)
from engine.boss_monster.events import MinibossDiscarded
from engine.boss_monster.expected import Todo
from engine.boss_monster.interpret import Reading, interpret
from engine.boss_monster.state import Phase, Tucked
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck
from engine.core.commands import Answer
from engine.core.effects import Ability, Limit, Trigger
from engine.core.ids import CardId, Code, PlayerId
from engine.core.observations import Area, Spot, Turned, Unread
from tests.builders import ROOM_BACK, Camera, Table, hero_id, keys, miniboss_id, read, room_id, row

ADA, BEN = PlayerId("p1"), PlayerId("p2")


def rooms(names: str) -> Table:
    """A table at which Ada has rooms with these names, the first one next to her boss."""
    table = Table("Ada", "Ben")
    for name in names:
        table.room("Ada", name)
    return table


def test_a_table_as_remembered_leads_to_the_bait() -> None:
    table = Table("Ada", "Ben").room("Ada", "a").room("Ben", "b").hero("Tom")
    camera = Camera(table).sees_dungeons().sees(hero_id("Tom"), Area.TOWN, place=1)
    assert read(table, camera) == Reading((LureHeroes(),))


def test_a_sticker_that_is_not_seen_changes_nothing_but_is_told() -> None:
    table = Table("Ada", "Ben").room("Ada", "a")
    reading = read(table, Camera(table))
    assert (reading.commands, keys(reading)) == ((LureHeroes(),), ["cannot_see"])


def test_a_room_turned_sideways_is_deactivated_before_the_bait() -> None:
    """BM-GLOSS-5"""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS)
    assert read(table, camera).commands == (TurnRoom(ADA, 1, True), LureHeroes())


def test_a_room_slid_down_is_used_if_it_has_something_to_use() -> None:
    """BM-GLOSS-4, rules 4.3"""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b")
    once = Ability(Trigger.ACTIVATED, (Draw(Deck.ROOMS),), Limit.ONCE_PER_ROUND)
    card = CardId("bm.room.a")
    table.cards[card] = replace(table.cards[card], abilities=(once,))
    camera = Camera(table)
    for name, place in (("a", 1), ("b", 2)):
        camera.sees(room_id(name), Area.ROW, "Ada", place, drop_mm=12.0)
    assert read(table, camera).commands == (UseRoom(ADA, 1), LureHeroes())


@pytest.mark.parametrize(("turned", "guess"), [(Turned.SLANTED, False), (Turned.UPRIGHT, True)])
def test_a_room_that_only_lies_low_is_not_used(turned: Turned, guess: bool) -> None:
    """BM-GLOSS-4: it was turned by a bump, or nobody knows how it was laid because the camera was not there."""
    table = Table("Ada", "Ben").room("Ada", "a")
    once = Ability(Trigger.ACTIVATED, (Draw(Deck.ROOMS),), Limit.ONCE_PER_ROUND)
    card = CardId("bm.room.a")
    table.cards[card] = replace(table.cards[card], abilities=(once,))
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, turned, drop_mm=12.0)
    seen = camera.seen
    cards = [replace(one, spot=replace(one.spot, is_guess=guess)) for one in seen.cards]
    seen = replace(seen, cards=tuple(cards))
    if turned is Turned.SLANTED:
        table.do(*interpret(table.state, seen, table.catalog).questions, Answer("no"))
    assert interpret(table.state, seen, table.catalog).commands == (LureHeroes(),)
    table.phase(Phase.ROUND_END)
    assert "todo_slide_back" not in keys(interpret(table.state, seen, table.catalog))


def test_a_deactivated_room_that_lies_low_is_not_used() -> None:
    """BM-GLOSS-5, rules 4.3: it lies sideways, and somebody bumped into it."""
    table = Table("Ada", "Ben").room("Ada", "a", deactivated=True)
    once = Ability(Trigger.ACTIVATED, (Draw(Deck.ROOMS),), Limit.ONCE_PER_ROUND)
    card = CardId("bm.room.a")
    table.cards[card] = replace(table.cards[card], abilities=(once,))
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS, drop_mm=12.0)
    assert read(table, camera).commands == (LureHeroes(),)


def test_a_deactivated_room_that_lies_upright_is_asked_about() -> None:
    """Q-05"""
    table = Table("Ada", "Ben").room("Ada", "a", deactivated=True)
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1)
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-05"]


def test_a_slanted_room_is_asked_about_once() -> None:
    """Q-06, rules 4.3: neither upright nor sideways. The answer counts, though the card still lies like that."""
    for was_deactivated in (False, True):
        for choice in ("yes", "no"):
            table = Table("Ada", "Ben").room("Ada", "a", deactivated=was_deactivated)
            camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED)
            reading = read(table, camera)
            assert reading.commands == ()
            assert reading.questions == (Ask("Q-06", ("yes", "no"), ADA, 1, (room_id("a"),)),)
            table.do(reading.questions[0], Answer(choice))
            assert read(table, camera).commands == (LureHeroes(),)
            assert table.player("Ada").dungeon[0].deactivated == (choice == "yes")


def test_a_slanted_room_is_asked_about_again_in_the_next_round() -> None:
    """Q-06"""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED)
    table.do(*read(table, camera).questions, Answer("no"))
    table.phase(Phase.ROUND_START).do(RevealHeroes((table.new_hero("one"), table.new_hero("two"))))
    assert [ask.ask for ask in read(table.phase(Phase.BUILT), camera).questions] == ["Q-06"]


def test_a_slanted_room_that_is_laid_clearly_needs_no_answer_any_more() -> None:
    """Q-06, BM-GLOSS-5: what the table shows clearly counts."""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED)
    table.do(*read(table, camera).questions, Answer("no"))
    turned = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS)
    assert read(table, turned).commands == (TurnRoom(ADA, 1, True), LureHeroes())


def test_a_room_that_lies_upside_down_is_active_and_told() -> None:
    """Rules 4.3: a hint that stops nothing."""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.UPSIDE_DOWN)
    assert read(table, camera) == Reading((LureHeroes(),), todo=(Todo("upside_down", room_id("a"), ADA, 1),))
    table.phase(Phase.BUILD, "Ben")
    assert read(table, camera.sees_bosses()) == Reading(
        (FinishBuild(BEN),), todo=(Todo("upside_down", room_id("a"), ADA, 1),)
    )


def test_a_lower_room_that_shows_is_asked_about() -> None:
    """Q-04"""
    table = Table("Ada", "Ben")
    low = table.new_room("low")
    table.room("Ada", "top", over=[low])
    reading = read(table, Camera(table).sees(low, Area.ROW, "Ada", 1))
    assert [(ask.ask, ask.cards) for ask in reading.questions] == [("Q-04", (room_id("top"),))]


def test_two_rooms_that_changed_places_changed_places() -> None:
    """Rules 4.4: nothing lies below them, so there is only one way to do it."""
    table = rooms("abc")
    camera = Camera(table).sees(room_id("b"), Area.ROW, "Ada", 2)
    camera.sees(room_id("c"), Area.ROW, "Ada", 1).sees(room_id("a"), Area.ROW, "Ada", 3)
    reading = read(table, camera)
    assert reading == Reading((SwapRooms(ADA, 1, 3, seen=True), LureHeroes()))
    table.do(reading.commands[0])
    assert [stack.top for stack in table.player("Ada").dungeon] == [room_id(name) for name in "cba"]
    assert read(table, camera) == Reading((LureHeroes(),))


@pytest.mark.parametrize("arrange", [SwapRooms(ADA, 1, 2), Correct(ADA, dungeon=((room_id("b"),), (room_id("a"),)))])
def test_rooms_that_an_effect_or_a_person_exchanged_are_still_to_be_moved(arrange: Command) -> None:
    """FX-24: what was decided is not taken back because nobody has moved the cards yet, until the bait."""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b")
    before, after = Camera(table), Camera(table)
    for place, name in enumerate("ab", start=1):
        before.sees(room_id(name), Area.ROW, "Ada", place)
        after.sees(room_id(name), Area.ROW, "Ada", 3 - place)
    table.do(arrange)
    reading = read(table, before)
    assert (reading.commands, reading.questions, keys(reading)) == ((), (), ["todo_put_back", "todo_put_back"])
    assert read(table, after) == Reading((LureHeroes(),))
    table.do(LureHeroes())
    table.phase(Phase.BUILT)
    assert read(table, before).commands == (SwapRooms(ADA, 1, 2, seen=True), LureHeroes())


def test_a_room_that_changed_places_is_read_where_it_lies_now() -> None:
    """Rules 4.3, 4.4: turned sideways, slanted, or active again: none of it is overlooked."""
    turned = {Turned.SIDEWAYS: TurnRoom(ADA, 2, deactivated=True), Turned.SLANTED: "Q-06", Turned.UPRIGHT: "Q-05"}
    for how, expected in turned.items():
        table = Table("Ada", "Ben").room("Ada", "a", deactivated=how is Turned.UPRIGHT).room("Ada", "b")
        camera = Camera(table).sees(room_id("b"), Area.ROW, "Ada", 1).sees(room_id("a"), Area.ROW, "Ada", 2, how)
        reading = read(table, camera)
        swap = SwapRooms(ADA, 1, 2, seen=True)
        if isinstance(expected, TurnRoom):
            assert reading.commands == (swap, expected, LureHeroes())
            table.do(*reading.commands[:2])
            assert [stack.deactivated for stack in table.player("Ada").dungeon] == [False, True]
            continue
        assert (reading.commands, reading.questions) == ((swap,), ()), "first where it lies, then how"
        table.do(swap)
        reading = read(table, camera)
        assert (reading.commands, [ask.ask for ask in reading.questions]) == ((), [expected])
        table.do(reading.questions[0], Answer("yes"))
        assert read(table, camera).commands == (LureHeroes(),), "and it is not asked again"
        deactivated = [stack.deactivated for stack in table.player("Ada").dungeon]
        assert deactivated == [False, how is Turned.SLANTED]


def test_stacks_that_changed_places_are_asked_about() -> None:
    """Q-09"""
    table = Table("Ada", "Ben")
    low = table.new_room("low")
    table.room("Ada", "a").room("Ada", "b", over=[low])
    camera = Camera(table).sees(room_id("b"), Area.ROW, "Ada", 1).sees(room_id("a"), Area.ROW, "Ada", 2)
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-09", "Q-09"]


def test_rooms_that_lie_too_far_out_are_to_be_put_back_whether_all_are_seen_or_not() -> None:
    """They are in their order: none changed places, so nobody is asked which ones did."""
    table = rooms("abc")
    for seen in ("a", "ac", "abc", "bc"):
        camera = Camera(table)
        for name in seen:
            camera.sees(room_id(name), Area.ROW, "Ada", "abc".index(name) + 2)
        reading = read(table, camera)
        assert (reading.commands, reading.questions) == ((), ())
        assert [todo.card for todo in reading.todo if todo.key == "todo_put_back"] == [room_id(n) for n in seen]


def test_a_room_that_lies_in_anothers_slot_nearer_to_the_boss_is_asked_about() -> None:
    """Q-09: two changed places, or one was covered."""
    table = rooms("abc")
    camera = Camera(table).sees(room_id("c"), Area.ROW, "Ada", 1).sees(room_id("b"), Area.ROW, "Ada", 2)
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-09"]


def test_a_room_that_lies_between_two_slots_is_to_be_put_back() -> None:
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).sees(room_id("b"), Area.ROW, "Ada", 2.42)
    reading = read(table, camera)
    assert (reading.commands, keys(reading)) == ((), ["todo_put_back"])


def test_a_room_that_lies_elsewhere_is_asked_about_if_its_boss_is_seen() -> None:
    """Q-04: it was laid on a pile. Without its boss every room lies elsewhere."""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table).sees(room_id("a"), Area.ELSEWHERE)
    assert read(table, camera).questions == ()
    camera.sees_boss(table.player("Ada").boss, 0, 0)
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-04"]


def test_what_stops_the_game_is_told_before_hints() -> None:
    table = rooms("abc")
    table.do(SwapRooms(ADA, 2, 3))
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.UPSIDE_DOWN)
    camera.sees(room_id("b"), Area.ROW, "Ada", 2).sees(room_id("c"), Area.ROW, "Ada", 3)
    assert keys(read(table, camera)) == ["todo_put_back", "todo_put_back", "upside_down"]


def test_answers_about_where_and_how_a_room_lies_are_not_mixed_up() -> None:
    """Q-04, Q-06"""
    table = Table("Ada", "Ben").room("Ada", "a")
    slanted = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED).seen
    gone = replace(Camera(table).seen, left=(Code(room_id("a").upper()),))
    for first, second, ask in ((slanted, gone, "Q-04"), (gone, slanted, "Q-06")):
        table.state = replace(table.state, explained=())
        (asked,) = interpret(table.state, first, table.catalog).questions
        table.do(asked, Answer("no" if first is slanted else "covered"))
        assert [asked.ask for asked in interpret(table.state, second, table.catalog).questions] == [ask]


def test_a_closed_gap_whose_room_lies_there_is_to_be_opened_again() -> None:
    """Q-04 answered with covered: another room was pushed over it."""
    for phase in (Phase.BUILD, Phase.BUILT):
        table = Table("Ada", "Ben").phase(phase, "Ada" if phase is Phase.BUILD else None)
        for name in "abc":
            table.room("Ada", name)
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).sees(room_id("c"), Area.ROW, "Ada", 2)
        (asked,) = read(table, camera).questions
        table.do(asked, Answer("covered"))
        reading = read(table, camera)
        assert (reading.questions, "todo_put_back" in keys(reading)) == ((), True)


def test_a_room_taken_away_after_its_owner_built_is_asked_about_in_the_reveal() -> None:
    """Q-04: the face-down card moved up with the others."""
    table = rooms("abc")
    new = table.new_room("new")
    table.phase(Phase.REVEAL).change("Ada", face_down=4)
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).sees(room_id("c"), Area.ROW, "Ada", 2)
    camera.sees(new, Area.ROW, "Ada", 3)
    reading = read(table, camera)
    assert [(ask.ask, ask.slot) for ask in reading.questions] == [("Q-04", 2)]
    table.do(reading.questions[0], Answer("destroyed"))
    assert read(table, camera).commands == (RevealRooms((Placed(ADA, 3, new),)),)


def test_a_room_that_was_taken_away_and_the_gap_closed_is_asked_about() -> None:
    """Q-04, BM-GLOSS-14: the others only moved up."""
    table = rooms("abcd")
    camera = row(table, "acd")
    reading = read(table, camera)
    assert [(ask.ask, ask.slot, ask.cards) for ask in reading.questions] == [("Q-04", 2, (room_id("b"),))]
    assert (reading.commands, reading.todo) == ((), ())
    table.do(reading.questions[0], Answer("destroyed"))
    assert [stack.top for stack in table.player("Ada").dungeon] == [room_id(name) for name in "acd"]
    assert read(table, camera).commands == (LureHeroes(),)


def test_two_rooms_that_were_taken_away_are_asked_about_one_after_the_other() -> None:
    """Q-04"""
    table = rooms("abcde")
    camera = row(table, "bce")
    gone = []
    while questions := read(table, camera).questions:
        gone += [ask.cards[0] for ask in questions]
        table.do(questions[0], Answer("destroyed"))
    assert gone == [room_id("a"), room_id("d")]


def test_a_room_taken_away_while_its_owner_builds_is_asked_about_before_slots_are_counted() -> None:
    """Q-04: the face-down card lies left of the rooms that are left."""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    for name in "abcd":
        table.room("Ada", name)
    camera = row(table, "acd")
    camera.sees(ROOM_BACK, Area.ROW, "Ada", 4)
    reading = read(table, camera)
    assert [(ask.ask, ask.slot) for ask in reading.questions] == [("Q-04", 2)]
    assert (reading.commands, reading.todo) == ((), ())
    table.do(reading.questions[0], Answer("destroyed"))
    assert read(table, camera).commands == (FinishBuild(ADA, 4),)


def test_a_gap_that_nobody_has_closed_yet_is_no_exchange() -> None:
    """BM-GLOSS-14: a room was destroyed; its neighbours are to be moved up."""
    table = rooms("abcd")
    table.do(DestroyRoom(ADA, 2))
    camera = Camera(table)
    for place, name in ((1, "a"), (3, "c"), (4, "d")):
        camera.sees(room_id(name), Area.ROW, "Ada", place)
    reading = read(table, camera)
    assert (reading.commands, reading.questions, keys(reading)) == ((), (), ["todo_put_back", "todo_put_back"])


def test_a_room_that_went_away_is_asked_about_and_the_answer_counts_for_the_round() -> None:
    """Q-04, rules 4.4: nothing moved, so it may be covered, in a hand, or destroyed."""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b")
    seen = replace(Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).seen, left=(Code(room_id("b").upper()),))
    reading = interpret(table.state, seen, table.catalog)
    assert [(ask.ask, ask.slot) for ask in reading.questions] == [("Q-04", 2)]
    assert (reading.commands, keys(reading)) == ((), ["cannot_see"])
    table.do(reading.questions[0])
    before = table.state
    table.do(Answer("covered"))
    reading = interpret(table.state, seen, table.catalog)
    assert (reading.commands, keys(reading)) == ((LureHeroes(),), ["cannot_see"]), "it is still told"
    table.state = before
    table.do(Answer("destroyed"))
    assert [stack.top for stack in table.player("Ada").dungeon] == [room_id("a")]


@pytest.mark.parametrize("why", ["nothing", "hero", "unread"])
def test_a_room_that_may_lie_there_is_believed(why: str) -> None:
    """Rules 4.1, 4.4: nobody saw it leave, or a hero or something unreadable hides it."""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table)
    if why == "hero":
        camera.sees(table.new_hero("Tom"), Area.ROW, "Ada", 1)
    seen = camera.seen if why == "nothing" else replace(camera.seen, left=(Code(room_id("a").upper()),))
    if why == "unread":
        seen = replace(seen, unread=(Unread(Spot(Area.ROW, Code(table.player("Ada").boss.upper()), 1)),))
    reading = interpret(table.state, seen, table.catalog)
    assert (reading.commands, reading.questions, keys(reading)) == ((LureHeroes(),), (), ["cannot_see"])


def test_a_room_in_a_second_dungeon_is_asked_about() -> None:
    """Q-08"""
    table = Table("Ada", "Ben").room("Ada", "a")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ben", 1)
    assert [(ask.ask, ask.choices) for ask in read(table, camera).questions] == [("Q-08", ("yes", "misread", "wait"))]
    camera.sees_bosses()
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-08"], "nobody asks where it went"
    table.do(*read(table, camera).questions, Answer("misread"))
    for phase, active, command in (
        (Phase.BUILT, None, LureHeroes()),
        (Phase.BUILD, "Ben", FinishBuild(BEN)),
        (Phase.REVEAL, None, RevealRooms(())),
    ):
        assert read(table.phase(phase, active), camera).commands == (command,), "it counts where memory has it"


@pytest.mark.parametrize("active", ["Ada", "Ben"])
def test_a_room_in_a_second_dungeon_is_asked_about_before_somebody_builds(active: str) -> None:
    """Q-08: neither is it gone, nor is it a card that was laid open."""
    table = Table("Ada", "Ben").room("Ada", "a").phase(Phase.BUILD, active)
    camera = Camera(table).sees_bosses().sees(room_id("a"), Area.ROW, "Ben", 1)
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-08"]
    table.phase(Phase.REVEAL)
    assert [ask.ask for ask in read(table, camera).questions] == ["Q-08"]


def test_a_covered_room_that_is_misread_in_another_dungeon_stops_nobody() -> None:
    """Q-08"""
    table = Table("Ada", "Ben")
    low = table.new_room("low")
    table.room("Ada", "top", over=[low])
    camera = Camera(table).sees_bosses().sees_dungeons().sees(low, Area.ROW, "Ben", 1)
    table.do(*read(table, camera).questions, Answer("misread"))
    assert read(table, camera).commands == (LureHeroes(),)


def test_into_a_full_dungeon_no_room_is_moved() -> None:
    """Q-08, BM-BUILD-4"""
    table = Table("Ada", "Ben").room("Ada", "a")
    for name in "vwxyz":
        table.room("Ben", name)
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ben", 6)
    (asked,) = [ask for ask in read(table, camera).questions if ask.ask == "Q-08"]
    assert asked.choices == ("misread", "wait")


def test_a_miniboss_goes_with_its_room_to_another_dungeon_and_one_that_is_covered_is_lost() -> None:
    """Q-08, BM-MINI-12"""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ben", "b").tucked("Ada", 1, "one").tucked("Ben", 1, "two")
    ask = Ask("Q-08", ("yes", "misread", "wait"), BEN, 1, (room_id("a"),))
    events = table.do(ask, Answer("yes"))
    (stack,) = table.player("Ben").dungeon
    assert (stack.rooms, stack.miniboss) == ((room_id("b"), room_id("a")), Tucked(miniboss_id("one"), 1))
    assert MinibossDiscarded(BEN, miniboss_id("two")) in events


@pytest.mark.parametrize(("slot", "stacks"), [(1, [("b", "top")]), (2, [("b",), ("top",)]), (4, [("b",), ("top",)])])
def test_a_room_that_was_moved_to_another_dungeon_lies_there(slot: int, stacks: list[tuple[str, ...]]) -> None:
    """Q-08: on what lay there, or left of the others; what it covered before is uncovered."""
    table = Table("Ada", "Ben").room("Ben", "b").room("Ada", "a")
    low = table.new_room("low")
    table.room("Ada", "top", over=[low])
    asked = Ask("Q-08", ("yes", "misread", "wait"), BEN, slot, (room_id("top"),))
    table.do(asked, Answer("yes"))
    assert table.tops("Ada") == [room_id("a"), low]
    assert [stack.rooms for stack in table.player("Ben").dungeon] == [tuple(map(room_id, names)) for names in stacks]


def test_a_dungeon_from_which_the_only_room_was_moved_is_empty() -> None:
    """Q-08"""
    table = Table("Ada", "Ben").room("Ada", "a")
    table.do(Ask("Q-08", ("yes", "misread", "wait"), BEN, 1, (room_id("a"),)), Answer("yes"))
    assert (table.tops("Ada"), table.tops("Ben")) == ([], [room_id("a")])


def test_a_room_that_nobody_built_is_asked_about() -> None:
    """Q-14"""
    table = Table("Ada", "Ben")
    reading = read(table, Camera(table).sees(table.new_room("odd"), Area.ROW, "Ben", 1))
    assert [(ask.ask, ask.rule) for ask in reading.questions] == [("Q-14", "BM-BUILD-2")]


def test_a_room_in_the_wrong_slot_stops_the_bait() -> None:
    table = Table("Ada", "Ben").room("Ada", "a")
    reading = read(table, Camera(table).sees(room_id("a"), Area.ROW, "Ada", 3))
    assert (reading.commands, keys(reading)) == ((), ["todo_put_back"])


def test_the_same_sticker_twice_stops_everything() -> None:
    table = Table("Ada", "Ben").room("Ada", "a")
    reading = read(table, Camera(table).sees_dungeons().sees_twice(room_id("a")))
    assert (reading.commands, keys(reading)) == ((), ["sticker_twice"])


def test_a_room_that_was_moved_is_put_back_or_corrected() -> None:
    """Q-04: moved is not the same as hidden."""
    table = rooms("ab")
    seen = replace(row(table, "a").seen, left=(Code(room_id("b").upper()),))
    (asked,) = interpret(table.state, seen, table.catalog).questions
    table.do(asked, Answer("moved"))
    reading = interpret(table.state, seen, table.catalog)
    assert reading == Reading(todo=(Todo("todo_put_back", room_id("b"), ADA, 2),))
    assert read(table, row(table, "ab")).commands == (LureHeroes(),)
    hidden = replace(row(table, "a").sees(table.new_hero("Tom"), Area.ROW, "Ada", 2).seen, left=seen.left)
    assert interpret(table.state, hidden, table.catalog).commands == (LureHeroes(),), "it was put back below a hero"
    table.do(Correct(ADA, dungeon=((room_id("b"),), (room_id("a"),))))
    assert table.state.explained == (("Q-04", room_id("b")),)


@pytest.mark.parametrize("phase", [Phase.BAITED, Phase.ADVENTURE])
def test_what_is_done_to_rooms_after_the_bait_is_told(phase: Phase) -> None:
    """CP-6: the dungeons are frozen, but nobody is left wondering why a turned room still counts."""
    table = rooms("a")
    low = table.new_room("low")
    table.room("Ada", "top", over=[low]).waiting("Ada", "Tom").phase(Phase.BAITED)
    if phase is Phase.ADVENTURE:
        table.do(BeginAdventure())
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS).sees(low, Area.ROW, "Ada", 2)
    camera.sees(hero_id("Tom"), Area.ROW, "Ada", 3)
    told = (Todo("todo_turn_upright", room_id("a"), ADA, 1), Todo("todo_put_back", room_id("top"), ADA, 2))
    reading = read(table, camera)
    assert (len(reading.commands), reading.todo) == (1, told)


@pytest.mark.parametrize(("drop_mm", "told"), [(0.0, ["todo_slide_down"]), (6.0, [])])
def test_a_used_room_that_lies_low_is_not_to_be_slid_once_more(drop_mm: float, told: list[str]) -> None:
    """BM-GLOSS-4: it moved up with its neighbours, and nobody knows how low it was laid there."""
    table = rooms("a").phase(Phase.BUILD, "Ben")
    stack = replace(table.player("Ada").dungeon[0], used=True)
    table.change("Ada", dungeon=(stack,))
    camera = Camera(table).sees_bosses().sees(room_id("a"), Area.ROW, "Ada", 1, drop_mm=drop_mm)
    assert keys(read(table, camera)) == told


def test_a_room_that_came_back_to_the_hand_and_is_built_anew_is_not_to_be_taken_away() -> None:
    """BM-GLOSS-13: it was lost in this round, and is being revealed."""
    table = rooms("ab")
    table.do(DestroyRoom(ADA, 2))
    table.phase(Phase.REVEAL).change("Ada", face_down=2)
    reading = read(table, row(table, "ab"))
    assert reading == Reading((RevealRooms((Placed(ADA, 2, room_id("b")),)),))
