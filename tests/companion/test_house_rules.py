"""Every house rule has its sentences in both languages, can be chosen by name, and is stored with the game."""

import argparse
import json
import re
import sqlite3
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from companion import house_rules, play, rehearse
from companion.__main__ import main
from companion.house_rules import VARIANTS, effect, rule_lines, rule_words
from companion.journal import Journal, StorageTrouble
from companion.phrasebook import LANGUAGES, Phrases, load_phrases
from engine.boss_monster import combination
from engine.boss_monster.options import (
    SWITCHES,
    BaitOrder,
    EndOrder,
    FinalTie,
    Options,
    Switch,
    options_from,
    switch_named,
    written,
)
from engine.boss_monster.profiles import PROFILES

TWO = ("Ada", "Ben")
LABELS = {"title", "mark_default", "variants", "keeps_rules"}


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def phrases(language: str) -> Phrases:
    return load_phrases(f"rules_{language}")


def value_keys(switch: Switch) -> set[str]:
    """The phrases of a switch's values; a number has one for all."""
    if switch.name == "starting_coins":
        return {"starting_coins.count"}
    return {f"{switch.name}.{written(value)}" for value in switch.values}


def problem_keys() -> set[str]:
    source = Path(combination.__file__).read_text(encoding="utf-8")
    return set(re.findall(r'Problem\(\s*"(\w+)"', source))


# -- sentences ---------------------------------------------------------------------------------------------------------


def test_every_switch_value_profile_variant_and_problem_has_words_and_no_words_are_left_over(phrases: Phrases) -> None:
    wanted = {key for switch in SWITCHES for key in {f"{switch.name}.about", *value_keys(switch)}}
    wanted |= {f"profile.{name}" for name in PROFILES} | {f"variant.{name}" for name in VARIANTS}
    wanted |= {f"problem.{key}" for key in problem_keys()} | LABELS
    assert len(problem_keys()) >= 10
    assert wanted - phrases.phrases.keys() == set(), "missing"
    assert phrases.phrases.keys() - wanted == set(), "left over"


def test_no_two_house_rules_say_the_same(phrases: Phrases) -> None:
    said = Counter(phrase.other for phrase in phrases.phrases.values())
    assert [text for text, times in said.items() if times > 1] == []


def test_no_sentence_was_left_untranslated() -> None:
    german, english = (load_phrases(f"rules_{language}").phrases for language in LANGUAGES)
    assert [key for key in german if german[key].other == english[key].other] == []


def test_a_switch_asks_one_question_and_a_value_answers_in_one_sentence(phrases: Phrases) -> None:
    for switch in SWITCHES:
        assert re.fullmatch(r"[^.!?]+\?", phrases.phrases[f"{switch.name}.about"].other), switch.name
        for key in value_keys(switch):
            assert re.fullmatch(r"[^.!?]+\.", phrases.phrases[key].other), key
            assert len(phrases.phrases[key].other) <= 120, key


def test_every_value_can_be_said(language: str) -> None:
    book = rule_words(language)
    for switch in SWITCHES:
        sentences = [effect(switch, value, book) for value in switch.values]
        assert len(set(sentences)) == len(switch.values), switch.name


def test_one_coin_is_not_called_coins() -> None:
    coins = switch_named("starting_coins")
    assert effect(coins, 1, rule_words("en")) == "Everybody begins with one coin."
    assert effect(coins, 3, rule_words("de")) == "Jeder beginnt mit 3 Münzen."


def test_a_line_tells_what_the_group_plays() -> None:
    line = rule_lines(options_from({"bait_order": "oldest_first"}, names=TWO), rule_words("de"))[0]
    assert (line.name, line.row, line.rule) == ("bait_order", "D-01", "BM-BAIT-2")
    assert (line.value, line.default, line.is_default) == ("oldest_first", "newest_first", False)
    assert line.sentence == "Der älteste Held wird zuerst gelockt, der zuletzt aufgedeckte zuletzt."
    assert line.question == "Welcher Held in der Stadt wird zuerst gelockt?"


# -- choosing ----------------------------------------------------------------------------------------------------------


def given(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    house_rules.add_options(parser)
    return parser.parse_args(arguments)


def test_saying_nothing_plays_the_big_box() -> None:
    assert house_rules.chosen_options(given(), TWO) == Options(TWO)


def test_single_rules_go_over_the_profile_and_later_ones_over_earlier_ones() -> None:
    args = given(
        "--rule=end_order=check_then_cleanup", "--profile=english", "--rule=final_tie=lowest_xp",
        "--rule=final_tie=highest_xp", "--rule=starting_coins=5", "--rule=item_on_return_to_town=false",
    )  # fmt: skip
    options = house_rules.chosen_options(args, TWO)
    assert options.bait_order is BaitOrder.OLDEST_FIRST, "from the profile"
    assert options.end_order is EndOrder.CHECK_THEN_CLEANUP
    assert options.final_tie is FinalTie.HIGHEST_XP
    assert (options.starting_coins, options.item_on_return_to_town) == (5, False)


def test_variants_sets_and_names_are_kept() -> None:
    args = given("--variant", "intrigue", "--variant", "hard_mode")
    options = house_rules.chosen_options(args, TWO, ("next_level", "crash_landing"))
    assert (options.choose_boss, options.intrigue, options.hard_mode) == (False, True, True)
    assert (options.names, options.sets) == (TWO, ("next_level", "crash_landing"))
    assert options.hero_set == "next_level"


@pytest.mark.parametrize("command", ["rules", "play", "rehearse"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("bait_order=sideways", "bait_order cannot be 'sideways'; allowed: newest_first, oldest_first"),
        ("starting_coins=10", "starting_coins cannot be '10'; allowed: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("item_on_return_to_town=no", "item_on_return_to_town cannot be 'no'; allowed: true, false"),
        ("bait_ordr=newest_first", "the nearest are bait_order"),
        ("bait_order", "write it like bait_order=oldest_first"),
    ],
)
def test_a_wrong_rule_stops_every_command_with_what_is_allowed(
    command: str, wrong: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--rule", wrong])
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_an_unknown_profile_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["rules", "--profile", "klingon"])
    assert stopped.value.code == 2
    message = capsys.readouterr().err
    assert all(name in message for name in PROFILES)


@pytest.mark.parametrize("module", [play, rehearse], ids=["play", "rehearse"])
def test_a_game_begins_with_the_chosen_rules(module: ModuleType) -> None:
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    args = parser.parse_args(["--players", "3", "--profile", "playsheet", "--rule", "starting_coins=0"])
    options = module.agreed_options(args)
    assert options.player_count == 3
    assert options == options_from({**PROFILES["playsheet"], "starting_coins": 0}, names=options.names)


@pytest.mark.parametrize("module", [play, rehearse], ids=["play", "rehearse"])
def test_six_players_and_their_boxes_are_taken_from_the_command_line(module: ModuleType) -> None:
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    boxes = "crash_landing,next_level,promos"
    options = module.agreed_options(parser.parse_args(["--players", "6", "--sets", boxes]))
    assert (options.player_count, options.sets) == (6, ("crash_landing", "next_level", "promos"))
    assert options.hero_set == "next_level"
    assert not combination.setup_problems(options)


def test_rehearsals_with_other_rules_are_not_mixed_up() -> None:
    usual, sheet = house_rules.fingerprint(given()), house_rules.fingerprint(given("--profile", "playsheet"))
    assert usual == house_rules.fingerprint(given("--rule", "bait_order=newest_first")) == ""
    assert re.fullmatch(r"-rules[0-9a-f]{8}", sheet)
    assert sheet == house_rules.fingerprint(given("--profile", "playsheet"))
    assert sheet != house_rules.fingerprint(given("--profile", "playsheet", "--variant", "intrigue"))


def test_a_running_game_keeps_its_rules_and_says_so_only_when_others_were_asked_for() -> None:
    running = options_from(PROFILES["english"], names=TWO, sets=("next_level",))
    assert not house_rules.keeps_other_rules(given(), running)
    assert not house_rules.keeps_other_rules(given("--profile", "english"), running)
    assert house_rules.keeps_other_rules(given("--profile", "english", "--variant", "intrigue"), running)
    assert house_rules.keeps_other_rules(given("--rule", "bait_order=oldest_first"), running)


def test_a_game_that_cannot_be_played_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """BM-COMB-4, BM-COIN-7"""
    five = tuple("ABCDE")
    assert house_rules.tell_problems(Options(five), "de")
    assert capsys.readouterr().err == "lairkeeper: Zu fünft oder sechst braucht ihr Bruchlandung. (BM-COMB-4)\n"
    assert not house_rules.tell_problems(options_from({"coin_for_room_discard": "on"}, names=TWO), "en")
    assert "no use to discard rooms" in capsys.readouterr().err
    assert not house_rules.tell_problems(Options(TWO), "en")
    assert capsys.readouterr().err == ""


# -- the list ----------------------------------------------------------------------------------------------------------


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_the_list_shows_every_switch_with_value_mark_rule_and_sentence(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = listed(capsys, "--lang", language, "--rule", "bait_order=oldest_first").splitlines()
    shown = [line.split() for line in lines if re.match(r"[AD]-\d\d ", line)]
    wanted = [
        [line.row, line.name, written(line.value), *(["*"] if line.is_default else []), line.rule]
        for line in rule_lines(options_from({"bait_order": "oldest_first"}, names=()), rule_words(language))
    ]
    assert shown == wanted
    assert shown[0] == ["D-01", "bait_order", "oldest_first", "BM-BAIT-2"]
    text = " ".join(" ".join(lines).split())
    assert all(line.sentence in text for line in rule_lines(Options(()), rule_words(language))[1:])


def test_the_long_list_shows_every_value(capsys: pytest.CaptureFixture[str]) -> None:
    short, text = (" ".join(listed(capsys, "--lang", "en", *more).split()) for more in ([], ["--all"]))
    book = rule_words("en")
    for switch in SWITCHES:
        if switch.name != "starting_coins":
            assert all(effect(switch, value, book) in text for value in switch.values), switch.name
    assert "- 0, 1, 2, 3, 4, 5, 6, 7, 8, 9" in text
    assert "- oldest_first: The oldest hero" in text and "- oldest_first" not in short


def test_the_list_says_which_variants_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    lines = listed(capsys, "--lang", "en", "--variant", "intrigue").splitlines()
    marks = {line.split()[1]: line.split()[0] for line in lines if re.match(r"[-x] ", line)}
    assert marks == {"choose_boss": "-", "intrigue": "x", "hard_mode": "-"}


def test_the_list_is_there_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(listed(capsys, "--lang", "de", "--profile", "english", "--json"))
    assert data["profile"] == "english"
    assert [entry["name"] for entry in data["switches"]] == [switch.name for switch in SWITCHES]
    changed = {entry["name"]: entry["value"] for entry in data["switches"] if not entry["is_default"]}
    assert changed == PROFILES["english"]
    coins = next(entry for entry in data["switches"] if entry["name"] == "starting_coins")
    assert (coins["value"], coins["values"]) == (3, list(range(10)))
    assert coins["sentence"] == "Jeder beginnt mit 3 Münzen."
    assert [variant["is_on"] for variant in data["variants"]] == [False] * 3


# -- stored with the game ----------------------------------------------------------------------------------------------


def journal_in(folder: Path) -> Journal:
    return Journal(folder / "games.db", now=lambda: "then")


def unlike_the_default() -> Options:
    """Every switch has another value than its default."""
    switches = {switch.name: next(value for value in switch.values if value != switch.default) for switch in SWITCHES}
    return options_from(
        switches, names=TWO, sets=("next_level", "crash_landing"), choose_boss=True, intrigue=True, hard_mode=True
    )


def test_all_house_rules_come_back_with_the_stored_game(tmp_path: Path) -> None:
    options = unlike_the_default()
    journal_in(tmp_path).begin(options)
    stored = journal_in(tmp_path).unfinished()
    assert stored is not None and stored.options == options
    assert all(switch.value_in(stored.options) != switch.default for switch in SWITCHES)
    assert all(type(getattr(stored.options, s.name)) is type(getattr(options, s.name)) for s in SWITCHES)


def stored_as(folder: Path, text: str) -> Journal:
    """A journal whose game was written with these options."""
    journal = journal_in(folder)
    journal.begin(Options(TWO))
    with sqlite3.connect(folder / "games.db") as database:
        database.execute("UPDATE game SET options = ?", (text,))
    return journal


def test_a_game_from_before_a_switch_was_known_is_played_by_its_default(tmp_path: Path) -> None:
    journal = stored_as(tmp_path, '{"names": ["Ada", "Ben"], "sets": ["base"], "bait_order": "oldest_first"}')
    stored = journal.unfinished()
    assert stored is not None
    assert stored.options == Options(TWO, bait_order=BaitOrder.OLDEST_FIRST)


@pytest.mark.parametrize("broken", ['"starting_coins": 12', '"bait_order": "sideways"', '"intrigue": "yes"'])
def test_a_stored_game_with_an_impossible_rule_is_not_played(tmp_path: Path, broken: str) -> None:
    journal = stored_as(tmp_path, f'{{"names": ["Ada", "Ben"], {broken}}}')
    with pytest.raises(StorageTrouble, match="cannot be read"):
        journal.unfinished()
