"""The eyes above the table, real or simulated: opened for a game, or only for people to look through."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.eyes import OpeningEyes
from companion.inbox import CameraLost, CameraSees, EyeBlinked, Inbox, TableSaw
from companion.lookout import Lookout
from companion.views.watching import Sight, Where
from engine.core.observations import TableSeen

if TYPE_CHECKING:  # these load numpy and OpenCV
    from vision.frames import FrameSource
    from vision.reader import Looker, TableReader
    from vision.stickers import StickerSpec

Sets = tuple[str, ...]
CAMERA_SILENT_S = 1.5
"""A camera that does not answer for so long hangs."""


class Watch:
    """At most one reader at a time. What it sees goes into the inbox, unless somebody only looks through the camera."""

    def __init__(
        self, inbox: Inbox, new_eye: "Callable[[Sets], Looker]", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.is_preview = False
        """Somebody looks through the camera before a game: what it sees means nothing yet."""
        self.sets: Sets = ()
        """The boxes whose stickers are read."""
        self.source: FrameSource | None = None
        """The camera that was opened last."""
        self._is_lost = False
        self._inbox, self._new_eye, self._clock = inbox, new_eye, clock
        self._reader: OpeningEyes | None = None
        self._lookout = Lookout(clock)

    @property
    def is_open(self) -> bool:
        """Whether somebody looks at a table."""
        return self._reader is not None

    @property
    def is_hanging(self) -> bool:
        """Whether the camera has not answered for too long; a camera that hangs raises nothing."""
        return self._reader is not None and self._reader.silent_s > CAMERA_SILENT_S

    def open(self, source: "FrameSource", sets: Sets, *, is_preview: bool = False) -> None:
        """Look at the table that this camera sees."""
        self.source, self.sets, self.is_preview = source, sets, is_preview
        self._lookout.forget()
        self._reader = OpeningEyes(lambda: self._new_reader(source, sets))

    def looks_through(self, source: "FrameSource | None", sets: Sets) -> bool:
        """Whether this camera is looked through, for these boxes."""
        return self.is_open and self.source is source and self.sets == sets

    def lose(self, *, is_lost: bool) -> None:
        """People are told that there are no pictures, or no longer. What was seen before is shown to nobody."""
        self._is_lost = is_lost
        if is_lost and self._reader is not None:
            self._lookout.drop(self._reader)

    def sight(self, specs: "Callable[[], tuple[StickerSpec, ...]]", where: Where | None = None) -> Sight | None:
        """What the camera sees now, at most twice a second, and the part that is wanted; nothing before it looks."""
        return None if self._reader is None else self._lookout.look(self._reader, specs, where)

    def tidy(self) -> None:
        """Let go of pictures for people that nobody looks at any more."""
        if self._reader is not None:
            self._lookout.rest(self._reader)

    def close(self) -> None:
        """Look at nothing any more."""
        if self._reader is not None:
            self._reader.close()
        self._reader, self.is_preview = None, False

    def _new_reader(self, source: "FrameSource", sets: Sets) -> "TableReader":
        from vision.reader import TableReader

        return TableReader(
            source,
            self._new_eye(sets),
            post=self._saw,
            lost=lambda reason: self._inbox.put(CameraLost(reason)),
            blinked=lambda reason: self._inbox.put(EyeBlinked(reason)),
            clock=self._clock,
        )

    def _saw(self, seen: TableSeen) -> None:
        if not self.is_preview:
            self._inbox.put(TableSaw(seen))
        elif self._is_lost:
            self._inbox.put(CameraSees())
