"""Large pictures do not go back to the system after every use, and what nobody needs any more does."""

import gc
import subprocess
import sys

from vision.memory import keep_objects

SCRIPT = """
import resource, sys
import numpy as np
from vision.memory import keep_large_blocks
if sys.argv[1] == "kept":
    assert keep_large_blocks()
np.ones((2592, 4608, 3), np.uint8)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    np.ones((2592, 4608, 3), np.uint8)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def _faults(how: str) -> int:
    done = subprocess.run([sys.executable, "-c", SCRIPT, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_kept_blocks_are_used_again_without_asking_the_system() -> None:
    assert _faults("kept") < 100
    assert _faults("as usual") > 5 * _faults("kept") + 100


HOLES = """
import sys
from pathlib import Path
import numpy as np
from vision.memory import return_large_blocks

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

if sys.argv[1] == "returned":
    assert return_large_blocks()
np.ones(30_000_000, np.uint8)  # after this the C library keeps blocks up to this size
before = resident()
pictures = [np.ones(3_000_000, np.uint8) for _ in range(20)]
last = np.ones(100_000, np.uint8)
pictures.clear()
print(resident() - before)
"""


def test_free_pages_between_used_ones_go_back() -> None:
    script = HOLES.replace("np.ones(3_000_000, np.uint8)", "np.ones(50_000, np.uint8)").replace(
        "range(20)", "range(900)"
    )
    script = script.replace("pictures.clear()", "del pictures[1::2]; pictures = pictures[::9]")
    script = script.replace("print(", "from vision.memory import return_free_pages; return_free_pages(); print(")

    def held(how: str, script: str) -> int:
        done = subprocess.run([sys.executable, "-c", script, how], capture_output=True, text=True, check=True)
        return int(done.stdout)

    kept = held("as usual", script.replace("return_free_pages(); ", ""))
    assert kept > 8000, "pages that nobody needs"
    assert held("as usual", script) < kept / 3


def test_returned_blocks_leave_no_holes_below_what_is_used() -> None:
    def held(how: str) -> int:
        done = subprocess.run([sys.executable, "-c", HOLES, how], capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert held("as usual") > 10_000, "pages that nobody needs"
    assert held("returned") < 1000


def test_what_is_kept_is_no_longer_looked_through_for_rubbish() -> None:
    kept = [object(), []]
    before = gc.get_freeze_count()
    try:
        keep_objects()
        assert gc.get_freeze_count() > before
        assert not any(one is kept for one in gc.get_objects())
    finally:
        gc.unfreeze()
