"""The list of what may be used now: who, which card, what it does and costs; found by number or by name."""

from functools import cache

import pytest

from cards_db.loader import load_texts
from companion.card_words import word_book
from companion.phrasebook import Phrasebook
from companion.terminal import Typing
from companion.use_menu import UseMenu
from companion.views.uses import UseWords, hand_uses, matching, players_of, table_uses
from engine.boss_monster.commands import Announce
from engine.boss_monster.state import Phase
from tests.cards.table import GIANT, CardTable


@cache
def words(language: str = "en") -> UseWords:
    texts = load_texts(language)
    return UseWords(Phrasebook(language, texts), word_book(language), texts)


def at_war() -> CardTable:
    """A hero in Ada's dungeon; both have a room that can be used."""
    table = CardTable().dungeon("Ada", "golem_factory", "dark_altar").dungeon("Ben", "dark_altar#2")
    return table.at_entrance("Ada", GIANT).adventure_begins()


def test_the_list_names_player_card_effect_and_cost() -> None:
    table = at_war()
    ada, ben = table_uses(table.state, table.catalog, words())
    assert (ada.player_name, ada.name) == ("Ada", "Dark Altar")
    assert ada.summary
    assert ada.costs
    assert ada.command == Announce(table.id_of("Ada"), table.copy("dark_altar"), 0)
    assert ben.player == table.id_of("Ben")
    assert players_of((ada, ben)) == (ada.player, ben.player)


def test_spells_are_listed_for_one_player_and_only_from_the_sets_in_play() -> None:
    table = at_war()
    uses = hand_uses(table.state, table.id_of("Ben"), table.catalog, words())
    names = [use.name for use in uses]
    assert "Giant Size" in names
    assert "Motivation" not in names, "it belongs to the build phase (BM-GEN-11)"
    assert "Counterspell" not in names, "no spell waits (BM-GLOSS-11)"
    assert names == sorted(names, key=str.casefold)
    sets = {table.catalog[use.card].set for use in uses}
    assert sets <= {"base", "next_level"}
    assert all(use.from_hand for use in uses)


def test_nothing_is_listed_where_spells_are_forbidden() -> None:
    """BM-GEN-13"""
    table = at_war()
    table.phase(Phase.ROUND_END)
    assert table_uses(table.state, table.catalog, words()) == ()
    assert hand_uses(table.state, table.id_of("Ada"), table.catalog, words()) == ()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_list_speaks_both_languages(language: str) -> None:
    table = at_war()
    uses = hand_uses(table.state, table.id_of("Ben"), table.catalog, words(language))
    assert all(use.summary for use in uses)


def test_a_search_finds_parts_of_names_and_puts_beginnings_first() -> None:
    table = at_war()
    uses = hand_uses(table.state, table.id_of("Ben"), table.catalog, words())
    found = [use.name for use in matching(uses, "ze")]
    assert "Freeze" in found
    assert matching(uses, "gian")[0].name == "Giant Size"
    assert matching(uses, "no such card") == ()


def menu(table: CardTable) -> UseMenu:
    state, book = table.state, words().book
    on_table = table_uses(state, table.catalog, words())
    return UseMenu(state, book, on_table, lambda player: hand_uses(state, player, table.catalog, words()))


def typed(list_: UseMenu, keys: str) -> Announce | None:
    ordered = None
    for key in keys:
        ordered = list_.press(key) or ordered
    return ordered


def test_a_number_and_enter_uses_a_card_of_the_table() -> None:
    table = at_war()
    open_list = menu(table)
    assert any("Dark Altar" in line for line in open_list.lines(80))
    assert typed(open_list, "2\r") == Announce(table.id_of("Ben"), table.copy("dark_altar#2"), 0)
    assert not open_list.is_open


def test_a_hand_is_opened_and_a_spell_found_by_its_name() -> None:
    table = at_war()
    open_list = menu(table)
    assert typed(open_list, "4\r") is None
    assert open_list.is_open
    ordered = typed(open_list, "giant\r")
    assert ordered is not None
    assert (ordered.player, ordered.card) == (table.id_of("Ben"), table.copy("giant_size"))


def test_the_list_closes_with_enter_on_nothing_and_with_escape_and_takes_letters_back() -> None:
    table = at_war()
    open_list = menu(table)
    typed(open_list, "ab\x7f")
    assert open_list.typed == "a"
    typed(open_list, "\x1b")
    assert not open_list.is_open
    again = menu(table)
    typed(again, "\r")
    assert not again.is_open


def test_no_line_of_the_list_is_wider_than_the_terminal() -> None:
    table = at_war()
    open_list = menu(table)
    typed(open_list, "3\r")
    assert max(len(line) for line in open_list.lines(60)) <= 60


class FakeEvening:
    """What the keys of a terminal reach."""

    def __init__(self, table: CardTable) -> None:
        self.table, self.orders = table, list[Announce]()

    def use_menu(self) -> UseMenu:
        return menu(self.table)

    def order(self, command: Announce) -> None:
        self.orders.append(command)


def test_the_key_c_opens_the_list_and_then_every_key_belongs_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    evening = FakeEvening(at_war())
    typing = Typing(evening)  # type: ignore[arg-type]
    typing.obey("c")
    assert typing.goes_to_list
    for key in "q\x7f1\r":
        assert typing.obey(key)
    assert [order.player for order in evening.orders] == [evening.table.id_of("Ada")]
    assert not typing.goes_to_list
    assert "Dark Altar" in capsys.readouterr().out
