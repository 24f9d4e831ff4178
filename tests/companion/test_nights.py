"""A game night: several games with the same people, standings, the finale, and the history of all games."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion import wiring
from companion.chronicle import (
    FinishedGame,
    GameNight,
    GameRecord,
    SeatRecord,
    decode_record,
    encode_record,
    leaders,
    minutes_of,
    night_story,
    record_of,
    shown_clock,
    standings,
)
from companion.evening import Evening
from companion.game import events_of
from companion.journal import Journal
from companion.nights import Nights
from companion.phrasebook import Phrasebook
from companion.preferences import Person
from companion.scene_nights import played_journal
from companion.scenes import scene_desk
from companion.story import ranking
from companion.views.ending import EndingView
from companion.views.newgame import Draft
from companion.views.night import colours_of, finale_view, history_page, night_end, night_line, night_view, people_page
from companion.views.page import Page
from engine.boss_monster.commands import Correct
from engine.boss_monster.state import Phase
from engine.core.ids import CardId, CopyId, PlayerId
from hw.panel import Button
from tests.companion.finger import actions
from tests.companion.test_desk import page, play_until, tap
from tests.companion.test_play import arguments
from vision.trouble import CameraTrouble

SPA = CardId("bm.room.succubus_spa")


@pytest.fixture(scope="module")
def box() -> wiring.Box:
    return wiring.open_box()


@pytest.fixture
def evening(box: wiring.Box, tmp_path: Path) -> Iterator[Evening]:
    made = opened(box, tmp_path)
    yield made
    made.close()


def opened(box: wiring.Box, data: Path) -> Evening:
    """An evening at its start page, without a camera."""
    return Evening(arguments("--data", str(data)), box, CameraTrouble("no camera is plugged in"), at_start=True)


def begin_night(evening: Evening) -> None:
    """Two people agree on a night; the first game begins."""
    tap(evening, "go:night", "go:new:night", "go:seat:3", "seat:remove:3", "go:seat:2", "seat:remove:2", "new:begin")


def finish(evening: Evening, winner: str, seed: int = 1) -> None:
    """Play until somebody wins; a card not in this box gives the winner ten souls."""
    play_until(evening, Phase.ROUND_END, Random(seed))
    tap(evening, "button:next")
    id_ = next(player.id for player in evening.session.host.state.players if player.name == winner)
    tap(evening, Correct(id_, souls=10))
    play_until(evening, Phase.OVER, Random(seed))


def board(evening: Evening) -> EndingView:
    view = evening.desk.view()
    assert isinstance(view, EndingView)
    return view


# The way through an evening


def test_a_night_leads_from_game_to_game_with_one_tap_and_ends_with_a_winner(evening: Evening) -> None:
    begin_night(evening)
    assert evening.session.host.state.options.names == ("Anna", "Ben")
    finish(evening, "Anna")
    assert board(evening).buttons[-1][2] == "night:rematch"
    tap(evening, "night:rematch")
    assert evening.session.host.state.phase is Phase.SETUP
    assert evening.session.host.state.options.names == ("Anna", "Ben"), "seats are kept"
    assert evening.session.host.by_touch
    finish(evening, "Ben", seed=2)
    tap(evening, "night:rematch")
    finish(evening, "Ben", seed=3)
    tap(evening, "go:night")
    standing = board(evening)
    assert [(row.place, row.name, row.pips) for row in standing.rows] == [
        (1, "Ben", (("crown", 2, 3),)),
        (2, "Anna", (("crown", 1, 3),)),
    ]
    assert standing.round == "3 games"
    number = evening.nights.all_nights()[0].number
    tap(evening, f"night:end:{number}")
    finale = board(evening)
    assert finale.prompt == "Ben wins the night: 2 wins in 3 games."
    assert len(finale.bars) == 3
    assert {"Survivors", "Best bait", "Most damage"} <= {fact.label for fact in finale.facts}
    tap(evening, "go:start", "go:night")
    assert page(evening).name == "night", "the next night begins anew"


def test_somebody_leaves_and_somebody_joins_between_two_games(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    tap(evening, "go:night", "go:new:night", "player:add", "go:seat:0", "seat:remove:0", "go:sets", "set:crash_landing")
    tap(evening, "back", "new:begin")
    state = evening.session.host.state
    assert state.options.names == ("Ben", "Cem")
    assert "crash_landing" in state.options.sets
    finish(evening, "Cem", seed=2)
    night = evening.nights.running()
    assert night is not None
    assert [each.name for each in standings(night.games)][:2] in (["Anna", "Cem"], ["Cem", "Anna"])
    assert {each.name: each.games for each in standings(night.games)} == {"Anna": 1, "Ben": 2, "Cem": 1}
    tap(evening, "night:rematch")
    assert evening.session.host.state.options.names == ("Ben", "Cem"), "what was changed stays"


def test_a_real_button_begins_the_next_game_of_the_night_too(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    evening.press(Button.NEXT)
    evening.tick()
    assert evening.session.host.state.phase is Phase.SETUP
    night = evening.nights.running()
    assert night is not None
    assert evening.nights.night_of(evening.session.host.game.number) == night.number


def test_a_night_that_was_ended_too_early_goes_on(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    tap(evening, "go:night", "night:end:1", "night:go_on:1")
    night = evening.nights.running()
    assert night is not None
    assert len(night.games) == 1
    assert board(evening).buttons[-1][2] == "night:rematch"


def test_a_game_outside_of_a_night_belongs_to_the_history_and_to_no_night(evening: Evening) -> None:
    tap(evening, "go:new", "go:seat:3", "seat:remove:3", "go:seat:2", "seat:remove:2", "new:begin")
    finish(evening, "Ben")
    assert board(evening).buttons[-1][2] == "go:new"
    tap(evening, "go:start", "go:night", "go:history")
    assert [tile.label for tile in page(evening).sections[0].tiles] == ["Single game: Ben wins"]
    tap(evening, "go:people")
    assert page(evening).sections[0].tiles[0].note.startswith("1 game · 1 win · ")


def test_games_of_the_simulated_table_do_not_count(evening: Evening) -> None:
    tap(evening, "guided")
    tap(evening, Correct(PlayerId("p1"), souls=3))
    assert not evening.is_in_night()
    assert evening.nights.finished() == ()


# What is kept


def test_a_night_goes_on_after_the_power_was_cut(box: wiring.Box, evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    tap(evening, "night:rematch")
    play_until(evening, Phase.BUILT, Random(4))
    before = evening.session.host.state
    again = opened(box, evening.shelf.data)  # the first one was never closed
    try:
        tiles = page(again).tiles()
        assert [tile.action for tile in tiles[:3]] == ["resume", "go:new", "go:night"]
        assert tiles[2].note == "Game 2: Anna, Ben"
        tap(again, "go:night")
        assert board(again).buttons[-1][1:] == ("Go on", "night:rematch")
        tap(again, "night:rematch")
        assert again.session.host.state == before
        assert again.is_in_night()
        finish(again, "Ben", seed=5)
        assert board(again).buttons[-1][2] == "night:rematch"
        assert [each.name for each in standings(again.nights.finished())] != []
    finally:
        again.close()


def test_taking_back_the_end_takes_the_game_out_of_the_history_until_it_ends_again(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    (first,) = evening.nights.finished()
    assert first.record.seats[0].name == "Anna"
    tap(evening, "button:undo")
    assert evening.session.host.state.phase is not Phase.OVER
    assert evening.nights.finished() == ()
    anna, ben = (player.id for player in sorted(evening.session.host.state.players, key=lambda player: player.name))
    tap(evening, Correct(anna, souls=4), Correct(ben, souls=12))
    play_until(evening, Phase.OVER, Random(1))
    (corrected,) = evening.nights.finished()
    assert corrected.number == first.number
    assert corrected.record.seats[0].name == "Ben"
    state = evening.session.host.state
    assert corrected.record == record_of(state, events_of(evening.session.host.game.history))


def test_an_earlier_game_is_opened_again_and_corrected_after_the_next_one_began(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    (first,) = evening.nights.finished()
    over = evening.session.host.state
    tap(evening, "night:rematch")
    play_until(evening, Phase.BUILT, Random(2))
    tap(evening, "go:menu", "go:start", "go:night", "go:games:1", f"go:game:{first.number}")
    assert page(evening).picture, "its code for BG Stats"
    tap(evening, f"night:open:{first.number}")
    assert evening.session.host.state == over
    tap(evening, "button:undo")
    assert evening.nights.finished() == ()
    play_until(evening, Phase.OVER, Random(1))
    assert [game.number for game in evening.nights.finished()] == [first.number]
    tap(evening, "night:rematch")
    assert evening.session.host.state.phase is Phase.BUILT, "the interrupted game goes on"


def test_the_last_entry_and_the_end_of_the_game_are_stored_in_one_moment(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db", lambda: "")
    game = journal.begin(Draft((Person("Ada", 0), Person("Ben", 1))).options)
    journal.append(game, 0, Correct(PlayerId("p1"), souls=1))
    with pytest.raises(Exception, match="UNIQUE"):
        journal.append(game, 0, Correct(PlayerId("p1"), souls=2), record="over")
    assert journal.finished() == []
    assert journal.unfinished() is not None
    journal.append(game, 1, Correct(PlayerId("p1"), souls=2), record="over")
    assert [end.id for end in journal.finished()] == [game]


def test_a_killed_process_loses_no_night_and_no_end_that_it_acknowledged(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from companion.journal import Journal\n"
        "from engine.boss_monster.commands import WalkOn; from engine.boss_monster.options import Options\n"
        f"journal = Journal(Path({str(tmp_path / 'games.db')!r}), lambda: '')\n"
        "for number in range(10_000):\n"
        "    night = journal.begin_night('{}')\n"
        "    journal.append(journal.begin(Options(('Ada', 'Ben')), night=night), 0, WalkOn(), 'over')\n"
        "    journal.end_night(night, is_over=True); print(night, flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(20)]
    child.kill()
    acknowledged += [int(line) for line in child.stdout.read().split()]
    child.wait()
    journal = Journal(tmp_path / "games.db", lambda: "")
    assert {night.id for night in journal.nights() if night.is_over} >= set(acknowledged)
    assert {end.night for end in journal.finished()} >= set(acknowledged)


def test_a_game_that_was_stored_without_a_record_is_read_from_its_journal(box: wiring.Box, evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    kept = evening.nights.finished()
    path = evening.shelf.data / "table" / wiring.JOURNAL
    with sqlite3.connect(path) as database:
        database.execute("UPDATE game SET record = ''")
    again = opened(box, evening.shelf.data)
    try:
        assert again.nights.finished() == kept
    finally:
        again.close()
    with sqlite3.connect(path) as database:
        (line,) = database.execute("SELECT record FROM game WHERE is_over").fetchone()
    assert decode_record(line) == kept[0].record, "worked out once, then kept"


def test_a_journal_of_the_second_version_gets_nights(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    old = sqlite3.connect(path, isolation_level=None)
    old.executescript(
        "CREATE TABLE game (id INTEGER PRIMARY KEY, options TEXT NOT NULL, begun_at TEXT NOT NULL,"
        " is_over INTEGER NOT NULL DEFAULT 0, own_cards TEXT NOT NULL DEFAULT '');"
        "CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game (id), number INTEGER NOT NULL,"
        " command TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;"
        "PRAGMA user_version=2;"
    )
    old.close()
    journal = Journal(path, lambda: "")
    night = journal.begin_night("{}")
    game = journal.begin(Draft((Person("Ada", 0), Person("Ben", 1))).options, night=night)
    assert journal.night_of(game) == night


def test_a_damaged_journal_is_set_aside_and_told_and_the_evening_goes_on(box: wiring.Box, tmp_path: Path) -> None:
    broken = tmp_path / "table" / wiring.JOURNAL
    broken.parent.mkdir()
    broken.write_bytes(b"this is no database, but it is long enough to be looked at" * 40)
    evening = opened(box, tmp_path)
    try:
        assert isinstance(evening.desk.view(), Page)
        aside = broken.with_name("games-damaged-1.db")
        assert aside.read_bytes().startswith(b"this is no database")
        tap(evening, "go:night")
        assert str(aside) in page(evening).text
        tap(evening, "go:new:night", "new:begin")
        assert evening.nights.running() is not None
        assert not evening.session.host.game.storage_trouble
    finally:
        evening.close()


def test_a_game_that_cannot_be_replayed_any_more_stops_neither_the_start_page_nor_the_night(
    box: wiring.Box, evening: Evening
) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    tap(evening, "night:rematch")
    play_until(evening, Phase.BUILT, Random(4))
    with sqlite3.connect(evening.shelf.data / "table" / wiring.JOURNAL) as database:
        (running,) = database.execute("SELECT max(id) FROM game").fetchone()
        database.execute("DELETE FROM entry WHERE game = ? AND number = 0", (running,))
    again = opened(box, evening.shelf.data)
    try:
        assert "resume" not in actions(page(again))
        tap(again, "go:night", "night:rematch")
        assert again.session.host.state.phase is Phase.SETUP
        assert again.is_in_night(), "a new game of the night began"
        assert len(again.nights.finished()) == 1
    finally:
        again.close()


def test_a_night_that_cannot_be_read_is_told_and_the_others_are_there(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    tap(evening, "go:night", "night:end:1")
    with sqlite3.connect(evening.shelf.data / "table" / wiring.JOURNAL) as database:
        database.execute("INSERT INTO night (agreed, begun_at) VALUES ('{broken', '')")
    tap(evening, "go:start", "go:night")
    assert "night 2" in page(evening).text
    tap(evening, "go:history")
    assert len(page(evening).sections[0].tiles) == 1


def test_without_a_place_to_write_people_play_and_are_told(box: wiring.Box, tmp_path: Path) -> None:
    (tmp_path / "table").write_text("in the way")
    evening = opened(box, tmp_path)
    try:
        begin_night(evening)
        assert evening.session.host.state.phase is Phase.SETUP
        tap(evening, "go:menu", "go:start", "go:night")
        assert "table" in page(evening).text
    finally:
        evening.close()


# What is taken home


def test_a_whole_night_is_written_as_files(evening: Evening) -> None:
    begin_night(evening)
    finish(evening, "Anna")
    tap(evening, "night:rematch")
    finish(evening, "Ben", seed=2)
    tap(evening, "go:night", "go:games:1", "night:export:1")
    written = next(tile.note for tile in page(evening).sections[0].tiles if tile.icon == "check")
    csv, whole = (Path(part) for part in written.split(", "))
    lines = csv.read_text().splitlines()
    assert lines[0].startswith("game,begun_at,minutes")
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "1", "2", "2"]
    data = json.loads(whole.read_text())
    assert [game["record"]["seats"][0]["name"] for game in data["games"]] == ["Anna", "Ben"]
    assert all(game["whole"]["entries"] for game in data["games"])
    assert data["agreed"]["seats"][0]["name"] == "Anna"
    numbers = [game.number for game in evening.nights.finished()]
    for number in numbers:
        tap(evening, f"go:game:{number}", f"night:export_game:{number}")
        assert all(Path(part).exists() for part in page(evening).sections[0].tiles[0].note.split(", "))
        tap(evening, "back")


# What is said


@pytest.mark.parametrize(
    ("language", "began", "led", "won"),
    [
        (
            "en",
            "The game night begins. Have fun, Anna, Ben, Cem and Dora!",
            "Game 4 of the night. Anna leads with 2 wins.",
            "Anna wins the night: 2 wins in 3 games.",
        ),
        (
            "de",
            "Der Spieleabend beginnt. Viel Spaß, Anna, Ben, Cem und Dora!",
            "Spiel 4 des Abends. Anna führt: 2 Siege.",
            "Anna gewinnt den Abend: 2 Siege, 3 Spiele.",
        ),
    ],
)
def test_the_voice_says_how_the_night_stands(language: str, began: str, led: str, won: str) -> None:
    book = Phrasebook(language, {})
    night = scene_desk("night", wiring.open_box(), language).house.nights.running()
    assert night is not None
    assert book.say(night_line(replace(night, games=()))) == began
    assert book.say(night_line(night)) == led
    assert book.say(night_end(night)) == won


def test_the_voice_greets_the_night_and_every_next_game(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    begin_night(evening)
    assert "The game night begins. Have fun, Anna and Ben!" in capsys.readouterr().out
    finish(evening, "Anna")
    capsys.readouterr()
    tap(evening, "night:rematch")
    assert "Game 2 of the night. Anna leads with 1 win." in capsys.readouterr().out
    tap(evening, "go:menu", "go:start", "go:night", "night:end:1")
    assert "Anna wins the night: 1 win in 1 game." in capsys.readouterr().out


# Figures, without an evening


def record(*seats: str) -> GameRecord:
    """A game, winner first: name, souls, wounds."""
    told = [seat.split() for seat in seats]
    rows = [
        SeatRecord(name, place, int(souls), int(wounds), CopyId("bm.boss.xyzax#1"), 3)
        for place, (name, souls, wounds) in enumerate(told, start=1)
    ]
    return GameRecord(tuple(rows), 5, "BM-END-6", ("base",), 4, 2, {SPA: 4}, {SPA: 20})


def games(*records: GameRecord) -> tuple[FinishedGame, ...]:
    return tuple(FinishedGame(number, 1, "", 20, each) for number, each in enumerate(records, start=1))


def night_of(*records: GameRecord) -> GameNight:
    return GameNight(1, Draft((Person("Ada", 0), Person("Ben", 1))), "", False, games(*records))


def test_wins_decide_then_souls_then_fewer_wounds_and_equals_share_a_place() -> None:
    ranked = standings(games(record("Ada 10 1", "Ben 8 2", "Cem 8 2"), record("Ben 10 3", "Ada 9 4", "Cem 4 1")))
    assert [(each.place, each.name, each.wins, each.souls) for each in ranked] == [
        (1, "Ada", 1, 19),
        (2, "Ben", 1, 18),
        (3, "Cem", 0, 12),
    ]
    level = standings(games(record("Ada 10 1", "Ben 8 2"), record("Ben 10 1", "Ada 8 2")))
    assert [each.place for each in level] == [1, 1]
    assert leaders(level) == ("Ada", "Ben")


def test_a_shared_night_names_everybody_who_shares_it() -> None:
    night = night_of(record("Ada 10 1", "Ben 8 2"), record("Ben 10 1", "Ada 8 2"))
    book = Phrasebook("en", {})
    assert book.say(night_end(night)) == "Ada and Ben share the night: 1 win each in 2 games."
    assert book.say(night_line(night)) == "Game 3 of the night. Ada and Ben are level with 1 win each."
    assert book.say(night_end(night_of())) == "The game night ends without a finished game."


def test_the_story_of_a_night_adds_up_its_games() -> None:
    story = night_story(games(record("Ada 10 1", "Ben 8 2"), record("Ben 10 1", "Cem 8 2")))
    assert (story.killed, story.survived, story.lethal, story.hardest) == (8, 4, (SPA, 8), (SPA, 40))
    assert story.baited == ("Ben", 6)
    assert night_story(()).lethal is None


def test_a_record_survives_being_written_and_read_and_rubbish_is_none() -> None:
    told = record("Ada 10 1", "Ben 8 2")
    assert decode_record(encode_record(told)) == told
    assert decode_record("{}") is None
    assert decode_record("") is None


def test_the_record_tells_the_same_as_the_scoreboard() -> None:
    game = scene_desk("victory", wiring.open_box(), "en").session.host.game
    told = record_of(game.state, events_of(game.history))
    assert [seat.name for seat in told.seats] == [game.state.player(id_).name for id_ in ranking(game.state)]
    assert told.seats[0].has_won
    assert told.rule == "BM-END-6"


def test_pauses_and_a_clock_that_jumps_are_no_playing_time() -> None:
    notes = ["2026-11-14T20:00:00+00:00", "2026-11-14T20:10:00+00:00"]
    assert minutes_of(notes) == 10
    assert minutes_of([*notes, "2026-11-15T19:00:00+00:00", "2026-11-15T19:05:00+00:00"]) == 15, "switched off"
    assert minutes_of([*notes, "1970-01-01T00:00:00+00:00", "1970-01-01T00:05:00+00:00"]) == 15, "no clock"
    assert minutes_of([]) == minutes_of(["", "then"]) == 1
    assert shown_clock("1970-01-01T00:00:00+00:00") is None
    assert shown_clock(notes[0]) is not None


def test_the_history_is_ordered_by_number_and_not_by_clock() -> None:
    """Every start of a box without a clock may show the same day again."""
    dates = iter(["2026-11-14T20:00:00+00:00", "1970-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00"])
    journal = Journal(Path(":memory:"), lambda: now)
    for name in ("Ada", "Ben", "Cem"):
        now = next(dates)
        game = journal.begin(Draft((Person("Ada", 0), Person("Ben", 1))).options)
        journal.append(game, 0, Correct(PlayerId("p1"), souls=1), encode_record(record(f"{name} 10 0", "Zoe 1 5")))
    nights = Nights(lambda: journal, lambda stored, _: pytest.fail("records need no replay"))
    view = history_page(nights.all_nights(), nights.finished(), (), Phrasebook("en", {}), "")
    assert [tile.label for tile in view.sections[0].tiles] == [
        f"Single game: {name} wins" for name in ("Cem", "Ben", "Ada")
    ]


def test_people_with_the_same_colour_get_different_ones_on_a_scoreboard() -> None:
    roster = (Person("Ada", 2), Person("Ben", 2), Person("Cem", 0))
    assert colours_of(("Ada", "Ben", "Cem"), roster) == {"Ada": 2, "Ben": 0, "Cem": 1}
    many = colours_of([f"Guest {number}" for number in range(9)], ())
    assert set(many.values()) == set(range(6))


def test_before_the_first_game_everybody_stands_on_the_board() -> None:
    view = night_view(night_of(), (), Phrasebook("en", {}), waits=False)
    assert [(row.place, row.name) for row in view.rows] == [(0, "Ada"), (0, "Ben")]
    assert view.facts == ()
    assert view.bars == ()


def test_only_the_newest_night_can_go_on(evening: Evening) -> None:
    desk = scene_desk("finale", wiring.open_box(), "en")
    assert "night:go_on:2" in actions(desk.view())
    desk.places = ["finale:1"]
    desk.act("go:finale:1")
    assert "night:go_on:1" not in actions(desk.view())


def test_everybody_is_listed_with_all_games_together() -> None:
    nights = Nights(played_journal, lambda stored, _: pytest.fail("records need no replay"))
    view = people_page(nights.finished(), (), Phrasebook("en", {}))
    assert [tile.label for tile in view.sections[0].tiles] == ["Anna", "Ben", "Cem", "Dora", "Emil"]
    assert view.sections[0].tiles[0].note == "5 games · 2 wins · 43 souls · 13 wounds"


def test_a_draft_survives_being_kept() -> None:
    draft = Draft((Person("Ada", 3), Person("Ben", 1)), ("next_level",), rules=(("bait_order", "oldest_first"),))
    assert msgspec.json.decode(msgspec.json.encode(draft), type=Draft) == draft


def test_the_board_of_a_night_has_no_more_rows_than_a_screen_has_room_for() -> None:
    crowd = record(*(f"Guest-{number} 5 {number}" for number in range(6)))
    more = record(*(f"Other-{number} 5 {number}" for number in range(6)))
    view = finale_view(night_of(crowd, more), (), Phrasebook("en", {}), can_go_on=False)
    assert len(view.rows) == 8
    assert "4 more played." in view.reason
