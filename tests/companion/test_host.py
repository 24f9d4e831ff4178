"""The referee at work: when a checkpoint closes, when it waits, when it asks."""

from dataclasses import replace

import pytest

from cards_db.loader import load_catalog
from companion.game import RunningGame
from companion.host import QUICK, Host, HostSettings, News, Notice, Undone
from companion.inbox import CameraLost, CameraSees, Chosen, Ordered, Pressed, TableSaw
from engine.boss_monster.cards import Boss, Hero
from engine.boss_monster.commands import (
    BeginAdventure,
    Correct,
    FinishBuild,
    LureHeroes,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    SwapRooms,
    WalkOn,
)
from engine.boss_monster.events import BuildDeclined, CardPlaced, HeroArrived, QuestionAsked, RoomsSwapped, RoomTurned
from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase
from engine.core.ids import CopyId, PlayerId
from engine.core.observations import Area, Drift, TableSeen, Turned
from hw.panel import Button
from tests.builders import ROOM_BACK, Camera, Table

ADA, BEN = PlayerId("p1"), PlayerId("p2")
RISE = ("rise_of_the_minibosses",)


class Evening:
    """A host with hand-made cards; time passes when the camera looks."""

    def __init__(self) -> None:
        self.table = Table("Ada", "Ben")
        self.heroes = [self.table.new_hero(name) for name in ("one", "two", "three", "four")]
        self.den = self.table.new_room("den", gold=1)
        self.lair = self.table.new_room("lair")
        self.host = Host(RunningGame(self.table.catalog, Options(("Ada", "Ben"))))
        self.host.game.carry_out(SeatPlayers((CopyId("bm.boss.ada#1"), CopyId("bm.boss.ben#1"))))
        self.now_s = 0.0

    def phase(self) -> Phase:
        return self.host.state.phase

    def camera(self) -> Camera:
        """A camera that sees the bosses, and nothing else yet."""
        return Camera(self.table).sees_bosses()

    def look(self, camera: Camera | None = None, seconds: float = 0.2, *, settled: bool = True) -> list[News]:
        self.now_s += seconds
        seen = (camera or self.camera()).seen
        return self.host.handle(TableSaw(replace(seen, settled=settled, at_s=self.now_s)), self.now_s)

    def press(self, button: Button = Button.NEXT) -> list[News]:
        return self.host.handle(Pressed(button), self.now_s)

    def done(self, camera: Camera | None = None) -> list[News]:
        """Press and look until the press is dealt with."""
        news = self.press()
        for _ in range(30):
            if not self.host.is_closing:
                return news
            news += self.look(camera)
        raise AssertionError("the host never came to an end")


def what(news: list[News]) -> list[object]:
    return [item.what for item in news]


def test_a_press_closes_the_checkpoint_after_a_calm_look() -> None:
    """CP-2: absence needs as much evidence as presence."""
    evening = Evening()
    evening.press(Button.PASS)
    for _ in range(3):
        assert evening.look() == []
    assert evening.host.is_closing
    assert BuildDeclined(ADA) in what(evening.look())
    assert evening.host.state.active == BEN


def test_that_somebody_who_did_not_pass_built_nothing_takes_longer_to_believe() -> None:
    """The card may be hard to read; it is still being looked for."""
    evening = Evening()
    evening.press()
    for _ in range(5):
        assert evening.look() == []
    assert BuildDeclined(ADA) in what(evening.look())


def test_a_card_that_is_read_late_was_built() -> None:
    evening = Evening()
    evening.press()
    for _ in range(5):
        assert evening.look() == []
    evening.look(settled=False)
    camera = Camera(evening.table).sees(ROOM_BACK, Area.ROW, "Ada", 1)
    assert CardPlaced(ADA, 1) in what(evening.look(camera))


def test_unrest_begins_the_doubt_anew() -> None:
    evening = Evening()
    evening.press()
    for _ in range(5):
        assert evening.look() == []
    assert evening.look(settled=False) == []
    for _ in range(5):
        assert evening.look() == []
    assert BuildDeclined(ADA) in what(evening.look())


def test_slow_pictures_are_not_taken_for_calm_ones() -> None:
    """One picture after three seconds proves nothing: four are looked at."""
    evening = Evening()
    evening.press()
    for _ in range(3):
        evening.look(seconds=3.0)
        assert evening.host.state.active == ADA
    assert BuildDeclined(ADA) in what(evening.look(seconds=3.0))


def test_a_face_down_card_is_seen_before_the_turn_ends() -> None:
    evening = Evening()
    camera = Camera(evening.table).sees(ROOM_BACK, Area.ROW, "Ada", 1)
    assert CardPlaced(ADA, 1) in what(evening.done(camera))


def test_nothing_is_decided_while_the_table_moves() -> None:
    evening = Evening()
    evening.press(Button.PASS)
    for _ in range(14):
        assert evening.look(settled=False) == []
    assert what(evening.look(settled=False)) == [Notice("table_moving")]
    assert evening.look(settled=False) == []
    assert evening.host.state.active == ADA
    assert BuildDeclined(ADA) in what(evening.look())


def test_without_a_press_a_build_turn_never_ends() -> None:
    evening = Evening()
    for _ in range(40):
        assert evening.look() == []
    assert evening.host.state.active == ADA


def test_an_unclear_table_becomes_a_question_not_a_guess() -> None:
    """Q-03: the room vanished and no back is seen."""
    evening = Evening()
    evening.host.game.carry_out(Correct(ADA, dungeon=((evening.den,),)))
    news = evening.done()
    assert any(isinstance(item, QuestionAsked) and item.question.ask == "Q-03" for item in what(news))
    assert what(evening.press()) == [Notice("error.answer_first", {"reason": "answer_first"}, is_error=True)]
    assert CardPlaced(ADA, 1) in what(evening.host.handle(Chosen("yes"), evening.now_s))


def test_a_slanted_room_is_asked_about_after_three_seconds_and_the_answer_leads_to_the_bait() -> None:
    """Q-06, rules 4.3: wait, then ask."""
    evening = Evening()
    for _ in range(2):
        evening.done()
    evening.host.game.carry_out(RevealHeroes(tuple(evening.heroes[:2])))
    for _ in range(2):
        evening.done()
    evening.host.game.carry_out(Correct(ADA, dungeon=((evening.den,),)))
    assert evening.phase() is Phase.BUILT
    camera = Camera(evening.table).sees(evening.den, Area.ROW, "Ada", 1, Turned.SLANTED)
    pressed_s = evening.now_s
    (asked,) = [item for item in what(evening.done(camera)) if isinstance(item, QuestionAsked)]
    assert (asked.question.ask, evening.now_s - pressed_s >= 3.0) == ("Q-06", True)
    assert RoomTurned(ADA, 1, evening.den, True) in what(evening.host.handle(Chosen("yes"), evening.now_s))
    evening.done(camera)
    assert evening.phase() is Phase.BAITED


def two_rooms(evening: Evening) -> tuple[CopyId, CopyId]:
    """Ada builds two rooms, and the first bait comes next."""
    rooms = (evening.den, evening.lair)
    game = evening.host.game
    for slot, room in enumerate(rooms, start=1):
        for command in (FinishBuild(ADA, slot), FinishBuild(BEN), RevealRooms((Placed(ADA, slot, room),))):
            game.carry_out(command)
        if slot == 1:
            game.carry_out(RevealHeroes(tuple(evening.heroes[:2])))
    assert evening.phase() is Phase.BUILT
    return rooms


def test_exchanged_rooms_were_exchanged_but_not_if_that_was_just_undone() -> None:
    """Rules 4.4: the table is right, but not about what was taken back: it is put back first."""
    for is_undone in (False, True):
        evening = Evening()
        rooms = two_rooms(evening)
        camera, back = Camera(evening.table), Camera(evening.table)
        for place, room in enumerate(rooms, start=1):
            camera.sees(room, Area.ROW, "Ada", 3 - place)
            back.sees(room, Area.ROW, "Ada", place)
        if is_undone:
            evening.host.handle(Ordered(SwapRooms(ADA, 1, 2)), evening.now_s)
            evening.press(Button.UNDO)
        told = what(evening.done(camera))
        assert (RoomsSwapped(ADA, (1, 2), True) in told) == (not is_undone)
        if is_undone:
            assert evening.phase() is Phase.BUILT
            assert {todo.key for todo in evening.host.todo} == {"todo_put_back"}
            evening.done(back)
        assert evening.phase() is Phase.BAITED


def test_after_an_exchange_the_press_still_waits_for_what_else_lies_there() -> None:
    """Q-06: the question is about the room where it lies now."""
    evening = Evening()
    den, lair = two_rooms(evening)
    camera = Camera(evening.table).sees(lair, Area.ROW, "Ada", 1).sees(den, Area.ROW, "Ada", 2, Turned.SLANTED)
    told = what(evening.done(camera))
    assert RoomsSwapped(ADA, (1, 2), True) in told
    (asked,) = [item for item in told if isinstance(item, QuestionAsked)]
    assert (asked.question.ask, asked.question.slot, asked.question.cards) == ("Q-06", 2, (den,))
    assert RoomTurned(ADA, 2, den, True) in what(evening.host.handle(Chosen("yes"), evening.now_s))
    evening.done(camera)
    assert evening.phase() is Phase.BAITED


def test_an_undo_that_hands_have_followed_is_over() -> None:
    """Rules 4.4: from then on exchanged rooms were exchanged."""
    evening = Evening()
    rooms = two_rooms(evening)
    evening.host.handle(Ordered(SwapRooms(ADA, 1, 2)), evening.now_s)
    evening.press(Button.UNDO)
    straight, crossed = Camera(evening.table), Camera(evening.table)
    for place, room in enumerate(rooms, start=1):
        straight.sees(room, Area.ROW, "Ada", place)
        crossed.sees(room, Area.ROW, "Ada", 3 - place)
    evening.look(straight)
    assert RoomsSwapped(ADA, (1, 2), True) in what(evening.done(crossed))


def test_an_undo_is_not_over_because_something_else_had_to_be_told_for_a_moment() -> None:
    evening = Evening()
    rooms = two_rooms(evening)
    evening.host.handle(Ordered(SwapRooms(ADA, 1, 2)), evening.now_s)
    evening.press(Button.UNDO)
    crossed, twice = Camera(evening.table), Camera(evening.table)
    for place, room in enumerate(rooms, start=1):
        crossed.sees(room, Area.ROW, "Ada", 3 - place)
    evening.look(twice.sees_twice(rooms[0]))
    assert [todo.key for todo in evening.host.todo] == ["sticker_twice"]
    evening.look(crossed, seconds=1.0)
    assert RoomsSwapped(ADA, (1, 2), True) not in what(evening.done(crossed))


def test_an_eye_that_fails_is_no_lost_camera() -> None:
    evening = Evening()
    assert what(evening.host.handle(CameraLost("eye: the eye hung"), 0.0)) == [Notice("eye_lost", is_error=True)]


def test_cards_that_are_put_away_after_the_game_are_no_trouble_of_the_camera() -> None:
    evening = Evening()
    two_rooms(evening)
    game = evening.host.game
    for command in (Correct(ADA, souls=10), LureHeroes(), BeginAdventure()):
        game.carry_out(command)
    while evening.phase() is Phase.ADVENTURE:
        game.carry_out(WalkOn())
    lost = TableSeen((), drift=Drift.LOST, settled=False)
    assert evening.phase() is Phase.OVER
    assert evening.host.handle(TableSaw(lost), 0.0) == []


def test_expected_heroes_close_the_round_start_by_themselves() -> None:
    """CP-1: stable for two seconds."""
    evening = Evening()
    evening.done()
    evening.done()
    assert evening.phase() is Phase.ROUND_START
    camera = Camera(evening.table)
    for place, hero in enumerate(evening.heroes[:2], start=1):
        camera.sees(hero, Area.TOWN, place=place)
    assert evening.look(camera) == []
    assert evening.look(camera, 1.0) == []
    assert HeroArrived(evening.heroes[0]) in what(evening.look(camera, 1.1))


@pytest.mark.parametrize(("settings", "looks"), [(HostSettings(), 5), (QUICK, 1)])
def test_queues_that_lie_right_begin_the_adventure_by_themselves(settings: HostSettings, looks: int) -> None:
    """CP-5: stable for 0.7 seconds, or as long as an eye needs that calls a table settled only when it is."""
    evening = Evening()
    table = evening.table.room("Ada", "a", 1).waiting("Ada", "Tom").phase(Phase.BAITED)
    evening.host = Host(RunningGame(table.catalog, Options(("Ada", "Ben"))), settings)
    evening.host.game.history = replace(evening.host.game.history, first=table.state)
    camera = Camera(table).sees_dungeons().sees(CopyId("bm.hero.tom#1"), Area.ROW, "Ada", 2)
    evening.look(camera, settled=False)
    phases = []
    for _ in range(looks):
        phases.append(evening.phase())
        evening.look(camera)
    assert phases == [Phase.BAITED] * looks
    assert evening.phase() is Phase.ADVENTURE


def test_undo_is_not_undone_by_the_table_that_still_lies_there() -> None:
    evening = Evening()
    evening.done()
    evening.done()
    camera = Camera(evening.table)
    for place, hero in enumerate(evening.heroes[:2], start=1):
        camera.sees(hero, Area.TOWN, place=place)
    evening.look(camera)
    evening.look(camera, 2.5)
    assert evening.phase() is Phase.BUILD
    (undone,) = what(evening.press(Button.UNDO))
    assert isinstance(undone, Undone)
    for _ in range(20):
        assert evening.look(camera) == []
    assert evening.phase() is Phase.ROUND_START
    evening.done(camera)
    assert evening.phase() is Phase.BUILD


def test_what_is_not_allowed_is_told_and_changes_nothing() -> None:
    evening = Evening()
    before = evening.host.state
    news = evening.host.handle(Ordered(Correct(ADA, souls=-1)), 0.0)
    assert what(news) == [Notice("error.negative_number", {"reason": "negative_number"}, is_error=True)]
    assert evening.host.state is before


def test_a_lost_camera_is_told_once_and_changes_nothing() -> None:
    evening = Evening()
    before = evening.host.state
    news = evening.host.handle(CameraLost("unplugged"), 1.0) + evening.host.handle(CameraLost("unplugged"), 2.0)
    assert what(news) == [Notice("camera_lost", {"reason": "unplugged"}, is_error=True)]
    evening.press()
    evening.host.handle(CameraLost("unplugged"), 9.0)
    assert evening.host.state is before
    assert Notice("camera_back") in what(evening.look())


def test_a_camera_that_people_only_look_through_is_told_to_be_back_too() -> None:
    evening = Evening()
    assert evening.host.handle(CameraSees(), 0.0) == [], "it was never gone"
    evening.host.handle(CameraLost("unplugged"), 1.0)
    assert what(evening.host.handle(CameraSees(), 2.0)) == [Notice("camera_back")]
    assert (evening.host.camera_trouble, evening.host.seen) == ("", None)


def test_another_game_does_not_bring_the_camera_back() -> None:
    evening = Evening()
    evening.host.handle(CameraLost("unplugged"), 1.0)
    evening.host.start(RunningGame(evening.table.catalog, Options(("Ada", "Ben"))))
    assert evening.host.camera_trouble == "unplugged"


def test_an_odd_sticker_that_is_overlooked_for_a_moment_is_not_told_again() -> None:
    """A new eye finds it a picture later; who lays it there again after a while is told again."""
    evening = Evening()
    odd = replace(Camera(evening.table).sees_twice(evening.den).seen, foreign=("https://example.org",), settled=False)
    both = [Notice("sticker_twice", {"card": evening.den}, is_error=True), Notice("foreign_sticker")]
    told = []
    for at_s, is_seen in ((0, True), (1, False), (2, True), (11.9, False), (12, True), (15, False), (22.1, False)):
        seen = replace(odd if is_seen else TableSeen((), settled=False), at_s=at_s)
        told += what(evening.host.handle(TableSaw(seen), 0.0))
    assert told == both
    assert what(evening.host.handle(TableSaw(replace(odd, at_s=23)), 0.0)) == both


def test_odd_stickers_are_told_once_and_the_same_sticker_twice_stops_the_press() -> None:
    evening = Evening()
    evening.host.game.carry_out(Correct(ADA, dungeon=((evening.den,),)))
    camera = Camera(evening.table).sees_twice(evening.den)
    news = evening.done(camera)
    assert what(news).count(Notice("sticker_twice", {"card": evening.den}, is_error=True)) == 1
    assert evening.host.state.active == ADA


def test_a_sticker_that_is_read_twice_now_and_then_stops_the_press_all_the_time() -> None:
    """The second one may be hard to read: a picture without it proves nothing for a moment."""
    evening = Evening()
    evening.press(Button.PASS)
    for number in range(16):
        camera = evening.camera()
        evening.look(camera if number % 4 == 3 else camera.sees_twice(evening.den), seconds=0.07)
    assert evening.host.state.active == ADA
    for _ in range(12):
        evening.look(seconds=0.07)
    assert evening.host.state.active == BEN


def test_a_room_that_nobody_sees_counts_and_that_is_said_with_the_bait() -> None:
    """Rules 4.1: a missing sticker proves nothing, but whoever took the room away hears it."""
    evening = Evening()
    table = evening.table.room("Ada", "a").room("Ben", "b").phase(Phase.BUILT)
    evening.host = Host(RunningGame(table.catalog, Options(("Ada", "Ben"))))
    evening.host.game.history = replace(evening.host.game.history, first=table.state)
    news = evening.done(evening.camera().sees(CopyId("bm.room.a#1"), Area.ROW, "Ada", 1))
    assert what(news)[0] == Notice("counts_unseen", {"card": CopyId("bm.room.b#1")})
    assert evening.phase() is Phase.BAITED


def test_a_walking_hero_goes_on_at_once_and_pass_takes_it_to_the_end() -> None:
    """CP-6"""
    evening = Evening()
    table = evening.table.room("Ada", "a", 1).room("Ada", "b", 1).waiting("Ada", "Tom").phase(Phase.BAITED)
    evening.host = Host(RunningGame(table.catalog, Options(("Ada", "Ben"))))
    evening.host.game.history = replace(evening.host.game.history, first=table.state)
    evening.done(Camera(table).sees_dungeons().sees(CopyId("bm.hero.tom#1"), Area.ROW, "Ada", 3))
    assert evening.phase() is Phase.ADVENTURE
    evening.press()
    assert evening.host.state.walk is not None
    assert evening.host.state.walk.slot == 1
    evening.press(Button.PASS)
    assert evening.phase() is Phase.ROUND_END


def test_a_bumped_camera_is_told_once_and_a_lost_view_asks_for_help() -> None:
    evening = Evening()
    before = evening.host.state
    told = []
    for drift in (Drift.NONE, Drift.CAMERA_MOVED, Drift.CAMERA_MOVED, Drift.NONE, Drift.LOST, Drift.LOST):
        told += what(evening.host.handle(TableSaw(TableSeen((), drift=drift, settled=False)), 0.0))
    assert told == [Notice("drift_camera_moved"), Notice("drift_lost", is_error=True)]
    assert evening.host.state is before


def test_a_card_whose_ability_nobody_has_read_is_named_once() -> None:
    catalog = load_catalog().of_sets((*RISE, "table"))
    strangers = [copy for card in catalog if isinstance(card, Hero) and card.unknown for copy in card.copy_ids]
    unread = [copy for copy in strangers if "ability" in catalog[copy].unknown][:2]
    game = RunningGame(catalog, Options(("Ada", "Ben"), sets=RISE, hero_set=RISE[0]))
    host = Host(game)
    bosses = tuple(copy for card in catalog if isinstance(card, Boss) for copy in card.copy_ids)[:2]
    game.carry_out(SeatPlayers(bosses))
    for player in [player.id for player in game.state.players]:
        game.carry_out(FinishBuild(player))
    news = host.handle(Ordered(RevealHeroes(tuple(unread))), 0.0)
    told = [item.what for item in news if isinstance(item.what, Notice)]
    assert told == [Notice("ability_unread", {"card": hero}) for hero in unread]
    assert not host._unread([HeroArrived(hero) for hero in unread]), "and not again"
