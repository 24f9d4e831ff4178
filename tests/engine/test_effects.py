"""The closed vocabulary of card abilities: what is read, and what stops the load."""

from typing import Any

import pytest

from engine.boss_monster.cards import RoomType
from engine.boss_monster.words.choosing import ChooseHero, Either, May
from engine.boss_monster.words.conditions import HasWounds
from engine.boss_monster.words.counting import RoomCount
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Discard, Draw
from engine.boss_monster.words.heroes import Kill
from engine.boss_monster.words.meanings import Deck, Place, Rooms, Sort
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.effects import Ability, About, Limit, Step, Trigger, Window, parse_ability, parse_step
from engine.core.errors import CardDataError


def read(**data: Any) -> Step:
    return parse_step(data, VOCABULARY)


def test_steps_are_typed_and_have_defaults() -> None:
    assert read(do="draw", deck="rooms") == Draw(Deck.ROOMS, 1)
    assert read(do="discard", number=2, sort="spell") == Discard(Sort.SPELL, 2)
    wanted = AddDamage(1, Rooms.ADJACENT, RoomType.MONSTER)
    assert read(do="add_damage", amount=1, rooms="adjacent", type="monster") == wanted


def test_a_number_may_be_counted_at_the_table() -> None:
    counted = {"count": "rooms", "type": "monster"}
    assert read(do="add_damage", amount=counted) == AddDamage(RoomCount(type=RoomType.MONSTER))


def test_steps_may_hold_steps() -> None:
    assert read(do="may", steps=[{"do": "draw", "deck": "spells"}]) == May((Draw(Deck.SPELLS),))
    choice = read(
        do="either", options=[{"say": "kill", "if": [{"is": "has_wounds", "least": 3}], "do": [{"do": "kill"}]}]
    )
    assert isinstance(choice, Either)
    assert (choice.options[0].if_, choice.options[0].do) == ((HasWounds(3),), (Kill(),))


def test_an_ability_has_a_trigger_conditions_a_cost_and_steps() -> None:
    table = {
        "when": "activated",
        "limit": "once_per_round",
        "about": "opponents",
        "window": "adventure",
        "may": True,
        "if": [{"is": "has_wounds", "least": 3}],
        "cost": [{"do": "discard"}],
        "do": [{"do": "choose_hero", "place": "town"}, {"do": "kill"}],
    }
    assert parse_ability(table, VOCABULARY) == Ability(
        Trigger.ACTIVATED,
        (ChooseHero(Place.TOWN), Kill()),
        Limit.ONCE_PER_ROUND,
        About.OPPONENTS,
        (HasWounds(3),),
        (Discard(),),
        may=True,
        window=Window.ADVENTURE,
    )


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"do": "explode"}, "do"),
        ({"deck": "rooms"}, "do"),
        ({"do": "draw"}, "deck"),
        ({"do": "draw", "deck": "heroes"}, "deck"),
        ({"do": "draw", "deck": "rooms", "speed": 3}, "speed"),
        ({"do": "draw", "deck": "rooms", "number": "two"}, "number"),
        ({"do": "draw", "deck": "rooms", "number": True}, "number"),
        ({"do": "draw", "deck": "rooms", "number": {"count": "sheep"}}, "count"),
        ({"do": "may", "steps": {"do": "kill"}}, "steps"),
        ({"do": "may", "steps": [{"do": "explode"}]}, "do"),
        ({"do": "if_so", "if": [{"is": "sunny"}], "steps": []}, "is"),
    ],
)
def test_an_unknown_word_or_key_stops_the_load_and_is_named(data: dict[str, object], key: str) -> None:
    with pytest.raises(CardDataError) as caught:
        parse_step(data, VOCABULARY)
    assert caught.value.key == key


@pytest.mark.parametrize("data", [{"when": "built", "do": []}, {"when": "built"}, {"when": "built", "do": "draw"}])
def test_an_ability_does_at_least_one_thing(data: dict[str, object]) -> None:
    with pytest.raises(CardDataError) as caught:
        parse_ability(data, VOCABULARY)
    assert caught.value.key == "do"
