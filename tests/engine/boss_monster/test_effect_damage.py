"""Words about damage, health and treasure, one by one (FX-01 to FX-10)."""

from dataclasses import replace

import pytest

from engine.boss_monster import heroes
from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.counts import room_damage, treasure_of
from engine.boss_monster.effect_events import BossTreasureGained, CountersChanged, DungeonHolds, RoomHolds
from engine.boss_monster.effects.performing import PERFORMERS, STATIC_ONLY
from engine.boss_monster.events import HeroChanged, HeroDied, RoomChanged, TreasureChanged
from engine.boss_monster.state import Change, Holds, Phase
from engine.boss_monster.words.counting import RoomCount, SpellsInHand, SymbolCount, WoundCount
from engine.boss_monster.words.damage import (
    AddCounter,
    AddDamage,
    AddHealth,
    AddTreasure,
    AllTreasures,
    CopyTreasure,
    DamageHero,
    DamageWaiting,
    DoubleDamage,
    DoubleTreasure,
    HealHero,
    LoseTreasure,
    NoDamage,
    StrengthenEntering,
)
from engine.boss_monster.words.meanings import Ref, Rooms, Who
from engine.boss_monster.words.rooms import Destroy, RemoveCounter
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.effects import Step
from tests.builders import hero_id, room_id
from tests.engine.boss_monster.effect_table import ADA, BEN, EffectTable, is_lost, only


def damages(table: EffectTable, name: str) -> list[int]:
    """What the rooms of a dungeon deal now, s1 first."""
    player = table.player(name)
    return [room_damage(table.state, player, slot, table.catalog) for slot in range(1, len(player.dungeon) + 1)]


def treasure(table: EffectTable, name: str, kind: Treasure = Treasure.GOLD) -> int:
    return treasure_of(table.state, table.player(name), table.catalog)[kind]


def health(table: EffectTable, hero: str) -> int:
    return heroes.health_of(table.state, hero_id(hero), table.catalog)


def two_dungeons() -> EffectTable:
    """Ada: a trap next to the boss, then two monsters, the advanced one at the entrance. Ben: one trap."""
    table = EffectTable("Ada", "Ben")
    table.room("Ada", "pit", 1, trap=True, gold=1).room("Ada", "den", 2, gold=2)
    table.room("Ada", "lair", 3, advanced=True, relic=1).room("Ben", "web", 1, trap=True, gold=1)
    return table


def test_every_word_is_carried_out_or_holds_by_itself() -> None:
    words = set(VOCABULARY.steps.values())
    assert words - PERFORMERS.keys() == STATIC_ONLY
    assert not STATIC_ONLY & PERFORMERS.keys()


# -- rooms -------------------------------------------------------------------------------------------------------------


def test_a_chosen_room_deals_more_until_the_end_of_the_round() -> None:
    """FX-02"""
    table = two_dungeons()
    events = table.carry_out(AddDamage(3, Rooms.CHOSEN), chosen_room=room_id("web"))
    assert events == (RoomChanged(BEN, 1, room_id("web"), 3),)
    assert damages(table, "Ben") == [4]
    assert table.stack("Ben", 1).changes == (Change(Holds.DAMAGE, table.new_spell("trick", "both"), 3),)


def test_a_dungeon_that_is_strengthened_strengthens_rooms_that_come_to_light_later() -> None:
    """FX-05"""
    table = two_dungeons()
    table.room("Ada", "tower", 0, over=(table.new_room("cellar", 1),))
    (told,) = table.carry_out(AddDamage(2, Rooms.OWN))
    assert isinstance(told, DungeonHolds)
    assert damages(table, "Ada") == [3, 4, 5, 2]
    table.carry_out(Destroy(), chosen_room=room_id("tower"))
    assert damages(table, "Ada") == [3, 4, 5, 3]


def test_only_rooms_of_the_named_type_and_kind_are_strengthened() -> None:
    """FX-05"""
    table = two_dungeons()
    table.carry_out(AddDamage(1, Rooms.OWN, RoomType.MONSTER, RoomKind.ORDINARY))
    assert damages(table, "Ada") == [1, 3, 3]
    table.carry_out(AddDamage(-1, Rooms.DUNGEON, RoomType.TRAP), chosen_player=BEN)
    assert damages(table, "Ben") == [0]


def test_the_symbols_of_each_room_are_counted_room_by_room() -> None:
    """FX-02, FX-03"""
    table = two_dungeons()
    bonus = AddDamage(SymbolCount(), Rooms.OWN_OTHERS, RoomType.MONSTER)
    events = table.carry_out(bonus, card=room_id("pit"))
    assert events == (RoomChanged(ADA, 2, room_id("den"), 2), RoomChanged(ADA, 3, room_id("lair"), 1))


def test_neighbours_are_strengthened_where_there_are_any() -> None:
    table = two_dungeons()
    table.carry_out(AddDamage(1, Rooms.ADJACENT), card=room_id("pit"))
    assert damages(table, "Ada") == [1, 3, 3]
    assert table.carry_out(AddDamage(1, Rooms.ADJACENT), card=room_id("web")) == ()


@pytest.mark.parametrize("step", [AddDamage(1, Rooms.CHOSEN), AddDamage(SymbolCount(), Rooms.CHOSEN), LoseTreasure()])
def test_an_effect_on_a_room_that_is_gone_is_lost_with_all_that_follows(step: Step) -> None:
    table = two_dungeons()
    events = table.carry_out(step, AddDamage(1, Rooms.OWN), chosen_room=room_id("ruin"))
    assert is_lost(events) and len(events) == 1
    assert damages(table, "Ada") == [1, 2, 3]


def test_damage_is_doubled_after_everything_that_is_added() -> None:
    """FX-02"""
    table = two_dungeons()
    (told,) = table.carry_out(DoubleDamage(), card=room_id("den"))
    assert isinstance(told, RoomHolds) and told.change.holds is Holds.DOUBLE_DAMAGE
    table.carry_out(AddDamage(1), card=room_id("den"))
    assert damages(table, "Ada") == [1, 6, 3]


def test_no_damage_cannot_be_raised() -> None:
    """FX-02"""
    table = two_dungeons()
    table.carry_out(NoDamage(Rooms.CHOSEN), AddDamage(5, Rooms.CHOSEN), chosen_room=room_id("lair"))
    assert damages(table, "Ada") == [1, 2, 0]


def test_counters_lie_on_a_room_until_they_are_taken_away() -> None:
    table = two_dungeons()
    events = table.carry_out(AddCounter(2), RemoveCounter(), card=room_id("den"))
    assert events == (
        CountersChanged(ADA, 2, room_id("den"), 2, 2),
        CountersChanged(ADA, 2, room_id("den"), -1, 1),
    )
    assert damages(table, "Ada") == [1, 3, 3]
    assert table.carry_out(RemoveCounter(), card=room_id("pit")) == ()
    assert is_lost(table.carry_out(AddCounter(room=Ref.CHOSEN), chosen_room=room_id("ruin")))


# -- heroes ------------------------------------------------------------------------------------------------------------


def test_a_walking_hero_takes_damage_and_dies_when_it_leaves_its_room() -> None:
    """FX-04, BM-ADV-7"""
    table = two_dungeons().walking("Ada", "Tom", health=5)
    events = table.carry_out(DamageHero(RoomCount()), chosen_hero=hero_id("Tom"))
    assert events == (HeroChanged(hero_id("Tom"), 3),)
    assert table.state.walk is not None and table.state.walk.damage == 6


def test_a_hero_dies_at_once_where_the_group_plays_so() -> None:
    """FX-04, D-07"""
    table = EffectTable("Ada", "Ben", death_time="on_damage")
    table.room("Ada", "den", 1)
    table.walking("Ada", "Tom", health=4)
    events = table.carry_out(DamageHero(3), chosen_hero=hero_id("Tom"))
    assert [event.souls for event in only(events, HeroDied)] == [1]
    assert table.player("Ada").souls == 1


def test_a_hero_in_town_keeps_damage_and_health_of_an_effect() -> None:
    """FX-04, FX-07"""
    table = two_dungeons()
    table.hero("Tom", health=4)
    table.carry_out(DamageHero(1), AddHealth(3), chosen_hero=hero_id("Tom"))
    assert table.state.mark(hero_id("Tom")).damage == 1
    assert health(table, "Tom") == 7


@pytest.mark.parametrize("step", [DamageHero(1), AddHealth(1), HealHero()])
def test_a_hero_that_left_the_game_cannot_be_touched(step: Step) -> None:
    table = two_dungeons()
    assert is_lost(table.carry_out(step, chosen_hero=table.new_hero("Gone")))
    assert is_lost(table.carry_out(step))


def test_every_hero_at_the_entrance_takes_damage_and_on_demand_the_one_inside() -> None:
    """FX-04"""
    table = two_dungeons().walking("Ada", "Tom")
    table.waiting("Ada", "Una").waiting("Ben", "Vic")
    table.change("Ada", wounds=2)
    table.carry_out(DamageWaiting(WoundCount()))
    assert [table.state.mark(hero_id(name)).damage for name in ("Una", "Vic")] == [2, 0]
    assert table.state.walk is not None and table.state.walk.damage == 3
    table.carry_out(DamageWaiting(1, inside=True))
    assert table.state.mark(hero_id("Una")).damage == 3
    assert table.state.walk.damage == 4


def test_a_healed_hero_has_no_damage_left() -> None:
    """FX-07"""
    table = two_dungeons().walking("Ada", "Tom")
    table.waiting("Ada", "Una")
    table.carry_out(DamageWaiting(2), HealHero(), chosen_hero=hero_id("Una"))
    (told,) = table.carry_out(HealHero(), chosen_hero=hero_id("Tom"))
    assert told == HeroChanged(hero_id("Tom"), -3)
    assert table.state.walk is not None and table.state.walk.damage == 0
    assert table.state.mark(hero_id("Una")).damage == 0


def test_a_number_of_hidden_spells_is_asked_for_and_remembered() -> None:
    table = two_dungeons()
    table.hero("Tom", health=4)
    step = AddHealth(SpellsInHand())
    table.carry_out(step, chosen_hero=hero_id("Tom"))
    assert table.asked[0] == "spells_in_hand"
    table.answer("2")
    assert health(table, "Tom") == 6
    table.carry_out(step, chosen_hero=hero_id("Tom"))
    assert health(table, "Tom") == 8
    assert table.state.question is None


def test_heroes_that_enter_later_are_stronger() -> None:
    """FX-07"""
    table = two_dungeons()
    table.carry_out(StrengthenEntering(1, Ref.CHOSEN), StrengthenEntering(2, who=Who.YOU), chosen_room=room_id("lair"))
    table.walking("Ada", "Tom", health=4)
    assert health(table, "Tom") == 7


def test_a_hero_at_the_door_is_about_to_enter() -> None:
    """FX-07, TR-08"""
    table = two_dungeons().walking("Ada", "Tom", health=4)
    table.carry_out(StrengthenEntering(2, who=Who.YOU))
    assert health(table, "Tom") == 4
    walk = table.state.walk
    assert walk is not None
    table.state = replace(table.state, walk=replace(walk, visit=0, has_left=True))
    table.carry_out(StrengthenEntering(2, who=Who.YOU))
    assert health(table, "Tom") == 6


# -- treasure ----------------------------------------------------------------------------------------------------------


def test_treasure_is_added_to_a_room_to_a_dungeon_or_to_a_boss() -> None:
    """FX-08, FX-09"""
    table = two_dungeons()
    assert treasure(table, "Ada") == 3
    table.carry_out(AddTreasure(Treasure.GOLD, 2), card=room_id("pit"))
    assert treasure(table, "Ada") == 5
    events = table.carry_out(AddTreasure(who=Who.CHOSEN), chosen_player=BEN, treasure="gold")
    assert events == (TreasureChanged(BEN, Treasure.GOLD, 1),)
    assert treasure(table, "Ben") == 2
    events = table.carry_out(AddTreasure(Treasure.GOLD, boss=True))
    assert events == (BossTreasureGained(ADA, (Treasure.GOLD,)),)
    assert treasure(table, "Ada") == 6
    assert is_lost(table.carry_out(AddTreasure()))
    assert is_lost(table.carry_out(AddTreasure(who=Who.CHOSEN), treasure="gold"))
    assert is_lost(table.carry_out(AddTreasure(Treasure.GOLD, rooms=Rooms.CHOSEN)))


def test_the_treasure_of_all_rooms_counts_double_but_not_that_of_the_boss() -> None:
    """FX-09"""
    table = two_dungeons()
    table.boss("Ada", gold=1)
    table.carry_out(DoubleTreasure())
    assert treasure(table, "Ada") == 7
    table.carry_out(DoubleTreasure(Rooms.THIS), card=room_id("web"), player=BEN)
    assert treasure(table, "Ben") == 2


def test_a_room_without_treasure_may_get_some_again() -> None:
    """FX-10"""
    table = two_dungeons()
    table.carry_out(LoseTreasure(), chosen_room=room_id("den"))
    assert treasure(table, "Ada") == 1
    table.carry_out(AddTreasure(Treasure.GOLD, rooms=Rooms.CHOSEN), chosen_room=room_id("den"))
    assert treasure(table, "Ada") == 2


def test_a_room_may_have_one_symbol_of_each_class() -> None:
    """FX-09, FX-10"""
    table = two_dungeons()
    table.carry_out(AllTreasures(), chosen_room=room_id("den"))
    assert treasure(table, "Ada") == 2
    assert treasure(table, "Ada", Treasure.SPELLBOOK) == 1


def test_a_boss_copies_the_treasure_of_another_one_also_what_that_one_gained() -> None:
    """FX-08"""
    table = two_dungeons()
    table.boss("Ben", spellbook=1).change("Ben", boss_treasure=(Treasure.GOLD,)).phase(Phase.BUILD, "Ada")
    table.carry_out(CopyTreasure(), chosen_player=BEN)
    assert table.player("Ada").boss_treasure == (Treasure.SPELLBOOK, Treasure.GOLD)
    assert is_lost(table.carry_out(CopyTreasure()))
