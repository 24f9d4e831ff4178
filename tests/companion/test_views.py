"""What the screen shows, without a screen."""

from dataclasses import replace

import pytest

from cards_db.loader import load_catalog, load_texts
from companion.phrasebook import LANGUAGES, Phrasebook
from companion.scenes import before_the_bait, question_scene, walking_scene
from companion.views.entry import Picks, entry_page
from companion.views.layout import TOUCH_PX, Arrangement, Box, arrange, choice_boxes
from companion.views.model import MinibossView, TableView, VerdictLine
from companion.views.names import fit, short_names, syllables, wrap
from companion.views.page import Page
from companion.views.table import table_view
from companion.views.text import text_table
from engine.boss_monster.cards import HeroClass, Item, Miniboss, Treasure
from engine.boss_monster.commands import FinishBuild
from engine.boss_monster.options import Options
from engine.boss_monster.state import Change, HeroMark, Holds, Phase, Question, Stack, State, Tucked
from engine.core.cards import Catalog
from engine.core.ids import CopyId, card_of

SIZES = [(800, 480), (1280, 720), (720, 1280), (1024, 600), (1920, 1080), (480, 800)]


@pytest.fixture(scope="module")
def cards() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    return Phrasebook("en", load_texts("en"))


def shown(state: State, cards: Catalog, book: Phrasebook) -> TableView:
    return table_view(state, cards, book, "prompt", [VerdictLine("first"), VerdictLine("second")])


def test_rooms_stand_in_walk_order_with_the_boss_at_the_end(cards: Catalog, book: Phrasebook) -> None:
    anna = shown(before_the_bait(), cards, book).players[0]
    assert [room.slot for room in anna.rooms] == [5, 4, 3, 2, 1]
    assert anna.rooms[-1].names[0] == "Dracolich Lair"
    assert anna.rooms[-1].covered == ("Dark Altar",)
    assert anna.rooms[-1].advanced
    assert not anna.rooms[-1].trap


def kept_open() -> State:
    """Cem's second room was destroyed below a face-down card, which keeps its place open (BM-BUILD-23)."""
    state = before_the_bait()
    cem = state.players[2]
    dungeon = (cem.dungeon[0], cem.dungeon[2])
    return state.with_player(replace(cem, dungeon=dungeon, more_face_down=(2,), gone_under=(2,)))


def test_a_place_that_a_face_down_card_keeps_open_is_drawn_between_the_rooms(cards: Catalog, book: Phrasebook) -> None:
    state = kept_open()
    state = state.with_player(replace(state.players[2], face_down=4))
    rooms = shown(state, cards, book).players[2].rooms
    assert [(room.empty, room.pending) for room in rooms] == [
        (True, True),
        (False, False),
        (True, True),
        (False, False),
    ]


def test_who_lays_cards_by_touch_is_offered_the_places_as_they_lie(cards: Catalog, book: Phrasebook) -> None:
    """BM-BUILD-23, FX-25: the stack left of a place that is kept open lies at place 3."""
    state = kept_open()
    cem, dora = state.players[2], state.players[3]
    build = replace(state, phase=Phase.BUILD, active=cem.id)
    assert laid(entry_page(build, Picks(), cards, book, ())) == [FinishBuild(cem.id, slot) for slot in (4, 3, 1)]
    turned = replace(cem, dungeon=(cem.dungeon[0], replace(cem.dungeon[1], deactivated=True)))
    offered = laid(entry_page(build.with_player(turned), Picks(), cards, book, ()))
    assert offered == [FinishBuild(cem.id, slot) for slot in (4, 1)]
    gift = replace(dora, changes=(Change(Holds.BUILD_ELSEWHERE, dora.boss),))
    build = replace(build, active=dora.id).with_player(gift)
    build = build.with_player(replace(cem, changes=(Change(Holds.MARKED, dora.boss),)))
    given = [told for told in laid(entry_page(build, Picks(), cards, book, ())) if told.on == cem.id]
    assert given == [FinishBuild(dora.id, slot, on=cem.id) for slot in (1, 3)]


def laid(page: Page | None) -> list[FinishBuild]:
    """The cards that can be laid with one tap."""
    assert page is not None
    tiles = [tile for section in page.sections for tile in section.tiles]
    return [tile.action for tile in tiles if isinstance(tile.action, FinishBuild) and tile.action.slot]


def test_treasure_is_counted_like_the_bait_counts_it(cards: Catalog, book: Phrasebook) -> None:
    anna, ben, *_ = shown(before_the_bait(), cards, book).players
    assert dict(anna.treasure)[Treasure.RELIC] == 6  # five rooms and the boss; the covered altar does not count
    assert dict(ben.treasure)[Treasure.RELIC] == 1  # the sideways room does not count
    assert Treasure.ARTIFACT not in dict(anna.treasure)


def test_damage_of_the_whole_walk_is_shown(cards: Catalog, book: Phrasebook) -> None:
    anna, ben, cem, _ = shown(before_the_bait(), cards, book).players
    assert anna.damage == 9
    assert ben.damage == sum(room.damage for room in ben.rooms) == 4
    assert ben.rooms[0].deactivated
    assert ben.rooms[0].damage == 0
    assert [room.damage for room in cem.rooms] == [2, 4, 1]  # three monster rooms, and the armory beside the ballroom


def test_face_down_cards_are_shown_where_they_lie(cards: Catalog, book: Phrasebook) -> None:
    state = before_the_bait()
    new = state.with_player(replace(state.players[2], face_down=4))
    cem = shown(new, cards, book).players[2]
    assert cem.rooms[0].empty
    assert cem.rooms[0].pending
    on_top = state.with_player(replace(state.players[2], face_down=1))
    cem = shown(on_top, cards, book).players[2]
    assert [room.pending for room in cem.rooms] == [False, False, True]
    assert cem.rooms[-1].damage == 1  # the room below works until the reveal (BM-BUILD-14)


def test_the_walking_hero_stands_in_its_room_and_not_in_the_queue(cards: Catalog, book: Phrasebook) -> None:
    view = walking_scene(cards, book)
    assert view.walk is not None
    owner = next(player for player in view.players if player.id == view.walk.player)
    assert [room.slot for room in owner.rooms if room.walker] == [view.walk.slot]
    assert view.walk.hero not in owner.queue
    assert owner.active
    assert not view.walk.is_doomed


# Coins, minibosses, items and marks

SWORD, MINIBOSS = CopyId("bm.item.test_sword#1"), CopyId("bm.miniboss.test_warden#1")


@pytest.fixture(scope="module")
def treasury(cards: Catalog) -> Catalog:
    """All cards, with a miniboss and an item that a test can rely on."""
    sword = Item(id=card_of(SWORD), set="tools_of_hero_kind", number="", copies=1, hero_class=None)
    warden = Miniboss(id=card_of(MINIBOSS), set="vault_of_villains", number="", copies=1)
    return Catalog({**cards.cards, sword.id: sword, warden.id: warden}, cards.codes)


def with_treasure() -> State:
    """Anna has coins, a strengthened room with a miniboss, a used one with coins on it, and items."""
    state = before_the_bait()
    anna = state.players[0]
    first, second, *others = anna.dungeon
    dungeon = (replace(first, miniboss=Tucked(MINIBOSS, 2), bonus=2), replace(second, used=True, coins=1), *others)
    anna = replace(anna, dungeon=dungeon, coins=3, open_item=SWORD, closed_items=(SWORD, SWORD))
    marks = (
        HeroMark(state.town[0], health=2, item=SWORD, cannot_be_lured=True),
        HeroMark(state.town[1], damage=1),
    )
    options = replace(state.options, sets=("base", "vault_of_villains", "tools_of_hero_kind"))
    return replace(state.with_player(anna), options=options, items=(SWORD,), marks=marks)


def test_a_hoard_is_shown_only_when_coins_are_in_the_game(treasury: Catalog, book: Phrasebook) -> None:
    assert [player.coins for player in shown(with_treasure(), treasury, book).players] == [3, 0, 0, 0]
    assert {player.coins for player in shown(before_the_bait(), treasury, book).players} == {None}


def test_a_miniboss_is_shown_with_its_level_at_its_room(treasury: Catalog, book: Phrasebook) -> None:
    *_, second, first = shown(with_treasure(), treasury, book).players[0].rooms
    assert first.miniboss == MinibossView("Test Warden", 2)
    assert second.miniboss is None
    assert (second.used, second.coins) == (True, 1)


def test_damage_that_is_not_printed_is_told_apart(treasury: Catalog, book: Phrasebook) -> None:
    *_, second, first = shown(with_treasure(), treasury, book).players[0].rooms
    assert (first.damage, first.bonus) == (5, 2)
    assert second.bonus == 0
    sleeping = shown(before_the_bait(), treasury, book).players[1].rooms[0]
    assert (sleeping.damage, sleeping.bonus) == (0, 0)  # sideways is not weakened


def test_items_lie_in_town_with_heroes_and_with_players(treasury: Catalog, book: Phrasebook) -> None:
    view = shown(with_treasure(), treasury, book)
    assert view.items == ("Test Sword",)
    assert (view.players[0].open_item, view.players[0].closed_items) == ("Test Sword", 2)
    assert [hero.item for hero in view.town[:2]] == ["Test Sword", ""]


def test_a_hero_shows_its_health_as_it_is_now_and_what_was_done_to_it(treasury: Catalog, book: Phrasebook) -> None:
    before = shown(before_the_bait(), treasury, book).town
    jesta, fool, *_ = shown(with_treasure(), treasury, book).town
    assert jesta.health == before[0].health + 2
    assert jesta.cannot_be_lured
    assert (fool.health, fool.damage, fool.cannot_be_lured) == (2, 1, False)


def test_the_text_table_shows_treasure_too(treasury: Catalog, book: Phrasebook) -> None:
    text = " ".join(text_table(shown(with_treasure(), treasury, book), 100).split())
    for expected in (
        "damage 11 coins 3",
        "items: Test Sword (face-up), 2 face-down",
        "Specter's Sanctum 2 re (coins 1) (used)",
        "Dracolich Lair 5 (+2) re ^Test Warden 2 (+Dark Altar)",
        "Jesta the Rogue 8 [Test Sword] (cannot be lured), The Fool 1/2",
        "items: Test Sword",
    ):
        assert expected in text


def test_newest_verdict_comes_first(cards: Catalog, book: Phrasebook) -> None:
    assert [verdict.text for verdict in shown(before_the_bait(), cards, book).verdicts] == ["second", "first"]


def test_a_question_shows_its_answers_in_words(cards: Catalog, book: Phrasebook) -> None:
    question = question_scene(cards, book).question
    assert question is not None
    assert [(choice.value, choice.label) for choice in question.choices] == [
        ("take_back", "Take back"),
        ("discard", "Discard"),
        ("allow", "Allow"),
    ]
    assert question.colour == 2


def test_two_rooms_can_be_answers(cards: Catalog, book: Phrasebook) -> None:
    rooms = (CopyId("bm.room.dark_altar#2"), CopyId("bm.room.open_grave#2"))
    ask = Question("Q-02", rooms, before_the_bait().players[0].id, 1, rooms)
    question = shown(replace(before_the_bait(), questions=(ask,)), cards, book).question
    assert question is not None
    assert [choice.label for choice in question.choices] == ["Dark Altar", "Open Grave"]


def test_before_the_bosses_lie_there_the_seats_are_shown(cards: Catalog, book: Phrasebook) -> None:
    view = shown(State(Options(("Anna", "Ben"))), cards, book)
    assert [player.name for player in view.players] == ["Anna", "Ben"]
    assert view.phase == "Set-up"
    assert not view.town


def test_colours_follow_the_seats_and_not_the_turn_order(cards: Catalog, book: Phrasebook) -> None:
    state = before_the_bait()
    turned = replace(state, players=tuple(reversed(state.players)))
    colours = {player.name: player.colour for player in shown(turned, cards, book).players}
    assert colours == {player.name: player.colour for player in shown(state, cards, book).players}


def test_the_same_state_gives_an_equal_view(cards: Catalog, book: Phrasebook) -> None:
    assert shown(before_the_bait(), cards, book) == shown(before_the_bait(), cards, book)
    changed = before_the_bait().with_player(replace(before_the_bait().players[0], souls=9))
    assert shown(changed, cards, book) != shown(before_the_bait(), cards, book)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_a_title(phase: Phase, language: str, cards: Catalog) -> None:
    book = Phrasebook(language, load_texts(language))
    assert shown(replace(before_the_bait(), phase=phase), cards, book).phase


# Layout


def arrangements() -> list[tuple[tuple[int, int], Arrangement]]:
    return [
        (size, arrange(*size, players, banner=banner, town=town))
        for size in SIZES
        for players in (2, 3, 4, 5, 6)
        for banner in (False, True)
        for town in (0, 3, 9)
    ]


def test_nothing_overlaps_and_nothing_leaves_the_screen() -> None:
    for (width, height), plan in arrangements():
        boxes = plan.outer_boxes()
        assert all(Box(0, 0, width, height).contains(box) for box in boxes)
        assert not any(one.overlaps(two) for number, one in enumerate(boxes) for two in boxes[number + 1 :])
        for lane in plan.lanes:
            parts = (lane.heading, lane.entrance, *lane.slots, lane.boss)
            assert all(lane.frame.contains(part) for part in parts)
            assert not any(one.overlaps(two) for number, one in enumerate(parts) for two in parts[number + 1 :])


def test_fingers_find_every_button() -> None:
    for _, plan in arrangements():
        assert len(plan.buttons) == 4
        assert all(min(button.width, button.height) >= TOUCH_PX for button in plan.buttons)


@pytest.mark.parametrize("count", range(1, 8))
def test_every_answer_has_its_own_place(count: int) -> None:
    boxes = choice_boxes(Box(0, 0, 500, 140), count, 4)
    assert len(boxes) == count
    assert not any(one.overlaps(two) for number, one in enumerate(boxes) for two in boxes[number + 1 :])


# Names that fit


def letters(text: str, size: int) -> float:
    return len(text) * size * 0.5


def test_long_names_have_shorter_forms() -> None:
    assert short_names("Nick the Masher") == ("Nick the Masher", "Nick")
    assert short_names("Jarek, Squire to the Lion Knights") == ("Jarek, Squire to the Lion Knights", "Jarek")
    assert short_names("The Fool") == ("The Fool",)
    assert short_names("Acacia, Warrior of Light")[-1] == "Acacia"


def test_text_is_made_smaller_before_it_is_shortened() -> None:
    assert fit(("Dark Altar",), 100, 20, (14, 10), letters).lines == ("Dark Altar",)
    assert fit(("Dark Altar",), 55, 14, (14, 10), letters) == fit(("Dark Altar",), 55, 14, (11, 10), letters)
    assert fit(("Nick the Masher", "Nick"), 30, 13, (14, 10), letters).lines == ("Nick",)


def test_long_words_are_divided_before_they_are_cut() -> None:
    assert fit(("Folterkammer",), 45, 40, (14, 10), letters).lines == ("Folter-", "kammer")
    assert fit(("Folterkammer",), 45, 12, (14, 10), letters).lines == ("Folterka…",)
    assert syllables("Zombiedrachen") == ("Zom", "bie", "dra", "chen")


def test_no_line_is_wider_than_its_box() -> None:
    for width in range(6, 200, 7):
        fitted = fit(("Kerberos Dirtbeard, Canine Cleric",), width, 30, (16, 9), letters)
        assert all(letters(line, fitted.size) <= width or line == "…" for line in fitted.lines)


def test_words_are_not_broken_without_need() -> None:
    assert wrap("Monster's Ballroom", 60, 10, letters) == ("Monster's", "Ballroom")
    assert wrap("Ballroom", 10, 10, letters) is None


# The table as letters


@pytest.mark.parametrize("width", [20, 40, 60, 80, 132])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_table_keeps_its_width(width: int, language: str, cards: Catalog) -> None:
    book = Phrasebook(language, load_texts(language))
    for view in (walking_scene(cards, book), question_scene(cards, book)):
        lines = text_table(view, width).splitlines()
        assert max(len(row) for row in lines) <= max(40, width)


def test_the_text_table_shows_the_same_as_the_screen(cards: Catalog, book: Phrasebook) -> None:
    text = text_table(walking_scene(cards, book), 100)
    for expected in ("ADVENTURE", "Round 6", "● Anna", "Draculord 900 XP", "relics 6", "damage 9", "<Charles 3/6>"):
        assert expected in text
    assert "Town: The Fool 2" in text
    assert "Dracolich Lair 3 re (+Dark Altar) → Draculord" in " ".join(text.split())
    asked = text_table(question_scene(cards, book), 100)
    assert "? An advanced room needs" in asked
    assert "  2  Discard" in asked
    assert "! No camera picture" in asked


def test_colours_in_the_terminal_are_a_choice(cards: Catalog, book: Phrasebook) -> None:
    view = walking_scene(cards, book)
    assert "\x1b[" not in text_table(view, 80)
    assert "\x1b[38;5;" in text_table(view, 80, colour=True)


def test_an_eliminated_player_is_marked(cards: Catalog, book: Phrasebook) -> None:
    state = before_the_bait()
    gone = replace(state.players[3], eliminated=True, dungeon=())
    assert "◆ Dora (out)" in text_table(shown(state.with_player(gone), cards, book), 80)


def test_a_room_turned_sideways_sleeps(cards: Catalog, book: Phrasebook) -> None:
    assert "Torture Chamber zzz" in text_table(shown(before_the_bait(), cards, book), 200)


def test_heroes_carry_class_and_health(cards: Catalog, book: Phrasebook) -> None:
    fool = shown(before_the_bait(), cards, book).town[1]
    assert (fool.names[0], fool.hero_class, fool.health) == ("The Fool", HeroClass.FOOL, 2)


def test_deep_stacks_name_the_highest_covered_room_first(cards: Catalog, book: Phrasebook) -> None:
    state = before_the_bait()
    rooms = tuple(CopyId(f"bm.room.{name}#1") for name in ("goblin_armory", "golem_factory", "minotaurs_maze"))
    cem = replace(state.players[2], dungeon=(Stack(rooms),))
    assert shown(state.with_player(cem), cards, book).players[2].rooms[0].covered == ("Golem Factory", "Goblin Armory")
