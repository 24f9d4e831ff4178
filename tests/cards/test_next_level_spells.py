"""What the spells of The Next Level do: each test is one spell, its targets and what follows."""

import pytest

from engine.boss_monster.commands import FinishBuild
from engine.boss_monster.events import GameWon, HeroRemoved, HeroSkipped, HeroSurvived
from engine.boss_monster.state import Phase
from tests.cards.table import CLERIC, EPIC_THIEF, FIGHTER, GIANT, MAGE, THIEF, THIEF_6, THIEF_8, CardTable

FIVE_ROOMS = ("golem_factory", "dark_altar", "open_grave", "neanderthal_cave", "dizzygas_hallway")


def walking(*rooms: str, hero: str = GIANT) -> CardTable:
    """A hero stands in the first room of Ada's dungeon."""
    return CardTable().dungeon("Ada", *rooms).at_entrance("Ada", hero).adventure_begins()


def test_all_your_base_takes_a_room_from_the_hand_of_an_opponent() -> None:
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").building("Ada")
    table.announces("Ada", "all_your_base")
    assert table.offers == ["Ben", "Cara"]
    table.answer("Cara")
    table.resolves()
    assert table.hands == ["Ada: steal 1 room (Cara)"]


def test_another_castle_sends_a_hero_from_inside_to_an_opponents_entrance() -> None:
    """R-087: the first room has hit it by then; R-018: it is not for a hero that still waits."""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").dungeon("Ada", "golem_factory")
    table.dungeon("Cara", "dark_altar").at_entrance("Ada", GIANT, THIEF).adventure_begins()
    table.announces("Ada", "another_castle")
    assert table.offers == ["Ben", "Cara"]
    table.answer("Cara")
    table.resolves()
    assert table.entrance("Cara") == [GIANT]
    assert table.walker()[0] == THIEF
    table.walks_through()
    assert table.hits(GIANT) == [("golem_factory", 2), ("dark_altar", 1)]
    assert [event.damage for event in table.seen(HeroSurvived) if event.hero == table.copy(GIANT)] == [3]


def test_fairy_fountain_makes_a_room_harmless_and_heroes_stronger() -> None:
    """R-099: nothing raises the zero."""
    table = CardTable().dungeon("Ada", "dragon_hatchery").dungeon("Ben", "golem_factory", "open_grave").building("Ada")
    table.announces("Ada", "fairy_fountain")
    assert table.offers == ["dragon_hatchery", "golem_factory", "open_grave"]
    table.answer("golem_factory")
    table.resolves()
    table.at_entrance("Ben", THIEF, CLERIC).adventure_begins()
    table.uses("Ben", "giant_size", "golem_factory")
    table.walks_through()
    assert table.hits(THIEF) == [("golem_factory", 0), ("open_grave", 2)]
    assert table.hits(CLERIC) == [("golem_factory", 0), ("open_grave", 2)]
    assert [event.health for event in table.seen(HeroSurvived)] == [5, 5]


def test_fairy_fountain_ends_when_the_room_is_covered_or_destroyed() -> None:
    """R-099"""
    table = CardTable().dungeon("Ben", "golem_factory over dark_altar").building("Ada")
    table.uses("Ada", "fairy_fountain")
    table.builds("Ben", "witchs_kitchen", over="golem_factory")
    table.at_entrance("Ben", GIANT).walks_through()
    assert table.hits() == [("witchs_kitchen", 1)]


def test_its_on_kills_a_hero_with_three_or_less_health_left() -> None:
    """R-103: what is left when the spell is played counts."""
    table = walking("dragon_hatchery", "dark_altar", hero=THIEF)
    assert table.refuses("Ada", "its_on") == "no_target"
    table.walks_on()
    table.uses("Ada", "its_on")
    assert table.score("Ada") == (1, 0)


def test_its_on_kills_any_hero_inside_for_a_player_with_three_wounds() -> None:
    table = CardTable().dungeon("Ada", "dragon_hatchery").wounds("Ada", THIEF, EPIC_THIEF)
    table.at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "its_on")
    assert table.score("Ada") == (2, 3)


def test_its_on_leaves_the_choice_where_both_ways_are_open() -> None:
    table = CardTable().dungeon("Ada", "dark_altar").wounds("Ada", THIEF_6, EPIC_THIEF).at_entrance("Ada", THIEF)
    table.adventure_begins().uses("Ada", "its_on")
    assert table.offers == ["kill_any", "kill_weak"]


def test_hiring_spree_draws_three_rooms_and_gives_one_to_an_opponent() -> None:
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").building("Ada")
    table.uses("Ada", "hiring_spree", "Cara")
    assert table.hands == ["Ada: draw 3 room", "Ada: give 1 room (Cara)"]


def test_lightning_bolt_hits_the_hero_inside_and_for_another_spell_all_that_wait() -> None:
    table = CardTable().dungeon("Ada", "dragon_hatchery").at_entrance("Ada", GIANT, THIEF, CLERIC).adventure_begins()
    table.uses("Ada", "lightning_bolt", "yes")
    assert table.walker() == (GIANT, "dragon_hatchery", 3)
    assert table.hands == ["Ada: discard 1 spell"]
    assert [table.state.mark(table.copy(hero)).damage for hero in (THIEF, CLERIC)] == [3, 3]
    single = CardTable().dungeon("Ada", "dragon_hatchery").at_entrance("Ada", GIANT, THIEF).adventure_begins()
    single.uses("Ada", "lightning_bolt", "no")
    assert single.state.mark(single.copy(THIEF)).damage == 0
    assert single.hands == []


@pytest.mark.parametrize("spell", ["another_castle", "its_on", "lightning_bolt", "pause", "undead_minion"])
def test_they_reach_only_into_ones_own_dungeon(spell: str) -> None:
    table = walking("golem_factory", hero=THIEF).dungeon("Ben", "dark_altar")
    table.souls("Ben", CLERIC).wounds("Ben", THIEF_6, EPIC_THIEF)
    assert table.refuses("Ben", spell) == "no_target"


def test_meddling_kids_silences_a_room_for_the_round() -> None:
    """R-106: it can answer what a room is about to do."""
    table = CardTable().dungeon("Ada", "goblin_armory", "neanderthal_cave").at_entrance("Ada", GIANT).building("Ada")
    table.uses("Ben", "meddling_kids", "goblin_armory")
    table.walks_through()
    assert table.hits() == [("goblin_armory", 1), ("neanderthal_cave", 3)]


def test_meddling_kids_keeps_a_player_whose_dungeon_three_heroes_entered_from_winning_in_this_round() -> None:
    """R-106: only this round."""
    table = CardTable().dungeon("Ada", "beast_menagerie").dungeon("Ben", "dark_altar")
    table.change("Ada", souls=7)
    table.change("Ben", souls=9)
    table.at_entrance("Ada", THIEF, CLERIC, MAGE, FIGHTER).adventure_begins()
    table.walks_on(2)
    table.uses("Ben", "meddling_kids")
    assert table.offers == ["cannot_win", "silence_room"]
    table.answer("cannot_win")
    table.walks_through()
    assert table.score("Ada")[0] == 11
    assert table.seen(GameWon) == []
    assert table.state.phase is Phase.ROUND_END


def test_meddling_kids_cannot_keep_anybody_from_winning_before_three_heroes_entered() -> None:
    table = walking("dragon_hatchery")
    table.dungeon("Ben", "dark_altar")
    table.uses("Ben", "meddling_kids")
    assert table.offers == ["dark_altar", "dragon_hatchery"]


def test_oh_yeah_swaps_two_rooms_of_ones_own_with_all_that_lies_below() -> None:
    """R-107, R-016"""
    table = CardTable().dungeon("Ada", "golem_factory over dark_altar", "open_grave", "witchs_kitchen").building("Ada")
    table.dungeon("Ben", "dark_laboratory")
    table.announces("Ada", "oh_yeah")
    table.settle()
    assert table.offers == ["golem_factory", "open_grave", "witchs_kitchen"]
    table.answer("golem_factory")
    table.answer("witchs_kitchen")
    assert table.rooms("Ada") == ["witchs_kitchen", "open_grave", "golem_factory"]
    assert [table.short(room) for room in table.player("Ada").walk[2].covered] == ["dark_altar"]


def test_oh_yeah_destroys_any_room_after_two_of_ones_own_were_destroyed_in_this_round() -> None:
    table = CardTable().dungeon("Ada", "dark_altar", "dark_altar#2", "open_grave").dungeon("Ben", "golem_factory")
    table.building("Ada").uses("Ada", "dark_altar")
    table.uses("Ada", "dark_altar#2")
    table.uses("Ada", "oh_yeah", "golem_factory")
    assert table.rooms("Ben") == []


def test_party_up_strengthens_each_hero_that_enters_the_chosen_dungeon() -> None:
    table = CardTable().dungeon("Ada", "dragon_hatchery").dungeon("Ben", "neanderthal_cave", "dark_altar")
    table.at_entrance("Ada", GIANT).at_entrance("Ben", THIEF, CLERIC).adventure_begins()
    table.announces("Ada", "party_up")
    assert table.offers == ["Ada", "Ben"]
    table.answer("Ben")
    table.settle()
    table.walks_through()
    assert [event.health for event in table.seen(HeroSurvived)] == [20, 5, 5]


def test_pause_sends_a_hero_back_to_the_entrance_healed_and_nobody_enters_any_more() -> None:
    """R-108: all wait until the next round."""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar").dungeon("Ben", "open_grave")
    table.at_entrance("Ada", GIANT, THIEF).at_entrance("Ben", CLERIC).adventure_begins()
    table.uses("Ada", "pause")
    assert table.walker() == (CLERIC, "open_grave", 2)
    assert sorted(table.entrance("Ada")) == sorted([GIANT, THIEF])
    assert table.state.mark(table.copy(GIANT)).damage == 0
    assert table.hits(GIANT) == [("golem_factory", 2)]
    assert table.hits(THIEF) == []


def test_pity_removes_a_hero_in_an_opponents_dungeon_from_the_game() -> None:
    """R-109"""
    table = walking("golem_factory").at_entrance("Ada", THIEF)
    assert table.refuses("Ada", "pity") == "no_target"
    table.uses("Ben", "pity")
    assert [table.short(event.hero) for event in table.seen(HeroRemoved)] == [GIANT]
    assert table.copy(GIANT) in table.state.removed
    assert table.walker()[0] == THIEF
    assert table.score("Ada") == (0, 0)


def test_secret_stash_adds_a_symbol_of_choice_to_a_room() -> None:
    """R-113: so an advanced room fits; the symbol is lost when the room is deactivated."""
    table = CardTable().dungeon("Ada", "open_grave", "golem_factory").dungeon("Ben", "dark_altar").in_town(MAGE)
    table.building("Ada").announces("Ada", "secret_stash")
    assert table.offers == ["golem_factory", "open_grave"]
    table.answer("open_grave")
    assert table.offers == ["equipment", "gold", "relic", "spellbook"]
    table.answer("spellbook")
    table.settle()
    assert table.lures() == {MAGE: "Ada"}
    assert table.symbols(MAGE)["Ada"] == 1
    frozen = CardTable().dungeon("Ada", "open_grave", "golem_factory").in_town(MAGE).building("Ada")
    frozen.uses("Ada", "secret_stash", "open_grave", "spellbook")
    frozen.uses("Ben", "freeze", "open_grave")
    assert frozen.lures() == {MAGE: ""}


def test_secret_stash_allows_an_advanced_room_to_be_built() -> None:
    """R-113"""
    table = CardTable().dungeon("Ada", "open_grave").building("Ada")
    table.uses("Ada", "secret_stash", "equipment")
    table.builds("Ada", "beast_menagerie", over="open_grave")
    assert not table.offers
    assert table.rooms("Ada") == ["beast_menagerie"]


def test_shortcut_lets_a_hero_skip_its_next_room() -> None:
    """R-114: a skipped room is neither entered nor survived."""
    table = walking("dragon_hatchery", "collapsing_bridge", "open_grave").at_entrance("Ada", THIEF)
    table.uses("Ben", "shortcut")
    table.walks_through()
    assert table.hits(GIANT) == [("dragon_hatchery", 0), ("open_grave", 2)]
    assert [table.short(event.room) for event in table.seen(HeroSkipped)] == ["collapsing_bridge"]
    assert table.hits(THIEF)[1] == ("collapsing_bridge", 1)


def test_shortcut_may_skip_two_rooms_of_a_dungeon_with_five() -> None:
    table = walking(*FIVE_ROOMS)
    table.announces("Ben", "shortcut")
    table.settle()
    assert table.offers == ["skip_one", "skip_two"]
    table.answer("skip_two")
    table.walks_through()
    assert [room for room, _ in table.hits()] == [FIVE_ROOMS[0], *FIVE_ROOMS[3:]]


@pytest.mark.parametrize(
    ("heroes", "choices"), [((THIEF,), ["four_more_damage", "two_more_damage"]), ((), []), ((THIEF, THIEF_6), [])]
)
def test_super_effective_adds_two_damage_or_four_if_exactly_one_hero_was_lured(
    heroes: tuple[str, ...], choices: list[str]
) -> None:
    """R-117: a hero that came another way was not lured."""
    table = CardTable().dungeon("Ada", "dragon_hatchery", "jackpot_stash").dungeon("Ben", "haunted_hall")
    table.at_entrance("Ada", GIANT).in_town(*heroes).lures()
    table.adventure_begins().announces("Ada", "super_effective")
    assert table.offers == ["dragon_hatchery", "jackpot_stash"]
    table.answer("jackpot_stash")
    table.settle()
    assert table.offers == choices
    table.answers_if_asked("four_more_damage")
    table.walks_through()
    assert dict(table.hits())["jackpot_stash"] == 1 + (4 if choices else 2)


def test_surprise_gift_goes_face_down_on_a_room_of_an_opponent_who_gets_what_comes_of_it() -> None:
    """R-118: it uses up the own build."""
    table = CardTable().dungeon("Ada", "golem_factory").dungeon("Ben", "dark_altar", "open_grave").building("Ada")
    table.uses("Ada", "surprise_gift")
    ada, ben = table.id_of("Ada"), table.id_of("Ben")
    table.do(FinishBuild(ada, 1, on=ben), FinishBuild(ben, 3))
    table.reveals(("Ben", 1, "barbarian_hall"), ("Ben", 3, "dragon_hatchery"))
    assert table.rooms("Ben") == ["dragon_hatchery", "dark_altar", "barbarian_hall"]
    assert table.rooms("Ada") == ["golem_factory"]
    assert table.hands == ["Ben: discard 1 spell"]


def test_undead_minion_trades_a_soul_for_damage_as_high_as_its_printed_health() -> None:
    """R-123: also an epic one; it leaves the game."""
    table = CardTable().dungeon("Ada", "dragon_hatchery").souls("Ada", THIEF_8, EPIC_THIEF).souls("Ben", THIEF)
    table.at_entrance("Ada", GIANT).adventure_begins().announces("Ada", "undead_minion")
    assert table.offers == sorted([THIEF_8, EPIC_THIEF])
    table.answer(EPIC_THIEF)
    table.settle()
    assert table.walker() == (GIANT, "dragon_hatchery", 11)
    assert table.score("Ada") == (1, 0)
    assert table.copy(EPIC_THIEF) in table.state.removed


def test_wild_monster_builds_a_monster_room_over_a_room_at_once() -> None:
    """R-124: what it does when it is built happens at once."""
    table = CardTable(Ada="gorgona", Ben="robobo", Cara="belladonna").dungeon("Ada", "dragon_hatchery", "dark_altar")
    table.at_entrance("Ada", GIANT).adventure_begins().uses("Ada", "wild_monster")
    table.lays("Ada", "specters_sanctum", over="dark_altar")
    assert table.offers == ["Ben", "Cara"]
    table.answer("Ben")
    assert table.hands == ["Ben: discard_random 1 spell (Ada)"]
    table.walks_through()
    assert table.hits() == [("dragon_hatchery", 0), ("specters_sanctum", 2)]


def test_wild_monster_does_not_extend_the_dungeon_and_builds_no_trap() -> None:
    table = CardTable().dungeon("Ada", "dragon_hatchery").at_entrance("Ada", GIANT).adventure_begins()
    table.uses("Ada", "wild_monster")
    assert table.cannot_lay("Ada", "golem_factory")
    assert table.cannot_lay("Ada", "dark_altar", over="dragon_hatchery")
    table.lays("Ada", "golem_factory", over="dragon_hatchery")
    assert table.rooms("Ada") == ["golem_factory"]
