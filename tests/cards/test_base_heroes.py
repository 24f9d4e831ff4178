"""The one hero of the base game that follows its own rule (BM-HERO-8)."""

from tests.cards.table import CLERIC, THIEF, CardTable


def test_the_fool_goes_to_the_player_with_the_fewest_souls() -> None:
    table = CardTable().dungeon("Ada", "jackpot_stash").souls("Ada", THIEF).in_town("the_fool")
    assert table.lures() == {"the_fool": "Ben"}


def test_the_fool_stays_in_town_when_the_fewest_souls_are_tied() -> None:
    """R-079"""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").souls("Ada", THIEF, CLERIC).in_town("the_fool")
    assert table.lures() == {"the_fool": ""}
