"""Phase 4: the walk through the dungeon."""

from dataclasses import replace

import pytest

from engine.boss_monster.cards import Counted, RoomType
from engine.boss_monster.commands import BeginAdventure, ChangeRoom, WalkOn
from engine.boss_monster.events import AdventureTurnBegan, Event, HeroDied, HeroSurvived, RoomEntered
from engine.boss_monster.state import Phase
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.meanings import Rooms
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import CardId, PlayerId
from tests.builders import Table, hero_id, room_id


def adventure(table: Table) -> tuple[Event, ...]:
    """Walk until everybody is done."""
    events = table.phase(Phase.BAITED).do(BeginAdventure())
    while table.state.phase is Phase.ADVENTURE:
        events += table.do(WalkOn())
    return events


def totals(events: tuple[Event, ...], hero: str) -> list[int]:
    return [event.total for event in events if isinstance(event, RoomEntered) and event.hero == hero_id(hero)]


def dungeon(table: Table, name: str, *damages: int) -> Table:
    """Rooms in walk order: the first one is entered first."""
    for number, damage in enumerate(reversed(damages)):
        table.room(name, f"{name}{number}", damage)
    return table


def test_damage_adds_up_and_kills_in_the_last_room() -> None:
    """BM-ADV-3, -5, -7, -9"""
    table = dungeon(Table("Ada", "Ben"), "Ada", 2, 1, 3).waiting("Ada", "Tom", 6)
    events = adventure(table)
    assert totals(events, "Tom") == [2, 3, 6]
    died = next(event for event in events if isinstance(event, HeroDied))
    assert (died.room, died.souls) == (room_id("Ada0"), 1)
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (1, 0)


def test_a_hero_dies_at_exactly_its_health_and_enters_no_further_room() -> None:
    """BM-ADV-7, -8"""
    events = adventure(dungeon(Table("Ada", "Ben"), "Ada", 1, 3, 2).waiting("Ada", "Tom", 4))
    assert totals(events, "Tom") == [1, 4]


def test_one_short_survives_and_wounds() -> None:
    """BM-ADV-10, BM-HERO-6: epic heroes inflict two wounds"""
    table = dungeon(Table("Ada", "Ben"), "Ada", 3, 2, 1, 2, 2).waiting("Ada", "Tom", 11, epic=True)
    events = adventure(table)
    assert totals(events, "Tom") == [3, 5, 6, 8, 10]
    assert any(isinstance(event, HeroSurvived) and event.wounds == 2 for event in events)
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (0, 2)


def test_each_hero_of_the_queue_is_hit_afresh() -> None:
    """BM-ADV-2"""
    table = dungeon(Table("Ada", "Ben"), "Ada", 3, 3)
    table.waiting("Ada", "One", 3).waiting("Ada", "Two", 6).waiting("Ada", "Three", 8, epic=True)
    events = adventure(table)
    assert [totals(events, name) for name in ("One", "Two", "Three")] == [[3], [3, 6], [3, 6]]
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (2, 2)


def test_a_deactivated_room_is_walked_through() -> None:
    """BM-ADV-14"""
    table = Table("Ada", "Ben").room("Ada", "c", 1).room("Ada", "b", 4, deactivated=True).room("Ada", "a", 3)
    assert totals(adventure(table.waiting("Ada", "Tom", 5)), "Tom") == [3, 3, 4]


def test_a_counted_damage_counts_active_monster_rooms() -> None:
    """BM-GLOSS-5, BM-ADV-23"""
    table = Table("Ada", "Ben").room("Ada", "trap", 1, trap=True).room("Ada", "asleep", 2, deactivated=True)
    table.room("Ada", "l", 1).room("Ada", "ball", Counted.MONSTER_ROOMS).waiting("Ada", "Tom", 5)
    assert totals(adventure(table), "Tom") == [2, 3, 3, 4]


def test_without_rooms_the_hero_is_at_the_boss_at_once() -> None:
    """BM-ADV-12"""
    table = Table("Ada", "Ben").waiting("Ada", "Tom", 4).waiting("Ada", "Tim", 4)
    adventure(table)
    assert table.player("Ada").wounds == 2
    assert table.state.phase is Phase.ROUND_END


def test_players_with_heroes_act_in_descending_xp() -> None:
    """BM-ADV-1, BM-GEN-5"""
    table = Table("Ada", "Ben", "Cem").waiting("Cem", "One").waiting("Ada", "Two")
    turns = [event.player for event in adventure(table) if isinstance(event, AdventureTurnBegan)]
    assert turns == ["p1", "p3"]


def test_without_heroes_the_round_ends_at_once() -> None:
    """BM-ADV-13"""
    table = Table("Ada", "Ben").phase(Phase.BAITED)
    table.do(BeginAdventure())
    assert table.state.phase is Phase.ROUND_END


def test_nobody_walks_outside_the_adventure() -> None:
    """CP-6"""
    with pytest.raises(IllegalCommand, match="not_now"):
        Table("Ada", "Ben").do(WalkOn())


def test_the_damage_of_a_room_says_which_card_adds_what() -> None:
    """BM-ADV-23: every number can say why."""
    table = Table("Ada", "Ben").room("Ada", "x", 2).room("Ada", "g", 1)
    armory = CardId("bm.room.g")
    bonus = Ability(Trigger.STATIC, (AddDamage(1, Rooms.ADJACENT, RoomType.MONSTER),))
    table.cards[armory] = replace(table.cards[armory], abilities=(bonus,))
    table.do(ChangeRoom(PlayerId("p1"), 1, 3))
    entered = [event for event in adventure(table.waiting("Ada", "Tom", 20)) if isinstance(event, RoomEntered)]
    assert [(event.printed, event.bonuses, event.damage) for event in entered] == [
        (1, (), 1),
        (2, ((room_id("g"), 1), ("round", 3)), 6),
    ]
