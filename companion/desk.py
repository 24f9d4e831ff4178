"""The person at the screen: which page is open, what was tapped so far, and what a tap means. Knows no Kivy.

`view()` gives what the screen shows, `act()` takes what was tapped. Whatever concerns the game goes through the inbox
like every other message.
"""

from dataclasses import replace
from typing import TypeAlias

from companion import night_desk, picking
from companion.agreeing import Agreeing
from companion.host import camera_notice
from companion.house import House
from companion.inbox import Ordered
from companion.picking import Picking
from companion.preferences import Preferences
from companion.session import Session
from companion.views import about, entry, menus
from companion.views import cards as card_pages
from companion.views.adventure import AdventureView, adventure_view
from companion.views.bait import BaitView, bait_view, latest_bait
from companion.views.ending import EndingView, ending_view
from companion.views.model import TableView
from companion.views.page import Action, Page, Section, Tile
from companion.views.question import has_many_answers, question_page
from companion.views.timeline import timeline_page
from companion.views.watching import Sight, WatchView, Where, gone_view, next_card
from engine.boss_monster.answers import BUILD_NOW
from engine.boss_monster.commands import Ask
from engine.boss_monster.state import Phase, State
from engine.core.commands import Redo, Undo
from engine.core.ids import CopyId
from hw.panel import Button

View: TypeAlias = TableView | BaitView | AdventureView | EndingView | Page | WatchView
MOMENTARY = ("rooms", "heroes", "boss", "react")
"""Pages that are left as soon as something was picked."""


class Desk:
    """Navigation and drafts around a session. `place` is the page that is open; empty is the game itself."""

    def __init__(self, session: Session, house: House, preferences: Preferences, *, at_start: bool = True) -> None:
        self.session, self.house, self.preferences = session, house, preferences
        self.inches = preferences.inches
        self.places: list[str] = ["start"] if at_start else []
        self.agreeing = Agreeing(house, preferences)
        self._picking = Picking()
        self._written = ""
        self._looked_at = ""
        self._moment: object = None
        self._is_peeking = False
        self._version = 0
        self._shown: tuple[object, View] | None = None

    # -- what is shown -----------------------------------------------------------------------------------------------

    def view(self) -> View:
        """What the screen shows now."""
        self._follow_the_game()
        key = (self._version, self.session.version, self.session.announcer.book.language, self._picture_number())
        if self._shown is None or self._shown[0] != key:
            self._shown = (key, self._make_view())
        return self._shown[1]

    def _follow_the_game(self) -> None:
        """A new moment of the game ends peeking, and picks of the old one mean nothing."""
        state = self.session.host.state
        now = (state.phase, state.round, state.active, state.question, len(self.session.host.game.history.turns))
        if now != self._moment:
            self._moment, self._is_peeking = now, False
            self._picking.forget()
            self._version += 1

    def _picture_number(self) -> int:
        """While somebody looks through the camera, or it shows what is asked about, every picture is a new view."""
        sight = self.house.sight() if self.places[-1:] == ["camera"] else self._unclear_sight()
        return sight.picture.number if sight is not None else 0

    def _unclear_sight(self) -> Sight | None:
        """What the camera sees of the place that is asked about."""
        where = self._unclear_place()
        return self.house.sight(where) if where is not None else None

    def _unclear_place(self) -> Where | None:
        """How to find the place that is asked about; nothing without a camera, or when all is clear."""
        host = self.session.host
        is_watched = host.seen is not None and not host.by_touch and not host.camera_trouble
        if self.places or not is_watched or not (host.state.question or host.todo):
            return None
        from companion.views.cutout import where_unclear  # loads OpenCV, as the camera does

        return where_unclear(host.state, host.todo, host.game.cards)

    def _make_view(self) -> View:
        page = self._page(self.places[-1]) if self.places else None
        view: View = page if page is not None else self._game_view()
        if isinstance(view, Page) and self.session.refused:
            return replace(view, text=self.session.refused)
        is_question = isinstance(view, Page) and view.name.startswith("question:")
        return self._with_cutout(view) if isinstance(view, TableView) or is_question else view

    def _with_cutout(self, view: View) -> View:
        """The same table or question, with the picture of what is asked about."""
        if self._unclear_place() is None or not isinstance(view, TableView | Page):
            return view
        from companion.views.cutout import cutout

        sight, host = self._unclear_sight(), self.session.host
        cut = cutout(sight, host.state, host.todo, host.game.cards, self.session.announcer.book)
        return replace(view, cutout=cut, looks=True)

    def _game_view(self) -> View:
        """The screen that fits the phase, unless somebody peeks at the whole table."""
        state, session = self.session.host.state, self.session
        book, cards, colours = session.announcer.book, session.host.game.cards, session.colours
        if state.question is not None and state.question.key == BUILD_NOW and session.host.by_touch:
            return entry.build_now_page(state, self._picking.picks, cards, book, colours)
        if self._is_peeking and has_many_answers(state):
            return replace(session.view(), question=None)
        if state.question is not None:
            return question_page(state, book, colours) if has_many_answers(state) else session.view()
        if self._is_peeking:
            return session.view()
        table = session.view()
        match state.phase:
            case Phase.BAITED:
                history = session.host.game.history
                return bait_view(
                    state,
                    latest_bait(history),
                    session.host.todo,
                    cards,
                    book,
                    colours,
                    table.prompt,
                    is_watched=session.host.seen is not None and not session.host.by_touch,
                    banners=table.banners,
                )
            case Phase.ADVENTURE:
                return adventure_view(state, table, cards, book, colours, animated=self.preferences.animations)
            case Phase.ROUND_END | Phase.OVER:
                return self._ending(state, table)
            case _ if session.host.by_touch and not state.announced:
                return entry.entry_page(state, self._picking.picks, cards, book, colours) or table
            case _:
                return table

    def _ending(self, state: State, table: TableView) -> EndingView:
        session = self.session
        told = table.verdicts[0] if table.verdicts and state.phase is Phase.OVER else None
        reason = f"{told.text} {told.why}".strip() if told else (table.verdicts[0].text if table.verdicts else "")
        game, book = session.host.game, session.announcer.book
        return ending_view(
            state,
            game.history,
            game.cards,
            book,
            session.colours,
            table.prompt,
            table.todo,
            reason,
            table.banners,
            in_night=state.phase is Phase.OVER and self.house.is_in_night(),
        )

    def _page(self, place: str) -> Page | EndingView | WatchView | None:
        """The page of a place; nothing when the game has gone on and it makes no sense any more."""
        name, *rest = place.split(":")
        book, game = self.session.announcer.book, self.session.host.game
        match name:
            case "start":
                return menus.start_page(self.house.start_info(), book)
            case "menu":
                host = self.session.host
                can_redo = bool(game.history.undone)
                return menus.menu_page(
                    book,
                    by_touch=host.by_touch,
                    has_camera=self.house.has_camera,
                    can_look=self.house.can_look,
                    can_redo=can_redo,
                )
            case "camera":
                return self._watch_view()
            case "settings":
                return menus.settings_page(self.preferences, self.inches, book)
            case "help":
                return menus.help_page(book)
            case "stickers":
                return menus.stickers_page(self.house.sticker_sets(), self._written, book)
            case "cards" | "card":
                return self._card_page(name, rest)
            case "timeline":
                return timeline_page(game.history, game.cards, book)
            case "share":
                return self._share_page()
            case _ if name in night_desk.PLACES:
                roster = self.preferences.roster
                return night_desk.night_page(name, rest, self.house, roster, book, self._written)
            case "enter":
                return entry.entry_page(game.state, self._picking.picks, game.cards, book, self.session.colours)
            case _ if name in about.NAMES:
                return about.about_page(name, rest, game.state, game.cards, book, self.session.colours)
            case _:
                return self.agreeing.page(name, rest, self.preferences, game.cards, book)

    def _watch_view(self) -> WatchView:
        host, book = self.session.host, self.session.announcer.book
        if host.camera_trouble:
            notice = camera_notice(host.camera_trouble)
            advice = book.text("watch.gone") if notice.key == "camera_lost" else ""
            return gone_view(book.text("watch.title"), book.text(notice.key, host.state, **notice.slots), advice)
        from companion.views.lookout import watch_view  # loads OpenCV, and few evenings need it

        state, todo = (None, ()) if self.is_agreeing else (host.state, host.todo)
        return watch_view(self.house.sight(), self._looked_at, state, todo, host.game.cards, book)

    def _card_page(self, name: str, rest: list[str]) -> Page:
        book, cards = self.session.announcer.book, self.house.catalog
        if name == "card":
            return card_pages.card_page(CopyId(rest[0]), self.house.set_titles(), cards, book, self._written)
        if rest == ["open"]:
            return card_pages.open_page(cards, book)
        return card_pages.kind_page(rest[0], cards, book) if rest else card_pages.cards_page(cards, book)

    def _share_page(self) -> Page:
        book = self.session.announcer.book
        tiles = [Tile(book.text("share.export"), "export", book.text("share.export_note"), "history")]
        if self._written:
            tiles.append(Tile(book.text("share.written"), note=self._written, icon="check"))
        page = Page("share", book.text("ending.share"), (Section(tuple(tiles)),), book.text("share.text"))
        return replace(page, picture=self.house.share_code())

    # -- what is tapped ----------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Somebody tapped something."""
        self._version += 1
        self.session.forget_refusal()
        if not isinstance(action, str):
            self.session.inbox.put(Ordered(action))
            if self.places and self.places[-1].partition(":")[0] in MOMENTARY:
                self.places.pop()
            return
        verb, _, rest = action.partition(":")
        if verb in ("go", "back", "peek", "enter", "look"):
            self._go(verb, rest)
        elif verb in ("button", "answer", "undo", "redo"):
            self._play(verb, rest)
        elif verb in picking.VERBS:
            self._pick(verb, rest)
        elif verb in ("toggle", "inches"):
            self._set(verb, rest)
        elif verb in ("resume", "guided", "sticker_set", "stickers", "export", "fact"):
            self._ask_the_house(verb, rest)
        elif verb == "night":
            self.places, self._written = night_desk.act(rest, self.house, self.places)
        elif action == "new:begin":
            self._begin()
        else:
            self.places = self.agreeing.act(verb, rest, self.places, self.preferences)

    def tell_written(self, where: str) -> None:
        """Something that was written in the background is ready."""
        self._written = where
        self._version += 1

    def react(self, seat: int) -> None:
        """A player pressed the button to react: the page with everything that can be used now."""
        state = self.session.host.state
        player = f"p{seat + 1}"
        if any(each.id == player for each in state.players) and self.places[:1] != ["start"]:
            self.places = [f"react:{player}"]
            self._version += 1

    def type(self, letter: str) -> None:
        """A letter from a real keyboard, on a page on which one types."""
        self.act(f"type:{letter}")

    def _go(self, verb: str, rest: str) -> None:
        if verb == "go" and rest == "start":
            self.places = ["start"]
        elif verb == "go":
            self._written = ""
            if rest.startswith("name:"):
                self.agreeing.typed = ""
            if rest == "new:night" and (running := self.house.nights.running()) is not None:
                self.agreeing.draft = running.agreed
            if rest == "camera":
                self._looked_at = ""
                agreed = self.agreeing.current(self.preferences) if self.is_agreeing else None
                sets = agreed.sets if agreed else self.session.host.state.options.sets
                self.house.open_eyes(sets, ahead=self.is_agreeing)
            self.places.append(rest)
        elif verb == "look":
            self._look_at(rest)
        elif verb == "enter":
            self.places.append("enter")
        elif verb == "peek":
            self.places, self._is_peeking = [], True
        elif len(self.places) > 1 or self.places != ["start"]:
            self.places = self.places[:-1]

    @property
    def is_agreeing(self) -> bool:
        """Whether a new game is being agreed on."""
        return any(place.partition(":")[0] == "new" for place in self.places)

    def _look_at(self, what: str) -> None:
        """A card of the live picture, or the one before or after the chosen one."""
        view = self.view()
        is_step = what in ("1", "-1")
        marks = view.marks if isinstance(view, WatchView) else ()
        self._looked_at = next_card(marks, self._looked_at, int(what)) if is_step else what
        self._version += 1

    def _play(self, verb: str, rest: str) -> None:
        if verb == "button":
            self.press(Button(rest))
        elif verb == "answer":
            self.session.choose(rest)
        else:
            entry_ = Undo() if verb == "undo" else Redo()
            for _ in range(int(rest or 1)):
                self.session.inbox.put(Ordered(entry_))

    def press(self, button: Button) -> None:
        """In the whole-table view "next" leads back: to what is asked, or to saying by touch what lies there."""
        was_peeking = self._is_peeking
        self._is_peeking = was_peeking and button is not Button.NEXT
        self._version += 1
        if was_peeking and not self._is_peeking and has_many_answers(self.session.host.state):
            return
        self.session.press(button)

    def _pick(self, verb: str, rest: str) -> None:
        game = self.session.host.game
        if verb == "no_items" and not self._picking.has_items(game.cards):
            self.session.inbox.put(Ordered(Ask("Q-20", ("continue", "wait"), rule="BM-ITEM-4")))
            return
        told = self._picking.pick(verb, rest, game.state, game.cards)
        if told is not None:
            self.session.inbox.put(Ordered(told))
            if self.places[-1:] == ["enter"]:
                self.places.pop()

    def _set(self, verb: str, rest: str) -> None:
        liked = self.preferences
        if verb == "inches":
            self.inches = float(rest)
            self._prefer(replace(liked, inches=self.inches))
        elif rest == "touch":
            self.session.host.by_touch = not self.session.host.by_touch
            self.session.touched()
            self.places = []
        elif rest == "language":
            other = "en" if self.session.announcer.book.language == "de" else "de"
            self._prefer(replace(liked, language=other))
        elif rest == "theme":
            self._prefer(replace(liked, theme="bright" if liked.theme == "dark" else "dark"))
        elif rest == "animations":
            self._prefer(replace(liked, animations=not liked.animations))
        else:
            self._prefer(replace(liked, voice=not liked.voice))

    def _prefer(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self.house.prefer(preferences)

    def _ask_the_house(self, verb: str, rest: str) -> None:
        match verb:
            case "resume":
                self.house.resume()
                self.places = []
            case "guided":
                self.house.begin_guided()
                self.places = []
            case "sticker_set":
                self.house.choose_stickers(rest)
            case "fact":
                self._written = self.house.learn(*rest.split(":"))
            case "stickers":
                self._written = self.house.write_stickers()
            case _:
                self._written = self.house.export()

    def _begin(self) -> None:
        """All is agreed: the game begins, and the group is known the next time."""
        draft = self.agreeing.current(self.preferences)
        self._prefer(self.preferences.with_people(draft.seats))
        self.house.begin(draft, in_night="new:night" in self.places)
        self.places, self.agreeing.draft = [], None
