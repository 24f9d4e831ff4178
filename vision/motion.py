"""How everything moved in the picture when somebody bumped into the camera, told by two small pictures of the table.

Blocks of the old picture are looked for in the new one. Hands, cards that were moved and mirrored lamps lead some of
them astray; what most of the others agree on is how the camera moved.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Shades = NDArray[np.float32]
Matrix = NDArray[np.float64]
_PLAIN, _STRONG = 9, 16.0
"""Shades that vary more slowly than over so many pixels are light; no difference counts for more than this."""
_BLOCK, _PITCH, _REACH = 17, 14, 4
"""Size of a block, from one to the next, and how far each is looked for from where the picture as a whole went."""
_MOST = 70
"""So many blocks are looked for, those that show most."""
_ALIKE = 0.5
"""How alike a block and its new place must be."""
_AGREE = 0.35
"""Pixels of the small pictures by which blocks may differ from what most agree on."""
_LEAST = 12
"""Fewer blocks that agree tell nothing."""


def camera_motion(then: Shades, now: Shades) -> Matrix | None:
    """The way from places of an old picture to those of a new one (3 x 3), or None if the two have too little in
    common. Brightness should be logarithmic: a lamp then only adds to it."""
    one, other = (_flat(part) for part in (then, now))
    rows, columns = one.shape
    if min(rows, columns) < _BLOCK + 2 * _REACH:
        return None
    (right, down), _ = cv2.phaseCorrelate(one, other, cv2.createHanningWindow((columns, rows), cv2.CV_32F))
    pairs = [_found(one, other, place, (round(right), round(down))) for place in _telling(one)]
    before = np.array([pair[0] for pair in pairs if pair is not None], np.float64).reshape(-1, 2)
    after = np.array([pair[1] for pair in pairs if pair is not None], np.float64).reshape(-1, 2)
    if len(before) < _LEAST:
        return None
    way, agree = cv2.findHomography(before, after, cv2.RANSAC, _AGREE)
    return None if way is None or np.count_nonzero(agree) < _LEAST else np.asarray(way, np.float64)


def in_pixels(way: Matrix, width_px: float, height_px: float) -> Matrix:
    """The same way for pictures of which a small picture's pixels show so many pixels across and down."""
    large = np.array(((width_px, 0, (width_px - 1) / 2), (0, height_px, (height_px - 1) / 2), (0, 0, 1.0)))
    return np.asarray(large @ way @ np.linalg.inv(large))


def _flat(picture: Shades) -> Shades:
    return np.asarray(np.clip(picture - cv2.blur(picture, (_PLAIN, _PLAIN)), -_STRONG, _STRONG), np.float32)


def _telling(picture: Shades) -> list[tuple[int, int]]:
    """The middles of the blocks that show most (x, y)."""
    rows, columns = picture.shape
    half = _BLOCK // 2
    much = np.asarray(cv2.blur(picture * picture, (_BLOCK, _BLOCK)))
    places = [(x, y) for y in range(half, rows - half, _PITCH) for x in range(half, columns - half, _PITCH)]
    return sorted(places, key=lambda place: -float(much[place[1], place[0]]))[:_MOST]


def _found(
    one: Shades, other: Shades, place: tuple[int, int], about: tuple[int, int]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Where a block was and where it is now, if it is found about where the picture went."""
    x, y = place
    half, far = _BLOCK // 2, _BLOCK + 2 * _REACH
    left, top = x + about[0] - half - _REACH, y + about[1] - half - _REACH
    around = other[max(0, top) : top + far, max(0, left) : left + far]
    if left < 0 or top < 0 or around.shape != (far, far):
        return None
    block = one[y - half : y + half + 1, x - half : x + half + 1]
    fit = np.asarray(cv2.matchTemplate(around, block, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (column, row) = cv2.minMaxLoc(fit)
    if best < _ALIKE or not (0 < column < 2 * _REACH and 0 < row < 2 * _REACH):
        return None
    across = column + _summit(fit[row, column - 1 : column + 2])
    along = row + _summit(fit[row - 1 : row + 2, column])
    return (x, y), (x + about[0] - _REACH + across, y + about[1] - _REACH + along)


def _summit(three: Shades) -> float:
    """Where between three values a parabola through them is highest, seen from the middle one."""
    bend = float(three[0] - 2 * three[1] + three[2])
    return 0.5 * float(three[0] - three[2]) / bend if bend < 0 else 0.0
