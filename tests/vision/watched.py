"""A small table in pictures, an eye that watches it, and a reader that can be kept from reading."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Code
from engine.core.observations import SeenCard, TableSeen
from tests.vision.pictures import Glued, photograph, tilted, to_pixels
from vision.decode import Read, TableDecoder
from vision.eye import Eye
from vision.frames import Frame, Picture
from vision.orders import Orders
from vision.stickers import Role, StickerSpec
from vision.tabletop import Pose

WIDTH, HEIGHT = 1500, 900
CAMERA = tilted(3.0, WIDTH, HEIGHT, 15)
SPECS = {
    Code(code): StickerSpec(Code(code), role, size, x, y)
    for code, role, size, x, y in (
        ("BOSS0001", Role.BOSS, 20.0, 5.0, -18.0),
        ("ROOM0001", Role.ROOM, 16.0, 0.0, -18.0),
        ("ROOM0002", Role.ROOM, 16.0, 0.0, -18.0),
        ("HERO0001", Role.HERO, 16.0, 0.0, 30.0),
        ("BACK0001", Role.BACK, 16.0, 0.0, 0.0),
        ("TOWN0001", Role.TOWN, 20.0, 0.0, 0.0),
    )
}
BOSS = Pose(120, 60, 3)


def glued(code: str, card: Pose) -> Glued:
    spec = SPECS[Code(code)]
    return Glued(code, card.moved(spec.x_mm, spec.y_mm), spec.size_mm)


TABLE = (
    glued("BOSS0001", BOSS),
    glued("ROOM0001", BOSS.moved(-66, 0)),
    glued("ROOM0002", BOSS.moved(-132, 0, 90)),
    glued("BACK0001", BOSS.moved(-198, 0)),
    glued("BACK0001", BOSS.moved(70, -6)),
    glued("TOWN0001", Pose(-150, -90, 0)),
    glued("HERO0001", Pose(-70, -90, 0)),
)


def watch(
    eye: Eye,
    stickers: tuple[Glued, ...],
    frames: int = 7,
    start: int = 0,
    camera: NDArray[np.float64] = CAMERA,
) -> TableSeen:
    pictures: list[Picture] = [photograph(stickers, camera, WIDTH, HEIGHT, seed=seed) for seed in (1, 2)]
    for number in range(start, start + frames):
        seen = eye.look(Frame(number, number * 0.15, pictures[number % 2]))
    return seen


def by_code(seen: TableSeen) -> dict[str, SeenCard]:
    return {card.code: card for card in seen.cards}


class Watchful:
    """A reader that can be kept from reading stickers that lie there, and that remembers where it was to look."""

    name = "watchful"

    def __init__(self) -> None:
        self._reader = TableDecoder()
        self.unread = ""
        self.vanished: Sequence[tuple[Code, NDArray[np.float64]]] = ()
        self.is_behind = self.is_blurred = False
        self.orders = Orders()

    def attend(self, orders: Orders) -> None:
        self.orders = orders

    def decode(self, picture: Picture) -> list[Read]:
        return [read for read in self._reader.decode(picture) if read.text not in self.unread.split()]


def assert_attended(decoder: Watchful, code: str, camera: NDArray[np.float64]) -> None:
    """The reader was told to look around this sticker, and nowhere else."""
    place = next(sticker.pose for sticker in TABLE if sticker.text == code)
    x, y = to_pixels(camera, np.array([(place.x_mm, place.y_mm)]))[0]
    ((left, top, right, bottom),) = decoder.orders.closely
    assert left + 20 < x < right - 20
    assert top + 20 < y < bottom - 20


def fixed(eye: Eye, table: tuple[Glued, ...], frames: int, start: int, look: Callable[[], None] = lambda: None) -> None:
    """The same picture again and again: cards are drawn, too."""
    picture = photograph(table, CAMERA, WIDTH, HEIGHT)
    for number in range(start, start + frames):
        eye.look(Frame(number, number / 14, picture))
        look()
