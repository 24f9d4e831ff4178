"""Words about hidden cards, one by one: who does what is said, and nobody is asked (FX-35 to FX-40)."""

import pytest

from engine.boss_monster.effect_events import Deed, HandTask
from engine.boss_monster.state import Phase
from engine.boss_monster.words.counting import ChosenNumber, WoundCount
from engine.boss_monster.words.hands import (
    Discard,
    DiscardHand,
    DiscardTop,
    Draw,
    DrawInstead,
    Give,
    Redraw,
    Search,
    Show,
    Steal,
    TakeDiscarded,
    TakeIt,
)
from engine.boss_monster.words.hoard import GainCoins
from engine.boss_monster.words.meanings import Deck, Sort, Who
from engine.core.effects import Ability, About, Step, Trigger
from tests.builders import room_id
from tests.engine.boss_monster.effect_table import ADA, BEN, CEM, EffectTable, hands, is_lost


def three_players() -> EffectTable:
    table = EffectTable("Ada", "Ben", "Cem")
    table.phase(Phase.BUILD, "Ada")
    return table


@pytest.mark.parametrize(
    ("step", "task"),
    [
        (Draw(Deck.SPELLS, 2), HandTask((ADA,), Deed.DRAW, 2, Sort.SPELL)),
        (Draw(Deck.ROOMS, who=Who.OPPONENTS), HandTask((BEN, CEM), Deed.DRAW, 1, Sort.ROOM)),
        (Draw(Deck.EITHER, 3, Who.EVERYONE, up_to=True), HandTask((ADA, BEN, CEM), Deed.DRAW_UP_TO, 3)),
        (Discard(Sort.MONSTER_ROOM, 2), HandTask((ADA,), Deed.DISCARD, 2, Sort.MONSTER_ROOM)),
        (
            Discard(Sort.SPELL, who=Who.CHOSEN, random=True),
            HandTask((BEN,), Deed.DISCARD_RANDOM, 1, Sort.SPELL, ADA),
        ),
        (Discard(Sort.ROOM, 2, random=True), HandTask((ADA,), Deed.DISCARD_RANDOM, 2, Sort.ROOM)),
        (DiscardHand(Who.EVERYONE), HandTask((ADA, BEN, CEM), Deed.DISCARD_HAND)),
        (Redraw(), HandTask((BEN,), Deed.REDRAW)),
        (TakeDiscarded(Sort.ROOM), HandTask((ADA,), Deed.TAKE_DISCARDED, 1, Sort.ROOM)),
        (TakeIt(), HandTask((ADA,), Deed.TAKE_IT)),
        (Steal(), HandTask((ADA,), Deed.STEAL, 1, Sort.CARD, BEN)),
        (Steal(Sort.SPELL, random=True), HandTask((ADA,), Deed.STEAL_RANDOM, 1, Sort.SPELL, BEN)),
        (Give(Sort.ROOM), HandTask((ADA,), Deed.GIVE, 1, Sort.ROOM, BEN)),
        (Show(Sort.MINIBOSS), HandTask((ADA,), Deed.SHOW, 1, Sort.MINIBOSS)),
        (Search(Sort.ADVANCED_ROOM), HandTask((ADA,), Deed.SEARCH, 1, Sort.ADVANCED_ROOM)),
        (DrawInstead(), HandTask((ADA,), Deed.DRAW_INSTEAD, 1, Sort.SPELL)),
        (DiscardTop(3), HandTask((ADA,), Deed.DISCARD_TOP, 3, Sort.ROOM)),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_done_with_hidden_cards_is_said_and_not_asked(step: Step, task: HandTask) -> None:
    """FX-35 to FX-40"""
    table = three_players()
    assert table.carry_out(step, chosen_player=BEN) == (task,)
    assert table.state.question is None


@pytest.mark.parametrize(
    "step",
    [
        Discard(who=Who.CHOSEN),
        DiscardHand(Who.CHOSEN),
        Redraw(),
        Steal(),
        Give(),
    ],
)
def test_a_player_who_is_out_has_no_hand(step: Step) -> None:
    table = three_players()
    table.change("Ben", eliminated=True)
    assert is_lost(table.carry_out(step, chosen_player=BEN))


@pytest.mark.parametrize(
    "step", [Draw(Deck.SPELLS, WoundCount()), Discard(number=ChosenNumber()), TakeDiscarded(number=ChosenNumber())]
)
def test_no_cards_are_not_worth_a_word(step: Step) -> None:
    assert three_players().carry_out(step) == ()


def test_a_chosen_number_of_cards_is_drawn() -> None:
    table = three_players()
    assert [task.number for task in hands(table.carry_out(Draw(Deck.SPELLS, ChosenNumber()), number="3"))] == [3]


def test_a_destroyed_room_that_is_taken_is_named() -> None:
    """FX-38"""
    table = three_players()
    table.new_room("crypt")
    events = table.carry_out(TakeIt(), event_card=room_id("crypt"))
    assert events == (HandTask((ADA,), Deed.TAKE_IT, taken=room_id("crypt")),)


# -- who listens -------------------------------------------------------------------------------------------------------

GAIN = (GainCoins(1),)


def test_a_card_hears_when_its_owner_takes_a_card_from_the_discard_pile() -> None:
    """FX-38"""
    table = three_players()
    table.room("Ada", "yard", abilities=(Ability(Trigger.CARD_TAKEN, GAIN),))
    table.carry_out(TakeDiscarded(), player=BEN)
    assert table.player("Ada").coins == 0
    table.carry_out(TakeDiscarded(), TakeIt())
    assert table.player("Ada").coins == 2


@pytest.mark.parametrize(
    ("step", "player", "gained"),
    [
        (Discard(who=Who.OPPONENTS), ADA, {"own": 2, "opponents": 2, "any": 2}),
        (Discard(), ADA, {"own": 0, "opponents": 0, "any": 1}),
        (Discard(), BEN, {"own": 0, "opponents": 1, "any": 1}),
        (DiscardHand(Who.EVERYONE), BEN, {"own": 0, "opponents": 2, "any": 3}),
        (Redraw(), ADA, {"own": 1, "opponents": 1, "any": 1}),
    ],
    ids=lambda value: str(value)[:40],
)
def test_cards_hear_who_discards_and_who_makes_it_happen(step: Step, player: str, gained: dict[str, int]) -> None:
    """TR-13, FX-36, FX-37"""
    for about in (About.OWN, About.OPPONENTS, About.ANY):
        table = three_players()
        table.room("Ada", "temple", abilities=(Ability(Trigger.DISCARD_FORCED, GAIN, about=about),))
        table.carry_out(step, player=ADA if player == ADA else BEN, chosen_player=CEM)
        assert table.player("Ada").coins == gained[about.value], about


# -- what is known of a hand -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "left"),
    [
        (Draw(Deck.SPELLS, 2), 5),
        (Draw(Deck.ROOMS, 2), 3),
        (Draw(Deck.SPELLS, 2, up_to=True), None),
        (Draw(Deck.EITHER), None),
        (Discard(Sort.SPELL), 2),
        (Discard(Sort.SPELL, 5), 0),
        (Discard(Sort.ROOM), 3),
        (Discard(), None),
        (DiscardHand(), 0),
        (Redraw(Who.YOU), 3),
        (TakeDiscarded(Sort.SPELL), None),
        (TakeDiscarded(Sort.ROOM), 3),
        (Steal(Sort.SPELL), None),
        (Give(Sort.ROOM), 3),
        (Show(Sort.MINIBOSS), 3),
        (DrawInstead(), None),
        (TakeIt(), None),
        (Search(Sort.SPELL), None),
    ],
    ids=str,
)
def test_a_told_number_of_spells_goes_along_or_is_forgotten(step: Step, left: int | None) -> None:
    table = three_players()
    table.change("Ada", spells_in_hand=3)
    table.carry_out(step, chosen_player=BEN)
    assert table.player("Ada").spells_in_hand == left


def test_a_number_that_nobody_told_stays_unknown() -> None:
    table = three_players()
    table.carry_out(Draw(Deck.SPELLS, 2), Discard(Sort.SPELL))
    assert table.player("Ada").spells_in_hand is None
