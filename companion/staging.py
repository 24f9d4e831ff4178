"""What the camera above a rehearsal gets to see: the tidy table of the simulated players, or the mess they make of it.

The world of a rehearsal stays tidy, so that the truth is known; only the pictures are messy.
"""

from collections.abc import Callable

from companion.world import World
from engine.boss_monster.state import State
from vision.mess import Mess
from vision.simulated import SimulatedSource
from vision.tabletop import Laid, Pose, Tabletop


class Stage:
    """The simulated camera and the mess before it."""

    def __init__(self, source: SimulatedSource, mess: Mess) -> None:
        self.source, self.mess = source, mess
        self._tidy = source.settings
        self._shown: Tabletop | None = None

    def show(self, world: World, state: State, look: Callable[[], None]) -> None:
        """Bring the table up to date. While people reach over it, `look` is called once per picture."""
        source, mess = self.source, self.mess
        if not mess:
            source.table = world.table
            return
        key = f"{state.round}.{state.phase.value}.{state.active or ''}.{state.walk}"
        source.rehang(mess.camera(self._tidy, state.round))
        table = mess.laid(world.table, state.round, _walker(world, state))
        for shot in mess.film(table if self._shown is None else self._shown, table, key):
            length, angle = shot.shake
            source.table, source.light = shot.table, shot.light
            source.shake = (length * self._tidy.width_px, angle)
            look()
        source.table, source.light, source.shake = table, mess.light(key), (0.0, 0.0)
        self._shown = table


def _walker(world: World, state: State) -> tuple[Laid, Pose] | None:
    """The hero in a dungeon and the place of the room that it is in."""
    walk = state.walk
    laid = None if walk is None else world.table.find(walk.hero)
    if walk is None or laid is None or walk.slot < 1:
        return None
    seat = world.table.seats[world.seat_of(state.player(walk.player).boss)]
    return laid, seat.slot(walk.slot)
