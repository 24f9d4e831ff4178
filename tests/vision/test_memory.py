"""Large pictures do not go back to the system after every use."""

import subprocess
import sys

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
