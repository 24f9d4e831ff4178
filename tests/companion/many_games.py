"""Many games in one app, one after the other, really drawn: does the memory stay where it is?

python -m tests.long_evening --games 50                    by touch alone
python -m tests.long_evening --games 20 --camera           with the simulated table and the quick camera
python -m tests.long_evening --games 1 --camera pictures   with drawn pictures and the real reader
python -m tests.long_evening --games 2 --camera recorded   by touch; the real reader reads recorded pictures
KIVY_GL_BACKEND=mock python -m tests.long_evening          without the library that draws: only what is ours

Prints a line per game: resident memory of the window's process; of the whole app, with the processes of the eye; what
is allocated by `malloc`, and what glibc keeps of it for later; memory blocks of Python; objects that the garbage
collector knows; widgets, textures and drawing instructions among them. Then nobody taps for some seconds: how many
frames the window showed in each, and how long its thread worked for one of them, in 95 of 100.
"""

import argparse
import ctypes
import gc
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.evening import Evening
from companion.screens.environment import prepare
from tests.companion.window import GamePlay, memory_mb, new_evening

MB = 1e6
MALLINFO = (
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)
WATCHED = 180
"""Frames: three seconds."""
CAMERAS = ("none", "quick", "pictures", "recorded")


@dataclass(frozen=True)
class Held:
    """What the process holds after a game."""

    game: int
    rounds: int
    rss_mb: float
    app_mb: float
    used_mb: float
    free_mb: float
    blocks: int
    objects: int
    widgets: int
    textures: int
    instructions: int
    frames_per_s: float
    frame_work_ms: float


class _Mallinfo(ctypes.Structure):
    """The fields of glibc's `mallinfo2`."""

    _fields_ = [(name, ctypes.c_size_t) for name in MALLINFO]


def malloc_mb() -> tuple[float, float]:
    """What is in use, and what glibc keeps for later; nothing is known of other libraries."""
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if ask is None:
        return 0.0, 0.0
    ask.restype = _Mallinfo
    told = ask()
    return (told.uordblks + told.hblkhd) / MB, told.fordblks / MB


def app_mb() -> float:
    """What this process holds, and what everything that it started holds beyond that."""
    files = {name for name, _ in _mappings(os.getpid()) if name}
    others = [(name, sizes) for pid in _descendants(os.getpid()) for name, sizes in _mappings(pid)]
    # pages that a fork shares count once, and so do files and pictures that our process sees too
    beyond = sum(sizes["Private_Dirty"] if name in files else sizes["Pss"] for name, sizes in others)
    return memory_mb() + beyond / MB


def _mappings(pid: int) -> Iterator[tuple[str, Counter[str]]]:
    """The files that a process maps ("" for memory of its own), and how many bytes of them are resident."""
    try:
        lines = Path(f"/proc/{pid}/smaps").read_text().splitlines()
    except OSError:  # it has just ended
        return
    name, sizes = "", Counter[str]()
    for line in lines:
        first, *rest = line.split()
        if not first.endswith(":"):
            yield name, sizes
            name, sizes = (rest[4] if len(rest) > 4 and rest[4].startswith("/") else ""), Counter()
        elif rest[1:] == ["kB"]:
            sizes[first[:-1]] += int(rest[0]) * 1024
    yield name, sizes


def _descendants(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []
    return [*children, *(deeper for child in children for deeper in _descendants(child))]


def counted() -> tuple[int, Counter[str]]:
    """All objects that the garbage collector knows, and how many there are of each type."""
    gc.collect()
    known = gc.get_objects()
    return len(known), Counter(type(each).__name__ for each in known)


class LongEvening:
    """Plays game after game in the real app and notes what is held after each."""

    def __init__(self, play: GamePlay, games: int, camera: str) -> None:
        self.play, self.games, self.camera = play, games, camera
        self.half = max(1, games // 2)
        self.works: list[float] = []
        self.per_s = 0.0
        self.types: dict[int, Counter[str]] = {}
        """After half of the games and after the last; to note more would be growth of its own."""

    def script(self) -> Iterator[int]:
        """One game after the other; every `yield` waits for a frame."""
        for number in range(1, self.games + 1):
            if self.camera in ("quick", "pictures"):
                self.play.evening.act("guided")
                self.play.evening.tick()
            elif self.camera == "recorded":
                yield from range(1, 5)
                yield from self.play.tap("go:new")
                yield from self.play.tap("new:touch")
            elif number > 1:
                yield from self.play.tap("go:new")
            yield from self.play.whole_game()
            yield from self._watch()
            self._note(number)

    def _watch(self) -> Iterator[int]:
        """Nobody taps; the eye goes on reading, if there is one."""
        self.works.clear()
        begun = time.monotonic()
        for _ in range(WATCHED):
            worked = time.thread_time()
            yield 1
            self.works.append(1000 * (time.thread_time() - worked))
        self.works.sort()
        self.per_s = WATCHED / (time.monotonic() - begun)

    def _note(self, number: int) -> None:
        here, app, (used, free) = memory_mb(), app_mb(), malloc_mb()
        objects, types = counted()
        if number in (self.half, self.games):
            self.types[number] = types
        held = Held(
            number,
            int(self.play.found["rounds"]),
            *(round(here, 1), round(app, 1), round(used, 1), round(free, 1)),
            sys.getallocatedblocks(),
            objects,
            sum(1 for _ in self.play.app.stage.walk()),
            types["Texture"] + types["TextureRegion"],
            sum(types[name] for name in ("Color", "Rectangle", "Canvas", "BindTexture")),
            *(round(self.per_s, 1), round(self.works[int(0.95 * (len(self.works) - 1))], 2)),
        )
        for times in (self.play.found["times_ms"], self.play.found["work_ms"]):
            times.clear()  # these are ours, not the app's
        print(json.dumps(asdict(held)), file=sys.__stdout__, flush=True)

    def grown(self) -> list[tuple[str, int]]:
        """The types of which there are more objects now than after half of the games."""
        more = self.types[self.games] - self.types[self.half]
        return more.most_common(8)


def evening_with(camera: str, folder: Path, language: str) -> Evening:
    """An evening with this sort of camera; those who play by touch alone load nothing that belongs to one."""
    if camera == "quick":
        from tests.companion.quick_camera import QuickEvening

        return new_evening(QuickEvening, folder, language)
    if camera == "recorded":
        from tests.companion.recorded_camera import recorded

        return new_evening(Evening, folder, language, camera=recorded(folder / "recorded"))
    return new_evening(Evening, folder, language)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print what is held after each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_evening", description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--camera", choices=CAMERAS, nargs="?", const="quick", default="none")
    parser.add_argument("--lang", default="en")
    chosen = parser.parse_args(arguments)
    sys.stdout = sys.stderr  # the transcript of the games
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder) / "kivy", (800, 480))
        began = time.process_time()
        play = GamePlay(evening_with(chosen.camera, Path(folder), chosen.lang))
        long = LongEvening(play, chosen.games, chosen.camera)
        play.run(long.script())
        play.evening.close()
    took = time.process_time() - began
    print(f"{took:.0f} s of work; more objects than after half of the games: {long.grown()}", file=sys.__stdout__)
    return 0
