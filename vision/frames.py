"""Pictures of the table and where they come from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows x columns x 3, blue-green-red, as OpenCV has it; or rows x columns for grey pictures."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. `at_s` is the time it was taken, in seconds of a clock that never jumps."""

    number: int
    at_s: float
    picture: Picture


class FrameSource(Protocol):
    """Anything that gives pictures of the table."""

    def read(self) -> Frame:
        """The newest picture. Raises `CameraTrouble` or `OutOfFrames`."""
        ...

    def close(self) -> None:
        """Let go of the camera or the files."""
        ...


Room = Callable[[tuple[int, ...]], Picture]
"""Gives the place for a picture of this shape: the one before it is overwritten."""


@runtime_checkable
class Thrifty(Protocol):
    """A camera that puts its pictures where it is told to: pictures are large, and one copy is enough."""

    room: Room | None


@runtime_checkable
class Lockable(Protocol):
    """A camera whose focus and exposure can be held: a hand over the table must not change them."""

    def lock(self) -> None:
        """Hold focus, exposure and colours as they are now."""
        ...

    def adapt(self) -> None:
        """Let exposure and colours follow the light again; the focus stays as it is."""
        ...

    def unlock(self) -> None:
        """Let the camera find all of them by itself again."""
        ...
