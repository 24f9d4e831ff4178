"""The person at the screen, without a screen: whole games by touch, menus, corrections, and what a newcomer taps."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import wiring
from companion.evening import Evening
from companion.scenes import PLACES, SCENES, scene_desk, scene_view
from companion.views.adventure import AdventureView
from companion.views.bait import BaitView
from companion.views.ending import EndingView
from companion.views.model import TableView
from companion.views.page import Page
from companion.views.watching import WatchView
from engine.boss_monster.cards import Hero
from engine.boss_monster.commands import Announce, Correct
from engine.boss_monster.state import Phase
from engine.boss_monster.timing import from_hand, possible
from engine.core.ids import CardId, CopyId, PlayerId
from hw.panel import Button
from tests.companion.finger import actions, next_tap
from tests.companion.test_play import arguments
from vision.trouble import CameraTrouble


@pytest.fixture(scope="module")
def box() -> wiring.Box:
    return wiring.open_box()


@pytest.fixture
def evening(box: wiring.Box, tmp_path: Path) -> Iterator[Evening]:
    """An evening at its start page, without a camera."""
    nobody = CameraTrouble("no camera is plugged in")
    made = Evening(arguments("--data", str(tmp_path)), box, nobody, at_start=True)
    yield made
    made.close()


def tap(evening: Evening, *taps: object) -> None:
    for action in taps:
        evening.act(action)  # type: ignore[arg-type]
        evening.tick()


def play_until(evening: Evening, phase: Phase, dice: Random, most: int = 3000, eager: float = 0.0) -> int:
    """Tap until the game is in this phase; says how many taps it took."""
    for taps in range(most):
        if evening.session.host.state.phase is phase and not evening.desk.places:
            return taps
        tap(evening, next_tap(evening.desk.view(), evening.session.host.state, dice, eager))
        assert not evening.session.refused, evening.session.refused
    raise AssertionError(f"still {evening.session.host.state.phase}")


def page(evening: Evening) -> Page:
    view = evening.desk.view()
    assert isinstance(view, Page)
    return view


@pytest.mark.parametrize("seed", [1, 2])
def test_four_people_play_a_whole_game_by_touch_alone(evening: Evening, seed: int) -> None:
    play_until(evening, Phase.OVER, Random(seed))
    state = evening.session.host.state
    assert len(state.players) == 4
    assert state.winner is not None
    view = evening.desk.view()
    assert isinstance(view, EndingView)
    assert view.rows[0].is_winner
    assert view.reason


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_spells_and_abilities_are_used_by_touch_and_only_legal_ones_are_offered(evening: Evening, seed: int) -> None:
    play_until(evening, Phase.OVER, Random(seed), eager=0.4)
    used = [turn.command for turn in evening.session.host.game.history.turns if isinstance(turn.command, Announce)]
    assert len([command for command in used if command.card is not None]) > 3
    assert evening.session.host.state.winner is not None


def test_five_people_play_with_items_minibosses_and_coins_by_touch(evening: Evening) -> None:
    tap(evening, "go:new", "player:add", "go:sets", "set:rise_of_the_minibosses", "set:tools_of_hero_kind", "back")
    play_until(evening, Phase.OVER, Random(105), eager=0.3)
    state = evening.session.host.state
    assert len(state.players) == 5
    assert state.seen_items
    assert len(state.ranking) == 5


def test_the_last_item_is_entered_by_touch_when_its_deck_runs_out(evening: Evening) -> None:
    """BM-ITEM-4: four players want two items, and one is left."""
    tap(evening, "go:new", "go:sets", "set:tools_of_hero_kind", "back")
    play_until(evening, Phase.ROUND_START, Random(6))
    assert page(evening).name == "entry:items"
    item = next(action for action in actions(page(evening)) if str(action).startswith("pick:"))
    tap(evening, item, "no_items")
    assert page(evening).name == "entry:heroes"
    tap(evening, "unpick")
    assert page(evening).name == "entry:items"
    tap(evening, "no_items")
    while evening.session.host.state.phase is Phase.ROUND_START:
        tap(evening, next(action for action in actions(page(evening)) if str(action).startswith("pick:")))
        assert not evening.session.refused
    assert evening.session.host.state.seen_items == (CopyId(str(item).partition(":")[2]),)
    assert not evening.session.host.state.no_more_items


def test_a_newcomer_reaches_the_first_bait_by_touch_without_reading(evening: Evening) -> None:
    """Two players, everything named by hand: the longest way there is."""
    tap(evening, "go:new", "go:seat:3", "seat:remove:3", "go:seat:2", "seat:remove:2")
    taps = play_until(evening, Phase.BAITED, Random(3))
    assert isinstance(evening.desk.view(), BaitView)
    assert taps <= 20


def test_every_phase_has_its_own_screen(evening: Evening) -> None:
    dice, seen = Random(5), set()
    for _ in range(400):
        view, state = evening.desk.view(), evening.session.host.state
        seen.add((state.phase, type(view)))
        if state.phase is Phase.ROUND_END:
            break
        tap(evening, next_tap(view, state, dice))
    assert (Phase.BAITED, BaitView) in seen
    assert (Phase.ADVENTURE, AdventureView) in seen
    assert (Phase.ROUND_END, EndingView) in seen
    assert (Phase.BUILT, TableView) in seen
    assert (Phase.BUILD, Page) in seen


def test_a_game_goes_on_with_one_tap_after_the_power_was_cut(box: wiring.Box, evening: Evening) -> None:
    play_until(evening, Phase.BUILT, Random(6))
    before = evening.session.host.state
    again = Evening(
        arguments("--data", str(evening.shelf.data)), box, CameraTrouble("no camera is plugged in"), at_start=True
    )
    try:
        start = page(again)
        assert start.tiles()[0].action == "resume"
        assert start.tiles()[0].golden
        tap(again, "resume")
        assert again.session.host.state == before
        assert again.session.host.by_touch
        assert not again.desk.places
    finally:
        again.close()


def test_a_guided_evening_needs_no_cards_and_explains_every_phase(evening: Evening) -> None:
    tap(evening, "guided")
    view = evening.desk.view()
    assert isinstance(view, TableView)
    assert any("XP" in banner for banner in view.banners)
    assert evening.demo is not None
    assert not evening.demo.is_playing


def test_peeking_shows_the_whole_table_until_the_game_goes_on(evening: Evening) -> None:
    play_until(evening, Phase.BUILD, Random(7))
    assert isinstance(evening.desk.view(), Page)
    tap(evening, "peek")
    assert isinstance(evening.desk.view(), TableView)
    tap(evening, "button:next")
    assert isinstance(evening.desk.view(), Page), "by touch, next leads back to the page on which one says it"


def test_anything_can_be_corrected_and_taken_back(evening: Evening) -> None:
    play_until(evening, Phase.BUILT, Random(8))
    state = evening.session.host.state
    first = state.players[0]
    tap(evening, "go:menu", "go:correct", f"go:correct:{first.id}")
    more = next(action for action in actions(page(evening)) if isinstance(action, Correct) and action.souls == 1)
    tap(evening, more)
    assert evening.session.host.state.player(first.id).souls == 1
    tap(evening, "go:timeline")
    tap(evening, "undo:1")
    assert evening.session.host.state.player(first.id).souls == 0
    tap(evening, "redo:1")
    assert evening.session.host.state.player(first.id).souls == 1


def test_the_time_line_goes_back_to_any_moment_and_forward_again(evening: Evening) -> None:
    play_until(evening, Phase.BUILT, Random(9))
    after, turns = evening.session.host.state, len(evening.session.host.game.history.turns)
    tap(evening, "go:timeline", f"undo:{turns}")
    assert evening.session.host.state.phase is Phase.SETUP
    assert f"redo:{turns}" in actions(page(evening))
    tap(evening, f"redo:{turns}")
    assert evening.session.host.state == after


def test_a_refused_tap_says_why_on_the_page(evening: Evening) -> None:
    play_until(evening, Phase.ROUND_START, Random(10))
    first = evening.session.host.state.players[0].id
    tap(evening, f"go:why:{first}", Announce(PlayerId(first)))
    assert page(evening).text.startswith("Spells and abilities are not allowed right now")
    tap(evening, "back")
    assert page(evening).text != "Spells and abilities are not allowed right now."


def test_a_button_to_react_opens_what_can_be_used_now(evening: Evening) -> None:
    play_until(evening, Phase.ADVENTURE, Random(12))
    evening.press(Button.REACT_2)
    evening.tick()
    assert page(evening).name == "react:p2"
    state, cards = evening.session.host.state, evening.session.host.game.cards
    offered = {(action.card, action.ability) for action in actions(page(evening)) if isinstance(action, Announce)}
    legal = {(use.card, use.ability) for use in (*possible(state, cards), *from_hand(state, PlayerId("p2"), cards))}
    assert offered - legal == {(None, None)}, "only what is legal, and the way to enter it by hand"
    tap(evening, "back")
    assert isinstance(evening.desk.view(), AdventureView)


def test_names_and_colours_come_from_the_roster_and_stay_with_their_people(evening: Evening) -> None:
    tap(evening, "go:new", "go:seat:0", "go:name:0", "type:A", "type:D", "type:A", "name:done:0")
    assert page(evening).title == "Ada"
    tap(evening, "seat:colour:0:3")
    draft = evening.desk.agreeing.draft
    assert draft is not None
    assert [seat.colour for seat in draft.seats] == [3, 1, 2, 0], "whoever had the colour gets the other one"
    tap(evening, "back", "new:begin")
    assert evening.session.host.state.options.names[0] == "Ada"
    assert evening.session.colours == (3, 1, 2, 0)
    assert evening.preferences.roster[0].name == "Ada"


def test_six_people_get_the_box_that_they_need(evening: Evening) -> None:
    tap(evening, "go:new", "player:add", "player:add")
    assert "new:begin" in actions(page(evening))
    tap(evening, "go:sets", "set:crash_landing", "back")
    assert "new:begin" not in actions(page(evening))
    assert "Crash Landing" in page(evening).text


def test_promo_cards_can_be_added_to_the_boxes(evening: Evening) -> None:
    tap(evening, "go:new", "go:sets", "set:promos", "back", "new:begin")
    assert evening.session.host.state.options.sets == ("base", "promos")


def test_house_rules_change_with_a_tap_and_say_what_they_mean(evening: Evening) -> None:
    tap(evening, "go:new", "go:rules")
    rule = next(tile for tile in page(evening).tiles() if tile.action == "rule:bait_order")
    assert rule.note == "The newest hero is baited first, the oldest last."
    tap(evening, "rule:bait_order")
    rule = next(tile for tile in page(evening).tiles() if tile.action == "rule:bait_order")
    assert rule.note == "The oldest hero is baited first, the newest last."
    assert rule.chosen
    tap(evening, "rule:bait_order")
    assert evening.desk.agreeing.draft is not None
    assert evening.desk.agreeing.draft.rules == ()


def test_the_hero_deck_lists_who_stays_in_the_box(evening: Evening) -> None:
    tap(evening, "go:new", "go:seat:3", "seat:remove:3", "go:deck")
    steps, boxed = page(evening).sections
    assert [tile.number for tile in steps.tiles] == ["17", "12"]
    assert {tile.number for tile in boxed.tiles} == {"4"}
    assert len(boxed.tiles) == 25 + 16 - 17 - 12


def test_settings_count_at_once_and_are_kept(box: wiring.Box, evening: Evening) -> None:
    tap(evening, "go:settings", "toggle:theme", "toggle:language", "toggle:voice", "inches:10.1")
    assert page(evening).title == "Einstellungen"
    assert evening.session.announcer.is_quiet
    kept = Evening(
        arguments("--data", str(evening.shelf.data)), box, CameraTrouble("no camera is plugged in"), at_start=True
    )
    try:
        assert (kept.preferences.theme, kept.preferences.language, kept.preferences.inches) == ("bright", "de", 10.1)
    finally:
        kept.close()


def test_a_finished_game_is_written_as_files(evening: Evening) -> None:
    play_until(evening, Phase.OVER, Random(11))
    tap(evening, "go:share", "export")
    written = next(tile.note for tile in page(evening).sections[0].tiles if tile.icon == "check")
    paths = [Path(part) for part in written.split(", ")]
    assert [path.suffix for path in paths] == [".csv", ".json"]
    assert paths[0].read_text().startswith("player,round,souls,wounds\nAnna,1,")
    assert page(evening).picture


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_a_view_with_something_to_tap(box: wiring.Box, name: str, language: str) -> None:
    view = scene_view(name, box, language)
    assert actions(view) or isinstance(view, WatchView) or (isinstance(view, Page) and view.can_go_back)


@pytest.mark.parametrize("name", [name for name in PLACES if name != "start"])
def test_every_page_can_be_left(box: wiring.Box, name: str) -> None:
    desk = scene_desk(name, box, "en")
    kinds = {"night": EndingView, "finale": EndingView, "long_night": EndingView}
    assert isinstance(desk.view(), WatchView if PLACES[name] == "camera" else kinds.get(name, Page))
    desk.act("back")
    assert desk.places == []


def test_the_town_page_answers_what_if_the_bait_came_now(box: wiring.Box) -> None:
    view = scene_view("why_town", box, "en")
    assert isinstance(view, Page)
    first = view.sections[0].tiles[0]
    assert first.label == "Cleric Pugi the Druidess goes to Anna: 6 relics against 1."
    assert first.colour == 0


def test_a_tap_on_a_player_shows_every_sum_with_its_cards(box: wiring.Box) -> None:
    view = scene_view("why_player", box, "en")
    assert isinstance(view, Page)
    relics = view.sections[0].tiles[0]
    assert (relics.label, relics.number) == ("Relics", "6")
    assert "Draculord +1" in relics.note
    assert "Dark Altar" not in relics.note, "covered rooms do not count (BM-BUILD-9)"


def test_a_tap_on_a_room_fans_out_its_stack(box: wiring.Box) -> None:
    view = scene_view("why_room", box, "en")
    assert isinstance(view, Page)
    assert [tile.label for tile in view.sections[1].tiles] == ["Recycling Center", "Bottomless Pit"]


def test_moves_tick_themselves_off_as_the_camera_sees_them(box: wiring.Box) -> None:
    desk = scene_desk("bait", box, "en")
    view = desk.view()
    assert isinstance(view, BaitView)
    assert not any(move.is_done for move in view.moves), "nobody looks yet"
    assert len(view.moves) == 6


def test_a_question_with_many_answers_has_a_page_with_what_the_card_does(box: wiring.Box) -> None:
    view = scene_view("answers", box, "en")
    assert isinstance(view, Page)
    assert len([action for action in actions(view) if str(action).startswith("answer:")]) == 16
    assert "opponent" in view.sections[0].tiles[0].note


def test_answers_that_lie_in_several_dungeons_show_whose_they_are(box: wiring.Box) -> None:
    view = scene_view("answers", box, "en")
    assert isinstance(view, Page)
    owners = {tile.label: tile.colour for tile in view.sections[1].tiles}
    assert (owners["Succubus Spa"], owners["Jackpot Stash"], owners["Dark Laboratory"]) == (0, 1, 3)


def test_whoever_is_asked_can_look_at_the_table_and_come_back(box: wiring.Box) -> None:
    desk = scene_desk("answers", box, "en")
    assert isinstance(desk.view(), Page)
    desk.act("peek")
    table = desk.view()
    assert isinstance(table, TableView)
    assert table.question is None, "it would cover the table"
    desk.press(Button.NEXT)
    desk.session.tick()
    assert isinstance(desk.view(), Page)
    assert not desk.session.refused, "coming back is no answer"


def test_heroes_and_scores_lead_to_their_sums_and_to_corrections(box: wiring.Box) -> None:
    bait, walk, ending = (scene_view(name, box, "en") for name in ("bait", "adventure", "victory"))
    assert isinstance(bait, BaitView) and isinstance(walk, AdventureView) and isinstance(ending, EndingView)
    hero = next(row for row in bait.rows if row.hero.names[0] == "Samurai Tom")
    assert (hero.action, hero.hold) == ("go:why:p3", "go:correct:hero:bm.hero.samurai_tom#1")
    tied = next(row for row in bait.rows if row.is_tie)
    assert tied.action == "go:why:town"
    assert walk.hold == "go:correct:hero:bm.hero.charles_the_young#1"
    assert [row.player for row in ending.rows] == ["p1", "p3", "p4", "p2"]


def test_a_hero_in_town_can_be_sent_away_by_hand(box: wiring.Box) -> None:
    view = scene_view("correct_hero", box, "en")
    assert isinstance(view, Page)
    assert CopyId("bm.hero.samurai_tom#1") in {getattr(action, "hero", None) for action in actions(view)}


def test_the_owner_tells_with_a_tap_what_the_real_card_shows(evening: Evening) -> None:
    elfstar = CardId("bm.hero.elfstar")
    before = evening.session.host.game.cards.cards[elfstar]
    tap(evening, "go:cards", "go:cards:open")
    assert any(tile.action == "go:card:bm.hero.elfstar#1" for tile in page(evening).tiles())
    tap(evening, "go:card:bm.hero.elfstar#1", "fact:bm.hero.elfstar:players:star")
    assert page(evening).text == "Noted. It counts from the next game on."
    learned = evening.catalog.cards[elfstar]
    assert isinstance(learned, Hero) and learned.is_star
    assert not any(str(tile.action).startswith("fact:") for tile in page(evening).tiles())
    assert evening.session.host.game.cards.cards[elfstar] == before, "the game at the table stays as it is"
    tap(evening, "back", "back")
    assert 'players = "star"' in (evening.shelf.data / "cards.toml").read_text("utf-8")


def test_a_fact_that_cannot_be_is_refused(evening: Evening) -> None:
    tap(evening, "go:card:bm.hero.elfstar#1", "fact:bm.hero.elfstar:players:9")
    assert "players" in page(evening).text
    assert not (evening.shelf.data / "cards.toml").exists()
