"""What others do, or what happens in their dungeons, is not the business of these cards."""

import pytest

from tests.cards.side_table import BIGGEST_TRAP, MONSTER, PAIR_MONSTER, TRAP, TRAP_B, SideTable
from tests.cards.table import GIANT, THIEF, CardTable


def test_beast_menagerie_does_not_hear_of_monster_rooms_of_others() -> None:
    table = CardTable().dungeon("Ada", "beast_menagerie").dungeon("Ben", "dark_altar")
    table.builds("Ben", "golem_factory")
    assert table.hands == []


def test_recycling_center_does_not_draw_for_rooms_of_other_dungeons() -> None:
    table = CardTable().dungeon("Ada", "recycling_center").dungeon("Ben", "dark_altar", "golem_factory").building("Ben")
    table.uses("Ben", "dark_altar")
    assert not table.offers
    assert not [told for told in table.hands if told.startswith("Ada")]


def test_dragon_graveyard_does_not_draw_for_what_others_take() -> None:
    table = CardTable().dungeon("Ada", "dragon_graveyard").dungeon("Ben", "dark_altar", "golem_factory").building("Ben")
    table.uses("Ben", "dark_altar")
    assert table.hands == ["Ben: take_discarded 1 card"]


def test_the_bomb_needs_a_hero_in_a_room_of_ones_own() -> None:
    table = (
        SideTable().dungeon("Ada", TRAP).dungeon("Ben", MONSTER).at_entrance("Ben", GIANT).has_item("Ada", "the_bomb")
    )
    table.adventure_begins()
    assert table.refuses("Ada", "the_bomb") == "cannot_pay"


def test_explodo_needs_a_hero_in_a_room_of_his_own() -> None:
    table = SideTable(Ada="explodo", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP).dungeon("Ben", MONSTER)
    table.at_entrance("Ben", GIANT).adventure_begins()
    assert table.refuses("Ada", "explodo") == "cannot_pay"


@pytest.mark.parametrize(("rooms", "score"), [((BIGGEST_TRAP,), (0, 1)), ((BIGGEST_TRAP, TRAP_B), (1, 0))])
def test_claws_of_the_berserker_count_monster_rooms_and_no_traps(
    rooms: tuple[str, ...], score: tuple[int, int]
) -> None:
    """Two of three rooms: six health, which four damage do not take and six do."""
    table = SideTable().dungeon("Ada", MONSTER, PAIR_MONSTER, TRAP).has_item("Ada", "claws_of_the_berserker")
    table.dungeon("Ben", *rooms).at_entrance("Ben", THIEF).adventure_begins()
    table.uses("Ada", "claws_of_the_berserker")
    table.walks_through()
    assert table.score("Ben") == score
