"""What people take home: finished games and nights as files and as codes, with the time they were played."""

import time
from collections.abc import Callable
from pathlib import Path

from companion import keepsakes, wiring
from companion.export import write_exports
from companion.game import RunningGame
from companion.nights import Nights
from companion.phrasebook import Phrasebook


class TakeHome:
    """Codes and files of games that are over. Games of the simulated table are in no history."""

    def __init__(self, nights: Nights, folder: Path, is_simulated: Callable[[RunningGame], bool]) -> None:
        self._nights, self._folder, self._is_simulated = nights, folder, is_simulated
        self.sit_down()

    def sit_down(self) -> None:
        """A game begins, or goes on, now."""
        self._begun_s, self._begun_at = time.monotonic(), wiring.wall_clock()

    def code(self, game: RunningGame, book: Phrasebook) -> tuple[str, ...]:
        """A finished game as a code for BG Stats."""
        return keepsakes.code(game, *self._noted(game), book)

    def write_game(self, game: RunningGame) -> str:
        """Write a finished game as CSV and JSON; where they lie, or why that failed."""
        begun_at, _ = self._noted(game)
        return self._written(keepsakes.game_name(game, begun_at), keepsakes.game_files(game, begun_at))

    def write_night(self, number: int) -> str | None:
        """Write a whole night as CSV and JSON; where they lie, or why that failed. Nothing when there is none."""
        night = self._nights.night(number)
        if night is None:
            return None
        return self._written(f"night-{night.number}", keepsakes.night_files(night, self._nights.replayed))

    def _noted(self, game: RunningGame) -> tuple[str, int]:
        """When a game began, and how many minutes it was played: as the history knows it, else by our own clock."""
        kept = None if self._is_simulated(game) else self._nights.game(game.number)
        if kept is not None:
            return kept.begun_at, kept.minutes
        return self._begun_at, max(1, round((time.monotonic() - self._begun_s) / 60))

    def _written(self, name: str, files: dict[str, str]) -> str:
        try:
            paths = write_exports(self._folder, name, files)
        except OSError as error:
            return str(error)
        return ", ".join(str(path) for path in paths)
