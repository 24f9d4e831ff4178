"""General rules and the anatomy of cards (BM-GEN, BM-CARD)."""

from typing import Any

import pytest

from engine.boss_monster.cards import LURES, HeroClass, RoomType, Treasure
from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    BeginRound,
    BuildRoom,
    ChangeHero,
    ChangeRoom,
    Command,
    Correct,
    DestroyRoom,
    FinishBuild,
    LureHeroes,
    Placed,
    Prevent,
    ResolveAnnounced,
    RevealHeroes,
    RevealRooms,
    TurnRoom,
    UseItem,
    WalkOn,
)
from engine.boss_monster.counts import room_damage, treasure_of
from engine.boss_monster.events import (
    AdventureTurnBegan,
    BuildTurnBegan,
    EffectResolves,
    Event,
    HeroBaited,
    HeroDied,
    PlayerEliminated,
    Reminder,
    RoomEntered,
    TurnOrderSet,
)
from engine.boss_monster.state import Phase
from engine.boss_monster.words.damage import AddDamage
from engine.boss_monster.words.meanings import Rooms
from engine.core.effects import Ability, Trigger
from engine.core.errors import IllegalCommand
from engine.core.ids import PlayerId
from tests.builders import Table, hero_id, miniboss_id, room_id

ADA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")


def of_kind(events: tuple[Event, ...], *kinds: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


def whole_round(table: Table, number: int = 1) -> tuple[list[Phase], tuple[Event, ...]]:
    """Two new heroes, one new room each, bait, adventure: the phases passed and all events."""
    phases: list[Phase] = []
    events: tuple[Event, ...] = ()
    heroes = (table.new_hero(f"thief{number}", "thief", 1), table.new_hero(f"mage{number}", "mage", 1))
    rooms = tuple(Placed(player, 1, table.new_room(f"{player}{number}", gold=1)) for player in (ADA, BEN))
    table.phase(Phase.ROUND_START)
    steps: list[Command] = [
        RevealHeroes(heroes),
        FinishBuild(ADA, 1),
        FinishBuild(BEN, 1),
        RevealRooms(rooms),
        LureHeroes(),
    ]
    for command in (*steps, BeginAdventure()):
        phases.append(table.state.phase)
        events += table.do(command)
    while table.state.phase is Phase.ADVENTURE:
        phases.append(table.state.phase)
        events += table.do(WalkOn())
    return [*phases, table.state.phase], events


def test_a_dead_hero_is_souls_and_a_survivor_wounds_for_the_owner() -> None:
    """BM-GEN-1"""
    table = Table("Ada", "Ben").room("Ada", "deadly", 9).waiting("Ada", "One").waiting("Ben", "Two")
    table.adventure()
    assert [(player.souls, player.wounds) for player in table.state.players] == [(1, 0), (0, 1)]


def test_souls_and_wounds_are_judged_at_the_end_of_the_round_only() -> None:
    """BM-GEN-2, BM-ADV-25"""
    table = Table("Ada", "Ben", "Cem").change("Ada", wounds=4).change("Ben", souls=12)
    table.room("Ada", "a", 0).waiting("Ada", "One").waiting("Ada", "Two").phase(Phase.BAITED)
    table.do(BeginAdventure(), WalkOn())
    assert (table.player("Ada").wounds, table.state.phase) == (5, Phase.ADVENTURE)
    assert not table.player("Ada").eliminated
    assert of_kind(table.do(WalkOn()), PlayerEliminated) == [PlayerEliminated(ADA, 6)]
    assert table.state.winner == BEN


def test_a_round_has_its_phases_in_order() -> None:
    """BM-GEN-3, BM-START-7, BM-BAIT-15"""
    table = Table("Ada", "Ben").boss("Ada", gold=1)
    phases, _ = whole_round(table)
    assert list(dict.fromkeys(phases)) == [
        Phase.ROUND_START,
        Phase.BUILD,
        Phase.REVEAL,
        Phase.BUILT,
        Phase.BAITED,
        Phase.ADVENTURE,
        Phase.ROUND_END,
    ]


def test_one_player_is_active_while_building_and_walking_and_nobody_otherwise() -> None:
    """BM-GEN-4"""
    table = Table("Ada", "Ben").waiting("Ben", "Tom").room("Ben", "b", 1).phase(Phase.ROUND_START)
    assert table.state.active is None
    table.do(RevealHeroes((table.new_hero("h1"), table.new_hero("h2"))))
    assert table.state.active == ADA
    table.do(FinishBuild(ADA), FinishBuild(BEN))
    assert table.state.active is None
    table.do(LureHeroes())
    assert table.state.active is None
    table.do(BeginAdventure())
    assert table.state.active == BEN
    while table.state.phase is Phase.ADVENTURE:
        table.do(WalkOn())
    assert table.state.active is None


def test_the_order_of_players_is_the_same_in_every_round() -> None:
    """BM-GEN-6, BM-GLOSS-12, BM-GEN-8"""
    table = Table("Ada", "Ben").boss("Ada", gold=1)
    for number in range(1, 4):
        _, events = whole_round(table, number)
        turns = of_kind(events, BuildTurnBegan)
        assert turns == [BuildTurnBegan(ADA), BuildTurnBegan(BEN)]
        assert not of_kind(events, TurnOrderSet)
        table.change("Ben", souls=number)
        for name in ("one", "two"):
            table.new_hero(f"{name}{number}")
        table.do(BeginRound())


def test_the_active_player_may_announce_late_and_still_goes_first() -> None:
    """BM-GEN-9"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ben")
    table.do(Announce(ADA), Announce(BEN), Announce(BEN))
    events = table.do(ResolveAnnounced(), ResolveAnnounced(), ResolveAnnounced())
    assert events == (EffectResolves(BEN), EffectResolves(BEN), EffectResolves(ADA))


@pytest.mark.parametrize(
    ("symbol", "allowed"),
    [("build", {Phase.BUILD}), ("adventure", {Phase.ADVENTURE}), ("both", {Phase.BUILD, Phase.ADVENTURE})],
)
def test_a_spell_is_cast_in_the_phase_that_it_shows(symbol: str, allowed: set[Phase]) -> None:
    """BM-GEN-11"""
    for phase in (Phase.BUILD, Phase.ADVENTURE):
        table = Table("Ada", "Ben").phase(phase, "Ada")
        spell = table.new_spell("Zap", symbol)
        if phase in allowed:
            table.do(Announce(BEN, spell), Announce(BEN, spell))
            assert [waiting.player for waiting in table.state.announced] == [BEN, BEN], "as often as wanted"
        else:
            with pytest.raises(IllegalCommand) as refused:
                table.do(Announce(BEN, spell))
            assert refused.value.rule == "BM-GEN-11"


def test_nobody_is_told_to_draw_a_spell_in_a_round() -> None:
    """BM-GEN-12"""
    table = Table("Ada", "Ben").boss("Ada", gold=1)
    _, events = whole_round(table)
    assert of_kind(events, Reminder) == [Reminder("draw_room", (ADA, BEN))]


@pytest.mark.parametrize(
    ("phase", "rule"),
    [
        (Phase.ROUND_START, "BM-START-5"),
        (Phase.BAITED, "BM-BAIT-1"),
        (Phase.ROUND_END, "BM-END-1"),
    ],
)
def test_no_spells_and_abilities_outside_building_and_adventure(phase: Phase, rule: str) -> None:
    """BM-GEN-13, BM-START-5, BM-BAIT-1, BM-END-1, BM-GLOSS-3, BM-ITEM-14"""
    table = Table("Ada", "Ben").change("Ada", open_item=Table("Ada", "Ben").new_item("Ring")).phase(phase)
    for command in (Announce(ADA), UseItem(ADA)):
        with pytest.raises(IllegalCommand) as refused:
            table.do(command)
        assert (refused.value.reason, refused.value.rule) == ("no_spells_now", rule)


def test_what_is_announced_and_not_resolved_does_not_outlive_its_phase() -> None:
    """BM-BAIT-1, BM-END-1"""
    table = Table("Ada", "Ben", spells_after_reveal="open").phase(Phase.BUILT)
    table.do(Announce(ADA), LureHeroes())
    assert table.state.announced == ()
    table.room("Ben", "b").waiting("Ben", "Tom", 9).do(BeginAdventure(), Announce(ADA), WalkOn())
    assert (table.state.phase, table.state.announced) == (Phase.ROUND_END, ())


def test_everything_thrown_away_may_come_back_from_the_one_discard_pile() -> None:
    """BM-GEN-15: destroyed rooms and lost minibosses are nowhere in play"""
    table = Table("Ada", "Ben").room("Ada", "den").tucked("Ada", 1, "Imp").phase(Phase.BUILD, "Ada")
    table.do(DestroyRoom(ADA, 1))
    assert table.tops("Ada") == []
    table.do(BuildRoom(BEN, 1, room_id("den")))
    assert table.tops("Ben") == [room_id("den")]
    table.change("Ben", coins=1).do(FinishBuild(ADA), FinishBuild(BEN, 1))
    table.do(RevealRooms((Placed(BEN, 1, miniboss_id("Imp")),)))
    assert table.state.question is not None


def test_the_referee_tells_the_numbers_that_tokens_only_mark() -> None:
    """BM-GEN-16"""
    table = Table("Ada", "Ben").room("Ada", "den", 1).waiting("Ada", "Tom", 4).phase(Phase.BUILD, "Ada")
    table.do(ChangeRoom(ADA, 1, 2), ChangeHero(hero_id("Tom"), health=3))
    (entered,) = of_kind(table.phase(Phase.BAITED).do(BeginAdventure()), RoomEntered)
    assert isinstance(entered, RoomEntered)
    assert (entered.damage, entered.health) == (3, 7)


# -- cards -------------------------------------------------------------------------------------------------------------


def test_a_room_has_damage_treasure_kind_and_type() -> None:
    """BM-CARD-1: a monster bonus passes a trap by, an advanced room needs its symbol"""
    boost = (Ability(Trigger.STATIC, (AddDamage(2, Rooms.OWN, RoomType.MONSTER),)),)
    table = Table("Ada", "Ben").room("Ada", "trap", 1, trap=True, gold=2).room("Ada", "beast", 1, abilities=boost)
    ada = table.player("Ada")
    assert [room_damage(table.state, ada, slot, table.catalog) for slot in (1, 2)] == [1, 3]
    assert treasure_of(table.state, ada, table.catalog)[Treasure.GOLD] == 2


def test_an_ability_works_while_its_room_lies_open() -> None:
    """BM-CARD-2, BM-BUILD-9, BM-BUILD-10: covered it sleeps, uncovered it works again"""
    boost = (Ability(Trigger.STATIC, (AddDamage(2, Rooms.ADJACENT),)),)
    table = Table("Ada", "Ben").room("Ada", "a", 1).room("Ada", "b", 1, abilities=boost)
    table.phase(Phase.BUILD, "Ada")

    def damage() -> int:
        return room_damage(table.state, table.player("Ada"), 1, table.catalog)

    assert damage() == 3
    table.do(BuildRoom(ADA, 2, table.new_room("lid")))
    assert damage() == 1
    table.do(DestroyRoom(ADA, 2))
    assert damage() == 3


def test_each_treasure_draws_exactly_one_class() -> None:
    """BM-CARD-3, BM-CL-1"""
    assert len(set(LURES.values())) == len(Treasure) == len(LURES)
    for kind, treasure in LURES.items():
        symbols: Any = {treasure.value: 1}
        table = Table("Ada", "Ben").room("Ada", "a", **symbols)
        for other in LURES:
            table.hero(other.value, other.value)
        lured = [event.hero for event in table.do(LureHeroes()) if isinstance(event, HeroBaited) and event.player]
        assert lured == [hero_id(kind.value)]


def test_a_boss_hurts_nobody_and_is_no_slot_to_turn_or_destroy() -> None:
    """BM-CARD-4, BM-CARD-5"""
    table = Table("Ada", "Ben").boss("Ada", gold=1).waiting("Ada", "Tom", 1)
    for command in (TurnRoom(ADA, 0, True), DestroyRoom(ADA, 0), TurnRoom(ADA, 1, True), DestroyRoom(ADA, 1)):
        with pytest.raises(IllegalCommand, match="no_such_slot"):
            table.do(command)
    assert not of_kind(table.adventure(), RoomEntered)
    assert table.player("Ada").wounds == 1


def test_a_hero_is_what_its_card_says() -> None:
    """BM-CARD-7, BM-HERO-7: the printed souls and wounds go before the usual ones"""
    table = Table("Ada", "Ben").room("Ada", "deadly", 9)
    dies, lives = table.new_hero("Dies", worth=(3, 1)), table.new_hero("Lives", worth=(1, 4))
    table.do(Correct(ADA, entrance=(dies,)), Correct(BEN, entrance=(lives,)))
    table.adventure()
    assert (table.player("Ada").souls, table.player("Ben").wounds) == (3, 4)


@pytest.mark.parametrize(("health", "dies"), [(4, True), (5, True), (6, False)])
def test_damage_that_reaches_the_health_is_enough(health: int, dies: bool) -> None:
    """BM-CARD-8, BM-ADV-7"""
    table = Table("Ada", "Ben").room("Ada", "a", 5).waiting("Ada", "Tom", health)
    assert bool(of_kind(table.adventure(), HeroDied)) is dies


def test_heroes_of_every_class_can_be_told_apart() -> None:
    """BM-CARD-7"""
    assert {kind for kind in HeroClass if kind is not HeroClass.FOOL} == LURES.keys()


def test_a_turn_belongs_to_everybody_before_the_phase_is_over() -> None:
    """BM-GEN-8"""
    table = Table("Ada", "Ben", "Cem").phase(Phase.BUILD, "Ada")
    for player in (ADA, BEN, CEM):
        assert table.state.phase is Phase.BUILD
        table.do(FinishBuild(player))
    assert table.state.phase is Phase.BUILT
    table = Table("Ada", "Ben", "Cem").room("Ada", "a", 9).room("Cem", "c", 9).waiting("Ada", "A").waiting("Cem", "C")
    turns = of_kind(table.adventure(), AdventureTurnBegan)
    assert turns == [AdventureTurnBegan(ADA), AdventureTurnBegan(CEM)]


def test_preventing_works_at_once_and_cannot_be_prevented() -> None:
    """BM-GLOSS-11"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    table.do(Announce(ADA))
    assert EffectResolves(BEN) in table.do(Prevent(BEN, ADA))
    assert table.state.announced == (), "the spell is gone"
    with pytest.raises(IllegalCommand) as refused:
        table.do(Prevent(ADA, BEN))
    assert refused.value.rule == "BM-GLOSS-11"
    with pytest.raises(IllegalCommand, match="nothing_announced"):
        table.do(ResolveAnnounced())


def test_nobody_prevents_an_own_effect() -> None:
    """BM-GLOSS-11"""
    table = Table("Ada", "Ben").phase(Phase.BUILD, "Ada")
    table.do(Announce(ADA))
    with pytest.raises(IllegalCommand, match="nothing_announced"):
        table.do(Prevent(ADA, ADA))
