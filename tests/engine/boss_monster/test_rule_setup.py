"""Set-up, hero decks and round start (BM-SETUP, BM-HERO, BM-START)."""

import pytest

from engine.boss_monster.cards import Treasure, hero_card
from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    ChangeHero,
    FinishBuild,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    WalkOn,
)
from engine.boss_monster.decks import DrawnRoom, deck_course, hero_counts, is_in_hero_deck, may_redraw
from engine.boss_monster.effect_events import HandTask
from engine.boss_monster.events import (
    BuildTurnBegan,
    EffectDue,
    HeroArrived,
    HeroDeckEmpty,
    ItemRevealed,
    QuestionAsked,
    Reminder,
    RoomBuilt,
    RoundBegan,
)
from engine.boss_monster.interpret import interpret
from engine.boss_monster.rules import new_game
from engine.boss_monster.sight import recognise
from engine.boss_monster.state import Phase, Player
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck
from engine.core.commands import Answer
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import ROOM_BACK, Camera, Table, boss_id, hero_id, item_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
DRAWS = (Ability(Trigger.BUILT, (Draw(Deck.ROOMS),)),)


def seated(*names: str, sets: tuple[str, ...] = ("base",)) -> Table:
    table = Table(*names, sets=sets)
    table.state = new_game(table.state.options)
    for number in range(8):
        table.new_hero(f"h{number}", players=2)
    table.do(SeatPlayers(tuple(boss_id(name) for name in names)))
    return table


# -- hero decks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_hero_for_more_players_stays_in_the_box(count: int) -> None:
    """BM-HERO-1, BM-HERO-4, BM-SETUP-1"""
    names = ("Ada", "Ben", "Cem", "Dot")[:count]
    table = Table(*names).phase(Phase.ROUND_START)
    fitting = [table.new_hero(f"fits{number}", players=count) for number in range(count)]
    stranger = table.new_hero("stranger", players=count + 1)
    camera = Camera(table)
    for place, hero in enumerate((*fitting[1:], stranger), start=1):
        camera.sees(hero, Area.TOWN, place=place)
    assert [todo.key for todo in interpret(table.state, camera.seen, table.catalog).todo] == ["todo_take_off_table"]
    with pytest.raises(IllegalCommand, match="hero_not_in_deck"):
        table.do(RevealHeroes((*fitting[1:], stranger)))
    table.do(RevealHeroes(tuple(fitting)))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_star_heroes_are_used_at_every_player_count(count: int) -> None:
    """BM-HERO-2"""
    table = Table(*"ABCDEF"[:count])
    star = table.new_hero("Star", players=0)
    assert is_in_hero_deck(hero_card(table.catalog, star), table.state.options)


def test_the_hero_deck_has_the_size_of_the_table() -> None:
    """BM-HERO-1, BM-CL-2"""
    assert [hero_counts(players, "base") for players in (2, 3, 4, 5, 6)] == [
        (13, 8),
        (17, 12),
        (25, 16),
        (32, 21),
        (32, 21),
    ]
    assert hero_counts(6, "next_level") == hero_counts(5, "rise_of_the_minibosses") == (32, 22)


def test_epic_heroes_come_when_all_ordinary_ones_have_come() -> None:
    """BM-HERO-5"""
    assert deck_course(2, 13, 8).first_round_with_epic == 7
    assert deck_course(4, 25, 16).first_round_with_epic == 7
    assert deck_course(4, 24, 16).first_round_with_epic == 7


@pytest.mark.parametrize(("epic", "worth"), [(False, 1), (True, 2)])
def test_epic_heroes_count_twice(epic: bool, worth: int) -> None:
    """BM-HERO-6"""
    table = Table("Ada", "Ben").room("Ada", "deadly", 20)
    table.waiting("Ada", "One", epic=epic).waiting("Ben", "Two", epic=epic)
    table.adventure()
    assert (table.player("Ada").souls, table.player("Ben").wounds) == (worth, worth)


def test_what_a_special_hero_can_do_is_entered_as_an_effect() -> None:
    """BM-HERO-9: a hero that ignores traps gets the damage of the trap back"""
    table = Table("Ada", "Ben").room("Ada", "trap", 3, trap=True).waiting("Ada", "Acrobat", 3).phase(Phase.BAITED)
    table.do(BeginAdventure(), ChangeHero(hero_id("Acrobat"), damage=-3), WalkOn())
    assert table.player("Ada").wounds == 1


# -- set-up ------------------------------------------------------------------------------------------------------------


def test_everybody_has_five_slots_left_of_the_boss_and_a_score_area_on_the_right() -> None:
    """BM-SETUP-2, BM-SETUP-3"""
    table = Table("Ada", "Ben")
    camera = Camera(table)
    for slot in range(1, 6):
        camera.sees(table.new_room(f"r{slot}"), Area.ROW, "Ada", slot)
    camera.sees(table.new_hero("soul"), Area.SCORE, "Ada").sees(table.new_hero("wound"), Area.WOUNDS, "Ben")
    sight = recognise(camera.seen, table.catalog)
    assert [sight.rooms_in(boss_id("Ada"), slot)[0].copy for slot in range(1, 6)] == [
        room_id(f"r{slot}") for slot in range(1, 6)
    ]
    assert sight.rooms_in(boss_id("Ben"), 1) == ()
    assert {(hero.area, hero.seat) for hero in sight.heroes} == {
        (Area.SCORE, boss_id("Ada")),
        (Area.WOUNDS, boss_id("Ben")),
    }


def test_spells_are_no_part_of_the_room_deck() -> None:
    """BM-SETUP-4"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    with pytest.raises(IllegalCommand, match="unknown_card"):
        table.do(RevealRooms((Placed(ADA, 1, table.new_spell("Zap", "build")),)))


def test_hands_are_dealt_on_trust_and_everybody_is_told() -> None:
    """BM-SETUP-5, BM-SETUP-6"""
    table = Table("Ada", "Ben")
    table.state = new_game(table.state.options)
    events = table.do(SeatPlayers((boss_id("Ada"), boss_id("Ben"))))
    said = [event.key for event in events if isinstance(event, Reminder)]
    assert said[:2] == ["discard_two", "redraw_once"]


@pytest.mark.parametrize(
    ("rooms", "poor"),
    [
        ([(True, "gold"), (True, "relic"), (True, "gold"), (True, "relic"), (False, "gold")], True),
        ([(True, "gold"), (True, "relic"), (True, "gold"), (False, "relic"), (False, "gold")], False),
        ([(False, "gold"), (False, "gold relic"), (False, "gold"), (True, "gold"), (False, "relic")], True),
    ],
)
def test_a_one_sided_hand_may_be_exchanged(rooms: list[tuple[bool, str]], poor: bool) -> None:
    """BM-SETUP-7, BM-SETUP-8: a room with two symbols counts for both"""
    hand = [DrawnRoom(advanced, tuple(Treasure(symbol) for symbol in shown.split())) for advanced, shown in rooms]
    assert may_redraw(hand, 0, Table("Ada", "Ben").state.options) is poor


def test_first_rooms_are_turned_up_together_and_then_work_by_xp() -> None:
    """BM-SETUP-9, BM-SETUP-10, BM-BUILD-15, BM-BUILD-16"""
    table = seated("Ada", "Ben")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN, 1))
    assert (table.tops("Ada"), table.tops("Ben")) == ([], [])
    one, two = table.new_room("one", abilities=DRAWS), table.new_room("two", abilities=DRAWS)
    events = table.do(RevealRooms((Placed(BEN, 1, two), Placed(ADA, 1, one))))
    assert [event for event in events if not isinstance(event, HandTask)] == [
        RoomBuilt(ADA, 1, one),
        RoomBuilt(BEN, 1, two),
        EffectDue(ADA, one),
        EffectDue(BEN, two),
        RoundBegan(1, 2),
    ]
    assert [event.players for event in events if isinstance(event, HandTask)] == [(ADA,), (BEN,)]


def test_a_first_room_is_an_ordinary_one() -> None:
    """BM-SETUP-11, BM-BUILD-7"""
    table = seated("Ada", "Ben")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    (asked,) = table.do(RevealRooms((Placed(ADA, 1, table.new_room("palace", advanced=True, gold=1)),)))
    assert isinstance(asked, QuestionAsked)
    assert asked.question.rule == "BM-BUILD-7"
    table.do(Answer("take_back"))
    assert (table.state.phase, table.state.round) == (Phase.ROUND_START, 1)


def test_nobody_casts_during_set_up() -> None:
    """BM-SETUP-12"""
    table = seated("Ada", "Ben")
    with pytest.raises(IllegalCommand) as refused:
        table.do(Announce(ADA))
    assert (refused.value.reason, refused.value.rule) == ("no_spells_now", "BM-SETUP-12")


def test_the_referee_knows_no_hands() -> None:
    """BM-SETUP-13, BM-GLOSS-8"""
    assert not {"hand", "hands", "spells", "deck"} & set(Player.__dataclass_fields__)


def test_items_and_coins_are_ready_at_the_start() -> None:
    """BM-SETUP-14, BM-COIN-1, BM-COMB-6"""
    table = seated("Ada", "Ben", sets=("base", "tools_of_hero_kind", "vault_of_villains"))
    assert {player.coins for player in table.state.players} == {3}
    table.do(FinishBuild(ADA), FinishBuild(BEN))
    sword = table.new_item("Sword")
    heroes = (hero_id("h0"), hero_id("h1"))
    assert ItemRevealed(sword) in table.do(RevealHeroes(heroes, (sword,)))


# -- round start -------------------------------------------------------------------------------------------------------


def test_items_come_before_heroes_and_the_draw_before_building() -> None:
    """BM-START-6, BM-START-4, BM-START-7"""
    table = Table("Ada", "Ben", "Cem", sets=("base", "tools_of_hero_kind")).change("Cem", eliminated=True)
    table.phase(Phase.ROUND_START)
    heroes = tuple(table.new_hero(f"h{number}", "mage", players=2) for number in range(3))
    events = table.do(RevealHeroes(heroes, (table.new_item("Sword"),)))
    assert events == (
        ItemRevealed(item_id("Sword")),
        *(HeroArrived(hero) for hero in heroes),
        HeroDeckEmpty(),
        Reminder("draw_room", (ADA, BEN)),
        BuildTurnBegan(ADA),
    )


def test_the_rest_of_the_hero_deck_is_enough() -> None:
    """BM-START-8"""
    table = Table("Ada", "Ben").phase(Phase.ROUND_START)
    last = table.new_hero("last")
    assert HeroDeckEmpty() in table.do(RevealHeroes((last,)))
    table.adventure()
    assert table.state.phase is Phase.ROUND_END


def test_the_heroes_nearest_to_the_deck_are_the_oldest() -> None:
    """BM-START-3"""
    table = Table("Ada", "Ben").phase(Phase.ROUND_START)
    one, two = table.new_hero("one"), table.new_hero("two")
    camera = Camera(table).sees(two, Area.TOWN, place=2).sees(one, Area.TOWN, place=1).sees(ROOM_BACK, Area.TOWN)
    assert interpret(table.state, camera.seen, table.catalog).commands == (RevealHeroes((one, two)),)
