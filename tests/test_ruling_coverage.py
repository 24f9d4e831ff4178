"""Every ruling is shown by a test or listed as outside what the table shows; the page that says so is up to date."""

from tests.ruling_coverage import PAGE, choices, outside, page, proofs, rulings


def test_every_ruling_is_either_shown_by_a_test_or_outside_what_the_table_shows() -> None:
    shown, unseen = set(proofs()) & set(rulings()), set(outside())
    assert shown | unseen == set(rulings())
    assert shown & unseen == set()


def test_no_test_names_a_ruling_that_does_not_exist() -> None:
    assert {ruling: tests for ruling, tests in proofs().items() if ruling not in rulings()} == {}


def test_where_we_choose_otherwise_a_test_shows_it_and_a_reason_is_given() -> None:
    assert {"R-013", "R-051", "R-093"} <= set(choices()) <= set(proofs())
    assert all(len(why) > 40 and why.endswith(".") for why in (*choices().values(), *outside().values()))


def test_the_page_of_rulings_is_up_to_date() -> None:
    advice = "run `python -m tests.ruling_coverage --write docs/rulings.md`"
    assert PAGE.exists() and PAGE.read_text(encoding="utf-8") == page(), advice
