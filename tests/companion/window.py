"""What happens in a real window, drawn offscreen. Kivy has one window per process, so this is a script:

python -m tests.companion.window scenes 800 480     every scene: does all text fit, can everything be reached?
python -m tests.companion.window touch de           a whole game by touch alone
python -m tests.companion.window camera en          a whole game with the simulated camera
python -m tests.companion.window night de           a game night of two short games by touch alone
python -m tests.companion.window newcomer           from the start page to the first bait
python -m tests.companion.window keys               what keys lead to

Each prints what it found as one line of JSON.
"""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion import wiring
from companion.evening import Evening
from companion.phrasebook import LANGUAGES
from companion.play import add_arguments
from companion.screens.environment import prepare
from companion.views.layout import Box
from companion.views.page import Action, Page
from companion.views.watching import WatchView
from engine.boss_monster.commands import WalkOn
from engine.boss_monster.state import Phase, Question, State
from tests.companion.finger import next_tap
from vision.trouble import CameraTrouble

if TYPE_CHECKING:
    from vision.frames import FrameSource

SETTLED = 3
"""Frames until everything is drawn."""
LONGEST_S = 240
"""A whole game takes a fraction of it, even on a busy machine."""


def drive(app: Any, script: Iterator[object]) -> None:
    """Let a window run, step by step: each `yield` of the script waits for a frame."""
    from kivy.clock import Clock

    Clock.schedule_interval(lambda _: app.stop() if next(script, None) is None else None, 0)
    app.run()


def run(script: Iterator[object], root: Any) -> None:
    """A window that shows just this."""
    from kivy.app import App

    class Bare(App):  # type: ignore[misc]
        def build(self) -> Any:
            return root

    drive(Bare(), script)


def tap_at(x: float, y: float) -> None:
    """A finger goes down and up."""
    with _finger(x, y):
        pass


def hold(widget: Any, until: Callable[[], bool]) -> Iterator[int]:
    """A finger goes down and stays until something has happened."""
    with _finger(*widget.center):
        limit = time.monotonic() + 5
        while not until() and time.monotonic() < limit:
            yield 1


@contextmanager
def _finger(x: float, y: float) -> Iterator[None]:
    """Rests there meanwhile. The finger of Kivy's own tests would load pytest into what is measured."""
    from kivy.base import EventLoop
    from kivy.input.providers.mouse import MouseMotionEvent

    across, up = EventLoop.window.width - 1.0, EventLoop.window.height - 1.0
    touch = MouseMotionEvent("finger", 99, (x / across, y / up, "left"), is_touch=True, type_id="touch")
    EventLoop.post_dispatch_input("begin", touch)
    yield
    EventLoop.post_dispatch_input("end", touch)


def memory_mb() -> float:
    """The memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


# -- every scene -------------------------------------------------------------------------------------------------------


class SceneCheck:
    """Shows every scene and notes what is wrong with it."""

    def __init__(self, size: tuple[int, int]) -> None:
        from companion.screens.stage import Stage

        stage: Any = Stage()  # type: ignore[no-untyped-call]
        self.size, self.stage = size, stage
        self.acted: list[Action] = []
        self.stage.bind(on_action=lambda _, action: self.acted.append(action))
        names = ("too_large", "overlapping", "on_pictures", "cut", "small", "unreachable", "deaf")
        self.found: dict[str, Any] = {name: [] for name in names} | {"shown": 0, "colours": {}}

    def script(self) -> Iterator[int]:
        from companion.scenes import SCENES, scene_view

        box = wiring.open_box()
        yield from range(1, 1 + SETTLED)
        for scene in SCENES:
            for language in LANGUAGES:
                view = scene_view(scene, box, language)
                self.stage.present(view, "dark", 0.0)
                yield from range(1, 1 + SETTLED)
                yield from self._check_sheets(f"{scene} {language}", view)
        yield from self._check_long_press(box)
        yield from self._check_walk(box)
        yield from self._check_picture(box)
        self.found["colours"] = self._count_colours()
        self.found["size"] = [int(self.stage.width), int(self.stage.height)]

    def _check_long_press(self, box: wiring.Box) -> Iterator[int]:
        """A finger that stays asks for corrections, and is no tap."""
        from companion.scenes import scene_view

        self.stage.present(scene_view("table", box, "en"), "dark", 0.0)
        yield from range(1, 1 + SETTLED)
        boss = self.stage.screen.lanes[1].boss
        self.acted.clear()
        yield from hold(boss, lambda: bool(self.acted))
        self.found["held"] = [str(action) for action in self.acted]

    def _check_walk(self, box: wiring.Box) -> Iterator[int]:
        """The hero walks to its next room; where nobody wants that, it simply stands there."""
        from companion.scenes import scene_desk

        desk = scene_desk("adventure", box, "en")
        before, game = desk.view(), desk.session.host.game
        game.carry_out(WalkOn())
        desk.session.touched()
        after = desk.view()
        for name, animated in (("walked", True), ("jumped", False)):
            places = []
            for view in (before, after):
                self.stage.present(replace(view, animated=animated), "dark", 0.0)  # type: ignore[arg-type]
                limit = time.monotonic() + (1.0 if view is after else 0.0)
                yield from range(1, 1 + SETTLED)
                places.append(int(self.stage.screen.ids.walker.x))
                while time.monotonic() < limit:
                    yield 1
                    places.append(int(self.stage.screen.ids.walker.x))
            self.found[name] = len(set(places))

    def _check_picture(self, box: wiring.Box) -> Iterator[int]:
        """A finger on a card in the live picture corrects this card; on the bare table it means nothing."""
        from companion.scenes import scene_view

        view = scene_view("camera", box, "en")
        assert isinstance(view, WatchView) and view.picture is not None
        self.stage.present(view, "dark", 0.0)
        yield from range(1, 1 + SETTLED)
        table = self.stage.screen.ids.picture
        shown = table.shown(view.picture)
        zoom = shown.width / view.picture.width
        wanted, self.found["touched"] = [], []
        for x, y in (*(mark.middle for mark in view.marks), (2.0, 2.0)):
            wanted.append([mark.action for mark in view.marks if mark.middle == (x, y)])
            self.acted.clear()
            tap_at(table.x + shown.x + x * zoom, table.top - shown.y - y * zoom)
            self.found["touched"].append(list(self.acted))
        self.found["meant"] = wanted

    def _check_sheets(self, where: str, view: object) -> Iterator[int]:
        """A page may have several sheets: each is looked at."""
        screen, reached = self.stage.screen, set[object]()
        sheets = len(screen._plan.sheets) if isinstance(view, Page) else 1
        for _ in range(sheets):
            self._check_text(where)
            self._check_taps(where, reached)
            if sheets > 1:
                screen.turn(1)
                yield from range(1, 1 + SETTLED)
        if isinstance(view, Page):
            offered = {str(tile.action) for tile in view.tiles()}
            self.found["unreachable"] += [f"{where}: {action}" for action in offered - reached]
        self.found["shown"] += sheets

    def _check_text(self, where: str) -> None:
        for widget in self.stage.screen.painted():
            if widget.width <= 1:
                continue
            places: list[tuple[str, Box]] = []
            for drawn in widget.drawn:
                what = f"{where}: {type(widget).__name__}: {drawn.text}"
                inside = widget.box.contains(drawn.box) and drawn.width <= drawn.box.width + 1
                if not inside or drawn.height > drawn.box.height + 3:
                    self.found["too_large"].append(what)
                if drawn.text.endswith("…") and not where.startswith("crowded"):
                    self.found["cut"].append(what)
                place = Box(int(drawn.x), drawn.box.y, int(drawn.width), drawn.box.height)
                if any(picture.overlaps(place.inset(2)) for picture in widget.icons_at):
                    self.found["on_pictures"].append(what)
                self.found["overlapping"] += [f"{what} / {text}" for text, box in places if box.overlaps(place)]
                places.append((drawn.text, place))

    def _check_taps(self, where: str, reached: set[object]) -> None:
        """Everything is large enough, answers a tap, and is reached with the tabulator."""
        screen = self.stage.screen
        taps = screen.taps()
        focused = []
        for _ in taps:
            self.stage.move_focus(1)
            focused.append(self.stage.focused)
        if len(set(map(id, focused))) != len(taps):
            self.found["unreachable"].append(f"{where}: {len(set(map(id, focused)))} of {len(taps)}")
        for tap in taps:
            reached.add(str(tap.action))
            if min(tap.size) < screen.touch - 1 and not self._has_large_twin(tap, taps):
                self.found["small"].append(f"{where}: {tap.action} {[int(side) for side in tap.size]}")
            if tap.action != "turn":
                self.acted.clear()
                tap_at(*tap.center)
                if self.acted != [tap.action]:
                    self.found["deaf"].append(f"{where}: {tap.action} -> {self.acted}")

    def _has_large_twin(self, tap: Any, taps: list[Any]) -> bool:
        """A number may be small where its neighbours, which lie around it without gaps, lead to the same page."""
        same = [other for other in taps if other.action == tap.action]
        wide = max(other.right for other in same) - min(other.x for other in same)
        high = max(other.top for other in same) - min(other.y for other in same)
        return bool(min(wide, high) >= 0.95 * self.stage.screen.touch)

    def _count_colours(self) -> int:
        pixels = self.stage.export_as_image().texture.pixels
        return len({pixels[place : place + 3] for place in range(0, len(pixels), 4 * 97)})


# -- whole games -------------------------------------------------------------------------------------------------------


class GamePlay:
    """A finger that plays in the real window, with the real app around a real evening."""

    def __init__(self, evening: Evening) -> None:
        from companion.screens.app import LairkeeperApp

        self.evening = evening
        self.app: Any = LairkeeperApp(
            evening.desk, evening.tick, evening.act, evening.press, evening.redo, ticks_per_s=60
        )
        self.found: dict[str, Any] = {"taps": 0, "times_ms": [], "work_ms": []}
        self.dice = Random(4)

    def run(self, script: Iterator[object]) -> dict[str, Any]:
        from kivy.clock import Clock

        def step(_: float) -> None:
            if next(script, None) is None:
                self.app.stop()

        Clock.schedule_interval(step, 0)
        self.app.run()
        return self.found

    def tap(self, action: Action) -> Iterator[int]:
        """Find the thing that means this, turning sheets if need be, and tap it."""
        for _ in range(40):
            screen = self.app.stage.screen
            found = next((tap for tap in screen.taps() if tap.action == action), None)
            if found is not None:
                self.found["taps"] += 1
                before, began, worked = self.app.stage.screen.view, time.perf_counter(), time.thread_time()
                tap_at(*found.center)
                yield 1
                if self.app.stage.screen.view != before:
                    self.found["times_ms"].append(1000 * (time.perf_counter() - began))
                    self.found["work_ms"].append(1000 * (time.thread_time() - worked))
                return
            self.found["taps"] += 1
            tap_at(*screen.ids.after.center)
            yield 1
        raise AssertionError(f"{action} is nowhere on {self.app.stage.screen.view}")

    def whole_game(self) -> Iterator[int]:
        """Until somebody has won."""
        yield from range(1, 5)
        limit = time.monotonic() + LONGEST_S
        while time.monotonic() < limit:
            state = self.evening.session.host.state
            if state.phase is Phase.OVER and not self.evening.desk.places:
                break
            if self.evening.session.host.is_closing:
                yield 1
                continue
            yield from self.tap(next_tap(self.evening.desk.view(), state, self.dice))
        state = self.evening.session.host.state
        self.found |= {"phase": state.phase.value, "players": len(state.players), "rounds": state.round}
        self.found |= {"screen": type(self.app.stage.screen).__name__, "memory_mb": round(memory_mb())}

    def first_bait(self) -> Iterator[int]:
        """A newcomer taps "First evening", then whatever is golden, or an answer when a card asks."""
        yield from range(1, 5)
        yield from self.tap("guided")
        limit = time.monotonic() + 120
        while type(self.app.stage.screen).__name__ != "BaitScreen" and time.monotonic() < limit:
            host = self.evening.session.host
            if host.is_closing or (host.state.phase is Phase.ROUND_START and host.state.question is None):
                yield 1
                continue
            asked = host.state.question is not None  # a card asks: the newcomer picks an answer
            view = self.evening.desk.view()
            yield from self.tap(next_tap(view, host.state, self.dice) if asked else "button:next")
        self.found["screen"] = type(self.app.stage.screen).__name__


class KeyCheck:
    """Keys are pressed in the real app; what they lead to is noted."""

    def __init__(self, folder: Path) -> None:
        from companion.scenes import scene_desk
        from companion.screens.app import LairkeeperApp

        self.desk = scene_desk("bait", wiring.open_box(), "en")
        self.found: dict[str, Any] = {"pressed": [], "acted": [], "redone": 0, "closed": False}
        self.app: Any = LairkeeperApp(
            self.desk, lambda: None, self._act, lambda button: self.found["pressed"].append(button.value), self._redo
        )

    def _act(self, action: Action) -> None:
        self.found["acted"].append(action)
        if str(action).startswith(("go:", "back", "type:", "name:")):
            self.desk.act(action)

    def _redo(self) -> None:
        self.found["redone"] += 1

    def key(self, number: int, letter: str = "", *modifiers: str) -> None:
        from kivy.core.window import Window

        Window.dispatch("on_key_down", number, 0, letter, list(modifiers))

    def script(self) -> Iterator[int]:
        yield from range(1, 5)
        for number, letter in (
            (110, "n"),
            (112, "p"),
            (117, "u"),
            (8, ""),
            (114, "r"),
            (97, "a"),
            (104, "h"),
            (282, ""),
        ):
            self.key(number, letter)
        self.key(121, "y")
        for number, letter in ((108, "l"), (27, ""), (27, "")):
            self.key(number, letter)
        yield from self._answer()
        yield from self._hold()
        yield from self._type()
        self.app.bind(on_stop=lambda _: self.found.update(closed=True))
        self.found["acted"] = [action for action in self.found["acted"] if not str(action).startswith("type:")][:5]
        self.key(113, "q")

    def _answer(self) -> Iterator[int]:
        state = self.desk.session.host.game.history.turns[-1].state
        ask = Question("Q-14", ("take_back", "discard", "allow"), state.players[0].id, 1, (), "BM-BUILD-7")
        self._set(replace(state, questions=(ask,)))
        yield 1
        self.key(49, "1")
        self.key(51, "3")
        self.key(57, "9")

    def _hold(self) -> Iterator[int]:
        state = self.desk.session.host.state
        self._set(replace(state, questions=(), phase=Phase.BUILT))
        yield from range(1, 4)
        taps = self.app.stage.screen.taps()
        heading = next(place for place, tap in enumerate(taps) if tap.hold == "go:correct:p1")
        for _ in range(heading + 1):
            self.key(9)
        self.key(13, "", "shift")
        self.found["held"] = self.found["acted"].pop()
        self.desk.act("back")
        yield 1

    def _type(self) -> Iterator[int]:
        self.desk.places = ["new", "seat:0", "name:0"]
        self.desk.act("type:erase")
        yield from range(1, 4)
        for number, letter in ((97, "a"), (100, "d"), (97, "a")):
            self.key(number, letter)
        self.found["typed"] = self.desk.view().sections[0].tiles[0].label  # type: ignore[union-attr]
        self.desk.places = []
        self.desk.act("peek")
        yield 1

    def _set(self, state: State) -> None:
        game = self.desk.session.host.game
        last = game.history.turns[-1]
        game.history = replace(game.history, turns=(*game.history.turns[:-1], replace(last, state=state)))
        self.desk.session.touched()


FOUR = ("--seed", "3", "--names", "Anna,Ben,Cem,Dora")


NO_CAMERA = CameraTrouble("no camera is plugged in")


def new_evening(
    kind: type[Evening],
    folder: Path,
    language: str,
    agreed: tuple[str, ...] = FOUR,
    camera: "FrameSource | CameraTrouble" = NO_CAMERA,
) -> Evening:
    """An evening at its start page."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(["--data", str(folder), "--lang", language, *agreed])
    return kind(args, wiring.open_box(), camera, at_start=True)


def quick_evening() -> type[Evening]:
    """An evening whose camera needs no pictures. Loads OpenCV, which is no part of the start."""
    from tests.companion.quick_camera import QuickEvening

    return QuickEvening


def play(kind: str, language: str, folder: Path) -> dict[str, Any]:
    """One whole game, or a newcomer's way to the first bait."""
    if kind == "newcomer":
        game = GamePlay(new_evening(quick_evening(), folder, language, ()))
        found = game.run(game.first_bait())
    elif kind == "night":
        from tests.companion.window_night import NightPlay

        night = game = NightPlay(new_evening(Evening, folder, language))
        found = game.run(night.night())
    elif kind == "camera":
        game = GamePlay(new_evening(quick_evening(), folder, language))
        game.evening.act("guided")
        game.evening.tick()
        found = game.run(game.whole_game())
    else:
        game = GamePlay(new_evening(Evening, folder, language))
        found = game.run(game.whole_game())
    game.evening.close()
    for name in ("times_ms", "work_ms"):
        times = sorted(found.pop(name))
        found[f"p95_{name}"] = round(times[int(0.95 * (len(times) - 1))], 1) if times else None
    found["peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
    return found


def main(arguments: list[str]) -> int:
    """Run one of the scripts."""
    sys.stdout = sys.stderr  # the transcript of the games
    kind, *rest = arguments
    with tempfile.TemporaryDirectory() as folder:
        size = (int(rest[0]), int(rest[1])) if kind == "scenes" else (800, 480)
        prepare(Path(folder) / "kivy", size)
        if kind == "scenes":
            check = SceneCheck(size)
            run(check.script(), check.stage)
            found = check.found
        elif kind == "keys":
            check_keys = KeyCheck(Path(folder))
            drive(check_keys.app, check_keys.script())
            found = check_keys.found
        else:
            found = play(kind, rest[0] if rest else "en", Path(folder))
    print(json.dumps(found), file=sys.__stdout__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
