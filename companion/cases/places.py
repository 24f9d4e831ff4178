"""Cases about places on the table: from millimetres to slots and queues (rules 4.2, 4.3)."""

import math

from companion.cases.fields import Record
from companion.cases.reading import Case
from companion.cases.sitting import EVERYWHERE, Result, Seat, Sitting, sitting_for
from engine.boss_monster.building import SLOTS
from engine.boss_monster.sight import Sight, recognise
from engine.core.ids import Code, CopyId
from engine.core.observations import TableSeen, Turned
from vision.layout import Lying, Zones, read_layout
from vision.stickers import Role
from vision.tabletop import PITCH_MM, Pose

ME, OTHER = "me", "other"
ZONES = Zones(refit_rows=False, pitch_range=(PITCH_MM, PITCH_MM), farthest_hero=math.inf)
"""The cases measure from the boss card's own axes, with a fixed distance from room to room."""
STATES = {Turned.UPRIGHT: "active", Turned.UPSIDE_DOWN: "active", Turned.SIDEWAYS: "deactivated"}


def geometry(case: Case) -> Result:
    """In which slot rooms lie, whether they are turned and whether they are slid down."""
    given = case.given
    given.only("boss", "cards", *EVERYWHERE)
    sitting = _table(case)
    cards = dict(given.entries("cards"))
    lying = {sitting.box.room(name): _pose(facts) for name, facts in cards.items()}
    sight = _look(sitting, given, lying, Role.ROOM)
    answer: dict[str, object] = {}
    for room in sight.rooms:
        slot = room.slot if room.slot is not None and room.slot <= SLOTS else None
        answer[sitting.name(room.copy)] = {
            "slot": slot,
            "state": STATES.get(room.seen.turned, "unclear"),
            "slid": slot is not None and room.is_slid,
        }
    return Result(answer, (sitting,))


def queue_geometry(case: Case) -> Result:
    """Which heroes wait at the entrance, next to enter first."""
    given = case.given
    given.only("boss", "rooms", "heroes", *EVERYWHERE)
    sitting = _table(case)
    angle = given.record("boss").number("angle", 0.0)
    lying = {sitting.box.hero(name): _pose(facts, angle) for name, facts in given.entries("heroes")}
    sight = _look(sitting, given, lying, Role.HERO)
    queue = sight.queue(sitting.player(ME).boss, given.whole("rooms", most=SLOTS))
    return Result({"queue": sitting.named(queue)}, (sitting,))


def _table(case: Case) -> Sitting:
    sitting = sitting_for(case, (ME, OTHER))
    sitting.sit([Seat(ME, 900), Seat(OTHER, 100)])
    return sitting


def _pose(facts: Record, angle: float | None = None) -> Pose:
    facts.only("x", "y", "angle")
    return Pose(facts.number("x"), facts.number("y"), facts.number("angle", angle))


def _look(sitting: Sitting, given: Record, lying: dict[CopyId, Pose], role: Role) -> Sight:
    """What the camera's half makes of these cards, and what the engine's half makes of that."""
    boss = Code(sitting.player(ME).boss)
    cards = [Lying(boss, Role.BOSS, _pose(given.record("boss")))]
    cards += [Lying(Code(copy), role, pose) for copy, pose in lying.items()]
    return recognise(TableSeen(read_layout(cards, ZONES)), sitting.box.catalog)
