"""Our pixel letters, five by seven: for titles and numbers. Text that people type is set in Inter."""

HEIGHT = 7
GAP = 1
ABOVE = 2
"""The dots of umlauts stand so many pixels above their letters."""
UMLAUTS = {"Ä": "A", "Ö": "O", "Ü": "U"}
DOTS = ".#.#."

_SHEET = """
A .###. #...# #...# ##### #...# #...# #...#
B ####. #...# #...# ####. #...# #...# ####.
C .#### #.... #.... #.... #.... #.... .####
D ####. #...# #...# #...# #...# #...# ####.
E ##### #.... #.... ####. #.... #.... #####
F ##### #.... #.... ####. #.... #.... #....
G .#### #.... #.... #..## #...# #...# .####
H #...# #...# #...# ##### #...# #...# #...#
I ### .#. .#. .#. .#. .#. ###
J ..### ...#. ...#. ...#. ...#. #..#. .##..
K #...# #..#. #.#.. ##... #.#.. #..#. #...#
L #.... #.... #.... #.... #.... #.... #####
M #...# ##.## #.#.# #.#.# #...# #...# #...#
N #...# ##..# ##..# #.#.# #..## #..## #...#
O .###. #...# #...# #...# #...# #...# .###.
P ####. #...# #...# ####. #.... #.... #....
Q .###. #...# #...# #...# #.#.# #..#. .##.#
R ####. #...# #...# ####. #.#.. #..#. #...#
S .#### #.... #.... .###. ....# ....# ####.
T ##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#..
U #...# #...# #...# #...# #...# #...# .###.
V #...# #...# #...# #...# #...# .#.#. ..#..
W #...# #...# #...# #.#.# #.#.# ##.## #...#
X #...# #...# .#.#. ..#.. .#.#. #...# #...#
Y #...# #...# .#.#. ..#.. ..#.. ..#.. ..#..
Z ##### ....# ...#. ..#.. .#... #.... #####
ß .##.. #..#. #..#. #.#.. #..#. #..#. #.##.
0 .###. #...# #..## #.#.# ##..# #...# .###.
1 ..#. .##. ..#. ..#. ..#. ..#. .###
2 .###. #...# ....# ..##. .#... #.... #####
3 .###. #...# ....# ..##. ....# #...# .###.
4 ...#. ..##. .#.#. #..#. ##### ...#. ...#.
5 ##### #.... ####. ....# ....# #...# .###.
6 .###. #.... #.... ####. #...# #...# .###.
7 ##### ....# ...#. ..#.. ..#.. .#... .#...
8 .###. #...# #...# .###. #...# #...# .###.
9 .###. #...# #...# .#### ....# ....# .###.
- .... .... .... #### .... .... ....
+ ..... ..#.. ..#.. ##### ..#.. ..#.. .....
/ ....# ....# ...#. ..#.. .#... #.... #....
: . # . . . # .
. . . . . . . #
! # # # # # . #
? .###. #...# ....# ..##. ..#.. ..... ..#..
, .. .. .. .. .. .# #.
' # # . . . . .
& .##.. #..#. #.#.. .#... #.#.# #..#. .##.#
( .# #. #. #. #. #. .#
) #. .# .# .# .# .# #.
= .... .... #### .... #### .... ....
"""


def _read(sheet: str) -> dict[str, tuple[str, ...]]:
    rows = (row.split(" ") for row in sheet.strip().split("\n"))
    return {letter: tuple(lines) for letter, *lines in rows}


GLYPHS = _read(_SHEET) | {" ": ("...",) * HEIGHT}


def can_letter(text: str) -> bool:
    """Whether we have a letter for everything in this text."""
    return all(UMLAUTS.get(letter, letter) in GLYPHS for letter in text.upper())


def letter_rows(text: str) -> list[str]:
    """A text as rows of dots and hashes, top first. Letters that we do not have become question marks."""
    glyphs = [GLYPHS.get(UMLAUTS.get(letter, letter), GLYPHS["?"]) for letter in text.upper()]
    return [("." * GAP).join(glyph[row] for glyph in glyphs) for row in range(HEIGHT)]


def dot_row(text: str) -> str:
    """The row of dots above the letters; nothing where there is no umlaut."""
    letters = text.upper()
    if not any(letter in UMLAUTS for letter in letters):
        return ""
    blank = {letter: "." * len(GLYPHS.get(letter, GLYPHS["?"])[0]) for letter in letters}
    return ("." * GAP).join(DOTS if letter in UMLAUTS else blank[letter] for letter in letters)


def width_of(text: str) -> int:
    """The width of a text in pixels of the letters."""
    return len(letter_rows(text)[0]) if text else 0
