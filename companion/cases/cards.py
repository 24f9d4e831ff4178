"""Made-up cards with the numbers that a case names."""

from dataclasses import replace

from companion.cases.fields import CaseError, Path, Record, near, shown
from engine.boss_monster.cards import (
    LURES,
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
    Treasure,
    hero_card,
)
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Discard
from engine.boss_monster.words.meanings import Rooms
from engine.core.cards import Card, Catalog
from engine.core.effects import Ability, Trigger
from engine.core.ids import CardId, Code, CopyId, card_of, copy_id

TREASURE = {treasure.value: treasure for treasure in Treasure}
CLASSES = {kind.value: kind for kind in LURES}
SPECIAL = {lure.value: lure for lure in Lure if lure not in (Lure.TREASURE, Lure.UNKNOWN)}
HEROES = (*CLASSES, *SPECIAL, "sum_<treasure>_<treasure>")
COUNT_MONSTERS = "count_monsters"
ROOM_FIELDS = ("id", "dmg", "type", "kind", "t", "deact", "under", "adj_monster_plus", "on_survive_plus")
PLENTY = 400
"""Copies of the hero that fills the deck: more than any case reveals."""


class Box:
    """The cards of a case. Every card has the name that the case gives it."""

    def __init__(self, hero_set: str) -> None:
        self._hero_set = hero_set
        self.names: dict[CopyId, str] = {}
        self._cards: dict[CardId, Card] = {}
        self._catalog: Catalog | None = None

    @property
    def catalog(self) -> Catalog:
        """All cards; the sticker of a copy says the copy's id."""
        if self._catalog is None:
            self._catalog = Catalog(self._cards, {Code(copy): copy for copy in self.names})
        return self._catalog

    def _add(self, card: Card, name: str) -> CopyId:
        self._cards[card.id] = card
        self._catalog = None
        copy = copy_id(card.id, 1)
        self.names[copy] = name
        return copy

    def boss(self, owner: str, xp: int, treasure: tuple[Treasure, ...] = ()) -> CopyId:
        """The boss of a player."""
        return self._add(
            Boss(id=CardId(f"boss.{owner}"), set="base", number="", copies=1, xp=xp, treasure=treasure), owner
        )

    def room(self, name: str, facts: Record | None = None, *, abilities: tuple[Ability, ...] = ()) -> CopyId:
        """A room. What the case does not say is not there: no damage, no treasure, no monster."""
        card = CardId(f"room.{name}")
        if card in self._cards:
            raise CaseError(f"the room {shown(name)} is there twice", facts.path if facts else ())
        facts = facts or Record({}, ())
        return self._add(
            Room(
                id=card,
                set="base",
                number="",
                copies=1,
                kind=RoomKind(facts.choice("kind", ("ordinary", "advanced"), "ordinary")),
                type=RoomType(facts.choice("type", ("monster", "trap"), "trap")),
                damage=_damage(facts),
                treasure=treasures(facts, "t"),
                abilities=(*_abilities(facts), *abilities),
            ),
            name,
        )

    def hero(
        self,
        name: str,
        kind: str = "thief",
        path: Path = (),
        *,
        health: int = 4,
        epic: bool = False,
        souls: int | None = None,
        wounds: int | None = None,
        star: bool = False,
    ) -> CopyId:
        """A hero. An epic one is worth two souls or wounds unless the case says otherwise (BM-HERO-6, -7)."""
        card = CardId(f"hero.{name}")
        if card in self._cards:
            raise CaseError(f"the hero {shown(name)} is there twice", path)
        hero_class, lure, wants = _kind(kind, path)
        worth = 2 if epic else 1
        return self._add(
            Hero(
                id=card,
                set=self._hero_set,
                number="",
                copies=1,
                hero_class=hero_class,
                lure=lure,
                wants=wants,
                health=health,
                epic=epic,
                souls=worth if souls is None else souls,
                wounds=worth if wounds is None else wounds,
                players=0 if star else 2,
            ),
            name,
        )

    def filler(self) -> tuple[CopyId, ...]:
        """A deck of heroes that no case speaks of; they want a treasure that nobody has."""
        copy = self.hero("(deck)", "explorer")
        deck = replace(self._cards[card_of(copy)], copies=PLENTY)
        self._cards[deck.id] = deck
        del self.names[copy]
        return deck.copy_ids

    def hero_card(self, copy: CopyId) -> Hero:
        """What is printed on a hero."""
        return hero_card(self.catalog, copy)

    def item(self, name: str, kind: str, path: Path) -> CopyId:
        """An item for a class, or a universal one."""
        card = CardId(f"item.{name}")
        if card in self._cards:
            raise CaseError(f"the item {shown(name)} is there twice", path)
        if kind not in (*CLASSES, "universal"):
            raise CaseError(f"{shown(kind)} is no class; known: {', '.join(CLASSES)}, universal", path)
        return self._add(Item(id=card, set="base", number="", copies=1, hero_class=CLASSES.get(kind)), name)

    def miniboss(self, name: str) -> CopyId:
        """A miniboss."""
        return self._add(Miniboss(id=CardId(f"miniboss.{name}"), set="base", number="", copies=1), name)

    def room_back(self, name: str) -> CopyId:
        """The neutral back of a room card."""
        return self._add(
            Marker(id=CardId(f"back.{name}"), set="table", number="", copies=1, role=MarkerRole.ROOM_BACK), name
        )


BUILT_EFFECT = (Ability(Trigger.BUILT, (Discard(),)),)
"""A room that says "when you build this room"."""


def treasures(facts: Record, name: str) -> tuple[Treasure, ...]:
    """A list of treasure symbols."""
    return tuple(treasure(word, path) for word, path in facts.texts(name))


def treasure(word: str, path: Path) -> Treasure:
    """One treasure symbol by its name."""
    if word not in TREASURE:
        raise CaseError(f"{shown(word)} is no treasure; known: {', '.join(TREASURE)}", path)
    return TREASURE[word]


def split_name(words: str, path: Path, default: str | None = None) -> tuple[str, str]:
    """`T1:thief` is the name T1 and the kind thief."""
    name, colon, kind = words.partition(":")
    if not name.strip() or (not colon and default is None) or (colon and not kind.strip()):
        raise CaseError(f"write it like T1:thief, not {shown(words)}", path)
    return name.strip(), kind.strip() if colon else default or ""


def _damage(facts: Record) -> int | Counted:
    if facts.data.get("dmg") == COUNT_MONSTERS:
        return Counted.MONSTER_ROOMS
    if isinstance(facts.data.get("dmg"), str):
        raise CaseError(f"must be a number or {COUNT_MONSTERS}, not {shown(facts.data['dmg'])}", facts.at("dmg"))
    return facts.whole("dmg", 0)


def _abilities(facts: Record) -> tuple[Ability, ...]:
    found: list[Ability] = []
    if plus := facts.whole("adj_monster_plus", 0, least=-99, most=99):
        found.append(Ability(Trigger.STATIC, (AddDamage(plus, Rooms.ADJACENT, RoomType.MONSTER),)))
    if plus := facts.whole("on_survive_plus", 0, least=-99, most=99):
        found.append(Ability(Trigger.HERO_SURVIVES_ROOM, (AddDamage(plus),)))
    return tuple(found)


def _kind(kind: str, path: Path) -> tuple[HeroClass, Lure, tuple[Treasure, ...]]:
    """A class, a lure of its own (BM-HERO-8), or the sum of treasures that a hybrid hero wants."""
    if kind in CLASSES:
        return CLASSES[kind], Lure.TREASURE, ()
    if kind in SPECIAL:
        return HeroClass.FOOL, SPECIAL[kind], ()
    word, *wanted = kind.split("_")
    if word == "sum" and len(wanted) >= 2 and len(set(wanted)) == len(wanted):
        return HeroClass.FOOL, Lure.TREASURE, tuple(treasure(name, path) for name in wanted)
    raise CaseError(f"{shown(kind)} is no class and no lure; known: {near(kind, HEROES)}", path)
