"""Work shared between two threads: the same comes out as with one."""

import os
import signal
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.listed import LISTED, book, laid, photo, right, specs
from tests.vision.pictures import tilted
from vision import threads
from vision.calibration import TableMap
from vision.dictionary import DictionaryDecoder
from vision.threads import each, use_threads, used_threads


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = used_threads()
    yield
    use_threads(before)


@pytest.mark.parametrize("count", [1, 2])
def test_answers_come_in_the_order_of_the_parts(count: int) -> None:
    use_threads(count)
    assert each(lambda number: number * number, range(50)) == [number * number for number in range(50)]


def test_two_threads_work_at_the_same_time_and_never_more() -> None:
    use_threads(8)
    meeting = threading.Barrier(threads.MOST, timeout=5)
    seen = set()

    def work(_: int) -> None:
        meeting.wait()  # nobody gets past this alone
        seen.add(threading.get_ident())

    each(work, range(6))
    assert len(seen) == threads.MOST == used_threads()


def test_work_that_is_not_the_readers_may_use_other_threads() -> None:
    use_threads(1)
    meeting = threading.Barrier(threads.MOST, timeout=5)
    each(lambda _: meeting.wait(), range(6), threads.MOST)
    use_threads(2)
    assert each(lambda _: threading.get_ident(), range(6), 1) == [threading.get_ident()] * 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    each(lambda number: number, range(6), threads.MOST)
    child = os.fork()
    if not child:
        done = each(lambda number: number, range(6), threads.MOST)
        os._exit(0 if done == list(range(6)) else 1)
    for _ in range(100):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("it waits for a thread that was not forked")
    assert status == 0


def test_what_goes_wrong_in_either_thread_is_told() -> None:
    use_threads(2)

    def work(number: int) -> int:
        if number == 7:
            raise ValueError("seven")
        return number

    with pytest.raises(ValueError, match="seven"):
        each(work, range(8))
    assert each(work, range(7)) == list(range(7))


def test_one_thread_reads_exactly_what_two_read() -> None:
    size = (1800, 1400)
    stickers = laid(9, 7, LISTED)
    camera = tilted(1.5 * 25 / 16, *size, 12)
    picture = photo(stickers, camera, size)
    table = TableMap(np.asarray(np.linalg.inv(camera)), 0.0, 0)
    found = []
    for count in (1, 2):
        use_threads(count)
        found.append(DictionaryDecoder(book(), specs(), table=table).decode(picture))
    assert len(right(found[0], stickers, camera)) == len(stickers)
    assert found[0] == found[1]
