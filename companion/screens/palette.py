"""The colours of the dungeon. Player colours differ for colour-blind eyes too (Okabe and Ito); each has a symbol."""

Colour = tuple[float, float, float, float]


def colour(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its six hexadecimal digits."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return (red, green, blue, alpha)


NIGHT = colour("14121b")
STONE = colour("24212e")
STONE_LIGHT = colour("3a3548")
STONE_EDGE = colour("5a536b")
SHADOW = colour("0b0a10")
INK = colour("f6efdf")
INK_DIM = colour("b9b0a2")
INK_DARK = colour("17141d")
GOLD = colour("f2c14e")
GOLD_DARK = colour("8a6420")
SILVER = colour("a7b0bf")
SILVER_DARK = colour("5b6472")
MONSTER = colour("4a2f38")
TRAP = colour("2c3a4c")
BACK = colour("4b3a63")
BLOOD = colour("e0473e")
LIFE = colour("5fc26a")
WARNING = colour("7a4a12")
VEIL = colour("08070c", 0.72)

PLAYERS = (
    colour("f0a030"),
    colour("62bdf2"),
    colour("2fc493"),
    colour("e58fbf"),
    colour("f3e85c"),
    colour("b7a6ff"),
)
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
