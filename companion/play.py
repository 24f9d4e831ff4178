"""`lairkeeper play`: the table, with whatever hardware is there. What is missing is replaced, and said."""

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion import devices, house_rules, settings, terminal, wiring, world
from companion.actors import Actors
from companion.announcer import Announcer
from companion.demo import Demo
from companion.game import RunningGame
from companion.host import Host, Notice
from companion.inbox import CameraLost, Inbox, TableSaw
from companion.journal import Journal, StorageTrouble
from companion.session import Session
from companion.wiring import Box
from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase
from engine.core.errors import CardDataError
from hw.panel import Button, Lamps, PanelTrouble, Voice
from vision.frames import CameraTrouble, FrameSource

if TYPE_CHECKING:  # loads OpenCV
    from vision.reader import TableReader

SIMULATED_SIZE = (4608, 2592)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=None, help="players at the table (default: 4)"
    )
    parser.add_argument("--names", type=settings.player_names, help="their names, like Ada,Ben,Cem, clockwise")
    parser.add_argument(
        "--camera",
        default="auto",
        metavar="WHICH",
        help="auto, simulated, picamera, webcam, or a folder of pictures or a video file (default: auto)",
    )
    parser.add_argument("--new", action="store_true", help="begin a new game instead of going on with the last one")
    parser.add_argument("--terminal", action="store_true", help="play in the terminal even if there is a screen")
    parser.add_argument("--fullscreen", action="store_true", help="let the window fill the screen")
    parser.add_argument(
        "--window", type=settings.picture_size, default=(1280, 720), help="window size (default: 1280x720)"
    )
    parser.add_argument("--size", type=settings.picture_size, default=SIMULATED_SIZE, help="size of simulated pictures")
    parser.add_argument("--seed", type=int, help="seed of the simulated game (default: a new one)")
    parser.add_argument("--rounds", type=int, default=0, help="end a self-playing game after so many rounds")
    house_rules.add_options(parser)
    settings.add_language(parser)
    settings.add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Open the table; 0 when the evening ends well, 2 when it cannot begin."""
    if args.names and args.players not in (None, len(args.names)):
        print(f"lairkeeper: {len(args.names)} names for {args.players} players", file=sys.stderr)
        return 2
    if house_rules.tell_problems(agreed_options(args), args.lang):
        return 2
    try:
        box = wiring.open_box()
    except CardDataError as error:
        print(f"lairkeeper: the card files cannot be used: {error}", file=sys.stderr)
        return 2
    camera = devices.find_camera(args.camera, time.monotonic)
    if isinstance(camera, CameraTrouble) and args.camera not in ("auto", "simulated"):
        print(f"lairkeeper: {camera}", file=sys.stderr)
        return 2
    evening = Evening(args, box, camera)
    try:
        return evening.spend()
    finally:
        evening.close()


class Evening:
    """All parts of a session, from the first notice to the last lamp."""

    def __init__(self, args: argparse.Namespace, box: Box, camera: FrameSource | CameraTrouble) -> None:
        self._args, self._box = args, box
        self._is_simulated = isinstance(camera, CameraTrouble)
        self._folder = (args.data or settings.data_folder()) / ("simulated" if self._is_simulated else "table")
        self._journal, trouble = _open_journal(self._folder)
        self.inbox = Inbox()
        self._people: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.demo: Demo | None = None
        game, here = self._open_game()
        if trouble:
            game.storage_trouble = trouble
        voice, voice_notice = _find_voice(args.lang)
        lamps, panel_notice = self._find_panel()
        announcer = Announcer(box.catalog, box.book(args.lang), lambda text: print(text, flush=True), voice)
        self.session = Session(Host(game), announcer, self.inbox, time.monotonic, lamps)
        self._tell_what_is_missing([*voice_notice, *panel_notice], resumed=game.entries > 0)
        self._reader = self._open_eyes(camera, here)
        self._voice, self._lamps = voice, lamps

    # -- parts -------------------------------------------------------------------------------------------------------

    def _open_game(self) -> tuple[RunningGame, world.World | None]:
        """The interrupted game, or a new one."""
        here = self._folder / wiring.WORLD
        if self._journal is not None and not self._args.new and (here.exists() or not self._is_simulated):
            try:
                game = wiring.resume_game(self._box, self._journal)
                if game is not None:
                    if house_rules.keeps_other_rules(self._args, game.state.options):
                        words = house_rules.rule_words(self._args.lang)
                        print(f"lairkeeper: {words.text('keeps_rules')}", file=sys.stderr)
                    return game, world.load(here, self._box.things) if self._is_simulated else None
            except StorageTrouble as trouble:
                print(f"lairkeeper: {trouble}; a new game begins", file=sys.stderr)
        return self._new_game()

    def _new_game(self) -> tuple[RunningGame, world.World | None]:
        options = agreed_options(self._args)
        here = None
        if self._is_simulated:
            seed = random.randrange(1_000_000) if self._args.seed is None else self._args.seed
            here = world.set_up(options.player_count, seed, self._box.catalog, self._box.things)
            self._keep(here)
        return wiring.begin_game(self._box, options, self._journal), here

    def _keep(self, here: world.World) -> None:
        """A table that cannot be kept only cannot be resumed; the game goes on."""
        if self._journal is None:
            return
        try:
            world.save(here, self._folder / wiring.WORLD)
        except OSError as error:
            print(f"lairkeeper: the simulated table cannot be kept: {error}", file=sys.stderr)

    def _find_panel(self) -> tuple[Lamps | None, list[Notice]]:
        panel = devices.find_panel()
        if isinstance(panel, PanelTrouble):
            return None, [Notice("no_gpio")]
        buttons, lamps = panel
        buttons.listen(self.press)
        self._buttons = buttons
        return lamps, []

    def _open_eyes(self, camera: FrameSource | CameraTrouble, here: world.World | None) -> "TableReader":
        from vision.reader import TableReader

        source: FrameSource
        if isinstance(camera, CameraTrouble):
            assert here is not None
            simulated = wiring.simulated_camera(here.table, self._args.size, here.seed, time.monotonic)
            actors = Actors(self._box.catalog, self._box.things)
            self.demo = Demo(
                self.session.host, actors, here, simulated, self._keep, self.session.press, self.session.choose
            )
            source = simulated
        else:
            source = camera
        reader = TableReader(
            source,
            wiring.new_eye(self._box, self.session.host.game.state.options.sets, self._folder / wiring.LEARNED),
            post=lambda seen: self.inbox.put(TableSaw(seen)),
            lost=lambda reason: self.inbox.put(CameraLost(reason)),
        )
        reader.start()
        return reader

    def _tell_what_is_missing(self, missing: list[Notice], *, resumed: bool) -> None:
        notices = [*missing]
        if self._is_simulated:
            notices = [Notice("no_camera"), *notices, Notice("demo_running"), Notice("take_over")]
        self.session.standing = [notice for notice in notices if notice.key in ("demo_running", "take_over")]
        if self.session.host.game.storage_trouble:
            notices.insert(0, Notice("storage_lost", {"reason": self.session.host.game.storage_trouble}, is_error=True))
        if resumed:
            notices.append(Notice("resumed", {"round": self.session.host.state.round}))
        self.session.notice(*notices)

    # -- people ------------------------------------------------------------------------------------------------------

    def press(self, button: Button) -> None:
        """Somebody pressed a real button, its key or its place on the screen; may come from any thread."""
        self._people.put(lambda: self._pressed(button))

    def choose(self, choice: str) -> None:
        """Somebody answered; may come from any thread."""
        self._people.put(lambda: self._chosen(choice))

    def choose_number(self, number: int) -> None:
        """Somebody answered by number, from 1; may come from any thread."""
        self._people.put(lambda: self._numbered(number))

    def toggle_language(self) -> None:
        """The other language, at once."""
        self._people.put(self._toggle_language)

    def _pressed(self, button: Button) -> None:
        if self.demo is not None and self.demo.take_over(button):
            self.session.standing = []
        if button is Button.NEXT and self.session.host.state.phase is Phase.OVER:
            self._begin_again()
        else:
            self.session.press(button)

    def _numbered(self, number: int) -> None:
        question = self.session.host.state.question
        if question is not None and 1 <= number <= len(question.choices):
            self._chosen(question.choices[number - 1])

    def _chosen(self, choice: str) -> None:
        if self.demo is not None:
            self.demo.is_playing = False
        self.session.choose(choice)

    def _toggle_language(self) -> None:
        other = "en" if self.session.announcer.book.language == "de" else "de"
        self.session.speak(self._box.book(other))

    def _begin_again(self) -> None:
        game, here = self._new_game()
        self.session.host.start(game)
        if self.demo is not None and here is not None:
            self.demo.change(here)

    def tick(self) -> None:
        """One beat: what people did, the inbox, then the simulated hands."""
        while not self._people.empty():
            self._people.get_nowait()()
        self.session.tick()
        if self.demo is not None:
            self.demo.tick(time.monotonic())

    def is_played_out(self) -> bool:
        """Whether a game that plays itself has come to its end."""
        state = self.session.host.state
        enough = self._args.rounds and state.phase is Phase.ROUND_END and state.round >= self._args.rounds
        return state.phase is Phase.OVER or bool(enough)

    def spend(self) -> int:
        """In a window where there is a screen, else in the terminal."""
        reason = "--terminal" if self._args.terminal else devices.why_no_screen()
        if not reason:
            from companion.window import open_window

            reason = open_window(self, self._folder / "kivy", self._args.window, self._args.fullscreen)
            if not reason:
                return 0
        self.session.notice(Notice("no_screen", {"reason": reason}))
        return terminal.play(self)

    def close(self) -> None:
        """Let go of everything."""
        for part in (self._reader, self._voice, self._lamps, self._journal):
            if part is not None:
                part.close()


def agreed_options(args: argparse.Namespace) -> Options:
    """What the group agreed on for a new game."""
    return house_rules.chosen_options(args, args.names or settings.NAMES[: args.players or 4])


def _open_journal(folder: Path) -> tuple[Journal | None, str]:
    """The journal, or the reason why this evening lives in memory only."""
    try:
        return wiring.open_journal(folder), ""
    except StorageTrouble as trouble:
        return None, str(trouble)


def _find_voice(language: str) -> tuple[Voice | None, list[Notice]]:
    from hw.speech import find_voice

    voice = find_voice(language)
    if isinstance(voice, PanelTrouble):
        return None, [Notice("no_voice")]
    return voice, []
