"""Why a number is what it is: sums with their cards and rules, the stack of a room, and the bait as it would be now."""

from collections.abc import Iterable

from companion.lines import Line
from companion.phrasebook import Phrasebook
from companion.verdict_lines import bait_line
from companion.views.page import Kind, Page, Section, Tile
from companion.views.table import Colours, bait_now, colour_of
from engine.boss_monster.cards import RoomKind, Treasure, hero_card, miniboss_card, room_card
from engine.boss_monster.counts import damage_parts, dungeon_damage, room_damage, symbol_parts, symbols_of, total_of
from engine.boss_monster.state import Player, State
from engine.boss_monster.timing import why_no_spells
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId


def why_player(state: State, id_: PlayerId, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """Every number of one player with the cards behind it."""
    player = state.player(id_)
    symbols = symbols_of(state, player, cards)
    treasure = total_of(symbols)
    rows = [
        Tile(
            book.heading(symbol.value),
            note=_sum(book, ((card, number) for _, card, number in symbol_parts(player, (symbol,), symbols))),
            icon=symbol.value,
            number=str(count),
        )
        for symbol, count in treasure.items()
        if count or symbol is not Treasure.ARTIFACT
    ]
    slots = range(len(player.dungeon), 0, -1)
    walk = ((player.dungeon[slot - 1].top, room_damage(state, player, slot, cards)) for slot in slots)
    damage = str(dungeon_damage(state, player, cards))
    rows.append(Tile(book.text("why.walk"), note=_sum(book, walk), icon="sword", number=damage))
    score = [
        _score(book, "soul", player.souls, player.dead, [hero_card(cards, hero).souls for hero in player.dead]),
        _score(
            book, "wound", player.wounds, player.survivors, [hero_card(cards, hero).wounds for hero in player.survivors]
        ),
    ]
    if state.options.has_coins:
        score.append(Tile(book.heading("coin"), icon="coin", number=str(player.coins)))
    for item in (*((player.open_item,) if player.open_item else ()), *player.closed_items):
        face = book.text("open") if item == player.open_item else book.text("face_down")
        score.append(Tile(book.card(item), note=face, icon="item"))
    rooms = tuple(_room_tile(player, slot, state, cards, book) for slot in slots)
    footer = [Tile(book.text("why.correct"), f"go:correct:{id_}", icon="pencil")]
    if not why_no_spells(state) and not player.eliminated:
        footer.append(Tile(book.text("why.react"), f"go:react:{id_}", icon="warning"))
    boss = Tile(
        book.card(player.boss), note=book.summary(player.boss), icon="boss", colour=colour_of(state, id_, colours)
    )
    sections = (
        Section(tuple(rows), book.text("why.counts"), Kind.ROWS),
        Section(tuple(score), book.text("why.score")),
        *((Section(rooms, book.text("why.rooms")),) if rooms else ()),
        Section((boss,), book.text("why.boss"), Kind.ROWS),
    )
    return Page(f"why:{id_}", player.name, sections, book.text("why.text"), tuple(footer))


def _sum(book: Phrasebook, parts: Iterable[tuple[str, int]]) -> str:
    words = [
        book.text("why.round" if card == "round" else "why.part", card=card, number=f"{number:+d}")
        for card, number in parts
    ]
    return ", ".join(words)


def _score(book: Phrasebook, noun: str, count: int, heroes: tuple[CopyId, ...], worth: list[int]) -> Tile:
    """Souls and wounds with the heroes that brought them; what is left over was corrected or healed by hand."""
    parts = [(hero, number) for hero, number in zip(heroes, worth, strict=True)]
    by_hand = count - sum(worth)
    note = _sum(book, parts) if parts or not by_hand else ""
    if by_hand:
        note = ", ".join(part for part in (note, book.text("why.by_hand", number=f"{by_hand:+d}")) if part)
    return Tile(book.heading(noun), note=note, icon=noun, number=str(count))


def _room_tile(player: Player, slot: int, state: State, cards: Catalog, book: Phrasebook) -> Tile:
    stack = player.dungeon[slot - 1]
    room = room_card(cards, stack.top)
    return Tile(
        book.card(stack.top),
        f"go:why:{player.id}:{slot}",
        book.text("why.stack_of", number=len(stack.rooms)) if stack.covered else "",
        icon=room.type.value,
        number=str(room_damage(state, player, slot, cards)),
        icons=() if stack.deactivated else tuple(symbol.value for symbol in room.treasure),
        dim=stack.deactivated,
        hold=f"go:correct:{player.id}:{slot}",
    )


def why_room(state: State, id_: PlayerId, slot: int, cards: Catalog, book: Phrasebook) -> Page:
    """One slot: the stack fanned out, the damage as a sum, and what the cards do."""
    player = state.player(id_)
    if not 1 <= slot <= len(player.dungeon):
        return Page(f"why:{id_}:{slot}", player.name, ())
    stack = player.dungeon[slot - 1]
    printed, bonuses = damage_parts(state, player, slot, cards)
    parts = ((stack.top, printed), *bonuses)
    note = book.text("why.asleep") if stack.deactivated else _sum(book, parts)
    damage = str(room_damage(state, player, slot, cards))
    rows = [Tile(book.heading("damage"), note=note, icon="sword", number=damage)]
    if stack.miniboss is not None:
        levels = miniboss_card(cards, stack.miniboss.copy)
        rows.append(
            Tile(
                book.card(stack.miniboss.copy),
                note=book.summary(stack.miniboss.copy),
                icon="miniboss",
                number=str(min(stack.miniboss.level, len(levels.abilities) or 3)),
            )
        )
    if stack.coins:
        rows.append(Tile(book.heading("coin"), icon="coin", number=str(stack.coins)))
    fan = tuple(_card_tile(copy, cards, book, is_top=copy == stack.top) for copy in reversed(stack.rooms))
    sections = (
        Section(tuple(rows), book.text("why.counts"), Kind.ROWS),
        Section(fan, book.text("why.stack"), Kind.ROWS),
    )
    footer = (Tile(book.text("why.correct"), f"go:correct:{id_}:{slot}", icon="pencil"),)
    text = book.text("why.room_text", state, player=id_, slot=slot)
    return Page(f"why:{id_}:{slot}", book.card(stack.top), sections, text, footer)


def _card_tile(copy: CopyId, cards: Catalog, book: Phrasebook, *, is_top: bool) -> Tile:
    room = room_card(cards, copy)
    return Tile(
        book.card(copy),
        note=book.summary(copy) if is_top else book.text("why.covered"),
        icon="star" if room.kind is RoomKind.ADVANCED else room.type.value,
        icons=tuple(symbol.value for symbol in room.treasure),
        dim=not is_top,
    )


def why_town(state: State, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """Every hero in town: where it would go if the bait came now, with the reason."""
    rows: list[Tile] = []
    for hero, verdict in bait_now(state, cards).items():
        line: Line = bait_line(verdict, cards)
        why = book.why(line, state)
        lured = None if verdict.player is None else colour_of(state, verdict.player, colours)
        rows.append(
            Tile(
                book.say(line, state),
                note=why,
                icon=hero_card(cards, hero).hero_class.value,
                colour=lured,
                hold=f"go:correct:hero:{hero}",
            )
        )
    items = tuple(Tile(book.card(item), icon="item") for item in state.items)
    sections = [Section(tuple(rows), kind=Kind.ROWS)]
    if items:
        sections.append(Section(items, book.heading("item")))
    text = book.text("why.town_text") if rows else book.text("town_empty")
    footer = (Tile(book.text("why.correct"), "go:correct:town", icon="pencil"),)
    return Page("why:town", book.text("town"), tuple(sections), text, footer)
