"""How everything moved in the picture when somebody bumped into the camera, told by two small pictures of the table.

Spots of the old picture are followed into the new one and back. Hands, cards that were moved and mirrored lamps lead
some of them astray; what most of the others agree on is how the camera moved.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Shades = NDArray[np.float32]
Matrix = NDArray[np.float64]
_PLAIN, _STRONG = 9, 16.0
"""Shades that vary more slowly than over so many pixels are light; no difference counts for more than this."""
_SPOTS, _APART = 200, 5
"""So many spots are followed, those that show most, at least so many pixels apart."""
_AROUND, _UNTIL = (15, 15), (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 30, 0.01)
_AGREE = 0.3
"""Pixels of the small pictures by which spots may differ from what most agree on, and from where they came back to."""
_LEAST, _LEAST_SHARE = 12, 0.4
"""Fewer spots that agree, or a smaller part of all, tell nothing."""


def camera_motion(then: Shades, now: Shades) -> Matrix | None:
    """The way from places of an old picture to those of a new one (3 x 3), or None if the two have too little in
    common. Brightness should be logarithmic, 32 an octave: a lamp then only adds to it."""
    one, other = (_flat(part) for part in (then, now))
    rows, columns = one.shape
    if min(rows, columns) < 2 * _AROUND[0]:
        return None
    (right, down), _ = cv2.phaseCorrelate(one, other, cv2.createHanningWindow((columns, rows), cv2.CV_32F))
    before, after = _followed(_drawn(one), _drawn(other), np.array((right, down), np.float32))
    if len(before) < _LEAST:
        return None
    way, agree = cv2.findHomography(before, after, cv2.USAC_MAGSAC, _AGREE)
    if way is None or np.count_nonzero(agree) < max(_LEAST, _LEAST_SHARE * len(before)):
        return None
    return np.asarray(way, np.float64)


def in_pixels(way: Matrix, edge_px: float) -> Matrix:
    """The same way in pictures of which a small picture's pixel shows so many pixels across and down."""
    large = np.array(((edge_px, 0, (edge_px - 1) / 2), (0, edge_px, (edge_px - 1) / 2), (0, 0, 1.0)))
    return np.asarray(large @ way @ np.linalg.inv(large))


def _flat(picture: Shades) -> Shades:
    return np.asarray(np.clip(picture - cv2.blur(picture, (_PLAIN, _PLAIN)), -_STRONG, _STRONG), np.float32)


def _drawn(flat: Shades) -> Picture:
    soft = np.asarray(cv2.GaussianBlur(flat, (0, 0), 0.7))
    return np.asarray(np.clip(soft * 6 + 128, 0, 255), np.uint8)


def _followed(one: Picture, other: Picture, about: Shades) -> tuple[Matrix, Matrix]:
    """Where spots were and where they are now: those that come back to where they were when they are followed back."""
    spots = cv2.goodFeaturesToTrack(one, _SPOTS, 0.01, _APART)
    if spots is None:
        return np.zeros((0, 2)), np.zeros((0, 2))
    here = np.asarray(spots, np.float32)
    there, found = _flow(one, other, here, here + about)
    back, found_again = _flow(other, one, there, here.copy())
    same = (found & found_again).ravel() > 0
    same &= np.abs(back - here).reshape(-1, 2).max(axis=1) < _AGREE
    before, after = (places.reshape(-1, 2)[same].astype(np.float64) for places in (here, there))
    return before, after


def _flow(one: Picture, other: Picture, here: Shades, about: Shades) -> tuple[Shades, Picture]:
    there, found, _ = cv2.calcOpticalFlowPyrLK(
        one, other, here, about, winSize=_AROUND, maxLevel=1, criteria=_UNTIL, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    return np.asarray(there, np.float32), np.asarray(found, np.uint8)
