"""Where games lie between evenings: the journal of the real table, that of the simulated one, and its cards."""

import random
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from companion import wiring
from companion.game import RunningGame
from companion.journal import Journal, StorageDamage, StorageTrouble, StoredGame, set_aside
from companion.wiring import Box
from engine.boss_monster.options import Options

if TYPE_CHECKING:  # only a simulated table has one
    from companion.world import World


class Kind(Enum):
    """Which table a game is played on."""

    TABLE = "table"
    SIMULATED = "simulated"


class Shelf:
    """Games in a data folder. What cannot be kept lives in memory, and `trouble` says why."""

    def __init__(self, box: Box, data: Path) -> None:
        self.data, self.trouble = data, ""
        self.aside: Path | None = None
        """Where a damaged journal lies since a new one took its place."""
        self._box = box
        self._journals: dict[Kind, Journal | None] = {}

    def use(self, box: Box) -> None:
        """Games that begin from now on know these cards."""
        self._box = box

    def journal(self, kind: Kind) -> Journal | None:
        """The journal of a table, opened when it is first asked for."""
        if kind not in self._journals:
            self._journals[kind] = self._opened(self.data / kind.value)
        return self._journals[kind]

    def _opened(self, folder: Path) -> Journal | None:
        """The journal in a folder; a damaged one is set aside, and a new one begins."""
        try:
            try:
                return wiring.open_journal(folder)
            except StorageDamage:
                self.aside = set_aside(folder / wiring.JOURNAL)
                return wiring.open_journal(folder)
        except (StorageTrouble, OSError) as trouble:
            self.trouble = str(trouble)
            return None

    def waiting(self) -> tuple[Kind, StoredGame] | None:
        """The game that can be gone on with; the real table comes first."""
        for kind in Kind:
            stored = self._unfinished(kind)
            if stored is not None and stored.entries:
                return kind, stored
        return None

    def is_kept(self, kind: Kind) -> bool:
        """Whether anything was ever stored for this table."""
        return (self.data / kind.value / wiring.JOURNAL).exists()

    def _unfinished(self, kind: Kind) -> StoredGame | None:
        if not self.is_kept(kind):
            return None
        if kind is Kind.SIMULATED and not self._world.exists():
            return None
        journal = self.journal(kind)
        try:
            return journal.unfinished() if journal is not None else None
        except StorageTrouble as trouble:
            self.trouble = str(trouble)
            return None

    def resume(self, kind: Kind) -> "tuple[RunningGame, World | None] | None":
        """The interrupted game of a table, exactly as it stood, or None when there is none."""
        journal = self.journal(kind)
        if journal is None or (kind is Kind.SIMULATED and not self._world.exists()):
            return None
        try:
            game = wiring.resume_game(self._box, journal)
        except StorageTrouble as trouble:
            print(f"lairkeeper: {trouble}; a new game begins", file=sys.stderr)
            return None
        if game is None:
            return None
        return game, self._kept_world() if kind is Kind.SIMULATED else None

    def begin(
        self, kind: Kind, options: Options, seed: int | None, night: int | None = None
    ) -> "tuple[RunningGame, World | None]":
        """A new game, of a game night if there is one, and the cards of a simulated table."""
        here = self._new_world(options, seed) if kind is Kind.SIMULATED else None
        return wiring.begin_game(self._box, options, self.journal(kind), night), here

    def _new_world(self, options: Options, seed: int | None) -> "World":
        from companion import world

        chosen = random.randrange(1_000_000) if seed is None else seed
        here = world.set_up(options.player_count, chosen, self._box.catalog, self._box.things, options=options)
        self.keep(here)
        return here

    def _kept_world(self) -> "World":
        from companion import world

        return world.load(self._world, self._box.things)

    @property
    def _world(self) -> Path:
        return self.data / Kind.SIMULATED.value / wiring.WORLD

    def keep(self, here: "World") -> None:
        """A table that cannot be kept only cannot be resumed; the game goes on."""
        from companion import world

        if self.journal(Kind.SIMULATED) is None:
            return
        try:
            world.save(here, self._world)
        except OSError as error:
            print(f"lairkeeper: the simulated table cannot be kept: {error}", file=sys.stderr)

    def close(self) -> None:
        """Close the journals."""
        for journal in self._journals.values():
            if journal is not None:
                journal.close()
