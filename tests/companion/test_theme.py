"""Colours that can be read and told apart: contrast as web pages measure it, and eyes that see colours differently."""

import math
from itertools import combinations

import pytest

from companion.screens.theme import SYMBOLS, THEMES, Colour, Theme, colour

GROUNDS = ("night", "stone", "stone_light", "monster", "trap", "back")
INKS = ("ink", "ink_dim", "title")
LEAST_CONTRAST = 4.5
LEAST_DISTANCE = 20.0
"""In CIELAB; 2 is just noticeable, 10 is seen at a glance."""

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""What eyes without one sort of cones make of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""
Triple = tuple[float, float, float]


@pytest.fixture(params=list(THEMES.values()), ids=list(THEMES))
def theme(request: pytest.FixtureRequest) -> Theme:
    assert isinstance(request.param, Theme)
    return request.param


def linear(shade: Colour) -> Triple:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3])
    return red, green, blue


def contrast(one: str, two: str) -> float:
    """1 to 21."""
    lights = []
    for code in (one, two):
        red, green, blue = linear(colour(code))
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def seen_by(eye: str, code: str) -> Triple:
    """A colour in CIELAB as this eye sees it."""
    light = linear(colour(code))
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eye])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Triple, two: Triple) -> float:
    return math.dist(one, two)


def test_every_ink_can_be_read_on_every_ground(theme: Theme) -> None:
    poor = [
        (ink, ground, round(contrast(getattr(theme, ink), getattr(theme, ground)), 2))
        for ink in INKS
        for ground in GROUNDS
        if contrast(getattr(theme, ink), getattr(theme, ground)) < LEAST_CONTRAST
    ]
    assert poor == []
    assert contrast(theme.ink, theme.warning) >= LEAST_CONTRAST
    assert contrast(theme.gold_ink, theme.gold) >= LEAST_CONTRAST


def test_numbers_that_warn_can_be_read_on_their_grounds(theme: Theme) -> None:
    for ink in ("blood", "life"):
        for ground in ("stone", "monster", "trap"):
            assert contrast(getattr(theme, ink), getattr(theme, ground)) >= LEAST_CONTRAST, (ink, ground)


def test_names_can_be_read_on_player_colours_and_symbols_on_the_ground(theme: Theme) -> None:
    for plate in theme.players:
        assert contrast(theme.plate_ink, plate) >= LEAST_CONTRAST
        assert contrast(plate, theme.stone) >= 4.4


@pytest.mark.parametrize("eye", EYES)
def test_player_colours_stay_apart_for_every_eye(theme: Theme, eye: str) -> None:
    pairs = combinations(theme.players, 2)
    near = [(one, two) for one, two in pairs if distance(seen_by(eye, one), seen_by(eye, two)) < LEAST_DISTANCE]
    assert near == []


def test_every_player_colour_has_a_symbol_of_its_own(theme: Theme) -> None:
    assert len(theme.players) == len(set(SYMBOLS)) == 6
