"""What the bosses of The Next Level do: once at the level-up, or from then on for the rest of the game (rules 7.4)."""

from engine.boss_monster.events import HeroBanned, SpellCancelled, WoundHealed
from engine.boss_monster.state import Phase
from tests.cards.table import CLERIC, EPIC_THIEF, FOUR_ROOMS, GIANT, THIEF, THIEF_6, CardTable


def levelled(boss: str, other: str = "robobo") -> CardTable:
    """Ada's boss levelled up in an earlier round; Ben plays too."""
    return CardTable(Ada=boss, Ben=other).levelled_up("Ada")


def test_doc_scarecrow_discards_a_card_so_that_a_hero_in_town_is_not_lured() -> None:
    table = levelled("doc_scarecrow", "belladonna").dungeon("Ada", "dark_altar", "dark_altar#2").in_town(CLERIC, THIEF)
    table.building("Ada").announces("Ada", "doc_scarecrow")
    assert table.offers == sorted([CLERIC, THIEF])
    table.answer(CLERIC)
    table.settle()
    assert table.hands == ["Ada: discard 1 card"]
    assert [table.short(event.hero) for event in table.seen(HeroBanned)] == [CLERIC]
    assert table.lures()[CLERIC] == ""


def test_doc_scarecrow_is_for_the_build_phase_after_the_level_up_and_stops_only_the_bait() -> None:
    """R-095"""
    early = CardTable(Ada="doc_scarecrow", Ben="robobo").in_town(CLERIC).building("Ada")
    assert early.refuses("Ada", "doc_scarecrow")
    late = levelled("doc_scarecrow").dungeon("Ada", "dark_altar").in_town(CLERIC).at_entrance("Ada", GIANT)
    assert late.adventure_begins().refuses("Ada", "doc_scarecrow")
    moved = levelled("doc_scarecrow").in_town(CLERIC, THIEF).building("Ada")
    moved.announces("Ada", "doc_scarecrow", CLERIC)
    moved.settle()
    moved.uses("Ben", "princess_in_peril", CLERIC)
    assert moved.entrance("Ben") == [CLERIC]


def test_belladonna_must_heal_a_wound_of_her_choice_at_the_level_up() -> None:
    """R-091: also an epic one."""
    table = CardTable(Ada="belladonna", Ben="robobo").wounds("Ada", THIEF_6, EPIC_THIEF)
    table.levels_up("Ada")
    assert table.offers == sorted([THIEF_6, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    assert len(table.seen(WoundHealed)) == 1
    assert table.score("Ada") == (2, 1)


def test_torix_may_take_every_monster_room_that_is_destroyed_by_anyone() -> None:
    table = levelled("torix_uzkali").dungeon("Ben", "golem_factory", "dark_altar", "boulder_ramp")
    table.at_entrance("Ben", GIANT).adventure_begins().walks_to("boulder_ramp")
    table.announces("Ben", "boulder_ramp", "golem_factory")
    table.settle()
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer("yes")
    assert table.hands == ["Ada: take_it 1 card [golem_factory]"]


def test_torix_leaves_trap_rooms_alone() -> None:
    table = levelled("torix_uzkali").dungeon("Ben", "dark_altar", "boulder_ramp")
    table.at_entrance("Ben", GIANT).adventure_begins().walks_to("boulder_ramp")
    table.announces("Ben", "boulder_ramp")
    table.answers_if_asked("dark_altar")
    table.settle()
    assert table.rooms("Ben") == ["boulder_ramp"]
    assert not table.offers


def test_torix_may_take_a_monster_room_that_anyone_discards() -> None:
    table = levelled("torix_uzkali").dungeon("Ben", "witchs_kitchen").at_entrance("Ben", GIANT).adventure_begins()
    table.announces("Ben", "witchs_kitchen")
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer("yes")
    assert "Ada: take_it 1 card" in table.hands


def test_torix_is_not_asked_about_spells_that_are_discarded() -> None:
    table = levelled("torix_uzkali").dungeon("Ben", "observatory").at_entrance("Ben", GIANT).adventure_begins()
    table.announces("Ben", "observatory")
    assert not table.offers
    assert table.hands == ["Ben: discard 1 spell", "Ben: draw 1 spell"]


def test_killa_strengthens_the_last_room_while_it_has_three_wounds() -> None:
    """R-105"""
    table = levelled("killa").dungeon("Ada", "golem_factory", "dark_altar").wounds("Ada", THIEF, EPIC_THIEF)
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("golem_factory", 2), ("dark_altar", 1 + 3)]
    fewer = levelled("killa").dungeon("Ada", "golem_factory", "dark_altar").wounds("Ada", EPIC_THIEF)
    fewer.at_entrance("Ada", GIANT).walks_through()
    assert fewer.hits() == [("golem_factory", 2), ("dark_altar", 1)]


def test_killas_strength_moves_left_when_the_last_room_is_deactivated() -> None:
    """R-105"""
    table = levelled("killa").dungeon("Ada", "dragon_hatchery", "golem_factory", "dark_altar")
    table.wounds("Ada", THIEF, EPIC_THIEF).deactivated("Ada", "dark_altar").at_entrance("Ada", GIANT).walks_through()
    assert [hit for hit in table.hits() if hit[1]] == [("golem_factory", 2 + 3)]


def test_killa_is_an_ordinary_boss_before_the_level_up() -> None:
    table = CardTable(Ada="killa", Ben="robobo").dungeon("Ada", "golem_factory").wounds("Ada", THIEF, EPIC_THIEF)
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("golem_factory", 2)]


def test_shellda_may_swap_two_rooms_of_one_dungeon_at_the_end_of_each_round() -> None:
    rooms = ("golem_factory", "witchs_kitchen", "open_grave")
    table = levelled("shellda").dungeon("Ada", "dark_altar", "dark_altar#2").dungeon("Ben", *rooms)
    table.walks_through()
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer("yes")
    table.answer("open_grave")
    assert table.offers == ["golem_factory", "witchs_kitchen"]
    table.answer("golem_factory")
    assert table.rooms("Ben") == ["open_grave", "witchs_kitchen", "golem_factory"]
    assert table.state.phase is Phase.ROUND_END


def test_smoake_may_draw_a_room_each_time_its_owner_builds_a_monster_room() -> None:
    table = levelled("smoake").dungeon("Ada", "dark_altar")
    table.builds("Ada", "dragon_hatchery")
    assert table.offers == ["no", "yes"]
    table.answer("yes")
    assert table.hands == ["Ada: draw 1 room"]
    trap = levelled("smoake").dungeon("Ada", "dark_altar")
    trap.builds("Ada", "open_grave")
    foreign = levelled("smoake").dungeon("Ada", "dark_altar")
    foreign.builds("Ben", "dragon_hatchery")
    assert not trap.offers and not foreign.offers


def test_kazanna_must_discard_the_hand_and_draws_three_spells() -> None:
    """R-104"""
    table = CardTable(Ada="kazanna", Ben="robobo")
    table.levels_up("Ada")
    assert not table.offers
    assert table.hands == ["Ada: discard_hand 1 card", "Ada: draw 3 spell"]


def test_dr_timebender_discards_a_spell_to_prevent_one_once_per_round() -> None:
    """R-096: it is no spell, so nobody can prevent it."""
    table = levelled("dr_timebender").dungeon("Ada", "golem_factory").building("Ben")
    table.announces("Ben", "freeze")
    table.announces("Ada", "dr_timebender")
    assert [event.by for event in table.seen(SpellCancelled)] == [table.id_of("Ada")]
    assert table.hands == ["Ada: discard 1 spell"]
    table.announces("Ben", "freeze#2")
    assert table.refuses("Ada", "dr_timebender")


def test_nicolius_may_draw_a_spell_when_an_opponent_gained_two_souls_more() -> None:
    table = levelled("nicolius").dungeon(
        "Ben", "hatchlings_hoard", "neanderthal_cave", "beast_menagerie", "dracolich_lair"
    )
    table.at_entrance("Ben", EPIC_THIEF).walks_through()
    assert table.score("Ben") == (2, 0)
    assert (table.asked, table.offers) == ("Ada", ["no", "yes"])
    table.answer("yes")
    assert table.hands == ["Ada: draw 1 spell"]
    fewer = levelled("nicolius").dungeon("Ben", "beast_menagerie").at_entrance("Ben", THIEF)
    fewer.walks_through()
    assert fewer.score("Ben") == (1, 0)
    assert not fewer.offers


def test_porkus_exchanges_a_soul_for_any_hero_of_the_hero_decks() -> None:
    """R-110: also for an epic one."""
    table = CardTable(Ada="porkus", Ben="robobo").souls("Ada", THIEF, THIEF_6).souls("Ben", CLERIC)
    table.levels_up("Ada")
    assert table.offers == sorted([THIEF, THIEF_6])
    table.answer(THIEF)
    assert EPIC_THIEF in table.offers
    table.answer(EPIC_THIEF)
    assert table.score("Ada") == (1 + 2, 0)
    assert table.copy(THIEF) in table.state.removed


def test_angstigoth_draws_a_room_when_it_kills_a_hero_once_per_round() -> None:
    table = levelled("angstigoth").dungeon("Ada", "beast_menagerie").at_entrance("Ada", THIEF, CLERIC)
    table.walks_through()
    assert table.score("Ada") == (2, 0)
    assert table.hands == ["Ada: draw 1 room"]
    foreign = levelled("angstigoth").dungeon("Ben", "beast_menagerie").at_entrance("Ben", THIEF)
    foreign.walks_through()
    assert foreign.hands == []


def test_eclipse_strengthens_the_room_that_comes_to_light_when_its_owner_destroys_one() -> None:
    table = levelled("eclipse").dungeon("Ada", "dark_altar over golem_factory", "open_grave").building("Ada")
    table.uses("Ada", "dark_altar")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("golem_factory", 2 + 3), ("open_grave", 2)]


def test_eclipse_is_not_for_rooms_that_somebody_else_destroys() -> None:
    table = levelled("eclipse", "robobo").dungeon("Ada", "dark_altar over golem_factory", "open_grave")
    table.levels_up("Ben")
    table.answer("dark_altar")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("golem_factory", 2), ("open_grave", 2)]


def test_the_first_level_up_comes_with_the_fifth_room_and_lasting_ones_hold_from_then_on() -> None:
    """R-014"""
    table = CardTable(Ada="eclipse", Ben="robobo")
    table.levels_up("Ada")
    assert table.player("Ada").levelled_up
    assert table.rooms("Ada") == ["dragon_hatchery#3", *FOUR_ROOMS]
