"""Minibosses (BM-MINI)."""

import pytest

from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import (
    BeginRound,
    BuildRoom,
    DestroyRoom,
    FinishBuild,
    Placed,
    Promote,
    RevealRooms,
    TurnRoom,
    UseLevel3,
)
from engine.boss_monster.counts import dungeon_damage, room_damage, treasure_of
from engine.boss_monster.dungeons_seen import LEVEL_RAISE_MM
from engine.boss_monster.events import (
    EffectDue,
    Event,
    LeveledUp,
    MinibossDiscarded,
    MinibossLevelled,
    MinibossTucked,
    QuestionAsked,
    RoomBuilt,
)
from engine.boss_monster.interpret import interpret
from engine.boss_monster.state import Phase
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.meanings import Deck, Rooms
from engine.core.commands import Answer
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from engine.core.observations import Area
from tests.builders import Camera, Table, miniboss_id, room_id

ADA, BEN = PlayerId("p1"), PlayerId("p2")
STRONGER = Ability(Trigger.STATIC, (AddDamage(1, Rooms.THIS),))
LEADER = Ability(Trigger.STATIC, (AddDamage(2, Rooms.OWN),))
ROARS = Ability(Trigger.ACTIVATED, (Draw(Deck.ROOMS),))


def building(rooms: str = "a", coins: int = 3) -> Table:
    table = Table("Ada", "Ben", sets=("rise_of_the_minibosses",)).change("Ada", coins=coins).phase(Phase.BUILD, "Ada")
    for name in rooms:
        table.room("Ada", name, gold=1)
    return table


def place(table: Table, slot: int, name: str = "Imp") -> tuple[Event, ...]:
    miniboss = table.new_miniboss(name)
    table.do(FinishBuild(ADA, slot), FinishBuild(BEN))
    return table.do(RevealRooms((Placed(ADA, slot, miniboss),)))


def question_rule(events: tuple[Event, ...]) -> str:
    (asked,) = [event for event in events if isinstance(event, QuestionAsked)]
    return asked.question.rule


def test_a_miniboss_is_no_room() -> None:
    """BM-MINI-1"""
    table = building("abcd")
    assert question_rule(place(table, 4)) == "BM-MINI-6"
    assert LeveledUp(ADA) not in table.do(Answer("pay"))
    ada = table.player("Ada")
    assert len(ada.dungeon) == 4
    assert dungeon_damage(table.state, ada, table.catalog) == 4
    assert treasure_of(table.state, ada, table.catalog)[Treasure.GOLD] == 4


def test_a_miniboss_needs_a_room_of_ones_own() -> None:
    """BM-MINI-2: beside the last room it cannot even be allowed"""
    table = building("a")
    events = place(table, 2)
    assert question_rule(events) == "BM-MINI-2"
    assert table.state.question is not None
    assert table.state.question.choices == ("take_back", "discard")


def test_it_is_built_instead_of_a_room() -> None:
    """BM-MINI-2"""
    table = building("a")
    table.do(FinishBuild(ADA, 1))
    with pytest.raises(IllegalCommand, match="not_your_turn"):
        table.do(FinishBuild(ADA, 2))


def test_treasure_does_not_matter_for_a_miniboss() -> None:
    """BM-MINI-3"""
    table = building("").room("Ada", "bare")
    assert question_rule(place(table, 1)) == "BM-MINI-6"


@pytest.mark.parametrize(("slot", "rule"), [(1, "BM-MINI-4"), (3, "BM-MINI-4"), (4, "BM-MINI-6")])
def test_minibosses_keep_a_room_between_them(slot: int, rule: str) -> None:
    """BM-MINI-4"""
    assert question_rule(place(building("abcd").tucked("Ada", 2, "Ogre"), slot)) == rule


@pytest.mark.parametrize(("choice", "coins"), [("pay", 2), ("discard", 3)])
def test_a_revealed_miniboss_costs_a_coin_or_is_discarded(choice: str, coins: int) -> None:
    """BM-MINI-6, BM-MINI-7, BM-COIN-3"""
    table = building()
    place(table, 1)
    events = table.do(Answer(choice))
    expected = (
        MinibossTucked(ADA, 1, miniboss_id("Imp")) if choice == "pay" else MinibossDiscarded(ADA, miniboss_id("Imp"))
    )
    assert expected in events
    assert table.player("Ada").coins == coins


def test_without_a_coin_it_is_discarded() -> None:
    """BM-MINI-6, BM-COIN-6"""
    table = building(coins=0)
    assert MinibossDiscarded(ADA, miniboss_id("Imp")) in place(table, 1)
    assert table.state.phase is Phase.BUILT


def test_levels_one_and_two_work_together_and_belong_to_the_room() -> None:
    """BM-MINI-7, BM-MINI-9"""
    for level, expected in ((1, [2, 1]), (2, [4, 3]), (3, [4, 3])):
        table = building("ab").tucked("Ada", 1, "Imp", level, STRONGER, LEADER, ROARS)
        assert [room_damage(table.state, table.player("Ada"), slot, table.catalog) for slot in (1, 2)] == expected


def test_a_promotion_costs_a_coin_and_shows_the_next_level() -> None:
    """BM-MINI-8, BM-COIN-3"""
    table = building().tucked("Ada", 1, "Imp")
    assert MinibossLevelled(ADA, 1, miniboss_id("Imp"), 2) in table.do(Promote(ADA, 1))
    assert table.player("Ada").coins == 2
    with pytest.raises(IllegalCommand, match="no_coins"):
        building(coins=0).tucked("Ada", 1, "Imp").do(Promote(ADA, 1))
    with pytest.raises(IllegalCommand, match="top_level"):
        building().tucked("Ada", 1, "Imp", 3).do(Promote(ADA, 1))


def test_the_third_level_starts_again_at_the_first_and_rises_next_round() -> None:
    """BM-MINI-10, BM-MINI-11"""
    table = building().tucked("Ada", 1, "Imp", 3)
    assert table.do(UseLevel3(ADA, 1)) == (MinibossLevelled(ADA, 1, miniboss_id("Imp"), 1),)
    with pytest.raises(IllegalCommand) as refused:
        table.do(Promote(ADA, 1))
    assert refused.value.rule == "BM-MINI-11"
    table.hero("Tom").adventure()
    table.do(BeginRound())
    table.phase(Phase.BUILD, "Ada")
    assert MinibossLevelled(ADA, 1, miniboss_id("Imp"), 2) in table.do(Promote(ADA, 1))


def test_a_miniboss_is_lost_with_its_room() -> None:
    """BM-MINI-12"""
    lost = MinibossDiscarded(ADA, miniboss_id("Imp"))
    assert lost in building().tucked("Ada", 1, "Imp").do(DestroyRoom(ADA, 1))
    table = building().tucked("Ada", 1, "Imp")
    assert lost in table.do(BuildRoom(ADA, 1, table.new_room("new")))
    table = building().tucked("Ada", 1, "Imp")
    new = table.new_room("new")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN))
    assert lost in table.do(RevealRooms((Placed(ADA, 1, new),)))
    assert table.player("Ada").dungeon[0].miniboss is None


def test_in_a_deactivated_room_a_miniboss_does_nothing() -> None:
    """BM-MINI-13"""
    table = building("ab").tucked("Ada", 1, "Imp", 3, STRONGER, LEADER, ROARS)
    table.do(TurnRoom(ADA, 1, True))
    assert room_damage(table.state, table.player("Ada"), 2, table.catalog) == 1
    with pytest.raises(IllegalCommand, match="not_level_3"):
        table.do(UseLevel3(ADA, 1))


def test_minibosses_that_become_neighbours_stay() -> None:
    """BM-MINI-14"""
    table = building("abc").tucked("Ada", 1, "Imp").tucked("Ada", 3, "Ogre")
    table.do(DestroyRoom(ADA, 2))
    assert [stack.miniboss.copy for stack in table.player("Ada").dungeon if stack.miniboss] == [
        miniboss_id("Imp"),
        miniboss_id("Ogre"),
    ]


def test_a_miniboss_is_paid_before_built_effects_take_place() -> None:
    """BM-MINI-15"""
    draws = (Ability(Trigger.BUILT, (Draw(Deck.ROOMS),)),)
    table = building()
    room = table.new_room("x", abilities=draws)
    miniboss = table.new_miniboss("Imp")
    table.do(FinishBuild(ADA, 1), FinishBuild(BEN, 1))
    events = table.do(RevealRooms((Placed(ADA, 1, miniboss), Placed(BEN, 1, room))))
    assert RoomBuilt(BEN, 1, room) in events
    assert not any(isinstance(event, EffectDue) for event in events), "the coin comes first"
    assert EffectDue(BEN, room) in table.do(Answer("pay"))


def test_the_level_that_the_camera_sees_is_compared() -> None:
    """BM-MINI-8, Q-13"""
    for level, raised in enumerate(LEVEL_RAISE_MM, start=1):
        table = building().tucked("Ada", 1, "Imp", 2).phase(Phase.BUILT)
        camera = Camera(table).sees_dungeons().sees(miniboss_id("Imp"), Area.ROW, "Ada", 1, drop_mm=-raised)
        asked = [ask.ask for ask in interpret(table.state, camera.seen, table.catalog).questions]
        assert asked == ([] if level == 2 else ["Q-13"])


def test_a_miniboss_between_two_levels_is_asked_about() -> None:
    """BM-MINI-8, Q-13, rules 4.7: tolerance is a third of the gap."""
    low, middle, _ = LEVEL_RAISE_MM
    third = (middle - low) / 3
    between = (low + middle) / 2
    for raised, asked in ((middle + third - 0.1, []), (middle + third + 0.1, ["Q-13"]), (between, ["Q-13"])):
        table = building().tucked("Ada", 1, "Imp", 2).phase(Phase.BUILT)
        camera = Camera(table).sees_dungeons().sees(miniboss_id("Imp"), Area.ROW, "Ada", 1, drop_mm=-raised)
        assert [ask.ask for ask in interpret(table.state, camera.seen, table.catalog).questions] == asked


def test_a_miniboss_slid_down_with_its_room_keeps_its_level() -> None:
    """Rules 4.7: left in place or moved together with the room."""
    for moved in (0.0, 12.0):
        table = building().tucked("Ada", 1, "Imp", 2).phase(Phase.BUILT)
        camera = Camera(table).sees(room_id("a"), Area.ROW, "Ada", 1, drop_mm=12)
        camera.sees(miniboss_id("Imp"), Area.ROW, "Ada", 1, drop_mm=moved - LEVEL_RAISE_MM[1])
        assert interpret(table.state, camera.seen, table.catalog).questions == ()


def test_the_players_say_which_level_it_is_or_that_it_is_gone() -> None:
    """BM-MINI-8, BM-MINI-12, Q-13"""
    for answer, event in (
        ("3", MinibossLevelled(ADA, 1, miniboss_id("Imp"), 3)),
        ("gone", MinibossDiscarded(ADA, miniboss_id("Imp"))),
    ):
        table = building().tucked("Ada", 1, "Imp", 2).phase(Phase.BUILT)
        camera = Camera(table).sees_dungeons().sees(miniboss_id("Imp"), Area.ROW, "Ada", 1, drop_mm=-LEVEL_RAISE_MM[2])
        (ask,) = interpret(table.state, camera.seen, table.catalog).questions
        assert event in table.do(ask, Answer(answer))
    assert table.tops("Ada") == [room_id("a")]
