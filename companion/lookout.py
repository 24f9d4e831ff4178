"""Small pictures for people: what the camera sees now, at most twice a second, however fast the eye is."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from companion.views.watching import Detail, LivePicture, Sight, Where

if TYPE_CHECKING:  # loads OpenCV
    from vision.frames import Frame, Picture
    from vision.process import Glance
    from vision.reader import Take
    from vision.stickers import StickerSpec

EVERY_S = 0.5
WIDEST_PX = 960
"""More than the page of the camera has room for."""
UNUSED_S = 5.0
"""Pictures that nobody has looked at for so long are let go."""
DETAIL_PX = 640
"""As much as a question has room for."""


class Glimpsing(Protocol):
    """A reader that can be asked to make something of its next picture."""

    def glimpse(self, take: "Take | None") -> Any:
        """What was made of a picture since the last call, if there was one; None asks for no more."""
        ...


class Lookout:
    """Keeps the newest small picture of the table while somebody looks at it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._taken_s: float | None = None
        self._looked_s = 0.0
        self._numbers = count(1)
        self._sight: Sight | None = None

    def look(
        self, reader: Glimpsing, specs: "Callable[[], tuple[StickerSpec, ...]]", where: Where | None = None
    ) -> Sight | None:
        """What the camera shows; the same as before when that is less than half a second old.

        `where` says which part of it is wanted as sharp as it is.
        """
        now = self._looked_s = self._now()
        if self._taken_s is not None and now - self._taken_s < EVERY_S:
            return self._sight
        made: _Taken | None = reader.glimpse(partial(_Taken.of, next(self._numbers), where))
        if made is not None:
            self._taken_s = now
            known = specs() if self._sight is None else self._sight.specs
            self._sight = Sight(made.picture, made.glance, known, made.detail)
        return self._sight

    def rest(self, reader: Glimpsing) -> None:
        """Let go of pictures that nobody looks at any more."""
        if self._sight is not None and self._now() - self._looked_s > UNUSED_S:
            self.drop(reader)

    def drop(self, reader: Glimpsing) -> None:
        """What was seen is old, and so is what was asked for."""
        reader.glimpse(None)
        self.forget()

    def forget(self) -> None:
        """Another camera, or another table: nothing old is shown."""
        self._taken_s, self._sight = None, None


@dataclass(frozen=True, slots=True)
class _Taken:
    """A picture made small, what the eye made of it, and maybe a part of it."""

    picture: LivePicture
    glance: "Glance"
    detail: Detail | None

    @classmethod
    def of(cls, number: int, where: Where | None, frame: "Frame", glance: "Glance") -> "_Taken":
        picture = frame.picture
        return cls(live_picture(picture, number), glance, detail_of(picture, glance, number, where))


def detail_of(picture: "Picture", glance: "Glance", number: int, where: Where | None) -> Detail | None:
    """The part of a picture that is wanted; nothing when nobody wants one, or it is not in the picture."""
    height, width = picture.shape[:2]
    region = where(glance, width, height) if where is not None else None
    if region is None:
        return None
    left, top, right, bottom = region
    return Detail(live_picture(picture[top:bottom, left:right], number, DETAIL_PX), left, top)


def live_picture(picture: "Picture", number: int, widest: int = WIDEST_PX) -> LivePicture:
    """A picture made small, as the screen wants it."""
    import cv2

    height, width = picture.shape[:2]
    shrunk = max(1.0, width / widest)
    size = (round(width / shrunk), round(height / shrunk))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if shrunk > 1 else picture
    rgb = cv2.cvtColor(small, cv2.COLOR_GRAY2RGB if small.ndim == 2 else cv2.COLOR_BGR2RGB)
    return LivePicture(number, *size, shrunk, rgb.tobytes())
