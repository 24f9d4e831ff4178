"""Known stickers verified where they lie: which of them are still there, which are missed, and which are gone."""

from collections.abc import Sequence

import numpy as np

from engine.core.ids import Code
from vision.codebook import Bools
from vision.grid import Doubles
from vision.known import (
    BY_CHANCE,
    PARTLY_BY_CHANCE,
    Known,
    is_blurred,
    middles,
    nothing_known,
    overlapping,
    same_sticker,
)
from vision.levels import Levels
from vision.recognition import WHOLE, Hits
from vision.search import Search
from vision.stillness import Stirred

_IN_TURN = 4
"""Where nothing changed, every so-manieth known sticker is verified in a picture, and the next ones in the next."""
_RETRIES, _RETRY_EVERY = 6, 3
"""A known sticker that is not seen as it was is read anew at its place for so many pictures, in every third of them."""
_ELSEWHERE = 6
"""A sticker that was not seen for so many pictures and is read at another place has left its old one."""
_FAINT = 0.4
"""With less than this part of its score a known sticker is not there any more: any background is a little like it."""
_TRACE = 0.15
"""Below this score nothing of a known sticker is left at its place: a hand covers it, or it is gone."""
_KNOCKS = 20
"""Nobody knocks at a table in so many pictures in a row: it must be the light."""
_AS_BEFORE = 0.6
"""A sticker looks as before with this part of its score, if that is more than any background has."""
_NEARLY = 0.8
"""With this part of its score a faint sticker is seen as well as it ever was."""
_WORSE = 0.08
"""A known sticker whose score fell by this is fitted anew: it may have been moved a little."""


class Verifier:
    """Looks at known stickers, a few of them in every picture and all that may have changed."""

    def __init__(self, search: Search, alike: Bools) -> None:
        self._search = search
        self._book = search.recogniser.book
        self._alike = alike
        """Which codes are on many cards."""
        self.vanished: Sequence[tuple[Code, Doubles]] = ()
        """Stickers of which nothing is left where they were in the newest picture: code and place (pixels)."""
        self.is_blurred, self._blurred_for = False, 0
        """Whether the newest picture was taken while the table was knocked, and how many before it."""

    def verified(self, levels: Levels, stirred: Stirred, known: Known, picture: int) -> tuple[Known, Known]:
        """Known stickers that are still where they were in the so-manieth picture, and those that are not seen."""
        was_blurred = self.is_blurred
        self.vanished, self.is_blurred = (), False
        if not len(known):
            return known, known
        recogniser = self._search.recogniser
        changed = stirred.changed_at(middles(known.hits))
        due = changed | (known.missed > 0) | (np.arange(len(known)) % _IN_TURN == picture % _IN_TURN)
        asked, same = known.where(due), ~due
        partly = known.hits.cover != WHOLE
        score = recogniser.verified(levels, asked.hits, asked.blur)
        if partly[due].any():
            these = asked.where(partly[due])
            score[partly[due]] = self._search.parts.verified(levels, these.hits, these.blur)
        self._blurred_for = self._blurred_for + 1 if is_blurred(score, asked) else 0
        self.is_blurred = 0 < self._blurred_for <= _KNOCKS
        left, there, faint = np.zeros((3, len(known)), np.bool_)
        left[due], there[due] = score > _TRACE, (score >= self._book.least[asked.blur]) & ~partly[due]
        faint[due] = score < np.maximum(np.where(partly[due], PARTLY_BY_CHANCE, _TRACE), _FAINT * asked.score)
        same[due] = there[due] & (score >= asked.score - _WORSE)
        # where nothing changed, the sticker need not be proved anew: a noisy one only has to look as before, and so
        # has one of which only a part is compared
        chance = np.where(partly[due], PARTLY_BY_CHANCE, BY_CHANCE)
        same[due] |= ~(changed & ~partly)[due] & (score >= np.maximum(_AS_BEFORE * asked.score, chance))
        # in noise something seems to change now and then: no other sticker would look so much like this one there
        nearly = score >= np.maximum(_NEARLY * asked.score, self._book.nearest[asked.blur])
        same[due] |= nearly & ~partly[due] & (score >= asked.score - _WORSE)
        if same.all() and not known.missed.any():
            return known, nothing_known()
        seen = known.where(same)
        seen = Known(seen.hits, seen.blur, seen.score, np.zeros_like(seen.missed))
        if (there & ~same).any():
            nudged = known.where(there & ~same)
            seen = seen.together(knowing(self._search, levels, recogniser.refitted(levels, nudged.hits, nudged.blur)))
        is_clear_again = was_blurred and not self.is_blurred
        again_now = (known.missed < _RETRIES) & (known.missed % _RETRY_EVERY == 0) | is_clear_again
        unsure = known.where(~same & ~there & ((known.missed == 0) | left & again_now))
        if len(unsure):
            again = surely(recogniser.recognise(levels, unsure.hits.frames, raw=True))
            again = again.where(same_sticker(again, unsure.hits))
            seen = seen.together(knowing(self._search, levels, again)) if len(again) else seen
        missing = ~overlapping(known.hits, seen.hits)
        # what has been read elsewhere meanwhile was moved, or the camera was
        elsewhere = np.isin(known.hits.number, seen.hits.number) & ~self._alike[known.hits.number]
        missing &= ~(elsewhere & (known.missed >= _ELSEWHERE))
        if missing.sum() <= max(2, len(known) // 2):  # else it is the picture that is bad
            gone = known.hits.where(missing & faint)
            self.vanished = [
                (self._book.codes[at], place) for at, place in zip(gone.number, middles(gone), strict=True)
            ]
        lost = known.where(missing)
        # in a picture in which nothing can be read nobody is missed longer
        missed = np.maximum(lost.missed, 1) if self.is_blurred else lost.missed + 1
        return seen, Known(lost.hits, lost.blur, lost.score, missed)


def knowing(search: Search, levels: Levels, hits: Hits) -> Known:
    """How stickers that were found are to be verified from now on."""
    if not len(hits):
        return nothing_known()
    blur, score = search.recogniser.raw_view(levels, hits)
    partly = hits.cover != WHOLE
    if partly.any():
        blur[partly], score[partly] = search.parts.raw_view(levels, hits.where(partly))
    return Known(hits, blur, score, np.zeros(len(hits), np.intp))


def surely(hits: Hits) -> Hits:
    """Those that no other sticker could be taken for."""
    return hits.where(hits.sure) if len(hits) else hits
