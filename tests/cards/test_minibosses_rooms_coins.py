"""Rise of the Minibosses: rooms that are about coins."""

import pytest

from engine.boss_monster.commands import DestroyRoom, Promote
from tests.cards.side_table import (
    BIG_TRAP,
    BIGGEST_TRAP,
    MONSTER,
    PAIR_MONSTER,
    PAIR_TRAP,
    SPELLBOOK_TRAP,
    TRAP,
    TRAP_B,
    SideTable,
)
from tests.cards.table import CLERIC, GIANT, THIEF, THIEF_6


def test_monster_academy_pays_two_coins_for_each_miniboss_that_is_shown() -> None:
    table = SideTable().dungeon("Ada", TRAP)
    table.builds("Ada", "monster_academy")
    table.answer("2")
    assert table.hoard("Ada") == 4


def test_monster_academy_pays_when_it_is_uncovered_too() -> None:
    table = SideTable().dungeon("Ada", "unstable_mine over monster_academy").building("Ada")
    table.uses("Ada", TRAP, "1")
    assert table.hoard("Ada") == 3 + 2


@pytest.mark.parametrize(
    ("room", "prompt"), [("minion_clinic", "Ada take_discarded 2 card"), ("crystal_ballroom", "Ada draw 2 spell")]
)
def test_up_to_three_coins_are_laid_on_it_for_a_card_each_and_one_damage_less_each(room: str, prompt: str) -> None:
    below = TRAP_B if room == "minion_clinic" else SPELLBOOK_TRAP
    table = SideTable().coins("Ada", 5).dungeon("Ada", below)
    table.builds("Ada", room, over=below)
    assert table.offers == ["0", "1", "2", "3"]
    assert prompt in table.trusted(table.answer("2"))
    assert table.hoard("Ada") == 3
    assert table.stack(room).coins == 2
    assert table.deals("Ada", room) == 1
    table.at_entrance("Ada", GIANT).walks_through()
    assert table.hits() == [(room, 1)]


@pytest.mark.parametrize("room", ["minion_clinic", "crystal_ballroom"])
def test_nobody_lays_more_coins_than_the_hoard_holds(room: str) -> None:
    below = TRAP_B if room == "minion_clinic" else SPELLBOOK_TRAP
    table = SideTable().coins("Ada", 1).dungeon("Ada", below)
    table.builds("Ada", room, over=below)
    assert table.offers == ["0", "1"]


@pytest.mark.parametrize("below", ["minion_clinic", "crystal_ballroom"])
def test_coins_on_a_covered_room_are_lost(below: str) -> None:
    table = SideTable().dungeon("Ada", below).laid("Ada", below, coins=2)
    table.builds("Ada", MONSTER, over=below)
    assert table.stack(MONSTER).coins == 0


def test_robbers_vault_swaps_the_whole_hoard_with_another_player_even_an_empty_one() -> None:
    table = SideTable(Ada="gorgona", Ben="robobo", Cleo="seducia").coins("Ben", 4).dungeon("Ada", TRAP_B)
    table.builds("Ada", "robbers_vault", over=TRAP_B)
    assert table.offers == ["Ben", "Cleo"]
    table.answer("Ben")
    assert (table.hoard("Ada"), table.hoard("Ben")) == (4, 0)


def test_goblin_market_pays_two_coins_for_each_room_that_is_built_next_to_it() -> None:
    table = SideTable().dungeon("Ada", "goblin_market", TRAP)
    table.builds("Ada", MONSTER)
    assert table.hoard("Ada") == 2
    table.builds("Ada", TRAP_B)
    assert table.hoard("Ada") == 2, "that one is two rooms away"
    table.builds("Ada", SPELLBOOK_TRAP, over=TRAP)
    assert table.hoard("Ada") == 4


def test_alchemists_lab_pays_two_coins_for_the_first_spell_of_a_round() -> None:
    table = SideTable().dungeon("Ada", "alchemists_lab").building("Ada")
    table.uses("Ada", "rebirth", "Ben")
    table.uses("Ada", "rebirth#2", "Ben")
    assert table.hoard("Ada") == 2
    table = SideTable().dungeon("Ada", "alchemists_lab").building("Ada")
    table.uses("Ben", "rebirth", "Ada")
    assert table.hoard("Ada") == 0, "the spell of an opponent"


def test_garbage_chute_pays_two_coins_for_the_first_room_of_a_round_that_is_destroyed() -> None:
    table = SideTable().dungeon("Ada", "garbage_chute").dungeon("Ben", TRAP, "unstable_mine#2").building("Ben")
    table.uses("Ben", TRAP)
    assert table.hoard("Ada") == 2
    table.uses("Ben", "unstable_mine#2")
    assert table.hoard("Ada") == 2
    table = SideTable().dungeon("Ada", "garbage_chute", TRAP).building("Ada")
    table.uses("Ada", TRAP)
    assert table.hoard("Ada") == 3 + 2


def test_unstable_mine_is_destroyed_for_three_coins() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).building("Ada")
    table.uses("Ada", TRAP)
    assert (table.hoard("Ada"), table.rooms("Ada")) == (3, [MONSTER])


def test_a_mine_that_another_effect_destroys_pays_nothing() -> None:
    table = SideTable().dungeon("Ada", TRAP, MONSTER).building("Ada")
    table.do(DestroyRoom(table.id_of("Ada"), 2))
    assert (table.hoard("Ada"), table.rooms("Ada")) == (0, [MONSTER])


def test_personnel_office_gains_a_coin_when_an_opponent_builds_a_miniboss() -> None:
    table = SideTable().dungeon("Ada", "personnel_office").dungeon("Ben", MONSTER).coins("Ben", 1)
    table.builds_miniboss("Ben", "spike", on=MONSTER)
    assert table.hoard("Ada") == 1
    table.coins("Ben", 1).building("Ben").do(Promote(table.id_of("Ben"), 1))
    assert (table.hoard("Ada"), table.level(MONSTER)) == (1, 2), "once per round"


def test_personnel_office_gains_a_coin_when_an_opponent_promotes_a_miniboss() -> None:
    table = SideTable().dungeon("Ada", "personnel_office").dungeon("Ben", MONSTER).coins("Ben", 1)
    table.tucked_under("Ben", MONSTER, "spike").building("Ada").do(Promote(table.id_of("Ben"), 1))
    assert (table.hoard("Ada"), table.hoard("Ben")) == (1, 0)


def test_personnel_office_gains_nothing_for_its_owners_minibosses() -> None:
    table = SideTable().dungeon("Ada", "personnel_office", MONSTER).coins("Ada", 1)
    table.builds_miniboss("Ada", "spike", on=MONSTER)
    assert table.hoard("Ada") == 0


@pytest.mark.parametrize("uncovered", [False, True])
def test_trophy_room_pays_a_coin_for_each_room_with_several_treasures(uncovered: bool) -> None:
    table = SideTable().dungeon("Ada", PAIR_TRAP, MONSTER, PAIR_MONSTER)
    if uncovered:
        table.dungeon("Ada", "unstable_mine over trophy_room", PAIR_TRAP, MONSTER, PAIR_MONSTER).building("Ada")
        table.uses("Ada", TRAP)
    else:
        table.builds("Ada", "trophy_room")
    assert table.hoard("Ada") == (3 + 3 if uncovered else 3)


def test_lightning_rod_pays_three_coins_for_the_first_hero_that_dies_there() -> None:
    table = SideTable().dungeon("Ada", BIG_TRAP, "lightning_rod").at_entrance("Ada", THIEF, CLERIC)
    table.walks_through()
    assert table.score("Ada") == (2, 0)
    assert table.hoard("Ada") == 3


def test_lightning_rod_pays_nothing_for_heroes_that_die_elsewhere() -> None:
    table = SideTable().dungeon("Ada", BIGGEST_TRAP, "lightning_rod").at_entrance("Ada", THIEF)
    table.walks_through()
    assert (table.score("Ada"), table.hoard("Ada")) == ((1, 0), 0)


def test_pixie_fountain_is_destroyed_for_a_coin_for_each_wound() -> None:
    table = SideTable().dungeon("Ada", PAIR_MONSTER).wounds("Ada", THIEF, "hya_legendary_shinobi").building("Ada")
    table.uses("Ada", PAIR_MONSTER)
    assert (table.hoard("Ada"), table.rooms("Ada")) == (3, [])


def test_the_keystone_is_destroyed_for_a_coin_for_each_room_that_is_left() -> None:
    table = SideTable().dungeon("Ada", TRAP, "the_keystone", MONSTER, "the_keystone#2").building("Ada")
    table.uses("Ada", "the_keystone")
    assert table.hoard("Ada") == 3
    table.deactivated("Ada", MONSTER).uses("Ada", "the_keystone#2")  # it does not count as a room
    assert table.hoard("Ada") == 3 + 1


def test_pool_of_shadows_turns_a_spell_into_two_coins_once_per_round() -> None:
    table = SideTable().dungeon("Ada", PAIR_TRAP).building("Ada")
    assert table.trusted(table.uses("Ada", PAIR_TRAP)) == ["Ada discard 1 spell"]
    assert table.hoard("Ada") == 2
    assert table.refuses("Ada", PAIR_TRAP) == "used_already"


@pytest.mark.parametrize("answer", ["coin_onto_room", "destroy_room"])
def test_the_dreadmill_takes_a_coin_each_round_or_is_destroyed(answer: str) -> None:
    table = SideTable().coins("Ada", 1).dungeon("Ada", "the_dreadmill", TRAP)
    table.round_begins(THIEF, THIEF_6)
    assert table.offers == ["coin_onto_room", "destroy_room"]
    table.answer(answer)
    if answer == "destroy_room":
        assert (table.rooms("Ada"), table.hoard("Ada")) == ([TRAP], 1)
    else:
        assert (table.hoard("Ada"), table.stack("the_dreadmill").coins) == (0, 1)
        assert table.deals("Ada", "the_dreadmill") == 3


def test_the_dreadmill_is_destroyed_without_a_coin() -> None:
    table = SideTable().dungeon("Ada", "the_dreadmill", TRAP)
    table.round_begins(THIEF, THIEF_6)
    assert table.rooms("Ada") == [TRAP]


def test_a_foyer_elemental_pays_two_coins_for_the_first_hero_that_survives_it() -> None:
    table = SideTable().dungeon("Ada", "foyer_elemental").at_entrance("Ada", GIANT, THIEF_6)
    table.walks_through()
    assert table.score("Ada")[0] == 0
    assert table.hoard("Ada") == 2
