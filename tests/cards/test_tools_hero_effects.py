"""Tools of Hero-Kind: what each item does for the hero that carries it (BM-ITEM-10)."""

import pytest

from engine.boss_monster.commands import BeginRound, WalkOn
from engine.boss_monster.events import (
    CoinsChanged,
    HeroDied,
    HeroSkipped,
    HeroSurvived,
    PlayerEliminated,
    RoomDestroyed,
    RoundEnded,
)
from engine.boss_monster.state import Phase
from tests.cards.side_table import (
    BIG_MONSTER,
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    MONSTER_B,
    PAIR_MONSTER,
    PAIR_TRAP,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, EPIC_THIEF, FIGHTER, GIANT, MAGE, THIEF, THIEF_6

STRONG = "wallbanger_basketweaver"
"""A thief with thirteen health; universal items and those of thieves suit it."""


def carried(item: str, hero: str, *rooms: str) -> SideTable:
    """A hero with an item waits at Ada's entrance."""
    return SideTable().dungeon("Ada", *rooms).at_entrance("Ada", hero).equipped(hero, item)


def test_extra_life_sends_a_hero_that_would_die_back_to_town_and_leaves_the_item() -> None:
    table = carried("extra_life", CLERIC, BIGGEST_TRAP, TRAP)
    events = table.walks_through()
    assert not any(isinstance(event, HeroDied) for event in events)
    assert (table.town(), table.score("Ada")) == ([CLERIC], (0, 0))
    player = table.player("Ada")
    assert table.copy("extra_life") in (player.open_item, *player.closed_items)
    assert table.state.mark(table.copy(CLERIC)).item is None


def test_a_hero_without_an_extra_life_dies() -> None:
    table = SideTable().dungeon("Ada", BIGGEST_TRAP, TRAP).at_entrance("Ada", CLERIC)
    table.walks_through()
    assert (table.town(), table.score("Ada")) == ([], (1, 0))


@pytest.mark.parametrize(
    ("item", "hero", "prompt"),
    [
        ("holy_hand_grenade", CLERIC, "Ada discard_random 2 room"),
        ("antimagic_lizard", MAGE, "Ada discard_random 2 spell"),
        ("necronomicon", MAGE, "Ben+Cleo draw 1 spell"),
    ],
)
def test_a_hero_that_survives_the_dungeon_costs_its_defender_cards(item: str, hero: str, prompt: str) -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="belladonna").dungeon("Ada", TRAP).at_entrance("Ada", hero)
    assert table.equipped(hero, item).trusted(table.walks_through()) == [prompt]
    assert table.score("Ada") == (0, 1)
    assert table.player("Ada").closed_items == (table.copy(item),)  # face-down after a survival
    table = SideTable(Ada="gorgona", Ben="robobo").dungeon("Ada", BIGGEST_TRAP).at_entrance("Ada", hero)
    assert table.equipped(hero, item).trusted(table.walks_through()) == [], "a dead one does not"


def test_inquisitors_robes_destroy_the_first_advanced_room_that_the_hero_survives() -> None:
    table = carried("inquisitors_robes", "lord_van_ette", TRAP, BIG_TRAP, BIG_MONSTER)
    table.walks_through()
    assert table.rooms("Ada") == [TRAP, BIG_MONSTER]
    assert table.hits("lord_van_ette") == [(TRAP, 2), (BIG_TRAP, 3), (BIG_MONSTER, 3)]


def test_a_room_that_the_robes_destroy_pays_no_price_of_its_own() -> None:
    table = carried("inquisitors_robes", "lord_van_ette", "spectral_bomb", BIG_TRAP)
    table.walks_through()
    assert table.trusted() == []
    assert table.rooms("Ada") == ["spectral_bomb"]


def test_staff_of_healing_strengthens_every_hero_that_enters_in_this_round_even_after_its_own_hero_is_dead() -> None:
    table = carried("staff_of_healing", CLERIC, BIGGEST_TRAP, TRAP).at_entrance("Ada", THIEF)
    table.walks_through()  # 4 + 2 health against 6 damage, twice
    assert table.score("Ada") == (2, 0)
    assert [event.health for event in table.seen(HeroDied)] == [6, 6]
    table.phase(Phase.ROUND_END).do(BeginRound())
    table.at_entrance("Ada", FIGHTER).walks_through()
    assert [event.health for event in table.seen(HeroDied)] == [6, 6, 4], "the next round is another matter"


def test_goblin_suit_keeps_off_the_damage_of_ordinary_monster_rooms() -> None:
    table = carried("goblin_suit", "antonius_the_rune_knight", MONSTER, BIG_MONSTER, TRAP)
    table.walks_through()
    assert table.hits("antonius_the_rune_knight") == [(MONSTER, 0), (BIG_MONSTER, 3), (TRAP, 2)]


def test_claws_of_the_berserker_count_the_monster_rooms_of_the_dungeon_as_they_are_now() -> None:
    table = carried("claws_of_the_berserker", FIGHTER, TRAP, BIG_TRAP, MONSTER, MONSTER_B)
    table.adventure_begins()
    entered = table.walker()
    assert entered == (FIGHTER, TRAP, 2)
    table.walks_on()  # five damage of 4 + 2
    table.deactivated("Ada", MONSTER).deactivated("Ada", MONSTER_B)
    table.walks_on()
    assert table.score("Ada") == (1, 0), "four health without monster rooms"


def test_claws_of_the_berserker_keep_a_hero_alive_while_the_monster_rooms_stand() -> None:
    table = carried("claws_of_the_berserker", FIGHTER, TRAP, BIG_TRAP, MONSTER, MONSTER_B).adventure_begins()
    table.walks_on(2)
    assert table.walker()[:2] == (FIGHTER, MONSTER)


def test_an_oversized_sword_gives_five_health() -> None:
    table = carried("oversized_sword", FIGHTER, BIGGEST_TRAP, BIG_TRAP)
    table.walks_through()
    assert table.score("Ada") == (0, 1), "nine health against seven damage"


def test_vorpal_blade_makes_a_survivor_count_one_wound_more_until_the_round_is_judged() -> None:
    table = carried("vorpal_blade", FIGHTER, TRAP).wounds("Ada", THIEF, THIEF_6, CLERIC)
    events = table.walks_through()
    assert [event.scores[0][2] for event in events if isinstance(event, RoundEnded)] == [5]
    assert [table.short(event.player) for event in events if isinstance(event, PlayerEliminated)] == ["Ada"]
    table = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", FIGHTER).wounds("Ada", THIEF, THIEF_6, CLERIC)
    events = table.walks_through()
    assert not any(isinstance(event, PlayerEliminated) for event in events)


def test_vorpal_blades_wound_is_gone_in_the_next_round() -> None:
    table = carried("vorpal_blade", FIGHTER, TRAP)
    table.walks_through()
    assert table.score("Ada") == (0, 1)


def test_ice_rod_deactivates_every_room_that_the_hero_survives() -> None:
    table = carried("ice_rod", "wayward_the_drifter", TRAP, MONSTER).at_entrance("Ada", THIEF)
    table.adventure_begins().walks_on()
    assert table.stack(TRAP).deactivated
    assert not table.stack(MONSTER).deactivated
    table.walks_through()
    assert [damage for _, damage in table.hits(THIEF)] == [0, 0]


def test_magic_mirror_reverses_the_dungeon_for_good_before_the_hero_enters() -> None:
    table = carried("magic_mirror", MAGE, TRAP, MONSTER, TRAP_B)
    table.adventure_begins()
    assert table.rooms("Ada") == [TRAP_B, MONSTER, TRAP]
    assert table.walker() == (MAGE, TRAP_B, 2)
    table.walks_through()
    assert table.rooms("Ada") == [TRAP_B, MONSTER, TRAP]


def test_bag_of_holding_destroys_rooms_with_several_treasures_that_the_hero_survives() -> None:
    table = carried("bag_of_holding", STRONG, PAIR_TRAP, TRAP, PAIR_MONSTER)
    table.walks_through()
    assert table.rooms("Ada") == [TRAP]
    assert table.hits(STRONG) == [(PAIR_TRAP, 1), (TRAP, 2), (PAIR_MONSTER, 1)]


def test_cheat_code_silences_the_rooms_while_the_hero_is_inside() -> None:
    table = carried("cheat_code", STRONG, "power_leech", MONSTER, TRAP).at_entrance("Ada", THIEF_6).adventure_begins()
    assert table.refuses("Ada", TRAP) == "room_is_silent"
    table.walks_through()
    assert table.hits(STRONG) == [("power_leech", 1), (MONSTER, 2), (TRAP, 2)]
    assert table.hits(THIEF_6)[:2] == [("power_leech", 1), (MONSTER, 4)]


def test_ten_foot_pole_deactivates_the_first_trap_room() -> None:
    table = carried("ten_foot_pole", STRONG, MONSTER, TRAP, SPELLBOOK_TRAP)
    table.walks_through()
    assert table.hits(STRONG) == [(MONSTER, 2), (TRAP, 0), (SPELLBOOK_TRAP, 2)]


def test_pet_monster_deactivates_the_first_monster_room() -> None:
    table = carried("pet_monster", STRONG, TRAP, MONSTER, MONSTER_B)
    table.walks_through()
    assert table.hits(STRONG) == [(TRAP, 2), (MONSTER, 0), (MONSTER_B, 2)]


def test_the_bomb_destroys_the_last_room_before_it_deals_damage() -> None:
    table = carried("the_bomb", STRONG, TRAP, f"{MONSTER} over {TRAP_B}")
    table.adventure_begins().walks_on()
    assert [table.short(event.room) for event in table.seen(RoomDestroyed)] == [MONSTER]
    assert table.score("Ada")[1] == 2, "the uncovered room does not touch the hero"
    assert [damage for _, damage in table.hits(STRONG)] == [2]
    assert table.rooms("Ada") == [TRAP, TRAP_B]


@pytest.mark.parametrize("owner", ["Ada", "Ben"])
def test_after_the_bomb_the_next_hero_is_hurt_once_by_its_first_room(owner: str) -> None:
    """BM-ADV-5, BM-ADV-15: the damage that the bomb forestalled befalls nobody, in this dungeon or the next."""
    table = carried("the_bomb", STRONG, f"{MONSTER} over {TRAP}").dungeon("Ben", TRAP_B).at_entrance(owner, GIANT)
    table.walks_through()
    assert table.hits() == [(TRAP if owner == "Ada" else TRAP_B, 2)]


def test_what_other_rooms_say_to_the_bomb_comes_before_the_round_ends() -> None:
    """Else a room that was used then would still be used in the next round (BM-END-12)."""
    table = carried("the_bomb", STRONG, "garbage_chute", MONSTER)
    events = table.walks_through()
    told = [event for event in events if isinstance(event, CoinsChanged | HeroSurvived | RoundEnded)]
    assert [type(event) for event in told] == [CoinsChanged, HeroSurvived, RoundEnded]
    assert [stack.used for stack in table.player("Ada").dungeon] == [False]


def test_boots_of_jumping_skip_the_room_after_each_room_that_the_hero_survives() -> None:
    table = carried("boots_of_jumping", EPIC_THIEF, TRAP, MONSTER, TRAP_B, MONSTER_B, SPELLBOOK_TRAP)
    events = table.walks_through()
    assert table.hits(EPIC_THIEF) == [(TRAP, 2), (TRAP_B, 2), (SPELLBOOK_TRAP, 2)]
    assert [table.short(event.room) for event in events if isinstance(event, HeroSkipped)] == [MONSTER, MONSTER_B]


def test_star_of_invulnerability_keeps_off_the_damage_of_the_first_three_active_rooms() -> None:
    table = carried("star_of_invulnerability", STRONG, TRAP, MONSTER, TRAP_B, MONSTER_B, SPELLBOOK_TRAP)
    table.deactivated("Ada", MONSTER).walks_through()
    assert [damage for _, damage in table.hits(STRONG)] == [0, 0, 0, 0, 2]


def test_effects_besides_damage_still_reach_a_hero_with_the_star() -> None:
    table = carried("star_of_invulnerability", STRONG, "foyer_elemental")
    table.walks_through()
    assert (table.hits(STRONG), table.hoard("Ada")) == ([("foyer_elemental", 0)], 2)


def test_ring_of_invisibility_keeps_the_defender_from_playing_spells() -> None:
    table = carried("ring_of_invisibility", STRONG, TRAP).dungeon("Ben", MONSTER).adventure_begins()
    assert table.refuses("Ada", "pay_to_win") == "spells_forbidden"
    table.announces("Ben", "pay_to_win", TRAP)
    table.resolves()
    table.do(WalkOn())
    assert table.state.mark(table.copy(STRONG)).item is None


def test_ring_of_invisibility_works_at_the_entrance_too() -> None:
    table = SideTable().dungeon("Ada", TRAP).at_entrance("Ada", GIANT, STRONG).equipped(STRONG, "ring_of_invisibility")
    assert table.adventure_begins().refuses("Ada", "pay_to_win") == "spells_forbidden"


def test_a_killed_heros_item_lies_face_up_with_the_killer() -> None:
    table = carried("ring_of_invisibility", THIEF, BIGGEST_TRAP)
    table.walks_through()
    assert table.player("Ada").open_item == table.copy("ring_of_invisibility")


def test_extra_life_also_saves_a_hero_that_an_effect_kills() -> None:
    table = carried("extra_life", CLERIC, BIG_TRAP, MONSTER, TRAP).adventure_begins()
    table.uses("Ada", BIG_TRAP)
    assert (table.town(), table.score("Ada")) == ([CLERIC], (0, 0))


def test_ten_foot_pole_takes_the_next_trap_if_the_first_one_is_deactivated_already() -> None:
    table = carried("ten_foot_pole", STRONG, TRAP, MONSTER, SPELLBOOK_TRAP, TRAP_B).deactivated("Ada", TRAP)
    table.walks_through()
    assert [damage for _, damage in table.hits(STRONG)] == [0, 2, 0, 2]


def test_the_bomb_takes_the_last_active_room() -> None:
    table = carried("the_bomb", STRONG, TRAP, MONSTER, TRAP_B).deactivated("Ada", TRAP_B)
    table.walks_through()
    assert [table.short(event.room) for event in table.seen(RoomDestroyed)] == [MONSTER]
    assert table.rooms("Ada") == [TRAP, TRAP_B]
