"""The second reckoning: it finds wrong verdicts, knows the simple bonuses, and says when it cannot know."""

from dataclasses import replace
from functools import cache

import pytest

from companion import truth, wiring
from companion.reckoning import Reckoning
from companion.wiring import Box
from companion.world import World
from engine.boss_monster import bait
from engine.boss_monster.effect_events import DungeonHolds, HeroScored, RoomHolds, ScoreChanged
from engine.boss_monster.events import (
    EffectDue,
    HeroBaited,
    HeroChanged,
    HeroDied,
    HeroRemoved,
    HeroSurvived,
    RoomChanged,
    RoomDestroyed,
    RoomEntered,
    RoundEnded,
)
from engine.boss_monster.state import Change, Holds, State
from engine.core.ids import CopyId
from tests.cards.table import GIANT, THIEF, THIEF_6, THIEF_8, CardTable
from vision.tabletop import empty_table

CARD = CopyId("bm.spell.giant_size#1")


@cache
def box() -> Box:
    return wiring.open_box()


class Evening:
    """Real cards on a physical table, and the referee's events about them."""

    def __init__(self, *rooms: str, hero: str = GIANT, others: tuple[str, ...] = ()) -> None:
        self.cards = CardTable().dungeon("Ada", *rooms).dungeon("Ben", *others).at_entrance("Ada", hero)
        self.hero = self.cards.copy(hero, "hero")
        self.ada = self.cards.player("Ada")
        self.reckoning = Reckoning(self.cards.catalog)
        self.world = self._laid()

    @property
    def state(self) -> State:
        return self.cards.state

    def _laid(self) -> World:
        table = empty_table(2)
        bosses = tuple(player.boss for player in self.state.players)
        for seat, player in zip(table.seats, self.state.players, strict=True):
            table = table.with_card(box().things[player.boss], seat.boss)
            for slot, stack in enumerate(player.dungeon, start=1):
                for room in stack.rooms:
                    table = table.with_card(box().things[room], seat.slot(slot))
        return World(1, table, bosses)

    def enters(self, *rooms: str) -> "Evening":
        for room in rooms:
            self.reckoning.ledger.hear(RoomEntered(self.ada.id, self.hero, 1, self.cards.copy(room, "room"), 0, 0, 20))
        return self

    def hears(self, *events: object) -> "Evening":
        for event in events:
            self.reckoning.ledger.hear(event)  # type: ignore[arg-type]
        return self

    def survives(self, damage: int) -> bool | None:
        verdict = HeroSurvived(self.ada.id, self.hero, damage, 20, 1)
        return self.reckoning.is_true(verdict, self.state, self.world)

    def dies(self, room: str, damage: int, health: int = 4) -> bool | None:
        verdict = HeroDied(self.ada.id, self.hero, self.cards.copy(room, "room"), damage, health, 1)
        return self.reckoning.is_true(verdict, self.state, self.world)


def test_printed_damage_is_added_up_and_a_wrong_number_is_found() -> None:
    evening = Evening("boulder_ramp", "bottomless_pit").enters("boulder_ramp", "bottomless_pit")
    assert evening.survives(2) is True
    assert evening.survives(3) is False


def test_the_room_in_which_a_hero_dies_is_reckoned_too() -> None:
    evening = Evening("neanderthal_cave", "neanderthal_cave#2", hero=THIEF)
    evening.enters("neanderthal_cave", "neanderthal_cave#2")
    assert evening.dies("neanderthal_cave#2", 6) is True
    assert evening.dies("neanderthal_cave", 3, health=3) is False


def test_permanent_bonuses_between_neighbours_count() -> None:
    """Goblin Armory strengthens adjacent monster rooms, Dizzygas Hallway the trap towards the boss."""
    evening = Evening("neanderthal_cave", "goblin_armory").enters("neanderthal_cave", "goblin_armory")
    assert evening.survives(3 + 1 + 1) is True
    traps = Evening("dizzygas_hallway", "boulder_ramp").enters("dizzygas_hallway", "boulder_ramp")
    assert traps.survives(1 + 1 + 2) is True


def test_a_sideways_room_deals_nothing_and_gives_nothing() -> None:
    evening = Evening("neanderthal_cave", "goblin_armory").enters("neanderthal_cave", "goblin_armory")
    seat = evening.world.table.seats[evening.world.seat_of(evening.ada.boss)]
    armory = box().things[evening.cards.copy("goblin_armory")]
    table = evening.world.table.with_card(armory, seat.slot(1).moved(0, 0, 90))
    evening.world = replace(evening.world, table=table)
    assert evening.survives(3) is True


def test_announced_damage_counts_from_when_it_was_said() -> None:
    evening = Evening("boulder_ramp", "bottomless_pit").enters("boulder_ramp")
    pit, ramp = evening.cards.copy("bottomless_pit"), evening.cards.copy("boulder_ramp")
    evening.hears(RoomChanged(evening.ada.id, 1, pit, 3), RoomChanged(evening.ada.id, 2, ramp, 5))
    evening.enters("bottomless_pit").hears(HeroChanged(evening.hero, damage=2))
    assert evening.survives(1 + 4 + 2) is True


def test_bonuses_of_a_whole_dungeon_count_and_end_with_the_round() -> None:
    evening = Evening("boulder_ramp", "bottomless_pit")
    evening.hears(DungeonHolds(evening.ada.id, Change(Holds.DAMAGE, CARD, 2))).enters("boulder_ramp", "bottomless_pit")
    assert evening.survives(6) is True
    evening.hears(RoundEnded(1, ())).enters("boulder_ramp", "bottomless_pit")
    assert evening.survives(2) is True


@pytest.mark.parametrize(
    "event",
    [
        lambda e: RoomHolds(e.ada.id, 1, e.cards.copy("bottomless_pit"), Change(Holds.DOUBLE_DAMAGE, CARD)),
        lambda e: DungeonHolds(e.ada.id, Change(Holds.SILENT, CARD)),
        lambda e: RoomDestroyed(e.ada.id, 1, e.cards.copy("golem_factory")),
    ],
)
def test_what_it_cannot_put_into_numbers_is_never_called_right(event: object) -> None:
    evening = Evening("boulder_ramp", "bottomless_pit").enters("boulder_ramp")
    evening.hears(event(evening)).enters("bottomless_pit")  # type: ignore[operator]
    assert evening.survives(2) is None
    assert evening.survives(99) is None


def test_a_hero_that_an_effect_sends_back_is_not_reckoned_but_one_that_just_walks_twice_is_wrong() -> None:
    sent = Evening("boulder_ramp", "bottomless_pit").enters("boulder_ramp")
    sent.hears(EffectDue(sent.ada.id, CARD)).enters("boulder_ramp", "bottomless_pit")
    assert sent.survives(3) is None
    astray = Evening("boulder_ramp", "bottomless_pit").enters("boulder_ramp", "boulder_ramp", "bottomless_pit")
    assert astray.survives(3) is False


def test_the_bait_is_counted_from_the_real_cards() -> None:
    evening = Evening("boulder_ramp", "bottomless_pit", others=("dragon_hatchery",), hero=THIEF)
    to_ada = HeroBaited(evening.hero, evening.ada.id, (), None, "")
    to_nobody = HeroBaited(evening.hero, None, (), None, "")
    assert evening.reckoning.is_true(to_ada, evening.state, evening.world) is True
    assert evening.reckoning.is_true(to_nobody, evening.state, evening.world) is False
    evening.hears(DungeonHolds(evening.ada.id, Change(Holds.DOUBLE_TREASURE, CARD)))
    assert evening.reckoning.is_true(to_nobody, evening.state, evening.world) is None


def test_souls_without_a_card_are_noted_and_those_of_a_card_that_moved_are_not() -> None:
    evening = Evening("boulder_ramp")
    ada, ben = evening.ada.id, evening.cards.id_of("Ben")
    evening.hears(ScoreChanged(ada, souls=1))
    evening.hears(HeroRemoved(evening.hero), ScoreChanged(ada, souls=-1))
    evening.hears(ScoreChanged(ben, souls=-2), HeroScored(evening.hero, ada, 2))
    assert evening.reckoning.ledger.scored == {ada: (1, 0), ben: (0, 0)}


def test_the_real_table_knows_sideways_and_slid_rooms() -> None:
    evening = Evening("neanderthal_cave", "goblin_armory")
    seat = evening.world.table.seats[evening.world.seat_of(evening.ada.boss)]
    things = box().things
    table = evening.world.table.with_card(things[evening.cards.copy("goblin_armory")], seat.slot(1).moved(0, 0, 90))
    table = table.with_card(things[evening.cards.copy("neanderthal_cave")], seat.slot(2).moved(0, 17))
    world = replace(evening.world, table=table)
    real = truth.side(world, evening.ada.boss)
    assert (real.sideways, real.slid) == ((1,), (2,))
    found = truth.differences(world, evening.state, evening.cards.catalog)
    assert any("sideways" in line for line in found)
    assert any("slid" in line for line in found)


def test_five_players_share_the_heroes_of_a_class_between_tied_dungeons() -> None:
    """BM-CL-3 to -5: oldest first, highest XP first; who is left stays in town."""
    table = CardTable(
        sets=("base", "crash_landing"), Ada="gorgona", Ben="robobo", Cem="cerebellus", Dot="draculord", Eva="king_croak"
    )
    table.dungeon("Dot", "boulder_ramp", "bottomless_pit").dungeon("Eva", "boulder_ramp#2", "bottomless_pit#2")
    table.in_town(THIEF, THIEF_6, THIEF_8)
    state, laid = table.state, empty_table(5)
    for seat, player in zip(laid.seats, state.players, strict=True):
        laid = laid.with_card(box().things[player.boss], seat.boss)
        for slot, stack in enumerate(player.dungeon, start=1):
            laid = laid.with_card(box().things[stack.top], seat.slot(slot))
    for place, hero in enumerate(state.town):
        laid = laid.with_card(box().things[hero], laid.town_place(place))
    world = World(1, laid, tuple(player.boss for player in state.players))
    _, verdicts = bait.lure_all(state, table.catalog)
    assert {verdict.player for verdict in verdicts} == {table.id_of("Dot"), table.id_of("Eva"), None}
    reckoning = Reckoning(table.catalog)
    assert [reckoning.is_true(verdict, state, world) for verdict in verdicts] == [True] * 3
    others = [replace(verdict, player=table.id_of("Ben")) for verdict in verdicts]
    assert [reckoning.is_true(verdict, state, world) for verdict in others] == [False] * 3
