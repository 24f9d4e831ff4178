"""What a group takes home of games and nights that are over: the contents of files, and a code for a telephone."""

from collections.abc import Callable
from datetime import UTC, datetime

from companion import export
from companion.chronicle import GameNight, clock_note
from companion.game import RunningGame, events_of
from companion.phrasebook import Phrasebook
from companion.story import statistics


def code(game: RunningGame, begun_at: str, minutes: int, book: Phrasebook) -> tuple[str, ...]:
    """A game as a code for BG Stats."""
    moment = clock_note(begun_at) or datetime.now(UTC)
    when = moment.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return export.code_rows(export.bg_stats_link(game.state, book, f"{game.number}-{begun_at}", when, minutes))


def game_name(game: RunningGame, begun_at: str) -> str:
    """What the files of a game are called; the number keeps them apart where no clock does."""
    clock = "".join(letter for letter in begun_at if letter.isdigit())[:14]
    return f"game-{game.number}-{clock}"


def game_files(game: RunningGame, begun_at: str) -> dict[str, str]:
    """A game as CSV and JSON."""
    story, entries = statistics(events_of(game.history), game.state), [turn.command for turn in game.history.turns]
    return {
        "csv": export.csv_text(game.state, story),
        "json": export.json_text(game.state, story, entries, begun_at),
    }


def night_files(night: GameNight, replayed: Callable[[int], RunningGame | None]) -> dict[str, str]:
    """A whole night as CSV and JSON, with every game that can still be replayed."""
    whole = {}
    for kept in night.games:
        game = replayed(kept.number)
        if game is not None:
            story = statistics(events_of(game.history), game.state)
            entries = [turn.command for turn in game.history.turns]
            whole[kept.number] = export.game_data(game.state, story, entries, kept.begun_at)
    return {"csv": export.night_csv(night.games), "json": export.night_json(night, whole)}
