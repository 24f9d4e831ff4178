"""A small game folder for tests of the loader: one sound card of each sort, to be spoiled."""

from pathlib import Path

from cards_db.pool import load_pool, pool_codes

GAME = """
prefix = "bm"
title = { en = "Test", de = "Test" }
players = { min = 2, max = 4 }
[[set]]
id = "base"
title = { en = "Base", de = "Grundspiel" }
"""
PLACES = (
    "boss",
    "room",
    "hero",
    "spell",
    "item",
    "miniboss",
    "town",
    "spell_pad",
    "room_back",
    "hero_back",
    "epic_back",
    "item_back",
)
ROOM = """
[[card]]
id = "bm.room.hall"
set = "base"
copies = 2
kind = "ordinary"
type = "trap"
damage = 1
treasure = ["gold"]
"""
HERO = """
[[card]]
id = "bm.hero.ada"
set = "base"
number = "T002"
copies = 1
class = "thief"
health = 4
epic = false
souls = 1
wounds = 1
players = 2
"""
ENGLISH = """
["bm.room.hall"]
name = "Hall"
summary = "Nothing happens."
["bm.hero.ada"]
name = "Ada"
"""
GERMAN = """
["bm.room.hall"]
summary = "Nichts geschieht."
"""


def write_game(
    folder: Path, *, room: str = ROOM, hero: str = HERO, english: str = ENGLISH, german: str = GERMAN, game: str = GAME
) -> Path:
    """Write the game `test` into this folder and give the game's own folder back."""
    home = folder / "test"
    places = "".join(f"[sticker.{kind}]\nsize_mm = 16\nx_mm = 0\ny_mm = 0\n" for kind in PLACES)
    files = {
        "game.toml": game + places,
        "cards/rooms.toml": room,
        "cards/heroes.toml": hero,
        "text/en.toml": english,
        "text/de.toml": german,
        "stickers.toml": registry("bm.room.hall#1", "bm.room.hall#2", "bm.hero.ada#1"),
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return home


def registry(*copies: str) -> str:
    """A registry that gives the first codes of the pool to these copies."""
    codes = pool_codes(load_pool())
    return "".join(f'"{copy}" = "{code}"\n' for copy, code in zip(copies, codes, strict=False))
