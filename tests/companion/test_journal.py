"""The journal on disk: everything acknowledged survives, trouble is told."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion import wiring
from companion.game import RunningGame
from companion.journal import Entry, Journal, StorageTrouble, decode, encode
from engine.boss_monster.cards import Boss, Treasure
from engine.boss_monster.commands import (
    Announce,
    Ask,
    BanHero,
    BeginAdventure,
    BeginRound,
    BuildRoom,
    ChangeCoins,
    ChangeHero,
    ChangeRoom,
    ChangeTreasure,
    Correct,
    DeckRanOut,
    DestroyRoom,
    FinishBuild,
    HealWound,
    KillHero,
    LureHeroes,
    MoveHero,
    Placed,
    Prevent,
    Promote,
    RemoveHero,
    ResolveAnnounced,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    SellRoom,
    SwapRooms,
    TurnRoom,
    UseItem,
    UseLevel3,
    UseRoom,
    WalkOn,
)
from engine.boss_monster.options import BaitOrder, Options
from engine.boss_monster.state import Phase
from engine.core.commands import Answer, Redo, Undo
from engine.core.ids import CardId, CopyId, PlayerId
from tests.builders import Table, hero_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
OPTIONS = Options(("Ada", "Ben"), bait_order=BaitOrder.OLDEST_FIRST)
EVERY_ENTRY: list[Entry] = [
    SeatPlayers((CopyId("bm.boss.ada#1"), CopyId("bm.boss.ben#1"))),
    RevealHeroes((hero_id("tom"),)),
    RevealHeroes((hero_id("tom"),), (CopyId("bm.item.sword#1"),)),
    FinishBuild(ADA, 2),
    FinishBuild(ADA),
    RevealRooms((Placed(ADA, 1, room_id("den")), Placed(BEN, 3, room_id("pit")))),
    TurnRoom(ADA, 1, deactivated=True),
    LureHeroes(),
    BeginAdventure(),
    WalkOn(),
    BeginRound(),
    Ask("Q-03", ("yes", "no"), ADA, 1, (room_id("den"),), "BM-BUILD-2"),
    Ask("Q-15", (ADA, "none"), cards=(room_id("den"),), key="who_plays"),
    Correct(ADA, souls=3, dungeon=((room_id("den"),), (room_id("pit"), room_id("lair")))),
    Correct(town=(hero_id("tom"),)),
    Correct(ADA, coins=2, damage=3),
    Announce(ADA),
    Announce(ADA, CopyId("bm.spell.teleportation#1")),
    Prevent(BEN, ADA),
    ResolveAnnounced(),
    DestroyRoom(ADA, 2),
    SwapRooms(ADA, 1, 3, whole=False),
    BuildRoom(BEN, 2, room_id("pit")),
    UseRoom(ADA, 1),
    ChangeRoom(ADA, 1, -2),
    ChangeTreasure(BEN, Treasure.SPELLBOOK, 2),
    ChangeHero(hero_id("tom"), damage=2, health=-1),
    MoveHero(hero_id("tom")),
    MoveHero(hero_id("tom"), BEN),
    KillHero(hero_id("tom"), ADA),
    RemoveHero(hero_id("tom")),
    BanHero(hero_id("tom")),
    HealWound(ADA, hero_id("tom")),
    ChangeCoins(ADA, -1),
    ChangeCoins(ADA, 2, slot=1),
    SellRoom(ADA, is_miniboss=True),
    Promote(ADA, 1),
    UseLevel3(ADA, 1),
    UseItem(BEN),
    DeckRanOut("spells"),
    Answer("yes"),
    Undo(),
    Redo(),
]


def note() -> str:
    return "2026-01-01T00:00:00+00:00"


def opened(folder: Path) -> Journal:
    return Journal(folder / "games.db", note)


@pytest.mark.parametrize("entry", EVERY_ENTRY, ids=lambda entry: type(entry).__name__)
def test_every_command_survives_being_written_and_read(entry: Entry) -> None:
    assert decode(encode(entry)) == entry


def test_no_kind_of_command_was_forgotten() -> None:
    assert {type(entry) for entry in EVERY_ENTRY} == set(get_args(Entry))


@pytest.mark.parametrize(
    "line", ["", "{}", "[]", '{"do": "Cheat"}', '{"do": "FinishBuild"}', '{"do": "WalkOn", "faster": true}']
)
def test_a_line_that_is_no_command_is_named(line: str) -> None:
    with pytest.raises(StorageTrouble, match="journal entry"):
        decode(line)


def test_a_game_is_found_again_with_its_options_and_entries(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    game = journal.begin(OPTIONS)
    for number, entry in enumerate(EVERY_ENTRY):
        journal.append(game, number, entry)
    journal.close()
    stored = opened(tmp_path).unfinished()
    assert stored is not None
    assert (stored.options, list(stored.entries)) == (OPTIONS, EVERY_ENTRY)


def test_a_finished_game_is_not_resumed_unless_its_end_is_undone(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    game = journal.begin(OPTIONS)
    journal.append(game, 0, WalkOn(), record="Ada wins")
    assert journal.unfinished() is None
    assert [end.record for end in journal.finished()] == ["Ada wins"]
    journal.append(game, 1, Undo())
    assert journal.unfinished() is not None
    assert journal.finished() == []


def test_entries_are_synced_to_disk_before_they_count(tmp_path: Path) -> None:
    """WAL with synchronous=FULL: NORMAL would lose the last entries at a power cut."""
    journal = opened(tmp_path)
    mode, level = (journal._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous"))
    assert (mode, level) == ("wal", 2)


def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """The child acknowledges each entry on its output and is killed without warning."""
    script = (
        "import sys; from pathlib import Path; from companion.journal import Journal\n"
        "from engine.boss_monster.commands import WalkOn; from engine.boss_monster.options import Options\n"
        f"journal = Journal(Path({str(tmp_path / 'games.db')!r}), lambda: '')\n"
        "game = journal.begin(Options(('Ada', 'Ben')))\n"
        "for number in range(10_000):\n"
        "    journal.append(game, number, WalkOn()); print(number, flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(25)]
    child.kill()
    acknowledged += [int(line) for line in child.stdout.read().split()]
    child.wait()
    stored = opened(tmp_path).unfinished()
    assert stored is not None
    assert len(stored.entries) >= len(acknowledged)


def test_a_read_only_folder_gives_advice(tmp_path: Path) -> None:
    """Root may write everywhere, so the folder's place is taken by a file."""
    (tmp_path / "blocked").write_text("not a folder")
    with pytest.raises(StorageTrouble, match=r"games\.db"):
        opened(tmp_path / "blocked")
    if os.geteuid() != 0:
        (tmp_path / "locked").mkdir(mode=0o500)
        with pytest.raises(StorageTrouble, match="--data"):
            opened(tmp_path / "locked")


def test_a_damaged_file_gives_advice(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"this is no database, but it is long enough to be looked at" * 40)
    with pytest.raises(StorageTrouble, match="damaged"):
        opened(tmp_path)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StorageTrouble, match="newer"):
        opened(tmp_path)


class StubbornJournal:
    """A disk that refuses for a while."""

    def __init__(self) -> None:
        self.is_full = False
        self.lines: list[tuple[int, Entry]] = []

    def append(self, game: int, number: int, entry: Entry, record: str = "") -> None:
        if self.is_full:
            raise StorageTrouble("the disk is full")
        self.lines.append((number, entry))


def test_a_full_disk_does_not_stop_the_game_and_nothing_is_lost() -> None:
    table = Table("Ada", "Ben")
    journal = StubbornJournal()
    game = RunningGame(table.catalog, Options(("Ada", "Ben")), journal)
    game.carry_out(SeatPlayers((CopyId("bm.boss.ada#1"), CopyId("bm.boss.ben#1"))))
    journal.is_full = True
    game.carry_out(FinishBuild(ADA))
    assert "full" in game.storage_trouble
    assert game.state.active == BEN
    journal.is_full = False
    game.carry_out(Correct(ADA, souls=10))
    assert game.storage_trouble == ""
    assert [number for number, _ in journal.lines] == [0, 1, 2]


def test_what_the_disk_did_not_take_is_stored_before_the_next_game() -> None:
    table = Table("Ada", "Ben")
    journal = StubbornJournal()
    game = RunningGame(table.catalog, Options(("Ada", "Ben")), journal)
    journal.is_full = True
    game.carry_out(SeatPlayers((CopyId("bm.boss.ada#1"), CopyId("bm.boss.ben#1"))))
    game.save()
    assert "full" in game.storage_trouble
    journal.is_full = False
    game.save()
    assert game.storage_trouble == ""
    assert [number for number, _ in journal.lines] == [0]


def test_a_resumed_game_stands_where_it_stood(tmp_path: Path) -> None:
    table = Table("Ada", "Ben")
    table.new_hero("one")
    table.new_hero("two")
    journal = opened(tmp_path)
    options = Options(("Ada", "Ben"))
    game = RunningGame(table.catalog, options, journal, journal.begin(options))
    game.carry_out(SeatPlayers((CopyId("bm.boss.ada#1"), CopyId("bm.boss.ben#1"))))
    game.carry_out(FinishBuild(ADA))
    game.carry_out(FinishBuild(BEN))
    game.carry_out(Undo())
    stored = opened(tmp_path).unfinished()
    assert stored is not None
    again = RunningGame.resumed(table.catalog, stored, journal)
    assert again.history == game.history
    assert again.entries == 4
    again.carry_out(Redo())
    assert again.state.phase is Phase.ROUND_START


def test_a_game_that_does_not_fit_the_cards_is_refused_with_a_reason(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(journal.begin(OPTIONS), 0, WalkOn())
    stored = journal.unfinished()
    assert stored is not None
    with pytest.raises(StorageTrouble, match="replayed"):
        RunningGame.resumed(Table("Ada", "Ben").catalog, stored, journal)


def test_a_journal_of_the_first_version_is_read_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    old = sqlite3.connect(path, isolation_level=None)
    old.executescript(
        "CREATE TABLE game (id INTEGER PRIMARY KEY, options TEXT NOT NULL, begun_at TEXT NOT NULL,"
        " is_over INTEGER NOT NULL DEFAULT 0);"
        "CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game (id), number INTEGER NOT NULL,"
        " command TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;"
        "PRAGMA user_version=1;"
    )
    old.execute("INSERT INTO game (options, begun_at) VALUES (?, '')", (msgspec.json.encode(OPTIONS).decode(),))
    old.close()
    journal = Journal(path, lambda: "")
    stored = journal.unfinished()
    assert stored is not None
    assert (stored.options, stored.own_cards) == (OPTIONS, "")
    journal.append(stored.id, 0, WalkOn())
    journal.close()


def test_a_fact_that_is_learned_later_does_not_change_a_running_game(tmp_path: Path) -> None:
    own, folder = tmp_path / "cards.toml", tmp_path / "table"
    boss = CardId("bm.boss.gorgona")
    own.write_text(f'[[card]]\nid = "{boss}"\nxp = 501\n', encoding="utf-8")
    journal = wiring.open_journal(folder)
    wiring.begin_game(wiring.open_box(own), OPTIONS, journal)
    own.write_text(f'[[card]]\nid = "{boss}"\nxp = 1\n', encoding="utf-8")
    box = wiring.open_box(own)
    resumed = wiring.resume_game(box, journal)
    assert resumed is not None
    known, learned = resumed.cards.cards[boss], box.catalog.cards[boss]
    assert isinstance(known, Boss) and isinstance(learned, Boss)
    assert (known.xp, learned.xp) == (501, 1)
    journal.close()
