"""Long card names and narrow boxes: shorter ways to say the same name, and text that fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

TITLES = (" the ", " of ", " and ", " to ", " & ")
"""Words that begin the less important half of a name."""


def short_names(name: str) -> tuple[str, ...]:
    """A name and its shorter forms: "Nick the Masher", "Nick"."""
    forms = [name]
    head = name.split(",")[0].strip()
    forms.append(head)
    for title in TITLES:
        cut = head.find(title)
        if cut > 2:
            head = head[:cut]
    forms.append(head)
    return tuple(dict.fromkeys(forms))


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text broken into lines that fit a box, and the font size for it."""

    lines: tuple[str, ...]
    size: int


Measure = Callable[[str, int], float]
"""The width of a text in a font size, in pixels."""


def fit(
    texts: Sequence[str], width: float, height: float, sizes: tuple[int, int], measure: Measure, leading: float = 1.2
) -> Fitted:
    """The longest form of a text in the largest size that fits.

    Long words are divided only when no form fits otherwise, and cut with an ellipsis as the last resort.
    """
    largest, smallest = sizes
    for divide in (False, True):
        for text in texts:
            for size in range(largest, smallest - 1, -1):
                lines = wrap(text, width, size, measure, divide=divide)
                if lines is not None and len(lines) * size * leading <= height:
                    return Fitted(lines, size)
    return Fitted(_cut(texts[-1], width, height, smallest, measure, leading), smallest)


def wrap(text: str, width: float, size: int, measure: Measure, *, divide: bool = False) -> tuple[str, ...] | None:
    """Break a text between words; None when a single word is too wide and may not be divided."""
    lines: list[str] = []
    for word in text.split():
        pieces: tuple[str, ...] | None = (word,)
        if measure(word, size) > width:
            pieces = _divided(word, width, size, measure) if divide else None
        if pieces is None:
            return None
        for piece in pieces:
            joined = f"{lines[-1]} {piece}" if lines else piece
            if lines and not lines[-1].endswith(HYPHEN) and measure(joined, size) <= width:
                lines[-1] = joined
            else:
                lines.append(piece)
    return tuple(lines)


HYPHEN = "-"
VOWELS = "aeiouyäöü"
ONSETS = (
    "sch",
    "ch",
    "ck",
    "ph",
    "th",
    "sh",
    "st",
    "sp",
    "bl",
    "br",
    "dr",
    "fl",
    "fr",
    "gl",
    "gr",
    "kl",
    "kr",
    "pf",
    "pl",
)
ONSETS_WITH_T = ("tr", "pr", "qu", "wr", "zw")


def syllables(word: str) -> tuple[str, ...]:
    """A word in pieces that may stand on different lines: "Fol", "ter", "kam", "mer". Good enough for card names."""
    low = word.lower()
    cuts = [0]
    for place in range(2, len(word) - 1):
        if low[place] in VOWELS and low[place - 1] not in VOWELS and low[place - 1].isalpha():
            onset = next((o for o in ONSETS + ONSETS_WITH_T if low[:place].endswith(o)), low[place - 1])
            cut = place - len(onset)
            if cut - cuts[-1] >= 2:
                cuts.append(cut)
    return tuple(word[start:end] for start, end in zip(cuts, (*cuts[1:], len(word)), strict=True))


def _divided(word: str, width: float, size: int, measure: Measure) -> tuple[str, ...] | None:
    """A long word on several lines; None when even a syllable is too wide."""
    lines: list[str] = [""]
    parts = syllables(word)
    for number, part in enumerate(parts):
        mark = HYPHEN if number < len(parts) - 1 else ""
        if measure(lines[-1] + part + mark, size) <= width:
            lines[-1] += part
        else:
            lines[-1] += HYPHEN
            lines.append(part)
    return tuple(lines) if len(lines[0]) > 1 and all(measure(line, size) <= width for line in lines) else None


def _cut(text: str, width: float, height: float, size: int, measure: Measure, leading: float) -> tuple[str, ...]:
    rows = max(1, int(height // (size * leading)))
    lines: list[str] = []
    rest = text.split()
    while rest and len(lines) < rows:
        row = rest.pop(0)
        while rest and measure(f"{row} {rest[0]}", size) <= width:
            row = f"{row} {rest.pop(0)}"
        lines.append(row)
    if rest:
        lines[-1] += "…"
    return tuple(_cut_line(line, width, size, measure) for line in lines)


def _cut_line(line: str, width: float, size: int, measure: Measure) -> str:
    if measure(line, size) <= width:
        return line
    while line and measure(line.rstrip("… ") + "…", size) > width:
        line = line.rstrip("… ")[:-1]
    return line.rstrip("… ") + "…"
