"""The mess of a real table, each kind switchable alone: hands, nudges, crooked stacks, light, plastic, bumps.

The simulated players keep their table tidy. What the camera gets to see is that table made messy: a function of the
tidy table, the kinds that are switched on, a seed and a number that counts rounds. So the truth stays known, and a
rehearsal that is killed and started again sees the same mess.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from vision.camera_model import CameraSettings, Printing
from vision.covers import visible_share
from vision.lighting import PLAIN, Glare, Light, Shade
from vision.stickers import Role
from vision.tabletop import MARKERS, Cover, CoverKind, Laid, Pose, Tabletop

NUDGE_MM, NUDGE_DEG = 8.0, 6.0
STACK_MM, STACK_DEG = 6.0, 8.0
SAME_SLOT_MM = 20.0
RENUDGED = 0.1
"""How many of the lying cards somebody bumps into from round to round."""
_REACH_MM = (330.0, 200.0, 70.0, 0.0)
"""How far a hand is from its card while it reaches out, picture by picture."""
_LEAST_LIGHT = 0.3
"""Cameras open the shutter longer before a picture gets darker than this."""
_FINGERS_MM = 62.0
"""From the palm of a hand to the middle of the card that it holds."""


class MessKind(Enum):
    """One kind of mess."""

    HANDS = "hands"
    """Hands and sleeves reach over the cards whenever something is moved, and sometimes rest there."""
    NUDGES = "nudges"
    """Every card lies up to 8 mm and 6 degrees off, and some are bumped again."""
    STACKS = "stacks"
    """Rooms built over others lie crooked, so that the lower one shows."""
    GLARE = "glare"
    """Lamps are mirrored in the table."""
    WARM = "warm"
    """A warm bulb."""
    DIM = "dim"
    """A dim room: dark, noisy pictures."""
    SHADOWS = "shadows"
    """People lean between lamp and table."""
    MOTION = "motion"
    """The table is knocked while pictures are taken."""
    SLEEVES = "sleeves"
    """Cards in plastic sleeves mirror a window."""
    HERO_ON_ROOM = "hero-on-room"
    """The walking hero is laid on the room that it is in (rules 5, laying rule 8)."""
    CLUTTER = "clutter"
    """Coins and dice lie about, also on cards."""
    BUMP = "bump"
    """Once a round somebody bumps into the camera."""
    SWITCH = "switch"
    """Once a round the lamp is switched."""
    ROLLING = "rolling"
    """A flickering lamp makes stripes in the picture."""
    JPEG = "jpeg"
    """A webcam that sends JPEG pictures."""
    MARKS = "marks"
    """Stickers with scratches and thumb prints."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What the camera gets to see in one picture of a film."""

    table: Tabletop
    light: Light = PLAIN
    shake: tuple[float, float] = (0.0, 0.0)
    """Length in parts of the picture's width, and direction."""

    @property
    def has_hands(self) -> bool:
        """Whether somebody still reaches over the table."""
        return any(cover.kind is CoverKind.HAND for cover in self.table.covers)


@dataclass(frozen=True, slots=True)
class Mess:
    """The kinds of mess that are switched on. The same seed makes the same mess."""

    kinds: frozenset[MessKind] = frozenset()
    seed: int = 0

    def __bool__(self) -> bool:
        return bool(self.kinds)

    def has(self, kind: MessKind) -> bool:
        """Whether this kind is switched on."""
        return kind in self.kinds

    # -- camera ------------------------------------------------------------------------------------------------------

    def camera(self, settings: CameraSettings, turn: int) -> CameraSettings:
        """The camera and the lamp in this round."""
        dice = Random(f"{self.seed}.camera.{turn}")
        if self.has(MessKind.WARM):
            settings = replace(settings, light_k=2500.0, brightness=settings.brightness * 0.8)
        if self.has(MessKind.DIM):
            settings = replace(settings, brightness=settings.brightness * 0.4, noise=settings.noise * 1.8)
        if self.has(MessKind.SWITCH) and turn % 2:
            settings = replace(settings, brightness=settings.brightness * 0.55, light_k=2900.0)
        if self.has(MessKind.ROLLING):
            settings = replace(settings, rolling=0.18, rolling_rows=settings.height_px / 5)
        if self.has(MessKind.JPEG):
            settings = replace(settings, jpeg=70)
        if self.has(MessKind.BUMP) and turn:
            off, scale = dice.uniform(0.004, 0.012), settings.width_px
            away = dice.uniform(0, 2 * math.pi)
            shift = (off * scale * math.cos(away), off * scale * math.sin(away))
            roll = settings.roll_deg + dice.uniform(-0.5, 0.5)
            settings = replace(settings, shift_px=shift, roll_deg=roll, tilt_deg=settings.tilt_deg + dice.uniform(0, 1))
        lit = max(settings.brightness, _LEAST_LIGHT)
        return replace(settings, brightness=lit, printing=self._printing(settings.printing))

    def _printing(self, printing: Printing) -> Printing:
        if self.has(MessKind.SLEEVES):
            printing = replace(printing, sleeved=0.8)
        return replace(printing, scratched=0.25, thumbed=0.25) if self.has(MessKind.MARKS) else printing

    def light(self, key: str) -> Light:
        """Lamps and people around a table on which nobody moves anything. A key begins with the round: so long a lamp
        is mirrored in the same place."""
        dice = Random(f"{self.seed}.light.{key}")
        glares: tuple[Glare, ...] = ()
        shades: tuple[Shade, ...] = ()
        if self.has(MessKind.GLARE):
            lamps = Random(f"{self.seed}.lamps.{key.partition('.')[0]}")
            glares = tuple(_glare(lamps) for _ in range(3))
        if self.has(MessKind.SHADOWS):
            shades = (_leaning(dice, dice.uniform(0.0, 0.25)),)
        return Light(glares, shades)

    # -- table -------------------------------------------------------------------------------------------------------

    def laid(self, table: Tabletop, turn: int, walker: tuple[Laid, Pose] | None = None) -> Tabletop:
        """The table as people leave it. `walker` is a hero in a room and the place of that room."""
        cards = [self._laid(card, table.laid[:place], turn) for place, card in enumerate(table.laid)]
        if walker is not None and self.has(MessKind.HERO_ON_ROOM):
            hero, room = walker
            dice = Random(f"{self.seed}.walk.{hero.card.copy}.{room}")
            pose = room.moved(dice.uniform(-8, 8), 38 + dice.uniform(-6, 8), dice.uniform(-8, 8))
            cards = [card for card in cards if card.card.copy != hero.card.copy] + [Laid(hero.card, pose)]
        messy = replace(table, laid=tuple(cards))
        return replace(messy, covers=self._clutter(messy)) if self.has(MessKind.CLUTTER) else messy

    def _laid(self, card: Laid, below: Sequence[Laid], turn: int) -> Laid:
        if card.card.role in MARKERS:
            return card
        pose = card.pose
        name = f"{self.seed}.{card.card.copy}.{pose.x_mm:.0f}.{pose.y_mm:.0f}.{card.face_up}"
        if self.has(MessKind.NUDGES):
            bumps = sum(Random(f"{name}.{past}").random() < RENUDGED for past in range(1, turn + 1))
            pose = _nudged(pose, NUDGE_MM, NUDGE_DEG, Random(f"{name}.bumped {bumps}"))
        if self.has(MessKind.STACKS) and any(_is_stacked(card, other) for other in below):
            pose = _nudged(pose, STACK_MM, STACK_DEG, Random(f"{name}.stacked"))
        return card if pose is card.pose else replace(card, pose=pose)

    def _clutter(self, table: Tabletop) -> tuple[Cover, ...]:
        """Coins on hoards and rooms, dice anywhere; nobody lays them on a sticker on purpose."""
        dice = Random(f"{self.seed}.clutter")
        things = []
        for seat in table.seats:
            for number in range(5):
                beside = seat.boss.moved(dice.uniform(-330, 110), dice.uniform(8, 150), dice.uniform(0, 360))
                things.append(Cover(CoverKind.DIE if number == 0 else CoverKind.COIN, beside))
        for card in table.laid:
            lucky = Random(f"{self.seed}.coin.{card.card.copy}")
            if card.card.role is Role.ROOM and lucky.random() < 0.3:
                things.append(Cover(CoverKind.COIN, card.pose.moved(lucky.uniform(-18, 18), lucky.uniform(8, 30))))
        return tuple(thing for thing in things if _keeps_stickers_free(table, thing))

    # -- films -------------------------------------------------------------------------------------------------------

    def film(self, before: Tabletop, after: Tabletop, key: str) -> list[Shot]:
        """The pictures while people change the table: hands come, cards change, hands go, perhaps one rests."""
        dice = Random(f"{self.seed}.film.{key}")
        still = self.light(key)
        moved = _moved_places(before, after)
        shots = []
        if self.has(MessKind.HANDS) and moved:
            shots += self._reaching(before, after, moved, still, dice)
        elif moved and self.has(MessKind.MOTION):
            shots += [Shot(after, still)] * 3
        if self.has(MessKind.HANDS) and dice.random() < 0.3:
            shots += self._resting(after, still, dice)
        if self.has(MessKind.MOTION):
            knocked = [number % 3 == 0 or dice.random() < 0.3 for number in range(len(shots))]
            shots = [
                replace(shot, shake=_knock(dice)) if hit else shot for shot, hit in zip(shots, knocked, strict=True)
            ]
        return shots

    def _reaching(
        self, before: Tabletop, after: Tabletop, moved: Sequence[Pose], still: Light, dice: Random
    ) -> list[Shot]:
        """Everybody who moves something reaches for it once."""
        owners: dict[int, Pose] = {}
        for pose in moved:
            owners.setdefault(_owner(after, pose), pose)
        shots: list[Shot] = []
        for back in (*_REACH_MM, *reversed(_REACH_MM)):
            table = before if len(shots) < len(_REACH_MM) else after
            covers = [cover for seat, pose in owners.items() for cover in self._arm(after, seat, pose, back)]
            shots.append(Shot(replace(table, covers=(*table.covers, *covers)), self._leaned(still, back, dice)))
        return shots

    def _resting(self, table: Tabletop, still: Light, dice: Random) -> list[Shot]:
        """Somebody's arm lies over the table for a second."""
        seat, target = dice.randrange(len(table.seats)), dice.choice(table.laid).pose
        covers = self._arm(table, seat, target, dice.uniform(0, 60))
        shot = Shot(replace(table, covers=(*table.covers, *covers)), still)
        return [shot] * dice.randint(6, 20)

    def _arm(self, table: Tabletop, seat: int, target: Pose, back_mm: float) -> list[Cover]:
        angle = table.seats[seat].boss.angle_deg
        palm = Pose(target.x_mm, target.y_mm, angle).moved(0, _FINGERS_MM + back_mm)
        arm = [Cover(CoverKind.HAND, palm)]
        return [*arm, Cover(CoverKind.SLEEVE, palm)] if seat % 2 else arm

    def _leaned(self, still: Light, back_mm: float, dice: Random) -> Light:
        if not self.has(MessKind.SHADOWS):
            return still
        return replace(still, shades=(*still.shades, _leaning(dice, 0.3 * (1 - back_mm / _REACH_MM[0]))))


def parse_kinds(text: str) -> frozenset[MessKind]:
    """The kinds named on a command line: `all`, or names with commas between them."""
    if text == "all":
        return frozenset(MessKind)
    known = {kind.value: kind for kind in MessKind}
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise ValueError(f"no such mess: {', '.join(unknown) or 'none named'}; there are: all, {', '.join(known)}")
    return frozenset(known[name] for name in names)


def _nudged(pose: Pose, most_mm: float, most_deg: float, dice: Random) -> Pose:
    away, turn = most_mm * math.sqrt(dice.random()), dice.uniform(0, 2 * math.pi)
    return pose.moved(away * math.cos(turn), away * math.sin(turn), dice.uniform(-most_deg, most_deg))


def _is_stacked(card: Laid, below: Laid) -> bool:
    rooms = card.card.role is Role.ROOM and below.card.role is Role.ROOM
    return rooms and _distance(card.pose, below.pose) < SAME_SLOT_MM


def _distance(one: Pose, other: Pose) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _keeps_stickers_free(table: Tabletop, thing: Cover) -> bool:
    """Whether a coin or die leaves at least nine tenths of every sticker near it."""
    near = [card for card in table.laid if _distance(card.pose, thing.pose) < 60]
    alone = replace(table, laid=tuple(near), covers=())
    with_it = replace(alone, covers=(thing,))
    return all(visible_share(with_it, card) >= visible_share(alone, card) - 0.1 for card in near)


def _moved_places(before: Tabletop, after: Tabletop) -> list[Pose]:
    """Where cards came, went or changed."""
    old = {laid.card.copy: laid for laid in before.laid}
    new = {laid.card.copy: laid for laid in after.laid}
    came = [laid.pose for copy, laid in new.items() if old.get(copy) != laid]
    return came + [laid.pose for copy, laid in old.items() if copy not in new]


def _owner(table: Tabletop, pose: Pose) -> int:
    """The seat whose player reaches for this place."""
    away = [_distance(seat.slot(2), pose) for seat in table.seats]
    return away.index(min(away))


def _glare(dice: Random) -> Glare:
    return Glare(
        dice.uniform(0.1, 0.9),
        dice.uniform(0.1, 0.9),
        dice.uniform(0.04, 0.09),
        dice.uniform(0.02, 0.04),
        dice.uniform(0, 180),
        dice.uniform(60, 120),
    )


def _leaning(dice: Random, inwards: float) -> Shade:
    """Somebody at the near or the far side leans so far over the table (parts of the picture's height)."""
    near = dice.random() < 0.5
    y = 1.1 - inwards if near else inwards - 0.1
    return Shade(dice.uniform(0.1, 0.9), y, dark=dice.uniform(0.35, 0.55), turn_deg=dice.uniform(-20, 20))


def _knock(dice: Random) -> tuple[float, float]:
    return dice.uniform(0.0008, 0.003), dice.uniform(0, 180)
