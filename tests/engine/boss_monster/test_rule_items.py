"""Items (BM-ITEM)."""

import pytest

from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    BeginRound,
    LureHeroes,
    MoveHero,
    Prevent,
    RemoveHero,
    RevealHeroes,
    UseItem,
    WalkOn,
)
from engine.boss_monster.events import (
    EffectAnnounced,
    HeroDied,
    ItemOpened,
    ItemRemoved,
    ItemTaken,
    ItemTurnedDown,
    QuestionAsked,
    RoomEntered,
)
from engine.boss_monster.state import Phase
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, hero_id, item_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
ITEMS = ("base", "tools_of_hero_kind")


def town() -> Table:
    return Table("Ada", "Ben", sets=ITEMS).phase(Phase.ROUND_START)


def reveal(table: Table, *items: str, **heroes: str) -> list[tuple[str, str]]:
    """Reveal items and two heroes of these classes; who took what."""
    new = [table.new_hero(name, kind) for name, kind in heroes.items()]
    while len(new) < 2:
        new.append(table.new_hero(f"star{len(new)}", "cleric", players=0))
    events = table.do(RevealHeroes(tuple(new), tuple(item_id(item) for item in items)))
    return [(event.hero, event.item) for event in events if isinstance(event, ItemTaken)]


def test_an_item_has_a_class_or_fits_everybody() -> None:
    """BM-ITEM-1, BM-ITEM-2"""
    table = town().hero("Mia", "mage").hero("Tom", "thief")
    table.new_item("Dagger", "thief")
    assert reveal(table, "Dagger") == [(hero_id("Tom"), item_id("Dagger"))]
    table = town().hero("Mia", "mage").hero("Tom", "thief")
    table.new_item("Cloak", None)
    assert reveal(table, "Cloak") == [(hero_id("Mia"), item_id("Cloak"))]


def test_a_hero_has_one_item_and_a_star_none() -> None:
    """BM-ITEM-3, BM-HERO-10"""
    table = town()
    first = table.new_item("First")
    table.hero("Star", "thief", players=0).hero("Rich", "thief", item=first).new_item("Second")
    assert reveal(table, "Second") == []
    assert table.state.items == (item_id("Second"),)


@pytest.mark.parametrize(("players", "items"), [(2, 1), (3, 1), (4, 2), (5, 3), (6, 3)])
def test_the_number_of_items_follows_the_players(players: int, items: int) -> None:
    """BM-ITEM-4"""
    table = Table(*"ABCDEF"[:players], sets=(*ITEMS, "crash_landing")).phase(Phase.ROUND_START)
    heroes = tuple(table.new_hero(f"h{number}") for number in range(players))
    new = tuple(table.new_item(f"i{number}", "mage") for number in range(items + 1))
    with pytest.raises(IllegalCommand, match="wrong_item_count"):
        table.do(RevealHeroes(heroes, new))
    table.do(RevealHeroes(heroes, new[:items]))
    assert table.state.items == new[:items]


def test_a_new_item_goes_to_the_oldest_suitable_hero() -> None:
    """BM-ITEM-5"""
    table = town().hero("Mia", "mage").hero("Old", "thief").hero("New", "thief")
    table.new_item("Dagger")
    assert reveal(table, "Dagger") == [(hero_id("Old"), item_id("Dagger"))]


def test_an_item_waits_for_the_first_hero_that_suits() -> None:
    """BM-ITEM-6, BM-ITEM-8"""
    table = town().item("Wand", "mage").item("Book", "mage")
    assert reveal(table, tom="thief", mia="mage") == [(hero_id("mia"), item_id("Wand"))]
    assert table.state.items == (item_id("Book"),)


def test_a_universal_item_goes_to_the_oldest_hero_without_one() -> None:
    """BM-ITEM-7"""
    table = town()
    ring = table.new_item("Ring")
    table.hero("Star", "mage", players=0).hero("Rich", "thief", item=ring).hero("Poor", "mage").new_item("Cloak", None)
    assert reveal(table, "Cloak") == [(hero_id("Poor"), item_id("Cloak"))]
    assert reveal(town().item("Cloak", None), tom="thief") == [(hero_id("tom"), item_id("Cloak"))]


def test_hero_and_item_move_together() -> None:
    """BM-ITEM-9, BM-ITEM-19"""
    table = Table("Ada", "Ben", sets=ITEMS).room("Ada", "a", 1, gold=1)
    table.hero("Tom", item=table.new_item("Dagger")).do(LureHeroes())
    assert table.state.mark(hero_id("Tom")).item == item_id("Dagger")
    table.phase(Phase.BAITED).do(BeginAdventure(), MoveHero(hero_id("Tom")))
    assert (table.state.town, table.state.phase) == ((hero_id("Tom"),), Phase.ROUND_END)
    table.new_hero("later")
    table.do(BeginRound())
    assert table.state.mark(hero_id("Tom")).item == item_id("Dagger")


def test_the_hero_effect_works_as_long_as_the_item_is_carried() -> None:
    """BM-ITEM-10, BM-ADV-21: even into the next round"""
    table = Table("Ada", "Ben", sets=ITEMS).room("Ada", "a", 5)
    table.hero("Tom", health=4, item=table.new_item("Shield", health=2))
    table.adventure()
    table.do(MoveHero(hero_id("Tom"), ADA))
    events = table.adventure()
    (entered,) = [event for event in events if isinstance(event, RoomEntered)]
    assert entered.health == 6
    assert not any(isinstance(event, HeroDied) for event in events)


def test_the_item_of_a_dead_hero_lies_open_and_is_no_score() -> None:
    """BM-ITEM-11, BM-ITEM-16"""
    table = Table("Ada", "Ben", sets=ITEMS).room("Ada", "a", 9)
    assert ItemOpened(ADA, item_id("Dagger")) in table.waiting("Ada", "Tom", item=table.new_item("Dagger")).adventure()
    ada = table.player("Ada")
    assert (ada.open_item, ada.souls, ada.wounds) == (item_id("Dagger"), 1, 0)


@pytest.mark.parametrize("kept", ["Old", "New"])
def test_of_two_open_items_the_owner_keeps_one(kept: str) -> None:
    """BM-ITEM-12"""
    table = Table("Ada", "Ben", sets=ITEMS).room("Ada", "a", 9).change("Ada", open_item=Table("A").new_item("Old"))
    table.new_item("Old")
    table.waiting("Ada", "Tom", item=table.new_item("New")).adventure()
    assert table.state.question is not None
    assert table.state.question.ask == "Q-16"
    lost = "New" if kept == "Old" else "Old"
    assert ItemTurnedDown(ADA, item_id(lost)) in table.do(Answer(item_id(kept)))
    assert (table.player("Ada").open_item, table.player("Ada").closed_items) == (item_id(kept), (item_id(lost),))
    assert table.state.phase is Phase.ROUND_END, "the round is judged after the answer"


def test_two_choices_in_a_row_are_about_the_item_that_is_open_by_then() -> None:
    """BM-ITEM-12"""
    table = Table("Ada", "Ben", sets=ITEMS, death_time="on_damage").room("Ada", "a", 9)
    for name in ("One", "Two", "Three"):
        table.waiting("Ada", name, item=table.new_item(name))
    assert table.adventure()[-1] == QuestionAsked(*table.state.questions)
    events = table.do(Answer(item_id("Two")))
    assert events[-1] == QuestionAsked(*table.state.questions), "the next hero dies, and the next choice is asked"
    assert table.state.question is not None
    assert table.state.question.choices == (item_id("Two"), item_id("Three"))
    table.do(Answer(item_id("Two")))
    assert table.player("Ada").open_item == item_id("Two")
    assert set(table.player("Ada").closed_items) == {item_id("One"), item_id("Three")}


def test_the_item_of_a_survivor_lies_face_down() -> None:
    """BM-ITEM-13"""
    table = Table("Ada", "Ben", sets=ITEMS).waiting("Ada", "Tom")
    table.carries("Tom", table.new_item("Dagger"))
    assert ItemTurnedDown(ADA, item_id("Dagger")) in table.adventure()
    assert (table.player("Ada").open_item, table.player("Ada").wounds) == (None, 1)


@pytest.mark.parametrize("phase", [Phase.BUILD, Phase.ADVENTURE])
def test_an_open_item_is_used_once_like_a_spell(phase: Phase) -> None:
    """BM-ITEM-14"""
    table = Table("Ada", "Ben", sets=ITEMS).phase(phase, "Ben")
    table.change("Ada", open_item=table.new_item("Bomb"))
    assert table.do(UseItem(ADA)) == (ItemTurnedDown(ADA, item_id("Bomb")),)
    with pytest.raises(IllegalCommand, match="no_open_item"):
        table.do(UseItem(ADA))


def test_using_an_item_is_no_spell_and_cannot_be_prevented() -> None:
    """BM-ITEM-15"""
    table = Table("Ada", "Ben", sets=ITEMS).phase(Phase.BUILD, "Ben")
    table.change("Ada", open_item=table.new_item("Bomb"))
    events = table.do(UseItem(ADA))
    assert not any(isinstance(event, EffectAnnounced) for event in events)
    with pytest.raises(IllegalCommand, match="nothing_announced"):
        table.do(Prevent(BEN, ADA))


def test_the_item_of_a_removed_hero_leaves_the_game_too() -> None:
    """BM-ITEM-20"""
    table = Table("Ada", "Ben", sets=ITEMS)
    table.hero("Tom", item=table.new_item("Dagger")).phase(Phase.BUILD, "Ada")
    assert ItemRemoved(item_id("Dagger")) in table.do(RemoveHero(hero_id("Tom")))
    assert table.state.removed == (hero_id("Tom"), item_id("Dagger"))


def test_items_of_heroes_that_leave_with_a_player_leave_too() -> None:
    """BM-ITEM-20, BM-END-15"""
    table = Table("Ada", "Ben", "Cem", sets=ITEMS, eliminated_entrance_heroes="removed").change("Ada", wounds=5)
    table.room("Ben", "b", 1).waiting("Ben", "Tom", 9, item=table.new_item("Dagger")).phase(Phase.BAITED)
    events = table.do(BeginAdventure(), Announce(BEN), MoveHero(hero_id("Tom"), ADA))
    assert ItemRemoved(item_id("Dagger")) in events
    assert table.state.marks == ()
    with pytest.raises(IllegalCommand, match="not_now"):
        table.do(WalkOn())
