"""A game to take home: numbers of the game, files, and a code that a telephone reads."""

import json
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
import zxingcpp

from companion import export, wiring
from companion.game import events_of
from companion.scenes import before_the_bait, scene_desk
from companion.story import Statistics, ranking, statistics
from companion.views.ending import EndingView
from engine.boss_monster.events import HeroBaited, HeroDied, HeroSurvived, RoundEnded
from engine.boss_monster.state import Phase, State
from engine.core.ids import CardId, CopyId, PlayerId

ANNA, BEN = PlayerId("p1"), PlayerId("p2")
SPA, HERO = CopyId("bm.room.succubus_spa#1"), CopyId("bm.hero.the_fool#1")


@pytest.fixture(scope="module")
def box() -> wiring.Box:
    return wiring.open_box()


@pytest.fixture(scope="module")
def victory(box: wiring.Box) -> tuple[State, Statistics]:
    """Anna wins in round six."""
    game = scene_desk("victory", box, "en").session.host.game
    return game.state, statistics(events_of(game.history), game.state)


def test_the_story_counts_deaths_baits_and_souls_per_round() -> None:
    state = before_the_bait()
    story = statistics(
        [
            HeroBaited(HERO, ANNA, (), None, "BM-BAIT-5"),
            HeroBaited(HERO, BEN, (), None, "BM-BAIT-5"),
            HeroBaited(HERO, BEN, (), None, "BM-BAIT-5"),
            HeroDied(ANNA, HERO, SPA, 4, 4, 1),
            HeroSurvived(BEN, HERO, 2, 4, 1),
            RoundEnded(1, ((ANNA, 1, 0), (BEN, 0, 1))),
        ],
        state,
    )
    assert story.lethal == (CardId("bm.room.succubus_spa"), 1)
    assert story.baited == (BEN, 2)
    assert (story.killed, story.survived) == (1, 1)
    assert dict(story.scores)[ANNA] == ((1, 0),)


def test_an_empty_game_has_no_story() -> None:
    story = statistics([], before_the_bait())
    assert (story.lethal, story.baited, story.hardest, story.rounds) == (None, None, None, ())


def test_the_winner_stands_first_and_whoever_is_out_last(victory: tuple[State, Statistics]) -> None:
    state, _ = victory
    assert state.phase is Phase.OVER
    assert ranking(state)[0] == state.winner == ANNA


def test_the_files_hold_every_round_and_every_step(victory: tuple[State, Statistics]) -> None:
    state, story = victory
    lines = export.csv_text(state, story).splitlines()
    assert lines[0] == "player,round,souls,wounds"
    assert len(lines) == 1 + 4 * len(story.rounds)
    data = json.loads(export.json_text(state, story, [], "2026-11-14T20:15:00+00:00"))
    assert [player["winner"] for player in data["players"]].count(True) == 1
    assert data["decided_by"] == "BM-END-6"


def test_a_telephone_reads_the_play_from_the_screen(box: wiring.Box, victory: tuple[State, Statistics]) -> None:
    state, _ = victory
    link = export.bg_stats_link(state, box.book("de"), "7", "2026-11-14 20:15:00", 42)
    rows = export.code_rows(link)
    modules = np.array([[0 if cell == "#" else 255 for cell in row] for row in rows], np.uint8)
    picture = np.kron(np.pad(modules, 4, constant_values=255), np.ones((3, 3), np.uint8))
    assert picture.shape[0] <= 400, "large enough on the smallest screen"
    (read,) = zxingcpp.read_barcodes(picture)
    assert read.text == link
    play = json.loads(unquote(link.partition("data=")[2]))
    assert play["game"]["bggId"] == 131835
    assert [player["rank"] for player in play["players"] if player["winner"]] == [1]


def test_files_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    paths = export.write_exports(tmp_path / "new", "game-1", {"csv": "a", "json": "{}"})
    assert [path.name for path in paths] == ["game-1.csv", "game-1.json"]
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    with pytest.raises(OSError, match="blocked"):
        export.write_exports(blocked, "game-1", {"csv": "a"})


def test_the_finale_tells_the_deadliest_room_and_the_best_bait(box: wiring.Box) -> None:
    view = scene_desk("victory", box, "en").view()
    assert isinstance(view, EndingView)
    told = {fact.label: (fact.note, fact.number) for fact in view.facts}
    assert told["Best bait"][1].isdigit()
    assert told["Deadliest room"][0]
    assert "BM-END-6" in view.reason
    assert [curve.values[0] for curve in view.curves] == [0, 0, 0, 0]
