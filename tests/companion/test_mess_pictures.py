"""The pictures of messy tables show the mess that stands below them."""

import pytest

from companion import wiring
from companion.mess_pictures import moment
from companion.world import set_up
from vision.mess import Mess, MessKind, Shot

BOX = wiring.open_box()


def film(*kinds: MessKind) -> list[Shot]:
    """The last card comes to the table."""
    table = set_up(2, 1, BOX.catalog, BOX.things).table
    return Mess(frozenset(kinds), seed=5).film(table.without(table.laid[-1].card.copy), table, "1.film")


@pytest.mark.parametrize("kinds", [(MessKind.MOTION,), tuple(MessKind)])
def test_the_picture_of_a_knocked_table_is_one_of_a_knock(kinds: tuple[MessKind, ...]) -> None:
    shots = film(*kinds)
    assert any(shot.shake[0] == 0 for shot in shots), "not every picture is blurred"
    (shown,) = moment(shots)
    assert shown.shake[0] > 0


def test_a_hand_is_shown_in_the_middle_of_its_way_and_a_still_table_as_it_lies() -> None:
    reaching = film(MessKind.HANDS)
    assert moment(reaching) == [reaching[len(reaching) // 3]]
    assert moment(film(MessKind.GLARE)) == []
