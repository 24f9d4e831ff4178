"""The twenty points at which cards are mechanically awkward, each with the part that is easily got wrong.

More about single cards is in the tests of their sets; the docstring of each test here names its point.
"""

import ast
from pathlib import Path

import pytest

from engine.boss_monster.commands import FinishBuild
from engine.boss_monster.events import HeroDied, HeroSkipped, HeroSurvived, LeveledUp, SpellCancelled
from tests.cards.side_table import MONSTER, TRAP, TRAP_B, SideTable
from tests.cards.table import CLERIC, EPIC_THIEF, FOUR_ROOMS, GIANT, MAGE, THIEF, THIEF_6, CardTable

POINTS = {
    1: ("counterspell", "all_seeing_eye", "antimagic_zone", "dr_timebender"),
    2: ("minotaurs_maze",),
    3: ("freeze", "frostbat_cave", "bone_crank"),
    4: ("the_crushinator",),
    5: ("recycling_center",),
    6: ("jackpot_stash", "decapitator", "secret_stash", "spirit_dragon"),
    7: ("kobold_strike",),
    8: ("motivation", "construction_zone"),
    9: ("surprise_gift",),
    10: ("wild_monster", "fangroot_garden", "brassknuckle"),
    11: ("torix_uzkali", "imp_temple", "imp_hoard"),
    12: ("jeopardy",),
    13: ("zombie_attack", "zombie_prison"),
    14: ("teleportation", "warp_tube", "another_castle", "pause"),
    15: ("monsters_ballroom", "elemental_generator", "druid", "swordmage", "claws_of_the_berserker"),
    16: ("archer", "shortcut", "boots_of_jumping", "ten_foot_pole"),
    17: ("blockpile_puzzle", "cursed_tomb", "eclipse", "celestial_map"),
    18: ("extra_life", "vorpal_blade", "magic_mirror"),
    19: ("klonos", "respawn", "the_omega_42", "rocky"),
    20: ("paywall", "scott", "short_circuit", "traitor"),
    21: ("the_fool", "the_brothers", "demigod", "training_camp", "rage", "ravenus", "caged_gundarf", "ghoulyard"),
}
"""The cards of each point; 21 are those with lures of their own and those that double."""


def test_every_point_and_every_card_of_it_has_tests() -> None:
    here = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    told = " ".join(ast.get_docstring(node) or "" for node in here.body if isinstance(node, ast.FunctionDef))
    assert [point for point in POINTS if f"Point {point}:" not in told] == []
    files = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    names = [card for cards in POINTS.values() for card in cards]
    assert [name for name in names if sum(file.count(f'"{name}') for file in files) < 2] == [], "only in the list above"


@pytest.mark.parametrize("answer", ["counterspell", "all_seeing_eye", "antimagic_zone", "dr_timebender"])
def test_a_spell_is_prevented_out_of_turn_from_hand_dungeon_or_boss(answer: str) -> None:
    """Point 1: the player with the lowest XP acts before the spell of the active player takes place."""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="dr_timebender").levelled_up("Cara")
    table.dungeon("Ada", "golem_factory").dungeon("Cara", "all_seeing_eye").building(table.state.players[0].name)
    spender = table.state.players[0].name if table.state.players[0].name != "Cara" else "Ben"
    table.announces(spender, "freeze", "golem_factory")
    table.announces("Cara", answer)
    assert [table.short(event.by or "") for event in table.seen(SpellCancelled)] == ["Cara"]
    assert not table.state.announced and not table.player("Ada").dungeon[0].deactivated


def test_each_hero_is_hit_twice_by_the_room_before_the_maze() -> None:
    """Point 2: once for each hero and round, and the way back needs an active room on the left."""
    table = CardTable().dungeon("Ada", "golem_factory", "minotaurs_maze", "dark_altar")
    table.at_entrance("Ada", GIANT, EPIC_THIEF).walks_through()
    way = [("golem_factory", 2), ("golem_factory", 2), ("minotaurs_maze", 0), ("dark_altar", 1)]
    assert table.hits() == way and table.hits(EPIC_THIEF) == way
    frozen = CardTable().dungeon("Ada", "golem_factory", "minotaurs_maze").at_entrance("Ada", GIANT)
    frozen.deactivated("Ada", "golem_factory").walks_through()
    assert frozen.hits()[-1] == ("minotaurs_maze", 0) and len(frozen.hits()) <= 2


@pytest.mark.parametrize("by", ["freeze", "frostbat_cave", "bone_crank"])
def test_a_deactivated_room_is_a_hole_that_no_neighbour_reaches_across(by: str) -> None:
    """Point 3: the Goblin Armory on one side no longer strengthens anything, and the symbols are gone."""
    table = SideTable().dungeon("Ada", MONSTER, "golem_factory", "goblin_armory").dungeon("Ben", TRAP)
    table.building("Ada")
    if by == "freeze":
        table.uses("Ben", "freeze", "golem_factory")
    elif by == "frostbat_cave":
        table.dungeon("Ben", TRAP, "frostbat_cave").uses("Ben", "frostbat_cave", "golem_factory")
    else:
        table.builds("Ben", "bone_crank")
        table.answers_if_asked("allow")  # whether the card fits there is not known
        table.answer("golem_factory")
    assert table.player("Ada").dungeon[1].deactivated
    assert (table.deals("Ada", "golem_factory"), table.deals("Ada", MONSTER)) == (0, 2)


def test_the_bonus_of_the_crushinator_holds_for_a_room_that_is_built_later_too() -> None:
    """Point 4: the whole dungeon is stronger, whatever lies there when the hero comes."""
    table = CardTable().dungeon("Ada", "dragon_hatchery", "the_crushinator", "dark_altar").building("Ada")
    table.uses("Ada", "the_crushinator", "dark_altar")
    table.builds("Ada", "golem_factory")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("golem_factory", 4), ("dragon_hatchery", 2), ("the_crushinator", 4)]


def test_the_recycling_center_draws_for_every_cost_but_not_for_its_own_end() -> None:
    """Point 5: it is itself no other room."""
    table = CardTable().dungeon("Ada", "recycling_center", "the_crushinator", "dark_altar", "golem_factory")
    table.building("Ada").uses("Ada", "dark_altar")
    table.answers_if_asked("yes")
    table.uses("Ada", "the_crushinator", "golem_factory", "yes")
    assert table.hands.count("Ada: draw 2 room") == 2
    table.uses("Ada", "the_crushinator")
    assert table.rooms("Ada") == ["the_crushinator"]
    assert table.hands.count("Ada: draw 2 room") == 2


def test_added_symbols_double_and_a_room_without_treasure_has_none_to_double() -> None:
    """Point 6: what comes later changes what is there by then."""
    table = SideTable().dungeon("Ada", "jackpot_stash", "open_grave").in_town(MAGE).building("Ada")
    table.uses("Ada", "secret_stash", "open_grave", "spellbook")
    table.uses("Ada", "jackpot_stash")
    table.lures()
    assert table.symbols(MAGE)["Ada"] == 2
    bare = SideTable().dungeon("Ada", "jackpot_stash", "golem_factory").dungeon("Ben", "decapitator", TRAP)
    bare.in_town(THIEF).building("Ada").uses("Ben", "decapitator", "golem_factory")
    bare.uses("Ada", "jackpot_stash")
    bare.lures()
    assert bare.symbols(THIEF)["Ada"] == 1, "only the boss has gold"
    other = SideTable().dungeon("Ada", "jackpot_stash", "golem_factory").in_town(MAGE).building("Ada")
    other.uses("Ada", "spirit_dragon", "golem_factory")
    other.uses("Ada", "jackpot_stash")
    other.lures()
    assert other.symbols(MAGE)["Ada"] == 2


def test_kobold_strike_takes_two_face_down_cards_back_and_stops_whoever_comes_later() -> None:
    """Point 7: also the second one of Motivation."""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "motivation")
    table.do(FinishBuild(table.id_of("Ada"), 2, more=(3,)))
    table.uses("Ben", "kobold_strike")
    assert table.player("Ada").all_face_down == ()
    assert table.cannot_place("Ben", 3)


def test_motivation_and_construction_zone_make_three_rooms_of_one_round() -> None:
    """Point 8: two before the reveal, each on its own slot, and one after it, even over the new room."""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "motivation")
    table.do(FinishBuild(table.id_of("Ada"), 2, more=(3,)), FinishBuild(table.id_of("Ben")))
    table.reveals(("Ada", 2, "construction_zone"), ("Ada", 3, "dark_laboratory"))
    table.lays("Ada", "dragon_hatchery", over="construction_zone")
    assert table.rooms("Ada") == ["dark_laboratory", "dragon_hatchery", "golem_factory"]


def test_a_surprise_gift_may_be_the_fifth_room_of_nobody_and_its_effect_is_the_receivers() -> None:
    """Point 9: it lies on a room of the receiver, whose built effect it brings; the giver gets nothing."""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "surprise_gift")
    ada, ben = table.id_of("Ada"), table.id_of("Ben")
    table.do(FinishBuild(ada, 1, on=ben), FinishBuild(ben, 3))
    table.reveals(("Ben", 1, "dark_laboratory"), ("Ben", 3, "monstrous_monument"))
    assert len(table.rooms("Ada")) == 1 and len(table.rooms("Ben")) == 3
    assert all(told.startswith("Ben:") for told in table.hands) and len(table.hands) == 3


def test_a_room_built_for_a_dead_hero_levels_its_owner_up_and_hits_the_next_hero() -> None:
    """Point 10: the queue behind meets the dungeon as it is now."""
    table = CardTable(Ada="kazanna", Ben="robobo")
    table.dungeon("Ada", "neanderthal_cave", "fangroot_garden", *FOUR_ROOMS[2:]).at_entrance("Ada", THIEF, GIANT)
    table.adventure_begins()
    while not table.offers:
        table.walks_on()
    table.lays("Ada", "golem_factory")
    assert len(table.seen(LeveledUp)) == 1
    table.walks_through()
    assert table.hits()[0] == ("golem_factory", 2)


def test_imp_hoard_and_torix_compete_for_a_monster_room_that_an_opponent_discards() -> None:
    """Point 11: in turn order, and what one takes the other does not get."""
    table = SideTable(Ada="torix_uzkali", Ben="gorgona", Cara="robobo").levelled_up("Ada")
    table.dungeon("Ben", "imp_hoard").dungeon("Cara", "witchs_kitchen").at_entrance("Cara", GIANT).adventure_begins()
    table.announces("Cara", "witchs_kitchen")
    first = table.asked
    table.answer("yes")
    assert not table.offers
    assert [told for told in table.trusted() if "take_it" in told] == [f"{first} take_it 1 card"]


def test_jeopardy_is_prevented_as_a_whole() -> None:
    """Point 12: then nobody discards, and who waits for discards hears nothing."""
    table = CardTable(Ada="gorgona", Ben="torix_uzkali").levelled_up("Ben").building("Ada")
    table.announces("Ada", "jeopardy")
    table.announces("Ben", "counterspell")
    table.settle()
    assert table.hands == [] and not table.offers


@pytest.mark.parametrize(("turn", "walked"), [("to come", True), ("over", False)])
def test_a_zombie_walks_in_this_round_if_the_turn_of_its_dungeon_is_still_to_come(turn: str, walked: bool) -> None:
    """Point 13: otherwise it waits at the entrance for the next one."""
    table = CardTable()
    first, second = (player.name for player in table.state.players)
    owner, other = (second, first) if turn == "to come" else (first, second)
    table.dungeon(owner, "golem_factory").dungeon(other, "dark_altar", "zombie_prison")
    table.at_entrance(other, GIANT).at_entrance(owner, CLERIC).souls(owner, THIEF_6).adventure_begins()
    while table.state.active != table.id_of(other):
        table.walks_on()
    table.uses(other, "zombie_prison")
    table.walks_through()
    assert bool(table.hits(THIEF_6)) is walked
    assert (THIEF_6 in table.entrance(owner)) is not walked


def test_a_zombie_attack_of_the_build_phase_is_for_this_round() -> None:
    """Point 13: its hero walks behind those who wait already, and scores again."""
    table = CardTable().dungeon("Ben", "neanderthal_cave", "beast_menagerie").souls("Ben", THIEF)
    table.at_entrance("Ben", CLERIC).building("Ada").uses("Ada", "zombie_attack")
    assert table.score("Ben") == (0, 0)
    table.walks_through()
    assert [table.short(event.hero) for event in table.seen(HeroDied)] == [CLERIC, THIEF]
    assert table.score("Ben") == (2, 0)


@pytest.mark.parametrize(
    ("card", "kept"), [("teleportation", True), ("warp_tube", True), ("another_castle", True), ("pause", False)]
)
def test_a_hero_that_is_sent_elsewhere_keeps_its_damage_unless_the_card_heals_it(card: str, kept: bool) -> None:
    """Point 14: golem factory and warp tube dealt three."""
    table = CardTable().dungeon("Ada", "golem_factory", "warp_tube", "dark_altar").dungeon("Ben", "open_grave")
    table.at_entrance("Ada", GIANT).adventure_begins().walks_to("warp_tube")
    table.uses("Ada", card)
    walk, mark = table.state.walk, table.state.mark(table.copy(GIANT))
    damage = walk.damage if walk is not None else mark.damage
    assert damage == {"teleportation": 5, "warp_tube": 5, "another_castle": 3 + 2, "pause": 0}[card]
    assert (damage > 0) is kept


def test_values_change_while_a_hero_stands_in_the_room() -> None:
    """Point 15: spells leave the hand, monster rooms leave the dungeon, and what was dealt stays dealt."""
    druid = CardTable().dungeon("Ada", "elemental_generator").at_entrance("Ada", "druid").adventure_begins()
    if druid.offers:
        druid.answer("2")
    hit = druid.hits("druid")
    assert hit and hit[0][1] > 0
    claws = SideTable().dungeon("Ada", "golem_factory", "monsters_ballroom", "neanderthal_cave")
    claws.at_entrance("Ada", GIANT).equipped(GIANT, "claws_of_the_berserker").adventure_begins()
    claws.walks_to("monsters_ballroom")
    before = claws.hits()[-1]
    claws.uses("Ada", "cave_in", "neanderthal_cave")
    assert claws.hits()[-1] == before == ("monsters_ballroom", 3)
    mage = CardTable().dungeon("Ada", "golem_factory", "dark_altar").at_entrance("Ada", "swordmage").adventure_begins()
    grown = mage.catalog[mage.copy("swordmage")]
    mage.uses("Ben", "shortcut")
    mage.walks_through()
    assert [event.health > grown.health for event in mage.seen(HeroSurvived)] == [True]  # type: ignore[attr-defined]


@pytest.mark.parametrize("how", ["archer", "shortcut", "boots_of_jumping"])
def test_a_skipped_room_is_neither_entered_nor_survived(how: str) -> None:
    """Point 16: it deals nothing and does nothing, and its owner draws as if nobody had come."""
    hero = "archer" if how == "archer" else GIANT
    table = SideTable().dungeon("Ada", TRAP, "inner_sanctum").at_entrance("Ada", hero)
    if how == "boots_of_jumping":
        table.equipped(hero, how)
    table.adventure_begins()
    if how == "shortcut":
        table.uses("Ben", "shortcut")
    table.walks_through()
    assert [table.short(event.room) for event in table.seen(HeroSkipped)] == ["inner_sanctum"]
    table.answers_if_asked("yes")
    assert any("draw" in told for told in table.trusted())


def test_ten_foot_pole_makes_a_hole_where_the_first_trap_was() -> None:
    """Point 16: the room is not skipped but no room any more, so the hero goes on behind it."""
    table = SideTable().dungeon("Ada", TRAP, MONSTER, TRAP_B).at_entrance("Ada", GIANT).equipped(GIANT, "ten_foot_pole")
    table.walks_through()
    assert [room for room, damage in table.hits() if damage] == [MONSTER, TRAP_B]
    assert table.seen(HeroSkipped) == []


def test_the_chain_of_the_round_end_goes_on_until_nothing_is_left_to_answer() -> None:
    """Point 17: a puzzle destroys a map, the map under it comes to light and goes as well."""
    table = SideTable(Ada="eclipse", Ben="robobo").levelled_up("Ada")
    table.dungeon("Ada", "blockpile_puzzle", f"cursed_tomb over celestial_map over {TRAP}").building("Ada")
    table.nobody_builds()
    table.walks_through()
    while table.offers:
        table.answer("cursed_tomb" if "cursed_tomb" in table.offers else table.offers[-1])
    assert "cursed_tomb" not in table.rooms("Ada")
    assert any(told.startswith("Ben discard") for told in table.trusted())


def test_a_saved_hero_is_no_soul_and_a_wound_of_the_blade_counts_only_at_the_judging() -> None:
    """Point 18: and the mirror turns the dungeon round for good."""
    saved = SideTable().dungeon("Ada", "neanderthal_cave", "beast_menagerie").at_entrance("Ada", THIEF)
    saved.equipped(THIEF, "extra_life").walks_through()
    assert (saved.score("Ada"), saved.town()) == ((0, 0), [THIEF])
    blade = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", THIEF_6).equipped(THIEF_6, "vorpal_blade")
    blade.walks_through()
    assert blade.score("Ada") == (0, 1)
    mirror = SideTable().dungeon("Ada", TRAP, MONSTER, TRAP_B).at_entrance("Ada", GIANT)
    mirror.equipped(GIANT, "magic_mirror").walks_through()
    assert mirror.rooms("Ada") == [TRAP_B, MONSTER, TRAP]


@pytest.mark.parametrize("card", ["respawn", "the_omega_42"])
def test_a_built_effect_happens_again_for_the_owner_of_the_card(card: str) -> None:
    """Point 19: the room is not built, so who listens to new rooms hears nothing."""
    table = SideTable(Ada="smoake", Ben="robobo").levelled_up("Ada").dungeon("Ada", "the_omega_42", "dark_laboratory")
    table.building("Ada").uses("Ada", card)
    told = [told for told in table.trusted() if "spell" in told]
    assert told == ["Ada draw 2 spell", "Ada discard 1 spell"]
    assert not any("draw 1 room" in told for told in table.trusted())


def test_klonos_gains_what_happens_later_too_and_rocky_repeats_it() -> None:
    """Point 19: a copied level-up is the copier's own from then on."""
    table = SideTable(Ada="klonos", Ben="angstigoth").levelled_up("Ben")
    table.levels_up("Ada")
    while table.offers:
        table.answer(table.offers[-1])
    assert table.player("Ada").copied == (table.copy("angstigoth"),)
    rocky = SideTable().dungeon("Ada", "neanderthal_cave", MONSTER, "dark_laboratory").at_entrance("Ada", THIEF)
    rocky.tucked_under("Ada", MONSTER, "rocky", level=2).walks_through()
    while rocky.offers:
        rocky.answer("dark_laboratory" if "dark_laboratory" in rocky.offers else rocky.offers[0])
    assert "Ada draw 2 spell" in rocky.trusted()


def test_others_pay_at_open_moments_and_change_what_happens_next() -> None:
    """Point 20: before the hero is there it counts, afterwards what was dealt stays dealt."""
    late = SideTable().coins("Ben", 3).dungeon("Ada", "paywall", TRAP).at_entrance("Ada", GIANT).adventure_begins()
    (room, dealt), *_ = late.hits()
    late.uses("Ben", "paywall", "2")
    assert late.hits() == [(room, dealt)]
    assert late.deals("Ada", "paywall") == dealt - 2
    scott = SideTable(Ada="scott", Ben="robobo").levelled_up("Ada").dungeon("Ada", TRAP).coins("Ben", 1)
    scott.at_entrance("Ada", GIANT).adventure_begins()
    scott.uses("Ben", "scott", "yes")
    assert scott.hits() == [(TRAP, 3)] and scott.deals("Ada", TRAP) == 2


def test_a_spell_that_cannot_be_paid_is_lost_and_a_traitor_brings_the_level_along() -> None:
    """Point 20: the coins are asked for when the spell takes place."""
    broke = SideTable().dungeon("Ada", TRAP).dungeon("Ben", MONSTER).coins("Ben", 0).building("Ada")
    broke.announces("Ben", "freeze", TRAP)
    broke.announces("Ada", "short_circuit")
    broke.settle()
    assert not broke.player("Ada").dungeon[0].deactivated
    table = SideTable().dungeon("Ada", TRAP).dungeon("Ben", MONSTER).tucked_under("Ben", MONSTER, "spike", level=2)
    table.coins("Ada", 5).building("Ada").uses("Ada", "traitor")
    while table.offers:
        table.answer(table.offers[0])
    assert (table.level(TRAP), table.level(MONSTER)) == (2, 0)


def test_additions_come_before_doubling_whatever_came_first() -> None:
    """Point 21: Training Camp doubles what a Crushinator adds later."""
    table = SideTable().dungeon("Ada", "the_crushinator", MONSTER, "dragon_hatchery", TRAP).building("Ada")
    table.uses("Ada", "training_camp", "dragon_hatchery")
    before = table.deals("Ada", "dragon_hatchery")
    table.uses("Ada", "the_crushinator", TRAP)
    assert (before, table.deals("Ada", "dragon_hatchery")) == (0, 4)
