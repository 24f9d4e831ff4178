"""Whole games with spells, abilities, items and minibosses on a table that is read without pictures: many in seconds."""

import pytest

from companion.rehearsal import Tally
from tests.companion.quick_rehearsal import rehearsed

BOXES = ("base", "next_level", "tools_of_hero_kind", "rise_of_the_minibosses")


def is_flawless(tally: Tally) -> bool:
    counted = tally.verdicts_right + tally.verdicts_not_reckoned
    return tally.checkpoints == tally.right > 0 and tally.verdicts == counted and not tally.verdicts_wrong


@pytest.mark.parametrize(("players", "seed"), [(2, 12), (3, 13), (4, 11)])
def test_the_base_game_with_spells_and_abilities_is_refereed_without_a_fault(players: int, seed: int) -> None:
    tally = rehearsed(players, seed, ("base",), rounds=4, eager=0.5)
    assert is_flawless(tally), tally.complaints
    assert tally.abilities > 0
    assert tally.verdicts_right > tally.verdicts_not_reckoned


@pytest.mark.parametrize(("players", "seed"), [(2, 48), (3, 40)])
def test_four_boxes_with_items_and_minibosses_are_refereed_without_a_fault(players: int, seed: int) -> None:
    tally = rehearsed(players, seed, BOXES, rounds=4, eager=0.7)
    assert is_flawless(tally), tally.complaints
    assert tally.spells > 0
    assert tally.abilities > 0
