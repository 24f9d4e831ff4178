"""What the screen says besides the game: trouble as long as it lasts, and signs that pass."""

import pytest

from cards_db.texts import CardText
from companion.announcer import Announcer
from companion.inbox import CameraLost, CameraSees, EyeBlinked, Inbox, Message, Pressed, TableSaw
from companion.phrasebook import LANGUAGES, Phrasebook
from companion.scenes import scene_desk
from companion.session import Session
from companion.views.model import Hint, TableView
from companion.wiring import open_box
from engine.boss_monster.state import Phase
from engine.core.observations import Drift, TableSeen
from hw.panel import Button
from tests.builders import Camera
from tests.companion.test_host import Evening

A_WHILE_S = 7.0


class Watched:
    """A session around a game with hand-made cards. Messages come when the test says so."""

    def __init__(self, language: str = "en") -> None:
        self.evening = Evening()
        self.now_s = 10.0
        self.said: list[str] = []
        catalog = self.evening.table.catalog
        self.book = Phrasebook(language, {card.id: CardText(card.id, card.id, False) for card in catalog})
        announcer = Announcer(catalog, self.book, self.said.append)
        self.session = Session(self.evening.host, announcer, Inbox(), lambda: self.now_s)

    def hear(self, *messages: Message) -> tuple[str, ...]:
        """The banners after these messages."""
        for message in messages:
            self.session.inbox.put(message)
        self.session.tick()
        return self.session.view().banners

    def see(self, drift: Drift = Drift.NONE, foreign: tuple[str, ...] = ()) -> tuple[str, ...]:
        return self.hear(TableSaw(TableSeen((), drift=drift, foreign=foreign, settled=False, at_s=self.now_s)))

    def wait(self, seconds: float = A_WHILE_S) -> tuple[str, ...]:
        self.now_s += seconds
        return self.hear()


def test_an_eye_that_was_replaced_is_a_small_sign_for_a_moment_and_nothing_else() -> None:
    table = Watched()
    before = table.evening.host.state
    assert table.hear(EyeBlinked("the eye hung")) == (table.book.text("eye_blinked"),)
    assert table.said == []
    assert table.wait() == ()
    assert table.evening.host.state is before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_camera_that_was_knocked_over_is_asked_for_until_it_sees_again(language: str) -> None:
    table = Watched(language)
    asked = (table.book.text("drift_lost"),)
    assert table.see(Drift.LOST) == asked
    assert table.wait() == table.see(Drift.LOST) == asked
    assert not isinstance(table.session.view().banners[0], Hint), "somebody has to do something"
    assert table.see() == ()


def test_nobody_is_asked_to_look_after_a_camera_that_is_gone_or_not_needed() -> None:
    table = Watched()
    table.see(Drift.LOST)
    (gone,) = table.hear(CameraLost("unplugged"))
    assert "unplugged" in gone
    table.see(Drift.LOST)
    table.wait()
    table.evening.host.by_touch = True
    table.session.touched()
    assert table.wait() == ()


def test_cards_that_are_laid_out_or_put_away_are_not_asked_for() -> None:
    table = Watched()
    assert table.see(Drift.LOST)
    game = table.evening.host.game
    for _ in range(len(game.history.turns)):
        table.evening.press(Button.UNDO)
    assert table.evening.phase() is Phase.SETUP
    table.session.touched()
    assert table.wait() == ()


@pytest.mark.parametrize("drift", [Drift.CAMERA_MOVED, Drift.LIGHT_CHANGED])
def test_what_was_found_again_is_told_calmly_and_passes(drift: Drift) -> None:
    table = Watched()
    (told,) = table.see(drift)
    assert told == table.book.text(f"drift_{drift.value}")
    assert isinstance(told, Hint)
    assert table.wait(3.0) == (told,)
    assert table.wait(3.5) == ()


def test_a_camera_that_is_back_is_told_calmly_and_passes() -> None:
    table = Watched()
    table.hear(CameraLost("unplugged"))
    (told,) = table.hear(CameraSees())
    assert (told, isinstance(told, Hint)) == (table.book.text("camera_back"), True)
    assert table.wait() == ()


def test_while_nothing_is_seen_nobody_is_told_that_all_is_well() -> None:
    table = Watched()
    table.see(Drift.CAMERA_MOVED)
    assert table.see(Drift.LOST) == (table.book.text("drift_lost"),)
    table.hear(CameraLost("unplugged"), CameraSees(), CameraLost("unplugged"))
    assert table.session.view().banners == (table.book.text("camera_lost", reason="unplugged"),)


def test_odd_stickers_are_shown_for_a_moment_and_only_the_one_to_be_taken_away_warns() -> None:
    table = Watched()
    (foreign,) = table.see(foreign=("https://example.org",))
    assert (foreign, isinstance(foreign, Hint)) == (table.book.text("foreign_sticker"), True)
    table.wait()
    (twice,) = table.hear(TableSaw(Camera(table.evening.table).sees_twice(table.evening.den).seen))
    assert (twice.startswith("The sticker of"), isinstance(twice, Hint)) == (True, False)
    assert table.wait() == ()


def test_a_press_on_a_table_that_does_not_come_to_rest_says_why_nothing_happens() -> None:
    table = Watched()
    table.hear(Pressed(Button.NEXT))
    assert table.see() == ()
    table.now_s += 3.5
    (told,) = table.see()
    assert (told, isinstance(told, Hint)) == (table.book.text("table_moving"), True)
    assert table.wait() == ()


def test_what_warns_is_shown_before_what_only_helps() -> None:
    table = Watched()
    table.session.is_guided = True
    table.hear(EyeBlinked("the eye hung"))
    first, *others = table.hear(TableSaw(Camera(table.evening.table).sees_twice(table.evening.den).seen))
    assert [isinstance(banner, Hint) for banner in (first, *others)] == [False, True, True]


def test_the_same_sign_again_stays_longer_and_is_not_shown_twice() -> None:
    table = Watched()
    blink = EyeBlinked("the eye hung")
    (told,) = table.hear(blink)
    table.now_s += 4.0
    assert table.hear(blink) == (told,)
    assert table.wait(4.0) == (told,)
    assert table.wait(4.0) == ()


def test_a_sign_speaks_the_language_that_is_chosen_meanwhile() -> None:
    table = Watched()
    table.see(Drift.LIGHT_CHANGED)
    table.session.speak(Phrasebook("de", {}))
    assert table.session.view().banners == ("Das Licht hat sich geändert. Ich sehe weiter alles.",)


def test_whoever_goes_on_by_touch_is_no_longer_asked_to_look_after_the_camera() -> None:
    desk = scene_desk("lost", open_box(), "en")
    view = desk.view()
    assert isinstance(view, TableView)
    assert view.banners == ("I no longer find many cards. Please check the camera and the light.",)
    desk.act("toggle:touch")
    assert desk.session.view().banners == ()
