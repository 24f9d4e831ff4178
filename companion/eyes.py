"""Eyes that open in the background: learning the stickers of a box takes a moment, and nobody should wait for it."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # loads OpenCV
    from vision.reader import TableReader, Take


class OpeningEyes:
    """A reader that is made and started in a thread of its own. `make` must not touch the game."""

    def __init__(self, make: "Callable[[], TableReader]") -> None:
        self._make = make
        self._reader: TableReader | None = None
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._open, name="opening-eyes", daemon=True)
        self._thread.start()

    def _open(self) -> None:
        reader = self._make()
        self._reader = reader
        if not self._is_closed.is_set():
            reader.start()

    @property
    def silent_s(self) -> float:
        """How long no picture has come; nothing before the eyes are open."""
        return self._reader.silent_s if self._reader is not None else 0.0

    def glimpse(self, take: "Take | None") -> Any:
        """What was made of a picture since the last call; asks for the same of a newer one, if for anything."""
        return self._reader.glimpse(take) if self._reader is not None else None

    def close(self) -> None:
        """Stop looking and let go of the camera, even if the eyes have only just opened."""
        self._is_closed.set()
        self._thread.join()
        if self._reader is not None:
            self._reader.close()
