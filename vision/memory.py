"""Memory for large pictures: kept by the process, or handed back to the system, as it suits the process.

A picture of twelve million pixels is larger than what the C library keeps for itself. Each one is then fetched from the
system page by page, which takes longer than most of what is done with it.
"""

import contextlib
import ctypes
import gc

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names of settings in glibc's malloc.h."""
_LARGEST = 256 * 1024 * 1024
_KEPT = 512 * 1024 * 1024


def keep_large_blocks() -> bool:
    """From now on freed pictures are used again by this process; False where the C library knows no such setting.

    For processes that make one picture after the other and end soon: memory that is free for a moment stays with them.
    """
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_MMAP_THRESHOLD, _LARGEST)) and bool(mallopt(_TRIM_THRESHOLD, _KEPT))
    return False


def return_free_pages() -> bool:
    """Hand back what is free now, also between what is used: some milliseconds. False where nothing was."""
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).malloc_trim(0))
    return False


def return_large_blocks(larger_than: int = 128_000, kept: int = 1_000_000) -> bool:
    """From now on freed blocks larger than this go back to the system at once, and free memory above `kept` does too.

    For processes that live long: the first search of a whole table needs more for a moment than all pictures after it,
    and among what stays the C library would keep ever larger holes.
    """
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_MMAP_THRESHOLD, larger_than)) and bool(mallopt(_TRIM_THRESHOLD, kept))
    return False


def keep_objects() -> None:
    """What is there now stays as long as the process lives: from now on nobody looks for rubbish among it."""
    gc.collect()
    gc.freeze()
