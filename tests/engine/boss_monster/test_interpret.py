"""What a settled table means at each checkpoint (rules 4.4, 4.5, 4.9)."""

from dataclasses import replace

from engine.boss_monster.commands import (
    Ask,
    BeginAdventure,
    BeginRound,
    FinishBuild,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.events import BuildDeclined, CardPlaced
from engine.boss_monster.expected import Todo, difference, expected_table
from engine.boss_monster.interpret import Reading, interpret
from engine.boss_monster.options import Options
from engine.boss_monster.rules import new_game
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.ids import Code, CopyId, PlayerId
from engine.core.observations import Area, Spot, TableSeen, Turned, Unread
from tests.builders import ROOM_BACK, TOWN_MARKER, Camera, Table, hero_id, keys, read, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")


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
        assert read(table, Camera(table).sees_bosses().sees_dungeons()).commands == (FinishBuild(ADA),)

    def test_backs_of_others_and_souls_do_not_count(self) -> None:
        table = self.building()
        camera = Camera(table).sees_bosses().sees_dungeons().sees(ROOM_BACK, Area.ROW, "Ben", 1)
        assert read(table, camera.sees(ROOM_BACK, Area.ELSEWHERE)).commands == (FinishBuild(ADA),)

    def test_a_room_that_vanished_without_a_back_is_asked_about(self) -> None:
        """Q-03: a missing sticker proves nothing."""
        table = self.building()
        reading = read(table, Camera(table).sees_bosses())
        assert reading.commands == ()
        assert reading.questions == (Ask("Q-03", ("yes", "no", "wait"), ADA, 1, (room_id("den"),)),)

    def test_a_lower_room_that_shows_is_no_face_down_card(self) -> None:
        """Q-04, rules 4.4"""
        table = Table("Ada", "Ben")
        low = table.new_room("low")
        table.room("Ada", "top", over=[low]).phase(Phase.BUILD, "Ada")
        reading = read(table, Camera(table).sees_bosses().sees(low, Area.ROW, "Ada", 1))
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
            seen = replace(Camera(table).sees_bosses().sees_dungeons().seen, unread=(self.unread(slot),))
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


def test_a_camera_that_sees_no_boss_builds_nothing_for_anybody() -> None:
    """Rules 4.1: no card is seen, not even a boss, and that is no decision."""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    reading = interpret(table.state, Camera(table).seen, table.catalog)
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
