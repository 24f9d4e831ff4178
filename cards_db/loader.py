"""Card files in, frozen catalog out. A file that cannot be used is named with card and key, and nothing is guessed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from cards_db.build import read_cards
from cards_db.games import Game, read_game
from cards_db.overlay import read_overlay
from cards_db.registry import FILE_NAME, read_registry, without_code
from cards_db.tables import Complain, stop
from cards_db.texts import CardText, Texts, read_texts
from engine.core.cards import Catalog
from engine.core.errors import CardDataError
from engine.core.ids import CardId, card_of

GAMES_FOLDER = Path(__file__).parent
"""The folder with one folder per game. Functions here take another one as `folder`."""


@dataclass(frozen=True, slots=True)
class GameFiles:
    """Everything that the card files of one game say."""

    game: Game
    catalog: Catalog
    texts: Texts


def load_catalog(game: str = "boss_monster", folder: Path | None = None, overlay: Path | None = None) -> Catalog:
    """Every card of a game with its stickers. Raises `CardDataError` at the first thing that is wrong."""
    return load_files(game, folder, overlay).catalog


def load_texts(
    language: str, game: str = "boss_monster", folder: Path | None = None, overlay: Path | None = None
) -> Mapping[CardId, CardText]:
    """Names and summaries of all cards in one language."""
    texts = load_files(game, folder, overlay).texts
    if language not in texts:
        raise CardDataError(f"there are no card texts in {language!r}; known: {', '.join(texts)}")
    return texts[language]


def load_game(game: str = "boss_monster", folder: Path | None = None) -> Game:
    """Title, sets and sticker places of a game."""
    return read_game(home_of(game, folder), stop) or _impossible()


def load_files(game: str = "boss_monster", folder: Path | None = None, overlay: Path | None = None) -> GameFiles:
    """All of a game in one go, with what the owner's file `overlay` says; stops at the first complaint."""
    return read_files(game, folder, stop, overlay) or _impossible()


def read_files(game: str, folder: Path | None, complain: Complain, overlay: Path | None = None) -> GameFiles | None:
    """All of a game. Complaints are handed on, and reading goes on as far as it makes sense."""
    home = home_of(game, folder)
    facts = read_game(home, complain)
    if facts is None:
        return None
    trouble: list[CardDataError] = []

    def note(complaint: CardDataError) -> None:
        trouble.append(complaint)
        complain(complaint)

    own = read_overlay(overlay, note)
    cards = read_cards(home, facts, note, own)
    texts = read_texts(home, cards, complain, all_cards=not trouble, overlay=own)
    codes = read_registry(home, cards, complain, all_cards=not trouble, overlay=own)
    for copy in without_code(cards.values(), codes) if codes is not None else ():
        is_own = own is not None and card_of(copy) in own.cards
        file, more = (own.file, f" --overlay {own.file}") if own and is_own else (f"{home.name}/{FILE_NAME}", "")
        complain(CardDataError(f"has no sticker code; run `python -m cards_db assign{more}`", file=file, card=copy))
    return GameFiles(facts, Catalog(cards, codes or {}), texts)


def home_of(game: str, folder: Path | None = None) -> Path:
    """The folder with the card files of a game."""
    home = (folder or GAMES_FOLDER) / game
    if not (home / "game.toml").is_file():
        raise CardDataError(f"there is no game {game!r}: a game is a folder with a game.toml", file=str(home))
    return home


def _impossible() -> NoReturn:
    raise AssertionError("a complaint stops the reading")
