"""The page about a thing on the table: why it counts so, what can be set right, what its owner may use now."""

from companion.phrasebook import Phrasebook
from companion.views import correct, entry, why
from companion.views.page import Page
from companion.views.react import react_page
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

NAMES = ("why", "correct", "rooms", "heroes", "boss", "react")
"""What these pages are called; the thing they are about follows."""


def about_page(
    name: str, rest: list[str], state: State, cards: Catalog, book: Phrasebook, colours: tuple[int, ...]
) -> Page | None:
    """Why, and correct: about a player, a room, the town or a hero; nothing when it is not there any more."""
    if name == "correct" and not rest:
        return correct.correct_menu(state, book, colours)
    if name == "heroes":
        return correct.heroes_page(state, cards, book)
    if rest and rest[0] == "town":
        return why.why_town(state, cards, book, colours) if name == "why" else correct.correct_town(state, cards, book)
    if rest and rest[0] == "hero":
        is_there = rest[1] in state.town or any(rest[1] in player.entrance for player in state.players)
        return correct.correct_hero(state, CopyId(rest[1]), cards, book, colours) if is_there else None
    if not any(player.id == rest[0] for player in state.players):
        return None
    return _player_page(name, PlayerId(rest[0]), rest[1:], state, cards, book, colours)


def _player_page(
    name: str,
    id_: PlayerId,
    rest: list[str],
    state: State,
    cards: Catalog,
    book: Phrasebook,
    colours: tuple[int, ...],
) -> Page | None:
    match name, rest:
        case "why", [slot]:
            return why.why_room(state, id_, int(slot), cards, book)
        case "why", _:
            return why.why_player(state, id_, cards, book, colours)
        case "correct", [slot]:
            return correct.correct_room(state, id_, int(slot), cards, book)
        case "correct", _:
            return correct.correct_player(state, id_, cards, book, colours)
        case "react", _:
            return react_page(state, id_, cards, book, colours)
        case "boss", _:
            return correct.bosses_page(state, id_, cards, book)
        case "rooms", [slot, how]:
            tiles = entry.room_tiles(state, id_, int(slot), entry.Picks(filter=entry.ALL), cards, book)
            return correct.rooms_page(state, id_, int(slot), how, tiles, book)
    return None
