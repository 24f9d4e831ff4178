"""Whole games with spells, abilities, items and minibosses, on a table that is read without pictures."""

from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion import truth, wiring, world
from companion.handiwork import Handiwork
from companion.host import News, Notice
from companion.journal import Journal
from companion.rehearsal import Rehearsal, Tally
from engine.boss_monster.effect_events import HeroScored, RoomBroughtUp
from engine.boss_monster.events import QuestionAsked, RoomTurned, RoomUsed
from engine.boss_monster.options import EXPANSIONS, PROMOS, STAND_ALONE
from engine.boss_monster.state import Question
from engine.core.commands import Answer
from engine.core.ids import CopyId
from tests.companion.quick_rehearsal import agreed, box, made, new_rehearsal, rehearsed

BOXES = ("base", "next_level", "tools_of_hero_kind", "rise_of_the_minibosses")
MINIBOSSES = ("base", "next_level", "crash_landing", "tools_of_hero_kind", "rise_of_the_minibosses", "promos")
EVERY_BOX = (*STAND_ALONE, *EXPANSIONS, PROMOS)


def is_flawless(tally: Tally) -> bool:
    counted = tally.verdicts_right + tally.verdicts_not_reckoned
    return tally.checkpoints == tally.right > 0 and tally.verdicts == counted and not tally.verdicts_wrong


@pytest.mark.parametrize(("players", "seed"), [(2, 12), (3, 13), (4, 11)])
def test_the_base_game_with_spells_and_abilities_is_refereed_without_a_fault(players: int, seed: int) -> None:
    tally = rehearsed(players, seed, ("base",), rounds=4, eager=0.5)
    assert is_flawless(tally), tally.complaints
    assert tally.abilities > 0
    assert tally.verdicts_right > tally.verdicts_not_reckoned


@pytest.mark.parametrize(("players", "seed"), [(2, 48), (3, 40)])
def test_four_boxes_with_items_and_minibosses_are_refereed_without_a_fault(players: int, seed: int) -> None:
    tally = rehearsed(players, seed, BOXES, rounds=4, eager=0.7)
    assert is_flawless(tally), tally.complaints
    assert tally.spells > 0
    assert tally.abilities > 0


@pytest.mark.parametrize(("players", "seed"), [(4, 11), (5, 13)])
def test_all_boxes_together_are_refereed_without_a_fault(players: int, seed: int) -> None:
    tally = rehearsed(players, seed, EVERY_BOX, rounds=2, eager=0.6)
    assert is_flawless(tally), tally.complaints
    assert tally.abilities > 0


def test_a_miniboss_whose_room_was_used_up_is_forbidden_and_no_doubt_about_the_table() -> None:
    """BM-MINI-2, Q-14: its owner destroyed the room below it after laying it."""
    told: list[News] = []
    options = agreed(6, MINIBOSSES)
    here = world.set_up(6, 929, box().catalog, box().things, options=options, askew=True)
    tally = made(wiring.begin_game(box(), options, None), here, 0.8, tell=told.extend).run(2)
    assert [question.rule for question in questions(told) if question.ask == "Q-14"] == ["BM-MINI-2"]
    assert is_flawless(tally), tally.complaints


def questions(news: list[News]) -> list[Question]:
    return [item.what.question for item in news if isinstance(item.what, QuestionAsked)]


@pytest.mark.parametrize(("players", "seed"), [(3, 5), (6, 3)])
def test_seats_at_odd_angles_are_refereed_without_a_fault(players: int, seed: int) -> None:
    tally = rehearsed(players, seed, ("base", "crash_landing"), rounds=2, askew=True)
    assert is_flawless(tally), tally.complaints
    assert tally.verdicts > 0


def test_a_hero_that_is_searched_for_and_scored_is_in_no_deck_any_more() -> None:
    evening = new_rehearsal(2, 12, ("base",))
    evening.run(1)
    state, deck = evening.host.state, evening.world.table.decks[world.HEROES]
    hands = Handiwork(evening.world, state, box().things, Random(1))
    hands.carry_out(Answer(deck[3].copy), [HeroScored(deck[3].copy, state.players[0].id, 1)])
    assert hands.table.decks[world.HEROES] == (*deck[:3], *deck[4:])
    laid = hands.table.find(deck[3].copy)
    assert laid is not None
    assert not laid.face_up


def test_a_room_brought_up_over_one_that_was_used_or_turned_lies_straight() -> None:
    evening = new_rehearsal(2, 12, ("base",))
    evening.run(1)
    state = evening.host.state
    player = next(player for player in state.players if player.dungeon)
    over, low = player.dungeon[0].top, evening.world.table.decks[world.ROOMS][0].copy
    for event in (RoomUsed(player.id, 1, over), RoomTurned(player.id, 1, over, deactivated=True)):
        hands = Handiwork(evening.world, state, box().things, Random(1))
        hands.carry_out(Answer("none"), [event, RoomBroughtUp(player.id, 1, low, over)])
        side = truth.side(replace(evening.world, table=hands.table), player.boss)
        assert side.stacks[0][-1] == low
        assert (side.slid, side.sideways) == ((), ())


def test_what_the_referee_cannot_make_out_is_told_with_its_reason() -> None:
    evening = new_rehearsal(2, 12, ("base",))
    evening.run(1)
    evening._judge([News(Notice("sticker_twice", {"card": "den"}, is_error=True), evening.host.state)])
    where = f"round {evening.host.state.round}, {evening.host.state.phase.value}"
    assert evening.tally.complaints == [f"asked: {where}: sticker_twice den"]
    assert evening.tally.questions == 1


class Killed(Exception):
    """Somebody pulled the plug."""


class Evening:
    """A rehearsal with a journal and a table on disk, which may be killed after so many announcements."""

    def __init__(self, folder: Path, seed: int, sets: tuple[str, ...]) -> None:
        self.folder, self.told = folder, list[object]()
        self._journal = Journal(folder / "games.db", lambda: "")
        self._sets, self._seed = sets, seed

    def begin(self) -> Rehearsal:
        options = agreed(2, self._sets)
        here = world.set_up(2, self._seed, box().catalog, box().things, options=options)
        world.save(here, self.folder / "table.json")
        self._note(Tally())
        return made(wiring.begin_game(box(), options, self._journal), here, 0.5, self._tell, self._keep, self._note)

    def go_on(self) -> Rehearsal:
        game = wiring.resume_game(box(), self._journal)
        assert game is not None
        here = world.load(self.folder / "table.json", box().things)
        tally = msgspec.json.decode((self.folder / "tally.json").read_bytes(), type=Tally)
        return made(game, here, 0.5, self._tell, self._keep, self._note, tally)

    def run(self, kill_after: int = 10_000) -> Tally:
        self.kill_after = kill_after
        try:
            return self.begin().run(2)
        except Killed:
            self.kill_after = 10_000
            return self.go_on().run(2)

    def _tell(self, news: list[News]) -> None:
        self.told += [item.what for item in news]
        if len(self.told) >= self.kill_after:
            raise Killed

    def _keep(self, here: world.World) -> None:
        world.save(here, self.folder / "table.json")

    def _note(self, tally: Tally) -> None:
        (self.folder / "tally.json").write_bytes(msgspec.json.encode(tally))


def figures(tally: Tally) -> Tally:
    """What does not depend on how long anything took."""
    return replace(tally, waits_ms=[], looks_ms=[], computing_ms=[])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tally, list[object]]:
    """A game that nobody interrupts."""
    evening = Evening(tmp_path_factory.mktemp("whole"), 40, BOXES)
    return evening.run(), evening.told


@pytest.mark.parametrize("kill_after", [3, 30, 47, 61, 80])
def test_a_game_that_is_killed_between_two_announcements_goes_on_as_if_nothing_had_happened(
    kill_after: int, whole: tuple[Tally, list[object]], tmp_path: Path
) -> None:
    """Also in the middle of a spell: what was announced, asked or shown on the pad is not lost and not done twice."""
    killed = Evening(tmp_path, 40, BOXES)
    assert figures(killed.run(kill_after)) == figures(whole[0])
    assert killed.told == whole[1]


def test_a_question_about_a_room_that_really_lies_where_it_must_not_is_no_misreading() -> None:
    rehearsal = new_rehearsal(2, 1, ("base",))
    rehearsal.run(1)
    state = rehearsal.host.state
    player = next(player for player in state.players if player.dungeon)
    room = player.dungeon[0].top

    def forbidden(ask: str, card: CopyId) -> bool:
        question = Question(ask, ("take_back", "discard", "allow"), player.id, 1, (card,))
        return truth.is_forbidden(rehearsal.world, state, question)

    assert forbidden("Q-14", room)
    assert not forbidden("Q-14", CopyId("bm.room.elsewhere#1"))
    assert not forbidden("Q-03", room)
