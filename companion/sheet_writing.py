"""The sheet of stickers that is asked for at the screen: which boxes are on it, and writing it in the background."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from cards_db.loader import GameFiles
from companion.wiring import TABLE_SET
from engine.core.cards import Catalog


class SheetWriting:
    """The boxes that were chosen, and the file that is written. `tell` may be called from another thread."""

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        self._path, self._tell = path, tell
        self._chosen = {"base", TABLE_SET}

    def offered(self, catalog: Catalog, titles: Mapping[str, str]) -> tuple[tuple[str, str, int, bool], ...]:
        """The boxes for which stickers can be made: id, title, number of cards, chosen."""
        numbers = {name: sum(card.copies for card in catalog if card.set == name) for name in titles}
        return tuple((name, title, numbers[name], name in self._chosen) for name, title in titles.items())

    def choose(self, set_: str) -> None:
        """Take a box into the sheet, or leave it out."""
        self._chosen ^= {set_}

    def write(self, files: GameFiles, language: str) -> None:
        """Write the sheet in the background; later it is told where it lies, or why that failed."""
        chosen = [box.id for box in files.game.sets if box.id in self._chosen]

        def work() -> None:
            from companion.stickers import write_stickers

            told, texts = str(self._path), files.texts[language]
            try:
                write_stickers(files.catalog, files.game, texts, chosen, None, self._path, lambda _: None)
            except OSError as error:
                told = str(error)
            self._tell(told)

        threading.Thread(target=work, name="sticker-sheet", daemon=True).start()
