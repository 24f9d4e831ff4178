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
    Item,
    Lure,
    Marker,
    MarkerRole,
    Miniboss,
    Room,
    RoomKind,
    RoomType,
    Spell,
    SpellPhase,
    Treasure,
)
from engine.boss_monster.commands import BeginAdventure, Command, WalkOn
from engine.boss_monster.events import Event
from engine.boss_monster.interpret import Reading, interpret
from engine.boss_monster.options import BaitOrder, PlainValue, options_from
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, Player, Stack, State, Tucked
from engine.core.cards import Card, Catalog
from engine.core.effects import Ability
from engine.core.ids import CardId, Code, CopyId, PlayerId, copy_id
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned

ROOM_BACK = CopyId("bm.back.room#1")
TOWN_MARKER = CopyId("bm.marker.town#1")


def symbols(**counts: int) -> tuple[Treasure, ...]:
    """`symbols(gold=2)` is two gold symbols."""
    return tuple(Treasure(name) for name, count in counts.items() for _ in range(count))


class Table:
    """A game in the making. Players are named; copies are `bm.room.<name>#1` and so on.

    House rules are keyword arguments: `Table("Ada", "Ben", death_time="on_damage")`.
    """

    def __init__(
        self,
        *names: str,
        order: BaitOrder = BaitOrder.NEWEST_FIRST,
        sets: tuple[str, ...] = ("base",),
        intrigue: bool = False,
        hard_mode: bool = False,
        **switches: PlainValue,
    ) -> None:
        self.cards: dict[CardId, Card] = {}
        self._add(Marker(id=CardId("bm.back.room"), set="table", number="", copies=1, role=MarkerRole.ROOM_BACK))
        self._add(Marker(id=CardId("bm.marker.town"), set="table", number="", copies=1, role=MarkerRole.TOWN))
        players = []
        for seat, name in enumerate(names, start=1):
            boss = self._boss(name, 1000 - 100 * seat)
            players.append(Player(PlayerId(f"p{seat}"), name, boss))
        switches.setdefault("bait_order", order.value)
        options = options_from(switches, names=names, sets=sets, intrigue=intrigue, hard_mode=hard_mode)
        self.state = State(options, players=tuple(players), round=1, phase=Phase.BUILT)

    # -- cards -------------------------------------------------------------------------------------------------------

    def _add(self, card: Card) -> CopyId:
        self.cards[card.id] = card
        return copy_id(card.id, 1)

    def _boss(self, name: str, xp: int, abilities: tuple[Ability, ...] = (), **treasure: int) -> CopyId:
        shown = symbols(**treasure)
        card = CardId(f"bm.boss.{name.lower()}")
        return self._add(Boss(id=card, set="base", number="", copies=1, xp=xp, treasure=shown, abilities=abilities))

    def new_room(
        self,
        name: str,
        damage: int | Counted = 1,
        *,
        advanced: bool = False,
        trap: bool = False,
        abilities: tuple[Ability, ...] = (),
        **treasure: int,
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
                abilities=abilities,
            )
        )

    def new_hero(
        self,
        name: str,
        hero_class: str = "thief",
        health: int = 4,
        *,
        epic: bool = False,
        lure: str = "",
        wants: tuple[str, ...] = (),
        worth: tuple[int, int] | None = None,
        players: int = 2,
        set_: str = "base",
    ) -> CopyId:
        """A hero card that lies nowhere yet. `worth` is souls and wounds; 0 `players` is a star."""
        souls, wounds = worth or ((2, 2) if epic else (1, 1))
        kind = HeroClass(hero_class)
        usual = Lure.FEWEST_SOULS if kind is HeroClass.FOOL else Lure.TREASURE
        return self._add(
            Hero(
                id=CardId(f"bm.hero.{name.lower()}"),
                set=set_,
                number="",
                copies=1,
                hero_class=kind,
                lure=Lure(lure) if lure else usual,
                wants=tuple(Treasure(symbol) for symbol in wants),
                health=health,
                epic=epic,
                souls=souls,
                wounds=wounds,
                players=players,
            )
        )

    def new_item(self, name: str, hero_class: str | None = "thief", health: int = 0) -> CopyId:
        """An item that lies nowhere yet; without a class it is universal."""
        kind = None if hero_class is None else HeroClass(hero_class)
        card = CardId(f"bm.item.{name.lower()}")
        return self._add(Item(id=card, set="tools_of_hero_kind", number="", copies=1, hero_class=kind, health=health))

    def new_miniboss(self, name: str, *abilities: Ability) -> CopyId:
        """A miniboss that lies nowhere yet; its abilities from level 1 on."""
        card = CardId(f"bm.miniboss.{name.lower()}")
        return self._add(Miniboss(id=card, set="rise_of_the_minibosses", number="", copies=1, abilities=abilities))

    def new_spell(self, name: str, phase: str) -> CopyId:
        """A spell in somebody's hand."""
        card = CardId(f"bm.spell.{name.lower()}")
        return self._add(Spell(id=card, set="base", number="", copies=1, phase=SpellPhase(phase)))

    # -- the table ---------------------------------------------------------------------------------------------------

    def player(self, name: str) -> Player:
        """The player of this name."""
        return next(player for player in self.state.players if player.name == name)

    def change(self, name: str, **facts: object) -> "Table":
        """Set facts of one player."""
        self.state = self.state.with_player(replace(self.player(name), **facts))  # type: ignore[arg-type]
        return self

    def new_boss(self, name: str, xp: int) -> CopyId:
        """A boss card that lies nowhere yet."""
        return self._boss(name, xp)

    def boss(
        self, name: str, xp: int | None = None, *, abilities: tuple[Ability, ...] = (), **treasure: int
    ) -> "Table":
        """Give a player's boss another XP, abilities or treasure."""
        old = self.cards[CardId(f"bm.boss.{name.lower()}")]
        assert isinstance(old, Boss)
        self._boss(name, old.rank if xp is None else xp, abilities, **treasure)
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
        abilities: tuple[Ability, ...] = (),
        **treasure: int,
    ) -> "Table":
        """Put a room into the next free slot of a dungeon (s1 first), over others if given."""
        copy = self.new_room(room, damage, advanced=advanced, trap=trap, abilities=abilities, **treasure)
        return self.change(name, dungeon=(*self.player(name).dungeon, Stack((*over, copy), deactivated)))

    def hero(
        self,
        hero: str,
        hero_class: str = "thief",
        health: int = 4,
        *,
        epic: bool = False,
        lure: str = "",
        wants: tuple[str, ...] = (),
        players: int = 2,
        item: CopyId | None = None,
    ) -> "Table":
        """Put a hero into town, as the newest, with an item if given."""
        copy = self.new_hero(hero, hero_class, health, epic=epic, lure=lure, wants=wants, players=players)
        self.state = replace(self.state, town=(*self.state.town, copy), seen_heroes=(*self.state.seen_heroes, copy))
        return self.carries(hero, item)

    def waiting(
        self, name: str, hero: str, health: int = 4, *, epic: bool = False, item: CopyId | None = None
    ) -> "Table":
        """Put a hero at the end of the queue of a dungeon, with an item if given."""
        copy = self.new_hero(hero, health=health, epic=epic)
        self.state = replace(self.state, seen_heroes=(*self.state.seen_heroes, copy))
        return self.change(name, entrance=(*self.player(name).entrance, copy)).carries(hero, item)

    def carries(self, hero: str, item: CopyId | None) -> "Table":
        """Give a hero an item."""
        if item is not None:
            self.state = self.state.with_mark(replace(self.state.mark(hero_id(hero)), item=item))
            self.state = replace(self.state, seen_items=(*self.state.seen_items, item))
        return self

    def item(self, name: str, hero_class: str | None = "thief", health: int = 0) -> "Table":
        """Put an item into town, where it waits."""
        copy = self.new_item(name, hero_class, health)
        items, seen = (*self.state.items, copy), (*self.state.seen_items, copy)
        self.state = replace(self.state, items=items, seen_items=seen)
        return self

    def tucked(self, name: str, slot: int, miniboss: str, level: int = 1, *abilities: Ability) -> "Table":
        """Put a miniboss under a room that stands."""
        copy = self.new_miniboss(miniboss, *abilities)
        dungeon = list(self.player(name).dungeon)
        dungeon[slot - 1] = replace(dungeon[slot - 1], miniboss=Tucked(copy, level))
        return self.change(name, dungeon=tuple(dungeon))

    def tops(self, name: str) -> list[CopyId]:
        """The rooms in play of a dungeon, s1 first."""
        return [stack.top for stack in self.player(name).dungeon]

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

    def adventure(self) -> tuple[Event, ...]:
        """The heroes at the entrances walk until the round is judged or somebody has to answer."""
        events = self.phase(Phase.BAITED).do(BeginAdventure())
        while self.state.phase is Phase.ADVENTURE and self.state.question is None:
            events += self.do(WalkOn())
        return events


def boss_id(name: str) -> CopyId:
    """The copy of a player's boss."""
    return CopyId(f"bm.boss.{name.lower()}#1")


def room_id(name: str) -> CopyId:
    """The copy of a room made by the table."""
    return CopyId(f"bm.room.{name.lower()}#1")


def hero_id(name: str) -> CopyId:
    """The copy of a hero made by the table."""
    return CopyId(f"bm.hero.{name.lower()}#1")


def item_id(name: str) -> CopyId:
    """The copy of an item made by the table."""
    return CopyId(f"bm.item.{name.lower()}#1")


def miniboss_id(name: str) -> CopyId:
    """The copy of a miniboss made by the table."""
    return CopyId(f"bm.miniboss.{name.lower()}#1")


class Camera:
    """What a camera would say about a hand-made table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._cards: list[SeenCard] = []
        self._backs: list[SeenCard] = []
        self._twice: list[Code] = []

    def sees(
        self,
        copy: CopyId,
        area: Area,
        owner: str = "",
        place: float = 0.0,
        turned: Turned = Turned.UPRIGHT,
        drop_mm: float = 0.0,
    ) -> "Camera":
        """A card lies there. The owner's seat, the place in pitches."""
        seat = Code(self._table.player(owner).boss.upper()) if owner else Code("")
        spot = Spot(area, seat, place, drop_mm)
        seen = SeenCard(Code(copy.upper()), spot, turned, 0.0, 0.0, 0.0)
        (self._backs if copy == ROOM_BACK else self._cards).append(seen)
        return self

    def sees_boss(self, copy: CopyId, x_mm: float, y_mm: float) -> "Camera":
        """A boss lies there."""
        code = Code(copy.upper())
        self._cards.append(SeenCard(code, Spot(Area.BOSS, code), Turned.UPRIGHT, x_mm, y_mm, 0.0))
        return self

    def sees_bosses(self) -> "Camera":
        """Every boss of those who still play lies there."""
        for number, player in enumerate(self._table.state.living):
            self.sees_boss(player.boss, 1000.0 * number, 0.0)
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


def row(table: Table, names: str) -> Camera:
    """A camera that sees Ada's rooms with these names, place by place."""
    camera = Camera(table)
    for place, name in enumerate(names, start=1):
        camera.sees(room_id(name), Area.ROW, "Ada", place)
    return camera


def read(table: Table, camera: Camera) -> Reading:
    """What the referee makes of it."""
    return interpret(table.state, camera.seen, table.catalog)


def keys(reading: Reading) -> list[str]:
    """What is to be done."""
    return [todo.key for todo in reading.todo]
