"""The only place that chooses between real and simulated parts, and connects them."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cards_db.loader import GameFiles, load_files
from cards_db.overlay import FILE_NAME as OWN_CARDS
from cards_db.overlay import STICKERS
from companion import settings
from companion.game import RunningGame
from companion.journal import Journal, StorageTrouble, StoredGame
from companion.phrasebook import Phrasebook
from companion.stickers import physical_cards, sticker_specs
from engine.boss_monster.options import Options
from engine.core.cards import Catalog
from engine.core.errors import CardDataError
from engine.core.ids import Code, CopyId
from vision.stickers import StickerSpec

if TYPE_CHECKING:  # these load numpy and OpenCV, which nobody needs who only looks at the start page
    from vision.eye import Eye
    from vision.reader import Looker
    from vision.simulated import SimulatedSource
    from vision.tabletop import PhysicalCard, Tabletop

TABLE_SET = "table"
"""Town marker and neutral backs."""
PAD_SET = "spell_pad"
JOURNAL = "games.db"
GAME_CARDS = "cards_of_the_game.toml"
"""The owner's card file as it was when the running game began."""
WORLD = "table.json"
_MOST_AT_SMALL_TABLE = 4
LEARNED = "learned"
"""Folder for what can be worked out again at any time."""


@dataclass(frozen=True)
class Box:
    """The game's box: its cards as rules, as texts, as stickers and as things."""

    files: GameFiles
    overlay: Path | None = None
    """The owner's card file that was read too."""

    @cached_property
    def specs(self) -> Mapping[Code, StickerSpec]:
        """Every sticker, worked out when a camera first asks."""
        return sticker_specs(self.files.catalog, self.files.game)

    @cached_property
    def things(self) -> "Mapping[CopyId, PhysicalCard]":
        """Every printed card, worked out when a simulated table first asks."""
        return physical_cards(self.files.catalog, self.files.game, self.files.texts["en"])

    @property
    def catalog(self) -> Catalog:
        """All cards as the rules know them."""
        return self.files.catalog

    def book(self, language: str) -> Phrasebook:
        """The words of a language."""
        return Phrasebook(language, self.files.texts[language])


def open_box(overlay: Path | None = None) -> Box:
    """Read the card files, and the owner's own one if there is one. Raises `CardDataError` when they are broken."""
    return Box(load_files("boss_monster", overlay=overlay), overlay)


def own_cards(folder: Path | None) -> Path:
    """The owner's card file in a data folder; it need not exist."""
    return (folder or settings.data_folder()) / OWN_CARDS


def wall_clock() -> str:
    """The note that a journal entry carries; order never depends on it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def open_journal(folder: Path) -> Journal:
    """The journal in a data folder. Raises `StorageTrouble` with advice."""
    return Journal(folder / JOURNAL, wall_clock)


def begin_game(box: Box, options: Options, journal: Journal | None, night: int | None = None) -> RunningGame:
    """A new game, maybe one of a game night, stored from its first moment; without a journal it lives in memory."""
    if journal is None:
        return RunningGame(box.catalog, options)
    try:
        return RunningGame(box.catalog, options, journal, journal.begin(options, _own_words(box.overlay), night))
    except StorageTrouble as trouble:
        game = RunningGame(box.catalog, options)
        game.storage_trouble = str(trouble)
        return game


def resume_game(box: Box, journal: Journal) -> RunningGame | None:
    """The game that was interrupted, exactly as it stood, or None when there is none."""
    stored = journal.unfinished()
    return None if stored is None else stored_game(box, stored, journal)


def stored_game(box: Box, stored: StoredGame, journal: Journal) -> RunningGame:
    """A game as it stood after its last entry. Raises `StorageTrouble` when it cannot be replayed."""
    return RunningGame.resumed(_catalog_of(box, stored, journal.path.parent), stored, journal)


def _own_words(overlay: Path | None) -> str:
    return overlay.read_text("utf-8") if overlay is not None and overlay.exists() else ""


def _catalog_of(box: Box, stored: StoredGame, folder: Path) -> Catalog:
    """The cards as the owner knew them when the game began; what was learned since then counts in the next game."""
    if stored.own_cards == _own_words(box.overlay):
        return box.catalog
    kept = folder / GAME_CARDS
    try:
        kept.write_text(stored.own_cards, encoding="utf-8")
        if box.overlay is not None and (codes := box.overlay.with_name(STICKERS)).exists():
            (folder / STICKERS).write_text(codes.read_text("utf-8"), encoding="utf-8")
        return load_files("boss_monster", overlay=kept).catalog
    except (OSError, CardDataError):  # better with the newer facts than not at all
        return box.catalog


def simulated_size(options: Options) -> tuple[int, int]:
    """Pictures of the simulated table that are small and quickly drawn, and on which every sticker can be read."""
    if len(options.names) > _MOST_AT_SMALL_TABLE:
        return (2880, 1620)
    return (1920, 1080) if options.sets == ("base",) else (2304, 1296)


def simulated_camera(
    table: "Tabletop", size: tuple[int, int], seed: int, clock: Callable[[], float]
) -> "SimulatedSource":
    """A camera above a simulated table."""
    from cards_db.qr import matrix
    from vision.camera_model import CameraSettings
    from vision.simulated import SimulatedSource

    settings = CameraSettings(width_px=size[0], height_px=size[1], seed=seed)
    return SimulatedSource(table, matrix, settings, clock)


def new_eye(box: Box, sets: tuple[str, ...]) -> "Eye":
    """The reader of whole tables, for the stickers of the sets in play: a shorter list is read more surely."""
    from companion.eye_making import make_eye

    return make_eye(specs_of(box, sets))


def new_looker(box: Box, sets: tuple[str, ...], kept: Path, *, spare: bool = True) -> "Looker":
    """The eye in a process of its own, where the system can fork; else here. A spare one replaces it if it fails.

    What it works out about the list of stickers is kept in a folder for the next time.
    """
    from companion.eye_making import make_eye
    from vision.process import EyeProcess

    recipe = partial(make_eye, specs_of(box, sets), kept)
    return EyeProcess(recipe, spare=spare) if hasattr(os, "fork") else recipe()


def specs_of(box: Box, sets: tuple[str, ...]) -> dict[Code, StickerSpec]:
    """The stickers of these sets, and those of the table itself."""
    in_play = box.catalog.of_sets((*sets, TABLE_SET, PAD_SET)).codes
    return {code: spec for code, spec in box.specs.items() if code in in_play}
