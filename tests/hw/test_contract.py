"""What every panel promises, whether fake or wired to pins."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from gpiozero.pins.mock import MockFactory

from hw.fake import FakeButtons, FakeLamps, FakeVoice
from hw.gpio import ButtonPins, GpioButtons, GpioLamps, LampPins
from hw.panel import Button, Buttons, LampPattern, Lamps, Utterance, Voice
from hw.speech import SilentVoice, TextVoice


@dataclass
class ButtonRig:
    """Buttons and the finger that presses them."""

    buttons: Buttons
    press: Callable[[Button], None]


def fake_buttons() -> ButtonRig:
    buttons = FakeButtons()
    return ButtonRig(buttons, buttons.press)


def pin_buttons() -> ButtonRig:
    factory, seconds = MockFactory(), iter(range(1_000_000))
    buttons = GpioButtons(factory=factory, clock=lambda: float(next(seconds)))

    def press(button: Button) -> None:
        pin = factory.pin(ButtonPins().by_button()[button])
        pin.drive_low()
        pin.drive_high()

    return ButtonRig(buttons, press)


@dataclass
class LampRig:
    """Lamps and an eye that sees whether one is alight right now."""

    lamps: Lamps
    is_alight: Callable[[int], bool]


def fake_lamps() -> LampRig:
    lamps = FakeLamps()
    return LampRig(lamps, lambda lamp: lamps.patterns[lamp] is not LampPattern.OFF)


def pin_lamps() -> LampRig:
    factory = MockFactory()
    lamps = GpioLamps(factory=factory)
    return LampRig(lamps, lambda lamp: bool(factory.pin(LampPins().players[lamp]).state))


@pytest.fixture(params=[fake_buttons, pin_buttons], ids=["fake", "pins"])
def button_rig(request: pytest.FixtureRequest) -> Iterator[ButtonRig]:
    rig: ButtonRig = request.param()
    yield rig
    rig.buttons.close()


@pytest.fixture(params=[fake_lamps, pin_lamps], ids=["fake", "pins"])
def lamp_rig(request: pytest.FixtureRequest) -> Iterator[LampRig]:
    rig: LampRig = request.param()
    yield rig
    rig.lamps.close()


@pytest.mark.parametrize("button", list(Button))
def test_one_press_is_told_once(button_rig: ButtonRig, button: Button) -> None:
    told: list[Button] = []
    button_rig.buttons.listen(told.append)
    button_rig.press(button)
    assert told == [button]


def test_presses_are_told_in_their_order(button_rig: ButtonRig) -> None:
    told: list[Button] = []
    button_rig.buttons.listen(told.append)
    wanted = [Button.NEXT, Button.NEXT, Button.UNDO, Button.PASS, Button.REPEAT, Button.NEXT]
    for button in wanted:
        button_rig.press(button)
    assert told == wanted


def test_a_press_before_anybody_listens_is_lost_without_harm(button_rig: ButtonRig) -> None:
    told: list[Button] = []
    button_rig.press(Button.NEXT)
    button_rig.buttons.listen(told.append)
    assert told == []


def test_the_newest_listener_alone_is_told(button_rig: ButtonRig) -> None:
    first: list[Button] = []
    second: list[Button] = []
    button_rig.buttons.listen(first.append)
    button_rig.buttons.listen(second.append)
    button_rig.press(Button.PASS)
    assert (first, second) == ([], [Button.PASS])


def test_closed_buttons_tell_nothing_and_may_be_closed_again(button_rig: ButtonRig) -> None:
    told: list[Button] = []
    button_rig.buttons.listen(told.append)
    button_rig.buttons.close()
    button_rig.buttons.close()
    button_rig.press(Button.NEXT)
    assert told == []


def test_a_lamp_is_dark_until_shown(lamp_rig: LampRig) -> None:
    assert not any(lamp_rig.is_alight(lamp) for lamp in range(6))


def test_lamps_shine_each_for_its_own_player(lamp_rig: LampRig) -> None:
    lamp_rig.lamps.show(2, LampPattern.ON)
    lamp_rig.lamps.show(5, LampPattern.ON)
    lamp_rig.lamps.show(2, LampPattern.OFF)
    assert [lamp for lamp in range(6) if lamp_rig.is_alight(lamp)] == [5]


def test_a_steady_lamp_ends_its_blinking(lamp_rig: LampRig) -> None:
    lamp_rig.lamps.show(0, LampPattern.BLINK)
    lamp_rig.lamps.show(0, LampPattern.ON)
    assert lamp_rig.is_alight(0)
    lamp_rig.lamps.show(0, LampPattern.BLINK)
    lamp_rig.lamps.show(0, LampPattern.OFF)
    assert not lamp_rig.is_alight(0)


@pytest.mark.parametrize("lamp", [-1, 6, 99])
def test_a_lamp_that_is_not_wired_stays_dark_without_harm(lamp_rig: LampRig, lamp: int) -> None:
    lamp_rig.lamps.show(lamp, LampPattern.ON)
    assert not any(lamp_rig.is_alight(seat) for seat in range(6))


def test_closed_lamps_are_dark_and_stay_so(lamp_rig: LampRig) -> None:
    lamp_rig.lamps.show(1, LampPattern.ON)
    lamp_rig.lamps.show(3, LampPattern.BLINK)
    lamp_rig.lamps.close()
    lamp_rig.lamps.show(1, LampPattern.ON)
    lamp_rig.lamps.close()
    assert not any(lamp_rig.is_alight(lamp) for lamp in range(6))


def test_a_closed_voice_takes_lines_without_saying_them() -> None:
    shown: list[str] = []
    fake = FakeVoice()
    voices: list[Voice] = [fake, TextVoice(shown.append), SilentVoice()]
    for voice in voices:
        voice.say(Utterance("Anna baut.", "de"))
        voice.close()
        voice.say(Utterance("Ben baut.", "de"))
        voice.close()
    assert fake.texts() == ["Anna baut."]
    assert shown == ["Anna baut."]


def test_a_button_pressed_from_another_thread_is_told_too(button_rig: ButtonRig) -> None:
    told: list[Button] = []
    button_rig.buttons.listen(told.append)
    finger = threading.Thread(target=button_rig.press, args=(Button.UNDO,))
    finger.start()
    finger.join()
    assert told == [Button.UNDO]
