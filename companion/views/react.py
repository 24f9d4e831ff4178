"""A player wants to react: everything that may be used now, and nothing else (BM-GEN-9 to -14)."""

from companion.phrasebook import Phrasebook
from companion.views.page import Page, Section, Tile
from companion.views.table import Colours, colour_of
from engine.boss_monster.cards import Boss, Hero, Item, Miniboss, Room
from engine.boss_monster.commands import Announce, ResolveAnnounced
from engine.boss_monster.state import State
from engine.boss_monster.timing import Use, from_hand, possible, resolution_order, why_no_spells
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId


def react_page(state: State, id_: PlayerId, cards: Catalog, book: Phrasebook, colours: Colours) -> Page:
    """Abilities of cards in play, spells that fit this moment, and a way to enter anything else by hand."""
    player = state.player(id_)
    closed = why_no_spells(state)
    in_play = [] if closed else [use for use in possible(state, cards) if use.player == id_]
    in_hand = () if closed else from_hand(state, id_, cards)
    wanted = (*state.options.sets, "promos")
    sections = []
    waiting = tuple(_waiting_tile(each.player, each.card, state, book, colours) for each in resolution_order(state))
    if waiting:
        sections.append(Section(waiting, book.text("react.waiting")))
    if in_play:
        sections.append(Section(tuple(_tile(use, cards, book) for use in in_play), book.text("react.in_play")))
    spells = [use for use in in_hand if cards[use.card].set in wanted]
    if spells:
        tiles = sorted((_tile(use, cards, book) for use in spells), key=lambda tile: tile.label)
        sections.append(Section(tuple(tiles), book.text("react.in_hand")))
    if not closed:
        by_hand = Tile(book.text("react.other"), Announce(id_), book.text("react.other_note"), "hand")
        sections.append(Section((by_hand,)))
    text = book.text("react.closed", rule=closed) if closed else book.text("react.text")
    footer = (Tile(book.text("react.resolve"), ResolveAnnounced(), icon="next", golden=True),) if waiting else ()
    return Page(f"react:{id_}", player.name, tuple(sections), text, footer)


def _waiting_tile(player: PlayerId, card: CopyId | None, state: State, book: Phrasebook, colours: Colours) -> Tile:
    """An effect that waits for its turn, in the order in which they take place (BM-GEN-10)."""
    label = book.card(card) if card is not None else book.text("react.other")
    return Tile(label, note=state.player(player).name, colour=colour_of(state, player, colours))


def _tile(use: Use, cards: Catalog, book: Phrasebook) -> Tile:
    return Tile(
        book.card(use.card),
        Announce(use.player, use.card, use.ability),
        book.summary(use.card),
        _icon(use.card, cards),
    )


def _icon(copy: CopyId, cards: Catalog) -> str:
    match cards[copy]:
        case Room() as room:
            return room.type.value
        case Hero() as hero:
            return hero.hero_class.value
        case Boss():
            return "boss"
        case Item():
            return "item"
        case Miniboss():
            return "miniboss"
        case _:
            return "spellbook"
