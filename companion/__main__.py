"""The command line: `lairkeeper play`, `rehearse`, `stickers`, `read`, `cards`, `rules`, `adjudicate`."""

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Sequence

# A start makes a hundred thousand objects that stay: looking for rubbish after every 700 of them takes a tenth of it.
gc.set_threshold(20_000)

COMMANDS = {
    "play": ("companion.play", "open the table: camera or simulated table, screen or terminal"),
    "rehearse": ("companion.rehearse", "let simulated players play a game and hold the referee against the truth"),
    "stickers": ("companion.stickers", "write the stickers of all cards as pictures and as a sheet to print"),
    "read": ("companion.read", "say which stickers are in pictures"),
    "cards": ("companion.card_book", "list, search and show cards; fill in what you read from the real ones"),
    "rules": ("companion.house_rules", "list the house rules and what they mean"),
    "adjudicate": ("companion.adjudicate", "answer cases in the format of the worked examples with the real rules"),
}
"""Each command lives in a module with `add_arguments` and `run`, loaded only when it is called."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 for success, 1 for a bad result, 2 for wrong use."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="lairkeeper", description="The referee above the table: reads Boss Monster cards and adjudicates the game."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (_, summary) in COMMANDS.items():
        commands.add_parser(name, help=summary, description=summary.capitalize() + ".", add_help=False)
    if not given or given[0] not in COMMANDS:
        parser.parse_args(given)
        return 2
    module = importlib.import_module(COMMANDS[given[0]][0])
    own = argparse.ArgumentParser(prog=f"lairkeeper {given[0]}", description=COMMANDS[given[0]][1].capitalize() + ".")
    module.add_arguments(own)
    try:
        return int(module.run(own.parse_args(given[1:])))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


if __name__ == "__main__":
    sys.exit(main())
