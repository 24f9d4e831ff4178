"""The closed vocabulary of card abilities."""

import pytest

from engine.boss_monster.cards import RoomType
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Discard, Draw
from engine.boss_monster.words.meanings import Deck, Rooms
from engine.core.effects import parse_step
from engine.core.errors import CardDataError


def test_steps_are_typed_and_have_defaults() -> None:
    assert parse_step({"do": "draw", "deck": "rooms"}) == Draw(Deck.ROOMS, 1)
    assert parse_step({"do": "discard", "count": 2}) == Discard("card", 2)
    assert parse_step({"do": "add_damage", "amount": 1, "scope": "adjacent", "type": "monster"}) == AddDamage(1, Rooms.ADJACENT, RoomType.MONSTER)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"do": "explode"}, "do"),
        ({"deck": "rooms"}, "do"),
        ({"do": "draw"}, "deck"),
        ({"do": "draw", "deck": "rooms", "speed": 3}, "speed"),
        ({"do": "draw", "deck": "rooms", "count": "two"}, "count"),
        ({"do": "draw", "deck": "rooms", "count": True}, "count"),
    ],
)
def test_an_unknown_word_or_key_stops_the_load_and_is_named(data: dict[str, object], key: str) -> None:
    with pytest.raises(CardDataError) as caught:
        parse_step(data)
    assert caught.value.key == key
