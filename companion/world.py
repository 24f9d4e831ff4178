"""The world of a rehearsal: the physical table, kept in a file as a real table keeps itself through a power cut."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import msgspec

from engine.boss_monster.cards import Boss, Hero, Room, Spell
from engine.core.cards import Card, Catalog
from engine.core.ids import CopyId
from vision.tabletop import PhysicalCard, Pose, Tabletop, empty_table

TOWN_MARKER = CopyId("bm.mark.town#1")
ROOMS, SPELLS, HEROES = "rooms", "spells", "heroes"
_NUDGE_MM = 1.5
_NUDGE_DEG = 1.2


@dataclass(frozen=True, slots=True)
class World:
    """The table, who sits where, and the last thing that hands did (`done`), so that nothing is done twice."""

    seed: int
    table: Tabletop
    bosses: tuple[CopyId, ...]
    """The boss of each seat."""
    done: str = ""

    def seat_of(self, boss: CopyId) -> int:
        """The seat in which this boss lies."""
        return self.bosses.index(boss)


class _Laid(msgspec.Struct, frozen=True):
    copy: str
    x_mm: float
    y_mm: float
    angle_deg: float
    face_up: bool


class _Stored(msgspec.Struct, frozen=True):
    seed: int
    players: int
    bosses: tuple[str, ...]
    done: str
    laid: tuple[_Laid, ...]
    decks: dict[str, tuple[str, ...]]
    hands: tuple[tuple[str, ...], ...]


def save(world: World, path: Path) -> None:
    """Keep the world; a reader sees the old one or the new one, never half of it."""
    table = world.table
    stored = _Stored(
        world.seed,
        len(table.seats),
        world.bosses,
        world.done,
        tuple(
            _Laid(laid.card.copy, laid.pose.x_mm, laid.pose.y_mm, laid.pose.angle_deg, laid.face_up)
            for laid in table.laid
        ),
        {name: tuple(card.copy for card in deck) for name, deck in table.decks.items()},
        tuple(tuple(card.copy for card in hand) for hand in table.hands),
    )
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(stored))
    fresh.replace(path)


def load(path: Path, cards: Mapping[CopyId, PhysicalCard]) -> World:
    """The world as it was left."""
    stored = msgspec.json.decode(path.read_bytes(), type=_Stored)
    table = empty_table(stored.players)
    for laid in stored.laid:
        pose = Pose(laid.x_mm, laid.y_mm, laid.angle_deg)
        table = table.with_card(cards[CopyId(laid.copy)], pose, face_up=laid.face_up)
    for name, deck in stored.decks.items():
        table = table.with_deck(name, tuple(cards[CopyId(copy)] for copy in deck))
    for seat, hand in enumerate(stored.hands):
        table = table.with_hand(seat, tuple(cards[CopyId(copy)] for copy in hand))
    return World(stored.seed, table, tuple(CopyId(boss) for boss in stored.bosses), stored.done)


def set_up(
    players: int,
    seed: int,
    catalog: Catalog,
    cards: Mapping[CopyId, PhysicalCard],
    sets: tuple[str, ...] = ("base",),
) -> World:
    """A table made ready for a game: decks shuffled, bosses and hands dealt (BM-SETUP-1 to -6)."""
    catalog = catalog.of_sets(sets)
    dice = Random(f"{seed}.setup")
    table = empty_table(players).with_card(cards[TOWN_MARKER], empty_table(players).town)
    bosses = _shuffled(catalog, Boss, dice)[:players]
    for seat, boss in zip(table.seats, bosses, strict=True):
        table = table.with_card(cards[boss], nudged(seat.boss, dice))
    rooms, spells = _shuffled(catalog, Room, dice), _shuffled(catalog, Spell, dice)
    for hand in range(players):  # BM-SETUP-5, -6: five rooms and two spells, two of them discarded
        kept = [*dice.sample([rooms.pop() for _ in range(5)], 4), dice.choice([spells.pop() for _ in range(2)])]
        table = table.with_hand(hand, tuple(cards[copy] for copy in kept))
    table = table.with_deck(ROOMS, tuple(cards[copy] for copy in rooms))
    table = table.with_deck(SPELLS, tuple(cards[copy] for copy in spells))
    table = table.with_deck(HEROES, tuple(cards[copy] for copy in _hero_deck(players, catalog, dice)))
    return World(seed, table, tuple(bosses), "setup")


def _hero_deck(players: int, catalog: Catalog, dice: Random) -> list[CopyId]:
    """Ordinary heroes on top of the epic ones, only those for this player count (BM-HERO-1, -5); top card last."""
    used = [copy for copy in _shuffled(catalog, Hero, dice) if (_hero(catalog, copy).players or 0) <= players]
    return sorted(used, key=lambda copy: not _hero(catalog, copy).epic)


def _hero(catalog: Catalog, copy: CopyId) -> Hero:
    card = catalog[copy]
    assert isinstance(card, Hero)
    return card


def _shuffled(catalog: Catalog, kind: type[Card], dice: Random) -> list[CopyId]:
    copies = sorted(copy for card in catalog if isinstance(card, kind) for copy in card.copy_ids)
    dice.shuffle(copies)
    return copies


def nudged(pose: Pose, dice: Random) -> Pose:
    """Laid by a human hand: never quite where it should be."""
    return pose.moved(
        dice.uniform(-_NUDGE_MM, _NUDGE_MM), dice.uniform(-_NUDGE_MM, _NUDGE_MM), dice.uniform(-_NUDGE_DEG, _NUDGE_DEG)
    )


def after(world: World, table: Tabletop, done: str) -> World:
    """The world after hands did something."""
    return replace(world, table=table, done=done)
