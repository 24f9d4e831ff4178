"""What a settled table means at each checkpoint (rules 4.4, 4.5, 4.9)."""

from dataclasses import replace

import pytest

from engine.boss_monster.commands import (
    Ask,
    BeginAdventure,
    BeginRound,
    Command,
    Correct,
    DestroyRoom,
    FinishBuild,
    LureHeroes,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    SwapRooms,
    TurnRoom,
    UseRoom,
    WalkOn,
)
from engine.boss_monster.events import BuildDeclined, CardPlaced
from engine.boss_monster.expected import Todo, difference, expected_table
from engine.boss_monster.interpret import Reading, interpret
from engine.boss_monster.options import Options
from engine.boss_monster.rules import new_game
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck
from engine.core.commands import Answer
from engine.core.effects import Ability, Limit, Trigger
from engine.core.ids import CardId, Code, CopyId, PlayerId
from engine.core.observations import Area, Drift, Spot, TableSeen, Turned, Unread
from tests.builders import ROOM_BACK, TOWN_MARKER, Camera, Table, hero_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")


def read(table: Table, camera: Camera) -> Reading:
    return interpret(table.state, camera.seen, table.catalog)


def keys(reading: Reading) -> list[str]:
    return [todo.key for todo in reading.todo]


class TestSetUp:
    """CP-0"""

    def test_bosses_are_seated_clockwise(self) -> None:
        table = Table("Ada", "Ben", "Cem")
        table.state = new_game(Options(("Ada", "Ben", "Cem")))
        camera = Camera(table)
        for name, x, y in (("ada", 500, 700), ("ben", 900, 700), ("cem", 700, 100)):
            camera.sees_boss(CopyId(f"bm.boss.{name}#1"), x, y)
        expected = ("bm.boss.ben#1", "bm.boss.ada#1", "bm.boss.cem#1")
        assert read(table, camera).commands == (SeatPlayers(tuple(CopyId(boss) for boss in expected)),)

    def test_a_missing_boss_is_waited_for(self) -> None:
        table = Table("Ada", "Ben")
        table.state = new_game(Options(("Ada", "Ben")))
        reading = read(table, Camera(table).sees_boss(CopyId("bm.boss.ada#1"), 0, 0))
        assert (reading.commands, keys(reading)) == ((), ["bosses_missing"])
        assert keys(read(table, Camera(table))) == ["todo_bosses"]

    def test_a_table_too_large_for_the_picture_is_refused_with_advice(self) -> None:
        table = Table("Ada", "Ben")
        table.state = new_game(Options(("Ada", "Ben")))
        camera = Camera(table).sees_boss(CopyId("bm.boss.ada#1"), 0, 0).sees_boss(CopyId("bm.boss.ben#1"), 500, 0)
        seen = replace(camera.seen, outside=(Code("BM.BOSS.BEN#1"),))
        reading = interpret(table.state, seen, table.catalog)
        assert (reading.commands, keys(reading)) == ((), ["row_outside"])

    def test_a_seat_that_leaves_the_picture_later_is_refused_too(self) -> None:
        """Somebody moved the camera: a room that cannot be seen must not be taken for none."""
        table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
        boss = table.player("Ben").boss
        seen = replace(Camera(table).seen, outside=(Code(boss.upper()),))
        reading = interpret(table.state, seen, table.catalog)
        assert (reading.commands, keys(reading)) == ((), ["row_outside"])


class TestRoundStart:
    """CP-1"""

    def test_new_heroes_are_named_from_the_deck_outwards(self) -> None:
        table = Table("Ada", "Ben").hero("Old").phase(Phase.ROUND_START)
        one, two = table.new_hero("one"), table.new_hero("two")
        camera = Camera(table).sees(two, Area.TOWN, place=3.1).sees(hero_id("Old"), Area.TOWN, place=1)
        assert read(table, camera.sees(one, Area.TOWN, place=2)).commands == (RevealHeroes((one, two)),)

    def test_the_wrong_number_of_heroes_is_no_reveal(self) -> None:
        table = Table("Ada", "Ben").phase(Phase.ROUND_START)
        camera = Camera(table).sees(table.new_hero("one"), Area.TOWN, place=1)
        table.new_hero("two")
        assert keys(read(table, camera)) == ["todo_heroes"]

    def test_without_its_marker_nobody_can_tell_who_is_in_town(self) -> None:
        """Rules 4.2: heroes are in town as seen from its marker. They are not missing: the marker is."""
        table = Table("Ada", "Ben").hero("Old").phase(Phase.ROUND_START)
        camera = Camera(table).sees(hero_id("Old"), Area.ELSEWHERE)
        for name in ("one", "two"):
            camera.sees(table.new_hero(name), Area.ELSEWHERE)
        assert read(table, camera) == Reading(todo=(Todo("no_town_marker"),))
        assert keys(read(table, camera.sees(TOWN_MARKER, Area.ELSEWHERE))) == ["todo_heroes", "todo_back_to_town"]

    def test_a_used_up_item_deck_is_no_guess_without_the_marker_of_the_town(self) -> None:
        """BM-ITEM-4: where no heroes are left, the items alone show that the marker is missing."""
        table = Table("Ada", "Ben", sets=("base", "tools_of_hero_kind")).phase(Phase.ROUND_START)
        assert read(table, Camera(table)) == Reading(todo=(Todo("no_town_marker"),))
        seen = read(table, Camera(table).sees(TOWN_MARKER, Area.ELSEWHERE))
        assert ([ask.ask for ask in seen.questions], keys(seen)) == (["Q-20"], ["todo_items"])


class TestBuild:
    """CP-2"""

    def building(self) -> Table:
        return Table("Ada", "Ben").room("Ada", "den").phase(Phase.BUILD, "Ada")

    def test_a_back_in_the_next_slot_is_a_new_room(self) -> None:
        table = self.building()
        camera = Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", 2.1)
        assert read(table, camera).commands == (FinishBuild(ADA, 2),)

    def test_a_back_on_a_room_covers_it(self) -> None:
        table = self.building()
        assert read(table, Camera(table).sees(ROOM_BACK, Area.ROW, "Ada", 0.95)).commands == (FinishBuild(ADA, 1),)

    def test_no_new_card_is_no_build(self) -> None:
        table = self.building()
        assert read(table, Camera(table).sees_dungeons()).commands == (FinishBuild(ADA),)

    def test_backs_of_others_and_souls_do_not_count(self) -> None:
        table = self.building()
        camera = Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ben", 1)
        assert read(table, camera.sees(ROOM_BACK, Area.ELSEWHERE)).commands == (FinishBuild(ADA),)

    def test_a_room_that_vanished_without_a_back_is_asked_about(self) -> None:
        """Q-03: a missing sticker proves nothing."""
        table = self.building()
        reading = read(table, Camera(table))
        assert reading.commands == ()
        assert reading.questions == (Ask("Q-03", ("yes", "no", "wait"), ADA, 1, (room_id("den"),)),)

    def test_a_lower_room_that_shows_is_no_face_down_card(self) -> None:
        """Q-04, rules 4.4"""
        table = Table("Ada", "Ben")
        low = table.new_room("low")
        table.room("Ada", "top", over=[low]).phase(Phase.BUILD, "Ada")
        reading = read(table, Camera(table).sees(low, Area.ROW, "Ada", 1))
        assert [(ask.ask, ask.cards) for ask in reading.questions] == [("Q-04", (room_id("top"),))]

    def test_two_cards_or_an_open_card_are_not_accepted(self) -> None:
        """BM-BUILD-2"""
        table = self.building()
        two = Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", 2).sees(ROOM_BACK, Area.ROW, "Ada", 3)
        assert keys(read(table, two)) == ["todo_one_card"]
        opened = Camera(table).sees_dungeons().sees(table.new_room("open"), Area.ROW, "Ada", 2)
        assert keys(read(table, opened)) == ["todo_face_down"]

    def test_a_card_beyond_a_gap_is_not_a_slot(self) -> None:
        """BM-BUILD-3"""
        table = self.building()
        camera = Camera(table).sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ada", 4)
        assert keys(read(table, camera)) == ["todo_close_gap"]

    def test_in_a_row_whose_boss_is_not_seen_nobody_declined_to_build(self) -> None:
        """A face-down card may lie there: without its boss nobody knows where a row is."""
        table = Table("Ada", "Ben").room("Ada", "den").phase(Phase.BUILD, "Ada")
        ada, ben = (table.player(name).boss for name in ("Ada", "Ben"))
        camera = Camera(table).sees_dungeons().sees_boss(ben, 100, 0)
        reading = interpret(table.state, camera.seen, table.catalog)
        assert not reading.commands
        assert reading.todo == (Todo("cannot_see", ada, table.player("Ada").id),)
        reading = interpret(table.state, camera.sees_boss(ada, 0, 0).seen, table.catalog)
        assert reading.commands == (FinishBuild(table.player("Ada").id),)

    def test_something_unread_left_of_the_dungeon_is_asked_about_and_is_no_declined_build(self) -> None:
        """Q-03, rules 4.1: what cannot be read is no empty place."""
        table = self.building()
        seen = replace(Camera(table).sees_dungeons().seen, unread=(self.unread(2),))
        reading = interpret(table.state, seen, table.catalog)
        assert reading.commands == ()
        assert reading.questions == (Ask("Q-03", ("yes", "no", "wait"), ADA, 2),)
        assert keys(reading) == ["todo_show_slot"]

    def unread(self, slot: int) -> Unread:
        return Unread(Spot(Area.ROW, Code("BM.BOSS.ADA#1"), float(slot)))

    def test_the_answer_places_the_card_or_declines(self) -> None:
        """Q-03, BM-BUILD-11"""
        for answer, event in (("yes", CardPlaced(ADA, 2)), ("no", BuildDeclined(ADA))):
            table = self.building()
            assert event in table.do(Ask("Q-03", ("yes", "no", "wait"), ADA, 2), Answer(answer))
            assert table.state.active == BEN

    def test_something_unread_elsewhere_does_not_stop_the_build(self) -> None:
        table = self.building()
        for slot in (1, 4):
            seen = replace(Camera(table).sees_dungeons().seen, unread=(self.unread(slot),))
            assert interpret(table.state, seen, table.catalog).commands == (FinishBuild(ADA),)


class TestReveal:
    """CP-3"""

    def revealing(self) -> Table:
        return Table("Ada", "Ben").room("Ada", "den").change("Ada", face_down=1).phase(Phase.REVEAL)

    def test_the_new_card_is_the_built_room(self) -> None:
        table = self.revealing()
        new = table.new_room("new")
        camera = Camera(table).sees(new, Area.ROW, "Ada", 1.05)
        assert read(table, camera).commands == (RevealRooms((Placed(ADA, 1, new),)),)

    def test_a_card_that_is_still_face_down_is_named(self) -> None:
        table = self.revealing()
        assert keys(read(table, Camera(table).sees(ROOM_BACK, Area.ROW, "Ada", 1))) == ["todo_turn_up"]

    def test_an_unreadable_slot_is_never_guessed(self) -> None:
        table = self.revealing()
        reading = read(table, Camera(table))
        assert (reading.commands, keys(reading)) == ((), ["todo_show_slot"])

    def test_the_old_room_showing_again_is_asked_about(self) -> None:
        """Q-07"""
        table = self.revealing()
        reading = read(table, Camera(table).sees_dungeons())
        assert [ask.ask for ask in reading.questions] == ["Q-07"]

    def test_two_new_rooms_in_one_slot_are_asked_about_and_the_answer_counts(self) -> None:
        """Q-02"""
        table = self.revealing()
        one, two = table.new_room("one"), table.new_room("two")
        camera = Camera(table).sees(one, Area.ROW, "Ada", 1).sees(two, Area.ROW, "Ada", 1.1)
        (ask,) = read(table, camera).questions
        assert (ask.ask, ask.choices) == ("Q-02", (one, two))
        table.do(ask, Answer(two))
        assert read(table, camera).commands == (RevealRooms((Placed(ADA, 1, two),)),)

    def test_a_room_of_somebody_who_declined_is_asked_about(self) -> None:
        """BM-BUILD-11, Q-14"""
        table = self.revealing()
        camera = Camera(table).sees(table.new_room("new"), Area.ROW, "Ada", 1)
        camera.sees(table.new_room("late"), Area.ROW, "Ben", 1)
        (ask,) = read(table, camera).questions
        assert (ask.ask, ask.player, ask.rule) == ("Q-14", BEN, "BM-BUILD-11")


class TestBuilt:
    """CP-4"""

    def test_a_table_as_remembered_leads_to_the_bait(self) -> None:
        table = Table("Ada", "Ben").room("Ada", "a").room("Ben", "b").hero("Tom")
        camera = Camera(table).sees_dungeons().sees(hero_id("Tom"), Area.TOWN, place=1)
        assert read(table, camera) == Reading((LureHeroes(),))

    def test_a_sticker_that_is_not_seen_changes_nothing_but_is_told(self) -> None:
        table = Table("Ada", "Ben").room("Ada", "a")
        reading = read(table, Camera(table))
        assert (reading.commands, keys(reading)) == ((LureHeroes(),), ["cannot_see"])

    def test_a_room_turned_sideways_is_deactivated_before_the_bait(self) -> None:
        """BM-GLOSS-5"""
        table = Table("Ada", "Ben").room("Ada", "a")
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS)
        assert read(table, camera).commands == (TurnRoom(ADA, 1, True), LureHeroes())

    def test_a_room_slid_down_is_used_if_it_has_something_to_use(self) -> None:
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
    def test_a_room_that_only_lies_low_is_not_used(self, turned: Turned, guess: bool) -> None:
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

    def test_a_deactivated_room_that_lies_low_is_not_used(self) -> None:
        """BM-GLOSS-5, rules 4.3: it lies sideways, and somebody bumped into it."""
        table = Table("Ada", "Ben").room("Ada", "a", deactivated=True)
        once = Ability(Trigger.ACTIVATED, (Draw(Deck.ROOMS),), Limit.ONCE_PER_ROUND)
        card = CardId("bm.room.a")
        table.cards[card] = replace(table.cards[card], abilities=(once,))
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS, drop_mm=12.0)
        assert read(table, camera).commands == (LureHeroes(),)

    def test_a_deactivated_room_that_lies_upright_is_asked_about(self) -> None:
        """Q-05"""
        table = Table("Ada", "Ben").room("Ada", "a", deactivated=True)
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1)
        assert [ask.ask for ask in read(table, camera).questions] == ["Q-05"]

    def test_a_slanted_room_is_asked_about_once(self) -> None:
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

    def test_a_slanted_room_is_asked_about_again_in_the_next_round(self) -> None:
        """Q-06"""
        table = Table("Ada", "Ben").room("Ada", "a")
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED)
        table.do(*read(table, camera).questions, Answer("no"))
        table.phase(Phase.ROUND_START).do(RevealHeroes((table.new_hero("one"), table.new_hero("two"))))
        assert [ask.ask for ask in read(table.phase(Phase.BUILT), camera).questions] == ["Q-06"]

    def test_a_slanted_room_that_is_laid_clearly_needs_no_answer_any_more(self) -> None:
        """Q-06, BM-GLOSS-5: what the table shows clearly counts."""
        table = Table("Ada", "Ben").room("Ada", "a")
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED)
        table.do(*read(table, camera).questions, Answer("no"))
        turned = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS)
        assert read(table, turned).commands == (TurnRoom(ADA, 1, True), LureHeroes())

    def test_a_room_that_lies_upside_down_is_active_and_told(self) -> None:
        """Rules 4.3: a hint that stops nothing."""
        table = Table("Ada", "Ben").room("Ada", "a")
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.UPSIDE_DOWN)
        assert read(table, camera) == Reading((LureHeroes(),), todo=(Todo("upside_down", room_id("a"), ADA, 1),))
        table.phase(Phase.BUILD, "Ben")
        assert read(table, camera) == Reading((FinishBuild(BEN),), todo=(Todo("upside_down", room_id("a"), ADA, 1),))

    def test_a_lower_room_that_shows_is_asked_about(self) -> None:
        """Q-04"""
        table = Table("Ada", "Ben")
        low = table.new_room("low")
        table.room("Ada", "top", over=[low])
        reading = read(table, Camera(table).sees(low, Area.ROW, "Ada", 1))
        assert [(ask.ask, ask.cards) for ask in reading.questions] == [("Q-04", (room_id("top"),))]

    def test_two_rooms_that_changed_places_changed_places(self) -> None:
        """Rules 4.4: nothing lies below them, so there is only one way to do it."""
        table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b").room("Ada", "c")
        camera = Camera(table).sees(room_id("b"), Area.ROW, "Ada", 2)
        camera.sees(room_id("c"), Area.ROW, "Ada", 1).sees(room_id("a"), Area.ROW, "Ada", 3)
        reading = read(table, camera)
        assert reading == Reading((SwapRooms(ADA, 1, 3, seen=True), LureHeroes()))
        table.do(reading.commands[0])
        assert [stack.top for stack in table.player("Ada").dungeon] == [room_id(name) for name in "cba"]
        assert read(table, camera) == Reading((LureHeroes(),))

    @pytest.mark.parametrize(
        "arrange", [SwapRooms(ADA, 1, 2), Correct(ADA, dungeon=((room_id("b"),), (room_id("a"),)))]
    )
    def test_rooms_that_an_effect_or_a_person_exchanged_are_still_to_be_moved(self, arrange: Command) -> None:
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

    def test_a_room_that_changed_places_is_read_where_it_lies_now(self) -> None:
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

    def test_stacks_that_changed_places_are_asked_about(self) -> None:
        """Q-09"""
        table = Table("Ada", "Ben")
        low = table.new_room("low")
        table.room("Ada", "a").room("Ada", "b", over=[low])
        camera = Camera(table).sees(room_id("b"), Area.ROW, "Ada", 1).sees(room_id("a"), Area.ROW, "Ada", 2)
        assert [ask.ask for ask in read(table, camera).questions] == ["Q-09", "Q-09"]

    def test_rooms_that_lie_too_far_out_are_to_be_put_back_whether_all_are_seen_or_not(self) -> None:
        """They are in their order: none changed places, so nobody is asked which ones did."""
        table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b").room("Ada", "c")
        for seen in ("a", "ac", "abc", "bc"):
            camera = Camera(table)
            for name in seen:
                camera.sees(room_id(name), Area.ROW, "Ada", "abc".index(name) + 2)
            reading = read(table, camera)
            assert (reading.commands, reading.questions) == ((), ())
            assert [todo.card for todo in reading.todo if todo.key == "todo_put_back"] == [room_id(n) for n in seen]

    def test_a_room_that_lies_in_anothers_slot_nearer_to_the_boss_is_asked_about(self) -> None:
        """Q-09: two changed places, or one was covered."""
        table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b").room("Ada", "c")
        camera = Camera(table).sees(room_id("c"), Area.ROW, "Ada", 1).sees(room_id("b"), Area.ROW, "Ada", 2)
        assert [ask.ask for ask in read(table, camera).questions] == ["Q-09"]

    def test_a_room_that_lies_between_two_slots_is_to_be_put_back(self) -> None:
        table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b")
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).sees(room_id("b"), Area.ROW, "Ada", 2.42)
        reading = read(table, camera)
        assert (reading.commands, keys(reading)) == ((), ["todo_put_back"])

    def test_a_room_that_lies_elsewhere_is_asked_about_if_its_boss_is_seen(self) -> None:
        """Q-04: it was laid on a pile. Without its boss every room lies elsewhere."""
        table = Table("Ada", "Ben").room("Ada", "a")
        camera = Camera(table).sees(room_id("a"), Area.ELSEWHERE)
        assert read(table, camera).questions == ()
        camera.sees_boss(table.player("Ada").boss, 0, 0)
        assert [ask.ask for ask in read(table, camera).questions] == ["Q-04"]

    def test_what_stops_the_game_is_told_before_hints(self) -> None:
        table = Table("Ada", "Ben")
        for name in "abc":
            table.room("Ada", name)
        table.do(SwapRooms(ADA, 2, 3))
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.UPSIDE_DOWN)
        camera.sees(room_id("b"), Area.ROW, "Ada", 2).sees(room_id("c"), Area.ROW, "Ada", 3)
        assert keys(read(table, camera)) == ["todo_put_back", "todo_put_back", "upside_down"]

    def test_answers_about_where_and_how_a_room_lies_are_not_mixed_up(self) -> None:
        """Q-04, Q-06"""
        table = Table("Ada", "Ben").room("Ada", "a")
        slanted = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED).seen
        gone = replace(Camera(table).seen, left=(Code(room_id("a").upper()),))
        for first, second, ask in ((slanted, gone, "Q-04"), (gone, slanted, "Q-06")):
            table.state = replace(table.state, explained=())
            (asked,) = interpret(table.state, first, table.catalog).questions
            table.do(asked, Answer("no" if first is slanted else "covered"))
            assert [asked.ask for asked in interpret(table.state, second, table.catalog).questions] == [ask]

    def test_a_closed_gap_whose_room_lies_there_is_to_be_opened_again(self) -> None:
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

    def test_a_room_taken_away_after_its_owner_built_is_asked_about_in_the_reveal(self) -> None:
        """Q-04: the face-down card moved up with the others."""
        table = Table("Ada", "Ben")
        for name in "abc":
            table.room("Ada", name)
        new = table.new_room("new")
        table.phase(Phase.REVEAL).change("Ada", face_down=4)
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1).sees(room_id("c"), Area.ROW, "Ada", 2)
        camera.sees(new, Area.ROW, "Ada", 3)
        reading = read(table, camera)
        assert [(ask.ask, ask.slot) for ask in reading.questions] == [("Q-04", 2)]
        table.do(reading.questions[0], Answer("destroyed"))
        assert read(table, camera).commands == (RevealRooms((Placed(ADA, 3, new),)),)

    def test_a_room_that_was_taken_away_and_the_gap_closed_is_asked_about(self) -> None:
        """Q-04, BM-GLOSS-14: the others only moved up."""
        table = Table("Ada", "Ben")
        for name in "abcd":
            table.room("Ada", name)
        camera = Camera(table)
        for place, name in enumerate("acd", start=1):
            camera.sees(room_id(name), Area.ROW, "Ada", place)
        reading = read(table, camera)
        assert [(ask.ask, ask.slot, ask.cards) for ask in reading.questions] == [("Q-04", 2, (room_id("b"),))]
        assert (reading.commands, reading.todo) == ((), ())
        table.do(reading.questions[0], Answer("destroyed"))
        assert [stack.top for stack in table.player("Ada").dungeon] == [room_id(name) for name in "acd"]
        assert read(table, camera).commands == (LureHeroes(),)

    def test_two_rooms_that_were_taken_away_are_asked_about_one_after_the_other(self) -> None:
        """Q-04"""
        table = Table("Ada", "Ben")
        for name in "abcde":
            table.room("Ada", name)
        camera = Camera(table)
        for place, name in enumerate("bce", start=1):
            camera.sees(room_id(name), Area.ROW, "Ada", place)
        gone = []
        while questions := read(table, camera).questions:
            gone += [ask.cards[0] for ask in questions]
            table.do(questions[0], Answer("destroyed"))
        assert gone == [room_id("a"), room_id("d")]

    def test_a_room_taken_away_while_its_owner_builds_is_asked_about_before_slots_are_counted(self) -> None:
        """Q-04: the face-down card lies left of the rooms that are left."""
        table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
        for name in "abcd":
            table.room("Ada", name)
        camera = Camera(table)
        for place, name in enumerate("acd", start=1):
            camera.sees(room_id(name), Area.ROW, "Ada", place)
        camera.sees(ROOM_BACK, Area.ROW, "Ada", 4)
        reading = read(table, camera)
        assert [(ask.ask, ask.slot) for ask in reading.questions] == [("Q-04", 2)]
        assert (reading.commands, reading.todo) == ((), ())
        table.do(reading.questions[0], Answer("destroyed"))
        assert read(table, camera).commands == (FinishBuild(ADA, 4),)

    def test_a_gap_that_nobody_has_closed_yet_is_no_exchange(self) -> None:
        """BM-GLOSS-14: a room was destroyed; its neighbours are to be moved up."""
        table = Table("Ada", "Ben")
        for name in "abcd":
            table.room("Ada", name)
        table.do(DestroyRoom(ADA, 2))
        camera = Camera(table)
        for place, name in ((1, "a"), (3, "c"), (4, "d")):
            camera.sees(room_id(name), Area.ROW, "Ada", place)
        reading = read(table, camera)
        assert (reading.commands, reading.questions, keys(reading)) == ((), (), ["todo_put_back", "todo_put_back"])

    def test_a_room_that_went_away_is_asked_about_and_the_answer_counts_for_the_round(self) -> None:
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

    @pytest.mark.parametrize("why", ["nothing", "hero", "unread", "back"])
    def test_a_room_that_may_lie_there_is_believed(self, why: str) -> None:
        """Rules 4.1, 4.4: nobody saw it leave, or a hero, something unreadable or a face-down card hides it."""
        table = Table("Ada", "Ben").room("Ada", "a")
        camera = Camera(table)
        if why == "hero":
            camera.sees(table.new_hero("Tom"), Area.ROW, "Ada", 1)
        if why == "back":
            camera.sees(ROOM_BACK, Area.ROW, "Ada", 1)
        seen = camera.seen if why == "nothing" else replace(camera.seen, left=(Code(room_id("a").upper()),))
        if why == "unread":
            seen = replace(seen, unread=(Unread(Spot(Area.ROW, Code(table.player("Ada").boss.upper()), 1)),))
        reading = interpret(table.state, seen, table.catalog)
        assert (reading.commands, reading.questions, keys(reading)) == ((LureHeroes(),), (), ["cannot_see"])

    def test_a_room_in_a_second_dungeon_is_asked_about(self) -> None:
        """Q-08"""
        table = Table("Ada", "Ben").room("Ada", "a")
        reading = read(table, Camera(table).sees(room_id("a"), Area.ROW, "Ben", 1))
        assert [ask.ask for ask in reading.questions] == ["Q-08"]

    def test_a_room_that_nobody_built_is_asked_about(self) -> None:
        """Q-14"""
        table = Table("Ada", "Ben")
        reading = read(table, Camera(table).sees(table.new_room("odd"), Area.ROW, "Ben", 1))
        assert [(ask.ask, ask.rule) for ask in reading.questions] == [("Q-14", "BM-BUILD-2")]

    def test_a_room_in_the_wrong_slot_stops_the_bait(self) -> None:
        table = Table("Ada", "Ben").room("Ada", "a")
        reading = read(table, Camera(table).sees(room_id("a"), Area.ROW, "Ada", 3))
        assert (reading.commands, keys(reading)) == ((), ["todo_put_back"])

    def test_the_same_sticker_twice_stops_everything(self) -> None:
        table = Table("Ada", "Ben").room("Ada", "a")
        reading = read(table, Camera(table).sees_dungeons().sees_twice(room_id("a")))
        assert (reading.commands, keys(reading)) == ((), ["sticker_twice"])


class TestHeroes:
    """CP-5 to CP-8"""

    def test_queues_as_computed_begin_the_adventure(self) -> None:
        table = Table("Ada", "Ben").room("Ada", "a").waiting("Ada", "Tom").phase(Phase.BAITED)
        camera = Camera(table).sees_dungeons().sees(hero_id("Tom"), Area.ROW, "Ada", 2.1)
        assert read(table, camera).commands == (BeginAdventure(),)

    def test_a_hero_still_in_town_is_on_the_to_do_list(self) -> None:
        """Q-10 when the players say that they are done"""
        table = Table("Ada", "Ben").waiting("Ada", "Tom").hero("Tim").phase(Phase.BAITED)
        camera = Camera(table).sees(hero_id("Tom"), Area.TOWN, place=1).sees(hero_id("Tim"), Area.ROW, "Ben", 1)
        reading = read(table, camera)
        assert [(todo.key, todo.card) for todo in reading.todo] == [
            ("todo_back_to_town", hero_id("Tim")),
            ("todo_move_to_entrance", hero_id("Tom")),
        ]
        assert [ask.ask for ask in reading.questions] == ["Q-10"]

    def test_heroes_that_stay_in_town_need_its_marker_to_be_seen_there(self) -> None:
        """Rules 4.2: without it they lie somewhere, and nobody is told to move them."""
        table = Table("Ada", "Ben").room("Ada", "a").waiting("Ada", "Tom").hero("Tim").hero("Tam").phase(Phase.BAITED)
        camera = Camera(table).sees_dungeons().sees(hero_id("Tom"), Area.ROW, "Ada", 2.1)
        camera.sees(hero_id("Tim"), Area.ELSEWHERE).sees(hero_id("Tam"), Area.ELSEWHERE)
        assert read(table, camera) == Reading((BeginAdventure(),), todo=(Todo("no_town_marker"),))
        camera.sees(TOWN_MARKER, Area.ELSEWHERE)
        assert keys(read(table, camera)) == ["todo_back_to_town", "todo_back_to_town"]

    def test_walking_needs_no_look_at_the_table(self) -> None:
        """CP-6: the dungeon is frozen in the engine."""
        table = Table("Ada", "Ben").room("Ada", "a").waiting("Ada", "Tom").phase(Phase.BAITED)
        table.do(BeginAdventure())
        assert interpret(table.state, TableSeen(()), table.catalog).commands == (WalkOn(),)

    def test_what_is_not_tidied_is_named_at_the_round_end(self) -> None:
        """CP-8, BM-END-12"""
        table = Table("Ada", "Ben").room("Ada", "a").phase(Phase.ROUND_END)
        dead, survivor = table.new_hero("dead"), table.new_hero("survivor")
        table.change("Ada", dead=(dead,), survivors=(survivor,))
        camera = Camera(table).sees(dead, Area.ROW, "Ada", 2).sees(survivor, Area.ROW, "Ada", 3)
        camera.sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SIDEWAYS)
        reading = read(table, camera)
        assert keys(reading) == ["todo_score_soul", "todo_score_wound", "todo_turn_upright"]
        assert reading.commands == (BeginRound(),)

    def test_a_slanted_room_is_to_be_laid_straight_at_the_round_end(self) -> None:
        """CP-8, rules 4.3: or it would be asked about in every round."""
        table = Table("Ada", "Ben").room("Ada", "a").phase(Phase.ROUND_END)
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, Turned.SLANTED)
        assert keys(read(table, camera)) == ["todo_turn_upright"]


def test_a_camera_that_hangs_too_high_decides_nothing() -> None:
    """Rules 4.1: what cannot be read must not be taken for absent."""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    reading = interpret(table.state, replace(Camera(table).seen, legible=False), table.catalog)
    assert (reading.commands, keys(reading)) == ((), ["stickers_too_small"])


def test_a_camera_that_looks_elsewhere_builds_nothing_for_anybody() -> None:
    """Rules 4.1: no card is seen, not even a boss, and that is no decision."""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    reading = interpret(table.state, replace(Camera(table).seen, drift=Drift.LOST), table.catalog)
    assert reading == Reading(todo=(Todo("cannot_see", table.player("Ada").boss, ADA),))


def test_after_an_undo_the_to_do_list_leads_the_table_back() -> None:
    """`difference(expected, seen)`: wrong slots, rooms that are not built any more, heroes in the wrong place."""
    table = Table("Ada", "Ben").room("Ada", "a").room("Ada", "b").room("Ben", "c").hero("Tom").phase(Phase.ROUND_END)
    gone = table.new_room("gone")
    camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 2).sees(room_id("b"), Area.ROW, "Ben", 2)
    camera.sees(room_id("c"), Area.ROW, "Ben", 1).sees(gone, Area.ROW, "Ada", 3).sees(
        hero_id("Tom"), Area.ROW, "Ben", 3
    )
    todo = difference(expected_table(table.state), recognise(camera.seen, table.catalog), table.state)
    assert [(item.key, item.card, item.player, item.slot) for item in todo] == [
        ("todo_put_back", room_id("a"), ADA, 1),
        ("todo_put_back", room_id("b"), ADA, 2),
        ("todo_take_off_table", gone, None, None),
        ("todo_back_to_town", hero_id("Tom"), None, None),
    ]
    assert read(table, camera).todo == todo
