"""The papers are true: what they name exists, what exists they name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS
from tests.module_list import PACKAGES, PAGE, first_line, renewed

ROOT = Path(__file__).parent.parent


def test_architecture_lists_every_module_with_its_own_first_line() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == renewed(page), "run: python -m tests.module_list --write"


def test_every_module_says_what_it_is() -> None:
    silent = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if not first_line(path)]
    assert silent == []


@pytest.mark.parametrize(
    "page", [str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))]
)
def test_linked_files_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), f"{page} links to {target}"


def test_the_readme_shows_every_command_and_only_real_ones() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^ +lairkeeper (\w+)", text, re.MULTILINE))
    assert shown == set(COMMANDS)
    targets = set(re.findall(r"make (\w[\w-]*)", text))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    call = [sys.executable, "-m", "companion", command, "--help"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert COMMANDS[command][1].split(":")[0].lower()[:20] in done.stdout.lower()
    assert done.stdout.count("\n") > 5
