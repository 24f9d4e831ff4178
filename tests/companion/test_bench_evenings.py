"""The long proof with every kind of mess: what it plays, and that it goes on where it stopped."""

from pathlib import Path

import pytest

from companion import bench_evenings
from companion.bench_evenings import EVENINGS, READER, Evening, main, played, together
from companion.bench_mess import Course
from companion.rehearsal import Tally
from engine.boss_monster.combination import setup_problems


def test_the_games_are_legal_and_cover_every_number_of_players_and_every_box() -> None:
    assert len(EVENINGS) == 20
    assert {course.players for course in EVENINGS} == {2, 3, 4, 5, 6}
    assert {course.size for course in EVENINGS} == {(4608, 2592)}
    assert {box for course in EVENINGS for box in course.sets} >= {"base", "next_level", "crash_landing", "promos"}
    assert {box for course in EVENINGS for box in course.sets} >= {"tools_of_hero_kind", "rise_of_the_minibosses"}
    assert {course.askew for course in EVENINGS} == {False, True}
    problems = [problem for course in EVENINGS for problem in setup_problems(course.options) if problem.is_error]
    assert not problems


def test_games_are_added_up() -> None:
    one = Evening(0, Tally(checkpoints=10, right=9, asked=1, waits_ms=[214.0], complaints=["a"]), False, 1.0)
    two = Evening(1, Tally(checkpoints=5, right=5, waits_ms=[429.0]), True, 1.0)
    total, stuck = together([one, two])
    assert (total.checkpoints, total.right, total.asked, stuck) == (15, 14, 1, 1)
    assert total.waits_ms == [214.0, 429.0]
    assert total.complaints == ["a"]


def test_what_was_played_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[int] = []

    def quickly(number: int) -> Evening:
        begun.append(number)
        tally = Tally(checkpoints=4, right=4, rounds=1, waits_ms=[429.0], looks_ms=[30.0])
        tally.computing_ms, tally.peer_ms = [210.0], [60.0]
        return Evening(number, tally, False, 0.1, READER)

    monkeypatch.setattr(bench_evenings, "play", quickly)
    log = tmp_path / "games.jsonl"
    assert main(["--log", str(log), "--games", "4", "--part", "2/2"]) == 0
    assert begun == [2, 0], "the largest tables first, shared between two"
    assert main(["--log", str(log), "--games", "4"]) == 0
    assert begun == [2, 0, 3, 1]
    assert [evening.number for evening in played(log)] == [2, 0, 3, 1]
    out = capsys.readouterr().out
    assert "4 games with every kind of mess" in out
    assert any("in such pictures" in line and "3.50" in line for line in out.splitlines())


def test_games_of_another_reader_are_told_but_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally(checkpoints=4, right=4, rounds=1, waits_ms=[429.0], looks_ms=[30.0], computing_ms=[210.0])
    monkeypatch.setattr(
        bench_evenings, "play", lambda number: Evening(number, tally, False, 0.1, bench_evenings.READER)
    )
    log = tmp_path / "games.jsonl"
    main(["--log", str(log), "--games", "3"])
    monkeypatch.setattr(bench_evenings, "READER", "another")
    for arguments, games in (["--told"], 3), (["--games", "1"], 1), (["--told"], 4):
        capsys.readouterr()
        assert main(["--log", str(log), *arguments]) == 0
        assert f"{games} games with every kind of mess" in capsys.readouterr().out
    assert [evening.reader == "another" for evening in played(log)] == [False, False, False, True]


def test_a_reader_is_known_by_all_of_its_code(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one = 1\n")
    before = bench_evenings.fingerprint(tmp_path)
    assert bench_evenings.fingerprint(tmp_path) == before
    (tmp_path / "b.py").write_text("two = 2\n")
    assert bench_evenings.fingerprint(tmp_path) != before


def test_how_fast_the_machine_is_is_measured_at_the_end_of_every_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_evenings, "EVENINGS", (Course(2, 1, (1920, 1080), sets=("base", "crash_landing")),))
    tally = bench_evenings.play(0).tally
    assert len(tally.peer_ms) == len(tally.computing_ms) == len(tally.waits_ms) > 0
    assert all(ms > 0 for ms in tally.peer_ms)


@pytest.mark.parametrize(("computing", "code", "idle"), [(249.0, 0, "137"), (250.0, 1, "138")])
def test_computing_is_promised_for_an_idle_machine_and_told_beside_another_reader(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    computing: float,
    code: int,
    idle: str,
) -> None:
    """Where that one takes longer than on an idle core, ours does, too: that is told, but excuses nothing."""
    tally = Tally(checkpoints=4, right=4, rounds=1, waits_ms=[429.0], looks_ms=[30.0])
    tally.computing_ms, tally.peer_ms = [computing], [60.0]
    monkeypatch.setattr(bench_evenings, "play", lambda number: Evening(number, tally, False, 0.1, READER))
    assert main(["--log", str(tmp_path / "games.jsonl"), "--games", "1"]) == code
    assert any("on an idle core" in line and idle in line for line in capsys.readouterr().out.splitlines())
