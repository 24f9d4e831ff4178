"""A hundred whole evenings with all cards: every one ends, and nothing ever breaks."""

import pytest

from engine.boss_monster.state import Phase
from tests.real_play import MOST_ROUNDS, play, set_mixes

CHUNK = 10


@pytest.mark.parametrize("first", range(1, 101, CHUNK))
def test_evenings_with_real_cards_end_with_a_winner_or_an_empty_hero_deck(first: int) -> None:
    """Two to six players, every mix of sets, spells, abilities, items, minibosses and choices at random."""
    for seed in range(first, first + CHUNK):
        evening = play(seed)
        assert evening.state.phase is Phase.OVER or evening.state.round > MOST_ROUNDS, seed
        assert evening.state.winner is not None or evening.state.round > MOST_ROUNDS, seed
        assert evening.tally["effects"] > 0, seed


def test_every_mix_of_sets_is_played() -> None:
    assert len(set(set_mixes())) == len(set_mixes()) <= 100
