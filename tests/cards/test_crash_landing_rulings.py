"""Clarifications about five and six players, shown with real cards."""

from engine.boss_monster.events import GameWon, PlayerEliminated
from tests.cards.side_table import BIGGEST_TRAP, TRAP, SideTable
from tests.cards.table import CLERIC, FIGHTER, MAGE, THIEF, THIEF_6


def five() -> SideTable:
    """Five players; only Ada's and Ben's bosses have gold."""
    return SideTable(Ada="gorgona", Ben="porkus", Cleo="robobo", Dora="belladonna", Emil="klonos")


def test_tied_leaders_share_the_heroes_of_a_class_the_oldest_to_the_highest_xp() -> None:
    table = five().in_town(THIEF, THIEF_6, "sir_digby_apple_ace_detective")
    lured = table.lures()
    assert (lured[THIEF], lured[THIEF_6]) == ("Ada", "Ben")
    assert lured["sir_digby_apple_ace_detective"] == "", "too few are left for both"


def test_nobody_is_out_with_five_wounds_and_the_best_score_wins() -> None:
    wounds = (CLERIC, FIGHTER, MAGE, THIEF_6, "samurai_tom")
    table = five().wounds("Ada", *wounds).dungeon("Ada", BIGGEST_TRAP).at_entrance("Ada", THIEF)
    table.change("Ada", souls=9)
    table.change("Ben", souls=6)
    events = table.walks_through()  # ten souls end the game, five net souls against six
    assert not any(isinstance(event, PlayerEliminated) for event in events)
    assert [table.short(event.player) for event in events if isinstance(event, GameWon)] == ["Ben"]


def test_five_wounds_do_not_end_the_game_for_five_players() -> None:
    table = five().wounds("Ada", CLERIC, FIGHTER, MAGE, THIEF_6).dungeon("Ada", TRAP).at_entrance("Ada", THIEF)
    events = table.walks_through()
    assert table.score("Ada") == (0, 5)
    assert not any(isinstance(event, PlayerEliminated | GameWon) for event in events)
