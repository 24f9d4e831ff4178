"""The finer points of the adventure (BM-ADV)."""

import pytest

from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    BeginRound,
    ChangeHero,
    ChangeRoom,
    DestroyRoom,
    KillHero,
    MoveHero,
    ResolveAnnounced,
    SwapRooms,
    TurnRoom,
    WalkOn,
)
from engine.boss_monster.events import EffectDue, Event, HeroDied, HeroKilled, RoomEntered
from engine.boss_monster.expected import Place, Where, expected_table, hero_todo
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.heroes import ToEntrance, ToTown
from engine.boss_monster.words.meanings import Deck, Ref, Rooms
from engine.boss_monster.words.rooms import Destroy
from engine.core.effects import Ability, Limit, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import Camera, Table, hero_id, room_id

ADA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")


def dungeon(*damages: int, health: int = 9) -> Table:
    """Ada's rooms in walk order w1, w2 ...; Tom has entered the first one."""
    table = Table("Ada", "Ben", "Cem")
    for number, damage in reversed(list(enumerate(damages, start=1))):
        table.room("Ada", f"w{number}", damage)
    table.waiting("Ada", "Tom", health).phase(Phase.BAITED).do(BeginAdventure())
    return table


def damage_of(table: Table) -> int:
    assert table.state.walk is not None
    return table.state.walk.damage


def walk_to_the_end(table: Table) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    while table.state.phase is Phase.ADVENTURE:
        events += table.do(WalkOn())
    return events


def totals(events: tuple[Event, ...]) -> list[int]:
    return [event.total for event in events if isinstance(event, RoomEntered)]


def test_a_rooms_effect_comes_before_its_damage() -> None:
    """BM-ADV-4"""
    grows = (Ability(Trigger.HERO_ENTERS_ROOM, (AddDamage(2), Draw(Deck.ROOMS))),)
    table = Table("Ada", "Ben").room("Ada", "a", 1, abilities=grows).waiting("Ada", "Tom", 9).phase(Phase.BAITED)
    due, *_, entered = table.do(BeginAdventure())[1:]
    assert due == EffectDue(ADA, room_id("a"))
    assert isinstance(entered, RoomEntered) and entered.damage == 3
    assert entered.bonuses == ((room_id("a"), 2),)


def test_a_room_that_avenges_a_death_speaks_up_unless_deactivated() -> None:
    """BM-ADV-8, BM-ADV-14"""
    draws = (Ability(Trigger.HERO_DIES, (Draw(Deck.ROOMS, 2),)),)
    for asleep in (False, True):
        table = Table("Ada", "Ben").room("Ada", "b", 0, abilities=draws, deactivated=asleep)
        table.waiting("Ada", "Tom", 2).phase(Phase.BAITED)
        table.do(BeginAdventure(), ChangeHero(hero_id("Tom"), damage=2))
        events = table.do(WalkOn())
        assert any(isinstance(event, HeroDied) and event.room == room_id("b") for event in events)
        assert (EffectDue(ADA, room_id("b")) in events) is not asleep


def test_after_each_room_everybody_may_act_before_the_hero_goes_on() -> None:
    """BM-ADV-6, BM-GEN-9, BM-GEN-10"""
    table = dungeon(1, 1)
    table.do(Announce(CEM), Announce(BEN), Announce(ADA))
    order = [event.player for event in table.do(ResolveAnnounced(), ResolveAnnounced(), ResolveAnnounced())]  # type: ignore[union-attr]
    assert order == [ADA, BEN, CEM]
    table.do(WalkOn())
    table.do(Announce(CEM))
    assert [waiting.player for waiting in table.state.announced] == [CEM]


def test_a_dead_hero_belongs_face_down_into_the_score_area() -> None:
    """BM-ADV-9"""
    table = dungeon(9)
    walk_to_the_end(table)
    assert expected_table(table.state)[hero_id("Tom")] == Place(Where.SOULS, ADA)
    seen_open = recognise(Camera(table).sees(hero_id("Tom"), Area.SCORE, "Ada").seen, table.catalog)
    assert [todo.key for todo in hero_todo(table.state, seen_open)] == ["todo_score_soul"]
    face_down = recognise(Camera(table).seen, table.catalog)
    assert hero_todo(table.state, face_down) == ()


def test_a_survivor_belongs_under_the_boss() -> None:
    """BM-ADV-11"""
    table = dungeon(1)
    walk_to_the_end(table)
    assert expected_table(table.state)[hero_id("Tom")] == Place(Where.WOUNDS, ADA)
    under = recognise(Camera(table).sees(hero_id("Tom"), Area.WOUNDS, "Ada").seen, table.catalog)
    assert hero_todo(table.state, under) == ()


def test_a_destroyed_room_is_left_at_once() -> None:
    """BM-ADV-15: dead with enough damage, on to the next room without"""
    table = dungeon(2, 3)
    assert totals(table.do(DestroyRoom(ADA, 2))) == [5]
    table = dungeon(2, 3, health=2)
    (died,) = [event for event in table.do(DestroyRoom(ADA, 2)) if isinstance(event, HeroDied)]
    assert died.room == room_id("w1")


@pytest.mark.parametrize("owner", ["Ada", "Ben"])
def test_damage_of_a_room_that_was_destroyed_before_it_came_does_not_befall_the_next_hero(owner: str) -> None:
    """BM-ADV-15, BM-ADV-5: the first hero is at the boss at once; the next one is hurt once by its own first room."""
    breaks = (Ability(Trigger.HERO_ENTERS_ROOM, (Destroy(Rooms.THIS),)),)
    table = Table("Ada", "Ben")
    under = table.new_room("cellar", 2)
    table.room("Ada", "trapdoor", 5, over=(under,), abilities=breaks).room("Ben", "pit", 2)
    table.waiting("Ada", "Tom").waiting(owner, "Tim", 9)
    assert totals(table.adventure()) == [2]


def test_a_hero_that_a_room_sends_back_before_its_damage_is_hurt_once_when_it_comes_again() -> None:
    """BM-ADV-18, BM-ADV-4, BM-ADV-5"""
    step = ToEntrance(hero=Ref.EVENT)
    turns_back = (Ability(Trigger.HERO_ENTERS_ROOM, (step,), Limit.FIRST_TIME_PER_HERO),)
    table = Table("Ada", "Ben").room("Ada", "turnstile", 2, abilities=turns_back).waiting("Ada", "Tom", 9)
    assert totals(table.adventure()) == [2]


def test_a_hero_does_not_go_on_because_the_one_before_was_about_to() -> None:
    """BM-ADV-6, BM-ADV-7: it stays in its room until everybody had the chance to act, and dies on leaving it."""
    sends_away = (Ability(Trigger.HERO_SURVIVES_ROOM, (ToTown(hero=Ref.EVENT),)),)
    table = Table("Ada", "Ben").room("Ada", "exit", 2, abilities=sends_away)
    table.waiting("Ada", "Tom", 9).waiting("Ada", "Tim", 2).phase(Phase.BAITED)
    table.do(BeginAdventure(), WalkOn())
    assert table.state.walk is not None
    assert (table.state.walk.hero, table.state.walk.room) == (hero_id("Tim"), room_id("exit"))
    walk_to_the_end(table)
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (1, 0)


def test_a_hero_meets_the_dungeon_as_it_is_when_it_gets_there() -> None:
    """BM-ADV-16"""
    table = dungeon(1, 2, 4)
    table.do(SwapRooms(ADA, 1, 2))
    assert totals(walk_to_the_end(table)) == [5, 7]
    table = dungeon(1, 2, 4)
    table.do(DestroyRoom(ADA, 2), TurnRoom(ADA, 1, True))
    assert totals(walk_to_the_end(table)) == [1]


def test_a_room_in_which_the_hero_stands_takes_it_along_when_swapped() -> None:
    """BM-ADV-16, BM-MINI-14"""
    table = dungeon(1, 2, 4)
    table.do(SwapRooms(ADA, 3, 1))
    assert totals(walk_to_the_end(table)) == [], "it stood in the room that is next to the boss now"


def test_a_hero_that_was_sent_back_keeps_its_damage_this_round() -> None:
    """BM-ADV-17, BM-ADV-18"""
    table = dungeon(3).waiting("Ada", "Tim", 9)
    assert totals(table.do(MoveHero(hero_id("Tom"), ADA))) == [6], "it goes in again before the others"
    assert table.state.walk is not None and table.state.walk.hero == hero_id("Tom")


def test_a_hero_sent_to_somebody_whose_turn_is_to_come_stands_at_the_end() -> None:
    """BM-ADV-19"""
    table = dungeon(1).waiting("Ben", "Tim").room("Ben", "b", 3)
    table.do(MoveHero(hero_id("Tom"), BEN))
    assert table.player("Ben").entrance == (hero_id("Tim"), hero_id("Tom"))
    assert totals(walk_to_the_end(table)) == [4], "Tom brought one damage along"


def test_damage_does_not_outlive_the_round() -> None:
    """BM-ADV-17, BM-END-13"""
    table = dungeon(3)
    table.do(MoveHero(hero_id("Tom")))
    assert table.state.phase is Phase.ROUND_END
    assert table.state.mark(hero_id("Tom")).damage == 0
    assert table.state.town == (hero_id("Tom"),)


def test_a_turn_without_heroes_handles_one_that_arrives_in_it() -> None:
    """BM-ADV-18, D-02"""
    table = Table("Ada", "Ben", adventure_turns="all_players").room("Ada", "a", 9).hero("Tom", health=4)
    table.phase(Phase.BAITED).do(BeginAdventure(), MoveHero(hero_id("Tom"), ADA))
    assert totals(table.do(WalkOn())) == [9]
    walk_to_the_end(table)
    assert table.player("Ada").souls == 1


def test_changed_health_counts_for_the_test() -> None:
    """BM-ADV-21"""
    table = dungeon(5, health=4)
    table.do(ChangeHero(hero_id("Tom"), health=2))
    walk_to_the_end(table)
    assert table.player("Ada").wounds == 1
    table = dungeon(3, health=4)
    table.do(ChangeHero(hero_id("Tom"), health=-1))
    walk_to_the_end(table)
    assert table.player("Ada").souls == 1


def test_a_room_never_heals() -> None:
    """BM-ADV-22"""
    table = dungeon(3, 2)
    table.do(ChangeRoom(ADA, 1, -5), ChangeRoom(ADA, 2, -3))
    assert damage_of(table) == 3, "what was dealt stays"
    assert totals(walk_to_the_end(table)) == [3]


def test_lasting_bonuses_are_counted_at_the_moment_of_damage() -> None:
    """BM-ADV-23"""
    boost = (Ability(Trigger.STATIC, (AddDamage(2, Rooms.RIGHT),)),)
    for is_destroyed in (False, True):
        table = Table("Ada", "Ben").room("Ada", "c", 1).room("Ada", "b", 1, abilities=boost).room("Ada", "a", 1)
        table.waiting("Ada", "Tom", 20).phase(Phase.BAITED).do(BeginAdventure())
        if is_destroyed:
            table.do(DestroyRoom(ADA, 2))
        assert totals(walk_to_the_end(table)) == ([2] if is_destroyed else [2, 5])


def test_whoever_the_card_names_gets_the_souls_of_a_hero_killed_in_town() -> None:
    """BM-ADV-24"""
    table = Table("Ada", "Ben").hero("Tom").phase(Phase.BUILD, "Ada")
    with pytest.raises(IllegalCommand, match="whose_soul"):
        table.do(KillHero(hero_id("Tom")))
    assert table.do(KillHero(hero_id("Tom"), BEN)) == (HeroKilled(hero_id("Tom"), BEN, 1),)
    assert table.player("Ben").souls == 1


def test_a_hero_killed_on_its_way_is_souls_for_the_dungeons_owner() -> None:
    """BM-ADV-24"""
    table = dungeon(0, 1)
    table.do(KillHero(hero_id("Tom")))
    assert table.player("Ada").souls == 1


def test_five_wounds_in_the_middle_of_a_round_do_not_stop_anybody() -> None:
    """BM-ADV-25"""
    table = Table("Ada", "Ben", "Cem").change("Ada", wounds=4).room("Ada", "a", 2)
    table.waiting("Ada", "Strong", 9).waiting("Ada", "Weak", 1).phase(Phase.BAITED)
    table.do(BeginAdventure(), WalkOn())
    assert table.player("Ada").wounds == 5
    table.do(Announce(ADA), ResolveAnnounced(), WalkOn())
    assert table.player("Ada").souls == 1
    assert table.player("Ada").eliminated


def test_a_hero_moved_while_nobody_walks_just_stands_there() -> None:
    """BM-ADV-20, BM-BAIT-11"""
    table = Table("Ada", "Ben").hero("Tom").hero("Tim").phase(Phase.BUILD, "Ada")
    table.do(MoveHero(hero_id("Tom"), BEN))
    assert (table.state.town, table.player("Ben").entrance) == ((hero_id("Tim"),), (hero_id("Tom"),))


def test_the_next_round_begins_with_fresh_heroes() -> None:
    """BM-END-10, BM-END-13"""
    table = Table("Ada", "Ben").hero("Tom").phase(Phase.BUILD, "Ada")
    table.do(ChangeHero(hero_id("Tom"), damage=2, health=1))
    table.adventure()
    table.do(BeginRound())
    assert (table.state.marks, table.state.round) == ((), 2)
