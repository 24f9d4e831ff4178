"""The colours of the dungeon, by torchlight and by daylight. Each player colour also has a symbol.

The player colours stay apart for colour-blind eyes (chosen around those of Okabe and Ito); tests simulate such eyes and
measure the contrast of every ink on every ground on which it is written.
"""

from dataclasses import dataclass, fields
from functools import lru_cache

Colour = tuple[float, float, float, float]


@lru_cache(maxsize=128)
def colour(code: str) -> Colour:
    """A colour from its six hexadecimal digits; two more are its opacity."""
    red, green, blue, alpha = (int((code + "ff")[i : i + 2], 16) / 255 for i in (0, 2, 4, 6))
    return (red, green, blue, alpha)


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours, written as on web pages."""

    name: str
    night: str
    """The ground behind everything that is written at the top."""
    stone: str
    """Panels and dungeons."""
    stone_light: str
    """Buttons, and the places of rooms that are not there yet."""
    stone_edge: str
    shadow: str
    ink: str
    ink_dim: str
    title: str
    """Titles, and numbers that are worth gold."""
    gold: str
    """The ground of the thing to tap next."""
    gold_edge: str
    gold_ink: str
    silver: str
    silver_dark: str
    monster: str
    trap: str
    back: str
    blood: str
    life: str
    warning: str
    veil: str
    plate_ink: str
    """What is written on a player's colour."""
    players: tuple[str, ...]
    outlined: bool
    """By daylight pixel pictures need a dark line around them."""

    def rgba(self, name: str) -> Colour:
        """One of the colours for the painter."""
        return colour(getattr(self, name))

    def player(self, number: int) -> Colour:
        """The colour of a seat."""
        return colour(self.players[number])


DARK = Theme(
    name="dark",
    night="14121b",
    stone="24212e",
    stone_light="3a3548",
    stone_edge="5a536b",
    shadow="0b0a10",
    ink="f6efdf",
    ink_dim="c4bbad",
    title="f2c14e",
    gold="f2c14e",
    gold_edge="8a6420",
    gold_ink="17141d",
    silver="a7b0bf",
    silver_dark="5b6472",
    monster="4a2f38",
    trap="2c3a4c",
    back="4b3a63",
    blood="ff8a80",
    life="7fd98a",
    warning="6a3f0e",
    veil="08070cb8",
    plate_ink="17141d",
    players=("f07a1e", "4c9bff", "1aff9f", "ffb5fb", "daff0c", "9a9a92"),
    outlined=False,
)

BRIGHT = Theme(
    name="bright",
    night="fffaf0",
    stone="efe6d4",
    stone_light="dfd3bb",
    stone_edge="8c7f68",
    shadow="b9ab90",
    ink="1d1a16",
    ink_dim="4a4338",
    title="6b4300",
    gold="f2c14e",
    gold_edge="8a6420",
    gold_ink="17141d",
    silver="8d96a5",
    silver_dark="5b6472",
    monster="f3d9cf",
    trap="d3e0ee",
    back="dccdee",
    blood="9c1510",
    life="0b5a2c",
    warning="ffdf9a",
    veil="fffaf0b8",
    plate_ink="ffffff",
    players=("b5420a", "1c1269", "007092", "8c21ec", "92564e", "380023"),
    outlined=True,
)

THEMES = {theme.name: theme for theme in (DARK, BRIGHT)}
COLOUR_NAMES = tuple(each.name for each in fields(Theme) if each.name not in ("name", "players", "outlined"))

SYMBOLS = ("disc", "square", "triangle", "diamond", "star", "cross")
"""The icon of each player colour."""

PIXELS = {
    "k": "17141d",
    "w": "fbf7ec",
    "y": "f7cf5b",
    "o": "a8741a",
    "r": "e0473e",
    "m": "8c2430",
    "b": "4b7be0",
    "n": "233a80",
    "g": "62c25a",
    "d": "2b6b3f",
    "s": "c9d2de",
    "h": "7d8797",
    "c": "63d8de",
    "p": "a25fd0",
    "v": "5a2f80",
    "t": "f0c39a",
    "e": "8a5a34",
    "f": "5b3820",
    "q": "3a3548",
}
"""The letters of the pixel pictures in `icons.py`."""
