"""Playing by touch: pages on which the people say which cards came to the table. Only what is possible is offered."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.phrasebook import Phrasebook
from companion.views.page import Action, Kind, Page, Section, Tile
from companion.views.table import Colours, colour_of, question_view
from engine.boss_monster import building, decks, rounds
from engine.boss_monster.answers import BUILD_NOW
from engine.boss_monster.cards import Boss, Counted, Hero, Item, Miniboss, Room, RoomKind, RoomType, Treasure, room_card
from engine.boss_monster.commands import (
    BuildRoom,
    Command,
    FinishBuild,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
)
from engine.boss_monster.effects.on_building import suits
from engine.boss_monster.state import Holds, Phase, Player, State
from engine.boss_monster.timing import why_no_spells
from engine.boss_monster.words.rooms import BuildNow
from engine.core.cards import Card, Catalog
from engine.core.ids import CopyId, PlayerId

ALL = "all"
FILTERS = ("fits", "relic", "equipment", "spellbook", "gold", "monster", "trap", ALL)
"""What can be looked for among the rooms; "fits" are those that may lie there."""


@dataclass(frozen=True, slots=True)
class Picks:
    """What was tapped so far at this moment of the game, and which rooms are looked at."""

    cards: tuple[CopyId, ...] = ()
    filter: str = "fits"
    slots: tuple[int, ...] = ()
    """Places that were tapped, where more than one card may be laid."""
    ends_items: bool = False
    """The item deck gave fewer items than wanted: those that were tapped are all."""


def entry_page(state: State, picks: Picks, cards: Catalog, book: Phrasebook, colours: Colours) -> Page | None:
    """The page for what the table is waiting for; nothing when no card has to be named."""
    match state.phase:
        case Phase.SETUP:
            return _bosses(state, picks, cards, book, colours)
        case Phase.ROUND_START:
            return _newcomers(state, picks, cards, book)
        case Phase.BUILD:
            return _placing(state, picks, cards, book, colours)
        case Phase.REVEAL:
            return _turning_up(state, picks, cards, book, colours)
        case _:
            return None


def entered(state: State, picks: Picks, cards: Catalog) -> Command | None:
    """The command that the picks make complete, if they do."""
    question = state.question
    if question is not None and question.key == BUILD_NOW:
        if question.player is None or not picks.slots or not picks.cards:
            return None
        return BuildRoom(question.player, picks.slots[0], picks.cards[0])
    match state.phase:
        case Phase.SETUP if len(picks.cards) == state.options.player_count:
            return SeatPlayers(picks.cards)
        case Phase.ROUND_START if len(picks.cards) == _wanted(state, picks, cards):
            items = tuple(copy for copy in picks.cards if isinstance(cards[copy], Item))
            return RevealHeroes(tuple(copy for copy in picks.cards if copy not in items), items)
        case Phase.REVEAL:
            waiting = face_down(state)
            if len(picks.cards) == len(waiting):
                told = zip(waiting, picks.cards, strict=True)
                return RevealRooms(tuple(Placed(player.id, slot, room) for (player, slot), room in told))
    return None


def _footer(book: Phrasebook, picks: Picks | None = None) -> tuple[Tile, ...]:
    has_picks = picks is not None and (picks.cards or picks.slots)
    back = [Tile(book.text("entry.unpick"), "unpick", icon="undo")] if has_picks else []
    undo = [] if back else [Tile(book.text("button_undo"), "button:undo", icon="undo")]
    return (*back, *undo, Tile(book.text("entry.table"), "peek", icon="phase_built"))


def _unused(cards: Iterable[Card], used: set[CopyId]) -> list[CopyId]:
    """One copy of every design that is not in play yet."""
    found = [next((copy for copy in card.copy_ids if copy not in used), None) for card in cards]
    return [copy for copy in found if copy is not None]


# -- set-up ------------------------------------------------------------------------------------------------------------


def _bosses(state: State, picks: Picks, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    seat = min(len(picks.cards), state.options.player_count - 1)
    found = [card for card in cards if isinstance(card, Boss) and card.set in (*state.options.sets, "promos")]
    bosses = sorted(found, key=lambda boss: -boss.rank)
    tiles = tuple(
        Tile(
            book.card(copy),
            f"pick:{copy}",
            book.text("xp", xp=_boss(cards, copy).xp or "?"),
            "boss",
            icons=tuple(symbol.value for symbol in _boss(cards, copy).treasure),
        )
        for copy in _unused(bosses, set(picks.cards))
    )
    name = state.options.names[seat]
    title = book.text("entry.boss", name=name)
    page = Page("entry:setup", title, (Section(tiles),), book.text("entry.boss_text"), _footer(book, picks))
    colour = colours[seat] if seat < len(colours) else seat
    seat_tile = Tile(name, colour=colour, note=book.text("entry.seat", number=seat + 1))
    return replace(page, sections=(Section((seat_tile,), kind=Kind.ROWS), *page.sections), can_go_back=False)


def _boss(cards: Catalog, copy: CopyId) -> Boss:
    card = cards[copy]
    assert isinstance(card, Boss)
    return card


# -- round start -------------------------------------------------------------------------------------------------------


def picked_items(picks: Picks, cards: Catalog) -> int:
    """How many of the tapped cards are items."""
    return sum(isinstance(cards[copy], Item) for copy in picks.cards)


def _wanted_items(state: State, picks: Picks, cards: Catalog) -> int:
    """A deck that runs out gives what it has (BM-ITEM-4)."""
    if picks.ends_items:
        return picked_items(picks, cards)
    return 0 if state.no_more_items else decks.items_per_round(state)


def _wanted(state: State, picks: Picks, cards: Catalog) -> int:
    return rounds.heroes_expected(state, cards) + _wanted_items(state, picks, cards)


def _newcomers(state: State, picks: Picks, cards: Catalog, book: Phrasebook) -> Page:
    """First the items, then the heroes, in the order in which they are revealed (BM-START-1, -6)."""
    missing_items = _wanted_items(state, picks, cards) - picked_items(picks, cards)
    missing = _wanted(state, picks, cards) - len(picks.cards)
    picked = tuple(_picked_tile(copy, cards, book) for copy in picks.cards)
    sections = [Section(picked, book.text("entry.picked"))] if picked else []
    if missing_items > 0:
        items = [card for card in cards if isinstance(card, Item) and card.set in state.options.sets]
        used = {*state.seen_items, *picks.cards}
        tiles = [Tile(book.card(copy), f"pick:{copy}", icon="item") for copy in _unused(items, used)]
        tiles.append(Tile(book.text("entry.no_items"), "no_items", icon="ban"))
        text = book.text("entry.items_text", number=missing_items)
        sections.append(Section(tuple(tiles)))
        return Page(
            "entry:items", book.text("entry.items"), tuple(sections), text, _footer(book, picks), can_go_back=False
        )
    sections.append(Section(_hero_tiles(state, picks, cards, book)))
    text = book.text("entry.heroes_text", number=missing)
    return Page(
        "entry:heroes", book.text("entry.heroes"), tuple(sections), text, _footer(book, picks), can_go_back=False
    )


def _picked_tile(copy: CopyId, cards: Catalog, book: Phrasebook) -> Tile:
    card = cards[copy]
    return Tile(book.card(copy), icon=card.hero_class.value if isinstance(card, Hero) else "item", chosen=True)


def _hero_tiles(state: State, picks: Picks, cards: Catalog, book: Phrasebook) -> tuple[Tile, ...]:
    """Epic heroes lie under all ordinary ones (BM-HERO-5)."""
    used = {*state.seen_heroes, *picks.cards}
    deck = [card for card in cards if isinstance(card, Hero) and decks.is_in_hero_deck(card, state.options)]
    left = [card for card in deck if set(card.copy_ids) - used]
    ordinary = [card for card in left if not card.epic]
    offered = ordinary or left
    order = sorted(offered, key=lambda card: (card.hero_class.value, card.health, card.id))
    return tuple(
        Tile(
            book.card(copy),
            f"pick:{copy}",
            icon=_hero(cards, copy).hero_class.value,
            number=str(_hero(cards, copy).health),
            icons=("health",),
        )
        for copy in _unused(order, used)
    )


def _hero(cards: Catalog, copy: CopyId) -> Hero:
    card = cards[copy]
    assert isinstance(card, Hero)
    return card


# -- building ----------------------------------------------------------------------------------------------------------


def _placing(state: State, picks: Picks, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """Where the active player lays a card face-down, or not at all (CP-2). Effects may allow more than one (FX-25)."""
    assert state.active is not None
    player = state.player(state.active)
    allowed = 1 + sum(change.holds is Holds.BUILD_MORE for change in player.changes)
    tiles = [_slot_tile(player, slot, picks, allowed, cards, book) for slot in _open_slots(state, player, picks)]
    tiles += _gift_tiles(state, player, book)
    if picks.slots:
        done = FinishBuild(player.id, picks.slots[0], picks.slots[1:])
        tiles.append(Tile(book.text("entry.enough"), done, icon="check"))
    else:
        tiles.append(Tile(book.text("entry.no_card"), FinishBuild(player.id), icon="pass"))
    who = Tile(player.name, colour=colour_of(state, player.id, colours), note=book.text("entry.place_who"))
    sections = (Section((who,), kind=Kind.ROWS), Section(tuple(tiles)))
    name, title = f"entry:build:{player.id}:{len(picks.slots)}", book.text("phase_build")
    footer = _footer(book, picks)
    if not why_no_spells(state):
        footer = (*footer, Tile(book.text("why.react"), f"go:react:{player.id}", icon="warning"))
    return Page(name, title, sections, book.text("entry.place"), footer, can_go_back=False)


def _open_slots(state: State, player: Player, picks: Picks) -> list[int]:
    """The places for one more card, the new one first. A second new room lies left of the first (BM-BUILD-3)."""
    if building.is_stopped(state, player):  # FX-26
        return []
    new = player.places + 1 + sum(slot > player.places for slot in picks.slots)
    free = [slot for slot in range(1, player.places + 1) if slot not in (*picks.slots, *player.gone_under)]
    legal = [slot for slot in free if not building.why_not_here(player, player.slot_at(slot), state.options)]
    has_room = building.occupied_slots(player, state.options) + new - len(player.dungeon) <= building.SLOTS
    return [*([new] if has_room else []), *reversed(legal)]


def _slot_tile(player: Player, slot: int, picks: Picks, allowed: int, cards: Catalog, book: Phrasebook) -> Tile:
    """The last card that is allowed closes the turn; one before that is only noted."""
    slots = (*picks.slots, slot)
    is_last = len(slots) >= allowed
    action: Action = FinishBuild(player.id, slots[0], slots[1:]) if is_last else f"slot:{slot}"
    below = building.covered_by(player, slot)
    if below is None:
        return Tile(book.text("entry.new_slot", slot=slot), action, icon="back", golden=True)
    top = below.top
    icons = tuple(symbol.value for symbol in room_card(cards, top).treasure)
    return Tile(book.text("entry.on_top", card=top), action, icons=icons, icon="back")


def _gift_tiles(state: State, player: Player, book: Phrasebook) -> list[Tile]:
    """Rooms of another player on which an effect lets this one build (FX-25)."""
    gifts = {change.source for change in player.changes if change.holds is Holds.BUILD_ELSEWHERE}
    return [
        Tile(
            book.text("entry.on_top", card=stack.top),
            FinishBuild(player.id, host.place_of(slot), on=host.id),
            book.text("why.room_text", state, player=host.id, slot=slot),
            "back",
        )
        for host in state.living
        if host.id != player.id
        and any(change.holds is Holds.MARKED and change.source in gifts for change in host.changes)
        for slot, stack in enumerate(host.dungeon, start=1)
        if host.place_of(slot) not in host.all_face_down
    ]


def face_down(state: State) -> tuple[tuple[Player, int], ...]:
    """Whose cards are still to be turned up, and where, in turn order."""
    return tuple((player, slot) for player in state.living for slot in player.all_face_down)


def _turning_up(state: State, picks: Picks, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """Which room was turned up. Those that may lie there come first."""
    waiting = face_down(state)
    player, slot = waiting[min(len(picks.cards), len(waiting) - 1)]
    sections = _room_sections(state, player, slot, picks, cards, book, colours)
    name = f"entry:reveal:{player.id}:{slot}:{picks.filter}"
    text, footer = book.text("entry.room"), _footer(book, picks)
    return Page(name, book.text("phase_reveal"), sections, text, footer, can_go_back=False)


def _room_sections(
    state: State, player: Player, slot: int, picks: Picks, cards: Catalog, book: Phrasebook, colours: Colours
) -> tuple[Section, ...]:
    """For whom, what is looked for, and the rooms."""
    place = book.text("entry.room_who", slot=slot)
    who = Tile(player.name, colour=colour_of(state, player.id, colours), note=place)
    keys = tuple(_filter_tile(name, picks.filter, book) for name in FILTERS)
    rooms = room_tiles(state, player.id, slot, picks, cards, book)
    return (Section((who,), kind=Kind.ROWS), Section(keys, kind=Kind.KEYS), Section(rooms))


# -- building at once --------------------------------------------------------------------------------------------------


def _allowed_now(state: State) -> BuildNow | None:
    """What an effect lets somebody build at once, if that is what the table is waiting for."""
    if state.question is None or state.question.key != BUILD_NOW:
        return None
    step = state.agenda[0].steps[0]
    return step if isinstance(step, BuildNow) else None


def build_now_page(state: State, picks: Picks, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """An effect lets a player build at once: first the place, then the room, or none (FX-25)."""
    question = state.question
    assert question is not None and question.player is not None
    player = state.player(question.player)
    none = Tile(book.choice("none"), "answer:none", icon="pass")
    asked = question_view(state, book, colours)
    text, footer = asked.text if asked else "", (none, *_footer(book, picks))
    if not picks.slots:
        step = _allowed_now(state)
        slots = [slot for slot in _open_slots(state, player, picks) if slot not in player.all_face_down]
        if step is not None and step.over:
            slots = [slot for slot in slots if building.covered_by(player, slot) is not None]
        tiles = tuple(_slot_tile(player, slot, picks, len(slots) + 1, cards, book) for slot in slots)
        who = Tile(player.name, colour=colour_of(state, player.id, colours))
        sections: tuple[Section, ...] = (Section((who,), kind=Kind.ROWS), Section(tiles))
    else:
        sections = _room_sections(state, player, picks.slots[0], picks, cards, book, colours)
    name = f"entry:now:{player.id}:{len(picks.slots)}:{picks.filter}"
    return Page(name, book.text("phase_build"), sections, text, footer, can_go_back=False)


def _filter_tile(name: str, chosen: str, book: Phrasebook) -> Tile:
    label = book.text(f"filter.{name}") if name in ("fits", ALL) else ""
    return Tile(label, f"filter:{name}", icon="" if label else name, golden=name == chosen)


def room_tiles(
    state: State, owner: PlayerId, slot: int, picks: Picks, cards: Catalog, book: Phrasebook
) -> tuple[Tile, ...]:
    """The rooms (and minibosses) that can be picked for a slot, by name."""
    used = {room for player in state.players for stack in player.dungeon for room in stack.rooms} | set(picks.cards)
    player = state.player(owner)
    kinds = [
        card for card in cards if isinstance(card, Room | Miniboss) and card.set in (*state.options.sets, "promos")
    ]
    copies = [copy for copy in _unused(kinds, used) if _is_wanted(state, player, slot, copy, picks.filter, cards)]
    return tuple(_room_tile(copy, cards, book) for copy in sorted(copies, key=book.card))


def _is_wanted(state: State, player: Player, slot: int, copy: CopyId, wanted: str, cards: Catalog) -> bool:
    card = cards[copy]
    if wanted == ALL:
        return True
    step = _allowed_now(state)
    if step is not None and wanted == "fits" and not suits(step, player, slot, card):
        return False
    if wanted == "fits" or isinstance(card, Miniboss):
        return not building.why_not_this(state, player, slot, copy, cards)
    assert isinstance(card, Room)
    if wanted in (RoomType.MONSTER.value, RoomType.TRAP.value):
        return card.type.value == wanted
    return Treasure(wanted) in card.treasure


def _room_tile(copy: CopyId, cards: Catalog, book: Phrasebook) -> Tile:
    card = cards[copy]
    if not isinstance(card, Room):
        return Tile(book.card(copy), f"pick:{copy}", icon="miniboss")
    damage = "?" if isinstance(card.damage, Counted) else str(card.damage)
    return Tile(
        book.card(copy),
        f"pick:{copy}",
        icon="star" if card.kind is RoomKind.ADVANCED else card.type.value,
        number=damage,
        icons=tuple(symbol.value for symbol in card.treasure),
    )
