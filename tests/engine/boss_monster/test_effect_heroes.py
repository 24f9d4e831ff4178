"""Words about heroes and score, one by one (FX-11 to FX-21, FX-30 to FX-34)."""

import pytest

from engine.boss_monster.commands import WalkOn
from engine.boss_monster.effect_events import (
    DeadRaised,
    DungeonHolds,
    HeroHeld,
    HeroScored,
    HeroWillSkip,
    ScoreChanged,
    SpellKept,
)
from engine.boss_monster.events import (
    HeroBanned,
    HeroDied,
    HeroKilled,
    HeroMoved,
    HeroRemoved,
    HeroSkipped,
    RoomEntered,
    WoundHealed,
)
from engine.boss_monster.state import Change, Holds, Phase
from engine.boss_monster.words.damage import AddHealth, HealHero
from engine.boss_monster.words.hands import Draw
from engine.boss_monster.words.heroes import (
    BackOneRoom,
    BanHero,
    HeroFromDeck,
    HoldHero,
    HoldHeroes,
    Kill,
    RaiseDead,
    RemoveHero,
    SkipFirstRoom,
    SkipRooms,
    ToEntrance,
    ToFirstRoom,
    ToTown,
)
from engine.boss_monster.words.magic import NoSpells
from engine.boss_monster.words.meanings import Deck, Rank, Ref, Who
from engine.boss_monster.words.score import (
    AddSouls,
    CannotLose,
    CannotWin,
    ExtraWound,
    HealWound,
    KeepInScore,
    TakeSouls,
)
from engine.core.effects import Ability, About, Step, Trigger
from tests.builders import hero_id, room_id
from tests.engine.boss_monster.effect_table import ADA, BEN, CEM, EffectTable, hands, is_lost, only

TOM, UNA = hero_id("Tom"), hero_id("Una")


def three_rooms() -> EffectTable:
    """Ada's rooms as heroes meet them: den, pit, lair, each of one damage; Ben has one room."""
    table = EffectTable("Ada", "Ben", "Cem")
    table.room("Ada", "lair").room("Ada", "pit").room("Ada", "den").room("Ben", "web", 0)
    return table


def entered(events: tuple[object, ...]) -> list[str]:
    return [event.room for event in events if isinstance(event, RoomEntered)]


# -- death -------------------------------------------------------------------------------------------------------------


def test_a_walking_hero_that_is_killed_dies_in_its_room() -> None:
    """FX-11, BM-ADV-24"""
    table = three_rooms().walking("Ada", "Tom")
    events = table.carry_out(Kill(), chosen_hero=TOM, player=BEN)
    assert [(event.player, event.room) for event in only(events, HeroDied)] == [(ADA, room_id("den"))]
    assert table.player("Ada").souls == 1


def test_a_hero_killed_at_an_entrance_belongs_to_the_host() -> None:
    """FX-11, BM-ADV-24"""
    table = three_rooms()
    table.waiting("Ben", "Tom").phase(Phase.BUILD, "Ada")
    assert only(table.carry_out(Kill(), chosen_hero=TOM), HeroKilled) == [HeroKilled(TOM, BEN, 1)]
    assert table.player("Ben").dead == (TOM,)


def test_a_hero_killed_in_town_belongs_to_whom_the_card_names_or_to_its_player() -> None:
    """FX-11, BM-ADV-24"""
    table = three_rooms()
    table.hero("Tom").hero("Una").phase(Phase.BUILD, "Ada")
    table.carry_out(Kill(souls_to=Who.YOU), chosen_hero=TOM)
    table.carry_out(Kill(), chosen_hero=UNA, player=CEM)
    assert [player.souls for player in table.state.players] == [1, 0, 1]
    assert is_lost(table.carry_out(Kill(), chosen_hero=TOM))


def test_the_souls_of_a_walking_hero_may_go_to_another_player() -> None:
    """FX-11, BM-ADV-24"""
    table = three_rooms().walking("Ada", "Tom")
    table.waiting("Ada", "Una")
    table.carry_out(Kill(souls_to=Who.YOU), chosen_hero=TOM, player=BEN)
    assert table.player("Ben").souls == 1
    assert table.state.walk is not None and table.state.walk.hero == UNA


def test_a_boss_that_listens_hears_of_a_hero_killed_in_town() -> None:
    """FX-11, TR-09"""
    draws = Ability(Trigger.HERO_DIES, (Draw(Deck.ROOMS),), about=About.OWN)
    in_this_room = Ability(Trigger.HERO_DIES, (Draw(Deck.SPELLS),))
    table = three_rooms()
    table.room("Ada", "hall", abilities=(in_this_room,)).boss("Ada", abilities=(draws,)).change("Ada", levelled_up=True)
    table.hero("Tom").phase(Phase.BUILD, "Ada")
    events = table.carry_out(Kill(souls_to=Who.YOU), chosen_hero=TOM)
    assert [task.sort.value for task in hands(events)] == ["room"]


def test_a_hero_leaves_the_game_from_wherever_it_is() -> None:
    """FX-17"""
    table = three_rooms().walking("Ada", "Tom")
    table.waiting("Ada", "Una")
    table.carry_out(RemoveHero(), chosen_hero=TOM)
    assert table.state.walk is not None and table.state.walk.hero == UNA
    table.hero("Vic")
    table.carry_out(RemoveHero(), chosen_hero=hero_id("Vic"))
    assert table.state.removed == (TOM, hero_id("Vic"))
    assert is_lost(table.carry_out(RemoveHero(), chosen_hero=TOM))
    assert is_lost(table.carry_out(RemoveHero()))


def test_a_scored_hero_that_leaves_the_game_takes_its_souls_or_wounds_along() -> None:
    """FX-17, FX-31"""
    table = three_rooms()
    king, fool = table.new_hero("King", epic=True), table.new_hero("Fool")
    table.change("Ada", dead=(king,), souls=3, survivors=(fool,), wounds=1)
    assert table.carry_out(RemoveHero(), chosen_hero=king) == (HeroRemoved(king), ScoreChanged(ADA, -2))
    assert table.carry_out(RemoveHero(), chosen_hero=fool) == (HeroRemoved(fool), ScoreChanged(ADA, wounds=-1))
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (1, 0)
    assert table.player("Ada").dead == table.player("Ada").survivors == ()


def test_a_dead_hero_returns_to_whoever_scored_it_and_may_be_stronger() -> None:
    """FX-20"""
    table = three_rooms()
    table.waiting("Ben", "Una").waiting("Ben", "Tom").phase(Phase.BUILD, "Ada")
    table.change("Ben", entrance=(UNA,), dead=(TOM,), souls=1)
    events = table.carry_out(RaiseDead(), AddHealth(2), chosen_hero=TOM, chosen_hero_place="away")
    assert events[:2] == (DeadRaised(TOM, BEN, 1), HeroMoved(TOM, BEN))
    assert table.player("Ben").souls == 0
    assert table.player("Ben").entrance == (UNA, TOM)
    assert table.state.mark(TOM).health == 2
    assert is_lost(table.carry_out(RaiseDead(), chosen_hero=TOM))


# -- ways --------------------------------------------------------------------------------------------------------------


def test_a_hero_goes_back_to_town_from_a_dungeon_or_an_entrance() -> None:
    """FX-12"""
    table = three_rooms().walking("Ada", "Tom")
    table.waiting("Ben", "Una")
    table.carry_out(ToTown(), chosen_hero=TOM)
    table.carry_out(ToTown(), chosen_hero=UNA)
    assert table.state.town == (TOM, UNA)
    assert is_lost(table.carry_out(ToTown(), chosen_hero=TOM))


def test_a_hero_goes_to_the_entrance_of_a_player_and_keeps_its_damage() -> None:
    """FX-14, BM-ADV-17"""
    table = three_rooms().walking("Ada", "Tom")
    table.carry_out(ToEntrance(Who.CHOSEN), chosen_hero=TOM, chosen_player=BEN)
    walk = table.state.walk
    assert walk is not None and (walk.player, walk.damage) == (BEN, 1)
    assert is_lost(table.carry_out(ToEntrance(Who.CHOSEN), chosen_hero=TOM))


def test_a_hero_that_another_player_took_first_is_not_taken_away_again() -> None:
    """FX-19, BM-GEN-9"""
    table = three_rooms()
    table.hero("Tom").phase(Phase.BUILD, "Ada")
    table.carry_out(ToEntrance(), chosen_hero=TOM, chosen_hero_place="town")
    assert is_lost(table.carry_out(ToEntrance(), chosen_hero=TOM, chosen_hero_place="town", player=BEN))
    assert table.player("Ada").entrance == (TOM,)


def test_a_hero_sent_to_the_first_room_walks_on_from_there_with_its_damage() -> None:
    """FX-13"""
    table = three_rooms().walking("Ada", "Tom")
    table.do(WalkOn())
    events = table.carry_out(ToFirstRoom(), chosen_hero=TOM)
    assert entered(events) == [room_id("den")]
    assert table.state.walk is not None and (table.state.walk.slot, table.state.walk.damage) == (3, 3)
    table.hero("Una")
    assert is_lost(table.carry_out(ToFirstRoom(), chosen_hero=UNA))


def test_a_room_sends_a_hero_back_once_and_does_no_damage_that_time() -> None:
    """FX-15"""
    maze = Ability(Trigger.HERO_ENTERS_ROOM, (BackOneRoom(),))
    table = EffectTable("Ada", "Ben")
    table.room("Ada", "maze", 5, abilities=(maze,)).room("Ada", "den")
    table.walking("Ada", "Tom")
    assert entered(table.do(WalkOn())) == [room_id("den")]
    assert table.state.walk is not None and table.state.walk.damage == 2


def test_nothing_sends_a_hero_back_from_the_first_room() -> None:
    """FX-15"""
    table = three_rooms().walking("Ada", "Tom")
    assert table.carry_out(BackOneRoom(), card=room_id("den")) == ()
    table.do(WalkOn())
    assert table.carry_out(BackOneRoom(), card=room_id("pit"), event_hero=UNA) == ()


def test_a_hero_skips_its_next_rooms() -> None:
    """FX-16"""
    table = three_rooms().walking("Ada", "Tom")
    assert table.carry_out(SkipRooms(2), chosen_hero=TOM) == (HeroWillSkip(TOM, 2),)
    assert [event.room for event in only(table.do(WalkOn()), HeroSkipped)] == [room_id("pit"), room_id("lair")]
    assert is_lost(table.carry_out(SkipRooms(), chosen_hero=TOM))


def test_heroes_skip_the_first_room_of_a_dungeon() -> None:
    """FX-16"""
    table = three_rooms()
    (told,) = table.carry_out(SkipFirstRoom(), chosen_player=ADA)
    assert isinstance(told, DungeonHolds) and told.change.holds is Holds.SKIP_FIRST
    table.walking("Ada", "Tom")
    assert table.state.walk is not None and table.state.walk.slot == 2
    assert is_lost(table.carry_out(SkipFirstRoom()))


def test_no_hero_enters_a_closed_dungeon() -> None:
    """FX-44"""
    table = three_rooms()
    table.carry_out(HoldHeroes(), chosen_player=ADA)
    table.waiting("Ada", "Tom").waiting("Ben", "Una").adventure()
    assert table.player("Ada").entrance == (TOM,)
    assert table.player("Ben").survivors == (UNA,)


def test_a_healed_hero_waits_before_its_closed_dungeon() -> None:
    """FX-07, FX-44"""
    table = three_rooms().walking("Ada", "Tom")
    table.carry_out(ToEntrance(), HealHero(), HoldHeroes(Who.YOU), chosen_hero=TOM)
    assert table.player("Ada").entrance == (TOM,)
    assert table.state.mark(TOM).damage == 0
    assert table.state.phase is Phase.ROUND_END


def test_a_held_hero_waits_while_others_go_in() -> None:
    """FX-44"""
    table = three_rooms()
    table.waiting("Ada", "Tom").waiting("Ada", "Una", 1).phase(Phase.BUILD, "Ada")
    assert table.carry_out(HoldHero(), chosen_hero=TOM) == (HeroHeld(TOM, ADA),)
    table.adventure()
    assert table.player("Ada").entrance == (TOM,)
    assert table.player("Ada").dead == (UNA,)
    assert is_lost(table.carry_out(HoldHero(), chosen_hero=UNA))


def test_a_hero_that_is_banned_stays_in_town() -> None:
    """FX-18"""
    table = three_rooms()
    table.hero("Tom").waiting("Ada", "Una")
    assert table.carry_out(BanHero(), chosen_hero=TOM) == (HeroBanned(TOM),)
    assert table.state.mark(TOM).cannot_be_lured
    assert is_lost(table.carry_out(BanHero(), chosen_hero=UNA))


# -- from the deck -----------------------------------------------------------------------------------------------------


def test_players_say_which_hero_they_found_in_the_deck() -> None:
    """FX-19"""
    table = three_rooms()
    king, vic = table.new_hero("King", epic=True), table.new_hero("Vic")
    table.hero("Tom").phase(Phase.BUILD, "Ada")
    table.carry_out(HeroFromDeck())
    assert table.asked == ("which_hero", (vic, king, "none"))
    table.answer(king)
    assert table.player("Ada").entrance == (king,)
    assert table.state.seen_heroes == (TOM, king)


def test_a_found_hero_may_be_scored() -> None:
    """FX-32"""
    table = three_rooms()
    king = table.new_hero("King", epic=True)
    table.phase(Phase.BUILD, "Ada").change("Ada", souls=1)
    table.carry_out(HeroFromDeck(scored=True))
    assert only(table.answer(king), HeroScored) == [HeroScored(king, ADA, 2)]
    assert table.player("Ada").souls == 3


def test_nobody_has_to_find_a_hero_and_an_empty_deck_has_none() -> None:
    table = three_rooms()
    table.phase(Phase.BUILD, "Ada").hero("Tom")
    assert is_lost(table.carry_out(HeroFromDeck()))
    table.new_hero("Vic")
    table.carry_out(HeroFromDeck(), Draw(Deck.ROOMS))
    assert not hands(table.answer("none"))
    assert table.player("Ada").entrance == ()


# -- score -------------------------------------------------------------------------------------------------------------


def test_a_single_wound_is_healed_without_a_question() -> None:
    """FX-30"""
    table = three_rooms()
    table.change("Ada", survivors=(table.new_hero("Tom"),), wounds=1)
    assert table.carry_out(HealWound()) == (WoundHealed(ADA, TOM, 1, 1),)
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (1, 0)
    assert is_lost(table.carry_out(HealWound()))


def test_the_player_chooses_which_wound_is_healed() -> None:
    """FX-30"""
    table = three_rooms()
    king = table.new_hero("King", epic=True)
    table.change("Ada", survivors=(table.new_hero("Tom"), king), wounds=3).phase(Phase.BUILD, "Ada")
    table.carry_out(HealWound())
    assert table.asked == ("heal_wound", (TOM, king))
    table.answer(king)
    assert (table.player("Ada").souls, table.player("Ada").wounds) == (2, 1)


def test_only_ordinary_wounds_are_healed_where_the_card_says_so() -> None:
    """FX-30"""
    table = three_rooms()
    king = table.new_hero("King", epic=True)
    table.change("Ada", survivors=(king, table.new_hero("Tom")), wounds=3)
    table.carry_out(HealWound(Rank.ORDINARY))
    assert table.player("Ada").survivors == (king,)
    assert is_lost(table.carry_out(HealWound(Rank.ORDINARY)))
    assert not is_lost(table.carry_out(HealWound(Rank.EPIC)))


def test_souls_are_added_and_never_fall_below_zero() -> None:
    """FX-31"""
    table = three_rooms()
    table.change("Ben", souls=1)
    assert table.carry_out(AddSouls(2)) == (ScoreChanged(ADA, 2),)
    table.carry_out(AddSouls(-2, Who.OPPONENTS))
    assert [player.souls for player in table.state.players] == [2, 0, 0]


def test_a_hero_changes_the_score_area_with_its_souls_or_its_wounds() -> None:
    """FX-31"""
    table = three_rooms()
    table.change("Ben", dead=(table.new_hero("Tom"),), souls=1, survivors=(table.new_hero("Una"),), wounds=1)
    table.carry_out(TakeSouls(), chosen_hero=TOM)
    table.carry_out(TakeSouls(), chosen_hero=UNA)
    assert (table.player("Ben").souls, table.player("Ben").wounds) == (0, 0)
    assert (table.player("Ada").souls, table.player("Ada").dead) == (2, (TOM, UNA))
    assert is_lost(table.carry_out(TakeSouls(), chosen_hero=TOM))
    assert is_lost(table.carry_out(TakeSouls(Ref.EVENT)))


@pytest.mark.parametrize(
    ("step", "holds", "amount"),
    [
        (ExtraWound(2, Who.CHOSEN), Holds.WOUNDS, 2),
        (CannotLose(Who.CHOSEN), Holds.CANNOT_LOSE, 0),
        (CannotWin(), Holds.CANNOT_WIN, 0),
        (NoSpells(Who.CHOSEN), Holds.NO_SPELLS, 0),
    ],
)
def test_what_holds_for_a_player_holds_until_the_end_of_the_round(step: Step, holds: Holds, amount: int) -> None:
    """FX-33, FX-34, FX-42"""
    table = three_rooms()
    table.carry_out(step, chosen_player=BEN)
    assert table.player("Ben").changes == (Change(holds, table.new_spell("trick", "both"), amount),)
    assert is_lost(table.carry_out(step))


def test_a_spell_stays_in_the_score_area() -> None:
    table = three_rooms()
    spell = table.new_spell("pact", "both")
    assert table.carry_out(KeepInScore(), card=spell) == (SpellKept(ADA, spell),)
    assert table.player("Ada").kept == (spell,)
