"""Every rule is proven by a test, or is about hidden cards; the page that says so is up to date."""

import re

from tests.rule_coverage import PAGE, on_trust, page, proofs, rules_in, statements, titles

RULES_PER_FAMILY = {
    "COMB": 12, "HERO": 10, "GEN": 16, "CARD": 8, "SETUP": 14, "START": 9, "BUILD": 24, "BAIT": 15, "ADV": 26,
    "END": 16, "GLOSS": 15, "CL": 15, "ITEM": 20, "MINI": 15, "COIN": 8, "VAR": 5,
}  # fmt: skip
HIDDEN = "BM-SETUP-5 to -8, BM-START-4, BM-GLOSS-1, -2, -8, BM-COIN-2"


def test_all_rules_are_listed_and_numbered_without_a_gap() -> None:
    numbers = [f"BM-{family}-{n}" for family, count in RULES_PER_FAMILY.items() for n in range(1, count + 1)]
    assert list(statements()) == numbers
    assert list(titles()) == [f"BM-{family}" for family in RULES_PER_FAMILY]


def test_every_rule_is_shown_by_a_test_or_is_about_hidden_cards() -> None:
    assert [rule for rule in statements() if rule not in proofs() and rule not in on_trust()] == []


def test_only_rules_about_hidden_cards_are_on_trust() -> None:
    assert on_trust() == set(rules_in(HIDDEN))


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert {rule: sorted(tests) for rule, tests in proofs().items() if rule not in statements()} == {}


def test_a_statement_is_one_short_sentence() -> None:
    for rule, line in statements().items():
        assert re.fullmatch(r"[A-Z][^|\n]{10,110}\.", line), rule


def test_citations_in_short_form_are_understood() -> None:
    assert list(rules_in("BM-ADV-3, -5 and -7, BM-GLOSS-6 (EX-31), BM-END-11 to -13")) == [
        "BM-ADV-3",
        "BM-ADV-5",
        "BM-ADV-7",
        "BM-GLOSS-6",
        "BM-END-11",
        "BM-END-12",
        "BM-END-13",
    ]


def test_the_page_of_rules_is_up_to_date() -> None:
    advice = "run `python -m tests.rule_coverage --write docs/rules.md`"
    assert PAGE.exists() and PAGE.read_text(encoding="utf-8") == page(), advice
