"""Arms and sleeves over settled tables, again and again: no card may be dropped, none may move, no state may change.

Two levels. `read`: every sticker is read from the pixels by our own reader. `known`: pictures, hands and tracking are
as real, but which stickers can be read is worked out from what the arms leave visible; that is faster.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_db.qr import matrix
from companion import settings, wiring, world
from companion.actors import Actors
from companion.bench_report import Figure, Report, at_most, told
from companion.eye_making import make_reader
from companion.host import QUICK, Host
from companion.inbox import TableSaw
from companion.rehearsal import Rehearsal, SimulatedClock, Tally
from companion.wiring import Box as GameBox
from engine.boss_monster.events import QuestionAsked
from engine.boss_monster.options import Options
from engine.core.observations import TableSeen
from vision.camera_model import CameraModel, CameraSettings
from vision.covers import visible_share
from vision.decode import Decoder, Read
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.memory import keep_large_blocks
from vision.optics import Lamp
from vision.overlap import free_stickers
from vision.patches import Box, Patch, View, cover_patch
from vision.sensor import SensorNoise
from vision.simulated import SimulatedSource
from vision.table_picture import TablePicture
from vision.tabletop import Cover, CoverKind, Pose
from vision.tracker import QUICK as QUICK_TRACKING

SIZE = (1920, 1080)
LEVELS = ("read", "known")
_MOMENTS = (1, 1, 2, 2, 3, 4, 6, 10)
"""For so many pictures an arm stays."""
_REST = 40
"""An arm that rests stays longer than anything is waited for: almost three seconds."""
_RESTS = 0.02
_BETWEEN = (1,) * 9 + (2,) * 9 + (12, 12)
"""After so many pictures the next arm comes: mostly before the table could settle."""
_SETTLE = 20
_CHUNK = 50
_DRAWN = 16
"""So many arms are drawn per table, and pasted anywhere."""
_NOISES = 16
_LET_THROUGH = 128
"""Shadows let more light through than this, of 255; arms do not."""
_FULLY, _HARDLY = 0.97, 0.6
"""A sticker of which so much is visible is always read, or never; between them it is read in every other picture."""
_MOST_WITHOUT_EXPANSION = 4
_LARGE = (2880, 1620)
"""The stickers of a table of five or six are too small in the usual pictures."""


@dataclass(slots=True)
class Occlusions:
    """What arms did to settled tables."""

    times: int = 0
    stickers: int = 0
    """How many stickers they hid, wholly or in part."""
    dropped: int = 0
    moved: int = 0
    states: int = 0
    """How often the game changed."""
    questions: int = 0
    notices: int = 0
    """How often people were told something else, for instance that the camera was bumped."""
    complaints: list[str] = field(default_factory=list)

    def add(self, other: "Occlusions") -> None:
        """Count another table in."""
        self.times += other.times
        self.stickers += other.stickers
        self.dropped += other.dropped
        self.moved += other.moved
        self.states += other.states
        self.questions += other.questions
        self.notices += other.notices
        self.complaints += other.complaints


class Film:
    """Pictures of one lying table, drawn once, into which ready-drawn arms are pasted, so that thousands can be had."""

    def __init__(self, source: SimulatedSource, clock: Callable[[], float], dice: Random) -> None:
        settings, self.table = source.settings, source.table
        self._clock, self._dice, self._number = clock, dice, 0
        self._whole = Box(0, 0, settings.width_px, settings.height_px)
        self._view = View(source.homography(), CameraModel(settings).distortion)
        self._clean = TablePicture(settings, matrix).of(self.table).copy()
        self._shown = self._clean
        self._lamp = Lamp(settings)
        self._noise = _noises(settings)
        self._middle = (self.table.width_mm / 2, self.table.height_mm / 2)
        self._arms = [self._drawn(dice) for _ in range(_DRAWN)]
        stickers = [
            (laid.sticker, source.sticker_corners_px(laid), visible_share(self.table, laid)) for laid in self.table.laid
        ]
        self.stickers = [Read(one.code, at, 1.0) for one, at, free in stickers if one and at and free >= _FULLY]
        self._points = np.array([_grid(read) for read in self.stickers])
        self.shares: NDArray[np.float64] = np.ones(len(self.stickers))
        """How much of each sticker can be seen."""

    def read(self) -> Frame:
        """The next picture."""
        self._number += 1
        lighter, darker = self._noise[self._dice.randrange(_NOISES)]
        noisy = cv2.subtract(cv2.add(self._shown, lighter), darker)
        return Frame(self._number, self._clock(), np.asarray(noisy, np.uint8))

    def lay(self, dice: Random) -> str:
        """Lay one arm over the table, sometimes two, each at or near a card; says where."""
        self._shown, keeps = self._clean.copy(), np.full(self._clean.shape[:2], 255, np.uint8)
        words = []
        for _ in range(dice.choice((1, 1, 1, 2))):
            number, target = dice.randrange(_DRAWN), dice.choice(self.table.laid).pose
            palm = (target.x_mm + dice.uniform(-90, 90), target.y_mm + dice.uniform(-90, 90))
            (x, y), (left, top) = self._view.pixels((palm, self._middle))
            for patch in self._arms[number]:
                self._paste(patch, keeps, round(x - left), round(y - top))
            words.append(f"arm {number} at {palm[0]:.0f} {palm[1]:.0f}")
        seen = keeps[self._points[..., 1], self._points[..., 0]] > _LET_THROUGH
        self.shares = seen.mean(axis=1)
        return ", ".join(words)

    def clear(self) -> None:
        """Everybody takes the arms away."""
        self._shown, self.shares = self._clean, np.ones(len(self.stickers))

    def _drawn(self, dice: Random) -> tuple[Patch, ...]:
        """An arm from some player's side above the table's middle, bare or in a sleeve, longer than the picture."""
        angle = dice.choice(self.table.seats).boss.angle_deg + dice.uniform(-35, 35)
        kinds = (CoverKind.HAND, CoverKind.SLEEVE) if dice.random() < 0.4 else (CoverKind.HAND,)
        all_around = self._whole.grown(max(self._whole.right, self._whole.bottom))
        return tuple(cover_patch(Cover(kind, Pose(*self._middle, angle)), self._view, all_around) for kind in kinds)

    def _paste(self, patch: Patch, keeps: NDArray[np.uint8], right: int, down: int) -> None:
        box = patch.box
        there = Box(box.left + right, box.top + down, box.right + right, box.bottom + down)
        part = there.meet(self._whole)
        if not part:
            return
        here, within = part.within(), part.within(there)
        lit = self._lamp.shining_on(patch.adds[within], part.left, part.top)
        Patch(part, lit, patch.keeps[within]).over(self._shown[here], part)
        keeps[here] = cv2.multiply(keeps[here], patch.keeps[within], scale=1 / 255)


def _noises(settings: CameraSettings) -> list[tuple[Picture, Picture]]:
    """The sensor's noise, several times: what it adds and what it takes away."""
    sensor = SensorNoise(settings.noise, settings.seed)
    grey = np.full((settings.height_px, settings.width_px, 3), 128, np.uint8)
    noisy = [sensor.over(grey, number) for number in range(_NOISES)]
    return [(_less(one, grey), _less(grey, one)) for one in noisy]


def _less(one: Picture, other: Picture) -> Picture:
    return np.asarray(cv2.subtract(one, other), np.uint8)


def _grid(read: Read) -> NDArray[np.intp]:
    """Pixels all over a sticker."""
    one, two, three, four = (np.array(corner) for corner in read.corners)
    steps = np.linspace(0, 1, 9)
    places = [(one * (1 - x) + two * x) * (1 - y) + (four * (1 - x) + three * x) * y for x in steps for y in steps]
    return np.rint(places).astype(np.intp)


class KnowingDecoder:
    """Reads what is visible of the stickers without looking at their modules."""

    name = "known"

    def __init__(self, source: SimulatedSource, dice: Random) -> None:
        self._source, self._dice = source, dice
        self.film: Film | None = None
        """The film that is looked at; before there is one, the table itself."""

    def decode(self, picture: Picture) -> list[Read]:
        """Stickers in plain sight, and every other time those that are covered in part."""
        film = self.film
        if film is None:
            return self._free()
        return [read for read, share in zip(film.stickers, film.shares, strict=True) if self._is_read(float(share))]

    def _is_read(self, share: float) -> bool:
        return share >= _FULLY or (share >= _HARDLY and self._dice.random() < 0.5)

    def _free(self) -> list[Read]:
        laid = [(one.sticker, self._source.sticker_corners_px(one)) for one in free_stickers(self._source.table)]
        return [Read(sticker.code, corners, 1.0) for sticker, corners in laid if sticker and corners]


@dataclass(slots=True)
class Room:
    """A settled table in the middle of a game, with its camera, its eye and its referee."""

    host: Host
    film: Film
    eye: Eye
    clock: SimulatedClock
    told: list[object] = field(default_factory=list)

    def look(self, pictures: int, check: Callable[[TableSeen], None]) -> None:
        """So many pictures, each handed to the referee."""
        for _ in range(pictures):
            self.clock.tick()
            seen = self.eye.look(self.film.read())
            self.told += [news.what for news in self.host.handle(TableSaw(seen), self.clock.now_s)]
            check(seen)


def settled_table(
    box: GameBox, players: int, seed: int, level: str, size: tuple[int, int] | None = None, rounds: int = 1
) -> Room:
    """Play a few rounds, so that rooms, heroes, souls and wounds lie there, and let the table settle."""
    clock = SimulatedClock()
    is_large = players > _MOST_WITHOUT_EXPANSION
    size = size or (_LARGE if is_large else SIZE)
    options = Options(settings.NAMES[:players], sets=("base", "crash_landing") if is_large else ("base",))
    here = world.set_up(players, seed, box.catalog, box.things, options=options)
    game = wiring.begin_game(box, options, None)
    source = wiring.simulated_camera(here.table, size, seed, clock)
    specs = wiring.specs_of(box, options.sets)
    knowing = KnowingDecoder(source, Random(seed))
    decoder: Decoder = knowing if level == "known" else make_reader(specs)
    eye = Eye(decoder, specs, tracking=QUICK_TRACKING)
    host = Host(game, QUICK)
    actors = Actors(box.catalog, box.things)
    Rehearsal(host, actors, here, source, eye, clock, _ignore, _ignore, _ignore, Tally()).run(rounds)
    knowing.film = Film(source, clock, Random(seed))
    room = Room(host, knowing.film, eye, clock)
    room.look(_SETTLE, _ignore)
    room.told.clear()
    return room


def _ignore(_: object) -> None:
    pass


def occluded(room: Room, times: int, seed: int) -> Occlusions:
    """Lay arms over the table so many times."""
    dice, found, film = Random(seed), Occlusions(), room.film
    state = room.host.state
    first: list[TableSeen] = []
    room.look(1, first.append)
    before = _places(first[0])
    for _ in range(times):
        check = _Check(before)
        where = film.lay(dice)
        found.stickers += int((film.shares < _FULLY).sum())
        pictures = _REST if dice.random() < _RESTS else dice.choice(_MOMENTS)
        room.look(pictures, check)
        film.clear()
        room.look(dice.choice(_BETWEEN), check)
        found.times += 1
        found.dropped += len(check.missing)
        found.moved += len(check.moved)
        _count_told(found, room)
        if room.host.state != state:
            found.states, state = found.states + 1, room.host.state
        if check.missing or check.moved:
            found.complaints.append(f"time {found.times}, {pictures} pictures, {where}: {check}")
            room.look(3 * _SETTLE, _ignore)  # each is counted once
    return found


@dataclass(slots=True)
class _Check:
    """Holds every picture's table against the one that really lies there."""

    before: dict[str, tuple[str, str, int, str]] = field(repr=False)
    missing: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)

    def __call__(self, seen: TableSeen) -> None:
        now = _places(seen)
        self.missing |= self.before.keys() - now.keys()
        self.moved |= {name for name, place in now.items() if self.before.get(name) != place}


def _count_told(found: Occlusions, room: Room) -> None:
    asked = sum(isinstance(what, QuestionAsked) for what in room.told)
    found.questions += asked
    found.notices += len(room.told) - asked
    found.complaints += [f"time {found.times}: {what}" for what in room.told]
    room.told.clear()


def _places(seen: TableSeen) -> dict[str, tuple[str, str, int, str]]:
    """Every card and where the referee takes it to be; neutral backs by their number at each place."""
    places = {
        str(card.code): (card.spot.area.value, str(card.spot.seat), round(card.spot.place), card.turned.value)
        for card in seen.cards
    }
    for card in seen.backs:
        name = f"back {card.spot.area.value} {card.spot.seat} {round(card.spot.place)}"
        number = sum(other.startswith(name + "/") for other in places)
        places[f"{name}/{number}"] = (card.spot.area.value, str(card.spot.seat), 0, "")
    return places


def figures(found: Occlusions) -> list[Figure]:
    """What came of it beside what was promised."""
    return [
        told("arms laid over a settled table", str(found.times)),
        told("stickers hidden by them", str(found.stickers)),
        at_most("cards dropped", found.dropped, 0, "{:.0f}"),
        at_most("cards said to lie elsewhere", found.moved, 0, "{:.0f}"),
        at_most("changes of the game", found.states, 0, "{:.0f}"),
        at_most("questions", found.questions, 0, "{:.0f}"),
        at_most("other things told", found.notices, 0, "{:.0f}"),
    ]


def measured(rooms: Sequence[Room], times: int, seed: int, report: Report, until_s: float = math.inf) -> Occlusions:
    """The times are shared among these tables, fifty here and fifty there."""
    total, turn = Occlusions(), 0
    while total.times < times and time.monotonic() < until_s:
        room = rooms[turn % len(rooms)]
        found = occluded(room, min(_CHUNK, times - total.times), seed + turn)
        for complaint in found.complaints:
            report.say(f"{len(room.film.table.seats)} players, turn {turn}, {complaint}")
        total.add(found)
        turn += 1
        if turn % 10 == 0:
            report.say(f"{total.times} times, {total.dropped} dropped, {total.moved} moved")
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when something was dropped, moved or changed."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_occlusions", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="how often arms are laid over a table (default: 1000)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long, however many there were")
    parser.add_argument("--level", choices=LEVELS, default="read")
    parser.add_argument("--players", type=int, nargs="+", default=(2, 4, 6), choices=(2, 3, 4, 5, 6))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    report = Report(lambda line: print(line, flush=True))
    until_s = time.monotonic() + 60 * args.minutes
    keep_large_blocks()
    box = wiring.open_box()
    rooms = [settled_table(box, count, args.seed + number, args.level) for number, count in enumerate(args.players)]
    cards = ", ".join(f"{len(room.film.table.seats)} players with {len(room.film.table.laid)} cards" for room in rooms)
    report.chapter(f"arms over settled tables of {cards}; level {args.level}")
    report.add(figures(measured(rooms, args.times, args.seed, report, until_s)))
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
