"""`lairkeeper cards`: what owners see of their cards, and what they may write down."""

from pathlib import Path

import pytest

from cards_db.coverage import Handling, coverage, handling
from cards_db.editing import changed, parsed, with_text, written
from cards_db.loader import load_catalog, load_files
from companion.__main__ import main
from companion.card_words import explain, word_book
from engine.boss_monster.cards import Hero, Room
from engine.core.ids import CardId

FULL = ("base", "next_level")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "cards.toml"


def said(capsys: pytest.CaptureFixture[str], *words: str, own: Path | None = None, language: str = "en") -> str:
    """What the command prints; it must succeed."""
    more = ["--overlay", str(own)] if own else []
    assert main(["cards", *words, "--lang", language, *more]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str, own: Path) -> str:
    assert main(["cards", *words, "--lang", "en", "--overlay", str(own)]) == 1
    return capsys.readouterr().err


def test_all_cards_of_a_set_are_listed(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    text = said(capsys, "list", "--set", "crash_landing", "--kind", "spell", own=own)
    assert "CRL029" in text and "Finish Him!" in text
    assert text.endswith("5 cards\n")


def test_what_is_still_open_is_listed(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    text = said(capsys, "list", "--open", "--set", "next_level", own=own)
    assert "open: players" in text and "Collapsing Bridge" in text
    assert "Spiked Pit" not in text


def test_a_card_is_found_by_words_of_its_summary(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    assert "Minotaur's Maze" in said(capsys, "search", "minotaur", own=own)
    assert "Zombie Attack" in said(capsys, "search", "dead", "entrance", own=own)
    assert "no card fits 'xyzzy'" in refused(capsys, "show", "xyzzy", own=own)


def test_a_card_shows_its_numbers_its_steps_and_its_rulings(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    text = said(capsys, "show", "BMA017", own=own)
    assert "Minotaur's Maze" in text and "damage 0" in text
    assert "the hero goes back one room" in text and "the first time for each hero" in text
    assert "R-067" in text


def test_the_same_in_german_with_a_mark_on_names_that_are_not_known(
    capsys: pytest.CaptureFixture[str], own: Path
) -> None:
    assert "Minotaur's Maze *" in said(capsys, "show", "BMA017", own=own, language="de")
    text = said(capsys, "show", "bm.boss.cleopatra", own=own, language="de")
    assert text.startswith("Kleopatra ") and "Beim Level Up" in text


def test_an_unclear_name_is_answered_with_the_cards_that_fit(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    assert "bm.boss.king_croak (base), bm.boss.king_croak_rm" in refused(capsys, "show", "King", "Croak", own=own)


def test_the_owner_fills_in_what_nobody_knew(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    text = said(capsys, "edit", "Elfstar", "players=2", "name.de=Elfenstern", own=own)
    assert "player symbol 2" in text
    hero = load_catalog(overlay=own).cards[CardId("bm.hero.elfstar")]
    assert isinstance(hero, Hero) and (hero.players, hero.unknown) == (2, ())
    assert "Elfenstern" in said(capsys, "show", "Elfenstern", own=own, language="de")


def test_a_bad_value_is_named_and_changes_nothing(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    said(capsys, "edit", "Elfstar", "players=2", own=own)
    before = own.read_text("utf-8")
    assert "players" in refused(capsys, "edit", "Elfstar", "players=9", own=own)
    assert "colour" in refused(capsys, "edit", "Elfstar", "colour=red", own=own)
    assert "write KEY=VALUE" in refused(capsys, "edit", "Elfstar", "players", own=own)
    ability = 'ability=[{when="built",do=[{do="dance"}]}]'
    assert "dance" in refused(capsys, "edit", "Elfstar", ability, own=own)
    assert own.read_text("utf-8") == before
    assert [path.name for path in own.parent.iterdir()] == ["cards.toml"]


def test_an_owner_adds_a_card_with_an_ability_and_it_gets_its_stickers(
    capsys: pytest.CaptureFixture[str], own: Path
) -> None:
    facts = ["damage=2", "type=trap", 'treasure=["gold"]', "copies=2"]
    ability = 'ability=[{when="built",do=[{do="draw",deck="rooms"}]}]'
    text = said(capsys, "new", "room", "Dark Hall", *facts, ability, "summary.en=When built: draw a room.", own=own)
    assert "bm.room.dark_hall_own" in text and "draw 1 × room: you" in text
    catalog = load_catalog(overlay=own)
    room = catalog.cards[CardId("bm.room.dark_hall_own")]
    assert isinstance(room, Room) and room.damage == 2
    assert all(copy in catalog.code_of for copy in room.copy_ids)
    assert "already" in refused(capsys, "new", "room", "Dark Hall", own=own)


def test_comments_and_order_of_the_owners_file_stay() -> None:
    text = '# mine\n[[card]]\nid = "bm.hero.a"\nplayers = 2 # read it\n\n[[card]]\nid = "bm.hero.b"\n'
    assert changed(text, "bm.hero.b", {"players": 3}) == text + "players = 3\n"
    assert changed(text, "bm.hero.a", {"players": 4}).startswith('# mine\n[[card]]\nid = "bm.hero.a"\nplayers = 4\n')
    words = with_text(text, "bm.hero.a", "de", {"name": 'Der "Eine"'})
    assert words.endswith('[text.de."bm.hero.a"]\nname = "Der \\"Eine\\""\n')
    assert with_text(words, "bm.hero.a", "de", {"name": "X"}).endswith('[text.de."bm.hero.a"]\nname = "X"\n')


@pytest.mark.parametrize("value", ["word", 3, True, ["gold", "relic"], {"count": "rooms"}])
def test_what_is_written_can_be_read_again(value: object) -> None:
    assert parsed(written(value)) == value  # type: ignore[arg-type]


def test_no_ability_of_base_and_next_level_is_left_to_the_players() -> None:
    rows = {row.set: row for row in coverage(load_files())}
    assert [rows[set_].manual for set_ in FULL] == [0, 0]
    assert all(row.manual == 0 for row in rows.values())
    assert all(row.cards == row.computed + row.prompted + row.asked + row.manual + row.unknown for row in rows.values())
    assert (rows["base"].cards, rows["base"].copies) == (96, 155)


@pytest.mark.parametrize(
    ("card", "kind"),
    [
        ("bm.room.goblin_armory", Handling.COMPUTED),
        ("bm.room.monsters_ballroom", Handling.COMPUTED),
        ("bm.room.golem_factory", Handling.PROMPTED),
        ("bm.spell.freeze", Handling.ASKED),
        ("bm.room.bottomless_pit", Handling.ASKED),
        ("bm.spell.heist", Handling.UNKNOWN),
    ],
)
def test_each_card_is_computed_prompted_asked_or_unknown(card: str, kind: Handling) -> None:
    files = load_files()
    id_ = CardId(card)
    assert handling(files.catalog.cards[id_], files.texts["en"][id_]) is kind


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_ability_can_be_explained(language: str) -> None:
    book = word_book(language)
    for card in load_catalog():
        for ability in card.abilities:
            lines = explain(ability, book)
            assert len(lines) > 1 and all(line.strip() and "{" not in line for line in lines), card.id
