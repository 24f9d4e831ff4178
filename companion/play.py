"""`lairkeeper play`: the table, with whatever hardware is there. What is missing is replaced, and said."""

import argparse
import sys
import time

from companion import devices, house_rules, settings, wiring
from companion.evening import Evening, agreed_options, why_no_window
from engine.core.errors import CardDataError
from vision.trouble import CameraTrouble


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4, 5, 6), default=None, help="players at the table (default: 4)"
    )
    parser.add_argument("--names", type=settings.player_names, help="their names, like Ada,Ben,Cem, clockwise")
    settings.add_boxes(parser)
    parser.add_argument(
        "--camera",
        default="auto",
        metavar="WHICH",
        help="auto, simulated, picamera, webcam, or a folder of pictures or a video file (default: auto)",
    )
    parser.add_argument("--new", action="store_true", help="begin a new game instead of going on with the last one")
    parser.add_argument("--demo", action="store_true", help="let the simulated table play by itself")
    parser.add_argument("--terminal", action="store_true", help="play in the terminal even if there is a screen")
    parser.add_argument("--fullscreen", action="store_true", help="let the window fill the screen")
    parser.add_argument(
        "--window", type=settings.picture_size, default=(1280, 720), help="window size (default: 1280x720)"
    )
    parser.add_argument(
        "--size",
        type=settings.picture_size,
        help="size of simulated pictures, like 4608x2592 (default: enough for the table)",
    )
    parser.add_argument("--seed", type=int, help="seed of the simulated game (default: a new one)")
    parser.add_argument("--rounds", type=int, default=0, help="end a self-playing game after so many rounds")
    house_rules.add_options(parser)
    settings.add_language(parser)
    parser.set_defaults(lang=None)  # then the table speaks as it did last time
    settings.add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Open the table; 0 when the evening ends well, 2 when it cannot begin."""
    if args.names and args.players not in (None, len(args.names)):
        print(f"lairkeeper: {len(args.names)} names for {args.players} players", file=sys.stderr)
        return 2
    if house_rules.tell_problems(agreed_options(args), args.lang or settings.default_language()):
        return 2
    try:
        box = wiring.open_box(wiring.own_cards(args.data))
    except CardDataError as error:
        print(f"lairkeeper: the card files cannot be used: {error}", file=sys.stderr)
        return 2
    camera = devices.find_camera("simulated" if args.demo else args.camera, time.monotonic)
    if isinstance(camera, CameraTrouble) and args.camera not in ("auto", "simulated"):
        print(f"lairkeeper: {camera}", file=sys.stderr)
        return 2
    at_start = not (args.new or args.demo or why_no_window(args))
    evening = Evening(args, box, camera, at_start=at_start)
    try:
        return evening.spend()
    finally:
        evening.close()
