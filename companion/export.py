"""A game or a whole night to take home: as CSV, as JSON, and as a play for BG Stats. Pure but for `write_exports`."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from companion.chronicle import FinishedGame, GameNight, night_story, standings
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
    return _json(game_data(state, story, entries, begun_at))


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def game_data(state: State, story: Statistics, entries: Sequence[Entry], begun_at: str) -> dict[str, Any]:
    """A whole game as plain data."""
    places = {player: place for place, player in enumerate(ranking(state), start=1)}
    return {
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


def night_csv(games: Sequence[FinishedGame]) -> str:
    """One line per game and player: place, souls and wounds."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("game", "begun_at", "minutes", "rounds", "decided_by", "player", "place", "souls", "wounds"))
    for number, game in enumerate(games, start=1):
        record = game.record
        for seat in record.seats:
            told = (number, game.begun_at, game.minutes, record.rounds, record.rule)
            writer.writerow((*told, seat.name, seat.place, seat.souls, seat.wounds))
    return out.getvalue()


def night_json(night: GameNight, whole: Mapping[int, dict[str, Any]]) -> str:
    """A whole night: what was agreed, who stands where, the figures, and every game with what is known of it.

    `whole` holds the games as `game_data` tells them; of others only the record is left.
    """
    story = night_story(night.games)
    return _json(
        {
            "night": night.number,
            "begun_at": night.begun_at,
            "agreed": msgspec.to_builtins(night.agreed),
            "standings": msgspec.to_builtins(standings(night.games)),
            "deadliest_room": story.lethal,
            "best_bait": story.baited,
            "heroes_killed": story.killed,
            "heroes_survived": story.survived,
            "games": [
                {
                    "number": number,
                    "minutes": game.minutes,
                    "record": msgspec.to_builtins(game.record),
                    "whole": whole.get(game.number),
                }
                for number, game in enumerate(night.games, start=1)
            ],
        }
    )


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
