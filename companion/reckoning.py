"""A second, independent reckoning of the verdicts, from the real cards and from what was said aloud in this round.

It shares no code with the engine's bait, adventure or counts, so that the two can be held against each other. It knows
printed numbers, the simple permanent bonuses between rooms, and additions that were announced. A verdict that depends
on more than that is not reckoned, and never counted as right.
"""

from collections.abc import Iterable, Iterator

from companion import truth
from companion.ledger import Ledger, Way
from companion.truth import Side
from companion.world import World
from engine.boss_monster.cards import Boss, Hero, Item, Room
from engine.boss_monster.events import HeroBaited, HeroDied, HeroSurvived
from engine.boss_monster.state import State
from engine.boss_monster.words.damage import AddDamage, AddTreasure, DoubleTreasure
from engine.boss_monster.words.meanings import Rooms
from engine.boss_monster.words.rooms import Bars, Frees
from engine.core.cards import Catalog
from engine.core.effects import Ability, Step, Trigger
from engine.core.ids import CopyId, PlayerId

_WANTED = {"cleric": "relic", "fighter": "equipment", "mage": "spellbook", "thief": "gold", "explorer": "artifact"}
_SHARING = 5
"""So many players share the heroes of a class between tied dungeons (BM-CL-3 to -9)."""
_PERMANENT_LEVELS = 2
"""BM-MINI-9"""
_NO_DAMAGE_WORDS = (Bars, Frees, AddTreasure, DoubleTreasure)
"""Permanent words that change no damage."""
_NO_TREASURE_WORDS = (Bars, Frees, AddDamage)


class NotReckoned(Exception):
    """A verdict depends on more than this reckoning knows."""


class Reckoning:
    """Judges the referee's verdicts by what really lies on the table."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog, self.ledger = catalog, Ledger(catalog)

    def is_true(self, verdict: HeroBaited | HeroDied | HeroSurvived, state: State, world: World) -> bool | None:
        """Whether a verdict is what the real cards say; None when that cannot be reckoned."""
        try:
            match verdict:
                case HeroBaited(hero, player):
                    return self._lured_to(state, world, hero) == player
                case HeroDied(_, _, _, damage, health) if damage < health:  # an effect killed it (FX-11)
                    return None
                case HeroDied(player, hero, room, damage):
                    return self._walk(state, world, player, hero) == (damage, room)
                case HeroSurvived(player, hero, damage):
                    return self._walk(state, world, player, hero) == (damage, None)
        except NotReckoned:
            return None

    # -- bait --------------------------------------------------------------------------------------------------------

    def _lured_to(self, state: State, world: World, hero: CopyId) -> PlayerId | None:
        """The player to whom a hero really goes, or None when it stays in town."""
        card = self.catalog[hero]
        assert isinstance(card, Hero)
        if hero in self.ledger.banned:
            return None
        statics = (step for player in state.living for _, step in self._statics(state, world, player.id))
        if self.ledger.strange_treasure or any(not isinstance(step, _NO_TREASURE_WORDS) for step in statics):
            raise NotReckoned
        if any(ability.when is Trigger.STATIC for ability in card.abilities):
            raise NotReckoned
        pulls = {player.id: self._pull(state, world, player.id, card) for player in state.living}
        if card.lure.value == "treasure" and max(pulls.values()) == 0:
            return None
        leaders = [player for player in pulls if pulls[player] == max(pulls.values())]
        if len(leaders) > 1 and len(state.players) >= _SHARING and _is_ordinary(card):
            return self._dealt_to(state, world, hero, leaders)
        return leaders[0] if len(leaders) == 1 else None

    def _dealt_to(self, state: State, world: World, hero: CopyId, tied: list[PlayerId]) -> PlayerId | None:
        """Tied dungeons get one hero of the class each, oldest first, highest XP first, while there are enough."""
        experience = {player: self._boss(state.player(player).boss).xp or 0 for player in tied}
        if 0 in experience.values() or len(set(experience.values())) < len(tied):  # the players agreed on an order
            raise NotReckoned
        tied = sorted(tied, key=lambda player: experience[player], reverse=True)
        alike = [other for other in truth.town(world) if self._is_like(other, hero) and other not in self.ledger.banned]
        number, shared = alike.index(hero), len(alike) - len(alike) % len(tied)
        return tied[number % len(tied)] if number < shared else None

    def _is_like(self, other: CopyId, hero: CopyId) -> bool:
        """Whether another hero follows the same treasure."""
        one, two = self.catalog[other], self.catalog[hero]
        assert isinstance(one, Hero)
        assert isinstance(two, Hero)
        return _is_ordinary(one) and one.hero_class is two.hero_class

    def _pull(self, state: State, world: World, player: PlayerId, hero: Hero) -> int:
        """How strongly a dungeon lures this hero."""
        real = truth.side(world, state.player(player).boss)
        extra_souls, extra_wounds = self.ledger.scored.get(player, (0, 0))
        souls = truth.worth(real.souls, self.catalog, "souls") + extra_souls
        wounds = truth.worth(real.wounds, self.catalog, "wounds") + extra_wounds
        match hero.lure.value:
            case "treasure":
                wanted = {treasure.value for treasure in hero.wants} or {_WANTED[hero.hero_class.value]}
                return self._symbols(real, player, wanted)
            case "fewest_souls":
                return -souls
            case "most_souls":
                return souls
            case "fewest_wounds":
                return -wounds
            case "most_wounds":
                return wounds
            case "best_score":
                return souls - wounds
        raise NotReckoned

    def _symbols(self, real: Side, player: PlayerId, wanted: set[str]) -> int:
        boss = self._boss(real.boss)
        working = [stack[-1] for slot, stack in enumerate(real.stacks, start=1) if slot not in real.sideways]
        symbols = [*boss.treasure, *(treasure for room in working for treasure in self._room(room).treasure)]
        return sum(treasure.value in wanted for treasure in symbols) + self.ledger.symbols(player, working, wanted)

    # -- walk --------------------------------------------------------------------------------------------------------

    def _walk(self, state: State, world: World, player: PlayerId, hero: CopyId) -> tuple[int, CopyId | None]:
        """The damage that a hero really takes in this dungeon, and the room in which it dies, if it does."""
        way = self._reckonable(player, hero)
        real = truth.side(world, state.player(player).boss)
        damages = self._damages(state, world, player, real)
        health = self._health(hero)
        taken = self.ledger.hurt[hero]
        said = {room: (bonus, hurt) for (room, bonus), hurt in zip(way.rooms, way.hurt, strict=True)}
        for slot in range(len(real.stacks), 0, -1):
            room = real.stacks[slot - 1][-1]
            bonus, hurt = said.get(room, (0, 0))
            taken += hurt + (max(0, damages[slot] + bonus) if slot not in real.sideways else 0)
            if taken >= health:
                return taken, room
        return taken, None

    def _reckonable(self, player: PlayerId, hero: CopyId) -> Way:
        """The hero's way, if nothing happened on it that cannot be put into numbers."""
        ledger, way = self.ledger, self.ledger.ways.get(hero)
        strange = ledger.is_strange or player in ledger.strange_damage or hero in ledger.strange_heroes
        if way is None or way.is_strange or strange:
            raise NotReckoned
        return way

    def _health(self, hero: CopyId) -> int:
        """Printed, announced, and what a carried item adds."""
        card, carried = self.catalog[hero], self.ledger.items.get(hero)
        item = self.catalog[carried] if carried is not None else None
        assert isinstance(card, Hero)
        texts = (*card.abilities, *(item.abilities if item is not None else ()))
        if any(ability.when is Trigger.STATIC for ability in texts):
            raise NotReckoned
        return card.health + self.ledger.health[hero] + (item.health if isinstance(item, Item) else 0)

    # -- permanent bonuses -------------------------------------------------------------------------------------------

    def _damages(self, state: State, world: World, player: PlayerId, real: Side) -> dict[int, int]:
        """What each room does by its own number and by the permanent bonuses of its dungeon, by slot."""
        tops = {slot: self._room(stack[-1]) for slot, stack in enumerate(real.stacks, start=1)}
        working = {slot: room for slot, room in tops.items() if slot not in real.sideways}
        monsters = sum(room.type.value == "monster" for room in working.values())
        damages = {slot: room.damage if isinstance(room.damage, int) else monsters for slot, room in tops.items()}
        for other in (
            one for one in state.players if world.table.find(one.boss)
        ):  # one may be out by this very verdict
            for slot, step in self._statics(state, world, other.id):
                if isinstance(step, _NO_DAMAGE_WORDS):
                    continue
                if not isinstance(step, AddDamage) or not isinstance(step.amount, int):
                    raise NotReckoned
                for reached in self._reached(step, slot, working) if other.id == player else ():
                    damages[reached] += step.amount
        return damages

    def _reached(self, step: AddDamage, slot: int | None, working: dict[int, Room]) -> list[int]:
        """The slots whose rooms a permanent bonus reaches. Left is away from the boss (rules 7.3)."""
        near = {Rooms.LEFT: (1,), Rooms.RIGHT: (-1,), Rooms.ADJACENT: (-1, 1), Rooms.THIS: (0,)}
        if step.rooms in near and slot is not None:
            places = [slot + way for way in near[step.rooms]]
        elif step.rooms is Rooms.OWN:
            places = list(working)
        elif step.rooms is Rooms.OWN_OTHERS and slot is not None:
            places = [other for other in working if other != slot]
        else:
            raise NotReckoned
        rooms = [(place, working[place]) for place in places if place in working]
        return [place for place, room in rooms if step.type in (None, room.type) and step.kind in (None, room.kind)]

    def _statics(self, state: State, world: World, player: PlayerId) -> Iterator[tuple[int | None, Step]]:
        """Every permanent word of a player's visible cards, with the slot of the card where it has one."""
        owner = state.player(player)
        real = truth.side(world, owner.boss)
        if owner.levelled_up:
            if player in self.ledger.copies_level_up:
                raise NotReckoned
            yield from ((None, step) for step in _permanent(self.catalog[owner.boss].abilities))
        for slot, stack in enumerate(real.stacks, start=1):
            if slot not in real.sideways:
                yield from ((slot, step) for step in _permanent(self.catalog[stack[-1]].abilities))
        for slot, copy, level in real.minibosses:
            if slot not in real.sideways:
                shown = self.catalog[copy].abilities[: min(level, _PERMANENT_LEVELS)]
                yield from ((slot, step) for step in _permanent(shown))

    def _boss(self, copy: CopyId) -> Boss:
        card = self.catalog[copy]
        assert isinstance(card, Boss)
        return card

    def _room(self, copy: CopyId) -> Room:
        card = self.catalog[copy]
        assert isinstance(card, Room)
        return card


def _is_ordinary(hero: Hero) -> bool:
    """Whether a hero follows the one treasure of its class."""
    return hero.lure.value == "treasure" and not hero.wants


def _permanent(abilities: Iterable[Ability]) -> Iterator[Step]:
    """The words of permanent abilities; one with a condition cannot be reckoned."""
    for ability in abilities:
        if ability.when is Trigger.STATIC:
            if ability.if_:
                raise NotReckoned
            yield from ability.do
