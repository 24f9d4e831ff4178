"""Correcting: pages on which every fact can be set right, and every effect of a card carried out by hand.

Each tile carries the command itself, so it is checked, stored and undone like everything else.
"""

from dataclasses import replace

from companion.phrasebook import Phrasebook
from companion.views.page import Kind, Page, Section, Tile
from companion.views.table import Colours, colour_of
from engine.boss_monster.building import SLOTS
from engine.boss_monster.cards import Boss, Hero, Treasure, hero_card, room_card
from engine.boss_monster.commands import (
    BanHero,
    ChangeCoins,
    ChangeHero,
    ChangeRoom,
    ChangeTreasure,
    Correct,
    DestroyRoom,
    HealWound,
    KillHero,
    MoveHero,
    Promote,
    RemoveHero,
    SwapRooms,
    TurnRoom,
    UseItem,
    UseLevel3,
    UseRoom,
)
from engine.boss_monster.decks import is_in_hero_deck
from engine.boss_monster.state import Player, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId


def correct_menu(state: State, book: Phrasebook, colours: Colours) -> Page:
    """What is wrong: a player, the town, or the hero that walks?"""
    tiles = [
        Tile(player.name, f"go:correct:{player.id}", colour=colour_of(state, player.id, colours))
        for player in state.players
    ]
    tiles.append(Tile(book.text("town"), "go:correct:town", icon="fool"))
    if state.walk is not None:
        tiles.append(Tile(book.card(state.walk.hero), f"go:correct:hero:{state.walk.hero}", icon="phase_adventure"))
    text = book.text("correct.text") if state.players else book.text("correct.too_early")
    return Page("correct", book.text("menu.correct"), (Section(tuple(tiles)),) if state.players else (), text)


def _steps(label: str, icon: str, value: int, less: Correct | None, more: Correct) -> tuple[Tile, ...]:
    """A number with a step down and a step up."""
    down = Tile("", less, icon="minus") if less is not None else Tile("", icon="minus", dim=True)
    return (Tile(label, icon=icon, number=str(value)), down, Tile("", more, icon="plus"))


def correct_player(state: State, id_: PlayerId, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """Souls, wounds, coins, treasure, rooms, heroes and boss of one player."""
    player = state.player(id_)
    sections = [
        _number_section(book, "soul", player.souls, id_, "souls"),
        _number_section(book, "wound", player.wounds, id_, "wounds"),
    ]
    if state.options.has_coins:
        sections.append(_number_section(book, "coin", player.coins, id_, "coins"))
    sections.append(_rooms(player, cards, book))
    if player.entrance:
        heroes = tuple(_hero_tile(hero, cards, book) for hero in player.entrance)
        sections.append(Section(heroes, book.text("entrance")))
    if player.survivors:
        healed = tuple(
            Tile(book.text("correct.heal", card=hero), HealWound(id_, hero), icon="health") for hero in player.survivors
        )
        sections.append(Section(healed, book.heading("wound")))
    more = [Tile(book.text("correct.boss"), f"go:boss:{id_}", book.card(player.boss), "boss")]
    if player.face_down is not None:
        more.append(Tile(book.text("correct.no_face_down"), Correct(player=id_, face_down=0), icon="back"))
    if player.open_item is not None:
        more.append(Tile(book.text("correct.use_item", card=player.open_item), UseItem(id_), icon="item"))
    sections += [Section(tuple(more)), _treasure_section(id_, book)]
    return Page(f"correct:{id_}", player.name, tuple(sections), book.text("correct.player_text"))


def _number_section(book: Phrasebook, noun: str, value: int, id_: PlayerId, fact: str) -> Section:
    facts: dict[str, int] = {fact: value - 1}
    less = Correct(player=id_, **facts) if value else None  # type: ignore[arg-type]
    more = Correct(player=id_, **{fact: value + 1})  # type: ignore[arg-type]
    return Section(_steps(book.heading(noun), noun, value, less, more), kind=Kind.STEPS)


def _rooms(player: Player, cards: Catalog, book: Phrasebook) -> Section:
    rooms = [
        Tile(
            book.card(stack.top),
            f"go:correct:{player.id}:{slot}",
            icon=room_card(cards, stack.top).type.value,
            dim=stack.deactivated,
        )
        for slot, stack in reversed(list(enumerate(player.dungeon, start=1)))
    ]
    if len(player.dungeon) < SLOTS:
        rooms.insert(
            0, Tile(book.text("correct.add_room"), f"go:rooms:{player.id}:{len(player.dungeon) + 1}:add", icon="plus")
        )
    return Section(tuple(rooms), book.text("why.rooms"))


def _treasure_section(id_: PlayerId, book: Phrasebook) -> Section:
    """Symbols until the end of the round (FX-09, FX-10)."""
    tiles: list[Tile] = []
    for symbol in tuple(Treasure)[:4]:
        tiles.append(Tile("+1", ChangeTreasure(id_, symbol, 1), icon=symbol.value))
        tiles.append(Tile("-1", ChangeTreasure(id_, symbol, -1), icon=symbol.value))
    return Section(tuple(tiles), book.text("correct.treasure"), Kind.KEYS)


def correct_room(state: State, id_: PlayerId, slot: int, cards: Catalog, book: Phrasebook) -> Page:
    """One room: turned, destroyed, replaced, stronger, used, swapped."""
    player = state.player(id_)
    name = f"correct:{id_}:{slot}"
    if not 1 <= slot <= len(player.dungeon):
        return Page(name, player.name, ())
    stack = player.dungeon[slot - 1]
    turned = book.text("correct.upright" if stack.deactivated else "correct.sideways")
    effects = [
        Tile(turned, TurnRoom(id_, slot, not stack.deactivated), icon="used"),
        Tile(book.text("correct.destroy"), DestroyRoom(id_, slot), icon="ban"),
        Tile(book.text("correct.stronger"), ChangeRoom(id_, slot, 1), icon="plus"),
        Tile(book.text("correct.weaker"), ChangeRoom(id_, slot, -1), icon="minus"),
    ]
    if not stack.used:
        effects.append(Tile(book.text("correct.used"), UseRoom(id_, slot), icon="check"))
    if slot < len(player.dungeon):
        effects.append(Tile(book.text("correct.swap_left"), SwapRooms(id_, slot, slot + 1), icon="redo"))
    if slot > 1:
        effects.append(Tile(book.text("correct.swap_right"), SwapRooms(id_, slot, slot - 1), icon="redo"))
    effects += _hoard_tiles(state, id_, slot, book)
    rooms = tuple(stack.rooms for stack in player.dungeon)
    without = (*rooms[: slot - 1], *((rooms[slot - 1][:-1],) if stack.covered else ()), *rooms[slot:])
    facts = (
        Tile(book.text("correct.replace"), f"go:rooms:{id_}:{slot}:replace", icon="cards"),
        Tile(book.text("correct.on_top"), f"go:rooms:{id_}:{slot}:top", icon="back"),
        Tile(book.text("correct.take_away"), Correct(player=id_, dungeon=without), icon="bin"),
    )
    sections = (Section(tuple(effects), book.text("correct.effects")), Section(facts, book.text("correct.facts")))
    return Page(name, book.card(stack.top), sections, book.text("why.room_text", state, player=id_, slot=slot))


def _hoard_tiles(state: State, id_: PlayerId, slot: int, book: Phrasebook) -> list[Tile]:
    """Coins on a room and its miniboss, in games that have them (BM-COIN-4, BM-MINI-8, -10)."""
    stack = state.player(id_).dungeon[slot - 1]
    tiles: list[Tile] = []
    if state.options.has_coins:
        tiles.append(Tile(book.text("correct.coin_on"), ChangeCoins(id_, 1, slot), icon="coin"))
        if stack.coins:
            tiles.append(Tile(book.text("correct.coin_off"), ChangeCoins(id_, -1, slot), icon="coin"))
    if stack.miniboss is not None:
        tiles.append(Tile(book.text("correct.promote"), Promote(id_, slot), icon="miniboss"))
        if stack.miniboss.level == 3:
            tiles.append(Tile(book.text("correct.level3"), UseLevel3(id_, slot), icon="miniboss"))
    return tiles


def with_room(state: State, id_: PlayerId, slot: int, copy: CopyId, how: str) -> Correct:
    """A room was picked: it is added at the end, put on top, or takes the place of the top one."""
    rooms = [stack.rooms for stack in state.player(id_).dungeon]
    if how == "add":
        rooms.append((copy,))
    elif how == "top":
        rooms[slot - 1] = (*rooms[slot - 1], copy)
    else:
        rooms[slot - 1] = (*rooms[slot - 1][:-1], copy)
    return Correct(player=id_, dungeon=tuple(rooms))


def _hero_tile(hero: CopyId, cards: Catalog, book: Phrasebook) -> Tile:
    card = hero_card(cards, hero)
    return Tile(book.card(hero), f"go:correct:hero:{hero}", icon=card.hero_class.value, number=str(card.health))


def correct_town(state: State, cards: Catalog, book: Phrasebook) -> Page:
    """The heroes in town; one can be added."""
    heroes = [_hero_tile(hero, cards, book) for hero in state.town]
    heroes.append(Tile(book.text("correct.add_hero"), "go:heroes", icon="plus"))
    return Page("correct:town", book.text("town"), (Section(tuple(heroes)),), book.text("correct.town_text"))


def heroes_page(state: State, cards: Catalog, book: Phrasebook) -> Page:
    """Which hero lies in town as well? Those that nobody has seen yet."""
    deck = [card for card in cards if isinstance(card, Hero) and is_in_hero_deck(card, state.options)]
    copies = [copy for card in deck for copy in card.copy_ids if copy not in state.seen_heroes]
    tiles = tuple(
        Tile(
            book.card(copy),
            Correct(town=(*state.town, copy)),
            icon=hero_card(cards, copy).hero_class.value,
            number=str(hero_card(cards, copy).health),
        )
        for copy in sorted(copies, key=lambda copy: (hero_card(cards, copy).epic, book.card(copy)))
    )
    return Page("heroes", book.text("correct.add_hero"), (Section(tiles),))


def bosses_page(state: State, id_: PlayerId, cards: Catalog, book: Phrasebook) -> Page:
    """Which boss lies there really?"""
    taken = {player.boss for player in state.players}
    bosses = [card for card in cards if isinstance(card, Boss) and card.set in (*state.options.sets, "promos")]
    tiles = tuple(
        Tile(book.card(copy), Correct(player=id_, boss=copy), book.text("xp", xp=card.xp or "?"), "boss")
        for card in bosses
        for copy in card.copy_ids
        if copy not in taken
    )
    return Page(f"boss:{id_}", book.text("correct.boss"), (Section(tiles),))


def correct_hero(state: State, hero: CopyId, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """One hero: hurt, healed, moved, killed, gone."""
    card = hero_card(cards, hero)
    walks = state.walk is not None and state.walk.hero == hero
    damage = [
        Tile(book.text("correct.hurt"), ChangeHero(hero, damage=1), icon="sword"),
        Tile(book.text("correct.tougher"), ChangeHero(hero, health=1), icon="health"),
        Tile(book.text("correct.frailer"), ChangeHero(hero, health=-1), icon="wound"),
    ]
    if walks and state.walk is not None and state.walk.damage:
        damage.append(Tile(book.text("correct.less_hurt"), Correct(damage=state.walk.damage - 1), icon="minus"))
    places = [Tile(book.text("town"), MoveHero(hero), icon="fool")] if hero not in state.town else []
    places += [
        Tile(player.name, MoveHero(hero, player.id), colour=colour_of(state, player.id, colours))
        for player in state.living
        if hero not in player.entrance
    ]
    owner = next((player.id for player in state.players if hero in player.entrance), None)
    fate = (
        [
            Tile(book.text("correct.kill_for", state, player=player.id), KillHero(hero, player.id), icon="soul")
            for player in state.living
        ]
        if owner is None
        else [Tile(book.text("correct.kill"), KillHero(hero, owner), icon="soul")]
    )
    fate.append(Tile(book.text("correct.remove_hero"), RemoveHero(hero), icon="ban"))
    if hero in state.town:
        fate.append(Tile(book.text("correct.ban_hero"), BanHero(hero), icon="ban"))
    sections = (
        Section(tuple(damage), book.text("correct.effects")),
        Section(tuple(places), book.text("correct.move_to")),
        Section(tuple(fate), book.text("correct.fate")),
    )
    text = book.text("correct.hero_text", kind=card.hero_class.value, health=card.health)
    return Page(f"correct:hero:{hero}", book.card(hero), sections, text)


def rooms_page(state: State, id_: PlayerId, slot: int, how: str, tiles: tuple[Tile, ...], book: Phrasebook) -> Page:
    """Which room lies there really? The tiles carry the correction."""
    set_right = tuple(
        replace(tile, action=with_room(state, id_, slot, CopyId(str(tile.action).removeprefix("pick:")), how))
        for tile in tiles
        if str(tile.action).startswith("pick:bm.room")
    )
    text = book.text("why.room_text", state, player=id_, slot=slot)
    return Page(f"rooms:{id_}:{slot}:{how}", book.text("correct.which_room"), (Section(set_right),), text)
