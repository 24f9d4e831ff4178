"""The overlay drawn into a picture with OpenCV: for `lairkeeper read --overlay` and for the documentation."""

from collections.abc import Iterable

import cv2
import numpy as np

from companion.views.overlay import CardOutline, Tone
from vision.frames import Picture

_COLOURS = {
    Tone.SURE: (90, 220, 60),
    Tone.HIDDEN: (240, 190, 60),
    Tone.WRONG: (60, 60, 240),
    Tone.OTHER: (200, 200, 200),
}
"""Blue, green, red."""
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "’": "'"})
"""OpenCV draws plain letters only."""
_MOST_LETTERS = 24


def drawn(picture: Picture, outlines: Iterable[CardOutline]) -> Picture:
    """A copy of the picture with every outline, its name, its confidence and its meaning."""
    canvas = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8) if picture.ndim == 2 else picture.copy()
    scale = canvas.shape[1] / 1920
    thick = max(1, round(2 * scale))
    given = tuple(outlines)
    for outline in given:
        corners = np.rint(np.array(outline.corners)).astype(np.int32)
        cv2.polylines(canvas, [corners], True, _COLOURS[outline.tone], thick, cv2.LINE_AA)
    for outline in given:
        x, y = outline.middle
        for line, text in enumerate(labels(outline)):
            _write(canvas, text, x, y + (line - 0.5) * 13 * scale, scale, _COLOURS[outline.tone])
    return canvas


def labels(outline: CardOutline) -> tuple[str, str]:
    """Name with confidence, and meaning, shortened to what a card has room for. The confidence is never cut."""
    sure = "" if outline.tone is Tone.HIDDEN else f" {outline.confidence:.2f}"
    return f"{_short(outline.name, _MOST_LETTERS - len(sure))}{sure}", _short(outline.meaning, _MOST_LETTERS)


def _short(text: str, most: int) -> str:
    plain = text.translate(_LETTERS).encode("ascii", "replace").decode("ascii")
    return plain if len(plain) <= most else f"{plain[: most - 2]}.."


def _write(canvas: Picture, text: str, x: float, y: float, scale: float, colour: tuple[int, int, int]) -> None:
    """Words around a middle, on a dark ground."""
    size, thick = 0.33 * scale, max(1, round(scale * 0.7))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    left, low = round(x - width / 2), round(y + height / 2)
    pad = max(1, round(2 * scale))
    cv2.rectangle(canvas, (left - pad, low - height - pad), (left + width + pad, low + pad), (20, 16, 16), -1)
    cv2.putText(canvas, text, (left, low), cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)
