"""What the referee says about each thing that happens, in both languages."""

from typing import get_args

import pytest

from cards_db.loader import load_catalog, load_texts
from companion.lines import Line, line
from companion.narrator import narrate, next_step, todo_line
from companion.phrasebook import LANGUAGES, Phrasebook
from engine.boss_monster import events as happened
from engine.boss_monster.cards import Treasure
from engine.boss_monster.events import Event, GameWon, HeroBaited, HeroDied, HeroSurvived, QuestionAsked, RoomEntered
from engine.boss_monster.expected import Todo
from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase, Player, Question, Stack, State, Walk
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId
from hw.panel import Urgency

ANNA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
NICK = CopyId("bm.hero.nick_the_masher#1")
FOOL = CopyId("bm.hero.the_fool#1")
ALTAR, GRAVE = CopyId("bm.room.dark_altar#1"), CopyId("bm.room.open_grave#1")
BOSSES = ("draculord", "cleopatra", "king_croak")


@pytest.fixture(scope="module")
def cards() -> Catalog:
    return load_catalog()


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


def baited(player: PlayerId | None, counts: tuple[int, int, int], treasure: Treasure | None = Treasure.RELIC) -> Event:
    hero = NICK if treasure else FOOL
    compared = tuple(zip((ANNA, BEN, CEM), counts, strict=True))
    return HeroBaited(hero, player, compared, treasure, "BM-BAIT-5")


def only_line(event: Event, cards: Catalog, state: State | None = None) -> Line:
    (said,) = narrate(event, state or table(), cards)
    return said


SAYINGS = [
    (
        baited(ANNA, (3, 1, 0)),
        "Kleriker Nick the Masher geht zu Anna: 3 Relikte gegen 1.",
        "Cleric Nick the Masher goes to Anna: 3 relics against 1.",
    ),
    (
        baited(None, (2, 2, 0)),
        "Kleriker Nick the Masher bleibt in der Stadt: Anna und Ben haben beide 2 Relikte.",
        "Cleric Nick the Masher stays in town: Anna and Ben both have 2 relics.",
    ),
    (
        baited(None, (1, 1, 1)),
        "Kleriker Nick the Masher bleibt in der Stadt: Anna, Ben und Cem haben je 1 Relikt.",
        "Cleric Nick the Masher stays in town: Anna, Ben and Cem have 1 relic each.",
    ),
    (
        baited(None, (0, 0, 0)),
        "Kleriker Nick the Masher bleibt in der Stadt: niemand hat Relikte.",
        "Cleric Nick the Masher stays in town: nobody has relics.",
    ),
    (
        baited(BEN, (2, 1, 4), None),
        "The Fool geht zu Ben: am wenigsten Seelen, 1 gegen 2.",
        "The Fool goes to Ben: fewest souls, 1 against 2.",
    ),
    (
        baited(None, (2, 2, 4), None),
        "The Fool bleibt in der Stadt: Anna und Ben haben beide am wenigsten Seelen, nämlich 2.",
        "The Fool stays in town: Anna and Ben both have the fewest souls, namely 2.",
    ),
    (
        baited(None, (0, 0, 0), None),
        "The Fool bleibt in der Stadt: Anna, Ben und Cem haben am wenigsten Seelen, je 0.",
        "The Fool stays in town: Anna, Ben and Cem have the fewest souls, 0 each.",
    ),
    (
        baited(CEM, (3, 1, 0)),
        "Kleriker Nick the Masher geht zu Cem: so habt ihr entschieden.",
        "Cleric Nick the Masher goes to Cem: as you decided.",
    ),
    (
        baited(None, (3, 1, 0)),
        "Kleriker Nick the Masher bleibt in der Stadt: so verlangt es eine Karte.",
        "Cleric Nick the Masher stays in town: a card says so.",
    ),
    (
        HeroDied(ANNA, NICK, ALTAR, 6, 6, 1),
        "Kleriker Nick the Masher stirbt im Raum Dark Altar: 6 Schaden bei 6 Leben. 1 Seele für Anna.",
        "Cleric Nick the Masher dies in Dark Altar: 6 damage against 6 health. 1 soul for Anna.",
    ),
    (
        HeroSurvived(ANNA, NICK, 0, 4, 2),
        "Kleriker Nick the Masher erreicht Draculord: kein Schaden bei 4 Leben. 2 Wunden für Anna.",
        "Cleric Nick the Masher reaches Draculord: no damage against 4 health. 2 wounds for Anna.",
    ),
    (
        RoomEntered(ANNA, NICK, 1, ALTAR, 1, 3, 4),
        "Kleriker Nick the Masher in Dark Altar: 1 Schaden, zusammen 3 von 4.",
        "Cleric Nick the Masher in Dark Altar: 1 damage, 3 of 4 so far.",
    ),
    (
        happened.TurnOrderSet((ANNA, BEN)),
        "Reihenfolge nach XP: Anna mit 900, Ben mit 850.",
        "Turn order by XP: Anna with 900, Ben with 850.",
    ),
    (happened.RoundBegan(3, 4), "Runde 3 beginnt. Deckt 4 Helden auf.", "Round 3 begins. Reveal 4 heroes."),
    (
        happened.RoundBegan(9, 0),
        "Runde 9 beginnt. Es gibt keine neuen Helden mehr.",
        "Round 9 begins. There are no new heroes left.",
    ),
    (
        happened.HeroArrived(NICK),
        "Neu in der Stadt: Kleriker Nick the Masher, 4 Leben.",
        "New in town: Cleric Nick the Masher, 4 health.",
    ),
    (happened.BuildTurnBegan(BEN), "Ben ist dran und kann bauen.", "Ben may build now."),
    (
        happened.CardPlaced(BEN, 2),
        "Ben legt eine Karte verdeckt auf Platz 2.",
        "Ben places a card face-down on slot 2.",
    ),
    (happened.BuildDeclined(BEN), "Ben baut nicht.", "Ben does not build."),
    (
        happened.RevealBegan(),
        "Alle haben gewählt. Deckt die neuen Räume auf.",
        "Everybody has chosen. Turn the new rooms up.",
    ),
    (happened.RoomBuilt(BEN, 1, GRAVE), "Ben baut Open Grave.", "Ben builds Open Grave."),
    (
        happened.RoomBuilt(ANNA, 1, GRAVE, ALTAR),
        "Anna baut Open Grave über Dark Altar.",
        "Anna builds Open Grave over Dark Altar.",
    ),
    (happened.BuildTakenBack(BEN, 1), "Ben nimmt die Karte von Platz 1 zurück.", "Ben takes the card on slot 1 back."),
    (happened.BuildTakenBack(BEN, 1, True), "Ben legt die Karte von Platz 1 ab.", "Ben discards the card on slot 1."),
    (
        happened.LeveledUp(ANNA),
        "Anna hat fünf Räume: Stufenaufstieg für Draculord.",
        "Anna has five rooms: Draculord levels up.",
    ),
    (
        happened.RoomTurned(ANNA, 1, ALTAR, True),
        "Dark Altar bei Anna ist deaktiviert.",
        "Dark Altar of Anna is deactivated.",
    ),
    (
        happened.RoomTurned(ANNA, 1, ALTAR, False),
        "Dark Altar bei Anna ist wieder aktiv.",
        "Dark Altar of Anna is active again.",
    ),
    (
        happened.BuildClosed(),
        "Alle Räume stehen. Jetzt lockt die Beute die Helden.",
        "All rooms stand. Now treasure lures the heroes.",
    ),
    (happened.AdventureTurnBegan(BEN), "Abenteuer bei Ben.", "Adventure in the dungeon of Ben."),
    (happened.PlayerEliminated(CEM, 5), "Cem scheidet aus: 5 Wunden.", "Cem is out: 5 wounds."),
    (
        happened.RoundEnded(2, ((ANNA, 2, 1), (BEN, 0, 0))),
        "Runde 2 ist zu Ende. Anna: 2 Seelen, 1 Wunde. Ben: keine Seele.",
        "Round 2 is over. Anna: 2 souls, 1 wound. Ben: no soul.",
    ),
    (GameWon(ANNA, "BM-END-5"), "Anna gewinnt: Alle anderen sind ausgeschieden.", "Anna wins: everybody else is out."),
    (GameWon(ANNA, "BM-END-6"), "Anna gewinnt mit 10 Seelen.", "Anna wins with 10 souls."),
    (
        GameWon(ANNA, "BM-END-7"),
        "Anna gewinnt: 10 Seelen minus 1 Wunde ist das beste Ergebnis.",
        "Anna wins: 10 souls minus 1 wound is the best score.",
    ),
    (
        GameWon(ANNA, "BM-END-9"),
        "Anna gewinnt den Gleichstand: Draculord hat die wenigsten XP.",
        "Anna wins the tie: Draculord has the lowest XP.",
    ),
    (GameWon(ANNA, "BM-X"), "Anna gewinnt mit 10 Seelen und 1 Wunde.", "Anna wins with 10 souls and 1 wound."),
    (
        QuestionAsked(Question("Q-03", ("yes", "no"), ANNA, 2)),
        "Anna, hast du auf Platz 2 eine Karte verdeckt gelegt?",
        "Anna, did you place a card face-down on slot 2?",
    ),
    (
        happened.QuestionAnswered(Question("Q-17", ("yes", "no")), "yes"),
        "Stimmen Seelen und Wunden? Antwort: Ja.",
        "Are souls and wounds right? Answer: Yes.",
    ),
    (
        happened.FactCorrected(ANNA, ("souls", "wounds")),
        "Korrigiert: Seelen, Wunden von Anna.",
        "Corrected: souls, wounds of Anna.",
    ),
    (happened.FactCorrected(None, ("town",)), "Korrigiert: Stadt.", "Corrected: town."),
]


@pytest.mark.parametrize(("event", "german", "english"), SAYINGS, ids=lambda value: str(value)[:48])
def test_what_is_said(event: Event, german: str, english: str, cards: Catalog, books: dict[str, Phrasebook]) -> None:
    said = only_line(event, cards)
    assert books["de"].say(said, table()) == german
    assert books["en"].say(said, table()) == english


def test_something_is_said_about_every_kind_of_event() -> None:
    assert {type(event) for event, _, _ in SAYINGS} == set(get_args(Event))


def test_a_bait_verdict_shows_what_every_dungeon_offered(cards: Catalog, books: dict[str, Phrasebook]) -> None:
    said = only_line(baited(ANNA, (3, 1, 0)), cards)
    assert said.verdict
    assert books["de"].why(said, table()) == "Relikte: Anna 3, Ben 1, Cem 0 (BM-BAIT-5)"
    assert books["en"].why(only_line(baited(BEN, (2, 1, 4), None), cards), table()).startswith("Souls: Anna 2, Ben 1")


def test_verdicts_never_replace_each_other_but_turns_do(cards: Catalog) -> None:
    assert only_line(baited(ANNA, (3, 1, 0)), cards).topic == ""
    assert only_line(happened.BuildTurnBegan(BEN), cards).topic == only_line(happened.RevealBegan(), cards).topic


def test_the_walk_is_shown_room_by_room_and_spoken_only_at_its_end(cards: Catalog) -> None:
    assert not only_line(RoomEntered(ANNA, NICK, 1, ALTAR, 1, 3, 4), cards).spoken
    assert only_line(HeroDied(ANNA, NICK, ALTAR, 6, 6, 1), cards).spoken


def test_questions_and_eliminations_are_urgent(cards: Catalog) -> None:
    asked = only_line(QuestionAsked(Question("Q-17", ("yes", "no"))), cards)
    assert asked.urgency is Urgency.URGENT
    assert only_line(happened.PlayerEliminated(CEM, 5), cards).urgency is Urgency.URGENT


QUESTIONS = [
    "Q-01",
    "Q-02",
    "Q-03",
    "Q-04",
    "Q-05",
    "Q-06",
    "Q-07",
    "Q-08",
    "Q-09",
    "Q-10",
    "Q-14",
    "Q-17",
    "Q-18",
    "Q-77",
]


@pytest.mark.parametrize("ask", QUESTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_can_be_asked(ask: str, language: str, cards: Catalog, books: dict[str, Phrasebook]) -> None:
    full = Question(ask, ("yes",), ANNA, 1, (ALTAR, GRAVE), "BM-BUILD-7")
    words = books[language].say(only_line(QuestionAsked(full), cards), table())
    assert "?" in words or ask == "Q-77"
    if ask != "Q-09":
        bare = books[language].say(only_line(QuestionAsked(Question(ask, ("yes",))), cards), table())
        assert bare and "{" not in bare


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
    won = State(state.options, Phase.OVER, 2, state.players, winner=ANNA)
    assert prompt(won) == "Das Spiel ist entschieden. Anna gewinnt."


def test_things_to_do_name_card_player_and_place(books: dict[str, Phrasebook]) -> None:
    move = todo_line(Todo("todo_move_to_entrance", NICK, ANNA))
    assert books["de"].say(move, table()) == "Nick the Masher an den Eingang von Anna legen"
    assert (
        books["en"].say(todo_line(Todo("todo_turn_up", None, BEN, 3)), table()) == "Turn up the card of Ben on slot 3"
    )
    assert not move.spoken


def test_a_notice_is_a_line_like_any_other(books: dict[str, Phrasebook]) -> None:
    lost = line("camera_lost", topic="camera", urgent=True, reason="USB")
    assert books["de"].say(lost) == "Kein Kamerabild: USB"
    assert lost.urgency is Urgency.URGENT
