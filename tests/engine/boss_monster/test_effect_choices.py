"""Choices of the cards: what is offered, what is taken without asking, what is lost (FX-43)."""

from dataclasses import replace

import pytest

from engine.boss_monster.cards import RoomKind, RoomType
from engine.boss_monster.effect_events import EffectLost
from engine.boss_monster.effects.on_choosing import PERFORMERS, can_pay, has_targets, targets
from engine.boss_monster.events import Event, QuestionAsked
from engine.boss_monster.state import Change, Holds, State, Tally, Task, Walk
from engine.boss_monster.words import choosing
from engine.boss_monster.words.choosing import (
    AskNumber,
    ChooseCovered,
    ChooseHero,
    ChooseItem,
    ChooseNumber,
    ChoosePlayer,
    ChooseRoom,
    ChooseTreasure,
    Each,
    Either,
    IfSo,
    MarkPlayer,
    May,
    Option,
)
from engine.boss_monster.words.conditions import HasWounds, HeroesEntered, HoldsNone
from engine.boss_monster.words.counting import MinibossLevel
from engine.boss_monster.words.hands import Discard, Draw
from engine.boss_monster.words.heroes import Kill
from engine.boss_monster.words.hoard import PayCoins
from engine.boss_monster.words.meanings import Asked, Deck, ItemPlace, Place, Rank, Ref, Rooms, Sort, Who, Whose
from engine.boss_monster.words.rooms import Destroy, RemoveCounter, Swap
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.effects import Ability, Step, Trigger
from engine.core.ids import CopyId, PlayerId
from tests.builders import Table, hero_id, item_id, room_id

ADA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
DRAW = Draw(Deck.ROOMS)


def dungeons() -> Table:
    """Ada has rooms a to c with c at the entrance, Ben x over y; a hero walks through b, one waits, one is in town."""
    table = Table("Ada", "Ben", "Cem").room("Ada", "a", gold=1).room("Ada", "b", trap=True, gold=1, relic=1)
    table.room("Ada", "c", advanced=True).room("Ben", "x", over=(table.new_room("y"),))
    table.waiting("Ada", "walker", 6).waiting("Ada", "next", 4, epic=True).hero("idle", health=8)
    table.state = replace(table.state, walk=Walk(ADA, hero_id("walker"), 2, 3, 1))
    return table


THIS = CopyId("bm.room.b#1")
"""The room whose text is carried out."""


def task(**bound: str) -> Task:
    return of_card(THIS).binding(**bound)


def of_card(card: CopyId) -> Task:
    return Task(ADA, card)


def run(table: Table, step: Step, *following: Step, answer: str | None = None, **bound: str) -> tuple[Event, ...]:
    """The step is carried out as the course of the game does it: it is off the agenda, the rest is on it."""
    about = replace(task(**bound), steps=(step, *following))
    rest = replace(about, steps=following)
    table.state = replace(table.state, agenda=(rest,), questions=())
    state, events = PERFORMERS[type(step)](table.state, about.binding(answer=answer), step, table.catalog)
    table.state = state
    return events


def running(table: Table) -> Task:
    return table.state.agenda[0]


def offered(state: State) -> tuple[str, ...]:
    return state.question.choices if state.question else ()


def names(found: tuple[str, ...]) -> str:
    """Copies by their last word."""
    return " ".join(word.rpartition(".")[2].partition("#")[0] for word in found)


def open_to(table: Table, step: Step, **bound: str) -> str:
    return names(targets(table.state, task(**bound), step, table.catalog))


def test_every_choosing_word_can_be_carried_out() -> None:
    here = {word for word in VOCABULARY.steps.values() if word.__module__ == choosing.__name__}
    assert here == set(PERFORMERS)


# -- what is legal -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "legal"),
    [
        (ChooseRoom(), "c b a x"),
        (ChooseRoom(Whose.OWN, other=True), "c a"),
        (ChooseRoom(Whose.OPPONENTS), "x"),
        (ChooseRoom(type=RoomType.TRAP), "b"),
        (ChooseRoom(kind=RoomKind.ADVANCED), "c"),
        (ChooseRoom(multi_treasure=True), "b"),
        (ChooseRoom(miniboss=True), "a"),
        (ChooseRoom(fits_miniboss=True), "c x"),
        (ChooseRoom(has_built=True), "tower"),
        (ChooseRoom(with_hero=True), "b"),
        (ChooseRoom(Whose.CHOSEN), "x"),
        (ChooseRoom(Whose.MARKED), ""),
        (ChooseCovered(Whose.OPPONENTS), "y"),
        (ChooseCovered(), ""),
    ],
)
def test_only_rooms_that_work_and_fit_are_offered(step: Step, legal: str) -> None:
    table = dungeons().tucked("Ada", 1, "Imp")
    if isinstance(step, ChooseRoom) and step.has_built:
        table.room("Cem", "tower", abilities=(Ability(Trigger.BUILT, (DRAW,)),))
    assert open_to(table, step, chosen_player=BEN) == legal


def test_deactivated_rooms_are_not_offered() -> None:
    """BM-GLOSS-5"""
    table = dungeons().room("Cem", "z", deactivated=True)
    assert open_to(table, ChooseRoom()) == "c b a x"


def test_a_second_room_is_another_one_of_the_same_dungeon() -> None:
    step = ChooseRoom(other=True, same_dungeon=True, keep=Ref.OTHER)
    assert open_to(dungeons(), step, chosen_room=room_id("a")) == "c b"
    assert names(targets(dungeons().state, Task(BEN, CopyId("bm.spell.s#1")), step, dungeons().catalog)) == ""


@pytest.mark.parametrize(
    ("step", "legal"),
    [
        (ChooseHero(Place.TOWN), "idle"),
        (ChooseHero(Place.ENTRANCE), "next"),
        (ChooseHero(Place.DUNGEON), "walker"),
        (ChooseHero(Place.DUNGEON, Whose.OPPONENTS), ""),
        (ChooseHero(Place.DUNGEON_OR_ENTRANCE), "walker next"),
        (ChooseHero(Place.IN_PLAY), "idle walker next"),
        (ChooseHero(Place.IN_PLAY, rank=Rank.EPIC), "next"),
        (ChooseHero(Place.IN_PLAY, rank=Rank.ORDINARY, no_item=True), "idle"),
        (ChooseHero(Place.IN_PLAY, most_left=3), "walker"),
        (ChooseHero(Place.IN_PLAY, lost_half=True), "walker"),
        (ChooseHero(Place.THIS_ROOM), "walker"),
        (ChooseHero(Place.CHOSEN_ROOM), ""),
        (ChooseHero(Place.MINIBOSS_ROOM), "walker"),
        (ChooseHero(Place.DEAD, Whose.OPPONENTS), "ghost"),
        (ChooseHero(Place.WOUNDS, Whose.OPPONENTS), "old fresh"),
        (ChooseHero(Place.SCORED, Whose.OPPONENTS), "ghost old fresh"),
        (ChooseHero(Place.SURVIVED, Whose.OPPONENTS), "fresh"),
    ],
)
def test_heroes_are_offered_where_they_are(step: Step, legal: str) -> None:
    table = dungeons().tucked("Ada", 2, "Imp")
    table.carries("walker", table.new_item("ring", None))
    ghost, old, fresh = (table.new_hero(name) for name in ("ghost", "old", "fresh"))
    table.change("Ben", dead=(ghost,), survivors=(old, fresh), tally=Tally(survived=(fresh,)))
    assert open_to(table, step, chosen_room=room_id("a")) == legal


@pytest.mark.parametrize(
    ("step", "legal"),
    [
        (ChoosePlayer(), (BEN, CEM)),
        (ChoosePlayer(Whose.ANY), (ADA, BEN, CEM)),
        (ChoosePlayer(leads_by=2), (CEM,)),
        (ChoosePlayer(Whose.ANY, if_=(HeroesEntered(3),)), (BEN,)),
        (ChoosePlayer(Whose.MARKED), ()),
        (ChooseTreasure(), ("relic", "equipment", "spellbook", "gold")),
        (ChooseNumber(3), ("0", "1", "2", "3")),
        (ChooseNumber(3, 1, coins=True), ("1", "2")),
        (AskNumber(Asked.DIE), ("1", "2", "3", "4", "5", "6")),
        (AskNumber(Asked.SHOWN_DAMAGE), ("0", "1")),
        (AskNumber(Asked.SHOWN_MINIBOSSES), ("0", "1")),
    ],
)
def test_players_treasures_and_numbers(step: Step, legal: tuple[str, ...]) -> None:
    table = dungeons().change("Ada", coins=2, souls=1).change("Ben", souls=2, tally=Tally(entered=3))
    table.change("Cem", souls=3).tucked("Ada", 1, "Imp")
    assert targets(table.state, task(), step, table.catalog) == legal


def test_artifacts_are_a_choice_where_explorers_are_in_play() -> None:
    table = Table("Ada", "Ben", sets=("base", "crash_landing"))
    assert "artifact" in targets(table.state, task(), ChooseTreasure(), table.catalog)


@pytest.mark.parametrize(
    ("place", "legal"),
    [
        (ItemPlace.TOWN, "free"),
        (ItemPlace.OPEN, "shown"),
        (ItemPlace.CLOSED, "turned"),
        (ItemPlace.SCORED, "shown turned"),
        (ItemPlace.FACE_UP, "shown free worn"),
    ],
)
def test_items_are_offered_where_they_are_and_never_the_one_that_asks(place: ItemPlace, legal: str) -> None:
    table = dungeons().item("free")
    table.carries("walker", table.new_item("worn"))
    mirror = table.new_item("mirror")
    table.change("Ada", open_item=mirror, closed_items=(table.new_item("turned"),))
    table.change("Ben", open_item=table.new_item("shown"))
    assert names(targets(table.state, of_card(mirror), ChooseItem(place), table.catalog)) == legal
    assert item_id("mirror") == mirror


# -- asking ------------------------------------------------------------------------------------------------------------


def test_of_several_targets_the_player_chooses_and_the_choice_is_bound() -> None:
    table = dungeons()
    (asked,) = run(table, ChooseRoom(Whose.OWN), DRAW)
    assert isinstance(asked, QuestionAsked)
    assert (asked.question.player, asked.question.key, names(asked.question.choices)) == (ADA, "choose_room", "c b a")
    assert running(table).steps == (ChooseRoom(Whose.OWN), DRAW), "it waits for the answer"
    assert run(table, ChooseRoom(Whose.OWN, keep=Ref.OTHER), DRAW, answer=room_id("a")) == ()
    assert running(table).get("other_room") == room_id("a")
    assert running(table).steps == (DRAW,)


def test_a_single_target_is_taken_without_asking_unless_it_may_be_declined() -> None:
    table = dungeons()
    assert run(table, ChooseHero(Place.TOWN), DRAW) == ()
    assert running(table).get("chosen_hero") == hero_id("idle")
    run(table, ChooseHero(Place.TOWN, optional=True), DRAW)
    assert offered(table.state) == (hero_id("idle"), "none")
    assert run(table, ChooseHero(Place.TOWN, optional=True), DRAW, answer="none") == ()
    assert running(table).steps == (), "declining ends the effect"


def test_without_a_legal_target_the_effect_is_lost() -> None:
    table = dungeons()
    assert run(table, ChooseHero(Place.DEAD), DRAW) == (EffectLost(ADA, room_id("b")),)
    assert running(table).steps == ()
    assert run(table, ChooseHero(Place.DEAD, optional=True), DRAW) == ()


def test_a_choice_that_leaves_nothing_for_the_next_one_is_not_offered() -> None:
    table = dungeons()
    second = ChooseRoom(other=True, same_dungeon=True, keep=Ref.OTHER)
    run(table, ChooseRoom(), second, Swap())
    assert names(offered(table.state)) == "c b a", "x is alone in its dungeon"
    alone = Table("Ada", "Ben").room("Ada", "b")
    assert run(alone, ChooseRoom(), second, Swap()) == (EffectLost(ADA, room_id("b")),)


def test_what_costs_more_than_the_hoard_holds_is_not_offered() -> None:
    table = dungeons().tucked("Ada", 1, "Imp", 1).tucked("Ben", 1, "Ogre", 3).change("Ada", coins=2)
    steps = (ChooseRoom(miniboss=True), PayCoins(MinibossLevel()))
    run(table, *steps)
    assert running(table).get("chosen_room") == room_id("a")
    assert has_targets(table.state, task(), steps, table.catalog)
    assert not has_targets(table.change("Ada", coins=0).state, task(), steps, table.catalog)


def test_a_marked_player_is_remembered_by_the_card() -> None:
    table = dungeons()
    run(table, MarkPlayer(), chosen_player=CEM)
    assert Change(Holds.MARKED, room_id("b")) in table.player("Cem").changes
    assert targets(table.state, task(), ChoosePlayer(Whose.MARKED), table.catalog) == (CEM,)
    assert targets(table.state, of_card(room_id("a")), ChoosePlayer(Whose.MARKED), table.catalog) == ()


def test_spells_in_hand_are_asked_for_once_and_remembered() -> None:
    table, step = dungeons(), AskNumber(Asked.SPELLS_IN_HAND)
    (asked,) = run(table, step)
    assert isinstance(asked, QuestionAsked) and asked.question.key == "spells_in_hand"
    run(table, step, answer="4")
    assert (running(table).get("number"), table.player("Ada").spells_in_hand) == ("4", 4)
    run(table, step)
    assert (running(table).get("number"), table.state.question) == ("4", None)


# -- ways --------------------------------------------------------------------------------------------------------------

WEAK = Option("kill_weak", (ChooseHero(Place.DUNGEON, most_left=3), Kill()))
ANY = Option("kill_any", (ChooseHero(Place.DUNGEON), Kill()), (HasWounds(3),))


def test_of_two_ways_only_those_are_offered_that_can_be_gone() -> None:
    """FX-43"""
    table = dungeons()
    assert run(table, Either((WEAK, ANY))) == ()
    assert running(table).steps == WEAK.do, "the only way"
    run(table.change("Ada", wounds=3), Either((WEAK, ANY)))
    assert offered(table.state) == ("kill_weak", "kill_any")
    run(table, Either((WEAK, ANY)), DRAW, answer="kill_any")
    assert running(table).steps == (*ANY.do, DRAW)
    table.state = replace(table.state, walk=None)
    assert run(table, Either((WEAK, ANY))) == (EffectLost(ADA, room_id("b")),)
    assert not has_targets(table.state, task(), (Either((WEAK, ANY)),), table.catalog)


def test_a_way_that_asks_about_a_hand_asks_when_it_is_gone() -> None:
    table = dungeons()
    run(table, Either((Option("empty", (DRAW,), (HoldsNone(Sort.SPELL),)),)))
    assert running(table).steps == (IfSo((HoldsNone(Sort.SPELL),), (DRAW,)),)


def test_what_a_player_may_do_is_asked_only_if_it_is_possible() -> None:
    table, step = dungeons(), May((PayCoins(1), DRAW))
    assert run(table, step, Swap()) == ()
    assert (running(table).steps, table.state.question) == ((Swap(),), None), "no coin, no question"
    run(table.change("Ada", coins=1), step, Swap())
    assert offered(table.state) == ("yes", "no")
    run(table, step, Swap(), answer="yes")
    assert running(table).steps == (PayCoins(1), DRAW, Swap())
    run(table, step, Swap(), answer="no")
    assert running(table).steps == (Swap(),)


def test_one_or_the_other_as_the_table_is() -> None:
    table, step = dungeons(), IfSo((HasWounds(1),), (DRAW,), (Swap(),))
    run(table, step)
    assert running(table).steps == (Swap(),)
    run(table.change("Ada", wounds=1), step)
    assert running(table).steps == (DRAW,)


def test_about_a_hidden_hand_the_player_is_asked() -> None:
    table, step = dungeons(), IfSo((HoldsNone(Sort.SPELL),), (DRAW,))
    (asked,) = run(table, step)
    assert isinstance(asked, QuestionAsked)
    assert (asked.question.key, asked.question.choices) == ("holds_none_spell", ("yes", "no"))
    run(table, step, answer="no")
    assert running(table).steps == ()
    run(table, step, answer="yes")
    assert running(table).steps == (DRAW,)
    hidden = IfSo((HasWounds(1), HoldsNone(Sort.SPELL)), (DRAW,))
    assert run(table, hidden) == (), "what the table shows comes first"


def test_each_player_has_a_part_of_its_own_and_makes_its_choices() -> None:
    table = dungeons().room("Ben", "w")
    run(table, Each(Who.OPPONENTS, (ChooseRoom(Whose.CHOSEN), Destroy())), DRAW)
    bens, cems, rest = table.state.agenda
    assert [(part.player, part.get("chosen_player")) for part in (bens, cems)] == [(ADA, BEN), (ADA, CEM)]
    assert rest.steps == (DRAW,)
    step = bens.steps[0]
    table.state = replace(table.state, agenda=(replace(bens, steps=bens.steps[1:]), cems, rest))
    table.state, _ = PERFORMERS[type(step)](table.state, bens, step, table.catalog)
    assert table.state.question is not None
    assert (table.state.question.player, names(offered(table.state))) == (BEN, "w x")


def test_the_owner_of_the_card_chooses_where_it_says_so() -> None:
    table = dungeons()
    run(table, Each(Who.OPPONENTS, (ChooseCovered(Whose.CHOSEN, optional=True),), they_choose=False))
    part = table.state.agenda[0]
    table.state, _ = PERFORMERS[ChooseCovered](table.state, part, part.steps[0], table.catalog)
    assert table.state.question is not None and table.state.question.player == ADA


# -- costs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ((), True),
        ((Discard(Sort.SPELL),), True),
        ((Destroy(Rooms.THIS),), True),
        ((ChooseRoom(Whose.OWN, other=True), Destroy()), True),
        ((ChooseRoom(Whose.OWN, miniboss=True), Destroy()), False),
        ((PayCoins(1),), True),
        ((PayCoins(2),), False),
        ((PayCoins(1), PayCoins(1)), False),
        ((ChoosePlayer(), PayCoins(2, Who.CHOSEN)), False),
        ((RemoveCounter(),), False),
    ],
)
def test_a_cost_must_be_payable(cost: tuple[Step, ...], expected: bool) -> None:
    """BM-COIN-6"""
    table = dungeons().change("Ada", coins=1)
    assert can_pay(table.state, task(), cost, table.catalog) is expected


def test_a_room_that_lies_sideways_cannot_be_the_price() -> None:
    """BM-GLOSS-15"""
    table = Table("Ada", "Ben").room("Ada", "b", deactivated=True)
    assert not can_pay(table.state, task(), (Destroy(Rooms.THIS),), table.catalog)
