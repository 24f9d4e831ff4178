"""The camera's words turned into cards: which copy lies in whose row, in which slot (rules 4.2 to 4.5)."""

from dataclasses import dataclass

from engine.boss_monster.cards import Boss, Hero, Item, Marker, MarkerRole, Miniboss, Room, Spell
from engine.core.cards import Catalog
from engine.core.ids import CopyId
from engine.core.observations import Area, SeenCard, TableSeen, Turned

SLOT_TOLERANCE = 0.35
"""Rules 4.2: how far from the middle of a slot a room may lie, in pitches."""

SLID_MM = (0.08 * 88, 0.35 * 88)
"""Rules 4.3: how far down a room lies whose once-per-round ability is used, in parts of a card's height."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One recognised card. `seat` is the boss in whose frame it lies, if any."""

    copy: CopyId
    seen: SeenCard
    seat: CopyId | None

    @property
    def area(self) -> Area:
        """The part of the table."""
        return self.seen.spot.area

    @property
    def place(self) -> float:
        """The distance from the boss or the town marker, in pitches."""
        return self.seen.spot.place

    @property
    def slot(self) -> int | None:
        """The slot in a row, when the card lies clearly in one."""
        nearest = round(self.place)
        is_clear = self.area is Area.ROW and nearest >= 1 and abs(self.place - nearest) <= SLOT_TOLERANCE
        return nearest if is_clear else None

    @property
    def is_sideways(self) -> bool:
        """Turned by a quarter: deactivated (rules 4.3)."""
        return self.seen.turned is Turned.SIDEWAYS

    @property
    def is_slanted(self) -> bool:
        """Neither upright nor sideways: nobody can say what it means (rules 4.3)."""
        return self.seen.turned is Turned.SLANTED

    @property
    def is_upside_down(self) -> bool:
        """Turned by half: that changes nothing (rules 4.3)."""
        return self.seen.turned is Turned.UPSIDE_DOWN

    @property
    def is_slid(self) -> bool:
        """Slid down a little: its ability is used, if it has one for every round (BM-GLOSS-4)."""
        return self.area is Area.ROW and SLID_MM[0] <= self.seen.spot.drop_mm <= SLID_MM[1]

    @property
    def is_surely_slid(self) -> bool:
        """Slid down since it was laid: not only low when the camera first looked, or because it was turned."""
        return self.is_slid and not self.seen.spot.is_guess and not self.is_sideways and not self.is_slanted


@dataclass(frozen=True, slots=True)
class Sight:
    """All recognised cards, by kind."""

    bosses: tuple[Sighting, ...]
    rooms: tuple[Sighting, ...]
    heroes: tuple[Sighting, ...]
    items: tuple[Sighting, ...]
    minibosses: tuple[Sighting, ...]
    room_backs: tuple[Sighting, ...]
    twice: tuple[CopyId, ...]
    spells: tuple[Sighting, ...] = ()
    soul_backs: tuple[Sighting, ...] = ()
    unread: tuple[tuple[CopyId, int], ...] = ()
    """Boss and slot of places where something lies, or is hidden by a hand, that cannot be read."""
    outside: tuple[CopyId, ...] = ()
    """Bosses whose seats reach out of the picture."""
    shows_town: bool = False
    """Its marker is seen, or something beside it: without it nobody can tell who lies in town (rules 4.2)."""
    left: frozenset[CopyId] = frozenset()
    """Cards that were seen to go away and are nowhere now."""

    def hero(self, copy: CopyId) -> Sighting | None:
        """This hero, if it is seen."""
        return next((hero for hero in self.heroes if hero.copy == copy), None)

    def rooms_in(self, boss: CopyId, slot: int) -> tuple[Sighting, ...]:
        """The rooms seen in one slot of a dungeon."""
        return tuple(room for room in self.rooms if room.seat == boss and room.slot == slot)

    def minibosses_in(self, boss: CopyId, slot: int) -> tuple[Sighting, ...]:
        """The minibosses seen at one slot of a dungeon."""
        return tuple(card for card in self.minibosses if card.seat == boss and card.slot == slot)

    def back_slots(self, boss: CopyId) -> tuple[int, ...]:
        """The slots of a dungeon in which the back of a room card is seen."""
        return tuple(sorted({back.slot for back in self.room_backs if back.seat == boss and back.slot is not None}))

    def queue(self, boss: CopyId, rooms: int) -> tuple[CopyId, ...]:
        """The heroes seen at the entrance of a dungeon with so many rooms, next to enter first (rules 4.2)."""
        waiting = [hero for hero in self.heroes if hero.seat == boss and hero.area is Area.ROW]
        waiting = [hero for hero in waiting if hero.place > rooms + 0.5]
        return tuple(hero.copy for hero in sorted(waiting, key=lambda hero: hero.place))

    def in_room(self, boss: CopyId, rooms: int) -> dict[CopyId, int]:
        """The heroes that lie on rooms of a dungeon, and in which slot each stands (rules 4.2)."""
        here = [hero for hero in self.heroes if hero.seat == boss and hero.slot is not None and hero.slot <= rooms]
        return {hero.copy: hero.slot for hero in here if hero.slot is not None}

    def souls_beside(self, boss: CopyId) -> int:
        """How many backs of heroes are seen in a score area; those below others are not (rules 4.5)."""
        return sum(back.area is Area.SCORE and back.seat == boss for back in self.soul_backs)

    def wounds_of(self, boss: CopyId) -> tuple[CopyId, ...]:
        """The heroes seen under a boss, the uppermost first."""
        here = [hero for hero in self.heroes if hero.area is Area.WOUNDS and hero.seat == boss]
        return tuple(hero.copy for hero in sorted(here, key=lambda hero: hero.seen.spot.drop_mm))

    def unread_slots(self, boss: CopyId) -> tuple[int, ...]:
        """The slots of a dungeon in which something may lie that cannot be read."""
        return tuple(sorted(slot for seat, slot in self.unread if seat == boss))

    @property
    def shown_spells(self) -> tuple[CopyId, ...]:
        """The spells that lie on the spell pad (laying rule 10)."""
        return tuple(spell.copy for spell in self.spells if spell.area is Area.PAD)

    @property
    def shown_cards(self) -> tuple[CopyId, ...]:
        """All cards on the spell pad: spells, cards that are discarded for their effect, items."""
        lying = (*self.spells, *self.rooms, *self.minibosses, *self.items)
        return tuple(card.copy for card in lying if card.area is Area.PAD)

    @property
    def town_items(self) -> tuple[CopyId, ...]:
        """The items seen in town, nearest to the deck first."""
        waiting = [item for item in self.items if item.area is Area.TOWN]
        return tuple(item.copy for item in sorted(waiting, key=lambda item: item.place))

    @property
    def town(self) -> tuple[CopyId, ...]:
        """The heroes seen in town, nearest to the deck first."""
        waiting = [hero for hero in self.heroes if hero.area is Area.TOWN]
        return tuple(hero.copy for hero in sorted(waiting, key=lambda hero: hero.place))


def recognise(seen: TableSeen, cards: Catalog) -> Sight:
    """Name every sticker that belongs to a card of this game, in an order that does not depend on the camera's."""
    found = [_sighting(card, cards) for card in seen.cards]
    known = sorted((sighting for sighting in found if sighting is not None), key=lambda sighting: sighting.copy)
    backs = [_sighting(card, cards) for card in seen.backs]
    return Sight(
        bosses=tuple(sighting for sighting in known if isinstance(cards[sighting.copy], Boss)),
        rooms=tuple(sighting for sighting in known if isinstance(cards[sighting.copy], Room)),
        heroes=tuple(sighting for sighting in known if isinstance(cards[sighting.copy], Hero)),
        items=tuple(sighting for sighting in known if isinstance(cards[sighting.copy], Item)),
        minibosses=tuple(sighting for sighting in known if isinstance(cards[sighting.copy], Miniboss)),
        room_backs=tuple(back for back in backs if back is not None and _is_room_back(back, cards)),
        twice=tuple(sorted(copy for code in seen.twice if (copy := cards.copy_of(code)) is not None)),
        spells=tuple(sighting for sighting in known if isinstance(cards[sighting.copy], Spell)),
        soul_backs=tuple(back for back in backs if back is not None and _is_soul_back(back, cards)),
        unread=_unread(seen, cards),
        outside=tuple(boss for code in seen.outside if (boss := cards.copy_of(code)) is not None),
        left=frozenset(copy for code in seen.left if (copy := cards.copy_of(code)) is not None),
        shows_town=any(_is_of_town(sighting, cards) for sighting in known),
    )


def _unread(seen: TableSeen, cards: Catalog) -> tuple[tuple[CopyId, int], ...]:
    places = ((cards.copy_of(one.spot.seat), round(one.spot.place)) for one in seen.unread)
    return tuple((boss, slot) for boss, slot in places if boss is not None)


def _sighting(card: SeenCard, cards: Catalog) -> Sighting | None:
    copy = cards.copy_of(card.code)
    return None if copy is None else Sighting(copy, card, cards.copy_of(card.spot.seat))


def _is_of_town(sighting: Sighting, cards: Catalog) -> bool:
    card = cards[sighting.copy]
    return sighting.area is Area.TOWN or (isinstance(card, Marker) and card.role is MarkerRole.TOWN)


def _is_soul_back(back: Sighting, cards: Catalog) -> bool:
    marker = cards[back.copy]
    return isinstance(marker, Marker) and marker.role in (MarkerRole.HERO_BACK, MarkerRole.EPIC_BACK)


def _is_room_back(back: Sighting, cards: Catalog) -> bool:
    marker = cards[back.copy]
    return isinstance(marker, Marker) and marker.role is MarkerRole.ROOM_BACK
