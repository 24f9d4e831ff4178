"""`python -m companion.mess_pictures`: the pictures of docs/mess.md, every kind of mess with its overlay."""

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from companion import wiring
from companion.bench_mess import Course, new_rehearsal
from companion.overlay_picture import drawn
from companion.rehearsal import Rehearsal, SimulatedClock
from companion.views.overlay import overlay
from companion.wiring import Box
from engine.boss_monster.interpret import interpret
from vision.frames import Picture
from vision.mess import Mess, MessKind, Shot
from vision.tabletop import Laid, Pose

FOLDER = Path("docs/mess")
_COURSE = Course(players=2, rounds=3, seed=7)
_SHOWN = (1280, 720)
_QUALITY = 80
_LOOKS = 12


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures into the folder given, or into docs/mess."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    folder = Path(given[0]) if given else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    box = wiring.open_box()
    rehearsal, clock = new_rehearsal(box, _COURSE, Mess())
    rehearsal.run(_COURSE.rounds)
    for kinds in (*(frozenset({kind}) for kind in MessKind), frozenset(MessKind)):
        name = "all" if len(kinds) > 1 else next(iter(kinds)).value
        picture = photographed(box, rehearsal, clock, Mess(kinds, seed=5))
        small = cv2.resize(picture, _SHOWN, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{name}.jpg"), small, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
        print(f"{name}", flush=True)
    return 0


def photographed(box: Box, rehearsal: Rehearsal, clock: SimulatedClock, mess: Mess) -> Picture:
    """A messy table with the overlay of what a new eye makes of it after a second."""
    host, source = rehearsal.host, rehearsal.source
    eye = wiring.new_eye(box, host.state.options.sets)
    tidy = source.settings
    source.rehang(mess.camera(tidy, 1))
    table = mess.laid(rehearsal.world.table, 1, _walker(rehearsal))
    shots = [Shot(table, mess.light("1.still"))] * _LOOKS
    film = mess.film(table.without(table.laid[-1].card.copy), table, "1.film")
    shots += moment(film) * 6
    for shot in shots:
        source.table, source.light = shot.table, shot.light
        source.shake = (shot.shake[0] * tidy.width_px, shot.shake[1])
        clock.tick()
        frame = source.read()
        seen = eye.look(frame)
    source.rehang(tidy)
    source.shake = (0.0, 0.0)
    todo = interpret(host.state, seen, box.catalog).todo
    outlines = () if eye.map is None else overlay(seen, eye.map, host.state, todo, box.catalog, box.book("en"))
    return drawn(frame.picture, outlines)


def moment(film: Sequence[Shot]) -> list[Shot]:
    """The hand in the middle of its way; if the table is knocked, the picture of a knock that is nearest to that."""
    middle = len(film) // 3
    knocked = [place for place, shot in enumerate(film) if shot.shake[0] > 0]
    place = min(knocked, key=lambda place: abs(place - middle), default=middle)
    return list(film[place : place + 1])


def _walker(rehearsal: Rehearsal) -> tuple[Laid, Pose] | None:
    """The first hero in town, as if it walked through the second room of the first player."""
    table = rehearsal.world.table
    heroes = [laid for laid in table.laid if laid.card.role.value == "hero" and laid.face_up]
    return (heroes[-1], table.seats[0].slot(2)) if heroes else None


if __name__ == "__main__":
    sys.exit(main())
