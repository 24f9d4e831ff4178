"""Rooms of The Next Level that their owner uses: what they cost, what they give, how often (TR-18)."""

import pytest

from engine.boss_monster.events import HeroSurvived, RoomTurned, SpellCancelled
from tests.cards.table import CLERIC, EPIC_THIEF, GIANT, THIEF, CardTable


@pytest.mark.parametrize(
    ("room", "told"),
    [
        ("dark_portal", ["Ada: discard 1 spell", "Ada: take_discarded 1 room"]),
        ("observatory", ["Ada: discard 1 spell", "Ada: draw 1 spell"]),
        ("deadly_treadmill", ["Ada: discard 1 room", "Ada: draw 1 room"]),
    ],
)
def test_rooms_that_change_a_card_for_another_once_per_round(room: str, told: list[str]) -> None:
    table = CardTable().dungeon("Ada", room).building("Ada")
    table.uses("Ada", room)
    assert table.hands == told
    assert table.refuses("Ada", room)


@pytest.mark.parametrize(
    ("room", "sort", "target", "others"),
    [
        ("rust_monster_pen", "monster_room", "dark_altar", {"open_grave"}),
        ("bullet_builder", "trap_room", "golem_factory", {"neanderthal_cave"}),
    ],
)
def test_rust_monster_pen_and_bullet_builder_weaken_a_room_of_the_other_type_once_per_round(
    room: str, sort: str, target: str, others: set[str]
) -> None:
    table = CardTable().dungeon("Ada", room).dungeon("Ben", target, *others).building("Ada")
    table.announces("Ada", room)
    assert set(table.offers) == {target, *others}
    table.answer(target)
    table.settle()
    assert table.hands == [f"Ada: discard 1 {sort}"]
    assert table.refuses("Ada", room)
    table.at_entrance("Ben", GIANT).walks_through()
    assert table.hits()[0] == (target, {"dark_altar": 0, "golem_factory": 1}[target])


def test_damage_never_falls_below_zero() -> None:
    """R-111"""
    table = CardTable().dungeon("Ada", "rust_monster_pen").dungeon("Ben", "save_point", "dark_altar").building("Ada")
    table.uses("Ada", "rust_monster_pen", "save_point")
    table.at_entrance("Ben", GIANT).walks_through()
    assert table.hits() == [("save_point", 0), ("dark_altar", 1)]


def test_wreck_room_destroys_another_room_for_a_room_card_once_per_round() -> None:
    table = (
        CardTable()
        .dungeon("Ada", "wreck_room", "open_grave", "golem_factory")
        .dungeon("Ben", "dark_altar")
        .building("Ada")
    )
    table.announces("Ada", "wreck_room")
    assert table.offers == ["golem_factory", "open_grave"]
    table.answer("open_grave")
    assert table.rooms("Ada") == ["wreck_room", "golem_factory"]
    assert table.hands == ["Ada: draw 1 room"]
    assert table.refuses("Ada", "wreck_room")


def test_chump_chomper_destroys_another_room_for_four_damage_once_per_round() -> None:
    table = CardTable().dungeon("Ada", "chump_chomper", "open_grave", "golem_factory").dungeon("Ben", "dark_altar")
    table.building("Ada").announces("Ada", "chump_chomper")
    assert table.offers == ["golem_factory", "open_grave"]
    table.answer("open_grave")
    assert table.refuses("Ada", "chump_chomper")
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [("chump_chomper", 2 + 4), ("golem_factory", 2)]


def test_the_smashinator_destroys_all_other_visible_active_rooms_for_six_damage() -> None:
    """R-122: neither covered nor deactivated ones."""
    table = CardTable().dungeon(
        "Ada", "open_grave over dark_altar", "golem_factory", "the_smashinator", "witchs_kitchen"
    )
    table.deactivated("Ada", "witchs_kitchen").building("Ada")
    table.uses("Ada", "the_smashinator")
    assert table.rooms("Ada") == ["dark_altar", "the_smashinator", "witchs_kitchen"]
    assert table.refuses("Ada", "the_smashinator")
    table.at_entrance("Ada", GIANT).walks_through()
    assert [hit for hit in table.hits() if hit[1]] == [("dark_altar", 1), ("the_smashinator", 3 + 6)]


def test_the_arena_adds_the_damage_of_a_monster_room_that_is_shown_from_the_hand() -> None:
    """R-120: the card stays in hand."""
    table = CardTable().dungeon("Ada", "the_arena").at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.announces("Ada", "the_arena")
    table.answer("3")
    table.settle()
    assert table.hands == ["Ada: show 1 monster_room"]
    assert table.refuses("Ada", "the_arena")
    table.walks_through()
    assert (table.hits(GIANT), table.hits(THIEF)) == ([("the_arena", 2)], [("the_arena", 5)])


def test_antimagic_zone_is_discarded_from_the_hand_to_prevent_a_spell() -> None:
    """R-086, R-006"""
    table = CardTable().dungeon("Ada", "golem_factory").building("Ada")
    assert table.refuses("Ben", "antimagic_zone") == "nothing_announced"
    table.announces("Ada", "freeze")
    table.announces("Ben", "antimagic_zone")
    assert [event.by for event in table.seen(SpellCancelled)] == [table.id_of("Ben")]
    assert not table.player("Ada").dungeon[0].deactivated


# -- destroy this room -------------------------------------------------------------------------------------------------


def test_haunted_hall_is_destroyed_to_send_the_hero_inside_back_to_town() -> None:
    table = CardTable().dungeon("Ada", "haunted_hall", "open_grave").at_entrance("Ada", GIANT).adventure_begins()
    table.announces("Ada", "haunted_hall")
    table.answers_if_asked(GIANT)
    assert table.town() == [GIANT]
    assert table.rooms("Ada") == ["open_grave"]
    assert table.hits() == [("haunted_hall", 2)]


def test_warp_tube_is_destroyed_to_send_the_hero_inside_back_to_the_first_room() -> None:
    table = CardTable().dungeon("Ada", "golem_factory", "warp_tube", "open_grave").at_entrance("Ada", GIANT)
    table.adventure_begins().walks_to("warp_tube")
    table.announces("Ada", "warp_tube")
    table.answers_if_asked(GIANT)
    assert table.rooms("Ada") == ["golem_factory", "open_grave"]
    assert table.walker() == (GIANT, "golem_factory", 2 + 1 + 2)
    table.walks_through()
    assert [room for room, _ in table.hits()] == ["golem_factory", "warp_tube", "golem_factory", "open_grave"]


@pytest.mark.parametrize("room", ["haunted_hall", "warp_tube"])
def test_they_need_a_hero_inside(room: str) -> None:
    table = CardTable().dungeon("Ada", "golem_factory", room).at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", room) == "no_target"


def test_lost_library_is_destroyed_for_two_spells_of_which_one_is_discarded() -> None:
    table = CardTable().dungeon("Ada", "lost_library").building("Ada")
    table.uses("Ada", "lost_library")
    assert table.rooms("Ada") == []
    assert table.hands == ["Ada: draw 2 spell", "Ada: discard 1 spell"]


def test_frostbat_cave_is_destroyed_to_deactivate_a_room_of_any_dungeon() -> None:
    table = CardTable().dungeon("Ada", "frostbat_cave", "dark_altar").dungeon("Ben", "golem_factory").building("Ada")
    table.announces("Ada", "frostbat_cave")
    assert table.offers == ["dark_altar", "golem_factory"]
    table.answer("golem_factory")
    table.settle()
    assert table.rooms("Ada") == ["dark_altar"]
    assert [(table.short(event.room), event.deactivated) for event in table.seen(RoomTurned)] == [
        ("golem_factory", True)
    ]


def test_frostbat_cave_can_delay_a_level_up() -> None:
    """R-100, R-013: it comes with the next end of a build phase in which all five rooms work (A-18)."""
    rooms = ("hatchlings_hoard", "hatchlings_hoard#2", "dragon_hatchery", "dragon_hatchery#2")
    table = (
        CardTable(Ada="kazanna", Ben="robobo").dungeon("Ada", *rooms).dungeon("Ben", "frostbat_cave").building("Ada")
    )
    table.uses("Ben", "frostbat_cave", "dragon_hatchery")
    table.builds("Ada", "dragon_hatchery#3")
    assert not table.player("Ada").levelled_up
    table.walks_through()
    table.next_round(THIEF, CLERIC)
    table.nobody_builds()
    assert table.player("Ada").levelled_up
    assert table.hands == ["Ada: discard_hand 1 card", "Ada: draw 3 spell"]


def test_decapitator_is_destroyed_in_the_build_phase_so_that_a_room_has_no_treasure() -> None:
    table = CardTable(Ada="kazanna", Ben="robobo").dungeon("Ada", "decapitator", "open_grave").in_town(CLERIC)
    table.dungeon("Ben", "dark_altar").building("Ada")
    table.announces("Ada", "decapitator")
    assert table.offers == ["dark_altar", "open_grave"]
    table.answer("dark_altar")
    table.settle()
    assert table.rooms("Ada") == ["open_grave"]
    assert table.lures() == {CLERIC: "Ada"}
    assert table.symbols(CLERIC) == {"Ada": 1, "Ben": 0}


def test_decapitator_prevents_an_advanced_build_but_not_the_symbols_of_a_new_room() -> None:
    """R-094"""
    table = CardTable(Ada="kazanna", Ben="robobo").dungeon("Ada", "decapitator").dungeon("Ben", "golem_factory")
    table.in_town(CLERIC).building("Ada").uses("Ada", "decapitator")
    table.builds("Ben", "beast_menagerie", over="golem_factory")
    assert table.offers == ["allow", "discard", "take_back"]
    other = CardTable(Ada="kazanna", Ben="robobo").dungeon("Ada", "decapitator").dungeon("Ben", "golem_factory")
    other.in_town(CLERIC).building("Ada").uses("Ada", "decapitator")
    other.builds("Ben", "open_grave", over="golem_factory")
    assert other.lures() == {CLERIC: "Ben"}


def test_decapitator_is_for_the_build_phase_only() -> None:
    table = CardTable().dungeon("Ada", "decapitator", "open_grave").at_entrance("Ada", GIANT).adventure_begins()
    assert table.refuses("Ada", "decapitator")


def test_werewolf_den_discards_a_card_to_strengthen_a_hero_anywhere() -> None:
    table = CardTable().dungeon("Ada", "werewolf_den", "neanderthal_cave").in_town(CLERIC)
    table.at_entrance("Ada", THIEF, EPIC_THIEF).adventure_begins()
    table.announces("Ada", "werewolf_den")
    assert table.offers == sorted([CLERIC, THIEF, EPIC_THIEF])
    table.answer(THIEF)
    table.settle()
    assert table.hands == ["Ada: discard 1 card"]
    assert table.refuses("Ada", "werewolf_den")
    table.walks_through()
    assert [event.health for event in table.seen(HeroSurvived) if event.hero == table.copy(THIEF)] == [4 + 1]


def test_save_point_is_destroyed_to_take_back_a_spell_that_was_played_in_this_round() -> None:
    """R-112: one that lies in the discard pile already."""
    table = CardTable().dungeon("Ada", "save_point", "golem_factory").building("Ada")
    table.uses("Ada", "freeze", "golem_factory")
    table.uses("Ada", "save_point")
    assert table.rooms("Ada") == ["golem_factory"]
    assert table.hands == ["Ada: take_discarded 1 played_spell"]
