"""All parts of an evening, from the first notice to the last lamp; the house in which the games are played."""

import argparse
import random
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from companion import devices, house_rules, preferences, settings, terminal, wiring
from companion.announcer import Announcer
from companion.card_words import word_book
from companion.desk import Desk
from companion.game import RunningGame
from companion.host import QUICK, Host, Notice
from companion.inbox import CameraLost, Inbox
from companion.journal import StorageTrouble
from companion.lines import Line
from companion.nights import Nights
from companion.people import People
from companion.session import Session
from companion.sheet_writing import SheetWriting
from companion.shelf import Kind, Shelf
from companion.take_home import TakeHome
from companion.use_menu import UseMenu
from companion.views.menus import Start
from companion.views.newgame import Draft
from companion.views.night import night_end, night_line
from companion.views.uses import UseWords, hand_uses, table_uses
from companion.views.watching import Sight, Where
from companion.watch import Watch
from companion.wiring import Box
from engine.boss_monster.options import Options
from engine.boss_monster.state import Phase
from engine.core.cards import Catalog
from engine.core.errors import CardDataError
from hw.panel import Lamps, PanelTrouble, Voice
from vision.memory import return_free_pages
from vision.trouble import CameraTrouble

if TYPE_CHECKING:  # these load numpy and OpenCV, or belong to the simulated table
    from companion.world import World
    from vision.frames import FrameSource
    from vision.reader import Looker
    from vision.simulated import SimulatedSource

GUIDED_NAMES = settings.NAMES[:2]
"""A first evening is for two: the fewest taps to the first bait."""
GUIDED_SEED = 5
"""Of a first evening: its first rooms ask nothing, so that every tap up to the bait is *next*."""
REMEMBERED_TURNS = 12
"""So many steps of a resumed game are looked through for verdicts."""
MOST_GUIDED = 4
"""So many play the base game."""
TIDY_EVERY_S = 10.0


class Evening(People):
    """Everything around the games of one evening. `at_start` opens the start page; nothing is watched before that."""

    def __init__(
        self, args: argparse.Namespace, box: Box, camera: "FrameSource | CameraTrouble", *, at_start: bool = False
    ) -> None:
        super().__init__()
        self._args, self._box = args, box
        self._camera: FrameSource | None = None if isinstance(camera, CameraTrouble) else camera
        self._has_camera = self._camera is not None
        self._kind = Kind.TABLE if self._has_camera else Kind.SIMULATED
        self.shelf = Shelf(box, args.data or settings.data_folder())
        self.preferences = preferences.load(self.shelf.data)
        self._language = args.lang or self.preferences.language or settings.default_language()
        self.nights = Nights(
            lambda: self.shelf.journal(Kind.TABLE),
            lambda stored, journal: wiring.stored_game(self._box, stored, journal),
        )
        self.inbox = Inbox()
        self.demo = None
        self._watch = Watch(self.inbox, self.new_eye)
        self._is_seated = not at_start
        """Whether there is a game whose table is watched."""
        self._tidied_s = time.monotonic()
        self._sheet = SheetWriting(
            self.shelf.data / "stickers.pdf", lambda told: self.later(lambda: self.desk.tell_written(told))
        )
        self._take_home = TakeHome(self.nights, self.shelf.data / "exports", self._is_simulated)
        self.has_window = at_start
        game, here = (RunningGame(box.catalog, agreed_options(args)), None) if at_start else self._open_game()
        if self.shelf.trouble:
            game.storage_trouble = self.shelf.trouble
        self._voice, voice_notice = _find_voice(self._language)
        self._lamps, panel_notice = self._find_panel()
        words = box.book(self._language)
        announcer = Announcer(box.catalog, words, lambda text: print(text, flush=True), self._voice)
        announcer.is_quiet = not self.preferences.voice
        self.session = Session(Host(game, QUICK), announcer, self.inbox, time.monotonic, self._lamps)
        self.desk = Desk(self.session, self, self.preferences, at_start=at_start)
        self._missing = [*voice_notice, *panel_notice]
        self._told_aside = False
        if not at_start:
            self._tell_what_is_missing(resumed=game.entries > 0)
            self._look_at(here)

    # -- parts -------------------------------------------------------------------------------------------------------

    def _open_game(self) -> "tuple[RunningGame, World | None]":
        """The interrupted game of this table, or a new one."""
        resumed = None if self._args.new else self.shelf.resume(self._kind)
        if resumed is None:
            return self.shelf.begin(self._kind, agreed_options(self._args), self._args.seed)
        if house_rules.keeps_other_rules(self._args, resumed[0].state.options):
            words = house_rules.rule_words(self._language)
            print(f"lairkeeper: {words.text('keeps_rules')}", file=sys.stderr)
        return resumed

    def _find_panel(self) -> tuple[Lamps | None, list[Notice]]:
        panel = devices.find_panel()
        if isinstance(panel, PanelTrouble):
            return None, [Notice("no_gpio")]
        buttons, lamps = panel
        buttons.listen(self.press)
        self._buttons = buttons
        return lamps, []

    def _look_at(self, here: "World | None") -> None:
        """Open the eyes above this table: the real one, or the simulated one with its hands."""
        self.demo = None
        if here is not None:
            from companion.actors import Actors
            from companion.demo import Demo

            actors, camera = Actors(self._box.catalog, self._box.things), self.simulated_camera(here)
            host, session = self.session.host, self.session
            self.demo = Demo(host, actors, here, camera, self.shelf.keep, session.press, session.choose, session.order)
        self._open(self._camera if self.demo is None else self.demo.source)

    def _open(self, source: "FrameSource | None", ahead: tuple[str, ...] | None = None) -> None:
        """Fresh eyes, which tell anew what is wrong: for the game, or for the boxes of one that is agreed on."""
        self._watch.close()
        self.session.host.camera_trouble = ""
        self.session.touched()
        if source is not None:
            sets = self.session.host.state.options.sets if ahead is None else ahead
            self._watch.open(source, sets, is_preview=ahead is not None)

    def _give_back(self) -> None:
        """Eyes that people borrowed to look ahead watch the game again as soon as nobody agrees on another one."""
        if not self._watch.is_preview or not self._is_seated or self.desk.is_agreeing:
            return
        if self.demo is not None:
            self.demo.source = self.simulated_camera(self.demo.world)  # the old one was closed for good
        self._open(self._camera if self.demo is None else self.demo.source)

    def simulated_camera(self, here: "World") -> "SimulatedSource":
        """A camera above the simulated table."""
        size = self._args.size or wiring.simulated_size(self.session.host.state.options)
        return wiring.simulated_camera(here.table, size, here.seed, time.monotonic)

    def new_eye(self, sets: tuple[str, ...]) -> "Looker":
        """The reader of whole tables for the boxes in play."""
        spare = self._watch.source is self._camera  # drawn pictures hold no surprises
        return wiring.new_looker(self._box, sets, self.shelf.data / wiring.LEARNED, spare=spare)

    def _tell_what_is_missing(self, *, resumed: bool) -> None:
        notices, self._missing = [*self._missing], []  # once an evening is enough
        if self._kind is Kind.SIMULATED and not self.session.is_guided:
            notices = [Notice("no_camera"), *notices, Notice("demo_running"), Notice("take_over")]
        self.session.standing = [notice for notice in notices if notice.key in ("demo_running", "take_over")]
        if self.shelf.aside is not None and not self._told_aside:
            self._told_aside = True
            notices.insert(0, Notice("journal_aside", {"path": str(self.shelf.aside)}, is_error=True))
        if self.session.host.game.storage_trouble:
            notices.insert(0, Notice("storage_lost", {"reason": self.session.host.game.storage_trouble}, is_error=True))
        if resumed:
            notices.append(Notice("resumed", {"round": self.session.host.state.round}))
        self.session.notice(*notices)

    # -- the house ---------------------------------------------------------------------------------------------------

    @property
    def has_camera(self) -> bool:
        """Whether a real camera hangs above the table."""
        return self._has_camera

    @property
    def can_look(self) -> bool:
        """Whether there is a camera to look through, real or simulated."""
        return self._has_camera or self._watch.is_open

    def open_eyes(self, sets: tuple[str, ...], *, ahead: bool) -> None:
        """Let people look through the camera, also before a game; `sets` are the boxes they want to play with.

        Who looks ahead to another game looks through the real camera with its boxes, whatever is watched now.
        """
        is_wanted = ahead or not self._watch.is_open
        if is_wanted and self._camera is not None and not self._watch.looks_through(self._camera, sets):
            self._open(self._camera, sets)

    def sight(self, where: Where | None = None) -> Sight | None:
        """What the camera sees now, at most twice a second, and the part that is wanted; nothing before it looks."""
        return self._watch.sight(lambda: tuple(wiring.specs_of(self._box, self._watch.sets).values()), where)

    def start_info(self) -> Start:
        """What the start page tells."""
        waiting = self.shelf.waiting()
        night = self.nights.running() if self.shelf.is_kept(Kind.TABLE) else None
        start = Start(self._has_camera)
        if night is not None:
            names = tuple(seat.name for seat in night.agreed.seats)
            start = replace(start, night_names=names, night_games=len(night.games))
        if waiting is None:
            return start
        _, stored = waiting
        try:
            begun = RunningGame.resumed(self._box.catalog, stored, _Nowhere())
        except StorageTrouble:  # it cannot be gone on with, so nobody is led to it
            return start
        return replace(start, resume_round=begun.state.round, resume_names=stored.options.names)

    def resume(self) -> None:
        """Go on with the interrupted game."""
        waiting = self.shelf.waiting()
        found = self.shelf.resume(waiting[0]) if waiting is not None else None
        if waiting is not None and found is not None:
            guided = waiting[0] is Kind.SIMULATED
            self._sit_down(waiting[0], *found, by_touch=not self._has_camera, guided=guided)
            self.session.colours = self._known_colours(waiting[1].options.names)

    def begin(self, draft: Draft, *, in_night: bool = False) -> None:
        """Begin a new game as agreed; in a night it is the next one, or the first of a new night."""
        night = self._agreed_night(draft) if in_night else None
        game, here = self.shelf.begin(Kind.TABLE, draft.options, self._args.seed, night)
        self._sit_down(Kind.TABLE, game, here, by_touch=draft.by_touch or not self._has_camera)
        self.session.colours = draft.colours
        running = self.nights.night(night) if night is not None else None
        if running is not None:
            self._say(night_line(running))

    def _agreed_night(self, draft: Draft) -> int | None:
        """The night that goes on with what is agreed now, or a new one; nothing when nights cannot be kept."""
        running = self.nights.running()
        if running is None:
            return self.nights.begin(draft)
        if running.agreed != draft:
            self.nights.agree(running.number, draft)
        return running.number

    def _say(self, line: Line) -> None:
        self.session.notice(Notice(line.key, dict(line.slots)))

    def begin_guided(self) -> None:
        """Begin a first evening on the simulated table: hands move the cards, the newcomer only says when."""
        options = Options((self._args.names or GUIDED_NAMES)[:MOST_GUIDED])
        seed = GUIDED_SEED if self._args.seed is None else self._args.seed
        game, here = self.shelf.begin(Kind.SIMULATED, options, seed)
        self._sit_down(Kind.SIMULATED, game, here, by_touch=False, guided=True)
        self.session.colours = ()

    def _sit_down(
        self, kind: Kind, game: RunningGame, here: "World | None", *, by_touch: bool, guided: bool = False
    ) -> None:
        """Everybody turns to this game."""
        self.session.host.game.save()
        self.session.host.start(game)
        self.session.host.by_touch = by_touch and kind is Kind.TABLE
        self.session.is_guided = guided
        self.session.announcer.verdicts.clear()
        for turn in game.history.turns[-REMEMBERED_TURNS:]:
            self.session.announcer.tell_again(turn.events, turn.state)
        self._take_home.sit_down()
        self._kind, self._is_seated = kind, True
        is_watched = here is None and self._watch.looks_through(self._camera, game.state.options.sets)
        if self._watch.is_preview or not is_watched:
            self._look_at(here)
        if self.demo is not None:
            self.demo.is_playing, self.demo.is_guide = False, guided
        self._tell_what_is_missing(resumed=game.entries > 0)

    def prefer(self, liked: preferences.Preferences) -> None:
        """Keep what the group likes, and let it count at once."""
        self.preferences = liked
        self.session.announcer.is_quiet = not liked.voice
        if liked.language and liked.language != self.session.announcer.book.language:
            self.session.speak(self._box.book(liked.language))
        preferences.save(liked, self.shelf.data)

    @property
    def catalog(self) -> Catalog:
        """All cards as the owner knows them now; a running game keeps the facts with which it began."""
        return self._box.catalog

    def learn(self, card: str, key: str, value: str) -> str:
        """Write a fact that was read from a real card into the owner's file."""
        from cards_db.editing import changed, parsed, store

        book, own = self.session.announcer.book, wiring.own_cards(self.shelf.data)
        try:
            text = own.read_text("utf-8") if own.exists() else ""
            store(own, changed(text, card, {key: parsed(value)}), "boss_monster")
            self._box = wiring.open_box(own)
        except (OSError, CardDataError) as error:
            return str(error)
        self.shelf.use(self._box)
        return book.text("fact.stored")

    def set_titles(self) -> dict[str, str]:
        """The titles of all boxes in the language that is spoken."""
        language = self.session.announcer.book.language
        return {box.id: box.titles[language] for box in self._box.files.game.sets}

    def sticker_sets(self) -> tuple[tuple[str, str, int, bool], ...]:
        """The boxes for which stickers can be made: id, title, number of cards, chosen."""
        return self._sheet.offered(self._box.catalog, self.set_titles())

    def choose_stickers(self, set_: str) -> None:
        """Take a box into the sheet, or leave it out."""
        self._sheet.choose(set_)

    def write_stickers(self) -> str:
        """Write the sheet in the background; later the desk hears where it lies, or why that failed."""
        book = self.session.announcer.book
        self._sheet.write(self._box.files, book.language)
        return book.text("stickers.writing")

    # -- nights and past games ---------------------------------------------------------------------------------------

    @property
    def night_trouble(self) -> str:
        """Why something is not kept or cannot be read, for people; nothing when all is well."""
        book, trouble = self.session.announcer.book, self.nights.trouble or self.shelf.trouble
        if trouble:
            return book.text("night.trouble", reason=trouble)
        return book.text("journal_aside", path=str(self.shelf.aside)) if self.shelf.aside is not None else ""

    def is_in_night(self) -> bool:
        """Whether the game on the table belongs to the night that goes on; games of the simulated table never do."""
        number = self.nights.night_of(self.session.host.game.number) if self._kind is Kind.TABLE else None
        running = self.nights.running() if number is not None else None
        return running is not None and running.number == number

    def waits_in_night(self) -> bool:
        """Whether a game of the running night was interrupted."""
        waiting, running = self.shelf.waiting(), self.nights.running()
        if waiting is None or running is None or waiting[0] is not Kind.TABLE:
            return False
        return self.nights.night_of(waiting[1].id) == running.number

    def rematch(self) -> None:
        """The next game of the running night, as agreed; an interrupted one goes on."""
        running, before = self.nights.running(), self.session.host.game
        if self.waits_in_night():
            self.resume()
        if running is not None and self.session.host.game is before:
            self.begin(running.agreed, in_night=True)

    def end_night(self, number: int) -> None:
        """The night is over: the last word about it."""
        self.nights.end(number)
        night = self.nights.night(number)
        if night is not None:
            self._say(night_end(night))

    def open_game(self, number: int) -> bool:
        """Let a finished game stand again, so that its end can be corrected. Says whether that was possible."""
        game = self.nights.replayed(number)
        if game is None:
            return False
        self._sit_down(Kind.TABLE, game, None, by_touch=True)
        self.session.colours = self._known_colours(game.state.options.names)
        return True

    def _is_simulated(self, game: RunningGame) -> bool:
        return game is self.session.host.game and self._kind is Kind.SIMULATED

    def _known_colours(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """The colours of these people as the roster knows them; the usual ones where it does not."""
        known = {person.name: person.colour for person in self.desk.preferences.roster}
        colours = tuple(known.get(name, -1) for name in names)
        return colours if -1 not in colours and len(set(colours)) == len(colours) else ()

    def share_code(self) -> tuple[str, ...]:
        """The finished game on the table as a code for BG Stats."""
        return self._take_home.code(self.session.host.game, self.session.announcer.book)

    def code_of(self, number: int) -> tuple[str, ...]:
        """A finished game as a code for BG Stats; nothing when it cannot be replayed."""
        game = self.nights.replayed(number)
        return () if game is None else self._take_home.code(game, self.session.announcer.book)

    def export(self) -> str:
        """Write the finished game on the table as CSV and JSON; where they lie, or why that failed."""
        return self._take_home.write_game(self.session.host.game)

    def export_game(self, number: int) -> str:
        """Write a finished game as CSV and JSON; where they lie, or why that failed."""
        game = self.nights.replayed(number)
        return self.night_trouble if game is None else self._take_home.write_game(game)

    def export_night(self, number: int) -> str:
        """Write a whole night as CSV and JSON; where they lie, or why that failed."""
        written = self._take_home.write_night(number)
        return self.night_trouble if written is None else written

    # -- people ------------------------------------------------------------------------------------------------------

    def use_menu(self) -> UseMenu:
        """The list of what may be used now."""
        state, cards, book = self.session.host.state, self.session.host.game.cards, self.session.announcer.book
        words = UseWords(book, word_book(book.language), self._box.files.texts[book.language])
        on_table = table_uses(state, cards, words)
        return UseMenu(state, book, on_table, lambda player: hand_uses(state, player, cards, words))

    def begin_again(self) -> None:
        """The same people once more; in a night, the next game of it."""
        if self.is_in_night():
            self.rematch()
            return
        options = replace(self.session.host.state.options)
        seed = random.randrange(1_000_000) if self._args.seed is None else self._args.seed
        game, here = self.shelf.begin(self._kind, options, seed)
        by_touch = self.session.host.by_touch
        self.session.host.game.save()
        self.session.host.start(game)
        self.session.host.by_touch = by_touch
        self.session.touched()
        if self.demo is not None and here is not None:
            self.demo.change(here)

    def tick(self) -> None:
        """One beat: what people did, the inbox, then the simulated hands."""
        self.do_what_was_asked()
        self._give_back()
        self._tidy(time.monotonic())
        if self._watch.is_hanging:
            self.inbox.put(CameraLost(self.session.announcer.book.text("camera_silent")))
        self.session.tick()
        self._watch.lose(is_lost=bool(self.session.host.camera_trouble))
        if self.demo is not None:
            self.demo.tick(time.monotonic())

    def _tidy(self, now_s: float) -> None:
        """Now and then what nobody needs any more is let go: a small computer has other uses for it."""
        if now_s - self._tidied_s >= TIDY_EVERY_S:
            self._tidied_s = now_s
            self._watch.tidy()
            return_free_pages()

    def is_played_out(self) -> bool:
        """Whether a game that plays itself has come to its end."""
        state = self.session.host.state
        enough = self._args.rounds and state.phase is Phase.ROUND_END and state.round >= self._args.rounds
        return state.phase is Phase.OVER or bool(enough)

    def spend(self) -> int:
        """In a window where there is a screen, else in the terminal."""
        reason = why_no_window(self._args)
        if not reason:
            from companion.window import open_window

            reason = open_window(self, self.shelf.data / "kivy", self._args.window, self._args.fullscreen)
            if not reason:
                return 0
        self.session.notice(Notice("no_screen", {"reason": reason}))
        return terminal.play(self)

    def close(self) -> None:
        """Let go of everything."""
        self.session.host.game.save()
        for part in (self._watch, self._voice, self._lamps, self.shelf):
            if part is not None:
                part.close()


class _Nowhere:
    """A journal for a game that is only looked at."""

    def append(self, game: int, number: int, entry: object, record: str = "") -> None:
        """Nothing is stored."""


def why_no_window(args: argparse.Namespace) -> str:
    """The reason why this evening has no window, or nothing."""
    return "--terminal" if args.terminal else devices.why_no_screen()


def agreed_options(args: argparse.Namespace) -> Options:
    """What the group agreed on for a new game, on the command line."""
    return house_rules.chosen_options(args, args.names or settings.NAMES[: args.players or 4], args.sets)


def _find_voice(language: str) -> tuple[Voice | None, list[Notice]]:
    from hw.speech import find_voice

    voice = find_voice(language)
    if isinstance(voice, PanelTrouble):
        return None, [Notice("no_voice")]
    return voice, []
