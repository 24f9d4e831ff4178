"""Work shared between two threads. OpenCV and numpy let another thread run while they work, so two cores are used."""

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")
MOST = 2
"""More would hardly be quicker, and screen and camera want their cores too."""
ALL = min(MOST, os.cpu_count() or 1)
"""As many as this machine has cores for."""
_used = ALL


def use_threads(count: int) -> None:
    """From now on work is shared between so many threads, two at most. What comes out is the same.

    OpenCV's own threads are switched off: they would compete with these, and they do not survive a fork.
    """
    import cv2

    global _used
    cv2.setNumThreads(1)
    _used = max(1, min(MOST, count))


def used_threads() -> int:
    """Between how many threads work is shared."""
    return _used


@cache
def _helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "reader")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helper.cache_clear)  # threads do not survive a fork


def each(work: Callable[[_T], _R], parts: Sequence[_T], threads: int | None = None) -> list[_R]:
    """The work on each part, in their order. Whoever is done with a part takes the next one.

    `threads` is for work that is not the reader's and does not count as its.
    """
    if (_used if threads is None else threads) < MOST or len(parts) < MOST:
        return [work(part) for part in parts]
    left, done = deque(range(len(parts))), dict[int, _R]()

    def share() -> None:
        while left:
            try:
                one = left.popleft()
            except IndexError:  # the other thread was quicker
                return
            done[one] = work(parts[one])

    other = _helper().submit(share)
    share()
    other.result()
    return [done[one] for one in range(len(parts))]
