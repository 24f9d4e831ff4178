"""Static abilities at work: damage, treasure, health, silence and building (rules 7.1, 7.6)."""

import random
from dataclasses import replace

import pytest

from cards_db.loader import load_catalog
from engine.boss_monster import bait
from engine.boss_monster.building import legal_slots, why_not_this
from engine.boss_monster.cards import Counted, Hero, Item, RoomKind, RoomType, Treasure
from engine.boss_monster.counts import (
    all_symbols,
    damage_parts,
    damage_words,
    dungeon_damage,
    room_damage,
    symbol_parts,
    symbols_of,
    treasure_in,
    treasure_of,
)
from engine.boss_monster.effects import amounts, statics
from engine.boss_monster.heroes import health_of
from engine.boss_monster.state import Change, HeroMark, Holds, Phase, Walk
from engine.boss_monster.words.conditions import HasRooms, HasWounds, HeroIs, OneOfEachClass
from engine.boss_monster.words.counting import CoinsOnRoom, LuredCount, RoomCount, SpellsInHand, SymbolCount
from engine.boss_monster.words.damage import (
    AddDamage,
    AddHealth,
    AddTreasure,
    DoubleDamage,
    DoubleTreasure,
    IgnoreDamage,
    NoDamage,
)
from engine.boss_monster.words.heroes import ReturnsInstead, Skips
from engine.boss_monster.words.hoard import MinibossStarts
from engine.boss_monster.words.magic import NoSpells
from engine.boss_monster.words.meanings import Barred, Freed, Rank, Ref, Rooms, Skipped, Who
from engine.boss_monster.words.rooms import Bars, Frees, Silence, SilenceHeroes
from engine.boss_monster.words.score import AddSouls
from engine.core.effects import Ability, Condition, Step, Trigger
from engine.core.ids import CardId, CopyId, PlayerId
from tests.builders import Table, boss_id, hero_id, item_id, miniboss_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
SPELL = CopyId("bm.spell.some#1")


def always(*steps: Step, when: tuple[Condition, ...] = ()) -> tuple[Ability, ...]:
    """A card that says this as long as it is visible."""
    return (Ability(Trigger.STATIC, steps, if_=when),)


def table(*names: str) -> Table:
    return Table(*(names or ("Ada", "Ben")))


def says(table: Table, card: str, *abilities: Ability) -> Table:
    """A hero or an item has a text."""
    table.cards[CardId(card)] = replace(table.cards[CardId(card)], abilities=abilities)
    return table


def walks(table: Table, name: str, hero: str, slot: int, damage: int = 0, *texts: Ability, item: str = "") -> Table:
    """A hero walks through a dungeon."""
    player = table.player(name)
    table.new_hero(hero, health=10)
    says(table, f"bm.hero.{hero.lower()}", *([] if item else texts))
    if item:
        table.carries(hero, table.new_item(item, None))
        says(table, f"bm.item.{item.lower()}", *texts)
    table.change(name, entrance=(hero_id(hero), *player.entrance))
    table.state = replace(table.state, walk=Walk(player.id, hero_id(hero), slot, damage, 1))
    return table


def changed(table: Table, name: str, slot: int, *changes: Change) -> Table:
    """Effects of this round lie on a room."""
    dungeon = list(table.player(name).dungeon)
    dungeon[slot - 1] = replace(dungeon[slot - 1], changes=changes)
    return table.change(name, dungeon=tuple(dungeon))


def damage(table: Table, slot: int, hero: str | None = None, name: str = "Ada") -> int:
    who = hero_id(hero) if hero else None
    return room_damage(table.state, table.player(name), slot, table.catalog, who)


def parts(table: Table, slot: int, hero: str | None = None) -> tuple[int, tuple[tuple[str, int], ...]]:
    who = hero_id(hero) if hero else None
    return damage_parts(table.state, table.player("Ada"), slot, table.catalog, who)


def gold(table: Table, name: str = "Ada") -> int:
    return treasure_of(table.state, table.player(name), table.catalog)[Treasure.GOLD]


# -- damage ------------------------------------------------------------------------------------------------------------


def test_every_bonus_names_the_card_that_gives_it() -> None:
    """FX-01, FX-02, FX-05"""
    game = table().room("Ada", "a", 2).room("Ada", "b", abilities=always(AddDamage(1, Rooms.ADJACENT)))
    changed(game, "Ada", 1, Change(Holds.DAMAGE, SPELL, 3))
    game.change("Ada", changes=(Change(Holds.DAMAGE, room_id("crusher"), 2),))
    dungeon = game.player("Ada").dungeon
    game.change("Ada", dungeon=(replace(dungeon[0], bonus=1, counters=4), dungeon[1]))
    given = (room_id("b"), 1), ("round", 1), (room_id("a"), 4), (SPELL, 3), (room_id("crusher"), 2)
    assert parts(game, 1) == (2, given)
    assert damage(game, 1) == 13


def test_a_change_of_the_dungeon_may_be_for_a_type_or_a_kind_only() -> None:
    game = table().room("Ada", "a").room("Ada", "b", trap=True).room("Ada", "c", advanced=True)
    change = Change(Holds.DAMAGE, SPELL, 1, type=RoomType.MONSTER, kind=RoomKind.ORDINARY)
    game.change("Ada", changes=(change,))
    assert [damage(game, slot) for slot in (1, 2, 3)] == [2, 1, 1]
    game.state = replace(game.change("Ada", changes=()).state, changes=(replace(change, type=RoomType.TRAP),))
    assert [damage(game, slot) for slot in (1, 2, 3)] == [1, 2, 1]


def test_additions_come_first_and_then_the_damage_is_doubled() -> None:
    """FX-02"""
    game = table().room("Ada", "a", 2, abilities=always(DoubleDamage()))
    changed(game, "Ada", 1, Change(Holds.DOUBLE_DAMAGE, SPELL), Change(Holds.DAMAGE, SPELL, 1))
    assert parts(game, 1) == (2, ((SPELL, 1), (room_id("a"), 3), (SPELL, 6)))
    assert damage(game, 1) == 12


def test_a_room_without_damage_cannot_be_raised() -> None:
    changes = Change(Holds.NO_DAMAGE, SPELL), Change(Holds.DAMAGE, SPELL, 5), Change(Holds.DOUBLE_DAMAGE, SPELL)
    game = changed(table().room("Ada", "a", 2), "Ada", 1, *changes)
    assert damage(game, 1) == 0
    assert sum(amount for _, amount in parts(game, 1)[1]) == -2
    game = table().room("Ada", "a", abilities=always(NoDamage(Rooms.LEFT))).room("Ada", "b", 3)
    assert [damage(game, slot) for slot in (1, 2)] == [1, 0]


@pytest.mark.parametrize("number", [-1, -3, -9])
def test_damage_is_never_below_zero_and_its_parts_say_so(number: int) -> None:
    """BM-ADV-22"""
    game = changed(table().room("Ada", "a", 2), "Ada", 1, Change(Holds.DAMAGE, SPELL, number))
    printed, given = parts(game, 1)
    assert printed + sum(amount for _, amount in given) == damage(game, 1) == max(0, 2 + number)


def test_counted_numbers_are_looked_up_when_they_are_needed() -> None:
    """FX-03, BM-ADV-23"""
    game = table("Ada", "Ben").room("Ada", "a", abilities=always(AddDamage(CoinsOnRoom(times=-1))))
    game.room("Ada", "b", abilities=always(AddDamage(LuredCount()))).room("Ada", "c", Counted.MONSTER_ROOMS)
    game.room("Ada", "d", abilities=always(AddDamage(RoomCount(type=RoomType.MONSTER, other=True))))
    dungeon = game.player("Ada").dungeon
    game.change("Ada", dungeon=(replace(dungeon[0], coins=1), *dungeon[1:]))
    game.change("Ada", tally=replace(game.player("Ada").tally, lured=2))
    assert [damage(game, slot) for slot in (1, 2, 3, 4)] == [0, 3, 4, 4]
    assert dungeon_damage(game.state, game.player("Ada"), game.catalog) == 11


def test_symbols_are_those_of_the_room_that_is_strengthened() -> None:
    levelled = always(AddDamage(SymbolCount(Treasure.ARTIFACT), Rooms.OWN))
    game = table().boss("Ada", abilities=levelled).room("Ada", "a", artifact=2).room("Ada", "b", gold=1)
    assert [damage(game, slot) for slot in (1, 2)] == [1, 1], "not before the level-up"
    game.change("Ada", levelled_up=True)
    changed(game, "Ada", 2, Change(Holds.TREASURE, SPELL, 1, Treasure.ARTIFACT))
    assert [damage(game, slot) for slot in (1, 2)] == [3, 2]
    assert parts(game, 1)[1] == ((boss_id("Ada"), 2),)


def test_the_last_room_is_the_active_one_next_to_the_boss() -> None:
    text = always(AddDamage(3, Rooms.LAST), when=(HasWounds(3),))
    game = table().boss("Ada", abilities=text).change("Ada", levelled_up=True, wounds=2)
    game.room("Ada", "a", deactivated=True).room("Ada", "b").room("Ada", "c")
    assert [damage(game, slot) for slot in (1, 2, 3)] == [0, 1, 1]
    game.change("Ada", changes=(Change(Holds.WOUNDS, SPELL, 1),))
    assert [damage(game, slot) for slot in (1, 2, 3)] == [0, 4, 1]


def test_a_copied_level_up_works_for_its_new_owner_too() -> None:
    """FX-29"""
    game = table().boss("Ben", abilities=always(AddDamage(1, Rooms.OWN))).room("Ada", "a").room("Ben", "b")
    game.change("Ada", levelled_up=True, copied=(boss_id("Ben"),))
    assert (damage(game, 1), damage(game, 1, name="Ben")) == (2, 1)


def test_what_others_paid_to_switch_off_does_not_work_in_this_round() -> None:
    """FX-46"""
    game = table().boss("Ada", abilities=always(AddDamage(1, Rooms.OWN))).room("Ada", "a")
    game.change("Ada", levelled_up=True, changes=(Change(Holds.SWITCHED_OFF, boss_id("Ada")),))
    assert damage(game, 1) == 1


def test_a_miniboss_strengthens_its_room_as_far_as_it_shows() -> None:
    """BM-MINI-7, BM-MINI-9"""
    levels = (*always(AddDamage(SymbolCount())), *always(AddDamage(5)), *always(AddDamage(9)))
    game = table().room("Ada", "a", gold=1, relic=1).tucked("Ada", 1, "Imp", 1, *levels)
    assert damage(game, 1) == 3
    game.tucked("Ada", 1, "Imp", 3, *levels)
    assert parts(game, 1) == (1, ((miniboss_id("Imp"), 2), (miniboss_id("Imp"), 5)))


def test_a_room_under_a_face_down_card_does_nothing_where_the_group_plays_so() -> None:
    """BM-BUILD-14, A-14"""
    game = Table("Ada", "Ben", facedown_cover_still_active=False)
    game.room("Ada", "a", gold=1, abilities=always(AddDamage(1, Rooms.LEFT))).room("Ada", "b")
    assert damage(game, 2) == 2
    game.change("Ada", face_down=1)
    assert ([damage(game, slot) for slot in (1, 2)], gold(game)) == ([0, 1], 0)


# -- the hero of the moment --------------------------------------------------------------------------------------------


def test_a_room_may_be_twice_as_bad_for_epic_heroes() -> None:
    game = table().room("Ada", "a", 2, abilities=always(DoubleDamage(), when=(HeroIs(rank=Rank.EPIC),)))
    game.waiting("Ada", "great", epic=True).waiting("Ada", "small")
    assert [damage(game, 1, hero) for hero in (None, "small", "great")] == [2, 2, 4]


@pytest.mark.parametrize(("before", "dealt"), [(4, 2), (5, 4)])
def test_a_room_may_be_worse_for_whoever_lost_half_already(before: int, dealt: int) -> None:
    game = table().room("Ada", "a", 2, abilities=always(AddDamage(2), when=(HeroIs(lost_half=True),)))
    assert damage(walks(game, "Ada", "h", 1, before), 1, "h") == dealt


def test_a_hero_that_weakens_rooms_does_so_for_itself_alone() -> None:
    text = always(AddDamage(-1, Rooms.DUNGEON, RoomType.MONSTER))
    game = walks(
        table().room("Ada", "a", 2).room("Ada", "b", 2, trap=True).room("Ben", "c", 2), "Ada", "h", 2, 0, *text
    )
    game.waiting("Ada", "other")
    assert [damage(game, slot, "h") for slot in (1, 2)] == [1, 2]
    assert [damage(game, 1, hero) for hero in (None, "other")] == [2, 2]
    assert damage(game, 1, "h", "Ben") == 2


@pytest.mark.parametrize(
    ("word", "dealt"),
    [
        (IgnoreDamage(type=RoomType.MONSTER, kind=RoomKind.ORDINARY), [0, 3, 3, 3]),
        (IgnoreDamage(first=2), [3, 3, 0, 0]),
        (IgnoreDamage(), [0, 0, 0, 0]),
    ],
)
def test_an_item_may_keep_all_damage_from_its_hero(word: IgnoreDamage, dealt: list[int]) -> None:
    """FX-06"""
    game = table().room("Ada", "a", 3).room("Ada", "b", 3, trap=True).room("Ada", "c", 3, advanced=True)
    game.room("Ada", "x", 3, deactivated=True).room("Ada", "d", 3, trap=True)
    walks(game, "Ada", "h", 5, 0, *always(word), item="suit")
    assert [damage(game, slot, "h") for slot in (1, 2, 3, 5)] == dealt
    assert damage(game, 1) == 3


def test_hands_that_nobody_told_are_asked_for_and_count_as_empty() -> None:
    game = table().room("Ada", "a", abilities=always(AddDamage(SpellsInHand())))
    walks(game, "Ada", "druid", 1, 0, *always(AddHealth(SpellsInHand(Who.OWNER), Ref.THIS)))
    found = damage_words(game.state, game.player("Ada"), game.catalog, hero_id("druid"))
    assert statics.hands_in_damage(game.state, game.player("Ada"), 1, game.catalog, found) == (ADA,)
    words = statics.health_words(game.state, hero_id("druid"), game.catalog)
    assert amounts.untold_by(game.state, words, game.catalog) == (ADA,)
    assert (damage(game, 1, "druid"), health_of(game.state, hero_id("druid"), game.catalog)) == (1, 10)
    game.change("Ada", spells_in_hand=3)
    assert statics.hands_in_damage(game.state, game.player("Ada"), 1, game.catalog, found) == ()
    assert amounts.untold_by(game.state, words, game.catalog) == ()
    assert (damage(game, 1, "druid"), health_of(game.state, hero_id("druid"), game.catalog)) == (4, 13)


def test_health_may_follow_the_rooms_of_the_dungeon_that_the_hero_stands_before() -> None:
    """FX-07, BM-ITEM-10"""
    game = table().room("Ada", "a").room("Ada", "b").room("Ada", "c", trap=True).hero("inn", health=4)
    game.waiting("Ada", "h", 4, item=game.new_item("claws", None, health=1))
    says(game, "bm.item.claws", *always(AddHealth(RoomCount(Who.OWNER, RoomType.MONSTER), Ref.THIS)))
    assert health_of(game.state, hero_id("h"), game.catalog) == 7
    assert statics.health(game.state, hero_id("h"), game.catalog) == 7
    game.state = game.state.with_mark(HeroMark(hero_id("h")))
    game.carries("inn", item_id("claws"))
    assert health_of(game.state, hero_id("inn"), game.catalog) == 5, "no dungeon, no rooms"


def test_heroes_skip_rooms_by_their_nature_by_effects_and_by_what_they_carry() -> None:
    """FX-16"""
    game = table().room("Ada", "a", deactivated=True).room("Ada", "b").room("Ada", "c").room("Ada", "d")
    walks(game, "Ada", "h", 5, 0, *always(Skips(Skipped.LAST)))
    walk = replace(game.state.walk or Walk(ADA, hero_id("h"), 5, 0), visit=0)

    def skipped() -> list[int]:
        left = {slot: statics.skips_left(game.state, walk, slot, game.catalog) for slot in (4, 3, 2, 1)}
        return [slot for slot, number in left.items() if number is not None]

    assert skipped() == [2], "the last active room"
    game.change("Ada", changes=(Change(Holds.SKIP_FIRST, SPELL),))
    assert skipped() == [4, 2]
    says(game, "bm.hero.h", *always(Skips(Skipped.AFTER_SURVIVING)))
    game.state = statics.after_surviving(game.state, hero_id("h"), game.catalog)
    assert game.state.mark(hero_id("h")).skips == 1
    walk = replace(walk, visit=1)
    assert skipped() == [4, 3, 2], "whichever comes next"
    assert statics.skips_left(game.state, walk, 3, game.catalog) == 0


def test_an_item_may_keep_the_defender_from_playing_spells_and_its_hero_from_dying() -> None:
    """FX-42, FX-12"""
    game = table().room("Ada", "a").waiting("Ada", "h", item=table().new_item("ring", None))
    game.new_item("ring", None)
    says(game, "bm.item.ring", *always(NoSpells(), ReturnsInstead()))
    assert [statics.no_spells(game.state, player, game.catalog) for player in (ADA, BEN)] == [True, False]
    assert statics.returns_instead(game.state, hero_id("h"), game.catalog)


# -- silence -----------------------------------------------------------------------------------------------------------


def test_a_silent_room_keeps_printed_damage_and_treasure_and_loses_everything_it_says() -> None:
    """FX-29, R-056"""
    game = table().room("Ada", "a", 2, gold=1, abilities=always(AddDamage(1, Rooms.OWN)))
    game.tucked("Ada", 1, "Imp", 1, *always(AddTreasure(Treasure.GOLD)))
    assert (damage(game, 1), gold(game)) == (3, 2)
    changed(game, "Ada", 1, Change(Holds.SILENT, SPELL))
    assert (damage(game, 1), gold(game)) == (2, 1)
    assert statics.is_silent(game.state, ADA, 1, game.catalog)


def test_a_hero_that_ignores_what_rooms_say_does_so_while_it_is_inside() -> None:
    game = table().room("Ada", "a", abilities=always(AddDamage(1, Rooms.OWN))).room("Ben", "b")
    walks(game, "Ada", "h", 1, 0, *always(Silence(Rooms.DUNGEON)), item="cheat")
    assert statics.is_silent(game.state, ADA, 1, game.catalog)
    assert not statics.is_silent(game.state, BEN, 1, game.catalog)
    assert damage(game, 1) == 1
    game.state = replace(game.state, walk=None)
    assert not statics.is_silent(game.state, ADA, 1, game.catalog), "at the entrance it does not"
    assert damage(game, 1) == 2


def test_a_miniboss_that_silences_heroes_was_there_first() -> None:
    game = table().room("Ada", "a", abilities=always(AddDamage(1)))
    game.tucked("Ada", 1, "Icicle", 2, *always(AddDamage(1)), *always(SilenceHeroes()))
    walks(game, "Ada", "h", 1, 0, *always(Silence(Rooms.DUNGEON), AddHealth(5, Ref.THIS)))
    assert statics.silent_heroes(game.state, game.catalog) == {ADA}
    assert damage(game, 1) == 3
    assert health_of(game.state, hero_id("h"), game.catalog) == 10
    changed(game, "Ada", 1, Change(Holds.SILENT, SPELL))
    assert statics.silent_heroes(game.state, game.catalog) == frozenset()
    assert health_of(game.state, hero_id("h"), game.catalog) == 15


# -- treasure ----------------------------------------------------------------------------------------------------------


def test_a_miniboss_adds_a_symbol_or_doubles_those_that_are_printed() -> None:
    """FX-08"""
    game = table().boss("Ada", gold=1).room("Ada", "a", gold=2)
    levels = (*always(AddTreasure(Treasure.GOLD)), *always(DoubleTreasure(Rooms.THIS)))
    game.tucked("Ada", 1, "Imp", 2, *levels)
    assert gold(game) == 6
    found = symbol_parts(game.player("Ada"), (Treasure.GOLD,), all_symbols(game.state, game.catalog)[ADA])
    assert list(found) == [(ADA, boss_id("Ada"), 1), (ADA, room_id("a"), 2), (ADA, miniboss_id("Imp"), 3)]


def test_what_is_added_after_a_room_lost_its_treasure_counts_again() -> None:
    """FX-10"""
    lost, added = Change(Holds.NO_TREASURE, SPELL), Change(Holds.TREASURE, SPELL, 1, Treasure.GOLD)
    game = table().room("Ada", "a", gold=2, relic=1)
    assert gold(changed(game, "Ada", 1, lost, added)) == 1
    assert gold(changed(game, "Ada", 1, added, lost)) == 0
    assert treasure_in(game.state, game.player("Ada"), 1, game.catalog) == ()


def test_a_room_may_have_one_symbol_of_each_class_instead_of_its_own() -> None:
    game = changed(table().room("Ada", "a", gold=3), "Ada", 1, Change(Holds.ALL_TREASURES, SPELL))
    assert set(treasure_in(game.state, game.player("Ada"), 1, game.catalog)) == set(Treasure) - {Treasure.ARTIFACT}
    assert gold(game) == 1
    game = Table("Ada", "Ben", sets=("base", "crash_landing")).room("Ada", "a", gold=3)
    changed(game, "Ada", 1, Change(Holds.ALL_TREASURES, SPELL))
    assert set(treasure_in(game.state, game.player("Ada"), 1, game.catalog)) == set(Treasure)


def test_doubling_reaches_the_rooms_and_neither_the_boss_nor_the_dungeon_as_a_whole() -> None:
    """FX-09"""
    game = table().boss("Ada", gold=1).room("Ada", "a", gold=2).change("Ada", boss_treasure=(Treasure.GOLD,))
    double, more = Change(Holds.DOUBLE_TREASURE, SPELL), Change(Holds.TREASURE, SPELL, 1, Treasure.GOLD)
    changed(game, "Ada", 1, more).change("Ada", changes=(double, more), bonus=((Treasure.GOLD, 1),))
    assert gold(game) == 2 + 2 * 3 + 1 + 1
    verdict = bait.verdict_for(game.hero("h").state, hero_id("h"), game.catalog)
    assert dict(verdict.counts)[ADA] == sum(number for _, _, number in verdict.parts) == 10
    assert (ADA, SPELL, 5) in verdict.parts


def test_the_parts_of_a_count_always_add_up_to_it() -> None:
    """BM-BAIT-3: also where more is taken than there is."""
    dice = random.Random(7)
    holds = (Holds.TREASURE, Holds.TREASURE, Holds.DOUBLE_TREASURE, Holds.NO_TREASURE, Holds.ALL_TREASURES)
    for _ in range(300):
        game = table().boss("Ada", gold=dice.randrange(2), relic=dice.randrange(2))
        for name in "abc":
            game.room("Ada", name, gold=dice.randrange(3), relic=dice.randrange(3))

        def some() -> tuple[Change, ...]:
            return tuple(
                Change(dice.choice(holds), SPELL, dice.randint(-3, 2), dice.choice(list(Treasure)))
                for _ in range(dice.randrange(3))
            )

        bonus = tuple((treasure, dice.randint(-4, 2)) for treasure in (Treasure.GOLD, Treasure.RELIC))
        changed(game, "Ada", dice.randint(1, 3), *some()).change("Ada", changes=some(), bonus=bonus)
        ada, symbols = game.player("Ada"), symbols_of(game.state, game.player("Ada"), game.catalog)
        counts = treasure_of(game.state, ada, game.catalog)
        assert min(counts.values()) >= 0
        for wanted in ((Treasure.GOLD,), (Treasure.GOLD, Treasure.RELIC)):
            total = sum(number for _, _, number in symbol_parts(ada, wanted, symbols))
            assert total == sum(counts[treasure] for treasure in wanted)


# -- building ----------------------------------------------------------------------------------------------------------


def test_a_room_may_bar_advanced_rooms_from_itself_unless_it_is_silent() -> None:
    """FX-26"""
    game = table().room("Ada", "cave", gold=1, abilities=always(Bars(Barred.ADVANCED_ON_THIS)))
    better, plain = game.new_room("better", advanced=True, gold=1), game.new_room("plain")
    assert why_not_this(game.state, game.player("Ada"), 1, better, game.catalog) == "FX-26"
    assert legal_slots(game.state, game.player("Ada"), plain, game.catalog) == (1, 2)
    changed(game, "Ada", 1, Change(Holds.SILENT, SPELL))
    assert why_not_this(game.state, game.player("Ada"), 1, better, game.catalog) == ""


def test_a_room_may_want_no_monster_room_beside_itself() -> None:
    game = table().room("Ada", "a").room("Ada", "beast", abilities=always(Bars(Barred.MONSTER_BESIDE_THIS)))
    monster, trap = game.new_room("monster"), game.new_room("trap", trap=True)
    ada = game.player("Ada")
    assert [why_not_this(game.state, ada, slot, monster, game.catalog) for slot in (1, 2, 3)] == ["FX-26", "", "FX-26"]
    assert legal_slots(game.state, ada, trap, game.catalog) == (1, 2, 3)


def test_treasure_below_an_advanced_room_is_what_the_room_has_now() -> None:
    """BM-BUILD-7, FX-09, FX-10"""
    game = table().room("Ada", "a", relic=1)
    gilded, holy = game.new_room("gilded", advanced=True, gold=1), game.new_room("holy", advanced=True, relic=1)

    def fits() -> list[bool]:
        ada = game.player("Ada")
        return [not why_not_this(game.state, ada, 1, room, game.catalog) for room in (gilded, holy)]

    assert fits() == [False, True]
    changed(game, "Ada", 1, Change(Holds.TREASURE, SPELL, 1, Treasure.GOLD))
    assert fits() == [True, True]
    changed(game, "Ada", 1, Change(Holds.NO_TREASURE, SPELL))
    assert fits() == [False, False]
    changed(game, "Ada", 1, Change(Holds.NO_TREASURE, SPELL), Change(Holds.ALL_TREASURES, SPELL))
    assert fits() == [True, True]


def test_restrictions_may_not_count_for_a_card_on_a_room_or_in_this_round() -> None:
    """FX-28"""
    game = table().room("Ada", "a", relic=1).room("Ada", "b", relic=1)
    game.tucked("Ada", 2, "Rocky", 1, *always(Frees(Freed.ANY_ON_THIS)))
    gilded = game.new_room("gilded", advanced=True, gold=1)
    cube = game.new_room("cube", advanced=True, gold=1, abilities=always(Frees(Freed.THIS_ON_ANY)))
    assert legal_slots(game.state, game.player("Ada"), gilded, game.catalog) == (2,)
    assert legal_slots(game.state, game.player("Ada"), cube, game.catalog) == (1, 2)
    game.change("Ada", changes=(Change(Holds.FREE_BUILD, SPELL),))
    assert legal_slots(game.state, game.player("Ada"), gilded, game.catalog) == (1, 2)


def test_whoever_may_not_build_in_this_round_builds_nothing() -> None:
    """FX-26"""
    game = table().room("Ada", "a").room("Ben", "b").change("Ada", changes=(Change(Holds.NO_BUILD, SPELL),))
    room, imp = game.new_room("new"), game.new_miniboss("Imp")
    assert legal_slots(game.state, game.player("Ada"), room, game.catalog) == ()
    assert why_not_this(game.state, game.player("Ada"), 1, imp, game.catalog) == "FX-26"
    assert legal_slots(game.state, game.player("Ben"), room, game.catalog) == (1, 2)
    game.state = replace(game.state, changes=(Change(Holds.NO_BUILD, SPELL),))
    assert legal_slots(game.state, game.player("Ben"), room, game.catalog) == ()


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_kept_spell_adds_souls_while_its_condition_holds() -> None:
    """FX-31"""
    game = table()
    kept = game.new_spell("kept", "both")
    says(game, "bm.spell.kept", *always(AddSouls(2), when=(OneOfEachClass(),)))
    game.change("Ada", kept=(kept,), souls=3)
    classes = ("cleric", "fighter", "mage", "thief")
    dead = tuple(game.new_hero(hero_class, hero_class) for hero_class in classes)
    game.change("Ada", dead=dead[:3])
    assert statics.souls(game.state, game.player("Ada"), game.catalog) == 3
    game.change("Ada", dead=dead)
    assert statics.souls(game.state, game.player("Ada"), game.catalog) == 5
    assert statics.extra_souls(game.state, BEN, game.catalog) == 0


def test_minibosses_may_start_higher() -> None:
    """FX-47"""
    game = table().boss("Ada", abilities=always(MinibossStarts(2))).change("Ada", levelled_up=True)
    assert [statics.miniboss_start(game.state, player, game.catalog) for player in (ADA, BEN)] == [2, 1]


def test_a_condition_about_other_rooms_leaves_this_one_out() -> None:
    text = always(AddDamage(1), when=(HasRooms(treasure=Treasure.ARTIFACT, other=True),))
    game = table().room("Ada", "ooze", artifact=1, abilities=text)
    assert damage(game, 1) == 1
    changed(game.room("Ada", "b"), "Ada", 2, Change(Holds.TREASURE, SPELL, 1, Treasure.ARTIFACT))
    assert damage(game, 1) == 2


def test_players_who_are_out_add_nothing() -> None:
    game = table("Ada", "Ben", "Cem").boss("Ben", abilities=always(AddSouls(1, Who.EVERYONE)))
    game.change("Ben", levelled_up=True).phase(Phase.BUILT)
    assert statics.extra_souls(game.state, ADA, game.catalog) == 1
    game.change("Ben", eliminated=True)
    assert statics.extra_souls(game.state, ADA, game.catalog) == 0


def test_no_static_text_of_the_cards_reaches_rooms_of_another_dungeon() -> None:
    """`at_work` looks at one side of the table only when it counts a dungeon."""
    far = (Rooms.ANY_TOP, Rooms.CHOSEN, Rooms.OTHER, Rooms.EVENT, Rooms.UNCOVERED)
    for card in load_catalog():
        steps = [step for ability in card.abilities if ability.when is Trigger.STATIC for step in ability.do]
        assert not [step for step in steps if getattr(step, "rooms", None) in far], card.id
        if not isinstance(card, Hero | Item):
            assert not [step for step in steps if getattr(step, "rooms", None) is Rooms.DUNGEON], card.id
