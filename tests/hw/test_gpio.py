"""Buttons that chatter, pins that are missing or taken."""

import random
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hw.gpio import SETTLE_S, ButtonPins, GpioButtons, GpioLamps, LampPins, PressGate, pin_factory
from hw.panel import Button, PanelTrouble


class BusyFactory:
    """A pin library whose chip somebody else holds."""

    def __init__(self) -> None:
        raise RuntimeError("GPIO busy")


class Hand:
    """A finger on a cheap button: every change chatters, on a clock of its own."""

    def __init__(self, factory: MockFactory, chance: random.Random) -> None:
        self.now = 0.0
        self._pin = factory.pin(ButtonPins().next)
        self._chance = chance

    def clock(self) -> float:
        return self.now

    def press(self) -> None:
        self._chatter(is_down=True)
        self.now += self._chance.uniform(0.04, 0.5)
        self._chatter(is_down=False)
        self.now += self._chance.uniform(0.04, 0.5)

    def _chatter(self, is_down: bool) -> None:
        settle, go = (
            (self._pin.drive_low, self._pin.drive_high) if is_down else (self._pin.drive_high, self._pin.drive_low)
        )
        settle()
        for _ in range(self._chance.randint(0, 20)):
            self.now += self._chance.uniform(0, 0.015 / 40)
            go()
            self.now += self._chance.uniform(0, 0.015 / 40)
            settle()


def test_a_chattering_contact_counts_as_one_press() -> None:
    factory = MockFactory()
    hand = Hand(factory, random.Random(3))
    buttons = GpioButtons(factory=factory, clock=hand.clock)
    told: list[Button] = []
    buttons.listen(told.append)
    for _ in range(500):
        hand.press()
    buttons.close()
    assert told == [Button.NEXT] * 500


def test_a_hundred_thousand_chattering_presses_are_counted_exactly() -> None:
    chance, gate, now, counted = random.Random(5), PressGate(), 0.0, 0
    for _ in range(100_000):
        for is_down in (True, False):
            for level in [is_down, *[not is_down, is_down] * chance.randint(0, 3)]:
                counted += gate.edge(level, now)
                now += chance.uniform(0, 0.002)
            now += SETTLE_S + chance.random()
    assert counted == 100_000


def test_a_contact_that_never_rests_is_ignored() -> None:
    gate = PressGate()
    counted = [gate.edge(edge % 2 == 0, edge * 0.01) for edge in range(1000)]
    assert sum(counted) == 1


def test_a_quick_second_press_still_counts() -> None:
    gate = PressGate()
    assert [gate.edge(True, 0.0), gate.edge(False, 0.06), gate.edge(True, 0.12)] == [True, False, True]


def test_without_a_pi_the_trouble_says_so(tmp_path: Path) -> None:
    with pytest.raises(PanelTrouble, match="no Raspberry Pi"):
        pin_factory(model=tmp_path / "model")


def test_a_pi_without_the_pin_library_names_the_package_and_takes_no_weaker_one(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    libraries = {"lgpio": ("no_such_pin_library", "Factory"), "native": ("gpiozero.pins.mock", "MockFactory")}
    with pytest.raises(PanelTrouble, match="sudo apt install python3-lgpio"):
        pin_factory("lgpio", model, libraries)


def test_pins_held_by_another_program_are_a_clear_trouble(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    busy = {"lgpio": ("tests.hw.test_gpio", "BusyFactory")}
    with pytest.raises(PanelTrouble, match=r"lgpio: GPIO busy\. Is another program"):
        pin_factory("lgpio", model, busy)


def test_a_pin_library_asked_for_by_name_is_the_one_used(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    libraries = {"lgpio": ("no_such_pin_library", "Factory"), "rpigpio": ("gpiozero.pins.mock", "MockFactory")}
    assert isinstance(pin_factory("rpigpio", model, libraries), MockFactory)


def test_an_unknown_pin_library_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(PanelTrouble, match="known are lgpio, rpigpio"):
        pin_factory("magic", model=tmp_path / "model")


def test_a_pin_wired_twice_is_named() -> None:
    with pytest.raises(PanelTrouble, match="Button pass: pin 5"):
        GpioButtons(ButtonPins(next=5, pass_=5), factory=MockFactory())


def test_a_lamp_on_a_buttons_pin_is_named_and_the_other_lamps_are_let_go() -> None:
    factory = MockFactory()
    buttons = GpioButtons(factory=factory)
    with pytest.raises(PanelTrouble, match="Lamp 2: pin 5"):
        GpioLamps(LampPins((17, 5)), factory=factory)
    GpioLamps(LampPins((17,)), factory=factory).close()
    buttons.close()


def test_no_default_pin_is_used_twice() -> None:
    pins = [*ButtonPins().by_button().values(), *LampPins().players]
    assert len(pins) == len(set(pins))
