"""How the referee speaks: nothing twice, urgent things first, nothing that is no longer true."""

import pytest

from cards_db.loader import load_files
from companion.announcer import Announcer
from companion.game import RunningGame
from companion.host import Host, News, Notice
from companion.inbox import Ordered, Pressed
from companion.phrasebook import Phrasebook
from companion.scenes import before_the_bait
from engine.boss_monster.commands import Correct, LureHeroes
from engine.boss_monster.options import Options
from engine.core.commands import Undo
from engine.core.history import History
from engine.core.ids import PlayerId
from hw.fake import FakeVoice
from hw.panel import Button, Urgency, Utterance
from hw.speech import SpeechQueue


class Room:
    """A game before the bait, its referee and a voice."""

    def __init__(self, language: str = "en") -> None:
        files = load_files()
        game = RunningGame(files.catalog, Options(("Anna", "Ben", "Cem", "Dora")))
        game.history = History(before_the_bait())
        self.host, self.voice, self.written = Host(game), FakeVoice(), list[str]()
        book = Phrasebook(language, files.texts[language])
        self.announcer = Announcer(files.catalog, book, self.written.append, self.voice)

    def do(self, *messages: Ordered | Pressed) -> list[str]:
        """What is said about these messages."""
        before = len(self.voice.said)
        for message in messages:
            self.announcer.tell(self.host.handle(message, 0.0))
        return self.voice.texts()[before:]


@pytest.fixture
def room() -> Room:
    return Room()


def test_after_a_correction_only_the_new_number_is_said(room: Room) -> None:
    assert room.do(Ordered(Correct(PlayerId("p1"), souls=8))) == ["Corrected: Anna has 8 souls."]
    assert Room("de").do(Ordered(Correct(PlayerId("p2"), wounds=1))) == ["Berichtigt: Ben hat 1 Wunde."]


def test_lines_that_wait_are_forgotten_when_their_step_is_taken_back(room: Room) -> None:
    assert len(room.do(Ordered(LureHeroes()))) > 3
    said = room.do(Ordered(Undo()))
    assert room.voice.hushed == 1
    assert len(said) == 1
    assert said[0].startswith("Undone:")


def test_the_same_refusal_is_not_said_twice(room: Room) -> None:
    notice = News(Notice("camera_lost", {"reason": "no cable"}, is_error=True), room.host.state)
    room.announcer.tell([notice])
    room.announcer.tell([notice])
    assert room.voice.texts() == ["No camera picture: no cable"]


def test_the_last_announcement_can_be_heard_again(room: Room) -> None:
    first = room.do(Ordered(LureHeroes()))
    assert room.do(Pressed(Button.REPEAT)) == first


def test_a_quiet_table_only_writes(room: Room) -> None:
    room.announcer.is_quiet = True
    assert room.do(Ordered(LureHeroes())) == []
    assert room.written


def test_the_same_words_wait_only_once_and_urgent_ones_come_first() -> None:
    queue = SpeechQueue()
    for text in ("one", "two", "one"):
        queue.put(Utterance(text, "en"))
    queue.put(Utterance("now", "en", Urgency.URGENT))
    taken = [queue.take(), queue.take(), queue.take(), queue.take()]
    assert [line.text if line else None for line in taken] == ["now", "one", "two", None]


def test_a_newer_line_takes_the_place_of_a_stale_one() -> None:
    queue = SpeechQueue()
    for text in ("Anna builds", "Ben builds"):
        queue.put(Utterance(text, "en", topic="turn"))
    line = queue.take()
    assert line is not None
    assert line.text == "Ben builds"
    assert queue.take() is None
