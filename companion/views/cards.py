"""All cards to look up: what they are called, what is printed on them, and what they do in our own words."""

from companion.phrasebook import Phrasebook
from companion.views.page import Kind, Page, Section, Tile
from engine.boss_monster.cards import Boss, Counted, Hero, Item, Marker, Miniboss, Room, RoomKind, Spell
from engine.core.cards import Card, Catalog
from engine.core.ids import CopyId, copy_id

KINDS: dict[str, type[Card]] = {
    "rooms": Room,
    "heroes": Hero,
    "bosses": Boss,
    "spells": Spell,
    "items": Item,
    "minibosses": Miniboss,
}
FACTS: dict[str, tuple[str, ...]] = {
    "players": ("2", "3", "4", "star"),
    "kind": ("ordinary", "advanced"),
    "phase": ("build", "adventure", "both"),
    "level_up": ("once", "lasting"),
    "lure": ("fewest_souls", "most_souls", "fewest_wounds", "most_wounds", "best_score", "most_cards"),
}
"""What can be read from a card and told with one tap. Everything else is told with `lairkeeper cards edit`."""
_ICONS = {"rooms": "monster", "heroes": "fighter", "bosses": "boss", "spells": "spellbook", "items": "item"}


def cards_page(cards: Catalog, book: Phrasebook) -> Page:
    """Which kind of card?"""
    tiles = tuple(
        Tile(
            book.text(f"cards.{kind}"),
            f"go:cards:{kind}",
            book.text("cards.count", number=sum(isinstance(card, type_) for card in cards)),
            _ICONS.get(kind, "miniboss"),
        )
        for kind, type_ in KINDS.items()
    )
    number = book.text("cards.count", number=sum(bool(card.unknown) for card in cards))
    unread = Tile(book.text("cards.open"), "go:cards:open", number, "warning")
    return Page("cards", book.text("menu.cards"), (Section((*tiles, unread)),), book.text("cards.text"))


def open_page(cards: Catalog, book: Phrasebook) -> Page:
    """Cards of which nobody has read everything yet."""
    found = [card for card in cards if card.unknown]
    tiles = sorted((_tile(card, book) for card in found), key=lambda tile: tile.label)
    return Page("cards:open", book.text("cards.open"), (Section(tuple(tiles)),), book.text("cards.open_text"))


def kind_page(kind: str, cards: Catalog, book: Phrasebook) -> Page:
    """All cards of a kind by name."""
    found = [card for card in cards if isinstance(card, KINDS[kind]) and not isinstance(card, Marker)]
    tiles = sorted((_tile(card, book) for card in found), key=lambda tile: tile.label)
    return Page(f"cards:{kind}", book.text(f"cards.{kind}"), (Section(tuple(tiles)),))


def _tile(card: Card, book: Phrasebook) -> Tile:
    copy = copy_id(card.id, 1)
    number, icons, icon = _printed(card)
    return Tile(book.card(copy), f"go:card:{copy}", icon=icon, number=number, icons=icons)


def _printed(card: Card) -> tuple[str, tuple[str, ...], str]:
    """The number, the treasure and the picture of a card."""
    match card:
        case Room():
            damage = "?" if isinstance(card.damage, Counted) else str(card.damage)
            icon = "star" if card.kind is RoomKind.ADVANCED else card.type.value
            return damage, tuple(symbol.value for symbol in card.treasure), icon
        case Hero():
            return str(card.health), (), card.hero_class.value
        case Boss():
            return str(card.xp or ""), tuple(symbol.value for symbol in card.treasure), "boss"
        case Item():
            return "", (), "item"
        case Miniboss():
            return "", (), "miniboss"
        case _:
            return "", (), "spellbook"


def card_page(copy: CopyId, titles: dict[str, str], cards: Catalog, book: Phrasebook, told: str = "") -> Page:
    """One card: its numbers, what it does, and what nobody has read yet, to be told with a tap."""
    card = cards[copy]
    number, icons, icon = _printed(card)
    does = book.summary(copy) or book.text("cards.unread")
    rows = [
        Tile(book.card(copy), icon=icon, number=number, icons=icons),
        Tile(book.text("cards.does"), note=does, icon="history"),
        Tile(titles.get(card.set, card.set), note=book.text("cards.box", number=card.copies), icon="cards"),
    ]
    if card.unsettled:
        rows.append(Tile(book.text("cards.unsettled"), note=", ".join(card.unsettled), icon="warning"))
    asked = tuple(_fact_section(card, key, book) for key in card.unknown if key in FACTS)
    return Page(f"card:{copy}", book.card(copy), (Section(tuple(rows), kind=Kind.ROWS), *asked), told)


def _fact_section(card: Card, key: str, book: Phrasebook) -> Section:
    """What may stand on the real card."""
    tiles = tuple(Tile(book.text(f"fact.{key}_{value}"), f"fact:{card.id}:{key}:{value}") for value in FACTS[key])
    return Section(tiles, book.text(f"fact.{key}"))
