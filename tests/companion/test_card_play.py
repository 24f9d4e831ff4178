"""Spells and abilities at the table: shown on the spell pad, announced, prevented, carried out, followed by hands."""

from companion.host import Host, News, Notice
from companion.phrasebook import Phrasebook
from companion.prompts import next_step
from companion.views.table import table_view
from engine.boss_monster.answers import BY_HAND, WAS_USED, WHO_PLAYS, offered
from engine.boss_monster.commands import Announce, Ask
from engine.boss_monster.events import (
    EffectAnnounced,
    EffectResolves,
    HeroDied,
    QuestionAsked,
    RoomBuilt,
    RoomDestroyed,
    SpellCancelled,
)
from engine.boss_monster.state import Phase
from engine.core.observations import Area
from hw.panel import Button
from tests.cards.table import CLERIC, FOUR_ROOMS, GIANT, MAGE, THIEF, CardTable
from tests.companion.card_evening import CardEvening


def kinds(news: list[News]) -> list[type]:
    return [type(item.what) for item in news]


def todo(evening: CardEvening) -> list[tuple[str, str]]:
    return [(item.key, evening.table.short(item.card or "")) for item in evening.host.todo]


def in_the_dungeon() -> CardEvening:
    """A hero with twenty health stands in Ada's first room; both players are there."""
    table = (
        CardTable().dungeon("Ada", "golem_factory", "golem_factory#2", "dark_altar").dungeon("Ben", "golem_factory#3")
    )
    table.at_entrance("Ada", GIANT).adventure_begins()
    return CardEvening(table).dungeons_lie()


def test_a_spell_on_the_pad_is_announced_by_the_one_who_says_so_and_next_lets_it_take_place() -> None:
    """BM-GEN-9, -10: laid down it counts without a press; everybody could hold it, so the referee asks."""
    evening = in_the_dungeon()
    evening.lies("giant_size", Area.PAD)
    news = evening.look()
    assert kinds(news) == [QuestionAsked]
    assert evening.state.question is not None
    assert evening.state.question.key == WHO_PLAYS
    assert [evening.table.short(word) for word in evening.state.question.choices] == ["Ada", "Ben", "none"]
    evening.answer("Ben")
    assert EffectAnnounced in kinds(evening.answer("golem_factory"))
    assert kinds(evening.press())[0] is EffectResolves
    assert evening.state.announced == ()


def test_a_spell_that_stays_on_the_pad_is_not_played_twice_but_one_that_comes_back_is() -> None:
    evening = in_the_dungeon()
    evening.lies("giant_size", Area.PAD)
    evening.look()
    evening.answer("none")
    assert evening.look(30) == []
    evening.takes_away("giant_size").look()
    evening.lies("giant_size", Area.PAD)
    assert kinds(evening.look()) == [QuestionAsked]


def test_a_spell_that_waits_below_others_on_the_pad_is_not_played_again_when_it_shows() -> None:
    evening = in_the_dungeon()
    evening.lies("giant_size", Area.PAD)
    evening.look()
    evening.answer("Ben")
    evening.answer("golem_factory")
    assert evening.takes_away("giant_size").look(30) == []
    evening.lies("giant_size", Area.PAD)
    assert evening.look(30) == []


def test_a_spell_that_was_announced_at_the_screen_is_not_played_again_when_it_is_laid_on_the_pad() -> None:
    evening = in_the_dungeon()
    evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("giant_size")))
    evening.answer("golem_factory")
    evening.lies("giant_size", Area.PAD)
    assert evening.look(30) == []
    assert kinds(evening.press())[0] is EffectResolves
    assert evening.look(30) == [], "nor when it has taken place and still lies there"


def test_after_a_power_cut_a_card_that_still_lies_on_the_pad_is_not_played_again() -> None:
    evening = in_the_dungeon()
    evening.lies("giant_size", Area.PAD)
    evening.look()
    evening.answer("Ben")
    evening.answer("golem_factory")
    evening.press()
    evening.host = Host(evening.host.game)
    assert evening.look() == []


def test_a_counterspell_is_shown_by_the_only_player_who_can_use_it() -> None:
    """BM-GLOSS-11: only an opponent prevents a spell, so nobody has to ask whose it is."""
    evening = in_the_dungeon()
    evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("giant_size")))
    evening.answer("golem_factory")
    evening.lies("counterspell", Area.PAD)
    news = evening.look()
    assert SpellCancelled in kinds(news)
    assert evening.state.announced == ()


def test_a_card_that_cannot_be_played_now_is_told_with_the_reason_and_the_rule() -> None:
    """BM-GEN-11: Motivation belongs to the build phase."""
    evening = in_the_dungeon()
    evening.lies("motivation", Area.PAD)
    assert evening.look() == []
    (told,) = [item for item in evening.host.todo if item.key == "todo_cannot_play"]
    assert (told.why, told.rule) == ("no_spells_now", "BM-GEN-11")


def test_a_room_without_a_use_on_the_pad_is_told_too() -> None:
    evening = in_the_dungeon()
    evening.lies("dragon_hatchery", Area.PAD)
    evening.look()
    assert ("todo_cannot_play", "dragon_hatchery") in todo(evening)


def test_the_prompt_says_whose_spell_waits_who_may_prevent_it_and_what_next_does() -> None:
    evening = in_the_dungeon()
    evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("giant_size")))
    evening.answer("golem_factory")
    said = Phrasebook("en", {}).say(next_step(evening.state, evening.table.catalog), evening.state)
    assert said == "Ben's Giant Size is announced. Ada may prevent it now. Next: it takes place."


def test_what_others_announce_from_the_table_cannot_be_prevented_and_the_prompt_says_so() -> None:
    """BM-GLOSS-11: only spells are prevented."""
    table = CardTable().dungeon("Ada", "golem_factory", "golem_factory#2").dungeon("Ben", "dark_altar")
    evening = CardEvening(table.at_entrance("Ada", GIANT).adventure_begins())
    evening.order(Announce(table.id_of("Ben"), table.copy("dark_altar")))
    assert next_step(evening.state, table.catalog).key == "prompt.waiting_no_spell"


def test_pass_runs_through_the_rooms_but_stops_where_an_effect_waits() -> None:
    evening = in_the_dungeon()
    evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("giant_size")))
    evening.answer("golem_factory")
    assert kinds(evening.press(Button.PASS))[0] is EffectResolves
    assert evening.state.walk is not None
    assert evening.state.walk.slot == 3
    evening.press(Button.PASS)
    assert evening.state.phase is Phase.ROUND_END


def test_pass_stops_at_a_question_of_a_card() -> None:
    """Vampire Bordello heals a wound when a hero dies in it: which of two, its owner says."""
    table = CardTable().dungeon("Ada", "neanderthal_cave", "vampire_bordello", "golem_factory")
    table.wounds("Ada", CLERIC, MAGE).at_entrance("Ada", THIEF, GIANT).adventure_begins()
    evening = CardEvening(table)
    news = evening.press(Button.PASS)
    assert HeroDied in kinds(news)
    assert evening.state.question is not None
    assert evening.state.question.of_task
    assert kinds(evening.press(Button.PASS)) == [Notice], "nobody answers for the players"


def test_a_question_of_a_card_always_offers_to_settle_it_by_hand_at_the_end() -> None:
    """Rules 7.7"""
    evening = in_the_dungeon()
    evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("giant_size")))
    question = evening.state.question
    assert question is not None
    assert offered(question)[-1] == BY_HAND
    view = table_view(evening.state, evening.table.catalog, Phrasebook("en", {}), "", [])
    assert view.question is not None
    assert view.question.choices[-1].label == "Settle it ourselves"
    evening.answer(BY_HAND)
    assert evening.state.question is None


def test_a_refusal_names_the_rule() -> None:
    evening = in_the_dungeon()
    (news,) = evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("motivation")))
    assert isinstance(news.what, Notice)
    told = Phrasebook("en", {}).text(news.what.key, None, **news.what.slots)
    assert told == "Spells and abilities are not allowed right now. (BM-GEN-11)"


def test_a_destroyed_room_that_still_lies_there_is_to_be_taken_away_and_is_no_new_build() -> None:
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar").building("Ada")
    evening = CardEvening(table).dungeons_lie()
    assert RoomDestroyed in kinds(evening.order(Announce(table.id_of("Ada"), table.copy("dark_altar"))))
    evening.look()
    assert ("todo_take_off_table", "dark_altar") in todo(evening)
    evening.press()
    assert evening.state.active == table.id_of("Ada"), "slots are counted when it is gone"


def test_a_room_that_an_effect_turned_is_to_be_turned_on_the_table_too() -> None:
    """BM-GLOSS-5: Freeze deactivates; the list says what hands still have to do."""
    evening = in_the_dungeon()
    evening.order(Announce(evening.table.id_of("Ben"), evening.table.copy("freeze")))
    evening.answer("dark_altar")
    evening.press()
    evening.look()
    assert ("todo_turn_sideways", "dark_altar") in todo(evening)
    assert ("todo_turn_sideways", "golem_factory") not in todo(evening)


def test_a_room_that_is_gone_may_have_been_used_by_destroying_it() -> None:
    """Q-04: Dark Altar is destroyed to use it, so the players say whether they did."""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar over golem_factory#2").building("Ada")
    evening = CardEvening(table)
    evening.lies("golem_factory", Area.ROW, "Ada", 2).lies("golem_factory#2", Area.ROW, "Ada", 1)
    evening.press()
    evening.answer("destroyed")
    assert evening.state.question is not None
    assert evening.state.question.key == WAS_USED
    news = evening.answer("yes")
    assert [kind for kind in kinds(news) if kind is RoomDestroyed] == [RoomDestroyed]
    assert EffectAnnounced in kinds(news)
    assert len(evening.state.player(table.id_of("Ada")).dungeon[0].rooms) == 1


def test_a_room_that_was_only_destroyed_is_not_used() -> None:
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar over golem_factory#2").building("Ada")
    evening = CardEvening(table)
    evening.order(Ask("Q-04", ("destroyed", "covered"), table.id_of("Ada"), 1, (table.copy("dark_altar"),)))
    evening.answer("destroyed")
    news = evening.answer("no")
    assert RoomDestroyed in kinds(news)
    assert EffectAnnounced not in kinds(news)


def test_a_room_laid_open_is_the_answer_when_an_effect_lets_somebody_build() -> None:
    """FX-25: King Croak builds at his level-up."""
    table = CardTable(Ada="king_croak", Ben="robobo").dungeon("Ada", *FOUR_ROOMS)
    table.builds("Ada", "dragon_hatchery#3")
    table.answers_if_asked("yes")
    evening = CardEvening(table).dungeons_lie()
    assert evening.state.question is not None
    assert evening.state.question.key == "build_now"
    assert next_step(evening.state, table.catalog).key == "prompt.lay_open"
    evening.look()
    assert evening.host.todo[0].key == "todo_lay_open"
    evening.takes_away("dragon_hatchery").lies("ligers_den", Area.ROW, "Ada", 3)
    news = evening.look()
    assert RoomBuilt in kinds(news), (evening.state.question, news)
