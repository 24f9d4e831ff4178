"""What cards ask of the table: conditions and counted numbers (rules 7.1)."""

from dataclasses import replace

import pytest

from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.effects import conditions
from engine.boss_monster.effects.amounts import amount, told, untold, untold_by
from engine.boss_monster.effects.conditions import TESTS, holds, is_sort, may_be, split
from engine.boss_monster.state import Change, Holds, Phase, Tally, Task, Walk
from engine.boss_monster.words import conditions as words
from engine.boss_monster.words.counting import (
    ChosenNumber,
    CoinsOnRoom,
    LuredCount,
    MinibossLevel,
    PrintedHealth,
    RoomCount,
    SpellsInHand,
    SymbolCount,
    WoundCount,
)
from engine.boss_monster.words.meanings import Rank, Ref, Sort, Who
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.effects import Amount, Condition
from engine.core.ids import CopyId, PlayerId
from tests.builders import Table, hero_id, miniboss_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
SPELL = CopyId("bm.spell.some#1")


def dungeon() -> Table:
    """Ada has three rooms, a at the boss; Ben has one. A hero waits before Ada's dungeon."""
    table = Table("Ada", "Ben", "Cem").room("Ada", "a", gold=1).room("Ada", "b", trap=True, gold=1, relic=1)
    table.room("Ada", "c", advanced=True).room("Ben", "x").waiting("Ada", "h", 6)
    return table


def task(card: str = "b", **bound: str) -> Task:
    return Task(ADA, room_id(card)).binding(**bound)


def true(table: Table, condition: Condition, **bound: str) -> bool:
    return holds(table.state, task(**bound), (condition,), table.catalog)


def stack(table: Table, name: str, slot: int, **facts: object) -> Table:
    """Something about one slot."""
    stacks = list(table.player(name).dungeon)
    stacks[slot - 1] = replace(stacks[slot - 1], **facts)  # type: ignore[arg-type]
    return table.change(name, dungeon=tuple(stacks))


def inside(table: Table, slot: int, damage: int = 0) -> Table:
    table.state = replace(table.state, walk=Walk(ADA, hero_id("h"), slot, damage, 1))
    return table


def test_every_condition_of_the_vocabulary_can_be_asked() -> None:
    assert set(TESTS) == set(VOCABULARY.conditions.values())


def test_conditions_about_hidden_hands_are_told_apart() -> None:
    seen, unseen = words.FewerRooms(), words.HoldsNone(Sort.SPELL)
    assert split((seen, unseen)) == ((seen,), (unseen,))
    assert conditions.hidden((seen,)) == ()
    assert not true(dungeon(), unseen)
    assert true(dungeon(), unseen, holds_none="yes")
    assert not true(dungeon(), unseen, holds_none="no")


# -- rooms -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "condition", "expected"),
    [
        ("a", words.RoomIs(type=RoomType.MONSTER), True),
        ("b", words.RoomIs(type=RoomType.MONSTER), False),
        ("c", words.RoomIs(kind=RoomKind.ADVANCED), True),
        ("a", words.RoomIs(adjacent=True), True),
        ("x", words.RoomIs(adjacent=True), False),
        ("a", words.RoomIs(last=True), True),
        ("c", words.RoomIs(last=True), False),
        ("b", words.RoomIs(multi_treasure=True), True),
        ("a", words.RoomIs(multi_treasure=True), False),
        ("b", words.RoomIs(miniboss=True), False),
        ("a", words.RoomIs(room=Ref.THIS, type=RoomType.TRAP), True),
    ],
)
def test_a_room_is_asked_what_it_is(room: str, condition: Condition, expected: bool) -> None:
    assert true(dungeon(), condition, event_room=room_id(room)) is expected


def test_a_room_that_was_destroyed_is_still_known_by_its_card() -> None:
    table = dungeon()
    gone = table.new_room("gone", trap=True, gold=2)
    assert true(table, words.RoomIs(type=RoomType.TRAP, multi_treasure=True), event_card=gone)
    assert not true(table, words.RoomIs(adjacent=True), event_card=gone)
    assert not true(table, words.RoomIs()), "nothing happened to any room"


def test_the_room_of_a_miniboss_is_this_room() -> None:
    table = dungeon().tucked("Ada", 1, "Imp")
    about = Task(ADA, miniboss_id("Imp"))
    assert holds(table.state, about, (words.RoomIs(room=Ref.THIS, miniboss=True, last=True),), table.catalog)


def test_deactivated_rooms_are_no_rooms_when_rooms_are_counted() -> None:
    """BM-GLOSS-5"""
    table = dungeon()
    assert true(table, words.HasRooms(3, 3))
    assert true(table, words.HasRooms(2, type=RoomType.MONSTER))
    assert not true(table, words.HasRooms(2, kind=RoomKind.ADVANCED))
    assert true(table, words.HasRooms(treasure=Treasure.RELIC))
    assert not true(table, words.HasRooms(treasure=Treasure.RELIC, other=True)), "this one is left out"
    stack(table, "Ada", 1, deactivated=True)
    assert not true(table, words.HasRooms(3))
    assert true(table, words.HasRooms(1, 1, Who.OPPONENTS))


def test_fewer_rooms_than_some_opponent() -> None:
    table = dungeon()
    assert not true(table, words.FewerRooms())
    assert holds(table.state, Task(BEN, room_id("x")), (words.FewerRooms(),), table.catalog)


def test_a_room_knows_whether_anybody_entered_it() -> None:
    table = dungeon()
    assert true(table, words.NobodyEntered())
    table.state = replace(table.state, entered=(room_id("b"),))
    assert not true(table, words.NobodyEntered())


def test_a_hero_stands_in_the_room_until_it_leaves() -> None:
    table = inside(dungeon(), 2)
    assert true(table, words.HeroInside(), chosen_room=room_id("b"))
    assert not true(table, words.HeroInside(), chosen_room=room_id("a"))
    assert table.state.walk is not None
    table.state = replace(table.state, walk=replace(table.state.walk, has_left=True))
    assert not true(table, words.HeroInside(), chosen_room=room_id("b"))


def test_who_destroyed_a_room_and_how_many_were_lost() -> None:
    table = dungeon().change("Ada", tally=Tally(destroyed=2))
    assert true(table, words.RoomsDestroyed(2))
    assert not true(table, words.RoomsDestroyed(3))
    assert true(table, words.DestroyedBy(), event_by=ADA)
    assert not true(table, words.DestroyedBy(), event_by=BEN)
    assert not true(table, words.DestroyedBy())


def test_counters_are_counted_on_this_room() -> None:
    table = stack(dungeon(), "Ada", 2, counters=3)
    assert true(table, words.Counters(3))
    assert not true(table, words.Counters(4))


# -- heroes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "condition", "expected"),
    [
        (2, words.HeroIs(most_left=3), False),
        (3, words.HeroIs(most_left=3), True),
        (2, words.HeroIs(lost_half=True), False),
        (3, words.HeroIs(lost_half=True), True),
        (0, words.HeroIs(rank=Rank.ORDINARY, inside=True), True),
        (0, words.HeroIs(rank=Rank.EPIC), False),
        (0, words.HeroIs(has_item=True), False),
    ],
)
def test_a_hero_is_asked_what_it_is(damage: int, condition: Condition, expected: bool) -> None:
    assert true(inside(dungeon(), 2, damage), condition, event_hero=hero_id("h")) is expected


def test_a_hero_at_the_entrance_is_not_inside() -> None:
    table = dungeon()
    assert not true(table, words.HeroIs(inside=True), event_hero=hero_id("h"))
    assert not true(table, words.HeroIs()), "there is no hero of the moment"
    assert true(table, words.HeroAtEntrance())
    assert not true(inside(table, 3), words.HeroAtEntrance()), "it walks"


def test_half_of_an_odd_health_is_rounded_up() -> None:
    table = dungeon().waiting("Ada", "odd", 5)
    for damage, expected in ((2, False), (3, True)):
        table.state = table.state.with_mark(replace(table.state.mark(hero_id("odd")), damage=damage))
        assert true(table, words.HeroIs(lost_half=True), event_hero=hero_id("odd")) is expected


def test_heroes_lured_and_heroes_that_entered() -> None:
    table = dungeon().change("Ada", tally=Tally(lured=1)).change("Ben", tally=Tally(entered=3))
    assert true(table, words.HeroesLured(1, 1))
    assert not true(table, words.HeroesLured(0, 0))
    assert true(table, words.HeroesEntered(3), chosen_player=BEN)
    assert not true(table, words.HeroesEntered(4), chosen_player=BEN)
    assert not true(table, words.HeroesEntered(0)), "nobody is chosen"


# -- score, coins, minibosses ------------------------------------------------------------------------------------------


def test_wounds_of_this_round_count() -> None:
    """FX-33"""
    table = dungeon().change("Ada", wounds=2)
    assert not true(table, words.HasWounds(3))
    assert true(table.change("Ada", changes=(Change(Holds.WOUNDS, SPELL, 1),)), words.HasWounds(3))


def test_fewest_souls_means_fewer_than_everybody_else() -> None:
    table = dungeon().change("Ben", souls=1).change("Cem", souls=2)
    assert true(table, words.FewestSouls())
    assert not true(table.change("Ben", souls=0), words.FewestSouls())


def test_souls_gained_in_this_round_are_compared() -> None:
    table = dungeon().change("Ada", souls=7, souls_before=6).change("Ben", souls=3, souls_before=1)
    assert true(table, words.OpponentGained(1))
    assert not true(table, words.OpponentGained(2))


def test_one_dead_hero_of_each_class_hybrids_for_both() -> None:
    table = dungeon()
    dead = (
        table.new_hero("m", "mage"),
        table.new_hero("t", "thief"),
        table.new_hero("fool", "fool", lure="most_souls"),
    )
    assert not true(table.change("Ada", dead=dead), words.OneOfEachClass())
    both = table.new_hero("both", "cleric", wants=("relic", "equipment"))
    assert true(table.change("Ada", dead=(*dead, both)), words.OneOfEachClass())


def test_coins_and_minibosses() -> None:
    table = dungeon().change("Ada", coins=2).tucked("Ada", 1, "Imp", 2).tucked("Ben", 1, "Ogre")
    assert true(table, words.HasCoins(2, 2))
    assert not true(table, words.HasCoins(most=0))
    assert true(table, words.OnlyMiniboss(), chosen_room=room_id("a"))
    assert not true(table, words.OnlyMiniboss(), chosen_room=room_id("x")), "of another player"
    assert not true(table, words.MoreMinibosses(), chosen_room=room_id("x"))
    table.tucked("Ada", 3, "Imp2")
    assert true(table, words.MoreMinibosses(), chosen_room=room_id("x"))
    assert not true(table, words.OnlyMiniboss(), chosen_room=room_id("a"))


def test_ones_own_part_of_the_adventure() -> None:
    assert true(dungeon().phase(Phase.ADVENTURE, "Ada"), words.OwnAdventure())
    assert not true(dungeon().phase(Phase.ADVENTURE, "Ben"), words.OwnAdventure())
    assert not true(dungeon().phase(Phase.BUILD, "Ada"), words.OwnAdventure())


# -- hidden cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "asked", "expected"),
    [
        (Sort.ROOM, Sort.MONSTER_ROOM, True),
        (Sort.CARD, Sort.MONSTER_ROOM, True),
        (Sort.TRAP_ROOM, Sort.MONSTER_ROOM, False),
        (Sort.SPELL, Sort.MONSTER_ROOM, False),
        (Sort.MINIBOSS, Sort.ROOM, False),
        (Sort.SPELL, Sort.PLAYED_SPELL, True),
        (Sort.MINIBOSS, Sort.SPELL, False),
        (Sort.ADVANCED_ROOM, Sort.MONSTER_ROOM, True),
    ],
)
def test_a_hidden_card_may_be_of_any_sort_that_is_not_ruled_out(said: Sort, asked: Sort, expected: bool) -> None:
    assert may_be(said, asked) is expected
    assert true(dungeon(), words.Discarded(asked), event_sort=said.value) is expected


def test_a_card_that_was_seen_is_of_its_sort() -> None:
    table = dungeon()
    assert true(table, words.Discarded(Sort.TRAP_ROOM), event_card=room_id("b"))
    assert not true(table, words.Discarded(Sort.MONSTER_ROOM), event_card=room_id("b"))
    cards = table.catalog
    assert is_sort(cards[room_id("b")], Sort.MULTI_TREASURE_ROOM)
    assert not is_sort(cards[room_id("a")], Sort.MULTI_TREASURE_ROOM)


# -- numbers -----------------------------------------------------------------------------------------------------------


def counted(table: Table, value: Amount, **bound: str) -> int | None:
    return amount(table.state, task(**bound), value, table.catalog)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4, 4),
        (RoomCount(), 3),
        (RoomCount(other=True, times=2), 4),
        (RoomCount(type=RoomType.MONSTER), 2),
        (RoomCount(multi_treasure=True), 1),
        (RoomCount(Who.EVERYONE), 4),
        (WoundCount(times=2), 6),
        (LuredCount(), 2),
        (CoinsOnRoom(times=-1), -1),
        (SymbolCount(), 2),
        (SymbolCount(Treasure.RELIC), 1),
        (MinibossLevel(), 2),
        (ChosenNumber(2, 1), 7),
        (PrintedHealth(), 6),
    ],
)
def test_numbers_are_counted_at_the_table(value: Amount, expected: int) -> None:
    table = stack(dungeon(), "Ada", 2, coins=1).change("Ada", wounds=3, tally=Tally(lured=2)).tucked("Ada", 2, "Imp", 2)
    assert counted(table, value, chosen_room=room_id("b"), number="3", other_hero=hero_id("h")) == expected


def test_every_count_of_the_vocabulary_is_counted() -> None:
    table = dungeon().change("Ada", spells_in_hand=0)
    assert all(isinstance(counted(table, word()), int) for word in VOCABULARY.counts.values())


def test_a_number_of_hidden_cards_is_asked_for_first() -> None:
    table, value = dungeon(), SpellsInHand(Who.OPPONENTS, times=2)
    assert counted(table, value) is None
    assert untold(table.state, task(), value, table.catalog) == BEN
    table.state = told(table.state, BEN, 1)
    assert untold_by(table.state, [(task(), value), (task(), 3), (task(), value)], table.catalog) == ("p3",)
    table.state = told(table.state, PlayerId("p3"), 2)
    assert counted(table, value) == 6
    assert untold(table.state, task(), value, table.catalog) is None
