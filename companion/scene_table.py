"""A table as a game stands, with a camera above it: what the page of the camera shows in pictures and checks."""

from itertools import count

from cards_db.qr import matrix
from companion import wiring, world
from companion.lookout import detail_of, live_picture
from companion.views.watching import Sight, Where
from companion.wiring import Box
from engine.boss_monster.state import State
from engine.core.ids import Code, CopyId
from vision.camera_model import CameraSettings
from vision.decode import Read
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.overlap import free_stickers
from vision.process import Glance
from vision.simulated import SimulatedSource
from vision.tabletop import Tabletop, empty_table

SIZE = (2304, 1296)
LOOKS = 12
"""So many pictures, a tenth of a second apart, and the table is settled."""
_numbers = count(1)
"""Every picture has its own number: a screen draws only new ones."""


class TruthReader:
    """Reads every sticker that nothing covers, but for those that nobody can read.

    A scene shows the page, not the skill of the reader.
    """

    name = "truth"

    def __init__(self, source: SimulatedSource, unread: frozenset[Code] = frozenset()) -> None:
        self._source, self._unread = source, unread

    def decode(self, picture: Picture) -> list[Read]:
        """Every symbol in the picture that a perfect reader would read."""
        height, width = picture.shape[:2]
        reads = []
        for laid in free_stickers(self._source.table):
            corners, sticker = self._source.sticker_corners_px(laid), laid.sticker
            if corners is not None and sticker is not None and sticker.code not in self._unread:
                a, b, c, d = ((float(x), float(y)) for x, y in corners)
                if all(0 <= x <= width and 0 <= y <= height for x, y in (a, b, c, d)):
                    reads.append(Read(sticker.code, (a, b, c, d), 0.97))
        return reads


def laid_out(state: State, box: Box) -> Tabletop:
    """The cards of a game on its table: bosses, rooms with what they cover, the town, and what a question is about."""
    things = box.things
    table = empty_table(len(state.players))
    table = table.with_card(things[world.TOWN_MARKER], table.town).with_card(things[world.PAD_MARKER], table.pad)
    for seat, player in zip(table.seats, state.players, strict=True):
        table = table.with_card(things[player.boss], seat.boss)
        for slot, stack in enumerate(player.dungeon, start=1):
            for room in stack.rooms:
                table = table.with_card(things[room], seat.slot(slot))
        if state.question is not None and state.question.player == player.id and state.question.slot is not None:
            for card in state.question.cards:
                table = table.with_card(things[card], seat.slot(state.question.slot))
    for place, hero in enumerate(state.town):
        table = table.with_card(things[hero], table.town_place(place))
    return table


def scene_sight(state: State, box: Box, unread: tuple[CopyId, ...] = (), where: Where | None = None) -> Sight:
    """What a camera above this game sees once the table is settled."""
    source = SimulatedSource(
        laid_out(state, box), matrix, CameraSettings(width_px=SIZE[0], height_px=SIZE[1], seed=1), lambda: 0.0
    )
    specs = wiring.specs_of(box, state.options.sets)
    eye = Eye(TruthReader(source, frozenset(box.things[copy].code for copy in unread)), specs)
    picture = source.read().picture
    for number in range(LOOKS):
        seen = eye.look(Frame(number, number / 10, picture))
    glance = Glance(seen, eye.last_reads, eye.map, eye.quality)
    number = next(_numbers)
    detail = detail_of(picture, glance, number, where)
    return Sight(live_picture(picture, number), glance, tuple(specs.values()), detail)
