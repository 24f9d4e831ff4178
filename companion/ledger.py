"""What was said aloud in this round, noted down as an attentive player would: bonuses, hurt heroes, their ways."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.boss_monster.cards import Room
from engine.boss_monster.effect_events import (
    AllHold,
    BossTreasureGained,
    CountersChanged,
    DeadRaised,
    DungeonHolds,
    DungeonReversed,
    HeroHeld,
    HeroScored,
    HeroWillSkip,
    LevelUpCopied,
    RoomBroughtUp,
    RoomHolds,
    ScoreChanged,
)
from engine.boss_monster.events import (
    EffectAnnounced,
    EffectDue,
    EffectResolves,
    Event,
    FactCorrected,
    HeroBanned,
    HeroChanged,
    HeroMoved,
    HeroRemoved,
    HeroSkipped,
    ItemRemoved,
    ItemTaken,
    RoomBuilt,
    RoomChanged,
    RoomDestroyed,
    RoomEntered,
    RoomsSwapped,
    RoomTurned,
    RoundEnded,
    TreasureChanged,
)
from engine.boss_monster.state import Change, Holds
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

_ABOUT_TREASURE = {Holds.TREASURE, Holds.DOUBLE_TREASURE, Holds.NO_TREASURE, Holds.ALL_TREASURES}
_ABOUT_DAMAGE = {Holds.DOUBLE_DAMAGE, Holds.NO_DAMAGE, Holds.STRENGTHENS, Holds.SKIP_FIRST, Holds.CLOSED}
_ABOUT_BOTH = {Holds.SILENT, Holds.SWITCHED_OFF}
_CHANGES_DUNGEON = (RoomBuilt, RoomDestroyed, RoomsSwapped, RoomTurned, RoomBroughtUp, DungeonReversed)


@dataclass(slots=True)
class Way:
    """A hero's way through a dungeon: the rooms with the bonus that each had then, and what hurt it on the way."""

    player: PlayerId
    rooms: list[tuple[CopyId, int]] = field(default_factory=list)
    hurt: list[int] = field(default_factory=list)
    """Damage by effects, one number per room: what came while the hero stood there."""
    is_strange: bool = False
    """Something happened on the way that this ledger cannot put into numbers."""


@dataclass(slots=True)
class Ledger:
    """Everything noted. What holds for a round is struck out at its end."""

    catalog: Catalog
    scored: dict[PlayerId, tuple[int, int]] = field(default_factory=dict)
    """Souls and wounds that cards gave or took, without a hero card that shows it."""
    boss_treasure: dict[PlayerId, list[str]] = field(default_factory=dict)
    counters: dict[CopyId, int] = field(default_factory=dict)
    items: dict[CopyId, CopyId] = field(default_factory=dict)
    """Which hero carries which item."""
    copies_level_up: set[PlayerId] = field(default_factory=set)
    ways: dict[CopyId, Way] = field(default_factory=dict)
    health: Counter[CopyId] = field(default_factory=Counter)
    hurt: Counter[CopyId] = field(default_factory=Counter)
    """Damage by effects before a hero entered a dungeon."""
    banned: set[CopyId] = field(default_factory=set)
    strange_heroes: set[CopyId] = field(default_factory=set)
    strange_damage: set[PlayerId] = field(default_factory=set)
    """Dungeons in which something else than additions holds."""
    everybody: list[Change] = field(default_factory=list)
    """Additions for all dungeons."""
    is_strange: bool = False
    """Something else than additions holds for everybody."""
    strange_treasure: bool = False
    bonuses: Counter[CopyId] = field(default_factory=Counter)
    of_dungeon: dict[PlayerId, list[Change]] = field(default_factory=dict)
    treasure: dict[PlayerId, Counter[str]] = field(default_factory=dict)
    room_treasure: list[tuple[CopyId, str, int]] = field(default_factory=list)
    _last: Event | None = None
    _spoke: bool = False
    """A card took part since a hero last entered a room."""

    def hear(self, event: Event) -> None:
        """Note one event."""
        self._on_hero(event)
        self._on_score(event)
        self._on_dungeon(event)
        if isinstance(event, RoundEnded):
            self._new_round()
        self._last = event

    def bonus(self, player: PlayerId, room: CopyId) -> int:
        """What was announced for a room in this round, and its counters."""
        card = self.catalog[room]
        assert isinstance(card, Room)
        fitting = [
            change.amount
            for change in (*self.of_dungeon.get(player, ()), *self.everybody)
            if change.type in (None, card.type) and change.kind in (None, card.kind)
        ]
        total: int = self.bonuses[room] + self.counters.get(room, 0) + sum(fitting)
        return total

    def symbols(self, player: PlayerId, rooms: Iterable[CopyId], wanted: set[str]) -> int:
        """Symbols that were announced for a dungeon with these working rooms."""
        working = set(rooms)
        of_boss = sum(treasure in wanted for treasure in self.boss_treasure.get(player, ()))
        of_round = sum(number for name, number in self.treasure.get(player, Counter()).items() if name in wanted)
        of_rooms = sum(number for room, name, number in self.room_treasure if room in working and name in wanted)
        return of_boss + of_round + of_rooms

    # -- notes -------------------------------------------------------------------------------------------------------

    def _on_hero(self, event: Event) -> None:
        match event:
            case RoomEntered(player, hero, _, room):
                way = self.ways.setdefault(hero, Way(player))
                way.is_strange |= self._spoke and room in [
                    entered for entered, _ in way.rooms
                ]  # an effect sent it back
                self._spoke = False
                way.rooms.append((room, self.bonus(player, room)))
                way.hurt.append(0)
            case HeroChanged(hero, damage, health):
                way_now = self.ways.get(hero)
                if way_now is not None:
                    way_now.hurt[-1] += damage
                    way_now.is_strange |= health != 0
                else:
                    self.hurt[hero] += damage
                self.health[hero] += health
            case HeroSkipped(_, hero) | HeroWillSkip(hero) | HeroMoved(hero) | HeroHeld(hero) | DeadRaised(hero):
                self.strange_heroes.add(hero)
            case EffectDue() | EffectResolves() | EffectAnnounced():
                self._spoke = True
            case HeroBanned(hero):
                self.banned.add(hero)
            case ItemTaken(hero, item):
                self.items[hero] = item
            case ItemRemoved(item):
                self.items = {hero: other for hero, other in self.items.items() if other != item}

    def _on_score(self, event: Event) -> None:
        match event:
            case ScoreChanged(player, souls, wounds) if not isinstance(self._last, HeroRemoved):
                self._score(player, souls, wounds)
            case HeroScored() if isinstance(self._last, ScoreChanged):  # the card itself changed sides
                self._score(self._last.player, -self._last.souls, -self._last.wounds)
            case BossTreasureGained(player, treasure):
                self.boss_treasure.setdefault(player, []).extend(one.value for one in treasure)
            case TreasureChanged(player, treasure, amount):
                self.treasure.setdefault(player, Counter())[treasure.value] += amount
            case LevelUpCopied(player):
                self.copies_level_up.add(player)
            case FactCorrected():
                self.strange_treasure = True

    def _score(self, player: PlayerId, souls: int, wounds: int) -> None:
        before = self.scored.get(player, (0, 0))
        self.scored[player] = (before[0] + souls, before[1] + wounds)

    def _on_dungeon(self, event: Event) -> None:
        if isinstance(event, _CHANGES_DUNGEON):
            for way in self.ways.values():
                way.is_strange |= way.player == event.player
        match event:
            case RoomChanged(_, _, room, amount):
                self.bonuses[room] += amount
            case CountersChanged(_, _, room, _, left):
                self.counters[room] = left
            case RoomDestroyed(_, _, room):
                self._forget(room)
            case RoomBuilt(_, _, _, over) if over is not None:
                self._forget(over)
            case RoomHolds(player, _, room, change) if change.holds is Holds.TREASURE and change.treasure:
                self.room_treasure.append((room, change.treasure.value, change.amount))
            case RoomHolds(player, _, _, change) | DungeonHolds(player, change):
                self._holds(change, player)
            case AllHold(change):
                self._holds(change, None)

    def _holds(self, change: Change, player: PlayerId | None) -> None:
        """Something holds until the end of the round: an addition, or more than this ledger can reckon."""
        if change.holds is Holds.DAMAGE:
            (self.everybody if player is None else self.of_dungeon.setdefault(player, [])).append(change)
        if change.holds in _ABOUT_TREASURE | _ABOUT_BOTH:
            self.strange_treasure = True
        if change.holds in _ABOUT_DAMAGE | _ABOUT_BOTH:
            if player is None:
                self.is_strange = True
            else:
                self.strange_damage.add(player)

    def _forget(self, room: CopyId) -> None:
        """What held for a room ends when it is covered or destroyed."""
        del self.bonuses[room]
        self.counters.pop(room, None)
        self.room_treasure = [noted for noted in self.room_treasure if noted[0] != room]

    def _new_round(self) -> None:
        """Bonuses and damage end with the round (BM-END-11 to -13); counters, items and scores stay."""
        self.ways, self.health, self.hurt, self.bonuses = {}, Counter(), Counter(), Counter()
        self.banned, self.strange_heroes, self.strange_damage = set(), set(), set()
        self.everybody, self.of_dungeon, self.treasure, self.room_treasure = [], {}, {}, []
        self.is_strange = self.strange_treasure = False
