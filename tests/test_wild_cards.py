"""No card that can be written in known words breaks the engine: random abilities, circles, and texts that ask back."""

import random
from pathlib import Path

import pytest

from cards_db.loader import load_catalog
from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import FinishBuild
from engine.boss_monster.counts import treasure_of
from engine.boss_monster.course import MOST_STEPS
from engine.boss_monster.effect_events import EffectLost
from engine.boss_monster.effects import statics
from engine.boss_monster.effects.performing import PERFORMERS, STATIC_ONLY
from engine.boss_monster.state import Phase
from engine.boss_monster.words.conditions import FewestSouls, HasRooms
from engine.boss_monster.words.damage import AddTreasure
from engine.boss_monster.words.hoard import GainCoins
from engine.boss_monster.words.meanings import Rooms
from engine.boss_monster.words.score import AddSouls
from engine.boss_monster.words.vocabulary import VOCABULARY
from engine.core.effects import Ability, About, Trigger
from engine.core.errors import CardDataError
from engine.core.ids import PlayerId
from tests.builders import Table
from tests.cards_db.folders import write_game
from tests.engine.boss_monster.effect_table import EffectTable
from tests.wild_cards import Wild, play

ADA, BEN = PlayerId("p1"), PlayerId("p2")
GOLD_ROOM = HasRooms(treasure=Treasure.GOLD)
CHUNK = 8


@pytest.mark.parametrize("first", range(1, 41, CHUNK))
def test_cards_with_random_abilities_are_carried_out_or_refused(first: int) -> None:
    """What is offered works, every question takes its own answers, no hero, room or item is lost or doubled."""
    for seed in range(first, first + CHUNK):
        assert play(seed).commands > 0, seed


def test_random_abilities_use_the_whole_vocabulary() -> None:
    wild = Wild(random.Random(1))
    said: set[str] = set()
    for _ in range(5000):
        said |= {step.word for step in wild.ability().do}
    assert said == set(VOCABULARY.steps)
    assert {kind for kind in VOCABULARY.steps.values() if kind not in PERFORMERS} == STATIC_ONLY


def test_cards_that_set_each_other_off_for_ever_are_stopped_and_the_round_goes_on() -> None:
    more = (Ability(Trigger.COINS_GAINED, (GainCoins(1),), about=About.ANY),)
    table = EffectTable("Ada", "Ben", sets=("rise_of_the_minibosses",))
    table.phase(Phase.BUILD, "Ada").room("Ada", "a", abilities=more).room("Ben", "b", abilities=more)
    events = table.carry_out(GainCoins(1))
    assert any(isinstance(event, EffectLost) for event in events)
    assert (table.state.agenda, table.state.due) == ((), ())
    assert 0 < table.player("Ada").coins < MOST_STEPS
    table.do(FinishBuild(ADA), FinishBuild(BEN))
    assert table.state.phase is not Phase.BUILD


def test_a_text_whose_condition_counts_what_it_changes_does_not_ask_itself() -> None:
    """It is asked of the table as it is without texts that have conditions."""
    more = (Ability(Trigger.STATIC, (AddTreasure(Treasure.GOLD, rooms=Rooms.OWN),), if_=(GOLD_ROOM,)),)
    table = Table("Ada", "Ben").room("Ada", "a", gold=1, abilities=more).room("Ada", "b", relic=1, abilities=more)
    assert treasure_of(table.state, table.player("Ada"), table.catalog)[Treasure.GOLD] == 5
    none = Table("Ada", "Ben").room("Ada", "a", relic=1, abilities=more)
    assert treasure_of(none.state, none.player("Ada"), none.catalog)[Treasure.GOLD] == 0


def test_souls_for_whoever_has_the_fewest_are_counted_without_each_other() -> None:
    behind = (Ability(Trigger.STATIC, (AddSouls(2),), if_=(FewestSouls(),)),)
    table = Table("Ada", "Ben").room("Ada", "a", abilities=behind).room("Ben", "b", abilities=behind)
    table.change("Ada", souls=1)
    assert [statics.souls(table.state, player, table.catalog) for player in table.state.players] == [1, 2]


def test_a_word_that_only_holds_is_refused_where_something_should_happen(tmp_path: Path) -> None:
    """A card never quietly does less than its file says."""
    home = write_game(tmp_path)
    file = next((home / "cards").rglob("*.toml"))
    text = file.read_text(encoding="utf-8")
    file.write_text(text + '[[card.ability]]\nwhen = "built"\ndo = [{ do = "silence_heroes" }]\n', encoding="utf-8")
    with pytest.raises(CardDataError, match='write when = "static"'):
        load_catalog("test", tmp_path)
