"""What the referee says about each thing that happens, in both languages."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from cards_db.loader import load_catalog, load_texts
from companion.lines import Line, line
from companion.narrator import narrate, next_step, question_part, todo_line
from companion.phrasebook import LANGUAGES, Phrasebook
from companion.verdict_lines import WON_BY
from companion.views.table import table_view
from engine.boss_monster import events as happened
from engine.boss_monster.cards import HeroClass, Item, Lure, Miniboss, RoomKind, RoomType, Treasure, boss_card
from engine.boss_monster.effect_events import Deed, DungeonHolds, HandTask
from engine.boss_monster.events import Event, GameWon, HeroDied, QuestionAsked, RoomEntered
from engine.boss_monster.expected import Todo
from engine.boss_monster.options import FinalTie, HeroDeckEmpty24, Options
from engine.boss_monster.state import Change, Holds, Phase, Player, Question, Stack, State, Walk
from engine.boss_monster.words.meanings import Sort
from engine.core.cards import Catalog
from engine.core.ids import CardId, CopyId, PlayerId
from hw.panel import Urgency
from tests.companion.effect_sayings import EFFECT_SAYINGS, HAND_SAYINGS
from tests.companion.sayings import ALTAR, ANNA, BEN, CEM, FOOL, GRAVE, MINIBOSS, NICK, SAYINGS, SWORD, WHIP, baited
from tests.random_play import play

BOSSES = ("draculord", "cleopatra", "king_croak")


@pytest.fixture(scope="module")
def cards() -> Catalog:
    """The base game, with a miniboss and two items."""
    base = load_catalog()
    made = [
        Miniboss(id=CardId("bm.miniboss.grim_warden"), set="vault_of_villains", number="", copies=1),
        Item(id=CardId("bm.item.bright_sword"), set="tools_of_hero_kind", number="", copies=1, hero_class=None),
        Item(id=CardId("bm.item.whip"), set="tools_of_hero_kind", number="", copies=1, hero_class=HeroClass.EXPLORER),
    ]
    return Catalog({**base.cards, **{card.id: card for card in made}}, base.codes)


@pytest.fixture(scope="module")
def books() -> dict[str, Phrasebook]:
    return {language: Phrasebook(language, load_texts(language)) for language in LANGUAGES}


def table(phase: Phase = Phase.BUILD) -> State:
    """Anna, Ben and Cem; Anna has built a Dark Altar."""
    players = tuple(
        Player(PlayerId(f"p{seat}"), name, CopyId(f"bm.boss.{boss}#1"), souls=seat)
        for seat, (name, boss) in enumerate(zip(("Anna", "Ben", "Cem"), BOSSES, strict=True), start=1)
    )
    with_room = Player(ANNA, "Anna", players[0].boss, dungeon=(Stack((ALTAR,)),), souls=10, wounds=1)
    return State(Options(("Anna", "Ben", "Cem")), phase, 2, (with_room, *players[1:]), active=BEN)


def only_line(event: Event, cards: Catalog, state: State | None = None) -> Line:
    (said,) = narrate(event, state or table(), cards)
    return said


@pytest.mark.parametrize(("event", "german", "english"), [*SAYINGS, *EFFECT_SAYINGS], ids=lambda value: str(value)[:48])
def test_what_is_said(event: Event, german: str, english: str, cards: Catalog, books: dict[str, Phrasebook]) -> None:
    said = only_line(event, cards)
    assert books["de"].say(said, table()) == german
    assert books["en"].say(said, table()) == english


def test_something_is_said_about_every_kind_of_event() -> None:
    assert {type(event) for event, _, _ in (*SAYINGS, *EFFECT_SAYINGS)} == set(get_args(Event))


def test_everything_that_players_do_with_hidden_cards_is_said() -> None:
    assert {event.deed for event, _, _ in HAND_SAYINGS if isinstance(event, HandTask)} == set(Deed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sort_of_card_has_a_name_in_the_singular_and_the_plural(
    language: str, cards: Catalog, books: dict[str, Phrasebook]
) -> None:
    for sort in Sort:
        said = [only_line(HandTask((ANNA,), Deed.DISCARD, number, sort), cards) for number in (1, 2)]
        one, two = (books[language].say(line_, table()) for line_ in said)
        assert one.replace(" 1 ", " 2 ") != two or (language, sort) == ("de", Sort.SPELL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_rooms_has_a_name(language: str, cards: Catalog, books: dict[str, Phrasebook]) -> None:
    changes = [
        Change(Holds.DAMAGE, ALTAR, 1, type=type_, kind=kind)
        for type_ in (None, *RoomType)
        for kind in (None, *RoomKind)
    ]
    said = {books[language].say(only_line(DungeonHolds(ANNA, change), cards), table()) for change in changes}
    assert len(said) == len(changes)


def test_a_bait_verdict_shows_what_every_dungeon_offered(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    def why(language: str, event: Event) -> str:
        said = only_line(event, cards)
        assert said.verdict
        return books[language].why(said, table())

    assert why("de", baited(ANNA, (3, 1, 0))) == "Relikte: Anna 3, Ben 1, Cem 0 (BM-BAIT-5)"
    assert why("en", baited(BEN, (2, 1, 4), None)).startswith("Souls: Anna 2, Ben 1")
    assert why("de", baited(BEN, (2, 1, 4), None, lure=Lure.FEWEST_WOUNDS)).startswith("Wunden: Anna 2, Ben 1")
    assert why("de", baited(ANNA, (3, 1, 0), also=Treasure.GOLD)).startswith("Relikte und Gold: Anna 3")
    assert why("de", baited(ANNA, (2, 2, 0), rule="BM-CL-4")) == (
        "Relikte: Anna 2, Ben 2, Cem 0. Wer am längsten wartet, geht zu den meisten XP (BM-CL-4)"
    )


def test_a_hero_that_follows_hands_goes_where_the_players_say(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    asked = Question("Q-11", (ANNA, BEN, CEM, "tie"), cards=(FOOL,), rule="BM-HERO-8")
    answered, goes = narrate(happened.QuestionAnswered(asked, BEN), table(), cards)
    assert not answered.spoken
    assert goes.verdict
    assert books["de"].say(answered, table()) == "The Fool will zu den meisten Handkarten. Wer hat sie? Antwort: Ben."
    assert books["de"].say(goes, table()) == "The Fool geht zu Ben: die meisten Karten auf der Hand."
    unread = replace(asked, rule="BM-BAIT-13")
    *_, goes = narrate(happened.QuestionAnswered(unread, BEN), table(), cards)
    assert books["de"].say(goes, table()) == "The Fool geht zu Ben: so steht es auf der Karte."
    *_, stays = narrate(happened.QuestionAnswered(asked, "tie"), table(), cards)
    assert books["en"].say(stays, table()) == "The Fool stays in town: the largest hands are equal."


def test_what_a_card_wants_to_know_is_asked_in_its_name(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    asked = Question("Q-15", ("0", "1", "2"), BEN, cards=(ALTAR,), key="pay_how_many", of_task=True)
    said = only_line(QuestionAsked(asked), cards)
    assert said.urgency is Urgency.URGENT
    assert books["de"].say(said, table()) == (
        "Dark Altar: Ben, wie viele Münzen gibst du, damit der Raum weniger Schaden macht?"
    )
    (answered,) = narrate(happened.QuestionAnswered(asked, "2"), table(), cards)
    assert books["en"].say(answered, table()).endswith("deals less damage? Answer: 2.")
    chosen = replace(asked, key="choose_room", choices=(ALTAR, GRAVE))
    (answered,) = narrate(happened.QuestionAnswered(chosen, GRAVE), table(), cards)
    assert books["en"].say(answered, table()) == "Dark Altar: Ben, choose a room. Answer: Open Grave."


@pytest.mark.parametrize("rule", sorted(WON_BY))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_victory_has_a_sentence_and_a_reason_of_its_own(
    rule: str, language: str, cards: Catalog, books: dict[str, Phrasebook]
) -> None:
    said = only_line(GameWon(ANNA, rule, (ANNA, BEN, CEM)), cards)
    assert "Anna" in books[language].say(said, table())
    assert books[language].why(said, table()) != books[language].text("won.other", rule=rule)
    assert rule.removeprefix("playsheet-") in books[language].why(said, table())


def test_a_boss_whose_xp_nobody_has_read_is_named_as_such(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    boss = boss_card(cards, table().players[1].boss)
    unread = Catalog({**cards.cards, boss.id: replace(boss, xp=None)}, cards.codes)
    said = only_line(happened.TurnOrderSet((ANNA, BEN)), unread)
    assert books["de"].say(said, table()) == "Reihenfolge nach XP: Anna mit 900, Ben mit unbekannten XP."


def test_a_group_that_prefers_the_highest_xp_hears_that(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    state = replace(table(), options=Options(("Anna", "Ben", "Cem"), final_tie=FinalTie.HIGHEST_XP))
    said = only_line(GameWon(ANNA, "BM-END-9"), cards, state)
    assert books["de"].say(said, state) == "Anna gewinnt den Gleichstand: Draculord hat die meisten XP."


def test_an_empty_hero_deck_may_be_the_beginning_of_the_end(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    last = replace(table(), options=Options(("A", "B", "C"), hero_deck_empty_2_4=HeroDeckEmpty24.LAST_ROUND_NET))
    six = replace(table(), options=Options(tuple("ABCDEF"), ("base", "crash_landing")))
    for state in (last, six):
        said = books["de"].say(only_line(happened.HeroDeckEmpty(), cards, state), state)
        assert said == "Der Heldenstapel ist leer. Das ist die letzte Runde."


def test_items_are_revealed_before_heroes(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    options = Options(("Anna", "Ben", "Cem"), ("base", "tools_of_hero_kind"))
    state = replace(table(Phase.ROUND_START), options=options)
    began = books["de"].say(only_line(happened.RoundBegan(3, 3), cards, state), state)
    assert began == "Runde 3 beginnt. Deckt zuerst 1 Ausrüstungskarte auf, dann 3 Helden."
    only_items = books["en"].say(only_line(happened.RoundBegan(9, 0), cards, state), state)
    assert only_items == "Round 9 begins without new heroes. Reveal 1 item."
    prompt = books["de"].say(next_step(state, cards), state)
    assert prompt == "Legt 1 Ausrüstungskarte offen in die Stadt, danach 3 neue Helden. Dann Weiter."


def test_a_change_of_nothing_is_not_worth_a_word(cards: Catalog) -> None:
    nothing = (
        happened.RoomChanged(ANNA, 1, ALTAR, 0),
        happened.TreasureChanged(ANNA, Treasure.GOLD, 0),
        happened.HeroChanged(NICK),
        happened.CoinsChanged(ANNA, 0, 3),
    )
    assert all(narrate(event, table(), cards) == [] for event in nothing)


def test_damage_and_health_that_change_together_are_two_sentences(cards: Catalog) -> None:
    both = narrate(happened.HeroChanged(NICK, damage=1, health=2), table(), cards)
    assert [said.key for said in both] == ["hero_hurt", "hero_stronger"]


def test_verdicts_never_replace_each_other_but_turns_do(cards: Catalog) -> None:
    assert only_line(baited(ANNA, (3, 1, 0)), cards).topic == ""
    assert only_line(happened.BuildTurnBegan(BEN), cards).topic == only_line(happened.RevealBegan(), cards).topic


def test_the_walk_is_shown_room_by_room_and_spoken_only_at_its_end(cards: Catalog) -> None:
    assert not only_line(RoomEntered(ANNA, NICK, 1, ALTAR, 1, 3, 4), cards).spoken
    assert only_line(HeroDied(ANNA, NICK, ALTAR, 6, 6, 1), cards).spoken


def test_a_room_that_hits_harder_says_by_which_card(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    entered = RoomEntered(ANNA, NICK, 1, ALTAR, 5, 5, 6, 1, ((GRAVE, 1), ("round", 3)))
    said = only_line(entered, cards)
    assert books["de"].why(said, table()) == "1 auf der Karte, +1 durch Open Grave, +3 bis zum Ende der Runde"
    assert books["en"].why(said, table()) == "1 on the card, +1 by Open Grave, +3 until the end of the round"


def test_questions_and_eliminations_are_urgent(cards: Catalog) -> None:
    asked = only_line(QuestionAsked(Question("Q-17", ("yes", "no"))), cards)
    assert asked.urgency is Urgency.URGENT
    assert only_line(happened.PlayerEliminated(CEM, 5), cards).urgency is Urgency.URGENT


QUESTIONS = [f"Q-{number:02}" for number in range(1, 21)]


@pytest.mark.parametrize("ask", [*QUESTIONS, "Q-77"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_can_be_asked(ask: str, language: str, cards: Catalog, books: dict[str, Phrasebook]) -> None:
    full = Question(ask, ("yes",), ANNA, 1, (ALTAR, GRAVE), "BM-BUILD-7")
    words = books[language].say(only_line(QuestionAsked(full), cards), table())
    assert "?" in words or ask == "Q-77"
    if ask != "Q-09":
        bare = books[language].say(only_line(QuestionAsked(Question(ask, ("yes",))), cards), table())
        assert bare and "{" not in bare


ASKED_FOR_A_REASON = [
    (
        Question("Q-12", ("pay", "discard"), ANNA, 1, (MINIBOSS,), "BM-MINI-6"),
        "Anna, zahlst du eine Münze für Grim Warden?",
        ("Zahlen", "Ablegen"),
    ),
    (
        Question("Q-13", ("1", "2", "3", "gone"), ANNA, 1, (MINIBOSS,)),
        "Auf welcher Stufe ist Grim Warden bei Anna?",
        ("Stufe 1", "Stufe 2", "Stufe 3", "Nicht mehr da"),
    ),
    (
        Question("Q-15", (SWORD, WHIP), cards=(NICK, SWORD, WHIP), rule="BM-ITEM-8"),
        "Welche Ausrüstungskarte nimmt Nick the Masher?",
        ("Bright Sword", "Whip"),
    ),
    (
        Question("Q-15", ("yes", "no"), BEN, cards=(NICK,), rule="BM-ADV-24"),
        "Nick the Masher steht am Eingang von Ben. Zählt das schon zum Dungeon?",
        ("Ja", "Nein"),
    ),
    (
        Question("Q-15", ("levelup", "built"), BEN, rule="BM-BUILD-17"),
        "Ben, was kommt zuerst: dein Level Up oder der Effekt des neuen Raums?",
        ("Level Up", "Effekt des Raums"),
    ),
    (
        Question("Q-16", (SWORD, WHIP), BEN, cards=(SWORD, WHIP)),
        "Ben, welche Ausrüstungskarte bleibt offen?",
        ("Bright Sword", "Whip"),
    ),
    (
        Question("Q-19", (ANNA, BEN), rule="BM-GEN-7"),
        "Es gibt Bosse mit gleich vielen XP. Wer kommt zuerst an die Reihe?",
        ("Anna", "Ben"),
    ),
    (
        Question("Q-20", ("continue", "reshuffle"), rule="BM-START-9", deck="spells"),
        "Der Zauberstapel ist leer. Mischt ihr die abgelegten Karten neu?",
        ("Weiterspielen", "Neu mischen"),
    ),
    (
        Question("Q-20", ("continue", "wait"), rule="BM-ITEM-4"),
        "In der Stadt fehlen neue Ausrüstungskarten. Ist der Stapel aufgebraucht?",
        ("Weiterspielen", "Moment noch"),
    ),
]


@pytest.mark.parametrize(
    ("question", "words", "answers"), ASKED_FOR_A_REASON, ids=lambda value: value[:30] if isinstance(value, str) else ""
)
def test_a_question_says_what_it_is_about(
    question: Question, words: str, answers: tuple[str, ...], books: dict[str, Phrasebook]
) -> None:
    assert books["de"].question(question_part(question), question, table()) == (words, answers)


def test_an_illegal_build_names_its_rule_in_words(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    asked = only_line(QuestionAsked(Question("Q-14", ("allow",), BEN, 4, (GRAVE,), "BM-BUILD-4")), cards)
    assert books["de"].say(asked, table()) == ("Ein Dungeon hat nur fünf Plätze. Was geschieht mit Open Grave von Ben?")


def test_a_hero_that_belongs_in_town_is_asked_about_without_a_player(
    cards: Catalog, books: dict[str, Phrasebook]
) -> None:
    asked = only_line(QuestionAsked(Question("Q-10", ("yes", "wait"), None, None, (NICK,))), cards)
    assert books["de"].say(asked, table()) == "Nick the Masher gehört in die Stadt. Soll das so gelten?"


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_says_what_to_do_next(
    phase: Phase, language: str, cards: Catalog, books: dict[str, Phrasebook]
) -> None:
    prompt = books[language].say(next_step(table(phase), cards), table(phase))
    assert prompt and "{" not in prompt


def test_the_prompt_follows_the_table(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    def prompt(state: State) -> str:
        return books["de"].say(next_step(state, cards), state)

    state = table(Phase.ADVENTURE)
    walking = State(state.options, state.phase, 2, state.players, walk=Walk(ANNA, NICK, 1, 1))
    assert prompt(walking) == "Kleriker Nick the Masher steht in Dark Altar. Spielt niemand etwas? Dann Weiter."
    asked = State(state.options, state.phase, 2, state.players, questions=(Question("Q-17", ("yes",)),))
    assert prompt(asked) == "Bitte beantwortet zuerst die Frage."
    idle = State(state.options, state.phase, 2, state.players, active=BEN)
    assert prompt(idle) == "Ben ist dran, ohne Helden am Eingang. Spielt niemand etwas? Dann Weiter."
    choosing = State(Options(("Anna", "Ben"), choose_boss=True))
    assert prompt(choosing).startswith("Jeder bekommt zwei Bosse und behält einen. Legt 2 Bosse offen aus")
    won = State(state.options, Phase.OVER, 2, state.players, winner=ANNA)
    assert prompt(won) == "Das Spiel ist entschieden. Anna gewinnt."


def test_things_to_do_name_card_player_and_place(books: dict[str, Phrasebook]) -> None:
    move = todo_line(Todo("todo_move_to_entrance", NICK, ANNA))
    assert books["de"].say(move, table()) == "Nick the Masher an den Eingang von Anna legen"
    assert books["en"].say(todo_line(Todo("todo_turn_up", None, BEN, 3)), table()) == "Turn up Ben's card on slot 3"
    assert not move.spoken


def test_a_notice_is_a_line_like_any_other(books: dict[str, Phrasebook]) -> None:
    lost = line("camera_lost", topic="camera", urgent=True, reason="USB")
    assert books["de"].say(lost) == "Kein Kamerabild: USB"
    assert lost.urgency is Urgency.URGENT


@pytest.mark.parametrize("seed", range(8))
def test_everything_in_a_random_game_can_be_said_and_shown(seed: int, books: dict[str, Phrasebook]) -> None:
    game = play(seed)
    for turn in game.history.turns:
        said = [told for event in turn.events for told in narrate(event, turn.state, game.cards)]
        for book in books.values():
            for told in (*said, next_step(turn.state, game.cards)):
                words = f"{book.say(told, turn.state)} {book.why(told, turn.state)}"
                assert not re.search(r"[{}]|\bp\d\b|None|#\d", words), words
    assert table_view(game.state, game.cards, books["de"], "", ())
    refused = {reason: books["de"].refusal(reason) for reason in game.refused}
    assert [reason for reason, words in refused.items() if reason in words] == []
