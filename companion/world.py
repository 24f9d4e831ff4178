"""The world of a rehearsal: the physical table, kept in a file as a real table keeps itself through a power cut."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import msgspec

from engine.boss_monster import decks
from engine.boss_monster.cards import Boss, Hero, Item, Miniboss, Room, Spell
from engine.boss_monster.options import Options
from engine.core.cards import Card, Catalog
from engine.core.ids import CopyId
from vision.tabletop import PhysicalCard, Pose, Tabletop, empty_table, turned_seats

TOWN_MARKER = CopyId("bm.mark.town#1")
PAD_MARKER = CopyId("bm.mark.spell_pad#1")
ROOMS, SPELLS, HEROES, ITEMS, PILE = "rooms", "spells", "heroes", "items", "pile"
NOTHING = CopyId("")
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
    followed: int = 0
    """So many turns of the game were followed: hidden cards drawn and discarded, cards moved as effects say."""
    considered: int = -1
    """After so many turns somebody last showed a card on the spell pad."""
    shown: CopyId = NOTHING
    """The card on the spell pad that the referee has not read yet."""
    turns: tuple[float, ...] = ()
    """By how many degrees the seats are turned, where nobody sits straight."""

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
    followed: int = 0
    considered: int = -1
    shown: str = ""
    turns: tuple[float, ...] = ()


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
        world.followed,
        world.considered,
        world.shown,
        world.turns,
    )
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(stored))
    fresh.replace(path)


def load(path: Path, cards: Mapping[CopyId, PhysicalCard]) -> World:
    """The world as it was left."""
    stored = msgspec.json.decode(path.read_bytes(), type=_Stored)
    table = empty_table(stored.players, stored.turns)
    for laid in stored.laid:
        pose = Pose(laid.x_mm, laid.y_mm, laid.angle_deg)
        table = table.with_card(cards[CopyId(laid.copy)], pose, face_up=laid.face_up)
    for name, deck in stored.decks.items():
        table = table.with_deck(name, tuple(cards[CopyId(copy)] for copy in deck))
    for seat, hand in enumerate(stored.hands):
        table = table.with_hand(seat, tuple(cards[CopyId(copy)] for copy in hand))
    bosses = tuple(CopyId(boss) for boss in stored.bosses)
    shown = CopyId(stored.shown)
    return World(stored.seed, table, bosses, stored.done, stored.followed, stored.considered, shown, stored.turns)


def set_up(
    players: int,
    seed: int,
    catalog: Catalog,
    cards: Mapping[CopyId, PhysicalCard],
    sets: tuple[str, ...] = ("base",),
    options: Options | None = None,
    *,
    askew: bool = False,
) -> World:
    """A table made ready for a game: decks shuffled, bosses and hands dealt (BM-SETUP-1 to -6)."""
    options = options or Options(tuple("ABCDEF"[:players]), sets=sets, hero_set=sets[0])
    catalog = catalog.of_sets(options.sets)
    dice = Random(f"{seed}.setup")
    turns = turned_seats(players, Random(f"{seed}.seats")) if askew else ()
    table = empty_table(players, turns)
    table = table.with_card(cards[TOWN_MARKER], table.town).with_card(cards[PAD_MARKER], table.pad)
    bosses = _shuffled(catalog, dice, Boss)[:players]
    for seat, boss in zip(table.seats, bosses, strict=True):
        table = table.with_card(cards[boss], nudged(seat.boss, dice))
    rooms, spells = _shuffled(catalog, dice, Room, Miniboss), _shuffled(catalog, dice, Spell)
    pile: list[CopyId] = []
    for hand in range(players):  # BM-SETUP-5, -6: five rooms and two spells, two of them discarded
        dealt = [*(rooms.pop() for _ in range(5)), *(spells.pop() for _ in range(2))]
        kept = [*dice.sample(dealt[:5], 4), dice.choice(dealt[5:])]
        pile += [copy for copy in dealt if copy not in kept]
        table = table.with_hand(hand, tuple(cards[copy] for copy in kept))
    decks_of = {ROOMS: rooms, SPELLS: spells, PILE: pile, HEROES: _hero_deck(options, catalog, dice)}
    if options.has_items:
        decks_of[ITEMS] = _shuffled(catalog, dice, Item)
    for name, deck in decks_of.items():
        table = table.with_deck(name, tuple(cards[copy] for copy in deck))
    return World(seed, table, tuple(bosses), "setup", turns=turns)


def _hero_deck(options: Options, catalog: Catalog, dice: Random) -> list[CopyId]:
    """Ordinary heroes on top of the epic ones, only those for this player count (BM-HERO-1, -5); top card last."""
    heroes = _shuffled(catalog, dice, Hero)
    used = [copy for copy in heroes if decks.is_in_hero_deck(_hero(catalog, copy), options)]
    return sorted(used, key=lambda copy: not _hero(catalog, copy).epic)


def _hero(catalog: Catalog, copy: CopyId) -> Hero:
    card = catalog[copy]
    assert isinstance(card, Hero)
    return card


def _shuffled(catalog: Catalog, dice: Random, *kinds: type[Card]) -> list[CopyId]:
    copies = sorted(copy for card in catalog if isinstance(card, kinds) for copy in card.copy_ids)
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
