"""A game to take home: as CSV, as JSON, and as a play for BG Stats. Pure but for `write_exports`."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from companion.drafts import write_all
from companion.journal import Entry, encode
from companion.phrasebook import Phrasebook
from companion.story import Statistics, ranking
from engine.boss_monster.state import State

BGG_ID = 131835
"""Boss Monster at BoardGameGeek."""
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="


def csv_text(state: State, story: Statistics) -> str:
    """One line per player and round: souls and wounds as they stood."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("player", "round", "souls", "wounds"))
    names = {player.id: player.name for player in state.players}
    for player, scores in story.scores:
        for number, (souls, wounds) in zip(story.rounds, scores, strict=True):
            writer.writerow((names[player], number, souls, wounds))
    return out.getvalue()


def json_text(state: State, story: Statistics, entries: Sequence[Entry], begun_at: str) -> str:
    """Everything: players, scores, statistics, and every step of the game."""
    places = {player: place for place, player in enumerate(ranking(state), start=1)}
    data = {
        "game": "boss_monster",
        "begun_at": begun_at,
        "sets": list(state.options.sets),
        "rounds": state.round,
        "decided_by": story.rule,
        "players": [
            {
                "id": player.id,
                "name": player.name,
                "boss": player.boss,
                "souls": player.souls,
                "wounds": player.wounds,
                "place": places[player.id],
                "winner": player.id == state.winner,
            }
            for player in state.players
        ],
        "scores": dict(story.scores),
        "deadliest_room": story.lethal,
        "best_bait": story.baited,
        "heroes_killed": story.killed,
        "heroes_survived": story.survived,
        "entries": [json.loads(encode(entry)) for entry in entries],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def bg_stats_link(state: State, book: Phrasebook, play_id: str, played_at: str, minutes: int) -> str:
    """The play as a link that the BG Stats app opens: one more evening is logged, without an account here."""
    places = {player: place for place, player in enumerate(ranking(state), start=1)}
    first = state.players[0].id if state.players else None
    play = {
        "sourceName": "Lairkeeper",
        "sourcePlayId": play_id,
        "playDate": played_at,
        "durationMin": minutes,
        "game": {"name": "Boss Monster", "sourceGameId": "boss_monster", "bggId": BGG_ID, "highestWins": True},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "score": str(player.net_score if state.options.is_net_scoring else player.souls),
                "winner": player.id == state.winner,
                "startPlayer": player.id == first,
                "rank": places[player.id],
                "role": book.card(player.boss),
            }
            for player in state.players
        ],
    }
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def code_rows(text: str) -> tuple[str, ...]:
    """A QR code as rows of "#" and ".", without its quiet zone."""
    import segno

    code = segno.make(text, error="l", micro=False)
    return tuple("".join("#" if dark else "." for dark in row) for row in code.matrix)


def write_exports(folder: Path, name: str, files: dict[str, str]) -> tuple[Path, ...]:
    """Write the files side by side, all or none. Raises `OSError` with what to check."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {folder / f"{name}.{ending}": text.encode() for ending, text in files.items()}
    write_all(paths)
    return tuple(paths)
