"""What happened, in words: to the transcript, to the voice, and onto the list of verdicts."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.host import News, Notice, Undone
from companion.narrator import Line, line, narrate
from companion.phrasebook import Phrasebook
from engine.boss_monster.events import Event
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from hw.panel import Urgency, Utterance, Voice

_REMEMBERED = 12


@dataclass(frozen=True, slots=True)
class Said:
    """A line with the state in which it was said, so that it can be said again in another language."""

    line: Line
    state: State


class Announcer:
    """Speaks for the referee."""

    def __init__(
        self, cards: Catalog, book: Phrasebook, write: Callable[[str], None], voice: Voice | None = None
    ) -> None:
        self.book = book
        self.verdicts: deque[Said] = deque(maxlen=_REMEMBERED)
        self.is_quiet = False
        """Nobody wants to hear it: everything is only written."""
        self._cards, self._write, self._voice = cards, write, voice
        self._last: list[Said] = []

    def tell(self, news: list[News]) -> None:
        """Announce everything that belongs together."""
        if self._voice is not None and any(isinstance(item.what, Undone) for item in news):
            self._voice.hush()  # what still waits to be said has not happened any more
        said = [Said(told, item.state) for item in news for told in self._lines(item)]
        if not said and any(item.what == Notice("repeat") for item in news):
            said = self._last
        elif said == self._last and all(isinstance(item.what, Notice) for item in news):
            return  # the same notice about the same state: saying it again would only annoy
        for item in said:
            self._announce(item)
        self._last = [item for item in said if item.line.spoken] or self._last

    def tell_again(self, events: Iterable[Event], state: State) -> None:
        """Put the verdicts of a resumed game back onto the list, without saying them."""
        for event in events:
            for told in narrate(event, state, self._cards):
                if told.verdict:
                    self.verdicts.append(Said(told, state))

    def _lines(self, news: News) -> list[Line]:
        match news.what:
            case Notice(key="repeat") | Notice(is_silent=True):
                return []
            case Notice(key, slots, is_error):
                return [Line(key, tuple(slots.items()), Urgency.URGENT if is_error else Urgency.NORMAL, topic=key)]
            case Undone(turn):
                events = [told for event in turn.events for told in narrate(event, turn.state, self._cards)]
                what = self.book.say(events[0], turn.state) if events else type(turn.command).__name__
                self._forget(turn.state)
                return [line("undone", topic="undone", what=what)]
            case event:
                return narrate(event, news.state, self._cards)

    def _announce(self, said: Said) -> None:
        text = self.book.say(said.line, said.state)
        self._write(text)
        if said.line.verdict and said not in self.verdicts:
            self.verdicts.append(said)
        if self._voice is not None and said.line.spoken and not self.is_quiet:
            self._voice.say(Utterance(text, self.book.language, said.line.urgency, said.line.topic))

    def _forget(self, undone: State) -> None:
        """Verdicts of a turn that was taken back do not count any more."""
        self.verdicts = deque((said for said in self.verdicts if said.state is not undone), maxlen=_REMEMBERED)
