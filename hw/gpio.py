"""Buttons and lamps on the pins of a Raspberry Pi, through gpiozero.

Which pin library: `lgpio` (Debian package python3-lgpio) works on every Pi. RPi.GPIO cannot do buttons on a Pi 5, nor
on any Pi whose kernel is 6.6 or newer, so it is used only when asked for: `pin_factory("rpigpio")` or the environment
variable GPIOZERO_PIN_FACTORY=rpigpio. The package rpi-lgpio, which answers to the same name, works that way too.
gpiozero's own last resort ("native") misses presses and is used only when asked for by name.
"""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hw.panel import REACT, Button, LampPattern, PanelTrouble

PI_MODEL = Path("/proc/device-tree/model")
BLINK_S = 0.4
# Cheap buttons chatter for up to about 15 ms; nobody presses twice within 30.
SETTLE_S = 0.03

# A pin factory of gpiozero, which carries no types.
Factory = Any
Clock = Callable[[], float]

FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
}


@dataclass(frozen=True, slots=True)
class ButtonPins:
    """Which pin (BCM number) each button connects to ground. Free of I2C, serial and sound boards."""

    next: int = 5
    pass_: int = 6
    undo: int = 13
    repeat: int = 26
    react: tuple[int, ...] = (4, 12, 16, 9, 10, 11)
    """By seat. The last three are those of SPI, which is off unless somebody turns it on."""

    def by_button(self) -> dict[Button, int]:
        """The pin of each button; seats without a pin have no button."""
        shared = {Button.NEXT: self.next, Button.PASS: self.pass_, Button.UNDO: self.undo, Button.REPEAT: self.repeat}
        return {**shared, **dict(zip(REACT, self.react, strict=False))}


@dataclass(frozen=True, slots=True)
class LampPins:
    """Which pin (BCM number) feeds the lamp of each player, through a resistor to ground."""

    players: tuple[int, ...] = (17, 27, 22, 23, 24, 25)


def pin_factory(
    name: str = "", model: Path = PI_MODEL, libraries: Mapping[str, tuple[str, str]] = FACTORIES
) -> Factory:
    """Access to the pins, or PanelTrouble saying what to check. Never a weaker library than the one asked for."""
    wanted = name or os.environ.get("GPIOZERO_PIN_FACTORY", "") or "lgpio"
    if wanted not in libraries:
        raise PanelTrouble(f"There is no pin library called {wanted}; known are {', '.join(libraries)}.")
    if not (model.exists() and "Raspberry Pi" in model.read_text(errors="replace")):
        raise PanelTrouble("This computer is no Raspberry Pi, so it has no pins for buttons and lamps.")
    module_name, class_name = libraries[wanted]
    try:
        module = __import__(module_name, fromlist=[class_name])
        return getattr(module, class_name)()
    except ImportError as error:
        raise PanelTrouble(f"{missing_library_advice(wanted)} ({error})") from error
    except Exception as error:  # every pin library has its own error class, related to no other
        raise PanelTrouble(
            f"The pins cannot be opened with {wanted}: {error}. Is another program using them?"
        ) from error


def missing_library_advice(name: str) -> str:
    """How a pin library gets onto the table."""
    if name == "lgpio":
        return "The pin library is missing: sudo apt install python3-lgpio, then make clean setup."
    return f"The pin library {name} is missing; without GPIOZERO_PIN_FACTORY={name} the usual lgpio is taken."


class PressGate:
    """Tells one press of a finger from the chatter of the contact.

    A press counts only when the contact was quiet before it; so neither the chatter of pressing nor that of letting go
    counts, and a contact that never comes to rest is ignored. Our own, because the pin libraries differ: one reports
    the first edge, another waits for the last, a third does nothing.
    """

    def __init__(self, settle_s: float = SETTLE_S) -> None:
        self._settle_s = settle_s
        self._last_edge = float("-inf")

    def edge(self, is_down: bool, now: float) -> bool:
        """The contact changed; whether this is a new press."""
        was_quiet = now - self._last_edge >= self._settle_s
        self._last_edge = now
        return is_down and was_quiet


class GpioButtons:
    """The buttons of the panel."""

    def __init__(
        self, pins: ButtonPins | None = None, factory: Factory | None = None, clock: Clock = time.monotonic
    ) -> None:
        self._factory = pin_factory() if factory is None else factory
        self._clock = clock
        self._devices: list[Any] = []
        self._pressed: Callable[[Button], None] | None = None
        for button, pin in (pins or ButtonPins()).by_button().items():
            try:
                self._devices.append(self._wired(button, pin))
            except Exception as error:  # as in pin_factory
                self.close()
                raise PanelTrouble(f"Button {button.value}: pin {pin} cannot be used: {error}.") from error

    def _wired(self, button: Button, pin: int) -> Any:
        from gpiozero import Button as GpioButton

        device, gate = GpioButton(pin, pin_factory=self._factory), PressGate()
        # Only the inbox is told, and at once: whoever lingers here loses later edges.
        device.when_pressed = lambda: self._tell(button) if gate.edge(True, self._clock()) else None
        device.when_released = lambda: gate.edge(False, self._clock())
        return device

    def _tell(self, button: Button) -> None:
        if self._pressed is not None:
            self._pressed(button)

    def listen(self, pressed: Callable[[Button], None]) -> None:
        """Call `pressed` once for every press from now on, until `close`."""
        self._pressed = pressed

    def close(self) -> None:
        """Let go of the pins."""
        self._pressed = None
        for device in self._devices:
            device.close()


class GpioLamps:
    """The lamps of the panel, one per player."""

    def __init__(self, pins: LampPins | None = None, factory: Factory | None = None) -> None:
        self._factory = pin_factory() if factory is None else factory
        self._lamps: list[Any] = []
        for lamp, pin in enumerate((pins or LampPins()).players):
            try:
                self._lamps.append(self._wired(pin))
            except Exception as error:  # as in pin_factory
                self.close()
                raise PanelTrouble(f"Lamp {lamp + 1}: pin {pin} cannot be used: {error}.") from error

    def _wired(self, pin: int) -> Any:
        from gpiozero import LED

        return LED(pin, pin_factory=self._factory)

    def show(self, lamp: int, pattern: LampPattern) -> None:
        """Let one lamp shine; a lamp that is not wired stays dark."""
        if not 0 <= lamp < len(self._lamps):
            return
        led = self._lamps[lamp]
        match pattern:
            case LampPattern.OFF:
                led.off()
            case LampPattern.ON:
                led.on()
            case LampPattern.BLINK:
                led.blink(on_time=BLINK_S, off_time=BLINK_S)

    def close(self) -> None:
        """All dark, pins free."""
        for led in self._lamps:
            led.off()
            led.close()
        self._lamps = []
