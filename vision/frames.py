"""Pictures of the table and where they come from."""

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


@runtime_checkable
class Lockable(Protocol):
    """A camera whose focus and exposure can be held: a hand over the table must not change them."""

    def lock(self) -> None:
        """Hold focus, exposure and colours as they are now."""
        ...

    def unlock(self) -> None:
        """Let the camera find them by itself again."""
        ...
