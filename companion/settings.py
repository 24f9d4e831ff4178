"""Where things lie and which language is spoken: defaults < environment < command line."""

import argparse
import os
from pathlib import Path

LANGUAGES = ("de", "en")
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fina")
"""What players are called until they say otherwise."""


def default_language() -> str:
    """German where the system speaks German, English elsewhere."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "de" if spoken.lower().startswith("de") else "en"


def data_folder() -> Path:
    """Where games are kept when nobody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("lairkeeper", appauthor=False)


def add_language(parser: argparse.ArgumentParser) -> None:
    """The option that every talking command has."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default_language(),
        help="language of words and voice (default: %(default)s)",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option that every remembering command has."""
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="folder for saved games (default: the user's data folder)"
    )


def picture_size(text: str) -> tuple[int, int]:
    """Read a picture size such as 4608x2592."""
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 8000 and 240 <= int(height) <= 8000):
        raise argparse.ArgumentTypeError(f"{text!r} is no picture size; write it like 4608x2592")
    return int(width), int(height)


def player_names(text: str) -> tuple[str, ...]:
    """Read names such as Ada,Ben,Cem."""
    names = tuple(name.strip() for name in text.split(","))
    if not 2 <= len(names) <= len(NAMES) or not all(names) or len(set(names)) != len(names):
        raise argparse.ArgumentTypeError(f"{text!r}: give two to six different names, separated by commas")
    return names


def box_names(text: str) -> tuple[str, ...]:
    """Read boxes such as base,next_level; whether they go together is for the rules to say."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def add_boxes(parser: argparse.ArgumentParser) -> None:
    """The option of every command that plays: which boxes."""
    parser.add_argument(
        "--sets",
        type=box_names,
        default=("base",),
        metavar="SET,...",
        help="the boxes that are played with, like base,next_level; five or six need crash_landing (default: base)",
    )
