"""A table in one line: hand-made cards with the numbers that a test is about, and players who own them.

table = Table("Ada", "Ben").room("Ada", gold=2, damage=1).boss("Ben", relic=1)
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.boss_monster.cards import (
    Boss,
    Counted,
    Hero,
    HeroClass,
    Lure,
    Marker,
    MarkerRole,
    Room,
    RoomKind,
    RoomType,
    Treasure,
)
from engine.boss_monster.commands import Command
from engine.boss_monster.events import Event
from engine.boss_monster.options import BaitOrder, Options
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, Player, Stack, State
from engine.core.cards import Card, Catalog
from engine.core.ids import CardId, Code, CopyId, PlayerId, copy_id
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned

ROOM_BACK = CopyId("bm.back.room#1")


def symbols(**counts: int) -> tuple[Treasure, ...]:
    """`symbols(gold=2)` is two gold symbols."""
    return tuple(Treasure(name) for name, count in counts.items() for _ in range(count))


class Table:
    """A game in the making. Players are named; copies are `bm.room.<name>#1` and so on."""

    def __init__(self, *names: str, order: BaitOrder = BaitOrder.NEWEST_FIRST) -> None:
        self.cards: dict[CardId, Card] = {}
        self._add(Marker(id=CardId("bm.back.room"), set="table", number="", copies=1, role=MarkerRole.ROOM_BACK))
        players = []
        for seat, name in enumerate(names, start=1):
            boss = self._boss(name, 1000 - 100 * seat)
            players.append(Player(PlayerId(f"p{seat}"), name, boss))
        self.state = State(Options(names, bait_order=order), players=tuple(players), round=1, phase=Phase.BUILT)

    # -- cards -------------------------------------------------------------------------------------------------------

    def _add(self, card: Card) -> CopyId:
        self.cards[card.id] = card
        return copy_id(card.id, 1)

    def _boss(self, name: str, xp: int, **treasure: int) -> CopyId:
        card = CardId(f"bm.boss.{name.lower()}")
        return self._add(Boss(id=card, set="base", number="", copies=1, xp=xp, treasure=symbols(**treasure)))

    def new_room(
        self, name: str, damage: int | Counted = 1, *, advanced: bool = False, trap: bool = False, **treasure: int
    ) -> CopyId:
        """A room card that lies nowhere yet."""
        return self._add(
            Room(
                id=CardId(f"bm.room.{name.lower()}"),
                set="base",
                number="",
                copies=1,
                kind=RoomKind.ADVANCED if advanced else RoomKind.ORDINARY,
                type=RoomType.TRAP if trap else RoomType.MONSTER,
                damage=damage,
                treasure=symbols(**treasure),
            )
        )

    def new_hero(self, name: str, hero_class: str = "thief", health: int = 4, *, epic: bool = False) -> CopyId:
        """A hero card that lies nowhere yet."""
        worth = 2 if epic else 1
        kind = HeroClass(hero_class)
        return self._add(
            Hero(
                id=CardId(f"bm.hero.{name.lower()}"),
                set="base",
                number="",
                copies=1,
                hero_class=kind,
                lure=Lure.FEWEST_SOULS if kind is HeroClass.FOOL else Lure.TREASURE,
                health=health,
                epic=epic,
                souls=worth,
                wounds=worth,
                players=2,
            )
        )

    # -- the table ---------------------------------------------------------------------------------------------------

    def player(self, name: str) -> Player:
        """The player of this name."""
        return next(player for player in self.state.players if player.name == name)

    def change(self, name: str, **facts: object) -> "Table":
        """Set facts of one player."""
        self.state = self.state.with_player(replace(self.player(name), **facts))  # type: ignore[arg-type]
        return self

    def boss(self, name: str, xp: int | None = None, **treasure: int) -> "Table":
        """Give a player's boss another XP or treasure."""
        old = self.cards[CardId(f"bm.boss.{name.lower()}")]
        assert isinstance(old, Boss)
        self._boss(name, old.xp if xp is None else xp, **treasure)
        return self

    def room(
        self,
        name: str,
        room: str,
        damage: int | Counted = 1,
        *,
        advanced: bool = False,
        trap: bool = False,
        deactivated: bool = False,
        over: Iterable[CopyId] = (),
        **treasure: int,
    ) -> "Table":
        """Put a room into the next free slot of a dungeon (s1 first), over others if given."""
        copy = self.new_room(room, damage, advanced=advanced, trap=trap, **treasure)
        return self.change(name, dungeon=(*self.player(name).dungeon, Stack((*over, copy), deactivated)))

    def hero(self, hero: str, hero_class: str = "thief", health: int = 4, *, epic: bool = False) -> "Table":
        """Put a hero into town, as the newest."""
        copy = self.new_hero(hero, hero_class, health, epic=epic)
        self.state = replace(self.state, town=(*self.state.town, copy), seen_heroes=(*self.state.seen_heroes, copy))
        return self

    def waiting(self, name: str, hero: str, health: int = 4, *, epic: bool = False) -> "Table":
        """Put a hero at the end of the queue of a dungeon."""
        copy = self.new_hero(hero, health=health, epic=epic)
        self.state = replace(self.state, seen_heroes=(*self.state.seen_heroes, copy))
        return self.change(name, entrance=(*self.player(name).entrance, copy))

    def phase(self, phase: Phase, active: str | None = None) -> "Table":
        """Jump to a phase."""
        self.state = replace(self.state, phase=phase, active=self.player(active).id if active else None)
        return self

    @property
    def catalog(self) -> Catalog:
        """All cards made so far; the code of a copy is the copy's own name in capitals."""
        copies = [copy for card in self.cards.values() for copy in card.copy_ids]
        return Catalog(self.cards, {Code(copy.upper()): copy for copy in copies})

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Carry out commands; gives back all events."""
        events: list[Event] = []
        for command in commands:
            step = apply(self.state, command, self.catalog)
            self.state = step.state
            events += step.events
        return tuple(events)


def room_id(name: str) -> CopyId:
    """The copy of a room made by the table."""
    return CopyId(f"bm.room.{name.lower()}#1")


def hero_id(name: str) -> CopyId:
    """The copy of a hero made by the table."""
    return CopyId(f"bm.hero.{name.lower()}#1")


class Camera:
    """What a camera would say about a hand-made table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._cards: list[SeenCard] = []
        self._backs: list[SeenCard] = []
        self._twice: list[Code] = []

    def sees(
        self, copy: CopyId, area: Area, owner: str = "", place: float = 0.0, turned: Turned = Turned.UPRIGHT
    ) -> "Camera":
        """A card lies there. The owner's seat, the place in pitches."""
        seat = Code(self._table.player(owner).boss.upper()) if owner else Code("")
        spot = Spot(area, seat, place)
        seen = SeenCard(Code(copy.upper()), spot, turned, 0.0, 0.0, 0.0)
        (self._backs if copy == ROOM_BACK else self._cards).append(seen)
        return self

    def sees_boss(self, copy: CopyId, x_mm: float, y_mm: float) -> "Camera":
        """A boss lies there."""
        code = Code(copy.upper())
        self._cards.append(SeenCard(code, Spot(Area.BOSS, code), Turned.UPRIGHT, x_mm, y_mm, 0.0))
        return self

    def sees_dungeons(self) -> "Camera":
        """Every top room lies where memory has it."""
        for player in self._table.state.living:
            for slot, stack in enumerate(player.dungeon, start=1):
                turned = Turned.SIDEWAYS if stack.deactivated else Turned.UPRIGHT
                self.sees(stack.top, Area.ROW, player.name, slot, turned)
        return self

    def sees_twice(self, copy: CopyId) -> "Camera":
        """The same sticker lies in two places."""
        self._twice.append(Code(copy.upper()))
        return self

    @property
    def seen(self) -> TableSeen:
        """All that was seen."""
        return TableSeen(tuple(self._cards), tuple(self._backs), tuple(self._twice))
